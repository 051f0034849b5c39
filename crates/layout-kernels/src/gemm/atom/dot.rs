//! The atom of few columns: a row times a column.

use super::super::update::Update;
use super::broadcast::load;
use super::{Adjacent, Atom, AtomPart, Part};
use crate::simd::{Element, Vectors};
use static_layout::Layout;
use typenum::{U0, U1};

/// Multiplies a vector of a row of A by a vector of a column of B: `1 x 1 x LANES`.
///
/// The lanes of C are summed when it is stored. For few columns of B, where the elements of a row of A and of a column of
/// B are adjacent.
///
/// ```
/// use static_layout_kernels::gemm::{Dot, TiledMma, gemm_with};
/// use static_layout_kernels::simd::Portable;
/// use static_layout::*;
/// let (x, mut y) = ([1, 2, 3, 4, 5, 6], [0; 2]);
/// let a = View::new(&x, layout!((2, 3):row))?;
/// let b = View::new(&x, layout!((3, 1):col))?;
/// let mma = TiledMma::new(Dot(Portable), layout!((2, 1):col));
/// gemm_with(mma, 1, a, b, 0, &mut ViewMut::new(&mut y, layout!((2, 1):col))?);
/// assert_eq!(y, [14, 32]);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dot<V>(pub V);

// SAFETY: a vector has as many lanes as the atom is deep; loads access only the depth inside, and the store one element.
unsafe impl<T: Element, V: Vectors<T>> Atom<T> for Dot<V> {
    type Rows = U1;
    type Depth = V::Lanes;
    type LayoutA = Layout<V::Lanes, U1>;
    type LayoutB = Layout<V::Lanes, U1>;
    type LayoutC = Layout<V::Lanes, U0>;
    const ADJACENT_A: Adjacent = Adjacent::Columns;
    const ADJACENT_B: Adjacent = Adjacent::Rows;
    const ADJACENT_C: Adjacent = Adjacent::Nothing;

    one_vector!();
    #[inline(always)]
    unsafe fn load_a(self, from: Part<*const T>, inside: AtomPart) -> V::Vector {
        // SAFETY: the caller's contract covers the depth inside, whose elements are adjacent.
        unsafe { load(self.0, from.at, inside.depth) }
    }
    #[inline(always)]
    unsafe fn load_b(self, from: Part<*const T>, inside: AtomPart) -> V::Vector {
        // SAFETY: the caller's contract covers the depth inside, whose elements are adjacent.
        unsafe { load(self.0, from.at, inside.depth) }
    }
    #[inline(always)]
    unsafe fn store<U: Update<T>>(self, to: Part<*mut T>, c: V::Vector, _: AtomPart, update: U) {
        let sum = self.0.reduce_add(c);
        // SAFETY: the caller's contract covers the one element of C.
        unsafe {
            update.write_one(to.at, sum);
        }
    }
}
