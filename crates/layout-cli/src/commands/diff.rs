//! `layout diff`: whether two layouts are the same function.

use crate::commands::Outcome;
use crate::comparison::{Comparison, ComparisonResult};
use crate::{Failure, MaybeSwizzled};

/// Whether two layouts are the same function, and where they first differ
///
/// Both are compared by linear index, so that the nesting does not matter. The exit code is 0 for the same function
/// and 1 for another.
#[derive(Debug, clap::Args)]
pub struct DiffArguments {
    /// A layout or an expression
    #[arg(value_name = "A", allow_hyphen_values = true)]
    left: String,
    /// Another one
    #[arg(value_name = "B", allow_hyphen_values = true)]
    right: String,
}

impl DiffArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (a, b) = (MaybeSwizzled::read(&self.left)?, MaybeSwizzled::read(&self.right)?);
        let comparison = Comparison::of(a, b)?;
        out.push_str(&comparison.to_string());
        Ok(if comparison.verdict == ComparisonResult::Same { Outcome::Done } else { Outcome::No })
    }
}
