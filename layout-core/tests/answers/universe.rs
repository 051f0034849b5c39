//! The operands, from a generator with a fixed seed.

use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout, LayoutError, MAX_LEAVES, MAX_RANK, Mode, Swizzle,
    Tiler,
};

/// Pseudo-random numbers (SplitMix64).
pub(crate) struct RandomSource(u64);

impl RandomSource {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `n` calls.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A tuple with a random nesting. `leaf` gives its leaves from left to right.
    pub(crate) fn tuple(&mut self, leaf: &mut dyn FnMut(&mut Self) -> IntTuple) -> IntTuple {
        self.nested(3, leaf)
    }

    fn nested(&mut self, depth: usize, leaf: &mut dyn FnMut(&mut Self) -> IntTuple) -> IntTuple {
        let is_leaf = self.below(8) < [8, 5, 4, 1][depth];
        if is_leaf {
            return leaf(self);
        }
        let rank = self.of(&[1, 2, 2, 3, 3]).min(depth + 1);
        let parts: Vec<IntTuple> = (0..rank).map(|_| self.nested(depth - 1, leaf)).collect();
        join(&parts)
    }

    pub(crate) fn shape(&mut self) -> IntTuple {
        if self.once_in(12) {
            return self.full();
        }
        let extents = self.of(&[
            &[1, 2, 3, 4, 6, 8][..],
            &[2, 4, 8],
            &[1, 2, 3, 4, 5],
            &[0, 1, 2, 3],
            &[1, 16, 64, 1000],
        ]);
        self.tuple(&mut |source| IntTuple::leaf(source.of(extents)))
    }

    /// As many leaves, nodes or modes as the capacity allows: one more meets the end of an array.
    fn full(&mut self) -> IntTuple {
        let singles = self.of(&[0, 27, 20]);
        let mut leaf = |_: usize| IntTuple::leaf(self.of(&[1, 1, 1, 2]));
        let leaves: Vec<IntTuple> =
            (0..MAX_LEAVES).map(|k| if k < singles { leaf(k).wrap() } else { leaf(k) }).collect();
        let modes: Vec<IntTuple> = leaves.chunks(8).map(join).collect();
        if self.once_in(3) { join(&leaves[MAX_LEAVES - MAX_RANK..]) } else { join(&modes) }
    }

    /// Layouts of many kinds. Half of them are compact or nearly so. A third has unknown leaves.
    pub(crate) fn layout(&mut self) -> Layout {
        let shape = self.shape();
        let layout = match self.below(10) {
            0 => Layout::col_major(shape),
            1 => Layout::row_major(shape),
            2..5 => self.nearly_compact(shape),
            5 => Layout::identity(shape),
            6 => self.hard(shape),
            7 => self.strided(shape, &[-6, -2, -1, 0, 1, 2, 3, 4, 12]),
            _ => self.strided(shape, &[0, 1, 1, 2, 3, 4, 6, 8, 12, 24]),
        };
        // Skips layouts whose offsets overflow.
        let layout = layout.unwrap_or(Layout::col_major(IntTuple::leaf(8)).unwrap());
        // For an empty layout, the known leaves decide the result.
        if self.once_in(3) || layout.size() == 0 { self.mixed(&layout) } else { layout }
    }

    fn strided(&mut self, shape: IntTuple, strides: &[i64]) -> Result<Layout, LayoutError> {
        let mut stride = shape;
        (0..shape.leaf_count()).for_each(|k| stride.set_value(k, self.of(strides)));
        Layout::new(shape, stride)
    }

    /// Modes in some order, sometimes with a gap, a repeating mode or a negative stride.
    fn nearly_compact(&mut self, shape: IntTuple) -> Result<Layout, LayoutError> {
        let mut order = shape;
        (0..shape.leaf_count()).for_each(|k| order.set_value(k, self.below(9) as i64));
        let compact = Layout::ordered(shape, order)?;
        let (mut stride, factor) = (compact.stride(), self.of(&[1, 1, 2, 3]));
        for k in 0..stride.leaf_count() {
            let times = self.of(&[1, 1, 1, 1, 1, 1, 0, -1]);
            stride.set_value(k, stride.value(k) * times * factor);
        }
        Layout::new(shape, stride)
    }

    /// Strides with bases, or strides whose sums approach the largest integer.
    fn hard(&mut self, shape: IntTuple) -> Result<Layout, LayoutError> {
        let far = self.once_in(2);
        let leaves: Vec<IntTuple> = (0..shape.leaf_count())
            .map(|_| match far {
                true => IntTuple::leaf(self.of(&[1 << 40, 1 << 61, -(1 << 60), 1, i64::MAX / 8])),
                false => {
                    let path = self.of(&[&[0][..], &[1], &[0, 1], &[1, 0], &[2]]);
                    IntTuple::unit(self.of(&[1, 1, 2, 3, 0]), path).unwrap()
                }
            })
            .collect();
        Layout::new(shape, with_leaves(&shape, &mut leaves.into_iter()))
    }

    /// This layout with some leaves unknown.
    pub(crate) fn mixed(&mut self, a: &Layout) -> Layout {
        let most = self.of(&[2, 2, 4]);
        let mut forget = |tuple: IntTuple| {
            let leaves: Vec<IntTuple> = (0..tuple.leaf_count())
                .map(|k| match self.once_in(most) && tuple.basis(k).is_none() {
                    true => IntTuple::unknown(tuple.value(k)),
                    false => leaf(&tuple, k),
                })
                .collect();
            with_leaves(&tuple, &mut leaves.into_iter())
        };
        let shape = forget(a.shape());
        layout_core::internal::unchecked_layout(shape, forget(a.stride()))
    }

    /// Modes that continue each other, with gaps and single offsets, in some order; and the size that they fill, or
    /// nearly.
    pub(crate) fn chain(&mut self) -> (Layout, i64) {
        let (mut modes, mut covered) = (Vec::new(), 1);
        for _ in 0..1 + self.below(4) {
            let gap = self.of(&[1, 1, 2, 3, 4]);
            let extent = self.of(&[1, 2, 3, 4]);
            modes.push((extent, covered * gap));
            covered *= gap * if self.once_in(5) { 1 } else { extent };
        }
        (1..modes.len()).for_each(|k| modes.swap(k, self.below(k + 1)));
        let side = |side: fn(&(i64, i64)) -> i64| {
            join(&modes.iter().map(|mode| IntTuple::leaf(side(mode))).collect::<Vec<_>>())
        };
        let a = Layout::new(side(|mode| mode.0), side(|mode| mode.1)).unwrap();
        let m = (covered * self.of(&[1, 2, 3, 5]) + self.of(&[0, 0, 0, 0, 1, -1])).max(1);
        (if self.once_in(3) { a } else { self.mixed(&a) }, m)
    }

    /// A right operand: a few steps, mostly below `size`.
    pub(crate) fn walk(&mut self, size: i64) -> Layout {
        let mut left = size.clamp(1, 1 << 20);
        let shape = self.tuple(&mut |source| {
            let divisors: Vec<i64> = (1..=left.min(64)).filter(|n| left % n == 0).collect();
            let n =
                if source.once_in(6) { source.of(&[1, 2, 3, 5, 7]) } else { source.of(&divisors) };
            left = (left / n).max(1);
            IntTuple::leaf(n)
        });
        let compact = Layout::col_major(shape).unwrap();
        let walk = match self.below(4) {
            0 => self.nearly_compact(shape).unwrap_or(compact),
            1 => self.strided(shape, &[0, 1, 2, 3, 4, 6, 8]).unwrap_or(compact),
            2 => {
                let (mut stride, times) = (compact.stride(), self.of(&[1, 2, 3, 4]));
                (0..stride.leaf_count()).for_each(|k| stride.set_value(k, stride.value(k) * times));
                layout_core::internal::unchecked_layout(shape, stride)
            }
            _ => compact,
        };
        if self.once_in(5) { self.mixed(&walk) } else { walk }
    }

    /// A second operand: the layout itself in another form, a walk through it, or any layout.
    pub(crate) fn right_of(&mut self, a: &Layout) -> Layout {
        match self.below(4) {
            0 => self.mixed(a),
            1 => self.layout(),
            2 => a.coalesce().unwrap_or(*a),
            _ => self.walk(a.size()),
        }
    }

    /// A by-mode tiler, or one layout.
    pub(crate) fn tiler(&mut self, a: &Layout) -> Tiler {
        if self.once_in(3) {
            return self.walk(a.size()).into();
        }
        let rank =
            if self.once_in(8) { a.rank() + 1 } else { a.rank() - self.below(2).min(a.rank() - 1) };
        let mode = |i: usize| match self.once_in(5) {
            true => Mode::Keep,
            false => Mode::Layout(self.walk(a.mode(i).map_or(4, |mode| mode.size()))),
        };
        let modes: Vec<Mode> = (0..rank).map(mode).collect();
        Tiler::by_mode(&modes).unwrap_or(Layout::col_major(IntTuple::leaf(1)).unwrap().into())
    }

    /// A coordinate for `shape`: integers, one in 20 out of range, or `_`, for a leaf or a mode.
    pub(crate) fn coordinate(&mut self, shape: &IntTuple, keeps: bool) -> Coord {
        if keeps && self.once_in(5) {
            return Coord::KEEP;
        }
        if shape.depth() == 0 || self.once_in(4) {
            let size = shape.size().unwrap_or(7).max(1);
            let within = self.below(size.min(1 << 30) as usize) as i64;
            let at = if self.once_in(20) {
                self.of(&[-1, size, size + 1, i64::MAX, -i64::MAX, i64::MIN, 1 << 40])
            } else {
                within
            };
            let at = if self.once_in(9) { IntTuple::unknown(at) } else { IntTuple::leaf(at) };
            return Coord::from_tuple(at);
        }
        let rank = if self.once_in(40) { shape.rank() + 1 } else { shape.rank() };
        let parts: Vec<Coord> = (0..rank)
            .map(|i| self.coordinate(&shape.mode(i).unwrap_or(IntTuple::leaf(2)), keeps))
            .collect();
        Coord::tuple(&parts).unwrap_or(Coord::leaf(0))
    }

    /// A profile that a tuple refines: some parts become leaves.
    pub(crate) fn coarser(&mut self, tuple: &IntTuple) -> IntTuple {
        if tuple.depth() == 0 || self.once_in(3) {
            return IntTuple::leaf(self.of(&[1, 2, 3]));
        }
        let rank = if self.once_in(30) { tuple.rank() + 1 } else { tuple.rank() };
        let parts: Vec<IntTuple> =
            (0..rank).map(|i| self.coarser(&tuple.mode(i).unwrap_or(IntTuple::leaf(1)))).collect();
        join(&parts)
    }

    pub(crate) fn swizzle(&mut self) -> Swizzle {
        let bits = self.below(4) as i64;
        let shift = self.of(&[bits, bits + 1, -bits, 3.max(bits), -(bits + 2)]);
        Swizzle::new(bits, self.below(5) as i64, shift).unwrap_or(Swizzle::IDENTITY)
    }

    /// A swizzled layout of known integers.
    pub(crate) fn swizzled(&mut self) -> ComposedLayout {
        loop {
            let (layout, swizzle) = (self.layout(), self.swizzle());
            let offset = self.of(&[0, 0, 0, 1, 2, 8, 12, 64]);
            let Ok(made) = ComposedLayout::new(swizzle, offset, layout) else { continue };
            return match self.once_in(6) {
                true => layout_core::internal::unchecked_composed(
                    swizzle,
                    IntTuple::unknown(offset),
                    layout,
                ),
                false => made,
            };
        }
    }
}

/// A tuple of parts, or of the first ones where all exceed a capacity.
pub(crate) fn join(parts: &[IntTuple]) -> IntTuple {
    IntTuple::tuple(parts).unwrap_or_else(|_| join(&parts[..parts.len() - 1]))
}

/// The `k`th leaf as an integer.
fn leaf(tuple: &IntTuple, k: usize) -> IntTuple {
    if tuple.basis(k).is_none() {
        return IntTuple::leaf(tuple.value(k));
    }
    let mut path = Vec::new();
    let mut rest = tuple.basis(k);
    while let Some((i, next)) = rest.split() {
        path.push(i);
        rest = next;
    }
    IntTuple::unit(tuple.value(k), &path).unwrap()
}

/// The nesting of `tuple` with other leaves.
pub(crate) fn with_leaves(
    tuple: &IntTuple,
    leaves: &mut dyn Iterator<Item = IntTuple>,
) -> IntTuple {
    if tuple.depth() == 0 {
        return leaves.next().unwrap();
    }
    let parts: Vec<IntTuple> =
        (0..tuple.rank()).map(|i| with_leaves(&tuple.mode(i).unwrap(), leaves)).collect();
    IntTuple::tuple(&parts).unwrap()
}
