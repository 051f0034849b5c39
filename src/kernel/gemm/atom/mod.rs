//! The smallest products that registers do: what the loops of a gemm are made of.

mod broadcast;
mod dot;
mod quads;

pub use broadcast::Broadcast;
pub use dot::Dot;
pub use quads::Quads;

use super::update::Update;
use crate::layout::AnyLayout;
use crate::num::Nat;
use crate::simd::{Element, Vectors};

/// A part of a matrix in memory: a pointer and two strides, in elements.
#[derive(Clone, Copy, Debug)]
pub struct Part<P> {
    /// The element in row 0 and column 0.
    pub at: P,
    /// From row to row.
    pub rows: isize,
    /// From column to column.
    pub columns: isize,
}

/// How much of an atom lies in the matrices; at most its own extents, and at least 1 each.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// Rows of A and C.
    pub rows: usize,
    /// Columns of A, rows of B.
    pub depth: usize,
}

/// Elements that must be adjacent in memory, for an atom to load or store them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjacent {
    /// Those of a column: the stride from row to row is 1.
    Rows,
    /// Those of a row: the stride from column to column is 1.
    Columns,
    /// None.
    Nothing,
}

/// A product of fragments in registers, `c + a * b`, of `Rows x Depth` by `Depth x 1`. CuTe's
/// `MMA_Atom`.
///
/// An atom is a value that proves its instructions: it holds a token of [`simd`](crate::simd). The
/// library builds the loops around it: [`TiledMma`](super::TiledMma) repeats it in registers, and
/// [`gemm_with`](super::gemm_with) walks the matrices, copying to the stack what is not
/// [`Adjacent`] as the atom needs it.
///
/// # Safety
/// `load_a`, `load_b` and `store` must touch only the elements that their documentation names.
pub unsafe trait Atom<T: Element>: Copy {
    /// Rows of A and C.
    type Rows: Nat + Default;
    /// Columns of A, rows of B.
    type Depth: Nat + Default;
    /// From an element of A's registers to that of the matrix, a linear index in `(Rows,Depth)`.
    type LayoutA: AnyLayout + Default;
    /// The same of B, in `(Depth,1)`.
    type LayoutB: AnyLayout + Default;
    /// The same of C, in `(Rows,1)`. Elements of one index are added up when C is stored.
    type LayoutC: AnyLayout + Default;
    /// The registers of A.
    type A: Copy;
    /// The registers of B.
    type B: Copy;
    /// The registers of C.
    type C: Copy;
    /// The vectors that it works on.
    type Vectors: Vectors<T>;
    /// What must be adjacent in A.
    const ADJACENT_A: Adjacent;
    /// What must be adjacent in B.
    const ADJACENT_B: Adjacent;
    /// What must be adjacent in C.
    const ADJACENT_C: Adjacent;
    /// Whether [`store_four`](Self::store_four) does more than [`store`](Self::store) four times.
    const STORES_FOUR: bool = false;

    /// The vectors that it works on.
    fn vectors(self) -> Self::Vectors;
    /// C of zeros.
    fn zero(self) -> Self::C;
    /// A, zeros past `inside`.
    ///
    /// # Safety
    /// The elements `inside` must be valid for reads, and adjacent as `ADJACENT_A` says.
    unsafe fn load_a(self, from: Part<*const T>, inside: Inside) -> Self::A;
    /// B, zeros past `inside`.
    ///
    /// # Safety
    /// The elements `inside` must be valid for reads, and adjacent as `ADJACENT_B` says.
    unsafe fn load_b(self, from: Part<*const T>, inside: Inside) -> Self::B;
    /// `c + a * b`.
    fn multiply(self, a: Self::A, b: Self::B, c: Self::C) -> Self::C;
    /// `x + y`.
    fn add(self, x: Self::C, y: Self::C) -> Self::C;
    /// Updates the rows `inside` of C in memory.
    ///
    /// # Safety
    /// These elements must be valid for reads and writes, and adjacent as `ADJACENT_C` says.
    unsafe fn store<U: Update<T>>(self, to: Part<*mut T>, c: Self::C, inside: Inside, update: U);
    /// [`store`](Self::store) of four columns, each `to.columns` after the one before.
    ///
    /// # Safety
    /// As there, of four columns.
    #[inline(always)]
    unsafe fn store_four<U: Update<T>>(
        self,
        to: Part<*mut T>,
        c: [Self::C; 4],
        inside: Inside,
        update: U,
    ) {
        for (j, c) in c.into_iter().enumerate() {
            let at = to.at.wrapping_offset(j as isize * to.columns);
            // SAFETY: the caller's elements in that column.
            unsafe { self.store(Part { at, ..to }, c, inside, update) };
        }
    }
}
