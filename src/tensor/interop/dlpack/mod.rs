//! DLPack, the structure by which NumPy, PyTorch, JAX and others exchange arrays (feature `dlpack`).
//!
//! | field | what becomes of it |
//! |---|---|
//! | `version` | 1.x; other major versions are refused |
//! | `flags` | read-only: no mutable view; copied: ignored, nothing depends on it; sub-byte elements that are padded: see `dtype` |
//! | `data`, `byte_offset` | read |
//! | `device` | main memory, also pinned for CUDA (1, 3); others are refused with their numbers |
//! | `ndim`, `shape`, `strides` | read; null strides are C order; more than 12 axes are a nested layout |
//! | `dtype` of code 0, 1, 2 (integers, floats), 6 (`bool`) | read and written; bytes of `bool` other than 0 and 1 are refused |
//! | `dtype` of code 2 with 16 bits, 4 (bfloat); 5 (complex) with 64 or 128 bits | read and written with the features `half`; `num-complex` |
//! | `dtype` of other codes, or of several lanes | read by `from_dlpack_bits`, with its name; refused if an element is not a whole number of bytes |
//! | `manager_ctx`, `deleter` | used once, when the tensor is dropped |
//!
//! [`DlpackTensor`] owns a managed tensor, imported by [`DlpackTensor::from_raw`] or exported by
//! [`Boxed::into_dlpack`]; views borrow from it. [`DlpackView`] is a tensor that borrows its elements from a view.

mod export;
mod raw;

pub use export::DlpackView;
pub use raw::{
    CPU, CUDA_HOST, DLDataType, DLDevice, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    FLAG_IS_COPIED, FLAG_READ_ONLY, VERSION,
};

use super::foreign::{space, tuple};
use super::{ArrayElement, ArrayError, ArrayLayout, ElementKind};
use crate::tensor::{Boxed, View, ViewMut};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::AnyBitPattern;
use core::ptr::NonNull;
use layout_core as value;

/// A managed tensor of DLPack. Dropping it calls the deleter of the tensor.
///
/// ```
/// use static_layout::{interop::*, *};
/// let n = 3;
/// let rows = Boxed::from_offsets(layout!((2, n):(n, 1)), |i| i as f32);
/// let tensor = rows.into_dlpack()?;
/// let view = View::<f32, Layout!((2, ?):(?, 1))>::from_dlpack(&tensor)?;
/// assert_eq!((view.layout().to_string(), view[(1, 2)]), ("(2,3):(3,1)".into(), 5.0));
/// # Ok::<(), ArrayError>(())
/// ```
pub struct DlpackTensor {
    /// A tensor that this value owns: `drop` calls its deleter.
    tensor: NonNull<DLManagedTensorVersioned>,
}

impl DlpackTensor {
    /// Takes ownership of a managed tensor.
    ///
    /// # Safety
    /// * `tensor` is null or points to a managed tensor as the standard describes it, which nothing else frees. If its
    ///   major version is not 1, only the deleter is used.
    /// * Its extents, strides, offset and element type describe valid elements.
    /// * Nothing else writes the elements while a view borrows from the result, nor reads them while a mutable view
    ///   does.
    ///
    /// # Errors
    /// When `tensor` is null, or its major version is not 1. In the second case the tensor is freed.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let ours = Boxed::filled(layout!(4:1), 7_u8).into_dlpack()?.into_raw();
    /// // SAFETY: `into_raw` returned a managed tensor of version 1, which nothing else frees.
    /// let tensor = unsafe { DlpackTensor::from_raw(ours) }?;
    /// assert_eq!(View::<u8, Layout!((4,):(1,))>::from_dlpack(&tensor)?[2], 7);
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub unsafe fn from_raw(tensor: *mut DLManagedTensorVersioned) -> Result<Self, ArrayError> {
        let tensor = DlpackTensor { tensor: NonNull::new(tensor).ok_or(ArrayError::Null)? };
        // SAFETY: the caller promises that the pointer points to a managed tensor, and the version is the first field
        // in every version of the standard.
        let version = unsafe { (*tensor.tensor.as_ptr()).version };
        if version.major == VERSION.major {
            return Ok(tensor);
        }
        let DLPackVersion { major, minor } = version;
        Err(ArrayError::Format(format!("version {major}.{minor} of DLPack is not known: 1 is")))
    }

    /// Gives up ownership. The caller has to call the deleter of the tensor.
    pub fn into_raw(self) -> *mut DLManagedTensorVersioned {
        core::mem::ManuallyDrop::new(self).tensor.as_ptr()
    }

    /// The structure of the standard.
    pub fn as_raw(&self) -> &DLManagedTensorVersioned {
        // SAFETY: `from_raw`'s caller promised a managed tensor, and `self` owns it until `drop` frees it.
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
                // SAFETY: the standard says that the list has `ndim` integers, and `from_raw`'s caller promised a
                // tensor as the standard describes it. It is not null, and lives as long as the tensor.
                _ => Ok(unsafe { core::slice::from_raw_parts(first, rank) }),
            }
        };
        let shape = tuple(list(shape)?.iter().copied())?;
        if strides.is_null() {
            // An extent of 1 has stride 0, which no coordinate uses.
            return Ok(value::Layout::row_major(shape)?);
        }
        Ok(value::Layout::new(shape, tuple(list(strides)?.iter().copied())?)?)
    }

    /// A pointer to the element of index 0, of the type `T`, in main memory; dangling if there are no elements.
    fn first<T: ArrayElement>(&self, layout: &value::Layout) -> Result<NonNull<T>, ArrayError> {
        let dtype = self.as_raw().dl_tensor.dtype;
        if dtype != type_of::<T>() {
            let DLDataType { code, bits, lanes } = dtype;
            let found = format!("of code {code} with {bits} bits and {lanes} lanes");
            return Err(ArrayError::Element { found, expected: T::NAME });
        }
        self.first_of_size(layout)
    }

    /// A pointer to the element of index 0, of the size of `T`, in main memory; dangling if there are no elements.
    fn first_of_size<T>(&self, layout: &value::Layout) -> Result<NonNull<T>, ArrayError> {
        let DLTensor { data, device, byte_offset, .. } = self.as_raw().dl_tensor;
        if ![CPU.device_type, CUDA_HOST].contains(&device.device_type) {
            return Err(ArrayError::Device { kind: device.device_type, id: device.device_id });
        }
        if layout.size() == 0 {
            return Ok(NonNull::dangling());
        }
        // The first element lies in the memory of the tensor, so the offset fits `usize`.
        let first = data.wrapping_byte_add(byte_offset as usize).cast::<T>();
        if data.is_null() {
            return Err(ArrayError::Null);
        }
        NonNull::new(first).ok_or(ArrayError::Null)
    }

    /// A view with the layout of the tensor.
    ///
    /// # Errors
    /// When the elements are of another type, on another device, null, not aligned, or not values of `bool`.
    fn view<T: ArrayElement>(&self) -> Result<View<'_, T, value::Layout>, ArrayError> {
        let layout = self.layout()?;
        let first = self.first::<T>(&layout)?;
        let (rest, alignment) = (first.addr().get() % align_of::<T>(), align_of::<T>());
        if rest != 0 {
            return Err(ArrayError::Alignment { rest, alignment });
        }
        if T::KIND == ElementKind::Bool {
            // SAFETY: V1: `from_raw`'s caller promised an element for each index by these extents and strides, and
            // `first` is the element of index 0. A byte is aligned, and any byte is a `u8`.
            let bytes = unsafe { View::over(first.cast::<u8>(), layout) };
            if bytes.elements().any(|&byte| byte > 1) {
                return Err(ArrayError::Value { expected: T::NAME });
            }
        }
        // SAFETY: V1: `from_raw`'s caller promised an element of its type for each index by these extents and strides,
        // which nothing writes while the tensor is borrowed; `first` is the element of index 0. It is aligned, as found
        // above, and the others are multiples of the size away. Bytes of `bool` are 0 or 1, as found above.
        Ok(unsafe { View::over(first, layout) })
    }

    /// A view of the bits of the elements, and the name of their type.
    ///
    /// # Errors
    /// When the elements have another size, are on another device, null or not aligned.
    fn bits<T: AnyBitPattern>(&self) -> Result<(View<'_, T, value::Layout>, String), ArrayError> {
        let dtype = self.as_raw().dl_tensor.dtype;
        let name = name_of(dtype);
        if usize::from(dtype.bits) * usize::from(dtype.lanes) != 8 * size_of::<T>() {
            let found =
                format!("{name} of {} bits", u32::from(dtype.bits) * u32::from(dtype.lanes));
            return Err(ArrayError::Element { found, expected: core::any::type_name::<T>() });
        }
        let layout = self.layout()?;
        let first = self.first_of_size::<T>(&layout)?;
        let (rest, alignment) = (first.addr().get() % align_of::<T>(), align_of::<T>());
        if rest != 0 {
            return Err(ArrayError::Alignment { rest, alignment });
        }
        // SAFETY: V1: `from_raw`'s caller promised an element of its type for each index by these extents and strides,
        // which nothing writes while the tensor is borrowed; `first` is the element of index 0. `T` has the same size, any
        // bytes are a value of it (`AnyBitPattern`), and it is aligned, as found above.
        Ok((unsafe { View::over(first, layout) }, name))
    }

    /// Copies of the elements, aligned or not, the first axis fastest, and their layout.
    fn unaligned<T: ArrayElement>(&self) -> Result<(Vec<T>, value::Layout), ArrayError> {
        let layout = self.layout()?;
        let first = self.first::<T>(&layout)?;
        // SAFETY: `from_raw`'s caller promised an element of its type at the offset of each index; `read_unaligned`
        // needs no alignment. A `bool`, whose bytes would have to be checked, is always aligned and not copied here.
        let element = |offset| unsafe { first.offset(offset as isize).read_unaligned() };
        let mut elements = space(layout.size() as usize)?;
        elements.extend(layout.iter().map(element));
        Ok((elements, value::Layout::col_major(layout.shape())?))
    }
}

impl Drop for DlpackTensor {
    fn drop(&mut self) {
        // SAFETY: `from_raw`'s caller promised a managed tensor, which `self` still owns.
        let deleter = unsafe { (*self.tensor.as_ptr()).deleter };
        if let Some(deleter) = deleter {
            // SAFETY: the standard requires one call with the tensor of the deleter; `self` owns the tensor, and `drop`
            // runs once.
            unsafe { deleter(self.tensor.as_ptr()) }
        }
    }
}

impl<'a, T: ArrayElement, L: ArrayLayout> View<'a, T, L> {
    /// A view of a DLPack tensor in main memory. Also `View::try_from`.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
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
    /// When the elements are of another type, on another device, null or not aligned, or an extent or a stride differs
    /// from a static one of `L`.
    pub fn from_dlpack(tensor: &'a DlpackTensor) -> Result<Self, ArrayError> {
        Ok(tensor.view()?.read_axes()?)
    }
}

impl<'a, T: AnyBitPattern, L: ArrayLayout> View<'a, T, L> {
    /// A view of a DLPack tensor in main memory as the bits of its elements, and the name of their type, such as `complex64`
    /// or `float8_e4m3fn`. `T` is any type of the size of the elements.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let tensor = Boxed::filled(layout!((2,):(1,)), 1.0_f32).into_dlpack()?;
    /// let (bits, name) = View::<u32, dynamic::Layout>::from_dlpack_bits(&tensor)?;
    /// assert_eq!((bits.try_at(&1.into())?, name.as_str()), (&0x3f80_0000, "float32"));
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements have another size, are on another device, null or not aligned, or an extent or a stride differs from a
    /// static one of `L`.
    pub fn from_dlpack_bits(tensor: &'a DlpackTensor) -> Result<(Self, String), ArrayError> {
        let (view, name) = tensor.bits()?;
        Ok((view.read_axes()?, name))
    }
}

impl<'a, T: ArrayElement, L: ArrayLayout> ViewMut<'a, T, L> {
    /// A mutable view of a DLPack tensor in main memory. Also `ViewMut::try_from`.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let mut tensor = Boxed::filled(layout!((2, 2):(2, 1)), 0_i32).into_dlpack()?;
    /// ViewMut::<i32, Layout!((2, 2):(2, 1))>::from_dlpack(&mut tensor)?[(1, 0)] = 7;
    /// assert_eq!(View::<i32, Layout!((2, 2):(2, 1))>::from_dlpack(&tensor)?[(1, 0)], 7);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the tensor is read-only, two indices share an element, the elements are of another type, on another device,
    /// null or not aligned, or an extent or a stride differs from a static one of `L`.
    pub fn from_dlpack(tensor: &'a mut DlpackTensor) -> Result<Self, ArrayError> {
        if tensor.as_raw().flags & FLAG_READ_ONLY != 0 {
            return Err(ArrayError::ReadOnly);
        }
        let view = tensor.view()?;
        let layout = view.dynamic_layout();
        layout.disjoint()?;
        // SAFETY: V1 of `view`. V2: the tensor is borrowed exclusively and not read-only, and `from_raw`'s caller
        // promised that nothing else reads or writes the elements while a mutable view borrows from it. `disjoint`
        // found that each index has an element of its own.
        Ok(unsafe { ViewMut::over(view.first(), layout) }.read_axes()?)
    }
}

impl<T: ArrayElement, L: ArrayLayout> Boxed<T, L> {
    /// A copy of a DLPack tensor in main memory, with the strides of `L`. See [`View::read_axes_copied`]. The elements
    /// of the tensor need not be aligned.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let tensor = Boxed::from_offsets(layout!((2, 2):(1, 2)), |i| i as u8).into_dlpack()?;
    /// let rows = Boxed::<u8, Layout!((2, 2):(2, 1))>::from_dlpack_copied(&tensor)?;
    /// assert_eq!(rows.as_slice(), [0, 2, 1, 3]);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements are of another type, on another device or null, an extent differs from a static one of `L`, two
    /// coordinates of `L` would share an element, or there is no memory for the copy.
    pub fn from_dlpack_copied(tensor: &DlpackTensor) -> Result<Self, ArrayError> {
        match tensor.view() {
            Err(ArrayError::Alignment { .. }) => {
                let (elements, layout) = tensor.unaligned::<T>()?;
                L::copied(View::dynamic(&elements, 0, layout)?)
            }
            view => L::copied(view?),
        }
    }
}

/// The element type by DLPack's codes.
const fn type_of<T: ArrayElement>() -> DLDataType {
    let code = match T::KIND {
        ElementKind::Signed => 0,
        ElementKind::Unsigned => 1,
        ElementKind::Float => 2,
        ElementKind::Bfloat => 4,
        ElementKind::Complex => 5,
        ElementKind::Bool => 6,
    };
    DLDataType { code, bits: 8 * size_of::<T>() as u8, lanes: 1 }
}

/// The name of an element type, as the standard's header has it.
fn name_of(dtype: DLDataType) -> String {
    const NAMES: [&str; 18] = [
        "int",
        "uint",
        "float",
        "handle",
        "bfloat",
        "complex",
        "bool",
        "float8_e3m4",
        "float8_e4m3",
        "float8_e4m3b11fnuz",
        "float8_e4m3fn",
        "float8_e4m3fnuz",
        "float8_e5m2",
        "float8_e5m2fnuz",
        "float8_e8m0fnu",
        "float6_e2m3fn",
        "float6_e3m2fn",
        "float4_e2m1fn",
    ];
    let DLDataType { code, bits, lanes } = dtype;
    let mut name = match NAMES.get(usize::from(code)) {
        // These names have their bits.
        Some(&name) if code >= 7 || (code == 6 && bits == 8) => name.into(),
        Some(&name) => format!("{name}{bits}"),
        None => format!("code{code}_{bits}"),
    };
    if lanes != 1 {
        name = format!("{name}x{lanes}");
    }
    name
}

conversions! {
    [T: ArrayElement, L: ArrayLayout] &'a DlpackTensor => View<'a, T, L>, ArrayError, View::from_dlpack;
    [T: ArrayElement, L: ArrayLayout] &'a mut DlpackTensor => ViewMut<'a, T, L>, ArrayError, ViewMut::from_dlpack;
}
