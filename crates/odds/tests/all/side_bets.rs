//! Side bets of sections of their own: published figures, and plain counts that share no code with the census.

use cards::{Card, DECK};
use num_bigint::BigUint;
use odds::{Analysis, Subject, fraction, percent};
use rulebook::Rulebook;

use crate::blackjack_tables::{analyses, subject};

pub(crate) fn found(wager: &str, schedule: &str, decks: &str) -> Analysis {
    let all = analyses(&subject("blackjack", &[("decks", decks)]), wager);
    let found = all.into_iter().find(|found| found.schedule == schedule);
    found.unwrap_or_else(|| panic!("{wager} {schedule} with {decks} decks"))
}

fn counts(analysis: &Analysis) -> Vec<(String, BigUint)> {
    let outcomes = analysis.distribution.outcomes().iter();
    outcomes.map(|outcome| (outcome.row.clone(), outcome.combinations.clone())).collect()
}

#[track_caller]
pub(crate) fn is_counted(analysis: &Analysis, times: u64, expected: &[u64]) {
    let counted: Vec<BigUint> =
        counts(analysis).into_iter().map(|(_, count)| count * times).collect();
    let expected: Vec<BigUint> = expected.iter().map(|count| BigUint::from(*count)).collect();
    assert_eq!(counted, expected, "{:?}", counts(analysis));
}

/// The published combinations for two decks, and the edge that they come to.
#[test]
fn dmh_4_known_combinations_of_dead_mans_hand() {
    let analysis = found("dead-mans-hand", "standard", "2");
    is_counted(
        &analysis,
        4,
        &[
            59_684_352,
            496_742_400,
            1_598_650_368,
            9_267_780_480,
            13_054_694_400,
            287_203_276_800,
            780_833_908_800,
        ],
    );
    assert_eq!(percent(&analysis.house_edge(), 4), "4.9756%");
    assert!(analysis.notes.iter().any(|note| note.contains("splits every pair")));
}

/// One deck by ranks alone, six cards in their order: the player's two, the dealer's two, one for each half.
#[test]
fn dmh_4_one_deck_counted_rank_by_rank() {
    // Aces, eights, tens, and all other ranks together.
    const LEFT: [u64; 4] = [4, 4, 16, 28];
    const ACE: usize = 0;
    const EIGHT: usize = 1;
    const TEN: usize = 2;
    let mut counts = [0u64; 7];
    for code in 0..4usize.pow(6) {
        let ranks: Vec<usize> = (0..6).map(|place| code / 4usize.pow(place) % 4).collect();
        let (mut left, mut ways) = (LEFT, 1);
        for &rank in &ranks {
            ways *= left[rank];
            left[rank] = left[rank].saturating_sub(1);
        }
        let [a, b, c, d, e, f] = ranks[..] else { panic!("six") };
        let has_blackjack = (c == ACE && d == TEN) || (c == TEN && d == ACE);
        let row = match () {
            () if a == b && a <= EIGHT && has_blackjack => 1,
            () if a == b && a <= EIGHT => match (e == 1 - a, f == 1 - a) {
                (true, true) => 0,
                (false, false) => 3,
                _ => 2,
            },
            () if a + b == 1 => 4,
            () if a <= EIGHT || b <= EIGHT => 5,
            () => 6,
        };
        counts[row] += ways;
    }
    is_counted(&found("dead-mans-hand", "standard", "1"), 4, &counts);
}

/// The published count of three cards of six decks; here the up card is one of the three, so each is counted three
/// times. A flush with a pair is a flush.
#[test]
fn tpt_1_known_combinations_of_21_plus_3() {
    let analysis = found("21-plus-3", "V-1", "6");
    let lost = 5_013_320 - 10_368 - 26_312 - 155_520 - 236_736 - 56_160;
    let counted = [10_368, 26_312, 155_520, 236_736 + 56_160, lost].map(|count: u64| count * 3);
    is_counted(&analysis, 1, &counted);
    assert_eq!(percent(&analysis.house_edge(), 4), "3.2386%");
    // V-2 takes the 52 x C(6, 3) = 1,040 suited three of a kind out of the others:
    // 100 x 1,040 + 40 x 10,368 + 30 x 25,272 + 10 x 155,520 + 5 x 292,896 = 4,296,560 units won, and 4,528,224 hands lost.
    let suited = found("21-plus-3", "V-2", "6");
    let counted = [1_040, 10_368, 25_272, 155_520, 292_896, lost].map(|count: u64| count * 3);
    is_counted(&suited, 1, &counted);
    let edge = fraction(i64::try_from(lost).unwrap() - 4_296_560, 5_013_320);
    assert_eq!(suited.house_edge(), edge);
}

/// The published count of pay table 1 with six decks, and the published edges of 1 and 3.
#[test]
fn lky_1_known_combinations_of_lucky_lucky() {
    let analysis = found("lucky-lucky", "PT-1", "6");
    let won = [80, 864, 1_944, 12_960, 26_568, 406_296, 377_568, 364_320];
    let lost = 5_013_320 - won.iter().sum::<u64>();
    let counted: Vec<u64> = won.iter().chain([&lost]).map(|count| count * 3).collect();
    is_counted(&analysis, 1, &counted);
    assert_eq!(percent(&analysis.house_edge(), 2), "2.66%");
    assert_eq!(percent(&found("lucky-lucky", "PT-3", "6").house_edge(), 2), "5.31%");
}

/// Two decks, three loops over 104 cards.
#[test]
fn lky_1_two_decks_counted_card_by_card() {
    let cards: Vec<Card> = DECK.into_iter().chain(DECK).collect();
    let index = |card: &Card| card.rank().index();
    let mut counts = [0u64; 8];
    for (i, a) in cards.iter().enumerate() {
        for (j, b) in cards.iter().enumerate().skip(i + 1) {
            for (_, c) in cards.iter().enumerate().filter(|(k, _)| *k != i && *k != j) {
                let mut ranks = [index(a), index(b), index(c)];
                ranks.sort_unstable();
                let hard: usize =
                    ranks.iter().map(|rank| if *rank == 12 { 1 } else { (rank + 2).min(10) }).sum();
                let total = if ranks[2] == 12 && hard <= 11 { hard + 10 } else { hard };
                let is_suited = a.suit() == b.suit() && b.suit() == c.suit();
                let row = match (ranks, total) {
                    ([4, 5, 6], _) if is_suited => 0,
                    ([5, 5, 5], _) => 1,
                    ([4, 5, 6], _) => 2,
                    (_, 21) if is_suited => 3,
                    (_, 21) => 4,
                    (_, 20) => 5,
                    (_, 19) => 6,
                    _ => 7,
                };
                counts[row] += 1;
            }
        }
    }
    is_counted(&found("lucky-lucky", "PT-2", "2"), 1, &counts);
}

/// The example of docs/side-bet.md: ten lines, exact odds and a round. With six decks 311 cards are left for the second:
/// 5 are the same card, 6 others a pair of the same color and 12 a pair of two colors, so that the edge is
/// (288 - 25 x 5 - 12 x 6 - 6 x 12) / 311.
#[test]
fn the_side_bet_of_the_guide_is_counted_and_played() {
    let guide = include_str!("../../../../docs/side-bet.md");
    let block = guide.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let lines: Vec<&str> = block.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 10, "{block}");
    let mut files: Vec<(String, String)> =
        Rulebook::embedded_files().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    files.push(("perfect-pairs.toml".to_owned(), lines.join("\n")));
    let book = Rulebook::from_files("rules", files).unwrap();
    let options = [("decks".to_owned(), "6".to_owned())].into();
    let subject = Subject::open(&book, "blackjack", None, options).unwrap();
    let all = analyses(&subject, "perfect-pairs");
    assert_eq!(all[0].house_edge(), fraction(288 - 25 * 5 - 12 * 6 - 6 * 12, 311));
    let round = "game = 'blackjack'\nschedules = { perfect-pairs = 'house' }\nshoe = '8s 7d 8c Td'\n\
                 [[seat]]\nnumber = 1\nbets = { blackjack = '10', perfect-pairs = '5' }\n\
                 actions = ['stand']\n";
    let played = games::play_recorded(&book, "guide", round).unwrap().round;
    let lines = &played.settlement().lines;
    let shown = (lines[0].wager, lines[0].returned.to_string(), lines[0].row);
    // 5 x 12 + 5.
    assert_eq!(shown, ("perfect-pairs", "65.00".to_owned(), "pair, same color"));
    assert_eq!(lines[1].wager, "blackjack");
}

/// A side bet is the same bet at every table that offers it.
#[test]
fn side_bets_have_one_edge_at_every_blackjack_table() {
    let section = Rulebook::embedded().game("blackjack").unwrap().newest_with_side_bets();
    for wager in section.added_side_bets().map(|side| side.game.as_str()) {
        let edge = |game: &str| {
            let all = analyses(&subject(game, &[("decks", "6")]), wager);
            all.iter().map(Analysis::house_edge).collect::<Vec<_>>()
        };
        assert_eq!(edge("blackjack"), edge("buster-blackjack"), "{wager}");
        assert_eq!(edge("blackjack"), edge("war-blackjack"), "{wager}");
    }
}
