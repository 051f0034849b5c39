//! [`Text`], a buffer of fixed capacity for messages and notations, written in `const`.

use core::fmt;

const CAPACITY: usize = 4096;

/// Text of at most 4096 bytes. Longer text is cut, and ends in `...`.
#[derive(Clone, Copy)]
pub struct Text {
    pub(crate) bytes: [u8; CAPACITY],
    pub(crate) len: usize,
}

impl Text {
    pub(crate) const EMPTY: Self = Self { bytes: [0; CAPACITY], len: 0 };

    /// A text from ASCII characters.
    #[doc(hidden)]
    pub const fn of(text: &str) -> Self {
        let mut out = Self::EMPTY;
        out.str(text);
        out
    }

    /// The text as a string.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Appends a text.
    #[doc(hidden)]
    pub const fn then(mut self, text: &str) -> Self {
        self.str(text);
        self
    }

    /// Appends a number.
    #[doc(hidden)]
    pub const fn then_number(mut self, number: i64) -> Self {
        self.integer(number);
        self
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
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

    /// Appends ASCII characters.
    pub(crate) const fn str(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            self.char(bytes[i] as char);
            i += 1;
        }
    }

    /// Appends a number. `i64::MIN`, the code for one beyond the greatest, prints as `>9223372036854775807`.
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
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.str(text);
        Ok(())
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

/// `Debug` as `Display`: `unwrap` and `main() -> Result<..>` print it.
macro_rules! debug_as_display {
    ($of:ty) => {
        impl core::fmt::Debug for $of {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    };
}
pub(crate) use debug_as_display;

/// `Display` and `Debug` of a type by what writes it in `const`.
macro_rules! printed {
    ($of:ty, |$value:ident, $text:ident| $write:expr) => {
        impl core::fmt::Display for $of {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let (mut buffer, $value) = ($crate::value::Text::EMPTY, self);
                let $text = &mut buffer;
                $write;
                core::fmt::Display::fmt(&buffer, f)
            }
        }

        $crate::value::text::debug_as_display!($of);
    };
}
pub(crate) use printed;
