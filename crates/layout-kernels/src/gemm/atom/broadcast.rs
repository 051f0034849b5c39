//! The atom of most products: a vector of rows times one number.

use super::super::update::Update;
use super::{Adjacent, Atom, AtomPart, Part};
use crate::simd::{Element, Vectors};
use static_layout::Layout;
use typenum::{U0, U1};

/// Multiplies a vector of rows of A by one element of B: `LANES x 1 x 1`. The atom of most products.
///
/// ```
/// use static_layout_kernels::gemm::{Broadcast, TiledMma, gemm_with};
/// use static_layout_kernels::simd::Portable;
/// use static_layout::*;
/// let (x, mut y) = ([1.0_f32, 2.0, 3.0, 4.0], [0.0; 4]);
/// let square = layout!((2, 2):col);
/// let a = View::new(&x, square)?;
/// // Two by three of them in registers.
/// let mma = TiledMma::new(Broadcast(Portable), layout!((2, 3):col));
/// gemm_with(mma, 1.0, a, a, 0.0, &mut ViewMut::new(&mut y, square)?);
/// assert_eq!(y, [7.0, 10.0, 15.0, 22.0]);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Broadcast<V>(pub V);

// SAFETY: a vector has as many lanes as the atom has rows; loads and stores access only the rows inside.
unsafe impl<T: Element, V: Vectors<T>> Atom<T> for Broadcast<V> {
    type Rows = V::Lanes;
    type Depth = U1;
    type LayoutA = Layout<V::Lanes, U1>;
    type LayoutB = Layout<V::Lanes, U0>;
    type LayoutC = Layout<V::Lanes, U1>;
    const ADJACENT_A: Adjacent = Adjacent::Rows;
    const ADJACENT_B: Adjacent = Adjacent::Nothing;
    const ADJACENT_C: Adjacent = Adjacent::Rows;

    one_vector!();
    #[inline(always)]
    unsafe fn load_a(self, from: Part<*const T>, inside: AtomPart) -> V::Vector {
        // SAFETY: the caller's contract covers the rows inside, which are adjacent.
        unsafe { self.rows(from.at, inside) }
    }
    #[inline(always)]
    unsafe fn load_b(self, from: Part<*const T>, _: AtomPart) -> V::Vector {
        // SAFETY: the caller's contract covers the one element of B.
        self.0.splat(unsafe { *from.at })
    }
    #[inline(always)]
    fn multiply_part(
        self,
        a: V::Vector,
        b: V::Vector,
        c: V::Vector,
        inside: AtomPart,
    ) -> V::Vector {
        let (v, half) = (self.0, self.0.half());
        if Self::is_low::<T>(inside) {
            v.with_low(half.mul_add(v.low(a), v.low(b), v.low(c)))
        } else {
            v.mul_add(a, b, c)
        }
    }
    #[inline(always)]
    unsafe fn store<U: Update<T>>(
        self,
        to: Part<*mut T>,
        c: V::Vector,
        inside: AtomPart,
        update: U,
    ) {
        let (v, at) = (self.0, to.at);
        // SAFETY: the caller's contract covers the rows inside, which are adjacent.
        unsafe {
            let old = if update.reads() { self.rows(at, inside) } else { v.zero() };
            let new = update.apply(v, c, old);
            if Self::is_low::<T>(inside) {
                store(v.half(), at, v.low(new), inside);
            } else {
                store(v, at, new, inside);
            }
        }
    }
}

impl<V> Broadcast<V> {
    /// Whether half of a vector holds the rows.
    #[inline(always)]
    const fn is_low<T: Element>(inside: AtomPart) -> bool
    where
        V: Vectors<T>,
    {
        V::HAS_LOW && inside.is_static && 2 * inside.rows <= V::LANES
    }
    /// Loads the rows inside, with any numbers in the others.
    ///
    /// # Safety
    /// These elements must be adjacent and valid for reads.
    #[inline(always)]
    unsafe fn rows<T: Element>(self, from: *const T, inside: AtomPart) -> V::Vector
    where
        V: Vectors<T>,
    {
        // SAFETY: the caller promises the rows inside.
        unsafe {
            if inside.is_static && inside.rows == 1 {
                self.0.splat(*from)
            } else if Self::is_low::<T>(inside) {
                self.0.with_low(load(self.0.half(), from, inside.rows))
            } else {
                load(self.0, from, inside.rows)
            }
        }
    }
}

/// Writes the rows inside.
///
/// # Safety
/// There must be at most `LANES`, and `to` valid for writes of them.
#[inline(always)]
unsafe fn store<T: Element, V: Vectors<T>>(v: V, to: *mut T, vector: V::Vector, inside: AtomPart) {
    // SAFETY: the caller promises writable elements, at most a vector.
    unsafe {
        match inside.rows {
            n if n == V::LANES => v.store(to, vector),
            n if inside.is_static => v.store_pieces(to, vector, n),
            n => v.store_part(to, vector, n),
        }
    }
}

/// Loads the first `n` lanes, with zeros in the others.
///
/// # Safety
/// `n` must be at most `LANES`, and `from` valid for reads of `n` elements.
#[inline(always)]
pub(in crate::gemm) unsafe fn load<T: Element, V: Vectors<T>>(
    v: V,
    from: *const T,
    n: usize,
) -> V::Vector {
    // SAFETY: the caller promises `n` readable elements, at most a vector.
    unsafe { if n == V::LANES { v.load(from) } else { v.load_part(from, n) } }
}
