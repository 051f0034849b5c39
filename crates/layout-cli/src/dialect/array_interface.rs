//! Reads and writes NumPy's `__array_interface__`.
//!
//! ```text
//! {'shape': (4, 8), 'strides': (32, 4), 'typestr': '<f4', 'version': 3}
//! ```
//!
//! Strides are in bytes; `None` is row-major without gaps.
//!
//! | key | what becomes of it |
//! |---|---|
//! | `shape`, `strides`, `typestr` | read |
//! | `offset` | read: bytes, a multiple of the element; written where the layout has an offset; refused together with an address |
//! | `descr` | ignored where it repeats the type, as `[('', '<f4')]`; else kept, and written by this system only |
//! | `version` | 3, the only one that has these keys; others are refused |
//! | `data` | ignored: a layout has no address, and does not say whether memory may be written |
//! | `stream` | ignored: a key of CUDA's arrays that orders work |
//! | `mask` | `None`; a mask is refused, because it hides elements |
//! | any other key, a key twice | refused by name |

use layout_core::{AxisList, IntTuple, LayoutError, StrideOrder, StridedLayout};

use crate::Failure;
use crate::dialect::{Dialect, Element, Foreign};
use crate::language::Value;

/// The keys that are read, or ignored for a reason.
const KEYS: [&str; 9] =
    ["shape", "strides", "typestr", "offset", "descr", "version", "data", "stream", "mask"];

/// A part of the text: a key, or a value as written.
#[derive(Clone, Copy)]
struct Part<'a> {
    whole: &'a str,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn start(&self) -> usize {
        self.text.as_ptr().addr() - self.whole.as_ptr().addr()
    }

    fn failure(&self, message: impl Into<String>) -> Failure {
        Failure::new(message).at(self.whole, self.start()..self.start() + self.text.len())
    }

    fn tuple(&self) -> Result<AxisList, Failure> {
        let inside = self.text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        if inside.is_some_and(|inside| !inside.trim().is_empty() && !inside.contains(',')) {
            return Err(self.failure("expected `,`: a Python tuple of one element has a comma"));
        }
        self.text.parse().map_err(|error: LayoutError| {
            let span = error.span().unwrap_or(0..self.text.len());
            let start = self.start();
            Failure::refused(&error).at(self.whole, start + span.start..start + span.end)
        })
    }
}

/// Reads the array that a text describes.
pub(super) fn read(text: &str) -> Result<Foreign, Failure> {
    let entries = entries(text)?;
    let find = |name: &str| entries.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let need = |name: &str| {
        find(name).ok_or_else(|| {
            let message = format!("an entry `'{name}': ..` was expected");
            Failure::new(message).at(text, 0..text.len())
        })
    };
    let typestr = need("typestr")?;
    let named = quoted(typestr.text).ok_or_else(|| typestr.failure("expected `'` and a type"))?;
    let element = Element::numpy(named)
        .ok_or_else(|| typestr.failure("a type such as '<f4' was expected"))?;
    let bytes = element.bytes().ok_or_else(|| typestr.failure("an element has 1 byte or more"))?;
    let shape = need("shape")?.tuple()?;
    let strides = find("strides").filter(|strides| strides.text != "None");
    let made = match strides {
        None => StridedLayout::dense(&shape, bytes, &StrideOrder::C),
        Some(strides) => StridedLayout::from_byte_strides(&shape, &strides.tuple()?, bytes),
    };
    let array = made.map_err(|error| match strides {
        Some(strides) => strides.failure(Failure::refused(&error).message()),
        None => Failure::refused(&error).at(text, 0..text.len()),
    })?;
    if let Some(version) = find("version").filter(|version| version.text != "3") {
        return Err(version.failure("version 3 of the array interface is read"));
    }
    if let Some(mask) = find("mask").filter(|mask| mask.text != "None") {
        return Err(mask.failure("a mask hides elements, and no layout does"));
    }
    let mut said = Foreign::from(Value::from(array.layout()?)).with_element(element);
    if let Some(offset) = find("offset").filter(|offset| offset.text != "None") {
        let found: i64 = offset.text.parse().map_err(|_| offset.failure("expected a number"))?;
        if found % bytes != 0 {
            let message =
                format!("the offset is not a multiple of the {bytes} bytes of an element");
            return Err(offset.failure(message));
        }
        let is_address = find("data").is_some_and(|data| data.text.starts_with('('));
        if found != 0 && is_address {
            let message =
                "NumPy ignores an offset beside an address, which is that of the first element";
            return Err(offset.failure(message));
        }
        said = said.with_offset(IntTuple::leaf(found / bytes));
    }
    if let Some(descr) = find("descr") {
        let plain: String = descr.text.split_whitespace().collect();
        let repeats = plain.replace('"', "'") == format!("[('','{named}')]");
        let found = bytes_of_fields(descr.text, 0);
        let found = found.ok_or_else(|| {
            descr.failure("a list of fields was expected: [('x', '<f4'), ('y', '<i4')]")
        })?;
        if found != bytes {
            let message = format!("the fields take {found} bytes, and an element {bytes}");
            return Err(descr.failure(message));
        }
        if !repeats {
            said = said.with_other(Dialect::Numpy, "fields", descr.text);
        }
    }
    Ok(said)
}

/// Writes the text of an array whose first element is at an offset in elements.
pub(super) fn write(said: &Foreign, array: &StridedLayout, offset: i64) -> Result<String, Failure> {
    let element = Dialect::Numpy.element(said)?;
    let no_type = || Failure::new(format!("NumPy has no word for the element type `{element}`"));
    let typestr = element.name_in(Dialect::Numpy).ok_or_else(no_type)?;
    let bytes = element.bytes().ok_or_else(no_type)?;
    let array = StridedLayout::new(&array.layout()?, bytes)?.with_offset(offset)?;
    let (shape, strides) = (python(&array.shape()), python(&array.strides_in_bytes()?));
    let mut written = format!("{{'shape': {shape}, 'strides': {strides}, 'typestr': '{typestr}'");
    let fields = said.other(Dialect::Numpy, "fields");
    if let Some(fields) = fields.filter(|fields| are_fields(fields, Some(element))) {
        written += &format!(", 'descr': {fields}");
    }
    if offset != 0 {
        written += &format!(", 'offset': {}", array.offset_in_bytes()?);
    }
    Ok(written + ", 'version': 3}")
}

/// Writes a tuple as Python does: `(5, 4)`, `(5,)` or `()`.
fn python(list: &AxisList) -> String {
    let parts: Vec<_> = list.iter().map(i64::to_string).collect();
    match &parts[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

/// The entries of a dictionary: the names of its keys, and its values as written.
fn entries(text: &str) -> Result<Vec<(&str, Part<'_>)>, Failure> {
    let expected =
        |at: usize, what: &str| Failure::new(format!("expected {what}")).at(text, at..at);
    let place = |rest: &str| text.len() - rest.len();
    let mut rest = text.trim();
    let end = text.trim_end().len();
    rest = rest.strip_prefix('{').ok_or_else(|| expected(place(text.trim_start()), "`{`"))?;
    rest = rest.strip_suffix('}').ok_or_else(|| expected(end, "`}`"))?;
    let inside = rest;
    let place = |rest: &str| rest.as_ptr().addr() - text.as_ptr().addr();
    let mut found: Vec<(&str, Part<'_>)> = Vec::new();
    rest = inside.trim_start();
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
        let quote = quote.ok_or_else(|| expected(place(rest), "`'` and a key"))?;
        let len = rest[1..].find(quote).ok_or_else(|| expected(place(rest), "a key in quotes"))?;
        let key = Part { whole: text, text: &rest[1..=len] };
        if !KEYS.contains(&key.text) {
            let message = format!("the key `{}` is not read", key.text);
            return Err(key.failure(message).help(format!("the keys are {}", KEYS.join(", "))));
        }
        if found.iter().any(|(name, _)| *name == key.text) {
            return Err(key.failure(format!("the key `{}` is there twice", key.text)));
        }
        let behind = rest[len + 2..].trim_start();
        let value = behind.strip_prefix(':').ok_or_else(|| expected(place(behind), "`:`"))?;
        let value = value.trim_start();
        let len = value_len(value);
        let part = Part { whole: text, text: value[..len].trim_end() };
        if part.text.is_empty() {
            return Err(expected(place(value), "a value"));
        }
        found.push((key.text, part));
        rest = value[len..].trim_start();
        if !rest.is_empty() {
            let after = rest.strip_prefix(',');
            rest = after.ok_or_else(|| expected(place(rest), "`,` or `}`"))?.trim_start();
        }
    }
    Ok(found)
}

/// Whether a list of fields describes the elements: bytes without a type, as many as the fields take.
pub(super) fn are_fields(list: &str, element: Option<&Element>) -> bool {
    let bytes = element.filter(|element| !element.has_name()).and_then(Element::bytes);
    bytes.is_some() && bytes == bytes_of_fields(list, 0)
}

/// The deepest fields of fields that are read, which bounds the recursion.
const DEEPEST: usize = 8;

/// The bytes of the fields of a list: `[('x', '<f4'), ('y', '<i4', (2,))]`. `None` for any other text.
fn bytes_of_fields(list: &str, depth: usize) -> Option<i64> {
    let mut sum = 0_i64;
    for field in elements(list, '[', ']').filter(|_| depth < DEEPEST)? {
        let parts = elements(field, '(', ')')?;
        let (name, of, shape) = match parts[..] {
            [name, of] => (name, of, "()"),
            [name, of, shape] => (name, of, shape),
            _ => return None,
        };
        // A name may have a title before it.
        let names = elements(name, '(', ')').unwrap_or_else(|| vec![name]);
        let are_quoted = names.iter().all(|name| quoted(name).is_some());
        let bytes = match quoted(of) {
            Some(typestr) => Element::numpy(typestr)?.bytes()?,
            None => bytes_of_fields(of, depth + 1)?,
        };
        let extents = elements(shape, '(', ')')?;
        let count = extents.iter().try_fold(1_i64, |count, extent| {
            count.checked_mul(extent.parse().ok().filter(|extent| *extent >= 0)?)
        })?;
        sum = sum.checked_add(bytes.checked_mul(count)?).filter(|_| are_quoted)?;
    }
    Some(sum)
}

/// The elements of a tuple or a list, as written.
fn elements(text: &str, open: char, close: char) -> Option<Vec<&str>> {
    let mut rest = text.strip_prefix(open)?.strip_suffix(close)?.trim();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let len = value_len(rest);
        let element = rest[..len].trim();
        found.push(Some(element).filter(|element| !element.is_empty())?);
        rest = rest[len..].trim_start();
        if !rest.is_empty() {
            rest = rest.strip_prefix(',')?.trim_start();
        }
    }
    Some(found)
}

/// The text in single or double quotes.
fn quoted(text: &str) -> Option<&str> {
    let inside = ['\'', '"'].iter().find_map(|quote| {
        let inside = text.strip_prefix(*quote)?.strip_suffix(*quote)?;
        Some(inside).filter(|inside| !inside.contains(*quote))
    });
    inside.filter(|inside| !inside.contains('\\'))
}

/// The length of the value that a text starts with: brackets and what is in them, a string, a number or a word. 0 where a
/// bracket or a quote is not closed.
fn value_len(text: &str) -> usize {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
    let word = text.find(|c| !is_inside(c)).unwrap_or(text.len());
    // `b'..'` is a string.
    if word > 0 && !text[word..].starts_with(['\'', '"']) {
        return word;
    }
    let (mut open, mut quote) = (Vec::new(), None);
    for (at, letter) in text.char_indices().skip(word) {
        match (quote, letter) {
            (Some(of), _) if of == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, '{') => open.push('}'),
            (None, '<') => open.push('>'),
            (None, ')' | ']' | '}' | '>') if open.pop() == Some(letter) => {}
            (None, ')' | ']' | '}' | '>') => return 0,
            (None, _) if open.is_empty() => return 0,
            _ => {}
        }
        if open.is_empty() && quote.is_none() {
            return at + letter.len_utf8();
        }
    }
    0
}
