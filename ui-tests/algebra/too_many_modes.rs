//! flatten: more than 12 modes at a level.
//! Fix: coalesce first, or flatten a part.
use static_layout::*;

fn main() {
    let a = layout!(((2,2,2,2,2,2,2),(2,2,2,2,2,2)):((1,2,4,8,16,32,64),(0,0,0,0,0,0)));
    let _ = a.flatten();
}
