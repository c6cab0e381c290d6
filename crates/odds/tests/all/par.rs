//! The par sheet beside published figures, plain counting and rounds.

use std::collections::BTreeMap;

use games::{OnCards, Round, SeatNumber, Table};
use money::Cents;
use odds::{
    Ask, Chance, Greatest, Method, Pace, Par, Silent, Subject, ahead, analyse, chance_ahead,
    combined, decimal, fraction, par,
};
use rulebook::Rulebook;

use crate::plain;

fn subject(game: &str, options: &[(&str, &str)]) -> Subject {
    let options: BTreeMap<String, String> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Subject::open(Rulebook::embedded(), game, None, options).unwrap()
}

fn sheets(subject: &Subject, wager: Option<&str>, schedule: Option<&str>) -> Vec<Par> {
    let ask = Ask {
        wager: wager.map(str::to_owned),
        schedule: schedule.map(str::to_owned),
        ..Ask::default()
    };
    par(Rulebook::embedded(), subject, &ask, &Silent).unwrap()
}

fn deviation(game: &str, options: &[(&str, &str)], wager: &str, schedule: &str) -> f64 {
    let ask = Ask {
        wager: Some(wager.to_owned()),
        schedule: Some(schedule.to_owned()),
        ..Ask::default()
    };
    let analyses = analyse(&subject(game, options), &ask, &Silent).unwrap();
    analyses[0].distribution.standard_deviation()
}

/// The published deviations [LAB], to all their digits.
#[test]
fn deviations_are_the_published_ones() {
    for (game, options, wager, schedule, published, within) in [
        ("three-card-poker", &[][..], "ante", "standard", 1.639_253, 5e-7),
        ("three-card-poker", &[], "pair-plus", "standard", 2.910_646, 5e-7),
        ("caribbean-stud", &[], "ante", "standard", 2.242_95, 5e-6),
        ("ultimate-texas-holdem", &[], "ante", "UTH-01", 4.939_312, 5e-7),
        ("mississippi-stud", &[], "ante", "standard", 9.837, 5e-4),
    ] {
        let found = deviation(game, options, wager, schedule);
        assert!(
            (found - published).abs() < within,
            "{game} {wager}: {found}, published {published}"
        );
    }
}

/// Buster as it is published for six decks and a dealer who hits soft 17: 1, 3, 6, 30, 100 and 200 to 1.
#[test]
fn buster_is_as_published() {
    let subject = subject("buster-blackjack", &[("decks", "6"), ("soft-17", "hit")]);
    let schedule = odds::schedule(&subject, "buster", Some("H1")).unwrap();
    let changes: Vec<odds::Change> = [
        "bust with 3 cards=1 to 1",
        "bust with 4 cards=3 to 1",
        "bust with 5 cards=6 to 1",
        "bust with 6 cards=30 to 1",
        "bust with 7 cards=100 to 1",
        "bust with 8 cards or more=200 to 1",
    ]
    .map(|change| change.parse().unwrap())
    .into();
    let changed = odds::changed(&subject, &schedule, &changes).unwrap();
    let book = Rulebook::embedded();
    let all = odds::analyse_changed(book, &subject, &changed, &Ask::default(), &Silent).unwrap();
    let distribution = &all[0].distribution;
    assert_eq!(odds::percent(&distribution.house_edge(), 3), "4.724%");
    assert_eq!(odds::percent(&distribution.hit_frequency(), 3), "28.576%");
    assert!((distribution.standard_deviation() - 2.724).abs() < 5e-4);
}

/// A par sheet's shares add up, and its rows are those of the schedule: pair plus by its 22,100 hands.
#[test]
fn pair_plus_by_its_hands() {
    let subject = subject("three-card-poker", &[]);
    let sheet = sheets(&subject, Some("pair-plus"), Some("standard")).remove(0);
    assert_eq!(sheet.payback(), fraction(22_100 - 512, 22_100));
    assert_eq!(sheet.payback_of_staked(), sheet.payback());
    // 48 straight flushes, 52 threes of a kind, 720 straights, 1,096 flushes, 3,744 pairs.
    let distribution = &sheet.analysis.distribution;
    assert_eq!(distribution.hit_frequency(), fraction(48 + 52 + 720 + 1_096 + 3_744, 22_100));
    assert_eq!(distribution.any_return(), distribution.hit_frequency());
    assert_eq!(distribution.push_frequency(), fraction(0, 1));
    let rows: Vec<(String, f64)> = sheet
        .rows()
        .into_iter()
        .map(|row| (row.row.clone(), decimal(&row.one_in().unwrap())))
        .collect();
    let of = |name: &str| rows.iter().find(|(row, _)| row == name).unwrap().1;
    assert!((of("straight flush") - 22_100.0 / 48.0).abs() < 1e-9);
    assert!((of("pair") - 22_100.0 / 3_744.0).abs() < 1e-9);
    // One more for the pair gives back what the pairs are worth.
    let gradient = sheet.rows().into_iter().find(|row| row.row == "pair").unwrap().gradient;
    assert_eq!(gradient, fraction(-3_744, 22_100));
    // The third and fourth moments, summed hand by hand.
    let nets = [
        (40.0, 48.0),
        (30.0, 52.0),
        (6.0, 720.0),
        (4.0, 1_096.0),
        (1.0, 3_744.0),
        (-1.0, 16_440.0),
    ];
    let mean = nets.iter().map(|(net, hands)| net * hands / 22_100.0).sum::<f64>();
    let moment = |power: i32| -> f64 {
        nets.iter().map(|(net, hands)| (net - mean).powi(power) * hands / 22_100.0).sum()
    };
    assert!((distribution.skewness() - moment(3) / moment(2).powf(1.5)).abs() < 1e-9);
    assert!((distribution.kurtosis() - moment(4) / moment(2).powi(2)).abs() < 1e-9);
    // $25 a bet, six seats, 50 rounds: 300 bets of which the house keeps 512 of 22,100.
    let pace = Pace { rounds_an_hour: 50, seats: 6 };
    let win = sheet.win_an_hour(pace, Cents::dollars(25));
    assert_eq!(win, fraction(300 * 25 * 512, 22_100));
}

/// The ante, played by the published queen-six-four, and pair plus over all 407,170,400 deals, one by one.
#[test]
fn ante_beside_pair_plus_by_plain_counting() {
    let all = plain::sets(3);
    let hands: Vec<(u64, hands::naive::Key, i64, i64, bool)> = all
        .iter()
        .map(|set| {
            let cards = [set[0], set[1], set[2]].map(|place| cards::DECK[place]);
            let key = hands::naive::three(&cards);
            let (plus, bonus) =
                [(-1, 0), (1, 0), (4, 0), (6, 1), (30, 4), (40, 5)][usize::from(key[0])];
            let bits = set.iter().fold(0u64, |bits, place| bits | 1 << place);
            let plays = key[..4] >= [0, 12, 6, 4][..];
            (bits, key, plus, bonus, plays)
        })
        .collect();
    let is_qualified = |key: &hands::naive::Key| key[..2] >= [0, 12][..];
    let keys: Vec<u32> = {
        let mut different: Vec<_> = hands.iter().map(|hand| hand.1).collect();
        different.sort_unstable();
        different.dedup();
        hands.iter().map(|hand| different.binary_search(&hand.1).unwrap() as u32).collect()
    };
    let (mut product, mut net) = (0i64, 0i64);
    let dealers: Vec<(u64, u32, bool)> =
        hands.iter().zip(&keys).map(|(hand, key)| (hand.0, *key, is_qualified(&hand.1))).collect();
    for ((own, _, plus, bonus, plays), value) in hands.iter().zip(&keys) {
        if !plays {
            product -= 18_424 * plus;
            net -= 18_424;
            continue;
        }
        let mut sum = 18_424 * bonus;
        for (dealer, other, qualifies) in &dealers {
            if own & dealer == 0 {
                sum += match value.cmp(other) {
                    _ if !qualifies => 1,
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => -2,
                };
            }
        }
        product += sum * plus;
        net += sum;
    }
    let deals = 407_170_400i64;
    assert_eq!(net, -13_733_780, "the published edge");
    let expected = fraction(product, deals) - fraction(net, deals) * fraction(-512, 22_100);
    let sheets = sheets(&subject("three-card-poker", &[]), Some("ante"), Some("standard"));
    let found = sheets[0].covariances.iter().find(|one| one.with == "pair-plus").unwrap();
    assert_eq!(found.exact, Some(expected));
    assert_eq!(found.method, Method::Counted);
}

/// Wagers bet together: the variance of a sum is the sum of variances and covariances. $10 and $5.
#[test]
fn bets_together() {
    let subject = subject("three-card-poker", &[]);
    let all = sheets(&subject, None, None);
    let of = |wager: &str| all.iter().find(|par| par.analysis.wager == wager).unwrap();
    let (ante, plus) = (of("ante"), of("pair-plus"));
    let bets =
        [("ante", 10), ("pair-plus", 5)].map(|(id, bet)| (id.to_owned(), Cents::dollars(bet)));
    let found = combined(&all, &bets).unwrap();
    let variance = |par: &Par| par.analysis.distribution.standard_deviation().powi(2);
    let covariance =
        ante.covariances.iter().find(|one| one.with == "pair-plus").unwrap().covariance;
    let expected = 100.0 * variance(ante) + 25.0 * variance(plus) + 100.0 * covariance;
    assert!((found.deviation - expected.sqrt()).abs() < 1e-9);
    // Both lose on the same hands, so they move together.
    assert!(covariance > 0.5, "{covariance}");
}

/// The greatest payout of one seat is settled again on its cards, and is as likely as its row.
#[test]
fn greatest_payouts_are_deals() {
    for (game, wager, schedule, payout, chance) in [
        // 48 straight flushes; $1,000 at 40 to 1.
        ("three-card-poker", "pair-plus", "standard", 40_000, Some((48, 22_100))),
        // Four royal flushes, let ride three times at 1,000 to 1.
        ("let-it-ride", "base", "A", 0, Some((4, 2_598_960))),
        ("caribbean-stud", "ante", "standard", 0, None),
    ] {
        let subject = subject(game, &[]);
        let sheet = sheets(&subject, Some(wager), Some(schedule)).remove(0);
        let one = sheet.greatest.iter().find(|one| one.seats == 1).unwrap();
        assert!(one.is_greatest, "{game} {wager}: {one:?}");
        assert_eq!(again(&subject, wager, one), one.payout, "{game} {wager}: {}", one.deal);
        if payout > 0 {
            assert_eq!(one.payout, Cents::dollars(payout));
        }
        if let Some((part, space)) = chance {
            assert_eq!(one.chance, Some(Chance::OfPayout(fraction(part, space))), "{game}");
        }
    }
}

/// What the first seat's deal pays on a wager, settled without limits and decisions but the largest.
fn again(subject: &Subject, wager: &str, one: &Greatest) -> Cents {
    let posting = games::Posting { game: subject.game().to_owned(), ..games::Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let cards_of = |who: &str| -> Vec<cards::Card> {
        let part = one.deal.split("; ").find_map(|part| part.strip_prefix(&format!("{who}: ")));
        part.map(|text| cards::parse_cards(text).unwrap()).unwrap_or_default()
    };
    let (own, dealer, board) = (cards_of("seat 1"), cards_of("dealer"), cards_of("board"));
    let wager = subject.section().wager(wager).unwrap();
    let mut actions = Vec::new();
    loop {
        let deal = OnCards { own: &own, dealer: &dealer, board: &board, actions: &actions };
        let round = Round::on_cards(&table, &wager.bets[0], one.bet, deal);
        match round.next() {
            // The largest wager is the one that adds the most; nothing is taken back.
            games::Next::Decision(choice) => {
                let kept = choice.actions.iter().filter(|action| **action != games::Action::Pull);
                let most = kept.max_by_key(|action| {
                    let mut with = actions.clone();
                    with.push(**action);
                    let deal =
                        OnCards { own: &own, dealer: &dealer, board: &board, actions: &with };
                    Round::on_cards(&table, &wager.bets[0], one.bet, deal).staked(SeatNumber::FIRST)
                });
                actions.push(*most.unwrap());
            }
            _ => {
                let lines = &round.settlement().lines;
                let own = lines.iter().filter(|line| wager.lines.iter().any(|id| id == line.wager));
                return own.map(|line| line.returned - line.staked).sum();
            }
        }
    }
}

/// Seven seats with pair plus can all hold straight flushes, of which a deck holds sixteen at once; Caribbean's
/// progressive has four royals and then straight flushes.
#[test]
fn a_full_table_holds_the_best_hands_of_a_deck() {
    let sheet =
        sheets(&subject("three-card-poker", &[]), Some("pair-plus"), Some("standard")).remove(0);
    let all = sheet.greatest.iter().find(|one| one.seats > 1).unwrap();
    assert_eq!(all.payout, Cents::dollars(40_000) * i64::from(all.seats));
    assert!(all.is_greatest, "{all:?}");
    // Every choice of so many of the 48 straight flushes without a card in common, in every order, one by one.
    let hands: Vec<u64> = plain::sets(3)
        .into_iter()
        .filter(|set| plain::three([set[0], set[1], set[2]].map(|place| cards::DECK[place])) >= 5)
        .map(|set| set.iter().fold(0u64, |bits, place| bits | 1 << place))
        .collect();
    assert_eq!(hands.len(), 48);
    fn choices(hands: &[u64], taken: u64, left: u8) -> u64 {
        if left == 0 {
            return 1;
        }
        let each = hands.iter().enumerate().filter(|(_, hand)| *hand & taken == 0);
        each.map(|(place, hand)| choices(&hands[place + 1..], taken | hand, left - 1)).sum()
    }
    let ways = choices(&hands, 0, all.seats);
    let mut expected = fraction(ways, 1);
    for seat in 0..u64::from(all.seats) {
        let left = 52 - 3 * seat;
        expected = expected * fraction(seat + 1, 1) * fraction(6, left * (left - 1) * (left - 2));
    }
    let Some(Chance::OfPayout(chance)) = &all.chance else { panic!("{all:?}") };
    assert_eq!(*chance, expected);
}

/// The house is ahead with a chance of 95% from the rounds named on, and not just before.
#[test]
fn rounds_to_ahead_are_the_first() {
    let ask = Ask { wager: Some("pair-plus".to_owned()), ..Ask::default() };
    let analysis = analyse(&subject("three-card-poker", &[]), &ask, &Silent).unwrap().remove(0);
    let found = ahead(&analysis.distribution);
    let (normal, exact) = (found.normal.unwrap(), found.exact.unwrap());
    // (1.645 × 2.910646 / 0.0231674)².
    assert!((normal - 42_706.0).abs() < 30.0, "{normal}");
    let at = |rounds: u64| chance_ahead(&analysis.distribution, rounds).unwrap();
    assert!(at(exact) >= 0.95 && at(exact - 1) < 0.95);
    assert!((exact as f64 / normal - 1.0).abs() < 0.05, "{exact} {normal}");
}
