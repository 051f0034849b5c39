//! Golden rows of Mojo's `layout` package.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Slice, Swizzle, Tiler};
use serde_json::Value;
use static_layout_dialects::Mojo;

use crate::algebra::{answer as algebra, numbers, otherwise, padded};
use crate::support::{layout, tuple};
use crate::{EQUAL, REFUSED, RowVerdict, every_row, same_layout};

#[test]
fn rows() {
    every_row("mojo", check);
}

/// A part of a tensor: its layout, its offset, and the layout of an element.
type TensorPart = (Layout, i64, Layout);

fn coord(values: &[i64]) -> Coord {
    let leaves: Vec<Coord> = values.iter().map(|&value| Coord::leaf(value)).collect();
    Coord::tuple(&leaves).unwrap()
}

fn kept(rank: usize) -> Coord {
    Coord::tuple(&vec![Coord::KEEP; rank]).unwrap()
}

fn sizes(values: &[i64]) -> Tiler {
    let text: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("<{}>", text.join(",")).parse().unwrap()
}

/// The tile at a coordinate of the grid of tiles.
fn tile(a: &Layout, tile: &[i64], at: &[i64]) -> Result<TensorPart, LayoutError> {
    let divided = a.zipped_divide(&sizes(tile))?;
    let (part, offset) = divided.slice(&Coord::tuple(&[kept(tile.len()), coord(at)])?)?;
    Ok((part, offset, layout("1:1")))
}

/// Elements that are tiles: the layout of the tiles, and the layout of one tile.
fn vectorize(a: &Layout, width: &[i64]) -> Result<TensorPart, LayoutError> {
    let divided = a.zipped_divide(&sizes(width))?;
    Ok((divided.mode(1)?, 0, divided.mode(0)?))
}

/// The elements of one thread: the elements at its coordinate in every tile of the shape of the threads.
fn distribute(a: &Layout, threads: &Layout, thread: i64) -> Result<TensorPart, LayoutError> {
    let modes = 0..threads.leaf_count();
    let shape: Vec<i64> = modes.clone().map(|k| threads.leaf(k).0).collect();
    let at: Vec<i64> =
        modes.map(|k| thread / threads.leaf(k).1.max(1) % threads.leaf(k).0).collect();
    let divided = a.zipped_divide(&sizes(&shape))?;
    let (part, offset) = divided.slice(&Coord::tuple(&[coord(&at), kept(shape.len())])?)?;
    Ok((part, offset, layout("1:1")))
}

fn part(operation: &str, args: &[String]) -> Option<Result<TensorPart, LayoutError>> {
    let a = layout(&args[0]);
    let list = |k: usize| numbers(&args[k]);
    let number = |k: usize| numbers(&args[k])[0];
    Some(match operation {
        "tensor_tile" | "tile_tensor_tile" => tile(&a, &list(1), &list(2)),
        "tensor_vectorize" | "tile_tensor_vectorize" => vectorize(&a, &list(1)),
        "tensor_distribute" | "tile_tensor_distribute" => {
            distribute(&a, &layout(&args[1]), number(2))
        }
        "tensor_vectorize_distribute" => {
            vectorize(&a, &list(1)).and_then(|(vectors, _, element)| {
                let (part, offset, _) = distribute(&vectors, &layout(&args[2]), number(3))?;
                Ok((part, offset, element))
            })
        }
        "tensor_split" => {
            let (count, axis, piece) = (number(1), number(2) as usize, number(3));
            let mut tiles: Vec<i64> = (0..a.rank()).map(|k| a.mode(k).unwrap().size()).collect();
            tiles[axis] /= count;
            let mut at = vec![0; a.rank()];
            at[axis] = piece;
            tile(&a, &tiles, &at)
        }
        "tensor_slice" => {
            let range = |text: &String| {
                let (from, to) = text.split_once("..").unwrap();
                Slice::from(from.parse().unwrap()..to.parse().unwrap())
            };
            let slices: Vec<Slice> = args[1..].iter().map(range).collect();
            a.slice_axes(&slices).map(|(part, offset)| (part, offset, layout("1:1")))
        }
        "tensor_transpose" => {
            let modes: Vec<usize> = (0..a.rank()).rev().collect();
            a.permute(&modes).map(|part| (part, 0, layout("1:1")))
        }
        _ => return None,
    })
}

fn answer(operation: &str, args: &[String]) -> Result<String, LayoutError> {
    let a = || layout(&args[0]);
    Ok(match operation {
        "print" => {
            let text = Mojo(a()).to_string();
            assert_eq!(text.parse::<Mojo<Layout>>()?.0, a());
            text
        }
        "print_layout" => Mojo(a()).table()?.to_string(),
        "swizzle" => {
            let number = |k: usize| numbers(&args[k])[0];
            let swizzle = Swizzle::new(number(0), number(1), number(2))?;
            assert_eq!(Mojo(swizzle).to_string().parse::<Mojo<Swizzle>>()?, Mojo(swizzle));
            swizzle.apply(number(3)).to_string()
        }
        "make_layout" => {
            let text = |side: fn(&Layout) -> IntTuple| {
                let parts: Vec<String> =
                    args.iter().map(|arg| side(&layout(arg)).to_string()).collect();
                format!("({})", parts.join(","))
            };
            Layout::new(tuple(&text(Layout::shape)), tuple(&text(Layout::stride)))?.to_string()
        }
        "zip_modes" => {
            let (a, b) = (a(), layout(&args[1]));
            let pair = |i: usize| -> Result<(String, String), LayoutError> {
                let (a, b) = (a.mode(i)?, b.mode(i)?);
                let both = |x: IntTuple, y: IntTuple| format!("({x},{y})");
                Ok((both(a.shape(), b.shape()), both(a.stride(), b.stride())))
            };
            let pairs: Vec<_> = (0..a.rank()).map(pair).collect::<Result<_, _>>()?;
            let (shape, stride): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            format!("({}):({})", shape.join(","), stride.join(","))
        }
        "expand_modes_alike" => {
            let (a, b) = Mojo(a()).expand_modes_alike(&layout(&args[1]))?;
            format!("{a} {b}")
        }
        "downcast" => Mojo(a()).downcast(numbers(&args[1])[0])?.to_string(),
        "zipped_divide" => Mojo(a()).zipped_divide(&layout(&args[1]))?.to_string(),
        "zipped_divide_by_mode" => {
            let tiles: Vec<Layout> = args[1..].iter().map(|text| layout(text)).collect();
            Mojo(a()).zipped_divide_by_mode(&tiles)?.to_string()
        }
        "index" => a().index(&args[1].parse()?)?.to_string(),
        "idx2crd" => a().coord_of(numbers(&args[1])[0])?.to_string(),
        "mode" => a().mode(numbers(&args[1])[0] as usize)?.to_string(),
        "depth" => tuple(&args[0]).depth().to_string(),
        "congruent" | "weakly_congruent" | "compatible" => {
            let (a, b) = (tuple(&args[0]), tuple(&args[1]));
            let holds = match operation {
                "congruent" => a.congruent(&b),
                "weakly_congruent" => a.weakly_congruent(&b),
                _ => a.compatible(&b),
            };
            if holds { "True".to_string() } else { "False".to_string() }
        }
        _ => return algebra(operation, args),
    })
}

fn check(row: &Value) -> RowVerdict {
    let operation = row["op"].as_str().unwrap();
    let args: Vec<String> =
        row["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap().into()).collect();
    if let Some(part) = part(operation, &args) {
        return check_part(row, part);
    }
    let ours = answer(operation, &args);
    let theirs = row["out"].as_str();
    match (ours, theirs) {
        (Err(_), None) => Ok(REFUSED),
        (Ok(ours), Some(theirs)) if same_layout(&ours, theirs) => Ok(EQUAL),
        (Ok(ours), Some(theirs)) if pairs_agree(&ours, theirs) => Ok(EQUAL),
        (Err(_), Some(theirs))
            if padded(operation, &args).is_some_and(|ours| same_layout(&ours, theirs)) =>
        {
            Ok("padded")
        }
        (ours, theirs) => otherwise(row, operation, &args, ours, theirs),
    }
}

fn pairs_agree(ours: &str, theirs: &str) -> bool {
    match (ours.split_once(' '), theirs.split_once(' ')) {
        (Some(ours), Some(theirs)) => {
            same_layout(ours.0, theirs.0) && same_layout(ours.1, theirs.1)
        }
        _ => false,
    }
}

fn check_part(row: &Value, part: Result<TensorPart, LayoutError>) -> RowVerdict {
    let Some(theirs) = row["out"].as_str() else {
        return match part {
            Err(_) => Ok(REFUSED),
            Ok(_) => Ok("does not compile there, answered"),
        };
    };
    let (part, offset, element) = part.map_err(|error| error.to_string())?;
    let alike = same_layout(&part.to_string(), theirs)
        && row["offset"].as_i64() == Some(offset)
        && row["element"]
            .as_str()
            .is_none_or(|theirs| same_layout(&element.to_string(), theirs) || element.size() == 1);
    if alike { Ok(EQUAL) } else { Err(format!("{part} at {offset} of {element}")) }
}
