//! Default: a type whose stride is not nested like its shape.
//! Fix: give every leaf of the shape a stride.
use static_layout::*;

fn main() {
    let _ = Layout::<(usize, usize), usize>::default();
}
