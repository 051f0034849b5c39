//! Copies whose order depends on the caches: large ones, and rows that share few sets.

use crate::check::*;
use crate::flat::*;
use proptest::prelude::*;
use static_layout::*;
use static_layout_kernels::copy;

#[test]
fn large_transposes_pass_the_caches() {
    let (m, n) = (1536, 2048);
    let (a, b): (Flat2, Flat2) = (Layout::new((m, n), (1, m)), Layout::new((m, n), (n, 1)));
    verify::<f32, _, _>(both!(a), both!(b)).unwrap();
    let tiled = layout!(((8, 192), (8, 256)):((8, 131072), (1, 512)));
    let rows = layout!(((8, 192), (8, 256)):((2048, 16384), (1, 8)));
    verify::<f32, _, _>(both!(tiled), both!(rows)).unwrap();
    verify::<f32, _, _>(both!(rows), both!(tiled)).unwrap();

    // Elements that begin at cache lines, and blocks that are not whole.
    for (m, n, pad) in [(1552, 1600, 0), (1550, 1605, 2), (3000, 800, 8)] {
        let data: Vec<f32> = (0..(m + pad) * n).map(|i| i as f32).collect();
        let from: Flat2 = Layout::new((m, n), (n, 1));
        let to: Flat2 = Layout::new((m, n), (1, m + pad));
        let mut written = Boxed::filled(to, f32::NAN);
        let data = View::new(&data, from).unwrap();
        copy(data, &mut written.view_mut());
        for i in 0..m {
            for j in 0..n {
                assert_eq!(written[(i, j)], data[(i, j)], "({i},{j}) of ({m},{n})");
            }
        }
    }
}

/// Sides larger than the second-level cache: tiles are moved along diagonals. A smaller side would be moved at every step of
/// the outer loop first.
#[test]
fn large_rows_that_crowd_around_others() {
    let shape = (70, 90, 48);
    let from: Flat3 = Layout::new(shape, (4608, 1, 90));
    let to: Flat3 = Layout::new(shape, (1, 3584, 70));
    verify::<f32, _, _>(both!(from), both!(to)).unwrap();
    verify::<f32, _, _>(both!(to), both!(from)).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Rows that share few sets of a cache, on one side, on the other and on both. A third mode lies within the rows, so that it
    /// changes the sets, or after all of them.
    #[test]
    fn rows_that_crowd(
        (m, n, k) in (1_usize..90, 1_usize..90, 1_usize..5),
        a in prop::sample::select(vec![450, 512, 536, 1024]),
        b in prop::sample::select(vec![450, 512, 536, 1024]),
        within: bool,
    ) {
        let third = |far: usize, rows: usize| if within { 90 } else { far * rows };
        let from: Flat3 = Layout::new((m, n, k), (a, 1, third(a, m)));
        let to: Flat3 = Layout::new((m, n, k), (1, b, third(b, n)));
        two_sizes!(from, to)?;
    }
}

/// All modes in reverse order. The offsets of tiles are constants. The direction of the outer loop, or of each diagonal,
/// depends on the addresses of the two sides.
#[test]
fn reversals_wherever_the_sides_begin() {
    fn reversed<T: Numbered, A: AnyLayout, B: AnyLayout>(
        (a, from): (A, Vec<i64>),
        (b, to): (B, Vec<i64>),
    ) {
        let [read, room] = [&from, &to].map(|side| *side.iter().max().unwrap() as usize + 1);
        let data: Vec<T> = (0..read).map(T::of).collect();
        // Addresses within a line, and whole lines apart, up to a page.
        for apart in [0, 3, 64, 160, 256, 400, 512, 700, 960, 1024] {
            let mut written: Vec<T> = (0..room + 1100).map(|i| T::of(i + 77_777)).collect();
            let mut expected = written.clone();
            for (&from, &to) in from.iter().zip(&to) {
                expected[apart + to as usize] = data[from as usize];
            }
            let mut room = ViewMut::with_origin(&mut written, apart, b).unwrap();
            copy(View::new(&data, a).unwrap(), &mut room);
            assert!(written == expected, "{a} to {b}, {apart} further");
        }
    }
    let (a, b) = (both!(layout!((8, 8, 8, 8, 8):col)), both!(layout!((8, 8, 8, 8, 8):row)));
    reversed::<f32, _, _>(a, b);
    let (a, b) = (both!(layout!((4, 16, 4, 2, 32):col)), both!(layout!((4, 16, 4, 2, 32):row)));
    reversed::<u16, _, _>(a, b);
    let (a, b) = (both!(layout!((8, 2, 4, 16, 8):col)), both!(layout!((8, 2, 4, 16, 8):row)));
    reversed::<i64, _, _>(a, b);
    // Diagonals of few tiles and of many, with and without prefetches.
    for (shape, from, to) in
        [((144, 40), 512, 1024), ((100, 530), 1024, 512), ((640, 420), 1024, 1024)]
    {
        let rows: Flat2 = Layout::new(shape, (from, 1));
        let columns: Flat2 = Layout::new(shape, (1, to));
        reversed::<f32, _, _>(both!(rows), both!(columns));
    }
    let n = 8;
    let back = both!(layout!((n, n, n, n, n):(4096, 512, 64, 8, 1)));
    reversed::<f32, _, _>(both!(layout!((n, n, n, n, n):(1, 8, 64, 512, 4096))), back);
}

/// Rows further apart than a table of offsets can hold. The compiler builds the table anyway.
#[test]
fn rows_that_no_table_reaches() {
    type Far = Layout!((512, 16):(8388608, 1));
    type Near = Layout!((512, 16):(1, 512));
    fn transposed(from: View<'_, u8, Far>, to: &mut ViewMut<'_, u8, Near>) {
        copy(from, to);
    }
    // Not called, because its elements are 4 GiB apart.
    std::hint::black_box(transposed as fn(View<'_, u8, Far>, &mut ViewMut<'_, u8, Near>));
}
