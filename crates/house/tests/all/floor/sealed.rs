//! What decides cards that are not dealt yet is sealed in the store [SHF-1], and a viewer opens exactly the cards that
//! this viewer saw [SHF-2].

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use games::{Action, Next};
use house::desk::{Desk, fresh_id};
use house::openings::{OpeningsError, openings};
use house::people::house_itself;
use house::recall::{Reader, Recall, recall};
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::table::shuffling::{FreshSeed, Stage};
use house::view::Viewer;
use house::{Command, House, Ledger, PostError, Refusal, Role, Seat};
use keys::KeyFolder;
use keys::seal::SealKeys;
use ledger::store::{Address, OpenMode, SqliteStore};
use ledger::{Depth, check};
use ledger::{Limits, Store};
use money::Cents;
use shuffle::{CommittedDeck, Proof, Secret, Seed, Words};

use super::pit::{GAMES, person, table};
use crate::support::house::{add, ask};

/// A house in a file, with its keys beside it.
pub(super) struct Place(tempfile::TempDir);

impl Place {
    pub(super) fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.keys().found().unwrap();
        place
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path().join("house.db")
    }

    fn keys(&self) -> SealKeys {
        SealKeys::at(KeyFolder::new(self.0.path().join("house.keys")))
    }

    pub(super) fn store(&self) -> Box<dyn Store> {
        let address: Address = format!("sqlite:{}", self.file().display()).parse().unwrap();
        address.open(OpenMode::Create).unwrap()
    }

    pub(super) fn desk(&self) -> Desk {
        self.desk_with(self.keys())
    }

    fn desk_with(&self, keys: SealKeys) -> Desk {
        let limits = Limits { rows_every: std::time::Duration::ZERO, ..Limits::default() };
        let ledger = Ledger::open_from(self.store(), House::with_keys(keys), limits).unwrap();
        Desk::new(ledger, "pit-1".parse().unwrap())
    }

    /// Is everything as it was when it is replayed by someone without the key, and by someone with it?
    pub(super) fn replays(&self) {
        for keys in [SealKeys::default(), self.keys()] {
            let (house, depth) = (House::with_keys(keys), Depth::Replay);
            let found = check::full_from(&mut *self.store(), house, depth, &mut |_, _| {}).unwrap();
            assert!(found.is_fine(), "{:?}", found.problems);
        }
    }
}

pub(super) fn found(desk: &Desk, game: &str, kind: Kind) {
    let ledger = desk.ledger();
    ledger.post(ask("sue", add("sue", Role::Supervisor))).unwrap();
    ledger.post(ask("sue", add("aud", Role::Auditor))).unwrap();
    for guest in ["ann", "ben"] {
        let (id, name) = (person(guest), guest.to_owned());
        let what = Command::Guest { person: id, name, address: None, session: None };
        ledger.post(ask(guest, what)).unwrap();
    }
    let setup = Setup::new(game, kind);
    ledger.post(ask("sue", Command::SetUpTable { table: table("t"), setup })).unwrap();
    for (name, seat) in [("ann", 1), ("ben", 2)] {
        act(desk, name, TableCommand::Sit { seat: Seat(seat), buy_in: Cents::dollars(1_000) });
    }
}

pub(super) fn act(desk: &Desk, by: &str, command: TableCommand) {
    let said = format!("{by}: {command:?}");
    desk.play(&person(by), fresh_id().unwrap(), &table("t"), command)
        .unwrap_or_else(|error| panic!("{said}: {error}"));
}

/// In 212 the ante depends on how many play.
fn ante(bet: &str, least: Cents) -> Cents {
    if bet == "holdem" { Cents::dollars(1) } else { least }
}

/// Both players bet, and the cards are dealt up to the first decision.
pub(super) fn begin(desk: &Desk) {
    let least = desk.ledger().snapshot();
    let least = least.machine.floor_table(&table("t")).unwrap().least().to_vec();
    let bets: BTreeMap<String, Dollars> = least
        .iter()
        .map(|(bet, amount)| ((*bet).to_owned(), Dollars(ante(bet, *amount))))
        .collect();
    for (name, seat) in [("ann", 1), ("ben", 2)] {
        let (seat, bets) = (Seat(seat), bets.clone());
        act(desk, name, TableCommand::Bet { seat, bets, tips: BTreeMap::new() });
    }
    // A shoe that was dealt from takes no more words.
    let house = desk.ledger().snapshot();
    let shuffle = house.machine.floor_table(&table("t")).unwrap().shuffle().unwrap();
    if shuffle.stage() == Stage::Committed {
        act(desk, "ann", TableCommand::SeedWord { seat: Seat(1), word: "lucky seven".to_owned() });
    }
    for (name, seat) in [("ann", 1), ("ben", 2)] {
        act(desk, name, TableCommand::Ready { seat: Seat(seat) });
    }
}

/// Ann folds where she can, and Ben stays as long as he can.
pub(super) fn finish(desk: &Desk) {
    loop {
        let snapshot = desk.ledger().snapshot();
        let play = snapshot.machine.play(&table("t")).unwrap();
        if play.progress() == Progress::Over {
            return;
        }
        let Next::Decision(choice) = play.round().next().clone() else {
            panic!("{:?}", play.round().next())
        };
        let name = if choice.seat.get() == 1 { "ann" } else { "ben" };
        let has = |action: &Action| choice.actions.contains(action);
        let order = match name {
            "ann" => [Action::Fold, Action::Stand, Action::Check, Action::Decline],
            _ => [Action::Check, Action::Play, Action::Call, Action::Stand],
        };
        let action = order.into_iter().find(has).unwrap_or(choice.actions[0]);
        let (seat, hand, tip) = (Seat(choice.seat.get()), choice.hand, None);
        act(desk, name, TableCommand::Decide { seat, action: action.to_string(), hand, tip });
    }
}

pub(super) fn proof(
    desk: &Desk,
    store: &mut dyn Store,
    round: u64,
    by: &str,
) -> Result<Proof, OpeningsError> {
    proof_at(desk, store, "t", round, by)
}

/// What someone opens of a round at a table.
pub(super) fn proof_at(
    desk: &Desk,
    store: &mut dyn Store,
    at: &str,
    round: u64,
    by: &str,
) -> Result<Proof, OpeningsError> {
    let snapshot = desk.ledger().snapshot();
    let person = person(by);
    let reader = Reader::Viewer(Viewer::Person(&person));
    openings(&snapshot.machine, store, &table(at), round, reader)
}

/// Every card that a viewer was shown, read off the pages of the recall.
fn shown(recall: &Recall) -> BTreeSet<String> {
    let told = format!("{:?}", recall.steps);
    let words = told.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_card = |word: &&str| word.len() == 2 && word.parse::<cards::Card>().is_ok();
    words.filter(is_card).map(str::to_owned).collect()
}

#[test]
fn shf_2_a_viewer_opens_exactly_the_cards_that_this_viewer_saw() {
    for game in GAMES.into_iter().chain(["phil-em-up"]) {
        let place = Place::new();
        let desk = place.desk();
        found(&desk, game, Kind::Practice);
        begin(&desk);
        let mut store = place.store();
        let early = proof(&desk, &mut *store, 1, "ann");
        let is_over = desk.ledger().snapshot().machine.play(&table("t")).unwrap().progress()
            == Progress::Over;
        assert!(is_over || matches!(early, Err(OpeningsError::NotOver { .. })), "{game}");
        finish(&desk);
        let snapshot = desk.ledger().snapshot();
        let out = snapshot.machine.floor_table(&table("t")).unwrap().shuffle().unwrap().out();
        let mut seen = Vec::new();
        for name in ["ann", "ben", "sue", "aud"] {
            let proof = proof(&desk, &mut *store, 1, name).unwrap();
            let proved = proof.check().unwrap_or_else(|error| panic!("{game}, {name}: {error}"));
            assert_eq!(proof.words, BTreeMap::from([(1, "lucky seven".to_owned())]), "{game}");
            let opened: BTreeSet<String> =
                proved.cards.iter().map(|(_, card)| card.to_string()).collect();
            let (id, of) = (person(name), table("t"));
            let reader = Reader::Viewer(Viewer::Person(&id));
            let recalled = recall(&snapshot.machine, &mut *store, &of, 1, reader).unwrap();
            assert_eq!(opened, shown(&recalled), "{game}, {name}");
            assert!(proved.cards.iter().all(|(dealt, _)| (*dealt as usize) < out), "{game}");
            assert!(!proved.is_whole(), "{game}, {name}");
            seen.push(proved.cards);
        }
        // Nobody has staff here: they see what anyone sees.
        assert_eq!(seen[2], seen[3], "{game}");
        place.replays();
    }
}

#[test]
fn shf_2_the_auditor_opens_the_whole_deck_when_the_gaming_day_is_closed() {
    for (game, cards) in [("three-card-poker", 52), ("phil-em-up", 53)] {
        let place = Place::new();
        let desk = place.desk();
        found(&desk, game, Kind::Practice);
        begin(&desk);
        finish(&desk);
        let mut store = place.store();
        let proved = |store: &mut dyn Store, name: &str| {
            proof(&desk, store, 1, name).unwrap().check().unwrap()
        };
        assert!(!proved(&mut *store, "aud").is_whole());
        desk.act(&person("sue"), fresh_id().unwrap(), Command::CloseDay { day: 1 }).unwrap();
        // So many different cards, each where the table committed to it.
        let whole = proved(&mut *store, "aud");
        assert!(whole.is_whole(), "{game}");
        assert_eq!(whole.cards.len(), cards, "{game}");
        assert!(["ann", "ben", "sue"].iter().all(|name| !proved(&mut *store, name).is_whole()));
        // A round of the next day stays shut until that is closed.
        begin(&desk);
        finish(&desk);
        assert!(!proof(&desk, &mut *store, 2, "aud").unwrap().check().unwrap().is_whole());
        place.replays();
    }
}

/// Everything that whoever reads the disk gets: the file, what is only in the log beside it, and a copy.
fn on_disk(place: &Place) -> Vec<u8> {
    let copy = place.0.path().join("copy.db");
    // The copy of an earlier look is not wanted any more.
    let _ = std::fs::remove_file(&copy);
    let mut to = SqliteStore::open(&copy, OpenMode::Create).unwrap();
    ledger::store::copy::<House>(&mut *place.store(), &mut to, &mut |_, _| {}).unwrap();
    drop(to);
    let all = std::fs::read_dir(place.0.path()).unwrap();
    let files = all.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let files: Vec<_> = files.collect();
    assert!(files.iter().any(|file| file.ends_with("house.db-wal")), "{files:?}");
    assert!(files.iter().any(|file| file.ends_with("copy.db")), "{files:?}");
    files.iter().flat_map(|file| std::fs::read(file).unwrap()).collect()
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn shf_1_no_file_has_what_decides_cards_that_are_not_dealt() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "three-card-poker", Kind::Practice);
    // The bet that opens the round, with a secret that this test knows.
    let secret = Secret::from_system().unwrap();
    let seed =
        FreshSeed::of(&secret, &place.keys(), &table("t"), 1, cards::DeckCount::ONE).unwrap();
    let bets = BTreeMap::from([("ante".to_owned(), Dollars(Cents::dollars(5)))]);
    let command = TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() };
    let what = Command::Table { table: Some(table("t")), command, seed: Some(seed), expect: None };
    desk.ledger().post(ask("ann", what)).unwrap();
    for is_dealt in [false, true] {
        if is_dealt {
            act(&desk, "ann", TableCommand::Ready { seat: Seat(1) });
        }
        let bytes = on_disk(&place);
        let root = CommittedDeck::new(&secret, cards::DeckCount::ONE).root();
        assert!(has(&bytes, root.to_string().as_bytes()), "the commitment is there");
        assert!(!has(&bytes, secret.bytes()) && !has(&bytes, hex(secret.bytes()).as_bytes()));
        assert!(!has(&bytes, b"\"seed\":\""), "no seed in the clear");
        // The attack: everything on the disk that could be a secret is tried as one.
        let text = String::from_utf8_lossy(&bytes);
        let digits = text.split(|letter: char| !letter.is_ascii_hexdigit());
        let tries: BTreeSet<[u8; 32]> = digits
            .flat_map(|run| run.as_bytes().windows(64).map(<[u8]>::to_vec).collect::<Vec<_>>())
            .filter_map(|run| std::str::from_utf8(&run).ok()?.parse::<Seed>().ok())
            .map(|seed| *seed.bytes())
            .collect();
        assert!(tries.len() > 10, "hashes, at least");
        let snapshot = desk.ledger().snapshot();
        let ops = snapshot.machine.play(&table("t")).unwrap().ops().to_vec();
        let dealt: Vec<String> =
            ops.iter().filter_map(|op| op.strip_prefix("deal ").map(str::to_owned)).collect();
        assert_eq!(dealt.is_empty(), !is_dealt);
        for bytes in tries {
            let deck = CommittedDeck::new(&Secret::from_bytes(bytes), cards::DeckCount::ONE);
            assert_ne!(deck.root(), root);
            let (seed, words) = (Seed::from_bytes(bytes), Words::new());
            let order = shuffle::deck(&seed, &words, 1, cards::DeckCount::ONE);
            let order: Vec<String> = order.iter().map(ToString::to_string).collect();
            assert!(dealt.is_empty() || !order.starts_with(&dealt));
        }
    }
    place.replays();
}

pub(super) fn chips(desk: &Desk) -> [Cents; 2] {
    let snapshot = desk.ledger().snapshot();
    [1, 2].map(|seat| snapshot.machine.book().chips(&table("t"), Seat(seat)))
}

fn say_key_lost(desk: &Desk) -> Result<(), PostError> {
    let done = desk.play(&house_itself(), fresh_id().unwrap(), &table("t"), TableCommand::KeyLost);
    done.map(drop)
}

fn remove_keys(place: &Place) {
    std::fs::remove_file(place.0.path().join("house.keys").join("shuffle.key")).unwrap();
}

#[test]
fn shf_1_a_house_that_lost_its_key_voids_the_round_and_everything_goes_back() {
    for (game, is_dealt) in
        [("three-card-poker", true), ("three-card-poker", false), ("blackjack", true)]
    {
        let place = Place::new();
        let desk = place.desk();
        found(&desk, game, Kind::Practice);
        let before = chips(&desk);
        begin(&desk);
        if !is_dealt {
            finish(&desk);
        }
        let before = if is_dealt { before } else { chips(&desk) };
        if !is_dealt {
            let bets = BTreeMap::from([("ante".to_owned(), Dollars(Cents::dollars(5)))]);
            act(&desk, "ann", TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() });
        }
        assert_ne!(chips(&desk), before);
        let refused = say_key_lost(&desk).unwrap_err();
        assert!(
            matches!(refused, PostError::Refused(Refusal::KeyIsThere(_))),
            "no round is void while the key is there: {refused}"
        );
        drop(desk);
        remove_keys(&place);
        let desk = place.desk();
        let snapshot = desk.ledger().snapshot();
        let is_lost = |house: &House| house.has_lost_key(house.floor_table(&table("t")).unwrap());
        assert!(snapshot.machine.misses_key() && is_lost(&snapshot.machine), "{game}");
        say_key_lost(&desk).unwrap();
        assert_eq!(chips(&desk), before, "{game}: everything goes back");
        let snapshot = desk.ledger().snapshot();
        assert!(!is_lost(&snapshot.machine));
        assert_eq!(snapshot.machine.play(&table("t")).unwrap().progress(), Progress::Over);
        assert!(TableCommand::KeyLost.words().contains("[SHF-1]"));
        // Without a key there is no bet; with a new one the house plays on.
        let bets = BTreeMap::from([("ante".to_owned(), Dollars(Cents::dollars(5)))]);
        let bet = TableCommand::Bet { seat: Seat(1), bets, tips: BTreeMap::new() };
        let refused = desk.play(&person("ann"), fresh_id().unwrap(), &table("t"), bet);
        let refused = refused.unwrap_err();
        assert!(matches!(refused, PostError::Refused(Refusal::NoKey { .. })), "{refused}");
        place.keys().found().unwrap();
        begin(&desk);
        finish(&desk);
        place.replays();
    }
}

#[test]
fn shf_1_a_key_that_is_rotated_during_a_round_changes_nothing_for_it() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "let-it-ride", Kind::Practice);
    begin(&desk);
    place.keys().rotate().unwrap();
    finish(&desk);
    begin(&desk);
    finish(&desk);
    drop(desk);
    let desk = place.desk();
    let mut store = place.store();
    for round in [1, 2] {
        proof(&desk, &mut *store, round, "ann").unwrap().check().unwrap();
    }
    place.replays();
}

/// The keys are the folder's, not a copy of the store's.
#[test]
fn shf_1_a_copy_of_the_store_has_no_key() {
    let place = Place::new();
    let desk = place.desk();
    found(&desk, "three-card-poker", Kind::Practice);
    begin(&desk);
    let key = std::fs::read(key_file(place.0.path())).unwrap();
    let text = String::from_utf8(key).unwrap();
    let digits = text.lines().last().unwrap().to_owned();
    let bytes = on_disk(&place);
    assert!(!has(&bytes, digits.as_bytes()));
    let raw: Seed = digits.parse().unwrap();
    assert!(!has(&bytes, raw.bytes()));
}

fn key_file(folder: &Path) -> std::path::PathBuf {
    folder.join("house.keys").join("shuffle.key")
}
