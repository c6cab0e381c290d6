//! Numbers of subdivisions: no gaps and no duplicates in any edition.

use std::collections::BTreeMap;

use forms::{Place, Table};

use crate::Edition;
use crate::citation::WHOLE_SECTION;
use crate::entries::Subdivision;
use crate::section::Entry;

/// A number as its steps: `16(a)(v)` is 16, 1, 5. Nothing if it cannot be read so.
///
/// The first step is a number, the second a letter, the third a Roman numeral.
fn steps(number: &str) -> Option<Vec<u32>> {
    let parts: Vec<&str> = number.split(['(', ')']).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() || parts.len() > 3 || number != written(&parts) {
        return None;
    }
    let letter = |text: &str| match text.as_bytes() {
        [byte @ b'a'..=b'z'] => Some(u32::from(byte - b'a') + 1),
        _ => None,
    };
    let read = |(depth, part): (usize, &&str)| match depth {
        0 => part.parse().ok(),
        1 => letter(part),
        _ => ROMAN.iter().zip(1..).find(|(numeral, _)| *numeral == part).map(|(_, value)| value),
    };
    parts.iter().enumerate().map(read).collect()
}

const ROMAN: [&str; 12] =
    ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

fn written(parts: &[&str]) -> String {
    let nested: String = parts.iter().skip(1).map(|part| format!("({part})")).collect();
    format!("{}{nested}", parts.first().unwrap_or(&""))
}

/// A key by which subdivisions sort in the order of the section.
pub(crate) fn order(number: &str) -> (Vec<u32>, String) {
    (steps(number).unwrap_or_default(), number.to_owned())
}

/// Steps as a number: 16, 1, 5 is `16(a)(v)`.
fn number(steps: &[u32]) -> Option<String> {
    let index = |step: u32| usize::try_from(step).ok()?.checked_sub(1);
    let step = |(depth, step): (usize, &u32)| match depth {
        0 => Some(step.to_string()),
        1 => Some(char::from(b'a' + u8::try_from(index(*step)?).ok()?).to_string()),
        _ => ROMAN.get(index(*step)?).map(|numeral| (*numeral).to_owned()),
    };
    let parts: Vec<String> = steps.iter().enumerate().map(step).collect::<Option<_>>()?;
    Some(written(&parts.iter().map(String::as_str).collect::<Vec<_>>()))
}

/// As it is cited: `(16)(a)(v)`, or `:06` for a section of a chapter.
pub(crate) fn shown(number: &str) -> String {
    if number.starts_with(':') {
        return number.to_owned();
    }
    if number == WHOLE_SECTION {
        return "the section".to_owned();
    }
    match number.split_once('(') {
        Some((top, rest)) => format!("({top})({rest}"),
        None => format!("({number})"),
    }
}

/// Records numbers that are missing, duplicate or unreadable. An entry comes with the place of its
/// number; what is wrong in several editions is said once.
pub(crate) fn check(
    root: &Table<'_>,
    entries: &[Entry<(Subdivision, Place)>],
    editions: &[Edition],
) {
    if entries.is_empty() {
        root.problem_of("subdivision", "missing: a section needs at least one [[subdivision]]");
    }
    let mut notes: BTreeMap<(&Place, String), Vec<usize>> = BTreeMap::new();
    for index in 0..editions.len() {
        for (place, message) in faults(entries, index) {
            notes.entry((place, message)).or_default().push(index);
        }
    }
    for ((place, message), found_in) in notes {
        if found_in.len() == editions.len() {
            root.problem_at(place, message);
            continue;
        }
        let ids: Vec<String> = found_in.iter().map(|&i| editions[i].id.to_string()).collect();
        root.problem_at(place, format!("{message} in edition {}", ids.join(", ")));
    }
}

/// What is wrong with the numbers of one edition.
fn faults(entries: &[Entry<(Subdivision, Place)>], edition: usize) -> Vec<(&Place, String)> {
    let mut faults = Vec::new();
    let mut seen: BTreeMap<Vec<u32>, (&Place, String)> = BTreeMap::new();
    let mut sections: BTreeMap<String, &Place> = BTreeMap::new();
    let mut is_readable = true;
    for entry in entries.iter().filter(|entry| entry.holds_in(edition)) {
        let (subdivision, place) = &entry.value;
        let number = subdivision.clone().numbered_in(edition).number;
        // Sections of a chapter (":06") have no gaps to speak of: some are repealed.
        let other = if number.starts_with(':') || number == WHOLE_SECTION {
            sections.insert(number.clone(), place)
        } else if let Some(steps) = steps(&number) {
            seen.insert(steps, (place, number.clone())).map(|(place, _)| place)
        } else {
            is_readable = false;
            let message =
                format!("\"{number}\" is not a subdivision number: write 8, 10(a) or 16(a)(iv)");
            faults.push((place, message));
            None
        };
        if let Some(other) = other {
            let (number, line) = (shown(&number), other.line);
            faults.push((place, format!("{number} appears twice: also at line {line}")));
        }
    }
    for (steps, (place, found)) in seen.iter().filter(|_| is_readable) {
        let (before, last) = (&steps[..steps.len() - 1], steps[steps.len() - 1]);
        let mut previous = before.to_vec();
        if last > 1 {
            previous.push(last - 1);
        }
        if !previous.is_empty() && !seen.contains_key(&previous) {
            let missing = number(&previous).map(|number| shown(&number)).unwrap_or_default();
            faults
                .push((place, format!("gap in the numbering: {} without {missing}", shown(found))));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_steps() {
        assert_eq!(steps("8"), Some(vec![8]));
        assert_eq!(steps("16(a)(v)"), Some(vec![16, 1, 5]));
        assert_eq!(steps("10(i)"), Some(vec![10, 9]));
        assert_eq!(number(&[16, 1, 5]), Some("16(a)(v)".to_owned()));
        assert_eq!(shown("16(a)(v)"), "(16)(a)(v)");
        for bad in ["", "a", "8a", "(8)", "8(1)", "8(a)(b)", "8(a", "8(a)(i)(1)"] {
            assert_eq!(steps(bad), None, "{bad}");
        }
    }
}
