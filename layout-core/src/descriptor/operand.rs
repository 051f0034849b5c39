//! [`MatrixOperand`], what a matrix descriptor does not have: the type and the order of an operand, and where the canonical layouts have its
//! elements.

use crate::descriptor::matrix::rule;
use crate::descriptor::{MatrixFormat, TensorMapSwizzle};
use crate::error::{DescriptorRule, Rule};
use crate::number::tri;
use crate::value::{ComposedLayout, Coord, IntTuple};

/// The contiguous mode of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixMajor {
    /// K, along which products are summed.
    K,
    /// M of the operand A, N of B: the transposed operand.
    Mn,
}

impl MatrixMajor {
    pub(super) const fn is_k(self) -> bool {
        matches!(self, Self::K)
    }
}

/// The type and the order of an operand, which its descriptor does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixOperand {
    /// The bits of an element in shared memory: 4, 8, 16 or 32.
    pub bits: i64,
    /// The contiguous mode.
    pub major: MatrixMajor,
    /// The elements along M or N.
    pub extent: i64,
}

impl MatrixOperand {
    /// The elements that an instruction reads along K: 32 bytes.
    pub const fn depth(&self) -> i64 {
        256 / self.bits
    }
}

/// A tile of an operand in its layout, from a column of K on.
pub(super) struct Corner<'a> {
    pub(super) layout: &'a ComposedLayout,
    pub(super) operand: &'a MatrixOperand,
    pub(super) first: i64,
}

impl Corner<'_> {
    /// The bytes from the first element of the block to element (mn, k), before the swizzle.
    pub(super) const fn byte(&self, mn: i64, k: i64) -> Result<i64, Rule> {
        let bits =
            (tri!(self.plain(mn, k)) - tri!(self.plain(0, 0))).saturating_mul(self.operand.bits);
        if bits % 8 != 0 {
            return Err(rule(DescriptorRule::Bits { what: "an offset", bits }));
        }
        Ok(bits / 8)
    }

    /// The byte of the first element of the block.
    pub(super) const fn origin(&self) -> Result<i64, Rule> {
        let bits = tri!(self.plain(0, 0))
            .saturating_add(self.layout.offset())
            .saturating_mul(self.operand.bits);
        if bits % 8 != 0 {
            return Err(rule(DescriptorRule::Bits { what: "an offset", bits }));
        }
        Ok(bits / 8)
    }

    const fn plain(&self, mn: i64, k: i64) -> Result<i64, Rule> {
        let at = match IntTuple::tuple(&[IntTuple::leaf(mn), IntTuple::leaf(k + self.first)]) {
            Ok(at) => at,
            Err(error) => return Err(error.rule()),
        };
        match self.layout.plain().index(&Coord::from_tuple(at)) {
            Ok(offset) => Ok(offset),
            Err(error) => Err(error.rule()),
        }
    }

    /// The bit of element (mn, k) from the origin on.
    pub(super) const fn address(&self, mn: i64, k: i64) -> Result<i64, Rule> {
        let offset = tri!(self.plain(mn, k)).saturating_add(self.layout.offset());
        Ok(self.layout.swizzle().apply(offset).saturating_mul(self.operand.bits))
    }
}

impl MatrixOperand {
    pub(super) const fn check(&self, format: MatrixFormat) -> Result<(), Rule> {
        let (bits, extent) = (self.bits, self.extent);
        let has_bits = matches!(bits, 8 | 16 | 32) || bits == 4 && !format.is_wgmma();
        if !has_bits {
            return Err(rule(DescriptorRule::OperandBits { bits, format: format.name() }));
        }
        if !self.major.is_k() && (bits < 8 || bits != 16 && format.is_wgmma()) {
            return Err(rule(DescriptorRule::OperandMajor { bits, format: format.name() }));
        }
        if extent < 8 || extent > 256 || extent % 8 != 0 {
            return Err(rule(DescriptorRule::OperandShape { extent }));
        }
        Ok(())
    }

    /// Whether the operand can have a swizzle: rows along K have chunks of 16 bytes.
    pub(super) const fn has(&self, swizzle: TensorMapSwizzle) -> bool {
        !matches!(swizzle, TensorMapSwizzle::Bytes128Atom32) || !self.major.is_k()
    }

    /// The extent and the stride of what is next to each other along MN and along K, in elements.
    pub(super) const fn cores(&self, swizzle: TensorMapSwizzle) -> [[i64; 2]; 2] {
        let (chunk, span) = (128 / self.bits, swizzle.span() * 8 / self.bits);
        let wide = if span == 0 { chunk } else { span };
        let rows = if matches!(swizzle, TensorMapSwizzle::Bytes128Atom32) { 4 } else { 8 };
        match self.major {
            MatrixMajor::K => [[8, wide], [wide, 1]],
            MatrixMajor::Mn => [[wide, 1], [rows, wide]],
        }
    }

    /// Whether the stride byte offset is along MN, and the leading one along K.
    pub(super) const fn is_stride_along_mn(&self, swizzle: TensorMapSwizzle) -> bool {
        self.major.is_k() || swizzle.span() == 0
    }

    /// The elements, from the first one, that the leading and the stride byte offset are the offsets of. `None` where no element is.
    pub(super) const fn corners(&self, swizzle: TensorMapSwizzle) -> [Option<(i64, i64)>; 2] {
        let [inner, outer] = self.cores(swizzle);
        let along_mn = if self.extent > inner[0] { Some((inner[0], 0)) } else { Some((0, 0)) };
        let along_k = if self.depth() > outer[0] { Some((0, outer[0])) } else { Some((0, 0)) };
        match self.is_stride_along_mn(swizzle) {
            // Rows of the swizzle's span hold all of K: the leading offset is not used.
            true if swizzle.span() != 0 => [None, along_mn],
            true => [along_k, along_mn],
            false => [along_mn, along_k],
        }
    }
}
