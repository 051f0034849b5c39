//! The search of a buffer in shared memory: its strides, its swizzles, and the walks that store and load.
//!
//! Traffic in global memory does not depend on the buffer. So the walks of a pass are listed once for all swizzles, by their traffic,
//! up to the first ones that every swizzle allows.

use crate::copy::CopyOperand;
use crate::copy::cost::CopyCost;
use crate::copy::device::{Device, MemorySpace};
use crate::copy::modes::CopyModes;
use crate::copy::search::{CopySearch, SearchStage};
use crate::copy::walk::CopyWalk;
use crate::memory::access::unswizzled;
use crate::solve::linear::LinearAccess;
use crate::solve::space::{Strides, Swizzles, of_elements};
use crate::solve::{Maps, Space};
use crate::value::{Layout, Swizzle};

/// The most walks of a pass that are kept for all swizzles.
const MAX_LIST: usize = 256;

/// The least cost of a buffer itself: one instruction stores, with one wavefront, and one loads.
const BUFFER: CopyCost = CopyCost { wavefronts: 2, instructions: 2, ..CopyCost::NONE };

/// A walk of a pass, with its cost in the operand, and its accesses to the buffer where they are linear over F2.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    walk: CopyWalk,
    cost: CopyCost,
    /// A bound of the cost with the buffer.
    least: CopyCost,
    linear: Option<LinearAccess>,
}

/// The walks of a pass in ascending order of traffic, up to those that every swizzle allows.
#[derive(Clone, Copy)]
pub(super) struct Shortlist {
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

/// The best buffer so far: its layout, its walks, their costs.
#[derive(Clone, Copy)]
pub(super) struct StagedCopy {
    pub(super) layout: Layout,
    pub(super) swizzle: Swizzle,
    pub(super) walks: [(CopyWalk, CopyCost); 2],
}

/// The layouts of a buffer, before swizzles.
pub(super) enum Buffers {
    /// Orders of the modes, and padding.
    Strides(Strides),
    /// Orders of the tile.
    Orders([Layout; 3], usize),
}

impl CopySearch<'_> {
    /// Whether a buffer between global memories may cost less than the best walk: it takes wavefronts, so it must save traffic.
    pub(super) const fn may_gain(&self) -> bool {
        let [source, destination] = &self.operands;
        if !source.place.is(MemorySpace::Global) || !destination.place.is(MemorySpace::Global) {
            return false;
        }
        match (&self.modes, &self.best) {
            (Some(modes), Some((_, best))) => staged_least(modes, self.device).is_less(best),
            _ => true,
        }
    }

    pub(super) const fn first_buffer(&mut self) -> SearchStage {
        let Some(modes) = &self.modes else { return SearchStage::Done };
        let space =
            Space { padding: self.space.padding, orders: true, maps: Maps::Identity, bytes: None };
        if let Ok(shape) = modes.shape()
            && let Ok(strides) = Strides::new(&shape, &space, 1)
        {
            self.buffers = Some(Buffers::Strides(strides));
            return SearchStage::Buffer;
        }
        // A copy may have more modes than a search of strides: its buffers stay unsearched.
        self.is_cut = true;
        SearchStage::Done
    }

    /// The next layout of the buffer.
    pub(super) const fn next_buffer(&mut self) {
        let next = match &mut self.buffers {
            Some(Buffers::Strides(strides)) => strides.next(),
            Some(Buffers::Orders(orders, next)) if *next < orders.len() => {
                *next += 1;
                Some(orders[*next - 1])
            }
            _ => None,
        };
        let Some(layout) = next else {
            self.stage = SearchStage::Done;
            return;
        };
        self.layout = layout;
        let Some(passes) = self.passes_of(&layout) else {
            // The pass has more modes than a copy, or leaves that end within each other: the order stays unsearched.
            self.is_cut = true;
            return;
        };
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
        self.stage = SearchStage::Listing(0);
    }

    /// The passes through a buffer.
    pub(super) const fn passes_of(&self, layout: &Layout) -> Option<[CopyModes; 2]> {
        if let Some(modes) = &self.modes {
            return Some([
                modes.with(1, MemorySpace::Shared, layout, Swizzle::IDENTITY),
                modes.with(0, MemorySpace::Shared, layout, Swizzle::IDENTITY),
            ]);
        }
        let Ok(layout) = unswizzled(layout) else { return None };
        let [source, destination] = &self.operands;
        let buffer = CopyOperand { place: MemorySpace::Shared, layout };
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
    pub(super) const fn list(&mut self, pass: usize) {
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
        let cost = if modes.places[memory].is(MemorySpace::Registers) {
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
            self.stage = SearchStage::Buffer;
            return;
        };
        self.is_cut |= list.is_cut;
        if pass == 0 {
            if let Some(modes) = &self.passes[1] {
                self.walks = Some(self.walks_of(modes));
            }
            self.stage = SearchStage::Listing(1);
            return;
        }
        let Some(first) = &self.lists[0] else { return };
        let traffic = first.list[0].cost.traffic().plus(list.list[0].cost.traffic());
        if !self.is_better(&traffic.plus(BUFFER)) {
            self.stage = SearchStage::Buffer;
            return;
        }
        let element = self.element.trailing_zeros();
        let maps = if self.space.swizzles { Maps::Swizzles } else { Maps::Identity };
        let bits = self.bank_bits();
        self.swizzles = Some(Swizzles::new(&self.layout, maps, element, element, bits));
        self.stage = SearchStage::Swizzling;
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
    pub(super) const fn swizzle(&mut self) {
        let next = match &mut self.swizzles {
            Some(swizzles) => swizzles.next(),
            None => None,
        };
        let is_least = match &self.staged {
            Some((_, best)) => !self.staged_bound.is_less(best),
            None => false,
        };
        let (Some(swizzle), false) = (next, is_least) else {
            self.stage = SearchStage::Buffer;
            return;
        };
        let element = self.element.trailing_zeros();
        self.seen += 1;
        let (Some(first), Some(second)) = (self.best_walk(0, swizzle), self.best_walk(1, swizzle))
        else {
            return;
        };
        let cost = first.1.plus(second.1);
        let Some(swizzle) = of_elements(&swizzle, element) else { return };
        if self.is_better(&cost) {
            let staged = StagedCopy { layout: self.layout, swizzle, walks: [first, second] };
            self.staged = Some((staged, cost));
        }
    }

    /// The best walk of a pass through a buffer whose addresses are swizzled: of the least traffic that the swizzle allows.
    const fn best_walk(&self, pass: usize, swizzle: Swizzle) -> Option<(CopyWalk, CopyCost)> {
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
                        Some((at, best)) => cost.is_less(best) || k < *at && !best.is_less(&cost),
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
            None => match modes.side_cost(&one.walk, 1 - pass, self.threads, self.device, None) {
                Some(cost) => cost,
                None => return None,
            },
        };
        let Some(through) = modes.through(&one.walk, self.device) else { return None };
        let instructions = through.instructions(one.cost.instructions, shared.instructions);
        let (wavefronts, masked) = (shared.wavefronts, one.least.masked);
        Some(CopyCost { wavefronts, instructions, masked, ..one.cost })
    }

    /// The requests of a walk without masked values.
    const fn requests(&self, modes: &CopyModes, walk: &CopyWalk) -> i64 {
        let lanes = self.device.shared.lanes as i64;
        (self.threads + lanes - 1) / lanes * (walk.values(modes) / walk.count)
    }
}

/// A bound of the costs through a buffer between global memories.
pub(super) const fn staged_least(modes: &CopyModes, device: &Device<'_>) -> CopyCost {
    modes.least_traffic(device).plus(BUFFER)
}

/// The lesser cost of both.
pub(super) const fn lesser(a: Option<CopyCost>, b: CopyCost) -> Option<CopyCost> {
    match a {
        Some(a) if !b.is_less(&a) => Some(a),
        _ => Some(b),
    }
}
