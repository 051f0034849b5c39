//! Reads a strided array as a layout of a given form.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::number::{add, multiply, tri};
use crate::strided::axes::no_flat_stride;
use crate::value::{Layout, Modes};

impl Layout {
    /// This array as a layout of the form of `pattern`. Known integers of the pattern must be those of the axes.
    /// Unknown leaves take the integers of the axes. A nested mode of the pattern must be known, and equal one axis.
    /// The stride of an extent below 2 does not matter.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let array: Layout = "(6,4):(4,1)".parse()?;
    /// let nested = array.read_axes(&"((2,3),4):((4,8),1)".parse()?)?;
    /// assert_eq!(nested.to_string(), "((2,3),4):((4,8),1)");
    /// assert_eq!(
    ///     array.read_axes(&"(6,4):(1,6)".parse()?).unwrap_err().to_string(),
    ///     "cannot read the array (6,4):(4,1) as (6,4):(1,6): axis 0 has the stride 4, not 1"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], and at the first axis that differs [`ArrayRule::AxisExtent`], [`ArrayRule::AxisStride`],
    /// [`ArrayRule::AxisSign`] or [`ArrayRule::AxisShare`].
    pub const fn read_axes(&self, pattern: &Self) -> Result<Self, LayoutError> {
        let found = match self.axes() {
            Ok(axes) => pattern.filled(&axes),
            Err(rule) => Err(rule),
        };
        self.read_as(pattern, found)
    }

    /// A layout of the form of `pattern` with the extents of this array, to copy its elements to. A nested mode of
    /// the pattern must have known extents. A run-time stride starts where the known strides, and the run-time
    /// strides to its right, end.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let array: Layout = "(6,4):(4,1)".parse()?;
    /// let blocks = array.read_extents(&"((2,3),4):((1,8),2)".parse()?)?;
    /// assert_eq!(blocks.to_string(), "((2,3),4):((1,8),2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], [`ArrayRule::AxisExtent`] or [`ArrayRule::AxisShare`] at the first axis that differs, and
    /// [`Rule::Overflow`] beyond [`isize::MAX`].
    pub const fn read_extents(&self, pattern: &Self) -> Result<Self, LayoutError> {
        let found = match self.axis_sizes() {
            Ok(axes) => match pattern.with_extents(&axes) {
                Ok(layout) => layout.with_compact_strides(),
                Err(rule) => Err(rule),
            },
            Err(rule) => Err(rule),
        };
        self.read_as(pattern, found)
    }

    const fn read_as(
        &self,
        pattern: &Self,
        found: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match found {
            Ok(layout) => Ok(layout),
            Err(rule) => Err(LayoutError::refused(
                Operation::ReadArray,
                Operand::Layout(*self),
                Operand::Pattern(*pattern),
                rule,
            )),
        }
    }

    /// This pattern with the extents of an array.
    const fn with_extents(&self, array: &Modes) -> Result<Self, Rule> {
        tri!(self.modes.integral(0, self.modes.len));
        let (mut out, tops, rank) = (*self, self.tops(), self.rank());
        if array.len != rank {
            return Err(Rule::Array(ArrayRule::Rank { array: array.len, layout: rank }));
        }
        let mut axis = 0;
        while axis < rank {
            let (from, to) = (tops[axis].leaf, tops[axis + 1].leaf);
            let (found, mut k, mut expected) = (array.extents[axis], from, 1_i64);
            while k < to {
                if self.modes.extent(k).known {
                    expected = tri!(multiply(expected, self.modes.extents[k]));
                } else if to == from + 1 {
                    out.modes.extents[k] = found;
                    expected = found;
                } else {
                    return Err(Rule::Array(ArrayRule::AxisShare { axis, extent: found }));
                }
                k += 1;
            }
            if found != expected {
                return Err(Rule::Array(ArrayRule::AxisExtent { axis, found, expected }));
            }
            axis += 1;
        }
        Ok(out)
    }

    /// Sets run-time strides, from the last one on, to the end of what is there.
    const fn with_compact_strides(mut self) -> Result<Self, Rule> {
        let (mut reach, mut k) = (1, 0);
        while k < self.modes.len {
            let (steps, stride) = (self.modes.extents[k] - 1, self.modes.stride(k));
            if stride.known && steps > 0 {
                reach = tri!(add(reach, tri!(multiply(steps, stride.value.saturating_abs()))));
            }
            k += 1;
        }
        while k > 0 {
            k -= 1;
            let stride = self.modes.stride(k);
            if !stride.known {
                self.modes.strides[k] = if stride.value < 0 { -reach } else { reach };
                if self.modes.extents[k] > 1 {
                    reach = tri!(multiply(reach, self.modes.extents[k]));
                }
            }
        }
        let out = self.set_known();
        tri!(out.validate());
        Ok(out)
    }

    /// This pattern with the extents and the strides of an array.
    const fn filled(&self, array: &Modes) -> Result<Self, Rule> {
        let (mut out, tops) = (tri!(self.with_extents(array)), self.tops());
        let (mut axis, mut is_empty) = (0, false);
        while axis < array.len {
            is_empty |= array.extents[axis] == 0;
            axis += 1;
        }
        axis = 0;
        while axis < array.len {
            let (from, to) = (tops[axis].leaf, tops[axis + 1].leaf);
            let (stride, moves) = (array.strides[axis], !is_empty && array.extents[axis] > 1);
            if to == from + 1 && !self.modes.stride(from).known {
                let fits = stride == 0 || (stride < 0) == (self.modes.strides[from] < 0);
                if moves && !fits {
                    return Err(Rule::Array(ArrayRule::AxisSign { axis, stride }));
                }
                out.modes.strides[from] = if fits { stride } else { 0 };
            } else if moves {
                tri!(self.has_stride(stride, axis, from, to));
            }
            axis += 1;
        }
        let out = out.set_known();
        tri!(out.validate());
        Ok(out)
    }

    /// Checks that the leaves `from..to`, of known extents, have together the stride of an axis.
    const fn has_stride(
        &self,
        found: i64,
        axis: usize,
        from: usize,
        to: usize,
    ) -> Result<(), Rule> {
        let mut k = from;
        while k < to {
            if !self.modes.stride(k).known {
                let extent = tri!(self.modes.size(from, to)).value;
                return Err(Rule::Array(ArrayRule::AxisShare { axis, extent }));
            }
            k += 1;
        }
        let mut expected = self.modes.strides[from];
        if to != from + 1 {
            let one = tri!(self.modes.coalesced(from, to));
            if one.len > 1 {
                return Err(no_flat_stride(axis, &one));
            }
            expected = one.strides[0];
        }
        if found != expected {
            return Err(Rule::Array(ArrayRule::AxisStride { axis, found, expected }));
        }
        Ok(())
    }
}
