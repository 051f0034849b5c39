//! Reads a whole text: `parse` for `const fn`, and `FromStr`.

use core::str::FromStr;

use crate::error::LayoutError;
use crate::layout::frame::Frame;
use crate::notation::parse::LeafKind;
use crate::notation::reader::Reader;
use crate::notation::scan::{expected_at, read_whole};
use crate::number::tri;
use crate::value::{ComposedLayout, Coord, IntTuple, Layout, Swizzle, Tiler};

impl IntTuple {
    /// Reads a tuple such as `(2,(2,2))`, or a stride such as `(4,(1@0,1@1))`.
    ///
    /// # Errors
    /// [`Rule::Syntax`](crate::Rule::Syntax) with the byte, and `Full` beyond a capacity.
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::new(text);
        let tuple = reader.int_tuple(LeafKind::Stride);
        reader.finish(tuple, "the end of the tuple")
    }
}

impl Coord {
    /// Reads a coordinate such as `(1,_)`.
    ///
    /// # Errors
    /// As [`IntTuple::parse`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::new(text);
        let coord = reader.coord(LeafKind::Coordinate);
        reader.finish(coord, "the end of the coordinate")
    }
}

impl Layout {
    /// Reads a layout: `S:D`, `S:col`, `S:row`, `S:order(..)`, or `S`, which is column-major.
    ///
    /// ```
    /// use layout_core::Layout;
    /// const A: Layout = match Layout::parse("(4,2,8):order(2,0,1)") {
    ///     Ok(layout) => layout,
    ///     Err(_) => panic!(),
    /// };
    /// assert_eq!(A.to_string(), "(4,2,8):(16,1,2)");
    /// ```
    ///
    /// # Errors
    /// As [`IntTuple::parse`] and [`Layout::new`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::new(text);
        let layout = tri!(reader.layout());
        reader.finish(Ok(layout), "the end of the layout")
    }
}

impl Tiler {
    /// Reads a tiler: a layout, or `<..>` by mode. `n` is `n:1`, and `_` keeps a mode.
    ///
    /// # Errors
    /// As [`Layout::parse`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::new(text);
        let tiler = tri!(reader.tiler());
        reader.finish(Ok(tiler), "the end of the tiler")
    }
}

impl Swizzle {
    /// Reads a swizzle, `Sw<3,4,3>` or `S<3,4,3>`.
    ///
    /// # Errors
    /// As [`IntTuple::parse`] and [`Swizzle::new`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::new(text);
        let swizzle = reader.swizzle();
        reader.finish(swizzle, "the end of the swizzle")
    }
}

impl ComposedLayout {
    /// Reads a swizzled layout, `Sw<3,4,3> o 0 o (8,64):(64,1)`.
    ///
    /// # Errors
    /// As [`Swizzle::parse`], [`Layout::parse`] and [`ComposedLayout::new`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::new(text);
        let composed = tri!(reader.composed());
        reader.finish(Ok(composed), "the end of the layout")
    }
}

macro_rules! from_str {
    ($($name:ident)*) => {$(
        impl FromStr for $name {
            type Err = LayoutError;

            fn from_str(text: &str) -> Result<Self, LayoutError> {
                Self::parse(text)
            }
        }
    )*};
}

from_str!(IntTuple Coord Layout Tiler Swizzle ComposedLayout);

impl FromStr for Frame {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let (place, name) = (scanner.position(), scanner.word());
            let found = Self::ALL.iter().copied().find(|frame| frame.name() == name);
            found.ok_or(expected_at(place, "the name of a format such as `NZ`"))
        })
    }
}
