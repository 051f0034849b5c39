//! copy_if: an array as the destination.
//! Fix: ViewMut::new(&mut data, layout!(4:1)).
use static_layout::*;
use static_layout_kernels::copy_if;

fn main() {
    let from = Owned::<i32, Layout!(4:1)>::filled(1);
    copy_if(&from, &mut [0; 4], |_| true);
}
