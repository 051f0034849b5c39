//! The threads that compute the parts of a product.

/// Threads that run the numbered parts of a task.
pub trait Workers {
    /// Whether the current thread is the only worker.
    const IS_ALONE: bool;
    /// The number of workers.
    fn count(&self) -> usize;
    /// Runs `part(own, i)` for each `i` below `parts`, with one value of `own` for each worker: `new` makes those of other threads.
    /// Parts begin in order.
    fn each<S>(
        &self,
        own: &mut S,
        new: impl Fn() -> S + Sync,
        parts: usize,
        part: impl Fn(&mut S, usize) + Sync,
    );
}

/// The current thread.
pub struct Alone;

impl Workers for Alone {
    const IS_ALONE: bool = true;
    fn count(&self) -> usize {
        1
    }
    fn each<S>(
        &self,
        own: &mut S,
        _: impl Fn() -> S + Sync,
        parts: usize,
        part: impl Fn(&mut S, usize) + Sync,
    ) {
        (0..parts).for_each(|i| part(own, i));
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
    fn each<S>(
        &self,
        own: &mut S,
        new: impl Fn() -> S + Sync,
        parts: usize,
        part: impl Fn(&mut S, usize) + Sync,
    ) {
        crate::pool::each(self.count(), own, new, parts, part);
    }
}
