//! Plans of tiles with unknown extents: where a plan holds, its result is that of the engine.

use layout_core::{IntTuple, Layout, Mode, Tiler};
use proptest::prelude::*;

use crate::mixed::mixed;
use crate::plan::{OPERATIONS, VALUES, compare, modes, with};

/// A tile `n:d` of a mode, and whether `n` is known; or `_`.
type Part = Option<(i64, i64, bool)>;

fn part() -> impl Strategy<Value = Part> {
    let extent = prop_oneof![4 => 1..9_i64, 1 => prop::sample::select(&VALUES[..])];
    let stride = prop_oneof![6 => Just(1_i64), 1 => 0..4_i64];
    prop::option::weighted(0.9, (extent, stride, prop::bool::weighted(0.3)))
}

/// The tiler of some parts, or of the first one for the whole layout. Without `values`, unknown extents are 2.
fn tiler_of(parts: &[Part], whole: bool, values: bool) -> Tiler {
    let part = |part: &Part| match *part {
        Some((n, d, known)) => {
            let extent = if known {
                IntTuple::leaf(n)
            } else {
                IntTuple::unknown(if values { n } else { 2 })
            };
            Mode::Layout(layout_core::internal::unchecked_layout(extent, IntTuple::leaf(d)))
        }
        None => Mode::Keep,
    };
    match part(&parts[0]) {
        Mode::Layout(layout) if whole => Tiler::whole(layout),
        _ => Tiler::by_mode(&parts.iter().map(part).collect::<Vec<_>>()).unwrap(),
    }
}

/// The leaves of [`tiler_of`] as a layout.
fn leaves_of(parts: &[Part], whole: bool) -> Layout {
    let parts = if whole && parts[0].is_some() { &parts[..1] } else { parts };
    let side = |side: fn((i64, i64, bool)) -> i64| {
        let leaf = |part: &Part| IntTuple::leaf(side(part.unwrap_or((1, 0, true))));
        IntTuple::tuple(&parts.iter().map(leaf).collect::<Vec<_>>()).unwrap()
    };
    layout_core::internal::unchecked_layout(side(|part| part.0), side(|part| part.1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn unknown_tilers(
        a in modes(),
        parts in prop::collection::vec(part(), 1..4),
        whole in any::<bool>(),
        bits in any::<u32>(),
        values in prop::collection::vec(prop::sample::select(&VALUES[..]), 1..5),
    ) {
        let form = mixed(&a, bits);
        let (pattern, flat) = (tiler_of(&parts, whole, false), leaves_of(&parts, whole));
        let t = tiler_of(&parts, whole, true);
        for (plan, engine) in OPERATIONS {
            let plan = plan(&form, &pattern);
            for operand in [Some(form), with(&form, &values)].into_iter().flatten() {
                compare(&plan, &[&operand, &flat], &engine(&operand, &t))?;
            }
        }
    }
}

/// Tiles of unknown extents, of modes with one leaf, known or not.
#[test]
fn small_tiles() {
    let divided = |a: &str, bits, parts: &[Part]| {
        let (form, t) = (mixed(&a.parse().unwrap(), bits), tiler_of(parts, false, false));
        let plan = form.plan_zipped_divide(&t);
        for (n, m) in (1..40).flat_map(|n| [(n, n), (n, 12), (12, n)]) {
            for (p, q) in (0..9).flat_map(|p| [(p, p), (p, 4), (3, p)]) {
                let Some(operand) = with(&form, &[n, m]) else { continue };
                let sized: Vec<Part> = parts
                    .iter()
                    .zip([p, q])
                    .map(|(part, n)| {
                        part.map(|(known, d, is_known)| {
                            (if is_known { known } else { n }, d, is_known)
                        })
                    })
                    .collect();
                let result = operand.zipped_divide(&tiler_of(&sized, false, true));
                let held = compare(&plan, &[&operand, &leaves_of(&sized, false)], &result).unwrap();
                assert!(
                    held || plan.is_none() || result.is_err() || n == 1 || m == 1,
                    "{}",
                    operand.marked()
                );
            }
        }
        plan.is_some()
    };
    let (unknown, known) = (Some((2, 1, false)), Some((2, 1, true)));
    assert!(divided("(4,6):(1,4)", 0x303, &[unknown, unknown]));
    assert!(divided("(4,64):(64,1)", 1, &[unknown, unknown]));
    assert!(divided("(4,64):(64,1)", 1, &[unknown, known]));
    assert!(divided("(4,64):(64,1)", 0x101, &[None, unknown]));
    assert!(!divided("(4,6):(1,4)", 0x303, &[Some((2, 2, false))]));
    assert!(!divided("((2,4),6):((1,2),8)", 0x707, &[unknown]));
    let composed = |a: &str, bits, parts: &[Part]| {
        let form = mixed(&a.parse().unwrap(), bits);
        form.plan_compose(&tiler_of(parts, false, false)).is_some()
    };
    assert!(composed("(4,6):(1,4)", 0x303, &[unknown, Some((2, 2, false))]));
    assert!(composed("(4,64):(64,1)", 1, &[unknown, unknown]));
    assert!(!composed("((2,4),6):((1,2),8)", 0x707, &[unknown]));
}
