//! A server as a process of its own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::GIVE_UP;

/// A running server; killed when it is dropped.
pub struct Served {
    child: Child,
    _stdout: BufReader<ChildStdout>,
    /// The first line that it printed.
    pub first_line: String,
    pub address: SocketAddr,
}

/// The program, with nothing from the environment of the tests.
pub fn croupier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let is_ours = |name: &std::ffi::OsString| name.to_string_lossy().starts_with("CROUPIER_");
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_ours(name)) {
        command.env_remove(name);
    }
    // The keys of a house on a test's own server lie beside it, and go with it.
    let server = args.iter().find_map(|arg| arg.split_once("host=/"));
    if let Some((_, folder)) = server {
        let folder = folder.split('&').next().unwrap_or_default();
        command.env("XDG_CONFIG_HOME", format!("/{folder}/config"));
    }
    command.args(args);
    command
}

impl Served {
    /// Serves the demo house in a store on a free port.
    pub fn start(store: &str) -> Served {
        let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--store", store];
        Served::run(croupier(&args))
    }

    /// Runs a command that serves, and waits for its first line.
    pub fn run(mut command: Command) -> Served {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("croupier runs");
        let mut stdout = BufReader::new(child.stdout.take().expect("it has an output"));
        let (said, first) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            stdout.read_line(&mut line).expect("it prints text");
            // The test may have given up.
            let _ = said.send((line, stdout));
        });
        let Ok((line, stdout)) = first.recv_timeout(GIVE_UP) else {
            let _ = child.kill();
            panic!("{command:?} does not say where it is");
        };
        let first: Value = serde_json::from_str(&line).unwrap_or_default();
        let url = first["url"].as_str().unwrap_or_default();
        let address = url.rsplit('/').next().and_then(|address| address.parse().ok());
        let Some(address) = address else { panic!("{command:?} printed {line:?}") };
        Served { child, _stdout: stdout, first_line: line.trim_end().to_owned(), address }
    }

    /// Its number among the system's processes.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// As `kill -9` does: it gets no chance to do anything more.
    pub fn kill(&mut self) {
        self.child.kill().expect("it was running");
        self.child.wait().expect("it has ended");
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status().expect("kill runs");
        assert!(status.success());
    }

    /// Tells it to stop, and waits for it.
    pub fn terminate(&mut self) -> ExitStatus {
        self.signal("-TERM");
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its end can be awaited") {
                return status;
            }
            assert!(started.elapsed() < GIVE_UP, "it does not stop");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// How much memory it has, in kilobytes.
    pub fn memory_kb(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it is running");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.expect("Linux says how much")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder for a house, gone with the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub fn store(&self) -> String {
        format!("sqlite:{}", self.path("house.db"))
    }
}
