//! [`ElementType`], the types of elements.

use core::fmt;

/// The type of an element, by its XLA name.
///
/// ```
/// use static_layout_dialects::xla::ElementType;
/// let t = ElementType::of("bf16").unwrap();
/// assert_eq!((t.name(), t.bits(), t.bytes()), ("bf16", 16, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ElementType {
    name: &'static str,
    bits: i64,
}

/// The element types of arrays, and their bits.
const TYPES: [(&str, i64); 30] = [
    ("pred", 8),
    ("s1", 1),
    ("s2", 2),
    ("s4", 4),
    ("s8", 8),
    ("s16", 16),
    ("s32", 32),
    ("s64", 64),
    ("u1", 1),
    ("u2", 2),
    ("u4", 4),
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
    ("f16", 16),
    ("bf16", 16),
    ("f32", 32),
    ("f64", 64),
    ("f8e5m2", 8),
    ("f8e4m3", 8),
    ("f8e4m3fn", 8),
    ("f8e4m3b11fnuz", 8),
    ("f8e3m4", 8),
    ("f8e5m2fnuz", 8),
    ("f8e4m3fnuz", 8),
    ("f8e8m0fnu", 8),
    ("f4e2m1fn", 4),
    ("c64", 64),
    ("c128", 128),
];

impl ElementType {
    /// The type with this name, in lower case.
    pub fn of(name: &str) -> Option<Self> {
        let found = TYPES.iter().find(|(known, _)| *known == name)?;
        Some(Self { name: found.0, bits: found.1 })
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The bits of a value: 8 for `pred`.
    pub const fn bits(self) -> i64 {
        self.bits
    }

    /// Whether a value is a floating-point number.
    pub fn is_float(self) -> bool {
        self.name.starts_with('f') || self.name == "bf16"
    }

    /// The bytes of an element that shares no byte with others.
    pub const fn bytes(self) -> i64 {
        (self.bits + 7) / 8
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl fmt::Debug for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
