//! Nothing in a round file is dropped in silence: what has no effect is refused with its place, or it
//! has a line.

use crate::support::{check, lines, log, problems, settle};

/// Three seats of Three-card poker; seat 2 has two cards, which is a misdeal (5).
const MISDEAL: &str = "game = 'three-card-poker'
dealer = 'Qs Td 8c'
[[seat]]
number = 1
cards = '7d 5c 3s'
bets = { ante = '20', pair-plus = '5' }
tips = { ante = '5', play = '5' }
actions = ['play']
[[seat]]
number = 2
cards = '2d 4c'
bets = { ante = '10', pair-plus = '5' }
actions = ['fold']
[[seat]]
number = 3
cards = 'Ad Jd 9h'
bets = { ante = '10' }
actions = ['fold']
";

#[test]
fn gen_12_decisions_before_a_misdeal_have_their_lines() {
    // Every wager goes back: play, which was made, and what the folds had lost.
    check(
        MISDEAL,
        "3 ante 10.00 10.00 dead (5) misdeal
         2 ante 10.00 10.00 dead (5) misdeal
         2 pair-plus 5.00 5.00 dead (5) misdeal
         1 play 20.00 20.00 dead (5) misdeal
         1 ante 20.00 20.00 dead (5) misdeal
         1 pair-plus 5.00 5.00 dead (5) misdeal",
    );
    let tips: Vec<String> = settle(MISDEAL)
        .settlement()
        .tips
        .iter()
        .map(|tip| format!("{} {} {} {}", tip.wager, tip.staked, tip.returned, tip.outcome.word()))
        .collect();
    assert_eq!(tips, ["play 5.00 5.00 dead", "ante 5.00 5.00 dead"]);
}

#[test]
fn gen_12_a_misdeal_is_found_where_the_file_stops() {
    // Without decisions it was found before them; with one, after it.
    let none = MISDEAL.replace(", play = '5'", "");
    let none = none.replace("actions = ['fold']\n", "").replace("actions = ['play']\n", "");
    assert_eq!(lines(&settle(&none)).len(), 5, "no play wager was made");
    let one = MISDEAL.replace("actions = ['fold']\n", "");
    assert!(lines(&settle(&one)).contains(&"1 play 20.00 20.00 dead (5) misdeal".to_owned()));
    let log = log(&settle(&one));
    assert!(log.contains("decide 1 play with tip 5.00\nreport wrong-number-of-cards 2\n"), "{log}");
    // Seat 3 cannot have decided before seat 1.
    let late = MISDEAL.replace(", play = '5'", "").replace("actions = ['play']\n", "");
    assert_eq!(
        problems(&late),
        [
            "test:12: seat[2].actions[1]: left over: \"fold\" was never asked for",
            "test:17: seat[3].actions[1]: left over: \"fold\" was never asked for",
        ]
    );
}

#[test]
fn gen_12_an_action_too_many_in_a_void_round_is_refused() {
    assert_eq!(
        problems(&MISDEAL.replace("['play']", "['play', 'play']")),
        ["test:8: seat[1].actions[2]: left over: \"play\" was never asked for"]
    );
}

#[test]
fn gen_12_a_play_tip_of_a_void_round_without_the_play_is_refused() {
    let none = MISDEAL.replace("actions = ['fold']\n", "").replace("actions = ['play']\n", "");
    assert_eq!(
        problems(&none),
        ["test:7: seat[1].tips.play: no tip can ride on play: the player made no wager there"]
    );
}

/// One seat of Mississippi stud with three cards: a misdeal (5).
fn mississippi(board: &str, actions: &str) -> String {
    format!(
        "game = 'mississippi-stud'\nboard = '{board}'\n[[seat]]\nnumber = 1\n\
         cards = '9s 9h 9d'\nbets = {{ ante = '10' }}\nactions = [{actions}]\n"
    )
}

#[test]
fn gen_12_cards_after_a_misdeal_are_refused() {
    check(
        &mississippi("2c", "'bet 1x'"),
        "1 third 10.00 10.00 dead (5) misdeal
         1 ante 10.00 10.00 dead (5) misdeal",
    );
    assert_eq!(
        problems(&mississippi("2c 3c 4c", "'bet 1x'")),
        ["test:2: board: left over, never dealt: 3c 4c"]
    );
    assert_eq!(
        problems(&format!("burns = '2c'\n{}", mississippi("", ""))),
        ["test:1: burns: left over, never dealt: 2c"]
    );
    assert_eq!(
        problems(&format!("shoe = '2c'\n{}", mississippi("", ""))),
        ["test:1: shoe: left over, never dealt: 2c"]
    );
}

#[test]
fn gen_12_more_cards_than_a_hand_can_hold_are_refused() {
    let found = problems(&mississippi("", "").replace("9s 9h 9d", &deck(30)));
    assert_eq!(
        found,
        ["test:5: seat[1].cards: 30 cards are too many for a hand, even in a misdeal"]
    );
}

fn deck(cards: usize) -> String {
    let cards = (0..cards).filter_map(cards::Card::from_index);
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

/// Caribbean stud against a dealer with four cards (10).
const DEALER_SHORT: &str = "game = 'caribbean-stud'
dealer = 'Ac Kd 4h 3s'
[[seat]]
number = 1
cards = '9c 9s 9h 4c 4d'
bets = { ante = '10' }
actions = ['play']
";

#[test]
fn arsd_16_15_05_s10_what_a_void_dealer_leaves_over_is_refused() {
    assert_eq!(
        problems(&DEALER_SHORT.replace("['play']", "['play', 'fold']")),
        ["test:7: seat[1].actions[2]: left over: \"fold\" was never asked for"]
    );
    assert_eq!(
        problems(&DEALER_SHORT.replace("dealer =", "board = '2c'\ndealer =")),
        ["test:2: board: left over, never dealt: 2c"]
    );
}

#[test]
fn arsd_16_15_05_s10_a_dead_hands_actions_too_many_are_refused() {
    let dead = DEALER_SHORT.replace("4h 3s'", "4h 3s 2c'").replace(" 4d'", "'");
    check(
        &dead,
        "1 ante 10.00 10.00 dead (10) dead hand
         1 bet 20.00 20.00 dead (10) dead hand",
    );
    assert_eq!(
        problems(&dead.replace("['play']", "['fold', 'play']")),
        ["test:7: seat[1].actions[2]: left over: \"play\" was never asked for"]
    );
}

/// One seat of Three-card poker, with something said of the table.
fn plain(table: &str, seat: &str) -> String {
    format!(
        "game = 'three-card-poker'\n{table}\ndealer = 'Qs Td 8c'\n[[seat]]\nnumber = 1\n\
         cards = '7d 5c 3s'\nbets = {{ ante = '20' }}\nactions = ['play']\n{seat}\n"
    )
}

#[test]
fn h212_5_a_button_and_chips_are_refused_where_no_pot_is_played_for() {
    let found = problems(&plain("button = 1", ""));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("test:2: button: "), "{found:?}");
    let found = problems(&plain("", "chips = '5'"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("test:9: seat[1].chips: "), "{found:?}");
}

#[test]
fn bj_4_reshuffled_cards_are_refused_where_nothing_is_reshuffled() {
    let found = problems(&plain("reshuffled = '2c'", ""));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("test:2: reshuffled: "), "{found:?}");
    // Nor where the shoe has not run out.
    let blackjack = "game = 'blackjack'\nshoe = 'Ts 9h 8c 8d'\nreshuffled = ''\n[[seat]]\n\
                     number = 1\nbets = { blackjack = '10' }\nactions = ['stand']\n";
    assert_eq!(
        problems(blackjack),
        ["test:3: reshuffled: the discards were never reshuffled: the cards did not run out"]
    );
}

#[test]
fn unknown_keys_are_refused_everywhere() {
    let first = |table: &str, seat: &str| {
        let found = problems(&plain(table, seat));
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    assert!(first("colour = 'red'", "").starts_with("test:2: colour: "));
    assert!(first("", "colour = 'red'").starts_with("test:9: seat[1].colour: "));
    assert!(first("options = { colour = 'red' }", "").starts_with("test:2: options.colour: "));
    assert!(first("schedules = { colour = 'red' }", "").starts_with("test:2: schedules.colour: "));
    assert!(first("", "tips = { colour = '5' }").starts_with("test:9: seat[1].tips.colour: "));
}

#[test]
fn gen_9_a_limit_that_nothing_is_held_to_is_refused() {
    let refused = |limits: &str| problems(&plain(&format!("limits = {{ {limits} }}"), ""));
    assert_eq!(
        refused("pear = '5 to 50'"),
        [
            "test:2: limits.pear: no limit can be posted for \"pear\" here; there is ante, pair-plus, \
          six-card-bonus, progressive, play, ante-bonus"
        ]
    );
    // The section has no limit on wagers together.
    assert!(refused("total = '5 to 50'")[0].contains("no limit can be posted for \"total\""));
    assert_eq!(
        refused("ante = '50 to 5'"),
        ["test:2: limits.ante: the minimum, $50, is over the maximum, $5"]
    );
}

#[test]
fn prg_1_a_meter_without_a_progressive_is_refused_and_a_reserve_without_a_meter() {
    assert_eq!(
        problems(&plain("meter = '1000'", "")),
        ["test:2: meter: no progressive is posted: give its schedule or leave the meter out"]
    );
    let posted = "schedules = { progressive = 'paytable-1' }";
    assert_eq!(
        problems(&plain(&format!("{posted}\nreserve = '5'"), "")),
        ["test:3: reserve: it belongs to a meter: give meter too"]
    );
    // A posted meter that nobody bets on is only a sign.
    assert!(settle(&plain(&format!("{posted}\nmeter = '1000'"), "")).meter().is_none());
}
