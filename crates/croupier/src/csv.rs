//! Comma-separated values, for spreadsheets.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// Fields as a line with its end.
pub fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\n"
}

/// Writes a head and its rows, if a file was asked for.
pub fn write(path: Option<&Path>, head: &[&str], rows: &[Vec<String>]) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let text: String = std::iter::once(&head).chain(rows).map(|fields| line(fields)).collect();
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A field, in quotes where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
