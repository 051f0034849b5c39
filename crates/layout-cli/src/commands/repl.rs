//! `layout repl`: a read-evaluate-print loop in the terminal.

#[cfg(feature = "repl")]
#[path = "repl/editor.rs"]
mod lines;
#[cfg(not(feature = "repl"))]
#[path = "repl/plain.rs"]
mod lines;

use std::io::{IsTerminal, Write};

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::drawing::terminal_width;
use crate::dialogue::Dialogue;

/// Start a dialogue with names and pictures; :help lists its directives
///
/// Input that does not come from a terminal is read up to the first line with an error. The feature `repl` of the
/// package adds an editor with completion and a history.
#[derive(Debug, clap::Args)]
pub struct ReplArguments {
    /// Do not draw small layouts
    #[arg(long)]
    no_pictures: bool,
}

impl ReplArguments {
    pub(super) fn run(&self, _: &mut String) -> Result<Outcome, Failure> {
        let mut lines =
            lines::Lines::new(Dialogue::new(!self.no_pictures).within(terminal_width()))?;
        let is_terminal = std::io::stdin().is_terminal();
        while let Some(line) = lines.next()? {
            if [":quit", ":q", "exit", "quit"].contains(&line.trim()) {
                break;
            }
            match lines.answer(&line) {
                Ok(text) => {
                    let mut out = anstream::stdout();
                    if write!(out, "{text}").and_then(|()| out.flush()).is_err() {
                        break;
                    }
                }
                Err(failure) if is_terminal => anstream::eprintln!("{failure}"),
                Err(failure) => return Err(failure),
            }
        }
        Ok(Outcome::Done)
    }
}
