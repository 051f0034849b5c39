//! Applies every operation to every layout of small universes, and checks each result by its equation.
//!
//! ```text
//! cargo run --release -p static-layout-bench -- soundness [FILTER] [--fresh] [--state FILE]
//! ```
//!
//! The crate's README explains the output. FILTER is a part of the operation's name. The counts are saved every second
//! (`--state`, by default `target/soundness.tsv`), and the next run resumes from there unless `--fresh` is given.
//!
//! The last universes have extents of 0. There an operation may reject its operands, but must neither claim elements
//! that do not exist nor panic.
//!
//! The checks (`equation`) compute offsets as sums over digits (`naive`). From `layout_core` they use the integers
//! alone.

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

use rows::ReportRow;
use tally::{State, Tally};
use universe::{LeftOperand, RightOperand, RightOperands};

/// The left operands of one task.
const TASK: u64 = 16;

impl ReportRow {
    /// The name of the operation and of the universe.
    fn name(&self) -> String {
        format!("{}\t{}", self.operation, self.universe.name())
    }

    /// Counts the results of every `step`th left operand in `from..to` with all right operands. Prints defects.
    fn count(&self, right: &[RightOperand], from: u64, to: u64, step: u64) -> Tally {
        let mut tally = Tally::default();
        for k in (from..to).step_by(step as usize) {
            let left = LeftOperand::new(self.universe.left.get(k));
            for operand in right {
                if matches!(self.universe.right, RightOperands::Within(_))
                    && !stays_within(operand, &left)
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

    fn is_defect(&self, verdict: equation::CaseResult) -> bool {
        use equation::CaseResult::{Needless, Wrong};
        verdict == Wrong || self.exact && verdict == Needless
    }

    /// Whether no result is wrong, and the counts equal the published ones, if published.
    fn is_sound(&self, tally: &Tally) -> bool {
        let known = self.known.is_none_or(|[cases, accepted, needless]| {
            (tally.cases, tally.accepted, tally.needless) == (cases, accepted, needless)
        });
        known && tally.wrong == 0 && (!self.exact || tally.needless == 0)
    }
}

/// Whether the largest offset of the mode is in the domain of the layout.
fn stays_within(mode: &RightOperand, left: &LeftOperand) -> bool {
    match mode {
        RightOperand::Layout(_, offsets) => offsets.last().is_some_and(|&last| last < left.size()),
        _ => true,
    }
}

impl std::fmt::Display for RightOperand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RightOperand::None => Ok(()),
            RightOperand::Layout(layout, _) => write!(f, " with {layout}"),
            RightOperand::Number(n) => write!(f, " with {n}"),
            RightOperand::Pair(a, b) => write!(f, " with {a} and {b}"),
        }
    }
}

/// Counts the rest of a row on all processors, and saves the progress.
fn run_row(row: &ReportRow, state: &mut State, bar: &ProgressBar) -> std::io::Result<Tally> {
    let (name, end) = (row.name(), row.universe.left.len());
    let right = RightOperand::all(&row.universe.right);
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
    let rows: Vec<ReportRow> =
        rows::rows().into_iter().filter(|row| row.operation.contains(filter)).collect();
    let mut state = State::open(state.into(), fresh);
    let bar = ProgressBar::new(rows.iter().map(|row| row.universe.left.len()).sum());
    let style = ProgressStyle::with_template("{bar:40} {percent}% {elapsed} (left {eta}) {msg}");
    bar.set_style(style.expect("a template of known words"));
    published::print();
    println!("operation\tuniverse\tcases\taccepted\trefused\twrong\trefused with a result");
    let (mut sound, mut all) = (true, Tally::default());
    for row in &rows {
        bar.set_message(row.operation);
        let tally = match run_row(row, &mut state, &bar) {
            Ok(tally) => tally,
            Err(error) => {
                eprintln!("cannot save the counts: {error}");
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
