//! Side bets: wagers that are a function of known cards, so that the shared machinery can settle and count them.
//! What such a wager says of itself is its `[wager.side]`.

use forms::{Field, Table};

use crate::load::text;
use crate::pattern::intern;
use crate::reader::{Reader, Span};
use crate::words::words;

words! {
    /// When a side bet is settled.
    pub enum Settles {
        /// In the seat's turn of paying, after the game's own lines.
        Turn = "turn",
        /// When everyone has the cards of the deal and before any player acts, for all seats; what is not decided
        /// then waits for the seat's turn.
        Deal = "deal",
    }
}

words! {
    /// What becomes of a side bet when its seat folds.
    pub enum Folded {
        /// It stays until the seat's turn.
        Live = "live",
        /// It is collected with the fold if it has lost.
        Collected = "collected",
    }
}

words! {
    /// When a reason for losing applies.
    pub enum LostWhen {
        /// The bet is collected from a hand that folded.
        Folded = "folded",
        /// The dealer has a blackjack.
        DealerBlackjack = "dealer-blackjack",
    }
}

/// What a side bet says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// When it is settled.
    pub settles: Settles,
    /// What becomes of it when its seat folds.
    pub folded: Folded,
    /// Whether it is collected, if it has lost, from a seat that has nothing to decide.
    pub is_collected_alone: bool,
    /// The bet that it goes with, where the game does not require that of everyone.
    pub needs: Option<Needs>,
    /// The bet that it may not exceed.
    pub at_most: Option<AtMost>,
    /// Why it is lost: the reason without a condition, and others that come first where they apply.
    pub lost: Vec<Lost>,
    /// The section that it comes from, where that is not the game's own.
    pub section: Option<String>,
}

/// A bet that a side bet goes with.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Needs {
    pub bet: String,
    pub cite: Vec<String>,
}

/// A bet that a side bet may not exceed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtMost {
    /// The bet.
    pub bet: String,
    /// The option that turns this on, where the house may choose.
    pub option: Option<String>,
    /// Its citations.
    pub cite: Vec<String>,
}

/// Why a side bet is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Shown as the row: `no pair`.
    pub row: &'static str,
    /// When this reason applies; otherwise where no other does.
    pub when: Option<LostWhen>,
    /// Its citations.
    pub cite: Vec<String>,
}

impl Side {
    /// Every citation in it.
    pub(crate) fn cites_mut(&mut self) -> impl Iterator<Item = &mut Vec<String>> {
        let needs = self.needs.iter_mut().map(|needs| &mut needs.cite);
        let at_most = self.at_most.iter_mut().map(|most| &mut most.cite);
        needs.chain(at_most).chain(self.lost.iter_mut().map(|lost| &mut lost.cite))
    }

    /// Why it is lost, by the condition under which that is the reason.
    pub fn lost_when(&self, when: Option<LostWhen>) -> Option<&Lost> {
        self.lost.iter().find(|lost| lost.when == when)
    }
}

/// Reads `[wager.side]`.
pub(crate) fn side(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Side> {
    let word = |key| table.optional(key);
    let settles = word("settles").and_then(|field| field.one_of(Settles::WORDS));
    let folded = word("folded").and_then(|field| field.one_of(Folded::WORDS));
    let alone = word("collected-alone").and_then(|field| field.boolean());
    let needs = table.optional("needs").and_then(|field| {
        let entry = field.table()?;
        Some(Needs { bet: text(&entry, "bet")?, cite: reader.cite(&entry, span) })
    });
    let at_most = table.optional("at-most").and_then(|field| {
        let entry = field.table()?;
        let option = entry.optional("option").and_then(|field| field.string()).map(str::to_owned);
        Some(AtMost { bet: text(&entry, "bet")?, option, cite: reader.cite(&entry, span) })
    });
    let lost_field = table.required("lost")?;
    let reason = |field: &Field<'_>| lost(reader, &field.table()?, span);
    let lost: Vec<Lost> = lost_field.list().iter().filter_map(reason).collect();
    if lost.iter().filter(|lost| lost.when.is_none()).count() != 1 {
        lost_field.problem("needs one reason without a condition (when), and no more");
    }
    Some(Side {
        settles: settles.unwrap_or(Settles::Turn),
        folded: folded.unwrap_or(Folded::Live),
        is_collected_alone: alone.unwrap_or(false),
        needs,
        at_most,
        lost,
        section: None,
    })
}

fn lost(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Lost> {
    let row = text(table, "row");
    let when = table.optional("when").and_then(|field| field.one_of(LostWhen::WORDS));
    let cite = reader.cite(table, span);
    Some(Lost { row: intern(&row?), when, cite })
}
