//! `layout swizzle --find`: finds the smallest swizzle without bank conflicts.

use std::fmt::Write;

use crate::commands::Outcome;
use crate::commands::accesses::{Accesses, Machine};
use crate::memory::search;
use crate::{Failure, MaybeSwizzled};

/// Find the smallest swizzle of shared memory that removes bank conflicts
#[derive(Debug, clap::Args)]
pub struct SwizzleArguments {
    /// Find the swizzle with the fewest bits, then the smallest base, then the shortest shift
    #[arg(long, required = true)]
    find: bool,
    #[command(flatten)]
    accesses: Accesses,
    #[command(flatten)]
    machine: Machine,
    /// Another thread-value layout that must access the same memory without conflicts
    #[arg(long, value_name = "THREADS")]
    and: Vec<String>,
}

impl SwizzleArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (machine, access) =
            (self.machine.memory()?, self.machine.access(self.accesses.access()?));
        let mut held = vec![self.accesses.threads()?];
        for other in &self.and {
            held.push(MaybeSwizzled::read(other)?);
        }
        let memories = self.accesses.memories(None)?;
        let memory = memories[0];
        let search::Search { before, after, best, tried } =
            search::find(&held, &memory, access, &machine)?;
        let search::FoundSwizzle { swizzle, in_bytes } = best;
        if swizzle.is_identity() && after.is_free() {
            let _ = writeln!(out, "no swizzle is needed: {memory} has {after}");
            return Ok(Outcome::Done);
        }
        let _ = writeln!(
            out,
            "{swizzle} of offsets in elements of {} bytes, {in_bytes} of addresses in bytes{}",
            access.element(),
            self.machine.on(&machine)
        );
        let _ = writeln!(out, "without: {before}\nwith:    {after}");
        let bits = (machine.served(&access)?.banks - 1).checked_ilog2().map_or(0, |top| top + 1);
        let outcome = if !after.is_free() {
            let _ = writeln!(
                out,
                "tried all {tried} swizzles of up to {bits} bits within the offsets: none removes every conflict, \
                 and this is the smallest that leaves the fewest wavefronts"
            );
            Outcome::No
        } else {
            let _ = writeln!(
                out,
                "tried {tried} swizzles in order of size: each of the {} smaller ones leaves a conflict",
                tried - 1
            );
            Outcome::Done
        };
        if !swizzle.is_identity() {
            let swizzled = memory.swizzled(swizzle)?;
            let _ = writeln!(out, "{swizzled}");
            if let MaybeSwizzled::Swizzled(layout) = swizzled {
                let (cosize, last) = (memory.plain().cosize(), layout.bounds().1);
                if last >= cosize {
                    let _ = writeln!(
                        out,
                        "offsets reach {last}: the memory needs {} elements instead of {cosize}",
                        last + 1
                    );
                }
            }
        }
        Ok(outcome)
    }
}
