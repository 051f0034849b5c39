//! Golden rows about tuples of integers, and about coordinates of offsets.

use layout_core::IntTuple;

use crate::GoldenRow;
use crate::operation::{RowAnswer, RowOutcome};
use crate::support::{layout, tuple};

/// The result of a row about tuples. `None` for another row.
pub(crate) fn evaluate(row: &GoldenRow) -> Option<RowOutcome> {
    let operation = row.operation.as_str();
    if operation.starts_with("get_") {
        return Some(RowOutcome::Answer(coordinate(row)));
    }
    let known = matches!(
        operation,
        "shape_div"
            | "ceil_div"
            | "evenly_divides"
            | "crd2crd"
            | "tuple_add"
            | "tuple_sub"
            | "tuple_product_each"
            | "increment_coord"
            | "elem_less"
            | "equal"
    );
    if !known {
        return None;
    }
    if operation == "equal" || operation == "elem_less" && row.out.is_some() {
        return Some(RowOutcome::Elsewhere("a truth value that the row does not tell"));
    }
    if row.operands.iter().any(|text| text.contains([':', '_']) || text.contains("()")) {
        return Some(RowOutcome::Elsewhere("tilers, `_` and empty tuples as tuples"));
    }
    let mixed_kinds = row.kinds.len() == 2 && row.kinds[0] != row.kinds[1];
    if mixed_kinds && row.out.is_none() && operation.starts_with("tuple_") {
        return Some(RowOutcome::Elsewhere("MLIR tells shapes from other tuples"));
    }
    Some(RowOutcome::Answer(answer(operation, &row.operands)))
}

fn answer(operation: &str, operands: &[String]) -> RowAnswer {
    let t: Vec<IntTuple> = operands.iter().map(|text| tuple(text)).collect();
    let result = match operation {
        "shape_div" => t[0].shape_div(&t[1]),
        // CuTe rounds up at every mode.
        "ceil_div" => t[0].ceil_div_by_mode(&t[1]),
        "evenly_divides" => return Ok(t[0].evenly_divides(&t[1]).to_string()),
        "crd2crd" => t[0].crd2crd(&t[1], &t[2]),
        "tuple_add" => t[0].elem_add(&t[1]),
        "tuple_sub" => t[0].elem_sub(&t[1]),
        "tuple_product_each" => t[0].product_each(),
        "increment_coord" => t[0].increment(&t[1]),
        "elem_less" => return t[0].elem_less(&t[1]).map(|less| less.to_string()),
        _ => unreachable!("{operation}"),
    };
    result.map(|tuple| tuple.to_string())
}

/// The coordinate of an offset: linear, by mode or natural.
fn coordinate(row: &GoldenRow) -> RowAnswer {
    let (a, offset) = (layout(&row.operands[0]), row.operands[1].parse().unwrap());
    let natural = a.coord_of(offset)?;
    let index = natural.crd2idx(&a.shape())?;
    Ok(match row.operation.as_str() {
        "get_hier_coord" => natural.to_string(),
        "get_1d_coord" => index.to_string(),
        // In CuTe an integer is its own single mode.
        _ if a.rank() == 1 => index.to_string(),
        _ => a.flat_coord(index)?.to_string(),
    })
}

/// Rows with another result here.
pub(crate) fn decided(row: &GoldenRow, answer: &RowAnswer) -> Option<&'static str> {
    let unequal = matches!(row.operation.as_str(), "tuple_add" | "tuple_sub");
    (unequal && row.out.is_some() && answer.is_err())
        .then_some("sums and differences of tuples that are not nested alike: refused")
}

/// The number of tiles is sufficient, minimal, and that of CuTe where CuTe's is right.
#[test]
fn tiles_are_counted_rightly() {
    let (mut as_cute, mut otherwise) = (0, 0);
    for row in crate::rows("ceil_div.jsonl") {
        let (a, b) = (tuple(&row.operands[0]), tuple(&row.operands[1]));
        let (count, cute) = (a.ceil_div(&b).unwrap(), tuple(row.out.as_ref().unwrap()));
        if count == cute {
            as_cute += 1;
        } else {
            assert!(count.weakly_congruent(&cute) && !count.congruent(&cute), "{}", row.place);
            otherwise += 1;
        }
    }
    assert_eq!((as_cute, otherwise), (38, 2));
}
