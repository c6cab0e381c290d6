//! No one sees what they may not see: every game at every kind of table, played at random with things
//! going wrong; after every entry, what each viewer gets is searched for cards and seeds.
//!
//! Who may see what is stated again in `may_see.rs`, from what happened in the round and nothing else.
//! `CROUPIER_LEAK_ROUNDS=10000` plays more.

use std::collections::BTreeSet;

use cards::{Card, DECK};
use games::{Event, Facing, Next, Recipient};
use house::recall::{Reader, Recall};
use house::table::command::TableCommand;
use house::table::play::{Play, Progress};
use house::table::setup::{Kind, Setup};
use house::view::Viewer;
use house::{Command, MeterId, PersonId, Refusal, Role, Seat};
use money::Cents;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use rulebook::Irregularity;

use super::may_see::{cards_in, may_see, seen_by_all};
use super::pit::{GAMES, PROGRESSIVES, Pit, person, table};

const PLAYERS: [(&str, u8); 3] = [("ann", 1), ("ben", 3), ("cat", 4)];
/// Everyone who looks; none is anyone at all.
const LOOKING: [Option<&str>; 8] = [
    Some("ann"),
    Some("ben"),
    Some("cat"),
    Some("wat"),
    Some("dan"),
    Some("sue"),
    Some("aud"),
    None,
];
const KINDS: [Kind; 3] = [Kind::Practice, Kind::Virtual, Kind::Live];

fn looking(who: &Option<PersonId>) -> Viewer<'_> {
    who.as_ref().map_or(Viewer::Public, Viewer::Person)
}

struct Watch {
    pit: Pit,
    /// What is left of the real cards at a live table.
    deck: Vec<Card>,
    checked: usize,
    /// After how many entries cards were hidden, and ann saw some that not everyone did.
    hidden: usize,
    private: usize,
}

impl Watch {
    fn new(seed: u64) -> Watch {
        let mut pit = Pit::new(seed);
        let (name, secret) = ("AUD".to_owned(), house::SecretMark::of(""));
        let what = Command::AddPerson { person: person("aud"), name, role: Role::Auditor, secret };
        pit.done("sue", what);
        pit.done(
            "wat",
            Command::Guest {
                person: person("wat"),
                name: "WAT".to_owned(),
                address: None,
                session: None,
            },
        );
        Watch { pit, deck: Vec::new(), checked: 0, hidden: 0, private: 0 }
    }

    fn open(&mut self, id: &str, game: &str, kind: Kind) {
        let mut setup = Setup { guests: true, ..Setup::new(game, kind) };
        if let Some((_, schedule)) = PROGRESSIVES.iter().find(|(known, _)| *known == game) {
            let meter: MeterId = format!("m-{id}").parse().unwrap();
            setup.schedules.insert("progressive".to_owned(), (*schedule).to_owned());
            setup.meter = Some(meter.clone());
            let (criteria, terms) = setup.meter_terms().unwrap().expect("it posts a progressive");
            self.pit.done("sue", Command::CreateMeter { meter, criteria, terms });
        }
        self.pit.done("sue", Command::SetUpTable { table: table(id), setup });
        for (name, seat) in PLAYERS {
            let buy_in = Cents::dollars(5_000);
            self.act(name, id, TableCommand::Sit { seat: Seat(seat), buy_in }).unwrap();
            if kind != Kind::Practice {
                let confirm = TableCommand::ConfirmChips { seat: Seat(seat), amount: buy_in };
                self.act("dan", id, confirm).unwrap();
            }
        }
    }

    /// Does something, and looks at the table through everyone's eyes; a refusal is read, too.
    fn act(&mut self, by: &str, at: &str, command: TableCommand) -> Result<(), Refusal> {
        let seed = self.pit.fresh_seed(at, &command);
        let named = serde_json::to_string(&command).unwrap();
        let what = Command::Table { table: Some(table(at)), command, seed, expect: None };
        assert_eq!(self.secret_in(&format!("{what:?}")), None);
        let done = self.pit.ask(by, what);
        match &done {
            Ok(_) => self.look(at),
            Err(refusal) => self.read_refusal(by, at, refusal, &named),
        }
        done.map(drop)
    }

    /// A seed that is not revealed yet and stands in a text.
    fn secret_in(&self, text: &str) -> Option<String> {
        let shuffles = self.pit.house.floor().filter_map(|table| table.shuffle());
        let secret = shuffles
            .filter(|shuffle| shuffle.revealed().is_none())
            .filter_map(|shuffle| self.pit.seeds.get(&shuffle.commitment().to_string()));
        secret.into_iter().find(|seed| text.contains(*seed)).cloned()
    }

    fn kind(&self, at: &str) -> Kind {
        self.pit.house.floor_table(&table(at)).unwrap().setup().kind
    }

    fn look(&mut self, at: &str) {
        let house = &self.pit.house;
        for who in LOOKING {
            let id = who.map(person);
            let view = format!("{:?}", house.view(&table(at), looking(&id)).unwrap());
            self.check(at, who, &view);
            if let Some(play) = house.play(&table(at)) {
                let reader = Reader::Viewer(looking(&id));
                self.check_recall(at, play, who, &house.recall_play(play, reader).unwrap());
                self.check_entries(at, play, who, reader);
            }
        }
        if let Some(play) = house.play(&table(at)) {
            let recall = house.recall_play(play, Reader::Ledger).unwrap();
            let who = (play.progress() == Progress::Over).then_some("aud");
            // Whoever reads the ledger reads practice tables, too.
            if self.kind(at) != Kind::Practice || who.is_none() {
                self.check_recall(at, play, who, &recall);
                self.check_entries(at, play, who, Reader::Ledger);
            }
            self.hidden += usize::from(seen_by_all(play).len() < dealt(play));
            // What someone sees alone would be found in another's view.
            let ann = person("ann");
            let own = house.recall_play(play, Reader::Viewer(Viewer::Person(&ann))).unwrap();
            let all: BTreeSet<String> = seen_by_all(play).iter().map(Card::to_string).collect();
            let told = cards_in(&format!("{own:?}"));
            self.private += usize::from(!told.is_subset(&all));
        }
        self.checked += 1;
    }

    fn check_recall(&self, at: &str, play: &Play, who: Option<&str>, recall: &Recall) {
        self.check(at, who, &format!("{recall:?}"));
        if play.progress() != Progress::Over {
            assert_eq!(recall.round_file, None, "{at}: no file before the round is over");
        }
        assert_eq!(recall.steps.len(), play.ops().len());
    }

    /// The same with what the entries tell: no card either, every operation with its time and a person, and of the
    /// keys, calls and steps nothing for those who do not run the table.
    fn check_entries(&self, at: &str, play: &Play, who: Option<&str>, reader: Reader<'_>) {
        let recall = self.pit.recalled(at, reader);
        self.check(at, who, &format!("{recall:?}"));
        assert!(recall.steps.iter().all(|step| step.at.is_some() && step.by.is_some()), "{at}");
        let ops = recall.steps.iter().filter(|step| step.says.is_none()).count();
        assert_eq!(ops, play.ops().len(), "{at}");
        let runs_it = matches!(who, Some("dan" | "sue" | "aud")) || reader == Reader::Ledger;
        if !runs_it {
            assert_eq!(ops, recall.steps.len(), "{at}: {who:?} hears of what was done besides");
            let is_staff = |by: &str| matches!(by, "dan" | "sue" | "bob");
            let named = recall
                .steps
                .iter()
                .filter_map(|step| step.by.as_ref())
                .find(|by| is_staff(by.word()));
            assert_eq!(named, None, "{at}: {who:?}");
        }
    }

    /// No card in the text that this viewer may not see, and no seed.
    fn check(&self, at: &str, who: Option<&str>, text: &str) {
        let play = self.pit.house.play(&table(at));
        let may: BTreeSet<String> = play
            .into_iter()
            .flat_map(|play| may_see(play, self.kind(at), who))
            .map(|card| card.to_string())
            .collect();
        let told: Vec<String> = cards_in(text).difference(&may).cloned().collect();
        let log = || play.map(|play| play.round().log_text()).unwrap_or_default();
        assert!(told.is_empty(), "{at}: {who:?} is told of {told:?}\n{text}\n{}", log());
        assert_eq!(self.secret_in(text), None, "{at}: {who:?} is told the seed");
    }

    /// A refusal tells nobody of cards that they do not see and did not name.
    fn read_refusal(&self, by: &str, at: &str, refusal: &Refusal, named: &str) {
        let play = self.pit.house.play(&table(at));
        let mut may = cards_in(named);
        let seen = play.into_iter().flat_map(|play| may_see(play, self.kind(at), Some(by)));
        may.extend(seen.map(|card| card.to_string()));
        let text = refusal.to_string();
        let told: Vec<String> = cards_in(&text).difference(&may).cloned().collect();
        assert!(told.is_empty(), "{at}: {by} is told of {told:?}: {text}");
        assert_eq!(self.secret_in(&format!("{text} {refusal:?}")), None);
    }
}

/// How many cards are out.
fn dealt(play: &Play) -> usize {
    let dealt = |event: &&Event| matches!(event, Event::Dealt { .. });
    play.round().log().events().iter().filter(dealt).count()
}

impl Watch {
    /// Something goes wrong, or someone does what they may not.
    fn trouble(&mut self, at: &str) {
        let is_live = self.kind(at) == Kind::Live;
        let Some(play) = self.pit.house.play(&table(at)) else { return };
        let (felt, dice) = (play.round().felt(), &mut self.pit.dice);
        let numbers: Vec<u8> = felt.seats.iter().map(|seat| seat.number.get()).collect();
        let Some(seat) = numbers.choose(dice).copied() else { return };
        if dice.random_bool(0.4) {
            let action = (*["set As", "hit", "fold", "play 9x", "lay-down"].choose(dice).unwrap())
                .to_owned();
            let by = *["ann", "ben", "dan"].choose(dice).unwrap();
            // Sometimes it is even their turn and legal.
            let _ = self.act(
                by,
                at,
                TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
            );
            return;
        }
        let (word, what) = *Irregularity::WORDS.choose(dice).unwrap();

        let comes_from_deck = matches!(what, Irregularity::ExposedDraw | Irregularity::OutOfCards);
        if comes_from_deck && !is_live {
            // Where the house deals, what comes next is not for the dealer to say.
            return;
        }
        let lying: Vec<Card> = match dice.random_range(0..3) {
            0 => felt.dealer.cards().to_vec(),
            1 => felt.board.cards().to_vec(),
            _ => felt.seats.iter().flat_map(|seat| seat.cards().to_vec()).collect(),
        };
        let card = match what {
            Irregularity::ExposedDraw => self.deck.choose(dice).copied(),
            Irregularity::ExposedCard => lying.choose(dice).copied(),
            _ => None,
        };
        let other = Some(Seat(*numbers.choose(dice).unwrap()))
            .filter(|_| what == Irregularity::ExposedHandRefused);
        let of_dealer = dice.random_bool(0.3);
        let seat = Some(Seat(seat)).filter(|_| !of_dealer);
        let event = word.to_owned();
        if self.act("dan", at, TableCommand::Irregular { event, seat, other, card }).is_ok()
            && what == Irregularity::ExposedDraw
        {
            self.deck.retain(|known| Some(*known) != card);
        }
    }

    /// Plays one round to its end, or as far as it goes.
    fn round(&mut self, at: &str, kind: Kind) {
        self.deck = DECK.to_vec();
        let mut bettors = PLAYERS.to_vec();
        bettors.retain(|_| self.pit.dice.random_bool(0.8));
        let count = bettors.len();
        bettors.retain(|(name, seat)| self.pit.random_bets(name, at, *seat, count));
        self.look(at);
        for (name, seat) in &bettors {
            let _ = self.act(name, at, TableCommand::Ready { seat: Seat(*seat) });
        }
        if kind != Kind::Practice {
            let _ = self.act("dan", at, TableCommand::LOCK);
        }
        for _ in 0..300 {
            if self.pit.dice.random_bool(0.06) {
                self.trouble(at);
            }
            let Some(play) = self.pit.house.play(&table(at)) else { return };
            let next = play.round().next().clone();
            let done = match play.progress() {
                Progress::Over | Progress::Betting => return,
                Progress::Settled => self.end(at),
                Progress::Playing => self.go_on(at, kind, &next),
            };
            if done.is_err() {
                return;
            }
        }
        panic!("{at} does not end");
    }

    /// Does a step of the dealer wait?
    fn waits(&self, at: &str) -> bool {
        self.pit.house.play(&table(at)).is_some_and(|play| play.step().is_some())
    }

    fn end(&mut self, at: &str) -> Result<(), Refusal> {
        let pending = self.pit.house.awards().find(|award| award.table == table(at));
        match pending.map(|award| award.number) {
            Some(award) => {
                self.act("sue", at, TableCommand::Verify { award, paid: None, reason: None })
            }
            None if self.waits(at) => self.act("dan", at, TableCommand::Step),
            None => self.act("dan", at, TableCommand::GameOver),
        }
    }

    fn go_on(&mut self, at: &str, kind: Kind, next: &Next) -> Result<(), Refusal> {
        match next {
            Next::Card(_) if kind == Kind::Live && self.waits(at) => {
                self.act("dan", at, TableCommand::Step)
            }
            Next::Card(want) if kind == Kind::Live => {
                let is_aside = matches!(want.to, Recipient::Burn | Recipient::Discard);
                if is_aside && want.facing == Facing::Down && self.pit.dice.random_bool(0.5) {
                    return self.act("dan", at, TableCommand::Unseen);
                }
                let place = self.pit.dice.random_range(0..self.deck.len());
                let card = self.deck.swap_remove(place);
                self.act("dan", at, TableCommand::Card { card })
            }
            Next::Decision(choice) => {
                let seat = choice.seat.get();
                let action = choice.actions.choose(&mut self.pit.dice).unwrap().to_string();
                let own = PLAYERS.iter().find(|(_, known)| *known == seat).unwrap().0;
                let by = if kind == Kind::Live { "dan" } else { own };
                self.act(
                    by,
                    at,
                    TableCommand::Decide { seat: Seat(seat), action, hand: None, tip: None },
                )
            }
            Next::Award(_) => {
                let pending = self.pit.house.awards().find(|award| award.table == table(at));
                match pending.map(|award| award.number) {
                    Some(award) => self.act(
                        "sue",
                        at,
                        TableCommand::Verify { award, paid: None, reason: None },
                    ),
                    None => self.act("dan", at, TableCommand::Step),
                }
            }
            Next::Card(_) | Next::Bets | Next::Done => self.act("dan", at, TableCommand::Step),
        }
    }
}

/// How many rounds a table sees. One that something stopped for good stays behind.
const AT_A_TABLE: usize = 2;

/// Plays so many rounds of every game at tables of a kind; how often something was hidden.
fn play(kind: Kind, seed: u64, rounds: usize) -> usize {
    let mut watch = Watch::new(seed);
    let tables = rounds.div_ceil(GAMES.len() * AT_A_TABLE);
    for game in GAMES {
        for number in 0..tables {
            let at = format!("{game}-{}-{number}", kind.word());
            watch.open(&at, game, kind);
            for _ in 0..AT_A_TABLE {
                watch.round(&at, kind);
            }
        }
        let debug = format!("{:?}", watch.pit.house);
        assert_eq!(watch.secret_in(&debug), None, "not even a debugger is told");
    }
    assert!(watch.checked > rounds * 5, "{}", watch.checked);
    assert!(watch.private > rounds, "{}", watch.private);
    watch.hidden
}

#[test]
fn no_one_sees_a_card_or_a_seed_that_they_may_not_see() {
    let rounds = std::env::var("CROUPIER_LEAK_ROUNDS").map_or(72, |count| count.parse().unwrap());
    let each = rounds / KINDS.len();
    let hidden: usize = std::thread::scope(|scope| {
        let tables = KINDS.map(|kind| scope.spawn(move || play(kind, 4 + kind as u64, each)));
        tables.map(|table| table.join().unwrap()).into_iter().sum()
    });
    assert!(hidden > rounds * 3, "cards were hidden after {hidden} entries");
}

/// The floor's last events and the audit are read by people who may not see every card of a round, even when it is over:
/// a card that lies face down is in nobody's words.
#[test]
fn the_words_of_an_entry_name_no_card() {
    let decided = |action: &str| TableCommand::Decide {
        seat: Seat(2),
        action: action.to_owned(),
        hand: None,
        tip: None,
    };
    assert_eq!(decided("set 2h").words(), "seat 2: a card is set apart");
    assert_eq!(decided("bet 4x").words(), "seat 2: bet 4x");
    for card in DECK {
        for command in [decided(&format!("set {card}")), TableCommand::Card { card }] {
            assert_eq!(cards_in(&command.words()), BTreeSet::new(), "{command:?}");
        }
    }
}
