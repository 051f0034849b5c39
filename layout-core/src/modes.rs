//! Flat modes `(extent, stride)`: what the algebra works on.

use crate::basis::Bases;
use crate::layout::Layout;
use crate::notation::error::Rule;
use crate::number::{MOST, Num, multiply, tri};
use crate::profile::{Limit, MAX_LEAVES, Profile};
use crate::tuple::low_bits;

/// A list of modes.
#[derive(Clone, Copy)]
pub(crate) struct Modes {
    pub(crate) len: usize,
    pub(crate) extents: [i64; MAX_LEAVES],
    pub(crate) strides: [i64; MAX_LEAVES],
    /// What the strides count in.
    pub(crate) bases: Bases,
    pub(crate) known_extents: u32,
    pub(crate) known_strides: u32,
}

impl Modes {
    pub(crate) const EMPTY: Self = Self {
        len: 0,
        extents: [0; MAX_LEAVES],
        strides: [0; MAX_LEAVES],
        bases: Bases::NONE,
        known_extents: 0,
        known_strides: 0,
    };

    pub(crate) const fn extent(&self, k: usize) -> Num {
        Num::plain(self.extents[k], self.known_extents >> k & 1 == 1)
    }

    pub(crate) const fn stride(&self, k: usize) -> Num {
        let known = self.known_strides >> k & 1 == 1;
        Num { value: self.strides[k], known, basis: self.bases.get(k) }
    }

    pub(crate) const fn all_known(&self) -> bool {
        self.known_extents & self.known_strides == low_bits(self.len)
    }

    /// Keeps the first `len` modes.
    pub(crate) const fn truncate(&mut self, len: usize) {
        self.len = len;
        self.bases.truncate(len);
        self.known_extents &= low_bits(len);
        self.known_strides &= low_bits(len);
    }

    /// Overwrites mode `k`.
    pub(crate) const fn set(&mut self, k: usize, extent: Num, stride: Num) {
        let bit = 1 << k;
        self.extents[k] = extent.value;
        self.strides[k] = stride.value;
        self.bases.set(k, stride.basis);
        self.known_extents = self.known_extents & !bit | (extent.known as u32) << k;
        self.known_strides = self.known_strides & !bit | (stride.known as u32) << k;
    }

    /// Adds a mode as it is.
    pub(crate) const fn push(&mut self, extent: Num, stride: Num) -> Result<(), Rule> {
        let k = self.len;
        if k == MAX_LEAVES {
            return Err(Rule::Full { limit: Limit::Leaves });
        }
        self.extents[k] = extent.value;
        self.strides[k] = stride.value;
        self.bases.set(k, stride.basis);
        self.known_extents |= (extent.known as u32) << k;
        self.known_strides |= (stride.known as u32) << k;
        self.len = k + 1;
        Ok(())
    }

    /// Adds a mode and coalesces: nothing for a known extent of 1, and one mode less where the
    /// new one is known to continue the last.
    pub(crate) const fn append(&mut self, extent: Num, stride: Num) -> Result<(), Rule> {
        if extent.known && extent.value == 1 {
            return Ok(());
        }
        if self.len > 0 && extent.known && stride.known {
            let last = self.len - 1;
            let known = (self.known_extents & self.known_strides) >> last & 1 == 1;
            let end = self.extents[last] as i128 * self.strides[last] as i128;
            let same = self.bases.get(last).equals(stride.basis);
            if known && same && end == stride.value as i128 {
                self.extents[last] = tri!(multiply(self.extents[last], extent.value));
                return Ok(());
            }
        }
        self.push(extent, stride)
    }

    /// The leaves `from..to`, coalesced; `0:0` when an extent is known to be 0.
    pub(crate) const fn coalesced(&self, from: usize, to: usize) -> Result<Self, Rule> {
        let (mut out, mut k) = (Self::EMPTY, from);
        while k < to {
            let (extent, stride) = (self.extent(k), self.stride(k));
            if extent.known && extent.value == 0 {
                out = Self::EMPTY;
                tri!(out.push(Num::ZERO, Num::ZERO));
                return Ok(out);
            }
            tri!(out.append(extent, stride));
            k += 1;
        }
        Ok(out)
    }

    /// Each extent of 0 as an extent of 1.
    pub(crate) const fn beside_zeros(mut self) -> Self {
        let mut k = 0;
        while k < self.len {
            if self.extents[k] == 0 {
                self.extents[k] = 1;
            }
            k += 1;
        }
        self
    }

    /// The product of the extents `from..to`.
    pub(crate) const fn size(&self, from: usize, to: usize) -> Result<Num, Rule> {
        let (mut size, mut known, mut empty, mut zero) = (1_i128, true, false, false);
        let (mut k, mut overflow) = (from, None);
        while k < to {
            let extent = self.extents[k];
            let extent_known = self.known_extents >> k & 1 == 1;
            known &= extent_known;
            empty |= extent == 0;
            zero |= extent == 0 && extent_known;
            let next = size * extent as i128;
            if next.unsigned_abs() > MOST as u128 {
                overflow = Some(Rule::Overflow { a: size as i64, operator: '*', b: extent });
            } else {
                size = next;
            }
            k += 1;
        }
        match overflow {
            Some(rule) if !empty => Err(rule),
            _ => Ok(Num::plain(if empty { 0 } else { size as i64 }, known || zero)),
        }
    }

    /// Refuses an extent of 0 among the leaves `from..to`.
    pub(crate) const fn nonempty(&self, from: usize, to: usize) -> Result<(), Rule> {
        let mut k = from;
        while k < to {
            if self.extents[k] == 0 {
                return Err(Rule::Empty);
            }
            k += 1;
        }
        Ok(())
    }

    /// Refuses strides `from..to` that count in units: what follows needs numbers.
    pub(crate) const fn integral(&self, from: usize, to: usize) -> Result<(), Rule> {
        match self.bases.first(from, to) {
            None => Ok(()),
            Some(k) => Err(self.stride(k).is_unit()),
        }
    }

    /// Whether mode `next` continues mode `i`.
    pub(crate) const fn continues(&self, i: usize, next: usize) -> bool {
        self.bases.get(i).equals(self.bases.get(next))
            && continues(self.extents[i], self.strides[i], self.strides[next])
    }

    /// As a layout of depth 1, or 0 when there is one mode; none is `1:0`.
    pub(crate) const fn layout(&self) -> Result<Layout, Rule> {
        if self.len == 0 {
            let mut one = Self::EMPTY;
            one.set(0, Num::ONE, Num::ZERO);
            one.len = 1;
            return Ok(Layout { profile: Profile::SCALAR, modes: one });
        }
        if self.len == 1 {
            return Ok(Layout { profile: Profile::SCALAR, modes: *self });
        }
        match Profile::flat(self.len) {
            Ok(profile) => Ok(Layout { profile, modes: *self }),
            Err(limit) => Err(Rule::Full { limit }),
        }
    }
}

/// Whether stride `next` continues a mode `extent:stride`.
pub(crate) const fn continues(extent: i64, stride: i64, next: i64) -> bool {
    match stride.checked_mul(extent) {
        Some(end) => end == next,
        None => false,
    }
}
