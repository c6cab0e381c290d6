//! Sessions, blocked addresses, what a client expects of a table, and the demo house: on every store, and after a
//! restart.

use house::people::{self, Attempt, SignInError};
use house::{
    Command, GUESTS_FROM_ADDRESS_MAX, InSession, Ledger, NewSession, PersonId, PostError, Receipt,
    Refusal, Request, Role, Session, Submission, TokenMark, WRONG_FROM_ADDRESS_MAX, demo,
};
use money::Moment;

use crate::support::house::*;
use crate::support::on_every_store;
use crate::support::places::{Kind, Place};

const MINUTE: i64 = 60_000_000;
const START: i64 = 1_800_000_000_000_000;

fn person(name: &str) -> PersonId {
    name.parse().unwrap()
}

fn start(token: &str, until: i64) -> Command {
    let mark = TokenMark::of(token);
    let session = NewSession {
        mark,
        until: Moment(until),
        address: "192.0.2.7".to_owned(),
        device: None,
        from: None,
        device_mark: None,
    };
    Command::StartSession { session }
}

fn post_at(
    ledger: &Ledger,
    at: i64,
    by: &str,
    session: InSession,
    what: Command,
) -> Result<Receipt, PostError> {
    let act = Request { session, ..Request::new(person(by), "web".parse().unwrap(), what) };
    ledger.post(Submission { id: fresh_id(), at: Moment(at), request: act })
}

fn session(ledger: &Ledger, token: &str, at: i64) -> Option<Session> {
    house(ledger).session(TokenMark::of(token), Moment(at)).cloned()
}

fn end(of: &str) -> Command {
    Command::EndSessions { person: person(of), session: None }
}

fn staffed(place: &Place) -> Ledger {
    let ledger = place.ledger();
    for (name, role) in
        [("ann", Role::Supervisor), ("bob", Role::Supervisor), ("dan", Role::Dealer)]
    {
        ledger.post(ask("ann", add(name, role))).unwrap();
    }
    ledger
}

on_every_store! {
    /// A session is good until its time, in every process and after a restart; the token is nowhere.
    fn a_session_lasts_until_its_time_and_survives_a_restart(place: &Place) {
        let ledger = staffed(place);
        let none = InSession::default();
        post_at(&ledger, START, "dan", none, start("token-1", START + 10 * MINUTE)).unwrap();
        let known = session(&ledger, "token-1", START + MINUTE).unwrap();
        assert_eq!((known.person.as_str(), known.number.0), ("dan", 1));
        assert!(!place.log().join("\n").contains("token-1"));
        drop(ledger);
        let ledger = place.ledger();
        assert_eq!(session(&ledger, "token-1", START + MINUTE), Some(known.clone()));
        assert_eq!(session(&ledger, "token-2", START + MINUTE), None);
        assert_eq!(session(&ledger, "token-1", START + 10 * MINUTE), None);
        let in_it = InSession(Some(known.number));
        let late = post_at(&ledger, START + 10 * MINUTE, "dan", in_it, note("late"));
        assert_eq!(late.unwrap_err(), PostError::Refused(Refusal::SessionEnded));
        post_at(&ledger, START + 9 * MINUTE, "dan", in_it, note("in time")).unwrap();
        // Nobody else's.
        let other = post_at(&ledger, START + MINUTE, "ann", in_it, note("not mine"));
        assert_eq!(other.unwrap_err(), PostError::Refused(Refusal::SessionEnded));    }
}

#[test]
fn sessions_end_by_their_person_by_a_supervisor_and_with_the_secret_or_the_person() {
    let place = Place::new(Kind::Memory);
    let ledger = staffed(&place);
    let none = InSession::default();
    let sign_in = |token: &str| {
        post_at(&ledger, START, "dan", none, start(token, START + MINUTE)).unwrap();
        session(&ledger, token, START).unwrap()
    };
    let is_good = |token: &str| session(&ledger, token, START + 1).is_some();
    sign_in("a");
    post_at(&ledger, START, "dan", none, end("dan")).unwrap();
    assert!(!is_good("a"));
    sign_in("b");
    post_at(&ledger, START, "ann", none, end("dan")).unwrap();
    assert!(!is_good("b"));
    let refused = post_at(&ledger, START, "dan", none, end("ann")).unwrap_err();
    assert!(matches!(refused, PostError::Refused(Refusal::NotAllowed { .. })), "{refused}");
    // A new secret ends all but the session it was changed in.
    let (here, _) = (sign_in("c"), sign_in("d"));
    let secret = house::SecretMark::of("other");
    let change = Command::ChangeSecret { person: person("dan"), secret, dual_control: true };
    post_at(&ledger, START, "dan", InSession(Some(here.number)), change).unwrap();
    assert_eq!((is_good("c"), is_good("d")), (true, false));
    let retire = Command::Retire { person: person("dan"), reason: "moved".to_owned() };
    post_at(&ledger, START, "ann", none, retire).unwrap();
    assert!(!is_good("c"));
    assert_eq!(house(&ledger).sessions().count(), 0);
}

/// The same request in another session is the same request: a client that signed in again after a lost answer is not
/// told that its id was used for something else.
#[test]
fn a_request_is_the_same_in_another_session() {
    let place = Place::new(Kind::Memory);
    let ledger = staffed(&place);
    let none = InSession::default();
    for token in ["a", "b"] {
        post_at(&ledger, START, "dan", none, start(token, START + MINUTE)).unwrap();
    }
    let numbers = ["a", "b"].map(|token| session(&ledger, token, START).unwrap().number);
    let id = fresh_id();
    let [first, again] = numbers.map(|number| {
        let act = Request::new(person("dan"), "web".parse().unwrap(), note("once"));
        let request = Request { session: InSession(Some(number)), ..act };
        ledger.post(Submission { id, at: Moment(START), request }).unwrap()
    });
    assert_eq!((first.seq, again.is_repeated), (again.seq, true));
}

on_every_store! {
    /// Whoever tries many names from one address is stopped after thirty within ten minutes; the right secret does not
    /// help, and another address is not concerned.
    fn an_address_that_guesses_is_blocked_for_ten_minutes(place: &Place) {
        let mut ledger = staffed(place);
        let guess = |ledger: &Ledger, address: &str, name: &str, at: i64| {
            let device = "web".parse().unwrap();
            let attempt = Attempt {
                name,
                secret: "a guess",
                device: &device,
                id: fresh_id(),
                at: Moment(at),
                address: Some(address),
                device_mark: None,
                session: None,
            };
            people::sign_in(ledger, attempt).unwrap_err()
        };
        for number in 0..WRONG_FROM_ADDRESS_MAX {
            let error = guess(&ledger, "192.0.2.1", &format!("nobody-{number}"), START);
            assert_eq!(error, SignInError::Wrong);
        }
        drop(ledger);
        ledger = place.ledger();
        let blocked = |at| SignInError::Blocked { left_micros: START + 10 * MINUTE - at };
        let at = START + MINUTE;
        assert_eq!(guess(&ledger, "192.0.2.1", "dan", at), blocked(at));
        assert_eq!(guess(&ledger, "192.0.2.2", "someone", at), SignInError::Wrong);
        let later = START + 10 * MINUTE;
        assert_eq!(guess(&ledger, "192.0.2.1", "someone", later), SignInError::Wrong);    }
}

on_every_store! {
    /// Thirty guests a minute come in from an address, whichever process they ask, and after a restart too.
    fn guests_are_counted_by_address(place: &Place) {
        let mut ledger = staffed(place);
        let come = |ledger: &Ledger, name: String, address: Option<&str>, at: i64| {
            let guest: PersonId = name.parse().unwrap();
            let address = address.map(str::to_owned);
            let what = Command::Guest { person: guest.clone(), name, address, session: None };
            let request = Request::new(guest, "web".parse().unwrap(), what);
            ledger.post(Submission { id: fresh_id(), at: Moment(at), request }).map(|_| ())
        };
        let here = Some("192.0.2.1");
        for number in 0..GUESTS_FROM_ADDRESS_MAX {
            come(&ledger, format!("g-{number}"), here, START + i64::from(number)).unwrap();
        }
        drop(ledger);
        ledger = place.ledger();
        let refused = come(&ledger, "late".to_owned(), here, START + MINUTE - 1).unwrap_err();
        let until = Moment(START + MINUTE);
        assert_eq!(refused, PostError::Refused(Refusal::TooManyGuests { until }));
        come(&ledger, "there".to_owned(), Some("192.0.2.2"), START + MINUTE - 1).unwrap();
        come(&ledger, "uncounted".to_owned(), None, START + MINUTE - 1).unwrap();
        come(&ledger, "later".to_owned(), here, START + MINUTE).unwrap();
        assert_eq!(deep(&mut *place.store()).problems, []);    }
}

on_every_store! {
    /// The demo house is made whole or not at all, once, and verifies.
    fn the_demo_house_is_one_entry(place: &Place) {
        let ledger = place.ledger();
        let device = "web".parse().unwrap();
        let receipt = demo::found(&ledger, &device, fresh_id()).unwrap();
        assert_eq!(receipt.seq, 1);
        let house = house(&ledger);
        assert!(house.is_demo());
        assert_eq!(house.people().count(), 4);
        // One practice table for each of the fourteen games, one with the added side bets, dealer-1 and live-1.
        assert_eq!(house.floor().count(), 17);
        assert!(house.floor().all(|table| !table.least().is_empty()));
        // The games' own are for play money; the live table has one of its own [PRG-24].
        let meters = |stakes| house.meters().filter(move |it| it.stakes == Some(stakes));
        assert_eq!(meters(house::Stakes::Play).count(), 7);
        let real: Vec<String> =
            meters(house::Stakes::Real).map(|meter| meter.id.to_string()).collect();
        assert_eq!(real, ["live-1"]);
        assert_eq!(house.book().total(), money::MeterUnits::ZERO);
        let again = demo::found(&ledger, &device, fresh_id()).unwrap_err();
        assert!(again.to_string().contains("already"), "{again}");
        assert_eq!(deep(&mut *place.store()).problems, []);    }
}
