//! The files of static rows.

use std::fmt::Write;

use super::File;
use super::call::{Call, Operand, is_padded_divide};
use super::operations::{Kind, Table};
use super::scalars::expression;
use super::text;

/// The number of rows in a test function.
const CHUNK: usize = 40;

/// The head of a generated module.
pub fn head(what: &str) -> String {
    format!("// {what}\n")
}

/// Tables whose results have names in `ops`.
const NAMED: [&str; 14] = [
    "unary",
    "binary",
    "by_mode",
    "padded",
    "padded_by_mode",
    "with_tuple",
    "select",
    "mode",
    "range",
    "replace",
    "with_tuples",
    "dice",
    "slice",
    "slice_axes",
];

/// One row in this number is also checked by the name of its result, unless `ALL_ALIASES` is set.
const SAMPLE: usize = 8;

/// The `#[test]` functions of `rows`, and the `#[test]` functions for the names of a sample.
pub fn test(name: &str, open: &str, rows: &[String]) -> String {
    let table = open.split('!').next().unwrap_or_default();
    let each = if std::env::var_os(super::ALL).is_some() { 1 } else { SAMPLE };
    let sample: Vec<String> = rows.iter().step_by(each).cloned().collect();
    let named = NAMED.contains(&table);
    let alias = if table == "select" { "with_tuple" } else { table };
    let open_named = open.replacen(table, &format!("alias_{alias}"), 1);
    let by_name = if named {
        tests_of(&format!("{name}_by_name"), &open_named, &sample)
    } else {
        String::new()
    };
    tests_of(name, open, rows) + &by_name
}

/// The `#[test]` functions of `rows`, in chunks.
fn tests_of(name: &str, open: &str, rows: &[String]) -> String {
    let mut out = String::new();
    for (k, rows) in rows.chunks(CHUNK).enumerate() {
        let suffix = if k == 0 { String::new() } else { format!("_{}", k + 1) };
        writeln!(out, "\n#[test]\nfn {name}{suffix}() {{\n    {open}").unwrap();
        for row in rows {
            writeln!(out, "        {row}").unwrap();
        }
        writeln!(out, "    }}\n}}").unwrap();
    }
    out
}

pub fn macro_of(kind: Kind, padded: bool, by_mode: bool) -> &'static str {
    match (kind, padded, by_mode) {
        (Kind::Unary | Kind::Inverse, ..) => "unary",
        (Kind::Tiler, true, true) => "padded_by_mode",
        (Kind::Tiler, true, false) => "padded",
        (Kind::Tiler, false, true) => "by_mode",
        (Kind::Tiler | Kind::Layout, ..) => "binary",
        (Kind::Extent | Kind::Profile | Kind::Path, ..) => "with_tuple",
        (Kind::Shape | Kind::Nest, ..) => "with_tuple",
        (Kind::Ordered, ..) => "with_tuples",
        (Kind::Select | Kind::Permute, ..) => "select",
        (Kind::Dice, ..) => "dice",
        (Kind::Slices, ..) => "slice_axes",
        (Kind::Coord, ..) => "slice",
        (Kind::Mode | Kind::Count, ..) => "mode",
        (Kind::Range | Kind::Bits, ..) => "range",
        (Kind::Replace | Kind::Pad, ..) => "replace",
    }
}

fn row(call: &Call) -> String {
    let answer = call.answer().unwrap();
    let offset = match &call.operand {
        Operand::Coord(coord) if call.method == "slice" => {
            format!(" + {}", expression(&call.a.slice_image(coord).unwrap().1))
        }
        Operand::Slices(slices) => {
            format!(" + ({})", call.a.slice_axes(slices).unwrap().1)
        }
        _ => String::new(),
    };
    format!("{} => [{}]{offset};", call.source(), text::layout(&answer))
}

pub fn tests(table: &Table) -> String {
    let operation = table.operation;
    let padded = is_padded_divide(operation.method);
    let mut out = String::new();
    for (origin, calls) in [("golden", &table.golden), ("random", &table.random)] {
        for by_mode in [false, true] {
            let rows: Vec<String> =
                calls.iter().filter(|call| call.is_by_mode() == by_mode).map(row).collect();
            let table = macro_of(operation.kind, padded, by_mode);
            let name = if by_mode { "_by_mode" } else { "" };
            let name = format!("{}{name}_{origin}", operation.method);
            let open = format!("{table}! {{ {} {};", operation.method, operation.alias);
            out += &test(&name, &open, &rows);
        }
    }
    out
}

const FILES: [(&str, &str, &[&str]); 10] = [
    (
        "recast",
        "Elements of another width, filters and orders.",
        &["cast", "recast_bits", "like", "sort", "filter", "filter_zeros", "filter_by", "zeros_by"],
    ),
    (
        "reshape",
        "Other shapes and nestings of the same offsets, and blocks that fill a shape.",
        &[
            "with_shape",
            "tile_to_shape",
            "shape_ordered",
            "permute",
            "zip",
            "unflatten",
            "pend_to",
            "dice",
        ],
    ),
    (
        "axes",
        "Axes of strided arrays.",
        &["reshape", "broadcast_to", "squeeze", "transpose", "to_flat", "axes"],
    ),
    ("coalesce", "Coalescing.", &["coalesce", "coalesce_by"]),
    ("compose", "Compositions and complements.", &["compose", "complement"]),
    (
        "inverse",
        "Inverses, and what two layouts have in common.",
        &["inverse", "nullspace", "max_common_layout"],
    ),
    ("divide", "Divides.", &["_divide"]),
    ("divide_padded", "Divides that round up.", &["divide_padded"]),
    ("product", "Products.", &["_product"]),
    ("structure", "Modes taken, joined and regrouped.", &[]),
];

pub fn file_of(method: &str) -> &'static str {
    let last = FILES[FILES.len() - 1];
    let holds = |(_, _, parts): &&(&str, &str, &[&str])| {
        parts.iter().any(|part| {
            method.ends_with(part) || method.strip_suffix("_padded").is_some_and(|m| m == *part)
        })
    };
    FILES.iter().find(holds).unwrap_or(&last).0
}

pub fn files(tables: &[Table]) -> Vec<File> {
    FILES
        .iter()
        .map(|(name, what, _)| {
            let mine = tables.iter().filter(|table| file_of(table.operation.method) == *name);
            File { name, text: mine.fold(head(what), |text, table| text + &tests(table)) }
        })
        .collect()
}
