//! Text of fixed capacity, written in `const`: the notation `S:D` and the refusals.

use core::fmt;

use crate::layout::Layout;
use crate::tuple::{IntTuple, low_bits};

const CAPACITY: usize = 4096;

/// Text of fixed capacity; what would pass it ends in `...`.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Text {
    pub(crate) const EMPTY: Self = Self { bytes: [0; CAPACITY], len: 0 };

    /// ASCII text, as far as it fits.
    #[doc(hidden)]
    pub const fn of(text: &str) -> Self {
        let mut out = Self::EMPTY;
        out.str(text);
        out
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// This text, then that.
    #[doc(hidden)]
    pub const fn then(mut self, text: &str) -> Self {
        self.str(text);
        self
    }

    /// This text, then a layout; leaves that are not known print as `?`.
    #[doc(hidden)]
    pub const fn then_layout(mut self, layout: &Layout) -> Self {
        layout.write_pattern(&mut self);
        self
    }

    /// This text, then a coordinate or a shape: leaves in `kept` print as `_`, others that are not known as `?`.
    #[doc(hidden)]
    pub const fn then_coord(mut self, coord: &IntTuple, kept: u32) -> Self {
        let gaps = kept | low_bits(coord.leaf_count()) & !coord.known;
        let (mut at, mut leaf) = (self.len, 0);
        self.tuple(coord, gaps, 0);
        while at < self.len {
            if self.bytes[at] == b'_' {
                while gaps >> leaf & 1 == 0 {
                    leaf += 1;
                }
                if kept >> leaf & 1 == 0 {
                    self.bytes[at] = b'?';
                }
                leaf += 1;
            }
            at += 1;
        }
        self
    }

    /// This text, then a number.
    #[doc(hidden)]
    pub const fn then_number(mut self, number: i64) -> Self {
        self.integer(number);
        self
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// From byte `from` on, every `old` becomes `new`; both are ASCII.
    pub(crate) const fn replace(&mut self, from: usize, old: u8, new: u8) {
        let mut i = from;
        while i < self.len {
            if self.bytes[i] == old {
                self.bytes[i] = new;
            }
            i += 1;
        }
    }

    pub(crate) const fn char(&mut self, c: char) {
        if self.len < CAPACITY - 3 {
            self.bytes[self.len] = c as u8;
            self.len += 1;
        } else {
            while self.len < CAPACITY {
                self.bytes[self.len] = b'.';
                self.len += 1;
            }
        }
    }

    /// ASCII text.
    pub(crate) const fn str(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            self.char(bytes[i] as char);
            i += 1;
        }
    }

    /// A number; `i64::MIN`, which stands for one past the largest, as `>9223372036854775807`.
    pub(crate) const fn integer(&mut self, value: i64) {
        if value == i64::MIN {
            self.char('>');
            return self.natural(i64::MAX as u64);
        }
        if value < 0 {
            self.char('-');
        }
        self.natural(value.unsigned_abs());
    }

    pub(crate) const fn natural(&mut self, value: u64) {
        let mut digits = [0_u8; 20];
        let (mut n, mut rest) = (0, value);
        loop {
            digits[n] = b'0' + (rest % 10) as u8;
            rest /= 10;
            n += 1;
            if rest == 0 {
                break;
            }
        }
        while n > 0 {
            n -= 1;
            self.char(digits[n] as char);
        }
    }

    /// A tuple: leaves in `kept` print as `_`, those in `marked` with a `_` before them.
    pub(crate) const fn tuple(&mut self, tuple: &IntTuple, kept: u32, marked: u32) {
        let (profile, values) = (&tuple.profile, &tuple.values);
        let mut left = [0_usize; crate::MAX_NODES + 1];
        let (mut depth, mut node, mut leaf) = (0, 0, 0);
        while node < profile.nodes() {
            let rank = profile.rank(node);
            if profile.is_leaf(node) {
                if (kept | marked) >> leaf & 1 == 1 {
                    self.char('_');
                }
                if kept >> leaf & 1 == 0 {
                    self.integer(values[leaf]);
                }
                tuple.bases.get(leaf).write(self);
                leaf += 1;
            } else {
                self.char('(');
                if rank > 0 {
                    depth += 1;
                    left[depth] = rank;
                    node += 1;
                    continue;
                }
                self.char(')');
            }
            while depth > 0 {
                left[depth] -= 1;
                if left[depth] > 0 {
                    self.char(',');
                    break;
                }
                self.char(')');
                depth -= 1;
            }
            node += 1;
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
