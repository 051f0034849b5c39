//! complement: a layout that overlaps itself.
//! Fix: a layout with an element twice has no complement: filter it first.
use static_layout::*;

fn main() {
    let a = layout!((2,3):(1,1));
    let _ = a.complement(shape!(24));
}
