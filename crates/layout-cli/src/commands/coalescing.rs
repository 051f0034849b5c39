//! `layout coalescing`: counts memory transactions.

use std::fmt::Write;

use layout_core::memory::NVIDIA_GLOBAL;

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::accesses::Accesses;
use crate::memory::requests;

/// Count the transactions of accesses to global memory (sectors of 32 bytes, lines of 128)
#[derive(Debug, clap::Args)]
pub struct CoalescingArguments {
    #[command(flatten)]
    accesses: Accesses,
}

impl CoalescingArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        for memory in self.accesses.memories(None)? {
            let pattern = self.accesses.pattern(&memory, self.accesses.access()?)?;
            let _ = writeln!(out, "{memory}: {}", pattern.traffic(&NVIDIA_GLOBAL)?);
            let requests = requests(&pattern, NVIDIA_GLOBAL.lanes)?;
            if requests.len() > 1 {
                for (run, traffic) in
                    Accesses::runs(&requests, |request| NVIDIA_GLOBAL.traffic(request))
                {
                    let _ = writeln!(out, "  {run}: {traffic}");
                }
            }
        }
        Ok(Outcome::Done)
    }
}
