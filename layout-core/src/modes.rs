//! Flat modes `(extent, stride)`: what the algebra works on.

use crate::error::Rule;
use crate::layout::Layout;
use crate::number::{Num, multiply, tri};
use crate::profile::{Limit, MAX_LEAVES, Profile};

/// A list of modes.
#[derive(Clone, Copy)]
pub(crate) struct Modes {
    pub(crate) len: usize,
    pub(crate) extents: [i64; MAX_LEAVES],
    pub(crate) strides: [i64; MAX_LEAVES],
    pub(crate) known_extents: u32,
    pub(crate) known_strides: u32,
}

impl Modes {
    pub(crate) const EMPTY: Self = Self {
        len: 0,
        extents: [0; MAX_LEAVES],
        strides: [0; MAX_LEAVES],
        known_extents: 0,
        known_strides: 0,
    };

    pub(crate) const fn extent(&self, k: usize) -> Num {
        Num { value: self.extents[k], known: self.known_extents >> k & 1 == 1 }
    }

    pub(crate) const fn stride(&self, k: usize) -> Num {
        Num { value: self.strides[k], known: self.known_strides >> k & 1 == 1 }
    }

    /// Overwrites mode `k`.
    pub(crate) const fn set(&mut self, k: usize, extent: Num, stride: Num) {
        let bit = 1 << k;
        self.extents[k] = extent.value;
        self.strides[k] = stride.value;
        self.known_extents = self.known_extents & !bit | (extent.known as u32) << k;
        self.known_strides = self.known_strides & !bit | (stride.known as u32) << k;
    }

    /// Adds a mode as it is.
    pub(crate) const fn push(&mut self, extent: Num, stride: Num) -> Result<(), Rule> {
        if self.len == MAX_LEAVES {
            return Err(Rule::Full { limit: Limit::Leaves });
        }
        self.set(self.len, extent, stride);
        self.len += 1;
        Ok(())
    }

    /// Adds a mode and coalesces: nothing for a known extent of 1, and one mode less where the
    /// new one is known to continue the last.
    pub(crate) const fn append(&mut self, extent: Num, stride: Num) -> Result<(), Rule> {
        if extent.is(1) {
            return Ok(());
        }
        if self.len > 0 && extent.known && stride.known {
            let last = self.len - 1;
            let (e, d) = (self.extent(last), self.stride(last));
            if e.known && d.known && continues(e.value, d.value, stride.value) {
                self.extents[last] = tri!(multiply(e.value, extent.value));
                return Ok(());
            }
        }
        self.push(extent, stride)
    }

    /// The leaves `from..to`, coalesced; `0:0` when an extent is known to be 0.
    pub(crate) const fn coalesced(&self, from: usize, to: usize) -> Result<Self, Rule> {
        let (mut out, mut k) = (Self::EMPTY, from);
        while k < to {
            if self.extent(k).is(0) {
                out = Self::EMPTY;
                return match out.push(Num::ZERO, Num::ZERO) {
                    Ok(()) => Ok(out),
                    Err(rule) => Err(rule),
                };
            }
            k += 1;
        }
        k = from;
        while k < to {
            tri!(out.append(self.extent(k), self.stride(k)));
            k += 1;
        }
        Ok(out)
    }

    /// The product of the extents `from..to`.
    pub(crate) const fn size(&self, from: usize, to: usize) -> Result<Num, Rule> {
        let (mut zero, mut k) = (false, from);
        while k < to {
            zero |= self.extents[k] == 0;
            k += 1;
        }
        let mut size = Num::ONE;
        k = from;
        while k < to {
            let extent = self.extent(k);
            size = match size.times(extent) {
                Ok(size) => size,
                Err(_) if zero => Num { value: 0, known: size.known && extent.known },
                Err(rule) => return Err(rule),
            };
            k += 1;
        }
        Ok(size)
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
