//! The dealer's steps: what is done at which moment of a round, on what condition, and by which
//! subdivision.

use std::fmt;

use crate::entries::{Consequence, DealWay, Irregularity};
use crate::words::words;

words! {
    /// What a dealer does in a step.
    pub enum Chore {
        /// Shuffle and cut.
        Shuffle = "shuffle",
        /// See that bets are right, close them, light the sensors.
        Lock = "lock",
        /// Deal cards to players and dealer.
        Deal = "deal",
        /// Burn a card.
        Burn = "burn",
        /// Turn cards up.
        TurnUp = "turn-up",
        /// Put a hand in order for all to see.
        Arrange = "arrange",
        /// Look whether cards lie where they should.
        Check = "check",
        /// Take chips or the cards of a folded hand.
        Collect = "collect",
        /// Move a wager back to its player.
        Return = "return",
        /// Put cards into the discard rack or on the deck.
        Rack = "rack",
        /// Place or remove a lammer.
        Lammer = "lammer",
        /// Pay, take and push.
        Pay = "pay",
        /// Press a key of the progressive's keypad.
        Key = "key",
        /// Call a supervisor.
        CallSupervisor = "call-supervisor",
        /// Wait for the supervisor.
        Verify = "verify",
        /// Leave a hand face up.
        LeaveUp = "leave-up",
        /// End the round on the keypad.
        GameOver = "game-over",
        /// Move the button.
        Button = "button",
    }
}

words! {
    /// The chores that a table switches together between manual and automatic.
    #[allow(missing_docs)]
    pub enum Duty {
        Shuffle = "shuffle",
        Lock = "lock",
        Deal = "deal",
        Burn = "burn",
        TurnUp = "turn-up",
        Collect = "collect",
        Pay = "pay",
        Key = "key",
        GameOver = "game-over",
    }
}

impl Chore {
    /// Whether the chore is done by dealing the cards that come next.
    pub const fn is_dealing(self) -> bool {
        matches!(self, Chore::Deal | Chore::Burn | Chore::TurnUp)
    }

    /// The duty it belongs to.
    pub const fn duty(self) -> Duty {
        match self {
            Chore::Shuffle => Duty::Shuffle,
            Chore::Lock => Duty::Lock,
            Chore::Deal => Duty::Deal,
            Chore::Burn => Duty::Burn,
            Chore::TurnUp | Chore::Arrange | Chore::Check => Duty::TurnUp,
            Chore::Collect | Chore::Return | Chore::Rack | Chore::Lammer => Duty::Collect,
            Chore::Pay => Duty::Pay,
            Chore::Key | Chore::CallSupervisor | Chore::Verify | Chore::LeaveUp => Duty::Key,
            Chore::GameOver | Chore::Button => Duty::GameOver,
        }
    }
}

words! {
    /// What a player decided. A fold is a moment of its own: `folded`.
    #[allow(missing_docs)]
    pub enum Decision {
        Check = "check",
        Play = "play",
        Bet = "bet",
        Raise = "raise",
        NoRaise = "no-raise",
        Call = "call",
        Ride = "ride",
        Pull = "pull",
        Set = "set",
        LayDown = "lay-down",
        Hit = "hit",
        Stand = "stand",
        Double = "double",
        Split = "split",
        Surrender = "surrender",
        Insure = "insure",
        Decline = "decline",
        Take = "take",
        Press = "press",
        War = "war",
        Stay = "stay",
    }
}

words! {
    /// Which cards of the dealer's were turned up (Hold 'em 212).
    #[allow(missing_docs)]
    pub enum TurnedUp {
        Dealer = "dealer",
        Burns = "burns",
    }
}

words! {
    /// How many play (Hold 'em 212).
    #[allow(missing_docs)]
    pub enum Players {
        One = "one",
        Several = "several",
    }
}

/// The moment at which a step is due. In the files: `bets-open`, `before:flop`, `decided:pull`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// The table opens.
    TableOpens,
    /// Bets are open.
    BetsOpen,
    /// Bets are locked.
    BetsLocked,
    /// The first card of a later stage of the deal is due.
    Before(String),
    /// The first deal is complete.
    Dealt,
    /// A player decided.
    Decided(Decision),
    /// A hand is out and its lost wagers are collected.
    Folded,
    /// This number of board cards lie face up.
    BoardTurned(u8),
    /// Cards that lay face down were turned up.
    TurnedUp(TurnedUp),
    /// The dealer looks for a blackjack under an ace or a ten.
    Peek,
    /// A player has a blackjack and the dealer is known to have none.
    Blackjack,
    /// A player's hand is over 21.
    Busted,
    /// The dealer shows.
    DealerRevealed,
    /// The players' bets for the pot are over and it is given out.
    Pot,
    /// A player who is still in shows for the pot.
    Showdown,
    /// The house takes its part of the pot.
    Rake,
    /// A seat's turn of paying and taking.
    SeatSettled,
    /// A seat's side bet is settled before the players act.
    SideBetSettled,
    /// A hand wins a progressive award; its amount is not known yet.
    AwardWon,
    /// The award is verified, and its amount is known.
    AwardVerified,
    /// A hand triggers envy.
    EnvyHand,
    /// A seat wins envy.
    Envy,
    /// The round is over.
    RoundOver,
    /// Something went wrong.
    Irregular(Irregularity),
    /// A supervisor is called because something went wrong.
    SupervisorCalled,
    /// Another dealer takes over.
    DealerRelieved,
    /// An award has to be undone after the round.
    AwardBackedOut,
    /// The table or its progressive closes.
    TableCloses,
}

/// Moments that are one word, in the order of a round.
const WORDS: &[(&str, Moment)] = &[
    ("table-opens", Moment::TableOpens),
    ("bets-open", Moment::BetsOpen),
    ("bets-locked", Moment::BetsLocked),
    ("dealt", Moment::Dealt),
    ("folded", Moment::Folded),
    ("peek", Moment::Peek),
    ("blackjack", Moment::Blackjack),
    ("busted", Moment::Busted),
    ("dealer-revealed", Moment::DealerRevealed),
    ("pot", Moment::Pot),
    ("showdown", Moment::Showdown),
    ("rake", Moment::Rake),
    ("seat-settled", Moment::SeatSettled),
    ("side-bet-settled", Moment::SideBetSettled),
    ("award-won", Moment::AwardWon),
    ("award-verified", Moment::AwardVerified),
    ("envy-hand", Moment::EnvyHand),
    ("envy", Moment::Envy),
    ("round-over", Moment::RoundOver),
    ("supervisor-called", Moment::SupervisorCalled),
    ("dealer-relieved", Moment::DealerRelieved),
    ("award-backed-out", Moment::AwardBackedOut),
    ("table-closes", Moment::TableCloses),
];

/// Moments with a second word after a colon.
const PAIRS: &[&str] = &["before", "decided", "board-turned", "turned-up", "irregular"];

/// Words that are no moment, and what could be written instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoMoment(pub(crate) String);

impl Moment {
    /// The moment that words stand for.
    pub(crate) fn read(text: &str) -> Result<Moment, NoMoment> {
        let unknown = |word: &str, words: &[&str]| {
            Err(NoMoment(format!("unknown value \"{word}\"; {}", forms::hint(word, words))))
        };
        let Some((kind, rest)) = text.split_once(':') else {
            let found = WORDS.iter().find(|(word, _)| *word == text);
            let words = || WORDS.iter().map(|(word, _)| *word).chain(PAIRS.iter().copied());
            return match found {
                Some((_, moment)) => Ok(moment.clone()),
                None => unknown(text, &words().collect::<Vec<_>>()),
            };
        };
        fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
            words.iter().map(|(word, _)| *word).collect()
        }
        match kind {
            "before" => Ok(Moment::Before(rest.to_owned())),
            "decided" => Decision::from_word(rest)
                .map_or_else(|| unknown(rest, &names(Decision::WORDS)), |d| Ok(Moment::Decided(d))),
            "turned-up" => TurnedUp::from_word(rest).map_or_else(
                || unknown(rest, &names(TurnedUp::WORDS)),
                |w| Ok(Moment::TurnedUp(w)),
            ),
            "irregular" => Irregularity::from_word(rest).map_or_else(
                || unknown(rest, &names(Irregularity::WORDS)),
                |what| Ok(Moment::Irregular(what)),
            ),
            "board-turned" => match rest.parse() {
                Ok(cards @ 1..=5) => Ok(Moment::BoardTurned(cards)),
                _ => Err(NoMoment(format!("\"{rest}\" is not a number of board cards: 1 to 5"))),
            },
            _ => unknown(kind, PAIRS),
        }
    }

    /// Whether the moment can come up outside a round.
    pub fn is_outside_round(&self) -> bool {
        matches!(
            self,
            Moment::TableOpens
                | Moment::DealerRelieved
                | Moment::AwardBackedOut
                | Moment::TableCloses
        )
    }

    /// What a prompt may name at this moment.
    pub fn supplies(&self) -> &'static [Placeholder] {
        use Placeholder::{Amount, Cards, Hand, Lines, Seat};
        match self {
            Moment::Decided(Decision::LayDown) | Moment::Folded => &[Seat, Lines],
            Moment::Decided(_) | Moment::Blackjack | Moment::Busted => &[Seat],
            Moment::AwardWon | Moment::EnvyHand => &[Seat, Hand],
            Moment::Showdown => &[Seat, Cards],
            Moment::BoardTurned(_) | Moment::TurnedUp(_) => &[Cards],
            Moment::DealerRevealed => &[Cards, Hand],
            Moment::Rake => &[Amount],
            Moment::SeatSettled | Moment::SideBetSettled => &[Seat, Cards, Hand, Lines],
            Moment::AwardVerified | Moment::Envy => &[Seat, Hand, Amount],
            Moment::TableOpens
            | Moment::BetsOpen
            | Moment::BetsLocked
            | Moment::Before(_)
            | Moment::Dealt
            | Moment::Peek
            | Moment::Pot
            | Moment::RoundOver
            | Moment::Irregular(_)
            | Moment::SupervisorCalled
            | Moment::DealerRelieved
            | Moment::AwardBackedOut
            | Moment::TableCloses => &[],
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Before(stage) => write!(f, "before:{stage}"),
            Moment::Decided(decision) => write!(f, "decided:{}", decision.word()),
            Moment::BoardTurned(cards) => write!(f, "board-turned:{cards}"),
            Moment::TurnedUp(whose) => write!(f, "turned-up:{}", whose.word()),
            Moment::Irregular(what) => write!(f, "irregular:{}", what.word()),
            plain => {
                let found = WORDS.iter().find(|(_, moment)| moment == plain);
                f.write_str(found.map_or("", |(word, _)| word))
            }
        }
    }
}

words! {
    /// A word in braces that a prompt fills in: `{seat}`.
    pub enum Placeholder {
        /// The seat's number.
        Seat = "seat",
        /// Cards that everyone may see at that moment.
        Cards = "cards",
        /// The hand in words.
        Hand = "hand",
        /// An amount of money.
        Amount = "amount",
        /// What to pay, take and push, wager by wager.
        Lines = "lines",
    }
}

/// The words in braces of a text, in order.
pub(crate) fn braced(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|rest| rest.split_once('}').map_or(rest, |(word, _)| word))
}

/// A text with its placeholders filled in.
pub fn filled(text: &str, value: impl Fn(Placeholder) -> String) -> String {
    let mut done = String::new();
    let mut parts = text.split('{');
    done.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (word, rest) = part.split_once('}').unwrap_or((part, ""));
        if let Some(placeholder) = Placeholder::from_word(word) {
            done.push_str(&value(placeholder));
        }
        done.push_str(rest);
    }
    done
}

/// On what a step depends beyond its moment; all its conditions must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The seat has this bet or line or, where no seat is concerned, any seat has.
    Wager(String),
    /// The seat does not have this bet or line.
    NoWager(String),
    /// This line is settled in the seat's turn.
    Line(String),
    /// A line is settled by this `[[pay]]`.
    Pay(String),
    /// Every line of the seat's turn is lost, or not.
    Lost(bool),
    /// The seat's hand wins a progressive award or triggers envy in this round, or does neither.
    Award(bool),
    /// A wager of the folded hand is still to be settled, or none is.
    Live(bool),
    /// The award comes off the meter, or from the tray.
    Meter(bool),
    /// The round has several awards.
    Several,
    /// Another award follows.
    More,
    /// This number of board cards lay face up when the player decided.
    Shown(u8),
    /// Cards are dealt this way.
    Way(DealWay),
    /// One player plays, or several.
    Players(Players),
    /// The table has chosen this value of an option.
    Option(String, String),
    /// The rule orders this consequence.
    Consequence(Consequence),
}

impl Condition {
    /// Whether the condition can hold at a moment.
    pub(crate) fn can_hold_at(&self, at: &Moment) -> bool {
        let is_decision = matches!(at, Moment::Decided(_) | Moment::Folded);
        match self {
            Condition::Wager(_) => !at.is_outside_round(),
            Condition::NoWager(_) => is_decision || *at == Moment::SeatSettled,
            Condition::Line(_) | Condition::Lost(_) | Condition::Award(_) => {
                matches!(at, Moment::SeatSettled | Moment::SideBetSettled)
            }
            Condition::Pay(_) => matches!(at, Moment::SeatSettled | Moment::DealerRevealed),
            Condition::Live(_) => *at == Moment::Folded,
            Condition::Meter(_) | Condition::Several => {
                matches!(at, Moment::AwardWon | Moment::AwardVerified)
            }
            Condition::More => *at == Moment::AwardVerified,
            Condition::Shown(_) => is_decision,
            Condition::Way(_) | Condition::Option(_, _) => true,
            Condition::Players(_) => !at.is_outside_round() && *at != Moment::BetsOpen,
            Condition::Consequence(_) => matches!(at, Moment::Irregular(_)),
        }
    }

    /// Its key in the files.
    pub const fn key(&self) -> &'static str {
        match self {
            Condition::Wager(_) => "wager",
            Condition::NoWager(_) => "no-wager",
            Condition::Line(_) => "line",
            Condition::Pay(_) => "pay",
            Condition::Lost(_) => "lost",
            Condition::Award(_) => "award",
            Condition::Live(_) => "live",
            Condition::Meter(_) => "meter",
            Condition::Several => "several",
            Condition::More => "more",
            Condition::Shown(_) => "shown",
            Condition::Way(_) => "way",
            Condition::Players(_) => "players",
            Condition::Option(_, _) => "option",
            Condition::Consequence(_) => "consequence",
        }
    }
}

/// One thing the dealer does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its id, unique in the section.
    pub id: String,
    /// What kind of thing it is.
    pub chore: Chore,
    /// When it is due.
    pub at: Moment,
    /// On what it depends.
    pub when: Vec<Condition>,
    /// What the dealer announces.
    pub say: Option<String>,
    /// What the dealer does.
    pub prompt: String,
    /// Its citations.
    pub cite: Vec<String>,
}
