//! Copies a part of a matrix to the stack, in the order in which a tile reads it.

use super::atom::load;
use super::input::Input;
use super::operand::Operand;
use crate::simd::{Element, MAX_LANES, Vectors};
use core::mem::MaybeUninit;

/// The greatest depth of a packed part.
pub const DEPTH: usize = 128;
/// The most bytes of one step of a packed part: three vectors of rows, or the columns of a tile.
const WIDTH: usize = 32 * 8;

/// A buffer for a packed part, on the stack.
#[repr(align(64))]
pub struct PackBuffer(MaybeUninit<[u8; WIDTH * DEPTH]>);

impl PackBuffer {
    #[inline(always)]
    pub fn new() -> Self {
        PackBuffer(MaybeUninit::uninit())
    }
    #[inline(always)]
    pub fn start<T>(&mut self) -> *mut T {
        const { assert!(align_of::<T>() <= 64) };
        self.0.as_mut_ptr().cast()
    }
}

/// Whether the buffer holds [`DEPTH`] steps of `width` elements.
pub const fn fits<T>(width: usize) -> bool {
    width * size_of::<T>() <= WIDTH
}

/// Packs `rows` rows and `columns` columns of `a`, from `place` on.
///
/// Column follows column in `to`, each `tall` elements after the one before.
///
/// # Safety
/// These elements of `a` must be valid for reads, and `to` for writes of `tall * columns` elements. `rows` must be at
/// most `tall`.
#[inline(always)]
pub unsafe fn pack<T: Element, V: Vectors<T>, A: Operand<Element: Input<T>>>(
    v: V,
    a: A,
    place: (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    // SAFETY: the caller's contract is passed on; even strides lead to the same elements.
    unsafe {
        if const { A::FORM.is_even() } {
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

/// Packs rows of adjacent elements, by squares of vectors transposed in registers.
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
            // SAFETY: `part` ends at `rows` and `columns`, which the caller's contract covers in `from` and `to`.
            unsafe {
                let from = from.offset(i as isize * stride + k as isize);
                let to = to.add(k * tall + i);
                if part == (V::LANES, V::LANES) {
                    v.transpose_tile(from, stride, to, tall as isize);
                } else {
                    part_of_square(v, from, stride, part, to, (tall, tall - i));
                }
            }
        }
    }
}

/// Packs a part of a square of vectors. Stores whole vectors where the panel has room: Zen 4 forwards no masked store to a load.
///
/// # Safety
/// The elements of `from` must be valid for reads; each column of `to`, `tall` elements after the one before, for writes of `room`
/// elements. `rows` is at most `room`, and neither it nor `columns` exceeds `LANES`.
#[inline(always)]
unsafe fn part_of_square<T: Element, V: Vectors<T>>(
    v: V,
    from: *const T,
    stride: isize,
    (rows, columns): (usize, usize),
    to: *mut T,
    (tall, room): (usize, usize),
) {
    if room < V::LANES {
        // SAFETY: the contract of the caller.
        return unsafe { v.transpose_part(from, stride, (rows, columns), to, tall as isize) };
    }
    let mut square = [v.zero(); MAX_LANES];
    for (i, vector) in square.iter_mut().enumerate().take(rows) {
        // SAFETY: `i < rows`: the caller's row, of `columns` elements.
        *vector = unsafe { load(v, from.offset(i as isize * stride), columns) };
    }
    v.transpose(&mut square);
    for (j, &vector) in square.iter().enumerate().take(columns) {
        // SAFETY: `j < columns`: a column of the panel, with room for a vector.
        unsafe { v.store(to.add(j * tall), vector) };
    }
}

/// Packs elements at two strides, one by one.
///
/// # Safety
/// The contract of [`pack`].
#[inline(always)]
pub(super) unsafe fn even<T, I: Input<T>>(
    from: *const I,
    [row, column]: [isize; 2],
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    for k in 0..columns {
        for i in 0..rows {
            // SAFETY: `i < rows` and `k < columns`: the caller's contract covers the element and its place in `to`.
            unsafe {
                let x = *from.offset(i as isize * row + k as isize * column);
                to.add(k * tall + i).write(x.widen());
            }
        }
    }
}

/// Packs elements of any layout.
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
            // SAFETY: `i < rows` and `k < columns`: the caller's contract covers the element and its place in `to`.
            unsafe {
                let x = *a.start().offset(a.offset(row + i, column + k));
                to.add(k * tall + i).write(x.widen());
            }
        }
    }
}
