//! Writes a picture as JSON.

use serde_json::{Value, json};

use crate::picture::{Cell, Image, Label, Panel, Picture};

/// Writes `{"title", "colour", "panels": [{"heading", "rows", "columns", "cells"}]}`.
///
/// * A label is `{"index", "coordinate"}`.
/// * A cell is `{"coordinate", "group"}` and one of `"offset"`, the coordinate `"image"`, or `"held"`, a list of pairs
///   of thread and value. Cells are listed row by row.
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
