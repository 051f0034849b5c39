//! The axes of a layout: its modes at the top, each as one extent and one stride.

use crate::error::{ArrayRule, LayoutError, Operation, Rule};
use crate::layout::Layout;
use crate::layout::modes::Modes;
use crate::number::limit::MAX_LEAVES;
use crate::number::{Num, tri};
use crate::tuple::IntTuple;
use crate::tuple::profile::Profile;

impl Layout {
    /// Each mode as one extent and one stride: what systems without nested modes can hold. The modes keep
    /// their order; an extent of 1 has stride 0. Refused with the mode that has no stride of its own.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(a.to_flat()?.to_string(), "(6,4):(1,6)");
    /// let refused = Layout::parse("(4,(2,3)):(1,(4,16))")?.to_flat().unwrap_err();
    /// assert!(refused.to_string().contains("axis 1 has no stride of its own: 2:4 goes on at 16"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn to_flat(&self) -> Result<Self, LayoutError> {
        match self.axes() {
            Ok(axes) => self.unary(Operation::Flat, flat(&axes)),
            Err(rule) => self.unary(Operation::Flat, Err(rule)),
        }
    }

    /// The axes as a list.
    pub(crate) const fn axes(&self) -> Result<Modes, Rule> {
        let (mut out, tops, mut axis) = (Modes::EMPTY, self.tops(), 0);
        tri!(self.modes.integral(0, self.modes.len));
        while axis < self.rank() {
            let (from, to) = (tops[axis].leaf, tops[axis + 1].leaf);
            if to == from + 1 {
                tri!(out.push(self.modes.extent(from), self.modes.stride(from)));
                axis += 1;
                continue;
            }
            let modes = tri!(self.modes.coalesced(from, to));
            match modes.len {
                0 => tri!(out.push(Num::ONE, Num::ZERO)),
                1 => tri!(out.push(modes.extent(0), modes.stride(0))),
                _ => return Err(no_flat_stride(axis, &modes)),
            }
            axis += 1;
        }
        Ok(out)
    }

    /// The size of each axis.
    pub(crate) const fn axis_sizes(&self) -> Result<Modes, Rule> {
        let (mut out, tops, mut axis) = (Modes::EMPTY, self.tops(), 0);
        while axis < self.rank() {
            let size = tri!(self.modes.size(tops[axis].leaf, tops[axis + 1].leaf));
            tri!(out.push(size, Num::ZERO));
            axis += 1;
        }
        Ok(out)
    }
}

/// A list of axes as a layout of depth 1; an extent of 1 has stride 0.
pub(crate) const fn flat(axes: &Modes) -> Result<Layout, Rule> {
    let (mut modes, mut k) = (*axes, 0);
    while k < modes.len {
        if modes.extent(k).is(1) {
            modes.set(k, Num::ONE, Num::ZERO);
        }
        k += 1;
    }
    exactly(&modes)
}

/// A list of axes as a layout of depth 1, as they are.
pub(crate) const fn exactly(axes: &Modes) -> Result<Layout, Rule> {
    let profile = match Profile::flat(axes.len) {
        Ok(profile) => profile,
        Err(limit) => return Err(Rule::Full { limit }),
    };
    let layout = Layout { profile, modes: *axes };
    tri!(layout.validate());
    Ok(layout)
}

/// The axis that `axis` names, from the end when it is negative.
pub(crate) const fn named(axis: i64, rank: usize) -> Result<usize, Rule> {
    let at = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
    if at < 0 || at >= rank as i64 {
        return Err(Rule::Array(ArrayRule::Axis { axis, rank }));
    }
    Ok(at as usize)
}

/// The axes that a tuple names, each of `rank` once.
pub(crate) const fn permutation(
    order: &IntTuple,
    rank: usize,
) -> Result<[usize; MAX_LEAVES], Rule> {
    if order.leaf_count() != rank {
        return Err(Rule::Ranks { left: rank, right: order.leaf_count() });
    }
    let (mut axes, mut seen, mut k) = ([0; MAX_LEAVES], 0_u64, 0);
    while k < rank {
        let axis = tri!(named(order.value(k), rank));
        if seen >> axis & 1 == 1 {
            return Err(Rule::Array(ArrayRule::AxisTwice { axis }));
        }
        seen |= 1 << axis;
        axes[k] = axis;
        k += 1;
    }
    Ok(axes)
}

/// The refusal of an axis that is these modes.
pub(super) const fn no_flat_stride(axis: usize, modes: &Modes) -> Rule {
    Rule::Array(ArrayRule::NoFlatStride {
        axis,
        extent: modes.extents[0],
        stride: modes.strides[0],
        next: modes.strides[1],
    })
}
