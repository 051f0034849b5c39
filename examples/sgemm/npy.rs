//! Reads `.npy` files, NumPy's format for one array: a magic number, a version, the text of a
//! Python dictionary with three keys, then the elements.
//!
//! Nothing in a file is trusted: a length is compared with the available bytes before it is used, and memory grows with
//! the bytes that arrive, not with the shape that a header claims.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// An element type that a program reads, as NumPy names it.
pub(crate) trait Element: Sized {
    /// NumPy's name of the type, byte order first.
    const DTYPE: &'static str;
    /// The elements in these bytes, a whole number of them.
    fn decode(bytes: &[u8]) -> Vec<Self>;
}

impl Element for f32 {
    const DTYPE: &'static str = "<f4";
    fn decode(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
    }
}

impl Element for u8 {
    const DTYPE: &'static str = "|u1";
    fn decode(bytes: &[u8]) -> Vec<Self> {
        bytes.to_vec()
    }
}

/// An array as it lies in its file.
#[derive(Debug, PartialEq)]
pub(crate) struct Array<T> {
    /// The extents, outermost first in C order.
    pub(crate) shape: Vec<usize>,
    /// Whether the first index varies fastest.
    pub(crate) fortran_order: bool,
    /// The elements, in the order of the file.
    pub(crate) data: Vec<T>,
}

/// Why a file was refused.
#[derive(Debug)]
pub(crate) enum Error {
    /// The operating system could not read it.
    Io(io::Error),
    /// It does not begin with the magic number.
    NotNpy,
    /// A version of the format after 3.0.
    Version(u8, u8),
    /// The dictionary is not as NumPy writes it.
    Header(String),
    /// It holds elements of another type.
    Dtype { found: String, expected: &'static str },
    /// The number of bytes that the shape needs does not fit an address.
    TooLarge { shape: Vec<usize> },
    /// It ends before the last element.
    Truncated { found: usize, needed: usize, shape: Vec<usize> },
    /// The file has bytes after the last element.
    Trailing { needed: usize, shape: Vec<usize> },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(f, "cannot be read: {error}"),
            Error::NotNpy => write!(f, r"not a .npy file: it does not begin with \x93NUMPY"),
            Error::Version(major, minor) => {
                write!(f, ".npy version {major}.{minor} is not known: 1.0, 2.0 and 3.0 are")
            }
            Error::Header(what) => write!(f, "malformed .npy header: {what}"),
            Error::Dtype { found, expected } => write!(
                f,
                "elements are {found} but '{expected}' is needed: \
                 convert with numpy's `x.astype('{expected}')`"
            ),
            Error::TooLarge { shape } => {
                write!(f, "shape {} has more bytes than an address can count", Tuple(shape))
            }
            Error::Truncated { found, needed, shape } => write!(
                f,
                "truncated: shape {} needs {needed} bytes of elements, {found} are there",
                Tuple(shape)
            ),
            Error::Trailing { needed, shape } => write!(
                f,
                "the file continues after the {needed} bytes that shape {} needs",
                Tuple(shape)
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

/// Prints a shape as Python does: `(3,)`, `(3, 4)`.
pub(crate) struct Tuple<'a>(pub(crate) &'a [usize]);

impl fmt::Display for Tuple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [single] => write!(f, "({single},)"),
            extents => {
                let extents: Vec<_> = extents.iter().map(usize::to_string).collect();
                write!(f, "({})", extents.join(", "))
            }
        }
    }
}

/// The array in the file at `path`.
pub(crate) fn read<T: Element>(path: &Path) -> Result<Array<T>, Error> {
    parse(BufReader::new(File::open(path)?))
}

/// The array in the bytes of `source`.
pub(crate) fn parse<T: Element>(mut source: impl Read) -> Result<Array<T>, Error> {
    let text = read_header(&mut source)?;
    let Header { fortran_order, shape } = Header::parse::<T>(&text)?;
    let needed = shape
        .iter()
        .try_fold(size_of::<T>(), |bytes, &extent| bytes.checked_mul(extent))
        .filter(|&bytes| bytes < isize::MAX as usize);
    let Some(needed) = needed else { return Err(Error::TooLarge { shape }) };

    // One byte more than needed shows whether bytes follow the elements.
    let mut bytes = Vec::new();
    source.take(needed as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() < needed {
        return Err(Error::Truncated { found: bytes.len(), needed, shape });
    }
    if bytes.len() > needed {
        return Err(Error::Trailing { needed, shape });
    }
    Ok(Array { shape, fortran_order, data: T::decode(&bytes) })
}

/// The text of the dictionary.
fn read_header(source: &mut impl Read) -> Result<String, Error> {
    let cut = || Error::Header("the file ends inside it".into());
    if read_exactly(source, || Error::NotNpy)? != *b"\x93NUMPY" {
        return Err(Error::NotNpy);
    }
    let length = match read_exactly(source, cut)? {
        [1, 0] => u64::from(u16::from_le_bytes(read_exactly(source, cut)?)),
        [2 | 3, 0] => u64::from(u32::from_le_bytes(read_exactly(source, cut)?)),
        [major, minor] => return Err(Error::Version(major, minor)),
    };
    let mut text = Vec::new();
    source.take(length).read_to_end(&mut text)?;
    if (text.len() as u64) < length {
        return Err(cut());
    }
    // Versions 1 and 2 say Latin-1, version 3 UTF-8; the keys and types read here are ASCII.
    String::from_utf8(text).map_err(|_| Error::Header("its text is not UTF-8".into()))
}

fn read_exactly<const N: usize>(
    source: &mut impl Read,
    if_short: impl FnOnce() -> Error,
) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    match source.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(if_short()),
        result => Ok(result.map(|()| bytes)?),
    }
}

/// The keys of the dictionary without the element type, which is checked as it is read.
struct Header {
    fortran_order: bool,
    shape: Vec<usize>,
}

impl Header {
    fn parse<T: Element>(text: &str) -> Result<Self, Error> {
        let mut cursor = Cursor { rest: text.trim() };
        let (mut dtype, mut fortran_order, mut shape) = (None, None, None);
        cursor.expect('{')?;
        while !cursor.accept('}') {
            let key = cursor.string()?;
            cursor.expect(':')?;
            match key {
                "descr" => dtype = Some(cursor.dtype::<T>()?),
                "fortran_order" => fortran_order = Some(cursor.boolean()?),
                "shape" => shape = Some(cursor.shape()?),
                other => return Err(Error::Header(format!("unknown key '{other}'"))),
            }
            if !cursor.accept(',') {
                cursor.expect('}')?;
                break;
            }
        }
        if !cursor.rest.is_empty() {
            return Err(cursor.unexpected("the end"));
        }
        let missing = |key| move || Error::Header(format!("no key '{key}'"));
        dtype.ok_or_else(missing("descr"))?;
        Ok(Header {
            fortran_order: fortran_order.ok_or_else(missing("fortran_order"))?,
            shape: shape.ok_or_else(missing("shape"))?,
        })
    }
}

/// The rest of the dictionary's text; never begins with a space.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest.trim_start();
        taken
    }

    fn accept(&mut self, symbol: char) -> bool {
        let found = self.rest.starts_with(symbol);
        if found {
            self.advance(symbol.len_utf8());
        }
        found
    }

    fn expect(&mut self, symbol: char) -> Result<(), Error> {
        if self.accept(symbol) { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    fn unexpected(&self, wanted: &str) -> Error {
        let found: String = self.rest.chars().take(20).collect();
        let found = if found.is_empty() { "the end".into() } else { format!("`{found}`") };
        Error::Header(format!("expected {wanted}, found {found}"))
    }

    fn string(&mut self) -> Result<&'a str, Error> {
        let quote = self.rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let Some(quote) = quote else { return Err(self.unexpected("a string")) };
        let Some(length) = self.rest[1..].find(quote) else {
            return Err(self.unexpected("a closed string"));
        };
        Ok(&self.advance(length + 2)[1..=length])
    }

    fn dtype<T: Element>(&mut self) -> Result<(), Error> {
        let found = match self.rest.starts_with('[') {
            true => "of a structured type".to_string(),
            false => format!("'{}'", self.string()?),
        };
        let expected = T::DTYPE;
        if found == format!("'{expected}'") {
            Ok(())
        } else {
            Err(Error::Dtype { found, expected })
        }
    }

    fn boolean(&mut self) -> Result<bool, Error> {
        for (word, value) in [("True", true), ("False", false)] {
            if self.rest.starts_with(word) {
                self.advance(word.len());
                return Ok(value);
            }
        }
        Err(self.unexpected("True or False"))
    }

    fn shape(&mut self) -> Result<Vec<usize>, Error> {
        let mut extents = Vec::new();
        self.expect('(')?;
        while !self.accept(')') {
            extents.push(self.extent()?);
            if !self.accept(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(extents)
    }

    fn extent(&mut self) -> Result<usize, Error> {
        let digits =
            self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return Err(self.unexpected("an extent"));
        }
        let text = self.advance(digits);
        // Python 2 wrote long integers as `3L`.
        self.accept('L');
        text.parse().map_err(|_| Error::Header(format!("extent {text} does not fit 64 bits")))
    }
}

#[cfg(test)]
mod tests;
