//! Makes the tables of best five-card values: by ranks for five, six and seven cards without a
//! flush, by the ranks of the suit for a flush.
//!
//! The places of a table are given out row by row, the fullest rows first, each with the first
//! displacement that puts all its values on free places. Nothing here is random.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

#[path = "src/code.rs"]
#[allow(dead_code)]
mod code;
#[path = "src/key.rs"]
#[allow(dead_code)]
mod key;

use code::encode;
use key::{KEY_BITS, Layout, rank_key};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/code.rs");
    println!("cargo:rerun-if-changed=src/key.rs");
    let mut text = String::new();
    for (name, cards, layout) in
        [("FIVE", 5, Layout::FIVE), ("SIX", 6, Layout::SIX), ("SEVEN", 7, Layout::SEVEN)]
    {
        let (mut rows, values) = table(cards, layout);
        // One array for both, so that one address finds them.
        rows.extend(values);
        write_static(&mut text, name, &rows);
    }
    let flushes: Vec<u16> = (0..1 << 13).map(flush).collect();
    write_static(&mut text, "FLUSHES", &flushes);
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&out).join("tables.rs"), text).expect("OUT_DIR can be written");
}

fn write_static(text: &mut String, name: &str, values: &[u16]) {
    write!(text, "pub(crate) static {name}: [u16; {}] = {values:?};\n\n", values.len())
        .expect("a string can be written");
}

/// The displacements of the rows and the values at their places.
fn table(cards: usize, layout: Layout) -> (Vec<u16>, Vec<u16>) {
    let mut rows: Vec<Vec<(usize, u16)>> = vec![Vec::new(); layout.rows()];
    each_count([0; 13], 0, cards, &mut |counts| {
        let sum = (0..13).fold(0u32, |sum, rank| {
            sum.wrapping_add(rank_key(rank).wrapping_mul(u32::from(counts[rank])))
        });
        let sum = sum & ((1 << KEY_BITS) - 1);
        let row = (sum >> (KEY_BITS - layout.row_bits)) as usize;
        rows[row].push((sum as usize & (layout.places() - 1), unsuited(&counts)));
    });
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| std::cmp::Reverse(rows[row].len()));
    let mut displacements = vec![0u16; rows.len()];
    let mut values = vec![0u16; layout.places()];
    let mut is_taken = vec![false; layout.places()];
    let wrap = layout.places() - 1;
    for row in order {
        let displacement = (0..layout.places())
            .find(|shift| rows[row].iter().all(|&(place, _)| !is_taken[(place + shift) & wrap]))
            .expect("the rows fit: the factor in src/key.rs was chosen so");
        displacements[row] = displacement as u16;
        for &(place, value) in &rows[row] {
            let place = (place + displacement) & wrap;
            assert!(!is_taken[place], "two hands of a row have one place");
            is_taken[place] = true;
            values[place] = value;
        }
    }
    (displacements, values)
}

/// Visits every way to have `cards` more cards, four of a rank at most.
fn each_count(counts: [u8; 13], rank: usize, cards: usize, visit: &mut dyn FnMut([u8; 13])) {
    if rank == 13 {
        if cards == 0 {
            visit(counts);
        }
        return;
    }
    for count in 0..=cards.min(4) {
        let mut counts = counts;
        counts[rank] = count as u8;
        each_count(counts, rank + 1, cards - count, visit);
    }
}

/// The best value of five to seven cards of which no five are of a suit.
fn unsuited(counts: &[u8; 13]) -> u16 {
    let highest = |at_least: u8, but: &[u8]| {
        (0..13u8).rev().find(|r| counts[usize::from(*r)] >= at_least && !but.contains(r))
    };
    let kickers = |but: &[u8]| {
        let mut rest = (0..13u8).rev().filter(|r| counts[usize::from(*r)] > 0 && !but.contains(r));
        [(); 5].map(|()| rest.next().unwrap_or(0))
    };
    let ranks = (0..13).filter(|&r| counts[r] > 0).fold(0, |set, rank| set | 1 << rank);
    if let Some(four) = highest(4, &[]) {
        let [a, ..] = kickers(&[four]);
        return encode(code::FOUR_OF_A_KIND, [four, a, 0, 0, 0]);
    }
    let three = highest(3, &[]);
    if let Some(three) = three
        && let Some(pair) = highest(2, &[three])
    {
        return encode(code::FULL_HOUSE, [three, pair, 0, 0, 0]);
    }
    if let Some(top) = straight(ranks) {
        return encode(code::STRAIGHT, [top, 0, 0, 0, 0]);
    }
    if let Some(three) = three {
        let [a, b, ..] = kickers(&[three]);
        return encode(code::THREE_OF_A_KIND, [three, a, b, 0, 0]);
    }
    let Some(pair) = highest(2, &[]) else { return encode(code::HIGH_CARD, kickers(&[])) };
    if let Some(second) = highest(2, &[pair]) {
        let [a, ..] = kickers(&[pair, second]);
        return encode(code::TWO_PAIR, [pair, second, a, 0, 0]);
    }
    let [a, b, c, ..] = kickers(&[pair]);
    encode(code::PAIR, [pair, a, b, c, 0])
}

/// The best value of five or more cards of one suit.
fn flush(ranks: u16) -> u16 {
    if ranks.count_ones() < 5 {
        return 0;
    }
    match straight(ranks) {
        Some(12) => encode(code::ROYAL_FLUSH, [12, 0, 0, 0, 0]),
        Some(top) => encode(code::STRAIGHT_FLUSH, [top, 0, 0, 0, 0]),
        None => {
            let mut rest = (0..13u8).rev().filter(|rank| ranks >> rank & 1 == 1);
            encode(code::FLUSH, [(); 5].map(|()| rest.next().unwrap_or(0)))
        }
    }
}

/// The top rank of the best straight; the five of A-2-3-4-5 [GEN-4].
fn straight(ranks: u16) -> Option<u8> {
    let with_low_ace = ranks << 1 | ranks >> 12;
    (3..13u8).rev().find(|top| with_low_ace >> (top - 3) & 0b11111 == 0b11111)
}
