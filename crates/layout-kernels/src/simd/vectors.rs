//! The operations on vectors of one element type.

use super::sealed::Sealed;
use super::{Element, Machine};
use static_layout::Nat;

/// The maximum number of lanes of a vector. Buffers for any vector have this size.
pub(crate) const MAX_LANES: usize = 16;

/// The vectors of `T` on a machine. Only the machines of this module implement it.
///
/// # Compile errors
/// An implementation for another type:
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
/// #     fn min(self, x: [i32; 4], _: [i32; 4]) -> [i32; 4] { x }
/// #     fn max(self, x: [i32; 4], _: [i32; 4]) -> [i32; 4] { x }
/// #     fn mul_add(self, x: [i32; 4], _: [i32; 4], _: [i32; 4]) -> [i32; 4] { x }
/// #     fn exchange<const S: usize>(self, x: [i32; 4], y: [i32; 4]) -> ([i32; 4], [i32; 4]) { (x, y) }
///     // ..
/// }
/// ```
pub trait Vectors<T: Element>: Copy + Sealed {
    /// The value of a vector register.
    type Vector: Copy;
    /// The number of elements of a vector as a type, a power of two.
    type Lanes: Nat + Default;
    /// The number of elements of a vector.
    const LANES: usize = <Self::Lanes as typenum::Unsigned>::USIZE;
    /// The number of vector registers of the machine.
    const REGISTERS: usize;
    /// The machine with vectors of half as many lanes, or this one if it has no shorter vectors.
    type Half: Vectors<T>;

    /// Whether [`low`](Self::low) and [`with_low`](Self::with_low) cost nothing.
    const HAS_LOW: bool = false;

    /// The machine as a type with vectors of every element.
    type Machine: Machine;
    /// Whether the machine has instructions for halves of vectors: [`load_halves`](Self::load_halves),
    /// [`splat_in_halves`](Self::splat_in_halves), [`transpose_halves`](Self::transpose_halves) and
    /// [`sums_of_halves`](Self::sums_of_halves) then do not move single elements.
    const HAS_HALVES: bool = false;

    /// The token itself.
    fn machine(self) -> Self::Machine;
    /// The machine with vectors of half as many lanes.
    fn half(self) -> Self::Half;
    /// The vector with `x` in every lane.
    fn splat(self, x: T) -> Self::Vector;
    /// The vector with 0 in every lane.
    #[inline(always)]
    fn zero(self) -> Self::Vector {
        self.splat(T::ZERO)
    }
    /// Reads `LANES` elements from `from` on, at any alignment.
    ///
    /// # Safety
    /// `from` must be valid for reads of `LANES` elements.
    unsafe fn load(self, from: *const T) -> Self::Vector;
    /// Reads `n` elements from `from` on, at any alignment. The other lanes are 0.
    ///
    /// # Safety
    /// `n <= LANES`, and `from` must be valid for reads of `n` elements.
    unsafe fn load_part(self, from: *const T, n: usize) -> Self::Vector;
    /// Writes all lanes from `to` on, at any alignment.
    ///
    /// # Safety
    /// `to` must be valid for writes of `LANES` elements.
    unsafe fn store(self, to: *mut T, vector: Self::Vector);
    /// Writes the first `n` lanes from `to` on, at any alignment, and no other element.
    ///
    /// # Safety
    /// `n <= LANES`, and `to` must be valid for writes of `n` elements.
    unsafe fn store_part(self, to: *mut T, vector: Self::Vector, n: usize);
    /// [`store_part`](Self::store_part) by whole stores of 4 bytes and more, for a constant `n`.
    ///
    /// AMD's processors pass what a masked store writes to no load: the load waits until the cache has it, 15 ns.
    ///
    /// # Safety
    /// The requirements of [`store_part`](Self::store_part).
    #[inline(always)]
    unsafe fn store_pieces(self, to: *mut T, vector: Self::Vector, n: usize) {
        // SAFETY: the caller guarantees the requirements of `store_part`.
        unsafe { self.store_part(to, vector, n) }
    }
    /// `x + y`, lane by lane.
    fn add(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// `x * y`, lane by lane.
    fn mul(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// The lesser of `x` and `y`, lane by lane. Any number where a lane of one is not a number.
    fn min(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// The greater of `x` and `y`, lane by lane. Any number where a lane of one is not a number.
    fn max(self, x: Self::Vector, y: Self::Vector) -> Self::Vector;
    /// `x * y + sum`, lane by lane. Rounded once on machines with such an instruction, twice on
    /// [`Portable`](super::Portable).
    fn mul_add(self, x: Self::Vector, y: Self::Vector, sum: Self::Vector) -> Self::Vector;
    /// Exchanges the odd blocks of `S` lanes of `x` with the even ones of `y`: `(x0 y0 x2 y2 .., x1 y1 x3 y3 ..)`. `S`
    /// is a power of two less than `LANES`.
    ///
    /// # Panics
    /// Possibly, if `S` is another number.
    fn exchange<const S: usize>(
        self,
        x: Self::Vector,
        y: Self::Vector,
    ) -> (Self::Vector, Self::Vector);

    /// The first lanes of `vector`, as many as [`Half`](Self::Half) has.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// // It has no shorter vectors.
    /// assert_eq!(Vectors::<i32>::low(Portable, [1, 2, 3, 4]), [1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    fn low(self, vector: Self::Vector) -> <Self::Half as Vectors<T>>::Vector {
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: `lanes` has `MAX_LANES` elements, and neither vector has more lanes.
        unsafe {
            self.store(lanes.as_mut_ptr(), vector);
            self.half().load(lanes.as_ptr())
        }
    }
    /// A vector whose first lanes are the lanes of `low`. The others have any number.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// // It has no shorter vectors.
    /// assert_eq!(Vectors::<i32>::with_low(Portable, [1, 2, 3, 4]), [1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    fn with_low(self, low: <Self::Half as Vectors<T>>::Vector) -> Self::Vector {
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: `lanes` has `MAX_LANES` elements, and neither vector has more lanes.
        unsafe {
            self.half().store(lanes.as_mut_ptr(), low);
            self.load(lanes.as_ptr())
        }
    }

    /// The sum of all lanes. Adds the upper half of the lanes to the lower half, until one lane remains.
    #[inline(always)]
    fn reduce_add(self, vector: Self::Vector) -> T {
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: `lanes` has `MAX_LANES` elements, and no vector has more lanes: the trait is sealed, and its machines
        // have at most 16.
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

    /// Reads `LANES / 2` elements from `low` and from `high`, at any alignment, into the lower and the upper half.
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
        // SAFETY: the caller guarantees `half` readable elements at each pointer. `lanes` has `MAX_LANES` elements, and
        // no vector has more lanes.
        unsafe {
            lanes.as_mut_ptr().copy_from_nonoverlapping(low, half);
            lanes.as_mut_ptr().add(half).copy_from_nonoverlapping(high, half);
            self.load(lanes.as_ptr())
        }
    }

    /// Each half with its lane `LANE` in all its lanes.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// assert_eq!(Vectors::<i32>::splat_in_halves::<1>(Portable, [1, 2, 3, 4]), [2, 2, 4, 4]);
    /// ```
    ///
    /// # Panics
    /// If a half has fewer lanes.
    #[inline(always)]
    fn splat_in_halves<const LANE: usize>(self, vector: Self::Vector) -> Self::Vector {
        let half = const { Self::LANES / 2 };
        assert!(LANE < half, "a half has {half} lanes");
        let mut lanes = [T::ZERO; MAX_LANES];
        // SAFETY: `lanes` has `MAX_LANES` elements, and no vector has more lanes.
        unsafe {
            self.store(lanes.as_mut_ptr(), vector);
            let lanes: [T; MAX_LANES] =
                core::array::from_fn(|lane| lanes[lane / half * half + LANE]);
            self.load(lanes.as_ptr())
        }
    }

    /// Transposes the square whose rows are the halves of the first `LANES / 4` vectors, in order: lane `j` of half `i`
    /// becomes lane `i` of half `j`.
    ///
    /// ```
    /// use static_layout_kernels::simd::{Portable, Vectors};
    /// let mut square = [[1, 2, 3, 4]];
    /// Vectors::<i32>::transpose_halves(Portable, &mut square);
    /// assert_eq!(square, [[1, 3, 2, 4]]);
    /// ```
    ///
    /// # Panics
    /// If there are fewer vectors.
    #[inline(always)]
    fn transpose_halves(self, vectors: &mut [Self::Vector]) {
        let half = const { Self::LANES / 2 };
        let mut square = [T::ZERO; MAX_LANES / 2 * (MAX_LANES / 2)];
        let mut turned = square;
        let vectors = &mut vectors[..half / 2];
        for (i, vector) in vectors.iter().enumerate() {
            // SAFETY: `i < half / 2`, so that the vector ends at `half * half` or before, and `square` has
            // `(MAX_LANES / 2)^2` elements.
            unsafe { self.store(square.as_mut_ptr().add(i * Self::LANES), *vector) };
        }
        for (at, x) in square.into_iter().enumerate().take(half * half) {
            turned[at % half * half + at / half] = x;
        }
        for (i, vector) in vectors.iter_mut().enumerate() {
            // SAFETY: `i < half / 2`, so that the vector ends at `half * half` or before, and `turned` has
            // `(MAX_LANES / 2)^2` elements.
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
    /// If there are fewer vectors.
    #[inline(always)]
    fn sums_of_halves(self, vectors: &[Self::Vector]) -> Self::Vector {
        let half = const { Self::LANES / 2 };
        let mut sums = [T::ZERO; MAX_LANES];
        for (j, vector) in vectors[..half].iter().enumerate() {
            let mut lanes = [T::ZERO; MAX_LANES];
            // SAFETY: `lanes` has `MAX_LANES` elements, and no vector has more lanes.
            unsafe { self.store(lanes.as_mut_ptr(), *vector) };
            for (at, lane) in lanes.into_iter().enumerate().take(Self::LANES) {
                let sum = &mut sums[at / half * half + j];
                *sum = sum.add(lane);
            }
        }
        // SAFETY: `sums` has `MAX_LANES` elements, and no vector has more lanes.
        unsafe { self.load(sums.as_ptr()) }
    }

    /// Transposes the square of the first `LANES` vectors: lane `j` of vector `i` becomes lane `i` of vector `j`.
    ///
    /// # Panics
    /// If there are fewer vectors.
    #[inline(always)]
    fn transpose(self, vectors: &mut [Self::Vector]) {
        let square = &mut vectors[..Self::LANES];
        // Exchanges blocks of half the square across the diagonal, then blocks of half that size, down to lanes.
        swap_blocks::<T, Self, 8>(self, square);
        swap_blocks::<T, Self, 4>(self, square);
        swap_blocks::<T, Self, 2>(self, square);
        swap_blocks::<T, Self, 1>(self, square);
    }

    /// `to[j * to_stride + i] = from[i * from_stride + j]` for `i` and `j` less than `LANES`.
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
            // SAFETY: `i < LANES`: row `i` of the elements that the caller guarantees to be readable.
            *vector = unsafe { self.load(from.offset(i as isize * from_stride)) };
        }
        self.transpose(&mut square);
        for (j, vector) in square.iter().enumerate().take(Self::LANES) {
            // SAFETY: `j < LANES`: row `j` of the elements that the caller guarantees to be writable.
            unsafe { self.store(to.offset(j as isize * to_stride), *vector) };
        }
    }

    /// `to[j * to_stride + i] = from[i * from_stride + j]` for `i < rows` and `j < columns`.
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
            // SAFETY: `i < rows` and `columns <= LANES`: the elements of row `i`, which the caller guarantees to be
            // readable.
            *vector = unsafe { self.load_part(from.offset(i as isize * from_stride), columns) };
        }
        self.transpose(&mut square);
        for (j, vector) in square.iter().enumerate().take(columns) {
            // SAFETY: `j < columns` and `rows <= LANES`: the elements of row `j`, which the caller guarantees to be
            // writable.
            unsafe { self.store_part(to.offset(j as isize * to_stride), *vector, rows) };
        }
    }
}

/// Exchanges blocks of `S` vectors by `S` lanes across the diagonal, if the square is larger.
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
