//! Golden rows about swizzles and swizzled layouts.

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, LayoutError, Rule, Swizzle, Tiler};

use crate::GoldenRow;
use crate::operation::{RowAnswer, RowOutcome, notation, numbers};
use crate::support::{layout, without_unit_strides};

fn show<T: ToString>(result: Result<T, LayoutError>) -> RowOutcome {
    RowOutcome::Answer(result.map(|value| value.to_string()))
}

/// In MLIR, a plain shape is the layout with these extents.
fn tiler(row: &GoldenRow, rank: usize) -> Tiler {
    let text = notation(&row.operands[1]);
    let by_mode = row.kinds.get(1).is_some_and(|kind| kind == "shape") && rank > 1;
    let text = if by_mode { text.replace('(', "<").replace(')', ">") } else { text };
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", row.place))
}

pub(crate) fn evaluate(row: &GoldenRow) -> RowOutcome {
    let first = &row.operands[0];
    match row.operation.as_str() {
        "swizzle" => {
            let x: i64 = row.operands[1].parse().unwrap();
            show(first.parse::<Swizzle>().map(|sw| sw.apply(x)))
        }
        "layout_eval" => {
            let a: ComposedLayout = row.operands[1].parse().unwrap();
            show(a.index(&first.parse().unwrap()))
        }
        "composition" if !first.contains(" o ") => {
            show(layout(&row.operands[1]).swizzled(first.parse().unwrap()))
        }
        _ => of_composed(row, first.parse().unwrap_or_else(|e| panic!("{}: {e}", row.place))),
    }
}

fn of_composed(row: &GoldenRow, a: ComposedLayout) -> RowOutcome {
    let number = |k: usize| -> usize { row.operands[k].parse().unwrap() };
    let attribute = || -> Vec<usize> {
        let text = row.attribute.as_deref().unwrap_or("");
        numbers(text).into_iter().map(|n| usize::try_from(n).unwrap()).collect()
    };
    match row.operation.as_str() {
        "composed_index" => show(a.index(&row.operands[1].parse().unwrap())),
        "composed_table" => {
            let offsets: Vec<String> = a.iter().map(|offset| offset.to_string()).collect();
            RowOutcome::Answer(Ok(format!("[{}]", offsets.join(","))))
        }
        "composed_get_inner" => show(Ok(a.swizzle())),
        "composed_get_offset" => show(Ok(a.offset())),
        "composed_get_outer" => show(Ok(a.plain())),
        "size" => show(Ok(a.size())),
        "cosize" => show(a.get(&attribute()).map(|part| part.cosize())),
        "get" => show(a.get(&attribute())),
        "select" => show(a.select(&attribute())),
        "group" => show(a.group(number(1), number(2))),
        "group_modes" => show(a.group(attribute()[0], attribute()[1])),
        "flatten" => show(a.flatten()),
        "coalesce" if row.operands.len() > 1 => show(a.coalesce_by(&shape(row, 1))),
        "coalesce" => show(a.coalesce()),
        "slice" => {
            let c: Coord = row.operands[1].parse().unwrap();
            show(a.slice(&c).map(|(part, _)| part))
        }
        _ => algebra(row, a),
    }
}

fn algebra(row: &GoldenRow, a: ComposedLayout) -> RowOutcome {
    let t = || tiler(row, a.rank());
    let b = || layout(&row.operands[1]);
    match row.operation.as_str() {
        "composition" => show(a.compose(&t())),
        "logical_divide" => show(a.logical_divide(&t())),
        "zipped_divide" => show(a.zipped_divide(&t())),
        "tiled_divide" => show(a.tiled_divide(&t())),
        "flat_divide" => show(a.flat_divide(&t())),
        "logical_product" => show(a.logical_product(&t())),
        "zipped_product" => show(a.zipped_product(&t())),
        "tiled_product" => show(a.tiled_product(&t())),
        "flat_product" => show(a.flat_product(&t())),
        "blocked_product" => show(a.blocked_product(&b())),
        "raked_product" => show(a.raked_product(&b())),
        "upcast" => show(a.upcast(number(row, 1))),
        "downcast" => show(a.downcast(number(row, 1))),
        "recast" => show(a.recast_bits(number(row, 1), number(row, 2))),
        // MLIR names the new width first.
        "recast_layout" => {
            let bits = numbers(row.attribute.as_deref().unwrap());
            show(a.recast_bits(bits[1], bits[0]))
        }
        "max_alignment" => show(Ok(a.max_alignment())),
        "right_inverse" => show(a.right_inverse()),
        "left_inverse" => show(a.left_inverse()),
        "max_common_vector" => show(a.max_common_vector(&b())),
        "make_layout_like" => show(a.plain().like()),
        "tile_to_shape" if row.operands.len() == 2 => show(a.tile_to_shape(&shape(row, 1))),
        "tile_to_shape" => show(a.tile_to_shape_ordered(&shape(row, 1), &shape(row, 2))),
        _ => RowOutcome::Elsewhere("other operations"),
    }
}

fn number(row: &GoldenRow, k: usize) -> i64 {
    row.operands[k].parse().unwrap()
}

fn shape(row: &GoldenRow, k: usize) -> IntTuple {
    row.operands[k].parse().unwrap()
}

fn read(text: &str) -> Option<ComposedLayout> {
    text.parse().ok()
}

/// Whether two texts are equal, apart from `S` for `Sw` and strides of extents of 1.
pub(crate) fn same(answer: &str, golden: &str) -> bool {
    let (Some(a), Some(b)) = (read(answer), read(golden)) else {
        return answer.parse::<Swizzle>().is_ok_and(|a| golden.parse() == Ok(a));
    };
    (a.swizzle(), a.offset()) == (b.swizzle(), b.offset())
        && without_unit_strides(&a.plain()) == without_unit_strides(&b.plain())
}

/// Rows with another result here, and why.
pub(crate) fn decided(row: &GoldenRow, answer: &RowAnswer) -> Option<&'static str> {
    let answer = match answer {
        Err(refusal) => {
            return match refusal.rule() {
                Rule::Broadcast { .. } => Some("a tiler that repeats elements: refused"),
                Rule::Leaves { .. } => Some("a swizzle that leads out of an inverse: refused"),
                Rule::Within { .. } => Some("a swizzle that moves parts of elements: refused"),
                _ => None,
            };
        }
        Ok(answer) => answer,
    };
    if row.operation == "downcast" {
        return Some("a downcast grows one mode, CuTe every one of stride 1");
    }
    if row.operation == "upcast" && row.out.is_none() {
        return Some("an upcast looks at no stride of an extent of 1: answered");
    }
    let Some(out) = &row.out else {
        let (whole, part) = (read(&row.operands[0])?, read(answer)?);
        return (row.operation == "slice" && is_slice(&whole, &row.operands[1], &part))
            .then_some("a slice that CuTe cannot keep static: answered");
    };
    if row.operation == "flat_divide" && a_tile(answer, out) {
        return Some("MLIR leaves a tile of a swizzled layout nested in a flat divide");
    }
    // CuTe drops a swizzle that changes nothing, and returns the offset separately.
    let (a, b) = (read(answer)?, out.parse::<Layout>().ok()?);
    let beside: i64 = row.offset.as_deref().unwrap_or("0").parse().ok()?;
    let equal = a.shape() == b.shape() && a.iter().eq(b.iter().map(|offset| beside + offset));
    equal.then_some("a swizzle that swaps nothing stays")
}

/// Whether two texts are equal, apart from parentheses around the tile.
fn a_tile(answer: &str, out: &str) -> bool {
    matches!((read(answer), read(out)), (Some(a), Some(b))
        if a.swizzle() == b.swizzle() && a.flatten() == b.flatten())
}

/// Whether `part` has the offsets of `whole` at the coordinates that `_` in `c` covers.
fn is_slice(whole: &ComposedLayout, c: &str, part: &ComposedLayout) -> bool {
    assert_eq!(c.matches('_').count(), 1, "{c}");
    (0..part.size()).all(|i| {
        let c = c.replace('_', &i.to_string()).parse().unwrap();
        part.index(&i.into()) == whole.index(&c)
    })
}
