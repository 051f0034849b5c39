//! `layout repl`: a read-evaluate-print loop in the terminal.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::Failure;
use crate::commands::Outcome;
use crate::dialogue::Dialogue;

/// Start a dialogue with names, completion and pictures; :help lists its directives
///
/// Input that does not come from a terminal is read up to the first line with an error.
#[derive(Debug, clap::Args)]
pub struct ReplArguments {
    /// Do not draw small layouts
    #[arg(long)]
    no_pictures: bool,
}

/// Completes names, operations and directives in the line editor.
struct Assistant(Dialogue);

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.complete(line, at))
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}
impl Validator for Assistant {}
impl Helper for Assistant {}

impl ReplArguments {
    pub(super) fn run(&self, _: &mut String) -> Result<Outcome, Failure> {
        let failed = |error: ReadlineError| Failure::new(format!("no line can be read: {error}"));
        let mut editor = Editor::<Assistant, FileHistory>::new().map_err(failed)?;
        editor.set_helper(Some(Assistant(Dialogue::new(!self.no_pictures))));
        let is_terminal = std::io::stdin().is_terminal();
        let history = history().filter(|_| is_terminal);
        if let Some(file) = &history {
            // The first run has no history file.
            let _ = editor.load_history(file);
        }
        let outcome = loop {
            let line = match editor.readline(if is_terminal { "layout> " } else { "" }) {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break Ok(Outcome::Done),
                Err(error) => break Err(failed(error)),
            };
            if [":quit", ":q", "exit", "quit"].contains(&line.trim()) {
                break Ok(Outcome::Done);
            }
            // A line that is not stored is only missing from the history.
            let _ = editor.add_history_entry(line.as_str());
            let answer = editor.helper_mut().map_or(Ok(String::new()), |all| all.0.answer(&line));
            match answer {
                Ok(text) => {
                    let mut out = anstream::stdout();
                    if write!(out, "{text}").and_then(|()| out.flush()).is_err() {
                        break Ok(Outcome::Done);
                    }
                }
                Err(failure) if is_terminal => anstream::eprintln!("{failure}"),
                Err(failure) => break Err(failure),
            }
        };
        if let Some(file) = &history {
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = editor.save_history(file);
        }
        outcome
    }
}

/// The history file: `$XDG_STATE_HOME/layout/history`, by default in `~/.local/state`.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.or(home)?.join("layout").join("history"))
}
