//! [`TmaCopy`]: the tensor map that copies a tile of one layout into another, or the rule that none does.
//!
//! Each swizzle of the device that permutes the addresses of the tile as its layout does is tried. A box takes the digits of the tile in
//! the order of shared memory, as long as each is the first one of its leaf, and lies where the box continues. The other digits are
//! repetitions: copies from other coordinates to other addresses. Leaves that no box takes have coordinates of their own; if there are
//! more than five, the leaves that no tile reaches past the end of share one, whose stride is the greatest common divisor of theirs.

use crate::descriptor::tensor_map::alike::{in_bytes, own_swizzle, permutes_alike};
use crate::descriptor::tensor_map::digits::{GlobalLeaf, TileDigit, TileDigits};
use crate::descriptor::tensor_map::{
    MAX_COORDINATES, TensorMap, TensorMapFill, TensorMapPromotion, TensorMapSwizzle, TensorMapType,
    TmaDevice, TmaMulticast,
};
use crate::error::{DescriptorRule, LayoutError, Operand, Operation, Rule};
use crate::memory::access::unswizzled;
use crate::number::tri;
use crate::value::basis::Basis;
use crate::value::limit::{Limit, MAX_LEAVES, MAX_RANK};
use crate::value::{ComposedLayout, IntTuple, Layout, MOST, Num};

/// The place of a leaf of global memory in the coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) leaf: GlobalLeaf,
    /// The coordinate, and how much of it one step of the leaf is. `None` for a leaf that no address depends on.
    pub(super) coordinate: Option<usize>,
    pub(super) factor: i64,
}

/// Copies from every `step`-th element of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Repetition {
    extent: i64,
    coordinate: Option<usize>,
    step: i64,
    /// The bytes from one copy to the next in shared memory.
    shared: i64,
}

/// The copies of tensor maps that move a tile from global to shared memory, or back: CuTe's `make_tma_copy`.
///
/// 62 maps and their coordinates equal CuTe's (`tools/compare/descriptors.py`). Unlike there, leaves that follow each other in both
/// memories may share a coordinate where that saves copies, and a tile that does not fit the hardware is refused.
///
/// ```
/// use layout_core::descriptor::{TMA_SM90, TensorMapSwizzle, TensorMapType, TmaCopy};
/// let global = "(4096,512):(512,1)".parse()?;
/// // 128 rows of 128 halves, as wgmma reads them.
/// let shared = "Sw<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))".parse()?;
/// let copy = TmaCopy::new(&global, &shared, TensorMapType::F16, &TMA_SM90)?;
/// let map = copy.map();
/// assert_eq!((map.rank, map.swizzle), (2, TensorMapSwizzle::Bytes128));
/// assert_eq!((map.global_dim[..2].to_vec(), map.global_strides[0]), (vec![512, 4096], 1024));
/// assert_eq!(map.box_dim[..2], [64, 128]);
/// // Mode 0 of the tensor is coordinate 1. The tile is two copies.
/// assert_eq!(copy.coordinates()?.to_string(), "(4096,512):(1@1,1@0)");
/// assert_eq!(copy.len(), 2);
/// assert_eq!((copy.instruction(1).coordinates[0], copy.instruction(1).shared), (64, 16384));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TmaCopy {
    global: Layout,
    shared: ComposedLayout,
    pub(super) map: TensorMap,
    pub(super) places: [Place; MAX_LEAVES],
    pub(super) places_len: usize,
    repetitions: [Repetition; MAX_LEAVES],
    repetitions_len: usize,
    /// The byte of the first copy.
    start: i64,
}

/// One copy of a tile: what it adds to the coordinates of the tile, and the byte in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmaInstruction {
    /// What is added to each coordinate.
    pub coordinates: [i64; MAX_COORDINATES],
    /// The byte in shared memory.
    pub shared: i64,
}

impl TmaCopy {
    /// The copy of tiles of `shared` out of `global`. Both map to elements: `global` of the tensor, `shared` of one tile, with as many
    /// modes. Elements of shared memory are bytes for the types whose containers have gaps.
    ///
    /// Of several swizzles, the one with the fewest copies is taken, and the layout's own of equals.
    ///
    /// # Errors
    /// A [`DescriptorRule`] with its number and the nearest fix: `Tile` to `SharedOffset` for layouts that no box describes, and those
    /// of [`TensorMap::check`] for what the device does not take. [`Rule::Divides`] where digits of both layouts do not divide.
    pub const fn new(
        global: &Layout,
        shared: &ComposedLayout,
        data_type: TensorMapType,
        device: &TmaDevice,
    ) -> Result<Self, LayoutError> {
        tri!(unswizzled(global));
        let digits = tri!(TileDigits::of(global, shared));
        let (mut best, mut first_error, mut k) = (None::<Self>, None, 0);
        // The layout's own swizzle first, then those that permute these addresses alike; then with joined leaves.
        let own = own_swizzle(shared, data_type);
        let modes = TensorMapSwizzle::ALL.len() + 1;
        while k < 2 * modes {
            let (swizzle, joins) = match (k % modes, own) {
                (0, own) => (own, k >= modes),
                (number, _) => (Some(TensorMapSwizzle::ALL[number - 1]), k >= modes),
            };
            k += 1;
            let Some(swizzle) = swizzle else { continue };
            if !permutes_alike(shared, data_type, swizzle) || swizzle.is_atom() && !device.atoms {
                continue;
            }
            match Self::by(global, shared, &digits, data_type, swizzle, joins, device) {
                Ok(copy) => {
                    let is_better = match &best {
                        Some(best) => copy.len() < best.len(),
                        None => true,
                    };
                    if is_better {
                        best = Some(copy);
                    }
                }
                Err(rule) if first_error.is_none() => first_error = Some(rule),
                Err(_) => {}
            }
        }
        match (best, first_error) {
            (Some(best), _) => Ok(best),
            (None, Some(rule)) => Err(Self::refused(global, shared, rule)),
            (None, None) => {
                let swizzle = in_bytes(shared.swizzle(), data_type);
                let rule = Rule::Descriptor(DescriptorRule::SwizzleMode { swizzle });
                Err(Self::refused(global, shared, rule))
            }
        }
    }

    pub(super) const fn refused(
        global: &Layout,
        shared: &ComposedLayout,
        rule: Rule,
    ) -> LayoutError {
        let shared = match shared.swizzle().is_identity() && shared.offset() == 0 {
            true => Operand::Layout(shared.plain()),
            false => Operand::Composed(*shared),
        };
        LayoutError::refused(Operation::TmaCopy, Operand::Layout(*global), shared, rule)
    }

    /// The copy with this swizzle.
    const fn by(
        global: &Layout,
        shared: &ComposedLayout,
        digits: &TileDigits,
        data_type: TensorMapType,
        swizzle: TensorMapSwizzle,
        joins: bool,
        device: &TmaDevice,
    ) -> Result<Self, Rule> {
        let place = Place { leaf: digits.leaves[0], coordinate: None, factor: 0 };
        let mut out = Self {
            global: *global,
            shared: *shared,
            map: TensorMap { swizzle, rank: 0, ..TensorMap::new(data_type, &[], &[], &[]) },
            places: [place; MAX_LEAVES],
            places_len: digits.leaves_len,
            repetitions: [Repetition { extent: 1, coordinate: None, step: 0, shared: 0 };
                MAX_LEAVES],
            repetitions_len: 0,
            start: tri!(bytes_of("the offset", shared.offset(), data_type.shared_bits())),
        };
        let mut k = 0;
        while k < digits.leaves_len {
            out.places[k] = Place { leaf: digits.leaves[k], ..place };
            k += 1;
        }
        let mut rest = [digits.list[0]; MAX_LEAVES];
        let len = tri!(out.fill_box(digits, device, joins, &mut rest));
        tri!(out.place_rest());
        tri!(out.repeat(rest.split_at(len).0));
        match out.map.check(device) {
            Ok(()) => Ok(out),
            Err(error) => Err(error.rule()),
        }
    }

    /// Turns digits into repetitions.
    const fn repeat(&mut self, rest: &[TileDigit]) -> Result<(), Rule> {
        let (multiple, bits) = (self.map.swizzle.period(), self.map.data_type.shared_bits());
        if self.start % multiple != 0 {
            return Err(rule(DescriptorRule::SharedOffset { offset: self.start, multiple }));
        }
        let mut k = 0;
        while k < rest.len() {
            let (digit, place) = (rest[k], self.places[rest[k].leaf]);
            let shared = tri!(bytes_of("a stride of shared memory", digit.shared, bits));
            if shared % multiple != 0 {
                return Err(rule(DescriptorRule::SharedOffset { offset: shared, multiple }));
            }
            self.repetitions[k] = Repetition {
                extent: digit.extent,
                coordinate: place.coordinate,
                step: digit.scale.saturating_mul(place.factor),
                shared,
            };
            k += 1;
        }
        self.repetitions_len = rest.len();
        Ok(())
    }

    /// The layout of global memory.
    pub const fn global(&self) -> &Layout {
        &self.global
    }

    /// The layout of a tile in shared memory.
    pub const fn shared(&self) -> &ComposedLayout {
        &self.shared
    }

    /// The tensor map of all copies. Its address is 0; fields that layouts do not decide are the driver's defaults.
    pub const fn map(&self) -> &TensorMap {
        &self.map
    }

    /// The copy at another address, with another promotion and fill.
    ///
    /// # Errors
    /// As [`TensorMap::check`] of `device`.
    pub const fn with(
        &self,
        address: i64,
        promotion: TensorMapPromotion,
        fill: TensorMapFill,
        device: &TmaDevice,
    ) -> Result<Self, LayoutError> {
        let (global_address, l2_promotion, oob_fill) = (address, promotion, fill);
        let map = TensorMap { global_address, l2_promotion, oob_fill, ..self.map };
        match map.check(device) {
            Ok(()) => Ok(Self { map, ..*self }),
            Err(error) => Err(Self::refused(&self.global, &self.shared, error.rule())),
        }
    }

    /// The number of copies that move a tile.
    #[allow(clippy::len_without_is_empty, reason = "a tile has one copy or more")]
    pub const fn len(&self) -> i64 {
        let (mut len, mut k) = (1_i64, 0);
        while k < self.repetitions_len {
            len = len.saturating_mul(self.repetitions[k].extent);
            k += 1;
        }
        len
    }

    /// Copy `index` of a tile.
    pub const fn instruction(&self, index: i64) -> TmaInstruction {
        let mut out = TmaInstruction { coordinates: [0; MAX_COORDINATES], shared: self.start };
        let (mut rest, mut k) = (index, 0);
        while k < self.repetitions_len {
            let one = self.repetitions[k];
            let digit = rest % one.extent;
            rest /= one.extent;
            out.shared += digit * one.shared;
            if let Some(at) = one.coordinate {
                out.coordinates[at] += digit * one.step;
            }
            k += 1;
        }
        out
    }

    /// The layout from a coordinate of the tensor to the coordinates of a copy, CuTe's TMA tensor: coordinate `i` of the map is `E<i>`.
    ///
    /// Modes that follow each other in global memory are joined. A mode on which no address depends has the stride 0.
    ///
    /// # Errors
    /// [`Rule::Full`] for more leaves than a layout has.
    pub const fn coordinates(&self) -> Result<Layout, LayoutError> {
        let (mut modes, mut mode) = ([self.global; MAX_RANK], 0);
        let rank = self.global.rank();
        while mode < rank {
            let (mut shape, mut stride, mut len) =
                ([IntTuple::leaf(1); MAX_RANK], [IntTuple::leaf(0); MAX_RANK], 0);
            let mut k = 0;
            while k < self.places_len {
                let place = self.places[k];
                k += 1;
                if place.leaf.mode != mode {
                    continue;
                }
                if len == MAX_RANK {
                    let rule = Rule::Full { limit: Limit::Rank };
                    return Err(Self::refused(&self.global, &self.shared, rule));
                }
                shape[len] = IntTuple::leaf(place.leaf.extent);
                if let Some(at) = place.coordinate
                    && let Some(basis) = Basis::at(&[at])
                {
                    stride[len] = IntTuple::single(Num { value: place.factor, known: true, basis });
                }
                len += 1;
            }
            modes[mode] = match len {
                1 => tri!(Layout::new(shape[0], stride[0])),
                _ => tri!(Layout::new(
                    tri!(IntTuple::tuple(shape.split_at(len).0)),
                    tri!(IntTuple::tuple(stride.split_at(len).0))
                )),
            };
            mode += 1;
        }
        if self.global.shape().depth() == 0 {
            return Ok(modes[0]);
        }
        Layout::from_modes(modes.split_at(rank).0)
    }

    /// The coordinates of the element of the tensor at `at`, which has an integer for each mode at the top level. An integer past its
    /// mode goes past the last leaf.
    ///
    /// # Errors
    /// [`DescriptorRule::CoordinateCount`] for another number of integers.
    pub const fn coordinates_of(&self, at: &[i64]) -> Result<[i64; MAX_COORDINATES], LayoutError> {
        let (found, rank) = (at.len(), self.global.rank());
        if found != rank {
            let rule = Rule::Descriptor(DescriptorRule::CoordinateCount { found, rank });
            return Err(Self::refused(&self.global, &self.shared, rule));
        }
        let (mut out, mut k) = ([0; MAX_COORDINATES], 0);
        let mut rest = 0;
        while k < self.places_len {
            let Place { leaf, coordinate, factor } = self.places[k];
            if k == 0 || self.places[k - 1].leaf.mode != leaf.mode {
                rest = at[leaf.mode];
            }
            let is_last = k + 1 == self.places_len || self.places[k + 1].leaf.mode != leaf.mode;
            let digit = if is_last { rest } else { rest % leaf.extent };
            rest /= leaf.extent;
            if let Some(at) = coordinate {
                out[at] += digit * factor;
            }
            k += 1;
        }
        Ok(out)
    }

    /// Copies the tile that begins at an element of the tensor, by all copies: [`TensorMap::load`] of each.
    ///
    /// # Errors
    /// As [`coordinates_of`](Self::coordinates_of) and [`TensorMap::moves`].
    ///
    /// # Panics
    /// If `shared` is shorter than the tile.
    pub fn load(
        &self,
        at: &[i64],
        global: impl Fn(i64) -> u8,
        shared: &mut [u8],
    ) -> Result<(), LayoutError> {
        let start = self.coordinates_of(at)?;
        for index in 0..self.len() {
            let one = self.instruction(index);
            let mut to = [0; MAX_COORDINATES];
            for (k, sum) in to.iter_mut().enumerate() {
                *sum = start[k] + one.coordinates[k];
            }
            let place = &mut shared[one.shared as usize..];
            self.map.load(&to[..self.map.rank], &global, place)?;
        }
        Ok(())
    }

    /// The parts of each box that the blocks of a cluster load for all of them, CuTe's multicast: the last coordinates of the box are
    /// cut first.
    ///
    /// ```
    /// use layout_core::descriptor::{TMA_SM90, TensorMapType, TmaCopy};
    /// let shared = "Sw<3,3,3> o 0 o (128,64):(64,1)".parse()?;
    /// let copy = TmaCopy::new(&"(4096,512):(512,1)".parse()?, &shared, TensorMapType::F16, &TMA_SM90)?;
    /// let shared_by_4 = copy.multicast(4, &TMA_SM90)?;
    /// assert_eq!(shared_by_4.map().box_dim[..2], [64, 32]);
    /// let third = shared_by_4.slice(2);
    /// assert_eq!((third.coordinates[1], third.shared), (64, 64 * 128));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`DescriptorRule::Multicast`] where the blocks do not divide the box, [`DescriptorRule::SharedOffset`] where a part begins
    /// within the pattern of the swizzle, and as [`TensorMap::check`].
    pub const fn multicast(
        &self,
        blocks: i64,
        device: &TmaDevice,
    ) -> Result<TmaMulticast, LayoutError> {
        match TmaMulticast::of(&self.map, blocks, device) {
            Ok(found) => Ok(found),
            Err(rule) => Err(Self::refused(&self.global, &self.shared, rule)),
        }
    }
}

pub(super) const fn rule(rule: DescriptorRule) -> Rule {
    Rule::Descriptor(rule)
}

/// The bytes of so many elements.
pub(super) const fn bytes_of(what: &'static str, elements: i64, bits: i64) -> Result<i64, Rule> {
    let all = elements as i128 * bits as i128;
    if all > MOST as i128 || all < -(MOST as i128) {
        return Err(Rule::Overflow { a: elements, operator: '*', b: bits });
    }
    if all % 8 != 0 {
        return Err(rule(DescriptorRule::Bits { what, bits: all as i64 }));
    }
    Ok((all / 8) as i64)
}
