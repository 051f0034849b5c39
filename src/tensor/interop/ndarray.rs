//! Arrays of `ndarray`: any strides, also negative ones.

use super::ArrayLayout;
use super::foreign::{axes, check_rank, extents, extents_and_strides, row_major, with_memory};
use crate::tensor::{Boxed, View, ViewMut};
use alloc::vec::Vec;
use core::ptr::NonNull;
use layout_core::{self as value, LayoutError, Operand, Operation, Rule};
use ndarray::{
    Array, ArrayBase, ArrayView, ArrayViewMut, Axis, Dimension, IxDyn, RawData, ShapeBuilder,
    StrideShape,
};

macro_rules! from_ndarray {
    ($View:ident, $ArrayView:ident, $pointer:expr) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// A view of an `ndarray` array. Also `try_from` of both views.
            ///
            /// ```
            /// use ndarray::{array, s};
            /// use static_layout::*;
            /// let mut array = array![[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]];
            /// ViewMut::<_, Layout!((3, 4):(4, 1))>::from_ndarray(array.view_mut())?[(2, 3)] = 12;
            /// let rows = View::<_, Layout!((?, 4):(4, 1))>::from_ndarray(array.view())?;
            /// assert_eq!(rows[(2, 3)], 12);
            /// let part = View::<_, dynamic::Layout>::from_ndarray(array.slice(s![..;-2, 1..]))?;
            /// assert_eq!(part.dynamic_layout().to_string(), "(2,3):(-8,1)");
            /// assert_eq!(
            ///     View::<_, Layout!((3, 4):(1, 3))>::from_ndarray(array.view()).err().unwrap().to_string(),
            ///     "cannot read the array (3,4):(4,1) as (3,4):(1,3): axis 0 has the stride 4, not 1"
            /// );
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an extent or a stride differs from a static one of `L`, or there are more than 32 axes.
            pub fn from_ndarray<D: Dimension>(
                array: $ArrayView<'a, T, D>,
            ) -> Result<Self, LayoutError> {
                let layout = axes(array.shape().iter().copied(), array.strides().iter().copied())?;
                let Some(first) = NonNull::new($pointer(array)) else {
                    unreachable!("arrays have no null pointer")
                };
                // SAFETY: V1 and V2: an array view has an element for each index by these extents and strides, and
                // `first` is the element of index 0. It borrows them for `'a`, a mutable one exclusively, and ends
                // here.
                unsafe { $View::over(first, layout) }.read_axes()
            }
        }
    };
}
from_ndarray! { View, ArrayView, |array: ArrayView<'a, T, D>| array.as_ptr().cast_mut() }
from_ndarray! { ViewMut, ArrayViewMut, |mut array: ArrayViewMut<'a, T, D>| array.as_mut_ptr() }

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// An `ndarray` view that borrows the elements. Also `ArrayView::try_from`.
    ///
    /// ```
    /// use ndarray::{ArrayView2, array};
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let view = View::with_origin(&data, 3, layout!((2, (3, 1)):(-3, (1, 9))))?;
    /// let array: ArrayView2<i32> = view.to_ndarray()?;
    /// assert_eq!(array, array![[4, 5, 6], [1, 2, 3]]);
    /// let refused = View::new(&data, layout!(((2, 2), 1):((1, 4), 0)))?.to_ndarray::<ndarray::Ix2>();
    /// assert!(refused.unwrap_err().to_string().contains("axis 0 has no stride of its own: 2:1 continues at 4"));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When a nested mode is not one extent and one stride, or `D` has another number of axes.
    /// [`to_ndarray_copied`](Self::to_ndarray_copied) accepts any modes.
    pub fn to_ndarray<D: Dimension>(self) -> Result<ArrayView<'a, T, D>, LayoutError> {
        let view = self.to_flat()?;
        let Turned { shape, least, axes } = Turned::of::<D>(&view.dynamic_layout())?;
        // SAFETY: V1: counted from the least offset, the absolute strides give each index an offset of the view, whose
        // elements are valid for reads during `'a`. Their number and reach fit `isize`, as for every layout.
        let array = unsafe {
            ArrayView::from_shape_ptr(shape, view.first().offset(least).as_ptr().cast_const())
        };
        Ok(Turned::turn(&axes, array))
    }

    /// An `ndarray` array with a copy of the elements in C order. A nested mode of any strides is one axis.
    ///
    /// ```
    /// use ndarray::{Ix2, array};
    /// use static_layout::*;
    /// let view = View::new(&[1, 2, 3, 4, 5, 6], layout!(((2, 2), 1):((1, 4), 0)))?;
    /// assert_eq!(view.to_ndarray_copied::<Ix2>()?, array![[1], [2], [5], [6]]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When `D` has another number of axes.
    ///
    /// # Panics
    /// When no array of the size can exist, or there is no memory for it.
    pub fn to_ndarray_copied<D: Dimension>(self) -> Result<Array<T, D>, LayoutError>
    where
        T: Clone,
    {
        let extents = extents(*self.layout_ref())?;
        let (layout, rank) = (self.layout_ref().integers(), D::NDIM.unwrap_or(extents.len()));
        check_rank(&layout, extents.len(), rank)?;
        match Array::from_shape_vec(IxDyn(&extents), with_memory(row_major(self))?) {
            Ok(array) => Ok(array
                .into_dimensionality()
                .unwrap_or_else(|_| unreachable!("the ranks were compared"))),
            Err(_) => unreachable!("as many elements as coordinates"),
        }
    }
}

impl<'a, T, L: ArrayLayout> ViewMut<'a, T, L> {
    /// An `ndarray` view that borrows the elements mutably. Also `ArrayViewMut::try_from`.
    ///
    /// ```
    /// use ndarray::Ix2;
    /// use static_layout::*;
    /// let mut data = [0; 4];
    /// let view = ViewMut::new(&mut data, layout!((2, 2):(1, 2)))?;
    /// view.to_ndarray_mut::<Ix2>()?[[1, 0]] = 7;
    /// assert_eq!(data, [0, 7, 0, 0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// * When a nested mode is not one extent and one stride, or `D` has another number of axes.
    /// * When two coordinates share an element.
    /// * When a stride is less than the reach of the smaller strides, such as 3 in `(3,2):(2,3)`: `ndarray` requires
    ///   this of mutable arrays, even if no two coordinates share an element.
    pub fn to_ndarray_mut<D: Dimension>(self) -> Result<ArrayViewMut<'a, T, D>, LayoutError> {
        let view = self.to_flat()?;
        let layout = view.dynamic_layout();
        layout.disjoint()?;
        check_strides_step_over(&layout)?;
        let Turned { shape, least, axes } = Turned::of::<D>(&layout)?;
        // SAFETY: V1 and V2: counted from the least offset, the absolute strides give each index an offset of the view,
        // which had the elements alone and ends here. `disjoint` found that each index has an element of its own, and
        // `check_strides_step_over` found the further condition of `ndarray` for mutable arrays.
        let array =
            unsafe { ArrayViewMut::from_shape_ptr(shape, view.first().offset(least).as_ptr()) };
        Ok(Turned::turn(&axes, array))
    }
}

copies! {
    /// A copy of an `ndarray` array, with the strides of `L`. See [`View::read_axes_copied`].
    ///
    /// ```
    /// use ndarray::array;
    /// use static_layout::*;
    /// let array = array![[1, 2], [3, 4], [5, 6]];
    /// let columns = Boxed::<_, Layout!((?, 2):(1, ?))>::from_ndarray_copied(array.view())?;
    /// assert_eq!(columns.as_slice(), [1, 3, 5, 2, 4, 6]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn from_ndarray_copied[D: Dimension](array: ArrayView<'_, T, D>) = from_ndarray;
}

/// A flat layout as `ndarray` makes arrays: with absolute strides, from the least offset on. The axes with a negative
/// stride are reversed afterwards.
struct Turned {
    shape: StrideShape<IxDyn>,
    /// The least offset, in elements.
    least: isize,
    /// The axes with a negative stride.
    axes: Vec<Axis>,
}

impl Turned {
    /// The form of a layout as an array of dimension `D`.
    ///
    /// # Errors
    /// When `D` has another number of axes.
    fn of<D: Dimension>(flat: &value::Layout) -> Result<Self, LayoutError> {
        let (extents, strides) = extents_and_strides(flat);
        check_rank(flat, extents.len(), D::NDIM.unwrap_or(extents.len()))?;
        let shape = IxDyn(&extents);
        if flat.size() == 0 {
            return Ok(Turned { shape: shape.into(), least: 0, axes: Vec::new() });
        }
        let (mut least, mut axes, mut steps) = (0, Vec::new(), shape.clone());
        for (axis, stride) in strides.iter().enumerate() {
            steps[axis] = stride.unsigned_abs();
            if *stride < 0 {
                least += stride * (extents[axis] as isize - 1);
                axes.push(Axis(axis));
            }
        }
        Ok(Turned { shape: shape.strides(steps), least, axes })
    }

    /// The array with the given axes reversed.
    fn turn<S: RawData, D: Dimension>(
        axes: &[Axis],
        mut array: ArrayBase<S, IxDyn>,
    ) -> ArrayBase<S, D> {
        axes.iter().for_each(|&axis| array.invert_axis(axis));
        array.into_dimensionality().unwrap_or_else(|_| unreachable!("the ranks were compared"))
    }
}

/// Checks that each stride, in ascending order, is at least the reach of the smaller strides: the rule of `ndarray` for
/// mutable arrays.
///
/// # Errors
/// At the first stride that is less.
fn check_strides_step_over(flat: &value::Layout) -> Result<(), LayoutError> {
    if flat.size() == 0 {
        return Ok(());
    }
    let moves = (0..flat.leaf_count()).map(|k| flat.leaf(k)).filter(|&(extent, _)| extent > 1);
    let mut moves: Vec<_> = moves.map(|(extent, stride)| (stride.abs(), extent)).collect();
    moves.sort_unstable();
    let mut covered = 1;
    for (stride, extent) in moves {
        if stride < covered {
            let (rule, layout) = (Rule::Overlap { stride, covered }, Operand::Layout(*flat));
            return Err(LayoutError::refused(Operation::Flat, layout, Operand::None, rule));
        }
        covered += (extent - 1) * stride;
    }
    Ok(())
}

conversions! {
    [T, D: Dimension, L: ArrayLayout] ArrayView<'a, T, D> => View<'a, T, L>, LayoutError, View::from_ndarray;
    [T, D: Dimension, L: ArrayLayout] ArrayViewMut<'a, T, D> => ViewMut<'a, T, L>, LayoutError, ViewMut::from_ndarray;
    [T, D: Dimension, L: ArrayLayout] View<'a, T, L> => ArrayView<'a, T, D>, LayoutError, View::to_ndarray;
    [T, D: Dimension, L: ArrayLayout] ViewMut<'a, T, L> => ArrayViewMut<'a, T, D>, LayoutError, ViewMut::to_ndarray_mut;
}
