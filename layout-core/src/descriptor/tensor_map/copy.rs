//! What a copy of a box moves, element by element, from the tensor map alone.
//!
//! Each row of the box is at the next multiple of its bytes, or of the swizzle's span where that is larger; the swizzle then permutes
//! addresses. This is what an H200 did in 717 copies (`tests/golden/devices`).
//!
//! An interleaved map has one slice of channels for each of coordinate 0, of 16 or 32 bytes, whatever the type of the elements. The
//! coordinate before the last one chooses the slices of channels, and a copy has one of them. So did 118 copies.

use crate::descriptor::tensor_map::{
    MAX_COORDINATES, TensorMap, TensorMapFill, TensorMapSwizzle, TensorMapType,
};
use crate::error::{DescriptorRule, LayoutError};
use crate::number::tri;
use crate::value::{ComposedLayout, IntTuple, Layout, Swizzle};

/// What a copy moves as one: an element, or all elements of a container or of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaMove {
    /// The byte after the address of the map. `None` outside of the tensor.
    pub global: Option<i64>,
    /// The byte after the destination in shared memory.
    pub shared: i64,
    /// The bytes that are moved.
    pub bytes: i64,
}

/// What a copy moves as one.
#[derive(Clone, Copy)]
pub(super) struct MoveUnit {
    /// How much of coordinate 0 it is.
    step: i64,
    /// The bits of global memory that one of coordinate 0 is.
    bits: i64,
    /// The moves that each of coordinate 0 has.
    parts: i64,
    /// The bytes that it takes of shared memory.
    pub(super) shared: i64,
    /// The bytes that are moved.
    bytes: i64,
}

impl TensorMap {
    /// Checks that a copy can begin at a coordinate.
    ///
    /// # Errors
    /// [`DescriptorRule::CoordinateCount`] for another number of them, and [`DescriptorRule::WideCoordinate`] past 32 bits;
    /// [`DescriptorRule::BoxStart`] where coordinate 0 is not at 16 bytes, or, for elements with gaps, at 128 elements. An H200 ended
    /// each such program. Interleaved maps begin anywhere.
    pub const fn check_at(&self, at: &[i64]) -> Result<(), LayoutError> {
        if at.len() != self.rank || self.rank == 0 || self.rank > MAX_COORDINATES {
            let (found, rank) = (at.len(), self.rank);
            return Err(Self::refused(DescriptorRule::CoordinateCount { found, rank }));
        }
        let mut k = 0;
        while k < at.len() {
            if at[k] as i32 as i64 != at[k] {
                let rule = DescriptorRule::WideCoordinate { coordinate: k, found: at[k] };
                return Err(Self::refused(rule));
            }
            k += 1;
        }
        let multiple = self.data_type.granule();
        if self.interleave.is_none() && at[0] % multiple != 0 {
            let coordinate = at[0];
            return Err(Self::refused(DescriptorRule::BoxStart { coordinate, multiple }));
        }
        Ok(())
    }

    /// What a copy moves as one: an element, a container or a byte of packed ones, or 16 bytes of a slice of an interleaved map.
    pub(super) const fn unit(&self) -> MoveUnit {
        let (kind, slice) = (self.data_type, self.interleave.bytes());
        if slice != 0 {
            let step = self.element_strides[0];
            return MoveUnit { step, bits: slice * 8, parts: slice / 16, shared: 16, bytes: 16 };
        }
        let (step, bits) = (kind.unit(), kind.bits());
        let (shared, bytes) = (step * kind.shared_bits() / 8, step * bits / 8);
        MoveUnit { step, bits, parts: 1, shared, bytes }
    }

    /// The moves along a coordinate. Without an interleave, the step along coordinate 0 has no effect; with one, a single slice of
    /// channels is copied, whatever the box has of them.
    const fn count(&self, coordinate: usize) -> i64 {
        if coordinate + 2 == self.rank && !self.interleave.is_none() {
            return 1;
        }
        let (unit, extent) = (self.unit(), self.box_dim[coordinate]);
        match coordinate {
            0 => (extent + unit.step - 1) / unit.step * unit.parts,
            _ => (extent + self.element_strides[coordinate] - 1) / self.element_strides[coordinate],
        }
    }

    /// The number of moves of a copy.
    ///
    /// # Panics
    /// May panic for a map that [`check`](Self::check) refuses.
    pub const fn moves_len(&self) -> i64 {
        let (mut len, mut k) = (1_i64, 0);
        while k < self.rank {
            len = len.saturating_mul(self.count(k));
            k += 1;
        }
        len
    }

    /// Move `index` of a copy that begins at `at`; coordinate 0 is fastest.
    pub(super) const fn nth_move(&self, at: &[i64], index: i64) -> TmaMove {
        let (unit, row) = (self.unit(), self.count(0));
        let (column, line) = (index % row, index / row);
        let x = at[0] + column / unit.parts * unit.step;
        let mut is_inside = 0 <= x && x < self.global_dim[0];
        let part = column % unit.parts * unit.bytes;
        let (mut global, mut rest, mut k) = (x * unit.bits / 8 + part, line, 1);
        while k < self.rank {
            let x = at[k] + rest % self.count(k) * self.element_strides[k];
            rest /= self.count(k);
            is_inside &= 0 <= x && x < self.global_dim[k];
            // Elements past 2^63 bytes wrap around, as addresses do.
            global = global.wrapping_add(x.wrapping_mul(self.global_strides[k - 1]));
            k += 1;
        }
        TmaMove {
            global: if is_inside { Some(global) } else { None },
            shared: self.swizzle.address(line * self.pitch() + column * unit.shared),
            bytes: unit.bytes,
        }
    }

    /// The bytes from one row of the box to the next in shared memory: slices of an interleaved map follow each other.
    pub const fn pitch(&self) -> i64 {
        if !self.interleave.is_none() {
            return self.count(0) * self.unit().shared;
        }
        let (bytes, span) = (self.row_bytes(), self.swizzle.span());
        if bytes < span { span } else { bytes }
    }

    /// What a copy of the box at a coordinate moves, in the order of shared memory before the swizzle.
    ///
    /// ```
    /// use layout_core::descriptor::{TensorMap, TensorMapType};
    /// let map = TensorMap::new(TensorMapType::F32, &[6, 10], &[32], &[4, 2]);
    /// let globals = map.moves(&[4, 1])?.map(|one| one.global);
    /// // Row 1 from element 4 on ends after two elements.
    /// assert!(globals.eq([Some(48), Some(52), None, None, Some(80), Some(84), None, None]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`check`](Self::check) of a device with all fields, and [`check_at`](Self::check_at).
    pub fn moves(
        &self,
        at: &[i64],
    ) -> Result<impl ExactSizeIterator<Item = TmaMove> + Clone + use<>, LayoutError> {
        self.check(&super::TMA_SM100)?;
        self.check_at(at)?;
        let (map, mut start) = (*self, [0; MAX_COORDINATES]);
        start[..self.rank].copy_from_slice(at);
        // A checked box has at most 2^23 elements, where all extents are 256 and all steps 8.
        let len = i32::try_from(self.moves_len()).unwrap_or(i32::MAX);
        Ok((0..len).map(move |index| map.nth_move(&start, i64::from(index))))
    }

    /// Copies the box at a coordinate from global to shared memory, as `cp.async.bulk.tensor` does: `global` has the byte at an
    /// offset from the address of the map. Gaps of rows and containers keep their bytes.
    ///
    /// Numbers of [`TensorMapType::Tf32`] are rounded to nearest, ties to even, and what is not a number becomes `0x7FFFE000`. That
    /// subnormal numbers of the types `_FTZ` become 0 was not measured.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    ///
    /// # Panics
    /// If `shared` is shorter than the box.
    pub fn load(
        &self,
        at: &[i64],
        global: impl Fn(i64) -> u8,
        shared: &mut [u8],
    ) -> Result<(), LayoutError> {
        for one in self.moves(at)? {
            let (to, len) = (one.shared as usize, one.bytes as usize);
            let to = &mut shared[to..to + len];
            for (byte, out) in to.iter_mut().enumerate() {
                *out = match (one.global, self.oob_fill) {
                    (Some(from), _) => global(from + byte as i64),
                    (None, TensorMapFill::Zero) => 0,
                    (None, TensorMapFill::NanRequestZeroFma) => [0xf7, 0x7f][byte % 2],
                };
            }
            if one.global.is_some() {
                self.data_type.convert(to);
            }
        }
        Ok(())
    }

    /// Copies the box at a coordinate from shared to global memory. Elements outside of the tensor are not written.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    ///
    /// # Panics
    /// If `shared` is shorter than the box.
    pub fn store(
        &self,
        at: &[i64],
        shared: &[u8],
        mut global: impl FnMut(i64, u8),
    ) -> Result<(), LayoutError> {
        for one in self.moves(at)? {
            let Some(to) = one.global else { continue };
            for byte in 0..one.bytes {
                global(to + byte, shared[(one.shared + byte) as usize]);
            }
        }
        Ok(())
    }

    /// The layout of the box in shared memory, in elements of shared memory: the box's coordinate to the offset.
    ///
    /// ```
    /// use layout_core::descriptor::{TensorMap, TensorMapSwizzle, TensorMapType};
    /// let map = TensorMap {
    ///     swizzle: TensorMapSwizzle::Bytes128,
    ///     ..TensorMap::new(TensorMapType::F16, &[64, 100], &[128], &[32, 8])
    /// };
    /// assert_eq!(map.shared_layout()?.to_string(), "Sw<3,3,3> o 0 o (32,8):(1,64)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`check`](Self::check) of a device with all fields; [`DescriptorRule::Interleaved`] for interleaved maps, and
    /// [`DescriptorRule::Unmeasured`] for a swizzle that swaps halves.
    pub const fn shared_layout(&self) -> Result<ComposedLayout, LayoutError> {
        tri!(self.check(&super::TMA_SM100));
        if !self.interleave.is_none() {
            return Err(Self::refused(DescriptorRule::Interleaved));
        }
        let bits = self.data_type.shared_bits();
        let Some(swizzle) = self.swizzle.of_elements(bits) else {
            let what = "chunks of 8 bytes that are swapped";
            return Err(Self::refused(DescriptorRule::Unmeasured { what }));
        };
        let (mut modes, mut stride, mut k) =
            ([IntTuple::leaf(0); MAX_COORDINATES], [IntTuple::leaf(1); MAX_COORDINATES], 0);
        let mut next = 1;
        while k < self.rank {
            modes[k] = IntTuple::leaf(if k == 0 { self.box_dim[0] } else { self.count(k) });
            stride[k] = IntTuple::leaf(next);
            next = if k == 0 { self.pitch() * 8 / bits } else { next * self.count(k) };
            k += 1;
        }
        let shape = tri!(IntTuple::tuple(modes.split_at(self.rank).0));
        let stride = tri!(IntTuple::tuple(stride.split_at(self.rank).0));
        ComposedLayout::new(swizzle, 0, tri!(Layout::new(shape, stride)))
    }
}

impl TensorMapType {
    /// The elements of which coordinate 0 of a copy is a multiple.
    pub(super) const fn granule(self) -> i64 {
        if self.has_gaps() { 128 } else { 128 / self.bits() }
    }

    /// Converts elements as a copy does.
    fn convert(self, bytes: &mut [u8]) {
        if !matches!(self, Self::F32Ftz | Self::Tf32 | Self::Tf32Ftz) {
            return;
        }
        for word in bytes.chunks_exact_mut(4) {
            let bits = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            let is_subnormal = bits & 0x7f80_0000 == 0;
            let found = match self {
                Self::F32Ftz | Self::Tf32Ftz if is_subnormal => bits & 0x8000_0000,
                Self::F32Ftz => bits,
                _ if f32::from_bits(bits).is_nan() => 0x7fff_e000,
                _ => (bits + 0xfff + (bits >> 13 & 1)) & !0x1fff,
            };
            word.copy_from_slice(&found.to_le_bytes());
        }
    }
}

impl TensorMapSwizzle {
    /// The address that the swizzle makes of an address.
    pub const fn address(self, at: i64) -> i64 {
        match self.of_bytes() {
            Some(swizzle) => swizzle.apply(at),
            // Rows of 128 bytes, of which every other one swaps halves of 16 bytes, after the swizzle of chunks.
            None => Swizzle { bits: 2, base: 5, shift: 2 }.apply(at) ^ (at >> 7 & 1) << 3,
        }
    }

    /// The swizzle of offsets in elements of `bits` bits.
    pub(in crate::descriptor) const fn of_elements(self, bits: i64) -> Option<Swizzle> {
        match self.of_bytes() {
            Some(swizzle) if !swizzle.is_identity() => {
                // An element has 2^n bits, so its bytes are a power of 2, or it is half a byte.
                let base = swizzle.base as i64 + 3 - bits.trailing_zeros() as i64;
                Some(Swizzle { base: base as u32, ..swizzle })
            }
            other => other,
        }
    }
}
