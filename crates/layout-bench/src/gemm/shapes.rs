//! The table of fixed sizes. `build.rs` reads its rows for the C++ peers.

/// Expands to `$with! { (m, n, k) .. }` with all fixed sizes.
macro_rules! shapes {
    ($with:ident) => {
        $with! {
            (3, 3, 3)
            (4, 4, 4)
            (6, 6, 6)
            (8, 8, 8)
            (12, 12, 12)
            (16, 16, 16)
            (17, 17, 17)
            (24, 24, 24)
            (31, 31, 31)
            (40, 40, 40)
            (48, 48, 48)
            (64, 64, 64)
            (128, 128, 128)
            (16, 4, 64)
            (64, 8, 32)
            (64, 32, 8)
            (48, 48, 96)
            (33, 9, 20)
        }
    };
}
pub(crate) use shapes;
