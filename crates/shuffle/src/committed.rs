//! Version 2: a deck that is committed card by card. This function is frozen: docs/shuffle.md describes it, and
//! `vectors-2.json` has its results for programs in other languages.
//!
//! A [`Secret`] gives the order of the cards and a salt for each position; the [`Root`] of a Merkle tree over them is
//! shown before the bets are locked. The players' words give a public permutation of the positions. A card that was
//! seen is proved by its [`Opening`]; nothing else follows from it.

use std::fmt;

use cards::{Card, DeckCount, Shoe};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize as _, ZeroizeOnDrop};

use crate::order::shuffled;
use crate::seed::{from_hex, hex};
use crate::stream::{Stream, keyed, words_into};
use crate::{HexError, NoRandomness, Words};

const LABEL: &[u8] = b"croupier-shuffle-2";

/// What a key of this version is for: the byte after the label.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Purpose {
    Order = 1,
    Salt = 2,
    Words = 3,
}

const LEAF: u8 = 0;
const NODE: u8 = 1;

type Hash = [u8; 32];

/// The 32 secret bytes that a committed deck comes from. Nobody is ever shown them: they would open every card. They
/// are wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A new secret from the operating system's cryptographic generator.
    pub fn from_system() -> Result<Secret, NoRandomness> {
        let mut secret = Secret([0; 32]);
        getrandom::fill(&mut secret.0).map_err(NoRandomness)?;
        Ok(secret)
    }

    /// The secret with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The bytes, for sealing them.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn purpose(&self, purpose: Purpose) -> Hmac<Sha256> {
        let mut mac = keyed(&self.0);
        mac.update(LABEL);
        mac.update(&[purpose as u8]);
        mac
    }

    /// The cards by position, as they are committed to.
    fn cards(&self, decks: DeckCount) -> Vec<Card> {
        let standard: Vec<Card> = Shoe::new(decks).cards().collect();
        let mut mac = self.purpose(Purpose::Order);
        mac.update(&(standard.len() as u32).to_be_bytes());
        shuffled(&mut Stream::of(mac), standard)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(secret)")
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for Secret {}

/// What binds the house to every card of a deck before anyone knows one: shown before the bets are locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Root(Hash);

impl Root {
    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl std::str::FromStr for Root {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Root, HexError> {
        from_hex(text).map(Root)
    }
}

/// What makes one permutation differ from every other. All of it is public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealing<'d> {
    /// The commitment.
    pub root: Root,
    /// The name of the table.
    pub table: &'d str,
    /// The first round that is dealt from the deck or shoe.
    pub round: u64,
    /// How many decks it has.
    pub decks: DeckCount,
    /// The players' words.
    pub words: &'d Words,
}

impl Dealing<'_> {
    /// How many positions there are.
    pub fn positions(&self) -> usize {
        usize::from(self.decks.cards())
    }

    /// The positions in the order in which they are dealt: the first card comes from the first of these.
    pub fn permutation(&self) -> Vec<u32> {
        let mut mac = keyed(&self.root.0);
        mac.update(LABEL);
        mac.update(&[Purpose::Words as u8]);
        mac.update(&(self.table.len() as u32).to_be_bytes());
        mac.update(self.table.as_bytes());
        mac.update(&self.round.to_be_bytes());
        words_into(&mut mac, self.words);
        let positions = self.positions() as u32;
        mac.update(&positions.to_be_bytes());
        shuffled(&mut Stream::of(mac), (0..positions).collect())
    }

    /// The cards in the order in which they are dealt.
    pub fn cards(&self, secret: &Secret) -> Vec<Card> {
        let committed = secret.cards(self.decks);
        self.permutation().into_iter().map(|position| committed[position as usize]).collect()
    }

    /// Does an opening prove that its card lies at its position, and is that where the card dealt in this place comes
    /// from?
    pub fn check(&self, permutation: &[u32], opening: &Opening) -> Result<(), NotOpened> {
        let positions = self.positions() as u32;
        match permutation.get(opening.dealt as usize) {
            None => return Err(NotOpened::NoSuchCard { dealt: opening.dealt, positions }),
            Some(position) if *position != opening.position => {
                let (dealt, position) = (opening.dealt, *position);
                return Err(NotOpened::Position { dealt, position, says: opening.position });
            }
            Some(_) => {}
        }
        match opening.root(positions) {
            Some(root) if root == self.root => Ok(()),
            Some(_) => Err(NotOpened::Root { dealt: opening.dealt }),
            None => Err(NotOpened::Path { dealt: opening.dealt }),
        }
    }
}

/// The proof that a card is the one that was committed to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The place of the card in the order of dealing, from 0.
    pub dealt: u32,
    /// Its position in the committed deck, from 0.
    pub position: u32,
    /// The card.
    pub card: Card,
    /// Its salt.
    pub salt: [u8; 32],
    /// The hashes beside the way from its leaf to the root, the leaf's neighbor first.
    pub path: Vec<[u8; 32]>,
}

impl Opening {
    /// The root that it leads to; nothing if the path has the wrong length.
    fn root(&self, positions: u32) -> Option<Root> {
        let (mut place, mut width) = (self.position, positions);
        let mut hash = leaf(&self.salt, self.position, self.card);
        let mut path = self.path.iter();
        while width > 1 {
            // The last of an odd number goes up as it is.
            if place ^ 1 < width {
                let beside = path.next()?;
                hash = if place & 1 == 0 { node(&hash, beside) } else { node(beside, &hash) };
            }
            (place, width) = (place / 2, width.div_ceil(2));
        }
        path.next().is_none().then(|| commitment(positions, &hash))
    }
}

/// Why an opening proves nothing. Cards are counted from 1 here, as people count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NotOpened {
    #[error("there is no card {} among {positions}", dealt + 1)]
    NoSuchCard { dealt: u32, positions: u32 },
    #[error(
        "card {} comes from position {position} by the players' words, and the opening is of position {says}",
        dealt + 1
    )]
    Position { dealt: u32, position: u32, says: u32 },
    #[error("card {} has too few or too many hashes in its path", dealt + 1)]
    Path { dealt: u32 },
    #[error("card {} is not what the house committed to: card, salt and path do not lead to the commitment", dealt + 1)]
    Root { dealt: u32 },
}

/// A whole committed deck, with everything that opens it.
pub struct CommittedDeck {
    cards: Vec<Card>,
    salts: Vec<Hash>,
    /// The tree, leaves first; the last level has one hash.
    levels: Vec<Vec<Hash>>,
}

impl CommittedDeck {
    /// The deck or shoe that a secret stands for.
    pub fn new(secret: &Secret, decks: DeckCount) -> CommittedDeck {
        let cards = secret.cards(decks);
        let of_salts = secret.purpose(Purpose::Salt);
        let salt = |position: u32| -> Hash {
            let mut mac = of_salts.clone();
            mac.update(&position.to_be_bytes());
            mac.finalize().into_bytes().into()
        };
        let salts: Vec<Hash> = (0..cards.len() as u32).map(salt).collect();
        let leaves = (0..).zip(cards.iter().zip(&salts));
        let mut level: Vec<Hash> =
            leaves.map(|(position, (card, salt))| leaf(salt, position, *card)).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let up = level.chunks(2).map(|pair| match pair {
                [left, right] => node(left, right),
                alone => alone[0],
            });
            let next = up.collect();
            levels.push(std::mem::replace(&mut level, next));
        }
        levels.push(level);
        CommittedDeck { cards, salts, levels }
    }

    /// The commitment.
    pub fn root(&self) -> Root {
        let top = self.levels.last().and_then(|level| level.first()).copied().unwrap_or_default();
        commitment(self.cards.len() as u32, &top)
    }

    /// The proof for a card that was dealt, by a permutation of the positions; nothing where there is no such card.
    pub fn open(&self, permutation: &[u32], dealt: u32) -> Option<Opening> {
        let position = *permutation.get(dealt as usize)?;
        let card = *self.cards.get(position as usize)?;
        let mut place = position as usize;
        let mut path = Vec::new();
        for level in &self.levels {
            path.extend(level.get(place ^ 1));
            place /= 2;
        }
        Some(Opening { dealt, position, card, salt: self.salts[position as usize], path })
    }
}

impl fmt::Debug for CommittedDeck {
    /// Only what everyone may see.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommittedDeck").field("root", &self.root()).finish_non_exhaustive()
    }
}

fn leaf(salt: &Hash, position: u32, card: Card) -> Hash {
    let hash = Sha256::new().chain_update([LEAF]).chain_update(salt);
    hash.chain_update(position.to_be_bytes()).chain_update([card.index() as u8]).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([NODE]).chain_update(left).chain_update(right).finalize().into()
}

fn commitment(positions: u32, top: &Hash) -> Root {
    let hash = Sha256::new().chain_update(LABEL).chain_update(positions.to_be_bytes());
    Root(hash.chain_update(top).finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_shown() {
        let secret = Secret::from_bytes([0xab; 32]);
        assert_eq!(format!("{secret:?}"), "Secret(secret)");
        let deck = CommittedDeck::new(&secret, DeckCount::ONE);
        let shown = format!("{deck:?}");
        assert!(
            shown.starts_with("CommittedDeck { root: ") && shown.ends_with(", .. }"),
            "{shown}"
        );
    }

    #[test]
    fn a_tree_of_52_has_paths_of_six_hashes_at_most() {
        let deck = CommittedDeck::new(&Secret::from_bytes([1; 32]), DeckCount::ONE);
        let straight: Vec<u32> = (0..52).collect();
        let longest = straight.iter().filter_map(|dealt| deck.open(&straight, *dealt));
        assert_eq!(longest.map(|opening| opening.path.len()).max(), Some(6));
        assert_eq!(deck.open(&straight, 52), None);
    }
}
