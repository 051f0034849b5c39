//! Thread-value layouts: of a matrix instruction, of a tiled copy, or of a tile.

use layout_cli::atoms::Instruction;
use layout_cli::picture::palette::Colour;
use layout_cli::picture::{ColourBy, Image, Key, Picture, TileExtents, tiled_copy};
use layout_cli::{Failure, MaybeSwizzled};
use serde_json::{Value as Json, json};

use crate::answer::refused;

/// The names of all instructions: `{"atoms": [[NAME, CUTLASS NAME, ..], ..]}`.
pub(crate) fn atoms() -> Json {
    json!({ "atoms": Instruction::all_names().collect::<Vec<_>>() })
}

/// Answers `{"threads": {"atom": NAME, "tiled": LAYOUT, "repeat": "1x1x1"}}`, the last two of which may be missing; `{"threads": {"held": LAYOUT, "tile": "16x8"}}` or `{"threads": {"of":
/// LAYOUT, "values": LAYOUT}}`, the last for a tiled copy.
///
/// `title`, `note`, `palette` and `operands`: each with its `name`, `modes`, `rows`, `columns`, the layout `held`, and
/// for each cell, row by row, its `holders` as pairs of thread and value, with the colours of the first.
pub(crate) fn threads(question: &Json) -> Json {
    answer(question).unwrap_or_else(|failure| refused(&failure))
}

fn answer(question: &Json) -> Result<Json, Failure> {
    let text = |name: &str| question[name].as_str();
    let (title, note, operands) = if let Some(atom) = text("atom") {
        let mut atom = Instruction::find(atom)?;
        let numbers: Vec<i64> =
            text("repeat").unwrap_or("1x1x1").split('x').flat_map(str::parse).collect();
        let [m, n, k] = numbers[..] else {
            return Err(Failure::new("repetitions in M, N and K are three numbers, such as 1x2x1"));
        };
        let tiled = text("tiled").filter(|text| !text.is_empty()).unwrap_or("(1,1)");
        let tiled = MaybeSwizzled::read(tiled)?;
        if tiled.size() > 1 || m * n * k > 1 {
            atom = atom.tiled(&tiled.plain(), [m, n, k].map(|times| times.max(1)))?;
        }
        let operands = atom.operands.iter().map(|one| {
            let one = one.as_factor()?;
            operand(one.name, one.modes, &one.held, one.tile)
        });
        (atom.name, atom.note, operands.collect::<Result<Vec<_>, _>>()?)
    } else {
        let (held, tile) = match (text("of"), text("values"), text("held"), text("tile")) {
            (Some(threads), Some(values), ..) => {
                let (threads, values) =
                    (MaybeSwizzled::read(threads)?, MaybeSwizzled::read(values)?);
                let (held, tile) = tiled_copy(&threads.plain(), &values.plain())?;
                (MaybeSwizzled::from(held), tile)
            }
            (_, _, Some(held), Some(tile)) => (MaybeSwizzled::read(held)?, tile.parse()?),
            _ => {
                return Err(Failure::new(
                    "a thread-value layout and its tile, or an atom is needed",
                ));
            }
        };
        (held.to_string(), "", vec![operand("", "(row,column)", &held, tile)?])
    };
    let key = ColourBy::Thread.key();
    let palette: Vec<_> = (0..key.colours()).map(|k| Colour::numbered(k, &key).hex()).collect();
    Ok(json!({ "title": title, "note": note, "palette": palette, "operands": operands }))
}

fn operand(
    name: &str,
    modes: &str,
    held: &MaybeSwizzled,
    tile: TileExtents,
) -> Result<Json, Failure> {
    let picture = Picture::of_threads(held, tile)?;
    let (threads, values): (Key, Key) = (ColourBy::Thread.key(), ColourBy::Value.key());
    let mut holders = Vec::new();
    let mut colours = Vec::new();
    for cell in picture.panels.iter().flat_map(|panel| &panel.cells) {
        let Image::Held(all) = &cell.image else { continue };
        let first =
            all.first().map(|(thread, value)| [threads.number(*thread), values.number(*value)]);
        holders.push(all.iter().flat_map(|(thread, value)| [thread, value]).collect::<Vec<_>>());
        colours.push(first);
    }
    Ok(json!({
        "name": name,
        "modes": modes,
        "rows": tile.rows,
        "columns": tile.columns,
        "held": held.to_string(),
        "holders": holders,
        "colours": colours,
    }))
}
