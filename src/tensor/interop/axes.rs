//! From one extent and one stride an axis to the layout that is asked for, and back.

use crate::check;
use crate::layout::{Layout, PlainLayout};
use crate::tensor::{View, ViewMut};
use crate::tuple::IntTuple;
use layout_core::{self as value, LayoutError};

/// A layout that the extents and strides of an array can be read as: `S:D`, static or mixed, or a
/// [`dynamic::Layout`](value::Layout), which takes any. Its modes at the top are the axes of the array, in their
/// order.
///
/// | feature | theirs to ours | ours to theirs | of `View`, `ViewMut`, `Boxed` |
/// |---|---|---|---|
/// | | `from_rows`, `from_rows_copied` | `to_rows`, `to_rows_copied` | slices of arrays, slices of slices |
/// | `ndarray` | `from_ndarray`, `from_ndarray_copied` | `to_ndarray`, `to_ndarray_mut`, `to_ndarray_copied` | any strides |
/// | `nalgebra` | `from_nalgebra`, `from_nalgebra_copied` | `to_nalgebra`, `to_nalgebra_mut`, `to_nalgebra_copied` | two modes, positive strides |
/// | `mdarray` | `from_mdarray`, `from_mdarray_copied` | `to_mdarray`, `to_mdarray_mut`, `to_mdarray_copied` | any strides |
/// | `image` | `from_image`, `from_flat_samples`, `from_image_copied` | `to_image`, `to_image_mut`, `to_image_copied` | height, width, channels |
/// | `arrow` | `from_arrow`, `from_arrow_copied` | `into_arrow`, `to_arrow_copied` | lists of fixed size |
/// | `dlpack` | `from_dlpack`, `from_dlpack_copied` | `to_dlpack`, `into_dlpack`, `to_dlpack_copied` | `DlpackTensor` |
/// | `npy`, `npz` | `from_npy`, `from_npy_copied` | `to_npy_copied` | bytes of a file; `Npz`, `Npz::write` |
/// | `safetensors` | `from_safetensors`, `from_safetensors_copied` | `to_safetensors`, `to_safetensors_copied` | C order |
///
/// What ends in `_copied` is a `Boxed` or an array with elements of its own; all else shares them. `TryFrom` is there
/// where nothing is left to choose.
///
/// What is static is compared with the array, run-time leaves are filled from it. A nested mode must be static, and
/// have one stride: `(2,3):(1,2)` is an axis `6:1`.
///
/// ```
/// use static_layout::*;
/// fn rows<L: ArrayLayout>(array: View<'_, i32, dynamic::Layout>) -> bool {
///     array.read_axes::<L>().is_ok()
/// }
/// let array = View::dynamic(&[1, 2, 3, 4, 5, 6], 0, "(2,3):(3,1)".parse()?)?;
/// assert!(rows::<Layout!((?, 3):(3, 1))>(array) && rows::<dynamic::Layout>(array));
/// assert!(!rows::<Layout!((?, 3):(1, 2))>(array));
/// # Ok::<(), LayoutError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "arrays have no such layout",
    label = "an array has an extent and a stride for each axis",
    note = "the elements of a swizzled layout must be copied first: `to_boxed`"
)]
pub trait ArrayLayout: Copy + SealedLayout {
    /// The integers; those that a type does not have are unknown.
    #[doc(hidden)]
    fn pattern() -> Option<value::Layout>;
    /// The layout of these integers, which have been read by the pattern.
    #[doc(hidden)]
    fn of(layout: &value::Layout) -> Result<Self, LayoutError>;
    /// The integers.
    #[doc(hidden)]
    fn integers(self) -> value::Layout;
}

mod sealed {
    pub trait SealedLayout {}
}
use sealed::SealedLayout;

impl<S: IntTuple, D: IntTuple> SealedLayout for Layout<S, D> {}
impl<S: IntTuple, D: IntTuple> ArrayLayout for Layout<S, D> {
    fn pattern() -> Option<value::Layout> {
        Some(<Self as PlainLayout>::DESC)
    }
    fn of(layout: &value::Layout) -> Result<Self, LayoutError> {
        const { check::exists_if_static::<Self>() };
        check::read_dynamic(layout)
    }
    fn integers(self) -> value::Layout {
        PlainLayout::to_dynamic(self)
    }
}

impl SealedLayout for value::Layout {}
impl ArrayLayout for value::Layout {
    fn pattern() -> Option<value::Layout> {
        None
    }
    fn of(layout: &value::Layout) -> Result<Self, LayoutError> {
        Ok(*layout)
    }
    fn integers(self) -> value::Layout {
        self
    }
}

/// The layout `L` of an array.
fn read<L: ArrayLayout>(array: &value::Layout) -> Result<L, LayoutError> {
    match L::pattern() {
        None => L::of(array),
        Some(pattern) => L::of(&array.read_axes(&pattern)?),
    }
}

macro_rules! axes {
    ($View:ident) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// The same elements through a layout of another form, mode by mode: what is static in `M` is
            /// compared, what is not is filled. [`Layout::read_axes`](value::Layout::read_axes) is this on
            /// layouts.
            ///
            /// ```
            /// use static_layout::*;
            /// let array = View::dynamic(&[1, 2, 3, 4, 5, 6], 0, "(2,3):(3,1)".parse()?)?;
            /// let rows = array.read_axes::<Layout!((?, 3):(3, 1))>()?;
            /// assert_eq!((rows[(1, 0)], size_of_val(&rows.layout())), (4, 8));
            /// assert_eq!(
            ///     rows.read_axes::<Layout!((2, 3):(1, 2))>().err().unwrap().to_string(),
            ///     "cannot read the array (2,3):(3,1) as (2,3):(1,2): axis 0 has the stride 3, not 1"
            /// );
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// At the first mode whose extent or stride differs, and where a mode is not one extent and stride.
            pub fn read_axes<M: ArrayLayout>(self) -> Result<$View<'a, T, M>, LayoutError> {
                let layout = read(&self.layout_ref().integers())?;
                // SAFETY: mode by mode it has the extents of the layout before, and the strides, where there
                // is more than one coordinate: each coordinate has its element.
                Ok(unsafe { $View::over(self.first(), layout) })
            }

            /// The same elements with one extent and one stride a mode, as systems without nested modes have
            /// them. [`Layout::to_flat`](value::Layout::to_flat) is this on layouts.
            ///
            /// ```
            /// use static_layout::*;
            /// let mut data = [1, 2, 3, 4, 5, 6];
            /// let nested = ViewMut::new(&mut data, layout!(((2, 3), 1):((1, 2), 6)))?;
            /// assert_eq!(nested.to_flat()?.dynamic_layout().to_string(), "(6,1):(1,0)");
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// With the mode that has no stride of its own.
            pub fn to_flat(self) -> Result<$View<'a, T, value::Layout>, LayoutError> {
                let layout = self.layout_ref().integers().to_flat()?;
                // SAFETY: the same function of the coordinates of the modes.
                Ok(unsafe { $View::over(self.first(), layout) })
            }
        }
    };
}
axes! { View }
axes! { ViewMut }
