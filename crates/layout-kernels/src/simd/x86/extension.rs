//! Instructions that some processors with a token's instructions have in addition.

use super::Avx512;

/// Defines a proof of `$feature` next to the instructions of the token `$machine`.
macro_rules! extensions {
    ($($(#[$doc:meta])* $name:ident, $machine:ident, $feature:tt;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name($machine);

        #[allow(dead_code, reason = "`half` adds users of some")]
        impl $name {
            /// A proof, if the processor has the instructions.
            #[inline(always)]
            pub fn of(machine: $machine) -> Option<Self> {
                #[cfg(feature = "std")]
                let is_there = std::is_x86_feature_detected!($feature);
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
extensions! {
    /// Proof of AVX-512 VNNI: `vpdpbusd` on 64 bytes.
    Avx512Vnni, Avx512, "avx512vnni";
    /// Proof of AVX-512 BF16: `vdpbf16ps` on 64 bytes.
    Avx512Bf16, Avx512, "avx512bf16";
}
