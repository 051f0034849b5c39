//! The functions that features add. Without the feature, a call is an error that names the feature.
//!
//! A new function behind a feature is a row here, and a test names a missing one (`ui-tests/featured.rs`).

use crate::gemm::GemmPlan;

/// The type that implements no trait of [`needs`].
#[allow(dead_code, reason = "all features may be on")]
pub struct ThisBuild<'a>(&'a ());

layout_macros::featured! {
    "static-layout-kernels"
    "alloc" {
        fn gemm_i8(c0, a, b, c);
        fn matmul_chain(a, b, f, c, d);
        fn matmul_epilogue(a, b, inputs, f, d);
        impl GemmPlan {
            fn blocks(&self);
        }
    }
    "half" {
        fn gemm_bf16(alpha, a, b, beta, c);
    }
    "rayon" {
        fn par_combine(a, b, to, f);
        fn par_combine_all(inputs, to, f);
        fn par_convolve2d_with(how, image, filter, to);
        fn par_copy(from, to);
        fn par_fill(to, value);
        fn par_gemm(alpha, a, b, beta, c);
        fn par_transform(from, to, f);
        fn try_par_combine(a, b, to, f);
        fn try_par_combine_all(inputs, to, f);
        fn try_par_copy(from, to);
        fn try_par_transform(from, to, f);
    }
}
