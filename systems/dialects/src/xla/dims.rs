//! Other shapes for the same memory: permutes, removes and adds dimensions.

use crate::list::Integers;
use crate::xla::order::{XlaLayout, refused};
use crate::xla::shape::XlaShape;
use layout_core::{ArrayRule, LayoutError, Operation, Rule};

impl XlaShape {
    /// The shape whose dimension `i` is dimension `permutation[i]` of this one, XLA's `PermuteDimensions`. The
    /// elements do not move.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[10,100,1000]{0,1,2}".parse()?;
    /// assert_eq!(a.permute(&[1, 2, 0])?.to_string(), "f32[100,1000,10]{2,0,1}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`], [`ArrayRule::Axis`] and [`ArrayRule::AxisTwice`] unless each dimension is there once.
    pub fn permute(&self, permutation: &[i64]) -> Result<Self, LayoutError> {
        let (left, right) = (self.rank(), permutation.len());
        if left != right {
            return Err(LayoutError::alone(Operation::Xla, Rule::Ranks { left, right }));
        }
        XlaLayout::new(permutation)?;
        self.renumbered(permutation)
    }

    /// The shape of the dimensions `kept`, in that order. They keep their order in memory.
    fn renumbered(&self, kept: &[i64]) -> Result<Self, LayoutError> {
        let (mut out, mut order, mut dimensions) = (*self, Integers::EMPTY, Integers::EMPTY);
        (out.dynamic, out.unbounded) = (0, 0);
        for (new, &old) in kept.iter().enumerate() {
            dimensions.push(self.dimensions()[old as usize])?;
            out.dynamic |= (self.dynamic >> old & 1) << new;
            out.unbounded |= (self.unbounded >> old & 1) << new;
        }
        for old in self.layout.minor_to_major() {
            if let Some(new) = kept.iter().position(|kept| kept == old) {
                order.push(new as i64)?;
            }
        }
        (out.dimensions, out.layout.order) = (dimensions, order);
        out.checked()
    }

    /// The shape without the dimensions for which `keep` is false, XLA's `FilterDimensions`. With tiles, the memory
    /// can change.
    fn filtered(&self, keep: impl Fn(usize) -> bool) -> Result<Self, LayoutError> {
        let mut kept = Integers::EMPTY;
        for dimension in (0..self.rank()).filter(|&dimension| keep(dimension)) {
            kept.push(dimension as i64)?;
        }
        self.renumbered(kept.as_slice())
    }

    /// The shape without these dimensions, XLA's `DeleteDimensions`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[5,3,2,7,9]{2,0,1,4,3}".parse()?;
    /// assert_eq!(a.delete_dimensions(&[1, 2, 3])?.to_string(), "f32[5,9]{0,1}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist.
    pub fn delete_dimensions(&self, dimensions: &[usize]) -> Result<Self, LayoutError> {
        let rank = self.rank();
        if let Some(&outside) = dimensions.iter().find(|&&dimension| dimension >= rank) {
            return Err(refused(ArrayRule::Axis { axis: outside as i64, rank }));
        }
        self.filtered(|dimension| !dimensions.contains(&dimension))
    }

    /// Whether a dimension has the size 1.
    pub fn has_degenerate_dimensions(&self) -> bool {
        self.dimensions().contains(&1)
    }

    /// The shape without the dimensions of size 1, XLA's `DropDegenerateDimensions`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[3,1,2]{2,1,0}".parse()?;
    /// assert_eq!(a.drop_degenerate_dimensions()?.to_string(), "f32[3,2]{1,0}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`delete_dimensions`](Self::delete_dimensions).
    pub fn drop_degenerate_dimensions(&self) -> Result<Self, LayoutError> {
        self.filtered(|dimension| self.dimensions()[dimension] != 1)
    }

    /// The shape with a dimension of size `extent` inserted before dimension `at`, XLA's `InsertDimensionAtIndex`. In
    /// memory the new dimension is just slower than dimension `at`; at the end it is the fastest of all. Keeps tiles,
    /// properties and run-time sizes, which XLA drops.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[7,8,6]{2,0,1}".parse()?;
    /// assert_eq!(a.insert_dimension(1, 1)?.to_string(), "f32[7,1,8,6]{3,0,2,1}");
    /// assert_eq!(a.insert_dimension(3, 5)?.to_string(), "f32[7,8,6,5]{3,2,0,1}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] where `at` is above the rank, and [`ArrayRule::TooMany`] beyond 12 dimensions.
    pub fn insert_dimension(&self, at: usize, extent: i64) -> Result<Self, LayoutError> {
        let rank = self.rank();
        if at > rank {
            return Err(refused(ArrayRule::Axis { axis: at as i64, rank }));
        }
        let (mut out, mut order, mut dimensions) = (*self, Integers::EMPTY, Integers::EMPTY);
        for &size in &self.dimensions()[..at] {
            dimensions.push(size)?;
        }
        dimensions.push(extent)?;
        for &size in &self.dimensions()[at..] {
            dimensions.push(size)?;
        }
        if at == rank {
            order.push(rank as i64)?;
        }
        for &old in self.layout.minor_to_major() {
            order.push(if old >= at as i64 { old + 1 } else { old })?;
            if old == at as i64 {
                order.push(old)?;
            }
        }
        let shifted = |bits: u16| (bits & !(u16::MAX << at)) | (bits >> at) << (at + 1);
        (out.dynamic, out.unbounded) = (shifted(self.dynamic), shifted(self.unbounded));
        (out.dimensions, out.layout.order) = (dimensions, order);
        out.checked()
    }

    /// The shape with a dimension of size `extent` before all others. It is the slowest.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[7,8]{0,1}".parse()?;
    /// assert_eq!(a.prepend_major_dimension(6)?.to_string(), "f32[6,7,8]{1,2,0}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`insert_dimension`](Self::insert_dimension).
    pub fn prepend_major_dimension(&self, extent: i64) -> Result<Self, LayoutError> {
        let out = self.insert_dimension(0, extent)?;
        out.with_layout(out.layout.move_to_major(0)?)
    }

    /// The shape with a dimension of size `extent` after all others. In memory it is the slowest, XLA's
    /// `AppendMajorDimension`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[7,8]{0,1}".parse()?;
    /// assert_eq!(a.append_major_dimension(6)?.to_string(), "f32[7,8,6]{0,1,2}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`insert_dimension`](Self::insert_dimension).
    pub fn append_major_dimension(&self, extent: i64) -> Result<Self, LayoutError> {
        let out = self.insert_dimension(self.rank(), extent)?;
        out.with_layout(out.layout.move_to_major(self.rank())?)
    }

    /// The shape with a dimension of size `extent` after all others. It is the fastest.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[7,8]{0,1}".parse()?;
    /// assert_eq!(a.append_minor_dimension(6)?.to_string(), "f32[7,8,6]{2,0,1}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`insert_dimension`](Self::insert_dimension).
    pub fn append_minor_dimension(&self, extent: i64) -> Result<Self, LayoutError> {
        self.insert_dimension(self.rank(), extent)
    }

    /// Whether all slower dimensions have size 1.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[1,6]{0,1}".parse()?;
    /// assert!(a.is_effectively_most_major(1) && !"f32[6,1]".parse::<XlaShape>()?.is_effectively_most_major(1));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn is_effectively_most_major(&self, dimension: usize) -> bool {
        let counts = |&(d, extent): &(usize, i64)| d == dimension || extent != 1;
        self.physical().find(counts).is_some_and(|(first, _)| first == dimension)
    }

    /// Numbers the dimensions of this memory from the slowest to the fastest.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[2,3,4,5]{0,3,2,1}".parse()?;
    /// assert_eq!(a.physically_ordered()?.to_string(), "f32[3,4,5,2]{3,2,1,0}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`permute`](Self::permute).
    pub fn physically_ordered(&self) -> Result<Self, LayoutError> {
        let mut major_to_minor = self.layout.order;
        major_to_minor.as_mut_slice().reverse();
        self.renumbered(major_to_minor.as_slice())
    }

    /// The pairs of dimensions of both shapes that a reshape does not change, XLA's `DimensionsUnmodifiedByReshape`:
    /// equal sizes, and equal products of the sizes before them.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let (a, b): (XlaShape, XlaShape) = ("f32[2,3,7,9,20]".parse()?, "f32[6,7,1,9,4,5]".parse()?);
    /// assert_eq!(a.unmodified_dimensions(&b).collect::<Vec<_>>(), [(2, 1), (3, 3)]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn unmodified_dimensions(&self, other: &Self) -> impl Iterator<Item = (usize, usize)> {
        let (here, there) = (self.dimensions, other.dimensions);
        let (mut i, mut j, mut left, mut right) = (0, 0, 1_i128, 1_i128);
        core::iter::from_fn(move || {
            let (here, there) = (here.as_slice(), there.as_slice());
            while i < here.len() && j < there.len() {
                let pair = (i, j);
                if left == right && here[i] == there[j] {
                    // Both products are equal, so they cancel.
                    (i, j, left, right) = (i + 1, j + 1, 1, 1);
                    return Some(pair);
                }
                if left == right && there[j] == 1 {
                    j += 1;
                } else if left == right && here[i] == 1 {
                    i += 1;
                } else if left <= right {
                    left *= i128::from(here[i].max(1));
                    i += 1;
                } else {
                    right *= i128::from(there[j].max(1));
                    j += 1;
                }
            }
            None
        })
    }
}
