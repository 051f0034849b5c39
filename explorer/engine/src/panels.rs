//! The picture of a layout, as the page draws it.

use layout_cli::picture::palette::Colour;
use layout_cli::picture::{By, Image, Key, Label, Panel, Picture};
use layout_cli::{Failure, Mapping};
use serde_json::{Value as Json, json};

/// Puts the panels of a layout under `panels` of the answer, coloured by what `by` says: each with the labels of its
/// `rows` and `columns` and, row by row, the `texts` of the cells, their `offsets`, if these are numbers, their
/// `coordinates` and `colours`. `uncoloured` says why there are no colours, `undrawn` why there is no picture.
pub(crate) fn draw(answer: &mut Json, mapping: &Mapping, by: Result<By, Failure>) {
    let plain = || Picture::of_layout(mapping, &By::Nothing);
    let picture = match by.and_then(|by| Picture::of_layout(mapping, &by)) {
        Ok(picture) => Ok(picture),
        Err(uncoloured) => plain().inspect(|_| answer["uncoloured"] = json!(uncoloured.to_string())),
    };
    match picture {
        Ok(picture) => {
            answer["panels"] = picture.panels.iter().map(|one| panel(one, &picture.key)).collect();
        }
        Err(undrawn) => answer["undrawn"] = json!(undrawn.to_string()),
    }
}

fn panel(panel: &Panel, key: &Key) -> Json {
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
        "colours": cells().map(|cell| Colour::of(cell, key).hex()).collect::<Vec<_>>(),
    })
}

fn labels(labels: &[Label]) -> Vec<String> {
    labels.iter().map(|label| label.nested.clone().unwrap_or_else(|| label.index.to_string())).collect()
}
