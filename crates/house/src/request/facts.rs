//! What a command is about, and who may give it: the one place that says so for each.

use progressive::{AwardNumber, MeterId, PersonId, ProposalNumber, TableId};

use super::{Command, EventKind, Proposed};
use crate::machine::Right;
use crate::table::command::TableFacts;
use crate::text::{EVENT_MAX, LINE_MAX, NAME_MAX, Text};

/// Who may give a command (T2). It may still be refused for other reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asker<'c> {
    /// The house itself and nobody else.
    House,
    /// Anybody who is known here, retired or not.
    Known,
    /// Anybody who is not retired.
    Anybody,
    /// Anyone whom the table lets.
    AtTable,
    /// This person, or someone with the right.
    Own(&'c PersonId, Right),
    /// This person, who is not known here yet.
    Newcomer(&'c PersonId),
    /// Someone with the right.
    With(Right),
    /// A second supervisor.
    Second,
}

/// The people whom a command depends on, besides the one who gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About<'c> {
    /// None.
    Nobody,
    /// One.
    Person(&'c PersonId),
    /// One, and everybody else: whether someone may come or leave depends on which supervisors there are.
    Everybody(&'c PersonId),
}

/// What a command is about.
pub(crate) struct Facts<'c> {
    pub(crate) asker: Asker<'c>,
    /// Whether the house itself may give it, too.
    pub(crate) is_houses: bool,
    pub(crate) about: About<'c>,
    pub(crate) table: Option<&'c TableId>,
    pub(crate) meter: Option<&'c MeterId>,
    pub(crate) award: Option<AwardNumber>,
    pub(crate) proposal: Option<ProposalNumber>,
    pub(crate) proposed: Option<&'c Proposed>,
    /// What people have entered in it.
    pub(crate) texts: Vec<Text<'c>>,
}

impl<'c> Facts<'c> {
    fn of(asker: Asker<'c>) -> Facts<'c> {
        Facts {
            asker,
            is_houses: false,
            about: About::Nobody,
            table: None,
            meter: None,
            award: None,
            proposal: None,
            proposed: None,
            texts: Vec::new(),
        }
    }

    fn about(self, about: About<'c>) -> Facts<'c> {
        Facts { about, ..self }
    }

    fn table(self, table: &'c TableId) -> Facts<'c> {
        Facts { table: Some(table), ..self }
    }

    fn meter(self, meter: &'c MeterId) -> Facts<'c> {
        Facts { meter: Some(meter), ..self }
    }

    fn proposal(self, proposal: ProposalNumber) -> Facts<'c> {
        Facts { proposal: Some(proposal), ..self }
    }

    fn text(mut self, text: Text<'c>) -> Facts<'c> {
        self.texts.push(text);
        self
    }

    fn reason(self, reason: &'c str) -> Facts<'c> {
        self.text(Text::reason(reason))
    }

    fn of_house_too(self) -> Facts<'c> {
        Facts { is_houses: true, ..self }
    }
}

impl Command {
    /// What it is about, and who may give it.
    pub(crate) fn facts(&self) -> Facts<'_> {
        let supervisors = || Facts::of(Asker::With(Right::Supervise));
        match self {
            Command::AddPerson { person, name, .. } => supervisors()
                .about(About::Everybody(person))
                .text(Text { what: "the name", text: name, most: NAME_MAX }),
            Command::ChangeSecret { person, .. } => {
                Facts::of(Asker::Own(person, Right::Supervise)).about(About::Person(person))
            }
            Command::SignIn | Command::StartSession { .. } => Facts::of(Asker::Anybody),
            Command::SignInRefused { person, .. } => {
                let about = person.as_ref().map_or(About::Nobody, About::Person);
                Facts::of(Asker::House).about(about)
            }
            Command::EndSessions { person, .. } => {
                Facts::of(Asker::Own(person, Right::Supervise)).about(About::Person(person))
            }
            Command::FoundDemo { .. } | Command::ChainVerified { .. } => Facts::of(Asker::House),
            // Whoever can write the store may unlock a person: otherwise the last supervisor could stay locked out.
            Command::Unlock { person, reason } => {
                supervisors().about(About::Person(person)).reason(reason).of_house_too()
            }
            Command::Retire { person, reason } => {
                supervisors().about(About::Everybody(person)).reason(reason)
            }
            Command::ChainBroken { says } => {
                Facts::of(Asker::House).text(Text::line("what was found", says))
            }
            Command::Event { kind, says } => match kind {
                EventKind::RollBack => Facts::of(Asker::House),
                // The program says that it was started or stopped (L1).
                EventKind::Start | EventKind::Stop => Facts::of(Asker::Known).of_house_too(),
                EventKind::SignOut | EventKind::Error | EventKind::SignRecord | EventKind::Note => {
                    Facts::of(Asker::Known)
                }
            }
            .text(match kind {
                EventKind::Note => Text { what: "the note", text: says, most: LINE_MAX },
                _ => Text { what: "the event", text: says, most: EVENT_MAX },
            }),
            Command::CloseDay { .. } => supervisors(),
            Command::CreateMeter { meter, .. }
            | Command::Configure { meter, .. }
            | Command::CloseMeter { meter } => supervisors().meter(meter),
            Command::Fault { meter, says } => {
                supervisors().meter(meter).text(Text::line("the fault", says))
            }
            Command::ClearFault { meter, reason } => supervisors().meter(meter).reason(reason),
            Command::SetUpTable { table, setup } => {
                Facts { meter: setup.meter.as_ref(), ..supervisors().table(table) }
            }
            Command::CloseTable { table } => supervisors().table(table),
            Command::Guest { person, name, .. } => Facts::of(Asker::Newcomer(person)).text(Text {
                what: "the name",
                text: name,
                most: NAME_MAX,
            }),
            Command::Table { table, command, .. } => {
                let TableFacts { by, at: _, award, texts } = command.facts();
                let table = table.as_ref();
                Facts { table, award, texts, ..Facts::of(by.asker()).of_house_too() }
            }
            Command::Propose { proposed } => {
                let texts = proposed.facts().text.into_iter().collect();
                Facts { proposed: Some(proposed), texts, ..supervisors() }
            }
            Command::Approve { proposal } => Facts::of(Asker::Second).proposal(*proposal),
            Command::Reject { proposal, reason } => {
                supervisors().proposal(*proposal).reason(reason)
            }
        }
    }
}

/// What a proposal is about.
#[derive(Default)]
pub(crate) struct ProposedFacts<'c> {
    /// The meters it names.
    pub(crate) meters: Vec<&'c MeterId>,
    pub(crate) award: Option<AwardNumber>,
    /// The person, already here, whom it is about.
    pub(crate) person: Option<&'c PersonId>,
    /// What people have entered in it.
    pub(crate) text: Option<Text<'c>>,
}

impl Proposed {
    /// What it is about.
    pub(crate) fn facts(&self) -> ProposedFacts<'_> {
        let because = |reason| {
            let text = Some(Text::reason(reason));
            ProposedFacts { text, ..ProposedFacts::default() }
        };
        let on_petition = |petition| {
            let text = Some(Text::line("the petition", petition));
            ProposedFacts { text, ..ProposedFacts::default() }
        };
        match self {
            Proposed::Adjust { meter, reason, .. }
            | Proposed::ReleaseOverflow { meter, reason, .. } => {
                ProposedFacts { meters: vec![meter], ..because(reason) }
            }
            Proposed::Transfer { from, to, petition, .. } => {
                ProposedFacts { meters: vec![from, to], ..on_petition(petition) }
            }
            Proposed::Reschedule { meter, petition, .. } => {
                ProposedFacts { meters: vec![meter], ..on_petition(petition) }
            }
            Proposed::BackOut { award, reason } | Proposed::PayOther { award, reason, .. } => {
                ProposedFacts { award: Some(*award), ..because(reason) }
            }
            Proposed::Override { reason, .. } | Proposed::VerifyEvery { reason, .. } => {
                because(reason)
            }
            Proposed::AddSupervisor { name, .. } => {
                let text = Some(Text { what: "the name", text: name, most: NAME_MAX });
                ProposedFacts { text, ..ProposedFacts::default() }
            }
            Proposed::ResetSecret { person, .. } => {
                ProposedFacts { person: Some(person), ..ProposedFacts::default() }
            }
        }
    }
}
