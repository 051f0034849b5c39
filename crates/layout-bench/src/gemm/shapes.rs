//! The table of fixed sizes. `build.rs` reads its rows for the C++ peers.

/// Expands to `$with! { (m, n, k) .. }` with all fixed sizes.
macro_rules! shapes {
    ($with:ident) => {
        $with! {
            (3, 3, 3)
            (4, 4, 4)
            (5, 5, 5)
            (7, 7, 7)
            (8, 8, 8)
            (12, 12, 12)
            (16, 16, 16)
            (24, 24, 24)
            (32, 32, 32)
            (48, 48, 48)
            (64, 64, 64)
            (96, 96, 96)
            (128, 128, 128)
            (16, 4, 64)
            (64, 8, 32)
            (16, 64, 4)
            (64, 32, 8)
        }
    };
}
pub(crate) use shapes;
