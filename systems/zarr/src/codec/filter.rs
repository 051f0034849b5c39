//! Filters and checksums of numcodecs, on the bytes of a chunk.

use super::blosc::unshuffle;
use super::unpack::room;
use crate::element::to_odd;
use half::f16;

/// A type of numbers, as NumPy writes it: `<f4`, `|u1`, `>i8`, `int16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// `f`, `i` or `u`.
    kind: u8,
    size: usize,
    is_big: bool,
}

impl Number {
    /// Bytes.
    pub(crate) const BYTE: Self = Self { kind: b'u', size: 1, is_big: false };

    /// The type of a text, if it is one that arrays have.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (is_big, name) = match text.as_bytes().first()? {
            b'>' => (true, &text[1..]),
            b'<' | b'=' | b'|' => (false, &text[1..]),
            _ => (false, text),
        };
        let kinds = [("float", "f"), ("int", "i"), ("uint", "u")];
        let parse = |(long, short): (&str, &str)| {
            let bytes = name.strip_prefix(short).and_then(|size| size.parse::<usize>().ok());
            let bits = || name.strip_prefix(long)?.parse::<usize>().ok();
            let size =
                bytes.or_else(|| bits().filter(|bits| bits % 8 == 0).map(|bits| bits / 8))?;
            let is_known = [1, 2, 4, 8].contains(&size) && (short != "f" || size >= 2);
            is_known.then_some(Self { kind: short.as_bytes()[0], size, is_big })
        };
        kinds.into_iter().find_map(parse)
    }

    pub(crate) fn size(self) -> usize {
        self.size
    }

    pub(crate) fn is_big(self) -> bool {
        self.is_big && self.size > 1
    }

    pub(crate) fn with_order(self, is_big: bool) -> Self {
        Self { is_big, ..self }
    }

    pub(crate) fn is_float(self) -> bool {
        self.kind == b'f'
    }

    /// The name of the type in metadata of version 3.
    pub(crate) fn name(self) -> String {
        let kind = match self.kind {
            b'f' => "float",
            b'i' => "int",
            _ => "uint",
        };
        format!("{kind}{}", 8 * self.size)
    }

    /// As NumPy writes it.
    pub(crate) fn text(self) -> String {
        format!("{}{}{}", if self.is_big { '>' } else { '<' }, char::from(self.kind), self.size)
    }

    /// Whether a type of integers has this one.
    pub(crate) fn has(self, whole: i128) -> bool {
        let bits = 8 * self.size as u32;
        match self.kind {
            b'u' => (0..1 << bits).contains(&whole),
            _ => (-1 << (bits - 1)..1 << (bits - 1)).contains(&whole),
        }
    }

    fn read(self, bytes: &[u8]) -> Scalar {
        let mut low = [0; 8];
        for (k, byte) in bytes.iter().enumerate() {
            low[if self.is_big { bytes.len() - 1 - k } else { k }] = *byte;
        }
        let bits = u64::from_le_bytes(low);
        match (self.kind, self.size) {
            (b'f', 2) => Scalar::Half(f16::from_bits(bits as u16)),
            (b'f', 4) => Scalar::Single(f32::from_bits(bits as u32)),
            (b'f', _) => Scalar::Double(f64::from_bits(bits)),
            (b'u', _) => Scalar::Integer(i128::from(bits)),
            _ => {
                let unused = 64 - 8 * self.size as u32;
                Scalar::Integer(i128::from((bits << unused) as i64 >> unused))
            }
        }
    }

    /// Writes a number, which becomes one of this type as NumPy makes it: integers wrap, and lose a fraction.
    ///
    /// # Errors
    /// When a floating-point number is outside the range of the type. NumPy leaves the result to the processor.
    fn write(self, number: Scalar, bytes: &mut [u8]) -> Result<(), String> {
        let bits = match (self.kind, self.size, number) {
            (b'f', 2, Scalar::Half(x)) => x.to_bits().into(),
            (b'f', 2, Scalar::Single(x)) => f16::from_f32(x).to_bits().into(),
            (b'f', 2, Scalar::Double(x)) => f16::from_f32(to_odd(x)).to_bits().into(),
            (b'f', 2, Scalar::Integer(n)) => f16::from_f32(n as f32).to_bits().into(),
            (b'f', 4, Scalar::Half(x)) => u64::from(x.to_f32().to_bits()),
            (b'f', 4, Scalar::Single(x)) => u64::from(x.to_bits()),
            (b'f', 4, Scalar::Double(x)) => u64::from((x as f32).to_bits()),
            (b'f', 4, Scalar::Integer(n)) => u64::from((n as f32).to_bits()),
            (b'f', _, number) => number.double().to_bits(),
            (_, _, Scalar::Integer(n)) => n as u64,
            (_, _, number) => {
                let x = number.double();
                // NaN is 0 as an integer.
                let whole = x as i128;
                if x.is_nan() || !self.has(whole) {
                    return Err(format!("{x} is not of {}", self.name()));
                }
                whole as u64
            }
        };
        let low = bits.to_le_bytes();
        let len = bytes.len();
        for (k, byte) in bytes.iter_mut().enumerate() {
            *byte = low[if self.is_big { len - 1 - k } else { k }];
        }
        Ok(())
    }
}

/// A number in the type in which NumPy computes.
#[derive(Clone, Copy)]
enum Scalar {
    Integer(i128),
    Half(f16),
    Single(f32),
    Double(f64),
}

impl Scalar {
    fn double(self) -> f64 {
        match self {
            Self::Integer(n) => n as f64,
            Self::Half(x) => x.into(),
            Self::Single(x) => f64::from(x),
            Self::Double(x) => x,
        }
    }
}

/// How stored numbers become numbers of the array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rule {
    /// Each as the other type: `astype`, `quantize`.
    Same,
    /// `stored / scale + offset`.
    Scale { scale: f64, offset: f64 },
    /// The sum of all up to this one, in the larger of the two types.
    Sum,
}

/// Numbers of a chunk, from one type to another.
pub(crate) fn convert(
    bytes: &[u8],
    [from, to]: [Number; 2],
    rule: Rule,
) -> Result<Vec<u8>, String> {
    if !bytes.len().is_multiple_of(from.size) {
        return Err(format!("{} bytes are no numbers of {} bytes", bytes.len(), from.size));
    }
    let mut found = room((bytes.len() / from.size).saturating_mul(to.size))?;
    let mut sum = None;
    for (stored, place) in bytes.chunks_exact(from.size).zip(found.chunks_exact_mut(to.size)) {
        let number = from.read(stored);
        let number = match rule {
            Rule::Same => number,
            Rule::Scale { scale, offset } => match number {
                // One operation of `f32` rounds as one of `f16` does.
                Scalar::Half(x) => {
                    let [scale, offset] =
                        [scale, offset].map(|x| f16::from_f32(to_odd(x)).to_f32());
                    let scaled = f16::from_f32(x.to_f32() / scale).to_f32();
                    Scalar::Half(f16::from_f32(scaled + offset))
                }
                Scalar::Single(x) => Scalar::Single(x / scale as f32 + offset as f32),
                number => Scalar::Double(number.double() / scale + offset),
            },
            Rule::Sum => {
                let next = match number {
                    Scalar::Half(x) if to.size == 4 => Scalar::Single(x.into()),
                    Scalar::Half(x) if to.size == 8 => Scalar::Double(x.into()),
                    Scalar::Single(x) if to.size == 8 => Scalar::Double(x.into()),
                    number => number,
                };
                // The first is kept as it is, also -0.
                *sum.insert(match (sum, next) {
                    (None, next) => next,
                    (Some(Scalar::Integer(a)), Scalar::Integer(b)) => {
                        Scalar::Integer(a.wrapping_add(b))
                    }
                    (Some(Scalar::Half(a)), Scalar::Half(b)) => {
                        Scalar::Half(f16::from_f32(a.to_f32() + b.to_f32()))
                    }
                    (Some(Scalar::Single(a)), Scalar::Single(b)) => Scalar::Single(a + b),
                    (Some(a), b) => Scalar::Double(a.double() + b.double()),
                })
            }
        };
        to.write(number, place)?;
    }
    Ok(found)
}

/// Bits as bytes 0 and 1, the highest bit of a byte first. The first byte tells how many bits at the end are not used.
pub(crate) fn bits(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let parts = bytes.split_first().map(|(unused, rest)| (usize::from(*unused), rest));
    let parts = parts.filter(|(unused, rest)| *unused < 8 && *unused <= 8 * rest.len());
    let (unused, rest) = parts.ok_or("packed bits end in their first byte")?;
    let mut found = room(8 * rest.len())?;
    for (k, bit) in found.iter_mut().enumerate() {
        *bit = rest[k / 8] >> (7 - k % 8) & 1;
    }
    found.truncate(found.len() - unused);
    Ok(found)
}

/// Reverses each `unit` bytes.
pub(crate) fn reversed(bytes: &[u8], unit: usize) -> Vec<u8> {
    let mut found = bytes.to_vec();
    found.chunks_exact_mut(unit.max(1)).for_each(<[u8]>::reverse);
    found
}

/// Undoes `shuffle`.
pub(crate) fn shuffled(bytes: &[u8], element: usize) -> Result<Vec<u8>, String> {
    if element <= 1 {
        return Ok(bytes.to_vec());
    }
    if !bytes.len().is_multiple_of(element) {
        return Err(format!("{} bytes are no elements of {element} bytes", bytes.len()));
    }
    let mut found = room(bytes.len())?;
    unshuffle(bytes, element, &mut found);
    Ok(found)
}

/// A checksum of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    Crc32c,
    Crc32,
    Adler32,
    Fletcher32,
}

impl Sum {
    /// The bytes without their checksum, which is before or after them.
    pub(crate) fn check(self, bytes: &[u8], is_first: bool) -> Result<&[u8], String> {
        let parts = if is_first {
            bytes.split_first_chunk().map(|(sum, rest)| (rest, sum))
        } else {
            bytes.split_last_chunk()
        };
        let (rest, sum) = parts.ok_or("a chunk is too short for its checksum")?;
        let (stored, found) = (u32::from_le_bytes(*sum), self.of(rest));
        if stored == found {
            return Ok(rest);
        }
        Err(format!("its checksum is {found:#010x}, not {stored:#010x} as stored"))
    }

    fn of(self, bytes: &[u8]) -> u32 {
        match self {
            Self::Crc32c => crc32c::crc32c(bytes),
            Self::Crc32 => {
                let mut sum = flate2::Crc::new();
                sum.update(bytes);
                sum.sum()
            }
            Self::Adler32 => {
                let (mut a, mut b) = (1_u32, 0_u32);
                // So few that the sums fit.
                for part in bytes.chunks(5552) {
                    for byte in part {
                        a += u32::from(*byte);
                        b += a;
                    }
                    (a, b) = (a % 65521, b % 65521);
                }
                b << 16 | a
            }
            Self::Fletcher32 => {
                let (mut a, mut b) = (0_u32, 0_u32);
                let fold = |sum: u32| (sum & 0xFFFF) + (sum >> 16);
                // Of words whose first byte is the high one; the last may have one byte.
                for part in bytes.chunks(720) {
                    for word in part.chunks(2) {
                        let low = word.get(1).copied().unwrap_or(0);
                        a += u32::from(u16::from_be_bytes([word[0], low]));
                        b += a;
                    }
                    (a, b) = (fold(a), fold(b));
                }
                fold(b) << 16 | fold(a)
            }
        }
    }
}
