//! The atom of four last rows: four rows times four steps of the depth at once.

use super::super::update::Update;
use super::broadcast::load;
use super::{Adjacent, Atom, AtomPart, Part};
use crate::simd::{Element, MAX_LANES, Vectors};
use static_layout::Layout;
use typenum::{U0, U1, U4, Unsigned};

/// Multiplies four rows of A by a column of B, four steps of the depth at once: `4 x 1 x 4`.
///
/// ```text
/// two vectors of A    row 0, row 1 | row 2, row 3      each row has four steps of the depth
/// one vector of B     the four steps, twice
/// two vectors of C    sums of row 0, row 1 | row 2, row 3, whose four lanes are summed when they are stored
/// ```
///
/// For a C of four rows, on vectors of eight lanes with halves of four, where the elements of the columns of A and B are
/// adjacent.
///
/// ```
/// use static_layout_kernels::gemm::{Quads, TiledMma, gemm_with};
/// use static_layout::*;
/// use static_layout_kernels::simd;
/// let (x, mut y) = ([1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [0.0; 8]);
/// let a = View::new(&x, layout!((4, 2):col))?;
/// let b = View::new(&x, layout!((2, 2):col))?;
/// # #[cfg(target_arch = "x86_64")]
/// if let Some(machine) = simd::Avx2::detect() {
///     // Two columns of C in registers.
///     let mma = TiledMma::new(Quads(machine), layout!((1, 2):col));
///     gemm_with(mma, 1.0, a, b, 0.0, &mut ViewMut::new(&mut y, layout!((4, 2):col))?);
///     assert_eq!(y, [11.0, 14.0, 17.0, 20.0, 23.0, 30.0, 37.0, 44.0]);
/// }
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// With vectors of other lengths, when the product runs.
#[derive(Clone, Copy, Debug)]
pub struct Quads<V>(pub V);

/// Rows of the atom.
const ROWS: usize = 4;
/// The number of lanes of half a vector.
type Half<V, T> = <<V as Vectors<T>>::Half as Vectors<T>>::Lanes;

// SAFETY: two vectors hold four rows of four steps each; loads and stores access only the rows and the depth inside.
unsafe impl<T: Element, V: Vectors<T>> Atom<T> for Quads<V> {
    type Rows = U4;
    type Depth = Half<V, T>;
    type LayoutA = Layout<(Half<V, T>, U4), (U4, U1)>;
    type LayoutB = Layout<(Half<V, T>, U4), (U1, U0)>;
    type LayoutC = Layout<(Half<V, T>, U4), (U0, U1)>;
    type A = [V::Vector; 2];
    type B = V::Vector;
    type C = [V::Vector; 2];
    type Vectors = V;
    const ADJACENT_A: Adjacent = Adjacent::Rows;
    const ADJACENT_B: Adjacent = Adjacent::Rows;
    const ADJACENT_C: Adjacent = Adjacent::Rows;
    const STORES_FOUR: bool = true;

    #[inline(always)]
    fn vectors(self) -> V {
        self.0
    }
    #[inline(always)]
    fn zero(self) -> [V::Vector; 2] {
        assert!(
            V::LANES == 2 * ROWS && <Half<V, T> as Unsigned>::USIZE == ROWS,
            "quads need vectors of eight lanes with shorter ones of four"
        );
        [self.0.zero(); 2]
    }
    #[inline(always)]
    unsafe fn load_a(self, from: Part<*const T>, inside: AtomPart) -> [V::Vector; 2] {
        let v = self.0;
        let mut square = [v.zero(); 2];
        if inside.rows == ROWS && inside.depth == ROWS {
            for (j, vector) in square.iter_mut().enumerate() {
                // SAFETY: all four rows of all four columns are inside, and the rows are adjacent.
                unsafe {
                    let column = from.at.offset(2 * j as isize * from.columns);
                    *vector = v.load_halves(column, column.offset(from.columns));
                }
            }
        } else {
            let mut lanes = [T::ZERO; 2 * MAX_LANES];
            for k in 0..inside.depth {
                for i in 0..inside.rows {
                    // SAFETY: row `i` and column `k` are inside.
                    lanes[k * ROWS + i] =
                        unsafe { *from.at.offset(i as isize + k as isize * from.columns) };
                }
            }
            for (j, vector) in square.iter_mut().enumerate() {
                // SAFETY: no vector has more than `MAX_LANES` lanes.
                *vector = unsafe { v.load(lanes.as_ptr().add(j * V::LANES)) };
            }
        }
        v.transpose_halves(&mut square);
        square
    }
    #[inline(always)]
    unsafe fn load_b(self, from: Part<*const T>, inside: AtomPart) -> V::Vector {
        if inside.depth == ROWS {
            // SAFETY: all four steps are inside, and adjacent.
            return unsafe { self.0.load_halves(from.at, from.at) };
        }
        let mut half = [T::ZERO; MAX_LANES];
        for (k, x) in half.iter_mut().enumerate().take(inside.depth) {
            // SAFETY: row `k` of B is inside.
            *x = unsafe { *from.at.add(k) };
        }
        // SAFETY: the array has `MAX_LANES` elements, at least the lanes of half a vector.
        unsafe { self.0.load_halves(half.as_ptr(), half.as_ptr()) }
    }
    #[inline(always)]
    fn multiply(self, a: [V::Vector; 2], b: V::Vector, c: [V::Vector; 2]) -> [V::Vector; 2] {
        [self.0.mul_add(a[0], b, c[0]), self.0.mul_add(a[1], b, c[1])]
    }
    #[inline(always)]
    fn add(self, x: [V::Vector; 2], y: [V::Vector; 2]) -> [V::Vector; 2] {
        [self.0.add(x[0], y[0]), self.0.add(x[1], y[1])]
    }
    #[inline(always)]
    unsafe fn store<U: Update<T>>(
        self,
        to: Part<*mut T>,
        c: [V::Vector; 2],
        inside: AtomPart,
        update: U,
    ) {
        let mut sums = [T::ZERO; 2 * MAX_LANES];
        let columns = self.columns([c; 4]);
        // SAFETY: no vector has more than `MAX_LANES` lanes.
        unsafe { self.0.store(sums.as_mut_ptr(), columns[0]) };
        for (i, &sum) in sums.iter().enumerate().take(inside.rows) {
            // SAFETY: row `i` of C is inside.
            unsafe {
                let at = to.at.add(i);
                update.write_one(at, sum);
            }
        }
    }
    #[inline(always)]
    unsafe fn store_four<U: Update<T>>(
        self,
        to: Part<*mut T>,
        c: [[V::Vector; 2]; 4],
        inside: AtomPart,
        update: U,
    ) {
        let v = self.0;
        let columns = self.columns(c);
        if inside.rows == ROWS && to.columns == ROWS as isize {
            for (j, &sum) in columns.iter().enumerate() {
                // SAFETY: all four rows of all four columns are inside, and the columns follow each other without gaps.
                unsafe {
                    let at = to.at.add(j * V::LANES);
                    update.write(v, at, sum);
                }
            }
            return;
        }
        let half = v.half();
        let mut sums = [T::ZERO; 2 * MAX_LANES];
        for (j, &sum) in columns.iter().enumerate() {
            // SAFETY: no vector has more than `MAX_LANES` lanes.
            unsafe { v.store(sums.as_mut_ptr().add(j * V::LANES), sum) };
        }
        for j in 0..4 {
            // SAFETY: the caller's contract covers the rows inside of each of the four columns.
            unsafe {
                let (at, n) = (to.at.offset(j as isize * to.columns), inside.rows);
                let sum = half.load(sums.as_ptr().add(j * ROWS));
                let old = if update.reads() { load(half, at, n) } else { half.zero() };
                let new = update.apply(half, sum, old);
                if n == ROWS { half.store(at, new) } else { half.store_part(at, new, n) }
            }
        }
    }
}

impl<V> Quads<V> {
    /// Returns the sums of four columns: two columns in each vector.
    #[inline(always)]
    fn columns<T: Element>(self, c: [[V::Vector; 2]; 4]) -> [V::Vector; 2]
    where
        V: Vectors<T>,
    {
        // Each half is a row, whose lanes are columns; the transposition makes each half a column.
        let mut square = [
            self.0.sums_of_halves(&[c[0][0], c[1][0], c[2][0], c[3][0]]),
            self.0.sums_of_halves(&[c[0][1], c[1][1], c[2][1], c[3][1]]),
        ];
        self.0.transpose_halves(&mut square);
        square
    }
}
