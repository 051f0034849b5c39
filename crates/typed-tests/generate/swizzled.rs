//! Rows of swizzled layouts, golden and random: operations on the layout inside, and operations that make another
//! swizzle.

use layout_core::{ComposedLayout, Layout, LayoutError, Swizzle};

use super::File;
use super::call::{Call, Operand, is_padded_divide};
use super::golden::{Row, RowFate};
use super::operations::{self, Kind, OPERATIONS, Operation, SLICE, is_same};
use super::rows::{head, macro_of, test};
use super::sample::SampleRandom;
use super::text;

/// The number of random rows of an operation.
const RANDOM: usize = 6;

/// The text `Sw<B,M,S> o offset o `, and the layout after it.
fn split(operand: &str) -> Option<(Swizzle, i64, &str)> {
    let mut parts = operand.splitn(3, " o ");
    let swizzle = parts.next()?.parse().ok()?;
    Some((swizzle, parts.next()?.parse().ok()?, parts.next()?))
}

fn swizzle(random: &mut SampleRandom) -> Swizzle {
    let (bits, base) = (random.below(4) as i64, random.below(5) as i64);
    let shift = bits + random.below(3) as i64;
    Swizzle::new(bits, base, if random.once_in(3) { -shift } else { shift }).unwrap()
}

fn composed(swizzle: Swizzle, offset: i64, layout: &Layout) -> String {
    format!("{swizzle} o {offset} o {}", text::layout(layout))
}

/// Whether the result of the row equals the given one, apart from strides of extents of 1.
fn mark(row: &Row, found: &ComposedLayout) {
    let out = row.out.as_ref().and_then(|out| out.parse::<ComposedLayout>().ok());
    let same = |out: &ComposedLayout| {
        (out.swizzle(), out.offset()) == (found.swizzle(), found.offset())
            && is_same(&found.plain(), &out.plain())
    };
    if out.as_ref().is_some_and(same) {
        row.asked(RowFate::Equal);
    }
}

/// The call of a swizzled layout, and its result. The offset of a slice is added inside.
fn row(call: &Call, swizzle: Swizzle, offset: i64) -> Option<(String, ComposedLayout)> {
    let answer = call.answer().ok()?;
    let (moved, tail) = match &call.operand {
        Operand::Coord(coord) if call.method == "slice" => (call.a.slice(coord).ok()?.1, " + 0"),
        _ => (0, ""),
    };
    let found = ComposedLayout::new(swizzle, offset + moved, answer).ok()?;
    let a = composed(swizzle, offset, &call.a);
    Some((format!("[{a}]{} => [{}]{tail};", call.operand.source(), show(&found)), found))
}

/// The golden row about the layout inside.
fn inside(row: &Row) -> Option<(Row, Swizzle, i64)> {
    let (swizzle, offset, plain) = split(row.operands.first()?)?;
    let mut operands = row.operands.clone();
    operands[0] = plain.into();
    Some((Row::derived(&row.method, operands), swizzle, offset))
}

fn through(operation: &'static Operation, golden: &[Row]) -> String {
    let mut random = SampleRandom::of(operation.alias);
    let golden = golden.iter().filter_map(|asked| {
        let (golden, swizzle, offset) = inside(asked)?;
        let call = operations::parse(operation, &golden)?;
        let (row, found) = row(&call, swizzle, offset)?;
        mark(asked, &found);
        Some((call.is_by_mode(), row))
    });
    let mut rows: Vec<(bool, String)> = golden.collect();
    let wanted = rows.len() + RANDOM;
    while rows.len() < wanted {
        let call = operations::call(&mut random, operation);
        let (swizzle, offset) = (swizzle(&mut random), random.pick(&[0, 0, 8, 100]));
        let few = call.a.shape().leaf_count() <= 8;
        rows.extend(
            row(&call, swizzle, offset).filter(|_| few).map(|(row, _)| (call.is_by_mode(), row)),
        );
    }
    let padded = is_padded_divide(operation.method);
    let mut out = String::new();
    for by_mode in [false, true] {
        let table = macro_of(operation.kind, padded, by_mode);
        let open = format!("{table}! {{ {} {};", operation.method, operation.alias);
        let mine: Vec<String> =
            rows.iter().filter(|row| row.0 == by_mode).map(|row| row.1.clone()).collect();
        let name = if by_mode { "_by_mode" } else { "" };
        out += &test(&format!("{}{name}", operation.method), &open, &mine);
    }
    out
}

type SwizzledAnswer = Result<ComposedLayout, LayoutError>;

fn show(found: &ComposedLayout) -> String {
    composed(found.swizzle(), found.offset(), &found.plain())
}

/// Powers of two in some order: a layout that maps bits to bits.
fn bitwise(random: &mut SampleRandom) -> Layout {
    let extents: Vec<i64> = (0..1 + random.below(3)).map(|_| random.pick(&[2, 4, 8])).collect();
    let order: Vec<usize> = (0..extents.len()).map(|_| random.below(9)).collect();
    let list = |values: Vec<String>| format!("({},)", values.join(","));
    let shape = list(extents.iter().map(i64::to_string).collect());
    let order = list(order.iter().map(usize::to_string).collect());
    format!("{shape}:order{order}").parse().unwrap()
}

/// Rows of a layout composed with a swizzled one, and refused ones.
fn carried() -> (String, Vec<String>) {
    let mut random = SampleRandom::of("compose");
    let (mut rows, mut refused) = (Vec::new(), Vec::new());
    while rows.len() < 24 || refused.len() < 24 {
        let a = if random.once_in(3) { random.layout_of_rank(1, 3) } else { bitwise(&mut random) };
        let b = bitwise(&mut random);
        let b = ComposedLayout::new(swizzle(&mut random), random.pick(&[0, 0, 4, 9]), b).unwrap();
        let operands = format!("[{}] [{}]", text::layout(&a), show(&b));
        match a.compose_swizzled(&b) {
            Ok(found) => rows.push(format!("{operands} => [{}];", show(&found))),
            Err(refusal) => refused.push(format!(
                "swizzled compose_swizzled {operands} => {:?};",
                refusal.to_string()
            )),
        }
    }
    rows.truncate(24);
    refused.truncate(24);
    (test("compose_with_swizzled", "binary! { compose Compose;", &rows), refused)
}

/// Refused rows of a method of one swizzled layout.
fn refused_alone(
    kind: &str,
    method: &str,
    counts: &[&[i64]],
    ask: fn(&ComposedLayout, &[i64]) -> SwizzledAnswer,
) -> Vec<String> {
    let mut random = SampleRandom::of(&format!("refused {method}"));
    let mut rows = Vec::new();
    while rows.len() < 20 {
        let plain =
            if random.once_in(3) { random.layout_of_rank(1, 3) } else { bitwise(&mut random) };
        let offset = random.pick(&[0, 0, 0, 6, -8]);
        let Ok(a) = ComposedLayout::new(swizzle(&mut random), offset, plain) else { continue };
        let n = random.pick(counts);
        if let Err(refusal) = ask(&a, n) {
            let n = match n {
                [] => "_".to_string(),
                [n] => n.to_string(),
                n => format!("({}, {})", n[0], n[1]),
            };
            rows.push(format!("{kind} {method} [{}] {n} => {:?};", show(&a), refusal.to_string()));
        }
    }
    rows
}

/// Refused rows of swizzled layouts.
pub fn refused() -> Vec<String> {
    let none: &[&[i64]] = &[&[]];
    let counts: &[&[i64]] = &[&[2], &[4], &[8], &[3], &[16]];
    let bits: &[&[i64]] = &[&[8, 32], &[16, 24], &[24, 16], &[8, 64], &[2, 1]];
    let mut rows = carried().1;
    rows.extend(refused_alone("inverse", "right_inverse", none, |a, _| a.right_inverse()));
    rows.extend(refused_alone("inverse", "left_inverse", none, |a, _| a.left_inverse()));
    rows.extend(refused_alone("inverse", "inverse", none, |a, _| a.inverse()));
    rows.extend(refused_alone("count", "upcast", counts, |a, n| a.upcast(n[0])));
    rows.extend(refused_alone("count", "downcast", counts, |a, n| a.downcast(n[0])));
    rows.extend(refused_alone("bits", "recast_bits", bits, |a, n| a.recast_bits(n[0], n[1])));
    rows
}

/// Rows of methods without a second layout, with or without constants.
fn alone(
    method: &str,
    golden: &[Row],
    name: &str,
    counts: &[&[i64]],
    ask: fn(&ComposedLayout, &[i64]) -> SwizzledAnswer,
) -> String {
    let mut random = SampleRandom::of(method);
    let show_row = |a: &ComposedLayout, n: &[i64], found: &ComposedLayout| {
        let n: Vec<String> = n.iter().map(i64::to_string).collect();
        format!("[{}] ({}) => [{}];", show(a), n.join(", "), show(found))
    };
    let golden = golden.iter().filter(|row| row.method == name).filter_map(|row| {
        let a: ComposedLayout = row.operands.first()?.parse().ok()?;
        let n: Vec<i64> = row.operands[1..].iter().filter_map(|n| n.parse().ok()).collect();
        let found = ask(&a, &n).ok()?;
        mark(row, &found);
        Some(show_row(&a, &n, &found))
    });
    let mut rows: Vec<String> = golden.collect();
    let wanted = rows.len() + 12;
    while rows.len() < wanted {
        let plain =
            if random.once_in(3) { random.layout_of_rank(1, 3) } else { bitwise(&mut random) };
        let offset = random.pick(&[0, 0, 0, 64]);
        let Ok(a) = ComposedLayout::new(swizzle(&mut random), offset, plain) else { continue };
        let n = random.pick(counts);
        rows.extend(ask(&a, n).ok().map(|found| show_row(&a, n, &found)));
    }
    test(&format!("{method}_alone"), &format!("alone! {{ {method};"), &rows)
}

/// Rows of offsets, at one coordinate or at all.
fn offsets(golden: &[Row]) -> String {
    let one = golden.iter().filter(|row| row.method == "composed_index").map(|row| {
        row.asked(RowFate::Equal);
        format!("[{}] {} => {};", row.operands[0], row.operands[1], row.out.as_ref().unwrap())
    });
    let all = golden.iter().filter(|row| row.method == "composed_table").map(|row| {
        row.asked(RowFate::Equal);
        format!("[{}] => {};", row.operands[0], row.out.as_ref().unwrap())
    });
    let (one, all): (Vec<String>, Vec<String>) = (one.collect(), all.collect());
    test("index", "swizzled_index! {", &one) + &test("iter", "swizzled_offsets! {", &all)
}

/// Rows of a layout to which a swizzle is applied.
fn swizzled_by(golden: &[Row]) -> String {
    let row = |row: &Row| {
        let sw: Swizzle = row.operands[0].parse().ok().filter(|_| row.method == "compose")?;
        let a: Layout = row.operands[1].parse().ok()?;
        let found = a.swizzled(sw).ok()?;
        mark(row, &found);
        Some(format!("[{}] [{sw} o 0 o 1:0] => [{}];", text::layout(&a), show(&found)))
    };
    let rows: Vec<String> = golden.iter().filter_map(row).collect();
    test("swizzled", "swizzled_by! {", &rows)
}

/// Rows whose result is a number.
fn numbers(golden: &[Row], method: &str) -> String {
    let row = |row: &Row| {
        row.asked(RowFate::Equal);
        let operands: Vec<String> = row.operands.iter().map(|text| format!("[{text}]")).collect();
        format!("{} => {};", operands.join(" "), row.out.as_ref().unwrap())
    };
    let rows: Vec<String> = golden.iter().filter(|row| row.method == method).map(row).collect();
    test(method, &format!("swizzled_number! {{ {method};"), &rows)
}

pub fn file(golden: &[Row]) -> File {
    let mut out = head("Swizzled layouts.");
    for operation in OPERATIONS.iter().chain([&SLICE]) {
        let goes_through =
            !matches!(operation.kind, Kind::Inverse | Kind::Count | Kind::Bits | Kind::Slices)
                && !operation.method.starts_with("complement")
                && operation.method != "max_common_layout";
        if goes_through {
            out += &through(operation, golden);
        }
    }
    out += &swizzled_by(golden);
    out += &offsets(golden);
    out += &numbers(golden, "max_alignment");
    out += &numbers(golden, "max_common_vector");
    out += &carried().0;
    let none: &[&[i64]] = &[&[]];
    out += &alone("right_inverse", golden, "right_inverse", none, |a, _| a.right_inverse());
    out += &alone("left_inverse", golden, "left_inverse", none, |a, _| a.left_inverse());
    out += &alone("inverse", golden, "inverse", none, |a, _| a.inverse());
    let powers: &[&[i64]] = &[&[1], &[2], &[4], &[8], &[16]];
    out += &alone("upcast", golden, "upcast", powers, |a, n| a.upcast(n[0]));
    out += &alone("downcast", golden, "downcast", powers, |a, n| a.downcast(n[0]));
    let bits: &[&[i64]] = &[&[8, 32], &[16, 16], &[32, 8], &[64, 16], &[1, 2]];
    out += &alone("recast_bits", golden, "recast_bits", bits, |a, n| a.recast_bits(n[0], n[1]));
    File { name: "swizzled", text: out }
}
