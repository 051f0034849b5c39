//! Element-wise functions on several threads.
//!
//! ```text
//! spread(layouts, task):
//!     nest = the loops of the serial function
//!     k = the outermost loop of enough steps, or the longest one
//!     for each part of loop k, on any thread: the serial kernel in the loops of the part
//! ```
//!
//! Each element is computed from the same elements as by one thread, so the results are equal.

use crate::nest::{Nest, NestTask, Sides, TILE, run_nest};
use crate::parts::Parts;
use crate::pool;
use layout_core::LayoutError;

/// The least bytes that a part reads and writes. A fuzzer also cuts small layouts.
const LEAST: usize = if cfg!(fuzzing) { 64 } else { 64 << 10 };

/// The most parts for each thread, so that no thread waits long for the slowest one.
const EACH: usize = 8;

/// The innermost loop is cut at multiples of this number of elements: whole vectors and cache lines.
const CUT: usize = 64;

/// What threads share, by the guarantee of the caller of [`spread`].
struct Shared<F>(F);

// SAFETY: the caller of `spread`, which alone makes one, guarantees that threads may call the function at the same time.
unsafe impl<F> Sync for Shared<F> {}

/// Runs the serial kernel that `task` makes in parts of the loops of these layouts, on the threads of the current rayon pool.
/// `bytes` is the size of an element of all layouts together.
///
/// # Errors
/// If run-time layouts have no common modes.
///
/// # Safety
/// Threads may call `task` at the same time, and run its results in different parts of the loops.
pub(crate) unsafe fn spread<T: NestTask<K, Output = ()>, const K: usize>(
    layouts: impl Sides<K>,
    bytes: usize,
    task: impl Fn() -> T,
) -> Result<(), LayoutError> {
    let task = Shared(task);
    let run = |nest: &Nest<K>| {
        let threads = rayon::current_num_threads();
        let most = if threads == 1 { 1 } else { EACH * threads };
        let Some((k, parts)) = nest.cut(most.min(nest.size().saturating_mul(bytes) / LEAST)) else {
            return run_nest(&mut (task.0)(), nest);
        };
        let task = &task;
        pool::each_apart(threads, parts.count(), |i| {
            let (mut nest, part) = (*nest, parts.get(i));
            nest.keep(k, part.first, part.len);
            run_nest(&mut (task.0)(), &nest);
        });
    };
    match layouts.static_nest() {
        Some(nest) => run(nest),
        None => layouts.run_open(run)?,
    }
    Ok(())
}

impl<const K: usize> Nest<K> {
    /// The loop to cut into at most `parts` parts, and its parts; `None` if that is one part.
    fn cut(&self, parts: usize) -> Option<(usize, Parts)> {
        if parts <= 1 || self.size() == 0 {
            return None;
        }
        let extent = |k: usize| self.get(k).extent;
        let loops = 0..self.loops().len();
        let long = loops.clone().rev().find(|&k| extent(k) >= parts);
        let k = long.or_else(|| loops.max_by_key(|&k| extent(k)))?;
        // Tiles of the two inner loops stay whole.
        let whole = match k {
            0 => CUT,
            1 if self.crosses() => TILE,
            _ => 1,
        };
        let parts = Parts::even(extent(k), extent(k).div_ceil(parts), whole);
        (parts.count() > 1).then_some((k, parts))
    }
}
