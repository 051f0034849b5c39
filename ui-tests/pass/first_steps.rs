//! The mistakes of the other programs, done right.
use static_layout::*;

fn main() {
    let a = layout!((2,(2,2)):(4,(1,2)));
    assert_eq!(a.index((1, 3)), 7);
    let tiled = layout!((6,4):(4,1)).logical_divide(tile!(3, _));
    assert_eq!(tiled.to_string(), "((3,2),4):((4,12),1)");
    let mut owned = Owned::filled(layout!((4,4):(1,8)), 0.0_f32);
    owned[coord!(3,3)] = 1.0;
    assert_eq!(owned.as_slice()[27], 1.0);
}
