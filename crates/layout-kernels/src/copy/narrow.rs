//! Copies with two or three neighbours on one side, and many on the other: no square tile fits.
//!
//! ```text
//! weave    N rows of the source  ->  one row of the destination     r0 g0 b0 r1 g1 b1 ..
//! part     one row of the source ->  N rows of the destination
//! ```
//!
//! The compiler makes vector instructions of these loops if it knows `N` and the stride.

#![allow(clippy::needless_range_loop, reason = "an index is a place in several arrays")]

use super::registers::Registers;
use crate::nest::Loop;
use crate::side::Side;
use crate::simd::{Machine, Task};
use core::mem::MaybeUninit;
use core::ptr;
use static_layout::internal::OffsetMap;

/// The number of neighbours below which an axis is narrow.
pub(super) const NARROW: usize = 4;

/// The two axes of a copy, one of which is narrow, at one step of the outer loops.
#[derive(Clone, Copy)]
pub(super) struct NarrowAxes<T, A, B> {
    pub(super) from: Side<*const T, A>,
    pub(super) to: Side<*mut T, B>,
    pub(super) at: [isize; 2],
    /// The axis of neighbours in the destination.
    pub(super) row: Loop<2>,
    /// The axis of neighbours in the source.
    pub(super) column: Loop<2>,
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> NarrowAxes<T, A, B> {
    /// Writes an element of each of `N` rows of the source in turn to the destination.
    ///
    /// # Safety
    /// The two axes are coordinates of both sides, which do not overlap. No side is swizzled. `row` has `N` steps.
    #[inline(always)]
    pub(super) unsafe fn weave<const N: usize>(self) {
        let Self { from, to, at: [source, written], row, column } = self;
        // SAFETY: `k < N`, the extent of `row`: coordinates of the source, and the first one of the destination.
        let (rows, to) = unsafe {
            let mut rows = [ptr::null::<MaybeUninit<T>>(); N];
            for k in 0..N {
                rows[k] = from.at(source + k as isize * row.strides[0]).cast();
            }
            (rows, to.at(written).cast::<MaybeUninit<T>>())
        };
        let stride = column.strides[1];
        // SAFETY: row `k` has an element at each of `column.extent` steps, neighbours in the source, and the
        // destination one at each `j * stride + k`. A stride of `N` is the common one; as a constant it permits
        // vectors.
        unsafe {
            if stride == N as isize {
                woven(rows, to, N as isize, column.extent)
            } else {
                woven(rows, to, stride, column.extent)
            }
        }
    }

    /// Writes `N` neighbours of the source to `N` rows of the destination, in turn.
    ///
    /// # Safety
    /// The two axes are coordinates of both sides, which do not overlap. No side is swizzled. `column` has `N` steps.
    #[inline(always)]
    pub(super) unsafe fn part<const N: usize>(self) {
        let Self { from, to, at: [source, written], row, column } = self;
        // SAFETY: `k < N`, the extent of `column`: coordinates of the destination, and the first one of the source.
        let (from, rows) = unsafe {
            let mut rows = [ptr::null_mut::<MaybeUninit<T>>(); N];
            for k in 0..N {
                rows[k] = to.at(written + k as isize * column.strides[1]).cast();
            }
            (from.at(source).cast::<MaybeUninit<T>>(), rows)
        };
        let stride = row.strides[0];
        // SAFETY: row `k` has an element at each of `row.extent` steps, neighbours in the destination, and the source
        // one at each `i * stride + k`. A stride of `N` is the common one; as a constant it permits vectors.
        unsafe {
            if stride == N as isize {
                parted(from, N as isize, rows, row.extent)
            } else {
                parted(from, stride, rows, row.extent)
            }
        }
    }
}

/// A function that moves two axes, one of which is narrow.
pub(super) type NarrowFn<R, T, A, B> = unsafe fn(R, &NarrowAxes<T, A, B>);

/// Weaves (`WEAVE`) `N` rows into one, or parts one into `N`, in a function compiled for the registers.
///
/// # Safety
/// The requirements of [`NarrowAxes::weave`] or [`NarrowAxes::part`].
pub(super) unsafe fn move_narrow<R, T, A, B, const N: usize, const WEAVE: bool>(
    registers: R,
    axes: &NarrowAxes<T, A, B>,
) where
    R: Registers,
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
{
    registers.call(NarrowTask::<T, A, B, N, WEAVE>(axes))
}

/// The task of [`move_narrow`], whose caller guarantees its requirements.
struct NarrowTask<'a, T, A, B, const N: usize, const WEAVE: bool>(&'a NarrowAxes<T, A, B>);

impl<T: Copy, A: OffsetMap, B: OffsetMap, const N: usize, const WEAVE: bool> Task
    for NarrowTask<'_, T, A, B, N, WEAVE>
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: the creator of this `NarrowTask` guarantees the requirements of both.
        unsafe { if WEAVE { self.0.weave::<N>() } else { self.0.part::<N>() } }
    }
}

/// Writes element `j` of row `k` to `to[j * stride + k]`.
///
/// # Safety
/// Each row has `n` elements, and `to` is valid for writes at each of these offsets.
#[inline(always)]
unsafe fn woven<E: Copy, const N: usize>(from: [*const E; N], to: *mut E, stride: isize, n: usize) {
    for j in 0..n {
        for (k, row) in from.iter().enumerate() {
            // SAFETY: `j < n` and `k < N`: elements that the caller guarantees.
            unsafe { *to.offset(j as isize * stride + k as isize) = *row.add(j) };
        }
    }
}

/// Writes `from[i * stride + k]` to element `i` of row `k`.
///
/// # Safety
/// `from` is valid for reads at each of these offsets, and each row has `n` elements.
#[inline(always)]
unsafe fn parted<E: Copy, const N: usize>(
    from: *const E,
    stride: isize,
    to: [*mut E; N],
    n: usize,
) {
    for i in 0..n {
        for (k, row) in to.iter().enumerate() {
            // SAFETY: `i < n` and `k < N`: elements that the caller guarantees.
            unsafe { *row.add(i) = *from.offset(i as isize * stride + k as isize) };
        }
    }
}
