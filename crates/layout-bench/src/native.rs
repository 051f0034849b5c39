//! Compiles the code of peers without run-time detection for the vector instructions of the machine.

/// Defines a function three times (plain, AVX2, AVX-512), and returns the pointer to the version for this machine.
///
/// `native!(fn name(..) { .. })` defines `fn name() -> unsafe extern "C" fn(..)`. Generics follow the name in two pairs
/// of brackets: as declared, and as used.
macro_rules! native {
    (
        $(#[$meta:meta])*
        fn $name:ident $([$($declared:tt)*] [$($used:tt)*])? ($($argument:ident: $type:ty),*) $body:block
    ) => {
        $(#[$meta])*
        pub(crate) fn $name $(<$($declared)*>)? () -> unsafe extern "C" fn($($type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]
                unsafe extern "C" fn wide $(<$($declared)*>)? ($($argument: $type),*) $body
                #[target_feature(enable = "avx2,fma")]
                unsafe extern "C" fn narrow $(<$($declared)*>)? ($($argument: $type),*) $body
                if crate::native::has_avx512() {
                    return wide $(::<$($used)*>)?;
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    return narrow $(::<$($used)*>)?;
                }
            }
            unsafe extern "C" fn plain $(<$($declared)*>)? ($($argument: $type),*) $body
            plain $(::<$($used)*>)?
        }
    };
}
pub(crate) use native;

/// Whether the machine has the instructions of the widest version, and `LAYOUT_BENCH_PEERS=avx2` does not exclude them.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx512() -> bool {
    std::env::var("LAYOUT_BENCH_PEERS").as_deref() != Ok("avx2")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
}

/// Hides the pointer from the compiler, in a register: `black_box` would store and load it.
#[inline(always)]
pub(crate) fn hidden<T>(pointer: *mut T) -> *mut T {
    #[cfg(target_arch = "x86_64")]
    {
        let mut pointer = pointer;
        // SAFETY: the text is a comment, which changes neither registers nor memory.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
        }
        pointer
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::hint::black_box(pointer)
}

/// The name of the machine token that kernels choose on this machine.
pub(crate) fn widest() -> &'static str {
    use static_layout_kernels::simd::{Machine, Task, dispatch};
    struct Name;
    impl Task for Name {
        type Output = &'static str;
        fn run<M: Machine>(self, _: M) -> &'static str {
            M::NAME
        }
    }
    dispatch(Name)
}

/// A machine token that the kernels can be limited to, and the function that does it for the whole program.
pub(crate) type Limit = (&'static str, fn());

/// The tokens of this machine, the widest first, after AMX where kernels may use its tiles.
pub(crate) fn limits_with_tiles() -> Vec<Limit> {
    #[allow(unused_mut, reason = "the tiles are of x86-64")]
    let mut limits = limits();
    #[cfg(target_arch = "x86_64")]
    {
        use static_layout_kernels::simd::limit_machine;
        if limit_machine(4) == 4 {
            limits.insert(0, ("AMX", || _ = limit_machine(4)));
        }
    }
    limits
}

/// The tokens of this machine, the widest first.
pub(crate) fn limits() -> Vec<Limit> {
    let mut limits: Vec<Limit> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        use static_layout_kernels::simd::{Avx2, Avx512, Machine, limit_machine};
        limit_machine(3);
        if Avx512::detect().is_some() {
            limits.push((Avx512::NAME, || _ = limit_machine(3)));
        }
        if Avx2::detect().is_some() {
            limits.push((Avx2::NAME, || _ = limit_machine(2)));
        }
    }
    if limits.is_empty() {
        limits.push((widest(), || ()));
    }
    limits
}
