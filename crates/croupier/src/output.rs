//! Printing: data to stdout as text or JSON, messages to stderr.

use std::io::{self, Write as _};

use anstream::{AutoStream, ColorChoice as StreamChoice};
use clap::ColorChoice;
use serde::Serialize;

use crate::failure::Failure;
use crate::page::Page;
use crate::public_json::public_json;

/// A command's output: built first, printed second.
pub trait Output: Serialize {
    /// The same for people.
    fn page(&self, page: &mut Page);
}

/// A negative answer: a broken audit chain, a log that does not replay. The exit code is 1.
#[derive(Debug)]
pub struct Negative(pub String);

impl std::fmt::Display for Negative {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Negative {}

/// Prints to the terminal or wherever the output goes.
#[derive(Clone, Copy)]
pub struct Printer {
    json: bool,
    color: ColorChoice,
    data: Data,
}

/// Whose data is printed for programs.
#[derive(Clone, Copy)]
enum Data {
    /// Made to be printed.
    Plain,
    /// What a house keeps.
    House,
}

impl Printer {
    /// A printer for these choices.
    pub fn new(json: bool, color: ColorChoice) -> Printer {
        Printer { json, color, data: Data::Plain }
    }

    /// A printer for what a house keeps.
    pub fn for_house(self) -> Printer {
        Printer { data: Data::House, ..self }
    }

    /// Whether data is printed for programs.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints a command's output.
    pub fn print(&self, output: &impl Output) -> anyhow::Result<()> {
        let text = match (self.json, self.data) {
            (true, Data::Plain) => serde_json::to_string_pretty(output)? + "\n",
            (true, Data::House) => {
                serde_json::to_string_pretty(&public_json(serde_json::to_value(output)?))? + "\n"
            }
            (false, _) => {
                let mut page = Page::new();
                output.page(&mut page);
                page.into_text()
            }
        };
        self.write(&text)
    }

    /// Prints a file as it is, or as the one key of an object.
    pub fn document(&self, key: &str, text: &str) -> anyhow::Result<()> {
        if self.json {
            let object = serde_json::json!({ key: text });
            return self.write(&(serde_json::to_string_pretty(&object)? + "\n"));
        }
        self.write(text)
    }

    /// Prints a text as it is.
    pub fn text(&self, text: &str) -> anyhow::Result<()> {
        self.write(text)
    }

    /// Prints a message on stderr that is not an error: progress, or what was done.
    pub fn message(&self, text: &str) {
        let mut stream = AutoStream::new(io::stderr(), self.choice());
        // Nobody is left to be told if stderr is gone.
        let _ = writeln!(stream, "{text}");
    }

    /// Prints a line of a conversation on stdout.
    pub fn line(&self, text: &str) {
        // The other side may be gone; the next answer will tell.
        let _ = self.write(&format!("{text}\n"));
    }

    /// Prints a question on stdout and leaves the cursor after it.
    pub fn prompt(&self, text: &str) {
        let _ = self.write(text);
    }

    /// Prints an error with what caused it.
    pub fn error(&self, error: &anyhow::Error) {
        if self.json {
            return self.failure(&Failure::new(error));
        }
        let red = anstyle::AnsiColor::Red.on_default().bold();
        self.message(&format!("{red}error:{red:#} {}", causes(error)));
    }

    /// Prints a failure for programs, on one line of stderr.
    pub fn failure(&self, failure: &Failure) {
        self.message(&serde_json::to_string(failure).unwrap_or_default());
    }

    fn choice(&self) -> StreamChoice {
        match self.color {
            ColorChoice::Auto => StreamChoice::Auto,
            ColorChoice::Always => StreamChoice::Always,
            ColorChoice::Never => StreamChoice::Never,
        }
    }

    fn write(&self, text: &str) -> anyhow::Result<()> {
        let mut stream = AutoStream::new(io::stdout().lock(), self.choice());
        match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
            // The reader has seen enough: `croupier games | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => Ok(result?),
        }
    }
}

/// An error and what caused it. A cause that says the same again is left out.
pub fn causes(error: &anyhow::Error) -> String {
    let mut causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    causes.dedup();
    causes.join(":\n")
}
