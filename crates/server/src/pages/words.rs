//! Amounts, cards and names as people read them.

use std::sync::LazyLock;

use cards::{Card, Face};
use games::Action;
use money::{Cents, MeterUnits};
use rulebook::Rulebook;

/// `$1,059`, or `$12.50` where there are cents.
pub(crate) fn dollars(amount: Cents) -> String {
    format!("{amount:#}")
}

/// What a line came to: `+20.00`, `−15.00`, `0.00`.
pub(crate) fn signed(amount: Cents) -> String {
    match amount.get() {
        0 => amount.to_string(),
        cents if cents < 0 => format!("\u{2212}{}", Cents::new(-cents)),
        _ => format!("+{amount}"),
    }
}

/// What a seat came to, with its sign: `+$20`, `−$1,269.50`, `$0`.
pub(crate) fn signed_dollars(amount: Cents) -> String {
    match amount.get() {
        0 => dollars(amount),
        cents if cents < 0 => format!("\u{2212}{}", dollars(Cents::new(-cents))),
        _ => format!("+{}", dollars(amount)),
    }
}

/// A meter to its last decimal: `$14,863.00`, or `$14,863.0049` where there are fractions of a cent.
pub(crate) fn exact_meter(amount: MeterUnits) -> String {
    let text = amount.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, "00"));
    let (cents, rest) = decimals.split_at(2.min(decimals.len()));
    let rest = rest.trim_end_matches('0');
    let decimals = if rest.is_empty() { cents } else { decimals };
    format!("${}.{decimals}", grouped(whole))
}

/// A meter as its sign shows it, in whole cents: `$14,863.00`.
pub(crate) fn meter(amount: MeterUnits) -> String {
    let text = amount.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let cents: String = decimals.chars().chain("00".chars()).take(2).collect();
    format!("${}.{cents}", grouped(whole))
}

/// Digits with commas.
pub(crate) fn grouped(whole: &str) -> String {
    let digits = whole.len();
    let comma = |place: usize| place > 0 && (digits - place).is_multiple_of(3);
    let digit = |(place, digit): (usize, char)| {
        let comma = comma(place).then_some(',');
        comma.into_iter().chain([digit])
    };
    whole.chars().enumerate().flat_map(digit).collect()
}

/// A number with commas.
pub(crate) fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// A card in words: `queen of hearts`; one that is not seen is `a card, face down`.
pub(crate) fn card(face: Face) -> String {
    match face {
        Face::Up(card) => card_name(card),
        Face::Down => "a card, face down".to_owned(),
    }
}

/// A card in words: `queen of hearts`, `joker`.
pub(crate) fn card_name(card: Card) -> String {
    if card.is_joker() {
        return "joker".to_owned();
    }
    format!("{} of {}", card.rank().word(), card.suit().word())
}

/// What a player may do, as it is said: `play, fold`, `set queen of hearts, set two of clubs`.
pub(crate) fn choices(actions: impl Iterator<Item = Action>) -> String {
    actions.map(choice).collect::<Vec<_>>().join(", ")
}

fn choice(action: Action) -> String {
    match action {
        Action::Set(card) => format!("set {}", card_name(card)),
        action => action.to_string(),
    }
}

/// What a player may do, read aloud: `play or fold`, `hit, stand, or double`.
pub(crate) fn either(actions: impl Iterator<Item = Action>) -> String {
    listed(&actions.map(choice).collect::<Vec<_>>(), "or")
}

/// `ante`, `play and ante`, `ante, blind, and play`.
pub(crate) fn and(names: &[String]) -> String {
    listed(names, "and")
}

fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} {last} {two}"),
        [rest @ .., end] => format!("{}, {last} {end}", rest.join(", ")),
    }
}

/// Words of the rulebook as they are printed: `Hold'em` is `Hold’em`.
pub(crate) fn printed(text: &str) -> String {
    text.replace('\'', "’")
}

/// What the chain says, as it is printed: `-$12.50` is `−$12.50`, and quotes are round.
pub(crate) fn typeset(text: &str) -> String {
    printed(text).replace("-$", "\u{2212}$")
}

/// An id in words: `pair-plus` is `pair plus`. Words keep their hyphens: `A-K-Q of spades`, `CS-10`.
pub(crate) fn spaced(id: &str) -> String {
    let is_words = id.contains(|letter: char| letter == ' ' || letter.is_uppercase());
    if is_words { id.to_owned() } else { id.replace('-', " ") }
}

/// The side bets with sections of their own: the id, the name and the section of each.
static SIDE_BETS: LazyLock<Vec<[String; 3]>> = LazyLock::new(|| {
    let all = Rulebook::embedded().games().iter().flat_map(rulebook::Game::side_bets);
    all.map(|side| [side.id.clone(), side.title.clone(), side.newest().number]).collect()
});

/// An id as a name: `pair-plus` is `Pair plus`, and Mississippi's `third` is `Third street`. A side bet with a section of
/// its own is called as the section calls it.
pub(crate) fn title(id: &str) -> String {
    if let Some([_, title, _]) = SIDE_BETS.iter().find(|[known, ..]| known == id) {
        return title.clone();
    }
    let text = match id {
        "third" | "fourth" | "fifth" => format!("{id} street"),
        id => spaced(id).replace("holdem", "hold ’em"),
    };
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The end of a citation, for where the section is known: `20:18:16:15.14(2)` is `(2)`, and `20:18:15:06` is `:06`. A
/// side bet's section is not the game's.
pub(crate) fn short_cite(cite: &str) -> &str {
    let section = cite.split('(').next().unwrap_or_default();
    if SIDE_BETS.iter().any(|[.., known]| known == section) {
        return cite;
    }
    let is_of_chapter = cite.matches(':').count() == 3 && !cite.contains('.');
    match cite.find('(') {
        Some(at) if !cite.starts_with('[') => &cite[at..],
        None if is_of_chapter => cite.rfind(':').map_or(cite, |at| &cite[at..]),
        _ => cite,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_bet_is_called_and_cited_by_its_own_section() {
        assert_eq!(title("21-plus-3"), "21+3");
        assert_eq!(title("dead-mans-hand"), "Dead Man's Hand");
        assert_eq!(title("pair-plus"), "Pair plus");
        assert_eq!(short_cite("20:18:15:30.04(3)"), "20:18:15:30.04(3)");
        assert_eq!(short_cite("20:18:16:15.14(2)"), "(2)");
    }

    #[test]
    fn amounts_read_as_on_a_sign() {
        let meter_of = |text: &str| meter(text.parse().unwrap());
        assert_eq!(meter_of("14863.0049"), "$14,863.00");
        assert_eq!(meter_of("1000.0000"), "$1,000.00");
        assert_eq!(meter_of("999.9999"), "$999.99");
        assert_eq!(dollars(Cents::new(105_900)), "$1,059");
        assert_eq!(dollars(Cents::new(1_250)), "$12.50");
        assert_eq!(signed(Cents::dollars(-15)), "\u{2212}15.00");
        assert_eq!(signed_dollars(Cents::new(126_950)), "+$1,269.50");
        assert_eq!(signed_dollars(Cents::dollars(-15)), "\u{2212}$15");
        let exact = |text: &str| exact_meter(text.parse().unwrap());
        assert_eq!(exact("14863.0049"), "$14,863.0049");
        assert_eq!(exact("14863.5000"), "$14,863.50");
        assert_eq!(count(1_234_567), "1,234,567");
    }

    #[test]
    fn names_are_words() {
        assert_eq!(card(Face::Up("Qh".parse().unwrap())), "queen of hearts");
        assert_eq!(card(Face::Down), "a card, face down");
        assert_eq!(printed("Hold 'em 212"), "Hold ’em 212");
        assert_eq!(typeset("adjust pmg by -$12.50"), "adjust pmg by \u{2212}$12.50");
        let set = Action::Set("Qh".parse().unwrap());
        assert_eq!(choices([set, Action::Fold].into_iter()), "set queen of hearts, fold");
        assert_eq!(either([Action::Play, Action::Fold].into_iter()), "play or fold");
        let three = [Action::Hit, Action::Stand, Action::Double];
        assert_eq!(either(three.into_iter()), "hit, stand, or double");
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(and(&names("ante")), "ante");
        assert_eq!(and(&names("ante blind play")), "ante, blind, and play");
        assert_eq!(title("pair-plus"), "Pair plus");
        assert_eq!(title("A-K-Q of spades"), "A-K-Q of spades");
        assert_eq!(title("straight flush"), "Straight flush");
        assert_eq!(title("third"), "Third street");
        assert_eq!(short_cite("20:18:16:15.02(16)(a)(v)"), "(16)(a)(v)");
        assert_eq!(short_cite("20:18:15:06"), ":06");
        assert_eq!(short_cite("[TCP-2]"), "[TCP-2]");
    }
}
