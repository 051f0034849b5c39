//! A tile of C: the product of two packed panels, and its place in C.

use super::offsets::Block;
use crate::kernel::gemm::atom::{Atom, Broadcast, Inside, Part};
use crate::kernel::gemm::tile::{Sink, tile};
use crate::kernel::gemm::update::{Blend, Set, Update};
use crate::simd::{Element, Vectors, prefetch};
use crate::swizzle::Outer;

/// Where a tile of C lies.
pub struct Target<'a, T, X> {
    pub to: *mut T,
    /// Rows as lanes, columns as steps.
    pub block: Block<'a, X>,
    /// Whether the rows lie side by side.
    pub runs: bool,
    pub update: Blend<T>,
}

/// Multiplies two panels and updates the part of a tile of C that exists.
///
/// # Safety
/// `a` and `b` must be valid for reads of `depth` steps, of `MV` vectors side by side and of `NR` elements. The elements of
/// the target must be valid for reads and writes, and be at most as many rows and columns as the tile has.
#[inline(always)]
pub unsafe fn update<T, V, X, const MV: usize, const NR: usize>(
    v: V,
    depth: usize,
    a: Part<*const T>,
    b: *const T,
    target: Target<'_, T, X>,
) where
    T: Element,
    V: Vectors<T>,
    X: Outer,
{
    if target.runs {
        // While the product is computed, C comes nearer.
        for j in 0..target.block.steps() {
            let column = target.to.wrapping_offset(target.block.at(0, j));
            (0..MV).for_each(|i| prefetch(column.wrapping_add(i * V::LANES)));
        }
    }
    let b = Part { at: b, rows: NR as isize, columns: 1 };
    // SAFETY: the caller's panels and elements.
    unsafe { tile::<T, Broadcast<V>, MV, NR, 1>(Broadcast(v), V::LANES, (depth, 1), a, b, target) };
}

impl<T: Element, V: Vectors<T>, X: Outer> Sink<Broadcast<V>, V::Vector> for Target<'_, T, X> {
    #[inline(always)]
    unsafe fn put(&self, atom: Broadcast<V>, (i, j): (usize, usize), _: bool, sum: V::Vector) {
        let first = i * V::LANES;
        let rows = self.block.lanes().saturating_sub(first).min(V::LANES);
        if rows == 0 || j >= self.block.steps() {
            return;
        }
        if self.runs {
            // SAFETY: `runs` says that the rows of a column lie side by side.
            unsafe {
                let at = self.to.offset(self.block.at(first, j));
                atom.store(
                    Part { at, rows: 1, columns: 0 },
                    sum,
                    Inside { rows, depth: 1 },
                    self.update,
                );
            }
            return;
        }
        let mut sums = [T::ZERO; 16];
        let part = Part { at: sums.as_mut_ptr(), rows: 1, columns: 0 };
        // SAFETY: no vector has more than 16 lanes.
        unsafe { atom.store(part, sum, Inside { rows: V::LANES, depth: 1 }, Set) };
        for (lane, sum) in sums.into_iter().enumerate().take(rows) {
            // SAFETY: an element of the target.
            unsafe {
                let at = self.to.offset(self.block.at(first + lane, j));
                let old = if self.update.reads() { at.read() } else { T::ZERO };
                at.write(self.update.apply_one(sum, old));
            }
        }
    }
}
