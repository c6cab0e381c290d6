//! The proof of a round's cards: each viewer gets the openings of the cards that this viewer saw, and of no others
//! [SHF-2]. An auditor gets the whole deck when the gaming day is closed.

use cards::{Card, Face};
use games::{Event, Facing, Keep, Recipient, Round, View, Viewer as Eyes, Want};
use ledger::{Store, StoreError};
use money::Moment;
use progressive::TableId;
use shuffle::{CommittedDeck, Dealing, Proof, ProvedCard};

use crate::machine::{House, round_key};
use crate::recall::{Reader, RecallError, is_own, op_of, stored};
use crate::refusal::Refusal;
use crate::report::read_record;
use crate::table::play::{Play, Progress};
use crate::table::shuffling::{DealtFrom, no_key};

/// Why a round has no openings.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OpeningsError {
    #[error(transparent)]
    Recall(#[from] RecallError),
    #[error("round {round} at table {table} is not over: its cards are opened then")]
    NotOver { table: TableId, round: u64 },
    #[error(
        "round {round} at table {table} has no openings: it was dealt from real cards, with a shuffle of version 1, or not at all"
    )]
    None { table: TableId, round: u64 },
}

impl From<Refusal> for OpeningsError {
    fn from(refusal: Refusal) -> OpeningsError {
        RecallError::from(refusal).into()
    }
}

impl From<StoreError> for OpeningsError {
    fn from(error: StoreError) -> OpeningsError {
        RecallError::from(error).into()
    }
}

/// The openings of a round that is over, for anyone who asks.
pub fn openings(
    house: &House,
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
    reader: Reader<'_>,
) -> Result<Proof, OpeningsError> {
    house.floor_table(table)?;
    let from_store;
    let play = match house.round(table, number) {
        Some(play) => play,
        None => {
            from_store = stored(store, table, number)?;
            &from_store
        }
    };
    if play.progress() != Progress::Over {
        return Err(OpeningsError::NotOver { table: table.clone(), round: number });
    }
    let none = || OpeningsError::None { table: table.clone(), round: number };
    let from = play.form.dealt_from.as_ref().ok_or_else(none)?;
    let is_whole = house.may_audit(reader) && is_day_closed(house, store, play, from)?;
    let seen = match is_whole {
        true => (0..from.cards()).collect(),
        false => seen(play, opening_eyes(house, play, reader))?
            .into_iter()
            .map(|place| from.at + place)
            .collect(),
    };
    prove(house, play, from, seen)
}

/// Through whose eyes cards are opened. Those who run the table may look at every hand once the round is over, but a
/// card that was never shown is opened by nobody: they open what anyone saw [SHF-2].
fn opening_eyes(house: &House, play: &Play, reader: Reader<'_>) -> Eyes {
    match house.recalling_eyes(play, reader) {
        seat @ Eyes::Seat(_) => seat,
        Eyes::Dealer | Eyes::Supervisor | Eyes::Public => Eyes::Public,
    }
}

/// Opens the cards in these places of the order of dealing.
fn prove(
    house: &House,
    play: &Play,
    from: &DealtFrom,
    dealt: Vec<u32>,
) -> Result<Proof, OpeningsError> {
    let damaged = |why: String| {
        let (table, number) = (&play.form.table, play.number());
        StoreError::Damaged(format!("{}: {why}", round_key(table, number)))
    };
    let table = &play.form.table;
    let secret =
        from.deck.secret(house.keys(), table, from.round).map_err(|error| no_key(&error))?;
    let decks = from.deck_count().map_err(damaged)?;
    let words = from.words().map_err(damaged)?;
    let deck = CommittedDeck::new(&secret, decks);
    let root = from.deck.root();
    if deck.root() != root {
        return Err(damaged("its sealed deck is not the one that it committed to".into()).into());
    }
    let dealing = Dealing { root, table: table.as_str(), round: from.round, decks, words: &words };
    let permutation = dealing.permutation();
    let openings = dealt.into_iter().filter_map(|place| deck.open(&permutation, place));
    Ok(Proof {
        version: shuffle::PROOF_VERSION,
        table: table.to_string(),
        round: play.number(),
        first_round: from.round,
        decks: from.decks,
        joker: from.joker,
        commitment: root.to_string(),
        words: from.words.iter().map(|(seat, word)| (seat.0, word.clone())).collect(),
        openings: openings.map(ProvedCard::from).collect(),
    })
}

/// Whether a gaming day was closed after everything that was dealt from the deck or shoe was over.
fn is_day_closed(
    house: &House,
    store: &mut dyn Store,
    play: &Play,
    from: &DealtFrom,
) -> Result<bool, OpeningsError> {
    let table = &play.form.table;
    let root = from.deck.root().to_string();
    let shuffle = house.floor_table(table)?.shuffle();
    if shuffle.is_some_and(|shuffle| shuffle.commitment() == root && !shuffle.is_spent()) {
        return Ok(false);
    }
    let mut last = play.number();
    while from.decks > 1 && is_from(house, store, table, last + 1, &root)? {
        last += 1;
    }
    let Some(ended) = last_entry(store, table, last)? else { return Ok(false) };
    Ok(house.last_day().is_some_and(|day| day.closed >= ended))
}

/// Whether a round was dealt from this shoe.
fn is_from(
    house: &House,
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
    root: &str,
) -> Result<bool, OpeningsError> {
    let is_it = |play: &Play| {
        let from = play.form.dealt_from.as_ref();
        from.is_some_and(|from| from.deck.root().to_string() == root)
    };
    match house.round(table, number) {
        Some(play) => Ok(is_it(play)),
        None => match stored(store, table, number) {
            Ok(play) => Ok(is_it(&play)),
            Err(RecallError::NoSuchRound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        },
    }
}

/// When the last entry about a round was made.
fn last_entry(
    store: &mut dyn Store,
    table: &TableId,
    number: u64,
) -> Result<Option<Moment>, StoreError> {
    const PAGE: usize = 100;
    let (mut after, mut last) = (0, None);
    loop {
        let page = ledger::about::<House>(store, &round_key(table, number), after, PAGE)?;
        let Some(entry) = page.last() else { return Ok(last) };
        (after, last) = (entry.seq, Some(read_record(entry.as_ref())?.at));
        if page.len() < PAGE {
            return Ok(last);
        }
    }
}

/// The cards of a round that a viewer saw at any time, by their places in its deal.
fn seen(play: &Play, eyes: Eyes) -> Result<Vec<u32>, Refusal> {
    let mut round = Round::new(play.round().table(), Keep::Log);
    let mut sight = Sight { dealt: Vec::new(), is_one_deck: round.table().decks().get() == 1 };
    for line in play.ops() {
        let before = round.log().events().len();
        round.apply(op_of(line)).map_err(Refusal::from)?;
        for event in &round.log().events()[before..] {
            if let Event::Dealt { want, card } = event {
                let is_seen = want.facing == Facing::Up || is_own(&round, want.to, eyes);
                sight.dealt.push(DealtCard { card: *card, want: *want, is_seen });
            }
        }
        sight.look(&round.view(eyes));
    }
    let places = (0..).zip(&sight.dealt).filter(|(_, dealt)| dealt.is_seen);
    Ok(places.map(|(place, _)| place).collect())
}

struct DealtCard {
    card: Card,
    want: Want,
    is_seen: bool,
}

/// What a viewer has seen of a deal so far.
struct Sight {
    dealt: Vec<DealtCard>,
    is_one_deck: bool,
}

impl Sight {
    /// Takes in what lies face up for the viewer.
    fn look(&mut self, view: &View) {
        if self.is_one_deck {
            // No two cards are the same.
            let up = view.faces_up();
            self.dealt
                .iter_mut()
                .filter(|dealt| up.contains(&dealt.card))
                .for_each(|dealt| dealt.is_seen = true);
            return;
        }
        // The same card may lie elsewhere, face down: only the place says which one is seen.
        self.look_at(&view.dealer, |to| to == Recipient::Dealer);
        self.look_at(&view.board, |to| to == Recipient::Board);
        self.look_at(&view.burns, |to| to == Recipient::Burn);
        for seat in &view.seats {
            let cards: Vec<Face> =
                seat.hands.iter().flat_map(|hand| hand.cards.iter().copied()).collect();
            let number = seat.number;
            let is_its = |to| matches!(to, Recipient::Seat { seat, .. } if seat == number);
            if cards.contains(&Face::Down) {
                continue;
            }
            if cards.len() == self.dealt.iter().filter(|dealt| is_its(dealt.want.to)).count() {
                let its = self.dealt.iter_mut().filter(|dealt| is_its(dealt.want.to));
                its.for_each(|dealt| dealt.is_seen = true);
            }
        }
    }

    /// A pile in the order in which it was dealt.
    fn look_at(&mut self, pile: &[Face], is_here: impl Fn(Recipient) -> bool) {
        let here = self.dealt.iter_mut().filter(|dealt| is_here(dealt.want.to));
        for (dealt, face) in here.zip(pile) {
            dealt.is_seen |= *face == Face::Up(dealt.card);
        }
    }
}
