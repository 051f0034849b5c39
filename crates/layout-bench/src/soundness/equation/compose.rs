//! The equations of compositions and complements.

use layout_core::{Layout, Tiler};

use super::{CaseResult, Check, layout, number};
use crate::soundness::naive::{is_empty, is_layout, is_range, leaves, offsets, sorted};
use crate::soundness::universe::{LeftOperand, RightOperand};

/// Whether `R(c) = A^(B(c))` for all `c`, and the shape of `B` is compatible with the shape of `R`.
pub(in super::super) fn is_composition(
    r: &Layout,
    a: &LeftOperand,
    b: &Layout,
    image: &[i64],
) -> bool {
    b.shape().compatible(&r.shape())
        && offsets(leaves(r)).into_iter().map(Some).eq(image.iter().map(|&x| a.at(x)))
}

/// Whether a composition exists: for each leaf of `B` alone the offsets are the table of a layout, and the offsets of
/// all leaves add to the offsets of `B`.
fn exists(a: &LeftOperand, b: &Layout, image: &[i64]) -> bool {
    let table: Option<Vec<i64>> = image.iter().map(|&x| a.at(x)).collect();
    let Some(table) = table else { return false };
    let mut step = 1;
    let mut sums = vec![0];
    for (extent, _) in leaves(b) {
        let own: Vec<i64> = (0..extent as usize).map(|digit| table[digit * step]).collect();
        if !is_layout(&own) {
            return false;
        }
        sums = own.iter().flat_map(|offset| sums.iter().map(move |sum| sum + offset)).collect();
        step *= extent as usize;
    }
    sums == table
}

fn composition(
    compose: fn(&Layout, &Tiler) -> Result<Layout, layout_core::LayoutError>,
    a: &LeftOperand,
    b: &RightOperand,
) -> CaseResult {
    let (b, image) = layout(b);
    let answer = compose(&a.layout, &Tiler::whole(*b));
    let positive = || image.iter().all(|&x| x >= 0);
    // Without elements every layout of the shape satisfies the equation, so existence decides nothing.
    let decides = || !is_empty(&a.layout) && !is_empty(b);
    CaseResult::exactly(
        answer,
        |r| is_composition(&r, a, b, image),
        || decides() && positive() && exists(a, b, image),
    )
}

pub(in super::super) const COMPOSE: Check = |a, b| composition(Layout::compose, a, b);
pub(in super::super) const COMPOSE_EXACT: Check = |a, b| composition(Layout::compose_exact, a, b);

/// The modes of `filter A`.
fn filtered(a: &Layout) -> impl Iterator<Item = (i64, i64)> + '_ {
    leaves(a).filter(|&(extent, stride)| extent != 1 && stride != 0)
}

/// Whether the copies of `filter A` at the offsets of `C` cover `0..m`, each offset once.
fn tiles(c: &Layout, a: &Layout, m: i64) -> bool {
    is_range(&sorted(offsets(filtered(a).chain(leaves(c)))), m)
}

/// Whether copies of `filter A` at the offsets of some layout tile `0..m`. Each copy starts at the first free offset.
fn has_complement(a: &Layout, m: i64) -> bool {
    // A layout without elements tiles nothing, although `filter` may leave modes of it.
    if is_empty(a) {
        return false;
    }
    let copy = offsets(filtered(a));
    let mut free = vec![true; m as usize];
    let mut starts = Vec::new();
    for start in 0..m {
        if free[start as usize] {
            for offset in &copy {
                match usize::try_from(start + offset).ok().and_then(|k| free.get_mut(k)) {
                    Some(place) if *place => *place = false,
                    _ => return false,
                }
            }
            starts.push(start);
        }
    }
    is_layout(&starts)
}

pub(in super::super) const COMPLEMENT: Check = |a, m| {
    let m = number(m);
    CaseResult::exactly(
        a.layout.complement(m),
        |c| tiles(&c, &a.layout, m) && offsets(leaves(&c)).is_sorted(),
        || has_complement(&a.layout, m),
    )
};

/// The layout and its complement tile `0..M'`, where `M'` is `m` rounded up to a multiple of the span of `A`.
pub(in super::super) const COMPLEMENT_PADDED: Check = |a, m| {
    let m = number(m);
    let span = filtered(&a.layout).map(|(extent, stride)| extent * stride).max().unwrap_or(1);
    CaseResult::given(a.layout.complement_padded(m), |c| {
        let rounded = filtered(&a.layout).map(|mode| mode.0).product::<i64>() * c.size();
        rounded >= m && rounded - m < span && tiles(&c, &a.layout, rounded)
    })
};
