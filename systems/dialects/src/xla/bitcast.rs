//! Bitcasts: whether two shapes place the same elements at the same addresses, and the layout or order for which they
//! do.

use core::cmp::Ordering;

use crate::list::Integers;
use crate::xla::element::ElementType;
use crate::xla::order::XlaLayout;
use crate::xla::shape::XlaShape;
use crate::xla::tiled::MOST_COMPARED;
use layout_core::{IntTuple, Layout, LayoutError, MAX_RANK, Operand, Operation, Rule};

/// How a shape becomes another one without moving an element, XLA's `BitcastDecomposition`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bitcast {
    /// A reshape: row-major order visits memory in the same order.
    Reshape,
    /// A transpose by this permutation of the dimensions.
    Transpose(IntTuple),
    /// A transpose to the first shape, a reshape to the second one, and a transpose to the result.
    Steps(XlaShape, XlaShape),
}

impl XlaShape {
    /// Whether a reshape to `other` moves no element, XLA's `ReshapeIsBitcast`: row-major order visits memory in the
    /// same order, with tiles and padding.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[16,128]{1,0:T(8,128)}".parse()?;
    /// assert!(a.reshape_is_bitcast(&"f32[2,8,128]{2,1,0:T(8,128)}".parse()?)?);
    /// assert!(!a.reshape_is_bitcast(&"f32[16,1,128]{2,1,0:T(8,128)}".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::TooLarge`] where padded shapes have more than `2^16` elements, which would be compared one by one.
    pub fn reshape_is_bitcast(&self, other: &Self) -> Result<bool, LayoutError> {
        let alike = self.element == other.element
            && self.element_bits() == other.element_bits()
            && self.element_count()? == other.element_count()?;
        Ok(alike && self.visits_like(other)?)
    }

    /// Whether the transpose moves no element, XLA's `TransposeIsBitcast`. Dimension `i` of `other` is dimension
    /// `permutation[i]` of this shape. Dimensions of size 1 do not matter.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[10,5]{1,0}".parse()?;
    /// assert!(a.transpose_is_bitcast(&"f32[5,10]{0,1}".parse()?, &[1, 0])?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`permute`](Self::permute) and [`reshape_is_bitcast`](Self::reshape_is_bitcast).
    pub fn transpose_is_bitcast(
        &self,
        other: &Self,
        permutation: &[i64],
    ) -> Result<bool, LayoutError> {
        let transposed = self.permute(permutation)?;
        Ok(transposed.dimensions() == other.dimensions() && transposed.reshape_is_bitcast(other)?)
    }

    fn visits_like(&self, other: &Self) -> Result<bool, LayoutError> {
        let count = self.element_count()?;
        if let (Ok(a), Ok(b)) = (self.to_layout(), other.to_layout())
            && a.size() == count
            && b.size() == count
        {
            return Ok(a.transpose()?.same_function(&b.transpose()?));
        }
        if count > MOST_COMPARED {
            return Err(LayoutError::alone(
                Operation::Xla,
                Rule::TooLarge { size: count, most: MOST_COMPARED },
            ));
        }
        let (mut here, mut there) = (
            Integers::of(&[0; MAX_RANK][..self.rank()])?,
            Integers::of(&[0; MAX_RANK][..other.rank()])?,
        );
        for _ in 0..count {
            if self.offset(here.as_slice())? != other.offset(there.as_slice())? {
                return Ok(false);
            }
            self.bump(here.as_mut_slice())?;
            other.bump(there.as_mut_slice())?;
        }
        Ok(true)
    }

    /// The permutation by which `other` is a transpose that moves no element. `None` where there is none.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[5,3]{1,0}".parse()?;
    /// let permutation = a.transpose_for_bitcast(&"f32[3,5]{0,1}".parse()?)?;
    /// assert_eq!(permutation.unwrap().to_string(), "(1,0)");
    /// assert_eq!(a.transpose_for_bitcast(&"f32[3,5]{1,0}".parse()?)?, None);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`transpose_is_bitcast`](Self::transpose_is_bitcast).
    pub fn transpose_for_bitcast(&self, other: &Self) -> Result<Option<IntTuple>, LayoutError> {
        if self.rank() != other.rank() {
            return Ok(None);
        }
        // Tries the order in memory first. Dimensions of size 1 can be anywhere in it, so the second attempt orders
        // them by number.
        for ones_apart in [false, true] {
            let mut permutation = self.layout.order;
            let (from, to) = (self.by_memory(ones_apart)?, other.by_memory(ones_apart)?);
            for (&here, &there) in from.as_slice().iter().zip(to.as_slice()) {
                permutation.as_mut_slice()[there as usize] = here;
            }
            if self.transpose_is_bitcast(other, permutation.as_slice())? {
                return permutation.tuple().map(Some);
            }
        }
        Ok(None)
    }

    /// The dimensions from the fastest to the slowest. With `ones_apart`, dimensions of size 1 come last.
    fn by_memory(&self, ones_apart: bool) -> Result<Integers, LayoutError> {
        let mut order = Integers::EMPTY;
        let one = |dimension: i64| ones_apart && self.dimensions()[dimension as usize] == 1;
        for &dimension in self.layout.minor_to_major().iter().filter(|&&d| !one(d)) {
            order.push(dimension)?;
        }
        for dimension in (0..self.rank() as i64).filter(|&d| one(d)) {
            order.push(dimension)?;
        }
        Ok(order)
    }

    /// How this shape becomes `other` without moving an element: by a reshape, by a transpose, or by a reshape between
    /// two transposes. The last way always exists for shapes without tiles. `None` if no way exists.
    ///
    /// ```
    /// use static_layout_dialects::xla::{Bitcast, XlaShape};
    /// let a: XlaShape = "f32[6,2]{0,1}".parse()?;
    /// let Some(Bitcast::Steps(first, second)) = a.bitcast(&"f32[4,3]{0,1}".parse()?)? else { panic!() };
    /// assert_eq!((first.to_string(), second.to_string()), ("f32[2,6]{1,0}".into(), "f32[3,4]{1,0}".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`reshape_is_bitcast`](Self::reshape_is_bitcast).
    pub fn bitcast(&self, other: &Self) -> Result<Option<Bitcast>, LayoutError> {
        if self.reshape_is_bitcast(other)? {
            return Ok(Some(Bitcast::Reshape));
        }
        if let Some(permutation) = self.transpose_for_bitcast(other)? {
            return Ok(Some(Bitcast::Transpose(permutation)));
        }
        let (first, second) = (self.physically_ordered()?, other.physically_ordered()?);
        let steps = first.reshape_is_bitcast(&second)?;
        Ok(steps.then_some(Bitcast::Steps(first, second)))
    }

    /// The layout of a reshape to `dimensions` that moves no element. It may be nested, so it exists more often than
    /// an order of the dimensions does.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[4,6]{0,1}".parse()?;
    /// assert_eq!(a.reshaped_layout(&[24])?.to_string(), "((6,4)):((4,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`to_layout`](Self::to_layout) and [`Layout::reshape`].
    pub fn reshaped_layout(&self, dimensions: &[i64]) -> Result<Layout, LayoutError> {
        self.to_layout()?.reshape(&Integers::of(dimensions)?.tuple()?)
    }

    /// The shape of `dimensions` in an order that makes the reshape to it a bitcast, XLA's `AlignLayouts`. Dimensions
    /// of size 1 are the slowest. Ignores tiles. `None` if no such order exists.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[3,8,5,7,11]{3,2,1,0,4}".parse()?;
    /// let b = a.aligned(&[3, 2, 4, 35, 11])?.unwrap();
    /// assert_eq!(b.to_string(), "f32[3,2,4,35,11]{3,2,1,0,4}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] and `TooMany` for dimensions that are not a shape.
    pub fn aligned(&self, dimensions: &[i64]) -> Result<Option<Self>, LayoutError> {
        let untiled =
            self.with_layout(XlaLayout { order: self.layout.order, ..XlaLayout::NONE })?;
        let Ok(layout) = untiled.reshaped_layout(dimensions).and_then(|layout| layout.to_flat())
        else {
            return Ok(None);
        };
        let order = layout.stride_order()?;
        let (mut minor_to_major, mut k) = (Integers::EMPTY, order.leaf_count());
        while k > 0 {
            k -= 1;
            if dimensions[order.value(k) as usize] != 1 {
                minor_to_major.push(order.value(k))?;
            }
        }
        for dimension in (0..dimensions.len()).rev().filter(|&d| dimensions[d] == 1) {
            minor_to_major.push(dimension as i64)?;
        }
        let order = XlaLayout::new(minor_to_major.as_slice())?;
        Self::new(self.element, dimensions, order).map(Some)
    }

    /// The shape of a layout without gaps, with a dimension for each mode.
    ///
    /// ```
    /// use static_layout_dialects::xla::{ElementType, XlaShape};
    /// let f32 = ElementType::of("f32").unwrap();
    /// let a = XlaShape::of(&"(2,3,4):(1,8,2)".parse()?, f32)?;
    /// assert_eq!(a.to_string(), "f32[2,3,4]{0,2,1}");
    /// assert_eq!(
    ///     XlaShape::of(&"(2,3):(4,1)".parse()?, f32).unwrap_err().to_string(),
    ///     "no XLA shape is (2,3):(4,1): the stride 4 is above 3, where the modes below it end: the offsets between are unused"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`](layout_core::ArrayRule::NoFlatStride) if a mode has no stride of its own, and
    /// [`Rule::Repeats`], [`Rule::Overlap`] or [`Rule::Gap`] if no order of the dimensions has these strides.
    pub fn of(layout: &Layout, element: ElementType) -> Result<Self, LayoutError> {
        let flat = layout.set_known().to_flat()?;
        let (order, mut minor_to_major, mut covered) = (flat.stride_order()?, Integers::EMPTY, 1);
        let (mut dimensions, empty) = (Integers::EMPTY, flat.size() == 0);
        let refused = |rule| {
            let layout = Operand::Layout(*layout);
            Err(LayoutError::refused(Operation::XlaShape, layout, Operand::None, rule))
        };
        for dimension in 0..flat.leaf_count() {
            dimensions.push(flat.leaf(dimension).0)?;
        }
        for k in (0..order.leaf_count()).rev() {
            let (extent, stride) = flat.leaf(order.value(k) as usize);
            if extent != 1 && !empty {
                match stride.cmp(&covered) {
                    Ordering::Less if stride == 0 => return refused(Rule::Repeats { extent }),
                    Ordering::Less => return refused(Rule::Overlap { stride, covered }),
                    Ordering::Greater => return refused(Rule::Gap { stride, covered }),
                    Ordering::Equal => covered *= extent,
                }
                minor_to_major.push(order.value(k))?;
            }
        }
        // Dimensions of one element, and all of an empty shape, are the slowest.
        for dimension in (0..flat.leaf_count() as i64).rev() {
            if !minor_to_major.as_slice().contains(&dimension) {
                minor_to_major.push(dimension)?;
            }
        }
        Self::new(element, dimensions.as_slice(), XlaLayout::new(minor_to_major.as_slice())?)
    }

    /// A transpose with dimensions that move together joined, and dimensions of size 1 removed, XLA's
    /// `GetNormalizedTransposeShape`: the sizes of its result, and its permutation.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[10,1,11,32]".parse()?;
    /// let (sizes, permutation) = a.normalized_transpose(&[3, 1, 0, 2])?;
    /// assert_eq!((sizes.to_string(), permutation.to_string()), ("(32,110)".into(), "(1,0)".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`permute`](Self::permute).
    pub fn normalized_transpose(
        &self,
        permutation: &[i64],
    ) -> Result<(IntTuple, IntTuple), LayoutError> {
        let rows = self.with_layout(XlaLayout::descending(self.rank())?)?;
        let merged = rows.permute(permutation)?.to_layout()?.merge_axes(u32::MAX)?;
        let (slowest_first, mut of) = (merged.stride_order()?, merged.stride_order()?);
        for k in 0..of.leaf_count() {
            of.set_value(slowest_first.value(k) as usize, k as i64);
        }
        Ok((merged.shape(), of))
    }
}
