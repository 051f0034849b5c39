//! How one axis of an array is cut, and the indices that each shard holds.

use alloc::vec::Vec;

use super::meet::{gcd, inverse};

/// How an axis of an array is cut over `p` shards.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// let mesh = Mesh::new(&[("x", 4)])?;
/// let whole = Sharding::replicated(&mesh, &[10])?;
/// let held = |split| {
///     let cut = whole.clone().split(0, &["x"], split).unwrap();
///     (0..4).map(|device| cut.local_size(device).unwrap()).collect::<Vec<_>>()
/// };
/// assert_eq!(held(Split::Block), [3, 3, 3, 1]);
/// assert_eq!(held(Split::cyclic(1)), [3, 3, 2, 2]); // shard 1 holds 1, 5, 9
/// assert_eq!(held(Split::cyclic(2)), [4, 2, 2, 2]); // shard 0 holds 0, 1, 8, 9
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Shard `s` holds `ceil(n / p)` neighbours from `s * ceil(n / p)` on. The last shards may be short, or empty. XLA
    /// pads them, `torch.chunk` and MPI's `MPI_DISTRIBUTE_BLOCK` do not.
    Block,
    /// Index `i` is on shard `(i / block + first) mod p`: ScaLAPACK's block-cyclic cut, MPI's
    /// `MPI_DISTRIBUTE_CYCLIC(block)`, HPF's `CYCLIC(block)`, and `BLOCK(block)` where `block * p` is `n` or more.
    Cyclic {
        /// The number of neighbours in a block.
        block: i64,
        /// The shard of the first block.
        first: usize,
    },
}

impl Split {
    /// Blocks of `block` neighbours, the first one on shard 0.
    pub const fn cyclic(block: i64) -> Self {
        Self::Cyclic { block, first: 0 }
    }
}

/// The cuts of an axis of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) extent: i64,
    /// The mesh axes of all levels, from the slowest to the fastest: a shard's number is row-major over them.
    pub(super) mesh_axes: Vec<usize>,
    pub(super) levels: Vec<Level>,
    /// The number of shards.
    pub(super) parts: usize,
}

/// One cut of an axis, or of each of its shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// The number of mesh axes.
    pub(super) axes: usize,
    /// The number of shards that a cut makes.
    pub(super) parts: usize,
    pub(super) split: Split,
}

/// The indices that a shard holds: blocks of `block` neighbours, `period` apart, from `start` on and below `end`.
///
/// One block has `period == block == end - start`. An empty shard has `end == start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) block: i64,
    pub(super) period: i64,
}

impl Axis {
    pub(super) fn whole(extent: i64) -> Self {
        Self { extent, mesh_axes: Vec::new(), levels: Vec::new(), parts: 1 }
    }

    /// Whether each shard is one block, and the shards follow one another.
    pub(super) fn is_blocks(&self) -> bool {
        self.levels.iter().all(|level| level.split == Split::Block)
    }

    /// The last cut, if it is cyclic: its block, the shard of the first one, and its parts.
    fn dealt(&self) -> Option<(i64, usize, usize)> {
        match *self.levels.last()? {
            Level { split: Split::Cyclic { block, first }, parts, .. } => {
                Some((block, first, parts))
            }
            _ => None,
        }
    }

    /// What shard `shard` holds.
    pub(super) fn held(&self, shard: usize) -> Held {
        match self.dealt() {
            None => {
                let [start, end] = self.range(shard);
                Held::run(start, end)
            }
            Some((block, first, parts)) => {
                let turn = (shard % parts + parts - first) % parts;
                Held::cyclic(self.range(shard / parts), block, parts, turn)
            }
        }
    }

    /// The indices of a shard of the cuts into blocks, before a cyclic one.
    fn range(&self, shard: usize) -> [i64; 2] {
        let (mut start, mut end, mut rest) = (0, self.extent, shard);
        let mut parts = self.parts / self.dealt().map_or(1, |(_, _, parts)| parts);
        for level in self.levels.iter().filter(|level| level.split == Split::Block) {
            parts /= level.parts;
            let part = (rest / parts) as i64;
            rest %= parts;
            let size = chunk(end - start, level.parts);
            let from = size.saturating_mul(part).min(end - start);
            let to = from.saturating_add(size).min(end - start);
            (start, end) = (start + from, start + to);
        }
        [start, end]
    }

    /// The shard of the cuts into blocks that has an index, and its indices.
    fn range_of(&self, index: i64) -> (usize, [i64; 2]) {
        let (mut shard, mut start, mut end) = (0, 0, self.extent);
        for level in self.levels.iter().filter(|level| level.split == Split::Block) {
            let size = chunk(end - start, level.parts);
            let part = (index - start) / size;
            (start, end) = (start + part * size, (start + (part + 1) * size).min(end));
            shard = shard * level.parts + part as usize;
        }
        (shard, [start, end])
    }

    /// The shards that share indices with `held`, in order, and whether the list is exact: otherwise it may have others. The
    /// steps are as many as the shards of the list, save for a few on each shard of a cyclic cut.
    pub(super) fn near(&self, held: &Held) -> (Vec<usize>, bool) {
        let (mut near, mut is_exact) = (Vec::new(), true);
        let mut next = held.next(held.start);
        while let Some(index) = next {
            let (outer, range) = self.range_of(index);
            match self.dealt() {
                None => near.push(outer),
                Some((block, first, parts)) => {
                    let (mut turns, exact) = turns(held, range, block, parts);
                    // All turns are in order wherever the first one is.
                    if turns.len() < parts {
                        turns.iter_mut().for_each(|turn| *turn = (*turn + first) % parts);
                        turns.sort_unstable();
                    }
                    near.extend(turns.iter().map(|turn| outer * parts + turn));
                    is_exact &= exact;
                }
            }
            next = held.next(range[1]);
        }
        (near, is_exact)
    }

    /// The shard and the place in it of an index.
    pub(super) fn owner(&self, index: i64) -> (usize, i64) {
        let (mut shard, [start, _]) = self.range_of(index);
        if let Some((block, first, parts)) = self.dealt() {
            let turn = ((index - start) / block % parts as i64) as usize;
            shard = shard * parts + (turn + first) % parts;
        }
        (shard, self.held(shard).local(index))
    }
}

/// The turns of a cyclic cut of a range that share indices with `held`, each once, and whether the list is exact: otherwise it
/// may have others. All of them are in order.
///
/// Where the range is as long as the two periods together, the blocks of `held` begin at all indices of one class modulo the
/// greatest common divisor `g` of the periods. A block of `b` indices at `r + j * g` meets turn `t`, whose first block begins
/// at `t * block`, if `t * block + block - 1 - r`, modulo `g`, is one of the first `block + b - 1` numbers.
fn turns(held: &Held, [start, end]: [i64; 2], block: i64, parts: usize) -> (Vec<usize>, bool) {
    let count = parts as i64;
    let (low, high) = (held.start.max(start), held.end.min(end));
    let turn = |index: i64| (index - start) / block;
    if held.is_run() {
        let (first, last) = (turn(low), turn(high - 1));
        return if last - first >= count - 1 {
            ((0..parts).collect(), true)
        } else {
            ((first..=last).map(|turn| (turn % count) as usize).collect(), true)
        };
    }
    let period = block.saturating_mul(count);
    let g = gcd(held.period, period);
    let is_whole = i128::from(high - low) >= i128::from(held.period / g) * i128::from(period);
    // The blocks of the cut that a walk from one shared index to the next visits.
    let blocks = ((high - low) / held.period + 2).saturating_mul((held.block - 1) / block + 2);
    if !is_whole && blocks.min((high - low) / block + 2) <= 2 * count + 2 {
        let (mut found, mut next) = (Vec::new(), held.next(low));
        while let Some(index) = next.filter(|&index| index < high) {
            found.push((turn(index) % count) as usize);
            debug_assert!(found.len() <= 2 * parts + 2, "the steps are as many as the shards");
            next = held.next(start.saturating_add((turn(index) + 1).saturating_mul(block)));
        }
        found.sort_unstable();
        found.dedup();
        return (found, true);
    }
    let window = block - 1 + held.block;
    let h = gcd(block, g);
    let classes = g / h;
    if window >= g || classes == 1 {
        return ((0..parts).collect(), is_whole);
    }
    let (from, inverse) = (block - 1 - (held.start - start), inverse(block / h, classes));
    let mut found = Vec::new();
    for distance in (from.rem_euclid(h)..window).step_by(h as usize) {
        let first = ((distance - from) / h).rem_euclid(classes) * inverse % classes;
        found.extend((first as usize..parts).step_by(classes as usize));
    }
    found.sort_unstable();
    (found, is_whole)
}

/// The size of a shard of `n` elements in `parts` blocks.
fn chunk(n: i64, parts: usize) -> i64 {
    (n / parts as i64 + i64::from(n % parts as i64 != 0)).max(1)
}

impl Held {
    /// The indices from `start` to `end`.
    pub(super) const fn run(start: i64, end: i64) -> Self {
        let size = if end > start { end - start } else { 1 };
        Self { start, end, block: size, period: size }
    }

    /// The indices of every `parts`th block of a range, from block `turn` on.
    fn cyclic([start, end]: [i64; 2], block: i64, parts: usize, turn: usize) -> Self {
        let first = start.saturating_add(block.saturating_mul(turn as i64)).min(end);
        let period = block.saturating_mul(parts as i64);
        if end - first <= period {
            return Self::run(first, first.saturating_add(block).min(end));
        }
        if parts == 1 {
            return Self::run(first, end);
        }
        // Without the blocks of other shards at the end.
        let last = (end - first - 1) / period;
        let end = end.min(first + last * period + block);
        Self { start: first, end, block, period }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.end <= self.start
    }

    pub(super) const fn is_run(&self) -> bool {
        self.end - self.start <= self.block
    }

    /// The first index from `index` on.
    fn next(&self, index: i64) -> Option<i64> {
        if index >= self.end {
            return None;
        }
        let from = index.max(self.start);
        let place = (from - self.start) % self.period;
        let next = if place < self.block { from } else { from - place + self.period };
        (next < self.end).then_some(next)
    }

    /// The number of indices.
    pub(super) const fn count(&self) -> i64 {
        self.below(self.end)
    }

    /// The number of indices below `index`.
    pub(super) const fn below(&self, index: i64) -> i64 {
        let index = if index < self.end { index } else { self.end };
        if index <= self.start {
            return 0;
        }
        let (full, rest) = ((index - self.start) / self.period, (index - self.start) % self.period);
        full * self.block + if rest < self.block { rest } else { self.block }
    }

    /// The number of an index that is held.
    pub(super) const fn local(&self, index: i64) -> i64 {
        let from = index - self.start;
        from / self.period * self.block + from % self.period
    }

    /// The index with this number.
    pub(super) const fn global(&self, local: i64) -> i64 {
        self.start + local / self.block * self.period + local % self.block
    }
}
