//! Products of matrices of `i8`, whose sums are `i32`.
//!
//! ```text
//! pack     two depths of a row of A, or of a column of B, become a pair of i16 in 32 bits
//! panels   A in panels of as many rows, B in panels of as many columns as a tile has; the pairs of one depth are adjacent
//! tile     sum[i][j] += a[i].0 * b[j].0 + a[i].1 * b[j].1      `vpmaddwd` and an addition, or `vpdpwssd` for both
//! ```
//!
//! A tile runs along the whole depth, so that its sums leave the registers once. B is packed once, A panel by panel. The
//! last pair of an odd depth, and the lanes of a panel that the matrix lacks, are 0.
//!
//! A product smaller than the work of packing multiplies `i32` (`converted`).
//!
//! Packing costs as much as a few rows of C. So a product of at most [`FEW`] rows or columns reads the other matrix in place:
//!
//! ```text
//! for each row of A, or column of B                a vector
//!     for each block of LANES columns of B, or rows of A
//!         sums[lane] += vector[k] * matrix[lane][k]   lanes innermost if they are neighbours, otherwise the depth
//! ```

use super::agree;
use super::constants::Problem;
use super::converted::{Converted, ELEMENTS, copy_of};
use super::operand::{Matrix, Operand, Step};
use super::strided::Open;
use super::update::Blend;
use crate::simd::{Element, Machine, Task, dispatch};
use alloc::vec::Vec;
use static_layout::internal;
use static_layout::{AnyLayout, Tensor, TensorMut, View, ViewMut};

/// An element of the result of [`gemm_i8`]: `i32` or `f32`.
#[diagnostic::on_unimplemented(
    message = "a product of `i8` is not written as `{Self}`",
    label = "C is of `i32` or `f32`"
)]
pub trait ByteSum: Copy + sealed::Sealed {
    /// `scale * sum`.
    #[doc(hidden)]
    fn scaled(scale: Self, sum: i32) -> Self;
    /// Computes a product of `i32`, whose C has the bytes of these elements, and scales it there.
    ///
    /// # Safety
    /// The requirements of [`converted::multiply`](super::converted::multiply).
    #[doc(hidden)]
    unsafe fn multiply(scale: Self, problem: Converted<i32>);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for f32 {}
}

#[diagnostic::do_not_recommend]
impl ByteSum for i32 {
    #[inline(always)]
    fn scaled(scale: i32, sum: i32) -> i32 {
        scale.wrapping_mul(sum)
    }
    #[inline(always)]
    unsafe fn multiply(scale: i32, mut problem: Converted<i32>) {
        problem.problem.update.alpha = scale;
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { i32::multiply_converted(&problem) }
    }
}

#[diagnostic::do_not_recommend]
impl ByteSum for f32 {
    #[inline(always)]
    fn scaled(scale: f32, sum: i32) -> f32 {
        scale * sum as f32
    }
    #[inline(never)]
    unsafe fn multiply(scale: f32, problem: Converted<i32>) {
        let Open { start, extents: [m, n], strides: [down, across] } = problem.problem.c;
        // SAFETY: the function called has the requirements of this one, which the caller guarantees. It writes all elements of C,
        // each the bytes of an `i32`, and those of an `f32` after the conversion.
        unsafe {
            i32::multiply_converted(&problem);
            // Neighbours in the inner loop.
            let turned = across == 1 && down != 1;
            let ([m, n], [down, across]) =
                if turned { ([m, n], [down, across]) } else { ([n, m], [across, down]) };
            for i in 0..m {
                let row = start.offset(i as isize * down);
                for j in 0..n {
                    let at = row.offset(if turned { j as isize } else { j as isize * across });
                    at.cast::<f32>().write(Self::scaled(scale, *at));
                }
            }
        }
    }
}

/// `C = scale * A * B` of matrices of `i8`, into `i32` or `f32`.
///
/// A is `(M,K)`, B `(K,N)`, C `(M,N)`, of any layouts; see [the module](super). The sums are `i32`, which wrap around: they
/// are exact up to a depth of 131,071. A sum is rounded to `f32` before it is multiplied by the scale. oneDNN:
/// `dnnl_gemm_s8s8s32`.
///
/// A processor with AVX-512 VNNI adds two products at once (`vpdpwssd`), others with AVX2 multiply two and add
/// (`vpmaddwd`).
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm_i8;
/// let (a, b) = ([1_i8, -2, 3, -4, 5, -6], [100_i8, 50, -100, 25, 10, -128]);
/// let (a, b) = (View::new(&a, layout!((2, 3):row))?, View::new(&b, layout!((3, 2):row))?);
/// let (mut sums, mut scaled) = ([0_i32; 4], [0.0_f32; 4]);
/// gemm_i8(1, a, b, &mut ViewMut::new(&mut sums, layout!((2, 2):row))?);
/// gemm_i8(0.5, a, b, &mut ViewMut::new(&mut scaled, layout!((2, 2):row))?);
/// assert_eq!(sums, [330, -384, -960, 693]);
/// assert_eq!(scaled, [165.0, -192.0, -480.0, 346.5]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If run-time extents disagree, if a run-time layout of C maps two coordinates to one element, or if there is no memory for
/// the packed B, of `2 * K * N` bytes.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have two modes, or if a static layout of C maps two coordinates to one
/// element:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::gemm_i8;
/// let x = View::new(&[0_i8; 6], layout!((2, 3):row)).unwrap();
/// // cannot multiply (2,3):(3,1) by (2,3):(3,1) into (2,3):(3,1): A has 3 columns and B has 2 rows
/// gemm_i8(1, x, x, &mut ViewMut::new(&mut [0; 6], layout!((2, 3):row)).unwrap());
/// ```
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_i8<T: ByteSum, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    scale: T,
    a: impl Tensor<Element = i8, Layout = A>,
    b: impl Tensor<Element = i8, Layout = B>,
    c: &mut impl TensorMut<Element = T, Layout = C>,
) {
    let (a, b, c) = (a.view(), b.view(), &mut c.view_mut());
    const { agree::check::<A, B, C>(2) };
    let product = ByteProduct::new(scale, a, b, c);
    match product.as_small() {
        // SAFETY: the elements are those of views, C's is a `ViewMut` of elements of 4 bytes, and `new` has compared the extents.
        Some(small) => unsafe { T::multiply(scale, small) },
        None => dispatch(product),
    }
}

/// [`gemm_i8`] with the instructions of `machine`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm::gemm_i8_on;
/// use static_layout_kernels::simd::Portable;
/// let (x, mut y) = ([1_i8, 2, 3, 4], [0_i32; 4]);
/// let square = layout!((2, 2):row);
/// let a = View::new(&x, square)?;
/// gemm_i8_on(Portable, -1, a, a, &mut ViewMut::new(&mut y, square)?);
/// assert_eq!(y, [-7, -10, -15, -22]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`gemm_i8`].
///
/// # Compile errors
/// As [`gemm_i8`].
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn gemm_i8_on<M: Machine, T: ByteSum, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    machine: M,
    scale: T,
    a: impl Tensor<Element = i8, Layout = A>,
    b: impl Tensor<Element = i8, Layout = B>,
    c: &mut impl TensorMut<Element = T, Layout = C>,
) {
    let (a, b, c) = (a.view(), b.view(), &mut c.view_mut());
    const { agree::check::<A, B, C>(2) };
    machine.run(ByteProduct::new(scale, a, b, c));
}

/// The task of [`gemm_i8`]: three views whose extents agree.
struct ByteProduct<T, A, B, C> {
    scale: T,
    a: Matrix<i8, A>,
    b: Matrix<i8, B>,
    c: Matrix<T, C>,
}

impl<T: ByteSum, A: AnyLayout, B: AnyLayout, C: AnyLayout> ByteProduct<T, A, B, C> {
    /// Checks run-time extents, and that C has an element for each coordinate.
    #[inline(always)]
    #[track_caller]
    fn new(scale: T, a: View<'_, i8, A>, b: View<'_, i8, B>, c: &mut ViewMut<'_, T, C>) -> Self {
        let product = ByteProduct {
            scale,
            // A and B are only read.
            a: Matrix::new(a.as_ptr().cast_mut(), a.layout()),
            b: Matrix::new(b.as_ptr().cast_mut(), b.layout()),
            c: Matrix::new(c.as_mut_ptr(), c.layout()),
        };
        let [[m, k], [inner, n]] = [product.a.extents(), product.b.extents()];
        if k != inner || product.c.extents() != [m, n] {
            agree::refuse(a.layout(), b.layout(), c.layout());
        }
        if let Err(error) = internal::try_disjoint(c.layout()) {
            agree::refuse_repeated(error);
        }
        product
    }

    /// The product as one of `i32`, if packing would cost more than converting each number.
    #[inline(always)]
    fn as_small(&self) -> Option<Converted<i32>> {
        const { assert!(size_of::<T>() == size_of::<i32>() && align_of::<T>() == align_of::<i32>()) };
        let Self { a, b, c, .. } = *self;
        let ([m, n], [_, depth]) = (c.extents(), a.extents());
        let most = m.max(n).saturating_mul(depth);
        let is_even = const {
            is_even::<Matrix<i8, A>>() && is_even::<Matrix<i8, B>>() && is_even::<Matrix<T, C>>()
        };
        let is_small = m.min(n) > FEW
            && most <= ELEMENTS
            && (depth <= SHALLOW || most.saturating_mul(m.min(n)) <= MOST_SMALL);
        (is_even && is_small).then(|| {
            let (a, b, c) = (Open::of(a), Open::of(b), Open::of(c));
            let update = Blend { alpha: 1, beta: 0 };
            Converted { problem: Problem { a, b, c, update }, copies: [Some(copy_i8); 2] }
        })
    }
}

/// The most products of numbers in `i32`, unless the depth is at most [`SHALLOW`]: vectors multiply twice as many pairs.
const MOST_SMALL: usize = 32 * 32 * 32;
const SHALLOW: usize = 8;

/// Copies numbers of `i8` as `i32`.
///
/// # Safety
/// The requirements of a [`CopyFn`](super::converted::CopyFn).
#[inline(never)]
unsafe fn copy_i8(from: Open<i32>, first: [usize; 2], extents: [usize; 2], to: *mut i32) {
    let widen = |x: i8| i32::from(x);
    // SAFETY: the function called has the requirements of this one, which the caller guarantees.
    unsafe { copy_of(from, first, extents, to, widen) }
}

impl<T: ByteSum, A: AnyLayout, B: AnyLayout, C: AnyLayout> Task for ByteProduct<T, A, B, C> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { scale, a, b, c } = self;
        let ([m, depth], [_, n]) = (a.extents(), b.extents());
        if m == 0 || n == 0 {
            return;
        }
        let is_even = const { is_even::<Matrix<i8, A>>() && is_even::<Matrix<i8, B>>() };
        // A depth along which both strides are 0 may be longer than all memory; packing refuses it.
        if is_even && m.min(n) <= FEW && (a.column_stride() != 0 || b.row_stride() != 0) {
            let (of_a, of_b) =
                ([a.row_stride(), a.column_stride()], [b.column_stride(), b.row_stride()]);
            let (rows, columns) =
                (ByteVectors::new(a.start(), m, of_a), ByteVectors::new(b.start(), n, of_b));
            let write = |row, column, sum| {
                // SAFETY: `products` calls this for rows below `m` and columns below `n`: a coordinate of C, whose view has
                // an element for each and is written here alone (rule G).
                unsafe { c.start().offset(c.offset(row, column)).write(T::scaled(scale, sum)) }
            };
            // SAFETY: A has `m` rows and B `n` columns, all of `depth` elements at even steps: coordinates of the views
            // (rule G).
            return unsafe {
                if m <= n {
                    products(rows, columns, depth, write);
                } else {
                    products(columns, rows, depth, |column, row, sum| write(row, column, sum));
                }
            };
        }
        let tile = ByteTile::of::<M>();
        let pairs = depth.div_ceil(2);
        let room = |lanes: usize| lanes.checked_mul(pairs).expect("a panel fits the memory");
        let (rows, columns) = (room(tile.rows), room(tile.columns));
        let panels = n.div_ceil(tile.columns);
        let packed = panels.checked_mul(columns).expect("the packed B fits the memory");
        let (mut of_a, mut of_b) = (with_room(rows), with_room(packed));
        for panel in 0..panels {
            let first = panel * tile.columns;
            of_b.resize((panel + 1) * columns, 0);
            let to = &mut of_b[panel * columns..];
            let lanes = tile.columns.min(n - first);
            pack([first, lanes, tile.columns], depth, to, b, |lane, depth| [depth, lane]);
        }
        of_a.resize(rows, 0);
        let mut sums = [0; MOST_SUMS];
        for i in (0..m).step_by(tile.rows) {
            let in_tile = tile.rows.min(m - i);
            pack([i, in_tile, tile.rows], depth, &mut of_a, a, |lane, depth| [lane, depth]);
            for panel in 0..panels {
                let j = panel * tile.columns;
                let of_b = &of_b[panel * columns..(panel + 1) * columns];
                tile.multiply(pairs, &of_a, of_b, &mut sums);
                for (column, sums) in
                    sums.chunks(tile.rows).enumerate().take(tile.columns.min(n - j))
                {
                    for (row, &sum) in sums.iter().enumerate().take(in_tile) {
                        // SAFETY: `i + row < m` and `j + column < n`: a coordinate of C, whose view has an element for
                        // each and is written here alone (rule G).
                        unsafe {
                            let at = c.offset(i + row, j + column);
                            c.start().offset(at).write(T::scaled(scale, sum));
                        }
                    }
                }
            }
        }
    }
}

/// Memory for `len` pairs. A depth along which a stride is 0 may be longer than all memory.
///
/// # Panics
/// If there is no such memory.
#[inline(never)]
fn with_room(len: usize) -> Vec<i32> {
    let mut room = Vec::new();
    if let Err(error) = room.try_reserve_exact(len) {
        panic!("no memory for {len} packed pairs: {error}");
    }
    room
}

/// Whether offsets grow by one number along each mode.
const fn is_even<X: Operand>() -> bool {
    !matches!(X::ROW_STEP, Step::Uneven) && !matches!(X::COLUMN_STEP, Step::Uneven)
}

/// The most rows or columns of C for which packing the other matrix costs more than reading it in place.
const FEW: usize = 4;

/// The lanes whose sums are in the first cache at the same time.
const LANES: usize = 512;

/// Rows of A, or columns of B: vectors along the depth.
#[derive(Clone, Copy)]
struct ByteVectors {
    start: *const i8,
    count: usize,
    /// The offset from vector to vector.
    across: isize,
    /// The offset from depth to depth.
    along: isize,
}

impl ByteVectors {
    #[inline(always)]
    fn new(start: *mut i8, count: usize, [across, along]: [isize; 2]) -> Self {
        Self { start, count, across, along }
    }

    /// The number `depth` of vector `lane`.
    ///
    /// # Safety
    /// The vector and the depth must be those of a matrix that is valid for reads.
    #[inline(always)]
    unsafe fn read(self, lane: usize, depth: usize) -> i32 {
        let at = lane as isize * self.across + depth as isize * self.along;
        // SAFETY: the caller's element.
        i32::from(unsafe { *self.start.offset(at) })
    }
}

/// Calls `write` with each vector of `few`, each lane of `matrix` and the sum of their products.
///
/// # Safety
/// `few` and `matrix` must have `depth` elements in each vector, valid for reads.
#[inline(always)]
unsafe fn products(
    few: ByteVectors,
    matrix: ByteVectors,
    depth: usize,
    mut write: impl FnMut(usize, usize, i32),
) {
    let mut sums = [0_i32; LANES];
    for first in (0..matrix.count).step_by(LANES) {
        let lanes = LANES.min(matrix.count - first);
        for vector in 0..few.count {
            let sums = &mut sums[..lanes];
            // SAFETY: `vector < few.count`, `first + lane < matrix.count`, and the depths are below `depth`: elements that the
            // caller guarantees. In each branch the step that its loop counts by 1 is 1.
            unsafe {
                if matrix.across == 1 {
                    sums.fill(0);
                    // Four depths for each load and store of a sum.
                    for k in (0..depth).step_by(4) {
                        let scales: [i32; 4] = core::array::from_fn(|d| {
                            if k + d < depth { few.read(vector, k + d) } else { 0 }
                        });
                        let rows: [*const i8; 4] = core::array::from_fn(|d| {
                            let at =
                                first as isize + (k + d).min(depth - 1) as isize * matrix.along;
                            matrix.start.offset(at)
                        });
                        for (lane, sum) in sums.iter_mut().enumerate() {
                            for (scale, row) in scales.into_iter().zip(rows) {
                                let product = scale * i32::from(*row.add(lane));
                                *sum = sum.wrapping_add(product);
                            }
                        }
                    }
                } else if matrix.along == 1 && few.along == 1 {
                    let x = few.start.offset(vector as isize * few.across);
                    for (lane, to) in sums.iter_mut().enumerate() {
                        let y = matrix.start.offset((first + lane) as isize * matrix.across);
                        *to = (0..depth)
                            .map(|k| i32::from(*x.add(k)) * i32::from(*y.add(k)))
                            .fold(0, i32::wrapping_add);
                    }
                } else {
                    for (lane, to) in sums.iter_mut().enumerate() {
                        *to = (0..depth)
                            .map(|k| few.read(vector, k) * matrix.read(first + lane, k))
                            .fold(0, i32::wrapping_add);
                    }
                }
            }
            for (lane, &sum) in sums.iter().enumerate() {
                write(vector, first + lane, sum);
            }
        }
    }
}

/// Packs a panel: the lanes `first..first + lanes`, all along the depth, as pairs; the other lanes of `width` are 0. `at`
/// makes the row and the column of a lane and a depth.
#[inline(always)]
fn pack<X: Operand<Element = i8>>(
    [first, lanes, width]: [usize; 3],
    depth: usize,
    to: &mut [i32],
    from: X,
    at: impl Fn(usize, usize) -> [usize; 2],
) {
    assert!(lanes <= width && to.len() == depth.div_ceil(2) * width);
    let is_even = const { is_even::<X>() };
    let [along, across] = [at(0, 1), at(1, 0)].map(|[row, column]| {
        if is_even {
            from.row_stride() * row as isize + from.column_stride() * column as isize
        } else {
            0
        }
    });
    let offset = |lane: usize, depth: usize| {
        if is_even {
            (first + lane) as isize * across + depth as isize * along
        } else {
            let [row, column] = at(first + lane, depth);
            from.offset(row, column)
        }
    };
    // SAFETY: the callers pass lanes of the matrix, and the loops below stay in the depth: coordinates of the view (rule G).
    let read = |lane: usize, depth: usize| unsafe { *from.start().offset(offset(lane, depth)) };
    if is_even && lanes == width && across == 1 {
        // SAFETY: the panel has `width` lanes that are neighbours, each of `depth` elements at even steps (rule G).
        return unsafe {
            pack_neighbours(width, depth, to, from.start().offset(offset(0, 0)), along)
        };
    }
    if is_even && along == 1 {
        if lanes < width {
            to.fill(0);
        }
        for lane in 0..lanes {
            // SAFETY: a lane of the panel, whose `depth` numbers are neighbours (rule G).
            unsafe { pack_lane(depth, to, [lane, width], from.start().offset(offset(lane, 0))) };
        }
        return;
    }
    for (pair, to) in to.chunks_exact_mut(width).enumerate() {
        let (to, rest) = to.split_at_mut(lanes);
        rest.fill(0);
        let first = 2 * pair;
        let has_second = first + 1 < depth;
        // The loop of neighbours across the lanes is vector code.
        if across == 1 && has_second && is_even {
            for (lane, to) in to.iter_mut().enumerate() {
                // SAFETY: coordinates of the view, as in `read`: with `across` 1, `lane` is the step from the first lane (rule G).
                let [x, y] = [first, first + 1]
                    .map(|depth| unsafe { *from.start().offset(offset(0, depth) + lane as isize) });
                *to = pair_of(x, y);
            }
        } else {
            for (lane, to) in to.iter_mut().enumerate() {
                let y = if has_second { read(lane, first + 1) } else { 0 };
                *to = pair_of(read(lane, first), y);
            }
        }
    }
}

/// Packs a panel whose `width` lanes are neighbours: as many as a tile of some machine has, so that the compiler knows them.
///
/// # Safety
/// `from` must be valid for reads of `width` numbers at each of `depth` steps of `along`.
#[inline(always)]
unsafe fn pack_neighbours(
    width: usize,
    depth: usize,
    to: &mut [i32],
    from: *const i8,
    along: isize,
) {
    macro_rules! widths {
        ($($width:literal)*) => {
            match width {
                // SAFETY: the caller's numbers.
                $($width => unsafe { pack_width::<$width>(depth, to, from, along) },)*
                _ => unreachable!("a tile of {width} lanes"),
            }
        };
    }
    widths! { 4 6 8 12 16 32 }
}

/// [`pack_neighbours`] of `WIDTH` lanes.
///
/// # Safety
/// The requirements of [`pack_neighbours`].
#[inline(always)]
unsafe fn pack_width<const WIDTH: usize>(
    depth: usize,
    to: &mut [i32],
    from: *const i8,
    along: isize,
) {
    let (pairs, _) = to.as_chunks_mut::<WIDTH>();
    for (pair, to) in pairs.iter_mut().enumerate() {
        let first = 2 * pair;
        // SAFETY: `to` has `depth.div_ceil(2)` pairs, so that `first < depth`: a step of the caller's.
        let x = unsafe { *from.offset(first as isize * along).cast::<[i8; WIDTH]>() };
        let y = if first + 1 < depth {
            // SAFETY: `first + 1 < depth`: a step of the caller's.
            unsafe { *from.offset((first + 1) as isize * along).cast::<[i8; WIDTH]>() }
        } else {
            [0; WIDTH]
        };
        for (to, (x, y)) in to.iter_mut().zip(x.into_iter().zip(y)) {
            *to = pair_of(x, y);
        }
    }
}

/// Packs lane `lane` of `width`, whose numbers are neighbours.
///
/// # Safety
/// `from` must be valid for reads of `depth` numbers.
#[inline(always)]
unsafe fn pack_lane(depth: usize, to: &mut [i32], [lane, width]: [usize; 2], from: *const i8) {
    let mut pairs = to.chunks_exact_mut(width);
    for (pair, to) in pairs.by_ref().take(depth / 2).enumerate() {
        // SAFETY: `2 * pair + 1 < depth`.
        let [x, y] = unsafe { *from.add(2 * pair).cast::<[i8; 2]>() };
        to[lane] = pair_of(x, y);
    }
    if let Some(to) = pairs.next() {
        // SAFETY: a pair remains, so that `depth` is odd.
        to[lane] = pair_of(unsafe { *from.add(depth - 1) }, 0);
    }
}

/// Two numbers as `i16` in 32 bits, `x` in the lower half.
#[inline(always)]
fn pair_of(x: i8, y: i8) -> i32 {
    i32::from(x) & 0xFFFF | i32::from(y) << 16
}

/// The greatest number of sums of a tile.
const MOST_SUMS: usize = 32 * 12;

/// A tile of sums in registers, and the function that computes it.
#[derive(Clone, Copy)]
struct ByteTile {
    rows: usize,
    columns: usize,
    /// Adds up the products of a panel of A and a panel of B, each of so many pairs for each lane, and writes the sums
    /// column by column.
    ///
    /// # Safety
    /// The pointers are valid for `pairs * rows` and `pairs * columns` reads and `rows * columns` writes, and the machine
    /// has the instructions of the function.
    function: unsafe fn(usize, *const i32, *const i32, *mut i32),
}

impl ByteTile {
    /// The tile of a machine.
    #[inline(always)]
    fn of<M: Machine>() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use crate::simd::{Avx2, Avx512};
            if typeid::of::<M>() == typeid::of::<Avx512>() {
                return if has_vnni() { VNNI } else { AVX512 };
            }
            if typeid::of::<M>() == typeid::of::<Avx2>() {
                return AVX2;
            }
        }
        PORTABLE
    }

    /// The sums of one tile.
    #[inline(always)]
    fn multiply(self, pairs: usize, a: &[i32], b: &[i32], sums: &mut [i32; MOST_SUMS]) {
        assert!(a.len() == pairs * self.rows && b.len() == pairs * self.columns);
        assert!(self.rows * self.columns <= MOST_SUMS);
        // SAFETY: the lengths are those that the function requires. `ByteTile::of` has the token of the machine for its
        // instructions, or has found them (rule I).
        unsafe { (self.function)(pairs, a.as_ptr(), b.as_ptr(), sums.as_mut_ptr()) }
    }
}

/// Whether the processor has AVX-512 VNNI.
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_vnni() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("avx512vnni");
    #[cfg(not(feature = "std"))]
    cfg!(target_feature = "avx512vnni")
}

const PORTABLE: ByteTile = ByteTile { rows: 8, columns: 4, function: portable };

/// [`ByteTile::function`] on any machine.
///
/// # Safety
/// As [`ByteTile::function`].
unsafe fn portable(pairs: usize, a: *const i32, b: *const i32, to: *mut i32) {
    let mut sums = [[0_i32; 8]; 4];
    for k in 0..pairs {
        // SAFETY: `k < pairs`: eight rows of A and four columns of B, which the caller guarantees.
        let (a, b) =
            unsafe { (*a.add(8 * k).cast::<[i32; 8]>(), *b.add(4 * k).cast::<[i32; 4]>()) };
        for (sums, y) in sums.iter_mut().zip(b) {
            for (sum, x) in sums.iter_mut().zip(a) {
                // Products of two `i8` and their sum fit `i32`.
                let products = (x as i16 as i32) * (y as i16 as i32) + (x >> 16) * (y >> 16);
                *sum = sum.wrapping_add(products);
            }
        }
    }
    // SAFETY: the caller guarantees 32 writable sums.
    unsafe { to.cast::<[[i32; 8]; 4]>().write(sums) };
}

/// Defines a tile of two vectors of rows by `$columns` columns, whose step is `$step`.
#[cfg(target_arch = "x86_64")]
macro_rules! tiles {
    ($($tile:ident $name:ident: $features:literal, $lanes:literal by $columns:literal;
       $zero:ident $load:ident $splat:ident $store:ident, |$sum:ident, $x:ident, $y:ident| $step:expr;)*) => {$(
        const $tile: ByteTile = ByteTile { rows: 2 * $lanes, columns: $columns, function: $name };

        /// [`ByteTile::function`] of vectors.
        ///
        /// # Safety
        /// As [`ByteTile::function`].
        #[target_feature(enable = $features)]
        unsafe fn $name(pairs: usize, a: *const i32, b: *const i32, to: *mut i32) {
            let mut sums = [[$zero(); 2]; $columns];
            for k in 0..pairs {
                // SAFETY: `k < pairs`: two vectors of rows of A, which the caller guarantees; an unaligned load needs no
                // alignment.
                let rows = unsafe {
                    let a = a.add(2 * $lanes * k);
                    [$load(a.cast()), $load(a.add($lanes).cast())]
                };
                for (column, sums) in sums.iter_mut().enumerate() {
                    // SAFETY: `k < pairs`: a column of B, which the caller guarantees.
                    let $y = $splat(unsafe { *b.add($columns * k + column) });
                    for ($sum, $x) in sums.iter_mut().zip(rows) {
                        *$sum = $step;
                    }
                }
            }
            for (vector, sum) in sums.into_iter().flatten().enumerate() {
                // SAFETY: `vector < 2 * columns`: a vector of the sums that the caller guarantees to be writable; an
                // unaligned store needs no alignment.
                unsafe { $store(to.add($lanes * vector).cast(), sum) };
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
#[cfg(target_arch = "x86_64")]
tiles! {
    VNNI with_vnni: "avx512f,avx512vl,avx512bw,avx512dq,avx512vnni", 16 by 12;
    _mm512_setzero_si512 _mm512_loadu_si512 _mm512_set1_epi32 _mm512_storeu_si512,
    |sum, x, y| _mm512_dpwssd_epi32(*sum, x, y);
    AVX512 with_avx512: "avx512f,avx512vl,avx512bw,avx512dq", 16 by 12;
    _mm512_setzero_si512 _mm512_loadu_si512 _mm512_set1_epi32 _mm512_storeu_si512,
    |sum, x, y| _mm512_add_epi32(*sum, _mm512_madd_epi16(x, y));
    AVX2 with_avx2: "avx2", 8 by 6;
    _mm256_setzero_si256 _mm256_loadu_si256 _mm256_set1_epi32 _mm256_storeu_si256,
    |sum, x, y| _mm256_add_epi32(*sum, _mm256_madd_epi16(x, y));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    /// Each tile whose instructions are there computes the sums of its definition.
    #[test]
    fn tiles_compute_the_definition() {
        let mut tiles = vec![PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            use crate::simd::{Avx2, Avx512};
            tiles.extend(Avx2::detect().map(|_| AVX2));
            tiles.extend(Avx512::detect().map(|_| AVX512));
            tiles.extend(Avx512::detect().filter(|_| has_vnni()).map(|_| VNNI));
        }
        for tile in tiles {
            for pairs in [0, 1, 2, 7, 65] {
                // The numbers from -128 to 127, among them the least squared.
                let number = |i: usize| (i * 73 + 128) as u8 as i8;
                let panel = |lanes: usize, seed: usize| -> Vec<i32> {
                    (0..lanes * pairs)
                        .map(|i| pair_of(number(2 * i + seed), number(2 * i * i + seed)))
                        .collect()
                };
                let (a, b) = (panel(tile.rows, 0), panel(tile.columns, 256));
                let mut sums = [-1; MOST_SUMS];
                tile.multiply(pairs, &a, &b, &mut sums);
                for (at, &sum) in sums.iter().enumerate().take(tile.rows * tile.columns) {
                    let (row, column) = (at % tile.rows, at / tile.rows);
                    let products = (0..pairs).map(|k| {
                        let (x, y) = (a[k * tile.rows + row], b[k * tile.columns + column]);
                        i32::from(x as i16) * i32::from(y as i16) + (x >> 16) * (y >> 16)
                    });
                    assert_eq!(sum, products.sum::<i32>(), "{pairs} pairs, {row}, {column}");
                }
            }
        }
        assert_eq!([pair_of(-1, 2), pair_of(-128, -128)], [0x2FFFF, 0xFF80_FF80_u32 as i32]);
    }
}
