//! What comes from others: licenses, where it comes from, and what comes in two versions.
//!
//! This is the part of cargo-deny that needs no network and nothing installed. Advisories need their
//! database: `cargo deny check advisories` where GitHub can be reached.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// Licenses that go with ours without conditions on our own code.
const ALLOWED: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages with a license of their own that we have looked at. The MPL covers changes to the package's own files, and we
/// make none.
const EXCEPTIONS: [(&str, &str); 2] = [("imbl", "MPL-2.0+"), ("imbl-sized-chunks", "MPL-2.0+")];

/// What comes in two versions because others have not agreed on one: argon2 and ring build on older
/// crates than rand, rcgen and PostgreSQL's client, proptest is one rand behind, metrics one hashbrown, and macros are
/// between syn 2 and 3. A name that no longer comes twice is taken out.
const TWICE: [&str; 14] = [
    "base64",
    "bit-vec",
    "bitflags",
    "block-buffer",
    "const-oid",
    "cpufeatures",
    "crypto-common",
    "digest",
    "fallible-iterator",
    "getrandom",
    "hashbrown",
    "rand",
    "rand_core",
    "syn",
];

/// The packages that are built on this machine, with all features.
fn packages() -> Vec<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let rustc = String::from_utf8(rustc.stdout).expect("text");
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let nodes = all["resolve"]["nodes"].as_array().expect("nodes");
    let is_used = |package: &&Value| nodes.iter().any(|node| node["id"] == package["id"]);
    all["packages"].as_array().expect("packages").iter().filter(is_used).cloned().collect()
}

/// Is a license expression met by licenses that are allowed? `OR` (or `/`) gives a choice, `AND` binds
/// closer, brackets group.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for word in expression.replace('(', "( ").replace(')', " )").split_whitespace() {
        let is_outside = depth == 0;
        depth += i32::from(word == "(") - i32::from(word == ")");
        if word == "OR" && is_outside {
            parts.push(String::new());
        } else {
            let part = parts.last_mut().expect("there is one");
            part.push_str(if part.is_empty() { "" } else { " " });
            part.push_str(word);
        }
    }
    if parts.len() > 1 {
        return parts.iter().any(|part| is_allowed(part));
    }
    let whole = parts[0].as_str();
    if let Some((one, rest)) = split_and(whole) {
        return is_allowed(one) && is_allowed(rest);
    }
    match whole.strip_prefix("( ").and_then(|inner| inner.strip_suffix(" )")) {
        Some(inner) => is_allowed(inner),
        None => ALLOWED.contains(&whole),
    }
}

/// The two sides of the first `AND` outside of brackets.
fn split_and(text: &str) -> Option<(&str, &str)> {
    let places = text.match_indices(" AND ").map(|(place, _)| place);
    let is_outside =
        |place: &usize| text[..*place].matches('(').count() == text[..*place].matches(')').count();
    places.into_iter().find(is_outside).map(|place| (&text[..place], &text[place + 5..]))
}

#[test]
fn expressions_of_licenses_are_read() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("Apache-2.0 / MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("GPL-3.0 OR (MIT AND ISC)", true),
        ("MIT AND (GPL-3.0 OR AGPL-3.0)", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
        ("GPL-2.0 WITH Classpath-exception-2.0", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression), expected, "{expression}");
    }
}

#[test]
fn every_dependency_has_a_license_that_is_allowed_and_comes_from_the_registry() {
    let packages = packages();
    assert!(packages.len() > 100, "{} packages", packages.len());
    for package in &packages {
        let name = &package["name"];
        let license = package["license"].as_str().unwrap_or_default();
        let is_exception = EXCEPTIONS.iter().any(|it| *name == it.0 && license == it.1);
        assert!(
            is_allowed(license) || is_exception,
            "{name}: {license:?} is not among the licenses allowed"
        );
        let source = package["source"].as_str();
        let is_ours = source.is_none();
        let is_registry = source.is_some_and(|source| source.starts_with("registry+"));
        assert!(is_ours || is_registry, "{name} comes from {source:?}");
    }
}

#[test]
fn only_what_is_known_comes_in_two_versions() {
    let mut versions: BTreeMap<String, usize> = BTreeMap::new();
    for package in packages() {
        *versions.entry(package["name"].as_str().expect("a name").to_owned()).or_default() += 1;
    }
    let twice: Vec<&str> =
        versions.iter().filter(|(_, count)| **count > 1).map(|(name, _)| name.as_str()).collect();
    assert_eq!(twice, TWICE, "see `cargo tree --duplicates`");
}
