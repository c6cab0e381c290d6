//! What two supervisors agreed on about an award: another amount [PRG-20], or an override [PRG-22].

use std::fmt;

use money::Cents;

use crate::felt::SeatNumber;
use crate::paytable::RowId;

/// Two supervisors and their reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreed {
    by: String,
    approved_by: String,
    reason: String,
}

impl Agreed {
    /// Two different people and a reason, on one line; nothing if one of them is missing.
    pub fn new(by: &str, approved_by: &str, reason: &str) -> Option<Agreed> {
        let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_whole = is_name(by) && is_name(approved_by) && by != approved_by;
        (is_whole && !reason.is_empty()).then(|| Agreed {
            by: by.to_owned(),
            approved_by: approved_by.to_owned(),
            reason,
        })
    }

    /// Who proposed it.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Who approved it.
    pub fn approved_by(&self) -> &str {
        &self.approved_by
    }

    /// Why.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "by {} approved-by {} because {}", self.by, self.approved_by, self.reason)
    }
}

/// Another amount paid for an award [PRG-20].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaidOther {
    /// What was paid.
    pub paid: Cents,
    /// Who agreed on it, and why.
    pub agreed: Agreed,
}

/// A key that stands at a seat, whatever its cards say [PRG-22].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Override {
    pub(crate) seat: SeatNumber,
    /// The row that was keyed, if one was.
    pub(crate) keyed: Option<RowId>,
    /// The row that the cards win, if they win one.
    pub(crate) cards: Option<RowId>,
    pub(crate) agreed: Agreed,
}

/// What two supervisors decided about a line, on the line itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineNote {
    /// The award, where another amount was paid for it, and who agreed on that.
    pub award: Option<(Cents, Agreed)>,
    /// The override that the line follows from.
    pub overridden: Option<OverrideNote>,
}

/// An override as a line tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverrideNote {
    /// Whose key it is: for envy, not the seat that is paid.
    pub seat: SeatNumber,
    /// The hand that was keyed, if one was.
    pub keyed: Option<&'static str>,
    /// The hand that the cards show, if it wins.
    pub cards: Option<&'static str>,
    /// Who agreed on it, and why.
    pub agreed: Agreed,
}

impl fmt::Display for OverrideNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OverrideNote { seat: _, keyed, cards, agreed } = self;
        let paid = if keyed.is_some() { "paid" } else { "not paid" };
        let keyed = keyed.map_or_else(|| "not keyed".to_owned(), |hand| format!("keyed {hand}"));
        let Agreed { by, approved_by, reason } = agreed;
        write!(
            f,
            "{paid} by override of {by} and {approved_by} ({keyed}, the cards say {}): {reason}",
            cards.unwrap_or("no award")
        )
    }
}

impl fmt::Display for LineNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((award, Agreed { by, approved_by, reason })) = &self.award {
            write!(f, "for an award of {award}, agreed by {by} and {approved_by}: {reason}")?;
        }
        let both = self.award.is_some() && self.overridden.is_some();
        f.write_str(if both { "; " } else { "" })?;
        self.overridden.as_ref().map_or(Ok(()), |note| write!(f, "{note}"))
    }
}
