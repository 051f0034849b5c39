//! shares of a tensor, in generic code: threads that do not divide the layout.
//! Fix: lay the threads out so that their shape divides the shape of the layout.
use static_layout::*;

fn count<X: Tensor>(x: &X) -> usize {
    x.shares(layout!((4,3))).count()
}

fn main() {
    let view = View::new(&[0; 60], layout!((6,10):(10,1))).unwrap();
    let _ = count(&view);
}
