//! Side bets of sections of their own at a table of blackjack: Dead Man's Hand 20:18:15:30.11, Lucky Lucky :30.13,
//! 21+3 :30.03.

use games::{Keep, Posting, Round, SeatNumber, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::support::{check, log, problems, settle};

/// One seat with $10 on blackjack and $5 on a side bet. The shoe: its card, the dealer's up card, its second, the hole
/// card, draws.
fn one(bet: &str, schedule: &str, shoe: &str, actions: &str) -> String {
    under("", bet, schedule, shoe, actions)
}

/// The same at a table with options.
pub(crate) fn under(options: &str, bet: &str, schedule: &str, shoe: &str, actions: &str) -> String {
    let actions: Vec<String> =
        actions.split(", ").filter(|a| !a.is_empty()).map(|action| format!("'{action}'")).collect();
    format!(
        "game = 'blackjack'\n{options}\nschedules = {{ {bet} = '{schedule}' }}\nshoe = '{shoe}'\n\
         [[seat]]\nnumber = 1\nbets = {{ blackjack = '10', {bet} = '5' }}\nactions = [{}]\n",
        actions.join(", ")
    )
}

#[test]
fn tpt_3_the_rows_of_21_plus_3() {
    for (cards, row, returned) in [
        // 2 x 100, 40, 30, 10 and 5, and the stake.
        ("7s 7s 7s", "suited three of a kind", "202.00"),
        ("6s 8s 7s", "straight flush", "82.00"),
        ("7s 7d 7h", "three of a kind", "62.00"),
        ("Qs Kd Jh", "straight", "22.00"),
        ("2s As 3d", "straight", "22.00"),
        ("Ks Qd Ah", "straight", "22.00"),
        ("2s 2s 9s", "flush", "12.00"),
    ] {
        let [first, up, second] = cards.split(' ').collect::<Vec<_>>()[..] else { panic!() };
        let text = one("21-plus-3", "V-2", &format!("{first} {up} {second} 5d"), "");
        let text = text.replace("21-plus-3 = '5'", "21-plus-3 = '2'");
        let round = open_until_decided(&text);
        assert_eq!(round, format!("21-plus-3 2.00 {returned} win {row}"), "{cards}");
    }
    let no_way_around = one("21-plus-3", "V-2", "Ks As 2d 5d", "");
    assert!(open_until_decided(&no_way_around).contains("lose no hand"));
}

/// The first line of a round of blackjack that is played only as far as its deal goes.
fn open_until_decided(text: &str) -> String {
    let field = |key: &str| {
        let rest = text.split(&format!("{key} = '")).nth(1).unwrap();
        rest.split('\'').next().unwrap().to_owned()
    };
    let (bet, schedule) = ("21-plus-3", "V-2");
    let posting = Posting {
        game: "blackjack".to_owned(),
        schedules: [(bet.to_owned(), schedule.to_owned())].into(),
        ..Posting::default()
    };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let mut round = Round::new(&table, Keep::Log);
    round.bet(SeatNumber::FIRST, "blackjack", Cents::dollars(10)).unwrap();
    let amount: i64 = text.split("21-plus-3 = '").nth(2).unwrap()[..1].parse().unwrap();
    round.bet(SeatNumber::FIRST, bet, Cents::dollars(amount)).unwrap();
    round.lock().unwrap();
    for card in field("shoe").split(' ') {
        round.card(card.parse().unwrap()).unwrap();
    }
    if let games::Next::Decision(choice) = round.next().clone()
        && choice.actions.contains(&games::Action::Decline)
    {
        round.act(SeatNumber::FIRST, games::Action::Decline).unwrap();
    }
    let line = &round.settlement().lines[0];
    let (staked, returned) = (line.staked, line.returned);
    format!("{} {staked} {returned} {} {}", line.wager, line.outcome.word(), line.row)
}

#[test]
fn lky_3_the_rows_of_lucky_lucky() {
    let lucky = |shoe: &str, row: &str| {
        check(
            &one("lucky-lucky", "PT-1", shoe, "stand"),
            &format!(
                "1 lucky-lucky 5.00 {row}
                 1 blackjack 10.00 0.00 lose :06 lower total"
            ),
        );
    };
    // The dealer's up card is the second of the shoe, and the hole card makes 17 or more.
    lucky("7s 7s 7s Td", "1005.00 win :30.13 suited 7-7-7");
    lucky("6s 8s 7s Td", "505.00 win :30.13 suited 6-7-8");
    lucky("7s 7d 7s Td", "255.00 win :30.13 7-7-7");
    lucky("6s 8d 7s Td", "155.00 win :30.13 6-7-8");
    lucky("2s 9s Ts Td", "80.00 win :30.13 suited 21");
    lucky("2s 9d Ts Td", "20.00 win :30.13 21");
    lucky("2s 8d Ts Td", "15.00 win :30.13 20");
    lucky("2s 7d Ts Td", "15.00 win :30.13 19");
    lucky("2s 9d 9s Td", "15.00 win :30.13 20");
    lucky("2s 9d 3s Td", "0.00 lose :30.13 not 19 to 21");
    // Over 21.
    lucky("5s 9d Ts Td", "0.00 lose :30.13 not 19 to 21");
}

fn hickok(shoe: &str, actions: &str) -> String {
    one("dead-mans-hand", "standard", shoe, actions)
}

#[test]
fn dmh_1_aces_and_eights_in_the_first_two_cards() {
    check(
        &hickok("8s 7d 9s Td", "stand"),
        // 5 x 2 + 5; eight and nine push against the dealer's 17.
        "1 dead-mans-hand 5.00 15.00 win :30.11 ace or eight
         1 blackjack 10.00 10.00 push :04 push",
    );
    check(
        &hickok("8s 7d As Td", "stand"),
        "1 dead-mans-hand 5.00 25.00 win :30.11 ace and eight
         1 blackjack 10.00 20.00 win :06 win",
    );
    check(
        &hickok("Ts 7d 9s Td", "stand"),
        "1 dead-mans-hand 5.00 0.00 lose :30.11 no ace or eight
         1 blackjack 10.00 20.00 win :06 win",
    );
    // 5 x 50 + 5.
    check(
        &hickok("8s Ad 8d Kd", "decline"),
        "1 dead-mans-hand 5.00 255.00 win :30.11 pair, dealer blackjack
         1 blackjack 10.00 0.00 lose :19 dealer-blackjack",
    );
}

#[test]
fn dmh_3_a_pair_that_is_not_split_is_paid_for_the_pair() {
    check(
        &hickok("8s 7d 8d Td", "stand"),
        "1 dead-mans-hand 5.00 25.00 win :30.11 pair of aces or eights
         1 blackjack 10.00 0.00 lose :06 lower total",
    );
    let log = log(&settle(&hickok("8s 7d 8d Td", "stand")));
    assert!(
        log.find("dead-mans-hand staked").unwrap() > log.find("decide 1 stand").unwrap(),
        "{log}"
    );
}

#[test]
fn dmh_4_the_two_hands_of_the_first_split() {
    // 5 x 100 + 5: each eight draws an ace.
    check(
        &hickok("8s 7d 8d Td As Ad", "split, stand, stand"),
        "1 dead-mans-hand 5.00 505.00 win :30.11 two A-8 after a split
         1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win",
    );
    // Split aces get one card each, which is enough: 5 x 20 + 5.
    check(
        &hickok("As 7d Ad Td 8s 9d", "split"),
        "1 dead-mans-hand 5.00 105.00 win :30.11 one A-8 after a split
         1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 20.00 win :06 win",
    );
    check(
        &hickok("8s 7d 8d Td 2s 3d", "split, stand, stand"),
        "1 dead-mans-hand 5.00 25.00 win :30.11 pair of aces or eights
         1 blackjack/1 10.00 0.00 lose :06 lower total
         1 blackjack/2 10.00 0.00 lose :06 lower total",
    );
    // An ace as the third card of a hand does not count.
    check(
        &hickok("8s 7d 8d Td 3s As 9s 3d", "split, hit, hit, stand"),
        "1 dead-mans-hand 5.00 25.00 win :30.11 pair of aces or eights
         1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 0.00 lose :06 lower total",
    );
}

/// The first half draws an eight and is split again, so that the ace that comes then does not count; the second draws
/// its ace first.
#[test]
fn dmh_4_a_half_that_is_split_again_no_longer_counts() {
    check(
        &hickok("8s 7d 8d Td 8c As 2c Ad", "split, split, stand, stand, stand"),
        "1 dead-mans-hand 5.00 105.00 win :30.11 one A-8 after a split
         1 blackjack/1 10.00 20.00 win :06 win
         1 blackjack/2 10.00 0.00 lose :06 lower total
         1 blackjack/3 10.00 20.00 win :06 win",
    );
}

/// Without a peek the dealer's blackjack pays 50 to 1 whatever one half drew, but two A-8 are paid 100.
#[test]
fn dmh_4_without_a_peek_the_best_row_is_paid() {
    let blind = |shoe: &str, actions: &str| {
        under("options = { peek = false }", "dead-mans-hand", "standard", shoe, actions)
    };
    check(
        &blind("8s Kd 8d Ad As 3d", "split, stand, stand"),
        "1 dead-mans-hand 5.00 255.00 win :30.11 pair, dealer blackjack
         1 blackjack/1 10.00 0.00 lose :19 dealer-blackjack
         1 blackjack/2 10.00 10.00 push :19 dealer-blackjack",
    );
    check(
        &blind("8s Kd 8d Ad As Ac", "split, stand, stand"),
        "1 dead-mans-hand 5.00 505.00 win :30.11 two A-8 after a split
         1 blackjack/1 10.00 0.00 lose :19 dealer-blackjack
         1 blackjack/2 10.00 10.00 push :19 dealer-blackjack",
    );
}

/// Where a section provides for no tip, none rides: not beside the bet, and not on the hand it goes with [BJ-7].
#[test]
fn ll_6_dmh_5_lky_4_tpt_4_no_tip_rides_on_an_added_side_bet() {
    for (bet, schedule) in [
        ("lucky-ladies", "A"),
        ("dead-mans-hand", "standard"),
        ("lucky-lucky", "PT-1"),
        ("21-plus-3", "V-1"),
    ] {
        for line in [bet, "blackjack"] {
            let text = one(bet, schedule, "8s 7d 9s Td", "stand");
            let text = text.replace("actions =", &format!("tips = {{ {line} = '1' }}\nactions ="));
            let why = problems(&text).join("\n");
            assert!(why.contains(&format!("a tip cannot ride on {line}")), "{why}");
        }
    }
}
