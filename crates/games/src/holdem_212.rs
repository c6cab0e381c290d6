//! Hold 'em 212, ARSD 20:18:16:15.11: hold 'em for a pot, against the dealer or among players,
//! then blackjack on the same two cards.
//!
//! 1. Each player bets blackjack and the hold 'em ante, $1 or $5 if alone, and 2 card plus if he
//!    likes (6).
//! 2. Two cards to each player and to the dealer, face down (6).
//! 3. Before the flop and after flop, turn and river a lone player bets or folds (8); of several
//!    the button acts first, and each checks, bets, calls, raises or folds (9). A burn before each
//!    street.
//! 4. A lone player plays against the first two burned cards, which need a pair (8); several show
//!    from the button on, and the best hand takes the pot (9). The rake comes first (7).
//! 5. A burn; the dealer turns his first card up, and blackjack is played on the same cards (10).
//! 6. Last seat first: blackjack, 2 card plus (10).

mod betting;
mod pot;

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use cards::Card;
use hands::{Category, FiveValue};
use money::Cents;
use rulebook::Citation;

pub use betting::next_button;

use crate::action::Action;
use crate::blackjack;
use crate::felt::{self, Facing, Felt, HandState, Line, Seat, Undecided};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::refusal::Refusal;
use crate::round::{Next, Recipient, Want};
use crate::script;
use crate::settle::{Outcome, Pay, SettledLine, Taken};
use crate::state::RoundState;
use crate::table::{CiteId, Opening, Table};
use betting::{Bounds, is_alone, is_contested};
use pot::{Division, Finish, Player, Rake, Shown};

lines! {
    HOLDEM = "holdem",
    BLACKJACK = "blackjack",
}

const BETS: &[Bet] =
    &[Bet { id: "holdem", lines: &[HOLDEM] }, Bet { id: "blackjack", lines: &[BLACKJACK] }];

/// A street of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Street {
    Flop,
    Turn,
    River,
}

impl Street {
    /// Its stage of the rulebook's `[[deal]]`.
    const fn stage(self) -> &'static str {
        match self {
            Street::Flop => "flop",
            Street::Turn => "turn",
            Street::River => "river",
        }
    }
}

/// Where the hold 'em stands; blackjack follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The deal, and how many cards are out.
    Deal { dealt: u8 },
    /// A round of betting after a street, or before the flop. The turn is counted from the button.
    Betting { after: Option<Street>, turn: u8, burns_before: u8 },
    /// The burned card and the board of a street: how many cards are out, and how many burned cards were known before.
    Street { street: Street, dealt: u8, burns_before: u8 },
    /// The hands are shown, and the last burned card goes to the rack.
    Show { burns_before: u8 },
    /// A lone player's cards are compared with the burned ones.
    Compare,
    /// The burned card before blackjack.
    Burn { dealt: u8 },
}

impl Phase {
    /// The phase after this one.
    fn then(self) -> felt::Phase {
        let street = |street| Phase::Street { street, dealt: 0, burns_before: 0 };
        felt::Phase::Holdem(match self {
            Phase::Deal { .. } => Phase::Betting { after: None, turn: 0, burns_before: 0 },
            Phase::Betting { after: None, .. } => street(Street::Flop),
            Phase::Betting { after: Some(Street::Flop), .. } => street(Street::Turn),
            Phase::Betting { after: Some(Street::Turn), .. } => street(Street::River),
            Phase::Betting { after: Some(Street::River), burns_before, .. } => {
                Phase::Show { burns_before }
            }
            Phase::Street { street, burns_before, .. } => {
                Phase::Betting { after: Some(street), turn: 0, burns_before }
            }
            Phase::Show { .. } => Phase::Compare,
            Phase::Compare => Phase::Burn { dealt: 0 },
            Phase::Burn { .. } => return blackjack::Phase::AFTER_DEAL,
        })
    }
}

/// Where the hold 'em stands; nothing once blackjack has begun.
fn phase(felt: &Felt) -> Option<Phase> {
    match felt.phase {
        felt::Phase::Holdem(phase) => Some(phase),
        felt::Phase::Blackjack(_) => None,
        _ => Some(Phase::Deal { dealt: 0 }),
    }
}

/// The dealer's hold 'em hand needs a pair or better [H212-3].
const QUALIFIES: FiveValue = FiveValue::floor(Category::Pair, &[]).expect("a pair is a hand");

/// What is shown as the row of a pot that is won, and what orders it.
type By = (&'static str, CiteId);

/// What the game needs of its section.
pub(crate) struct Holdem212 {
    ante: Cents,
    ante_alone: Cents,
    bounds: Bounds,
    rake: Rake,
    win: Pay,
    unqualified: Pay,
    tie: Pay,
    beaten_alone: Taken,
    fold_alone: Taken,
    fold: Taken,
    beaten: Taken,
    best: By,
    tied: By,
    last_in: By,
    turn_over: CiteId,
    blackjack: blackjack::Rules,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> Holdem212 {
    let rakes = opening.section.rakes.iter().map(|rake| (rake.pot, rake.takes)).collect();
    Holdem212 {
        ante: opening.amount("ante"),
        ante_alone: opening.amount("ante-alone"),
        bounds: Bounds {
            least: opening.amount("round-min"),
            most: opening.amount("round-max"),
            raise: opening.amount("raise-min"),
        },
        rake: Rake(rakes),
        win: opening.pay("holdem-win"),
        unqualified: opening.pay("holdem-unqualified"),
        tie: opening.pay("holdem-tie"),
        beaten_alone: opening.taken("beaten", &["one-player", "H212-3"]),
        fold_alone: opening.taken("fold", &["one-player", "H212-2"]),
        fold: opening.taken("fold", &["players", "H212-5"]),
        beaten: opening.taken("beaten", &["players"]),
        best: ("best hand", opening.cite(&["players", "H212-7"])),
        tied: ("tie", opening.cite(&["players", "H212-6"])),
        last_in: ("others folded", opening.cite(&["players", "H212-6"])),
        turn_over: opening.cite(&["one-player", "H212-3"]),
        blackjack: blackjack::Rules::open_212(opening, LINES, BLACKJACK),
    }
}

impl Game for Holdem212 {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn check_bets(&self, _: &Table, felt: &Felt, seat: &Seat) -> Result<(), Refusal> {
        let must = if is_alone(felt) { self.ante_alone } else { self.ante };
        let amount = seat.stake(HOLDEM);
        if amount == must {
            return Ok(());
        }
        let (bet, cite) = ("holdem".to_owned(), Citation::Ruling("H212-1".to_owned()));
        Err(Refusal::MustBe { bet, amount, must, cite })
    }

    fn hands_hold(&self) -> Option<Line> {
        Some(BLACKJACK)
    }

    fn blackjack(&self) -> Option<&blackjack::BlackjackTerms> {
        Some(self.blackjack.terms())
    }

    fn pot(&self) -> Option<Line> {
        Some(HOLDEM)
    }

    fn hands(&self, felt: &Felt, whose: Whose, own: &[Card], board: &[Card]) -> Vec<Hand> {
        match phase(felt) {
            Some(_) => Hand::five(own, board).into_iter().collect(),
            None => blackjack::total_of(felt, whose, own),
        }
    }

    /// Blackjack starts over after the hold 'em.
    fn plays_with_board(&self, felt: &Felt) -> bool {
        phase(felt).is_some()
    }

    fn cards_for_pot(&self, seat: &Seat) -> Option<[Card; 2]> {
        Some(dealt_two(seat))
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        while let Some(mut phase) = phase(state.felt) {
            let next = self.step(state, &mut phase);
            state.felt.phase =
                if next.is_some() { felt::Phase::Holdem(phase) } else { phase.then() };
            match next {
                Some(next) => return next,
                None => {
                    if matches!(phase, Phase::Betting { .. }) {
                        betting::end(state.felt);
                    }
                    betting::begin(state.felt);
                }
            }
        }
        self.play_blackjack(state)
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        match action {
            Action::Fold => {
                betting::act(state.felt, seat, action);
                let taken = if is_alone(state.felt) { self.fold_alone } else { self.fold };
                state.settlement.lose(&state.felt.seats[seat], HOLDEM, taken);
            }
            Action::Check | Action::Call | Action::Bet(_) | Action::RaiseTo(_) => {
                betting::act(state.felt, seat, action);
            }
            Action::Play
            | Action::PlayTimes(_)
            | Action::BetTimes(_)
            | Action::Ride
            | Action::Pull
            | Action::Set(_)
            | Action::LayDown
            | Action::Raise
            | Action::RaiseTimes(_)
            | Action::NoRaise
            | Action::Hit
            | Action::Stand
            | Action::Double
            | Action::DoubleFor(_)
            | Action::Split
            | Action::Surrender
            | Action::Insure
            | Action::Decline
            | Action::Take
            | Action::Press
            | Action::War
            | Action::Stay => self.blackjack.act(state, seat, action),
        }
    }

    fn card(&self, state: &mut RoundState<'_>) {
        self.blackjack.card(state);
    }

    fn voided(&self, state: &mut RoundState<'_>) {
        // Until the pot is given out, what a player folded is still in the pot circle.
        if state.settlement.rake.is_none() {
            state.settlement.take_back();
            state.settlement.rake = Some(Cents::ZERO);
        }
    }

    fn is_pot_open(&self, felt: &Felt) -> bool {
        let is_open = match phase(felt) {
            Some(Phase::Betting { .. } | Phase::Street { .. }) => true,
            Some(Phase::Deal { .. } | Phase::Show { .. } | Phase::Compare | Phase::Burn { .. })
            | None => false,
        };
        is_open && is_contested(felt)
    }

    fn kill_hands(&self, state: &mut RoundState<'_>, seats: [usize; 2], cite: CiteId) {
        for seat in seats {
            state.felt.seats[seat].is_out = true;
        }
        if state.felt.seats.iter().any(|seat| !seat.is_out) {
            for seat in seats {
                let taken = Taken { row: "dead hand", cite };
                state.settlement.lose(&state.felt.seats[seat], HOLDEM, taken);
            }
            return;
        }
        // Nobody is left to win the pot: it goes back as it is.
        state.settlement.take_back();
        state.settlement.rake = Some(Cents::ZERO);
        for seat in state.felt.seats.iter().rev() {
            state.settlement.dead(seat, HOLDEM, "dead hand", cite);
        }
    }

    fn in_play(&self, felt: &Felt) -> Vec<Card> {
        if phase(felt).is_some() {
            return felt.cards().collect();
        }
        // Board and burned cards lie in the rack when blackjack begins, and blackjacks go there
        // when they are paid (8) (9) (10).
        let hands = felt.seats.iter().flat_map(|seat| &seat.hands);
        let kept = hands.filter(|hand| hand.state != HandState::Blackjack);
        let piles = kept.map(|hand| &hand.cards).chain([&felt.dealer]);
        piles.flat_map(|pile| pile.cards().iter().copied()).collect()
    }
}

/// The dealer turns the top card up (10); players who folded play on.
fn begin_blackjack(state: &mut RoundState<'_>) {
    for seat in &mut state.felt.seats {
        seat.is_out = false;
    }
    state.turn_up(Recipient::Dealer, 1);
}

impl Holdem212 {
    /// What is needed in a phase of the hold 'em, if anything is.
    fn step(&self, state: &mut RoundState<'_>, phase: &mut Phase) -> Option<Next> {
        match phase {
            Phase::Deal { dealt } => script::deal_stage(state, "deal", dealt),
            Phase::Betting { .. } => self.bounds.next(state.felt).map(Next::Decision),
            Phase::Street { street, dealt, burns_before } => {
                if *dealt == 0 {
                    *burns_before = state.felt.burns.cards().len() as u8;
                }
                if !is_contested(state.felt) {
                    return None;
                }
                script::deal_stage(state, street.stage(), dealt)
            }
            Phase::Show { burns_before } => {
                // The last burned card goes to the rack, if anyone has seen it (8).
                let burns = &state.felt.burns;
                let is_seen = burns.cards().len() > usize::from(*burns_before);
                if is_seen && is_alone(state.felt) && is_contested(state.felt) {
                    state.felt.burns.take_last();
                }
                None
            }
            Phase::Compare => self.show(state),
            Phase::Burn { dealt } => {
                let next = script::deal_stage(state, "draw", dealt);
                if next.is_none() {
                    begin_blackjack(state);
                }
                next
            }
        }
    }

    /// Ends the hold 'em: hands are shown, the rake is taken, the pot is given out.
    fn show(&self, state: &mut RoundState<'_>) -> Option<Next> {
        if state.settlement.rake.is_some() {
            return None;
        }
        // A folded hand plays blackjack on, so all hands are seen.
        if let Some(seat) = state.felt.seats.iter().find(|seat| seat.is_unseen()) {
            state.felt.undecided = Some(Undecided::StayedIn(seat.number));
            return Some(Next::Done);
        }
        let rake = match (is_alone(state.felt), is_contested(state.felt)) {
            (true, true) => {
                if let Some(next) = self.turn_over_burns(state) {
                    return Some(next);
                }
                self.settle_alone(state)
            }
            // The pot of a lone player who folds goes to the tray as it is (8).
            (true, false) => Cents::ZERO,
            (false, true) => self.settle_players(state),
            (false, false) => self.settle_last_in(state),
        };
        state.settlement.rake = Some(rake);
        None
    }

    /// The first two burned cards are turned over as the dealer's hand (8). Those that nobody saw
    /// when they were burned are wanted now.
    fn turn_over_burns(&self, state: &mut RoundState<'_>) -> Option<Next> {
        if state.felt.burns.cards().len() < 2 {
            let (to, facing) = (Recipient::Burn, Facing::Up);
            return Some(Next::Card(Want { to, facing, cite: self.turn_over }));
        }
        state.turn_up(Recipient::Burn, 2);
        None
    }

    /// Settles one player's pot against the dealer's burned hand, and says what the rake is.
    fn settle_alone(&self, state: &mut RoundState<'_>) -> Cents {
        show_two(state, 0);
        let seat = &state.felt.seats[0];
        let dealers: [Card; 2] = state.felt.burns.array().expect("two burned cards are known");
        let (own, dealer) = (best(seat.dealt(), state.felt), best(dealers, state.felt));
        let staked = seat.stake(HOLDEM);
        let rake = self.rake.of(staked);
        let outcome = match own.cmp(&dealer) {
            _ if dealer < QUALIFIES => Ok(self.unqualified),
            Ordering::Greater => Ok(self.win),
            Ordering::Equal => Ok(self.tie),
            Ordering::Less => Err(self.beaten_alone),
        };
        let (returned, outcome, row, cite) = match outcome {
            Ok(pay) => {
                let returned = pay.odds.returned(staked - rake).and_then(Result::ok);
                let is_push = pay.odds == money::Odds::Push;
                let outcome = if is_push { Outcome::Push } else { Outcome::Win };
                (returned.expect("whole dollars at even money"), outcome, pay.row, pay.cite)
            }
            Err(taken) => (Cents::ZERO, Outcome::Lose, taken.row, taken.cite),
        };
        state.settlement.line(pot_line(seat, returned, outcome, (row, cite)));
        rake
    }

    /// Players still in show from the button on (9); the pots are given out, and the lines go from
    /// the last seat to the first.
    fn settle_players(&self, state: &mut RoundState<'_>) -> Cents {
        for place in betting::from_button(state.felt) {
            if !state.felt.seats[place].is_out {
                show_two(state, place);
            }
        }
        let felt = &*state.felt;
        let player = |seat: &Seat| Player {
            put: seat.stake(HOLDEM),
            shows: (!seat.is_out).then(|| Shown::new(seat.dealt(), best(seat.dealt(), felt))),
        };
        let players: ArrayVec<Player, 7> = felt.seats.iter().map(player).collect();
        let Division { rake, players } = pot::divide(&players, &self.rake);
        let shown = felt.seats.iter().zip(players).filter(|(seat, _)| !seat.is_out);
        for (seat, (given, finish)) in shown.rev() {
            let (outcome, by) = match finish {
                Finish::Best => (Outcome::Win, self.best),
                Finish::Tied => (Outcome::Win, self.tied),
                Finish::Beaten => (Outcome::Lose, (self.beaten.row, self.beaten.cite)),
            };
            state.settlement.line(pot_line(seat, given, outcome, by));
        }
        rake
    }

    /// All but one have folded: he takes the pot less the rake [H212-6].
    fn settle_last_in(&self, state: &mut RoundState<'_>) -> Cents {
        let seats = &state.felt.seats;
        let pot: Cents = seats.iter().map(|seat| seat.stake(HOLDEM)).sum();
        let rake = self.rake.of(pot);
        for seat in seats.iter().filter(|seat| !seat.is_out) {
            state.settlement.line(pot_line(seat, pot - rake, Outcome::Win, self.last_in));
        }
        rake
    }

    fn play_blackjack(&self, state: &mut RoundState<'_>) -> Next {
        let next = self.blackjack.advance(state);
        turn_hands_up(state, next.is_none());
        if let Some(next) = next {
            return next;
        }
        for place in (0..state.felt.seats.len()).rev() {
            self.blackjack.settle(state, place);
        }
        Next::Done
    }
}

/// The best five of a hand's two cards and the board.
fn best([a, b]: [Card; 2], felt: &Felt) -> FiveValue {
    let [c, d, e, f, g] = felt.board.array().expect("the board is complete");
    FiveValue::best_of_7(&[a, b, c, d, e, f, g])
}

/// The two cards that a seat was dealt. A hand that was split was a pair, and so are the first
/// cards of what it was split into.
fn dealt_two(seat: &Seat) -> [Card; 2] {
    match &seat.hands[..] {
        [first, second, ..] => [first.cards.cards()[0], second.cards.cards()[0]],
        _ => seat.dealt(),
    }
}

fn pot_line(seat: &Seat, returned: Cents, outcome: Outcome, (row, cite): By) -> SettledLine {
    let (wager, staked) = (LINES[HOLDEM.index()], seat.stake(HOLDEM));
    SettledLine {
        seat: seat.number,
        wager,
        hand: None,
        staked,
        returned,
        outcome,
        row,
        pay: None,
        cite,
        note: None,
    }
}

/// A player shows the two cards that he holds.
fn show_two(state: &mut RoundState<'_>, place: usize) {
    let seat = state.felt.seats[place].number;
    state.turn_up(Recipient::Seat { seat, hand: 0 }, 2);
}

/// Turns up what the rule has turned up: blackjacks and busted hands at once, split and doubled
/// hands but for the card of a double, and every hand when it is paid or taken (10).
fn turn_hands_up(state: &mut RoundState<'_>, is_over: bool) {
    for place in 0..state.felt.seats.len() {
        for index in 0..state.felt.seats[place].hands.len() {
            let seat = &state.felt.seats[place];
            let hand = &seat.hands[index];
            let is_shown = matches!(hand.state, HandState::Blackjack | HandState::Busted);
            let is_laid_out = seat.hands.len() > 1 || hand.doubled > Cents::ZERO;
            let all = if is_over || is_shown { hand.cards.cards().len() } else { 0 };
            let cards = if is_laid_out { all.max(2) } else { all };
            let to = Recipient::Seat { seat: seat.number, hand: index as u8 };
            state.turn_up(to, cards);
        }
    }
}
