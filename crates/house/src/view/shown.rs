//! How a table becomes what a viewer may see of it.

use super::{
    Decision, Due, GivenUpView, KeyedView, LineView, MeterView, NextView, OverrideView,
    PaidOtherView, PostedView, RoundView, SeatView, ShuffleView, TableView, Viewer,
};
use crate::machine::House;
use crate::refusal::Refusal;
use crate::request::Role;
use crate::table::play::{Play, Progress, duty_of};
use crate::table::setup::{Kind, Setup};
use crate::table::shuffling::Shuffled;
use crate::table::{Player, Table};
use games::{
    Next, NextView as RoundNext, OverrideNote, SeatView as RoundSeat, SettledLine, TurnView,
    Viewer as Eyes,
};
use money::Cents;
use progressive::{Seat, Stakes, TableId};
use rulebook::Moment as StepMoment;
use std::collections::BTreeMap;

impl House {
    /// A table as a viewer may see it.
    pub fn view(&self, id: &TableId, viewer: Viewer<'_>) -> Result<TableView, Refusal> {
        let table = self.floor_table(id)?;
        let play = self.play(id);
        let meter = table.setup().meter.as_ref().and_then(|id| self.meters.get(id));
        Ok(TableView {
            table: id.clone(),
            game: table.setup().game.clone(),
            kind: table.setup().kind,
            edition: table.setup().edition.clone().unwrap_or_default(),
            version: table.version(),
            is_open: table.has_seats(),
            play_money: table.setup().stakes() == Stakes::Play,
            posted: table.posted().clone(),
            round: self.round_view(table, play, viewer),
            meter: meter.map(|meter| MeterView {
                id: meter.id.clone(),
                display: meter.fault.is_none().then_some(meter.totals.display),
                pending: meter.totals.pending,
                play_money: self.is_play_money(&meter.id),
            }),
            call: table.call().filter(|_| self.is_staff(viewer)).cloned(),
        })
    }

    fn is_staff(&self, viewer: Viewer<'_>) -> bool {
        let Viewer::Person(id) = viewer else { return false };
        let role = self.people.get(id).map(|person| person.role);
        matches!(role, Some(Role::Dealer | Role::Supervisor))
    }

    /// Through whose eyes a viewer looks at a round.
    pub(crate) fn eyes(&self, play: &Play, viewer: Viewer<'_>) -> Eyes {
        let kind = play.form.setup.kind;
        let Viewer::Person(id) = viewer else { return Eyes::Public };
        match self.people.get(id).filter(|person| !person.is_retired).map(|person| person.role) {
            Some(Role::Player) => {
                // Whoever played the seat when the bets were locked sees its cards, and nobody else.
                let is_own = |seat: &&games::Seat| {
                    let seat = Seat(seat.number.get());
                    play.players().get(&seat).is_some_and(|name| name == id.as_str())
                };
                let own = play.round().felt().seats.iter().find(is_own);
                own.map_or(Eyes::Public, |seat| Eyes::Seat(seat.number))
            }
            // Nobody deals or supervises where the house does it all: staff watch like anyone.
            Some(Role::Dealer) if kind != Kind::Practice => Eyes::Dealer,
            Some(Role::Supervisor) if kind != Kind::Practice => Eyes::Supervisor,
            Some(Role::Dealer | Role::Supervisor | Role::Auditor) | None => Eyes::Public,
        }
    }

    fn round_view(&self, table: &Table, play: Option<&Play>, viewer: Viewer<'_>) -> RoundView {
        let mut seats: BTreeMap<Seat, SeatView> = BTreeMap::new();
        for (seat, player) in table.seated() {
            let chips = self.book.chips(table.id(), *seat);
            let player = Some(player_name(self, player));
            let buy_in = table.buy_ins().get(seat).map(|it| it.amount);
            let taken = SeatView { player, chips, buy_in, ..SeatView::empty(*seat) };
            seats.insert(*seat, taken);
        }
        let Some(play) = play else {
            return RoundView {
                number: table.rounds(),
                phase: Progress::Betting,
                next: Due::Bets.into(),
                seats: seats.into_values().collect(),
                dealer: Vec::new(),
                board: Vec::new(),
                burns: Vec::new(),
                lines: Vec::new(),
                tips: Vec::new(),
                rake: None,
                is_void: false,
                shuffle: shuffle(table),
            };
        };
        let view = play.round().view(self.eyes(play, viewer));
        for seat in &view.seats {
            let number = Seat(seat.number.get());
            let shown = seats.entry(number).or_insert_with(|| SeatView::empty(number));
            fill_seat(shown, seat, play);
        }
        self.fill_keys(table, &mut seats);
        for (seat, returned) in play.returned() {
            if let Some(shown) = seats.get_mut(seat) {
                shown.returned = Some(returned.clone());
            }
        }
        RoundView {
            number: play.number(),
            phase: play.progress(),
            next: NextView {
                step: play.step().filter(|_| self.is_staff(viewer)).cloned(),
                ..next(table, play, &view.next)
            },
            seats: seats.into_values().collect(),
            lines: view.lines.iter().map(|line| LineView::of(table.felt(), line)).collect(),
            dealer: view.dealer,
            board: view.board,
            burns: view.burns,
            tips: view.tips,
            rake: view.rake,
            is_void: view.is_void,
            shuffle: shuffle(table),
        }
    }
}

impl House {
    /// The keypad of the round, seat by seat: what is lit, and what stands by an override.
    fn fill_keys(&self, table: &Table, seats: &mut BTreeMap<Seat, SeatView>) {
        let Some(round) = table.keypad_round() else { return };
        for (seat, shown) in seats {
            let seat = *seat;
            shown.keyed = round.keys.lit.get(&seat).map(|lit| {
                let award = lit.award.and_then(|number| self.known_award(number));
                KeyedView {
                    hand: round.hand(lit.row).to_owned(),
                    award: lit.award,
                    amount: award.map(|award| award.amount),
                    paid: award.and_then(|award| award.paid()),
                }
            });
            shown.overridden = round.overridden(seat).and_then(|(upheld, saw)| {
                let agreed = upheld.agreed.as_ref()?;
                Some(OverrideView {
                    seat,
                    keyed: saw.keyed,
                    cards: saw.cards,
                    by: agreed.by.to_string(),
                    approved_by: agreed.approved_by.to_string(),
                    reason: upheld.reason.clone(),
                })
            });
        }
    }
}

fn player_name(house: &House, player: &Player) -> String {
    match player {
        Player::Person(id) => {
            house.people.get(id).map_or_else(|| id.to_string(), |person| person.shown_name())
        }
        Player::Bot(plays) => format!("bot ({plays})"),
    }
}

/// What a table with this setup posts.
pub(crate) fn posted(
    felt: &games::Table,
    setup: &Setup,
    seats: u8,
    least: &[(&'static str, Cents)],
) -> PostedView {
    let schedule = |bet: &'static str| Some((bet.to_owned(), felt.schedule(bet)?.to_owned()));
    PostedView {
        section: felt.section().number.clone(),
        seats,
        chip: felt.chip(),
        bets: felt.bets().collect(),
        limits: setup.limits.clone(),
        schedules: felt.bets().filter_map(schedule).collect(),
        options: felt.options().clone(),
        progressive_wager: felt.progressive().map(|posted| posted.wager),
        least: least.iter().copied().collect(),
        clocks: setup.clocks,
    }
}

fn next(table: &Table, play: &Play, view: &RoundNext) -> NextView {
    let timed = |due: Due| NextView { until: table.until(), ..due.into() };
    match play.progress() {
        Progress::Betting => timed(Due::Bets),
        Progress::Settled => Due::Step(None).into(),
        Progress::Over => Due::Done.into(),
        Progress::Playing if is_held_up(table, play, view) => Due::Step(None).into(),
        Progress::Playing => match view {
            RoundNext::Bets => timed(Due::Bets),
            RoundNext::Card(want) => {
                // Where the house deals, the dealer's next step brings the cards.
                let is_entered = table.setup().kind == Kind::Live;
                let is_step = table.setup().is_by_hand(duty_of(*want));
                if is_entered || !is_step {
                    Due::Card(want.to).into()
                } else {
                    Due::Step(Some(want.to)).into()
                }
            }
            RoundNext::Decision(turn) => timed(Due::Decision(decision(play, turn))),
            RoundNext::Award(due) => Due::Award(Seat(due.seat.get())).into(),
            RoundNext::Done => Due::Done.into(),
        },
    }
}

/// A decision with those of its actions that the viewer is told.
fn decision(play: &Play, turn: &TurnView) -> Decision {
    let choice = match play.round().next() {
        Next::Decision(choice) => Some(choice),
        Next::Bets | Next::Card(_) | Next::Award(_) | Next::Done => None,
    };
    let offers = turn.actions.iter().filter_map(|action| choice?.offer(*action));
    Decision { seat: Seat(turn.seat.get()), hand: turn.hand, offers: offers.collect() }
}

/// Whether a step has to be done before the round goes on. Players decide without waiting for it, a
/// card that is entered is dealt, and an award has its own steps at the keypad.
fn is_held_up(table: &Table, play: &Play, view: &RoundNext) -> bool {
    let steps = &table.felt().section().steps;
    let first = play.step().and_then(|due| steps.iter().find(|step| step.id == due.id));
    first.is_some_and(|step| match view {
        RoundNext::Bets | RoundNext::Decision(_) => false,
        RoundNext::Card(_) => table.setup().kind != Kind::Live || !step.chore.is_dealing(),
        RoundNext::Award(_) => step.at != StepMoment::AwardWon,
        RoundNext::Done => true,
    })
}

fn fill_seat(shown: &mut SeatView, seat: &RoundSeat, play: &Play) {
    for stake in &seat.stakes {
        shown.bets.insert(stake.line, stake.amount);
        if stake.tip > Cents::ZERO {
            shown.tips.insert(stake.line, stake.tip);
        }
    }
    shown.hands.clone_from(&seat.hands);
    shown.set = seat.set;
    shown.folded = seat.is_out;
    shown.dead = seat.is_dead;
    shown.ready = play.ready().contains(&shown.seat);
    if shown.player.is_none() {
        shown.player = play.players().get(&shown.seat).cloned();
    }
}

impl LineView {
    /// A line of a table's settlement.
    pub fn of(table: &games::Table, line: &SettledLine) -> LineView {
        let note = line.note.as_deref();
        let paid_other = note.and_then(|note| note.award.as_ref());
        LineView {
            seat: Seat(line.seat.get()),
            wager: line.wager,
            hand: line.hand,
            staked: line.staked,
            returned: line.returned,
            outcome: line.outcome,
            row: line.row,
            pay: line.pay,
            cite: table.citation(line.cite).clone(),
            paid_other: paid_other
                .map(|(award, agreed)| PaidOtherView { award: *award, agreed: agreed.clone() }),
            overridden: note.and_then(|note| note.overridden.as_ref()).map(OverrideView::from),
        }
    }
}

impl From<&OverrideNote> for OverrideView {
    fn from(note: &OverrideNote) -> OverrideView {
        OverrideView {
            seat: Seat(note.seat.get()),
            keyed: note.keyed.map(str::to_owned),
            cards: note.cards.map(str::to_owned),
            by: note.agreed.by().to_owned(),
            approved_by: note.agreed.approved_by().to_owned(),
            reason: note.agreed.reason().to_owned(),
        }
    }
}

fn shuffle(table: &Table) -> Option<ShuffleView> {
    let shuffle = table.shuffle()?;
    Some(ShuffleView {
        version: shuffle.version(),
        commitment: shuffle.commitment(),
        seed: shuffle.revealed(),
        words: words_of(shuffle),
        round: shuffle.round(),
        decks: shuffle.decks(),
        given_up: table.given_up().and_then(given_up),
    })
}

fn given_up(shuffle: &Shuffled) -> Option<GivenUpView> {
    Some(GivenUpView {
        commitment: shuffle.commitment(),
        seed: shuffle.revealed()?,
        words: words_of(shuffle),
        round: shuffle.round(),
        decks: shuffle.decks(),
    })
}

fn words_of(shuffle: &Shuffled) -> BTreeMap<Seat, String> {
    shuffle.words().map(|(seat, word)| (seat, word.to_owned())).collect()
}
