//! `layout coalescing`: counts memory transactions.

use std::fmt::Write;

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::accesses::Accesses;
use crate::memory::coalescing;

/// Count the transactions of accesses to global memory (sectors of 32 bytes, lines of 128)
#[derive(Debug, clap::Args)]
pub struct CoalescingArguments {
    #[command(flatten)]
    accesses: Accesses,
}

impl CoalescingArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        for memory in self.accesses.memories(None)? {
            let requests = self.accesses.requests(&memory)?;
            let _ = writeln!(out, "{memory}: {}", coalescing::total(&requests));
            if requests.len() > 1 {
                for (run, traffic) in Accesses::runs(&requests, coalescing::traffic) {
                    let _ = writeln!(out, "  {run}: {traffic}");
                }
            }
        }
        Ok(Outcome::Done)
    }
}
