//! The other file of a span without a place, and why there are two files.
//!
//! The refusals in an item with `#[layout_macros::at_caller]` show the line of its caller, and no line of this crate.
//! `layout-macros` has the implementation (`at_caller.rs`). It needs a span from one file of the crate into another one:
//! from `here` in `mod.rs` to `there` below. A span of another crate does not do: the compiler has dropped its place.
//!
//! The caches of incremental builds store where the span begins, and its length. So `there` lies far below the first line:
//! if `mod.rs` grew past it, a cached span would get a place, and the compiler would stop with "unstable fingerprints"
//! until the next `cargo clean`. Keep `mod.rs` short.

macro_rules! from_here {
    ($here:ident) => {
        ::layout_macros::stretch! { $here there }
    };
}
pub(super) use from_here;
