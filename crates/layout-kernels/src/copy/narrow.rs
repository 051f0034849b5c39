//! Few neighbours on one side, many on the other: `N` rows woven into one, and one taken apart into `N`.

use crate::nest::Loop;
use crate::side::Side;
use core::array;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// Neighbours up to which there is no tile.
pub(super) const NARROW: usize = 4;

/// The two axes of a copy whose first one, or second one, is narrow, at a place of the loops around it.
#[derive(Clone, Copy)]
pub(super) struct Narrow<T, A, B> {
    pub(super) from: Side<*const T, A>,
    pub(super) to: Side<*mut T, B>,
    pub(super) at: [isize; 2],
    /// Neighbours in the destination.
    pub(super) row: Loop<2>,
    /// Neighbours in the source.
    pub(super) column: Loop<2>,
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Narrow<T, A, B> {
    /// `N` rows of the source, an element of each in turn, to pieces of the destination.
    ///
    /// # Safety
    /// The two axes are coordinates of both sides, which do not overlap. There is no swizzle. The row has `N`
    /// elements.
    #[inline(always)]
    pub(super) unsafe fn weave<const N: usize>(self) {
        let Self { from, to, at: [source, written], row, column } = self;
        // SAFETY: coordinates of both sides.
        let (rows, to) = unsafe {
            let rows: [*const MaybeUninit<T>; N] =
                array::from_fn(|k| from.at(source + k as isize * row.strides[0]).cast());
            (rows, to.at(written).cast::<MaybeUninit<T>>())
        };
        let stride = column.strides[1];
        // SAFETY: as above. With a stride that it knows the compiler makes vectors of the loop.
        unsafe {
            if stride == N as isize {
                woven(rows, to, N as isize, column.extent)
            } else {
                woven(rows, to, stride, column.extent)
            }
        }
    }

    /// Pieces of `N` neighbours of the source to `N` rows of the destination.
    ///
    /// # Safety
    /// As for `weave`, where the column has `N` elements.
    #[inline(always)]
    pub(super) unsafe fn part<const N: usize>(self) {
        let Self { from, to, at: [source, written], row, column } = self;
        // SAFETY: coordinates of both sides.
        let (from, rows) = unsafe {
            let rows: [*mut MaybeUninit<T>; N] =
                array::from_fn(|k| to.at(written + k as isize * column.strides[1]).cast());
            (from.at(source).cast::<MaybeUninit<T>>(), rows)
        };
        let stride = row.strides[0];
        // SAFETY: as in `weave`.
        unsafe {
            if stride == N as isize {
                parted(from, N as isize, rows, row.extent)
            } else {
                parted(from, stride, rows, row.extent)
            }
        }
    }
}

#[inline(always)]
unsafe fn woven<E: Copy, const N: usize>(from: [*const E; N], to: *mut E, stride: isize, n: usize) {
    for j in 0..n {
        for (k, row) in from.iter().enumerate() {
            // SAFETY: the caller's elements.
            unsafe { *to.offset(j as isize * stride + k as isize) = *row.add(j) };
        }
    }
}

#[inline(always)]
unsafe fn parted<E: Copy, const N: usize>(
    from: *const E,
    stride: isize,
    to: [*mut E; N],
    n: usize,
) {
    for i in 0..n {
        for (k, row) in to.iter().enumerate() {
            // SAFETY: the caller's elements.
            unsafe { *row.add(i) = *from.offset(i as isize * stride + k as isize) };
        }
    }
}
