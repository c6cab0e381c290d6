//! What each viewer may see of a table, as values: amounts, cards, actions, moments. How clients read them is for the
//! crate `wire`.
//!
//! Which cards are seen is decided in `games` alone; nothing here turns a card up.

mod shown;

pub(crate) use shown::posted;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use cards::{DeckCount, Face};
use games::{Agreed, HandView, Offer, Outcome, Recipient, RowId, TipLine};
use money::{Cents, MeterUnits};
use progressive::{AwardNumber, MeterId, PersonId, Seat, TableId};
use rulebook::Citation;

use crate::table::Call;
use crate::table::play::{Progress, ReturnedBet};
use crate::table::setup::{Clocks, Kind, Range};
use crate::table::steps::StepDue;

/// Who looks at a table: a person who is signed in, or anyone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Viewer<'p> {
    Person(&'p PersonId),
    Public,
}

/// A table as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TableView {
    pub table: TableId,
    pub game: String,
    pub kind: Kind,
    pub edition: String,
    pub version: u64,
    pub is_open: bool,
    /// Whether the chips are free [PRG-24].
    pub play_money: bool,
    pub posted: Posted,
    pub round: RoundView,
    pub meter: Option<MeterView>,
    /// The call for a supervisor, for the staff only.
    pub call: Option<Call>,
}

/// What a table posts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct PostedView {
    pub section: String,
    pub seats: u8,
    pub chip: Cents,
    pub bets: Vec<&'static str>,
    pub limits: BTreeMap<String, Range>,
    pub schedules: BTreeMap<String, String>,
    pub options: BTreeMap<String, String>,
    pub progressive_wager: Option<Cents>,
    /// What every player must bet, at the least.
    pub least: BTreeMap<&'static str, Cents>,
    pub clocks: Clocks,
}

/// What a table posts, shared by all its views: it stays the same while the table is open.
#[derive(Clone, Debug)]
pub struct Posted(Arc<(PostedView, OnceLock<Box<str>>)>);

impl Posted {
    pub(crate) fn new(view: PostedView) -> Posted {
        Posted(Arc::new((view, OnceLock::new())))
    }

    /// The form in which clients read it, which is written when it is first asked for, and then kept.
    pub fn written(&self, write: impl FnOnce(&PostedView) -> String) -> &str {
        let (view, written) = &*self.0;
        written.get_or_init(|| write(view).into_boxed_str())
    }
}

impl std::ops::Deref for Posted {
    type Target = PostedView;

    fn deref(&self) -> &PostedView {
        &self.0.0
    }
}

impl PartialEq for Posted {
    fn eq(&self, other: &Posted) -> bool {
        **self == **other
    }
}

impl Eq for Posted {}

/// A round as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct RoundView {
    pub number: u64,
    pub phase: Progress,
    pub next: NextView,
    pub seats: Vec<SeatView>,
    pub dealer: Vec<Face>,
    pub board: Vec<Face>,
    pub burns: Vec<Face>,
    pub lines: Vec<LineView>,
    pub tips: Vec<TipLine>,
    pub rake: Option<Cents>,
    pub is_void: bool,
    pub shuffle: Option<ShuffleView>,
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextView {
    /// What the round waits for.
    pub due: Due,
    /// When the time for it is up.
    pub until: Option<money::Moment>,
    /// The step that waits, for the dealer and supervisors only.
    pub step: Option<StepDue>,
}

/// What a round waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Due {
    /// Bets.
    Bets,
    /// A card, that the dealer enters or the house deals by itself.
    Card(Recipient),
    /// A decision.
    Decision(Decision),
    /// The award of a seat's winning hand.
    Award(Seat),
    /// A step of the dealer's; one that deals says to whom.
    Step(Option<Recipient>),
    /// Nothing: the round is over.
    Done,
}

/// A decision that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whose.
    pub seat: Seat,
    /// For which of their hands, 1 to 4; only after a split.
    pub hand: Option<u8>,
    /// Every legal action with what it stakes, for the deciding seat and its dealer only.
    pub offers: Vec<Offer>,
}

impl Decision {
    /// Every legal action, for the deciding seat and its dealer only.
    pub fn actions(&self) -> impl Iterator<Item = games::Action> + '_ {
        self.offers.iter().map(|offer| offer.action)
    }
}

impl From<Due> for NextView {
    /// What comes next without a clock or a step.
    fn from(due: Due) -> NextView {
        NextView { due, until: None, step: None }
    }
}

impl NextView {
    /// The decision that is due.
    pub fn decision(&self) -> Option<&Decision> {
        match &self.due {
            Due::Decision(decision) => Some(decision),
            Due::Bets | Due::Card(_) | Due::Award(_) | Due::Step(_) | Due::Done => None,
        }
    }

    /// Where the next card goes, entered or dealt.
    pub fn to(&self) -> Option<Recipient> {
        match &self.due {
            Due::Card(to) => Some(*to),
            Due::Step(to) => *to,
            Due::Bets | Due::Decision(_) | Due::Award(_) | Due::Done => None,
        }
    }

    /// The seat that it is about.
    pub fn seat(&self) -> Option<Seat> {
        match &self.due {
            Due::Decision(decision) => Some(decision.seat),
            Due::Award(seat) => Some(*seat),
            Due::Card(_) | Due::Step(_) => match self.to()? {
                Recipient::Seat { seat, .. } => Some(Seat(seat.get())),
                Recipient::Dealer | Recipient::Board | Recipient::Burn | Recipient::Discard => None,
            },
            Due::Bets | Due::Done => None,
        }
    }
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Its number.
    pub seat: Seat,
    /// The name by which its player is shown.
    pub player: Option<String>,
    /// The chips in front of it.
    pub chips: Cents,
    /// What lies on its lines.
    pub bets: BTreeMap<&'static str, Cents>,
    /// What rides on them for the dealers.
    pub tips: BTreeMap<&'static str, Cents>,
    /// Its hands; more than one only after a split.
    pub hands: Vec<HandView>,
    /// The card set apart (Silverado).
    pub set: Option<Face>,
    /// Whether it has folded, laid down or otherwise left the round.
    pub folded: bool,
    /// Whether its hand is dead.
    pub dead: bool,
    /// Whether its player has placed all bets.
    pub ready: bool,
    /// The chips that the seat has asked for and the dealer has not confirmed yet.
    pub buy_in: Option<Cents>,
    /// The hand button that is lit for the seat, and what is known of it.
    pub keyed: Option<KeyedView>,
    /// The override by which its key stands, or by which it is not keyed [PRG-22].
    pub overridden: Option<OverrideView>,
    /// The bet that went back to the seat at the lock, until it bets again.
    pub returned: Option<ReturnedBet>,
}

impl SeatView {
    /// An empty seat.
    pub fn empty(seat: Seat) -> SeatView {
        SeatView {
            seat,
            player: None,
            chips: Cents::ZERO,
            bets: BTreeMap::new(),
            tips: BTreeMap::new(),
            hands: Vec::new(),
            set: None,
            folded: false,
            dead: false,
            ready: false,
            buy_in: None,
            keyed: None,
            overridden: None,
            returned: None,
        }
    }
}

/// A hand button that is lit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyedView {
    /// The hand.
    pub hand: String,
    /// Its award, once it has one.
    pub award: Option<AwardNumber>,
    /// The amount of the award, once it has one.
    pub amount: Option<Cents>,
    /// What was paid for it, once it is.
    pub paid: Option<Cents>,
}

/// A line of the settlement, with its citation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineView {
    /// The seat.
    pub seat: Seat,
    /// The line's id, or `envy`.
    pub wager: &'static str,
    /// The hand after a split, 1 to 4.
    pub hand: Option<u8>,
    /// What was staked.
    pub staked: Cents,
    /// What came back.
    pub returned: Cents,
    /// How it ended.
    pub outcome: Outcome,
    /// The row or outcome that decided.
    pub row: &'static str,
    /// The row of the wager's posted table that paid it, if one did.
    pub pay: Option<RowId>,
    /// What orders it.
    pub cite: Citation,
    /// The award, where two supervisors paid another amount for it [PRG-20].
    pub paid_other: Option<PaidOtherView>,
    /// The override that the line follows from [PRG-22].
    pub overridden: Option<OverrideView>,
}

/// Another amount that two supervisors paid for an award.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaidOtherView {
    /// The award: what was paid is what the line returned.
    pub award: Cents,
    /// Who agreed on it, and why.
    pub agreed: Agreed,
}

/// A key that two supervisors let stand, whatever the cards say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverrideView {
    /// Whose key it is.
    pub seat: Seat,
    /// What was keyed, if anything was.
    pub keyed: Option<String>,
    /// The winning hand that the cards show, if they show one.
    pub cards: Option<String>,
    /// Who proposed it.
    pub by: String,
    /// Who approved it.
    pub approved_by: String,
    /// Why.
    pub reason: String,
}

impl LineView {
    /// What the player won or lost by it.
    pub fn net(&self) -> Cents {
        self.returned - self.staked
    }

    /// What two supervisors decided about it, in words.
    pub fn decided(&self) -> Option<String> {
        let paid = self.paid_other.as_ref().map(|PaidOtherView { award, agreed }| {
            format!(
                "{} paid for the award of {award}, agreed by {} and {}: {}",
                self.returned,
                agreed.by(),
                agreed.approved_by(),
                agreed.reason()
            )
        });
        let overridden = self.overridden.as_ref().map(OverrideView::words);
        let words: Vec<String> = paid.into_iter().chain(overridden).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

impl OverrideView {
    /// `paid by override`, by whom and why.
    pub fn words(&self) -> String {
        let OverrideView { seat, keyed, cards, by, approved_by, reason } = self;
        let paid = if keyed.is_some() { "paid" } else { "not paid" };
        let keyed =
            keyed.as_ref().map_or_else(|| "not keyed".to_owned(), |it| format!("keyed {it}"));
        let cards = cards.as_deref().unwrap_or("no award");
        format!(
            "{paid} by override of {by} and {approved_by} (seat {seat} {keyed}, the cards say {cards}): {reason}"
        )
    }
}

/// The shuffle: its commitment, and the seed once it is revealed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShuffleView {
    /// 2, or 1 where a table still deals from a shuffle of an older release.
    pub version: u8,
    /// What is shown before the bets are locked.
    pub commitment: String,
    /// The seed of version 1, once nothing more is dealt from it; nothing in version 2, which has openings.
    pub seed: Option<String>,
    /// The players' words.
    pub words: BTreeMap<Seat, String>,
    /// The first round dealt from it.
    pub round: u64,
    /// How many decks it is of.
    pub decks: DeckCount,
    /// The shuffle of version 1 that was given up for this one.
    pub given_up: Option<GivenUpView>,
}

/// A shuffle of version 1 from which no more is dealt, because its seed lay in the store in the clear [SHF-1]. Bets
/// that were open stand; words are to be added again.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct GivenUpView {
    pub commitment: String,
    pub seed: String,
    pub words: BTreeMap<Seat, String>,
    /// The first round dealt from it, if any was.
    pub round: u64,
    pub decks: DeckCount,
}

/// The meter's sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterView {
    /// Which.
    pub id: MeterId,
    /// Nothing while the meter is out of order.
    pub display: Option<MeterUnits>,
    /// What was won and is not paid yet.
    pub pending: MeterUnits,
    /// Whether it is for play money [PRG-24].
    pub play_money: bool,
}
