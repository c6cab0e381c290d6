//! Lines of a settlement, in the order in which the rule pays and takes.

use std::sync::Arc;

use money::{Cents, Odds};

use crate::agreed::LineNote;
use crate::felt::{Line, Seat, SeatNumber};
use crate::paytable::{PayTable, RowId};
use crate::table::CiteId;

/// How a line ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Paid.
    Win,
    /// Taken.
    Lose,
    /// Given back.
    Push,
    /// Given back because the hand or the round is void.
    Dead,
}

impl Outcome {
    /// The word for it: `win`, `lose`, `push`, `dead`.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Push => "push",
            Outcome::Dead => "dead",
        }
    }
}

/// One line: what was staked on a wager and what came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettledLine {
    /// The seat.
    pub seat: SeatNumber,
    /// The line's id, or `envy`.
    pub wager: &'static str,
    /// The hand after a split, 1 to 4.
    pub hand: Option<u8>,
    /// What was staked; nothing for a bonus or envy.
    pub staked: Cents,
    /// What the player is handed, the stake included where it is returned.
    pub returned: Cents,
    /// How it ended.
    pub outcome: Outcome,
    /// The row or outcome that decided: `straight flush`, `tie`.
    pub row: &'static str,
    /// The row of the wager's posted table that paid it, if one did; for envy, a row of the progressive.
    pub pay: Option<RowId>,
    /// What orders it.
    pub cite: CiteId,
    /// What two supervisors decided about it.
    pub note: Option<Arc<LineNote>>,
}

/// What became of a tip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TipLine {
    pub seat: SeatNumber,
    pub wager: &'static str,
    pub staked: Cents,
    pub returned: Cents,
    pub outcome: Outcome,
}

/// What an outcome pays where no hand decides: a `[[pay]]` of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pay {
    /// What it pays.
    pub odds: Odds,
    /// Its key, shown as the row.
    pub row: &'static str,
    /// What orders it.
    pub cite: CiteId,
}

/// Why a line is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Shown as the row: `fold`, `beaten`.
    pub row: &'static str,
    /// What orders it.
    pub cite: CiteId,
}

/// What decided a line.
#[derive(Clone, Copy)]
struct Decided {
    row: &'static str,
    pay: Option<RowId>,
    cite: CiteId,
}

impl Decided {
    fn by_row(table: &PayTable, id: RowId) -> Decided {
        Decided { row: table.row(id).hand.words(), pay: Some(id), cite: table.cite }
    }

    fn by_key(row: &'static str, cite: CiteId) -> Decided {
        Decided { row, pay: None, cite }
    }
}

/// The lines of a round as they come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settlement {
    /// The lines.
    pub lines: Vec<SettledLine>,
    /// The tips.
    pub tips: Vec<TipLine>,
    /// What the house took from a pot.
    pub rake: Option<Cents>,
    pub(crate) names: Arc<[&'static str]>,
    /// How many of the lines are in the log.
    pub(crate) logged: usize,
    /// How many of the lines and tips came before the cards were all out.
    pub(crate) before_showdown: (usize, usize),
}

/// Every stake was refused on which a posted row would pay a fraction of a cent [GEN-8], and no
/// other row pays here.
pub(crate) const EXACT: &str = "a stake that would be paid a fraction of a cent is refused";

impl Settlement {
    /// Pays a line by an outcome's odds.
    pub(crate) fn pay(&mut self, seat: &Seat, line: Line, pay: Pay) {
        self.odds(seat, line, pay.odds, Decided::by_key(pay.row, pay.cite));
    }

    /// Pays a line by a row of its table, or takes it.
    pub(crate) fn table(
        &mut self,
        seat: &Seat,
        line: Line,
        table: &PayTable,
        row: Option<RowId>,
        taken: Taken,
    ) {
        match row {
            None => self.lose(seat, line, taken),
            Some(id) => self.odds(seat, line, table.row(id).odds, Decided::by_row(table, id)),
        }
    }

    /// Pays a line by an outcome's odds, or takes it.
    pub(crate) fn pay_or_lose(&mut self, seat: &Seat, line: Line, outcome: Result<Pay, Taken>) {
        match outcome {
            Ok(pay) => self.pay(seat, line, pay),
            Err(taken) => self.lose(seat, line, taken),
        }
    }

    /// Takes a line.
    pub(crate) fn lose(&mut self, seat: &Seat, line: Line, taken: Taken) {
        let by = Decided::by_key(taken.row, taken.cite);
        self.returned(seat, line, Outcome::Lose, |_| Cents::ZERO, by);
    }

    /// Takes what a surrender does not give back.
    pub(crate) fn surrender(&mut self, seat: &Seat, line: Line, pay: Pay) {
        let returned =
            |stake| pay.odds.returned(stake).expect("this line needs no meter").expect(EXACT);
        self.returned(seat, line, Outcome::Lose, returned, Decided::by_key(pay.row, pay.cite));
    }

    /// Gives a line of a void hand back.
    pub(crate) fn dead(&mut self, seat: &Seat, line: Line, row: &'static str, cite: CiteId) {
        self.returned(seat, line, Outcome::Dead, |stake| stake, Decided::by_key(row, cite));
    }

    /// Pays a bonus that has no stake of its own, on another line's stake and on the tip there.
    pub(crate) fn bonus(
        &mut self,
        seat: &Seat,
        line: Line,
        on: Line,
        table: &PayTable,
        row: RowId,
    ) {
        let odds = table.row(row).odds;
        let bonus = |basis: Cents| {
            let paid = odds.returned(basis).expect("a bonus needs no meter").expect(EXACT);
            // The stake is the other line's and is settled there.
            if matches!(odds, Odds::To(_)) { paid - basis } else { paid }
        };
        let Decided { row, pay, cite } = Decided::by_row(table, row);
        let (wager, outcome) = (self.names[line.index()], Outcome::Win);
        self.lines.push(SettledLine {
            seat: seat.number,
            wager,
            hand: None,
            staked: Cents::ZERO,
            returned: bonus(seat.stake(on)),
            outcome,
            row,
            pay,
            cite,
            note: None,
        });
        let tip = seat.tips[on.index()];
        if tip > Cents::ZERO {
            let (seat, returned) = (seat.number, bonus(tip));
            self.tips.push(TipLine { seat, wager, staked: Cents::ZERO, returned, outcome });
        }
    }

    /// Hands over an amount that was figured elsewhere: a progressive award.
    pub(crate) fn amount(
        &mut self,
        seat: &Seat,
        line: Line,
        returned: Cents,
        table: &PayTable,
        row: RowId,
    ) {
        self.returned(seat, line, Outcome::Win, |_| returned, Decided::by_row(table, row));
    }

    /// Says on the line that came last what two supervisors decided about it.
    pub(crate) fn note(&mut self, note: Option<Arc<LineNote>>) {
        if let Some(line) = self.lines.last_mut() {
            line.note = note;
        }
    }

    /// A line as it is, for games whose hands have stakes of their own.
    pub(crate) fn line(&mut self, line: SettledLine) {
        self.lines.push(line);
    }

    fn odds(&mut self, seat: &Seat, line: Line, odds: Odds, by: Decided) {
        let outcome = if odds == Odds::Push { Outcome::Push } else { Outcome::Win };
        let returned =
            |stake| odds.returned(stake).expect("this line needs no meter").expect(EXACT);
        self.returned(seat, line, outcome, returned, by);
    }

    /// One line, and the tip that rides on it at the same odds [GEN-11].
    fn returned(
        &mut self,
        seat: &Seat,
        line: Line,
        outcome: Outcome,
        returned: impl Fn(Cents) -> Cents,
        Decided { row, pay, cite }: Decided,
    ) {
        let (wager, staked) = (self.names[line.index()], seat.stake(line));
        self.lines.push(SettledLine {
            seat: seat.number,
            wager,
            hand: None,
            staked,
            returned: returned(staked),
            outcome,
            row,
            pay,
            cite,
            note: None,
        });
        let tip = seat.tips[line.index()];
        if tip > Cents::ZERO {
            let (seat, returned) = (seat.number, returned(tip));
            self.tips.push(TipLine { seat, wager, staked: tip, returned, outcome });
        }
    }

    /// The cards are all out: what comes now is settled seat by seat.
    pub(crate) fn begin(&mut self) {
        self.before_showdown = (self.lines.len(), self.tips.len());
    }

    /// Takes back what was settled since the cards were all out.
    pub(crate) fn take_back_showdown(&mut self) {
        let (lines, tips) = self.before_showdown;
        self.lines.truncate(lines);
        self.tips.truncate(tips);
        self.logged = self.logged.min(lines);
    }

    /// Takes back every line so far: the round is void.
    pub(crate) fn take_back(&mut self) {
        self.lines.clear();
        self.tips.clear();
        self.logged = 0;
        self.before_showdown = (0, 0);
    }

    /// Takes back every line of a seat so far: its hand is dead.
    pub(crate) fn take_back_seat(&mut self, seat: SeatNumber) {
        self.retain(|line| line.seat != seat, |tip| tip.seat != seat);
    }

    /// Takes back a seat's lines on one wager so far: it was collected, and goes back after all.
    pub(crate) fn take_back_wager(&mut self, seat: SeatNumber, line: Line) {
        let wager = self.names[line.index()];
        self.retain(
            |line| line.seat != seat || line.wager != wager,
            |tip| tip.seat != seat || tip.wager != wager,
        );
    }

    /// Keeps the lines and tips that belong, and counts on from there.
    fn retain(&mut self, line: impl Fn(&SettledLine) -> bool, tip: impl Fn(&TipLine) -> bool) {
        let (lines, tips) = self.before_showdown;
        let lines_kept = |upto: usize| self.lines.iter().take(upto).filter(|one| line(one)).count();
        let (logged, lines) = (lines_kept(self.logged), lines_kept(lines));
        let tips = self.tips.iter().take(tips).filter(|one| tip(one)).count();
        self.lines.retain(&line);
        self.tips.retain(&tip);
        (self.logged, self.before_showdown) = (logged, (lines, tips));
    }

    pub(crate) fn clear(&mut self) {
        self.take_back();
        self.rake = None;
    }
}
