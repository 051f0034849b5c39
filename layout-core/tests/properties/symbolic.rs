//! Symbolic layouts: with integers for the names, each result is the engine's result on these integers.

use layout_core::{Facts, IntTuple, Layout, LayoutError, SymbolicError, SymbolicLayout, Tiler};
use proptest::prelude::*;

use crate::plan::{modes, tiler};
use crate::strategies::walk;

/// The text of one side, with the names of `names` at the leaves of `bits`. `used` has their integers.
fn named(tuple: &IntTuple, bits: u32, at: &mut u32, used: &mut Vec<(String, i64)>) -> String {
    if tuple.depth() > 0 {
        let parts = (0..tuple.rank()).map(|i| named(&tuple.mode(i).unwrap(), bits, at, used));
        return format!("({})", parts.collect::<Vec<_>>().join(","));
    }
    *at += 1;
    let value = tuple.value(0);
    if value < 0 || bits >> (*at - 1) & 1 == 0 {
        return value.to_string();
    }
    // Equal integers share a name where their bit says so.
    let shared = bits >> (*at + 15) & 1 == 1;
    let old =
        used.iter().find(|(_, found)| shared && *found == value).map(|(name, _)| name.clone());
    let name = old.unwrap_or_else(|| {
        // A name is at least 1, as an extent.
        used.push((format!("n{}", used.len()), value));
        used[used.len() - 1].0.clone()
    });
    // A fact that is true.
    if bits >> (*at + 7) & 1 == 1 && value > 0 {
        return format!("{name}{{div={value} <={}}}", value + 5);
    }
    name
}

fn symbolic(a: &Layout, bits: (u32, u32), used: &mut Vec<(String, i64)>) -> Option<SymbolicLayout> {
    let shape = named(&a.shape(), bits.0, &mut 0, used);
    let stride = named(&a.stride(), bits.1, &mut 0, used);
    format!("{shape}:{stride}").parse().ok()
}

fn with(a: &SymbolicLayout, used: &[(String, i64)]) -> Result<Layout, SymbolicError> {
    let values: Vec<_> = used.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    a.with(&values)
}

type ByTiler = (
    fn(&SymbolicLayout, &Tiler) -> Result<SymbolicLayout, SymbolicError>,
    fn(&Layout, &Tiler) -> Result<Layout, LayoutError>,
);

const BY_TILER: [ByTiler; 9] = [
    (SymbolicLayout::logical_divide, Layout::logical_divide),
    (SymbolicLayout::zipped_divide, Layout::zipped_divide),
    (SymbolicLayout::tiled_divide, Layout::tiled_divide),
    (SymbolicLayout::flat_divide, Layout::flat_divide),
    (SymbolicLayout::compose, Layout::compose),
    (SymbolicLayout::logical_divide_padded, |a, t| Ok(a.logical_divide_padded(t)?.layout())),
    (SymbolicLayout::zipped_divide_padded, |a, t| Ok(a.zipped_divide_padded(t)?.layout())),
    (SymbolicLayout::tiled_divide_padded, |a, t| Ok(a.tiled_divide_padded(t)?.layout())),
    (SymbolicLayout::flat_divide_padded, |a, t| Ok(a.flat_divide_padded(t)?.layout())),
];

type ByLayout = (
    fn(&SymbolicLayout, &SymbolicLayout) -> Result<SymbolicLayout, SymbolicError>,
    fn(&Layout, &Layout) -> Result<Layout, LayoutError>,
);

const BY_LAYOUT: [ByLayout; 9] = [
    (SymbolicLayout::logical_product, |a, b| a.logical_product(&Tiler::whole(*b))),
    (SymbolicLayout::zipped_product, |a, b| a.zipped_product(&Tiler::whole(*b))),
    (SymbolicLayout::tiled_product, |a, b| a.tiled_product(&Tiler::whole(*b))),
    (SymbolicLayout::flat_product, |a, b| a.flat_product(&Tiler::whole(*b))),
    (SymbolicLayout::blocked_product, Layout::blocked_product),
    (SymbolicLayout::raked_product, Layout::raked_product),
    (SymbolicLayout::concat, Layout::concat),
    (SymbolicLayout::append, Layout::append),
    (SymbolicLayout::prepend, Layout::prepend),
];

/// Compares a result with the engine's on the integers. Returns whether there was something to compare.
///
/// `found` has leaves that names continue as one, which the engine does not join. Such a result has to map each index to
/// the offset that the engine's result on the integers has.
fn compare(
    found: &Result<SymbolicLayout, SymbolicError>,
    used: &[(String, i64)],
    operand: &Layout,
    engine: impl Fn(&Layout) -> Result<Layout, LayoutError>,
) -> Result<bool, TestCaseError> {
    let Ok(found) = found else { return Ok(false) };
    // The text of a result is a layout again, the same one.
    let again: SymbolicLayout = found.to_string().parse().unwrap();
    prop_assert_eq!(again.to_string(), found.to_string());
    let Ok(layout) = with(found, used) else { return Ok(false) };
    prop_assert_eq!(with(&again, used).unwrap().to_string(), layout.to_string());
    let is_same =
        engine(operand).is_ok_and(|theirs| theirs.marked().as_str() == layout.marked().as_str());
    if !is_same {
        let known: Layout = operand.to_string().parse().unwrap();
        match engine(&known) {
            Ok(theirs) => {
                prop_assert_eq!(layout.size(), theirs.size(), "{} and {}", found, theirs);
                prop_assert!(layout.iter().eq(theirs.iter()), "{} and {}", found, theirs);
            }
            Err(error) => prop_assert!(false, "{found} is {layout}, but {error}"),
        }
    }
    Ok(is_same)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn tilers(a in modes(), t in tiler(), bits in any::<(u32, u32)>()) {
        let mut used = Vec::new();
        let Some(form) = symbolic(&a, bits, &mut used) else { return Ok(()) };
        let Ok(operand) = with(&form, &used) else { return Ok(()) };
        prop_assert_eq!(operand.to_string(), a.to_string());
        for (ours, engine) in BY_TILER {
            let found = ours(&form, &t);
            compare(&found, &used, &operand, |a| engine(a, &t))?;
            // A second operation, on the products of the first.
            if let Ok(found) = found && let Ok(between) = with(&found, &used) {
                compare(&found.flatten(), &used, &between, Layout::flatten)?;
                compare(&found.coalesce(), &used, &between, Layout::coalesce)?;
                let half = "<2:1>".parse().unwrap();
                compare(&found.zipped_divide(&half), &used, &between, |a| a.zipped_divide(&half))?;
                let up = "<_,3:1>".parse().unwrap();
                let engine = |a: &Layout| Ok(a.flat_divide_padded(&up)?.layout());
                compare(&found.flat_divide_padded(&up), &used, &between, engine)?;
            }
        }
        compare(&form.coalesce(), &used, &operand, Layout::coalesce)?;
        compare(&form.flatten(), &used, &operand, Layout::flatten)?;
        compare(&form.get(&[0]), &used, &operand, |a| a.get(&[0]))?;
        compare(&form.group(0, 1), &used, &operand, |a| a.group(0, 1))?;
        compare(&form.take(0, 1), &used, &operand, |a| a.take(0, 1))?;
    }

    #[test]
    fn products(
        a in modes(), b in walk(), bits in any::<(u32, u32)>(), other in any::<(u32, u32)>(),
    ) {
        let mut used = Vec::new();
        let Some(first) = symbolic(&a, (bits.0 & 0xF00, bits.1 & 0xF00), &mut used) else {
            return Ok(());
        };
        let Some(second) = symbolic(&b, other, &mut used) else { return Ok(()) };
        let (Ok(x), Ok(y)) = (with(&first, &used), with(&second, &used)) else { return Ok(()) };
        for (ours, engine) in BY_LAYOUT {
            compare(&ours(&first, &second), &used, &x, |x| engine(x, &y))?;
        }
    }
}

/// Where the conditions hold, the engine has the result; where they do not, it has none.
#[test]
fn conditions_are_exact() {
    let t: Tiler = "<8,16>".parse().unwrap();
    for text in ["(n,64):(64,1)", "(4*n,64):(64,1)", "(n/2,64):row", "(n{div=4},m):row"] {
        let a: SymbolicLayout = text.parse().unwrap();
        let (divided, mut held) = (a.zipped_divide(&t).unwrap(), 0);
        for (n, m) in (0..100).map(|n| (n, 16 * (n % 3))) {
            let values = [("n", n), ("m", m)];
            let engine = a.with(&values).map(|a| a.zipped_divide(&t));
            match divided.with(&values) {
                Ok(found) => assert_eq!(found.to_string(), engine.unwrap().unwrap().to_string()),
                Err(_) => assert!(engine.is_err() || engine.unwrap().is_err(), "{text} {n} {m}"),
            }
            held += usize::from(divided.with(&values).is_ok());
        }
        assert!(held >= 6, "{text}");
    }
}

/// The texts of results and conditions.
#[test]
fn texts() {
    let zipped = |a: &str, t: &str| {
        let found = a.parse::<SymbolicLayout>()?.zipped_divide(&t.parse().unwrap())?;
        Ok::<_, SymbolicError>(format!("{found} if {}", found.conditions()))
    };
    for (a, t, expected) in [
        ("(n,64):(64,1)", "<8,16>", "((8,16),(n/8,4)):((64,1),(512,16)) if 8 divides n"),
        ("(n{div=8},64):(64,1)", "<8,16>", "((8,16),(n/8,4)):((64,1),(512,16)) if "),
        ("(n{div=4},64):(64,1)", "<8,16>", "((8,16),(n/8,4)):((64,1),(512,16)) if 8 divides n"),
        ("(?{div=32},64):(64,1)", "<8,16>", "((8,16),(?{div=4},4)):((64,1),(512,16)) if "),
        (
            "(?{i32},64):row",
            "<8,16>",
            "((8,16),(?{<=268435455},4)):((64,1),(512,16)) if 8 divides ?{i32}",
        ),
        (
            "(n,m):row",
            "<8,16>",
            "((8,16),(n/8,m/16)):((m,1),(8*m,16)) if 8 divides n, 16 divides m",
        ),
        ("(n,n):(n,1)", "<6,4>", "((6,4),(n/6,n/4)):((n,1),(6*n,4)) if 6 divides n, 4 divides n"),
        ("(6*n,64):(64,1)", "<4,16>", "((4,16),(3*n/2,4)):((64,1),(256,16)) if 2 divides n"),
        // Modes that continue each other for all integers are one.
        ("(n,m):(1,n)", "8:1", "(8,n*m/8):(1,8) if 8 divides n*m"),
        ("(n{div=8},m):(1,n)", "8:1", "(8,n*m/8):(1,8) if "),
        ("(4,n,m):(1,4,4*n)", "8:1", "(8,n*m/2):(1,8) if 2 divides n*m"),
        (
            "((n,m),64):((64,64*n),1)",
            "<8,16>",
            "((8,16),(n*m/8,4)):((64,1),(512,16)) if 8 divides n*m",
        ),
    ] {
        assert_eq!(zipped(a, t).unwrap(), expected);
    }
    for (a, t, expected) in [
        (
            "(n,60):(60,1)",
            "<8,16>",
            "cannot divide (n,60):(60,1) by <8:1,16:1>: 16 does not divide 60; the padded divide rounds up",
        ),
        (
            "(n,m):(1,k)",
            "8:1",
            "cannot divide (n,m):(1,k) by 8:1: the result depends on the integers of n, m, k",
        ),
    ] {
        assert_eq!(zipped(a, t).unwrap_err().to_string(), expected);
    }
    let a: SymbolicLayout = "(n,m):row".parse().unwrap();
    // A mode that is kept has its nesting.
    let twice = |t: &str| {
        let a: SymbolicLayout = "(n{div=8},64):(64,1)".parse().unwrap();
        let tiles = a.logical_divide(&"<8,16>".parse().unwrap()).unwrap();
        tiles.logical_divide(&t.parse().unwrap()).unwrap().to_string()
    };
    assert_eq!(twice("<2>"), "((2,n/2),(16,4)):((64,128),(1,16))");
    assert_eq!(twice("<2,_>"), "((2,n/2),(16,4)):((64,128),(1,16))");
    assert_eq!(twice("<2,4>"), "((2,n/2),(4,16)):((64,128),(1,4))");
    let coalesced = |text: &str| {
        text.parse::<SymbolicLayout>().unwrap().coalesce().map(|found| found.to_string()).unwrap()
    };
    assert_eq!(coalesced("(n,m):(1,n)"), "n*m:1");
    assert_eq!(coalesced("(n,m):(n,1)"), "(n,m):(n,1)");
    assert_eq!(coalesced("(n,(1,m),k):(1,(0,n),n*m)"), "n*m*k:1");
    assert_eq!(coalesced("(n,m,k):(2,n,2*n)"), "(n,m,k):(2,n,2*n)");
    let padded = a.zipped_divide_padded(&"<8,16>".parse().unwrap()).unwrap();
    assert_eq!(padded.to_string(), "((8,16),(ceil(n/8),ceil(m/16))):((m,1),(8*m,16))");
    let block: SymbolicLayout = "(8,4):(4,1)".parse().unwrap();
    let product = block.logical_product(&a).unwrap();
    assert_eq!(product.to_string(), "((8,4),(n,m)):((4,1),(32*m,32))");
    assert_eq!(product.size().unwrap().as_str(), "32*n*m");
    for (text, expected) in [
        ("(n,64):(64,1,2)", "stride (64,1,2) is not congruent with shape (?,64)"),
        ("(n,64", "at byte 5: expected `,` or `)`"),
        ("(n{div=0},64)", "at byte 7: expected a divisor of 1 or more"),
        ("(n{dv=8},64)", "at byte 3: expected `div=8`, `i32`, `<=4096` or `}`"),
        ("(-4,n)", "at byte 6: expected a shape before it whose extents have no sign"),
        ("(a_name_that_is_long,1)", "at byte 1: expected a name of at most 15 bytes"),
    ] {
        assert_eq!(text.parse::<SymbolicLayout>().unwrap_err().to_string(), expected, "{text}");
    }
    assert_eq!(a.with(&[("n", 3)]).unwrap_err().to_string(), "m has no value");
    assert_eq!(a.with(&[("n", -3), ("m", 1)]).unwrap_err().to_string(), "n is negative: -3");
    let tiles = a.zipped_divide(&"<8,16>".parse().unwrap()).unwrap();
    let refused = tiles.with(&[("n", 12), ("m", 16)]).unwrap_err().to_string();
    assert!(refused.ends_with("needs that 8 divides n, 16 divides m"), "{refused}");
    assert!(tiles.with(&[("n", 0), ("m", 16)]).is_err());
}

proptest! {
    /// What follows from facts is true of the results of the arithmetic.
    #[test]
    fn facts(divisor in 1..40_i64, times in 0..1000_i64, more in 0..50_i64, by in 1..40_i64) {
        let value = divisor * times;
        for facts in [Facts::new(divisor, value + more), Facts::new(divisor, i64::MAX)] {
            prop_assert!(facts.check(value).is_ok());
            prop_assert!(facts.product(by).check(value * by).is_ok());
            prop_assert!(facts.quotient_up(by).check((value + by - 1) / by).is_ok());
            if value % by == 0 {
                prop_assert!(facts.quotient(by).check(value / by).is_ok());
            }
            let both = facts.and(&Facts::new(by, i64::MAX));
            prop_assert_eq!(both.check(value).is_ok(), value % by == 0);
            prop_assert!(both.implies(&facts));
            prop_assert_eq!(facts.to_string().parse::<Facts>().unwrap(), facts);
        }
    }
}

/// A refusal never says of two numbers that the one does not divide the other where it does.
#[test]
fn refused_divides_name_numbers_that_do_not_divide() {
    let a: SymbolicLayout = "(5,(8,n)):(1,(5,40))".parse().unwrap();
    let tile: Tiler = "6:1".parse().unwrap();
    let refused = a.with(&[("n", 18)]).unwrap().logical_divide(&tile).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot divide (5,(8,18)):(1,(5,40)) by 6:1: 6 does not divide 40"
    );
    // 6 divides 720, and the layout of these integers divides.
    let known: Layout = "(5,(8,18)):(1,(5,40))".parse().unwrap();
    assert_eq!(known.logical_divide(&tile).unwrap().to_string(), "(6,120):(1,6)");
}
