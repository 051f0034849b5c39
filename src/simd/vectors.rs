//! What can be done with the vectors of one element type.

use super::sealed::Sealed;
use super::{Element, Machine};
use crate::num::Nat;

/// The greatest number of lanes of any vector.
pub(crate) const MAX_LANES: usize = 16;

/// Vectors of `T` on a machine, one of this module's:
///
/// ```compile_fail,E0277
/// use static_layout::simd::{Portable, Vectors};
/// use static_layout::typenum::U4;
/// #[derive(Clone, Copy)]
/// struct Mine;
/// // only `static_layout::simd` has machines and their vectors
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
    /// Whether vectors as four quarters have instructions of their own: [`load_four_times`](Self::load_four_times)
    /// and its siblings are not made of single elements.
    const HAS_QUARTERS: bool = false;

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

    /// Four times the same elements, as many as a quarter has lanes: lane `i` is that at `from + i % (LANES / 4)`.
    ///
    /// ```
    /// use static_layout::simd::{Portable, Vectors};
    /// // SAFETY: a quarter of four lanes is one element.
    /// assert_eq!(unsafe { Portable.load_four_times(&7) }, [7, 7, 7, 7]);
    /// ```
    ///
    /// # Safety
    /// `from` must be valid for reads of `LANES / 4` elements.
    #[inline(always)]
    unsafe fn load_four_times(self, from: *const T) -> Self::Vector {
        let quarter = const { Self::LANES / 4 };
        let mut lanes = [T::ZERO; MAX_LANES];
        for (i, lane) in lanes.iter_mut().enumerate().take(Self::LANES) {
            // SAFETY: the caller's elements.
            *lane = unsafe { *from.add(i % quarter) };
        }
        // SAFETY: no vector has more than `MAX_LANES` lanes.
        unsafe { self.load(lanes.as_ptr()) }
    }

    /// Quarters of every fourth lane: what was lane `4 * j + i` is lane `j` of quarter `i`.
    ///
    /// ```
    /// use static_layout::simd::{Portable, Vectors};
    /// // Quarters of one lane.
    /// assert_eq!(Vectors::<i32>::every_fourth(Portable, [5, 6, 7, 8]), [5, 6, 7, 8]);
    /// ```
    #[inline(always)]
    fn every_fourth(self, vector: Self::Vector) -> Self::Vector {
        let (mut lanes, mut sorted) = ([T::ZERO; MAX_LANES], [T::ZERO; MAX_LANES]);
        // SAFETY: no vector has more than `MAX_LANES` lanes.
        unsafe { self.store(lanes.as_mut_ptr(), vector) };
        for (at, lane) in lanes.into_iter().enumerate().take(Self::LANES) {
            sorted[at % 4 * (Self::LANES / 4) + at / 4] = lane;
        }
        // SAFETY: as above.
        unsafe { self.load(sorted.as_ptr()) }
    }

    /// The sum of the lanes of each quarter.
    ///
    /// ```
    /// use static_layout::simd::{Portable, Vectors};
    /// assert_eq!(Vectors::<i32>::sums_of_quarters(Portable, [5, 6, 7, 8]), [5, 6, 7, 8]);
    /// ```
    #[inline(always)]
    fn sums_of_quarters(self, vector: Self::Vector) -> [T; 4] {
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: no vector has more than `MAX_LANES` lanes.
        unsafe { self.store(lanes.as_mut_ptr(), vector) };
        let mut sums = [T::ZERO; 4];
        for (at, lane) in lanes.into_iter().enumerate().take(Self::LANES) {
            let sum = &mut sums[at / (Self::LANES / 4)];
            *sum = sum.add(lane);
        }
        sums
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

    /// The same of `rows` by `columns` elements.
    ///
    /// # Safety
    /// As there, for these elements; neither number exceeds `LANES`.
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
