//! [`ComposedLayout`]: a plain layout with a swizzle.

use super::{OffsetMap, Swizzle, SwizzleMap};
use crate::types::algebra::{CarriedBy, How, LayoutCheck, Tiler};
use crate::types::check;
use crate::types::layout::{AnyLayout, Form, Layout, PlainLayout};
use crate::types::num::int::Leaf;
use crate::types::num::{Bool, StaticValue};
use crate::types::tuple::{Coordinate, IntTuple, List};
use core::fmt;
use layout_core::{self as value, LayoutError};
use typenum::{B1, U0};

/// The layout `c -> F(O + L(c))`: the swizzle `F` of the offset `O` plus the layout `L`. CuTe's `ComposedLayout`.
///
/// ```text
/// Sw<2,0,2> o 0 o (4,4):(4,1)      0  1  2  3
///                                  5  4  7  6
///                                 10 11  8  9
///                                 15 14 13 12
/// ```
///
/// Written `layout!(Sw<2,0,2> o 0 o (4,4):(4,1))`. The operations are methods of [`LayoutOps`](crate::LayoutOps). Most
/// operate on `L` and keep swizzle and offset; a slice adds to the offset; recasts and inverses change the swizzle. It
/// has no complement. A static layout has size 0.
///
/// ```
/// use static_layout::*;
/// let a = layout!(Sw<2,0,2> o 0 o (4,4):(4,1));
/// assert_eq!((a.index((2, 1)), size_of_val(&a)), (11, 0));
/// let (row, offset) = a.slice(coord!(2, _));
/// assert_eq!((row.to_string(), offset), ("Sw<2,0,2> o 8 o (4):(1)".into(), 0));
/// let tiles = a.zipped_divide(tile!(2, 2));
/// assert_eq!(tiles.to_string(), "Sw<2,0,2> o 0 o ((2,2),(2,2)):((4,1),(8,2))");
/// ```
#[derive(Clone, Copy, Hash)]
#[must_use = "a layout is a value: an operation gives another one, and leaves this one as it is"]
pub struct ComposedLayout<F, O, L> {
    map: SwizzleMap<F, O>,
    plain: L,
}
// SAFETY: a value exists, because `F`, `O` and `L` have one; it has size 0 only if they have, whose values any code may
// make. Constructors check static numbers in `const`, and no method changes the fields.
#[doc(hidden)]
unsafe impl<F: StaticValue, O: StaticValue, L: StaticValue> StaticValue
    for ComposedLayout<F, O, L>
{
}

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> ComposedLayout<Swizzle<B, M, S>, O, L> {
    /// A compile error if a static layout has an offset that does not fit `isize`.
    const EXISTS: () = if <Self as AnyLayout>::IsStatic::VALUE {
        check::composed_exists(Swizzle::<B, M, S>::OR_IDENTITY, &O::DESC, &L::FORM)
    };

    #[inline(always)]
    pub(super) fn wrapped(map: SwizzleMap<Swizzle<B, M, S>, O>, plain: L) -> Self {
        const { Self::EXISTS };
        ComposedLayout { map, plain }
    }

    /// The layout `c -> swizzle(offset + layout(c))`. `offset` is in elements.
    ///
    /// # Panics
    /// If an `offset + layout(c)` does not fit `isize`. [`try_new`](Self::try_new) returns the error instead.
    ///
    /// # Compile errors
    /// If a static `offset + layout(c)` does not fit `isize`.
    ///
    /// ```
    /// use static_layout::typenum::{U0, U2};
    /// use static_layout::*;
    /// let a = ComposedLayout::new(Swizzle::<U2, U0, U2>::new(), U0::new(), layout!((4, 4):(1, 4)));
    /// assert_eq!(a.to_string(), "Sw<2,0,2> o 0 o (4,4):(1,4)");
    /// assert_eq!((a.index((1, 2)), size_of_val(&a)), (11, 0));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn new(swizzle: Swizzle<B, M, S>, offset: O, layout: L) -> Self {
        check::unwrap_or_panic(Self::try_new(swizzle, offset, layout))
    }

    /// The layout `c -> swizzle(offset + layout(c))`. `offset` is in elements.
    ///
    /// # Errors
    /// If an `offset + layout(c)` does not fit `isize`.
    ///
    /// # Compile errors
    /// If a static `offset + layout(c)` does not fit `isize`.
    ///
    /// ```
    /// use static_layout::typenum::{U0, U2};
    /// use static_layout::*;
    /// let (swizzle, rows) = (Swizzle::<U2, U0, U2>::new(), layout!((4, 4):(1, 4)));
    /// assert!(ComposedLayout::try_new(swizzle, 16, rows).is_ok());
    /// assert!(ComposedLayout::try_new(swizzle, isize::MAX as usize, rows).is_err());
    /// ```
    #[inline(always)]
    pub fn try_new(swizzle: Swizzle<B, M, S>, offset: O, layout: L) -> Result<Self, LayoutError> {
        const { Self::EXISTS };
        let map = SwizzleMap(swizzle, offset);
        <Self as AnyLayout>::IsStatic::try_static_value_or(|| {
            value::ComposedLayout::new(Swizzle::<B, M, S>::VALUE, offset.value(), layout.plain())?;
            Ok(ComposedLayout { map, plain: layout })
        })
    }

    /// The swizzle `F`, applied last. CuTe's `get_swizzle`.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(Sw<2,0,2> o 8 o (4,4):(1,4));
    /// assert_eq!(a.swizzle().to_string(), "Sw<2,0,2>");
    /// let _: typenum::U8 = a.inner_offset();
    /// assert_eq!(a.plain(), layout!((4, 4):(1, 4)));
    /// assert_eq!(a.index((2, 1)), a.swizzle().apply(8 + a.plain().index((2, 1))));
    /// ```
    #[inline(always)]
    pub fn swizzle(self) -> Swizzle<B, M, S> {
        self.map.0
    }

    /// The offset `O` that is added before the swizzle, in elements.
    #[inline(always)]
    pub fn inner_offset(self) -> O {
        self.map.1
    }

    /// The plain layout `L`, applied first. CuTe's `get_nonswizzle_portion`.
    #[inline(always)]
    pub fn plain(self) -> L {
        self.plain
    }

    /// The layout on plain integers.
    ///
    /// ```
    /// use static_layout::*;
    /// let d = layout!(Sw<3,4,3> o 0 o (8,64):(64,1)).to_dynamic();
    /// assert_eq!(Ok(d), "Sw<3,4,3> o 0 o (8,64):(64,1)".parse());
    /// ```
    pub fn to_dynamic(self) -> value::ComposedLayout {
        let offset = value::IntTuple::leaf(OffsetMap::offset(self.map));
        value::internal::unchecked_composed(
            Swizzle::<B, M, S>::VALUE,
            offset,
            PlainLayout::to_dynamic(self.plain),
        )
    }

    /// The offsets as a table, like [`Layout::table`](crate::Layout::table).
    ///
    /// ```
    /// use static_layout::*;
    /// let table = layout!(Sw<1,0,1> o 0 o (2,2):(2,1)).table().to_string();
    /// assert_eq!(table.lines().nth(4), Some(" 1  | 3 | 2 |"));
    /// ```
    pub fn table(self) -> value::Table {
        self.to_dynamic().table()
    }

    /// The offsets as an SVG document, like [`Layout::to_svg`](crate::Layout::to_svg).
    ///
    /// ```
    /// use static_layout::*;
    /// let svg = layout!(Sw<1,0,1> o 0 o (2,2):(2,1)).to_svg();
    /// assert!(svg.contains(">3</text>"));
    /// ```
    #[cfg(feature = "svg")]
    pub fn to_svg(self) -> alloc::string::String {
        alloc::string::ToString::to_string(&self.to_dynamic().to_svg())
    }

    /// The layout of this type with the integers of `layout`.
    ///
    /// # Errors
    /// If the nesting, the swizzle or a static integer differs.
    ///
    /// ```
    /// use static_layout::*;
    /// let d: dynamic::ComposedLayout = "Sw<3,4,3> o 64 o (8,5):(64,1)".parse().unwrap();
    /// type Rows = Layout!(Sw<3,4,3> o ? o (8,?):(64,1));
    /// assert_eq!(Rows::from_dynamic(&d).unwrap().index((1, 2)), 146);
    /// let d: dynamic::ComposedLayout = "Sw<2,4,3> o 64 o (8,5):(64,1)".parse().unwrap();
    /// let refused = Rows::from_dynamic(&d).unwrap_err();
    /// assert!(refused.to_string().contains("Sw<3,4,3> o ? o (8,?):(64,1)"), "{refused}");
    /// ```
    ///
    /// # Compile errors
    /// A type without a layout.
    pub fn from_dynamic(layout: &value::ComposedLayout) -> Result<Self, LayoutError> {
        const {
            check::not_refused::<L>();
            Self::EXISTS
        };
        layout.matches(&check::carried::known::<Self>(None))?;
        let map = SwizzleMap(Swizzle::new(), O::from_value(layout.offset()));
        Ok(ComposedLayout { map, plain: check::read(&layout.plain()) })
    }
}

#[layout_macros::at_caller]
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf + Default, L: PlainLayout + Default> Default
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    /// The only layout of a static type.
    ///
    /// # Compile errors
    /// If an offset does not fit `isize`, or the type is the result of a refused operation.
    #[inline(always)]
    fn default() -> Self {
        const {
            check::possible::<O, O>();
            check::not_refused::<L>();
            Self::EXISTS
        };
        <Self as AnyLayout>::IsStatic::static_value_or(|| ComposedLayout {
            map: SwizzleMap(Swizzle::new(), O::default()),
            plain: L::default(),
        })
    }
}

impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The layout `c -> swizzle(self(c))`. CuTe's `composition(swizzle, layout)`.
    ///
    /// ```
    /// use static_layout::typenum::{U3, U4};
    /// use static_layout::*;
    /// let a = layout!((8, 64):(64, 1)).swizzled(Swizzle::<U3, U4, U3>::new());
    /// let _: Layout!(Sw<3,4,3> o 0 o (8,64):(64,1)) = a;
    /// ```
    #[inline(always)]
    pub fn swizzled<B: Leaf, M: Leaf, S1: Leaf>(
        self,
        swizzle: Swizzle<B, M, S1>,
    ) -> ComposedLayout<Swizzle<B, M, S1>, U0, Self> {
        ComposedLayout::wrapped(SwizzleMap(swizzle, U0::new()), self)
    }
}

#[diagnostic::do_not_recommend]
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> AnyLayout
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    type Shape = L::Shape;
    type IsStatic = <O::IsStatic as Bool>::And<L::IsStatic>;
    type Plain = L;
    #[inline(always)]
    fn shape(self) -> L::Shape {
        self.plain.shape()
    }
    #[inline(always)]
    fn parts(self) -> (Self::OffsetMap, L) {
        (self.map, self.plain)
    }
}

// SAFETY: the form and the words are those of the plain layout, which exists; `outer` has the size of the offset.
#[diagnostic::do_not_recommend]
unsafe impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> Form
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    const REFUSALS: [Option<&'static str>; 2] = L::REFUSALS;
    const FORM: value::Layout = L::FORM;
    type Outer = SwizzleMap<Swizzle<B, M, S>, O>;
    #[inline(always)]
    fn outer(self) -> Self::Outer {
        self.map
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.plain.write_words(extents, strides);
    }
    #[inline]
    fn with_words(self) -> value::Layout {
        self.plain.with_words()
    }
    #[inline(always)]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        self.plain.mode_sizes()
    }
    #[inline(always)]
    fn plain_offset<const N: usize>(self, coord: [usize; N]) -> usize {
        self.plain.plain_offset(coord)
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.plain.count()
    }
    #[inline(always)]
    fn reach(self) -> Option<(usize, usize)> {
        self.plain.reach()
    }
    #[inline(always)]
    fn find<C: Coordinate>(self, coord: C) -> Option<usize> {
        self.plain.find(coord)
    }
    #[inline(always)]
    fn refuse_coord<C: Coordinate>(self, coord: C) -> ! {
        self.plain.refuse_coord(coord)
    }
}

/// A right operand of compositions and products. A swizzled layout is no tiler.
#[diagnostic::do_not_recommend]
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> Tiler
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    type OffsetMap = SwizzleMap<Swizzle<B, M, S>, O>;
    // Two swizzles are not merged: the check of the composition refuses them.
    type Carried<A: PlainLayout, X: OffsetMap> = CarriedBy<A::Coalesced, B, M, S, O>;
    type IsStaticTiler = <O::IsStatic as Bool>::And<L::IsStatic>;
    type Fits<M1: List> = B1;
    type Compose<A: PlainLayout> = L::Compose<A>;
    type Logical<A: PlainLayout, W: How> = L::Logical<A, W>;
    type Zipped<A: PlainLayout, W: How> = L::Zipped<A, W>;
    type Tiled<A: PlainLayout, W: How> = L::Tiled<A, W>;
    type Flat<A: PlainLayout, W: How> = L::Flat<A, W>;
    const TILER: value::Tiler = value::Tiler::whole(L::FORM);
    fn plain_tiler(self) -> value::Tiler {
        value::Tiler::whole(self.plain.plain())
    }
    #[inline(always)]
    fn offset_map(self) -> Self::OffsetMap {
        self.map
    }
    #[inline(always)]
    fn check_layouts<Z: IntTuple, X: LayoutCheck>(self, shape: Z) -> Result<(), LayoutError> {
        X::check(self, shape.count())
    }
    #[inline(always)]
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize) {
        Tiler::words(self.plain, extents, strides, at);
    }
}

impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> fmt::Display
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    /// `Sw<B,M,S> o offset o shape:stride`; `{:#}` marks static leaves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (map, plain) = (self.map, self.plain.plain());
        let layout = map.composed(plain).expect("a `SwizzleMap` has a swizzle");
        if f.alternate() { f.write_str(layout.marked().as_str()) } else { layout.fmt(f) }
    }
}
impl<B: Leaf, M: Leaf, S: Leaf, O: Leaf, L: PlainLayout> fmt::Debug
    for ComposedLayout<Swizzle<B, M, S>, O, L>
{
    /// Prints like [`Display`](core::fmt::Display).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
