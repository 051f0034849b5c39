//! `layout digits`: types of layouts in a message, as notation.

use std::io::Read;
use std::path::PathBuf;

use crate::commands::Outcome;
use crate::{Failure, digits};

/// Write the types of layouts in a text as Layout!(S:D); `cargo layout build` does so in the messages of cargo
///
/// Types that the compiler writes to a file of their own are read from there.
#[derive(Debug, clap::Args)]
pub struct DigitsArguments {
    /// The file with the message; without it, standard input
    file: Option<PathBuf>,
}

impl DigitsArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let failed = |error| {
            let name = self.file.as_ref().map(|file| file.display().to_string());
            let name = name.as_deref().unwrap_or("standard input");
            Failure::new(format!("cannot read {name}: {error}"))
        };
        let text = match &self.file {
            Some(file) => std::fs::read_to_string(file),
            None => {
                let mut text = String::new();
                std::io::stdin().lock().read_to_string(&mut text).map(|_| text)
            }
        }
        .map_err(failed)?;
        for line in text.split_inclusive('\n') {
            out.push_str(&digits::of(line));
            if let Some(full) = full_type(line) {
                out.push_str("          in full: ");
                out.push_str(digits::of(&full).trim_end());
                out.push('\n');
            }
        }
        Ok(Outcome::Done)
    }
}

/// The bytes of a type that are read, more than the compiler writes.
const MOST: u64 = 1 << 20;

/// The type in the file that `line` names. A message may name any file: one that is not a file of text, or longer than
/// [`MOST`], is not read.
fn full_type(line: &str) -> Option<String> {
    let (_, path) = line.split_once("the full name for the type has been written to '")?;
    let path = path.trim_end().strip_suffix('\'')?;
    let is_short = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST);
    is_short.then(|| std::fs::read_to_string(path).ok()).flatten()
}
