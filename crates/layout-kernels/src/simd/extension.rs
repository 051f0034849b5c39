//! Instructions that some processors with a token's instructions have in addition.

#[cfg(target_arch = "aarch64")]
use super::Neon;
#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512};

/// Defines a proof of `$feature` next to the instructions of the token `$machine`.
macro_rules! extensions {
    ($is_there:ident: $($(#[$doc:meta])* $name:ident, $machine:ident, $feature:tt;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name($machine);

        #[allow(dead_code, reason = "`half` adds users of some")]
        impl $name {
            /// A proof, if the processor has the instructions.
            #[inline(always)]
            pub fn of(machine: $machine) -> Option<Self> {
                #[cfg(feature = "std")]
                let is_there = std::arch::$is_there!($feature);
                #[cfg(not(feature = "std"))]
                let is_there = cfg!(target_feature = $feature);
                is_there.then_some(Self(machine))
            }
            /// A proof, if the processor has the instructions and kernels may use those of the token.
            #[inline(always)]
            pub fn detect() -> Option<Self> {
                $machine::detect().and_then(Self::of)
            }
            /// The token.
            #[inline(always)]
            pub fn machine(self) -> $machine {
                self.0
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
extensions! {
    is_x86_feature_detected:
    /// Proof of AVX-512 VNNI: `vpdpbusd` on 64 bytes.
    Avx512Vnni, Avx512, "avx512vnni";
    /// Proof of AVX-VNNI: `vpdpbusd` on 32 bytes, also of processors without AVX-512.
    AvxVnni, Avx2, "avxvnni";
    /// Proof of AVX-512 BF16: `vdpbf16ps` on 64 bytes.
    Avx512Bf16, Avx512, "avx512bf16";
}
#[cfg(target_arch = "aarch64")]
extensions! {
    is_aarch64_feature_detected:
    /// Proof of the dot products of NEON: `sdot` and `udot`.
    NeonDot, Neon, "dotprod";
    /// Proof of the matrix products of `bf16` of NEON: `bfmmla`.
    NeonBf16, Neon, "bf16";
}
