//! at check: thirteen modes.
//! Fix: group modes: a layout has at most twelve at each level.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(1,1,1,1,1,1,1,1,1,1,1,1,2):(0,0,0,0,0,0,0,0,0,0,0,0,1)">;
}
