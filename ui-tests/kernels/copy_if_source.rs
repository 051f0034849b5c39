//! copy_if: an array as the source.
//! Fix: View::new(&data, layout!(4:1)).
use static_layout::*;
use static_layout_kernels::copy_if;

fn main() {
    let mut out = Owned::<i32, Layout!(4:1)>::filled(0);
    copy_if([1; 4], &mut out, |_| true);
}
