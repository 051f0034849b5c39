//! Every way that blocks, panels and tiles can be cut short, compared with the definition.

use super::blocks::{Blocks, RegisterTile};
use super::cut::packed;
use super::offsets::OffsetTables;
use super::pack::{Source, pack};
use super::{Alone, Workers, multiply_in_blocks};
use crate::gemm::input::Input;
use crate::gemm::operand::Matrix;
use crate::gemm::problem::Problem;
use crate::gemm::update::Blend;
use crate::parts::{Parts, Range};
use crate::simd::{Element, Machine, Portable, Task, dispatch};
use crate::*;
use alloc::vec;
use alloc::vec::Vec;
use static_layout::*;
use std::format;

/// Small integers, so that sums are exact in any order.
fn numbers<T: From<i8>>(len: usize, seed: usize) -> Vec<T> {
    let mixed = |i: usize| (i + seed).wrapping_mul(0x9e37_79b9) >> 9;
    (0..len).map(|i| T::from((mixed(i) % 7) as i8 - 3)).collect()
}

/// `alpha * A * B + beta * C` by the definition, element by element of C.
fn expected<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    alpha: T,
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    beta: T,
    c: &View<'_, T, C>,
) -> Vec<T> {
    let (m, n) = (c.layout().mode::<0>().size(), c.layout().mode::<1>().size());
    let k = a.layout().mode::<1>().size();
    let mut product = Vec::new();
    for j in 0..n {
        for i in 0..m {
            // SAFETY: coordinates inside the three layouts.
            let of = |view: *const T, offset: isize| unsafe { *view.offset(offset) };
            let mut sum = T::ZERO;
            for l in 0..k {
                let x = of(a.as_ptr(), a.layout().offset((i, l)));
                sum = sum.add(x.mul(of(b.as_ptr(), b.layout().offset((l, j)))));
            }
            let old = of(c.as_ptr(), c.layout().offset((i, j)));
            let scaled = alpha.mul(sum);
            product.push(if beta == T::ZERO { scaled } else { beta.mul(old).add(scaled) });
        }
    }
    product
}

/// Where the elements of a layout begin, and how many there are around them.
fn room<L: AnyLayout>(layout: L) -> (usize, usize) {
    let offsets: Vec<isize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
    let least = offsets.iter().copied().min().unwrap_or(0).min(0);
    let most = offsets.iter().copied().max().unwrap_or(0).max(0);
    (least.unsigned_abs(), (most - least) as usize + 1)
}

/// Compares the product, by every way there is, with the definition; nothing else of C is written.
fn check<T, A, B, C>(a: A, b: B, c: C, alpha: i8, beta: i8)
where
    T: Element + From<i8>,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
{
    let what = format!("{a} times {b} to {c}, {alpha} and {beta}");
    let ((origin_a, len_a), (origin_b, len_b), (origin_c, len_c)) = (room(a), room(b), room(c));
    let (data_a, data_b) = (numbers::<T>(len_a, 1), numbers::<T>(len_b, 2));
    let before = numbers::<T>(len_c, 3);
    let view_a = View::with_origin(&data_a, origin_a, a).unwrap();
    let view_b = View::with_origin(&data_b, origin_b, b).unwrap();
    let view_c = View::with_origin(&before, origin_c, c).unwrap();
    let (alpha, beta) = (T::from(alpha), T::from(beta));
    let product = expected(alpha, &view_a, &view_b, beta, &view_c);
    let mut after = before.clone();
    let mut places = vec![false; len_c];
    for (i, x) in product.iter().enumerate() {
        let place = (origin_c as isize + c.offset(i)) as usize;
        after[place] = *x;
        places[place] = true;
    }
    let same = |how: &str, by: &dyn Fn(Blocked<T, T, A, B, C>)| {
        let mut data = before.clone();
        let mut c = ViewMut::with_origin(&mut data, origin_c, c).unwrap();
        by(blocked(alpha, view_a, view_b, beta, &mut c));
        assert!(data == after, "{what}, {how}");
    };
    same("as found", &|product| dispatch(By(&Alone, product)));
    same("portable", &|product| Portable.run(By(&Alone, product)));
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = simd::Avx2::detect() {
        same("AVX2", &|product| machine.run(By(&Alone, product)));
    }
    #[cfg(feature = "rayon")]
    same("on all threads", &|product| dispatch(By(&super::Pool, product)));
}

/// A product to be computed in blocks, however small it is.
type Blocked<I, T, A, B, C> = Problem<Matrix<I, A>, Matrix<I, B>, Matrix<T, C>, Blend<T>>;

fn blocked<I: Input<T>, T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    alpha: T,
    a: View<'_, I, A>,
    b: View<'_, I, B>,
    beta: T,
    c: &mut ViewMut<'_, T, C>,
) -> Blocked<I, T, A, B, C> {
    Problem {
        a: Matrix::new(a.as_ptr().cast_mut(), a.layout()),
        b: Matrix::new(b.as_ptr().cast_mut(), b.layout()),
        c: Matrix::new(c.as_mut_ptr(), c.layout()),
        update: Blend { alpha, beta },
    }
}

/// A problem and its runner, made of views that outlive it and whose extents agree.
struct By<'w, W, P>(&'w W, P);

impl<I, T, A, B, C, W> Task for By<'_, W, Blocked<I, T, A, B, C>>
where
    I: Input<T>,
    T: Element,
    A: AnyLayout,
    B: AnyLayout,
    C: AnyLayout,
    W: Workers,
{
    type Output = ();
    fn run<M: Machine>(self, machine: M) {
        // SAFETY: as the type says; layouts of C are one to one here.
        unsafe { multiply_in_blocks(machine, self.0, self.1) };
    }
}

/// Extents that end inside a vector, a tile, a panel and a part of the depth, one at a time.
const EXTENTS: [[usize; 3]; 16] = [
    [1, 1, 1],
    [2, 3, 5],
    [16, 8, 8],
    [17, 9, 7],
    [31, 7, 33],
    [33, 16, 64],
    [48, 8, 100],
    [49, 8, 16],
    [95, 17, 3],
    [7, 40, 257],
    [20, 20, 513],
    [5, 6, 1100],
    [300, 9, 20],
    [530, 4, 11],
    [4, 1050, 6],
    [3, 2100, 2],
];

#[test]
fn every_order_and_every_end() {
    for [m, n, k] in EXTENTS {
        for orders in 0..8 {
            // Column-major or row-major, with a gap.
            let strides = |bit: usize, rows: usize, columns: usize| match orders >> bit & 1 {
                0 => (1, rows + 3),
                _ => (columns + 1, 1),
            };
            let (sa, sb, sc) = (strides(0, m, k), strides(1, k, n), strides(2, m, n));
            let a = Layout::new((m, k), sa);
            let b = Layout::new((k, n), sb);
            let c = Layout::new((m, n), sc);
            check::<f32, _, _, _>(a, b, c, 1, 0);
            check::<f64, _, _, _>(a, b, c, 2, 1);
            check::<i32, _, _, _>(a, b, c, -1, 3);
        }
    }
}

/// Several blocks of rows, of columns and of the depth, too many elements for a sum each: of `A = x u` and `B = v y`
/// the product is `x (u v) y`.
#[test]
fn several_blocks_of_each() {
    fn vector(len: usize, seed: usize) -> Vec<f32> {
        numbers(len, seed)
    }
    // In the last, B is read so often that it is packed although its columns lie side by side.
    for [m, n, k] in [[300, 11, 2500], [5, 2100, 1030], [6000, 9, 1030]] {
        for tile in [RegisterTile { rows: 48, columns: 8 }, RegisterTile { rows: 12, columns: 4 }] {
            let blocks = Blocks::of::<f32>(tile, m, k);
            assert!(blocks.depth < k && (blocks.rows < m || blocks.columns < n), "{blocks:?}");
        }
        let ([x, u], [v, y]) = ([vector(m, 1), vector(k, 2)], [vector(k, 3), vector(n, 4)]);
        let sum: f32 = u.iter().zip(&v).map(|(u, v)| u * v).sum();
        assert!(sum != 0.0);
        for orders in 0..8 {
            let layout = |bit: usize, rows: usize, columns: usize| {
                Layout::new(
                    (rows, columns),
                    if orders >> bit & 1 == 0 { (1, rows) } else { (columns, 1) },
                )
            };
            let outer = |x: &[f32], y: &[f32], layout: Layout<(usize, usize), (usize, usize)>| {
                let mut data = vec![0.0; x.len() * y.len()];
                for (i, x) in x.iter().enumerate() {
                    (0..y.len()).for_each(|j| data[layout.offset((i, j)) as usize] = x * y[j]);
                }
                data
            };
            let (la, lb, lc) = (layout(0, m, k), layout(1, k, n), layout(2, m, n));
            let (a, b) = (outer(&x, &u, la), outer(&v, &y, lb));
            let scaled: Vec<_> = x.iter().map(|x| x * sum).collect();
            let once = outer(&scaled, &y, lc);
            let (a, b) = (View::new(&a, la).unwrap(), View::new(&b, lb).unwrap());
            let mut c = vec![f32::NAN; m * n];
            let mut product = |beta: f32, by: &dyn Fn(Blocked<f32, f32, _, _, _>)| {
                by(blocked(1.0, a, b, beta, &mut ViewMut::new(&mut c, lc).unwrap()));
                let times = 1.0 + beta;
                assert!(c.iter().zip(&once).all(|(c, x)| *c == times * x), "{la} by {lb} to {lc}");
            };
            product(0.0, &|product| dispatch(By(&Alone, product)));
            product(1.0, &|product| dispatch(By(&Alone, product)));
            #[cfg(feature = "rayon")]
            product(0.0, &|product| dispatch(By(&super::Pool, product)));
            #[cfg(feature = "rayon")]
            product(1.0, &|product| dispatch(By(&super::Pool, product)));
        }
    }
}

#[test]
fn strides_of_any_kind() {
    for [m, n, k] in [[37, 29, 41], [64, 24, 600]] {
        // Neither mode has neighbours.
        let (a, b) = (layout!((m, k):(2, {2 * m + 1})), layout!((k, n):({3 * n}, 3)));
        check::<f32, _, _, _>(a, b, layout!((m, n):(2, {2 * m})), 1, 0);
        // Backwards.
        let (a, b) = (layout!((m, k):(-1, m)), layout!((k, n):(n, -1)));
        check::<f32, _, _, _>(a, b, layout!((m, n):(-1, m)), 1, 2);
        check::<f64, _, _, _>(a, b, layout!((m, n):(-n, -1)), 1, 1);
        // One row for all rows of A, one column for all columns of B.
        let (a, b) = (layout!((m, k):(0, 1)), layout!((k, n):(1, 0)));
        check::<f32, _, _, _>(a, b, layout!((m, n):(1, m)), 1, 0);
    }
}

#[test]
fn nested_modes_and_swizzles() {
    let a = layout!(((4, 16), (8, 4)):((1, 32), (4, 512)));
    let b = layout!((32, (6, 5)):(1, (160, 32)));
    check::<f32, _, _, _>(a, b, layout!(((32, 2), 30):((1, 960), 32)), 1, 1);
    check::<f32, _, _, _>(a, b, layout!((64, (6, 5)):(30, (5, 1))), 1, 0);
    check::<f64, _, _, _>(a, b, layout!((64, 30):(1, 64)), 2, 0);
    let swizzled = layout!(Sw<3, 2, 3> o 0 o (64, 32):(32, 1));
    check::<f32, _, _, _>(swizzled, b, layout!((64, 30):(1, 64)), 1, 0);
    check::<f32, _, _, _>(a, b, layout!(Sw<2, 0, 3> o 0 o (64, 30):(1, 64)), 1, 2);
    let b = layout!(Sw<2, 0, 3> o 0 o (32, 64):(1, 32));
    check::<i32, _, _, _>(swizzled, b, layout!(Sw<3, 0, 3> o 0 o (64, 64):(64, 1)), 1, 0);
}

#[test]
fn nothing_to_multiply() {
    for [m, n, k] in [[0, 3, 4], [3, 0, 4], [0, 0, 0], [3, 4, 0]] {
        let (a, b) = (Layout::new((m, k), (1, m)), Layout::new((k, n), (1, k)));
        let c = Layout::new((m, n), (1, m));
        check::<f32, _, _, _>(a, b, c, 1, 0);
        check::<f32, _, _, _>(a, b, c, 1, 3);
    }
}

#[test]
fn what_is_no_number() {
    let (m, n, k) = (50, 20, 530);
    let (la, lb, lc) = (layout!((m, k):(1, m)), layout!((k, n):(1, k)), layout!((m, n):(1, m)));
    let mut a = numbers::<f32>(m * k, 1);
    let mut b = numbers::<f32>(k * n, 2);
    let mut c = vec![f32::NAN; m * n];
    let product = |a: &[f32], b: &[f32], beta: f32, c: &mut [f32]| {
        let (a, b) = (View::new(a, la).unwrap(), View::new(b, lb).unwrap());
        let mut c = ViewMut::new(c, lc).unwrap();
        dispatch(By(&Alone, blocked(1.0, a, b, beta, &mut c)));
    };
    // What was in C is not read if it does not count, and counts if it is read.
    product(&a, &b, 0.0, &mut c);
    assert!(c.iter().all(|x| x.is_finite()));
    c[5] = f32::NAN;
    product(&a, &b, 1.0, &mut c);
    assert!(c.iter().enumerate().all(|(i, x)| x.is_nan() == (i == 5)));
    // A row and a column, and nothing else: not even what fills up the panels.
    a[7] = f32::NAN;
    b[3 * k] = f32::INFINITY;
    product(&a, &b, 0.0, &mut c);
    for j in 0..n {
        for i in 0..m {
            let x = c[i + j * m];
            assert_eq!(x.is_nan(), i == 7 || j == 3 && a[i] == 0.0, "({i}, {j})");
            assert_eq!(x.is_infinite(), i != 7 && j == 3 && a[i] != 0.0, "({i}, {j})");
        }
    }
}

#[cfg(feature = "half")]
#[test]
fn inputs_narrower_than_the_sums() {
    let (m, n, k) = (100, 70, 530);
    let lc = layout!((m, n):(1, m));
    for (la, lb) in [((1, m), (n, 1)), ((k, 1), (1, k)), ((2, 2 * m), (1, k))] {
        let (la, lb) = (Layout::new((m, k), la), Layout::new((k, n), lb));
        let (a, b) = (numbers::<f32>(la.cosize(), 1), numbers::<f32>(lb.cosize(), 2));
        let [narrow_a, narrow_b] =
            [&a, &b].map(|x| x.iter().map(|x| half::bf16::from_f32(*x)).collect::<Vec<_>>());
        let (mut wide, mut narrow) = (vec![0.0; m * n], vec![1.0; m * n]);
        let (a, b) = (View::new(&a, la).unwrap(), View::new(&b, lb).unwrap());
        let mut c = ViewMut::new(&mut wide, lc).unwrap();
        dispatch(By(&Alone, blocked(1.0, a, b, 0.0, &mut c)));
        let (a, b) = (View::new(&narrow_a, la).unwrap(), View::new(&narrow_b, lb).unwrap());
        let mut c = ViewMut::new(&mut narrow, lc).unwrap();
        dispatch(By(&Alone, blocked(1.0, a, b, 0.0, &mut c)));
        assert!(wide == narrow, "{la} by {lb}");
    }
}

/// The public functions take this way where it pays: rows of ones add up the columns of B.
#[test]
fn large_products_are_sums() {
    let (m, n, k) = (407, 409, 411);
    let (la, lb, lc) = (layout!((m, k):(k, 1)), layout!((k, n):(n, 1)), layout!((m, n):(n, 1)));
    let (a, b) = (vec![1.0; m * k], numbers::<f32>(k * n, 2));
    let sums: Vec<f32> = (0..n).map(|j| b[j..].iter().step_by(n).sum()).collect();
    let (a, b) = (View::new(&a, la).unwrap(), View::new(&b, lb).unwrap());
    let mut c = vec![f32::NAN; m * n];
    gemm(1.0, a, b, 0.0, &mut ViewMut::new(&mut c, lc).unwrap());
    assert!(c.chunks(n).all(|row| row == sums));
    #[cfg(feature = "rayon")]
    {
        c.fill(f32::NAN);
        par_gemm(1.0, a, b, 0.0, &mut ViewMut::new(&mut c, lc).unwrap());
        assert!(c.chunks(n).all(|row| row == sums));
    }
}

/// A packed block is what a copy to its layout makes of the block divided by the width of a panel.
#[test]
fn packing_is_a_copy_between_layouts() {
    fn check<L: AnyLayout, D: AnyLayout>(matrix: L, divided: D) {
        let [lanes, steps] = [matrix.mode::<0>().size(), matrix.mode::<1>().size()];
        let width = divided.mode::<0>().mode::<0>().size();
        let data = numbers::<f32>(matrix.cosize(), 4);
        let layout = packed(width, lanes, steps);
        let mut copied = vec![f32::NAN; layout.size()];
        let mut packed = copied.clone();
        let from = View::new(&data, divided).unwrap();
        copy(from, &mut ViewMut::new(&mut copied, layout).unwrap());
        dispatch(Packing { data: &data, matrix, width, to: &mut packed });
        assert!(copied == packed, "{matrix}, divided {divided}");
    }
    for k in [1_usize, 16, 33] {
        // Steps side by side, lanes side by side, neither; two strides.
        let rows = layout!((96, k):({ k + 2 }, 1));
        check(rows, rows.logical_divide(tile!(48, _)));
        check(rows, rows.logical_divide(tile!(8, _)));
        let columns = layout!((96, k):(1, 97));
        check(columns, columns.logical_divide(tile!(48, _)));
        check(columns, columns.logical_divide(tile!(4, _)));
        let apart = layout!((24, k):(2, 50));
        check(apart, apart.logical_divide(tile!(24, _)));
        let nested = layout!(((8, 12), k):((1, 40), 8));
        check(nested, nested.logical_divide(tile!(8, _)));
    }
}

/// Packs all panels of a matrix.
struct Packing<'a, L> {
    data: &'a [f32],
    matrix: L,
    width: usize,
    to: &'a mut [f32],
}

impl<L: AnyLayout> Task for Packing<'_, L> {
    type Output = ();
    fn run<M: Machine>(self, machine: M) {
        let offsets = OffsetTables::of(Matrix::new(self.data.as_ptr().cast_mut(), self.matrix));
        let (block, width) = (offsets.all(), self.width);
        let steps = Range::all(block.steps());
        for lanes in Parts::of_length(block.lanes(), width).iter() {
            let panel = Source { from: self.data.as_ptr(), block: block.part(lanes, steps) };
            let to = &mut self.to[lanes.first * steps.len..][..width * steps.len];
            // SAFETY: elements of `data`, on which there was a view of the layout; room for a panel.
            unsafe { pack(machine, width, panel, to.as_mut_ptr()) };
        }
    }
}
