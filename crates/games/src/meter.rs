//! What a round does to a progressive meter: contributions, awards, envy. The meter itself is the
//! caller's; its value is supplied, and what came of it is handed back.

use arrayvec::ArrayVec;
use money::{Cents, MeterUnits, Odds, Rate, Rounding};
use rulebook::{Judged, Order, Schedule};

use crate::paytable::{PayTable, RowId};
use crate::settle::EXACT;
use crate::table::{CiteId, Opening};

/// A meter before a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meter {
    /// What the sign shows.
    pub display: MeterUnits,
    /// The hidden reserve.
    pub reserve: MeterUnits,
}

/// What a round did to its meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterMove {
    /// The display before the round.
    pub before: MeterUnits,
    /// What went to the display.
    pub contributed: MeterUnits,
    /// What was paid off the meter.
    pub awarded: MeterUnits,
    /// The display after the round.
    pub after: MeterUnits,
    /// The reserve after the round.
    pub reserve_after: MeterUnits,
}

/// How several meter awards of one round are paid [PRG-5].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseProcedure {
    /// Counterclockwise, each from the meter as the one before left it.
    Sequential,
    /// The round's top awards share the meter as it stands at the first of them.
    Split,
}

/// The progressive of a table as posted. Its rows, envy amounts and seed are those of the posted
/// wager: they are figured here, when the table opens, and nowhere else [PRG-7].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostedProgressive {
    /// What every progressive bet at the table is.
    pub wager: Cents,
    /// What its hands pay on that wager.
    pub table: PayTable,
    /// In which order its hands are ranked.
    pub order: Order,
    /// Which cards it looks at.
    pub judged: Judged,
    /// What the meter starts and restarts at.
    pub seed: Cents,
    /// The share of each wager that goes to the display.
    pub contribution: Rate,
    /// The share of each wager that goes to the hidden reserve.
    pub reserve: Rate,
    /// How several meter awards of a round are paid.
    pub procedure: HouseProcedure,
    /// What orders the wager.
    pub(crate) wager_cite: CiteId,
}

/// The option that posts a progressive wager [PRG-7].
const WAGER: &str = "progressive-wager";
/// The option that says how many cards PMG schedules are judged on in hold'em [PRG-17].
const PMG_CARDS: &str = "pmg-cards";

/// The options that need a posted progressive.
pub(crate) const PROGRESSIVE_OPTIONS: [&str; 2] = [WAGER, PMG_CARDS];

impl Opening {
    /// The progressive, if a schedule was posted for it, at the posted wager.
    pub(crate) fn progressive(&mut self) -> Option<PostedProgressive> {
        let Some(name) = self.chosen("progressive").map(str::to_owned) else {
            self.check_wager_alone();
            return None;
        };
        let found = self.section.schedules_of("progressive").find(|known| known.id == name);
        let schedule = found?.clone();
        self.check_wager(&schedule);
        self.check_pmg_cards(&schedule);
        let posted = as_posted(&schedule, |key| self.option(key))?;
        let (part, terms) = (posted.part("progressive")?, posted.progressive?);
        self.note_fractions(part);
        let table = PayTable::new(part, self.cite_owned(&part.cite));
        let procedure = match self.option("house-procedure") {
            "split" => HouseProcedure::Split,
            _ => HouseProcedure::Sequential,
        };
        let term = self.section.terms.iter().find(|term| term.key == "progressive-amount");
        let mut cite = term.map(|term| term.cite.clone()).unwrap_or_default();
        cite.push("PRG-7".to_owned());
        Some(PostedProgressive {
            wager: terms.nominal,
            table,
            order: part.order,
            judged: part.judged,
            seed: terms.seed,
            contribution: terms.contribution,
            reserve: terms.reserve,
            procedure,
            wager_cite: self.cite_owned(&cite),
        })
    }

    /// The posted wager is the schedule's nominal one, or a whole multiple of it.
    fn check_wager(&mut self, schedule: &Schedule) {
        let (Some(wager), Some(terms)) = (self.amount_posted(), schedule.progressive) else {
            return;
        };
        let most = self.bet_max();
        if schedule.posted_at(wager).is_none() || wager > most {
            let (id, nominal) = (&schedule.id, terms.nominal);
            let known = format!("a whole multiple of {id}'s {nominal:#}, at most {most:#} [PRG-7]");
            self.refuse_value(WAGER, known);
        }
    }

    /// The progressive wager that was posted as an amount; one that is none is refused already.
    fn amount_posted(&self) -> Option<Cents> {
        self.option(WAGER).parse().ok().filter(|wager| *wager > Cents::ZERO)
    }

    /// Without a schedule, an amount must at least be one that some schedule can be posted at.
    fn check_wager_alone(&mut self) {
        let Some(wager) = self.amount_posted() else { return };
        let can_post = |schedule: &Schedule| schedule.posted_at(wager).is_some();
        let is_known = self.section.schedules_of("progressive").any(can_post);
        if !is_known || wager > self.bet_max() {
            let most = self.bet_max();
            let known = format!("a whole multiple of a schedule's nominal wager, at most {most:#}");
            self.refuse_value(WAGER, format!("{known} [PRG-7]"));
        }
    }

    /// Only PMG schedules in hold'em can be judged on another number of cards [PRG-17].
    fn check_pmg_cards(&mut self, schedule: &Schedule) {
        let is_pmg = schedule.parts.iter().any(|part| part.judged == Judged::OwnAndFlop);
        if self.posted(PMG_CARDS).is_some() && !is_pmg {
            let id = &schedule.id;
            self.conflict(format!("option {PMG_CARDS} has no effect on {id} [PRG-17]"));
        }
    }
}

/// A schedule as a table's options post it: a progressive at the posted wager [PRG-7], rows as
/// printed where the house reads them so [LIR-3] [PRG-15], PMG on five cards or on seven [PRG-17].
/// Nothing if it cannot be posted at that wager.
pub(crate) fn as_posted<'o>(
    schedule: &Schedule,
    option: impl Fn(&str) -> &'o str,
) -> Option<Schedule> {
    let mut posted = match option(WAGER).parse::<Cents>() {
        Ok(wager) if schedule.progressive.is_some() => schedule.posted_at(wager)?,
        _ => schedule.clone(),
    };
    for part in &mut posted.parts {
        if option("printed") == "true" {
            part.read_as_printed();
        }
        if part.judged == Judged::OwnAndFlop && option(PMG_CARDS) == "7" {
            part.judged = Judged::OwnAndBoard;
        }
    }
    Some(posted)
}

/// A meter during a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunningMeter {
    before: Meter,
    display: MeterUnits,
    reserve: MeterUnits,
    contributed: MeterUnits,
    awarded: MeterUnits,
}

impl RunningMeter {
    pub(crate) fn new(before: Meter) -> RunningMeter {
        RunningMeter {
            before,
            display: before.display,
            reserve: before.reserve,
            contributed: MeterUnits::ZERO,
            awarded: MeterUnits::ZERO,
        }
    }

    /// Posts a wager's contributions when bets are locked [PRG-1].
    pub(crate) fn contribute(&mut self, posted: &PostedProgressive) {
        let contribution = posted.contribution.of(posted.wager);
        self.contributed += contribution;
        self.display += contribution;
        self.reserve += posted.reserve.of(posted.wager);
    }

    /// Takes a wager's contributions back: a dead hand [CS-7].
    pub(crate) fn reverse(&mut self, posted: &PostedProgressive) {
        let contribution = posted.contribution.of(posted.wager);
        self.contributed -= contribution;
        self.display -= contribution;
        self.reserve -= posted.reserve.of(posted.wager);
    }

    /// Puts the meter back to where it was: a misdeal [GEN-12].
    pub(crate) fn void(&mut self) {
        *self = RunningMeter::new(self.before);
    }

    pub(crate) fn done(&self) -> MeterMove {
        MeterMove {
            before: self.before.display,
            contributed: self.contributed,
            awarded: self.awarded,
            after: self.display,
            reserve_after: self.reserve,
        }
    }

    /// What each row is paid, in the order of paying. A round's top awards are each paid the meter
    /// as the one before left it, or share it where the first of them is reached [PRG-5].
    pub(crate) fn awards(
        &mut self,
        posted: &PostedProgressive,
        rows: &[RowId],
    ) -> ArrayVec<Cents, 7> {
        let odds = |row: &RowId| posted.table.row(*row).odds;
        let top = rows.iter().filter(|row| odds(row) == Odds::Share(Rate::ALL)).count() as i64;
        let mut pool: Option<Cents> = None;
        let mut awards = ArrayVec::new();
        for row in rows {
            let award = match odds(row) {
                Odds::Share(rate) if rate == Rate::ALL => match posted.procedure {
                    HouseProcedure::Sequential => self.take_all(posted.seed),
                    HouseProcedure::Split => {
                        // The first is paid all odd cents too.
                        let is_first = pool.is_none();
                        let pool = *pool.get_or_insert_with(|| self.take_all(posted.seed));
                        let odd = if is_first { pool.get() % top } else { 0 };
                        Cents::new(pool.get() / top + odd)
                    }
                },
                Odds::Share(rate) => {
                    let award = self.display.share(rate, Rounding::Down);
                    self.display -= MeterUnits::from(award);
                    self.awarded += MeterUnits::from(award);
                    award
                }
                Odds::Dollars(amount) => amount,
                odds @ (Odds::To(_) | Odds::For(_) | Odds::Push) => {
                    odds.returned(posted.wager).expect("these kinds need no meter").expect(EXACT)
                }
            };
            awards.push(award);
        }
        awards
    }

    /// Pays the whole display in whole cents and resets it to the meter's seed plus reserve
    /// [PRG-3]; the fraction of a cent stays.
    fn take_all(&mut self, seed: Cents) -> Cents {
        let award = self.display.to_cents(Rounding::Down);
        let fraction = self.display - MeterUnits::from(award);
        self.awarded += MeterUnits::from(award);
        self.display = MeterUnits::from(seed) + self.reserve + fraction;
        self.reserve = MeterUnits::ZERO;
        award
    }
}
