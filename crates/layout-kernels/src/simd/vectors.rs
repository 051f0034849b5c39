//! What can be done with the vectors of one element type.

use super::sealed::Sealed;
use super::{Element, Machine};
use static_layout::Nat;

/// The greatest number of lanes of any vector.
pub(crate) const MAX_LANES: usize = 16;

/// Vectors of `T` on a machine, one of this module's:
///
/// ```compile_fail,E0277
/// use static_layout_kernels::simd::{Portable, Vectors};
/// use static_layout::typenum::U4;
/// #[derive(Clone, Copy)]
/// struct Mine;
/// // only `static_layout_kernels::simd` has machines and their vectors
/// impl Vectors<i32> for Mine {
/// #     type Vector = [i32; 4];
/// #     type Lanes = U4;
/// #     const REGISTERS: usize = 16;
/// #     type Half = Portable;
/// #     type Machine = Portable;
/// #     fn machine(self) -> Portable { Portable }
/// #     fn half(self) -> Portable { Portable }
/// #     fn splat(self, x: i32) -> [i32; 4] { [x; 4] }
/// #     unsafe fn load(self, _: *const i32) -> [i32; 4] { [0; 4] }
/// #     unsafe fn load_part(self, _: *const i32, _: usize) -> [i32; 4] { [0; 4] }
/// #     unsafe fn store(self, _: *mut i32, _: [i32; 4]) {}
/// #     unsafe fn store_part(self, _: *mut i32, _: [i32; 4], _: usize) {}
/// #     fn add(self, x: [i32; 4], _: [i32; 4]) -> [i32; 4] { x }
/// #     fn mul(self, x: [i32; 4], _: [i32; 4]) -> [i32; 4] { x }
/// #     fn mul_add(self, x: [i32; 4], _: [i32; 4], _: [i32; 4]) -> [i32; 4] { x }
/// #     fn exchange<const S: usize>(self, x: [i32; 4], y: [i32; 4]) -> ([i32; 4], [i32; 4]) { (x, y) }
///     // ..
/// }
/// ```
pub trait Vectors<T: Element>: Copy + Sealed {
    /// A register of consecutive elements, or of some at its beginning and zeros after them.
    type Vector: Copy;
    /// Elements of a vector, a power of 2.
    type Lanes: Nat + Default;
    /// The same as a number.
    const LANES: usize = <Self::Lanes as typenum::Unsigned>::USIZE;
    /// Vector registers of the machine.
    const REGISTERS: usize;
    /// The same instructions on vectors of half as many lanes, or on these where there are none shorter.
    type Half: Vectors<T>;

    /// The machine, as one with vectors of every element.
    type Machine: Machine;
    /// Whether vectors as two halves have instructions of their own: [`load_halves`](Self::load_halves) and its
    /// siblings are not made of single elements.
    const HAS_HALVES: bool = false;

    /// The same token.
    fn machine(self) -> Self::Machine;
    /// The machine with vectors of half as many lanes.
    fn half(self) -> Self::Half;
    /// `x` in every lane.
    fn splat(self, x: T) -> Self::Vector;
    /// 0 in every lane.
    #[inline(always)]
    fn zero(self) -> Self::Vector {
        self.splat(T::ZERO)
    }
    /// The elements from `from` on, of any alignment.
    ///
    /// # Safety
    /// `from` must be valid for reads of `LANES` elements.
    unsafe fn load(self, from: *const T) -> Self::Vector;
    /// The first `n` elements from `from` on, then zeros.
    ///
    /// # Safety
    /// `n <= LANES`, and `from` must be valid for reads of `n` elements.
    unsafe fn load_part(self, from: *const T, n: usize) -> Self::Vector;
    /// Writes the vector from `to` on, at any alignment.
    ///
    /// # Safety
    /// `to` must be valid for writes of `LANES` elements.
    unsafe fn store(self, to: *mut T, vector: Self::Vector);
    /// Writes the first `n` lanes from `to` on, and nothing else.
    ///
    /// # Safety
    /// `n <= LANES`, and `to` must be valid for writes of `n` elements.
    unsafe fn store_part(self, to: *mut T, vector: Self::Vector, n: usize);
    /// `x + y`, lane by lane.
    fn add(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// `x * y`, lane by lane.
    fn mul(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// `x * y + sum`, lane by lane; rounded once where the machine has such an instruction, and
    /// twice on [`Portable`](super::Portable).
    fn mul_add(self, x: Self::Vector, y: Self::Vector, sum: Self::Vector) -> Self::Vector;
    /// Of blocks of `S` lanes, the odd ones of `x` changed for the even ones of `y`:
    /// `(x0 y0 x2 y2 .., x1 y1 x3 y3 ..)`. `S` is a power of 2 below `LANES`.
    fn exchange<const S: usize>(
        self,
        x: Self::Vector,
        y: Self::Vector,
    ) -> (Self::Vector, Self::Vector);

    /// The sum of the lanes: those of the upper half onto those of the lower one, until one is left.
    #[inline(always)]
    fn reduce_add(self, vector: Self::Vector) -> T {
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: no vector has more than `MAX_LANES` lanes.
        unsafe { self.store(lanes.as_mut_ptr(), vector) };
        let mut rest = Self::LANES;
        while rest > 1 {
            rest /= 2;
            for lane in 0..rest {
                lanes[lane] = lanes[lane].add(lanes[lane + rest]);
            }
        }
        lanes[0]
    }

    /// Elements from two places, as many from each as half a vector has lanes.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// let x = [1, 2, 3, 4];
    /// // SAFETY: a half of four lanes is two elements.
    /// assert_eq!(unsafe { Vectors::<i32>::load_halves(Portable, &x[2], &x[0]) }, [3, 4, 1, 2]);
    /// ```
    ///
    /// # Safety
    /// `low` and `high` must be valid for reads of `LANES / 2` elements.
    #[inline(always)]
    unsafe fn load_halves(self, low: *const T, high: *const T) -> Self::Vector {
        let half = const { Self::LANES / 2 };
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: the caller's elements; no vector has more than `MAX_LANES` lanes.
        unsafe {
            lanes.as_mut_ptr().copy_from_nonoverlapping(low, half);
            lanes.as_mut_ptr().add(half).copy_from_nonoverlapping(high, half);
            self.load(lanes.as_ptr())
        }
    }

    /// Transposes the square whose rows are the halves of the first `LANES / 4` vectors, one after another: lane
    /// `j` of half `i` becomes lane `i` of half `j`.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// let mut square = [[1, 2, 3, 4]];
    /// Vectors::<i32>::transpose_halves(Portable, &mut square);
    /// assert_eq!(square, [[1, 3, 2, 4]]);
    /// ```
    ///
    /// # Panics
    /// When there are fewer vectors.
    #[inline(always)]
    fn transpose_halves(self, vectors: &mut [Self::Vector]) {
        let half = const { Self::LANES / 2 };
        let mut square = [T::ZERO; MAX_LANES / 2 * (MAX_LANES / 2)];
        let mut turned = square;
        let vectors = &mut vectors[..half / 2];
        for (i, vector) in vectors.iter().enumerate() {
            // SAFETY: there is room for `half` halves of `half` lanes.
            unsafe { self.store(square.as_mut_ptr().add(i * Self::LANES), *vector) };
        }
        for (at, x) in square.into_iter().enumerate().take(half * half) {
            turned[at % half * half + at / half] = x;
        }
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: as above.
            *vector = unsafe { self.load(turned.as_ptr().add(i * Self::LANES)) };
        }
    }

    /// The sums of the halves of the first `LANES / 2` vectors: lane `j` of half `i` is the sum of half `i` of
    /// vector `j`.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// assert_eq!(Vectors::<i32>::sums_of_halves(Portable, &[[1, 2, 3, 4], [5, 6, 7, 8]]), [3, 11, 7, 15]);
    /// ```
    ///
    /// # Panics
    /// When there are fewer vectors.
    #[inline(always)]
    fn sums_of_halves(self, vectors: &[Self::Vector]) -> Self::Vector {
        let half = const { Self::LANES / 2 };
        let mut sums = [T::ZERO; MAX_LANES];
        for (j, vector) in vectors[..half].iter().enumerate() {
            let mut lanes = [T::ZERO; MAX_LANES];
            // SAFETY: no vector has more than `MAX_LANES` lanes.
            unsafe { self.store(lanes.as_mut_ptr(), *vector) };
            for (at, lane) in lanes.into_iter().enumerate().take(Self::LANES) {
                let sum = &mut sums[at / half * half + j];
                *sum = sum.add(lane);
            }
        }
        // SAFETY: as above.
        unsafe { self.load(sums.as_ptr()) }
    }

    /// Transposes the square of the first `LANES` vectors: lane `j` of vector `i` becomes lane `i` of
    /// vector `j`.
    ///
    /// # Panics
    /// When there are fewer vectors.
    #[inline(always)]
    fn transpose(self, vectors: &mut [Self::Vector]) {
        let square = &mut vectors[..Self::LANES];
        // Blocks of half the square change places, then blocks of half those, down to lanes.
        swap_blocks::<T, Self, 8>(self, square);
        swap_blocks::<T, Self, 4>(self, square);
        swap_blocks::<T, Self, 2>(self, square);
        swap_blocks::<T, Self, 1>(self, square);
    }

    /// Writes `LANES` by `LANES` elements transposed: what is `i * from_stride + j` after `from`
    /// goes `j * to_stride + i` after `to`.
    ///
    /// # Safety
    /// `from` must be valid for reads of these elements, `to` for writes, and they must not overlap.
    #[inline(always)]
    unsafe fn transpose_tile(
        self,
        from: *const T,
        from_stride: isize,
        to: *mut T,
        to_stride: isize,
    ) {
        const { assert!(Self::LANES <= MAX_LANES) };
        let mut square = [self.zero(); MAX_LANES];
        for (i, vector) in square.iter_mut().enumerate().take(Self::LANES) {
            // SAFETY: row `i` of the caller's elements.
            *vector = unsafe { self.load(from.offset(i as isize * from_stride)) };
        }
        self.transpose(&mut square);
        for (j, vector) in square.iter().enumerate().take(Self::LANES) {
            // SAFETY: row `j` of the caller's elements.
            unsafe { self.store(to.offset(j as isize * to_stride), *vector) };
        }
    }

    /// Writes `rows` by `columns` elements transposed.
    ///
    /// # Safety
    /// `from` must be valid for reads of these elements, `to` for writes, and they must not overlap. Neither `rows`
    /// nor `columns` exceeds `LANES`.
    #[inline(always)]
    unsafe fn transpose_part(
        self,
        from: *const T,
        from_stride: isize,
        (rows, columns): (usize, usize),
        to: *mut T,
        to_stride: isize,
    ) {
        let mut square = [self.zero(); MAX_LANES];
        for (i, vector) in square.iter_mut().enumerate().take(rows) {
            // SAFETY: the elements of row `i`.
            *vector = unsafe { self.load_part(from.offset(i as isize * from_stride), columns) };
        }
        self.transpose(&mut square);
        for (j, vector) in square.iter().enumerate().take(columns) {
            // SAFETY: the elements of row `j` of what is written.
            unsafe { self.store_part(to.offset(j as isize * to_stride), *vector, rows) };
        }
    }
}

/// Changes blocks of `S` vectors and `S` lanes across the diagonal, if the square is larger.
#[inline(always)]
fn swap_blocks<T: Element, V: Vectors<T>, const S: usize>(v: V, square: &mut [V::Vector]) {
    if S >= V::LANES {
        return;
    }
    for i in 0..V::LANES {
        if i & S == 0 {
            (square[i], square[i + S]) = v.exchange::<S>(square[i], square[i + S]);
        }
    }
}
