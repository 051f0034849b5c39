//! [`DeviceCopy`]: the plan of a copy on a device, and its text.

use core::fmt;

use crate::copy::cost::{CopyCost, Via, s};
use crate::copy::device::{CopyInstruction, Device, MemorySpace};
use crate::copy::modes::CopyModes;
use crate::copy::step::CopyStep;
use crate::copy::walk::{CopyRepeats, CopyWalk, WalkTarget};
use crate::error::LayoutError;
use crate::value::{ComposedLayout, Layout};

/// How the elements move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyRoute {
    /// From operand to operand.
    Direct,
    /// Via a buffer in shared memory: each thread stores, all wait, and each loads.
    Staged,
    /// Registers of a thread become other registers of the same thread.
    Renamed,
    /// Lanes of a warp shuffle.
    Shuffled,
}

/// The operand whose order the threads follow: neighbouring threads have neighbours there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyDirection {
    /// Both operands have one order.
    Both,
    /// The source.
    Source,
    /// The destination.
    Destination,
    /// An order of neither operand.
    Neither,
    /// Registers say which thread has which element.
    Registers,
}

impl CopyDirection {
    /// The words in texts, such as `the source`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Both => "both operands",
            Self::Source => "the source",
            Self::Destination => "the destination",
            Self::Neither => "neither operand",
            Self::Registers => "the registers",
        }
    }
}

/// A pass of a plan: threads copy from one place to another.
#[derive(Clone, Copy, Debug)]
pub struct CopyPass<'a> {
    pub(crate) modes: CopyModes,
    pub(crate) walk: CopyWalk,
    pub(crate) cost: CopyCost,
    pub(crate) threads: i64,
    pub(crate) device: &'a Device<'a>,
    /// The matrix instruction, if one moves all registers.
    pub(crate) matrix: Option<CopyInstruction<'a>>,
}

impl<'a> CopyPass<'a> {
    /// Where the pass reads and writes.
    pub const fn places(&self) -> [MemorySpace; 2] {
        self.modes.places
    }

    /// The cost of the pass.
    pub const fn cost(&self) -> CopyCost {
        self.cost
    }

    /// The elements of a vector: neighbours in memory and in the registers of a thread.
    pub const fn vector(&self) -> i64 {
        self.walk.count
    }

    /// The bytes of a vector.
    pub const fn width(&self) -> i64 {
        self.walk.count * self.modes.element
    }

    /// The instruction, or the load and the store.
    pub const fn instructions(&self) -> (&CopyInstruction<'a>, Option<&CopyInstruction<'a>>) {
        if let Some(matrix) = &self.matrix {
            return (matrix, None);
        }
        let [from, to] = self.modes.places;
        let (read, write) = (self.bytes(0), self.bytes(1));
        let found = match self.modes.through(&self.walk, self.device) {
            Some(Via::Direct) => (self.device.find(from, to, read), None),
            _ if from.is(MemorySpace::Registers) || to.is(MemorySpace::Registers) => {
                (self.device.find(from, to, write), None)
            }
            _ => (
                self.device.find(from, MemorySpace::Registers, read),
                self.device.find(MemorySpace::Registers, to, write),
            ),
        };
        match found {
            (Some(first), second) => (first, second),
            (None, _) => panic!("a walk of a plan has instructions"),
        }
    }

    /// The bytes of an access to an operand.
    const fn bytes(&self, side: usize) -> i64 {
        match self.modes.access(&self.walk, side) {
            Some(access) => access.width(),
            None => self.width(),
        }
    }

    /// The thread-value layout to offsets in the source, before its swizzle.
    ///
    /// # Errors
    /// [`Rule::Overflow`](crate::Rule::Overflow) where masked coordinates are past the integers.
    pub const fn source(&self) -> Result<Layout, LayoutError> {
        self.walk.layout(&self.modes, WalkTarget::Side(0))
    }

    /// The thread-value layout to offsets in the destination, before its swizzle.
    ///
    /// # Errors
    /// As [`source`](Self::source).
    pub const fn destination(&self) -> Result<Layout, LayoutError> {
        self.walk.layout(&self.modes, WalkTarget::Side(1))
    }

    /// The thread-value layout to linear coordinates of the tile, CuTe's `tv_layout`. The tile of a masked coordinate has no
    /// meaning.
    ///
    /// A load reads each element of a thread once. Where more of its registers hold that element, they are further values, past the
    /// values of [`source`](Self::source): value `v` has what value `v mod values` loads.
    ///
    /// ```
    /// use layout_core::copy::{CopyOperand, SM80, plan_copy};
    /// // 64 elements that are repeated in 4 columns: each thread loads 2 values, and holds each 4 times.
    /// let from = CopyOperand::shared(&"(64,4):(1,0)".parse()?)?;
    /// let to = CopyOperand::registers(&"(32,8):(1,32)".parse()?)?;
    /// let plan = plan_copy(&from, &to, 4, 32, &SM80)?;
    /// let pass = plan.first().unwrap();
    /// assert_eq!(pass.source()?.to_string(), "(32,2):(1,32)");
    /// assert_eq!(pass.tile()?.to_string(), "(32,(2,4)):(1,(32,64))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Layout::compose`] where a thread's share of a mode is not a layout of the tile.
    pub const fn tile(&self) -> Result<Layout, LayoutError> {
        self.walk.layout(&self.modes, WalkTarget::Tile)
    }

    /// The thread-value layout to coordinates of the modes. The value of a thread is copied if each coordinate is below the extent
    /// of [`extents`](Self::extents), and masked otherwise: CuTe's predicate of an identity tensor.
    ///
    /// # Errors
    /// As [`source`](Self::source).
    pub const fn guard(&self) -> Result<Layout, LayoutError> {
        self.walk.layout(&self.modes, WalkTarget::Coordinates)
    }

    /// The extents of the modes that both operands have, joined where both continue, in the order of the destination.
    pub fn extents(&self) -> impl ExactSizeIterator<Item = i64> + '_ {
        self.modes.all().iter().map(|mode| mode.extent)
    }

    /// The threads of each mode of [`extents`](Self::extents).
    pub fn threads(&self) -> impl ExactSizeIterator<Item = i64> + '_ {
        self.walk.threads.iter().take(self.modes.all().len()).copied()
    }

    /// The values of threads that are masked.
    pub const fn masked(&self) -> i64 {
        self.modes.masked(&self.walk, self.threads)
    }

    /// Where a thread's next vector is.
    pub const fn repeats(&self) -> CopyRepeats {
        self.walk.repeats
    }

    /// The operand whose order the threads follow.
    pub const fn direction(&self) -> CopyDirection {
        let [from, to] = self.modes.places;
        if from.is(MemorySpace::Registers) || to.is(MemorySpace::Registers) {
            return CopyDirection::Registers;
        }
        match (self.follows(0), self.follows(1)) {
            (true, true) => CopyDirection::Both,
            (true, false) => CopyDirection::Source,
            (false, true) => CopyDirection::Destination,
            (false, false) => CopyDirection::Neither,
        }
    }

    /// Whether the modes of threads ascend in operand `side`.
    const fn follows(&self, side: usize) -> bool {
        let (mut last, mut i) = (0, 0);
        while i < self.modes.all().len() {
            let k = self.walk.order[i] as usize;
            let step = self.modes.all()[k].steps[side].unsigned_abs();
            if self.walk.threads[k] > 1 && self.modes.all()[k].extent > 1 {
                if step < last {
                    return false;
                }
                last = step;
            }
            i += 1;
        }
        true
    }

    /// What the inner loops do.
    pub const fn step(&self) -> CopyStep {
        let [from, _] = self.modes.all()[self.walk.vector].steps;
        match self.walk.count {
            1 => CopyStep::Each,
            _ if from == 0 && !self.modes.places[0].is(MemorySpace::Registers) => CopyStep::Splat,
            _ => CopyStep::Run,
        }
    }
}

/// The plan of a copy on a device.
///
/// ```
/// use layout_core::copy::{CopyOperand, SM80, plan_copy};
/// // A tile of 128 x 8 floats, as sgemm_sm80.cu of CUTLASS copies it.
/// let from = CopyOperand::global(&"(128,8):(1,5120)".parse()?)?;
/// let to = CopyOperand::shared(&"(128,8):(1,128)".parse()?)?;
/// let plan = plan_copy(&from, &to, 4, 256, &SM80)?;
/// let pass = plan.passes().next().unwrap();
/// assert_eq!(pass.tile()?.to_string(), "((32,8),4):((4,128),1)");
/// assert_eq!(pass.instructions().0.cute, "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>");
/// assert!(plan.is_exhausted() && plan.cost() == plan.bound());
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DeviceCopy<'a> {
    pub(crate) element: i64,
    pub(crate) device: &'a Device<'a>,
    pub(crate) route: CopyRoute,
    pub(crate) rounds: Option<u64>,
    pub(crate) passes: [Option<CopyPass<'a>>; 2],
    pub(crate) staging: Option<ComposedLayout>,
    pub(crate) cost: CopyCost,
    pub(crate) bound: CopyCost,
    pub(crate) seen: i64,
    pub(crate) is_exhausted: bool,
}

impl<'a> DeviceCopy<'a> {
    /// How the elements move.
    pub const fn route(&self) -> CopyRoute {
        self.route
    }

    /// The passes: one, two through a buffer, and none between registers of a warp.
    pub fn passes(&self) -> impl Iterator<Item = &CopyPass<'a>> {
        self.passes.iter().flatten()
    }

    /// The first pass.
    pub const fn first(&self) -> Option<&CopyPass<'a>> {
        self.passes[0].as_ref()
    }

    /// The layout of the tile in the buffer in shared memory.
    pub const fn staging(&self) -> Option<&ComposedLayout> {
        self.staging.as_ref()
    }

    /// The fewest shuffles of a warp. `None` unless lanes shuffle, and both layouts are linear over F2 and hold each element once.
    pub const fn rounds(&self) -> Option<u64> {
        self.rounds
    }

    /// The device.
    pub const fn device(&self) -> &'a Device<'a> {
        self.device
    }

    /// The cost of all passes.
    pub const fn cost(&self) -> CopyCost {
        self.cost
    }

    /// No candidate of the space costs less: the cost itself if the space is exhausted.
    pub const fn bound(&self) -> CopyCost {
        self.bound
    }

    /// The number of candidates seen.
    pub const fn seen(&self) -> i64 {
        self.seen
    }

    /// Whether no candidate that was not seen costs less.
    pub const fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// What the inner loops do. Via a buffer, the threads follow one operand and then the other one.
    pub const fn step(&self) -> CopyStep {
        match (self.route, &self.passes[0]) {
            (CopyRoute::Direct, Some(pass)) => pass.step(),
            (CopyRoute::Staged, _) => CopyStep::Transpose,
            _ => CopyStep::Each,
        }
    }
}

/// [`CopyStep`] and the loops have the words of a plan for a processor.
///
/// ```text
/// move vectors of elements of 4 bytes, 4 at a time
/// global to shared by cp.async.ca.shared.global 16, threads follow both operands
/// vector of 4: 1 in the source, 1 in the destination
/// threads of 32: 4 in the source, 4 in the destination
/// threads of 8: 5120 in the source, 128 in the destination
/// 128 sectors in 32 lines, 32 wavefronts, 8 instructions
/// ```
impl fmt::Display for DeviceCopy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.route {
            CopyRoute::Renamed => f.write_str("rename registers of each thread: nothing moves")?,
            CopyRoute::Shuffled => {
                f.write_str("shuffle the lanes of each warp")?;
                if let Some(rounds) = self.rounds {
                    write!(f, ": {rounds} shuffle{}", s(rounds as i64))?;
                }
            }
            CopyRoute::Direct | CopyRoute::Staged => {
                write!(f, "{}elements of {} bytes", self.step().words(), self.element)?;
                if let (Some(pass), CopyRoute::Direct) = (&self.passes[0], self.route)
                    && pass.vector() > 1
                {
                    write!(f, ", {} at a time", pass.vector())?;
                }
            }
        }
        for (k, pass) in self.passes().enumerate() {
            if let (1, Some(staging)) = (k, &self.staging) {
                write!(f, "\nwait for all threads; the buffer is {staging}")?;
            }
            write!(f, "\n{pass}")?;
        }
        write!(f, "\n{}", self.cost)
    }
}

/// The places, the instructions, and a line for each vector, mode of threads and loop.
impl fmt::Display for CopyPass<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = self.modes.places;
        let (load, store) = self.instructions();
        write!(f, "{} to {} by {}", from.name(), to.name(), load.name)?;
        if let Some(store) = store {
            write!(f, " and {}", store.name)?;
        }
        write!(f, ", threads follow {}", self.direction().words())?;
        let line = |f: &mut fmt::Formatter<'_>, what: &str, k: usize, extent: i64, step: i64| {
            write!(f, "\n{what} of {extent}:")?;
            let names = [("source", from), ("destination", to)];
            let mut comma = "";
            for (side, (name, place)) in names.into_iter().enumerate() {
                if !place.is(MemorySpace::Registers) {
                    let step = step.saturating_mul(self.modes.all()[k].steps[side]);
                    write!(f, "{comma} {step} in the {name}")?;
                    comma = ",";
                }
            }
            Ok(())
        };
        if self.walk.count > 1 {
            line(f, "vector", self.walk.vector, self.walk.count, 1)?;
        }
        let order = || self.walk.order.iter().take(self.modes.all().len()).map(|k| usize::from(*k));
        for k in order().filter(|k| self.walk.threads[*k] > 1) {
            line(f, "threads", k, self.walk.threads[k], self.walk.steps(&self.modes, k).0)?;
        }
        for k in order().filter(|k| self.walk.repetitions(&self.modes, *k) > 1) {
            let (count, step) =
                (self.walk.repetitions(&self.modes, k), self.walk.steps(&self.modes, k).1);
            line(f, "loop", k, count, step)?;
        }
        Ok(())
    }
}
