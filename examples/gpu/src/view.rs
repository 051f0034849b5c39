//! Elements on the device with a layout.

use static_layout::{AnyLayout, Coordinate, LayoutOps};

/// Elements that threads of many blocks read and write: `view[c]` is at `start + layout(c)`. Offsets have 32 bits, so
/// a thread multiplies and adds in one register.
#[derive(Clone, Copy)]
pub struct DeviceView<L> {
    start: *mut f32,
    layout: L,
}

impl<L: AnyLayout> DeviceView<L> {
    /// The elements from `start` on.
    ///
    /// # Safety
    /// For each coordinate `c` of the layout, `start + layout(c)` is an element, the offset has 32 bits, and no thread
    /// reads an element that another thread writes.
    #[inline(always)]
    pub unsafe fn new(start: *mut f32, layout: L) -> Self {
        Self { start, layout }
    }

    /// The element at `c`.
    ///
    /// # Safety
    /// `c` lies in the shape.
    #[inline(always)]
    pub unsafe fn get<C: Coordinate>(&self, c: C) -> f32
    where
        L: LayoutOps,
    {
        // SAFETY: `new` requires an element for each coordinate, and the caller gives one.
        unsafe { *self.start.add(self.offset(c)) }
    }

    /// Writes the element at `c`.
    ///
    /// # Safety
    /// `c` lies in the shape.
    #[inline(always)]
    pub unsafe fn set<C: Coordinate>(&self, c: C, value: f32)
    where
        L: LayoutOps,
    {
        // SAFETY: `new` requires an element for each coordinate that may be written, and the caller gives one.
        unsafe { *self.start.add(self.offset(c)) = value }
    }

    /// The offset of `c`, which `new` requires to have 32 bits. The compiler then computes with 32 bits.
    #[inline(always)]
    fn offset<C: Coordinate>(&self, c: C) -> usize
    where
        L: LayoutOps,
    {
        self.layout.index(c) as u32 as usize
    }
}
