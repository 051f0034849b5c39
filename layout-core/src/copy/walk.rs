//! A candidate: how threads and values walk the modes, and the layouts of that walk.
//!
//! ```text
//! coordinate in mode k = vector + n (thread + t repetition)       CopyRepeats::Strided
//!                        vector + n (repetition + r thread)       CopyRepeats::Adjacent
//! ```
//!
//! `n` is the number of elements of a vector in the mode that has one and 1 in all others, `t` the threads of the mode, and `r` the
//! repetitions, as many as the extent needs. A coordinate past the extent is masked.

use crate::copy::modes::{CopyModes, MAX_COPY_MODES, Walker, leaf};
use crate::error::{LayoutError, Operation, Rule};
use crate::layout::order::next_order;
use crate::number::tri;
use crate::value::{IntTuple, Layout, Tiler};

/// The most modes of values: a vector, repetitions, and copies in registers.
const MAX_VALUES: usize = MAX_COPY_MODES + 2;

/// Where a thread's next vector is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyRepeats {
    /// Past the vectors of all threads: a tile of CuTe's `make_tiled_copy`, repeated.
    Strided,
    /// Next to its last one: values of CuTe's `make_layout_tv`, the raked product.
    Adjacent,
}

/// How threads and values walk the modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopyWalk {
    /// The modes from the fastest one of the threads to the slowest.
    pub(crate) order: [u8; MAX_COPY_MODES],
    /// The threads of each mode.
    pub(crate) threads: [i64; MAX_COPY_MODES],
    /// The mode of the vectors, and their elements.
    pub(crate) vector: usize,
    pub(crate) count: i64,
    pub(crate) repeats: CopyRepeats,
}

impl CopyWalk {
    /// The elements of a vector in mode `k`.
    pub(crate) const fn width(&self, k: usize) -> i64 {
        if k == self.vector { self.count } else { 1 }
    }

    /// The repetitions of mode `k`.
    pub(crate) const fn repetitions(&self, modes: &CopyModes, k: usize) -> i64 {
        let step = self.width(k) * self.threads[k];
        (modes.all()[k].extent + step - 1) / step
    }

    /// The steps of a thread and of a repetition in the coordinate of mode `k`.
    pub(crate) const fn steps(&self, modes: &CopyModes, k: usize) -> (i64, i64) {
        let width = self.width(k);
        match self.repeats {
            CopyRepeats::Strided => (width, width * self.threads[k]),
            CopyRepeats::Adjacent => (width * self.repetitions(modes, k), width),
        }
    }

    /// The values of a thread.
    pub(crate) const fn values(&self, modes: &CopyModes) -> i64 {
        let (mut values, mut k) = (self.count, 0);
        while k < modes.all().len() {
            values *= self.repetitions(modes, k);
            k += 1;
        }
        values
    }

    /// The thread-value layout, to this. To the tile, it ends with the values that registers repeat.
    pub(crate) const fn layout(
        &self,
        modes: &CopyModes,
        onto: WalkTarget,
    ) -> Result<Layout, LayoutError> {
        let (mut threads, mut values) =
            ([Layout::EMPTY; MAX_COPY_MODES], [Layout::EMPTY; MAX_VALUES]);
        let (mut thread_count, mut value_count) = (0, 0);
        if self.count > 1 {
            values[0] = tri!(onto.leaf(modes, self.vector, self.count, 1));
            value_count = 1;
        }
        let mut i = 0;
        while i < modes.all().len() {
            let k = self.order[i] as usize;
            let (thread, repetition) = self.steps(modes, k);
            if self.threads[k] > 1 {
                threads[thread_count] = tri!(onto.leaf(modes, k, self.threads[k], thread));
                thread_count += 1;
            }
            let count = self.repetitions(modes, k);
            if count > 1 {
                values[value_count] = tri!(onto.leaf(modes, k, count, repetition));
                value_count += 1;
            }
            i += 1;
        }
        if let WalkTarget::Tile = onto
            && let Some(repeated) = tri!(modes.repeated())
        {
            values[value_count] = repeated;
            value_count += 1;
        }
        let threads = tri!(mode_of(threads.split_at(thread_count).0));
        threads.concat(&tri!(mode_of(values.split_at(value_count).0)))
    }
}

/// The modes as one: a single one as it is, and none as `1:0`.
pub(crate) const fn mode_of(modes: &[Layout]) -> Result<Layout, LayoutError> {
    match modes {
        [] => leaf(1, 0),
        [mode] => Ok(*mode),
        _ => Layout::from_modes(modes),
    }
}

/// What a thread-value layout maps to.
#[derive(Clone, Copy)]
pub(crate) enum WalkTarget {
    /// Offsets in an operand, before its swizzle.
    Side(usize),
    /// Coordinates of the modes.
    Coordinates,
    /// Linear coordinates of the tile.
    Tile,
}

impl WalkTarget {
    /// `extent` coordinates of mode `k`, each `step` past the last.
    const fn leaf(
        self,
        modes: &CopyModes,
        k: usize,
        extent: i64,
        step: i64,
    ) -> Result<Layout, LayoutError> {
        match self {
            Self::Side(side) => {
                let by = modes.all()[k].steps[side];
                match step.checked_mul(by) {
                    Some(stride) => leaf(extent, stride),
                    None => {
                        let rule = Rule::Overflow { a: step, operator: '*', b: by };
                        Err(LayoutError::alone(Operation::Make, rule))
                    }
                }
            }
            Self::Coordinates => match IntTuple::unit(step, &[k]) {
                Ok(stride) => Layout::new(IntTuple::leaf(extent), stride),
                Err(error) => Err(error),
            },
            Self::Tile => {
                let tile = tri!(modes.tile_of(k));
                if tile.leaf_count() == 1 {
                    return leaf(extent, step * tile.leaf(0).1);
                }
                tile.compose(&Tiler::whole(tri!(leaf(extent, step))))
            }
        }
    }
}

/// The walks of a space, in order: widths from the widest, orders of the modes, threads of each mode, repetitions.
#[derive(Clone, Copy)]
pub(crate) struct CopyWalks {
    modes: CopyModes,
    threads: i64,
    /// The elements of the widest vector, and the repetitions.
    widest: i64,
    repeats: Option<CopyRepeats>,
    now: Option<CopyWalk>,
}

impl CopyWalks {
    pub(crate) const fn new(
        modes: &CopyModes,
        threads: i64,
        widest: i64,
        repeats: Option<CopyRepeats>,
    ) -> Self {
        Self { modes: *modes, threads, widest, repeats, now: None }
    }

    /// The elements of a vector of the last walk.
    pub(crate) const fn count(&self) -> i64 {
        match &self.now {
            Some(walk) => walk.count,
            None => 0,
        }
    }

    /// The next walk, and `None` after the last one.
    pub(crate) const fn next(&mut self) -> Option<CopyWalk> {
        let found = match self.now {
            Some(mut walk) => {
                if self.next_repeats(&mut walk)
                    || self.next_threads(&mut walk)
                    || self.next_order(&mut walk)
                {
                    Some(walk)
                } else {
                    self.first(walk.count - 1)
                }
            }
            None => self.first(self.widest),
        };
        if found.is_some() {
            self.now = found;
        }
        found
    }

    /// The first walk with vectors of `count` elements.
    pub(crate) const fn of_width(&self, count: i64) -> Option<CopyWalk> {
        match self.first(count) {
            Some(walk) if walk.count == count => Some(walk),
            _ => None,
        }
    }

    /// Leaves out the other walks with vectors of as many elements.
    pub(crate) const fn skip_width(&mut self) -> Option<CopyWalk> {
        let found = match self.now {
            Some(walk) => self.first(walk.count - 1),
            None => None,
        };
        if found.is_some() {
            self.now = found;
        }
        found
    }

    /// The first walk with vectors of at most `count` elements.
    const fn first(&self, mut count: i64) -> Option<CopyWalk> {
        while count >= 1 {
            if let Some(vector) = self.vector(count) {
                let repeats = match self.repeats {
                    Some(repeats) => repeats,
                    None => CopyRepeats::Strided,
                };
                let (mut order, threads, mut k) = ([0; MAX_COPY_MODES], [1; MAX_COPY_MODES], 0);
                while k < MAX_COPY_MODES {
                    order[k] = k as u8;
                    k += 1;
                }
                let mut walk = CopyWalk { order, threads, vector, count, repeats };
                if self.is_free() {
                    self.fill(&mut walk, 0, self.threads);
                } else {
                    k = 0;
                    while k < self.modes.all().len() {
                        walk.threads[k] = self.modes.all()[k].threads;
                        k += 1;
                    }
                }
                return Some(walk);
            }
            count -= 1;
        }
        None
    }

    /// The mode that has vectors of `count` elements: neighbours in each memory, or one element of the source that is repeated.
    /// Modes that continue each other in this pass alone are not joined.
    const fn vector(&self, count: i64) -> Option<usize> {
        use crate::copy::MemorySpace;
        if count == 1 {
            return Some(0);
        }
        let mut k = 0;
        while k < self.modes.all().len() {
            let mode = &self.modes.all()[k];
            let [from, to] = mode.steps;
            let reads = self.modes.places[0].is(MemorySpace::Registers) || from == 1;
            let writes = self.modes.places[1].is(MemorySpace::Registers) || to == 1;
            let repeats = from == 0 && to == 1 && !self.modes.places[0].is(MemorySpace::Registers);
            let is_held = matches!(mode.walker, Walker::Threads);
            if !is_held && (reads && writes || repeats) && mode.extent % count == 0 {
                return Some(k);
            }
            k += 1;
        }
        None
    }

    /// Whether the plan distributes the modes.
    const fn is_free(&self) -> bool {
        !self.modes.all().is_empty() && matches!(self.modes.all()[0].walker, Walker::Any)
    }

    const fn next_repeats(&self, walk: &mut CopyWalk) -> bool {
        if !self.is_free()
            || self.repeats.is_some()
            || matches!(walk.repeats, CopyRepeats::Adjacent)
        {
            if self.repeats.is_none() {
                walk.repeats = CopyRepeats::Strided;
            }
            return false;
        }
        // Both are one walk unless a mode has threads and repetitions.
        let mut k = 0;
        while k < self.modes.all().len() {
            if walk.threads[k] > 1 && walk.repetitions(&self.modes, k) > 1 {
                walk.repeats = CopyRepeats::Adjacent;
                return true;
            }
            k += 1;
        }
        false
    }

    /// Divides `left` threads over the modes from position `at` on, as many as possible to the fastest.
    const fn fill(&self, walk: &mut CopyWalk, at: usize, left: i64) {
        let (mut at, mut left, len) = (at, left, self.modes.all().len());
        while at < len {
            let threads = if at + 1 < len { self.factor(walk, at, left, left) } else { left };
            walk.threads[walk.order[at] as usize] = threads;
            left /= threads;
            at += 1;
        }
    }

    /// The greatest divisor of `left`, of `most` at most, that the mode at a position has vectors for: as many as its vectors, or as
    /// the next divisor of all threads. The slowest mode has the rest, and masks what it has no vectors for.
    const fn factor(&self, walk: &CopyWalk, at: usize, left: i64, most: i64) -> i64 {
        let k = walk.order[at] as usize;
        let mut needed = self.modes.all()[k].extent / walk.width(k);
        while needed < self.threads && self.threads % needed != 0 {
            needed += 1;
        }
        let mut threads = if needed < most { needed } else { most };
        while left % threads != 0 {
            threads -= 1;
        }
        threads
    }

    /// The next threads of the modes: from as many as possible in the fastest mode on.
    const fn next_threads(&self, walk: &mut CopyWalk) -> bool {
        if !self.is_free() {
            return false;
        }
        let len = self.modes.all().len();
        let (mut left, mut at) = (walk.threads[walk.order[len - 1] as usize], len - 1);
        while at > 0 {
            at -= 1;
            let now = walk.threads[walk.order[at] as usize];
            left *= now;
            if now > 1 {
                let next = self.factor(walk, at, left, now - 1);
                walk.threads[walk.order[at] as usize] = next;
                self.fill(walk, at + 1, left / next);
                return true;
            }
        }
        false
    }

    /// The next order of the modes, in lexicographic order, with the first threads.
    const fn next_order(&self, walk: &mut CopyWalk) -> bool {
        if !self.is_free() {
            return false;
        }
        if !next_order(walk.order.split_at_mut(self.modes.all().len()).0) {
            return false;
        }
        self.fill(walk, 0, self.threads);
        true
    }
}
