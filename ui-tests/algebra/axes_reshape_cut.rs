//! reshape: an axis that is cut where it does not divide.
//! Fix: copy the elements first, or keep the axes that do not continue each other.
use static_layout::*;

fn main() {
    let _ = layout!((4, 6):col).reshape(shape!(6, 4));
}
