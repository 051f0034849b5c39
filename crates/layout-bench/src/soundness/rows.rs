//! The rows of the report: operations and the universes on which they are checked.

use super::equation::{Check, compose, divide, inverse, recast, simplify};
use super::universe::{Layouts, RightOperands, Universe};

/// A row of the report.
pub(super) struct ReportRow {
    pub(super) operation: &'static str,
    pub(super) universe: Universe,
    pub(super) check: Check,
    /// Whether rejecting operands that have a result is a defect.
    pub(super) exact: bool,
    /// The published numbers of cases, of accepted cases, and of rejected cases that have a result.
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

/// The left operands of the published figures, of rank 1 to 3.
const PUBLISHED: Layouts = layouts(1..=3, EXTENTS, STRIDES);
/// Left operands of four modes.
const FOUR: Layouts = layouts(4..=4, &[2, 3, 4], &[1, 2, 3, 4, 6, 8, 12]);
/// Right operands of one mode, `N:r`.
const SINGLE: Layouts = layouts(1..=1, &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], UP_TO_12);
/// Left operands with extents of 1 and strides of 0.
const PAIRS: Layouts = layouts(1..=2, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8, 12]);
const TRIPLES: Layouts = layouts(3..=3, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]);
const RIGHT: Layouts = layouts(2..=2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6]);
const SIGNED: Layouts =
    layouts(1..=2, &[1, 2, 3, 4, 6], &[-12, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12]);
const SIGNED_TRIPLES: Layouts =
    layouts(3..=3, &[1, 2, 3, 4], &[-6, -4, -2, -1, 0, 1, 2, 3, 4, 6, 8]);
const UNSIGNED: Layouts = layouts(1..=4, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]);
const SHAPES: Layouts = layouts(2..=2, &[1, 2, 3, 4, 6, 8, 9, 12], &[1]);

// Operands whose extents may be 0.
const EMPTY: Layouts = layouts(1..=3, &[0, 1, 2, 3], &[0, 1, 2, 4]);
const EMPTY_SIGNED: Layouts = layouts(1..=3, &[0, 1, 2, 3], &[-4, -2, -1, 0, 1, 2, 3]);
const EMPTY_RIGHT: Layouts = layouts(1..=2, &[0, 1, 2, 3], &[0, 1, 2, 4]);
const EMPTY_SHAPES: Layouts = layouts(2..=2, &[0, 1, 2, 3, 4], &[1]);

type Named = (&'static str, Check);

/// The divides by a tiler of the whole domain.
const DIVIDES: [Named; 5] = [
    ("logical_divide", divide::LOGICAL),
    ("zipped_divide", divide::ZIPPED),
    ("tiled_divide", divide::TILED),
    ("flat_divide", divide::FLAT),
    ("logical_divide_padded", divide::LOGICAL_PADDED),
];
/// The divides by a tiler of each mode.
const DIVIDES_BY_MODE: [Named; 6] = [
    ("zipped_divide by mode", divide::ZIPPED_BY_MODE),
    ("tiled_divide by mode", divide::TILED_BY_MODE),
    ("flat_divide by mode", divide::FLAT_BY_MODE),
    ("zipped_divide_padded by mode", divide::ZIPPED_PADDED),
    ("tiled_divide_padded by mode", divide::TILED_PADDED),
    ("flat_divide_padded by mode", divide::FLAT_PADDED),
];
/// The products.
const PRODUCTS: [Named; 6] = [
    ("logical_product", divide::LOGICAL_PRODUCT),
    ("zipped_product", divide::ZIPPED_PRODUCT),
    ("tiled_product", divide::TILED_PRODUCT),
    ("flat_product", divide::FLAT_PRODUCT),
    ("blocked_product", divide::BLOCKED),
    ("raked_product", divide::RAKED),
];
/// The operations of one layout, and whether they may reject only operands without a result.
const ALONE: [(&str, Check, bool); 10] = [
    ("right_inverse", inverse::RIGHT, false),
    ("left_inverse", inverse::LEFT, false),
    ("inverse", inverse::BOTH, true),
    ("nullspace", inverse::NULLSPACE, false),
    ("is_injective", inverse::IS_INJECTIVE, true),
    ("collision", inverse::COLLISION, true),
    ("coalesce", simplify::COALESCE, true),
    ("filter", simplify::FILTER, true),
    ("sort", simplify::SORT, true),
    ("flatten", simplify::FLATTEN, true),
];
const BITS: &[i64] = &[1, 2, 3, 4, 6, 8, 12, 16];

fn row(
    operation: &'static str,
    check: Check,
    left: &Layouts,
    right: RightOperands,
    exact: bool,
) -> ReportRow {
    let universe = Universe { left: left.clone(), right };
    ReportRow { operation, universe, check, exact, known: None }
}

fn on(right: &Layouts) -> RightOperands {
    RightOperands::Layouts(right.clone())
}

/// All rows, in the order of the report.
pub(super) fn rows() -> Vec<ReportRow> {
    let mut rows = Vec::new();
    let mut add = |operation, check, left: &Layouts, right, exact| {
        rows.push(row(operation, check, left, right, exact));
    };
    let within = || RightOperands::Within(SINGLE);
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
        add("complement", compose::COMPLEMENT, left, RightOperands::Numbers(RANGES), true);
        add(
            "complement_padded",
            compose::COMPLEMENT_PADDED,
            left,
            RightOperands::Numbers(RANGES),
            false,
        );
    }
    for (name, check) in DIVIDES {
        add(name, check, &PAIRS, on(&RIGHT), false);
        add(name, check, &TRIPLES, on(&RIGHT), false);
    }
    let two = layouts(2..=2, PAIRS.extents, PAIRS.strides);
    for (name, check) in DIVIDES_BY_MODE {
        add(name, check, &two, on(&RIGHT), false);
    }
    for (name, check) in PRODUCTS {
        add(name, check, &PAIRS, on(&RIGHT), false);
        add(name, check, &TRIPLES, on(&RIGHT), false);
    }
    add("tile_to_shape", divide::TILE_TO_SHAPE, &two, on(&SHAPES), false);
    for (name, check, exact) in ALONE {
        add(name, check, &UNSIGNED, RightOperands::None, exact);
        add(name, check, &SIGNED, RightOperands::None, exact);
        add(name, check, &SIGNED_TRIPLES, RightOperands::None, exact);
    }
    add("max_common_layout", inverse::MAX_COMMON, &PAIRS, on(&PAIRS), false);
    add("same_function", inverse::SAME_FUNCTION, &SIGNED, on(&SIGNED), true);
    add("covers", inverse::COVERS, &TRIPLES, RightOperands::Numbers(RANGES), true);
    for left in [&SIGNED, &SIGNED_TRIPLES, &PUBLISHED] {
        add("upcast", recast::UPCAST, left, RightOperands::Numbers(UP_TO_12), false);
        add("downcast", recast::DOWNCAST, left, RightOperands::Numbers(UP_TO_12), true);
    }
    add("recast_bits", recast::RECAST_BITS, &SIGNED, RightOperands::Pairs(BITS), false);
    add("recast_bits", recast::RECAST_BITS, &SIGNED_TRIPLES, RightOperands::Pairs(BITS), false);
    rows[0].known = Some([2_669_976, 1_031_398, 1_312]);
    rows[5].known = Some([2_669_976, 1_032_710, 0]);
    rows.extend(empty_rows());
    rows
}

/// Every operation on universes where an operand may have no element.
fn empty_rows() -> Vec<ReportRow> {
    let mut rows = Vec::new();
    let mut add = |operation, check, left: &Layouts, right, exact| {
        rows.push(row(operation, check, left, right, exact));
    };
    let beside = || on(&EMPTY_RIGHT);
    add("compose", compose::COMPOSE, &EMPTY, beside(), false);
    add("compose", compose::COMPOSE, &EMPTY_SIGNED, beside(), false);
    add("compose_exact", compose::COMPOSE_EXACT, &EMPTY, beside(), true);
    add("complement", compose::COMPLEMENT, &EMPTY, RightOperands::Numbers(RANGES), true);
    add(
        "complement_padded",
        compose::COMPLEMENT_PADDED,
        &EMPTY,
        RightOperands::Numbers(RANGES),
        false,
    );
    for (name, check) in DIVIDES.into_iter().chain(PRODUCTS) {
        add(name, check, &EMPTY, beside(), false);
    }
    let two = |all: &Layouts| Layouts { ranks: 2..=2, ..all.clone() };
    for (name, check) in DIVIDES_BY_MODE {
        add(name, check, &two(&EMPTY), on(&two(&EMPTY_RIGHT)), false);
    }
    add("tile_to_shape", divide::TILE_TO_SHAPE, &two(&EMPTY), on(&EMPTY_SHAPES), false);
    for (name, check, exact) in ALONE {
        add(name, check, &EMPTY, RightOperands::None, exact);
        add(name, check, &EMPTY_SIGNED, RightOperands::None, exact);
    }
    add("max_common_layout", inverse::MAX_COMMON, &EMPTY, beside(), false);
    add("same_function", inverse::SAME_FUNCTION, &EMPTY_SIGNED, beside(), true);
    add("covers", inverse::COVERS, &EMPTY, RightOperands::Numbers(RANGES), true);
    add("upcast", recast::UPCAST, &EMPTY_SIGNED, RightOperands::Numbers(UP_TO_12), false);
    add("downcast", recast::DOWNCAST, &EMPTY_SIGNED, RightOperands::Numbers(UP_TO_12), true);
    add("recast_bits", recast::RECAST_BITS, &EMPTY_SIGNED, RightOperands::Pairs(BITS), false);
    rows
}
