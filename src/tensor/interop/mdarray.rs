//! Arrays of `mdarray`: any strides, also negative ones.

use super::ArrayLayout;
use super::foreign::{axes, check_rank, extents, extents_and_strides, row_major, with_memory};
use crate::tensor::{Boxed, View, ViewMut};
use core::ptr::NonNull;
use layout_core::{self as value, ArrayRule, LayoutError, Operand, Operation, Rule};
use mdarray::{Array, Layout, Shape, Slice, Strided, StridedMapping};

macro_rules! from_mdarray {
    ($View:ident, $array:ident: $Slice:ty, $pointer:expr) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// A view of an `mdarray` array, slice or view. Also `try_from` of both views.
            ///
            /// ```
            /// use mdarray::darray;
            /// use static_layout::*;
            /// let mut array = darray![[1, 2, 3], [4, 5, 6]];
            /// ViewMut::<_, Layout!((2, 3):(3, 1))>::from_mdarray(&mut array)?[(1, 0)] = 9;
            /// let rows = View::<_, Layout!((2, 3):(3, 1))>::from_mdarray(&array)?;
            /// assert_eq!((rows[(1, 0)], rows[(1, 2)]), (9, 6));
            /// let columns = array.transpose();
            /// assert_eq!(
            ///     View::<_, Layout!((3, 2):(2, 1))>::from_mdarray(&columns).err().unwrap().to_string(),
            ///     "cannot read the array (3,2):(1,3) as (3,2):(2,1): axis 0 has the stride 1, not 2"
            /// );
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an extent or a stride differs from a static one of `L`, or there are more than 32 axes.
            pub fn from_mdarray<S: Shape, M: Layout>($array: $Slice) -> Result<Self, LayoutError> {
                let layout = axes_of($array)?;
                // SAFETY: the pointer of a borrowed `Slice` is not null.
                let first = unsafe { NonNull::new_unchecked($pointer) };
                // SAFETY: V1 and V2: a `Slice` has an element for each index by these extents and strides, `first` is
                // the element of index 0, and the slice is borrowed for `'a`, exclusively for a `ViewMut`.
                unsafe { $View::over(first, layout) }.read_axes()
            }
        }
    };
}
from_mdarray! { View, array: &'a Slice<T, S, M>, array.as_ptr().cast_mut() }
from_mdarray! { ViewMut, array: &'a mut Slice<T, S, M>, array.as_mut_ptr() }

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// An `mdarray` view that borrows the elements. Also `mdarray::View::try_from`.
    ///
    /// ```
    /// use mdarray::{Dyn, view};
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let flipped = View::with_origin(&data, 3, layout!((2, 3):(-3, 1)))?;
    /// assert_eq!(flipped.to_mdarray::<(Dyn, Dyn)>()?, view![[4, 5, 6], [1, 2, 3]]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When a nested mode is not one extent and one stride, or `S` has another number of axes or another static extent.
    /// [`to_mdarray_copied`](Self::to_mdarray_copied) accepts any modes.
    pub fn to_mdarray<S: Shape>(self) -> Result<mdarray::View<'a, T, S, Strided>, LayoutError> {
        let view = self.to_flat()?;
        let mapping = mapping_of(&view.dynamic_layout())?;
        // SAFETY: V1 of the view: by these extents and strides each index has an element that is valid for reads during
        // `'a`.
        Ok(unsafe { mdarray::View::new_unchecked(view.first().as_ptr(), mapping) })
    }

    /// An `mdarray` array with a copy of the elements in C order. A nested mode of any strides is one axis.
    ///
    /// ```
    /// use mdarray::{Dyn, darray};
    /// use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4, 5, 6], layout!(((2, 2), 1):((1, 4), 0)))?;
    /// assert_eq!(view.to_mdarray_copied::<(Dyn, Dyn)>()?, darray![[1], [2], [5], [6]]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `S` has another number of axes, or another static extent.
    ///
    /// # Panics
    /// When no array of the size can exist, or there is no memory for it.
    pub fn to_mdarray_copied<S: Shape>(self) -> Result<Array<T, S>, LayoutError>
    where
        T: Clone,
    {
        let shape: S = shape_of(&extents(*self.layout_ref())?, &self.layout_ref().integers())?;
        let elements = Array::<T, (mdarray::Dyn,)>::from(with_memory(row_major(self))?);
        Ok(elements.into_shape(shape))
    }
}

impl<'a, T, L: ArrayLayout> ViewMut<'a, T, L> {
    /// An `mdarray` view that borrows the elements mutably. Also `mdarray::ViewMut::try_from`.
    ///
    /// ```
    /// use mdarray::Dyn;
    /// use static_layout::*;
    /// let mut data = [0; 4];
    /// let mut array = ViewMut::new(&mut data, layout!((2, 2):(1, 2)))?.to_mdarray_mut::<(Dyn, Dyn)>()?;
    /// array[[1, 0]] = 7;
    /// assert_eq!(data, [0, 7, 0, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When two coordinates share an element, a nested mode is not one extent and one stride, or `S` has another number
    /// of axes or another static extent.
    pub fn to_mdarray_mut<S: Shape>(
        self,
    ) -> Result<mdarray::ViewMut<'a, T, S, Strided>, LayoutError> {
        let view = self.to_flat()?;
        let layout = view.dynamic_layout();
        layout.disjoint()?;
        let mapping = mapping_of(&layout)?;
        // SAFETY: V1 and V2: by these extents and strides each index has an element that only this view uses during
        // `'a`; the view ends here, and `disjoint` found that each index has an element of its own.
        Ok(unsafe { mdarray::ViewMut::new_unchecked(view.first().as_ptr(), mapping) })
    }
}

copies! {
    /// A copy of an `mdarray` array, with the strides of `L`. See [`View::read_axes_copied`].
    ///
    /// ```
    /// use mdarray::darray;
    /// use static_layout::*;
    /// let array = darray![[1, 2], [3, 4]];
    /// let columns = Boxed::<_, Layout!((2, 2):(1, 2))>::from_mdarray_copied(&array)?;
    /// assert_eq!(columns.as_slice(), [1, 3, 2, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn from_mdarray_copied[S: Shape, M: Layout](array: &Slice<T, S, M>) = from_mdarray;
}

/// The layout of an `mdarray` array.
fn axes_of<T, S: Shape, M: Layout>(array: &Slice<T, S, M>) -> Result<value::Layout, LayoutError> {
    let rank = array.rank();
    axes((0..rank).map(|axis| array.dim(axis)), (0..rank).map(|axis| array.stride(axis)))
}

/// A flat layout as a mapping of `mdarray`.
fn mapping_of<S: Shape>(flat: &value::Layout) -> Result<StridedMapping<S>, LayoutError> {
    let (extents, strides) = extents_and_strides(flat);
    Ok(StridedMapping::new(shape_of(&extents, flat)?, &strides))
}

/// The shape `S` with the extents of the axes of a layout.
///
/// # Errors
/// When `S` has another number of axes or another static extent.
fn shape_of<S: Shape>(extents: &[usize], of: &value::Layout) -> Result<S, LayoutError> {
    check_rank(of, extents.len(), S::RANK.unwrap_or(extents.len()))?;
    has_extents::<S>(extents, 0, of)?;
    Ok(S::from_dims(extents))
}

/// Compares the static extents of `S` with the extents from `axis` on.
///
/// # Errors
/// At the first extent that differs.
fn has_extents<S: Shape>(
    extents: &[usize],
    axis: usize,
    of: &value::Layout,
) -> Result<(), LayoutError> {
    let Some(&extent) = extents.get(axis) else { return Ok(()) };
    match <S::Head as mdarray::Dim>::SIZE {
        Some(expected) if expected != extent => {
            let (found, expected) = (extent as i64, expected as i64);
            let rule = Rule::Array(ArrayRule::AxisExtent { axis, found, expected });
            Err(LayoutError::refused(Operation::Flat, Operand::Layout(*of), Operand::None, rule))
        }
        _ => has_extents::<S::Tail>(extents, axis + 1, of),
    }
}

conversions! {
    [T, S: Shape, M: Layout, L: ArrayLayout]
        &'a Slice<T, S, M> => View<'a, T, L>, LayoutError, View::from_mdarray;
    [T, S: Shape, M: Layout, L: ArrayLayout]
        &'a mut Slice<T, S, M> => ViewMut<'a, T, L>, LayoutError, ViewMut::from_mdarray;
    [T, S: Shape, L: ArrayLayout]
        View<'a, T, L> => mdarray::View<'a, T, S, Strided>, LayoutError, View::to_mdarray;
    [T, S: Shape, L: ArrayLayout]
        ViewMut<'a, T, L> => mdarray::ViewMut<'a, T, S, Strided>, LayoutError, ViewMut::to_mdarray_mut;
}
