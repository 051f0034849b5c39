//! Files of NumPy: `.npy`, one array, and `.npz`, archives of them.

mod header;
#[cfg(feature = "npz")]
mod npz;

#[cfg(feature = "npz")]
pub use npz::Npz;

use super::bytes::{check_length, elements, elements_copied};
use super::foreign::{extents, row_major};
use super::{ArrayElement, ArrayError, ArrayLayout};
use crate::layout::PlainLayout;
use crate::tensor::{Boxed, View};
use alloc::vec::Vec;
use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use header::{NpyHeader, header};

impl<'a, T: ArrayElement, L: ArrayLayout> View<'a, T, L> {
    /// The elements of an `.npy` file, given by its bytes: C and Fortran order, plain types of elements.
    ///
    /// ```
    /// use static_layout::*;
    /// let file = include_bytes!("../../../examples/data/digits_labels.npy");
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
    /// When the file is malformed, too short or too long; when it holds other elements, or their bytes in the other
    /// order; when they are not aligned where the bytes are; and as [`read_axes`](Self::read_axes).
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

    /// The bytes of an `.npy` file of version 1.0, in C order, the bytes of the elements in the order of this
    /// machine. A copy: nested modes of any strides are one axis.
    ///
    /// ```
    /// use static_layout::*;
    /// let columns = View::new(&[1_i16, 2, 3, 4, 5, 6], layout!((2, 3):(1, 2)))?;
    /// let file = columns.to_npy_copied()?;
    /// let back = Boxed::<i16, Layout!((2, 3):(1, 2))>::from_npy_copied(&file)?;
    /// assert_eq!(back.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// For elements that NumPy has no name for, which are those of `bf16`.
    pub fn to_npy_copied(self) -> Result<Vec<u8>, ArrayError>
    where
        T: NoUninit,
    {
        let mut out = header::<T>(&extents(*self.layout_ref())?)?;
        out.extend_from_slice(bytemuck::cast_slice(&row_major(self)?));
        Ok(out)
    }
}

impl<T: ArrayElement + CheckedBitPattern, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// The elements of an `.npy` file, copied to the strides of `L`: see [`View::read_axes_copied`]. They need not be
    /// aligned, and their bytes may be in either order.
    ///
    /// ```
    /// use static_layout::*;
    /// let file = include_bytes!("../../../examples/data/digits.npy");
    /// let digits = Boxed::<f32, Layout!((?, 64):(64, 1))>::from_npy_copied(file)?;
    /// assert_eq!(digits.layout().to_string(), "(1797,64):(64,1)");
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the file is malformed, too short or too long, or holds other elements; when an extent differs, or two
    /// coordinates of `L` would share an element.
    pub fn from_npy_copied(bytes: &[u8]) -> Result<Self, ArrayError> {
        let (header, bytes) = NpyHeader::split(bytes)?;
        let is_native = header.is_native::<T>()?;
        let layout = header.layout()?;
        check_length::<T>(bytes, &layout)?;
        let elements = elements_copied(bytes, !is_native)?;
        Ok(View::dynamic(&elements, 0, layout)?.read_axes_copied()?)
    }
}
