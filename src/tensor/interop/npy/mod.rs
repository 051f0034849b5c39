//! NumPy's files: `.npy`, one array, and `.npz`, an archive of them.

mod header;
#[cfg(feature = "npz")]
mod npz;

#[cfg(feature = "npz")]
pub use npz::Npz;

use super::bytes::{check_length, elements, elements_copied};
use super::foreign::{extents, row_major};
use super::{ArrayElement, ArrayError, ArrayLayout};
use crate::tensor::{Boxed, Tensor, View};
use crate::types::PlainLayout;
use alloc::vec::Vec;
use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use header::{NpyHeader, header};

impl<'a, T: ArrayElement, L: ArrayLayout> View<'a, T, L> {
    /// A view of the elements of an `.npy` file, given by its bytes: C or Fortran order, elements of plain types.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let file = include_bytes!("../../../../examples/data/digits_labels.npy");
    /// let labels = View::<u8, Layout!((?,):(1,))>::from_npy(file)?;
    /// assert_eq!((labels.layout().to_string(), labels[3]), ("(1797):(1)".into(), 3));
    /// assert_eq!(
    ///     View::<i8, dynamic::Layout>::from_npy(file).err().unwrap().to_string(),
    ///     "the elements are '|u1', not i8"
    /// );
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the file is malformed, too short or too long, the elements have another type or byte order, or are not
    /// aligned in `bytes`, or an extent or a stride differs from a static one of `L`.
    pub fn from_npy(bytes: &'a [u8]) -> Result<Self, ArrayError>
    where
        T: CheckedBitPattern,
    {
        let (header, bytes) = NpyHeader::split(bytes)?;
        if !header.is_native::<T>()? {
            return Err(ArrayError::ByteOrder);
        }
        let layout = header.layout()?;
        check_length::<T>(bytes, &layout)?;
        Ok(View::dynamic(elements(bytes)?, 0, layout)?.read_axes()?)
    }

    /// The bytes of an `.npy` file, version 1.0, with a copy of the elements in C order and native byte order. A nested
    /// mode of any strides is one axis.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let columns = View::new(&[1_i16, 2, 3, 4, 5, 6], layout!((2, 3):(1, 2)))?;
    /// let file = columns.to_npy_copied()?;
    /// let back = Boxed::<i16, Layout!((2, 3):(1, 2))>::from_npy_copied(&file)?;
    /// assert_eq!(back.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When NumPy has no name for the element type: `bf16`.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_npy_copied(self) -> Result<Vec<u8>, ArrayError>
    where
        T: NoUninit,
    {
        let mut out = header::<T>(&extents(*self.layout_ref())?)?;
        out.extend_from_slice(bytemuck::cast_slice(&row_major(self)?));
        Ok(out)
    }
}

impl<T: ArrayElement + NoUninit, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// The bytes of an `.npy` file with a copy of the elements: [`View::to_npy_copied`].
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let file = Boxed::filled(layout!((2, 3):row), 5.0_f32).to_npy_copied()?;
    /// let back = View::<f32, Layout!((2, 3):(3, 1))>::from_npy(&file)?;
    /// assert_eq!(back[(1, 2)], 5.0);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When NumPy has no name for the element type: `bf16`.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_npy_copied(&self) -> Result<Vec<u8>, ArrayError> {
        self.view().to_npy_copied()
    }
}

impl<T: ArrayElement + CheckedBitPattern, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// A copy of the elements of an `.npy` file, with the strides of `L`. See [`View::read_axes_copied`]. The elements
    /// in the file need not be aligned, and may have either byte order.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let file = include_bytes!("../../../../examples/data/digits.npy");
    /// let digits = Boxed::<f32, Layout!((?, 64):(64, 1))>::from_npy_copied(file)?;
    /// assert_eq!(digits.layout().to_string(), "(1797,64):(64,1)");
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the file is malformed, too short or too long, the elements have another type, an extent differs from a
    /// static one of `L`, or two coordinates of `L` would share an element.
    pub fn from_npy_copied(bytes: &[u8]) -> Result<Self, ArrayError> {
        let (header, bytes) = NpyHeader::split(bytes)?;
        let is_native = header.is_native::<T>()?;
        let layout = header.layout()?;
        check_length::<T>(bytes, &layout)?;
        let elements = elements_copied(bytes, !is_native)?;
        Ok(View::dynamic(&elements, 0, layout)?.read_axes_copied()?)
    }
}
