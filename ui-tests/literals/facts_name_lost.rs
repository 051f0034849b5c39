//! divides: a name that a quotient does not have.
//! Fix: `?`: the number of tiles is another integer.
use static_layout::int::{Named, name};
use static_layout::*;

fn main() {
    let n = Named::<name::N>::new(16);
    let a = layout!(({fact n}, 4):(1, {fact n}));
    let _: Layout!(((8, ?{=n}), 4):((1, 8), ?{=n})) = a.logical_divide(tile!(8));
}
