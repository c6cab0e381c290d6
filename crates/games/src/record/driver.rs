//! A recorded round as it is played: the file hands over what the round asks for.

use cards::Card;
use forms::{Field, Table as Form};
use money::Cents;
use rulebook::Irregularity;

use super::CardList;
use super::player::Player;
use crate::action::Action;
use crate::agreed::PaidOther;
use crate::choice::Choice;
use crate::driver::{Decision, Driver};
use crate::felt::{Facing, SeatNumber};
use crate::irregular::Report;
use crate::op::Op;
use crate::refusal::Refusal;
use crate::round::{AwardDue, Next, Recipient, Round, Want};

/// What a refusal is about.
pub(super) enum Blame<'a> {
    /// The whole file.
    Root,
    /// An event, by its place.
    Event(usize),
    /// An override, by its place.
    Override(usize),
    /// Another amount that was paid, by its place.
    Paid(usize),
    /// The decision of a seat, by their places, and the tip that went with it.
    Action { seat: usize, action: usize, tip: Option<Field<'a>> },
}

/// Where a card comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Nobody saw it.
    Unseen,
    Burns,
    Board,
    /// The cards of a seat, by its place.
    Own(usize),
    Dealer,
    Shoe,
}

/// The file cannot go on, and why is noted where it stands.
pub(super) struct Noted;

impl<'a> Player<'a, '_> {
    /// Where the card that is wanted comes from.
    fn source(&self, round: &Round, want: Want) -> Option<Source> {
        let (own, dealers) = round.table().deal_size().unwrap_or((0, 0));
        Some(match want.to {
            Recipient::Discard => Source::Unseen,
            // Burns are given only where they are played; others were never seen.
            Recipient::Burn if want.facing == Facing::Down && !self.sees_burn() => Source::Unseen,
            Recipient::Burn => Source::Burns,
            Recipient::Board => Source::Board,
            Recipient::Seat { seat, hand } => {
                let place = self.seats.iter().position(|other| other.number == seat)?;
                let is_first = hand == 0 && self.seats[place].cards.dealt < own;
                if is_first { Source::Own(place) } else { Source::Shoe }
            }
            Recipient::Dealer if self.dealer.dealt < dealers => Source::Dealer,
            Recipient::Dealer => Source::Shoe,
        })
    }

    /// Whether the file has the card that is burned next.
    fn sees_burn(&self) -> bool {
        self.seen_burns.get(self.burned).copied().unwrap_or(false)
    }

    /// The list of a source, its key and where that stands; none for what nobody saw.
    fn list(&mut self, source: Source) -> Option<(&mut CardList<'a>, &'static str, &Form<'a>)> {
        Some(match source {
            Source::Unseen => return None,
            Source::Burns => (&mut self.burns, "burns", self.root),
            Source::Board => (&mut self.board, "board", self.root),
            Source::Own(place) => {
                let seat = &mut self.seats[place];
                (&mut seat.cards, "cards", &seat.form)
            }
            Source::Dealer => (&mut self.dealer, "dealer", self.root),
            Source::Shoe => (&mut self.shoe, "shoe", self.root),
        })
    }

    /// The report that the shoe has run out, before the first card that came after it.
    fn reshuffle(&mut self, source: Source) -> Option<Op> {
        let is_now = source == Source::Shoe && !self.shoe.left().is_empty();
        self.reshuffled_at.take_if(|at| is_now && self.shoe.dealt == *at)?;
        Some(Op::Report(Report::new(Irregularity::OutOfCards, None)))
    }

    /// Whether the file has nothing of what comes next.
    fn is_out(&mut self, round: &Round) -> bool {
        match round.next() {
            Next::Card(want) => {
                let source = self.source(round, *want);
                let list = source.and_then(|source| self.list(source));
                list.is_some_and(|(list, _, _)| list.left().is_empty())
            }
            Next::Decision(choice) => {
                let seat = self.seats.iter().find(|seat| seat.number == choice.seat);
                seat.is_some_and(|seat| seat.acted == seat.actions.len())
            }
            Next::Bets | Next::Award(_) | Next::Done => false,
        }
    }
}

impl Driver for Player<'_, '_> {
    type Stop = Noted;

    fn interrupt(&mut self, round: &Round) -> Result<Option<Op>, Noted> {
        if self.reported_card.is_some() {
            return Ok(None);
        }
        self.blame = Blame::Root;
        if let Some((place, op)) = self.next_override(round) {
            self.blame = Blame::Override(place);
            return Ok(Some(op));
        }
        if let Some(report) = self.reports.pop_front().filter(|_| *round.next() != Next::Done) {
            return Ok(Some(report));
        }
        if let Some((place, event)) = self.due(round) {
            let (report, card) = event.hand_over();
            self.reported_card = card;
            self.blame = Blame::Event(place);
            return Ok(Some(Op::Report(report)));
        }
        if self.is_out(round) {
            // The wrong numbers of cards that nobody has found yet were found here.
            let what = Irregularity::WrongNumberOfCards;
            let report = |hand: &Option<_>| Op::Report(Report::new(what, *hand));
            self.reports.extend(round.misdealt().iter().map(report));
            return Ok(self.reports.pop_front());
        }
        let Next::Card(want) = round.next() else { return Ok(None) };
        Ok(self.source(round, *want).and_then(|source| self.reshuffle(source)))
    }

    fn card(&mut self, round: &Round, want: Want) -> Result<Option<Card>, Noted> {
        if let Some(card) = self.reported_card.take() {
            return Ok(card);
        }
        let source = self.source(round, want).ok_or(Noted)?;
        self.burned += usize::from(want.to == Recipient::Burn);
        let Some((list, key, form)) = self.list(source) else { return Ok(None) };
        if let Some(card) = list.next() {
            if card.is_none() && want.facing == Facing::Up {
                let place = list.dealt;
                let message = format!("card {place} is dealt face up: say which it is, not ??");
                list.problem(form, key, message);
                return Err(Noted);
            }
            return Ok(card);
        }
        let given = list.cards.len();
        list.problem(form, key, format!("a card is missing after {given}"));
        Err(Noted)
    }

    fn decision(&mut self, round: &Round, choice: &Choice) -> Result<Decision, Noted> {
        let place = self.seats.iter().position(|seat| seat.number == choice.seat).ok_or(Noted)?;
        let seat = &mut self.seats[place];
        let Some((action, _)) = seat.actions.get(seat.acted) else {
            let legal: Vec<String> = choice.actions.iter().map(Action::to_string).collect();
            seat.form.problem(format!("an action is missing: one of {}", legal.join(", ")));
            return Err(Noted);
        };
        let line = round.tip_line(*action);
        let tip = seat.later_tips.iter().position(|(tip, _, _)| Some(tip.as_str()) == line);
        let (tip, field) = match tip.map(|place| seat.later_tips.remove(place)) {
            Some((_, amount, field)) => (Some(amount), Some(field)),
            None => (None, None),
        };
        self.blame = Blame::Action { seat: place, action: seat.acted, tip: field };
        seat.acted += 1;
        Ok(Decision { action: *action, tip })
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Noted> {
        let sign = self.sign.as_mut().ok_or(Noted)?;
        Ok(sign.award(round, due))
    }

    fn paid_other(&mut self, seat: SeatNumber) -> Option<Box<PaidOther>> {
        let (place, paid) = self.next_paid(seat)?;
        self.blame = Blame::Paid(place);
        Some(paid)
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Noted> {
        let is_tip = matches!(
            refusal,
            Refusal::TipNeedsTip { .. } | Refusal::TipMustBe { .. } | Refusal::NoTipWith(_)
        );
        let message = refusal.to_string();
        match &self.blame {
            Blame::Root => self.root.problem(message),
            Blame::Event(place) => self.events[*place].problem(message),
            Blame::Override(place) => self.blame_override(*place, message),
            Blame::Paid(place) => self.blame_paid(*place, message),
            Blame::Action { tip: Some(field), .. } if is_tip => field.problem(message),
            Blame::Action { seat, action, .. } => {
                self.seats[*seat].actions[*action].1.problem(message);
            }
        }
        Err(Noted)
    }
}
