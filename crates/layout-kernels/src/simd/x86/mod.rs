//! x86-64: AVX-512 and AVX2, each with its full vectors and with shorter ones.

#[cfg(feature = "alloc")]
mod amx;
mod avx2;
mod avx512;
mod detect;
mod short;

#[cfg(feature = "alloc")]
pub(crate) use amx::{Amx, Tiles};
pub use avx2::{Avx2, Avx2Half};
pub use avx512::{Avx512, Avx512Half, Avx512Quarter};
pub(crate) use detect::has_whole_vectors;
#[cfg(feature = "std")]
pub use detect::limit_machine;
pub(super) use detect::{dispatch, dispatch_parts};
