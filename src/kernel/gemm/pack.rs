//! Copies a part of a matrix to where a tile reads it in order.

use super::operand::{Operand, Step};
use crate::simd::{Element, Vectors};
use core::mem::MaybeUninit;

/// The depth of a packed part.
pub const DEPTH: usize = 128;
/// The most rows or columns of a packed part, in bytes: three vectors, or as many accumulators.
const WIDTH: usize = 32 * 8;

/// Room for a packed part, on the stack.
#[repr(align(64))]
pub struct Room(MaybeUninit<[u8; WIDTH * DEPTH]>);

impl Room {
    #[inline(always)]
    pub fn new() -> Self {
        Room(MaybeUninit::uninit())
    }
    #[inline(always)]
    pub fn start<T>(&mut self) -> *mut T {
        const { assert!(align_of::<T>() <= 64) };
        self.0.as_mut_ptr().cast()
    }
}

/// Whether the elements `width` apart in the other direction, `DEPTH` of them, have room.
pub const fn fits<T>(width: usize) -> bool {
    width * size_of::<T>() <= WIDTH
}

/// Writes `rows` rows and `depth` columns of `a`, from `(row, column)` on, column after column, each
/// `tall` elements after the one before.
///
/// # Safety
/// These elements of `a` must be valid for reads, and `to` for writes of `tall * depth` elements;
/// `rows <= tall`.
#[inline(always)]
pub unsafe fn pack<T: Element, V: Vectors<T>, A: Operand>(
    v: V,
    from: *const T,
    a: A,
    (row, column): (usize, usize),
    (rows, depth): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    let [m, k] = [(row, rows), (column, depth)];
    // SAFETY: the caller's elements.
    unsafe {
        if const { matches!(A::ROWS, Step::Uneven) || matches!(A::COLUMNS, Step::Uneven) } {
            uneven(from, a, m, k, to, tall);
        } else if a.column_stride() == 1 {
            let from = from.offset(row as isize * a.row_stride() + column as isize);
            transposing(v, from, a.row_stride(), (rows, depth), to, tall);
        } else {
            let strides = [a.row_stride(), a.column_stride()];
            let from = from.offset(row as isize * strides[0] + column as isize * strides[1]);
            even(from, strides, (rows, depth), to, tall);
        }
    }
}

/// [`pack`] of rows whose elements are adjacent, by squares of vectors.
#[inline(always)]
unsafe fn transposing<T: Element, V: Vectors<T>>(
    v: V,
    from: *const T,
    stride: isize,
    (rows, depth): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for i in (0..rows).step_by(V::LANES) {
        for k in (0..depth).step_by(V::LANES) {
            let part = ((rows - i).min(V::LANES), (depth - k).min(V::LANES));
            // SAFETY: rows from `i` and columns from `k` on, `part` of them.
            unsafe {
                let from = from.offset(i as isize * stride + k as isize);
                let to = to.add(k * tall + i);
                if part == (V::LANES, V::LANES) {
                    v.transpose_tile(from, stride, to, tall as isize);
                } else {
                    v.transpose_part(from, stride, part, to, tall as isize);
                }
            }
        }
    }
}

/// [`pack`] by two strides.
#[inline(always)]
unsafe fn even<T: Element>(
    from: *const T,
    [row, column]: [isize; 2],
    (rows, depth): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for k in 0..depth {
        for i in 0..rows {
            // SAFETY: the element in row `i` and column `k`, and one of those of `to`.
            unsafe {
                let x = *from.offset(i as isize * row + k as isize * column);
                to.add(k * tall + i).write(x);
            }
        }
    }
}

/// [`pack`] of any layout.
#[inline(always)]
unsafe fn uneven<T: Element, A: Operand>(
    from: *const T,
    a: A,
    (row, rows): (usize, usize),
    (column, depth): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for k in 0..depth {
        for i in 0..rows {
            // SAFETY: the element in that row and column, and one of those of `to`.
            unsafe { to.add(k * tall + i).write(*from.offset(a.offset(row + i, column + k))) };
        }
    }
}
