//! `layout man`: writes the manual page.

use clap::CommandFactory;

use crate::Failure;
use crate::commands::Outcome;
use crate::dialogue::list;

/// Write the manual page, with all operations of the language
#[derive(Debug, clap::Args)]
pub struct ManArguments {
    /// The command whose page to write
    command: Option<String>,
}

impl ManArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let operations = format!("Operations of expressions:\n\n{}", list());
        let mut whole = super::Arguments::command().after_long_help(operations);
        whole.build();
        let command = match &self.command {
            None => whole,
            Some(name) => match whole.find_subcommand(name) {
                Some(command) => command.clone(),
                None => return Err(Failure::new(format!("unknown command `{name}`"))),
            },
        };
        let mut bytes = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut bytes)
            .map_err(|error| Failure::new(format!("cannot write the page: {error}")))?;
        out.push_str(&String::from_utf8_lossy(&bytes));
        Ok(Outcome::Done)
    }
}
