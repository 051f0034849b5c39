//! The macros of generated tables: each macro checks one kind of row. `[6:1]` is a layout, `{4:1, _}` a tiler by mode.
//! In tables of mixed layouts, `{6}` is a run-time integer.
#![allow(unused_macros, unused_imports, dead_code, reason = "each file has its own tables")]

#[macro_use]
mod aliases;
mod mixed;
#[macro_use]
mod mixed_tables;
#[macro_use]
mod swizzled;
#[macro_use]
mod tables;
#[macro_use]
mod tuples;

use std::fmt::Display;
use std::marker::PhantomData;

use static_layout::AnyLayout;

pub use aliases::is as alias;
pub use mixed::mixes;
pub use tuples::tuple;

/// Checks that `found` has the type `E` and size 0, and prints as `text`.
pub fn is<E: AnyLayout + Display>(found: E, text: &str) {
    shows(&found, size_of_val(&found), text);
}

fn shows(found: &dyn Display, bytes: usize, text: &str) {
    assert_eq!(bytes, 0, "{found}");
    assert_eq!(compact(&found.to_string()), compact(text));
}

/// The text of tokens without blanks.
pub fn compact(text: &str) -> String {
    text.replace([' ', '\n'], "")
}

/// Checks that the coordinates inside the divided layout have exactly the elements of the original.
pub fn counts(inside: &dyn Fn(usize) -> bool, padded: usize, elements: usize) {
    if padded <= 1 << 12 {
        assert_eq!((0..padded).filter(|&i| inside(i)).count(), elements);
    }
}

/// Modules of rows that `build.rs` wrote.
macro_rules! written {
    ($($module:ident)*) => {$(
        mod $module {
            #[allow(unused_imports, reason = "each module has its own tables")]
            use crate::check;
            #[allow(unused_imports, reason = "each module has its own tables")]
            use static_layout::*;
            #[allow(unused_imports, reason = "only rows of tuples need it")]
            use static_layout::ops::TupleOps;
            #[allow(unused_imports, reason = "each module has its own tables")]
            use std::marker::PhantomData;

            include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));
        }
    )*};
}
