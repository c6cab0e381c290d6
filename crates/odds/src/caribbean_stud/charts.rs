//! When to bet, as a person can remember it: found from the counts, with what it costs.

use cards::{Card, Rank};
use games::Action;
use hands::FiveValue;

use crate::against_dealer::Advice;
use crate::dealer_hands::{Against, BorderlineHands, Counts, Player, Pooled, at_least, letters};
use crate::exact::percent;
use crate::strategy::{Body, Chart, Grid, Key};

/// Something about a hand and the dealer's card that a person sees at a glance.
pub(crate) struct Sign {
    pub(crate) words: &'static str,
    /// Whether a hand and the dealer's card have the sign. The ranks of the hand are the highest first.
    pub(crate) is_so: fn(&[Rank; 5], Rank) -> bool,
}

pub(crate) const SIGNS: [Sign; 9] = [
    Sign { words: "the dealer's card is of a rank you hold", is_so: |own, up| own.contains(&up) },
    Sign { words: "the dealer's card is of no rank you hold", is_so: |own, up| !own.contains(&up) },
    Sign { words: "the dealer shows an ace or king", is_so: |_, up| up >= Rank::King },
    Sign { words: "the dealer shows a queen or lower", is_so: |_, up| up < Rank::King },
    Sign { words: "you hold a queen", is_so: |own, _| own.contains(&Rank::Queen) },
    Sign {
        words: "you hold a queen or jack",
        is_so: |own, _| own.contains(&Rank::Queen) || own.contains(&Rank::Jack),
    },
    Sign { words: "your third-highest card beats the dealer's", is_so: |own, up| own[2] > up },
    Sign { words: "your fourth-highest card beats the dealer's", is_so: |own, up| own[3] > up },
    Sign { words: "your lowest card beats the dealer's", is_so: |own, up| own[4] > up },
];

/// How many signs a rule may ask for, and how many rules a person remembers.
const SIGNS_MOST: u32 = 3;
const RULES_MOST: usize = 3;

/// Some of the signs, a bit each.
type Signs = usize;

fn ranks_of(player: &Player) -> [Rank; 5] {
    let mut ranks: Vec<Rank> = player.cards.iter().map(Card::rank).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.try_into().expect("five cards")
}

fn signs_of(player: &Player, up: Card) -> Signs {
    let own = ranks_of(player);
    let so = SIGNS.iter().zip(0..).filter(|(sign, _)| (sign.is_so)(&own, up.rank()));
    so.fold(0, |signs, (_, place)| signs | 1 << place)
}

/// The strategy of a solution as charts.
pub(super) fn charts(advice: &Advice) -> Vec<Chart> {
    let counts = &advice.hands.counted();
    let borderline = BorderlineHands::of(counts, &advice.choices, advice.largest());
    Charts { counts, borderline, advice }.all()
}

struct Charts<'c> {
    counts: &'c Counts,
    borderline: BorderlineHands,
    advice: &'c Advice,
}

impl Charts<'_> {
    fn all(&self) -> Vec<Chart> {
        let rules = self.rules();
        if self.borderline.0.is_empty() { vec![rules] } else { vec![rules, self.lowest()] }
    }

    /// What the choices are worth with the borderline hands.
    fn pooled(
        &self,
        groups: usize,
        group_of: impl Fn(usize, &Player, Card) -> usize + Sync,
    ) -> Vec<Pooled<2>> {
        let gains = |player: &Player, against: &Against| self.advice.gains(player, against);
        self.borderline.pooled(self.counts, groups, group_of, gains)
    }

    fn value(&self, place: usize) -> FiveValue {
        FiveValue::of_set(self.counts.players[place].cards).expect("five cards")
    }

    /// What always holds, and the best few rules for the borderline hands.
    fn rules(&self) -> Chart {
        let players = self.counts.players.len();
        let mut rules = Vec::new();
        if self.borderline.0.end < players {
            rules.push(format!("Bet {} or better.", at_least(self.value(self.borderline.0.end))));
        }
        let mut note = "Exactly optimal: checked against every hand and every card up.".to_owned();
        if self.borderline.0.is_empty() {
            rules.push("Fold the rest.".to_owned());
        } else {
            if self.borderline.0.start > 0 {
                rules.push(format!(
                    "Fold less than {}.",
                    at_least(self.value(self.borderline.0.start))
                ));
            }
            let by_signs = self.pooled(1 << SIGNS.len(), |_, player, up| signs_of(player, up));
            let found = best_rules(&by_signs);
            rules.extend(found.iter().map(|signs| format!("Bet if {}.", words(*signs))));
            rules.push("Fold the rest.".to_owned());
            note = self.note(&by_signs, &found);
        }
        let body = Body::Rules(rules);
        Chart { title: "Bet or fold".to_owned(), body, note }
    }

    fn note(&self, by_signs: &[Pooled<2>], found: &[Signs]) -> String {
        let [folded, bet] = by_signs
            .iter()
            .fold([0, 0], |[folded, bet], group| [folded + group.deals[0], bet + group.deals[1]]);
        let cost = by_signs.iter().enumerate().map(|(signs, group)| {
            group.cost(u8::from(found.iter().any(|rule| signs & rule == *rule)))
        });
        let cost = self.advice.share_of(cost.sum());
        format!(
            "The hands before the first \"if\" are played that way whatever the dealer shows: checked \
             against every hand and every card up. Of the {} deals in between the best play bets \
             in {bet} and folds in {folded}; the {} rules for them are the best that were found \
             with no more than {SIGNS_MOST} signs each, and cost {} of the ante ({cost}).",
            bet + folded,
            found.len(),
            percent(&cost, 5),
        )
    }

    /// The lowest hand to bet for each card up, with and without a card of its rank.
    fn lowest(&self) -> Chart {
        let start = self.borderline.0.start;
        let players = &self.counts.players[self.borderline.0.clone()];
        // The places of the borderline values, one after the other.
        let mut values: Vec<(u16, usize)> = Vec::new();
        for (player, place) in players.iter().zip(start..) {
            if values.last().is_none_or(|last| last.0 != player.value) {
                values.push((player.value, place));
            }
        }
        let column = |player: &Player, up: Card| {
            let holds = player.cards.count_of(up.rank()) > 0;
            2 * up.rank().index() + usize::from(!holds)
        };
        let groups = self.pooled(26 * values.len(), |_, player, up| {
            let value = values.partition_point(|one| one.0 < player.value);
            column(player, up) * values.len() + value
        });
        let mut cost = 0;
        let mut cells = vec![Vec::new(), Vec::new()];
        for (column, groups) in groups.chunks(values.len()).enumerate() {
            let (lowest, lost) = threshold(groups);
            cost += lost;
            let cell = match lowest {
                None => String::new(),
                Some(0) => "all".to_owned(),
                Some(place) if place == values.len() => "none".to_owned(),
                Some(place) => self.shortly(values[place].1),
            };
            cells[column % 2].push(cell);
        }
        let from = at_least(self.value(start));
        let cost = self.advice.share_of(cost);
        Chart {
            title: format!("The lowest hand to bet, from {from} up"),
            body: Body::Grid(Grid {
                rows_are: "your cards".to_owned(),
                columns_are: "dealer's card".to_owned(),
                rows: ["one of its rank", "none of its rank"].map(str::to_owned).to_vec(),
                columns: Rank::ALL.map(|rank| rank.letter().to_string()).to_vec(),
                cells,
                legend: vec![
                    Key::new("all", "bet all of them", Some(Action::Play)),
                    Key::new("none", "bet none of them", Some(Action::Fold)),
                ],
            }),
            note: format!(
                "The best that can be done with these limits. They cost {} of the ante ({cost}).",
                percent(&cost, 5)
            ),
        }
    }

    fn shortly(&self, place: usize) -> String {
        let value = self.value(place);
        match value.category() {
            hands::Category::HighCard => letters(&value.ranks()),
            _ => at_least(value),
        }
    }
}

fn words(signs: Signs) -> String {
    let named = SIGNS.iter().zip(0..).filter(|(_, place)| signs >> place & 1 == 1);
    let words: Vec<&str> = named.map(|(sign, _)| sign.words).collect();
    words.join(" and ")
}

/// The few rules, each some signs that must all be there, that together gain most.
fn best_rules(by_signs: &[Pooled<2>]) -> Vec<Signs> {
    let all = 1..by_signs.len();
    let short = all.filter(|signs| signs.count_ones() <= SIGNS_MOST);
    let mut candidates: Vec<Signs> = short.collect();
    candidates.sort_by_key(|signs| signs.count_ones());
    let seen: Vec<(Signs, i128)> = by_signs
        .iter()
        .enumerate()
        .filter(|(_, group)| group.choice().is_some())
        .map(|(signs, group)| (signs, group.gains[1]))
        .collect();
    let gain = |rules: &[Signs]| {
        let fits = |signs: Signs| rules.iter().any(|rule| signs & rule == *rule);
        seen.iter().filter(|(signs, _)| fits(*signs)).map(|(_, gain)| *gain).sum::<i128>()
    };
    let mut rules: Vec<Signs> = Vec::new();
    let mut most = 0;
    // Rule by rule, and each again once the others are known, until nothing is gained any more.
    for turn in 0.. {
        let place = turn % RULES_MOST;
        if place > rules.len() || turn >= 4 * RULES_MOST {
            break;
        }
        for &candidate in &candidates {
            let mut tried = rules.clone();
            match tried.get_mut(place) {
                Some(rule) => *rule = candidate,
                None => tried.push(candidate),
            }
            let gained = gain(&tried);
            if gained > most {
                (rules, most) = (tried, gained);
            }
        }
    }
    rules
}

/// From which group on it is best to bet, and what that costs; nothing if there are no hands.
fn threshold(groups: &[Pooled<2>]) -> (Option<usize>, i128) {
    groups.iter().find_map(Pooled::choice).map_or((None, 0), |_| {
        let mut best_place = groups.len();
        let (mut gain, mut most) = (0, 0);
        for (place, group) in groups.iter().enumerate().rev() {
            gain += group.gains[1];
            // Where no hand has the value, the limit need not be there.
            if group.choice().is_some() && gain >= most {
                (best_place, most) = (place, gain);
            }
        }
        // The lowest hand there is stands for all of them.
        let lowest = groups.iter().position(|group| group.choice().is_some());
        let place = if Some(best_place) == lowest { 0 } else { best_place };
        (Some(place), groups.iter().map(|group| group.best).sum::<i128>() - most)
    })
}
