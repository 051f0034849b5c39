//! Runs the contenders of a case in turns, so that all of them meet the same load of the machine.

use std::time::{Duration, Instant};

use crate::clock::Clock;

/// A contender of a case: an implementation that is run many times.
pub(crate) struct Contender<'a> {
    name: &'static str,
    /// The work of one run, if it differs from that of the case.
    work: Option<f64>,
    run: Box<dyn FnMut(usize) + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender whose `run(n)` does the work of the case `n` times.
    pub(crate) fn new(name: &'static str, run: impl FnMut(usize) + 'a) -> Self {
        Self { name, work: None, run: Box::new(run) }
    }

    /// A contender that measures a limit of the machine, and does `work` in each run.
    pub(crate) fn limit(name: &'static str, work: f64, run: impl FnMut(usize) + 'a) -> Self {
        Self { name, work: Some(work), run: Box::new(run) }
    }

    /// Does the work once.
    pub(crate) fn once(&mut self) {
        (self.run)(1);
    }

    /// The name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

/// The options of a run: the cases to measure, the time of each, and the clock.
pub(crate) struct Bench {
    filter: String,
    time: Duration,
    clock: Clock,
}

/// The least seconds of a turn.
const BATCH: f64 = 20e-6;
/// The least seconds of a turn by the clock of the thread, which takes a system call.
const BATCH_BY_THREAD: f64 = 200e-6;
/// The least number of turns.
const TURNS: usize = 5;

impl Bench {
    pub(crate) fn new(filter: &str, time: Duration, clock: Clock) -> Self {
        Self { filter: filter.into(), time, clock }
    }

    /// Whether the filter selects the case.
    pub(crate) fn wants(&self, case: &str) -> bool {
        case.contains(&self.filter)
    }

    /// Measures the contenders, ours first, and prints a line for each peer.
    ///
    /// `work` is what one run does: floating-point operations, bytes, or elements. Figures are in units of `10^9` per
    /// second.
    pub(crate) fn compare(&self, case: &str, work: f64, mut sides: Vec<Contender<'_>>) {
        let counts: Vec<_> = sides.iter_mut().map(|side| self.batch(side)).collect();
        let mut best = vec![f64::INFINITY; sides.len()];
        let begun = Instant::now();
        let mut turn = 0;
        while turn < TURNS || begun.elapsed() < self.time {
            // Each turn starts with another contender, so that none always follows the same one.
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

    /// The number of runs that make a turn.
    fn batch(&self, side: &mut Contender<'_>) -> usize {
        let least = if self.clock == Clock::Wall { BATCH } else { BATCH_BY_THREAD };
        let mut count = 1;
        while self.clock.seconds(|| (side.run)(count)) < least {
            count *= 2;
        }
        count
    }
}
