//! `croupier completions` and `croupier man`: from the same definitions as the help.

use std::fs;
use std::io::{self, Write as _};

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::args::{Args, Completions, Man};
use crate::output::Printer;

/// Prints the completions of a shell.
pub fn completions(args: &Completions) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "croupier", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Prints the main man page, or writes one for each command.
pub fn man(args: &Man, printer: &Printer) -> anyhow::Result<()> {
    let Some(directory) = &args.out else {
        return Ok(clap_mangen::Man::new(Args::command()).render(&mut io::stdout())?);
    };
    let write = || format!("cannot write to {}", directory.display());
    fs::create_dir_all(directory).with_context(write)?;
    clap_mangen::generate_to(Args::command(), directory).with_context(write)?;
    printer.message(&format!("man pages written to {}", directory.display()));
    Ok(())
}
