//! upcast, then more: a stride that splits the groups, in a chain.
//! Fix: group elements whose strides fit: everything after it follows.
use static_layout::*;

fn main() {
    let groups = layout!((8,2):(6,1)).upcast::<4>();
    let _ = groups.downcast::<3>().recast_bits::<8, 24>();
    let _ = groups.upcast::<5>().sort().like().fragment_like();
    let _ = groups.filter_zeros().coalesce_by(shape!(1, 1)).group::<0, 2>();
}
