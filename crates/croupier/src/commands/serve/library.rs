//! Answers for network clients: the same commands, run as a program of their own with `--json`. An analysis that takes
//! all memory or fails takes nothing else down, and one that takes too long is ended. What-ifs are quick where what no
//! pay touches is warm, so they are answered here; the server gives them their turns.

use std::collections::{HashMap, VecDeque};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser as _, ValueHint};
use rulebook::Rulebook;
use serde::Deserialize;
use serde_json::Value;
use server::ApiError;
use server::library::{Library, Question};

use crate::args::{Args, Command as Asked};
use crate::commands::odds::what_if;
use crate::output::causes;

/// How long an answer may take.
const WITHIN: Duration = Duration::from_secs(60);
/// How many answers are kept.
const KEPT: usize = 256;

/// Runs this program's own commands.
pub struct Commands {
    program: PathBuf,
    known: Mutex<Known>,
}

/// Answers that were given before: the rulebook does not change while the program runs.
#[derive(Default)]
struct Known {
    answers: HashMap<Vec<String>, Value>,
    order: VecDeque<Vec<String>>,
}

impl Commands {
    pub fn new() -> anyhow::Result<Commands> {
        let program =
            std::env::current_exe().context("the path of this program cannot be found")?;
        Ok(Commands { program, known: Mutex::default() })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library for Commands {
    fn answer(&self, question: &Question) -> Result<Value, ApiError> {
        let (arguments, input) = arguments(question)?;
        if let Some(known) = self.known().answers.get(&arguments).filter(|_| input.is_none()) {
            return Ok(known.clone());
        }
        let value = match question.is_what_if() {
            true => answered_here(&arguments)?,
            false => run(&self.program, &arguments, input)?,
        };
        if input.is_none() {
            let mut known = self.known();
            if known.order.len() == KEPT
                && let Some(oldest) = known.order.pop_front()
            {
                known.answers.remove(&oldest);
            }
            known.order.push_back(arguments.clone());
            known.answers.insert(arguments, value.clone());
        }
        Ok(value)
    }
}

/// The command line of a question, and what it reads.
fn arguments(question: &Question) -> Result<(Vec<String>, Option<&str>), ApiError> {
    let (command, game, options, input) = match question {
        Question::Games => ("games", None, &[][..], None),
        Question::Rules { game, options } => ("rules", Some(game.as_str()), &options[..], None),
        Question::Odds(options) => ("odds", None, &options[..], None),
        Question::Par(options) => ("par", None, &options[..], None),
        Question::Progressive(options) => ("progressive", None, &options[..], None),
        Question::Protect(options) => ("protect", None, &options[..], None),
        Question::Strategy(options) => ("strategy", None, &options[..], None),
        Question::Settle(text) => ("settle", None, &[][..], Some(text.as_str())),
    };
    let mut line = vec![command.to_owned()];
    let asked = options.iter().find(|(key, _)| key == "game").map(|(_, game)| game.as_str());
    if let Some(game) = game.or(asked) {
        if Rulebook::embedded().games().iter().all(|known| known.id != game) {
            return Err(ApiError::unknown(format!(
                "there is no game \"{game}\": see /api/v1/games"
            )));
        }
        line.push(game.to_owned());
    }
    for (key, value) in options.iter().filter(|(key, _)| key != "game") {
        option(command, key, value, &mut line)?;
    }
    if input.is_some() {
        line.push("/dev/stdin".to_owned());
    }
    line.push("--json".to_owned());
    Ok((line, input))
}

/// An option of a command, if it has one of that name and reads no files.
fn option(command: &str, key: &str, value: &str, line: &mut Vec<String>) -> Result<(), ApiError> {
    let all = Args::command();
    let known =
        all.find_subcommand(command).into_iter().flat_map(|command| command.get_arguments());
    let is_path =
        |hint| matches!(hint, ValueHint::FilePath | ValueHint::DirPath | ValueHint::AnyPath);
    let found = known.filter(|argument| !is_path(argument.get_value_hint())).find(|argument| {
        argument.get_long().is_some_and(|long| long.replace('-', "_") == key.replace('-', "_"))
    });
    let Some(long) = found.and_then(|argument| argument.get_long()) else {
        return Err(ApiError::malformed(format!("{command} has no option \"{key}\"")));
    };
    // A schedule of one's own is a file, which is nothing to name from elsewhere.
    if value.contains('/') || value.ends_with(".toml") {
        return Err(ApiError::malformed(format!("{key}: name one of the rulebook's")));
    }
    let takes_values = found.is_some_and(|argument| argument.get_action().takes_values());
    let count =
        found.and_then(|argument| argument.get_num_args()).map_or(1, |many| many.max_values());
    match (takes_values, value) {
        (true, value) if count > 1 => {
            // Each is a value of its own: `--diff` takes two dates.
            let values: Vec<&str> = value.split(',').map(str::trim).collect();
            if values.len() != count || values.iter().any(|value| value.starts_with('-')) {
                let message = format!("{key} takes {count} values with a comma between them");
                return Err(ApiError::malformed(message));
            }
            line.push(format!("--{long}"));
            line.extend(values.into_iter().map(str::to_owned));
        }
        (true, value) => line.push(format!("--{long}={value}")),
        (false, "" | "true") => line.push(format!("--{long}")),
        (false, "false") => {}
        (false, _) => return Err(ApiError::malformed(format!("{key} is true or false"))),
    }
    Ok(())
}

/// A what-if, by the same command in this process: what is warm stays warm.
fn answered_here(arguments: &[String]) -> Result<Value, ApiError> {
    let line = std::iter::once("croupier").chain(arguments.iter().map(String::as_str));
    let args = Args::try_parse_from(line)
        .map_err(|error| malformed(error.render().to_string().trim_start_matches("error: ")))?;
    let Some(Asked::Odds(args)) = &args.command else {
        return Err(ApiError::internal("a what-if is a question about odds"));
    };
    let results = what_if(Rulebook::embedded(), args, &::odds::Silent);
    let results = results.map_err(|error| malformed(&causes(&error)))?;
    serde_json::to_value(results).map_err(ApiError::internal)
}

/// A question that cannot be answered as it is put.
fn malformed(message: &str) -> ApiError {
    // A network client has no use for the command's usage lines.
    let said = ["\n\nUsage:", "\n\nFor more information"];
    let ends = said.iter().filter_map(|rest| message.find(rest)).min();
    ApiError::malformed(message[..ends.unwrap_or(message.len())].trim())
}

/// An error as commands print it.
#[derive(Deserialize)]
struct Failure {
    error: FailureInfo,
}

#[derive(Deserialize)]
struct FailureInfo {
    message: String,
}

fn run(program: &PathBuf, arguments: &[String], input: Option<&str>) -> Result<Value, ApiError> {
    let mut child = Command::new(program)
        .args(arguments)
        .env_remove("CROUPIER_STORE")
        .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(ApiError::internal)?;
    if let (Some(mut to), Some(text)) = (child.stdin.take(), input) {
        // It may have seen enough before the end.
        let _ = to.write_all(text.as_bytes());
    }
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let is_done = wait(&mut child).map_err(ApiError::internal)?;
    let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    match is_done {
        None => Err(ApiError::refused(
            "too-long",
            "this takes too long to answer: run the command instead",
        )),
        Some(true) => serde_json::from_str(&out).map_err(ApiError::internal),
        Some(false) => Err(refused(&err, input.is_some())),
    }
}

fn refused(err: &str, is_settlement: bool) -> ApiError {
    let last = err.trim().lines().next_back().unwrap_or_default();
    let Ok(Failure { error }) = serde_json::from_str::<Failure>(last) else {
        return ApiError::internal(err);
    };
    let error = malformed(&error.message.replace("/dev/stdin", "the round file"));
    if is_settlement { ApiError::refused("bad-round-file", error.message()) } else { error }
}

fn reader(from: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut from) = from {
            // What cannot be read is no answer.
            let _ = from.read_to_string(&mut text);
        }
        text
    })
}

/// Waits for the end: whether it went well, or nothing if it had to be ended.
fn wait(child: &mut Child) -> std::io::Result<Option<bool>> {
    let until = Instant::now() + WITHIN;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
