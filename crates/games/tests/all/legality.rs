//! Legal if and only if accepted, against a statement of what is legal that shares no code with the
//! games: it is written from the rule, knows only bets, cards and what was said before, and finds for
//! itself whose turn it is.

use cards::{Card, Rank};
use games::{Action, Keep, Next, Posting, Recipient, Round, SeatNumber, Table};
use money::Cents;
use rulebook::Rulebook;

use crate::random_play::{Deck, Dice};

/// How many rounds of each game are played.
const ROUNDS: usize = 400;

/// A seat, and every action that it may take now, in words.
type Turn = (u8, Vec<String>);

/// What the rule says about decisions, told from outside the machine.
trait Statement {
    /// Whose turn it is; nothing when no decision is left.
    fn turn(&self) -> Option<Turn>;
    /// A seat took an action.
    fn said(&mut self, seat: u8, action: &str);
    /// A card was dealt.
    fn dealt(&mut self, to: Recipient, card: Card);
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

/// A player of a game in which every seat says one thing at a time, in the order of seats, street by
/// street.
struct Player {
    seat: u8,
    /// The wager that the decisions depend on, in dollars; nothing for a player who only made others.
    main: Option<i64>,
    said: Vec<String>,
}

struct Streets {
    game: &'static str,
    players: Vec<Player>,
}

impl Streets {
    /// What a player may say, after what they have said.
    fn legal(&self, player: &Player) -> Option<Vec<String>> {
        let main = player.main?;
        let said: Vec<&str> = player.said.iter().map(String::as_str).collect();
        // No single bet, initial or later, exceeds $1,000 [GEN-9].
        let times = |word: &str, most: i64| -> Vec<String> {
            (1..=most).filter(|n| n * main <= 1_000).map(|n| format!("{word} {n}x")).collect()
        };
        match (self.game, said.as_slice()) {
            // (8) and [TCP-2], (8) and [CS-1]: play or fold, once.
            ("three-card-poker" | "caribbean-stud", []) => Some(words(&["play", "fold"])),
            // (7) and [FCP-2]: play one to three times the ante, or fold, once.
            ("four-card-poker", []) => Some([times("play", 3), words(&["fold"])].concat()),
            // (8), (11), (14) and [MS-1]: one to three times the ante on each of three streets, or fold.
            ("mississippi-stud", said) if said.len() < 3 && !said.contains(&"fold") => {
                Some([times("bet", 3), words(&["fold"])].concat())
            }
            // (8) to (10) and [UTH-2]: three or four antes, then two, then one or fold; one bet only.
            ("ultimate-texas-holdem", []) => Some(words(&["bet 4x", "bet 3x", "check"])),
            ("ultimate-texas-holdem", ["check"]) => Some(words(&["bet 2x", "check"])),
            ("ultimate-texas-holdem", ["check", "check"]) => Some(words(&["bet 1x", "fold"])),
            // [THB-1]: exactly twice the ante or fold; then exactly one ante or check, twice.
            ("texas-holdem-bonus", []) => Some(words(&["bet 2x", "fold"])),
            ("texas-holdem-bonus", ["bet 2x"] | ["bet 2x", _]) => Some(words(&["bet 1x", "check"])),
            // [LIR-2]: bet 1 may be withdrawn, then bet 2, whether or not bet 1 was.
            ("let-it-ride", [] | [_]) => Some(words(&["ride", "pull"])),
            // (3): double or stay, once.
            ("phil-em-up", []) => Some(words(&["double", "stay"])),
            _ => None,
        }
    }
}

impl Statement for Streets {
    /// The seats that have said the least come first, the lowest number before the others [GEN-1].
    fn turn(&self) -> Option<Turn> {
        let asked = self.players.iter().filter_map(|player| Some((player, self.legal(player)?)));
        let (player, legal) = asked.min_by_key(|(player, _)| (player.said.len(), player.seat))?;
        Some((player.seat, legal))
    }

    fn said(&mut self, seat: u8, action: &str) {
        let player = self.players.iter_mut().find(|player| player.seat == seat).unwrap();
        player.said.push(action.to_owned());
    }

    fn dealt(&mut self, _: Recipient, _: Card) {}
}

/// A hand at blackjack.
struct Held {
    cards: Vec<Card>,
    dollars: i64,
    /// It takes no more decisions.
    is_done: bool,
    /// It was hit or doubled and waits for its card.
    is_waiting: bool,
}

struct BlackjackPlayer {
    seat: u8,
    hands: Vec<Held>,
    has_answered: bool,
}

/// Blackjack as [BJ-2] has it by default: double any two cards, also for less; split equal values, four
/// hands at most, aces once with one card each; insurance against an ace; the dealer peeks.
struct Blackjack {
    players: Vec<BlackjackPlayer>,
    dealer: Vec<Card>,
    has_late_surrender: bool,
}

fn value(card: Card) -> i64 {
    match card.rank() {
        Rank::Ace => 1,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank.index() as i64 + 2,
    }
}

fn total(cards: &[Card]) -> i64 {
    let hard: i64 = cards.iter().map(|card| value(*card)).sum();
    let has_ace = cards.iter().any(|card| value(*card) == 1);
    if has_ace && hard <= 11 { hard + 10 } else { hard }
}

impl BlackjackPlayer {
    /// The hand whose turn it is: the first that still waits for a card or a decision.
    fn hand(&self) -> Option<&Held> {
        self.hands.iter().find(|hand| !hand.is_done)
    }

    fn legal(&self, has_late_surrender: bool) -> Option<Vec<String>> {
        let hand = self.hand()?;
        let mut legal = words(&["hit", "stand"]);
        if hand.cards.len() == 2 {
            legal.push("double".to_owned());
            legal.extend((1..hand.dollars).map(|dollars| format!("double {dollars}")));
            let is_first = self.hands.len() == 1;
            let (one, other) = (value(hand.cards[0]), value(hand.cards[1]));
            if one == other && self.hands.len() < 4 && (one != 1 || is_first) {
                legal.push("split".to_owned());
            }
            // Also on the first two cards after a split, which :25 names.
            if has_late_surrender {
                legal.push("surrender".to_owned());
            }
        }
        Some(legal)
    }
}

impl Blackjack {
    fn is_insurance_asked(&self) -> bool {
        self.dealer.len() == 2 && value(self.dealer[0]) == 1
    }

    /// A hand that no decision can change is done: 21, a bust, a doubled hand, split aces [BJ-6].
    fn close(player: &mut BlackjackPlayer) {
        let is_split = player.hands.len() > 1;
        for hand in &mut player.hands {
            let is_split_ace = is_split && hand.cards.len() == 2 && value(hand.cards[0]) == 1;
            hand.is_done |= hand.cards.len() >= 2 && (total(&hand.cards) >= 21 || is_split_ace);
        }
    }
}

impl Statement for Blackjack {
    fn turn(&self) -> Option<Turn> {
        if self.is_insurance_asked()
            && let Some(player) = self.players.iter().find(|player| !player.has_answered)
        {
            return Some((player.seat, words(&["insure", "decline"])));
        }
        // A blackjack that the peek finds ends the round.
        if total(&self.dealer) == 21 && self.dealer.len() == 2 {
            return None;
        }
        let player = self.players.iter().find(|player| player.hand().is_some())?;
        Some((player.seat, player.legal(self.has_late_surrender)?))
    }

    fn said(&mut self, seat: u8, action: &str) {
        let player = self.players.iter_mut().find(|player| player.seat == seat).unwrap();
        if matches!(action, "insure" | "decline") {
            player.has_answered = true;
            return;
        }
        let place = player.hands.iter().position(|hand| !hand.is_done).unwrap();
        let hand = &mut player.hands[place];
        match action {
            "hit" => hand.is_waiting = true,
            "stand" | "surrender" => hand.is_done = true,
            "split" => {
                let card = hand.cards.pop().unwrap();
                let dollars = hand.dollars;
                let second = Held { cards: vec![card], dollars, is_done: false, is_waiting: false };
                player.hands.insert(place + 1, second);
            }
            double => {
                assert!(double.starts_with("double"));
                hand.is_waiting = true;
                // One card, and the hand is done: what it has now does not matter.
                hand.dollars = 0;
            }
        }
    }

    fn dealt(&mut self, to: Recipient, card: Card) {
        match to {
            Recipient::Dealer => self.dealer.push(card),
            Recipient::Seat { seat, .. } => {
                let mut players = self.players.iter_mut();
                let player = players.find(|player| player.seat == seat.get()).unwrap();
                let mut hands = player.hands.iter_mut();
                let hand = hands.find(|hand| hand.is_waiting || hand.cards.len() < 2).unwrap();
                hand.cards.push(card);
                hand.is_waiting = false;
                hand.is_done |= hand.dollars == 0;
                Blackjack::close(player);
            }
            Recipient::Board | Recipient::Burn | Recipient::Discard => {}
        }
    }
}

/// Every action that could be taken somewhere, and some that never can.
fn universe() -> Vec<String> {
    let mut all = words(&[
        "fold",
        "check",
        "play",
        "call",
        "ride",
        "pull",
        "lay-down",
        "raise",
        "no-raise",
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "insure",
        "decline",
        "take",
        "press",
        "set As",
        "double 0.50",
        "bet 6",
        "bet 0.01",
        "raise 10",
        "raise 2x",
        "bet 1000000",
    ]);
    for times in [0, 1, 2, 3, 4, 5, 255] {
        all.extend(["play", "bet"].map(|word| format!("{word} {times}x")));
    }
    all.extend([1, 2, 9, 10, 11, 19, 20, 21, 399, 400, 1_000].map(|n| format!("double {n}")));
    all
}

/// Tries every action at every seat. Away from the turn, one in ten does.
fn compare(round: &Round, turn: Option<&Turn>, all: &[String], dice: &mut Dice) {
    for number in 1..=7 {
        let legal = turn.filter(|(seat, _)| *seat == number).map(|(_, legal)| legal);
        for action in all {
            if legal.is_none() && !dice.one_in(10) {
                continue;
            }
            let is_legal = legal.is_some_and(|legal| legal.contains(action));
            let seat = SeatNumber::new(number).unwrap();
            let result = round.clone().act(seat, action.parse::<Action>().unwrap());
            assert_eq!(result.is_ok(), is_legal, "seat {number}, {action}: {result:?} {turn:?}");
        }
    }
}

/// Plays a locked round by the statement and compares at every moment.
fn play(round: &mut Round, statement: &mut dyn Statement, dice: &mut Dice) {
    let all = universe();
    let mut deck = Deck::new(round.table().decks());
    loop {
        match round.next().clone() {
            Next::Card(want) => {
                if dice.one_in(20) {
                    compare(round, None, &all, dice);
                }
                let card = deck.draw(dice);
                round.card(card).unwrap();
                statement.dealt(want.to, card);
            }
            Next::Decision(_) => {
                let turn = statement.turn().expect("the rule asks for a decision here too");
                compare(round, Some(&turn), &all, dice);
                let tried: Vec<&String> = all.iter().filter(|word| turn.1.contains(word)).collect();
                let action = (*dice.pick(&tried)).clone();
                round.act(SeatNumber::new(turn.0).unwrap(), action.parse().unwrap()).unwrap();
                statement.said(turn.0, &action);
            }
            Next::Done => {
                assert_eq!(statement.turn(), None, "a decision was left out");
                compare(round, None, &all, dice);
                return;
            }
            Next::Bets | Next::Award(_) => unreachable!("the bets are locked, none on a meter"),
        }
    }
}

/// A game of streets: the first bet is the one that is decided about; `amounts` for it, and further
/// bets that a seat may make besides or instead.
fn check_streets(game: &'static str, amounts: &[i64], equal: &[&str], others: &[&str]) {
    let posting = Posting { game: game.to_owned(), ..Posting::default() };
    let table = Table::open(Rulebook::embedded(), posting).unwrap();
    let dice = &mut Dice(0x1e9a);
    for _ in 0..ROUNDS {
        let mut round = Round::new(&table, Keep::Nothing);
        let mut players = Vec::new();
        for number in 1..=6u8 {
            let seat = SeatNumber::new(number).unwrap();
            let other = (!others.is_empty()).then(|| *dice.pick(others));
            let (has_main, has_other) = match dice.below(4) {
                0 => continue,
                1 => (true, other.is_some()),
                2 => (other.is_none(), true),
                _ => (true, false),
            };
            let main = has_main.then(|| *dice.pick(amounts));
            for (bet, dollars) in equal.iter().filter_map(|bet| Some((bet, main?))) {
                round.bet(seat, bet, Cents::dollars(dollars)).unwrap();
            }
            if let Some(bet) = other.filter(|_| has_other) {
                round.bet(seat, bet, Cents::dollars(5)).unwrap();
            }
            players.push(Player { seat: number, main, said: Vec::new() });
        }
        if players.is_empty() {
            continue;
        }
        round.lock().unwrap();
        play(&mut round, &mut Streets { game, players }, dice);
    }
}

#[test]
fn cs_1_legal_if_and_only_if_accepted() {
    check_streets("caribbean-stud", &[1, 5, 33], &["ante"], &[]);
}

#[test]
fn tcp_2_legal_if_and_only_if_accepted() {
    check_streets("three-card-poker", &[5, 25, 1_000], &["ante"], &["pair-plus"]);
}

/// With $400 on the ante three times would be $1,200, with $1,000 even twice is too much [GEN-9].
#[test]
fn fcp_2_gen_9_legal_if_and_only_if_accepted() {
    check_streets("four-card-poker", &[5, 333, 400, 1_000], &["ante"], &["aces-up"]);
}

#[test]
fn ms_1_legal_if_and_only_if_accepted() {
    check_streets("mississippi-stud", &[1, 10, 25], &["ante"], &[]);
}

#[test]
fn uth_2_legal_if_and_only_if_accepted() {
    check_streets("ultimate-texas-holdem", &[2, 10, 24], &["ante", "blind"], &["trips"]);
}

#[test]
fn thb_1_legal_if_and_only_if_accepted() {
    check_streets("texas-holdem-bonus", &[5, 100, 500], &["ante"], &[]);
}

#[test]
fn lir_2_legal_if_and_only_if_accepted() {
    check_streets("let-it-ride", &[5, 20], &["base"], &[]);
}

#[test]
fn arsd_16_15_04_s3_legal_if_and_only_if_accepted() {
    check_streets("phil-em-up", &[5, 1_000], &["bet"], &[]);
}

#[test]
fn bj_2_bj_6_legal_if_and_only_if_accepted() {
    for (decks, surrender) in [("6", "none"), ("1", "late"), ("2", "late")] {
        let options = [("decks", decks), ("surrender", surrender)];
        let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let game = "blackjack".to_owned();
        let posting = Posting { game, options: options.into(), ..Posting::default() };
        let table = Table::open(Rulebook::embedded(), posting).unwrap();
        let dice = &mut Dice(0x21);
        for _ in 0..ROUNDS {
            let mut round = Round::new(&table, Keep::Nothing);
            let mut players = Vec::new();
            for number in 1..=7u8 {
                if dice.one_in(2) {
                    continue;
                }
                let dollars = *dice.pick(&[2, 10, 20, 400]);
                let seat = SeatNumber::new(number).unwrap();
                round.bet(seat, "blackjack", Cents::dollars(dollars)).unwrap();
                let first = Held { cards: Vec::new(), dollars, is_done: false, is_waiting: false };
                players.push(BlackjackPlayer {
                    seat: number,
                    hands: vec![first],
                    has_answered: false,
                });
            }
            if players.is_empty() {
                continue;
            }
            round.lock().unwrap();
            let has_late_surrender = surrender == "late";
            let mut statement = Blackjack { players, dealer: Vec::new(), has_late_surrender };
            play(&mut round, &mut statement, dice);
        }
    }
}
