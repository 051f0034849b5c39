//! NumPy's files: `.npy`, one array, and `.npz`, an archive of them.

mod header;
#[cfg(feature = "npz")]
mod npz;

#[cfg(feature = "npz")]
pub use npz::Npz;

use super::bytes::{append, bits, bits_at_any, check_length, elements, elements_at_any};
use super::foreign::extents;
use super::{ArrayElement, ArrayError, ArrayLayout};
use crate::tensor::{Boxed, View};
use crate::types::PlainLayout;
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::checked::CheckedBitPattern;
use bytemuck::{AnyBitPattern, NoUninit};
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
    /// mode of any strides is one axis, but for the groups of more than 12 axes: see [`ArrayLayout`].
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
    /// When NumPy has no name for the element type: `bf16`, or there is no memory for the file.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_npy_copied(self) -> Result<Vec<u8>, ArrayError>
    where
        T: NoUninit,
    {
        let mut out = header::<T>(&extents(*self.layout_ref())?)?;
        append(&mut out, self)?;
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
    /// When NumPy has no name for the element type: `bf16`, or there is no memory for the file.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_npy_copied(&self) -> Result<Vec<u8>, ArrayError> {
        self.view().to_npy_copied()
    }
}

impl<'a, T: AnyBitPattern, L: ArrayLayout> View<'a, T, L> {
    /// A view of the elements of an `.npy` file as their bits, and NumPy's name of their type: for complex numbers, dates,
    /// strings and records, and for types that NumPy saves as bytes, such as `bfloat16` (`|V2`). `T` is any type of the size of
    /// the elements: `u16`, `[f32; 2]`, a structure of the fields.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let text = "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }";
    /// let mut file = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    /// file.extend(format!("{text:117}\n").bytes());
    /// file.extend([1.0_f32, 2.0, 3.0, 4.0].iter().flat_map(|x| x.to_le_bytes()));
    /// let (numbers, name) = Boxed::<[f32; 2], dynamic::Layout>::from_npy_bits_copied(&file)?;
    /// assert_eq!((name.as_str(), numbers.as_slice()), ("<c8", &[[1.0, 2.0], [3.0, 4.0]][..]));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the file is malformed, too short or too long, the elements have another size or byte order, are Python objects, or
    /// are not aligned in `bytes`, or an extent or a stride differs from a static one of `L`.
    pub fn from_npy_bits(bytes: &'a [u8]) -> Result<(Self, &'a str), ArrayError> {
        let (header, bytes) = NpyHeader::split(bytes)?;
        if header.unit::<T>()?.is_some() {
            return Err(ArrayError::ByteOrder);
        }
        let layout = header.layout()?;
        check_length::<T>(bytes, &layout)?;
        Ok((View::dynamic(bits(bytes)?, 0, layout)?.read_axes()?, header.descr))
    }
}

impl<T: AnyBitPattern, L: ArrayLayout> Boxed<T, L> {
    /// A copy of the elements of an `.npy` file as their bits, and NumPy's name of their type: [`View::from_npy_bits`] for
    /// elements at any address, of either byte order. In the other order the halves of a complex number and the characters of
    /// a string are reversed one by one.
    ///
    /// # Errors
    /// When the file is malformed, too short or too long, the elements have another size, are Python objects, or records of the
    /// other byte order, an extent differs from a static one of `L`, two coordinates of `L` would share an element, or there is no
    /// memory for the copy.
    pub fn from_npy_bits_copied(bytes: &[u8]) -> Result<(Self, String), ArrayError> {
        let (header, bytes) = NpyHeader::split(bytes)?;
        let unit = header.unit::<T>()?;
        let layout = header.layout()?;
        check_length::<T>(bytes, &layout)?;
        let elements = bits_at_any(bytes, unit)?;
        Ok((L::copied(View::dynamic(&elements, 0, layout)?)?, header.descr.into()))
    }
}

impl<T: ArrayElement + CheckedBitPattern, L: ArrayLayout> Boxed<T, L> {
    /// A copy of the elements of an `.npy` file, with the strides of `L`. See [`View::read_axes_copied`]. The elements
    /// in the file need not be aligned, and may have either byte order. With a [`dynamic::Layout`](layout_core::Layout) the
    /// copy has the rank of the file.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let file = include_bytes!("../../../../examples/data/digits.npy");
    /// let digits = Boxed::<f32, Layout!((?, 64):(64, 1))>::from_npy_copied(file)?;
    /// assert_eq!(digits.layout().to_string(), "(1797,64):(64,1)");
    /// let digits = Boxed::<f32, dynamic::Layout>::from_npy_copied(file)?;
    /// assert_eq!(digits.dynamic_layout().to_string(), "(1797,64):(64,1)");
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the file is malformed, too short or too long, the elements have another type, an extent differs from a
    /// static one of `L`, two coordinates of `L` would share an element, or there is no memory for the copy.
    pub fn from_npy_copied(bytes: &[u8]) -> Result<Self, ArrayError> {
        let (header, bytes) = NpyHeader::split(bytes)?;
        let is_native = header.is_native::<T>()?;
        let layout = header.layout()?;
        check_length::<T>(bytes, &layout)?;
        let elements = elements_at_any(bytes, !is_native)?;
        L::copied(View::dynamic(&elements, 0, layout)?)
    }
}
