//! [`Work`]: how much memory an operation may use, and the reports of its progress.

use crate::array::ZarrArray;
use crate::element::Element;
use crate::error::ZarrError;
use std::fmt;

/// Receives the progress of an operation. `()` ignores it; with the feature `progress`, `indicatif::ProgressBar` draws it.
pub trait Progress: Sync {
    /// The operation has this many steps, and an earlier run has done this many of them.
    fn begin(&self, steps: u64, done: u64);
    /// One more step is done.
    fn step(&self);
    /// The operation is complete.
    fn end(&self);
}

impl Progress for () {
    fn begin(&self, _: u64, _: u64) {}
    fn step(&self) {}
    fn end(&self) {}
}

#[cfg(feature = "progress")]
impl Progress for indicatif::ProgressBar {
    fn begin(&self, steps: u64, done: u64) {
        self.set_length(steps);
        self.set_position(done);
        // Steps of an earlier run do not show the speed of this one.
        self.reset_eta();
    }
    fn step(&self) {
        self.inc(1);
    }
    fn end(&self) {
        self.finish();
    }
}

/// The memory that an operation may use, and the reports of its progress.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub(crate) memory: usize,
    pub(crate) progress: &'a dyn Progress,
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("memory", &self.memory).finish_non_exhaustive()
    }
}

impl<'a> Work<'a> {
    /// Work in this many bytes: tiles, chunks that are encoded or decoded, packed blocks of products, and one byte for
    /// each chunk of the result. If they do not suffice for a chunk of each thread, fewer threads encode and decode.
    pub fn new(memory: usize) -> Self {
        Self { memory, progress: &() }
    }

    /// Tells `progress` of each step.
    pub fn with_progress(mut self, progress: &'a dyn Progress) -> Self {
        self.progress = progress;
        self
    }
}

impl Work<'_> {
    /// Reports an operation that an earlier call finished, with its chunks as steps: the memory, which may not suffice for
    /// tiles now, chose the steps of that call.
    pub(crate) fn was_done<T: Element>(&self, result: ZarrArray<T>) -> ZarrArray<T> {
        let steps = result.grid().chunk_count() as u64;
        self.progress.begin(steps, steps);
        self.progress.end();
        result
    }
}

/// The threads that decode and encode chunks at a time.
pub(crate) enum Coders {
    /// Those of the pool that the caller runs in.
    All,
    /// Fewer, because the memory does not suffice for more.
    Few(rayon::ThreadPool),
}

impl Coders {
    /// As many threads as the caller has, if their chunks of `each` bytes take half of the memory at most, in addition
    /// to the `least` bytes of the smallest tiles. Always at least one.
    pub(crate) fn within(memory: usize, least: usize, each: usize) -> Result<Self, ZarrError> {
        let spare = memory.saturating_sub(least) / 2;
        let count = (spare / each.max(1)).max(1);
        if count >= rayon::current_num_threads() {
            return Ok(Self::All);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.map(Self::Few).map_err(|error| ZarrError::Threads(count, error.to_string()))
    }

    pub(crate) fn count(&self) -> usize {
        match self {
            Self::All => rayon::current_num_threads(),
            Self::Few(pool) => pool.current_num_threads(),
        }
    }

    /// Reads or writes with these threads.
    pub(crate) fn run<R: Send>(&self, act: impl FnOnce() -> R + Send) -> R {
        match self {
            Self::All => act(),
            Self::Few(pool) => pool.install(act),
        }
    }
}

/// The numbers of chunks that a tile may have along an axis of `count` chunks: all small ones, the multiples of
/// `unit`, and all.
pub(crate) fn candidates(count: usize, unit: usize) -> Vec<usize> {
    let small = 1..=count.min(16);
    let multiples = (1..).map(|k| unit.saturating_mul(k)).take(64);
    let powers = (0..usize::BITS - 1).map(|k| 1 << k);
    let mut all: Vec<usize> =
        small.chain(multiples).chain(powers).map(|n: usize| n.min(count)).collect();
    all.push(count);
    all.retain(|&n| n > 0);
    all.sort_unstable();
    all.dedup();
    all
}

/// The number of chunks of `chunk` elements that intervals of `step` elements touch along an axis of `n`, all together:
/// each chunk once, and once more for each boundary of intervals inside it. Every `unit`-th boundary is one of chunks.
pub(crate) fn touched(n: usize, step: usize, chunk: usize) -> u64 {
    let boundaries = n.div_ceil(step).saturating_sub(1);
    (n.div_ceil(chunk) as u64).saturating_add((boundaries - boundaries / unit(step, chunk)) as u64)
}

/// `count` elements with the bits 0.
///
/// # Errors
/// [`ZarrError::Allocation`] when the memory is not there: counts come from files.
pub(crate) fn zeros<T: bytemuck::Zeroable>(count: usize) -> Result<Vec<T>, ZarrError> {
    let bytes = count.saturating_mul(size_of::<T>());
    bytemuck::try_zeroed_vec(count).map_err(|()| ZarrError::Allocation(bytes))
}

/// Where the steps of an axis of `n` elements begin.
pub(crate) fn steps(n: usize, step: usize) -> impl Iterator<Item = usize> + Clone {
    (0..n).step_by(step)
}

/// The least number above 0 of steps of `step` elements that is a whole number of `chunk`s.
pub(crate) fn unit(step: usize, chunk: usize) -> usize {
    let (mut a, mut b) = (step, chunk);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    chunk / a
}

#[cfg(test)]
mod tests {
    use super::{Coders, touched};

    /// Half of what remains of the memory, and one at least.
    #[test]
    fn coders_fit_the_memory() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let count =
            |memory, each| pool.install(|| Coders::within(memory, 20, each).unwrap().count());
        assert_eq!([count(0, 1), count(100, 40), count(100, 20), count(100, 1)], [1, 1, 2, 4]);
    }

    /// Compares with the sum over the intervals.
    #[test]
    fn touched_chunks_are_counted() {
        for n in 0..40_usize {
            for step in 1..12_usize {
                for chunk in 1..12 {
                    let of = |start: usize| (start + step).min(n).div_ceil(chunk) - start / chunk;
                    let sum: usize = (0..n).step_by(step).map(of).sum();
                    assert_eq!(touched(n, step, chunk), sum as u64, "{n} by {step} in {chunk}");
                }
            }
        }
        assert_eq!(touched(usize::MAX, 1, 1), u64::MAX);
    }
}
