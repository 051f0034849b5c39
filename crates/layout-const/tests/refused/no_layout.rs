//! at check: a text that is no layout.
//! Fix: write a parenthesis for each that is open.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(8,6):(6,1">;
}
