//! The parts of a product in the order in which workers take them, and what each of them waits for.
//!
//! Each block of B is a turn. If all workers waited for each other after every turn, each time the fast ones would
//! stand still for as long as the slow ones do their last parts. A part waits for those that it needs, which are
//! nearly always done: of the same part of C, of the turn before; of B, those that pack it; and who packs, for those
//! that read what was in the room.

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Turns with equally many parts each, of which the first pack what the others read.
pub struct Turns {
    count: usize,
    packing: usize,
    /// How many turns later what was packed is overwritten.
    rooms: usize,
    /// How many of the others of a turn are begun after the next turn is packed.
    late: usize,
    /// Of each part, in how many turns it is done.
    done: Vec<AtomicUsize>,
    /// A part has panicked, and will never be done.
    is_broken: AtomicBool,
}

impl Turns {
    /// `count` turns of `packing` parts that pack and `others`, with so many rooms to pack to.
    pub fn new(count: usize, [packing, others]: [usize; 2], rooms: usize) -> Self {
        let done = (0..packing + others).map(|_| AtomicUsize::new(0)).collect();
        // Each worker begins some, while it waits for no other to pack.
        let late = if rooms > 1 { others.min(2 * packing) } else { 0 };
        Self { count, packing, rooms, late, done, is_broken: AtomicBool::new(false) }
    }

    /// All parts of all turns.
    pub fn parts(&self) -> usize {
        self.count * self.done.len()
    }

    /// Does part `i` of all, `work(turn, part)`, as soon as what it needs is done.
    ///
    /// Parts must be begun in order, each once: then the first of those that are not done needs none that is not, so
    /// that always one goes on.
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

    /// Turn and part of part `i` of all: what packs for a turn comes before the late ones of the turn before.
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

    /// Waits until each of these parts is done in so many turns; false if that will never be.
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

/// When dropped, nobody waits any more.
struct Breaks<'a>(&'a Turns);

impl Drop for Breaks<'_> {
    fn drop(&mut self) {
        self.0.is_broken.store(true, Ordering::Relaxed);
    }
}

/// Between two looks: a part may take milliseconds, and the worker that does it may have no processor.
fn pause(looks: usize) {
    #[cfg(feature = "std")]
    if looks >= 100 {
        return std::thread::yield_now();
    }
    let _ = looks;
    core::hint::spin_loop();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All parts by some threads, which take them in order.
    fn run(turns: &Turns, threads: usize, part: impl Fn(usize, usize) + Sync) {
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

    /// As the parts of a product use rooms and C: what is packed for a turn is there for all its parts, and stays as
    /// long as they read it; parts of C go through the turns in order.
    #[test]
    fn parts_find_what_they_need() {
        for [packing, others, count] in [[1, 0, 5], [2, 1, 40], [2, 9, 30], [0, 4, 20], [3, 20, 7]]
        {
            for threads in [1, 2, 3, 5] {
                let rooms = if threads == 1 { 1 } else { 2 };
                let turns = Turns::new(count, [packing, others], rooms);
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

    /// Every part of every turn is begun once.
    #[test]
    fn each_part_once() {
        for [packing, others, count] in [[1, 1, 1], [2, 3, 4], [2, 9, 3], [0, 4, 2], [3, 0, 2]] {
            for rooms in [1, 2] {
                let turns = Turns::new(count, [packing, others], rooms);
                let mut all: Vec<_> = (0..turns.parts()).map(|i| turns.get(i)).collect();
                all.sort_unstable();
                let parts = packing + others;
                let expected = (0..count * parts).map(|i| (i / parts, i % parts));
                assert!(all.into_iter().eq(expected), "{packing} {others} {count} {rooms}");
            }
        }
    }

    /// A part that panics keeps nobody waiting.
    #[test]
    fn no_one_waits_for_what_has_panicked() {
        let turns = Turns::new(3, [1, 3], 2);
        let broken = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            turns.run(0, |_, _| panic!("on purpose"));
        }));
        assert!(broken.is_err());
        for i in 1..turns.parts() {
            turns.run(i, |_, _| unreachable!("what it needs is not there"));
        }
    }
}
