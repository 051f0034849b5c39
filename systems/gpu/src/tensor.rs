//! [`DeviceTensor`], elements on a device with a layout.

use std::marker::PhantomData;

use static_layout::Tensor;
use static_layout::internal::Form;

use crate::error::GpuErrorKind;
use crate::plan::OperandPlan;
use crate::transfer::room_for;
use crate::view::{DeviceRead, DeviceView, DeviceViewMut, DeviceWrite, Operand};
use crate::{Gpu, GpuError};

/// The types of elements that kernels have.
pub trait Element: bytemuck::Pod + Default + Unpin + Send + Sync + Sealed {
    /// The name in WGSL.
    const WGSL: &'static str;
}

#[doc(hidden)]
pub trait Sealed {}

macro_rules! elements {
    ($($T:ty, $name:literal)*) => {$(
        impl Sealed for $T {}
        impl Element for $T {
            const WGSL: &'static str = $name;
        }
    )*};
}
elements! { f32, "f32" i32, "i32" u32, "u32" half::f16, "f16" }

/// The types of elements that [`Gpu::matmul`] multiplies, and that its sums of `f32` become.
pub trait FloatElement: Element {}
impl FloatElement for f32 {}
impl FloatElement for half::f16 {}

/// Elements on a device. Element `c` is at `origin + layout(c)` of the buffer.
///
/// ```no_run
/// use static_layout::*;
/// use static_layout_gpu::Gpu;
/// let gpu = Gpu::new()?;
/// let a = gpu.upload(&[1.0_f32, 2.0, 3.0, 4.0], layout!((2, 2):(2, 1)))?;
/// let mut b = gpu.zeros::<f32, _>(layout!((2, 2):(1, 2)))?;
/// gpu.copy(&a, &mut b)?;
/// assert_eq!(gpu.download(&b)?, [1.0, 3.0, 2.0, 4.0]);
/// # Ok::<(), static_layout_gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct DeviceTensor<T, L> {
    buffer: wgpu::Buffer,
    plan: OperandPlan,
    /// The number of its device.
    device: u64,
    layout: L,
    elements: PhantomData<T>,
}

impl<T: Element, L: Form> DeviceTensor<T, L> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The elements from the least offset to the greatest.
    pub fn span(&self) -> u64 {
        self.plan.span
    }

    /// The buffer. It has the usages `STORAGE`, `COPY_SRC` and `COPY_DST`, unless it is a buffer of the caller.
    ///
    /// ```no_run
    /// # use static_layout::*;
    /// # use static_layout_gpu::{Gpu, wgpu};
    /// # fn bind(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, gpu: &Gpu) -> Result<wgpu::BindGroup, static_layout_gpu::GpuError> {
    /// let tensor = gpu.upload(&[1.0_f32; 64], layout!((8, 8):(8, 1)))?;
    /// let resource = tensor.buffer().as_entire_binding();
    /// let entries = &[wgpu::BindGroupEntry { binding: 0, resource }];
    /// # let group =
    /// device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries });
    /// # Ok(group)
    /// # }
    /// ```
    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// The place of offset 0 in the buffer, in elements.
    pub fn origin(&self) -> u64 {
        self.plan.origin
    }

    /// A view of all elements.
    pub fn view(&self) -> DeviceView<'_, T, L> {
        DeviceView::new(&self.buffer, self.plan.clone(), self.device, self.layout)
    }

    /// A view of all elements that may be written.
    pub fn view_mut(&mut self) -> DeviceViewMut<'_, T, L> {
        DeviceViewMut::new(self.view())
    }
}

impl<T: Element, L: Form> DeviceRead for DeviceTensor<T, L> {
    type Element = T;
    type Layout = L;
    fn layout(&self) -> L {
        self.layout
    }
    fn operand(&self) -> Operand<'_> {
        Operand { buffer: &self.buffer, plan: &self.plan, device: self.device, element: T::WGSL }
    }
}
impl<T: Element, L: Form> DeviceWrite for DeviceTensor<T, L> {}
impl<T, L> Sealed for DeviceTensor<T, L> {}

impl Gpu {
    /// A tensor of zeros.
    ///
    /// # Errors
    /// For a layout whose elements take more memory than a buffer may have, or than there is, and for elements that the
    /// device does not have: `f16` without the feature `SHADER_F16`.
    pub fn zeros<T: Element, L: Form>(&self, layout: L) -> Result<DeviceTensor<T, L>, GpuError> {
        self.check_element::<T>()?;
        let plan = OperandPlan::of(layout)?;
        let bytes = plan.span.checked_mul(size_of::<T>() as u64);
        // `wgpu` fills buffers with zeros.
        let buffer = self.buffer(bytes.unwrap_or(u64::MAX))?;
        Ok(DeviceTensor { buffer, plan, device: self.number, layout, elements: PhantomData })
    }

    /// Copies `data` to the device as it is: element `c` is `data[below + layout(c)]`, where `below` is the distance of
    /// the least offset below 0.
    ///
    /// # Errors
    /// If the layout reaches past `data`, and as [`zeros`](Self::zeros).
    pub fn upload<T: Element, L: Form>(
        &self,
        data: &[T],
        layout: L,
    ) -> Result<DeviceTensor<T, L>, GpuError> {
        let tensor = self.zeros::<T, L>(layout)?;
        let data = tensor.plan.slice(data)?;
        if !data.is_empty() {
            self.write_buffer(&tensor.buffer, data)?;
        }
        Ok(tensor)
    }

    /// Copies a tensor of the host to the device, with its layout: a view, or the part of a distributed array on this rank.
    /// [`download_to`](Self::download_to) copies it back.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::Gpu;
    /// let gpu = Gpu::new()?;
    /// let mut data: [f32; 24] = std::array::from_fn(|at| at as f32);
    /// let mut whole = ViewMut::new(&mut data, layout!((4, 6):(6, 1))).unwrap();
    /// let part = gpu.upload_view(&whole.tile(tile!(2, 3), (1, 1)))?;
    /// let mut double = gpu.zeros::<f32, _>(layout!((2, 3):(3, 1)))?;
    /// gpu.transform(&part, &mut double, "2.0 * x")?;
    /// gpu.download_to(&double, &mut whole.tile_mut(tile!(2, 3), (1, 1)))?;
    /// assert_eq!((whole[(2, 2)], whole[(2, 3)]), (14.0, 30.0));
    /// # Ok::<(), static_layout_gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// As [`zeros`](Self::zeros), and where the memory of the host does not suffice.
    pub fn upload_view<V: Tensor<Element: Element>>(
        &self,
        view: &V,
    ) -> Result<DeviceTensor<V::Element, V::Layout>, GpuError> {
        let view = view.view();
        let layout = view.layout();
        if let Some(data) = view.as_slice() {
            return self.upload(data, layout);
        }
        let plan = OperandPlan::of(layout)?;
        let mut data = room_for(plan.span)?;
        data.resize(plan.span as usize, V::Element::default());
        plan.places().zip(view.iter()).for_each(|(place, element)| data[place] = *element);
        self.upload(&data, layout)
    }

    /// A tensor in a buffer of the caller: element `c` is at `first + below + layout(c)`, in elements, where `below` is the
    /// distance of the least offset below 0. Other buffers of `wgpu` stay with the caller, and so do the other elements of
    /// this one.
    ///
    /// An operation refuses a target in the buffer of another operand. The caller keeps other work from writing to
    /// elements that an operation reads.
    ///
    /// ```no_run
    /// use static_layout::*;
    /// use static_layout_gpu::{Gpu, wgpu};
    /// # fn particles(device: wgpu::Device, queue: wgpu::Queue, buffer: wgpu::Buffer) -> Result<(), static_layout_gpu::GpuError> {
    /// let gpu = Gpu::from_device(device, queue)?;
    /// // 1000 particles of position and mass, (x, y, z, m).
    /// let masses = gpu.tensor_over::<f32, _>(buffer, 3, layout!(1000:4))?;
    /// println!("{}", gpu.reduce(&masses, static_layout_gpu::Reduction::Sum)?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`GpuErrorKind::Layout`] for a buffer without the usage `STORAGE`, or with fewer elements than the layout reaches;
    /// [`GpuErrorKind::Memory`] for a buffer above the limit of a binding; [`GpuErrorKind::Foreign`] for a buffer of another
    /// device; as [`zeros`](Self::zeros) for the elements.
    pub fn tensor_over<T: Element, L: Form>(
        &self,
        buffer: wgpu::Buffer,
        first: u64,
        layout: L,
    ) -> Result<DeviceTensor<T, L>, GpuError> {
        self.check_element::<T>()?;
        let own = OperandPlan::of(layout)?;
        if !buffer.usage().contains(wgpu::BufferUsages::STORAGE) {
            return Err(GpuError::layout(format!(
                "the buffer has the usages {:?}, and a tensor needs STORAGE",
                buffer.usage()
            )));
        }
        let (bytes, most) = (buffer.size(), self.max_buffer_bytes());
        if bytes > most {
            return Err(GpuError::new(
                GpuErrorKind::Memory,
                format!(
                    "a buffer of {bytes} bytes: a binding of {} has at most {most}",
                    self.name()
                ),
            ));
        }
        let held = bytes / size_of::<T>() as u64;
        if first.checked_add(own.span).is_none_or(|end| end > held) || bytes == 0 || bytes % 4 != 0
        {
            return Err(GpuError::layout(format!(
                "{own} from element {first} on reaches {} elements, and the buffer of {bytes} bytes has {held}",
                own.span
            )));
        }
        self.check_buffer(&buffer)?;
        let plan = OperandPlan { origin: first + own.below, ..own };
        Ok(DeviceTensor { buffer, plan, device: self.number, layout, elements: PhantomData })
    }

    fn check_element<T: Element>(&self) -> Result<(), GpuError> {
        if T::WGSL != "f16" || self.features().contains(wgpu::Features::SHADER_F16) {
            return Ok(());
        }
        Err(GpuError::new(
            GpuErrorKind::Limit,
            format!(
                "elements of f16 need the feature SHADER_F16, which {} does not have",
                self.name()
            ),
        ))
    }
}
