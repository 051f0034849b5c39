//! Tensors of `safetensors` files with packed elements: contiguous, in C order.

use super::memory::group;
use super::view::PackedView;
use crate::element::PackedElement;
use alloc::format;
use layout_core::Layout;
use safetensors::{Dtype, tensor::TensorView};
use static_layout::internal::derived;
use static_layout::interop::{ArrayError, ArrayLayout};

/// The types of the format, by the names of elements.
const TYPES: [(&str, Dtype); 8] = [
    ("f4e2m1", Dtype::F4),
    ("f6e2m3", Dtype::F6_E2M3),
    ("f6e3m2", Dtype::F6_E3M2),
    ("f8e4m3", Dtype::F8_E4M3),
    ("f8e5m2", Dtype::F8_E5M2),
    ("f8e8m0", Dtype::F8_E8M0),
    ("f8e4m3fnuz", Dtype::F8_E4M3FNUZ),
    ("f8e5m2fnuz", Dtype::F8_E5M2FNUZ),
];

/// The type of the elements in the format.
///
/// # Errors
/// When it has none: of integers of less than a byte.
fn dtype<E: PackedElement>() -> Result<Dtype, ArrayError> {
    match TYPES.iter().find(|(name, _)| *name == E::NAME) {
        Some((_, dtype)) => Ok(*dtype),
        None => {
            Err(ArrayError::Element { found: "not known to the format".into(), expected: E::NAME })
        }
    }
}

impl<'a, E: PackedElement, L: ArrayLayout> PackedView<'a, E, L> {
    /// A view of a tensor of a `safetensors` file: `F4`, `F6_E2M3`, `F6_E3M2`, `F8_E4M3`, `F8_E5M2`, `F8_E8M0` and the two
    /// `FNUZ`.
    ///
    /// The format does not say in which order the bits of a byte have its elements. They are read in the order of
    /// [this module](super), in which PyTorch writes `F4`.
    ///
    /// ```
    /// use safetensors::{Dtype, tensor::TensorView};
    /// use static_layout::{interop::*, *};
    /// use static_layout_formats::{element::*, packed::*};
    /// let weights = TensorView::new(Dtype::F4, vec![2, 4], &[0x21, 0x43, 0x65, 0x87]).unwrap();
    /// let view = PackedView::<F4E2M1, Layout!((?, 4):(4, 1))>::from_safetensors(&weights)?;
    /// assert_eq!(view[(1, 2)].to_f32(), 6.0);
    /// assert_eq!(
    ///     PackedView::<F6E2M3, dynamic::Layout>::from_safetensors(&weights).err().unwrap().to_string(),
    ///     "the elements are F4, not f6e2m3"
    /// );
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements have another type, the format has none for `E`, the extents need more bytes, or an extent or a stride
    /// differs from a static one of `L`.
    pub fn from_safetensors(tensor: &TensorView<'a>) -> Result<Self, ArrayError> {
        if dtype::<E>()? != tensor.dtype() {
            let found = format!("{:?}", tensor.dtype());
            return Err(ArrayError::Element { found, expected: E::NAME });
        }
        let whole = derived::row_major_axes(tensor.shape())?;
        let view = PackedView::<E, Layout>::dynamic(tensor.data(), 0, whole)?;
        let layout = derived::read_axes::<Layout, L>(whole)?;
        // SAFETY: `read_axes` returns the layout of the same axes, each nested mode of which has one stride.
        Ok(unsafe { view.moved(0, layout) })
    }

    /// A tensor for [`safetensors::serialize`] that borrows the bytes.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// use static_layout_formats::{element::*, packed::*};
    /// let bytes = [0x21, 0x43, 0x65, 0x87, 0xA9, 0xCB];
    /// let view = PackedView::<F6E3M2, _>::new(&bytes, layout!((2, 4):(4, 1)))?;
    /// let file = safetensors::serialize([("w", view.to_safetensors()?)], None).unwrap();
    /// let file = safetensors::SafeTensors::deserialize(&file).unwrap();
    /// let back = PackedView::<F6E3M2, dynamic::Layout>::from_safetensors(&file.tensor("w").unwrap())?;
    /// assert!(back.elements().eq(view.iter()));
    /// assert!(view.slice(coord!(_, 0)).to_safetensors().is_err());
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When the elements are not contiguous in C order, do not begin and end with a byte, or the format has no type for them.
    pub fn to_safetensors(self) -> Result<TensorView<'a>, ArrayError> {
        let (dtype, layout) = (dtype::<E>()?, *self.layout_ref());
        let shape = derived::extents_of_axes(layout)?;
        let whole = derived::row_major_axes(&shape)?;
        let found = layout.integers();
        let (bytes, origin) = self.start();
        let size = found.size() as usize;
        let contiguous = is_row_major(&found, &whole);
        if !contiguous || !origin.is_multiple_of(group::<E>()) || !size.is_multiple_of(group::<E>())
        {
            let what = format!(
                "the elements of {found} from {origin} on are not whole bytes in C order, {whole}: copy them"
            );
            return Err(ArrayError::Format(what));
        }
        // SAFETY: P1: the elements are contiguous, so each of these bytes has bits of one. They are borrowed for `'a`.
        let data = unsafe {
            let first = bytes.at(origin / group::<E>() * (group::<E>() * E::BITS / 8));
            core::slice::from_raw_parts(first, size / group::<E>() * (group::<E>() * E::BITS / 8))
        };
        TensorView::new(dtype, shape, data).map_err(|error| ArrayError::Format(format!("{error}")))
    }
}

/// Whether a layout has the offsets of `whole`, the layout of its axes in C order.
fn is_row_major(layout: &Layout, whole: &Layout) -> bool {
    if layout.size() == 0 {
        return true;
    }
    // `whole` also groups axes that are in groups. Of any other layout, each mode is an axis.
    let axes = if layout.shape() == whole.shape() { Ok(*layout) } else { layout.to_flat() };
    axes.is_ok_and(|axes| {
        axes.shape() == whole.shape()
            && (0..axes.leaf_count()).all(|k| {
                let ((extent, stride), (_, expected)) = (axes.leaf(k), whole.leaf(k));
                extent == 1 || stride == expected
            })
    })
}
