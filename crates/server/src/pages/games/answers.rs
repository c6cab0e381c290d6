//! Answers of the library that take a while: asked for once, on a thread of their own, and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::Value;

use crate::error::ApiError;
use crate::library::Question;
use crate::state::App;

/// What is known of the questions that pages have asked.
#[derive(Default)]
pub(crate) struct Answers(Mutex<HashMap<String, Answer>>);

/// How far an answer has come.
#[derive(Clone)]
pub(crate) enum Answer {
    /// It is being worked out, since then.
    Working(Instant),
    /// What the command prints with `--json`.
    Known(Arc<Value>),
    /// Why there is none.
    Refused(String),
}

impl Answers {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Answer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer to a question as far as it has come. The first to ask sets it off; the others wait.
pub(crate) fn ask(app: &App, question: Question) -> Answer {
    let key = format!("{question:?}");
    let mut known = app.answers.lock();
    if let Some(answer) = known.get(&key) {
        return answer.clone();
    }
    let working = Answer::Working(Instant::now());
    known.insert(key.clone(), working.clone());
    drop(known);
    let app = app.clone();
    tokio::spawn(async move {
        let answer = match work(&app, question).await {
            Ok(value) => Some(Answer::Known(Arc::new(value))),
            // A question that is refused stays refused; anything else may go better another time.
            Err(error) if error.status().is_client_error() => {
                Some(Answer::Refused(error.message().to_owned()))
            }
            Err(_) => None,
        };
        let mut known = app.answers.lock();
        match answer {
            Some(answer) => known.insert(key, answer),
            None => known.remove(&key),
        }
    });
    working
}

async fn work(app: &App, question: Question) -> Result<Value, ApiError> {
    let library = Arc::clone(&app.library);
    app.analyses.run(move || library.answer(&question)).await?
}
