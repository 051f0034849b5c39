//! `layout banks`: counts bank conflicts.

use std::fmt::Write;

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::accesses::Accesses;
use crate::memory::banks;

/// Count the bank conflicts of accesses to shared memory (32 banks of 4 bytes)
#[derive(Debug, clap::Args)]
pub struct BanksArguments {
    #[command(flatten)]
    accesses: Accesses,
    /// Compare with this swizzle of offsets in elements, such as 'Sw<3,3,3>'
    #[arg(long, value_name = "SWIZZLE")]
    swizzle: Option<String>,
    /// Exit with code 1 if the last layout has a conflict, for checks in CI
    #[arg(long)]
    fail_on_conflict: bool,
}

impl BanksArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let mut is_free = true;
        for memory in self.accesses.memories(self.swizzle.as_deref())? {
            let requests = self.accesses.requests(&memory)?;
            is_free = banks::total(&requests).is_free();
            let _ = writeln!(out, "{memory}: {}", banks::total(&requests));
            if let Some(worst) = banks::worst(&requests) {
                for line in worst.to_string().lines() {
                    let _ = writeln!(out, "  {line}");
                }
            }
            if requests.len() > 1 {
                for (run, cost) in Accesses::runs(&requests, banks::cost) {
                    let _ = writeln!(out, "  {run}: {cost}");
                }
            }
        }
        Ok(if self.fail_on_conflict && !is_free { Outcome::No } else { Outcome::Done })
    }
}
