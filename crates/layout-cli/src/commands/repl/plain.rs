//! Lines from standard input, as the terminal edits them.

use std::io::{BufRead, IsTerminal, Write};

use crate::Failure;
use crate::dialogue::Dialogue;

/// The lines of standard input.
pub struct Lines {
    dialogue: Dialogue,
    is_terminal: bool,
}

impl Lines {
    pub fn new(dialogue: Dialogue) -> Result<Self, Failure> {
        Ok(Self { dialogue, is_terminal: std::io::stdin().is_terminal() })
    }

    /// The next line, or `None` at the end of the input.
    pub fn next(&mut self) -> Result<Option<String>, Failure> {
        let failed = |error| Failure::new(format!("no line can be read: {error}"));
        if self.is_terminal {
            let mut out = std::io::stdout();
            out.write_all(b"layout> ").and_then(|()| out.flush()).map_err(failed)?;
        }
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).map_err(failed)?;
        Ok((read > 0).then_some(line))
    }

    /// Evaluates a line.
    pub fn answer(&mut self, line: &str) -> Result<String, Failure> {
        self.dialogue.answer(line)
    }
}
