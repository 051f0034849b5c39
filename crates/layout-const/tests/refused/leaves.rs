//! at check: thirty-three leaves.
//! Fix: a layout has at most 32 leaves.
use static_layout_const::*;

fn main() {
    let _ = Layout::<
        "((2,2,2,2,2,2,2,2,2,2,2),(1,1,1,1,1,1,1,1,1,1,1),(1,1,1,1,1,1,1,1,1,1,1)):((1,2,4,8,16,32,64,128,256,512,1024),(0,0,0,0,0,0,0,0,0,0,0),(0,0,0,0,0,0,0,0,0,0,0))",
    >;
}
