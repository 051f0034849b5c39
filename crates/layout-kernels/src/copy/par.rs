//! A copy on several threads.
//!
//! ```text
//! piece(plan, i, pieces):                  numbered, so that a thread takes the next one when it is done
//!     while pieces > 1, and a loop can be cut:
//!         k = the loop with the longest stride in the destination whose parts keep their neighbours
//!         the plan with the first half of loop k, and half of the pieces, or with the second half and the others
//! ```
//!
//! A long stride keeps the threads far from each other's cache lines. A loop over neighbours is cut at multiples of
//! registers, lines and chunks.

use super::erased::run_any;
use super::plan::CopyStep;
use super::run::Copying;
use crate::pool;
use static_layout::internal::OffsetMap;

/// The minimum size of a piece in bytes: copying it takes as long as some switches between threads. A fuzzer also cuts
/// small copies.
const PIECE: usize = if cfg!(fuzzing) { 256 } else { 256 << 10 };

/// The number of pieces for each thread, so that no thread waits long for the slowest one.
const EACH: usize = 8;

/// Loops over neighbours are cut at multiples of this number of elements: whole registers and lines.
const CUT: usize = 64;

/// A copy that threads share.
struct Job<'p, T, A, B>(Copying<'p, T, A, B>);

// SAFETY: threads read elements of the source, which `T: Sync` permits on any thread. Each element of the destination is
// written by one of them (rule D), which `T: Send` permits. The offset maps `A` and `B` are integers.
unsafe impl<T: Send + Sync, A, B> Sync for Job<'_, T, A, B> {}

/// Runs a copy on the threads of the current rayon pool.
///
/// # Safety
/// The requirements of [`RegisterCopy::on`](super::run::RegisterCopy::on).
pub(super) unsafe fn spread<T: Copy + Send + Sync, A: OffsetMap, B: OffsetMap>(
    copying: Copying<'_, T, A, B>,
) {
    let bytes = copying.plan.nest.size().saturating_mul(size_of::<T>());
    let threads = rayon::current_num_threads();
    let pieces = if threads == 1 { 1 } else { (threads * EACH).min(bytes / PIECE).max(1) };
    let job = Job(copying);
    pool::each_apart(threads, pieces, |i| {
        let Job(copying) = &job;
        // The pieces visit coordinates of the plan, at different steps of one loop. The plan has checked that different coordinates
        // have different elements of the destination (rule D).
        if let Some(plan) = copying.plan.piece(i, pieces) {
            run_any(Copying { plan: &plan, ..*copying });
        }
    });
}

impl super::CopyPlan {
    /// Piece `i` of `pieces`, or `None` if no loop can be cut into so many.
    fn piece(&self, mut i: usize, mut pieces: usize) -> Option<Self> {
        let mut plan = *self;
        while pieces > 1 {
            let Some((k, at)) = plan.widest() else { break };
            let half = pieces / 2;
            if i < half {
                plan.nest.keep(k, 0, at);
                pieces = half;
            } else {
                plan.nest.keep(k, at, plan.nest.get(k).extent - at);
                (i, pieces) = (i - half, pieces - half);
            }
        }
        (i == 0).then_some(plan)
    }

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
