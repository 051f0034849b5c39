//! [`XlaShape`]: element type, dimensions, layout.

use crate::list::Integers;
use crate::xla::element::ElementType;
use crate::xla::order::{XlaLayout, refused};
use layout_core::{ArrayRule, LayoutError, Operation, Rule};

/// An XLA shape: `f32[2,<=3]{1,0:T(8,128)}`. Dimensions have the numbers of the notation, whatever the layout.
///
/// ```
/// use static_layout_dialects::xla::XlaShape;
/// let a: XlaShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
/// assert_eq!(a.to_layout()?.to_string(), "((2,2),(2,3)):((2,12),(1,4))");
/// assert_eq!(a.offset(&[2, 3])?, 17);
/// assert_eq!(a.allocation_size_in_bytes()?, 96);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct XlaShape {
    pub(super) element: ElementType,
    pub(super) dimensions: Integers,
    /// Bit `k` is set where the size of dimension `k` is known at run time only.
    pub(super) dynamic: u16,
    /// Bit `k` is set where dimension `k` has no bound.
    pub(super) unbounded: u16,
    pub(super) layout: XlaLayout,
}

impl XlaShape {
    /// A shape of static dimensions.
    ///
    /// ```
    /// use static_layout_dialects::xla::{ElementType, XlaLayout, XlaShape};
    /// let f32 = ElementType::of("f32").unwrap();
    /// let a = XlaShape::new(f32, &[2, 3], XlaLayout::ascending(2)?)?;
    /// assert_eq!(a.to_string(), "f32[2,3]{0,1}");
    /// assert!(XlaShape::new(f32, &[2, 3], XlaLayout::ascending(3)?).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless the layout has the same rank, [`Rule::NegativeExtent`], and [`Rule::Overflow`] for more
    /// than [`isize::MAX`] elements.
    pub fn new(
        element: ElementType,
        dimensions: &[i64],
        layout: XlaLayout,
    ) -> Result<Self, LayoutError> {
        let dimensions = Integers::of(dimensions)?;
        Self { element, dimensions, dynamic: 0, unbounded: 0, layout }.checked()
    }

    pub(super) fn checked(self) -> Result<Self, LayoutError> {
        let (left, right) = (self.rank(), self.layout.minor_to_major().len());
        if left != right {
            return Err(LayoutError::alone(Operation::Xla, Rule::Ranks { left, right }));
        }
        for &extent in self.dimensions() {
            if extent < 0 {
                return Err(LayoutError::alone(Operation::Xla, Rule::NegativeExtent { extent }));
            }
        }
        if self.unbounded == 0 {
            self.element_count()?;
        }
        Ok(self)
    }

    /// The type of an element.
    pub const fn element_type(&self) -> ElementType {
        self.element
    }

    /// The sizes of the dimensions: the bound of a dynamic one, and 0 for one without a bound.
    pub fn dimensions(&self) -> &[i64] {
        self.dimensions.as_slice()
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dimensions().len()
    }

    /// The size of dimension `k`. A negative number counts from the end.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("f32[2,3,4]".parse::<XlaShape>()?.dimension(-1)?, 4);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for a dimension that does not exist.
    pub fn dimension(&self, k: i64) -> Result<i64, LayoutError> {
        let at = if k < 0 { k.saturating_add(self.rank() as i64) } else { k };
        match usize::try_from(at).ok().and_then(|at| self.dimensions().get(at)) {
            Some(&extent) => Ok(extent),
            None => Err(refused(ArrayRule::Axis { axis: k, rank: self.rank() })),
        }
    }

    /// Whether the size of a dimension is known at run time only: `<=3`, or `?`.
    pub const fn is_dynamic(&self, dimension: usize) -> bool {
        dimension < 16 && self.dynamic >> dimension & 1 == 1
    }

    /// Whether a dimension has no bound: `?`.
    pub const fn is_unbounded(&self, dimension: usize) -> bool {
        dimension < 16 && self.unbounded >> dimension & 1 == 1
    }

    /// The part in braces.
    pub const fn layout(&self) -> &XlaLayout {
        &self.layout
    }

    /// Replaces the layout of this shape.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[2,3]".parse()?;
    /// assert_eq!(a.with_layout("{0,1:T(2,2)}".parse()?)?.to_string(), "f32[2,3]{0,1:T(2,2)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless the layout has the same rank.
    pub fn with_layout(&self, layout: XlaLayout) -> Result<Self, LayoutError> {
        Self { layout, ..*self }.checked()
    }

    /// Replaces the element type of this shape.
    ///
    /// ```
    /// use static_layout_dialects::xla::{ElementType, XlaShape};
    /// let a: XlaShape = "f32[2,3]{0,1}".parse()?;
    /// assert_eq!(a.with_element_type(ElementType::of("s8").unwrap()).to_string(), "s8[2,3]{0,1}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn with_element_type(&self, element: ElementType) -> Self {
        Self { element, ..*self }
    }

    /// The static shape whose sizes are the bounds of this one.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("f32[<=2,3]".parse::<XlaShape>()?.to_static()?.to_string(), "f32[2,3]{1,0}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Unbounded`] if a dimension has no bound.
    pub fn to_static(&self) -> Result<Self, LayoutError> {
        self.element_count()?;
        Ok(Self { dynamic: 0, ..*self })
    }

    /// Whether an array of these sizes fits into the memory of the shape, XLA's `DynamicArrayShapeIsCompatible`: no
    /// size is above its dimension or bound. A dimension without a bound admits every size.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[5,<=3,?]".parse()?;
    /// assert!(a.admits(&[4, 3, 99]) && !a.admits(&[6, 3, 99]) && !a.admits(&[5, 4, 99]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn admits(&self, sizes: &[i64]) -> bool {
        self.each_size(sizes, |k, size, extent| self.is_unbounded(k) || size <= extent)
    }

    /// Whether an array of these sizes fits the shape: each size equals the size of its dimension, or is at most its
    /// bound if the dimension is known at run time only.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// let a: XlaShape = "f32[5,<=3,?]".parse()?;
    /// assert!(a.has_sizes(&[5, 2, 99]) && !a.has_sizes(&[4, 3, 99]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn has_sizes(&self, sizes: &[i64]) -> bool {
        self.admits(sizes)
            && self.each_size(sizes, |k, size, extent| self.is_dynamic(k) || size == extent)
    }

    fn each_size(&self, sizes: &[i64], fits: impl Fn(usize, i64, i64) -> bool) -> bool {
        let mut pairs = sizes.iter().zip(self.dimensions()).enumerate();
        sizes.len() == self.rank()
            && pairs.all(|(k, (&size, &extent))| size >= 0 && fits(k, size, extent))
    }

    /// Packs elements of fewer than 8 bits.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaShape;
    /// assert_eq!("s4[4,6]".parse::<XlaShape>()?.packed().to_string(), "s4[4,6]{1,0:E(4)}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn packed(&self) -> Self {
        let mut out = *self;
        out.layout.element_bits = if self.element.bits() < 8 { self.element.bits() } else { 0 };
        out
    }

    /// The dimensions and their sizes from the slowest to the fastest: memory without tiles.
    pub(super) fn physical(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        let order = self.layout.minor_to_major().iter().rev();
        order.map(|&dimension| (dimension as usize, self.dimensions()[dimension as usize]))
    }
}
