//! inner_product: tuples that are not nested alike.
//! Fix: nest both alike.
use static_layout::*;

fn main() {
    let _ = shape!(2,(3,4)).inner_product(shape!(2,3));
}
