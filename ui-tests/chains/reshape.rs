//! reshape, then more: a shape that cuts across an axis, in a chain.
//! Fix: cut the axes at divisors: everything after it follows.
use static_layout::*;

fn main() {
    let a = layout!((4,6):(1,4)).reshape(shape!(6, 4));
    let _ = a.reshape(shape!(5, _)).transpose().reshape(shape!(3, 3));
    let _ = a.broadcast_to(shape!(2, 6, 4)).squeeze().unsqueeze::<0>();
    let _ = a.to_flat().merge_axes::<0, 2>().slice_axes(slices!(9));
}
