//! `croupier verify-shuffle`: does the seed belong to the commitment, and which order does it give?

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use cards::{Card, DeckCount, parse_cards};
use serde::Serialize;
use shuffle::{Commitment, Proof, SEATS_MAX, Seed, Word, Words, deck, reshuffle};

use crate::args::VerifyShuffle as Args;
use crate::output::{Negative, Output, Printer};
use crate::page::Page;

/// What was shuffled.
enum Shuffled {
    /// Whole decks, first in the round or shoe.
    Decks(DeckCount),
    /// These cards, later.
    Again(NonZeroU32, Vec<Card>),
}

/// All that a shuffle is made from, and its commitment.
struct Claim {
    commitment: Commitment,
    seed: Seed,
    round: u64,
    words: Words,
    shuffled: Shuffled,
}

#[derive(Serialize)]
struct Verified {
    matches: bool,
    commitment: String,
    /// The commitment of the seed given.
    commitment_of_seed: String,
    seed: String,
    round: u64,
    words: Vec<WordOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<u8>,
    shuffle: u32,
    order: Vec<String>,
}

#[derive(Serialize)]
struct WordOut {
    seat: u8,
    word: String,
}

/// Prints the order of the cards; a seed that does not belong to the commitment is a negative answer.
pub fn run(args: &Args, printer: &Printer) -> anyhow::Result<()> {
    let claim = match &args.file {
        Some(file) => match proof_in(file)? {
            Some(proof) => return run_proof(&proof, printer),
            None => from_file(file)?,
        },
        None => from_args(args)?,
    };
    let verified = verify(&claim);
    printer.print(&verified)?;
    if verified.matches {
        return Ok(());
    }
    Err(Negative(format!(
        "the seed does not match the commitment: the seed's commitment is {}. Check that both are \
         from the same round and copied in full.",
        verified.commitment_of_seed
    ))
    .into())
}

/// The openings of a round of version 2, if the file is JSON.
fn proof_in(path: &Path) -> anyhow::Result<Option<Proof>> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    if !text.trim_start().starts_with('{') {
        return Ok(None);
    }
    let proof = serde_json::from_str(&text);
    proof.map(Some).with_context(|| format!("{name} is not a round's openings"))
}

/// Prints the cards that are proved; an opening that does not hold is a negative answer.
fn run_proof(proof: &Proof, printer: &Printer) -> anyhow::Result<()> {
    let proved = proof.check().map_err(|error| Negative(error.to_string()))?;
    let card = |(dealt, card): &(u32, Card)| CardOut { dealt: dealt + 1, card: card.to_string() };
    printer.print(&ProvedOut {
        matches: true,
        version: proof.version,
        table: proof.table.clone(),
        round: proof.round,
        first_round: proof.first_round,
        commitment: proof.commitment.clone(),
        words: proof
            .words
            .iter()
            .map(|(seat, word)| WordOut { seat: *seat, word: word.clone() })
            .collect(),
        positions: proved.positions,
        is_whole_deck: proved.is_whole(),
        cards: proved.cards.iter().map(card).collect(),
    })
}

#[derive(Serialize)]
struct ProvedOut {
    matches: bool,
    version: u8,
    table: String,
    round: u64,
    first_round: u64,
    commitment: String,
    words: Vec<WordOut>,
    positions: usize,
    is_whole_deck: bool,
    cards: Vec<CardOut>,
}

#[derive(Serialize)]
struct CardOut {
    /// The place in the order of dealing, from 1.
    dealt: u32,
    card: String,
}

impl Output for ProvedOut {
    fn page(&self, page: &mut Page) {
        let (count, positions) = (self.cards.len(), self.positions);
        page.title(
            &format!("The cards of round {} at {}", self.round, self.table),
            &format!("{count} of {positions} opened"),
        );
        page.item("commitment", 10, &self.commitment, "");
        for word in &self.words {
            page.item(&format!("seat {}", word.seat), 10, &word.word, "");
        }
        page.blank();
        page.paragraph(match (self.is_whole_deck, count) {
            (true, _) => "Every card is opened: the deck is complete, and each card lies where the table committed to it.",
            (false, 0) => "No card is opened: there is nothing to check.",
            (false, _) => "Each of these cards lies where the table committed to it, and was dealt where the players' words put it:",
        });
        page.blank();
        for cards in self.cards.chunks(13) {
            let first = cards.first().map_or(0, |card| card.dealt);
            let row: Vec<String> = match self.is_whole_deck {
                true => cards.iter().map(|card| card.card.clone()).collect(),
                false => cards.iter().map(|card| format!("{}:{}", card.dealt, card.card)).collect(),
            };
            page.item(&format!("{first:>3}"), 3, &row.join(" "), "");
        }
    }
}

fn verify(claim: &Claim) -> Verified {
    let Claim { commitment, seed, round, words, shuffled } = claim;
    let of_seed = seed.commitment();
    let (order, decks, shuffle) = match shuffled {
        Shuffled::Decks(decks) => (deck(seed, words, *round, *decks), Some(decks.get()), 0),
        Shuffled::Again(number, cards) => {
            (reshuffle(seed, words, *round, *number, cards), None, number.get())
        }
    };
    let word = |(seat, word): (u8, &Word)| WordOut { seat, word: word.to_string() };
    Verified {
        matches: of_seed == *commitment,
        commitment: commitment.to_string(),
        commitment_of_seed: of_seed.to_string(),
        seed: seed.reveal(),
        round: *round,
        words: words.iter().map(word).collect(),
        decks,
        shuffle,
        order: order.iter().map(ToString::to_string).collect(),
    }
}

fn from_args(args: &Args) -> anyhow::Result<Claim> {
    let missing = "--commitment, --seed and --round are needed, or --file";
    let mut words = Words::new();
    for text in &args.word {
        let (seat, word) = text
            .split_once('=')
            .and_then(|(seat, word)| Some((seat.trim().parse::<u8>().ok()?, word)))
            .ok_or_else(|| anyhow!("--word \"{text}\": write SEAT=WORD, e.g. \"3=lucky seven\""))?;
        let in_word = || format!("--word \"{text}\"");
        let before = words.set(seat, word.parse().with_context(in_word)?).with_context(in_word)?;
        if before.is_some() {
            bail!("--word \"{text}\": seat {seat} already has a word; give each seat's word once");
        }
    }
    let shuffled = match (args.shuffle, &args.cards) {
        (Some(number), Some(cards)) => Shuffled::Again(number, parse_cards(cards)?),
        (_, _) => Shuffled::Decks(DeckCount::new(u64::from(args.decks.unwrap_or(1)))?),
    };
    Ok(Claim {
        commitment: args.commitment.context(missing)?,
        seed: args.seed.clone().context(missing)?,
        round: args.round.context(missing)?,
        words,
        shuffled,
    })
}

fn from_file(path: &Path) -> anyhow::Result<Claim> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Ok(forms::read(&name, &text, read)?)
}

fn read(root: &forms::Table<'_>) -> Option<Claim> {
    let commitment = root.required("commitment").and_then(|field| field.parse());
    let seed = root.required("seed").and_then(|field| field.parse());
    let round = root.required("round").and_then(|field| field.integer(0..=i64::MAX));
    let words = read_words(root);
    let decks = root.optional("decks");
    let number = root.optional("shuffle").and_then(|field| field.integer(1..=u32::MAX.into()));
    let cards = root.optional("cards");
    let shuffled = match (number, cards) {
        (None, None) => {
            let decks = decks.map_or(Some(1), |field| field.integer(1..=8));
            decks.and_then(|decks| DeckCount::new(decks.unsigned_abs()).ok()).map(Shuffled::Decks)
        }
        (Some(number), Some(cards)) => {
            if let Some(decks) = decks {
                decks.problem("remove it: a later shuffle has the cards listed in `cards`");
            }
            let read = cards.string().map(parse_cards);
            let read = read.and_then(|read| read.map_err(|e| cards.problem(e.to_string())).ok());
            let number = u32::try_from(number).ok().and_then(NonZeroU32::new);
            read.and_then(|cards| Some(Shuffled::Again(number?, cards)))
        }
        (Some(_), None) => {
            root.problem_of("cards", "missing: a later shuffle needs the cards that were shuffled");
            None
        }
        (None, Some(_)) => {
            root.problem_of("shuffle", "missing: `cards` needs the number of the later shuffle");
            None
        }
    };
    Some(Claim {
        commitment: commitment?,
        seed: seed?,
        round: round?.unsigned_abs(),
        words,
        shuffled: shuffled?,
    })
}

fn read_words(root: &forms::Table<'_>) -> Words {
    let mut words = Words::new();
    for table in root.tables("word") {
        let seat = table.required("seat").and_then(|field| field.integer(1..=SEATS_MAX.into()));
        let word: Option<Word> = table.required("word").and_then(|field| field.parse());
        let seat = seat.and_then(|seat| u8::try_from(seat).ok());
        let (Some(seat), Some(word)) = (seat, word) else { continue };
        if let Ok(Some(_)) = words.set(seat, word) {
            table.problem_of("seat", format!("seat {seat} already has a word"));
        }
    }
    words
}

impl Output for Verified {
    fn page(&self, page: &mut Page) {
        let what = match self.decks {
            Some(1) => "1 deck".to_owned(),
            Some(decks) => format!("{decks} decks"),
            None => format!("later shuffle {}", self.shuffle),
        };
        let cards = self.order.len();
        page.title(
            &format!("The shuffle of round {}", self.round),
            &format!("{what}, {cards} cards"),
        );
        page.item("commitment", 10, &self.commitment, "");
        page.item("seed", 10, &self.seed, "");
        for word in &self.words {
            page.item(&format!("seat {}", word.seat), 10, &word.word, "");
        }
        page.blank();
        page.paragraph(if self.matches {
            "The seed matches the commitment. The cards were in this order, first card first:"
        } else {
            "THE SEED DOES NOT MATCH THE COMMITMENT. This seed would give this order:"
        });
        page.blank();
        for (row, cards) in self.order.chunks(13).enumerate() {
            page.item(&format!("{:>3}", 13 * row + 1), 3, &cards.join(" "), "");
        }
    }
}
