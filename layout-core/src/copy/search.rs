//! The search of a plan: walks from operand to operand, then buffers in shared memory, each with its best walks.
//!
//! ```text
//! for each walk:                                        # Walks, in order
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
use crate::copy::device::{Device, Place};
use crate::copy::modes::CopyModes;
use crate::copy::plan::{DeviceCopy, Pass, Route};
use crate::copy::walk::{Repeats, Walk, Walks};
use crate::copy::{CopyOperand, MAX_THREADS};
use crate::error::{LayoutError, MemoryRule, Operation, Rule};
use crate::memory::access::{Access, MOST_VALUES, unswizzled};
use crate::number::tri;
use crate::solve::linear::LinearAccess;
use crate::solve::space::{Strides, Swizzles, of_elements};
use crate::solve::{Maps, Space};
use crate::value::{ComposedLayout, Layout, Swizzle};

/// What a plan may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopySpace {
    /// The most bytes of an access.
    pub width: i64,
    /// Where a thread's next vector is, or both.
    pub repeats: Option<Repeats>,
    /// The most elements of padding after a mode of the buffer.
    pub padding: i64,
    /// Whether the buffer may be swizzled, by each `Sw<B,M,S>` of [`Maps::Swizzles`].
    pub swizzles: bool,
}

impl CopySpace {
    /// Every width, repetitions of both kinds, and swizzles without padding.
    pub const ALL: Self = Self { width: 16, repeats: None, padding: 0, swizzles: true };
}

/// The most walks of a pass that are kept for all swizzles.
const MAX_LIST: usize = 256;

/// A walk of a pass, with its cost in the operand, and its accesses to the buffer where they are linear over F2.
#[derive(Clone, Copy)]
struct Listed {
    walk: Walk,
    cost: CopyCost,
    /// A bound of the cost with the buffer.
    least: CopyCost,
    linear: Option<LinearAccess>,
}

/// The walks of a pass in ascending order of traffic, up to those that every swizzle allows.
#[derive(Clone, Copy)]
struct Shortlist {
    list: [Listed; MAX_LIST],
    len: usize,
    /// The least traffic of walks without vectors, which every swizzle allows.
    most: Option<CopyCost>,
    is_cut: bool,
}

impl Shortlist {
    const fn new(one: Listed) -> Self {
        Self { list: [one; MAX_LIST], len: 0, most: None, is_cut: false }
    }

    const fn add(&mut self, one: Listed) {
        let traffic = one.cost.traffic();
        if let Some(most) = &self.most
            && most.is_less(&traffic)
        {
            return;
        }
        if one.walk.count == 1 {
            self.most = Some(traffic);
        }
        let mut at = self.len;
        while at > 0 && traffic.is_less(&self.list[at - 1].cost.traffic()) {
            at -= 1;
        }
        if at == MAX_LIST {
            self.is_cut = true;
            return;
        }
        let mut k = if self.len < MAX_LIST { self.len } else { MAX_LIST - 1 };
        self.is_cut |= self.len == MAX_LIST;
        self.len = k + 1;
        while k > at {
            self.list[k] = self.list[k - 1];
            k -= 1;
        }
        self.list[at] = one;
    }
}

/// What is next.
#[derive(Clone, Copy)]
enum Stage {
    Direct,
    /// The next strides of the buffer.
    Buffer,
    /// The walks of a pass.
    Listing(usize),
    Swizzling,
    Done,
}

/// The best buffer so far: its layout, its walks, their costs.
#[derive(Clone, Copy)]
struct Staged {
    layout: Layout,
    swizzle: Swizzle,
    walks: [(Walk, CopyCost); 2],
}

/// The layouts of a buffer, before swizzles.
enum Buffers {
    /// Orders of the modes, and padding.
    Strides(Strides),
    /// Orders of the tile.
    Orders([Layout; 3], usize),
}

/// A search that can be continued, so that a caller may look at the clock.
///
/// ```
/// use layout_core::copy::{CopyOperand, CopySearch, CopySpace, SM80};
/// let from = CopyOperand::global(&"(32,32):(1,32)".parse()?)?;
/// let to = CopyOperand::global(&"(32,32):(32,1)".parse()?)?;
/// let mut search = CopySearch::new(&from, &to, 4, 256, &SM80, CopySpace::ALL)?;
/// while !search.advance(64) {}
/// assert_eq!(search.plan()?.staging().unwrap().to_string(), "Sw<5,0,5> o 0 o (32,32):(1,32)");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
pub struct CopySearch<'a> {
    operands: [CopyOperand; 2],
    element: i64,
    threads: i64,
    device: &'a Device<'a>,
    space: CopySpace,
    /// The modes of both operands, if one is a memory.
    modes: Option<CopyModes>,
    conversion: Option<Conversion>,
    walks: Option<Walks>,
    best: Option<(Walk, CopyCost)>,
    bound: CopyCost,
    stage: Stage,
    buffers: Option<Buffers>,
    layout: Layout,
    passes: [Option<CopyModes>; 2],
    lists: [Option<Shortlist>; 2],
    swizzles: Option<Swizzles>,
    staged: Option<(Staged, CopyCost)>,
    staged_bound: CopyCost,
    seen: i64,
    is_cut: bool,
}

impl<'a> CopySearch<'a> {
    /// A search of the plans of a copy of elements of `element` bytes from `source` to `destination`.
    ///
    /// # Errors
    /// [`MemoryRule::Threads`] for no thread or more than 1024, [`MemoryRule::Element`], [`MemoryRule::Bytes`] for a width that no
    /// access has, [`MemoryRule::Values`] for more than 2^18 elements, [`Rule::Sizes`] for operands of different sizes,
    /// [`Rule::Empty`] for none, [`Rule::Divides`] where the modes of one operand end within modes of the other one,
    /// the errors of [`Layout::disjoint`] for a destination that has two coordinates in one place, and for registers
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
            walks: None,
            best: None,
            bound: CopyCost::NONE,
            stage: Stage::Direct,
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
            side += 1;
        }
        let (is_read, is_written) =
            (source.place.is(Place::Registers), destination.place.is(Place::Registers));
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
        Ok(())
    }

    const fn no_instruction(&self) -> LayoutError {
        let [source, destination] = self.operands;
        let (from, to) = (source.place.name(), destination.place.name());
        self.refused(Rule::Memory(MemoryRule::NoInstruction { from, to, bytes: self.element }))
    }

    const fn begin_conversion(&mut self) -> Result<(), LayoutError> {
        let [source, destination] = self.operands;
        let conversion =
            Conversion::between(&source, &destination, self.threads, self.device.shared.lanes);
        match conversion {
            Ok(conversion) => self.conversion = Some(conversion),
            Err(rule) => return Err(self.refused(rule)),
        }
        self.stage = match self.conversion {
            Some(Conversion { route: Route::Staged, orders, .. }) => {
                self.buffers = Some(Buffers::Orders(orders, 0));
                Stage::Buffer
            }
            _ => Stage::Done,
        };
        Ok(())
    }

    const fn refused(&self, rule: Rule) -> LayoutError {
        let [source, destination] = &self.operands;
        LayoutError::refused(Operation::Copy, source.operand(), destination.operand(), rule)
    }

    const fn walks_of(&self, modes: &CopyModes) -> Walks {
        Walks::new(modes, self.threads, self.space.width / self.element, self.space.repeats)
    }

    /// Looks at up to `steps` candidates. Whether the space is exhausted.
    pub const fn advance(&mut self, steps: i64) -> bool {
        let mut k = 0;
        while k < steps {
            match self.stage {
                Stage::Direct => self.direct(),
                Stage::Buffer => self.next_buffer(),
                Stage::Listing(pass) => self.list(pass),
                Stage::Swizzling => self.swizzle(),
                Stage::Done => return true,
            }
            k += 1;
        }
        matches!(self.stage, Stage::Done)
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
            let is_staged = self.operands[0].place.is(Place::Global)
                && self.operands[1].place.is(Place::Global)
                && self.may_gain();
            self.stage = if is_staged { self.first_buffer() } else { Stage::Done };
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

    /// Whether a buffer may cost less: it takes wavefronts, so it must save traffic.
    const fn may_gain(&self) -> bool {
        match (&self.modes, &self.best) {
            (Some(modes), Some((_, best))) => {
                modes.least_traffic(self.device).is_less(&best.traffic())
            }
            _ => true,
        }
    }

    const fn first_buffer(&mut self) -> Stage {
        let Some(modes) = &self.modes else { return Stage::Done };
        let space = Space {
            padding: self.space.padding,
            orders: true,
            maps: Maps::Identity,
            bytes: None,
        };
        let Ok(shape) = modes.shape() else { return Stage::Done };
        match Strides::new(&shape, &space, 1) {
            Ok(strides) => {
                self.buffers = Some(Buffers::Strides(strides));
                Stage::Buffer
            }
            Err(_) => Stage::Done,
        }
    }

    /// The next layout of the buffer.
    const fn next_buffer(&mut self) {
        let next = match &mut self.buffers {
            Some(Buffers::Strides(strides)) => strides.next(),
            Some(Buffers::Orders(orders, next)) if *next < orders.len() => {
                *next += 1;
                Some(orders[*next - 1])
            }
            _ => None,
        };
        let Some(layout) = next else {
            self.stage = Stage::Done;
            return;
        };
        self.layout = layout;
        let Some(passes) = self.passes_of(&layout) else { return };
        self.passes = [Some(passes[0]), Some(passes[1])];
        self.lists = [None; 2];
        let (mut bound, mut pass) = (CopyCost::NONE, 0);
        while pass < 2 {
            let mut walks = self.walks_of(&passes[pass]);
            let (mut least, mut next) = (None, walks.next());
            while let Some(walk) = next {
                if let Some(bound) = passes[pass].bound(&walk, self.threads, self.device) {
                    least = lesser(least, bound);
                }
                next = walks.skip_width();
            }
            match least {
                Some(least) => bound = bound.plus(least),
                None => return,
            }
            pass += 1;
        }
        if !self.is_better(&bound) {
            return;
        }
        self.staged_bound = bound;
        self.walks = Some(self.walks_of(&passes[0]));
        self.stage = Stage::Listing(0);
    }

    /// The passes through a buffer.
    const fn passes_of(&self, layout: &Layout) -> Option<[CopyModes; 2]> {
        if let Some(modes) = &self.modes {
            return Some([
                modes.with(1, Place::Shared, layout, Swizzle::IDENTITY),
                modes.with(0, Place::Shared, layout, Swizzle::IDENTITY),
            ]);
        }
        let Ok(layout) = unswizzled(layout) else { return None };
        let [source, destination] = &self.operands;
        let buffer = CopyOperand { place: Place::Shared, layout };
        match (
            CopyModes::of([source, &buffer], self.element, self.threads),
            CopyModes::of([&buffer, destination], self.element, self.threads),
        ) {
            (Ok(store), Ok(load)) => Some([store, load]),
            _ => None,
        }
    }

    /// Whether a cost through a buffer is less than all so far.
    const fn is_better(&self, cost: &CopyCost) -> bool {
        let direct = match &self.best {
            Some((_, best)) => cost.is_less(best),
            None => true,
        };
        let staged = match &self.staged {
            Some((_, best)) => cost.is_less(best),
            None => true,
        };
        direct && staged
    }

    /// The next walk of a pass, with its traffic.
    const fn list(&mut self, pass: usize) {
        let (Some(modes), Some(walks)) = (&self.passes[pass], &mut self.walks) else { return };
        let Some(walk) = walks.next() else {
            self.end_list(pass);
            return;
        };
        self.seen += 1;
        if modes.through(&walk, self.device).is_none() {
            return;
        }
        let memory = if pass == 0 { 0 } else { 1 };
        let cost = if modes.places[memory].is(Place::Registers) {
            CopyCost::NONE
        } else {
            match modes.side_cost(&walk, memory, self.threads, self.device, None) {
                Some(cost) => cost,
                None => return,
            }
        };
        let Some(mut least) = modes.bound(&walk, self.threads, self.device) else { return };
        (least.sectors, least.lines) = (cost.sectors, cost.lines);
        least.masked = modes.masked(&walk, self.threads);
        let linear = modes.linear(&walk, 1 - memory, self.threads, self.device);
        let one = Listed { walk, cost, least, linear };
        if self.lists[pass].is_none() {
            self.lists[pass] = Some(Shortlist::new(one));
        }
        if let Some(list) = &mut self.lists[pass] {
            list.add(one);
        }
    }

    const fn end_list(&mut self, pass: usize) {
        let Some(list) = &self.lists[pass] else {
            self.stage = Stage::Buffer;
            return;
        };
        self.is_cut |= list.is_cut;
        if pass == 0 {
            if let Some(modes) = &self.passes[1] {
                self.walks = Some(self.walks_of(modes));
            }
            self.stage = Stage::Listing(1);
            return;
        }
        let Some(first) = &self.lists[0] else { return };
        let traffic = first.list[0].cost.traffic().plus(list.list[0].cost.traffic());
        // A buffer costs a wavefront or more.
        if !self.is_better(&traffic.plus(CopyCost { wavefronts: 1, ..CopyCost::NONE })) {
            self.stage = Stage::Buffer;
            return;
        }
        let element = self.element.trailing_zeros();
        let maps = if self.space.swizzles { Maps::Swizzles } else { Maps::Identity };
        let bits = self.bank_bits();
        self.swizzles = Some(Swizzles::new(&self.layout, maps, element, element, bits));
        self.stage = Stage::Swizzling;
    }

    /// The most bits of a bank.
    const fn bank_bits(&self) -> u32 {
        let (rows, mut most, mut k) = (self.device.shared.served, 1, 0);
        while k < rows.len() {
            most = if rows[k].banks > most { rows[k].banks } else { most };
            k += 1;
        }
        i64::BITS - (most - 1).leading_zeros()
    }

    /// The next swizzle of the buffer, with the best walks of both passes.
    const fn swizzle(&mut self) {
        let next = match &mut self.swizzles {
            Some(swizzles) => swizzles.next(),
            None => None,
        };
        let is_least = match &self.staged {
            Some((_, best)) => !self.staged_bound.is_less(best),
            None => false,
        };
        let (Some(swizzle), false) = (next, is_least) else {
            self.stage = Stage::Buffer;
            return;
        };
        let element = self.element.trailing_zeros();
        self.seen += 1;
        let (Some(first), Some(second)) =
            (self.best_walk(0, swizzle), self.best_walk(1, swizzle))
        else {
            return;
        };
        let cost = first.1.plus(second.1);
        let Some(swizzle) = of_elements(&swizzle, element) else { return };
        if self.is_better(&cost) {
            let staged = Staged { layout: self.layout, swizzle, walks: [first, second] };
            self.staged = Some((staged, cost));
        }
    }

    /// The best walk of a pass through a buffer whose addresses are swizzled: of the least traffic that the swizzle allows.
    const fn best_walk(&self, pass: usize, swizzle: Swizzle) -> Option<(Walk, CopyCost)> {
        let (Some(mut modes), Some(list)) = (self.passes[pass], &self.lists[pass]) else {
            return None;
        };
        let Some(of_elements) = of_elements(&swizzle, self.element.trailing_zeros()) else {
            return None;
        };
        modes.swizzles[1 - pass] = of_elements;
        // Linear walks are counted fast, so they come first. Of equal costs, the first walk of the list is taken.
        let (mut best, mut turn): (Option<(usize, CopyCost)>, usize) = (None, 0);
        while turn < 2 {
            let mut k = 0;
            while k < list.len {
                let one = &list.list[k];
                let is_late = match &best {
                    Some((at, best)) => {
                        best.is_less(&one.least) || *at < k && !one.least.is_less(best)
                    }
                    None => false,
                };
                if one.linear.is_some() == (turn == 0)
                    && !is_late
                    && let Some(cost) = self.listed_cost(one, pass, &modes, swizzle)
                {
                    let is_best = match &best {
                        Some((at, best)) => {
                            cost.is_less(best) || k < *at && !best.is_less(&cost)
                        }
                        None => true,
                    };
                    if is_best {
                        best = Some((k, cost));
                    }
                }
                k += 1;
            }
            turn += 1;
        }
        match best {
            Some((k, cost)) => Some((list.list[k].walk, cost)),
            None => None,
        }
    }

    /// The cost of a walk of a list through a buffer whose addresses are swizzled, as the modes are. `None` if it moves vectors
    /// apart.
    const fn listed_cost(
        &self,
        one: &Listed,
        pass: usize,
        modes: &CopyModes,
        swizzle: Swizzle,
    ) -> Option<CopyCost> {
        let width = (one.walk.count * self.element).trailing_zeros();
        let shared = match &one.linear {
            Some(_) if !swizzle.is_identity() && swizzle.base() < width => return None,
            Some(linear) => CopyCost {
                wavefronts: linear.swizzled(&swizzle),
                instructions: self.requests(modes, &one.walk),
                ..CopyCost::NONE
            },
            None => {
                match modes.side_cost(&one.walk, 1 - pass, self.threads, self.device, None) {
                    Some(cost) => cost,
                    None => return None,
                }
            }
        };
        let Some(through) = modes.through(&one.walk, self.device) else { return None };
        let instructions = through.instructions(one.cost.instructions, shared.instructions);
        let (wavefronts, masked) = (shared.wavefronts, one.least.masked);
        Some(CopyCost { wavefronts, instructions, masked, ..one.cost })
    }

    /// The requests of a walk without masked values.
    const fn requests(&self, modes: &CopyModes, walk: &Walk) -> i64 {
        let lanes = self.device.shared.lanes as i64;
        (self.threads + lanes - 1) / lanes * (walk.values(modes) / walk.count)
    }

    /// The best plan so far.
    ///
    /// # Errors
    /// [`MemoryRule::NoInstruction`] if no candidate so far can be run.
    pub const fn plan(&self) -> Result<DeviceCopy<'a>, LayoutError> {
        let is_exhausted = matches!(self.stage, Stage::Done) && !self.is_cut;
        let (element, threads, device, seen) =
            (self.element, self.threads, self.device, self.seen);
        let mut plan = DeviceCopy {
            element,
            device,
            route: Route::Direct,
            rounds: None,
            passes: [None; 2],
            staging: None,
            cost: CopyCost::NONE,
            bound: self.bound,
            seen,
            is_exhausted,
        };
        if let Some(conversion) = &self.conversion {
            (plan.route, plan.rounds) = (conversion.route, conversion.rounds);
            if !matches!(plan.route, Route::Staged) {
                plan.cost.instructions = conversion.instructions(threads, device.shared.lanes);
                plan.bound = plan.cost;
                return Ok(plan);
            }
        }
        match (&self.staged, &self.best, &self.modes) {
            (Some((staged, cost)), ..) => {
                (plan.route, plan.cost) = (Route::Staged, *cost);
                let Some(passes) = self.passes_of(&staged.layout) else {
                    return Err(self.no_instruction());
                };
                let mut pass = 0;
                while pass < 2 {
                    let mut modes = passes[pass];
                    modes.swizzles[1 - pass] = staged.swizzle;
                    let (walk, cost) = staged.walks[pass];
                    plan.passes[pass] = Some(Pass { modes, walk, cost, threads, device });
                    pass += 1;
                }
                let layout = match &self.modes {
                    Some(modes) => tri!(modes.of_tile(&staged.layout)),
                    None => staged.layout,
                };
                plan.staging = Some(tri!(ComposedLayout::new(staged.swizzle, 0, layout)));
            }
            (None, Some((walk, cost)), Some(modes)) => {
                plan.cost = *cost;
                let (modes, walk, cost) = (*modes, *walk, *cost);
                plan.passes[0] = Some(Pass { modes, walk, cost, threads, device });
            }
            _ => return Err(self.no_instruction()),
        }
        if is_exhausted {
            plan.bound = plan.cost;
        }
        Ok(plan)
    }
}

/// The lesser cost of both.
const fn lesser(a: Option<CopyCost>, b: CopyCost) -> Option<CopyCost> {
    match a {
        Some(a) if !b.is_less(&a) => Some(a),
        _ => Some(b),
    }
}
