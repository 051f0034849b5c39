//! Contractions as products of matrices whose layouts are known at run time.
//!
//! ```text
//! even      two strides describe each matrix         `strided`, for each product of the batch
//! vectors   C has one row or one column              `strided` over the innermost loops, for each step of the others
//! tables    any other                                packed blocks, which read offsets from tables (`large`)
//! ```

use super::common::{Common, common, each};
use super::plan::{COLUMNS, Matrices};
use super::sweep::Elements;
use super::tensor::offset_in;
use crate::compiled::compiled;
#[cfg(feature = "alloc")]
use crate::gemm::large::{LargeProblem, Source, SubMatrix};
#[cfg(feature = "alloc")]
use crate::gemm::multiply_tables;
use crate::gemm::strided::Open;
use crate::gemm::{Blend, Input, Problem, multiply_any};
use crate::nest::Loop;
use crate::simd::Element;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use static_layout::internal::{NoMap, OffsetMap};

/// The elements of a contraction of one element type, without swizzles.
pub type PlainElements<T> = Elements<T, T, T, NoMap, NoMap, NoMap>;

compiled! {
    /// Computes a contraction of plain tensors.
    ///
    /// # Safety
    /// Each offset of a matrix must lead to an element that is valid for reads, of C also for writes. No two coordinates of C
    /// have one offset, and C shares no element with A or B.
    pub contract_plain<T>: [unsafe fn](elements: &PlainElements<T>, matrices: &Matrices) = contract_here;
}

/// The body of [`contract_plain`].
#[inline(always)]
unsafe fn contract_here<T: Element>(elements: &PlainElements<T>, matrices: &Matrices) {
    // SAFETY: the caller guarantees the requirements of this function.
    unsafe { elements.contract(matrices) }
}

impl<T: Element, I: Input<T>, J: Input<T>, X: OffsetMap, Y: OffsetMap, Z: OffsetMap>
    Elements<I, J, T, X, Y, Z>
{
    /// Computes a contraction of tensors whose layouts are known at run time.
    ///
    /// # Safety
    /// The requirements of [`contract_plain`].
    #[inline(always)]
    pub unsafe fn contract(self, matrices: &Matrices) {
        let [m, n, _, l] = matrices.sizes;
        let is_plain = const { X::IS_IDENTITY && Y::IS_IDENTITY && Z::IS_IDENTITY };
        let is_even = is_plain && matrices.are_even();
        // SAFETY: the caller guarantees the elements.
        unsafe {
            if m == 0 || n == 0 || l == 0 {
                // C has no elements.
            } else if is_small(matrices, is_even) {
                self.sweep(matrices);
            } else if is_even {
                self.even(matrices);
            } else if is_plain && (m == 1 || n == 1) && self.vectors(matrices) {
                // Done.
            } else {
                #[cfg(feature = "alloc")]
                self.tables(matrices);
                #[cfg(not(feature = "alloc"))]
                self.sweep(matrices);
            }
        }
    }

    /// Multiplies matrices of two strides each.
    ///
    /// # Safety
    /// The requirements of [`contract_plain`]. The matrices must be even, and their maps the identity.
    #[inline(always)]
    unsafe fn even(self, matrices: &Matrices) {
        let [m, n, depth, batch] = matrices.sizes;
        let strides = |matrix: usize| [0, 1].map(|mode| first(matrices.mode(matrix, mode)));
        let Self { a, b, c, adds } = self;
        let update = blend(adds);
        for l in 0..batch {
            let at = |matrix: usize| offset_in(matrices.mode(matrix, 2), l) as isize;
            let a = a.origin.cast_mut().wrapping_offset(at(0));
            let b = b.origin.cast_mut().wrapping_offset(at(1));
            let c = c.origin.wrapping_offset(at(2));
            // SAFETY: one product of the batch, whose elements the caller guarantees.
            unsafe {
                multiply_any(Problem {
                    a: Open { start: a, extents: [m, depth], strides: strides(0) },
                    b: Open { start: b, extents: [depth, n], strides: strides(1) },
                    c: Open { start: c, extents: [m, n], strides: strides(2) },
                    update,
                });
            }
        }
    }

    /// Multiplies a matrix by a vector, where the matrix has more than two strides: its innermost loops for each step of the others.
    /// Returns false if the tensors have no common loops.
    ///
    /// # Safety
    /// The requirements of [`contract_plain`]. C must have one row or one column, the depth must not be 0, and the maps of the offsets
    /// must be the identity.
    #[inline(always)]
    unsafe fn vectors(self, matrices: &Matrices) -> bool {
        let Some([rows, columns, mut depth, batch]) = common(matrices) else { return false };
        let (mut lanes, matrix) =
            if matrices.sizes[COLUMNS] == 1 { (rows, 0) } else { (columns, 1) };
        let lane = bring_nearest(&mut lanes, matrix);
        let step = bring_nearest(&mut depth, matrix);
        if lane.extent * step.extent < FEW {
            // SAFETY: the caller guarantees the elements.
            unsafe { self.sweep(matrices) };
            return true;
        }
        let mut outer = Common::new();
        let (more, steps) = (after_first(&lanes), after_first(&depth));
        if more.len() + batch.len() > layout_core::MAX_LEAVES {
            return false;
        }
        more.iter().chain(batch.as_slice()).for_each(|&each| outer.push(each));
        let Self { a, b, c, adds } = self;
        each(outer.as_slice(), [0; 3], |_, at| {
            each(steps, at, |number, [x, y, z]| {
                let (m, n) = if matrix == 0 { (lane, Loop::ONCE) } else { (Loop::ONCE, lane) };
                let [s, t, u] = step.strides;
                // SAFETY: these loops are coordinates, whose elements the caller guarantees.
                unsafe {
                    multiply_any(Problem {
                        a: Open {
                            start: a.origin.cast_mut().wrapping_offset(x),
                            extents: [m.extent, step.extent],
                            strides: [m.strides[0], s],
                        },
                        b: Open {
                            start: b.origin.cast_mut().wrapping_offset(y),
                            extents: [step.extent, n.extent],
                            strides: [t, n.strides[1]],
                        },
                        c: Open {
                            start: c.origin.wrapping_offset(z),
                            extents: [m.extent, n.extent],
                            strides: [m.strides[2], n.strides[2]],
                        },
                        update: blend(adds || number > 0),
                    });
                }
                debug_assert!(u == 0);
            });
        });
        true
    }

    /// Multiplies matrices of any loops, by tables of the offsets of their rows and columns.
    ///
    /// # Safety
    /// The requirements of [`contract_plain`].
    #[cfg(feature = "alloc")]
    #[inline(always)]
    unsafe fn tables(self, matrices: &Matrices) {
        let columns = [0, 1, 2].map(|matrix| offsets(0, matrices.mode(matrix, 1)));
        let Self { a, b, c, adds } = self;
        let [.., batch] = matrices.sizes;
        for l in 0..batch {
            let base = |matrix: usize| offset_in(matrices.mode(matrix, 2), l) as isize;
            let rows = [0, 1, 2].map(|matrix| offsets(base(matrix), matrices.mode(matrix, 0)));
            let table = |matrix: usize| [&*rows[matrix], &*columns[matrix]];
            let block = SubMatrix::new(table(0), a.outer);
            let a = Source { from: a.origin, block };
            let block = SubMatrix::new(table(1), b.outer).transposed();
            let b = Source { from: b.origin, block };
            let (c, to) = (SubMatrix::new(table(2), c.outer), c.origin);
            let problem = LargeProblem::<(_, _, _, _, _, _)> { a, b, c, to, update: blend(adds) };
            // SAFETY: one product of the batch, whose elements the caller guarantees.
            unsafe { multiply_tables(problem) };
        }
    }
}

/// Whether products of matrices would not pay: their depth is 1, or they are single sums in a batch without neighbours along the
/// depth.
fn is_small(matrices: &Matrices, is_even: bool) -> bool {
    let [m, n, k, l] = matrices.sizes;
    let runs = |matrix: usize, mode: usize| matches!(matrices.mode(matrix, mode), [(_, 1), ..]);
    match k {
        0 => true,
        1 => !(is_even && l == 1),
        _ => m == 1 && n == 1 && l > 1 && !(runs(0, 1) && runs(1, 0)),
    }
}

/// The stride of the first loop; 0 without one.
fn first(loops: &[(usize, isize)]) -> isize {
    loops.first().map_or(0, |each| each.1)
}

/// The update of C.
fn blend<T: Element>(adds: bool) -> Blend<T> {
    Blend { alpha: T::ONE, beta: if adds { T::ONE } else { T::ZERO } }
}

/// The fewest products of the innermost loops of a matrix and a vector for which they are one.
const FEW: usize = 256;

/// Brings the loop with the least stride of a matrix to the front, and returns it; a loop of one step if there is none.
fn bring_nearest(loops: &mut Common, matrix: usize) -> Loop<3> {
    let loops = loops.as_mut_slice();
    let nearest = (0..loops.len()).min_by_key(|&k| loops[k].strides[matrix].unsigned_abs());
    match nearest {
        Some(k) => {
            loops.swap(0, k);
            loops[0]
        }
        None => Loop::ONCE,
    }
}

/// The loops after the first one.
fn after_first(loops: &Common) -> &[Loop<3>] {
    loops.as_slice().get(1..).unwrap_or(&[])
}

/// The offset of each step of nested loops, from `start` on.
#[cfg(feature = "alloc")]
fn offsets(start: isize, loops: &[(usize, isize)]) -> Vec<isize> {
    let size = loops.iter().map(|each| each.0).product();
    let mut offsets = Vec::with_capacity(size);
    offsets.push(start);
    for &(extent, stride) in loops {
        let inside = offsets.len();
        if extent == 0 {
            return Vec::new();
        }
        for step in 1..extent {
            for k in 0..inside {
                offsets.push(offsets[k].wrapping_add(stride.wrapping_mul(step as isize)));
            }
        }
    }
    offsets
}
