//! Memories as values: which lanes are served together, and the sizes of sectors, lines and sets.

use crate::error::{LayoutError, MemoryRule};
use crate::memory::access::{Access, Instruction, Request, refused};

/// The most lanes of a warp, and so the bits of a phase.
pub const MAX_LANES: usize = 64;
/// The most words that one access moves: 16 bytes in words of 4.
pub(crate) const MAX_WORDS: usize = 4;

/// A memory of banks, such as NVIDIA's shared memory or AMD's local data share (LDS).
///
/// Word `w` is in bank `w % banks`. The lanes of a phase are served together: lanes that access one word share it, and each
/// further word of a bank takes another wavefront (a cycle of the memory; AMD's name of a warp is another thing).
///
/// ```
/// use layout_core::memory::{Access, NVIDIA};
/// // 16 bytes a lane: a quarter of the warp at a time.
/// let served = NVIDIA.served(&Access::new(2, 16)?)?;
/// assert_eq!((served.banks, served.phases), (32, &[0xff, 0xff00, 0xff_0000, 0xff00_0000][..]));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedMemory<'a> {
    /// The name, as texts have it.
    pub name: &'a str,
    /// The lanes of a warp, at most 64.
    pub lanes: u32,
    /// The bytes of a word.
    pub word: i64,
    /// A row for each instruction and number of bytes.
    pub served: &'a [Served<'a>],
}

/// How a memory serves an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served<'a> {
    /// The instruction.
    pub instruction: Instruction,
    /// The bytes that it moves for each lane. Narrower accesses than a word are served as a word.
    pub bytes: i64,
    /// The number of banks.
    pub banks: i64,
    /// The lanes that are served together, in the order of time: bit `k` is lane `k`.
    pub phases: &'a [u64],
    /// Two phases after each other are served as one if, for one of these numbers `x`, each lane `l` of the warp accesses what lane
    /// `l ^ x` does. A lane that is off agrees with any. Empty where phases never join.
    pub joins: &'a [u32],
    /// Where this is published or measured.
    pub source: &'a str,
}

impl<'a> SharedMemory<'a> {
    /// The row of an access.
    ///
    /// # Errors
    /// [`MemoryRule::Unserved`] where the memory has no row for this instruction and number of bytes.
    pub const fn served(&self, access: &Access) -> Result<&Served<'a>, LayoutError> {
        let bytes = if access.width() < self.word { self.word } else { access.width() };
        let mut k = 0;
        while k < self.served.len() {
            let row = &self.served[k];
            if row.bytes == bytes && row.instruction as u8 == access.instruction() as u8 {
                return Ok(row);
            }
            k += 1;
        }
        let what = access.instruction().name();
        Err(refused(MemoryRule::Unserved { what, bytes: access.width() }))
    }

    /// Checks a memory that is not one of this crate's: up to 64 lanes, words of at least 4 bytes, a power of 2, and in each row
    /// at least a bank, every lane in exactly one phase, and lanes that exist to join by.
    ///
    /// ```
    /// use layout_core::memory::{NVIDIA, SharedMemory};
    /// assert!(NVIDIA.check().is_ok());
    /// let few = SharedMemory { lanes: 16, ..NVIDIA };
    /// assert_eq!(
    ///     few.check().unwrap_err().to_string(),
    ///     "no count of memory accesses: the phases of load, 4 bytes, have no lane 16: there are 16"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`MemoryRule::Lanes`], [`MemoryRule::Word`], [`MemoryRule::Banks`], [`MemoryRule::Bytes`], [`MemoryRule::NoLane`],
    /// [`MemoryRule::Phase`] and [`MemoryRule::Join`] name the number that is wrong.
    pub const fn check(&self) -> Result<(), LayoutError> {
        if self.lanes == 0 || self.lanes as usize > MAX_LANES {
            return Err(refused(MemoryRule::Lanes { lanes: self.lanes, most: MAX_LANES }));
        }
        if self.word < 4 || self.word.count_ones() != 1 {
            return Err(refused(MemoryRule::Word { bytes: self.word }));
        }
        let mut k = 0;
        while k < self.served.len() {
            if let Err(rule) = self.served[k].check(self.lanes) {
                return Err(refused(rule));
            }
            k += 1;
        }
        Ok(())
    }
}

impl Served<'_> {
    /// The number of phases of a request that are served as one.
    pub(crate) const fn together(&self, request: &Request) -> usize {
        let mut k = 0;
        while k < self.joins.len() {
            if request.agrees(self.joins[k]) {
                return 2;
            }
            k += 1;
        }
        1
    }

    /// The number of phases of a request with a lane that is on.
    pub(crate) const fn count(&self, request: &Request) -> i64 {
        let together = self.together(request);
        let (mut count, mut k) = (0, 0);
        while k < self.phases.len() {
            count += (self.lanes(k, together) & request.active() != 0) as i64;
            k += together;
        }
        count
    }

    /// The lanes that are served as one with the first of `phases[k..k + together]`.
    pub(crate) const fn lanes(&self, k: usize, together: usize) -> u64 {
        let next = if together == 2 && k + 1 < self.phases.len() { self.phases[k + 1] } else { 0 };
        self.phases[k] | next
    }

    const fn check(&self, lanes: u32) -> Result<(), MemoryRule> {
        let (what, bytes) = (self.instruction.name(), self.bytes);
        if !Access::moves(bytes) {
            return Err(MemoryRule::Bytes { bytes });
        }
        if self.banks < 1 || self.banks > 1 << 20 {
            return Err(MemoryRule::Banks { banks: self.banks });
        }
        let all = if lanes == 64 { u64::MAX } else { (1 << lanes) - 1 };
        let (mut seen, mut k) = (0, 0);
        while k < self.phases.len() {
            let phase = self.phases[k];
            if phase & !all != 0 {
                let lane = (phase & !all).trailing_zeros();
                return Err(MemoryRule::NoLane { what, bytes, lane, lanes });
            }
            if phase & seen != 0 {
                let lane = (phase & seen).trailing_zeros();
                return Err(MemoryRule::Phase { what, bytes, lane, found: "two phases" });
            }
            seen |= phase;
            k += 1;
        }
        let mut k = 0;
        while k < self.joins.len() {
            let xor = self.joins[k];
            if xor == 0 || xor >= lanes {
                return Err(MemoryRule::Join { what, bytes, xor, most: lanes - 1 });
            }
            k += 1;
        }
        if seen != all {
            let lane = (!seen).trailing_zeros();
            return Err(MemoryRule::Phase { what, bytes, lane, found: "no phase" });
        }
        Ok(())
    }
}

/// A memory of blocks: NVIDIA's global memory moves sectors, and its caches have lines of several sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlobalMemory<'a> {
    /// The name, as texts have it.
    pub name: &'a str,
    /// The lanes of a warp, at most 64.
    pub lanes: u32,
    /// The bytes of a sector.
    pub sector: i64,
    /// The bytes of a line, a multiple of the sector.
    pub line: i64,
    /// Where this is published.
    pub source: &'a str,
}

/// A cache: line `l` is in set `l % sets`, which holds `ways` lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache<'a> {
    /// The name, as texts have it.
    pub name: &'a str,
    /// The number of sets.
    pub sets: i64,
    /// The lines that a set holds.
    pub ways: i64,
    /// The bytes of a line.
    pub line: i64,
    /// Where this is published.
    pub source: &'a str,
}
