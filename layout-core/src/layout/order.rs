//! Constructors of compact layouts: column-major, row-major, and in a given order.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::value::limit::MAX_LEAVES;
use crate::value::{IntTuple, Layout, Num, Profile};

/// Leaves that share one integer of an order, and are compact among themselves.
#[derive(Clone, Copy)]
struct LeafRange {
    rank: Num,
    from: usize,
    to: usize,
}

impl LeafRange {
    /// Sorts known integers by value, before unknown ones in their order from left to right.
    const fn before(&self, other: &Self) -> bool {
        match (self.rank.known, other.rank.known) {
            (true, true) => self.rank.value < other.rank.value,
            (true, false) => true,
            _ => false,
        }
    }
}

/// Turns an order of modes into the next one in lexicographic order. The last one becomes the first one, and the result false.
pub(crate) const fn next_order(order: &mut [u8]) -> bool {
    // Behind `k - 2`, no number has a greater one after it.
    let mut k = order.len();
    while k >= 2 && order[k - 2] >= order[k - 1] {
        k -= 1;
    }
    let is_next = k >= 2;
    if is_next {
        let mut greater = order.len() - 1;
        while order[greater] < order[k - 2] {
            greater -= 1;
        }
        order.swap(k - 2, greater);
    }
    let (mut low, mut high) = (if is_next { k - 1 } else { 0 }, order.len());
    while low + 1 < high {
        high -= 1;
        order.swap(low, high);
        low += 1;
    }
    is_next
}

impl Layout {
    /// The column-major layout of a shape, CuTe's `LayoutLeft`: the leftmost extent is the fastest. An extent of 1
    /// has stride 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::col_major("(4,(3,6))".parse()?)?;
    /// assert_eq!(a.to_string(), "(4,(3,6)):(1,(4,12))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new) with these strides.
    pub const fn col_major(shape: IntTuple) -> Result<Self, LayoutError> {
        let mut layout = Self::from_parts(shape, shape);
        let result = match shape.integral(0, shape.leaf_count()) {
            Ok(()) => layout.compact(0, shape.leaf_count(), Num::ONE),
            Err(rule) => Err(rule),
        };
        Self::ordered_or(shape, Operand::None, layout, result)
    }

    /// The row-major layout of a shape, CuTe's `LayoutRight`: the rightmost extent is the fastest. An extent of 1 has
    /// stride 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::row_major("(4,(3,6))".parse()?)?;
    /// assert_eq!(a.to_string(), "(4,(3,6)):(18,(6,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new) with these strides.
    pub const fn row_major(shape: IntTuple) -> Result<Self, LayoutError> {
        let mut layout = Self::from_parts(shape, shape);
        let (mut k, mut result) = match shape.integral(0, shape.leaf_count()) {
            Ok(()) => (shape.leaf_count(), Ok(Num::ONE)),
            Err(rule) => (0, Err(rule)),
        };
        while k > 0 {
            k -= 1;
            result = match result {
                Ok(covered) => layout.compact(k, k + 1, covered),
                Err(rule) => Err(rule),
            };
        }
        Self::ordered_or(shape, Operand::None, layout, result)
    }

    /// The compact layout of a shape whose strides grow with the integers of `order`, CuTe's `make_ordered_layout`.
    /// Equal integers order from left to right. An integer that faces a tuple orders all of it, with the leftmost
    /// extent fastest.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::ordered("(4,2,8)".parse()?, "(2,0,1)".parse()?)?;
    /// assert_eq!(a.to_string(), "(4,2,8):(16,1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::OrderFit`] unless the order is nested like the shape, down to some level. Otherwise as [`new`](Self::new)
    /// with these strides.
    pub const fn ordered(shape: IntTuple, order: IntTuple) -> Result<Self, LayoutError> {
        let mut layout = Self::from_parts(shape, shape);
        let result = layout.order_by(&shape, &order);
        Self::ordered_or(shape, Operand::Tuple(order), layout, result)
    }

    const fn order_by(&mut self, shape: &IntTuple, order: &IntTuple) -> Result<Num, Rule> {
        tri!(shape.integral(0, shape.leaf_count()));
        tri!(order.integral(0, order.leaf_count()));
        if !order.weakly_congruent(shape) {
            return Err(Rule::OrderFit);
        }
        let mut groups = [LeafRange { rank: Num::ZERO, from: 0, to: 0 }; MAX_LEAVES];
        let (mut len, mut here, mut node) = (0, Profile::ROOT, 0);
        while node < order.profile.nodes() {
            if order.profile.is_leaf(node) {
                let end = shape.profile.after(here);
                let group = LeafRange { rank: order.num(len), from: here.leaf, to: end.leaf };
                let mut j = len;
                while j > 0 && group.before(&groups[j - 1]) {
                    groups[j] = groups[j - 1];
                    j -= 1;
                }
                groups[j] = group;
                len += 1;
                here = end;
            } else {
                here.node += 1;
            }
            node += 1;
        }
        let (mut covered, mut k) = (Num::ONE, 0);
        while k < len {
            covered = tri!(self.compact(groups[k].from, groups[k].to, covered));
            k += 1;
        }
        Ok(covered)
    }

    /// Sets compact strides for the leaves `from..to`, starting at `covered`. Returns where they end.
    const fn compact(&mut self, from: usize, to: usize, covered: Num) -> Result<Num, Rule> {
        let (mut covered, mut k) = (covered, from);
        while k < to {
            let extent = self.modes.extent(k);
            let stride = if extent.is(1) { Num::ZERO } else { covered };
            self.modes.set(k, extent, stride);
            covered = tri!(covered.times(extent));
            k += 1;
        }
        Ok(covered)
    }

    const fn ordered_or(
        shape: IntTuple,
        right: Operand,
        layout: Self,
        result: Result<Num, Rule>,
    ) -> Result<Self, LayoutError> {
        let valid = match result {
            Ok(_) => layout.validate(),
            Err(rule) => Err(rule),
        };
        match valid {
            Ok(()) => Ok(layout),
            Err(rule) => {
                Err(LayoutError::refused(Operation::Order, Operand::Tuple(shape), right, rule))
            }
        }
    }
}
