//! War blackjack, ARSD 20:18:15:30.12: blackjack with a side bet that the player's first card is
//! higher than the dealer's.
//!
//! 1. Each player bets blackjack, and War if he likes (2).
//! 2. One card face up to each seat and to the dealer; War is settled, last seat first (3) (5).
//! 3. From seat 1 on, each winner takes his win or presses it on the blackjack wager (4).
//! 4. The second cards are dealt and regular blackjack is played (6).
//! 5. Last seat first: insurance, then blackjack, hand by hand.

use std::cmp::Ordering;

use cards::{Card, Rank};
use money::Cents;
use rulebook::Section;

use crate::action::Action;
use crate::blackjack::{self, Keys, Rules};
use crate::choice::{About, Actions, Choice, Stage};
use crate::felt::{self, Felt, Line, Seat, SeatNumber};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::irregular::Order;
use crate::round::Next;
use crate::script;
use crate::settle::{EXACT, Pay, Taken};
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    WAR = "war",
    INSURANCE = "insurance",
    BLACKJACK = "blackjack",
}

const BETS: &[Bet] =
    &[Bet { id: "blackjack", lines: &[BLACKJACK] }, Bet { id: "war", lines: &[WAR] }];

/// Where the game stands before regular blackjack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The first cards, and how many are out.
    FirstCards { dealt: u8 },
    /// War is paid and taken.
    Settle,
    /// The seat at this place takes its win or presses it.
    Press { place: u8 },
    /// The second cards, and how many are out.
    SecondCards { dealt: u8 },
}

impl Phase {
    /// The phase after this one.
    const fn then(self) -> felt::Phase {
        match self {
            Phase::FirstCards { .. } => felt::Phase::War(Phase::Settle),
            Phase::Settle => felt::Phase::War(Phase::Press { place: 0 }),
            Phase::Press { .. } => felt::Phase::War(Phase::SecondCards { dealt: 0 }),
            Phase::SecondCards { .. } => blackjack::Phase::AFTER_DEAL,
        }
    }
}

/// Where the game stands before regular blackjack; nothing once that has begun.
fn phase(felt: &Felt) -> Option<Phase> {
    match felt.phase {
        felt::Phase::War(phase) => Some(phase),
        felt::Phase::Blackjack(_) => None,
        _ => Some(Phase::FirstCards { dealt: 0 }),
    }
}

/// Whether a press adds the War wager to the blackjack wager, not only its winnings. The editions differ [WAR-3].
fn war_press_adds_wager(section: &Section) -> bool {
    section.term("press") == Some("winnings-and-wager")
}

/// What the game needs of its section.
pub(crate) struct WarBlackjack {
    rules: Rules,
    press_adds_wager: bool,
    win: Pay,
    tie: Taken,
    lower: Taken,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> WarBlackjack {
    let keys = Keys { payment: "second-card", insurance: "second-card", draw: "second-card" };
    WarBlackjack {
        rules: Rules::open(opening, LINES, INSURANCE, BLACKJACK, keys),
        press_adds_wager: war_press_adds_wager(&opening.section),
        win: opening.pay("war-win"),
        tie: opening.taken("tie", &["tie", "WAR-1"]),
        lower: opening.taken("lower card", &["war", "WAR-1"]),
    }
}

impl Game for WarBlackjack {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn is_dealt_from_shoe(&self) -> bool {
        true
    }

    fn hands_hold(&self) -> Option<Line> {
        Some(BLACKJACK)
    }

    fn blackjack(&self) -> Option<&blackjack::BlackjackTerms> {
        Some(self.rules.terms())
    }

    fn hands(&self, felt: &Felt, whose: Whose, own: &[Card], _: &[Card]) -> Vec<Hand> {
        blackjack::total_of(felt, whose, own)
    }

    fn advance(&self, state: &mut RoundState<'_>) -> Next {
        while let Some(mut phase) = phase(state.felt) {
            let next = match &mut phase {
                Phase::FirstCards { dealt } => script::deal_stage(state, "deal", dealt),
                Phase::Settle => {
                    self.settle_war(state);
                    None
                }
                Phase::Press { place } => self.offer_press(state, place),
                Phase::SecondCards { dealt } => self.rules.deal(state, "draw", dealt),
            };
            state.felt.phase = if next.is_some() { felt::Phase::War(phase) } else { phase.then() };
            if let Some(next) = next {
                return next;
            }
        }
        if let Some(next) = self.rules.advance(state) {
            return next;
        }
        for place in (0..state.felt.seats.len()).rev() {
            self.rules.settle(state, place);
        }
        Next::Done
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        match action {
            Action::Take | Action::Press => {
                if action == Action::Press {
                    let stake = self.pressed_stake(&state.felt.seats[seat]);
                    state.felt.seats[seat].stakes[BLACKJACK.index()] = stake;
                }
                if let felt::Phase::War(Phase::Press { place }) = &mut state.felt.phase {
                    *place += 1;
                }
            }
            action => self.rules.act(state, seat, action),
        }
    }

    fn card(&self, state: &mut RoundState<'_>) {
        self.rules.card(state);
    }

    fn ordered(&self, state: &mut RoundState<'_>, seat: Option<SeatNumber>, order: Order) {
        self.rules.ordered(state, seat, order);
    }

    fn may_deal_dealer_last(&self, felt: &Felt) -> bool {
        matches!(felt.phase, felt::Phase::War(Phase::SecondCards { .. }))
    }
}

impl WarBlackjack {
    /// A seat's first card against the dealer's; nothing without a War wager.
    fn outcome(&self, felt: &Felt, seat: &Seat) -> Option<Result<Pay, Taken>> {
        if !seat.has(WAR) || seat.is_dead {
            return None;
        }
        let (own, [dealers]) = (seat.dealt::<1>()[0], felt.dealers::<1>());
        Some(match war_height(own.rank()).cmp(&war_height(dealers.rank())) {
            Ordering::Greater => Ok(self.win),
            Ordering::Equal => Err(self.tie),
            Ordering::Less => Err(self.lower),
        })
    }

    /// Pays and takes the War wagers of all seats, before the second cards [WAR-2].
    fn settle_war(&self, state: &mut RoundState<'_>) {
        for seat in state.felt.seats.iter().rev() {
            if let Some(outcome) = self.outcome(state.felt, seat) {
                state.settlement.pay_or_lose(seat, WAR, outcome);
            }
        }
    }

    /// The next winner's choice to take or to press.
    fn offer_press(&self, state: &RoundState<'_>, place: &mut u8) -> Option<Next> {
        loop {
            let seat = state.felt.seats.get(usize::from(*place))?;
            if let Some(Ok(_)) = self.outcome(state.felt, seat) {
                let mut actions = Actions::default();
                actions.push(Action::Take);
                if self.may_press(state.table, seat) {
                    let adds = self.pressed_stake(seat) - seat.stake(BLACKJACK);
                    actions.push_staking(Action::Press, adds);
                }
                let about = About { wager: "war", stage: Stage::War, line: Some(BLACKJACK) };
                return Some(Next::Decision(Choice::new(seat.number, about, actions)));
            }
            *place += 1;
        }
    }

    /// The pressed wager may pass the posted maximum but not the largest single bet [WAR-3], and
    /// must be one that every row pays in whole cents [GEN-8].
    fn may_press(&self, table: &Table, seat: &Seat) -> bool {
        let stake = self.pressed_stake(seat);
        stake <= table.bounds().bet_max && table.fraction_on(BLACKJACK, stake).is_none()
    }

    /// The blackjack wager with what a press adds to it.
    fn pressed_stake(&self, seat: &Seat) -> Cents {
        let won = self.win.odds.returned(seat.stake(WAR));
        let won = won.expect("this line needs no meter").expect(EXACT);
        let added = if self.press_adds_wager { won } else { won - seat.stake(WAR) };
        seat.stake(BLACKJACK) + added
    }
}

/// How high a card is: aces are low, suits do not count [WAR-1].
fn war_height(rank: Rank) -> u8 {
    match rank {
        Rank::Ace => 0,
        rank => rank as u8 + 1,
    }
}
