//! Text that people enter: one line of printable characters of a stated length.

/// The longest name of a person.
pub const NAME_MAX: usize = 60;
/// The longest reason, note or reference.
pub const LINE_MAX: usize = 200;
/// The longest event that a program writes, such as a sign record.
pub(crate) const EVENT_MAX: usize = 20_000;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TextError {
    #[error("it is empty")]
    Empty,
    #[error("it has {length} characters, and at most {most} are allowed")]
    TooLong { length: usize, most: usize },
    #[error("it starts or ends with a space")]
    NotTrimmed,
    #[error("it contains U+{:04X}, which is not a printable character", u32::from(*.0))]
    NotPrintable(char),
}

/// Checks that a text is one line of at most `most` printable characters, without spaces around it.
pub fn check(text: &str, most: usize) -> Result<(), TextError> {
    if text.trim().is_empty() {
        return Err(TextError::Empty);
    }
    if let Some(character) = text.chars().find(|character| !is_printable(*character)) {
        return Err(TextError::NotPrintable(character));
    }
    if text.trim() != text {
        return Err(TextError::NotTrimmed);
    }
    let length = text.chars().count();
    if length > most { Err(TextError::TooLong { length, most }) } else { Ok(()) }
}

/// Whether a character is seen and changes nothing about how the rest is seen. Not so: controls and
/// line breaks, spaces other than the plain one, invisible fillers, zero-width characters, marks and
/// overrides of direction, tags.
fn is_printable(character: char) -> bool {
    let is_odd = matches!(character,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}');
    character == ' ' || !(is_odd || character.is_control() || character.is_whitespace())
}

/// A name as it looks at a glance: without case, spaces and signs, and with one letter for those that look alike.
/// Names that are the same then are taken for each other.
pub(crate) fn at_a_glance(name: &str) -> String {
    let plain = |letter: char| match letter {
        // As wide as a square.
        '\u{FF10}'..='\u{FF19}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}' => {
            char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter)
        }
        letter => letter,
    };
    let alike = |letter: char| match letter {
        '0' | 'о' | 'ο' => 'o',
        '1' | 'i' | '|' | 'ı' | 'і' | 'ι' | 'ӏ' => 'l',
        'а' | 'α' => 'a',
        'е' => 'e',
        'с' | 'ϲ' => 'c',
        'р' | 'ρ' => 'p',
        'у' | 'γ' => 'y',
        'х' | 'χ' => 'x',
        'ѕ' | '5' | '$' => 's',
        'ј' => 'j',
        'ԁ' => 'd',
        'һ' => 'h',
        'в' | 'β' => 'b',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'н' => 'h',
        'т' | 'τ' => 't',
        'ν' => 'v',
        letter => letter,
    };
    let letters = name.chars().map(plain).flat_map(char::to_lowercase).map(alike);
    letters.filter(|letter| letter.is_alphanumeric()).collect()
}

/// Words that say what someone is here; no guest has one of them in a name.
const STAFF_WORDS: [&str; 11] = [
    "house",
    "server",
    "croupier",
    "dealer",
    "supervisor",
    "auditor",
    "cashier",
    "staff",
    "admin",
    "pit boss",
    "floor manager",
];

/// Whether a name, as it looks at a glance, is one of those words.
pub(crate) fn is_staff_word(seen: &str) -> bool {
    STAFF_WORDS.iter().any(|word| at_a_glance(word) == seen)
}

/// Whether a name contains one of those words, among others or with a number: "Dealer Dan", "The Dealer", "pit-boss 2".
pub(crate) fn has_staff_word(name: &str) -> bool {
    let is_apart = |letter: char| !(letter.is_alphanumeric() || "|$".contains(letter));
    let without_number =
        |word: &str| at_a_glance(word.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    let seen: Vec<String> = name.split(is_apart).map(without_number).collect();
    let seen: Vec<String> = seen.into_iter().filter(|word| !word.is_empty()).collect();
    let is_within = |words: &str| {
        let words: Vec<String> = words.split(' ').map(at_a_glance).collect();
        seen.windows(words.len()).any(|own| own == words)
    };
    STAFF_WORDS.iter().any(|words| is_within(words)) || is_staff_word(&at_a_glance(name))
}

/// A text in a request.
pub(crate) struct Text<'a> {
    /// What it is: "the name".
    pub(crate) what: &'static str,
    pub(crate) text: &'a str,
    pub(crate) most: usize,
}

impl<'a> Text<'a> {
    /// One line.
    pub(crate) fn line(what: &'static str, text: &'a str) -> Text<'a> {
        Text { what, text, most: LINE_MAX }
    }

    /// A reason.
    pub(crate) fn reason(text: &'a str) -> Text<'a> {
        Text::line(REASON, text)
    }
}

/// What a reason is called. A blank one is refused as missing.
pub(crate) const REASON: &str = "the reason";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_staff_word_is_found_among_others() {
        for name in [
            "Dealer",
            "Dealer Dan",
            "The Dealer",
            "D e a l e r",
            "dea1er dan",
            "Dan (dealer)",
            "Dealer-2",
            "dealer7",
            "the Pit Boss",
            "pit-boss 2",
            "\u{0441}r\u{043e}upier",
            "Floor_Manager Ann",
            "Auditor, chief",
        ] {
            assert!(has_staff_word(name), "{name}");
        }
        for name in
            ["Ann", "Suede", "Ann Housemann", "Dealey Plaza", "Wheeler Dan", "Boss", "Pit", "Ann 2"]
        {
            assert!(!has_staff_word(name), "{name}");
        }
    }

    #[test]
    fn text_is_one_line_of_printable_characters() {
        for fine in ["x", "a card too many", "Zoë Ångström", "李小龙", "🂡 dealt twice", "50% (±2)"]
        {
            assert_eq!(check(fine, LINE_MAX), Ok(()), "{fine}");
        }
        for empty in ["", " ", "\t", "\n", "\u{3000}"] {
            assert_eq!(check(empty, LINE_MAX), Err(TextError::Empty), "{empty:?}");
        }
        assert_eq!(check(" x", 9), Err(TextError::NotTrimmed));
        assert_eq!(check("x ", 9), Err(TextError::NotTrimmed));
        for odd in [
            '\0',
            '\n',
            '\r',
            '\t',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{a0}',
            '\u{200b}',
            '\u{200d}',
            '\u{202e}',
            '\u{2028}',
            '\u{2066}',
            '\u{2069}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            let text = format!("a{odd}b");
            assert_eq!(check(&text, LINE_MAX), Err(TextError::NotPrintable(odd)), "{odd:?}");
        }
        assert_eq!(check(&"é".repeat(200), LINE_MAX), Ok(()));
        let long = check(&"é".repeat(201), LINE_MAX);
        assert_eq!(long, Err(TextError::TooLong { length: 201, most: 200 }));
        let words = TextError::NotPrintable('\u{202e}').to_string();
        assert_eq!(words, "it contains U+202E, which is not a printable character");
    }
}
