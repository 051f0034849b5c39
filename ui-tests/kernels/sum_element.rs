//! sum: elements that are not numbers.
//! Fix: reduce with a function of your own.
use static_layout::*;
use static_layout_kernels::sum;

fn main() {
    let data = ["a"; 4];
    let _ = sum(View::new(&data, layout!(4:1)).unwrap());
}
