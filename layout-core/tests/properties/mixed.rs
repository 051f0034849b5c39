//! Unknown integers: the function is that of the known ones, and the form does not depend on them.

use layout_core::{IntTuple, Layout, LayoutError, Rule, Tiler};
use proptest::prelude::*;

use crate::strategies::{any_layout, chain, compact, walk};
use crate::support::{is_composition, is_injective};

/// Makes the leaves unknown whose bit is set.
fn forget(tuple: &IntTuple, bits: u32, at: &mut u32) -> IntTuple {
    if tuple.depth() == 0 {
        *at += 1;
        let value = tuple.value(0);
        return if bits >> (*at - 1) & 1 == 1 { IntTuple::unknown(value) } else { *tuple };
    }
    let parts: Vec<IntTuple> =
        (0..tuple.rank()).map(|i| forget(&tuple.mode(i).unwrap(), bits, at)).collect();
    IntTuple::tuple(&parts).unwrap()
}

pub(crate) fn mixed(a: &Layout, bits: u32) -> Layout {
    let side = |tuple: IntTuple, bits| forget(&tuple, bits, &mut 0);
    layout_core::internal::unchecked_layout(side(a.shape(), bits), side(a.stride(), bits >> 8))
}

pub(crate) fn agrees(mixed: &Layout, known: &Layout) -> bool {
    let mixed = mixed.set_known();
    mixed.size() == known.size() && mixed.iter().eq(known.iter())
}

type MixedOperation = fn(&Layout, &Tiler) -> Result<Layout, LayoutError>;

const OPERATIONS: [MixedOperation; 4] =
    [Layout::compose, Layout::logical_divide, Layout::flat_divide, Layout::logical_product];

/// Whether nesting, known leaves and their values are equal.
pub(crate) fn same_form(a: &Result<Layout, LayoutError>, b: &Result<Layout, LayoutError>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a.same_form(b),
        _ => true,
    }
}

/// Another layout of the same form, with other values in the unknown leaves.
pub(crate) fn vary(a: &Layout, values: &[i64]) -> Layout {
    let side = |mut tuple: IntTuple, values: &[i64]| {
        for k in 0..tuple.leaf_count() {
            if !tuple.is_known(k) {
                tuple.set_value(k, values[k % values.len()]);
            }
        }
        tuple
    };
    layout_core::internal::unchecked_layout(side(a.shape(), values), side(a.stride(), &values[1..]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_mixed_result_is_the_known_function(a in compact(), b in walk(), bits in any::<(u16, u16)>()) {
        let (x, y) = (mixed(&a, bits.0.into()), mixed(&b, bits.1.into()));
        for operation in OPERATIONS {
            let known = operation(&a, &Tiler::whole(b));
            if let Ok(r) = operation(&x, &Tiler::whole(y)) {
                let known = known.unwrap();
                prop_assert!(agrees(&r, &known), "{} and {}: {} but {}", x.marked(), y.marked(), r.marked(), known);
            }
        }
        if let Ok(r) = x.compose(&Tiler::whole(y)) {
            prop_assert!(is_composition(&r.set_known(), &a, &b));
        }
    }

    #[test]
    fn complements(a in chain(), bits in any::<u16>(), k in 1..4_i64, known in any::<bool>()) {
        let m = k * (0..a.rank()).map(|i| a.shape().value(i) * a.stride().value(i)).max().unwrap();
        let x = mixed(&a, bits.into());
        let r = x.complement_in(&if known { IntTuple::leaf(m) } else { IntTuple::unknown(m) });
        prop_assert!(agrees(&r.unwrap(), &a.complement(m).unwrap()));
    }

    #[test]
    fn coalesce_and_filter(a in any_layout(), bits in any::<u16>()) {
        let x = mixed(&a, bits.into());
        prop_assert!(agrees(&x.coalesce().unwrap(), &a));
        prop_assert!(agrees(&x.flatten().unwrap(), &a));
    }

    /// By mode, unknown leaves of one mode do not change the result of another mode.
    #[test]
    fn modes_of_known_leaves_stay_known(a in compact(), b in compact(), t in walk(), n in 1..5_i64) {
        let pair = a.concat(&mixed(&b, u32::MAX)).unwrap();
        let by: Tiler = format!("<{t},{n}:1>").parse().unwrap();
        let text = |r: Layout| r.marked().as_str().to_string();
        for operation in [Layout::compose, Layout::logical_divide] {
            if let Ok(r) = operation(&pair, &by) {
                let alone = operation(&a, &Tiler::whole(t)).unwrap();
                prop_assert_eq!(text(r.mode(0).unwrap()), text(alone));
            }
        }
        if let Ok(r) = pair.zipped_divide(&by) {
            let alone = a.logical_divide(&Tiler::whole(t)).unwrap();
            for k in 0..2 {
                let part = r.mode(k).unwrap().mode(0).unwrap();
                prop_assert_eq!(text(part), text(alone.mode(k).unwrap()));
            }
        }
    }

    #[test]
    fn the_form_does_not_depend_on_unknown_values(
        a in compact(),
        b in walk(),
        bits in any::<(u16, u16)>(),
        values in prop::collection::vec(prop::sample::select(&[1_i64, 2, 3, 4, 6, 8, 12, 24][..]), 9),
    ) {
        let (x, y) = (mixed(&a, bits.0.into()), mixed(&b, bits.1.into()));
        let (u, v) = (vary(&x, &values), vary(&y, &values[2..]));
        prop_assert_eq!(x.coalesce().unwrap().same_form(&u.coalesce().unwrap()), true);
        for operation in OPERATIONS {
            let (r, s) = (operation(&x, &Tiler::whole(y)), operation(&u, &Tiler::whole(v)));
            prop_assert!(same_form(&r, &s), "{} {}: {:?}, {} {}: {:?}",
                x.marked(), y.marked(), r.map(|r| r.marked()), u.marked(), v.marked(), s.map(|s| s.marked()));
        }
        let m = |m| IntTuple::unknown(m);
        prop_assert!(same_form(&x.complement_in(&m(288)), &u.complement_in(&m(576))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Where no form is prescribed, run-time integers are refused exactly where known ones are. The steps that do not
    /// divide can need more leaves than the form has.
    #[test]
    fn run_time_integers_are_refused_as_known_ones(a in compact(), b in walk()) {
        let (x, y) = (mixed(&a, u32::MAX), mixed(&b, u32::MAX));
        let (known, r) = (a.compose(&Tiler::whole(b)), x.compose(&Tiler::whole(y)));
        // A leaf for each mode that a leaf meets can exceed the capacity.
        let full = r.as_ref().is_err_and(|error| matches!(error.rule(), Rule::Full { .. }));
        prop_assume!(!full);
        if steps_divide(&a, &b) {
            prop_assert_eq!(r.is_ok(), known.is_ok(), "{} {}: {:?}, {:?}", a, b, r, known);
        }
        prop_assert!(r.is_err() || known.is_ok(), "{} {}: {:?}, {:?}", a, b, r, known);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Inverses are right for any unknown leaves. The right inverse is a prefix of that of known integers.
    #[test]
    fn inverses(
        a in prop_oneof![compact(), chain(), any_layout()],
        b in prop_oneof![compact(), chain()],
        bits in any::<(u16, u16)>(),
        values in prop::collection::vec(prop::sample::select(&[1_i64, 2, 3, 4, 6, 8, 12, 24][..]), 9),
    ) {
        let (x, y) = (mixed(&a, bits.0.into()), mixed(&b, bits.1.into()));
        let (u, v) = (vary(&x, &values), vary(&y, &values[2..]));
        for (operation, is_inverse) in [
            (Layout::left_inverse as fn(&Layout) -> _, true),
            (Layout::inverse, true),
            (Layout::right_inverse, false),
        ] {
            let (r, known) = (operation(&x), operation(&a));
            prop_assert!(same_form(&r, &operation(&u)), "{} {}: {:?}", x.marked(), u.marked(), r.map(|r| r.marked()));
            if let Ok(r) = &r {
                let (r, known) = (r.set_known(), known.unwrap());
                if is_inverse {
                    prop_assert!(a.iter().zip(0..).all(|(offset, i)| r.index(&offset.into()) == Ok(i)));
                } else {
                    prop_assert!(r.iter().zip(0..).all(|(i, k)| a.index(&i.into()) == Ok(k)));
                    prop_assert!(!is_injective(&a) || r.size() <= known.size() && r.iter().zip(known.iter()).all(|(r, known)| r == known));
                }
            }
        }
        let n = x.nullspace().unwrap();
        prop_assert!(n.same_form(&u.nullspace().unwrap()));
        prop_assert!(n.set_known().iter().all(|i| a.index(&i.into()) == Ok(0)));
        let (r, known) = (x.max_common_layout(&y), a.max_common_layout(&b));
        prop_assert!(same_form(&r, &u.max_common_layout(&v)));
        if let (Ok(r), Ok(known)) = (r, known) {
            let injective = is_injective(&a) && is_injective(&b);
            prop_assert!(r.all_known() && (!injective || r.size() <= known.size()));
            for (i, k) in r.iter().zip(0..) {
                prop_assert!(a.index(&i.into()) == Ok(k) && b.index(&i.into()) == Ok(k));
            }
        }
    }
}

/// Whether the steps of each leaf of `b` divide the modes of `a` that they pass: the first rule of compositions.
fn steps_divide(a: &Layout, b: &Layout) -> bool {
    let a = a.coalesce().unwrap();
    let extents: Vec<i64> = (0..a.shape().leaf_count()).map(|k| a.shape().value(k)).collect();
    (0..b.shape().leaf_count()).all(|k| {
        let (mut s, mut r) = (b.shape().value(k), b.stride().value(k));
        for &m in extents.split_last().map_or(&[][..], |(_, others)| others) {
            if s == 1 || r == 0 {
                break;
            }
            if r >= m {
                if r % m != 0 {
                    return false;
                }
                r /= m;
                continue;
            }
            if s <= (m + r - 1) / r {
                break;
            }
            if m % r != 0 || s % (m / r) != 0 {
                return false;
            }
            (s, r) = (s / (m / r), 1);
        }
        true
    })
}
