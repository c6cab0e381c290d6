//! Casino War: the published figures, a naive walk over every deal of ranks, and the values of a tie.

use std::cmp::Ordering;

use odds::{Exact, Silent, Spot, fraction, percent, solve, whole};

use crate::blackjack_tables::{analyses, subject};

/// FACTS: the initial bet with every tie going to war, with every tie surrendered, and the tie wager.
const PUBLISHED: [(&str, &str, &str, &str); 3] = [
    ("6", "2.3301%", "3.6977%", "18.6495%"),
    ("7", "2.3356%", "3.7190%", "18.1818%"),
    ("8", "2.3398%", "3.7349%", "17.8313%"),
];

#[test]
fn published_edges() {
    for (decks, war, surrender, tie) in PUBLISHED {
        let subject = subject("casino-war", &[("decks", decks)]);
        let edge = |wager: &str| percent(&analyses(&subject, wager)[0].house_edge(), 4);
        assert_eq!((edge("bet").as_str(), edge("tie").as_str()), (war, tie), "{decks} decks");
        let simple = |id| solve(&subject, "bet", None, Some(id), &Silent).unwrap().distribution;
        assert_eq!(percent(&simple("always-war").house_edge(), 4), war);
        assert_eq!(percent(&simple("always-surrender").house_edge(), 4), surrender);
    }
}

/// Every deal of four ranks, one after another: the burned cards are not seen and change nothing. A war that is won or
/// tied gives back both wagers and one or two more; one that is lost takes both.
#[test]
fn a_walk_over_every_deal_agrees() {
    let decks = 6i64;
    let mut left = [4 * decks; 13];
    let mut net = whole(0);
    let draw = |left: &mut [i64; 13], rank: usize| {
        let total: i64 = left.iter().sum();
        let chance = fraction(left[rank], total);
        left[rank] -= 1;
        chance
    };
    for own in 0..13 {
        let first = draw(&mut left, own);
        for dealer in 0..13 {
            let second = &first * draw(&mut left, dealer);
            if own != dealer {
                net += if own > dealer { second } else { -second };
                left[dealer] += 1;
                continue;
            }
            for (player, other) in (0..13).flat_map(|a| (0..13).map(move |b| (a, b))) {
                let chance = &second * draw(&mut left, player) * draw(&mut left, other);
                net += chance
                    * whole(match player.cmp(&other) {
                        Ordering::Greater => 1,
                        Ordering::Equal => 2,
                        Ordering::Less => -2,
                    });
                left[player] += 1;
                left[other] += 1;
            }
            left[dealer] += 1;
        }
        left[own] += 1;
    }
    let subject = subject("casino-war", &[("decks", "6")]);
    assert_eq!(analyses(&subject, "bet")[0].house_edge(), -net);
}

/// A tie is worth the same at every rank: with six decks 310 cards are left, 22 of the tied rank and 24 of each other. Of
/// 95,790 ordered pairs 7,086 tie again and 44,352 win: (44,352 + 2 x 7,086 - 2 x 44,352) / 95,790.
#[test]
fn a_war_is_worth_the_same_at_every_rank() {
    let subject = subject("casino-war", &[]);
    let solution = solve(&subject, "bet", None, None, &Silent).unwrap();
    for rank in "23456789TJQKA".chars() {
        let card = |suit: char| format!("{rank}{suit}").parse().unwrap();
        let spot = Spot { own: vec![card('s')], dealer: vec![card('d')], ..Spot::default() };
        let values = solution.advisor.values(&spot).unwrap();
        let said: Vec<(String, Exact)> =
            values.into_iter().map(|it| (it.action.to_string(), it.value)).collect();
        let war = fraction(44_352 + 2 * 7_086 - 2 * 44_352, 95_790);
        assert_eq!(said, [("war".to_owned(), war), ("surrender".to_owned(), fraction(-1, 2))]);
    }
}
