//! [`DeviceTensor`], elements on a device with a layout.

use std::marker::PhantomData;

use layout_core::{ComposedLayout, Layout};
use static_layout::internal::{Form, OffsetMap};

use crate::{Gpu, GpuError};

/// The types of elements that kernels have.
pub trait Element: bytemuck::Pod + Default + Sealed {
    /// The name in WGSL.
    const WGSL: &'static str;
}

#[doc(hidden)]
pub trait Sealed {}

macro_rules! elements {
    ($($T:ident)*) => {$(
        impl Sealed for $T {}
        impl Element for $T {
            const WGSL: &'static str = stringify!($T);
        }
    )*};
}
elements! { f32 i32 u32 }

/// Elements on a device. Element `c` is at `origin + layout(c)` of the buffer, where `origin` is the distance of the
/// least offset below 0.
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
    pub(crate) buffer: wgpu::Buffer,
    pub(crate) plan: OperandPlan,
    /// The number of its device.
    pub(crate) device: u64,
    layout: L,
    elements: PhantomData<T>,
}

/// A layout as kernels take it: plain integers; the known ones are part of the shader.
#[derive(Clone, Debug)]
pub(crate) struct OperandPlan {
    pub(crate) plain: Layout,
    /// The swizzle and its offset.
    pub(crate) map: Option<ComposedLayout>,
    /// The distance of the least offset below 0.
    pub(crate) origin: u64,
    /// One more than the greatest index into the buffer.
    pub(crate) span: u64,
}

impl OperandPlan {
    pub(crate) fn of<L: Form>(layout: L) -> Result<Self, GpuError> {
        let plain = layout.with_words();
        plain.exists()?;
        if plain.is_coordinate() {
            return Err(GpuError::layout(format!(
                "{plain} maps to coordinates, which are no elements"
            )));
        }
        let map = layout.outer().composed(plain);
        let (least, most) = match &map {
            Some(map) => map.bounds(),
            None => {
                let (mut least, mut most) = (0, 0);
                for k in 0..plain.leaf_count() {
                    let (extent, stride) = plain.leaf(k);
                    let reach = (extent - 1).max(0) * stride;
                    if reach < 0 { least += reach } else { most += reach }
                }
                (least, most)
            }
        };
        let origin = least.min(0).unsigned_abs();
        let span = if plain.size() == 0 { 0 } else { most.max(0) as u64 + origin + 1 };
        Ok(Self { plain, map, origin, span })
    }

    /// The number of elements.
    pub(crate) fn size(&self) -> u64 {
        self.plain.size() as u64
    }

    /// The elements of `data` that the layout reaches.
    pub(crate) fn slice<'a, T>(&self, data: &'a [T]) -> Result<&'a [T], GpuError> {
        let reached = usize::try_from(self.span).ok().and_then(|span| data.get(..span));
        reached.ok_or_else(|| {
            GpuError::layout(format!(
                "{}{} reaches {} elements, and the slice has {}",
                self.before(),
                self.plain,
                self.span,
                data.len()
            ))
        })
    }

    /// Adds numbers that differ wherever plans do.
    pub(crate) fn words(&self, out: &mut Vec<u64>) {
        let Self { plain, map, origin, span } = self;
        let shape = plain.shape();
        out.extend([*origin, *span, plain.depth() as u64, plain.rank() as u64]);
        out.extend((0..plain.rank()).filter_map(|k| Some(shape.mode(k).ok()?.leaf_count() as u64)));
        for k in 0..plain.leaf_count() {
            let ((extent, stride), known) = (plain.leaf(k), plain.known(k));
            out.extend([extent as u64, stride as u64, u64::from(known.0), u64::from(known.1)]);
        }
        out.push(u64::from(map.is_some()));
        if let Some(map) = map {
            let (swizzle, offset) = (map.swizzle(), map.offset());
            out.extend([swizzle.from_mask() as u64, swizzle.onto_mask() as u64, offset as u64]);
        }
    }

    /// The text of the swizzle, before the plain layout.
    pub(crate) fn before(&self) -> String {
        self.map.map_or_else(String::new, |map| format!("{} o {} o ", map.swizzle(), map.offset()))
    }
}

impl<T: Element, L: Form> DeviceTensor<T, L> {
    /// The layout.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The elements of the buffer, from the least offset to the greatest.
    pub fn span(&self) -> u64 {
        self.plan.span
    }
}

impl Gpu {
    /// A tensor of zeros.
    ///
    /// # Errors
    /// For a layout whose elements take more memory than a buffer may have, or than there is.
    pub fn zeros<T: Element, L: Form>(&self, layout: L) -> Result<DeviceTensor<T, L>, GpuError> {
        let plan = OperandPlan::of(layout)?;
        let bytes = plan.span.checked_mul(size_of::<T>() as u64);
        // `wgpu` fills buffers with zeros.
        let buffer = self.buffer(bytes.unwrap_or(u64::MAX))?;
        Ok(DeviceTensor { buffer, plan, device: self.number, layout, elements: PhantomData })
    }

    /// Copies `data` to the device as it is: element `c` is `data[origin + layout(c)]`, where `origin` is the distance of
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
            self.write(&tensor.buffer, data)?;
        }
        Ok(tensor)
    }

    /// The elements of the buffer, as [`upload`](Self::upload) takes them: `View::new(&data, tensor.layout())` is the
    /// tensor if no offset is negative.
    ///
    /// # Errors
    /// For a tensor of another device, for a lost device, and where memory does not suffice.
    pub fn download<T: Element, L: Form>(
        &self,
        tensor: &DeviceTensor<T, L>,
    ) -> Result<Vec<T>, GpuError> {
        self.check_own(&[tensor.device])?;
        self.read(&tensor.buffer, tensor.plan.span)
    }
}

#[cfg(test)]
mod tests {
    use static_layout::layout;

    use super::OperandPlan;

    /// A kernel is kept under the words of its operands.
    #[test]
    fn words_differ_wherever_plans_do() {
        let n = 4_usize;
        let plans = [
            OperandPlan::of(layout!((4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(((4, 2), 8):((16, 8), 1))),
            OperandPlan::of(layout!((4, (2, 8)):(16, (8, 1)))),
            OperandPlan::of(layout!((n, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!((4, 2, 8):({4 * n}, 8, 1))),
            OperandPlan::of(layout!((4, 2, 8):(-16, 8, 1))),
            OperandPlan::of(layout!((4, 2, 8):(16, 8, 2))),
            OperandPlan::of(layout!(Sw<1,0,3> o 0 o (4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(Sw<1,1,3> o 0 o (4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(Sw<1,0,3> o 1 o (4, 2, 8):(16, 8, 1))),
            OperandPlan::of(layout!(64:1)),
        ];
        let mut words: Vec<Vec<u64>> = Vec::new();
        for plan in plans {
            let mut own = Vec::new();
            plan.unwrap().words(&mut own);
            assert!(!words.contains(&own), "{own:?}");
            words.push(own);
        }
    }
}
