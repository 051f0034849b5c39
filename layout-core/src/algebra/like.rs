//! Compact layouts in the order of the strides of another layout.

use crate::error::{LayoutError, Operation, Rule};
use crate::number::tri;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Layout, Modes, Num, Profile};

impl Layout {
    /// The compact layout of the same shape whose strides are in the order of this layout's strides, CuTe's
    /// `make_layout_like`. Equal strides order from left to right, and negative ones by their absolute value. A
    /// stride of 0 remains 0.
    ///
    /// In the form of the result, run-time strides follow the known ones, from left to right.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,(2,8),4):(40,(4,0),8)".parse()?;
    /// assert_eq!(a.like()?.to_string(), "(3,(2,8),4):(8,(1,0),2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::RuntimeOrder`] where run-time strides are in another order, [`Rule::Unit`] where a stride has a basis,
    /// and [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn like(&self) -> Result<Self, LayoutError> {
        self.unary(Operation::Like, self.compacted())
    }

    const fn compacted(&self) -> Result<Self, Rule> {
        tri!(self.modes.integral(0, self.modes.len));
        let (mut order, mut out, mut k) = (StrideSort::EMPTY, *self, 0);
        while k < self.modes.len {
            // A repeated mode stays repeated: it takes no room in the compact layout.
            if self.modes.stride(k).is(0) {
                out.modes.set(k, self.modes.extent(k), Num::ZERO);
            } else {
                order.insert(&self.modes, k);
            }
            k += 1;
        }
        tri!(order.compact(&mut out.modes, Num::ONE));
        out.valid()
    }

    /// The layout of a fragment in registers, CuTe's `make_fragment_like`, which orders static shapes only. Mode 0
    /// comes first, with the leftmost extent fastest and its strides of 0 kept. The other modes follow in the order
    /// of the strides of this layout.
    ///
    /// A layout of one mode becomes the column-major one of its shape. The second of two modes becomes a tuple of
    /// one.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((2,2),3,4):((1,100),8,2)".parse()?;
    /// assert_eq!(a.fragment_like()?.to_string(), "((2,2),3,4):((1,2),16,4)");
    /// let pair: Layout = "(2,3):(3,1)".parse()?;
    /// assert_eq!(pair.fragment_like()?.to_string(), "(2,(3)):(1,(2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`like`](Self::like).
    pub const fn fragment_like(&self) -> Result<Self, LayoutError> {
        if self.rank() < 2 {
            return match Self::col_major(self.shape()) {
                Ok(layout) => Ok(layout),
                Err(error) => self.unary(Operation::Fragment, Err(error.rule)),
            };
        }
        self.unary(Operation::Fragment, self.fragment())
    }

    const fn fragment(&self) -> Result<Self, Rule> {
        tri!(self.modes.integral(0, self.modes.len));
        let mut out = *self;
        let first = self.profile.after(self.profile.first_mode(Profile::ROOT)).leaf;
        let (mut covered, mut k) = (Num::ONE, 0);
        while k < first {
            let (extent, stride) = (self.modes.extent(k), self.modes.stride(k));
            if stride.value == 0 && !stride.known && extent.value != 1 {
                return Err(Rule::RuntimeOrder { stride: 0, after: 0 });
            }
            let moves = !stride.is(0);
            out.modes.set(k, extent, if moves && !extent.is(1) { covered } else { Num::ZERO });
            if moves {
                covered = tri!(covered.times(extent));
            }
            k += 1;
        }
        let mut order = StrideSort::EMPTY;
        while k < self.modes.len {
            order.insert(&self.modes, k);
            k += 1;
        }
        tri!(order.compact(&mut out.modes, covered));
        let mut out = tri!(out.valid());
        if self.rank() == 2 {
            // CuTe builds the result by a product, whose second mode is a tuple.
            out = tri!(out.nest_second());
        }
        Ok(out)
    }

    const fn nest_second(&self) -> Result<Self, Rule> {
        let mut out = crate::layout::builder::Builder::EMPTY;
        let second = self.profile.mode(Profile::ROOT, 1);
        out.open(2);
        out.copy(self, self.profile.first_mode(Profile::ROOT), second);
        out.open(1);
        out.copy(self, second, self.end());
        out.finish()
    }

    pub(crate) const fn valid(&self) -> Result<Self, Rule> {
        match self.validate() {
            Ok(()) => Ok(*self),
            Err(rule) => Err(rule),
        }
    }
}

/// Leaves sorted by the absolute value of their strides.
struct StrideSort {
    leaves: [usize; MAX_LEAVES],
    strides: [Num; MAX_LEAVES],
    len: usize,
}

impl StrideSort {
    const EMPTY: Self = Self { leaves: [0; MAX_LEAVES], strides: [Num::ZERO; MAX_LEAVES], len: 0 };

    const fn insert(&mut self, modes: &Modes, leaf: usize) {
        let stride = modes.stride(leaf);
        let size = Num::plain(stride.value.saturating_abs(), stride.known);
        let mut j = self.len;
        while j > 0
            && size.known
            && (!self.strides[j - 1].known || size.value < self.strides[j - 1].value)
        {
            self.leaves[j] = self.leaves[j - 1];
            self.strides[j] = self.strides[j - 1];
            j -= 1;
        }
        self.leaves[j] = leaf;
        self.strides[j] = size;
        self.len += 1;
    }

    /// Sets compact strides for the leaves, starting at `covered`.
    ///
    /// # Errors
    /// `RuntimeOrder` where the integers are not in the order of the form.
    const fn compact(&self, out: &mut Modes, mut covered: Num) -> Result<Num, Rule> {
        let (mut k, mut last, mut after) = (0, 0, 0);
        while k < self.len {
            let leaf = self.leaves[k];
            let (extent, stride) = (out.extent(leaf), self.strides[k]);
            // An extent of 1 has no order. Equal strides keep the order of the leaves.
            if extent.value != 1 {
                let tie = stride.value > 0 && stride.value == after && last < leaf;
                if !stride.known && stride.value <= after && !tie {
                    return Err(Rule::RuntimeOrder { stride: stride.value, after });
                }
                (last, after) = (leaf, stride.value);
            }
            out.set(leaf, extent, if extent.is(1) { Num::ZERO } else { covered });
            covered = tri!(covered.times(extent));
            k += 1;
        }
        Ok(covered)
    }
}
