//! Buster Blackjack, ARSD 20:18:15:30.07: blackjack with a side bet that the dealer busts.
//!
//! 1. Each player bets blackjack, and buster if he likes (1).
//! 2. One card to each seat and to the dealer, twice; blackjack is played by its rules (2).
//! 3. The side bet stays live when the player busts or has a blackjack (3).
//! 4. The dealer plays out his hand as long as a hand or a side bet is live (4) (5).
//! 5. Last seat first: insurance, blackjack, buster by the number of the dealer's cards, and the
//!    bonus where the table offers it (4) (8) (9).

use cards::Card;
use money::{Cents, Odds};
use rulebook::Citation;

use crate::action::Action;
use crate::blackjack::{self, Keys, Rules, is_dealing, total};
use crate::felt::{Felt, HandState, Line, Seat, SeatNumber};
use crate::game::{Bet, Game, lines};
use crate::hand::{Hand, Whose};
use crate::irregular::Order;
use crate::paytable::PayTable;
use crate::refusal::Refusal;
use crate::round::Next;
use crate::state::RoundState;
use crate::table::{Opening, Table};

lines! {
    INSURANCE = "insurance",
    BLACKJACK = "blackjack",
    BUSTER_BONUS = "buster-bonus",
}

const BETS: &[Bet] = &[Bet { id: "blackjack", lines: &[BLACKJACK] }];

/// What the game needs of its section.
pub(crate) struct BusterBlackjack {
    rules: Rules,
    /// What says that with the bonus the side bet is at most the blackjack bet.
    at_most_blackjack: Option<Citation>,
    /// The posted bonus and the least side bet that wins it, if the table offers it.
    bonus: Option<(PayTable, Cents)>,
}

/// Reads the game's rules off its section.
pub(crate) fn open(opening: &mut Opening) -> BusterBlackjack {
    match_schedule_and_soft_17(opening);
    let keys = Keys { payment: "deal", insurance: "deal", draw: "reveal" };
    let offers_bonus = opening.option("buster-bonus") == "on";
    let least = opening.option("buster-bonus-minimum").parse().unwrap_or_default();
    let bonus = opening.table("buster-bonus");
    let bonus = bonus.map(|bonus| buster_bonus(bonus, |key| Some(opening.option(key))));
    let amounts = POSTED.map(|(key, _)| key).into_iter().chain(["buster-bonus-minimum"]);
    for key in amounts.filter(|_| !offers_bonus) {
        if opening.posted(key).is_some() {
            opening.conflict(format!("{key} is posted, but buster-bonus is off [BUS-4]"));
        }
    }
    // With the bonus the text itself caps the side bet; else the house may [BUS-1].
    let at_most_blackjack = opening.section.cite("bonus-minimum").filter(|_| offers_bonus);
    BusterBlackjack {
        rules: Rules::open(opening, LINES, INSURANCE, BLACKJACK, keys),
        at_most_blackjack,
        bonus: bonus.filter(|_| offers_bonus).map(|table| (table, least)),
    }
}

/// The options that post the bonus, and for how many of the dealer's cards.
const POSTED: [(&str, usize); 2] = [("buster-bonus-7-cards", 7), ("buster-bonus-8-cards", 8)];

/// The bonus with the amounts that the house posts [BUS-4], given the options of the table.
fn buster_bonus<'o>(bonus: PayTable, option: impl Fn(&str) -> Option<&'o str>) -> PayTable {
    POSTED.into_iter().fold(bonus, |bonus, (key, cards)| {
        let amount = option(key).and_then(|amount| amount.parse().ok());
        match (bonus.bust(cards), amount) {
            (Some(row), Some(amount)) => bonus.with_odds(row, Odds::Dollars(amount)),
            _ => bonus,
        }
    })
}

/// What the dealer does on a soft 17 under a schedule: H1 to H9 are for a dealer who hits, S1 to S9
/// for one who stands [BUS-1]. Nothing for a schedule with another name.
pub fn buster_soft_17(schedule: &str) -> Option<&'static str> {
    let is_number = |digits: &str| digits.parse::<u8>().is_ok();
    match schedule.split_at_checked(1)? {
        ("H", digits) if is_number(digits) => Some("hit"),
        ("S", digits) if is_number(digits) => Some("stand"),
        _ => None,
    }
}

/// Why a schedule cannot be posted with a dealer who does this on a soft 17, if it cannot [BUS-1].
pub fn buster_conflict(schedule: &str, soft_17: &str) -> Option<String> {
    let must = buster_soft_17(schedule)?;
    let message = || {
        format!("schedule {schedule} does not go with a dealer whose soft-17 is {soft_17} [BUS-1]")
    };
    (must != soft_17).then(message)
}

/// Schedule and option must agree [BUS-1]: whichever is posted decides the other.
fn match_schedule_and_soft_17(opening: &mut Opening) {
    let schedule = opening.chosen("buster").map(str::to_owned);
    let does = opening.posted("soft-17").map(str::to_owned);
    match (schedule, does) {
        (Some(schedule), Some(does)) => {
            if let Some(conflict) = buster_conflict(&schedule, &does) {
                opening.conflict(conflict);
            }
        }
        (Some(schedule), None) => {
            if let Some(must) = buster_soft_17(&schedule) {
                opening.default_option("soft-17", must);
            }
        }
        (None, does) => {
            let does = does.unwrap_or_else(|| opening.option("soft-17").to_owned());
            let names = opening.section.schedule_names("buster");
            let first = names.into_iter().find(|name| buster_soft_17(name) == Some(&does));
            if let Some(first) = first.map(str::to_owned) {
                opening.default_schedule("buster", &first);
            }
        }
    }
}

impl Game for BusterBlackjack {
    fn lines(&self) -> &'static [&'static str] {
        LINES
    }

    fn bets(&self) -> &'static [Bet] {
        BETS
    }

    fn check_bets(&self, table: &Table, _: &Felt, seat: &Seat) -> Result<(), Refusal> {
        match &self.at_most_blackjack {
            Some(cite) if buster(table, seat) > seat.stake(BLACKJACK) => Err(Refusal::MoreThan {
                bet: "buster".to_owned(),
                most_is: "the blackjack bet".to_owned(),
                cite: cite.clone(),
            }),
            _ => Ok(()),
        }
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
        if let Some(next) = self.rules.advance(state) {
            return next;
        }
        for place in (0..state.felt.seats.len()).rev() {
            self.rules.settle(state, place);
            self.settle_bonus(state, place);
        }
        Next::Done
    }

    fn act(&self, state: &mut RoundState<'_>, seat: usize, action: Action) {
        self.rules.act(state, seat, action);
    }

    fn card(&self, state: &mut RoundState<'_>) {
        self.rules.card(state);
    }

    fn ordered(&self, state: &mut RoundState<'_>, seat: Option<SeatNumber>, order: Order) {
        self.rules.ordered(state, seat, order);
    }

    fn may_deal_dealer_last(&self, felt: &Felt) -> bool {
        is_dealing(felt)
    }
}

/// What a seat has bet on the dealer's bust.
fn buster(table: &Table, seat: &Seat) -> Cents {
    table.line("buster").map_or(Cents::ZERO, |line| seat.stake(line))
}

impl BusterBlackjack {
    /// Pays the bonus: it goes to a blackjack, besides what the side bet is paid (9).
    fn settle_bonus(&self, state: &mut RoundState<'_>, place: usize) {
        let Some((table, least)) = &self.bonus else { return };
        let seat = &state.felt.seats[place];
        let stake = buster(state.table, seat);
        if stake == Cents::ZERO || seat.is_dead {
            return;
        }
        let dealers = total(state.felt.dealer.cards());
        let cards = Some(dealers.len()).filter(|_| dealers.is_bust());
        let is_eligible = seat.hands[0].state == HandState::Blackjack && stake >= *least;
        if is_eligible && let Some(row) = cards.and_then(|cards| table.bust(cards)) {
            // It is the posted amount, whatever the side bet [BUS-5].
            if let Odds::Dollars(amount) = table.row(row).odds {
                state.settlement.amount(seat, BUSTER_BONUS, amount, table, row);
            }
        }
    }
}
