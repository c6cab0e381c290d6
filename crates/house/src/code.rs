//! A stable word for every refusal, for programs; and the rulings that it follows from.

use crate::PostError;
use crate::people::{SecretError, SignInError};
use crate::refusal::Refusal;

/// The word for why a request was not accepted, for programs.
pub fn post_error_code(error: &PostError) -> &'static str {
    use ledger::StoreError;
    match error {
        PostError::Refused(refusal) => refusal.code(),
        PostError::IdReused(_) => "request-id-reused",
        PostError::InDoubt(_) => "in-doubt",
        PostError::Failed { .. } => "internal-error",
        PostError::Store(StoreError::Moved { .. }) => "house-moved",
        PostError::Store(
            StoreError::Unavailable(_)
            | StoreError::Conflict
            | StoreError::Damaged(_)
            | StoreError::Empty(_)
            | StoreError::ReadOnly
            | StoreError::TooNew { .. },
        )
        | PostError::Closed => "store-unavailable",
        PostError::Busy => "busy",
    }
}

impl SignInError {
    /// The word for it, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            SignInError::Wrong => "wrong-secret",
            SignInError::Locked { .. } => "locked",
            SignInError::Blocked { .. } => "address-blocked",
            SignInError::Retired(_) => "retired",
            SignInError::SecretAltered(_) => "secret-altered",
            SignInError::NotRecorded(error) => post_error_code(error),
        }
    }
}

impl SecretError {
    /// The word for it, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            SecretError::TooShort | SecretError::BadPin => "bad-secret",
            SecretError::EasyPin => "easy-pin",
            SecretError::NotHashed => "internal-error",
            SecretError::NotKept(error) => post_error_code(error),
        }
    }
}

/// What is refused because of a person's role, to do or to see.
const NOT_ALLOWED: &str = "not-allowed";

impl Refusal {
    /// The word for it. A variant keeps its word for ever; no two share one.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NoSuchPerson(_) => "no-such-person",
            Refusal::Retired(_) => "retired",
            // One word for both: what a person may not do, and what they may not see.
            Refusal::NotAllowed { .. } => "not-allowed",
            Refusal::NotToBeSeen { .. } => NOT_ALLOWED,
            Refusal::OnlyTheHouse => "only-the-house",
            Refusal::Locked { .. } => "locked",
            Refusal::Blocked { .. } => "address-blocked",
            Refusal::TooManyGuests { .. } => "too-many-guests",
            Refusal::SessionEnded => "session-ended",
            Refusal::Stale { .. } => "stale-version",
            Refusal::DayNotOpen { .. } => "day-not-open",
            Refusal::HouseExists => "house-exists",
            Refusal::BadText { .. } => "bad-text",
            Refusal::Reserved(_) => "reserved-name",
            Refusal::PersonExists(_) => "person-exists",
            Refusal::TakesTwo { .. } => "takes-two",
            Refusal::FirstMustBeSupervisor => "first-must-be-supervisor",
            Refusal::SupervisorsSecret(_) => "supervisors-secret",
            Refusal::ResetTakesTwo(_) => "reset-takes-two",
            Refusal::NameTaken { .. } => "name-taken",
            Refusal::OwnLock(_) => "own-lock",
            Refusal::LastSupervisor(_) => "last-supervisor",
            Refusal::TooMuch { .. } => "too-much",
            Refusal::NotVerified { .. } => "not-verified",
            Refusal::NoReason => "no-reason",
            Refusal::MeterExists(_) => "meter-exists",
            Refusal::NoSuchMeter(_) => "no-such-meter",
            Refusal::MeterClosed(_) => "meter-closed",
            Refusal::NoSuchTable(_) => "no-such-table",
            Refusal::TableOpen(_) => "table-open",
            Refusal::TableClosed(_) => "table-closed",
            Refusal::HasSeats(_) => "has-seats",
            Refusal::OnlyKeypad(_) => "only-keypad",
            Refusal::NoTable => "no-table",
            Refusal::NoSuchAward(_) => "no-such-award",
            Refusal::NoSuchProposal(_) => "no-such-proposal",
            Refusal::BadTerms(_) => "bad-terms",
            Refusal::SeedFixed { .. } => "seed-fixed",
            Refusal::OtherSchedule { .. } => "other-schedule",
            Refusal::OtherStakes { .. } => "other-stakes",
            Refusal::StakesDiffer { .. } => "stakes-differ",
            Refusal::PlayMoney { .. } => "play-money",
            Refusal::SameMeter => "same-meter",
            Refusal::LimitBelowDisplay { .. } => "limit-below-display",
            Refusal::TablesOpen { .. } => "tables-open",
            Refusal::Faulty(_) => "out-of-order",
            Refusal::RoundOpen(_) => "round-open",
            Refusal::ByTheRules(refusal) => refusal.code(),
            Refusal::CannotOpen { .. } => "cannot-open",
            Refusal::NoSuchSeat { .. } => "no-such-seat",
            Refusal::SeatTaken { .. } => "seat-taken",
            Refusal::NotYourSeat { .. } => "not-your-seat",
            Refusal::NotSeated { .. } => "not-seated",
            Refusal::SeatPlays { .. } => "seat-plays",
            Refusal::NoGuests(_) => "no-guests",
            Refusal::GuestSeats { .. } => "guest-seats",
            Refusal::BadBuyIn { .. } => "bad-buy-in",
            Refusal::Bankroll { .. } => "no-play-money",
            Refusal::NoBuyIn { .. } => "no-buy-in",
            Refusal::OtherBuyIn { .. } => "other-buy-in",
            Refusal::NotEnoughChips { .. } => "not-enough-chips",
            Refusal::NotTheHouses => "not-the-houses",
            Refusal::HouseDeals => "house-deals",
            Refusal::NoSeed => "no-seed",
            Refusal::NoKey { .. } => "no-key",
            Refusal::KeyIsThere(_) => "key-is-there",
            Refusal::ShuffleIsDealt => "shuffle-is-dealt",
            Refusal::BadWord { .. } => "bad-word",
            Refusal::OutOfCards => "out-of-cards",
            Refusal::BadAction { .. } => "bad-action",
            Refusal::NothingToDo => "nothing-to-do",
            Refusal::StepWaits { .. } => "step-waits",
            Refusal::NothingToUndo => "nothing-to-undo",
            Refusal::UndoTakesSupervisor => "undo-takes-supervisor",
            Refusal::OwnEntry(_) => "own-entry",
            Refusal::UndoesAward(_) => "undoes-award",
            Refusal::UndoesReturn => "undoes-return",
            Refusal::NotSettled(_) => "not-settled",
            Refusal::NoClock => "no-clock",
            Refusal::NotYet { .. } => "not-yet",
            Refusal::NoSuchEvent { .. } => "no-such-event",
            Refusal::NoRound(_) => "no-round",
            Refusal::NoBets => "no-bets",
            Refusal::SeatNotThere { .. } => "seat-not-there",
            Refusal::NotPostedWager { .. } => "not-the-posted-wager",
            Refusal::Unreasonable { .. } => "unreasonable-bets",
            Refusal::RoundNumber { .. } => "round-number",
            Refusal::NoSuchHand { .. } => "no-such-hand",
            Refusal::NoBetThere(_) => "no-bet-there",
            Refusal::FractionOfACent { .. } => "fraction-of-a-cent",
            Refusal::AlreadyDecided(_) => "already-decided",
            Refusal::NegativePaid { .. } => "negative-paid",
            Refusal::PaidDiffers { .. } => "paid-differs",
            Refusal::NoDifference { .. } => "no-difference",
            Refusal::AwardChanged { .. } => "award-changed",
            Refusal::StillPending(_) => "still-pending",
            Refusal::NotPaid(_) => "not-paid",
            Refusal::NoJPot => "no-j-pot",
            Refusal::KeyNotInJph => "key-not-in-jph",
            Refusal::NotRecorded(_) => "not-recorded",
            Refusal::KeyInJph => "key-in-jph",
            Refusal::KeyThereAlready => "key-there-already",
            Refusal::NothingKeyed => "nothing-keyed",
            Refusal::AwardsPending(_) => "awards-pending",
            Refusal::CardsDisagree(_) => "cards-disagree",
            Refusal::NothingToOverride => "nothing-to-override",
            Refusal::OverrideChanged => "override-changed",
            Refusal::SamePerson(_) => "same-person",
            Refusal::OwnKey { .. } => "own-key",
            Refusal::WouldBeNegative { .. } => "would-be-negative",
            Refusal::NothingChanges => "nothing-changes",
            Refusal::StillOwed(_) => "still-owed",
        }
    }

    /// What it follows from: subdivisions and rulings.
    pub fn cites(&self) -> Vec<String> {
        if let Refusal::ByTheRules(refusal) = self {
            let ruling = refusal.ruling().map(ToOwned::to_owned);
            return refusal.cite().map(ToString::to_string).into_iter().chain(ruling).collect();
        }
        if let Refusal::CannotOpen { why } = self {
            return rulings_in(why);
        }
        self.rulings().iter().map(|id| format!("[{id}]")).collect()
    }

    /// The rulings that it follows from.
    const fn rulings(&self) -> &'static [&'static str] {
        match self {
            Refusal::SeedFixed { .. } => &["PRG-8"],
            Refusal::OtherSchedule { .. } => &["PRG-12"],
            Refusal::NoSuchSeat { .. } => &["GEN-13"],
            Refusal::NotPostedWager { .. } => &["PRG-7"],
            Refusal::FractionOfACent { .. } => &["GEN-8"],
            Refusal::AlreadyDecided(_) | Refusal::StillPending(_) | Refusal::NotPaid(_) => {
                &["PRG-10"]
            }
            Refusal::NegativePaid { .. }
            | Refusal::PaidDiffers { .. }
            | Refusal::NoDifference { .. } => &["PRG-20"],
            Refusal::AwardsPending(_) | Refusal::CardsDisagree(_) | Refusal::OwnKey { .. } => {
                &["PRG-9"]
            }
            Refusal::StillOwed(_) => &["PRG-11"],
            Refusal::OtherStakes { .. }
            | Refusal::StakesDiffer { .. }
            | Refusal::PlayMoney { .. } => &["PRG-24"],
            Refusal::NoKey { .. } | Refusal::KeyIsThere(_) => &["SHF-1"],
            Refusal::NothingToUndo
            | Refusal::UndoTakesSupervisor
            | Refusal::OwnEntry(_)
            | Refusal::UndoesAward(_)
            | Refusal::UndoesReturn => &["GEN-14"],
            Refusal::NoSuchPerson(_)
            | Refusal::Retired(_)
            | Refusal::NotAllowed { .. }
            | Refusal::NotToBeSeen { .. }
            | Refusal::OnlyTheHouse
            | Refusal::Locked { .. }
            | Refusal::Blocked { .. }
            | Refusal::TooManyGuests { .. }
            | Refusal::SessionEnded
            | Refusal::Stale { .. }
            | Refusal::DayNotOpen { .. }
            | Refusal::HouseExists
            | Refusal::BadText { .. }
            | Refusal::Reserved(_)
            | Refusal::PersonExists(_)
            | Refusal::TakesTwo { .. }
            | Refusal::FirstMustBeSupervisor
            | Refusal::SupervisorsSecret(_)
            | Refusal::ResetTakesTwo(_)
            | Refusal::NameTaken { .. }
            | Refusal::OwnLock(_)
            | Refusal::LastSupervisor(_)
            | Refusal::TooMuch { .. }
            | Refusal::NotVerified { .. }
            | Refusal::NoReason
            | Refusal::MeterExists(_)
            | Refusal::NoSuchMeter(_)
            | Refusal::MeterClosed(_)
            | Refusal::NoSuchTable(_)
            | Refusal::TableOpen(_)
            | Refusal::TableClosed(_)
            | Refusal::HasSeats(_)
            | Refusal::OnlyKeypad(_)
            | Refusal::NoTable
            | Refusal::NoSuchAward(_)
            | Refusal::NoSuchProposal(_)
            | Refusal::BadTerms(_)
            | Refusal::SameMeter
            | Refusal::LimitBelowDisplay { .. }
            | Refusal::TablesOpen { .. }
            | Refusal::Faulty(_)
            | Refusal::RoundOpen(_)
            | Refusal::ByTheRules(_)
            | Refusal::CannotOpen { .. }
            | Refusal::SeatTaken { .. }
            | Refusal::NotYourSeat { .. }
            | Refusal::NotSeated { .. }
            | Refusal::SeatPlays { .. }
            | Refusal::NoGuests(_)
            | Refusal::GuestSeats { .. }
            | Refusal::BadBuyIn { .. }
            | Refusal::Bankroll { .. }
            | Refusal::NoBuyIn { .. }
            | Refusal::OtherBuyIn { .. }
            | Refusal::NotEnoughChips { .. }
            | Refusal::NotTheHouses
            | Refusal::HouseDeals
            | Refusal::NoSeed
            | Refusal::ShuffleIsDealt
            | Refusal::BadWord { .. }
            | Refusal::OutOfCards
            | Refusal::BadAction { .. }
            | Refusal::NothingToDo
            | Refusal::StepWaits { .. }
            | Refusal::NotSettled(_)
            | Refusal::NoClock
            | Refusal::NotYet { .. }
            | Refusal::NoSuchEvent { .. }
            | Refusal::NoRound(_)
            | Refusal::NoBets
            | Refusal::SeatNotThere { .. }
            | Refusal::Unreasonable { .. }
            | Refusal::RoundNumber { .. }
            | Refusal::NoSuchHand { .. }
            | Refusal::NoBetThere(_)
            | Refusal::AwardChanged { .. }
            | Refusal::NoJPot
            | Refusal::KeyNotInJph
            | Refusal::NotRecorded(_)
            | Refusal::KeyInJph
            | Refusal::KeyThereAlready
            | Refusal::NothingKeyed
            | Refusal::NothingToOverride
            | Refusal::OverrideChanged
            | Refusal::SamePerson(_)
            | Refusal::WouldBeNegative { .. }
            | Refusal::NothingChanges => &[],
        }
    }
}

/// The rulings that a text names, as in `blackjack has 1 to 7 seats, not 8 [GEN-13]`.
fn rulings_in(text: &str) -> Vec<String> {
    let is_id = |id: &str| {
        let parts = id.split_once('-');
        parts.is_some_and(|(section, number)| {
            section.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let marked = text.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    marked.filter(|id| is_id(id)).map(|id| format!("[{id}]")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn a_table_that_cannot_open_cites_the_ruling_that_its_text_names() {
        let why =
            "blackjack has 1 to 7 seats, not 8 [GEN-13]; nothing is [sic] or [H212-]".to_owned();
        assert_eq!(super::Refusal::CannotOpen { why }.cites(), ["[GEN-13]"]);
    }

    /// The words above, as they are written: the compiler sees to it that every variant has one.
    #[test]
    fn no_two_refusals_share_a_code() {
        let source = include_str!("code.rs");
        let start = source.find("impl Refusal {").unwrap();
        let end = source.find("fn cites").unwrap();
        let arms = source[start..end].lines().filter(|line| line.contains(" => \""));
        let mut codes = BTreeSet::new();
        for arm in arms {
            assert_eq!(arm.matches("Refusal::").count(), 1, "one variant: {arm}");
            let code = arm.split('"').nth(1).unwrap();
            let is_kebab = code
                .split('-')
                .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
            assert!(is_kebab, "{code}");
            assert!(codes.insert(code), "{code} is used twice");
        }
        let variants = include_str!("refusal.rs").lines().filter(|line| line.contains("#[error("));
        // What the rules of a game refuse has the game's own codes, and what may not be seen that of what may not be done.
        assert_eq!(codes.len() + 2, variants.count());
    }
}
