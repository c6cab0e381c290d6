//! The dealer's steps, broken in one way each.

use super::{H212, LIR, TCP, check};

/// A step of Three-card poker, and its place among the steps of the file.
const ARRANGE: &str = "id = \"arrange\"\nchore = \"arrange\"\nat = \"dealer-revealed\"";

#[test]
fn words_that_do_not_exist() {
    check(
        TCP,
        ARRANGE,
        "id = \"arrange\"\nchore = \"arange\"\nat = \"dealer-revealed\"",
        &[(
            "chore = \"arange\"",
            "step[15].chore: unknown value \"arange\"; did you mean \"arrange\"?",
        )],
    );
    check(
        TCP,
        ARRANGE,
        "id = \"arrange\"\nchore = \"arrange\"\nat = \"dealer-revealt\"",
        &[(
            "at = \"dealer-revealt\"",
            "step[15].at: unknown value \"dealer-revealt\"; did you mean \"dealer-revealed\"?",
        )],
    );
    for (moment, message) in [
        ("decided:plays", "unknown value \"plays\"; did you mean \"play\"?"),
        ("board-turned:6", "\"6\" is not a number of board cards: 1 to 5"),
        ("before:flop", "no stage \"flop\"; write deal"),
        ("irregular:exposed", "unknown value \"exposed\"; did you mean \"exposed-draw\"?"),
    ] {
        let edited = format!("id = \"arrange\"\nchore = \"arrange\"\nat = \"{moment}\"");
        let words = format!("at = \"{moment}\"");
        check(TCP, ARRANGE, &edited, &[(words.as_str(), &format!("step[15].at: {message}"))]);
    }
}

#[test]
fn placeholders_that_the_moment_does_not_supply() {
    let prompt = "prompt = \"Turn up your cards and rank them from your left to your right.\"";
    for (text, message) in [
        (
            "Turn up seat {seat}'s cards.",
            "the placeholder \"seat\" is not known at dealer-revealed",
        ),
        ("Turn up {hands}.", "unknown placeholder \"hands\"; did you mean \"hand\"?"),
    ] {
        let edited = format!("prompt = \"{text}\"");
        check(TCP, prompt, &edited, &[("", &format!("step[15].prompt: {message}"))]);
    }
}

#[test]
fn conditions_that_cannot_be_told() {
    let way = "at = \"dealt\"\nwhen = { way = \"machine\" }";
    for (condition, message) in [
        ("lost = true", "lost: \"lost\" cannot be told at dealt"),
        ("wager = \"bonsu\"", "wager: no bet or line \"bonsu\"; did you mean \"bonus\"?"),
        ("more = false", "more: can only be true: leave it out"),
        ("shown = 9", "shown: 9 is out of range: expected 0 to 5"),
        (
            "option = { printd = \"true\" }",
            "option: no option \"printd\"; did you mean \"printed\"?",
        ),
        (
            "option = { house-procedure = \"splits\" }",
            "option: house-procedure cannot be \"splits\"; did you mean \"split\"?",
        ),
    ] {
        let edited = format!("at = \"dealt\"\nwhen = {{ {condition} }}");
        let line = format!("when = {{ {condition} }}");
        let mut expected = vec![(line.as_str(), format!("step[12].when.{message}"))];
        if condition == "more = false" {
            expected.push((
                line.as_str(),
                "step[12].when.more: \"more\" cannot be told at dealt".to_owned(),
            ));
        }
        let expected: Vec<(&str, &str)> =
            expected.iter().map(|(line, message)| (*line, message.as_str())).collect();
        check(LIR, way, &edited, &expected);
    }
}

#[test]
fn steps_cite_what_the_edition_has_and_have_ids_of_their_own() {
    check(
        TCP,
        "prompt = \"Press COIN-ON to lock the bets.\"\ncite = [\"deal\"]",
        "prompt = \"Press COIN-ON to lock the bets.\"\ncite = [\"reset\"]",
        &[("", "step[5].cite[1]: subdivision \"reset\" does not exist in edition 2011-12-05")],
    );
    check(
        H212,
        "id = \"gather\"\nchore",
        "id = \"pick-up\"\nchore",
        &[("", "step[45].id: \"pick-up\" appears twice: also at line {id = \"pick-up\"}")],
    );
    check(
        TCP,
        "id = \"lock-up\"",
        "id = \"key-hand\"",
        &[(
            "[[step]]\nshared = \"award\"",
            "step[20]: the step \"key-hand\" appears twice: also at line {[[step]]\nid = \"key-hand\"}",
        )],
    );
}

#[test]
fn shared_steps_that_no_section_has() {
    check(
        TCP,
        "shared = \"award\"",
        "shared = \"award\"\nid = \"own\"",
        &[("id = \"own\"", "step[20].id: shared steps bring their own IDs: leave it out")],
    );
    check(
        TCP,
        "shared = \"award\"",
        "shared = \"awards\"",
        &[(
            "[[step]]\nshared = \"awards\"",
            "step[20]: no shared steps \"awards\"; did you mean \"award\"?",
        )],
    );
    check(
        H212,
        "shared = \"irregular\"",
        "shared = \"award\"",
        &[(
            "[[step]]\nshared = \"award\"",
            "step[51]: none of the shared steps \"award\" holds in this section",
        )],
    );
    check(
        "general.toml",
        "prompt = \"Have the supervisor turn the key back to RUN.\"\ncite = [\"run\"]",
        "prompt = \"Have the supervisor turn the key back to RUN.\"\ncite = [\"runs\"]",
        &[(
            "[[step]]\ngroup = \"award\"\nid = \"run\"",
            "step[13]: the shared step \"run\" holds in no game",
        )],
    );
    check(
        "general.toml",
        "cite = [\"IRR-1\"]",
        "cite = [\"IRR-99\"]",
        &[(
            "",
            "step[20].cite[1]: no ruling \"IRR-99\" in any file: add a [[ruling]] with this ID, or \
             cite a different one",
        )],
    );
}
