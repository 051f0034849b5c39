//! [`DimName`]: the name of a dimension of bits, or of an axis of a mesh.

use core::fmt;

/// The greatest number of bytes of a name.
pub(crate) const MAX_NAME: usize = 31;

/// The name of a dimension: at most 31 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DimName {
    bytes: [u8; MAX_NAME],
    len: u8,
}

impl DimName {
    pub(crate) const EMPTY: Self = Self { bytes: [0; MAX_NAME], len: 0 };

    /// The first 31 bytes of `name`.
    pub const fn new(name: &str) -> Self {
        let (name, mut out) = (name.as_bytes(), Self::EMPTY);
        while (out.len as usize) < name.len() && (out.len as usize) < MAX_NAME {
            out.bytes[out.len as usize] = name[out.len as usize];
            out.len += 1;
        }
        out
    }

    /// The name as a string.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len as usize).0) {
            Ok(name) => name,
            Err(_) => "",
        }
    }

    pub(crate) const fn is(&self, other: &Self) -> bool {
        let (mut k, mut same) = (0, self.len == other.len);
        while k < MAX_NAME {
            same &= self.bytes[k] == other.bytes[k];
            k += 1;
        }
        same
    }
}

impl fmt::Debug for DimName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
