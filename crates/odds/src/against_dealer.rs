//! The games against the dealer's hand, solved once for all of them: every hand of the dealer is counted against every
//! hand and every card up, and what each way to end returns comes from settling real rounds.

mod joint;
mod knowing;
mod spots;

use std::ops::Range;
use std::sync::Arc;

use cards::{Card, CardSet, Rank};
use games::{Action, Choice, Felt, OnCards, RowId};
use num_bigint::BigUint;
use num_traits::PrimInt;
use rulebook::Schedule;

use crate::classes::others;
use crate::compare::{Difference, Differences, alike};
use crate::dealer_hands::{Against, Choices, Code, Counts, DealerHands, Played, Player, Relation};
use crate::distribution::Gathering;
use crate::exact::{Exact, fraction, whole};
use crate::game::{Game, Question, Unit};
use crate::joint::SideNets;
use crate::protect::{Knowing, Secrets, Sees};
use crate::scaled::Scale;
use crate::settled::{End, Rounds, Rows};
use crate::solution::{
    ActionShare, Advisor, Arithmetic, Policy, Simple, Solution, Spot, SpotError, SpotGains, Valued,
    ranked,
};
use crate::strategy::Chart;
use crate::subject::Subject;
use crate::suits::NAMES;
use crate::warm::Held;

/// The number of the fold; the other choices come in the order in which they are offered, the larger wager higher.
pub(crate) const FOLD: Code = 0;

/// What sets a game apart from the others.
#[derive(Clone, Copy)]
pub(crate) struct AgainstDealer {
    pub(crate) simple: &'static [Simple],
    /// What a simple strategy chooses; any card stands for the dealer's where none is up.
    pub(crate) choose: fn(&str, &Player, Card) -> Code,
    pub(crate) charts: fn(&Advice) -> Vec<Chart>,
    /// When it is decided.
    pub(crate) decision: &'static str,
}

/// How a choice ends in each relation, where there is such a deal: in words and in antes.
type Ends = [Option<(String, End)>; 4];

/// The rows of a hand in the tables of a schedule, and the places of the hands that are on them.
type Class = (Vec<Option<RowId>>, Vec<Range<usize>>);

/// What every way to end returns.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Terms {
    /// By code.
    actions: Vec<Action>,
    /// Hands that the schedule does not tell apart, by value.
    class: Vec<u8>,
    fold: End,
    /// By class and by code less one.
    ends: Vec<Vec<Ends>>,
}

/// The hands that the dealer can have, and what the section says of them.
fn dealer_hands(subject: &Subject) -> DealerHands {
    subject.table().showdown().expect("the game is one against the dealer's hand").into()
}

/// A deal of a game without a board.
fn on<'c>(own: &'c [Card], dealer: &'c [Card], actions: &'c [Action]) -> OnCards<'c> {
    OnCards { own, dealer, board: &[], actions }
}

impl Terms {
    fn of(question: &Question<'_>, schedule: &Schedule, counts: &Counts) -> Terms {
        let hands = dealer_hands(question.subject);
        let rounds = Rounds::of(question.subject, schedule);
        let first = counts.deal_in(&hands, 0..counts.players.len(), Relation::Lost);
        let (own, dealer) = first.expect("the lowest hand can lose");
        let (offered, _) = rounds.choices(on(&own, &dealer, &[]));
        let stays = offered.into_iter().filter(|action| *action != Action::Fold);
        let actions: Vec<Action> = [Action::Fold].into_iter().chain(stays).collect();
        let mut terms = Terms {
            fold: rounds.end(on(&own, &dealer, &[Action::Fold])),
            class: vec![0; 1 << 16],
            ends: Vec::new(),
            actions,
        };
        let rows = Rows::of(schedule);
        let mut known: Vec<Class> = Vec::new();
        let mut places = 0..0;
        for hand in counts.players.chunk_by(|a, b| a.value == b.value) {
            let row = rows.rows(hand[0].cards);
            let class = known.iter().position(|(known, _)| *known == row).unwrap_or(known.len());
            terms.class[usize::from(hand[0].value)] = class as u8;
            places = places.end..places.end + hand.len();
            if class == known.len() {
                known.push((row, Vec::new()));
            }
            known[class].1.push(places.clone());
        }
        for (_, parts) in known {
            let deals = Relation::ALL.map(|relation| {
                let deal_in = |part: &Range<usize>| counts.deal_in(&hands, part.clone(), relation);
                // The best hands win and tie soonest.
                match relation {
                    Relation::Won | Relation::Tied => parts.iter().rev().find_map(deal_in),
                    _ => parts.iter().find_map(deal_in),
                }
            });
            let end = |action: Action, relation: Relation| {
                let (own, dealer) = deals[relation as usize].as_ref()?;
                let end = rounds.end(on(own, dealer, &[action]));
                Some((terms.words(action, relation, &end), end))
            };
            let of_action = |action: &Action| Relation::ALL.map(|relation| end(*action, relation));
            let of_class = terms.actions[1..].iter().map(of_action).collect();
            terms.ends.push(of_class);
        }
        terms
    }

    /// A way to end in words.
    fn words(&self, action: Action, relation: Relation, end: &End) -> String {
        let how = match relation {
            Relation::Unqualified => "the dealer does not qualify",
            Relation::Won => "wins",
            Relation::Tied => "ties",
            Relation::Lost => "loses",
        };
        let played = if self.actions.len() > 2 { format!("{action}: ") } else { String::new() };
        let row = match end.rows.as_slice() {
            [] if relation == Relation::Won && end.has_lost => ", on no row".to_owned(),
            rows => rows.iter().map(|row| format!(", {row}")).collect(),
        };
        format!("{played}{how}{row}")
    }

    /// How much better than folding each way to end is, in parts of an ante.
    fn nets(&self) -> (Scale, Vec<Vec<[i128; 4]>>) {
        let better = |end: &End| end.net() - self.fold.net();
        let ends = self.ends.iter().flatten().flatten().flatten();
        let all: Vec<Exact> = ends.map(|(_, end)| better(end)).collect();
        let scale = Scale::for_all(&all);
        let part =
            |end: &Option<(String, End)>| end.as_ref().map_or(0, |(_, end)| scale.of(&better(end)));
        let of_class =
            |ends: &Vec<Ends>| ends.iter().map(|ends| ends.each_ref().map(part)).collect();
        let nets = self.ends.iter().map(of_class).collect();
        (scale, nets)
    }

    fn class(&self, player: &Player) -> usize {
        usize::from(self.class[usize::from(player.value)])
    }

    fn play(
        &self,
        counts: &Counts,
        hands: &DealerHands,
        policy: Policy,
        game: &AgainstDealer,
    ) -> Played {
        let classes = self.ends.len();
        let class = |player: &Player| self.class(player);
        if let Policy::Simple(id) = policy {
            return Played::new(counts, classes, class, |player, up, _| {
                (game.choose)(id, player, up)
            });
        }
        match self.actions.len() {
            2 => self.play_best::<1>(counts, hands),
            4 => self.play_best::<3>(counts, hands),
            choices => unreachable!("no game has {choices} choices"),
        }
    }

    /// Plays best, with `PLAYS` choices besides the fold.
    fn play_best<const PLAYS: usize>(&self, counts: &Counts, hands: &DealerHands) -> Played {
        let nets = self.nets().1;
        let nets: Nets<i128, PLAYS> =
            nets.iter().map(|of| std::array::from_fn(|at| of[at])).collect();
        // Short numbers if no sum over all deals is too long for them.
        let most = nets.as_flattened().as_flattened().iter().map(|net| net.unsigned_abs()).max();
        if most.unwrap_or(0).saturating_mul(hands.deals().into()) < 1 << 62 {
            let short: Nets<i64, PLAYS> =
                nets.iter().map(|of| of.map(|net| net.map(|net| net as i64))).collect();
            return Played::new(
                counts,
                nets.len(),
                |player| self.class(player),
                |player, _, against| best(&short[self.class(player)], against),
            );
        }
        Played::new(
            counts,
            nets.len(),
            |player| self.class(player),
            |player, _, against| best(&nets[self.class(player)], against),
        )
    }

    fn solution(
        &self,
        played: &Played,
        hands: DealerHands,
        policy: Policy,
        game: &AgainstDealer,
    ) -> Solution {
        let mut gathering = Gathering::default();
        let mut deals = vec![0u64; self.actions.len()];
        for (ends, ended) in self.ends.iter().zip(&played.ended) {
            for (sum, ended) in deals.iter_mut().zip(ended) {
                *sum += ended.iter().sum::<u64>();
            }
            let folded: u64 = ended[usize::from(FOLD)].iter().sum();
            gathering.add("fold", self.fold.staked.clone(), self.fold.returned.clone(), folded);
            for (end, deals) in ends.iter().zip(&ended[1..]).flat_map(|(a, b)| a.iter().zip(b)) {
                if let Some((words, end)) = end {
                    gathering.add(words, end.staked.clone(), end.returned.clone(), *deals);
                } else {
                    assert_eq!(*deals, 0, "a deal of each kind was settled");
                }
            }
        }
        let share = |(action, deals): (&Action, u64)| ActionShare {
            at: game.decision,
            action: *action,
            combinations: BigUint::from(deals),
        };
        let (scale, nets) = self.nets();
        let choices = Arc::clone(&played.choices);
        let terms = self.clone();
        Solution {
            distribution: gathering.finish(),
            actions: self.actions.iter().zip(deals).rev().map(share).collect(),
            arithmetic: Arithmetic::Fractions,
            notes: Vec::new(),
            advisor: Box::new(Advice { hands, terms, scale, nets, choices, policy, game: *game }),
        }
    }
}

/// How much better than folding each way to end is: by class, code less one and relation.
type Nets<N, const PLAYS: usize> = Vec<[[N; 4]; PLAYS]>;

/// How much better than folding a choice is, over all hands of the dealer.
#[inline(always)]
fn gain<N: PrimInt + From<u32>>(nets: &[N; 4], against: &Against) -> N {
    let [a, b, c, d] = against.map(<N as From<u32>>::from);
    nets[0] * a + nets[1] * b + nets[2] * c + nets[3] * d
}

/// The best choice, of equal ones the larger wager [ODD-1].
#[inline(always)]
fn best<N: PrimInt + From<u32>>(nets: &[[N; 4]], against: &Against) -> Code {
    let (mut best, mut most) = (FOLD, N::zero());
    for (nets, code) in nets.iter().zip(1..) {
        let gain = gain(nets, against);
        if gain >= most {
            (best, most) = (code, gain);
        }
    }
    best
}

impl Counts {
    /// A player's cards among some places, and a dealer's, that stand in a relation, if there are any.
    fn deal_in(
        &self,
        hands: &DealerHands,
        places: Range<usize>,
        relation: Relation,
    ) -> Option<(Vec<Card>, Vec<Card>)> {
        if relation == Relation::Unqualified && hands.qualifies == 0 {
            return None;
        }
        let players = &self.players;
        let value = players[places.start].value;
        let [below, above] = [
            players.partition_point(|player| player.value < value),
            players.partition_point(|player| player.value <= value),
        ];
        let qualified = players.partition_point(|player| player.value < hands.qualifies);
        let among = |places: Range<usize>| -> Box<dyn Iterator<Item = &Player>> {
            Box::new(players.get(places).into_iter().flatten())
        };
        // Hands of a player's that the dealer's may be like.
        let like: Box<dyn Iterator<Item = &Player>> = match relation {
            Relation::Unqualified => among(0..qualified),
            Relation::Won => among(qualified..below),
            Relation::Tied => among(qualified.max(below)..above),
            Relation::Lost => Box::new(players[above..].iter().rev()),
        };
        let own = players[places.start].cards;
        let fits = |like: &&Player| {
            Rank::ALL.iter().all(|rank| own.count_of(*rank) + like.cards.count_of(*rank) <= 4)
        };
        let renamed = |like: &Player| {
            let cards = like.cards;
            let rename = move |names: [_; 4]| -> CardSet {
                let each = |card: Card| Card::new(card.rank(), names[card.suit().index()]);
                cards.iter().map(each).collect()
            };
            NAMES.into_iter().map(rename)
        };
        let apart = like.filter(fits).flat_map(renamed).filter(|cards| (*cards & own).is_empty());
        let more = hands.dealer_cards - hands.own_cards;
        let mut full = apart.flat_map(|cards| {
            let free: Vec<Card> = others(&(cards | own).iter().collect::<Vec<_>>()).collect();
            let count = if more == 0 { 1 } else { free.len() };
            (0..count).map(move |place| {
                let last = free.iter().skip(place).take(more);
                cards | last.collect()
            })
        });
        let stands = |dealer: &CardSet| hands.relation(value, (hands.value)(*dealer)) == relation;
        let dealer = full.find(stands)?;
        Some((own.iter().collect(), dealer.iter().collect()))
    }
}

/// The wager that is decided.
const DECIDED: &str = "ante";

impl Game for AgainstDealer {
    fn unit(&self, _: &str) -> Unit {
        Unit::ANTE
    }

    fn simple(&self, _: &str) -> &'static [Simple] {
        self.simple
    }

    fn warm(&self, subject: &Subject, wager: &str) -> Vec<Held> {
        if wager == DECIDED { vec![dealer_hands(subject).counted()] } else { Vec::new() }
    }

    fn solve(&self, question: &Question<'_>) -> Vec<Solution> {
        solve(question, self)
    }

    fn products(&self, question: &Question<'_>, sides: &[&SideNets]) -> Vec<Option<Exact>> {
        joint::products(question, sides)
    }

    fn secrets(&self, subject: &Subject) -> Secrets {
        knowing::secrets(subject)
    }

    fn knowing(&self, question: &Question<'_>, sees: Sees) -> Option<Knowing> {
        knowing::sees(question, self, sees)
    }
}

/// Solves a wager against the dealer's hand.
fn solve(question: &Question<'_>, game: &AgainstDealer) -> Vec<Solution> {
    let hands = dealer_hands(question.subject);
    question.progress.begin("counting the dealer's hands", 1);
    let counts = hands.counted();
    question.progress.advance(1);
    // What is paid alike is played alike.
    let mut known: Vec<(Terms, Played)> = Vec::new();
    let solve = |schedule| {
        let terms = Terms::of(question, schedule, &counts);
        let found = known.iter().position(|(other, _)| *other == terms);
        let place = found.unwrap_or_else(|| {
            let played = terms.play(&counts, &hands, question.policy, game);
            known.push((terms, played));
            known.len() - 1
        });
        let (terms, played) = &known[place];
        terms.solution(played, hands, question.policy, game)
    };
    question.schedules.iter().map(solve).collect()
}

/// What to choose.
pub(crate) struct Advice {
    pub(crate) hands: DealerHands,
    terms: Terms,
    scale: Scale,
    nets: Vec<Vec<[i128; 4]>>,
    pub(crate) choices: Arc<Choices>,
    policy: Policy,
    game: AgainstDealer,
}

impl Advice {
    pub(crate) fn action(&self, code: Code) -> Action {
        self.terms.actions[usize::from(code)]
    }

    /// The choice with the largest wager.
    pub(crate) fn largest(&self) -> Code {
        (self.terms.actions.len() - 1) as Code
    }

    /// How much better than folding each choice is, folding itself first, over all hands of the dealer.
    pub(crate) fn gains<const CHOICES: usize>(
        &self,
        player: &Player,
        against: &Against,
    ) -> [i128; CHOICES] {
        let mut gains = [0; CHOICES];
        let nets = &self.nets[self.terms.class(player)];
        gains[1..].iter_mut().zip(nets).for_each(|(sum, nets)| *sum = gain(nets, against));
        gains
    }

    /// A sum of gains over all deals as a part of the ante.
    pub(crate) fn share_of(&self, gain: i128) -> Exact {
        fraction(gain, self.scale.unit) / whole(self.hands.deals())
    }
}

impl Advisor for Advice {
    fn choose(&self, felt: &Felt, seat: usize, choice: &Choice) -> Action {
        let own = felt.seats[seat].cards();
        let up = felt.dealer.cards().last().filter(|_| self.hands.has_up_card);
        let code = self.choices.choose((self.hands.value)(own.iter().collect()), own, up.copied());
        // Where the limits leave no room for as much, the most there is room for.
        let mut fitting = (FOLD..=code).rev().map(|code| self.action(code));
        fitting.find(|one| choice.actions.contains(one)).unwrap_or(Action::Fold)
    }

    fn values(&self, spot: &Spot) -> Result<Vec<Valued>, SpotError> {
        let own = spot.own_cards(self.hands.own_cards)?;
        let up = match self.hands.has_up_card {
            true => Some(spot.up_card()?),
            false => spot.no_board().and(spot.no_dealer()).map(|()| None)?,
        };
        spot.is_first()?;
        spot.cards()?;
        let against = self.hands.deal(own, up);
        let class = self.terms.class[usize::from((self.hands.value)(own))];
        let gains = self.nets[usize::from(class)].iter().map(|nets| gain(nets, &against));
        let values = [0].into_iter().chain(gains).map(|gain| {
            fraction(gain, self.scale.unit) / whole(self.hands.hands()) + self.terms.fold.net()
        });
        let valued = |(action, value): (&Action, Exact)| Valued { action: *action, value };
        let mut all: Vec<Valued> = self.terms.actions.iter().zip(values).map(valued).collect();
        all.reverse();
        Ok(ranked(all))
    }

    fn differences(&self, other: &dyn Advisor) -> Vec<Difference> {
        let Some(other) = alike(self, other) else { return Vec::new() };
        let counts = self.hands.counted();
        let mut found = Differences::of(self.hands.deals());
        for player in &counts.players {
            let own: Vec<Card> = player.cards.iter().collect();
            let ups: Vec<Option<Card>> = match self.hands.has_up_card {
                true => others(&own).map(Some).collect(),
                false => vec![None],
            };
            let deals = u64::from(player.times) * u64::from(self.hands.hands());
            for up in ups {
                let of =
                    |advice: &Advice| advice.action(advice.choices.choose(player.value, &own, up));
                found.add(self.game.decision, [of(self), of(other)], deals, || {
                    let dealer = up.into_iter().collect();
                    Spot { own: own.clone(), dealer, ..Spot::default() }
                });
            }
        }
        found.finish()
    }

    fn spots(&self, visit: &mut dyn FnMut(&SpotGains<'_>)) -> Option<Exact> {
        Some(self.visit_spots(visit))
    }

    fn charts(&self) -> Vec<Chart> {
        match self.policy {
            Policy::Optimal => (self.game.charts)(self),
            // Three-card poker shows where a simple strategy begins to play, too.
            Policy::Simple(_) if !self.hands.has_up_card => (self.game.charts)(self),
            Policy::Simple(id) => Chart::simple(self.game.simple, id),
        }
    }
}
