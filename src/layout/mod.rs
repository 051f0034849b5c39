//! The methods of `Layout<Shape, Stride>`: constructors, index, coordinates, display.

mod along;
mod coord;
mod index;
mod misuse;
mod strided;

pub use along::{Row, each_row, has_rows};
pub(crate) use along::{each_entry, each_offset, each_offset_pair};
pub use coord::{Coords, Offsets};
pub use strided::Strided;

use crate::types::{Form, IntTuple, Layout, PlainLayout, check};
use layout_core as value;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// This layout as a value of [`dynamic::Layout`](value::Layout), with all integers known.
    ///
    /// ```
    /// use static_layout::*;
    /// let d = layout!((2, (2, 2)):(4, (1, 2))).to_dynamic();
    /// assert_eq!(d, "(2,(2,2)):(4,(1,2))".parse::<dynamic::Layout>().unwrap());
    /// ```
    #[inline]
    pub fn to_dynamic(self) -> value::Layout {
        PlainLayout::to_dynamic(self)
    }

    /// The offsets as a table. Its display is the picture that `print_layout` of CuTe and Mojo draws for two modes.
    /// Each coordinate of the modes from 2 on has its own panel. See [`dynamic::Table`](value::Table).
    ///
    /// ```
    /// use static_layout::*;
    /// let table = layout!((2, (2, 2)):(4, (1, 2))).table();
    /// assert_eq!(table.to_string(), "      0   1   2   3
    ///     +---+---+---+---+
    ///  0  | 0 | 1 | 2 | 3 |
    ///     +---+---+---+---+
    ///  1  | 4 | 5 | 6 | 7 |
    ///     +---+---+---+---+
    /// ");
    /// ```
    pub fn table(self) -> value::Table {
        self.to_dynamic().table()
    }

    /// The offsets as an SVG document, shaded from the least to the greatest. Each coordinate of the modes from 2 on has
    /// its own panel. The command `layout show --svg` has more kinds of colours.
    ///
    /// ```
    /// use static_layout::*;
    /// let svg = layout!((2, (2, 2)):(4, (1, 2))).to_svg();
    /// assert!(svg.starts_with("<svg") && svg.matches("<rect").count() == 8);
    /// ```
    #[cfg(feature = "svg")]
    pub fn to_svg(self) -> alloc::string::String {
        alloc::string::ToString::to_string(&self.to_dynamic().to_svg())
    }

    /// The layout of this type with the integers of `layout`.
    ///
    /// # Errors
    /// If the nesting, or an integer that is static in this type, differs.
    ///
    /// # Compile errors
    /// If a static layout of this type does not exist.
    ///
    /// ```
    /// use static_layout::*;
    /// let d: dynamic::Layout = "(8,5):(1,8)".parse().unwrap();
    /// let a = <Layout!((8, ?):(1, 8))>::from_dynamic(&d).unwrap();
    /// assert_eq!(a.index((1, 2)), 17);
    /// let refused = <Layout!((4, ?):(1, 4))>::from_dynamic(&d).unwrap_err();
    /// assert!(refused.to_string().contains("(4,?):(1,4)"), "{refused}");
    /// ```
    pub fn from_dynamic(layout: &value::Layout) -> Result<Self, value::LayoutError> {
        const {
            check::congruent::<S, D>();
            check::not_refused::<Self>()
        };
        check::read_dynamic(layout)
    }
}

impl<S: IntTuple, D: IntTuple> core::fmt::Display for Layout<S, D> {
    /// `{}` writes the notation; `{:#}` marks static leaves with `_`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // The form with the run-time words (`types/layout/form.rs`).
        let layout = self.with_words();
        if f.alternate() { f.write_str(layout.marked().as_str()) } else { layout.fmt(f) }
    }
}
impl<S: IntTuple, D: IntTuple> core::fmt::Debug for Layout<S, D> {
    /// Writes the notation, as [`Display`](core::fmt::Display) does.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}
