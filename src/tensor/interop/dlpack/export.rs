//! Tensors of DLPack over our elements.

use super::{
    CPU, DLManagedTensorVersioned, DLTensor, DlpackTensor, FLAG_IS_COPIED, VERSION, type_of,
};
use crate::layout::{Layout, PlainLayout};
use crate::tensor::interop::foreign::{extents, row_major};
use crate::tensor::interop::{ArrayElement, ArrayLayout};
use crate::tensor::{Boxed, Tensor, View};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr::{NonNull, null_mut};
use layout_core::{self as value, LayoutError};

/// A tensor of DLPack that borrows its elements: for a call that does not keep it.
pub struct DlpackView<'a> {
    tensor: DLTensor,
    /// What `tensor` points to.
    axes: DlpackAxes,
    life: PhantomData<&'a ()>,
}

impl DlpackView<'_> {
    /// The structure. Its pointers are valid as long as this is; the elements must not be written.
    ///
    /// ```
    /// use static_layout::*;
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

/// Extents and strides as the structure has them.
struct DlpackAxes {
    extents: Vec<i64>,
    strides: Vec<i64>,
}

impl DlpackAxes {
    fn of(flat: &value::Layout) -> Self {
        let (extents, strides) = (0..flat.leaf_count()).map(|k| flat.leaf(k)).unzip();
        DlpackAxes { extents, strides }
    }

    /// The tensor with these axes, which it points to: they live as long as it, and stay on the heap.
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
    /// A tensor of DLPack of the same elements, for the time of a call.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[1_u8, 2, 3, 4, 5, 6], layout!((2, (3, 1)):(3, (1, 6))))?;
    /// let tensor = view.to_dlpack()?;
    /// assert_eq!(tensor.as_raw().data.cast_const().cast(), view.as_ptr());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// With the mode that is not one extent and stride; [`to_dlpack_copied`](Self::to_dlpack_copied) takes any modes.
    pub fn to_dlpack(self) -> Result<DlpackView<'a>, LayoutError> {
        let view = self.to_flat()?;
        let mut axes = DlpackAxes::of(&view.dynamic_layout());
        Ok(DlpackView { tensor: axes.tensor(view.first()), axes, life: PhantomData })
    }

    /// A managed tensor with a copy of the elements, in C order.
    ///
    /// ```
    /// use static_layout::*;
    /// let columns = View::new(&[1_u8, 2, 3, 4], layout!((2, 2):(1, 2)))?;
    /// let tensor = columns.to_dlpack_copied()?;
    /// assert_eq!(View::<u8, Layout!((2, 2):(2, 1))>::from_dlpack(&tensor)?[(1, 0)], 2);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// For more coordinates than `isize` counts.
    pub fn to_dlpack_copied(self) -> Result<DlpackTensor, LayoutError> {
        let extents = extents(*self.layout_ref())?;
        let flat = crate::tensor::interop::foreign::compact(&extents, false)?;
        let elements = row_major(self)?;
        let owner = Boxed::from_slice(Layout::new(elements.len(), typenum::U1::new()), &elements)?;
        let first = owner.view().first();
        Ok(managed(owner, first, &flat, FLAG_IS_COPIED))
    }
}

impl<T: ArrayElement, L: ArrayLayout + PlainLayout> Boxed<T, L> {
    /// A managed tensor of these elements, which it frees.
    ///
    /// ```
    /// use static_layout::*;
    /// let tensor = Boxed::filled(layout!((2, 2):(2, 1)), 1.5_f64).into_dlpack()?;
    /// assert_eq!(View::<f64, Layout!((?, 2):(2, 1))>::from_dlpack(&tensor)?[(1, 1)], 1.5);
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// With the mode that is not one extent and stride; [`View::to_dlpack_copied`] takes any modes.
    pub fn into_dlpack(self) -> Result<DlpackTensor, LayoutError> {
        let view = self.view().to_flat()?;
        let (first, flat) = (view.first(), view.dynamic_layout());
        Ok(managed(self, first, &flat, 0))
    }
}

/// What a managed tensor of ours is part of.
struct Managed<O> {
    tensor: DLManagedTensorVersioned,
    axes: DlpackAxes,
    owner: O,
}

/// The managed tensor of elements from `first` on, which `owner` has, on the heap.
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
    // SAFETY: it was just made; nothing else points to it.
    let tensor = unsafe {
        (*managed.as_ptr()).tensor.manager_ctx = managed.as_ptr().cast::<c_void>();
        NonNull::new_unchecked(&raw mut (*managed.as_ptr()).tensor)
    };
    DlpackTensor { tensor }
}

/// The deleter of [`managed`].
unsafe extern "C" fn free<O>(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: `managed` wrote where the box is, for this `O`; whoever has the tensor calls this once.
    let managed = unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Managed<O>>()) };
    let Managed { tensor: _, axes, owner } = *managed;
    drop((axes, owner));
}
