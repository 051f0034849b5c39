//! New tensors on the heap from the elements of others: `map`, `zip_with`, `to_boxed`.

use super::pair::{assert_equal_shapes, check_equal_shapes};
use super::{Boxed, Tensor, View};
use crate::ops::ColMajor;
use crate::types::{AnyLayout, Layout};

#[layout_macros::at_caller]
impl<'a, T, L: AnyLayout> View<'a, T, L> {
    /// A compact column-major tensor of the same shape with `R[c] = f(&view[c])`.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let view = View::new(&data, layout!((2, 3):(3, 1)))?;
    /// let squares = view.map(|x| x * x);
    /// assert_eq!(squares.as_slice(), [1, 16, 4, 25, 9, 36]);
    /// assert_eq!(squares.to_string(), " 1  4  9\n16 25 36");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When no array of that size can exist.
    pub fn map<U>(self, mut f: impl FnMut(&'a T) -> U) -> Boxed<U, ColMajor<L::Shape>> {
        // Linear order of the coordinates is the order of the offsets of the compact layout.
        let (layout, mut elements) = (Layout::col_major(self.layout().shape()), self.iter());
        Boxed::generate(layout, |_| match elements.next() {
            Some(element) => f(element),
            None => unreachable!("a compact layout has as many offsets as coordinates"),
        })
    }

    /// A compact column-major tensor of the same shape with `R[c] = f(&view[c], &other[c])`.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, b) = ([1, 2, 3, 4], [10, 20, 30, 40]);
    /// let rows = View::new(&a, layout!((2, 2):(2, 1)))?;
    /// let columns = View::new(&b, layout!((2, 2):(1, 2)))?;
    /// assert_eq!(rows.zip_with(&columns, |x, y| x + y).to_string(), "11 32\n23 44");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When run-time extents differ.
    ///
    /// # Compile errors
    /// When the shapes are nested differently, or are static and different.
    #[track_caller]
    pub fn zip_with<X: Tensor, U>(
        self,
        other: &X,
        mut f: impl FnMut(&T, &X::Element) -> U,
    ) -> Boxed<U, ColMajor<L::Shape>> {
        const { check_equal_shapes::<L, X::Layout>() };
        assert_equal_shapes(self.layout(), other.layout());
        let others = other.view();
        let mut others = others.iter();
        self.map(|x| match others.next() {
            Some(y) => f(x, y),
            None => unreachable!("the shapes are equal"),
        })
    }

    /// A compact column-major copy of the elements. NumPy's `copy(order="F")`.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4];
    /// let column = View::new(&data, layout!((2, 2):(2, 1)))?.slice(coord!(_, 1)).to_boxed();
    /// assert_eq!(column.as_slice(), [2, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// When no array of that size can exist.
    pub fn to_boxed(self) -> Boxed<T, ColMajor<L::Shape>>
    where
        T: Clone,
    {
        self.map(T::clone)
    }
}
