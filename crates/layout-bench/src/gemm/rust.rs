//! The products of the peers in Rust.

use std::hint::black_box;

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use nalgebra::SMatrix;

use super::*;
use crate::measure::Contender;
use crate::native::native;

/// The products of a fixed size, by name.
pub(crate) fn fixed<T: RustElement, const M: usize, const N: usize, const K: usize>(
    order: MatrixOrder,
) -> Vec<(&'static str, PeerProduct<T>)> {
    match order {
        MatrixOrder::ColumnMajor => functions::<T, M, N, K, false>(),
        MatrixOrder::RowMajor => functions::<T, M, N, K, true>(),
    }
}

fn functions<
    T: RustElement,
    const M: usize,
    const N: usize,
    const K: usize,
    const ROW_MAJOR: bool,
>() -> Vec<(&'static str, PeerProduct<T>)> {
    let nalgebra = if ROW_MAJOR {
        PeerProduct::Swapped(by_nalgebra::<T, N, M, K>())
    } else {
        PeerProduct::InOrder(by_nalgebra::<T, M, N, K>())
    };
    vec![
        ("faer", PeerProduct::InOrder(by_faer::<T, M, N, K, ROW_MAJOR>)),
        ("matrixmultiply", PeerProduct::InOrder(by_matrixmultiply::<T, M, N, K, ROW_MAJOR>)),
        ("nalgebra", nalgebra),
    ]
}

const fn order(row_major: bool) -> MatrixOrder {
    if row_major { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor }
}

unsafe extern "C" fn by_faer<
    T: RustElement,
    const M: usize,
    const N: usize,
    const K: usize,
    const ROW_MAJOR: bool,
>(
    a: *const T,
    b: *const T,
    c: *mut T,
) {
    // SAFETY: `fixed` promises this function matrices of M by K, K by N and M by N elements.
    unsafe { T::faer([M, N, K], order(ROW_MAJOR), Par::Seq, a, b, c) }
}

unsafe extern "C" fn by_matrixmultiply<
    T: RustElement,
    const M: usize,
    const N: usize,
    const K: usize,
    const ROW_MAJOR: bool,
>(
    a: *const T,
    b: *const T,
    c: *mut T,
) {
    // SAFETY: `fixed` promises this function matrices of M by K, K by N and M by N elements.
    unsafe { T::matrixmultiply([M, N, K], order(ROW_MAJOR), a, b, c) }
}

native! {
    /// The product by nalgebra's `mul_to`, of column-major matrices whose sizes are types.
    fn by_nalgebra[T: RustElement, const M: usize, const N: usize, const K: usize][T, M, N, K](
        a: *const T, b: *const T, c: *mut T
    ) {
        // SAFETY: the matrices have these sizes, and an `SMatrix` consists of its elements alone.
        let (a, b, c) = unsafe {
            (&*a.cast::<SMatrix<T, M, K>>(), &*b.cast::<SMatrix<T, K, N>>(), &mut *c.cast::<SMatrix<T, M, N>>())
        };
        a.mul_to(b, c);
    }
}

/// The product by nano-gemm. Its plan for the size is computed once.
pub(crate) fn nano_gemm<'a, T: RustElement>(
    [m, n, k]: Shape,
    order: MatrixOrder,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Contender<'a> {
    // The fast kernels are for column-major operands, so row-major operands are passed as transposes.
    let (m, n, a, b) = match order {
        MatrixOrder::ColumnMajor => (m, n, a, b),
        MatrixOrder::RowMajor => (n, m, b, a),
    };
    let plan = T::nano_gemm_plan(m, n, k);
    Contender::new("nano-gemm", move |times| {
        let (a, b, c) = (black_box(a.as_ptr()), black_box(b.as_ptr()), black_box(c));
        for _ in 0..times {
            let (m_stride, k_stride) = (m as isize, k as isize);
            // SAFETY: the matrices have the sizes and strides of the plan.
            unsafe {
                plan.execute_unchecked(
                    m,
                    n,
                    k,
                    c,
                    1,
                    m_stride,
                    a,
                    1,
                    m_stride,
                    b,
                    1,
                    k_stride,
                    T::zero(),
                    T::one(),
                    false,
                    false,
                );
            }
        }
    })
}

/// An element type of the peers in Rust.
pub(crate) trait RustElement: nalgebra::RealField {
    /// The plan of nano-gemm for column-major matrices.
    fn nano_gemm_plan(m: usize, n: usize, k: usize) -> nano_gemm::Plan<Self>;
    /// The product by faer.
    ///
    /// # Safety
    /// `a`, `b` and `c` point to matrices of this shape and order without gaps, and nothing else accesses the matrix of
    /// `c`.
    unsafe fn faer(
        shape: Shape,
        order: MatrixOrder,
        par: Par,
        a: *const Self,
        b: *const Self,
        c: *mut Self,
    );
    /// The product by the crate `gemm`, on one thread or on all.
    ///
    /// # Safety
    /// The requirements of `faer`.
    unsafe fn gemm(
        shape: Shape,
        order: MatrixOrder,
        threads: usize,
        a: *const Self,
        b: *const Self,
        c: *mut Self,
    );
    /// The product by matrixmultiply.
    ///
    /// # Safety
    /// `a`, `b` and `c` point to matrices of this shape and order without gaps, and nothing else accesses the matrix of
    /// `c`.
    unsafe fn matrixmultiply(
        shape: Shape,
        order: MatrixOrder,
        a: *const Self,
        b: *const Self,
        c: *mut Self,
    );
}

macro_rules! peer {
    ($($element:ty: $gemm:ident $plan:ident),*) => { $(
        impl RustElement for $element {
            fn nano_gemm_plan(m: usize, n: usize, k: usize) -> nano_gemm::Plan<Self> {
                nano_gemm::Plan::$plan(m, n, k)
            }
            unsafe fn faer(
                shape: Shape, order: MatrixOrder, par: Par, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                let ([m, n, k], [a_strides, b_strides, c_strides]) = (shape, order.all_strides(shape));
                // SAFETY: the caller promises matrices of these sizes without gaps, and the strides match.
                let (a, b, c) = unsafe {
                    (
                        MatRef::from_raw_parts(a, m, k, a_strides[0], a_strides[1]),
                        MatRef::from_raw_parts(b, k, n, b_strides[0], b_strides[1]),
                        MatMut::from_raw_parts_mut(c, m, n, c_strides[0], c_strides[1]),
                    )
                };
                matmul(c, Accum::Replace, a, b, 1.0, par);
            }
            unsafe fn gemm(
                shape: Shape, order: MatrixOrder, threads: usize, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                let ([m, n, k], [a_strides, b_strides, c_strides]) = (shape, order.all_strides(shape));
                // 0: as many threads as the pool of rayon has.
                let all = ::gemm::Parallelism::Rayon(0);
                // SAFETY: the caller promises matrices of these sizes without gaps, and the strides match.
                unsafe {
                    ::gemm::gemm(
                        m, n, k, c, c_strides[1], c_strides[0], false, a, a_strides[1], a_strides[0], b,
                        b_strides[1], b_strides[0], 0.0, 1.0, false, false, false,
                        if threads == 1 { ::gemm::Parallelism::None } else { all },
                    );
                }
            }
            unsafe fn matrixmultiply(
                shape: Shape, order: MatrixOrder, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                let ([m, n, k], [a_strides, b_strides, c_strides]) = (shape, order.all_strides(shape));
                // SAFETY: the caller promises matrices of these sizes without gaps, and the strides match.
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
peer!(
    f32: sgemm new_colmajor_lhs_and_dst_f32,
    f64: dgemm new_colmajor_lhs_and_dst_f64
);

/// The contenders of large products.
pub(crate) fn large<'a, T: RustElement + 'a>(
    shape: Shape,
    order: MatrixOrder,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    let par = if threads == 1 { Par::Seq } else { Par::rayon(threads) };
    let mut sides = vec![
        Contender::new("faer", move |times| {
            for _ in 0..times {
                // SAFETY: the caller has matrices of this shape, and no other contender is running.
                unsafe { T::faer(shape, order, par, a.as_ptr(), b.as_ptr(), c) };
            }
        }),
        Contender::new("gemm", move |times| {
            for _ in 0..times {
                // SAFETY: the caller has matrices of this shape, and no other contender is running.
                unsafe { T::gemm(shape, order, threads, a.as_ptr(), b.as_ptr(), c) };
            }
        }),
    ];
    if threads == 1 {
        // The number of threads is an environment variable that is read once, so it is measured on one thread only.
        sides.push(Contender::new("matrixmultiply", move |times| {
            for _ in 0..times {
                // SAFETY: the caller has matrices of this shape, and no other contender is running.
                unsafe { T::matrixmultiply(shape, order, a.as_ptr(), b.as_ptr(), c) };
            }
        }));
    }
    sides
}
