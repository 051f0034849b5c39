//! Storage with a layout: borrowed ([`View`], [`ViewMut`]) and owned on the stack (`Owned`).
//!
//! # Safety
//!
//! All `unsafe` of this folder is element access without a bounds check of the slice. It rests on
//! one invariant, established by [`Bounds::of`] when a view or an owned tensor is made and kept by
//! every method: **for each coordinate `c` in the shape, `0 <= origin + layout(c) < len`**. The
//! integers in it do not wrap: `Bounds::of` asks `layout-core` for the span with checked arithmetic,
//! at compile time for a static layout. Each access first finds that the coordinate lies in the
//! shape; for a static coordinate the compiler does.

/// `tensor[coord]`: the element of a coordinate in the shape; a static coordinate outside it does not
/// compile, another one panics.
macro_rules! indexed {
    (mut $Tensor:ty $(, $bounded:ty: $bound:path)?) => {
        impl<T, L: AnyLayout, C: Coordinate> IndexMut<C> for $Tensor
        where
            $($bounded: $bound,)?
            Fits<C, L>: CoordinateFits,
        {
            #[inline(always)]
            #[track_caller]
            fn index_mut(&mut self, coord: C) -> &mut T {
                const { judge::in_range::<L, C>() };
                let layout = self.layout;
                match self.get_mut(coord) {
                    Some(element) => element,
                    None => out_of_range(layout, coord),
                }
            }
        }
    };
    ($Tensor:ty $(, $bounded:ty: $bound:path)?) => {
        impl<T, L: AnyLayout, C: Coordinate> Index<C> for $Tensor
        where
            $($bounded: $bound,)?
            Fits<C, L>: CoordinateFits,
        {
            type Output = T;
            #[inline(always)]
            #[track_caller]
            fn index(&self, coord: C) -> &T {
                const { judge::in_range::<L, C>() };
                match self.get(coord) {
                    Some(element) => element,
                    None => out_of_range(self.layout, coord),
                }
            }
        }
    };
}

#[cfg(feature = "owned")]
mod owned;
mod view;

#[cfg(feature = "owned")]
pub use owned::{Length, Owned};
pub use view::{View, ViewMut};

use crate::judge;
use crate::layout::{AnyLayout, Codomain, Mapping, PlainLayout, PlainOf};
use crate::swizzle::Outer;
use crate::tuple::{Congruence, Coordinate, IntTuple};
use layout_core::LayoutError;

/// The coordinate `C` fits the layout `L`.
pub(crate) type Fits<C, L> =
    <<C as IntTuple>::List as Congruence>::Weakly<<<L as AnyLayout>::Shape as IntTuple>::List>;

/// How far a layout reaches, in elements.
#[derive(Clone, Copy)]
struct Bounds {
    /// From the origin down to the least offset.
    below: usize,
    /// The number of elements from the least offset to the greatest; 0 without coordinates.
    cosize: usize,
}

impl Bounds {
    /// Refused when the reach does not fit `isize`.
    #[inline]
    fn of<L: AnyLayout>(layout: L) -> Result<Self, LayoutError> {
        // Whoever makes a tensor has said so in `const`, at the user's line.
        assert!(<PlainOf<L> as PlainLayout>::Codomain::IS_NUMBER);
        let (outer, plain) = layout.split();
        judge::valid(plain)?;
        let (shape, stride) = (plain.shape(), plain.stride());
        if shape.count() == 0 {
            return Ok(Bounds { below: 0, cosize: 0 });
        }
        match outer.reach(shape.below(stride), 1 + shape.span(stride)) {
            Some((below, cosize)) => Ok(Bounds { below, cosize }),
            None => Err(judge::too_short(layout, 0, 0)),
        }
    }
}

/// The position of a coordinate from the origin of a tensor, if it lies in the shape.
#[inline(always)]
fn position<L: AnyLayout, C: Coordinate>(layout: L, origin: usize, coord: C) -> Option<usize> {
    let (outer, plain) = layout.split();
    let shape = plain.shape();
    coord.lies_in(shape).then(|| origin.wrapping_add(outer.apply(coord.dot(shape, plain.stride()))))
}

/// The panic of an index outside the shape.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_range<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> ! {
    panic!("{}", judge::out_of_range(layout.split().1, coord))
}
