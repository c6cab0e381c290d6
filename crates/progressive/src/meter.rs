//! A meter: its terms, its running totals, and every way in which its money moves.
//!
//! Double entry: money only ever goes from one account of the meter to another, as a [`Transfer`] that
//! is written down. So the law of conservation (P3) holds at every moment,
//! `seeds + contributions + adjustments = display + reserve + overflow + paid + pending`,
//! to the last unit; [`Meter::balances`] says so.

use std::cmp::Ordering;
use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use money::{Cents, MeterUnits, Moment, Rate};
use serde::{Deserialize, Serialize};

use crate::award::Award;
use crate::ids::{AwardNumber, MeterId, Seat, TableId, as_text};
use crate::posted::{Posted, PostedRow};

/// What a meter is run by (P1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Terms {
    /// What it starts at.
    #[serde(with = "as_text")]
    pub base: Cents,
    /// What it restarts at after a 100% award, whatever the winner bet [PRG-3] [PRG-7].
    #[serde(with = "as_text")]
    pub reset: Cents,
    /// The share of each wager that goes to the display.
    #[serde(with = "as_text")]
    pub contribution: Rate,
    /// The share of each wager that goes to the hidden reserve.
    #[serde(with = "as_text")]
    pub reserve: Rate,
    /// The most that the display may show; what comes above it goes to the overflow (P4).
    #[serde(with = "as_text::option", default)]
    pub limit: Option<Cents>,
    /// The most that one round may bet: more is refused as unreasonable (P1).
    #[serde(with = "as_text")]
    pub reasonable: Cents,
}

impl Terms {
    /// Terms of a meter with this seed: 25% of each dollar to the display, nothing to the reserve
    /// [PRG-8].
    pub fn with_seed(seed: Cents) -> Terms {
        Terms {
            base: seed,
            reset: seed,
            contribution: Rate::percent(25).expect("a quarter is a rate"),
            reserve: Rate::ZERO,
            limit: None,
            reasonable: Cents::dollars(7_000),
        }
    }
}

/// What wins a meter: one schedule at one posted wager. Only tables that post both open on it, since
/// any other would lower or raise the criteria for the same money [PRG-12].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Criteria {
    /// `caribbean-stud/CS-10`, or only `PMG-01` for a schedule that several games post.
    pub schedule: String,
    /// The posted wager.
    #[serde(with = "as_text")]
    pub wager: Cents,
    /// The winning rows.
    pub rows: Vec<PostedRow>,
    /// The seed, where the rule states it: no other is allowed [PRG-8].
    #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Cents>,
}

/// The schedules that link tables of several games [PRG-12].
const LINKED: [&str; 2] = ["PMG-01", "PMG-02"];

impl Criteria {
    /// What a table with this posting plays for; the seed is the house's to choose.
    pub fn of(posted: &Posted) -> Criteria {
        let mut schedule = match LINKED.contains(&posted.schedule.as_str()) {
            true => posted.schedule.clone(),
            false => format!("{}/{}", posted.game, posted.schedule),
        };
        if let Some(cards) = posted.cards {
            schedule.push_str(&format!(" on {cards} cards"));
        }
        Criteria { schedule, wager: posted.wager, rows: posted.rows.clone(), seed: None }
    }

    /// Whether every hand wins the same on both.
    pub fn has_same_rows(&self, other: &Criteria) -> bool {
        let wins = |row: &PostedRow| (row.hand.clone(), row.pays);
        self.rows.iter().map(wins).eq(other.rows.iter().map(wins))
    }
}

impl fmt::Display for Criteria {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:#}", self.schedule, self.wager)
    }
}

/// An account of a meter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// The house, for the base and every reset.
    Seeds,
    /// The house, where another table has won the money that an award or a seed needs [PRG-19] (3).
    TopUps,
    /// The players, for what their wagers put in.
    Contributions,
    /// Corrections, and other meters.
    Adjustments,
    /// The sign.
    Display,
    /// The hidden reserve.
    Reserve,
    /// What came above the limit.
    Overflow,
    /// Awards that wait to be verified.
    Pending,
    /// Awards that were paid.
    Paid,
}

impl Account {
    /// Every account: first where money comes from, then where it is.
    pub const ALL: [Account; 9] = [
        Account::Seeds,
        Account::TopUps,
        Account::Contributions,
        Account::Adjustments,
        Account::Display,
        Account::Reserve,
        Account::Overflow,
        Account::Pending,
        Account::Paid,
    ];

    /// Whether money comes from this account. Its total is then what it has given.
    pub const fn is_source(self) -> bool {
        matches!(
            self,
            Account::Seeds | Account::TopUps | Account::Contributions | Account::Adjustments
        )
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Account::Seeds => "seeds",
            Account::TopUps => "top-ups",
            Account::Contributions => "contributions",
            Account::Adjustments => "adjustments",
            Account::Display => "display",
            Account::Reserve => "reserve",
            Account::Overflow => "overflow",
            Account::Pending => "pending",
            Account::Paid => "paid",
        }
    }
}

/// Money moved from one account of a meter to another: always greater than zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Transfer {
    pub from: Account,
    pub to: Account,
    #[serde(with = "as_text")]
    pub amount: MeterUnits,
    /// The award that was paid at less than its value, if this is the difference going back [PRG-21].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_paid_of: Option<AwardNumber>,
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Transfer { from, to, amount, not_paid_of } = self;
        write!(f, "{amount} from {} to {}", from.word(), to.word())?;
        not_paid_of.map_or(Ok(()), |award| write!(f, ", not paid of award {award}"))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(crate) fn is_zero(amount: &MeterUnits) -> bool {
    *amount == MeterUnits::ZERO
}

/// Where the money of a meter is, and where it came from (P2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Totals {
    /// Put in by the house: the base and every reset.
    #[serde(with = "as_text")]
    pub seeds: MeterUnits,
    /// Put in by the house where another table had won what was due [PRG-19] (3).
    #[serde(with = "as_text", default, skip_serializing_if = "is_zero")]
    pub top_ups: MeterUnits,
    /// Put in by wagers.
    #[serde(with = "as_text")]
    pub contributions: MeterUnits,
    /// Put in or taken out by corrections and transfers.
    #[serde(with = "as_text")]
    pub adjustments: MeterUnits,
    /// What the sign shows.
    #[serde(with = "as_text")]
    pub display: MeterUnits,
    /// What is hidden for the next reset.
    #[serde(with = "as_text")]
    pub reserve: MeterUnits,
    /// What came above the limit.
    #[serde(with = "as_text")]
    pub overflow: MeterUnits,
    /// What was awarded and paid.
    #[serde(with = "as_text")]
    pub paid: MeterUnits,
    /// What was keyed and waits to be verified.
    #[serde(with = "as_text")]
    pub pending: MeterUnits,
}

impl Totals {
    /// Zero in every account.
    pub const NONE: Totals = Totals {
        seeds: MeterUnits::ZERO,
        top_ups: MeterUnits::ZERO,
        contributions: MeterUnits::ZERO,
        adjustments: MeterUnits::ZERO,
        display: MeterUnits::ZERO,
        reserve: MeterUnits::ZERO,
        overflow: MeterUnits::ZERO,
        paid: MeterUnits::ZERO,
        pending: MeterUnits::ZERO,
    };

    /// The total of an account.
    pub const fn of(&self, account: Account) -> MeterUnits {
        match account {
            Account::Seeds => self.seeds,
            Account::TopUps => self.top_ups,
            Account::Contributions => self.contributions,
            Account::Adjustments => self.adjustments,
            Account::Display => self.display,
            Account::Reserve => self.reserve,
            Account::Overflow => self.overflow,
            Account::Pending => self.pending,
            Account::Paid => self.paid,
        }
    }

    fn of_mut(&mut self, account: Account) -> &mut MeterUnits {
        match account {
            Account::Seeds => &mut self.seeds,
            Account::TopUps => &mut self.top_ups,
            Account::Contributions => &mut self.contributions,
            Account::Adjustments => &mut self.adjustments,
            Account::Display => &mut self.display,
            Account::Reserve => &mut self.reserve,
            Account::Overflow => &mut self.overflow,
            Account::Pending => &mut self.pending,
            Account::Paid => &mut self.paid,
        }
    }

    /// Moves money: what a source gives adds to its total, what a place gives is no longer there.
    pub fn transfer(&mut self, transfer: Transfer) {
        let Transfer { from, to, amount, not_paid_of: _ } = transfer;
        *self.of_mut(from) += if from.is_source() { amount } else { -amount };
        *self.of_mut(to) += if to.is_source() { -amount } else { amount };
    }

    /// Whether what came in equals what is there and what went out (P3).
    pub fn balance(&self) -> bool {
        let sources = self.seeds + self.top_ups + self.contributions + self.adjustments;
        let uses = self.display + self.reserve + self.overflow + self.paid + self.pending;
        sources == uses
    }
}

/// Serializes totals without the accounts that hold nothing.
#[allow(missing_docs)]
pub mod sparse {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Account, MeterUnits, Totals, as_text};

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Amount(#[serde(with = "as_text")] MeterUnits);

    pub fn serialize<S: Serializer>(totals: &Totals, to: S) -> Result<S::Ok, S::Error> {
        let all = Account::ALL.map(|account| (account, totals.of(account)));
        to.collect_map(
            all.into_iter()
                .filter(|(_, amount)| *amount != MeterUnits::ZERO)
                .map(|(account, amount)| (account, Amount(amount))),
        )
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Totals, D::Error> {
        let mut totals = Totals::NONE;
        for (account, Amount(amount)) in BTreeMap::<Account, Amount>::deserialize(from)? {
            *totals.of_mut(account) = amount;
        }
        Ok(totals)
    }
}

/// A hit as the history keeps it (P2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Hit {
    pub award: AwardNumber,
    pub at: Moment,
    pub table: TableId,
    pub seat: Seat,
    pub hand: String,
    #[serde(with = "as_text")]
    pub amount: Cents,
    /// What was paid, if that is not the amount [PRG-20].
    #[serde(with = "as_text::option", default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<Cents>,
    /// Whether it was backed out [PRG-10].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_backed_out: bool,
}

/// How many hits a meter remembers by itself; the ledger remembers all.
const HITS_KEPT: usize = 25;

/// What is staked at a table, and so what its meter holds: the two never meet on one meter [PRG-24].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stakes {
    /// Real money.
    Real,
    /// Chips that are free.
    Play,
}

impl Stakes {
    /// The words for it: `real money`.
    pub const fn words(self) -> &'static str {
        match self {
            Stakes::Real => "real money",
            Stakes::Play => "play money",
        }
    }
}

/// A meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Meter {
    /// Its name.
    pub id: MeterId,
    /// What wins it.
    pub criteria: Criteria,
    /// What it is run by.
    pub terms: Terms,
    /// Where its money is.
    pub totals: Totals,
    /// How often its top award was won, and verified.
    pub top_hits: u64,
    /// How many awards came off it, and were verified.
    pub hits: u64,
    /// How often it was reseeded.
    pub resets: u64,
    /// What wagers have put in since it was last reseeded.
    #[serde(with = "as_text")]
    pub since_reset: MeterUnits,
    /// House seeds that could not be taken back by the rule of earlier releases, because the display did not hold them
    /// any more.
    #[serde(with = "as_text", default)]
    pub seeds_left: MeterUnits,
    /// The last hits, the newest first.
    pub last_hits: VecDeque<Hit>,
    /// The tables open on it.
    pub tables: BTreeSet<TableId>,
    /// What is staked at the tables that use it [PRG-24]; nothing before the first opens, or if that was before this was
    /// kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stakes: Option<Stakes>,
    /// Why it takes no bets, if it does not (F3).
    pub fault: Option<String>,
    /// Whether the meter is closed for good.
    pub is_closed: bool,
    /// The money that moved since it was last written down.
    #[serde(skip)]
    transfers: Vec<Transfer>,
}

/// What a reset put on the display, to be taken back if its award is turned off or voided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Reset {
    /// The seed put in.
    #[serde(with = "as_text")]
    pub seed: MeterUnits,
    /// The reserve that went to the display.
    #[serde(with = "as_text")]
    pub reserve: MeterUnits,
    /// What wagers had put in before it.
    #[serde(with = "as_text")]
    pub since: MeterUnits,
}

/// What a wager had put on the display and in the reserve, where it was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TakenBack {
    pub display: MeterUnits,
    pub reserve: MeterUnits,
}

impl Meter {
    /// Whether there is nothing on the meter but the house's own seed, and no table is open on it. Any table may then
    /// be the first.
    pub fn is_unused(&self) -> bool {
        let Totals { contributions, adjustments, paid, pending, .. } = self.totals;
        self.tables.is_empty()
            && [contributions, adjustments, paid, pending].iter().all(|it| *it == MeterUnits::ZERO)
    }

    /// A new meter, at its base.
    pub fn new(id: MeterId, criteria: Criteria, terms: Terms) -> Meter {
        let base = MeterUnits::from(terms.base);
        let mut meter = Meter {
            id,
            criteria,
            terms,
            totals: Totals::NONE,
            top_hits: 0,
            hits: 0,
            resets: 0,
            since_reset: MeterUnits::ZERO,
            seeds_left: MeterUnits::ZERO,
            last_hits: VecDeque::new(),
            tables: BTreeSet::new(),
            stakes: None,
            fault: None,
            is_closed: false,
            transfers: Vec::new(),
        };
        meter.transfer(Account::Seeds, Account::Display, base);
        meter.overflow();
        meter
    }

    /// Moves money from one account to another, or back if it is negative: the only way in
    /// which money moves.
    pub(crate) fn transfer(&mut self, from: Account, to: Account, amount: MeterUnits) {
        let (from, to, amount) = match amount.cmp(&MeterUnits::ZERO) {
            Ordering::Equal => return,
            Ordering::Greater => (from, to, amount),
            Ordering::Less => (to, from, -amount),
        };
        self.note(Transfer { from, to, amount, not_paid_of: None });
    }

    fn note(&mut self, transfer: Transfer) {
        self.totals.transfer(transfer);
        self.transfers.push(transfer);
    }

    /// The money that moved since this was last asked: between two accounts one transfer at most,
    /// nothing where as much came back.
    pub fn take_transfers(&mut self) -> Vec<Transfer> {
        net(&std::mem::take(&mut self.transfers))
    }

    /// How much was moved since it was last written down: where [`Meter::net_since`] begins.
    pub(crate) fn moves_made(&self) -> usize {
        self.transfers.len()
    }

    /// The money that moved from there on, netted in the same way.
    pub(crate) fn net_since(&self, start: usize) -> Vec<Transfer> {
        net(&self.transfers[start..])
    }

    /// Whether all the money that moved is written down.
    pub fn is_written(&self) -> bool {
        self.transfers.is_empty()
    }

    /// Whether money is conserved, and nothing is negative that must not be.
    pub fn balances(&self) -> bool {
        let totals = &self.totals;
        let never_negative = [totals.reserve, totals.overflow, totals.paid, totals.pending];
        totals.balance() && never_negative.iter().all(|amount| *amount >= MeterUnits::ZERO)
    }

    /// Adds the shares of a wager, to the last fraction of a cent.
    pub fn contribute(&mut self, wager: Cents) {
        let (display, reserve) = (self.terms.contribution.of(wager), self.terms.reserve.of(wager));
        self.since_reset += display + reserve;
        self.transfer(Account::Contributions, Account::Display, display);
        self.transfer(Account::Contributions, Account::Reserve, reserve);
        self.overflow();
    }

    /// Takes the shares of a wager back, from the overflow first if they went there [GEN-12]; says what
    /// of them was on the display and in the reserve.
    pub fn take_back(&mut self, wager: Cents) -> TakenBack {
        let (display, reserve) = (self.terms.contribution.of(wager), self.terms.reserve.of(wager));
        self.since_reset -= display + reserve;
        let from_overflow = self.totals.overflow.min(display);
        self.transfer(Account::Overflow, Account::Contributions, from_overflow);
        self.transfer(Account::Display, Account::Contributions, display - from_overflow);
        // A reserve that a reset has moved to the display meanwhile is taken from there.
        let from_reserve = self.totals.reserve.min(reserve);
        self.transfer(Account::Reserve, Account::Contributions, from_reserve);
        self.transfer(Account::Display, Account::Contributions, reserve - from_reserve);
        TakenBack { display: display - from_overflow, reserve }
    }

    /// Moves what the display holds above the limit to the overflow (P4).
    pub fn overflow(&mut self) {
        let limit = self.terms.limit.map_or(self.totals.display, MeterUnits::from);
        let above = (self.totals.display - limit).max(MeterUnits::ZERO);
        self.transfer(Account::Display, Account::Overflow, above);
    }

    /// Sets an amount aside for an award.
    pub fn set_aside(&mut self, amount: Cents) {
        self.transfer(Account::Display, Account::Pending, amount.into());
    }

    /// Puts what was set aside for awards back on the display.
    pub fn release(&mut self, amount: Cents) {
        self.transfer(Account::Pending, Account::Display, amount.into());
    }

    /// The house makes up what the display lacks of an amount [PRG-19] (3).
    pub(crate) fn top_up_to(&mut self, amount: Cents, from: Account) {
        let missing = MeterUnits::from(amount) - self.totals.display;
        self.transfer(from, Account::Display, missing.max(MeterUnits::ZERO));
    }

    /// Restarts the meter at its own seed plus its reserve, beside the fraction of a cent that stayed [PRG-3] [PRG-7]: the
    /// reserve of the round's first key, as far as no other table has won it. Says how much that is.
    pub(crate) fn reseed(&mut self, reserve: MeterUnits) -> MeterUnits {
        let reserve = reserve.min(self.totals.reserve);
        self.transfer(Account::Seeds, Account::Display, self.terms.reset.into());
        self.transfer(Account::Reserve, Account::Display, reserve);
        reserve
    }

    /// A verified award is paid. What is not paid of it goes back to the display, by name [PRG-21].
    pub fn pay(&mut self, hit: Hit, is_top: bool, rest: Cents) {
        self.transfer(Account::Pending, Account::Paid, (hit.amount - rest).into());
        if rest > Cents::ZERO {
            let (from, to) = (Account::Pending, Account::Display);
            self.note(Transfer { from, to, amount: rest.into(), not_paid_of: Some(hit.award) });
            self.overflow();
        }
        self.hits += 1;
        self.top_hits += u64::from(is_top);
        self.last_hits.push_front(hit);
        self.last_hits.truncate(HITS_KEPT);
    }

    /// An award that was paid is undone [PRG-10]: what was paid of it off the meter comes back by an adjustment, and the seed
    /// and the reserve that it put in go out again. What the display does not hold of them, the house makes up, as in
    /// [PRG-19] (3).
    pub fn back_out(&mut self, award: &Award, reset: Option<&Reset>) {
        let paid_off_it = award.amount - award.rest();
        self.transfer(Account::Adjustments, Account::Display, paid_off_it.into());
        if let Some(reset) = reset {
            self.transfer(Account::Display, Account::Seeds, reset.seed);
            self.transfer(Account::Display, Account::Reserve, reset.reserve);
            self.since_reset += reset.since;
            self.resets -= 1;
            self.top_up_to(Cents::ZERO, Account::TopUps);
        }
        self.overflow();
        self.take_hit_back(award);
    }

    /// A hit that was backed out does not count any more.
    pub(crate) fn take_hit_back(&mut self, award: &Award) {
        self.hits -= 1;
        self.top_hits -= u64::from(award.is_top());
        if let Some(hit) = self.last_hits.iter_mut().find(|hit| hit.award == award.number) {
            hit.is_backed_out = true;
        }
    }

    /// Adds to or takes from the display by a correction or a transfer.
    pub fn adjust(&mut self, amount: MeterUnits) {
        self.transfer(Account::Adjustments, Account::Display, amount);
        self.overflow();
    }

    /// Moves money from the overflow to the display, as far as the limit lets it.
    pub fn release_overflow(&mut self, amount: MeterUnits) {
        self.transfer(Account::Overflow, Account::Display, amount);
        self.overflow();
    }

    /// Whether the meter holds money that players put in since its top award was last won [PRG-11].
    pub fn owes_players(&self) -> bool {
        let totals = &self.totals;
        let owed = [totals.pending, totals.overflow, totals.reserve, self.since_reset];
        owed.iter().any(|amount| *amount > MeterUnits::ZERO)
    }

    /// Takes everything off it, pending awards apart.
    pub fn empty(&mut self) -> MeterUnits {
        let places = [Account::Display, Account::Reserve, Account::Overflow];
        let mut owed = MeterUnits::ZERO;
        for place in places {
            let amount = self.totals.of(place);
            self.transfer(place, Account::Adjustments, amount);
            owed += amount;
        }
        self.since_reset = MeterUnits::ZERO;
        owed
    }

    /// Everything that is owed to players: what would be transferred with the meter [PRG-11].
    pub fn liability(&self) -> MeterUnits {
        let totals = &self.totals;
        totals.display + totals.reserve + totals.overflow + totals.pending
    }
}

/// Transfers, as one at most between two accounts, and none where as much came back.
fn net(transfers: &[Transfer]) -> Vec<Transfer> {
    let mut net: Vec<Transfer> = Vec::new();
    for next in transfers {
        let is_pair = |known: &Transfer| {
            known.not_paid_of == next.not_paid_of
                && ((known.from, known.to) == (next.from, next.to)
                    || (known.from, known.to) == (next.to, next.from))
        };
        match net.iter_mut().find(|known| is_pair(known)) {
            None => net.push(*next),
            Some(known) if known.from == next.from => known.amount += next.amount,
            Some(known) => known.amount -= next.amount,
        }
    }
    for transfer in net.iter_mut().filter(|transfer| transfer.amount < MeterUnits::ZERO) {
        let Transfer { from, to, amount, .. } = *transfer;
        *transfer = Transfer { from: to, to: from, amount: -amount, ..*transfer };
    }
    net.retain(|transfer| transfer.amount != MeterUnits::ZERO);
    net
}
