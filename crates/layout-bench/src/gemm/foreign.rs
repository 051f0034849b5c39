//! The products of the installed peers in C++ and C.

use super::*;
#[cfg(openblas)]
use crate::measure::Contender;

/// The products of a fixed size, by name.
pub(crate) fn fixed<const M: usize, const N: usize, const K: usize>(
    _order: MatrixOrder,
) -> Vec<(&'static str, PeerProduct)> {
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
        safe fn eigen_sgemm(m: i32, n: i32, k: i32, row_major: bool) -> Option<MultiplyFn>;
    }

    pub(super) fn fixed([m, n, k]: Shape, order: MatrixOrder) -> PeerProduct {
        let function = eigen_sgemm(m as i32, n as i32, k as i32, order == MatrixOrder::RowMajor);
        PeerProduct::InOrder(function.expect("its file was compiled with the same shapes"))
    }
}

#[cfg(xsmm)]
mod xsmm {
    use super::*;

    unsafe extern "C" {
        safe fn xsmm_sgemm(m: i32, n: i32, k: i32) -> Option<MultiplyFn>;
    }

    /// The product by libxsmm, whose matrices are column-major.
    pub(super) fn fixed([m, n, k]: Shape, order: MatrixOrder) -> PeerProduct {
        let kernel =
            |m, n| xsmm_sgemm(m as i32, n as i32, k as i32).expect("it compiles small products");
        match order {
            MatrixOrder::ColumnMajor => PeerProduct::InOrder(kernel(m, n)),
            MatrixOrder::RowMajor => PeerProduct::Swapped(kernel(n, m)),
        }
    }
}

#[cfg(openblas)]
pub(crate) mod openblas {
    use super::*;

    unsafe extern "C" {
        safe fn openblas_set_num_threads(threads: i32);
    }

    /// Sets the number of threads of the next products.
    pub(crate) fn threads(threads: usize) {
        openblas_set_num_threads(threads as i32);
    }

    // Values of `CBLAS_LAYOUT` and `CBLAS_TRANSPOSE`.
    const ROW_MAJOR: i32 = 101;
    const COLUMN_MAJOR: i32 = 102;
    const NO_TRANSPOSE: i32 = 111;

    /// An element type of OpenBLAS.
    pub(crate) trait BlasElement: Sized {
        /// Computes the product.
        ///
        /// # Safety
        /// `a`, `b` and `c` point to matrices of this shape and order without gaps, and nothing else accesses that of `c`.
        unsafe fn blas(
            shape: Shape,
            order: MatrixOrder,
            a: *const Self,
            b: *const Self,
            c: *mut Self,
        );
    }

    macro_rules! blas {
        ($($element:ty: $gemm:ident),*) => { $(
            impl BlasElement for $element {
                #[inline]
                unsafe fn blas(
                    [m, n, k]: Shape, order: MatrixOrder, a: *const Self, b: *const Self, c: *mut Self,
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
                        MatrixOrder::ColumnMajor => (COLUMN_MAJOR, m, k, m),
                        MatrixOrder::RowMajor => (ROW_MAJOR, k, n, n),
                    };
                    // SAFETY: the caller promises matrices of these sizes without gaps, which the leading dimensions
                    // say.
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

    pub(super) fn fixed<const M: usize, const N: usize, const K: usize>(
        order: MatrixOrder,
    ) -> PeerProduct {
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
            let order = if ROW_MAJOR { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor };
            // SAFETY: `fixed` promises this function matrices of M by K, K by N and M by N elements.
            unsafe { f32::blas([M, N, K], order, a, b, c) }
        }
        threads(1);
        PeerProduct::InOrder(match order {
            MatrixOrder::ColumnMajor => multiply::<M, N, K, false>,
            MatrixOrder::RowMajor => multiply::<M, N, K, true>,
        })
    }
}

/// The contenders of large products.
#[cfg(openblas)]
pub(crate) fn large<'a, T: BlasElement + 'a>(
    size: usize,
    order: MatrixOrder,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    openblas::threads(threads);
    vec![Contender::new("OpenBLAS", move |times| {
        for _ in 0..times {
            // SAFETY: the matrices are `size` by `size`, and no other contender is running.
            unsafe { T::blas([size; 3], order, a.as_ptr(), b.as_ptr(), c) };
        }
    })]
}

#[cfg(openblas)]
pub(crate) use openblas::BlasElement;
/// Any type, since no installed peer computes large products.
#[cfg(not(openblas))]
pub(crate) trait BlasElement {}
#[cfg(not(openblas))]
impl<T> BlasElement for T {}
