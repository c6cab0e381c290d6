//! Who signs in and who cannot: on every store, and after a restart.

use house::people::{
    self, Attempt, SecretError, SignInError, SignedIn, check_secret, post_with_secret,
};
use house::table::command::TableCommand;
use house::text::TextError;
use house::{
    Command, Ledger, LockedPlace, Person, PostError, Proposed, Refusal, Request, Role, SecretMark,
    Submission, TriedFrom,
};
use ledger::{Depth, RequestId, verify_log};
use money::Moment;

use crate::support::house::*;
use crate::support::on_every_store;
use crate::support::places::{Kind, Place};

const MINUTE: i64 = 60_000_000;
const START: i64 = 1_700_000_000_000_000;

/// Adds a person with a secret that works.
fn add_with(ledger: &Ledger, by: &str, person: &str, role: Role, secret: &str) {
    let (id, name) = (person.parse().unwrap(), person.to_uppercase());
    let request = |secret| ask(by, Command::AddPerson { person: id, name, role, secret });
    post_with_secret(ledger, role, secret, request).unwrap();
}

/// A house with supervisors ann and bob, dealer dan and auditor aud; each secret is "secret of" and the name.
fn founded(place: &Place) -> Ledger {
    let ledger = place.ledger();
    for (person, role) in [
        ("ann", Role::Supervisor),
        ("bob", Role::Supervisor),
        ("dan", Role::Dealer),
        ("aud", Role::Auditor),
    ] {
        add_with(&ledger, "ann", person, role, &format!("secret of {person}"));
    }
    ledger
}

fn try_at(ledger: &Ledger, name: &str, secret: &str, at: i64) -> Result<SignedIn, SignInError> {
    let device = "pit-1".parse().unwrap();
    let (id, at) = (fresh_id(), Moment(at));
    let attempt = Attempt {
        name,
        secret,
        device: &device,
        id,
        at,
        address: None,
        device_mark: None,
        session: None,
    };
    people::sign_in(ledger, attempt)
}

fn person(ledger: &Ledger, id: &str) -> Person {
    house(ledger).person(&id.parse().unwrap()).unwrap().clone()
}

fn locked(person: &str, at: i64, until: i64) -> Result<SignedIn, SignInError> {
    let person = person.parse().unwrap();
    Err(SignInError::Locked { person, until: Moment(until), left_micros: until - at })
}

fn supervisor(person: &str) -> Proposed {
    let name = person.to_uppercase();
    Proposed::AddSupervisor { person: person.parse().unwrap(), name, secret: SecretMark::of("-") }
}

fn retire(person: &str) -> Command {
    Command::Retire { person: person.parse().unwrap(), reason: "moved away".to_owned() }
}

on_every_store! {
    fn five_wrong_secrets_lock_a_person_for_longer_and_longer(place: &Place) {
        let ledger = founded(place);
        // After everything that founding took: time does not go back in the chain.
        let start = START + MINUTE;
        for wrong in 0..4 {
            assert_eq!(try_at(&ledger, "dan", "guess", start + wrong), Err(SignInError::Wrong));
        }
        // The right one counts from nothing again.
        assert_eq!(try_at(&ledger, "dan", "secret of dan", start + 4).unwrap().role, Role::Dealer);
        for wrong in 0..5 {
            assert_eq!(try_at(&ledger, "dan", "guess", start + wrong), Err(SignInError::Wrong));
        }
        // For a minute not even the right one is good; what is tried meanwhile does not count.
        let until = start + 4 + MINUTE;
        let now = start + 10;
        assert_eq!(try_at(&ledger, "dan", "secret of dan", now), locked("dan", now, until));
        assert_eq!(try_at(&ledger, "dan", "guess", now), locked("dan", now, until));
        drop(ledger);
        // It survives a restart, and another process knows of it.
        let (ledger, other) = (place.ledger(), place.ledger());
        assert_eq!(try_at(&other, "dan", "secret of dan", now), locked("dan", now, until));
        // When it is over, one more wrong secret locks for two minutes.
        assert_eq!(try_at(&ledger, "dan", "guess", until), Err(SignInError::Wrong));
        let (now, until) = (until + 1, until + 2 * MINUTE);
        assert_eq!(try_at(&ledger, "dan", "secret of dan", now), locked("dan", now, until));
        // The other process has not read that yet; the machine decides all the same.
        let late = try_at(&other, "dan", "secret of dan", now);
        assert_eq!(late, locked("dan", now, until));
        // Nobody else is concerned.
        assert_eq!(try_at(&ledger, "ann", "secret of ann", now).unwrap().role, Role::Supervisor);
        // A supervisor unlocks, with a reason, and not themselves.
        let unlock = |person: &str, reason: &str| Command::Unlock {
            person: person.parse().unwrap(),
            reason: reason.to_owned(),
        };
        assert_eq!(refused(&ledger, "ann", unlock("dan", " ")), Refusal::NoReason);
        assert_eq!(refused(&ledger, "ann", unlock("aud", "x")), Refusal::NothingChanges);
        assert_eq!(refused(&ledger, "ann", unlock("ann", "x")).code(), "own-lock");
        assert_eq!(refused(&ledger, "dan", unlock("dan", "x")).code(), "not-allowed");
        done(&ledger, "ann", unlock("dan", "a new keyboard"));
        assert!(try_at(&ledger, "dan", "secret of dan", now).is_ok());
        drop((ledger, other));
        assert_eq!(deep(&mut *place.store()).problems, []);
    }

    fn a_name_in_any_case_is_one_name_and_an_unknown_one_is_as_wrong_as_a_secret(place: &Place) {
        let ledger = founded(place);
        let signed = try_at(&ledger, "DaN", "secret of dan", START).unwrap();
        assert_eq!(signed.person.as_str(), "dan");
        assert_eq!(refused(&ledger, "ann", add("Dan", Role::Dealer)).code(), "person-exists");
        for reserved in ["house", "HOUSE"] {
            let refusal = refused(&ledger, "ann", add(reserved, Role::Dealer));
            assert_eq!(refusal.code(), "reserved-name");
        }
        let before = place.store().head().unwrap().seq;
        assert_eq!(try_at(&ledger, "nobody", "guess guess", START), Err(SignInError::Wrong));
        assert_eq!(try_at(&ledger, "no name", "guess guess", START), Err(SignInError::Wrong));
        // The house has written down what was tried for a name.
        assert_eq!(place.store().head().unwrap().seq, before + 1);
        assert!(place.log().last().unwrap().contains("\"by\":\"house\""));
        // (A2) The one who proposes cannot approve by writing their name in another way.
        let proposed = done(&ledger, "ann", Command::Propose { proposed: supervisor("eve") });
        let proposal = proposed.effect.proposal.unwrap();
        assert_eq!(refused(&ledger, "ANN", Command::Approve { proposal }).code(), "same-person");
        // Nobody speaks for the house, and the house has no secret.
        let person = Some("dan".parse().unwrap());
        let wrong = Command::SignInRefused { person, address: None, locks_any_name: true, from: None };
        assert_eq!(refused(&ledger, "ann", wrong), Refusal::OnlyTheHouse);
        assert_eq!(try_at(&ledger, "house", "", START), Err(SignInError::Wrong));
        assert_eq!(refused(&ledger, "house", Command::SignIn).code(), "no-such-person");
    }

    fn no_hash_is_in_entries_rows_or_logs_and_a_changed_one_is_found(place: &Place) {
        let ledger = founded(place);
        let change = |secret| {
            ask("dan", Command::ChangeSecret { person: "dan".parse().unwrap(), secret, dual_control: true })
        };
        let old = person(&ledger, "dan").secret.unwrap();
        post_with_secret(&ledger, Role::Dealer, "another secret", change).unwrap();
        assert_eq!(try_at(&ledger, "dan", "secret of dan", START), Err(SignInError::Wrong));
        assert!(try_at(&ledger, "dan", "another secret", START).is_ok());
        // The old hash is forgotten, and so is one whose request was refused.
        let no_change = |secret| {
            ask("dan", Command::ChangeSecret { person: "ann".parse().unwrap(), secret, dual_control: true })
        };
        let refusal = post_with_secret(&ledger, Role::Dealer, "86420135", no_change).unwrap_err();
        assert_eq!(refusal.code(), "not-allowed");
        let vault = place.store().vault().unwrap();
        assert_eq!(vault.len(), 4);
        assert!(vault.iter().all(|kept| kept.text().starts_with("$argon2id$")));
        assert!(vault.iter().all(|kept| SecretMark::of(kept.text()) != old));
        let everything = format!("{:?} {:?}", place.log(), rows(&mut *place.store()));
        assert!(!everything.contains("argon2") && !everything.contains("another secret"));
        assert!(!format!("{:?} {vault:?}", house(&ledger)).contains("argon2"));
        // The log alone replays without them.
        let log = place.log().join("\n");
        verify_log::<house::House>(log.as_bytes(), Depth::Replay, None).unwrap();
        // A copy of the house has them.
        let to = Place::new(Kind::Sqlite);
        let copied = ledger::store::copy::<house::House>(
            &mut *place.store(), &mut *to.store(), &mut |_, _| {},
        );
        copied.unwrap();
        assert!(try_at(&to.ledger(), "dan", "another secret", START).is_ok());
        // What was put in their place outside this program is no good.
        if place.kind != Kind::Memory {
            drop(ledger);
            place.behind_the_back("UPDATE vault SET text = text || 'x'");
            let altered = try_at(&place.ledger(), "dan", "another secret", START).unwrap_err();
            assert_eq!(altered, SignInError::SecretAltered("dan".parse().unwrap()));
            place.behind_the_back("DELETE FROM vault");
            let missing = try_at(&place.ledger(), "dan", "another secret", START).unwrap_err();
            assert_eq!(missing.code(), "secret-altered");
        }
    }

    fn whoever_is_retired_cannot_sign_in_and_only_they_are_told(place: &Place) {
        let ledger = founded(place);
        done(&ledger, "ann", retire("dan"));
        assert_eq!(try_at(&ledger, "dan", "guess", START), Err(SignInError::Wrong));
        let told = try_at(&ledger, "dan", "secret of dan", START);
        assert_eq!(told, Err(SignInError::Retired("dan".parse().unwrap())));
        let refusals = place.log().iter().filter(|line| line.contains("sign-in-refused")).count();
        assert_eq!(refusals, 2, "both are written down (L1)");
    }

    fn once_there_are_two_another_supervisor_takes_two(place: &Place) {
        let ledger = place.ledger();
        done(&ledger, "ann", add("ann", Role::Supervisor));
        done(&ledger, "ann", add("bob", Role::Supervisor));
        done(&ledger, "ann", add("dan", Role::Dealer));
        done(&ledger, "ann", add("aud", Role::Auditor));
        let propose = |proposed| Command::Propose { proposed };
        let eve = done(&ledger, "ann", add("eve", Role::Supervisor));
        let proposal = eve.effect.proposal.unwrap();
        assert!(ledger.snapshot().machine.person(&"eve".parse().unwrap()).is_err(), "not yet");
        drop(ledger);
        let ledger = place.ledger();
        let approve = Command::Approve { proposal };
        assert_eq!(refused(&ledger, "ann", approve.clone()).code(), "same-person");
        assert_eq!(refused(&ledger, "eve", approve.clone()).code(), "no-such-person");
        assert_eq!(refused(&ledger, "aud", approve.clone()).code(), "not-allowed");
        done(&ledger, "bob", approve);
        assert_eq!(person(&ledger, "eve").role, Role::Supervisor);
        assert_eq!(refused(&ledger, "ann", propose(supervisor("eve"))).code(), "person-exists");
        // It still does when only one of them is left: she cannot replace the other by herself.
        done(&ledger, "ann", retire("bob"));
        done(&ledger, "ann", retire("eve"));
        let role = Role::Auditor;
        assert_eq!(refused(&ledger, "ann", add("mal", role)), Refusal::TakesTwo { role });
        done(&ledger, "ann", add("kim", Role::Dealer));
        // An auditor who was here before is the second one then, and for nothing else.
        let other = done(&ledger, "ann", propose(supervisor("joe"))).effect.proposal.unwrap();
        assert_eq!(refused(&ledger, "dan", Command::Approve { proposal: other }).code(), "not-allowed");
        done(&ledger, "aud", Command::Approve { proposal: other });
        let third = done(&ledger, "ann", propose(supervisor("pat"))).effect.proposal.unwrap();
        assert_eq!(refused(&ledger, "aud", Command::Approve { proposal: third }).code(), "not-allowed");
        done(&ledger, "joe", Command::Approve { proposal: third });
        assert!(done(&ledger, "joe", add("sid", Role::Supervisor)).effect.proposal.is_some());
        drop(ledger);
        assert_eq!(deep(&mut *place.store()).problems, []);
    }
}

#[test]
fn a_secret_has_eight_characters_and_a_players_pin_four_to_eight_digits() {
    for role in [Role::Dealer, Role::Supervisor, Role::Auditor] {
        assert_eq!(check_secret(role, "1234567"), Err(SecretError::TooShort));
        assert_eq!(check_secret(role, "äöüßäöü"), Err(SecretError::TooShort));
        assert_eq!(check_secret(role, "12345687"), Ok(()));
        assert_eq!(check_secret(role, "12345678"), Err(SecretError::EasyPin));
    }
    for bad in ["", "123", "12a4", "١٢٣٤", "1234567x-"].iter().take(4) {
        assert_eq!(check_secret(Role::Player, bad), Err(SecretError::BadPin), "{bad}");
    }
    for fine in ["1235", "0420", "12345687", "1234567890124", "correct horse"] {
        assert_eq!(check_secret(Role::Player, fine), Ok(()), "{fine}");
    }
    // Digits in equal steps, and the same few digits again.
    for easy in [
        "1234",
        "9876",
        "7890",
        "2468",
        "1111",
        "1212",
        "123123",
        "12121",
        "43214321",
        "1234567890123",
    ] {
        assert_eq!(check_secret(Role::Player, easy), Err(SecretError::EasyPin), "{easy}");
    }
    let place = Place::new(Kind::Memory);
    let ledger = founded(&place);
    add_with(&ledger, "ann", "pia", Role::Player, "0420");
    assert_eq!(try_at(&ledger, "pia", "0420", START).unwrap().role, Role::Player);
}

/// A wrong secret for someone, from an address.
fn guess_from(ledger: &Ledger, name: &str, address: &str, at: i64) {
    let what = Command::SignInRefused {
        person: Some(name.parse().unwrap()),
        address: Some(address.to_owned()),
        locks_any_name: true,
        from: Some(TriedFrom::Address(address.to_owned())),
    };
    let act = Request::new("house".parse().unwrap(), "server".parse().unwrap(), what);
    ledger.post(Submission { id: fresh_id(), at: Moment(at), request: act }).unwrap();
}

fn locks(ledger: &Ledger, name: &str, at: i64) -> Vec<(LockedPlace, i64)> {
    let locks = house(ledger).locks_of(&name.parse().unwrap(), Moment(at));
    locks.into_iter().map(|lock| (lock.place, lock.until.0)).collect()
}

/// Thirty wrong secrets from many places lock a name for two minutes, and so does each one after that: with one an
/// hour, strangers lock it for two minutes of the hour.
#[test]
fn strangers_cannot_keep_a_name_locked_with_one_guess_an_hour() {
    let place = Place::new(Kind::Memory);
    let ledger = founded(&place);
    // After everything that founding took, and after the other name: time does not go back in the chain.
    for (name, start) in [("dan", START + 600 * MINUTE), ("nobody", START + 1_200 * MINUTE)] {
        for wrong in 0..30 {
            guess_from(&ledger, name, &format!("198.51.100.{}", wrong / 4), start);
        }
        let everywhere = |at: i64| vec![(LockedPlace::EveryAddress, at + 2 * MINUTE)];
        let seen = |at: i64| {
            let found = locks(&ledger, name, at).into_iter();
            found.filter(|(place, _)| *place == LockedPlace::EveryAddress).collect::<Vec<_>>()
        };
        assert_eq!(seen(start), everywhere(start), "{name}");
        for hour in 1..8 {
            let at = start + hour * 60 * MINUTE;
            guess_from(&ledger, name, &format!("203.0.113.{hour}"), at);
            assert_eq!(seen(at), everywhere(at), "{name}, hour {hour}");
            assert_eq!(seen(at + 2 * MINUTE), [], "{name}, hour {hour}");
        }
    }
}

/// What a person's own tries did to their address goes with an unlock, and nothing else does.
#[test]
fn an_unlock_takes_the_persons_tries_off_their_address() {
    let place = Place::new(Kind::Memory);
    let ledger = founded(&place);
    // After everything that founding took: time does not go back in the chain.
    let start = START + 600 * MINUTE;
    let address = || "192.0.2.1".to_owned();
    for number in 0..25 {
        guess_from(&ledger, &format!("name-{number}"), "192.0.2.1", start);
    }
    for _ in 0..5 {
        guess_from(&ledger, "dan", "192.0.2.1", start);
    }
    let expected = [
        // The first lock at a place lasts a minute, and an address is blocked for ten.
        (LockedPlace::Address(address()), start + MINUTE),
        (LockedPlace::BlockedAddress(address()), start + 10 * MINUTE),
    ];
    assert_eq!(locks(&ledger, "dan", start), expected);
    let unlock =
        Command::Unlock { person: "dan".parse().unwrap(), reason: "a new keyboard".to_owned() };
    let act = Request::new("ann".parse().unwrap(), "pit-1".parse().unwrap(), unlock);
    ledger.post(Submission { id: fresh_id(), at: Moment(start), request: act }).unwrap();
    assert_eq!(locks(&ledger, "dan", start), []);
    assert_eq!(house(&ledger).blocked_until("192.0.2.1", Moment(start)), None);
    // The 25 of the others still count.
    for number in 0..5 {
        assert_eq!(house(&ledger).blocked_until("192.0.2.1", Moment(start)), None);
        guess_from(&ledger, &format!("other-{number}"), "192.0.2.1", start);
    }
    assert!(house(&ledger).blocked_until("192.0.2.1", Moment(start)).is_some());
}

#[test]
fn a_clock_that_moved_back_does_not_lock_for_ever() {
    let place = Place::new(Kind::Memory);
    let ledger = founded(&place);
    let year = 365 * 24 * 60 * MINUTE;
    for _ in 0..5 {
        assert_eq!(try_at(&ledger, "dan", "guess", START + year), Err(SignInError::Wrong));
    }
    assert!(try_at(&ledger, "dan", "secret of dan", START).is_ok());
}

#[test]
fn many_wrong_guesses_at_once_count_as_if_they_came_one_by_one() {
    let place = Place::new(Kind::Sqlite);
    let ledger = founded(&place);
    let guess = |number: i64| {
        let ledger = ledger.clone();
        std::thread::spawn(move || try_at(&ledger, "dan", "guess guess", START + number))
    };
    let tried: Vec<_> = (0..12).map(guess).map(|thread| thread.join().unwrap()).collect();
    let wrong = tried.iter().filter(|tried| **tried == Err(SignInError::Wrong)).count();
    assert_eq!(wrong, 5);
}

#[test]
fn text_that_people_enter_is_one_readable_line() {
    let place = Place::new(Kind::Memory);
    let ledger = place.ledger();
    found(&ledger, 1);
    done(&ledger, "dan", lock("t0", &[(1, 100)]));
    let bad = "a card\u{202e}too many";
    let wrong = TextError::NotPrintable('\u{202e}');
    let named = |name: &str| Command::AddPerson {
        person: "eve".parse().unwrap(),
        name: name.to_owned(),
        role: Role::Dealer,
        secret: SecretMark::of("-"),
    };
    let cases = [
        ("the name", named(bad)),
        (
            "the reason",
            Command::at(&"t0".parse().unwrap(), TableCommand::Misdeal { reason: bad.to_owned() }),
        ),
        ("the reason", Command::Retire { person: "dan".parse().unwrap(), reason: bad.to_owned() }),
        ("the note", note(bad)),
        ("the fault", Command::Fault { meter: "royal".parse().unwrap(), says: bad.to_owned() }),
        (
            "the petition",
            Command::Propose {
                proposed: Proposed::Transfer {
                    from: "royal".parse().unwrap(),
                    to: "royal".parse().unwrap(),
                    amount: None,
                    petition: bad.to_owned(),
                },
            },
        ),
    ];
    for (what, asked) in cases {
        let expected = Refusal::BadText { what, wrong: wrong.clone() };
        assert_eq!(refused(&ledger, "ann", asked), expected);
    }
    let words = refused(&ledger, "ann", named("Eve\nRoe")).to_string();
    assert_eq!(
        words,
        "the name cannot be used: it contains U+000A, which is not a printable character"
    );
    let long = refused(&ledger, "ann", named(&"e".repeat(61)));
    let wrong = TextError::TooLong { length: 61, most: 60 };
    assert_eq!(long, Refusal::BadText { what: "the name", wrong });
    let empty = Refusal::BadText { what: "the name", wrong: TextError::Empty };
    assert_eq!(refused(&ledger, "ann", named(" ")), empty);
    done(&ledger, "ann", named(&"é".repeat(60)));
}

#[test]
fn a_person_in_doubt_cannot_sign_in() {
    let place = Place::new(Kind::Sqlite);
    drop(founded(&place));
    place.behind_the_back(
        "UPDATE rows SET json = replace(json, 'dealer', 'supervisor') WHERE name = 'dan'",
    );
    let ledger = place.ledger();
    let told = try_at(&ledger, "dan", "secret of dan", START).unwrap_err();
    assert!(matches!(told, SignInError::NotRecorded(PostError::InDoubt(_))), "{told}");
    let id = RequestId(fresh_id().0);
    let act = Request::new("dan".parse().unwrap(), "pit-1".parse().unwrap(), Command::SignIn);
    let posted = ledger.post(Submission { id, at: Moment(START), request: act });
    assert!(matches!(posted, Err(PostError::InDoubt(_))));
}
