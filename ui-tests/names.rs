//! Checks with the compiler that each name of this library in `COMPARE.md` exists, for static layouts and tuples and
//! for layouts and tuples on plain integers. The dialects check their own names.

use static_layout_tests::names::{missing, names};

use super::ERRORS;

/// Functions that exist on one side only, as their rows state.
const STATIC_ONLY: &[&str] = &[
    "coords",
    "index_static",
    "merge_axes_by",
    "part",
    "strided",
    "try_compose",
    "unsqueeze_axes",
];
const DYNAMIC_ONLY: &[&str] = &[
    "after",
    "compose_exact",
    "compose_swizzled",
    "distribute",
    "from_masks",
    "increment",
    "level_by_level",
    "logical_product_swizzled",
];

#[test]
fn every_name_of_the_comparison_is_there() {
    let (unknown, one_side) = missing(&names(false), &ERRORS);
    assert!(unknown.is_empty(), "COMPARE.md names what is not there: {unknown:?}");
    for (found, said) in one_side.iter().zip([STATIC_ONLY, DYNAMIC_ONLY]) {
        assert_eq!(*found, said.iter().map(|name| name.to_string()).collect());
    }
}
