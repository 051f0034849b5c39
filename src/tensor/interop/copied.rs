//! Copies, where an array or a layout does not fit.

use super::ArrayLayout;
use crate::layout::PlainLayout;
use crate::tensor::{Boxed, TensorMut, View};
use layout_core::{self as value, LayoutError};

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// [`read_axes`](Self::read_axes) of a copy: the extents are compared, the strides are those of `M`, nested
    /// ones too. A run-time stride steps over what the static ones, and the run-time ones right of it, reach.
    ///
    /// ```
    /// use static_layout::*;
    /// let columns = View::new(&[1, 2, 3, 4, 5, 6], layout!((2, 3):(1, 2)))?;
    /// let rows = columns.read_axes_copied::<Layout!((?, ?):(?, 1))>()?;
    /// assert_eq!(rows.as_slice(), [1, 3, 5, 2, 4, 6]);
    /// assert_eq!(rows.layout().to_string(), "(2,3):(3,1)");
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// At the first mode whose extent differs, and where two coordinates of `M` would share an element.
    #[track_caller]
    pub fn read_axes_copied<M: ArrayLayout + PlainLayout>(self) -> Result<Boxed<T, M>, LayoutError>
    where
        T: Clone,
    {
        let layout = M::DESC;
        let layout = self.layout_ref().integers().read_extents(&layout)?;
        layout.disjoint()?;
        let layout = M::of(&layout)?;
        let source = self.as_dynamic();
        let mut elements = source.elements();
        let Some(first) = elements.next() else {
            return Ok(Boxed::from_offsets(layout, |_| unreachable!("no coordinate, no offset")));
        };
        let mut out = Boxed::filled(layout, first.clone());
        // Linear order of both: a nested mode counts through its axis.
        let mut elements = core::iter::once(first).chain(elements);
        out.update(|element| {
            if let Some(next) = elements.next() {
                element.clone_from(next);
            }
        });
        Ok(out)
    }

    /// The same elements through the same layout, as integers.
    pub(super) fn as_dynamic(self) -> View<'a, T, value::Layout> {
        // SAFETY: the same layout.
        unsafe { View::over(self.first(), self.layout_ref().integers()) }
    }
}
