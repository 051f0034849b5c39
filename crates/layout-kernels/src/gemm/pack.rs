//! Copies a part of a matrix to where a tile reads it in order.

use super::input::Input;
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

/// Writes `rows` rows and `columns` columns of `a`, from `place` on, column after column, each `tall`
/// elements after the one before.
///
/// # Safety
/// These elements of `a` must be valid for reads, and `to` for writes of `tall * columns` elements;
/// `rows <= tall`.
#[inline(always)]
pub unsafe fn pack<T: Element, V: Vectors<T>, A: Operand<Element: Input<T>>>(
    v: V,
    a: A,
    place: (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    let is_even = const { !matches!(A::ROWS, Step::Uneven) && !matches!(A::COLUMNS, Step::Uneven) };
    // SAFETY: the caller's elements.
    unsafe {
        if is_even {
            let strides = [a.row_stride(), a.column_stride()];
            let offset = place.0 as isize * strides[0] + place.1 as isize * strides[1];
            let from = a.start().cast_const().wrapping_offset(offset);
            if const { <A::Element as Input<T>>::IS_ELEMENT } && strides[1] == 1 {
                transposing(v, from.cast(), strides[0], (rows, columns), to, tall);
            } else {
                even(from, strides, (rows, columns), to, tall);
            }
        } else {
            uneven(a, place, (rows, columns), to, tall);
        }
    }
}

/// [`pack`] of rows whose elements are adjacent, by squares of vectors.
#[inline(always)]
unsafe fn transposing<T: Element, V: Vectors<T>>(
    v: V,
    from: *const T,
    stride: isize,
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for i in (0..rows).step_by(V::LANES) {
        for k in (0..columns).step_by(V::LANES) {
            let part = ((rows - i).min(V::LANES), (columns - k).min(V::LANES));
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
unsafe fn even<T, I: Input<T>>(
    from: *const I,
    [row, column]: [isize; 2],
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for k in 0..columns {
        for i in 0..rows {
            // SAFETY: the element in row `i` and column `k`, and one of those of `to`.
            unsafe {
                let x = *from.offset(i as isize * row + k as isize * column);
                to.add(k * tall + i).write(x.widen());
            }
        }
    }
}

/// [`pack`] of any layout.
#[inline(always)]
unsafe fn uneven<T, A: Operand<Element: Input<T>>>(
    a: A,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for k in 0..columns {
        for i in 0..rows {
            // SAFETY: the element in that row and column, and one of those of `to`.
            unsafe {
                let x = *a.start().offset(a.offset(row + i, column + k));
                to.add(k * tall + i).write(x.widen());
            }
        }
    }
}
