//! The header of an `.npy` file: a magic number, a version, and a Python dictionary of three keys as text.
//!
//! The extents of the header become a layout, whose checks refuse a product that overflows, also if another extent is
//! 0.

use crate::tensor::interop::foreign::compact;
use crate::tensor::interop::{ArrayElement, ArrayError, ElementKind};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_core::{self as value, LayoutError};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The header of a file.
pub(super) struct NpyHeader<'a> {
    /// The byte order and element type in NumPy's notation, such as `<f4`.
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
        Ok((Dictionary { text }.read()?, rest))
    }

    /// The layout of the elements after the header.
    ///
    /// # Errors
    /// When there are too many axes, or the size does not fit `isize`.
    pub fn layout(&self) -> Result<value::Layout, LayoutError> {
        compact(&self.extents, self.fortran_order)
    }

    /// Whether elements of the type `T` have the byte order of this machine.
    ///
    /// # Errors
    /// When the elements have another type.
    pub fn is_native<T: ArrayElement>(&self) -> Result<bool, ArrayError> {
        let other =
            || ArrayError::Element { found: format!("'{}'", self.descr), expected: T::NAME };
        let (order, name) = self.descr.split_at_checked(1).ok_or_else(other)?;
        if name != kind_and_size::<T>().ok_or_else(other)? {
            return Err(other());
        }
        match order {
            // The order of a single byte does not matter.
            _ if size_of::<T>() == 1 && matches!(order, "<" | ">" | "|" | "=") => Ok(true),
            "<" => Ok(cfg!(target_endian = "little")),
            ">" => Ok(cfg!(target_endian = "big")),
            "=" => Ok(true),
            _ => Err(other()),
        }
    }
}

/// The bytes of the header of an array in C order.
///
/// # Errors
/// When NumPy has no name for the element type.
pub(super) fn header<T: ArrayElement>(extents: &[usize]) -> Result<Vec<u8>, ArrayError> {
    let Some(name) = kind_and_size::<T>() else {
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
        "{{'descr': '{order}{name}', 'fortran_order': False, 'shape': ({}), }}",
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

/// NumPy's name of the element type, without the byte order; `None` if there is none.
fn kind_and_size<T: ArrayElement>() -> Option<String> {
    let kind = match T::KIND {
        ElementKind::Bool => 'b',
        ElementKind::Unsigned => 'u',
        ElementKind::Signed => 'i',
        ElementKind::Float => 'f',
        ElementKind::Bfloat => return None,
    };
    Some(format!("{kind}{}", size_of::<T>()))
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
                "descr" => descr.replace(self.string()?).is_none(),
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
        if !self.text.trim().is_empty() {
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
        self.text = self.text.trim_start();
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
        self.text = rest;
        Ok(string)
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
        self.text = self.text.trim_start();
        let digits =
            self.text.len() - self.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = self.text.split_at(digits);
        let number = number.parse().map_err(|_| self.expected("an extent"))?;
        self.text = rest;
        // Python 2 wrote `L` after long integers.
        self.skip("L");
        Ok(number)
    }
}
