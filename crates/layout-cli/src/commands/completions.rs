//! `layout completions`: writes a completion script.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Failure;
use crate::commands::Outcome;

/// Write a script that completes commands and options in a shell
#[derive(Debug, clap::Args)]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

impl CompletionsArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut super::Arguments::command(), "layout", &mut bytes);
        out.push_str(&String::from_utf8_lossy(&bytes));
        Ok(Outcome::Done)
    }
}
