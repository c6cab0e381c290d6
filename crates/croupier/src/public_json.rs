//! What a house keeps, as JSON for programs. Stored formats are another matter: they have their own keys,
//! count moments in microseconds and bets in cents.

use money::{Cents, Moment};
use serde_json::{Map, Value};

use crate::session;

/// The same with keys in snake case, times in RFC 3339, and amounts in dollars. What only sign-ins are checked
/// against is left out.
pub fn public_json(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(fields.into_iter().filter_map(field).collect()),
        Value::Array(values) => Value::Array(values.into_iter().map(public_json).collect()),
        plain => plain,
    }
}

fn field((key, value): (String, Value)) -> Option<(String, Value)> {
    let key = key.replace('-', "_");
    let is_time = key == "at" || key.ends_with("_at") || key.ends_with("_until");
    let value = match (key.as_str(), value) {
        ("secret", _) => return None,
        ("bets", Value::Object(bets)) => Value::Object(amounts(bets)),
        (_, Value::Number(micros)) if is_time => match micros.as_i64() {
            Some(micros) => Value::String(session::rfc3339(Moment(micros))),
            None => Value::Number(micros),
        },
        (_, value) => public_json(value),
    };
    Some((key, value))
}

/// Cents by seat as dollars.
fn amounts(bets: Map<String, Value>) -> Map<String, Value> {
    let dollars = |value: Value| match value.as_i64() {
        Some(cents) => Value::String(Cents::new(cents).to_string()),
        None => public_json(value),
    };
    bets.into_iter().map(|(seat, bet)| (seat, dollars(bet))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_times_and_amounts_are_as_programs_read_them() {
        let stored = json!({
            "is-open": true,
            "keyed-at": 1_800_000_000_000_000_i64,
            "totals": { "paid-out": "12.5000" },
            "round": { "bets": { "1": 100, "2": 250 }, "number": 3 },
            "awards": [{ "at": 1_500_000, "hand": "straight-flush" }],
            "proposed": { "kind": "add-supervisor", "secret": "5f" },
        });
        let expected = json!({
            "is_open": true,
            "keyed_at": "2027-01-15T08:00:00Z",
            "totals": { "paid_out": "12.5000" },
            "round": { "bets": { "1": "1.00", "2": "2.50" }, "number": 3 },
            "awards": [{ "at": "1970-01-01T00:00:01.5Z", "hand": "straight-flush" }],
            "proposed": { "kind": "add-supervisor" },
        });
        assert_eq!(public_json(stored), expected);
    }
}
