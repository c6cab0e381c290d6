//! What acts look like on the network, good and malformed, and what is answered: other people's programs rely on it.

use axum::body::Body;
use axum::http::Method;

use crate::support::{Client, House, Said, code, read};

/// Every act that people ask for.
const ACTS: &str = "`sit`, `seat_bot`, `leave`, `add_chips`, `confirm_chips`, `refuse_chips`, `bet`, `clear`, `ready`, `lock`, `return_bet`, `cards`, `card`, `unseen`, `step`, `undo`, `relieve`, `decide`, `key`, `call_supervisor`, `verify`, `override`, `void`, `turn_key`, `j_pot`, `game_over`, `misdeal`, `irregular`, `seed_word`";

/// Bodies that cannot be read, and what is said of them.
#[rustfmt::skip]
const MALFORMED: &[(&str, &str)] = &[
    (r#"{"act":"fly"}"#, "unknown variant `fly`, expected one of {acts}"),
    ("{}", "missing field `act`"),
    (r#"{"act":5}"#, "invalid type: integer `5`, expected variant identifier"),
    (r#"{"act":null}"#, "invalid type: null, expected variant identifier"),
    (r#"{"act":27}"#, "invalid type: integer `27`, expected variant identifier"),
    (r#"["sit"]"#, "invalid type: sequence, expected a map at line 1 column 0"),
    (r#""sit""#, r#"invalid type: string "sit", expected a map at line 1 column 5"#),
    ("5", "invalid type: integer `5`, expected a map at line 1 column 1"),
    (r#"{"act":"sit"}"#, "missing field `seat`"),
    (r#"{"act":"sit","seat":1}"#, "missing field `buy_in`"),
    (r#"{"act":"sit","seat":1,"buy_in":100}"#, "invalid type: integer `100`, expected a string"),
    (r#"{"act":"sit","seat":1,"buy_in":"1e5"}"#, r#""1e5" is not a dollar amount: write it like 10, 2.50 or $1,000"#),
    (r#"{"act":"sit","seat":1,"buy_in":""}"#, r#""" is not a dollar amount: write it like 10, 2.50 or $1,000"#),
    (r#"{"act":"sit","seat":1,"buy_in":"1.001"}"#, r#""1.001" has more than 2 decimal places"#),
    (r#"{"act":"sit","seat":1,"buy_in":null}"#, "invalid type: null, expected a string"),
    (r#"{"act":"sit","seat":300,"buy_in":"100.00"}"#, "invalid value: integer `300`, expected u8"),
    (r#"{"act":"sit","seat":-1,"buy_in":"100.00"}"#, "invalid value: integer `-1`, expected u8"),
    (r#"{"act":"sit","seat":"1","buy_in":"100.00"}"#, r#"invalid type: string "1", expected u8"#),
    (r#"{"act":"sit","seat":1.5,"buy_in":"100.00"}"#, "invalid type: floating point `1.5`, expected u8"),
    (r#"{"act":"sit","seat":null,"buy_in":"100.00"}"#, "invalid type: null, expected u8"),
    (r#"{"act":"sit","seat":1,"buy_in":"100.00","more":true}"#, "unknown field `more`, expected `seat` or `buy_in`"),
    (r#"{"act":"sit","seat":1,"buy_in":"100.00","expect":"soon"}"#, r#""expect" is the version of a table, a whole number"#),
    (r#"{"act":"sit","seat":1,"buy_in":"100.00","expect":-1}"#, r#""expect" is the version of a table, a whole number"#),
    (r#"{"act":"seat_bot","seat":1,"buy_in":"5.00"}"#, "missing field `plays`"),
    (r#"{"act":"seat_bot","seat":1,"buy_in":"5.00","plays":"genius"}"#, "unknown variant `genius`, expected `optimal` or `simple`"),
    (r#"{"act":"seat_bot","seat":1,"buy_in":"5.00","plays":"Optimal"}"#, "unknown variant `Optimal`, expected `optimal` or `simple`"),
    (r#"{"act":"leave"}"#, "missing field `seat`"),
    (r#"{"act":"leave","seat":true}"#, "invalid type: boolean `true`, expected u8"),
    (r#"{"act":"add_chips","seat":1,"amount":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"add_chips","seat":1}"#, "missing field `amount`"),
    (r#"{"act":"confirm_chips","seat":1}"#, "missing field `amount`"),
    (r#"{"act":"confirm_chips","seat":1,"amount":"x"}"#, r#""x" is not a dollar amount: write it like 10, 2.50 or $1,000"#),
    (r#"{"act":"refuse_chips"}"#, "missing field `seat`"),
    (r#"{"act":"refuse_chips","seat":1,"amount":"5.00"}"#, "unknown field `amount`, expected `seat`"),
    (r#"{"act":"bet","seat":1}"#, "missing field `bets`"),
    (r#"{"act":"bet","seat":1,"bets":[]}"#, "invalid type: sequence, expected a map"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":5}}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"five"}}"#, r#""five" is not a dollar amount: write it like 10, 2.50 or $1,000"#),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"5.00"},"tips":null}"#, "invalid type: null, expected a map"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"5.00"},"tips":{"blackjack":1}}"#, "invalid type: integer `1`, expected a string"),
    (r#"{"act":"bet","seat":1,"bets":null}"#, "invalid type: null, expected a map"),
    (r#"{"act":"bet","seat":1,"bets":{},"tip":{}}"#, "unknown field `tip`, expected one of `seat`, `bets`, `tips`"),
    (r#"{"act":"clear"}"#, "missing field `seat`"),
    (r#"{"act":"ready","seat":1,"x":1}"#, "unknown field `x`, expected `seat`"),
    (r#"{"act":"lock","seat":1}"#, "unknown field `seat`, expected `bets` or `players`"),
    (r#"{"act":"lock","reason":"x"}"#, "unknown field `reason`, expected `bets` or `players`"),
    (r#"{"act":"unseen","card":"As"}"#, "unknown field `card`, there are no fields"),
    (r#"{"act":"step","x":null}"#, "unknown field `x`, there are no fields"),
    (r#"{"act":"relieve","by":"dan"}"#, "unknown field `by`, there are no fields"),
    (r#"{"act":"j_pot","seat":1}"#, "unknown field `seat`, there are no fields"),
    (r#"{"act":"game_over","reason":""}"#, "unknown field `reason`, there are no fields"),
    (r#"{"act":"card"}"#, "missing field `card`"),
    (r#"{"act":"card","card":"1x"}"#, r#"in "1x", at character 1: '1' is not a rank: use 2 to 9, T, J, Q, K or A"#),
    (r#"{"act":"card","card":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"card","card":null}"#, "invalid type: null, expected a string"),
    (r#"{"act":"card","card":"As","seat":1}"#, "unknown field `seat`, expected `card`"),
    (r#"{"act":"card","card":""}"#, r#"in "", at character 1: expected one card, found 0"#),
    (r#"{"act":"undo"}"#, "missing field `reason`"),
    (r#"{"act":"undo","reason":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"decide","seat":1}"#, "missing field `action`"),
    (r#"{"act":"decide","seat":1,"action":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"decide","seat":1,"action":"hit","hand":"1"}"#, r#"invalid type: string "1", expected u8"#),
    (r#"{"act":"decide","seat":1,"action":"hit","hand":256}"#, "invalid value: integer `256`, expected u8"),
    (r#"{"act":"decide","seat":1,"action":"hit","tip":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"decide","seat":1,"action":"hit","tip":"x"}"#, r#""x" is not a dollar amount: write it like 10, 2.50 or $1,000"#),
    (r#"{"act":"decide","action":"hit"}"#, "missing field `seat`"),
    (r#"{"act":"key","seat":1}"#, "missing field `hand`"),
    (r#"{"act":"key","seat":1,"hand":1}"#, "invalid type: integer `1`, expected a string"),
    (r#"{"act":"key","hand":"flush"}"#, "missing field `seat`"),
    (r#"{"act":"call_supervisor","why":null}"#, "invalid type: null, expected a string"),
    (r#"{"act":"call_supervisor","why":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"call_supervisor","reason":"x"}"#, "unknown field `reason`, expected `why`"),
    (r#"{"act":"verify"}"#, "missing field `award`"),
    (r#"{"act":"verify","award":"1"}"#, r#"invalid type: string "1", expected u64"#),
    (r#"{"act":"verify","award":-1}"#, "invalid value: integer `-1`, expected u64"),
    (r#"{"act":"verify","award":1.0}"#, "invalid type: floating point `1.0`, expected u64"),
    (r#"{"act":"verify","award":1,"paid":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"verify","award":1,"paid":"x"}"#, r#""x" is not a dollar amount: write it like 10, 2.50 or $1,000"#),
    (r#"{"act":"verify","award":1,"reason":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"verify","award":1,"differs":"x"}"#, "unknown field `differs`, expected one of `award`, `paid`, `reason`"),
    (r#"{"act":"override"}"#, "missing field `reason`"),
    (r#"{"act":"override","reason":null}"#, "invalid type: null, expected a string"),
    (r#"{"act":"void","award":1}"#, "missing field `reason`"),
    (r#"{"act":"void","reason":"x"}"#, "missing field `award`"),
    (r#"{"act":"void","award":"x","reason":"x"}"#, r#"invalid type: string "x", expected u64"#),
    (r#"{"act":"turn_key"}"#, "missing field `to`"),
    (r#"{"act":"turn_key","to":"off"}"#, "unknown variant `off`, expected `jph` or `run`"),
    (r#"{"act":"turn_key","to":5}"#, "invalid type: integer `5`, expected string or map"),
    (r#"{"act":"turn_key","to":"RUN"}"#, "unknown variant `RUN`, expected `jph` or `run`"),
    (r#"{"act":"turn_key","to":null}"#, "invalid type: null, expected string or map"),
    (r#"{"act":"misdeal"}"#, "missing field `reason`"),
    (r#"{"act":"irregular"}"#, "missing field `event`"),
    (r#"{"act":"irregular","event":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"irregular","event":"x","seat":"1"}"#, r#"invalid type: string "1", expected u8"#),
    (r#"{"act":"irregular","event":"x","seat":300}"#, "invalid value: integer `300`, expected u8"),
    (r#"{"act":"irregular","event":"x","other":"2"}"#, r#"invalid type: string "2", expected u8"#),
    (r#"{"act":"irregular","event":"x","card":"1x"}"#, r#"in "1x", at character 1: '1' is not a rank: use 2 to 9, T, J, Q, K or A"#),
    (r#"{"act":"irregular","event":"x","card":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"irregular","event":"x","hand":1}"#, "unknown field `hand`, expected one of `event`, `seat`, `other`, `card`"),
    (r#"{"act":"seed_word","seat":1}"#, "missing field `word`"),
    (r#"{"act":"seed_word","seat":1,"word":5}"#, "invalid type: integer `5`, expected a string"),
    (r#"{"act":"vacate","seat":1}"#, "unknown variant `vacate`, expected one of {acts}"),
    (r#"{"act":"time_up"}"#, "unknown variant `time_up`, expected one of {acts}"),
    (r#"{"act":"key_lost"}"#, "unknown variant `key_lost`, expected one of {acts}"),
    (r#"{"act":"vacate"}"#, "unknown variant `vacate`, expected one of {acts}"),
    (r#"{"act":"Sit","seat":1,"buy_in":"5.00"}"#, "unknown variant `Sit`, expected one of {acts}"),
    (r#"{"act":"sit ","seat":1,"buy_in":"5.00"}"#, "unknown variant `sit `, expected one of {acts}"),
    ("", "EOF while parsing a value at line 1 column 0"),
    ("{", "EOF while parsing an object at line 1 column 1"),
    (r#"{"act":"lock","act":"lock"}"#, r#"the key "act" comes twice at line 1 column 19"#),
    (r#"{"act":"sit","seat":1,"seat":2,"buy_in":"5"}"#, r#"the key "seat" comes twice at line 1 column 28"#),
    ("null", "invalid type: null, expected a map at line 1 column 4"),
    (r#"{"act":"lock"} x"#, "trailing characters at line 1 column 16"),
];

/// What a supervisor asks for at a dealer's table where nobody sits, one after the other; done, or refused with a code.
#[rustfmt::skip]
const BY_SUPERVISOR: &[(&str, u16, &str)] = &[
    (r#"{"act":"leave","seat":1}"#, 403, "not-your-seat"),
    (r#"{"act":"clear","seat":1}"#, 403, "not-your-seat"),
    (r#"{"act":"ready","seat":1}"#, 403, "not-your-seat"),
    (r#"{"act":"lock"}"#, 422, "no-bets"),
    (r#"{"act":"card","card":"As"}"#, 422, "house-deals"),
    (r#"{"act":"unseen"}"#, 422, "house-deals"),
    (r#"{"act":"step"}"#, 422, "nothing-to-do"),
    (r#"{"act":"undo","reason":"why"}"#, 422, "nothing-to-undo"),
    (r#"{"act":"undo","reason":""}"#, 422, "no-reason"),
    (r#"{"act":"relieve"}"#, 200, ""),
    (r#"{"act":"decide","seat":1,"action":"hit"}"#, 403, "not-your-seat"),
    (r#"{"act":"decide","seat":1,"action":"hit","hand":null,"tip":null}"#, 403, "not-your-seat"),
    (r#"{"act":"decide","seat":1,"action":"hit","hand":1,"tip":"1.00"}"#, 403, "not-your-seat"),
    (r#"{"act":"decide","seat":1,"action":"jump"}"#, 403, "not-your-seat"),
    (r#"{"act":"key","seat":1,"hand":"straight flush"}"#, 422, "no-round"),
    (r#"{"act":"key","seat":1,"hand":"x"}"#, 422, "no-round"),
    (r#"{"act":"call_supervisor"}"#, 200, ""),
    (r#"{"act":"call_supervisor","why":"look"}"#, 200, ""),
    (r#"{"act":"verify","award":1}"#, 404, "no-such-award"),
    (r#"{"act":"verify","award":1,"paid":null,"reason":null}"#, 404, "no-such-award"),
    (r#"{"act":"verify","award":1,"paid":"5.00","reason":"x"}"#, 404, "no-such-award"),
    (r#"{"act":"override","reason":"x"}"#, 422, "no-round"),
    (r#"{"act":"void","award":1,"reason":"x"}"#, 404, "no-such-award"),
    (r#"{"act":"turn_key","to":"jph"}"#, 422, "no-round"),
    (r#"{"act":"turn_key","to":"run"}"#, 422, "no-round"),
    (r#"{"act":"j_pot"}"#, 422, "no-round"),
    (r#"{"act":"game_over"}"#, 422, "no-round"),
    (r#"{"act":"misdeal","reason":"x"}"#, 422, "no-round"),
    (r#"{"act":"irregular","event":"exposed-card"}"#, 422, "no-round"),
    (r#"{"act":"irregular","event":"x","seat":null,"other":null,"card":null}"#, 422, "no-such-event"),
    (r#"{"act":"irregular","event":"exposed-card","seat":1,"other":2,"card":"As"}"#, 422, "house-deals"),
    (r#"{"act":"seed_word","seat":1,"word":"luck"}"#, 403, "not-your-seat"),
    (r#"{"act":"confirm_chips","seat":1,"amount":"5.00"}"#, 422, "no-buy-in"),
    (r#"{"act":"refuse_chips","seat":1}"#, 422, "no-buy-in"),
    (r#"{"act":"add_chips","seat":1,"amount":"5.00"}"#, 403, "not-your-seat"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"5.00"}}"#, 403, "not-your-seat"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"5.00"},"tips":{}}"#, 403, "not-your-seat"),
    (r#"{"act":"bet","seat":1,"bets":{},"tips":{"blackjack":"1.00"}}"#, 403, "not-your-seat"),
    (r#"{"act":"sit","seat":1,"buy_in":"5.00","expect":77}"#, 409, "stale-version"),
    (r#"{"act":"sit","seat":1,"buy_in":"5.00","expect":null}"#, 403, "not-allowed"),
    (r#"{"act":"sit","seat":9,"buy_in":"5.00"}"#, 403, "not-allowed"),
    (r#"{"act":"sit","seat":0,"buy_in":"5.00"}"#, 403, "not-allowed"),
    (r#"{"act":"seat_bot","seat":3,"buy_in":"200.00","plays":"simple"}"#, 200, ""),
    (r#"{"act":"seat_bot","seat":4,"buy_in":"200.00","plays":"optimal"}"#, 200, ""),
];

/// The same by the dealer, after the supervisor.
#[rustfmt::skip]
const BY_DEALER: &[(&str, u16, &str)] = &[
    (r#"{"act":"leave","seat":1}"#, 403, "not-your-seat"),
    (r#"{"act":"clear","seat":1}"#, 403, "not-your-seat"),
    (r#"{"act":"ready","seat":1}"#, 403, "not-your-seat"),
    (r#"{"act":"lock"}"#, 422, "no-bets"),
    (r#"{"act":"card","card":"As"}"#, 422, "house-deals"),
    (r#"{"act":"unseen"}"#, 422, "house-deals"),
    (r#"{"act":"step"}"#, 422, "nothing-to-do"),
    (r#"{"act":"undo","reason":"why"}"#, 422, "nothing-to-undo"),
    (r#"{"act":"undo","reason":""}"#, 422, "no-reason"),
    (r#"{"act":"relieve"}"#, 200, ""),
    (r#"{"act":"decide","seat":1,"action":"hit"}"#, 403, "not-your-seat"),
    (r#"{"act":"decide","seat":1,"action":"hit","hand":null,"tip":null}"#, 403, "not-your-seat"),
    (r#"{"act":"decide","seat":1,"action":"hit","hand":1,"tip":"1.00"}"#, 403, "not-your-seat"),
    (r#"{"act":"decide","seat":1,"action":"jump"}"#, 403, "not-your-seat"),
    (r#"{"act":"key","seat":1,"hand":"straight flush"}"#, 422, "no-round"),
    (r#"{"act":"key","seat":1,"hand":"x"}"#, 422, "no-round"),
    (r#"{"act":"call_supervisor"}"#, 200, ""),
    (r#"{"act":"call_supervisor","why":"look"}"#, 200, ""),
    (r#"{"act":"verify","award":1}"#, 403, "not-allowed"),
    (r#"{"act":"verify","award":1,"paid":null,"reason":null}"#, 403, "not-allowed"),
    (r#"{"act":"verify","award":1,"paid":"5.00","reason":"x"}"#, 403, "not-allowed"),
    (r#"{"act":"override","reason":"x"}"#, 403, "not-allowed"),
    (r#"{"act":"void","award":1,"reason":"x"}"#, 403, "not-allowed"),
    (r#"{"act":"turn_key","to":"jph"}"#, 403, "not-allowed"),
    (r#"{"act":"turn_key","to":"run"}"#, 403, "not-allowed"),
    (r#"{"act":"j_pot"}"#, 403, "not-allowed"),
    (r#"{"act":"game_over"}"#, 422, "no-round"),
    (r#"{"act":"misdeal","reason":"x"}"#, 422, "no-round"),
    (r#"{"act":"irregular","event":"exposed-card"}"#, 422, "no-round"),
    (r#"{"act":"irregular","event":"x","seat":null,"other":null,"card":null}"#, 422, "no-such-event"),
    (r#"{"act":"irregular","event":"exposed-card","seat":1,"other":2,"card":"As"}"#, 422, "house-deals"),
    (r#"{"act":"seed_word","seat":1,"word":"luck"}"#, 403, "not-your-seat"),
    (r#"{"act":"confirm_chips","seat":1,"amount":"5.00"}"#, 422, "no-buy-in"),
    (r#"{"act":"refuse_chips","seat":1}"#, 422, "no-buy-in"),
    (r#"{"act":"add_chips","seat":1,"amount":"5.00"}"#, 403, "not-your-seat"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"5.00"}}"#, 403, "not-your-seat"),
    (r#"{"act":"bet","seat":1,"bets":{"blackjack":"5.00"},"tips":{}}"#, 403, "not-your-seat"),
    (r#"{"act":"bet","seat":1,"bets":{},"tips":{"blackjack":"1.00"}}"#, 403, "not-your-seat"),
    (r#"{"act":"sit","seat":1,"buy_in":"5.00","expect":77}"#, 409, "stale-version"),
    (r#"{"act":"sit","seat":1,"buy_in":"5.00","expect":null}"#, 403, "not-allowed"),
    (r#"{"act":"sit","seat":9,"buy_in":"5.00"}"#, 403, "not-allowed"),
    (r#"{"act":"sit","seat":0,"buy_in":"5.00"}"#, 403, "not-allowed"),
    (r#"{"act":"seat_bot","seat":3,"buy_in":"200.00","plays":"simple"}"#, 403, "not-allowed"),
    (r#"{"act":"seat_bot","seat":4,"buy_in":"200.00","plays":"optimal"}"#, 403, "not-allowed"),
];

async fn sent(client: &Client<'_>, table: &str, body: &str) -> Said {
    let request = client.request(Method::POST, &format!("/api/v1/tables/{table}/acts"));
    read(client.house.send(request.body(Body::from(body.to_owned())).unwrap()).await).await
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_in_the_same_words_to_everyone() {
    let house = House::new();
    let (ann, sue) = (house.guest("Ann").await, house.staff("sue").await);
    for (body, expected) in MALFORMED {
        let expected = expected.replace("{acts}", ACTS);
        for client in [&ann, &sue] {
            let (status, said) = sent(client, "blackjack", body).await;
            assert_eq!((status.as_u16(), code(&said)), (400, "malformed"), "{body}: {said}");
            assert_eq!(said["error"]["message"], expected, "{body}");
            assert_eq!(said["error"]["cite"], serde_json::json!([]), "{body}");
        }
    }
}

/// A bot plays by a word, or it is refused before the house is asked.
#[tokio::test]
async fn a_bot_without_a_known_strategy_is_refused() {
    let house = House::new();
    let sue = house.staff("sue").await;
    for plays in ["5", "null", "\"genius\"", "\"\"", "\"Simple\"", "[]"] {
        let body = format!(r#"{{"act":"seat_bot","seat":1,"buy_in":"5.00","plays":{plays}}}"#);
        let (status, said) = sent(&sue, "blackjack", &body).await;
        assert_eq!((status.as_u16(), code(&said)), (400, "malformed"), "{body}: {said}");
    }
    assert!(house.app.snapshot().machine.floor().all(|table| table.seated().is_empty()));
}

#[tokio::test]
async fn what_can_be_read_is_done_or_refused_with_a_code() {
    let house = House::new();
    for (person, acts) in [("sue", BY_SUPERVISOR), ("dan", BY_DEALER)] {
        let client = house.staff(person).await;
        for (body, status, expected) in acts {
            let (found, said) = sent(&client, "dealer-1", body).await;
            assert_eq!(
                (found.as_u16(), code(&said)),
                (*status, *expected),
                "{person} {body}: {said}"
            );
        }
    }
}

/// Every act has its description, with what it takes, and the house's own have none.
#[test]
fn every_act_is_described() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let body = &document["components"]["schemas"]["ActBody"]["allOf"];
    let acts = body[0]["oneOf"].as_array().unwrap();
    let word = |act: &serde_json::Value| act["properties"]["act"]["enum"][0].clone();
    let words: Vec<String> =
        acts.iter().map(|act| format!("`{}`", word(act).as_str().unwrap())).collect();
    assert_eq!(words.join(", "), ACTS);
    let of = |name: &str| acts.iter().find(|act| word(act) == name).unwrap();
    assert_eq!(of("sit")["properties"]["buy_in"]["example"], "200.00");
    assert_eq!(of("sit")["properties"]["seat"]["maximum"], 9);
    assert_eq!(of("bet")["required"], serde_json::json!(["seat", "bets", "act"]));
    assert_eq!(body[1]["properties"]["expect"]["type"], serde_json::json!(["integer", "null"]));
}
