//! Iteration over the coordinates of a padded divide that lie inside the original layout.

use super::Inside;
use crate::types::tuple::{IntTuple, Keeps, Selection};
use layout_core::MAX_LEAVES;

/// The digits of the leaves of a shape that a coordinate keeps with `_`, counted up like the digits of an odometer.
#[derive(Clone, Copy, Debug)]
pub struct KeptLeaves {
    len: usize,
    extents: [usize; MAX_LEAVES],
    /// The difference of the linear index for one step of each leaf.
    steps: [usize; MAX_LEAVES],
    digits: [usize; MAX_LEAVES],
}

impl KeptLeaves {
    /// The leaves of `shape` that `coord` keeps, at digit 0.
    #[inline(always)]
    pub(crate) fn of<C: IntTuple, S: IntTuple>(coord: C, shape: S) -> Self {
        let mut kept = Selection::NONE;
        coord.list().keeps::<S>(&mut kept, 0);
        let mut words = [0; MAX_LEAVES];
        shape.words(&mut words, 0);
        let zeros = [0; MAX_LEAVES];
        let mut walk = KeptLeaves { len: 0, extents: zeros, steps: zeros, digits: zeros };
        let (mut leaf, mut step) = (0, 1_usize);
        while leaf < S::LEAVES {
            if walk.len < kept.len() && kept.leaf(walk.len) == leaf {
                walk.extents[walk.len] = words[leaf];
                walk.steps[walk.len] = step;
                walk.len += 1;
            }
            step = step.wrapping_mul(words[leaf]);
            leaf += 1;
        }
        walk
    }

    /// The difference of the linear index from the first to the last coordinate.
    #[inline(always)]
    pub(crate) fn last(&self) -> usize {
        let (mut last, mut k) = (0_usize, 0);
        while k < self.len {
            let digit = self.extents[k].wrapping_sub(1);
            last = last.wrapping_add(digit.wrapping_mul(self.steps[k]));
            k += 1;
        }
        last
    }

    /// The number of coordinates.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        let (mut count, mut k) = (1_usize, 0);
        while k < self.len {
            count = count.wrapping_mul(self.extents[k]);
            k += 1;
        }
        count
    }

    /// Advances `linear` to the next coordinate.
    #[inline(always)]
    fn step(&mut self, linear: &mut usize) {
        let mut k = 0;
        while k < self.len {
            self.digits[k] += 1;
            *linear = linear.wrapping_add(self.steps[k]);
            if self.digits[k] < self.extents[k] {
                return;
            }
            *linear = linear.wrapping_sub(self.steps[k].wrapping_mul(self.extents[k]));
            self.digits[k] = 0;
            k += 1;
        }
    }
}

/// The coordinates of a tile inside the original layout. See [`Padded::coords`](crate::Padded::coords).
#[derive(Clone, Debug)]
pub struct InsideCoords<S, G> {
    pub(super) shape: S,
    pub(super) guard: G,
    pub(super) linear: usize,
    pub(super) left: usize,
    pub(super) is_whole: bool,
    pub(super) walk: KeptLeaves,
}

impl<S: IntTuple, G: Inside> Iterator for InsideCoords<S, G> {
    type Item = S::Coord;

    #[inline]
    fn next(&mut self) -> Option<S::Coord> {
        while self.left > 0 {
            let found = self.linear;
            self.left -= 1;
            self.walk.step(&mut self.linear);
            let coord = self.shape.last_digits(found);
            if self.is_whole || self.guard.has(coord, self.shape) {
                return Some(coord);
            }
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (if self.is_whole { self.left } else { 0 }, Some(self.left))
    }
}
