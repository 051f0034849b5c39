//! frames::framed: a shape without columns.
//! Fix: shape!(32, 16), or a batch of such.
use static_layout::frames::{Nz, framed};
use static_layout::typenum::U16;
use static_layout::*;

fn main() {
    let _ = framed::<Nz, U16, _>(shape!(32));
}
