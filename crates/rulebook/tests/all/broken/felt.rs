//! The felt, broken in one way each, and the felts of the embedded rulebook.

use rulebook::{Area, Rulebook};

use super::{LIR, TCP, check};

const PLAY: &str =
    "line = \"play\"\nprint = \"Play\"\nshape = \"diamond\"\nat = [0, 0]\nsize = [52, 52]";

#[test]
fn a_shape_that_is_not_known() {
    check(
        TCP,
        PLAY,
        &PLAY.replace("diamond", "dimond"),
        &[("", "felt.area[5].shape: unknown value \"dimond\"; did you mean \"diamond\"?")],
    );
}

#[test]
fn places_and_sizes_out_of_range() {
    check(
        TCP,
        PLAY,
        &PLAY.replace("[0, 0]", "[0, 900]"),
        &[("", "felt.area[5].at[2]: 900 is out of range: expected -200 to 200")],
    );
    check(
        TCP,
        PLAY,
        &PLAY.replace("[52, 52]", "[5, 52]"),
        &[("", "felt.area[5].size[1]: 5 is out of range: expected 10 to 200")],
    );
    check(
        TCP,
        PLAY,
        &PLAY.replace("[52, 52]", "[52]"),
        &[("size = [52]", "felt.area[5].size: expected two numbers, found 1")],
    );
}

#[test]
fn a_line_without_a_place() {
    check(
        TCP,
        PLAY,
        &PLAY.replace("\"play\"", "\"ante\""),
        &[("[felt]", "felt: the line \"play\" has no area")],
    );
    check(
        TCP,
        PLAY,
        &PLAY.replace("\"play\"", "\"plays\""),
        &[
            ("[felt]", "felt: the line \"play\" has no area"),
            ("", "felt.area[5].line: no bet or line \"plays\"; did you mean \"play\"?"),
        ],
    );
}

#[test]
fn a_bet_or_a_tip_without_a_place() {
    check(
        TCP,
        "takes = [\"pair-plus\"]\nprint",
        "takes = [\"ante\"]\nprint",
        &[("[felt]", "felt: no area takes the bet \"pair-plus\"")],
    );
    check(
        LIR,
        "[[felt.tip]]\nline = \"bet-3\"",
        "[[felt.tip]]\nline = \"three-card-bonus\"",
        &[("[felt]", "felt: the tip on \"bet-3\" has no spot")],
    );
}

#[test]
fn a_print_that_names_no_option() {
    check(
        "blackjack.toml",
        "\"{soft-17}\"",
        "\"{soft-71}\"",
        &[("", "felt.print[2]: no option \"soft-71\"; did you mean \"soft-17\"?")],
    );
    check(
        "blackjack.toml",
        "value = \"stand\"\nsays",
        "value = \"stands\"\nsays",
        &[("", "felt.words[2].value: \"stands\" is not a value of the option \"soft-17\"")],
    );
}

/// A side bet that a wager brings may bring its own area: the game's felt needs none for it.
#[test]
fn a_wager_may_bring_its_own_area() {
    let files = Rulebook::embedded_files().map(|(name, text)| {
        let is_tcp = name == TCP;
        let area = "id = \"six-card-bonus\"\narea = { print = \"6\", shape = \"oval\", at = [-45, -50], size = [38, 38], tip = [-70, -50] }\n";
        let own = text.find("[[felt.area]]\nline = \"six-card-bonus\"").filter(|_| is_tcp);
        let text = own.map_or(text.to_owned(), |start| {
            let end = start + text[start..].find("\n\n").unwrap() + 2;
            format!("{}{}", &text[..start], &text[end..]).replacen("id = \"six-card-bonus\"\n", area, 1)
        });
        (name.to_owned(), text)
    });
    let book = Rulebook::from_files("rulebook", files.collect()).unwrap();
    let game = book.game("three-card-poker").unwrap();
    let felt = game.newest().felt;
    let area = felt.area("six-card-bonus").unwrap();
    assert_eq!((area.takes.as_slice(), area.w), (&["six-card-bonus".to_owned()][..], 38));
    assert!(felt.tips.iter().any(|spot| spot.line == "six-card-bonus" && spot.x == -70));
    // The edition of 2011 has no such wager, and no area for it.
    let before = game.edition("2011-12-05".parse().unwrap()).unwrap().felt;
    assert!(before.area("six-card-bonus").is_none());
}

/// How wide a tip spot is drawn.
const TIP: i16 = 24;

#[test]
fn areas_and_tip_spots_of_a_seat_do_not_lie_on_each_other() {
    for game in Rulebook::embedded().games() {
        let felt = game.newest().felt;
        let areas: Vec<&Area> = felt.areas.iter().filter(|area| !area.is_occasional).collect();
        for (place, one) in areas.iter().enumerate() {
            for other in &areas[place + 1..] {
                let apart_x = (one.x - other.x).abs() * 2 >= one.w + other.w - 12;
                let apart_y = (one.y - other.y).abs() * 2 >= one.h + other.h - 12;
                assert!(apart_x || apart_y, "{}: {} {}", game.id, one.line, other.line);
            }
            for spot in &felt.tips {
                let wagers = game.newest().wagers;
                assert!(wagers.iter().any(|wager| wager.tips.contains(&spot.line)), "{spot:?}");
                let apart_x = (spot.x - one.x).abs() * 2 >= TIP + one.w - 14;
                let apart_y = (spot.y - one.y).abs() * 2 >= TIP + one.h - 14;
                assert!(apart_x || apart_y, "{}: tip on {}, {}", game.id, spot.line, one.line);
            }
        }
    }
}

/// What stands on the felt is what the table's options say.
#[test]
fn the_print_of_blackjack_follows_the_options() {
    let felt = Rulebook::embedded().game("blackjack").unwrap().newest().felt;
    let posted = |soft: &'static str| {
        felt.printed(move |key| match key {
            "soft-17" => Some(soft),
            "blackjack-pays" => Some("3 to 2"),
            _ => None,
        })
    };
    assert_eq!(posted("hit"), "Blackjack pays 3 to 2 · Dealer hits soft 17");
    assert_eq!(posted("stand"), "Blackjack pays 3 to 2 · Dealer stands on all 17s");
    let soft_alone = felt.printed(|key| (key == "soft-17").then_some("hit"));
    assert_eq!(soft_alone, "Dealer hits soft 17");
}
