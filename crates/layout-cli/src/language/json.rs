//! Converts values to JSON.

use layout_core::{IntTuple, Layout};
use serde_json::{Map, Value as Json, json};

use crate::language::Value;
use crate::language::value::is_plain;

impl Value {
    /// A JSON object with the `kind` of the value, its `text` in notation, and its parts. Tuples are nested arrays; a
    /// stride with a basis (`1@0`) is a string.
    ///
    /// ```
    /// let json = layout_cli::language::evaluate("(2,(2,2)):(4,(1,2))")?.to_json();
    /// assert_eq!(json["shape"], serde_json::json!([2, [2, 2]]));
    /// assert_eq!(json["cosize"], 8);
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn to_json(&self) -> Json {
        let mut object = Map::new();
        let kind = self.kind().trim_start_matches("a ").trim_start_matches("an ");
        object.insert("kind".into(), kind.into());
        object.insert("text".into(), self.to_string().into());
        match self {
            Self::Truth(value) => {
                object.insert("value".into(), (*value).into());
            }
            Self::Tuple(value) => {
                object.insert("value".into(), tuple(value));
            }
            Self::Layout(value) => layout(value, &mut object),
            Self::Padded(value) => {
                layout(&value.layout(), &mut object);
                object.insert("all_whole".into(), value.all_whole().into());
            }
            Self::Swizzled(value) => {
                layout(&value.plain(), &mut object);
                let swizzle = value.swizzle();
                let numbers = json!([swizzle.bits(), swizzle.base(), swizzle.shift()]);
                object.insert("swizzle".into(), numbers);
                object.insert("offset".into(), value.offset().into());
                object.insert("cosize".into(), value.cosize().into());
            }
            Self::Symbolic(value) => {
                object.insert("text".into(), value.to_string().into());
                object.insert("conditions".into(), value.conditions().as_str().into());
            }
            Self::Record(parts) => object
                .extend(parts.iter().map(|(name, value)| ((*name).to_owned(), value.to_json()))),
            Self::Coord(_)
            | Self::Swizzle(_)
            | Self::Tiler(_)
            | Self::PaddedSwizzled(_)
            | Self::Text(_)
            | Self::Nothing => {}
        }
        Json::Object(object)
    }
}

fn layout(layout: &Layout, object: &mut Map<String, Json>) {
    object.insert("shape".into(), tuple(&layout.shape()));
    object.insert("stride".into(), tuple(&layout.stride()));
    object.insert("size".into(), layout.size().into());
    object.insert("cosize".into(), layout.cosize().into());
}

/// Converts a tuple to nested arrays of integers.
fn tuple(value: &IntTuple) -> Json {
    if value.depth() > 0 {
        return (0..value.rank()).filter_map(|i| value.mode(i).ok()).map(|m| tuple(&m)).collect();
    }
    if is_plain(value) { value.value(0).into() } else { value.to_string().into() }
}
