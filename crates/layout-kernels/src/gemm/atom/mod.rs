//! Atoms: the smallest products, of fragments in registers. A micro-kernel repeats one in each step of the depth.
//!
//! | atom | shape | for |
//! |---|---|---|
//! | [`Broadcast`] | `LANES x 1 x 1` | most products: a vector of rows of A times one element of B |
//! | [`Dot`] | `1 x 1 x LANES` | few columns, with adjacent elements along the depth |
//! | [`Quads`] | `4 x 1 x 4` | the last four rows |

/// Items of an [`Atom`] whose parts of A, B and C are one vector each, of the token in field 0.
macro_rules! one_vector {
    () => {
        type A = V::Vector;
        type B = V::Vector;
        type C = V::Vector;
        type Vectors = V;

        #[inline(always)]
        fn vectors(self) -> V {
            self.0
        }
        #[inline(always)]
        fn zero(self) -> V::Vector {
            self.0.zero()
        }
        #[inline(always)]
        fn multiply(self, a: V::Vector, b: V::Vector, c: V::Vector) -> V::Vector {
            self.0.mul_add(a, b, c)
        }
        #[inline(always)]
        fn add(self, x: V::Vector, y: V::Vector) -> V::Vector {
            self.0.add(x, y)
        }
    };
}

mod broadcast;
mod dot;
mod quads;

pub use broadcast::Broadcast;
pub(super) use broadcast::load;
pub use dot::Dot;
pub use quads::Quads;

use super::update::Update;
use crate::simd::{Element, Vectors};
use static_layout::internal::Form;
use static_layout::{AnyLayout, Nat};

/// A part of a matrix in memory: a pointer and two strides, in elements.
#[derive(Clone, Copy, Debug)]
pub struct Part<P> {
    /// The element in row 0 and column 0.
    pub at: P,
    /// The stride from row to row.
    pub rows: isize,
    /// The stride from column to column.
    pub columns: isize,
}

/// The part of an atom that lies in the matrices: extents from 1 to the extents of the atom.
#[derive(Clone, Copy, Debug)]
pub struct AtomPart {
    /// Rows of A and C.
    pub rows: usize,
    /// Columns of A, rows of B.
    pub depth: usize,
    /// Whether the compiler knows `rows`, so that a comparison with it costs nothing.
    pub is_static: bool,
}

/// The elements that must be adjacent in memory for an atom to load or store them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjacent {
    /// The elements of a column: the stride from row to row is 1.
    Rows,
    /// The elements of a row: the stride from column to column is 1.
    Columns,
    /// No elements: any two strides will do.
    Nothing,
}

/// A product of fragments in registers, `c + a * b`, of `Rows x Depth` by `Depth x 1`. CuTe's
/// `MMA_Atom`.
///
/// An atom holds a token of [`simd`](crate::simd), which proves that the machine has its instructions. The library
/// builds the loops around it: [`TiledMma`](super::TiledMma) repeats it in registers, and
/// [`gemm_with`](super::gemm_with) runs over the matrices, and packs operands that are not [`Adjacent`] as the atom
/// requires.
///
/// An atom of your own, of 3 rows and a depth of 2, without any vector instruction:
///
/// ```
/// use static_layout_kernels::gemm::{Adjacent, Atom, AtomPart, Part, TiledMma, Update, gemm_with};
/// use static_layout_kernels::simd::Portable;
/// use static_layout::typenum::{U2, U3};
/// use static_layout::*;
///
/// #[derive(Clone, Copy)]
/// struct ThreeByTwo;
///
/// // SAFETY: the elements touched are those `inside`.
/// unsafe impl Atom<f32> for ThreeByTwo {
///     type Rows = U3;
///     type Depth = U2;
///     type LayoutA = Layout!((3, 2):(1, 3));
///     type LayoutB = Layout!((2, 1):(1, 0));
///     type LayoutC = Layout!((3, 1):(1, 0));
///     type A = [[f32; 3]; 2];
///     type B = [f32; 2];
///     type C = [f32; 3];
///     type Vectors = Portable;
///     // It reads and writes by strides, so that no operand is packed.
///     const ADJACENT_A: Adjacent = Adjacent::Nothing;
///     const ADJACENT_B: Adjacent = Adjacent::Nothing;
///     const ADJACENT_C: Adjacent = Adjacent::Nothing;
///
///     fn vectors(self) -> Portable {
///         Portable
///     }
///     fn zero(self) -> [f32; 3] {
///         [0.0; 3]
///     }
///     unsafe fn load_a(self, from: Part<*const f32>, inside: AtomPart) -> [[f32; 3]; 2] {
///         let mut a = [[0.0; 3]; 2];
///         for k in 0..inside.depth {
///             for i in 0..inside.rows {
///                 let offset = i as isize * from.rows + k as isize * from.columns;
///                 // SAFETY: row `i` and column `k` are inside.
///                 a[k][i] = unsafe { *from.at.offset(offset) };
///             }
///         }
///         a
///     }
///     unsafe fn load_b(self, from: Part<*const f32>, inside: AtomPart) -> [f32; 2] {
///         let mut b = [0.0; 2];
///         for k in 0..inside.depth {
///             // SAFETY: row `k` of B is inside.
///             b[k] = unsafe { *from.at.offset(k as isize * from.rows) };
///         }
///         b
///     }
///     fn multiply(self, a: [[f32; 3]; 2], b: [f32; 2], c: [f32; 3]) -> [f32; 3] {
///         [0, 1, 2].map(|i| c[i] + a[0][i] * b[0] + a[1][i] * b[1])
///     }
///     fn add(self, x: [f32; 3], y: [f32; 3]) -> [f32; 3] {
///         [0, 1, 2].map(|i| x[i] + y[i])
///     }
///     unsafe fn store<U: Update<f32>>(
///         self,
///         to: Part<*mut f32>,
///         c: [f32; 3],
///         inside: AtomPart,
///         update: U,
///     ) {
///         for i in 0..inside.rows {
///             // SAFETY: the caller guarantees that row `i` of C is inside.
///             unsafe {
///                 let at = to.at.offset(i as isize * to.rows);
///                 update.write_one(at, c[i]);
///             }
///         }
///     }
/// }
///
/// // 7 rows and a depth of 5: neither is a multiple of the atom's.
/// let x: Vec<f32> = (0..35).map(|x| x as f32).collect();
/// let mut y = [1.0; 49];
/// let a = View::new(&x, layout!((7, 5):row))?;
/// let b = View::new(&x, layout!((5, 7):col))?;
/// let mma = TiledMma::new(ThreeByTwo, layout!((2, 4):col));
/// gemm_with(mma, 1.0, a, b, 2.0, &mut ViewMut::new(&mut y, layout!((7, 7):row))?);
/// let sum: f32 = (0..5).map(|k| x[5 * 6 + k] * x[5 * 3 + k]).sum();
/// assert_eq!(y[7 * 6 + 3], sum + 2.0);
/// # Ok::<(), LayoutError>(())
/// ```
/// An atom has at most 16 rows:
/// ```compile_fail,E0080
/// # use static_layout_kernels::gemm::{Adjacent, Atom, AtomPart, Part, TiledMma, Update, gemm_with};
/// # use static_layout_kernels::simd::Portable;
/// # use static_layout::typenum::{U1, U17};
/// # use static_layout::*;
/// # #[derive(Clone, Copy)]
/// # struct Tall;
/// # unsafe impl Atom<f32> for Tall {
/// #     type Rows = U17;
/// #     type Depth = U1;
/// #     type LayoutA = Layout!((17, 1):(1, 0));
/// #     type LayoutB = Layout!((1, 1):(0, 0));
/// #     type LayoutC = Layout!((17, 1):(1, 0));
/// #     type A = [f32; 17];
/// #     type B = f32;
/// #     type C = [f32; 17];
/// #     type Vectors = Portable;
/// #     const ADJACENT_A: Adjacent = Adjacent::Nothing;
/// #     const ADJACENT_B: Adjacent = Adjacent::Nothing;
/// #     const ADJACENT_C: Adjacent = Adjacent::Nothing;
/// #     fn vectors(self) -> Portable { Portable }
/// #     fn zero(self) -> [f32; 17] { [0.0; 17] }
/// #     unsafe fn load_a(self, _: Part<*const f32>, _: AtomPart) -> [f32; 17] { [0.0; 17] }
/// #     unsafe fn load_b(self, _: Part<*const f32>, _: AtomPart) -> f32 { 0.0 }
/// #     fn multiply(self, _: [f32; 17], _: f32, c: [f32; 17]) -> [f32; 17] { c }
/// #     fn add(self, x: [f32; 17], _: [f32; 17]) -> [f32; 17] { x }
/// #     unsafe fn store<U: Update<f32>>(self, _: Part<*mut f32>, _: [f32; 17], _: AtomPart, _: U) {}
/// # }
/// # let (x, mut y) = ([1.0_f32; 17], [0.0; 17]);
/// # let a = View::new(&x, layout!((17, 1):col)).unwrap();
/// # let b = View::new(&x, layout!((1, 1):col)).unwrap();
/// # let mut c = ViewMut::new(&mut y, layout!((17, 1):col)).unwrap();
/// // an atom has 1 to 16 rows, and a depth of at least 1
/// gemm_with(TiledMma::new(Tall, layout!((1, 1):col)), 1.0, a, b, 0.0, &mut c);
/// ```
///
/// # Safety
/// `load_a`, `load_b` and `store` must touch only the elements that their documentation names.
pub unsafe trait Atom<T: Element>: Copy {
    /// Rows of A and C, at most 16.
    type Rows: Nat + Default;
    /// Columns of A, rows of B.
    type Depth: Nat + Default;
    /// The layout of A in registers: element of the registers to linear index in `(Rows,Depth)`. CuTe: `ALayout`.
    type LayoutA: Form + Default;
    /// The layout of B in registers: element of the registers to linear index in `(Depth,1)`. CuTe: `BLayout`.
    type LayoutB: Form + Default;
    /// The layout of C in registers: element of the registers to linear index in `(Rows,1)`. Elements with one index are
    /// summed when C is stored. CuTe: `CLayout`.
    type LayoutC: AnyLayout + Default;
    /// The registers of A.
    type A: Copy;
    /// The registers of B.
    type B: Copy;
    /// The registers of C.
    type C: Copy;
    /// The vectors of the instructions.
    type Vectors: Vectors<T>;
    /// The elements of A that must be adjacent.
    const ADJACENT_A: Adjacent;
    /// The elements of B that must be adjacent.
    const ADJACENT_B: Adjacent;
    /// The elements of C that must be adjacent.
    const ADJACENT_C: Adjacent;
    /// Whether [`store_four`](Self::store_four) is faster than four times [`store`](Self::store).
    const STORES_FOUR: bool = false;

    /// Returns the token of the vectors.
    fn vectors(self) -> Self::Vectors;
    /// Returns C with zeros.
    fn zero(self) -> Self::C;
    /// Loads A, with zeros in the columns outside of `inside`. Rows outside may have any numbers.
    ///
    /// # Safety
    /// The elements `inside` must be valid for reads, and adjacent as `ADJACENT_A` says.
    unsafe fn load_a(self, from: Part<*const T>, inside: AtomPart) -> Self::A;
    /// Loads B, with zeros outside of `inside`.
    ///
    /// # Safety
    /// The elements `inside` must be valid for reads, and adjacent as `ADJACENT_B` says.
    unsafe fn load_b(self, from: Part<*const T>, inside: AtomPart) -> Self::B;
    /// Returns `c + a * b`.
    fn multiply(self, a: Self::A, b: Self::B, c: Self::C) -> Self::C;
    /// Returns `c + a * b` in the rows `inside`, and any numbers in the others.
    #[inline(always)]
    fn multiply_part(self, a: Self::A, b: Self::B, c: Self::C, _inside: AtomPart) -> Self::C {
        self.multiply(a, b, c)
    }
    /// Returns `x + y`.
    fn add(self, x: Self::C, y: Self::C) -> Self::C;
    /// Updates the rows of C in memory that are `inside`.
    ///
    /// # Safety
    /// These elements must be valid for reads and writes, and adjacent as `ADJACENT_C` says.
    unsafe fn store<U: Update<T>>(self, to: Part<*mut T>, c: Self::C, inside: AtomPart, update: U);
    /// Updates four columns of C in memory, each `to.columns` elements after the one before.
    ///
    /// # Safety
    /// The rows `inside` of all four columns must be valid for reads and writes, and adjacent as `ADJACENT_C` says.
    #[inline(always)]
    unsafe fn store_four<U: Update<T>>(
        self,
        to: Part<*mut T>,
        c: [Self::C; 4],
        inside: AtomPart,
        update: U,
    ) {
        for (j, c) in c.into_iter().enumerate() {
            let at = to.at.wrapping_offset(j as isize * to.columns);
            // SAFETY: the caller's contract covers the rows of each of the four columns.
            unsafe { self.store(Part { at, ..to }, c, inside, update) };
        }
    }
}
