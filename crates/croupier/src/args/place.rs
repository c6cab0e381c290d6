//! Which house a command works on: a store, or a server that runs one.

use std::path::PathBuf;

use anchors::Target;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint};
use house::PersonId;

use crate::failure::NoCall;
use crate::remote::Server;

/// A house: in a store that this command opens itself, or run by a server.
#[derive(Clone, Debug)]
pub enum Place {
    Store(StoreArgs),
    Server(Server),
}

/// Where the house is kept: its store, and its keys outside it.
#[derive(Args, Clone, Debug)]
pub struct StoreArgs {
    /// The store: sqlite:PATH or just PATH, or postgres://USER@HOST/DATABASE
    #[arg(
        long,
        value_name = "STORE",
        env = "CROUPIER_STORE",
        hide_env_values = true,
        default_value = "sqlite:croupier.db"
    )]
    pub store: String,

    /// The folder with the house's keys; by default NAME.keys beside a file NAME.db, and for a server
    /// DATABASE.keys in $XDG_CONFIG_HOME/croupier (~/.config without it)
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_KEYS", value_hint = ValueHint::DirPath)]
    pub keys: Option<PathBuf>,

    /// Push signed heads there as well: file:PATH, command:COMMAND, http://ADDRESS or https://ADDRESS; read:COMMAND
    /// reads back what a command keeps; may be given again (in the environment, one per line)
    #[arg(
        long,
        value_name = "PLACE",
        env = "CROUPIER_ANCHOR",
        hide_env_values = true,
        value_delimiter = '\n'
    )]
    pub anchor: Vec<Target>,
}

#[derive(Args, Debug)]
struct PlaceOptions {
    #[command(flatten)]
    store: StoreArgs,

    /// A running server instead of a store, by its address: see croupier sign-in
    #[arg(long, value_name = "URL", env = "CROUPIER_SERVER")]
    server: Option<Server>,
}

/// Where the house is: what is typed beats the environment, and a server beats a store.
#[derive(Clone, Debug)]
pub struct PlaceArgs(pub Place);

impl PlaceArgs {
    /// The store, for what no server does for others.
    pub fn store(&self) -> Result<&str, NoCall> {
        match &self.0 {
            Place::Store(at) => Ok(&at.store),
            Place::Server(_) => Err(NoCall::new("the server has no call for this command")),
        }
    }

    /// The same, with the folder of its keys.
    pub fn with_keys(&self) -> Result<&StoreArgs, NoCall> {
        match &self.0 {
            Place::Store(at) => Ok(at),
            Place::Server(_) => Err(NoCall::new("the server has no call for this command")),
        }
    }
}

impl FromArgMatches for PlaceArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PlaceArgs, clap::Error> {
        PlaceArgs::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<PlaceArgs, clap::Error> {
        let is_typed = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
        let (store_typed, server_typed) = (is_typed("store"), is_typed("server"));
        let PlaceOptions { store, server } = PlaceOptions::from_arg_matches_mut(matches)?;
        if store_typed && server_typed {
            let message = "the argument '--server <URL>' cannot be used with '--store <STORE>'\n";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
        }
        Ok(PlaceArgs(match server.filter(|_| !store_typed) {
            Some(server) => Place::Server(server),
            None => Place::Store(store),
        }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = PlaceArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for PlaceArgs {
    fn augment_args(command: Command) -> Command {
        PlaceOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        PlaceOptions::augment_args_for_update(command)
    }
}

/// A server, for what is done on one only.
#[derive(Args, Debug)]
pub struct ServerArgs {
    /// The server, by its address
    #[arg(long, value_name = "URL", env = "CROUPIER_SERVER")]
    pub server: Server,
}

#[derive(Args, Debug)]
pub struct SignIn {
    /// Your sign-in name; you are asked for your secret unless CROUPIER_SECRET is set
    #[arg(required_unless_present = "guest")]
    pub person: Option<PersonId>,
    /// Come in as a guest with this name instead, where guests may play
    #[arg(long, value_name = "NAME", conflicts_with = "person")]
    pub guest: Option<String>,
    /// The name of this keypad, tablet or console; what you do in the session is entered as done there
    #[arg(long, value_name = "NAME", env = "CROUPIER_DEVICE", default_value = "terminal")]
    pub device: house::DeviceId,
    #[command(flatten)]
    pub at: ServerArgs,
}

#[derive(Args, Debug)]
pub struct TableAct {
    /// The table
    pub table: house::TableId,
    /// The act: sit, bet, ready, lock, card, step, decide, key, verify, game-over ...; see /api of the server
    pub act: String,
    /// What belongs to it, KEY=VALUE: seat=1, bets.ante=5.00, action="bet 4x", card=As, award=17
    #[arg(value_name = "KEY=VALUE")]
    pub with: Vec<String>,
    /// Retry an unanswered request by its ID; it is done at most once
    #[arg(long, value_name = "ID")]
    pub request: Option<ledger::RequestId>,
    #[command(flatten)]
    pub at: ServerArgs,
}
