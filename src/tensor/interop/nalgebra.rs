//! Matrices of `nalgebra`: two axes, positive strides.

use super::ArrayLayout;
use super::foreign::{all, axes, check_rank, extents, extents_and_strides, with_memory};
use crate::tensor::{Boxed, View, ViewMut};
use core::ptr::NonNull;
use layout_core::{self as value, LayoutError, Operand, Operation, Rule};
use nalgebra::{
    DMatrix, Dim, Dyn, Matrix, MatrixView, MatrixViewMut, RawStorage, RawStorageMut, ViewStorage,
    ViewStorageMut,
};

/// A view of `nalgebra` with run-time extents and strides.
type DynView<'a, T> = MatrixView<'a, T, Dyn, Dyn, Dyn, Dyn>;
/// A mutable view of `nalgebra` with run-time extents and strides.
type DynViewMut<'a, T> = MatrixViewMut<'a, T, Dyn, Dyn, Dyn, Dyn>;

macro_rules! from_nalgebra {
    ($View:ident, $matrix:ident: $Matrix:ty, $RawStorage:ident, $pointer:expr) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// A view of an `nalgebra` matrix or vector, with the axes `(rows, columns)`. Also `try_from` of both views.
            ///
            /// ```
            /// use nalgebra::{Matrix2x3, Vector4};
            /// use static_layout::*;
            /// let mut matrix = Matrix2x3::new(1, 2, 3, 4, 5, 6);
            /// ViewMut::<_, Layout!((?, ?):(1, ?))>::from_nalgebra(&mut matrix)?[(1, 0)] = 9;
            /// let view = View::<_, Layout!((2, 3):(1, 2))>::from_nalgebra(&matrix)?;
            /// assert_eq!((view[(1, 0)], size_of_val(&view)), (9, size_of::<usize>()));
            /// let vector = Vector4::new(1, 2, 3, 4);
            /// assert_eq!(View::<_, Layout!((4, 1):(1, 0))>::from_nalgebra(&vector)?[(2, 0)], 3);
            /// assert_eq!(
            ///     View::<_, Layout!((2, 3):(3, 1))>::from_nalgebra(&matrix).err().unwrap().to_string(),
            ///     "cannot read the array (2,3):(1,2) as (2,3):(3,1): axis 0 has the stride 1, not 3"
            /// );
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an extent or a stride differs from a static one of `L`.
            pub fn from_nalgebra<R: Dim, C: Dim, S: $RawStorage<T, R, C>>(
                $matrix: $Matrix,
            ) -> Result<Self, LayoutError> {
                let layout = axes_of($matrix.shape(), $matrix.strides())?;
                // SAFETY: the pointer of a borrowed storage points to an element, or is dangling, and is not null.
                let first = unsafe { NonNull::new_unchecked($pointer) };
                // SAFETY: V1 and V2: a storage has an element for each row and column by these strides, `first` is the
                // element of (0, 0), and the storage is borrowed for `'a`, exclusively for a `ViewMut`, whose
                // `RawStorageMut` promises that the elements differ.
                unsafe { $View::over(first, layout) }.read_axes()
            }
        }
    };
}
from_nalgebra! { View, matrix: &'a Matrix<T, R, C, S>, RawStorage, matrix.as_ptr().cast_mut() }
from_nalgebra! { ViewMut, matrix: &'a mut Matrix<T, R, C, S>, RawStorageMut, matrix.data.ptr_mut() }

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// An `nalgebra` view that borrows the elements, with run-time extents and strides. Also `MatrixView::try_from`.
    ///
    /// ```
    /// use nalgebra::RowVector3;
    /// use static_layout::*;
    /// let data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let rows = View::new(&data, layout!((2, 3):(3, 1)))?;
    /// assert_eq!(rows.to_nalgebra()?.row_sum(), RowVector3::new(5.0, 7.0, 9.0));
    /// assert_eq!(
    ///     View::with_origin(&data, 3, layout!((2, 3):(-3, 1)))?.to_nalgebra().unwrap_err().to_string(),
    ///     "no flat layout is (2,3):(-3,1): the stride -3 is negative"
    /// );
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When there are not two modes of one extent and one positive stride, which `nalgebra` requires.
    /// [`to_nalgebra_copied`](Self::to_nalgebra_copied) accepts any two modes.
    pub fn to_nalgebra(self) -> Result<DynView<'a, T>, LayoutError> {
        let view = self.to_flat()?;
        let (extents, strides) = matrix_of(&view.dynamic_layout())?;
        // SAFETY: V1 of the view: by these extents and strides each row and column has an element that is valid for
        // reads during `'a`.
        let storage =
            unsafe { ViewStorage::from_raw_parts(view.first().as_ptr(), extents, strides) };
        Ok(Matrix::from_data(storage))
    }

    /// An `nalgebra` matrix with a copy of the elements.
    ///
    /// ```
    /// use nalgebra::Matrix2x3;
    /// use static_layout::*;
    /// let reversed = View::with_origin(&[1, 2, 3, 4, 5, 6], 3, layout!((2, 3):(-3, 1)))?;
    /// assert_eq!(reversed.to_nalgebra_copied()?, Matrix2x3::new(4, 5, 6, 1, 2, 3));
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When there are not two modes.
    ///
    /// # Panics
    /// When no array of the size can exist, or there is no memory for it.
    pub fn to_nalgebra_copied(self) -> Result<DMatrix<T>, LayoutError>
    where
        T: nalgebra::Scalar,
    {
        let extents = extents(*self.layout_ref())?;
        check_rank(&self.layout_ref().integers(), extents.len(), 2)?;
        // Both are column-major: rows vary fastest.
        let elements = with_memory(all(self.as_dynamic()))?;
        Ok(DMatrix::from_vec(extents[0], extents[1], elements))
    }
}

impl<'a, T, L: ArrayLayout> ViewMut<'a, T, L> {
    /// An `nalgebra` view that borrows the elements mutably. Also `MatrixViewMut::try_from`.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut data = [1.0, 2.0, 3.0, 4.0];
    /// let mut matrix = ViewMut::new(&mut data, layout!((2, 2):(2, 1)))?.to_nalgebra_mut()?;
    /// matrix.row_mut(1).fill(0.0);
    /// assert_eq!(data, [1.0, 2.0, 0.0, 0.0]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When two coordinates share an element, or there are not two modes of one extent and one positive stride, which
    /// `nalgebra` requires.
    pub fn to_nalgebra_mut(self) -> Result<DynViewMut<'a, T>, LayoutError> {
        let view = self.to_flat()?;
        let layout = view.dynamic_layout();
        layout.disjoint()?;
        let (extents, strides) = matrix_of(&layout)?;
        // SAFETY: V1 and V2: by these extents and strides each row and column has an element that only this view uses
        // during `'a`; the view ends here, and `disjoint` found that each coordinate has an element of its own.
        let storage =
            unsafe { ViewStorageMut::from_raw_parts(view.first().as_ptr(), extents, strides) };
        Ok(Matrix::from_data(storage))
    }
}

copies! {
    /// A copy of an `nalgebra` matrix, with the strides of `L`. See [`View::read_axes_copied`].
    ///
    /// ```
    /// use nalgebra::Matrix2;
    /// use static_layout::*;
    /// let matrix = Matrix2::new(1, 2, 3, 4);
    /// let rows = Boxed::<_, Layout!((?, ?):(?, 1))>::from_nalgebra_copied(&matrix)?;
    /// assert_eq!(rows.as_slice(), [1, 2, 3, 4]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn from_nalgebra_copied[R: Dim, C: Dim, S: RawStorage<T, R, C>](matrix: &Matrix<T, R, C, S>) = from_nalgebra;
}

/// The layout of a matrix with these extents and strides, `(rows, columns)`.
fn axes_of(shape: (usize, usize), strides: (usize, usize)) -> Result<value::Layout, LayoutError> {
    axes(<[usize; 2]>::from(shape), [strides.0 as isize, strides.1 as isize])
}

/// The extents and strides of a flat layout, `(rows, columns)` each, as `nalgebra` has them.
///
/// # Errors
/// When there are not two modes of positive strides.
#[expect(clippy::type_complexity, reason = "two pairs")]
fn matrix_of(flat: &value::Layout) -> Result<((Dyn, Dyn), (Dyn, Dyn)), LayoutError> {
    let (extents, strides) = extents_and_strides(flat);
    check_rank(flat, extents.len(), 2)?;
    let mut steps = [1, extents[0].max(1)];
    for (axis, step) in steps.iter_mut().enumerate() {
        let (extent, stride) = (extents[axis] as i64, strides[axis] as i64);
        // The iterators of `nalgebra` compare the addresses of columns, so no stride may be 0, even of an axis
        // with fewer than two coordinates: such an axis keeps its stride in `steps`.
        if extent < 2 || flat.size() == 0 {
            continue;
        }
        let rule = match stride {
            ..0 => Rule::NegativeStride { stride },
            0 => Rule::Repeats { extent },
            1.. => {
                *step = stride as usize;
                continue;
            }
        };
        let layout = Operand::Layout(*flat);
        return Err(LayoutError::refused(Operation::Flat, layout, Operand::None, rule));
    }
    Ok(((Dyn(extents[0]), Dyn(extents[1])), (Dyn(steps[0]), Dyn(steps[1]))))
}

conversions! {
    [T, R: Dim, C: Dim, S: RawStorage<T, R, C>, L: ArrayLayout]
        &'a Matrix<T, R, C, S> => View<'a, T, L>, LayoutError, View::from_nalgebra;
    [T, R: Dim, C: Dim, S: RawStorageMut<T, R, C>, L: ArrayLayout]
        &'a mut Matrix<T, R, C, S> => ViewMut<'a, T, L>, LayoutError, ViewMut::from_nalgebra;
    [T, L: ArrayLayout] View<'a, T, L> => DynView<'a, T>, LayoutError, View::to_nalgebra;
    [T, L: ArrayLayout] ViewMut<'a, T, L> => DynViewMut<'a, T>, LayoutError, ViewMut::to_nalgebra_mut;
}
