//! What pages are made with: the stylesheet, the drawings and the scripts, all in the binary.
//!
//! Their address has a digest of all of them, so that a browser keeps them for good and a new release is new at once.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest as _, Sha256};

/// A file that pages refer to.
struct Asset {
    name: &'static str,
    kind: &'static str,
    /// What it is made of, in order: `assets/` and this.
    parts: &'static [(&'static str, &'static str)],
}

macro_rules! asset {
    ($kind:expr, $name:literal, $($part:literal),+) => {
        Asset {
            name: $name,
            kind: $kind,
            parts: &[$(($part, include_str!(concat!("../../assets/", $part)))),+],
        }
    };
}

macro_rules! scripts {
    ($($name:literal),* $(,)?) => { &[$(asset!("text/javascript; charset=utf-8", $name, $name)),*] };
}

const DRAWING: &str = "image/svg+xml";
const FILES: &[Asset] = &[
    // One stylesheet, written in parts.
    asset!(
        "text/css; charset=utf-8",
        "house.css",
        "css/house.css",
        "css/pages.css",
        "css/felt.css",
        "css/dealer.css",
        "css/floor.css",
        "css/documents.css",
        "css/coach.css",
        "css/lab.css"
    ),
    asset!(DRAWING, "cards.svg", "cards.svg"),
    asset!(DRAWING, "icon.svg", "icon.svg"),
];
const SCRIPTS: &[Asset] = scripts![
    "js/acts.js",
    "js/again.js",
    "js/app.js",
    "js/coach.js",
    "js/commands.js",
    "js/dealer.js",
    "js/felt.js",
    "js/floor.js",
    "js/games.js",
    "js/guard.js",
    "js/lab.js",
    "js/live.js",
    "js/morph.js",
    "js/pit.js",
    "js/recall.js",
    "js/sign.js",
    "js/verify.js",
];

impl Asset {
    fn text(&self) -> String {
        #[cfg(debug_assertions)]
        if let Some(text) = self.in_folder() {
            return text;
        }
        self.parts.iter().map(|(_, text)| *text).collect()
    }

    /// For people who work on the assets: a program without optimizations reads them from the folder that
    /// `CROUPIER_ASSETS` names, so that a reload shows a change.
    #[cfg(debug_assertions)]
    fn in_folder(&self) -> Option<String> {
        let folder = std::path::PathBuf::from(std::env::var_os("CROUPIER_ASSETS")?);
        let read = |(part, _): &(&str, &str)| std::fs::read_to_string(folder.join(part)).ok();
        self.parts.iter().map(read).collect()
    }
}

fn all() -> impl Iterator<Item = &'static Asset> {
    FILES.iter().chain(SCRIPTS)
}

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for asset in all() {
        hash.update(asset.name);
        asset.parts.iter().for_each(|(_, text)| hash.update(text));
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

/// The address of a file.
pub(crate) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", &*DIGEST)
}

/// A drawing of `cards.svg`: a card, a chip, an icon.
pub(crate) fn drawing(id: &str) -> String {
    format!("{}#{id}", address("cards.svg"))
}

/// Sends a file. Any digest will do: an older page gets the newest.
pub(crate) async fn send(Path((digest, name)): Path<(String, String)>) -> Response {
    let Some(asset) = all().find(|asset| asset.name == name) else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let is_fixed = std::env::var_os("CROUPIER_ASSETS").is_none();
    let keep = if digest == *DIGEST && is_fixed {
        "public, max-age=31536000, immutable"
    } else {
        "public, no-cache"
    };
    let mut response = asset.text().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if asset.kind == DRAWING {
        // The drawings bring their own rules.
        let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_refers_to_another_host() {
        for asset in all() {
            let text = asset.text().replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.name);
            assert!(!text.contains("@import"), "{}", asset.name);
        }
    }

    #[test]
    fn scripts_do_not_make_code_from_text() {
        for script in SCRIPTS {
            for word in ["eval(", "new Function", "document.write"] {
                assert!(!script.text().contains(word), "{}: {word}", script.name);
            }
        }
    }
}
