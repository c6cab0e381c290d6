//! The solver against a plain recursion over explicit shoes, and the published digits.

use std::collections::HashMap;

use games::{DoubleOn, SplitOn};

use super::dealer::{Dealer, Standing, busts, standing};
use super::hands::{ACE, Hands, TEN, VALUES, shoe_of};
use super::model::{Model, Plays, UpRank};
use super::numbers::Doubles;
use super::outcomes::Move;
use super::rules::{Pays, Rules, Soft17};
use crate::amount::Amount;
use crate::exact::{Exact, fraction, whole};

fn rules(decks: u8) -> Rules {
    Rules {
        shoe: shoe_of(decks),
        soft_17: Soft17::Stand,
        peeks: true,
        double_on: DoubleOn::AnyTwo,
        doubles_after_split: true,
        split_on: SplitOn::EqualValue,
        hands_max: 4,
        split_aces_draw: false,
        resplits_aces: false,
        surrenders_after_split: true,
        pays: Pays {
            blackjack: fraction(5, 2).into(),
            win: whole(2).into(),
            push: whole(1).into(),
            surrender: None,
            insurance: Some(whole(3).into()),
        },
    }
}

/// KNOWN.md: six decks, by the card up.
#[test]
fn known_values_by_card_up() {
    let known = [
        (1, "9.267505837"),
        (2, "12.631610405"),
        (3, "16.279783816"),
        (4, "20.325999192"),
        (5, "23.575407663"),
        (6, "14.460102687"),
        (7, "5.757242137"),
        (8, "-4.114157566"),
        (TEN, "-17.313880618"),
        (ACE, "-34.165284767"),
    ];
    let model = Model::new(rules(6));
    let cells = model.cells(&model.best);
    for (up, percent) in known {
        let of_up = || cells.iter().filter(|cell| cell.0 == up);
        let value: f64 = of_up().map(|(_, chance, cell)| chance * cell.value).sum();
        let chance: f64 = of_up().map(|(_, chance, _)| chance).sum();
        assert_eq!(format!("{:.9}", 100.0 * value / chance), percent, "against {up}");
    }
    let value: f64 = cells.iter().map(|(_, chance, cell)| chance * cell.value).sum();
    assert_eq!(format!("{:.9}", 100.0 * value), "-0.402870236");
}

/// Rules that differ in every option.
fn odd_rules() -> Vec<Rules> {
    let late = Some(fraction(1, 2));
    let mut all = vec![rules(1), rules(2), rules(8)];
    all.push(Rules { soft_17: Soft17::Hit, peeks: false, ..rules(1) });
    all.push(Rules { peeks: false, resplits_aces: true, split_aces_draw: true, ..rules(2) });
    all.push(Rules {
        split_on: SplitOn::EqualRank,
        pays: Pays { surrender: late.clone().map(Amount::from), ..rules(1).pays },
        ..rules(1)
    });
    all.push(Rules {
        peeks: false,
        hands_max: 3,
        double_on: DoubleOn::NineToEleven,
        doubles_after_split: false,
        pays: Pays {
            surrender: late.map(Amount::from),
            win: fraction(5, 2).into(),
            push: fraction(1, 2).into(),
            ..rules(1).pays
        },
        ..rules(4)
    });
    all.push(Rules { hands_max: 1, double_on: DoubleOn::TenOrEleven, ..rules(1) });
    all.push(Rules {
        double_on: DoubleOn::Nothing,
        surrenders_after_split: false,
        pays: Pays { surrender: Some(fraction(1, 2).into()), ..rules(1).pays },
        ..rules(1)
    });
    all.push(Rules {
        peeks: false,
        split_aces_draw: true,
        pays: Pays {
            surrender: Some(fraction(1, 2).into()),
            blackjack: whole(3).into(),
            ..rules(1).pays
        },
        ..rules(1)
    });
    all.push(Rules {
        hands_max: 2,
        pays: Pays { insurance: Some(whole(5).into()), ..rules(1).pays },
        ..rules(1)
    });
    all
}

/// The ways in which hands end have the mean that was computed without them, and add up to one; the
/// best play is worth what the choices say.
#[test]
fn ways_have_the_exact_mean() {
    for rules in odd_rules() {
        let model = Model::new(rules);
        assert!(model.gap > 1e-9, "{:e}", model.gap);
        let mut chances = 0.0;
        for (cards, up, chance) in model.deals() {
            chances += chance;
            let cell = model.cell(&model.best, cards, up);
            let by_ways = cell.ways.value(&model.rules.pays);
            assert!((cell.value - by_ways).abs() < 1e-12, "{cards:?} against {up}");
            let sum: f64 = cell.ways.outcomes(&model.rules.pays).iter().map(|way| way.3).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{cards:?} against {up}: {sum}");
        }
        assert!((chances - 1.0).abs() < 1e-12);
    }
}

#[test]
fn values_of_choices_are_what_playing_them_comes_to() {
    for rules in odd_rules() {
        let model = Model::new(Rules { hands_max: 1, ..rules });
        for (cards, up, _) in model.deals() {
            let id = model.hands.pair(cards[0], cards[1]);
            let insured = up == ACE && model.insures(&model.best, cards);
            if model.hands.shape(id).points == 21 || insured {
                continue;
            }
            let dealers = model.columns[up].blackjack[usize::from(id)];
            let lost = if model.rules.peeks { dealers } else { 0.0 };
            let best = model.value_unsplit(up, id) - lost;
            let cell = model.cell(&model.best, cards, up);
            assert!((best - cell.value).abs() < 1e-12, "{cards:?} against {up}");
        }
    }
}

/// A hand of the plain recursion: how many of each kind, an eleventh kind being the tens of the
/// rank that is split where ranks must be equal.
type Kinds = [u8; VALUES + 1];

#[derive(Clone, Debug)]
struct Held {
    cards: Kinds,
    stake: f64,
    is_bust: bool,
    is_surrendered: bool,
}

fn counts(kinds: &Kinds) -> [u8; VALUES] {
    let mut counts: [u8; VALUES] = std::array::from_fn(|value| kinds[value]);
    counts[TEN] += kinds[VALUES];
    counts
}

fn points(kinds: &Kinds) -> u8 {
    let counts = counts(kinds);
    let hard: u8 = (0..VALUES).map(|value| counts[value] * (value as u8 + 1)).sum();
    if counts[ACE] > 0 && hard <= 11 { hard + 10 } else { hard }
}

/// Plays a split hand by hand, card by card, as the game does.
struct Plain<'p> {
    rules: &'p Rules,
    hands: &'p Hands,
    plays: &'p Plays,
    up: usize,
    /// The kind that is split.
    kind: usize,
    dealers: HashMap<Kinds, [f64; 7]>,
}

impl Plain<'_> {
    fn total(&mut self, shoe: Kinds, held: Vec<Held>, at: usize) -> f64 {
        let Some(hand) = held.get(at).cloned() else { return self.settle(shoe, &held) };
        let cards: u8 = hand.cards.iter().sum();
        if cards < 2 {
            return self.draw(shoe, &held, at, 1.0);
        }
        let value = self.kind.min(TEN);
        let is_pair = cards == 2 && hand.cards[self.kind] == 2;
        if is_pair && held.len() < self.rules.hands_of(value) {
            let mut held = held;
            held[at].cards[self.kind] = 1;
            held.insert(at + 1, held[at].clone());
            return self.draw(shoe, &held, at, 1.0);
        }
        let place = usize::from(
            (0..VALUES)
                .flat_map(|value| vec![value; usize::from(counts(&hand.cards)[value])])
                .fold(Hands::EMPTY, |id, value| self.hands.with(id, value)),
        );
        let choice = match cards {
            _ if points(&hand.cards) == 21 => Move::Stand,
            2 if self.rules.is_bound(value) => Move::Stand,
            2 => self.plays.split[place],
            _ => self.plays.more[place],
        };
        match choice {
            Move::Stand => self.total(shoe, held, at + 1),
            Move::Surrender => {
                let mut held = held;
                held[at].is_surrendered = true;
                self.total(shoe, held, at + 1)
            }
            Move::Hit => self.draw(shoe, &held, at, 1.0),
            Move::Double => self.draw(shoe, &held, at, 2.0),
        }
    }

    fn draw(&mut self, shoe: Kinds, held: &[Held], at: usize, stake: f64) -> f64 {
        let all: u16 = shoe.iter().map(|&count| u16::from(count)).sum();
        let mut value = 0.0;
        for kind in (0..=VALUES).filter(|&kind| shoe[kind] > 0) {
            let (mut shoe, mut held) = (shoe, held.to_vec());
            let chance = f64::from(shoe[kind]) / f64::from(all);
            shoe[kind] -= 1;
            held[at].cards[kind] += 1;
            held[at].stake = stake;
            held[at].is_bust = points(&held[at].cards) > 21;
            let is_done = held[at].is_bust || stake > 1.0;
            value += chance * self.total(shoe, held, at + usize::from(is_done));
        }
        value
    }

    fn settle(&mut self, shoe: Kinds, held: &[Held]) -> f64 {
        let mut up = [0; VALUES + 1];
        up[self.up] = 1;
        let hits = self.rules.soft_17;
        let ends = *self.dealers.entry(shoe).or_insert_with(|| {
            let mut ends = [0.0; 7];
            dealers(shoe, up, hits, 1.0, &mut ends);
            ends
        });
        let mut value = 0.0;
        for (number, hand) in held.iter().enumerate() {
            for (end, chance) in ends.iter().enumerate() {
                let own = usize::from(points(&hand.cards));
                value += chance
                    * match end {
                        6 if self.rules.peeks => 0.0,
                        _ if hand.is_bust => -hand.stake,
                        6 => {
                            if number == 0 {
                                -1.0
                            } else {
                                0.0
                            }
                        }
                        _ if hand.is_surrendered => -0.5,
                        5 => hand.stake,
                        _ if own > end + 17 => hand.stake,
                        _ if own == end + 17 => 0.0,
                        _ => -hand.stake,
                    };
            }
        }
        value
    }
}

/// The dealer's ends 17 to 21, bust and blackjack by drawing card after card.
fn dealers(shoe: Kinds, cards: Kinds, soft_17: Soft17, chance: f64, ends: &mut [f64; 7]) {
    let own: u8 = cards.iter().sum();
    match standing(&counts(&cards), soft_17) {
        Standing::Busts => ends[5] += chance,
        Standing::Blackjack => ends[6] += chance,
        Standing::Stands(points) if own > 1 => ends[usize::from(points) - 17] += chance,
        _ => {
            let all: u16 = shoe.iter().map(|&count| u16::from(count)).sum();
            for kind in (0..=VALUES).filter(|&kind| shoe[kind] > 0) {
                let (mut shoe, mut cards) = (shoe, cards);
                let share = f64::from(shoe[kind]) / f64::from(all);
                shoe[kind] -= 1;
                cards[kind] += 1;
                dealers(shoe, cards, soft_17, chance * share, ends);
            }
        }
    }
}

/// Every split of small shoes, card by card.
#[track_caller]
fn check_splits(rules: Rules, cases: &[(usize, usize)]) {
    let model = Model::new(rules);
    for &(value, up) in cases {
        for rank in UpRank::BOTH {
            let Some(split) = &model.splits[up][value][rank as usize] else { continue };
            let tells_apart = value == TEN && model.rules.tells_tens_apart();
            let mut shoe: Kinds = [0; VALUES + 1];
            for (kind, &count) in shoe.iter_mut().zip(&model.rules.shoe) {
                *kind = count as u8;
            }
            let kind = if tells_apart { VALUES } else { value };
            if tells_apart {
                shoe[VALUES] = shoe[TEN] / 4;
                shoe[TEN] -= shoe[VALUES];
            }
            shoe[kind] -= 2;
            shoe[if tells_apart && rank == UpRank::Same { kind } else { up }] -= 1;
            let mut cards = [0; VALUES + 1];
            cards[kind] = 1;
            let one = Held { cards, stake: 1.0, is_bust: false, is_surrendered: false };
            let mut plain = Plain {
                rules: &model.rules,
                hands: &model.hands,
                plays: &model.best.plays[up],
                up,
                kind,
                dealers: HashMap::new(),
            };
            let value_plain = plain.total(shoe, vec![one.clone(), one], 0);
            assert!(
                (value_plain - split.value).abs() < 1e-12,
                "{value}s against {up}, {rank:?}: {value_plain} but {}",
                split.value
            );
        }
    }
}

/// A shoe with many eights, few kinds of other cards, and enough of them for every hand.
const EIGHTS: [u16; VALUES] = [2, 0, 2, 0, 0, 2, 0, 6, 0, 14];

#[test]
fn splits_card_by_card() {
    let small = Rules { shoe: EIGHTS, ..rules(1) };
    check_splits(small.clone(), &[(7, 5), (7, TEN), (7, ACE), (7, 7)]);
    check_splits(Rules { peeks: false, hands_max: 3, ..small.clone() }, &[(7, TEN), (7, ACE)]);
    check_splits(Rules { peeks: false, soft_17: Soft17::Hit, ..small.clone() }, &[(7, TEN)]);
    check_splits(
        Rules { hands_max: 3, doubles_after_split: false, ..small.clone() },
        &[(7, 5), (5, TEN), (2, 7)],
    );
    check_splits(Rules { hands_max: 2, ..small }, &[(7, 5), (7, 7)]);
}

/// [BJ-2]: hands after a split are surrendered too; without a peek that does not hold against a
/// dealer's blackjack [BJ-9].
#[test]
fn bj_2_splits_with_surrender_card_by_card() {
    let pays = Pays { surrender: Some(fraction(1, 2).into()), ..rules(1).pays };
    let late = Rules { shoe: EIGHTS, pays, ..rules(1) };
    let pairs = [(7, 5), (7, TEN), (7, ACE), (7, 7)];
    check_splits(late.clone(), &pairs);
    check_splits(Rules { surrenders_after_split: false, ..late.clone() }, &pairs);
    check_splits(Rules { peeks: false, hands_max: 3, ..late.clone() }, &[(7, TEN), (7, ACE)]);
    // Eights against a ten are split and a bad second card is given up.
    let model = Model::new(late.clone());
    let gives_up = |model: &Model| model.best.plays[TEN].split.contains(&Move::Surrender);
    assert!(gives_up(&model));
    let never = Model::new(Rules { surrenders_after_split: false, ..late });
    assert!(!gives_up(&never));
    let split = |model: &Model| model.splits[TEN][7][0].as_ref().expect("a pair").value;
    assert!(split(&model) > split(&never), "the choice is worth something");
}

#[test]
fn splits_of_aces_card_by_card() {
    let aces = Rules { shoe: [6, 0, 0, 2, 0, 2, 0, 2, 0, 14], ..rules(1) };
    check_splits(aces.clone(), &[(ACE, 5), (ACE, TEN), (ACE, ACE)]);
    check_splits(Rules { resplits_aces: true, ..aces.clone() }, &[(ACE, 5), (ACE, ACE)]);
    let draw = Rules { split_aces_draw: true, hands_max: 3, resplits_aces: true, ..aces };
    check_splits(draw.clone(), &[(ACE, 5)]);
    check_splits(Rules { peeks: false, hands_max: 2, ..draw }, &[(ACE, TEN)]);
}

#[test]
fn splits_of_equal_ranks_card_by_card() {
    let tens =
        Rules { shoe: [2, 0, 0, 2, 0, 2, 0, 0, 0, 20], split_on: SplitOn::EqualRank, ..rules(1) };
    check_splits(tens.clone(), &[(TEN, 5), (TEN, TEN), (TEN, ACE)]);
    check_splits(Rules { hands_max: 3, peeks: false, ..tens }, &[(TEN, TEN)]);
}

#[test]
fn dealers_ends_card_by_card() {
    for soft_17 in [Soft17::Stand, Soft17::Hit] {
        let dealer = Dealer::new(soft_17);
        for up in 0..VALUES {
            let mut shoe = shoe_of(1);
            shoe[up] -= 1;
            shoe[3] -= 2;
            let mut kinds = [0; VALUES + 1];
            for (kind, &count) in kinds.iter_mut().zip(&shoe) {
                *kind = count as u8;
            }
            let mut cards = [0; VALUES + 1];
            cards[up] = 1;
            let mut ends = [0.0; 7];
            dealers(kinds, cards, soft_17, 1.0, &mut ends);
            let finals = dealer.finals_of_all(&Doubles, up, &[shoe])[0];
            for end in 0..6 {
                assert!((finals[end] - ends[end]).abs() < 1e-14, "{up}: {end}");
            }
        }
    }
}

/// No dealer needs more cards than are counted, so that all deals are.
#[test]
fn busts_count_every_deal() {
    for decks in 1..=8u8 {
        for soft_17 in [Soft17::Stand, Soft17::Hit] {
            let found = busts(&shoe_of(decks), soft_17);
            let counted: u128 = found.values().map(|(deals, _)| deals).sum();
            let cards = u128::from(decks) * 52;
            assert_eq!(counted, (0..13).map(|gone| cards - gone).product::<u128>());
        }
    }
}

/// Every option of every table leaves choices that rounding cannot confuse.
#[test]
fn choices_are_told_apart() {
    for decks in [1, 2, 6] {
        for soft_17 in [Soft17::Stand, Soft17::Hit] {
            for peeks in [true, false] {
                let surrender = Some(fraction(1, 2));
                let pays = Pays { surrender: surrender.map(Amount::from), ..rules(1).pays };
                let model = Model::new(Rules { soft_17, peeks, pays, ..rules(decks) });
                assert!(model.gap > 1e-8, "{decks} {soft_17:?} {peeks}: {:e}", model.gap);
            }
        }
    }
}

/// The exact fraction agrees with doubles, for rules that differ in every option.
#[test]
fn doubles_agree_with_the_exact_fraction() {
    for rules in odd_rules().into_iter().filter(|rules| rules.decks() == 1) {
        let model = Model::new(rules);
        let exact = super::fraction::value(&model, &model.best);
        let cells = model.cells(&model.best);
        let double = cells.iter().map(|(_, chance, cell)| chance * cell.value).sum();
        assert!(is_near(&exact, double), "{exact} but {double}");
    }
}

/// Whether a value in doubles agrees with an exact one.
fn is_near(exact: &Exact, double: f64) -> bool {
    let off = exact - Exact::from_float(double).expect("a number");
    num_traits::Signed::abs(&off) < fraction(1, 10_000_000_000_000i64)
}

/// Hold 'em 212: one deck, hard 10 or 11 doubled, equal ranks split, neither insurance nor
/// surrender [H212-8] [H212-11].
#[test]
fn rules_of_212() {
    let book = rulebook::Rulebook::embedded();
    let subject =
        crate::Subject::open(book, "holdem-212", None, std::collections::BTreeMap::new()).unwrap();
    let of_212 = Rules::of(&subject);
    let same = Rules {
        double_on: DoubleOn::TenOrEleven,
        split_on: SplitOn::EqualRank,
        surrenders_after_split: false,
        // The same amounts, which know that the section pays them.
        pays: of_212.pays.clone(),
        ..rules(1)
    };
    assert_eq!(of_212, same);
    let (pays, plain) = (&of_212.pays, rules(1).pays);
    assert_eq!(pays.blackjack.value, plain.blackjack.value);
    assert_eq!(pays.win.value, plain.win.value);
    assert_eq!(pays.push.value, plain.push.value);
    assert!(pays.insurance.is_none());
    let question = crate::game::Question {
        subject: &subject,
        wager: "blackjack",
        schedules: &crate::schedules(&subject, "blackjack"),
        policy: crate::Policy::Optimal,
        progress: &crate::Silent,
    };
    let solutions = super::solve_212(&question);
    let edge = crate::decimal(&solutions[0].distribution.house_edge());
    let exact = crate::exact_blackjack_edge(&subject).unwrap();
    assert!((edge - crate::decimal(&exact)).abs() < 1e-14);
}
