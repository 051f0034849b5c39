//! [`InstructionDescriptor`], 32 bits that say what `tcgen05.mma` multiplies.
//!
//! | bits | f16, tf32, f8f6f4, i8 | mxf8f6f4, mxf4, mxf4nvf4 |
//! |---|---|---|
//! | 0, 1 | sparsity selector | sparsity selector |
//! | 2 | sparse A | sparse A |
//! | 3 | saturate (i8) | |
//! | 4, 5 | type of D | number of B's scales |
//! | 7 to 9 | type of A | type of A |
//! | 10 to 12 | type of B | type of B |
//! | 13, 14 | negate A, B | negate A, B |
//! | 15, 16 | A, B are MN-major | A, B are MN-major |
//! | 17 to 22 | N / 8 | N / 8 |
//! | 23 | | type of the scales |
//! | 24 to 28 | M / 16 | M / 16 |
//! | 29, 30 | | number of A's scales |
//! | 30, 31 | shift of B's reuse (`.ws`) | 31: K of 96 elements (mxf4, mxf4nvf4) |
//!
//! Source: PTX ISA, "Instruction Descriptor" and "Matrix Shape" of tcgen05. No device was asked.

use crate::descriptor::MatrixMajor;
use crate::error::{DescriptorRule, LayoutError, Operation, Rule};
use crate::number::tri;

/// The kind of a `tcgen05.mma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MmaKind {
    /// `.kind::f16`: halves and bfloat16.
    F16,
    /// `.kind::tf32`.
    Tf32,
    /// `.kind::f8f6f4`: elements of 8, 6 and 4 bits in bytes.
    F8f6f4,
    /// `.kind::i8`.
    I8,
    /// `.kind::mxf8f6f4`, with scales of 32 elements.
    Mxf8f6f4,
    /// `.kind::mxf4`, with scales of 32 elements.
    Mxf4,
    /// `.kind::mxf4nvf4`, with scales of 16 or 32 elements.
    Mxf4nvf4,
}

/// The type of an operand or of the scales of a `tcgen05.mma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of PTX")]
pub enum MmaElement {
    F16,
    Bf16,
    Tf32,
    F32,
    S32,
    U8,
    S8,
    E4m3,
    E5m2,
    E2m3,
    E3m2,
    E2m1,
    Ue8m0,
    Ue4m3,
}

impl MmaKind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::F16, Self::Tf32, Self::F8f6f4, Self::I8, Self::Mxf8f6f4, Self::Mxf4, Self::Mxf4nvf4];

    /// The name in PTX, after `.kind::`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::Tf32 => "tf32",
            Self::F8f6f4 => "f8f6f4",
            Self::I8 => "i8",
            Self::Mxf8f6f4 => "mxf8f6f4",
            Self::Mxf4 => "mxf4",
            Self::Mxf4nvf4 => "mxf4nvf4",
        }
    }

    /// Whether operands have scales.
    pub const fn is_scaled(self) -> bool {
        matches!(self, Self::Mxf8f6f4 | Self::Mxf4 | Self::Mxf4nvf4)
    }

    /// The elements of an operand along K, of a dense product.
    pub const fn depth(self) -> i64 {
        match self {
            Self::F16 => 16,
            Self::Tf32 => 8,
            Self::F8f6f4 | Self::I8 | Self::Mxf8f6f4 => 32,
            Self::Mxf4 | Self::Mxf4nvf4 => 64,
        }
    }

    const fn is_4_bits(self) -> bool {
        matches!(self, Self::Mxf4 | Self::Mxf4nvf4)
    }

    /// The number of a type of A or B.
    const fn operand(self, element: MmaElement) -> Option<u32> {
        match (self, element) {
            (Self::F16, MmaElement::F16)
            | (Self::F8f6f4 | Self::Mxf8f6f4, MmaElement::E4m3)
            | (Self::I8, MmaElement::U8) => Some(0),
            (Self::F16, MmaElement::Bf16)
            | (Self::F8f6f4 | Self::Mxf8f6f4, MmaElement::E5m2)
            | (Self::I8, MmaElement::S8)
            | (Self::Mxf4 | Self::Mxf4nvf4, MmaElement::E2m1) => Some(1),
            (Self::Tf32, MmaElement::Tf32) => Some(2),
            (Self::F8f6f4 | Self::Mxf8f6f4, MmaElement::E2m3) => Some(3),
            (Self::F8f6f4 | Self::Mxf8f6f4, MmaElement::E3m2) => Some(4),
            (Self::F8f6f4 | Self::Mxf8f6f4, MmaElement::E2m1) => Some(5),
            _ => None,
        }
    }

    /// The number of the type of D, which scaled products do not write.
    const fn accumulator(self, element: MmaElement) -> Option<u32> {
        match (self, element) {
            (Self::F16 | Self::F8f6f4, MmaElement::F16) => Some(0),
            (Self::I8, MmaElement::S32) => Some(2),
            (Self::I8, _) => None,
            (_, MmaElement::F32) => Some(1),
            _ => None,
        }
    }

    /// The number of a type of scales.
    const fn scale(self, element: MmaElement) -> Option<u32> {
        match (self, element) {
            (Self::Mxf4nvf4, MmaElement::Ue4m3) => Some(0),
            (Self::Mxf8f6f4 | Self::Mxf4 | Self::Mxf4nvf4, MmaElement::Ue8m0) => Some(1),
            _ => None,
        }
    }
}

impl MmaElement {
    /// All types.
    pub const ALL: [Self; 14] = [
        Self::F16,
        Self::Bf16,
        Self::Tf32,
        Self::F32,
        Self::S32,
        Self::U8,
        Self::S8,
        Self::E4m3,
        Self::E5m2,
        Self::E2m3,
        Self::E3m2,
        Self::E2m1,
        Self::Ue8m0,
        Self::Ue4m3,
    ];

    /// The name in PTX.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Tf32 => "tf32",
            Self::F32 => "f32",
            Self::S32 => "s32",
            Self::U8 => "u8",
            Self::S8 => "s8",
            Self::E4m3 => "e4m3",
            Self::E5m2 => "e5m2",
            Self::E2m3 => "e2m3",
            Self::E3m2 => "e3m2",
            Self::E2m1 => "e2m1",
            Self::Ue8m0 => "ue8m0",
            Self::Ue4m3 => "ue4m3",
        }
    }
}

/// What a `tcgen05.mma` multiplies: the operand that PTX calls `idesc`.
///
/// ```
/// use layout_core::descriptor::{InstructionDescriptor, MmaElement, MmaKind};
/// let half = MmaElement::F16;
/// let product = InstructionDescriptor::new(MmaKind::F16, [half, half], MmaElement::F32, 128, 256);
/// assert_eq!(product.encode()?, 1 << 4 | 32 << 17 | 8 << 24);
/// assert_eq!(InstructionDescriptor::decode(MmaKind::F16, 0x0840_0010)?, product);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionDescriptor {
    /// The kind.
    pub kind: MmaKind,
    /// The types of A and B.
    pub operands: [MmaElement; 2],
    /// The type of D: `F32` for scaled products.
    pub accumulator: MmaElement,
    /// The type of the scales. No effect without scales.
    pub scale: MmaElement,
    /// The rows of D.
    pub m: i64,
    /// The columns of D.
    pub n: i64,
    /// The contiguous modes of A and B.
    pub majors: [MatrixMajor; 2],
    /// Whether A and B are negated.
    pub negate: [bool; 2],
    /// The sparsity selector of a sparse A.
    pub sparse: Option<u32>,
    /// Whether sums of integers saturate.
    pub saturate: bool,
    /// The numbers of the scales of A and B within a word of tensor memory.
    pub scale_ids: [u32; 2],
    /// The most columns that B moves by in `.ws`: 0, 8, 16 or 32.
    pub shift: u32,
    /// Whether K has 96 elements of 4 bits.
    pub deep: bool,
}

impl InstructionDescriptor {
    /// A dense product of K-major operands; scales are `Ue8m0`.
    pub const fn new(
        kind: MmaKind,
        operands: [MmaElement; 2],
        accumulator: MmaElement,
        m: i64,
        n: i64,
    ) -> Self {
        Self {
            kind,
            operands,
            accumulator,
            scale: MmaElement::Ue8m0,
            m,
            n,
            majors: [MatrixMajor::K; 2],
            negate: [false; 2],
            sparse: None,
            saturate: false,
            scale_ids: [0; 2],
            shift: 0,
            deep: false,
        }
    }

    const fn refused(rule: DescriptorRule) -> LayoutError {
        LayoutError::alone(Operation::InstructionDescriptor, Rule::Descriptor(rule))
    }

    /// Checks that the kind has these types, shapes and options.
    ///
    /// M is 64, 128 or 256, and 32 with the shapes of `.ws`; scaled products have 128 and 256. N is a multiple of 8 up to 256, of 16
    /// with an M of 256, and past 32 for i8; an M of 32 has 64, 128 and 256.
    ///
    /// # Errors
    /// [`DescriptorRule::Product`] and [`DescriptorRule::ProductShape`].
    pub const fn check(&self) -> Result<(), LayoutError> {
        let (kind, scaled) = (self.kind, self.kind.is_scaled());
        let mut side = 0;
        while side < 2 {
            let element = self.operands[side];
            if kind.operand(element).is_none() {
                return Err(Self::refused(DescriptorRule::Product {
                    kind: kind.name(),
                    what: element.name(),
                }));
            }
            // Elements of 6 and 4 bits, and all of the kinds of 4 bits, lie along K.
            let is_byte =
                !matches!(element, MmaElement::E2m3 | MmaElement::E3m2 | MmaElement::E2m1);
            if matches!(self.majors[side], MatrixMajor::Mn) && !is_byte {
                let what = "operands along M or N of less than 8 bits";
                return Err(Self::refused(DescriptorRule::Product { kind: kind.name(), what }));
            }
            side += 1;
        }
        let options = [
            (kind.accumulator(self.accumulator).is_none(), self.accumulator.name()),
            (scaled && kind.scale(self.scale).is_none(), self.scale.name()),
            (self.saturate && !matches!(kind, MmaKind::I8), "saturation"),
            ((self.negate[0] || self.negate[1]) && matches!(kind, MmaKind::I8), "negated operands"),
            (!scaled && (self.scale_ids[0] | self.scale_ids[1]) != 0, "scales"),
            (self.scale_ids[0] > 3 || self.scale_ids[1] > 3, "numbers of scales past 3"),
            (scaled && self.shift != 0, "shifts"),
            (!matches!(self.shift, 0 | 8 | 16 | 32), "shifts other than 0, 8, 16 and 32"),
            (self.deep && (!kind.is_4_bits() || self.sparse.is_some()), "a dense K of 96"),
            (matches!(self.sparse, Some(4..)), "sparsity selectors past 3"),
        ];
        let mut k = 0;
        while k < options.len() {
            let (is_wrong, what) = options[k];
            if is_wrong {
                return Err(Self::refused(DescriptorRule::Product { kind: kind.name(), what }));
            }
            k += 1;
        }
        let (m, n) = (self.m, self.n);
        let has_m = matches!(m, 128 | 256) || matches!(m, 32 | 64) && !scaled;
        let step = if m == 256 || n > 32 && matches!(kind, MmaKind::I8) { 16 } else { 8 };
        let has_n = n >= 8 && n <= 256 && n % step == 0;
        if !has_m || !has_n || m == 32 && !matches!(n, 64 | 128 | 256) {
            return Err(Self::refused(DescriptorRule::ProductShape { kind: kind.name(), m, n }));
        }
        Ok(())
    }

    /// The 32 bits.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub const fn encode(&self) -> Result<u32, LayoutError> {
        tri!(self.check());
        let kind = self.kind;
        let (mut bits, mut side) = ((self.n as u32 / 8) << 17 | (self.m as u32 / 16) << 24, 0);
        while side < 2 {
            if let Some(number) = kind.operand(self.operands[side]) {
                bits |= number << (7 + 3 * side);
            }
            bits |= (self.negate[side] as u32) << (13 + side);
            bits |= (matches!(self.majors[side], MatrixMajor::Mn) as u32) << (15 + side);
            side += 1;
        }
        if let Some(selector) = self.sparse {
            bits |= selector | 1 << 2;
        }
        if kind.is_scaled() {
            if let Some(number) = kind.scale(self.scale) {
                bits |= number << 23;
            }
            bits |= self.scale_ids[1] << 4 | self.scale_ids[0] << 29 | (self.deep as u32) << 31;
        } else {
            if let Some(number) = kind.accumulator(self.accumulator) {
                bits |= number << 4;
            }
            bits |= (self.saturate as u32) << 3 | shift_number(self.shift) << 30;
        }
        Ok(bits)
    }

    /// The descriptor of 32 bits: `decode(kind, d.encode()) = d`.
    ///
    /// # Errors
    /// [`DescriptorRule::Word`] for bits that no product of the kind sets.
    pub const fn decode(kind: MmaKind, bits: u32) -> Result<Self, LayoutError> {
        let word = DescriptorRule::Word { format: kind.name() };
        let (mut out, mut side) = (Self::new(kind, [MmaElement::F16; 2], MmaElement::F32, 0, 0), 0);
        out.m = (bits >> 24 & 31) as i64 * 16;
        out.n = (bits >> 17 & 63) as i64 * 8;
        while side < 2 {
            let mut k = 0;
            while k < MmaElement::ALL.len() {
                let element = MmaElement::ALL[k];
                if let Some(number) = kind.operand(element)
                    && number == bits >> (7 + 3 * side) & 7
                {
                    out.operands[side] = element;
                }
                if let Some(number) = kind.scale(element)
                    && number == bits >> 23 & 1
                {
                    out.scale = element;
                }
                if !kind.is_scaled()
                    && let Some(number) = kind.accumulator(element)
                    && number == bits >> 4 & 3
                {
                    out.accumulator = element;
                }
                k += 1;
            }
            out.negate[side] = bits >> (13 + side) & 1 == 1;
            if bits >> (15 + side) & 1 == 1 {
                out.majors[side] = MatrixMajor::Mn;
            }
            side += 1;
        }
        if bits >> 2 & 1 == 1 {
            out.sparse = Some(bits & 3);
        }
        if kind.is_scaled() {
            out.scale_ids = [bits >> 29 & 3, bits >> 4 & 3];
            out.deep = bits >> 31 == 1;
        } else {
            out.saturate = bits >> 3 & 1 == 1;
            out.shift = [0, 8, 16, 32][(bits >> 30) as usize];
        }
        match out.encode() {
            Ok(found) if found == bits => Ok(out),
            _ => Err(Self::refused(word)),
        }
    }
}

/// The number of a shift.
const fn shift_number(columns: u32) -> u32 {
    match columns {
        8 => 1,
        16 => 2,
        32 => 3,
        _ => 0,
    }
}
