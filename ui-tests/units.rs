use static_layout::*;

fn main() {
    let n = 4;
    // A number and a coordinate do not add up, known or not.
    let _ = layout!((4, n):(1@0, n));
    let _ = layout!((4, 6):(1@0, 1@1@0));
    // Only strides count in units.
    let _ = shape!(4@0, 6);
    let _ = layout!(4:1@12);
}
