//! copy: a destination that is not borrowed.
//! Fix: &mut of it.
use static_layout::*;
use static_layout_kernels::copy;

fn main() {
    let (data, mut out) = ([0; 8], [0; 8]);
    let to = ViewMut::new(&mut out, layout!(8:1)).unwrap();
    copy(View::new(&data, layout!(8:1)).unwrap(), to);
}
