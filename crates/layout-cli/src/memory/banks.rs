//! Counts bank conflicts of shared memory: 32 banks of 4 bytes, each of which serves one word in a wavefront.
//!
//! The threads that memory serves together are a phase: the whole warp for accesses of up to 4 bytes a thread, half of
//! it for 8 bytes, a quarter for 16 bytes. Threads that access the same word of a bank share it. Each further word of a
//! bank takes another wavefront. This is NVIDIA's published rule since compute capability 5.0; merging across phases is
//! not modelled.

use std::fmt;

use crate::memory::request::{Request, WARP};

/// The number of banks.
pub const BANKS: i64 = 32;
/// The bytes of a word.
pub const WORD: i64 = 4;

/// The cost of requests, in wavefronts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The wavefronts.
    pub wavefronts: i64,
    /// The wavefronts without conflicts: one for each phase.
    pub least: i64,
    /// The most different words of one bank in one phase.
    pub ways: i64,
}

/// The words of one bank that one phase accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The index of the warp.
    pub warp: i64,
    /// The first value that each thread of the request moves.
    pub value: i64,
    /// The number of the bank.
    pub bank: i64,
    /// The index of each word from the start of the memory, and the threads that access it.
    pub words: Vec<(i64, Vec<i64>)>,
}

/// The cost of a request.
pub fn cost(request: &Request) -> Cost {
    total([request])
}

/// The total cost of requests.
pub fn total<'a>(requests: impl IntoIterator<Item = &'a Request>) -> Cost {
    let phases = requests.into_iter().flat_map(phases);
    phases.fold(Cost::default(), |all, phase| {
        let ways = phase.ways();
        Cost { wavefronts: all.wavefronts + ways, least: all.least + 1, ways: all.ways.max(ways) }
    })
}

/// The first bank with the most words in a phase. `None` if no phase accesses two words of a bank.
pub fn worst<'a>(requests: impl IntoIterator<Item = &'a Request>) -> Option<Conflict> {
    let mut worst: Option<Phase> = None;
    for phase in requests.into_iter().flat_map(phases) {
        if worst.as_ref().is_none_or(|worst| phase.ways() > worst.ways()) {
            worst = Some(phase);
        }
    }
    worst.filter(|phase| phase.ways() > 1).map(|phase| phase.conflict())
}

/// The accesses of the threads that are served together.
struct Phase {
    /// The warp and the first value of the request.
    of: (i64, i64),
    /// Sorted triples of bank, word and thread.
    accessed: Vec<(i64, i64, i64)>,
}

fn phases(request: &Request) -> impl Iterator<Item = Phase> {
    let together = WARP / (request.access.width() / WORD).max(1);
    let first = request.lanes.first().map_or(0, |lane| lane.thread - lane.thread % WARP);
    let lanes = request
        .lanes
        .chunk_by(move |a, b| (a.thread - first) / together == (b.thread - first) / together);
    lanes.map(|lanes| {
        let mut accessed = Vec::new();
        for lane in lanes {
            let end = lane.address + request.access.width();
            for word in lane.address.div_euclid(WORD)..=(end - 1).div_euclid(WORD) {
                accessed.push((word.rem_euclid(BANKS), word, lane.thread));
            }
        }
        accessed.sort_unstable();
        Phase { of: (request.warp, request.value), accessed }
    })
}

impl Phase {
    /// The accesses to each bank, and the number of different words.
    fn banks(&self) -> impl Iterator<Item = (&[(i64, i64, i64)], i64)> {
        self.accessed.chunk_by(|a, b| a.0 == b.0).map(|bank| {
            let words = bank.chunk_by(|a, b| a.1 == b.1).count();
            (bank, i64::try_from(words).unwrap_or(i64::MAX))
        })
    }

    fn ways(&self) -> i64 {
        self.banks().map(|(_, words)| words).max().unwrap_or(0)
    }

    fn conflict(&self) -> Conflict {
        let ways = self.ways();
        let bank = self.banks().find(|(_, words)| *words == ways).map_or(&[][..], |(bank, _)| bank);
        let words = bank.chunk_by(|a, b| a.1 == b.1);
        Conflict {
            warp: self.of.0,
            value: self.of.1,
            bank: bank.first().map_or(0, |accessed| accessed.0),
            words: words
                .map(|word| (word[0].1, word.iter().map(|accessed| accessed.2).collect()))
                .collect(),
        }
    }
}

impl Cost {
    /// Whether each phase takes one wavefront.
    pub fn is_free(&self) -> bool {
        self.wavefronts == self.least
    }
}

/// `8-way conflict, 8 wavefronts instead of 1`.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |count: i64| if count == 1 { "" } else { "s" };
        if self.is_free() {
            return write!(f, "no conflict, {} wavefront{}", self.wavefronts, s(self.wavefronts));
        }
        write!(
            f,
            "{}-way conflict, {} wavefronts instead of {}",
            self.ways, self.wavefronts, self.least
        )
    }
}

/// Writes a line for each word, which takes a wavefront: up to eight words with up to eight threads each.
///
/// ```text
/// bank 0: word 0 of threads 0, 1
///         word 32 of thread 2
/// ```
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bank = format!("bank {}:", self.bank);
        let blanks = " ".repeat(bank.len());
        for (k, (word, threads)) in self.words.iter().take(8).enumerate() {
            let margin = if k == 0 { bank.clone() } else { format!("\n{blanks}") };
            let names: Vec<String> = threads.iter().take(8).map(i64::to_string).collect();
            let more = if threads.len() > 8 { ", .." } else { "" };
            let s = if threads.len() == 1 { "" } else { "s" };
            write!(f, "{margin} word {word} of thread{s} {}{more}", names.join(", "))?;
        }
        match self.words.len() {
            0..=8 => Ok(()),
            words => write!(f, "\n{blanks} and {} more words", words - 8),
        }
    }
}
