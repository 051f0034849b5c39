//! Loops over layouts are the loops one writes by hand: the same instructions.
//!
//! `codegen/layout.rs` and `codegen/by_hand.rs` have functions of the same names, the ones over
//! layouts, the others with the constants written out. Both are compiled with optimizations, apart
//! from one another, so that equal functions are not merged, and compared instruction by
//! instruction, with the constants that they load.

#[path = "codegen/assembly.rs"]
mod assembly;

use assembly::{Assembly, build};

const PACKAGE: &str = "static-layout";
const FUNCTIONS: [&str; 19] = [
    "sum_linear",
    "sum_by_mode",
    "sum_nested",
    "element",
    "offset",
    "sum_tiles",
    "sum_whole_tiles",
    "transpose",
    "row_major",
    "swizzled",
    "swizzled_element",
    "swizzled_row",
    "in_bounds",
    "reversed",
    "predicate",
    "sum_elements",
    "reshaped",
    "sliced",
    "broadcast",
];

#[test]
fn loops_are_the_ones_written_by_hand() {
    let library = build(&[PACKAGE]);
    let layout = Assembly::of("layout", &library, &[PACKAGE]);
    let by_hand = Assembly::of("by_hand", &library, &[PACKAGE]);
    for name in FUNCTIONS {
        let (layout, by_hand) = (layout.listing(name), by_hand.listing(name));
        assert_eq!(layout, by_hand, "`{name}`: the instructions over a layout and by hand");
    }
    // What the comparison would not miss.
    assert_ne!(layout.listing("sum_linear"), by_hand.listing("sum_nested"));
    assert_ne!(layout.listing("sum_by_mode"), by_hand.listing("sum_nested"));
}
