//! at check: a second spelling of a layout.
//! Fix: write the text of the message.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(8, 6):row">;
}
