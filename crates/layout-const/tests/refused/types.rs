//! at check: another layout than expected.
//! Fix: write the layout that was found.
use static_layout_const::*;

fn main() {
    let a = Layout::<"(8,6):(6,1)">;
    let _: Layout<"((4,3),(2,2)):((6,1),(3,24))"> = a.zipped_divide(tile!(4, 3));
}
