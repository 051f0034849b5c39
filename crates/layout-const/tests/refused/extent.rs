//! at check: an extent of 2^63.
//! Fix: extents are below 2^63.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"9223372036854775808:1">;
}
