//! What the values of all orders have in common, written once.

use std::fmt;

use cards::CardSet;

/// A set of cards that is too small or too large for a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this kind of hand takes {least}{} cards, not {len}", UpTo(*least, *most))]
pub struct WrongSize {
    /// How many cards there are.
    pub len: usize,
    /// The fewest it may be.
    pub least: usize,
    /// The most it may be.
    pub most: usize,
}

/// ` to 7`, or nothing if there is only one size.
struct UpTo(usize, usize);

impl fmt::Display for UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { Ok(()) } else { write!(f, " to {}", self.1) }
    }
}

impl WrongSize {
    pub(crate) const fn check(set: CardSet, least: usize, most: usize) -> Result<(), WrongSize> {
        let len = set.len();
        if len < least || len > most { Err(WrongSize { len, least, most }) } else { Ok(()) }
    }
}

/// The methods that read a value of three, four or five cards; each type has `category` and
/// `ranks` of its own.
macro_rules! described_value {
    ($value:ident, $cards:literal) => {
        impl $value {
            /// The number itself, for tables and storage; a greater one is a better hand.
            #[inline(always)]
            pub const fn get(self) -> u16 {
                self.0
            }

            /// The ranks that the words of the value do not name, in the order they decide.
            pub const fn kickers(self) -> Ranks {
                self.ranks().skip(words::named(self.category()))
            }

            /// The value in words with its kickers: `pair of tens with ace and four kickers`.
            pub const fn in_full(self) -> InFull<$value> {
                InFull { value: self, kickers: self.kickers(), category: self.category() }
            }

            /// The lowest value of a category whose deciding ranks begin with these, for
            /// qualifiers and schedules: `floor(Category::Pair, &[Rank::Ten])` is what "a pair of
            /// tens or better" asks for. `None` if no hand is like that.
            pub const fn floor(category: Category, leading: &[Rank]) -> Option<$value> {
                match lowest(category, $cards, leading) {
                    Some(ranks) => Some($value::encode(category, ranks)),
                    None => None,
                }
            }
        }

        impl fmt::Display for $value {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                words::describe(f, self.category(), &self.ranks())
            }
        }

        impl fmt::Debug for $value {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($value), self.in_full())
            }
        }
    };
}

pub(crate) use described_value;
