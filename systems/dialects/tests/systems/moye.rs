//! Golden rows of MoYe.jl, which counts coordinates and offsets from 1.

use layout_core::{Coord, IntTuple, Layout, LayoutError};
use serde_json::Value;
use static_layout_dialects::{MoYe, OneBased};

use crate::algebra::{answer as algebra, numbers, otherwise, padded};
use crate::support::{layout, tuple};
use crate::{EQUAL, REFUSED, RowVerdict, every_row, same_layout};

#[test]
fn rows() {
    every_row("moye", check);
}

fn one_based(text: &str) -> OneBased<Coord> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The coordinate, without `:`.
fn complete(text: &str) -> MoYe<IntTuple> {
    MoYe(text.parse().unwrap())
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
        "make_fragment_like" => MoYe(layout(&args[0])).make_fragment_like()?.to_string(),
        "tile_to_shape" if args.len() > 2 => {
            let (shape, order) = (tuple(&args[1]), tuple(&args[2]));
            MoYe(layout(&args[0])).tile_to_shape_ordered(&shape, &order)?.to_string()
        }
        "tile_to_shape" => MoYe(layout(&args[0])).tile_to_shape(&tuple(&args[1]))?.to_string(),
        _ => return algebra(operation, args),
    })
}

/// A text with marks prints as it was read, apart from blanks.
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

fn check(row: &Value) -> RowVerdict {
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

/// Fragments have a place for every element, tiled shapes are coalesced mode by mode, and tuples of unlike nestings are
/// compared as MoYe compares them.
#[test]
fn moyes_meaning() {
    for (text, made) in [
        ("(4,2,12):(0,1,8)", "(4,2,12):(1,4,8)"),
        ("((2,2),3,4):((1,0),8,2)", "((2,2),3,4):((1,2),16,4)"),
        ("(4,2,3):(1,0,4)", "(4,2,3):(1,4,8)"),
        ("(2,3):(3,1)", "(2,3):(1,2)"),
        ("(8,4,2):(4,32,2)", "(8,4,2):(1,16,8)"),
        ("6:2", "6:1"),
    ] {
        let made_here = MoYe(layout(text)).make_fragment_like().unwrap();
        assert_eq!(made_here.to_string(), made);
        assert!(made_here.is_bijective());
    }
    let run_time: MoYe<Layout> = "(_4, 2, _12):(_0, _12, _1)".parse().unwrap();
    assert_eq!(run_time.make_fragment_like().unwrap().to_string(), "(4,2,12):(1,4,8)");
    for (block, shape, made) in [
        ("(12,3):(3,1)", "(36,3)", "(36,3):(3,1)"),
        ("(3,2):(1,3)", "(6,10)", "((3,2),(2,5)):((1,6),(3,12))"),
        ("(8,1):(1,8)", "(32,3)", "(32,3):(1,32)"),
        ("4:1", "8", "(8):(1)"),
    ] {
        let made_here = MoYe(layout(block)).tile_to_shape(&tuple(shape)).unwrap();
        assert_eq!(made_here.to_string(), made);
    }
    for (a, b, colex, elem) in [
        ("(1,2,3)", "(1,1,2,3)", Some(true), Some(false)),
        ("(1,1,2,3)", "(1,2,3)", Some(false), Some(false)),
        ("(1,((7,2),2))", "(1,(4,1))", Some(false), None),
        ("(1,(7,5))", "(1,((3,2,2),4,16))", Some(true), None),
        ("(1,(3,3,(2,3)))", "(1,(4,4,2))", None, Some(true)),
        ("((1,2),(3,4))", "((3,4),(3,4),1)", None, Some(true)),
        ("()", "()", Some(false), Some(true)),
        ("()", "(1,2)", Some(true), Some(true)),
        ("4", "(5,)", None, None),
    ] {
        let (x, y) = (complete(a), complete(b));
        assert_eq!((x.colex_less(&y).ok(), x.elem_less(&y).ok()), (colex, elem), "{a} {b}");
    }
}
