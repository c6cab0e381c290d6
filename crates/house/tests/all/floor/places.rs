//! Every place where an amount appears says the same [PRG-20] [PRG-21] [PRG-22]: random rounds at live tables and at
//! keypad-only tables, with two winners, split meters, changed amounts and overrides, held against each other after
//! every round, and every entry against the auditor.

use std::collections::BTreeMap;

use games::Next;
use house::recall::Reader;
use house::table::command::{Dollars, TableCommand};
use house::table::play::Progress;
use house::table::setup::{Kind, Setup};
use house::view::{LineView, Viewer};
use house::{Award, AwardNumber, Command, Effect, Seat, Source, report};
use money::{Cents, MeterUnits, Moment};
use rand::RngExt as _;
use rand::seq::{IndexedRandom as _, IteratorRandom as _};

use super::agreed::settled_again;
use super::pit::{Pit, person, table};
use crate::auditor::{Books, Seen};
use crate::support::house::dollars;

/// Rows of CS-10 and PMG-01: the royal takes the meter, the straight flush a tenth of it, the tray pays the others.
const KEYS: [&str; 5] = ["royal flush", "straight flush", "four of a kind", "full house", "flush"];
/// A royal, a straight flush, a flush, nothing: in spades and hearts, and in clubs and diamonds.
const HANDS: [[&str; 4]; 2] = [
    ["As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "As Ks 9s 5s 2s", "Ah Kh 9s 5h 3s"],
    ["Ac Kc Qc Jc Tc", "9c 8c 7c 6c 5c", "Ac Kc 9c 5c 2c", "Ad Kd 9c 5d 3c"],
];
const DEALERS: &str = "4h 4d 6h 8d Jh";

/// A table, and what its places are to add up to.
struct Place {
    id: &'static str,
    kind: Kind,
    win: MeterUnits,
    paid_from_meter: MeterUnits,
}

impl Place {
    fn open(pit: &mut Pit, id: &'static str, kind: Kind, procedure: &str) -> Place {
        let mut setup = Setup::new("caribbean-stud", kind);
        // PMG-01 has envy.
        let schedule = if procedure == "split" { "PMG-01" } else { "CS-10" };
        setup.schedules.insert("progressive".to_owned(), schedule.to_owned());
        setup.options.insert("house-procedure".to_owned(), procedure.to_owned());
        pit.set_up(id, setup);
        Place { id, kind, win: MeterUnits::ZERO, paid_from_meter: MeterUnits::ZERO }
    }

    fn round(&mut self, pit: &mut Pit) {
        match self.kind {
            Kind::Keypad => self.keypad_round(pit),
            _ => self.live_round(pit),
        }
        self.compare(pit);
    }

    /// Two seats play; the cards are entered.
    fn live_round(&self, pit: &mut Pit) {
        for seat in [1, 2] {
            let bets = [("ante", 10), ("progressive", 1)];
            let bets = bets.map(|(bet, amount)| (bet.to_owned(), Dollars(Cents::dollars(amount))));
            let (bets, tips) = (bets.into(), BTreeMap::new());
            pit.play("dan", self.id, TableCommand::Bet { seat: Seat(seat), bets, tips });
        }
        pit.play("dan", self.id, TableCommand::LOCK);
        let mut hands = HANDS.map(|hands| hands.choose(&mut pit.dice).unwrap().split(' '));
        let mut dealers = DEALERS.split(' ');
        let mut cards = std::iter::from_fn(|| {
            let [first, second] = &mut hands;
            Some([first.next()?, second.next()?, dealers.next()?])
        })
        .flatten();
        let mut is_keyed = false;
        for _ in 0..200 {
            pit.confirm_steps(self.id);
            let play = pit.house.play(&table(self.id)).unwrap();
            match (play.progress(), play.round().next().clone()) {
                (Progress::Playing, Next::Card(_)) => {
                    let card = cards.next().unwrap().parse().unwrap();
                    pit.play("dan", self.id, TableCommand::Card { card });
                }
                (Progress::Playing, Next::Decision(choice)) => {
                    let action = if pit.dice.random_bool(0.1) { "fold" } else { "play" };
                    let (seat, action) = (Seat(choice.seat.get()), action.to_owned());
                    let decide = TableCommand::Decide { seat, action, hand: None, tip: None };
                    pit.play("dan", self.id, decide);
                }
                (Progress::Playing, Next::Award(_)) if !is_keyed => {
                    self.key_winners(pit);
                    is_keyed = true;
                }
                (Progress::Playing, Next::Award(due)) => self.pay(pit, Seat(due.seat.get())),
                (Progress::Settled, _) => {
                    self.kept(pit);
                    pit.play("dan", self.id, TableCommand::GameOver);
                }
                (Progress::Over, _) => return,
                (progress, next) => panic!("{}: {progress:?} at {next:?}", self.id),
            }
        }
        panic!("{} does not end", self.id);
    }

    /// Every winner is keyed, as another hand, or not at all; two supervisors let that stand.
    fn key_winners(&self, pit: &mut Pit) {
        let round = pit.house.play(&table(self.id)).unwrap().round();
        let rows = &round.table().progressive().unwrap().table;
        let due: Vec<(Seat, &str)> = round
            .awards_due()
            .map(|due| (Seat(due.seat.get()), rows.row(due.row).hand.words()))
            .collect();
        let mut is_other = false;
        for (seat, hand) in due {
            match pit.dice.random_range(0..10) {
                0..5 => self.key(pit, seat, hand),
                5 => {
                    self.key(pit, seat, hand);
                    self.key(pit, seat, hand);
                    self.key(pit, seat, hand);
                }
                6 => {
                    self.key(pit, seat, hand);
                    let (award, reason) = (self.lit(pit, seat).unwrap(), "read again".to_owned());
                    pit.play("sue", self.id, TableCommand::Void { award, reason });
                    self.key(pit, seat, hand);
                }
                7 | 8 => {
                    is_other = true;
                    let others = KEYS[1..].iter().filter(|key| **key != hand);
                    let other = *others.choose(&mut pit.dice).unwrap();
                    self.key(pit, seat, other);
                }
                _ => is_other = true,
            }
        }
        if is_other {
            self.let_keys_stand(pit);
        }
    }

    /// The dealer says what was bet and keyed; sometimes the cards say something else.
    fn keypad_round(&self, pit: &mut Pit) {
        let count = pit.dice.random_range(1..=4);
        let seats: Vec<u8> = (1..=7).sample(&mut pit.dice, count);
        let bets = dollars(seats.iter().map(|seat| (Seat(*seat), 100)).collect());
        let players = BTreeMap::new();
        pit.play("dan", self.id, TableCommand::Lock { bets, players });
        let mut keyed: BTreeMap<Seat, String> = BTreeMap::new();
        for seat in seats.into_iter().map(Seat) {
            if pit.dice.random_bool(0.6) {
                let hand = *KEYS.choose(&mut pit.dice).unwrap();
                self.key(pit, seat, hand);
                keyed.insert(seat, hand.to_owned());
            }
        }
        if pit.dice.random_bool(0.4) && !keyed.is_empty() {
            let mut hands = keyed.clone();
            let seat = *keyed.keys().next().unwrap();
            hands.remove(&seat);
            pit.play("dan", self.id, TableCommand::Cards { hands });
            self.let_keys_stand(pit);
        }
        for seat in keyed.keys().rev() {
            self.pay(pit, *seat);
        }
        self.kept(pit);
        pit.play("dan", self.id, TableCommand::GameOver);
    }

    fn key(&self, pit: &mut Pit, seat: Seat, hand: &str) {
        pit.play("dan", self.id, TableCommand::Key { seat, hand: hand.to_owned() });
    }

    /// The award of the key that is lit for a seat.
    fn lit(&self, pit: &Pit, seat: Seat) -> Option<AwardNumber> {
        let round = pit.house.table(&table(self.id)).unwrap().keypad_round().unwrap();
        round.keys.lit.get(&seat)?.award
    }

    fn let_keys_stand(&self, pit: &mut Pit) {
        let reason = "the camera showed it".to_owned();
        let proposed = pit.play("sue", self.id, TableCommand::Override { reason });
        approve(pit, &proposed);
    }

    /// A supervisor verifies what waits for a seat, or two pay another amount. What waits no more, the dealer pays.
    fn pay(&self, pit: &mut Pit, seat: Seat) {
        let waits = self.lit(pit, seat).and_then(|number| pit.house.award(number).ok().cloned());
        let Some(Award { number: award, amount, .. }) = waits else {
            pit.play("dan", self.id, TableCommand::Step);
            return;
        };
        let change = pit.dice.random_range(-9_000..=3_000);
        let other = Cents::new((amount.get() + change).max(0));
        if pit.dice.random_bool(0.3) && other != amount {
            let (paid, reason) = (Some(other), Some("a torn bill".to_owned()));
            let proposed = pit.play("sue", self.id, TableCommand::Verify { award, paid, reason });
            approve(pit, &proposed);
        } else {
            pit.play("sue", self.id, TableCommand::Verify { award, paid: None, reason: None });
        }
    }

    /// What the keypad's row keeps of its keys before game over is what was paid for them.
    fn kept(&self, pit: &Pit) {
        let at = pit.house.table(&table(self.id)).unwrap();
        let row = serde_json::to_value(pit.house.keypad_row(at).unwrap()).unwrap();
        let Some(round) = at.keypad_round() else { return };
        for (seat, keyed) in &round.keys.lit {
            let award = pit.house.paid_award(keyed.award.unwrap()).unwrap();
            let kept = &row["round"]["keyed"][seat.to_string()];
            assert_eq!(kept["hand"], award.hand.as_str(), "{row}");
            assert_eq!(kept["verified"], award.amount.to_string(), "{row}");
            assert_eq!(kept["paid"], award.paid().unwrap().to_string(), "{row}");
        }
    }

    /// Every place says the same of the round that has ended.
    fn compare(&mut self, pit: &Pit) {
        let number = pit.house.table(&table(self.id)).unwrap().rounds();
        let records = &pit.records[&(table(self.id), number)];
        let mut awards: BTreeMap<AwardNumber, &Award> = BTreeMap::new();
        let mut bets = 0;
        for record in records {
            awards.extend(record.effect.awards.iter().map(|award| (award.number, award)));
            // The keys were told with what they did, in the words of the audit search, too.
            for award in record.effect.awards.iter().filter(|award| award.is_paid()) {
                let words = report::words(&record.request.command, record);
                check_words(award, &words);
            }
            if let Command::Table { command: TableCommand::Lock { bets: entered, .. }, .. } =
                &record.request.command
            {
                bets = if self.kind == Kind::Keypad { entered.len() as i64 } else { 2 };
            }
        }
        let paid: Vec<&Award> = awards.into_values().filter(|award| award.is_paid()).collect();
        // A quarter of each dollar goes to the meter.
        self.win += -MeterUnits::from(Cents::new(25 * bets));
        for award in &paid {
            self.award(pit, award);
        }
        if self.kind == Kind::Keypad {
            let handed_out: Cents = paid.iter().filter_map(|award| award.paid()).sum();
            let envy: Cents =
                records.iter().flat_map(|it| &it.effect.envy).map(|envy| envy.amount).sum();
            self.win += MeterUnits::from(Cents::dollars(bets) - handed_out - envy);
        } else {
            self.lines(pit, &paid);
        }
        let day = pit.house.day_so_far(Moment(pit.now), &person("sue"));
        assert!(day.balances());
        let (_, of_table, _) = day.tables().find(|(id, ..)| **id == table(self.id)).unwrap();
        assert_eq!(of_table.win(), self.win, "{} round {number}", self.id);
        let meter = format!("m-{}", self.id);
        let (_, of_meter) = day.meters().find(|(id, _)| id.as_str() == meter).unwrap();
        assert_eq!(of_meter.awards, self.paid_from_meter, "{} round {number}", self.id);
        assert!(of_meter.balances());
    }

    /// An award beside the meter's list of hits; what came off the meter goes through the tray.
    fn award(&mut self, pit: &Pit, award: &Award) {
        if !matches!(award.source, Source::Meter { .. }) {
            return;
        }
        let paid = award.paid().unwrap();
        let meter = pit.house.meter(&award.meter).unwrap();
        let hit = meter.last_hits.iter().find(|hit| hit.award == award.number).unwrap();
        assert_eq!((hit.amount, &hit.hand), (award.amount, &award.hand));
        assert_eq!(hit.paid, award.difference().map(|_| paid));
        let from_meter = MeterUnits::from(paid.min(award.amount));
        self.paid_from_meter += from_meter;
        self.win += from_meter;
    }

    /// The lines of the table's view, of its recall and of the round file settled again, beside the awards.
    fn lines(&mut self, pit: &Pit, paid: &[&Award]) {
        let dan = person("dan");
        let viewer = Viewer::Person(&dan);
        let lines = pit.house.view(&table(self.id), viewer).unwrap().round.lines;
        let recall = pit.recalled(self.id, Reader::Viewer(viewer));
        assert_eq!(recall.lines, lines);
        assert_eq!(settled_again(&recall), lines);
        for line in &lines {
            self.win += MeterUnits::from(line.staked) - MeterUnits::from(line.returned);
            if line.wager != "progressive" {
                continue;
            }
            match paid.iter().find(|award| award.seat == line.seat) {
                Some(award) => {
                    check_line(award, line);
                    // On the list of steps, too.
                    let said = format!("{:#}", award.paid().unwrap());
                    let is_said = |text: &String| text.contains(&said);
                    assert!(
                        recall.steps.iter().any(|it| it.text.iter().any(is_said)
                            || it.says.as_ref().is_some_and(is_said)),
                        "{said} in the recall of {}",
                        self.id
                    );
                }
                None => assert_eq!(line.returned, Cents::ZERO, "{line:?}"),
            }
        }
    }
}

fn approve(pit: &mut Pit, proposed: &Effect) {
    let proposal = proposed.proposal.expect("it waits for another supervisor");
    pit.done("bob", Command::Approve { proposal });
}

fn check_line(award: &Award, line: &LineView) {
    assert_eq!((line.returned, line.row), (award.paid().unwrap(), award.hand.as_str()));
    match (&line.paid_other, award.difference()) {
        (None, None) => assert_eq!(line.returned, award.amount),
        (Some(other), Some(differs)) => {
            assert_eq!(other.award, award.amount);
            assert_eq!(line.returned - other.award, differs.amount);
            assert_eq!(other.agreed.approved_by(), differs.approved_by.as_str());
        }
        (line, award) => panic!("{line:?}, {award:?}"),
    }
    match (&line.overridden, &award.overridden) {
        (None, None) => {}
        (Some(line), Some(award)) => {
            let said = (&*line.by, &*line.approved_by, &line.reason, &line.cards);
            let by = (award.by.as_str(), award.approved_by.as_str());
            assert_eq!(said, (by.0, by.1, &award.reason, &award.cards));
        }
        (line, award) => panic!("{line:?}, {award:?}"),
    }
}

fn check_words(award: &Award, words: &str) {
    let (amount, paid) = (format!("{:#}", award.amount), format!("{:#}", award.paid().unwrap()));
    assert!(words.contains(&amount) && words.contains(&paid), "{amount}, {paid}: {words}");
    let is_overridden = award.overridden.is_some();
    assert_eq!(words.contains("by override of sue and bob"), is_overridden, "{words}");
}

#[test]
fn prg_20_every_place_says_the_same_at_every_kind_of_table() {
    let mut seen = Seen::default();
    for seed in 0..3 {
        let mut pit = Pit::new(seed);
        pit.books = Some(Books::default());
        let mut places = [
            Place::open(&mut pit, "live", Kind::Live, "sequential"),
            Place::open(&mut pit, "split", Kind::Live, "split"),
            Place::open(&mut pit, "keypad", Kind::Keypad, "sequential"),
            Place::open(&mut pit, "keypad-split", Kind::Keypad, "split"),
        ];
        for _ in 0..40 {
            let place = pit.dice.random_range(0..places.len());
            places[place].round(&mut pit);
        }
        let books = pit.books.unwrap();
        for meter in pit.house.meters() {
            let account = &books.meters[meter.id.as_str()];
            assert_eq!(account.total("paid"), i128::from(meter.totals.paid.get()), "{seed}");
        }
        seen.add(books.seen);
    }
    assert!(seen.is_all(), "{seen:?}");
}
