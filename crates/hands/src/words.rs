//! Hands in words.

use std::fmt;

use cards::Rank;

use crate::{Category, Ranks};

/// How many of the deciding ranks the words of a category name.
pub(crate) const fn named(category: Category) -> usize {
    match category {
        Category::HighCard | Category::TwoPair | Category::FullHouse => 2,
        _ => 1,
    }
}

/// `pair of tens`, `queen-high flush`.
pub(crate) fn describe(
    f: &mut fmt::Formatter<'_>,
    category: Category,
    ranks: &Ranks,
) -> fmt::Result {
    let at = |place: usize| ranks.get(place).copied().unwrap_or(Rank::Two);
    let (first, second) = (at(0), at(1));
    match category {
        Category::HighCard => write!(f, "{}-{} high", first.word(), second.word()),
        Category::Pair => write!(f, "pair of {}", first.plural()),
        Category::TwoPair => write!(f, "two pair, {} and {}", first.plural(), second.plural()),
        Category::FullHouse => {
            write!(f, "full house, {} full of {}", first.plural(), second.plural())
        }
        Category::ThreeOfAKind | Category::FourOfAKind => {
            write!(f, "{category}, {}", first.plural())
        }
        Category::Straight | Category::Flush | Category::StraightFlush => {
            write!(f, "{}-high {category}", first.word())
        }
        Category::RoyalFlush => write!(f, "{category}"),
    }
}

/// `ace, nine and four`.
fn list(f: &mut fmt::Formatter<'_>, ranks: &[Rank]) -> fmt::Result {
    for (place, rank) in ranks.iter().enumerate() {
        f.write_str(match place {
            0 => "",
            _ if place + 1 == ranks.len() => " and ",
            _ => ", ",
        })?;
        f.write_str(rank.word())?;
    }
    Ok(())
}

/// A value in words with the kickers after them: `pair of tens with ace, nine and four kickers`,
/// `ace-king high with nine, six and two`.
#[derive(Clone, Copy, Debug)]
pub struct InFull<V> {
    pub(crate) value: V,
    pub(crate) kickers: Ranks,
    /// Cards of a high card or flush are not called kickers.
    pub(crate) category: Category,
}

impl<V: fmt::Display> fmt::Display for InFull<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)?;
        let is_plain = matches!(self.category, Category::HighCard | Category::Flush);
        match &*self.kickers {
            [] => Ok(()),
            kickers if is_plain => {
                f.write_str(" with ")?;
                list(f, kickers)
            }
            [one] => {
                let article = if matches!(one, Rank::Ace | Rank::Eight) { "an" } else { "a" };
                write!(f, " with {article} {} kicker", one.word())
            }
            kickers => {
                f.write_str(" with ")?;
                list(f, kickers)?;
                f.write_str(" kickers")
            }
        }
    }
}
