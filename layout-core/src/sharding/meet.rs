//! The indices that two shards of one axis share, as a few runs: the common refinement of two cuts.
//!
//! A shard holds blocks at a period, or several such one after the other. Two runs of neighbours share one run. A run shares with blocks a head, whole blocks and a
//! tail. Blocks at periods `p` and `q` repeat together at `lcm(p, q)`, and with `g = gcd(p, q)` one of three ways is the
//! shortest:
//! 1. Block by block of the one: `q / g` blocks of period `p` before the relation repeats. Each shares with the other's
//!    blocks what a run does. One block where `q` divides `p`.
//! 2. As 1, with the two exchanged.
//! 3. Distance by distance: the starts of two blocks that meet are `d` apart with `-b < d < a`, where `a` and `b` are the sizes
//!    of the blocks, and `d` is known modulo `g`. For each `d` the pairs of blocks follow from the Chinese remainder theorem.
//!
//! The number of steps depends on blocks and periods only, never on the number of elements. Blocks of sizes without a common
//! divisor take as many steps as they have elements: [`steps`] counts them before, and the callers refuse too many.

use alloc::vec::Vec;

use super::held::{Blocks, Held};

/// The greatest number of modes of a run.
pub(super) const MAX_MODES: usize = 4;

/// Some indices of one axis that two shards share: places in the source and in the target, with modes `(extent, source
/// stride, target stride)`. Made by [`Transfer::runs`](super::Transfer::runs).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub(super) source: i64,
    pub(super) target: i64,
    pub(super) modes: [(i64, i64, i64); MAX_MODES],
    pub(super) rank: usize,
}

impl Run {
    /// The place of the first index on the axis of the source.
    pub const fn source(&self) -> i64 {
        self.source
    }

    /// The place of the first index on the axis of the target.
    pub const fn target(&self) -> i64 {
        self.target
    }

    /// The modes: extent, and the steps between two places in the source and in the target.
    pub fn modes(&self) -> &[(i64, i64, i64)] {
        &self.modes[..self.rank]
    }

    /// The number of indices.
    pub fn size(&self) -> i64 {
        self.modes[..self.rank].iter().map(|mode| mode.0).product()
    }
}

/// Indices of an axis: `first`, and modes `(extent, stride)`.
#[derive(Clone, Copy)]
struct Indices {
    first: i64,
    modes: [(i64, i64); MAX_MODES],
    rank: usize,
}

impl Indices {
    fn run(first: i64, end: i64) -> Self {
        let mut modes = [(1, 0); MAX_MODES];
        modes[0] = (end - first, 1);
        Self { first, modes, rank: 1 }
    }

    fn size(&self) -> i64 {
        self.modes[..self.rank].iter().map(|mode| mode.0).product()
    }

    fn repeated(mut self, count: i64, stride: i64) -> Self {
        if count > 1 {
            self.modes[self.rank] = (count, stride);
            self.rank += 1;
        }
        self
    }
}

/// The number of indices that two shards share.
pub(super) fn common(a: &Held, b: &Held) -> i64 {
    let mut size = 0;
    a.each_pair(b, |a, b| {
        let (low, high) = (a.start.max(b.start), a.end.min(b.end));
        if low >= high {
            return;
        }
        if a.is_run() {
            size += b.below(high) - b.below(low);
        } else if b.is_run() {
            size += a.below(high) - a.below(low);
        } else {
            each(a, b, &mut |run| size += run.size());
        }
    });
    size
}

/// [`common`], by adding up the runs of [`meet`].
pub(super) fn common_in_runs(a: &Held, b: &Held) -> i64 {
    let mut size = 0;
    a.each_pair(b, |a, b| each(a, b, &mut |run| size += run.size()));
    size
}

/// The number of steps in which [`meet`] and [`common`] find what two shards share, each of three runs at most.
pub(super) fn steps(a: &Held, b: &Held) -> i64 {
    let mut steps = 0_i64;
    a.each_pair(b, |a, b| {
        let (low, high) = (a.start.max(b.start), a.end.min(b.end));
        let of_pair = if low >= high || a.is_run() || b.is_run() {
            1
        } else {
            let (distances, blocks) = ways(a, b, high - low);
            distances.min(blocks[0]).min(blocks[1])
        };
        steps = steps.saturating_add(of_pair);
    });
    steps
}

/// The indices that two shards share, in runs that do not overlap.
pub(super) fn meet(source: &Held, target: &Held) -> Vec<Run> {
    let mut runs = Vec::new();
    source.each_pair(target, |source, target| {
        each(source, target, &mut |run| runs.push(placed(&run, source, target)));
    });
    if runs.len() > 2 {
        runs = merged(runs);
    }
    runs
}

/// Calls `found` with each run of the indices that the blocks of two shards share.
fn each(a: &Blocks, b: &Blocks, found: &mut dyn FnMut(Indices)) {
    let (low, high) = (a.start.max(b.start), a.end.min(b.end));
    if low < high {
        match (a.is_run(), b.is_run()) {
            (true, true) => found(Indices::run(low, high)),
            (true, false) => window(b, low, high, found),
            (false, true) => window(a, low, high, found),
            (false, false) => periodic(a, b, [low, high], found),
        }
    }
}

/// The places of indices that both shards hold.
fn placed(indices: &Indices, source: &Blocks, target: &Blocks) -> Run {
    let (from, to) = (source.local(indices.first), target.local(indices.first));
    let mut modes = [(1, 0, 0); MAX_MODES];
    for (mode, &(extent, stride)) in modes.iter_mut().zip(&indices.modes[..indices.rank]) {
        *mode = (extent, 0, 0);
        if extent > 1 {
            // A step of a mode is the step between its first two places.
            let next = indices.first + stride;
            *mode = (extent, source.local(next) - from, target.local(next) - to);
        }
    }
    Run { source: from, target: to, modes, rank: indices.rank }
}

/// The indices of `held` in `low..high`: a head, whole blocks, and a tail.
fn window(held: &Blocks, low: i64, high: i64, found: &mut dyn FnMut(Indices)) {
    let (low, high) = (low.max(held.start), high.min(held.end));
    if low >= high {
        return;
    }
    let mut next = (low - held.start) / held.period;
    let start = |block: i64| held.start + block * held.period;
    if low > start(next) {
        let end = high.min(start(next) + held.block);
        if low < end {
            found(Indices::run(low, end));
        }
        next += 1;
    }
    let reach = high - held.start - held.block;
    let whole = if reach < 0 { 0 } else { reach / held.period + 1 };
    if whole > next {
        let run = Indices::run(start(next), start(next) + held.block);
        found(run.repeated(whole - next, held.period));
        next = whole;
    }
    // `next` blocks precede `high`, so this is not an overflow: `next * period <= high - start + period`.
    let tail = held.start.saturating_add(next.saturating_mul(held.period));
    if tail < high {
        found(Indices::run(tail, high.min(tail + held.block)));
    }
}

/// The steps of each way to find what two shards of several blocks share in `len` indices: distances, and blocks of `a` and
/// of `b`.
fn ways(a: &Blocks, b: &Blocks, len: i64) -> (i64, [i64; 2]) {
    let g = gcd(a.period, b.period);
    let blocks =
        [(a, b), (b, a)].map(|(outer, inner)| (inner.period / g).min(len / outer.period + 1));
    ((a.block - 1 + b.block - 1) / g + 1, blocks)
}

/// The indices in `low..high` that two shards of several blocks share.
fn periodic(a: &Blocks, b: &Blocks, [low, high]: [i64; 2], found: &mut dyn FnMut(Indices)) {
    let g = gcd(a.period, b.period);
    let (distances, [of_a, of_b]) = ways(a, b, high - low);
    if distances <= of_a.min(of_b) && of_a.min(of_b) > 1 {
        by_distance(a, b, g, [low, high], found);
    } else if of_a <= of_b {
        by_block(a, b, b.period / g, [low, high], found);
    } else {
        by_block(b, a, a.period / g, [low, high], found);
    }
}

/// The shared indices by blocks of `outer`, whose relation to `inner` repeats after `turns` of them.
fn by_block(
    outer: &Blocks,
    inner: &Blocks,
    turns: i64,
    [low, high]: [i64; 2],
    found: &mut dyn FnMut(Indices),
) {
    let start = |block: i64| outer.start + block * outer.period;
    let mut next = (low - outer.start) / outer.period;
    if low > start(next) && repeats_in(inner, start(next), low) {
        let end = high.min(start(next) + outer.block);
        if low < end {
            window(inner, low, end, found);
        }
        next += 1;
    }
    let reach = high - outer.start - outer.block;
    let mut whole = if reach < 0 { 0 } else { reach / outer.period + 1 };
    if start(whole) < high && !repeats_in(inner, high, start(whole) + outer.block) {
        whole += 1;
    }
    for first in next..whole.min(next.saturating_add(turns)) {
        let count = (whole - first - 1) / turns + 1;
        // A stride that is not used may overflow.
        let stride = turns.saturating_mul(outer.period);
        window(inner, start(first), start(first) + outer.block, &mut |run| {
            found(run.repeated(count, stride));
        });
    }
    let tail = outer.start.saturating_add(whole.max(next).saturating_mul(outer.period));
    if tail < high {
        window(inner, tail, high.min(tail + outer.block), found);
    }
}

/// Whether the blocks of `held`, repeated without a first or a last one, meet `low..high`.
fn repeats_in(held: &Blocks, low: i64, high: i64) -> bool {
    let from = (low - held.start).rem_euclid(held.period);
    low < high && (from < held.block || from + (high - low) > held.period)
}

/// The shared indices by the distance between the starts of two blocks.
fn by_distance(
    a: &Blocks,
    b: &Blocks,
    g: i64,
    [low, high]: [i64; 2],
    found: &mut dyn FnMut(Indices),
) {
    let lcm = i128::from(a.period / g) * i128::from(b.period);
    let (steps, inverse) = (b.period / g, inverse(a.period / g, b.period / g));
    let between = i128::from(b.start) - i128::from(a.start);
    // The least distance above `-b.block` of the right class.
    let least = i128::from(1 - b.block);
    let mut d = least + (between - least).rem_euclid(i128::from(g));
    while d < i128::from(a.block) {
        // `a.start + i * a.period + d = b.start + j * b.period`.
        let i = ((between - d) / i128::from(g)).rem_euclid(i128::from(steps)) * i128::from(inverse)
            % i128::from(steps);
        let from = d.max(0);
        let len = (d + i128::from(b.block)).min(i128::from(a.block)) - from;
        let start = i128::from(a.start) + i * i128::from(a.period) + from;
        // The first of these runs that ends after `low`.
        let ends = i128::from(low) - len + 1;
        let start = ends + (start - ends).rem_euclid(lcm);
        let mut next = start;
        if next < i128::from(low) {
            found(Indices::run(low, (next + len).min(i128::from(high)) as i64));
            next += lcm;
        }
        let reach = i128::from(high) - len - next;
        if reach >= 0 {
            let count = reach / lcm + 1;
            let run = Indices::run(next as i64, (next + len) as i64);
            found(run.repeated(count as i64, lcm.min(i64::MAX.into()) as i64));
            next += count * lcm;
        }
        if next < i128::from(high) {
            found(Indices::run(next as i64, high));
        }
        d += i128::from(g);
    }
}

/// Joins runs of equal modes whose places are equally far apart.
fn merged(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable_by_key(|run| (run.modes, run.target));
    let mut out: Vec<Run> = Vec::with_capacity(runs.len());
    let mut rest = &runs[..];
    while let [first, after @ ..] = rest {
        let mut count = 1;
        if let [second, ..] = after
            && first.rank < MAX_MODES
        {
            let step = (second.source - first.source, second.target - first.target);
            let continues = |k: usize, run: &Run| {
                let k = k as i64 + 1;
                run.modes == first.modes
                    && run.source == first.source + k * step.0
                    && run.target == first.target + k * step.1
            };
            let more = after.iter().enumerate().take_while(|&(k, run)| continues(k, run)).count();
            if more > 0 {
                count += more;
                let mut run = *first;
                run.modes[run.rank] = (count as i64, step.0, step.1);
                run.rank += 1;
                out.push(run);
            }
        }
        if count == 1 {
            out.push(*first);
        }
        rest = &rest[count..];
    }
    out
}

pub(super) fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The inverse of `a` modulo `m`, to which `a` is prime. 0 modulo 1.
pub(super) fn inverse(a: i64, m: i64) -> i64 {
    let (mut r, mut next) = (i128::from(m), i128::from(a % m));
    let (mut t, mut next_t) = (0_i128, 1_i128);
    while next != 0 {
        let q = r / next;
        (r, next) = (next, r - q * next);
        (t, next_t) = (next_t, t - q * next_t);
    }
    t.rem_euclid(i128::from(m)) as i64
}
