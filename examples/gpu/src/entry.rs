//! The entry points of the PTX module. Matrices are column-major; each kernel has blocks of 256 threads, extents below 2^31.
//! Those of `fours` move four numbers at once: the columns of the arrays that they name have a multiple of four numbers, and the
//! arrays begin at multiples of 16 bytes.

use static_layout::Layout;
use static_layout::internal::unchecked_layout;
use static_layout::typenum::U1;

use crate::block::ThreadBlock;
use crate::kernels::{self, Fma, STAGED, TensorCores};
use crate::view::{DeviceView, Use};

/// `(m, n):(1, m)`.
///
/// # Safety
/// `m * n` is at most 2^32: the host has checked the layout, because a kernel has no room for the check.
#[inline(always)]
unsafe fn columns(m: u32, n: u32) -> Layout<(usize, usize), (U1, usize)> {
    // SAFETY: the strides are compact, so the cosize is `m * n`.
    unsafe { unchecked_layout((m as usize, n as usize), (U1::new(), m as usize)) }
}

/// The numbers of `(m, n):(1, m)` as elements of four, `(m/4, n):(1, m/4)`.
///
/// # Safety
/// As [`columns`] and [`DeviceView::new`]; `m` is a multiple of 4, and `start` an address of 16 bytes.
#[inline(always)]
unsafe fn fours<U: Use>(
    start: *mut f32,
    m: u32,
    n: u32,
) -> DeviceView<U, [f32; 4], Layout<(usize, usize), (U1, usize)>> {
    // SAFETY: the caller promises the elements and their address; the strides are compact.
    unsafe { DeviceView::new(start.cast(), columns(m / 4, n)) }
}

/// `target = source`, both (m, n): a grid of `blocks(m, n, 32)`.
///
/// # Safety
/// Both have `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements, so a layout may have their number. The copy has no shared memory.
    unsafe {
        let source = DeviceView::new(source, columns(m, n));
        let target = DeviceView::new(target, columns(m, n));
        kernels::copy(&mut ThreadBlock::new::<1>(), source, target, m, n);
    }
}

/// [`copy`] of columns of fours: a grid of `blocks(m / 4, n, 32)`.
///
/// # Safety
/// As [`copy`]; `m` is a multiple of 4, and both addresses are multiples of 16 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy_fours(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements, the multiple and the addresses. The copy has no shared memory.
    unsafe {
        let (source, target) = (fours(source, m, n), fours(target, m, n));
        kernels::copy(&mut ThreadBlock::new::<1>(), source, target, m / 4, n);
    }
}

/// `target(j, i) = source(i, j)`, of (m, n) and (n, m): a grid of `blocks(m, n, 32)`.
///
/// # Safety
/// Both have `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements, so a layout may have their number. A tile has 1024 numbers.
    unsafe {
        let source = DeviceView::new(source, columns(m, n));
        let target = DeviceView::new(target, columns(n, m));
        kernels::transpose(&mut ThreadBlock::new::<1024>(), source, target, m, n);
    }
}

/// `C = A B`, of (m, k), (k, n) and (m, n): a grid of `blocks(m, n, 128)`.
///
/// # Safety
/// They have `m * k`, `k * n` and `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn sgemm(
    a: *mut f32,
    b: *mut f32,
    c: *mut f32,
    m: u32,
    n: u32,
    k: u32,
) {
    // SAFETY: the caller promises the elements, so layouts may have their numbers. A product has `STAGED` numbers.
    unsafe {
        let (a, b) = (DeviceView::new(a, columns(m, k)), DeviceView::new(b, columns(k, n)));
        let c = DeviceView::new(c, columns(m, n));
        kernels::product::<Fma, _, _, _, _, _, _, _>(
            &mut ThreadBlock::new::<STAGED>(),
            a,
            b,
            c,
            [m, n, k],
        );
    }
}

/// [`sgemm`] of columns of fours.
///
/// # Safety
/// As [`sgemm`]; `m` and `k` are multiples of 4, and the addresses multiples of 16 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn sgemm_fours(
    a: *mut f32,
    b: *mut f32,
    c: *mut f32,
    m: u32,
    n: u32,
    k: u32,
) {
    // SAFETY: the caller promises the elements, the multiples and the addresses. A product has `STAGED` numbers.
    unsafe {
        let (a, b) = (fours(a, m, k), fours(b, k, n));
        let c = fours(c, m, n);
        kernels::product::<Fma, _, _, _, _, _, _, _>(
            &mut ThreadBlock::new::<STAGED>(),
            a,
            b,
            c,
            [m, n, k],
        );
    }
}

/// [`sgemm`] on tensor cores, which round A and B to TF32.
///
/// # Safety
/// They have `m * k`, `k * n` and `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn tf32gemm(
    a: *mut f32,
    b: *mut f32,
    c: *mut f32,
    m: u32,
    n: u32,
    k: u32,
) {
    // SAFETY: the caller promises the elements, so layouts may have their numbers. A product has `STAGED` numbers.
    unsafe {
        let (a, b) = (DeviceView::new(a, columns(m, k)), DeviceView::new(b, columns(k, n)));
        let c = DeviceView::new(c, columns(m, n));
        kernels::product::<TensorCores, _, _, _, _, _, _, _>(
            &mut ThreadBlock::new::<STAGED>(),
            a,
            b,
            c,
            [m, n, k],
        );
    }
}

/// [`tf32gemm`] of columns of fours in A and B.
///
/// # Safety
/// As [`tf32gemm`]; `m` and `k` are multiples of 4, and the addresses multiples of 16 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn tf32gemm_fours(
    a: *mut f32,
    b: *mut f32,
    c: *mut f32,
    m: u32,
    n: u32,
    k: u32,
) {
    // SAFETY: the caller promises the elements, the multiples and the addresses. A product has `STAGED` numbers.
    unsafe {
        let (a, b) = (fours(a, m, k), fours(b, k, n));
        let c = DeviceView::new(c, columns(m, n));
        kernels::product::<TensorCores, _, _, _, _, _, _, _>(
            &mut ThreadBlock::new::<STAGED>(),
            a,
            b,
            c,
            [m, n, k],
        );
    }
}

/// No kernel panics: `build.sh` finds a call in the text.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
