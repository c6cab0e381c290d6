//! Entries that name what is not there, or cannot be as they are.

use rulebook::Rulebook;

use super::{H212, TCP, WAR, check, line_of};

#[test]
fn citations_that_do_not_exist() {
    let cite = "cite = [\"table\", \"TCP-1\"]";
    check(
        TCP,
        cite,
        "cite = [\"tables\", \"TCP-1\"]",
        &[("", "option[1].cite[1]: no subdivision \"tables\"; did you mean \"table\"?")],
    );
    check(
        TCP,
        cite,
        "cite = []",
        &[("", "option[1].cite: is empty: cite at least one subdivision or ruling")],
    );
    check(
        TCP,
        "cite = [\"showdown\", \"qualify\"]",
        "cite = [\"showdown\", \"six-card-bonus\"]",
        &[(
            "",
            "play[6].cite[2]: subdivision \"six-card-bonus\" does not exist in edition 2011-12-05",
        )],
    );
}

#[test]
fn rulings_that_do_not_exist_or_are_not_listed_or_twice() {
    let cite = "cite = [\"table\", \"TCP-1\"]";
    let advice = "in any file: add a [[ruling]] with this ID, or cite a different one";
    check(
        TCP,
        cite,
        "cite = [\"table\", \"TCP-99\"]",
        &[("", &format!("option[1].cite[2]: no ruling \"TCP-99\" {advice}"))],
    );
    check(
        TCP,
        cite,
        "cite = [\"table\", \"PRG-12\"]",
        &[(
            "",
            "option[1].cite[2]: \"PRG-12\" is cited but not listed: add it to general under \
             [rulings]",
        )],
    );
    check(
        TCP,
        "general = [\"GEN-1\", \"GEN-2\"",
        "general = [\"GEN-1\", \"GEN-99\"",
        &[("", &format!("rulings.general[2]: no ruling \"GEN-99\" {advice}"))],
    );
    check(
        "general.toml",
        "cite = [\"GEN-8\", \"GEN-9\", \"GEN-13\"]",
        "cite = [\"GEN-8\", \"GEN-9\", \"GEN-33\"]",
        &[("", &format!("bounds.cite[3]: no ruling \"GEN-33\" {advice}"))],
    );
    let (_, caribbean) =
        Rulebook::embedded_files().find(|(name, _)| *name == "caribbean-stud.toml").unwrap();
    let other = line_of(caribbean, "id = \"CS-1\"");
    let cited = format!("wager[1].cite[5]: no ruling \"TCP-8\" {advice}");
    let cited = ("cite = [\"bets\", \"play\", \"tips\"", cited.as_str());
    check(
        TCP,
        "id = \"TCP-8\"",
        "id = \"CS-1\"",
        &[
            cited,
            (
                "",
                &format!(
                    "ruling[8].id: \"CS-1\" is already a ruling at caribbean-stud.toml:{other}"
                ),
            ),
        ],
    );
    check(
        TCP,
        "id = \"TCP-8\"",
        "id = \"Tips\"",
        &[(
            "",
            "ruling[8].id: \"Tips\" is not a ruling ID: write letters, a hyphen and a number, like \
             TCP-2",
        )],
    );
}

#[test]
fn subdivisions_with_a_gap_twice_or_unreadable() {
    let gap = "subdivision[22].number: gap in the numbering: (13) without (12)";
    check(
        TCP,
        "number = \"12\"",
        "number = \"18\"",
        &[
            (
                "",
                "subdivision[21].number: gap in the numbering: (18) without (17) in edition 2011-12-05, \
                 2015-05-13",
            ),
            ("number = \"13\"", gap),
        ],
    );
    check(
        TCP,
        "number = \"12\"",
        "number = \"11\"",
        &[
            (
                "number = \"11\"\nkey = \"win\"",
                "subdivision[21].number: (11) appears twice: also at line {number = \"11\"}",
            ),
            ("number = \"13\"", gap),
        ],
    );
    check(
        TCP,
        "number = \"12\"",
        "number = \"12a\"",
        &[(
            "",
            "subdivision[21].number: \"12a\" is not a subdivision number: write 8, 10(a) or 16(a)(iv)",
        )],
    );
    check(
        TCP,
        "from = \"2015-07-01\", number = \"17\"",
        "from = \"2015-07-01\"",
        &[("renumbered = { from = \"2015-07-01\" }", "subdivision[46].renumbered.number: missing")],
    );
}

#[test]
fn names_twice() {
    check(
        TCP,
        "key = \"tray\"",
        "key = \"percentage\"",
        &[(
            "key = \"percentage\"\ndemands = \"Other",
            "subdivision[36].key: \"percentage\" appears twice: also at line {key = \
             \"percentage\"}",
        )],
    );
    check(
        TCP,
        "id = \"reveal\"",
        "id = \"collect\"",
        &[("", "play[6].id: \"collect\" appears twice: also at line {id = \"collect\"}")],
    );
    check(
        TCP,
        "key = \"unqualified-play\"",
        "key = \"unqualified-ante\"",
        &[(
            "",
            "pay[3].key: \"unqualified-ante\" appears twice: also at line {key = \
             \"unqualified-ante\"}",
        )],
    );
}

#[test]
fn editions_that_do_not_exist_or_are_out_of_order() {
    let limit = "cite = [\"GEN-9\"]\nfrom = \"2015-07-01\"";
    check(
        TCP,
        limit,
        "cite = [\"GEN-9\"]\nfrom = \"2015-07-02\"",
        &[(
            "",
            "limit[2].from: no edition 2015-07-02 in this file, which has 2011-12-05, 2015-05-13, 2015-07-01",
        )],
    );
    check(
        TCP,
        limit,
        "cite = [\"GEN-9\"]\nfrom = \"July\"",
        &[(
            "",
            "limit[2].from: \"July\" is not an edition: write a date like 2015-07-01, or proposed",
        )],
    );
    check(
        TCP,
        "from = \"2015-05-13\"\nuntil = \"2015-07-01\"",
        "from = \"2015-07-01\"\nuntil = \"2015-05-13\"",
        &[(
            "until = \"2015-05-13\"\n\n[[subdivision]]\nnumber = \"2\"\nkey = \"bets\"\ndemands = \
             \"Each player bets the ante, pair plus or both; the progressive on the sensor and",
            "subdivision[3].until: the entry applies to no edition: until must be after from",
        )],
    );
    check(
        TCP,
        "id = \"2015-05-13\"",
        "id = \"2010-05-13\"",
        &[(
            "",
            "edition[2].id: out of order: 2010-05-13 follows 2011-12-05; list the oldest first",
        )],
    );
    check(
        TCP,
        "id = \"2015-05-13\"",
        "id = \"2011-12-05\"",
        &[("id = \"2011-12-05\"\nsdr = \"41", "edition[2].id: edition 2011-12-05 appears twice")],
    );
}

#[test]
fn ed_1_an_adopted_edition_has_a_date_and_an_sdr() {
    check(
        WAR,
        "id = \"proposed\"\nstatus = \"proposed\"",
        "id = \"proposed\"\nstatus = \"adopted\"",
        &[
            (
                "[[edition]]\nid = \"proposed\"",
                "edition[2].sdr: missing: an adopted edition needs a register citation, like \"41 SDR 218\"",
            ),
            ("", "edition[2].status: an adopted edition needs its date as the ID"),
        ],
    );
    check(
        H212,
        "[[edition]]\nid = \"2007-01-29\"\nsdr = \"33 SDR 125\"\nstatus = \"adopted\"\n\
         text = \"The adopted text of 2007.\"\n",
        "",
        &[("# Hold", "edition: missing: a section needs at least one [[edition]]")],
    );
}

#[test]
fn options_tips_and_orders_that_name_what_is_not_there() {
    check(
        TCP,
        "values = [\"1\", \"2\"]\ndefault = \"1\"",
        "values = [\"1\", \"2\"]\ndefault = \"3\"",
        &[("", "option[1].default: \"3\" is not one of the values; write 1 or 2")],
    );
    check(
        TCP,
        "tips = [\"ante\", \"play\"]",
        "tips = [\"pair-plus\", \"play\"]",
        &[(
            "",
            "wager[1].tips[1]: a tip cannot ride on \"pair-plus\": it is not one of this wager's \
             lines; write play, ante-bonus or ante",
        )],
    );
    let seat = "seat = [\"play\", \"ante-bonus\", \"ante\", \"pair-plus\", \"six-card-bonus\"]";
    check(
        TCP,
        seat,
        "seat = [\"play\", \"ante-bonus\", \"ante\", \"six-card-bonus\"]",
        &[(
            "[paying]",
            "paying: \"pair-plus\" is never settled: list it under before, seat or after",
        )],
    );
    check(
        TCP,
        seat,
        &seat.replace("\"]", "\", \"trips\"]"),
        &[(
            "",
            "paying.seat[6]: \"trips\" is not a line of any wager; write play, ante-bonus, ante, \
             pair-plus, six-card-bonus, progressive or envy",
        )],
    );
    check(
        TCP,
        "lines = [\"ante\"]\nif",
        "lines = [\"anti\"]\nif",
        &[("", "pay[2].lines[1]: no bet or line \"anti\"; did you mean \"ante\"?")],
    );
}

#[test]
fn limits_that_cannot_be() {
    check(
        H212,
        "min = \"$3\"\nmax = \"$25\"",
        "min = \"$30\"\nmax = \"$25\"",
        &[("", "limit[2].min: the minimum, $30, is more than the maximum, $25")],
    );
    check(
        H212,
        "min = \"$3\"\nmax = \"$25\"",
        "min = \"$3\"\nmax = \"lots\"",
        &[("", "limit[2].max: \"lots\" is not a limit: write an amount like $25, or posted")],
    );
    check(
        TCP,
        "wagers = [\"six-card-bonus\"]",
        "wagers = [\"six-card-bonos\"]",
        &[(
            "",
            "limit[2].wagers[1]: no bet or line \"six-card-bonos\"; did you mean \
             \"six-card-bonus\"?",
        )],
    );
    check(
        TCP,
        "cite = [\"GEN-9\"]\nfrom = \"2015-07-01\"",
        "cite = [\"GEN-9\"]",
        &[(
            "wagers = [\"six-card-bonus\"]",
            "limit[2].wagers[1]: bet or line \"six-card-bonus\" does not exist in edition 2011-12-05",
        )],
    );
}
