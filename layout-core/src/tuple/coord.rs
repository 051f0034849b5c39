//! [`Coord`], a coordinate: a tuple whose leaves may be `_`.

use crate::error::{LayoutError, Operation, Rule};
use crate::number::tri;
use crate::value::limit::Limit;
use crate::value::{Coord, IntTuple, Profile};

impl Coord {
    /// `_`, which keeps the mode that it faces.
    pub const KEEP: Self = Self { tuple: IntTuple::leaf(0), kept: 1 };

    /// The integer coordinate `value`.
    pub const fn leaf(value: i64) -> Self {
        Self { tuple: IntTuple::leaf(value), kept: 0 }
    }

    /// The coordinate `tuple`, without `_`.
    pub const fn from_tuple(tuple: IntTuple) -> Self {
        Self { tuple, kept: 0 }
    }

    /// The coordinate `tuple` with `_` at the leaves whose bits `kept` sets.
    #[doc(hidden)]
    pub const fn keeping(tuple: IntTuple, kept: u32) -> Self {
        Self { tuple, kept }
    }

    /// The coordinate `(parts[0], parts[1], ..)`.
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity.
    pub const fn tuple(parts: &[Self]) -> Result<Self, LayoutError> {
        match Self::joined(parts) {
            Ok(coord) => Ok(coord),
            Err(limit) => Err(LayoutError::alone(Operation::Make, Rule::Full { limit })),
        }
    }

    const fn joined(parts: &[Self]) -> Result<Self, Limit> {
        let mut out = Self { tuple: IntTuple::EMPTY, kept: 0 };
        tri!(out.tuple.profile.push_tuple(parts.len()));
        let mut i = 0;
        while i < parts.len() {
            let leaf = out.tuple.leaf_count();
            tri!(out.tuple.push(&parts[i].tuple));
            if parts[i].kept != 0 {
                out.kept |= parts[i].kept << leaf;
            }
            i += 1;
        }
        Ok(out)
    }

    /// The coordinate as a tuple of integers, with 0 for each `_`.
    ///
    /// ```
    /// use layout_core::Coord;
    /// assert_eq!(Coord::parse("(_,(1,2))")?.integers().to_string(), "(0,(1,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn integers(&self) -> IntTuple {
        self.tuple
    }

    /// The leaves that are `_`, a bit each.
    #[doc(hidden)]
    pub const fn kept_mask(&self) -> u32 {
        self.kept
    }

    /// Whether leaf `k` is `_`.
    pub const fn is_kept(&self, k: usize) -> bool {
        self.kept >> k & 1 == 1
    }

    /// The integer of leaf `k`.
    ///
    /// # Errors
    /// `Kept` for `_`, and `Unit` for an integer with a basis.
    pub(crate) const fn integer(&self, k: usize) -> Result<i64, Rule> {
        if self.is_kept(k) {
            return Err(Rule::Kept);
        }
        if !self.tuple.bases.get(k).is_none() {
            return Err(self.tuple.num(k).is_unit());
        }
        Ok(self.tuple.value(k))
    }

    pub(crate) const fn profile(&self) -> &Profile {
        &self.tuple.profile
    }
}

impl From<i64> for Coord {
    fn from(value: i64) -> Self {
        Self::leaf(value)
    }
}

impl From<IntTuple> for Coord {
    fn from(tuple: IntTuple) -> Self {
        Self::from_tuple(tuple)
    }
}

impl PartialEq for Coord {
    fn eq(&self, other: &Self) -> bool {
        self.kept == other.kept && self.tuple == other.tuple
    }
}

impl Eq for Coord {}
