//! DLPack, the structure by which NumPy, PyTorch, JAX and others hand arrays to each other.
//!
//! [`DlpackTensor`] owns a managed tensor, one of theirs ([`DlpackTensor::from_raw`]) or one of ours
//! ([`Boxed::into_dlpack`]); views borrow from it. [`DlpackView`] is a tensor for the time of a call.

mod export;
mod raw;

pub use export::DlpackView;
pub use raw::{
    CPU, CUDA_HOST, DLDataType, DLDevice, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    FLAG_IS_COPIED, FLAG_READ_ONLY, VERSION,
};

use super::foreign::compact_of;
use super::{ArrayElement, ArrayError, ArrayLayout, ElementKind};
use crate::layout::PlainLayout;
use crate::tensor::{Boxed, View, ViewMut};
use alloc::format;
use alloc::vec::Vec;
use core::ptr::NonNull;
use layout_core::{self as value, IntTuple, LayoutError};

/// A managed tensor: its deleter is called when this is dropped.
///
/// ```
/// use static_layout::*;
/// let n = 3;
/// let rows = Boxed::from_offsets(layout!((2, n):(n, 1)), |i| i as f32);
/// let tensor = rows.into_dlpack()?;
/// let view = View::<f32, Layout!((2, ?):(?, 1))>::from_dlpack(&tensor)?;
/// assert_eq!((view.layout().to_string(), view[(1, 2)]), ("(2,3):(3,1)".into(), 5.0));
/// # Ok::<(), ArrayError>(())
/// ```
pub struct DlpackTensor {
    /// Not null, and ours to free.
    tensor: NonNull<DLManagedTensorVersioned>,
}

impl DlpackTensor {
    /// Takes a managed tensor over: the caller has no part in it any more.
    ///
    /// # Safety
    /// `tensor` is null or points to a managed tensor of the standard that no one else frees; if its version is not
    /// known here, nothing but its deleter is used. What it says of extents, strides and the type of its elements is
    /// true. As long as a view borrows from the result, no one else writes the elements; as long as a view that may be
    /// written does, no one else reads them.
    ///
    /// # Errors
    /// When it is null, or of a major version that is not 1; it is freed then.
    ///
    /// ```
    /// use static_layout::*;
    /// let ours = Boxed::filled(layout!(4:1), 7_u8).into_dlpack()?.into_raw();
    /// // SAFETY: `into_raw` made it.
    /// let tensor = unsafe { DlpackTensor::from_raw(ours) }?;
    /// assert_eq!(View::<u8, Layout!((4,):(1,))>::from_dlpack(&tensor)?[2], 7);
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub unsafe fn from_raw(tensor: *mut DLManagedTensorVersioned) -> Result<Self, ArrayError> {
        let tensor = DlpackTensor { tensor: NonNull::new(tensor).ok_or(ArrayError::Null)? };
        // SAFETY: the version is the first field in every version, and the caller vouches for the pointer.
        let version = unsafe { (*tensor.tensor.as_ptr()).version };
        if version.major == VERSION.major {
            return Ok(tensor);
        }
        let DLPackVersion { major, minor } = version;
        Err(ArrayError::Format(format!("version {major}.{minor} of DLPack is not known: 1 is")))
    }

    /// Hands the tensor over: whoever has the result calls its deleter.
    pub fn into_raw(self) -> *mut DLManagedTensorVersioned {
        core::mem::ManuallyDrop::new(self).tensor.as_ptr()
    }

    /// The structure.
    pub fn as_raw(&self) -> &DLManagedTensorVersioned {
        // SAFETY: it is ours until it is freed.
        unsafe { self.tensor.as_ref() }
    }

    /// The extents and strides in elements.
    fn layout(&self) -> Result<value::Layout, ArrayError> {
        let DLTensor { ndim, shape, strides, .. } = self.as_raw().dl_tensor;
        let rank = usize::try_from(ndim)
            .map_err(|_| ArrayError::Format(format!("a tensor of {ndim} axes")))?;
        let list = |first: *mut i64| -> Result<&[i64], ArrayError> {
            match (rank, first.is_null()) {
                (0, _) => Ok(&[]),
                (_, true) => Err(ArrayError::Format("the extents are null".into())),
                // SAFETY: the standard says that there are as many as axes, and whoever made the tensor that it is
                // one of the standard.
                _ => Ok(unsafe { core::slice::from_raw_parts(first, rank) }),
            }
        };
        let tuple = |list: &[i64]| -> Result<IntTuple, LayoutError> {
            let list = &list[..list.len().min(value::MAX_RANK + 1)];
            let leaves: Vec<IntTuple> = list.iter().map(|&leaf| IntTuple::from(leaf)).collect();
            IntTuple::tuple(&leaves)
        };
        let shape = tuple(list(shape)?)?;
        if strides.is_null() {
            return Ok(compact_of(&shape)?);
        }
        Ok(value::Layout::new(shape, tuple(list(strides)?)?)?)
    }

    /// The first element, of `T`, in main memory.
    fn first<T: ArrayElement>(&self, layout: &value::Layout) -> Result<NonNull<T>, ArrayError> {
        let DLTensor { data, device, dtype, byte_offset, .. } = self.as_raw().dl_tensor;
        if dtype != type_of::<T>() {
            let DLDataType { code, bits, lanes } = dtype;
            let found = format!("of code {code} with {bits} bits and {lanes} lanes");
            return Err(ArrayError::Element { found, expected: T::NAME });
        }
        if ![CPU.device_type, CUDA_HOST].contains(&device.device_type) {
            return Err(ArrayError::Device { kind: device.device_type, id: device.device_id });
        }
        if layout.size() == 0 {
            return Ok(NonNull::dangling());
        }
        // Where there are elements it lies in their memory, so that it fits.
        let first = data.wrapping_byte_add(byte_offset as usize).cast::<T>();
        if data.is_null() {
            return Err(ArrayError::Null);
        }
        NonNull::new(first).ok_or(ArrayError::Null)
    }

    /// The view through the tensor's own layout; of an element that is not aligned there is none.
    fn view<T: ArrayElement>(&self) -> Result<View<'_, T, value::Layout>, ArrayError> {
        let layout = self.layout()?;
        let first = self.first::<T>(&layout)?;
        let (rest, alignment) = (first.addr().get() % align_of::<T>(), align_of::<T>());
        if rest != 0 {
            return Err(ArrayError::Alignment { rest, alignment });
        }
        if T::KIND == ElementKind::Bool {
            // SAFETY: as below; the bytes are any.
            let bytes = unsafe { View::over(first.cast::<u8>(), layout) };
            if bytes.elements().any(|&byte| byte > 1) {
                return Err(ArrayError::Value { expected: T::NAME });
            }
        }
        // SAFETY: whoever made the tensor vouches that it has an element of its type for each index, by these extents
        // and strides, which no one writes as long as it is borrowed; `first` is that of index 0, aligned. Bytes of
        // `bool` were looked at.
        Ok(unsafe { View::over(first, layout) })
    }

    /// Copies of elements that are not aligned, the first axis fastest.
    fn unaligned<T: ArrayElement>(&self) -> Result<(Vec<T>, value::Layout), ArrayError> {
        let layout = self.layout()?;
        let first = self.first::<T>(&layout)?;
        // SAFETY: the offset of an index, where the tensor has an element of its type, aligned or not. Bytes of `bool`
        // are always aligned, and not copied here.
        let element = |offset| unsafe { first.offset(offset as isize).read_unaligned() };
        Ok((layout.iter().map(element).collect(), value::Layout::col_major(layout.shape())?))
    }
}

impl Drop for DlpackTensor {
    fn drop(&mut self) {
        // SAFETY: it is ours, and read for the last time.
        let deleter = unsafe { (*self.tensor.as_ptr()).deleter };
        if let Some(deleter) = deleter {
            // SAFETY: called once, with the tensor that it belongs to.
            unsafe { deleter(self.tensor.as_ptr()) }
        }
    }
}

impl<'a, T: ArrayElement, L: ArrayLayout> View<'a, T, L> {
    /// The elements of a DLPack tensor in main memory. Also `View::try_from`.
    ///
    /// ```
    /// use static_layout::*;
    /// let tensor = Boxed::from_offsets(layout!((2, 2):(1, 2)), |i| i as i32).into_dlpack()?;
    /// assert_eq!(View::<i32, Layout!((2, 2):(1, 2))>::from_dlpack(&tensor)?[(1, 0)], 1);
    /// assert_eq!(
    ///     View::<f32, dynamic::Layout>::from_dlpack(&tensor).err().unwrap().to_string(),
    ///     "the elements are of code 0 with 32 bits and 1 lanes, not f32"
    /// );
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements are of another type, on another device, null or not aligned; and as
    /// [`read_axes`](Self::read_axes).
    pub fn from_dlpack(tensor: &'a DlpackTensor) -> Result<Self, ArrayError> {
        Ok(tensor.view()?.read_axes()?)
    }
}

impl<'a, T: ArrayElement, L: ArrayLayout> ViewMut<'a, T, L> {
    /// [`View::from_dlpack`] of elements that may be written.
    ///
    /// ```
    /// use static_layout::*;
    /// let mut tensor = Boxed::filled(layout!((2, 2):(2, 1)), 0_i32).into_dlpack()?;
    /// ViewMut::<i32, Layout!((2, 2):(2, 1))>::from_dlpack(&mut tensor)?[(1, 0)] = 7;
    /// assert_eq!(View::<i32, Layout!((2, 2):(2, 1))>::from_dlpack(&tensor)?[(1, 0)], 7);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// As there, and when the tensor is read-only, or two coordinates share an element.
    pub fn from_dlpack(tensor: &'a mut DlpackTensor) -> Result<Self, ArrayError> {
        if tensor.as_raw().flags & FLAG_READ_ONLY != 0 {
            return Err(ArrayError::ReadOnly);
        }
        let view = tensor.view()?;
        let layout = view.dynamic_layout();
        layout.disjoint()?;
        // SAFETY: as of `View::from_dlpack`; the tensor is borrowed alone, and then no one else reads the elements,
        // which is what `from_raw` asks for.
        Ok(unsafe { ViewMut::over(view.first(), layout) }.read_axes()?)
    }
}

impl<T: ArrayElement, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// The elements of a DLPack tensor in main memory, copied to the strides of `L`: see
    /// [`View::read_axes_copied`]. They need not be aligned.
    ///
    /// ```
    /// use static_layout::*;
    /// let tensor = Boxed::from_offsets(layout!((2, 2):(1, 2)), |i| i as u8).into_dlpack()?;
    /// let rows = Boxed::<u8, Layout!((2, 2):(2, 1))>::from_dlpack_copied(&tensor)?;
    /// assert_eq!(rows.as_slice(), [0, 2, 1, 3]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements are of another type, on another device, or null; when an extent differs, or two coordinates of
    /// `L` would share an element.
    pub fn from_dlpack_copied(tensor: &DlpackTensor) -> Result<Self, ArrayError> {
        match tensor.view() {
            Err(ArrayError::Alignment { .. }) => {
                let (elements, layout) = tensor.unaligned::<T>()?;
                Ok(View::dynamic(&elements, 0, layout)?.read_axes_copied()?)
            }
            view => Ok(view?.read_axes_copied()?),
        }
    }
}

/// The type as DLPack names it.
const fn type_of<T: ArrayElement>() -> DLDataType {
    let code = match T::KIND {
        ElementKind::Signed => 0,
        ElementKind::Unsigned => 1,
        ElementKind::Float => 2,
        ElementKind::Bfloat => 4,
        ElementKind::Bool => 6,
    };
    DLDataType { code, bits: 8 * size_of::<T>() as u8, lanes: 1 }
}

impl<'a, T: ArrayElement, L: ArrayLayout> TryFrom<&'a DlpackTensor> for View<'a, T, L> {
    type Error = ArrayError;
    fn try_from(tensor: &'a DlpackTensor) -> Result<Self, ArrayError> {
        View::from_dlpack(tensor)
    }
}
impl<'a, T: ArrayElement, L: ArrayLayout> TryFrom<&'a mut DlpackTensor> for ViewMut<'a, T, L> {
    type Error = ArrayError;
    fn try_from(tensor: &'a mut DlpackTensor) -> Result<Self, ArrayError> {
        ViewMut::from_dlpack(tensor)
    }
}
