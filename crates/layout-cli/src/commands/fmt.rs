//! `layout fmt`: formats notation.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::commands::Outcome;
use crate::format::{code, expression, literals};

/// Format notation: an expression, or the arguments of layout!(..) and its siblings in Rust files
///
/// Literals of several lines, comments and strings stay as they are. With --check nothing is written: literals that
/// would change are listed, and the exit code is 1.
#[derive(Debug, clap::Args)]
pub struct FmtArguments {
    /// An expression; its formatted text goes to standard output
    #[arg(required_unless_present = "files", conflicts_with = "files", allow_hyphen_values = true)]
    expression: Option<String>,
    /// Rust files to format in place
    #[arg(long = "files", value_name = "FILE", num_args = 1..)]
    files: Vec<PathBuf>,
    /// Write nothing; list the literals that would change
    #[arg(long)]
    check: bool,
}

impl FmtArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let mut in_style = true;
        if let Some(text) = &self.expression {
            let styled = expression(text)?;
            in_style &= styled == *text;
            let _ = writeln!(out, "{styled}");
        }
        for file in &self.files {
            in_style &= self.file(file, out)?;
        }
        Ok(if in_style || !self.check { Outcome::Done } else { Outcome::No })
    }

    /// Formats a file and lists the changed literals. Whether there were none.
    fn file(&self, file: &Path, out: &mut String) -> Result<bool, Failure> {
        let name = file.display();
        let failed = |what, error| Failure::new(format!("cannot {what} {name}: {error}"));
        let text = std::fs::read_to_string(file).map_err(|error| failed("read", error))?;
        let found = literals(&text);
        for literal in &found {
            let before = &text[..literal.span.start];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            let _ = writeln!(out, "{name}:{line}:{column}: {}", literal.styled);
        }
        if !found.is_empty() && !self.check {
            std::fs::write(file, code(&text)).map_err(|error| failed("write", error))?;
        }
        Ok(found.is_empty())
    }
}
