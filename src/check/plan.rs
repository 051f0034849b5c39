//! Run-time leaves by a plan: the arithmetic of [`Plan`] on the leaves of the operands, with compares instead of a run of
//! the engine.

use super::{DEFECT, Unchecked};
use crate::layout::{Codomain, PlainLayout};
use crate::num::Planned;
use crate::tuple::IntTuple;
use core::cell::Cell;
use layout_core::{MAX_LEAVES, Plan};

/// The plan of an operation of `A`, after a comparison of its form with the type of the result. What the type of `A`
/// states is no condition. `None` where that does not prove what the type of the result states: the engine runs, and its
/// result is compared.
#[track_caller]
pub(crate) const fn plan_of<A: PlainLayout, R: PlainLayout>(plan: Option<Plan>) -> Option<Plan> {
    let Some(plan) = plan else { return None };
    let agrees = plan.form.same_form(&R::DESC) && plan.form.has_signs_of(&R::DESC);
    assert!(agrees, "{}", DEFECT);
    plan.assuming(&A::DESC, &R::DESC)
}

/// The result for the layout `a` and a second operand, whose extents and strides `second` writes from `MAX_LEAVES` on.
#[inline(always)]
pub(crate) fn by_plan<A: PlainLayout, R: PlainLayout>(
    a: A,
    second: impl FnOnce(&mut [usize], &mut [usize]),
    plan: &'static Option<Plan>,
) -> Planned<R> {
    let Some(plan) = plan else { return Planned::Open };
    let elsewhere = if plan.is_complete() { Planned::Refused } else { Planned::Open };
    let (mut extents, mut strides) = ([0; 2 * MAX_LEAVES], [0; 2 * MAX_LEAVES]);
    a.shape().words(&mut extents, 0);
    a.stride().words(&mut strides, 0);
    second(&mut extents, &mut strides);
    if !plan.holds(&extents) {
        return elsewhere;
    }
    let overflows = Cell::new(false);
    let result = R::from_parts(
        leaves(
            #[inline(always)]
            |k| plan.extent(k, &extents),
        ),
        leaves(
            #[inline(always)]
            |k| {
                let stride = plan.stride(k, &extents, &strides);
                overflows.set(overflows.get() | stride.is_none());
                stride.unwrap_or(0)
            },
        ),
        Unchecked(()),
    );
    if overflows.get() || plan.grows() && !fits(result) {
        elsewhere
    } else {
        Planned::Result(result)
    }
}

/// The compact layout of a shape, with the rightmost leaf fastest if `rightmost` is set and the leftmost one otherwise.
/// Open if an extent is 0 or the size does not fit `isize`.
#[inline(always)]
pub(crate) fn compact<R: PlainLayout>(shape: R::Shape, rightmost: bool) -> Planned<R> {
    let form = const { &R::DESC };
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    shape.words(&mut extents, 0);
    let (mut covered, mut k) = (1_isize, 0);
    while k < R::Shape::LEAVES {
        let leaf = if rightmost { R::Shape::LEAVES - 1 - k } else { k };
        let (extent, (is_extent, is_stride)) = (extents[leaf] as isize, form.known(leaf));
        let stride = if is_extent && extent == 1 { 0 } else { covered };
        let Some(next) = covered.checked_mul(extent) else { return Planned::Open };
        // The engine reports a static stride of another value as a defect.
        if extent < 1 || is_stride && form.leaf(leaf).1 != stride as i64 {
            return Planned::Open;
        }
        (strides[leaf], covered) = (stride as i64, next);
        k += 1;
    }
    let stride = leaves(
        #[inline(always)]
        |k| strides[k],
    );
    Planned::Result(R::from_parts(shape, stride, Unchecked(())))
}

/// The tuple with `leaf(k)` for each run-time leaf. A closure that is written as its argument can be inlined always: the
/// terms of a plan are a few instructions only where the number of the leaf is a constant.
#[inline(always)]
fn leaves<T: IntTuple>(leaf: impl Fn(usize) -> i64) -> T {
    T::read_proven(&leaf, 0)
}

/// Whether the size and the cosize of a layout of numbers fit `isize`. `false`, too, for a large layout with an extent of
/// 0, and for a layout of coordinates: the engine decides about these.
#[inline(always)]
pub(crate) fn fits<L: PlainLayout>(layout: L) -> bool {
    let (extents, strides) = words(layout);
    let form = const { &L::DESC };
    let (mut all, mut k) = (0, 0);
    while k < L::Shape::LEAVES {
        let (extent, stride) = form.known(k);
        all |= if extent { 0 } else { extents[k] };
        // The word of a negative stride is small if its magnitude is past `isize::MAX`.
        let opposite = if form.leaf(k).1 < 0 { strides[k].wrapping_neg() } else { 0 };
        all |= if stride { 0 } else { strides[k] | opposite };
        k += 1;
    }
    let bits = const { narrow(&L::DESC) };
    L::Codomain::IS_NUMBER && (all >> bits == 0 || fits_exactly(layout))
}

/// The extents and the strides of a layout in two's complement.
#[inline(always)]
fn words<L: PlainLayout>(layout: L) -> ([usize; MAX_LEAVES], [usize; MAX_LEAVES]) {
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.shape().words(&mut extents, 0);
    layout.stride().words(&mut strides, 0);
    (extents, strides)
}

/// A number of bits such that size and cosize fit `isize` where each run-time leaf has at most as many: the product of
/// the extents, and the products `extent * stride`, which cannot exceed `isize::MAX` together.
const fn narrow(form: &layout_core::Layout) -> u32 {
    const fn bits(value: i64) -> u32 {
        i64::BITS - value.unsigned_abs().leading_zeros()
    }
    const fn share(most: u32, known: u32, unknown: u32) -> u32 {
        match (most.checked_sub(known), most.saturating_sub(known).checked_div(unknown)) {
            (None, _) => 0,
            (_, Some(share)) => share,
            (Some(_), None) => most,
        }
    }
    let leaves = form.leaf_count();
    // The sum of products of `most` bits has at most `usize::BITS - 2`.
    let most = usize::BITS - 2 - bits(leaves as i64);
    let (mut known, mut unknown, mut least, mut k) = (0, 0, most, 0);
    while k < leaves {
        let ((extent, stride), (is_extent, is_stride)) = (form.leaf(k), form.known(k));
        let both =
            (if is_extent { bits(extent) } else { 0 }) + if is_stride { bits(stride) } else { 0 };
        let share = share(most, both, !is_extent as u32 + !is_stride as u32);
        least = if share < least { share } else { least };
        known += if is_extent { bits(extent) } else { 0 };
        unknown += !is_extent as u32;
        k += 1;
    }
    let share = share(most, known, unknown);
    if share < least { share } else { least }
}

/// [`fits`] by the exact size and cosize; `false` for an extent of 0. Inlined, because a call would make its callers save
/// registers on the way that needs no exact check.
#[inline(always)]
fn fits_exactly<L: PlainLayout>(layout: L) -> bool {
    let (extents, strides) = words(layout);
    let (mut size, mut span, mut k) = (1_isize, 1_isize, 0);
    while k < L::Shape::LEAVES {
        let (extent, stride) = (extents[k] as isize, strides[k] as isize);
        // The word of a run-time stride past `isize::MAX` has the other sign.
        let has_sign = stride == 0 || (stride < 0) == (L::DESC.leaf(k).1 < 0);
        let reach = extent.wrapping_sub(1).checked_mul(stride.wrapping_abs());
        let (Some(product), Some(sum)) =
            (size.checked_mul(extent), reach.and_then(|reach| span.checked_add(reach)))
        else {
            return false;
        };
        if extent < 1 || stride == isize::MIN || !has_sign {
            return false;
        }
        (size, span) = (product, sum);
        k += 1;
    }
    true
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::{fits, fits_exactly, narrow};
    use crate::check::read;
    use crate::layout::{Layout, PlainLayout};
    use layout_core as value;
    use std::string::ToString;
    use typenum::{U1, U8};

    type Rows = Layout<(usize, U8), (U8, U1)>;
    type Three = Layout<(usize, usize, usize), (usize, usize, U1)>;

    /// The short test passes no layout that the engine refuses, on both sides of each power of two.
    #[test]
    fn narrow_layouts_exist() {
        fn of<L: PlainLayout>(text: &str) -> (bool, bool) {
            let values = text.parse::<value::Layout>();
            let Ok(layout) = values else { return (false, false) };
            let layout = read::<L>(&layout);
            (fits(layout), fits_exactly(layout))
        }
        let mut powers: std::vec::Vec<i64> = (0..62).flat_map(|k| [(1 << k) - 1, 1 << k]).collect();
        powers.push(i64::MAX);
        for &n in &powers {
            let rows = std::format!("({n},8):(8,1)");
            // `of` is false for both where the text is refused, so that a layout past the bound would differ below.
            assert!(of::<Rows>(&rows).0 >= of::<Rows>(&rows).1, "{rows}");
            let exists = |extents: [i64; 3], strides: [i64; 2]| {
                let (tuple, leaf) = (value::IntTuple::tuple, value::IntTuple::leaf);
                let shape = tuple(&extents.map(leaf)).unwrap();
                let stride = tuple(&[leaf(strides[0]), leaf(strides[1]), leaf(1)]).unwrap();
                let layout = value::internal::unchecked_layout(shape, stride);
                let found = fits(read::<Three>(&layout));
                assert!(!found || layout.exists().is_ok(), "{}", layout.to_string());
                found
            };
            for &d in &powers {
                exists([n, 3, 2], [d, 1]);
                exists([n, n, n], [d, n]);
            }
        }
        // Known leaves that leave no room, and none at all.
        assert_eq!(narrow(&"(4611686018427387904,1):(1,0)".parse().unwrap()), 0);
        assert_eq!(narrow(&"():()".parse().unwrap()), usize::BITS - 2);
        let bits = narrow(&Three::DESC);
        let most = (1 << bits) - 1;
        assert!(
            bits >= 16
                && fits(read::<Three>(
                    &std::format!("({most},{most},{most}):({most},{most},1)").parse().unwrap()
                ))
        );
    }
}
