//! Which role may do and see what, said here a second time.

use house::table::command::TableCommand;
use house::{Command, HOUSE_ITSELF, ProposalNumber, Refusal, Right, Role, SessionNumber};
use serde_json::json;

use super::pit::{Pit, person, table};

/// `p`layer, `d`ealer, `s`upervisor, `a`uditor.
const RIGHTS: [(Right, &str); 9] = [
    (Right::Play, "p"),
    (Right::Deal, "ds"),
    (Right::Supervise, "s"),
    (Right::SeeFloor, "dsa"),
    (Right::SeeRounds, "dsa"),
    (Right::SeeProposals, "sa"),
    (Right::SeeReports, "sa"),
    (Right::SeeChain, "sa"),
    (Right::SeePeople, "sa"),
];

fn pit() -> Pit {
    let mut pit = Pit::new(1);
    let (person, name, role) = (person("aud"), "AUD".to_owned(), Role::Auditor);
    let secret = house::SecretMark::of("");
    pit.done("sue", Command::AddPerson { person, name, role, secret });
    pit
}

#[test]
fn every_right_belongs_to_its_roles() {
    let mut pit = pit();
    assert!(Right::ALL.iter().all(|right| RIGHTS.iter().any(|(known, _)| known == right)));
    for (right, roles) in RIGHTS {
        for (id, role) in [("ann", 'p'), ("dan", 'd'), ("sue", 's'), ("aud", 'a')] {
            let (is_theirs, id) = (roles.contains(role), person(id));
            assert_eq!(pit.house.may(&id, right), is_theirs, "{right:?} {role}");
            assert_eq!(pit.house.must_have(&id, right).is_ok(), is_theirs, "{right:?} {role}");
        }
        assert!(!pit.house.may(&person("nobody"), right));
    }
    let said = |id: &str, right| pit.house.must_have(&person(id), right).unwrap_err().to_string();
    assert_eq!(
        said("dan", Right::SeeReports),
        "dan is a dealer: this needs a supervisor or auditor"
    );
    assert_eq!(said("aud", Right::Deal), "this needs a dealer; aud is an auditor");
    assert_eq!(
        pit.house.must_have(&person("dan"), Right::SeePeople).unwrap_err().code(),
        "not-allowed"
    );
    // Who has left has no rights.
    pit.done("sue", Command::Retire { person: person("aud"), reason: "moved away".to_owned() });
    assert!(Right::ALL.iter().all(|right| !pit.house.may(&person("aud"), *right)));
}

/// What is asked for ahead is answered as when it is done.
#[test]
fn whether_someone_may_ask_is_answered_without_asking() {
    let pit = pit();
    let may = |by: &str, what: &Command| pit.house.may_ask(&person(by), what).is_ok();
    let close = Command::CloseTable { table: table("none") };
    assert!(
        may("sue", &close) && !may("dan", &close) && !may("ann", &close) && !may("aud", &close)
    );
    let ends = |whose: &str| Command::EndSessions {
        person: person(whose),
        session: Some(SessionNumber(1)),
    };
    assert!(may("ann", &ends("ann")) && may("sue", &ends("ann")) && may("aud", &ends("aud")));
    assert!(!may("aud", &ends("ann")) && !may("dan", &ends("sue")));
    let approve = Command::Approve { proposal: ProposalNumber(1) };
    assert!(may("sue", &approve) && !may("aud", &approve), "two supervisors are there");
    let refused = pit.house.may_ask(&person("dan"), &close).unwrap_err();
    assert!(matches!(refused, Refusal::NotAllowed { needs: Role::Supervisor, .. }), "{refused}");
    assert!(pit.house.may_ask(&person(HOUSE_ITSELF), &close).is_err());
}

/// The house's own acts are stored in the same words as those of people.
#[test]
fn the_houses_own_acts_are_stored() {
    for own in [
        json!({ "act": "vacate", "seat": 1 }),
        json!({ "act": "time_up" }),
        json!({ "act": "key_lost" }),
    ] {
        assert!(serde_json::from_value::<TableCommand>(own.clone()).is_ok(), "{own}");
    }
    assert_eq!(serde_json::to_value(TableCommand::LOCK).unwrap(), json!({ "act": "lock" }));
}
