//! Where the wagering areas of each game lie, in their real shapes, and what is printed on the felt.
//!
//! Places are relative to the area nearest the player: x to the right, y toward the player, in thousandths of the
//! table's width.

use std::collections::BTreeMap;

/// The shape of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Circle,
    Diamond,
    Box,
    Oval,
    /// The slot of a progressive's sensor.
    Slot,
}

/// A wagering area of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    /// The line whose stake lies here.
    pub(crate) line: &'static str,
    /// The bets that chips placed here make; none where only a decision does.
    pub(crate) bets: &'static [&'static str],
    /// The lines whose results show here, besides its own.
    pub(crate) also: &'static [&'static str],
    /// What is printed in it.
    pub(crate) print: &'static str,
    pub(crate) shape: Shape,
    pub(crate) x: i16,
    pub(crate) y: i16,
    pub(crate) w: i16,
    pub(crate) h: i16,
}

impl Area {
    /// Is it the sensor of a progressive bet?
    pub(crate) fn is_sensor(&self) -> bool {
        self.line == "progressive"
    }

    /// Is it drawn only when something lies there?
    pub(crate) fn is_occasional(&self) -> bool {
        self.line == "insurance"
    }
}

/// An area where chips are placed: `line`, `print`, shape, x, y, width and height.
const fn bet(
    line: &'static str,
    bets: &'static [&'static str],
    print: &'static str,
    shape: Shape,
    [x, y, w, h]: [i16; 4],
) -> Area {
    Area { line, bets, also: &[], print, shape, x, y, w, h }
}

/// An area for a later wager, made by a decision.
const fn later(line: &'static str, print: &'static str, shape: Shape, place: [i16; 4]) -> Area {
    bet(line, &[], print, shape, place)
}

/// The sensor of the progressive.
const fn sensor(shape: Shape, place: [i16; 4]) -> Area {
    let mut area = bet("progressive", &["progressive"], "", shape, place);
    area.also = &["envy"];
    area
}

/// A spot for a tip, beside the area of the wager that it rides on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TipSpot {
    /// The line that the tip rides on.
    pub(crate) line: &'static str,
    pub(crate) x: i16,
    pub(crate) y: i16,
}

/// How wide a tip spot is.
pub(crate) const TIP_SIZE: i16 = 24;

const fn tip(line: &'static str, x: i16, y: i16) -> TipSpot {
    TipSpot { line, x, y }
}

const fn with(mut area: Area, also: &'static [&'static str]) -> Area {
    area.also = also;
    area
}

use Shape::{Box, Circle, Diamond, Oval, Slot};

const LET_IT_RIDE: &[Area] = &[
    sensor(Circle, [0, -88, 28, 28]),
    bet("bonus", &["bonus"], "Bonus", Circle, [-47, -86, 38, 38]),
    bet("three-card-bonus", &["three-card-bonus"], "3 card", Oval, [0, -50, 56, 34]),
    bet("bet-1", &["base"], "1", Circle, [-44, 0, 41, 41]),
    bet("bet-2", &["base"], "2", Circle, [0, 0, 41, 41]),
    bet("bet-3", &["base"], "$", Circle, [44, 0, 41, 41]),
];
const THREE_CARD: &[Area] = &[
    bet("pair-plus", &["pair-plus"], "Pair plus", Circle, [0, -100, 46, 46]),
    sensor(Circle, [38, -84, 27, 27]),
    bet("six-card-bonus", &["six-card-bonus"], "6 card", Circle, [-45, -50, 38, 38]),
    with(bet("ante", &["ante"], "Ante", Diamond, [0, -50, 52, 52]), &["ante-bonus"]),
    later("play", "Play", Diamond, [0, 0, 52, 52]),
];
const CARIBBEAN: &[Area] = &[
    sensor(Slot, [0, -92, 38, 20]),
    bet("ante", &["ante"], "Ante", Box, [0, -54, 56, 40]),
    later("bet", "Bet", Box, [0, 0, 70, 52]),
];
const SILVERADO: &[Area] = &[
    bet("five-card", &["base"], "5 card", Circle, [-27, -50, 46, 46]),
    bet("three-card", &["base"], "3 card", Circle, [27, -50, 46, 46]),
    later("raise", "Raise", Circle, [-27, 0, 46, 46]),
    bet("four-card-bonus", &["four-card-bonus"], "4 card", Diamond, [27, 0, 48, 48]),
];
const FOUR_CARD: &[Area] = &[
    bet("aces-up", &["aces-up"], "Aces up", Circle, [0, -100, 46, 46]),
    sensor(Circle, [42, -100, 28, 28]),
    with(bet("ante", &["ante"], "Ante", Circle, [0, -50, 46, 46]), &["automatic-bonus"]),
    later("play", "Play", Circle, [0, 0, 46, 46]),
];
const HOLDEM_BONUS: &[Area] = &[
    bet("bonus", &["bonus"], "Bonus", Diamond, [-44, -50, 44, 44]),
    bet("ante", &["ante"], "Ante", Circle, [0, -50, 44, 44]),
    sensor(Circle, [42, -50, 27, 27]),
    later("flop", "Flop", Circle, [-44, 0, 41, 41]),
    later("turn", "Turn", Circle, [0, 0, 41, 41]),
    later("river", "River", Circle, [44, 0, 41, 41]),
];
const MISSISSIPPI: &[Area] = &[
    sensor(Circle, [0, -93, 28, 28]),
    bet("ante", &["ante"], "Ante", Circle, [0, -52, 46, 46]),
    later("third", "3rd", Circle, [-44, 0, 41, 41]),
    later("fourth", "4th", Circle, [0, 0, 41, 41]),
    later("fifth", "5th", Circle, [44, 0, 41, 41]),
];
const ULTIMATE: &[Area] = &[
    bet("trips", &["trips"], "Trips", Diamond, [-20, -97, 50, 50]),
    sensor(Circle, [28, -97, 30, 30]),
    bet("ante", &["ante", "blind"], "Ante", Circle, [-27, -48, 46, 46]),
    bet("blind", &["ante", "blind"], "Blind", Circle, [27, -48, 46, 46]),
    later("play", "Play", Circle, [0, 0, 46, 46]),
];
const HOLDEM_212: &[Area] = &[
    bet("holdem", &["holdem"], "H", Circle, [-28, -50, 46, 46]),
    bet("blackjack", &["blackjack"], "BJ", Box, [28, -50, 46, 46]),
    bet("two-card-plus", &["two-card-plus"], "2 card +", Oval, [0, 0, 62, 36]),
];
const INSURANCE: Area = later("insurance", "Insurance", Oval, [0, -88, 56, 24]);
const BLACKJACK: &[Area] =
    &[INSURANCE, bet("blackjack", &["blackjack"], "", Box, [0, -30, 58, 78])];
const BUSTER: &[Area] = &[
    with(bet("buster", &["buster"], "Buster", Circle, [0, -90, 42, 42]), &["buster-bonus"]),
    later("insurance", "Insurance", Oval, [-54, -62, 50, 22]),
    bet("blackjack", &["blackjack"], "", Box, [0, -26, 56, 74]),
];
const WAR: &[Area] = &[
    bet("war", &["war"], "War", Diamond, [0, -92, 46, 46]),
    later("insurance", "Insurance", Oval, [-54, -62, 50, 22]),
    bet("blackjack", &["blackjack"], "", Box, [0, -26, 56, 74]),
];

/// The areas of a game's seats, from the dealer to the player.
pub(crate) fn areas(game: &str) -> &'static [Area] {
    match game {
        "let-it-ride" => LET_IT_RIDE,
        "three-card-poker" => THREE_CARD,
        "caribbean-stud" => CARIBBEAN,
        "silverado-stud" => SILVERADO,
        "four-card-poker" => FOUR_CARD,
        "texas-holdem-bonus" => HOLDEM_BONUS,
        "mississippi-stud" => MISSISSIPPI,
        "ultimate-texas-holdem" => ULTIMATE,
        "holdem-212" => HOLDEM_212,
        "blackjack" => BLACKJACK,
        "buster-blackjack" => BUSTER,
        "war-blackjack" => WAR,
        _ => &[],
    }
}

/// The area that a seat decides about after so many decisions, and how players call it where it is one of several.
pub(crate) fn decides_about(game: &str, decided: usize) -> Option<(&'static str, &'static str)> {
    let about: &[(&str, &str)] = match game {
        "let-it-ride" => &[("bet-1", "bet 1"), ("bet-2", "bet 2")],
        "mississippi-stud" => {
            &[("third", "3rd street"), ("fourth", "4th street"), ("fifth", "5th street")]
        }
        "texas-holdem-bonus" => {
            &[("flop", "the flop"), ("turn", "the turn"), ("river", "the river")]
        }
        // The hands are set first.
        "silverado-stud" if decided == 0 => &[],
        "silverado-stud" => &[("raise", "")],
        "caribbean-stud" => &[("bet", "")],
        "three-card-poker" | "four-card-poker" | "ultimate-texas-holdem" => &[("play", "")],
        _ => &[],
    };
    about.get(decided.min(about.len().saturating_sub(1))).copied()
}

// Above $ or next to the three card bonus.
const LET_IT_RIDE_TIPS: &[TipSpot] = &[tip("three-card-bonus", 46, -64), tip("bet-3", 46, -35)];
const THREE_CARD_TIPS: &[TipSpot] = &[tip("pair-plus", -40, -100), tip("ante", 44, -46)];
const CARIBBEAN_TIPS: &[TipSpot] = &[tip("ante", 46, -54)];
// Above the five-card hand, the three-card hand or both.
const SILVERADO_TIPS: &[TipSpot] = &[tip("five-card", -27, -87), tip("three-card", 27, -87)];
const MISSISSIPPI_TIPS: &[TipSpot] = &[tip("ante", 42, -54)];
const ULTIMATE_TIPS: &[TipSpot] =
    &[tip("trips", -55, -86), tip("ante", -57, -15), tip("blind", 57, -15)];

/// Where a tip can be put down with the bets. A tip on a later wager is made with the decision.
pub(crate) fn tips(game: &str) -> &'static [TipSpot] {
    match game {
        "let-it-ride" => LET_IT_RIDE_TIPS,
        "three-card-poker" => THREE_CARD_TIPS,
        "caribbean-stud" => CARIBBEAN_TIPS,
        "silverado-stud" => SILVERADO_TIPS,
        "mississippi-stud" => MISSISSIPPI_TIPS,
        "ultimate-texas-holdem" => ULTIMATE_TIPS,
        _ => &[],
    }
}

/// How far a seat's areas reach above and below the middle of the nearest one.
pub(crate) fn reach(game: &str) -> (i16, i16) {
    let areas = areas(game);
    let above = areas.iter().map(|area| area.h / 2 - area.y).max().unwrap_or_default();
    let below = areas.iter().map(|area| area.y + area.h / 2).max().unwrap_or_default();
    let tips = tips(game).iter().map(|spot| TIP_SIZE / 2 - spot.y).max().unwrap_or_default();
    (above.max(tips), below)
}

/// The places of the community cards, as they are called before they are dealt.
pub(crate) fn board(game: &str) -> &'static [&'static str] {
    match game {
        "let-it-ride" | "silverado-stud" => &["1st", "2nd"],
        "mississippi-stud" => &["3rd", "4th", "5th"],
        "texas-holdem-bonus" | "ultimate-texas-holdem" | "holdem-212" => {
            &["Flop", "Flop", "Flop", "Turn", "River"]
        }
        _ => &[],
    }
}

/// Does the dealer get cards?
pub(crate) fn has_dealer(game: &str) -> bool {
    !matches!(game, "let-it-ride" | "mississippi-stud" | "silverado-stud")
}

/// What is printed on the felt under the game's name. In the blackjack games it is what the table's options say: the
/// rule that is posted is the rule that is played.
pub(crate) fn print(game: &str, options: &BTreeMap<String, String>) -> String {
    let option = |key: &str| options.get(key).map(String::as_str);
    match game {
        "let-it-ride" => "A pair of tens or better wins".to_owned(),
        "three-card-poker" => "Dealer qualifies with queen high or better".to_owned(),
        "caribbean-stud" => "Dealer qualifies with ace-king or better".to_owned(),
        "silverado-stud" => "Four cards make a five-card and a three-card hand".to_owned(),
        "four-card-poker" => "Play one to three times the ante".to_owned(),
        "texas-holdem-bonus" => "Two cards and the board against the dealer".to_owned(),
        "mississippi-stud" => "One to three antes on each street".to_owned(),
        "ultimate-texas-holdem" => "Dealer qualifies with a pair or better".to_owned(),
        "holdem-212" => "Hold ’em for the pot, then blackjack".to_owned(),
        _ => {
            let soft_17 = match option("soft-17") {
                Some("hit") => "Dealer hits soft 17",
                _ => "Dealer stands on all 17s",
            };
            let pays = option("blackjack-pays");
            pays.map_or_else(
                || soft_17.to_owned(),
                |pays| format!("Blackjack pays {pays} · {soft_17}"),
            )
        }
    }
}

/// The widest angle between the first and the last seat, and the widest between neighbors.
const SPREAD: f64 = 146.0;
const STEP_MAX: f64 = 34.0;

/// The angle of a seat on the arc, in degrees: seat 1 is at the dealer's left.
pub(crate) fn angle(seat: u8, seats: u8) -> f64 {
    let gaps = f64::from(seats.max(2) - 1);
    let step = (SPREAD / gaps).min(STEP_MAX);
    90.0 + step * (f64::from(seat) - 1.0 - f64::from(seats - 1) / 2.0)
}

/// The path of a shape in a square of 100.
pub(crate) fn path(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle | Shape::Oval => "M50 2A48 48 0 1 1 50 98 48 48 0 1 1 50 2Z",
        Shape::Diamond => "M50 1 99 50 50 99 1 50Z",
        Shape::Box => "M10 2H90Q98 2 98 10V90Q98 98 90 98H10Q2 98 2 90V10Q2 2 10 2Z",
        Shape::Slot => "M14 2H86Q98 2 98 24V76Q98 98 86 98H14Q2 98 2 76V24Q2 2 14 2Z",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Rulebook;

    #[test]
    fn every_line_of_every_game_has_a_place() {
        for game in Rulebook::embedded().games() {
            let areas = areas(&game.id);
            let is_shown = |line: &str| {
                areas.iter().any(|area| area.line == line || area.also.contains(&line))
            };
            for line in game.newest().wagers.iter().flat_map(|wager| &wager.lines) {
                assert!(is_shown(line), "{}: {line} has no area", game.id);
            }
            let makes = |bet: &str| areas.iter().any(|area| area.bets.contains(&bet));
            for bet in game.newest().wagers.iter().flat_map(|wager| &wager.bets) {
                assert!(makes(bet), "{}: chips cannot be placed on {bet}", game.id);
            }
        }
    }

    #[test]
    fn areas_of_a_seat_do_not_lie_on_each_other() {
        for game in Rulebook::embedded().games() {
            let areas = areas(&game.id);
            for (place, one) in areas.iter().enumerate() {
                for other in &areas[place + 1..] {
                    let apart_x = (one.x - other.x).abs() * 2 >= one.w + other.w - 12;
                    let apart_y = (one.y - other.y).abs() * 2 >= one.h + other.h - 12;
                    let occasional = one.is_occasional() || other.is_occasional();
                    assert!(
                        apart_x || apart_y || occasional,
                        "{}: {} {}",
                        game.id,
                        one.line,
                        other.line
                    );
                }
            }
        }
    }

    /// Every line on which a section lets a tip be put down with the bets has a spot, and no other line.
    #[test]
    fn tips_have_a_spot_where_the_section_allows_them() {
        for game in Rulebook::embedded().games() {
            let section = game.newest();
            let is_bet = |line: &str| {
                areas(&game.id).iter().any(|area| area.line == line && !area.bets.is_empty())
            };
            let mut allowed: Vec<&str> = section
                .wagers
                .iter()
                .flat_map(|wager| &wager.tips)
                .map(String::as_str)
                .filter(|line| is_bet(line))
                .collect();
            let mut spots: Vec<&str> = tips(&game.id).iter().map(|spot| spot.line).collect();
            allowed.sort_unstable();
            spots.sort_unstable();
            assert_eq!(spots, allowed, "{}", game.id);
        }
    }

    #[test]
    fn tip_spots_lie_beside_the_areas() {
        for game in Rulebook::embedded().games() {
            for spot in tips(&game.id) {
                for area in areas(&game.id) {
                    let apart_x = (spot.x - area.x).abs() * 2 >= TIP_SIZE + area.w - 14;
                    let apart_y = (spot.y - area.y).abs() * 2 >= TIP_SIZE + area.h - 14;
                    let name = (&game.id, spot.line, area.line);
                    assert!(apart_x || apart_y, "{name:?}");
                }
            }
        }
    }

    /// A sign said for 26 hours that the dealer stands on soft 17 while the dealer hit it.
    #[test]
    fn the_felt_prints_the_soft_17_rule_that_is_played() {
        let printed = |value: &str| {
            let options = [("soft-17".to_owned(), value.to_owned())].into();
            print("blackjack", &options)
        };
        assert!(printed("hit").contains("hits soft 17"));
        assert!(printed("stand").contains("stands on all 17s"));
    }

    #[test]
    fn seven_seats_fill_the_arc_and_fewer_stand_in_its_middle() {
        assert!((angle(1, 7) - 17.0).abs() < 0.01 && (angle(7, 7) - 163.0).abs() < 0.01);
        assert!((angle(4, 7) - 90.0).abs() < 0.01 && (angle(1, 1) - 90.0).abs() < 0.01);
        assert!((angle(1, 2) - 73.0).abs() < 0.01);
    }
}
