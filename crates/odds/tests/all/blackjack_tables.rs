//! What the tests of the blackjack games share: subjects, a plain recursion without splits that has
//! no code in common with the solver, and playing real rounds.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cards::{Card, DECK};
use games::{Action, Choice, Felt, Keep, Next, Posting, Round, SeatNumber, Table};
use money::Cents;
use odds::{Advisor, Analysis, Ask, Silent, Subject, analyse, decimal};
use rulebook::{EditionId, Rulebook};

pub(crate) fn options(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

pub(crate) fn subject(game: &str, posted: &[(&str, &str)]) -> Subject {
    Subject::open(Rulebook::embedded(), game, None, options(posted)).unwrap()
}

pub(crate) fn analyses(subject: &Subject, wager: &str) -> Vec<Analysis> {
    let ask = Ask { wager: Some(wager.to_owned()), ..Ask::default() };
    analyse(subject, &ask, &Silent).unwrap()
}

pub(crate) fn edge(game: &str, wager: &str, posted: &[(&str, &str)]) -> f64 {
    decimal(&analyses(&subject(game, posted), wager)[0].house_edge())
}

/// A rulebook in which some words of a game's file are others.
pub(crate) fn changed(game: &str, from: &str, to: &str) -> Rulebook {
    let name = format!("croupier-odds-{game}-{}-{}", std::process::id(), to.replace(' ', "-"));
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).unwrap();
    for (file, text) in Rulebook::embedded_files() {
        let is_it = file.ends_with(&format!("{game}.toml"));
        let text = if is_it {
            assert!(text.contains(from), "{file} has no {from}");
            text.replace(from, to)
        } else {
            text.to_owned()
        };
        std::fs::write(directory.join(file), text).unwrap();
    }
    let book = Rulebook::load(&directory).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    book
}

/// How many cards of each value; 0 is an ace.
pub(crate) type Pile = [u8; 10];

/// Blackjack without splits, by drawing card after card; every chance is corrected for what the
/// peek has told.
pub(crate) struct Plain {
    pub(crate) decks: u8,
    pub(crate) hits_soft_17: bool,
    pub(crate) peeks: bool,
    /// The least and the highest points that may be doubled.
    pub(crate) doubles: (u8, u8),
    pub(crate) surrenders: bool,
    pub(crate) blackjack: f64,
    pub(crate) dealers: HashMap<(Pile, usize), [f64; 6]>,
    pub(crate) worth: HashMap<(Pile, usize), f64>,
}

fn points(cards: &Pile) -> u8 {
    let hard: u8 = cards.iter().enumerate().map(|(value, count)| count * (value as u8 + 1)).sum();
    if cards[0] > 0 && hard <= 11 { hard + 10 } else { hard }
}

fn size(cards: &Pile) -> u8 {
    cards.iter().sum()
}

impl Plain {
    pub(crate) fn new(decks: u8) -> Plain {
        Plain {
            decks,
            hits_soft_17: false,
            peeks: true,
            doubles: (4, 21),
            surrenders: false,
            blackjack: 1.5,
            dealers: HashMap::new(),
            worth: HashMap::new(),
        }
    }

    fn left(&self, own: &Pile, up: usize) -> Pile {
        let mut left = [4 * self.decks; 10];
        left[9] = 16 * self.decks;
        left[up] -= 1;
        std::array::from_fn(|value| left[value] - own[value])
    }

    /// The chance that the hole card makes a blackjack.
    fn blackjack_under(&self, left: &Pile, up: usize) -> f64 {
        let all: u32 = left.iter().map(|&count| u32::from(count)).sum();
        match up {
            0 => f64::from(left[9]) / f64::from(all),
            9 => f64::from(left[0]) / f64::from(all),
            _ => 0.0,
        }
    }

    /// The dealer's 17 to 21 and bust, if he has no blackjack.
    fn dealer(&mut self, own: &Pile, up: usize) -> [f64; 6] {
        if let Some(known) = self.dealers.get(&(*own, up)) {
            return *known;
        }
        let left = self.left(own, up);
        let mut cards = [0; 10];
        cards[up] = 1;
        let mut ends = [0.0; 6];
        self.dealer_draws(&left, &cards, 1.0, &mut ends);
        let without = 1.0 - self.blackjack_under(&left, up);
        let ends = ends.map(|chance| chance / without);
        self.dealers.insert((*own, up), ends);
        ends
    }

    fn dealer_draws(&self, left: &Pile, cards: &Pile, chance: f64, ends: &mut [f64; 6]) {
        let all: u32 = left.iter().map(|&count| u32::from(count)).sum();
        for value in (0..10).filter(|&value| left[value] > 0) {
            let chance = chance * f64::from(left[value]) / f64::from(all);
            let (mut left, mut cards) = (*left, *cards);
            left[value] -= 1;
            cards[value] += 1;
            let hard: u8 = (0..10).map(|value| cards[value] * (value as u8 + 1)).sum();
            match points(&cards) {
                21 if size(&cards) == 2 => {}
                22.. => ends[5] += chance,
                17 if hard == 7 && self.hits_soft_17 => {
                    self.dealer_draws(&left, &cards, chance, ends);
                }
                points @ 17.. => ends[usize::from(points) - 17] += chance,
                _ => self.dealer_draws(&left, &cards, chance, ends),
            }
        }
    }

    /// What standing comes to for a stake, and the part that a dealer's blackjack takes.
    fn stand(&mut self, own: &Pile, up: usize, stake: f64) -> f64 {
        let ends = self.dealer(own, up);
        let mine = points(own);
        let mut value = ends[5];
        for (end, chance) in ends[..5].iter().enumerate() {
            let dealers = end as u8 + 17;
            value += chance * f64::from(i8::from(mine > dealers) - i8::from(mine < dealers));
        }
        let blackjack = self.blackjack_under(&self.left(own, up), up);
        if self.peeks { stake * value } else { stake * value * (1.0 - blackjack) - blackjack }
    }

    /// The expected value over the next card.
    fn next(&mut self, own: &Pile, up: usize, mut of: impl FnMut(&mut Plain, &Pile) -> f64) -> f64 {
        let left = self.left(own, up);
        let all: u32 = left.iter().map(|&count| u32::from(count)).sum();
        let mut value = 0.0;
        for card in (0..10).filter(|&card| left[card] > 0) {
            let mut chance = f64::from(left[card]) / f64::from(all);
            let mut own = *own;
            own[card] += 1;
            if self.peeks {
                let mut after = left;
                after[card] -= 1;
                let before = 1.0 - self.blackjack_under(&left, up);
                chance *= (1.0 - self.blackjack_under(&after, up)) / before;
            }
            value += chance * of(self, &own);
        }
        value
    }

    /// The best of hitting and standing.
    fn play(&mut self, own: &Pile, up: usize) -> f64 {
        if points(own) > 21 {
            return -1.0;
        }
        if let Some(known) = self.worth.get(&(*own, up)) {
            return *known;
        }
        let stand = self.stand(own, up, 1.0);
        let value = if points(own) == 21 { stand } else { stand.max(self.hit(own, up)) };
        self.worth.insert((*own, up), value);
        value
    }

    fn hit(&mut self, own: &Pile, up: usize) -> f64 {
        self.next(own, up, |plain, own| plain.play(own, up))
    }

    /// What two first cards are worth, the dealer's blackjack counted.
    pub(crate) fn first(&mut self, cards: [usize; 2], up: usize) -> f64 {
        let mut own = [0; 10];
        own[cards[0]] += 1;
        own[cards[1]] += 1;
        let blackjack = self.blackjack_under(&self.left(&own, up), up);
        if points(&own) == 21 {
            return self.blackjack * (1.0 - blackjack);
        }
        let mut best = self.play(&own, up);
        if (self.doubles.0..=self.doubles.1).contains(&points(&own)) {
            let double = self.next(&own, up, |plain, own| {
                if points(own) > 21 { -2.0 } else { plain.stand(own, up, 2.0) }
            });
            best = best.max(double);
        }
        if self.surrenders {
            let half = if self.peeks { -0.5 } else { -0.5 * (1.0 - blackjack) - blackjack };
            best = best.max(half);
        }
        if self.peeks { best * (1.0 - blackjack) - blackjack } else { best }
    }

    /// The chance of these three cards in this order.
    pub(crate) fn chance(&self, cards: [usize; 3]) -> f64 {
        let mut left = [f64::from(4 * self.decks); 10];
        left[9] *= 4.0;
        let all = 52.0 * f64::from(self.decks);
        let mut chance = 1.0;
        for (dealt, card) in cards.into_iter().enumerate() {
            chance *= left[card] / (all - dealt as f64);
            left[card] -= 1.0;
        }
        chance
    }

    pub(crate) fn value(&mut self) -> f64 {
        let mut value = 0.0;
        for up in 0..10 {
            for first in 0..10 {
                for second in 0..10 {
                    let chance = self.chance([first, up, second]);
                    value += chance * self.first([first.min(second), first.max(second)], up);
                }
            }
        }
        value
    }
}

/// Random numbers enough for a shuffle.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * bound as u128) >> 64) as usize
    }
}

/// What became of real rounds: the mean and the standard error of the net result in wagers.
pub(crate) struct Played {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

/// Plays real rounds, one seat, each from a full shoe; the watcher is told every decision. The
/// result is that of a line, and of insurance, per unit of a first wager.
pub(crate) fn play(
    game: &str,
    edition: Option<EditionId>,
    posted: &[(&str, &str)],
    bets: &[(&str, i64)],
    advisor: &dyn Advisor,
    rounds: u32,
    mut watch: impl FnMut(&Felt, &Choice, Action),
) -> Played {
    let posting =
        Posting { game: game.to_owned(), edition, options: options(posted), ..Posting::default() };
    let table: Arc<Table> = Table::open(Rulebook::embedded(), posting).unwrap();
    let decks = usize::from(table.decks().get());
    let mut shoe: Vec<Card> = DECK.iter().copied().cycle().take(52 * decks).collect();
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let mut round = Round::new(&table, Keep::Nothing);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..rounds {
        round.reset();
        for (bet, dollars) in bets {
            round.bet(SeatNumber::FIRST, bet, Cents::new(100 * dollars)).unwrap();
        }
        round.lock().unwrap();
        let mut dealt = 0;
        loop {
            match round.next() {
                Next::Card(_) => {
                    let drawn = dealt + chance.below(shoe.len() - dealt);
                    shoe.swap(dealt, drawn);
                    round.card(shoe[dealt]).unwrap();
                    dealt += 1;
                }
                Next::Decision(choice) => {
                    let action = advisor.choose(round.felt(), 0, choice);
                    watch(round.felt(), choice, action);
                    round.act(SeatNumber::FIRST, action).unwrap();
                }
                Next::Done => break,
                Next::Bets | Next::Award(_) => unreachable!("the bets are locked"),
            }
        }
        let lines = &round.settlement().lines;
        let net: i64 = lines.iter().map(|line| (line.returned - line.staked).get()).sum();
        let net = net as f64 / (100.0 * bets[0].1 as f64);
        sum += net;
        squares += net * net;
    }
    let count = f64::from(rounds);
    let mean = sum / count;
    Played { mean, error: ((squares / count - mean * mean) / count).sqrt() }
}
