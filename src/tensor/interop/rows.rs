//! Arrays of arrays `[[T; N]]`, and slices of slices.

use super::foreign::{axes, check_rank, extents, row_major_view, space, with_memory};
use super::{ArrayError, ArrayLayout};
use crate::tensor::{Boxed, View, ViewMut};
use crate::types::PlainLayout;
use alloc::vec::Vec;
use layout_core::{self as value, LayoutError, Operand, Operation, Rule};

macro_rules! from_rows {
    ($View:ident, $Rows:ty, $flattened:ident) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// A view of a slice of arrays, with the axes `(rows, N)`.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut rows = [[1, 2, 3], [4, 5, 6]];
            /// ViewMut::<_, Layout!((?, 3):(3, 1))>::from_rows(&mut rows)?[(1, 0)] = 9;
            /// assert_eq!(View::<_, Layout!((2, 3):(3, 1))>::from_rows(&rows)?[(1, 0)], 9);
            /// assert_eq!(
            ///     View::<_, Layout!((3, 3):(3, 1))>::from_rows(&rows).err().unwrap().to_string(),
            ///     "cannot read the array (2,3):(3,1) as (3,3):(3,1): axis 0 has the extent 2, not 3"
            /// );
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When an extent or a stride differs from a static one of `L`.
            pub fn from_rows<const N: usize>(rows: $Rows) -> Result<Self, LayoutError> {
                let layout = axes([rows.len(), N], [N as isize, 1])?;
                $View::dynamic(rows.$flattened(), 0, layout)?.read_axes()
            }
        }
    };
}
from_rows! { View, &'a [[T; N]], as_flattened }
from_rows! { ViewMut, &'a mut [[T; N]], as_flattened_mut }

impl<'a, T, L: ArrayLayout> View<'a, T, L> {
    /// Each row as a slice, if the elements of a row are contiguous.
    ///
    /// ```
    /// use static_layout::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let view = View::with_origin(&data, 4, layout!((3, 2):(-2, 1)))?;
    /// assert_eq!(view.to_rows()?, [[5, 6], [3, 4], [1, 2]]);
    /// assert_eq!(
    ///     View::new(&data, layout!((2, 3):(1, 2)))?.to_rows().unwrap_err().to_string(),
    ///     "cannot read the array (2,3):(1,2) as (2,3):(?,1): axis 1 has the stride 2, not 1"
    /// );
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When there are not two modes of one extent and one stride, or the last stride is not 1.
    /// [`to_rows_copied`](Self::to_rows_copied) accepts any strides.
    ///
    /// # Panics
    /// When there is no memory for the list of rows.
    pub fn to_rows(self) -> Result<Vec<&'a [T]>, LayoutError> {
        let view = self.to_flat()?;
        let layout = view.dynamic_layout();
        check_rank(&layout, layout.leaf_count(), 2)?;
        let ((rows, down), (columns, right)) = (layout.leaf(0), layout.leaf(1));
        if rows > 0 && columns > 1 && right != 1 {
            return Err(row_stride_error(&layout));
        }
        let row = |i: i64| {
            let first = if columns == 0 {
                view.first()
            } else {
                // SAFETY: V1: coordinate `(i, 0)` has this offset, and exists because `i < rows` and `columns > 0`.
                unsafe { view.first().offset((i * down) as isize) }
            };
            // SAFETY: V1: the stride of the columns is 1, so the coordinates `(i, j)` have contiguous elements
            // from `first` on, valid for reads during `'a`. A row of no columns is an empty slice at an aligned
            // pointer.
            unsafe { core::slice::from_raw_parts(first.as_ptr(), columns as usize) }
        };
        let mut out = with_memory(space(rows as usize))?;
        out.extend((0..rows).map(row));
        Ok(out)
    }

    /// A copy of the elements as a vector of rows.
    ///
    /// ```
    /// use static_layout::*;
    /// let columns = View::new(&[1, 2, 3, 4, 5, 6], layout!((2, 3):(1, 2)))?;
    /// assert_eq!(columns.to_rows_copied()?, [[1, 3, 5], [2, 4, 6]]);
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When there are not two modes.
    ///
    /// # Panics
    /// When no array of the size can exist, or there is no memory for it.
    pub fn to_rows_copied(self) -> Result<Vec<Vec<T>>, LayoutError>
    where
        T: Clone,
    {
        let extents = extents(*self.layout_ref())?;
        check_rank(&self.layout_ref().integers(), extents.len(), 2)?;
        with_memory(rows_of(row_major_view(self)?, extents[0], extents[1]))
    }
}

/// The elements of a view, `len` after each other in each row.
///
/// # Errors
/// When there is no memory for them.
fn rows_of<T: Clone>(
    view: View<'_, T, value::Layout>,
    rows: usize,
    len: usize,
) -> Result<Vec<Vec<T>>, ArrayError> {
    let (mut elements, mut out) = (view.elements(), space(rows)?);
    for _ in 0..rows {
        let mut row = space(len)?;
        row.extend(elements.by_ref().take(len).cloned());
        out.push(row);
    }
    Ok(out)
}

/// The error for a matrix whose columns do not have stride 1.
fn row_stride_error(layout: &value::Layout) -> LayoutError {
    let (rows, columns) = (layout.leaf(0), layout.leaf(1));
    let leaf = value::IntTuple::leaf;
    let unknown = |stride: i64| value::IntTuple::unknown(if stride < 0 { -1 } else { 0 });
    let pattern = value::IntTuple::tuple(&[leaf(rows.0), leaf(columns.0)]).and_then(|shape| {
        Ok(value::internal::unchecked_layout(
            shape,
            value::IntTuple::tuple(&[unknown(rows.1), leaf(1)])?,
        ))
    });
    match pattern.and_then(|pattern| layout.read_axes(&pattern)) {
        Err(error) => error,
        Ok(_) => unreachable!("the stride was found not to be 1"),
    }
}

impl<T: Clone, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// A copy of a slice of slices or vectors, with the strides of `L`. See [`View::read_axes_copied`].
    ///
    /// Each row is an allocation of its own, so no view has all of them.
    ///
    /// ```
    /// use static_layout::*;
    /// let rows = vec![vec![1, 2, 3], vec![4, 5, 6]];
    /// let columns = Boxed::<_, Layout!((?, ?):(1, ?))>::from_rows_copied(&rows)?;
    /// assert_eq!(columns.as_slice(), [1, 4, 2, 5, 3, 6]);
    /// let ragged = Boxed::<_, Layout!((?, ?):(1, ?))>::from_rows_copied(&[&[1, 2][..], &[3]]);
    /// assert_eq!(
    ///     ragged.err().unwrap().to_string(),
    ///     "cannot read the array (2,2):(2,1): the sizes 1 and 2 differ"
    /// );
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When rows differ in length, an extent differs from the extent of `L`, or two coordinates of `L` would share an
    /// element.
    ///
    /// # Panics
    /// When there is no memory for the copy.
    pub fn from_rows_copied<R: AsRef<[T]>>(rows: &[R]) -> Result<Self, LayoutError> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        let layout = axes([rows.len(), columns], [columns as isize, 1])?;
        if let Some(row) = rows.iter().find(|row| row.as_ref().len() != columns) {
            let rule = Rule::Sizes { left: row.as_ref().len() as i64, right: columns as i64 };
            let array = Operand::Layout(layout);
            return Err(LayoutError::refused(Operation::ReadArray, array, Operand::None, rule));
        }
        let mut data = with_memory(space(layout.size() as usize))?;
        data.extend(rows.iter().flat_map(|row| row.as_ref()).cloned());
        View::dynamic(&data, 0, layout)?.read_axes_copied()
    }
}
