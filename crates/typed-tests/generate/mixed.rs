//! Rows with run-time integers: CuTe's rows, and static rows with some integers made run-time.

use std::collections::HashSet;

use layout_core::{IntTuple, Layout, LayoutError};

use super::File;
use super::axes;
use super::call::{Call, Operand, is_padded_divide};
use super::golden::{Row, RowFate};
use super::operations::{Kind, OPERATIONS, Operation, SLICE, Table, call};
use super::rows::{file_of, head, test};
use super::sample::SampleRandom;
use super::scalars::expression;
use super::text::{self, marked_layout, marked_tuple, unmarked, with_unknown};

/// The numbers of accepted and of refused rows in each table.
const ACCEPTED: usize = 16;
const REFUSED: usize = 5;

fn same_function(a: &Layout, b: &Layout) -> bool {
    let same = match (a.set_known().coalesce(), b.set_known().coalesce()) {
        (Ok(a), Ok(b)) => a == b,
        // More than twelve modes.
        _ => a.set_known().images().take(1 << 12).eq(b.set_known().images().take(1 << 12)),
    };
    same && a.size() == b.size()
}

/// Whether two results are equal. The results of a padded divide may differ past the end of the original.
fn same_inside(mixed: &Call, known: &Call) -> bool {
    let (Ok(a), Ok(b)) = (mixed.padded(), known.padded()) else { return false };
    let size = a.layout().size();
    if size != b.layout().size() || size > 1 << 12 {
        return size == b.layout().size();
    }
    (0..size).all(|i| {
        let c = i.into();
        let inside = a.inside(&c).unwrap();
        inside == b.inside(&c).unwrap() && (!inside || a.layout().image(&c) == b.layout().image(&c))
    })
}

fn is_inverse(method: &str) -> bool {
    method.ends_with("inverse") || method == "nullspace" || method == "max_common_layout"
}

/// Whether the inverse for run-time integers is right: `left_inverse` and `inverse` equal the inverse for known
/// integers at every offset, `nullspace` maps to offset 0, and the others map `k` to a linear index with the offset
/// `k`.
fn inverts_alike(call: &Call, mixed: &Layout, known: &Layout) -> bool {
    let (a, mixed) = (call.known().a, mixed.set_known());
    let at = |layout: &Layout, i: i64| layout.index(&i.into()).unwrap();
    match call.method {
        "left_inverse" | "inverse" => {
            a.iter().take(1 << 12).all(|offset| at(&mixed, offset) == at(known, offset))
        }
        "nullspace" => mixed.iter().take(1 << 12).all(|i| at(&a, i) == 0),
        _ => mixed.iter().take(1 << 12).zip(0..).all(|(i, k)| at(&a, i) == k),
    }
}

/// The result in the form of the types, checked against the result for known integers: an equal function, or a refusal
/// in both. `None` for a refusal of the mixed call alone, because two modes continue each other at run time only and
/// are not merged.
fn answer(call: &Call) -> Option<Result<Layout, LayoutError>> {
    let known = call.known();
    let (mixed, plain) = (call.answer(), known.answer());
    let agree = match (&mixed, &plain) {
        (Ok(_), Ok(_)) if is_padded_divide(call.method) => same_inside(call, &known),
        (Ok(mixed), Ok(plain)) if is_inverse(call.method) => inverts_alike(call, mixed, plain),
        // An extent with a run-time stride of 0 remains.
        (Ok(mixed), Ok(plain)) if call.method.starts_with("filter") => {
            if !same_function(mixed, plain) {
                return None;
            }
            true
        }
        // Axes count from the right.
        (Ok(mixed), Ok(plain)) if axes::is_of_axes(call.method) => {
            same_function(&mixed.transpose().unwrap(), &plain.transpose().unwrap())
        }
        (Ok(mixed), Ok(plain)) => same_function(mixed, plain),
        (Err(_), Err(_)) => true,
        (Err(_), Ok(_)) => return None,
        (Ok(_), Err(_)) => false,
    };
    assert!(agree, "{} {}: {mixed:?}, but known {plain:?}", call.method, call.source());
    Some(mixed)
}

/// The macro of a row, and whether it calls a method that can be refused at run time.
fn macro_of(operation: &Operation, by_mode: bool) -> (&'static str, bool) {
    let method = operation.method;
    match (operation.kind, by_mode) {
        (Kind::Unary, _) => ("unary", false),
        (Kind::Inverse, _) => ("inverse", true),
        (Kind::Layout, _) if method == "max_common_layout" => ("try", true),
        (Kind::Tiler, true) if is_padded_divide(method) => ("padded_by_mode", true),
        (Kind::Tiler, true) => ("by_mode", true),
        (Kind::Tiler, false) if is_padded_divide(method) => ("padded", true),
        (Kind::Tiler, false) => ("try", true),
        (Kind::Layout, _) if method.ends_with("product") => ("try", true),
        (Kind::Layout, _) => ("binary", false),
        (Kind::Extent, _) => ("extent", true),
        (Kind::Profile | Kind::Path, _) => ("tuple", false),
        (Kind::Count, _) => ("count", true),
        (Kind::Bits, _) => ("bits", true),
        (Kind::Shape, _) => ("extent", true),
        (Kind::Ordered, _) => ("tuples", true),
        (Kind::Nest, _) => ("tuple", false),
        (Kind::Select | Kind::Permute, _) => ("select", false),
        (Kind::Dice, _) => ("dice", false),
        (Kind::Slices, _) => ("slice_axes", true),
        (Kind::Coord, _) => ("slice", false),
        (Kind::Mode, _) => ("mode", false),
        (Kind::Range, _) => ("range", false),
        (Kind::Replace | Kind::Pad, _) => ("replace", false),
    }
}

fn row(call: &Call) -> String {
    let shown = match call.answer() {
        Ok(layout) => layout.marked().as_str().to_string(),
        Err(refusal) => format!("error: {refusal}"),
    };
    let offset = match &call.operand {
        Operand::Coord(coord) if call.method == "slice" => {
            format!(" + {}", expression(&call.a.slice_image(coord).unwrap().1))
        }
        _ => String::new(),
    };
    format!("{} => {shown:?}{offset};", call.source())
}

/// Whether the call is accepted for some values of the unknown integers. A call that the known integers alone refuse
/// does not compile.
fn is_decided_at_run_time(call: &Call, random: &mut SampleRandom) -> bool {
    let mut other = |tuple: &IntTuple, least: i64| {
        let mut out = *tuple;
        for k in 0..tuple.leaf_count() {
            if !tuple.is_known(k) {
                out.set_value(k, random.pick(&[0, 1, 1, 2, 3, 4, 6, 8, 12, 24, 48, 96]).max(least));
            }
        }
        out
    };
    (0..400).any(|_| {
        let layout = |layout: &Layout| {
            layout_core::internal::unchecked_layout(
                other(&layout.shape(), 1),
                other(&layout.stride(), 0),
            )
        };
        call.map(&mut { layout }, &mut |m| *m).answer().is_ok()
    })
}

fn marked_tiler(text: &str) -> Operand {
    let Some(inner) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
        return Operand::Layout(marked_layout(text));
    };
    let mode = |part: &String| (part != "_").then(|| marked_layout(part));
    Operand::Tile(text::parts(inner).iter().map(mode).collect())
}

/// The row as a call of `operation`, or of its padded sibling.
fn parse(operation: &'static Operation, row: &Row) -> Option<Call> {
    let method = operation.method;
    let strict = method.strip_suffix("_padded");
    if !(row.method == method || strict == Some(&row.method) && row.class == "padded") {
        return None;
    }
    let a = marked_layout(row.operands.first()?);
    let second = row.operands.get(1).map(String::as_str);
    let operand = match operation.kind {
        Kind::Unary | Kind::Inverse => Operand::None,
        Kind::Tiler => marked_tiler(second?),
        Kind::Layout => Operand::Layout(marked_layout(second?)),
        Kind::Extent => {
            let m = second.map_or_else(|| IntTuple::unknown(a.cosize()), marked_tuple);
            Operand::Extent(if m.depth() == 0 { m } else { IntTuple::unknown(m.size().ok()?) })
        }
        Kind::Profile => Operand::Tuple(unmarked(second?).parse().ok()?),
        Kind::Count => Operand::Mode(second?.parse().ok()?),
        Kind::Shape => Operand::Extent(marked_tuple(second?)),
        Kind::Coord => Operand::Coord(unmarked(second?).parse().ok()?),
        _ => return None,
    };
    Some(Call { method, a, operand })
}

fn tests(operation: &'static Operation, calls: &[Call]) -> String {
    let mut out = String::new();
    for by_mode in [false, true] {
        let rows: Vec<String> =
            calls.iter().filter(|call| call.is_by_mode() == by_mode).map(row).collect();
        let (table, tries) = macro_of(operation, by_mode);
        let (method, tries) = (operation.method, if tries { "try_" } else { "" });
        let name = if by_mode { "_by_mode" } else { "" };
        out += &test(
            &format!("{method}{name}"),
            &format!("mixed_{table}! {{ {tries}{method};"),
            &rows,
        );
    }
    out
}

fn compact_rows(rows: &[Row], method: &str) -> Vec<String> {
    let row = |row: &Row| {
        let shape = marked_tuple(&row.operands[0]);
        let (layout, order) = match row.operands.get(1) {
            None if method == "col_major" => (Layout::col_major(shape), String::new()),
            None => (Layout::row_major(shape), String::new()),
            Some(order) => {
                let order: IntTuple = unmarked(order).parse().unwrap();
                (Layout::ordered(shape, order), format!(" {order}"))
            }
        };
        row.asked(RowFate::Equal);
        format!("{}{order} => {:?};", text::tuple(&shape), layout.unwrap().marked().as_str())
    };
    rows.iter().filter(|row| row.method == method).map(row).collect()
}

/// Rows whose result is a number or a coordinate.
fn number_rows(rows: &[Row], method: &str) -> Vec<String> {
    let row = |row: &Row| {
        row.asked(RowFate::Equal);
        let [first, second] = [0, 1].map(|k| row.operands.get(k).map_or("", String::as_str));
        let a = || marked_layout(first);
        let (operands, answer) = match method {
            "size" => (format!("[{}]", text::layout(&a())), a().size().to_string()),
            "cosize" => (format!("[{}]", text::layout(&a())), a().cosize().to_string()),
            "index" => {
                let c = unmarked(second);
                let answer = a().index(&c.parse().unwrap()).unwrap().to_string();
                (format!("[{}] {c}", text::layout(&a())), answer)
            }
            "compact_coord" => {
                let (a, i) = (marked_layout(second), unmarked(first));
                let answer = a.coord(i.parse().unwrap()).unwrap().to_string();
                (format!("[{}] {i}", text::layout(&a)), format!("{answer:?}"))
            }
            _ => {
                let b = marked_layout(second);
                let size = a().max_common_vector(&b).unwrap();
                (format!("[{}] [{}]", text::layout(&a()), text::layout(&b)), size.to_string())
            }
        };
        format!("{operands} => {answer};")
    };
    rows.iter().filter(|row| row.method == method).map(row).collect()
}

/// CuTe's rows. `layout-core/tests/golden` checks that the results are CuTe's functions and keep its static leaves.
/// Here the types must have equal results. Rows that the known integers alone refuse do not compile, and are left out.
pub fn golden_file(rows: &[Row]) -> File {
    let mut random = SampleRandom::of("mixed");
    let mut text = head("CuTe's rows with run-time integers.");
    for operation in OPERATIONS.iter().chain([&SLICE]) {
        let (mut seen, mut calls) = (HashSet::new(), Vec::new());
        for row in rows {
            let Some(call) = parse(operation, row) else { continue };
            let answered = answer(&call).is_some_and(|answer| answer.is_ok());
            if answered || is_decided_at_run_time(&call, &mut random) {
                row.asked(RowFate::Equal);
                if seen.insert(call.source()) {
                    calls.push(call);
                }
            }
        }
        text += &tests(operation, &calls);
    }
    for method in ["col_major", "row_major"] {
        let open = format!("mixed_compact! {{ {method};");
        text += &test(method, &open, &compact_rows(rows, method));
    }
    text += &test("ordered", "mixed_ordered! { ordered;", &compact_rows(rows, "ordered"));
    for (method, table) in
        [("size", "number"), ("cosize", "number"), ("max_common_vector", "vector")]
    {
        text += &test(method, &format!("mixed_{table}! {{ {method};"), &number_rows(rows, method));
    }
    text += &test("index", "mixed_index! {", &number_rows(rows, "index"));
    text += &test("coord", "mixed_coord! {", &number_rows(rows, "compact_coord"));
    File { name: "mixed", text }
}

/// The call with some integers unknown: all, the integers of one operand, the extents, or any.
fn loosened(call: &Call, random: &mut SampleRandom) -> Call {
    let style = random.below(5);
    let mut operand = 0;
    let mut layout = |layout: &Layout| {
        operand += 1;
        let (extents, strides) = match style {
            0 => (1, 1),
            1 => (1, 0),
            2 if operand == 1 => (1, 1),
            2 => (0, 0),
            3 => (3, 0),
            _ => (2, 2),
        };
        let mut unknown = |tuple: &IntTuple, times: usize| {
            let mut some = std::iter::repeat_with(|| times > 0 && random.once_in(times));
            with_unknown(tuple, &mut some)
        };
        let shape = unknown(&layout.shape(), extents);
        layout_core::internal::unchecked_layout(shape, unknown(&layout.stride(), strides))
    };
    let m_is_unknown = matches!(style, 0 | 4);
    call.map(&mut layout, &mut |m| with_unknown(m, &mut std::iter::repeat(m_is_unknown)))
}

fn is_mixed(call: &Call) -> bool {
    let known = call.known();
    known.source() != call.source()
}

/// Rows of `table` with some integers made run-time, then refused rows; with a tiler by mode or not.
fn loosened_rows(table: &Table, by_mode: bool) -> Vec<Call> {
    let operation = table.operation;
    let mut random = SampleRandom::of(&format!("mixed {} {by_mode}", operation.method));
    let is_style = |call: &&Call| call.is_by_mode() == by_mode;
    let pools = [&table.golden, &table.random]
        .map(|calls| calls.iter().filter(is_style).cloned().collect::<Vec<Call>>());
    if pools[1].is_empty() {
        return Vec::new();
    }
    let (mut seen, mut calls) = (HashSet::new(), Vec::new());
    while calls.len() < ACCEPTED {
        let golden = random.once_in(3) && !pools[0].is_empty();
        let mixed = loosened(&random.pick(&pools[usize::from(!golden)]), &mut random);
        let answered = answer(&mixed).is_some_and(|answer| answer.is_ok())
            && is_decided_at_run_time(&mixed, &mut random);
        if answered && is_small(&mixed) && is_mixed(&mixed) && seen.insert(mixed.source()) {
            calls.push(mixed);
        }
    }
    // An operation that is never refused at run time panics if integers overflow.
    let (_, tries) = macro_of(operation, by_mode);
    let attempts = if tries { 3000 } else { 0 };
    let refused = std::iter::repeat_with(|| loosened(&call(&mut random, operation), &mut random))
        .take(attempts)
        .filter(|call| is_style(&call) && is_small(call) && is_mixed(call))
        .filter(|call| answer(call).is_some_and(|answer| answer.is_err()))
        .collect::<Vec<Call>>();
    calls.extend(
        refused
            .into_iter()
            .filter(|call| is_decided_at_run_time(call, &mut random))
            .filter(|call| seen.insert(call.source()))
            .take(REFUSED),
    );
    calls
}

fn is_small(call: &Call) -> bool {
    call.a.shape().leaf_count() <= 6
}

/// Static rows with some integers made run-time: an equal function, or a refusal in both.
pub fn generated_files(tables: &[Table]) -> Vec<File> {
    let is_reshape = |table: &&Table| {
        let file = file_of(table.operation.method);
        ["recast", "reshape", "axes"].contains(&file)
    };
    let (own, others): (Vec<&Table>, Vec<&Table>) = tables.iter().partition(is_reshape);
    let file = |name, tables: Vec<&Table>| {
        let mut text = head("Static rows again, with some integers known at run time only.");
        for table in tables {
            let calls = [false, true].map(|by_mode| loosened_rows(table, by_mode)).concat();
            text += &tests(table.operation, &calls);
        }
        File { name, text }
    };
    vec![file("agree", others), file("reshape_agree", own)]
}
