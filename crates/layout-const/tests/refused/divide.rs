//! at check: a tile that does not divide a mode.
//! Fix: choose a tile that divides, or zipped_divide_padded.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(128,60):(1,128)">;
    let _ = a.zipped_divide(tile!(16, 8));
}
