//! [`Element`]: what a thread moves at once.

/// The instructions that move an element of the registers `$part`, which the template `$list` names.
#[cfg(target_arch = "nvptx64")]
macro_rules! device {
    ($kind:literal, $bytes:literal, $cache:literal, $list:literal, $value:pat, $new:expr, [$($part:ident)+]) => {
        #[inline(always)]
        unsafe fn load(from: *const Self) -> Self {
            $(let $part: f32;)+
            // SAFETY: the caller gives an element that no thread writes, and a generic address of global memory is one of that space.
            unsafe {
                core::arch::asm!(
                    concat!("ld.global.nc.", $kind, " ", $list, ", [{from}];"),
                    from = in(reg64) from,
                    $($part = out(reg32) $part,)+
                    options(pure, readonly, nostack)
                );
            }
            $new
        }
        #[inline(always)]
        unsafe fn store(to: *mut Self, value: Self) {
            let $value = value;
            // SAFETY: the caller gives an element of its own, and a generic address of global memory is one of that space.
            unsafe {
                core::arch::asm!(
                    concat!("st.global.", $kind, " [{to}], ", $list, ";"),
                    to = in(reg64) to,
                    $($part = in(reg32) $part,)+
                    options(nostack)
                );
            }
        }
        #[inline(always)]
        unsafe fn load_shared(from: u32) -> Self {
            $(let $part: f32;)+
            // SAFETY: the caller gives an element of shared memory.
            unsafe {
                core::arch::asm!(
                    concat!("ld.shared.", $kind, " ", $list, ", [{from}];"),
                    from = in(reg32) from,
                    $($part = out(reg32) $part,)+
                    options(readonly, nostack)
                );
            }
            $new
        }
        #[inline(always)]
        unsafe fn store_shared(to: u32, value: Self) {
            let $value = value;
            // SAFETY: the caller gives an element of shared memory.
            unsafe {
                core::arch::asm!(
                    concat!("st.shared.", $kind, " [{to}], ", $list, ";"),
                    to = in(reg32) to,
                    $($part = in(reg32) $part,)+
                    options(nostack)
                );
            }
        }
        #[inline(always)]
        unsafe fn fetch(to: u32, from: *const Self, coordinate: [u32; 2], extents: [u32; 2]) {
            // SAFETY: the caller gives both elements, and outside of the extents the instruction does not read.
            unsafe {
                core::arch::asm!(
                    "{{",
                    ".reg .pred outside;",
                    ".reg .u32 bytes;",
                    "setp.ge.u32 outside, {i}, {m};",
                    "setp.ge.or.u32 outside, {j}, {n}, outside;",
                    concat!("selp.u32 bytes, 0, ", $bytes, ", outside;"),
                    concat!("cp.async.", $cache, ".shared.global [{to}], [{from}], ", $bytes, ", bytes;"),
                    "}}",
                    to = in(reg32) to,
                    from = in(reg64) from,
                    i = in(reg32) coordinate[0],
                    j = in(reg32) coordinate[1],
                    m = in(reg32) extents[0],
                    n = in(reg32) extents[1],
                    options(nostack)
                );
            }
        }
    };
}

/// A number, or four adjacent ones, whose address is a multiple of their size.
pub trait Element: Copy {
    /// How many numbers it has.
    const WIDTH: usize;
    /// Zeros.
    const ZERO: Self;

    /// The element of four numbers that begins at number `at`, a multiple of [`WIDTH`](Self::WIDTH).
    fn part(numbers: [f32; 4], at: usize) -> Self;
    /// Its numbers.
    #[cfg(not(target_arch = "nvptx64"))]
    fn numbers(&self) -> &[f32];
    /// The element of [`WIDTH`](Self::WIDTH) numbers.
    #[cfg(not(target_arch = "nvptx64"))]
    fn of(numbers: &[f32]) -> Self;

    /// Loads from global memory that no thread writes while the kernel runs.
    ///
    /// # Safety
    /// `from` is such an element.
    #[cfg(target_arch = "nvptx64")]
    unsafe fn load(from: *const Self) -> Self;
    /// Stores to global memory.
    ///
    /// # Safety
    /// `to` is an element that no other thread reads or writes.
    #[cfg(target_arch = "nvptx64")]
    unsafe fn store(to: *mut Self, value: Self);
    /// Loads from shared memory.
    ///
    /// # Safety
    /// `from` is the address of such an element.
    #[cfg(target_arch = "nvptx64")]
    unsafe fn load_shared(from: u32) -> Self;
    /// Stores to shared memory.
    ///
    /// # Safety
    /// `to` is the address of such an element.
    #[cfg(target_arch = "nvptx64")]
    unsafe fn store_shared(to: u32, value: Self);
    /// Begins a copy from global to shared memory, of zeros unless the coordinate is below both extents.
    ///
    /// # Safety
    /// `to` is the address of an element of shared memory. If the coordinate is below the extents, `from` is an element that no
    /// thread writes while the kernel runs.
    #[cfg(target_arch = "nvptx64")]
    unsafe fn fetch(to: u32, from: *const Self, coordinate: [u32; 2], extents: [u32; 2]);
}

impl Element for f32 {
    const WIDTH: usize = 1;
    const ZERO: Self = 0.0;

    #[inline(always)]
    fn part(numbers: [f32; 4], at: usize) -> Self {
        numbers[at]
    }
    #[cfg(not(target_arch = "nvptx64"))]
    fn numbers(&self) -> &[f32] {
        core::slice::from_ref(self)
    }
    #[cfg(not(target_arch = "nvptx64"))]
    fn of(numbers: &[f32]) -> Self {
        numbers[0]
    }
    #[cfg(target_arch = "nvptx64")]
    device! { "f32", "4", "ca", "{x}", x, x, [x] }
}

impl Element for [f32; 4] {
    const WIDTH: usize = 4;
    const ZERO: Self = [0.0; 4];

    #[inline(always)]
    fn part(numbers: [f32; 4], _: usize) -> Self {
        numbers
    }
    #[cfg(not(target_arch = "nvptx64"))]
    fn numbers(&self) -> &[f32] {
        self
    }
    #[cfg(not(target_arch = "nvptx64"))]
    fn of(numbers: &[f32]) -> Self {
        numbers.try_into().expect("four numbers")
    }
    #[cfg(target_arch = "nvptx64")]
    device! { "v4.f32", "16", "cg", "{{{x}, {y}, {z}, {w}}}", [x, y, z, w], [x, y, z, w], [x y z w] }
}
