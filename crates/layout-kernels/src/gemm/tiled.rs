//! Atoms repeated in registers.

use super::atom::Atom;
use super::block::MAX_ROWS;
use crate::simd::Element;
use static_layout::internal::{self};
use static_layout::{AnyLayout, IntTuple, Layout, LayoutOps, Nat};
use typenum::U1;

/// A register tile: an atom, and how often it is repeated along the rows and the columns of C.
///
/// CuTe's `TiledMMA` of one thread; with [`gemm_with`](super::gemm_with) the micro-kernel of BLIS.
///
/// ```
/// use static_layout_kernels::gemm::{Broadcast, TiledMma};
/// use static_layout_kernels::simd::Portable;
/// use static_layout::*;
/// let mma = TiledMma::new(Broadcast(Portable), layout!((2, 3):col));
/// // Register element, then repetition, to the place in the tile of 8 by 3.
/// assert_eq!(mma.layout_c::<f32>().to_string(), "(4,(2,3)):(1,(4,8))");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TiledMma<X, R> {
    atom: X,
    repeats: R,
}

/// How often an atom is repeated: 1 to 3 times along the rows and 1 to 24 times along the columns of C.
pub trait Repeats: Copy {
    /// Repetitions along the rows and the columns of C, or `None` to choose them by the extents of C.
    const REPEATS: Option<[usize; 2]>;
}

/// A [`TiledMma`] for elements of `T`: one parameter for the types of its atom and of its repetitions.
pub trait AnyMma<T: Element>: Copy {
    type Atom: Atom<T>;
    type Repeats: Repeats;
    /// The atom.
    fn atom(self) -> Self::Atom;
}
impl<T: Element, X: Atom<T>, R: Repeats> AnyMma<T> for TiledMma<X, R> {
    type Atom = X;
    type Repeats = R;
    #[inline(always)]
    fn atom(self) -> X {
        self.atom
    }
}

/// Rejects atoms that are larger than the buffers of the loops.
#[track_caller]
pub const fn has_room<T: Element, X: Atom<T>>() {
    internal::require(
        1 <= <X::Rows as typenum::Unsigned>::USIZE
            && <X::Rows as typenum::Unsigned>::USIZE <= MAX_ROWS
            && 1 <= <X::Depth as typenum::Unsigned>::USIZE,
        "an atom has 1 to 16 rows, and a depth of at least 1",
    )
}

/// Rejects repetitions for which no tile is compiled.
#[track_caller]
pub const fn are_possible<R: Repeats>() {
    if let Some([rows, columns]) = R::REPEATS {
        internal::require(
            1 <= rows && rows <= 3 && 1 <= columns && columns <= 24,
            "an atom is repeated 1 to 3 times along the rows and 1 to 24 times along the columns",
        )
    }
}

/// Chooses the repetitions by the extents of C and the registers of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Fitting;
impl Repeats for Fitting {
    const REPEATS: Option<[usize; 2]> = None;
}

/// A layout repeats an atom as often as its shape says; its strides have no meaning.
impl<R: Nat, N: Nat, D: IntTuple> Repeats for Layout<(R, N), D> {
    const REPEATS: Option<[usize; 2]> = Some([R::USIZE, N::USIZE]);
}

impl<X: Copy, R: Repeats> TiledMma<X, R> {
    /// Repeats an atom as the shape of `repeats` says, or with [`Fitting`] as the extents of C allow.
    #[inline(always)]
    pub fn new(atom: X, repeats: R) -> Self {
        TiledMma { atom, repeats }
    }

    /// The atom.
    #[inline(always)]
    pub fn atom(self) -> X {
        self.atom
    }

    /// The repetitions.
    #[inline(always)]
    pub fn repeats(self) -> R {
        self.repeats
    }
}

impl<X: Copy, R: Nat + Default, N: Nat + Default, D: IntTuple> TiledMma<X, Layout<(R, N), D>> {
    /// The layout of C in registers: `(element, (R,N))` to the linear index in the column-major tile. CuTe: `get_layoutC_TV`.
    #[inline]
    pub fn layout_c<T: Element>(self) -> impl AnyLayout
    where
        X: Atom<T>,
    {
        let column = Layout::<X::Rows, U1>::default();
        let tile =
            LayoutOps::zipped_product(column, Layout::col_major((R::default(), N::default())));
        let registers = tile.mode::<0>().compose(X::LayoutC::default());
        registers.concat(tile.mode::<1>())
    }
}
