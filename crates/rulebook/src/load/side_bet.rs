//! Reads the file of a side bet: a section of its own, or a bet that a house adds. What a house's own bet does not
//! say has a default, so that ten lines are enough.

use forms::{Place, Table, hint};

use super::{GameFile, editions, id, limit, option, play, rulings, subdivisions, text, wager};
use crate::entries::{Need, Paying, Wager};
use crate::felt::Felt;
use crate::pattern::intern;
use crate::procedure::{self, StepNames};
use crate::reader::{Entries, Reader, strings};
use crate::section::{Entry, Game};
use crate::side::{Folded, Lost, Settles, Side};
use crate::{Edition, EditionId, Status, table};

/// What a house's own side bet cites where it cites nothing.
const DEFAULT_CITE: &str = "GEN-7";

/// Reads a side bet's file. Everything is read before anything that is missing ends it.
pub(super) fn read(root: &Table<'_>) -> Option<GameFile> {
    let is_own = root.optional("section").is_none();
    let (bet, title) = (id(root, "side-bet"), text(root, "title"));
    let summary = match is_own && root.optional("summary").is_none() {
        true => title.clone(),
        false => text(root, "summary"),
    };
    let (editions, is_unsure) = match is_own && root.tables("edition").is_empty() {
        true => (vec![house_edition()], false),
        false => editions(root),
    };
    let mut reader = Reader::new(editions, is_unsure);
    reader.default_cite = is_own.then_some(DEFAULT_CITE);
    let has_subdivisions = !is_own || !root.tables("subdivision").is_empty();
    let subdivisions = if has_subdivisions { subdivisions(root, &mut reader) } else { Vec::new() };
    let wagers = wagers(root, &reader, bet.as_deref(), title.as_deref());
    reader.add_wagers(&wagers);
    reader.only_wager = bet.clone().filter(|_| is_own);
    let schedules = table::schedules(root, &reader);
    let (mut general, rulings) = match is_own && root.optional("rulings").is_none() {
        true => (vec![(DEFAULT_CITE.to_owned(), root.place())], Vec::new()),
        false => rulings(root, &reader),
    };
    if is_own && !general.iter().any(|(id, _)| id == DEFAULT_CITE) {
        general.push((DEFAULT_CITE.to_owned(), root.place()));
    }
    let limits = reader.entries(root, "limit", None, |t, span| limit(&reader, t, span));
    let options = reader.entries(root, "option", Some("key"), |t, span| option(&reader, t, span));
    let play = reader.entries(root, "play", Some("id"), |t, span| play(&reader, t, span));
    let none = || Entries { list: Vec::new(), is_partial: false };
    let names = StepNames::new(&none(), &Entries { list: Vec::new(), is_partial: false }, &options);
    let steps = reader.entries(root, "step", Some("id"), |table, span| {
        procedure::of_game(&reader, &names, table, span)
    });
    let hosts = root.required("side-bet-of").map(|field| field.list()).unwrap_or_default();
    let game_place = root.optional("side-bet").map(|field| field.place());
    let section_place = root.optional("section").map(|field| field.place());
    let section = root.optional("section").and_then(|field| field.string()).map(str::to_owned);
    let Reader { editions, cited, .. } = reader;
    let bet = bet?;
    let game = Game {
        section: section.unwrap_or_else(|| format!("house:{bet}")),
        id: bet,
        title: title?,
        summary: summary?,
        decks: Vec::new(),
        seats: 7,
        editions,
        subdivisions,
        terms: Vec::new(),
        limits: limits.list,
        options: options.list,
        deals: Vec::new(),
        play: play.list,
        steps: Vec::new(),
        irregularities: Vec::new(),
        pays: Vec::new(),
        rakes: Vec::new(),
        paying: Paying::default(),
        wagers: wagers.list,
        schedules,
        rulings,
        felt: Felt::default(),
        general: Vec::new(),
        side_bet_of: strings(&hosts),
        side_bets: Vec::new(),
    };
    let game_place = game_place?;
    let section_place = section_place.unwrap_or_else(|| game_place.clone());
    let cited = cited.into_inner();
    Some(GameFile { game, game_place, section_place, general, cited, steps: steps.list })
}

/// The edition of a house's own bet.
fn house_edition() -> Edition {
    Edition {
        id: EditionId::Proposed,
        sdr: None,
        status: Status::Proposed,
        is_partial: false,
        text: "The house's own bet; no section of the rule.".to_owned(),
    }
}

/// The wagers; where none is written, one that goes by the name of the bet.
fn wagers(
    root: &Table<'_>,
    reader: &Reader,
    bet: Option<&str>,
    title: Option<&str>,
) -> Entries<Wager> {
    let tables = root.tables("wager");
    if reader.default_cite.is_some() && tables.is_empty() {
        let list = bet.zip(title).map(|(bet, title)| Entry {
            value: usual(bet, title),
            from: 0,
            until: reader.editions.len(),
            place: root.place(),
        });
        return Entries { list: list.into_iter().collect(), is_partial: bet.is_none() };
    }
    let wagers =
        reader.entries(root, "wager", Some("id"), |table, span| wager(reader, table, span));
    if tables.is_empty() {
        root.problem_of("wager", "missing: a side bet needs its [[wager]]");
    }
    for (entry, table) in
        wagers.list.iter().zip(&tables).filter(|(entry, _)| entry.value.side.is_none())
    {
        table.problem_of(
            "side",
            format!("missing: say when {} is settled in [wager.side]", entry.value.id),
        );
    }
    wagers
}

/// A bet before the cards that is settled as soon as they are dealt.
fn usual(bet: &str, title: &str) -> Wager {
    let cite = vec![DEFAULT_CITE.to_owned()];
    let lost = vec![Lost { row: intern("no pay"), when: None, cite: cite.clone() }];
    Wager {
        area: None,
        id: bet.to_owned(),
        title: title.to_owned(),
        need: Need::Optional,
        bets: vec![bet.to_owned()],
        lines: vec![bet.to_owned()],
        tips: Vec::new(),
        who: "Any player.".to_owned(),
        when: "Before the cards.".to_owned(),
        cite,
        side: Some(Side {
            settles: Settles::Deal,
            folded: Folded::Live,
            is_collected_alone: false,
            needs: None,
            at_most: None,
            lost,
            section: None,
        }),
    }
}

/// Puts side bets where they may be added; what is wrong with that is returned.
pub(crate) fn attach(games: &mut Vec<GameFile>) -> Vec<forms::Problem> {
    let mut problems = Vec::new();
    let (sides, hosts): (Vec<GameFile>, Vec<GameFile>) =
        std::mem::take(games).into_iter().partition(|file| !file.game.side_bet_of.is_empty());
    *games = hosts;
    for side in sides {
        for host in &side.game.side_bet_of {
            let known: Vec<String> = games.iter().map(|file| file.game.id.clone()).collect();
            let Some(file) = games.iter_mut().find(|file| file.game.id == *host) else {
                let place = Place { key: "side-bet-of".to_owned(), ..side.game_place.clone() };
                let hint = hint(host, &known);
                problems.push(place.problem(format!("no game \"{host}\"; {hint}")));
                continue;
            };
            problems.extend(taken_names(&side, &file.game));
            file.game.side_bets.push(side.game.clone());
        }
    }
    problems
}

/// Names of a side bet that the game, or another side bet of it, has already.
fn taken_names(side: &GameFile, host: &Game) -> Vec<forms::Problem> {
    let of = |game: &Game| -> Vec<String> {
        let wagers = game.wagers.iter().map(|entry| &entry.value);
        let stakes = wagers.flat_map(|w| w.bets.iter().chain(&w.lines).chain([&w.id]));
        let options = game.options.iter().map(|entry| &entry.value.key);
        stakes.chain(options).cloned().collect()
    };
    let known: Vec<String> = std::iter::once(host).chain(&host.side_bets).flat_map(of).collect();
    let mut names = of(&side.game);
    names.sort();
    names.dedup();
    let twice = names.into_iter().filter(|name| known.contains(name));
    let message = |name| format!("{} has a \"{name}\" already: choose another name", host.id);
    twice.map(|name| side.game_place.problem(message(name))).collect()
}
