//! Every operation on a device, compared with loops on the CPU. Without a device these tests fail.

mod common;

use common::{Random, gpu, numbers, reals};
use layout_core::{ComposedLayout, Coord};
use static_layout::{AnyLayout, LayoutOps, layout};
use static_layout_gpu::{DeviceTensor, Reduction, TRANSPOSE_TILE, Tile};

/// Sizes around the edges of tiles, and others.
const SIZES: [(usize, usize); 9] =
    [(1, 1), (3, 5), (8, 8), (31, 33), (32, 32), (33, 64), (65, 7), (100, 129), (257, 66)];

/// Copies from one layout to the other, and compares each element.
#[track_caller]
fn copies<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
    let gpu = gpu();
    let data = numbers(a.cosize());
    let source = gpu.upload(&data, a).unwrap();
    let mut target = gpu.zeros::<u32, B>(b).unwrap();
    gpu.copy(&source, &mut target).unwrap();
    let copied = gpu.download(&target).unwrap();
    assert_eq!(copied.len() as u64, target.span());
    for i in 0..a.size() {
        assert_eq!(copied[b.index(i)], data[a.index(i)], "{a} to {b}, element {i}");
    }
}

#[test]
fn copies_between_layouts_of_any_size() {
    for (m, n) in SIZES {
        let (wide, tall) = (n + 3, m + 1);
        copies(layout!((m, n):(1, m)), layout!((m, n):(1, m)));
        copies(layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
        copies(layout!((m, n):(1, m)), layout!((m, n):(n, 1)));
        copies(layout!((m, n):(wide, 1)), layout!((m, n):(1, tall)));
        // A broadcast source.
        copies(layout!((m, n):(0, 1)), layout!((m, n):(n, 1)));
        let mn = m * n;
        copies(layout!((m, n, 3):(3, {3 * m}, 1)), layout!((m, n, 3):(n, 1, mn)));
        // Other nesting, equal size.
        copies(layout!((m, n):(n, 1)), layout!(mn:1));
    }
}

#[test]
fn copies_between_static_layouts() {
    copies(layout!((64, 96):(96, 1)), layout!((64, 96):(1, 64)));
    copies(layout!(((4, 8), (2, 16)):((1, 64), (4, 8))), layout!((32, 32):(32, 1)));
    copies(layout!((64, 64):(64, 1)), layout!(Sw<3,3,3> o 0 o (64, 64):(64, 1)));
    copies(layout!(Sw<3,3,3> o 0 o (64, 64):(64, 1)), layout!((64, 64):(1, 64)));
    copies(layout!((3, 5, 7):(35, 7, 1)), layout!((3, 5, 7):(1, 3, 15)));
    copies(layout!(1:1), layout!(1:1));
}

#[test]
fn copies_of_random_sizes() {
    let mut random = Random::new();
    for _ in 0..25 {
        let [m, n, p] = [random.extent(150), random.extent(150), 1 + random.extent(16) % 5];
        let (wide, tall) = (n + random.extent(16), m + random.extent(16));
        copies(layout!((m, n):(wide, 1)), layout!((m, n):(1, tall)));
        copies(layout!((m, n):(1, tall)), layout!((m, n):(1, m)));
        copies(layout!((m, n):(wide, 1)), layout!((m, n):(n, 1)));
        let [pm, pn, mn] = [p * m, p * n, m * n];
        copies(layout!((m, n, p):(1, pm, m)), layout!((m, n, p):(pn, 1, n)));
        copies(layout!((m, n, p):(n, 1, mn)), layout!((m, (n, p)):(1, (m, mn))));
        copies(layout!((64, (m, 8)):({8 * m}, (8, 1))), layout!((64, (m, 8)):(1, (64, {64 * m}))));
    }
}

#[test]
fn products_and_reductions_of_random_sizes() {
    let gpu = gpu();
    let mut random = Random::new();
    for _ in 0..12 {
        let [m, n, k] = [random.extent(140), random.extent(140), random.extent(70)];
        let [tall, wide, far] = [m, n, k].map(|extent| extent + random.extent(16));
        let (columns, rows) = (layout!((m, k):(1, tall)), layout!((m, k):(far, 1)));
        let (right, turned) = (layout!((k, n):(1, far)), layout!((k, n):(wide, 1)));
        multiplies(columns, right, layout!((m, n):(wide, 1)), [m, n, k], None);
        multiplies(rows, turned, layout!((m, n):(1, tall)), [m, n, k], None);
        multiplies(columns, turned, layout!((m, n):(1, tall)), [m, n, k], Some(Tile::ALL[2]));
        let data = numbers(m * n);
        let tensor = gpu.upload(&data, layout!((m, n):(n, 1))).unwrap();
        let sum = data.iter().fold(0_u32, |sum, &x| sum.wrapping_add(x));
        assert_eq!(gpu.reduce(&tensor, Reduction::Sum).unwrap(), sum, "{m} {n}");
        assert_eq!(gpu.reduce(&tensor, Reduction::Max).unwrap(), *data.iter().max().unwrap());
    }
}

#[test]
fn negative_strides_start_at_the_origin() {
    let gpu = gpu();
    let data = numbers(12);
    let source = gpu.upload(&data, layout!((3, 4):(4, -1))).unwrap();
    let mut target = gpu.zeros::<u32, _>(layout!((3, 4):(4, 1))).unwrap();
    gpu.copy(&source, &mut target).unwrap();
    let copied = gpu.download(&target).unwrap();
    for i in 0..3 {
        for j in 0..4 {
            assert_eq!(copied[4 * i + j], data[4 * i + 3 - j]);
        }
    }
}

/// An error reaches the thread that made the mistake, and no other.
#[test]
fn threads_share_a_device() {
    let gpu = &gpu();
    std::thread::scope(|scope| {
        for thread in 0..4_u32 {
            scope.spawn(move || {
                let a = gpu.upload(&[thread as f32; 6], layout!((2, 3):(1, 2))).unwrap();
                let mut b = gpu.zeros::<f32, _>(layout!((2, 3):(1, 2))).unwrap();
                for turn in 0..50 {
                    if thread % 2 == 0 {
                        let wrong = format!("x + {turn}.0 +");
                        let error = gpu.transform(&a, &mut b, &wrong).unwrap_err();
                        assert!(error.to_string().contains(&wrong), "{error}");
                    } else {
                        // Each text is new, and is compiled.
                        let text = format!("x + {thread}{turn}.0");
                        gpu.transform(&a, &mut b, &text).unwrap();
                    }
                }
            });
        }
    });
}

/// A thread that waits for the device may receive the notices of others.
#[test]
fn threads_read_back_at_once() {
    let gpu = &gpu();
    std::thread::scope(|scope| {
        for thread in 0..8_u32 {
            scope.spawn(move || {
                let data = [thread; 64];
                let tensor = gpu.upload(&data, layout!((8, 8):(8, 1))).unwrap();
                for _ in 0..100 {
                    assert_eq!(gpu.download(&tensor).unwrap(), data);
                }
            });
        }
    });
}

/// Multiplies, and compares with three loops. The numbers are small integers, whose sums are exact.
#[track_caller]
fn multiplies<A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: A,
    b: B,
    c: C,
    [m, n, k]: [usize; 3],
    tile: Option<Tile>,
) {
    let gpu = gpu();
    let (left, right) = (reals(a.cosize()), reals(b.cosize()));
    let (x, y): (DeviceTensor<f32, A>, DeviceTensor<f32, B>) =
        (gpu.upload(&left, a).unwrap(), gpu.upload(&right, b).unwrap());
    let mut z = gpu.zeros::<f32, C>(c).unwrap();
    match tile {
        None => gpu.matmul(&x, &y, &mut z).unwrap(),
        Some(tile) => gpu.matmul_tiled(&x, &y, &mut z, tile).unwrap(),
    }
    let found = gpu.download(&z).unwrap();
    for i in 0..m {
        for j in 0..n {
            let sum: f32 =
                (0..k).map(|l| left[a.index(i + m * l)] * right[b.index(l + k * j)]).sum();
            assert_eq!(found[c.index(i + m * j)], sum, "({i},{j}) of {m} {n} {k}: {a} {b} {c}");
        }
    }
}

#[test]
fn products_of_any_size() {
    for [m, n, k] in [
        [1, 1, 1],
        [3, 5, 7],
        [64, 64, 16],
        [65, 63, 17],
        [128, 40, 33],
        [17, 130, 100],
        [5, 5, 0],
        [8, 8, 0],
    ] {
        multiplies(
            layout!((m, k):(1, m)),
            layout!((k, n):(1, k)),
            layout!((m, n):(1, m)),
            [m, n, k],
            None,
        );
        multiplies(
            layout!((m, k):(k, 1)),
            layout!((k, n):(n, 1)),
            layout!((m, n):(n, 1)),
            [m, n, k],
            None,
        );
        multiplies(
            layout!((m, k):(1, m)),
            layout!((k, n):(n, 1)),
            layout!((m, n):(n, 1)),
            [m, n, k],
            None,
        );
    }
    let sizes = [70, 50, 30];
    for tile in Tile::ALL {
        multiplies(
            layout!((70, 30):(1, 70)),
            layout!((30, 50):(50, 1)),
            layout!((70, 50):(1, 72)),
            sizes,
            Some(tile),
        );
    }
    multiplies(
        layout!(((8, 8), 16):((16, 128), 1)),
        layout!((16, (4, 8)):(1, (16, 64))),
        layout!((64, 32):(32, 1)),
        [64, 32, 16],
        None,
    );
}

#[test]
fn reductions_and_transforms() {
    let gpu = gpu();
    for (m, n) in SIZES {
        let layout = layout!((m, n):(n, 1));
        let data: Vec<i32> = numbers(m * n).into_iter().map(|x| x as i32 - (1 << 23)).collect();
        let tensor = gpu.upload(&data, layout).unwrap();
        let sum = data.iter().fold(0_i32, |sum, &x| sum.wrapping_add(x));
        assert_eq!(gpu.reduce(&tensor, Reduction::Sum).unwrap(), sum);
        assert_eq!(gpu.reduce(&tensor, Reduction::Min).unwrap(), *data.iter().min().unwrap());
        assert_eq!(gpu.reduce(&tensor, Reduction::Max).unwrap(), *data.iter().max().unwrap());
        let mut target = gpu.zeros::<i32, _>(layout!((m, n):(1, m))).unwrap();
        gpu.transform(&tensor, &mut target, "x * 3 - 1").unwrap();
        let found = gpu.download(&target).unwrap();
        for i in 0..m {
            for j in 0..n {
                assert_eq!(found[i + m * j], data[i * n + j].wrapping_mul(3).wrapping_sub(1));
            }
        }
    }
    // All negative: a thread without elements must not add a 0.
    let tensor = gpu.upload(&[-5_i32, -7, -6], layout!(3:1)).unwrap();
    assert_eq!(gpu.reduce(&tensor, Reduction::Max).unwrap(), -5);
    assert_eq!(gpu.reduce(&tensor, Reduction::Sum).unwrap(), -18);
    // Padding does not count as an element.
    let tensor = gpu.upload(&[1_u32, 100, 2, 100, 3], layout!(3:2)).unwrap();
    assert_eq!(gpu.reduce(&tensor, Reduction::Sum).unwrap(), 6);
}

#[test]
fn tensors_without_elements_have_a_sum() {
    let gpu = gpu();
    let empty = gpu.zeros::<f32, _>(layout!((2, 0):(1, 2))).unwrap();
    assert_eq!(gpu.reduce(&empty, Reduction::Sum).unwrap(), 0.0);
    let n = 0_usize;
    let numbers = gpu.zeros::<i32, _>(layout!((n, 1073741824):(1, 8))).unwrap();
    assert_eq!(gpu.reduce(&numbers, Reduction::Sum).unwrap(), 0);
    for reduction in [Reduction::Min, Reduction::Max] {
        let refused = gpu.reduce(&empty, reduction).unwrap_err();
        assert_eq!(refused.to_string(), "(2,0):(1,2) has no elements to reduce");
    }
    assert_eq!(gpu.download(&empty).unwrap(), []);
}

/// NumPy's `min` and `max`: one that is not a number is the result.
#[test]
fn the_least_and_the_greatest_are_nan_if_an_element_is() {
    let gpu = gpu();
    let nan = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001), f32::from_bits(0xffff_ffff)];
    for count in [1_usize, 2, 255, 300, 5000] {
        let data: Vec<f32> = (0..count).map(|x| (x * 7919 % 1000) as f32 - 500.0).collect();
        let extremes = |data: &[f32]| {
            let tensor = gpu.upload(data, layout!(count:1)).unwrap();
            [Reduction::Min, Reduction::Max].map(|one| gpu.reduce(&tensor, one).unwrap())
        };
        let least = data.iter().copied().fold(f32::INFINITY, f32::min);
        let most = data.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(extremes(&data), [least, most], "{count}");
        for (at, nan) in [0, count / 2, count - 1].into_iter().zip(nan) {
            let mut data = data.clone();
            data[at] = nan;
            assert!(extremes(&data).iter().all(|one| one.is_nan()), "{count} {at} {nan}");
        }
        let infinite = [vec![f32::INFINITY, f32::NEG_INFINITY], data].concat();
        let n = count + 2;
        let tensor = gpu.upload(&infinite, layout!(n:1)).unwrap();
        assert_eq!(gpu.reduce(&tensor, Reduction::Min).unwrap(), f32::NEG_INFINITY);
        assert_eq!(gpu.reduce(&tensor, Reduction::Max).unwrap(), f32::INFINITY);
    }
    let tiny = [f32::from_bits(1), -f32::from_bits(3), f32::MIN_POSITIVE];
    let tensor = gpu.upload(&tiny, layout!(3:1)).unwrap();
    assert_eq!(gpu.reduce(&tensor, Reduction::Min).unwrap(), tiny[1]);
    assert_eq!(gpu.reduce(&tensor, Reduction::Max).unwrap(), tiny[2]);
}

/// `target(i) = source(i)` for each linear index, as `copy` of `static-layout-kernels` on the CPU: sizes agree, not shapes.
#[test]
fn shapes_of_one_size_are_copied_by_linear_index() {
    let gpu = gpu();
    let (m, n) = (2_usize, 3_usize);
    copies(layout!((2, 3):(3, 1)), layout!((3, 2):(2, 1)));
    copies(layout!((m, n):(n, 1)), layout!((n, m):(m, 1)));
    let source = gpu.upload(&[0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0], layout!((2, 3):(3, 1))).unwrap();
    let mut target = gpu.zeros::<f32, _>(layout!((3, 2):(2, 1))).unwrap();
    gpu.transform(&source, &mut target, "x * 10.0").unwrap();
    assert_eq!(gpu.download(&target).unwrap(), [0.0, 40.0, 30.0, 20.0, 10.0, 50.0]);
}

/// The 32 threads of a row, and of a column, access 32 banks of four bytes.
#[test]
fn the_tile_of_a_transposition_has_no_bank_conflicts() {
    let tile: ComposedLayout = TRANSPOSE_TILE.parse().unwrap();
    let bank = |i: i64, j: i64| {
        let at = Coord::tuple(&[Coord::leaf(i), Coord::leaf(j)]).unwrap();
        tile.index(&at).unwrap() % 32
    };
    for fixed in 0..32 {
        for along_rows in [false, true] {
            let mut banks: Vec<i64> =
                (0..32).map(|k| if along_rows { bank(k, fixed) } else { bank(fixed, k) }).collect();
            banks.sort_unstable();
            assert!(banks.iter().copied().eq(0..32), "{fixed}: {banks:?}");
        }
    }
    let plain: ComposedLayout = TRANSPOSE_TILE.replace("Sw<5", "Sw<0").parse().unwrap();
    let at = |j| Coord::tuple(&[Coord::leaf(0), Coord::leaf(j)]).unwrap();
    assert!((0..32).all(|j| plain.index(&at(j)).unwrap() % 32 == 0), "the swizzle is needed");
}
