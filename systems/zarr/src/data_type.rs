//! [`DataType`]: the type of the elements in a file, of any size that does not depend on the element.
//!
//! `zarrs` knows each type by its bits only: an unsigned integer, or bytes. So its fill value is read here, in every spelling
//! that writers have.

use crate::codec::Number;
use crate::element::{Element, to_odd};
use crate::metadata::{configuration, name, only};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use half::{bf16, f16};
use serde_json::{Map, Value};

mod named;

/// Floating-point numbers of one byte or less. Those without a number 0 are [`NO_ZERO`].
const FLOATS_OF_A_BYTE: [&str; 10] = [
    "float4_e2m1fn",
    "float6_e2m3fn",
    "float6_e3m2fn",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
];

/// Powers of two in a byte.
const NO_ZERO: &str = "float8_e8m0fnu";

/// The format of a floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Float {
    /// One byte, whose bits are not decoded.
    Byte {
        /// Whether the bits 0 are the number 0.
        has_zero: bool,
    },
    Half,
    Bfloat,
    Single,
    Double,
}

impl Float {
    fn size(self) -> u64 {
        match self {
            Self::Byte { .. } => 1,
            Self::Half | Self::Bfloat => 2,
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// The bits of the number nearest to `x`; of a byte, of 0 only. NaN has the bits that Zarr gives it.
    fn bits(self, x: f64) -> Option<u64> {
        Some(match self {
            Self::Byte { has_zero } => return (has_zero && x.to_bits() == 0).then_some(0),
            Self::Half if x.is_nan() => 0x7E00,
            Self::Bfloat if x.is_nan() => 0x7FC0,
            Self::Single if x.is_nan() => 0x7FC0_0000,
            Self::Double if x.is_nan() => 0x7FF8_0000_0000_0000,
            Self::Half => f16::from_f32(to_odd(x)).to_bits().into(),
            Self::Bfloat => bf16::from_f32(to_odd(x)).to_bits().into(),
            Self::Single => (x as f32).to_bits().into(),
            Self::Double => x.to_bits(),
        })
    }

    /// The bits of a fill value: a number, a number in a text, or the bits as hexadecimal digits.
    fn fill(self, value: &Value) -> Option<u64> {
        let Some(text) = value.as_str().map(str::trim) else {
            // As `zarr-python`: `true` is 1.
            let one = value.as_bool().map(|value| f64::from(u8::from(value)));
            return self.bits(one.or_else(|| value.as_f64())?);
        };
        let Some(digits) = text.strip_prefix("0x") else { return self.bits(text.parse().ok()?) };
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let bits = u64::from_str_radix(digits, 16).ok()?;
        match digits.len() as u64 {
            count if count == 2 * self.size() => Some(bits),
            // As `zarr-python`: the number of another type that has these bits.
            4 => self.bits(f16::from_bits(bits as u16).into()),
            8 => self.bits(f32::from_bits(bits as u32).into()),
            16 => self.bits(f64::from_bits(bits)),
            _ => None,
        }
    }
}

/// What the bits of an element are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    Integer(Number),
    Float(Float),
    /// A real and an imaginary part.
    Complex(Float),
    /// An integer in a byte, from the least to the greatest.
    Small(i8, i8),
    /// Ticks, or `NaT`.
    Time,
    /// Characters of four bytes.
    Chars,
    /// Bytes, which a shorter text does not fill if they end at a zero.
    Bytes {
        ends_at_zero: bool,
    },
    /// Fields, and whether one of them has more than a byte.
    Record {
        has_order: bool,
    },
    /// Objects, and types that are not known.
    Other,
}

/// The type of the elements in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataType {
    name: String,
    kind: Kind,
    /// The bytes of an element; 0 if they are not known.
    size: u64,
    /// The bytes that are in an order of bytes together.
    unit: u64,
    /// Whether version 2 names the order with the high byte first.
    is_big: bool,
}

impl DataType {
    fn new(name: impl Into<String>, kind: Kind, size: u64) -> Self {
        let unit = match &kind {
            Kind::Integer(number) => number.size() as u64,
            Kind::Float(float) | Kind::Complex(float) => float.size(),
            Kind::Time => 8,
            Kind::Chars => 4,
            Kind::Bool
            | Kind::Small(..)
            | Kind::Bytes { .. }
            | Kind::Record { .. }
            | Kind::Other => 1,
        };
        Self { name: name.into(), kind, size, unit, is_big: false }
    }

    /// The numbers of an index of a shard.
    pub(crate) fn of_index() -> Self {
        Self::scalar("uint64").unwrap_or_else(|| Self::new("uint64", Kind::Other, 0))
    }

    /// A type that its name tells alone, in version 3.
    fn scalar(name: &str) -> Option<Self> {
        let number = Number::parse(name).filter(|number| number.name() == name);
        let float = |name: &str| match name {
            "float16" => Some(Float::Half),
            "bfloat16" => Some(Float::Bfloat),
            "float32" => Some(Float::Single),
            "float64" => Some(Float::Double),
            NO_ZERO => Some(Float::Byte { has_zero: false }),
            _ => FLOATS_OF_A_BYTE.contains(&name).then_some(Float::Byte { has_zero: true }),
        };
        let complex = match name {
            "complex64" => Some(Float::Single),
            "complex128" => Some(Float::Double),
            _ => name.strip_prefix("complex_").and_then(float),
        };
        let raw = || {
            let bits = name.strip_prefix('r')?;
            let bits: u64 = bits.parse().ok().filter(|n: &u64| n.to_string() == bits)?;
            bits.is_multiple_of(8).then_some(bits / 8)
        };
        Some(match (name, number, float(name), complex) {
            (.., Some(float)) => Self::new(name, Kind::Complex(float), 2 * float.size()),
            (_, _, Some(float), _) => Self::new(name, Kind::Float(float), float.size()),
            (_, Some(number), ..) => Self::new(name, Kind::Integer(number), number.size() as u64),
            ("bool", ..) => Self::new(name, Kind::Bool, 1),
            ("int2", ..) => Self::new(name, Kind::Small(-2, 1), 1),
            ("int4", ..) => Self::new(name, Kind::Small(-8, 7), 1),
            ("uint2", ..) => Self::new(name, Kind::Small(0, 3), 1),
            ("uint4", ..) => Self::new(name, Kind::Small(0, 15), 1),
            _ => Self::new(name, Kind::Bytes { ends_at_zero: false }, raw()?),
        })
    }

    /// The `data_type` of version 3.
    pub(crate) fn third(named: &Value) -> Result<Self, String> {
        let of = "its data type";
        let keys = configuration(of, named)?;
        let none = Map::new();
        let keys = keys.unwrap_or(&none);
        if let Some(found) = Self::scalar(name(named)) {
            only(of, keys, &[])?;
            return Ok(found);
        }
        let text = named.as_str().map_or_else(|| named.to_string(), str::to_string);
        let kind = match name(named) {
            "raw_bytes" => Kind::Bytes { ends_at_zero: false },
            "null_terminated_bytes" => Kind::Bytes { ends_at_zero: true },
            "fixed_length_utf32" => Kind::Chars,
            "numpy.datetime64" | "numpy.timedelta64" => {
                only(of, keys, &[&["unit", "scale_factor"]])?;
                return Ok(Self::new(text, Kind::Time, 8));
            }
            "structured" => {
                only(of, keys, &[&["fields"]])?;
                return Self::record(text, keys.get("fields").unwrap_or(&Value::Null), Self::third);
            }
            _ => return Ok(Self::new(text, Kind::Other, 0)),
        };
        only(of, keys, &[&["length_bytes"]])?;
        let size = keys.get("length_bytes").and_then(Value::as_u64);
        let size = size.filter(|size| kind != Kind::Chars || size.is_multiple_of(4));
        Ok(Self::new(&text, kind, size.ok_or_else(|| format!("{of} is {text}, of no whole size"))?))
    }

    /// The `dtype` of version 2: a text of NumPy, a list of fields, or one of the names that tensorstore writes.
    pub(crate) fn second(dtype: &Value) -> Result<Self, String> {
        let Some(text) = dtype.as_str() else {
            return Self::record(dtype.to_string(), dtype, Self::second);
        };
        let other = || Self::new(text, Kind::Other, 0);
        let Some(code) = text.strip_prefix(['<', '>', '|', '=']) else {
            // Types that NumPy does not have.
            let found = Self::scalar(text).filter(|found| {
                let float = Float::Byte { has_zero: true };
                let mut kinds = [Kind::Float(float), Kind::Float(Float::Bfloat)].into_iter();
                matches!(found.kind, Kind::Small(..)) || kinds.any(|kind| kind == found.kind)
            });
            return Ok(found.unwrap_or_else(other));
        };
        let size = |prefix: char| code.strip_prefix(prefix)?.parse::<u64>().ok();
        let long = Number::parse(text).map(Number::name);
        let long = long.as_deref().or(match code {
            "b1" => Some("bool"),
            "c8" => Some("complex64"),
            "c16" => Some("complex128"),
            _ => None,
        });
        let is_time = ["M8", "m8"].iter().any(|code_of_time| {
            let unit = code.strip_prefix(code_of_time);
            unit.is_some_and(|unit| unit.is_empty() || unit.starts_with('[') && unit.ends_with(']'))
        });
        let mut found = if let Some(found) = long.and_then(Self::scalar) {
            found
        } else if let Some(size) = size('V') {
            Self::new(text, Kind::Bytes { ends_at_zero: false }, size)
        } else if let Some(size) = size('S') {
            Self::new(text, Kind::Bytes { ends_at_zero: true }, size)
        } else if let Some(count) = size('U') {
            let size = count.checked_mul(4).ok_or_else(|| format!("its dtype is `{text}`"))?;
            Self::new(text, Kind::Chars, size)
        } else if is_time {
            Self::new(text, Kind::Time, 8)
        } else {
            other()
        };
        found.is_big = text.starts_with('>') && found.unit > 1;
        if let Kind::Integer(number) = &mut found.kind {
            *number = number.with_order(found.is_big);
        }
        Ok(found)
    }

    /// A type of fields: each a name, a type, and in version 2 maybe extents.
    fn record(
        text: String,
        fields: &Value,
        read: fn(&Value) -> Result<Self, String>,
    ) -> Result<Self, String> {
        let refused = || format!("its data type is {text}, whose fields have no size");
        let (mut size, mut has_order) = (0_u64, false);
        for field in fields.as_array().ok_or_else(refused)? {
            let (named, extents) = match field.as_array().map(Vec::as_slice) {
                Some([Value::String(_), named]) => (named, &[][..]),
                Some([Value::String(_), named, Value::Array(extents)]) => (named, &extents[..]),
                _ => return Err(refused()),
            };
            let field = read(named)?;
            if field.is_big {
                return Err(format!("{}: fields of the other byte order are not read", text));
            }
            let count =
                extents.iter().try_fold(field.size, |n, extent| n.checked_mul(extent.as_u64()?));
            let count = count.filter(|count| *count > 0).ok_or_else(refused)?;
            size = size.checked_add(count).ok_or_else(refused)?;
            has_order |= field.unit > 1 || field.kind == Kind::Record { has_order: true };
        }
        Ok(Self::new(text, Kind::Record { has_order }, size))
    }

    /// Whether elements are read as `T`.
    pub(crate) fn is_of<T: Element>(&self) -> bool {
        let has_size = self.size == size_of::<T>() as u64 && self.size > 0;
        has_size && T::OF_ZARR.is_none_or(|name| name == self.name)
    }

    /// The name in the metadata: of version 3 for the types that both versions have.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of an element, or 0 where they are not known.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn is_bool(&self) -> bool {
        self.kind == Kind::Bool
    }

    /// Whether elements are the same in both orders of bytes.
    pub(crate) fn has_no_order(&self) -> bool {
        self.unit == 1
    }

    /// Whether version 2 names the order with the high byte first.
    pub(crate) fn is_big(&self) -> bool {
        self.is_big
    }

    /// The type as one of numbers that filters compute with.
    pub(crate) fn number(&self) -> Option<Number> {
        let float = |text| Number::parse(text).map(|number| number.with_order(self.is_big));
        match self.kind {
            Kind::Integer(number) => Some(number),
            Kind::Float(Float::Half) => float("f2"),
            Kind::Float(Float::Single) => float("f4"),
            Kind::Float(Float::Double) => float("f8"),
            _ => None,
        }
    }

    /// The bytes that are reversed together where a file has the order of bytes `is_big`, and `zarrs` does not reverse them.
    ///
    /// # Errors
    /// When the fields of a record would be reversed.
    pub(crate) fn reversed(&self, is_big: bool) -> Result<Option<u64>, String> {
        if is_big == cfg!(target_endian = "big") {
            return Ok(None);
        }
        match self.kind {
            Kind::Record { has_order: true } if is_big => {
                Err(format!("{}: fields of the other byte order are not read", self.name))
            }
            _ if self.unit == 1 || self.is_integer() => Ok(None),
            _ => Ok(Some(self.unit)),
        }
    }

    /// Whether `zarrs` takes elements for integers.
    fn is_integer(&self) -> bool {
        self.size == self.unit && [1, 2, 4, 8].contains(&self.size)
    }

    /// The name of the type with the same bits that `zarrs` decodes.
    fn of_bits(&self) -> String {
        // A product that is too large has the size of no element.
        let bits = self.size.saturating_mul(8);
        format!("{}{bits}", if self.is_integer() { "uint" } else { "r" })
    }

    /// Makes the type of metadata [the one](Self::of_bits) of the same bits, with its fill value. Metadata of version 2 may have
    /// none, which is zero, or `NaT`.
    ///
    /// # Errors
    /// When the fill value is not a value of the type.
    pub(crate) fn make_bits(&self, metadata: &mut Value) -> Result<(), String> {
        let value = metadata.get("fill_value");
        let found = match value {
            None if self.kind == Kind::Time => self.bytes(i64::MIN as u64),
            None => usize::try_from(self.size).ok().map(|size| vec![0; size]),
            Some(value) => self.bytes_of(value),
        };
        let found = found.ok_or_else(|| {
            format!("its fill value {} is not of {}", value.unwrap_or(&Value::Null), self.name)
        })?;
        metadata["fill_value"] = if self.is_integer() {
            let mut low = [0; 8];
            for (k, byte) in found.iter().enumerate() {
                low[if cfg!(target_endian = "big") { found.len() - 1 - k } else { k }] = *byte;
            }
            u64::from_le_bytes(low).into()
        } else {
            found.into()
        };
        metadata["data_type"] = self.of_bits().into();
        Ok(())
    }

    /// The bytes of bits in the order of this machine.
    fn bytes(&self, bits: u64) -> Option<Vec<u8>> {
        let mut bytes = bits.to_le_bytes()[..usize::try_from(self.unit).ok()?].to_vec();
        if cfg!(target_endian = "big") {
            bytes.reverse();
        }
        Some(bytes)
    }

    /// The bytes of a fill value in the order of this machine.
    fn bytes_of(&self, value: &Value) -> Option<Vec<u8>> {
        let size = usize::try_from(self.size).ok()?;
        match &self.kind {
            Kind::Bool => value.as_bool().and_then(|value| self.bytes(value.into())),
            Kind::Integer(number) => {
                let found = integer(value).filter(|n| number.has(*n))?;
                self.bytes(found as u64)
            }
            Kind::Float(float) => self.bytes(float.fill(value)?),
            Kind::Complex(float) => {
                let [re, im] = value.as_array()?.as_slice() else { return None };
                let parts = [re, im].map(|part| self.bytes(float.fill(part)?));
                let [re, im] = parts;
                Some([re?, im?].concat())
            }
            Kind::Small(least, most) => {
                let found = value
                    .as_i64()
                    .filter(|n| (i64::from(*least)..=i64::from(*most)).contains(n))?;
                self.bytes(found as u64)
            }
            Kind::Time if value == "NaT" => self.bytes(i64::MIN as u64),
            Kind::Time => self.bytes(value.as_i64()? as u64),
            Kind::Chars => {
                let chars = value.as_str()?.chars().map(|c| u32::from(c).to_ne_bytes());
                let mut found = chars.collect::<Vec<_>>().concat();
                (found.len() <= size).then(|| found.resize(size, 0))?;
                Some(found)
            }
            Kind::Bytes { .. } | Kind::Record { .. } => {
                let ends_at_zero = self.kind == Kind::Bytes { ends_at_zero: true };
                let mut found: Vec<u8> = match value {
                    Value::Array(list) => {
                        let byte = |byte: &Value| u8::try_from(byte.as_u64()?).ok();
                        list.iter().map(byte).collect::<Option<_>>()?
                    }
                    value => BASE64_STANDARD.decode(value.as_str()?).ok()?,
                };
                let is_whole = found.len() == size || ends_at_zero && found.len() < size;
                is_whole.then(|| found.resize(size, 0))?;
                Some(found)
            }
            Kind::Other => None,
        }
    }
}

/// An integer. `zarr-python` also reads one in a text, `true`, `false` and `5.0`.
fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some((*value).into()),
        Value::Number(number) => {
            let whole = number.as_i128();
            // Beyond 2^64, no type has integers.
            let near = || number.as_f64().filter(|x| x.fract() == 0.0 && x.abs() <= 2_f64.powi(64));
            whole.or_else(|| near().map(|x| x as i128))
        }
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}
