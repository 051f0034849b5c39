//! Golden rows about parts of a tensor: a zipped division, then a slice.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Tiler};

use crate::GoldenRow;
use crate::operation::{RowAnswer, RowOutcome};
use crate::support::layout;

/// The result of a row about parts. `None` for another row.
pub(crate) fn evaluate(row: &GoldenRow) -> Option<RowOutcome> {
    let a = || layout(&row.operands[0]);
    let tiler = || row.operands[1].parse::<Tiler>().unwrap();
    let at = || row.operands[2].clone();
    let part = match row.operation.as_str() {
        "inner_partition" | "local_tile" => inner(&a(), &tiler(), &at(), row.operands.get(3)),
        "outer_partition" => outer(&a(), &tiler(), &at()),
        "local_partition" => {
            let threads = layout(&row.operands[1]);
            thread(&threads, &row.operands[2]).and_then(|at| {
                let tiler = IntTuple::product_each(&threads.shape())?;
                outer(&a(), &format!("<{}>", inside(&tiler.to_string())).parse().unwrap(), &at)
            })
        }
        _ => return None,
    };
    Some(RowOutcome::Answer(checked(row, part)))
}

/// The tile at a coordinate of the grid of tiles. A step has an integer for each mode that it takes from the tiler and the
/// coordinate.
fn inner(
    a: &Layout,
    tiler: &Tiler,
    at: &str,
    step: Option<&String>,
) -> Result<(Layout, i64), LayoutError> {
    if let Some(step) = step {
        let is_taken = |(mode, kept): (usize, &str)| (kept != "_").then_some(mode);
        let modes: Vec<usize> = inside(step).split(',').enumerate().filter_map(is_taken).collect();
        return a.tile(&tiler.select(&modes)?, &coord(at).select(&modes)?);
    }
    let grid = a.zipped_divide(tiler)?.mode(1)?.rank();
    a.tile(tiler, &coord(&padded(at, grid)))
}

/// The elements at one coordinate of all tiles.
fn outer(a: &Layout, tiler: &Tiler, at: &str) -> Result<(Layout, i64), LayoutError> {
    let divided = a.zipped_divide(tiler)?;
    let grid = kept(divided.mode(1)?.rank());
    divided.slice(&coord(&format!("({},{grid})", padded(at, divided.mode(0)?.rank()))))
}

/// The coordinate of a thread: that of its number in the compact layout of threads.
fn thread(threads: &Layout, number: &str) -> Result<String, LayoutError> {
    let linear = threads.inverse()?.index(&number.parse()?)?;
    Ok(threads.flat_coord(linear)?.to_string())
}

fn checked(row: &GoldenRow, part: Result<(Layout, i64), LayoutError>) -> RowAnswer {
    part.map(|(part, offset)| {
        assert_eq!(Some(offset.to_string()), row.offset, "{}", row.place);
        part.to_string()
    })
}

fn coord(text: &str) -> Coord {
    text.parse().unwrap()
}

/// `(_,_,..)`.
fn kept(rank: usize) -> String {
    format!("({})", vec!["_"; rank].join(","))
}

/// The coordinate with `_` for missing modes.
fn padded(at: &str, rank: usize) -> String {
    let given = inside(at).split(',').count();
    let rest = vec![",_"; rank.saturating_sub(given)].concat();
    format!("({}{rest})", inside(at))
}

fn inside(tuple: &str) -> &str {
    tuple.trim_start_matches('(').trim_end_matches(')')
}
