//! One operand of a kernel: its layout as integers, and its elements by their offsets.

use crate::list::List;
use core::fmt;
use layout_core::{self as value, MAX_LEAVES, Operand};
use static_layout::internal::{Form, NoMap, OffsetMap};

/// A layout as integers: its leaves, and its offset map.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    extents: List<usize, MAX_LEAVES>,
    /// In two's complement, as many as extents.
    strides: List<usize, MAX_LEAVES>,
    swizzle: value::Swizzle,
    /// The offset added before the swizzle.
    offset: i64,
}

impl Described {
    /// The integers of a static layout.
    pub(crate) const fn of_type<L: Form>() -> Self {
        let plain = L::FORM;
        let mut described =
            Self { swizzle: L::Outer::SWIZZLE, offset: L::Outer::OFFSET.value(0), ..Self::none() };
        let mut k = 0;
        while k < plain.leaf_count() {
            let (extent, stride) = plain.leaf(k);
            described.push(extent as usize, stride as usize);
            k += 1;
        }
        described
    }

    /// The integers of a layout that is a value, without a swizzle.
    pub(crate) fn of_value(layout: &value::Layout) -> Self {
        let mut described = Self::none();
        for k in 0..layout.leaf_count() {
            let (extent, stride) = layout.leaf(k);
            described.push(extent as usize, stride as usize);
        }
        described
    }

    /// The integers of any layout.
    #[inline]
    pub(crate) fn of<L: Form>(layout: L) -> Self {
        let leaves = const { L::FORM.leaf_count() };
        let mut described = Self {
            extents: List::repeat(0, leaves),
            strides: List::repeat(0, leaves),
            swizzle: const { L::Outer::SWIZZLE },
            offset: layout.outer().offset(),
        };
        layout.write_words(described.extents.as_mut_slice(), described.strides.as_mut_slice());
        described
    }

    /// A plain layout of no leaves.
    #[inline(always)]
    pub(crate) const fn none() -> Self {
        Self {
            extents: List::new(),
            strides: List::new(),
            swizzle: value::Swizzle::IDENTITY,
            offset: 0,
        }
    }

    /// A layout of no leaves with an offset map.
    #[inline]
    pub(crate) fn of_map<O: OffsetMap>(outer: O) -> Self {
        Self { swizzle: O::SWIZZLE, offset: outer.offset(), ..Self::none() }
    }

    /// The modes of a layout that end whatever its unknown leaves are, if its unknown extents are `unknown`. The strides
    /// are others that do not continue each other, either.
    pub(crate) const fn of_ends(layout: &value::Layout, unknown: i64) -> Self {
        let (mut ends, mut last, mut k) = (Self::none(), None, 0);
        while k < layout.leaf_count() {
            let ((extent, stride), known) = (layout.leaf(k), layout.known(k));
            let extent = if known.0 { extent } else { unknown };
            if extent != 1 {
                // The offset one step after the last one of the mode before, or `None` if a stride is unknown.
                ends = match last {
                    Some(Some(end)) if known.1 && end != stride as i128 => ends.and(extent),
                    None => ends.and(extent),
                    Some(_) => ends.longer(extent),
                };
                last = Some(if known.1 { Some(extent as i128 * stride as i128) } else { None });
            }
            k += 1;
        }
        ends
    }

    /// One mode of `size` coordinates.
    pub(crate) const fn of_one_mode(size: i64) -> Self {
        Self::none().and(size)
    }

    /// These modes, and one more, with the other sign, so that it continues none.
    const fn and(mut self, extent: i64) -> Self {
        self.push(extent as usize, if self.leaves().is_multiple_of(2) { 1 } else { usize::MAX });
        self
    }

    /// Adds a leaf.
    const fn push(&mut self, extent: usize, stride: usize) {
        self.extents.push(extent);
        self.strides.push(stride);
    }

    /// These modes, of which the last has `times` as many coordinates.
    const fn longer(mut self, times: i64) -> Self {
        let last = self.leaves() - 1;
        self.extents.as_mut_slice()[last] *= times as usize;
        self
    }

    /// The number of leaves.
    #[inline(always)]
    pub(crate) const fn leaves(&self) -> usize {
        self.extents.len()
    }

    /// Extent and stride of leaf `k`.
    #[inline(always)]
    pub(crate) const fn leaf(&self, k: usize) -> (usize, isize) {
        (self.extents.as_slice()[k], self.strides.as_slice()[k] as isize)
    }

    /// The number of coordinates.
    pub(crate) const fn size(&self) -> usize {
        let (mut size, mut k) = (1_usize, 0);
        while k < self.leaves() {
            // The product may wrap only if another extent is 0.
            size = size.wrapping_mul(self.leaf(k).0);
            k += 1;
        }
        size
    }

    /// How far the offsets go below 0, and how many elements lie between the least and the greatest, both included.
    #[cfg(debug_assertions)]
    fn reach(&self, outer: impl OffsetMap) -> (usize, usize) {
        if self.size() == 0 {
            return (0, 0);
        }
        let (mut below, mut span) = (0, 0);
        for k in 0..self.leaves() {
            let (extent, stride) = self.leaf(k);
            let far = (extent - 1) * stride.unsigned_abs();
            span += far;
            below += if stride < 0 { far } else { 0 };
        }
        outer.reach(below, span + 1).expect("the layout of a view has a reach")
    }

    /// A plain layout of these leaves.
    #[cfg(test)]
    pub(crate) fn of_leaves(leaves: &[(usize, isize)]) -> Self {
        let mut described = Self::none();
        for &(extent, stride) in leaves {
            described.push(extent, stride as usize);
        }
        described
    }

    /// The greatest `k` such that the swizzle keeps `2^k` elements adjacent from plain offset `offset` on, and from
    /// every multiple of `2^k` after it.
    pub(crate) const fn together(&self, offset: isize) -> u32 {
        if self.swizzle.is_identity() {
            return usize::BITS - 1;
        }
        let (base, zeros) = (self.swizzle.base(), (self.offset + offset as i64).trailing_zeros());
        if base < zeros { base } else { zeros }
    }
}

/// The operand of a refusal for a layout of type `L` with the integers `plain` and `offset`.
const fn operand<L: Form>(plain: value::Layout, offset: value::IntTuple) -> Operand {
    if L::Outer::IS_IDENTITY {
        Operand::Layout(plain)
    } else {
        let swizzle = L::Outer::SWIZZLE;
        Operand::Composed(value::internal::unchecked_composed(swizzle, offset, plain))
    }
}

/// [`operand`] of a static layout.
pub(crate) const fn operand_of_type<L: Form>() -> Operand {
    operand::<L>(L::FORM, L::Outer::OFFSET)
}

/// [`operand`] of any layout.
pub(crate) fn operand_of<L: Form>(layout: L) -> Operand {
    operand::<L>(layout.with_words(), value::IntTuple::leaf(layout.outer().offset()))
}

/// A layout of any front end, to be printed.
pub(crate) struct Printed<L>(pub(crate) L);

impl<L: Form> fmt::Display for Printed<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match operand_of(self.0) {
            Operand::Composed(composed) => composed.fmt(f),
            _ => self.0.with_words().fmt(f),
        }
    }
}

/// The number of coordinates of mode `i`, or `None` if it is known at run time alone.
pub(crate) const fn known_extent(layout: &value::Layout, i: usize) -> Option<i64> {
    match layout.shape().mode(i) {
        Ok(mode) if mode.all_known() => match mode.size() {
            Ok(size) => Some(size),
            Err(_) => None,
        },
        _ => None,
    }
}

/// The elements of an operand: a pointer `P` to offset 0, and the offset map `O`.
#[derive(Clone, Copy)]
pub(crate) struct Side<P, O> {
    pub(crate) origin: P,
    pub(crate) outer: O,
    /// How far the elements lie below offset 0, and how many lie between the least and the greatest offset, both included.
    #[cfg(debug_assertions)]
    reach: (usize, usize),
}

impl<P, O: OffsetMap> Side<P, O> {
    /// The elements of a view.
    #[inline(always)]
    pub(crate) fn new(origin: P, layout: impl Form<Outer = O>) -> Self {
        let outer = layout.outer();
        Self {
            origin,
            outer,
            #[cfg(debug_assertions)]
            reach: Described::of(layout).reach(outer),
        }
    }

    /// Elements by their offset map alone. Without a layout, no build checks that the offsets of accesses are within it.
    #[inline(always)]
    pub(crate) fn of_map(origin: P, outer: O) -> Self {
        Self {
            origin,
            outer,
            #[cfg(debug_assertions)]
            reach: (1 << (usize::BITS - 2), usize::MAX),
        }
    }

    /// These elements from another pointer to offset 0, without the offset map, which is the identity.
    #[inline(always)]
    pub(crate) fn with_origin<Q>(self, origin: Q) -> Side<Q, NoMap> {
        debug_assert!(O::IS_IDENTITY);
        Side {
            origin,
            outer: NoMap,
            #[cfg(debug_assertions)]
            reach: self.reach,
        }
    }

    /// Other elements, for the offsets of the same offset map.
    #[inline(always)]
    pub(crate) fn with_elements(self, origin: P) -> Self {
        Self { origin, ..self }
    }

    /// Panics in a build with debug assertions unless `count` elements from `offset` on, which is one after the swizzle,
    /// lie between the least and the greatest offset of the view.
    #[inline(always)]
    pub(crate) fn assert_within(&self, offset: isize, count: usize) {
        #[cfg(debug_assertions)]
        {
            let (below, cosize) = self.reach;
            let first = offset.wrapping_add_unsigned(below);
            assert!(
                0 <= first && first as usize + count <= cosize,
                "{count} elements from offset {offset} on, of {cosize} from -{below} on"
            );
        }
        #[cfg(not(debug_assertions))]
        let _ = (offset, count);
    }
}

impl<T, O: OffsetMap> Side<*const T, O> {
    /// A pointer to the element at a plain offset.
    ///
    /// # Safety
    /// `offset` must be the plain offset of a coordinate of the view that `origin` is of.
    #[inline(always)]
    pub(crate) unsafe fn at(self, offset: isize) -> *const T {
        // SAFETY: the caller guarantees a coordinate. A view has its element in the allocation of the origin (rule V1).
        unsafe { self.origin.offset(signed(self.outer.apply(offset as usize))) }
    }
}

impl<T, O: OffsetMap> Side<*mut T, O> {
    /// A pointer to the element at a plain offset.
    ///
    /// # Safety
    /// `offset` must be the plain offset of a coordinate of the view that `origin` is of.
    #[inline(always)]
    pub(crate) unsafe fn at(self, offset: isize) -> *mut T {
        // SAFETY: the caller guarantees a coordinate. A view has its element in the allocation of the origin (rule V1).
        unsafe { self.origin.offset(signed(self.outer.apply(offset as usize))) }
    }
}

/// An offset in two's complement as a signed integer.
#[inline(always)]
fn signed(offset: usize) -> isize {
    offset as isize
}

#[cfg(test)]
mod tests {
    use super::{Described, value};

    /// The runs that a swizzle keeps adjacent, and no longer ones: every small swizzle and offset, from each offset of a
    /// layout, which may have negative strides.
    #[test]
    fn runs_of_swizzles() {
        let shifts = [-3, -2, -1, 1, 2, 3];
        let swizzles = (0..3).flat_map(|bits| (0..4).map(move |base| (bits, base)));
        for (bits, base) in swizzles {
            let swizzles = shifts.map(|shift| value::Swizzle::new(bits, base, shift));
            for swizzle in swizzles.into_iter().flatten() {
                for (offset, start) in
                    (0..20_i64).flat_map(|k| (-k..20).map(move |start| (k, start)))
                {
                    let described = Described { swizzle, offset, ..Described::of_leaves(&[]) };
                    let at = |k: i64| swizzle.apply(offset + start + k);
                    let is_run = |bits: u32| {
                        (0..512).all(|k| at(k) == at(k >> bits << bits) + k % (1 << bits))
                    };
                    let found = described.together(start as isize);
                    if swizzle.is_identity() {
                        assert_eq!(found, usize::BITS - 1);
                        continue;
                    }
                    let words = (bits, base, offset, start);
                    assert!(is_run(found), "{words:?}: runs of 2^{found}");
                    assert!(!is_run(found + 1), "{words:?}: longer runs than 2^{found}");
                }
            }
        }
    }
}
