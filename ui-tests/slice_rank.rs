//! What a coordinate keeps is put side by side: no more than 12 modes.
use static_layout::*;

fn main() {
    let a = layout!(((2,2,2,2,2,2,2),(2,2,2,2,2,2)):((1,2,4,8,16,32,64),(0,0,0,0,0,0)));
    let _ = a.slice(coord!((_, _, _, _, _, _, _), (_, _, _, _, _, _)));
}
