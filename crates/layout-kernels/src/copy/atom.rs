//! The atoms of copies: types that say what one step moves.

use super::plan::CopyStep;
use core::marker::PhantomData;
use static_layout::internal::Form;
use static_layout::{Layout, Nat};
use typenum::U1;

/// One step of a copy: moves the elements of the small layout [`From`](Self::From) in the source to the elements of
/// [`To`](Self::To) in the destination. [`copy_with`](super::copy_with) composes the loops around it from the two
/// layouts. CuTe: `Copy_Atom`.
///
/// [`VectorMove`] and [`TileTranspose`] are atoms.
pub trait CopyAtom: Copy {
    /// The offsets of the elements in the source. A run-time integer is a stride of the source.
    type From: Form;
    /// The offsets of the elements in the destination.
    type To: Form;
    /// The step of a plan that consists of this atom.
    const STEP: CopyStep;
    /// The number of neighbours that it moves at once, on either side.
    const NEIGHBOURS: usize;
}

/// Moves `N` neighbours of the source to `N` neighbours of the destination.
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
///
/// # Compile errors
/// A static copy whose swizzle keeps fewer neighbours together:
/// ```compile_fail,E0080
/// use static_layout::typenum::U8;
/// use static_layout::*;
/// use static_layout_kernels::{VectorMove, copy_with};
/// let (data, mut swizzled) = ([1; 16], [0; 16]);
/// // an atom needs 8 adjacent elements; at most 4 are adjacent
/// copy_with(
///     VectorMove::<U8>::new(),
///     View::new(&data, layout!(16:1)).unwrap(),
///     &mut ViewMut::new(&mut swizzled, layout!(Sw<1,2,1> o 0 o 16:1)).unwrap(),
/// );
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct VectorMove<N>(PhantomData<N>);

/// Transposes a square of `N` by `N` elements: neighbours of the source go to different rows of the destination. A
/// machine without registers of `N` elements moves smaller squares.
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
    /// The atom that moves `N` neighbours.
    pub const fn new() -> Self {
        VectorMove(PhantomData)
    }
}

impl<N: Nat> TileTranspose<N> {
    /// The atom that transposes `N` by `N` elements.
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

/// The atom of a copy: one that its plan chooses, or one that the user names.
pub trait AtomChoice {
    /// The step and the number of neighbours. `None` if the plan chooses.
    const ATOM: Option<(CopyStep, usize)>;
}

/// The plan chooses the atom.
pub struct AnyAtom;
impl AtomChoice for AnyAtom {
    const ATOM: Option<(CopyStep, usize)> = None;
}

/// The user names the atom `M`.
pub struct NamedAtom<M>(PhantomData<M>);
impl<M: CopyAtom> AtomChoice for NamedAtom<M> {
    const ATOM: Option<(CopyStep, usize)> = Some((M::STEP, M::NEIGHBOURS));
}
