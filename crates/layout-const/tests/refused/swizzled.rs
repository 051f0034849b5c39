//! at check: a question that only a plain layout answers.
//! Fix: ask the layout inside.
use static_layout_const::*;

fn main() {
    let a = Layout::<"Sw<3,4,3> o 0 o (8,64):(64,1)">;
    let _ = a.max_offset();
}
