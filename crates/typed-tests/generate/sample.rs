//! Random operands from a fixed seed: nested, with extents of 1, strides of 0, many modes, and
//! extents past 32 bits.

use layout_core::{Coord, IntTuple, Layout};

/// A generator of random numbers (SplitMix64).
pub struct SampleRandom(u64);

impl SampleRandom {
    /// The generator for `name`.
    pub fn of(name: &str) -> Self {
        SampleRandom(name.bytes().fold(1469598103934665603, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(1099511628211)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A random number less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `times` calls.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn extent(&mut self) -> i64 {
        self.pick(&[1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 6, 7, 8, 8, 12, 16, 24, 60])
    }

    /// A random nesting of `leaves` leaves with the values of `value`.
    fn nest(&mut self, leaves: usize, value: &mut impl FnMut() -> i64, top: bool) -> IntTuple {
        if leaves == 1 && !(top && self.once_in(4) || !top && self.once_in(12)) {
            return IntTuple::leaf(value());
        }
        let mut parts = Vec::new();
        let mut rest = leaves;
        while rest > 0 {
            let most = if top && rest == leaves && leaves > 1 { rest - 1 } else { rest };
            let part = if self.once_in(3) { 1 + self.below(most) } else { 1 };
            parts.push(self.nest(part, value, false));
            rest -= part;
        }
        IntTuple::tuple(&parts).unwrap()
    }

    /// A nested tuple of `leaves` leaves with small integers.
    pub fn nesting(&mut self, leaves: usize) -> IntTuple {
        self.nest(leaves, &mut || 1, true)
    }

    /// A nested shape.
    pub fn shape(&mut self) -> IntTuple {
        let leaves = self.pick(&[1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 7]);
        self.shape_of(leaves)
    }

    fn shape_of(&mut self, leaves: usize) -> IntTuple {
        let extents: Vec<i64> = (0..leaves).map(|_| self.extent()).collect();
        let mut next = extents.into_iter();
        self.nest(leaves, &mut || next.next().unwrap(), true)
    }

    /// Strides that do not overlap, in some order, some with gaps.
    fn sorted_strides(&mut self, shape: &IntTuple) -> Vec<i64> {
        let leaves = shape.leaf_count();
        let mut order: Vec<usize> = (0..leaves).collect();
        match self.below(3) {
            0 => {}
            1 => order.reverse(),
            _ => (1..leaves).for_each(|k| order.swap(k, self.below(k + 1))),
        }
        let mut strides = vec![0; leaves];
        let mut step: i64 = self.pick(&[1, 1, 1, 1, 2, 3]);
        for k in order {
            if shape.value(k) > 1 && self.once_in(10) {
                continue;
            }
            strides[k] = step;
            step = step.saturating_mul(shape.value(k));
            match self.below(12) {
                0 => step = step.saturating_mul(2),
                1 => step = step.saturating_add(1),
                _ => {}
            }
        }
        strides
    }

    /// A layout.
    pub fn layout(&mut self) -> Layout {
        let shape = if self.once_in(20) {
            let leaves = 6 + self.below(7);
            let mut extents = std::iter::repeat_with({
                let mut random = SampleRandom(self.next());
                move || random.pick(&[1, 2, 2, 2, 3])
            });
            let flat = self.once_in(2);
            if flat {
                let leaf = |_| IntTuple::leaf(extents.next().unwrap());
                IntTuple::tuple(&(0..leaves).map(leaf).collect::<Vec<_>>()).unwrap()
            } else {
                self.nest(leaves, &mut || extents.next().unwrap(), true)
            }
        } else if self.once_in(16) {
            let extents = [1 << 10, 1 << 15, 1 << 20, 3 << 20];
            let leaves = 1 + self.below(3);
            let values: Vec<i64> = (0..leaves).map(|_| self.pick(&extents)).collect();
            let mut next = values.into_iter();
            self.nest(leaves, &mut || next.next().unwrap(), true)
        } else {
            self.shape()
        };
        let strides = if self.once_in(5) {
            (0..shape.leaf_count()).map(|_| self.pick(&[0, 1, 2, 3, 4, 6, 8, 12, 24])).collect()
        } else {
            self.sorted_strides(&shape)
        };
        let mut stride = shape;
        strides.into_iter().enumerate().for_each(|(k, d)| stride.set_value(k, d));
        Layout::new(shape, stride).unwrap_or_else(|_| self.layout())
    }

    /// A layout with at most `most` modes at the top.
    pub fn layout_of_rank(&mut self, least: usize, most: usize) -> Layout {
        loop {
            let layout = self.layout();
            if (least..=most).contains(&layout.rank()) {
                return layout;
            }
        }
    }

    /// A layout whose strides are products of extents of `a`, so many operations on both are accepted.
    pub fn fitting(&mut self, a: &Layout) -> Layout {
        let (shape, leaves) = (a.shape(), 1 + self.below(3));
        let mut prefix = vec![1];
        for k in 0..shape.leaf_count() {
            let last = *prefix.last().unwrap();
            let divisors = [2, 3, 4].into_iter().filter(|d| shape.value(k) % d == 0);
            prefix.extend(divisors.map(|d| last * d));
            prefix.push(last * shape.value(k));
        }
        let size = a.size().max(1);
        let (mut extents, mut strides, mut room) = (Vec::new(), Vec::new(), size);
        let descending = self.once_in(2);
        for _ in 0..leaves {
            let extent = match self.below(4) {
                0 => self.pick(&prefix),
                1 => 1 + self.below(12) as i64,
                _ => self.pick(&[1, 2, 2, 3, 4, 4, 8]),
            };
            let extent = extent.min(room).max(1);
            room = (room / extent).max(1);
            extents.push(extent);
            strides.push(if self.once_in(8) { 0 } else { self.pick(&prefix) });
        }
        if self.once_in(2) {
            let mut step: i64 = self.pick(&prefix);
            let order: Vec<usize> =
                if descending { (0..leaves).rev().collect() } else { (0..leaves).collect() };
            for k in order {
                strides[k] = step;
                step = step.saturating_mul(extents[k]);
            }
        }
        let mut next = extents.into_iter();
        let shape = self.nest(leaves, &mut || next.next().unwrap(), true);
        let mut stride = shape;
        strides.into_iter().enumerate().for_each(|(k, d)| stride.set_value(k, d));
        Layout::new(shape, stride).unwrap_or_else(|_| self.fitting(a))
    }

    /// A layout that differs from `a` in an extent or two strides, or not at all.
    pub fn alike(&mut self, a: &Layout) -> Layout {
        let (mut shape, mut stride) = (a.shape(), a.stride());
        let (k, j) = (self.below(shape.leaf_count()), self.below(shape.leaf_count()));
        match self.below(4) {
            0 => {}
            1 => shape.set_value(k, self.extent()),
            2 => stride.set_value(k, a.stride().value(k) * 2),
            _ => {
                stride.set_value(k, a.stride().value(j));
                stride.set_value(j, a.stride().value(k));
            }
        }
        Layout::new(shape, stride).unwrap_or(*a)
    }

    /// A tiler for each of the first modes of `a`.
    pub fn tile(&mut self, a: &Layout) -> Vec<Option<Layout>> {
        let modes = 1 + self.below(a.rank().min(4));
        let mode = |i| {
            if self.once_in(7) {
                return None;
            }
            let mode = a.mode(i).unwrap();
            if self.once_in(3) {
                return Some(self.fitting(&mode));
            }
            let size = mode.size().max(1);
            let divisors: Vec<i64> = (1..=24).filter(|d| size % d == 0).collect();
            Some(Layout::col_major(IntTuple::leaf(self.pick(&divisors))).unwrap())
        };
        (0..modes).map(mode).collect()
    }

    /// A coordinate of `shape`, with some `_` if it may keep modes.
    pub fn coordinate(&mut self, shape: &IntTuple, keeps: bool) -> Coord {
        if keeps && self.once_in(3) {
            return Coord::KEEP;
        }
        let size = shape.size().unwrap().max(1) as usize;
        if shape.depth() == 0 || self.once_in(5) {
            return Coord::leaf(self.below(size) as i64);
        }
        let part = |i| self.coordinate(&shape.mode(i).unwrap(), keeps);
        Coord::tuple(&(0..shape.rank()).map(part).collect::<Vec<_>>()).unwrap()
    }

    /// A tuple of small integers, nested like `shape` down to some level.
    pub fn coarser(&mut self, shape: &IntTuple) -> IntTuple {
        if shape.depth() == 0 || self.once_in(5) {
            return IntTuple::leaf(self.below(7) as i64);
        }
        let part = |i| self.coarser(&shape.mode(i).unwrap());
        IntTuple::tuple(&(0..shape.rank()).map(part).collect::<Vec<_>>()).unwrap()
    }
}
