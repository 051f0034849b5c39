//! Draws a layout as data for the page.

use std::collections::HashMap;

use layout_cli::picture::palette::Colour;
use layout_cli::picture::{ColourBy, Image, Key, Label, Panel, Picture};
use layout_cli::{Failure, MaybeSwizzled};
use serde_json::{Value as Json, json};

/// Adds the picture of a layout to the answer.
///
/// `panels` has the labels of `rows` and `columns`, and, row by row, the `texts` of the cells, their `offsets` if these
/// are numbers, their `coordinates`, and their `colours` as indices in `palette`. If the layout cannot be coloured by
/// `by`, `uncoloured` is the reason; if it cannot be drawn, `undrawn` is.
pub(crate) fn draw(answer: &mut Json, mapping: &MaybeSwizzled, by: Result<ColourBy, Failure>) {
    let plain = || Picture::of_layout(mapping, &ColourBy::Nothing);
    let picture = match by.and_then(|by| Picture::of_layout(mapping, &by)) {
        Ok(picture) => Ok(picture),
        Err(uncoloured) => {
            plain().inspect(|_| answer["uncoloured"] = json!(uncoloured.to_string()))
        }
    };
    match picture {
        Ok(picture) => {
            let mut palette = Palette::default();
            answer["panels"] =
                picture.panels.iter().map(|one| panel(one, &picture.key, &mut palette)).collect();
            answer["palette"] = palette.colours.iter().map(|colour| json!(colour.hex())).collect();
        }
        Err(undrawn) => answer["undrawn"] = json!(undrawn.to_string()),
    }
}

/// The different colours of a picture.
#[derive(Default)]
struct Palette {
    colours: Vec<Colour>,
    numbers: HashMap<Colour, usize>,
}

impl Palette {
    fn number(&mut self, colour: Colour) -> usize {
        *self.numbers.entry(colour).or_insert_with(|| {
            self.colours.push(colour);
            self.colours.len() - 1
        })
    }
}

fn panel(panel: &Panel, key: &Key, palette: &mut Palette) -> Json {
    let cells = || panel.cells.iter();
    let offset = |image: &Image| match image {
        Image::Offset(offset) => Some(*offset),
        Image::Coordinate(_) | Image::Held(_) => None,
    };
    json!({
        "title": panel.heading.as_deref().unwrap_or_default(),
        "rows": labels(&panel.rows),
        "columns": labels(&panel.columns),
        "texts": cells().map(|cell| cell.image.to_string()).collect::<Vec<_>>(),
        "offsets": cells().map(|cell| offset(&cell.image)).collect::<Vec<_>>(),
        "coordinates": cells().map(|cell| &cell.coordinate).collect::<Vec<_>>(),
        "colours": cells().map(|cell| palette.number(Colour::of(cell, key))).collect::<Vec<_>>(),
    })
}

fn labels(labels: &[Label]) -> Vec<String> {
    labels
        .iter()
        .map(|label| label.nested.clone().unwrap_or_else(|| label.index.to_string()))
        .collect()
}
