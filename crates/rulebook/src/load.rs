//! Reads a section's file. Problems are noted where they stand and reading goes on.

pub(crate) mod side_bet;

use cards::DeckCount;
use forms::{Field, Place, Table, hint};
use money::Cents;

use crate::citation::is_ruling_id;
use crate::entries::{
    Applies, Consequence, Deal, DealTo, DealWay, FaceDealt, Irregularity, IrregularityRule, Limit,
    LimitMax, Need, OptionValues, Pay, Paying, Play, Rake, Ruling, Subdivision, TableOption, Term,
    ToWhom, Wager,
};
use crate::procedure::{self, SharedStep, StepEntry, StepNames};
use crate::reader::{Entries, Reader, Span, strings};
use crate::section::{Bounds, Entry, Game};
use crate::{Edition, EditionId, Status, felt, numbers, side, table};

/// What one file says, and what it needs of the others.
pub(crate) struct GameFile {
    pub(crate) game: Game,
    /// Where the file says which game and which section it is.
    pub(crate) game_place: Place,
    pub(crate) section_place: Place,
    /// The ids under `[rulings] general`, to be looked up in the other files.
    pub(crate) general: Vec<(String, Place)>,
    /// Every ruling cited, to be looked up when all files are read.
    pub(crate) cited: Vec<(String, Place)>,
    /// The dealer's steps, with places for those that are shared.
    pub(crate) steps: Vec<Entry<StepEntry>>,
}

/// What `general.toml` says.
pub(crate) struct GeneralFile {
    pub(crate) bounds: Bounds,
    pub(crate) rulings: Vec<(Ruling, Place)>,
    /// The rulings that the bounds and the steps cite.
    pub(crate) cited: Vec<(String, Place)>,
    /// The steps that games share.
    pub(crate) steps: Vec<SharedStep>,
}

pub(crate) fn text(table: &Table<'_>, key: &'static str) -> Option<String> {
    let field = table.required(key)?;
    let text = field.string()?.trim();
    if text.is_empty() {
        field.problem("must not be empty");
    }
    Some(text.to_owned())
}

/// A kebab-case id.
pub(crate) fn id(table: &Table<'_>, key: &'static str) -> Option<String> {
    let field = table.required(key)?;
    let text = field.string()?;
    let kebab = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.is_empty() || !text.bytes().all(kebab) {
        field.problem(format!(
            "\"{text}\" is not a valid ID: use lowercase letters, digits and hyphens"
        ));
    }
    Some(text.to_owned())
}

/// A list of text; `None` if it is not a list or a member is not text.
fn list(table: &Table<'_>, key: &'static str) -> Option<Vec<String>> {
    let field = table.required(key)?;
    if !field.is_list() {
        field.list();
        return None;
    }
    let members = field.list();
    let strings = strings(&members);
    (strings.len() == members.len()).then_some(strings)
}

/// Reads `general.toml`.
pub(crate) fn general(root: &Table<'_>) -> Option<GeneralFile> {
    let rulings = root.tables("ruling").iter().filter_map(ruling).collect();
    let (steps, cited_by_steps) = procedure::shared(root);
    let table = root.required("bounds").and_then(|field| field.table())?;
    let bet_max = table.required("bet-max").and_then(|field| field.parse());
    let seats_max = table.required("seats-max").and_then(|field| field.integer(1..=7));
    let chips = table.required("chips").map(|field| field.list()).unwrap_or_default();
    let chips: Vec<Cents> = chips.iter().filter_map(Field::parse).collect();
    let cited = table.required("cite").map(|field| placed(&field.list())).unwrap_or_default();
    let cited = cited.into_iter().chain(cited_by_steps).collect();
    let bounds = Bounds { bet_max: bet_max?, seats_max: u8::try_from(seats_max?).ok()?, chips };
    Some(GeneralFile { bounds, rulings, cited, steps })
}

/// Text with its places.
pub(crate) fn placed(members: &[Field<'_>]) -> Vec<(String, Place)> {
    let place = |field: &Field<'_>| Some((field.string()?.to_owned(), field.place()));
    members.iter().filter_map(place).collect()
}

fn ruling(table: &Table<'_>) -> Option<(Ruling, Place)> {
    let (field, says) = (table.required("id"), text(table, "says"));
    let field = field?;
    let id = field.string()?;
    if !is_ruling_id(id) {
        field.problem(format!(
            "\"{id}\" is not a ruling ID: write letters, a hyphen and a number, like TCP-2"
        ));
    }
    Some((Ruling { id: id.to_owned(), says: says? }, field.place()))
}

/// Reads the file of a game or of a side bet.
pub(crate) fn game(root: &Table<'_>) -> Option<GameFile> {
    if root.optional("side-bet").is_some() { side_bet::read(root) } else { whole_game(root) }
}

/// Reads a game's file. Everything is read before anything that is missing ends it.
fn whole_game(root: &Table<'_>) -> Option<GameFile> {
    let (editions, editions_are_unsure) = editions(root);
    let mut reader = Reader::new(editions, editions_are_unsure);
    let subdivisions = subdivisions(root, &mut reader);
    let wagers =
        reader.entries(root, "wager", Some("id"), |table, span| wager(&reader, table, span));
    reader.add_wagers(&wagers);
    let schedules = table::schedules(root, &reader);
    let (general, rulings) = rulings(root, &reader);
    let game_place = root.optional("game").map(|field| field.place());
    let section_place = root.optional("section").map(|field| field.place());
    let (id, title) = (id(root, "game"), text(root, "title"));
    let (section, summary) = (text(root, "section"), text(root, "summary"));
    let seats = root.required("seats").and_then(|field| field.integer(1..=7));
    let (decks, paying) = (decks(root), paying(root, &reader, &wagers));
    let terms = reader.entries(root, "term", Some("key"), |t, span| term(&reader, t, span));
    let limits = reader.entries(root, "limit", None, |t, span| limit(&reader, t, span));
    let options = reader.entries(root, "option", Some("key"), |t, span| option(&reader, t, span));
    let deals = reader.entries(root, "deal", None, |t, span| deal(&reader, t, span));
    let play = reader.entries(root, "play", Some("id"), |t, span| play(&reader, t, span));
    let irregularities =
        reader.entries(root, "irregularity", None, |t, span| irregularity(&reader, t, span));
    let pays = reader.entries(root, "pay", Some("key"), |t, span| pay(&reader, t, span));
    let rakes = reader.entries(root, "rake", None, |t, span| rake(&reader, t, span));
    let names = StepNames::new(&deals, &pays, &options);
    let steps = reader.entries(root, "step", Some("id"), |table, span| {
        procedure::of_game(&reader, &names, table, span)
    });
    let felt = felt::read(root, &reader, &wagers, &options);
    let Reader { editions, cited, .. } = reader;
    let game = Game {
        id: id?,
        title: title?,
        section: section?,
        summary: summary?,
        decks,
        seats: u8::try_from(seats?).ok()?,
        editions,
        subdivisions,
        terms: terms.list,
        limits: limits.list,
        options: options.list,
        deals: deals.list,
        play: play.list,
        steps: Vec::new(),
        irregularities: irregularities.list,
        pays: pays.list,
        rakes: rakes.list,
        paying: paying?,
        wagers: wagers.list,
        schedules,
        rulings,
        felt: felt?,
        general: Vec::new(),
        side_bet_of: Vec::new(),
        side_bets: Vec::new(),
    };
    let (game_place, section_place, cited) = (game_place?, section_place?, cited.into_inner());
    Some(GameFile { game, game_place, section_place, general, cited, steps: steps.list })
}

/// The editions, and whether they are too unsure to check `from` and `until` against.
fn editions(root: &Table<'_>) -> (Vec<Edition>, bool) {
    let tables = root.tables("edition");
    if tables.is_empty() {
        root.problem_of("edition", "missing: a section needs at least one [[edition]]");
    }
    let read: Vec<(Edition, Place)> = tables.iter().filter_map(edition).collect();
    let mut is_unsure = read.is_empty() || read.len() < tables.len();
    for pair in read.windows(2) {
        let [(before, _), (after, place)] = pair else { continue };
        if before.id >= after.id {
            is_unsure = true;
            let (earlier, later) = (before.id, after.id);
            let message = if earlier == later {
                format!("edition {later} appears twice")
            } else {
                format!("out of order: {later} follows {earlier}; list the oldest first")
            };
            root.problem_at(place, message);
        }
    }
    (read.into_iter().map(|(edition, _)| edition).collect(), is_unsure)
}

fn edition(table: &Table<'_>) -> Option<(Edition, Place)> {
    let id_field = table.required("id");
    let status_field = table.required("status");
    let (sdr, text) = (table.optional("sdr"), text(table, "text"));
    let id_field = id_field?;
    let id: EditionId = id_field.parse()?;
    let status_field = status_field?;
    let status = status_field.one_of(Status::WORDS)?;
    if id == EditionId::Proposed && status == Status::Adopted {
        status_field.problem("an adopted edition needs its date as the ID");
    }
    if sdr.is_none() && status == Status::Adopted {
        table.problem_of(
            "sdr",
            "missing: an adopted edition needs a register citation, like \"41 SDR 218\"",
        );
    }
    let sdr = sdr.and_then(|field| field.string().map(str::to_owned));
    let partial = table.optional("partial").and_then(|field| field.boolean());
    let is_partial = partial.unwrap_or(false);
    Some((Edition { id, sdr, status, is_partial, text: text? }, id_field.place()))
}

fn decks(root: &Table<'_>) -> Vec<DeckCount> {
    let Some(field) = root.required("decks") else { return Vec::new() };
    let members = field.list();
    if members.is_empty() {
        field.problem("is empty: list at least one number of decks, the usual one first");
    }
    let has_joker = root.optional("joker").and_then(|field| field.boolean()).unwrap_or(false);
    let deck = |field: &Field<'_>| DeckCount::new(u64::try_from(field.integer(1..=8)?).ok()?).ok();
    members.iter().filter_map(deck).map(|decks| decks.with_joker(has_joker)).collect()
}

fn subdivisions(root: &Table<'_>, reader: &mut Reader) -> Vec<Entry<Subdivision>> {
    let read = reader.entries(root, "subdivision", Some("key"), |t, _| subdivision(reader, t));
    if !read.is_partial {
        numbers::check(root, &read.list, &reader.editions);
    }
    reader.add_subdivisions(&read);
    let alone = |Entry { value, from, until, place }: Entry<(Subdivision, Place)>| Entry {
        value: value.0,
        from,
        until,
        place,
    };
    read.list.into_iter().map(alone).collect()
}

/// A subdivision and the place of its number.
fn subdivision(reader: &Reader, table: &Table<'_>) -> Option<(Subdivision, Place)> {
    let (number, key, demands) = (text(table, "number"), id(table, "key"), text(table, "demands"));
    let place = table.optional("number").map(|field| field.place());
    let renumbered = match table.optional("renumbered") {
        None => None,
        Some(field) => {
            let moved = field.table()?;
            let (number, from) = (text(&moved, "number"), moved.required("from"));
            let span = reader.span(&moved);
            from.filter(|_| span != Span::NONE)?;
            Some((span.from, number?))
        }
    };
    let (number, key, demands) = (number?, key?, demands?);
    Some((Subdivision { number, key, demands, section: None, renumbered }, place?))
}

fn wager(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Wager> {
    let (id, title) = (id(table, "id"), text(table, "title"));
    let need = table.required("need").and_then(|field| field.one_of(Need::WORDS));
    let (bets, lines) = (list(table, "bets"), list(table, "lines"));
    let tip_fields = table.optional("tips").map(|field| field.list()).unwrap_or_default();
    let tips = strings(&tip_fields);
    if let Some(lines) = &lines {
        for (field, tip) in tip_fields.iter().zip(&tips).filter(|(_, tip)| !lines.contains(tip)) {
            field.problem(format!(
                "a tip cannot ride on \"{tip}\": it is not one of this wager's lines; {}",
                hint(tip, lines)
            ));
        }
    }
    let (who, when) = (text(table, "who"), text(table, "when"));
    let cite = reader.cite(table, span);
    let area = lines.as_ref().zip(bets.as_ref());
    let area = area.and_then(|(lines, bets)| felt::of_wager(table, lines, bets));
    let side = table.optional("side").and_then(|field| side::side(reader, &field.table()?, span));
    // What else is missing is noted; the wager is still known to the entries that name it.
    Some(Wager {
        id: id?,
        title: title.unwrap_or_default(),
        need: need.unwrap_or(Need::Optional),
        bets: bets?,
        lines: lines?,
        tips,
        who: who.unwrap_or_default(),
        when: when.unwrap_or_default(),
        cite,
        area,
        side,
    })
}

fn term(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Term> {
    let (key, value, says) = (id(table, "key"), text(table, "value"), text(table, "says"));
    let cite = reader.cite(table, span);
    Some(Term { key: key?, value: value?, says: says?, cite })
}

fn limit(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Limit> {
    let wagers = table.required("wagers").map(|field| reader.known_stakes(&field, span));
    let applies = table.required("applies").and_then(|field| field.one_of(Applies::WORDS));
    let min_field = table.optional("min");
    let min: Option<Cents> = min_field.as_ref().and_then(|field| field.parse());
    let max = table.required("max").and_then(|field| {
        let text = field.string()?;
        match text.parse() {
            _ if text == "posted" => Some(LimitMax::Posted),
            Ok(amount) => Some(LimitMax::Amount(amount)),
            Err(_) => {
                let message =
                    format!("\"{text}\" is not a limit: write an amount like $25, or posted");
                field.problem(message);
                None
            }
        }
    });
    if let (Some(field), Some(least), Some(LimitMax::Amount(most))) = (&min_field, min, max)
        && least > most
    {
        field.problem(format!("the minimum, {least:#}, is more than the maximum, {most:#}"));
    }
    let cite = reader.cite(table, span);
    Some(Limit { wagers: wagers?, applies: applies?, min, max: max?, cite })
}

fn option(reader: &Reader, table: &Table<'_>, span: Span) -> Option<TableOption> {
    let (key, says) = (id(table, "key"), text(table, "says"));
    let values = match table.optional("values") {
        Some(field) if !field.is_list() => {
            let is_odds = field.one_of(&[("dollars", false), ("odds", true)]);
            is_odds.map(|is_odds| match is_odds {
                true => OptionValues::Odds,
                false => OptionValues::Dollars,
            })
        }
        _ => list(table, "values").map(OptionValues::OneOf),
    };
    let default_field = table.required("default");
    let cite = reader.cite(table, span);
    let (default_field, values) = (default_field?, values?);
    let default = default_field.string()?.to_owned();
    if let OptionValues::OneOf(words) = &values
        && !words.contains(&default)
    {
        let hint = hint(&default, words);
        default_field.problem(format!("\"{default}\" is not one of the values; {hint}"));
    }
    Some(TableOption { key: key?, values, default, says: says?, cite })
}

fn deal(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Deal> {
    let count = |key| {
        let number = table.required(key)?.integer(1..=52)?;
        u8::try_from(number).ok()
    };
    let way = table.required("way").and_then(|field| field.one_of(DealWay::WORDS));
    let to = table.required("to").and_then(|field| field.one_of(DealTo::WORDS));
    let face = table.required("face").and_then(|field| field.one_of(FaceDealt::WORDS));
    let (stage, cards, times) = (id(table, "stage"), count("cards"), count("times"));
    let cite = reader.cite(table, span);
    let (stage, cards, times) = (stage?, cards?, times?);
    Some(Deal { way: way?, stage, to: to?, cards, times, face: face?, cite })
}

fn play(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Play> {
    let (id, says) = (id(table, "id"), text(table, "says"));
    let cite = reader.cite(table, span);
    Some(Play { id: id?, says: says?, cite })
}

fn irregularity(reader: &Reader, table: &Table<'_>, span: Span) -> Option<IrregularityRule> {
    let event = table.required("event").and_then(|field| field.one_of(Irregularity::WORDS));
    let to = table.required("to").and_then(|field| field.one_of(ToWhom::WORDS));
    let consequence =
        table.required("consequence").and_then(|field| field.one_of(Consequence::WORDS));
    let supervisor = table.optional("supervisor").and_then(|field| field.boolean());
    let calls_supervisor = supervisor.unwrap_or(false);
    let cite = reader.cite(table, span);
    let (event, to, consequence) = (event?, to?, consequence?);
    Some(IrregularityRule { event, to, consequence, calls_supervisor, cite })
}

fn pay(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Pay> {
    let (key, condition) = (id(table, "key"), text(table, "if"));
    let lines = table.required("lines").map(|field| reader.known_stakes(&field, span));
    let pays = table.required("pays").and_then(|field| field.parse());
    let cite = reader.cite(table, span);
    Some(Pay { key: key?, lines: lines?, condition: condition?, pays: pays?, cite })
}

fn rake(reader: &Reader, table: &Table<'_>, span: Span) -> Option<Rake> {
    let pot = table.required("pot").and_then(|field| field.parse());
    let takes = table.required("takes").and_then(|field| field.parse());
    let cite = reader.cite(table, span);
    Some(Rake { pot: pot?, takes: takes?, cite })
}

fn paying(root: &Table<'_>, reader: &Reader, wagers: &Entries<Wager>) -> Option<Paying> {
    let table = root.required("paying")?.table()?;
    let everywhere = Span { from: 0, until: reader.editions.len() };
    let before = table.optional("before").map(|field| field.list()).unwrap_or_default();
    let members = |key| table.required(key).map(|field| field.list()).unwrap_or_default();
    let (seat, after) = (members("seat"), members("after"));
    let cite = reader.cite(&table, everywhere);
    let fields: Vec<&Field<'_>> = before.iter().chain(&seat).chain(&after).collect();
    let paid: Vec<&str> = fields.iter().filter_map(|field| field.string()).collect();
    if !wagers.is_partial {
        let mut lines: Vec<&str> = Vec::new();
        for line in wagers.list.iter().flat_map(|entry| &entry.value.lines) {
            if !lines.contains(&line.as_str()) {
                lines.push(line);
            }
        }
        for line in lines.iter().filter(|line| !paid.contains(*line)) {
            table.problem(format!(
                "\"{line}\" is never settled: list it under before, seat or after"
            ));
        }
        lines.push("envy");
        for field in fields {
            let Some(line) = field.string().filter(|line| !lines.contains(line)) else { continue };
            field.problem(format!("\"{line}\" is not a line of any wager; {}", hint(line, &lines)));
        }
    }
    let (before, seat, after) = (strings(&before), strings(&seat), strings(&after));
    Some(Paying { before, seat, after, cite })
}

type RulingsRead = (Vec<(String, Place)>, Vec<Entry<Ruling>>);

/// The general rulings listed, and the game's own, each at the place of its id.
fn rulings(root: &Table<'_>, reader: &Reader) -> RulingsRead {
    let own = reader.entries(root, "ruling", None, |table, _| ruling(table));
    let own = own.list.into_iter().map(|Entry { value: (value, place), from, until, .. }| Entry {
        value,
        from,
        until,
        place,
    });
    let general = root.optional("rulings").and_then(|field| field.table());
    let general = general.and_then(|table| table.required("general"));
    (general.map(|field| placed(&field.list())).unwrap_or_default(), own.collect())
}
