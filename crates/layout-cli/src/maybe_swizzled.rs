//! Layouts, swizzled or not: what pictures and counts of accesses are made from.

use std::fmt;

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Swizzle};

use crate::Failure;
use crate::language::{Value, evaluate};

/// A layout, or a swizzle after one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MaybeSwizzled {
    /// `shape:stride`.
    Plain(Layout),
    /// `Sw<B,M,S> o offset o shape:stride`.
    Swizzled(ComposedLayout),
}

impl MaybeSwizzled {
    /// The value of an expression, which must be a layout; a tuple is the compact layout of that shape.
    ///
    /// ```
    /// use layout_cli::MaybeSwizzled;
    /// assert_eq!(MaybeSwizzled::read("Sw<2,0,2> o (4,4):(4,1)")?.offset(6), Some(11));
    /// assert_eq!(MaybeSwizzled::read("<4,4>").unwrap_err().message(), "a layout was expected, and this is a tiler");
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Failure> {
        let value = evaluate(text)?;
        Self::of(&value).ok_or_else(|| {
            Failure::new(format!("a layout was expected, and this is {}", value.kind()))
                .at(text, 0..text.len())
        })
    }

    /// The layout that a value is, or is read as: a tuple is the compact layout of that shape.
    pub fn of(value: &Value) -> Option<Self> {
        let swizzled = value.as_swizzled().map(Self::Swizzled);
        swizzled.or_else(|| value.as_layout().map(Self::Plain))
    }

    /// The layout without its swizzle.
    pub fn plain(&self) -> Layout {
        match self {
            Self::Plain(layout) => *layout,
            Self::Swizzled(layout) => layout.plain(),
        }
    }

    /// The offsets put through one more swizzle; refused where there is one or where they are no numbers.
    pub fn swizzled(&self, swizzle: Swizzle) -> Result<Self, Failure> {
        match self {
            Self::Plain(layout) => layout
                .swizzled(swizzle)
                .map(Self::Swizzled)
                .map_err(|error| Failure::of(&error, "")),
            Self::Swizzled(_) => Err(Failure::new(format!("{self} has a swizzle already"))),
        }
    }

    /// Number of coordinates.
    pub fn size(&self) -> i64 {
        self.plain().size()
    }

    /// What the linear index `i` maps to: an offset, or a coordinate where strides count in units.
    pub fn image(&self, i: i64) -> Option<IntTuple> {
        let at = Coord::leaf(i);
        match self {
            Self::Plain(layout) => layout.image(&at).ok(),
            Self::Swizzled(layout) => layout.index(&at).ok().map(IntTuple::leaf),
        }
    }

    /// The offset of the linear index `i`, in elements; none where strides count in units.
    pub fn offset(&self, i: i64) -> Option<i64> {
        let numbers = !self.plain().is_coordinate();
        self.image(i).filter(|_| numbers).map(|image| image.value(0))
    }
}

impl From<Layout> for MaybeSwizzled {
    fn from(layout: Layout) -> Self {
        Self::Plain(layout)
    }
}

impl From<ComposedLayout> for MaybeSwizzled {
    fn from(layout: ComposedLayout) -> Self {
        Self::Swizzled(layout)
    }
}

impl fmt::Display for MaybeSwizzled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(layout) => layout.fmt(f),
            Self::Swizzled(layout) => layout.fmt(f),
        }
    }
}
