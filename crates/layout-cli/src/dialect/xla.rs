//! Reads and writes shapes of XLA.
//!
//! | part | what becomes of it |
//! |---|---|
//! | element type, order, tiles `T` | read |
//! | dimensions of a padded or dynamic shape: `3`, `<=5` | kept, and written by this system only; `?` is refused |
//! | tail alignment `L`, index types `#` and `*`, bits `E`, memory space `S`, splits `SC`, metadata `M` | kept, and written by this system only |
//! | tuples of shapes, `token[]`, `opaque[]` | refused: a text is one array |

use layout_core::Layout;
use static_layout_dialects::xla::XlaShape;

use crate::Failure;
use crate::dialect::foreign::SHAPE;
use crate::dialect::{Dialect, Element, Foreign, at_whole, parsed};
use crate::language::Value;

/// The properties of a layout, by the letters that begin them, in the order of the notation.
const PROPERTIES: [(&str, &str); 7] = [
    ("L(", "tail alignment"),
    ("#(", "index type"),
    ("*(", "pointer type"),
    ("E(", "bits of an element"),
    ("S(", "memory space"),
    ("SC(", "cuts of memory"),
    ("M(", "metadata"),
];

/// Reads the shape of one array.
pub(super) fn read(text: &str) -> Result<Foreign, Failure> {
    let word = text.trim_start();
    if word.starts_with('(') || word.starts_with("token[") || word.starts_with("opaque[") {
        let start = text.len() - word.len();
        let failure = Failure::new("a shape of one array is read, no tuple, token or opaque value");
        return Err(failure.at(text, start..start + word.find(['[', ')']).unwrap_or(1)));
    }
    let read: XlaShape = parsed(text)?;
    let layout = read.to_layout().map_err(|error| at_whole(Failure::refused(&error), text))?;
    let shape = read.to_string();
    let mut said = Foreign::from(Value::from(layout))
        .with_element(read.element_type().into())
        .with_other(Dialect::Xla, SHAPE, &shape);
    let dimensions = between(&shape, "[", "]");
    if dimensions != sizes(&layout) {
        said = said.with_other(Dialect::Xla, "dimensions", dimensions);
    }
    // Behind the order and the tiles, each property is letters and parentheses.
    let (mut rest, mut tiles) = (between(&shape, ":", "}"), true);
    while let Some(end) = rest.find(')') {
        let (part, after) = rest.split_at(end + 1);
        let name = PROPERTIES.iter().find(|(letters, _)| part.starts_with(letters));
        tiles &= name.is_none();
        if let Some((_, name)) = name {
            said = said.with_other(Dialect::Xla, name, part);
        } else if !tiles && let Some(last) = said.others.last_mut() {
            // `SC(0:4)(1:8)` has several.
            last.text.push_str(part);
        }
        rest = after;
    }
    Ok(said)
}

/// The text between two signs, the first of each.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let inside = text.split_once(from).map_or("", |(_, rest)| rest);
    inside.split_once(to).map_or("", |(inside, _)| inside)
}

/// The sizes of the modes, joined by commas.
fn sizes(layout: &Layout) -> String {
    let modes = (0..layout.rank()).filter_map(|i| layout.mode(i).ok());
    modes.map(|mode| mode.size().to_string()).collect::<Vec<_>>().join(",")
}

/// The shape that was read, if its layout is this one.
pub(super) fn whole(said: &Foreign, layout: &Layout) -> Option<XlaShape> {
    let shape: XlaShape = said.other(Dialect::Xla, SHAPE)?.parse().ok()?;
    shape.to_layout().is_ok_and(|of| of.to_string() == layout.to_string()).then_some(shape)
}

/// Writes the shape that was read, or the shape of a layout without gaps.
pub(super) fn write(said: &Foreign, layout: &Layout) -> Result<String, Failure> {
    let element = Dialect::Xla.element(said)?;
    let known = element.known().ok_or_else(|| no_type(element))?;
    if let Some(shape) = whole(said, layout) {
        return Ok(shape.with_element_type(known).to_string());
    }
    let shape = XlaShape::of(layout, known)?;
    let properties: String =
        PROPERTIES.iter().filter_map(|(_, name)| said.other(Dialect::Xla, name)).collect();
    if properties.is_empty() {
        return Ok(shape.to_string());
    }
    let text = format!("{{{}:{properties}}}", between(&shape.layout().to_string(), "{", "}"));
    Ok(shape.with_layout(parsed(&text)?)?.to_string())
}

fn no_type(element: &Element) -> Failure {
    Failure::new(format!("XLA has no word for the element type `{element}`"))
}
