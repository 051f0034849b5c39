//! `layout diff`: compares two layouts as functions.

use crate::commands::Outcome;
use crate::comparison::{Comparison, ComparisonResult};
use crate::{Failure, MaybeSwizzled};

/// Compare two layouts as functions and show where they first differ
///
/// The comparison is by linear index, so nesting does not matter. The exit code is 0 for equal functions and 1
/// otherwise.
#[derive(Debug, clap::Args)]
pub struct DiffArguments {
    /// A layout or an expression
    #[arg(value_name = "A", allow_hyphen_values = true)]
    left: String,
    /// A layout or an expression
    #[arg(value_name = "B", allow_hyphen_values = true)]
    right: String,
}

impl DiffArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (a, b) = (MaybeSwizzled::read(&self.left)?, MaybeSwizzled::read(&self.right)?);
        let comparison = Comparison::of(a, b)?;
        out.push_str(&comparison.to_string());
        Ok(if comparison.result == ComparisonResult::Same { Outcome::Done } else { Outcome::No })
    }
}
