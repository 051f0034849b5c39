//! The search of a plan: walks from operand to operand, then buffers in shared memory, each with its best walks.
//!
//! ```text
//! for each walk:                                        # CopyWalks, in order
//!     skip its width if the bound of the width is not below the best cost
//! if both operands are in global memory, or in registers of different warps:
//!     for each order of the buffer's modes, and padding:
//!         list the walks of both passes by their traffic, up to the first group that any swizzle allows
//!         for each swizzle:                             # the costs of the passes are independent: the least ones add up
//!             the least cost of pass 0 + the least cost of pass 1
//! ```
//!
//! Costs are vectors in lexicographic order, which addition keeps. So the least sum is the sum of the least.

use crate::copy::convert::Conversion;
use crate::copy::cost::CopyCost;
use crate::copy::device::{Device, MemorySpace};
use crate::copy::matrix::MatrixCopy;
use crate::copy::modes::CopyModes;
use crate::copy::plan::{CopyPass, CopyRoute, DeviceCopy};
use crate::copy::staging::{Buffers, Shortlist, StagedCopy, lesser, staged_least};
use crate::copy::walk::{CopyRepeats, CopyWalk, CopyWalks};
use crate::copy::{CopyOperand, MAX_THREADS};
use crate::error::{LayoutError, MemoryRule, Operation, Rule};
use crate::memory::access::{Access, MOST_VALUES};
use crate::number::tri;
#[cfg(doc)]
use crate::solve::Maps;
use crate::solve::space::Swizzles;
use crate::value::{ComposedLayout, Layout};

/// What a plan may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopySpace {
    /// The most bytes of an access.
    pub width: i64,
    /// Where a thread's next vector is, or both.
    pub repeats: Option<CopyRepeats>,
    /// The most elements of padding after a mode of the buffer.
    pub padding: i64,
    /// Whether the buffer may be swizzled, by each `Sw<B,M,S>` of [`Maps::Swizzles`].
    pub swizzles: bool,
    /// The most lanes that a lane takes its values from, or gives them to, by shuffles. With more, registers go through shared memory.
    pub shuffled: i64,
}

impl CopySpace {
    /// Every width, repetitions of both kinds, each swizzle, no padding, and shuffles between two lanes, as Triton has them.
    pub const DEFAULT: Self =
        Self { width: 16, repeats: None, padding: 0, swizzles: true, shuffled: 2 };
}

/// What is next.
#[derive(Clone, Copy)]
pub(super) enum SearchStage {
    Direct,
    /// The next strides of the buffer.
    Buffer,
    /// The walks of a pass.
    Listing(usize),
    Swizzling,
    Done,
}

/// A search that can be continued, so that a caller may look at the clock.
///
/// ```
/// use layout_core::copy::{CopyOperand, CopySearch, CopySpace, SM80};
/// let from = CopyOperand::global(&"(32,32):(1,32)".parse()?)?;
/// let to = CopyOperand::global(&"(32,32):(32,1)".parse()?)?;
/// let mut search = CopySearch::new(&from, &to, 4, 256, &SM80, CopySpace::DEFAULT)?;
/// while !search.advance(64) {}
/// assert_eq!(search.plan()?.staging().unwrap().to_string(), "Sw<5,0,5> o 0 o (32,32):(32,1)");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
pub struct CopySearch<'a> {
    pub(super) operands: [CopyOperand; 2],
    pub(super) element: i64,
    pub(super) threads: i64,
    pub(super) device: &'a Device<'a>,
    pub(super) space: CopySpace,
    /// The modes of both operands, if one is a memory.
    pub(super) modes: Option<CopyModes>,
    pub(super) conversion: Option<Conversion>,
    pub(super) matrix: Option<MatrixCopy<'a>>,
    pub(super) walks: Option<CopyWalks>,
    pub(super) best: Option<(CopyWalk, CopyCost)>,
    pub(super) bound: CopyCost,
    pub(super) stage: SearchStage,
    pub(super) buffers: Option<Buffers>,
    pub(super) layout: Layout,
    pub(super) passes: [Option<CopyModes>; 2],
    pub(super) lists: [Option<Shortlist>; 2],
    pub(super) swizzles: Option<Swizzles>,
    pub(super) staged: Option<(StagedCopy, CopyCost)>,
    pub(super) staged_bound: CopyCost,
    pub(super) seen: i64,
    pub(super) is_cut: bool,
}

impl<'a> CopySearch<'a> {
    /// A search of the plans of a copy of elements of `element` bytes from `source` to `destination`.
    ///
    /// # Errors
    /// [`MemoryRule::Threads`] for no thread or more than 1024, [`MemoryRule::Element`], [`MemoryRule::Bytes`] for a width that no
    /// access has, [`Rule::NegativeStride`] for a negative padding, [`MemoryRule::Values`] for more than 2^18 elements,
    /// [`Rule::Sizes`] for operands of different sizes, [`Rule::Empty`] for none, [`Rule::Overflow`] for addresses past the
    /// integers, [`Rule::Divides`] where the modes of one operand end within modes of the other one, the errors of
    /// [`Layout::disjoint`] for a destination that has two coordinates in one place, and for registers
    /// [`MemoryRule::Modes`], [`MemoryRule::HeldThreads`], [`MemoryRule::HeldSwizzled`], [`Rule::Overlap`] and [`Rule::Gap`]
    /// unless they hold the whole tile. [`MemoryRule::NoInstruction`] where the device has none.
    pub const fn new(
        source: &CopyOperand,
        destination: &CopyOperand,
        element: i64,
        threads: i64,
        device: &'a Device<'a>,
        space: CopySpace,
    ) -> Result<Self, LayoutError> {
        let mut search = Self {
            operands: [*source, *destination],
            element,
            threads,
            device,
            space,
            modes: None,
            conversion: None,
            matrix: None,
            walks: None,
            best: None,
            bound: CopyCost::NONE,
            stage: SearchStage::Direct,
            buffers: None,
            layout: Layout::EMPTY,
            passes: [None; 2],
            lists: [None; 2],
            swizzles: None,
            staged: None,
            staged_bound: CopyCost::NONE,
            seen: 0,
            is_cut: false,
        };
        match search.begin() {
            Ok(()) => Ok(search),
            Err(error) => Err(error),
        }
    }

    const fn begin(&mut self) -> Result<(), LayoutError> {
        let [source, destination] = self.operands;
        if let Err(error) = self.device.check() {
            return Err(error);
        }
        if self.threads < 1 || self.threads > MAX_THREADS {
            let (threads, most) = (self.threads, MAX_THREADS);
            return Err(self.refused(Rule::Memory(MemoryRule::Threads { threads, most })));
        }
        if let Err(error) = Access::new(self.element, self.element) {
            return Err(error);
        }
        if !Access::moves(self.space.width) || self.space.width < self.element {
            let (width, element) = (self.space.width, self.element);
            return Err(self.refused(Rule::Memory(if Access::moves(width) {
                MemoryRule::Narrow { width, element }
            } else {
                MemoryRule::Bytes { bytes: width }
            })));
        }
        if self.space.padding < 0 {
            return Err(self.refused(Rule::NegativeStride { stride: self.space.padding }));
        }
        let mut side = 0;
        while side < 2 {
            let size = self.operands[side].layout.size();
            if size == 0 {
                return Err(self.refused(Rule::Empty));
            }
            if size > MOST_VALUES {
                let (values, most) = (size, MOST_VALUES);
                return Err(self.refused(Rule::Memory(MemoryRule::Values { values, most })));
            }
            // Addresses below this do not overflow when the end of an access is added.
            let (first, last) = self.operands[side].layout.bounds();
            let far = if last > -first { last } else { -first };
            if far > i64::MAX / 2 / self.element {
                let (operator, b) = ('*', self.element);
                return Err(self.refused(Rule::Overflow { a: far, operator, b }));
            }
            side += 1;
        }
        let (is_read, is_written) =
            (source.place.is(MemorySpace::Registers), destination.place.is(MemorySpace::Registers));
        if !is_read && !is_written && source.layout.size() != destination.layout.size() {
            let (left, right) = (source.layout.size(), destination.layout.size());
            return Err(self.refused(Rule::Sizes { left, right }));
        }
        if !is_written && let Err(error) = destination.layout.plain().disjoint() {
            return Err(error);
        }
        if is_read && is_written {
            return self.begin_conversion();
        }
        let modes = tri!(CopyModes::of([&source, &destination], self.element, self.threads));
        self.modes = Some(modes);
        let mut walks = self.walks_of(&modes);
        self.walks = Some(walks);
        let (mut least, mut next) = (None, walks.next());
        while let Some(walk) = next {
            if let Some(bound) = modes.bound(&walk, self.threads, self.device) {
                least = lesser(least, bound);
            }
            next = walks.skip_width();
        }
        match least {
            Some(bound) => self.bound = bound,
            None => return Err(self.no_instruction()),
        }
        let held = if is_read { &source } else { &destination };
        let memory = if is_read { &destination } else { &source };
        if (is_read || is_written) && memory.place.is(MemorySpace::Shared) {
            let (held, memory) = (held.layout.plain(), &memory.layout);
            let (element, threads, width) = (self.element, self.threads, self.space.width);
            self.matrix =
                MatrixCopy::of(&held, memory, is_read, element, threads, width, self.device);
        }
        Ok(())
    }

    const fn no_instruction(&self) -> LayoutError {
        let [source, destination] = self.operands;
        let (from, to) = (source.place.name(), destination.place.name());
        self.refused(Rule::Memory(MemoryRule::NoInstruction { from, to, bytes: self.element }))
    }

    const fn begin_conversion(&mut self) -> Result<(), LayoutError> {
        let [source, destination] = self.operands;
        let (lanes, most) = (self.device.shared.lanes, self.space.shuffled);
        match Conversion::between(&source, &destination, self.threads, lanes, most) {
            Ok(conversion) => self.conversion = Some(conversion),
            Err(rule) => return Err(self.refused(rule)),
        }
        self.stage = match self.conversion {
            Some(Conversion { route: CopyRoute::Staged, orders, .. }) => {
                self.buffers = Some(Buffers::Orders(orders, 0));
                SearchStage::Buffer
            }
            _ => SearchStage::Done,
        };
        Ok(())
    }

    const fn refused(&self, rule: Rule) -> LayoutError {
        let [source, destination] = &self.operands;
        LayoutError::refused(Operation::Copy, source.operand(), destination.operand(), rule)
    }

    pub(super) const fn walks_of(&self, modes: &CopyModes) -> CopyWalks {
        CopyWalks::new(modes, self.threads, self.space.width / self.element, self.space.repeats)
    }

    /// Looks at up to `steps` candidates. Whether the space is exhausted.
    pub const fn advance(&mut self, steps: i64) -> bool {
        let mut k = 0;
        while k < steps {
            match self.stage {
                SearchStage::Direct => self.direct(),
                SearchStage::Buffer => self.next_buffer(),
                SearchStage::Listing(pass) => self.list(pass),
                SearchStage::Swizzling => self.swizzle(),
                SearchStage::Done => return true,
            }
            k += 1;
        }
        matches!(self.stage, SearchStage::Done)
    }

    /// The next walk from operand to operand.
    const fn direct(&mut self) {
        let (Some(modes), Some(walks)) = (&self.modes, &mut self.walks) else { return };
        let (before, mut next) = (walks.count(), walks.next());
        // A width that cannot be better is skipped.
        while let (Some(walk), Some((_, best))) = (next, &self.best)
            && walk.count != before
            && !matches!(modes.bound(&walk, self.threads, self.device), Some(bound) if bound.is_less(best))
        {
            next = walks.skip_width();
        }
        let is_least = match (&next, &self.best) {
            (None, _) => true,
            (_, Some((_, best))) => !self.bound.is_less(best),
            _ => false,
        };
        if is_least {
            self.stage = if self.may_gain() { self.first_buffer() } else { SearchStage::Done };
            return;
        }
        let Some(walk) = next else { return };
        self.seen += 1;
        let limit = match &self.best {
            Some((_, best)) => Some(*best),
            None => None,
        };
        if let Some(cost) = modes.cost(&walk, self.threads, self.device, limit.as_ref()) {
            self.best = Some((walk, cost));
        }
    }

    /// The best plan so far.
    ///
    /// # Errors
    /// [`MemoryRule::NoInstruction`] if no candidate so far can be run.
    pub const fn plan(&self) -> Result<DeviceCopy<'a>, LayoutError> {
        let is_exhausted = matches!(self.stage, SearchStage::Done) && !self.is_cut;
        let (element, threads, device, seen) = (self.element, self.threads, self.device, self.seen);
        let mut plan = DeviceCopy {
            element,
            device,
            route: CopyRoute::Direct,
            rounds: None,
            passes: [None; 2],
            staging: None,
            cost: CopyCost::NONE,
            bound: self.least(),
            seen,
            is_exhausted,
        };
        if let Some(conversion) = &self.conversion {
            (plan.route, plan.rounds) = (conversion.route, conversion.rounds);
            if !matches!(plan.route, CopyRoute::Staged) {
                plan.cost.instructions =
                    conversion.instructions(threads, device.shared.lanes, element);
                plan.bound = plan.cost;
                return Ok(plan);
            }
        }
        match (&self.staged, &self.best, &self.modes) {
            (Some((staged, cost)), ..) => {
                (plan.route, plan.cost) = (CopyRoute::Staged, *cost);
                let Some(passes) = self.passes_of(&staged.layout) else {
                    return Err(self.no_instruction());
                };
                let mut pass = 0;
                while pass < 2 {
                    let mut modes = passes[pass];
                    modes.swizzles[1 - pass] = staged.swizzle;
                    let (walk, cost) = staged.walks[pass];
                    let matrix = None;
                    plan.passes[pass] =
                        Some(CopyPass { modes, walk, cost, threads, device, matrix });
                    pass += 1;
                }
                let layout = match &self.modes {
                    Some(modes) => tri!(modes.of_tile(&staged.layout)),
                    None => staged.layout,
                };
                plan.staging = Some(tri!(ComposedLayout::new(staged.swizzle, 0, layout)));
            }
            (None, Some((walk, cost)), Some(modes)) => {
                let (modes, mut walk, mut cost, mut instruction) = (*modes, *walk, *cost, None);
                if let Some(matrix) = &self.matrix
                    && matrix.cost.is_less(&cost)
                    && let Some(found) = self.walks_of(&modes).of_width(matrix.vector)
                {
                    (walk, cost, instruction) = (found, matrix.cost, Some(matrix.instruction));
                }
                plan.cost = cost;
                let matrix = instruction;
                plan.passes[0] = Some(CopyPass { modes, walk, cost, threads, device, matrix });
            }
            _ => return Err(self.no_instruction()),
        }
        if is_exhausted {
            plan.bound = plan.cost;
        }
        Ok(plan)
    }

    /// A bound of all candidates, those that were not seen included: of the walks, of matrix instructions and of buffers.
    const fn least(&self) -> CopyCost {
        let mut bound = self.bound;
        if let Some(matrix) = &self.matrix
            && matrix.cost.is_less(&bound)
        {
            bound = matrix.cost;
        }
        if let (Some(modes), true) = (&self.modes, self.may_gain()) {
            let staged = staged_least(modes, self.device);
            if staged.is_less(&bound) {
                bound = staged;
            }
        }
        bound
    }
}
