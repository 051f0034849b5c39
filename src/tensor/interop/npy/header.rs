//! The header of an `.npy` file: a magic number, a version, and a Python dictionary of three keys as text.
//!
//! | part | what becomes of it |
//! |---|---|
//! | version | 1.0, 2.0, 3.0; others are refused |
//! | `descr`, a string | read: an order (`<`, `>`, `=`, `|` or none) and a code (`f4`, `?`, `d`), or a name (`float32`) |
//! | `descr` of `bool`, integers, `f4`, `f8` | read and written; bytes of `bool` other than 0 and 1 are refused |
//! | `descr` of `f2`; of `c8`, `c16` | read and written with the features `half`; `num-complex` |
//! | `bf16` | not written: NumPy has no name for it; files of `ml_dtypes` say `V2`, which is read as bits |
//! | `descr` of other types: `M8[ns]`, `m8[s]`, `S5`, `U5`, `V3`, `f16`, and every type above | read as bits, with the text as their name |
//! | `descr`, a list of fields | read as bits: the size is the sum of the fields |
//! | `descr` of Python objects (`O`), or with another size on other machines (`l`, `int`, `g`) | refused |
//! | `fortran_order` | read: the first axis is the fastest |
//! | `shape` | read; more than 12 axes as a nested layout, more than 32 are refused |
//! | another key, a key twice, a key that lacks, two fields or titles of one name | refused |
//! | escapes in strings, names of fields past ASCII before version 3.0 | refused |
//! | spaces after the dictionary | ignored: they align the elements |
//!
//! The extents of the header become a layout, whose checks refuse a product that overflows, also if another extent is
//! 0.

use crate::tensor::interop::bytes::check_size;
use crate::tensor::interop::foreign::compact;
use crate::tensor::interop::{ArrayElement, ArrayError, ElementKind};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_core as value;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The header of a file.
pub(super) struct NpyHeader<'a> {
    /// The byte order and element type in NumPy's notation, such as `<f4`, or a list of fields.
    pub descr: &'a str,
    fortran_order: bool,
    extents: Vec<usize>,
}

impl<'a> NpyHeader<'a> {
    /// The header of a file, and the bytes after it.
    ///
    /// # Errors
    /// When the header is malformed, or has an unknown version.
    pub fn split(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), ArrayError> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| malformed(r"not an .npy file: it does not begin with \x93NUMPY"))?;
        // Version 1 has a length of 2 bytes, versions 2 and 3 of 4 bytes.
        let (len, rest) = match rest {
            [1, 0, a, b, rest @ ..] => (u16::from_le_bytes([*a, *b]) as usize, rest),
            [2 | 3, 0, a, b, c, d, rest @ ..] => {
                (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest)
            }
            [1..=3, 0, ..] => return Err(malformed("the .npy header is cut off")),
            [major, minor, ..] => {
                let what =
                    format!("version {major}.{minor} of .npy is not known: 1.0, 2.0 and 3.0 are");
                return Err(ArrayError::Format(what));
            }
            _ => return Err(malformed("the .npy header is cut off")),
        };
        let (text, rest) =
            rest.split_at_checked(len).ok_or_else(|| malformed("the .npy header is cut off"))?;
        let text =
            core::str::from_utf8(text).map_err(|_| malformed("the .npy header is not text"))?;
        // Only names of fields have such bytes.
        if bytes[MAGIC.len()] < 3 && !text.is_ascii() {
            return Err(malformed("a name past ASCII needs version 3.0 of .npy"));
        }
        Ok((Dictionary { text }.read()?, rest))
    }

    /// The layout of the elements after the header.
    ///
    /// # Errors
    /// When there are too many axes, or the size does not fit `isize`.
    pub fn layout(&self) -> Result<value::Layout, ArrayError> {
        if self.extents.len() > value::MAX_LEAVES {
            let (axes, most) = (self.extents.len(), value::MAX_LEAVES);
            let what = format!("the .npy file has {axes} axes, and a layout has at most {most}");
            return Err(ArrayError::Format(what));
        }
        Ok(compact(&self.extents, self.fortran_order)?)
    }

    /// Whether elements of the type `T` have the byte order of this machine.
    ///
    /// # Errors
    /// When the elements have another type.
    pub fn is_native<T: ArrayElement>(&self) -> Result<bool, ArrayError> {
        let item = Item::of(self.descr);
        match item {
            Some(item) if Some((item.kind, item.size)) == kind_and_size::<T>() => {
                Ok(item.is_native)
            }
            _ => Err(ArrayError::Element { found: self.found(), expected: T::NAME }),
        }
    }

    /// The bytes that are reversed together in elements of any type with this size: `None` where they have the byte order of
    /// this machine, or none.
    ///
    /// # Errors
    /// When the elements have another size, are Python objects, or records of the other byte order.
    pub fn unit<T>(&self) -> Result<Option<usize>, ArrayError> {
        let item = Item::of(self.descr).filter(|item| item.kind != 'O');
        let Some(item) = item else {
            let expected = core::any::type_name::<T>();
            return Err(ArrayError::Element { found: self.found(), expected });
        };
        check_size::<T>(&quoted(self.descr), item.size)?;
        match item {
            _ if item.is_native => Ok(None),
            Item { kind: RECORD, .. } => {
                Err(malformed("fields of the other byte order are not read"))
            }
            Item { kind: 'c', size, .. } => Ok(Some(size / 2)),
            Item { kind: 'U', .. } => Ok(Some(4)),
            Item { size, .. } => Ok(Some(size)),
        }
    }

    /// The element type, in words.
    fn found(&self) -> String {
        let name = quoted(self.descr);
        let code = self.descr.trim_start_matches(['<', '>', '=', '|']);
        if MACHINE_SIZED.contains(&code) {
            return format!("{name}, whose size depends on the machine");
        }
        name
    }
}

/// A name in quotes.
fn quoted(name: &str) -> String {
    format!("'{name}'")
}

/// An element type of NumPy.
#[derive(Clone, Copy)]
struct Item {
    /// NumPy's letter, or [`RECORD`].
    kind: char,
    /// The size in bytes.
    size: usize,
    /// Whether the bytes have the order of this machine, or none.
    is_native: bool,
}

/// The kind of a list of fields.
const RECORD: char = '[';

/// Types that have several sizes, by machine.
const MACHINE_SIZED: [&str; 17] = [
    "l",
    "L",
    "p",
    "P",
    "n",
    "N",
    "g",
    "G",
    "long",
    "ulong",
    "int",
    "uint",
    "intp",
    "uintp",
    "longdouble",
    "clongdouble",
    "int_",
];

/// Names and one-letter codes of types: NumPy's letter and the size in bytes.
const NAMES: [(&str, char, usize); 45] = [
    ("bool", 'b', 1),
    ("bool_", 'b', 1),
    ("?", 'b', 1),
    ("b1", 'b', 1),
    ("int8", 'i', 1),
    ("byte", 'i', 1),
    ("b", 'i', 1),
    ("int16", 'i', 2),
    ("short", 'i', 2),
    ("h", 'i', 2),
    ("int32", 'i', 4),
    ("intc", 'i', 4),
    ("i", 'i', 4),
    ("int64", 'i', 8),
    ("longlong", 'i', 8),
    ("q", 'i', 8),
    ("uint8", 'u', 1),
    ("ubyte", 'u', 1),
    ("B", 'u', 1),
    ("uint16", 'u', 2),
    ("ushort", 'u', 2),
    ("H", 'u', 2),
    ("uint32", 'u', 4),
    ("uintc", 'u', 4),
    ("I", 'u', 4),
    ("uint64", 'u', 8),
    ("ulonglong", 'u', 8),
    ("Q", 'u', 8),
    ("float16", 'f', 2),
    ("half", 'f', 2),
    ("e", 'f', 2),
    ("float32", 'f', 4),
    ("single", 'f', 4),
    ("f", 'f', 4),
    ("float64", 'f', 8),
    ("double", 'f', 8),
    ("float", 'f', 8),
    ("d", 'f', 8),
    ("complex64", 'c', 8),
    ("csingle", 'c', 8),
    ("F", 'c', 8),
    ("complex128", 'c', 16),
    ("cdouble", 'c', 16),
    ("complex", 'c', 16),
    ("D", 'c', 16),
];

impl Item {
    /// The type of a text of NumPy; `None` for others.
    fn of(descr: &str) -> Option<Self> {
        if descr.starts_with(RECORD) {
            let mut fields = Dictionary { text: descr };
            let record = fields.record(0)?;
            return fields.text.trim_ascii().is_empty().then_some(record);
        }
        let code = descr.strip_prefix(['<', '>', '=', '|']).unwrap_or(descr);
        // A name of several letters has no order before it.
        let is_name = code.len() > 2 && code.bytes().next().is_some_and(|c| c.is_ascii_lowercase());
        let named = NAMES.into_iter().find(|&(name, ..)| name == code);
        let (kind, size) = match named {
            Some(_) if is_name && code.len() != descr.len() => return None,
            Some((_, kind, size)) => (kind, size),
            None => coded(code)?,
        };
        let is_native = match &descr[..descr.len() - code.len()] {
            _ if size == 1 || matches!(kind, 'S' | 'V') => true,
            "<" => cfg!(target_endian = "little"),
            ">" => cfg!(target_endian = "big"),
            _ => true,
        };
        Some(Item { kind, size, is_native })
    }
}

/// The letter and the size of a code such as `f4`, `U5` or `M8[ns]`.
fn coded(code: &str) -> Option<(char, usize)> {
    if code == "O" || code == "O8" {
        return Some(('O', 8));
    }
    let kind = code.chars().next()?;
    let rest = code.get(1..)?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = rest.split_at(digits);
    let number: usize = number.parse().ok()?;
    match (kind, number) {
        ('M' | 'm', 8) if unit.is_empty() || is_time_unit(unit) => Some((kind, 8)),
        _ if !unit.is_empty() => None,
        ('i' | 'u', 1 | 2 | 4 | 8) | ('f', 2 | 4 | 8 | 16) | ('c', 8 | 16 | 32) => {
            Some((kind, number))
        }
        ('S' | 'V', _) => Some((kind, number)),
        ('U', _) => Some((kind, number.checked_mul(4)?)),
        _ => None,
    }
}

/// Whether a text is a unit of time in brackets, `[ns]`, or several, `[25us]`.
fn is_time_unit(text: &str) -> bool {
    const UNITS: [&str; 14] =
        ["generic", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"];
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let unit = |inside: &str| {
        let unit = inside.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = &inside[..inside.len() - unit.len()];
        let is_count = count.is_empty() || count.parse::<i32>().is_ok_and(|count| count > 0);
        is_count && UNITS.contains(&unit) && (count.is_empty() || unit != "generic")
    };
    inside.is_some_and(unit)
}

/// The bytes of the header of an array in C order.
///
/// # Errors
/// When NumPy has no name for the element type.
pub(super) fn header<T: ArrayElement>(extents: &[usize]) -> Result<Vec<u8>, ArrayError> {
    let Some((kind, size)) = kind_and_size::<T>() else {
        return Err(ArrayError::Element { found: "not known to NumPy".into(), expected: T::NAME });
    };
    // NumPy marks elements of one byte by `|`, which means no order.
    let order = match size_of::<T>() {
        1 => '|',
        _ if cfg!(target_endian = "little") => '<',
        _ => '>',
    };
    let mut shape: Vec<String> = extents.iter().map(usize::to_string).collect();
    if extents.len() == 1 {
        // Python prints a tuple of one element with a comma.
        shape.push(String::new());
    }
    let shape = shape.join(", ");
    let mut text = format!(
        "{{'descr': '{order}{kind}{size}', 'fortran_order': False, 'shape': ({}), }}",
        shape.trim_end()
    );
    // The format asks for elements at a multiple of 64 bytes.
    let before = MAGIC.len() + 4;
    let len = (before + text.len() + 1).next_multiple_of(64) - before;
    // Spaces fill the header up to the elements, and a line feed ends it, as the format requires.
    text.extend(core::iter::repeat_n(' ', len - 1 - text.len()));
    text.push('\n');
    let mut out = [MAGIC, &[1, 0], &(len as u16).to_le_bytes()].concat();
    out.extend_from_slice(text.as_bytes());
    Ok(out)
}

/// NumPy's letter of the element type, and its size in bytes; `None` if there is none.
const fn kind_and_size<T: ArrayElement>() -> Option<(char, usize)> {
    let kind = match T::KIND {
        ElementKind::Bool => 'b',
        ElementKind::Unsigned => 'u',
        ElementKind::Signed => 'i',
        ElementKind::Float => 'f',
        ElementKind::Complex => 'c',
        ElementKind::Bfloat => return None,
    };
    Some((kind, size_of::<T>()))
}

fn malformed(what: &str) -> ArrayError {
    ArrayError::Format(what.to_string())
}

/// A parser of a dictionary: the remaining text.
struct Dictionary<'a> {
    text: &'a str,
}

impl<'a> Dictionary<'a> {
    fn read(mut self) -> Result<NpyHeader<'a>, ArrayError> {
        let (mut descr, mut fortran_order, mut extents) = (None, None, None);
        self.expect("{")?;
        while !self.skip("}") {
            let key = self.string()?;
            self.expect(":")?;
            // An unknown key is refused like a repeated one: each of the three keys occurs once.
            let is_new = match key {
                "descr" => descr.replace(self.descr()?).is_none(),
                "fortran_order" => fortran_order.replace(self.boolean()?).is_none(),
                "shape" => extents.replace(self.tuple()?).is_none(),
                _ => false,
            };
            if !is_new {
                return Err(self.expected("each of 'descr', 'fortran_order', 'shape' once"));
            }
            // The last entry may end with a comma.
            if !self.skip(",") {
                self.expect("}")?;
                break;
            }
        }
        if !self.text.trim_ascii().is_empty() {
            return Err(self.expected("the end"));
        }
        match (descr, fortran_order, extents) {
            (Some(descr), Some(fortran_order), Some(extents)) => {
                Ok(NpyHeader { descr, fortran_order, extents })
            }
            _ => Err(self.expected("each of 'descr', 'fortran_order', 'shape' once")),
        }
    }

    fn skip(&mut self, token: &str) -> bool {
        self.text = self.text.trim_ascii_start();
        let rest = self.text.strip_prefix(token);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), ArrayError> {
        if self.skip(token) { Ok(()) } else { Err(self.expected(token)) }
    }

    fn expected(&self, what: &str) -> ArrayError {
        let there: String = self.text.chars().take(20).collect();
        ArrayError::Format(format!("malformed .npy header: expected {what} before {there:?}"))
    }

    fn string(&mut self) -> Result<&'a str, ArrayError> {
        let quote = if self.skip("'") {
            '\''
        } else if self.skip("\"") {
            '"'
        } else {
            return Err(self.expected("a string, as plain types have"));
        };
        let (string, rest) =
            self.text.split_once(quote).ok_or_else(|| self.expected("the end of a string"))?;
        if string.contains(|c: char| c == '\\' || c.is_control()) {
            return Err(self.expected("a string without escapes and control characters"));
        }
        self.text = rest;
        Ok(string)
    }

    /// A code or a name of a type. NumPy refuses a string with a list of fields in it.
    fn code(&mut self) -> Result<&'a str, ArrayError> {
        let before = self.text;
        let code = self.string()?;
        if code.starts_with(RECORD) {
            self.text = before;
            return Err(self.expected("a type, or a list of fields without quotes around it,"));
        }
        Ok(code)
    }

    /// A string, or the text of a list of fields.
    fn descr(&mut self) -> Result<&'a str, ArrayError> {
        if !self.text.trim_ascii_start().starts_with(RECORD) {
            return self.code();
        }
        self.text = self.text.trim_ascii_start();
        let before = self.text;
        if self.record(0).is_none() {
            self.text = before;
            return Err(self.expected("a type, or a list of fields such as [('a', '<f4')],"));
        }
        Ok(&before[..before.len() - self.text.len()])
    }

    /// The size of a list of fields `[('a', '<f4'), ('b', [('c', '<i2')], (2, 3))]`, at most 16 levels deep.
    fn record(&mut self, depth: usize) -> Option<Item> {
        let (mut size, mut is_native, mut names) = (0_usize, true, BTreeSet::new());
        // A name without letters is of bytes between the fields.
        let mut is_new = |name: &'a str| name.is_empty() || names.insert(name);
        self.expect("[").ok()?;
        while !self.skip("]") {
            self.expect("(").ok()?;
            // A title comes before a name, as a tuple of both.
            if self.skip("(") {
                is_new(self.string().ok()?).then_some(())?;
                self.expect(",").ok()?;
                is_new(self.string().ok()?).then_some(())?;
                self.expect(")").ok()?;
            } else {
                is_new(self.string().ok()?).then_some(())?;
            }
            self.expect(",").ok()?;
            self.text = self.text.trim_ascii_start();
            let item = if self.text.starts_with(RECORD) {
                if depth == 16 {
                    return None;
                }
                self.record(depth + 1)?
            } else {
                Item::of(self.code().ok()?)?
            };
            let mut count = 1_usize;
            if self.skip(",") && !self.text.trim_ascii_start().starts_with(')') {
                for extent in self.tuple().ok()? {
                    count = count.checked_mul(extent)?;
                }
            }
            self.expect(")").ok()?;
            if item.kind == 'O' {
                return None;
            }
            size = size.checked_add(item.size.checked_mul(count)?)?;
            is_native &= item.is_native;
            if !self.skip(",") {
                self.expect("]").ok()?;
                break;
            }
        }
        Some(Item { kind: RECORD, size, is_native })
    }

    fn boolean(&mut self) -> Result<bool, ArrayError> {
        if self.skip("True") {
            return Ok(true);
        }
        self.expect("False").map(|()| false)
    }

    fn tuple(&mut self) -> Result<Vec<usize>, ArrayError> {
        let mut out = Vec::new();
        self.expect("(")?;
        while !self.skip(")") {
            out.push(self.integer()?);
            if !self.skip(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(out)
    }

    fn integer(&mut self) -> Result<usize, ArrayError> {
        self.text = self.text.trim_ascii_start();
        let digits =
            self.text.len() - self.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = self.text.split_at(digits);
        if number.len() > 1 && number.starts_with('0') && number.bytes().any(|digit| digit != b'0')
        {
            return Err(self.expected("an extent without zeros before it"));
        }
        let number = number.parse().map_err(|_| self.expected("an extent"))?;
        self.text = rest;
        // Python 2 wrote `L` after long integers.
        self.skip("L");
        Ok(number)
    }
}
