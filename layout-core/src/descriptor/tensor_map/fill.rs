//! The box of a tile, and the coordinates of what it does not have.

use crate::descriptor::tensor_map::digits::{TileDigit, TileDigits};
use crate::descriptor::tensor_map::plan::{bytes_of, rule};
use crate::descriptor::tensor_map::{MAX_COORDINATES, TensorMap, TmaCopy, TmaDevice};
use crate::error::{DescriptorRule, Rule};
use crate::number::{gcd, tri};
use crate::value::limit::MAX_LEAVES;

impl TmaCopy {
    /// Adds digits to the box in the order of shared memory, and returns the number of the others, in `rest`.
    ///
    /// With `joins`, a leaf that continues another one in both memories shares its coordinate, if each tile has all of the other one.
    pub(super) const fn fill_box(
        &mut self,
        digits: &TileDigits,
        device: &TmaDevice,
        joins: bool,
        rest: &mut [TileDigit; MAX_LEAVES],
    ) -> Result<usize, Rule> {
        let (mut next, mut len, mut k) = (1, 0, 0);
        // Nothing follows a digit that is repeated.
        let (mut is_whole, mut last) = (true, digits.list[0]);
        while k < digits.len {
            let mut digit = digits.list[k];
            k += 1;
            if digit.extent == 1 {
                continue;
            }
            if self.map.rank == 0 {
                tri!(self.check_first(&digit));
            }
            let is_new =
                is_whole && digit.scale == 1 && self.places[digit.leaf].coordinate.is_none();
            if joins && is_new && self.continues(&last, &digit, next) {
                let count = self.largest_part(digit.extent, device, self.map.rank - 1);
                self.join_coordinate(digit.leaf, count);
                digit = digit.past(count);
            } else if digit.shared < next {
                let (stride, expected) = (digit.shared, next);
                return Err(rule(DescriptorRule::Compact { stride, expected }));
            } else if is_new && digit.shared == next && self.map.rank < MAX_COORDINATES {
                let count = self.largest_part(digit.extent, device, self.map.rank);
                // A row that the swizzle's span does not hold, or that is not in units of 16 bytes, is refused with its numbers.
                let is_row = self.map.rank == 0 && count == 1;
                let count = if is_row { digit.extent } else { count };
                if count > 1 {
                    self.map.box_dim[self.map.rank] = count;
                    self.add_coordinate(digit.leaf);
                    digit = digit.past(count);
                }
            }
            next = self.end_of_box();
            last = digits.list[k - 1];
            if digit.extent > 1 {
                rest[len] = digit;
                len += 1;
                is_whole = false;
            }
        }
        if self.map.rank == 0 {
            // A tile of one element: the row of the box has fewer than 16 bytes, which `check` refuses.
            self.map.rank = 1;
        }
        Ok(len)
    }

    /// Checks that the first digit is contiguous in both memories.
    const fn check_first(&self, digit: &TileDigit) -> Result<(), Rule> {
        if digit.shared != 1 {
            let (stride, expected) = (digit.shared, 1);
            return Err(rule(DescriptorRule::Compact { stride, expected }));
        }
        let stride = self.places[digit.leaf].leaf.stride.saturating_mul(digit.scale);
        if stride != 1 || digit.scale != 1 {
            return Err(rule(DescriptorRule::Contiguous { stride }));
        }
        Ok(())
    }

    /// Whether `digit` continues the last coordinate of the box in both memories, and each tile has all of the leaf before.
    const fn continues(&self, last: &TileDigit, digit: &TileDigit, next: i64) -> bool {
        if self.map.rank == 0 {
            return false;
        }
        let (before, leaf) = (self.places[last.leaf].leaf, self.places[digit.leaf].leaf);
        // A row ends before the span of the swizzle does.
        let end = if self.map.rank == 1 { self.map.box_dim[0] } else { next };
        last.extent == before.extent
            && before.stride.saturating_mul(before.extent) == leaf.stride
            && digit.shared == end
    }

    /// The stride of shared memory where the box continues: after the rows, which fill the span of the swizzle.
    const fn end_of_box(&self) -> i64 {
        let (mut end, mut k) = (self.map.pitch() * 8 / self.map.data_type.shared_bits(), 1);
        while k < self.map.rank {
            end *= self.map.box_dim[k];
            k += 1;
        }
        end
    }

    /// Adds a leaf to the last coordinate, of which the box takes `count` more times as many.
    const fn join_coordinate(&mut self, leaf: usize, count: i64) {
        let at = self.map.rank - 1;
        self.places[leaf].coordinate = Some(at);
        self.places[leaf].factor = self.map.global_dim[at];
        let extent = self.map.global_dim[at].saturating_mul(self.places[leaf].leaf.extent);
        self.map.global_dim[at] = extent;
        self.map.box_dim[at] *= count;
    }

    /// Makes a leaf the next coordinate, for an extent of the box that is set.
    const fn add_coordinate(&mut self, leaf: usize) {
        let (at, one) = (self.map.rank, self.places[leaf].leaf);
        self.map.global_dim[at] = one.extent;
        if at > 0 {
            self.map.global_strides[at - 1] = one.stride;
        }
        self.places[leaf].coordinate = Some(at);
        self.places[leaf].factor = 1;
        self.map.rank += 1;
    }

    /// The most elements of a digit that the box takes along a coordinate, which it has or which is next; 1 if it takes none.
    const fn largest_part(&self, extent: i64, device: &TmaDevice, coordinate: usize) -> i64 {
        let (bits, span) = (self.map.data_type.shared_bits(), self.map.swizzle.span());
        let has = if coordinate < self.map.rank { self.map.box_dim[coordinate] } else { 1 };
        let (room, mut most, mut multiple) = (device.room / self.map.bytes_so_far(), 256, 1);
        if coordinate == 0 {
            multiple = 128 / bits;
            most = if span != 0 && span * 8 / bits < most { span * 8 / bits } else { most };
        }
        most = if room < most / has { room } else { most / has };
        let mut count = if extent < most { extent } else { most };
        while count > 1 && (extent % count != 0 || has * count % multiple != 0) {
            count -= 1;
        }
        if count < 1 { 1 } else { count }
    }

    /// Gives coordinates to the leaves that the box does not have. Leaves that a tile may reach past the end of come first.
    pub(super) const fn place_rest(&mut self) -> Result<(), Rule> {
        let (mut order, mut len, mut turn) = ([0; MAX_LEAVES], 0, 0);
        while turn < 2 {
            let mut k = 0;
            while k < self.places_len {
                if self.needs_coordinate(k) && self.places[k].leaf.is_whole() == (turn == 1) {
                    order[len] = k;
                    len += 1;
                }
                k += 1;
            }
            turn += 1;
        }
        let (modes, free) = (self.map.rank + len, MAX_COORDINATES - self.map.rank);
        // Of more than fit, the last coordinate holds those that remain. No tile ends within them, so only their sum matters.
        let own = if len <= free { len } else { free.saturating_sub(1) };
        if own < len && (free == 0 || !self.places[order[own]].leaf.is_whole()) {
            return Err(rule(DescriptorRule::TooManyCoordinates { modes }));
        }
        let mut k = 0;
        while k < own {
            self.add_coordinate(order[k]);
            k += 1;
        }
        if own < len {
            tri!(self.share_coordinate(order.split_at(len).0.split_at(own).1));
        }
        k = 0;
        while k + 1 < self.map.rank {
            let bits = self.map.data_type.bits();
            self.map.global_strides[k] =
                tri!(bytes_of("a stride", self.map.global_strides[k], bits));
            k += 1;
        }
        Ok(())
    }

    /// Gives the leaves one coordinate. Its stride is the greatest common divisor of theirs.
    const fn share_coordinate(&mut self, leaves: &[usize]) -> Result<(), Rule> {
        let (at, mut common, mut k) = (self.map.rank, 0, 0);
        while k < leaves.len() {
            let stride = self.places[leaves[k]].leaf.stride;
            if stride < 0 {
                let multiple = self.map.alignment();
                return Err(rule(DescriptorRule::Stride {
                    coordinate: at,
                    stride,
                    multiple,
                    padded: 0,
                }));
            }
            common = gcd(common, stride);
            k += 1;
        }
        (self.map.global_dim[at], k) = (1, 0);
        while k < leaves.len() {
            let leaf = self.places[leaves[k]].leaf;
            // The divisor is not 0, because a whole leaf of stride 0 needs no coordinate.
            let factor = leaf.stride / common;
            let reach = (leaf.extent - 1).saturating_mul(factor);
            self.map.global_dim[at] = self.map.global_dim[at].saturating_add(reach);
            self.places[leaves[k]].coordinate = Some(at);
            self.places[leaves[k]].factor = factor;
            k += 1;
        }
        self.map.global_strides[at - 1] = common;
        self.map.rank += 1;
        Ok(())
    }

    /// Whether a leaf has no coordinate, and an address or the end of the tensor depends on it.
    const fn needs_coordinate(&self, leaf: usize) -> bool {
        let place = self.places[leaf];
        let is_still = place.leaf.extent == 1 || place.leaf.stride == 0;
        place.coordinate.is_none() && !(is_still && place.leaf.is_whole())
    }
}

impl TensorMap {
    /// The bytes of an element of the box so far: the product of its extents, and of one element.
    const fn bytes_so_far(&self) -> i64 {
        let (mut bits, mut k) = (self.data_type.shared_bits(), 0);
        while k < self.rank {
            bits = bits.saturating_mul(self.box_dim[k]);
            k += 1;
        }
        let bytes = bits / 8;
        if bytes < 1 { 1 } else { bytes }
    }
}
