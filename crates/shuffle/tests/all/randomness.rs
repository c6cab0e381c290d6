//! The tests of randomness pass what is random, and fail what is not.

use std::collections::BTreeMap;
use std::convert::Infallible;

use cards::DECK;
use shuffle::Seed;
use shuffle::randomness::{Deck, Plan, Source, Tested, run, test_decks, test_numbers};

/// SplitMix64, a good generator that shares nothing with ours.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn number(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// Unbiased enough: 2^64 is far beyond any bound here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn numbers(samples: usize, mut next: impl FnMut() -> u32) -> Vec<Tested> {
    let draw = &mut |count| Ok::<_, Infallible>((0..count).map(|_| next()).collect());
    test_numbers(samples, draw).unwrap()
}

fn decks(samples: usize, mut next: impl FnMut() -> Deck) -> Vec<Tested> {
    let draw = &mut |count| Ok::<_, Infallible>((0..count).map(|_| next()).collect());
    test_decks(samples, draw).unwrap()
}

fn failed(tested: &[Tested]) -> Vec<&'static str> {
    tested.iter().filter(|one| one.is_failed()).map(|one| one.name).collect()
}

fn seed() -> Seed {
    Seed::from_bytes(*b"a seed for tests of randomness..")
}

#[test]
fn cfr_547_14_the_generator_passes() {
    let plan = Plan { samples: 100_000, seed: Some(seed()) };
    let mut told = Vec::new();
    let report = run(&plan, &mut |done, all| told.push((done, all))).unwrap();
    assert_eq!(failed(&report.tested), [""; 0]);
    assert_eq!(told.first(), Some(&(0, 32)));
    assert_eq!(told.last(), Some(&(32, 32)));
    assert!(report.tested.iter().all(|one| one.source != Source::System), "seeds cannot repeat");
    let again = run(&plan, &mut |_, _| {}).unwrap();
    assert_eq!(again.tested, report.tested, "the seed repeats the run");
    assert_eq!(report.failed().0, 0);
    assert!((report.failed().1 - 1.0).abs() < 1e-12, "none or more is certain");
}

/// A new run tests the seeds of the operating system too. This one is not repeatable and says
/// nothing about them: what they pass is for `croupier rng-test`.
#[test]
fn a_new_run_has_a_seed_of_its_own_and_tests_the_systems() {
    let plan = Plan { samples: Plan::SAMPLES_MIN, seed: None };
    let one = run(&plan, &mut |_, _| {}).unwrap();
    assert_eq!(one.tested.iter().filter(|one| one.source == Source::System).count(), 17);
    assert_eq!(one.tested.len(), 49);
    assert_ne!(run(&plan, &mut |_, _| {}).unwrap().seed, one.seed);
}

/// On a good generator, p is uniform for every test: over 200 runs its mean is one half (standard
/// error 0.020) and about 2 of them fail (11 or more: once in 100,000).
#[test]
fn on_a_good_generator_one_run_in_a_hundred_fails_each_test() {
    let mut all: BTreeMap<&str, Vec<Tested>> = BTreeMap::new();
    let mut good = SplitMix(547);
    for _ in 0..200 {
        for one in numbers(Plan::SAMPLES_MIN, || good.number()) {
            all.entry(one.name).or_default().push(one);
        }
        let shuffled = decks(1_000, || {
            let mut deck = DECK;
            for place in (1..52).rev() {
                deck.swap(place, good.below(place + 1));
            }
            deck
        });
        for one in shuffled {
            all.entry(one.name).or_default().push(one);
        }
    }
    assert_eq!(all.len(), 27);
    for (name, runs) in all {
        let mean = runs.iter().map(|one| one.first.p).sum::<f64>() / runs.len() as f64;
        assert!((mean - 0.5).abs() < 0.08, "{name}: mean p {mean}");
        let failed = runs.iter().filter(|one| !one.first.passes()).count();
        assert!(failed <= 10, "{name}: {failed} of {} failed", runs.len());
    }
}

#[test]
fn a_counter_fails() {
    let mut count = 0u32;
    let tested = numbers(Plan::SAMPLES_MIN, || {
        count += 1;
        count
    });
    assert_eq!(failed(&tested).len(), tested.len(), "{:?}", failed(&tested));
}

/// Every number comes once and in an order that looks random, but as even as no random numbers are.
#[test]
fn a_multiplied_counter_is_too_even_and_fails() {
    let mut count = 0u32;
    let tested = numbers(Plan::SAMPLES_MIN, || {
        count = count.wrapping_add(0x9e37_79b9);
        count
    });
    let failed = failed(&tested);
    for name in ["equidistribution", "serial correlation, lags 1-16", "spectral", "runs up"] {
        assert!(failed.contains(&name), "{name} {failed:?}");
    }
}

#[test]
fn a_bit_that_is_set_in_60_of_100_numbers_fails() {
    for bit in [0, 7, 19, 31] {
        let mut good = SplitMix(bit);
        let tested = numbers(50_000, || {
            let set = good.below(100) < 60;
            good.number() & !(1 << bit) | u32::from(set) << bit
        });
        let failed = failed(&tested);
        for name in ["chi-square: bytes", "frequency of the 32 bits"] {
            assert!(failed.contains(&name), "bit {bit}: {failed:?}");
        }
    }
}

/// Numbers that are right one by one, but each half the time repeats the one `apart` before.
#[test]
fn numbers_that_repeat_earlier_ones_fail() {
    for (apart, name) in [
        (1, "serial correlation, lags 1-16"),
        (8, "subsequence: correlation, 8th"),
        (16, "serial correlation, lags 1-16"),
        (40, "subsequence: correlation, 8th"),
    ] {
        let mut good = SplitMix(9);
        let mut past: Vec<u32> = (0..apart).map(|_| good.number()).collect();
        let mut place = 0;
        let tested = numbers(Plan::SAMPLES_MIN, || {
            place = (place + 1) % apart;
            if good.below(2) == 0 {
                past[place] = good.number();
            }
            past[place]
        });
        assert!(failed(&tested).contains(&name), "{apart}: {:?}", failed(&tested));
    }
}

/// Each of these is right in all but one respect, which one test sees.
#[test]
fn each_kind_of_fault_fails_its_test() {
    let check = |name: &str, change: &mut dyn FnMut(&mut SplitMix) -> u32| {
        let mut good = SplitMix(3);
        let tested = numbers(50_000, || change(&mut good));
        assert!(failed(&tested).contains(&name), "{name}: {:?}", failed(&tested));
    };
    let mut last = 0;
    // Digits that never come twice in a row.
    let mut no_repeats = |good: &mut SplitMix| {
        while {
            let number = good.number();
            let is_same = number % 8 == last % 8;
            last = number;
            is_same
        } {}
        last
    };
    for name in ["gap", "poker", "coupon collector", "serial pairs"] {
        check(name, &mut no_repeats);
    }
    // Every second number is drawn again if it is not the larger of its pair, once.
    let (mut before, mut is_second) = (0, false);
    let mut rising = |good: &mut SplitMix| {
        let mut number = good.number();
        if is_second && number < before {
            number = good.number();
        }
        is_second = !is_second;
        before = number;
        number
    };
    for name in ["permutation of 5", "runs up", "runs down"] {
        check(name, &mut rising);
    }
    // Nothing in the last of a hundred parts.
    check("equidistribution", &mut |good| (f64::from(good.number()) * 0.97) as u32);
    // A wave of 1,000 numbers' length: too long for the lags, but not for the spectrum.
    let mut time = 0.0f64;
    check("spectral", &mut |good| {
        time += 1.0;
        let wave = (time * std::f64::consts::TAU / 1000.0).sin() * 0.1 + 0.1;
        (f64::from(good.number()) * 0.8 + wave * f64::from(u32::MAX)) as u32
    });
    // Every second, third, eighth or 52nd number is from a smaller range than the others.
    for (step, name) in [
        (2, "subsequence: every 2nd"),
        (3, "subsequence: every 3rd"),
        (8, "subsequence: every 8th"),
        (52, "subsequence: every 52nd"),
    ] {
        let mut place = 0;
        // Each test starts where the last one stopped, which is at the start of a step.
        let mut good = SplitMix(4);
        let tested = numbers(step * 1_000, || {
            place += 1;
            if place % step == 1 { good.number() & !0x8000 } else { good.number() }
        });
        assert!(failed(&tested).contains(&name), "{name}: {:?}", failed(&tested));
    }
}

#[test]
fn a_deck_that_is_not_shuffled_fails_every_test() {
    let tested = decks(1_000, || DECK);
    assert_eq!(failed(&tested).len(), tested.len(), "{:?}", failed(&tested));
}

/// Fisher-Yates with one byte for each card and no rejection: 256 is no multiple of 52, so the
/// first 48 of 52 places come five times where the others come four times.
#[test]
fn a_shuffle_with_modulo_bias_fails() {
    let mut good = SplitMix(5);
    let tested = decks(20_000, || {
        let mut deck = DECK;
        for place in (1..52).rev() {
            deck.swap(place, (good.next() >> 56) as usize % (place + 1));
        }
        deck
    });
    let failed = failed(&tested);
    assert!(failed.contains(&"every card at every place"), "{failed:?}");
}

/// The well-known wrong shuffles: every place swapped with any place; never with itself.
#[test]
fn wrong_shuffles_fail() {
    let mut good = SplitMix(6);
    let tested = decks(20_000, || {
        let mut deck = DECK;
        for place in 0..52 {
            deck.swap(place, good.below(52));
        }
        deck
    });
    assert!(failed(&tested).contains(&"every card at every place"), "{:?}", failed(&tested));
    let tested = decks(20_000, || {
        let mut deck = DECK;
        for place in (1..52).rev() {
            deck.swap(place, good.below(place));
        }
        deck
    });
    assert!(failed(&tested).contains(&"every card at every place"), "{:?}", failed(&tested));
}

/// Riffles as people do them: three leave many cards behind the card they were behind before.
#[test]
fn three_riffles_keep_neighbors_together() {
    let mut good = SplitMix(7);
    let tested = decks(2_000, || {
        let mut deck = DECK.to_vec();
        for _ in 0..3 {
            let cut = 26 + good.below(5) - 2;
            let mut right = deck.split_off(cut);
            let mut left = deck;
            deck = Vec::new();
            while left.len() + right.len() > 0 {
                let from = if good.below(left.len() + right.len()) < left.len() {
                    &mut left
                } else {
                    &mut right
                };
                deck.push(from.remove(0));
            }
        }
        deck.try_into().unwrap()
    });
    assert!(failed(&tested).contains(&"neighbors kept together"), "{:?}", failed(&tested));
}

/// Decks that are well shuffled, but start with the card with which the deck before started, one
/// time in ten.
#[test]
fn decks_that_depend_on_the_last_one_fail() {
    let mut good = SplitMix(8);
    let mut last = DECK[0];
    let tested = decks(20_000, || {
        let mut deck = DECK;
        for place in (1..52).rev() {
            deck.swap(place, good.below(place + 1));
        }
        if good.below(10) == 0 {
            let place = deck.iter().position(|card| *card == last).unwrap();
            deck.swap(0, place);
        }
        last = deck[0];
        deck
    });
    let failed = failed(&tested);
    for name in ["first card after last deck's", "serial correlation of decks"] {
        assert!(failed.contains(&name), "{failed:?}");
    }
}
