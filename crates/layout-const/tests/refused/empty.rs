//! at check: an empty text.
//! Fix: the layout of one element is `1:0`.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"">;
}
