//! Acts: the words of the interface are those in which the house stores what is done, less its own acts.

use house::table::command::TableCommand;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema as _;
use wire::acts::{Act, ActBody};

fn body(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// People ask for 29 acts; the house's own are stored in the same words, and nobody can send them.
#[test]
fn the_houses_own_acts_are_not_asked_for() {
    for word in Act::WORDS {
        let error = Act::read(body(&json!({ "act": word, "none": 1 }))).unwrap_err().to_string();
        assert!(!error.contains("unknown variant"), "{word}: {error}");
    }
    for own in [
        json!({ "act": "vacate", "seat": 1 }),
        json!({ "act": "time_up" }),
        json!({ "act": "key_lost" }),
    ] {
        assert!(serde_json::from_value::<TableCommand>(own.clone()).is_ok(), "{own}");
        let error = Act::read(body(&own)).unwrap_err().to_string();
        assert!(error.starts_with("unknown variant"), "{error}");
    }
    let (word, act) = Act::read(body(&json!({ "act": "lock" }))).unwrap();
    assert_eq!((word, TableCommand::from(act)), ("lock", TableCommand::LOCK));
}

/// An act is stored as it was sent: what the house writes of it is what was read.
#[test]
fn an_act_is_stored_in_the_words_in_which_it_was_sent() {
    for sent in [
        json!({ "act": "sit", "seat": 1, "buy_in": "200.00" }),
        json!({ "act": "bet", "seat": 2, "bets": { "ante": "5.00" }, "tips": { "ante": "1.00" } }),
        json!({ "act": "lock", "bets": { "3": "1.00" }, "players": { "4": 3 } }),
        json!({ "act": "cards", "hands": { "3": "flush" } }),
        json!({ "act": "card", "card": "As" }),
        json!({ "act": "decide", "seat": 1, "action": "bet 4x", "hand": 2, "tip": "1.00" }),
        json!({ "act": "verify", "award": 3, "paid": "45.00", "reason": "a torn bill" }),
        json!({ "act": "turn_key", "to": "jph" }),
        json!({ "act": "irregular", "event": "exposed-card", "seat": 1, "other": 2, "card": "Kd" }),
        json!({ "act": "seed_word", "seat": 7, "word": "sesame" }),
        json!({ "act": "game_over" }),
    ] {
        let (_, act) = Act::read(body(&sent)).unwrap();
        assert_eq!(serde_json::to_value(TableCommand::from(act)).unwrap(), sent);
    }
}

/// The description names every act once.
#[test]
fn every_act_is_described() {
    let schema = serde_json::to_value(ActBody::schema()).unwrap();
    let acts = schema["allOf"][0]["oneOf"].as_array().unwrap();
    let words: Vec<&str> =
        acts.iter().map(|act| act["properties"]["act"]["enum"][0].as_str().unwrap()).collect();
    assert_eq!(words, Act::WORDS);
}
