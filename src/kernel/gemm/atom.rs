//! The smallest product that registers do: what the loops of a gemm are made of.

use super::update::Update;
use crate::layout::{AnyLayout, Layout};
use crate::num::Nat;
use crate::simd::{Element, Vectors};
use typenum::{U0, U1};

/// A part of a matrix in memory: a pointer and two strides, in elements.
#[derive(Debug)]
pub struct Part<P> {
    /// The element in row 0 and column 0.
    pub at: P,
    /// From row to row.
    pub rows: isize,
    /// From column to column.
    pub columns: isize,
}
impl<P: Copy> Clone for Part<P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Copy> Copy for Part<P> {}

/// A product of register fragments, `c + a * b`, of `Rows x Depth` by `Depth x Columns`.
///
/// # Safety
/// `load_a`, `load_b` and `store` must touch only the elements that their documentation names.
pub unsafe trait Atom<T: Element>: Copy {
    /// Rows of A and C.
    type Rows: Nat;
    /// Columns of B and C.
    type Columns: Nat;
    /// Columns of A, rows of B.
    type Depth: Nat;
    /// From (register element) to the linear index of the element of A in `(Rows,Depth)`.
    type LayoutA: AnyLayout + Default;
    /// The same of B in `(Depth,Columns)`.
    type LayoutB: AnyLayout + Default;
    /// The same of C in `(Rows,Columns)`.
    type LayoutC: AnyLayout + Default;
    /// The registers of A.
    type A: Copy;
    /// The registers of B.
    type B: Copy;
    /// The registers of C.
    type C: Copy;
    /// Vector registers of the machine.
    const REGISTERS: usize;

    /// C of zeros.
    fn zero(self) -> Self::C;
    /// A, whose elements along the rows must be adjacent: `rows` of them and `Depth` columns, zeros in
    /// the rows that are left.
    ///
    /// # Safety
    /// Those elements must be valid for reads, and `rows <= Rows`.
    unsafe fn load_a(self, from: Part<*const T>, rows: usize) -> Self::A;
    /// B: `Depth` rows and `Columns` columns.
    ///
    /// # Safety
    /// Those elements must be valid for reads.
    unsafe fn load_b(self, from: Part<*const T>) -> Self::B;
    /// `c + a * b`.
    fn multiply(self, a: Self::A, b: Self::B, c: Self::C) -> Self::C;
    /// `x + y`.
    fn add(self, x: Self::C, y: Self::C) -> Self::C;
    /// Updates the first `rows` rows of C in memory, whose elements along the rows must be adjacent.
    ///
    /// # Safety
    /// Those elements must be valid for reads and writes, and `rows <= Rows`.
    unsafe fn store<U: Update<T>>(self, to: Part<*mut T>, c: Self::C, rows: usize, update: U);
}

/// A vector of rows times one number: `LANES x 1 x 1`.
#[derive(Clone, Copy, Debug)]
pub struct Broadcast<V>(pub V);

// SAFETY: a vector has as many lanes as rows, and touches the first `rows` of them.
unsafe impl<T: Element, V: Vectors<T>> Atom<T> for Broadcast<V> {
    type Rows = V::Lanes;
    type Columns = U1;
    type Depth = U1;
    type LayoutA = Layout<V::Lanes, U1>;
    type LayoutB = Layout<V::Lanes, U0>;
    type LayoutC = Layout<V::Lanes, U1>;
    type A = V::Vector;
    type B = V::Vector;
    type C = V::Vector;
    const REGISTERS: usize = V::REGISTERS;

    #[inline(always)]
    fn zero(self) -> V::Vector {
        self.0.zero()
    }
    #[inline(always)]
    unsafe fn load_a(self, from: Part<*const T>, rows: usize) -> V::Vector {
        // SAFETY: the caller's elements.
        unsafe {
            if rows == V::LANES { self.0.load(from.at) } else { self.0.load_part(from.at, rows) }
        }
    }
    #[inline(always)]
    unsafe fn load_b(self, from: Part<*const T>) -> V::Vector {
        // SAFETY: the caller's element.
        self.0.splat(unsafe { *from.at })
    }
    #[inline(always)]
    fn multiply(self, a: V::Vector, b: V::Vector, c: V::Vector) -> V::Vector {
        self.0.mul_add(a, b, c)
    }
    #[inline(always)]
    fn add(self, x: V::Vector, y: V::Vector) -> V::Vector {
        self.0.add(x, y)
    }
    #[inline(always)]
    unsafe fn store<U: Update<T>>(self, to: Part<*mut T>, c: V::Vector, rows: usize, update: U) {
        let (v, at) = (self.0, to.at);
        // SAFETY: the caller's elements.
        unsafe {
            if rows == V::LANES {
                let old = if update.reads() { v.load(at) } else { v.zero() };
                v.store(at, update.apply(v, c, old));
            } else {
                let old = if update.reads() { v.load_part(at, rows) } else { v.zero() };
                v.store_part(at, update.apply(v, c, old), rows);
            }
        }
    }
}
