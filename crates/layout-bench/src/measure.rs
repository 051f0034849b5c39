//! Runs the contenders of a case in turns, so all of them meet the same load of the machine.

use std::time::{Duration, Instant};

use crate::clock::Clock;

/// A contender of a case: an implementation that is run many times.
pub(crate) struct Contender<'a> {
    name: &'static str,
    role: Role,
    run: Box<dyn FnMut(usize) + 'a>,
}

/// The comparisons that the time of a contender takes part in.
enum Role {
    /// An implementation of this library, compared with all peers and with the limits of the same machine token.
    Ours,
    /// An implementation of another library.
    Peer,
    /// A limit of a machine token, which does this work in each run.
    Limit { machine: &'static str, work: f64 },
}

impl<'a> Contender<'a> {
    /// A peer whose `run(n)` does the work of the case `n` times.
    pub(crate) fn new(name: &'static str, run: impl FnMut(usize) + 'a) -> Self {
        Self { name, role: Role::Peer, run: Box::new(run) }
    }

    /// This library with the instructions of `machine`; `run(n)` does the work of the case `n` times.
    pub(crate) fn ours(machine: &'static str, run: impl FnMut(usize) + 'a) -> Self {
        Self { name: machine, role: Role::Ours, run: Box::new(run) }
    }

    /// A contender that measures a limit of `machine`, and does `work` in each run.
    pub(crate) fn limit(
        name: &'static str,
        machine: &'static str,
        work: f64,
        run: impl FnMut(usize) + 'a,
    ) -> Self {
        Self { name, role: Role::Limit { machine, work }, run: Box::new(run) }
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

/// The options of a run.
pub(crate) struct Bench {
    /// Parts of the names of the cases to measure, with `*` between.
    pub(crate) filter: String,
    /// The time of each case.
    pub(crate) time: Duration,
    pub(crate) clock: Clock,
    /// Runs the contender of this name that many times in each case, and measures nothing: for programs that count
    /// instructions.
    pub(crate) calls: Option<(String, usize)>,
    /// Runs only the contender of this name, in the cases of `gemm large`: the threads of others do not wait beside it.
    pub(crate) alone: Option<String>,
}

/// The least seconds of a turn.
const BATCH: f64 = 20e-6;
/// The least seconds of a turn by the clock of the thread, which takes a system call.
const BATCH_BY_THREAD: f64 = 200e-6;
/// The least number of turns.
const TURNS: usize = 5;

impl Bench {
    /// Whether the filter selects the case, whose name has the parts between `*` in this order.
    pub(crate) fn wants(&self, case: &str) -> bool {
        let mut rest = Some(case);
        for part in self.filter.split('*') {
            rest = rest.and_then(|rest| Some(rest.split_once(part)?.1));
        }
        rest.is_some()
    }

    /// Removes all contenders but the one that is to run alone.
    pub(crate) fn keep(&self, sides: &mut Vec<Contender<'_>>) {
        if let Some(name) = &self.alone {
            sides.retain(|side| side.name == name);
        }
    }

    /// Measures the contenders in turns, and prints a line that compares each of ours with each peer and limit.
    ///
    /// `work` is the work of one run: floating-point operations, bytes, or elements. Figures are in units of `10^9` per
    /// second, of the fastest turn; ratios compare the rates in one turn: the least, the median and the largest.
    pub(crate) fn compare(&self, case: &str, work: f64, mut sides: Vec<Contender<'_>>) {
        if let Some(name) = &self.alone {
            for side in sides.iter_mut().filter(|side| side.name == name) {
                self.measure_alone(case, work, side);
            }
            return;
        }
        let has_ours = sides.iter().any(|side| matches!(side.role, Role::Ours));
        assert!(has_ours, "{case} compares nothing: none of {} contenders is ours", sides.len());
        if let Some((name, calls)) = &self.calls {
            for side in sides.iter_mut().filter(|side| side.name == name) {
                (side.run)(*calls);
                println!("{case}\t{name}\t{calls} calls");
            }
            return;
        }
        let counts: Vec<_> = sides.iter_mut().map(|side| self.batch(side)).collect();
        // The rates of each contender, turn by turn.
        let mut rates = vec![Vec::new(); sides.len()];
        let begun = Instant::now();
        let mut turn = 0;
        while turn < TURNS || begun.elapsed() < self.time {
            // Each turn starts with another contender, so none always follows the same one.
            for next in 0..sides.len() {
                let i = (next + turn) % sides.len();
                let seconds = self.clock.seconds(|| (sides[i].run)(counts[i]));
                let work = if let Role::Limit { work, .. } = sides[i].role { work } else { work };
                rates[i].push(work * counts[i] as f64 / seconds / 1e9);
            }
            turn += 1;
        }
        let best = |i: usize| rates[i].iter().copied().fold(0.0, f64::max);
        for (i, ours) in sides.iter().enumerate() {
            for (j, other) in sides.iter().enumerate() {
                let is_compared = match other.role {
                    Role::Ours => false,
                    Role::Peer => true,
                    Role::Limit { machine, .. } => machine == ours.name,
                };
                if !matches!(ours.role, Role::Ours) || !is_compared {
                    continue;
                }
                let mut ratios: Vec<f64> =
                    rates[i].iter().zip(&rates[j]).map(|(ours, theirs)| ours / theirs).collect();
                ratios.sort_by(f64::total_cmp);
                let [least, median, largest] =
                    [0, ratios.len() / 2, ratios.len() - 1].map(|place| ratios[place]);
                println!(
                    "{case}\t{}\t{:.2}\t{}\t{:.2}\t{least:.3}\t{median:.3}\t{largest:.3}",
                    ours.name,
                    best(i),
                    other.name,
                    best(j),
                );
            }
        }
    }

    /// Prints the rates of a contender, of the fastest turn and the median.
    fn measure_alone(&self, case: &str, work: f64, side: &mut Contender<'_>) {
        let (count, begun) = (self.batch(side), Instant::now());
        let mut rates = Vec::new();
        while rates.len() < TURNS || begun.elapsed() < self.time {
            let seconds = self.clock.seconds(|| (side.run)(count));
            rates.push(work * count as f64 / seconds / 1e9);
        }
        rates.sort_by(f64::total_cmp);
        let (median, best) = (rates[rates.len() / 2], rates[rates.len() - 1]);
        println!("{case}\t{}\t{best:.2}\t{median:.2}", side.name);
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
