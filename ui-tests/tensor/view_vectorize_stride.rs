//! vectorize: a stride that cuts a vector.
//! Fix: vectorize along a mode of stride 1 whose neighbours stay together.
use static_layout::*;

fn main() {
    let data = [0; 24];
    let view = View::new(&data, layout!((2,4):(12,3))).unwrap();
    let _ = view.vectorize::<4>();
}
