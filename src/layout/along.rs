//! Loops over the coordinates of a shape along the smallest stride, on values.
//!
//! ```text
//! (n,m):(m,1)      for i in 0..n { for j in 0..m { f(m i + j) } }       the last leaf innermost
//! (n,m):(1,n)      for j in 0..m { for i in 0..n { f(i + n j) } }       the linear order: `Mapping::fold`
//! ```
//!
//! 1. The strides in the types decide if they can (`plan`): if all are static, or one of them is 1 or -1. These loops
//!    have constant strides, and no code for another order.
//! 2. Run-time strides are compared, once for each walk.
//! 3. If the linear order is the order along the smallest stride, `Mapping::fold` has the loops.
//! 4. Loops that continue each other become one, unless they need the coordinates: a loop over rows of three elements
//!    would cost more than the elements.

use crate::types::{AnyLayout, IntTuple, Mapping, OffsetMap, PlainLayout, PlainOf};
use core::marker::PhantomData;
use layout_core as value;

/// The most leaves whose loops are sorted. Loops over more leaves are in linear order.
const LOOPS: usize = 8;

/// The order of nested loops over the leaves of a shape.
enum Order {
    /// The first leaf innermost.
    Linear,
    /// The leaves of [`Plan::leaves`].
    Sorted,
    /// Run-time strides decide.
    Unknown,
}

/// What the types of a shape and its strides say about the order of loops.
struct Plan {
    order: Order,
    /// The leaves, the innermost loop first.
    leaves: [usize; LOOPS],
}

/// The leaves from left to right.
const FORWARD: [usize; LOOPS] = {
    let (mut leaves, mut k) = ([0; LOOPS], 0);
    while k < LOOPS {
        leaves[k] = k;
        k += 1;
    }
    leaves
};

/// The order of `count` leaves from right to left; from left to right if they are not sorted.
const fn backward(count: usize) -> [usize; LOOPS] {
    let (mut leaves, mut k) = (FORWARD, 0);
    while k < count && count <= LOOPS {
        leaves[k] = count - 1 - k;
        k += 1;
    }
    leaves
}

/// The key by which loops are sorted. A loop of one step, or with stride 0, belongs outside of the others.
#[inline(always)]
const fn key(extent: usize, stride: usize) -> usize {
    if extent == 1 || stride == 0 { usize::MAX } else { (stride as isize).unsigned_abs() }
}

/// [`key`] of leaf `k`, or `None` if run-time integers determine it.
const fn static_key(s: &value::IntTuple, d: &value::IntTuple, k: usize) -> Option<usize> {
    if s.is_known(k) && s.value(k) == 1 {
        Some(usize::MAX)
    } else if d.is_known(k) {
        Some(key(0, d.value(k) as usize))
    } else {
        None
    }
}

/// The order of loops over `s` for the strides `d`; if strides of `d` are equal, the strides `e` of another layout
/// decide.
const fn plan(s: &value::IntTuple, d: &value::IntTuple, e: &value::IntTuple) -> Plan {
    let count = s.leaf_count();
    if count > LOOPS {
        return Plan { order: Order::Linear, leaves: FORWARD };
    }
    // A loop is sorted by its stride in `d`, then by its stride in `e`; a run-time stride in `e` counts as 0.
    let (mut keys, mut unit, mut unknown, mut k) = ([(0, 0); LOOPS], None, false, 0);
    while k < count {
        match static_key(s, d, k) {
            Some(x) => {
                let y = match static_key(s, e, k) {
                    Some(y) => y,
                    None => 0,
                };
                keys[k] = (x, y);
                if x == 1 && unit.is_none() {
                    unit = Some(k);
                }
            }
            None => unknown = true,
        }
        k += 1;
    }
    // With all keys known the order is a constant. Otherwise a leaf of stride 1 or -1 goes innermost, because no stride
    // is shorter.
    let mut leaves = FORWARD;
    if !unknown {
        sort(&mut leaves, &keys, count);
    } else if let Some(unit) = unit {
        // The run-time strides are longer, or are as long in a loop of one step. A row-major layout has the leaf of
        // stride 1 last, and the other strides descend: unless a loop of several steps follows that leaf, the order is
        // reversed.
        let (mut after, mut k) = (false, unit + 1);
        while k < count {
            after |= !matches!(static_key(s, d, k), Some(usize::MAX));
            k += 1;
        }
        if !after {
            leaves = backward(count);
        }
        // Moves the leaf of stride 1 to the front, and the leaves before it back by one place.
        let mut at = 0;
        while leaves[at] != unit {
            at += 1;
        }
        while at > 0 {
            leaves[at] = leaves[at - 1];
            at -= 1;
        }
        leaves[0] = unit;
    } else if count > 1 {
        // No static stride says which loop is innermost: the walk compares the strides at run time.
        return Plan { order: Order::Unknown, leaves };
    }
    // If sorting changes nothing, the walk is `Mapping::fold`.
    let (mut is_linear, mut k) = (true, 0);
    while k < count {
        is_linear &= leaves[k] == k;
        k += 1;
    }
    Plan { order: if is_linear { Order::Linear } else { Order::Sorted }, leaves }
}

/// Sorts the first `count` leaves by their keys; leaves with equal keys keep their order.
#[inline(always)]
const fn sort(leaves: &mut [usize; LOOPS], keys: &[(usize, usize); LOOPS], count: usize) {
    // Bubble sort, which is stable: there are at most 8 leaves, and the function runs in `const`.
    let mut pass = 1;
    while pass < count {
        let mut k = 0;
        while k + pass < count {
            let ((a, c), (b, d)) = (keys[leaves[k]], keys[leaves[k + 1]]);
            if a > b || a == b && c > d {
                (leaves[k], leaves[k + 1]) = (leaves[k + 1], leaves[k]);
            }
            k += 1;
        }
        pass += 1;
    }
}

/// Whether [`sort`] changes the order of the first `count` leaves.
#[inline(always)]
const fn must_sort(keys: &[(usize, usize); LOOPS], count: usize) -> bool {
    let (mut must, mut k) = (false, 1);
    while k < count {
        let ((a, c), (b, d)) = (keys[k - 1], keys[k]);
        must |= a > b || a == b && c > d;
        k += 1;
    }
    must
}

/// Nested loops, the innermost first: their extents, and their strides in two layouts. Loops past the leaves have one step.
struct Nest {
    extents: [usize; LOOPS],
    d: [usize; LOOPS],
    e: [usize; LOOPS],
}

/// The loops `$k..` of a nest around `$body`, the outermost first.
macro_rules! nest {
    ($nest:ident $steps:ident $x:ident $y:ident; $body:expr;) => { $body };
    ($nest:ident $steps:ident $x:ident $y:ident; $body:expr; $k:literal $($rest:literal)*) => {{
        let (mut i, mut x, mut y) = (0, $x, $y);
        while i < $nest.extents[$k] {
            $steps[$k] = i;
            let ($x, $y) = (x, y);
            nest!($nest $steps $x $y; $body; $($rest)*);
            x = x.wrapping_add($nest.d[$k]);
            y = y.wrapping_add($nest.e[$k]);
            i += 1;
        }
    }};
}

impl Nest {
    /// The loops over `s` for the strides `d` and `e` in an order of the leaves.
    #[inline(always)]
    fn of<S: IntTuple>(s: S, d: impl IntTuple, e: impl IntTuple, leaves: &[usize; LOOPS]) -> Self {
        let (ones, zeros) = ([1; LOOPS], [0; LOOPS]);
        let (mut words, mut by_leaf) = ((ones, zeros, zeros), (ones, zeros, zeros));
        s.words(&mut by_leaf.0, 0);
        d.words(&mut by_leaf.1, 0);
        e.words(&mut by_leaf.2, 0);
        let mut k = 0;
        // Gathers the words in the order of the leaves; loops past the last leaf keep one step of stride 0.
        while k < S::LEAVES {
            let leaf = leaves[k];
            words.0[k] = by_leaf.0[leaf];
            words.1[k] = by_leaf.1[leaf];
            words.2[k] = by_leaf.2[leaf];
            k += 1;
        }
        Nest { extents: words.0, d: words.1, e: words.2 }
    }

    /// The keys of the loops, by which they are sorted.
    #[inline(always)]
    fn keys(&self, count: usize) -> [(usize, usize); LOOPS] {
        let mut keys = [(0, 0); LOOPS];
        for (k, found) in keys.iter_mut().enumerate().take(count) {
            let extent = self.extents[k];
            *found = (key(extent, self.d[k]), key(extent, self.e[k]));
        }
        keys
    }

    /// Merges loops that continue each other in both layouts. A loop that was merged has one step left.
    #[inline(always)]
    fn merge(mut self, count: usize) -> Self {
        // From the outermost loop inwards, so that several loops in a row merge into one.
        let mut k = count;
        while k > 1 {
            k -= 1;
            let (inner, outer) = (self.extents[k - 1], self.extents[k]);
            // The outer loop starts where the inner one ends, in both layouts: one loop does the steps of both.
            if inner.wrapping_mul(self.d[k - 1]) == self.d[k]
                && inner.wrapping_mul(self.e[k - 1]) == self.e[k]
            {
                (self.extents[k - 1], self.extents[k]) = (inner * outer, 1);
            }
        }
        self
    }

    /// Calls `f` with the step of each loop, and both offsets. Only the first `count` loops may have more than one step.
    #[inline(always)]
    fn run(&self, count: usize, mut f: impl FnMut(&[usize; LOOPS], usize, usize)) {
        self.rows(
            count,
            #[inline(always)]
            |&(mut steps), x, y| {
                nest!(self steps x y; f(&steps, x, y); 0);
            },
        );
    }

    /// [`run`](Self::run) with the innermost loop at its first step.
    #[inline(always)]
    fn rows(&self, count: usize, mut f: impl FnMut(&[usize; LOOPS], usize, usize)) {
        let (mut steps, x, y) = ([0; LOOPS], 0_usize, 0_usize);
        // `count` is a constant of the caller, so only one of these branches is compiled.
        if count <= 2 {
            nest!(self steps x y; f(&steps, x, y); 1);
        } else if count <= 4 {
            nest!(self steps x y; f(&steps, x, y); 3 2 1);
        } else {
            nest!(self steps x y; f(&steps, x, y); 7 6 5 4 3 2 1);
        }
    }
}

/// Calls `f` with the offset of each coordinate of `l`, along the smallest stride.
#[inline(always)]
pub(crate) fn each_offset<L: AnyLayout>(l: L, mut f: impl FnMut(isize)) {
    let (outer, plain) = l.parts();
    let (s, d) = (plain.shape(), plain.stride());
    // Without a coordinate, the outer loops of a shape such as (0,10^18) would still run.
    if s.count() == 0 {
        return;
    }
    let mut f = |x| f(outer.apply(x) as isize);
    match nest::<L, L>(l, l) {
        Some(nest) => nest.run(L::Shape::LEAVES, |_, x, _| f(x)),
        None => s.fold(d, 0, (), &mut |(), x| f(x)),
    }
}

/// Calls `f` with the offsets of `l` and `m` at each coordinate, along the smallest stride of `l`. The shapes are equal.
#[inline(always)]
pub(crate) fn each_offset_pair<L: AnyLayout, M: AnyLayout>(
    l: L,
    m: M,
    mut f: impl FnMut(isize, isize),
) {
    let ((outer, plain), (other_outer, other)) = (l.parts(), m.parts());
    let s = plain.shape();
    // Without a coordinate, the outer loops would still run.
    if s.count() == 0 {
        return;
    }
    let mut f = |x, y| f(outer.apply(x) as isize, other_outer.apply(y) as isize);
    match nest::<L, M>(l, m) {
        Some(nest) => nest.run(L::Shape::LEAVES, |_, x, y| f(x, y)),
        None => s.each_pair(plain.stride(), other.stride(), 0, 0, &mut f),
    }
}

/// The loops over the offsets of two layouts with one shape, along the smallest stride of `l`. `None` if that is the
/// linear order.
#[inline(always)]
fn nest<L: AnyLayout, M: AnyLayout>(l: L, m: M) -> Option<Nest> {
    if const { matches!(PlanOf::<L, M>::PLAN.order, Order::Linear) } {
        return None;
    }
    let (plain, count) = (l.parts().1, L::Shape::LEAVES);
    let (s, d, e) = (plain.shape(), plain.stride(), m.parts().1.stride());
    let mut leaves = const { PlanOf::<L, M>::PLAN.leaves };
    if const { matches!(PlanOf::<L, M>::PLAN.order, Order::Unknown) } {
        let keys = Nest::of(s, d, e, &FORWARD).keys(count);
        // Strides that are in order already take `Mapping::fold`, which is compiled for the linear order.
        if !must_sort(&keys, count) {
            return None;
        }
        sort(&mut leaves, &keys, count);
    }
    Some(Nest::of(s, d, e, &leaves).merge(count))
}

/// Calls `f` with each natural coordinate of `l` and its offset, along the smallest stride.
#[inline(always)]
pub(crate) fn each_entry<L: AnyLayout>(
    l: L,
    mut f: impl FnMut(<L::Shape as IntTuple>::Coord, isize),
) {
    let (outer, plain) = l.parts();
    let (s, d) = (plain.shape(), plain.stride());
    if s.count() == 0 {
        return;
    }
    if const { L::Shape::LEAVES > LOOPS } {
        // More leaves than `LOOPS`: counts coordinates one by one in linear order.
        let (mut coord, mut x) = (l.shape().last_digits(0), 0);
        loop {
            f(coord, outer.apply(x) as isize);
            if coord.step(s, d, &mut x) {
                return;
            }
        }
    }
    each_row(
        l,
        l,
        l.shape(),
        #[inline(always)]
        |row| {
            for step in 0..row.extent {
                let x = row.starts[0].wrapping_add(step.wrapping_mul(row.strides[0]));
                f(row.coord::<L::Shape>(step), outer.apply(x) as isize)
            }
        },
    );
}

/// A run of the innermost loop over two layouts.
#[derive(Debug)]
pub struct Row {
    /// The number of steps.
    pub extent: usize,
    /// The offsets of the first step in both layouts, before a swizzle.
    pub starts: [usize; 2],
    /// The strides of both layouts.
    pub strides: [usize; 2],
    steps: [usize; LOOPS],
    /// The loop over each leaf.
    loops: [usize; LOOPS],
}

impl Row {
    /// The natural coordinate of a step in the shape `S`.
    #[inline(always)]
    pub fn coord<S: IntTuple>(&self, step: usize) -> S::Coord {
        IntTuple::read(
            &|leaf| if self.loops[leaf] == 0 { step } else { self.steps[self.loops[leaf]] } as i64,
            0,
        )
    }
}

/// Whether [`each_row`] has loops for the shape `S`.
pub const fn has_rows<S: IntTuple>() -> bool {
    S::LEAVES <= LOOPS
}

/// Calls `f` with rows along the smallest stride of `l`, which have each coordinate of the shape `s` once. `s` is
/// nested like the shapes of `l` and `m`, with equal or smaller extents, and [`has_rows`].
#[inline(always)]
pub fn each_row<L: AnyLayout, M: AnyLayout, S: IntTuple>(l: L, m: M, s: S, f: impl FnMut(Row)) {
    if s.count() == 0 {
        return;
    }
    if const { !matches!(PlanOf::<L, M>::PLAN.order, Order::Unknown) } {
        return rows_in(l, m, s, const { PlanOf::<L, M>::PLAN.leaves }, f);
    }
    // The loops are in linear order or reversed, so the coordinate of each loop is known in the types. They are
    // reversed if more loops are before the smallest stride than after it.
    let keys = Nest::of(s, l.parts().1.stride(), m.parts().1.stride(), &FORWARD).keys(S::LEAVES);
    // Counts the loops of several steps before and after the leaf with the smallest stride.
    let (mut least, mut before, mut after, mut k) = (usize::MAX, 0, 0, 0);
    while k < S::LEAVES {
        let key = keys[k].0;
        if key < least {
            // A smaller stride: every loop so far, including the previous smallest one, is before it.
            before += after + (least < usize::MAX) as usize;
            (least, after) = (key, 0);
        } else {
            after += (key < usize::MAX) as usize;
        }
        k += 1;
    }
    if before > after {
        rows_in(l, m, s, const { backward(S::LEAVES) }, f)
    } else {
        rows_in(l, m, s, FORWARD, f)
    }
}

/// [`each_row`] with the loops in an order of the leaves that is a constant of the caller.
#[inline(always)]
fn rows_in<L: AnyLayout, M: AnyLayout, S: IntTuple>(
    l: L,
    m: M,
    s: S,
    leaves: [usize; LOOPS],
    mut f: impl FnMut(Row),
) {
    let (mut loops, mut k) = (FORWARD, 0);
    while k < LOOPS {
        // The inverse of the order: which loop walks each leaf.
        loops[leaves[k]] = k;
        k += 1;
    }
    let nest = Nest::of(s, l.parts().1.stride(), m.parts().1.stride(), &leaves);
    let (extent, strides) = (nest.extents[0], [nest.d[0], nest.e[0]]);
    nest.rows(
        S::LEAVES,
        #[inline(always)]
        |&steps, x, y| f(Row { extent, starts: [x, y], strides, steps, loops }),
    );
}

/// The plan of two layouts with one shape: a constant of its own, which the compiler evaluates once.
struct PlanOf<L, M>(PhantomData<(L, M)>);

impl<L: AnyLayout, M: AnyLayout> PlanOf<L, M> {
    const PLAN: Plan = plan(
        &<L::Shape as IntTuple>::DESC,
        &<<PlainOf<L> as PlainLayout>::Stride as IntTuple>::DESC,
        &<<PlainOf<M> as PlainLayout>::Stride as IntTuple>::DESC,
    );
}
