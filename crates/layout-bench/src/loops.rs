//! What a program writes by itself, compared with loops over slices: tiles at edges, loops over elements of views, and a
//! factorisation by blocks. The figure is elements per nanosecond.

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::{copy, copy_if};

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};

#[path = "../../../examples/cholesky/factor.rs"]
mod factor;

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    edges(bench);
    inverses(bench);
    factorisation(bench);
}

/// A name, and a function that writes its second argument from its first.
type Side = (&'static str, fn(&[f32], &mut [f32]));

/// Measures `ours` against `others`, each of which writes `len` elements from as many, after a comparison of the results.
fn compare(bench: &Bench, name: &str, len: usize, ours: &[Side], others: &[Side]) {
    if !bench.wants(name) {
        return;
    }
    // Matrices of nine, side by side or by entry, have a greater diagonal: their inverses are exact to six digits.
    let is_diagonal = |i: usize| {
        (i % 9).is_multiple_of(4) && name.contains("side")
            || (i / COUNT).is_multiple_of(4) && name.contains("entry")
    };
    let number = |i: usize| ((i * 37 + 11) % 101) as f32 + if is_diagonal(i) { 400.0 } else { 1.0 };
    let from = AlignedBuffer::from_fn(len, number);
    let mut expected = AlignedBuffer::from_fn(len, |_| 0.0);
    others[0].1(&from, &mut expected);
    let all = || ours.iter().chain(others);
    let mut rooms: Vec<_> = all().map(|_| AlignedBuffer::from_fn(len, |_| 0.0)).collect();
    for ((side, f), room) in all().zip(&mut rooms) {
        f(&from, room);
        let same =
            room.iter().zip(&expected[..]).all(|(x, y)| (x - y).abs() <= 1e-5 * y.abs().max(1.0));
        assert!(same, "{name}: {side} has another result");
    }
    let sides = all().zip(&mut rooms).enumerate().map(|(k, (&(side, f), room))| {
        let from = &from[..];
        let run = move |times| {
            for _ in 0..times {
                black_box(f)(black_box(from), black_box(&mut room[..]));
            }
        };
        if k < ours.len() { Contender::ours(side, run) } else { Contender::new(side, run) }
    });
    bench.compare(name, len as f64, sides.collect());
}

/// The extents of a matrix whose tiles of 32 by 32 are whole, and of one with edges.
const WHOLE: [usize; 2] = [2048, 1984];
const CUT: [usize; 2] = [2050, 1999];
type Matrix = Layout!((?, ?):(?, 1));

/// Each tile of a matrix by rows through a block by columns into a matrix by rows.
macro_rules! staged {
    ($name:ident, $extents:expr, $tiles:ident, $tiles_mut:ident, |$from:ident, $to:ident| $copy:expr) => {
        fn $name(from: &[f32], to: &mut [f32]) {
            let [m, n] = black_box($extents);
            let from = View::<_, Matrix>::new(from, layout!((m, n):row)).expect("m by n elements");
            let to = ViewMut::<_, Matrix>::new(to, layout!((m, n):row));
            let mut to = to.expect("m by n elements");
            let mut block = Owned::filled(layout!((32, 32)), 0.0_f32);
            for (tile, mut out) in from.$tiles(tile!(32, 32)).zip(to.$tiles_mut(tile!(32, 32))) {
                let ($from, $to) = (tile, &mut block);
                $copy;
                let ($from, $to) = (black_box(&block), &mut out);
                $copy;
            }
        }
    };
}
staged! { by_copy, WHOLE, tiles, tiles_mut, |from, to| copy(from, to) }
staged! { by_copy_if, WHOLE, tiles_padded, tiles_padded_mut, |from, to| copy_if(from, to, |_| true) }
staged! { by_copy_if_at_edges, CUT, tiles_padded, tiles_padded_mut, |from, to| copy_if(from, to, |_| true) }

fn edges(bench: &Bench) {
    let len = |[m, n]: [usize; 2]| m * n;
    let (ours, copy) = ([("copy_if", by_copy_if as _)], [("copy", by_copy as _)]);
    compare(bench, "edges/32x32 of 2048x1984", len(WHOLE), &ours, &copy);
    let ours = [("copy_if", by_copy_if_at_edges as _)];
    let memcpy: Side = ("memcpy", |from, to| to.copy_from_slice(from));
    compare(bench, "edges/32x32 of 2050x1999", len(CUT), &ours, &[memcpy]);
}

/// The number of matrices.
const COUNT: usize = 1 << 17;

fn inverse([[a, b, c], [d, e, f], [g, h, i]]: [[f32; 3]; 3]) -> [[f32; 3]; 3] {
    let (x, y, z) = (e * i - f * h, f * g - d * i, d * h - e * g);
    let factor = 1.0 / (a * x + b * y + c * z);
    [
        [x * factor, (c * h - b * i) * factor, (b * f - c * e) * factor],
        [y * factor, (a * i - c * g) * factor, (c * d - a * f) * factor],
        [z * factor, (b * g - a * h) * factor, (a * e - b * d) * factor],
    ]
}

/// Writes each element of the inverse where it is computed.
fn invert_in_place(m: View<'_, f32, impl AnyLayout>, out: &mut ViewMut<'_, f32, impl AnyLayout>) {
    let minor = |i: usize, j: usize| {
        let ([a, b], [c, d]) = ([(i + 1) % 3, (i + 2) % 3], [(j + 1) % 3, (j + 2) % 3]);
        m.at((a, c)) * m.at((b, d)) - m.at((a, d)) * m.at((b, c))
    };
    let factor = 1.0 / (0..3).map(|j| m.at((0, j)) * minor(0, j)).sum::<f32>();
    for i in 0..3 {
        for j in 0..3 {
            *out.at_mut((i, j)) = minor(j, i) * factor;
        }
    }
}

macro_rules! inverses {
    ($($name:ident, $layout:expr, |$from:ident, $to:ident| $body:expr;)*) => {$(
        fn $name(from: &[f32], to: &mut [f32]) {
            let n = black_box(COUNT);
            let from = View::new(from, $layout(n)).expect("n matrices");
            let mut to = ViewMut::new(to, $layout(n)).expect("n matrices");
            for k in 0..n {
                let $from = from.slice(coord!(_, _, k));
                let mut $to = to.slice_mut(coord!(_, _, k));
                $body;
            }
        }
    )*};
}
inverses! {
    aos_in_place, |n| layout!((3, 3, n):(3, 1, 9)), |m, out| invert_in_place(m, &mut out);
    aos_by_arrays, |n| layout!((3, 3, n):(3, 1, 9)), |m, out| out.write_array(inverse(m.read_array()));
    soa_in_place, |n| layout!((3, 3, n):({ 3 * n }, n, 1)), |m, out| invert_in_place(m, &mut out);
    soa_by_arrays, |n| layout!((3, 3, n):({ 3 * n }, n, 1)), |m, out| out.write_array(inverse(m.read_array()));
}

fn aos_by_hand(from: &[f32], to: &mut [f32]) {
    for (m, out) in from.as_chunks::<9>().0.iter().zip(to.as_chunks_mut::<9>().0) {
        let [a, b, c, d, e, f, g, h, i] = *m;
        let [a, b, c] = inverse([[a, b, c], [d, e, f], [g, h, i]]);
        out[..3].copy_from_slice(&a);
        out[3..6].copy_from_slice(&b);
        out[6..].copy_from_slice(&c);
    }
}

/// Reads nine values, computes, and writes nine: a loop over arrays of arrays does not become vectors.
fn soa_by_hand(from: &[f32], to: &mut [f32]) {
    let n = black_box(COUNT);
    let (from, to) = (&from[..9 * n], &mut to[..9 * n]);
    for k in 0..n {
        let at = |i: usize, j: usize| (3 * i + j) * n + k;
        let row = |i: usize| [from[at(i, 0)], from[at(i, 1)], from[at(i, 2)]];
        let [[a, b, c], [d, e, f], [g, h, i]] = inverse([row(0), row(1), row(2)]);
        (to[at(0, 0)], to[at(0, 1)], to[at(0, 2)]) = (a, b, c);
        (to[at(1, 0)], to[at(1, 1)], to[at(1, 2)]) = (d, e, f);
        (to[at(2, 0)], to[at(2, 1)], to[at(2, 2)]) = (g, h, i);
    }
}

fn inverses(bench: &Bench) {
    let len = 9 * COUNT;
    let ours: [Side; 2] = [("in place", aos_in_place), ("arrays", aos_by_arrays)];
    compare(bench, "inverse/3x3 side by side", len, &ours, &[("by hand", aos_by_hand)]);
    let ours: [Side; 2] = [("in place", soa_in_place), ("arrays", soa_by_arrays)];
    compare(bench, "inverse/3x3 by entry", len, &ours, &[("by hand", soa_by_hand)]);
}

fn factorisation(bench: &Bench) {
    let n = 1024;
    let name = "cholesky/1024";
    if !bench.wants(name) {
        return;
    }
    let entry = |i: usize, j: usize| ((i * j + i + j) % 17) as f64 / 17.0;
    let a = AlignedBuffer::from_fn(n * n, |k| {
        entry(k / n, k % n) + if k / n == k % n { n as f64 } else { 0.0 }
    });
    let mut rooms = [0, 1].map(|_| AlignedBuffer::from_fn(n * n, |k| a[k]));
    let ours = |room: &mut [f64]| {
        room.copy_from_slice(&a);
        let (rows, columns) = black_box((n, n));
        let layout = layout!((rows, columns):(columns, 1));
        factor::cholesky(&mut ViewMut::new(room, layout).expect("n by n elements"));
    };
    let by_hand = |room: &mut [f64]| {
        room.copy_from_slice(&a);
        factor::cholesky_by_hand(room, black_box(n));
    };
    let [first, second] = &mut rooms;
    ours(first);
    by_hand(second);
    let below = (0..n * n).filter(|k| k % n <= k / n);
    assert!(below.into_iter().all(|k| (first[k] - second[k]).abs() < 1e-9), "the factors differ");
    let sides = vec![
        Contender::ours("quadrants", |times| (0..times).for_each(|_| ours(first))),
        Contender::new("by hand", |times| (0..times).for_each(|_| by_hand(second))),
    ];
    bench.compare(name, (n * n * n / 3) as f64, sides);
}
