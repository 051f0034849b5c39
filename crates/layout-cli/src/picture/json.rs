//! A picture as data.

use serde_json::{Value, json};

use crate::picture::{Cell, Image, Label, Panel, Picture};

/// `{"title", "colour", "panels": [{"heading", "rows", "columns", "cells"}]}`: labels are
/// `{"index", "coordinate"}`, cells, row by row, `{"coordinate", "group"}` with what is there: an `"offset"`,
/// the coordinate `"image"`, or under `"held"` the pairs of a thread and the number of its value.
pub fn write(picture: &Picture) -> String {
    let value = json!({
        "title": picture.title,
        "colour": picture.key.name,
        "panels": picture.panels.iter().map(panel).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn panel(panel: &Panel) -> Value {
    let labels = |labels: &[Label]| labels.iter().map(label).collect::<Vec<_>>();
    json!({
        "heading": panel.heading,
        "rows": labels(&panel.rows),
        "columns": labels(&panel.columns),
        "cells": panel.cells.iter().map(cell).collect::<Vec<_>>(),
    })
}

fn label(label: &Label) -> Value {
    json!({ "index": label.index, "coordinate": label.nested })
}

fn cell(cell: &Cell) -> Value {
    let (name, image) = match &cell.image {
        Image::Offset(offset) => ("offset", json!(offset)),
        Image::Coordinate(coordinate) => ("image", json!(coordinate)),
        Image::Held(holders) => ("held", json!(holders)),
    };
    json!({ "coordinate": cell.coordinate, "group": cell.group, name: image })
}
