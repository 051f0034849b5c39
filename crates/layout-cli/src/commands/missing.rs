//! The commands that a feature has and this build lacks: they name the feature.

use crate::Failure;
use crate::commands::Outcome;

/// The arguments of a command that this build lacks.
#[derive(Debug, clap::Args)]
pub struct MissingArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<String>,
}

impl MissingArguments {
    #[expect(clippy::unused_self, reason = "a command runs from its arguments")]
    pub(super) fn run(&self, name: &str, feature: &str) -> Result<Outcome, Failure> {
        Err(missing(&format!("`layout {name}`"), feature))
    }
}

/// The failure of what a feature has and this build lacks.
pub fn missing(name: &str, feature: &str) -> Failure {
    Failure::new(format!("{name} needs the feature `{feature}`, which this build lacks"))
        .help("cargo install --path crates/layout-cli --features full")
}
