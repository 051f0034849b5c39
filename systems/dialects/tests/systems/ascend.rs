//! Golden rows of layouts and formats of Ascend C.

use layout_core::Frame;
use layout_core::{ArrayRule, Coord, Layout, LayoutError, Rule, Slice};
use serde_json::Value;

use crate::support::{layout, tuple};
use crate::{EQUAL, REFUSED, RowVerdict, every_row, same_layout};

#[test]
fn rows() {
    every_row("ascend", check);
}

fn numbers(text: &str) -> Vec<i64> {
    let split = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    split.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

/// The layout of a format: its name, `c0` or an element type, and the shape.
fn frame(args: &[String]) -> Result<Layout, LayoutError> {
    let frame: Frame = args[0].parse()?;
    let pairs = matches!(
        frame,
        Frame::Nn | Frame::ScaleAnd | Frame::ScaleAdn | Frame::ScaleBnd | Frame::ScaleBdn
    );
    let c0 = match args[1].split_once('=').unwrap().1 {
        "default" if pairs => 2,
        "default" => 16,
        "float" => Frame::c0(32),
        "half" => Frame::c0(16),
        // Its default trait has 64 for bytes.
        "uint8_t" => 64,
        number => number.parse().unwrap(),
    };
    match numbers(&args[2])[..] {
        [row, column] => frame.layout(row, column, c0),
        [batch, row, column] => frame.batched(batch, row, column, c0),
        _ => panic!("{args:?}"),
    }
}

fn made(text: &str) -> Result<Layout, LayoutError> {
    if let Some((shape, stride)) = text.split_once(':') {
        return Layout::new(shape.parse()?, stride.parse()?);
    }
    let shape = tuple(text);
    if shape.depth() == 1 { Layout::row_major(shape) } else { Layout::level_by_level(shape) }
}

fn answer(operation: &str, args: &[String]) -> Result<String, LayoutError> {
    let coordinate = |k: usize| args[k].parse::<Coord>();
    let path = |k: usize| numbers(&args[k]).iter().map(|&n| n as usize).collect::<Vec<_>>();
    let modes = |a: Layout| match args.len() {
        1 => Ok(a),
        _ => a.select(&path(1)),
    };
    Ok(match operation {
        "make_layout" => made(&args[0])?.to_string(),
        "frame" => frame(args)?.to_string(),
        "frame_index" => frame(args)?.try_index(&coordinate(3)?)?.to_string(),
        "frame_size" => frame(args)?.size().to_string(),
        "frame_capacity" => frame(args)?.capacity().to_string(),
        "frame_cosize" => frame(args)?.cosize().to_string(),
        "remove_batch" if numbers(&args[2]).len() == 3 => frame(args)?.mode(1)?.to_string(),
        // No mode follows the batch and the matrix.
        "remove_batch" => frame(args)?.mode(2)?.to_string(),
        "slice" => frame(args)?.slice_fractals(&tuple(&args[3]), &tuple(&args[4]))?.0.to_string(),
        "infer_pattern" => Frame::infer(&layout(&args[0])).map_or("none", Frame::name).to_string(),
        "index" => layout(&args[0]).try_index(&coordinate(1)?)?.to_string(),
        "select" => layout(&args[0]).select(&path(1))?.to_string(),
        "get" => layout(&args[0]).get(&path(1))?.to_string(),
        "rank" => layout(&args[0]).rank().to_string(),
        "size" => modes(layout(&args[0]))?.size().to_string(),
        "capacity" => modes(layout(&args[0]))?.capacity().to_string(),
        "cosize" | "coshape" => modes(layout(&args[0]))?.cosize().to_string(),
        "squeeze" => made(&args[0])?.to_string(),
        other => panic!("an unknown operation: {other}"),
    })
}

fn check(row: &Value) -> RowVerdict {
    let operation = row["op"].as_str().unwrap();
    let args: Vec<String> =
        row["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap().into()).collect();
    let ours = answer(operation, &args);
    let Some(theirs) = row["out"].as_str() else {
        return match (operation, ours) {
            (_, Err(_)) => Ok(REFUSED),
            ("make_layout", Ok(_)) if args[0] == "8:1" => Ok("a layout of depth 0"),
            ("make_layout", Ok(_)) if args[0] == "(0,4)" => Ok("an empty layout"),
            (_, Ok(ours)) => Err(ours),
        };
    };
    match ours {
        Ok(ours) if same_layout(&ours, theirs) => Ok(EQUAL),
        // Here a mode of one leaf is that leaf.
        Ok(ours)
            if operation == "get" && theirs == format!("({}", ours.replace(':', "):(")) + ")" =>
        {
            Ok("a mode of one leaf is that leaf")
        }
        Ok(ours)
            if operation == "select" && ours.replace("((", "(").replace("))", ")") == theirs =>
        {
            Ok("one selected mode is a tuple of one")
        }
        Ok(ours) if ours == "none" && !layout(&args[0]).is_injective().unwrap() => {
            Ok("fractals that overlap are no format")
        }
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn every_format_of_small_matrices() {
    for frame in Frame::ALL {
        assert_eq!(frame.to_string().parse(), Ok(frame));
        for (row, column) in [(1, 1), (2, 6), (16, 16), (18, 30), (32, 48), (4, 34)] {
            for c0 in [2, 8, 16] {
                let Ok(a) = frame.layout(row, column, c0) else { continue };
                assert!(a.is_injective().unwrap() && a.size() >= row * column, "{frame}: {a}");
                assert!(a.mode(0).unwrap().size() >= row && a.mode(1).unwrap().size() >= column);
                assert!(a.is_bijective(), "{frame}: {a}");
                let batch = frame.batched(3, row, column, c0).unwrap();
                assert!(batch.is_bijective() && batch.mode(1).unwrap() == a, "{frame}: {batch}");
                let found = Frame::infer(&a).unwrap();
                let same = found.layout(row, column, c0.max(2));
                assert!(
                    same.is_ok_and(|same| same == a) || row * column < 16 * 16,
                    "{frame} {found}"
                );
            }
        }
    }
}

#[test]
fn hostile_extents_are_refused() {
    let ends = [i64::MIN, -1, 0, 1, 2, 3, 1 << 31, 1 << 62, i64::MAX - 1, i64::MAX];
    for frame in Frame::ALL {
        for row in ends {
            for column in ends {
                for c0 in ends {
                    let made = frame.layout(row, column, c0);
                    let positive = row > 0 && column > 0 && c0 > 0;
                    assert!(positive || made.is_err(), "{frame}: {row} {column} {c0}");
                    let _ = (frame.batched(row, column, c0, 16), Frame::c0(c0));
                }
            }
        }
    }
}

/// Slices of whole fractals and slices inside one, by Ascend C's rule: the elements that are left from the coordinate
/// on, at most as many as asked for, in whole fractals.
#[test]
fn slices_of_fractals() {
    let rows = [
        (Frame::Nz, "(0,32)", "(48,48)", "((16,3),(16,1)):((16,256),(1,0))", 4096),
        (Frame::Nz, "(16,16)", "(32,16)", "((16,2),(16,1)):((16,256),(1,0))", 2304),
        (Frame::Nz, "(3,5)", "(8,4)", "((16,1),(16,1)):((16,0),(1,0))", 53),
        (Frame::Nz, "(112,0)", "(64,40)", "((16,1),(16,3)):((16,0),(1,2048))", 1792),
        (Frame::Zn, "(16,16)", "(16,32)", "((16,1),(16,2)):((1,0),(16,256))", 1024),
        (Frame::Zn, "(0,0)", "(20,20)", "((16,2),(16,2)):((1,768),(16,256))", 0),
        (Frame::Zz, "(32,16)", "(20,17)", "((16,2),(16,2)):((16,768),(1,256))", 1792),
        (Frame::Zz, "(33,0)", "(15,16)", "((16,1),(16,1)):((16,0),(1,0))", 1552),
        (Frame::Nd, "(3,5)", "(200,10)", "(125,10):(40,1)", 125),
        (Frame::NdExt, "(3,5)", "(8,10)", "((1,8),(1,10)):((0,40),(0,1))", 125),
    ];
    for (frame, from, extents, part, offset) in rows {
        let a = frame.layout(128, 40, 16).unwrap();
        let found = a.slice_fractals(&tuple(from), &tuple(extents)).unwrap();
        assert_eq!((found.0.to_string(), found.1), (part.to_string(), offset), "{frame} {from}");
    }
    let batch = Frame::Nz.batched(3, 32, 32, 16).unwrap();
    let (part, offset) = batch.slice_fractals(&tuple("(1,(16,0))"), &tuple("(8,(16,16))")).unwrap();
    let expected = ("(2,((16,1),(16,1))):(1024,((16,0),(1,0)))", 1024 + 256);
    assert_eq!((part.to_string().as_str(), offset), expected);
}

#[test]
fn slices_of_fractals_have_the_elements_of_the_layout_or_are_refused() {
    for frame in [Frame::Nz, Frame::Zn, Frame::Zz, Frame::Nd, Frame::DnExt] {
        let a = frame.layout(32, 48, 16).unwrap();
        let (rows, columns) = (a.mode(0).unwrap().size(), a.mode(1).unwrap().size());
        for (row, column) in [(0, 0), (16, 16), (3, 0), (0, 5), (31, 47), (20, 33)] {
            for (height, width) in [(1, 1), (16, 16), (7, 11), (17, 16), (64, 64)] {
                let shape = |x: i64, y: i64| tuple(&format!("({x},{y})"));
                let found = a.slice_fractals(&shape(row, column), &shape(height, width));
                let (height, width) = (height.min(rows - row), width.min(columns - column));
                let crosses = |from: i64, extent: i64| from % 16 != 0 && from % 16 + extent > 16;
                let flat = matches!(frame, Frame::Nd | Frame::DnExt);
                let Ok((part, offset)) = found else {
                    assert!(!flat && (crosses(row, height) || crosses(column, width)), "{frame}");
                    continue;
                };
                for i in 0..height {
                    for j in 0..width {
                        let of = |layout: &Layout, i, j| layout.index(&shape(i, j).into()).unwrap();
                        assert_eq!(offset + of(&part, i, j), of(&a, row + i, column + j));
                    }
                }
            }
        }
    }
}

#[test]
fn slices_of_fractals_out_of_range_are_refused() {
    let a = Frame::Nz.layout(32, 32, 16).unwrap();
    let rule = |from: &str, extents: &str| {
        a.slice_fractals(&tuple(from), &tuple(extents)).unwrap_err().rule()
    };
    let outside = ArrayRule::Index { index: 32, axis: 0, extent: 32 };
    assert_eq!(rule("(32,0)", "(1,1)"), Rule::Array(outside));
    assert_eq!(rule("(0,0)", "(0,1)"), Rule::Count { count: 0 });
    assert_eq!(rule("(0,0,0)", "(1,1,1)"), Rule::Fit);
    assert_eq!(rule("(0,0)", "(1,(1,1))"), Rule::Fit);
    // The axes of an array are cut exactly.
    assert_eq!(
        Layout::parse("(32,32):(32,1)").unwrap().slice_axes(&[Slice::from(3..8)]).unwrap().1,
        96
    );
}
