//! The threads that compute the parts of a product.

/// Threads that run the numbered parts of a task.
pub trait Workers {
    /// Whether the current thread is the only worker.
    const IS_ALONE: bool;
    /// The number of workers.
    fn count(&self) -> usize;
    /// Runs `part(own, i)` for each `i` below `parts`, with one value of `own` for each worker. Parts begin in order.
    fn each<S: Send>(&self, own: &mut [S], parts: usize, part: impl Fn(&mut S, usize) + Sync);
}

/// The current thread.
pub struct Alone;

impl Workers for Alone {
    const IS_ALONE: bool = true;
    fn count(&self) -> usize {
        1
    }
    fn each<S: Send>(&self, own: &mut [S], parts: usize, part: impl Fn(&mut S, usize) + Sync) {
        (0..parts).for_each(|i| part(&mut own[0], i));
    }
}

/// The current thread and others of the current rayon pool.
#[cfg(feature = "rayon")]
pub struct Pool;

#[cfg(feature = "rayon")]
impl Workers for Pool {
    const IS_ALONE: bool = false;
    fn count(&self) -> usize {
        rayon::current_num_threads()
    }
    fn each<S: Send>(&self, own: &mut [S], parts: usize, part: impl Fn(&mut S, usize) + Sync) {
        use core::sync::atomic::{AtomicUsize, Ordering};

        // A thread that finishes a part takes the next one, so that a slow or late thread computes fewer.
        let next = AtomicUsize::new(0);
        let work = |own: &mut S| {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= parts {
                    return;
                }
                part(own, i);
            }
        };
        let busy = own.len().min(parts);
        let [own, others @ ..] = &mut own[..busy] else { return };
        if others.is_empty() {
            return work(own);
        }
        // This thread begins before the others are awake.
        rayon::in_place_scope(|scope| {
            for own in others {
                scope.spawn(|_| work(own));
            }
            work(own);
        });
    }
}
