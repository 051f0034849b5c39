//! The entry points of the PTX module. Matrices are column-major; each kernel has blocks of 256 threads, extents below 2^31.

use static_layout::Layout;
use static_layout::internal::unchecked_layout;
use static_layout::typenum::U1;

use crate::block::ThreadBlock;
use crate::kernels;
use crate::view::DeviceView;

/// `(m, n):(1, m)`.
///
/// # Safety
/// `m * n` is at most 2^32: the host has checked the layout, because a kernel has no room for the check.
#[inline(always)]
unsafe fn columns(m: u32, n: u32) -> Layout<(usize, usize), (U1, usize)> {
    // SAFETY: the strides are compact, so the cosize is `m * n`.
    unsafe { unchecked_layout((m as usize, n as usize), (U1::new(), m as usize)) }
}

/// `target = source`, both (m, n): a grid of `blocks(m, n, 32)`.
///
/// # Safety
/// Both have `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements, so a layout may have their number.
    unsafe {
        let source = DeviceView::new(source, columns(m, n));
        let target = DeviceView::new(target, columns(m, n));
        kernels::copy(&mut ThreadBlock::new(), source, target, m, n);
    }
}

/// `target(j, i) = source(i, j)`, of (m, n) and (n, m): a grid of `blocks(m, n, 32)`.
///
/// # Safety
/// Both have `m * n` elements, at most 2^32.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose(source: *mut f32, target: *mut f32, m: u32, n: u32) {
    // SAFETY: the caller promises the elements, so a layout may have their number.
    unsafe {
        let source = DeviceView::new(source, columns(m, n));
        let target = DeviceView::new(target, columns(n, m));
        kernels::transpose(&mut ThreadBlock::new(), source, target, m, n);
    }
}

/// `C = A B`, of (m, k), (k, n) and (m, n): a grid of `blocks(m, n, 64)`.
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
    // SAFETY: the caller promises the elements, so a layout may have their number.
    unsafe {
        let a = DeviceView::new(a, columns(m, k));
        let b = DeviceView::new(b, columns(k, n));
        let c = DeviceView::new(c, columns(m, n));
        kernels::sgemm(&mut ThreadBlock::new(), a, b, c, [m, n, k]);
    }
}

/// No kernel panics: `build.sh` finds a call in the text.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
