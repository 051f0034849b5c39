//! Equality of layouts, also of different types: `==`, and `equals` in `const`.
//!
//! Two layouts are equal if they have one text: equal nesting, extents and strides, and the same swizzle and offset before
//! it. A static number equals a run-time one. This is `==` of [`dynamic::Layout`](value::Layout); whether two layouts of
//! different modes have the same offsets, [`Layout::same_function`] says.

use super::{AnyLayout, Form, Layout, PlainLayout, StaticLayout};
use crate::types::num::Bool;
use crate::types::num::int::Leaf;
use crate::types::swizzle::{ComposedLayout, OffsetMap, Swizzle};
use crate::types::tuple::IntTuple;
use layout_core as value;

/// The swizzle of a layout and the offset before it, if the layout is swizzled.
type Map = Option<(value::Swizzle, i64)>;

/// Whether two layouts, each a plain layout with its map, are equal.
const fn equal_values(a: (&value::Layout, Map), b: (&value::Layout, Map)) -> bool {
    let same_map = match (a.1, b.1) {
        (None, None) => true,
        (Some((f, x)), Some((g, y))) => f.equals(&g) && x == y,
        _ => false,
    };
    same_map && a.0.equals(b.0)
}

/// The map of a type, whose offset is static.
const fn static_map<M: OffsetMap>() -> Map {
    if M::IS_IDENTITY { None } else { Some((M::SWIZZLE, M::OFFSET.value(0))) }
}

/// Whether two static layouts are equal.
const fn equal_types<A: Form, B: Form>() -> bool {
    equal_values((&A::FORM, static_map::<A::Outer>()), (&B::FORM, static_map::<B::Outer>()))
}

/// Whether two layouts are equal.
#[inline]
fn equal<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> bool {
    if A::IsStatic::VALUE && B::IsStatic::VALUE {
        return const { equal_types::<A, B>() };
    }
    fn map<M: OffsetMap>(map: M) -> Map {
        if M::IS_IDENTITY { None } else { Some((M::SWIZZLE, map.offset())) }
    }
    equal_values((&a.with_words(), map(a.outer())), (&b.with_words(), map(b.outer())))
}

impl<S: IntTuple, D: IntTuple, B: AnyLayout> PartialEq<B> for Layout<S, D> {
    /// Whether nesting, extents and strides are equal, static or not: whether both layouts have one text.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, n) = (layout!((4, 8):(8, 1)), 8);
    /// assert_eq!(a, layout!((4, n):row));
    /// assert_ne!(a, layout!((4, 8):(1, 4)));
    /// assert_ne!(a, layout!((4, (2, 4)):(8, (4, 1))));
    /// ```
    ///
    /// The last two are one function from linear indices to offsets; see [`same_function`](Layout::same_function). To
    /// compare static layouts in `const`, see [`equals`](Layout::equals).
    #[inline]
    fn eq(&self, other: &B) -> bool {
        equal(*self, *other)
    }
}
impl<S: IntTuple, D: IntTuple> Eq for Layout<S, D> {}

impl<S: IntTuple, D: IntTuple> PartialEq<value::Layout> for Layout<S, D> {
    /// Whether the layout on plain integers is equal. The layout with a type stands left.
    ///
    /// ```
    /// use static_layout::*;
    /// let read: dynamic::Layout = "(4,8):(8,1)".parse()?;
    /// assert_eq!(layout!((4, 8):row), read);
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    fn eq(&self, other: &value::Layout) -> bool {
        PlainLayout::to_dynamic(*self).equals(other)
    }
}

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout, R: AnyLayout> PartialEq<R>
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    /// Whether swizzles, offsets and the layouts inside are equal, static or not.
    ///
    /// ```
    /// use static_layout::*;
    /// let (a, n) = (layout!(Sw<2,0,2> o 0 o (4,4):(4,1)), 4);
    /// assert_eq!(a, layout!(Sw<2,0,2> o 0 o (4,n):(4,1)));
    /// assert_ne!(a, layout!(Sw<1,0,2> o 0 o (4,4):(4,1)));
    /// assert_ne!(a, a.plain());
    /// ```
    #[inline]
    fn eq(&self, other: &R) -> bool {
        equal(*self, *other)
    }
}
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> Eq
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
}

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> PartialEq<value::ComposedLayout>
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    /// Whether the swizzled layout on plain integers is equal. The layout with a type stands left.
    #[inline]
    fn eq(&self, other: &value::ComposedLayout) -> bool {
        self.to_dynamic().equals(other)
    }
}

impl<B: Leaf, M: Leaf, S: Leaf, B2: Leaf, M2: Leaf, S2: Leaf> PartialEq<Swizzle<B2, M2, S2>>
    for Swizzle<B, M, S>
{
    /// Whether the three numbers are equal.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,0,2> o 0 o (4,4):(4,1)).swizzle();
    /// assert_eq!(a, layout!(Sw<2,0,2> o 8 o 16:1).swizzle());
    /// assert_ne!(a, layout!(Sw<1,0,2> o 8 o 16:1).swizzle());
    /// ```
    #[inline]
    fn eq(&self, other: &Swizzle<B2, M2, S2>) -> bool {
        self.to_dynamic().equals(&other.to_dynamic())
    }
}
impl<B: Leaf, M: Leaf, S: Leaf> Eq for Swizzle<B, M, S> {}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// `==` of static layouts for `const`: equal nesting, extents and strides.
    ///
    /// ```
    /// use static_layout::*;
    /// const { assert!(layout!((4, 8):(8, 1)).equals(layout!((4, 8):row))) };
    /// ```
    ///
    /// # Compile errors
    /// If a layout is not static:
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// let n = 8;
    /// // the layout is not static
    /// layout!((4, 8):row).equals(layout!((4, n):row));
    /// ```
    #[inline]
    pub const fn equals<B: AnyLayout>(self, other: B) -> bool
    where
        <Self as AnyLayout>::IsStatic: StaticLayout,
        B::IsStatic: StaticLayout,
    {
        let _ = other;
        const { equal_types::<Self, B>() }
    }
}

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> ComposedLayout<Swizzle<B, M, S>, O, L> {
    /// `==` of static layouts for `const`: equal swizzles, offsets and layouts inside.
    ///
    /// ```
    /// use static_layout::*;
    /// const EQUAL: bool = layout!(Sw<2,0,2> o 0 o 16:1).equals(layout!(Sw<2,0,2> o 8 o 16:1));
    /// assert!(!EQUAL);
    /// ```
    ///
    /// # Compile errors
    /// If a layout is not static.
    #[inline]
    pub const fn equals<R: AnyLayout>(self, other: R) -> bool
    where
        <Self as AnyLayout>::IsStatic: StaticLayout,
        R::IsStatic: StaticLayout,
    {
        let _ = other;
        const { equal_types::<Self, R>() }
    }
}
