//! What an entry did, and what became of an award, in words for people.

use money::{Cents, MeterUnits};
use progressive::{Award, Difference, Disagreement, KeySwitch, Overridden, Posted, Standing};

use super::decided;
use crate::Record;
use crate::machine::{KeyPress, Light};
use crate::request::{Command, Proposed};
use crate::table::command::TableCommand;

/// What an entry did, in words for people.
pub fn words(command: &Command, record: &Record) -> String {
    match command {
        Command::AddPerson { person, name, .. } if record.effect.proposal.is_some() => {
            format!("proposed: add {person} ({name}) as supervisor")
        }
        Command::AddPerson { person, role, .. } => format!("{person} added as {}", role.word()),
        Command::ChangeSecret { person, .. } if record.effect.proposal.is_some() => {
            format!("proposed: give {person} a new secret")
        }
        Command::ChangeSecret { person, .. } => format!("secret of {person} changed"),
        Command::Retire { person, reason } => format!("{person} retired: {reason}"),
        Command::SignIn => "signed in".to_owned(),
        Command::SignInRefused { person: Some(person), .. } => {
            format!("sign-in as {person} refused")
        }
        Command::SignInRefused { person: None, .. } => {
            "sign-in refused: that cannot be a name".to_owned()
        }
        Command::StartSession { session } => match session.address.as_str() {
            "" => "signed in".to_owned(),
            address => format!("signed in from {address}"),
        },
        Command::EndSessions { person, session: Some(number) } => {
            format!("session {number} of {person} ended")
        }
        Command::EndSessions { person, session: None } => format!("all sessions of {person} ended"),
        Command::FoundDemo { .. } => "demo house founded".to_owned(),
        Command::Unlock { person, reason } => format!("{person} unlocked: {reason}"),
        Command::ChainVerified { seq, .. } => format!("audit chain verified up to entry {seq}"),
        Command::ChainBroken { says } => says.clone(),
        Command::CloseDay { day } => format!("gaming day {day} closed"),
        Command::Event { says, .. } => says.clone(),
        Command::CreateMeter { meter, criteria, .. } => {
            format!("meter {meter} created for {criteria}")
        }
        Command::Configure { meter, .. } => format!("terms of meter {meter} changed"),
        Command::CloseMeter { meter } => format!("meter {meter} closed"),
        Command::Fault { meter, says } => format!("meter {meter} out of order: {says}"),
        Command::ClearFault { meter, reason } => format!("meter {meter} back in order: {reason}"),
        Command::CloseTable { table } => format!("table {table} closed"),
        Command::SetUpTable { table, setup } => match (&setup.meter, setup.posted.as_deref()) {
            (Some(meter), Some(Posted { game, schedule, edition, wager, .. })) => format!(
                "table {table} opened on {meter}: {game} {schedule} at {wager:#}, edition {edition}"
            ),
            _ => format!("table {table} opened: {}, {}", setup.game, setup.kind.word()),
        },
        Command::Guest { person, name, .. } => format!("{person} came in as a guest: {name}"),
        Command::Table { table, command, .. } => {
            let table = record.effect.table.as_ref().or(table.as_ref());
            let table = table.map_or("", |table| table.as_str());
            let round =
                record.effect.round.map_or_else(String::new, |round| format!(" round {round}"));
            format!("{table}{round}: {}", table_words(command, record))
        }
        Command::Propose { proposed } => format!("proposed: {}", proposed_words(proposed)),
        Command::Approve { proposal } => {
            format!("proposal {proposal} approved{}", outcomes(record, |_| true))
        }
        Command::Reject { proposal, reason } => format!("proposal {proposal} rejected: {reason}"),
    }
}

/// What was done at a table, in words: of a dealer's step, which it was.
fn table_words(command: &TableCommand, record: &Record) -> String {
    let steps = record.effect.steps.iter().map(|step| step.text.trim_end_matches('.'));
    let steps = steps.collect::<Vec<_>>().join("; ");
    let (key, proposal) = (&record.effect.key, record.effect.proposal);
    let words = match (command, key, proposal) {
        (TableCommand::Step, Some(key), _) => format!("step: {}", key_words(key)),
        (TableCommand::Step, None, _) if !steps.is_empty() => format!("step: {steps}"),
        (TableCommand::Key { .. }, Some(key), _) => key_words(key),
        (
            TableCommand::Verify { award, paid: Some(paid), reason: Some(reason) },
            _,
            Some(proposal),
        ) => format!(
            "award {award}: {paid:#} proposed as proposal {proposal}, awaiting another supervisor: {reason}"
        ),
        (TableCommand::Override { reason }, _, Some(proposal)) => format!(
            "override proposed as proposal {proposal}, awaiting another supervisor: {reason}"
        ),
        (TableCommand::Verify { .. } | TableCommand::TurnKey { to: KeySwitch::Run }, ..) => {
            return command.words() + &outcomes(record, |_| true);
        }
        (command, ..) => command.words(),
    };
    // Whatever else decides an award that stands over the cards says so, too [PRG-22].
    words + &outcomes(record, |award| award.overridden.is_some())
}

/// An amount of a meter as people write it: `-$12.50`, and `$0.1234` where there are fractions of a cent.
pub(super) fn in_dollars(amount: MeterUnits) -> String {
    let text = amount.to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |text| ("-", text));
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "00"));
    let (cents, rest) = decimals.split_at(2.min(decimals.len()));
    let rest = rest.trim_end_matches('0');
    let whole = whole
        .parse()
        .map_or_else(|_| format!("${whole}"), |dollars| format!("{:#}", Cents::dollars(dollars)));
    format!("{sign}{whole}.{cents}{rest}")
}

/// What is proposed, in words.
pub fn proposed_words(proposed: &Proposed) -> String {
    match proposed {
        Proposed::Adjust { meter, amount, reason } => {
            format!("adjust {meter} by {}: {reason}", in_dollars(*amount))
        }
        Proposed::Transfer { from, to, amount, petition } => {
            let amount = amount.map_or_else(|| "everything".to_owned(), in_dollars);
            format!("transfer {amount} from {from} to {to}: petition {petition}")
        }
        Proposed::ReleaseOverflow { meter, amount, reason } => {
            format!("release {} of {meter}'s overflow: {reason}", in_dollars(*amount))
        }
        Proposed::Reschedule { meter, criteria, petition } => {
            format!("change meter {meter} to {criteria}: petition {petition}")
        }
        Proposed::BackOut { award, reason } => format!("back out award {award}: {reason}"),
        Proposed::PayOther { award, amount, paid, reason } => {
            let difference = difference_words(*paid - *amount);
            format!(
                "pay {paid:#} for award {award}, {difference} the award of {amount:#}: {reason}"
            )
        }
        Proposed::Override { table, round, saw, reason } => {
            let saw = saw.iter().map(disagreement_words).collect::<Vec<_>>().join("; ");
            format!("override {table} round {round}, {saw}: {reason}")
        }
        Proposed::AddSupervisor { person, name, .. } => {
            format!("add {person} ({name}) as supervisor")
        }
        Proposed::ResetSecret { person, .. } => format!("give {person} a new secret"),
        Proposed::VerifyEvery { days: 1, reason } => format!("verify every day: {reason}"),
        Proposed::VerifyEvery { days, reason } => format!("verify every {days} days: {reason}"),
    }
}

/// Where keys and cards disagree: `seat 1 keyed flush, the cards say no award`.
pub fn disagreement_words(found: &Disagreement) -> String {
    let Disagreement { seat, keyed, cards } = found;
    let keyed = keyed.as_ref().map_or_else(|| "not keyed".to_owned(), |it| format!("keyed {it}"));
    format!("seat {seat} {keyed}, the cards say {}", cards.as_deref().unwrap_or("no award"))
}

/// By whom and why the cards were overridden for an award, if they were [PRG-22].
pub fn override_words(award: &Award) -> Option<String> {
    let Overridden { by, approved_by, reason, cards, .. } = award.overridden.as_ref()?;
    let cards = cards.as_deref().unwrap_or("no award");
    Some(format!("by override of {by} and {approved_by}, the cards say {cards}: {reason}"))
}

/// The keypad's response in words: `seat 4: flush keyed, $40`, `seat 4: flush turned off`, or which hand the light moved
/// to, and the amount.
pub fn key_words(key: &KeyPress) -> String {
    let KeyPress { seat, hand, light, was, amount, .. } = key;
    let done = match (light, was) {
        (Light::On, _) => format!("{hand} keyed"),
        (Light::Off, _) => format!("{hand} turned off"),
        (Light::Moved, None) => format!("moved to {hand}"),
        (Light::Moved, Some(was)) => format!("moved from {was} to {hand}"),
    };
    let amount = amount.map_or_else(String::new, |amount| format!(", {amount:#}"));
    format!("seat {seat}: {done}{amount}")
}

/// The status of an award in a word or two.
pub fn standing_word(award: &Award) -> &'static str {
    match &award.standing {
        Standing::Pending => "PENDING",
        Standing::Paid { .. } => "paid",
        Standing::BackedOut { .. } => "backed out",
        Standing::Voided { .. } => "voided",
    }
}

/// What was paid instead of an award, if it was [PRG-20].
pub fn paid_words(award: &Award) -> Option<String> {
    let Difference { amount, reason, approved_by, rest } = award.difference()?;
    let difference = difference_words(*amount);
    let rest = match *rest > Cents::ZERO {
        true => format!("; {rest:#} went back to meter {}", award.meter),
        false => String::new(),
    };
    let approved = format!("approved by {approved_by}");
    Some(format!(
        "{:#} was paid, {difference} the award, {approved}: {reason}{rest}",
        award.paid()?
    ))
}

/// The status of an award, with what was paid instead of it.
pub fn standing_words(award: &Award) -> String {
    let word = standing_word(award);
    let more = [override_words(award), paid_words(award)];
    more.into_iter().flatten().fold(word.to_owned(), |words, more| format!("{words}; {more}"))
}

/// `$12.50 less than`.
fn difference_words(amount: Cents) -> String {
    if amount < Cents::ZERO {
        format!("{:#} less than", -amount)
    } else {
        format!("{amount:#} more than")
    }
}

/// How long after its key an award was verified, in seconds.
pub fn waited_seconds(award: &Award) -> Option<i64> {
    match &award.standing {
        Standing::Paid { at, .. } => Some((at.0 - award.keyed_at.0).max(0) / 1_000_000),
        Standing::Pending | Standing::Voided { .. } | Standing::BackedOut { .. } => None,
    }
}

/// What became of the awards that an entry decided, how long after their keys, and by which override [PRG-22].
fn outcomes(record: &Record, told: impl Fn(&&Award) -> bool) -> String {
    let one = |award: &Award| {
        let (number, amount, word) = (award.number, award.amount, standing_word(award));
        let after = waited_seconds(award);
        let after = after.map_or_else(String::new, |seconds| format!(" {seconds} s after its key"));
        let over = override_words(award).map_or_else(String::new, |words| format!(", {words}"));
        match award.difference() {
            Some(Difference { rest, .. }) if award.is_paid() => {
                let paid = award.paid().unwrap_or_default();
                let back = match *rest > Cents::ZERO {
                    true => format!(", {rest:#} back to meter {}", award.meter),
                    false => String::new(),
                };
                format!("; {paid:#} paid for award {number} of {amount:#}{after}{back}{over}")
            }
            _ => format!("; award {number} of {amount:#} {word}{after}{over}"),
        }
    };
    decided(record).filter(told).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_are_in_dollars() {
        let adjust = |amount: &str| {
            let meter = "pmg".parse().expect("an id");
            let amount = amount.parse().expect("an amount");
            proposed_words(&Proposed::Adjust { meter, amount, reason: "void".to_owned() })
        };
        assert_eq!(adjust("-12.5000"), "adjust pmg by -$12.50: void");
        assert_eq!(adjust("0.1234"), "adjust pmg by $0.1234: void");
        assert_eq!(adjust("12000"), "adjust pmg by $12,000.00: void");
    }
}
