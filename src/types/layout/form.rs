//! A layout as a constant form and the words that the form leaves open.
//!
//! Kernels, devices and writers of index functions read only this, never the lists of types. Another front end, such as layouts
//! that are constants in generic arguments, implements [`Form`] for its own types.

use super::{Layout, Mapping};
use crate::types::swizzle::{NoMap, OffsetMap};
use crate::types::tuple::{IntTuple, List};
use layout_core::{self as value, MAX_LEAVES};

/// A layout as a constant form, and the words that the form leaves open: what kernels read of any front end.
///
/// ```text
/// type     Layout<(U8, usize), (usize, U1)>
/// form     (8,?):(?,1)                                FORM
/// words    [8, n] and [ld, 1]                         write_words, of a value
/// ```
///
/// # Safety
/// Kernels reach elements by these integers, as views do.
/// 1. For each value, the leaves that [`write_words`](Self::write_words) writes are those of a layout that exists, with the
///    nesting and the known leaves of [`FORM`](Self::FORM). They never change.
/// 2. The other functions say the same of a value: a redefined one returns what the provided one would.
/// 3. If the form and [`Outer`](Self::Outer) leave nothing open, the size of the type is 0, and only then.
/// 4. Any thread may hold and share a value.
pub unsafe trait Form: Copy + 'static {
    /// The plain layout `S:D`. Run-time leaves are unknown.
    const FORM: value::Layout;
    /// The function applied to the offsets of the plain layout: none, or a swizzle.
    type Outer: OffsetMap;
    /// The function applied to the offsets of the plain layout.
    fn outer(self) -> Self::Outer;
    /// Writes extents and strides of all leaves from the left, in two's complement. The slices have room for them.
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]);

    /// The form with the words in place of its unknown leaves, which stay marked as unknown.
    fn with_words(self) -> value::Layout {
        let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
        self.write_words(&mut extents, &mut strides);
        let (mut shape, mut stride) = (Self::FORM.shape(), Self::FORM.stride());
        for k in 0..Self::FORM.leaf_count() {
            shape.set_value(k, extents[k] as i64);
            stride.set_value(k, strides[k] as isize as i64);
        }
        value::internal::unchecked_layout(shape, stride)
    }
    /// The numbers of coordinates of the first `N` modes, at most 4; 1 past the last mode.
    #[inline]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        let plain = self.with_words();
        core::array::from_fn(|i| plain.mode(i).map_or(1, |mode| mode.size() as usize))
    }
    /// The offset of a coordinate of `N` modes, 1 to 4, in the plain layout, in two's complement.
    #[inline]
    fn plain_offset<const N: usize>(self, coord: [usize; N]) -> usize {
        let plain = self.with_words();
        (0..N).fold(0, |sum: usize, i| {
            let coord = value::Coord::from(value::IntTuple::leaf(coord[i] as i64));
            let offset = plain.mode(i).and_then(|mode| mode.index(&coord));
            sum.wrapping_add(offset.unwrap_or(0) as usize)
        })
    }
}

/// Whether the type says everything of its one value.
pub const fn is_static<L: Form>() -> bool {
    size_of::<L>() == 0
}

// SAFETY: `words` of shape and stride writes the leaves of a value, whose known ones are those of the type. `count` and `dot`
// are the size and the offset of these integers. An `IntTuple` has size 0 if all its leaves are static, and only then.
unsafe impl<S: IntTuple, D: IntTuple> Form for Layout<S, D> {
    const FORM: value::Layout = value::internal::unchecked_layout(S::DESC, D::DESC);
    type Outer = NoMap;
    #[inline(always)]
    fn outer(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.shape.words(extents, 0);
        self.stride.words(strides, 0);
    }
    #[inline]
    fn with_words(self) -> value::Layout {
        value::internal::unchecked_layout(self.shape.plain(), self.stride.plain())
    }
    #[inline(always)]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        const { assert!(N <= 4, "kernels ask for at most four modes") };
        let (a, rest) = self.shape.list().split_first();
        let (b, rest) = rest.split_first();
        let (c, rest) = rest.split_first();
        let sizes = [a.count(), b.count(), c.count(), rest.split_first().0.count()];
        core::array::from_fn(|i| sizes[i])
    }
    #[inline(always)]
    fn plain_offset<const N: usize>(self, c: [usize; N]) -> usize {
        let (s, d) = (self.shape, self.stride);
        match N {
            1 => (c[0],).dot(s, d),
            2 => (c[0], c[1]).dot(s, d),
            3 => (c[0], c[1], c[2]).dot(s, d),
            4 => (c[0], c[1], c[2], c[3]).dot(s, d),
            _ => unreachable!("kernels ask for at most four modes"),
        }
    }
}
