//! Coalesce and filter: the same function with fewer modes.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::layout::modes::{extent, stride};
use crate::number::tri;
use crate::value::{IntTuple, Layout, Modes, Num, Profile, TreePosition};

impl Layout {
    /// The layout with the fewest modes and an equal function, CuTe's `coalesce`: depth at most 1, no extent of 1, and
    /// no mode that continues the one before it.
    ///
    /// Two layouts of one size are the same function exactly when they coalesce to the same layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
    /// assert_eq!(a.coalesce()?.to_string(), "12:1");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] where more than 12 modes remain.
    pub const fn coalesce(&self) -> Result<Self, LayoutError> {
        if self.profile.nodes() == 1 && self.modes.len == 0 {
            // The empty tuple has no mode that could become `1:0`.
            return Ok(*self);
        }
        self.joined(&self.modes, Operation::Coalesce)
    }

    /// Coalesces each part that faces a leaf of `profile`, CuTe's `coalesce(layout, profile)`. The integers of the
    /// profile do not matter. Modes beyond the profile remain.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
    /// assert_eq!(a.coalesce_by(&"(1,1)".parse()?)?.to_string(), "(2,6):(1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::TooManyModes`] where the profile has more modes, and [`Rule::Full`] where more than 12 modes of one
    /// level remain.
    pub const fn coalesce_by(&self, profile: &IntTuple) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        let done = match self.coalesce_at(Profile::ROOT, &profile.profile, 0, &mut out) {
            Ok(_) => out.fits(),
            Err(rule) => Err(rule),
        };
        match done {
            Ok(()) => Ok(out.layout),
            Err(rule) => self.binary(Operation::Coalesce, Operand::Tuple(*profile), Err(rule)),
        }
    }

    /// Coalesces the part at `at` by the node `guide` of the profile. Returns the node after the subtree of `guide`.
    const fn coalesce_at(
        &self,
        at: TreePosition,
        profile: &Profile,
        guide: usize,
        out: &mut Builder,
    ) -> Result<usize, Rule> {
        // A leaf of the profile takes the whole part that it faces, however deep that is nested.
        if profile.is_leaf(guide) {
            let end = self.profile.after(at);
            let mut joined = Modes::EMPTY;
            tri!(self.modes.coalesce_into(at.leaf, end.leaf, &mut joined));
            out.modes(&joined);
            return Ok(guide + 1);
        }
        let (modes, rank) = (profile.rank(guide), self.profile.rank(at.node));
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        out.open(rank);
        let (mut i, mut guide, mut place) = (0, guide + 1, self.profile.first_mode(at));
        while i < rank {
            // Modes beyond the profile remain as they are.
            if i < modes {
                guide = tri!(self.coalesce_at(place, profile, guide, out));
            } else {
                out.subtree(self, place);
            }
            place = self.profile.after(place);
            i += 1;
        }
        Ok(guide)
    }

    /// The layout with an extent of 1 for each stride of 0, CuTe's `filter_zeros`, also for extents of 0. An extent
    /// of 1 has stride 0, unless the extent is known and the stride is a run-time integer.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(3,2)):(0,(1,0))".parse()?;
    /// assert_eq!(a.filter_zeros().to_string(), "(1,(3,1)):(0,(1,0))");
    /// let empty: Layout = "(3,0):(1,0)".parse()?;
    /// assert_eq!(empty.filter_zeros().to_string(), "(3,1):(1,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn filter_zeros(&self) -> Self {
        let (mut out, mut k) = (*self, 0);
        while k < self.modes.len {
            let extent = extent!(self.modes, k);
            let stride = stride!(self.modes, k);
            // Either way the mode has one offset. An unknown stride of 0 keeps its leaf, because the form may not depend on it.
            if stride.is(0) || extent.is(1) {
                out.modes.set(k, Num::ONE, Num::ZERO);
            } else if stride.value == 0 && !extent.known {
                out.modes.set(k, Num::unknown(1), stride);
            }
            k += 1;
        }
        out
    }

    /// The layout without strides of 0 and extents of 1, coalesced, CuTe's `filter`. It has the same set of offsets.
    /// One exception, as in CuTe: an extent of 0 at stride 0 goes with its mode, so `(0,8):(0,1)`, which is empty,
    /// becomes `8:1`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(3,2)):(0,(1,0))".parse()?;
    /// assert_eq!(a.filter()?.to_string(), "3:1");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] where more than 12 modes remain.
    pub const fn filter(&self) -> Result<Self, LayoutError> {
        if self.profile.nodes() == 1 && self.modes.len == 0 {
            // The empty tuple has no mode that could become `1:0`.
            return Ok(*self);
        }
        let zeroless = self.filter_zeros();
        self.joined(&zeroless.modes, Operation::Filter)
    }

    /// The layout of coalesced `modes`, the result of an operation on this layout.
    const fn joined(&self, modes: &Modes, operation: Operation) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let done = match modes.coalesce_into(0, modes.len, &mut out.modes) {
            Ok(()) => out.set_flat(),
            Err(rule) => Err(rule),
        };
        self.written(operation, done, &out)
    }

    /// The result `out` of an operation on this layout, or its error.
    pub(crate) const fn written(
        &self,
        operation: Operation,
        done: Result<(), Rule>,
        out: &Self,
    ) -> Result<Self, LayoutError> {
        match done {
            Ok(()) => Ok(*out),
            Err(rule) => self.unary(operation, Err(rule)),
        }
    }

    /// [`Layout::written`] of an operation with the layout `b`.
    pub(crate) const fn written_with(
        &self,
        operation: Operation,
        b: &Self,
        done: Result<(), Rule>,
        out: &Self,
    ) -> Result<Self, LayoutError> {
        match done {
            Ok(()) => Ok(*out),
            Err(rule) => self.binary(operation, Operand::Layout(*b), Err(rule)),
        }
    }

    /// Adds the operation and its operand to a rule.
    pub(crate) const fn unary(
        &self,
        operation: Operation,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        self.binary(operation, Operand::None, result)
    }

    /// Adds the operation and its operands to a rule.
    pub(crate) const fn binary(
        &self,
        operation: Operation,
        right: Operand,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(layout) => Ok(layout),
            Err(rule) => Err(LayoutError::refused(operation, Operand::Layout(*self), right, rule)),
        }
    }
}
