//! Array operations on the operands that types have: tuples with a mask `kept` of the leaves that are `_`.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::strided::slicing::Slice;
use crate::value::limit::MAX_RANK;
use crate::value::{Coord, IntTuple, Layout};

impl Layout {
    /// [`reshape`](Self::reshape) with `_` for the extent to infer.
    ///
    /// # Errors
    /// As [`reshape`](Self::reshape).
    #[doc(hidden)]
    pub const fn reshape_kept(&self, shape: &IntTuple, kept: u32) -> Result<Self, LayoutError> {
        let (mut wanted, mut k) = (*shape, 0);
        let operand = match kept {
            0 => Operand::Tuple(*shape),
            kept => Operand::Coord(Coord::keeping(*shape, kept)),
        };
        while k < wanted.leaf_count() {
            if kept >> k & 1 == 1 {
                wanted.set_value(k, -1);
            } else if wanted.value(k) < 0 {
                return self.binary(Operation::Reshape, operand, Err(Rule::Integer));
            }
            k += 1;
        }
        self.binary(Operation::Reshape, operand, self.reshaped(&wanted))
    }

    /// The error of a reshape of an empty layout whose result has another nesting than `shape`.
    #[doc(hidden)]
    pub const fn empty_reshape(&self, shape: &IntTuple) -> LayoutError {
        LayoutError::refused(
            Operation::Reshape,
            Operand::Layout(*self),
            Operand::Tuple(*shape),
            Rule::Empty,
        )
    }

    /// [`slice_axes`](Self::slice_axes) by a tuple. An axis has an index, `_`, or a start, a stop and a step; start
    /// and stop may be `_`.
    ///
    /// # Errors
    /// As [`slice_axes`](Self::slice_axes).
    #[doc(hidden)]
    pub const fn slice_axes_by(
        &self,
        slices: &IntTuple,
        kept: u32,
    ) -> Result<(Self, i64), LayoutError> {
        match listed(slices, kept) {
            Ok((list, len)) => self.slice_axes(list.split_at(len).0),
            Err(rule) => {
                Err(LayoutError::unary(Operation::SliceAxes, Operand::Layout(*self), rule))
            }
        }
    }

    /// The layout of [`slice_axes_by`](Self::slice_axes_by).
    ///
    /// # Errors
    /// As [`slice_axes`](Self::slice_axes).
    #[doc(hidden)]
    pub const fn sliced_by(&self, slices: &IntTuple, kept: u32) -> Result<Self, LayoutError> {
        match self.slice_axes_by(slices, kept) {
            Ok((layout, _)) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// Checks that the elements form vectors of `count` adjacent ones. It compares numbers: an injective layout with
    /// as many elements as its upcast has places fills every place.
    ///
    /// # Errors
    /// `Vectors`, and those of [`upcast`](Self::upcast) and [`disjoint`](Self::disjoint).
    #[doc(hidden)]
    pub const fn vectors(&self, count: i64) -> Result<(), LayoutError> {
        let groups = match self.upcast(count) {
            Ok(groups) => groups,
            Err(error) => return Err(error),
        };
        let (needed, found) = (groups.size().saturating_mul(count), self.size());
        if needed != found {
            let rule = Rule::Array(ArrayRule::Vectors { count, needed, found });
            return Err(LayoutError::refused(
                Operation::Upcast,
                Operand::Layout(*self),
                Operand::Integer(count),
                rule,
            ));
        }
        self.disjoint()
    }

    /// [`unsqueeze`](Self::unsqueeze) by the leaves of a tuple.
    ///
    /// # Errors
    /// As [`unsqueeze`](Self::unsqueeze).
    #[doc(hidden)]
    pub const fn unsqueeze_by(&self, axes: &IntTuple) -> Result<Self, LayoutError> {
        self.unsqueeze(axes.leaves())
    }

    /// [`merge_axes`](Self::merge_axes) of the axes `from..to`.
    ///
    /// # Errors
    /// As [`merge_axes`](Self::merge_axes), and as [`take`](Self::take) where these are no axes.
    #[doc(hidden)]
    pub const fn merge_axes_within(&self, from: usize, to: usize) -> Result<Self, LayoutError> {
        if let Err(error) = self.take(from, to) {
            return Err(error);
        }
        let (mut mask, mut axis) = (0, from + 1);
        while axis < to {
            mask |= 1 << axis;
            axis += 1;
        }
        self.merge_axes(mask)
    }

    /// Whether this layout has the given form: the same nesting, the form's known extents, and its known strides
    /// where the extent is not 1.
    #[doc(hidden)]
    pub const fn stands_for(&self, form: &Self) -> bool {
        let (a, b) = (&self.modes, &form.modes);
        if !self.profile.equals(&form.profile) {
            return false;
        }
        let (empty, mut k) = (self.size() == 0, 0);
        while k < a.len {
            let (extent, stride) = (b.extent(k), b.stride(k));
            let steps = a.extents[k] > 1 && !empty;
            if extent.known && extent.value != a.extents[k]
                || stride.known && steps && stride.value != a.strides[k]
            {
                return false;
            }
            k += 1;
        }
        true
    }
}

const fn listed(slices: &IntTuple, kept: u32) -> Result<([Slice; MAX_RANK], usize), Rule> {
    let (mut list, mut axis, mut leaf) = ([Slice::FULL; MAX_RANK], 0, 0);
    let rank = if slices.depth() == 0 { 1 } else { slices.rank() };
    while axis < rank {
        let Ok(mode) = slices.mode(axis) else {
            return Err(Rule::Array(ArrayRule::Slice { axis }));
        };
        list[axis] = match (mode.depth(), mode.leaf_count()) {
            (0, _) => match tri!(bound(slices, kept, leaf)) {
                Some(index) => Slice::Index(index),
                None => Slice::FULL,
            },
            (1, 3) => Slice::Range {
                start: tri!(bound(slices, kept, leaf)),
                stop: tri!(bound(slices, kept, leaf + 1)),
                step: match tri!(bound(slices, kept, leaf + 2)) {
                    Some(step) => step,
                    None => return Err(Rule::Array(ArrayRule::Slice { axis })),
                },
            },
            _ => return Err(Rule::Array(ArrayRule::Slice { axis })),
        };
        leaf += mode.leaf_count();
        axis += 1;
    }
    Ok((list, rank))
}

/// The leaf `k`, or `None` for `_`.
///
/// # Errors
/// `Integer` for the code `i64::MIN`, whose sign is unknown.
const fn bound(slices: &IntTuple, kept: u32, k: usize) -> Result<Option<i64>, Rule> {
    match slices.value(k) {
        _ if kept >> k & 1 == 1 => Ok(None),
        i64::MIN => Err(Rule::Integer),
        bound => Ok(Some(bound)),
    }
}
