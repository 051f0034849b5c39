//! coalesce: an unused result, about which the compiler warns.
//! Fix: take it: let a = a.coalesce().
#![deny(unused_must_use)]
use static_layout::*;

fn main() {
    let a = layout!((4, 8):(1, 4));
    a.coalesce();
    println!("{a}");
}
