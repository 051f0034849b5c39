//! MoYe.jl, whose coordinates and offsets count from 1.

use layout_core::{Coord, IntTuple, Layout, LayoutError};
use serde_json::Value;
use static_layout_dialects::{MoYe, OneBased};

use crate::algebra::{answer as algebra, numbers, otherwise, padded};
use crate::support::{layout, tuple};
use crate::{EQUAL, REFUSED, Verdict, every_row, same_layout};

#[test]
fn rows() {
    every_row("moye", check);
}

fn one_based(text: &str) -> OneBased<Coord> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The coordinate, complete.
fn complete(text: &str) -> IntTuple {
    text.parse().unwrap()
}

fn answer(operation: &str, args: &[String]) -> Result<String, LayoutError> {
    let a = || OneBased::new(layout(&args[0]));
    let number = |k: usize| OneBased::number(numbers(&args[k])[0]);
    Ok(match operation {
        "index" => a().index(&one_based(&args[1]))?.to_string(),
        "index_to_coord" => a().coord_of(number(1))?.to_string(),
        "coord_to_index" => {
            let compact = Layout::col_major(tuple(&args[0]))?;
            OneBased::new(compact).index(&one_based(&args[1]))?.to_string()
        }
        "linear_coord" => {
            let (a, compact) = (a(), Layout::col_major(layout(&args[0]).shape())?);
            OneBased::new(compact).index(&a.coord_of(number(1))?)?.to_string()
        }
        "increment" => one_based(&args[0]).increment(&tuple(&args[1]))?.to_string(),
        "slice" => a().slice(&one_based(&args[1]))?.0.zero_based().to_string(),
        "dice" => layout(&args[0]).dice(one_based(&args[1]).zero_based())?.to_string(),
        "mode" => layout(&args[0]).mode(*number(1).zero_based() as usize)?.to_string(),
        "depth" => layout(&args[0]).depth().to_string(),
        "shape_div" => tuple(&args[0]).shape_div(&tuple(&args[1]))?.to_string(),
        "compatible" => tuple(&args[0]).compatible(&tuple(&args[1])).to_string(),
        "colex_less" => complete(&args[0]).colex_less(&complete(&args[1]))?.to_string(),
        "elem_less" => complete(&args[0]).elem_less(&complete(&args[1]))?.to_string(),
        _ => return algebra(operation, args),
    })
}

/// What a row writes with marks comes back as it is, but for blanks.
fn marks_come_back(row: &Value) {
    let leaves = row["leaves"].as_array().into_iter().flatten();
    for text in leaves.chain([&row["out_leaves"]]).filter_map(Value::as_str) {
        let printed = match text.contains(':') {
            true => text.parse::<MoYe<Layout>>().map(|read| read.to_string()),
            false => text.parse::<MoYe<IntTuple>>().map(|read| read.to_string()),
        };
        if let Ok(printed) = printed {
            assert_eq!(printed.replace(' ', "").replace(",)", ")"), text);
        }
    }
}

fn check(row: &Value) -> Verdict {
    let operation = row["op"].as_str().unwrap();
    let args: Vec<String> =
        row["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap().into()).collect();
    marks_come_back(row);
    let ours = answer(operation, &args);
    let theirs = row["out"].as_str();
    match (ours, theirs) {
        (Err(_), None) => Ok(REFUSED),
        (Ok(ours), Some(theirs)) if same_layout(&ours, theirs) => Ok(EQUAL),
        (Err(_), Some(theirs))
            if padded(operation, &args).is_some_and(|ours| same_layout(&ours, theirs)) =>
        {
            Ok("padded")
        }
        (Ok(_), None) if row["error"].as_str().unwrap().starts_with("MethodError") => {
            Ok("run-time tilers raise a MethodError there, answered")
        }
        (ours, theirs) => otherwise(row, operation, &args, ours, theirs),
    }
}
