//! Where anchors are pushed to, and read back from.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::anchor::{Anchor, AnchorError, parse_all};

/// How long a command or an address may take.
const WITHIN: Duration = Duration::from_secs(5);
/// How often a command is looked after.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How much of the end of a file is read when a house is opened.
const END_BYTES: u64 = 64 * 1024;
/// How much of an answer is read.
const ANSWER_MAX: u64 = 16 * 1024 * 1024;

/// A place outside the store where anchors are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// `file:PATH`: a line is added to the file, and flushed.
    File(PathBuf),
    /// `command:...`: run by the shell, with the line on its standard input.
    Command(String),
    /// `read:...`: nothing is pushed; what the command prints is compared at start. It reads back what a `command:` keeps.
    Read(String),
    /// `http://...` or `https://...`: the line is posted; what the address answers to a GET is compared at start.
    Http(String),
}

/// How much of a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// What was added last.
    End,
    /// All anchors.
    All,
}

/// What was read back from a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadBack {
    /// Its anchors, in order.
    pub anchors: Vec<Anchor>,
    /// Lines that are none.
    pub errors: Vec<(usize, AnchorError)>,
}

/// Text that names no place for anchors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is no place for anchors: write file:PATH, command:COMMAND, read:COMMAND or https://ADDRESS"
)]
pub struct NotATarget(pub String);

/// Why an anchor was not pushed or read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TargetError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("the command ended with {0}")]
    Command(std::process::ExitStatus),
    #[error("it took longer than {} s", WITHIN.as_secs())]
    Late,
    #[error("the address answered with status {0}")]
    Status(u16),
    #[error("{0}")]
    Http(String),
}

impl FromStr for Target {
    type Err = NotATarget;

    fn from_str(text: &str) -> Result<Target, NotATarget> {
        if text.starts_with("http://") || text.starts_with("https://") {
            return Ok(Target::Http(text.to_owned()));
        }
        match text.split_once(':') {
            Some(("file", path)) if !path.is_empty() => Ok(Target::File(path.into())),
            Some(("command", line)) if !line.trim().is_empty() => {
                Ok(Target::Command(line.to_owned()))
            }
            Some(("read", line)) if !line.trim().is_empty() => Ok(Target::Read(line.to_owned())),
            _ => Err(NotATarget(text.to_owned())),
        }
    }
}

/// As it is told in logs: an address without what may be secret in it, a command without its arguments.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::File(path) => write!(f, "file:{}", path.display()),
            Target::Command(line) | Target::Read(line) => {
                let program = line.split_whitespace().next().unwrap_or_default();
                write!(f, "{}:{program}", self.kind())
            }
            Target::Http(url) => {
                let shown = url.split(['?', '#']).next().unwrap_or_default();
                let (scheme, rest) = shown.split_once("://").unwrap_or(("", shown));
                let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
                let host = host.rsplit('@').next().unwrap_or_default();
                write!(f, "{scheme}://{host}/{path}")
            }
        }
    }
}

impl Target {
    /// Pushes an anchor. When this returns `Ok`, the other side has it.
    pub fn push(&self, anchor: &Anchor) -> Result<(), TargetError> {
        let line = anchor.to_line() + "\n";
        match self {
            Target::File(path) => {
                let mut file = OpenOptions::new().append(true).create(true).open(path)?;
                file.write_all(line.as_bytes())?;
                Ok(file.sync_all()?)
            }
            Target::Command(command) => run(command, &line),
            Target::Read(_) => Ok(()),
            Target::Http(url) => {
                let sent = agent(url)?
                    .post(url)
                    .header("content-type", "application/json")
                    .send(line.as_str());
                let status = sent.map_err(|error| TargetError::Http(error.to_string()))?.status();
                if status.is_success() { Ok(()) } else { Err(TargetError::Status(status.as_u16())) }
            }
        }
    }

    /// The kind of place, as metrics name it: they are for many eyes.
    pub fn kind(&self) -> &'static str {
        match self {
            Target::File(_) => "file",
            Target::Command(_) => "command",
            Target::Read(_) => "read",
            Target::Http(_) => "http",
        }
    }

    /// Whether its anchors can be read back. What a command does with them is unknown.
    pub fn is_read_back(&self) -> bool {
        match self {
            Target::File(_) | Target::Read(_) | Target::Http(_) => true,
            Target::Command(_) => false,
        }
    }

    /// Whether anchors are pushed to it.
    pub fn is_pushed_to(&self) -> bool {
        !matches!(self, Target::Read(_))
    }

    /// What can be read back of its anchors: all, or only those at the end of a long file.
    pub fn read(&self, extent: Extent) -> Result<ReadBack, TargetError> {
        let text = match self {
            Target::File(path) => match File::open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(ReadBack::default());
                }
                opened => text_of(opened?, extent)?,
            },
            Target::Command(_) => return Ok(ReadBack::default()),
            Target::Read(command) => output_of(command)?,
            Target::Http(url) => {
                let answer = agent(url)?.get(url).call();
                let mut answer = answer.map_err(|error| TargetError::Http(error.to_string()))?;
                if matches!(answer.status().as_u16(), 204 | 404) {
                    return Ok(ReadBack::default());
                }
                if answer.status() != 200 {
                    return Err(TargetError::Status(answer.status().as_u16()));
                }
                let mut text = String::new();
                let mut body = answer.body_mut().as_reader().take(ANSWER_MAX);
                body.read_to_string(&mut text)?;
                text
            }
        };
        let (anchors, errors) = parse_all(&text);
        Ok(ReadBack { anchors, errors })
    }
}

fn text_of(mut file: File, extent: Extent) -> io::Result<String> {
    let skipped = match extent {
        Extent::All => 0,
        Extent::End => file.metadata()?.len().saturating_sub(END_BYTES),
    };
    file.seek(SeekFrom::Start(skipped))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    // The first line of a part is cut off.
    let whole =
        if skipped == 0 { &*text } else { text.split_once('\n').map_or("", |(_, rest)| rest) };
    Ok(whole.to_owned())
}

/// What a command prints.
fn output_of(command: &str) -> Result<String, TargetError> {
    let mut child = shell(command).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().expect("it is piped");
    let (sender, text) = mpsc::channel();
    // A command that is ended may leave others that hold the pipe: nobody waits for them.
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.take(ANSWER_MAX).read_to_string(&mut text);
        drop(sender.send(read.map(|_| text)));
    });
    ends_well(&mut child)?;
    Ok(text.recv_timeout(WITHIN).map_err(|_| TargetError::Late)??)
}

fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

fn run(command: &str, line: &str) -> Result<(), TargetError> {
    let mut child = shell(command).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A command that reads nothing may have ended already: its status says whether that was good.
        let _ = input.write_all(line.as_bytes());
    }
    ends_well(&mut child)
}

fn ends_well(child: &mut Child) -> Result<(), TargetError> {
    let until = Instant::now() + WITHIN;
    loop {
        if let Some(status) = child.try_wait()? {
            return if status.success() { Ok(()) } else { Err(TargetError::Command(status)) };
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            return Err(TargetError::Late);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn agent(url: &str) -> Result<Agent, TargetError> {
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .user_agent(concat!("croupier/", env!("CARGO_PKG_VERSION")))
        .timeout_global(Some(WITHIN));
    if url.starts_with("https:") {
        // Another part of the program may have installed the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let found = rustls_native_certs::load_native_certs();
        if found.certs.is_empty() {
            let why = "this machine trusts no certificate authorities".to_owned();
            return Err(TargetError::Http(why));
        }
        let certificates = found.certs.iter().map(|der| Certificate::from_der(der).to_owned());
        let roots = RootCerts::new_with_certs(&certificates.collect::<Vec<_>>());
        config = config.tls_config(TlsConfig::builder().root_certs(roots).build());
    }
    Ok(config.build().new_agent())
}
