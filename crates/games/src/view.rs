//! What a viewer may see of a round, figured in this one place.
//!
//! Cards that lie face down reach no one before they are turned up, not the dealer and not the
//! supervisor; a player sees his own. What may be known is what lies on the felt, so this serves
//! every game. Swapping cards that a viewer does not see never changes what he is shown, but for
//! wagers that the rule settles in the open on a hand that stays down.

use cards::{Card, Face};
use money::Cents;
use rulebook::EditionId;

use crate::action::Action;
use crate::choice::Choice;
use crate::felt::{Felt, HandState, Pile, Seat, SeatHand, SeatNumber};
use crate::round::{AwardDue, Next, Round, Want};
use crate::settle::{SettledLine, TipLine};
use crate::table::Table;

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player in a seat: he sees every seat that he plays.
    Seat(SeatNumber),
    /// The dealer.
    Dealer,
    /// The supervisor.
    Supervisor,
    /// Anyone who stands by.
    Public,
}

/// A round as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The game's id.
    pub game: String,
    /// The edition that the table is open under.
    pub edition: EditionId,
    /// What comes next.
    pub next: NextView,
    /// The seats that play, by number.
    pub seats: Vec<SeatView>,
    /// The dealer's cards.
    pub dealer: Vec<Face>,
    /// The community cards.
    pub board: Vec<Face>,
    /// The burned cards that were recorded: they stay down unless they are played [H212-3].
    pub burns: Vec<Face>,
    /// A card that was drawn in error and exposed, and that is dealt next.
    pub exposed: Option<Card>,
    /// The lines settled so far, in the order of paying and taking.
    pub lines: Vec<SettledLine>,
    /// The tips settled so far.
    pub tips: Vec<TipLine>,
    /// What the house took from a pot.
    pub rake: Option<Cents>,
    /// Was the round void: a misdeal?
    pub is_void: bool,
}

/// What comes next, as a viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextView {
    /// Bets are open.
    Bets,
    /// A card is wanted.
    Card(Want),
    /// A decision is wanted.
    Decision(TurnView),
    /// A hand has won the progressive: its award is due.
    Award(AwardDue),
    /// The round is over.
    Done,
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnView {
    /// Whose.
    pub seat: SeatNumber,
    /// For which of his hands, 1 to 4; only after a split.
    pub hand: Option<u8>,
    /// What is legal, for the seat itself, the dealer and the supervisor; nothing for others.
    pub actions: Vec<Action>,
    /// The wager that may be doubled for less.
    pub double_below: Option<Cents>,
    /// Whether these are all. Not for who does not see the hand: what is legal only because of its cards, such as a
    /// lay-down, would tell him of them.
    pub is_complete: bool,
}

/// A seat as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Its number.
    pub number: SeatNumber,
    /// Who plays it.
    pub player: u8,
    /// What lies on its lines, in the order of the game's list.
    pub stakes: Vec<StakeView>,
    /// Its hands; more than one only after a split.
    pub hands: Vec<HandView>,
    /// The card set apart (Silverado).
    pub set: Option<Face>,
    /// Whether it has left the round before the end: folded, laid down, or otherwise.
    pub is_out: bool,
    /// Whether its hand is dead.
    pub is_dead: bool,
}

/// What lies on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StakeView {
    /// The line's id.
    pub line: &'static str,
    /// What is staked.
    pub amount: Cents,
    /// What rides on it for the dealers.
    pub tip: Cents,
    /// Whether it was taken back [LIR-2].
    pub is_pulled: bool,
}

/// A hand as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandView {
    /// Its cards, in the order in which they were dealt.
    pub cards: Vec<Face>,
    /// What is staked on it, where hands of a seat have stakes of their own (blackjack).
    pub stake: Cents,
    /// How it stands in a blackjack game; only for who sees all of its cards.
    pub state: Option<HandState>,
}

impl View {
    /// Every card that this viewer sees.
    pub fn faces_up(&self) -> Vec<Card> {
        let hands = self.seats.iter().flat_map(|seat| &seat.hands).flat_map(|hand| &hand.cards);
        let set = self.seats.iter().filter_map(|seat| seat.set.as_ref());
        let piles = hands.chain(set).chain(&self.dealer).chain(&self.board).chain(&self.burns);
        let up = piles.filter_map(|face| match face {
            Face::Up(card) => Some(*card),
            Face::Down => None,
        });
        up.chain(self.exposed).collect()
    }
}

impl Round {
    /// What a viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        let sight = Sight::new(self, viewer);
        let (felt, section) = (self.felt(), self.table().section());
        let settlement = self.settlement();
        View {
            game: section.game.clone(),
            edition: section.edition.id,
            next: sight.next(felt, self.next()),
            seats: felt.seats.iter().map(|seat| sight.seat(self.table(), seat)).collect(),
            dealer: faces(&felt.dealer, sight.sees_all()),
            board: faces(&felt.board, sight.sees_all()),
            burns: felt.burns.faces().collect(),
            exposed: felt.exposed.map(|exposed| exposed.card),
            lines: settlement.lines.clone(),
            tips: settlement.tips.clone(),
            rake: settlement.rake,
            is_void: self.is_void(),
        }
    }
}

/// What decides who sees what.
struct Sight {
    viewer: Viewer,
    /// The player who looks, if he is in the round.
    player: Option<u8>,
    is_over: bool,
    is_void: bool,
}

impl Sight {
    fn new(round: &Round, viewer: Viewer) -> Sight {
        let player = match viewer {
            Viewer::Seat(number) => {
                let felt = round.felt();
                felt.place_of(number).map(|place| felt.seats[place].player)
            }
            Viewer::Dealer | Viewer::Supervisor | Viewer::Public => None,
        };
        // An award is due after the last card, when the hands are settled.
        let is_over = matches!(round.next(), Next::Award(_) | Next::Done);
        Sight { viewer, player, is_over, is_void: round.is_void() }
    }

    /// Those who run the table may look at every card once the round is over.
    fn sees_all(&self) -> bool {
        self.is_over && matches!(self.viewer, Viewer::Dealer | Viewer::Supervisor)
    }

    /// A player sees the hands of his seats, and everyone those that came to the showdown.
    fn sees(&self, seat: &Seat) -> bool {
        let is_own = self.player == Some(seat.player);
        let is_shown = self.is_over && !self.is_void && !seat.is_out && !seat.is_dead;
        is_own || is_shown || self.sees_all()
    }

    fn next(&self, felt: &Felt, next: &Next) -> NextView {
        match next {
            Next::Bets => NextView::Bets,
            Next::Card(want) => NextView::Card(*want),
            Next::Decision(choice) => NextView::Decision(self.turn(felt, choice)),
            Next::Award(due) => NextView::Award(*due),
            Next::Done => NextView::Done,
        }
    }

    fn turn(&self, felt: &Felt, choice: &Choice) -> TurnView {
        let (seat, hand) = (choice.seat, choice.hand);
        let decider = felt.place_of(seat).map(|place| &felt.seats[place]);
        let is_own = decider.is_some_and(|decider| self.player == Some(decider.player));
        let may_know = is_own || matches!(self.viewer, Viewer::Dealer | Viewer::Supervisor);
        let is_complete =
            may_know && decider.is_some_and(|decider| self.sees(decider) || lies_open(decider));
        let legal = choice.actions.iter().filter(|_| may_know);
        let actions = legal.filter(|action| is_complete || !tells_of_cards(**action));
        TurnView {
            seat,
            hand,
            actions: actions.copied().collect(),
            double_below: choice.double_below.filter(|_| is_complete),
            is_complete,
        }
    }

    fn seat(&self, table: &Table, seat: &Seat) -> SeatView {
        let sees = self.sees(seat);
        let stakes = table.lines_in_order().filter_map(|(place, line)| {
            let (amount, tip) = (seat.stake(place), seat.tips[place.index()]);
            let is_pulled = seat.has_pulled(place);
            (amount > Cents::ZERO).then_some(StakeView { line, amount, tip, is_pulled })
        });
        let hand = |hand: &SeatHand| {
            let cards = faces(&hand.cards, sees);
            let is_known = cards.iter().all(|face| *face != Face::Down);
            HandView { cards, stake: hand.stake, state: is_known.then_some(hand.state) }
        };
        let set = |card: Card| {
            let is_known = sees || lies_open(seat);
            if is_known { Face::Up(card) } else { Face::Down }
        };
        SeatView {
            number: seat.number,
            player: seat.player,
            stakes: stakes.collect(),
            hands: seat.hands.iter().map(hand).collect(),
            set: seat.set.map(set),
            is_out: seat.is_out,
            is_dead: seat.is_dead,
        }
    }
}

/// Cards as they lie, or all of them for who sees them.
fn faces(pile: &Pile, sees: bool) -> Vec<Face> {
    match sees {
        true => pile.known().map(|card| card.map_or(Face::Down, Face::Up)).collect(),
        false => pile.faces().collect(),
    }
}

/// Whether all cards of a seat lie face up.
fn lies_open(seat: &Seat) -> bool {
    seat.hands.iter().all(|hand| hand.cards.faces().all(|face| face != Face::Down))
}

/// Whether an action is legal only because of the cards of the hand, so that offering it tells of them.
fn tells_of_cards(action: Action) -> bool {
    match action {
        Action::Set(_)
        | Action::LayDown
        | Action::Double
        | Action::DoubleFor(_)
        | Action::Split => true,
        Action::Fold
        | Action::Check
        | Action::Play
        | Action::PlayTimes(_)
        | Action::BetTimes(_)
        | Action::Bet(_)
        | Action::RaiseTo(_)
        | Action::Call
        | Action::Ride
        | Action::Pull
        | Action::Raise
        | Action::RaiseTimes(_)
        | Action::NoRaise
        | Action::Hit
        | Action::Stand
        | Action::Surrender
        | Action::Insure
        | Action::Decline
        | Action::Take
        | Action::Press
        | Action::War
        | Action::Stay => false,
    }
}
