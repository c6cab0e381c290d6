//! Phil 'em up, 20:18:16:15.04.

use cards::{Card, Face};
use games::{
    Action, Facing, Keep, Next, Posting, Recipient, Refusal, Round, SeatNumber, Table, Viewer,
};
use money::Cents;
use rulebook::Rulebook;

use crate::support::{check, problems};

/// One seat with $10; the board's third card lies face down until the decision.
fn one(cards: &str, board: &str, action: &str) -> String {
    format!(
        "game = 'phil-em-up'\nboard = '{board}'\n[[seat]]\nnumber = 1\ncards = '{cards}'\n\
         bets = {{ bet = '10' }}\nactions = ['{action}']\n"
    )
}

/// The same where the joker completes straights and flushes too [PEU-2].
fn elsewhere(cards: &str, board: &str) -> String {
    format!("options = {{ joker = 'straights-and-flushes' }}\n{}", one(cards, board, "stay"))
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let found = problems(text);
    assert!(found.iter().any(|problem| problem.contains(message)), "{found:#?}");
}

/// The rows that are printed: $10 at 500, 250 and 100 to 1, with the stake.
#[test]
fn arsd_16_15_04_s4_a_five_aces() {
    check(&one("As Ah", "Ad Ac Jk", "stay"), "1 bet 10.00 5010.00 win (4) five aces");
}

#[test]
fn arsd_16_15_04_s4_b_a_royal_flush_without_the_joker() {
    check(&one("As Ks", "Qs Js Ts", "stay"), "1 bet 10.00 2510.00 win (4) royal flush");
}

#[test]
fn arsd_16_15_04_s4_c_a_royal_flush_with_the_joker() {
    check(
        &one("Jk Ks", "Qs Js Ts", "stay"),
        "1 bet 10.00 1010.00 win (4) royal flush with the joker",
    );
    check(
        &one("As Ks", "Qs Jk Ts", "stay"),
        "1 bet 10.00 1010.00 win (4) royal flush with the joker",
    );
}

/// The other rows are those of Las Vegas.
#[test]
fn peu_3_the_rows_that_are_not_in_the_text() {
    for (cards, board, returned, row) in [
        ("9s Ks", "Qs Js Ts", "510.00", "straight flush"),
        ("9s Jk", "Qs Js Ts", "260.00", "straight flush with the joker"),
        ("9s 9h", "9d 9c 2s", "210.00", "four of a kind"),
        ("Ks Kh", "Ad Ac Jk", "160.00", "full house"),
        ("2s 9s", "Ks Js 3s", "100.00", "flush"),
        ("5s 6h", "7s 8s 9d", "80.00", "straight"),
        ("5s 5h", "5d 8s 9d", "40.00", "three of a kind"),
        ("5s 5h", "8d 8s 9d", "30.00", "two pair"),
        ("Ts Th", "8d 4s 9d", "20.00", "pair of tens or better"),
        ("As 2h", "8d 4s Jk", "20.00", "pair of tens or better"),
    ] {
        let line = format!("1 bet 10.00 {returned} win (4) {row}");
        check(&one(cards, board, "stay"), &line);
    }
    check(&one("9s 9h", "8d 4s 2d", "stay"), "1 bet 10.00 0.00 lose (4) less than a pair of tens");
}

/// As printed the joker is an ace or completes a straight flush: no plain flush, and of straights those with an ace.
#[test]
fn peu_1_the_joker_is_an_ace_of_no_suit() {
    let lose = "1 bet 10.00 0.00 lose (4) less than a pair of tens";
    check(&one("Ks 9s", "7s 2s Jk", "stay"), lose);
    check(&one("9s Th", "7s 8d Jk", "stay"), lose);
    let straight = "1 bet 10.00 80.00 win (4) straight";
    check(&one("Ks Th", "Qs Jd Jk", "stay"), straight);
    check(&one("2s 3h", "4s 5d Jk", "stay"), straight);
    check(&one("As 3h", "4s 5d Jk", "stay"), "1 bet 10.00 20.00 win (4) pair of tens or better");
}

#[test]
fn peu_2_elsewhere_the_joker_completes_straights_and_flushes() {
    check(&elsewhere("Ks 9s", "7s 2s Jk"), "1 bet 10.00 100.00 win (4) flush");
    check(&elsewhere("9s Th", "7s 8d Jk"), "1 bet 10.00 80.00 win (4) straight");
    check(&elsewhere("As 3h", "4s 5d Jk"), "1 bet 10.00 80.00 win (4) straight");
    check(&elsewhere("9s Kd", "7s 8d Jk"), "1 bet 10.00 0.00 lose (4) less than a pair of tens");
}

/// The second bet equals the first and is settled after it on the same row.
#[test]
fn arsd_16_15_04_s3_double_or_stay() {
    check(
        &one("Ts Th", "8d 4s 9d", "double"),
        "1 bet 10.00 20.00 win (4) pair of tens or better
         1 double 10.00 20.00 win (4) pair of tens or better",
    );
    check(
        &one("9s 9h", "8d 4s 2d", "double"),
        "1 bet 10.00 0.00 lose (4) less than a pair of tens
         1 double 10.00 0.00 lose (4) less than a pair of tens",
    );
    refused(&one("Ts Th", "8d 4s 9d", "fold"), "fold");
}

#[test]
fn arsd_16_15_04_s1_one_joker_and_only_at_this_table() {
    refused(&one("Jk Jk", "8d 4s 9d", "stay"), "Jk appears twice");
    refused(
        "game = 'mississippi-stud'\nboard = '6d Kc 2s'\n[[seat]]\nnumber = 1\ncards = 'Jk 9d'\n\
         bets = { ante = '10' }\nactions = ['fold']\n",
        "this table is dealt without a joker",
    );
}

fn locked(game: &str, bet: &str) -> Round {
    let posting = Posting { game: game.to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Log);
    round.bet(SeatNumber::FIRST, bet, Cents::dollars(10)).unwrap();
    round.lock().unwrap();
    round
}

/// Two cards down to the player, two up and one down to the board; the third is seen by nobody before the decision.
#[test]
fn arsd_16_15_04_s2_the_third_community_card_lies_face_down() {
    let mut round = locked("phil-em-up", "bet");
    let mut dealt = Vec::new();
    for card in ["7s", "8d", "Qh", "Kc", "Jk"] {
        let Next::Card(want) = round.next() else { panic!("{card} is not wanted") };
        dealt.push((want.to == Recipient::Board, want.facing == Facing::Up));
        round.card(card.parse().unwrap()).unwrap();
    }
    let (own, up, down) = ((false, false), (true, true), (true, false));
    assert_eq!(dealt, [own, own, up, up, down]);
    let board = round.view(Viewer::Seat(SeatNumber::FIRST)).board;
    assert_eq!(board.last(), Some(&Face::Down));
    let Next::Decision(choice) = round.next() else { panic!("a decision is due") };
    let offered: Vec<(Action, Cents)> = choice.offers().map(|o| (o.action, o.adds)).collect();
    assert_eq!(offered, [(Action::Double, Cents::dollars(10)), (Action::Stay, Cents::ZERO)]);
    round.act(SeatNumber::FIRST, Action::Stay).unwrap();
    assert_eq!(round.view(Viewer::Public).board.last(), Some(&Face::Up(Card::JOKER)));
}

/// A table without a joker refuses it, and one with it deals it once.
#[test]
fn peu_4_the_joker_is_dealt_like_any_other_card_and_only_here() {
    let mut round = locked("mississippi-stud", "ante");
    assert_eq!(round.card(Card::JOKER), Err(Refusal::NoJoker));
    let mut round = locked("casino-war", "bet");
    assert_eq!(round.card(Card::JOKER), Err(Refusal::NoJoker));
    let mut round = locked("phil-em-up", "bet");
    round.card(Card::JOKER).unwrap();
    assert_eq!(round.card(Card::JOKER), Err(Refusal::DealtAlready(Card::JOKER)));
}
