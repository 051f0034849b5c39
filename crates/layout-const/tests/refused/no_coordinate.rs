//! at check: a coordinate of another integer.
//! Fix: convert it: `i as usize`.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(4,8):(8,1)">.index(5_i32);
}
