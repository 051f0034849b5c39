//! What the rows of `typed-tests`, golden ones among them, call on layouts whose type is their notation: the result of a row is of
//! the type that its text names.
#![allow(dead_code, unused_macros, reason = "each test has its own tables")]

#[macro_use]
#[path = "../../../../typed-tests/check/tables.rs"]
mod tables;
#[macro_use]
#[path = "../../../../typed-tests/check/mixed_tables.rs"]
mod mixed_tables;

use static_layout::{Layout, LayoutError};
use std::fmt::Display;

/// Checks that `found` has the type `E` and size 0, and prints as `text`.
pub fn is<E: Display>(found: E, text: &str) {
    assert_eq!(size_of_val(&found), 0, "{found}");
    // Behind a swizzle of no bits at offset 0 is the plain layout.
    let text = compact(text);
    let plain = text.strip_prefix("Sw<0,").and_then(|text| text.split_once(">o0o"));
    assert_eq!(compact(&found.to_string()), plain.map_or(text.as_str(), |(_, plain)| plain));
}

/// Checks that a mixed result prints as `text`, where `_` marks the leaves that its type says, and has the offsets of this
/// layout on plain integers.
pub fn mixes<const R: &'static str>(found: Result<Layout<R>, LayoutError>, text: &str) {
    match found {
        Err(refusal) => assert_eq!(format!("error: {refusal}"), text),
        Ok(found) => {
            assert_eq!(format!("{found:#}"), text);
            let plain = found.to_dynamic();
            assert_eq!(plain.to_string(), found.to_string());
            if !plain.is_coordinate() {
                let offsets = found.offsets().take(64).map(|offset| offset as i64);
                assert!(plain.iter().take(64).eq(offsets), "{found}");
            }
        }
    }
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

/// Rows that belong to the other front end: the names of the types of results.
macro_rules! of_types {
    ($($name:ident)*) => {$(
        macro_rules! $name {
            ($$($$row:tt)*) => {};
        }
    )*};
}
of_types! {
    alias_unary alias_binary alias_by_mode alias_padded alias_padded_by_mode alias_with_tuple alias_select alias_mode alias_range
    alias_replace alias_with_tuples alias_dice alias_slice_axes alias_slice alias_compact_in alias_ordered alias_identity
}

/// `[a] (1,_) => [part] + offset;`. The part of a layout that maps to coordinates comes from `dice`: `slice` has offsets.
macro_rules! slice {
    ($method:ident $Alias:ident; $([$($a:tt)*] $c:tt => [$($e:tt)*] + $offset:tt;)*) => {
        $(slice! { row $method [$($a)*] $c [$($e)*] $offset })*
    };
    (row $method:ident [$($a:tt)*] $c:tt [$($e:tt)*] $offset:literal) => {{
        let (found, offset) = layout!($($a)*).$method(coord!($c));
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        assert_eq!(offset, $offset);
    }};
    (row $method:ident [$($a:tt)*] _ [$($e:tt)*] $offset:tt) => {
        check::is::<Layout!($($e)*)>(layout!($($a)*), stringify!($($e)*));
    };
    (row $method:ident [$($a:tt)*] $c:tt [$($e:tt)*] $offset:tt) => {
        check::is::<Layout!($($e)*)>(layout!($($a)*).dice(coord!($c)), stringify!($($e)*));
    };
}

/// Modules of rows that `build.rs` wrote.
macro_rules! written {
    ($($module:ident)*) => {$(
        #[allow(unused_imports, reason = "each module has its own tables")]
        mod $module {
            use crate::check;
            use static_layout::*;

            include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));
        }
    )*};
}
