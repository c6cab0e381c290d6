//! The one-way order of the crates, read from their manifests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rulebook::{Game, Rulebook};

/// Each crate may use only crates that stand before it. `xtask` stands apart.
const ORDER: [&str; 17] = [
    "cards",
    "money",
    "forms",
    "keys",
    "hands",
    "shuffle",
    "rulebook",
    "progressive",
    "games",
    "odds",
    "ledger",
    "anchors",
    "house",
    "wire",
    "server",
    "bench",
    "croupier",
];

/// What a crate uses of ours, beyond the order: some may know less than all before them.
const MAY_USE: [(&str, &[&str]); 16] = [
    ("cards", &[]),
    ("money", &[]),
    ("forms", &[]),
    ("keys", &[]),
    ("hands", &["cards"]),
    ("shuffle", &["cards"]),
    ("rulebook", &["cards", "money", "forms", "hands"]),
    ("progressive", &["money"]),
    ("games", &["cards", "money", "forms", "hands", "rulebook", "progressive"]),
    ("odds", &["cards", "money", "forms", "hands", "shuffle", "rulebook", "games", "progressive"]),
    ("ledger", &["money"]),
    ("anchors", &["money", "keys", "ledger"]),
    ("house", &["cards", "money", "keys", "shuffle", "rulebook", "progressive", "games", "ledger"]),
    ("wire", &["cards", "money", "shuffle", "games", "ledger", "house"]),
    (
        "server",
        &[
            "cards", "money", "keys", "hands", "shuffle", "rulebook", "games", "odds", "ledger",
            "anchors", "house", "wire",
        ],
    ),
    (
        "bench",
        &[
            "cards", "money", "keys", "hands", "shuffle", "rulebook", "games", "odds", "ledger",
            "house", "server",
        ],
    ),
];

fn crates() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut crates = Vec::new();
    for entry in fs::read_dir(root).expect("crates/ can be read") {
        let path = entry.expect("crates/ can be listed").path();
        let text = fs::read_to_string(path.join("Cargo.toml")).expect("a crate has a manifest");
        let manifest = toml::de::DeTable::parse(&text).expect("a manifest is TOML");
        let manifest = manifest.get_ref();
        let package = manifest["package"].get_ref();
        let name = package.get("name").and_then(|name| name.get_ref().as_str());
        let mut uses = Vec::new();
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let table = manifest.get(kind).and_then(|table| table.get_ref().as_table());
            uses.extend(table.into_iter().flatten().map(|(key, _)| key.get_ref().to_string()));
        }
        crates.push((name.expect("a crate has a name").to_owned(), uses));
    }
    crates
}

#[test]
fn every_crate_has_its_place_in_the_order() {
    let mut names: Vec<String> = crates().into_iter().map(|(name, _)| name).collect();
    names.sort();
    let mut order = ORDER.map(str::to_owned).to_vec();
    order.sort();
    assert_eq!(names, order, "a new crate gets its place in ORDER and in ARCHITECTURE.md");
}

#[test]
fn crates_use_only_those_before_them() {
    for (name, uses) in crates() {
        let place = ORDER.iter().position(|other| *other == name).expect("it has a place");
        for used in uses.iter().filter(|used| ORDER.contains(&used.as_str())) {
            let used_place = ORDER.iter().position(|other| other == used).expect("it has a place");
            assert!(used_place < place, "{name} may not use {used}: it stands after it");
            let allowed = MAY_USE.iter().find(|(crate_name, _)| *crate_name == name);
            if let Some((_, allowed)) = allowed {
                assert!(allowed.contains(&used.as_str()), "{name} may not know {used}");
            }
        }
    }
}

/// docs/map.md leads to files that are there. `{a,b}` names two; GAME stands for any game.
#[test]
fn the_map_names_only_what_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let map = fs::read_to_string(root.join("docs/map.md")).expect("the map can be read");
    let quoted = map.split('`').skip(1).step_by(2);
    let mut missing = Vec::new();
    let mut paths = 0;
    for named in
        quoted.filter(|it| ["crates/", "rulebook/", "docs/"].iter().any(|at| it.starts_with(at)))
    {
        let named = named.replace("GAME", "three_card_poker");
        let named = named.replace("rulebook/three_card_poker", "rulebook/three-card-poker");
        let (before, among, after) = match named.split_once('{') {
            Some((before, rest)) => {
                let (among, after) = rest.split_once('}').expect("a closing brace");
                (before, among, after)
            }
            None => (named.as_str(), "", ""),
        };
        for one in among.split(',') {
            let path = format!("{before}{one}{after}");
            paths += 1;
            if !root.join(&path).exists() {
                missing.push(path);
            }
        }
    }
    assert!(paths > 50 && missing.is_empty(), "docs/map.md names {missing:?}");
}

/// What goes over the network has its form and its description in `wire`: the house keeps values, and pages read them as
/// such. Text is read only where it was entered, by `pages/forms.rs`.
#[test]
fn values_keep_their_types_until_they_leave_the_process() {
    fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder of sources can be read") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                sources(&path, found);
            } else {
                let text = fs::read_to_string(&path).expect("a source can be read");
                let text =
                    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
                found.push((path, text));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let house = fs::read_to_string(root.join("house/Cargo.toml")).expect("a manifest");
    assert!(!house.contains("utoipa"), "the house describes no interface");
    let mut seen = Vec::new();
    sources(&root.join("house/src/recall"), &mut seen);
    for file in ["view.rs", "recall.rs", "sign.rs"] {
        let path = root.join("house/src").join(file);
        let text = fs::read_to_string(&path).expect("a source can be read");
        seen.push((path, text));
    }
    for (path, text) in &seen {
        let is_free = !text.contains("use serde::") && !text.contains("Serialize");
        assert!(is_free, "{}: how values are written is for the crate wire", path.display());
    }
    let mut pages = Vec::new();
    sources(&root.join("server/src/pages"), &mut pages);
    assert!(pages.len() > 40, "{} pages", pages.len());
    for (path, text) in pages.iter().filter(|(path, _)| !path.ends_with("forms.rs")) {
        for told in [".parse()", ".parse::<", "wire::table", "wire::recall", "\"??\""] {
            assert!(!text.contains(told), "{}: {told}", path.display());
        }
    }
}

/// What is shipped has neither benchmarks nor the evaluators of others in it: they come on request.
#[test]
fn benchmarks_and_other_evaluators_come_only_with_their_features() {
    let manifest = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("Cargo.toml");
        fs::read_to_string(path).expect("a crate has a manifest")
    };
    let (croupier, bench) = (manifest("croupier"), manifest("bench"));
    let features = toml::de::DeTable::parse(&croupier).expect("a manifest is TOML");
    let default = features.get_ref()["features"].get_ref().get("default").expect("features");
    let default = default.get_ref().as_array().expect("a list");
    assert!(default.is_empty(), "no default features");
    let is_optional = |manifest: &str, name: &str| {
        let line = manifest.lines().find(|line| line.starts_with(name)).expect("a dependency");
        assert!(line.contains("optional = true"), "{line}");
    };
    is_optional(&croupier, "bench = {");
    for peer in ["aya_poker", "pokers", "rs_poker"] {
        assert!(!croupier.contains(peer));
        is_optional(&bench, peer);
    }
    assert!(
        !bench.lines().any(|line| line.starts_with("default")),
        "bench has no default features"
    );
}

/// Every file under `tests/` is used: cargo takes what lies in `tests/` itself, a module is named by the file above it, a
/// script by the program or the script that runs it, and everything else by a test.
#[test]
fn every_test_file_is_reached() {
    fn visit(folder: &Path, unreached: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder of tests can be read") {
            let path = entry.expect("it can be listed").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("text");
            let is_used = match path.extension().and_then(|it| it.to_str()) {
                _ if path.is_dir() => {
                    // What npm installs is not ours.
                    if name != "node_modules" && name != "target" {
                        visit(&path, unreached);
                    }
                    true
                }
                Some("rs") => is_reached(&path),
                Some("mjs") => name.ends_with(".test.mjs") || is_imported(&path),
                _ => matches!(name, "package.json" | "package-lock.json") || is_named(&path),
            };
            if !is_used {
                unreached.push(path.display().to_string());
            }
        }
    }
    /// The text of every file below a folder with one of these endings.
    fn texts(folder: &Path, ending: &str, but: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                found.extend(texts(&path, ending, but));
            } else if path != but && path.extension().is_some_and(|it| it == ending) {
                found.extend(fs::read_to_string(&path));
            }
        }
        found
    }
    /// Does another script import it, or does `xtask` run it? `run.mjs` runs `pictures` by that name.
    fn is_imported(path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str()).expect("text");
        let stem = name.trim_end_matches(".mjs");
        let imported = [format!("./{name}'"), format!("'{stem}'")];
        let scripts = texts(path.parent().expect("a folder"), "mjs", path);
        let xtask = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/src");
        scripts.iter().any(|text| imported.iter().any(|it| text.contains(it)))
            || texts(&xtask, "rs", path).iter().any(|text| text.contains(name))
    }
    /// Does a test, or `xtask`, name it or its folder?
    fn is_named(path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str()).expect("text");
        let folder = path.parent().and_then(Path::file_name).and_then(|it| it.to_str());
        let folder = folder.filter(|folder| *folder != "tests").map(|it| format!("tests/{it}"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let crate_of = path.ancestors().find(|it| it.ends_with("tests")).expect("tests/");
        let mut all = texts(crate_of, "rs", path);
        all.extend(texts(&root.join("xtask/src"), "rs", path));
        all.iter().any(|text| {
            text.contains(name) || folder.as_ref().is_some_and(|folder| text.contains(folder))
        })
    }
    fn is_reached(path: &Path) -> bool {
        let (folder, stem) = (path.parent().expect("a folder"), path.file_stem().expect("a name"));
        let stem = stem.to_str().expect("text");
        // A module is named by the file of its folder; mod.rs is named by the one above.
        let (folder, name) = match stem {
            "main" => return true,
            // A target of its own.
            _ if folder.ends_with("tests") => return true,
            "mod" => (
                folder.parent().expect("a folder"),
                folder.file_name().and_then(|name| name.to_str()).expect("text"),
            ),
            name => (folder, name),
        };
        let parents = [folder.join("main.rs"), folder.join("mod.rs"), folder.with_extension("rs")];
        let line = format!("mod {name};");
        parents.iter().filter_map(|parent| fs::read_to_string(parent).ok()).any(|text| {
            text.lines().any(|it| {
                it.trim().trim_start_matches("pub ").trim_start_matches("pub(crate) ") == line
            })
        })
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut unreached = Vec::new();
    for entry in fs::read_dir(root).expect("crates/ can be read") {
        let tests = entry.expect("crates/ can be listed").path().join("tests");
        if tests.is_dir() {
            visit(&tests, &mut unreached);
        }
    }
    assert!(unreached.is_empty(), "nothing leads to {unreached:?}");
}

/// The sources of a folder, with everything below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(sources(&path)),
            path => found.push(path),
        }
    }
    found
}

/// A source without its tests, comments and examples for readers.
fn program(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    let is_told = |line: &&str| {
        let line = line.trim_start();
        ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark)) || line.contains("example = ")
    };
    lines.filter(|line| !is_told(line)).collect::<Vec<_>>().join("\n")
}

/// The ids of all games, wagers and bets of the rulebook, those of added side bets too.
fn ids() -> BTreeSet<String> {
    let games = Rulebook::embedded().games();
    let sections = games
        .iter()
        .chain(games.iter().flat_map(Game::side_bets))
        .flat_map(|game| game.editions.iter().filter_map(|edition| game.edition(edition.id).ok()));
    let mut ids: BTreeSet<String> = games.iter().map(|game| game.id.clone()).collect();
    for wager in sections.flat_map(|section| section.wagers) {
        ids.extend(wager.bets);
        ids.insert(wager.id);
    }
    ids
}

/// Words that are ids and something else too.
const WORDS: [&str; 2] = [
    // What every game with a meter calls it, in requests, records and rulings.
    "progressive",
    // What a player does.
    "bet",
];

/// Where an id stands for something else, or for an example that a reader sees.
const ELSEWHERE: [(&str, &str); 8] = [
    ("house/src/sentences.rs", "a natural's row"),
    ("server/src/pages/pit.rs", "the family of felts: blackjack"),
    ("server/src/pages/words.rs", "spelling"),
    ("wire/src/meters.rs", "a message with an example"),
    ("wire/src/table.rs", "how a hand stands: blackjack"),
    ("croupier/src/args", "the help's examples"),
    ("croupier/src/commands/rank.rs", "the order of blackjack totals"),
    ("house/examples/week/plan.rs", "which games of a made-up floor share a link"),
];

/// How an id is written in a program: in quotes, as a selector's value, or, where it has parts, as a name.
fn is_named(text: &str, id: &str) -> bool {
    let quoted = [format!("\"{id}\""), format!("'{id}'"), format!("={id}]")];
    let is_part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let stands_alone = |name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + name.len()..]);
            !before.ends_with(is_part) && !after.starts_with(is_part)
        })
    };
    quoted.iter().any(|quoted| text.contains(quoted))
        || id.contains('-') && (stands_alone(id) || stands_alone(&id.replace('-', "_")))
}

#[test]
fn an_id_is_seen_however_it_is_written() {
    let seen = |text: &str| is_named(text, "casino-war");
    assert!(seen("x == \"casino-war\"") && seen("[data-game=casino-war]"));
    assert!(
        seen("casino_war::open()") && seen("'/tables/casino-war'") && seen("go casino-war now")
    );
    assert!(!seen("casino-warrior") && !seen("my_casino_war_table") && !seen("casino war"));
    assert!(is_named("\"tie\" =>", "tie") && !is_named("let tie = necktie;", "tie"));
}

/// A game describes itself: facts about one that stand in a page, a command or a style are a second rule book. Only the
/// rulebook, `games` and `odds` name games, wagers and bets.
#[test]
fn no_game_or_wager_is_named_outside_the_rulebook_games_and_odds() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let ids: Vec<String> = ids().into_iter().filter(|id| !WORDS.contains(&id.as_str())).collect();
    assert!(ids.len() > 30, "{ids:?}");
    // `hands` knows totals of blackjack, and no game.
    let own = ["rulebook", "games", "odds", "hands"];
    let others = ORDER.iter().filter(|name| !own.contains(name));
    let of = |name: &&str| ["src", "examples"].map(|folder| crates.join(name).join(folder));
    let mut folders: Vec<PathBuf> = others.flat_map(of).filter(|folder| folder.is_dir()).collect();
    let root = crates.parent().unwrap();
    folders.extend([
        crates.join("server/assets"),
        root.join("xtask/src"),
        root.join("fuzz/fuzz_targets"),
    ]);
    let (mut named, mut used) = (Vec::new(), BTreeSet::new());
    for path in folders.iter().flat_map(|folder| sources(folder)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let text = program(&text);
        let found = ids.iter().filter(|id| is_named(&text, id));
        let found: Vec<String> = found.map(|id| format!("{}: {id}", path.display())).collect();
        let elsewhere = ELSEWHERE.iter().find(|(place, _)| {
            path.starts_with(crates.join(place)) || path == crates.join(format!("{place}.rs"))
        });
        match elsewhere {
            Some((place, _)) if !found.is_empty() => {
                used.insert(*place);
            }
            _ => named.extend(found),
        }
    }
    assert!(named.is_empty(), "named outside: {named:#?}");
    let idle: Vec<&(&str, &str)> =
        ELSEWHERE.iter().filter(|(place, _)| !used.contains(place)).collect();
    assert!(idle.is_empty(), "nothing is named here any more: {idle:?}");
}
