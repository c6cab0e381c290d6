//! Players who left after a round: what they had is put away, and their seats are free. The next player to sit there
//! does not find another player's cards and result.

use house::Seat;
use house::table::play::{Play, Progress};
use house::table::setup::Kind;
use house::table::{Player, Table};
use house::view::{SeatView, TableView};

/// The seats whose players of the finished round are gone.
pub(super) fn seats(table: &Table, play: Option<&Play>) -> Vec<u8> {
    // At a live table nobody sits down: the dealer bets for the seats.
    let is_over = |play: &&Play| play.progress() == Progress::Over;
    let play = play.filter(is_over).filter(|_| table.setup().kind != Kind::Live);
    let players = play.into_iter().flat_map(|play| play.players());
    let is_gone = |(seat, name): &(&Seat, &String)| match table.seated().get(seat) {
        Some(Player::Person(person)) => person.as_str() != name.as_str(),
        Some(Player::Bot(_)) => false,
        None => true,
    };
    players.filter(is_gone).map(|(seat, _)| seat.0).collect()
}

/// Puts away what they had; when all have left, the whole round.
pub(super) fn put_away(view: &mut TableView, table: &Table, left: &[u8]) {
    let round = &mut view.round;
    for seat in round.seats.iter_mut().filter(|seat| left.contains(&seat.seat.0)) {
        let is_taken = table.seated().contains_key(&seat.seat);
        let player = seat.player.take().filter(|_| is_taken);
        *seat = SeatView { player, chips: seat.chips, ..SeatView::empty(seat.seat) };
    }
    let has_nobody = round.seats.iter().all(|seat| seat.bets.is_empty() && seat.hands.is_empty());
    if !left.is_empty() && has_nobody {
        round.dealer.clear();
        round.board.clear();
        round.lines.clear();
        round.tips.clear();
        round.rake = None;
        round.is_void = false;
    }
}
