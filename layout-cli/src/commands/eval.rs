//! `layout eval`: the value of an expression.

use std::fmt::Write;

use crate::Failure;
use crate::commands::Outcome;
use crate::language::evaluate;

/// The value of an expression
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Such as '(12,(4,8)):(59,(13,1)) / <3:4,8:1>'
    expression: String,
}

impl Arguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let value = evaluate(&self.expression)?;
        let _ = writeln!(out, "{value}");
        Ok(Outcome::Done)
    }
}
