//! Copies a part of a matrix to the stack, in the order in which a tile reads it.

use super::atom::load;
use super::input::Input;
use super::operand::Operand;
use super::pieces::copy_table;
use crate::simd::{Element, MAX_LANES, Vectors};
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// The greatest depth of a packed part.
pub const DEPTH: usize = 128;
/// The most bytes of one step of a packed part: three vectors of rows, or the columns of a tile.
const WIDTH: usize = 32 * 8;

/// The most elements that are packed one by one where offsets divide: tables take as long.
const FEW: usize = 256;

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
            uneven(v, a, place, (rows, columns), to, tall);
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
                    part_of_square(
                        v,
                        #[inline(always)]
                        |r| from.wrapping_offset(r as isize * stride),
                        part,
                        to,
                        (tall, tall - i),
                    );
                }
            }
        }
    }
}

/// Packs a part of a square of vectors, whose row `i` is at `row(i)`. Stores whole vectors where the panel has room: Zen 4 forwards no
/// masked store to a load.
///
/// # Safety
/// Each row must be valid for reads of `columns` elements; each column of `to`, `tall` elements after the one before, for writes of
/// `room` elements. `rows` is at most `room`, and neither it nor `columns` exceeds `LANES`.
#[inline(always)]
unsafe fn part_of_square<T: Element, V: Vectors<T>>(
    v: V,
    row: impl Fn(usize) -> *const T,
    (rows, columns): (usize, usize),
    to: *mut T,
    (tall, room): (usize, usize),
) {
    let mut square = [v.zero(); MAX_LANES];
    for (i, vector) in square.iter_mut().enumerate().take(rows) {
        // SAFETY: `i < rows`: the caller's row, of `columns` elements.
        *vector = unsafe { load(v, row(i), columns) };
    }
    v.transpose(&mut square);
    for (j, &vector) in square.iter().enumerate().take(columns) {
        // SAFETY: `j < columns`: a column of the panel, with room for a vector or for the rows.
        unsafe {
            if room < V::LANES {
                v.store_part(to.add(j * tall), vector, rows);
            } else {
                v.store(to.add(j * tall), vector);
            }
        }
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

/// Packs elements of any layout, by what the compiler knows of its runs.
///
/// ```text
/// runs of a vector along the columns          squares: transposed in registers
/// runs along the rows through a swizzle       chunks: each moved at once
/// offsets that divide by run-time numbers     copy_table: each offset of a row and of a column is computed once
/// otherwise                                   one by one: the compiler finds the vectors of constant loops
/// ```
///
/// # Safety
/// The contract of [`pack`].
#[inline(always)]
unsafe fn uneven<T: Element, V: Vectors<T>, A: Operand<Element: Input<T>>>(
    v: V,
    a: A,
    place: (usize, usize),
    part: (usize, usize),
    to: *mut T,
    tall: usize,
) {
    // SAFETY: the contract of the caller. The runs begin at the multiples that the conditions find.
    unsafe {
        if const { !<A::Element as Input<T>>::IS_ELEMENT } {
            return one_by_one(a, place, part, to, tall);
        }
        if const { A::Through::IS_IDENTITY && A::FORM.runs[1] >= V::LANES }
            && place.1.is_multiple_of(V::LANES)
        {
            return squares(v, a, place, part, to, tall);
        }
        if const { A::Through::IS_IDENTITY && A::FORM.runs[1] >= <V::Half as Vectors<T>>::LANES }
            && place.1.is_multiple_of(<V::Half as Vectors<T>>::LANES)
        {
            return squares(v.half(), a, place, part, to, tall);
        }
        if const { chunk::<A>() >= LEAST_CHUNK } && place.0.is_multiple_of(const { chunk::<A>() }) {
            return match const { chunk::<A>() } {
                4..8 => chunks::<T, A, 4>(a, place, part, to, tall),
                8..16 => chunks::<T, A, 8>(a, place, part, to, tall),
                _ => chunks::<T, A, 16>(a, place, part, to, tall),
            };
        }
        if const { A::FORM.divides } && part.0 * part.1 > FEW {
            return by_table(a, place, part, to, tall);
        }
        one_by_one(a, place, part, to, tall)
    }
}

/// Packs runs along the columns by squares of vectors.
///
/// # Safety
/// The contract of [`pack`], of elements of the type of `T`. From each multiple of `LANES` on, as many columns must be neighbours, and
/// the first column be such a multiple.
#[inline(always)]
unsafe fn squares<T: Element, V: Vectors<T>, A: Operand>(
    v: V,
    a: A,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    let from = a.start().cast_const().cast::<T>();
    for i in (0..rows).step_by(V::LANES) {
        for k in (0..columns).step_by(V::LANES) {
            let part = ((rows - i).min(V::LANES), (columns - k).min(V::LANES));
            let to = to.wrapping_add(k * tall + i);
            let from = (from, a, (row + i, column + k));
            // SAFETY: `part` ends at `rows` and `columns`, which the caller's contract covers in the matrix and in `to`.
            unsafe {
                if part == (V::LANES, V::LANES) {
                    // Constant loops, whose vectors stay in registers.
                    square_of(v, from, (V::LANES, V::LANES), to, (tall, V::LANES));
                } else {
                    square_of(v, from, part, to, (tall, tall - i));
                }
            }
        }
    }
}

/// Packs a part of a square of vectors whose rows begin at the elements of a column of a matrix.
///
/// # Safety
/// The requirements of [`part_of_square`].
#[inline(always)]
unsafe fn square_of<T: Element, V: Vectors<T>, A: Operand>(
    v: V,
    (from, a, (row, column)): (*const T, A, (usize, usize)),
    part: (usize, usize),
    to: *mut T,
    room: (usize, usize),
) {
    // SAFETY: the guarantee of the caller.
    unsafe {
        part_of_square(
            v,
            #[inline(always)]
            |r| from.wrapping_offset(a.offset(row + r, column)),
            part,
            to,
            room,
        )
    }
}

/// The fewest rows that are moved at once.
const LEAST_CHUNK: usize = 4;

/// The rows that a swizzle keeps together where their offsets begin at a multiple of the number, a power of two.
const fn chunk<A: Operand>() -> usize {
    let (run, kept) = (A::FORM.runs[0], 1 << A::Through::SWIZZLE.base());
    match A::Through::IS_IDENTITY {
        true => 1,
        false if run < kept => run,
        false => kept,
    }
}

/// Packs rows that a swizzle keeps together, `N` at once.
///
/// # Safety
/// The contract of [`pack`], of elements of the type of `T`. From each multiple of `N` on, as many rows must be neighbours before the
/// swizzle, and the first row be such a multiple; the swizzle must keep `N` neighbours together from a multiple of `N` on.
#[inline(always)]
unsafe fn chunks<T: Element, A: Operand, const N: usize>(
    a: A,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    let (from, through) = (a.start().cast_const().cast::<T>(), a.through());
    for k in 0..columns {
        for i in (0..rows).step_by(N) {
            let sum = a.sum(row + i, column + k);
            let is_whole =
                i + N <= rows && sum.wrapping_add(through.offset() as usize).is_multiple_of(N);
            // SAFETY: rows below `rows` and `k < columns`: the caller's contract covers the elements and their places in `to`. A
            // whole chunk begins at a multiple of `N`, before the swizzle too, so that its elements are neighbours.
            unsafe {
                let to = to.add(k * tall + i);
                if is_whole {
                    let offset = through.apply(sum) as isize;
                    to.copy_from_nonoverlapping(from.offset(offset), N);
                } else {
                    for r in 0..N.min(rows - i) {
                        to.add(r).write(*from.offset(a.offset(row + i + r, column + k)));
                    }
                }
            }
        }
    }
}

/// Packs elements in the loops that the offsets of rows and columns allow.
///
/// # Safety
/// The contract of [`pack`], of elements of the type of `T`.
#[inline(always)]
unsafe fn by_table<T: Element, A: Operand>(
    a: A,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    to: *mut T,
    tall: usize,
) {
    let mut offsets = [[0; DEPTH]; 2];
    let [down, across] = &mut offsets;
    let (down, across) = (&mut down[..rows], &mut across[..columns]);
    // The offset of the first column is in `down` already.
    let first = a.sum(row, column);
    for (i, at) in down.iter_mut().enumerate() {
        *at = a.sum(row + i, column) as isize;
    }
    for (k, at) in across.iter_mut().enumerate() {
        *at = a.sum(row, column + k).wrapping_sub(first) as isize;
    }
    let from = (a.start().cast_const().cast::<T>(), a.through());
    // SAFETY: the sum of an operand is one offset for the row plus one for the column: those of the elements that the caller's
    // contract covers.
    unsafe { copy_table(from, [down, across], to, tall) }
}

/// Packs elements one by one.
///
/// # Safety
/// The contract of [`pack`].
#[inline(always)]
unsafe fn one_by_one<T, A: Operand<Element: Input<T>>>(
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
