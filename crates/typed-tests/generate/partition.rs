//! Rows about parts of a tensor: a zipped divide and a slice of it.

use layout_core::{Coord, Layout, LayoutError, Tiler};

use super::File;
use super::golden::{Row, RowFate};
use super::rows;

const METHODS: [&str; 4] = ["inner_partition", "local_tile", "outer_partition", "local_partition"];

/// A layout, the extents of a tile in each mode, and a coordinate of the divided layout.
struct PartitionPart {
    layout: Layout,
    tile: String,
    at: String,
}

impl PartitionPart {
    fn of(row: &Row) -> Result<Self, LayoutError> {
        let layout: Layout = row.operands[0].parse()?;
        let threads = row.method == "local_partition";
        let (tile, at) = if threads {
            let threads: Layout = row.operands[1].parse()?;
            let linear = threads.inverse()?.index(&row.operands[2].parse()?)?;
            let tile = threads.shape().product_each()?.to_string();
            (inside(&tile).to_string(), threads.flat_coord(linear)?.to_string())
        } else {
            (inside(&row.operands[1]).to_string(), row.operands[2].clone())
        };
        let divided = layout.zipped_divide(&tiler(&tile)?)?;
        let (tiles, grid) = (divided.mode(0)?.rank(), divided.mode(1)?.rank());
        let at = match row.method.as_str() {
            "inner_partition" | "local_tile" => format!("{},{}", kept(tiles), padded(&at, grid)),
            _ => format!("{},{}", padded(&at, tiles), kept(grid)),
        };
        Ok(PartitionPart { layout, tile, at })
    }

    /// The text of the row.
    fn source(&self) -> Result<String, LayoutError> {
        let coord: Coord = format!("({})", self.at).parse()?;
        let divided = self.layout.zipped_divide(&tiler(&self.tile)?)?;
        let (part, offset) = divided.slice(&coord)?;
        let PartitionPart { layout, tile, at } = self;
        Ok(format!("[{layout}] {{{tile}}} ({at}) => [{part}] {offset};"))
    }
}

/// The text of a tile by a tiler and a coordinate for several operands.
fn projected(row: &Row) -> Result<String, LayoutError> {
    row.asked(RowFate::Equal);
    let [layout, tile, at, step] = &row.operands[..] else { unreachable!("a row with a step") };
    let modes: Vec<usize> = inside(step)
        .split(',')
        .enumerate()
        .filter(|(_, kept)| *kept != "_")
        .map(|(k, _)| k)
        .collect();
    let coord = at.parse::<Coord>()?.select(&modes)?;
    let (part, offset) =
        layout.parse::<Layout>()?.tile(&tiler(inside(tile))?.select(&modes)?, &coord)?;
    let modes = modes.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let open = at.replace('_', "Keep");
    Ok(format!("[{layout}] {{{}}} {at} {open} ({modes}) => [{part}] {offset};", inside(tile)))
}

fn tiler(tile: &str) -> Result<Tiler, LayoutError> {
    format!("<{tile}>").parse()
}

/// `(_,_,..)`.
fn kept(rank: usize) -> String {
    format!("({})", vec!["_"; rank].join(","))
}

/// The coordinate with `_` for missing modes.
fn padded(at: &str, rank: usize) -> String {
    let given = inside(at).split(',').count();
    format!("({}{})", inside(at), ",_".repeat(rank.saturating_sub(given)))
}

fn inside(tuple: &str) -> &str {
    tuple.trim_start_matches(['(', '<']).trim_end_matches([')', '>'])
}

/// All rows, in one file.
pub fn file(golden: &[Row]) -> File {
    let mut text = rows::head("Parts of a tensor: one tile, or one element of each.");
    for method in METHODS {
        let rows: Vec<String> = golden
            .iter()
            .filter(|row| row.method == method && row.operands.len() == 3)
            .map(|row| {
                row.asked(RowFate::Equal);
                PartitionPart::of(row).and_then(|part| part.source()).unwrap()
            })
            .collect();
        text += &rows::test(method, "parts! {", &rows);
    }
    let steps = golden.iter().filter(|row| row.method == "local_tile" && row.operands.len() == 4);
    let steps: Vec<String> = steps.map(|row| projected(row).unwrap()).collect();
    text += &rows::test("local_tile_with_a_step", "projected! {", &steps);
    File { name: "partition", text }
}
