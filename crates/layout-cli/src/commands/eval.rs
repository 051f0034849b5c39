//! `layout eval`: evaluates an expression.

use std::fmt::Write;
use std::io::BufRead;

use crate::Failure;
use crate::commands::Outcome;
use crate::dialect::Dialect;
use crate::dialogue::list;
use crate::explain::evaluate;
use crate::language::{self, Scope};

/// Evaluate an expression of layouts
///
/// Operators: a o b (composition), a / t (logical divide), a * b (logical product), ~a (complement).
/// Every other operation is a function or a method: coalesce(a), a.coalesce(). Names: let a = ..; a o b.
/// Offsets and slices: a(1,2), a(1,_). `layout eval --list` lists all operations.
#[derive(Debug, clap::Args)]
pub struct EvalArguments {
    /// An expression, such as '(12,(4,8)):(59,(13,1)) / <3:4,8:1>'
    #[arg(required_unless_present_any = ["list", "lines"], allow_hyphen_values = true)]
    expression: Option<String>,
    /// Read the text of another system instead of an expression
    #[arg(long, value_name = "SYSTEM")]
    from: Option<Dialect>,
    /// Write the value in the text of another system
    #[arg(long = "as", value_name = "SYSTEM")]
    to: Option<Dialect>,
    /// The element type, for systems whose text names one
    #[arg(long, default_value = "f32", value_name = "TYPE")]
    element: String,
    /// Write a JSON object with the kind of the value, its text and its parts
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// List all operations
    #[arg(long)]
    list: bool,
    /// Evaluate each line of standard input: a line for each, the value, or `error: ` and the message
    #[arg(long, conflicts_with_all = ["expression", "from", "to", "json", "list"])]
    lines: bool,
}

impl EvalArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        if let Some(text) = &self.expression {
            let value = match self.from {
                Some(dialect) => dialect.read(text)?,
                None => evaluate(&mut Scope::default(), text)?,
            };
            let answer = match self.to {
                _ if self.json => value.to_json().to_string(),
                Some(dialect) => dialect.write(&value, &self.element)?,
                None => value.to_string(),
            };
            let _ = writeln!(out, "{answer}");
        }
        if self.list {
            out.push_str(&list());
        }
        if self.lines {
            let failed = |error| Failure::new(format!("cannot evaluate standard input: {error}"));
            lines(std::io::stdin().lock(), anstream::stdout().lock()).map_err(failed)?;
        }
        Ok(Outcome::Done)
    }
}

/// Answers each line at once: the program that writes the lines may wait for it.
fn lines(mut input: impl BufRead, mut out: impl std::io::Write) -> std::io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let answer = match language::evaluate(&String::from_utf8_lossy(&line)) {
            Ok(value) => value.to_string().replace('\n', "\\n"),
            Err(failure) => format!("error: {}", failure.message()),
        };
        let written = writeln!(out, "{answer}").and_then(|()| out.flush());
        match written {
            // The reader of the pipe stopped early.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        line.clear();
    }
    Ok(())
}
