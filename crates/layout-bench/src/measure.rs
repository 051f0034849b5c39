//! Turns: every side of a case sees the same machine.

use std::time::{Duration, Instant};

use crate::clock::Clock;

/// A side of a case: something that is done many times.
pub(crate) struct Side<'a> {
    name: &'static str,
    /// What one time is worth, where it differs from the others' (the limit of a machine).
    work: Option<f64>,
    run: Box<dyn FnMut(usize) + 'a>,
}

impl<'a> Side<'a> {
    /// `run(n)` does the work of the case `n` times.
    pub(crate) fn new(name: &'static str, run: impl FnMut(usize) + 'a) -> Self {
        Self { name, work: None, run: Box::new(run) }
    }

    /// A side that does so much work each time, whatever the case.
    pub(crate) fn limit(name: &'static str, work: f64, run: impl FnMut(usize) + 'a) -> Self {
        Self { name, work: Some(work), run: Box::new(run) }
    }

    /// Does the work once.
    pub(crate) fn once(&mut self) {
        (self.run)(1);
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

/// Which cases are measured, and for how long.
pub(crate) struct Bench {
    filter: String,
    time: Duration,
    clock: Clock,
}

/// A sample is at least so many seconds.
const BATCH: f64 = 20e-6;
/// The same by the clock of the thread, which is a call of the system.
const BATCH_BY_THREAD: f64 = 200e-6;
/// Each side has at least so many.
const TURNS: usize = 5;

impl Bench {
    pub(crate) fn new(filter: &str, time: Duration, clock: Clock) -> Self {
        Self { filter: filter.into(), time, clock }
    }

    /// Whether the case was asked for.
    pub(crate) fn wants(&self, case: &str) -> bool {
        case.contains(&self.filter)
    }

    /// Measures the sides, ours first, and prints a line for each peer. `work` is in units of 10^-9 of the
    /// figures: floating-point operations, bytes, or elements times 10^9.
    pub(crate) fn compare(&self, case: &str, work: f64, mut sides: Vec<Side<'_>>) {
        let counts: Vec<_> = sides.iter_mut().map(|side| self.batch(side)).collect();
        let mut best = vec![f64::INFINITY; sides.len()];
        let begun = Instant::now();
        let mut turn = 0;
        while turn < TURNS || begun.elapsed() < self.time {
            // A different side begins each turn, so that none always follows the same one.
            for next in 0..sides.len() {
                let i = (next + turn) % sides.len();
                let seconds = self.clock.seconds(|| (sides[i].run)(counts[i]));
                best[i] = best[i].min(seconds / counts[i] as f64);
            }
            turn += 1;
        }
        let mut figures = sides
            .iter()
            .zip(best)
            .map(|(side, best)| (side.name, side.work.unwrap_or(work) / best / 1e9));
        let Some((_, ours)) = figures.next() else { return };
        for (peer, theirs) in figures {
            println!("{case}\t{ours:.2}\t{peer}\t{theirs:.2}\t{:.3}", ours / theirs);
        }
    }

    /// How many times make a sample.
    fn batch(&self, side: &mut Side<'_>) -> usize {
        let least = if self.clock == Clock::Wall { BATCH } else { BATCH_BY_THREAD };
        let mut count = 1;
        while self.clock.seconds(|| (side.run)(count)) < least {
            count *= 2;
        }
        count
    }
}
