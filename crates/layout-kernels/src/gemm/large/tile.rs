//! A tile of C: the product of two packed panels, and its place in C.

use super::offsets::Block;
use crate::gemm::atom::{Atom, AtomPart, Broadcast, Part};
use crate::gemm::tile::{Beside, Sink, tile};
use crate::gemm::update::{Blend, Set, Update};
use crate::simd::{Element, Vectors, prefetch};
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// Where a tile of C lies.
pub struct Target<'a, T, X> {
    pub to: *mut T,
    /// Rows as lanes, columns as steps.
    pub block: Block<'a, X>,
    /// Whether the rows lie side by side.
    pub runs: bool,
    pub update: Blend<T>,
}

/// How many steps before it is read a column of A is asked for.
const AHEAD: usize = 16;

/// Packs a panel of A while it is multiplied where it lies.
#[derive(Clone, Copy)]
pub struct Packs<V, T> {
    pub v: V,
    /// The panel as it lies.
    pub a: Part<*const T>,
    /// Where it is packed.
    pub to: *mut T,
}

impl<T: Element, V: Vectors<T>> Beside<V::Vector> for Packs<V, T> {
    #[inline(always)]
    unsafe fn at(&self, k: usize, fragments: &[MaybeUninit<V::Vector>]) {
        let ahead = ((k + AHEAD) as isize).wrapping_mul(self.a.columns);
        let ahead = self.a.at.wrapping_offset(ahead);
        let to = self.to.wrapping_add(k * fragments.len() * V::LANES);
        for (i, fragment) in fragments.iter().enumerate() {
            prefetch(ahead.wrapping_add(i * V::LANES));
            // SAFETY: the panel has room for the vectors of each step, which were loaded.
            unsafe { self.v.store(to.wrapping_add(i * V::LANES), fragment.assume_init()) };
        }
    }
}

/// Asks for some of the packed panel of B after the one that is multiplied: each tile along the rows for another share.
#[derive(Clone, Copy)]
pub struct Asks<T> {
    at: *const T,
    /// From a step to the next.
    step: isize,
}

impl<T> Asks<T> {
    /// Share `tile` of `tiles`, after panel `b` of `width` columns by `depth`. Nothing is read: there need be no other.
    pub fn after(b: Part<*const T>, [width, depth]: [usize; 2], [tile, tiles]: [usize; 2]) -> Self {
        if b.columns != 1 {
            // Where it lies, its columns may all fall on one set of the first cache, where this panel has no place to
            // lose: asks for what is there.
            return Self { at: b.at, step: 0 };
        }
        // Powers of two, as the width is: to ask twice costs little.
        let share = width.div_ceil(tiles).next_power_of_two();
        let first = width + tile % (width / share) * share;
        Self { at: b.at.wrapping_add(first * depth), step: share as isize }
    }
}

impl<T, A> Beside<A> for Asks<T> {
    #[inline(always)]
    unsafe fn at(&self, k: usize, _: &[MaybeUninit<A>]) {
        prefetch(self.at.wrapping_offset(self.step.wrapping_mul(k as isize)));
    }
}

/// Multiplies two panels and updates the part of a tile of C that exists.
///
/// # Safety
/// A and B must be valid for reads of `depth` steps, of `MV` vectors side by side and of `NR` elements. The elements of
/// the target must be valid for reads and writes, and be at most as many rows and columns as the tile has. What is done
/// `beside` needs its room.
#[inline(always)]
pub unsafe fn update<T, V, X, D, const MV: usize, const NR: usize>(
    v: V,
    depth: usize,
    (a, b): (Part<*const T>, Part<*const T>),
    beside: D,
    target: Target<'_, T, X>,
) where
    T: Element,
    V: Vectors<T>,
    X: OffsetMap,
    D: Beside<V::Vector>,
{
    if target.runs {
        // While the product is computed, C comes nearer.
        for j in 0..target.block.steps() {
            let column = target.to.wrapping_offset(target.block.at(0, j));
            (0..MV).for_each(|i| prefetch(column.wrapping_add(i * V::LANES)));
        }
    }
    let (atom, depth) = (Broadcast(v), (depth, 1));
    // SAFETY: the caller's panels and elements.
    unsafe { tile::<T, Broadcast<V>, MV, NR, 1>(atom, V::LANES, depth, a, b, beside, target) };
}

impl<T: Element, V: Vectors<T>, X: OffsetMap> Sink<Broadcast<V>, V::Vector> for Target<'_, T, X> {
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
                    AtomPart { rows, depth: 1 },
                    self.update,
                );
            }
            return;
        }
        let mut sums = [T::ZERO; 16];
        let part = Part { at: sums.as_mut_ptr(), rows: 1, columns: 0 };
        // SAFETY: no vector has more than 16 lanes.
        unsafe { atom.store(part, sum, AtomPart { rows: V::LANES, depth: 1 }, Set) };
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
