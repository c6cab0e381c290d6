//! Buster Blackjack: the published figures, and the dealer's hand drawn card by card in fractions.

use odds::{Ask, Exact, Silent, Subject, analyse, decimal, fraction, percent, whole};
use rulebook::Rulebook;

use crate::blackjack_tables::{analyses, changed, options, subject};

/// KNOWN.md: 2-2-4-12-50-250 with a dealer who stands is S2.
#[test]
fn known_edges_of_s2() {
    for (decks, known) in
        [("1", "8.77%"), ("2", "8.48%"), ("4", "8.31%"), ("6", "8.25%"), ("8", "8.22%")]
    {
        let all = analyses(&subject("buster-blackjack", &[("decks", decks)]), "buster");
        let s2 = all.iter().find(|found| found.schedule == "S2").unwrap();
        assert_eq!(percent(&s2.house_edge(), 2), known, "{decks} decks");
        assert_eq!(all.len(), 18);
    }
}

/// The chance of a bust with 3, 4, 5, 6, 7 and more cards, drawing from a shoe in fractions.
fn busts(shoe: &mut [i64; 10], hits_soft_17: bool) -> [Exact; 6] {
    let mut found: [Exact; 6] = std::array::from_fn(|_| whole(0));
    draw(shoe, (0, 0, 0), hits_soft_17, &whole(1), &mut found);
    found
}

/// Cards, points with aces as one, aces.
fn draw(
    shoe: &mut [i64; 10],
    (cards, hard, aces): (usize, i64, i64),
    hits_soft_17: bool,
    chance: &Exact,
    found: &mut [Exact; 6],
) {
    let all: i64 = shoe.iter().sum();
    for value in 0..10 {
        if shoe[value] == 0 {
            continue;
        }
        let chance = chance * fraction(shoe[value], all);
        let (cards, hard) = (cards + 1, hard + value as i64 + 1);
        let aces = aces + i64::from(value == 0);
        let is_soft = aces > 0 && hard <= 11;
        let points = if is_soft { hard + 10 } else { hard };
        if points > 21 {
            found[cards.min(8) - 3] += chance;
        } else if points < 17 || (points == 17 && is_soft && hits_soft_17) {
            shoe[value] -= 1;
            draw(shoe, (cards, hard, aces), hits_soft_17, &chance, found);
            shoe[value] += 1;
        }
    }
}

/// The pays of the rule's text, for a bust with 3, 4, 5, 6, 7 and 8 cards or more; 0 is a push.
const H: [[i64; 6]; 9] = [
    [2, 2, 4, 15, 50, 250],
    [2, 2, 3, 12, 50, 250],
    [1, 2, 8, 20, 50, 250],
    [2, 2, 4, 20, 40, 100],
    [2, 2, 3, 15, 50, 100],
    [1, 2, 8, 20, 50, 100],
    [0, 4, 8, 20, 50, 150],
    [0, 4, 8, 15, 50, 250],
    [0, 4, 8, 15, 50, 500],
];
const S: [[i64; 6]; 9] = [
    [2, 2, 5, 15, 50, 250],
    [2, 2, 4, 12, 50, 250],
    [1, 2, 9, 20, 50, 250],
    [2, 2, 5, 20, 50, 100],
    [2, 2, 4, 15, 50, 100],
    [1, 2, 9, 20, 50, 100],
    [0, 4, 9, 25, 50, 150],
    [0, 4, 9, 20, 50, 250],
    [0, 4, 9, 20, 50, 500],
];

#[test]
fn every_schedule_card_by_card() {
    for decks in [1i64, 2, 8] {
        let posted = decks.to_string();
        let all = analyses(&subject("buster-blackjack", &[("decks", &posted)]), "buster");
        for (hits_soft_17, pays, first) in [(true, H, 0), (false, S, 9)] {
            let mut shoe = [4 * decks; 10];
            shoe[9] = 16 * decks;
            let busts = busts(&mut shoe, hits_soft_17);
            for (pays, found) in pays.iter().zip(&all[first..]) {
                let returned = pays.iter().zip(&busts).map(|(pay, bust)| whole(pay + 1) * bust);
                let edge = whole(1) - returned.sum::<Exact>();
                assert_eq!(found.house_edge(), edge, "{decks} decks, {}", found.schedule);
            }
        }
    }
}

/// [BUS-4]: the bonus goes to a blackjack; at the least bet it adds what the posted amounts say.
#[test]
fn bus_4_bonus_for_a_blackjack() {
    let decks = 1i64;
    // By default $1,000 and $8,000; or what the operator posts; for $10.
    let amounts = [("buster-bonus-7-cards", "500"), ("buster-bonus-8-cards", "$2,500.50")];
    for (more, seven, eight) in
        [(&[][..], whole(100), whole(800)), (&amounts, whole(50), fraction(250_050, 1_000))]
    {
        let posted = [("decks", "1"), ("buster-bonus", "on"), ("buster-bonus-minimum", "$10")];
        let all = analyses(&subject("buster-blackjack", &[&posted, more].concat()), "buster");
        let plain = analyses(&subject("buster-blackjack", &[("decks", "1")]), "buster");
        for (hits_soft_17, place) in [(true, 0), (false, 9)] {
            let mut shoe = [4 * decks; 10];
            shoe[9] = 16 * decks;
            shoe[0] -= 1;
            shoe[9] -= 1;
            let busts = busts(&mut shoe, hits_soft_17);
            let blackjack = fraction(2 * 4 * 16, 52 * 51);
            let bonus = blackjack * (&busts[4] * &seven + &busts[5] * &eight);
            assert_eq!(all[place].house_edge(), plain[place].house_edge() - bonus);
        }
    }
}

#[test]
fn a_missing_row_loses() {
    let row = "  { hand = \"bust with 7 cards\",         pays = [\"50 to 1\",  \"50 to 1\",  \
               \"50 to 1\",  \"50 to 1\",  \"50 to 1\",  \"50 to 1\",  \"50 to 1\",  \
               \"50 to 1\",  \"50 to 1\"] },\n";
    let book = changed("buster-blackjack", row, "");
    let subject = Subject::open(&book, "buster-blackjack", None, options(&[])).unwrap();
    let ask =
        Ask { wager: Some("buster".to_owned()), schedule: Some("S2".to_owned()), ..Ask::default() };
    let missing = analyse(&subject, &ask, &Silent).unwrap().remove(0);
    let whole_subject =
        Subject::open(Rulebook::embedded(), "buster-blackjack", None, options(&[])).unwrap();
    let full = analyse(&whole_subject, &ask, &Silent).unwrap().remove(0);
    assert!(missing.house_edge() > full.house_edge());
}

/// The hand beside the side bet is blackjack, with a dealer who hits soft 17 by default.
#[test]
fn blackjack_beside_it() {
    let buster = &analyses(&subject("buster-blackjack", &[]), "blackjack")[0];
    let alone = &analyses(&subject("blackjack", &[("soft-17", "hit")]), "blackjack")[0];
    assert_eq!(buster.house_edge(), alone.house_edge());
    assert!(decimal(&buster.house_edge()) > 0.0);
}

/// H schedules are for a dealer who hits soft 17, S for one who stands: what is posted decides, the
/// label says it, and what contradicts it is refused as a table refuses it.
#[test]
fn bus_1_a_schedule_goes_with_its_dealer() {
    for (does, letter, other) in [("stand", "S", "H1"), ("hit", "H", "S1")] {
        let subject = subject("buster-blackjack", &[("decks", "1"), ("soft-17", does)]);
        let all = analyses(&subject, "buster");
        assert_eq!(all.len(), 9);
        for found in &all {
            assert!(found.schedule.starts_with(letter), "{}", found.schedule);
            assert_eq!(found.options["soft-17"], does);
        }
        let ask = Ask { schedule: Some(other.to_owned()), ..Ask::default() };
        let said = analyse(&subject, &ask, &Silent).unwrap_err().to_string();
        let must =
            format!("schedule {other} does not go with a dealer whose soft-17 is {does} [BUS-1]");
        assert_eq!(said, must);
    }
    for found in analyses(&subject("buster-blackjack", &[("decks", "1")]), "buster") {
        let does = if found.schedule.starts_with('H') { "hit" } else { "stand" };
        assert_eq!(found.options["soft-17"], does, "{}", found.schedule);
    }
}
