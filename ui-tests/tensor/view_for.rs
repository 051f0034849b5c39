//! for: a View by value, where the loop needs a reference.
//! Fix: lend it, for x in &view.
use static_layout::*;

fn main() {
    let view = View::new(&[1, 2, 3], layout!(3:1)).unwrap();
    for x in view {
        drop(x);
    }
}
