//! partition_mut: threads of more modes than the layout.
//! Fix: lay the threads out in as many modes as the layout has.
use static_layout::*;

fn main() {
    let mut data = [0; 8];
    let mut view = ViewMut::new(&mut data, layout!((2,4))).unwrap();
    let _ = view.partition_mut(layout!((2,2,2)));
}
