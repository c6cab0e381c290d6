//! The map of the procedure (`steps.md`) against the steps of the newest edition.

use rulebook::Rulebook;

const MAP: &str = include_str!("steps.md");

/// The rows' names and the games they are about.
const GAMES: [(&str, &str); 11] = [
    ("Let it ride", "let-it-ride"),
    ("Three-card", "three-card-poker"),
    ("Caribbean", "caribbean-stud"),
    ("Silverado", "silverado-stud"),
    ("Four-Card", "four-card-poker"),
    ("Hold'em Bonus", "texas-holdem-bonus"),
    ("Mississippi", "mississippi-stud"),
    ("Ultimate", "ultimate-texas-holdem"),
    ("212", "holdem-212"),
    ("Buster", "buster-blackjack"),
    ("War", "war-blackjack"),
];

const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

fn roman(word: &str) -> Option<usize> {
    ROMAN.iter().position(|numeral| *numeral == word)
}

/// The subdivisions that a row names: `(10)(a)iii-vii` is 10(a)(iii) to 10(a)(vii), `(14)-(17)` is
/// 14 to 17, `(20)(c)-(f)` is 20(c) to 20(f), and a bare `(viii)` is of the (a) named last.
fn numbers(row: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut top, mut letter) = (String::new(), 'a');
    let mut rest = row;
    while let Some((before, after)) = rest.split_once('(') {
        let (word, after) = after.split_once(')').expect("a parenthesis is closed");
        let is_range = before == "-";
        let follows = before.is_empty();
        let is_letter = word.len() == 1 && word.chars().all(char::is_alphabetic);
        if let Ok(number) = word.parse::<usize>() {
            let first = if is_range { top.parse::<usize>().unwrap() + 1 } else { number };
            found.extend((first..=number).map(|number| number.to_string()));
            top = word.to_owned();
        } else if is_letter {
            let own = word.chars().next().unwrap();
            let first = if is_range { (letter as u8 + 1) as char } else { own };
            if follows {
                found.pop();
            }
            found.extend((first..=own).map(|letter| format!("{top}({letter})")));
            letter = own;
        } else if let Some(place) = roman(word) {
            found.push(format!("{top}(a)({})", ROMAN[place]));
        }
        rest = after;
        // Romans follow a letter without parentheses.
        let numerals: String = rest.chars().take_while(|c| "ivx-".contains(*c)).collect();
        if let Some((first, last)) = numerals.split_once('-').filter(|_| is_letter)
            && let Some((first, last)) = roman(first).zip(roman(last))
        {
            found.pop();
            found.extend((first..=last).map(|place| format!("{top}({letter})({})", ROMAN[place])));
            rest = &rest[numerals.len()..];
        }
    }
    found
}

#[test]
fn the_map_is_read_as_it_is_meant() {
    let cases = [
        ("P (10)(a)iii-v, (b) · rack (11)", "10(a)(iii) 10(a)(iv) 10(a)(v) 10(b) 11"),
        ("settle (14)-(17) · P (18)", "14 15 16 17 18"),
        ("P (20)(c)-(e), (21)(g) · end (22)", "20(c) 20(d) 20(e) 21(g) 22"),
        (
            "ante (2)(3) · (16)(a)iii-iv, (b) · back-out (viii)",
            "2 3 16(a)(iii) 16(a)(iv) 16(b) 16(a)(viii)",
        ),
    ];
    for (row, expected) in cases {
        assert_eq!(numbers(row).join(" "), expected, "{row}");
    }
}

#[test]
fn every_subdivision_of_the_map_is_cited_by_a_step_of_its_game() {
    let mut checked = 0;
    for (name, id) in GAMES {
        let section = Rulebook::embedded().game(id).unwrap().newest();
        let start = format!("| {name} |");
        let row = MAP.lines().find_map(|line| line.strip_prefix(&start)).expect(name);
        let cited: Vec<&str> = section
            .steps
            .iter()
            .flat_map(|step| &step.cite)
            .filter_map(|key| section.subdivisions.iter().find(|one| one.key == *key))
            .map(|subdivision| subdivision.number.as_str())
            .collect();
        for number in numbers(row) {
            let below = format!("{number}(");
            let is_cited = cited.iter().any(|one| *one == number || one.starts_with(&below));
            assert!(is_cited, "{id}: no step cites ({number}); cited are {}", cited.join(" "));
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} subdivisions");
}

/// "COIN-IN · key to JPH · J-POT records the win, the win page is printed · pay · key to RUN ·
/// GAME OVER".
#[test]
fn older_editions_have_the_steps_of_the_j_pot_key() {
    let mut editions = 0;
    for game in Rulebook::embedded().games() {
        for edition in &game.editions {
            let section = game.edition(edition.id).unwrap();
            let place = |id: &str| section.steps.iter().position(|step| step.id == id);
            let keypad = ["verify", "next-award", "end-key", "keypad-lock"];
            if section.term("jackpot-procedure") != Some("j-pot") {
                assert!(place("j-pot").is_none(), "{} {}", game.id, edition.id);
                continue;
            }
            editions += 1;
            let order =
                ["key-hand", "call-supervisor", "j-pot", "win-page", "pay-from-meter", "run"];
            let places: Vec<usize> = order.iter().map(|id| place(id).expect(id)).collect();
            assert!(places.is_sorted(), "{} {}", game.id, edition.id);
            assert!(place("run") < place("game-over"), "{} {}", game.id, edition.id);
            assert!(keypad.iter().all(|id| place(id).is_none()), "{} {}", game.id, edition.id);
            // Let it ride and the older Hold'em Bonus do not say which key locks the bets.
            let says_key = !["let-it-ride", "texas-holdem-bonus"].contains(&game.id.as_str());
            let has_key = place("lock-key").or(place("coin-on")).is_some();
            assert_eq!(has_key, says_key, "{} {}", game.id, edition.id);
        }
    }
    assert_eq!(
        editions, 6,
        "Let it ride, Three-card, Four-Card, Hold'em Bonus, Mississippi, Ultimate"
    );
}
