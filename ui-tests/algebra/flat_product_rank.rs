//! flat_product: a product of more than 12 modes.
//! Fix: use zipped_product, which keeps them in two modes.
use static_layout::*;

fn main() {
    let _ = layout!((2,2,2,2,2,2,2):(1,2,4,8,16,32,64)).flat_product(layout!((2,2,2,2,2,2):(1,2,4,8,16,32)));
}
