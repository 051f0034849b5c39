//! The products of the installed peers in C++ and C.

use super::*;
#[cfg(any(blis, openblas))]
use crate::measure::Contender;
#[cfg(blis)]
use std::ffi::{CStr, c_char, c_long};

/// An element type of the installed peers.
pub(crate) trait ForeignElement: Sized {
    /// The product of a fixed size by Eigen, or `None` for a size outside the table.
    #[cfg(eigen)]
    fn eigen(m: i32, n: i32, k: i32, row_major: bool) -> Option<MultiplyFn<Self>>;
    /// The product of column-major matrices of a fixed size by libxsmm, or `None` if it has no kernel.
    #[cfg(xsmm)]
    fn xsmm(m: i32, n: i32, k: i32) -> Option<MultiplyFn<Self>>;
    /// Computes a product by OpenBLAS.
    ///
    /// # Safety
    /// `a`, `b` and `c` point to matrices of this shape and order without gaps, and nothing else accesses the matrix of
    /// `c`.
    #[cfg(openblas)]
    unsafe fn blas(shape: Shape, order: MatrixOrder, a: *const Self, b: *const Self, c: *mut Self);
    /// Computes a product by BLIS.
    ///
    /// # Safety
    /// The requirements of OpenBLAS.
    #[cfg(blis)]
    unsafe fn blis(shape: Shape, order: MatrixOrder, a: *const Self, b: *const Self, c: *mut Self);
}

macro_rules! element {
    ($($element:ty: $eigen:ident $xsmm:ident $blas:ident $blis:ident),*) => { $(
        impl ForeignElement for $element {
            #[cfg(eigen)]
            fn eigen(m: i32, n: i32, k: i32, row_major: bool) -> Option<MultiplyFn<Self>> {
                unsafe extern "C" {
                    safe fn $eigen(m: i32, n: i32, k: i32, row_major: bool) -> Option<MultiplyFn<$element>>;
                }
                $eigen(m, n, k, row_major)
            }
            #[cfg(xsmm)]
            fn xsmm(m: i32, n: i32, k: i32) -> Option<MultiplyFn<Self>> {
                unsafe extern "C" {
                    safe fn $xsmm(m: i32, n: i32, k: i32) -> Option<MultiplyFn<$element>>;
                }
                $xsmm(m, n, k)
            }
            #[cfg(openblas)]
            #[inline]
            unsafe fn blas(
                [m, n, k]: Shape, order: MatrixOrder, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                unsafe extern "C" {
                    fn $blas(
                        order: i32, trans_a: i32, trans_b: i32, m: i32, n: i32, k: i32,
                        alpha: $element, a: *const $element, a_rows: i32,
                        b: *const $element, b_rows: i32,
                        beta: $element, c: *mut $element, c_rows: i32,
                    );
                }
                let [m, n, k] = [m, n, k].map(|extent| extent as i32);
                // Values of `CBLAS_LAYOUT`.
                let (order, a_rows, b_rows, c_rows) = match order {
                    MatrixOrder::ColumnMajor => (102, m, k, m),
                    MatrixOrder::RowMajor => (101, k, n, n),
                };
                // A value of `CBLAS_TRANSPOSE`.
                let as_is = 111;
                // SAFETY: the caller promises matrices of these sizes without gaps, and the leading dimensions match.
                unsafe {
                    $blas(order, as_is, as_is, m, n, k, 1.0, a, a_rows, b, b_rows, 0.0, c, c_rows);
                }
            }
            #[cfg(blis)]
            unsafe fn blis(
                [m, n, k]: Shape, order: MatrixOrder, a: *const Self, b: *const Self, c: *mut Self,
            ) {
                unsafe extern "C" {
                    fn $blis(
                        m: c_long, n: c_long, k: c_long, row_major: bool,
                        a: *const $element, b: *const $element, c: *mut $element,
                    );
                }
                let [m, n, k] = [m, n, k].map(|extent| extent as c_long);
                // SAFETY: the caller promises matrices of these sizes and this order without gaps.
                unsafe { $blis(m, n, k, order == MatrixOrder::RowMajor, a, b, c) }
            }
        }
    )* };
}
element!(
    f32: eigen_sgemm xsmm_sgemm cblas_sgemm blis_sgemm,
    f64: eigen_dgemm xsmm_dgemm cblas_dgemm blis_dgemm
);

/// The products of a fixed size, by name.
pub(crate) fn fixed<T: BenchElement, const M: usize, const N: usize, const K: usize>(
    order: MatrixOrder,
) -> Vec<(&'static str, PeerProduct<T>)> {
    #[cfg(openblas)]
    openblas_set_num_threads(1);
    let is_row_major = order == MatrixOrder::RowMajor;
    let _ = is_row_major;
    vec![
        #[cfg(xsmm)]
        ("libxsmm", {
            let kernel = |m: usize, n: usize| {
                T::xsmm(m as i32, n as i32, K as i32).expect("it compiles small products")
            };
            // Its matrices are column-major.
            if is_row_major {
                PeerProduct::Swapped(kernel(N, M))
            } else {
                PeerProduct::InOrder(kernel(M, N))
            }
        }),
        #[cfg(eigen)]
        ("Eigen", {
            let function = T::eigen(M as i32, N as i32, K as i32, is_row_major);
            PeerProduct::InOrder(function.expect("its file was compiled with the same shapes"))
        }),
        #[cfg(openblas)]
        ("OpenBLAS", {
            PeerProduct::InOrder(if is_row_major {
                by_openblas::<T, M, N, K, true>
            } else {
                by_openblas::<T, M, N, K, false>
            })
        }),
    ]
}

#[cfg(openblas)]
unsafe extern "C" {
    /// Sets the number of threads of the next products.
    safe fn openblas_set_num_threads(threads: i32);
}

#[cfg(openblas)]
unsafe extern "C" fn by_openblas<
    T: ForeignElement,
    const M: usize,
    const N: usize,
    const K: usize,
    const ROW_MAJOR: bool,
>(
    a: *const T,
    b: *const T,
    c: *mut T,
) {
    let order = if ROW_MAJOR { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor };
    // SAFETY: `fixed` promises this function matrices of M by K, K by N and M by N elements.
    unsafe { T::blas([M, N, K], order, a, b, c) }
}

#[cfg(blis)]
unsafe extern "C" {
    /// Sets the number of threads of the next products.
    safe fn blis_set_num_threads(threads: c_long);
    /// The name of the processor whose kernels BLIS runs here, ended by a byte of 0.
    safe fn blis_arch() -> *const c_char;
}

/// The name of the processor whose kernels BLIS runs here.
#[cfg(blis)]
pub(crate) fn blis_kernels() -> &'static str {
    // SAFETY: BLIS returns a text of its program that ends with a byte of 0.
    let name = unsafe { CStr::from_ptr(blis_arch()) };
    name.to_str().expect("BLIS names processors in ASCII")
}

/// Lets the next products of the installed peers run on one thread.
pub(crate) fn set_one_thread() {
    #[cfg(openblas)]
    openblas_set_num_threads(1);
    #[cfg(blis)]
    blis_set_num_threads(1);
}

/// The contenders of large products.
#[cfg(any(blis, openblas))]
pub(crate) fn large<'a, T: ForeignElement>(
    shape: Shape,
    order: MatrixOrder,
    threads: usize,
    a: &'a [T],
    b: &'a [T],
    c: *mut T,
) -> Vec<Contender<'a>> {
    #[cfg(openblas)]
    openblas_set_num_threads(threads as i32);
    #[cfg(blis)]
    blis_set_num_threads(threads as c_long);
    vec![
        #[cfg(openblas)]
        Contender::new("OpenBLAS", move |times| {
            for _ in 0..times {
                // SAFETY: the caller has matrices of this shape, and no other contender is running.
                unsafe { T::blas(shape, order, a.as_ptr(), b.as_ptr(), c) };
            }
        }),
        #[cfg(blis)]
        Contender::new("BLIS", move |times| {
            for _ in 0..times {
                // SAFETY: the caller has matrices of this shape, and no other contender is running.
                unsafe { T::blis(shape, order, a.as_ptr(), b.as_ptr(), c) };
            }
        }),
    ]
}
