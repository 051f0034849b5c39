//! Basis vectors of coordinates, CuTe's `E<i,j>`: the stride `3@1@0` is `3 * E<0,1>`.

use crate::value::limit::{MAX_LEAVES, MAX_RANK};
use crate::value::{Text, low_bits};

/// The maximum number of levels of a basis vector.
pub(crate) const MAX_PATH: usize = 8;

/// A basis vector of nested coordinates, CuTe's `E<i,j>`, or none for a plain integer.
///
/// `1@1@0` is `E<0,1>`: the basis vector of element 1 of element 0. The notation writes the innermost index first, as
/// CuTe prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis(pub(crate) u32);

impl Basis {
    /// No basis vector: a plain integer.
    pub const NONE: Self = Self(0);

    /// The basis vector at `path`, outermost index first. `None` for more than 8 levels or an index above 11.
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

    /// This basis vector within element `i` of a tuple: `E<i,path..>`. `None` for more than 8 levels or an index
    /// above 11.
    pub const fn inside(self, i: usize) -> Option<Self> {
        if i >= MAX_RANK || self.0 >> (4 * (MAX_PATH - 1)) != 0 {
            return None;
        }
        // A digit holds the index plus 1, so that the digit 0 ends the path.
        Some(Self(self.0 << 4 | (i as u32 + 1)))
    }

    /// Whether this is the basis of a plain integer.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The outermost index and the basis below it. `None` for a plain integer.
    pub const fn split(self) -> Option<(usize, Self)> {
        if self.is_none() { None } else { Some(((self.0 & 15) as usize - 1, Self(self.0 >> 4))) }
    }

    /// `==` for `const fn`.
    pub const fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// A path of `level` levels extended by the innermost index `i`.
    pub(crate) const fn with(self, level: usize, i: usize) -> Self {
        Self(self.0 | (i as u32 + 1) << (4 * level))
    }

    /// The index that follows the prefix `at`, a path of `level` levels, plus 1. 0 where `at` is not a proper prefix.
    pub(crate) const fn below(self, at: Self, level: usize) -> usize {
        if level == MAX_PATH || self.0 & ((1 << (4 * level)) - 1) != at.0 {
            return 0;
        }
        (self.0 >> (4 * level) & 15) as usize
    }

    /// Whether this path is a proper prefix of `other`.
    pub(crate) const fn is_above(self, other: Self) -> bool {
        let mut level = 0;
        while level < MAX_PATH && self.0 >> (4 * level) != 0 {
            level += 1;
        }
        other.below(self, level) != 0
    }

    /// Prints `@1@0`.
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

/// The basis of each leaf of a tuple.
///
/// Paths are `u32`, not [`Basis`]: the compiler copies an array of integers at once, but visits each element of an
/// array of structs. The mask `units` finds out quickly that no leaf has a basis.
#[derive(Clone, Copy)]
pub(crate) struct Bases {
    pub(crate) paths: [u32; MAX_LEAVES],
    /// Bit `k` is set where leaf `k` has a basis.
    pub(crate) units: u32,
}

impl Bases {
    /// No leaf has a basis.
    pub(crate) const NONE: Self = Self { paths: [0; MAX_LEAVES], units: 0 };

    /// The basis of leaf `k`.
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

    /// Whether no leaf has a basis.
    pub(crate) const fn are_none(&self) -> bool {
        self.units == 0
    }

    /// The first of the leaves `from..to` that has a basis.
    pub(crate) const fn first(&self, from: usize, to: usize) -> Option<usize> {
        let found = self.units & low_bits(to) & !low_bits(from);
        if found == 0 { None } else { Some(found.trailing_zeros() as usize) }
    }

    /// Copies `count` leaves of `other`, starting at `from`, to the leaves starting at `at`.
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

    /// Removes the basis of every leaf from number `len` on.
    pub(crate) const fn truncate(&mut self, len: usize) {
        let mut left = self.units & !low_bits(len);
        while left != 0 {
            self.paths[left.trailing_zeros() as usize] = 0;
            left &= left - 1;
        }
        self.units &= low_bits(len);
    }

    /// Whether the first `count` leaves have equal bases.
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
