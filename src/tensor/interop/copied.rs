//! [`View::read_axes_copied`]: the elements of an array, copied to the strides of another layout.

use super::axes::check_groups;
use super::foreign::{boxed, check_array, no_memory, reordered, with_memory};
use super::pairs::Pairs;
use super::{ArrayError, ArrayLayout};
use crate::tensor::{Boxed, View};
use crate::types::PlainLayout;
use alloc::vec::Vec;
use layout_core::{self as value, LayoutError};

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// A copy of the elements with the layout type `M`: the static extents of `M` are compared with this layout, and
    /// the copy has the strides of `M`.
    ///
    /// A run-time stride is the least one that steps over the static modes and the run-time modes to its right.
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
    /// When an extent differs from a static one of `M`, or two coordinates of `M` would share an element.
    ///
    /// # Panics
    /// When no array of the cosize can exist, or there is no memory for it.
    #[track_caller]
    pub fn read_axes_copied<M: ArrayLayout + PlainLayout>(self) -> Result<Boxed<T, M>, LayoutError>
    where
        T: Clone,
    {
        with_memory(self.try_read_axes_copied())
    }

    /// [`read_axes_copied`](Self::read_axes_copied), with an error when memory runs out.
    #[track_caller]
    pub(super) fn try_read_axes_copied<M: ArrayLayout + PlainLayout>(
        self,
    ) -> Result<Boxed<T, M>, ArrayError>
    where
        T: Clone,
    {
        let layout = M::FORM;
        check_groups(*self.layout_ref(), &layout)?;
        let layout = self.layout_ref().integers().read_extents(&layout)?;
        layout.disjoint()?;
        let cosize = layout.cosize() as usize;
        let layout = M::of(&layout)?;
        let source = self.as_dynamic();
        let mut elements = source.elements();
        let Some(first) = elements.next() else {
            return Ok(Boxed::from_offsets(layout, |_| unreachable!("no coordinate, no offset")));
        };
        check_array::<T>(cosize);
        let pairs = Pairs::of(source, &layout.integers());
        // In the order of the array and without gaps, the copies are the array.
        let all = pairs.as_ref().and_then(Pairs::as_slice).filter(|all| all.len() == cosize);
        if let Some(all) = all {
            let out = Boxed::try_generate(layout, |i| all[i].clone());
            return out.ok_or(no_memory::<T>(cosize));
        }
        let out = Boxed::try_generate(layout, |_| first.clone());
        let mut out = out.ok_or(no_memory::<T>(cosize))?;
        // Both layouts count the leaves of a nested mode along its axis.
        if let Some(pairs) = pairs {
            let (elements, below) = out.parts_mut();
            pairs.write_to(elements, below);
            return Ok(out);
        }
        // The extents within an axis do not divide each other: both are read in linear order.
        let mut elements = core::iter::once(first).chain(elements);
        for (to, from) in out.view_mut().into_elements()?.zip(&mut elements) {
            to.clone_from(from);
        }
        Ok(out)
    }

    /// This view with a run-time layout.
    pub(super) fn as_dynamic(self) -> View<'a, T, value::Layout> {
        // SAFETY: V3: `integers` is the same layout.
        unsafe { View::over(self.first(), self.layout_ref().integers()) }
    }
}

impl<T: Clone> View<'_, T, value::Layout> {
    /// A copy of the elements with a run-time layout of the same shape. An array without gaps keeps its strides; another
    /// is in C order.
    ///
    /// ```
    /// use static_layout::*;
    /// let every_other = View::dynamic(&[1, 2, 3, 4, 5, 6], 0, "(2,3):(1,2)".parse()?)?.copied()?;
    /// assert_eq!(every_other.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// let columns = View::dynamic(&[1, 2, 3, 4, 5, 6], 1, "(2,2):(1,3)".parse()?)?.copied()?;
    /// assert_eq!((columns.dynamic_layout().to_string(), columns.as_slice()), ("(2,2):(2,1)".into(), &[2, 5, 3, 6][..]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When the layout in C order does not exist.
    ///
    /// # Panics
    /// When no array of the size can exist, or there is no memory for it.
    pub fn copied(self) -> Result<Boxed<T, value::Layout>, LayoutError> {
        with_memory(self.try_copied())
    }

    /// [`copied`](Self::copied), with an error when memory runs out.
    pub(super) fn try_copied(self) -> Result<Boxed<T, value::Layout>, ArrayError> {
        let layout = self.dynamic_layout();
        check_array::<T>(layout.size() as usize);
        if let Some(leaves) = compact_leaves(&layout) {
            return boxed(reordered(self, &leaves)?, layout);
        }
        let layout = value::Layout::row_major(layout.shape())?;
        // Every axis counts, also in nested modes.
        let leaves: Vec<usize> = (0..layout.leaf_count()).rev().collect();
        boxed(reordered(self, &leaves)?, layout)
    }
}

/// The leaves of a layout in the order of their strides, if its offsets are the numbers below its size, each once.
fn compact_leaves(layout: &value::Layout) -> Option<Vec<usize>> {
    let mut leaves: Vec<usize> = (0..layout.leaf_count()).collect();
    if layout.size() == 0 {
        return leaves.iter().all(|&k| layout.leaf(k).1 >= 0).then_some(leaves);
    }
    // The stride of a leaf with one coordinate does not matter.
    leaves.retain(|&k| layout.leaf(k).0 > 1);
    leaves.sort_unstable_by_key(|&k| layout.leaf(k).1);
    // Each stride is the product of the extents before it: a smaller one would repeat an offset, a greater one leave a gap.
    let mut product = 1;
    for &k in &leaves {
        let (extent, stride) = layout.leaf(k);
        if stride != product {
            return None;
        }
        product *= extent;
    }
    Some(leaves)
}
