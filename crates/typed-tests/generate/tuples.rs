//! Rows about tuples: functions of one, two or three of them, with static and run-time integers.

use std::collections::HashSet;

use layout_core::{IntTuple, LayoutError, Rule};

use super::File;
use super::golden::{Row, RowFate};
use super::rows::{head, test};
use super::sample::SampleRandom;
use super::text::{self, with_unknown};

type TupleAnswer = Result<IntTuple, LayoutError>;

/// The kinds of operands.
#[derive(Clone, Copy, PartialEq)]
enum TupleKind {
    One,
    /// Two tuples of equal nesting.
    Alike,
    /// A shape and a divisor.
    Divisor,
    /// A shape and a coarser shape.
    Guide,
    /// A tuple and the number of its modes.
    Profile,
    /// Two tuples of any nesting.
    Any,
    /// A coordinate and its shape, and another shape of equal size.
    Coordinate,
    Coordinates,
}

struct TupleCase {
    method: &'static str,
    kind: TupleKind,
    ask: fn(&[IntTuple]) -> TupleAnswer,
    /// The method of the golden rows with these results.
    golden: Option<&'static str>,
    /// Whether the function only rearranges, and is never refused at run time.
    is_structure: bool,
}

macro_rules! functions {
    ($($method:literal $kind:ident $golden:expr, $structure:literal, |$t:ident| $ask:expr;)*) => {
        const FUNCTIONS: &[TupleCase] = &[$(TupleCase {
            method: $method,
            kind: TupleKind::$kind,
            ask: |$t| $ask,
            golden: $golden,
            is_structure: $structure,
        }),*];
    };
}
functions! {
    "size" One None, false, |t| t[0].product_of();
    "sum" One None, false, |t| t[0].sum_of();
    "product_each" One None, false, |t| t[0].product_each();
    "inner_product" Alike None, false, |t| t[0].inner_product_of(&t[1]);
    "product_like" Guide None, false, |t| t[0].product_like(&t[1]);
    "elem_add" Alike None, false, |t| t[0].elem_add(&t[1]);
    "elem_sub" Alike None, false, |t| t[0].elem_sub(&t[1]);
    "elem_min" Alike None, false, |t| t[0].elem_min(&t[1]);
    "elem_max" Alike None, false, |t| t[0].elem_max(&t[1]);
    "elem_scale" Guide None, false, |t| t[0].elem_scale(&t[1]);
    "shape_div" Divisor Some("shape_div"), false, |t| t[0].shape_div(&t[1]);
    "shape_mod" Divisor None, false, |t| t[0].shape_mod(&t[1]);
    "ceil_div" Divisor None, false, |t| t[0].ceil_div(&t[1]);
    "ceil_div_by_mode" Divisor Some("ceil_div"), false, |t| t[0].ceil_div_by_mode(&t[1]);
    "round_up" Divisor None, false, |t| t[0].round_up(&t[1]);
    "idx2crd" Coordinate Some("compact_coord"), false, |t| t[0].idx2crd(&t[1]);
    "crd2idx" Coordinate Some("compact_index"), false, |t| t[0].crd2idx_of(&t[1]);
    "crd2crd" Coordinates Some("crd2crd"), false, |t| t[0].crd2crd(&t[1], &t[2]);
    "flatten" One None, true, |t| t[0].flatten();
    "unflatten" Profile None, true, |t| t[0].unflatten(&t[1]);
    "reverse" One None, true, |t| t[0].reverse();
    "append" Any None, true, |t| t[0].append(&t[1]);
    "prepend" Any None, true, |t| t[0].prepend(&t[1]);
    "repeat_like" Any None, true, |t| t[0].repeat_like(&t[1]);
    "wrap" One None, true, |t| Ok(t[0].wrap());
    "unwrap" One None, true, |t| Ok(t[0].unwrap());
}

/// The numbers of static, mixed and refused rows in each table, in addition to the golden rows.
const COUNTS: [usize; 3] = [12, 10, 4];

fn is_small(tuple: &IntTuple) -> bool {
    (0..tuple.leaf_count()).all(|k| tuple.value(k).abs() < 1 << 40)
}

fn operands(kind: TupleKind, random: &mut SampleRandom) -> Vec<IntTuple> {
    let shape = random.shape();
    let size = shape.size().unwrap();
    let like = |random: &mut SampleRandom, value: &mut dyn FnMut(&mut SampleRandom, i64) -> i64| {
        let mut tuple = shape;
        for k in 0..tuple.leaf_count() {
            let leaf = tuple.value(k);
            tuple.set_value(k, value(random, leaf));
        }
        tuple
    };
    let coarse = |random: &mut SampleRandom| match random.below(3) {
        0 => IntTuple::from(size),
        1 if shape.depth() > 0 => shape.product_each().unwrap(),
        _ => shape,
    };
    match kind {
        TupleKind::One => vec![shape],
        TupleKind::Alike => vec![shape, like(random, &mut |random, _| random.below(9) as i64)],
        TupleKind::Guide => {
            let guide = coarse(random);
            if random.once_in(2) { vec![shape, guide] } else { vec![guide, shape] }
        }
        TupleKind::Divisor => {
            let by = match random.below(4) {
                0 => IntTuple::from(1 + random.below(12) as i64),
                1 => IntTuple::from(size),
                _ => coarse(random),
            };
            let mut by = by;
            for k in 0..by.leaf_count() {
                let leaf = by.value(k);
                let factor = random.pick(&[leaf, 1, 2, 3, leaf + 1]);
                by.set_value(k, if leaf % factor == 0 { leaf / factor } else { factor });
            }
            vec![shape, by]
        }
        TupleKind::Profile => {
            let flat = shape.flatten().unwrap();
            let extra = random.shape();
            vec![if random.once_in(3) { flat.replace(0, &extra).unwrap() } else { flat }, shape]
        }
        TupleKind::Any => vec![shape, random.shape()],
        TupleKind::Coordinate | TupleKind::Coordinates => {
            let index = IntTuple::from(random.below(size.min(1 << 40) as usize) as i64);
            let c = index.idx2crd(&coarse(random)).unwrap();
            let other = random.pick(&[IntTuple::from(size), shape.flatten().unwrap()]);
            if kind == TupleKind::Coordinate { vec![c, shape] } else { vec![c, shape, other] }
        }
    }
}

/// Whether run-time integers alone decide the refusal.
fn is_of_values(error: &LayoutError) -> bool {
    matches!(error.rule(), Rule::Divides { .. } | Rule::Empty | Rule::Overflow { .. })
}

fn source(function: &TupleCase, operands: &[IntTuple]) -> Option<String> {
    let answer = (function.ask)(operands);
    let out = match &answer {
        Ok(tuple) if !is_small(tuple) => return None,
        // The type of a run-time result cannot hold a sign.
        Ok(tuple) if (0..tuple.leaf_count()).any(|k| !tuple.is_known(k) && tuple.value(k) < 0) => {
            return None;
        }
        Ok(tuple) => tuple.marked().as_str().to_string(),
        Err(error) => format!("error: {error}"),
    };
    let operands: Vec<String> =
        operands.iter().map(|tuple| format!("[{}]", text::tuple(tuple))).collect();
    Some(format!("{} => {out:?};", operands.join(" ")))
}

fn loosened(operands: &[IntTuple], random: &mut SampleRandom) -> Vec<IntTuple> {
    let times = random.pick(&[1, 2, 2, 4]);
    let mut some = |tuple: &IntTuple| {
        with_unknown(tuple, &mut std::iter::repeat_with(|| random.once_in(times)))
    };
    operands.iter().map(&mut some).collect()
}

/// The golden rows of `function` with their results here.
fn golden(function: &TupleCase, rows: &[Row], out: &mut Vec<String>) {
    let mine = rows.iter().filter(|row| Some(row.method.as_str()) == function.golden);
    for row in mine {
        let operands: Vec<IntTuple> =
            row.operands.iter().map(|text| text.parse().unwrap()).collect();
        if let Some(expected) = &row.out {
            let answer = (function.ask)(&operands).unwrap();
            assert_eq!(answer.to_string(), *expected, "{} {operands:?}", row.method);
            let source = source(function, &operands);
            source.iter().for_each(|_| row.asked(RowFate::Equal));
            out.extend(source);
        }
    }
}

/// Golden rows about whether tiles fit.
fn predicates(rows: &[Row]) -> Vec<String> {
    let mine = rows.iter().filter(|row| row.method == "evenly_divides");
    let row = |row: &Row| {
        let [a, b] = [0, 1].map(|k| row.operands[k].parse::<IntTuple>().unwrap());
        let answer = a.evenly_divides(&b).to_string();
        assert_eq!(Some(&answer), row.out.as_ref());
        row.asked(RowFate::Equal);
        format!("[{}] [{}] => {answer};", text::tuple(&a), text::tuple(&b))
    };
    mine.map(row).collect()
}

fn table(function: &TupleCase, rows: &[Row]) -> Vec<String> {
    let mut out = Vec::new();
    golden(function, rows, &mut out);
    let mut random = SampleRandom::of(&format!("tuples {}", function.method));
    let mut seen: HashSet<String> = out.iter().cloned().collect();
    let [mut fixed, mut mixed, mut refused] = COUNTS;
    let refusable = matches!(function.method, "shape_div" | "shape_mod");
    refused *= usize::from(refusable);
    for _ in 0..4000 {
        let known = operands(function.kind, &mut random);
        let some = loosened(&known, &mut random);
        let left = match (function.ask)(&some) {
            Err(error) if is_of_values(&error) && refusable => {
                let all = |tuple: &IntTuple| with_unknown(tuple, &mut std::iter::repeat(true));
                let all: Vec<IntTuple> = known.iter().map(all).collect();
                let row = source(function, &all).filter(|row| seen.insert(row.clone()));
                (&mut refused, row)
            }
            Err(_) => continue,
            Ok(_) if fixed > 0 => {
                (&mut fixed, source(function, &known).filter(|row| seen.insert(row.clone())))
            }
            Ok(_) => (&mut mixed, source(function, &some).filter(|row| seen.insert(row.clone()))),
        };
        if let (left @ 1.., Some(row)) = left {
            out.push(row);
            *left -= 1;
        }
    }
    assert_eq!((fixed, mixed, refused), (0, 0, 0), "{}", function.method);
    out
}

/// Golden rows of shapes that do not divide, for the program of refused operations.
pub fn refused(rows: &[Row]) -> Vec<String> {
    let row = |row: &Row| {
        let mut divisions = FUNCTIONS.iter().filter(|function| function.kind == TupleKind::Divisor);
        let function = divisions.find(|function| function.golden == Some(row.method.as_str()))?;
        let operands: Vec<IntTuple> = row.operands.iter().map(|t| t.parse().unwrap()).collect();
        let (a, b, method) = (operands[0], operands[1], function.method);
        let refusal = (function.ask)(&operands).unwrap_err().to_string();
        row.asked(RowFate::Refused);
        Some(format!("tuples {method} [{a}] [{b}] => {refusal:?};"))
    };
    let mut seen = HashSet::new();
    let refused = rows.iter().filter(|row| row.out.is_none());
    refused.filter_map(row).filter(|row| seen.insert(row.clone())).collect()
}

/// Golden rows of coordinates of offsets: natural, linear, by mode.
fn offsets(rows: &[Row]) -> Vec<String> {
    let row = |row: &Row| {
        let kind = match row.method.as_str() {
            "get_hier_coord" => "natural",
            "get_1d_coord" => "linear",
            "get_flat_coord" => "by_mode",
            _ => return None,
        };
        let [a, offset] = [&row.operands[0], &row.operands[1]];
        let out = row.out.as_ref()?;
        row.asked(RowFate::Equal);
        Some(format!("{kind} [{a}] {offset} => {out:?};"))
    };
    rows.iter().filter_map(row).collect()
}

/// The rows of tuples.
pub fn file(rows: &[Row]) -> File {
    let mut text = head("Functions of tuples.");
    for function in FUNCTIONS {
        let (table_macro, try_method) = if function.is_structure {
            ("tuple_structure", String::new())
        } else {
            ("tuple_function", format!(" try_{}", function.method))
        };
        let open = format!("{table_macro}! {{ {}{try_method};", function.method);
        text += &test(function.method, &open, &table(function, rows));
    }
    let open = "tuple_predicate! { evenly_divides;";
    text += &test("evenly_divides", open, &predicates(rows));
    text += &test("coord_of", "offsets! {", &offsets(rows));
    text += &super::tuple_modes::tests();
    File { name: "tuples", text }
}
