//! Which operation is checked on which universe.

use super::equation::{Check, compose, divide, inverse, recast, simplify};
use super::universe::{Layouts, Right, Universe};

/// A line of the report.
pub(super) struct Row {
    pub(super) operation: &'static str,
    pub(super) universe: Universe,
    pub(super) check: Check,
    /// A refusal where there is an answer is a defect.
    pub(super) exact: bool,
    /// Cases, accepted ones, and refused ones that have an answer, where they are known.
    pub(super) known: Option<[u64; 3]>,
}

const fn layouts(
    ranks: std::ops::RangeInclusive<u32>,
    extents: &'static [i64],
    strides: &'static [i64],
) -> Layouts {
    Layouts { ranks, extents, strides }
}

const EXTENTS: &[i64] = &[2, 3, 4, 6];
const STRIDES: &[i64] = &[1, 2, 3, 4, 6, 8, 12, 24];
const UP_TO_12: &[i64] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const RANGES: &[i64] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 18, 19, 20, 24, 27, 32, 36, 48, 64, 72, 96, 144,
];

/// That of the published figures: `A` of rank 1 to 3.
const PUBLISHED: Layouts = layouts(1..=3, EXTENTS, STRIDES);
/// Four modes.
const FOUR: Layouts = layouts(4..=4, &[2, 3, 4], &[1, 2, 3, 4, 6, 8, 12]);
/// `N:r`.
const SINGLE: Layouts = layouts(1..=1, &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], UP_TO_12);
/// With extents of 1 and strides of 0.
const PAIRS: Layouts = layouts(1..=2, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8, 12]);
const TRIPLES: Layouts = layouts(3..=3, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]);
const RIGHT: Layouts = layouts(2..=2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6]);
const SIGNED: Layouts =
    layouts(1..=2, &[1, 2, 3, 4, 6], &[-12, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12]);
const SIGNED_TRIPLES: Layouts =
    layouts(3..=3, &[1, 2, 3, 4], &[-6, -4, -2, -1, 0, 1, 2, 3, 4, 6, 8]);
const UNSIGNED: Layouts = layouts(1..=4, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]);
const SHAPES: Layouts = layouts(2..=2, &[1, 2, 3, 4, 6, 8, 9, 12], &[1]);

/// All rows, in the order of the report.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |operation, check, left: &Layouts, right, exact| {
        let universe = Universe { left: left.clone(), right };
        rows.push(Row { operation, universe, check, exact, known: None });
    };
    let on = |right: &Layouts| Right::Layouts(right.clone());
    let within = || Right::Within(SINGLE);
    for (name, check, exact) in
        [("compose", compose::COMPOSE, false), ("compose_exact", compose::COMPOSE_EXACT, true)]
    {
        add(name, check, &PUBLISHED, within(), exact);
        add(name, check, &FOUR, within(), exact);
        add(name, check, &PAIRS, on(&RIGHT), exact);
        add(name, check, &TRIPLES, on(&RIGHT), exact);
        add(name, check, &SIGNED, on(&RIGHT), exact);
    }
    for left in [&PAIRS, &TRIPLES, &PUBLISHED] {
        add("complement", compose::COMPLEMENT, left, Right::Numbers(RANGES), true);
        add("complement_padded", compose::COMPLEMENT_PADDED, left, Right::Numbers(RANGES), false);
    }
    for (name, check) in [
        ("logical_divide", divide::LOGICAL as super::equation::Check),
        ("zipped_divide", divide::ZIPPED),
        ("tiled_divide", divide::TILED),
        ("flat_divide", divide::FLAT),
        ("logical_divide_padded", divide::LOGICAL_PADDED),
    ] {
        add(name, check, &PAIRS, on(&RIGHT), false);
        add(name, check, &TRIPLES, on(&RIGHT), false);
    }
    let two = layouts(2..=2, PAIRS.extents, PAIRS.strides);
    for (name, check) in [
        ("zipped_divide by mode", divide::ZIPPED_BY_MODE as super::equation::Check),
        ("tiled_divide by mode", divide::TILED_BY_MODE),
        ("flat_divide by mode", divide::FLAT_BY_MODE),
        ("zipped_divide_padded by mode", divide::ZIPPED_PADDED),
        ("tiled_divide_padded by mode", divide::TILED_PADDED),
        ("flat_divide_padded by mode", divide::FLAT_PADDED),
    ] {
        add(name, check, &two, on(&RIGHT), false);
    }
    for (name, check) in [
        ("logical_product", divide::LOGICAL_PRODUCT as super::equation::Check),
        ("zipped_product", divide::ZIPPED_PRODUCT),
        ("tiled_product", divide::TILED_PRODUCT),
        ("flat_product", divide::FLAT_PRODUCT),
        ("blocked_product", divide::BLOCKED),
        ("raked_product", divide::RAKED),
    ] {
        add(name, check, &PAIRS, on(&RIGHT), false);
        add(name, check, &TRIPLES, on(&RIGHT), false);
    }
    add("tile_to_shape", divide::TILE_TO_SHAPE, &two, on(&SHAPES), false);
    for (name, check, exact) in [
        ("right_inverse", inverse::RIGHT as super::equation::Check, false),
        ("left_inverse", inverse::LEFT, false),
        ("inverse", inverse::BOTH, true),
        ("nullspace", inverse::NULLSPACE, false),
        ("is_injective", inverse::IS_INJECTIVE, true),
        ("collision", inverse::COLLISION, true),
        ("coalesce", simplify::COALESCE, true),
        ("filter", simplify::FILTER, true),
        ("sort", simplify::SORT, true),
        ("flatten", simplify::FLATTEN, true),
    ] {
        add(name, check, &UNSIGNED, Right::None, exact);
        add(name, check, &SIGNED, Right::None, exact);
        add(name, check, &SIGNED_TRIPLES, Right::None, exact);
    }
    add("max_common_layout", inverse::MAX_COMMON, &PAIRS, on(&PAIRS), false);
    add("same_function", inverse::SAME_FUNCTION, &SIGNED, on(&SIGNED), true);
    add("covers", inverse::COVERS, &TRIPLES, Right::Numbers(RANGES), true);
    for left in [&SIGNED, &SIGNED_TRIPLES, &PUBLISHED] {
        add("upcast", recast::UPCAST, left, Right::Numbers(UP_TO_12), false);
        add("downcast", recast::DOWNCAST, left, Right::Numbers(UP_TO_12), true);
    }
    const BITS: &[i64] = &[1, 2, 3, 4, 6, 8, 12, 16];
    add("recast_bits", recast::RECAST_BITS, &SIGNED, Right::Pairs(BITS), false);
    add("recast_bits", recast::RECAST_BITS, &SIGNED_TRIPLES, Right::Pairs(BITS), false);
    rows[0].known = Some([2_669_976, 707_363, 325_347]);
    rows[5].known = Some([2_669_976, 1_032_710, 0]);
    rows
}
