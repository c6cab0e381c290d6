//! A round that was played, written as a round file, settles to what it was.

use cards::{Card, DeckCount};
use games::{Event, Keep, Next, NoRoundFile, Op, Report, SeatNumber, Viewer, play_recorded};
use money::Cents;
use rulebook::{Consequence, Irregularity, Rulebook};

use crate::conformance::random_report;
use crate::random_play::{Deck, Dice, meter, random_bets, random_table, step};
use crate::support::{Playing, lines};

/// How many rounds of each game are written, `CROUPIER_ROUNDS` for more.
fn rounds(usual: usize) -> usize {
    std::env::var("CROUPIER_ROUNDS").map_or(usual, |count| count.parse().expect("a number"))
}

/// The same bets with what else may be said before the lock: tips, players with several hands, the
/// button, chips.
fn dressed(plain: &Playing, dice: &mut Dice) -> Playing {
    let mut round = Playing::new(plain.table(), Some(meter()), Keep::Log);
    for op in plain.log().ops().filter(|op| *op != Op::Lock) {
        round.apply(op).expect("it was taken before");
    }
    let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|seat| seat.number).collect();
    let wagers = &round.table().section().wagers;
    let tipped: Vec<String> = wagers.iter().flat_map(|wager| wager.tips.clone()).collect();
    for &seat in &seats {
        let before = round.clone();
        if dice.one_in(3) {
            let _ = round.chips(seat, Cents::dollars(dice.below(30) as i64));
        }
        if dice.one_in(4) {
            let _ = round.player(seat, dice.pick(&seats).get());
        }
        for line in &tipped {
            if dice.one_in(2) {
                let _ = round.tip(seat, line, Cents::dollars(1 + dice.below(5) as i64));
            }
        }
        if round.check(seat).is_err() {
            round = before;
        }
    }
    if dice.one_in(2) {
        let _ = round.button(*dice.pick(&seats));
    }
    if round.lock().is_ok() { round } else { plain.clone() }
}

/// Decides with a tip where one may be added; otherwise does what comes next.
fn step_with_tips(round: &mut Playing, deck: &mut Deck, dice: &mut Dice) -> bool {
    if let Next::Decision(choice) = round.next().clone() {
        let action = *dice.pick(&choice.actions);
        for dollars in 1..=25 {
            if round.tip_line(action).is_none() || dice.one_in(60) {
                break;
            }
            let tip = Some(Cents::dollars(dollars));
            let op = Op::Decide { seat: choice.seat, hand: None, action, tip };
            if round.apply(op).is_ok() {
                return true;
            }
        }
    }
    step(round, deck, dice)
}

/// The file settles to the same lines, tips, rake and meter.
fn check_file(round: &Playing, text: &str) {
    let again = match play_recorded(Rulebook::embedded(), "round", text) {
        Ok(played) => Playing(played),
        Err(problems) => panic!("{problems}\n{text}\n{}", round.log_text()),
    };
    assert_eq!(lines(&again), lines(round), "{text}\n{}", round.log_text());
    assert_eq!(again.settlement().tips, round.settlement().tips, "{text}");
    assert_eq!(again.rake(), round.rake(), "{text}");
    assert_eq!(again.meter(), round.meter(), "{text}");
}

#[test]
fn rounds_of_every_game_settle_from_their_files_to_the_same_lines() {
    let mut later_tips = 0;
    for (game, index) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(0xf11e + index);
        for _ in 0..rounds(300) {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let plain = random_bets(&table, &mut dice, Keep::Log);
            let mut round = dressed(&plain, &mut dice);
            while step_with_tips(&mut round, &mut deck, &mut dice) {}
            let is_tip = |event: &&Event| matches!(event, Event::Decided { tip: Some(_), .. });
            later_tips += round.log().events().iter().filter(is_tip).count();
            let before = table.progressive().map(|_| meter());
            check_file(&round, &round.round_file(before));
            let checked = round.checked_round_file(Rulebook::embedded(), before);
            assert_eq!(checked, Ok(round.round_file(before)));
        }
    }
    assert!(later_tips > 50, "{later_tips} tips were added to decisions");
}

/// Reports what goes wrong, twice at most, and plays the round out.
fn play_with_reports(round: &mut Playing, deck: &mut Deck, dice: &mut Dice) -> usize {
    let mut taken = 0;
    loop {
        if taken < 2 && dice.one_in(4) {
            let report = random_report(round, deck, dice);
            if let Ok(order) = round.report_in_full(report) {
                taken += 1;
                if let (Consequence::OfferCard, Some(card)) = (order.consequence, report.card) {
                    deck.take(card);
                }
            }
        }
        if !step(round, deck, dice) {
            return taken;
        }
    }
}

#[test]
fn rounds_in_which_something_goes_wrong_settle_from_their_files_to_the_same_lines() {
    for (game, index) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(0xbad_f11e + index);
        let (mut written, mut unsaid) = (0, 0);
        let count = rounds(300);
        for _ in 0..count {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            let taken = play_with_reports(&mut round, &mut deck, &mut dice);
            let before = table.progressive().map(|_| meter());
            match round.checked_round_file(Rulebook::embedded(), before) {
                Ok(text) => {
                    check_file(&round, &text);
                    written += usize::from(taken > 0);
                }
                // Two reshuffles, or one without a card after it: only those have no place in a file.
                Err(NoRoundFile::CannotSay(_)) => {
                    let reshuffled = |event: &Event| {
                        matches!(
                            event,
                            Event::Reported(Report { what: Irregularity::OutOfCards, .. })
                        )
                    };
                    assert!(round.log().events().iter().any(reshuffled));
                    unsaid += 1;
                }
                Err(why) => {
                    panic!("{} {why}\n{}\n{}", game.id, round.round_file(before), round.log_text())
                }
            }
        }
        // A round of Casino War has few cards at which a report can come.
        let least = if game.id == "casino-war" { count / 8 } else { count / 5 };
        assert!(written > least && unsaid < count / 10, "{}: {written} {unsaid}", game.id);
    }
}

#[test]
fn gen_12_misdealt_hands_settle_from_their_files_as_the_hands_they_were_dealt() {
    for (game, index) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(0xdea1 + index);
        for _ in 0..rounds(100) {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            let mut deck = Deck::new(table.decks());
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            let seats: Vec<SeatNumber> = round.felt().seats.iter().map(|s| s.number).collect();
            let hand = Some(*dice.pick(&seats)).filter(|_| !dice.one_in(3));
            let mut rest = deck.clone();
            let cards: Vec<_> = (0..dice.below(8)).map(|_| rest.draw(&mut dice)).collect();
            if round.misdeal(hand, &cards).is_err() {
                continue;
            }
            deck = rest;
            while step(&mut round, &mut deck, &mut dice) {}
            let before = table.progressive().map(|_| meter());
            check_file(&round, &round.round_file(before));
        }
    }
}

#[test]
fn a_round_that_is_not_over_has_no_checked_file() {
    let game = Rulebook::embedded().game("caribbean-stud").unwrap();
    let mut dice = Dice(1);
    let table = random_table(Rulebook::embedded(), game, &mut dice);
    let round = random_bets(&table, &mut dice, Keep::Log);
    let checked = round.checked_round_file(Rulebook::embedded(), None);
    assert_eq!(checked, Err(NoRoundFile::NotOver));
}

/// The file that a viewer gets names no card that this viewer did not see, and settles to the same lines.
#[test]
fn what_a_viewer_did_not_see_is_not_in_their_file_and_decides_nothing() {
    let mut all_hidden = 0;
    for (game, index) in Rulebook::embedded().games().iter().zip(0..) {
        let mut dice = Dice(0x5ee_f11e + index);
        let (mut written, mut hidden, mut down) = (0, 0, 0);
        for _ in 0..rounds(200) {
            let table = random_table(Rulebook::embedded(), game, &mut dice);
            if table.decks().get() > 1 {
                continue;
            }
            let mut deck = Deck::new(DeckCount::ONE);
            let mut round = random_bets(&table, &mut dice, Keep::Log);
            while step(&mut round, &mut deck, &mut dice) {}
            let before = table.progressive().map(|_| meter());
            let seat = round.felt().seats[0].number;
            for viewer in [Viewer::Public, Viewer::Seat(seat)] {
                let seen = round.view(viewer).faces_up();
                let text = match round.checked_round_file_for(Rulebook::embedded(), before, viewer)
                {
                    Ok(text) => text,
                    // A side bet was settled on a folded hand that stays down: only its player has the cards.
                    Err(why @ (NoRoundFile::OtherLines | NoRoundFile::CannotSay(_))) => {
                        assert!(named(&why.to_string()).iter().all(|card| seen.contains(card)));
                        down += 1;
                        continue;
                    }
                    Err(why) => panic!("{} {viewer:?}: {why}\n{}", game.id, round.log_text()),
                };
                assert!(
                    named(&text).iter().all(|card| seen.contains(card)),
                    "{text}\n{}",
                    round.log_text()
                );
                check_file(&round, &text);
                written += 1;
                hidden += usize::from(text.contains("??"));
            }
        }
        all_hidden += hidden;
        assert!(down <= written, "{}: {down} without a file, {written} with one", game.id);
    }
    assert!(all_hidden > 500, "{all_hidden} files with cards that were not seen");
}

/// The cards that a text names.
fn named(text: &str) -> Vec<Card> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The hands of a void round stay down, and with them the card that a player has set apart: it is in nobody else's
/// file, and in no message about why there is none.
#[test]
fn a_card_set_apart_in_a_void_round_is_not_told() {
    let text = "game = \"silverado-stud\"\nboard = \"2c 7s\"\n\n[[seat]]\nnumber = 1\n\
                cards = \"Qh 3d Ac 9d\"\nbets = { base = \"5\" }\nactions = [\"set 9d\"]\n\n[[seat]]\nnumber = 3\n\
                cards = \"2h Tc 2d 5s\"\nbets = { base = \"5\" }\nactions = [\"set 5s\"]\n\n[[event]]\n\
                event = \"defective-deck\"\nafter = \"2 actions\"\n";
    let round = play_recorded(Rulebook::embedded(), "round", text).unwrap().round;
    let seat = |number| Viewer::Seat(SeatNumber::new(number).unwrap());
    for viewer in [Viewer::Public, seat(1), seat(3)] {
        let seen = round.view(viewer).faces_up();
        let file = round.checked_round_file_for(Rulebook::embedded(), None, viewer);
        let told = file.unwrap_or_else(|why| why.to_string());
        assert!(named(&told).iter().all(|card| seen.contains(card)), "{viewer:?}: {told}");
    }
}

#[test]
fn a_card_that_was_turned_up_is_not_unseen() {
    let file = |cards: &str, dealer: &str, action: &str| {
        format!(
            "game = \"three-card-poker\"\ndealer = \"{dealer}\"\n\n[[seat]]\nnumber = 1\n\
             bets = {{ ante = \"5\" }}\ncards = \"{cards}\"\nactions = [\"{action}\"]\n"
        )
    };
    let play = |text: &str| play_recorded(Rulebook::embedded(), "round", text);
    assert!(play(&file("?? ?? ??", "Kd 8d 9d", "fold")).is_ok());
    assert!(play(&file("As Ks Qs", "?? 8d 9d", "fold")).is_ok());
    for (cards, dealer, says) in [
        ("?? Ks Qs", "Kd 8d 9d", "seat[1].cards: seat 1 did not fold"),
        ("As Ks Qs", "Kd ?? 9d", "was turned up"),
    ] {
        let Err(problems) = play(&file(cards, dealer, "play")) else { panic!("{cards} {dealer}") };
        assert!(problems.to_string().contains(says), "{problems}");
    }
}

/// A file, and the lines of it: `1 trips 0.00 no trips`.
fn settled(text: &str) -> Result<Vec<String>, String> {
    let played = play_recorded(Rulebook::embedded(), "round", text);
    let round = played.map_err(|problems| problems.to_string())?.round;
    let lines = round.settlement().lines.iter();
    let words = lines.map(|l| format!("{} {} {} {}", l.seat, l.wager, l.returned, l.row));
    Ok(words.collect())
}

fn ultimate(board: &str, cards: &str) -> String {
    format!(
        "game = \"ultimate-texas-holdem\"\nschedules = {{ progressive = \"UTHP-01\" }}\n\
         meter = \"10000.00\"\ndealer = \"Kd 7c\"\nboard = \"{board}\"\n\n[[seat]]\nnumber = 1\n\
         cards = \"{cards}\"\nbets = {{ ante = \"5\", blind = \"5\", trips = \"5\", progressive = \"1\" }}\n\
         actions = [\"check\", \"check\", \"fold\"]\n"
    )
}

/// With a pair of deuces on the board some hands would win trips; this one was seen by nobody. Three sevens make every
/// hand win, and so does a full house for the progressive.
#[test]
fn gen_15_a_folded_hand_that_nobody_saw_loses_trips_and_the_progressive() {
    let lost = ["1 ante 0.00 fold", "1 blind 0.00 fold", "1 trips 0.00 no trips"];
    let all = [&lost[..], &["1 progressive 0.00 no award"]].concat();
    assert_eq!(settled(&ultimate("2h 2s 9c Jd 4h", "?? ??")).unwrap(), all);
    assert_eq!(settled(&ultimate("2h 2s 9c Jd 4h", "2d ??")).unwrap_err().lines().count(), 1);
    let refused = settled(&ultimate("7h 7s 7d Jd 4h", "?? ??")).unwrap_err();
    assert!(refused.contains("round:9: seat[1].cards: seat 1's trips wins"), "{refused}");
    assert!(refused.contains("[GEN-15]"), "{refused}");
    // The same cards, seen: three deuces pay trips 3 to 1 on UTH-01, and three sevens too.
    let seen = settled(&ultimate("2h 2s 9c Jd 4h", "2d 3c")).unwrap();
    assert_eq!(seen[2], "1 trips 20.00 three of a kind");
}

#[test]
fn gen_15_no_log_or_file_shows_a_card_in_the_place_of_one_that_was_not_seen() {
    let text = ultimate("2h 2s 9c Jd 4h", "?? ??");
    let played = play_recorded(Rulebook::embedded(), "round", &text).unwrap();
    let log = played.log_text();
    assert!(log.contains("deal 1 down ??"), "{log}");
    let seen: Vec<Card> = named("Kd 7c 2h 2s 9c Jd 4h");
    assert!(named(&log).iter().all(|card| seen.contains(card)), "{log}");
    let again = games::replay(Rulebook::embedded(), &log).unwrap();
    assert_eq!(again.log_text(), log);
    let meter = Some(played.sign.unwrap().before());
    let file = played.round.checked_round_file(Rulebook::embedded(), meter).unwrap();
    assert!(file.contains("cards = \"?? ??\""), "{file}");
    for viewer in [Viewer::Public, Viewer::Supervisor, Viewer::Seat(SeatNumber::new(1).unwrap())] {
        let shown = played.round.view(viewer).faces_up();
        assert!(shown.iter().all(|card| seen.contains(card)), "{shown:?}");
    }
    // A log cannot settle what a file cannot: the hand stays in.
    let stays = log.replace("decide 1 fold", "decide 1 bet 1x");
    let refused = games::replay(Rulebook::embedded(), &stays).unwrap_err().to_string();
    assert!(refused.contains("seat 1 did not fold"), "{refused}");
}

#[test]
fn gen_15_in_every_game_whose_side_bets_outlive_a_fold() {
    let mississippi = |board: &str| {
        format!(
            "game = \"mississippi-stud\"\nschedules = {{ progressive = \"PMG-01\" }}\nmeter = \"10000.00\"\n\
             board = \"{board}\"\n\n[[seat]]\nnumber = 1\ncards = \"?? ??\"\n\
             bets = {{ ante = \"5\", progressive = \"1\" }}\nactions = [\"bet 1x\", \"fold\"]\n"
        )
    };
    let lost = ["1 third 0.00 fold", "1 ante 0.00 fold", "1 progressive 0.00 no award"];
    assert_eq!(settled(&mississippi("Th Td Kh")).unwrap(), lost);
    let refused = settled(&mississippi("Th Td Ts")).unwrap_err();
    assert!(refused.contains("seat 1's progressive wins"), "{refused}");
    let three_card = |dealer: &str, cards: &str| {
        format!(
            "game = \"three-card-poker\"\nschedules = {{ progressive = \"paytable-1\" }}\nmeter = \"1000.00\"\n\
             dealer = \"{dealer}\"\n\n[[seat]]\nnumber = 1\ncards = \"{cards}\"\n\
             bets = {{ ante = \"5\", pair-plus = \"5\", six-card-bonus = \"5\", progressive = \"1\" }}\n\
             actions = [\"fold\"]\n"
        )
    };
    let lost = [
        "1 ante 0.00 fold",
        "1 pair-plus 0.00 no pair",
        "1 six-card-bonus 0.00 no bonus",
        "1 progressive 0.00 no award",
    ];
    assert_eq!(settled(&three_card("7h 7d 2c", "?? ?? ??")).unwrap(), lost);
    let refused = settled(&three_card("7h 7d 7c", "?? ?? ??")).unwrap_err();
    assert!(refused.contains("seat 1's six-card-bonus wins"), "{refused}");
    let refused = settled(&three_card("9h 7d 2c", "As Ad ??")).unwrap_err();
    assert!(refused.contains("seat 1's pair-plus wins"), "{refused}");
    let four_card = "game = \"four-card-poker\"\nschedules = { progressive = \"FCCP-1\" }\n\
                     meter = \"10000.00\"\ndealer = \"2c 3d 5h 7s 9c Jd\"\n\n[[seat]]\nnumber = 1\n\
                     cards = \"?? ?? ?? ?? ??\"\nbets = { ante = \"5\", aces-up = \"5\", progressive = \"1\" }\n\
                     actions = [\"fold\"]\n";
    let lost =
        ["1 ante 0.00 fold", "1 aces-up 0.00 no pair of aces", "1 progressive 0.00 no award"];
    assert_eq!(settled(four_card).unwrap(), lost);
    let aces = four_card.replace("?? ?? ?? ?? ??", "As Ad ?? ?? ??");
    let refused = settled(&aces).unwrap_err();
    assert!(refused.contains("seat 1's aces-up wins"), "{refused}");
}

/// Caribbean stud, two royals for a meter with its own terms: half of each dollar goes to the display, a tenth to the
/// reserve, and it restarts at $5,000. $20,000 + 2 x $0.50 = $20,001.00 goes to seat 2; the meter restarts at $5,000
/// and the reserve, $100 + 2 x $0.10; seat 1 has $5,100.20, and the sign shows $5,000.
#[test]
fn prg_8_a_file_has_the_seed_and_the_rates_of_its_meter() {
    let text = "game = \"caribbean-stud\"\nschedules = { progressive = \"PMG-01\" }\nmeter = \"20000\"\n\
        reserve = \"100\"\nseed = \"5000\"\ncontribution = \"50%\"\nreserve-rate = \"10%\"\n\
        dealer = \"2c 7d 9h Jc 4d\"\n\n\
        [[seat]]\nnumber = 1\ncards = \"As Ks Qs Js Ts\"\nbets = { ante = \"5\", progressive = \"1\" }\n\
        actions = [\"play\"]\n\n\
        [[seat]]\nnumber = 2\ncards = \"Ah Kh Qh Jh Th\"\nbets = { ante = \"5\", progressive = \"1\" }\n\
        actions = [\"play\"]\n";
    let book = Rulebook::embedded();
    let played = play_recorded(book, "round", text).unwrap();
    let lines = settled(text).unwrap();
    let paid = ["2 progressive 20001.00 royal flush", "1 progressive 5100.20 royal flush"];
    assert!(paid.iter().all(|line| lines.contains(&(*line).to_owned())), "{lines:?}");
    let moved = played.meter().unwrap();
    let amounts =
        [moved.before, moved.contributed, moved.awarded, moved.after, moved.reserve_after];
    let expected = ["20000.0000", "1.0000", "25101.2000", "5000.0000", "0.0000"];
    assert_eq!(amounts.map(|amount| amount.to_string()), expected);
    // The log and the file of the round say the same.
    let again = games::replay(book, &played.log_text()).unwrap();
    assert_eq!((again.meter(), again.log_text()), (Some(moved), played.log_text()));
    let meter = played.sign.as_ref().unwrap().before();
    let file = played.round.checked_round_file(book, Some(meter)).unwrap();
    for line in ["seed = \"5000.00\"", "contribution = \"50%\"", "reserve-rate = \"10%\""] {
        assert!(file.lines().any(|known| known == line), "{line}: {file}");
    }
    assert_eq!(play_recorded(book, "round", &file).unwrap().meter(), Some(moved));
    // Without them the file says nothing of them.
    let usual =
        text.replace("seed = \"5000\"\ncontribution = \"50%\"\nreserve-rate = \"10%\"\n", "");
    let played = play_recorded(book, "round", &usual).unwrap();
    let file = played.round.checked_round_file(book, Some(played.sign.unwrap().before())).unwrap();
    assert!(!file.contains("seed") && !file.contains("contribution"), "{file}");
}

#[test]
fn prg_8_a_meter_is_not_run_by_terms_that_cannot_be() {
    let file = |terms: &str| {
        format!(
            "game = \"three-card-poker\"\nschedules = {{ progressive = \"paytable-1\" }}\n{terms}\n\
             dealer = \"9h 7d 2c\"\n\n[[seat]]\nnumber = 1\ncards = \"As Kd 4c\"\n\
             bets = {{ ante = \"5\" }}\nactions = [\"fold\"]\n"
        )
    };
    assert!(settled(&file("meter = \"1000\"\nseed = \"1000\"")).is_ok());
    let says = |terms: &str| settled(&file(terms)).unwrap_err();
    assert!(
        says("meter = \"1000\"\nseed = \"2000\"").contains("round:4: seed: the rule says $1,000")
    );
    assert!(says("seed = \"1000\"").contains("round:3: seed: it belongs to a meter"));
    let whole = "meter = \"1000\"\ncontribution = \"95%\"\nreserve-rate = \"6%\"";
    assert!(
        says(whole).contains("contribution: with reserve-rate it is more than the whole wager")
    );
}
