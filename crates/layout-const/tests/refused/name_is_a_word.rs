//! at check: a word of the notation as a name.
//! Fix: take another name.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(n,4):(1,row)">::with([1, 2]);
}
