//! flat_divide_padded: tiles and rests that make more than 12 modes.
//! Fix: use zipped_divide_padded, which keeps them in two modes.
use static_layout::*;

fn main() {
    let _ = layout!((2,2,2,2,2,2,3):(1,2,4,8,16,32,64)).flat_divide_padded(tile!(2,2,2,2,2,2,2));
}
