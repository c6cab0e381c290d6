//! The settlement of each game, straight from its section and rulings, with nothing shared with
//! the games but what lies on the table and what was decided.

use std::collections::BTreeMap;

use cards::Card;
use games::{Action, Event, Meter};

use super::hands::{Hand, best, exactly, rank};
use super::schedules::{Pays, Rows, dealt, row, rows};
use crate::support::Playing;

/// Seat, wager, staked and returned in cents.
pub type Line = (u8, &'static str, i64, i64);

/// How often each row of each schedule was paid, and other things worth counting.
pub type Hits = BTreeMap<(String, &'static str), u64>;

/// A seat as it played.
#[derive(Debug)]
pub struct Player {
    pub seat: u8,
    pub player: u8,
    bets: BTreeMap<&'static str, i64>,
    tips: BTreeMap<&'static str, i64>,
    pub cards: Vec<Card>,
    actions: Vec<Action>,
}

impl Player {
    pub fn bet(&self, bet: &str) -> i64 {
        self.bets.get(bet).copied().unwrap_or(0)
    }

    pub fn has_folded(&self) -> bool {
        self.actions.contains(&Action::Fold)
    }

    /// What is staked at a decision: so many times a bet.
    fn raised(&self, place: usize, bet: &str) -> i64 {
        let times = match self.actions.get(place) {
            Some(Action::BetTimes(times) | Action::PlayTimes(times)) => i64::from(*times),
            Some(Action::RaiseTimes(times)) => i64::from(*times),
            Some(Action::Raise) => 1,
            _ => 0,
        };
        times * self.bet(bet)
    }
}

/// What should come of a round.
#[derive(Debug, Default)]
pub struct Expected {
    /// Lines of the seats, sorted.
    pub lines: Vec<Line>,
    /// Lines of the tips, sorted.
    pub tips: Vec<Line>,
    /// Contributed, awarded, display and reserve after, in millionths of a dollar.
    pub meter: Option<[i64; 4]>,
}

/// How a wager ends.
#[derive(Clone, Copy)]
pub enum End {
    Lose,
    Push,
    Pays(Pays),
}

const EVEN: End = End::Pays(Pays::To(1));

/// What comes back of a stake.
pub fn returned(end: End, stake: i64) -> i64 {
    match end {
        End::Lose => 0,
        End::Push | End::Pays(Pays::Push) => stake,
        End::Pays(Pays::To(times)) => stake * (times + 1),
        End::Pays(Pays::ThreeToTwo) => {
            assert_eq!(stake % 2, 0, "a fraction of a cent");
            stake + stake / 2 * 3
        }
        End::Pays(Pays::For(times)) => stake * times,
        End::Pays(Pays::Dollars(_) | Pays::Percent(_)) => panic!("only a progressive pays so"),
    }
}

/// A finished round and what is figured of it.
pub struct Table<'r> {
    pub game: &'r str,
    round: &'r games::Round,
    pub players: Vec<Player>,
    dealer: Vec<Card>,
    pub board: Vec<Card>,
    pub meter: Option<Meter>,
    hits: &'r mut Hits,
    pub expected: Expected,
}

/// Figures the lines of a finished round.
pub fn settle(round: &Playing, hits: &mut Hits) -> Expected {
    let seats = round.felt().seats.iter();
    let mut players: Vec<Player> = seats
        .map(|seat| Player {
            seat: seat.number.get(),
            player: seat.number.get(),
            bets: BTreeMap::new(),
            tips: BTreeMap::new(),
            cards: seat.cards().to_vec(),
            actions: Vec::new(),
        })
        .collect();
    for event in round.log().events() {
        let place = |number: &games::SeatNumber| {
            let place = players.iter().position(|player| player.seat == number.get());
            place.expect("only seats of the round act")
        };
        match event {
            Event::Bet { seat, bet, amount } => {
                let place = place(seat);
                players[place].bets.insert(bet, amount.get());
            }
            Event::Tip { seat, line, amount } => {
                let place = place(seat);
                players[place].tips.insert(line, amount.get());
            }
            Event::Player { seat, player } => {
                let place = place(seat);
                players[place].player = *player;
            }
            Event::Decided { seat, action, tip, .. } => {
                let place = place(seat);
                players[place].actions.push(*action);
                if let Some(tip) = tip {
                    let streets = ["third", "fourth", "fifth"];
                    let line = match round.table().posting().game.as_str() {
                        "mississippi-stud" => streets[players[place].actions.len() - 1],
                        _ => "play",
                    };
                    players[place].tips.insert(line, tip.get());
                }
            }
            _ => {}
        }
    }
    let mut table = Table {
        game: &round.table().posting().game,
        round,
        players,
        dealer: round.felt().dealer.cards().to_vec(),
        board: round.felt().board.cards().to_vec(),
        meter: round.0.sign.as_ref().map(games::Sign::before),
        hits,
        expected: Expected::default(),
    };
    for place in 0..table.players.len() {
        match table.game {
            "let-it-ride" => table.let_it_ride(place),
            "three-card-poker" => table.three_card(place),
            "mississippi-stud" => table.mississippi(place),
            "silverado-stud" => table.silverado(place),
            "texas-holdem-bonus" => table.holdem_bonus(place),
            "ultimate-texas-holdem" => table.ultimate(place),
            "caribbean-stud" => table.caribbean(place),
            "four-card-poker" => table.four_card(place),
            game => panic!("{game} is not settled here"),
        }
    }
    table.progressive();
    table.expected.lines.sort_unstable();
    table.expected.tips.sort_unstable();
    table.expected
}

impl Table<'_> {
    pub fn option(&self, key: &str) -> &str {
        self.round.table().option(key).unwrap_or_default()
    }

    /// Which schedule is posted under a key: by default the first of the section.
    pub fn posted(&self, key: &str) -> &str {
        let first = match (self.game, key) {
            ("let-it-ride", _) => "A",
            ("three-card-poker", "six-card-bonus") => "TCP-6B1",
            ("silverado-stud", "base") => "A-A",
            ("texas-holdem-bonus", "bonus") => "house",
            ("ultimate-texas-holdem", _) => "UTH-01",
            ("four-card-poker", _) => "FCP-01",
            _ => "standard",
        };
        self.round.table().posting().schedules.get(key).map_or(first, String::as_str)
    }

    pub fn hit(&mut self, schedule: &str, row: &'static str) {
        match self.hits.get_mut(&(schedule.to_owned(), row)) {
            Some(count) => *count += 1,
            None => {
                self.hits.insert((schedule.to_owned(), row), 1);
            }
        }
    }

    pub fn note(&mut self, what: &'static str) {
        self.hit("seen", what);
    }

    /// One line and the tip that rides on it at the same odds [GEN-11]; none without a stake.
    pub fn line(&mut self, place: usize, wager: &'static str, staked: i64, end: End) {
        let player = &self.players[place];
        if staked == 0 {
            return;
        }
        self.expected.lines.push((player.seat, wager, staked, returned(end, staked)));
        if let Some(tip) = player.tips.get(wager).copied() {
            self.expected.tips.push((player.seat, wager, tip, returned(end, tip)));
            self.note("tip");
        }
    }

    /// The rows of a line's posted schedule, and what they are counted under.
    fn rows(&self, line: &str, key: &str) -> (String, Rows) {
        let mut id = self.posted(key).to_owned();
        if (self.game, line) == ("let-it-ride", "three-card-bonus")
            && self.option("printed") == "true"
        {
            id.push_str(" printed");
        }
        (format!("{line} {id}"), rows(self.game, line, &id))
    }

    /// What a hand is paid by a line's schedule.
    fn by_schedule(&mut self, line: &str, key: &str, hand: &Hand) -> End {
        let (label, rows) = self.rows(line, key);
        match row(&rows, hand, None) {
            None => End::Lose,
            Some((name, pays, _)) => {
                self.hit(&label, name);
                End::Pays(pays)
            }
        }
    }

    /// A bonus without a stake of its own, on another wager.
    fn bonus(&mut self, place: usize, line: &'static str, key: &str, hand: &Hand, basis: i64) {
        if let End::Pays(Pays::To(times)) = self.by_schedule(line, key, hand) {
            let seat = self.players[place].seat;
            self.expected.lines.push((seat, line, 0, basis * times));
            // [TCP-8]: the tip ante is an ante.
            if let Some(tip) = self.players[place].tips.get("ante") {
                self.expected.tips.push((seat, line, 0, tip * times));
                self.note("tip on a bonus");
            }
        }
    }

    pub fn with_board(&self, place: usize, cards: usize) -> Vec<Card> {
        let board = self.board.iter().take(cards);
        self.players[place].cards.iter().chain(board).copied().collect()
    }

    // 20:18:16:15.03 (7) to (9)
    fn let_it_ride(&mut self, place: usize) {
        let hand = exactly(&self.with_board(place, 2), 5);
        let three = exactly(&self.players[place].cards, 3);
        let [base, bonus, three_card] =
            ["base", "bonus", "three-card-bonus"].map(|bet| self.players[place].bet(bet));
        let actions = self.players[place].actions.clone();
        assert_eq!(actions.len(), 2);
        let end = self.by_schedule("base", "base", &hand);
        for (bet, wager) in ["bet-1", "bet-2", "bet-3"].into_iter().enumerate() {
            let is_back = actions.get(bet) == Some(&Action::Pull);
            self.line(place, wager, base, if is_back { End::Push } else { end });
        }
        if bonus > 0 {
            let mut end = self.by_schedule("bonus", "bonus", &hand);
            // [LIR-8]: the stake was collected; the house may keep it.
            if let End::Pays(Pays::To(times)) = end
                && self.option("stake-kept") == "true"
            {
                end = End::Pays(Pays::For(times));
                self.note("stake kept");
            }
            self.line(place, "bonus", bonus, end);
        }
        if three_card > 0 {
            let end = self.by_schedule("three-card-bonus", "three-card-bonus", &three);
            self.line(place, "three-card-bonus", three_card, end);
        }
    }

    // 20:18:16:15.02 (7) to (15)
    fn three_card(&mut self, place: usize) {
        let own = self.players[place].cards.clone();
        let (hand, dealer) = (exactly(&own, 3), exactly(&self.dealer, 3));
        let [ante, pair_plus, six_card] =
            ["ante", "pair-plus", "six-card-bonus"].map(|bet| self.players[place].bet(bet));
        assert_eq!(self.players[place].actions.len(), usize::from(ante > 0));
        if ante > 0 && self.players[place].has_folded() {
            self.line(place, "ante", ante, End::Lose);
        } else if ante > 0 {
            self.bonus(place, "ante-bonus", "ante", &hand, ante);
            let (play, first) = if dealer.name == "high card" && dealer.ranks[0] < 12 {
                self.note("not qualified");
                (End::Push, EVEN)
            } else {
                let end = self.against(&hand, &dealer);
                (end, end)
            };
            self.line(place, "play", ante, play);
            self.line(place, "ante", ante, first);
        }
        if pair_plus > 0 {
            let end = self.by_schedule("pair-plus", "pair-plus", &hand);
            self.line(place, "pair-plus", pair_plus, end);
        }
        if six_card > 0 {
            let six: Vec<Card> = own.iter().chain(&self.dealer).copied().collect();
            let end = self.by_schedule("six-card-bonus", "six-card-bonus", &best(&six, 5));
            self.line(place, "six-card-bonus", six_card, end);
        }
    }

    /// Even money for the better hand, a push for equal ones.
    fn against(&mut self, hand: &Hand, dealer: &Hand) -> End {
        match hand.value().cmp(&dealer.value()) {
            std::cmp::Ordering::Less => End::Lose,
            std::cmp::Ordering::Greater => EVEN,
            std::cmp::Ordering::Equal => {
                self.note("tie");
                End::Push
            }
        }
    }

    // 20:18:16:15.14 (7) to (16)
    fn mississippi(&mut self, place: usize) {
        let player = &self.players[place];
        let ante = player.bet("ante");
        let streets = [0, 1, 2].map(|street| player.raised(street, "ante"));
        let end = if player.has_folded() {
            End::Lose
        } else {
            assert_eq!(player.actions.len(), 3);
            let hand = exactly(&self.with_board(place, 3), 5);
            self.by_schedule("ante", "ante", &hand)
        };
        for (wager, staked) in ["third", "fourth", "fifth"].into_iter().zip(streets) {
            self.line(place, wager, staked, end);
        }
        self.line(place, "ante", ante, end);
    }

    // 20:18:16:15.09 (5) to (9)
    fn silverado(&mut self, place: usize) {
        let player = &self.players[place];
        let (base, bonus) = (player.bet("base"), player.bet("four-card-bonus"));
        let raise = player.raised(1, "base");
        let own = player.cards.clone();
        let four = exactly(&own, 4);
        match player.actions[0] {
            Action::LayDown => {
                let (label, rows) = self.rows("five-card", "base");
                let (name, pays, _) = dealt(&rows, &four);
                self.hit(&label, name);
                self.line(place, "five-card", base, End::Pays(pays));
                self.line(place, "three-card", base, End::Push);
            }
            Action::Set(card) => {
                let mut five: Vec<Card> = own.iter().copied().filter(|c| *c != card).collect();
                five.extend(&self.board);
                let mut three = vec![card];
                three.extend(&self.board);
                let end = self.by_schedule("five-card", "base", &exactly(&five, 5));
                self.line(place, "five-card", base, end);
                self.line(place, "raise", raise, end);
                let end = self.by_schedule("three-card", "base", &exactly(&three, 3));
                self.line(place, "three-card", base, end);
            }
            action => panic!("{action} is no decision of the first four cards"),
        }
        if bonus > 0 {
            let end = self.by_schedule("four-card-bonus", "four-card-bonus", &four);
            self.line(place, "four-card-bonus", bonus, end);
        }
    }

    // 20:18:16:15.12 (5) to (16)
    fn holdem_bonus(&mut self, place: usize) {
        let player = &self.players[place];
        let (ante, bonus) = (player.bet("ante"), player.bet("bonus"));
        let bets = [0, 1, 2].map(|street| player.raised(street, "ante"));
        let (hole, dealer) = ([player.cards[0], player.cards[1]], [self.dealer[0], self.dealer[1]]);
        if player.has_folded() {
            self.line(place, "ante", ante, End::Lose);
            self.line(place, "bonus", bonus, End::Lose);
            return;
        }
        assert_eq!(bets[0], 2 * ante);
        let hand = best(&self.with_board(place, 5), 5);
        let dealers: Vec<Card> = self.dealer.iter().chain(&self.board).copied().collect();
        let end = self.against(&hand, &best(&dealers, 5));
        for (wager, staked) in ["flop", "turn", "river"].into_iter().zip(bets) {
            self.line(place, wager, staked, end);
        }
        let first = match end {
            End::Pays(_) if hand.is_at_least("flush") => EVEN,
            End::Pays(_) => End::Push,
            other => other,
        };
        self.line(place, "ante", ante, first);
        if bonus > 0 {
            let end = self.hole_cards(hole, dealer);
            self.line(place, "bonus", bonus, end);
        }
    }

    /// The bonus of Texas Hold'em Bonus, on two cards [THB-3].
    fn hole_cards(&mut self, hole: [Card; 2], dealer: [Card; 2]) -> End {
        let sorted = |cards: [Card; 2]| {
            let ranks = cards.map(rank);
            (ranks[0].max(ranks[1]), ranks[0].min(ranks[1]))
        };
        let is_suited = hole[0].suit() == hole[1].suit();
        let name = match sorted(hole) {
            (14, 14) if sorted(dealer) == (14, 14) => "A-A both",
            (14, 14) => "A-A",
            (14, 13) if is_suited => "A-K suited",
            (14, 11 | 12) if is_suited => "A-Q or A-J suited",
            (14, 13) => "A-K",
            (a, b) if a == b && a >= 11 => "K-K to J-J",
            (14, 11 | 12) => "A-Q or A-J",
            (a, b) if a == b => "10-10 to 2-2",
            _ => return End::Lose,
        };
        let (label, rows) = self.rows("bonus", "bonus");
        let (name, pays, _) = *rows.iter().find(|row| row.0 == name).expect("a row of the table");
        self.hit(&label, name);
        End::Pays(pays)
    }

    // 20:18:16:15.15 (12) to (17)
    fn ultimate(&mut self, place: usize) {
        let player = &self.players[place];
        let [ante, blind, trips] = ["ante", "blind", "trips"].map(|bet| player.bet(bet));
        let play: i64 = (0..3).map(|street| player.raised(street, "ante")).sum();
        let has_folded = player.has_folded();
        let hand = best(&self.with_board(place, 5), 5);
        if has_folded {
            self.line(place, "ante", ante, End::Lose);
            self.line(place, "blind", blind, End::Lose);
        } else if ante > 0 {
            assert!(play > 0 && ante == blind);
            let dealers: Vec<Card> = self.dealer.iter().chain(&self.board).copied().collect();
            let dealer = best(&dealers, 5);
            let end = self.against(&hand, &dealer);
            self.line(place, "play", play, end);
            let first = if dealer.name == "high card" {
                self.note("not qualified");
                End::Push
            } else {
                end
            };
            self.line(place, "ante", ante, first);
            let blinds = match end {
                End::Pays(_) => match self.by_schedule("blind", "blind", &hand) {
                    End::Lose => End::Push,
                    paid => paid,
                },
                other => other,
            };
            self.line(place, "blind", blind, blinds);
        }
        if trips > 0 {
            let end = self.by_schedule("trips", "trips", &hand);
            self.line(place, "trips", trips, end);
        }
    }

    // 20:18:16:15.05 (11) to (17)
    fn caribbean(&mut self, place: usize) {
        let player = &self.players[place];
        let ante = player.bet("ante");
        if player.has_folded() {
            self.line(place, "ante", ante, End::Lose);
            return;
        }
        let (hand, dealer) = (exactly(&player.cards, 5), exactly(&self.dealer, 5));
        let qualifies = dealer.name != "high card" || dealer.ranks[..2] == [14, 13];
        let (first, second) = if qualifies {
            match self.against(&hand, &dealer) {
                End::Pays(_) => (EVEN, self.by_schedule("bet", "ante", &hand)),
                other => (other, other),
            }
        } else {
            self.note("not qualified");
            (EVEN, End::Push)
        };
        self.line(place, "ante", ante, first);
        self.line(place, "bet", 2 * ante, second);
    }

    // 20:18:16:15.10 (6) to (12)
    fn four_card(&mut self, place: usize) {
        let player = &self.players[place];
        let (ante, aces_up) = (player.bet("ante"), player.bet("aces-up"));
        let play = player.raised(0, "ante");
        let hand = best(&player.cards, 4);
        if player.has_folded() {
            self.line(place, "ante", ante, End::Lose);
        } else if ante > 0 {
            assert!(play > 0);
            // The dealer always qualifies and the player wins ties [FCP-1].
            let dealer = best(&self.dealer, 4);
            if hand.value() == dealer.value() {
                self.note("tie");
            }
            let end = if hand.value() >= dealer.value() { EVEN } else { End::Lose };
            self.line(place, "play", play, end);
            self.line(place, "ante", ante, end);
            self.bonus(place, "automatic-bonus", "aces-up", &hand, ante);
        }
        if aces_up > 0 {
            let end = self.by_schedule("aces-up", "aces-up", &hand);
            self.line(place, "aces-up", aces_up, end);
        }
    }
}
