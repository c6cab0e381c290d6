//! What happened since a viewer last looked, in words, for those who listen: cards, turns and results, in order.
//! Short: of one's own wagers each with its reason, of another seat only what it came to.

use cards::Face;
use games::HandView;
use house::table::play::Progress;
use house::view::{LineView, RoundView, SeatView, TableView};
use money::Cents;

use super::{Felt, call, lines};
use crate::pages::words;

/// What happened between two views of the same viewer.
pub(super) fn since(before: &TableView, felt: &Felt<'_>) -> Vec<String> {
    let (was, now) = (&before.round, &felt.view.round);
    let mut said = Vec::new();
    let is_new_round = was.number != now.number;
    if is_new_round && now.phase == Progress::Betting {
        said.push("Bets are open.".to_owned());
    }
    if was.phase == Progress::Betting && now.phase != Progress::Betting && !is_new_round {
        said.push("No more bets.".to_owned());
    }
    if now.is_void {
        if !was.is_void {
            said.push("The round is void: every wager is returned.".to_owned());
        }
        return said;
    }
    said.extend(
        now.seats
            .iter()
            .filter(|seat| felt.mine.contains(&seat.seat.0))
            .flat_map(|own| chips(was.seats.iter().find(|seat| seat.seat == own.seat), own)),
    );
    said.extend(new_shuffle(was, now));
    said.extend(cards(if is_new_round { None } else { Some(was) }, felt));
    let told = if is_new_round { 0 } else { was.lines.len() };
    said.extend(results(felt, now.lines.get(told..).unwrap_or_default()));
    let turn = now.next.decision().filter(|_| felt.is_my_turn());
    if let Some(turn) = turn.filter(|_| was.next != now.next || is_new_round) {
        said.push(format!("Your turn: {}.", words::either(turn.actions())));
    }
    said
}

/// A shuffle of an older release was given up before the lock [SHF-1].
fn new_shuffle(was: &RoundView, now: &RoundView) -> Option<String> {
    let root = |of: &RoundView| of.shuffle.as_ref().map(|shuffle| shuffle.commitment.clone());
    let is_given_up = now.shuffle.as_ref().is_some_and(|shuffle| shuffle.given_up.is_some());
    (is_given_up && root(was) != root(now)).then(|| {
        "The table has committed to another shuffle. Bets stand: say again that you are ready."
            .to_owned()
    })
}

/// What became of the viewer's chips: a progressive bet that came back, chips that the dealer confirmed or refused.
fn chips(was: Option<&SeatView>, own: &SeatView) -> Vec<String> {
    let (asked, had) = was.map_or((None, None), |was| (was.buy_in, was.returned.as_ref()));
    let mut said = Vec::new();
    if let Some(returned) = own.returned.as_ref().filter(|returned| had != Some(returned)) {
        let amount = words::dollars(returned.amount);
        said.push(format!("Your {amount} progressive bet came back: {}.", returned.why));
    }
    if let Some(asked) = asked.filter(|_| own.buy_in.is_none()) {
        let is_sold = was.is_some_and(|was| was.chips != own.chips);
        let what = if is_sold { "has confirmed your" } else { "sells you no" };
        said.push(format!("The dealer {what} {} in chips.", words::dollars(asked)));
    }
    said
}

/// The cards that can be seen now and could not be before.
fn cards(was: Option<&RoundView>, felt: &Felt<'_>) -> Vec<String> {
    let now = &felt.view.round;
    let mut said = Vec::new();
    for seat in &now.seats {
        let old = was.and_then(|was| was.seats.iter().find(|old| old.seat == seat.seat));
        said.extend(hands(old.map_or(&[][..], |old| &old.hands), felt, seat));
    }
    let old = |pile: fn(&RoundView) -> &[Face]| was.map(pile).unwrap_or_default();
    said.extend(fresh("On the board:", old(|was| &was.board), &now.board, None));
    if let Some((cards, name)) = felt.turned_over() {
        let old = call::turned_over(old(|was| &was.burns));
        said.extend(fresh("The dealer’s hold ’em hand is", &old, &cards, Some(name)));
    }
    said.extend(dealer(old(|was| &was.dealer), felt));
    said
}

/// The cards of a seat's hands. Other players' split hands are not told card by card.
fn hands(old: &[HandView], felt: &Felt<'_>, seat: &SeatView) -> Vec<String> {
    let is_mine = felt.mine.contains(&seat.seat.0);
    let has_split = !old.is_empty() && old.len() < seat.hands.len();
    if has_split && !is_mine {
        return vec![format!("Seat {} splits.", seat.seat)];
    }
    let mut said = Vec::new();
    said.extend(has_split.then(|| "You split.".to_owned()));
    for (place, hand) in seat.hands.iter().enumerate() {
        let before = old.get(place).filter(|_| !has_split);
        let before = before.map_or(&[][..], |before| &before.cards);
        let verb = match (before.is_empty(), before.contains(&Face::Down)) {
            (true, _) => "has",
            (false, true) => "shows",
            (false, false) => "gets",
        };
        let whose = match (is_mine, seat.hands.len() > 1, verb) {
            (true, true, verb) => format!("Hand {} {verb}", place + 1),
            (true, false, "gets") => "You get".to_owned(),
            (true, false, _) => "You have".to_owned(),
            (false, _, verb) => format!("Seat {} {verb}", seat.seat),
        };
        let called = call::said(&felt.held_with(seat, place, &[])).filter(|_| is_mine);
        said.extend(fresh(&whose, before, &hand.cards, called));
    }
    said
}

/// The dealer's cards: those that show, and once all do, the whole hand with its name.
fn dealer(old: &[Face], felt: &Felt<'_>) -> Option<String> {
    let round = &felt.view.round;
    if round.dealer.contains(&Face::Down) {
        return fresh("The dealer shows", old, &round.dealer, None);
    }
    let called = call::said(&felt.dealers());
    let old = if old == round.dealer { old } else { &[] };
    fresh("The dealer has", old, &round.dealer, called)
}

fn fresh(whose: &str, old: &[Face], now: &[Face], called: Option<String>) -> Option<String> {
    let is_fresh =
        |(place, face): &(usize, &Face)| **face != Face::Down && old.get(*place) != Some(*face);
    let fresh: Vec<String> =
        now.iter().enumerate().filter(is_fresh).map(|(_, face)| words::card(*face)).collect();
    let called = called.map(|called| format!(": {called}")).unwrap_or_default();
    (!fresh.is_empty()).then(|| format!("{whose} {}{called}.", fresh.join(", ")))
}

/// What new lines came to, in the order of the settlement.
fn results(felt: &Felt<'_>, new: &[LineView]) -> Vec<String> {
    let (mut said, mut own_said) = (Vec::new(), 0);
    for (place, line) in new.iter().enumerate() {
        let is_first = new[..place].iter().all(|other| other.seat != line.seat);
        if !felt.has_played(line.seat.0) {
            let own = new.iter().filter(|other| other.seat == line.seat);
            said.extend(is_first.then(|| came_to(&format!("Seat {}", line.seat), net(own), "s")));
        } else if place == 0 || !is_alike(&new[place - 1], line) {
            let alike = new[place..].iter().take_while(|other| is_alike(other, line));
            said.push(own_lines(&alike.collect::<Vec<_>>()));
            own_said += 1;
        }
    }
    if own_said > 1 {
        let own = new.iter().filter(|line| felt.has_played(line.seat.0));
        said.push(came_to("In all, you", net(own), ""));
    }
    said
}

/// Whether two lines of a seat say the same, one of one wager and one of another.
fn is_alike(one: &LineView, other: &LineView) -> bool {
    let about = |line: &LineView| (line.seat, line.outcome, line.why());
    about(one) == about(other)
}

fn net<'l>(lines: impl Iterator<Item = &'l LineView>) -> Cents {
    lines.map(LineView::net).sum()
}

/// `Seat 5 loses $30.`, `In all, you win $25.` The ending is that of the verb.
fn came_to(who: &str, net: Cents, ending: &str) -> String {
    match net.get() {
        0 => format!("{who} break{ending} even."),
        cents if cents < 0 => {
            format!("{who} lose{ending} {}.", words::dollars(Cents::new(-cents)))
        }
        _ => format!("{who} win{ending} {}.", words::dollars(net)),
    }
}

/// The viewer's own wagers that came out alike: `Your play and ante win $25.`
fn own_lines(alike: &[&LineView]) -> String {
    let wagers: Vec<String> = alike.iter().map(|line| lines::wager_said(line)).collect();
    let net = net(alike.iter().copied());
    let (s, es) = if alike.len() == 1 { ("s", "es") } else { ("", "") };
    let why = alike.first().and_then(|line| line.why());
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    let wagers = words::and(&wagers);
    match net.get() {
        0 => format!("Your {wagers} push{es}{why}."),
        cents if cents < 0 => {
            format!("Your {wagers} lose{s} {}{why}.", words::dollars(Cents::new(-cents)))
        }
        _ => format!("Your {wagers} win{s} {}{why}.", words::dollars(net)),
    }
}

#[cfg(test)]
mod tests {
    use games::Outcome;

    use super::*;

    fn line(wager: &'static str, staked: i64, returned: i64, row: &'static str) -> LineView {
        let outcome = match returned.cmp(&staked) {
            std::cmp::Ordering::Less => Outcome::Lose,
            std::cmp::Ordering::Equal => Outcome::Push,
            std::cmp::Ordering::Greater => Outcome::Win,
        };
        lines::test_line(wager, row, outcome, (Cents::dollars(staked), Cents::dollars(returned)))
    }

    #[test]
    fn wagers_that_come_out_alike_are_one_sentence() {
        let streets =
            [line("third", 5, 0, "no qualifying hand"), line("ante", 5, 0, "no qualifying hand")];
        assert_eq!(
            own_lines(&streets.iter().collect::<Vec<_>>()),
            "Your third street and ante lose $10: no qualifying hand."
        );
        assert!(is_alike(&streets[0], &streets[1]));
        let blind = line("blind", 5, 5, "below straight");
        assert_eq!(own_lines(&[&blind]), "Your blind pushes: below straight.");
        let play = line("play", 5, 10, "win");
        assert_eq!(own_lines(&[&play]), "Your play wins $5.");
        assert!(!is_alike(&blind, &play));
        assert_eq!(came_to("Seat 5", Cents::dollars(-30), "s"), "Seat 5 loses $30.");
        assert_eq!(came_to("In all, you", Cents::ZERO, ""), "In all, you break even.");
    }
}
