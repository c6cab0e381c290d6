//! Pay schedules that are not in order.

use super::{LIR, TCP, THB, check};

#[test]
fn hands_that_are_unknown_or_of_another_order() {
    check(
        TCP,
        "{ hand = \"A-K-Q of spades\",",
        "{ hand = \"A-K-Q of spade\",",
        &[(
            "",
            "table[4].rows[1].hand: unknown value \"A-K-Q of spade\"; did you mean \"A-K-Q of \
             spades\"?",
        )],
    );
    check(
        TCP,
        "{ hand = \"A-K-Q of spades\",",
        "{ hand = \"full house\",",
        &[(
            "",
            "table[4].rows[1].hand: unknown value \"full house\"; write A-K-Q of spades, A-K-Q \
             of another suit, royal flush, straight flush, three of a kind, straight, flush or pair",
        )],
    );
}

#[test]
fn rows_twice_out_of_order_or_none() {
    let flush = "  { hand = \"flush\",           pays = [\"4 to 1\"] },\n";
    check(
        TCP,
        flush,
        &format!("{flush}{flush}"),
        &[("", "table[2].rows[5].hand: \"flush\" appears twice")],
    );
    let pair = "  { hand = \"pair\",            pays = [\"1 to 1\"] },\n";
    let low_flush = "  { hand = \"flush\",           pays = [\"1 to 1\"] },\n";
    check(
        TCP,
        &format!("{flush}{pair}"),
        &format!("{pair}{low_flush}"),
        &[(
            low_flush,
            "table[2].rows[5].hand: out of order: \"flush\" is better than \"pair\" above it",
        )],
    );
    let rows = "rows = [\n  { hand = \"straight flush\",  pays = [\"5 to 1\"] },\n  \
                { hand = \"three of a kind\", pays = [\"4 to 1\"] },\n  \
                { hand = \"straight\",        pays = [\"1 to 1\"] },\n]";
    check(
        TCP,
        rows,
        "rows = []",
        &[("rows = []", "table[1].rows: is empty: a schedule pays at least one hand")],
    );
}

#[test]
fn pays_that_grow_leave_a_gap_or_are_not_there() {
    check(
        TCP,
        "{ hand = \"flush\",           pays = [\"4 to 1\"] }",
        "{ hand = \"flush\",           pays = [\"7 to 1\"] }",
        &[(
            "",
            "table[2].rows[4].pays[1]: 7 to 1 is more than standard pays a better hand (6 to 1)",
        )],
    );
    check(
        THB,
        "pays = [\"25%\"]",
        "pays = [\"3%\"]",
        &[(
            "pays = [\"5%\"]",
            "table[2].rows[3].pays[1]: 5% is more than THBP-08 pays a better hand (3%)",
        )],
    );
    check(
        TCP,
        "pays = [\"60 for 1\",  \"90 for 1\"] }",
        "pays = [\"\",  \"90 for 1\"] }",
        &[(
            "pays = [\"6 for 1\",   \"\"]",
            "table[4].rows[5].pays[1]: gap: paytable-1 pays here but not on the better hand above",
        )],
    );
    let rows = |pays: [&str; 3]| {
        let hands = ["straight flush\",  ", "three of a kind\", ", "straight\",        "];
        let row = |(hand, paid)| format!("  {{ hand = \"{hand}pays = [\"{paid}\"] }},\n");
        hands.into_iter().zip(pays).map(row).collect::<String>()
    };
    check(
        TCP,
        &format!("rows = [\n{}]", rows(["5 to 1", "4 to 1", "1 to 1"])),
        &format!("rows = [\n{}]", rows(["", "", ""])),
        &[(
            "rows = [",
            "table[1].rows: standard pays nothing in any row: fill in its column or remove it",
        )],
    );
}

#[test]
fn columns_of_another_number_or_name() {
    check(
        TCP,
        "[\"70 for 1\",  \"100 for 1\"]",
        "[\"70 for 1\"]",
        &[("", "table[4].rows[3].pays: 1 value for 2 columns: write one value per column")],
    );
    check(
        TCP,
        "seed = [\"$1,000\", \"$1,000\"]",
        "seed = [\"$1,000\", \"$1,000\", \"$1,000\"]",
        &[("", "table[4].seed: 3 values for 2 columns: write one value per column")],
    );
    check(
        TCP,
        "names = [\"paytable-1\", \"paytable-2\"]",
        "names = [\"paytable-1\", \"paytable-1\"]",
        &[("", "table[4].names: \"paytable-1\" appears twice")],
    );
    check(
        TCP,
        "wager = \"pair-plus\"\nlines",
        "wager = \"pair-minus\"\nlines",
        &[("", "table[2].wager: no wager \"pair-minus\"; did you mean \"pair-plus\"?")],
    );
    check(
        TCP,
        "wager = \"pair-plus\"\nlines = [\"pair-plus\"]",
        "wager = \"pair-plus\"\nlines = [\"ante\"]",
        &[("", "table[2].lines[1]: no line of pair-plus \"ante\"; write pair-plus")],
    );
}

#[test]
fn words_that_are_no_odds_and_shares_without_a_meter() {
    check(
        TCP,
        "pays = [\"40 to 1\"]",
        "pays = [\"40 too 1\"]",
        &[(
            "",
            "table[2].rows[1].pays[1]: \"40 too 1\" is not a valid pay: write it like \"5 to 1\", \"3 to 2\", \
             \"50:1\", \"9 for 1\", \"100%\", \"$250\" or \"push\"",
        )],
    );
    check(
        TCP,
        "pays = [\"40 to 1\"]",
        "pays = [\"40%\"]",
        &[("", "table[2].rows[1].pays[1]: only a progressive line can pay a share of a meter")],
    );
    check(
        TCP,
        "{ hand = \"straight flush\",  pays = [\"40 to 1\"] }",
        "{ hand = \"straight flush\",  pays = [\"40 to 1\"], envy = [\"$5\"] }",
        &[("", "table[2].rows[1].envy: only a progressive line can pay envy")],
    );
    check(
        TCP,
        "cite = [\"pair-plus\"]\nrows",
        "cite = [\"pair-plus\"]\nseed = [\"$5\"]\nrows",
        &[("", "table[2].seed: allowed only in a table that pays the progressive line")],
    );
    check(
        "four-card-poker.toml",
        "reserve = [\"0%\", \"0%\", \"5%\"]",
        "reserve = [\"0%\", \"0%\", \"105%\"]",
        &[(
            "",
            "table[3].reserve[3]: \"105%\" is not a percentage from 0% to 100% with at most two \
             decimal places",
        )],
    );
}

#[test]
fn lir_3_a_printed_pay_without_a_ruling_or_with_one_that_does_not_exist() {
    check(
        LIR,
        ", ruling = \"LIR-3\" }",
        " }",
        &[(
            "",
            "table[3].rows[6].printed: to pay something other than what is printed, cite a ruling: \
             write ruling = \"LIR-3\"",
        )],
    );
    check(
        LIR,
        ", ruling = \"LIR-3\" }",
        ", ruling = \"LIR-33\" }",
        &[(
            "",
            "table[3].rows[6].ruling: no ruling \"LIR-33\" in any file: add a [[ruling]] with this \
             ID, or cite a different one",
        )],
    );
}
