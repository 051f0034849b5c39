//! A type can be written whose stride is not congruent with its shape; it has no value.
use static_layout::*;

fn main() {
    let _ = Layout::<(usize, usize), usize>::default();
}
