//! Elements on the device with a layout.

use core::marker::PhantomData;

use static_layout::{AnyLayout, Coordinate, LayoutOps};

use crate::element::Element;

/// What a kernel does with the elements of a view: [`Source`] or [`Target`].
pub trait Use: Copy {}

/// Elements that no thread writes while the kernel runs.
#[derive(Clone, Copy)]
pub struct Source;
/// Elements that no thread reads, each written by one thread.
#[derive(Clone, Copy)]
pub struct Target;
impl Use for Source {}
impl Use for Target {}

/// Elements that threads of many blocks read or write: `view[c]` is at `start + layout(c)`. Offsets have 32 bits, so
/// a thread multiplies and adds in one register.
#[derive(Clone, Copy)]
pub struct DeviceView<U: Use, T: Element, L> {
    start: *mut T,
    layout: L,
    used: PhantomData<U>,
}

impl<U: Use, T: Element, L: AnyLayout> DeviceView<U, T, L> {
    /// The elements from `start` on.
    ///
    /// # Safety
    /// For each coordinate `c` of the layout, `start + layout(c)` is an element at a multiple of its size, the offset has 32 bits,
    /// and threads do with the elements what `U` says.
    #[inline(always)]
    pub unsafe fn new(start: *mut T, layout: L) -> Self {
        Self { start, layout, used: PhantomData }
    }

    /// The elements whose coordinates are `c` and more: a coordinate counts from there.
    #[inline(always)]
    pub fn beyond<C: Coordinate>(&self, c: C) -> Part<U, T, L>
    where
        L: LayoutOps,
    {
        let start = self.start.wrapping_add(self.offset(c));
        Part { start, layout: self.layout, used: PhantomData }
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

impl<T: Element, L: AnyLayout + LayoutOps> DeviceView<Source, T, L> {
    /// The element at `c`.
    ///
    /// # Safety
    /// `c` lies in the shape.
    #[inline(always)]
    pub unsafe fn get<C: Coordinate>(&self, c: C) -> T {
        let from = self.start.wrapping_add(self.offset(c));
        // SAFETY: `new` requires an element for each coordinate, and the caller gives one.
        #[cfg(target_arch = "nvptx64")]
        return unsafe { T::load(from) };
        // SAFETY: as above.
        #[cfg(not(target_arch = "nvptx64"))]
        return unsafe { from.read_unaligned() };
    }
}

impl<T: Element, L: AnyLayout + LayoutOps> DeviceView<Target, T, L> {
    /// Writes the element at `c`.
    ///
    /// # Safety
    /// `c` lies in the shape.
    #[inline(always)]
    pub unsafe fn set<C: Coordinate>(&self, c: C, value: T) {
        // SAFETY: `new` requires an element for each coordinate, and the caller gives one.
        unsafe { store(self.start.wrapping_add(self.offset(c)), value) };
    }
}

/// The elements of a [`DeviceView`] beyond a coordinate. An offset has 64 bits and is added to one address, so the instruction that reads
/// or writes contains its known part.
#[derive(Clone, Copy)]
pub struct Part<U: Use, T: Element, L> {
    start: *mut T,
    layout: L,
    used: PhantomData<U>,
}

impl<T: Element, L: AnyLayout + LayoutOps> Part<Source, T, L> {
    /// The address of the element at `c`, if `c` lies in the shape.
    #[inline(always)]
    pub fn address<C: Coordinate>(&self, c: C) -> *const T {
        self.start.wrapping_add(self.layout.index(c))
    }
}

impl<T: Element, L: AnyLayout + LayoutOps> Part<Target, T, L> {
    /// Writes the element at `c`.
    ///
    /// # Safety
    /// `c` lies in the shape.
    #[inline(always)]
    pub unsafe fn set<C: Coordinate>(&self, c: C, value: T) {
        // SAFETY: `DeviceView::new` requires an element for each coordinate, and the caller gives one.
        unsafe { store(self.start.wrapping_add(self.layout.index(c)), value) };
    }
}

/// Writes an element.
///
/// # Safety
/// `to` is an element that no other thread reads or writes.
#[inline(always)]
unsafe fn store<T: Element>(to: *mut T, value: T) {
    // SAFETY: the caller gives the element.
    #[cfg(target_arch = "nvptx64")]
    return unsafe { T::store(to, value) };
    // SAFETY: as above.
    #[cfg(not(target_arch = "nvptx64"))]
    return unsafe { to.write_unaligned(value) };
}
