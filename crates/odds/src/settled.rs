//! What real rounds return. Pays, stakes and who qualifies are learned by settling deals through the games, so
//! that no rule is stated here again.

use std::sync::Arc;

use cards::CardSet;
use games::{
    Action, Next, OnCards, Outcome, PayTable, Round, RowId, SeatNumber, SettledLine, Table,
};
use hands::{FiveValue, FourValue};
use money::{Cents, Odds};
use num_traits::Zero as _;
use rulebook::{Order, Row, Schedule};

use crate::amount::{Amount, PayId};
use crate::exact::{Exact, fraction, of_cents, total_return, whole};
use crate::pay_limits;
use crate::subject::Subject;

/// The rounds of one wager under one schedule.
pub(crate) struct Rounds<'s> {
    subject: &'s Subject,
    table: Arc<Table>,
    bet: &'s str,
    /// A stake that every row pays in whole cents.
    stake: Cents,
    /// The rows of the schedule, in words.
    rows: Vec<&'static str>,
    schedule: Schedule,
}

/// How a deal ends, in units of the first bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct End {
    /// What was put at risk: not what was taken back.
    pub(crate) staked: Exact,
    pub(crate) returned: Amount,
    /// The rows of the schedule that paid, in words.
    pub(crate) rows: Vec<&'static str>,
    /// Whether a line was taken.
    pub(crate) has_lost: bool,
}

impl End {
    /// What the player is up or down.
    pub(crate) fn net(&self) -> Exact {
        &self.returned - &self.staked
    }
}

/// What became of one line, in units of the first bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LineEnd {
    pub(crate) line: &'static str,
    /// What decided, in words.
    pub(crate) row: &'static str,
    pub(crate) staked: Exact,
    pub(crate) returned: Amount,
    pub(crate) outcome: Outcome,
}

impl LineEnd {
    /// The row that paid, in words; `loses` if none did.
    pub(crate) fn words(&self) -> &'static str {
        if self.outcome == Outcome::Lose { "loses" } else { self.row }
    }
}

impl<'s> Rounds<'s> {
    /// The rounds in which a schedule's wager is decided.
    pub(crate) fn of(subject: &'s Subject, schedule: &Schedule) -> Rounds<'s> {
        let table = match schedule.parts.is_empty() {
            true => Arc::clone(subject.table()),
            false => subject.table().with_schedule(schedule).expect("the schedule can be posted"),
        };
        let wager = subject.section().wager(&schedule.wager).expect("the section has the wager");
        let common = pay_limits::check(subject, schedule).expect("the pays were checked");
        let rows = schedule.parts.iter().flat_map(|part| &part.rows);
        Rounds {
            subject,
            table,
            bet: &wager.bets[0],
            stake: Cents::new(i64::try_from(common).expect("it is limited")),
            rows: rows.map(|row| row.hand.words()).collect(),
            schedule: schedule.clone(),
        }
    }

    /// The same rounds at another stake, where pays depend on it.
    pub(crate) fn staking(self, stake: Cents) -> Rounds<'s> {
        Rounds { stake, ..self }
    }

    /// A round before its first card.
    pub(crate) fn begin(&self) -> Round {
        Round::staking(&self.table, self.bet, self.stake)
    }

    /// What may be decided after some decisions, nothing if none is left, and how many bets are staked by then.
    pub(crate) fn choices(&self, deal: OnCards<'_>) -> (Vec<Action>, usize) {
        // Settled at a stake that every pay pays in whole cents; what is offered depends on the limits, so it is asked at
        // the least bet that they allow.
        let is_over =
            Round::on_cards(&self.table, self.bet, self.stake, deal).next() == &Next::Done;
        let least = self.table.range(self.bet).0.max(self.table.chip());
        let stake = if is_over { self.stake } else { least };
        let round = Round::on_cards(&self.table, self.bet, stake, deal);
        let staked = round.staked(SeatNumber::FIRST).get() / stake.get();
        match round.next() {
            Next::Decision(choice) => (choice.actions.to_vec(), staked as usize),
            _ => (Vec::new(), staked as usize),
        }
    }

    /// How many bets are staked after some decisions.
    pub(crate) fn staked(&self, deal: OnCards<'_>) -> Exact {
        let round = Round::on_cards(&self.table, self.bet, self.stake, deal);
        fraction(round.staked(SeatNumber::FIRST).get(), self.stake.get())
    }

    /// How a deal ends.
    pub(crate) fn end(&self, deal: OnCards<'_>) -> End {
        let round = Round::on_cards(&self.table, self.bet, self.stake, deal);
        assert_eq!(round.next(), &Next::Done, "the decisions suffice");
        self.end_of(&round)
    }

    /// How a round stands.
    pub(crate) fn end_of(&self, round: &Round) -> End {
        let lines = &round.settlement().lines;
        lines.iter().for_each(|line| self.subject.note_asked(line.row));
        let seat = &round.felt().seats[0];
        let is_back = |line: &SettledLine| {
            self.table.line(line.wager).is_some_and(|line| seat.has_pulled(line))
        };
        let unit = self.stake.get();
        let at_risk = lines.iter().filter(|line| !is_back(line)).map(|line| line.staked);
        let returned = lines.iter().map(|line| self.returned(line, is_back(line)));
        let returned = returned.fold(Amount::default(), |sum, one| sum + one);
        let staked = fraction(at_risk.sum::<Cents>().get(), unit);
        let paid = lines.iter().filter(|line| line.outcome != Outcome::Lose);
        End {
            returned,
            staked,
            rows: paid.map(|line| line.row).filter(|row| self.rows.contains(row)).collect(),
            has_lost: lines.iter().any(|line| line.outcome == Outcome::Lose),
        }
    }

    /// What has become of each line of a deal, as far as the decisions go.
    pub(crate) fn lines(&self, deal: OnCards<'_>) -> Vec<LineEnd> {
        self.lines_of(&Round::on_cards(&self.table, self.bet, self.stake, deal))
    }

    /// What has become of each line of a round.
    pub(crate) fn lines_of(&self, round: &Round) -> Vec<LineEnd> {
        let unit = |amount: Cents| fraction(amount.get(), self.stake.get());
        let end = |line: &SettledLine| {
            self.subject.note_asked(line.row);
            LineEnd {
                line: line.wager,
                row: line.row,
                staked: unit(line.staked),
                returned: self.returned(line, false),
                outcome: line.outcome,
            }
        };
        round.settlement().lines.iter().map(end).collect()
    }
}

impl Rounds<'_> {
    /// What a line returned, by the pay that decided it. A bet that was taken back was never at risk: it returns what
    /// it gains.
    fn returned(&self, line: &SettledLine, is_back: bool) -> Amount {
        let part = |amount: Cents| fraction(amount.get(), self.stake.get());
        let (staked, mut returned) = (part(line.staked), part(line.returned));
        let is_paid = !returned.is_zero();
        if is_back {
            returned -= &staked;
        }
        let part = self.schedule.parts.iter().position(|part| part.pays(line.wager));
        let in_part = |part: &usize| {
            let mut rows = self.schedule.parts[*part].rows.iter();
            rows.find(|row| row.hand.words() == line.row)
        };
        let part = part.and_then(|part| Some((part, in_part(&part)?)));
        let key = self.subject.section().pay(line.row);
        let pay = match (part, key) {
            // An amount in dollars is no multiple of a stake.
            (Some((part, Row { pays: Odds::Dollars(_), .. })), _) => {
                let weight = whole(1) / of_cents(self.stake);
                return Amount::on(
                    PayId::Row(part as u8, line.row),
                    weight,
                    of_cents(line.returned),
                );
            }
            (Some((part, _)), _) => PayId::Row(part as u8, line.row),
            // A line that is taken says so in words of its own.
            (None, Some(odds))
                if is_paid || total_return(odds).is_none_or(|times| times.is_zero()) =>
            {
                PayId::Key(line.row.into())
            }
            _ => return Amount::from(returned),
        };
        // A bonus pays on the first bet, which is staked on another line.
        let weight = if staked.is_zero() { whole(1) } else { staked };
        Amount::on(pay, weight.clone(), returned / weight)
    }
}

/// The tables of a schedule, which tell hands apart.
pub(crate) struct Rows(Vec<(Order, PayTable)>);

impl Rows {
    pub(crate) fn of(schedule: &Schedule) -> Rows {
        Rows(schedule.parts.iter().map(|part| (part.order, PayTable::unposted(part))).collect())
    }

    /// The row of each table that a hand is on.
    pub(crate) fn rows(&self, cards: CardSet) -> Vec<Option<RowId>> {
        let row = |(order, table): &(Order, PayTable)| match order {
            Order::ThreeCard => {
                table.three(cards.iter().collect::<Vec<_>>().try_into().expect("three cards"))
            }
            Order::FourCard => table.four(FourValue::of_set(cards).expect("four to six cards")),
            _ => table.five(FiveValue::of_set(cards).expect("five to seven cards")),
        };
        self.0.iter().map(row).collect()
    }
}
