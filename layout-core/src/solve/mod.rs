//! Searches for the layout of a memory that costs its accesses least.
//!
//! A [`Problem`] has a memory layout, the accesses with how often each happens, the machine, and a [`Space`]: what may change.
//! The cost of a candidate is the weighted sum of wavefronts. The [`Solution`] is the first candidate of least cost, in the order
//! of the space; it says whether the space was exhausted, and a lower bound otherwise.
//!
//! ```
//! use layout_core::memory::{Access, NVIDIA};
//! use layout_core::solve::{AccessUse, Map, Problem, Space};
//! // Warps write rows and read columns of 32 by 32 floats.
//! let access = Access::new(4, 4)?;
//! let uses = [AccessUse::new(&"32:32".parse()?, access, 1)?, AccessUse::new(&"32:1".parse()?, access, 1)?];
//! let problem = Problem::new("(32,32):(32,1)".parse()?, &uses, &NVIDIA, Space::SWIZZLES)?;
//! let found = problem.solve(1 << 20)?;
//! assert_eq!((found.before(), found.cost(), found.bound()), (33, 2, 2));
//! assert_eq!(found.map(), Map::Swizzle("Sw<5,0,5>".parse()?));
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `space` | [`Space`]: the strides and swizzles, in order |
//! | `linear` | ranks over F2: the cost of linear accesses |
//! | `walk` | the walk of all linear maps, through rows in echelon form |
//! | `assert` | the texts of assertions that fail |
//! | `search` | [`Search`]: the candidates one by one |
//! | `solution` | [`Solution`] |

#[doc(hidden)]
pub mod assert;
pub(crate) mod linear;
mod search;
mod solution;
pub(crate) mod space;
pub(crate) mod walk;

use crate::error::{LayoutError, MemoryRule, Operand, Operation, Rule};
use crate::memory::access::unswizzled;
use crate::memory::{Access, AccessPattern, SharedMemory};
use crate::value::{ComposedLayout, Layout};

pub use search::Search;
pub use solution::{Map, Solution};
pub use space::{Maps, Space};

/// The most accesses of a problem.
pub const MAX_ACCESSES: usize = 8;
/// The most padding of a space, in elements.
pub(crate) const MAX_PADDING: i64 = 1 << 20;

/// An access of a problem, and how often it happens.
#[derive(Clone, Copy, Debug)]
pub struct AccessUse {
    /// The thread-value layout, to linear coordinates of the memory layout.
    pub threads: ComposedLayout,
    /// The instruction and its bytes.
    pub access: Access,
    /// How often it happens, as a weight of its wavefronts.
    pub times: i64,
}

impl AccessUse {
    /// The access of a thread-value layout without a swizzle.
    ///
    /// # Errors
    /// [`Rule::Unit`] for a layout that maps to coordinates.
    pub const fn new(threads: &Layout, access: Access, times: i64) -> Result<Self, LayoutError> {
        match unswizzled(threads) {
            Ok(threads) => Ok(Self { threads, access, times }),
            Err(error) => Err(error),
        }
    }
}

/// A memory layout, its accesses, the machine, and what may change.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub(crate) layout: Layout,
    pub(crate) uses: &'a [AccessUse],
    pub(crate) memory: &'a SharedMemory<'a>,
    pub(crate) space: Space,
}

impl<'a> Problem<'a> {
    /// The problem.
    ///
    /// # Errors
    /// [`MemoryRule::Accesses`] for no access or more than [`MAX_ACCESSES`], [`MemoryRule::Times`] for a weight below 1 or past
    /// 2^20, [`MemoryRule::Elements`] for elements of different sizes, [`MemoryRule::Padding`] for a negative padding or one past
    /// 2^20, [`MemoryRule::Padded`] for padding in a space of linear maps or of TMA's modes, [`MemoryRule::Ordered`] for orders
    /// of the modes in one of linear maps, [`MemoryRule::Room`] for less than a byte, the errors of [`AccessPattern::new`],
    /// [`SharedMemory::check`] and [`SharedMemory::served`], [`Rule::NegativeStride`] for a stride below 0, and [`Rule::TooLarge`]
    /// for more than 8 modes.
    pub const fn new(
        layout: Layout,
        uses: &'a [AccessUse],
        memory: &'a SharedMemory<'a>,
        space: Space,
    ) -> Result<Self, LayoutError> {
        let problem = Self { layout, uses, memory, space };
        if uses.is_empty() || uses.len() > MAX_ACCESSES {
            let (found, most) = (uses.len(), MAX_ACCESSES);
            return Err(problem.refused(MemoryRule::Accesses { found, most }));
        }
        if space.padding < 0 || space.padding > MAX_PADDING {
            let (padding, most) = (space.padding, MAX_PADDING);
            return Err(problem.refused(MemoryRule::Padding { padding, most }));
        }
        if let Some(bytes) = space.bytes
            && bytes < 1
        {
            return Err(problem.refused(MemoryRule::Room { bytes }));
        }
        let is_padded = space.padding != 0 && matches!(space.maps, Maps::Linear | Maps::Tma);
        if is_padded {
            return Err(problem.refused(MemoryRule::Padded));
        }
        if space.orders && matches!(space.maps, Maps::Linear) {
            return Err(problem.refused(MemoryRule::Ordered));
        }
        if let Err(error) = memory.check() {
            return Err(error);
        }
        let mut k = 0;
        while k < uses.len() {
            if uses[k].times < 1 || uses[k].times > 1 << 20 {
                return Err(problem.refused(MemoryRule::Times { times: uses[k].times }));
            }
            let (first, element) = (uses[0].access.element(), uses[k].access.element());
            if element != first {
                return Err(problem.refused(MemoryRule::Elements { first, element }));
            }
            match (memory.served(&uses[k].access), problem.pattern(k, &layout)) {
                (Ok(_), Ok(_)) => {}
                (Err(error), _) | (_, Err(error)) => return Err(error),
            }
            k += 1;
        }
        match space::Strides::new(&layout, &space, 1) {
            Ok(_) => Ok(problem),
            Err(error) => Err(error),
        }
    }

    /// The layout without a change.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The accesses.
    pub const fn uses(&self) -> &'a [AccessUse] {
        self.uses
    }

    /// The pattern of access `k` on a layout.
    pub(crate) const fn pattern(
        &self,
        k: usize,
        layout: &Layout,
    ) -> Result<AccessPattern, LayoutError> {
        match unswizzled(layout) {
            Ok(layout) => AccessPattern::new(&self.uses[k].threads, &layout, self.uses[k].access),
            Err(error) => Err(error),
        }
    }

    /// The bits of the bytes of an element.
    pub(crate) const fn element(&self) -> u32 {
        self.uses[0].access.element().trailing_zeros()
    }

    /// The bits of the bytes that the widest access keeps together.
    pub(crate) const fn low(&self) -> u32 {
        let (mut low, mut k) = (0, 0);
        while k < self.uses.len() {
            let bits = self.uses[k].access.alignment().trailing_zeros();
            low = if bits > low { bits } else { low };
            k += 1;
        }
        low
    }

    /// The low bits of an address that every map of the space keeps: the widest access, and a word below linear maps.
    pub(crate) const fn kept(&self) -> u32 {
        let (low, word) = (self.low(), self.memory.word.trailing_zeros());
        if matches!(self.space.maps, Maps::Linear) && word > low { word } else { low }
    }

    /// The most bits of a bank.
    pub(crate) const fn bank_bits(&self) -> u32 {
        let (mut most, mut k) = (0, 0);
        while k < self.uses.len() {
            if let Ok(served) = self.memory.served(&self.uses[k].access) {
                let bits = i64::BITS - (served.banks - 1).leading_zeros();
                most = if bits > most { bits } else { most };
            }
            k += 1;
        }
        most
    }

    /// Searches the space, for at most `steps` candidates and nodes.
    ///
    /// # Errors
    /// In a space of linear maps [`MemoryRule::NotLinear`] for an access or a layout that is not linear, [`Rule::TooLarge`] for
    /// addresses past 2^62, and [`MemoryRule::Whole`] for too few bytes. [`MemoryRule::NoneYet`] where no candidate seen serves
    /// all accesses, and others remain. Where none of the space does, [`MemoryRule::NoCandidate`] if all of them are too large,
    /// and otherwise the error of [`AccessPattern::request`] on the last strides.
    pub const fn solve(&self, steps: i64) -> Result<Solution, LayoutError> {
        match Search::new(self) {
            Ok(mut search) => {
                search.advance(steps);
                search.solution()
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) const fn refused(&self, rule: MemoryRule) -> LayoutError {
        LayoutError::unary(Operation::Solve, Operand::Layout(self.layout), Rule::Memory(rule))
    }
}
