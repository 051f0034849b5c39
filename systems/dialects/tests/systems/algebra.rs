//! Golden rows of the operations that Mojo and MoYe share with the algebra.

use layout_core::{Layout, LayoutError, Tiler};
use serde_json::Value;

use crate::RowVerdict;
use crate::support::{
    is_complement, is_composition, is_division, is_product, layout, multiset, tuple,
};

pub(crate) fn numbers(text: &str) -> Vec<i64> {
    let split = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    split.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

/// Several operands are a by-mode tiler, one is a layout.
fn tiler(operation: &str, args: &[String]) -> Tiler {
    let by_mode = operation.ends_with("_by_mode");
    let text = if by_mode { format!("<{}>", args[1..].join(",")) } else { args[1].clone() };
    text.parse().unwrap()
}

/// Coalesces each mode at the top level by itself.
fn by_mode(a: &Layout) -> Result<Layout, LayoutError> {
    let ones = vec!["1"; a.rank()].join(",");
    if a.depth() == 0 { a.coalesce() } else { a.coalesce_by(&tuple(&format!("({ones},)"))) }
}

/// The range of a complement, by default the cosize.
fn range(args: &[String]) -> i64 {
    args.get(1).map_or_else(|| layout(&args[0]).cosize(), |text| numbers(text)[0])
}

pub(crate) fn answer(operation: &str, args: &[String]) -> Result<String, LayoutError> {
    let b = || layout(&args[1]);
    let number = || numbers(&args[1])[0];
    match operation {
        "row_major" => return Layout::row_major(tuple(&args[0])).map(|a| a.to_string()),
        "col_major" => return Layout::col_major(tuple(&args[0])).map(|a| a.to_string()),
        "make_ordered_layout" => {
            let made = Layout::ordered(tuple(&args[0]), tuple(&args[1]));
            return made.map(|a| a.to_string());
        }
        "size" | "cosize" | "rank" if !args[0].contains(':') => {
            return tuple(&args[0]).size().map(|size| size.to_string());
        }
        _ => {}
    }
    let a = layout(&args[0]);
    let made = match operation {
        "size" => return Ok(a.size().to_string()),
        "cosize" => return Ok(a.cosize().to_string()),
        "rank" => return Ok(a.rank().to_string()),
        "max_common_vector" => return a.max_common_vector(&b()).map(|size| size.to_string()),
        "composition" | "composition_by_mode" => a.compose(&tiler(operation, args)),
        "complement" => a.complement(range(args)),
        "coalesce" => a.coalesce(),
        "coalesce_keep_rank" => by_mode(&a),
        "filter" => a.filter(),
        "flatten" => a.flatten(),
        "right_inverse" => a.right_inverse(),
        "left_inverse" => a.left_inverse(),
        "max_common_layout" => a.max_common_layout(&b()),
        "logical_divide" | "logical_divide_by_mode" => a.logical_divide(&tiler(operation, args)),
        "zipped_divide" | "zipped_divide_by_mode" => a.zipped_divide(&tiler(operation, args)),
        "tiled_divide_by_mode" => a.tiled_divide(&tiler(operation, args)),
        "logical_product" | "logical_product_by_mode" => a.logical_product(&tiler(operation, args)),
        "zipped_product" => a.zipped_product(&tiler(operation, args)),
        "tiled_product" => a.tiled_product(&tiler(operation, args)),
        "blocked_product" => a.blocked_product(&b()),
        "raked_product" => a.raked_product(&b()),
        "blocked_product_coalesce" => a.blocked_product(&b()).and_then(|made| by_mode(&made)),
        "raked_product_coalesce" => a.raked_product(&b()).and_then(|made| by_mode(&made)),
        "tile_to_shape" if args.len() > 2 => {
            a.tile_to_shape_ordered(&tuple(&args[1]), &tuple(&args[2]))
        }
        "tile_to_shape" => a.tile_to_shape(&tuple(&args[1])),
        "make_fragment_like" => a.fragment_like(),
        "transpose" => {
            let modes: Vec<usize> = (0..a.rank()).rev().collect();
            a.permute(&modes)
        }
        "upcast" => a.upcast(number()),
        "downcast" => a.downcast(number()),
        other => panic!("an unknown operation: {other}"),
    };
    made.map(|made| made.to_string())
}

/// The result of the variant that rounds up.
pub(crate) fn padded(operation: &str, args: &[String]) -> Option<String> {
    let a: Layout = args.first()?.parse().ok()?;
    let made = match operation {
        "complement" => a.complement_padded(range(args)).ok()?,
        "logical_divide" | "logical_divide_by_mode" => {
            a.logical_divide_padded(&tiler(operation, args)).ok()?.layout()
        }
        "zipped_divide" | "zipped_divide_by_mode" => {
            a.zipped_divide_padded(&tiler(operation, args)).ok()?.layout()
        }
        "tiled_divide_by_mode" => a.tiled_divide_padded(&tiler(operation, args)).ok()?.layout(),
        _ => return None,
    };
    Some(made.to_string())
}

/// Whether `made` satisfies the equation of the operation.
fn satisfies(operation: &str, args: &[String], made: &Layout) -> Option<bool> {
    if operation == "make_ordered_layout" {
        return Some(made.is_bijective());
    }
    let (a, b) = (args[0].parse::<Layout>().ok()?, || layout(&args[1]));
    let small = made.size() < 1 << 16 && a.size() < 1 << 16;
    let disjoint = |made: &Layout| made.is_injective().unwrap();
    match operation {
        _ if !small => None,
        "composition" => Some(is_composition(made, &a, &b())),
        "composition_by_mode" => {
            let part = |k: usize| made.mode(k).ok().zip(a.mode(k).ok());
            let agrees = |k: usize| {
                let (made, a) = part(k)?;
                Some(is_composition(&made, &a, &layout(&args[k + 1])))
            };
            Some((0..args.len() - 1).all(|k| agrees(k) == Some(true)))
        }
        "complement" => Some(is_complement(made, &a, range(args))),
        "logical_divide" => Some(is_division(made, &a, &b())),
        "zipped_divide" | "zipped_divide_by_mode" | "logical_divide_by_mode" => {
            Some(made.size() == a.size() && multiset(made) == multiset(&a))
        }
        "logical_product" => Some(is_product(made, &a, &b())),
        "left_inverse" => {
            let at = |i: i64| made.index(&a.index(&i.into()).unwrap().into());
            Some((0..a.size()).all(|i| at(i) == Ok(i)))
        }
        "right_inverse" => {
            let at = |i: i64| a.index(&made.index(&i.into()).unwrap().into());
            Some((0..made.size()).all(|i| at(i) == Ok(i)))
        }
        "max_common_layout" => {
            let b = b();
            let at = |side: &Layout, i: i64| side.index(&made.index(&i.into()).unwrap().into());
            Some((0..made.size()).all(|i| at(&a, i) == Ok(i) && at(&b, i) == Ok(i)))
        }
        "blocked_product" | "raked_product" => {
            let apart = !disjoint(&a) || !disjoint(&b()) || disjoint(made);
            Some(made.size() == a.size() * b().size() && apart)
        }
        "tile_to_shape" => {
            let shape = tuple(&args[1]);
            Some(shape.size() == Ok(made.size()) && made.rank() == shape.rank())
        }
        _ => None,
    }
}

/// The outcome of a row that is neither equal nor refused by both.
pub(crate) fn otherwise(
    row: &Value,
    operation: &str,
    args: &[String],
    ours: Result<String, LayoutError>,
    theirs: Option<&str>,
) -> RowVerdict {
    let parsed = |text: &str| text.parse::<Layout>().ok();
    let law = |made: Option<Layout>| made.and_then(|made| satisfies(operation, args, &made));
    let (made, answered) =
        (ours.as_ref().ok().and_then(|text| parsed(text)), theirs.and_then(parsed));
    if let Some(reason) = decided(operation, args, answered, &ours) {
        return Ok(reason);
    }
    let broken = row["law"] == "broken" || law(answered) == Some(false);
    match (&ours, theirs) {
        (Err(_), Some(_)) if broken => Ok("wrong, refused"),
        (Ok(_), Some(_)) if broken && law(made) == Some(true) => Ok("wrong, answered rightly"),
        (Ok(_), None) if law(made) == Some(true) => Ok("refused there, answered"),
        (Ok(_), Some(_)) if same_function(made, answered) => {
            Ok("the same function, nested otherwise")
        }
        (Ok(_), Some(_)) if operation == "left_inverse" && law(made) == Some(true) => {
            Ok("a left inverse: offsets that are not hit go anywhere")
        }
        (Ok(_), Some(_)) if operation == "right_inverse" && law(made) == Some(true) => {
            Ok("run-time integers: not looked at there")
        }
        (Ok(ours), _) => Err(ours.clone()),
        (Err(error), _) => Err(format!("refused: {error}")),
    }
}

fn same_function(ours: Option<Layout>, theirs: Option<Layout>) -> bool {
    ours.zip(theirs).is_some_and(|(ours, theirs)| ours.same_function(&theirs))
}

/// The composition by mode with `_` for modes without a tiler.
fn keeping_modes(args: &[String]) -> Option<Layout> {
    let a = layout(&args[0]);
    let kept = (args.len() - 1..a.rank()).map(|_| "_".to_string());
    let text: Vec<String> = args[1..].iter().cloned().chain(kept).collect();
    a.compose(&format!("<{}>", text.join(",")).parse().ok()?).ok()
}

/// Rows with another result here, by reason.
fn decided(
    operation: &str,
    args: &[String],
    theirs: Option<Layout>,
    ours: &Result<String, LayoutError>,
) -> Option<&'static str> {
    if operation == "composition_by_mode" && same_function(keeping_modes(args), theirs) {
        return Some("modes without a tiler: `_` keeps them here");
    }
    match operation {
        "complement" if range(args) < 1 => Some("an unknown range"),
        "cosize" if args[0].contains('-') => Some("the cosize of negative strides"),
        "depth" => Some("the depth of tuples side by side adds up there"),
        "upcast" if ours.is_err() => Some("an upcast that rounds: refused"),
        "shape_div" if ours.is_err() => Some("a division with a rest: refused"),
        "make_ordered_layout" if args[1] == "(10,2)" => {
            Some("run-time orders are not looked at there")
        }
        "index_to_coord" if args[0] == "(1,4):(0,1)" => Some("an extent of 1 has the coordinate 1"),
        "make_ordered_layout" if args[0] == "4" => Some("a stride (1) of an extent 4"),
        "logical_product_by_mode" if ours.is_err() => {
            Some("a product by mode that is no composition: refused")
        }
        _ => None,
    }
}
