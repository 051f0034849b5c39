//! [`MatrixDescriptor`], 64 bits that say where `wgmma` and `tcgen05.mma` read an operand in shared memory.
//!
//! # Canonical layouts
//! Of the operand (MN, K), in elements, with `T` elements in 16 bytes and `W` in the span of the swizzle:
//!
//! | major | swizzle | layout |
//! |---|---|---|
//! | K | none | `((8,m),(T,k)):((T,SBO),(1,LBO))` |
//! | K | 32, 64, 128 bytes | `((8,m),W):((W,SBO),1)` |
//! | MN | none | `((T,m),(8,k)):((1,SBO),(T,LBO))` |
//! | MN | 32, 64, 128 bytes | `((W,m),(8,k)):((1,LBO),(W,SBO))` |
//! | MN | 128 bytes, chunks of 32 | `((W,m),(4,k)):((1,LBO),(W,SBO))` |
//!
//! The swizzle permutes addresses. An instruction reads 32 bytes along K; the next ones have other start addresses.
//!
//! Sources: PTX ISA, "Matrix Descriptor Format" and "Shared Memory Matrix Layout" of wgmma, "Shared Memory Descriptor" of tcgen05; the
//! names are CUTLASS's. An H200 read 700 operands B of 16-bit elements there (`tests/golden/devices`). For tcgen05 no device was asked.

use crate::descriptor::TensorMapSwizzle;
use crate::descriptor::operand::{Corner, MatrixOperand};
use crate::error::{DescriptorRule, LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::value::{ComposedLayout, IntTuple, Layout};

/// The instruction that reads a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixFormat {
    /// `wgmma.mma_async`, compute capability 9.0.
    Wgmma,
    /// `tcgen05.mma`, compute capability 10.0.
    Tcgen05,
}

impl MatrixFormat {
    /// The name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgmma => "wgmma",
            Self::Tcgen05 => "tcgen05",
        }
    }

    pub(super) const fn is_wgmma(self) -> bool {
        matches!(self, Self::Wgmma)
    }
}

/// A matrix descriptor: where an instruction reads an operand of shared memory.
///
/// ```
/// use layout_core::descriptor::{MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand};
/// // 128 rows of 64 halves, in rows of 128 bytes.
/// let layout = "Sw<3,3,3> o 0 o ((8,16),64):((64,512),1)".parse()?;
/// let operand = MatrixOperand { bits: 16, major: MatrixMajor::K, extent: 128 };
/// let first = MatrixDescriptor::of(MatrixFormat::Wgmma, &operand, &layout, 0, 0)?;
/// assert_eq!((first.leading, first.stride), (16, 1024));
/// assert_eq!(first.encode()?, 0x4000_0040_0001_0000);
/// // The instructions along K begin 32 bytes later each.
/// let third = MatrixDescriptor::of(MatrixFormat::Wgmma, &operand, &layout, 0, 2)?;
/// assert_eq!(third.start, 64);
/// assert_eq!(first.layout(&operand)?.to_string(), "Sw<3,3,3> o 0 o ((8,16),16):((64,512),1)");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixDescriptor {
    /// The instruction.
    pub format: MatrixFormat,
    /// The byte address of the first element.
    pub start: i64,
    /// The leading dimension byte offset, LBO: the module's table has its place.
    pub leading: i64,
    /// The stride dimension byte offset, SBO.
    pub stride: i64,
    /// The rows of 128 bytes that the pattern of the swizzle begins after a multiple of 1,024 bytes.
    pub base: i64,
    /// The swizzle of byte addresses.
    pub swizzle: TensorMapSwizzle,
    /// Whether `leading` is the address of the second chunk of K, for K of 48 bytes: tcgen05 of compute capability 10.3.
    pub absolute: bool,
}

impl MatrixDescriptor {
    const fn refused(rule: DescriptorRule) -> LayoutError {
        LayoutError::alone(Operation::MatrixDescriptor, Rule::Descriptor(rule))
    }

    /// The descriptor of instruction `block` along K of an operand, whose layout maps (MN, K) to elements. Element 0 of the layout is at
    /// the byte address `origin`.
    ///
    /// The offsets follow from the layout; one that no element depends on is 0, or 16 for the leading offset of swizzled rows along K.
    /// The result reads each element where the layout has it, which is checked one by one.
    ///
    /// # Errors
    /// [`DescriptorRule::OperandBits`], [`DescriptorRule::OperandMajor`] and [`DescriptorRule::OperandShape`] for operands that the
    /// instruction does not have; [`DescriptorRule::MatrixSwizzle`] for a swizzle that it does not have;
    /// [`DescriptorRule::MatrixElement`] where the layout is not canonical, with the first element that is elsewhere; and as
    /// [`encode`](Self::encode).
    pub const fn of(
        format: MatrixFormat,
        operand: &MatrixOperand,
        layout: &ComposedLayout,
        origin: i64,
        block: i64,
    ) -> Result<Self, LayoutError> {
        match Self::described(format, operand, layout, origin, block) {
            Ok(found) => Ok(found),
            Err(rule) => {
                let is_plain = layout.swizzle().is_identity() && layout.offset() == 0;
                let operand = if is_plain {
                    Operand::Layout(layout.plain())
                } else {
                    Operand::Composed(*layout)
                };
                Err(LayoutError::unary(Operation::MatrixDescriptor, operand, rule))
            }
        }
    }

    const fn described(
        format: MatrixFormat,
        operand: &MatrixOperand,
        layout: &ComposedLayout,
        origin: i64,
        block: i64,
    ) -> Result<Self, Rule> {
        tri!(operand.check(format));
        let (rank, depth) = (layout.rank(), operand.depth());
        if rank != 2 {
            return Err(rule(DescriptorRule::OperandRank { rank }));
        }
        let sizes = match (layout.plain().mode(0), layout.plain().mode(1)) {
            (Ok(mn), Ok(k)) => [mn.size(), k.size()],
            _ => [0; 2],
        };
        let first = block.saturating_mul(depth);
        if sizes[0] != operand.extent || block < 0 || first > sizes[1] - depth {
            let (mn, k) = (sizes[0], sizes[1]);
            return Err(rule(DescriptorRule::OperandSize { mn, k, extent: operand.extent, depth }));
        }
        let corner = Corner { layout, operand, first };
        let (mut error, mut k) = (None, 0);
        while k < TensorMapSwizzle::ALL.len() {
            let swizzle = TensorMapSwizzle::ALL[k];
            k += 1;
            let probe = Self { swizzle, ..Self::new(format, 0, 0, 0) };
            if probe.mode().is_none() || !operand.has(swizzle) {
                continue;
            }
            let is_own = match swizzle.of_elements(operand.bits) {
                Some(found) => {
                    found.equals(&layout.swizzle())
                        || found.is_identity() && layout.swizzle().is_identity()
                }
                None => false,
            };
            match probe.read(&corner, origin) {
                Ok(found) => return Ok(found),
                // Of several modes, the refusal of the layout's own is said.
                Err(rule) if is_own => error = Some(rule),
                Err(_) => {}
            }
        }
        let (swizzle, format) = (layout.swizzle(), format.name());
        match error {
            Some(rule) => Err(rule),
            None => Err(rule(DescriptorRule::MatrixSwizzle { swizzle, format })),
        }
    }

    /// The descriptor with this swizzle and the offsets of the layout, if each element is then where the layout has it.
    const fn read(&self, corner: &Corner<'_>, origin: i64) -> Result<Self, Rule> {
        let (swizzle, operand) = (self.swizzle, corner.operand);
        let is_aligned = swizzle.span() == 0 || origin % swizzle.period() == 0;
        let mut out = Self {
            start: origin.saturating_add(tri!(corner.origin())),
            base: if is_aligned { 0 } else { (origin >> 7) & 7 },
            ..*self
        };
        let [leading, stride] = operand.corners(swizzle);
        out.leading = match leading {
            Some((mn, k)) => tri!(corner.byte(mn, k)),
            None => 16,
        };
        if let Some((mn, k)) = stride {
            out.stride = tri!(corner.byte(mn, k));
        }
        if let Err(error) = out.check() {
            return Err(error.rule());
        }
        tri!(out.compare(corner, origin));
        Ok(out)
    }

    /// Compares the address of each element with the layout's.
    const fn compare(&self, corner: &Corner<'_>, origin: i64) -> Result<(), Rule> {
        let (operand, mut mn) = (corner.operand, 0);
        while mn < operand.extent {
            let mut k = 0;
            while k < operand.depth() {
                let expected = tri!(corner.address(mn, k));
                let found = self.bit_of(operand, mn, k) - origin * 8;
                if found != expected {
                    let (found, expected) = (found / 8, expected / 8);
                    return Err(rule(DescriptorRule::MatrixElement { mn, k, found, expected }));
                }
                k += 1;
            }
            mn += 1;
        }
        Ok(())
    }

    /// The byte address where the instruction reads element (mn, k) of an operand: the xor of a swizzle has as its source the rows of
    /// 128 bytes less the base offset.
    ///
    /// Half a byte is the byte that has it.
    ///
    /// ```
    /// use layout_core::descriptor::{MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand, TensorMapSwizzle};
    /// let descriptor = MatrixDescriptor {
    ///     swizzle: TensorMapSwizzle::Bytes64,
    ///     ..MatrixDescriptor::new(MatrixFormat::Wgmma, 0, 16, 512)
    /// };
    /// let operand = MatrixOperand { bits: 16, major: MatrixMajor::K, extent: 64 };
    /// assert_eq!(descriptor.address(&operand, 2, 0), 2 * 64 + 16);
    /// ```
    pub const fn address(&self, operand: &MatrixOperand, mn: i64, k: i64) -> i64 {
        self.bit_of(operand, mn, k) / 8
    }

    const fn bit_of(&self, operand: &MatrixOperand, mn: i64, k: i64) -> i64 {
        let [inner, outer] = operand.cores(self.swizzle);
        let bits = operand.bits;
        let (row, chunk) = (mn % inner[0] * inner[1], k % outer[0] * outer[1]);
        let (rows, chunks) = (mn / inner[0], k / outer[0]);
        let steps = operand.is_stride_along_mn(self.swizzle);
        let far = match steps {
            true => rows * self.stride + chunks * self.leading,
            false => rows * self.leading + chunks * self.stride,
        };
        let bit = (self.start + far) * 8 + (row + chunk) * bits;
        let (byte, rest) = (bit >> 3, bit & 7);
        let moved = match self.swizzle.of_bytes() {
            // The rows of the pattern are counted from the base on.
            Some(swizzle) => {
                byte ^ swizzle.apply(byte - self.base * 128) ^ (byte - self.base * 128)
            }
            None => byte,
        };
        moved * 8 + rest
    }

    /// The descriptor of these offsets without a swizzle.
    pub const fn new(format: MatrixFormat, start: i64, leading: i64, stride: i64) -> Self {
        let swizzle = TensorMapSwizzle::None;
        Self { format, start, leading, stride, base: 0, swizzle, absolute: false }
    }

    /// The layout of what the instruction reads: (MN, K) to elements from address 0 on.
    ///
    /// # Errors
    /// The errors of [`encode`](Self::encode) and of operands; [`DescriptorRule::Based`] for a base offset or an absolute leading
    /// address, which no layout has.
    pub const fn layout(&self, operand: &MatrixOperand) -> Result<ComposedLayout, LayoutError> {
        tri!(self.check());
        if let Err(rule) = operand.check(self.format) {
            return Err(LayoutError::alone(Operation::MatrixDescriptor, rule));
        }
        if !operand.has(self.swizzle) {
            let (mode, format) = (self.swizzle.driver_name(), "an operand along K");
            return Err(Self::refused(DescriptorRule::MatrixMode { mode, format }));
        }
        if self.base != 0 || self.absolute {
            return Err(Self::refused(DescriptorRule::Based { base: self.base }));
        }
        let bits = operand.bits;
        let Some(swizzle) = self.swizzle.of_elements(bits) else {
            return Err(Self::refused(DescriptorRule::Based { base: self.base }));
        };
        let [inner, outer] = operand.cores(self.swizzle);
        let (leading, stride) = (self.leading * 8 / bits, self.stride * 8 / bits);
        let far = match operand.is_stride_along_mn(self.swizzle) {
            true => [stride, leading],
            false => [leading, stride],
        };
        let mn = tri!(split_mode(operand.extent, inner, far[0]));
        let k = tri!(split_mode(operand.depth(), outer, far[1]));
        let plain = tri!(Layout::from_modes(&[mn, k]));
        ComposedLayout::new(swizzle, self.start * 8 / bits, plain)
    }

    /// Checks the fields.
    ///
    /// # Errors
    /// [`DescriptorRule::Field`] for addresses and offsets that are not multiples of 16 bytes below 2^18, [`DescriptorRule::Base`] for a
    /// base offset past 7, or of no swizzle, and [`DescriptorRule::MatrixMode`] for modes that the instruction does not have.
    pub const fn check(&self) -> Result<(), LayoutError> {
        let fields = [
            ("the start address", self.start),
            ("the leading byte offset", self.leading),
            ("the stride byte offset", self.stride),
        ];
        let mut k = 0;
        while k < fields.len() {
            let (what, bytes) = fields[k];
            if bytes < 0 || bytes >= 1 << 18 || bytes % 16 != 0 {
                return Err(Self::refused(DescriptorRule::Field { what, bytes }));
            }
            k += 1;
        }
        let base = self.base;
        if base < 0 || base > 7 || base != 0 && self.swizzle.span() == 0 {
            return Err(Self::refused(DescriptorRule::Base { base }));
        }
        let format = self.format.name();
        if self.mode().is_none() || self.absolute && self.format.is_wgmma() {
            let mode = self.swizzle.driver_name();
            return Err(Self::refused(DescriptorRule::MatrixMode { mode, format }));
        }
        Ok(())
    }

    /// The number of the swizzle in the descriptor.
    const fn mode(&self) -> Option<u64> {
        match (self.format, self.swizzle) {
            (_, TensorMapSwizzle::None) => Some(0),
            (MatrixFormat::Wgmma, TensorMapSwizzle::Bytes128) => Some(1),
            (MatrixFormat::Wgmma, TensorMapSwizzle::Bytes64) => Some(2),
            (MatrixFormat::Wgmma, TensorMapSwizzle::Bytes32) => Some(3),
            (MatrixFormat::Tcgen05, TensorMapSwizzle::Bytes128Atom32) => Some(1),
            (MatrixFormat::Tcgen05, TensorMapSwizzle::Bytes128) => Some(2),
            (MatrixFormat::Tcgen05, TensorMapSwizzle::Bytes64) => Some(4),
            (MatrixFormat::Tcgen05, TensorMapSwizzle::Bytes32) => Some(6),
            _ => None,
        }
    }

    /// The 64 bits. Bytes are in units of 16; tcgen05 has the constant 1 at bit 46.
    ///
    /// | bits | wgmma | tcgen05 |
    /// |---|---|---|
    /// | 0 to 13 | start address | start address |
    /// | 16 to 29 | leading byte offset | leading byte offset, or its address |
    /// | 32 to 45 | stride byte offset | stride byte offset |
    /// | 46 to 48 | | 1 |
    /// | 49 to 51 | base offset | base offset |
    /// | 52 | | 1: an absolute leading address |
    /// | 61 to 63 | swizzle in the upper two | swizzle |
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub const fn encode(&self) -> Result<u64, LayoutError> {
        tri!(self.check());
        let fields = (self.start as u64) >> 4
            | (self.leading as u64) >> 4 << 16
            | (self.stride as u64) >> 4 << 32
            | (self.base as u64) << 49;
        let Some(mode) = self.mode() else { return Ok(fields) };
        Ok(match self.format {
            MatrixFormat::Wgmma => fields | mode << 62,
            MatrixFormat::Tcgen05 => fields | 1 << 46 | (self.absolute as u64) << 52 | mode << 61,
        })
    }

    /// The descriptor of 64 bits: `decode(format, d.encode()) = d`.
    ///
    /// # Errors
    /// [`DescriptorRule::Word`] for bits that no descriptor sets.
    pub const fn decode(format: MatrixFormat, bits: u64) -> Result<Self, LayoutError> {
        let [start, leading, stride] = [bytes_at(bits, 0), bytes_at(bits, 16), bytes_at(bits, 32)];
        let mut out = Self::new(format, start, leading, stride);
        out.base = (bits >> 49 & 7) as i64;
        out.absolute = !format.is_wgmma() && bits >> 52 & 1 == 1;
        let mut k = 0;
        while k < TensorMapSwizzle::ALL.len() {
            out.swizzle = TensorMapSwizzle::ALL[k];
            if let Ok(found) = out.encode()
                && found == bits
            {
                return Ok(out);
            }
            k += 1;
        }
        Err(Self::refused(DescriptorRule::Word { format: format.name() }))
    }
}

/// The mode `(core, rest):(step, far)`, or the core alone.
const fn split_mode(extent: i64, core: [i64; 2], far: i64) -> Result<Layout, LayoutError> {
    let [inner, step] = core;
    if extent <= inner {
        return Layout::new(IntTuple::leaf(extent), IntTuple::leaf(step));
    }
    if extent % inner != 0 {
        return Err(MatrixDescriptor::refused(DescriptorRule::OperandShape { extent }));
    }
    let shape = tri!(IntTuple::tuple(&[IntTuple::leaf(inner), IntTuple::leaf(extent / inner)]));
    let stride = tri!(IntTuple::tuple(&[IntTuple::leaf(step), IntTuple::leaf(far)]));
    Layout::new(shape, stride)
}

/// The bytes of the field of 14 bits at `low`.
const fn bytes_at(bits: u64, low: u32) -> i64 {
    ((bits >> low & 0x3fff) << 4) as i64
}

pub(super) const fn rule(rule: DescriptorRule) -> Rule {
    Rule::Descriptor(rule)
}
