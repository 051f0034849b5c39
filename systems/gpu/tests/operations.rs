//! Reductions along modes, functions of several tensors, batches of products, and elements of 16 bits, compared with plain
//! loops.

mod common;

use common::{gpu, numbers, reals};
use static_layout::*;
use static_layout_gpu::{Gpu, GpuErrorKind, Reduction, Tile, f16};

/// Reduces along each set of modes, and compares with loops; the numbers are small integers, whose sums are exact.
#[track_caller]
fn reduces<L: AnyLayout>(gpu: &Gpu, layout: L, extents: [usize; 3]) {
    let data = reals(layout.cosize());
    let a = gpu.upload(&data, layout).unwrap();
    let [m, n, p] = extents;
    let element = |c: [usize; 3]| data[layout.index(c[0] + m * (c[1] + n * c[2]))];
    for axes in [&[0][..], &[1], &[2], &[0, 1], &[2, 0], &[1, 2], &[0, 1, 2], &[]] {
        let kept: [usize; 3] =
            std::array::from_fn(|k| if axes.contains(&k) { 1 } else { extents[k] });
        let [x, y, z] = kept;
        for reduction in [Reduction::Sum, Reduction::Min, Reduction::Max] {
            // Row-major, with the reduced modes as 1.
            let mut b = gpu.zeros::<f32, _>(layout!((x, y, z):({y * z}, z, 1))).unwrap();
            gpu.reduce_along(&a, reduction, axes, &mut b).unwrap();
            let found = gpu.download(&b).unwrap();
            let mut expected = vec![None::<f32>; x * y * z];
            for c in (0..m * n * p).map(|at| [at % m, at / m % n, at / m / n]) {
                let k: [usize; 3] = std::array::from_fn(|k| if kept[k] == 1 { 0 } else { c[k] });
                let to = &mut expected[(k[0] * y + k[1]) * z + k[2]];
                let value = element(c);
                *to = Some(match (*to, reduction) {
                    (None, _) => value,
                    (Some(sum), Reduction::Sum) => sum + value,
                    (Some(least), Reduction::Min) => least.min(value),
                    (Some(most), Reduction::Max) => most.max(value),
                });
            }
            let expected: Vec<f32> = expected.into_iter().flatten().collect();
            assert_eq!(found, expected, "{reduction:?} of {layout} along {axes:?}");
        }
    }
}

#[test]
fn reductions_along_modes() {
    let whole = gpu();
    let parts = Gpu::new().unwrap().without_subgroups();
    println!(
        "subgroups: {}",
        whole.features().contains(static_layout_gpu::wgpu::Features::SUBGROUP)
    );
    let sizes = [[1, 1, 1], [2, 3, 5], [33, 4, 8], [1, 2, 700], [64, 16, 4]];
    for (gpu, sizes) in [(&*whole, &sizes[..]), (&parts, &[[4, 300, 2]])] {
        for &[m, n, p] in sizes {
            reduces(gpu, layout!((m, n, p):(1, m, {m * n})), [m, n, p]);
            reduces(gpu, layout!((m, n, p):({n * p}, p, 1)), [m, n, p]);
            reduces(gpu, layout!((m, n, p):({n + 1}, 1, {m * (n + 1)})), [m, n, p]);
        }
        reduces(gpu, layout!((8, 4, 2):(1, 8, 0)), [8, 4, 2]);
        // Many elements of few results: workgroups share one.
        let n = 1 << 17;
        reduces(gpu, layout!((n, 3, 1):(1, n, 0)), [n, 3, 1]);
        reduces(gpu, layout!((3, n, 1):(1, 3, 0)), [3, n, 1]);
    }
}

#[test]
fn reductions_follow_numpy() {
    let whole = gpu();
    let parts = Gpu::new().unwrap().without_subgroups();
    for gpu in [&*whole, &parts] {
        // The least and the greatest are NaN where an element is.
        let (m, n) = (5, 900);
        let mut data = reals(m * n);
        for i in [1, 3] {
            data[i * n + i * 200] = if i == 1 { f32::NAN } else { -f32::NAN };
        }
        let a = gpu.upload(&data, layout!((m, n):(n, 1))).unwrap();
        let mut b = gpu.zeros::<f32, _>(layout!((m,):(1,))).unwrap();
        for reduction in [Reduction::Min, Reduction::Max] {
            gpu.reduce_along(&a, reduction, &[1], &mut b).unwrap();
            let nan: Vec<bool> = gpu.download(&b).unwrap().iter().map(|x| x.is_nan()).collect();
            assert_eq!(nan, [false, true, false, true, false]);
        }
        // Integers wrap, and the least one is found.
        let data = [i32::MAX, 1, i32::MIN, -1, 0, 0];
        let a = gpu.upload(&data, layout!((2, 3):(1, 2))).unwrap();
        let mut b = gpu.zeros::<i32, _>(layout!((3,):(1,))).unwrap();
        for (reduction, expected) in [
            (Reduction::Sum, [i32::MIN, i32::MAX, 0]),
            (Reduction::Min, [1, i32::MIN, 0]),
            (Reduction::Max, [i32::MAX, -1, 0]),
        ] {
            gpu.reduce_along(&a, reduction, &[0], &mut b).unwrap();
            assert_eq!(gpu.download(&b).unwrap(), expected);
        }
        // Sums of nothing are 0, and replace what is there; no result is nothing to do.
        let none = 0;
        let empty = gpu.zeros::<i32, _>(layout!((3, none):(1, 3))).unwrap();
        gpu.reduce_along(&empty, Reduction::Sum, &[1], &mut b).unwrap();
        assert_eq!(gpu.download(&b).unwrap(), [0; 3]);
        let refused = gpu.reduce_along(&empty, Reduction::Min, &[1], &mut b).unwrap_err();
        assert_eq!(refused.to_string(), "(3,0):(1,3) has no elements to reduce");
        let mut no_results = gpu.zeros::<i32, _>(layout!((none,):(1,))).unwrap();
        gpu.reduce_along(&empty, Reduction::Min, &[0], &mut no_results).unwrap();
        for (axes, message) in [
            (&[2][..], "there are 2 modes"),
            (&[usize::MAX], "there are 2 modes"),
            (&[0, 0], "mode 0 is given twice"),
            (&[1], "its modes have the extents [3], not [2]"),
        ] {
            let refused = gpu.reduce_along(&a, Reduction::Sum, axes, &mut b).unwrap_err();
            assert_eq!(refused.kind(), GpuErrorKind::Layout);
            assert!(refused.to_string().ends_with(message), "{refused}");
        }
        let mut same = gpu.zeros::<i32, _>(layout!((3,):(0,))).unwrap();
        let refused = gpu.reduce_along(&a, Reduction::Sum, &[0], &mut same).unwrap_err();
        assert_eq!(refused.to_string(), "two coordinates of (3):(0) are one element");
    }
}

#[test]
fn functions_of_several_tensors() {
    let gpu = gpu();
    for (m, n) in [(1_usize, 1_usize), (3, 5), (64, 32), (33, 130)] {
        let (x, y, z) = (reals(m * n), reals(m * n + 7), reals(m));
        let a = gpu.upload(&x, layout!((m, n):(n, 1))).unwrap();
        let b = gpu.upload(&y[7..], layout!((m, n):(1, m))).unwrap();
        // A column for each j, and one number for all.
        let c = gpu.upload(&z, layout!((m, n):(1, 0))).unwrap();
        let d = gpu.upload(&[100.0_f32], layout!((m, n):(0, 0))).unwrap();
        let mut all = gpu.zeros::<f32, _>(layout!((m, n):(n, 1))).unwrap();
        gpu.combine((&a, &b, &c, &d), &mut all, "x * y + z - w").unwrap();
        let found = gpu.download(&all).unwrap();
        let mut signs = gpu.zeros::<i32, _>(layout!((m, n):(1, {m + 1}))).unwrap();
        gpu.combine((&a, &b), &mut signs, "select(-1, 1, x < y)").unwrap();
        let found_signs = gpu.download(&signs).unwrap();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let (x, y) = (x[i * n + j], y[7 + i + m * j]);
            assert_eq!(found[i * n + j], x * y + z[i] - 100.0, "({i},{j}) of {m} {n}");
            assert_eq!(found_signs[i + (m + 1) * j], if x < y { 1 } else { -1 });
        }
    }
    // Vectors of four: one layout in all operands.
    let (x, y) = (numbers(4096), numbers(4100));
    let a = gpu.upload(&x, layout!((64, 64):(64, 1))).unwrap();
    let b = gpu.upload(&y, layout!((64, 64):(64, 1))).unwrap();
    let mut c = gpu.zeros::<u32, _>(layout!((64, 64):(64, 1))).unwrap();
    gpu.combine((&a, &b), &mut c, "x ^ (y << 1u)").unwrap();
    let expected: Vec<u32> = x.iter().zip(&y).map(|(x, y)| x ^ (y << 1)).collect();
    assert_eq!(gpu.download(&c).unwrap(), expected);
    let mut small = gpu.zeros::<u32, _>(layout!((64, 63):(64, 1))).unwrap();
    let refused = gpu.combine((&a, &b), &mut small, "x").unwrap_err();
    let message = "cannot combine 4096 elements of (64,64):(64,1) into 4032 of (64,63):(64,1)";
    assert_eq!(refused.to_string(), message);
    let refused = gpu.combine((&a, &b), &mut c, "x + z").unwrap_err();
    assert_eq!(refused.kind(), GpuErrorKind::Shader);
}

#[test]
fn batches_of_products() {
    let gpu = gpu();
    for [m, n, k, batch] in
        [[1, 1, 1, 1], [5, 7, 3, 4], [64, 64, 16, 3], [65, 40, 33, 2], [8, 8, 8, 40]]
    {
        let (left, right) = (reals(m * k * batch), reals(k * n * batch + 5));
        let a = gpu.upload(&left, layout!((m, k, batch):(k, 1, {m * k}))).unwrap();
        // The batch is between both modes in memory.
        let b = gpu.upload(&right, layout!((k, n, batch):(1, {k * batch}, k))).unwrap();
        let mut c = gpu.zeros::<f32, _>(layout!((m, n, batch):(n, 1, {m * n}))).unwrap();
        gpu.matmul(&a, &b, &mut c).unwrap();
        let found = gpu.download(&c).unwrap();
        // One B for all batches.
        let one = b.view().slice(coord!(_, _, 0));
        let mut d = gpu.zeros::<f32, _>(layout!((m, n, batch):(1, m, {m * n}))).unwrap();
        gpu.matmul(&a, &one, &mut d).unwrap();
        let with_one = gpu.download(&d).unwrap();
        for z in 0..batch {
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let of = |z_b: usize| -> f32 {
                    let at = |l: usize| right[l + k * (batch * j + z_b)];
                    (0..k).map(|l| left[(z * m + i) * k + l] * at(l)).sum()
                };
                assert_eq!(found[(z * m + i) * n + j], of(z), "({i},{j},{z}) of {m} {n} {k}");
                assert_eq!(with_one[i + m * (j + n * z)], of(0));
            }
        }
    }
    let a = gpu.zeros::<f32, _>(layout!((2, 3, 4):(3, 1, 6))).unwrap();
    let b = gpu.zeros::<f32, _>(layout!((3, 2, 5):(2, 1, 6))).unwrap();
    let mut c = gpu.zeros::<f32, _>(layout!((2, 2, 4):(2, 1, 4))).unwrap();
    let refused = gpu.matmul(&a, &b, &mut c).unwrap_err();
    assert_eq!(refused.to_string(), "cannot multiply (2,3,4) by (3,2,5) into (2,2,4)");
    let mut flat = gpu.zeros::<f32, _>(layout!((2, 2):(2, 1))).unwrap();
    let refused = gpu.matmul(&a, &b, &mut flat).unwrap_err();
    assert_eq!(refused.to_string(), "cannot multiply (2,3,4) by (3,2,5) into (2,2)");
    let four = gpu.zeros::<f32, _>(layout!((2, 3, 4, 1):(3, 1, 6, 0))).unwrap();
    let refused = gpu.matmul(&four, &b, &mut flat).unwrap_err();
    assert!(refused.to_string().ends_with("it has 4 modes"), "{refused}");
}

/// A factor that repeats its rows or columns has neighbours along the other mode alone.
#[test]
fn products_of_repeated_rows() {
    let gpu = gpu();
    let (m, n, k) = (40, 36, 20);
    let column = reals(k + m.max(n));
    for (a_m, a_k) in [(0, 1), (1, 0)] {
        for (b_k, b_n) in [(1, 0), (0, 1)] {
            let a = gpu.upload(&column, layout!((m, k):(a_m, a_k))).unwrap();
            let b = gpu.upload(&column, layout!((k, n):(b_k, b_n))).unwrap();
            let mut c = gpu.zeros::<f32, _>(layout!((m, n):(n, 1))).unwrap();
            gpu.matmul(&a, &b, &mut c).unwrap();
            let found = gpu.download(&c).unwrap();
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let product = |l| column[i * a_m + l * a_k] * column[l * b_k + j * b_n];
                let sum: f32 = (0..k).map(product).sum();
                assert_eq!(found[i * n + j], sum, "({i},{j}) {a_m} {a_k} {b_k} {b_n}");
            }
        }
    }
}

/// Each way to load both tiles, with edges: vectors along m or n, along k, and single elements; and each tile.
#[test]
fn products_of_all_loads_and_tiles() {
    let gpu = gpu();
    let large = [
        Tile { m: 128, n: 128, k: 16, each: 8 },
        Tile { m: 48, n: 32, k: 4, each: 4 },
        Tile { m: 12, n: 12, k: 3, each: 3 },
        Tile { m: 8, n: 8, k: 8, each: 1 },
    ];
    for tile in Tile::ALL.into_iter().chain(large) {
        if gpu.check_tile(tile).is_err() {
            println!("not compared: {tile:?}");
            continue;
        }
        for [m, n, k] in [[72, 136, 20], [71, 133, 19]] {
            let (left, right) = (reals(m * k), reals(k * n));
            for (a_rows, b_rows) in (0..4).map(|x| (x & 1 == 0, x & 2 == 0)) {
                let c_rows = a_rows == b_rows;
                let of = |is_rows: bool, x: usize, y: usize| if is_rows { (y, 1) } else { (1, x) };
                let (sa, ta) = of(a_rows, m, k);
                let (sb, tb) = of(b_rows, k, n);
                let (sc, tc) = of(c_rows, m, n);
                let a = gpu.upload(&left, layout!((m, k):(sa, ta))).unwrap();
                let b = gpu.upload(&right, layout!((k, n):(sb, tb))).unwrap();
                let mut c = gpu.zeros::<f32, _>(layout!((m, n):(sc, tc))).unwrap();
                gpu.matmul_tiled(&a, &b, &mut c, tile).unwrap();
                let found = gpu.download(&c).unwrap();
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    let sum: f32 =
                        (0..k).map(|l| left[i * sa + l * ta] * right[l * sb + j * tb]).sum();
                    assert_eq!(
                        found[i * sc + j * tc],
                        sum,
                        "({i},{j}) {tile:?} {a_rows} {b_rows} {c_rows}"
                    );
                }
            }
        }
    }
}

#[test]
fn halves() {
    let gpu = gpu();
    let (m, n, k) = (37, 20, 12);
    let halves = |count: usize| -> Vec<f16> {
        reals(count).iter().map(|&x| f16::from_f32(x / 4.0)).collect()
    };
    let (left, right) = (halves(m * k), halves(k * n));
    let a = match gpu.upload(&left, layout!((m, k):(k, 1))) {
        Ok(a) => a,
        Err(error) => {
            assert_eq!(error.kind(), GpuErrorKind::Limit);
            println!("not compared: {error}");
            return;
        }
    };
    assert_eq!(gpu.download(&a).unwrap(), left);
    // A part that begins at half a word.
    let odd = a.view().slice_axes(slices!(1, 1..4));
    assert_eq!(gpu.download(&odd).unwrap(), left[k + 1..k + 4]);
    let mut turned = gpu.zeros::<f16, _>(layout!((m, k):(1, m))).unwrap();
    gpu.transform(&a, &mut turned, "x * 2.0h").unwrap();
    let found = gpu.download(&turned).unwrap();
    for (i, j) in (0..m).flat_map(|i| (0..k).map(move |j| (i, j))) {
        assert_eq!(found[i + m * j], left[i * k + j] * f16::from_f32(2.0));
    }
    let b = gpu.upload(&right, layout!((k, n):(n, 1))).unwrap();
    let mut c = gpu.zeros::<f32, _>(layout!((m, n):(n, 1))).unwrap();
    let mut c_half = gpu.zeros::<f16, _>(layout!((m, n):(n, 1))).unwrap();
    gpu.matmul(&a, &b, &mut c).unwrap();
    gpu.matmul(&a, &b, &mut c_half).unwrap();
    let (found, found_half) = (gpu.download(&c).unwrap(), gpu.download(&c_half).unwrap());
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let sum: f32 = (0..k).map(|l| left[i * k + l].to_f32() * right[l * n + j].to_f32()).sum();
        assert_eq!((found[i * n + j], found_half[i * n + j]), (sum, f16::from_f32(sum)));
    }
    // To f32 and back, in vectors and single.
    let mut wide = gpu.zeros::<f32, _>(layout!((m, k):(k, 1))).unwrap();
    gpu.transform(&a, &mut wide, "f32(x)").unwrap();
    assert!(gpu.download(&wide).unwrap().iter().zip(&left).all(|(x, y)| *x == y.to_f32()));
    for gpu in [&*gpu, &Gpu::new().unwrap().without_subgroups()] {
        // Sums are of f32: the sum of 10000 ones is not 2048.
        let ones = gpu.upload(&vec![f16::ONE; 10_000], layout!(10000:1)).unwrap();
        assert_eq!(gpu.reduce(&ones, Reduction::Sum).unwrap(), f16::from_f32(10_000.0));
        let special = [
            f16::NEG_INFINITY,
            f16::INFINITY,
            f16::NEG_ZERO,
            f16::MIN_POSITIVE_SUBNORMAL,
            -f16::ONE,
        ];
        for count in [1, 2, 3, 5, 100, 3001] {
            let mut data: Vec<f16> = halves(count);
            data.iter_mut().zip(special).skip(2).for_each(|(x, y)| *x = y);
            let extremes = |data: &[f16]| {
                let tensor = gpu.upload(data, layout!(count:1)).unwrap();
                [Reduction::Min, Reduction::Max].map(|one| gpu.reduce(&tensor, one).unwrap())
            };
            let least = data.iter().copied().reduce(f16::min).unwrap();
            let most = data.iter().copied().reduce(f16::max).unwrap();
            assert_eq!(extremes(&data), [least, most], "{count}");
            for (at, nan) in [
                (0, f16::NAN),
                (count - 1, f16::from_bits(0xfc01)),
                (count / 2, f16::from_bits(0x7c01)),
            ] {
                let mut data = data.clone();
                data[at] = nan;
                assert!(extremes(&data).iter().all(|one| one.is_nan()), "{count} {at}");
            }
        }
        let data = halves(3 * 50);
        let tensor = gpu.upload(&data, layout!((3, 50):(50, 1))).unwrap();
        let mut sums = gpu.zeros::<f16, _>(layout!((3,):(1,))).unwrap();
        gpu.reduce_along(&tensor, Reduction::Sum, &[1], &mut sums).unwrap();
        let expected: Vec<f16> = (0..3)
            .map(|i| f16::from_f32(data[50 * i..][..50].iter().map(|x| x.to_f32()).sum()))
            .collect();
        assert_eq!(gpu.download(&sums).unwrap(), expected);
        let mut most = gpu.zeros::<f16, _>(layout!((50,):(1,))).unwrap();
        gpu.reduce_along(&tensor, Reduction::Max, &[0], &mut most).unwrap();
        let expected: Vec<f16> =
            (0..50).map(|j| data[j].max(data[50 + j]).max(data[100 + j])).collect();
        assert_eq!(gpu.download(&most).unwrap(), expected);
    }
}

/// Layouts of few elements and large numbers: an error, and no panic.
#[test]
fn hostile_sizes_are_errors() {
    let gpu = gpu();
    let n = 1_usize << 31;
    let one = gpu.upload(&[1.0_f32], layout!((n, n):(0, 0))).unwrap();
    let mut c = gpu.zeros::<f32, _>(layout!((2, 2):(2, 1))).unwrap();
    let many = gpu.upload(&[1_u32], layout!((n, 4):(0, 0))).unwrap();
    let mut results = gpu.zeros::<u32, _>(layout!((4,):(1,))).unwrap();
    for refused in [
        gpu.reduce(&one, Reduction::Sum).unwrap_err(),
        gpu.matmul(&one, &one, &mut c).unwrap_err(),
        gpu.copy(&one, &mut c).unwrap_err(),
        gpu.combine((&one, &one), &mut c, "x").unwrap_err(),
        gpu.reduce(&many, Reduction::Sum).unwrap_err(),
        gpu.kernel("").read("a", &one).run([1, 1, 1]).unwrap_err(),
    ] {
        assert!(!refused.to_string().is_empty());
    }
    // 2^23 elements of each result, all of them one.
    let length = n >> 8;
    let less = gpu.upload(&[1_u32], layout!((length, 4):(0, 0))).unwrap();
    gpu.reduce_along(&less, Reduction::Sum, &[0], &mut results).unwrap();
    assert_eq!(gpu.download(&results).unwrap(), [1 << 23; 4]);
    for k in [1_usize << 40, 1 << 61] {
        let wide = gpu.upload(&[1.0_f32; 2], layout!((2, k):(1, 0))).unwrap();
        let tall = gpu.upload(&[1.0_f32; 2], layout!((k, 2):(0, 1))).unwrap();
        assert_eq!(gpu.matmul(&wide, &tall, &mut c).unwrap_err().kind(), GpuErrorKind::Layout);
    }
}

#[test]
fn tensors_and_downloads_go_to_other_threads() {
    fn is_sent<T: Send + Sync>(_: &T) {}
    let gpu = gpu();
    let mut a = gpu.zeros::<f32, _>(layout!((2, 2):(2, 1))).unwrap();
    is_sent(&*gpu);
    is_sent(&a);
    is_sent(&a.view());
    is_sent(&a.view_mut());
    let download = gpu.start_download(&a).unwrap();
    is_sent(&download);
    let found = std::thread::spawn(move || download.wait().unwrap()).join().unwrap();
    assert_eq!(found, [0.0; 4]);
}
