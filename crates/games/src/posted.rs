//! The progressive of a table as its house posts it.

use money::{Cents, Odds, Rate};
use progressive::HouseProcedure;
use rulebook::{Amounts, Judged, Order, Schedule};

use crate::paytable::{PayTable, RowId};
use crate::table::{CiteId, Opening};

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
    /// Whether the rule states the seed, so that no meter has another [PRG-8].
    pub is_seed_fixed: bool,
    /// The share of each wager that goes to the display.
    pub contribution: Rate,
    /// The share of each wager that goes to the hidden reserve.
    pub reserve: Rate,
    /// How several meter awards of a round are paid.
    pub procedure: HouseProcedure,
    /// What orders the wager.
    pub(crate) wager_cite: CiteId,
}

impl PostedProgressive {
    /// Whether a row pays a share of the meter [PRG-2].
    pub fn is_off_meter(&self, row: RowId) -> bool {
        matches!(self.table.row(row).odds, Odds::Share(_))
    }
}

/// The option that posts a progressive wager [PRG-7].
const WAGER: &str = "progressive-wager";
/// The option that says how many cards PMG schedules are judged on in hold'em [PRG-17].
const PMG_CARDS: &str = "pmg-cards";
/// The option that says how many cards FCCP schedules are judged on in Four-Card poker [FCP-5].
const FCCP_CARDS: &str = "fccp-cards";

/// The options that need a posted progressive.
pub(crate) const PROGRESSIVE_OPTIONS: [&str; 3] = [WAGER, PMG_CARDS, FCCP_CARDS];

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
        self.check_fccp_cards(&schedule);
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
            is_seed_fixed: terms.amounts == Amounts::Fixed,
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

impl Opening {
    /// Only FCCP schedules can be judged on four cards or on five [FCP-5].
    fn check_fccp_cards(&mut self, schedule: &Schedule) {
        let is_fccp = schedule.parts.iter().any(|part| part.order == Order::FourCard);
        if self.posted(FCCP_CARDS).is_some() && !is_fccp {
            let id = &schedule.id;
            self.conflict(format!("option {FCCP_CARDS} has no effect on {id} [FCP-5]"));
        }
    }
}

/// A schedule as a table's options post it: a progressive at the posted wager [PRG-7], rows as
/// printed where the house reads them so [LIR-3] [PRG-15], PMG on five cards or on seven [PRG-17],
/// FCCP on four cards or on five [FCP-5].
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
        let is_fccp = schedule.progressive.is_some() && part.order == Order::FourCard;
        if is_fccp && option(FCCP_CARDS) == "five" {
            part.order = Order::FiveCard;
        }
    }
    Some(posted)
}
