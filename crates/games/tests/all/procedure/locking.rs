//! What the dealer does between the bets and the first card, and when lammers lie on side bets.

use games::play_recorded;
use rulebook::Rulebook;

use super::{due, replayed};

/// The operations of a round, each followed by the steps that it makes due: `lock`, `> sensors (4)`.
#[track_caller]
fn told(text: &str) -> Vec<String> {
    let played =
        play_recorded(Rulebook::embedded(), "test", text).unwrap_or_else(|p| panic!("{p}"));
    let section = played.round.table().section().number.clone();
    let (mut told, mut ops) = (Vec::new(), played.round.log().ops().map(|op| op.to_string()));
    let mut is_first = true;
    replayed(&played.round, |round, events| {
        if !std::mem::take(&mut is_first) {
            told.push(ops.next().unwrap());
        }
        for step in due(round, events) {
            let seat = step.seat.map_or_else(String::new, |seat| format!(" {seat}"));
            let cite = step.cite[0].to_string().replace(&section, "");
            told.push(format!("> {}{seat} {cite}", step.step.id));
        }
    });
    told
}

/// What is told between the lock and the first card.
fn before_the_deal(told: &[String]) -> Vec<&str> {
    let lock = told.iter().position(|line| line.starts_with("lock")).unwrap();
    let after = told[lock + 1..].iter().take_while(|line| line.starts_with('>'));
    after.map(String::as_str).collect()
}

fn stud(game: &str, schedule: &str, dealer: &str, bets: &str) -> String {
    format!(
        "game = '{game}'\nschedules = {{ progressive = '{schedule}' }}\nmeter = '10000'\n\
         dealer = '{dealer}'\n[[seat]]\nnumber = 1\ncards = '9d 9h 9s 4d 2h'\n\
         bets = {{ ante = '10'{bets} }}\nactions = ['fold']\n"
    )
}

/// "The dealer shall press the appropriate button. The sensors shall lock in the bet and light up. The dealer shall
/// remove all progressive bets. [It] shall be collected prior to cards being dealt."
#[test]
fn arsd_16_15_10_s4_bets_are_locked_lit_and_collected_before_the_deal() {
    let text = |bets| stud("four-card-poker", "FCCP-1", "2c 3h 7d 8h Jc Qh", bets);
    let steps = told(&text(", progressive = '1'"));
    let found = before_the_deal(&steps);
    let own: Vec<&str> = found.iter().copied().filter(|step| step.ends_with("(4)")).collect();
    assert_eq!(own, ["> keypad-lock (4)", "> sensors (4)", "> take-progressive (4)"], "{found:?}");
    let none = told(&text(""));
    assert!(!before_the_deal(&none).iter().any(|step| step.contains("sensors")), "{none:?}");
}

/// "Once all players place their bets, the dealer will press the appropriate button on the keypad. The sensors will then
/// light up. The dealer then follows house procedures for dealing."
#[test]
fn arsd_16_15_05_s3_s5_an_optional_wager_lights_the_sensor_before_the_deal() {
    let text = |bets| stud("caribbean-stud", "CS-10", "Ac Kd 4h 3s 2c", bets);
    let steps = told(&text(", progressive = '1'"));
    let found = before_the_deal(&steps);
    let place = |id: &str| found.iter().position(|step| *step == format!("> {id} (5)"));
    assert!(place("keypad-lock").is_some() && place("keypad-lock") < place("sensors"), "{found:?}");
    // The wager is optional: an ante alone is dealt in, and no sensor is lit.
    let none = told(&text(""));
    assert!(!before_the_deal(&none).iter().any(|step| step.contains("sensors")), "{none:?}");
    // It is additional: without an ante it is refused.
    let alone = text(", progressive = '1'").replace("ante = '10', ", "");
    assert!(play_recorded(Rulebook::embedded(), "test", &alone).is_err());
}

/// Seat 1 has a blackjack, seat 2 busts, seat 3 stands; seat 2's side bet may be missing.
fn buster(lammers: &str, side_bet: &str) -> Vec<String> {
    told(&format!(
        "game = 'buster-blackjack'\noptions = {{ lammers = '{lammers}' }}\n\
         shoe = 'As Ts Tc 6d Ks 6s 9c Td Kh Kc'\n\
         [[seat]]\nnumber = 1\nbets = {{ blackjack = '10', buster = '5' }}\n\
         [[seat]]\nnumber = 2\nbets = {{ blackjack = '10'{side_bet} }}\nactions = ['hit']\n\
         [[seat]]\nnumber = 3\nbets = {{ blackjack = '10', buster = '5' }}\nactions = ['stand']\n"
    ))
}

#[test]
fn arsd_15_30_07_s6a_s6b_lammers_lie_before_the_deal_or_after_a_blackjack_or_bust() {
    let placed = |steps: &[String]| -> Vec<String> {
        let is_placed = |line: &&String| line.contains("(6)");
        steps.iter().filter(is_placed).cloned().collect()
    };
    let side = ", buster = '5'";
    assert_eq!(placed(&buster("none", side)), [""; 0]);
    let before = buster("before-the-deal", side);
    assert_eq!(placed(&before), ["> lammers-before (6)(a)"]);
    assert!(before_the_deal(&before).contains(&"> lammers-before (6)(a)"), "{before:?}");
    let late = |side_bet| placed(&buster("after-blackjack-or-bust", side_bet));
    let blackjack = "> lammer-on-blackjack 1 (6)(b)";
    assert_eq!(late(side), [blackjack, "> lammer-on-bust 2 (6)(b)"]);
    assert_eq!(late(""), [blackjack], "no side bet, no lammer");
}
