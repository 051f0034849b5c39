//! Compares algorithms over the elements of layouts with loops over the linear indices.

use proptest::prelude::*;
use static_layout::internal::Mapping;
use static_layout::*;
use static_layout_kernels::{
    Convolution, axpby, combine, convolve2d, convolve2d_with, copy_if, fill, image_to_columns,
    maximum, minimum, reduce, sum, transform, transpose, transpose_in_place, try_combine,
    try_transform, try_transpose,
};

type FlatCube = Layout!((?,?,?):(?,?,?));

/// Strides of the extents in one of the six orders, with `pad` unused elements after each mode.
fn strides(extents: [usize; 3], order: usize, pad: [usize; 3]) -> [usize; 3] {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let (mut next, mut strides) = (1, [0; 3]);
    for k in orders[order] {
        strides[k] = next;
        next = next * extents[k] + pad[k];
    }
    strides
}

fn flat(extents: [usize; 3], strides: [usize; 3]) -> FlatCube {
    let ([a, b, c], [x, y, z]) = (extents, strides);
    Layout::new((a, b, c), (x, y, z))
}

/// The offsets of a layout in the order of the linear index.
macro_rules! offsets {
    ($layout:expr) => {
        $layout.to_dynamic().iter().map(|x| x as usize).collect::<Vec<usize>>()
    };
}

fn numbers(n: usize) -> Vec<f32> {
    (0..n).map(|i| ((i * 37 + 11) % 101) as f32 - 50.0).collect()
}

const ROOM: usize = 40_000;

proptest! {
    #[test]
    fn transform_and_combine(
        extents in prop::array::uniform3(1_usize..24),
        orders in prop::array::uniform3(0_usize..6),
        pad in prop::array::uniform3(0_usize..3),
        still in 0_usize..4,
    ) {
        let mut first = strides(extents, orders[0], pad);
        if still < 3 {
            first[still] = 0;
        }
        let a = flat(extents, first);
        let b = flat(extents, strides(extents, orders[1], [0; 3]));
        let c = flat(extents, strides(extents, orders[2], pad));
        let (x, y) = (numbers(ROOM), numbers(ROOM));
        let (i, j, k) = (offsets!(a), offsets!(b), offsets!(c));

        let (mut found, mut expected) = (vec![0_i64; ROOM], vec![0_i64; ROOM]);
        transform(View::new(&x, a).unwrap(), &mut ViewMut::new(&mut found, c).unwrap(), |x| x as i64 + 1);
        for (&i, &k) in i.iter().zip(&k) {
            expected[k] = x[i] as i64 + 1;
        }
        prop_assert_eq!(&found, &expected);

        let (mut found, mut expected) = (vec![0.0_f32; ROOM], vec![0.0_f32; ROOM]);
        combine(
            View::new(&x, a).unwrap(),
            View::new(&y, b).unwrap(),
            &mut ViewMut::new(&mut found, c).unwrap(),
            |x, y| x * 3.0 + y,
        );
        for ((&i, &j), &k) in i.iter().zip(&j).zip(&k) {
            expected[k] = x[i] * 3.0 + y[j];
        }
        prop_assert_eq!(&found, &expected);

        let mut found = expected.clone();
        axpby(2.0, View::new(&x, a).unwrap(), -1.0, &mut ViewMut::new(&mut found, c).unwrap());
        for (&i, &k) in i.iter().zip(&k) {
            expected[k] = 2.0 * x[i] - expected[k];
        }
        prop_assert_eq!(&found, &expected);

        fill(&mut ViewMut::new(&mut found, b).unwrap(), 9.0);
        for &j in &j {
            expected[j] = 9.0;
        }
        prop_assert_eq!(&found, &expected);
    }

    #[test]
    fn reductions(
        extents in prop::array::uniform3(1_usize..24),
        order in 0_usize..6,
        pad in prop::array::uniform3(0_usize..3),
        still in 0_usize..4,
    ) {
        let mut at = strides(extents, order, pad);
        if still < 3 {
            at[still] = 0;
        }
        let (a, x) = (flat(extents, at), numbers(ROOM));
        let offsets = offsets!(a);
        let view = View::new(&x, a).unwrap();
        // Small integers, so that the sum does not depend on the order.
        prop_assert_eq!(sum(view), offsets.iter().map(|&i| x[i]).sum::<f32>());
        let least = offsets.iter().map(|&i| x[i]).fold(f32::INFINITY, f32::min);
        let greatest = offsets.iter().map(|&i| x[i]).fold(f32::NEG_INFINITY, f32::max);
        prop_assert_eq!((minimum(view), maximum(view)), (Some(least), Some(greatest)));
        let bits = reduce(view, 0.0, |x, y| f32::from_bits(x.to_bits() ^ y.to_bits()));
        prop_assert_eq!(bits.to_bits(), offsets.iter().fold(0, |sum, &i| sum ^ x[i].to_bits()));
    }

    #[test]
    fn transposes(m in 1_usize..70, n in 1_usize..70, pad in 0_usize..3) {
        type Flat = Layout!((?,?):(?,?));
        let (a, b): (Flat, Flat) =
            (Layout::new((m, n), (1, m + pad)), Layout::new((n, m), (1, n)));
        let x = numbers(ROOM);
        let (mut found, mut expected) = (vec![0.0; ROOM], vec![0.0; ROOM]);
        transpose(View::new(&x, a).unwrap(), &mut ViewMut::new(&mut found, b).unwrap());
        for i in 0..m {
            for j in 0..n {
                expected[b.index((j, i))] = x[a.index((i, j))];
            }
        }
        prop_assert_eq!(&found, &expected);

        let square: Flat = Layout::new((n, n), (1, n + pad));
        let (mut found, mut expected) = (x.clone(), x.clone());
        transpose_in_place(&mut ViewMut::new(&mut found, square).unwrap());
        for i in 0..n {
            for j in 0..n {
                expected[square.index((j, i))] = x[square.index((i, j))];
            }
        }
        prop_assert_eq!(&found, &expected);
    }

    #[test]
    fn copies_of_some(
        extents in prop::array::uniform3(1_usize..9),
        orders in prop::array::uniform2(0_usize..6),
        modulus in 1_usize..4,
    ) {
        let a = flat(extents, strides(extents, orders[0], [1, 0, 2]));
        let b = flat(extents, strides(extents, orders[1], [0; 3]));
        let x = numbers(ROOM);
        let (mut found, mut expected) = (vec![0.0; ROOM], vec![0.0; ROOM]);
        copy_if(
            View::new(&x, a).unwrap(),
            &mut ViewMut::new(&mut found, b).unwrap(),
            |(i, j, k)| (i + j + k) % modulus == 0,
        );
        for (i, j, k) in a.coords() {
            if (i + j + k) % modulus == 0 {
                expected[b.index((i, j, k))] = x[a.index((i, j, k))];
            }
        }
        prop_assert_eq!(&found, &expected);
    }
}

/// The predicate is called once for each coordinate, and exactly the chosen elements are copied: every set of elements of
/// small matrices, in orders of both sides, static and run-time strides, swizzled, of shapes nested differently.
#[test]
fn every_choice_of_elements() {
    macro_rules! chosen {
        ($(($from:expr, $to:expr, $size:literal);)*) => {$(
            let (from, to) = ($from, $to);
            let x: Vec<u32> = (100..164).collect();
            for mask in 0_u32..1 << $size {
                let mut y = [0_u32; 64];
                let mut called = 0_u32;
                copy_if(
                    View::with_origin(&x, 30, from).unwrap(),
                    &mut ViewMut::with_origin(&mut y, 30, to).unwrap(),
                    |coord| {
                        let bit = 1 << coord.linear(from.shape());
                        assert_eq!(called & bit, 0, "{from} {to}");
                        called |= bit;
                        mask & bit != 0
                    },
                );
                assert_eq!(called, (1 << $size) - 1, "{from} {to}");
                let mut expected = [0; 64];
                for i in (0..$size).filter(|i| mask & 1 << i != 0) {
                    let at = |offset: isize| (30 + offset) as usize;
                    expected[at(LayoutOps::offset(to, i))] = x[at(LayoutOps::offset(from, i))];
                }
                assert_eq!(y, expected, "{from} {to} {mask:b}");
            }
        )*};
    }
    let (two, three, one) = (2, 3, 1);
    chosen! {
        (layout!((2, 3):(3, 1)), layout!((2, 3):(3, 1)), 6);
        (layout!((2, 3):(1, 2)), layout!((2, 3):(3, 1)), 6);
        (layout!((two, three):(three, one)), layout!((two, three):(5, one)), 6);
        (layout!((two, three):(three, one)), layout!((two, three):(one, two)), 6);
        (layout!((two, 3):(-3, -1)), layout!((2, three):(3, 1)), 6);
        (layout!((2, (2, 2)):(4, (1, 2))), layout!((2, (2, 2)):(1, (4, 2))), 8);
        (layout!((2, 2, 2):(0, 2, 1)), layout!((2, 2, 2):(4, 2, 1)), 8);
        (layout!((2, 4):(4, 1)), layout!(Sw<1,0,2> o 0 o (2,4):(4,1)), 8);
        (layout!(Sw<1,0,2> o 0 o (2,4):(1,2)), layout!((2, 4):(4, 1)), 8);
        (layout!((2, 4):(4, 1)), layout!(8:2), 8);
        (layout!((4, 2):(2, 1)), layout!((2, 4):(4, 1)), 8);
        (layout!((1, 10):(3, 1)), layout!((1, 10):(one, 1)), 10);
        (layout!((0, 3):(3, 1)), layout!((0, 3):(3, 1)), 0);
        (layout!(():()), layout!(():()), 1);
    }
}

/// The predicate sees the coordinates of the tile, also where an edge cuts one of the two tiles.
#[test]
fn choices_in_tiles_that_edges_cut() {
    let data: Vec<u32> = (1..36).collect();
    let view = View::new(&data, layout!((5, 7):(7, 1))).unwrap();
    for (at, i, j) in [((0, 0), 0, 0), ((1, 0), 3, 0), ((0, 1), 0, 4), ((1, 1), 3, 4)] {
        let mut stage = [0_u32; 12];
        let mut rows = ViewMut::new(&mut stage, layout!((3, 4):(4, 1))).unwrap();
        copy_if(view.tile_padded(tile!(3, 4), at), &mut rows, |(i, j)| (i + j) % 2 == 0);
        let mut columns = Owned::filled(layout!((3, 4):(1, 3)), 0_u32);
        copy_if(view.tile_padded(tile!(3, 4), at), &mut columns, |(i, j)| (i + j) % 2 == 0);
        let mut back = [0_u32; 35];
        let mut to = ViewMut::new(&mut back, layout!((5, 7):(7, 1))).unwrap();
        copy_if(columns.view(), &mut to.tile_padded_mut(tile!(3, 4), at), |_| true);
        for (k, l) in (0..3).flat_map(|k| (0..4).map(move |l| (k, l))) {
            let is_inside = i + k < 5 && j + l < 7;
            let expected = if is_inside && (k + l) % 2 == 0 { view[(i + k, j + l)] } else { 0 };
            assert_eq!((rows[(k, l)], columns[(k, l)]), (expected, expected), "{at:?} {k} {l}");
            if is_inside {
                assert_eq!(to[(i + k, j + l)], expected);
            }
        }
    }
}

/// Transpositions in place of all small sizes, by rows and by columns, with gaps, negative strides, nested and swizzled.
#[test]
fn transpositions_in_place() {
    macro_rules! transposed {
        ($layout:expr, $origin:expr) => {
            let layout = $layout;
            let data: Vec<u32> = (0..3000).collect();
            let mut found = data.clone();
            transpose_in_place(&mut ViewMut::with_origin(&mut found, $origin, layout).unwrap());
            let mut expected = data.clone();
            let at = |i, j| (LayoutOps::offset(layout, (i, j)) + $origin as isize) as usize;
            let n = layout.shape().0.count();
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                expected[at(i, j)] = data[at(j, i)];
            }
            assert_eq!(found, expected, "{layout}");
        };
    }
    for n in 0..35 {
        transposed!(layout!((n, n):(n, 1)), 0);
        transposed!(layout!((n, n):(1, n)), 3);
        transposed!(layout!((n, n):(1, { n + 3 })), 0);
        transposed!(layout!((n, n):({ 2 * n }, { std::hint::black_box(1) })), 0);
        transposed!(layout!((n, n):(-n, 1)), n * n);
        transposed!(layout!((n, n):(-n, -1)), n * n);
    }
    transposed!(layout!((3, 3):row), 0);
    transposed!(layout!((9, 9):col), 0);
    transposed!(layout!((16, 16):(17, 1)), 0);
    transposed!(layout!(((2, 2), (2, 2)):((1, 2), (4, 8))), 0);
    transposed!(layout!(((2, 8), 16):((1, 32), 2)), 0);
    transposed!(layout!(Sw<3,0,3> o 0 o (8,8):(8,1)), 0);
    transposed!(layout!(Sw<2,0,4> o 0 o (16,16):(16,1)), 0);
}

/// Copies between tiles in which edges cut rows, columns, both, or a row in its middle: exactly the elements that `contains`
/// accepts are copied.
#[test]
fn some_elements_of_tiles_that_edges_cut() {
    macro_rules! copied {
        ($tiler:expr, $rows:expr, $columns:expr) => {
            let data = numbers(70);
            let view = View::new(&data, layout!((7, 10):(1, 7))).unwrap();
            for at in [(0, 0), ($rows, 0), (0, $columns), ($rows, $columns)] {
                let tile = view.tile_padded($tiler, at);
                let coords: Vec<_> = tile.padded_tile().layout().coords().collect();
                let has: Vec<_> = coords.iter().map(|&at| tile.padded_tile().contains(at)).collect();
                let mut stage = vec![-1.0; coords.len()];
                let n = coords.len();
                let linear = layout!(n:1);
                copy_if(tile, &mut ViewMut::new(&mut stage, linear).unwrap(), |_| true);
                let mut read = tile.entries().map(|(_, &x)| x);
                for (&found, &has) in stage.iter().zip(&has) {
                    assert_eq!(found, if has { read.next().unwrap() } else { -1.0 }, "{at:?}");
                }
                assert_eq!(read.next(), None);
                // Back, and from one cut tile to another.
                let (mut back, mut over) = (vec![-1.0; 70], vec![-1.0; 70]);
                let mut to = ViewMut::new(&mut back, layout!((7, 10):(1, 7))).unwrap();
                let stage = View::new(&stage, linear).unwrap();
                copy_if(stage, &mut to.tile_padded_mut($tiler, at), |_| true);
                let mut to = ViewMut::new(&mut over, layout!((7, 10):(1, 7))).unwrap();
                copy_if(tile, &mut to.tile_padded_mut($tiler, at), |_| true);
                assert_eq!(back, over, "{at:?}");
                let written = back.iter().zip(&data).filter(|(x, y)| x == y).count();
                assert_eq!(written, has.iter().filter(|&&has| has).count(), "{at:?}");
            }
        };
    }
    let (three, four) = (3, 4);
    copied!(tile!(3, 4), 2, 2);
    copied!(tile!(three, four), 2, 2);
    copied!(tile!((2, 2):(1, 2), 4), 1, 2);
    copied!(tile!(5, (2, 2):(1, 2)), 1, 2);
    copied!(tile!(7, 5), 0, 1);
}

/// All elements of tiles whose neighbours differ on both sides, whole and cut, of every size: those that `get` finds.
#[test]
fn all_elements_of_turned_tiles() {
    fn turned<T: Copy + PartialEq + Default + std::fmt::Debug>(number: impl Fn(usize) -> T) {
        macro_rules! tiles {
            ($matrix:expr, $tiler:expr, $Stage:ty) => {
                let layout = $matrix;
                let data: Vec<T> = (1..=layout.size()).map(&number).collect();
                let view = View::new(&data, layout).unwrap();
                for (at, tile) in view.tiles_padded($tiler).enumerate() {
                    let mut stage = Owned::<T, $Stage>::default();
                    copy_if(tile, &mut stage, |_| true);
                    for (coord, x) in stage.entries() {
                        assert_eq!(*x, tile.get(coord).copied().unwrap_or_default(), "{at:?}");
                    }
                    let mut back = vec![T::default(); data.len()];
                    let mut to = ViewMut::new(&mut back, layout).unwrap();
                    copy_if(&stage, &mut to.tile_padded_mut($tiler, at), |_| true);
                    let to = to.as_view();
                    assert!(to.tile_padded($tiler, at).entries().eq(tile.entries()), "{at:?}");
                    let written = back.iter().filter(|x| **x != T::default()).count();
                    let some = tile.entries().filter(|(_, x)| **x != T::default()).count();
                    assert_eq!(written, some, "{at:?}");
                }
            };
        }
        let (m, n, k) = (45, 39, 7);
        tiles!(layout!((m, n):row), tile!(32, 17), Layout!((32, 17)));
        tiles!(layout!((m, n):row), tile!(4, 4), Layout!((4, 4)));
        tiles!(layout!((m, n):col), tile!(16, 16), Layout!((16, 16):row));
        tiles!(layout!((m, 11, k):row), tile!(8, 5, 4), Layout!((8, 5, 4)));
    }
    turned(|i| i as u8);
    turned(|i| i as u16);
    turned(|i| i as f32);
    turned(|i| i as f64);
    turned(|i| [i as u32; 3]);
    turned(|i| [i as u64; 2]);
}

#[test]
fn swizzled_and_static_layouts() {
    let x = numbers(512);
    let rows = layout!((8, 64):(64, 1));
    let swizzled = layout!(Sw<3,2,3> o 0 o (8,64):(64,1));
    let mut found = vec![0.0_f32; 512];
    transform(
        View::new(&x, rows).unwrap(),
        &mut ViewMut::new(&mut found, swizzled).unwrap(),
        |x| -x,
    );
    let moved = View::new(&found, swizzled).unwrap();
    for i in 0..8 {
        for j in 0..64 {
            assert_eq!(*moved.at((i, j)), -x[64 * i + j]);
        }
    }
    assert_eq!(sum(moved), -x.iter().sum::<f32>());
    assert_eq!(minimum(moved).unwrap(), -maximum(View::new(&x, layout!(512:1)).unwrap()).unwrap());

    let mut square: Vec<u16> = (0..64).collect();
    let turned = layout!(Sw<2,0,3> o 0 o (8,8):(8,1));
    let before: Vec<u16> = View::new(&square, turned).unwrap().iter().copied().collect();
    transpose_in_place(&mut ViewMut::new(&mut square, turned).unwrap());
    let after = View::new(&square, turned).unwrap();
    assert!((0..64).all(|i| *after.at((i % 8, i / 8)) == before[i / 8 + i % 8 * 8]));

    // With negative strides, with gaps, and to another nesting.
    let down = layout!((3, 4):(-5, 1));
    let mut line = [0; 12];
    let data: Vec<i32> = (0..14).collect();
    transform(
        View::with_origin(&data, 10, down).unwrap(),
        &mut ViewMut::new(&mut line, layout!((3, (2, 2)):(4, (1, 2)))).unwrap(),
        |x| 2 * x,
    );
    assert_eq!(line, [20, 22, 24, 26, 10, 12, 14, 16, 0, 2, 4, 6]);
}

#[test]
fn convolutions() {
    type Image = Layout!((?,?,?):(?,?,?));
    type Filter = Layout!((?,?,?,?):(?,?,?,?));
    for (h, w, c, r, s, k) in
        [(1, 1, 1, 1, 1, 1), (6, 5, 3, 2, 3, 4), (9, 20, 2, 3, 3, 17), (5, 4, 1, 5, 4, 2)]
    {
        for planes in [false, true] {
            let (p, q) = (h - r + 1, w - s + 1);
            let image: Image = if planes {
                Layout::new((h, w, c), (w, 1, w * h))
            } else {
                Layout::new((h, w, c), (w * c, c, 1))
            };
            let filter: Filter = Layout::new((r, s, c, k), (s * c * k, c * k, k, 1));
            let to: Image = Layout::new((p, q, k), (q * k, k, 1));
            let (x, f) = (numbers(image.cosize()), numbers(filter.cosize()));
            let mut found = vec![f32::NAN; p * q * k];
            convolve2d(
                View::new(&x, image).unwrap(),
                View::new(&f, filter).unwrap(),
                &mut ViewMut::new(&mut found, to).unwrap(),
            );
            for (i, j, l) in to.coords() {
                let mut sum = 0.0;
                for (di, dj, m, n) in filter.coords() {
                    if n == l {
                        sum +=
                            x[image.index((i + di, j + dj, m))] * f[filter.index((di, dj, m, n))];
                    }
                }
                // Small integers, so that the sum does not depend on the order.
                assert_eq!(found[to.index((i, j, l))], sum);
            }
        }
    }
    let panic = std::panic::catch_unwind(|| image_to_columns(layout!((4, 5, 1):(5, 1, 0)), 5, 1));
    assert_eq!(
        panic.unwrap_err().downcast_ref::<String>().unwrap(),
        "no window of 5 by 1 elements in an image of 4 by 5"
    );
}

/// The sums of `convolve2d` over an image of `[h, w, c]` elements and windows of `[r, s]`, with `k` results, compared with loops.
fn verify_windows<A: AnyLayout>(image: A, [h, w, c]: [usize; 3], [r, s, k]: [usize; 3]) {
    let [p, q] = [h - r + 1, w - s + 1];
    let filter: Layout!((?,?,?,?):(?,?,?,?)) = Layout::new((r, s, c, k), (s * c * k, c * k, k, 1));
    // The results of a window are not adjacent, so that a product of matrices computes the sums.
    let to: Layout!((?,?,?):(?,?,?)) = Layout::new((p, q, k), (2 * k * q, 2 * k, 2));
    let (x, f, mut found) = (numbers(1024), numbers(filter.cosize()), vec![f32::NAN; to.cosize()]);
    let x = View::new(&x, image).unwrap();
    let f = View::new(&f, filter).unwrap();
    convolve2d(x, f, &mut ViewMut::new(&mut found, to).unwrap());
    for (i, j, l) in to.coords() {
        let places = (0..r * s * c).map(|e| (e % r, e / r % s, e / r / s));
        // Small integers, so that the sum does not depend on the order.
        let sum: f32 = places
            .map(|(di, dj, m)| {
                let put = di + r * (dj + s * (m + c * l));
                x.at(i + di + h * (j + dj + w * m)) * f.at(put)
            })
            .sum();
        assert_eq!(found[to.index((i, j, l))], sum, "({i},{j},{l}) of {}", image.with_words());
    }
}

/// Images with nested rows and columns, swizzled images, and both.
#[test]
fn convolutions_of_nested_and_swizzled_images() {
    // Nested rows of one stride, which are found at run time.
    let (four, even) = (4, 24);
    verify_windows(layout!(((2, four), 6, 2):((12, even), 2, 1)), [8, 6, 2], [3, 2, 3]);
    verify_windows(layout!((6, (2, four), 2):(2, (12, even), 1)), [6, 8, 2], [3, 2, 3]);
    // Rows of two strides, with windows of one row, and with one window of all rows; columns, alike.
    let rows = layout!(((2, 4), 6, 2):((12, 100), 2, 1));
    let columns = layout!((6, (2, 4), 2):(2, (12, 100), 1));
    verify_windows(rows, [8, 6, 2], [1, 3, 2]);
    verify_windows(rows, [8, 6, 2], [8, 3, 2]);
    verify_windows(columns, [6, 8, 2], [3, 1, 2]);
    verify_windows(columns, [6, 8, 2], [3, 8, 2]);
    // A swizzle applies to the sum of the offsets of a window and of a place.
    verify_windows(layout!(Sw<2,0,3> o 0 o (8,6,2):(12,2,1)), [8, 6, 2], [3, 2, 3]);
    let swizzled = layout!(Sw<2,0,3> o 0 o ((2,4),6,2):((12,100),2,1));
    verify_windows(swizzled, [8, 6, 2], [1, 3, 2]);

    // A window of two rows has no offset of its own in rows of two strides.
    fn refused<A: AnyLayout>(image: A, window: [usize; 3]) {
        let extents = image.with_words().to_string();
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            verify_windows(image, image.mode_sizes(), window);
        }));
        let text = *panic.expect_err(&extents).downcast::<String>().unwrap();
        assert!(text.starts_with("cannot compose"), "{extents}: {text}");
    }
    refused(rows, [2, 1, 1]);
    refused(columns, [1, 3, 1]);
    refused(swizzled, [2, 1, 1]);
}

/// Compares windows with strides, and windows that the edges cut, with the sum that has zeros outside.
#[test]
fn clipped_convolutions() {
    fn verify<A: PlainLayout, B: PlainLayout>(
        how: Convolution,
        image: A,
        filter: B,
        [h, w, c]: [usize; 3],
        [r, s, k]: [usize; 3],
    ) {
        let [p, q] = how.windows([h, w], [r, s]);
        let to: Layout!((?,?,?):(?,?,?)) = Layout::new((p, q, k), (k, k * p, 1));
        let (x, f) = (numbers(image.cosize()), numbers(filter.cosize()));
        let (x, f) = (View::new(&x, image).unwrap(), View::new(&f, filter).unwrap());
        let mut found = vec![f32::NAN; p * q * k];
        convolve2d_with(how, x, f, &mut ViewMut::new(&mut found, to).unwrap());
        for (i, j, l) in to.coords() {
            let mut sum = 0.0;
            for (di, dj, m) in (0..r * s * c).map(|e| (e % r, e / r % s, e / r / s)) {
                let y = (i * how.stride[0] + di).checked_sub(how.padding[0]);
                let z = (j * how.stride[1] + dj).checked_sub(how.padding[1]);
                if let (Some(y), Some(z)) = (y, z)
                    && y < h
                    && z < w
                {
                    let at = y + h * (z + w * m);
                    let put = di + r * (dj + s * (m + c * l));
                    sum += x.at(at) * f.at(put);
                }
            }
            assert_eq!(found[to.index((i, j, l))], sum, "({i},{j},{l}) of {how:?} of {h} by {w}");
        }
    }
    type Image = Layout!((?,?,?):(?,?,?));
    type Filter = Layout!((?,?,?,?):(?,?,?,?));
    for ([h, w, c], [r, s, k]) in [
        ([1, 1, 1], [1, 1, 1]),
        ([6, 5, 3], [2, 3, 4]),
        ([9, 11, 2], [3, 3, 5]),
        ([2, 3, 1], [4, 5, 2]),
    ] {
        let filter: Filter = Layout::new((r, s, c, k), (s * c * k, c * k, k, 1));
        for (stride, padding) in [
            ([1, 1], [1, 1]),
            ([2, 1], [0, 2]),
            ([2, 3], [1, 2]),
            ([1, 2], [4, 3]),
            ([5, 7], [2, 2]),
        ] {
            if h + 2 * padding[0] < r || w + 2 * padding[1] < s {
                continue;
            }
            let how = Convolution { stride, padding };
            let pixels: Image = Layout::new((h, w, c), (w * c, c, 1));
            let planes: Image = Layout::new((h, w, c), (w, 1, w * h));
            verify(how, pixels, filter, [h, w, c], [r, s, k]);
            verify(how, planes, filter, [h, w, c], [r, s, k]);
        }
    }
    let how = Convolution { padding: [1, 1], ..Convolution::default() };
    let (image, filter) = (layout!((7, 6, 4):(24, 4, 1)), layout!((3, 3, 4, 8):(96, 32, 8, 1)));
    verify(how, image, filter, [7, 6, 4], [3, 3, 8]);
    // Channels of several strides, in the filter and in both.
    let apart = layout!((3, 3, (2, 2), 8):(96, 32, (16, 8), 1));
    verify(how, image, apart, [7, 6, 4], [3, 3, 8]);
    verify(how, layout!((7, 6, (2, 2)):(24, 4, (2, 1))), filter, [7, 6, 4], [3, 3, 8]);
}

/// A refusal of windows names the image, the window, the axis, its padding and stride, and the nearest that is accepted; and
/// that is accepted.
#[test]
fn windows_that_do_not_fit() {
    let row = |how: Convolution, image, window, words: &str| {
        let refused = how.try_windows(image, window).unwrap_err().to_string();
        assert_eq!(refused, words);
        let panic = std::panic::catch_unwind(|| how.windows(image, window)).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>(), Some(&refused));
    };
    let how = |stride, padding| Convolution { stride: [1, stride], padding: [0, padding] };
    row(
        how(3, 1),
        [4, 5],
        [2, 8],
        "cannot move a window of (2,8) over an image of (4,5): axis 1 has the padding 1 and the stride 3, and no window fits; the least padding is 2",
    );
    assert_eq!(how(3, 2).windows([4, 5], [2, 8]), [3, 1]);
    row(
        how(3, 1),
        [4, 5],
        [2, 0],
        "cannot move a window of (2,0) over an image of (4,5): axis 1 has the padding 1, the stride 3 and an empty window; the least window has 1 element",
    );
    row(
        how(0, 1),
        [4, 5],
        [2, 8],
        "cannot move a window of (2,8) over an image of (4,5): axis 1 has the padding 1 and the stride 0; the least stride is 1",
    );
    let most = (isize::MAX as usize - 5) / 2;
    row(
        how(3, most + 1),
        [4, 5],
        [2, 8],
        &format!(
            "cannot move a window of (2,8) over an image of (4,5): axis 1 has the padding {} and the stride 3, and a padded image past {}; the greatest padding is {most}",
            most + 1,
            isize::MAX
        ),
    );
    assert!(how(3, most).try_windows([4, 5], [2, 8]).is_ok());
    row(
        how(3, 1),
        [4, 0],
        [2, isize::MAX as usize],
        &format!(
            "cannot move a window of (2,{}) over an image of (4,0): axis 1 has the padding 1 and the stride 3, and no window fits; no padding is long enough",
            isize::MAX
        ),
    );
    // A number past 64 bits is written as one past the greatest.
    let rows = if usize::BITS == 64 { format!(">{}", isize::MAX) } else { usize::MAX.to_string() };
    row(
        how(3, 1),
        [usize::MAX, 5],
        [2, 8],
        &format!(
            "cannot move a window of (2,8) over an image of ({rows},5): an integer is past {}",
            isize::MAX
        ),
    );
}

#[test]
fn numbers_that_are_none_and_layouts_without_elements() {
    let mut y = [f32::NAN; 4];
    axpby(
        1.0,
        View::new(&[1.0; 4], layout!(4:1)).unwrap(),
        0.0,
        &mut ViewMut::new(&mut y, layout!(4:1)).unwrap(),
    );
    assert_eq!(y, [1.0; 4]);
    let mut y = [f32::INFINITY; 4];
    axpby(
        f32::NAN,
        View::new(&[1.0; 4], layout!(4:1)).unwrap(),
        1.0,
        &mut ViewMut::new(&mut y, layout!(4:1)).unwrap(),
    );
    assert!(y.iter().all(|y| y.is_nan()));

    for at in 0..100 {
        let mut x = numbers(100);
        x[at] = f32::NAN;
        let view = View::new(&x, layout!((10, 10):(10, 1))).unwrap();
        assert!(
            sum(view).is_nan()
                && minimum(view).unwrap().is_nan()
                && maximum(view).unwrap().is_nan()
        );
    }
    let none = View::new(&[0.0_f32; 0], layout!((0, 3):(1, 1))).unwrap();
    assert_eq!((sum(none), minimum(none), maximum(none)), (0.0, None, None));
    fill(&mut ViewMut::new(&mut [0_u8; 0], layout!((3, 0):(1, 1))).unwrap(), 1);
}

/// Whole tiles of turned operands are transposed in registers, whose number of lanes depends on the width of an element.
#[test]
fn turned_operands_of_each_width() {
    macro_rules! of {
        ($($t:ty)*) => {$({
            let (rows, columns) = (40_usize, 37_usize);
            let (row, column) = (layout!((rows, columns):(columns, 1)), layout!((rows, columns):(1, rows)));
            let x: Vec<$t> = (0..rows * columns).map(|x| x as $t).collect();
            let turned = |x: usize| (x % rows * columns + x / rows) as $t;
            let view = View::new(&x, row).unwrap();

            let mut found = vec![5 as $t; x.len()];
            transform(view, &mut ViewMut::new(&mut found, column).unwrap(), |x| x + 1 as $t);
            assert!(found.iter().enumerate().all(|(i, &y)| y == turned(i) + 1 as $t));
            combine(view, view, &mut ViewMut::new(&mut found, column).unwrap(), |x, y| x + y);
            assert!(found.iter().enumerate().all(|(i, &y)| y == turned(i) + turned(i)));
        })*};
    }
    of!(i16 i32 f32 i64 u64 f64 u128);
    macro_rules! updated {
        ($($t:ty)*) => {$({
            let (rows, columns) = (40_usize, 37_usize);
            let x: Vec<$t> = (0..rows * columns).map(|x| x as $t).collect();
            let mut y = vec![5 as $t; x.len()];
            axpby(
                2 as $t,
                View::new(&x, layout!((rows, columns):(columns, 1))).unwrap(),
                3 as $t,
                &mut ViewMut::new(&mut y, layout!((rows, columns):(1, rows))).unwrap(),
            );
            for (i, &y) in y.iter().enumerate() {
                assert_eq!(y, 2 as $t * x[i % rows * columns + i / rows] + 15 as $t);
            }
        })*};
    }
    updated!(i32 f32 f64);
}

/// The order of a sum is the documented one.
#[test]
fn sums_have_a_stated_order() {
    let x: Vec<f32> = (0..1000).map(|i| 1.0 / (1.0 + i as f32)).collect();
    let n = 1000_usize;
    let mut lanes = [0.0_f32; 32];
    for (i, x) in x.iter().enumerate() {
        lanes[i % 32] += x;
    }
    let mut rest = 32;
    while rest > 1 {
        rest /= 2;
        for k in 0..rest {
            lanes[k] += lanes[k + rest];
        }
    }
    assert_eq!(sum(View::new(&x, Layout::new(n, 1_usize)).unwrap()), lanes[0]);
    assert_eq!(sum(View::new(&x, layout!((10, 100):(100, 1))).unwrap()), lanes[0]);
}

#[test]
fn refusals_name_the_layouts() {
    let (x, mut y, n) = ([0; 12], [0; 12], 4_usize);
    let of = |a: usize, b: usize| Layout::new((a, b), (1_usize, a));
    let refused = try_transform(
        View::new(&x, of(3, n)).unwrap(),
        &mut ViewMut::new(&mut y, Layout::new((n, 3), (3, 1))).unwrap(),
        |x| x,
    );
    assert!(refused.is_ok(), "a line has every shape");
    let refused = try_transform(
        View::new(&x, Layout::new((3, n), (n, 1))).unwrap(),
        &mut ViewMut::new(&mut y, Layout::new((n, 3), (3, 1))).unwrap(),
        |x| x,
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "cannot combine (3,4):(4,1) with (4,3):(3,1): 3 does not divide 4: the shapes have no modes in common"
    );
    let mut out = [0; 12];
    let refused = try_combine(
        View::new(&x, of(2, n)).unwrap(),
        View::new(&x, of(2, n)).unwrap(),
        &mut ViewMut::new(&mut out, of(3, n)).unwrap(),
        |x, y| x + y,
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "cannot combine (2,4):(1,2) with (3,4):(1,3): the sizes 8 and 12 differ"
    );
    let panic = std::panic::catch_unwind(move || {
        transpose_in_place(&mut ViewMut::new(&mut [0; 12], of(3, n)).unwrap());
    });
    assert_eq!(
        panic.unwrap_err().downcast_ref::<String>().unwrap(),
        "cannot transpose in place (3,4):(1,3): the sizes 3 and 4 differ"
    );
    // Equal sizes, but the number of rows of one is not the number of columns of the other.
    let refused = try_transpose(
        View::new(&x, of(3, n)).unwrap(),
        &mut ViewMut::new(&mut out, of(3, n)).unwrap(),
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "cannot transpose (3,4):(1,3) into (3,4):(1,3): the sizes 3 and 4 differ"
    );
}
