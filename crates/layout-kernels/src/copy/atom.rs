//! What one step of a copy moves, as a type.

use super::plan::CopyStep;
use core::marker::PhantomData;
use static_layout::{AnyLayout, Layout, Nat};
use typenum::U1;

/// What one step of a copy moves: the elements of a small layout, those of [`From`](Self::From) in the source to
/// those of [`To`](Self::To) in the destination. [`copy_with`](super::copy_with) composes the loops around it
/// from the two layouts. (CuTe: `Copy_Atom`.)
///
/// [`VectorMove`] and [`TileTranspose`] are such atoms.
pub trait CopyAtom: Copy {
    /// Where the elements are in the source; what is known at run time is a stride of the source.
    type From: AnyLayout;
    /// Where they are in the destination.
    type To: AnyLayout;
    /// The step of the plan that it carries out.
    const STEP: CopyStep;
    /// Neighbours that it takes at once on either side.
    const NEIGHBOURS: usize;
}

/// `N` neighbours of the source to `N` neighbours of the destination.
///
/// ```
/// use static_layout::typenum::U4;
/// use static_layout::*;
/// use static_layout_kernels::{VectorMove, copy_with};
/// let (data, mut swizzled) = ([1; 16], [0; 16]);
/// copy_with(
///     VectorMove::<U4>::new(),
///     View::new(&data, layout!(16:1))?,
///     &mut ViewMut::new(&mut swizzled, layout!(Sw<1,2,1> o 0 o 16:1))?,
/// );
/// assert_eq!(swizzled, data);
/// # Ok::<(), LayoutError>(())
/// ```
/// It is refused where fewer neighbours stay together:
/// ```compile_fail,E0080
/// use static_layout::typenum::U8;
/// use static_layout::*;
/// use static_layout_kernels::{VectorMove, copy_with};
/// let (data, mut swizzled) = ([1; 16], [0; 16]);
/// // an atom of 8 neighbours does not fit, 4 stay together
/// copy_with(
///     VectorMove::<U8>::new(),
///     View::new(&data, layout!(16:1)).unwrap(),
///     &mut ViewMut::new(&mut swizzled, layout!(Sw<1,2,1> o 0 o 16:1)).unwrap(),
/// );
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct VectorMove<N>(PhantomData<N>);

/// A square of `N` by `N` elements, transposed in registers: neighbours of the source become those of different
/// rows of the destination. On machines without registers of `N` elements it is made of smaller squares.
///
/// ```
/// use static_layout::typenum::U4;
/// use static_layout::*;
/// use static_layout_kernels::{TileTranspose, copy_with};
/// let (data, mut columns) = ([1.0_f32; 32], [0.0; 32]);
/// copy_with(
///     TileTranspose::<U4>::new(),
///     View::new(&data, layout!((4, 8):row))?,
///     &mut ViewMut::new(&mut columns, layout!((4, 8):col))?,
/// );
/// assert_eq!(columns, data);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TileTranspose<N>(PhantomData<N>);

impl<N: Nat> VectorMove<N> {
    /// The atom.
    pub const fn new() -> Self {
        VectorMove(PhantomData)
    }
}

impl<N: Nat> TileTranspose<N> {
    /// The atom.
    pub const fn new() -> Self {
        TileTranspose(PhantomData)
    }
}

impl<N: Nat> CopyAtom for VectorMove<N> {
    type From = Layout<N, U1>;
    type To = Layout<N, U1>;
    const STEP: CopyStep = CopyStep::Run;
    const NEIGHBOURS: usize = N::USIZE;
}

impl<N: Nat> CopyAtom for TileTranspose<N> {
    type From = Layout<(N, N), (usize, U1)>;
    type To = Layout<(N, N), (U1, usize)>;
    const STEP: CopyStep = CopyStep::Transpose;
    const NEIGHBOURS: usize = N::USIZE;
}

/// What a copy is made of: any atom that its plan chooses, or one that the user named.
pub trait Choice {
    /// The step, and how many neighbours it takes; `None` leaves the choice to the plan.
    const ATOM: Option<(CopyStep, usize)>;
}

/// The plan chooses.
pub struct Any;
impl Choice for Any {
    const ATOM: Option<(CopyStep, usize)> = None;
}

/// The user chose.
pub struct Only<M>(PhantomData<M>);
impl<M: CopyAtom> Choice for Only<M> {
    const ATOM: Option<(CopyStep, usize)> = Some((M::STEP, M::NEIGHBOURS));
}
