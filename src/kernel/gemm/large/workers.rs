//! Who does the parts of a gemm.

/// Threads that do numbered parts of some work.
pub trait Workers {
    /// How many there are.
    fn count(&self) -> usize;
    /// Does `part(own, i)` for each `i` below `parts`, in any order, where each worker has an `own` to itself.
    fn each<S: Send>(&self, own: &mut [S], parts: usize, part: impl Fn(&mut S, usize) + Sync);
}

/// The thread that asks.
pub struct Alone;

impl Workers for Alone {
    fn count(&self) -> usize {
        1
    }
    fn each<S: Send>(&self, own: &mut [S], parts: usize, part: impl Fn(&mut S, usize) + Sync) {
        (0..parts).for_each(|i| part(&mut own[0], i));
    }
}

/// The threads of the pool that rayon uses here.
#[cfg(feature = "rayon")]
pub struct Pool;

#[cfg(feature = "rayon")]
impl Workers for Pool {
    fn count(&self) -> usize {
        rayon::current_num_threads()
    }
    fn each<S: Send>(&self, own: &mut [S], parts: usize, part: impl Fn(&mut S, usize) + Sync) {
        use core::sync::atomic::{AtomicUsize, Ordering};
        use rayon::prelude::*;

        // Who is done with a part takes the next, so that a slow thread does fewer.
        let next = AtomicUsize::new(0);
        own.par_iter_mut().with_max_len(1).for_each(|own| {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= parts {
                    return;
                }
                part(own, i);
            }
        });
    }
}
