//! from_dynamic: a type whose stride is not nested like its shape.
//! Fix: give every leaf of the shape a stride.
use static_layout::*;

fn main() {
    let read: dynamic::Layout = "(2,2):(1,2)".parse().unwrap();
    let _ = Layout::<(usize, usize), usize>::from_dynamic(&read);
}
