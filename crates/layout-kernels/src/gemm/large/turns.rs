//! The schedule of a product: the order in which workers take its parts, and the dependencies of each part.
//!
//! A turn is a block of columns of C at one part of the depth: it reads one block of B. Some of its parts also pack
//! that block; they come first. Before a part of turn `t` begins, it waits until these are done:
//!
//! 1. the same part of turn `t - 1`, which updates the same elements of C;
//! 2. a part that does not pack: all packing parts of turn `t`, which write the block of B that it reads;
//! 3. a part that packs: all parts of turn `t - rooms`, which read the buffer that it overwrites.
//!
//! Workers take parts in order, so the first unfinished part depends on finished parts only: there is no deadlock. With
//! two buffers, the packing parts of turn `t + 1` come before the last parts (`late`) of turn `t`, so that waits are
//! rare:
//!
//! ```text
//! pack 0 | others 0, early | pack 1 | others 0, late | others 1, early | pack 2 | others 1, late | ..
//! ```
//!
//! A barrier after each turn would make fast workers idle during the last parts of slow ones.

use crate::pause::pause;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The schedule: turns with equally many parts each. The first parts of a turn pack what the others read.
pub struct Schedule {
    count: usize,
    packing: usize,
    /// The number of buffers: the panels of a turn are overwritten by the turn that comes this many turns later.
    rooms: usize,
    /// The number of other parts of a turn that come after the packing parts of the next turn.
    late: usize,
    /// For each part, the number of turns in which it is done.
    done: Vec<AtomicUsize>,
    /// Whether a part has panicked: it will never be done.
    is_broken: AtomicBool,
}

impl Schedule {
    /// Makes a schedule of `count` turns with `packing` parts that pack and `others`, and `rooms` buffers to pack to.
    pub fn new(count: usize, [packing, others]: [usize; 2], rooms: usize) -> Self {
        let done = (0..packing + others).map(|_| AtomicUsize::new(0)).collect();
        // Each worker has about two other parts to compute while the next turn is packed.
        let late = if rooms > 1 { others.min(2 * packing) } else { 0 };
        Self { count, packing, rooms, late, done, is_broken: AtomicBool::new(false) }
    }

    /// The number of parts of all turns.
    pub fn parts(&self) -> usize {
        self.count * self.done.len()
    }

    /// Waits for the dependencies of part `i` of all, then runs `work(turn, part)`.
    ///
    /// Parts must be begun in order, each once: the first unfinished part then depends on finished parts only, so that
    /// one part can always run. After a part has panicked, parts that depend on it are skipped.
    pub fn run(&self, i: usize, work: impl FnOnce(usize, usize)) {
        let (turn, part) = self.get(i);
        let may_begin = self.wait(part..part + 1, turn)
            && if part < self.packing {
                self.wait(0..self.done.len(), (turn + 1).saturating_sub(self.rooms))
            } else {
                self.wait(0..self.packing, turn + 1)
            };
        if may_begin {
            let unless_done = Breaks(self);
            work(turn, part);
            core::mem::forget(unless_done);
            self.done[part].store(turn + 1, Ordering::Release);
        }
    }

    /// Returns the turn and the part of part `i` of all.
    ///
    /// The packing parts of a turn come before the late parts of the turn before.
    fn get(&self, i: usize) -> (usize, usize) {
        if i < self.packing {
            return (0, i);
        }
        let parts = self.done.len();
        let (turn, i) = ((i - self.packing) / parts, (i - self.packing) % parts);
        let early = parts - self.packing - self.late;
        match i.checked_sub(early) {
            Some(next) if turn + 1 < self.count && next < self.packing => (turn + 1, next),
            Some(late) if turn + 1 < self.count => (turn, early + late),
            _ => (turn, self.packing + i),
        }
    }

    /// Waits until each of these parts is done in `turns` turns; returns false if a part has panicked.
    fn wait(&self, parts: Range<usize>, turns: usize) -> bool {
        self.done[parts].iter().all(|done| {
            let mut looks = 0;
            while done.load(Ordering::Acquire) < turns {
                if self.is_broken.load(Ordering::Relaxed) {
                    return false;
                }
                pause(looks);
                looks += 1;
            }
            true
        })
    }
}

/// Ends all waits when dropped: `run` forgets it after `work` returns, so that only a panic drops it.
struct Breaks<'a>(&'a Schedule);

impl Drop for Breaks<'_> {
    fn drop(&mut self) {
        self.0.is_broken.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs all parts on some threads, which take them in order.
    fn run(turns: &Schedule, threads: usize, part: impl Fn(usize, usize) + Sync) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= turns.parts() {
                    return;
                }
                turns.run(i, &part);
            }
        };
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    }

    /// Buffers and C are used as in a product: the packed contents of a turn are complete when its parts read them, and
    /// remain until they have. Each part of C passes the turns in order.
    #[test]
    fn parts_find_what_they_need() {
        for [packing, others, count] in [[1, 0, 5], [2, 1, 40], [2, 9, 30], [0, 4, 20], [3, 20, 7]]
        {
            for threads in [1, 2, 3, 5] {
                let rooms = if threads == 1 { 1 } else { 2 };
                let turns = Schedule::new(count, [packing, others], rooms);
                let new = || AtomicUsize::new(usize::MAX);
                let packed: Vec<Vec<_>> =
                    (0..rooms).map(|_| (0..packing).map(|_| new()).collect()).collect();
                let of_c: Vec<_> = (0..packing + others).map(|_| AtomicUsize::new(0)).collect();
                let readers = [AtomicUsize::new(0), AtomicUsize::new(0)];
                run(&turns, threads, |turn, part| {
                    let (room, readers) = (&packed[turn % rooms], &readers[turn % rooms]);
                    if part < packing {
                        assert_eq!(readers.load(Ordering::SeqCst), 0);
                        room[part].store(turn, Ordering::Relaxed);
                    } else {
                        readers.fetch_add(1, Ordering::SeqCst);
                    }
                    assert_eq!(of_c[part].load(Ordering::Relaxed), turn);
                    std::thread::yield_now();
                    of_c[part].store(turn + 1, Ordering::Relaxed);
                    if part >= packing {
                        assert!(room.iter().all(|of| of.load(Ordering::Relaxed) == turn));
                        readers.fetch_sub(1, Ordering::SeqCst);
                    }
                });
                assert!(of_c.iter().all(|turns| turns.load(Ordering::Relaxed) == count));
            }
        }
    }

    /// The order begins every part of every turn once.
    #[test]
    fn each_part_once() {
        for [packing, others, count] in [[1, 1, 1], [2, 3, 4], [2, 9, 3], [0, 4, 2], [3, 0, 2]] {
            for rooms in [1, 2] {
                let turns = Schedule::new(count, [packing, others], rooms);
                let mut all: Vec<_> = (0..turns.parts()).map(|i| turns.get(i)).collect();
                all.sort_unstable();
                let parts = packing + others;
                let expected = (0..count * parts).map(|i| (i / parts, i % parts));
                assert!(all.into_iter().eq(expected), "{packing} {others} {count} {rooms}");
            }
        }
    }

    /// A part that panics keeps no other part waiting.
    #[test]
    fn no_one_waits_for_what_has_panicked() {
        let turns = Schedule::new(3, [1, 3], 2);
        let broken = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            turns.run(0, |_, _| panic!("on purpose"));
        }));
        assert!(broken.is_err());
        for i in 1..turns.parts() {
            turns.run(i, |_, _| unreachable!("what it needs is not there"));
        }
    }
}
