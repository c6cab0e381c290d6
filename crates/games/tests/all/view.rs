//! What a viewer may see of a round: exactly the cards that he should, and nothing of the others.

use std::sync::Arc;

use cards::{Card, CardSet, Face, Rank, Suit};
use games::{
    Action, Keep, Meter, Next, NextView, Pile, Posting, Round, Seat, SeatNumber, Table, TurnView,
    View, Viewer,
};
use money::Cents;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rulebook::{Irregularity, Rulebook};

use crate::support::Playing;

fn seat(number: u8) -> SeatNumber {
    SeatNumber::new(number).unwrap()
}

fn open(game: &str, schedules: &[(&str, &str)]) -> Arc<Table> {
    let schedules = schedules.iter().map(|(bet, name)| ((*bet).to_owned(), (*name).to_owned()));
    let posting =
        Posting { game: game.to_owned(), schedules: schedules.collect(), ..Posting::default() };
    Table::open(Rulebook::embedded(), posting).unwrap()
}

/// Three-card poker where a player may play two hands.
fn two_hands(schedules: &[(&str, &str)]) -> Arc<Table> {
    let schedules = schedules.iter().map(|(bet, name)| ((*bet).to_owned(), (*name).to_owned()));
    let option = ("hands-per-player".to_owned(), "2".to_owned());
    let posting = Posting {
        game: "three-card-poker".to_owned(),
        schedules: schedules.collect(),
        options: [option].into(),
        ..Posting::default()
    };
    Table::open(Rulebook::embedded(), posting).unwrap()
}

/// What is done in a round, without a word of the cards: an action is its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Lock,
    Deal,
    Act(usize),
}

/// The bets of a round: seat, who plays it, and what he bets.
type Bets<'a> = [(u8, u8, &'a [(&'a str, i64)])];

fn with_bets(table: &Arc<Table>, bets: &Bets<'_>) -> Playing {
    let meter = Meter::new("2345.67".parse().unwrap(), "0".parse().unwrap());
    let mut round = Playing::new(table, Some(meter), Keep::Log);
    for (number, player, bets) in bets {
        for (bet, amount) in *bets {
            round.bet(seat(*number), bet, Cents::dollars(*amount)).unwrap();
        }
        round.player(seat(*number), *player).unwrap();
    }
    round
}

/// Does one step with the next card of the deck.
fn go(round: &mut Playing, step: Step, deck: &mut impl Iterator<Item = Card>) {
    match (step, round.next().clone()) {
        (Step::Lock, Next::Bets) => round.lock().unwrap(),
        (Step::Deal, Next::Card(_)) => round.card(deck.next().unwrap()).unwrap(),
        (Step::Act(place), Next::Decision(choice)) => {
            round.act(choice.seat, choice.actions[place]).unwrap();
        }
        (step, next) => panic!("{step:?} where {next:?} is wanted"),
    }
    round.pay_awards();
}

/// Plays a round to its end, deciding by `picks`, and tells the steps it took.
fn steps(mut round: Playing, deck: &[Card], picks: &[Index]) -> Vec<Step> {
    let (mut deck, mut picks) = (deck.iter().copied(), picks.iter().cycle());
    let mut steps = Vec::new();
    loop {
        let step = match round.next() {
            Next::Bets => Step::Lock,
            Next::Card(_) => Step::Deal,
            Next::Decision(choice) => {
                // A hand that can be laid down is rare: take it when it comes.
                let laid_down = choice.actions.iter().position(|a| *a == Action::LayDown);
                let pick = picks.next().unwrap().index(choice.actions.len());
                Step::Act(laid_down.filter(|_| pick > 0).unwrap_or(pick))
            }
            Next::Award(_) => unreachable!("awards are paid at once"),
            Next::Done => return steps,
        };
        go(&mut round, step, &mut deck);
        steps.push(step);
    }
}

fn play(mut round: Playing, deck: &[Card], steps: &[Step]) -> Playing {
    let mut deck = deck.iter().copied();
    for step in steps {
        go(&mut round, *step, &mut deck);
    }
    round
}

/// Every card that a view shows.
fn shown(view: &View) -> CardSet {
    let hands = view.seats.iter().flat_map(|seat| seat.hands.iter().flat_map(|hand| &hand.cards));
    let set = view.seats.iter().filter_map(|seat| seat.set.as_ref());
    let table = view.dealer.iter().chain(&view.board).chain(&view.burns);
    let told = match &view.next {
        NextView::Decision(turn) => turn.actions.clone(),
        _ => Vec::new(),
    };
    let told = told.into_iter().filter_map(|action| match action {
        Action::Set(card) => Some(card),
        _ => None,
    });
    let up = hands.chain(set).chain(table).filter_map(|face| match face {
        Face::Up(card) => Some(*card),
        Face::Down => None,
    });
    up.chain(told).collect()
}

/// Every card that a viewer may see, said a second time and in other words.
fn allowed(round: &Round, viewer: Viewer) -> CardSet {
    let felt = round.felt();
    let is_over = *round.next() == Next::Done;
    let up = |pile: &Pile| -> Vec<Card> {
        let all = pile.cards().iter().enumerate();
        all.filter(|(place, _)| pile.is_up(*place)).map(|(_, card)| *card).collect()
    };
    let runs_the_table = matches!(viewer, Viewer::Dealer | Viewer::Supervisor);
    let is_own = |other: &Seat| match viewer {
        Viewer::Seat(number) => {
            let own = felt.seats.iter().find(|seat| seat.number == number);
            own.is_some_and(|own| own.player == other.player)
        }
        _ => false,
    };
    let mut cards: Vec<Card> = Vec::new();
    for seat in &felt.seats {
        let is_shown = is_over && (runs_the_table || !seat.is_out);
        let all = is_shown || is_own(seat);
        let pile = &seat.hands[0].cards;
        cards.append(&mut if all { pile.cards().to_vec() } else { up(pile) });
    }
    for pile in [&felt.dealer, &felt.board] {
        let all = is_over && runs_the_table;
        cards.append(&mut if all { pile.cards().to_vec() } else { up(pile) });
    }
    cards.append(&mut up(&felt.burns));
    cards.iter().collect()
}

/// A view without what the rule settles in the open.
fn unsettled(mut view: View) -> View {
    view.lines.clear();
    view.tips.clear();
    view
}

/// How strictly two views are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compare {
    /// In everything.
    All,
    /// In everything, unless the swap changes what is settled in the open on a hand that is down:
    /// then in all but that.
    AllButSettled,
}

/// At every step, for every viewer, swaps two cards that he does not see: his view stays the same.
fn check_views(
    table: &Arc<Table>,
    bets: &Bets<'_>,
    deck: &[Card],
    picks: &[Index],
    swaps: &[(Index, Index)],
    compare: Compare,
) -> Result<(), TestCaseError> {
    let steps = steps(with_bets(table, bets), deck, picks);
    let mut swaps = swaps.iter().cycle();
    // Seat 7 is empty: who looks from there is a bystander.
    let seats = bets.iter().map(|(number, _, _)| Viewer::Seat(seat(*number)));
    let others = [Viewer::Seat(seat(7)), Viewer::Dealer, Viewer::Supervisor, Viewer::Public];
    let viewers: Vec<Viewer> = seats.chain(others).collect();
    for done in 0..=steps.len() {
        let round = play(with_bets(table, bets), deck, &steps[..done]);
        let dealt = steps[..done].iter().filter(|step| **step == Step::Deal).count();
        for &viewer in &viewers {
            let view = round.view(viewer);
            let seen = allowed(&round, viewer);
            prop_assert_eq!(shown(&view), seen, "{:?} after {} steps", viewer, done);
            let unseen: Vec<usize> =
                (0..deck.len()).filter(|&place| !seen.has(deck[place])).collect();
            let on_table = unseen.iter().filter(|place| **place < dealt).count();
            if on_table == 0 {
                continue;
            }
            // One that lies on the table with any other.
            let (first, second) = swaps.next().unwrap();
            let (first, second) =
                (unseen[first.index(on_table)], unseen[second.index(unseen.len())]);
            let mut other = deck.to_vec();
            other.swap(first, second);
            let round_too = play(with_bets(table, bets), &other, &steps[..done]);
            let view_too = round_too.view(viewer);
            let (view, view_too) = if compare == Compare::All || view.lines == view_too.lines {
                (view, view_too)
            } else {
                (unsettled(view), unsettled(view_too))
            };
            prop_assert_eq!(
                view,
                view_too,
                "{:?} after {} steps, {} for {}",
                viewer,
                done,
                deck[first],
                deck[second]
            );
        }
    }
    Ok(())
}

/// A shuffled deck.
fn decks() -> impl Strategy<Value = Vec<Card>> {
    let deck: Vec<Card> = CardSet::FULL.iter().collect();
    Just(deck).prop_shuffle()
}

/// A deck that gives the first of three seats two pair or four of a kind half of the time, so that
/// hands are laid down.
fn paired_decks() -> impl Strategy<Value = Vec<Card>> {
    (decks(), any::<Option<(Index, Index)>>()).prop_map(|(mut deck, ranks)| {
        if let Some((first, second)) = ranks {
            let (first, second) = (first.get(&Rank::ALL), second.get(&Rank::ALL));
            let hand = [first, first, second, second].into_iter().zip(Suit::ALL);
            // Three seats are dealt in rotation: these are the places of the first.
            for ((rank, suit), place) in hand.zip([0, 3, 6, 9]) {
                let card = Card::new(*rank, suit);
                let at = deck.iter().position(|other| *other == card).unwrap();
                deck.swap(place, at);
            }
        }
        deck
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn unseen_cards_change_no_view_of_silverado(
        deck in paired_decks(),
        picks in vec(any::<Index>(), 12),
        swaps in vec(any::<(Index, Index)>(), 64),
        is_one_player in any::<bool>(),
    ) {
        let table = open("silverado-stud", &[("base", "B-Q")]);
        let second = if is_one_player { 1 } else { 2 };
        let bets: &Bets<'_> = &[
            (1, 1, &[("base", 10), ("four-card-bonus", 5)]),
            (2, second, &[("base", 5)]),
            (5, 5, &[("base", 20), ("four-card-bonus", 1)]),
        ];
        check_views(&table, bets, &deck, &picks, &swaps, Compare::All)?;
    }

    #[test]
    fn unseen_cards_change_no_view_of_three_card_poker(
        deck in decks(),
        picks in vec(any::<Index>(), 12),
        swaps in vec(any::<(Index, Index)>(), 64),
        is_one_player in any::<bool>(),
    ) {
        let table = two_hands(&[]);
        let second = if is_one_player { 1 } else { 2 };
        let bets: &Bets<'_> =
            &[(1, 1, &[("ante", 10)]), (2, second, &[("ante", 5)]), (6, 6, &[("ante", 20)])];
        check_views(&table, bets, &deck, &picks, &swaps, Compare::All)?;
    }

    /// A pair plus without a pair, a six card bonus and a progressive are settled in the open on
    /// hands that were folded and stay down, 20:18:16:15.02(8): only that may tell of them.
    #[test]
    fn unseen_cards_change_nothing_but_what_is_settled_in_the_open(
        deck in decks(),
        picks in vec(any::<Index>(), 12),
        swaps in vec(any::<(Index, Index)>(), 64),
    ) {
        let table = two_hands(&[("progressive", "paytable-1")]);
        let bets: &Bets<'_> = &[
            (1, 1, &[("ante", 10), ("pair-plus", 5), ("progressive", 1)]),
            (2, 2, &[("pair-plus", 5)]),
            (3, 3, &[("ante", 10), ("six-card-bonus", 5)]),
            (4, 3, &[("ante", 10), ("progressive", 1)]),
        ];
        check_views(&table, bets, &deck, &picks, &swaps, Compare::AllButSettled)?;
    }
}

/// The faces of a list as people write them.
fn faces(faces: &[Face]) -> String {
    faces.iter().map(Face::to_string).collect::<Vec<_>>().join(" ")
}

/// Seat by seat, then dealer and board: `As Ks / ?? ?? | ?? ?? | `.
fn cards_of(view: &View) -> String {
    let hand = |seat: &games::SeatView| faces(&seat.hands[0].cards);
    let seats: Vec<String> = view.seats.iter().map(hand).collect();
    format!("{} | {} | {}", seats.join(" / "), faces(&view.dealer), faces(&view.board))
}

/// The turn in a view.
#[track_caller]
fn turn(view: View) -> TurnView {
    match view.next {
        NextView::Decision(turn) => turn,
        next => panic!("{next:?}"),
    }
}

/// Deals cards in dealing order.
fn deal(round: &mut Round, cards: &str) {
    for card in cards::parse_cards(cards).unwrap() {
        round.card(card).unwrap();
    }
}

const ANTE: &[(&str, i64)] = &[("ante", 10)];

/// Three antes, one player in seats 1 and 3, dealt.
fn three_antes() -> Playing {
    let mut round = with_bets(&two_hands(&[]), &[(1, 1, ANTE), (2, 2, ANTE), (3, 1, ANTE)]);
    round.lock().unwrap();
    // One card at a time to the seats and the dealer.
    deal(&mut round, "As Kd 7c Qh  Ah Qd 7d 3c  9s 8s 5h 4d");
    round
}

const NOBODYS: &str = "?? ?? ?? / ?? ?? ?? / ?? ?? ?? | ?? ?? ?? | ";
const BYSTANDERS: [Viewer; 2] = [Viewer::Public, Viewer::Seat(SeatNumber::new(7).unwrap())];
const STAFF: [Viewer; 2] = [Viewer::Dealer, Viewer::Supervisor];

/// What each of these viewers sees.
#[track_caller]
fn all_see(round: &Round, viewers: &[Viewer], expected: &str) {
    for viewer in viewers {
        assert_eq!(cards_of(&round.view(*viewer)), expected, "{viewer:?}");
    }
}

#[test]
fn t2_a_hidden_hand_is_seen_by_its_player_alone() {
    let round = three_antes();
    all_see(&round, &STAFF, NOBODYS);
    all_see(&round, &BYSTANDERS, NOBODYS);
    // The player of two seats sees both hands from either.
    let both = "As Ah 9s / ?? ?? ?? / 7c 7d 5h | ?? ?? ?? | ";
    all_see(&round, &[Viewer::Seat(seat(1)), Viewer::Seat(seat(3))], both);
    let second = "?? ?? ?? / Kd Qd 8s / ?? ?? ?? | ?? ?? ?? | ";
    all_see(&round, &[Viewer::Seat(seat(2))], second);
}

#[test]
fn t2_a_folded_hand_stays_down_and_the_staff_sees_it_after_the_round() {
    let mut round = three_antes();
    round.act(seat(1), Action::Play).unwrap();
    round.act(seat(2), Action::Fold).unwrap();
    all_see(&round, &STAFF, NOBODYS);
    // The ante was collected in the open.
    let view = round.view(Viewer::Public);
    assert!(view.seats[1].is_out);
    assert_eq!(view.lines.len(), 1);
    round.act(seat(3), Action::Play).unwrap();
    assert_eq!(round.view(Viewer::Public).next, NextView::Done);
    let shown = "As Ah 9s / ?? ?? ?? / 7c 7d 5h | Qh 3c 4d | ";
    all_see(&round, &BYSTANDERS, shown);
    all_see(&round, &[Viewer::Seat(seat(1))], shown);
    let all = "As Ah 9s / Kd Qd 8s / 7c 7d 5h | Qh 3c 4d | ";
    all_see(&round, &[Viewer::Seat(seat(2))], all);
    all_see(&round, &STAFF, all);
}

#[test]
fn t2_the_dealers_hand_stays_down_when_all_fold_and_at_a_misdeal_all_but_the_hand_counted() {
    let all = "As Ah 9s / Kd Qd 8s / 7c 7d 5h | Qh 3c 4d | ";
    let mut folded = three_antes();
    for number in 1..=3 {
        folded.act(seat(number), Action::Fold).unwrap();
    }
    let mut misdealt = three_antes();
    misdealt.report(Irregularity::WrongNumberOfCards, Some(seat(2))).unwrap();
    assert!(misdealt.view(Viewer::Public).is_void);
    // The hand with the wrong number of cards is counted in the open [IRR-6].
    let counted = "?? ?? ?? / Kd Qd 8s / ?? ?? ?? | ?? ?? ?? | ";
    for (round, seen) in [(folded, NOBODYS), (misdealt, counted)] {
        assert_eq!(round.view(Viewer::Public).next, NextView::Done);
        all_see(&round, &BYSTANDERS, seen);
        all_see(&round, &STAFF, all);
    }
}

#[test]
fn t2_a_turn_tells_whose_it_is_and_only_its_player_and_the_staff_what_is_legal() {
    let round = three_antes();
    let of = |viewer| turn(round.view(viewer));
    let both = [Action::Play, Action::Fold];
    for viewer in [Viewer::Seat(seat(1)), Viewer::Seat(seat(3))] {
        assert_eq!(of(viewer).actions, both);
        assert!(of(viewer).is_complete);
    }
    for viewer in STAFF {
        assert_eq!(of(viewer).actions, both);
        assert!(!of(viewer).is_complete);
    }
    for viewer in [Viewer::Seat(seat(2)), Viewer::Public] {
        assert_eq!(of(viewer).seat, seat(1));
        assert!(of(viewer).actions.is_empty());
    }
}

#[test]
fn t2_silverados_legal_actions_do_not_tell_the_staff_of_the_cards() {
    let base: &[(&str, i64)] = &[("base", 10)];
    let mut round = with_bets(&open("silverado-stud", &[]), &[(1, 1, base), (2, 2, base)]);
    round.lock().unwrap();
    deal(&mut round, "7s 9s  7h 8h  7d 5d  7c 3c  Ks Qs");
    let own = turn(round.view(Viewer::Seat(seat(1))));
    let words: Vec<String> = own.actions.iter().map(Action::to_string).collect();
    assert_eq!(words, ["set 7s", "set 7h", "set 7d", "set 7c", "lay-down"]);
    for viewer in STAFF {
        let turn = turn(round.view(viewer));
        assert!(turn.actions.is_empty() && !turn.is_complete, "{viewer:?}");
    }
    // A hand that is laid down is shown.
    round.act(seat(1), Action::LayDown).unwrap();
    all_see(&round, &STAFF, "7s 7h 7d 7c / ?? ?? ?? ?? |  | ?? ??");
    all_see(&round, &BYSTANDERS, "7s 7h 7d 7c / ?? ?? ?? ?? |  | ?? ??");
    let three: Card = "3c".parse().unwrap();
    round.act(seat(2), Action::Set(three)).unwrap();
    all_see(&round, &BYSTANDERS, "7s 7h 7d 7c / ?? ?? ?? ?? |  | Ks ??");
    let set = |round: &Round, viewer| round.view(viewer).seats[1].set;
    assert_eq!(set(&round, Viewer::Seat(seat(2))), Some(Face::Up(three)));
    assert_eq!(set(&round, Viewer::Seat(seat(1))), Some(Face::Down));
    assert_eq!(set(&round, Viewer::Supervisor), Some(Face::Down));
    // The raise depends on no card: the staff may know of it.
    assert_eq!(turn(round.view(Viewer::Dealer)).actions, [Action::Raise, Action::NoRaise]);
    round.act(seat(2), Action::Raise).unwrap();
    all_see(&round, &BYSTANDERS, "7s 7h 7d 7c / 9s 8h 5d 3c |  | Ks Qs");
    assert_eq!(set(&round, Viewer::Public), Some(Face::Up(three)));
    let view = round.view(Viewer::Public);
    let stakes: Vec<String> =
        view.seats[1].stakes.iter().map(|s| format!("{} {}", s.line, s.amount)).collect();
    assert_eq!(stakes, ["five-card 10.00", "raise 10.00", "three-card 10.00"]);
    assert_eq!(view.game, "silverado-stud");
    assert_eq!(view.edition.to_string(), "2015-07-01");
    assert_eq!(view.lines, round.settlement().lines);
}

#[test]
fn t2_blackjack_hands_lie_open_and_the_hole_card_is_hidden_from_the_dealer_too() {
    let bets: &[(&str, i64)] = &[("blackjack", 10)];
    let mut round = with_bets(&open("blackjack", &[]), &[(1, 1, bets)]);
    round.lock().unwrap();
    deal(&mut round, "Ts 9h 6c 5d");
    all_see(&round, &STAFF, "Ts 6c | 9h ?? | ");
    all_see(&round, &BYSTANDERS, "Ts 6c | 9h ?? | ");
    let turn = turn(round.view(Viewer::Dealer));
    assert!(turn.is_complete && turn.actions.contains(&Action::Double));
    round.act(seat(1), Action::Stand).unwrap();
    all_see(&round, &BYSTANDERS, "Ts 6c | 9h 5d | ");
}

#[test]
fn prg_1_contributions_show_at_the_lock_and_tips_beside_their_stakes() {
    let table = two_hands(&[("progressive", "paytable-1")]);
    let bets: &[(&str, i64)] = &[("ante", 10), ("progressive", 1)];
    let mut round = with_bets(&table, &[(1, 1, bets)]);
    round.tip(seat(1), "ante", Cents::dollars(5)).unwrap();
    let sign = round.0.sign.clone().unwrap();
    assert_eq!(sign.shows(&round).to_string(), "2345.6700");
    round.lock().unwrap();
    // 25% of $1 was contributed.
    assert_eq!(sign.shows(&round).to_string(), "2345.9200");
    let view = round.view(Viewer::Public);
    let stakes: Vec<String> =
        view.seats[0].stakes.iter().map(|s| format!("{} {} {}", s.line, s.amount, s.tip)).collect();
    assert_eq!(stakes, ["ante 10.00 5.00", "progressive 1.00 0.00"]);
}
