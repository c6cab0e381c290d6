//! `croupier play`: a game in the terminal, other seats played by simple bots.

use std::fs::OpenOptions;
use std::io::{self, BufRead as _, Write as _};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use cards::{Card, Face, Rank, Suit};
use games::{
    Action, AwardDue, Choice, Decision, Driver, Keep, Meter, Played, Posting, Refusal, Round,
    SeatNumber, Sign, Table, View, Viewer, Want,
};
use hands::Total;
use money::{Cents, MeterUnits};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rulebook::{Need, Rulebook};

use crate::args::Play as Args;
use crate::lookup;
use crate::output::Printer;

/// Plays until the player leaves.
pub fn run(book: &Rulebook, args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let table = open(book, args)?;
    let seats = args.seats.min(table.section().seats);
    let mut session = Session {
        own: SeatNumber::new(args.seat.clamp(1, seats)).context("there is no such seat")?,
        seats,
        bets: first_bets(&table, seats),
        meter: meter(&table),
        result: Cents::ZERO,
        rng: StdRng::seed_from_u64(args.seed.unwrap_or_else(rand::random)),
        answers: io::stdin().lock().lines(),
        table,
        printer,
    };
    session.welcome();
    while let Some(played) = session.round()? {
        if let Some(path) = &args.log {
            let file = OpenOptions::new().create(true).write(true).truncate(true).open(path);
            let write = file.and_then(|mut file| file.write_all(played.log_text().as_bytes()));
            write.with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    session.say(&format!("You finish at {:#}.", session.result));
    Ok(())
}

fn open(book: &Rulebook, args: &Args) -> anyhow::Result<Arc<Table>> {
    let game = lookup::game(book, &args.game)?;
    let posting = Posting {
        game: game.id.clone(),
        edition: args.under.edition,
        schedules: lookup::pairs(&args.schedule)?,
        options: lookup::pairs(&args.under.option)?,
        ..Posting::default()
    };
    Table::open(book, posting).map_err(|errors| lookup::cannot_open(&errors))
}

/// The first bets: the required ones, for modest stakes that the table takes.
fn first_bets(table: &Arc<Table>, seats: u8) -> Vec<(String, Cents)> {
    let wagers = &table.section().wagers;
    let needed = wagers.iter().filter(|wager| wager.need == Need::Required);
    let mut bets: Vec<&String> = needed.flat_map(|wager| &wager.bets).collect();
    if bets.is_empty() {
        bets = wagers.iter().take(1).flat_map(|wager| &wager.bets).collect();
    }
    let with = |dollars: [i64; 2]| -> Vec<(String, Cents)> {
        let amount = |index: usize| Cents::dollars(dollars[index.min(1)]);
        bets.iter().enumerate().map(|(index, bet)| ((*bet).clone(), amount(index))).collect()
    };
    // Most tables take any stake; 212 has an ante of its own.
    let tries = [[5, 5], [1, 5]].map(with);
    let is_taken = |bets: &&Vec<(String, Cents)>| locked(table, seats, bets).is_ok();
    tries.iter().find(is_taken).unwrap_or(&tries[0]).clone()
}

/// A round in which every seat has bet the same, locked.
fn locked(table: &Arc<Table>, seats: u8, bets: &[(String, Cents)]) -> Result<Round, Refusal> {
    let mut round = Round::new(table, Keep::Log);
    for seat in (1..=seats).filter_map(SeatNumber::new) {
        for (bet, amount) in bets {
            round.bet(seat, bet, *amount)?;
        }
    }
    round.lock()?;
    Ok(round)
}

/// A fresh meter at the posted progressive's seed.
fn meter(table: &Table) -> Option<Meter> {
    let display = MeterUnits::from(table.progressive()?.seed);
    Some(Meter::new(display, MeterUnits::ZERO))
}

struct Session<'p> {
    table: Arc<Table>,
    own: SeatNumber,
    seats: u8,
    bets: Vec<(String, Cents)>,
    meter: Option<Meter>,
    result: Cents,
    rng: StdRng,
    answers: io::Lines<io::StdinLock<'static>>,
    printer: &'p Printer,
}

impl Session<'_> {
    fn say(&self, text: &str) {
        self.printer.line(text);
    }

    fn ask(&mut self, prompt: &str) -> Option<String> {
        self.printer.prompt(prompt);
        let answer = self.answers.next()?.ok()?;
        Some(answer.trim().to_lowercase()).filter(|answer| answer != "q" && answer != "quit")
    }

    fn welcome(&self) {
        let section = self.table.section();
        let (title, number) = (&section.title, &section.number);
        self.say(&format!("{title}, ARSD {number}, edition {}", section.edition.id));
        let bets: Vec<&str> = self.table.bets().collect();
        self.say(&format!("You sit in seat {}. Bets: {}.", self.own, bets.join(", ")));
        self.say(
            "Press Enter to repeat your bets, a letter or number to choose an action, q to quit.",
        );
    }

    /// One round; `None` when the player leaves.
    fn round(&mut self) -> anyhow::Result<Option<Played>> {
        let Some(mut round) = self.place_bets() else { return Ok(None) };
        let mut deck: Vec<Card> = self.table.decks().in_order().collect();
        deck.shuffle(&mut self.rng);
        let sign = self.meter.map(Sign::new);
        let mut dealing = Dealing { session: self, deck, sign, is_own: false };
        match round.play(&mut dealing) {
            Ok(()) => {}
            Err(Stop::Left) => return Ok(None),
            Err(Stop::Failed(error)) => return Err(error),
        }
        let played = Played { round, sign: dealing.sign };
        self.show_end(&played);
        Ok(Some(played))
    }

    /// Asks for bets until the table takes them.
    fn place_bets(&mut self) -> Option<Round> {
        loop {
            let usual: Vec<String> = self
                .bets
                .iter()
                .map(|(bet, amount)| format!("{bet} {}", amount.get() / 100))
                .collect();
            let answer = self.ask(&format!("\nBets [{}]: ", usual.join(" ")))?;
            if !answer.is_empty() {
                match parse_bets(&answer) {
                    Some(bets) => self.bets = bets,
                    None => {
                        self.say(&format!("Write bets like: {}", usual.join(" ")));
                        continue;
                    }
                }
            }
            match locked(&self.table, self.seats, &self.bets) {
                Ok(round) => return Some(round),
                Err(refusal) => self.say(&refusal.to_string()),
            }
        }
    }

    /// Shows the table and asks for a decision.
    fn decide(&mut self, round: &Round, choice: &Choice) -> Option<Action> {
        self.show(&round.view(Viewer::Seat(self.own)));
        let words: Vec<String> = choice.actions.iter().map(Action::to_string).collect();
        let listed: Vec<String> =
            words.iter().zip(1..).map(|(word, number)| format!("{number} {word}")).collect();
        let hand = choice.hand.map_or_else(String::new, |hand| format!(" (hand {hand})"));
        loop {
            let answer = self.ask(&format!("Your turn{hand}: {} > ", listed.join("  ")))?;
            let by_number =
                answer.parse::<usize>().ok().and_then(|n| choice.actions.get(n.wrapping_sub(1)));
            let mut by_start =
                choice.actions.iter().zip(&words).filter(|(_, word)| word.starts_with(&answer));
            let action = by_number.copied().or_else(|| match (by_start.next(), by_start.next()) {
                (Some((action, _)), None) if !answer.is_empty() => Some(*action),
                _ => answer.parse().ok(),
            });
            match action {
                Some(action) => return Some(action),
                None => self.say("Type its number or its first letters."),
            }
        }
    }

    fn show(&self, view: &View) {
        let line = |name: &str, faces: &[Face]| {
            if !faces.is_empty() {
                self.say(&format!("  {name:<8} {}", faces_text(faces)));
            }
        };
        line("dealer", &view.dealer);
        line("board", &view.board);
        for seat in view.seats.iter().filter(|seat| seat.number == self.own) {
            for hand in &seat.hands {
                line("you", &hand.cards);
            }
        }
    }

    fn show_end(&mut self, played: &Played) {
        let view = played.round.view(Viewer::Seat(self.own));
        self.show(&view);
        let mut net = Cents::ZERO;
        for settled in view.lines.iter().filter(|line| line.seat == self.own) {
            // The welcome named the section.
            let cite = self.table.citation(settled.cite).to_string();
            let cite = cite.strip_prefix(&self.table.section().number).unwrap_or(&cite);
            let (wager, result) = (settled.wager, settled.outcome.word());
            let (staked, returned) = (settled.staked, settled.returned);
            net += returned - staked;
            self.say(&format!(
                "  {wager:<16} {staked:>8} {returned:>9}  {result:<5} {:<24} {cite}",
                settled.row
            ));
        }
        self.result += net;
        self.say(&format!("  {net:#} this round, {:#} in total.", self.result));
        self.meter = played.sign.as_ref().map(|sign| sign.after(&played.round));
        if let Some(moved) = played.meter() {
            self.say(&format!(
                "  The meter shows ${}.",
                moved.after.to_cents(money::Rounding::Down)
            ));
        }
    }

    /// What a simple player would do: rarely fold, bet the minimum, stand on 17.
    fn bot(&mut self, round: &Round, choice: &Choice) -> Action {
        let view = round.view(Viewer::Seat(choice.seat));
        let hand = usize::from(choice.hand.unwrap_or(1)) - 1;
        let seat = view.seats.iter().find(|seat| seat.number == choice.seat);
        let cards: Vec<Card> = seat
            .and_then(|seat| seat.hands.get(hand))
            .map(|hand| hand.cards.iter().filter_map(known).collect())
            .unwrap_or_default();
        let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
        ranks.sort_unstable();
        let is_good = ranks.windows(2).any(|pair| pair[0] == pair[1])
            || ranks.last().is_some_and(|rank| *rank >= Rank::Queen);
        let stands = cards.iter().copied().collect::<Total>().points() >= 17;
        let has = |action: Action| choice.actions.contains(&action);
        let wish = match () {
            () if has(Action::Fold) && !has(Action::Check) && !is_good => Action::Fold,
            () if has(Action::Hit) => {
                if stands {
                    Action::Stand
                } else {
                    Action::Hit
                }
            }
            () if has(Action::Decline) => Action::Decline,
            () if has(Action::Take) => Action::Take,
            () if has(Action::Check) => Action::Check,
            () if has(Action::Pull) => {
                if is_good {
                    Action::Ride
                } else {
                    Action::Pull
                }
            }
            () if has(Action::NoRaise) => Action::NoRaise,
            () if has(Action::Call) => Action::Call,
            () => choice.actions[0],
        };
        if has(wish) {
            wish
        } else {
            choice.actions[self.rng.random_range(0..choice.actions.len())]
        }
    }
}

/// Why a round is not played to its end.
enum Stop {
    /// The player has left.
    Left,
    Failed(anyhow::Error),
}

/// A round that is being played: a shuffled deck, the player, the bots and the sign.
struct Dealing<'s, 'p> {
    session: &'s mut Session<'p>,
    deck: Vec<Card>,
    sign: Option<Sign>,
    /// Whether the last decision was the player's own. If it is refused, the player is asked again.
    is_own: bool,
}

impl Driver for Dealing<'_, '_> {
    type Stop = Stop;

    fn card(&mut self, _: &Round, _: Want) -> Result<Option<Card>, Stop> {
        self.is_own = false;
        // A burned card is not looked at, but it is out of the deck.
        let card = self.deck.pop().context("the deck has run out").map_err(Stop::Failed)?;
        Ok(Some(card))
    }

    fn decision(&mut self, round: &Round, choice: &Choice) -> Result<Decision, Stop> {
        self.is_own = choice.seat == self.session.own;
        if self.is_own {
            let action = self.session.decide(round, choice).ok_or(Stop::Left)?;
            return Ok(Decision::from(action));
        }
        let action = self.session.bot(round, choice);
        self.session.say(&format!("  seat {}: {action}", choice.seat));
        Ok(Decision::from(action))
    }

    fn award(&mut self, round: &Round, due: &AwardDue) -> Result<Cents, Stop> {
        let sign = self.sign.as_mut().context("an award is due, but there is no meter");
        Ok(sign.map_err(Stop::Failed)?.award(round, due))
    }

    fn refused(&mut self, refusal: Refusal) -> Result<(), Stop> {
        if self.is_own {
            self.session.say(&refusal.to_string());
            return Ok(());
        }
        Err(Stop::Failed(anyhow!(refusal.to_string())))
    }
}

fn known(face: &Face) -> Option<Card> {
    match face {
        Face::Up(card) => Some(*card),
        Face::Down => None,
    }
}

fn parse_bets(text: &str) -> Option<Vec<(String, Cents)>> {
    let words: Vec<&str> = text.split([' ', ',', '=']).filter(|word| !word.is_empty()).collect();
    let pair = |pair: &[&str]| match pair {
        [bet, amount] => Some(((*bet).to_owned(), amount.parse().ok()?)),
        _ => None,
    };
    words.chunks(2).map(pair).collect()
}

/// Cards with suit symbols, as on the table.
fn faces_text(faces: &[Face]) -> String {
    let text = |face: &Face| match face {
        Face::Down => "??".to_owned(),
        Face::Up(card) if card.is_joker() => card.to_string(),
        Face::Up(card) => {
            let red = matches!(card.suit(), Suit::Hearts | Suit::Diamonds);
            let style =
                if red { anstyle::AnsiColor::Red.on_default() } else { anstyle::Style::new() };
            format!("{style}{}{}{style:#}", card.rank(), card.suit().symbol())
        }
    };
    faces.iter().map(text).collect::<Vec<_>>().join(" ")
}
