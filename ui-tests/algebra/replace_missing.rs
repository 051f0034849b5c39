//! replace: a mode that the layout does not have.
//! Fix: number the modes from 0.
use static_layout::*;

fn main() {
    let a = layout!((4,8):(1,4));
    let _ = a.replace::<2, _>(layout!(3:1));
}
