//! A golden row as a call.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Rule, Tiler};

use crate::support::{
    is_complement, is_composition, is_division, is_product, layout, without_unit_strides,
};
use crate::{GoldenRow, composed, partition};

/// The text of a result, or the refusal.
pub(crate) type RowAnswer = Result<String, LayoutError>;

/// The outcome of a row.
pub(crate) enum RowOutcome {
    Answer(RowAnswer),
    /// Skipped, and why.
    Elsewhere(&'static str),
}

fn layout_text(result: Result<Layout, LayoutError>) -> RowOutcome {
    RowOutcome::Answer(result.map(|layout| layout.to_string()))
}

fn plain<T: ToString>(value: T) -> RowOutcome {
    RowOutcome::Answer(Ok(value.to_string()))
}

/// Converts a by-mode tiler of the MLIR dialect, `[4:1;_]`.
pub(crate) fn notation(text: &str) -> String {
    text.replace('[', "<").replace(']', ">").replace(';', ",")
}

pub(crate) fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '-')
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().unwrap())
        .collect()
}

/// Whether two texts are equal, apart from strides of extents of 1.
pub(crate) fn same(answer: &str, golden: &str) -> bool {
    if answer == golden {
        return true;
    }
    if golden.starts_with('S') {
        return composed::same(answer, golden);
    }
    if golden.contains(" o ") {
        return crate::chained::same(answer, golden);
    }
    if !golden.contains(':') {
        let unit = golden.contains('@') && !golden.contains('(');
        return unit && coordinate(golden) == answer;
    }
    match (answer.parse::<Layout>(), golden.parse::<Layout>()) {
        (Ok(a), Ok(b)) => without_unit_strides(&a) == without_unit_strides(&b),
        _ => false,
    }
}

/// `6@0` as the coordinate `(6)`.
fn coordinate(unit: &str) -> String {
    let one = layout(&format!("2:{unit}"));
    one.image(&1.into()).unwrap().to_string()
}

pub(crate) fn evaluate(row: &GoldenRow) -> RowOutcome {
    let operands = &row.operands;
    if operands.iter().any(|text| text.contains('?')) {
        return RowOutcome::Elsewhere("run-time integers without a value (`?`)");
    }
    if operands.iter().any(|text| text.starts_with("S<") || text.starts_with("Sw<")) {
        return composed::evaluate(row);
    }
    if operands.iter().any(|text| text.contains(" o ")) {
        return crate::chained::evaluate(row);
    }
    let nested_tiler =
        |text: &String| text.matches('[').count() > 1 || text.matches('<').count() > 1;
    if operands.iter().any(nested_tiler) {
        return RowOutcome::Elsewhere("nested by-mode tilers");
    }
    if let Some(outcome) = crate::tuples::evaluate(row).or_else(|| partition::evaluate(row)) {
        return outcome;
    }
    if row.kinds.iter().any(|kind| kind == "layout") || row.kinds.is_empty() {
        return evaluate_layout(row);
    }
    evaluate_tuple(row)
}

/// A mode of the operand, if the row names one.
fn part(row: &GoldenRow, a: Layout) -> Result<Result<Layout, LayoutError>, &'static str> {
    let Some(attribute) = &row.attribute else { return Ok(Ok(a)) };
    let path: Result<Vec<usize>, _> = numbers(attribute).into_iter().map(usize::try_from).collect();
    let path = path.map_err(|_| "mode numbers below 0")?;
    // Here an integer is its own single mode.
    let depth = |layout: &Layout| layout.depth();
    let mut at = a;
    for mode in &path {
        if depth(&at) == 0 {
            return Err("paths past a leaf");
        }
        match at.mode(*mode) {
            Ok(next) => at = next,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(at))
}

fn shape_of(text: &str) -> IntTuple {
    if text.contains(':') { layout(text).shape() } else { text.parse().unwrap() }
}

/// Rows of the MLIR dialect about tuples, computed by the compact layout of the tuple.
fn evaluate_tuple(row: &GoldenRow) -> RowOutcome {
    let Ok(first) = row.operands[0].parse::<IntTuple>() else {
        return RowOutcome::Elsewhere("tilers, `_` and empty tuples as tuples");
    };
    match row.operation.as_str() {
        "size" | "get" | "select" | "group_modes" | "flatten" | "rank" | "depth" => {
            if row.operands[0].contains("()") {
                return RowOutcome::Elsewhere("tilers, `_` and empty tuples as tuples");
            }
            // The strides copy the shape, so that a mode of the pair shows its integers.
            evaluate_layout_of(row, layout_core::internal::unchecked_layout(first, first), true)
        }
        "tuple_product" => RowOutcome::Answer(first.size().map(|size| size.to_string())),
        "idx2crd"
        | "crd2idx"
        | "make_ordered_layout"
        | "make_layout_left"
        | "make_layout_right" => evaluate_layout(row),
        "make_identity_layout" if row.kinds[0] == "shape" => evaluate_layout(row),
        _ => RowOutcome::Elsewhere("tuples where MLIR takes layouts or shapes"),
    }
}

fn evaluate_layout(row: &GoldenRow) -> RowOutcome {
    let first = &row.operands[0];
    match row.operation.as_str() {
        "make_layout_left" => return layout_text(Layout::col_major(shape_of(first))),
        "make_layout_right" => return layout_text(Layout::row_major(shape_of(first))),
        "make_ordered_layout" => {
            return layout_text(Layout::ordered(shape_of(first), shape_of(&row.operands[1])));
        }
        "make_identity_layout" => return layout_text(Layout::identity(shape_of(first))),
        "congruent" => return plain(shape_of(first).congruent(&shape_of(&row.operands[1]))),
        "weakly_congruent" => {
            return plain(shape_of(first).weakly_congruent(&shape_of(&row.operands[1])));
        }
        "compatible" => return plain(shape_of(first).compatible(&shape_of(&row.operands[1]))),
        "domain_distribute" => {
            let n: i64 = row.operands[1].parse().unwrap();
            return layout_text(Layout::distribute(&shape_of(first), n));
        }
        "crd2idx" => {
            let shape = Layout::col_major(shape_of(&row.operands[1])).unwrap();
            let c: Coord = first.parse().unwrap();
            return RowOutcome::Answer(shape.index(&c).map(|index| index.to_string()));
        }
        "idx2crd" => {
            let shape = Layout::col_major(shape_of(&row.operands[1])).unwrap();
            let c: Coord = first.parse().unwrap();
            // A nested coordinate names an element, too.
            let answer = shape.index(&c).and_then(|index| shape.coord(index));
            return RowOutcome::Answer(answer.map(|c| c.to_string()));
        }
        "layout_eval" => {
            let c: Coord = first.parse().unwrap();
            let answer = layout(&row.operands[1]).image(&c);
            return RowOutcome::Answer(answer.map(|image| image.to_string()));
        }
        _ => {}
    }
    let Ok(a) = first.parse::<Layout>() else {
        return RowOutcome::Elsewhere("tuples where MLIR takes layouts or shapes");
    };
    evaluate_layout_of(row, a, false)
}

fn evaluate_layout_of(row: &GoldenRow, a: Layout, tuple: bool) -> RowOutcome {
    let operand = |k: usize| notation(&row.operands[k]);
    let number = |k: usize| -> usize {
        row.operands[k].parse().unwrap_or_else(|error| panic!("{}: {error}", row.place))
    };
    let integer = |k: usize| -> i64 { row.operands[k].parse().unwrap() };
    let show = |result: Result<Layout, LayoutError>| {
        let text = |layout: Layout| {
            if tuple { layout.stride().to_string() } else { layout.to_string() }
        };
        RowOutcome::Answer(result.map(text))
    };
    let on_part = |property: &dyn Fn(&Layout) -> String| match part(row, a) {
        Ok(part) => RowOutcome::Answer(part.map(|part| property(&part))),
        Err(reason) => RowOutcome::Elsewhere(reason),
    };
    match row.operation.as_str() {
        "size" => on_part(&|part| part.size().to_string()),
        "cosize" => on_part(&|part| part.cosize().to_string()),
        "coshape" => RowOutcome::Answer(a.coshape().map(|shape| shape.to_string())),
        "rank" => on_part(&|part| part.rank().to_string()),
        "depth" => on_part(&|part| part.depth().to_string()),
        "get" => match part(row, a) {
            Ok(part) => show(part),
            Err(reason) => RowOutcome::Elsewhere(reason),
        },
        "flatten" => show(a.flatten()),
        "filter" => show(a.filter()),
        "filter_zeros" => show(Ok(a.filter_zeros())),
        "coalesce" if row.operands.len() == 1 => show(a.coalesce()),
        "coalesce" | "coalesce_by" => show(a.coalesce_by(&shape_of(&operand(1)))),
        // CuTe writes "to the end" as -1.
        "group" if row.operands[2] == "-1" => show(a.group(number(1), a.rank())),
        "group" => show(a.group(number(1), number(2))),
        "group_modes" => {
            let range = numbers(row.attribute.as_deref().unwrap());
            match (usize::try_from(range[0]), usize::try_from(range[1])) {
                (Ok(begin), Ok(end)) => show(a.group(begin, end)),
                _ => RowOutcome::Elsewhere("mode numbers below 0"),
            }
        }
        "take" => show(a.take(number(1), number(2))),
        "select" => {
            let modes = row.attribute.clone().unwrap_or_else(|| operand(1));
            let modes: Result<Vec<usize>, _> =
                numbers(&modes).into_iter().map(usize::try_from).collect();
            match modes {
                Ok(modes) => show(a.select(&modes)),
                Err(_) => RowOutcome::Elsewhere("mode numbers below 0"),
            }
        }
        "append" if row.operands.len() == 2 => show(a.append(&layout(&operand(1)))),
        "append" => show(a.append_to(&layout(&operand(1)), number(2))),
        "prepend" if row.operands.len() == 2 => show(a.prepend(&layout(&operand(1)))),
        "prepend" => show(a.prepend_to(&layout(&operand(1)), number(2))),
        "replace" => show(a.replace(number(1), &layout(&operand(2)))),
        "make_layout_like" => show(a.like()),
        "make_fragment_like" => show(a.fragment_like()),
        "upcast" => show(a.upcast(integer(1))),
        "downcast" => show(a.downcast(integer(1))),
        "recast" => show(a.recast_bits(integer(1), integer(2))),
        "recast_layout" => {
            let bits = numbers(row.attribute.as_deref().unwrap());
            show(a.recast_bits(bits[1], bits[0]))
        }
        "max_alignment" => plain(a.max_alignment()),
        "tile_to_shape" if row.operands.len() == 2 => show(a.tile_to_shape(&shape_of(&operand(1)))),
        "tile_to_shape" => {
            show(a.tile_to_shape_ordered(&shape_of(&operand(1)), &shape_of(&operand(2))))
        }
        "dice" => show(a.dice(&operand(1).parse().unwrap())),
        "zip" => show(a.concat(&layout(&operand(1))).and_then(|pair| pair.zip())),
        "index" => {
            let c: Coord = operand(1).parse().unwrap();
            RowOutcome::Answer(a.image(&c).map(|image| image.to_string()))
        }
        "slice" => {
            let c: Coord = operand(1).parse().unwrap();
            RowOutcome::Answer(a.slice_image(&c).map(|(part, offset)| {
                assert_eq!(Some(offset.to_string()), row.offset.clone(), "{}", row.place);
                part.to_string()
            }))
        }
        "right_inverse" => show(a.right_inverse()),
        "left_inverse" => show(a.left_inverse()),
        "nullspace" => show(a.nullspace()),
        "max_common_layout" => show(a.max_common_layout(&layout(&operand(1)))),
        "max_common_vector" => {
            let answer = a.max_common_vector(&layout(&operand(1)));
            RowOutcome::Answer(answer.map(|size| size.to_string()))
        }
        _ => algebra(row, &a),
    }
}

/// The range of a complement.
fn range(row: &GoldenRow, a: &Layout) -> i64 {
    row.operands.get(1).map_or_else(|| a.cosize(), |text| shape_of(text).size().unwrap())
}

/// A plain shape of the MLIR dialect tiles by mode where the layout has the modes.
fn tiler(row: &GoldenRow, a: &Layout) -> Option<Result<Tiler, LayoutError>> {
    let text = notation(row.operands.get(1)?);
    if row.kinds.get(1).is_some_and(|kind| kind == "shape") && text.starts_with('(') {
        let shape: IntTuple = text.parse().unwrap();
        if shape.rank() <= a.rank() || row.operation == "composition" {
            return Some(format!("<{}>", &text[1..text.len() - 1]).parse());
        }
    }
    Some(text.parse())
}

fn algebra(row: &GoldenRow, a: &Layout) -> RowOutcome {
    if row.operation == "complement" {
        return layout_text(a.complement(range(row, a)));
    }
    let Some(Ok(t)) = tiler(row, a) else {
        return RowOutcome::Elsewhere("other operations");
    };
    layout_text(match row.operation.as_str() {
        "composition" => a.compose(&t),
        "logical_divide" => a.logical_divide(&t),
        "zipped_divide" => a.zipped_divide(&t),
        "tiled_divide" => a.tiled_divide(&t),
        "flat_divide" => a.flat_divide(&t),
        "logical_product" => a.logical_product(&t),
        "zipped_product" => a.zipped_product(&t),
        "tiled_product" => a.tiled_product(&t),
        "flat_product" => a.flat_product(&t),
        "blocked_product" => a.blocked_product(&layout(&row.operands[1])),
        "raked_product" => a.raked_product(&layout(&row.operands[1])),
        _ => return RowOutcome::Elsewhere("other operations"),
    })
}

/// The padded variant of a row's operation.
pub(crate) fn padded(row: &GoldenRow) -> Option<RowAnswer> {
    let a = layout(&row.operands[0]);
    if row.operation == "complement" {
        return Some(a.complement_padded(range(row, &a)).map(|layout| layout.to_string()));
    }
    let t: Tiler = notation(&row.operands[1]).parse().unwrap();
    let padded = match row.operation.as_str() {
        "logical_divide" => a.logical_divide_padded(&t),
        "zipped_divide" => a.zipped_divide_padded(&t),
        "tiled_divide" => a.tiled_divide_padded(&t),
        "flat_divide" => a.flat_divide_padded(&t),
        _ => return None,
    };
    Some(padded.map(|padded| padded.layout().to_string()))
}

/// Whether the result here satisfies the defining equation.
pub(crate) fn satisfied(row: &GoldenRow) -> bool {
    let a = layout(&row.operands[0]);
    let Some(text) = row.operands.get(1) else { return false };
    let (Ok(b), RowOutcome::Answer(Ok(answer))) = (text.parse::<Layout>(), evaluate(row)) else {
        return false;
    };
    let r = layout(&answer);
    if r.size() > 1 << 20 {
        return false;
    }
    match row.operation.as_str() {
        "composition" => is_composition(&r, &a, &b),
        "complement" => is_complement(&r, &a, range(row, &a)),
        "logical_divide" | "zipped_divide" => is_division(&r, &a, &b),
        "logical_product" | "zipped_product" => is_product(&r, &a, &b),
        _ => false,
    }
}

/// Whether a golden result is the one here with 32-bit overflow.
fn overflowed(answer: &str, golden: &str) -> bool {
    let (Ok(a), Ok(b)) = (answer.parse::<Layout>(), golden.parse::<Layout>()) else {
        return false;
    };
    let wraps = |k| a.stride().value(k) as i32 as i64 == b.stride().value(k);
    a.shape() == b.shape() && a != b && (0..a.shape().leaf_count()).all(wraps)
}

/// Whether two modes have one stride.
fn overlaps(a: &Layout) -> bool {
    let (shape, stride) = (a.shape(), a.stride());
    let moving: Vec<i64> =
        (0..shape.leaf_count()).filter(|&k| shape.value(k) > 1).map(|k| stride.value(k)).collect();
    (1..moving.len()).any(|k| moving[..k].contains(&moving[k]))
}

/// Rows with another result here than in the system, and why.
pub(crate) fn decided(row: &GoldenRow, answer: &RowAnswer) -> Option<&'static str> {
    let operation = row.operation.as_str();
    let mlir = !row.kinds.is_empty();
    if let Some(reason) = crate::tuples::decided(row, answer) {
        return Some(reason);
    }
    if operation == "layout_eval" && row.operands[0].contains('_') {
        return Some("an index with `_`: refused");
    }
    let ordered =
        matches!(operation, "make_ordered_layout" | "make_layout_like" | "make_fragment_like");
    if ordered && answer.is_ok() && overlaps(&layout(row.out.as_ref()?)) {
        return Some("equal order values: compact from left to right, not overlapping");
    }
    if row.operands[0].starts_with('S') {
        return composed::decided(row, answer);
    }
    let a: Layout = row.operands[0].parse().ok()?;
    let second = row.operands.get(1).map_or(String::new(), |text| notation(text));
    if operation == "tile_to_shape" && mlir && answer.is_err() {
        return Some("MLIR tiles to a shape by rounding up or dropping modes: refused");
    }
    if matches!(operation, "downcast" | "recast")
        && answer.as_ref().is_ok_and(|answer| {
            layout(answer).size() != row.out.as_ref().map_or(0, |out| layout(out).size())
        })
    {
        return Some("a downcast grows one mode, CuTe every one of stride 1");
    }
    let divides = operation.contains("divide");
    if second.contains('_') && divides && answer.is_ok() {
        return Some("`_` in a zipped, tiled or flat divide: all tile, rest 1:0");
    }
    if row.out.is_none() && operation.starts_with("max_common") && answer.is_ok() {
        return Some("a common layout that CuTe refuses with a composition: answered");
    }
    if row.out.is_none() && operation == "composition" && satisfied(row) {
        return Some("a composition that CuTe refuses for a step that does not divide: answered");
    }
    let Some(out) = &row.out else {
        let b: Layout = second.parse().ok()?;
        let paired = matches!(operation, "blocked_product" | "raked_product");
        return (answer.is_ok() && paired && a.rank() == 1 && b.rank() == 1)
            .then_some("blocked and raked products of one mode: answered");
    };
    let answer = match answer {
        Err(refusal) => return refused(row, &a, out, refusal.rule()),
        Ok(answer) => answer,
    };
    if row.class == "open" && operation == "composition" && satisfied(row) {
        return Some("a trailing extent of 1 is not read past its end");
    }
    if operation == "local_tile" && a.rank() == 1 && out.starts_with("((") {
        return Some("the modes of a vector's tile are those of the result");
    }
    if mlir && operation == "raked_product" {
        return Some("MLIR pads no modes in a product of unequal ranks, C++ does");
    }
    if mlir && operation == "flat_divide" && second.matches([',', ';']).count() == 0 {
        return Some("MLIR unpacks a tuple of one mode in a flat divide, C++ does not");
    }
    overflowed(answer, out).then_some("32-bit overflow in the row")
}

/// Rows that are refused here.
fn refused(row: &GoldenRow, a: &Layout, out: &str, rule: Rule) -> Option<&'static str> {
    let divides = row.operation.contains("divide");
    match rule {
        Rule::Unit { .. } => Some("complements, products, tiles and inverses in units: refused"),
        Rule::Broadcast { .. } => Some("a tiler that repeats elements: refused"),
        Rule::TooManyModes { .. } => Some("a tiler by mode of higher rank: refused"),
        Rule::Rest { .. } if padded(row)? == Ok(out.to_string()) => Some("padded"),
        Rule::Holes { .. } | Rule::Overlap { .. } if row.operation == "complement" => {
            Some("a complement that leaves holes: refused")
        }
        Rule::Divides { .. } | Rule::Rest { .. } if divides && layout(out).size() != a.size() => {
            Some("wrong by its size, refused")
        }
        Rule::Divides { .. } | Rule::Carry { .. } if row.operation == "logical_product" => {
            Some("a product by mode that is no composition: refused")
        }
        _ => None,
    }
}
