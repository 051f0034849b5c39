//! Run-time leaves by a plan: the arithmetic of [`Plan`] on the leaves of the operands, with compares instead of a run of
//! the engine.

use super::{DEFECT, Unchecked};
use crate::types::layout::{Codomain, PlainLayout};
use crate::types::num::Planned;
use crate::types::tuple::IntTuple;
use core::cell::Cell;
use layout_core::{Facts, MAX_LEAVES, Plan, VectorPlan};

/// The plan of an operation of `A`, after a comparison of its form with the type of the result. What the type of `A`
/// states is no condition. `None` where that does not prove what the type of the result states: the engine runs, and its
/// result is compared.
#[track_caller]
pub(crate) const fn plan_of<A: PlainLayout, R: PlainLayout>(plan: Option<Plan>) -> Option<Plan> {
    let Some(plan) = plan else { return None };
    let agrees = plan.form.same_form(&R::FORM) && plan.form.has_signs_of(&R::FORM);
    assert!(agrees, "{}", DEFECT);
    plan.assuming(&A::FORM, &R::FORM)
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
    let shape = leaves(
        #[inline(always)]
        |k| plan.extent(k, &extents),
    );
    let stride = leaves(
        #[inline(always)]
        |k| {
            let stride = plan.stride(k, &extents, &strides);
            overflows.set(overflows.get() | stride.is_none());
            stride.unwrap_or(0)
        },
    );
    let result = R::from_parts(shape, stride, Unchecked(()));
    if overflows.get() || plan.grows() && !fits(result) {
        elsewhere
    } else {
        Planned::Result(result)
    }
}

/// The vectors of the layout `a`, where `plan` holds.
#[inline(always)]
pub(crate) fn by_vectors<A: PlainLayout, R: PlainLayout>(
    a: A,
    plan: &'static Option<VectorPlan>,
) -> Option<R> {
    let Some(plan) = plan else { return None };
    let (extents, strides) = words(a);
    if !plan.holds(&extents, &strides, A::Shape::LEAVES) {
        return None;
    }
    Some(R::from_parts(
        leaves(
            #[inline(always)]
            |k| plan.extent(k, extents[k]),
        ),
        leaves(
            #[inline(always)]
            |k| plan.stride(k, strides[k]),
        ),
        Unchecked(()),
    ))
}

/// The compact layout of a shape, with the rightmost leaf fastest if `rightmost` is set and the leftmost one otherwise.
/// Open if an extent is 0 or the size does not fit `isize`.
#[inline(always)]
pub(crate) fn compact<R: PlainLayout>(shape: R::Shape, rightmost: bool) -> Planned<R> {
    // The engine's result is compared with a type whose facts do not follow.
    if !const { [states_compact(&R::FORM, false), states_compact(&R::FORM, true)] }
        [rightmost as usize]
    {
        return Planned::Open;
    }
    let form = const { &R::FORM };
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

/// Whether the facts that a type states of its compact strides follow from those of its extents.
const fn states_compact(form: &layout_core::Layout, rightmost: bool) -> bool {
    let (mut covered, mut k) = (Facts::of_known(1), 0);
    while k < form.leaf_count() {
        let leaf = if rightmost { form.leaf_count() - 1 - k } else { k };
        let ((extent, stride), (is_extent, is_stride)) = (form.leaf(leaf), form.known(leaf));
        if !is_stride && !covered.implies(&Facts::of_code(stride)) || is_extent && extent < 1 {
            return false;
        }
        covered = covered.times(&leaf_facts(extent, is_extent));
        k += 1;
    }
    true
}

/// What is known of a leaf of a type.
pub(super) const fn leaf_facts(value: i64, is_known: bool) -> Facts {
    if is_known { Facts::of_known(value) } else { Facts::of_code(value) }
}

/// The tuple with `leaf(k)` for each run-time leaf. A closure that is written as its argument can be inlined always: the
/// terms of a plan are a few instructions only where the number of the leaf is a constant.
#[inline(always)]
fn leaves<T: IntTuple>(leaf: impl Fn(usize) -> i64) -> T {
    T::read_proven(&leaf, 0, &Unchecked(()))
}

/// Whether the size and the cosize of a layout of numbers fit `isize`. Also `false` for a large layout with an extent of
/// 0, and for a layout of coordinates: the engine decides about these.
#[inline(always)]
pub(crate) fn fits<L: PlainLayout>(layout: L) -> bool {
    let (extents, strides) = words(layout);
    let (form, open) = const { (&L::FORM, open_leaves(&L::FORM)) };
    let (mut all, mut k) = (0, 0);
    while k < L::Shape::LEAVES {
        all |= if open.0 >> k & 1 == 1 { extents[k] } else { 0 };
        // The word of a negative stride is small if its magnitude is past `isize::MAX`.
        let opposite = if form.leaf(k).1 < 0 { strides[k].wrapping_neg() } else { 0 };
        all |= if open.1 >> k & 1 == 1 { strides[k] | opposite } else { 0 };
        k += 1;
    }
    let is_narrow = match const { narrow(&L::FORM) } {
        Some(bits) => all >> bits == 0,
        None => false,
    };
    L::Codomain::IS_NUMBER && (is_narrow || fits_exactly(layout))
}

/// The run-time extents and strides of which no bound is known, as masks.
const fn open_leaves(form: &layout_core::Layout) -> (u32, u32) {
    let (mut open, mut k) = ((0, 0), 0);
    while k < form.leaf_count() {
        let ((extent, stride), (is_extent, is_stride)) = (form.leaf(k), form.known(k));
        open.0 |= ((!is_extent && Facts::of_code(extent).most() == i64::MAX) as u32) << k;
        open.1 |= ((!is_stride && Facts::of_code(stride).most() == i64::MAX) as u32) << k;
        k += 1;
    }
    open
}

/// The extents and the strides of a layout in two's complement.
#[inline(always)]
fn words<L: PlainLayout>(layout: L) -> ([usize; MAX_LEAVES], [usize; MAX_LEAVES]) {
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.shape().words(&mut extents, 0);
    layout.stride().words(&mut strides, 0);
    (extents, strides)
}

/// A number of bits such that size and cosize fit `isize` where each open leaf has at most as many: the product of the
/// extents, and the products `extent * stride`, which cannot exceed `isize::MAX` together. `None` where the other leaves
/// exceed it alone.
const fn narrow(form: &layout_core::Layout) -> Option<u32> {
    const fn bits(value: i64, is_known: bool) -> u32 {
        let most =
            if is_known { value.unsigned_abs() } else { Facts::of_code(value).most() as u64 };
        u64::BITS - most.leading_zeros()
    }
    const fn share(most: u32, known: u32, unknown: u32) -> Option<u32> {
        match (most.checked_sub(known), most.saturating_sub(known).checked_div(unknown)) {
            (None, _) => None,
            (_, Some(share)) => Some(share),
            (Some(_), None) => Some(most),
        }
    }
    let (leaves, open) = (form.leaf_count(), open_leaves(form));
    // The sum of products of `most` bits has at most `usize::BITS - 2`.
    let most = usize::BITS - 2 - bits(leaves as i64, true);
    let (mut known, mut unknown, mut least, mut k) = (0, 0, most, 0);
    while k < leaves {
        let ((extent, stride), (is_extent, is_stride)) = (form.leaf(k), form.known(k));
        let (extent_open, stride_open) = (open.0 >> k & 1, open.1 >> k & 1);
        let extent = if extent_open == 1 { 0 } else { bits(extent, is_extent) };
        let stride = if stride_open == 1 { 0 } else { bits(stride, is_stride) };
        let Some(share) = share(most, extent + stride, extent_open + stride_open) else {
            return None;
        };
        least = if share < least { share } else { least };
        known += extent;
        unknown += extent_open;
        k += 1;
    }
    let Some(share) = share(most, known, unknown) else { return None };
    Some(if share < least { share } else { least })
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
        let has_sign = stride == 0 || (stride < 0) == (L::FORM.leaf(k).1 < 0);
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
    use super::{Planned, Unchecked, compact, fits, fits_exactly, narrow};
    use crate::types::check::read;
    use crate::types::layout::{Form, Layout, PlainLayout};
    use crate::types::num::int::{Multiple, Negative};
    use layout_core as value;
    use std::string::ToString;
    use typenum::{U0, U1, U2, U4, U6, U8, U16, U24, U1048576, U1099511627776};

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
        // Small extents of 0 take the short test, too.
        assert_eq!(of::<Rows>("(0,8):(8,1)"), (true, false));
        // Known leaves that leave no room, and none at all.
        assert_eq!(narrow(&"(4611686018427387904,1):(1,0)".parse().unwrap()), None);
        assert_eq!(narrow(&"():()".parse().unwrap()), Some(usize::BITS - 2));
        let bits = narrow(&Three::FORM).unwrap();
        let most = (1 << bits) - 1;
        assert!(
            bits >= 16
                && fits(read::<Three>(
                    &std::format!("({most},{most},{most}):({most},{most},1)").parse().unwrap()
                ))
        );
    }

    /// The exact test passes what plain integers prove to fit: every shape and stride of a small universe on both sides of
    /// each bound, with strides of both signs and words past `isize::MAX`.
    #[test]
    fn exact_bounds() {
        const MOST: usize = isize::MAX as usize;
        type Down = Layout<(usize, usize), (Negative, usize)>;
        let numbers = [
            0,
            1,
            2,
            3,
            MOST.isqrt(),
            MOST.isqrt() + 1,
            MOST / 3,
            MOST / 2,
            MOST / 2 + 1,
            MOST - 1,
            MOST,
            MOST + 1,
            usize::MAX,
        ];
        for (a, b) in numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))) {
            for (c, d) in numbers.iter().flat_map(|&c| numbers.map(|d| (c, d))) {
                let wide = |n: usize| n as u128;
                let exists = a > 0
                    && b > 0
                    && a.max(b).max(c).max(d) <= MOST
                    && wide(a) * wide(b) <= wide(MOST)
                    && 1 + wide(a - 1) * wide(c) + wide(b - 1) * wide(d) <= wide(MOST);
                let up = Layout::<(usize, usize), (usize, usize)>::from_parts(
                    (a, b),
                    (c, d),
                    Unchecked(()),
                );
                assert_eq!(fits_exactly(up), exists, "({a},{b}):({c},{d})");
                let down = Down::from_parts((a, b), (Negative::new(c), d), Unchecked(()));
                assert_eq!(fits_exactly(down), exists, "({a},{b}):(-{c},{d})");
                // The short test decides about extents of 0, too.
                if a > 0 && b > 0 {
                    assert_eq!((fits(up), fits(down)), (exists, exists), "({a},{b}):({c},{d})");
                }
            }
        }
    }

    /// Compact layouts are computed without the engine, but for extents of 0 and sizes past `isize::MAX`.
    #[test]
    fn compact_shapes() {
        type Left = Layout<(usize, usize), (U1, usize)>;
        type Right = Layout<(usize, usize), (usize, U1)>;
        const MOST: usize = isize::MAX as usize;
        let numbers = [0, 1, 2, 3, MOST / 3, MOST / 2, MOST];
        for (a, b) in numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))) {
            let is_small = a > 0 && b > 0 && a.checked_mul(b).is_some_and(|size| size <= MOST);
            let left = match compact::<Left>((a, b), false) {
                Planned::Result(found) => Some(found.stride().1),
                _ => None,
            };
            assert_eq!(left, is_small.then_some(a), "({a},{b}):col");
            let right = match compact::<Right>((a, b), true) {
                Planned::Result(found) => Some(found.stride().0),
                _ => None,
            };
            assert_eq!(right, is_small.then_some(b), "({a},{b}):row");
        }
    }

    /// Nor with units, and facts that follow.
    #[test]
    fn compact_shapes_with_facts() {
        type Unit = Layout<(U1, usize, U1, usize), (U0, U1, U0, usize)>;
        type Left = Layout<(Multiple<U8>, Multiple<U2>, usize), (U1, Multiple<U8>, Multiple<U16>)>;
        type Right = Layout<(usize, Multiple<U2>, Multiple<U8>), (Multiple<U16>, Multiple<U8>, U1)>;
        fn of<R: PlainLayout>(text: &str, rightmost: bool) -> Option<std::string::String> {
            let shape = read::<R>(&text.parse().unwrap()).shape();
            match compact::<R>(shape, rightmost) {
                Planned::Result(found) => Some(found.plain().to_string()),
                _ => None,
            }
        }
        assert_eq!(of::<Unit>("(1,3,1,5):(0,1,0,3)", false).unwrap(), "(1,3,1,5):(0,1,0,3)");
        assert_eq!(of::<Left>("(24,6,5):(1,24,144)", false).unwrap(), "(24,6,5):(1,24,144)");
        assert_eq!(of::<Right>("(5,6,24):(144,24,1)", true).unwrap(), "(5,6,24):(144,24,1)");
        // A fact that does not follow from the extents is left to the engine; a known stride needs no facts.
        type Unproven = Layout<(Multiple<U8>, usize), (U1, Multiple<U16>)>;
        type Known = Layout<(U6, U4, usize), (U1, U6, U24)>;
        assert!(of::<Unproven>("(16,5):(1,16)", false).is_none());
        assert_eq!(of::<Known>("(6,4,5):(1,6,24)", false).unwrap(), "(6,4,5):(1,6,24)");
    }

    /// Known extents count: no short test passes a layout whose size or cosize does not fit.
    #[test]
    fn narrow_layouts_with_known_extents() {
        type Tall = Layout<(usize, U1048576), (U1, U0)>;
        type Flat = Layout<(U1048576, usize), (U0, U1)>;
        type Deep = Layout<(U1048576, usize, U1048576), (U0, usize, U1)>;
        type Far = Layout<(usize, usize), (U1099511627776, U1)>;
        fn holds<R: PlainLayout>(shape: &[i64], stride: &[i64]) {
            let tuple = |leaves: &[i64]| {
                let leaves: std::vec::Vec<_> =
                    leaves.iter().map(|&n| value::IntTuple::leaf(n)).collect();
                value::IntTuple::tuple(&leaves).unwrap()
            };
            let layout = value::internal::unchecked_layout(tuple(shape), tuple(stride));
            let found = fits(read::<R>(&layout));
            assert!(!found || layout.exists().is_ok(), "{}", layout.to_string());
        }
        const FAR: i64 = 1 << 20;
        for n in (0..62).flat_map(|k| [(1 << k) - 1, 1 << k]) {
            holds::<Tall>(&[n, FAR], &[1, 0]);
            holds::<Flat>(&[FAR, n], &[0, 1]);
            holds::<Far>(&[n, 1], &[FAR * FAR, 1]);
            for d in [0, 1, FAR, n] {
                holds::<Deep>(&[FAR, n, FAR], &[0, d, 1]);
            }
        }
    }
}
