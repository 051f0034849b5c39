//! The peers in Rust.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use nalgebra::SMatrix;
use ndarray::{ArrayView2, ArrayViewMut2, ShapeBuilder};

use super::*;
use crate::measure::Side;
use crate::native::native;

/// The functions for a fixed size.
pub(crate) fn fixed<const M: usize, const N: usize, const K: usize>(
    order: Order,
) -> Vec<(&'static str, Function)> {
    match order {
        Order::ColumnMajor => functions::<M, N, K, false>(),
        Order::RowMajor => functions::<M, N, K, true>(),
    }
}

fn functions<const M: usize, const N: usize, const K: usize, const ROW_MAJOR: bool>()
-> Vec<(&'static str, Function)> {
    let nalgebra = if ROW_MAJOR {
        Function::Swapped(by_nalgebra::<N, M, K>())
    } else {
        Function::InOrder(by_nalgebra::<M, N, K>())
    };
    vec![
        ("faer", Function::InOrder(by_faer::<M, N, K, ROW_MAJOR>)),
        ("matrixmultiply", Function::InOrder(by_matrixmultiply::<M, N, K, ROW_MAJOR>)),
        ("nalgebra", nalgebra),
        ("ndarray", Function::InOrder(by_ndarray::<M, N, K, ROW_MAJOR>())),
    ]
}

const fn order(row_major: bool) -> Order {
    if row_major { Order::RowMajor } else { Order::ColumnMajor }
}

unsafe extern "C" fn by_faer<
    const M: usize,
    const N: usize,
    const K: usize,
    const ROW_MAJOR: bool,
>(
    a: *const f32,
    b: *const f32,
    c: *mut f32,
) {
    // SAFETY: the matrices have these sizes.
    unsafe { f32::faer([M, N, K], order(ROW_MAJOR), Par::Seq, a, b, c) }
}

unsafe extern "C" fn by_matrixmultiply<
    const M: usize,
    const N: usize,
    const K: usize,
    const ROW_MAJOR: bool,
>(
    a: *const f32,
    b: *const f32,
    c: *mut f32,
) {
    // SAFETY: the matrices have these sizes.
    unsafe { f32::matrixmultiply([M, N, K], order(ROW_MAJOR), a, b, c) }
}

native! {
    /// `mul_to` of matrices whose sizes are types, column-major.
    fn by_nalgebra[const M: usize, const N: usize, const K: usize][M, N, K](
        a: *const f32, b: *const f32, c: *mut f32
    ) {
        // SAFETY: the matrices have these sizes, and `SMatrix` is its elements.
        let (a, b, c) = unsafe {
            (&*a.cast::<SMatrix<f32, M, K>>(), &*b.cast::<SMatrix<f32, K, N>>(), &mut *c.cast::<SMatrix<f32, M, N>>())
        };
        a.mul_to(b, c);
    }
}

native! {
    /// `general_mat_mul` of views.
    fn by_ndarray[const M: usize, const N: usize, const K: usize, const ROW_MAJOR: bool][M, N, K, ROW_MAJOR](
        a: *const f32, b: *const f32, c: *mut f32
    ) {
        let shape = |rows: usize, columns: usize| (rows, columns).set_f(!ROW_MAJOR);
        // SAFETY: the matrices have these sizes.
        let (a, b, mut c) = unsafe {
            (
                ArrayView2::from_shape_ptr(shape(M, K), a),
                ArrayView2::from_shape_ptr(shape(K, N), b),
                ArrayViewMut2::from_shape_ptr(shape(M, N), c),
            )
        };
        ndarray::linalg::general_mat_mul(1.0, &a, &b, 0.0, &mut c);
    }
}

/// The function that its planner chose for the size, kept.
pub(crate) fn nano_gemm<'a>(
    [m, n, k]: Shape,
    order: Order,
    a: &'a [f32],
    b: &'a [f32],
    c: *mut f32,
) -> Side<'a> {
    let plan = nano_gemm::Plan::new_colmajor_lhs_and_dst_f32;
    // Its fast kernels are for column-major operands: row-major ones are their transposes.
    let (m, n, a, b) = match order {
        Order::ColumnMajor => (m, n, a, b),
        Order::RowMajor => (n, m, b, a),
    };
    let plan = plan(m, n, k);
    Side::new("nano-gemm", move |times| {
        let (a, b, c) = std::hint::black_box((a.as_ptr(), b.as_ptr(), c));
        for _ in 0..times {
            let (m_stride, k_stride) = (m as isize, k as isize);
            // SAFETY: the matrices have the sizes of the plan.
            unsafe {
                plan.execute_unchecked(
                    m, n, k, c, 1, m_stride, a, 1, m_stride, b, 1, k_stride, 0.0, 1.0, false, false,
                );
            }
        }
    })
}

/// The functions that differ by element.
pub(crate) trait Peer: Sized {
    /// The product by faer.
    ///
    /// # Safety
    /// `a`, `b` and `c` are matrices of this shape and order without gaps.
    unsafe fn faer(
        shape: Shape,
        order: Order,
        par: Par,
        a: *const Self,
        b: *const Self,
        c: *mut Self,
    );
    /// The product by matrixmultiply.
    ///
    /// # Safety
    /// As for `faer`.
    unsafe fn matrixmultiply(
        shape: Shape,
        order: Order,
        a: *const Self,
        b: *const Self,
        c: *mut Self,
    );
}

macro_rules! peer {
    ($($element:ty: $gemm:ident),*) => { $(
        impl Peer for $element {
            unsafe fn faer(
                shape: Shape, order: Order, par: Par, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                let ([m, n, k], [a_strides, b_strides, c_strides]) = (shape, order.all_strides(shape));
                // SAFETY: the caller's, of these sizes and strides.
                let (a, b, c) = unsafe {
                    (
                        MatRef::from_raw_parts(a, m, k, a_strides[0], a_strides[1]),
                        MatRef::from_raw_parts(b, k, n, b_strides[0], b_strides[1]),
                        MatMut::from_raw_parts_mut(c, m, n, c_strides[0], c_strides[1]),
                    )
                };
                matmul(c, Accum::Replace, a, b, 1.0, par);
            }
            unsafe fn matrixmultiply(
                shape: Shape, order: Order, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                let ([m, n, k], [a_strides, b_strides, c_strides]) = (shape, order.all_strides(shape));
                // SAFETY: the caller's, of these sizes and strides.
                unsafe {
                    matrixmultiply::$gemm(
                        m, k, n, 1.0, a, a_strides[0], a_strides[1], b, b_strides[0], b_strides[1],
                        0.0, c, c_strides[0], c_strides[1],
                    );
                }
            }
        }
    )* };
}
peer!(f32: sgemm, f64: dgemm);

/// The large products, each with its name.
pub(crate) fn large<'a, T: Peer + 'a>(
    size: usize,
    order: Order,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Side<'a>> {
    let par = if threads == 1 { Par::Seq } else { Par::rayon(threads) };
    let mut sides = vec![Side::new("faer", move |times| {
        for _ in 0..times {
            // SAFETY: the matrices have this size, and no other side is running.
            unsafe { T::faer([size; 3], order, par, a.as_ptr(), b.as_ptr(), c) };
        }
    })];
    if threads == 1 {
        // How many threads it uses is an environment variable that is read once: measured with one.
        sides.push(Side::new("matrixmultiply", move |times| {
            for _ in 0..times {
                // SAFETY: as above.
                unsafe { T::matrixmultiply([size; 3], order, a.as_ptr(), b.as_ptr(), c) };
            }
        }));
    }
    sides
}
