//! Tiles by their extents alone: `tile!(16, 8)` as a shape.

use super::Tilers;
use super::tiler::{LayoutCheck, TileList};
use crate::types::check;
use crate::types::layout::{Layout, Mapping};
use crate::types::num::int::{Int, Leaf};
use crate::types::num::{Bool, StaticValue};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf, SizeOf};
use layout_core::{self as value, LayoutError};
use typenum::U1;

/// The tilers of the shape `S`: `n:1` for each mode, where `n` is the size of the mode.
#[derive(Clone, Copy, Debug)]
pub struct Extents<S>(pub(crate) S);
// SAFETY: a struct around the `StaticValue` type `S`, without an invariant of its own.
unsafe impl<S: IntTuple> StaticValue for Extents<S> {}

/// The tilers of the modes of a shape.
pub trait AsTilers: Sized {
    /// `n:1` for each element, where `n` is its size; a leaf is its only element.
    type Tilers: TileList;
    /// See [`Tiler::check_layouts`](super::Tiler::check_layouts).
    ///
    /// # Errors
    /// The first error of `X`.
    #[inline(always)]
    fn check_layouts<S: List, X: LayoutCheck>(self, _: S) -> Result<(), LayoutError> {
        Ok(())
    }
}
impl<I: Leaf> AsTilers for Atom<I> {
    // A leaf is one tiler, for the first mode.
    type Tilers = HCons<Layout<I, U1>, HNil>;
    #[inline(always)]
    fn check_layouts<S: List, X: LayoutCheck>(self, shape: S) -> Result<(), LayoutError> {
        check_mode::<X>(self.0.count(), shape.split_first().0.count())
    }
}
impl<I: IntTuple, R: List> AsTilers for HCons<I, R> {
    type Tilers = HCons<Layout<<SizeOf<ListOf<I>> as Int>::Leaf, U1>, R::Tilers>;
    #[inline(always)]
    fn check_layouts<S: List, X: LayoutCheck>(self, shape: S) -> Result<(), LayoutError> {
        let (mode, shape) = shape.split_first();
        check_mode::<X>(self.0.count(), mode.count())?;
        self.1.check_layouts::<S::Tail, X>(shape)
    }
}
impl AsTilers for HNil {
    type Tilers = HNil;
}
impl AsTilers for KeepView {
    type Tilers = HNil;
}

/// Calls `X` with the layout `extent:1` in a mode of `size` coordinates.
#[inline(always)]
fn check_mode<X: LayoutCheck>(extent: usize, size: usize) -> Result<(), LayoutError> {
    X::check(check::part_of_mode::<Layout<usize, U1>>(extent, U1::new()), size)
}

impl<S: IntTuple> Tilers for Extents<S> {
    type List = <ListOf<S> as AsTilers>::Tilers;
    type IsStatic = S::IsStatic;
    const DESC: value::Tiler = by_mode(&S::DESC);
    fn plain_tiler(self) -> value::Tiler {
        by_mode(&self.0.plain())
    }
    #[inline(always)]
    fn check_layouts<Z: List, X: LayoutCheck>(self, shape: Z) -> Result<(), LayoutError> {
        AsTilers::check_layouts::<Z, X>(self.0.list(), shape)
    }
    #[inline(always)]
    fn words(self, extents: &mut [usize], strides: &mut [usize], at: usize) {
        // A plan reads run-time leaves only.
        if !<S::IsStatic as Bool>::VALUE {
            let shape = self.0.plain();
            for i in 0..shape.rank() {
                // A size past `isize` becomes an integer that every rule rejects.
                let size = of_size(&shape, i).map_or(i64::MIN, |layout| layout.leaf(0).0);
                (extents[at + i], strides[at + i]) = (size as usize, 1);
            }
        }
    }
}

const fn by_mode(shape: &value::IntTuple) -> value::Tiler {
    let mut modes = [value::Mode::Keep; value::MAX_RANK];
    let (rank, mut i) = (shape.rank(), 0);
    while i < rank {
        modes[i] = match of_size(shape, i) {
            Ok(layout) => value::Mode::Layout(layout),
            Err(error) => panic!("{}", error.message().as_str()),
        };
        i += 1;
    }
    match value::Tiler::by_mode(modes.split_at(rank).0) {
        Ok(tiler) => tiler,
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// The layout `n:1`, where `n` is the size of mode `i`.
const fn of_size(shape: &value::IntTuple, i: usize) -> Result<value::Layout, value::LayoutError> {
    let sizes = match shape.product_each() {
        Ok(sizes) => sizes,
        Err(error) => return Err(error),
    };
    match sizes.mode(i) {
        Ok(size) => value::Layout::new(size, value::IntTuple::leaf(1)),
        Err(error) => Err(error),
    }
}
