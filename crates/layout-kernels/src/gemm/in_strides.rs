//! Matrices as extents and strides, copied if no two strides describe them.

use super::operand::{Matrix, Operand};
use super::strided::Open;
use crate::simd::Element;
use alloc::vec::Vec;
use static_layout::internal::Form;

/// Calls `multiply` with matrices that extents and strides describe, all of whose elements are those of the matrices, or of copies.
/// A C without elements ends the product. The copy of C has its elements if `reads`, otherwise zeros.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes.
#[inline(always)]
pub unsafe fn with_strides<X: Copy, Y: Copy, T: Element, A: Form, B: Form, C: Form>(
    a: Matrix<X, A>,
    b: Matrix<Y, B>,
    c: Matrix<T, C>,
    reads: bool,
    multiply: impl FnOnce(Open<X>, Open<Y>, Open<T>),
) {
    let [m, n] = c.extents();
    if m == 0 || n == 0 {
        return;
    }
    let (mut copy_a, mut copy_b) = (Vec::new(), Vec::new());
    // SAFETY: the guarantee of the caller.
    let (a, b) = unsafe { (in_strides(a, &mut copy_a), in_strides(b, &mut copy_b)) };
    if const { <Matrix<T, C> as Operand>::FORM.is_even() } {
        return multiply(a, b, Open::of(c));
    }
    let mut copy_c = Vec::new();
    let to = if reads {
        // SAFETY: the guarantee of the caller.
        unsafe { in_strides(c, &mut copy_c) }
    } else {
        copy_c = room(m.saturating_mul(n));
        copy_c.resize(m * n, T::ZERO);
        Open { start: copy_c.as_mut_ptr(), extents: [m, n], strides: [n as isize, 1] }
    };
    multiply(a, b, to);
    for (i, row) in copy_c.chunks(n).enumerate() {
        for (j, &sum) in row.iter().enumerate() {
            // SAFETY: a coordinate of C, whose elements the caller guarantees.
            unsafe { c.start().offset(c.offset(i, j)).write(sum) };
        }
    }
}

/// The matrix as extents and strides, copied to `copy` by rows if no two strides describe it.
///
/// # Safety
/// The elements must be valid for reads.
#[inline(always)]
pub unsafe fn in_strides<M: Operand>(matrix: M, copy: &mut Vec<M::Element>) -> Open<M::Element> {
    if const { M::FORM.is_even() } {
        return Open::of(matrix);
    }
    let [rows, columns] = matrix.extents();
    *copy = room(rows.saturating_mul(columns));
    for i in 0..rows {
        // SAFETY: a coordinate of the matrix, whose elements the caller guarantees.
        copy.extend((0..columns).map(|j| unsafe { *matrix.start().offset(matrix.offset(i, j)) }));
    }
    Open { start: copy.as_mut_ptr(), extents: [rows, columns], strides: [columns as isize, 1] }
}

/// Memory for `len` numbers. A depth along which a stride is 0 may be longer than all memory.
///
/// # Panics
/// If there is no such memory.
#[inline(never)]
pub fn room<T>(len: usize) -> Vec<T> {
    let mut room = Vec::new();
    if let Err(error) = room.try_reserve_exact(len) {
        panic!("no memory for {len} packed numbers: {error}");
    }
    room
}
