//! Plans: where a plan holds, its result is that of the engine, and the engine refuses nothing.

use layout_core::{IntTuple, Layout, LayoutError, MAX_LEAVES, Mode, Padded, Plan, Tiler};
use proptest::prelude::*;

use crate::mixed::mixed;
use crate::strategies::{any_layout, chain, compact, signed, walk};

/// The result of the plan for the operands, by the arithmetic that run-time code does.
fn run(plan: &Plan, operands: &[&Layout]) -> Option<Layout> {
    let (mut extents, mut strides) = ([0; 2 * MAX_LEAVES], [0; 2 * MAX_LEAVES]);
    for (at, operand) in operands.iter().enumerate() {
        for k in 0..operand.leaf_count() {
            let (extent, stride) = operand.leaf(k);
            extents[at * MAX_LEAVES + k] = extent as usize;
            strides[at * MAX_LEAVES + k] = stride as usize;
        }
    }
    if !plan.holds(&extents) {
        return None;
    }
    let (mut shape, mut stride) = (plan.form.shape(), plan.form.stride());
    for k in 0..shape.leaf_count() {
        if !shape.is_known(k) {
            shape.set_value(k, plan.extent(k, &extents));
        }
        if !stride.is_known(k) {
            stride.set_value(k, plan.stride(k, &extents, &strides)?);
        }
    }
    let result = layout_core::internal::unchecked_layout(shape, stride);
    (!plan.grows() || result.exists().is_ok()).then_some(result)
}

pub(crate) type Planned =
    (fn(&Layout, &Tiler) -> Option<Plan>, fn(&Layout, &Tiler) -> Result<Layout, LayoutError>);

/// Operations with a known tiler.
pub(crate) const OPERATIONS: [Planned; 5] = [
    (Layout::plan_compose, Layout::compose),
    (Layout::plan_logical_divide, Layout::logical_divide),
    (Layout::plan_zipped_divide, Layout::zipped_divide),
    (Layout::plan_tiled_divide, Layout::tiled_divide),
    (Layout::plan_flat_divide, Layout::flat_divide),
];

type PlannedGuard =
    (fn(&Layout, &Tiler) -> Option<Plan>, fn(&Layout, &Tiler) -> Result<Padded, LayoutError>, bool);

/// Divisions that round up, and whether tile and rest alternate in the result.
const PADDED: [PlannedGuard; 4] = [
    (Layout::plan_logical_divide_padded, Layout::logical_divide_padded, true),
    (Layout::plan_zipped_divide_padded, Layout::zipped_divide_padded, false),
    (Layout::plan_tiled_divide_padded, Layout::tiled_divide_padded, false),
    (Layout::plan_flat_divide_padded, Layout::flat_divide_padded, false),
];

/// Compares the guard of a plan for the form with the guard of the engine for the operand. Returns whether there is a
/// plan.
fn compare_guards(
    form: &Layout,
    t: &Tiler,
    is_logical: bool,
    operand: &Layout,
    padded: &Padded,
) -> Result<bool, TestCaseError> {
    let Some(plan) = form.plan_guard(t, is_logical) else { return Ok(false) };
    let mut extents = [0; MAX_LEAVES];
    for (k, extent) in extents.iter_mut().enumerate().take(operand.leaf_count()) {
        *extent = operand.leaf(k).0 as usize;
    }
    let (layout, size) = (padded.layout(), padded.layout().size());
    let case = || format!("{} by {t}", operand.marked());
    prop_assert_eq!(plan.is_everywhere(&extents), padded.all_whole(), "{}", case());
    let steps = [1, size / 97 + 1, size / 13 + 1];
    let first = (0..64.min(size)).chain((size - 64.min(size)..size).rev());
    let spread = steps.iter().flat_map(|&step| (0..97).map_while(move |k| step.checked_mul(k)));
    for linear in first.chain(spread).filter(|&linear| linear < size) {
        let (mut digits, mut rest) = ([0; MAX_LEAVES], linear);
        for (k, digit) in digits.iter_mut().enumerate().take(layout.leaf_count()) {
            *digit = (rest % layout.leaf(k).0) as usize;
            rest /= layout.leaf(k).0;
        }
        let inside = padded.guard().inside(linear);
        prop_assert_eq!(plan.is_below(&digits, &extents), inside, "{} at {}", case(), linear);
        let left = std::array::from_fn(|mode| {
            if mode < operand.leaf_count() { plan.left(&digits, &extents, mode) } else { 0 }
        });
        let mut step = 1;
        for (k, &digit) in digits.iter().enumerate().take(layout.leaf_count()) {
            let extent = layout.leaf(k).0;
            if inside && digit == 0 {
                let ours = plan.along(k, extent as usize, &left);
                let theirs = padded.guard().along(linear, step, extent);
                prop_assert_eq!(ours, theirs as usize, "{} at {} along {}", case(), linear, k);
            }
            step *= extent;
        }
    }
    Ok(true)
}

/// Products with unknown repeats.
const PRODUCTS: [Planned; 6] = [
    (Layout::plan_logical_product, Layout::logical_product),
    (Layout::plan_zipped_product, Layout::zipped_product),
    (Layout::plan_tiled_product, Layout::tiled_product),
    (Layout::plan_flat_product, Layout::flat_product),
    (|a, b| a.plan_blocked_product(&whole(b)), |a, b| a.blocked_product(&whole(b))),
    (|a, b| a.plan_raked_product(&whole(b)), |a, b| a.raked_product(&whole(b))),
];

/// The layout of a tiler, of a tiler by mode `1:0`.
fn whole(b: &Tiler) -> Layout {
    b.as_whole().copied().unwrap_or_else(|| "1:0".parse().unwrap())
}

/// Values of leaves, common ones, ones that divide nothing, and ones at the ends of the range.
pub(crate) const VALUES: [i64; 22] = [
    0,
    1,
    2,
    3,
    4,
    6,
    7,
    8,
    12,
    16,
    24,
    48,
    64,
    2053,
    4096,
    1 << 31,
    (1 << 61) + 1,
    1 << 62,
    i64::MAX / 2 + 1,
    i64::MAX - 7,
    i64::MAX - 1,
    i64::MAX,
];

/// The layout with `values` in its unknown leaves, if it exists.
pub(crate) fn with(form: &Layout, values: &[i64]) -> Option<Layout> {
    let mut values = values.iter().cycle();
    let mut side = |mut tuple: IntTuple, signed: bool| {
        for k in 0..tuple.leaf_count() {
            if !tuple.is_known(k) {
                let sign = if signed && tuple.value(k) < 0 { -1 } else { 1 };
                tuple.set_value(k, sign * values.next().unwrap());
            }
        }
        tuple
    };
    let (shape, stride) = (side(form.shape(), false), side(form.stride(), true));
    Layout::new(shape, stride).ok()
}

/// Compares plan and engine on the operands of the form that the plan was made for. Returns whether the plan held.
pub(crate) fn compare(
    plan: &Option<Plan>,
    operands: &[&Layout],
    engine: &Result<Layout, LayoutError>,
) -> Result<bool, TestCaseError> {
    let Some(plan) = plan else { return Ok(false) };
    let Some(found) = run(plan, operands) else {
        prop_assert!(!plan.is_complete() || engine.is_err(), "{operands:?} is not refused");
        return Ok(false);
    };
    let text = || operands.iter().map(|a| a.marked().as_str().to_string()).collect::<Vec<_>>();
    match engine {
        Ok(engine) => {
            let same = found.marked().as_str() == engine.marked().as_str();
            prop_assert!(same, "{:?}: {} but {}", text(), found.marked(), engine.marked());
        }
        Err(error) => prop_assert!(false, "{:?}: {} but {error}", text(), found.marked()),
    }
    Ok(true)
}

/// A tile by mode, or a layout for the whole.
pub(crate) fn tiler() -> impl Strategy<Value = Tiler> {
    let part = prop_oneof![
        3 => (1..9_i64).prop_map(|n| format!("{n}:1")),
        2 => walk().prop_map(|t| t.to_string()),
        1 => Just("_".to_string()),
    ];
    prop_oneof![
        3 => prop::collection::vec(part, 1..4).prop_map(|parts| format!("<{}>", parts.join(","))),
        1 => walk().prop_map(|t| t.to_string()),
        1 => (1..9_i64).prop_map(|n| format!("{n}:1")),
    ]
    .prop_map(|text| text.parse().unwrap())
}

/// Layouts by mode, a leaf for most modes.
pub(crate) fn modes() -> impl Strategy<Value = Layout> {
    let mode = prop_oneof![
        3 => (1..9_i64, prop::sample::select(&[-5_i64, -1, 1, 1, 2, 4, 8, 64][..]))
            .prop_map(|(extent, stride)| format!("{extent}:{stride}")),
        1 => any_layout().prop_map(|a| a.to_string()),
        1 => signed().prop_map(|a| a.to_string()),
    ];
    prop::collection::vec(mode, 1..4).prop_map(|modes| {
        let modes: Vec<Layout> = modes.iter().map(|mode| mode.parse().unwrap()).collect();
        let side = |side: fn(&Layout) -> IntTuple| {
            IntTuple::tuple(&modes.iter().map(side).collect::<Vec<_>>()).unwrap()
        };
        if let [one] = modes.as_slice() {
            return *one;
        }
        layout_core::internal::unchecked_layout(side(Layout::shape), side(Layout::stride))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn known_tilers(
        a in modes(),
        t in tiler(),
        bits in any::<u32>(),
        values in prop::collection::vec(prop::sample::select(&VALUES[..]), 1..5),
    ) {
        let form = mixed(&a, bits);
        for (plan, engine) in OPERATIONS {
            let plan = plan(&form, &t);
            for operand in [Some(form), with(&form, &values)].into_iter().flatten() {
                compare(&plan, &[&operand], &engine(&operand, &t))?;
            }
        }
        let within = form.plan_compose_within(&t);
        for operand in [Some(form), with(&form, &values)].into_iter().flatten() {
            compare(&within, &[&operand], &operand.compose(&t))?;
        }
    }

    #[test]
    fn padded(
        a in modes(),
        t in tiler(),
        bits in any::<u32>(),
        values in prop::collection::vec(prop::sample::select(&VALUES[..]), 1..5),
    ) {
        let form = mixed(&a, bits);
        for (plan, engine, is_logical) in PADDED {
            let plan = plan(&form, &t);
            for operand in [Some(form), with(&form, &values)].into_iter().flatten() {
                let padded = engine(&operand, &t);
                compare(&plan, &[&operand], &padded.map(|padded| padded.layout()))?;
                if let Ok(padded) = padded {
                    compare_guards(&form, &t, is_logical, &operand, &padded)?;
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn products(
        a in prop_oneof![modes(), compact(), chain()],
        b in walk(),
        parts in prop::collection::vec(prop::option::of(walk()), 1..4),
        bits in any::<(u32, u32, bool)>(),
        values in prop::collection::vec(prop::sample::select(&VALUES[..]), 1..5),
    ) {
        let form = if bits.2 { a } else { mixed(&a, bits.0) };
        for repeats in [mixed(&b, bits.1), b] {
            for operand in [Some(repeats), with(&repeats, &values)].into_iter().flatten() {
                for (plan, engine) in PRODUCTS {
                    let plan = plan(&form, &Tiler::whole(repeats));
                    let engine = engine(&form, &Tiler::whole(operand));
                    compare(&plan, &[&form, &operand], &engine)?;
                }
            }
        }
        // By mode, the values of the parts remain: a tiler has no other form.
        let by_mode = |known: bool| {
            let part = |part: &Option<Layout>| match part {
                Some(part) => Mode::Layout(if known { *part } else { mixed(part, bits.1) }),
                None => Mode::Keep,
            };
            Tiler::by_mode(&parts.iter().map(part).collect::<Vec<_>>()).unwrap()
        };
        let (tiler, mut leaves) = (by_mode(false), Vec::new());
        for part in &parts {
            leaves.extend(part.map_or(vec![(1, 0)], |part| (0..part.leaf_count()).map(|k| part.leaf(k)).collect()));
        }
        let side = |side: fn(&(i64, i64)) -> i64| {
            IntTuple::tuple(&leaves.iter().map(|leaf| IntTuple::leaf(side(leaf))).collect::<Vec<_>>())
        };
        if let (Ok(shape), Ok(stride)) = (side(|leaf| leaf.0), side(|leaf| leaf.1)) {
            let flat = layout_core::internal::unchecked_layout(shape, stride);
            for (plan, engine) in &PRODUCTS[..4] {
                compare(&plan(&form, &tiler), &[&form, &flat], &engine(&form, &tiler))?;
            }
        }
    }

    #[test]
    fn tiled_shapes(
        a in prop_oneof![compact(), chain(), any_layout()],
        counts in prop::collection::vec(1..9_i64, 1..4),
        order in any::<bool>(),
        bits in any::<u32>(),
        values in prop::collection::vec(prop::sample::select(&VALUES[..]), 1..5),
    ) {
        let extent = |i: usize, count| count * if i < a.rank() { a.mode(i).unwrap().size() } else { 1 };
        let extents: Vec<IntTuple> =
            counts.iter().enumerate().map(|(i, count)| IntTuple::leaf(extent(i, count))).collect();
        let ranks: Vec<IntTuple> =
            (0..counts.len()).map(|i| IntTuple::leaf(if order { -(i as i64) } else { i as i64 })).collect();
        let (shape, order) = (IntTuple::tuple(&extents).unwrap(), IntTuple::tuple(&ranks).unwrap());
        let form = mixed(&layout_core::internal::unchecked_layout(shape, shape), bits);
        let form = layout_core::internal::unchecked_layout(form.shape(), form.shape());
        let plan = a.plan_tile_to_shape(&form.shape(), &order);
        for operand in [Some(form), with(&form, &values)].into_iter().flatten() {
            let engine = a.tile_to_shape_ordered(&operand.shape(), &order);
            compare(&plan, &[&a, &operand], &engine)?;
        }
    }

    #[test]
    fn coalesced(a in prop_oneof![modes(), any_layout()], bits in any::<u32>()) {
        let form = mixed(&a, bits);
        for varied in [Some(form), with(&form, &[0]), with(&form, &[1, 3])].into_iter().flatten() {
            let engine = varied.coalesce();
            // The engine refuses more than 12 modes.
            let held = compare(&form.plan_coalesce(), &[&varied], &engine)?;
            prop_assert!(held || engine.is_err(), "{}", varied.marked());
            let profile = "(1,1)".parse().unwrap();
            compare(&form.plan_coalesce_by(&profile), &[&varied], &varied.coalesce_by(&profile))?;
        }
    }
}

/// Every extent and stride of a small range, so that no divisor is missed; a plan holds wherever the division exists.
#[test]
fn small_divisions() {
    for (form, tiler) in [
        ("(4,64):(64,1)", "<8:1,16:1>"),
        ("(4,6):(1,4)", "<2:1,3:1>"),
        ("(4,6):(-1,4)", "<2:1,3:1>"),
        ("(4,6,5):(1,4,24)", "<(2,2):(2,4),_>"),
        ("(4,(2,3)):(1,(4,8))", "<1:1,(2,3):(1,2)>"),
        ("8:1", "3:2"),
        ("8:1", "1:0"),
        ("((1,4)):((7,2))", "<2:1>"),
    ] {
        let (a, t): (Layout, Tiler) = (form.parse().unwrap(), tiler.parse().unwrap());
        for bits in [1, 1 << 8, 0x101, 3, 0x303] {
            let form = mixed(&a, bits);
            for (plan, engine) in OPERATIONS {
                let plan = plan(&form, &t);
                for (first, second) in (0..50).flat_map(|n| [(n, 1), (n, n), (6, n), (n, 24)]) {
                    let Some(operand) = with(&form, &[first, second]) else { continue };
                    let result = engine(&operand, &t);
                    let held = compare(&plan, &[&operand], &result).unwrap();
                    // The engine composes modes of a single element.
                    let single = (0..operand.leaf_count()).any(|k| operand.leaf(k).0 == 1);
                    let done = held || plan.is_none() || result.is_err() || single;
                    assert!(done, "{} by {t}", operand.marked());
                }
            }
        }
    }
    // Rounded quotients, and the guard, of every extent of a small range.
    for (form, tiler, bits) in
        [("(4,64):(64,1)", "<8:1,16:1>", 1), ("(4,6):(1,4)", "<2:1,3:1>", 0x303)]
    {
        let form = mixed(&form.parse().unwrap(), bits);
        let tiler: Tiler = tiler.parse().unwrap();
        for (plan, engine, is_logical) in PADDED {
            let plan = plan(&form, &tiler);
            for (first, second) in (1..50).flat_map(|n| [(n, 1), (n, n), (6, n), (n, 24)]) {
                let Some(operand) = with(&form, &[first, second]) else { continue };
                let padded = engine(&operand, &tiler).unwrap();
                let layout = Ok(padded.layout());
                let held = compare(&plan, &[&operand], &layout).unwrap();
                assert!(held || first == 1 || second == 1, "{}", operand.marked());
                assert!(compare_guards(&form, &tiler, is_logical, &operand, &padded).unwrap());
            }
        }
    }
    let planned = |a: &str, bits, t: &str| {
        let a = mixed(&a.parse().unwrap(), bits);
        a.plan_zipped_divide(&t.parse().unwrap()).is_some()
    };
    assert!(
        planned("(4,64):(64,1)", 1, "<8:1,16:1>") && planned("(4,6):(1,4)", 0x303, "<2:1,3:1>")
    );
    assert!(planned("(4,6,5):(1,4,24)", 1, "<(2,2):(2,4),_>"));
    let repeated = |a: &str, b: &str, bits| {
        let b: Layout = b.parse().unwrap();
        a.parse::<Layout>().unwrap().plan_logical_product(&Tiler::whole(mixed(&b, bits))).is_some()
    };
    assert!(repeated("(2,2):(2,1)", "6:1", 1) && repeated("(2,2):(1,2)", "(4,6):(1,4)", 0x303));
    // The repeats fill the gap first, by steps that depend on their number.
    assert!(!repeated("(2,2):(1,4)", "6:1", 1));
    // The walk through several modes depends on the extents.
    assert!(!planned("(4,6):(1,4)", 0x303, "8:1"));
}

/// Walks that stay within a first mode of unknown extent. The plan holds from the least extent on, for which it is `reach + 1`.
#[test]
fn walks_within_the_first_mode() {
    for (form, bits, tiler, reach) in [
        ("(4,6):(6,1)", 0x103, "4:2", 6),
        ("(4,6):(6,1)", 0x303, "(3,2):(1,5)", 7),
        ("(4,6):(1,4)", 0x003, "3:7", 14),
        ("((1,4,2),8):((0,3,5),64)", 0x002, "<(2,2):(1,4),_>", 5),
        ("((4,3),(8,2)):((1,9),(-64,7))", 0x50f, "<3:2,2:3>", 4),
        ("(4,6):(1,9)", 0x001, "(3,2):(0,1)", 1),
    ] {
        let (form, t) = (mixed(&form.parse().unwrap(), bits), tiler.parse::<Tiler>().unwrap());
        assert!(form.plan_compose(&t).is_none(), "{} o {t}", form.marked());
        let plan = form.plan_compose_within(&t);
        assert!(plan.is_some(), "{} o {t}", form.marked());
        let mut held = 0;
        for (first, second) in (0..40).flat_map(|n| [0, 1, 2, 3, 5, 9, 40].map(|m| (n, m))) {
            let Some(operand) = with(&form, &[first, second, 7, 11]) else { continue };
            let holds = compare(&plan, &[&operand], &operand.compose(&t)).unwrap();
            held += holds as usize;
            assert!(!holds || first > reach, "{} o {t}", operand.marked());
            assert!(holds || first <= reach || second < 5, "{} o {t}", operand.marked());
        }
        assert!(held > 40, "{} o {t}: {held}", form.marked());
    }
    let planned = |a: &str, bits, t: &str| {
        mixed(&a.parse().unwrap(), bits).plan_compose_within(&t.parse().unwrap()).is_some()
    };
    // A walk that may be longer than a first mode of any length, or that leaves a known first mode.
    assert!(!planned("(4,6):(6,1)", 0x003, "2053:1") && !planned("(4,6):(1,9)", 0x002, "8:1"));
}

/// A known leaf that contains the prime of an unknown one.
#[test]
fn known_multiples_of_primes() {
    for tile in [2053, 2063, 2 * 2053, 2053 * 2063] {
        let form = mixed(&format!("({tile},4):(1,{tile})").parse().unwrap(), 0x101);
        let t: Tiler = format!("<{tile}:1>").parse().unwrap();
        for (plan, engine) in OPERATIONS {
            for operand in [with(&form, &[2 * tile, 10]), with(&form, &[tile, 7])] {
                let operand = operand.unwrap();
                compare(&plan(&form, &t), &[&operand], &engine(&operand, &t)).unwrap();
            }
        }
        for (plan, engine, _) in PADDED {
            let operand = with(&form, &[2 * tile, 10]).unwrap();
            let layout = engine(&operand, &t).map(|padded| padded.layout());
            compare(&plan(&form, &t), &[&operand], &layout).unwrap();
        }
    }
}
