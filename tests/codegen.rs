//! Loops over layouts compile to the instructions of loops written by hand.
//!
//! `codegen/layout.rs` has functions over layouts, and `codegen/by_hand.rs` functions of the same names with constants.
//! Both are compiled with optimizations, separately, so equal functions are not merged. The test compares their
//! instructions one by one, with the constants that they load.
//!
//! `codegen/access.rs` has loops over run-time views, which become vectors although each access is checked.
//!
//! `codegen/mixed.rs` has operations on a layout with one run-time leaf: few instructions, and calls only where an
//! operation is refused.

#[path = "codegen/assembly.rs"]
mod assembly;

use assembly::{Assembly, build, is_instruction};

const PACKAGE: &str = "static-layout";
const FUNCTIONS: [&str; 20] = [
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
    "offset_of_32_bits",
];

#[test]
fn loops_are_the_ones_written_by_hand() {
    let library = build();
    let layout = Assembly::of("layout", &library, &[PACKAGE]);
    let by_hand = Assembly::of("by_hand", &library, &[PACKAGE]);
    for name in FUNCTIONS {
        let (layout, by_hand) = (layout.listing(name), by_hand.listing(name));
        assert_eq!(layout, by_hand, "`{name}`: the instructions over a layout and by hand");
    }
    // The comparison finds a difference.
    assert_ne!(layout.listing("sum_linear"), by_hand.listing("sum_nested"));
    assert_ne!(layout.listing("sum_by_mode"), by_hand.listing("sum_nested"));
}

/// The functions of `access.rs`.
const ACCESS: [&str; 7] = [
    "axpy_by_brackets",
    "axpy_by_at",
    "sum_by_at",
    "product",
    "stencil",
    "five_modes",
    "product_of_tiles",
];

#[test]
fn loops_of_checked_accesses_use_vectors() {
    let library = build();
    let assembly = Assembly::of("access", &library, &[PACKAGE]);
    for name in ACCESS {
        let lines: Vec<&str> = assembly.body(name).filter(|line| is_instruction(line)).collect();
        let sums = ["addps", "paddd", "fadd", "add\tv"];
        assert!(
            lines.iter().any(|line| sums.iter().any(|sum| line.contains(sum))),
            "`{name}` adds element by element: {lines:#?}"
        );
    }
}

/// The most instructions of each function, the code that refuses included.
const MIXED: [(&str, usize); 30] = [
    ("zipped_divide", 16),
    ("zipped_divide_of_multiple", 12),
    ("tile_of_multiple", 32),
    ("partition_of_multiple", 36),
    ("tile_element_of_multiple", 32),
    ("slice_of_multiple", 18),
    ("slice_of_rows", 18),
    ("size_of_bounded", 4),
    ("narrow_index", 6),
    ("vectorize", 6),
    ("tile", 36),
    ("tile_element", 36),
    ("partition", 36),
    ("outer_partition", 36),
    ("tiles", 20),
    ("new", 20),
    ("zipped_divide_of_both", 40),
    ("compose", 14),
    ("coalesce", 4),
    ("logical_product", 80),
    ("tile_to_shape", 80),
    ("slice", 10),
    ("zipped_divide_padded", 32),
    ("padded_inside", 50),
    ("zipped_divide_padded_of_both", 110),
    ("zipped_divide_by_open", 140),
    ("zipped_divide_rows_by_open", 72),
    ("tile_by_open", 180),
    ("slice_axes", 90),
    ("new_of_both", 60),
];

/// The functions that panic, or run the engine where a plan does not hold.
const COLD: [&str; 10] = [
    "refused_by",
    "unplanned_or_panic",
    "refuse_coord",
    "no_thread",
    "panic_const_rem_by_zero",
    "by_engine",
    "refuse_origin",
    "refuse_part",
    "refuse_in_mode",
    "out_of_layout_at",
];

#[test]
fn mixed_operations_are_a_few_instructions() {
    let library = build();
    let assembly = Assembly::of("mixed", &library, &[PACKAGE]);
    for (name, most) in MIXED {
        let lines: Vec<&str> = assembly.body(name).filter(|line| is_instruction(line)).collect();
        let count = lines.iter().filter(|line| !line.ends_with(':')).count();
        assert!((1..=most).contains(&count), "`{name}` has {count} instructions: {lines:#?}");
        for call in lines.iter().filter(|line| line.starts_with("call") || line.starts_with("bl")) {
            assert!(COLD.iter().any(|cold| call.contains(cold)), "`{name}`: {call}");
        }
    }
    // A fact takes the place of the test that 8 divides the rows.
    let count = |name| assembly.body(name).filter(|line| is_instruction(line)).count();
    assert!(count("zipped_divide_of_multiple") < count("zipped_divide"));
    assert!(count("tile_of_multiple") < count("tile"));
    // A leaf that moves keeps its facts without a test.
    assert_eq!(count("slice_of_multiple"), count("slice_of_rows"));
    // Access to an element of a tile takes at most 1.2 times the instructions of hand-written code, with the same tests
    // of its coordinate.
    assert!(5 * count("tile_element_of_multiple") <= 6 * count("tile_element_by_hand"));
}
