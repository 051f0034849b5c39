//! [`Pairs`]: the elements of an array, each with the offset of its copy, along the smallest stride of the copy.
//!
//! ```text
//! copy in the order of the array      one slice
//! rows of both are contiguous         a slice for each row
//! a transpose                         for each block of columns { for each row { the columns of the block } }
//! ```
#![allow(dead_code, reason = "the features determine which functions are used")]

use crate::tensor::View;
use alloc::vec::Vec;
use core::slice;
use layout_core as value;

/// The steps of the innermost loop of a transpose: as many lines of the array are in the cache at once.
const BLOCK: i64 = 16;

/// A loop: its steps, and its strides in the array and in the copy.
#[derive(Clone, Copy)]
struct Loop {
    steps: i64,
    from: i64,
    to: i64,
}

/// The elements of an array with the offsets of their copies.
pub(super) struct Pairs<'a, T> {
    from: View<'a, T, value::Layout>,
    /// The innermost first. The steps of all of them are the coordinates of `from`.
    loops: Vec<Loop>,
}

impl<'a, T> Pairs<'a, T> {
    /// The elements of `from` with the offsets of `to` at the same linear index. `None` if the layouts have different
    /// sizes, no coordinate, or extents that do not divide each other, such as (4,3) and (3,4).
    pub fn of(from: View<'a, T, value::Layout>, to: &value::Layout) -> Option<Self> {
        let layout = from.dynamic_layout();
        if layout.size() == 0 || layout.size() != to.size() {
            return None;
        }
        let mut theirs = (0..to.leaf_count()).map(|k| to.leaf(k)).filter(|leaf| leaf.0 > 1);
        let (mut loops, mut there) = (Vec::new(), (1, 0));
        for k in 0..layout.leaf_count() {
            let mut here = layout.leaf(k);
            // Splits the leaves of both into loops of as many steps. A leaf with one step left has ended, so its stride,
            // which may have wrapped, is not used.
            while here.0 > 1 {
                if there.0 == 1 {
                    there = theirs.next()?;
                }
                let steps = here.0.min(there.0);
                if here.0 % steps != 0 || there.0 % steps != 0 {
                    return None;
                }
                loops.push(Loop { steps, from: here.1, to: there.1 });
                here = (here.0 / steps, here.1.wrapping_mul(steps));
                there = (there.0 / steps, there.1.wrapping_mul(steps));
            }
        }
        loops.sort_by_key(|each| each.to.unsigned_abs());
        // Merges loops that continue each other in both layouts.
        loops.dedup_by(|outer, inner| {
            let continues = inner.from.wrapping_mul(inner.steps) == outer.from
                && inner.to.wrapping_mul(inner.steps) == outer.to;
            inner.steps *= if continues { outer.steps } else { 1 };
            continues
        });
        Some(Pairs { from, loops })
    }

    /// The elements in linear order, each with its linear index. `None` if there are none.
    pub fn in_order(from: View<'a, T, value::Layout>) -> Option<Self> {
        let size = value::IntTuple::leaf(from.dynamic_layout().size());
        let to = value::Layout::new(size, value::IntTuple::leaf(1)).ok()?;
        Self::of(from, &to)
    }

    /// The element of the first coordinate.
    pub fn first(&self) -> &'a T {
        // SAFETY: V1: `of` found that there is a coordinate, and the first one has the offset 0.
        unsafe { self.from.first().as_ref() }
    }

    /// All elements, if both array and copy are contiguous and have the same order: the copy of the first one is at the
    /// offset 0.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let len = match self.loops[..] {
            [] => 1,
            [Loop { steps, from: 1, to: 1 }] => steps,
            _ => return None,
        };
        // SAFETY: V1: the steps of the only loop are all coordinates of the view, and their offsets `0..len`, as its
        // stride is 1, which the pattern checks.
        Some(unsafe { slice::from_raw_parts(self.from.first().as_ptr(), len as usize) })
    }

    /// Calls `f(y, elements)` with elements that are contiguous in both layouts, and the offset of the copy of the first.
    #[inline(always)]
    pub fn for_each_row(mut self, mut f: impl FnMut(isize, &[T])) {
        if self.loops.is_empty() {
            self.loops.push(Loop { steps: 1, from: 1, to: 1 });
        }
        let inner = self.loops[0];
        // The columns of a transpose: a line of the array has elements of several rows of the copy.
        let rows = self.loops.iter().position(|each| each.from.unsigned_abs() == 1);
        let Some(rows) = rows.filter(|&k| k > 0 && inner.steps > BLOCK) else {
            return self.walk(0, 0, &mut f);
        };
        self.loops[1..=rows].rotate_right(1);
        let (blocks, rest) = (inner.steps / BLOCK, inner.steps % BLOCK);
        let (from, to) = (inner.from * BLOCK, inner.to * BLOCK);
        self.loops[0].steps = BLOCK;
        self.loops.insert(2, Loop { steps: blocks, from, to });
        self.walk(0, 0, &mut f);
        // The columns after the last whole block.
        if rest > 0 {
            self.loops.remove(2);
            self.loops[0].steps = rest;
            self.walk(blocks * from, blocks * to, &mut f);
        }
    }

    /// The rows from the offsets `x` and `y` on.
    #[inline(always)]
    fn walk(&self, mut x: i64, mut y: i64, f: &mut impl FnMut(isize, &[T])) {
        let (inner, outer) = (self.loops[0], &self.loops[1..]);
        let mut digits = alloc::vec![0; outer.len()];
        loop {
            // SAFETY: V1: `x` is the offset of a coordinate of the view, one step for each loop.
            let first = unsafe { self.from.first().offset(x as isize) };
            if (inner.from, inner.to) == (1, 1) {
                // SAFETY: V1: the steps of the innermost loop are coordinates of the view, and their offsets contiguous,
                // as its stride is 1, which the branch checks.
                f(y as isize, unsafe {
                    slice::from_raw_parts(first.as_ptr(), inner.steps as usize)
                });
            } else {
                for i in 0..inner.steps {
                    // SAFETY: V1: the step `i` is below the steps of the innermost loop: a coordinate of the view.
                    let element = unsafe { first.offset((i * inner.from) as isize).as_ref() };
                    f((y + i * inner.to) as isize, slice::from_ref(element));
                }
            }
            // The next step of the outer loops, the first of which is the fastest.
            let mut k = 0;
            loop {
                let Some(each) = outer.get(k) else { return };
                digits[k] += 1;
                if digits[k] < each.steps {
                    (x, y) = (x + each.from, y + each.to);
                    break;
                }
                (x, y) = (x - (each.steps - 1) * each.from, y - (each.steps - 1) * each.to);
                digits[k] = 0;
                k += 1;
            }
        }
    }
}

impl<T: Clone> Pairs<'_, T> {
    /// Copies the elements to a slice whose element `below` is at the offset 0.
    pub fn write_to(self, out: &mut [T], below: usize) {
        self.for_each_row(|y, row| {
            let start = below.wrapping_add_signed(y);
            out[start..start + row.len()].clone_from_slice(row);
        });
    }
}
