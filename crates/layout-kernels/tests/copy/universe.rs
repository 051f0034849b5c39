//! Every copy of a small universe moves each element to its place and touches nothing else: rows in chunks, tiles of
//! edges, narrow axes, swizzled stretches, by each atom and by the plan's own choice.

use crate::check::{Numbered, Padding, Short, both, verify};
use crate::flat::{Flat2, Flat3, strides};
use static_layout::typenum::{U2, U3, U4, U8, U16};
use static_layout::*;
use static_layout_kernels::{CopyAtom, TileTranspose, VectorMove, try_copy_with};

/// Elements around a destination.
const MARGIN: usize = 20;

/// Copies by an atom, if the copy is accepted, between buffers whose elements around are compared. Returns whether it is.
fn by<M: CopyAtom, T: Numbered, A: AnyLayout, B: AnyLayout>(
    atom: M,
    (a, from): &(A, Vec<i64>),
    (b, to): &(B, Vec<i64>),
) -> bool {
    let span = |offsets: &[i64]| {
        let least = offsets.iter().copied().min().unwrap_or(0).min(0);
        (MARGIN + least.unsigned_abs() as usize, offsets.iter().copied().max().unwrap_or(0).max(0))
    };
    let ((origin, most), (target, top)) = (span(from), span(to));
    let data: Vec<T> = (0..origin + most as usize + 1 + MARGIN + 64).map(T::of).collect();
    let room = target + top as usize + 1 + MARGIN + 64;
    let mut written: Vec<T> = (0..room).map(|i| T::of(i + 77_777)).collect();
    let mut expected = written.clone();
    let mut to_view = ViewMut::with_origin(&mut written, target, *b).unwrap();
    let copied = try_copy_with(atom, View::with_origin(&data, origin, *a).unwrap(), &mut to_view);
    if copied.is_ok() {
        for (from, to) in from.iter().zip(to) {
            expected[target.wrapping_add_signed(*to as isize)] =
                data[origin.wrapping_add_signed(*from as isize)];
        }
    }
    assert!(written == expected, "{a} to {b}: {copied:?}");
    copied.is_ok()
}

/// All atoms; how many are accepted.
fn atoms<T: Numbered, A: AnyLayout, B: AnyLayout>(a: (A, Vec<i64>), b: (B, Vec<i64>)) -> usize {
    [
        by::<_, T, _, _>(VectorMove::<U2>::new(), &a, &b),
        by::<_, T, _, _>(VectorMove::<U3>::new(), &a, &b),
        by::<_, T, _, _>(VectorMove::<U4>::new(), &a, &b),
        by::<_, T, _, _>(VectorMove::<U8>::new(), &a, &b),
        by::<_, T, _, _>(VectorMove::<U16>::new(), &a, &b),
        by::<_, T, _, _>(TileTranspose::<U4>::new(), &a, &b),
    ]
    .into_iter()
    .filter(|accepted| *accepted)
    .count()
}

/// Rows of 1 to 34 elements, up to three of them, with gaps, forwards and backwards.
#[test]
fn rows_by_atoms() {
    let mut accepted = 0;
    for n in 1..=34_usize {
        for (m, gap) in [(1, 0), (2, 0), (2, 3), (3, 1)] {
            let row = n + gap;
            macro_rules! pair {
                ($a:expr, $b:expr) => {
                    accepted += atoms::<u32, _, _>(both!($a), both!($b))
                };
            }
            pair!(layout!((n, m):(1, row)), layout!((n, m):(1, n)));
            pair!(layout!((n, m):(-1, row)), layout!((n, m):(-1, n)));
            pair!(layout!((n, m):(1, -row)), layout!((n, m):(1, n)));
            pair!(layout!((n, m):(-1, -row)), layout!((n, m):(-1, -n)));
            pair!(layout!((n, m):(1, row)), layout!((n, m):(-1, n)));
            pair!(layout!((n, m):(1, row)), layout!((n, m):(m, 1)));
        }
    }
    assert!(accepted > 600, "{accepted}");
}

/// Rows of 1 to 100 elements that one side reverses, up to three of them, with gaps: whole chunks, and their rest.
#[test]
fn reversed_rows() {
    for n in 1..=100_usize {
        for (m, gap) in [(1, 0), (2, 3), (3, 1)] {
            let row = n + gap;
            macro_rules! sizes {
                ($($t:ty)*) => {$(
                    verify::<$t, _, _>(both!(layout!((n, m):(-1, row))), both!(layout!((n, m):(1, row)))).unwrap();
                    verify::<$t, _, _>(both!(layout!((n, m):(1, row))), both!(layout!((n, m):(-1, -row)))).unwrap();
                    verify::<$t, _, _>(both!(layout!((n, m):(-1, -row))), both!(layout!((n, m):(1, n)))).unwrap();
                )*};
            }
            sizes!(u8 u16 u32 i64 u128 Padding Short);
        }
    }
    verify::<f32, _, _>(both!(layout!((70, 3):(-1, 70))), both!(layout!((70, 3):(1, 71)))).unwrap();
    verify::<u8, _, _>(both!(layout!(300:1)), both!(layout!(300:-1))).unwrap();
}

/// Transposes of static extents, whose tiles the edges cut: in the caller up to 144 elements.
#[test]
fn static_transposes() {
    macro_rules! transposes {
        ($($m:literal $n:literal),*) => {$(
            let (rows, columns) = (layout!(($m, $n):({$n + 1}, 1)), layout!(($m, $n):(1, $m)));
            verify::<u8, _, _>(both!(rows), both!(columns)).unwrap();
            verify::<f32, _, _>(both!(columns), both!(rows)).unwrap();
            verify::<f64, _, _>(both!(rows), both!(columns)).unwrap();
            verify::<Short, _, _>(both!(rows), both!(columns)).unwrap();
            verify::<u128, _, _>(both!(columns), both!(rows)).unwrap();
        )*};
    }
    transposes!(1 2, 2 2, 2 3, 3 3, 4 4, 4 5, 5 5, 5 7, 8 8, 9 7, 10 10, 12 12, 9 16, 11 13, 13 13);
}

/// Rows of 1 to 34 elements behind swizzles, whose offset goes from 0 to 8: on one side, and on both.
#[test]
fn rows_behind_swizzles() {
    let mut accepted = 0;
    for n in 1..=34_usize {
        for (m, o) in (0..=8_usize).map(|o| (1 + o % 3, o)) {
            let row = n + o % 2;
            macro_rules! pair {
                ($a:expr, $b:expr) => {
                    accepted += atoms::<u8, _, _>(both!($a), both!($b));
                    verify::<u8, _, _>(both!($a), both!($b)).unwrap()
                };
            }
            let plain = layout!((n, m):(1, row));
            pair!(layout!(Sw<2,2,2> o o o (n, m):(1, row)), plain);
            pair!(plain, layout!(Sw<2,2,2> o o o (n, m):(1, row)));
            pair!(plain, layout!(Sw<1,1,3> o o o (n, m):(1, row)));
            pair!(
                layout!(Sw<2,3,-2> o 0 o (n, m):(1, row)),
                layout!(Sw<2,3,-2> o 0 o (n, m):(1, n))
            );
            pair!(
                layout!(Sw<2,2,2> o o o (n, m):(1, row)),
                layout!(Sw<1,3,1> o 0 o (n, m):(1, row))
            );
        }
    }
    assert!(accepted > 600, "{accepted}");
}

/// Matrices of 1 to 36 rows and columns with rows and columns exchanged: whole tiles, and those that the edges cut.
#[test]
fn tiles_of_every_size() {
    fn each<T: Numbered>() {
        for m in 1..=36_usize {
            for n in 1..=36_usize {
                let gap = (m + n) % 3;
                let columns: Flat2 = Layout::new((m, n), (1, m + gap));
                let rows: Flat2 = Layout::new((m, n), (n, 1));
                verify::<T, _, _>(both!(columns), both!(rows)).unwrap();
            }
        }
    }
    each::<u8>();
    each::<u16>();
    each::<u32>();
    each::<i64>();
}

/// All orders of three modes of 1 to 5 elements on both sides.
#[test]
fn orders_of_three_modes() {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for extents in (0..125).map(|i| [i % 5 + 1, i / 5 % 5 + 1, i / 25 + 1]) {
        for (from, to) in ORDERS.iter().flat_map(|from| ORDERS.map(move |to| (*from, to))) {
            let [a, b] = [from, to].map(|order| -> Flat3 {
                let [x, y, z] = strides(extents, order, [0, 1, 0]);
                Layout::new((extents[0], extents[1], extents[2]), (x, y, z))
            });
            verify::<u16, _, _>(both!(a), both!(b)).unwrap();
        }
    }
}
