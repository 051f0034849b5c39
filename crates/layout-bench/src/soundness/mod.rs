//! Every operation on every layout of small universes, each answer checked by its equation.
//!
//! ```text
//! cargo run --release -p static-layout-bench -- soundness [FILTER] [--fresh] [--state FILE]
//! ```
//!
//! One line for each operation and universe, separated by tabs: how many cases there are, how many are accepted and
//! refused, how many of the accepted ones are wrong (there must be none), and how many of the refused ones
//! have an answer. Where that must not be either, it is marked `exact`; elsewhere `-` stands for what was
//! not asked. A FILTER is a part of the operation's name. The program uses all processors, keeps what it has
//! counted in a file (`target/soundness.tsv`) every second, and goes on from there when it is started again;
//! `--fresh` begins anew. It fails where something is wrong.
//!
//! The last universes have extents of 0: there an operation may refuse, but not say something of elements that there are
//! not, nor panic.
//!
//! The checks (`equation`) know layouts as sums over digits (`naive`): the engine gives them integers only.

mod equation;
mod naive;
mod published;
mod rows;
mod tally;
mod universe;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use rows::Row;
use tally::{State, Tally};
use universe::{Left, Operand, Right};

/// Left operands of one task.
const TASK: u64 = 16;

impl Row {
    /// The operation and the universe.
    fn name(&self) -> String {
        format!("{}\t{}", self.operation, self.universe.name())
    }

    /// Of the left operands `from..to`, each `step`th, with all right ones; the first wrong case is printed.
    fn count(&self, right: &[Operand], from: u64, to: u64, step: u64) -> Tally {
        let mut tally = Tally::default();
        for k in (from..to).step_by(step as usize) {
            let left = Left::new(self.universe.left.get(k));
            for operand in right {
                if matches!(self.universe.right, Right::Within(_)) && !stays_within(operand, &left)
                {
                    continue;
                }
                let verdict = (self.check)(&left, operand);
                tally.count(verdict);
                if self.is_defect(verdict) {
                    eprintln!("{verdict:?}: {} of {}{operand}", self.operation, left.layout);
                }
            }
        }
        tally
    }

    fn is_defect(&self, verdict: equation::Verdict) -> bool {
        use equation::Verdict::{Needless, Wrong};
        verdict == Wrong || self.exact && verdict == Needless
    }

    /// Whether nothing is wrong, and what is known beforehand is found again.
    fn is_sound(&self, tally: &Tally) -> bool {
        let known = self.known.is_none_or(|[cases, accepted, needless]| {
            (tally.cases, tally.accepted, tally.needless) == (cases, accepted, needless)
        });
        known && tally.wrong == 0 && (!self.exact || tally.needless == 0)
    }
}

/// The largest offset of the mode is in the domain of the layout.
fn stays_within(mode: &Operand, left: &Left) -> bool {
    match mode {
        Operand::Layout(_, offsets) => offsets.last().is_some_and(|&last| last < left.size()),
        _ => true,
    }
}

impl std::fmt::Display for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Operand::None => Ok(()),
            Operand::Layout(layout, _) => write!(f, " with {layout}"),
            Operand::Number(n) => write!(f, " with {n}"),
            Operand::Pair(a, b) => write!(f, " with {a} and {b}"),
        }
    }
}

/// Counts what is left of a row, all processors at work, and keeps the place.
fn run_row(row: &Row, state: &mut State, bar: &ProgressBar) -> std::io::Result<Tally> {
    let (name, end) = (row.name(), row.universe.left.len());
    let right = Operand::all(&row.universe.right);
    let (mut next, mut tally) = state.place(&name);
    bar.inc(next);
    let tasks = 8 * rayon::current_num_threads() as u64;
    let mut kept = Instant::now();
    while next < end {
        let upto = end.min(next + TASK * tasks);
        let count = |from: u64| {
            let to = upto.min(from + TASK);
            let counted = row.count(&right, from, to, 1);
            bar.inc(to - from);
            counted
        };
        let starts: Vec<u64> = (next..upto).step_by(TASK as usize).collect();
        let counted = starts.into_par_iter().map(count).reduce(Tally::default, Tally::join);
        (next, tally) = (upto, tally.join(counted));
        if next == end || kept.elapsed() > Duration::from_secs(1) {
            state.keep(&name, (next, tally))?;
            kept = Instant::now();
        }
    }
    Ok(tally)
}

/// Runs the rows whose operation has `filter` in its name.
pub(crate) fn run(filter: &str, fresh: bool, state: &str) -> ExitCode {
    let rows: Vec<Row> =
        rows::rows().into_iter().filter(|row| row.operation.contains(filter)).collect();
    let mut state = State::open(state.into(), fresh);
    let bar = ProgressBar::new(rows.iter().map(|row| row.universe.left.len()).sum());
    let style = ProgressStyle::with_template("{bar:40} {percent}% {elapsed} (left {eta}) {msg}");
    bar.set_style(style.expect("a template of known words"));
    published::print();
    println!("operation\tuniverse\tcases\taccepted\trefused\twrong\trefused with an answer");
    let (mut sound, mut all) = (true, Tally::default());
    for row in &rows {
        bar.set_message(row.operation);
        let tally = match run_row(row, &mut state, &bar) {
            Ok(tally) => tally,
            Err(error) => {
                eprintln!("the counts cannot be kept: {error}");
                return ExitCode::FAILURE;
            }
        };
        let needless = match (row.exact, tally.needless) {
            (true, needless) => format!("{needless} (exact)"),
            (false, 0) => "-".to_string(),
            (false, needless) => needless.to_string(),
        };
        let verdict = if row.is_sound(&tally) { "" } else { "\tUNSOUND" };
        let Tally { cases, accepted, refused, wrong, .. } = tally;
        bar.suspend(|| {
            println!(
                "{}\t{cases}\t{accepted}\t{refused}\t{wrong}\t{needless}{verdict}",
                row.name()
            );
        });
        sound &= row.is_sound(&tally);
        all = all.join(tally);
    }
    bar.finish_and_clear();
    let Tally { cases, accepted, refused, wrong, .. } = all;
    println!("all\t\t{cases}\t{accepted}\t{refused}\t{wrong}\t");
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests;
