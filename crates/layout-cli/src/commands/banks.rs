//! `layout banks`: counts bank conflicts.

use std::fmt::Write;

use layout_core::memory::Cost;

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::accesses::{Accesses, Machine};
use crate::memory::requests;

/// Count the bank conflicts of accesses to shared memory (32 banks of 4 bytes, unless `--machine` names another memory)
#[derive(Debug, clap::Args)]
pub struct BanksArguments {
    #[command(flatten)]
    accesses: Accesses,
    #[command(flatten)]
    machine: Machine,
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
        let (machine, access) =
            (self.machine.memory()?, self.machine.access(self.accesses.access()?));
        let cost = |request: &_| machine.cost(request).unwrap_or(Cost::NONE);
        for memory in self.accesses.memories(self.swizzle.as_deref())? {
            let pattern = self.accesses.pattern(&memory, access)?;
            let total = pattern.cost(&machine)?;
            is_free = total.is_free();
            let _ = writeln!(out, "{memory}{}: {total}", self.machine.on(&machine));
            if let Some(worst) = pattern.conflict(&machine)? {
                for line in worst.to_string().lines() {
                    let _ = writeln!(out, "  {line}");
                }
            }
            let requests = requests(&pattern, machine.lanes)?;
            if requests.len() > 1 {
                for (run, cost) in Accesses::runs(&requests, cost) {
                    let _ = writeln!(out, "  {run}: {cost}");
                }
            }
        }
        Ok(if self.fail_on_conflict && !is_free { Outcome::No } else { Outcome::Done })
    }
}
