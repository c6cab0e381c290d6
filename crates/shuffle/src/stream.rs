//! The stream of numbers that a shuffle draws from: HMAC-SHA-256 of a counter.

use cards::Card;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::seed::VERSION;
use crate::{Seed, Words};

/// The numbers of one shuffle: block `i` is HMAC-SHA-256 of `i` as eight bytes, read as eight
/// numbers of 32 bits, all big-endian.
#[derive(Clone)]
pub(crate) struct Stream {
    keyed: Hmac<Sha256>,
    next_block: u64,
    block: [u8; 32],
    used: usize,
}

impl Stream {
    /// The stream of the shuffle with this number of this round, of these cards in standard order.
    pub(crate) fn new(
        seed: &Seed,
        words: &Words,
        round: u64,
        shuffle: u32,
        cards: &[Card],
    ) -> Stream {
        let mut mac = keyed(seed.bytes());
        mac.update(VERSION);
        mac.update(&round.to_be_bytes());
        mac.update(&shuffle.to_be_bytes());
        words_into(&mut mac, words);
        let count = u32::try_from(cards.len()).expect("a shuffle has less than 2^32 cards");
        mac.update(&count.to_be_bytes());
        let indices: Vec<u8> = cards.iter().map(|card| card.index() as u8).collect();
        mac.update(&indices);
        Stream::of(mac)
    }

    /// The stream whose key is the value of this authentication code.
    pub(crate) fn of(mac: Hmac<Sha256>) -> Stream {
        let key: Zeroizing<[u8; 32]> = Zeroizing::new(mac.finalize().into_bytes().into());
        Stream { keyed: keyed(&key), next_block: 0, block: [0; 32], used: 32 }
    }

    /// The next 32-bit number.
    pub(crate) fn number(&mut self) -> u32 {
        if self.used == self.block.len() {
            let mut mac = self.keyed.clone();
            mac.update(&self.next_block.to_be_bytes());
            self.block = mac.finalize().into_bytes().into();
            self.next_block += 1;
            self.used = 0;
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| self.block[self.used + place]);
        self.used += 4;
        u32::from_be_bytes([a, b, c, d])
    }
}

/// How many words there are, then each with its seat and its length.
pub(crate) fn words_into(mac: &mut Hmac<Sha256>, words: &Words) {
    mac.update(&(words.iter().count() as u32).to_be_bytes());
    for (seat, word) in words.iter() {
        mac.update(&u32::from(seat).to_be_bytes());
        mac.update(&(word.as_str().len() as u32).to_be_bytes());
        mac.update(word.as_str().as_bytes());
    }
}

pub(crate) fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}
