//! Caribbean stud: published figures, the rule's settlement hand by hand, other pays.

use std::sync::LazyLock;

use cards::{Card, DECK, Rank};
use games::Action;
use hands::naive;
use num_bigint::BigUint;
use odds::{
    Ask, AskError, Body, Exact, PayLimitError, Silent, Solution, SpotError, analyse, fraction,
    percent, simple, solve, whole,
};

use crate::up_card::{Decision, Decks, changed, spot, spot_of, subject};

const GAME: &str = "caribbean-stud";

/// The best play, solved once for all tests.
static BEST: LazyLock<Solution> =
    LazyLock::new(|| solve(&subject(GAME), "ante", None, None, &Silent).unwrap());

fn played(strategy: &str) -> Solution {
    solve(&subject(GAME), "ante", None, Some(strategy), &Silent).unwrap()
}

#[test]
fn ante_and_bet_are_as_published() {
    let ante = &BEST.distribution;
    let loss = 1_041_372_912_372u64;
    assert_eq!(ante.house_edge(), fraction(loss, 19_933_230_517_200u64));
    assert_eq!(*ante.space(), 19_933_230_517_200u64.into());
    assert_eq!(percent(&ante.house_edge(), 4), "5.2243%");
    assert_eq!(percent(&ante.element_of_risk(), 4), "2.5553%");
    assert_eq!(format!("{:.3}", ante.standard_deviation()), "2.243");
}

#[test]
fn progressives_are_as_published() {
    let ask = Ask { wager: Some("progressive".to_owned()), ..Ask::default() };
    let found = analyse(&subject(GAME), &ask, &Silent).unwrap();
    let ids: Vec<&str> = found.iter().map(|one| one.schedule.as_str()).collect();
    assert_eq!(ids, ["CS-10", "CS-5000", "PMG-01", "PMG-02"]);
    let break_even = found[0].meter.as_ref().unwrap().break_even().unwrap();
    assert_eq!(odds::digits(&break_even, 2), "218047.37");
    // By hand from the counts of five-card hands: 4, 36, 624, 3,744, 5,108 of 2,598,960.
    let fixed = fraction(500 * 624 + 100 * 3_744 + 50 * 5_108, 2_598_960);
    assert_eq!(found[0].meter.as_ref().unwrap().fixed, fixed);
    let rate = fraction(4 * 10 + 36, 2_598_960 * 10);
    assert_eq!(found[0].meter.as_ref().unwrap().coefficient, rate);
    let straight_flushes = fraction(36 * 5_000, 2_598_960);
    assert_eq!(found[1].meter.as_ref().unwrap().fixed, fixed + straight_flushes);
}

#[test]
fn simple_strategies_cost_what_is_published() {
    let edge = |id| played(id).distribution.house_edge();
    assert_eq!(percent(&edge("pair-or-ace-king"), 3), "5.682%");
    assert_eq!(percent(&edge("always-raise"), 3), "16.607%");
    let optimal = BEST.distribution.house_edge();
    for strategy in simple(&subject(GAME), "ante") {
        assert!(edge(strategy.id) >= optimal, "{}", strategy.id);
    }
}

#[test]
fn every_deal_ends_and_is_decided_once() {
    let space: BigUint = 19_933_230_517_200u64.into();
    for solution in [&*BEST, &played("ak-j83"), &played("always-raise")] {
        assert_eq!(*solution.distribution.space(), space);
        let decided: BigUint = solution.actions.iter().map(|share| &share.combinations).sum();
        assert_eq!(decided, space);
        let folds = solution.distribution.outcomes().iter().find(|outcome| outcome.row == "fold");
        let folded = &solution.actions.iter().find(|share| share.action == Action::Fold).unwrap();
        assert_eq!(folds.map_or(0u8.into(), |fold| fold.combinations.clone()), folded.combinations);
    }
}

/// With every hand bet, who holds which cards is even: the player's rows are as likely as hands of
/// five cards are, and every hand that beats one beats it from the other side of the table too.
#[test]
fn betting_always_is_even_before_the_pays() {
    let always = played("always-raise").distribution;
    let deals = |row: &str| -> BigUint {
        let of_row = always.outcomes().iter().filter(|outcome| outcome.row.starts_with(row));
        of_row.map(|outcome| &outcome.combinations).sum()
    };
    // The dealer does not qualify: neither a pair nor ace-king. High cards are 1,302,540, of which
    // those with ace and king are 164 sets of ranks of 1,020 each.
    let unqualified = (1_302_540u64 - 164 * 1_020) * 1_533_939 * 5;
    assert_eq!(deals("the dealer does not qualify"), unqualified.into());
    // Both qualify and one wins, or only the dealer qualifies and wins.
    let qualified = 2_598_960 - (1_302_540u64 - 164 * 1_020);
    let all = BigUint::from(qualified * 1_533_939 * 5);
    assert_eq!(deals("wins") + deals("ties") + deals("loses"), all);
    let only_the_dealer = deals("loses") - deals("wins");
    // Pairs of hands of which one qualifies and the other does not are as many either way round.
    let both = all - &only_the_dealer;
    assert_eq!(both, deals("wins") * 2u8 + deals("ties"));
}

/// What a bet on a hand returns on average against a card up, from the text of (13) to (18), hand by
/// hand.
fn bet_by_the_rule(own: [Card; 5], up: Card) -> Exact {
    let value = naive::five(&own);
    let free: Vec<Card> =
        DECK.into_iter().filter(|card| !own.contains(card) && *card != up).collect();
    // (16): royal flush 100, straight flush 50, four 20, full house 7, flush 5, straight 4, three
    // 3, two pair 2, one pair or less 1.
    let odds = [1, 1, 2, 3, 4, 5, 7, 20, 50, 100][usize::from(value[0])];
    let mut net = 0i64;
    for a in 0..46 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    let dealer = naive::five(&[free[a], free[b], free[c], free[d], up]);
                    let qualifies = dealer[0] > 0 || dealer[1] == 14 && dealer[2] == 13;
                    net += match value.cmp(&dealer) {
                        _ if !qualifies => 1,
                        std::cmp::Ordering::Greater => 1 + 2 * odds,
                        std::cmp::Ordering::Equal => 0,
                        std::cmp::Ordering::Less => -3,
                    };
                }
            }
        }
    }
    fraction(net, 163_185)
}

#[test]
fn values_are_what_the_rule_pays() {
    let advisor = &*BEST.advisor;
    for (own, up) in [
        ("Ac Kd Qh Jc 9s", "As"),
        ("Ac Kd 7h 5c 2s", "7s"),
        ("2c 2d 7h 5c Ts", "As"),
        ("5c 6d 7h 8c 9s", "9d"),
        ("Ah Kh Qh Jh Th", "Ts"),
        ("9c 9d 9h 9s 2d", "2c"),
        ("3h 5h 8h Jh Kh", "Qh"),
        ("3h 5d 8h Jh Kc", "2h"),
    ] {
        let spot = spot_of(own, up);
        let own: [Card; 5] = spot.own.clone().try_into().unwrap();
        let values = advisor.values(&spot).unwrap();
        let of = |action| values.iter().find(|one| one.action == action).unwrap().value.clone();
        assert_eq!(of(Action::Play), bet_by_the_rule(own, spot.dealer[0]), "{own:?}");
        assert_eq!(of(Action::Fold), whole(-1));
        assert!(values[0].value >= values[1].value);
    }
}

/// Random hands, and random hands with ace-king, where it matters; the dealer's other cards must
/// not.
#[test]
fn the_choice_is_the_best_value() {
    let advisor = &*BEST.advisor;
    let mut decks = Decks::new(7);
    let mut bets = 0;
    for place in 0..200 {
        let mut deck = decks.shuffled();
        if place % 4 > 0 {
            for (at, rank) in [(0, Rank::Ace), (1, Rank::King)] {
                let found = deck.iter().position(|card| card.rank() == rank).unwrap();
                deck.swap(at, found);
            }
        }
        let (own, up) = (&deck[..5], deck[5]);
        let choice = Decision::new(GAME, own, up, &deck[6..10]).choose(advisor);
        assert_eq!(choice, Decision::new(GAME, own, up, &deck[10..14]).choose(advisor));
        let best = &advisor.values(&spot(own, up)).unwrap()[0];
        assert_eq!(choice, best.action, "{own:?} {up}");
        bets += usize::from(choice == Action::Play);
    }
    assert!((50..150).contains(&bets), "{bets}");
}

#[test]
fn the_choice_of_a_simple_strategy_is_its_sentence() {
    let check = |id, cases: &[(&str, &str, Action)]| {
        let advisor = played(id).advisor;
        for (own, up, action) in cases {
            let spot = spot_of(own, up);
            let others = DECK.into_iter().filter(|card| !spot.own.contains(card));
            let hidden: Vec<Card> = others.filter(|card| *card != spot.dealer[0]).take(4).collect();
            let decision = Decision::new(GAME, &spot.own, spot.dealer[0], &hidden);
            assert_eq!(decision.choose(&*advisor), *action, "{id} {own} {up}");
        }
    };
    let (bet, fold) = (Action::Play, Action::Fold);
    check("ak-j83", &[("Ac Kd Jh 8c 3s", "As", bet), ("Ac Kd Jh 8c 2s", "As", fold)]);
    check("pair-or-better", &[("Ac Kd Qh Jc 9s", "2s", fold), ("2c 2d 4h 3c 5s", "As", bet)]);
    check("pair-or-ace-king", &[("Ac Kd 4h 3c 2s", "As", bet), ("Ac Qd Jh Tc 9s", "2s", fold)]);
    check("always-raise", &[("7c 5d 4h 3c 2s", "As", bet)]);
    check(
        "ace-king-rules",
        &[
            ("Ac Kd 8h 5c 2s", "As", fold),
            ("Ac Kd 8h 5c 2s", "5s", bet),
            ("Ac Kd Jh 5c 2s", "As", bet),
            ("Ac Kd Qh 5c 2s", "4s", bet),
            ("Ac Kd Qh 5c 2s", "6s", fold),
        ],
    );
}

/// The rules that are found cost exactly what the published ones cost, and the chart says so.
#[test]
fn charts_are_found_and_say_what_they_cost() {
    let charts = BEST.advisor.charts();
    let Body::Rules(rules) = &charts[0].body else { panic!("rules") };
    assert_eq!(rules[1], "Fold less than A-K.");
    assert_eq!(rules.last().unwrap(), "Fold the rest.");
    let published = played("ace-king-rules").distribution.house_edge();
    let cost = published - BEST.distribution.house_edge();
    assert_eq!(percent(&cost, 5), "0.00022%");
    assert!(charts[0].note.contains(&format!("({cost})")), "{} {cost}", charts[0].note);
    let Body::Grid(grid) = &charts[1].body else { panic!("a grid") };
    assert_eq!((grid.rows.len(), grid.columns.len()), (2, 13));
    let simple = played("ak-j83").advisor.charts();
    assert_eq!(simple.len(), 1);
}

#[test]
fn a_spot_without_a_decision_is_refused() {
    let advisor = &*BEST.advisor;
    let refused = |own, up| advisor.values(&spot_of(own, up)).unwrap_err();
    assert!(matches!(refused("Ac Kd Qh Jc", "As"), SpotError::Cards { what: "hand", .. }));
    assert!(matches!(refused("Ac Kd Qh Jc As", "As"), SpotError::Twice(_)));
    let mut spot = spot_of("Ac Kd Qh Jc 9s", "As");
    spot.dealer.clear();
    assert!(matches!(advisor.values(&spot), Err(SpotError::Cards { has: 0, .. })));
}

/// Other pays change the strategy, and nothing is assumed of them.
#[test]
fn odd_pays_are_figured_too() {
    let two_pair = r#"  { hand = "two pair",        pays = ["2 to 1"] },"#;
    let pair = r#""pair or less",    pays = ["1 to 1"]"#;
    let pair_half = r#""pair or less",    pays = ["3 to 2"]"#;
    for (name, changes) in [
        ("missing", &[(two_pair, "")][..]),
        ("three-to-two", &[(pair, pair_half)]),
        ("huge", &[("100 to 1", "699999999 to 7")]),
    ] {
        let subject = changed(GAME, name, changes);
        let solution = solve(&subject, "ante", None, None, &Silent).unwrap();
        assert_eq!(*solution.distribution.space(), 19_933_230_517_200u64.into(), "{name}");
        for strategy in ["always-raise", "ace-king-rules"] {
            let fixed = solve(&subject, "ante", None, Some(strategy), &Silent).unwrap();
            let cost = fixed.distribution.house_edge() - solution.distribution.house_edge();
            assert!(cost >= whole(0), "{name} {strategy}");
        }
        assert!(!solution.advisor.charts().is_empty());
        if name == "missing" {
            // The ante wins, the bet loses: betting two pair is worse than before.
            let spot = spot_of("2c 2d 3h 3c 4s", "As");
            let [before, now] =
                [&*BEST, &solution].map(|one| one.advisor.values(&spot).unwrap()[0].value.clone());
            assert!(now < before);
        }
    }
}

/// Pays on which no bet up to $1,000 would be paid in whole cents are refused.
#[test]
fn gen_8_pays_without_a_common_part_are_refused() {
    let changes = [
        ("100 to 1", "429496699 to 4294967"),
        ("50 to 1", "214748899 to 4294979"),
        ("20 to 1", "85899799 to 4294991"),
        ("7 to 1", "30065159 to 4295023"),
        ("5 to 1", "21475199 to 4295041"),
    ];
    let subject = changed(GAME, "long", &changes);
    let refused = solve(&subject, "ante", None, None, &Silent).unwrap_err();
    assert_eq!(refused, AskError::Pays(PayLimitError::NoWholeCents));
}
