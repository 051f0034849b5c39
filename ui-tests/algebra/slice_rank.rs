//! slice: more than 12 modes kept.
//! Fix: keep fewer modes, or slice mode by mode.
use static_layout::*;

fn main() {
    let a = layout!(((2,2,2,2,2,2,2),(2,2,2,2,2,2)):((1,2,4,8,16,32,64),(0,0,0,0,0,0)));
    let _ = a.slice(coord!((_, _, _, _, _, _, _), (_, _, _, _, _, _)));
}
