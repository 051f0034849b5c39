//! The axes of a layout: its modes at the top level, each as one extent and one stride.

use crate::error::{ArrayRule, LayoutError, Operation, Rule};
use crate::number::tri;
use crate::value::limit::MAX_AXES;
use crate::value::{Layout, Modes, Num, Profile};

impl Layout {
    /// Each mode as one extent and one stride, as systems without nested modes require. An extent of 1 has stride 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(a.to_flat()?.to_string(), "(6,4):(1,6)");
    /// let refused = Layout::parse("(4,(2,3)):(1,(4,16))")?.to_flat().unwrap_err();
    /// assert!(refused.to_string().contains("axis 1 has no stride of its own: 2:4 continues at 16"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`] with the first mode that has no stride of its own.
    pub const fn to_flat(&self) -> Result<Self, LayoutError> {
        match self.axes() {
            Ok(axes) => self.unary(Operation::Flat, flat(&axes)),
            Err(rule) => self.unary(Operation::Flat, Err(rule)),
        }
    }

    /// The axes as a flat list.
    ///
    /// # Errors
    /// `NoFlatStride`.
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

/// The layout of depth 1 of these axes. An extent of 1 has stride 0.
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

/// The layout of depth 1 of these axes, with their strides unchanged.
pub(crate) const fn exactly(axes: &Modes) -> Result<Layout, Rule> {
    let profile = match Profile::flat(axes.len) {
        Ok(profile) => profile,
        Err(limit) => return Err(Rule::Full { limit }),
    };
    let layout = Layout { profile, modes: *axes };
    tri!(layout.validate());
    Ok(layout)
}

/// The number of an axis. A negative number counts from the end.
///
/// # Errors
/// `Axis`.
pub(crate) const fn named(axis: i64, rank: usize) -> Result<usize, Rule> {
    let at = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
    if at < 0 || at >= rank as i64 {
        return Err(Rule::Array(ArrayRule::Axis { axis, rank }));
    }
    Ok(at as usize)
}

/// The axes that a list names, of an array with `rank` axes.
///
/// # Errors
/// `Ranks`, `Axis` and `AxisTwice` unless it names each axis once.
pub(crate) const fn permutation(order: &[i64], rank: usize) -> Result<[usize; MAX_AXES], Rule> {
    if order.len() != rank {
        return Err(Rule::Ranks { left: rank, right: order.len() });
    }
    let (mut axes, mut seen, mut k) = ([0; MAX_AXES], 0_u64, 0);
    while k < rank {
        let axis = tri!(named(order[k], rank));
        if seen >> axis & 1 == 1 {
            return Err(Rule::Array(ArrayRule::AxisTwice { axis }));
        }
        seen |= 1 << axis;
        axes[k] = axis;
        k += 1;
    }
    Ok(axes)
}

/// A mask of the numbered axes of an array with `rank` axes, which are at most 64.
///
/// # Errors
/// `Axis` and `AxisTwice`.
pub(super) const fn mask(axes: &[i64], rank: usize) -> Result<u64, Rule> {
    let (mut mask, mut k) = (0, 0);
    while k < axes.len() {
        let axis = tri!(named(axes[k], rank));
        if mask >> axis & 1 == 1 {
            return Err(Rule::Array(ArrayRule::AxisTwice { axis }));
        }
        mask |= 1 << axis;
        k += 1;
    }
    Ok(mask)
}

/// The error of an axis with these modes.
pub(super) const fn no_flat_stride(axis: usize, modes: &Modes) -> Rule {
    Rule::Array(ArrayRule::NoFlatStride {
        axis,
        extent: modes.extents[0],
        stride: modes.strides[0],
        next: modes.strides[1],
    })
}
