//! Unit vectors: what a stride such as `3@1@0` counts in.

use crate::notation::text::Text;
use crate::profile::{MAX_LEAVES, MAX_RANK};
use crate::tuple::low_bits;

/// Most levels of a path.
pub(crate) const MAX_PATH: usize = 8;

/// The path of a unit vector in a nested coordinate; of a plain integer, none.
///
/// `1@1@0` is the unit of element 1 of element 0: the path is written innermost first, as CuTe
/// prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis(u32);

impl Basis {
    /// That of a plain integer.
    pub const NONE: Self = Self(0);

    /// The unit at `path`, outermost first; `None` past 8 levels, or for an index of 12 and more.
    pub const fn at(path: &[usize]) -> Option<Self> {
        let (mut basis, mut k) = (Self::NONE, path.len());
        while k > 0 {
            k -= 1;
            basis = match basis.inside(path[k]) {
                Some(basis) => basis,
                None => return None,
            };
        }
        Some(basis)
    }

    /// This unit in element `i` of a tuple: the path with `i` before it.
    pub const fn inside(self, i: usize) -> Option<Self> {
        if i >= MAX_RANK || self.0 >> (4 * (MAX_PATH - 1)) != 0 {
            return None;
        }
        // A digit of 0 ends the path.
        Some(Self(self.0 << 4 | (i as u32 + 1)))
    }

    /// Whether it is that of a plain integer.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The outermost index, and the path below it.
    pub const fn split(self) -> Option<(usize, Self)> {
        if self.is_none() { None } else { Some(((self.0 & 15) as usize - 1, Self(self.0 >> 4))) }
    }

    /// `==` in `const`.
    pub const fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// This path of `level` levels with `i` after it, innermost.
    pub(crate) const fn with(self, level: usize, i: usize) -> Self {
        Self(self.0 | (i as u32 + 1) << (4 * level))
    }

    /// One more than the index after `at`, a path of `level` levels, in this one; 0 if it is not
    /// below `at`.
    pub(crate) const fn below(self, at: Self, level: usize) -> usize {
        if level == MAX_PATH || self.0 & ((1 << (4 * level)) - 1) != at.0 {
            return 0;
        }
        (self.0 >> (4 * level) & 15) as usize
    }

    /// Whether `other` is a part of what this is.
    pub(crate) const fn is_above(self, other: Self) -> bool {
        let mut level = 0;
        while level < MAX_PATH && self.0 >> (4 * level) != 0 {
            level += 1;
        }
        other.below(self, level) != 0
    }

    /// Writes `@1@0`.
    pub(crate) const fn write(self, text: &mut Text) {
        let mut level = MAX_PATH;
        while level > 0 {
            level -= 1;
            let index = self.0 >> (4 * level) & 15;
            if index != 0 {
                text.char('@');
                text.natural(index as u64 - 1);
            }
        }
    }
}

/// What each leaf of a tuple counts in.
///
/// The compiler looks at each element of a constant, but not inside arrays of integers: so these are
/// integers, and one mask says where there are units at all.
#[derive(Clone, Copy)]
pub(crate) struct Bases {
    paths: [u32; MAX_LEAVES],
    /// One bit a leaf.
    pub(crate) units: u32,
}

impl Bases {
    /// Plain integers.
    pub(crate) const NONE: Self = Self { paths: [0; MAX_LEAVES], units: 0 };

    /// That of leaf `k`.
    pub(crate) const fn get(&self, k: usize) -> Basis {
        Basis(self.paths[k])
    }

    pub(crate) const fn set(&mut self, k: usize, basis: Basis) {
        self.paths[k] = basis.0;
        if basis.0 == 0 {
            self.units &= !(1 << k);
        } else {
            self.units |= 1 << k;
        }
    }

    /// No leaf counts in a unit.
    pub(crate) const fn are_none(&self) -> bool {
        self.units == 0
    }

    /// The first of the leaves `from..to` that counts in a unit.
    pub(crate) const fn first(&self, from: usize, to: usize) -> Option<usize> {
        let found = self.units & low_bits(to) & !low_bits(from);
        if found == 0 { None } else { Some(found.trailing_zeros() as usize) }
    }

    /// Leaves `from..` of `other` as `count` leaves from `at` on.
    pub(crate) const fn copy(&mut self, at: usize, other: &Self, from: usize, count: usize) {
        if self.units | other.units == 0 {
            return;
        }
        let mut k = 0;
        while k < count {
            self.set(at + k, other.get(from + k));
            k += 1;
        }
    }

    /// Forgets all but the first `len` leaves.
    pub(crate) const fn truncate(&mut self, len: usize) {
        self.units &= low_bits(len);
    }

    /// The same at the first `count` leaves.
    pub(crate) const fn equal(&self, other: &Self, count: usize) -> bool {
        if self.units | other.units == 0 {
            return true;
        }
        let mut k = 0;
        while k < count {
            if self.paths[k] != other.paths[k] {
                return false;
            }
            k += 1;
        }
        true
    }
}
