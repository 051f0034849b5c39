//! [`Held`]: the indices of an axis that a shard holds, as blocks at periods.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

/// Blocks of `block` neighbours, `period` apart, from `start` on and below `end`.
///
/// One block has `period == block == end - start`. Blocks without an index have `end == start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) block: i64,
    pub(super) period: i64,
    /// The number of indices that the shard holds before these.
    pub(super) before: i64,
}

/// The indices that a shard holds, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    One(Blocks),
    /// Several, of which each ends before the next one starts. None is empty.
    Many(Arc<[Blocks]>),
}

impl Blocks {
    /// The indices from `start` to `end`.
    pub(super) const fn run(start: i64, end: i64) -> Self {
        let size = if end > start { end - start } else { 1 };
        Self { start, end, block: size, period: size, before: 0 }
    }

    /// The indices of every `parts`th block of a range, from block `turn` on.
    pub(super) fn cyclic([start, end]: [i64; 2], block: i64, parts: usize, turn: usize) -> Self {
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
        Self { start: first, end, block, period, before: 0 }
    }

    /// `count` whole blocks.
    pub(super) const fn whole(start: i64, block: i64, period: i64, count: i64) -> Self {
        if count < 2 || block == period {
            return Self::run(start, start + block * count);
        }
        Self { start, end: start + (count - 1) * period + block, block, period, before: 0 }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.end <= self.start
    }

    pub(super) const fn is_run(&self) -> bool {
        self.end - self.start <= self.block
    }

    /// The first index from `index` on.
    pub(super) fn next(&self, index: i64) -> Option<i64> {
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

    /// The number in the shard of an index that is held.
    pub(super) const fn local(&self, index: i64) -> i64 {
        let from = index - self.start;
        self.before + from / self.period * self.block + from % self.period
    }

    /// The index with this number in the shard.
    pub(super) const fn global(&self, local: i64) -> i64 {
        let local = local - self.before;
        self.start + local / self.block * self.period + local % self.block
    }

    /// The numbers in the shard.
    const fn locals(&self) -> Range<i64> {
        self.before..self.before + self.count()
    }

    /// The start of the last block.
    const fn last(&self) -> i64 {
        self.start + (self.end - self.start - 1) / self.period * self.period
    }

    /// These blocks and the next ones as one, where they follow each other. The last block must be whole.
    fn joined(&self, next: &Self) -> Option<Self> {
        if self.is_run() && next.is_run() && self.end == next.start {
            return Some(Self { before: self.before, ..Self::run(self.start, next.end) });
        }
        let period = next.start - self.last();
        let is_whole = self.end - self.last() == self.block;
        // The last block of a period may be short.
        let is_like = self.block == next.block || next.is_run() && next.block < self.block;
        let continues = is_whole
            && is_like
            && (self.is_run() || self.period == period)
            && (next.is_run() || next.period == period);
        continues.then_some(Self { end: next.end, period, ..*self })
    }
}

impl Held {
    /// The indices from `start` to `end`.
    pub(super) const fn run(start: i64, end: i64) -> Self {
        Self::One(Blocks::run(start, end))
    }

    pub(super) fn blocks(&self) -> &[Blocks] {
        match self {
            Self::One(blocks) => core::slice::from_ref(blocks),
            Self::Many(list) => list,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The number of indices.
    pub(super) fn count(&self) -> i64 {
        self.blocks().last().map_or(0, |last| last.locals().end)
    }

    /// The number of an index that is held.
    pub(super) fn local(&self, index: i64) -> i64 {
        let blocks = self.blocks();
        blocks[blocks.partition_point(|blocks| blocks.end <= index)].local(index)
    }

    /// The index with this number.
    pub(super) fn global(&self, local: i64) -> i64 {
        let blocks = self.blocks();
        blocks[blocks.partition_point(|blocks| blocks.locals().end <= local)].global(local)
    }

    /// Calls `found` with all blocks of the one and of the other that share indices, in order, and with some that share none.
    pub(super) fn each_pair(&self, other: &Self, mut found: impl FnMut(&Blocks, &Blocks)) {
        let (a, b) = (self.blocks(), other.blocks());
        // What ends before the other starts is passed over, save for the last blocks.
        let first = |list: &[Blocks], from: i64| {
            list.partition_point(|blocks| blocks.end <= from).min(list.len() - 1)
        };
        let (mut i, mut j) = (first(a, b[0].start), first(b, a[0].start));
        while i < a.len() && j < b.len() {
            found(&a[i], &b[j]);
            if a[i].end <= b[j].end { i += 1 } else { j += 1 }
        }
    }

    /// The ranges of neighbours, in order.
    pub(super) fn ranges(self) -> impl Iterator<Item = Range<i64>> {
        let (mut k, mut next) = (0, None::<i64>);
        let mut range = move || {
            let blocks = *self.blocks().get(k)?;
            let start = next.unwrap_or(blocks.start);
            let end = (start + blocks.block).min(blocks.end);
            next = (end < blocks.end).then_some(start + blocks.period);
            k += usize::from(next.is_none());
            Some(start..end)
        };
        let mut ahead = range();
        core::iter::from_fn(move || {
            let mut found = ahead.take()?;
            ahead = range();
            // Neighbours of two blocks are one range.
            while let Some(next) = &ahead
                && next.start == found.end
            {
                found.end = next.end;
                ahead = range();
            }
            (!found.is_empty()).then_some(found)
        })
    }

    /// The indices of those numbers that are in `choices`: blocks in ascending order. Takes the steps from what is `left`, or
    /// is `None`.
    pub(super) fn chosen(&self, choices: &[Blocks], left: &mut usize) -> Option<Self> {
        let blocks = self.blocks();
        let mut out: Vec<Blocks> = Vec::new();
        let mut push = |new: Blocks| {
            *left = left.checked_sub(1)?;
            let before = out.last().map_or(0, |last| last.locals().end);
            let new = Blocks { before, ..new };
            match out.last().and_then(|last| last.joined(&new)) {
                Some(joined) => *out.last_mut()? = joined,
                None => out.push(new),
            }
            Some(())
        };
        // The first blocks from `k` on with numbers from `local` on.
        let skip = |k: usize, local: i64| {
            k + blocks[k..].partition_point(|blocks| blocks.locals().end <= local)
        };
        let mut k = 0;
        for choice in choices.iter().filter(|choice| !choice.is_empty()) {
            k = skip(k, choice.start);
            let here = &blocks[k];
            let is_inside = choice.end <= here.locals().end;
            // All choices begin at one place of their blocks, and end in them.
            let place = (choice.start - here.before) % here.block;
            let is_alike = choice.period % here.block == 0 && place + choice.block <= here.block;
            if is_inside && (here.is_run() || is_alike && !choice.is_run()) {
                let (start, step) = (here.global(choice.start), choice.period / here.block);
                let period = if here.is_run() { choice.period } else { step * here.period };
                let end = here.global(choice.end - 1) + 1;
                push(Blocks { start, end, block: choice.block, period, before: 0 })?;
                continue;
            }
            let mut start = choice.start;
            while start < choice.end {
                let end = (start + choice.block).min(choice.end);
                let mut from = start;
                while from < end {
                    k = skip(k, from);
                    let to = end.min(blocks[k].locals().end);
                    blocks[k].window(from, to, &mut push)?;
                    from = to;
                }
                start += choice.period;
            }
        }
        Some(match out[..] {
            [] => Self::run(0, 0),
            [one] => Self::One(one),
            _ => Self::Many(out.into()),
        })
    }
}

impl Blocks {
    /// The indices with the numbers from `from` to `to`: the end of a block, whole blocks, and the start of a block.
    fn window(
        &self,
        mut from: i64,
        to: i64,
        push: &mut impl FnMut(Self) -> Option<()>,
    ) -> Option<()> {
        let place = (from - self.before) % self.block;
        if place > 0 {
            let size = (self.block - place).min(to - from);
            let start = self.global(from);
            push(Self::run(start, start + size))?;
            from += size;
        }
        let whole = (to - from) / self.block;
        if whole > 0 {
            push(Self::whole(self.global(from), self.block, self.period, whole))?;
            from += whole * self.block;
        }
        if from < to {
            let start = self.global(from);
            push(Self::run(start, start + to - from))?;
        }
        Some(())
    }
}
