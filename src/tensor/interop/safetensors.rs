//! Tensors of `safetensors` files: contiguous, in C order.
//!
//! | part | what becomes of it |
//! |---|---|
//! | `BOOL`, `U8` to `U64`, `I8` to `I64`, `F32`, `F64` | read and written; bytes of `BOOL` other than 0 and 1 are refused |
//! | `F16`, `BF16`; `C64` | read and written with the features `half`; `num-complex` |
//! | `Complex<f64>` | not written: the format has no name for it |
//! | `F8_E4M3`, `F8_E5M2`, `F8_E8M0`, the `FNUZ` ones, and every other type of whole bytes | read as bits, with the name |
//! | `F4`, `F6_E2M3`, `F6_E3M2` | refused: several elements share a byte |
//! | `shape`, `data_offsets` | read; the crate `safetensors` checks that the tensors fill the file |
//! | `__metadata__` | not read here: `SafeTensors::read_metadata` has it |

use super::bytes::{
    append, bits, bits_at_any, check_length, check_size, elements, elements_at_any,
};
use super::element::unit;
use super::foreign::{compact, extents, row_major_slice};
use super::{ArrayElement, ArrayError, ArrayLayout, ElementKind};
use crate::tensor::{Boxed, View};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::checked::CheckedBitPattern;
use bytemuck::{AnyBitPattern, NoUninit};
use layout_core as value;
use safetensors::{Dtype, tensor::TensorView};

impl<'a, T: ArrayElement, L: ArrayLayout> View<'a, T, L> {
    /// A view of a tensor of a `safetensors` file. Also `View::try_from`.
    ///
    /// ```
    /// use safetensors::{Dtype, tensor::TensorView};
    /// use static_layout::{interop::*, *};
    /// let weights = TensorView::new(Dtype::U8, vec![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    /// let view = View::<u8, Layout!((?, 3):(3, 1))>::from_safetensors(&weights)?;
    /// assert_eq!(view[(1, 0)], 4);
    /// assert_eq!(
    ///     View::<f32, dynamic::Layout>::from_safetensors(&weights).err().unwrap().to_string(),
    ///     "the elements are U8, not f32"
    /// );
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements have another type, or are not aligned in the bytes of the file, or an extent or a stride
    /// differs from a static one of `L`.
    pub fn from_safetensors(tensor: &TensorView<'a>) -> Result<Self, ArrayError>
    where
        T: CheckedBitPattern,
    {
        let layout = layout_of::<T>(tensor)?;
        if cfg!(target_endian = "big") && size_of::<T>() > 1 {
            return Err(ArrayError::ByteOrder);
        }
        Ok(View::dynamic(elements(tensor.data())?, 0, layout)?.read_axes()?)
    }

    /// A tensor for [`safetensors::serialize`] that borrows the elements.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let data = [1_i16, 2, 3, 4];
    /// let view = View::new(&data, layout!((2, 2):(2, 1)))?;
    /// let file = safetensors::serialize([("w", view.to_safetensors()?)], None).unwrap();
    /// let file = safetensors::SafeTensors::deserialize(&file).unwrap();
    /// let back = Boxed::<i16, Layout!((2, 2):(1, 2))>::from_safetensors_copied(&file.tensor("w").unwrap())?;
    /// assert_eq!(back.as_slice(), [1, 3, 2, 4]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements are not contiguous in C order, or the format has no name for their type.
    /// [`to_safetensors_copied`](Self::to_safetensors_copied) accepts any layout.
    pub fn to_safetensors(self) -> Result<TensorView<'a>, ArrayError>
    where
        T: NoUninit,
    {
        if cfg!(target_endian = "big") && size_of::<T>() > 1 {
            return Err(ArrayError::ByteOrder);
        }
        let (shape, dtype) = (extents(*self.layout_ref())?, dtype::<T>()?);
        let bytes = bytemuck::cast_slice(row_major_slice(self)?);
        match TensorView::new(dtype, shape, bytes) {
            Ok(tensor) => Ok(tensor),
            Err(error) => Err(ArrayError::Format(format!("{error}"))),
        }
    }

    /// A tensor for [`safetensors::serialize`] with a copy of the elements in C order.
    ///
    /// ```
    /// use safetensors::View as _;
    /// use static_layout::{interop::*, *};
    /// let columns = View::new(&[1_u8, 2, 3, 4], layout!((2, 2):(1, 2)))?;
    /// assert_eq!(columns.to_safetensors_copied()?.data()[..], [1, 3, 2, 4]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the format has no name for the element type, or there is no memory for the copy.
    ///
    /// # Panics
    /// When no array of the size can exist.
    pub fn to_safetensors_copied(self) -> Result<SafetensorsData, ArrayError>
    where
        T: NoUninit,
    {
        let (shape, dtype) = (extents(*self.layout_ref())?, dtype::<T>()?);
        let mut data = Vec::new();
        append(&mut data, self)?;
        if cfg!(target_endian = "big") {
            data.chunks_exact_mut(unit::<T>()).for_each(<[u8]>::reverse);
        }
        Ok(SafetensorsData { dtype, shape, data })
    }
}

impl<'a, T: AnyBitPattern, L: ArrayLayout> View<'a, T, L> {
    /// A view of a tensor of a `safetensors` file as the bits of its elements, and the name of their type. `T` is any type of
    /// their size.
    ///
    /// ```
    /// use safetensors::{Dtype, tensor::TensorView};
    /// use static_layout::{interop::*, *};
    /// let scales = TensorView::new(Dtype::F8_E4M3, vec![2], &[0x38, 0x40]).unwrap();
    /// let (bits, name) = View::<u8, dynamic::Layout>::from_safetensors_bits(&scales)?;
    /// assert_eq!((bits.try_at(&1.into())?, name.as_str()), (&0x40, "F8_E4M3"));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements have another size, are not whole bytes, or are not aligned in the bytes of the file, or an extent or a
    /// stride differs from a static one of `L`.
    pub fn from_safetensors_bits(tensor: &TensorView<'a>) -> Result<(Self, String), ArrayError> {
        let (layout, name) = layout_of_bits::<T>(tensor)?;
        if cfg!(target_endian = "big") && size_of::<T>() > 1 {
            return Err(ArrayError::ByteOrder);
        }
        Ok((View::dynamic(bits(tensor.data())?, 0, layout)?.read_axes()?, name))
    }
}

impl<T: AnyBitPattern, L: ArrayLayout> Boxed<T, L> {
    /// A copy of a tensor of a `safetensors` file as the bits of its elements, and the name of their type:
    /// [`View::from_safetensors_bits`] for elements at any address.
    ///
    /// # Errors
    /// When the elements have another size, or are not whole bytes, an extent differs from a static one of `L`, two
    /// coordinates of `L` would share an element, or there is no memory for the copy.
    pub fn from_safetensors_bits_copied(
        tensor: &TensorView<'_>,
    ) -> Result<(Self, String), ArrayError> {
        let (layout, name) = layout_of_bits::<T>(tensor)?;
        // The parts of a complex number are apart.
        let unit = if tensor.dtype() == Dtype::C64 { 4 } else { size_of::<T>() };
        let elements = bits_at_any(tensor.data(), cfg!(target_endian = "big").then_some(unit))?;
        Ok((L::copied(View::dynamic(&elements, 0, layout)?)?, name))
    }
}

impl<T: ArrayElement + CheckedBitPattern, L: ArrayLayout> Boxed<T, L> {
    /// A copy of a tensor of a `safetensors` file, with the strides of `L`. See [`View::read_axes_copied`]. The
    /// elements in the file need not be aligned. With a [`dynamic::Layout`](value::Layout) the copy has the rank of the tensor.
    ///
    /// ```
    /// use safetensors::{Dtype, tensor::TensorView};
    /// use static_layout::{interop::*, *};
    /// let weights = TensorView::new(Dtype::U8, vec![2, 2], &[1, 2, 3, 4]).unwrap();
    /// let columns = Boxed::<u8, Layout!((2, 2):(1, 2))>::from_safetensors_copied(&weights)?;
    /// assert_eq!(columns.as_slice(), [1, 3, 2, 4]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements have another type, an extent differs from a static one of `L`, two coordinates of `L` would share
    /// an element, or there is no memory for the copy.
    pub fn from_safetensors_copied(tensor: &TensorView<'_>) -> Result<Self, ArrayError> {
        let layout = layout_of::<T>(tensor)?;
        let elements = elements_at_any(tensor.data(), cfg!(target_endian = "big"))?;
        L::copied(View::dynamic(&elements, 0, layout)?)
    }
}

/// A tensor that owns its bytes, for [`safetensors::serialize`]. Made by [`View::to_safetensors_copied`].
#[derive(Clone, Debug)]
pub struct SafetensorsData {
    dtype: Dtype,
    shape: Vec<usize>,
    data: Vec<u8>,
}

impl safetensors::View for SafetensorsData {
    fn dtype(&self) -> Dtype {
        self.dtype
    }
    fn shape(&self) -> &[usize] {
        &self.shape
    }
    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.data)
    }
    fn data_len(&self) -> usize {
        self.data.len()
    }
}

/// The layout of a tensor with elements `T`.
///
/// # Errors
/// When the elements have another type, or the number of bytes does not match the extents.
fn layout_of<T: ArrayElement>(tensor: &TensorView<'_>) -> Result<value::Layout, ArrayError> {
    if dtype::<T>()? != tensor.dtype() {
        return Err(ArrayError::Element {
            found: format!("{:?}", tensor.dtype()),
            expected: T::NAME,
        });
    }
    layout_of_size::<T>(tensor)
}

/// The layout of a tensor with elements of the size of `T`, and the name of their type.
///
/// # Errors
/// When the elements have another size.
fn layout_of_bits<T>(tensor: &TensorView<'_>) -> Result<(value::Layout, String), ArrayError> {
    let (name, size) = (format!("{:?}", tensor.dtype()), tensor.dtype().bitsize());
    if !size.is_multiple_of(8) {
        let found = format!("{name} of {size} bits, which share bytes");
        return Err(ArrayError::Element { found, expected: core::any::type_name::<T>() });
    }
    check_size::<T>(&name, size / 8)?;
    Ok((layout_of_size::<T>(tensor)?, name))
}

/// The layout of a tensor, whose number of bytes is compared.
///
/// # Errors
/// When the number of bytes does not match the extents, or there are too many axes.
fn layout_of_size<T>(tensor: &TensorView<'_>) -> Result<value::Layout, ArrayError> {
    let (axes, most) = (tensor.shape().len(), value::MAX_LEAVES);
    if axes > most {
        let what = format!("the tensor has {axes} axes, and a layout has at most {most}");
        return Err(ArrayError::Format(what));
    }
    let layout = compact(tensor.shape(), false)?;
    check_length::<T>(tensor.data(), &layout)?;
    Ok(layout)
}

/// The name of the element type in the format.
///
/// # Errors
/// When there is none.
fn dtype<T: ArrayElement>() -> Result<Dtype, ArrayError> {
    Ok(match (T::KIND, size_of::<T>()) {
        (ElementKind::Bool, 1) => Dtype::BOOL,
        (ElementKind::Unsigned, 1) => Dtype::U8,
        (ElementKind::Unsigned, 2) => Dtype::U16,
        (ElementKind::Unsigned, 4) => Dtype::U32,
        (ElementKind::Unsigned, 8) => Dtype::U64,
        (ElementKind::Signed, 1) => Dtype::I8,
        (ElementKind::Signed, 2) => Dtype::I16,
        (ElementKind::Signed, 4) => Dtype::I32,
        (ElementKind::Signed, 8) => Dtype::I64,
        (ElementKind::Float, 2) => Dtype::F16,
        (ElementKind::Float, 4) => Dtype::F32,
        (ElementKind::Float, 8) => Dtype::F64,
        (ElementKind::Bfloat, 2) => Dtype::BF16,
        (ElementKind::Complex, 8) => Dtype::C64,
        _ => {
            return Err(ArrayError::Element {
                found: "not known to the format".into(),
                expected: T::NAME,
            });
        }
    })
}

conversions! {
    [T: ArrayElement + CheckedBitPattern, L: ArrayLayout]
        &TensorView<'a> => View<'a, T, L>, ArrayError, View::from_safetensors;
}
