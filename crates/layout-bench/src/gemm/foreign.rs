//! The peers in C++ and C, those that are installed.

use super::*;
#[cfg(openblas)]
use crate::measure::Side;

/// The functions for a fixed size.
pub(crate) fn fixed<const M: usize, const N: usize, const K: usize>(
    _order: Order,
) -> Vec<(&'static str, Function)> {
    vec![
        #[cfg(xsmm)]
        ("libxsmm", xsmm::fixed([M, N, K], _order)),
        #[cfg(eigen)]
        ("Eigen", eigen::fixed([M, N, K], _order)),
        #[cfg(openblas)]
        ("OpenBLAS", openblas::fixed::<M, N, K>(_order)),
    ]
}

#[cfg(eigen)]
mod eigen {
    use super::*;

    unsafe extern "C" {
        safe fn eigen_sgemm(m: i32, n: i32, k: i32, row_major: bool) -> Option<Multiply>;
    }

    pub(super) fn fixed([m, n, k]: Shape, order: Order) -> Function {
        let function = eigen_sgemm(m as i32, n as i32, k as i32, order == Order::RowMajor);
        Function::InOrder(function.expect("its file was compiled with the same shapes"))
    }
}

#[cfg(xsmm)]
mod xsmm {
    use super::*;

    unsafe extern "C" {
        safe fn xsmm_sgemm(m: i32, n: i32, k: i32) -> Option<Multiply>;
    }

    /// Its matrices are column-major.
    pub(super) fn fixed([m, n, k]: Shape, order: Order) -> Function {
        let kernel =
            |m, n| xsmm_sgemm(m as i32, n as i32, k as i32).expect("it compiles small products");
        match order {
            Order::ColumnMajor => Function::InOrder(kernel(m, n)),
            Order::RowMajor => Function::Swapped(kernel(n, m)),
        }
    }
}

#[cfg(openblas)]
pub(crate) mod openblas {
    use super::*;

    unsafe extern "C" {
        safe fn openblas_set_num_threads(threads: i32);
    }

    /// How many threads the next products use.
    pub(crate) fn threads(threads: usize) {
        openblas_set_num_threads(threads as i32);
    }

    /// Values of `CBLAS_LAYOUT` and `CBLAS_TRANSPOSE`.
    const ROW_MAJOR: i32 = 101;
    const COLUMN_MAJOR: i32 = 102;
    const NO_TRANSPOSE: i32 = 111;

    /// The functions by element.
    pub(crate) trait Peer: Sized {
        /// The product.
        ///
        /// # Safety
        /// `a`, `b` and `c` are matrices of this shape and order without gaps.
        unsafe fn blas(shape: Shape, order: Order, a: *const Self, b: *const Self, c: *mut Self);
    }

    macro_rules! blas {
        ($($element:ty: $gemm:ident),*) => { $(
            impl Peer for $element {
                #[inline]
                unsafe fn blas(
                    [m, n, k]: Shape, order: Order, a: *const Self, b: *const Self, c: *mut Self,
                ) {
                    unsafe extern "C" {
                        fn $gemm(
                            order: i32, trans_a: i32, trans_b: i32, m: i32, n: i32, k: i32,
                            alpha: $element, a: *const $element, a_rows: i32,
                            b: *const $element, b_rows: i32,
                            beta: $element, c: *mut $element, c_rows: i32,
                        );
                    }
                    let [m, n, k] = [m, n, k].map(|extent| extent as i32);
                    let (order, a_rows, b_rows, c_rows) = match order {
                        Order::ColumnMajor => (COLUMN_MAJOR, m, k, m),
                        Order::RowMajor => (ROW_MAJOR, k, n, n),
                    };
                    // SAFETY: the caller's, of these sizes and leading dimensions.
                    unsafe {
                        $gemm(
                            order, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k,
                            1.0, a, a_rows, b, b_rows, 0.0, c, c_rows,
                        );
                    }
                }
            }
        )* };
    }
    blas!(f32: cblas_sgemm, f64: cblas_dgemm);

    pub(super) fn fixed<const M: usize, const N: usize, const K: usize>(order: Order) -> Function {
        unsafe extern "C" fn multiply<
            const M: usize,
            const N: usize,
            const K: usize,
            const ROW_MAJOR: bool,
        >(
            a: *const f32,
            b: *const f32,
            c: *mut f32,
        ) {
            let order = if ROW_MAJOR { Order::RowMajor } else { Order::ColumnMajor };
            // SAFETY: the matrices have these sizes.
            unsafe { f32::blas([M, N, K], order, a, b, c) }
        }
        threads(1);
        Function::InOrder(match order {
            Order::ColumnMajor => multiply::<M, N, K, false>,
            Order::RowMajor => multiply::<M, N, K, true>,
        })
    }
}

/// The large products, each with its name.
#[cfg(openblas)]
pub(crate) fn large<'a, T: Peer + 'a>(
    size: usize,
    order: Order,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Side<'a>> {
    openblas::threads(threads);
    vec![Side::new("OpenBLAS", move |times| {
        for _ in 0..times {
            // SAFETY: the matrices have this size, and no other side is running.
            unsafe { T::blas([size; 3], order, a.as_ptr(), b.as_ptr(), c) };
        }
    })]
}

#[cfg(openblas)]
pub(crate) use openblas::Peer;
/// An element of the products; here none is installed that does large ones.
#[cfg(not(openblas))]
pub(crate) trait Peer {}
#[cfg(not(openblas))]
impl<T> Peer for T {}
