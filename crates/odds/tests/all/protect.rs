//! What it is worth to see hidden cards, against published figures and against counting in another way.

use std::collections::BTreeMap;

use cards::{Card, CardSet, DECK};
use hands::{FiveValue, ThreeValue};
use odds::{Sees, Silent, Subject, decimal, protect};
use rulebook::Rulebook;

fn edge(game: &str, schedule: Option<&str>, sees: &str) -> f64 {
    let subject = Subject::open(Rulebook::embedded(), game, None, BTreeMap::new()).unwrap();
    let sees: Sees = sees.parse().unwrap();
    decimal(&protect(&subject, None, schedule, sees, &Silent).unwrap().player_edge)
}

#[track_caller]
fn check(game: &str, schedule: Option<&str>, sees: &str, percent: f64, places: i32) {
    let found = edge(game, schedule, sees) * 100.0;
    assert!((found - percent).abs() <= 0.5 * 10f64.powi(-places), "{game} {sees}: {found}");
}

/// LAB's published figures.
#[test]
fn seeing_a_dealers_card_in_three_card_poker() {
    check("three-card-poker", None, "dealer:1", 3.483, 3);
}

#[test]
fn seeing_a_board_card_in_mississippi_stud() {
    check("mississippi-stud", None, "board:1", 54.8660, 4);
    check("mississippi-stud", None, "board:3", 104.4669, 4);
}

/// The card that is up is the first of two to five. The published figures are of strategies that people can play: the best
/// play wins as much or more, the less is known the more. How much is counted in plain loops below.
#[test]
fn seeing_the_dealers_cards_in_caribbean_stud() {
    for (down, percent, more) in
        [(1, -1.74, 1.2), (2, 11.57, 0.5), (3, 35.21, 0.1), (4, 64.27, 0.02)]
    {
        let found = edge("caribbean-stud", None, &format!("dealer:{down}")) * 100.0;
        assert!((percent..percent + more).contains(&found), "{down}: {found}");
    }
}

/// Caribbean stud with the up card and some face-down cards known, over a sample of deals: what the best choice wins over
/// the choice on the up card alone, beside the known edge of that.
#[test]
fn caribbean_stud_in_plain_loops() {
    let floor = FiveValue::floor(hands::Category::HighCard, &[cards::Rank::Ace, cards::Rank::King])
        .unwrap();
    let pays = |value: FiveValue| match value.category() {
        hands::Category::RoyalFlush => 100.0,
        hands::Category::StraightFlush => 50.0,
        hands::Category::FourOfAKind => 20.0,
        hands::Category::FullHouse => 7.0,
        hands::Category::Flush => 5.0,
        hands::Category::Straight => 4.0,
        hands::Category::ThreeOfAKind => 3.0,
        hands::Category::TwoPair => 2.0,
        _ => 1.0,
    };
    // The mean result of a bet with the dealer's first cards known.
    fn mean(known: CardSet, left: &[Card], of: &impl Fn(CardSet) -> f64) -> f64 {
        fn all(known: CardSet, left: &[Card], sums: &mut [f64; 2], of: &impl Fn(CardSet) -> f64) {
            if known.len() == 5 {
                sums[0] += of(known);
                sums[1] += 1.0;
                return;
            }
            for (place, card) in left.iter().enumerate() {
                all(known.with(*card), &left[place + 1..], sums, of);
            }
        }
        let mut sums = [0.0; 2];
        all(known, left, &mut sums, of);
        sums[0] / sums[1]
    }
    let (count, mut gains, mut squares) = (600, [0.0; 2], [0.0; 2]);
    let mut state = 4_242u64;
    for _ in 0..count {
        let mut deck = DECK;
        for place in 0..8 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let other = place + (state >> 33) as usize % (52 - place);
            deck.swap(place, other);
        }
        let own = FiveValue::of_set(deck[..5].iter().collect()).unwrap();
        let of = |dealer: CardSet| {
            let dealer = FiveValue::of_set(dealer).unwrap();
            match own.cmp(&dealer) {
                _ if dealer < floor => 1.0,
                std::cmp::Ordering::Greater => 1.0 + 2.0 * pays(own),
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Less => -3.0,
            }
        };
        let bets = mean(deck[5..6].iter().collect(), &deck[6..], &of) >= -1.0;
        for down in [1, 2] {
            let value = mean(deck[5..6 + down].iter().collect(), &deck[6 + down..], &of);
            let gain = value.max(-1.0) - if bets { value } else { -1.0 };
            gains[down - 1] += gain;
            squares[down - 1] += gain * gain;
        }
    }
    let usual = -1_041_372_912_372.0 / 19_933_230_517_200.0;
    for down in [1, 2] {
        let gain = gains[down - 1] / f64::from(count);
        let error =
            ((squares[down - 1] / f64::from(count) - gain * gain) / f64::from(count)).sqrt();
        let found = edge("caribbean-stud", None, &format!("dealer:{down}"));
        assert!(((found - usual - gain) / error).abs() < 4.0, "{down}: {found} {gain} ± {error}");
    }
}

/// One of the dealer's cards; with it a card of the flop, and one that comes after it.
#[test]
fn seeing_a_card_in_ultimate_texas_holdem() {
    check("ultimate-texas-holdem", None, "dealer:1", 13.5922, 4);
    check("ultimate-texas-holdem", None, "dealer:1,board:1", 22.3286, 4);
    check("ultimate-texas-holdem", None, "dealer:1,board:5", 26.1867, 4);
}

/// A known card is worth the same whichever place it has on the flop, and turn and river are alike where no decision is
/// between them. Where there is one, the river is worth more than the turn.
#[test]
fn the_places_of_a_board() {
    let all = |game: &str| [1, 3, 4, 5].map(|place| edge(game, None, &format!("board:{place}")));
    let ultimate = all("ultimate-texas-holdem");
    assert_eq!(ultimate[0].to_bits(), ultimate[1].to_bits());
    assert_eq!(ultimate[2].to_bits(), ultimate[3].to_bits());
    let bonus = all("texas-holdem-bonus");
    assert_eq!(bonus[0].to_bits(), bonus[1].to_bits());
    assert!(bonus[0] < bonus[2] && bonus[2] < bonus[3], "{bonus:?}");
}

/// Let it ride with the last card known, by going through all hands: the two bets ride whenever the five cards show more
/// than an even chance, so this counts sets of four and their 48 finishes in plain loops.
#[test]
fn let_it_ride_with_its_last_card_known() {
    let subject =
        Subject::open(Rulebook::embedded(), "let-it-ride", None, BTreeMap::new()).unwrap();
    let schedule = subject.schedules("base").into_iter().next();
    let Some(schedule) = schedule else {
        let wagers: Vec<_> = subject.section().wagers.iter().map(|w| w.id.clone()).collect();
        panic!("{wagers:?}");
    };
    let table = games::PayTable::unposted(&schedule.parts[0]);
    let net = |cards: CardSet| {
        let row = table.five(FiveValue::of_set(cards).unwrap());
        row.map_or(-1.0, |row| match table.row(row).odds {
            money::Odds::To(ratio) => f64::from(ratio.numerator()) / f64::from(ratio.denominator()),
            odds => panic!("{odds}"),
        })
    };
    // A sample of hands of three with a known fifth card: what the library says of them is the mean over all hands, so a
    // sample's mean lies within a few standard errors of it.
    let (mut sum, mut square, mut count) = (0.0, 0.0, 0.0);
    let mut state = 12_345u64;
    for _ in 0..3_000 {
        let mut deck = DECK;
        for place in 0..4 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let other = place + (state >> 33) as usize % (52 - place);
            deck.swap(place, other);
        }
        let known: CardSet = deck[..4].iter().collect();
        let (mut all, mut second) = (0.0, 0.0);
        for &fourth in &deck[4..] {
            let net = net(known.with(fourth));
            all += net;
            second += f64::max(net, 0.0);
        }
        // Bet 1 is decided on three cards and the known one, bet 2 on all five.
        let value = (f64::max(all, 0.0) + second + all) / 48.0;
        sum += value;
        square += value * value;
        count += 1.0;
    }
    let mean = sum / count;
    let error = ((square / count - mean * mean) / count).sqrt();
    let found = edge("let-it-ride", Some(&schedule.id), "board:2");
    assert!(((found - mean) / error).abs() < 4.0, "{found} {mean} ± {error}");
}

/// Three-card poker with one and two of the dealer's cards known, in plain loops over a sample of hands.
#[test]
fn three_card_poker_in_plain_loops() {
    let bonus = |value: ThreeValue| match value.category() {
        hands::Category::StraightFlush => 5.0,
        hands::Category::ThreeOfAKind => 4.0,
        hands::Category::Straight => 1.0,
        _ => 0.0,
    };
    let queen = ThreeValue::floor(hands::Category::HighCard, &[cards::Rank::Queen]).unwrap();
    for known in [1usize, 2] {
        let (mut sum, mut square, mut count) = (0.0, 0.0, 0.0f64);
        let mut state = 77u64;
        for _ in 0..4_000 {
            let mut deck = DECK;
            for place in 0..3 + known {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let other = place + (state >> 33) as usize % (52 - place);
                deck.swap(place, other);
            }
            let own = ThreeValue::of(&[deck[0], deck[1], deck[2]]);
            let left = &deck[3 + known..];
            let (mut net, mut deals) = (0.0, 0.0);
            let mut against = |dealer: [Card; 3]| {
                let dealer = ThreeValue::of(&dealer);
                net += match own.cmp(&dealer) {
                    _ if dealer < queen => 1.0,
                    std::cmp::Ordering::Greater => 2.0,
                    std::cmp::Ordering::Equal => 0.0,
                    std::cmp::Ordering::Less => -2.0,
                };
                deals += 1.0;
            };
            for (place, &first) in left.iter().enumerate() {
                if known == 2 {
                    against([deck[3], deck[4], first]);
                } else {
                    left[place + 1..].iter().for_each(|&second| against([deck[3], first, second]));
                }
            }
            let value = f64::max(-1.0, net / deals) + bonus(own);
            sum += value;
            square += value * value;
            count += 1.0;
        }
        let mean = sum / count;
        let error = ((square / count - mean * mean) / count).sqrt();
        let found = edge("three-card-poker", None, &format!("dealer:{known}"));
        assert!(((found - mean) / error).abs() < 4.0, "{known}: {found} {mean} ± {error}");
    }
}

/// Who shares hands cannot do worse, and with two players hardly better.
#[test]
fn sharing_hands_is_simulated_with_its_error() {
    let subject =
        Subject::open(Rulebook::embedded(), "caribbean-stud", None, BTreeMap::new()).unwrap();
    let shared = protect(&subject, None, None, Sees::Seats(7), &Silent).unwrap();
    let gain = decimal(&shared.player_edge) - decimal(&shared.without);
    let error = shared.error.unwrap();
    assert!(error < 0.002 && gain > 4.0 * error, "{gain} ± {error}");
    // Published simulations of seven players who share their hands are near an even game.
    assert!((decimal(&shared.player_edge)).abs() < 0.03, "{gain}");
}

/// Six decks: 21 cards of ten unseen in every 68 make insurance even, a third of them tens. A card of another value helps
/// by 1/311 of the tens: 3 * 96 / 311 - 3 * 96 / 312.
#[test]
fn counting_insurance_by_hand() {
    let options = BTreeMap::from([("decks".to_owned(), "6".to_owned())]);
    let subject = Subject::open(Rulebook::embedded(), "blackjack", None, options).unwrap();
    let counted = odds::count(&subject, Some("insurance"), None, None).unwrap();
    assert!((counted.full_shoe - (3.0 * 96.0 / 312.0 - 1.0)).abs() < 1e-12);
    for card in &counted.cards {
        let left = if card.card == "10" { 3.0 * 95.0 } else { 3.0 * 96.0 };
        let expected = left / 311.0 - 3.0 * 96.0 / 312.0;
        assert!((card.effect - expected).abs() < 1e-12, "{card:?}");
    }
    // Four nines of every thirteen cards are tens: tags of +4 and -9 would tell all; -2 and +1 of most tell nearly all.
    assert!(counted.correlation > 0.95, "{counted:?}");
}

/// LAB: the Buster count bets on 13.29% of rounds, at an edge of 5.28%, from a true count of +4.
#[test]
fn counting_buster_is_near_the_published_count() {
    let options = BTreeMap::from([("decks".to_owned(), "6".to_owned())]);
    let subject = Subject::open(Rulebook::embedded(), "buster-blackjack", None, options).unwrap();
    let counted = odds::count(&subject, Some("buster"), None, Some(4)).unwrap();
    println!("{counted:?}");
    assert!(counted.correlation > 0.9);
}
