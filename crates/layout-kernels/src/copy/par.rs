//! A copy on several threads.
//!
//! ```text
//! cut(plan, pieces):
//!     if pieces = 1, or no loop can be cut: run the plan
//!     k = the loop with the longest stride in the destination whose parts keep their neighbours
//!     first, second = the plan with the first, and with the second half of loop k
//!     on two threads: cut(first, pieces / 2), cut(second, pieces - pieces / 2)
//! ```
//!
//! A long stride keeps the threads far from each other's cache lines. A loop over neighbours is cut at multiples of
//! registers, lines and chunks.

use super::erased::run_any;
use super::plan::CopyStep;
use super::run::Copying;
use crate::nest::Loop;
use static_layout::internal::OffsetMap;

/// The minimum size of a piece in bytes: copying it takes as long as some switches between threads. A fuzzer also cuts
/// small copies.
const PIECE: usize = if cfg!(fuzzing) { 256 } else { 256 << 10 };

/// The number of pieces for each thread, so that no thread waits long for the slowest one.
const EACH: usize = 4;

/// Loops over neighbours are cut at multiples of this number of elements: whole registers and lines.
const CUT: usize = 64;

/// A copy that may run on any thread.
struct Job<'p, T, A, B>(Copying<'p, T, A, B>);

// SAFETY: a job reads elements of the source, which `T: Sync` permits on any thread. Each element of the destination is
// written by one job alone (rule D), which `T: Send` permits. The offset maps `A` and `B` are integers.
unsafe impl<T: Send + Sync, A, B> Send for Job<'_, T, A, B> {}

/// Runs a copy on the threads of the current rayon pool.
///
/// # Safety
/// The requirements of [`RegisterCopy::on`](super::run::RegisterCopy::on).
pub(super) unsafe fn spread<T: Copy + Send + Sync, A: OffsetMap, B: OffsetMap>(
    copying: Copying<'_, T, A, B>,
) {
    let bytes = copying.plan.nest.size().saturating_mul(size_of::<T>());
    let pieces = (rayon::current_num_threads() * EACH).min(bytes / PIECE);
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { cut(Job(copying), pieces) }
}

/// Halves a copy until there are `pieces` parts, and runs them.
///
/// # Safety
/// The requirements of `spread`.
unsafe fn cut<T: Copy + Send + Sync, A: OffsetMap, B: OffsetMap>(
    job: Job<'_, T, A, B>,
    pieces: usize,
) {
    let Job(copying) = job;
    let plan = copying.plan;
    let Some((k, at)) = (pieces > 1).then(|| plan.widest()).flatten() else {
        return run_any(copying);
    };
    let (mut first, mut second) = (*plan, *plan);
    let Loop { extent, strides } = plan.nest.get(k);
    first.nest.set_extent(k, at);
    second.nest.set_extent(k, extent - at);
    for (start, stride) in second.nest.starts.iter_mut().zip(strides) {
        *start += stride * at as isize;
    }
    let [first, second] = [&first, &second].map(|plan| Job(Copying { plan, ..copying }));
    // SAFETY: both parts visit coordinates of the plan, at different steps of one loop. The plan has checked that
    // different coordinates have different elements of the destination (rule D).
    let halve = |job, pieces| unsafe { cut(job, pieces) };
    rayon::join(|| halve(first, pieces / 2), || halve(second, pieces - pieces / 2));
}

impl super::CopyPlan {
    /// The loop to cut, and the step to cut it at: the loop with the longest stride in the destination among those
    /// whose parts keep their neighbours.
    fn widest(&self) -> Option<(usize, usize)> {
        let inner = self.axes[0] + self.axes[1];
        // Of the loops of an axis, only the last one may be cut: a shorter inner one would separate neighbours.
        let keeps = |k: usize| k >= inner || k + 1 == self.axes[0] || k + 1 == inner;
        let is_cut = |k: &usize| keeps(*k) && self.place(*k).is_some();
        let stride = |k: &usize| self.nest.get(*k).strides[1];
        let k = (0..self.nest.loops().len()).filter(is_cut).max_by_key(stride)?;
        Some((k, self.place(k)?))
    }

    /// The middle of loop `k`, rounded down to whole registers and chunks if the loop is over neighbours. `None` if
    /// that is the beginning.
    fn place(&self, k: usize) -> Option<usize> {
        let extent = self.nest.get(k).extent;
        let is_inner = k < self.axes[0] + self.axes[1] && self.step != CopyStep::Each;
        let whole = if !is_inner {
            1
        } else if self.together < extent {
            CUT.max(self.together)
        } else {
            CUT
        };
        let half = extent / 2;
        let at = half - half % whole;
        (at > 0).then_some(at)
    }
}
