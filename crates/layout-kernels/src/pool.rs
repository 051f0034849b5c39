//! Threads of the current rayon pool that take the numbered parts of a task.
//!
//! ```text
//! each(threads, parts, part):
//!     a helper is a job of the pool        the calling thread starts two, each helper two more: no thread wakes all
//!     this thread and each helper:         for each next number: part(number)
//!     when no number is left:              close the task, wait for the helpers that are at work
//! ```
//!
//! A scope of rayon returns when all its jobs have run, also those that find nothing left to do. Waking a thread takes up to 50
//! microseconds, and a thread of a busy pool may come milliseconds later, so a helper here joins a task only while it is open, and
//! the caller waits for no other one. A helper that comes late joins the next task of its caller. The caller spins before it yields,
//! because a part takes microseconds, and sleeping costs a second waking.

use crate::pause::pause;
use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::cell::{Cell, UnsafeCell};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;

/// The number of helpers that a thread starts before it begins to work. Starting one takes microseconds.
const STARTS: usize = 2;

/// Runs `part(own, i)` for each `i` below `parts` on the current thread and up to `threads - 1` others of the current pool, whose
/// values `new` makes. Parts begin in order.
///
/// # Panics
/// If a part panics. The other threads still run the parts that are left.
pub(crate) fn each<S>(
    threads: usize,
    own: &mut S,
    new: impl Fn() -> S + Sync,
    parts: usize,
    part: impl Fn(&mut S, usize) + Sync,
) {
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
    let helpers = threads.min(parts).saturating_sub(1);
    if helpers == 0 {
        return work(own);
    }
    let help = || {
        if next.load(Ordering::Relaxed) < parts {
            work(&mut new());
        }
    };
    let crew = CREW.try_with(Cell::take).ok().flatten().unwrap_or_default();
    crew.run(helpers, &help, || work(own));
    // A part that panics drops the crew. A thread that ends has no place for it.
    let _ = CREW.try_with(|kept| kept.set(Some(crew)));
}

/// Runs `part(i)` for each `i` below `parts` on up to `threads` threads. Each thread begins in a region of its own, because neighbours
/// may share cache lines, which two threads that write them take from each other.
///
/// # Panics
/// As [`each`].
pub(crate) fn each_apart(threads: usize, parts: usize, part: impl Fn(usize) + Sync) {
    let regions = threads.min(parts).max(1);
    each(threads, &mut (), || (), parts, |(), i| part(place(i, parts, regions)));
}

/// The `i`-th of `parts` parts in turns: one of each region, as long as it has parts.
fn place(i: usize, parts: usize, regions: usize) -> usize {
    let region = i % regions;
    region * (parts / regions) + region.min(parts % regions) + i / regions
}

std::thread_local! {
    /// The crew of this thread, unless a task runs: a task within a task has a crew of its own.
    static CREW: Cell<Option<Arc<Crew>>> = const { Cell::new(None) };
}

/// The lowest bit of [`Crew::state`]: helpers may join.
const OPEN: usize = 1;
/// One helper at work, in [`Crew::state`].
const ONE: usize = 2;

/// The helpers of a thread.
#[derive(Default)]
struct Crew {
    /// [`OPEN`], and [`ONE`] for each helper at work.
    state: AtomicUsize,
    /// What helpers run. Written by the owner while the crew is closed and no helper is at work, read by helpers at work.
    task: UnsafeCell<Option<&'static (dyn Fn() + Sync)>>,
    /// The number of helpers of this task that nobody has started.
    missing: AtomicUsize,
    /// The number of helpers that are started and have not begun: the pool has no more jobs of this crew.
    waiting: AtomicUsize,
    /// What a part has panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `state` orders all accesses to `task`, as its comment says: a helper reads it after it has joined an open crew, which the
// owner opens after writing. The function is `Sync`, and all other fields are.
unsafe impl Sync for Crew {}
// SAFETY: the fields are `Send`; a reference to a `Sync` function is.
unsafe impl Send for Crew {}

impl Crew {
    /// Runs `own` on this thread, and `help` on as many others as come until `own` returns. Only the thread that owns this crew may
    /// call it, for one task at a time.
    fn run(self: &Arc<Self>, helpers: usize, help: &(dyn Fn() + Sync), own: impl FnOnce()) {
        // SAFETY: only the lifetime changes. `Closes` waits for all helpers at work, and no helper reads `task` later.
        let task =
            unsafe { core::mem::transmute::<&(dyn Fn() + Sync), &'static (dyn Fn() + Sync)>(help) };
        // SAFETY: the crew is closed and no helper is at work, since `Closes` of the task before has waited for that.
        unsafe { *self.task.get() = Some(task) };
        // Helpers of earlier tasks that wait for a thread help here.
        let missing = helpers.saturating_sub(self.waiting.load(Ordering::Relaxed));
        self.missing.store(missing, Ordering::Relaxed);
        self.state.store(OPEN, Ordering::Release);
        let closes = Closes(self);
        self.start();
        own();
        drop(closes);
        let panic = self.panic.lock().ok().and_then(|mut panic| panic.take());
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }

    /// Starts helpers, if some are missing.
    fn start(self: &Arc<Self>) {
        for _ in 0..STARTS {
            let less = |missing: usize| missing.checked_sub(1);
            if self.missing.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_err() {
                return;
            }
            self.waiting.fetch_add(1, Ordering::Relaxed);
            let crew = Arc::clone(self);
            rayon::spawn(move || crew.help());
        }
    }

    /// Joins the task, if there is one.
    fn help(self: &Arc<Self>) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let joined = |state: usize| (state & OPEN != 0).then_some(state + ONE);
        if self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, joined).is_err() {
            return;
        }
        self.start();
        // SAFETY: this helper is at work, so that nobody writes `task`, and the owner has not returned.
        let task = unsafe { *self.task.get() };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| task.into_iter().for_each(|f| f())))
            && let Ok(mut first) = self.panic.lock()
        {
            first.get_or_insert(panic);
        }
        self.state.fetch_sub(ONE, Ordering::Release);
    }
}

/// Closes a crew when dropped, also by a panic of the owner, and waits for the helpers at work.
struct Closes<'a>(&'a Crew);

impl Drop for Closes<'_> {
    fn drop(&mut self) {
        self.0.missing.store(0, Ordering::Relaxed);
        self.0.state.fetch_and(!OPEN, Ordering::Relaxed);
        let mut looks = 0;
        while self.0.state.load(Ordering::Acquire) != 0 {
            pause(looks);
            looks += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use std::sync::mpsc::channel;

    /// Turns begin every part once, and parts that begin at the same time are apart.
    #[test]
    fn turns_have_each_part_once() {
        for parts in 0..40 {
            for regions in 1..=parts {
                let mut all: Vec<_> = (0..parts).map(|i| place(i, parts, regions)).collect();
                let apart = parts / regions;
                assert!(all[..regions].windows(2).all(|pair| pair[1] - pair[0] >= apart));
                all.sort_unstable();
                assert!(all.into_iter().eq(0..parts), "{parts} {regions}");
            }
        }
    }

    /// Many tasks of a thread, while all others are busy, leave no more jobs than one task has helpers.
    #[test]
    fn a_busy_pool_gets_few_jobs() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.install(|| {
            let (begun, is_begun) = channel();
            let ends = [(); 2].map(|()| {
                let ((end, ended), begun) = (channel::<()>(), begun.clone());
                rayon::spawn(move || {
                    begun.send(()).unwrap();
                    // Until `end` is dropped.
                    let _ = ended.recv();
                });
                end
            });
            (0..2).for_each(|_| is_begun.recv().unwrap());
            for _ in 0..100 {
                let mut seen = 0;
                each(3, &mut seen, || 0, 10, |seen, _| *seen += 1);
                assert_eq!(seen, 10);
            }
            let crew = CREW.take().unwrap();
            assert_eq!(crew.waiting.load(Ordering::Relaxed), 2);
            assert_eq!(crew.state.load(Ordering::Relaxed), 0);
            drop(ends);
        });
    }

    /// All threads of a pool come to a long task, each once, and share its parts.
    #[test]
    fn all_threads_come() {
        for threads in [2, 3, 8, 21] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (came, parts) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let part = |_: &mut (), _| {
                // The first parts are long: until all threads have one.
                if parts.fetch_add(1, Ordering::Relaxed) < threads {
                    came.fetch_add(1, Ordering::Relaxed);
                    while came.load(Ordering::Relaxed) < threads {
                        std::thread::yield_now();
                    }
                }
            };
            pool.install(|| each(threads, &mut (), || (), 3 * threads, part));
            assert_eq!(parts.into_inner(), 3 * threads);
        }
    }
}
