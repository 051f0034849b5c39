//! assert_vector!: two layouts whose common vector is too short.
//! Fix: a shorter vector, or layouts with the same fast mode.
use static_layout::*;

fn main() {
    assert_vector!(4, layout!((8, 16):(1, 8)), layout!((8, 16):(16, 1)));
}
