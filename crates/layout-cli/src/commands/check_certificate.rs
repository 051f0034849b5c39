//! `layout check-certificate`: checks a proof that no layout costs less.

use std::fmt::Write;
use std::path::PathBuf;

use layout_core::certificate;

use crate::Failure;
use crate::commands::Outcome;
use crate::memory::solve::mapped_layout;

/// Check a certificate of `layout solve`, without a search
///
/// The lines after the result state what is proven: the answer, the memory layout, the space, the machine, and the accesses with
/// their banks and phases.
#[derive(Debug, clap::Args)]
pub struct CheckCertificateArguments {
    /// The file
    file: PathBuf,
}

impl CheckCertificateArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let text = std::fs::read_to_string(&self.file).map_err(|error| {
            Failure::new(format!("cannot read {}: {error}", self.file.display()))
        })?;
        match certificate::check(&text) {
            Ok(claim) => {
                let (_, answer) = mapped_layout(&claim.layout, claim.map)?;
                let _ = write!(
                    out,
                    "proven: no candidate costs less than {}, and {} lines refuse the others\n\
                     answer {answer}\n{}",
                    claim.cost, claim.refused, claim.problem
                );
                Ok(Outcome::Done)
            }
            Err(unproven) => {
                let _ = writeln!(out, "not proven: {unproven}");
                Ok(Outcome::No)
            }
        }
    }
}
