//! The equations of divides and products.

use layout_core::{Layout, LayoutError, Mode, Padded, Tiler};

use super::compose::is_composition;
use super::{CaseResult, Check, layout};
use crate::soundness::naive::{are_distinct, leaves, offsets, sorted};
use crate::soundness::universe::{LeftOperand, RightOperand};

type DivideFn = fn(&Layout, &Tiler) -> Result<Layout, LayoutError>;
type DividePaddedFn = fn(&Layout, &Tiler) -> Result<Padded, LayoutError>;

/// Whether the result has the offsets of `A` in some order, and begins with the offsets of the tile.
fn is_division(r: &Layout, a: &LeftOperand, image: &[i64]) -> bool {
    let found = offsets(leaves(r));
    let tile = found.iter().copied().take(image.len()).map(Some);
    let tile = tile.eq(image.iter().map(|&x| a.at(x)));
    tile && sorted(found) == a.sorted
}

fn division(divide: DivideFn, a: &LeftOperand, t: &RightOperand) -> CaseResult {
    let (t, image) = layout(t);
    CaseResult::given(divide(&a.layout, &Tiler::whole(*t)), |r| is_division(&r, a, image))
}

pub(in super::super) const LOGICAL: Check = |a, t| {
    let (tile, image) = layout(t);
    CaseResult::given(a.layout.logical_divide(&Tiler::whole(*tile)), |r| {
        let mode = r.mode(0).expect("a tile and the rest");
        is_division(&r, a, image) && is_composition(&mode, a, tile, image)
    })
};
pub(in super::super) const ZIPPED: Check = |a, t| division(Layout::zipped_divide, a, t);
pub(in super::super) const TILED: Check = |a, t| division(Layout::tiled_divide, a, t);
pub(in super::super) const FLAT: Check = |a, t| division(Layout::flat_divide, a, t);

/// The modes of `T` as a tiler by mode.
fn by_mode(t: &Layout) -> Tiler {
    let mode = |i| Mode::Layout(t.mode(i).expect("below the rank"));
    Tiler::by_mode(&(0..t.rank()).map(mode).collect::<Vec<_>>()).expect("few modes")
}

/// `A_0(T_0(c_0)) + A_1(T_1(c_1))`, in linear order of `(c_0, c_1)`.
fn tile_by_mode(a: &LeftOperand, t: &Layout) -> Option<Vec<i64>> {
    let mut tile = vec![0];
    for i in 0..t.rank() {
        let mode = LeftOperand::new(a.layout.mode(i).expect("as many modes"));
        let t = t.mode(i).expect("below the rank");
        let own: Option<Vec<i64>> = offsets(leaves(&t)).iter().map(|&x| mode.at(x)).collect();
        tile = own?.iter().flat_map(|offset| tile.iter().map(move |sum| sum + offset)).collect();
    }
    Some(tile)
}

fn division_by_mode(divide: DivideFn, a: &LeftOperand, t: &RightOperand) -> CaseResult {
    let (t, _) = layout(t);
    CaseResult::given(divide(&a.layout, &by_mode(t)), |r| {
        let (found, tile) = (offsets(leaves(&r)), tile_by_mode(a, t));
        tile.is_some_and(|tile| found.starts_with(&tile)) && sorted(found) == a.sorted
    })
}

pub(in super::super) const ZIPPED_BY_MODE: Check =
    |a, t| division_by_mode(Layout::zipped_divide, a, t);
pub(in super::super) const TILED_BY_MODE: Check =
    |a, t| division_by_mode(Layout::tiled_divide, a, t);
pub(in super::super) const FLAT_BY_MODE: Check = |a, t| division_by_mode(Layout::flat_divide, a, t);

/// Whether the offsets within the bounds are the offsets of `A`, each equally often.
fn is_padded(padded: &Padded, a: &LeftOperand) -> bool {
    let found = offsets(leaves(&padded.layout())).into_iter().enumerate();
    let inside = |i: usize| padded.inside(&(i as i64).into()).expect("an index");
    let inside = found.filter(|&(i, _)| inside(i)).map(|(_, offset)| offset);
    sorted(inside.collect()) == a.sorted
}

fn padded_division(
    divide: DividePaddedFn,
    a: &LeftOperand,
    t: &RightOperand,
    modes: bool,
) -> CaseResult {
    let (t, _) = layout(t);
    let tiler = if modes { by_mode(t) } else { Tiler::whole(*t) };
    CaseResult::given(divide(&a.layout, &tiler), |padded| is_padded(&padded, a))
}

pub(in super::super) const LOGICAL_PADDED: Check =
    |a, t| padded_division(Layout::logical_divide_padded, a, t, false);
pub(in super::super) const ZIPPED_PADDED: Check =
    |a, t| padded_division(Layout::zipped_divide_padded, a, t, true);
pub(in super::super) const TILED_PADDED: Check =
    |a, t| padded_division(Layout::tiled_divide_padded, a, t, true);
pub(in super::super) const FLAT_PADDED: Check =
    |a, t| padded_division(Layout::flat_divide_padded, a, t, true);

/// Whether there are `|A| |B|` offsets, which are distinct if both layouts are injective.
fn keeps_apart(found: &[i64], a: &LeftOperand, image: &[i64]) -> bool {
    let injective = || are_distinct(&a.sorted) && are_distinct(&sorted(image.to_vec()));
    found.len() == a.offsets.len() * image.len()
        && (!injective() || are_distinct(&sorted(found.to_vec())))
}

/// The offsets begin with the offsets of `A`, and copies of `A` follow.
fn product(multiply: DivideFn, a: &LeftOperand, b: &RightOperand) -> CaseResult {
    let (b, image) = layout(b);
    CaseResult::given(multiply(&a.layout, &Tiler::whole(*b)), |r| {
        let found = offsets(leaves(&r));
        let copies = || {
            found.chunks(a.offsets.len()).all(|copy| {
                copy.iter()
                    .zip(&a.offsets)
                    .all(|(offset, own)| offset - copy[0] == own - a.offsets[0])
            })
        };
        found.starts_with(&a.offsets) && copies() && keeps_apart(&found, a, image)
    })
}

pub(in super::super) const LOGICAL_PRODUCT: Check = |a, b| product(Layout::logical_product, a, b);
pub(in super::super) const ZIPPED_PRODUCT: Check = |a, b| product(Layout::zipped_product, a, b);
pub(in super::super) const TILED_PRODUCT: Check = |a, b| product(Layout::tiled_product, a, b);
pub(in super::super) const FLAT_PRODUCT: Check = |a, b| product(Layout::flat_product, a, b);

/// Each mode contains the mode of `A` at `place`, and the offsets equal the offsets of the logical product.
fn product_of_modes(
    multiply: fn(&Layout, &Layout) -> Result<Layout, LayoutError>,
    place: usize,
    a: &LeftOperand,
    b: &RightOperand,
) -> CaseResult {
    let (b, image) = layout(b);
    CaseResult::given(multiply(&a.layout, b), |r| {
        let found = offsets(leaves(&r));
        let mode = |i| r.mode(i).and_then(|mode| mode.mode(place)).expect("a pair of modes");
        let own = |i| offsets(leaves(&a.layout.mode(i).expect("below the rank")));
        let logical = a.layout.logical_product(&Tiler::whole(*b));
        (0..a.layout.rank()).all(|i| offsets(leaves(&mode(i))) == own(i))
            && logical
                .is_ok_and(|logical| sorted(offsets(leaves(&logical))) == sorted(found.clone()))
            && keeps_apart(&found, a, image)
    })
}

pub(in super::super) const BLOCKED: Check =
    |a, b| product_of_modes(Layout::blocked_product, 0, a, b);
pub(in super::super) const RAKED: Check = |a, b| product_of_modes(Layout::raked_product, 1, a, b);

/// The result has the shape and contains the offsets of the block. Offsets are distinct if the offsets of the block
/// are.
pub(in super::super) const TILE_TO_SHAPE: Check = |a, shape| {
    let (shape, _) = layout(shape);
    CaseResult::given(a.layout.tile_to_shape(&shape.shape()), |r| {
        let found = sorted(offsets(leaves(&r)));
        shape.shape().compatible(&r.shape())
            && (!are_distinct(&a.sorted) || are_distinct(&found))
            && a.sorted.iter().all(|offset| found.binary_search(offset).is_ok())
    })
};
