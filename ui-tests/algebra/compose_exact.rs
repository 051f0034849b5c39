//! compose: a result that exists as a layout, but that the static rules do not find.
//! Fix: use compose_exact of `to_dynamic()`.
use static_layout::*;

fn main() {
    let a = layout!((2,2,2):(1,3,5));
    let _ = a.compose(layout!(3:3));
}
