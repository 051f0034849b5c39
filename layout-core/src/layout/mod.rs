//! [`Layout`], `shape:stride`.

pub(crate) mod builder;
mod fractal;
pub(crate) mod frame;
pub(crate) mod modes;
pub(crate) mod order;
mod structure;
pub(crate) mod tiler;

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{check, tri};
use crate::value::basis::{Bases, Basis};
use crate::value::{
    Facts, IntTuple, Layout, MOST, Modes, Num, Profile, TreePosition, low_bits, low_mask,
};

/// Whether extents are 1 or more, strides 0 or more, and size and cosize surely fit `isize`.
// The compiler runs this in `const` for every layout of a program, so it has few assignments: it adds `extent * stride` instead of
// `(extent - 1) * stride`.
macro_rules! sizes_fit {
    ($extents:expr, $strides:expr, $len:expr) => {{
        let mut size = 1_i128;
        let mut span = 1_i128;
        let mut k = 0;
        while k < $len {
            let extent = $extents[k] as i128;
            let stride = $strides[k] as i128;
            size *= extent;
            span += extent * stride;
            // Negative as soon as one of these is. For non-negative numbers, the bitwise `or` exceeds `2^k - 1` exactly when one of
            // them does.
            if (extent - 1 | stride | size | span) as u128 > MOST as u128 {
                break;
            }
            k += 1;
        }
        k == $len
    }};
}

impl Layout {
    /// No mode. The steps of an operation write its result there, because a result by value is copied in full.
    pub(crate) const EMPTY: Self = Self { profile: Profile::EMPTY, modes: Modes::EMPTY };

    /// Nests the modes at depth 1, a single mode at depth 0, and no mode as `1:0`.
    ///
    /// # Errors
    /// `Full` for more than 12 modes.
    #[inline]
    pub(crate) const fn set_flat(&mut self) -> Result<(), Rule> {
        if self.modes.len == 0 {
            check!(self.modes.push(Num::ONE, Num::ZERO));
        }
        let count = self.modes.len;
        self.profile = Profile::SCALAR;
        if count > 1 {
            match Profile::flat(count) {
                Ok(profile) => self.profile = profile,
                Err(limit) => return Err(Rule::Full { limit }),
            }
        }
        Ok(())
    }

    /// The layout `shape:stride`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let refused = Layout::new("(2,(2,2))".parse()?, "(4,1)".parse()?).unwrap_err();
    /// assert_eq!(refused.to_string(), "stride (4,1) is not congruent with shape (2,(2,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Congruence`] unless the nesting is the same, [`Rule::NegativeExtent`], and [`Rule::Overflow`] where
    /// the size or the cosize exceeds [`isize::MAX`]. The last rule also holds for the other modes where an extent is 0,
    /// because [`mode`](Self::mode) returns them. [`Rule::Unit`] where an extent has a basis, and [`Rule::Mixture`]
    /// where one stride has a basis and another counts in elements below or above it.
    pub const fn new(shape: IntTuple, stride: IntTuple) -> Result<Self, LayoutError> {
        if !shape.profile.equals(&stride.profile) {
            return Err(LayoutError::refused(
                Operation::Make,
                Operand::Tuple(shape),
                Operand::Tuple(stride),
                Rule::Congruence,
            ));
        }
        if shape.bases.units != 0
            && let Err(rule) = shape.integral(0, shape.leaf_count())
        {
            return Err(LayoutError::unary(Operation::Make, Operand::Tuple(shape), rule));
        }
        let layout = Self::from_parts(shape, stride);
        match layout.exists() {
            Ok(()) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// Whether [`new`](Self::new) accepts these integers, all of which are known. Also `false` where only `new` can decide.
    ///
    /// A check in `const` of each static layout of a program.
    #[doc(hidden)]
    pub const fn is_simple(shape: &IntTuple, stride: &IntTuple) -> bool {
        let leaves = shape.profile.leaves;
        let all = low_mask!(leaves);
        if shape.known != all || stride.known != all || shape.bases.units | stride.bases.units != 0
        {
            return false;
        }
        if !shape.profile.equals(&stride.profile) {
            return false;
        }
        sizes_fit!(shape.values, stride.values, leaves)
    }

    /// Checks what [`new`](Self::new) checks, for a layout whose parts were joined without a check.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[doc(hidden)]
    pub const fn exists(&self) -> Result<(), LayoutError> {
        match self.validate() {
            Ok(()) => Ok(()),
            Err(rule) => Err(LayoutError::unary(Operation::Make, Operand::Layout(*self), rule)),
        }
    }

    /// Joins congruent tuples without a check: the value may be no layout, as with an extent below 0.
    pub(crate) const fn from_parts(shape: IntTuple, stride: IntTuple) -> Self {
        Self {
            profile: shape.profile,
            modes: Modes {
                len: shape.profile.leaves,
                extents: shape.values,
                strides: stride.values,
                bases: stride.bases,
                known_extents: shape.known,
                known_strides: stride.known,
            },
        }
    }

    /// Checks that extents are 0 or more, and that size and cosize fit `isize`.
    #[inline]
    pub(crate) const fn validate(&self) -> Result<(), Rule> {
        let modes = &self.modes;
        if modes.bases.units == 0 && sizes_fit!(modes.extents, modes.strides, modes.len) {
            Ok(())
        } else {
            self.validate_slowly()
        }
    }

    /// Finds the rule and the numbers that `validate` reports. Skips extents of 0.
    const fn validate_slowly(&self) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.modes.len {
            let (extent, stride) = (self.modes.extents[k], self.modes.strides[k]);
            if extent.unsigned_abs() > MOST as u64 || stride.unsigned_abs() > MOST as u64 {
                return Err(Rule::Integer);
            }
            if extent < 0 {
                return Err(Rule::NegativeExtent { extent });
            }
            k += 1;
        }
        // Where an extent is 0, `mode` still returns the other modes as layouts, so they must be valid.
        let others = self.modes.without_zeros();
        check!(others.size(0, others.len));
        check!(others.span());
        self.modes.one_codomain()
    }

    /// The cosize.
    ///
    /// # Errors
    /// `Overflow` beyond [`MOST`].
    const fn span(&self) -> Result<i64, Rule> {
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.extents[k] == 0 {
                return Ok(0);
            }
            k += 1;
        }
        self.modes.span()
    }

    /// The shape.
    pub const fn shape(&self) -> IntTuple {
        IntTuple {
            profile: self.profile,
            values: self.modes.extents,
            bases: Bases::NONE,
            known: self.modes.known_extents,
        }
    }

    /// The stride, with the nesting of the shape.
    pub const fn stride(&self) -> IntTuple {
        IntTuple {
            profile: self.profile,
            values: self.modes.strides,
            bases: self.modes.bases,
            known: self.modes.known_strides,
        }
    }

    /// The number of coordinates, CuTe's `size`: the product of the extents.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2):(1,8)".parse()?;
    /// assert_eq!(a.size().to_string(), "8");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn size(&self) -> i64 {
        match self.modes.size(0, self.modes.len) {
            Ok(size) => size.value,
            Err(_) => i64::MAX,
        }
    }

    /// The width of the range of offsets, CuTe's `cosize`: `1 + sum (extent - 1) * |stride|`, or 0 for an empty
    /// layout. For a layout that maps to coordinates, the size of its [`coshape`](Self::coshape).
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2):(1,8)".parse()?;
    /// assert_eq!(a.cosize().to_string(), "12");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn cosize(&self) -> i64 {
        match self.span() {
            Ok(span) => span,
            Err(_) => i64::MAX,
        }
    }

    /// The least offset: `sum (extent - 1) * stride` over the negative strides. 0 for an empty layout.
    ///
    /// `cosize = max_offset - min_offset + 1`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(-3,1)".parse()?;
    /// assert_eq!((a.min_offset()?, a.max_offset()?, a.cosize()), (-3, 2, 6));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Unit`] for a stride with a basis: the layout maps to coordinates.
    pub const fn min_offset(&self) -> Result<i64, LayoutError> {
        Ok(tri!(self.ends()).0)
    }

    /// The greatest offset: `sum (extent - 1) * stride` over the positive strides. -1 for an empty layout, which has no
    /// offset.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2):(1,8)".parse()?;
    /// assert_eq!((a.min_offset()?, a.max_offset()?), (0, 11));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Unit`] for a stride with a basis.
    pub const fn max_offset(&self) -> Result<i64, LayoutError> {
        Ok(tri!(self.ends()).1)
    }

    /// The least and the greatest offset.
    const fn ends(&self) -> Result<(i64, i64), LayoutError> {
        match self.modes.ends(0) {
            Ok(_) if self.size() == 0 => Ok((0, -1)),
            Ok(ends) => Ok(ends),
            Err(rule) => Err(LayoutError::unary(Operation::Bounds, Operand::Layout(*self), rule)),
        }
    }

    /// The number of leaves.
    #[doc(hidden)]
    pub const fn leaf_count(&self) -> usize {
        self.modes.len
    }

    /// The extent and the stride of leaf `k`.
    #[doc(hidden)]
    pub const fn leaf(&self, k: usize) -> (i64, i64) {
        (self.modes.extents[k], self.modes.strides[k])
    }

    /// Whether the extent and the stride of leaf `k` are known.
    #[doc(hidden)]
    pub const fn known(&self, k: usize) -> (bool, bool) {
        (self.modes.known_extents >> k & 1 == 1, self.modes.known_strides >> k & 1 == 1)
    }

    /// The number of modes at the top level, CuTe's `rank`: 1 for `8:1`.
    pub const fn rank(&self) -> usize {
        self.profile.rank(0)
    }

    /// The number of nested levels, CuTe's `depth`: 0 for `8:1`, 1 for `(8):(1)`.
    pub const fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// `==` for `const fn`: the same nesting and equal integers.
    pub const fn equals(&self, other: &Self) -> bool {
        self.shape().equals(&other.shape()) && self.stride().equals(&other.stride())
    }

    /// Whether the nesting, the bases, which leaves are known, and the known leaves are the same. Unknown leaves do not count.
    #[doc(hidden)]
    pub const fn same_form(&self, other: &Self) -> bool {
        let (a, b) = (&self.modes, &other.modes);
        if a.known_extents != b.known_extents
            || a.known_strides != b.known_strides
            || !self.profile.equals(&other.profile)
            || a.bases.units | b.bases.units != 0 && !a.bases.equal(&b.bases, a.len)
        {
            return false;
        }
        let mut k = 0;
        if a.known_extents & a.known_strides == low_mask!(a.len) {
            let mut different = 0;
            // In `const`, an index costs more than the comparison, so the first leaves have none.
            if a.len >= 4 {
                let [a0, a1, a2, a3, ..] = a.extents;
                let [b0, b1, b2, b3, ..] = b.extents;
                different = a0 ^ b0 | a1 ^ b1 | a2 ^ b2 | a3 ^ b3;
                let [a0, a1, a2, a3, ..] = a.strides;
                let [b0, b1, b2, b3, ..] = b.strides;
                different |= a0 ^ b0 | a1 ^ b1 | a2 ^ b2 | a3 ^ b3;
                k = 4;
            }
            while k < a.len {
                different |= a.extents[k] ^ b.extents[k] | a.strides[k] ^ b.strides[k];
                k += 1;
            }
            return different == 0;
        }
        while k < a.len {
            if a.known_extents >> k & 1 == 1 && a.extents[k] != b.extents[k]
                || a.known_strides >> k & 1 == 1 && a.strides[k] != b.strides[k]
            {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Whether each stride is 0 or has the sign of that of `form`. A run-time stride of a type has one sign.
    #[doc(hidden)]
    pub const fn has_signs_of(&self, form: &Self) -> bool {
        let mut k = 0;
        while k < self.modes.len {
            let stride = self.modes.strides[k];
            if stride != 0 && (stride < 0) != (form.modes.strides[k] < 0) {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Whether the facts of `form`, the pattern of a type, are true of each unknown leaf.
    #[doc(hidden)]
    pub const fn has_facts_of(&self, form: &Self) -> bool {
        let (modes, others, mut k) = (&self.modes, &form.modes, 0);
        while k < others.len {
            let (extent, stride) = form.known(k);
            if !extent && Facts::of_code(others.extents[k]).refuse(modes.extents[k]).is_some()
                || !stride && Facts::of_code(others.strides[k]).refuse(modes.strides[k]).is_some()
            {
                return false;
            }
            k += 1;
        }
        true
    }

    /// Whether no leaf is `i64::MIN`, the code for "no integer".
    #[doc(hidden)]
    pub const fn are_integers(&self) -> bool {
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.extents[k] == i64::MIN || self.modes.strides[k] == i64::MIN {
                return false;
            }
            k += 1;
        }
        true
    }

    #[doc(hidden)]
    pub const fn all_known(&self) -> bool {
        let all = low_mask!(self.modes.len);
        self.modes.known_extents == all && self.modes.known_strides == all
    }

    /// Whether every extent is known.
    pub(crate) const fn knows_extents(&self) -> bool {
        self.modes.known_extents == low_mask!(self.modes.len)
    }

    /// This layout with each integer marked as known.
    #[doc(hidden)]
    pub const fn set_known(&self) -> Self {
        let mut layout = *self;
        layout.modes.known_extents = low_bits(self.modes.len);
        layout.modes.known_strides = low_bits(self.modes.len);
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.strides[k] == 0 {
                layout.modes.bases.set(k, Basis::NONE);
            }
            k += 1;
        }
        layout
    }

    pub(crate) const fn end(&self) -> TreePosition {
        TreePosition { node: self.profile.nodes(), leaf: self.modes.len }
    }

    pub(crate) const fn part(&self, from: TreePosition) -> Self {
        let mut out = Builder::EMPTY;
        out.subtree(self, from);
        out.layout
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}

impl Eq for Layout {}
