//! What the static side asks of arrays: operands as it has them, tuples in which `i64::MIN` stands for `_`, and
//! answers that a type can hold.

use crate::layout::Layout;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::profile::MAX_RANK;
use crate::strided::refusal::ArrayRule;
use crate::strided::slicing::Slice;
use crate::tuple::IntTuple;

impl Layout {
    /// [`reshape`](Self::reshape), the extent to infer being `_`.
    #[doc(hidden)]
    pub const fn reshape_kept(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        let (mut wanted, mut k) = (*shape, 0);
        while k < wanted.leaf_count() {
            if wanted.value(k) == i64::MIN {
                wanted.set_value(k, -1);
            }
            k += 1;
        }
        self.reshape(&wanted)
    }

    /// The refusal of a reshape of no elements whose result is nested otherwise than `shape`.
    #[doc(hidden)]
    pub const fn empty_reshape(&self, shape: &IntTuple) -> LayoutError {
        LayoutError::refused(
            Operation::Reshape,
            Operand::Layout(*self),
            Operand::Tuple(*shape),
            Rule::Empty,
        )
    }

    /// [`slice_axes`](Self::slice_axes) by a tuple: an axis has an index, `_`, or a start, a stop and a step, of which
    /// start and stop may be `_`.
    #[doc(hidden)]
    pub const fn slice_axes_by(&self, slices: &IntTuple) -> Result<(Self, i64), LayoutError> {
        match listed(slices) {
            Ok((list, len)) => self.slice_axes(list.split_at(len).0),
            Err(rule) => {
                Err(LayoutError::unary(Operation::SliceAxes, Operand::Layout(*self), rule))
            }
        }
    }

    /// The layout of [`slice_axes_by`](Self::slice_axes_by).
    #[doc(hidden)]
    pub const fn sliced_by(&self, slices: &IntTuple) -> Result<Self, LayoutError> {
        match self.slice_axes_by(slices) {
            Ok((layout, _)) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// The elements make up vectors of `count` neighbours, each of them in one: the groups of an upcast hold no other
    /// elements, since as many as they have places for are in them, no two at one offset.
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

    /// [`merge_axes`](Self::merge_axes) of the axes `from..to`.
    #[doc(hidden)]
    pub const fn merge_axes_within(&self, from: usize, to: usize) -> Result<Self, LayoutError> {
        let (mut mask, mut axis) = (0, from + 1);
        while axis < to {
            mask |= 1 << axis;
            axis += 1;
        }
        self.merge_axes(mask)
    }

    /// This layout stands for `other`, a form of it: their nesting is equal, and so is every extent that the form
    /// knows, and every stride that it knows and that a coordinate can step by.
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

const fn listed(slices: &IntTuple) -> Result<([Slice; MAX_RANK], usize), Rule> {
    let (mut list, mut axis, mut leaf) = ([Slice::FULL; MAX_RANK], 0, 0);
    let rank = if slices.depth() == 0 { 1 } else { slices.rank() };
    while axis < rank {
        let Ok(mode) = slices.mode(axis) else {
            return Err(Rule::Array(ArrayRule::Slice { axis }));
        };
        let at = slices.value(leaf);
        list[axis] = match (mode.depth(), mode.leaf_count()) {
            (0, _) if at == i64::MIN => Slice::FULL,
            (0, _) => Slice::Index(at),
            (1, 3) => Slice::Range {
                start: known(at),
                stop: known(slices.value(leaf + 1)),
                step: slices.value(leaf + 2),
            },
            _ => return Err(Rule::Array(ArrayRule::Slice { axis })),
        };
        leaf += mode.leaf_count();
        axis += 1;
    }
    Ok((list, rank))
}

const fn known(bound: i64) -> Option<i64> {
    if bound == i64::MIN { None } else { Some(bound) }
}
