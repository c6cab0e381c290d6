//! Settling rounds written as their files are.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use games::{Keep, Meter, MeterMove, Next, Played, Round, Sign, Table, play_recorded};
use rulebook::Rulebook;

/// A round under a sign, to be used like the round.
#[derive(Clone, Debug)]
pub struct Playing(pub Played);

impl Playing {
    pub fn new(table: &Arc<Table>, meter: Option<Meter>, keep: Keep) -> Playing {
        Playing(Played { round: Round::new(table, keep), sign: meter.map(Sign::new) })
    }

    pub fn meter(&self) -> Option<MeterMove> {
        self.0.meter()
    }

    /// The log with the meter.
    pub fn log_text(&self) -> String {
        self.0.log_text()
    }

    /// Answers the awards that are due now.
    #[track_caller]
    pub fn pay_awards(&mut self) {
        let Played { round, sign } = &mut self.0;
        while let Next::Award(due) = *round.next() {
            let amount = sign.as_mut().expect("there is a sign").award(round, &due);
            round.award(due.seat, amount).expect("the award is due");
        }
    }
}

impl Deref for Playing {
    type Target = Round;
    fn deref(&self) -> &Round {
        &self.0.round
    }
}

impl DerefMut for Playing {
    fn deref_mut(&mut self) -> &mut Round {
        &mut self.0.round
    }
}

/// Plays a recorded round of the embedded rulebook to its end.
#[track_caller]
pub fn settle(text: &str) -> Playing {
    match play_recorded(Rulebook::embedded(), "test", text) {
        Ok(played) => Playing(played),
        Err(problems) => panic!("the round is refused:\n{problems}"),
    }
}

/// The settlement, a line each: seat, wager (and hand), staked, returned, result, citation, row.
pub fn lines(round: &Round) -> Vec<String> {
    let table = round.table();
    let line = |line: &games::SettledLine| {
        let hand = line.hand.map_or_else(String::new, |hand| format!("/{hand}"));
        let cite = table.citation(line.cite).to_string();
        let cite = cite.strip_prefix(&table.section().number).unwrap_or(&cite);
        let (seat, wager, result) = (line.seat, line.wager, line.outcome.word());
        let (staked, returned, row) = (line.staked, line.returned, line.row);
        format!("{seat} {wager}{hand} {staked} {returned} {result} {cite} {row}")
    };
    round.settlement().lines.iter().map(line).collect()
}

/// Settles a round and compares its lines, in order, with what the rule orders.
#[track_caller]
pub fn check(text: &str, expected: &str) {
    let expected: Vec<&str> =
        expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let found = lines(&settle(text));
    assert_eq!(found, expected, "\nfound:\n{}\n", found.join("\n"));
}

/// Settles a round and compares the meter: before, contributed, awarded, after.
#[track_caller]
pub fn check_meter(text: &str, expected: [&str; 4]) {
    let meter = settle(text).meter().expect("a progressive bet was made");
    let found = [meter.before, meter.contributed, meter.awarded, meter.after];
    assert_eq!(found.map(|amount| amount.to_string()), expected);
}

/// Everything that is wrong with a round, a line each.
#[track_caller]
pub fn problems(text: &str) -> Vec<String> {
    match play_recorded(Rulebook::embedded(), "test", text) {
        Ok(played) => panic!("the round is settled:\n{}", lines(&played.round).join("\n")),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

/// The line of a round file that posts a progressive wager; none for the schedule's nominal one.
pub fn posted_wager(schedule: &str, wager: &str) -> String {
    match (schedule, wager) {
        ("PMG-02", "5") => String::new(),
        (other, "1") if other != "PMG-02" => String::new(),
        _ => format!("options = {{ progressive-wager = '{wager}' }}\n"),
    }
}

/// The events of a round, a line each, as its log has them but without numbers.
pub fn log(round: &Round) -> String {
    let lines = round.log().events().iter().map(|event| round.log_line(event) + "\n");
    lines.collect()
}
