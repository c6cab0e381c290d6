//! Reads the dealer's steps, in a game's file and in `general.toml`, and gives each edition the
//! shared ones that hold there.

use forms::{Field, Place, Problem, Table, hint};

use crate::citation::is_ruling_id;
use crate::entries::{Consequence, DealWay, Pay, TableOption};
use crate::load::{GameFile, id, placed, text};
use crate::reader::{Entries, Names, Reader, Span, strings};
use crate::section::{Entry, Game};
use crate::step::{Chore, Condition, Moment, Placeholder, Players, Step, braced};

/// A `[[step]]` of a game's file: the game's own, or a group of shared ones.
pub(crate) enum StepEntry {
    Own(Step),
    Shared(String),
}

/// A `[[step]]` of `general.toml`.
pub(crate) struct SharedStep {
    /// The name by which games take it up.
    group: String,
    /// It holds only in editions with this subdivision.
    only_with: Option<String>,
    step: Step,
    place: Place,
}

/// What the steps of a game may name beside wagers and subdivisions.
pub(crate) struct StepNames<'n> {
    stages: Names,
    pays: Names,
    options: &'n Entries<TableOption>,
}

impl<'n> StepNames<'n> {
    pub(crate) fn new(
        deals: &Entries<crate::Deal>,
        pays: &Entries<Pay>,
        options: &'n Entries<TableOption>,
    ) -> StepNames<'n> {
        StepNames {
            stages: Names::of(deals, |deal| &deal.stage),
            pays: Names::of(pays, |pay| &pay.key),
            options,
        }
    }
}

/// Reads a step of a game's file.
pub(crate) fn of_game(
    reader: &Reader,
    names: &StepNames<'_>,
    table: &Table<'_>,
    span: Span,
) -> Option<StepEntry> {
    if let Some(field) = table.optional("shared") {
        if let Some(id) = table.optional("id") {
            id.problem("shared steps bring their own IDs: leave it out");
        }
        return field.string().map(|group| StepEntry::Shared(group.to_owned()));
    }
    let (step, at_field) = body(table, |condition, field| match condition {
        Condition::Wager(_) | Condition::NoWager(_) | Condition::Line(_) => {
            reader.known_stake(field, span);
        }
        Condition::Pay(_) => reader.known(field, &names.pays, "pay", span),
        Condition::Option(key, value) => known_option(names.options, field, (key, value), span),
        Condition::Lost(_)
        | Condition::Award(_)
        | Condition::Live(_)
        | Condition::Meter(_)
        | Condition::Several
        | Condition::More
        | Condition::Shown(_)
        | Condition::Way(_)
        | Condition::Players(_)
        | Condition::Consequence(_) => {}
    });
    let cite = reader.cite(table, span);
    if let (Some(Step { at: Moment::Before(stage), .. }), Some(field)) = (&step, &at_field) {
        reader.known_name(field, stage, &names.stages, "stage", span);
    }
    step.map(|step| StepEntry::Own(Step { cite, ..step }))
}

/// Reads the steps of `general.toml`, and the rulings that they cite.
pub(crate) fn shared(root: &Table<'_>) -> (Vec<SharedStep>, Vec<(String, Place)>) {
    let (mut steps, mut cited) = (Vec::new(), Vec::new());
    for table in &root.tables("step") {
        let group = id(table, "group");
        let only_with = table.optional("only-with").and_then(|field| field.string());
        let (step, at_field) = body(table, |condition, field| match condition {
            Condition::Wager(_)
            | Condition::Lost(_)
            | Condition::Award(_)
            | Condition::Live(_)
            | Condition::Meter(_)
            | Condition::Several
            | Condition::More
            | Condition::Way(_)
            | Condition::Players(_)
            | Condition::Option(_, _)
            | Condition::Consequence(_) => {}
            Condition::NoWager(_)
            | Condition::Line(_)
            | Condition::Pay(_)
            | Condition::Shown(_) => {
                field.problem("a shared step cannot depend on this: write it in the game's file");
            }
        });
        if let (Some(Step { at: Moment::Before(_), .. }), Some(field)) = (&step, &at_field) {
            field.problem("a shared step cannot name a stage: write it in the game's file");
        }
        let fields = table.required("cite").map(|field| field.list()).unwrap_or_default();
        let cite = strings(&fields);
        cited.extend(placed(&fields).into_iter().filter(|(key, _)| is_ruling_id(key)));
        let (Some(group), Some(step)) = (group, step) else { continue };
        let (only_with, place) = (only_with.map(str::to_owned), table.place());
        steps.push(SharedStep { group, only_with, step: Step { cite, ..step }, place });
    }
    (steps, cited)
}

/// What a step says of itself but for its citations, and where it says its moment.
fn body<'t>(
    table: &Table<'t>,
    check: impl Fn(&Condition, &Field<'_>),
) -> (Option<Step>, Option<Field<'t>>) {
    let id = id(table, "id");
    let chore = table.required("chore").and_then(|field| field.one_of(Chore::WORDS));
    let at_field = table.required("at");
    let at = at_field.as_ref().and_then(|field| {
        let read = Moment::read(field.string()?);
        read.map_err(|no_moment| field.problem(no_moment.0)).ok()
    });
    let conditions = table.optional("when").and_then(|field| field.table());
    let mut when = Vec::new();
    for (field, condition) in conditions.iter().flat_map(conditions_of) {
        check(&condition, &field);
        if let Some(at) = at.as_ref().filter(|at| !condition.can_hold_at(at)) {
            field.problem(format!("\"{}\" cannot be told at {at}", condition.key()));
        }
        when.push(condition);
    }
    let say = table.optional("say").and_then(|field| {
        check_placeholders(&field, at.as_ref());
        field.string().map(str::to_owned)
    });
    let prompt = text(table, "prompt");
    if let Some(field) = table.optional("prompt") {
        check_placeholders(&field, at.as_ref());
    }
    let step = || {
        Some(Step { id: id?, chore: chore?, at: at?, when, say, prompt: prompt?, cite: Vec::new() })
    };
    (step(), at_field)
}

/// Notes words in braces that a moment does not supply.
fn check_placeholders(field: &Field<'_>, at: Option<&Moment>) {
    let (Some(text), Some(at)) = (field.string(), at) else { return };
    for word in braced(text) {
        let Some(placeholder) = Placeholder::from_word(word) else {
            let words: Vec<&str> = Placeholder::WORDS.iter().map(|(word, _)| *word).collect();
            field.problem(format!("unknown placeholder \"{word}\"; {}", hint(word, &words)));
            continue;
        };
        if !at.supplies().contains(&placeholder) {
            field.problem(format!("the placeholder \"{word}\" is not known at {at}"));
        }
    }
}

/// The conditions that a table gives, each at its key.
fn conditions_of<'t>(table: &Table<'t>) -> Vec<(Field<'t>, Condition)> {
    let words = |field: &Field<'_>| field.string().map(str::to_owned);
    let only_true = |field: &Field<'_>| {
        let is_true = field.boolean()?;
        if !is_true {
            field.problem("can only be true: leave it out");
        }
        Some(())
    };
    type Read<'r> = &'r dyn Fn(&Field<'_>) -> Option<Condition>;
    let kinds: [(&'static str, Read<'_>); 15] = [
        ("wager", &|field| words(field).map(Condition::Wager)),
        ("no-wager", &|field| words(field).map(Condition::NoWager)),
        ("line", &|field| words(field).map(Condition::Line)),
        ("pay", &|field| words(field).map(Condition::Pay)),
        ("lost", &|field| field.boolean().map(Condition::Lost)),
        ("award", &|field| field.boolean().map(Condition::Award)),
        ("live", &|field| field.boolean().map(Condition::Live)),
        ("meter", &|field| field.boolean().map(Condition::Meter)),
        ("several", &|field| only_true(field).map(|()| Condition::Several)),
        ("more", &|field| only_true(field).map(|()| Condition::More)),
        ("shown", &|field| {
            field.integer(0..=5).and_then(|cards| u8::try_from(cards).ok()).map(Condition::Shown)
        }),
        ("way", &|field| field.one_of(DealWay::WORDS).map(Condition::Way)),
        ("players", &|field| field.one_of(Players::WORDS).map(Condition::Players)),
        ("option", &option),
        ("consequence", &|field| field.one_of(Consequence::WORDS).map(Condition::Consequence)),
    ];
    let read = kinds.iter().filter_map(|(key, read)| {
        let field = table.optional(key)?;
        let condition = read(&field)?;
        Some((field, condition))
    });
    read.collect()
}

/// `{ lammers = "before-the-deal" }`.
fn option(field: &Field<'_>) -> Option<Condition> {
    let table = field.table()?;
    let entries = table.entries();
    let [(key, value)] = entries.as_slice() else {
        field.problem("name one option and its value");
        return None;
    };
    Some(Condition::Option((*key).to_owned(), value.string()?.to_owned()))
}

/// Notes an option or a value of it that does not exist as long as the step holds.
fn known_option(
    options: &Entries<TableOption>,
    field: &Field<'_>,
    (key, value): (&str, &str),
    span: Span,
) {
    if options.is_partial {
        return;
    }
    for edition in span.from..span.until {
        let of_edition = || options.list.iter().filter(|entry| entry.holds_in(edition));
        let Some(option) = of_edition().find(|entry| entry.value.key == key) else {
            let keys: Vec<&str> = of_edition().map(|entry| entry.value.key.as_str()).collect();
            return field.problem(format!("no option \"{key}\"; {}", hint(key, &keys)));
        };
        if !option.value.allows(value) {
            let words = option.value.value_words();
            return field.problem(format!("{key} cannot be \"{value}\"; {}", hint(value, &words)));
        }
    }
}

/// Puts the shared steps where the games take them up; what is wrong with that is returned.
pub(crate) fn resolve(games: &mut [GameFile], shared: &[SharedStep]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut is_used = vec![false; shared.len()];
    for file in games.iter_mut() {
        let mut steps: Vec<Entry<Step>> = Vec::new();
        for Entry { value, from, until, place } in std::mem::take(&mut file.steps) {
            let group = match value {
                StepEntry::Own(step) => {
                    steps.push(Entry { value: step, from, until, place });
                    continue;
                }
                StepEntry::Shared(group) => group,
            };
            let before = steps.len();
            for edition in from..until {
                for (index, step) in shared.iter().enumerate().filter(|(_, s)| s.group == group) {
                    let Some(value) = step.in_edition(&file.game, edition) else { continue };
                    is_used[index] = true;
                    let place = place.clone();
                    steps.push(Entry { value, from: edition, until: edition + 1, place });
                }
            }
            if steps.len() == before {
                let groups: Vec<&str> = shared.iter().map(|step| step.group.as_str()).collect();
                let message = match groups.contains(&group.as_str()) {
                    true => format!("none of the shared steps \"{group}\" holds in this section"),
                    false => format!("no shared steps \"{group}\"; {}", hint(&group, &groups)),
                };
                problems.push(place.problem(message));
            }
        }
        problems.extend(doubles(&steps));
        file.game.steps = steps;
    }
    for (step, _) in shared.iter().zip(is_used).filter(|(_, is_used)| !is_used) {
        let id = &step.step.id;
        problems.push(step.place.problem(format!("the shared step \"{id}\" holds in no game")));
    }
    problems
}

/// Steps of one edition with the same ID, of which one is shared; the reader has found the others.
fn doubles(steps: &[Entry<Step>]) -> Vec<Problem> {
    let mut problems: Vec<Problem> = Vec::new();
    for (index, entry) in steps.iter().enumerate() {
        let is_same = |other: &&Entry<Step>| {
            other.value.id == entry.value.id && other.from < entry.until && entry.from < other.until
        };
        if let Some(other) = steps[..index].iter().find(is_same) {
            let (id, line) = (&entry.value.id, other.place.line);
            let problem = entry
                .place
                .problem(format!("the step \"{id}\" appears twice: also at line {line}"));
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    problems
}

impl SharedStep {
    /// The step as an edition has it, citing the first of its subdivisions that is there and all of
    /// its rulings. It holds only where the edition has what it names.
    fn in_edition(&self, game: &Game, edition: usize) -> Option<Step> {
        let has = |key: &String| {
            let mut own = game.subdivisions.iter().filter(|entry| entry.holds_in(edition));
            own.any(|entry| entry.value.key == *key)
        };
        let lists = |id: &String| {
            let mut rulings = game.general.iter().chain(&game.rulings);
            rulings.any(|entry| entry.holds_in(edition) && entry.value.id == *id)
        };
        let (rulings, keys): (Vec<&String>, Vec<&String>) =
            self.step.cite.iter().partition(|cite| is_ruling_id(cite));
        let key = keys.iter().find(|key| has(key));
        let names_what_is_there = self.step.when.iter().all(|condition| match condition {
            Condition::Wager(wager) => game.wagers.iter().any(|entry| {
                entry.holds_in(edition)
                    && (entry.value.bets.contains(wager) || entry.value.lines.contains(wager))
            }),
            Condition::Option(key, value) => game.options.iter().any(|entry| {
                entry.holds_in(edition) && entry.value.key == *key && entry.value.allows(value)
            }),
            _ => true,
        });
        let is_cited = key.is_some() || !rulings.is_empty();
        let holds = is_cited
            && rulings.iter().all(|id| lists(id))
            && self.only_with.as_ref().is_none_or(has)
            && names_what_is_there;
        let cite = key.into_iter().copied().chain(rulings).cloned().collect();
        holds.then(|| Step { cite, ..self.step.clone() })
    }
}
