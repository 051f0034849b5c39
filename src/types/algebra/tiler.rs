//! Tilers: the right operands of compositions and divides, a layout or one for each mode.

use super::{How, Kept, TileSplit, TileSplits, TilesAndRests};
use crate::types::layout::{
    AnyLayout, BothLists, Codomain, Form, Layout, Lists, Mapping, Pair, PlainLayout,
};
use crate::types::num::{Bool, StaticValue};
use crate::types::swizzle::{NoMap, OffsetMap};
use crate::types::tuple::{HCons, HNil, IntTuple, Keep, List, Project, Projected};
use layout_core::{self as value, LayoutError};
use typenum::B1;

/// A layout, or a [`Tile`] with one tiler for each mode.
#[diagnostic::on_unimplemented(
    message = "this is not a tiler",
    label = "a tiler is a layout, or one for each mode: `tile!(16, 8)`"
)]
pub trait Tiler: StaticValue {
    /// The map of the offsets: not the identity for a swizzled layout.
    #[doc(hidden)]
    type OffsetMap: OffsetMap;
    /// The map of the offsets of `A o Self`, those of `A` having the map `X`.
    #[doc(hidden)]
    type Carried<A: PlainLayout, X: OffsetMap>: OffsetMap;
    /// All integers are static: the size is 0.
    #[doc(hidden)]
    type IsStaticTiler: Bool;
    /// A layout with the modes `S` can be tiled: this is a layout, or has at most as many modes.
    #[doc(hidden)]
    type Fits<S: List>: Bool;
    /// `A o Self`.
    #[doc(hidden)]
    type Compose<A: PlainLayout>: PlainLayout;
    /// `(tile, rest)`, or this for each mode.
    #[doc(hidden)]
    type Logical<A: PlainLayout, W: How>: PlainLayout;
    /// `((tiles), (rests))`.
    #[doc(hidden)]
    type Zipped<A: PlainLayout, W: How>: PlainLayout;
    /// `((tiles), rest, ..)`.
    #[doc(hidden)]
    type Tiled<A: PlainLayout, W: How>: PlainLayout;
    /// `(tile, .., rest, ..)`.
    #[doc(hidden)]
    type Flat<A: PlainLayout, W: How>: PlainLayout;
    /// The tiler on plain integers, run-time ones marked as unknown.
    const TILER: value::Tiler;
    /// The tiler on plain integers. Run-time integers have their values, and stay marked as unknown.
    fn plain_tiler(self) -> value::Tiler;
    /// The map of the offsets.
    #[doc(hidden)]
    fn offset_map(self) -> Self::OffsetMap;
    /// Calls `X` with each layout of this tiler, and the number of coordinates of what it indexes: the whole shape, or a mode.
    ///
    /// # Errors
    /// The first error of `X`.
    #[doc(hidden)]
    fn check_layouts<S: IntTuple, X: LayoutCheck>(self, shape: S) -> Result<(), LayoutError>;
    /// Writes the leaves of [`TILER`](Self::TILER) to `extents[at..]` and `strides[at..]`, in two's complement.
    #[doc(hidden)]
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize);
}

/// What [`Tiler::check_layouts`] calls.
pub trait LayoutCheck {
    /// Checks a layout that indexes `size` coordinates.
    ///
    /// # Errors
    /// When the check fails.
    fn check<B: AnyLayout>(b: B, size: usize) -> Result<(), LayoutError>;
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Tiler for Layout<S, D> {
    type OffsetMap = NoMap;
    type Carried<A: PlainLayout, X: OffsetMap> = X;
    type IsStaticTiler = <S::IsStatic as Bool>::And<D::IsStatic>;
    type Fits<M: List> = B1;
    type Compose<A: PlainLayout> =
        <<<Self as PlainLayout>::Codomain as Codomain>::After<Self, A> as Pair>::Layout;
    type Logical<A: PlainLayout, W: How> = <W::Cut<A, Self> as TileSplit>::Logical;
    // One tile and one rest need no zipping.
    type Zipped<A: PlainLayout, W: How> = <W::Cut<A, Self> as TileSplit>::Logical;
    type Tiled<A: PlainLayout, W: How> = <W::Cut<A, Self> as TileSplit>::Tiled;
    type Flat<A: PlainLayout, W: How> = <W::Cut<A, Self> as TileSplit>::Flat;
    const TILER: value::Tiler = value::Tiler::whole(Self::FORM);
    fn plain_tiler(self) -> value::Tiler {
        value::Tiler::whole(PlainLayout::plain(self))
    }
    #[inline(always)]
    fn offset_map(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn check_layouts<Z: IntTuple, X: LayoutCheck>(self, shape: Z) -> Result<(), LayoutError> {
        // A layout indexes the whole shape, not one mode.
        X::check(self, shape.count())
    }
    #[inline(always)]
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize) {
        self.shape().words(extents, at);
        PlainLayout::stride(self).words(strides, at);
    }
}

/// A tiler by mode: one layout or `_` for each of the first modes, as a tuple.
///
/// `tile!(16, 8)` has the type [`Tile!(16, 8)`](macro@crate::Tile), which is `Tile<(Layout<U16, U1>, Layout<U8, U1>)>`.
///
/// ```
/// use static_layout::*;
/// let tiled = layout!((128, 64):(1, 128)).zipped_divide(tile!(16, 8));
/// assert_eq!(tiled.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Tile<E>(E);

impl<E: Tilers, F: Tilers> PartialEq<Tile<F>> for Tile<E> {
    /// Whether both have equal layouts and `_` in the same places, static or not.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 16;
    /// assert_eq!(tile!(16, 8), tile!(n, 8));
    /// assert_ne!(tile!(16, 8), tile!(16, _));
    /// ```
    #[inline]
    fn eq(&self, other: &Tile<F>) -> bool {
        self.plain_tiler() == other.plain_tiler()
    }
}
impl<E: Tilers> Eq for Tile<E> {}

impl<E: Tilers> Tile<E> {
    /// The tiler with these elements: layouts, or [`Keep`] where a mode is not cut.
    ///
    /// ```
    /// use static_layout::*;
    /// let tile = Tile::new((layout!(2:4), Keep));
    /// let tiled = layout!((8, 6):(1, 8)).zipped_divide(tile);
    /// assert_eq!(tiled.to_string(), "((2,6),(4,1)):((4,8),(1,0))");
    /// ```
    #[inline(always)]
    pub const fn new(elements: E) -> Self {
        Tile(elements)
    }
    /// The elements.
    ///
    /// ```
    /// use static_layout::*;
    /// let (rows, columns) = tile!(16, 8).elements();
    /// assert_eq!((rows.size(), columns.size()), (16, 8));
    /// ```
    #[inline(always)]
    pub const fn elements(self) -> E {
        self.0
    }

    /// The tiler of the given modes, in the given order: one operand's part of a tiler for several. CuTe's `dice` of a tiler
    /// by a `Step`.
    ///
    /// ```
    /// use static_layout::*;
    /// let mnk = tile!(128, 64, 16);
    /// assert_eq!(mnk.select(modes!(0, 2)), tile!(128, 16));
    /// ```
    ///
    /// A mode that the tiler does not have does not compile:
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the tiler or the coordinate has no such mode
    /// tile!(64, 16).select(modes!(0, 2));
    /// ```
    #[inline(always)]
    pub fn select<I>(self, modes: I) -> Tile<Projected<E, I>>
    where
        E: Project<I, Projected: Tilers>,
    {
        _ = modes;
        Tile(self.0.project())
    }
}
// SAFETY: a struct around the `StaticValue` type `E`, without an invariant of its own.
#[doc(hidden)]
unsafe impl<E: Tilers> StaticValue for Tile<E> {}

type ShapesOf<A> = crate::types::tuple::Elements<<A as AnyLayout>::Shape>;
type StridesOf<A> = crate::types::tuple::Elements<<A as PlainLayout>::Stride>;

#[diagnostic::do_not_recommend]
impl<E: Tilers> Tiler for Tile<E> {
    type OffsetMap = NoMap;
    type Carried<A: PlainLayout, X: OffsetMap> = X;
    type IsStaticTiler = E::IsStatic;
    type Fits<S: List> = <E::List as TileList>::Fits<S>;
    type Compose<A: PlainLayout> =
        <<<E::List as TileList>::Compose<ShapesOf<A>, StridesOf<A>> as Lists>::Tuple as Pair>::Layout;
    type Logical<A: PlainLayout, W: How> = <<<E::List as TileList>::Logical<
        W,
        ShapesOf<A>,
        StridesOf<A>,
    > as Lists>::Tuple as Pair>::Layout;
    type Zipped<A: PlainLayout, W: How> =
        <<E::List as TileList>::Zip<W, ShapesOf<A>, StridesOf<A>> as TileSplits>::Zipped;
    type Tiled<A: PlainLayout, W: How> =
        <<E::List as TileList>::Zip<W, ShapesOf<A>, StridesOf<A>> as TileSplits>::Tiled;
    type Flat<A: PlainLayout, W: How> =
        <<E::List as TileList>::Zip<W, ShapesOf<A>, StridesOf<A>> as TileSplits>::Flat;
    const TILER: value::Tiler = E::DESC;
    fn plain_tiler(self) -> value::Tiler {
        self.0.plain_tiler()
    }
    #[inline(always)]
    fn offset_map(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn check_layouts<S: IntTuple, X: LayoutCheck>(self, shape: S) -> Result<(), LayoutError> {
        self.0.check_layouts::<S::List, X>(shape.list())
    }
    #[inline(always)]
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize) {
        self.0.words(extents, strides, at);
    }
}

/// The tiler of one mode: a layout, or [`Keep`].
#[diagnostic::on_unimplemented(
    message = "this cannot tile a mode",
    label = "a mode is tiled by a layout, an extent or `_`: `tile!(4, 8:2, _)`"
)]
pub trait ModeTiler: StaticValue {
    /// All integers are static: the size is 0.
    #[doc(hidden)]
    type IsStatic: Bool;
    /// Tile and rest of the mode `S:D`.
    #[doc(hidden)]
    type Cut<W: How, S: IntTuple, D: IntTuple>: TileSplit;
    /// The composition `S:D o Self`, then the modes `L`.
    #[doc(hidden)]
    type Onto<S: IntTuple, D: IntTuple, L: Lists>: Lists;
    /// The tiler on plain integers, run-time ones marked as unknown.
    const DESC: value::Mode;
    /// The number of leaves: one for `_`.
    const LEAVES: usize;
    /// The tiler on plain integers. Run-time integers have their values, and stay marked as unknown.
    fn plain_mode(self) -> value::Mode;
    /// Calls `X` with the layout, and the number of coordinates of its mode.
    ///
    /// # Errors
    /// The error of `X`.
    #[doc(hidden)]
    fn check_layout<X: LayoutCheck>(self, size: usize) -> Result<(), LayoutError>;
    /// See [`Tiler::words`].
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize);
}
impl<TS: IntTuple, TD: IntTuple> ModeTiler for Layout<TS, TD> {
    type IsStatic = <TS::IsStatic as Bool>::And<TD::IsStatic>;
    type Cut<W: How, S: IntTuple, D: IntTuple> = W::Cut<Layout<S, D>, Self>;
    type Onto<S: IntTuple, D: IntTuple, L: Lists> =
        <<<Self as PlainLayout>::Codomain as Codomain>::After<Self, Layout<S, D>> as Pair>::Onto<L>;
    const DESC: value::Mode = value::Mode::Layout(Self::FORM);
    const LEAVES: usize = TS::LEAVES;
    fn plain_mode(self) -> value::Mode {
        value::Mode::Layout(PlainLayout::plain(self))
    }
    #[inline(always)]
    fn check_layout<X: LayoutCheck>(self, size: usize) -> Result<(), LayoutError> {
        X::check(self, size)
    }
    #[inline(always)]
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize) {
        Tiler::words(self, extents, strides, at);
    }
}
impl ModeTiler for Keep {
    type IsStatic = B1;
    type Cut<W: How, S: IntTuple, D: IntTuple> = Kept<S, D>;
    type Onto<S: IntTuple, D: IntTuple, L: Lists> = L::Push<S, D>;
    const DESC: value::Mode = value::Mode::Keep;
    const LEAVES: usize = 1;
    fn plain_mode(self) -> value::Mode {
        value::Mode::Keep
    }
    #[inline(always)]
    fn check_layout<X: LayoutCheck>(self, _: usize) -> Result<(), LayoutError> {
        // `_` reads no layout, so there is nothing to check.
        Ok(())
    }
    #[inline(always)]
    // `_` has one leaf without an integer, which stays as it is.
    fn words(self, _: &mut [usize], _: &mut [usize], _: usize) {}
}

/// A tuple of up to 12 [`ModeTiler`]s.
pub trait Tilers: StaticValue {
    /// The tuple as a list.
    #[doc(hidden)]
    type List: TileList;
    /// All integers are static: the size is 0.
    #[doc(hidden)]
    type IsStatic: Bool;
    /// The tiler on plain integers, run-time ones marked as unknown.
    const DESC: value::Tiler;
    /// The tiler on plain integers. Run-time integers have their values, and stay marked as unknown.
    fn plain_tiler(self) -> value::Tiler;
    /// See [`Tiler::check_layouts`].
    ///
    /// # Errors
    /// The first error of `X`.
    #[doc(hidden)]
    fn check_layouts<S: List, X: LayoutCheck>(self, shape: S) -> Result<(), LayoutError>;
    /// See [`Tiler::words`].
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize);
}

/// The list of a tuple of mode tilers, and its functions of the modes `S:D`.
pub trait TileList {
    /// There are no more tilers than modes.
    type Fits<S: List>: Bool;
    /// Mode by mode `S:D o tiler`; the modes without a tiler are dropped.
    type Compose<S: List, D: List>: Lists;
    /// Mode by mode `(tile, rest)`, then the modes without a tiler.
    type Logical<W: How, S: List, D: List>: Lists;
    /// The tiles and the rests; a mode without a tiler is a rest.
    type Zip<W: How, S: List, D: List>: TileSplits;
}
impl TileList for HNil {
    type Fits<S: List> = B1;
    // A composition drops the modes without a tiler, and a divide keeps them.
    type Compose<S: List, D: List> = BothLists<HNil, HNil>;
    type Logical<W: How, S: List, D: List> = BothLists<S, D>;
    // All modes without a tiler are rests, with an empty list of tiles.
    type Zip<W: How, S: List, D: List> = TilesAndRests<HNil, HNil, S, D>;
}
impl<T: ModeTiler, R: TileList> TileList for HCons<T, R> {
    // Each tiler needs a mode of its own.
    type Fits<S: List> = <<S::IsEmpty as Bool>::Not as Bool>::And<<R as TileList>::Fits<S::Tail>>;
    type Compose<S: List, D: List> = T::Onto<S::Head, D::Head, R::Compose<S::Tail, D::Tail>>;
    type Logical<W: How, S: List, D: List> =
        <T::Cut<W, S::Head, D::Head> as TileSplit>::Onto<R::Logical<W, S::Tail, D::Tail>>;
    type Zip<W: How, S: List, D: List> =
        <T::Cut<W, S::Head, D::Head> as TileSplit>::Zip<R::Zip<W, S::Tail, D::Tail>>;
}

const fn by_mode(modes: &[value::Mode]) -> value::Tiler {
    match value::Tiler::by_mode(modes) {
        Ok(tiler) => tiler,
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

macro_rules! list {
    () => { HNil };
    ($h:ident $($t:ident)*) => { HCons<$h, list!($($t)*)> };
}
macro_rules! all {
    () => { B1 };
    ($h:ident $($t:ident)*) => { <$h::IsStatic as Bool>::And<all!($($t)*)> };
}
macro_rules! tilers {
    ($(($($p:ident $v:ident)*))*) => {$(
        impl<$($p: ModeTiler),*> Tilers for ($($p,)*) {
            type List = list!($($p)*);
            type IsStatic = all!($($p)*);
            const DESC: value::Tiler = by_mode(&[$($p::DESC),*]);
            fn plain_tiler(self) -> value::Tiler {
                let ($($v,)*) = self;
                by_mode(&[$($v.plain_mode()),*])
            }
            #[inline(always)]
            fn check_layouts<Z: List, X: LayoutCheck>(self, shape: Z) -> Result<(), LayoutError> {
                let ($($v,)*) = self;
                $(
                    // Takes the modes of the shape one by one, each with its tiler.
                    let (mode, shape) = shape.split_first();
                    $v.check_layout::<X>(mode.count())?;
                )*
                // Modes past the last tiler have no layout to check.
                let _ = shape;
                Ok(())
            }
            #[inline(always)]
            #[allow(unused_assignments, reason = "no mode follows the last one")]
            fn words(self, extents: &mut [usize], strides: &mut [usize], mut at: usize) {
                let ($($v,)*) = self;
                // The leaves of the tilers lie one after the other.
                $($v.words(extents, strides, at); at += $p::LEAVES;)*
            }
        }
    )*};
}
tilers! {
    (A a) (A a B b) (A a B b C c) (A a B b C c D d) (A a B b C c D d E e)
    (A a B b C c D d E e F f) (A a B b C c D d E e F f G g)
    (A a B b C c D d E e F f G g H h) (A a B b C c D d E e F f G g H h I i)
    (A a B b C c D d E e F f G g H h I i J j) (A a B b C c D d E e F f G g H h I i J j K k)
    (A a B b C c D d E e F f G g H h I i J j K k L l)
}
