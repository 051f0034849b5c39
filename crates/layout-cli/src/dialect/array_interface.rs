//! Reads and writes NumPy's `__array_interface__`.
//!
//! ```text
//! {'shape': (4, 8), 'strides': (32, 4), 'typestr': '<f4', 'version': 3}
//! ```
//!
//! Strides are in bytes; `None` is row-major without gaps. The text has no offset of the first element.

use layout_core::{AxisList, StrideOrder, StridedLayout};

use crate::Failure;

/// The names of element types in XLA and in NumPy.
const TYPES: &[(&str, &str)] = &[
    ("pred", "|b1"),
    ("s8", "|i1"),
    ("s16", "<i2"),
    ("s32", "<i4"),
    ("s64", "<i8"),
    ("u8", "|u1"),
    ("u16", "<u2"),
    ("u32", "<u4"),
    ("u64", "<u8"),
    ("f16", "<f2"),
    ("f32", "<f4"),
    ("f64", "<f8"),
    ("c64", "<c8"),
    ("c128", "<c16"),
];

/// Reads the array that a text describes. Keys other than `shape`, `strides` and `typestr` are ignored.
pub(super) fn read(text: &str) -> Result<StridedLayout, Failure> {
    let typestr = entry(text, "typestr", '\'', '\'')?;
    // The first character is the byte order, which does not affect the layout.
    let size = TYPES
        .iter()
        .find(|(_, known)| typestr.text.trim_matches('\'').get(1..) == known.get(1..))
        .and_then(|(_, known)| known[2..].parse().ok())
        .ok_or_else(|| typestr.failure("a type such as '<f4' was expected"))?;
    let shape = tuple(text, "shape")?;
    let is_dense = after(text, "strides").is_none_or(|rest| rest.1.starts_with("None"));
    let made = if is_dense {
        StridedLayout::dense(&shape, size, &StrideOrder::C)
    } else {
        StridedLayout::from_byte_strides(&shape, &tuple(text, "strides")?, size)
    };
    made.map_err(|error| Failure::refused(&error).at(text, 0..text.len()))
}

/// Writes the text of an array. `element` is the name of the element type in XLA.
pub(super) fn write(array: &StridedLayout, element: &str) -> Result<String, Failure> {
    let Some((_, typestr)) = TYPES.iter().find(|(name, _)| *name == element) else {
        let names: Vec<_> = TYPES.iter().map(|(name, _)| *name).collect();
        return Err(Failure::new(format!("NumPy has no type for {element}"))
            .help(format!("it has types for {}", names.join(", "))));
    };
    let strides = array.strides_in_bytes()?;
    let (shape, strides) = (python(&array.shape()), python(&strides));
    Ok(format!("{{'shape': {shape}, 'strides': {strides}, 'typestr': '{typestr}', 'version': 3}}"))
}

/// Writes a tuple as Python does: `(5, 4)`, `(5,)` or `()`.
fn python(list: &AxisList) -> String {
    let parts: Vec<_> = list.iter().map(i64::to_string).collect();
    match &parts[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

/// The value of an entry, and its place in the text.
struct EntryValue<'a> {
    whole: &'a str,
    text: &'a str,
    start: usize,
}

impl EntryValue<'_> {
    fn failure(&self, message: &str) -> Failure {
        Failure::new(message).at(self.whole, self.start..self.start + self.text.len())
    }
}

/// The text after the key `name` and its colon, and its position.
fn after<'a>(text: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let key = format!("'{name}'");
    let rest = text[text.find(&key)? + key.len()..].trim_start().strip_prefix(':')?.trim_start();
    Some((text.len() - rest.len(), rest))
}

/// The value of the key `name`, from `open` to `close`.
fn entry<'a>(
    text: &'a str,
    name: &str,
    open: char,
    close: char,
) -> Result<EntryValue<'a>, Failure> {
    let Some((start, rest)) = after(text, name) else {
        return Err(
            Failure::new(format!("an entry `'{name}': ..` was expected")).at(text, 0..text.len())
        );
    };
    let end = rest.strip_prefix(open).and_then(|inside| inside.find(close));
    match end {
        Some(end) => {
            let length = open.len_utf8() + end + close.len_utf8();
            Ok(EntryValue { whole: text, text: &rest[..length], start })
        }
        None => Err(Failure::new(format!("expected `{open}`")).at(text, start..start)),
    }
}

fn tuple(text: &str, name: &str) -> Result<AxisList, Failure> {
    let part = entry(text, name, '(', ')')?;
    part.text.parse().map_err(|error: layout_core::LayoutError| {
        let span = error.span().unwrap_or(0..part.text.len());
        Failure::refused(&error).at(text, part.start + span.start..part.start + span.end)
    })
}
