//! Four rows times several depths at once.

use super::super::update::Update;
use super::{Adjacent, Atom, Inside, Part};
use crate::layout::Layout;
use crate::simd::{Element, MAX_LANES, Vectors};
use typenum::{U0, U1, U4, Unsigned};

/// Four rows of A times a column of B, as deep as a quarter of a vector: `4 x LANES/4 x 1`. Each quarter of C's
/// lanes is a row, whose lanes are added up when it is stored. For C of four rows in vectors with shorter ones of a
/// quarter of the lanes, where the rows of A and of B are adjacent; with other vectors it panics.
///
/// ```
/// use static_layout::gemm::{Quads, TiledMma, gemm_with};
/// use static_layout::*;
/// let (x, mut y) = ([1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [0.0; 8]);
/// let a = View::new(&x, layout!((4, 2):col))?;
/// let b = View::new(&x, layout!((2, 2):col))?;
/// # #[cfg(target_arch = "x86_64")]
/// if let Some(machine) = simd::Avx512::detect() {
///     // Two columns of C in registers.
///     let mma = TiledMma::new(Quads(machine), layout!((1, 2):col));
///     gemm_with(mma, 1.0, a, b, 0.0, &mut ViewMut::new(&mut y, layout!((4, 2):col))?);
///     assert_eq!(y, [11.0, 14.0, 17.0, 20.0, 23.0, 30.0, 37.0, 44.0]);
/// }
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quads<V>(pub V);

/// Rows of the atom.
const ROWS: usize = 4;
/// The lanes of half of a half of a vector.
type Quarter<V, T> = <<<V as Vectors<T>>::Half as Vectors<T>>::Half as Vectors<T>>::Lanes;

// SAFETY: a vector has four rows as deep as its quarter; what is touched are those inside.
unsafe impl<T: Element, V: Vectors<T>> Atom<T> for Quads<V> {
    type Rows = U4;
    type Depth = Quarter<V, T>;
    type LayoutA = Layout<(Quarter<V, T>, U4), (U4, U1)>;
    type LayoutB = Layout<(Quarter<V, T>, U4), (U1, U0)>;
    type LayoutC = Layout<(Quarter<V, T>, U4), (U0, U1)>;
    type A = V::Vector;
    type B = V::Vector;
    type C = V::Vector;
    type Vectors = V;
    const ADJACENT_A: Adjacent = Adjacent::Rows;
    const ADJACENT_B: Adjacent = Adjacent::Rows;
    const ADJACENT_C: Adjacent = Adjacent::Rows;

    #[inline(always)]
    fn vectors(self) -> V {
        self.0
    }
    #[inline(always)]
    fn zero(self) -> V::Vector {
        assert!(
            <Quarter<V, T> as Unsigned>::USIZE * ROWS == V::LANES,
            "quads need vectors with shorter ones of a quarter of the lanes"
        );
        self.0.zero()
    }
    #[inline(always)]
    unsafe fn load_a(self, from: Part<*const T>, inside: Inside) -> V::Vector {
        let deep = const { V::LANES / ROWS };
        if inside.rows == ROWS && inside.depth == deep && from.columns == ROWS as isize {
            // SAFETY: the caller's elements, of which one column follows the other.
            return self.0.every_fourth(unsafe { self.0.load(from.at) });
        }
        let mut lanes = [T::ZERO; MAX_LANES];
        for k in 0..inside.depth {
            for i in 0..inside.rows {
                // SAFETY: the caller's element in that row and column.
                lanes[i * deep + k] =
                    unsafe { *from.at.offset(i as isize + k as isize * from.columns) };
            }
        }
        // SAFETY: no vector has more than `MAX_LANES` lanes.
        unsafe { self.0.load(lanes.as_ptr()) }
    }
    #[inline(always)]
    unsafe fn load_b(self, from: Part<*const T>, inside: Inside) -> V::Vector {
        let deep = const { V::LANES / ROWS };
        if inside.depth == deep {
            // SAFETY: the caller's elements.
            return unsafe { self.0.load_four_times(from.at) };
        }
        let mut quarter = [T::ZERO; MAX_LANES];
        for (k, x) in quarter.iter_mut().enumerate().take(inside.depth) {
            // SAFETY: the caller's element in that row.
            *x = unsafe { *from.at.add(k) };
        }
        // SAFETY: there are `deep` elements, and more.
        unsafe { self.0.load_four_times(quarter.as_ptr()) }
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
    unsafe fn store<U: Update<T>>(self, to: Part<*mut T>, c: V::Vector, inside: Inside, update: U) {
        let sums = self.0.sums_of_quarters(c);
        for (i, sum) in sums.into_iter().enumerate().take(inside.rows) {
            // SAFETY: the caller's element in that row.
            unsafe {
                let at = to.at.add(i);
                let old = if update.reads() { *at } else { T::ZERO };
                *at = update.apply_one(sum, old);
            }
        }
    }
}
