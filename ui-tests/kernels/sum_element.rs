//! sum: elements that are no numbers.
//! Fix: reduce with a function of your own.
use static_layout::*;

fn main() {
    let data = ["a"; 4];
    let _ = sum(View::new(&data, layout!(4:1)).unwrap());
}
