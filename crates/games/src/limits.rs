//! The limits of a section and of a table's posting [GEN-9].

use std::collections::BTreeMap;
use std::sync::Arc;

use money::Cents;
use rulebook::{Applies, Citation, Limit, LimitMax, Section};

use crate::felt::{LINES_MAX, Line, Seat};
use crate::game::Bet;
use crate::refusal::Refusal;
use crate::table::{OpenError, Table};

/// The limits that bets and later wagers are held to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    names: Arc<[&'static str]>,
    /// The least and most on each line, figured once: every decision asks.
    lines: [(Cents, Cents); LINES_MAX],
    /// Whether there is a limit on wagers together.
    has_total: bool,
    bet_max: Cents,
    limits: Vec<(Citation, Limit)>,
    posted: BTreeMap<String, (Cents, Cents)>,
}

impl Table {
    /// The key under which this table posts a limit on a player's wagers together, where its section has one [GEN-9].
    pub fn total_limit(&self) -> Option<&'static str> {
        Limits::has_posted_total(self.section()).then_some(Limits::TOTAL)
    }

    /// The limit on the sum of a player's wagers, if there is one, and what sets it.
    pub fn most_together(&self) -> Option<(Cents, &Citation)> {
        let limits = &self.limits;
        let together = limits.limits.iter().filter(|(_, l)| l.applies == Applies::Together);
        let most = together.filter_map(|(cite, limit)| Some((limits.most_of(limit)?, cite)));
        most.min_by_key(|(most, _)| *most)
    }
}

impl Limits {
    /// The key under which a table posts a limit on a player's wagers together.
    pub(crate) const TOTAL: &'static str = "total";

    /// The posted limits that nothing is held to: there are only those on bets, on wagers that a
    /// decision makes and, where the section says so, on a player's wagers together.
    pub(crate) fn unknown(
        section: &Section,
        lines: &[(Line, &str)],
        bets: &[Bet],
        posted: &BTreeMap<String, (Cents, Cents)>,
    ) -> Vec<OpenError> {
        let later =
            lines.iter().filter(|(line, _)| !bets.iter().any(|bet| bet.lines.contains(line)));
        let mut known: Vec<&str> = bets.iter().map(|bet| bet.id).collect();
        known.extend(later.map(|(_, line)| *line));
        if Limits::has_posted_total(section) {
            known.push(Limits::TOTAL);
        }
        let unknown = posted.keys().filter(|bet| !known.contains(&bet.as_str()));
        let error = |bet: &String| {
            let known = format!("there is {}", known.join(", "));
            OpenError::NoSuchLimit { bet: bet.clone(), known }
        };
        unknown.map(error).collect()
    }

    /// Whether the section holds the sum of a player's wagers to a posted limit.
    fn has_posted_total(section: &Section) -> bool {
        let is_total =
            |limit: &Limit| limit.applies == Applies::Together && limit.max == LimitMax::Posted;
        section.limits.iter().any(is_total)
    }

    pub(crate) fn new(
        names: Arc<[&'static str]>,
        bet_max: Cents,
        limits: Vec<(Citation, Limit)>,
        posted: &BTreeMap<String, (Cents, Cents)>,
    ) -> Limits {
        let has_total = limits.iter().any(|(_, limit)| limit.applies == Applies::Together);
        let lines = [(Cents::ZERO, bet_max); LINES_MAX];
        let posted = posted.clone();
        let own = Arc::clone(&names);
        let mut limits = Limits { names, lines, has_total, bet_max, limits, posted };
        for (index, name) in own.iter().enumerate() {
            limits.lines[index] = limits.range(name);
        }
        limits
    }

    /// The least and the most that may be on a bet or line.
    pub(crate) fn range(&self, id: &str) -> (Cents, Cents) {
        let mut range = (Cents::ZERO, self.bet_max);
        let mut narrow = |least: Cents, most: Cents| {
            range = (range.0.max(least), range.1.min(most));
        };
        for (_, limit) in &self.limits {
            if limit.applies == Applies::Each && limit.wagers.iter().any(|wager| wager == id) {
                let most = match limit.max {
                    LimitMax::Amount(most) => most,
                    LimitMax::Posted => self.bet_max,
                };
                narrow(limit.min.unwrap_or(Cents::ZERO), most);
            }
        }
        if let Some(&(least, most)) = self.posted.get(id) {
            narrow(least, most);
        }
        range
    }

    /// Checks an amount on one bet or line by itself.
    pub(crate) fn check_each(&self, id: &str, amount: Cents) -> Result<(), Refusal> {
        let ruling = || Citation::Ruling("GEN-9".to_owned());
        let over = |most: Cents, cite: Citation| {
            Err(Refusal::OverTheMaximum { bet: id.to_owned(), amount, most, cite })
        };
        let under = |least: Cents, cite: Citation| {
            Err(Refusal::UnderTheMinimum { bet: id.to_owned(), amount, least, cite })
        };
        let each = self.limits.iter().filter(|(_, limit)| {
            limit.applies == Applies::Each && limit.wagers.iter().any(|wager| wager == id)
        });
        for (cite, limit) in each {
            match limit.max {
                LimitMax::Amount(most) if amount > most => return over(most, cite.clone()),
                _ => {}
            }
            match limit.min {
                Some(least) if amount < least => return under(least, cite.clone()),
                _ => {}
            }
        }
        match self.posted.get(id) {
            Some(&(least, _)) if amount < least => return under(least, ruling()),
            Some(&(_, most)) if amount > most => return over(most, ruling()),
            _ => {}
        }
        if amount > self.bet_max { over(self.bet_max, ruling()) } else { Ok(()) }
    }

    /// The most that a limit on wagers together allows; nothing where it is to be posted and is not.
    fn most_of(&self, limit: &Limit) -> Option<Cents> {
        match limit.max {
            LimitMax::Amount(most) => Some(most),
            LimitMax::Posted => self.posted.get(Limits::TOTAL).map(|(_, most)| *most),
        }
    }

    /// Checks a seat's stakes together, with `more` on one line added.
    pub(crate) fn check_together(
        &self,
        seat: &Seat,
        more: Option<(Line, Cents)>,
    ) -> Result<(), Refusal> {
        for (cite, limit) in self.limits.iter().filter(|(_, l)| l.applies == Applies::Together) {
            let Some(most) = self.most_of(limit) else { continue };
            let stake = |(index, name): (usize, &&str)| {
                let line = Line(index as u8);
                let later = more.filter(|(other, _)| *other == line);
                let stake = seat.stake(line) + later.map_or(Cents::ZERO, |(_, amount)| amount);
                limit.wagers.iter().any(|wager| wager == name).then_some(stake)
            };
            let amount: Cents = self.names.iter().enumerate().filter_map(stake).sum();
            if amount > most {
                let (bets, cite) = (limit.wagers.join(", "), cite.clone());
                return Err(Refusal::OverTheTotal { bets, amount, most, cite });
            }
        }
        Ok(())
    }

    /// Whether a seat may add an amount on a line.
    pub(crate) fn allow(&self, seat: &Seat, line: Line, amount: Cents) -> bool {
        let (least, most) = self.lines[line.index()];
        let is_within = (least..=most).contains(&amount);
        is_within && (!self.has_total || self.check_together(seat, Some((line, amount))).is_ok())
    }

    /// Checks what a seat has bet at the start, and that it can be followed by what must come.
    pub(crate) fn check_bets(
        &self,
        bets: &[Bet],
        seat: &Seat,
        later: Option<(Line, Cents)>,
    ) -> Result<(), Refusal> {
        for bet in bets {
            let amount = bet.amount(seat);
            // A bet that goes by the name of its line has the line's range; others are looked up.
            let (least, most) = self.lines[bet.lines[0].index()];
            let is_line = self.names[bet.lines[0].index()] == bet.id;
            if amount > Cents::ZERO && !(is_line && (least..=most).contains(&amount)) {
                self.check_each(bet.id, amount)?;
            }
        }
        if self.has_total {
            self.check_together(seat, None)?;
        }
        if let Some((line, amount)) = later
            && !self.allow(seat, line, amount)
        {
            let each = self.check_each(self.names[line.index()], amount);
            let together = self.check_together(seat, Some((line, amount)));
            let reason = each.and(together).err().map_or_else(String::new, |why| why.to_string());
            return Err(Refusal::CannotBeFollowed {
                bet: bets[0].id.to_owned(),
                line: self.names[line.index()].to_owned(),
                later: amount,
                reason,
            });
        }
        Ok(())
    }
}
