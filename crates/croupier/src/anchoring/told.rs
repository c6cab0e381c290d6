//! What a chain tells of its own signatures. The entries of its starts name the key and the places that had a head, so a
//! house notices when its anchors or its key are gone.

use std::collections::BTreeSet;
use std::time::Duration;

use anchors::Pusher;
use house::people::house_itself;
use house::report::{Span, each_record};
use house::{Command, EventKind};
use ledger::{Store, StoreError};

const SIGNED: &str = ", heads signed with key ";
const PUSHED: &str = " and pushed to ";

/// How long a start waits for its places to have the head.
const WITHIN: Duration = Duration::from_secs(2);

/// What the entry of a start says of its signatures.
pub fn words(pusher: &Pusher) -> String {
    let key = pusher.signer().public().short();
    let pushed = pusher.pushed_within(WITHIN);
    let places =
        if pushed.is_empty() { String::new() } else { PUSHED.to_owned() + &pushed.join(", ") };
    format!("{SIGNED}{key}{places}")
}

/// What the entries of all starts say.
#[derive(Default)]
pub struct Told {
    /// The first digits of the key that signed last.
    pub key: String,
    /// Every place that has had a head.
    places: BTreeSet<String>,
}

impl Told {
    /// Reads them; nothing where no start says anything.
    pub fn read(store: &mut dyn Store) -> Result<Option<Told>, StoreError> {
        let mut told: Option<Told> = None;
        each_record(store, &Span::default(), Some(SIGNED), &mut |_, _| {}, |record, _| {
            let Command::Event { kind: EventKind::Start, says } = &record.request.command else {
                return;
            };
            let Some((_, says)) = says.split_once(SIGNED) else { return };
            if record.request.by != house_itself() {
                return;
            }
            let (key, places) = says.split_once(PUSHED).unwrap_or((says, ""));
            let told = told.get_or_insert_default();
            key.clone_into(&mut told.key);
            told.places.extend(places.split(", ").filter(|it| !it.is_empty()).map(str::to_owned));
        })?;
        Ok(told)
    }

    /// The places that have had a head. A place that is only read has those of a command.
    pub fn had(&self, places: &[String]) -> Vec<String> {
        let has_command = self.places.iter().any(|place| place.starts_with("command:"));
        let had = |place: &&String| {
            self.places.contains(*place) || (has_command && place.starts_with("read:"))
        };
        places.iter().filter(had).cloned().collect()
    }
}
