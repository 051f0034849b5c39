//! [`Element`], the type of an element as a text names it, and its names in other systems.

use std::fmt;

use static_layout_dialects::xla::ElementType;

use crate::Failure;
use crate::dialect::Dialect;

/// The names of a type in XLA, MLIR and NumPy. Where XLA's name is MLIR's, or NumPy has none, the text is empty.
const NAMES: &[(&str, &str, &str)] = &[
    ("pred", "i1", "|b1"),
    ("s1", "", ""),
    ("s2", "i2", ""),
    ("s4", "i4", ""),
    ("s8", "i8", "|i1"),
    ("s16", "i16", "<i2"),
    ("s32", "i32", "<i4"),
    ("s64", "i64", "<i8"),
    ("u1", "ui1", ""),
    ("u2", "ui2", ""),
    ("u4", "ui4", ""),
    ("u8", "ui8", "|u1"),
    ("u16", "ui16", "<u2"),
    ("u32", "ui32", "<u4"),
    ("u64", "ui64", "<u8"),
    ("f16", "f16", "<f2"),
    ("bf16", "bf16", ""),
    ("f32", "f32", "<f4"),
    ("f64", "f64", "<f8"),
    ("f8e5m2", "f8E5M2", ""),
    ("f8e4m3", "f8E4M3", ""),
    ("f8e4m3fn", "f8E4M3FN", ""),
    ("f8e4m3b11fnuz", "f8E4M3B11FNUZ", ""),
    ("f8e3m4", "f8E3M4", ""),
    ("f8e5m2fnuz", "f8E5M2FNUZ", ""),
    ("f8e4m3fnuz", "f8E4M3FNUZ", ""),
    ("f8e8m0fnu", "f8E8M0FNU", ""),
    ("f4e2m1fn", "f4E2M1FN", ""),
    ("c64", "complex<f32>", "<c8"),
    ("c128", "complex<f64>", "<c16"),
];

/// Names of NumPy that are read as a `typestr`.
const WORDS: [(&str, &str); 17] = [
    ("bool", "|b1"),
    ("int8", "|i1"),
    ("int16", "<i2"),
    ("int32", "<i4"),
    ("int64", "<i8"),
    ("uint8", "|u1"),
    ("uint16", "<u2"),
    ("uint32", "<u4"),
    ("uint64", "<u8"),
    ("float16", "<f2"),
    ("float32", "<f4"),
    ("float64", "<f8"),
    ("complex64", "<c8"),
    ("complex128", "<c16"),
    ("object", "|O8"),
    ("O", "|O8"),
    ("|O", "|O8"),
];

/// The type of an element: a type that several systems have, one that only its own system has, or a number of bits.
///
/// ```
/// use layout_cli::dialect::{Dialect, Element};
/// let a = Element::mlir("ui8");
/// assert_eq!(a.name_in(Dialect::Numpy).as_deref(), Some("|u1"));
/// // A type of MLIR alone keeps its name, and the bits where they are known.
/// let a = Element::mlir("vector<4xf32>");
/// assert_eq!((a.name_in(Dialect::Mlir).as_deref(), a.bits()), (Some("vector<4xf32>"), Some(128)));
/// assert_eq!(a.name_in(Dialect::Xla), None);
/// ```
#[derive(Clone, Debug)]
pub struct Element {
    /// The name in the system that names it so.
    spelling: Option<(Dialect, String)>,
    /// The type that several systems have.
    known: Option<ElementType>,
    bits: Option<i64>,
}

impl Element {
    /// The type `--element` names, as XLA or MLIR does.
    ///
    /// # Errors
    ///
    /// A name that is neither.
    pub fn named(name: &str) -> Result<Self, Failure> {
        let known = ElementType::of(name).map(Self::from);
        let of_mlir = || Some(Self::mlir(name)).filter(|element| element.known.is_some());
        known.or_else(of_mlir).ok_or_else(|| {
            Failure::new(format!("unknown element type `{name}`")).help(
                "types are named as in XLA: f32, bf16, s8, u32, pred, .., or in MLIR: i8, ui32, ..",
            )
        })
    }

    /// The type of this name in MLIR.
    pub fn mlir(name: &str) -> Self {
        // A sign of MLIR's that several systems do not tell from no sign.
        let signless = name.strip_prefix('s').filter(|rest| rest.starts_with('i')).unwrap_or(name);
        let known = NAMES.iter().find(|row| row.1 == signless);
        let known = known.and_then(|row| ElementType::of(row.0));
        let bits = known.map(ElementType::bits).or_else(|| mlir_bits(name));
        Self { spelling: Some((Dialect::Mlir, name.to_owned())), known, bits }
    }

    /// The type of a `typestr` of NumPy, such as `<f4`: the order of bytes, a letter, the bytes, and a unit of time.
    pub fn numpy(name: &str) -> Option<Self> {
        if let Some((_, typestr)) = WORDS.iter().find(|(word, _)| *word == name) {
            return Self::numpy(typestr);
        }
        let (order, rest) = match name.chars().next()? {
            order @ ('<' | '>' | '|' | '=') => (order, &name[1..]),
            _ => ('=', name),
        };
        let kind = rest.chars().next().filter(|kind| "biufcmMOSUV".contains(*kind))?;
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
        let (size, unit) = rest[1..].split_at(digits);
        let size: i64 = size.parse().ok()?;
        let has_size = match kind {
            'b' => size == 1,
            'i' | 'u' => matches!(size, 1 | 2 | 4 | 8),
            'f' => matches!(size, 2 | 4 | 8 | 16),
            'c' => matches!(size, 8 | 16 | 32),
            'm' | 'M' | 'O' => size == 8,
            _ => true,
        };
        let units = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"];
        let of_time = unit.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let of_time = of_time.map(|unit| unit.trim_start_matches(|c: char| c.is_ascii_digit()));
        let has_unit =
            matches!(kind, 'm' | 'M') && of_time.is_some_and(|unit| units.contains(&unit));
        if !has_size || !(unit.is_empty() || has_unit) {
            return None;
        }
        let bytes = size.checked_mul(if kind == 'U' { 4 } else { 1 })?;
        let found = NAMES.iter().find(|row| row.2.get(1..) == Some(rest));
        let known = found.filter(|_| order != '>' || bytes == 1);
        let known = known.and_then(|row| ElementType::of(row.0));
        // Bytes without a type.
        let spelling = (kind != 'V').then(|| (Dialect::Numpy, name.to_owned()));
        Some(Self { spelling, known, bits: bytes.checked_mul(8) })
    }

    /// An element of which only the size is known.
    pub const fn of_bits(bits: i64) -> Self {
        Self { spelling: None, known: None, bits: Some(bits) }
    }

    /// The bits of an element in memory, if they are known.
    pub const fn bits(&self) -> Option<i64> {
        self.bits
    }

    /// The bytes of an element, if it is a whole number of them.
    pub fn bytes(&self) -> Option<i64> {
        self.bits.filter(|bits| bits % 8 == 0 && *bits > 0).map(|bits| bits / 8)
    }

    /// Whether the text names a type, not only a size.
    pub const fn has_name(&self) -> bool {
        self.spelling.is_some() || self.known.is_some()
    }

    /// The type that XLA has.
    pub const fn known(&self) -> Option<ElementType> {
        self.known
    }

    /// Whether the name in a system says less: MLIR's `si16` is signed, and `i16`, which other systems have, is not.
    pub(super) fn loses_sign(&self, system: Dialect) -> bool {
        !matches!(system, Dialect::Mlir | Dialect::CuteDsl)
            && self
                .spelling
                .as_ref()
                .is_some_and(|(of, name)| *of == Dialect::Mlir && name.starts_with("si"))
    }

    /// The name in a system whose texts name types.
    pub fn name_in(&self, system: Dialect) -> Option<String> {
        // The CuTe DSL has MLIR's types.
        let system = if system == Dialect::CuteDsl { Dialect::Mlir } else { system };
        if let Some((_, name)) = self.spelling.as_ref().filter(|(of, _)| *of == system) {
            return Some(name.clone());
        }
        let row = self.known.and_then(|known| NAMES.iter().find(|row| row.0 == known.name()));
        let name = match (system, row) {
            (Dialect::Xla, Some(row)) => row.0.to_owned(),
            (Dialect::Mlir, Some(row)) => row.1.to_owned(),
            (Dialect::Numpy, Some(row)) => row.2.to_owned(),
            (Dialect::Numpy, None) if !self.has_name() => format!("|V{}", self.bytes()?),
            _ => String::new(),
        };
        Some(name).filter(|name| !name.is_empty())
    }
}

impl From<ElementType> for Element {
    fn from(known: ElementType) -> Self {
        Self { spelling: None, known: Some(known), bits: Some(known.bits()) }
    }
}

/// Equality of types: of their names where no system shares them.
impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
            && self.known == other.known
            && (self.known.is_some() || self.spelling == other.spelling)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.spelling, self.known, self.bits) {
            (Some((_, name)), ..) => f.write_str(name),
            (None, Some(known), _) => known.fmt(f),
            (None, None, Some(bits)) => write!(f, "{bits} bits"),
            (None, None, None) => f.write_str("of unknown size"),
        }
    }
}

/// The bits of a type of MLIR alone: integers of other widths, floats, complex numbers and vectors of them.
fn mlir_bits(name: &str) -> Option<i64> {
    if let Some(inside) = name.strip_prefix("vector<").and_then(|rest| rest.strip_suffix('>')) {
        let (mut rest, mut count) = (inside, 1_i64);
        while let Some((extent, after)) = rest.split_once('x') {
            let Ok(extent) = extent.parse::<i64>() else { break };
            (count, rest) = (count.checked_mul(extent)?, after);
        }
        return Element::mlir(rest).bits?.checked_mul(count);
    }
    if let Some(part) = name.strip_prefix("complex<").and_then(|rest| rest.strip_suffix('>')) {
        return Element::mlir(part).bits?.checked_mul(2);
    }
    let digits = name.trim_start_matches(['s', 'u']).strip_prefix(['i', 'f'])?;
    digits.parse().ok().filter(|bits| *bits > 0)
}
