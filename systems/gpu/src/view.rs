//! [`DeviceView`] and [`DeviceViewMut`], parts of tensors on a device, and the traits of what operations read and write.

use std::marker::PhantomData;

use static_layout::internal::{Form, derived, unwrap_or_panic};
use static_layout::ops::{InnerPartition, Slice, SliceAxes};
use static_layout::{AnyLayout, IntTuple, LayoutError, Tiler};

use crate::GpuError;
use crate::plan::OperandPlan;
use crate::tensor::{Element, Sealed};

/// What operations read: a tensor on a device, or a view of one.
pub trait DeviceRead: Sealed {
    /// The type of the elements.
    type Element: Element;
    /// The type of the layout.
    type Layout: Form;
    /// The layout.
    fn layout(&self) -> Self::Layout;
    #[doc(hidden)]
    fn operand(&self) -> Operand<'_>;
}

/// What operations write to: a tensor on a device, or a view of one that may be written.
pub trait DeviceWrite: DeviceRead {}

/// An operand of an operation.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    pub(crate) buffer: &'a wgpu::Buffer,
    pub(crate) plan: &'a OperandPlan,
    pub(crate) device: u64,
    /// The type of its elements in WGSL.
    pub(crate) element: &'static str,
}

/// A part of a tensor on a device, or all of it: `view[c]` is at `origin + layout(c)` of the tensor's buffer.
///
/// ```no_run
/// use static_layout::*;
/// use static_layout_gpu::{Gpu, Reduction};
/// let gpu = Gpu::new()?;
/// let data: Vec<f32> = (0..24).map(|x| x as f32).collect();
/// let mut a = gpu.upload(&data, layout!((4, 6):(6, 1)))?;
/// let row = a.view().slice(coord!(2, _));
/// assert_eq!(gpu.reduce(&row, Reduction::Sum)?, 12.0 + 13.0 + 14.0 + 15.0 + 16.0 + 17.0);
/// let zeros = gpu.zeros::<f32, _>(layout!((2, 3):(3, 1)))?;
/// gpu.copy(&zeros, &mut a.view_mut().tile(tile!(2, 3), (1, 0)))?;
/// # Ok::<(), static_layout_gpu::GpuError>(())
/// ```
///
/// A tensor lends itself to one view that may be written, or to any that may not:
/// ```compile_fail,E0502
/// # use static_layout::*;
/// # let gpu = static_layout_gpu::Gpu::new().unwrap();
/// let mut a = gpu.zeros::<f32, _>(layout!((4, 6):(6, 1))).unwrap();
/// let mut row = a.view_mut().slice(coord!(2, _));
/// gpu.copy(&a.view().slice(coord!(1, _)), &mut row).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct DeviceView<'a, T, L> {
    buffer: &'a wgpu::Buffer,
    plan: OperandPlan,
    device: u64,
    layout: L,
    elements: PhantomData<T>,
}

/// A [`DeviceView`] that may be written.
///
/// ```compile_fail,E0499
/// # use static_layout::*;
/// # let gpu = static_layout_gpu::Gpu::new().unwrap();
/// let mut a = gpu.zeros::<f32, _>(layout!((4, 6):(6, 1))).unwrap();
/// let (mut one, mut other) = (a.view_mut(), a.view_mut());
/// gpu.copy(&one, &mut other).unwrap();
/// ```
#[derive(Debug)]
pub struct DeviceViewMut<'a, T, L> {
    view: DeviceView<'a, T, L>,
    written: PhantomData<&'a mut T>,
}

impl<'a, T: Element, L: Form> DeviceView<'a, T, L> {
    pub(crate) fn new(buffer: &'a wgpu::Buffer, plan: OperandPlan, device: u64, layout: L) -> Self {
        Self { buffer, plan, device, layout, elements: PhantomData }
    }

    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The elements from the least offset to the greatest.
    pub fn span(&self) -> u64 {
        self.plan.span
    }

    /// The buffer of the tensor.
    pub fn buffer(&self) -> &'a wgpu::Buffer {
        self.buffer
    }

    /// The place of offset 0 in the buffer, in elements.
    pub fn origin(&self) -> u64 {
        self.plan.origin
    }

    #[track_caller]
    fn part<P: Form>(self, (layout, start): (P, isize)) -> DeviceView<'a, T, P> {
        match self.plan.part(layout, start) {
            Ok(plan) => DeviceView::new(self.buffer, plan, self.device, layout),
            Err(error) => panic!("{error}"),
        }
    }
}

impl<'a, T: Element, L: Form> DeviceViewMut<'a, T, L> {
    pub(crate) fn new(view: DeviceView<'a, T, L>) -> Self {
        Self { view, written: PhantomData }
    }

    /// The layout.
    pub fn layout(&self) -> L {
        self.view.layout
    }

    /// A view that may not be written.
    pub fn view(&self) -> DeviceView<'_, T, L> {
        self.view.clone()
    }

    /// This view for a shorter time.
    pub fn reborrow(&mut self) -> DeviceViewMut<'_, T, L> {
        DeviceViewMut::new(self.view.clone())
    }
}

/// The parts of either kind of view, which take it by value.
macro_rules! parts {
    ($Of:ident, $self:ident = $view:expr, $wrap:expr) => {
        impl<'a, T: Element, L: AnyLayout> $Of<'a, T, L> {
            /// The modes that `_` keeps, at the given coordinates of the others, as
            /// [`View::slice`](static_layout::View::slice).
            ///
            /// ```no_run
            /// # use static_layout::*;
            /// # let gpu = static_layout_gpu::Gpu::new()?;
            /// let mut a = gpu.zeros::<f32, _>(layout!((4, 6):(6, 1)))?;
            /// assert_eq!(a.view().slice(coord!(2, _)).origin(), 12);
            /// assert_eq!(a.view_mut().slice(coord!(_, 1)).layout().to_string(), "(4):(6)");
            /// # Ok::<(), static_layout_gpu::GpuError>(())
            /// ```
            ///
            /// # Panics
            /// When a leaf of the coordinate is out of range.
            ///
            /// # Compile errors
            /// When a static coordinate is out of range.
            #[track_caller]
            pub fn slice<C: IntTuple>($self, coord: C) -> $Of<'a, T, Slice<L, C>>
            where
                Slice<L, C>: Form,
            {
                const { derived::check_slice::<L, C>() };
                let view = $view;
                let part = derived::slice_at(view.layout, coord);
                $wrap(view.part(part))
            }

            /// An index or a range of each axis, like NumPy's basic indexing, as
            /// [`View::slice_axes`](static_layout::View::slice_axes).
            ///
            /// ```no_run
            /// # use static_layout::*;
            /// # let gpu = static_layout_gpu::Gpu::new()?;
            /// let mut a = gpu.zeros::<f32, _>(layout!((4, 6):(6, 1)))?;
            /// assert_eq!(a.view().slice_axes(slices!(1..3, ..)).layout().to_string(), "(2,6):(6,1)");
            /// assert_eq!(a.view_mut().slice_axes(slices!(1, ..;-1)).layout().to_string(), "(6):(-1)");
            /// # Ok::<(), static_layout_gpu::GpuError>(())
            /// ```
            ///
            /// # Panics
            /// When an index is out of range, or a step is 0. [`try_slice_axes`](Self::try_slice_axes) returns the error
            /// instead.
            ///
            /// # Compile errors
            /// When one of these holds for static integers, or there are more slices than axes.
            #[track_caller]
            pub fn slice_axes<C: IntTuple>($self, slices: C) -> $Of<'a, T, SliceAxes<L, C>>
            where
                SliceAxes<L, C>: Form,
            {
                const { derived::check_slice_axes::<L, C>() };
                let view = $view;
                let part = unwrap_or_panic(derived::axes_of(view.layout, slices));
                $wrap(view.part(part))
            }

            /// [`slice_axes`](Self::slice_axes) that returns an error instead of a panic.
            ///
            /// # Errors
            /// When an index is out of range, or a step is 0.
            ///
            /// # Compile errors
            /// As [`slice_axes`](Self::slice_axes).
            #[track_caller]
            pub fn try_slice_axes<C: IntTuple>(
                $self,
                slices: C,
            ) -> Result<$Of<'a, T, SliceAxes<L, C>>, LayoutError>
            where
                SliceAxes<L, C>: Form,
            {
                const { derived::check_slice_axes::<L, C>() };
                let view = $view;
                let part = derived::axes_of(view.layout, slices)?;
                Ok($wrap(view.part(part)))
            }

            /// The tile at a coordinate of the grid of tiles, as [`View::tile`](static_layout::View::tile).
            ///
            /// ```no_run
            /// # use static_layout::*;
            /// # let gpu = static_layout_gpu::Gpu::new()?;
            /// let mut a = gpu.zeros::<f32, _>(layout!((4, 6):(6, 1)))?;
            /// assert_eq!(a.view().tile(tile!(2, 3), (1, 0)).origin(), 12);
            /// assert_eq!(a.view_mut().tile(tile!(2, 3), (0, 1)).layout().to_string(), "(2,3):(6,1)");
            /// # Ok::<(), static_layout_gpu::GpuError>(())
            /// ```
            ///
            /// # Panics
            /// When the divide is refused for run-time integers, or the coordinate lies outside the grid of tiles.
            ///
            /// # Compile errors
            /// When the divide is refused for static integers.
            #[track_caller]
            pub fn tile<K: Tiler, C: IntTuple>(
                $self,
                tiler: K,
                coord: C,
            ) -> $Of<'a, T, InnerPartition<L, K, C>>
            where
                InnerPartition<L, K, C>: Form,
            {
                const { derived::check_tiles::<L, K>() };
                let view = $view;
                let part = unwrap_or_panic(derived::tile_at(view.layout, tiler, coord));
                $wrap(view.part(part))
            }
        }
    };
}
parts! { DeviceView, self = self, |part| part }
parts! { DeviceViewMut, self = self.view, DeviceViewMut::new }

macro_rules! operands {
    ($Of:ident, $self:ident = $view:expr) => {
        impl<T, L> Sealed for $Of<'_, T, L> {}
        impl<T: Element, L: Form> DeviceRead for $Of<'_, T, L> {
            type Element = T;
            type Layout = L;
            fn layout(&$self) -> L {
                $view.layout
            }
            fn operand(&$self) -> Operand<'_> {
                let DeviceView { buffer, plan, device, .. } = $view;
                Operand { buffer, plan, device: *device, element: T::WGSL }
            }
        }
    };
}
operands! { DeviceView, self = self }
operands! { DeviceViewMut, self = &self.view }
impl<T: Element, L: Form> DeviceWrite for DeviceViewMut<'_, T, L> {}

/// Checks that the targets, the last `targets` of the operands, have buffers of their own: a binding that is written
/// excludes others of the same buffer.
pub(crate) fn check_apart(operands: &[Operand<'_>], targets: usize) -> Result<(), GpuError> {
    let first = operands.len() - targets;
    for (k, target) in operands.iter().enumerate().skip(first) {
        if let Some(other) = operands[..k].iter().find(|other| other.buffer == target.buffer) {
            return Err(GpuError::layout(format!(
                "{} is written in the buffer of another operand, {}",
                target.plan, other.plan
            )));
        }
    }
    Ok(())
}
