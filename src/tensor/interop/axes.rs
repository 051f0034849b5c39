//! [`ArrayLayout`]: layouts that an array with one extent and one stride an axis can have.

#[cfg(feature = "alloc")]
use super::ArrayError;
#[cfg(feature = "alloc")]
use crate::tensor::Boxed;
use crate::tensor::{View, ViewMut};
use crate::types::{Form, IntTuple, Layout, PlainLayout, check};
use layout_core::{self as value, ArrayRule, LayoutError, Operand, Operation, Rule};

/// A layout that an array of another crate can have: `S:D`, static or mixed, or a [`dynamic::Layout`](value::Layout),
/// which takes any extents and strides. Its top modes are the axes of the array, in order.
///
/// ```text
/// numpy:  shape (2, 3), strides (3, 1) in elements   =   (2,3):(3,1)
/// ```
///
/// The conversions, by feature:
///
/// | feature | from theirs | to theirs | layouts |
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
/// A function that ends in `_copied` makes a `Boxed` or an array with elements of its own; the others share the
/// elements. `TryFrom` exists where no type parameter remains open. `from_npy_bits`, `from_safetensors_bits` and
/// `from_dlpack_bits` read elements of any type as their bits.
///
/// A `Boxed` with a [`dynamic::Layout`](value::Layout) has the rank of the array. An array of 13 to 32 axes has a nested one:
/// the axes in groups of 12, `((a,b,..,l),(m,n))`. A run-time layout of this form is written with the axes in the groups. In
/// all other layouts a nested mode is one axis.
///
/// Static leaves are compared with the array, run-time leaves get its values. A nested mode must be static and have one
/// stride: `(2,3):(1,2)` is an axis `6:1`.
///
/// ```
/// use static_layout::{interop::*, *};
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
pub trait ArrayLayout: Copy + crate::sealed::Sealed {
    /// The static leaves, with the others unknown; `None` if any layout fits.
    #[doc(hidden)]
    fn pattern() -> Option<value::Layout>;
    /// The layout with these integers, which fit the pattern.
    ///
    /// # Errors
    /// When there is no such layout.
    #[doc(hidden)]
    fn of(layout: &value::Layout) -> Result<Self, LayoutError>;
    /// The layout as integers.
    #[doc(hidden)]
    fn integers(self) -> value::Layout;
    /// A copy of the elements of an array.
    ///
    /// # Errors
    /// When there is no such layout, two coordinates would share an element, or memory runs out.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn copied<T: Clone>(array: View<'_, T, value::Layout>) -> Result<Boxed<T, Self>, ArrayError>;
}

impl<S: IntTuple, D: IntTuple> crate::sealed::Sealed for Layout<S, D> {}
impl<S: IntTuple, D: IntTuple> ArrayLayout for Layout<S, D> {
    fn pattern() -> Option<value::Layout> {
        Some(Self::FORM)
    }
    fn of(layout: &value::Layout) -> Result<Self, LayoutError> {
        const { check::exists_if_static::<Self>() };
        check::read_dynamic(layout)
    }
    fn integers(self) -> value::Layout {
        PlainLayout::to_dynamic(self)
    }
    #[cfg(feature = "alloc")]
    fn copied<T: Clone>(array: View<'_, T, value::Layout>) -> Result<Boxed<T, Self>, ArrayError> {
        array.try_read_axes_copied()
    }
}

impl crate::sealed::Sealed for value::Layout {}
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
    #[cfg(feature = "alloc")]
    fn copied<T: Clone>(array: View<'_, T, value::Layout>) -> Result<Boxed<T, Self>, ArrayError> {
        array.try_copied()
    }
}

/// The layout of an array read as `M`.
///
/// # Errors
/// Those of [`View::read_axes`].
pub fn read<L: ArrayLayout, M: ArrayLayout>(array: L) -> Result<M, LayoutError> {
    let layout = array.integers();
    let Some(pattern) = M::pattern() else { return M::of(&layout) };
    check_groups(array, &pattern)?;
    M::of(&layout.read_axes(&pattern)?)
}

/// Whether the axes of an array are the leaves of its layout: a run-time layout of more than 12 leaves, in groups of 12 with
/// the rest in the last group.
pub(super) fn is_grouped<L: ArrayLayout>(layout: L) -> bool {
    let (layout, most) = (layout.integers(), value::MAX_RANK);
    let leaves = layout.leaf_count();
    let is_group = |k: usize| {
        let group = layout.mode(k);
        group.is_ok_and(|group| (group.depth(), group.rank()) == (1, most.min(leaves - most * k)))
    };
    L::pattern().is_none()
        && leaves > most
        && layout.rank() == leaves.div_ceil(most)
        && (0..layout.rank()).all(is_group)
}

/// Checks that the modes of an array are its axes, before they are compared with the modes of a pattern.
///
/// # Errors
/// When they are groups of axes: a pattern has at most 12 modes, and the array has more axes.
pub(super) fn check_groups<L: ArrayLayout>(
    array: L,
    pattern: &value::Layout,
) -> Result<(), LayoutError> {
    if !is_grouped(array) {
        return Ok(());
    }
    let array = array.integers();
    let rule = Rule::Array(ArrayRule::Rank { array: array.leaf_count(), layout: pattern.rank() });
    let (operation, operand) = (Operation::ReadArray, Operand::Layout(array));
    Err(LayoutError::refused(operation, operand, Operand::Pattern(*pattern), rule))
}

macro_rules! axes {
    ($View:ident) => {
        impl<'a, T, L: ArrayLayout> $View<'a, T, L> {
            /// A view of the elements with the layout type `M`: its static leaves are compared with this layout, mode
            /// by mode, and its run-time leaves get the values. See [`Layout::read_axes`](value::Layout::read_axes).
            ///
            /// ```
            /// use static_layout::{interop::*, *};
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
            /// When an extent or a stride differs from a static one of `M`, or a mode is not one extent and one stride.
            pub fn read_axes<M: ArrayLayout>(self) -> Result<$View<'a, T, M>, LayoutError> {
                let layout = read(*self.layout_ref())?;
                // SAFETY: V3: `read` found that the layout has the extents of this one, mode by mode, and the strides
                // of each mode with more than one coordinate, so each coordinate has the same offset.
                Ok(unsafe { $View::over(self.first(), layout) })
            }

            /// A view of the elements with one extent and one stride a mode, for crates without nested modes. See
            /// [`Layout::to_flat`](value::Layout::to_flat). The groups of the axes of an array of 13 to 32 axes stay.
            ///
            /// ```
            /// use static_layout::{interop::*, *};
            /// let mut data = [1, 2, 3, 4, 5, 6];
            /// let nested = ViewMut::new(&mut data, layout!(((2, 3), 1):((1, 2), 6)))?;
            /// assert_eq!(nested.to_flat()?.dynamic_layout().to_string(), "(6,1):(1,0)");
            /// # Ok::<(), LayoutError>(())
            /// ```
            ///
            /// # Errors
            /// When a nested mode is not one extent and one stride.
            pub fn to_flat(self) -> Result<$View<'a, T, value::Layout>, LayoutError> {
                let mut layout = self.layout_ref().integers();
                if !is_grouped(*self.layout_ref()) {
                    layout = layout.to_flat()?;
                }
                // SAFETY: V3: a flat layout maps the linear index in each mode to the same offset.
                Ok(unsafe { $View::over(self.first(), layout) })
            }
        }
    };
}
axes! { View }
axes! { ViewMut }
