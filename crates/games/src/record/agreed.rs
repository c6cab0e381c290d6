//! What two supervisors decided in a recorded round: its `[[override]]` and `[[paid]]` tables.

use forms::Table as Form;
use money::Cents;

use super::player::Player;
use crate::agreed::{Agreed, PaidOther};
use crate::felt::SeatNumber;
use crate::op::Op;
use crate::round::{Next, Round};

/// An `[[override]]`: the seat's key stands, whatever its cards say [PRG-22].
pub(super) struct OverrideForm<'a> {
    form: Form<'a>,
    seat: SeatNumber,
    hand: Option<String>,
    agreed: Agreed,
    is_done: bool,
}

/// A `[[paid]]`: another amount was paid for a seat's award [PRG-20].
pub(super) struct PaidForm<'a> {
    form: Form<'a>,
    seat: SeatNumber,
    amount: Cents,
    agreed: Agreed,
    is_done: bool,
}

/// Reads the overrides of a file.
pub(super) fn overrides<'a>(root: &Form<'a>) -> Vec<OverrideForm<'a>> {
    let read = |form: Form<'a>| {
        let hand = form.optional("hand").and_then(|field| field.string().map(str::to_owned));
        let (seat, agreed) = (seat(&form), agreed(&form));
        Some(OverrideForm { seat: seat?, hand, agreed: agreed?, form, is_done: false })
    };
    let found: Vec<OverrideForm<'a>> =
        root.tables("override").into_iter().filter_map(read).collect();
    once(found.iter().map(|one| (one.seat, &one.form)));
    found
}

/// Reads the other amounts of a file.
pub(super) fn paid<'a>(root: &Form<'a>) -> Vec<PaidForm<'a>> {
    let read = |form: Form<'a>| {
        let amount = form.required("amount").and_then(|field| field.parse());
        let (seat, agreed) = (seat(&form), agreed(&form));
        Some(PaidForm { seat: seat?, amount: amount?, agreed: agreed?, form, is_done: false })
    };
    let found: Vec<PaidForm<'a>> = root.tables("paid").into_iter().filter_map(read).collect();
    once(found.iter().map(|one| (one.seat, &one.form)));
    found
}

/// Notes a seat that appears twice.
fn once<'f, 'a: 'f>(seats: impl Iterator<Item = (SeatNumber, &'f Form<'a>)>) {
    let mut seen: Vec<SeatNumber> = Vec::new();
    for (seat, form) in seats {
        if seen.contains(&seat) {
            form.problem(format!("seat {seat} appears twice"));
        }
        seen.push(seat);
    }
}

fn seat(form: &Form<'_>) -> Option<SeatNumber> {
    let number = form.required("seat").and_then(|field| field.integer(1..=7))?;
    SeatNumber::new(u8::try_from(number).ok()?)
}

fn agreed(form: &Form<'_>) -> Option<Agreed> {
    let texts = ["by", "approved-by", "reason"].map(|key| form.required(key));
    let [Some(by), Some(approved_by), Some(reason)] =
        texts.map(|field| field.and_then(|field| field.string()))
    else {
        return None;
    };
    let agreed = Agreed::new(by, approved_by, reason);
    if agreed.is_none() {
        form.problem(
            "it takes two different supervisors, each a name without spaces, and a reason [PRG-22]",
        );
    }
    agreed
}

impl Player<'_, '_> {
    /// The next override, once the cards are all out; its place in the file.
    pub(super) fn next_override(&mut self, round: &Round) -> Option<(usize, Op)> {
        let is_out = match round.next() {
            Next::Award(_) => true,
            Next::Done => !round.is_void() && round.undecided().is_none(),
            Next::Bets | Next::Card(_) | Next::Decision(_) => false,
        };
        let place = self.overrides.iter().position(|one| is_out && !one.is_done)?;
        let one = &mut self.overrides[place];
        one.is_done = true;
        let hand = one.hand.clone().map(Into::into);
        Some((place, Op::Override { seat: one.seat, hand, agreed: Box::new(one.agreed.clone()) }))
    }

    /// What was paid for a seat's award, where that is another amount.
    pub(super) fn next_paid(&mut self, seat: SeatNumber) -> Option<(usize, Box<PaidOther>)> {
        let place = self.paid.iter().position(|one| one.seat == seat && !one.is_done)?;
        let one = &mut self.paid[place];
        one.is_done = true;
        Some((place, Box::new(PaidOther { paid: one.amount, agreed: one.agreed.clone() })))
    }

    /// Notes a refusal at the override that it is about.
    pub(super) fn blame_override(&self, place: usize, message: String) {
        self.overrides[place].form.problem(message);
    }

    /// Notes a refusal at the amount that it is about.
    pub(super) fn blame_paid(&self, place: usize, message: String) {
        self.paid[place].form.problem(message);
    }

    /// Notes what supervisors decided about keys and awards that the round does not have.
    pub(super) fn check_agreed(&self) -> Option<()> {
        let mut is_fine = true;
        for one in self.overrides.iter().filter(|one| !one.is_done) {
            one.form.problem("left over: the round was not settled");
            is_fine = false;
        }
        for one in self.paid.iter().filter(|one| !one.is_done) {
            one.form.problem(format!("left over: seat {} has no award", one.seat));
            is_fine = false;
        }
        is_fine.then_some(())
    }
}
