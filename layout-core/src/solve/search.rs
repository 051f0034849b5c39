//! The search: candidates one by one, the best so far, and the walk of linear maps after the swizzles.

use crate::bits::matrix::BitMatrix;
use crate::error::{LayoutError, MemoryRule, Operand, Operation, Rule};
use crate::memory::AccessPattern;
use crate::memory::access::Places;
use crate::memory::cost::Counter;
use crate::solve::linear::{LinearAccess, MAX_END};
use crate::solve::solution::{Map, Solution};
use crate::solve::space::{Strides, Swizzles, of_elements};
use crate::solve::walk::{Tree, matrix};
use crate::solve::{MAX_ACCESSES, Maps, Problem};
use crate::value::{ComposedLayout, Layout, Swizzle};

/// A search that can be continued, so that a caller may look at the clock.
///
/// ```
/// use layout_core::memory::{Access, NVIDIA};
/// use layout_core::solve::{AccessUse, Problem, Search, Space};
/// let uses = [AccessUse::new(&"32:1".parse()?, Access::new(4, 4)?, 1)?];
/// let problem = Problem::new("(32,32):(32,1)".parse()?, &uses, &NVIDIA, Space::SWIZZLES)?;
/// let mut search = Search::new(&problem)?;
/// while !search.advance(10) {}
/// assert_eq!(search.solution()?.cost(), 1);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
pub struct Search<'a> {
    problem: &'a Problem<'a>,
    strides: Strides,
    /// The strides of this moment, and their swizzles.
    layout: Layout,
    swizzles: Option<Swizzles>,
    linear: [Option<LinearAccess>; MAX_ACCESSES],
    tree: Option<Tree>,
    accesses: [LinearAccess; MAX_ACCESSES],
    best: Option<Solution>,
    /// Why the last strides do not serve an access.
    failure: Option<LayoutError>,
    before: i64,
    least: i64,
    /// No candidate costs less.
    bound: i64,
    /// The least cost of the classes that this walk of linear maps left out, all past the bound.
    next: i64,
    seen: i64,
    is_done: bool,
    counter: Counter,
}

impl<'a> Search<'a> {
    /// A search of the space of a problem.
    ///
    /// # Errors
    /// As [`Problem::solve`].
    pub const fn new(problem: &'a Problem<'a>) -> Result<Self, LayoutError> {
        let widest = 1 << (problem.low() - problem.element());
        let strides = match Strides::new(&problem.layout, &problem.space, widest) {
            Ok(strides) => strides,
            Err(error) => return Err(error),
        };
        let mut search = Self {
            problem,
            strides,
            layout: problem.layout,
            swizzles: None,
            linear: [None; MAX_ACCESSES],
            tree: None,
            accesses: [LinearAccess::NONE; MAX_ACCESSES],
            best: None,
            failure: None,
            before: i64::MAX,
            least: 0,
            bound: 0,
            next: i64::MAX,
            seen: 0,
            is_done: false,
            counter: Counter::new(),
        };
        let mut k = 0;
        while k < problem.uses.len() {
            search.bound += match problem.phases(k) {
                Ok(phases) => phases * problem.uses[k].times,
                Err(error) => return Err(error),
            };
            k += 1;
        }
        if matches!(problem.space.maps, Maps::Linear)
            && let Err(error) = search.plant()
        {
            return Err(error);
        }
        search.least = search.bound;
        Ok(search)
    }

    /// Prepares the walk of linear maps, and the bound of its root.
    const fn plant(&mut self) -> Result<(), LayoutError> {
        let uses = self.problem.uses;
        let (end, element) = (self.end(), self.problem.element());
        if end > MAX_END {
            let (size, most) = (self.layout.cosize(), 1 << (MAX_END - element));
            let (layout, rule) = (Operand::Layout(self.layout), Rule::TooLarge { size, most });
            return Err(LayoutError::unary(Operation::Solve, layout, rule));
        }
        if let Some(bytes) = self.problem.space.bytes
            && bytes >> end == 0
        {
            return Err(self.problem.refused(MemoryRule::Whole { bytes, need: 1 << end }));
        }
        let mut k = 0;
        while k < uses.len() {
            let pattern = match self.problem.pattern(k, &self.layout) {
                Ok(pattern) => pattern,
                Err(error) => return Err(error),
            };
            match LinearAccess::of(&pattern, self.problem.memory) {
                Some(linear) => self.accesses[k] = linear,
                None => {
                    return Err(match legal(&pattern, self.problem.memory.lanes) {
                        Ok(()) => self.problem.refused(MemoryRule::NotLinear { access: k }),
                        Err(error) => error,
                    });
                }
            }
            k += 1;
        }
        let tree = self.root();
        let bound = tree.bound(self.accesses.split_at(uses.len()).0, &self.times());
        self.bound = if bound > self.bound { bound } else { self.bound };
        self.tree = Some(tree);
        Ok(())
    }

    /// The begin of a walk of linear maps.
    const fn root(&self) -> Tree {
        let accesses = self.accesses.split_at(self.problem.uses.len()).0;
        Tree::new(accesses, self.problem.kept(), self.end())
    }

    /// The accesses as columns, and how often each happens.
    pub(crate) const fn accesses(&self) -> (&[LinearAccess], [i64; MAX_ACCESSES]) {
        (self.accesses.split_at(self.problem.uses.len()).0, self.times())
    }

    /// A walk with all bits of an address, also those in which no access differs.
    pub(crate) const fn whole(&self) -> Tree {
        Tree::whole(
            self.accesses.split_at(self.problem.uses.len()).0,
            self.problem.kept(),
            self.end(),
        )
    }

    /// The bits of the addresses, of which those below [`kept`](Problem::kept) are there at least.
    const fn end(&self) -> u32 {
        let last = self.layout.cosize() - 1;
        let bits = i64::BITS - (if last < 0 { 0 } else { last }).leading_zeros();
        let (end, kept) = (bits + self.problem.element(), self.problem.kept());
        if end > kept { end } else { kept }
    }

    const fn times(&self) -> [i64; MAX_ACCESSES] {
        let (mut times, mut k) = ([0; MAX_ACCESSES], 0);
        while k < self.problem.uses.len() {
            times[k] = self.problem.uses[k].times;
            k += 1;
        }
        times
    }

    /// Sees up to `steps` more candidates. Returns whether the search has ended.
    pub const fn advance(&mut self, steps: i64) -> bool {
        let mut k = 0;
        while k < steps && !self.is_done {
            self.step();
            k += 1;
        }
        self.is_done
    }

    const fn step(&mut self) {
        if self.swizzles.is_none() && !self.next_strides() {
            return self.walk();
        }
        let Some(swizzles) = &mut self.swizzles else { return };
        match swizzles.next() {
            Some(swizzle) => self.see(&swizzle),
            None => self.swizzles = None,
        }
    }

    /// Goes to the next strides that serve all accesses; false after the last ones.
    const fn next_strides(&mut self) -> bool {
        let Some(layout) = self.strides.next() else { return false };
        self.layout = layout;
        let mut k = 0;
        while k < self.problem.uses.len() {
            let pattern = match self.problem.pattern(k, &layout) {
                Ok(pattern) => pattern,
                Err(error) => return self.refuse(error),
            };
            self.linear[k] = LinearAccess::of(&pattern, self.problem.memory);
            if self.linear[k].is_none()
                && let Err(error) = legal(&pattern, self.problem.memory.lanes)
            {
                return self.refuse(error);
            }
            k += 1;
        }
        let Problem { space, .. } = *self.problem;
        let (element, kept) = (self.problem.element(), self.problem.kept());
        self.swizzles =
            Some(Swizzles::new(&layout, space.maps, element, kept, self.problem.bank_bits()));
        true
    }

    /// Counts strides that do not serve an access as one candidate.
    const fn refuse(&mut self, error: LayoutError) -> bool {
        self.failure = Some(error);
        self.seen += 1;
        true
    }

    /// Counts the candidate of the strides of this moment and a swizzle of addresses.
    const fn see(&mut self, swizzle: &Swizzle) {
        let place = self.seen;
        self.seen += 1;
        let Some(elements) = of_elements(swizzle, self.problem.element()) else { return };
        let Ok(composed) = ComposedLayout::new(elements, 0, self.layout) else { return };
        if let Some(most) = self.problem.space.bytes
            && composed.bounds().1 >= most >> self.problem.element()
        {
            return;
        }
        let limit = self.limit();
        let cost = self.cost(&composed, swizzle, if place == 0 { i64::MAX } else { limit });
        if place == 0 {
            self.before = cost;
        }
        if cost < limit {
            let map = Map::Swizzle(elements);
            self.take(cost, map, place);
        }
    }

    const fn take(&mut self, cost: i64, map: Map, place: i64) {
        self.best = Some(Solution {
            layout: self.layout,
            map,
            before: self.before,
            cost,
            least: self.least,
            bound: self.bound,
            seen: 0,
            place,
            is_exhausted: false,
        });
        self.is_done = cost <= self.bound;
    }

    /// The cost of a candidate, as long as it is below `limit`.
    const fn cost(&mut self, composed: &ComposedLayout, swizzle: &Swizzle, limit: i64) -> i64 {
        let (mut sum, mut k) = (0_i64, 0);
        while k < self.problem.uses.len() && sum < limit {
            let times = self.problem.uses[k].times;
            let wavefronts = match &self.linear[k] {
                Some(linear) => linear.swizzled(swizzle),
                None => {
                    self.counted(k, composed, (limit - sum).div_euclid(times).saturating_add(1))
                }
            };
            sum = sum.saturating_add(wavefronts.saturating_mul(times));
            k += 1;
        }
        sum
    }

    /// The wavefronts of access `k` by its addresses, as long as they are below `limit`.
    const fn counted(&mut self, k: usize, composed: &ComposedLayout, limit: i64) -> i64 {
        let memory = self.problem.memory;
        let (Ok(pattern), Ok(served)) =
            (self.problem.pattern(k, &self.layout), memory.served(&self.problem.uses[k].access))
        else {
            return i64::MAX;
        };
        let pattern = pattern.on(composed);
        // A swizzle above the bits of an access keeps its values together; 12 bytes have no such bits.
        let access = pattern.access();
        let is_whole = access.width() == access.alignment();
        let places = if is_whole { Places::Addresses } else { Places::Checked };
        let (mut sum, mut r) = (0, 0);
        while r < pattern.requests(memory.lanes) && sum < limit {
            let request = match pattern.request_of(memory.lanes, r, places) {
                Ok(request) => request,
                Err(_) => return i64::MAX,
            };
            sum += self.counter.count(served, memory.word, &request).wavefronts;
            r += 1;
        }
        sum
    }

    /// A node of the walk of linear maps.
    ///
    /// A walk only looks for maps that cost as little as the bound, since most classes below a dearer one end in nothing. If none
    /// does, the least cost that it left out is the next bound, for another walk from the root.
    const fn walk(&mut self) {
        let Some(mut tree) = self.tree else {
            self.is_done = true;
            return;
        };
        let accesses = self.accesses;
        let cost = tree.bound(accesses.split_at(self.problem.uses.len()).0, &self.times());
        if cost <= self.bound && !tree.is_leaf() {
            tree.descend();
        } else {
            // Only what is cut off, or is a leaf, counts as seen.
            let place = self.seen;
            self.seen += 1;
            if tree.is_leaf() && cost < self.limit() {
                let map = matrix(tree.rows(), self.problem.kept(), self.end());
                self.take(cost, Map::Linear(of_offsets(&map, self.problem.element())), place);
            }
            if cost < self.next {
                self.next = cost;
            }
            tree.skip();
        }
        self.tree = Some(tree);
        if tree.is_done() && self.limit() <= self.next {
            self.is_done = true;
        } else if tree.is_done() {
            (self.bound, self.next) = (self.next, i64::MAX);
            self.tree = Some(self.root());
        }
    }

    /// The least cost so far.
    const fn limit(&self) -> i64 {
        match &self.best {
            Some(best) => best.cost,
            None => i64::MAX,
        }
    }

    /// The best candidate so far.
    ///
    /// # Errors
    /// As [`Problem::solve`].
    pub const fn solution(&self) -> Result<Solution, LayoutError> {
        match (&self.best, self.failure) {
            (Some(best), _) => {
                let bound = if self.is_done { best.cost } else { self.bound };
                let (seen, is_exhausted) = (self.seen, self.is_done);
                Ok(Solution { bound, seen, is_exhausted, ..*best })
            }
            (None, _) if !self.is_done => {
                Err(self.problem.refused(MemoryRule::NoneYet { seen: self.seen }))
            }
            (None, Some(error)) => Err(error),
            (None, None) => Err(self.problem.refused(MemoryRule::NoCandidate)),
        }
    }
}

/// Whether a layout serves each request.
const fn legal(pattern: &AccessPattern, lanes: u32) -> Result<(), LayoutError> {
    let mut k = 0;
    while k < pattern.requests(lanes) {
        if let Err(error) = pattern.request(lanes, k) {
            return Err(error);
        }
        k += 1;
    }
    Ok(())
}

/// The matrix of offsets of a matrix of addresses that keeps the bytes of an element together.
const fn of_offsets(map: &BitMatrix, element: u32) -> BitMatrix {
    let end = map.outputs() - element;
    let (mut out, mut k) = (BitMatrix::zero(end, end), 0);
    while k < end {
        out.set(k, map.columns()[(k + element) as usize] >> element);
        k += 1;
    }
    out
}

impl Problem<'_> {
    /// The phases of all requests of access `k`, each of which takes a wavefront.
    pub(crate) const fn phases(&self, k: usize) -> Result<i64, LayoutError> {
        match self.pattern(k, &self.layout) {
            Ok(pattern) => match LinearAccess::of(&pattern, self.memory) {
                Some(linear) => Ok(linear.phases),
                None => pattern.phases(self.memory),
            },
            Err(error) => Err(error),
        }
    }
}
