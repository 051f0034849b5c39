//! Inverses, complements, nullspaces, recasts and tiled shapes of symbolic layouts: with integers for the names, each result
//! maps each index to the offset of the engine's result.

use std::cell::Cell;

use layout_core::{IntTuple, Layout, LayoutError, SymbolicError, SymbolicLayout};
use proptest::prelude::*;

/// Numbers of a linear congruence.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }
}

const NAMES: [&str; 4] = ["m", "n", "k", "d"];

/// Extents with a factor or a divisor. `m/2` is an integer for even `m` alone.
const PRODUCTS: [&str; 3] = ["m/2", "3*n", "ceil(m/2)"];

/// A layout of one to four modes: compact in some order, with gaps, with strides of 0 or with any strides.
fn draw(numbers: &mut Numbers) -> String {
    let count = 1 + numbers.below(4) as usize;
    let extents: Vec<String> = (0..count)
        .map(|_| match numbers.below(9) {
            0..3 => ["1", "2", "4", "8", "3", "16"][numbers.below(6) as usize].to_owned(),
            3 => PRODUCTS[numbers.below(3) as usize].to_owned(),
            // The last name is a stride alone.
            _ => NAMES[numbers.below(3) as usize].to_owned(),
        })
        .collect();
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, numbers.below(k as u64 + 1) as usize);
    }
    let (mut strides, mut next) = (vec![String::new(); count], "1".to_owned());
    for k in order {
        strides[k] = match numbers.below(12) {
            0 => "0".to_owned(),
            1 => ["1", "2", "8", "d", "m", "4*d", "-1"][numbers.below(7) as usize].to_owned(),
            _ => next.clone(),
        };
        next = format!("{next}*{}", extents[k]);
        if numbers.below(6) == 0 {
            next = format!("{next}*{}", ["2", "4", "n"][numbers.below(3) as usize]);
        }
    }
    format!("({}):({})", extents.join(","), strides.join(","))
}

/// The offsets of a result on integers, compared with those of the engine. Returns whether there was a result.
fn compare(
    found: &Result<SymbolicLayout, SymbolicError>,
    values: &[(&str, i64)],
    engine: impl Fn() -> Result<Layout, LayoutError>,
) -> Result<bool, TestCaseError> {
    let Ok(found) = found else { return Ok(false) };
    let conditions = found.conditions();
    let says_nothing = |one: &str| one.starts_with("1 divides ") || one.ends_with(" divides 1");
    prop_assert!(!conditions.as_str().split(", ").any(says_nothing), "{} if {}", found, conditions);
    let again: SymbolicLayout = found.to_string().parse().unwrap();
    // A condition may be false.
    let Ok(layout) = found.with(values) else { return Ok(false) };
    prop_assert_eq!(again.with(values).unwrap().to_string(), layout.to_string());
    let known: Layout = layout.to_string().parse().unwrap();
    match engine() {
        Ok(theirs) => {
            prop_assert_eq!(known.size(), theirs.size(), "{} {:?}: {}", found, values, theirs);
            prop_assert!(known.iter().eq(theirs.iter()), "{} {:?}: {}", found, values, theirs);
        }
        Err(error) => prop_assert!(false, "{found} {values:?} is {known}, but {error}"),
    }
    Ok(true)
}

thread_local! {
    static COUNTS: Cell<[usize; 9]> = const { Cell::new([0; 9]) };
}

fn count(kind: usize, is_result: bool) {
    COUNTS.with(|counts| {
        let mut all = counts.get();
        all[kind] += usize::from(is_result);
        counts.set(all);
    });
}

fn check(seed: u64) -> Result<(), TestCaseError> {
    let mut numbers = Numbers(seed);
    let text = draw(&mut numbers);
    let a: SymbolicLayout = text.parse().unwrap();
    let range = match numbers.below(3) {
        0 => "(16,m,n,k,d)".to_owned(),
        1 => format!("({},{})", text.split(':').next().unwrap(), numbers.below(3) + 1),
        _ => ["64", "(m,64)", "(m,n)"][numbers.below(3) as usize].to_owned(),
    };
    let range: SymbolicLayout = range.parse().unwrap();
    let by = 1 + numbers.below(4) as i64;
    let [old, new] = [(8, 16), (32, 8), (4, 4), (6, 4)][numbers.below(4) as usize].into();
    let block: Layout =
        ["(2,4):(4,1)", "(4,2):(1,8)", "((2,2),4):((1,8),2)", "2:1", "(3,1):(1,0)", "(4,4):(1,8)"]
            [numbers.below(6) as usize]
            .parse()
            .unwrap();
    let shape = ["(m,n)", "(8,n)", "(4*m,8*n)", "(m,16)"][numbers.below(4) as usize];
    let target: SymbolicLayout = shape.parse().unwrap();
    let tiled = SymbolicLayout::from(block).tile_to_shape(&target);
    let found = [
        a.right_inverse(),
        a.left_inverse(),
        a.inverse(),
        a.nullspace(),
        a.complement_in(&range),
        a.upcast(by),
        a.downcast(by),
        a.recast_bits(old, new),
    ];
    for _ in 0..6 {
        let value = |numbers: &mut Numbers| {
            [1, 1, 2, 3, 4, 8, 5][numbers.below(7) as usize] * (1 + numbers.below(2) as i64)
        };
        let mut values = NAMES.map(|name| (name, value(&mut numbers)));
        if numbers.below(4) == 0 {
            values[3].1 = 0;
        }
        let Ok(known) = a.with(&values) else {
            prop_assert!(text.contains("m/2") && values[0].1 % 2 == 1, "{} {:?}", text, values);
            continue;
        };
        let known: Layout = known.to_string().parse().unwrap();
        let size = range.with(&values).unwrap().size();
        let engine = |kind: usize| match kind {
            0 => known.right_inverse(),
            1 => known.left_inverse(),
            2 => known.inverse(),
            3 => known.nullspace(),
            4 => known.complement(size),
            5 => known.upcast(by),
            6 => known.downcast(by),
            _ => known.recast_bits(old, new),
        };
        for (kind, one) in found.iter().enumerate() {
            let is_result = compare(one, &values, || engine(kind))
                .map_err(|error| TestCaseError::fail(format!("{text} {kind} by {by}: {error}")))?;
            count(kind, is_result);
        }
        let extents: Vec<IntTuple> = (0..2)
            .map(|k| IntTuple::leaf(target.with(&values).unwrap().mode(k).unwrap().size()))
            .collect();
        let extents = IntTuple::tuple(&extents).unwrap();
        let is_result = compare(&tiled, &values, || block.tile_to_shape(&extents))
            .map_err(|error| TestCaseError::fail(format!("{block} to {shape}: {error}")))?;
        count(8, is_result);
    }
    Ok(())
}

#[test]
fn strides_of_names() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2000)
    });
    runner.run(&any::<u64>(), check).unwrap();
    let counts = COUNTS.with(Cell::get);
    println!("{counts:?} results");
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// 0 times names is 0, of which each integer is a divisor.
#[test]
fn no_multiple_of_names_is_0() {
    let a: SymbolicLayout = "(n,4):(0*n/3,1)".parse().unwrap();
    assert_eq!((a.to_string().as_str(), a.conditions().as_str()), ("(n,4):(0,1)", ""));
    let empty: SymbolicLayout = "(0,n):(1,1)".parse().unwrap();
    assert_eq!(empty.size().unwrap().as_str(), "0");
    assert_eq!(a.upcast(2).unwrap().conditions().as_str(), "");
}

#[test]
fn integers_that_decide_are_named() {
    let of = |text: &str| text.parse::<SymbolicLayout>().unwrap();
    let refused = |found: Result<SymbolicLayout, SymbolicError>| found.unwrap_err().to_string();
    assert_eq!(
        refused(of("(4,n):(1,d)").right_inverse()),
        "no right inverse of (4,n):(1,d): the result depends on the integers of n, d"
    );
    assert_eq!(
        refused(of("(m,n):(1,ld)").left_inverse()),
        "no left inverse of (m,n):(1,ld): the result depends on the integers of m, n, ld"
    );
    assert_eq!(
        refused(of("(m,n):(1,0)").inverse()),
        "no inverse of (m,n):(1,0): the result depends on the integers of m, n"
    );
    assert_eq!(
        refused(of("(m,n):(d,1)").nullspace()),
        "no nullspace of (m,n):(d,1): the result depends on the integers of m, n, d"
    );
    assert_eq!(
        refused(of("(m,3):(1,m)").complement_in(&of("n"))),
        "no complement of (m,3):(1,m) in n: the result depends on the integers of m, n"
    );
    assert_eq!(
        refused(of("(m,n):(1,m)").recast_bits(6, 4)),
        "cannot recast (m,n):(1,m) from 6 to 4 bits: the result depends on the integers of m, n"
    );
    assert_eq!(
        refused(of("(m,4):(4,1)").upcast(0)),
        "cannot upcast (m,4):(4,1) by 0: 0 is not positive"
    );
    assert_eq!(
        refused(of("(8,4):(4,1)").tile_to_shape(&of("(m,6)"))),
        "cannot tile 4:1 to the shape 6: 4 does not divide 6; the next multiple is 8"
    );
    // 5/2 is not an integer, whatever `m` is.
    assert_eq!(
        refused(of("(m,2):(1,m)").complement_in(&of("(5,m)"))),
        "no complement of (m,2):(1,m) in 5*m: the result depends on the integers of m"
    );
    assert_eq!(
        refused("(5/2,m):(1,m)".parse()),
        "at byte 1: expected a product within the capacity, whose constant the divisor divides"
    );
    // The names of the block come before the extents that it does not divide.
    assert_eq!(
        refused(of("(m,4):(4,1)").tile_to_shape(&of("(6,6)"))),
        "cannot tile (m,4):(4,1) to the shape of (6,6):(1,6): the block has no names, and the shape a leaf for each of its modes"
    );
    let nested = refused(of("(8,4):(4,1)").tile_to_shape(&of("((m,2),4)")));
    assert!(nested.ends_with("the block has no names, and the shape a leaf for each of its modes"));
}
