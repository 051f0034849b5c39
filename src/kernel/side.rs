//! One operand of a kernel: its layout as integers, and its elements by offsets.

use crate::layout::{AnyLayout, PlainLayout};
use crate::swizzle::Outer;
use layout_core::{self as value, Operand};

/// A layout as integers.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    pub(crate) plain: value::Layout,
    swizzle: value::Swizzle,
    /// What is added before the swizzle.
    offset: i64,
    is_swizzled: bool,
}

impl Described {
    /// A static layout.
    pub(crate) const fn of_type<L: AnyLayout>() -> Self {
        let is_swizzled = !<L::Outer as Outer>::IS_IDENTITY;
        Self {
            plain: <L::Plain as PlainLayout>::DESC,
            swizzle: if is_swizzled {
                <L::Outer as Outer>::SWIZZLE
            } else {
                value::Swizzle::IDENTITY
            },
            offset: <L::Outer as Outer>::OFFSET.value(0),
            is_swizzled,
        }
    }

    /// Any layout.
    pub(crate) fn of<L: AnyLayout>(layout: L) -> Self {
        let (outer, plain) = layout.split();
        let known = const { &Self::of_type::<L>() };
        Self { plain: plain.plain(), offset: outer.offset(), ..*known }
    }

    pub(crate) const fn operand(&self) -> Operand {
        if self.is_swizzled {
            let offset = value::IntTuple::leaf(self.offset);
            Operand::Composed(value::ComposedLayout::from_parts(self.swizzle, offset, self.plain))
        } else {
            Operand::Layout(self.plain)
        }
    }

    /// From an element whose plain offset is a multiple of `2^k` on, `2^k` elements of ascending offsets are
    /// neighbours after the swizzle, too: the greatest such `k` for an `offset` where loops start.
    pub(crate) const fn together(&self, offset: isize) -> u32 {
        if self.swizzle.is_identity() {
            return usize::BITS - 1;
        }
        let (base, zeros) = (self.swizzle.base(), (self.offset + offset as i64).trailing_zeros());
        if base < zeros { base } else { zeros }
    }
}

/// The elements of an operand: `P` points to the one at offset 0, `O` is what plain offsets go through.
#[derive(Clone, Copy)]
pub(crate) struct Side<P, O> {
    pub(crate) origin: P,
    pub(crate) outer: O,
}

impl<T, O: Outer> Side<*const T, O> {
    /// # Safety
    /// `offset` must be the plain offset of a coordinate.
    #[inline(always)]
    pub(crate) unsafe fn at(self, offset: isize) -> *const T {
        // SAFETY: the caller's coordinate has an element, in the allocation of the origin.
        unsafe { self.origin.offset(signed(self.outer.apply(offset as usize))) }
    }
}

impl<T, O: Outer> Side<*mut T, O> {
    /// # Safety
    /// `offset` must be the plain offset of a coordinate.
    #[inline(always)]
    pub(crate) unsafe fn at(self, offset: isize) -> *mut T {
        // SAFETY: the caller's coordinate has an element, in the allocation of the origin.
        unsafe { self.origin.offset(signed(self.outer.apply(offset as usize))) }
    }
}

/// An offset in two's complement.
#[inline(always)]
fn signed(offset: usize) -> isize {
    offset as isize
}
