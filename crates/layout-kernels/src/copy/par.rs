//! A copy on several threads.

use super::carry_out;
use super::plan::CopyStep;
use super::run::Copying;
use crate::nest::Loop;
use static_layout::internal::OffsetMap;

/// Bytes below which a piece stays on one thread: the time of some switches between threads.
const PIECE: usize = 256 << 10;

/// Pieces for each thread, so that none waits long for the slowest.
const EACH: usize = 4;

/// Loops of neighbours are cut at multiples of so many elements: whole registers and lines.
const CUT: usize = 64;

/// A copy that any thread may carry out.
struct Job<'p, T, A, B>(Copying<'p, T, A, B>);

// SAFETY: the elements of the source are only read, which `T: Sync` allows to any thread, those of the
// destination are written by the one job that they are part of, which `T: Send` allows, and what offsets go
// through is integers.
unsafe impl<T: Send + Sync, A, B> Send for Job<'_, T, A, B> {}

/// Carries out a copy on the threads of the pool that rayon uses here.
///
/// # Safety
/// As for [`Carried::on`](super::run::Carried::on).
pub(super) unsafe fn spread<T: Copy + Send + Sync, A: OffsetMap, B: OffsetMap>(
    copying: Copying<'_, T, A, B>,
) {
    let bytes = copying.plan.nest.size().saturating_mul(size_of::<T>());
    let pieces = (rayon::current_num_threads() * EACH).min(bytes / PIECE);
    // SAFETY: the caller's promise.
    unsafe { cut(Job(copying), pieces) }
}

/// Cuts a copy in two until there are so many pieces, and carries these out.
///
/// # Safety
/// As for `spread`.
unsafe fn cut<T: Copy + Send + Sync, A: OffsetMap, B: OffsetMap>(
    job: Job<'_, T, A, B>,
    pieces: usize,
) {
    let Job(Copying { plan, from, to }) = job;
    let Some((k, at)) = (pieces > 1).then(|| plan.widest()).flatten() else {
        return carry_out(Copying { plan, from, to });
    };
    let (mut first, mut second) = (*plan, *plan);
    let Loop { extent, strides } = plan.nest.get(k);
    first.nest.set_extent(k, at);
    second.nest.set_extent(k, extent - at);
    for (start, stride) in second.nest.starts.iter_mut().zip(strides) {
        *start += stride * at as isize;
    }
    let [first, second] = [&first, &second].map(|plan| Job(Copying { plan, from, to }));
    // SAFETY: the loops of both are parts of those of the plan, at different steps of one of them. The plan
    // found that its coordinates have different elements of the destination.
    let go_on = |job, pieces| unsafe { cut(job, pieces) };
    rayon::join(|| go_on(first, pieces / 2), || go_on(second, pieces - pieces / 2));
}

impl super::CopyPlan {
    /// The loop to cut, and where: of those whose parts are neighbours as before, the one with the longest
    /// steps in the destination, so that threads write far from one another.
    fn widest(&self) -> Option<(usize, usize)> {
        let inner = self.axes[0] + self.axes[1];
        // Only the last loop of an axis keeps neighbours together wherever it is cut.
        let keeps = |k: usize| k >= inner || k + 1 == self.axes[0] || k + 1 == inner;
        let is_cut = |k: &usize| keeps(*k) && self.place(*k).is_some();
        let stride = |k: &usize| self.nest.get(*k).strides[1];
        let k = (0..self.nest.loops().len()).filter(is_cut).max_by_key(stride)?;
        Some((k, self.place(k)?))
    }

    /// The middle of a loop; of one over neighbours, a multiple that vectors and swizzles like.
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
