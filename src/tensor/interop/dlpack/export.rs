//! DLPack tensors of views and `Boxed`.

use super::{
    CPU, DLManagedTensorVersioned, DLTensor, DlpackTensor, FLAG_IS_COPIED, VERSION, type_of,
};
use crate::tensor::interop::foreign::{boxed, compact, extents, row_major_view, with_memory};
use crate::tensor::interop::{ArrayElement, ArrayLayout};
use crate::tensor::{Boxed, View};
use crate::types::PlainLayout;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr::{NonNull, null_mut};
use layout_core::{self as value, LayoutError};

/// A DLPack tensor that borrows its elements, for a foreign function that does not keep it.
pub struct DlpackView<'a> {
    tensor: DLTensor,
    /// The extents and strides that `tensor` points to.
    axes: DlpackAxes,
    life: PhantomData<&'a ()>,
}

impl DlpackView<'_> {
    /// The structure of the standard. Its pointers are valid as long as `self`. Its elements must not be written.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let view = View::new(&[1_i32, 2, 3, 4], layout!((2, 2):(1, 2)))?;
    /// let tensor = view.to_dlpack()?;
    /// assert_eq!((tensor.as_raw().ndim, tensor.as_raw().dtype.bits), (2, 32));
    /// # Ok::<(), LayoutError>(())
    /// ```
    pub fn as_raw(&self) -> &DLTensor {
        debug_assert_eq!(self.axes.extents.len(), self.tensor.ndim as usize);
        &self.tensor
    }
}

/// The extents and strides of a tensor, in the integers of the standard.
struct DlpackAxes {
    extents: Vec<i64>,
    strides: Vec<i64>,
}

impl DlpackAxes {
    fn of(flat: &value::Layout) -> Self {
        let (extents, strides) = (0..flat.leaf_count()).map(|k| flat.leaf(k)).unzip();
        DlpackAxes { extents, strides }
    }

    /// A tensor that points to these axes. They are on the heap, so `self` may move while the tensor is used; the
    /// caller keeps `self` as long as the tensor.
    fn tensor<T: ArrayElement>(&mut self, first: NonNull<T>) -> DLTensor {
        DLTensor {
            data: first.as_ptr().cast::<c_void>(),
            device: CPU,
            ndim: self.extents.len() as i32,
            dtype: type_of::<T>(),
            shape: self.extents.as_mut_ptr(),
            strides: self.strides.as_mut_ptr(),
            byte_offset: 0,
        }
    }
}

impl<'a, T: ArrayElement, L: ArrayLayout> View<'a, T, L> {
    /// A DLPack tensor of the same elements, as long as they are borrowed.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let view = View::new(&[1_u8, 2, 3, 4, 5, 6], layout!((2, (3, 1)):(3, (1, 6))))?;
    /// let tensor = view.to_dlpack()?;
    /// assert_eq!(tensor.as_raw().data.cast_const().cast(), view.as_ptr());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// When a nested mode is not one extent and one stride. [`to_dlpack_copied`](Self::to_dlpack_copied) accepts any
    /// modes.
    pub fn to_dlpack(self) -> Result<DlpackView<'a>, LayoutError> {
        let view = self.to_flat()?;
        let mut axes = DlpackAxes::of(&view.dynamic_layout());
        Ok(DlpackView { tensor: axes.tensor(view.first()), axes, life: PhantomData })
    }

    /// A managed tensor with a copy of the elements in C order.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let columns = View::new(&[1_u8, 2, 3, 4], layout!((2, 2):(1, 2)))?;
    /// let tensor = columns.to_dlpack_copied()?;
    /// assert_eq!(View::<u8, Layout!((2, 2):(2, 1))>::from_dlpack(&tensor)?[(1, 0)], 2);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When there are more coordinates than `isize` counts.
    ///
    /// # Panics
    /// When no array of the size can exist, or there is no memory for it.
    pub fn to_dlpack_copied(self) -> Result<DlpackTensor, LayoutError> {
        let extents = extents(*self.layout_ref())?;
        let flat = compact(&extents, false)?;
        let owner = with_memory(boxed(row_major_view(self)?, flat))?;
        let first = owner.view().first();
        Ok(managed(owner, first, &flat, FLAG_IS_COPIED))
    }
}

impl<T: ArrayElement, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// A managed tensor that takes over the elements.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let tensor = Boxed::filled(layout!((2, 2):(2, 1)), 1.5_f64).into_dlpack()?;
    /// assert_eq!(View::<f64, Layout!((?, 2):(2, 1))>::from_dlpack(&tensor)?[(1, 1)], 1.5);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When a nested mode is not one extent and one stride. [`View::to_dlpack_copied`] accepts any modes.
    pub fn into_dlpack(self) -> Result<DlpackTensor, LayoutError> {
        let view = self.view().to_flat()?;
        let (first, flat) = (view.first(), view.dynamic_layout());
        Ok(managed(self, first, &flat, 0))
    }
}

/// A managed tensor with the axes that it points to and the owner of its elements: one allocation, which the deleter
/// frees.
struct Managed<O> {
    tensor: DLManagedTensorVersioned,
    axes: DlpackAxes,
    owner: O,
}

/// A managed tensor of the elements of `owner`, with the element of index 0 at `first`.
fn managed<T: ArrayElement, O: 'static>(
    owner: O,
    first: NonNull<T>,
    flat: &value::Layout,
    flags: u64,
) -> DlpackTensor {
    let mut axes = DlpackAxes::of(flat);
    let tensor = DLManagedTensorVersioned {
        version: VERSION,
        manager_ctx: null_mut(),
        deleter: Some(free::<O>),
        flags,
        dl_tensor: axes.tensor(first),
    };
    let managed = NonNull::from(Box::leak(Box::new(Managed { tensor, axes, owner })));
    // SAFETY: M: the box was leaked in the line above, so the pointer is valid for writes and nothing else uses
    // it; a field of it is not null.
    let tensor = unsafe {
        (*managed.as_ptr()).tensor.manager_ctx = managed.as_ptr().cast::<c_void>();
        NonNull::new_unchecked(&raw mut (*managed.as_ptr()).tensor)
    };
    DlpackTensor { tensor }
}

/// The deleter of tensors by [`managed`] with an owner `O`.
///
/// # Safety
/// `tensor` is the result of [`managed::<_, O>`](managed), and this is called once.
unsafe extern "C" fn free<O>(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: M: `managed` wrote the address of its leaked box of `Managed<O>` to `manager_ctx`, and the standard
    // requires that the deleter is called once (this function's `# Safety`).
    let managed = unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Managed<O>>()) };
    let Managed { tensor: _, axes, owner } = *managed;
    drop((axes, owner));
}
