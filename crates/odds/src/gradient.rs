//! How often each pay is paid. A player who plays best has nothing to change when a pay moves a little, so the money on a
//! pay is the exact derivative of the edge by it (the envelope theorem).

use money::{Odds, OddsKind};
use num_traits::Zero as _;
use rulebook::Schedule;

use crate::amount::PayId;
use crate::distribution::{Distribution, Payments};
use crate::exact::{Exact, share, whole};
use crate::subject::Subject;
use crate::whatif::{Change, NewPay, pays_of};

/// A pay of a wager, and what it does in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paid {
    /// The line whose table the row is in; none for a pay of the section, which no hand decides.
    pub line: Option<String>,
    /// The hand, in the rulebook's words, or the key of a pay.
    pub hand: String,
    /// What it pays.
    pub odds: Odds,
    /// How likely a round is in which it is paid.
    pub chance: Exact,
    /// How much the house edge falls when the pay grows by one: by 1 to 1, by 1 for 1, by a dollar, or by the whole meter.
    /// It is the chance, weighted by the money on the pay in units of the first wager.
    pub weight: Exact,
    /// What a round returns by it, stakes included, in units of the first wager: its share of the return.
    pub returned: Exact,
}

impl Paid {
    /// The change that pays something else on it.
    pub fn change(&self, pays: NewPay) -> Change {
        Change { line: self.line.clone(), hand: self.hand.clone(), pays }
    }

    /// What one more of the pay is: `1 to 1`, `1 for 1`, `$1`, `100%`.
    pub fn unit(&self) -> &'static str {
        match self.odds.kind() {
            OddsKind::To | OddsKind::Push => "1 to 1",
            OddsKind::For => "1 for 1",
            OddsKind::Dollars => "$1",
            OddsKind::Share => "100%",
        }
    }
}

/// The rows of a schedule in order, then the pays of the section that the wager meets.
pub(crate) fn gradient(
    subject: &Subject,
    schedule: &Schedule,
    distribution: &Distribution,
) -> Vec<Paid> {
    let never = Payments::default();
    let deals = whole(num_bigint::BigInt::from(distribution.space().clone()));
    let paid = |id: &PayId, line: Option<String>, hand: &str, odds: Odds| {
        let Payments { deals: on, weight, returned } = distribution.paid(id).unwrap_or(&never);
        let mean = |sum: &Exact| if deals.is_zero() { Exact::zero() } else { sum / &deals };
        let (weight, returned) = (mean(weight), mean(returned));
        let chance = share(on, distribution.space());
        Paid { line, hand: hand.to_owned(), odds, chance, weight, returned }
    };
    let mut all = Vec::new();
    for (part, place) in schedule.parts.iter().zip(0..) {
        let line = part.lines.first().cloned();
        all.extend(part.rows.iter().map(|row| {
            let hand = row.hand.words();
            paid(&PayId::Row(place, hand), line.clone(), hand, row.pays)
        }));
    }
    let keys = pays_of(subject, &schedule.wager).filter(|pay| subject.has_asked_for(&pay.key));
    all.extend(
        keys.map(|pay| paid(&PayId::Key(pay.key.as_str().into()), None, &pay.key, pay.pays)),
    );
    all
}
