//! Values of hands as a rule names them: `A-K`, `a pair of tens`.

use cards::Rank;
use hands::{Category, FiveValue, FourValue, ThreeValue};

/// A value of some order that can be named.
pub(crate) trait Named: Copy + PartialEq {
    fn category(self) -> Category;
    fn deciding(self) -> Vec<Rank>;
    fn floor(category: Category, leading: &[Rank]) -> Option<Self>;
    fn in_full(self) -> String;
}

macro_rules! named {
    ($value:ident) => {
        impl Named for $value {
            fn category(self) -> Category {
                $value::category(self)
            }

            fn deciding(self) -> Vec<Rank> {
                self.ranks().to_vec()
            }

            fn floor(category: Category, leading: &[Rank]) -> Option<$value> {
                $value::floor(category, leading)
            }

            fn in_full(self) -> String {
                $value::in_full(self).to_string()
            }
        }
    };
}

named!(FiveValue);
named!(FourValue);
named!(ThreeValue);

/// A value in as few words as say "at least this": `any pair` for the lowest one.
pub(crate) fn at_least<V: Named>(value: V) -> String {
    let (category, ranks) = (value.category(), value.deciding());
    let is_floor = |few: &usize| V::floor(category, &ranks[..*few]) == Some(value);
    let few = (0..=ranks.len()).find(is_floor).unwrap_or(ranks.len());
    match (category, few) {
        (Category::HighCard, 0) => "any hand".to_owned(),
        (Category::HighCard, _) => letters(&ranks[..few]),
        (_, 0) => format!("any {}", category.words()),
        (Category::Pair, 1) => format!("a pair of {}", ranks[0].plural()),
        _ => format!("a {}", value.in_full()),
    }
}

/// Ranks by their letters: `A-K-J-8-3`.
pub(crate) fn letters(ranks: &[Rank]) -> String {
    let letters: Vec<String> = ranks.iter().map(|rank| rank.letter().to_string()).collect();
    letters.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rank::{Ace, Eight, Jack, King, Ten, Three};

    #[test]
    fn values_are_named_as_a_rule_does() {
        let five = |category, ranks: &[Rank]| at_least(FiveValue::floor(category, ranks).unwrap());
        assert_eq!(five(Category::HighCard, &[]), "any hand");
        assert_eq!(five(Category::HighCard, &[Ace, King]), "A-K");
        assert_eq!(five(Category::HighCard, &[Ace, King, Jack, Eight, Three]), "A-K-J-8-3");
        assert_eq!(five(Category::Pair, &[]), "any pair");
        assert_eq!(five(Category::Pair, &[Ten]), "a pair of tens");
        let kicker = five(Category::Pair, &[Ten, Ace]);
        assert_eq!(kicker, "a pair of tens with ace, three and two kickers");
        assert_eq!(at_least(FourValue::floor(Category::TwoPair, &[]).unwrap()), "any two pair");
    }
}
