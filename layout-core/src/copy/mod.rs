//! Plans copies on devices: which thread moves which elements, by which instructions, and what that costs.
//!
//! [`plan_copy`] takes two operands, each a layout and its [`MemorySpace`], the bytes of an element, the threads and the [`Device`]. The
//! [`DeviceCopy`] has the thread-value layouts, the width of the vectors, the instructions, the operand whose order the threads
//! follow, the guard of the values that are masked, and, where elements go through shared memory, the swizzled buffer.
//!
//! # The space
//! * vectors of 1, 2, 4, 8, 12 and 16 bytes that the device has instructions for, along a mode that is contiguous in both
//!   operands: their elements divide [`max_common_vector`](crate::Layout::max_common_vector) of both. Passes through a buffer keep
//!   the modes of the operands, so a vector ends with its mode, also where the buffer continues it;
//! * the modes of both operands in each order, with each factorisation of the threads over them, in which only the slowest mode has
//!   many more threads than vectors;
//! * a thread's next vector past the vectors of all threads, or next to its last vector;
//! * between global memories: all orders of the modes of a buffer, its padding, and each swizzle.
//!
//! Registers say which thread has which element, so that only the width is open, and whether matrix instructions move them (those of
//! the order of a fragment: registers of 4 bytes have values next to each other). Between registers, [`CopyRoute`] is the first of
//! renaming, shuffles and a buffer that the elements allow; the buffer has the order of the tile, or of the values of either side.
//!
//! # The order
//! Costs are compared by sectors, lines, wavefronts, instructions of warps and masked values. Of equal costs, the first
//! candidate is taken: from operand to operand before a buffer, the widest vector, the order of the destination, the most
//! threads along its fastest mode, repetitions past all threads; the first buffer, by padding, order and swizzle.
//!
//! ```
//! use layout_core::copy::{CopyOperand, CopyRoute, SM80, plan_copy};
//! let rows = CopyOperand::global(&"(64,64):(4096,1)".parse()?)?;
//! let columns = CopyOperand::global(&"(64,64):(1,4096)".parse()?)?;
//! // Threads cannot follow both operands, so they transpose in shared memory.
//! let plan = plan_copy(&rows, &columns, 4, 256, &SM80)?;
//! assert_eq!(plan.route(), CopyRoute::Staged);
//! assert_eq!(plan.cost().sectors, 2 * 64 * 64 * 4 / 32);
//! // An extent that no vector divides.
//! let odd = plan_copy(
//!     &CopyOperand::global(&"(7,10):(1,8)".parse()?)?,
//!     &CopyOperand::shared(&"(7,10):(1,8)".parse()?)?,
//!     2,
//!     32,
//!     &SM80,
//! )?;
//! assert_eq!(odd.first().unwrap().width(), 2);
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `device` | [`Device`], [`CopyInstruction`]: devices and their instructions as data |
//! | `modes` | the modes that both operands have |
//! | `held` | what registers hold |
//! | `walk` | the candidates: how threads and values walk the modes |
//! | `cost`, `bound` | [`CopyCost`], and bounds of it |
//! | `convert`, `matrix` | registers to registers; `ldmatrix` and `stmatrix` |
//! | `search`, `staging` | [`CopySearch`]: the candidates one by one, from operand to operand and through a buffer |
//! | `plan` | [`DeviceCopy`] |
//! | `step` | [`CopyStep`], the words that plans of processors share |

mod bound;
mod convert;
mod cost;
mod device;
mod held;
mod matrix;
mod modes;
mod plan;
mod search;
mod staging;
mod step;
mod walk;

use crate::error::{LayoutError, Operand};
use crate::memory::access::unswizzled;
use crate::value::{ComposedLayout, Layout};

pub use cost::CopyCost;
pub use device::{
    CopyInstruction, DEVICES, Device, GFX942, GFX950, LaneExchange, MemorySpace, SM70, SM75, SM80,
    SM90,
};
pub use plan::{CopyDirection, CopyPass, CopyRoute, DeviceCopy};
pub use search::{CopySearch, CopySpace};
pub use step::CopyStep;
pub use walk::CopyRepeats;

/// The most threads of a copy, which is the most threads of a block.
pub const MAX_THREADS: i64 = 1024;

/// An operand of a copy: a layout, and where its elements lie.
///
/// A memory maps a coordinate of the tile to an offset in elements, from an address that is a multiple of each width. Registers have
/// a thread-value layout, which maps (thread, value) to a linear coordinate of the tile.
#[derive(Clone, Copy, Debug)]
pub struct CopyOperand {
    pub(crate) place: MemorySpace,
    pub(crate) layout: ComposedLayout,
}

impl CopyOperand {
    /// An operand in this place.
    pub const fn new(place: MemorySpace, layout: &ComposedLayout) -> Self {
        Self { place, layout: *layout }
    }

    /// A tile of global memory.
    ///
    /// # Errors
    /// [`Rule::Unit`](crate::Rule::Unit) for a layout that maps to coordinates.
    pub const fn global(layout: &Layout) -> Result<Self, LayoutError> {
        Self::unswizzled(MemorySpace::Global, layout)
    }

    /// A tile in shared memory.
    ///
    /// # Errors
    /// As [`global`](Self::global).
    pub const fn shared(layout: &Layout) -> Result<Self, LayoutError> {
        Self::unswizzled(MemorySpace::Shared, layout)
    }

    /// A tile in registers: a thread-value layout.
    ///
    /// # Errors
    /// As [`global`](Self::global).
    pub const fn registers(layout: &Layout) -> Result<Self, LayoutError> {
        Self::unswizzled(MemorySpace::Registers, layout)
    }

    const fn unswizzled(place: MemorySpace, layout: &Layout) -> Result<Self, LayoutError> {
        match unswizzled(layout) {
            Ok(layout) => Ok(Self { place, layout }),
            Err(error) => Err(error),
        }
    }

    /// Where the elements lie.
    pub const fn place(&self) -> MemorySpace {
        self.place
    }

    /// The layout.
    pub const fn layout(&self) -> &ComposedLayout {
        &self.layout
    }

    pub(crate) const fn operand(&self) -> Operand {
        crate::memory::access::operand(&self.layout)
    }
}

/// Plans a copy of elements of `element` bytes from `source` to `destination` by `threads` threads: the first candidate of least cost
/// in [`CopySpace::DEFAULT`], all of which is searched.
///
/// For `n` modes and `f` factorisations of the threads over them, each width has up to `2 n! f` walks; through a buffer, each of `n!`
/// orders has as many. For 8 modes and 1024 threads these are 40320 orders and up to 19448 factorisations. A [`CopySearch`] can be
/// ended before.
///
/// # Errors
/// As [`CopySearch::new`].
pub const fn plan_copy<'a>(
    source: &CopyOperand,
    destination: &CopyOperand,
    element: i64,
    threads: i64,
    device: &'a Device<'a>,
) -> Result<DeviceCopy<'a>, LayoutError> {
    let space = CopySpace::DEFAULT;
    match CopySearch::new(source, destination, element, threads, device, space) {
        Ok(mut search) => {
            search.advance(i64::MAX);
            search.plan()
        }
        Err(error) => Err(error),
    }
}
