//! The entry points of the PTX module. Matrices are column-major; each kernel has blocks of 256 threads, extents below 2^31.
//! A kernel named `fours` loads and stores four numbers at once, in the arrays that its documentation names. The columns of these
//! arrays have a multiple of four numbers, and the arrays begin at multiples of 16 bytes.

use static_layout::Layout;
use static_layout::internal::unchecked_layout;
use static_layout::typenum::U1;

use crate::block::ThreadBlock;
use crate::element::Element;
use crate::kernels::{self, Fma, Inner, STAGED, TensorCores};
use crate::view::{DeviceView, Use};

/// The elements `T` of `(m, n):(1, m)` numbers: `(m/w, n):(1, m/w)` for elements of `w` numbers.
///
/// # Safety
/// As [`DeviceView::new`]. `w` divides `m`, and `m * n` is at most 2^32: the host has checked the layout, because a kernel has no room
/// for the check.
#[inline(always)]
unsafe fn columns<U: Use, T: Element>(
    start: *mut f32,
    m: u32,
    n: u32,
) -> DeviceView<U, T, Layout<(usize, usize), (U1, usize)>> {
    let m = m as usize / T::WIDTH;
    // SAFETY: the caller promises the elements and their address; the strides are compact, so the cosize is the number of elements.
    unsafe { DeviceView::new(start.cast(), unchecked_layout((m, n as usize), (U1::new(), m))) }
}

/// `target = source` of elements `T`.
///
/// # Safety
/// Both views need what [`columns`] needs.
#[inline(always)]
unsafe fn copy_of<T: Element>(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises both views. The copy has no shared memory.
    unsafe {
        let (source, target) = (columns::<_, T>(source, m, n), columns::<_, T>(target, m, n));
        kernels::copy(&mut ThreadBlock::new::<1>(), source, target, m / T::WIDTH as u32, n);
    }
}

/// `target = source`, both (m, n): a grid of `blocks(m, n, 32)`.
///
/// # Safety
/// Both have `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements.
    unsafe { copy_of::<f32>(source, target, m, n) }
}

/// [`copy`] of fours in both arrays: a grid of `blocks(m / 4, n, 32)`.
///
/// # Safety
/// As [`copy`]; `m` is a multiple of 4, and both addresses are multiples of 16 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy_fours(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements, the multiple and the addresses.
    unsafe { copy_of::<[f32; 4]>(source, target, m, n) }
}

/// `target(j, i) = source(i, j)`, of (m, n) and (n, m): a grid of `blocks(m, n, 32)`.
///
/// # Safety
/// Both have `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements. A tile has 1024 numbers.
    unsafe {
        let (source, target) = (columns(source, m, n), columns(target, n, m));
        kernels::transpose(&mut ThreadBlock::new::<1024>(), source, target, m, n);
    }
}

/// `C = A B` of elements `T` of A and B, and `TC` of C.
///
/// # Safety
/// Each view needs what [`columns`] needs.
#[inline(always)]
unsafe fn product_of<P: Inner, T: Element, TC: Element>(
    [a, b, c]: [*mut f32; 3],
    [m, n, k]: [u32; 3],
) {
    // SAFETY: the caller promises the views. A product has `STAGED` numbers of shared memory.
    unsafe {
        let (a, b) = (columns::<_, T>(a, m, k), columns::<_, T>(b, k, n));
        let (c, block) = (columns::<_, TC>(c, m, n), &mut ThreadBlock::new::<STAGED>());
        kernels::product::<P, _, _, _, _, _, _, _>(block, a, b, c, [m, n, k]);
    }
}

/// Defines entry points of products: the name, the inner loop, the element of A and B, the element of C.
macro_rules! products {
    ($($(#[$doc:meta])* $name:ident: $inner:ty, $element:ty, $element_c:ty;)+) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            a: *mut f32,
            b: *mut f32,
            c: *mut f32,
            m: u32,
            n: u32,
            k: u32,
        ) {
            // SAFETY: the caller promises the elements, the multiples and the addresses.
            unsafe { product_of::<$inner, $element, $element_c>([a, b, c], [m, n, k]) }
        }
    )+};
}

products! {
    /// `C = A B`, of (m, k), (k, n) and (m, n): a grid of `blocks(m, n, 128)`.
    ///
    /// # Safety
    /// They have `m * k`, `k * n` and `m * n` elements, at most 2^32.
    sgemm: Fma, f32, f32;
    /// [`sgemm`] of fours in A, B and C.
    ///
    /// # Safety
    /// As [`sgemm`]; `m` and `k` are multiples of 4, and the addresses multiples of 16 bytes.
    sgemm_fours: Fma, [f32; 4], [f32; 4];
    /// [`sgemm`] on tensor cores, which round A and B to TF32.
    ///
    /// # Safety
    /// As [`sgemm`].
    tf32gemm: TensorCores, f32, f32;
    /// [`tf32gemm`] of fours in A and B.
    ///
    /// # Safety
    /// As [`sgemm_fours`].
    tf32gemm_fours: TensorCores, [f32; 4], f32;
}

/// No kernel panics: `build.sh` finds a call in the text.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
