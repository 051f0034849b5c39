//! The cost of accesses: wavefronts of banks, sectors and lines, lines of cache sets.

use core::fmt;

use crate::error::LayoutError;
use crate::memory::access::{AccessPattern, Request};
use crate::memory::count::{Blocks, Conflict};
use crate::memory::machine::{Cache, GlobalMemory, MAX_LANES, Served, SharedMemory};

/// The cost of requests, in wavefronts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The wavefronts.
    pub wavefronts: i64,
    /// The wavefronts without conflicts: one for each phase, or more if its words are more than there are banks.
    pub least: i64,
    /// The most different words of one bank in one phase.
    pub ways: i64,
}

impl Cost {
    /// The cost of nothing.
    pub const NONE: Self = Self { wavefronts: 0, least: 0, ways: 0 };

    /// Whether there is no conflict.
    pub const fn is_free(&self) -> bool {
        self.wavefronts == self.least
    }

    /// The cost of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let ways = if self.ways > other.ways { self.ways } else { other.ways };
        let (wavefronts, least) = (self.wavefronts + other.wavefronts, self.least + other.least);
        Self { wavefronts, least, ways }
    }
}

/// Counts requests, and keeps the first conflict of most ways.
pub(crate) struct Counter {
    blocks: Blocks,
    ways: i64,
    pub(crate) worst: Option<Conflict>,
}

impl Counter {
    pub(crate) const fn new() -> Self {
        // One word of a bank is not a conflict.
        Self { blocks: Blocks::new(), ways: 1, worst: None }
    }

    /// The cost of a request in words of `word` bytes.
    pub(crate) const fn count(
        &mut self,
        served: &Served<'_>,
        word: i64,
        request: &Request,
    ) -> Cost {
        let (mut cost, mut k) = (Cost::NONE, 0);
        let (blocks, banks) = (&mut self.blocks, served.banks);
        let together = served.together(request);
        while k < served.phases.len() {
            blocks.count(request, served.lanes(k, together), word, banks);
            if blocks.len() > 0 {
                let (ways, least) = (blocks.ways, (blocks.len() + banks - 1) / banks);
                cost = cost.plus(Cost { wavefronts: ways, least, ways });
                if ways > self.ways {
                    (self.ways, self.worst) = (ways, Some(blocks.worst(request, banks)));
                }
            }
            k += together;
        }
        cost
    }
}

impl SharedMemory<'_> {
    /// The cost of a request.
    ///
    /// # Errors
    /// As [`served`](Self::served).
    pub const fn cost(&self, request: &Request) -> Result<Cost, LayoutError> {
        match self.served(&request.access) {
            Ok(served) => Ok(Counter::new().count(served, self.word, request)),
            Err(error) => Err(error),
        }
    }
}

/// The traffic of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of requests.
    pub requests: i64,
    /// The different bytes that each request accesses, summed over requests.
    pub bytes: i64,
    /// The sectors that hold those bytes.
    pub sectors: i64,
    /// The least number of sectors for as many bytes.
    pub least_sectors: i64,
    /// The lines that hold those bytes.
    pub lines: i64,
    /// The least number of lines for as many bytes.
    pub least_lines: i64,
    /// The bytes of all those sectors.
    pub moved: i64,
}

impl Traffic {
    /// The traffic of nothing.
    pub const NONE: Self = Self {
        requests: 0,
        bytes: 0,
        sectors: 0,
        least_sectors: 0,
        lines: 0,
        least_lines: 0,
        moved: 0,
    };

    /// Whether as many bytes fit into no fewer sectors.
    pub const fn is_coalesced(&self) -> bool {
        self.sectors == self.least_sectors
    }

    /// The traffic of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            requests: self.requests + other.requests,
            bytes: self.bytes + other.bytes,
            sectors: self.sectors + other.sectors,
            least_sectors: self.least_sectors + other.least_sectors,
            lines: self.lines + other.lines,
            least_lines: self.least_lines + other.least_lines,
            moved: self.moved + other.moved,
        }
    }
}

impl GlobalMemory<'_> {
    /// The traffic of a request.
    ///
    /// ```
    /// use layout_core::memory::{Access, AccessPattern, NVIDIA_GLOBAL};
    /// let column = AccessPattern::of_layouts(&"32:1".parse()?, &"(32,32):(32,1)".parse()?, Access::new(4, 4)?)?;
    /// assert_eq!(
    ///     column.traffic(&NVIDIA_GLOBAL)?.to_string(),
    ///     "32 sectors instead of 4, 32 lines instead of 1: 12% of the bytes moved are used"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn traffic(&self, request: &Request) -> Traffic {
        let mut blocks = Blocks::new();
        // Accesses are aligned, so blocks of the alignment are the different bytes.
        let unit = request.access.alignment();
        let bytes = self.blocks(request, unit, &mut blocks) * unit;
        let sectors = self.blocks(request, self.sector, &mut blocks);
        Traffic {
            requests: 1,
            bytes,
            sectors,
            least_sectors: (bytes + self.sector - 1) / self.sector,
            lines: self.blocks(request, self.line, &mut blocks),
            least_lines: (bytes + self.line - 1) / self.line,
            moved: sectors * self.sector,
        }
    }

    const fn blocks(&self, request: &Request, size: i64, blocks: &mut Blocks) -> i64 {
        blocks.count(request, u64::MAX, size, MAX_LANES as i64);
        blocks.len()
    }
}

impl Cache<'_> {
    /// The set with the most lines of a request: more than [`ways`](Self::ways) of them evict each other.
    ///
    /// ```
    /// use layout_core::memory::{Access, AccessPattern, CACHES};
    /// // Rows of 4096 bytes: a column of 16 rows is in one set of 8 or 12 lines.
    /// let column = AccessPattern::of_layouts(&"16:1".parse()?, &"(16,1024):(1024,1)".parse()?, Access::new(4, 4)?)?;
    /// let worst = CACHES[0].fullest(&column.request(16, 0)?);
    /// assert_eq!((worst.bank(), worst.words().len()), (0, 16));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn fullest(&self, request: &Request) -> Conflict {
        let mut blocks = Blocks::new();
        blocks.count(request, u64::MAX, self.line, self.sets);
        blocks.worst(request, self.sets)
    }
}

impl AccessPattern {
    /// The cost of all requests.
    ///
    /// # Errors
    /// As [`served`](SharedMemory::served) and [`request`](Self::request).
    pub const fn cost(&self, memory: &SharedMemory<'_>) -> Result<Cost, LayoutError> {
        self.count(memory, &mut Counter::new())
    }

    /// The first bank with the most words in a phase. `None` if no phase accesses two words of a bank.
    ///
    /// # Errors
    /// As [`cost`](Self::cost).
    pub const fn conflict(
        &self,
        memory: &SharedMemory<'_>,
    ) -> Result<Option<Conflict>, LayoutError> {
        let mut counter = Counter::new();
        match self.count(memory, &mut counter) {
            Ok(_) => Ok(counter.worst),
            Err(error) => Err(error),
        }
    }

    pub(crate) const fn count(
        &self,
        memory: &SharedMemory<'_>,
        counter: &mut Counter,
    ) -> Result<Cost, LayoutError> {
        let served = match memory.served(self.access()) {
            Ok(served) => served,
            Err(error) => return Err(error),
        };
        let (mut cost, mut k) = (Cost::NONE, 0);
        while k < self.requests(memory.lanes) {
            let request = match self.request(memory.lanes, k) {
                Ok(request) => request,
                Err(error) => return Err(error),
            };
            cost = cost.plus(counter.count(served, memory.word, &request));
            k += 1;
        }
        Ok(cost)
    }

    /// The traffic of all requests.
    ///
    /// # Errors
    /// As [`request`](Self::request).
    pub const fn traffic(&self, memory: &GlobalMemory<'_>) -> Result<Traffic, LayoutError> {
        let (mut traffic, mut k) = (Traffic::NONE, 0);
        while k < self.requests(memory.lanes) {
            match self.request(memory.lanes, k) {
                Ok(request) => traffic = traffic.plus(memory.traffic(&request)),
                Err(error) => return Err(error),
            }
            k += 1;
        }
        Ok(traffic)
    }
}

/// `s` unless there is one.
const fn s(count: i64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// `8-way conflict, 8 wavefronts instead of 1`.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wavefronts, least, ways } = *self;
        if self.is_free() {
            return write!(f, "no conflict, {wavefronts} wavefront{}", s(wavefronts));
        }
        write!(f, "{ways}-way conflict, {wavefronts} wavefronts instead of {least}")
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
        let words = self.words();
        let margin = "bank : ".len() + self.bank().checked_ilog10().unwrap_or(0) as usize;
        for (k, (word, lanes)) in words.iter().take(8).enumerate() {
            match k {
                0 => write!(f, "bank {}:", self.bank())?,
                _ => write!(f, "\n{:margin$}", "")?,
            }
            write!(f, " word {word} of thread{}", s(i64::from(lanes.count_ones())))?;
            for (k, thread) in self.threads(*lanes).take(8).enumerate() {
                write!(f, "{} {thread}", if k == 0 { "" } else { "," })?;
            }
            f.write_str(if lanes.count_ones() > 8 { ", .." } else { "" })?;
        }
        match words.len() {
            0..=8 => Ok(()),
            count => write!(f, "\n{:margin$} and {} more words", "", count - 8),
        }
    }
}

/// `32 sectors instead of 4, 32 lines instead of 1: 12% of the bytes moved are used`.
impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |f: &mut fmt::Formatter<'_>, count: i64, least: i64, name: &str| {
            write!(f, "{count} {name}{}", s(count))?;
            if count > least { write!(f, " instead of {least}") } else { Ok(()) }
        };
        part(f, self.sectors, self.least_sectors, "sector")?;
        f.write_str(", ")?;
        part(f, self.lines, self.least_lines, "line")?;
        let used = self.bytes * 100 / self.moved.max(1);
        write!(f, ": {used}% of the bytes moved are used")
    }
}
