//! A house in a folder, run by its commands.

use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A house in a directory of its own.
pub struct Shop {
    directory: TempDir,
}

impl Shop {
    /// A folder without a house.
    pub fn empty() -> Shop {
        Shop { directory: tempfile::tempdir().unwrap() }
    }

    /// A house with two supervisors and a meter of $10,000 for PMG-01 at $1.
    pub fn new() -> Shop {
        let shop = Shop::empty();
        shop.done("", &["found", "sue", "--name", "Sue"]);
        let sam = ["person", "add", "sam", "--name", "Sam", "--role", "supervisor", "--as", "sue"];
        shop.done("secret-of-sue", &sam);
        let m = ["meter", "create", "m", "--schedule", "PMG-01", "--seed", "10000", "--as", "sue"];
        shop.done("secret-of-sue", &m);
        shop
    }

    pub fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    pub fn store(&self) -> String {
        format!("sqlite:{}", self.path("house.db"))
    }

    /// The program with its arguments; a person who is added gets the secret `secret-of-` and the name.
    pub fn command(&self, secret: &str, args: &[&str]) -> Command {
        let place = if args[0] == "found" { 1 } else { 2 };
        let added = args.get(place).map_or(String::new(), |name| format!("secret-of-{name}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command
            .args(args)
            .env("CROUPIER_STORE", self.store())
            .env("CROUPIER_SECRET", secret)
            .env("CROUPIER_NEW_SECRET", added);
        command
    }

    pub fn run(&self, secret: &str, args: &[&str]) -> Output {
        self.command(secret, args).output().unwrap()
    }

    #[track_caller]
    pub fn done(&self, secret: &str, args: &[&str]) -> String {
        let output = self.run(secret, args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    pub fn refused(&self, secret: &str, args: &[&str], code: i32) -> String {
        let output = self.run(secret, args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Changes the store outside this program.
    pub fn alter(&self, sql: &str) {
        let file = rusqlite::Connection::open(self.path("house.db")).unwrap();
        assert!(file.execute(sql, []).unwrap() > 0, "{sql}");
    }

    pub fn json(&self, args: &[&str]) -> Value {
        let args: Vec<&str> = args.iter().chain(&["--json"]).copied().collect();
        serde_json::from_str(&self.done("", &args)).unwrap()
    }
}
