//! How one axis of an array is cut, and the indices that each shard holds.

use alloc::vec::Vec;

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

    /// What shard `shard` holds.
    pub(super) fn held(&self, shard: usize) -> Held {
        let (mut start, mut end) = (0, self.extent);
        let (mut rest, mut parts) = (shard, self.parts);
        for level in &self.levels {
            parts /= level.parts;
            let part = rest / parts;
            rest %= parts;
            match level.split {
                Split::Block => {
                    let size = chunk(end - start, level.parts);
                    let from = size.saturating_mul(part as i64).min(end - start);
                    let to = from.saturating_add(size).min(end - start);
                    (start, end) = (start + from, start + to);
                }
                // The last level.
                Split::Cyclic { block, first } => {
                    let turn = (part + level.parts - first) % level.parts;
                    return Held::cyclic([start, end], block, level.parts, turn);
                }
            }
        }
        Held::run(start, end)
    }

    /// The shards whose indices can meet those of `held`, in order. The list may have others.
    pub(super) fn near(&self, held: &Held) -> Vec<usize> {
        let count = self.parts;
        if held.is_empty() {
            return Vec::new();
        }
        if self.is_blocks() {
            // The shards follow one another.
            let first = partition_point(count, |s| self.held(s).end <= held.start);
            let end = partition_point(count, |s| self.held(s).start < held.end);
            return (first..end).filter(|&s| !self.held(s).is_empty()).collect();
        }
        if let ([Level { split: Split::Cyclic { block, first }, .. }], true) =
            (&self.levels[..], held.is_run())
        {
            let (low, high) = (held.start / block, (held.end - 1) / block);
            if high - low < count as i64 - 1 {
                let part = |k: i64| ((k % count as i64) as usize + first) % count;
                let mut near: Vec<usize> = (low..=high).map(part).collect();
                near.sort_unstable();
                return near;
            }
        }
        (0..count).collect()
    }

    /// The shard and the place in it of an index.
    pub(super) fn owner(&self, index: i64) -> (usize, i64) {
        let (mut shard, mut start, mut end) = (0, 0, self.extent);
        for level in &self.levels {
            match level.split {
                Split::Block => {
                    let size = chunk(end - start, level.parts);
                    let part = (index - start) / size;
                    (start, end) = (start + part * size, (start + (part + 1) * size).min(end));
                    shard = shard * level.parts + part as usize;
                }
                Split::Cyclic { block, first } => {
                    let turn = ((index - start) / block % level.parts as i64) as usize;
                    shard = shard * level.parts + (turn + first) % level.parts;
                }
            }
        }
        (shard, self.held(shard).local(index))
    }
}

/// The size of a shard of `n` elements in `parts` blocks.
fn chunk(n: i64, parts: usize) -> i64 {
    (n / parts as i64 + i64::from(n % parts as i64 != 0)).max(1)
}

/// The first number below `count` for which `before` does not hold.
fn partition_point(count: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) { low = middle + 1 } else { high = middle }
    }
    low
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
