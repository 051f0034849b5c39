//! Tensors as text, `Display` and `Debug`.

use super::{Indexed, Tensor, View, ViewMut, Viewed};
use crate::types::{AnyLayout, IntTuple, Mapping, OffsetMap};
use core::fmt::{self, Debug, Display, Formatter, Write};

/// A writer that counts characters.
struct TextWidth(usize);
impl Write for TextWidth {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

/// Writes an element, with `digits` digits after the decimal point if given.
fn write(element: &impl Display, digits: Option<usize>, out: &mut impl Write) -> fmt::Result {
    match digits {
        Some(digits) => write!(out, "{element:.digits$}"),
        None => write!(out, "{element}"),
    }
}

impl<T: Display, L: AnyLayout> View<'_, T, L> {
    /// Writes a row for rank 1, a grid for rank 2, and for higher ranks one grid after another, each below its
    /// coordinate in the modes after the second.
    pub(super) fn show(self, f: &mut Formatter<'_>) -> fmt::Result {
        let shape = self.layout().shape().plain();
        let extent = |mode: usize| {
            shape.mode(mode).and_then(|mode| mode.size()).map_or(1, |size| size as usize)
        };
        let rank = <L::Shape as IntTuple>::DESC.rank();
        // A vector is one row; the modes from 2 on number the panels.
        let (rows, columns) = if rank > 1 { (extent(0), extent(1)) } else { (1, extent(0)) };
        let (count, panel) = (self.layout().shape().count(), rows * columns);
        if count == 0 {
            return f.write_str("no elements");
        }

        // The first pass finds the widest element, so that the columns align.
        let (digits, mut width) = (f.precision(), 0);
        for element in self.iter() {
            let mut this = TextWidth(0);
            write(element, digits, &mut this)?;
            width = width.max(this.0);
        }
        for first in (0..count).step_by(panel) {
            if rank > 2 {
                f.write_str(if first > 0 { "\n\n(_,_" } else { "(_,_" })?;
                // The number of the panel is the linear index in the modes from 2 on.
                let mut rest = first / panel;
                for mode in 2..rank {
                    write!(f, ",{}", rest % extent(mode))?;
                    rest /= extent(mode);
                }
                f.write_str(")\n")?;
            }
            for row in 0..rows {
                f.write_str(if row > 0 { "\n" } else { "" })?;
                for column in 0..columns {
                    // The first mode is fastest: a column apart is `rows` linear indices.
                    let element = self.at(first + row + column * rows);
                    let mut this = TextWidth(0);
                    write(element, digits, &mut this)?;
                    // One by one, because the width of a formatter is at most 65535.
                    for _ in this.0..width + usize::from(column > 0) {
                        f.write_str(" ")?;
                    }
                    write(element, digits, f)?;
                }
            }
        }
        Ok(())
    }
}

/// Implements `Display`, `Debug` and `==` of a tensor other than [`View`] by its view.
macro_rules! format_and_compare {
    ($Layout:ident $Tensor:ty, $name:literal) => {
        impl<T: core::fmt::Display, L: crate::types::AnyLayout> core::fmt::Display for $Tensor {
            /// The elements as rows, grids, or one grid after another. See `Display` of [`View`](crate::View).
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.view().show(f)
            }
        }
        impl<T: core::fmt::Debug, L: $Layout> core::fmt::Debug for $Tensor {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.viewed().debug($name, f)
            }
        }
        impl<T: PartialEq<X::Element>, L: crate::types::AnyLayout, X: crate::tensor::Tensor>
            PartialEq<X> for $Tensor
        {
            /// Whether the shapes and the elements at each coordinate are equal. The strides may differ.
            fn eq(&self, other: &X) -> bool {
                self.view().equals_view(&other.view())
            }
        }
    };
}
#[cfg(any(feature = "owned", feature = "alloc"))]
pub(super) use format_and_compare;

impl<T: Debug, L: Indexed> View<'_, T, L> {
    /// Writes the layout and the elements as a struct called `name`.
    pub(super) fn debug(self, name: &str, f: &mut Formatter<'_>) -> fmt::Result {
        /// The elements in linear order.
        struct ElementList<'a, T, L>(View<'a, T, L>);
        impl<T: Debug, L: Indexed> Debug for ElementList<'_, T, L> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.0.iter()).finish()
            }
        }
        let layout = self.layout();
        let plain = layout.with_words();
        let text = match layout.outer().composed(plain) {
            None => plain.marked(),
            Some(composed) => composed.marked(),
        };
        let text = text.as_str();
        let layout = format_args!("{text}");
        f.debug_struct(name).field("layout", &layout).field("elements", &ElementList(self)).finish()
    }
}

impl<T: Display, L: AnyLayout> Display for View<'_, T, L> {
    /// The elements as a row for rank 1, a grid for rank 2, and one grid after another for higher ranks. `{:.2}` writes
    /// two digits after the decimal point.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [0, 1, 2, 3, 4, 5, 60, 7];
    /// let view = View::new(&data, layout!((2, 4):(4, 1)))?;
    /// assert_eq!(view.to_string(), " 0  1  2  3\n 4  5 60  7");
    /// assert_eq!(view.slice(coord!(1, _)).to_string(), " 4  5 60  7");
    /// let panels = View::new(&data, layout!((2, 2, 2)))?;
    /// assert_eq!(panels.to_string(), "(_,_,0)\n 0  2\n 1  3\n\n(_,_,1)\n 4 60\n 5  7");
    /// # Ok::<(), LayoutError>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.show(f)
    }
}
impl<T: Debug, L: Indexed> Debug for View<'_, T, L> {
    /// The layout, with a mark on its static leaves, and the elements in linear order.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.debug("View", f)
    }
}
format_and_compare! { Indexed ViewMut<'_, T, L>, "ViewMut" }
