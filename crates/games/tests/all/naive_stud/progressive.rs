//! The progressive: awards off the meter, from the tray, and envy.

use cards::Card;

use super::hands::{best, exactly};
use super::rules::{End, Table, returned};
use super::schedules::{Pays, Row, Royal, row, rows};

/// A meter in millionths of a dollar, and what was paid off it.
struct Running {
    display: i64,
    reserve: i64,
    awarded: i64,
}

impl Running {
    /// Pays a share in whole cents; the rest stays [PRG-4].
    fn pay(&mut self, percent: i64) -> i64 {
        let cents = self.display * percent / 100 / 10_000;
        self.display -= cents * 10_000;
        self.awarded += cents * 10_000;
        cents
    }

    /// Pays all and starts again with the seed and the reserve [PRG-3].
    fn pay_all(&mut self, seed: i64) -> i64 {
        let cents = self.pay(100);
        self.display += seed + self.reserve;
        self.reserve = 0;
        cents
    }
}

impl Table<'_> {
    /// Is a progressive wager lost with a folded hand [PRG-13]?
    fn is_lost(&self, place: usize) -> bool {
        self.players[place].has_folded()
            && ["texas-holdem-bonus", "caribbean-stud"].contains(&self.game)
    }

    /// The row that a seat's cards satisfy.
    fn progressive_row(&self, place: usize, rows: &[Row], id: &str) -> Option<Row> {
        let own = &self.players[place].cards;
        match self.game {
            "three-card-poker" => row(rows, &exactly(own, 3), None),
            // All five cards: a full house has three of a kind, a royal is a straight flush [FCP-5].
            "four-card-poker" if id.starts_with("FCCP") && self.option("fccp-cards") == "five" => {
                let hand = best(own, 5);
                let named = |name: &str| rows.iter().find(|row| row.0 == name).copied();
                match hand.name {
                    "full house" => named("three of a kind"),
                    _ if hand.is_royal() => named("straight flush"),
                    _ => row(rows, &hand, None),
                }
            }
            "four-card-poker" if id.starts_with("FCCP") => row(rows, &best(own, 4), None),
            "texas-holdem-bonus" | "ultimate-texas-holdem" if !id.starts_with("PMG") => {
                let is_royal = |cards: &[Card]| best(cards, 5).is_royal();
                let after = (5..=7)
                    .find(|cards| is_royal(&self.with_board(place, usize::from(*cards) - 2)));
                let royal = match is_royal(&self.board) {
                    true => Some(Royal::Community),
                    false => after.map(Royal::After),
                };
                row(rows, &best(&self.with_board(place, 5), 5), royal)
            }
            // The multi-link schedules take the hole cards and the flop in hold'em, or all seven
            // cards where the house says so [PRG-17].
            "texas-holdem-bonus" | "ultimate-texas-holdem" if self.option("pmg-cards") == "7" => {
                row(rows, &best(&self.with_board(place, 5), 5), None)
            }
            _ => row(rows, &exactly(&self.with_board(place, 3), 5), None),
        }
    }

    /// Progressive wagers, last seat first, from the meter with this round's wagers on it
    /// [PRG-1]; then envy.
    pub fn progressive(&mut self) {
        let bets: Vec<i64> = self.players.iter().map(|player| player.bet("progressive")).collect();
        let staked: i64 = bets.iter().sum();
        if staked == 0 {
            return;
        }
        let id = self.posted("progressive").to_owned();
        let rows = rows(self.game, "progressive", &id);
        let nominal = if id == "PMG-02" { 500 } else { 100 };
        // What is posted, as a multiple of the nominal wager; every bet is exactly that [PRG-7].
        let posted = match self.option("progressive-wager") {
            "nominal" => nominal,
            dollars => dollars.parse::<i64>().expect("whole dollars") * 100,
        };
        assert!(bets.iter().all(|bet| [0, posted].contains(bet)), "{bets:?} at {posted}");
        // Three-card poker's seed and envy never change [TCP-7].
        let is_fixed = self.game == "three-card-poker";
        let times = if is_fixed { 1 } else { posted / nominal };
        if posted > nominal {
            self.note("posted above the nominal wager");
        }
        // $10,000 for each dollar of the posted wager [PRG-8].
        let seed = if is_fixed { 1_000 } else { 10_000 * posted / 100 } * 1_000_000;
        let start = self.meter.expect("a progressive bet needs a meter");
        // 25% of each wager, and for FCCP-3 another 5% for the reserve [PRG-8].
        let reserved = if id == "FCCP-3" { staked * 500 } else { 0 };
        let mut meter = Running {
            display: start.display.get() + staked * 2_500,
            reserve: start.reserve.get() + reserved,
            awarded: 0,
        };
        let mut claims: Vec<(usize, Row)> = Vec::new();
        for place in (0..bets.len()).rev().filter(|place| bets[*place] > 0) {
            let live = (!self.is_lost(place)).then(|| self.progressive_row(place, &rows, &id));
            match live.flatten() {
                None => self.line(place, "progressive", bets[place], End::Lose),
                Some(row) => claims.push((place, row)),
            }
        }
        let is_top = |row: &Row| matches!(row.1, Pays::Percent(100));
        let tops = claims.iter().filter(|(_, row)| is_top(row)).count() as i64;
        let is_split = self.option("house-procedure") == "split" && tops > 1;
        let mut share = None;
        for (place, row) in &claims {
            let stake = bets[*place];
            self.note_award(*place, &id, row);
            let won = match row.1 {
                // The first of those who share is paid the odd cents too [PRG-5].
                Pays::Percent(100) if is_split => share.unwrap_or_else(|| {
                    let whole = meter.pay_all(seed);
                    share = Some(whole / tops);
                    self.note_split(whole % tops);
                    whole / tops + whole % tops
                }),
                Pays::Percent(100) => meter.pay_all(seed),
                Pays::Percent(percent) => meter.pay(percent),
                Pays::Dollars(dollars) => dollars * 100 * times,
                // The stake is never returned [PRG-15], but where the house reads what is printed.
                Pays::For(pays) if self.is_printed(row) => stake * (pays + 1),
                pays => returned(End::Pays(pays), stake),
            };
            let seat = self.players[*place].seat;
            self.expected.lines.push((seat, "progressive", stake, won));
        }
        if claims.iter().filter(|(_, row)| matches!(row.1, Pays::Percent(_))).count() > 1 {
            self.note("several awards off the meter");
        }
        self.expected.meter = Some([staked * 2_500, meter.awarded, meter.display, meter.reserve]);
        self.envy(&rows, &id, &bets, times);
    }

    fn note_award(&mut self, place: usize, id: &str, row: &Row) {
        self.hit(&format!("progressive {id}"), row.0);
        if self.players[place].has_folded() {
            self.note("award of a folded hand");
        }
    }

    /// Is it a row whose stake goes back where the house reads "to 1" as printed?
    fn is_printed(&self, row: &Row) -> bool {
        self.game == "ultimate-texas-holdem"
            && row.0 == "community royal"
            && self.option("printed") == "true"
    }

    fn note_split(&mut self, odd: i64) {
        self.note("split");
        if odd > 1 {
            self.note("split with two odd cents");
        }
    }

    /// Envy: for every triggering hand, to every other player who made the bet [PRG-6].
    fn envy(&mut self, rows: &[Row], id: &str, bets: &[i64], times: i64) {
        for trigger in 0..self.players.len() {
            // Everyone has folded before the flop: there is no hand to look at.
            if self.game == "texas-holdem-bonus" && self.board.len() < 5 {
                continue;
            }
            // A hand in play triggers by itself, but in Three-card poker only with a bet of its own;
            // a folded one lies at the sensor only for its own live bet.
            let has_folded = self.players[trigger].has_folded();
            let needs_bet = has_folded || self.game == "three-card-poker";
            let Some((name, _, envy)) = self.progressive_row(trigger, rows, id) else { continue };
            let winners = (0..self.players.len()).filter(|w| *w != trigger && bets[*w] > 0);
            let winners: Vec<usize> = winners.collect();
            if envy == 0 || winners.is_empty() {
                continue;
            }
            if (needs_bet && bets[trigger] == 0) || self.is_lost(trigger) {
                if has_folded {
                    self.note("no envy from a folded hand without a live bet");
                }
                continue;
            }
            for winner in winners {
                if self.players[winner].player == self.players[trigger].player {
                    self.note("no envy from a second hand of one's own");
                    continue;
                }
                let amount = envy * 100 * times;
                self.expected.lines.push((self.players[winner].seat, "envy", 0, amount));
                self.hit(&format!("envy {id}"), name);
                if bets[trigger] == 0 {
                    self.note("envy from a hand without the bet");
                }
                if has_folded {
                    self.note("envy from a folded hand");
                }
                if self.players[winner].has_folded() {
                    self.note("envy for a player who folded");
                }
            }
        }
    }
}
