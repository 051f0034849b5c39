//! Refused rows: for static layouts, a compile error with the message of the algebra on plain integers.
//! `tests/static_refused.rs` compiles all of them as one program.

use std::collections::HashSet;
use std::fmt::Write;

use super::File;
use super::call::{Call, Operand};
use super::golden::{Row, RowFate};
use super::operations::{self, Kind, OPERATIONS, Operation};
use super::sample::SampleRandom;

/// Random rows of each operation.
const RANDOM: usize = 6;

/// Inputs that other systems compute wrongly.
const MUSEUM: [(&str, &str, &str); 17] = [
    ("compose", "(3,8):(8,1)", "8:2"),
    ("compose", "(6,2):(1,7)", "(3,2):(2,3)"),
    ("compose", "(4,3):(0,1)", "(2,3):(2,1)"),
    ("compose", "(4,6,8):(2,3,5)", "6:3"),
    ("compose", "(4,6,8):(2,3,5)", "6:1"),
    ("compose", "(4,6,8):(2,3,5)", "6:5"),
    ("compose", "(4,2,8):(3,12,97)", "4:3"),
    ("compose", "(4,2,8):(3,15,97)", "3:3"),
    ("compose", "(4,4):(24,12)", "11:1"),
    ("complement", "(2,2):(1,3)", "24"),
    ("complement", "4:2", "19"),
    ("complement", "(2,2):(2,3)", "19"),
    ("zipped_divide", "(12,(4,8)):(7,(1,30))", "128:1"),
    ("raked_product", "((2),1):((3),1)", "(2,8):(1,2)"),
    ("left_inverse", "(2,18):(0,1)", ""),
    ("left_inverse", "(16,4096):(4,16)", ""),
    ("left_inverse", "(2,3):(3,2)", ""),
];

fn museum(operation: &'static Operation) -> Vec<Call> {
    let row = |(_, a, b): &(&str, &str, &str)| {
        let operand = match operation.kind {
            Kind::Extent => Operand::Extent(b.parse().unwrap()),
            Kind::Inverse => Operand::None,
            _ => Operand::Layout(b.parse().unwrap()),
        };
        let call = Call { method: operation.method, a: a.parse().unwrap(), operand };
        assert!(call.answer().is_err(), "{} {} is answered", call.method, call.source());
        call
    };
    MUSEUM.iter().filter(|(method, ..)| *method == operation.method).map(row).collect()
}

/// Tilers with more modes than the layout. A bound of the method refuses them, and in generic code the algebra.
fn is_misfit(call: &Call) -> bool {
    matches!(&call.operand, Operand::Tile(modes) if modes.len() > call.a.rank())
}

fn row(call: &Call) -> String {
    let kind = match &call.operand {
        _ if is_misfit(call) => "misfit",
        Operand::Tile(_) => "by_mode",
        Operand::Extent(_) if call.method.ends_with("shape") => "shape",
        Operand::Extent(_) if ["broadcast_to", "refine"].contains(&call.method) => "shape",
        Operand::Extent(_) => "extent",
        Operand::Ordered(..) => "ordered",
        Operand::Mode(_) => "count",
        Operand::Range(..) => "bits",
        Operand::None => "inverse",
        _ if call.method == "max_common_layout" => "layout",
        _ if call.method.ends_with("ed_product") && call.method != "zipped_product" => {
            if call.method == "tiled_product" { "tiler" } else { "layout" }
        }
        _ => "tiler",
    };
    let refusal = call.answer().unwrap_err();
    // Every row has an operand.
    let a = super::text::layout(&call.a);
    let source = match &call.operand {
        Operand::None => call.source() + " _",
        // One token for both.
        Operand::Range(old, new) => format!("[{a}] ({old}, {new})"),
        Operand::Ordered(shape, order) => format!("[{a}] ({shape} {order})"),
        _ => call.source(),
    };
    format!("{kind} {} {source} => {:?};", call.method, refusal.to_string())
}

/// Whether a bound of the method refuses the row: a block with more modes than the shape.
fn is_nesting(call: &Call) -> bool {
    match &call.operand {
        Operand::Extent(shape) if call.method == "tile_to_shape" => call.a.rank() > shape.rank(),
        Operand::Ordered(shape, _) => call.a.rank() > shape.rank(),
        _ => false,
    }
}

fn rows(operation: &'static Operation, golden: &[Row]) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut random = SampleRandom::of(&format!("refused {}", operation.method));
    // The padded divides use the rows of the exact ones.
    let strict = operation.method.trim_end_matches("_padded");
    let parsed = golden.iter().filter(|row| row.method == strict).filter_map(|row| {
        let mine = Row::derived(operation.method, row.operands.clone());
        let call = operations::parse(operation, &mine)?;
        let refused = call.answer().is_err() && !is_nesting(&call);
        if refused && operation.method == strict {
            row.asked(RowFate::Refused);
        }
        refused.then_some(call)
    });
    let mut calls = museum(operation);
    calls.extend(parsed);
    calls.extend(
        std::iter::repeat_with(|| operations::call(&mut random, operation))
            .take(3000)
            .filter(|call| call.answer().is_err())
            .take(RANDOM),
    );
    calls.retain(|call| !is_nesting(call));
    calls.iter().map(row).filter(|row| seen.insert(row.clone())).collect()
}

pub fn files(golden: &[Row]) -> Vec<File> {
    let mut text = String::from("rows! {\n");
    for operation in &OPERATIONS {
        if operations::is_refusable(operation) {
            rows(operation, golden).iter().for_each(|row| writeln!(text, "    {row}").unwrap());
        }
    }
    super::tuples::refused(golden).iter().for_each(|row| writeln!(text, "    {row}").unwrap());
    super::swizzled::refused().iter().for_each(|row| writeln!(text, "    {row}").unwrap());
    text += "}\n";
    vec![File { name: "refused", text }]
}
