//! Mississippi Stud, 20:18:16:15.14.

use std::sync::Arc;

use cards::{Card, Face};
use games::{
    Action, Facing, Keep, Next, Posting, Recipient, Refusal, Report, Round, SeatNumber, Table,
    Viewer,
};
use money::Cents;
use rulebook::{Consequence, Irregularity, Rulebook};

use crate::support::{check, check_meter, lines, posted_wager, problems, settle};

/// One seat with an ante of $10.
fn one(cards: &str, board: &str, actions: &str) -> String {
    seat(cards, board, "ante = '10'", actions)
}

/// One seat.
fn seat(cards: &str, board: &str, bets: &str, actions: &str) -> String {
    let actions: Vec<String> = actions.split(", ").map(|action| format!("'{action}'")).collect();
    let actions = actions.join(", ");
    format!(
        "game = 'mississippi-stud'\nboard = '{board}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ {bets} }}\nactions = [{actions}]\n"
    )
}

/// The same with something said of the table.
fn posted(table: &str, text: &str) -> String {
    text.replacen('\n', &format!("\n{table}\n"), 1)
}

const RAISES: &str = "bet 1x, bet 2x, bet 3x";

/// A hand of each row, best first: own cards, board, row.
const HANDS: [(&str, &str, &str); 10] = [
    ("As Ks", "Qs Js Ts", "royal flush"),
    ("9s 8s", "7s 6s 5s", "straight flush"),
    ("9s 9h", "9d 9c 2s", "four of a kind"),
    ("9s 9h", "9d 2c 2s", "full house"),
    ("As 9s", "7s 4s 2s", "flush"),
    ("As 2h", "3d 4c 5s", "straight"),
    ("9s 9h", "9d 4c 2s", "three of a kind"),
    ("3s 3h", "4d 4c 2s", "two pair"),
    ("Js 9h", "Jd 4c 2s", "pair of jacks or better"),
    ("6s 9h", "6d 4c 2s", "pair of sixes to tens"),
];

#[test]
fn arsd_16_15_14_s2_the_ante_is_at_most_25_dollars() {
    let ante = |bets: &str| seat("6s 9h", "6d 4c 2s", bets, RAISES);
    assert_eq!(settle(&ante("ante = '25'")).settlement().lines.len(), 4);
    assert_eq!(
        problems(&ante("ante = '26'")),
        ["test:3: seat[1]: $26 on ante is over the maximum of $25"]
    );
    // In the older text too.
    let old = posted("edition = '2011-01-10'", &ante("ante = '26'"));
    assert_eq!(problems(&old), ["test:4: seat[1]: $26 on ante is over the maximum of $25"]);
    // The house may post less, and a minimum [GEN-9].
    let limits = "limits = { ante = '5 to 15' }";
    assert_eq!(
        problems(&posted(limits, &ante("ante = '16'"))),
        ["test:4: seat[1]: $16 on ante is over the maximum of $15"]
    );
    assert_eq!(
        problems(&posted(limits, &ante("ante = '4'"))),
        ["test:4: seat[1]: $4 on ante is under the minimum of $5"]
    );
}

#[test]
fn arsd_16_15_14_s2_the_progressive_goes_with_the_ante() {
    let table = "schedules = { progressive = 'MS-STUD-01' }\nmeter = '10000'";
    let text = seat("6s 9h", "6d 4c 2s", "progressive = '1'", RAISES);
    assert_eq!(problems(&posted(table, &text)), ["test:5: seat[1]: ante must be bet"]);
    let found = problems(&text);
    assert!(found[0].contains("unknown bet \"progressive\""), "{found:?}");
    let found = problems(&posted("schedules = { progressive = 'MS-STUD-01' }", &text));
    assert!(found[0].contains("needs a posted schedule and a meter"), "{found:?}");
}

/// The tips of a round: wager, staked, returned, result.
fn tips(text: &str) -> Vec<String> {
    let tip = |tip: &games::TipLine| {
        format!("{} {} {} {}", tip.wager, tip.staked, tip.returned, tip.outcome.word())
    };
    settle(text).settlement().tips.iter().map(tip).collect()
}

#[test]
fn arsd_16_15_14_s3_a_tip_rides_on_the_ante_with_or_without_street_wagers() {
    let tip = "tips = { ante = '5' }\n";
    // Two pair at 2 to 1; the pair of sixes pushes; a fold takes the tip ante with the ante.
    assert_eq!(tips(&(one("3s 3h", "4d 4c 2s", RAISES) + tip)), ["ante 5.00 15.00 win"]);
    assert_eq!(tips(&(one("6s 9h", "6d 4c 2s", RAISES) + tip)), ["ante 5.00 5.00 push"]);
    assert_eq!(tips(&(one("6s 9h", "", "fold") + tip)), ["ante 5.00 0.00 lose"]);
    assert_eq!(
        problems(&(one("6s 9h", "6d 4c 2s", RAISES) + "tips = { ante = '11' }\n")),
        ["test:3: seat[1]: the tip of $11 on ante is more than the player's own $10"]
    );
}

#[test]
fn ms_3_street_tips_are_the_players_multiple_of_the_tip_ante() {
    // Two pair pays everything 2 to 1: $5, 2 x $5 and 3 x $5 come back threefold. Each may be left
    // out, and the tip ante stays.
    let text = |tips: &str| one("3s 3h", "4d 4c 2s", RAISES) + &format!("tips = {{ {tips} }}\n");
    assert_eq!(
        tips(&text("ante = '5', third = '5', fourth = '10', fifth = '15'")),
        [
            "third 5.00 15.00 win",
            "fourth 10.00 30.00 win",
            "fifth 15.00 45.00 win",
            "ante 5.00 15.00 win",
        ]
    );
    assert_eq!(
        tips(&text("fourth = '10', ante = '5'")),
        ["fourth 10.00 30.00 win", "ante 5.00 15.00 win"]
    );
    let lines = lines(&settle(&text("ante = '5', third = '5'")));
    assert_eq!(lines[0], "1 third 10.00 30.00 win (16) two pair", "tips are in no line");
    // A fold on 4th street takes the tips on the ante and on 3rd street.
    let folded = one("3s 9h", "4d", "bet 1x, fold") + "tips = { ante = '5', third = '5' }\n";
    assert_eq!(tips(&folded), ["third 5.00 0.00 lose", "ante 5.00 0.00 lose"]);
}

#[test]
fn ms_3_a_street_tip_that_cannot_ride_is_refused() {
    let refused = |actions: &str, board: &str, tips: &str| {
        let text = one("3s 3h", board, actions) + &format!("tips = {{ {tips} }}\n");
        let found = problems(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    };
    assert_eq!(
        refused(RAISES, "4d 4c 2s", "third = '5'"),
        "test:8: seat[1].tips.third: a tip on third needs a tip on ante: 20:18:16:15.14(3)"
    );
    assert_eq!(
        refused(RAISES, "4d 4c 2s", "ante = '5', fourth = '5'"),
        "test:8: seat[1].tips.fourth: the tip on fourth must be $10 (2x the tip on ante), not $5: \
         20:18:16:15.14(3)"
    );
    assert_eq!(
        refused("bet 1x, fold", "4d", "ante = '5', fourth = '5'"),
        "test:8: seat[1].tips.fourth: no tip can ride on fourth: the player made no wager there"
    );
}

fn number(seat: u8) -> SeatNumber {
    SeatNumber::new(seat).expect("1 to 7")
}

/// A round of three seats with an ante of $5 each, locked.
fn locked(dealing: &str) -> Round {
    let posting = Posting {
        game: "mississippi-stud".to_owned(),
        options: [("dealing".to_owned(), dealing.to_owned())].into(),
        ..Posting::default()
    };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).expect("it is all known");
    let mut round = Round::new(&table, Keep::Log);
    for seat in [1, 2, 3] {
        round.bet(number(seat), "ante", Cents::dollars(5)).expect("bets are open");
    }
    round.lock().expect("the bets are legal");
    round
}

/// Plays a round in which everyone bets once the ante: to whom cards go and who decides, in order.
fn course(round: &mut Round) -> String {
    let mut deck = (0..).map_while(cards::Card::from_index);
    let mut course = String::new();
    loop {
        match round.next().clone() {
            Next::Card(want) => {
                match want.to {
                    Recipient::Seat { seat, .. } => {
                        assert_eq!(want.facing, Facing::Down);
                        course.push_str(&seat.to_string());
                    }
                    Recipient::Board => {
                        assert_eq!(want.facing, Facing::Up);
                        course.push('B');
                    }
                    other => panic!("nothing goes to {other:?}"),
                }
                let card = deck.next().expect("52 are enough");
                round.card(card).expect("it is new");
            }
            Next::Decision(choice) => {
                course.push_str(&format!(" {}? ", choice.seat));
                round.act(choice.seat, Action::BetTimes(1)).expect("it is offered");
            }
            Next::Bets | Next::Award(_) | Next::Done => return course,
        }
    }
}

#[test]
fn arsd_16_15_14_s4_two_cards_each_by_hand_or_by_machine_and_a_card_a_street() {
    let streets = " 1?  2?  3? B 1?  2?  3? B 1?  2?  3? B";
    assert_eq!(course(&mut locked("hand")), format!("123123{streets}"));
    assert_eq!(course(&mut locked("machine")), format!("112233{streets}"));
}

#[test]
fn arsd_16_15_14_s4_bets_are_locked_before_the_cards() {
    let mut round = locked("hand");
    let late = round.bet(number(1), "ante", Cents::dollars(9));
    assert_eq!(late, Err(Refusal::BetsAreClosed));
}

#[test]
fn arsd_16_15_14_s5_a_wrong_number_of_cards_is_a_misdeal() {
    // What was bet on the streets before it was found goes back too, and what was lost by a fold;
    // the meter is as before [GEN-12].
    for cards in ["2d", "2d 2c 7h"] {
        let text = JACKPOTS.replace("2d 2c", cards);
        check(
            &text,
            "4 third 5.00 5.00 dead (5) misdeal
             4 fourth 10.00 10.00 dead (5) misdeal
             4 fifth 15.00 15.00 dead (5) misdeal
             4 ante 5.00 5.00 dead (5) misdeal
             4 progressive 1.00 1.00 dead (5) misdeal
             3 third 5.00 5.00 dead (5) misdeal
             3 fourth 5.00 5.00 dead (5) misdeal
             3 ante 5.00 5.00 dead (5) misdeal
             2 third 5.00 5.00 dead (5) misdeal
             2 ante 5.00 5.00 dead (5) misdeal
             2 progressive 1.00 1.00 dead (5) misdeal
             1 ante 5.00 5.00 dead (5) misdeal
             1 progressive 1.00 1.00 dead (5) misdeal",
        );
        check_meter(&text, ["12345.6700", "0.0000", "0.0000", "12345.6700"]);
        assert!(settle(&text).is_void());
    }
}

#[test]
fn arsd_16_15_14_s5_an_exposed_card_is_turned_over_and_the_deal_goes_on() {
    let mut round = locked("hand");
    let (ace, king): (Card, Card) = ("As".parse().unwrap(), "Ks".parse().unwrap());
    round.card(ace).unwrap();
    round.card(king).unwrap();
    let before = round.next().clone();
    let report = Report::new(Irregularity::ExposedCard, Some(number(2))).of_card(king);
    let order = round.report_in_full(report).unwrap();
    assert_eq!(order.consequence, Consequence::PlayOn);
    assert!(round.table().citation(order.cite).to_string().ends_with("(5)"));
    assert_eq!(*round.next(), before);
    // Everyone sees the king from now on, nobody the ace but its player.
    let seen = |round: &Round, seat: usize| {
        let view = round.view(Viewer::Public);
        view.seats[seat].hands[0].cards.clone()
    };
    assert_eq!(seen(&round, 0), [Face::Down]);
    assert_eq!(seen(&round, 1), [Face::Up(king)]);
    assert!(course(&mut round).starts_with("3123"));
    assert_eq!(seen(&round, 1)[0], Face::Up(king));
    assert!(!round.is_void());
}

#[test]
fn arsd_16_15_14_s6_third_fourth_fifth_ante_from_the_dealers_right() {
    check(
        "game = 'mississippi-stud'
         board = 'Jd 4c 2s'
         [[seat]]
         number = 3
         cards = 'Js 9h'
         bets = { ante = '5' }
         actions = ['bet 3x', 'bet 1x', 'bet 2x']
         [[seat]]
         number = 6
         cards = 'Ks 9d'
         bets = { ante = '20' }
         actions = ['bet 1x', 'bet 1x', 'bet 3x']",
        "6 third 20.00 0.00 lose (15)(b) no qualifying hand
         6 fourth 20.00 0.00 lose (15)(b) no qualifying hand
         6 fifth 60.00 0.00 lose (15)(b) no qualifying hand
         6 ante 20.00 0.00 lose (15)(b) no qualifying hand
         3 third 15.00 30.00 win (16) pair of jacks or better
         3 fourth 5.00 10.00 win (16) pair of jacks or better
         3 fifth 10.00 20.00 win (16) pair of jacks or better
         3 ante 5.00 10.00 win (16) pair of jacks or better",
    );
}

#[test]
fn arsd_16_15_14_s7_a_fold_on_two_cards_forfeits_the_ante() {
    check(&one("Js 9h", "", "fold"), "1 ante 10.00 0.00 lose (7) fold");
}

#[test]
fn arsd_16_15_14_s10_a_fold_on_three_cards_forfeits_ante_and_third_street() {
    check(
        &one("Js 9h", "2d", "bet 3x, fold"),
        "1 third 30.00 0.00 lose (10) fold
         1 ante 10.00 0.00 lose (10) fold",
    );
}

#[test]
fn arsd_16_15_14_s13_a_fold_on_four_cards_forfeits_ante_third_and_fourth_street() {
    check(
        &one("Js 9h", "2d 4c", "bet 1x, bet 2x, fold"),
        "1 third 10.00 0.00 lose (13) fold
         1 fourth 20.00 0.00 lose (13) fold
         1 ante 10.00 0.00 lose (13) fold",
    );
}

#[test]
fn arsd_16_15_14_s7_wagers_are_collected_in_the_order_of_folding() {
    // Seat 3 folds on two cards, before seat 1, who folds on three.
    check(
        "game = 'mississippi-stud'
         board = '6d 4c 2s'
         [[seat]]
         number = 1
         cards = 'Ks 9d'
         bets = { ante = '10' }
         actions = ['bet 1x', 'fold']
         [[seat]]
         number = 2
         cards = '6s 9h'
         bets = { ante = '5' }
         actions = ['bet 1x', 'bet 1x', 'bet 1x']
         [[seat]]
         number = 3
         cards = '8s 3h'
         bets = { ante = '15' }
         actions = ['fold']",
        "3 ante 15.00 0.00 lose (7) fold
         1 third 10.00 0.00 lose (10) fold
         1 ante 10.00 0.00 lose (10) fold
         2 third 5.00 5.00 push (16) pair of sixes to tens
         2 fourth 5.00 5.00 push (16) pair of sixes to tens
         2 fifth 5.00 5.00 push (16) pair of sixes to tens
         2 ante 5.00 5.00 push (16) pair of sixes to tens",
    );
}

#[test]
fn arsd_16_15_14_s8_s11_s14_a_street_is_bet_for_one_to_three_antes() {
    let illegal = |actions: &str| problems(&one("6s 9h", "6d 4c 2s", actions));
    let write = "is not legal here; write bet 1x, bet 2x, bet 3x or fold";
    let at = |place: usize, action: &str| {
        [format!("test:7: seat[1].actions[{place}]: \"{action}\" {write}")]
    };
    assert_eq!(illegal("bet 4x, bet 1x, bet 1x"), at(1, "bet 4x"));
    assert_eq!(illegal("bet 1x, check, bet 1x"), at(2, "check"));
    assert_eq!(illegal("bet 1x, bet 1x, bet 10"), at(3, "bet 10"));
    assert_eq!(illegal("bet 1x, bet 0x, bet 1x"), at(2, "bet 0x"));
    assert_eq!(
        illegal("bet 1x, bet 1x"),
        ["test:3: seat[1]: an action is missing: one of bet 1x, bet 2x, bet 3x, fold"]
    );
    assert_eq!(
        problems(&one("6s 9h", "", "fold, fold")),
        ["test:7: seat[1].actions[2]: left over: \"fold\" was never asked for"]
    );
}

#[test]
fn gen_9_a_street_is_offered_only_within_the_limits() {
    let text = one("6s 9h", "6d 4c 2s", "bet 3x, bet 1x, bet 1x");
    assert_eq!(
        problems(&posted("limits = { third = '5 to 20' }", &text)),
        ["test:8: seat[1].actions[1]: \"bet 3x\" is not legal here; write bet 1x, bet 2x or fold"]
    );
    assert_eq!(
        problems(&posted("limits = { third = '5 to 8' }", &text)),
        ["test:4: seat[1]: ante would require $10 on third later, which is not allowed: $10 on \
             third is over the maximum of $8"]
    );
}

#[test]
fn arsd_16_15_14_s9_s12_s15_a_community_card_a_street_as_long_as_anyone_is_in() {
    let board = |board: &str| problems(&one("6s 9h", board, RAISES));
    assert_eq!(board("6d 4c"), ["test:2: board: a card is missing after 2"]);
    assert_eq!(board("6d 4c 2s 3s"), ["test:2: board: left over, never dealt: 3s"]);
    // When the last player has folded, no more of it is dealt.
    assert_eq!(
        problems(&one("6s 9h", "6d 4c", "bet 1x, fold")),
        ["test:2: board: left over, never dealt: 4c"]
    );
}

#[test]
fn arsd_16_15_14_s16_every_row_pays_all_four_wagers() {
    // What comes back for $1: the odds and the dollar; the last row pushes.
    let times = [501, 101, 41, 11, 7, 5, 4, 3, 2, 1];
    for ((cards, board, row), times) in HANDS.into_iter().zip(times) {
        let back = |stake: i64| Cents::dollars(stake * times);
        let result = if times == 1 { "push" } else { "win" };
        check(
            &one(cards, board, RAISES),
            &format!(
                "1 third 10.00 {} {result} (16) {row}
                 1 fourth 20.00 {} {result} (16) {row}
                 1 fifth 30.00 {} {result} (16) {row}
                 1 ante 10.00 {} {result} (16) {row}",
                back(10),
                back(20),
                back(30),
                back(10)
            ),
        );
    }
}

#[test]
fn ms_1_sixes_to_tens_push_fives_lose_jacks_win() {
    let result = |cards: &str, board: &str| {
        settle(&one(cards, board, RAISES)).settlement().lines[3].outcome.word()
    };
    assert_eq!(result("5s 5h", "Kd 9c 2s"), "lose");
    assert_eq!(result("6s 6h", "Kd 9c 2s"), "push");
    assert_eq!(result("Ts Th", "Kd 9c 2s"), "push");
    assert_eq!(result("Js Jh", "Kd 9c 2s"), "win");
    assert_eq!(result("As Ah", "Kd 9c 2s"), "win");
    // A pair on the board is everyone's; ace high is nobody's.
    assert_eq!(result("5s 4h", "6d 6c 2s"), "push");
    assert_eq!(result("As Qh", "Kd 9c 2s"), "lose");
}

/// On a board of Q-J-T of spades seat 1 folds the royal and seat 4 plays a straight flush; seat 2
/// folds a pair with a progressive bet, seat 3 folds without one.
const JACKPOTS: &str = "
    game = 'mississippi-stud'
    schedules = { progressive = 'MS-STUD-01' }
    meter = '12345.67'
    reserve = '50.25'
    board = 'Qs Js Ts'
    [[seat]]
    number = 1
    cards = 'As Ks'
    bets = { ante = '5', progressive = '1' }
    actions = ['fold']
    [[seat]]
    number = 2
    cards = '2d 2c'
    bets = { ante = '5', progressive = '1' }
    actions = ['bet 1x', 'fold']
    [[seat]]
    number = 3
    cards = '4d 3c'
    bets = { ante = '5' }
    actions = ['bet 1x', 'bet 1x', 'fold']
    [[seat]]
    number = 4
    cards = '9s 8s'
    bets = { ante = '5', progressive = '1' }
    actions = ['bet 1x', 'bet 2x', 'bet 3x']";

/// The lines of one wager in a round.
fn of(text: &str, wager: &str) -> Vec<String> {
    let named = |line: &String| line.split(' ').nth(1) == Some(wager);
    lines(&settle(text)).into_iter().filter(named).collect()
}

#[test]
fn arsd_16_15_14_s17_progressive_and_envy_at_the_end_folded_hands_too() {
    // The meter shows 12,345.67 + 25% of $3 = 12,346.42. Seat 4 first: 10%, 1,234.64 whole cents;
    // seat 1 takes the rest, 11,111.78, with the hand it folded [PRG-13]. Envy: seat 4 $1,000 for
    // the royal; seat 2, which folded too, $300 and $1,000; seat 1 $300.
    check(
        JACKPOTS,
        "1 ante 5.00 0.00 lose (7) fold
         2 third 5.00 0.00 lose (10) fold
         2 ante 5.00 0.00 lose (10) fold
         3 third 5.00 0.00 lose (13) fold
         3 fourth 5.00 0.00 lose (13) fold
         3 ante 5.00 0.00 lose (13) fold
         4 third 5.00 505.00 win (16) straight flush
         4 fourth 10.00 1010.00 win (16) straight flush
         4 fifth 15.00 1515.00 win (16) straight flush
         4 ante 5.00 505.00 win (16) straight flush
         4 progressive 1.00 1234.64 win (17) straight flush
         2 progressive 1.00 0.00 lose (17) no award
         1 progressive 1.00 11111.78 win (17) royal flush
         4 envy 0.00 1000.00 win (17)(b)(iii) royal flush
         2 envy 0.00 300.00 win (17)(b)(iii) straight flush
         2 envy 0.00 1000.00 win (17)(b)(iii) royal flush
         1 envy 0.00 300.00 win (17)(b)(iii) straight flush",
    );
    // 1,234.64 + 11,111.78 off it; then seed plus reserve.
    check_meter(JACKPOTS, ["12345.6700", "0.7500", "12346.4200", "10050.2500"]);
}

#[test]
fn prg_5_each_award_is_paid_from_the_meter_as_the_one_before_left_it() {
    // The royal in seat 4 takes 12,346.42; the straight flush in seat 1 takes 10% of 10,050.25.
    let swapped = JACKPOTS.replace("As Ks", "..").replace("9s 8s", "As Ks").replace("..", "9s 8s");
    assert_eq!(
        of(&swapped, "progressive"),
        [
            "4 progressive 1.00 12346.42 win (17) royal flush",
            "2 progressive 1.00 0.00 lose (17) no award",
            "1 progressive 1.00 1005.02 win (17) straight flush",
        ]
    );
    check_meter(&swapped, ["12345.6700", "0.7500", "13351.4400", "9045.2300"]);
    // `split` shares equal top awards alone. All five cards of a royal play, so no two hands of a
    // round have one, and nothing changes.
    let split = JACKPOTS.replacen("meter", "options = { house-procedure = 'split' }\nmeter", 1);
    assert_eq!(of(&split, "progressive"), of(JACKPOTS, "progressive"));
    check_meter(&split, ["12345.6700", "0.7500", "12346.4200", "10050.2500"]);
}

/// A hand with a progressive bet, at a table that posts it.
fn progressive(schedule: &str, wager: &str, meter: &str, (cards, board): (&str, &str)) -> String {
    let options = posted_wager(schedule, wager);
    let table = format!("schedules = {{ progressive = '{schedule}' }}\n{options}meter = '{meter}'");
    let bets = format!("ante = '5', progressive = '{wager}'");
    posted(&table, &seat(cards, board, &bets, RAISES))
}

#[test]
fn arsd_16_15_14_s17_three_of_a_kind_or_better_wins_and_the_stake_is_kept() {
    // $5 on 20,000.00 + 25% of $5 = 20,001.25: 100%, 10% = 2,000.12 (and half a cent that stays);
    // then 300, 50, 40, 30 and 9 times $5 in all.
    let awards = ["20001.25", "2000.12", "1500.00", "250.00", "200.00", "150.00", "45.00"];
    for schedule in ["MS-STUD-01", "PMG-01", "PMG-02"] {
        for ((cards, board, row), award) in HANDS.into_iter().zip(awards) {
            assert_eq!(
                of(&progressive(schedule, "5", "20000", (cards, board)), "progressive"),
                [format!("1 progressive 5.00 {award} win (17) {row}")]
            );
        }
        for (cards, board, _) in &HANDS[7..] {
            assert_eq!(
                of(&progressive(schedule, "5", "20000", (cards, board)), "progressive"),
                ["1 progressive 5.00 0.00 lose (17) no award"]
            );
        }
    }
}

#[test]
fn arsd_16_15_14_s17_percentages_come_off_the_meter_and_others_from_the_tray() {
    check_meter(
        &progressive("PMG-01", "5", "20000", ("9s 8s", "7s 6s 5s")),
        ["20000.0000", "1.2500", "2000.1200", "18001.1300"],
    );
    check_meter(
        &progressive("PMG-01", "5", "20000", ("9s 9h", "9d 9c 2s")),
        ["20000.0000", "1.2500", "0.0000", "20001.2500"],
    );
    // 12,345.6789 + 0.25 = 12,345.9289 pays 12,345.92; 0.0089 stays beside the seed [PRG-3].
    check_meter(
        &progressive("MS-STUD-01", "1", "12345.6789", ("As Ks", "Qs Js Ts")),
        ["12345.6789", "0.2500", "12345.9200", "10000.0089"],
    );
}

#[test]
fn prg_18_the_progressive_is_the_nominal_wager_or_a_multiple() {
    let royal = ("As Ks", "Qs Js Ts");
    let after = |schedule: &str, wager: &str| {
        let meter = settle(&progressive(schedule, wager, "15000", royal)).meter().unwrap();
        meter.after.to_string()
    };
    // The seed follows the posted wager over the nominal one [PRG-7].
    assert_eq!(after("MS-STUD-01", "1"), "10000.0000");
    assert_eq!(after("PMG-01", "3"), "30000.0000");
    assert_eq!(after("PMG-02", "5"), "50000.0000");
    assert_eq!(after("PMG-02", "10"), "100000.0000");
    for wager in ["1", "7"] {
        let found = problems(&progressive("PMG-02", wager, "15000", royal));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("progressive") && found[0].contains("$5"), "{}", found[0]);
    }
}

#[test]
fn prg_7_envy_follows_the_posted_wager_over_the_nominal_one() {
    // PMG-02 prints $5,000 and $1,500 for $5; the table posts $10.
    let text = JACKPOTS
        .replace("MS-STUD-01' }", "PMG-02' }\n    options = { progressive-wager = '10' }")
        .replace("progressive = '1'", "progressive = '10'");
    assert_eq!(
        of(&text, "envy"),
        [
            "4 envy 0.00 10000.00 win (17)(b)(iii) royal flush",
            "2 envy 0.00 3000.00 win (17)(b)(iii) straight flush",
            "2 envy 0.00 10000.00 win (17)(b)(iii) royal flush",
            "1 envy 0.00 3000.00 win (17)(b)(iii) straight flush",
        ]
    );
}

#[test]
fn prg_6_a_hand_triggers_envy_without_a_bet_of_its_own_and_gets_none() {
    // Seat 4 plays its straight flush without a progressive bet.
    let text = JACKPOTS.replace(
        "cards = '9s 8s'\n    bets = { ante = '5', progressive = '1' }",
        "cards = '9s 8s'\n    bets = { ante = '5' }",
    );
    assert_eq!(
        of(&text, "envy"),
        [
            "2 envy 0.00 300.00 win (17)(b)(iii) straight flush",
            "2 envy 0.00 1000.00 win (17)(b)(iii) royal flush",
            "1 envy 0.00 300.00 win (17)(b)(iii) straight flush",
        ]
    );
}

#[test]
fn prg_6_a_folded_hand_without_a_bet_of_its_own_triggers_no_envy() {
    // Seat 1 folds the royal and has no bet: it lies face down in the rack. Seat 2 still has envy of
    // seat 4's straight flush.
    let text = JACKPOTS.replacen("'5', progressive = '1'", "'5'", 1);
    assert_eq!(of(&text, "envy"), ["2 envy 0.00 300.00 win (17)(b)(iii) straight flush"]);
    assert_eq!(of(&text, "progressive").len(), 2);
}

#[test]
fn prg_6_nobody_wins_envy_from_their_own_second_hand() {
    let text = JACKPOTS.replace("number = 4", "number = 4\n    player = 1");
    assert_eq!(
        of(&text, "envy"),
        [
            "2 envy 0.00 300.00 win (17)(b)(iii) straight flush",
            "2 envy 0.00 1000.00 win (17)(b)(iii) royal flush",
        ]
    );
}

/// One seat that folds with a live progressive.
fn folded(cards: &str, board: &str, actions: &str) -> Vec<String> {
    let table = "schedules = { progressive = 'MS-STUD-01' }\nmeter = '10000'";
    let bets = "ante = '5', progressive = '1'";
    of(&posted(table, &seat(cards, board, bets, actions)), "progressive")
}

#[test]
fn ms_5_the_board_is_finished_for_a_progressive_that_is_still_live() {
    // A straight with the board that came after the fold.
    assert_eq!(folded("4s 5h", "6d 7c 8s", "fold"), ["1 progressive 1.00 30.00 win (17) straight"]);
    assert_eq!(
        folded("4s 5h", "6d 7c 8s", "bet 1x, bet 1x, fold"),
        ["1 progressive 1.00 30.00 win (17) straight"]
    );
    assert_eq!(
        folded("4s 5h", "6d 7c 9s", "bet 1x, fold"),
        ["1 progressive 1.00 0.00 lose (17) no award"]
    );
}

#[test]
fn ms_5_a_file_whose_board_stops_short_of_a_live_wager_is_refused() {
    let table = "schedules = { progressive = 'MS-STUD-01' }\nmeter = '10000'";
    let short = |board: &str, bets: &str, actions: &str| {
        problems(&posted(table, &seat("9s 9h", board, bets, actions)))
    };
    let live = "ante = '5', progressive = '1'";
    assert_eq!(short("", live, "fold"), ["test:4: board: a card is missing after 0"]);
    assert_eq!(short("9d", live, "bet 1x, fold"), ["test:4: board: a card is missing after 1"]);
    assert_eq!(
        short("9d 9c", live, "bet 1x, bet 1x, fold"),
        ["test:4: board: a card is missing after 2"]
    );
    assert_eq!(short("9d", live, RAISES), ["test:4: board: a card is missing after 1"]);
    // Without a live wager the deal stops where everyone has folded.
    let text = seat("9s 9h", "9d", "ante = '5'", "bet 1x, fold");
    assert_eq!(of(&posted(table, &text), "ante"), ["1 ante 5.00 0.00 lose (10) fold"]);
}

#[test]
fn ed_3_the_older_text_has_one_progressive_schedule() {
    let old = |text: &str| posted("edition = '2011-01-10'", text);
    let hand = ("9s 9h", "9d 4c 2s");
    assert_eq!(
        of(&old(&progressive("MS-STUD-01", "1", "10000", hand)), "progressive"),
        ["1 progressive 1.00 9.00 win (17) three of a kind"]
    );
    let found = problems(&old(&progressive("PMG-01", "1", "10000", hand)));
    assert!(found[0].contains("progressive has no schedule \"PMG-01\""), "{found:?}");
}
