//! [`TensorMap`], the arguments of `cuTensorMapEncodeTiled`: which of them a device takes, and their 128 bytes.
//!
//! | file | what |
//! |---|---|
//! | `field` | the driver's enumerations, [`TmaDevice`] |
//! | `copy` | the simulation: what a copy of a box moves |
//! | `plan` | [`TmaCopy`], the tensor map of two layouts |
//! | `digits` | the digits that a tile has in both layouts |
//! | `fill` | its box, and the other coordinates |
//! | `alike` | the swizzles that permute its addresses alike |
//! | `multicast` | [`TmaMulticast`], the parts of a box in a cluster |
//! | `im2col` | [`Im2colMap`], the boxes of pixels of convolutions |

mod alike;
mod copy;
mod digits;
mod field;
mod fill;
mod im2col;
mod multicast;
mod plan;

use crate::error::{DescriptorRule, LayoutError, Operation, Rule};
use crate::number::tri;

pub use copy::TmaMove;
pub use field::{
    TMA_DEVICES, TMA_SM90, TMA_SM100, TensorMapFill, TensorMapInterleave, TensorMapPromotion,
    TensorMapSwizzle, TensorMapType, TmaDevice,
};
pub use im2col::Im2colMap;
pub use multicast::TmaMulticast;
pub use plan::{TmaCopy, TmaInstruction};

/// The most coordinates of a tensor map.
pub const MAX_COORDINATES: usize = 5;

/// The arguments of `cuTensorMapEncodeTiled`, in its order and by its names.
///
/// A box begins at a coordinate and has `box_dim` elements along each, of which every `element_strides`-th is copied. Coordinate 0
/// is contiguous. Element `c` of global memory is at byte
///
/// ```text
/// global_address + c[0] * bits / 8 + c[1] * global_strides[0] + c[2] * global_strides[1] + ..
/// ```
///
/// ```
/// use layout_core::descriptor::{TMA_SM90, TensorMap, TensorMapSwizzle, TensorMapType};
/// // Boxes of 8 rows of 64 halves, of a matrix of 100 rows.
/// let map = TensorMap {
///     swizzle: TensorMapSwizzle::Bytes128,
///     ..TensorMap::new(TensorMapType::F16, &[64, 100], &[128], &[64, 8])
/// };
/// map.check(&TMA_SM90)?;
/// assert_eq!(map.bytes(), 1024);
/// let wide = TensorMap { box_dim: [72, 8, 1, 1, 1], ..map };
/// assert!(wide.check(&TMA_SM90).unwrap_err().to_string().contains("144 bytes, past the span of the swizzle of 128"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// Source: CUDA driver API, `cuTensorMapEncodeTiled`; PTX ISA, tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// The type of the elements.
    pub data_type: TensorMapType,
    /// The number of coordinates.
    pub rank: usize,
    /// The address of element 0, in bytes.
    pub global_address: i64,
    /// The elements along each coordinate.
    pub global_dim: [i64; MAX_COORDINATES],
    /// The bytes from one element to the next along each coordinate after the first.
    pub global_strides: [i64; MAX_COORDINATES - 1],
    /// The elements of a box along each coordinate.
    pub box_dim: [i64; MAX_COORDINATES],
    /// Every how many elements of the box are copied along each coordinate. The first one has no effect without an interleave.
    pub element_strides: [i64; MAX_COORDINATES],
    /// The slices of channels.
    pub interleave: TensorMapInterleave,
    /// The swizzle of shared memory.
    pub swizzle: TensorMapSwizzle,
    /// What the second cache loads.
    pub l2_promotion: TensorMapPromotion,
    /// What elements outside of the tensor are.
    pub oob_fill: TensorMapFill,
}

impl TensorMap {
    /// A tensor map at address 0 without steps, interleave, swizzle, promotion and fill. Missing numbers are 1 and 0; those after
    /// the fifth have no place, and [`check`](Self::check) refuses the rank.
    pub const fn new(
        data_type: TensorMapType,
        global_dim: &[i64],
        global_strides: &[i64],
        box_dim: &[i64],
    ) -> Self {
        let mut out = Self {
            data_type,
            rank: global_dim.len(),
            global_address: 0,
            global_dim: [1; MAX_COORDINATES],
            global_strides: [0; MAX_COORDINATES - 1],
            box_dim: [1; MAX_COORDINATES],
            element_strides: [1; MAX_COORDINATES],
            interleave: TensorMapInterleave::None,
            swizzle: TensorMapSwizzle::None,
            l2_promotion: TensorMapPromotion::None,
            oob_fill: TensorMapFill::Zero,
        };
        let mut k = 0;
        while k < MAX_COORDINATES {
            if k < global_dim.len() {
                out.global_dim[k] = global_dim[k];
            }
            if k < global_strides.len() && k < MAX_COORDINATES - 1 {
                out.global_strides[k] = global_strides[k];
            }
            if k < box_dim.len() {
                out.box_dim[k] = box_dim[k];
            }
            k += 1;
        }
        out
    }

    pub(super) const fn refused(rule: DescriptorRule) -> LayoutError {
        LayoutError::alone(Operation::TensorMap, Rule::Descriptor(rule))
    }

    /// The bytes of which the address and the strides are multiples.
    pub const fn alignment(&self) -> i64 {
        let is_wide = matches!(self.interleave, TensorMapInterleave::Bytes32);
        if is_wide || self.data_type.has_gaps() { 32 } else { 16 }
    }

    /// The bytes of the elements of a row of a box. Saturates past the integers.
    pub const fn row_bytes(&self) -> i64 {
        self.box_dim[0].saturating_mul(self.data_type.shared_bits()) / 8
    }

    /// The bytes that a copy of a box counts at its barrier: without the gaps that a row shorter than the swizzle's span has.
    ///
    /// # Panics
    /// May panic for a map that [`check`](Self::check) refuses.
    pub const fn bytes(&self) -> i64 {
        self.moves_len().saturating_mul(self.unit().shared)
    }

    /// The bytes that the driver counts of a box, with quotients rounded down.
    const fn room(&self) -> i64 {
        let (mut elements, mut k) = (1_i64, 0);
        while k < self.rank {
            elements = elements.saturating_mul(self.box_dim[k] / self.element_strides[k]);
            k += 1;
        }
        elements.saturating_mul(self.data_type.shared_bits()) / 8
    }

    /// Checks whether a device takes the map.
    ///
    /// For [`TMA_SM90`](super::TMA_SM90) the answer equals the driver's on each of the 3,619 maps of `tests/golden/devices` (1,986
    /// encoded, 1,633 refused). These rules are the documentation's, except for three:
    ///
    /// * Extents are at most 2^32, and the documentation has 2^31.
    /// * A row of the box also has a multiple of 16 bytes with an interleave.
    /// * The product of the extents of the box, each divided by its step and rounded down, in bytes, is at most
    ///   [`TmaDevice::room`]. The documentation does not say so. 233,472 bytes are encoded, and 237,568 refused.
    ///
    /// The documentation also has a rule that the driver does not enforce, and neither does this function: an interleave of 32
    /// bytes has the swizzle of 32 bytes.
    ///
    /// # Errors
    /// [`DescriptorRule`]s from `Rank` to `Unknown`, with the number and the nearest fix.
    pub const fn check(&self, device: &TmaDevice) -> Result<(), LayoutError> {
        match self.broken_rule(device) {
            None => Ok(()),
            Some(rule) => Err(Self::refused(rule)),
        }
    }

    const fn broken_rule(&self, device: &TmaDevice) -> Option<DescriptorRule> {
        let (rank, kind, multiple) = (self.rank, self.data_type, self.alignment());
        if rank == 0 || rank > MAX_COORDINATES {
            return Some(DescriptorRule::Rank { rank });
        }
        if !self.interleave.is_none() && rank < 3 {
            return Some(DescriptorRule::InterleavedRank { rank });
        }
        if kind.is_packed() && !device.packed {
            return Some(DescriptorRule::Unknown { what: kind.name(), device: device.name });
        }
        if self.swizzle.is_atom() && !device.atoms {
            let what = self.swizzle.driver_name();
            return Some(DescriptorRule::Unknown { what, device: device.name });
        }
        let address = self.global_address;
        if address < 0 || address % multiple != 0 {
            let before = address - address.rem_euclid(multiple);
            return Some(DescriptorRule::Address { address, multiple, before });
        }
        let mut k = 0;
        while k < rank {
            if let Some(rule) = self.broken_at(k, multiple) {
                return Some(rule);
            }
            k += 1;
        }
        self.broken_box(device)
    }

    /// The rule that the numbers of a coordinate break.
    const fn broken_at(&self, coordinate: usize, multiple: i64) -> Option<DescriptorRule> {
        let (extent, kind) = (self.global_dim[coordinate], self.data_type);
        if extent < 1 || extent > 1 << 32 {
            return Some(DescriptorRule::GlobalExtent { coordinate, extent });
        }
        let container = if kind.has_gaps() { 128 } else { kind.unit() };
        if coordinate == 0 && extent % container != 0 {
            let padded = (extent / container + 1) * container;
            return Some(DescriptorRule::Container { extent, multiple: container, padded });
        }
        if coordinate > 0 {
            let stride = self.global_strides[coordinate - 1];
            if stride < 0 || stride % multiple != 0 {
                let padded = (stride / multiple).saturating_add(1).saturating_mul(multiple);
                return Some(DescriptorRule::Stride { coordinate, stride, multiple, padded });
            }
            if stride >= 1 << 40 {
                return Some(DescriptorRule::Far { coordinate, stride });
            }
        }
        let (extent, step) = (self.box_dim[coordinate], self.element_strides[coordinate]);
        if extent < 1 || extent > 256 {
            return Some(DescriptorRule::BoxExtent { coordinate, extent });
        }
        if step < 1 || step > 8 {
            return Some(DescriptorRule::Step { coordinate, step });
        }
        None
    }

    /// The rule that the box as a whole breaks.
    const fn broken_box(&self, device: &TmaDevice) -> Option<DescriptorRule> {
        let (kind, bytes) = (self.data_type, self.row_bytes());
        if kind.has_gaps() {
            if self.box_dim[0] != 128 {
                return Some(DescriptorRule::PackedBox { extent: self.box_dim[0] });
            }
            if !self.interleave.is_none() {
                let what = "an interleave of packed elements";
                return Some(DescriptorRule::Unknown { what, device: device.name });
            }
            if matches!(self.swizzle, TensorMapSwizzle::Bytes32 | TensorMapSwizzle::Bytes64) {
                let what = "this swizzle of elements in containers of 16 bytes";
                return Some(DescriptorRule::Unknown { what, device: device.name });
            }
        }
        if self.box_dim[0] * kind.shared_bits() % 128 != 0 {
            return Some(DescriptorRule::BoxBytes { bytes, padded: (bytes / 16 + 1) * 16 });
        }
        let span = self.swizzle.span();
        if self.interleave.is_none() && span != 0 && bytes > span {
            return Some(DescriptorRule::Span { bytes, span });
        }
        if matches!(self.oob_fill, TensorMapFill::NanRequestZeroFma) && !kind.is_float() {
            return Some(DescriptorRule::Fill { element: kind.name() });
        }
        let bytes = self.room();
        if bytes > device.room {
            return Some(DescriptorRule::Room { bytes, most: device.room });
        }
        None
    }

    /// The 128 bytes of the `CUtensorMap`, as an H200 with driver 580.159.04 wrote them.
    ///
    /// The format is not published: it may change with the driver, which a program asks instead. All 257 maps of
    /// `tests/golden/devices` that have bytes are reproduced. In words of 32 bits, the least significant first:
    ///
    /// | word | what |
    /// |---|---|
    /// | 0, 1 | the address |
    /// | 2 | bits 4: rank - 1; 7: type; 11: interleave; 13: swizzle; 15: fill; 16: rounded to TF32; 17: promotion |
    /// | 3 to 6 | strides / 16, their low words |
    /// | 7 | strides / 16, 4 bits above the low words for each |
    /// | 8 to 12 | extents - 1 |
    /// | 13 | steps - 1, 3 bits each; bits 24: extent 0 of the box - 1 |
    /// | 14 | extents 1 to 4 of the box - 1, 8 bits each |
    /// | 16 | the bytes of the box, as [`check`](Self::check) counts them |
    /// | 18 | 16, or 8 times the span of the swizzle |
    ///
    /// # Errors
    /// As [`check`](Self::check) for compute capability 9.0, which alone was measured: [`DescriptorRule::Unmeasured`] for maps that
    /// only later devices take.
    pub const fn encode(&self) -> Result<[u8; 128], LayoutError> {
        if self.data_type.is_packed() {
            return Err(Self::refused(DescriptorRule::Unmeasured { what: "packed elements" }));
        }
        if self.swizzle.is_atom() {
            let what = "chunks of 32 or 64 bytes";
            return Err(Self::refused(DescriptorRule::Unmeasured { what }));
        }
        tri!(self.check(&TMA_SM90));
        let (kind, rounded) = match self.data_type {
            TensorMapType::F64 => (9, 0),
            TensorMapType::Bf16 => (10, 0),
            TensorMapType::F32Ftz => (8, 0),
            TensorMapType::Tf32 => (7, 1),
            TensorMapType::Tf32Ftz => (8, 1),
            other => (other.number(), 0),
        };
        let mut words = [0_u32; 32];
        words[0] = self.global_address as u32;
        words[1] = (self.global_address >> 32) as u32;
        words[2] = (self.rank as u32 - 1) << 4
            | kind << 7
            | self.interleave.number() << 11
            | self.swizzle.number() << 13
            | self.oob_fill.number() << 15
            | rounded << 16
            | self.l2_promotion.number() << 17;
        let mut k = 0;
        while k < self.rank {
            if k > 0 {
                let stride = self.global_strides[k - 1] / 16;
                words[2 + k] = stride as u32;
                words[7] |= ((stride >> 32) as u32) << (4 * (k - 1));
                words[14] |= (self.box_dim[k] as u32 - 1) << (8 * (k - 1));
            }
            words[8 + k] = (self.global_dim[k] - 1) as u32;
            words[13] |= (self.element_strides[k] as u32 - 1) << (3 * k);
            k += 1;
        }
        words[13] |= (self.box_dim[0] as u32 - 1) << 24;
        words[16] = self.room() as u32;
        words[18] = match self.swizzle {
            TensorMapSwizzle::None => 16,
            swizzle => swizzle.period() as u32,
        };
        let (mut bytes, mut k) = ([0; 128], 0);
        while k < 128 {
            bytes[k] = words[k / 4].to_le_bytes()[k % 4];
            k += 1;
        }
        Ok(bytes)
    }
}
