//! Arrays of `arrow`: numbers in lists of fixed size, one level of lists for each axis after the first.
//!
//! | part | what becomes of it |
//! |---|---|
//! | integers, floats, also of 16 bits, dates, decimals: the primitive types of `arrow` | read and written as their native types |
//! | `FixedSizeList` | read and written: an axis for the values, and one for each level of lists |
//! | null values, in elements or lists | refused |
//! | `Boolean`, whose elements are bits; `FixedSizeBinary`, dictionaries, lists of other sizes | refused by the name of their type |
//! | `bf16`, `Complex` | not written: `arrow` has no such type; a level of lists of 2 holds complex numbers |
//! | `arrow.fixed_shape_tensor` | read by `from_arrow_tensor` |
//! | `arrow.variable_shape_tensor` | read by `from_arrow_tensors`, a view for each row |
//! | message `Tensor` of IPC, with strides and names | read by `from_arrow_ipc`, feature `arrow-ipc` |
//! | other extension types of a field | not looked at: an array lacks the field |

#[cfg(feature = "arrow-ipc")]
mod ipc;
mod tensors;

use super::foreign::{check_row_major, compact, extents, row_major};
use super::{ArrayError, ArrayLayout};
use crate::tensor::{Boxed, View};
use crate::types::PlainLayout;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, FixedSizeListArray, PrimitiveArray};
use arrow_buffer::{ArrowNativeType, Buffer, ScalarBuffer};
use arrow_schema::Field;
use core::panic::AssertUnwindSafe;

impl<'a, T: ArrowNativeType, L: ArrayLayout> View<'a, T, L> {
    /// A view of an `arrow` array of numbers `P` in lists of fixed size: the first axis has the values of the array,
    /// each further one a level of lists.
    ///
    /// ```
    /// use arrow_array::{FixedSizeListArray, types::Int32Type};
    /// use static_layout::{interop::*, *};
    /// let rows = [Some([1, 2, 3].map(Some)), Some([4, 5, 6].map(Some))];
    /// let array = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(rows, 3);
    /// let view = View::<i32, Layout!((?, 3):(3, 1))>::from_arrow::<Int32Type>(&array)?;
    /// assert_eq!(view[(1, 0)], 4);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When elements or lists are null, the elements have another type, or an extent or a stride differs from a static
    /// one of `L`.
    pub fn from_arrow<P: ArrowPrimitiveType<Native = T>>(
        array: &'a dyn Array,
    ) -> Result<Self, ArrayError> {
        let mut extents = Vec::from([array.len()]);
        let mut array = array;
        loop {
            if array.null_count() > 0 {
                return Err(ArrayError::Nulls { count: array.null_count() });
            }
            let Some(list) = array.as_fixed_size_list_opt() else { break };
            // `arrow` has no negative list sizes.
            extents.push(list.value_length().unsigned_abs() as usize);
            array = list.values().as_ref();
        }
        let Some(numbers) = array.as_primitive_opt::<P>() else {
            let found = format!("{}", array.data_type());
            return Err(ArrayError::Element { found, expected: core::any::type_name::<T>() });
        };
        Ok(View::dynamic(numbers.values(), 0, compact(&extents, false)?)?.read_axes()?)
    }

    /// An `arrow` array with a copy of the elements: the first mode has the values of the array, each further one is a
    /// level of lists.
    ///
    /// ```
    /// use arrow_array::{Array, types::Int32Type};
    /// use static_layout::{interop::*, *};
    /// let columns = View::new(&[1, 2, 3, 4, 5, 6], layout!((2, 3):(1, 2)))?;
    /// let array = columns.to_arrow_copied::<Int32Type>()?;
    /// assert_eq!(array.data_type().to_string(), "FixedSizeList(3 x non-null Int32)");
    /// let back = View::<i32, Layout!((2, 3):(3, 1))>::from_arrow::<Int32Type>(&array)?;
    /// assert_eq!((back[(0, 1)], back[(1, 2)]), (3, 6));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no mode, an extent after the first does not fit `i32`, or there is no memory for the copy.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_arrow_copied<P: ArrowPrimitiveType<Native = T>>(
        self,
    ) -> Result<ArrayRef, ArrayError> {
        let extents = extents(*self.layout_ref())?;
        let elements = row_major(self)?;
        lists::<P>(&extents, elements.into())
    }
}

impl<T: ArrowNativeType, L: ArrayLayout> Boxed<T, L> {
    /// A copy of an `arrow` array, with the strides of `L`. See [`View::read_axes_copied`]. With a
    /// [`dynamic::Layout`](layout_core::Layout) the copy has the rank of the array.
    ///
    /// ```
    /// use arrow_array::{PrimitiveArray, types::Float64Type};
    /// use static_layout::{interop::*, *};
    /// let array = PrimitiveArray::<Float64Type>::from(vec![1.0, 2.0]);
    /// let every_other = Boxed::<f64, Layout!((?,):(2,))>::from_arrow_copied::<Float64Type>(&array)?;
    /// assert_eq!(every_other[1], 2.0);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When elements or lists are null, the elements have another type, an extent differs from a static one of `L`, two
    /// coordinates of `L` would share an element, or there is no memory for the copy.
    pub fn from_arrow_copied<P: ArrowPrimitiveType<Native = T>>(
        array: &dyn Array,
    ) -> Result<Self, ArrayError> {
        L::copied(View::from_arrow::<P>(array)?)
    }
}

impl<T: ArrowNativeType, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// An `arrow` array that takes over the elements, with the axes of [`View::to_arrow_copied`].
    ///
    /// ```
    /// use arrow_array::{Array, types::Float32Type};
    /// use static_layout::{interop::*, *};
    /// let ours = Boxed::from_offsets(layout!((2, 3):row), |i| i as f32);
    /// let start = ours.as_slice().as_ptr();
    /// let array = ours.into_arrow::<Float32Type>()?;
    /// let view = View::<f32, Layout!((2, 3):row)>::from_arrow::<Float32Type>(&array)?;
    /// assert_eq!((view.as_ptr(), view[(1, 2)]), (start, 5.0));
    /// let columns = Boxed::filled(layout!((2, 3)), 0.0_f32);
    /// assert!(columns.into_arrow::<Float32Type>().is_err());
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements are not contiguous in C order ([`View::to_arrow_copied`] accepts any layout), there is no
    /// mode, or an extent after the first does not fit `i32`.
    pub fn into_arrow<P: ArrowPrimitiveType<Native = T>>(self) -> Result<ArrayRef, ArrayError>
    where
        L: Send + Sync,
    {
        let view = self.view();
        let extents = extents(*view.layout_ref())?;
        let view = view.to_flat()?;
        let count = check_row_major(&view.dynamic_layout())?.size() as usize;
        let first = view.first().cast::<u8>();
        // The buffer only drops the owner, so a panic cannot show it in an inconsistent state.
        let owner = AssertUnwindSafe(self);
        // SAFETY: M: `check_row_major` found that `count` contiguous elements start at `first`. They are in the heap
        // allocation of `owner`, which does not move with it, and which nothing writes until the buffer drops `owner`.
        let buffer = unsafe {
            Buffer::from_custom_allocation(first, count * size_of::<T>(), Arc::new(owner))
        };
        lists::<P>(&extents, ScalarBuffer::new(buffer, 0, count))
    }
}

/// An array over the buffer `elements`: as many values as the first extent, in lists of the other extents, the last
/// extent innermost.
fn lists<P: ArrowPrimitiveType>(
    extents: &[usize],
    elements: ScalarBuffer<P::Native>,
) -> Result<ArrayRef, ArrayError> {
    let [first, inner @ ..] = extents else {
        return Err(ArrayError::Format("an arrow array has an axis".into()));
    };
    let mut array: ArrayRef = Arc::new(PrimitiveArray::<P>::new(elements, None));
    for (level, &extent) in inner.iter().enumerate().rev() {
        let size = i32::try_from(extent)
            .map_err(|_| ArrayError::Format(format!("a list of {extent} is past {}", i32::MAX)))?;
        let field = Arc::new(Field::new_list_field(array.data_type().clone(), false));
        let count = inner[..level].iter().product::<usize>() * first;
        let list = FixedSizeListArray::try_new_with_length(field, size, array, None, count);
        array = Arc::new(list.map_err(|error| ArrayError::Format(format!("{error}")))?);
    }
    Ok(array)
}
