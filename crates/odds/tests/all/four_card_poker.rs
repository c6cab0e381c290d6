//! Four-Card poker: published figures, the rule's settlement hand by hand, other pays.

use std::sync::LazyLock;

use cards::{Card, DECK, Rank};
use games::Action;
use hands::{FourValue, naive};
use num_bigint::BigUint;
use odds::{
    Analysis, Ask, Body, Exact, Silent, Solution, Subject, analyse, fraction, percent, simple,
    solve, whole,
};
use rulebook::Rulebook;

use crate::up_card::{Decision, Decks, changed, spot, spot_of, subject};

const GAME: &str = "four-card-poker";
const DEALS: u64 = 167_439_136_344_480;

/// The best play, solved once for all tests.
static BEST: LazyLock<Solution> =
    LazyLock::new(|| solve(&subject(GAME), "ante", None, None, &Silent).unwrap());

fn played(strategy: &str) -> Solution {
    solve(&subject(GAME), "ante", None, Some(strategy), &Silent).unwrap()
}

fn analysed(wager: &str) -> Vec<Analysis> {
    let ask = Ask { wager: Some(wager.to_owned()), ..Ask::default() };
    analyse(&subject(GAME), &ask, &Silent).unwrap()
}

#[test]
fn ante_and_play_are_as_published() {
    let found = analysed("ante");
    assert_eq!(found.len(), 7);
    for ante in &found {
        assert_eq!(percent(&ante.house_edge(), 2), "2.79%", "{}", ante.schedule);
        assert_eq!(*ante.distribution.space(), DEALS.into());
        let decided: BigUint = ante.actions.iter().map(|share| &share.combinations).sum();
        assert_eq!(decided, DEALS.into());
    }
}

/// The counts of the best four of five are published: each schedule by hand.
#[test]
fn aces_up_is_as_published() {
    let found = analysed("aces-up");
    assert_eq!(percent(&found[0].house_edge(), 4), "1.9786%");
    // Four of a kind, straight flush, three of a kind, flush, straight, two pair.
    let counts = [624, 2_072, 58_656, 114_616, 101_808, 123_552];
    let pays = [
        [50, 40, 9, 6, 4, 2, 1],
        [50, 40, 7, 6, 5, 2, 1],
        [50, 30, 9, 6, 4, 2, 1],
        [50, 30, 7, 6, 5, 2, 1],
        [50, 40, 8, 5, 4, 3, 1],
        [50, 40, 8, 6, 4, 2, 1],
        [50, 40, 7, 5, 4, 3, 1],
    ];
    let aces = pairs_of_aces();
    for (analysis, pays) in found.iter().zip(pays) {
        let won: i64 = counts.iter().chain([&aces]).zip(pays).map(|(count, pay)| count * pay).sum();
        let lost = 2_598_960 - counts.iter().sum::<i64>() - aces;
        assert_eq!(analysis.house_edge(), fraction(lost - won, 2_598_960), "{}", analysis.schedule);
    }
}

/// Hands whose best four are a pair of aces, counted plainly.
fn pairs_of_aces() -> i64 {
    let aces: Vec<Card> = DECK.into_iter().filter(|card| card.rank() == Rank::Ace).collect();
    let others: Vec<Card> = DECK.into_iter().filter(|card| card.rank() != Rank::Ace).collect();
    let mut count = 0;
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        for c in 0..48 {
            for d in 0..c {
                for e in 0..d {
                    let hand = [aces[a], aces[b], others[c], others[d], others[e]];
                    // A pair is category 1 of the four-card order.
                    count += i64::from(naive::best_four(&hand)[0] == 1);
                }
            }
        }
    }
    count
}

#[test]
fn progressives_follow_their_orders() {
    let found = analysed("progressive");
    let ids: Vec<&str> = found.iter().map(|one| one.schedule.as_str()).collect();
    assert_eq!(ids, ["FCCP-1", "FCCP-2", "FCCP-3", "PMG-01", "PMG-02"]);
    // FCCP-1 on the best four of five [FCP-5]: four aces are 48 hands, the other fours 576.
    let first = found[0].meter.as_ref().unwrap();
    assert_eq!(first.coefficient, fraction(48, 2_598_960));
    assert_eq!(first.fixed, fraction(576 * 300 + 2_072 * 100 + 58_656 * 9, 2_598_960));
    // PMG-01 on all five.
    let multi = found[3].meter.as_ref().unwrap();
    let fixed = 624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9;
    assert_eq!(multi.fixed, fraction(fixed, 2_598_960));
}

/// FCCP-1 on five-card hands: four aces 48 hands, the other fours 576, straight flushes 40 with the royals, three of a
/// kind 54,912 and full houses 3,744.
#[test]
fn fcp_5_fccp_on_five_card_hands() {
    let options = [("fccp-cards".to_owned(), "five".to_owned())].into();
    let five = Subject::open(Rulebook::embedded(), GAME, None, options).unwrap();
    let ask = Ask { wager: Some("progressive".to_owned()), ..Ask::default() };
    let found = analyse(&five, &ask, &Silent).unwrap();
    let first = found.iter().find(|one| one.schedule == "FCCP-1").unwrap();
    let meter = first.meter.as_ref().unwrap();
    assert_eq!(meter.coefficient, fraction(48, 2_598_960));
    assert_eq!(meter.fixed, fraction(576 * 300 + 40 * 100 + (54_912 + 3_744) * 9, 2_598_960));
}

#[test]
fn simple_strategies_cost_something() {
    let edge = |id| played(id).distribution.house_edge();
    let optimal = BEST.distribution.house_edge();
    for strategy in simple(&subject(GAME), "ante") {
        assert!(edge(strategy.id) >= optimal, "{}", strategy.id);
    }
    assert!(edge("by-up-card") < edge("pair-of-tens"));
    // Playing always, the wager does not matter but for the bonus, which is on the ante.
    let bonus = fraction(624 * 25 + 2_072 * 20 + 58_656 * 2, 2_598_960);
    assert_eq!((edge("always-play-1x") + &bonus) * whole(2), edge("always-play-3x") + bonus);
}

/// What playing so many antes returns on average, from the text of (10), hand by hand.
fn play_by_the_rule(own: [Card; 5], up: Card, antes: i64) -> Exact {
    let value = naive::best_four(&own);
    let free: Vec<Card> =
        DECK.into_iter().filter(|card| !own.contains(card) && *card != up).collect();
    let own_value = FourValue::best_of_5(&own);
    // Four of a kind 25, straight flush 20, three of a kind 2; the order of four cards.
    let bonus = [0, 0, 0, 0, 0, 2, 20, 25][usize::from(value[0])];
    let mut net = 0i64;
    for a in 0..46 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let dealer = [free[a], free[b], free[c], free[d], free[e], up];
                        let wins = own_value >= FourValue::best_of_6(&dealer);
                        net += bonus + if wins { 1 + antes } else { -1 - antes };
                    }
                }
            }
        }
    }
    fraction(net, 1_370_754)
}

#[test]
fn values_are_what_the_rule_pays() {
    let advisor = &*BEST.advisor;
    for (own, up) in [
        ("Ac Kd Qh 7c 2s", "2d"),
        ("9c 9d 7h 5c 2s", "9s"),
        ("Kc Kd 7h 5c Ts", "As"),
        ("5c 6d 7h 8c 2s", "9d"),
        ("Ah Kh Qh Jh Ts", "Td"),
        ("9c 9d 9h 9s 2d", "2c"),
        ("3h 5h 8h Jh Kc", "Qh"),
    ] {
        let spot = spot_of(own, up);
        let own: [Card; 5] = spot.own.clone().try_into().unwrap();
        let values = advisor.values(&spot).unwrap();
        assert_eq!(values.len(), 4);
        for one in &values {
            let value = match one.action {
                Action::PlayTimes(antes) => play_by_the_rule(own, spot.dealer[0], antes.into()),
                _ => whole(-1),
            };
            assert_eq!(one.value, value, "{own:?} {}", one.action);
        }
    }
}

/// Random hands, and random pairs, where it matters; the dealer's other cards must not.
#[test]
fn the_choice_is_the_best_value() {
    let advisor = &*BEST.advisor;
    let mut decks = Decks::new(11);
    let mut made = [0; 4];
    for place in 0..80 {
        let mut deck = decks.shuffled();
        if place % 4 > 0 {
            let rank = deck[0].rank();
            let found = deck.iter().rposition(|card| card.rank() == rank).unwrap();
            deck.swap(1, found);
        }
        let (own, up) = (&deck[..5], deck[5]);
        let choice = Decision::new(GAME, own, up, &deck[6..11]).choose(advisor);
        assert_eq!(choice, Decision::new(GAME, own, up, &deck[11..16]).choose(advisor));
        let best = &advisor.values(&spot(own, up)).unwrap()[0];
        assert_eq!(choice, best.action, "{own:?} {up}");
        made[if let Action::PlayTimes(antes) = choice { usize::from(antes) } else { 0 }] += 1;
    }
    // Between one and three antes nothing is ever best.
    assert!(made[0] > 5 && made[1] > 5 && made[2] == 0 && made[3] > 5, "{made:?}");
}

#[test]
fn charts_are_found_and_say_what_they_cost() {
    let charts = BEST.advisor.charts();
    let Body::Grid(grid) = &charts[1].body else { panic!("a grid") };
    assert_eq!(grid.columns.len(), 13);
    assert!(grid.cells.iter().all(|row| row.len() == 13));
    let row = |name: &str| grid.rows.iter().position(|row| row == name).unwrap();
    assert_eq!(grid.cells[row("pair of tens")][8..10], ["3", "1"], "against a ten and a jack");
    assert!(charts[1].note.contains("0.0601%"), "{}", charts[1].note);
    let words: Vec<&String> = grid.legend.iter().map(|key| &key.word).collect();
    assert!(grid.cells.iter().flatten().all(|cell| words.contains(&cell)));
}

#[test]
fn odd_pays_are_figured_too() {
    let seven = |one: &str, pays: &str| {
        format!("{one}[{}]", [pays; 7].map(|pays| format!("\"{pays}\"")).join(", "))
    };
    let fours = seven(r#"{ hand = "four of a kind",  pays = "#, "25 to 1");
    let huge = fours.replacen("25 to 1", "699999999 to 7", 3);
    let row = format!("{fours} }},");
    let even = |when: &str| format!("if = \"{when}\"\npays = \"1 to 1\"");
    let [tie, win] = ["The hands tie.", "The player beats the dealer."].map(even);
    let [push, half] = [tie.replace("1 to 1", "push"), win.replace("1 to 1", "3 to 2")];
    let ask = Ask { wager: Some("ante".to_owned()), ..Ask::default() };
    let found = analyse(&changed(GAME, "huge", &[(&fours, &huge)]), &ask, &Silent).unwrap();
    let edges: Vec<Exact> = found.iter().map(Analysis::house_edge).collect();
    assert!(found.iter().all(|one| *one.distribution.space() == DEALS.into()));
    assert!(edges[0] < edges[3], "three schedules of seven pay more");
    assert_eq!((&edges[0], &edges[3]), (&edges[2], &edges[6]));

    let optimal = |name, from: &str, to: &str| {
        solve(&changed(GAME, name, &[(from, to)]), "ante", None, None, &Silent).unwrap()
    };
    // No hand with four of a kind is folded for want of its bonus, so that is all it loses.
    let edge = BEST.distribution.house_edge();
    let missing = optimal("missing", &row, "");
    let bonus = fraction(624 * 25, 2_598_960);
    assert_eq!(missing.distribution.house_edge(), &edge + bonus);
    assert!(optimal("push", &tie, &push).distribution.house_edge() > edge);
    let half = optimal("three-to-two", &win, &half);
    assert!(half.distribution.house_edge() < edge);
    assert!(!half.advisor.charts().is_empty());
}
