//! Products of bytes with few rows or columns, which read the other matrix in place: packing it costs more.
//!
//! ```text
//! for each row of A, or column of B                a vector
//!     for each block of LANES columns of B, or rows of A
//!         sums[lane] += vector[k] * matrix[lane][k]   lanes innermost if they are neighbours, otherwise the depth
//! ```

use super::{Byte, ByteProblem};
use crate::gemm::strided::Open;
use core::mem::MaybeUninit;
use core::ptr;

/// The most rows or columns of C for which packing the other matrix costs more than reading it in place.
pub const FEW: usize = 4;

/// The lanes whose sums are in the first cache at the same time.
const LANES: usize = 1024;

/// Whether a product has few rows or columns. A depth along which both strides are 0 may be longer than all memory; packing
/// refuses it.
#[inline(always)]
pub fn is_few(problem: &ByteProblem) -> bool {
    let [m, n] = problem.c.extents;
    m.min(n) <= FEW && (problem.a.strides[1] != 0 || problem.b.strides[0] != 0)
}

/// The most products of numbers for which packing groups costs more than reading the other matrix in place.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
const MOST: usize = 4096;

/// Whether a product [has few rows or columns](is_few), and packing groups costs more: of one row or column, of depths that are
/// neighbours in both matrices, and of few products of numbers; with vectors of less than 64 bytes also of lanes that are
/// neighbours.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[inline(always)]
pub fn is_in_place(problem: &ByteProblem, are_wide: bool) -> bool {
    let ([m, n], [_, depth]) = (problem.c.extents, problem.a.extents);
    let is_tiny = m.saturating_mul(n).saturating_mul(depth) <= MOST;
    let is_along = problem.a.strides[1] == 1 && problem.b.strides[0] == 1;
    let across = if m <= n { problem.b.strides[1] } else { problem.a.strides[0] };
    let is_across = !are_wide && across == 1;
    is_few(problem) && (m.min(n) == 1 || is_along || is_across || is_tiny)
}

/// Computes a product that [has few rows or columns](is_few).
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
#[inline(always)]
pub unsafe fn multiply(problem: &ByteProblem) {
    let [m, n] = problem.c.extents;
    let ByteProblem { a, b, c, update } = if m <= n { *problem } else { problem.swapped() };
    let (few, matrix) = (a, b.transposed());
    let write = |row: usize, column: usize, sum| {
        // SAFETY: `products` calls this for rows and columns of C, which the caller guarantees to be writable.
        unsafe { c.at(row, column).write(update.scale.apply(sum)) }
    };
    // SAFETY: the rows of A and the columns of B have the same depth; the caller guarantees their elements, which have these types.
    unsafe {
        match update.are_signed {
            [true, true] => products(few, matrix, write),
            [true, false] => products(few, Open::<u8>::of(matrix), write),
            [false, true] => products(Open::<u8>::of(few), matrix, write),
            [false, false] => products(Open::<u8>::of(few), Open::<u8>::of(matrix), write),
        }
    }
}

/// Calls `write` with each row of `few`, each row of `matrix`, which is a lane, and the sum of their products.
///
/// # Safety
/// The vectors of both must have the same depth and be valid for reads.
#[inline(always)]
unsafe fn products<X: Byte, Y: Byte>(
    few: Open<X>,
    matrix: Open<Y>,
    write: impl Fn(usize, usize, i32),
) {
    let ([vectors, depth], lanes) = (few.extents, matrix.extents[0]);
    let [across, along] = matrix.strides;
    let mut room = [const { MaybeUninit::<i32>::uninit() }; LANES];
    for first in (0..lanes).step_by(LANES) {
        let lanes = LANES.min(lanes - first);
        let matrix = matrix.part([first, 0], [lanes, depth]);
        for vector in 0..vectors {
            let room = &mut room[..lanes];
            room.fill(MaybeUninit::new(0));
            // SAFETY: these numbers were just written.
            let sums = unsafe { &mut *(ptr::from_mut(room) as *mut [i32]) };
            // SAFETY: vectors and depths of `few` and of this part of `matrix`, whose elements the caller guarantees. In each
            // branch the step that its loop counts by 1 is 1.
            unsafe {
                if across == 1 {
                    // Four depths for each load and store of a sum.
                    for k in (0..depth).step_by(4) {
                        let scales: [i32; 4] = core::array::from_fn(|d| {
                            if k + d < depth { (*few.at(vector, k + d)).into() } else { 0 }
                        });
                        let rows: [*mut Y; 4] =
                            core::array::from_fn(|d| matrix.at(0, (k + d).min(depth - 1)));
                        for (lane, sum) in sums.iter_mut().enumerate() {
                            for (scale, row) in scales.into_iter().zip(rows) {
                                let product = scale * (*row.add(lane)).into();
                                *sum = sum.wrapping_add(product);
                            }
                        }
                    }
                } else if along == 1 && few.strides[1] == 1 {
                    let x = few.at(vector, 0);
                    for (lane, to) in sums.iter_mut().enumerate() {
                        let y = matrix.at(lane, 0);
                        *to = (0..depth)
                            .map(|k| (*x.add(k)).into() * (*y.add(k)).into())
                            .fold(0, i32::wrapping_add);
                    }
                } else {
                    for (lane, to) in sums.iter_mut().enumerate() {
                        *to = (0..depth)
                            .map(|k| (*few.at(vector, k)).into() * (*matrix.at(lane, k)).into())
                            .fold(0, i32::wrapping_add);
                    }
                }
            }
            for (lane, &sum) in sums.iter().enumerate() {
                write(vector, first + lane, sum);
            }
        }
    }
}
