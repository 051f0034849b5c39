//! recast: without the feature `bytemuck`.
//! Fix: add the feature.
use static_layout::*;

fn main() {
    let words = Boxed::filled(layout!((4, 8):row), 0_u32);
    println!("{}", words.view().recast::<u8>().unwrap().size());
}
