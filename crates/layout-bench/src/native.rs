//! Code of peers that do not look at the machine themselves, compiled for its vector instructions.

/// Defines a function three times and gives the one for this machine, as a pointer.
///
/// `native!(fn name(..) { .. })` defines `fn name() -> unsafe extern "C" fn(..)`; generics go in brackets after
/// the name: once as they are declared, once as they are used.
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

/// Whether the instructions of the widest of the three are there.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
}
