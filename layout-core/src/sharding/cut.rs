//! How one axis of an array is cut, and the indices that each shard holds.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::held::{Blocks, Held};
use super::meet::{gcd, inverse};

/// The greatest number of blocks that the shards of an axis with [strided](Split::Strided) cuts have together: 40 MiB.
pub(super) const MOST_BLOCKS: usize = 1 << 20;

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
    /// The axis is cut into this many chunks as `Block` cuts it, and each chunk again: shard `s` holds part `s` of every chunk.
    /// PyTorch's `_StridedShard`, whose split factor is the number of chunks. One chunk is `Block`.
    ///
    /// ```
    /// use layout_core::sharding::Sharding;
    /// // Chunks 0..4, 4..8 and 8..11.
    /// let a: Sharding = "(11/x*3) on [x=3]".parse()?;
    /// let held = |device| a.ranges(device, 0).unwrap().collect::<Vec<_>>();
    /// assert_eq!(held(0), [0..2, 4..6, 8..9]);
    /// assert_eq!(held(1), [2..4, 6..8, 9..10]);
    /// assert_eq!(held(2), [10..11]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    Strided(i64),
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
    /// What each shard holds, where a cut is strided: a shard is then not a range of an earlier one.
    listed: Option<Arc<[Held]>>,
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

impl Level {
    /// The part of this cut that has number `local` of `count` elements.
    fn part_of(&self, local: i64, count: i64) -> usize {
        let within = |local: i64, count: i64| (local / chunk(count, self.parts)) as usize;
        match self.split {
            Split::Block => within(local, count),
            Split::Cyclic { block, first } => {
                ((local / block % self.parts as i64) as usize + first) % self.parts
            }
            Split::Strided(chunks) => {
                let size = chunk_of(count, chunks);
                within(local % size, size.min(count - local / size * size))
            }
        }
    }

    /// The numbers that a part of this cut has of `count` elements.
    fn held(&self, part: usize, count: i64) -> [Blocks; 2] {
        let within = |count: i64| {
            let size = chunk(count, self.parts);
            let from = size.saturating_mul(part as i64).min(count);
            [from, from.saturating_add(size).min(count)]
        };
        match self.split {
            Split::Block => {
                let [start, end] = within(count);
                [Blocks::run(start, end), Blocks::run(count, count)]
            }
            Split::Cyclic { block, first } => {
                let turn = (part + self.parts - first) % self.parts;
                let held = Blocks::cyclic([0, count], block, self.parts, turn);
                [held, Blocks::run(count, count)]
            }
            Split::Strided(chunks) => {
                // Whole chunks, and a short one.
                let size = chunk_of(count, chunks);
                let (whole, rest) = (count / size, count % size);
                let ([from, to], [first, last]) = (within(size), within(rest));
                let chunks = if whole == 0 || from == to {
                    Blocks::run(0, 0)
                } else {
                    Blocks::whole(from, to - from, size, whole)
                };
                [chunks, Blocks::run(count - rest + first, count - rest + last)]
            }
        }
    }
}

impl Axis {
    pub(super) fn whole(extent: i64) -> Self {
        Self { extent, mesh_axes: Vec::new(), levels: Vec::new(), parts: 1, listed: None }
    }

    /// Cuts each shard over mesh axes. Returns whether the shards, if a cut is strided, have at most [`MOST_BLOCKS`] blocks.
    pub(super) fn cut(&mut self, mesh_axes: Vec<usize>, parts: usize, split: Split) -> bool {
        let level = Level { axes: mesh_axes.len(), parts, split };
        if self.listed.is_some() || matches!(split, Split::Strided(_)) {
            let (mut listed, mut left) = (Vec::new(), MOST_BLOCKS);
            for shard in 0..self.parts {
                let held = self.held(shard);
                for part in 0..parts {
                    let chosen = held.chosen(&level.held(part, held.count()), &mut left);
                    // A shard without blocks also takes a step.
                    let (Some(chosen), Some(rest)) = (chosen, left.checked_sub(1)) else {
                        return false;
                    };
                    listed.push(chosen);
                    left = rest;
                }
            }
            self.listed = Some(listed.into());
        }
        self.levels.push(level);
        self.mesh_axes.extend(mesh_axes);
        self.parts *= parts;
        true
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
        if let Some(listed) = &self.listed {
            return listed[shard].clone();
        }
        match self.dealt() {
            None => {
                let [start, end] = self.range(shard);
                Held::run(start, end)
            }
            Some((block, first, parts)) => {
                let turn = (shard % parts + parts - first) % parts;
                Held::One(Blocks::cyclic(self.range(shard / parts), block, parts, turn))
            }
        }
    }

    /// The number of indices of the largest shard.
    pub(super) fn most(&self) -> i64 {
        match &self.listed {
            Some(listed) => listed.iter().map(Held::count).max().unwrap_or(0),
            None if self.extent == 0 => 0,
            // The shard of index 0 has at least as many indices as any other.
            None => self.held(self.owner(0).0).count(),
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
        if self.listed.is_some() {
            return ((0..self.parts).collect(), false);
        }
        if let Held::One(blocks) = held {
            return self.near_blocks(blocks);
        }
        let (mut near, mut is_exact) = (Vec::new(), true);
        for blocks in held.blocks() {
            let (found, exact) = self.near_blocks(blocks);
            near.extend(found);
            is_exact &= exact;
        }
        near.sort_unstable();
        near.dedup();
        (near, is_exact)
    }

    fn near_blocks(&self, held: &Blocks) -> (Vec<usize>, bool) {
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
        if self.listed.is_some() {
            let (mut shard, mut local, mut count) = (0, index, self.extent);
            for level in &self.levels {
                let part = level.part_of(local, count);
                let [first, mut then] = level.held(part, count);
                then.before = first.count();
                count = then.before + then.count();
                local = if local < first.end { first.local(local) } else { then.local(local) };
                shard = shard * level.parts + part;
            }
            return (shard, local);
        }
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
fn turns(held: &Blocks, [start, end]: [i64; 2], block: i64, parts: usize) -> (Vec<usize>, bool) {
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
    chunk_of(n, parts as i64)
}

fn chunk_of(n: i64, parts: i64) -> i64 {
    (n / parts + i64::from(n % parts != 0)).max(1)
}
