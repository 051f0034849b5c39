//! Counts of results, and the file that stores them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use super::equation::CaseResult;

/// The counts of a row.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    pub(super) cases: u64,
    pub(super) accepted: u64,
    pub(super) wrong: u64,
    pub(super) refused: u64,
    /// The rejected cases that have a result.
    pub(super) needless: u64,
}

impl Tally {
    pub(super) fn count(&mut self, verdict: CaseResult) {
        self.cases += 1;
        match verdict {
            CaseResult::Correct => self.accepted += 1,
            CaseResult::Wrong => {
                self.accepted += 1;
                self.wrong += 1;
            }
            CaseResult::Refused => self.refused += 1,
            CaseResult::Needless => {
                self.refused += 1;
                self.needless += 1;
            }
        }
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self {
            cases: self.cases + other.cases,
            accepted: self.accepted + other.accepted,
            wrong: self.wrong + other.wrong,
            refused: self.refused + other.refused,
            needless: self.needless + other.needless,
        }
    }
}

/// The progress of a row: the next left operand, and the counts before it.
pub(super) type Progress = (u64, Tally);

/// The progress of all rows by name, stored in a file with a line for each.
pub(super) struct State {
    path: PathBuf,
    places: BTreeMap<String, Progress>,
}

impl State {
    /// Reads the file at `path`, if there is one. With `fresh` the counts start at 0.
    pub(super) fn open(path: PathBuf, fresh: bool) -> Self {
        let text =
            if fresh { String::new() } else { fs::read_to_string(&path).unwrap_or_default() };
        Self { path, places: text.lines().filter_map(parse).collect() }
    }

    pub(super) fn place(&self, row: &str) -> Progress {
        self.places.get(row).copied().unwrap_or_default()
    }

    /// Saves the progress of a row. Renaming replaces the file in one step, so an interrupted run leaves it whole.
    pub(super) fn keep(&mut self, row: &str, place: Progress) -> io::Result<()> {
        self.places.insert(row.to_string(), place);
        let line = |(name, (next, t)): (&String, &Progress)| {
            let counts = [*next, t.cases, t.accepted, t.wrong, t.refused, t.needless];
            format!("{}\t{name}\n", counts.map(|count| count.to_string()).join("\t"))
        };
        let beside = self.path.with_extension("new");
        fs::write(&beside, self.places.iter().map(line).collect::<String>())?;
        fs::rename(beside, &self.path)
    }
}

fn parse(line: &str) -> Option<(String, Progress)> {
    let mut words = line.splitn(7, '\t');
    let mut count = || words.next()?.parse::<u64>().ok();
    let next = count()?;
    let tally = Tally {
        cases: count()?,
        accepted: count()?,
        wrong: count()?,
        refused: count()?,
        needless: count()?,
    };
    Some((words.next()?.to_string(), (next, tally)))
}
