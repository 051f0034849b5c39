//! Lines from an editor with completion and a history.

use std::io::IsTerminal;
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::Failure;
use crate::dialogue::Dialogue;

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

/// The lines of the terminal.
pub struct Lines {
    editor: Editor<Assistant, FileHistory>,
    is_terminal: bool,
    history: Option<PathBuf>,
}

impl Lines {
    pub fn new(dialogue: Dialogue) -> Result<Self, Failure> {
        let mut editor = Editor::<Assistant, FileHistory>::new().map_err(failed)?;
        editor.set_helper(Some(Assistant(dialogue)));
        let is_terminal = std::io::stdin().is_terminal();
        let history = history().filter(|_| is_terminal);
        if let Some(file) = &history {
            // The first run has no history file.
            let _ = editor.load_history(file);
        }
        Ok(Self { editor, is_terminal, history })
    }

    /// The next line, or `None` at the end of the input.
    pub fn next(&mut self) -> Result<Option<String>, Failure> {
        loop {
            match self.editor.readline(if self.is_terminal { "layout> " } else { "" }) {
                Ok(line) => {
                    // A line that is not stored is only missing from the history.
                    let _ = self.editor.add_history_entry(line.as_str());
                    return Ok(Some(line));
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Evaluates a line.
    pub fn answer(&mut self, line: &str) -> Result<String, Failure> {
        self.editor.helper_mut().map_or(Ok(String::new()), |assistant| assistant.0.answer(line))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if let Some(file) = &self.history {
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = self.editor.save_history(file);
        }
    }
}

fn failed(error: ReadlineError) -> Failure {
    Failure::new(format!("no line can be read: {error}"))
}

/// The history file: `$XDG_STATE_HOME/layout/history`, by default in `~/.local/state`.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.or(home)?.join("layout").join("history"))
}
