//! What the house answers, byte for byte: a scripted house for every game, and one for what is not about a game, with
//! fixed times, people and shuffles, answered as recorded in `tests/answers/`.
//!
//! `CROUPIER_BLESS=1` writes the recordings again. Only what is truly random is replaced in them: tokens and the ids of
//! guests. An answer that was given before is written as the number of the call that got it, and parts of
//! answers as numbers of their own, so that what changes from one call to the next is seen.

mod floor;
mod founding;
mod script;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{Method, StatusCode};
use http_body_util::BodyExt as _;
use rulebook::Rulebook;
use serde_json::{Value, json};

use crate::support::{Client, House};

/// What is shorter than this is written out every time.
const SHORT: usize = 60;
/// The parts of answers that are written once.
const PARTS: [&str; 8] = [
    r#""posted":"#,
    r#""seats":"#,
    r#""hands":"#,
    r#""lines":"#,
    r#""shuffle":"#,
    r#""step":"#,
    r#""tables":"#,
    r#""meters":"#,
];

/// How long the array or object is that a text begins with.
fn whole(text: &str) -> usize {
    let (mut depth, mut is_text, mut is_escaped) = (0, false, false);
    for (place, letter) in text.bytes().enumerate() {
        match letter {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        if depth <= 0 && !is_text {
            return if depth == 0 && matches!(letter, b'}' | b']') { place + 1 } else { place };
        }
    }
    text.len()
}

/// What was asked and answered.
#[derive(Default)]
pub struct Recording {
    text: String,
    calls: usize,
    /// By text, the call that was first answered so.
    answers: HashMap<String, usize>,
    /// By text, the numbers of the parts of answers.
    parts: HashMap<String, usize>,
    /// What is random, and what stands for it.
    random: Vec<(String, String)>,
}

impl Recording {
    fn said(&mut self, asked: &str, status: StatusCode, answer: &str) {
        self.calls += 1;
        let call = self.calls;
        let mut answer = answer.to_owned();
        for (random, name) in &self.random {
            answer = answer.replace(random, name);
        }
        let mut asked = asked.to_owned();
        for (random, name) in &self.random {
            asked = asked.replace(random, name);
        }
        let first = *self.answers.entry(answer.clone()).or_insert(call);
        let shown = if first < call && answer.len() > SHORT {
            format!("as #{first}")
        } else {
            self.in_short(&answer)
        };
        writeln!(self.text, "#{call} {asked}\n{} {shown}", status.as_u16()).unwrap();
    }

    /// An answer in which parts that were told before are numbers: `"seats":@7`, and `"seats":@7=[...]` the first time.
    fn in_short(&mut self, mut answer: &str) -> String {
        let mut short = String::new();
        let starts =
            |text: &str| PARTS.iter().filter_map(|part| Some(text.find(part)? + part.len())).min();
        while let Some(start) = starts(answer) {
            let (before, rest) = answer.split_at(start);
            let (part, after) = rest.split_at(whole(rest));
            short.push_str(before);
            let next = self.parts.len() + 1;
            match self.parts.get(part) {
                _ if part.len() <= SHORT => short.push_str(part),
                Some(number) => write!(short, "@{number}").unwrap(),
                None => {
                    self.parts.insert(part.to_owned(), next);
                    let (open, rest) = part.split_at(1);
                    let rest = self.in_short(rest);
                    write!(short, "@{next}={open}{rest}").unwrap();
                }
            }
            answer = after;
        }
        short + answer
    }

    /// Something is random, and is written like this.
    fn stands_for(&mut self, random: &Value, name: &str) {
        if let Some(random) = random.as_str() {
            self.random.push((random.to_owned(), name.to_owned()));
        }
    }

    /// Is it as recorded? What is different is shown from the first difference on.
    fn check(&self, name: &str) {
        let path = folder().join(format!("{name}.txt"));
        if std::env::var_os("CROUPIER_BLESS").is_some() {
            std::fs::create_dir_all(folder()).unwrap();
            return std::fs::write(&path, &self.text).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        if recorded == self.text {
            return;
        }
        let (mut then, mut now) = (recorded.lines(), self.text.lines());
        let mut asked = "";
        loop {
            let (was, is) = (then.next(), now.next());
            if was != is {
                let at = |text: Option<&str>| {
                    let same = was.unwrap_or("").bytes().zip(is.unwrap_or("").bytes());
                    let same = same.take_while(|(was, is)| was == is).count();
                    let skip = same.saturating_sub(60);
                    text.unwrap_or("(nothing)").chars().skip(skip).take(240).collect::<String>()
                };
                panic!(
                    "{name}: after {asked}\nrecorded: ...{}\nanswered: ...{}\nCROUPIER_BLESS=1 records it again",
                    at(was),
                    at(is)
                );
            }
            asked = is.filter(|line| line.starts_with('#')).unwrap_or(asked);
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers")
}

/// People who call a house, and what they were told.
pub struct Callers<'h> {
    house: &'h House,
    known: HashMap<&'static str, Client<'h>>,
    recording: Recording,
}

impl<'h> Callers<'h> {
    /// Everyone who works and plays here, signed in.
    async fn new(house: &'h House) -> Callers<'h> {
        let known = [("nobody", house.nobody())].into();
        let mut callers = Callers { house, known, recording: Recording::default() };
        for person in ["sue", "bob", "dan", "aud", "ann", "ben"] {
            callers
                .sign_in(person, json!({ "person": person, "secret": format!("{person}-demo") }))
                .await;
        }
        callers
    }

    async fn sign_in(&mut self, name: &'static str, body: Value) {
        self.house.clock.advance(std::time::Duration::from_secs(1));
        let nobody = self.known["nobody"].clone();
        let (status, said) = nobody.post("/api/v1/session", body.clone()).await;
        let token = said["token"].as_str().map(str::to_owned);
        if said["person"] != name {
            self.recording.stands_for(&said["person"], &format!("GUEST-{name}"));
        }
        for key in ["token", "csrf", "device_token"] {
            self.recording.stands_for(&said[key], &format!("{key}-{name}"));
        }
        let asked = format!("nobody POST /api/v1/session {body}");
        self.recording.said(&asked, status, &said.to_string());
        let client = Client { house: self.house, token, person: name.to_owned() };
        self.known.insert(name, client);
    }

    /// Someone calls; the answer is written down.
    async fn call(
        &mut self,
        who: &str,
        method: Method,
        path: &str,
        body: Option<&str>,
    ) -> (StatusCode, Value) {
        self.house.clock.advance(std::time::Duration::from_secs(1));
        let sent = body.map_or_else(Body::empty, |body| Body::from(body.to_owned()));
        let request = self.known[who].request(method.clone(), path).body(sent).unwrap();
        let response = self.house.send(request).await;
        let status = response.status();
        let is_page = response.headers()["content-type"].as_bytes().starts_with(b"text/html");
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(!is_page, "{path} is a page");
        let body = body.map_or_else(String::new, |body| format!(" {body}"));
        self.recording.said(&format!("{who} {method} {path}{body}"), status, &text);
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// Someone looks; nothing is written down.
    async fn peek(&self, who: &str, path: &str) -> Value {
        self.known[who].get(path).await.1
    }

    async fn get(&mut self, who: &str, path: &str) -> Value {
        self.call(who, Method::GET, path, None).await.1
    }

    async fn post(&mut self, who: &str, path: &str, body: Value) -> (StatusCode, Value) {
        self.call(who, Method::POST, path, Some(&body.to_string())).await
    }

    async fn act(&mut self, who: &str, table: &str, act: Value) -> (StatusCode, Value) {
        self.post(who, &format!("/api/v1/tables/{table}/acts"), act).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_answers_as_recorded() {
    for game in Rulebook::embedded().games() {
        let recording = script::plays(game).await;
        recording.check(&game.id);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_about_no_game_is_answered_as_recorded() {
    floor::runs().await.check("house");
}
