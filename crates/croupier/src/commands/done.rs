//! The answer of every command that changes a house: what was recorded.

use anyhow::bail;
use house::{
    Award, Command, Effect, Envy, KeyPress, MOVES_NOTHING, MeterId, ProposalNumber, Proposed,
    Receipt, report,
};
use serde::Serialize;

use crate::args::{Place, SignInArgs};
use crate::output::{Output, Printer};
use crate::page::Page;
use crate::remote::{self, Answer};
use crate::session;

/// Signs a person in, posts what they ask for, and says what came of it.
pub(super) fn done(
    by: &SignInArgs,
    command: Command,
    says: &str,
    printer: &Printer,
) -> anyhow::Result<()> {
    done_with(by, command, |_| says.to_owned(), printer)
}

/// The same, where the words depend on what came of it. A server tells less: of the effect, the proposal.
pub(super) fn done_with(
    by: &SignInArgs,
    command: Command,
    says: impl FnOnce(&Effect) -> String,
    printer: &Printer,
) -> anyhow::Result<()> {
    printer.print(&match by.place() {
        Place::Store(_) => {
            let receipt = session::post(by, command)?;
            Done::new(&receipt, &says(&receipt.effect))
        }
        Place::Server(server) => Done::answered(&remote::post(server, by, &command)?, says),
    })
}

/// Signs a person in, proposes something, and says that another supervisor must approve it.
pub(super) fn propose(
    by: &SignInArgs,
    proposed: Proposed,
    printer: &Printer,
) -> anyhow::Result<()> {
    if !proposed.moves_something() {
        bail!(MOVES_NOTHING);
    }
    let words = report::proposed_words(&proposed);
    let says = |effect: &Effect| {
        let number = effect.proposal.map_or_else(String::new, |number| number.to_string());
        format!("{words}; proposal {number} awaits another supervisor's approval")
    };
    done_with(by, Command::Propose { proposed }, says, printer)
}

/// What an entry did.
#[derive(Serialize)]
pub(super) struct Done {
    entry: u64,
    says: String,
    /// Whether the same request had done it before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    repeated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u64>,
    /// The edition that the table is open under.
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal: Option<u64>,
    /// The keypad's response to a hand button.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<KeyPress>,
    meters: Vec<Moved>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    awards: Vec<Award>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    envy: Vec<Envy>,
}

#[derive(Serialize)]
struct Moved {
    meter: MeterId,
    before: String,
    after: String,
}

impl Done {
    pub(super) fn new(receipt: &Receipt, says: &str) -> Done {
        Done { repeated: receipt.is_repeated, ..Done::of(receipt.seq, &receipt.effect, says) }
    }

    /// What a server answers.
    pub(super) fn answered(answer: &Answer, says: impl FnOnce(&Effect) -> String) -> Done {
        let proposal = answer.proposal.map(ProposalNumber);
        let effect = Effect { proposal, ..Effect::default() };
        let round = answer.view.as_ref().map(|view| view.round.number);
        Done { round, ..Done::of(answer.entry, &effect, &says(&effect)) }
    }

    fn of(seq: u64, effect: &Effect, says: &str) -> Done {
        let moved = |moved: &house::Move| Moved {
            meter: moved.meter.clone(),
            before: moved.before.to_string(),
            after: moved.after.display.to_string(),
        };
        Done {
            entry: seq,
            says: says.to_owned(),
            repeated: false,
            round: effect.round,
            edition: effect.edition.clone(),
            key: effect.key.clone(),
            proposal: effect.proposal.map(|number| number.0),
            meters: effect.moves.iter().map(moved).collect(),
            awards: effect.awards.clone(),
            envy: effect.envy.clone(),
        }
    }
}

impl Output for Done {
    fn page(&self, page: &mut Page) {
        let already = if self.repeated { ", already done" } else { "" };
        page.paragraph(&format!("{} (entry {}{already}).", self.says, self.entry));
        // What a win shows (W1): amount, table, seat, hand, and what the sign shows now.
        for award in &self.awards {
            let words = format!(
                "{:#} for {} at {} seat {}: {}",
                award.amount,
                award.hand,
                award.table,
                award.seat,
                report::standing_words(award)
            );
            page.item(&format!("award {}", award.number), 14, &words, "");
        }
        // Envy that was won, or at a key, that is won if the keys stay as they are.
        for envy in self.envy.iter().chain(self.key.iter().flat_map(|key| &key.envy)) {
            let words = format!(
                "{:#} to seat {}: {} at seat {}",
                envy.amount, envy.seat, envy.hand, envy.from
            );
            page.item("envy", 14, &words, "");
        }
        for moved in &self.meters {
            let words = format!("{} -> {}", moved.before, moved.after);
            page.item(moved.meter.as_str(), 14, &words, "");
        }
    }
}
