//! Views as operands of all operations, compared with plain loops.

mod common;

use common::{Random, gpu, numbers, reals};
use static_layout::*;
use static_layout_gpu::Reduction;

#[test]
fn views_are_read_and_written_by_all_operations() {
    let gpu = gpu();
    for (m, n) in [(4_usize, 6_usize), (40, 70), (33, 129)] {
        let data = reals(m * n);
        let a = gpu.upload(&data, layout!((m, n):(n, 1))).unwrap();
        // A part with steps, turned into a part of another tensor.
        let (from, to) = (1, n - 1);
        let part = a.view().slice_axes(slices!(..;2, from..to));
        let [rows, columns] = [m.div_ceil(2), n - 2];
        let mut b = gpu
            .upload(&vec![-1.0_f32; (m + 1) * (n + 1)], layout!(({m + 1}, {n + 1}):(1, {m + 1})))
            .unwrap();
        let mut target = b.view_mut().slice_axes(slices!(1..{ rows + 1 }, 2..{ columns + 2 }));
        gpu.copy(&part, &mut target).unwrap();
        gpu.transform(&part, &mut target.reborrow(), "x * 2.0").unwrap();
        assert_eq!(gpu.download(&target.view()).unwrap().len() as u64, target.view().span());
        let found = gpu.download(&b).unwrap();
        for i in 0..m + 1 {
            for j in 0..n + 1 {
                let is_part = (1..rows + 1).contains(&i) && (2..columns + 2).contains(&j);
                let expected = if is_part { 2.0 * data[2 * (i - 1) * n + j - 1] } else { -1.0 };
                assert_eq!(found[i + (m + 1) * j], expected, "({i},{j}) of {m} {n}");
            }
        }
        // Reductions and downloads of a row, and of it backwards.
        let row = a.view().slice(coord!({ m - 1 }, _));
        let expected = &data[(m - 1) * n..];
        assert_eq!(gpu.download(&row).unwrap(), expected);
        assert_eq!(gpu.reduce(&row, Reduction::Sum).unwrap(), expected.iter().sum::<f32>());
        let backwards = a.view().slice_axes(slices!({m - 1}, ..;-1));
        assert_eq!(backwards.origin(), (m * n - 1) as u64);
        assert_eq!(gpu.download(&backwards).unwrap(), expected);
        // A product of parts, into a part.
        let half = n / 2;
        let left = a.view().slice_axes(slices!(.., ..half));
        let right =
            a.view().slice_axes(slices!(..{ half.min(m) }, ..)).slice_axes(slices!(.., 1..));
        let inner = half.min(m);
        let left = left.slice_axes(slices!(.., ..inner));
        let mut c = gpu.zeros::<f32, _>(layout!(({m + 2}, n):(n, 1))).unwrap();
        gpu.matmul(&left, &right, &mut c.view_mut().slice_axes(slices!(2.., 1..))).unwrap();
        let found = gpu.download(&c).unwrap();
        for i in 0..m + 2 {
            for j in 0..n {
                let sum: f32 = match (i, j) {
                    (2.., 1..) => (0..inner).map(|l| data[(i - 2) * n + l] * data[l * n + j]).sum(),
                    _ => 0.0,
                };
                assert_eq!(found[i * n + j], sum, "({i},{j}) of {m} {n}");
            }
        }
    }
}

#[test]
fn tiles_and_swizzled_views() {
    let gpu = gpu();
    let layout = layout!(Sw<2,0,3> o 0 o (8, 8):(8, 1));
    let data = numbers(64);
    let a = gpu.upload(&data, layout).unwrap();
    let mut b = gpu.zeros::<u32, _>(layout!((8, 8):(1, 8))).unwrap();
    for (i, j) in (0..2).flat_map(|i| (0..4).map(move |j| (i, j))) {
        let mut to = b.view_mut().tile(tile!(4, 2), (i, j));
        gpu.copy(&a.view().tile(tile!(4, 2), (i, j)), &mut to).unwrap();
    }
    let found = gpu.download(&b).unwrap();
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(found[i + 8 * j], data[layout.index(i + 8 * j)]);
    }
    let row = a.view().slice(coord!(3, _));
    let expected = (0..8).fold(0_u32, |sum, j| sum.wrapping_add(data[layout.index(3 + 8 * j)]));
    assert_eq!(gpu.reduce(&row, Reduction::Sum).unwrap(), expected);
    // A view of no elements.
    let none = 5;
    let empty = a.view().tile(tile!(4, 2), (1, 3));
    assert_eq!(empty.layout().size(), 8);
    let plain = gpu.upload(&data, layout!((8, 8):(8, 1))).unwrap();
    let empty = plain.view().slice_axes(slices!(none..none, ..));
    assert_eq!(gpu.download(&empty).unwrap(), []);
    assert_eq!(gpu.reduce(&empty, Reduction::Sum).unwrap(), 0);
    let at = 8;
    assert!(plain.view().try_slice_axes(slices!(at, ..)).is_err());
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        plain.view().slice(coord!(at, _)).span()
    }));
    assert!(panics.is_err());
}

#[test]
fn views_of_the_host_go_to_the_device_and_back() {
    let gpu = gpu();
    let data = numbers(30 * 40);
    for (i0, i1) in [(0_usize, 30_usize), (3, 17), (5, 5)] {
        let view = View::new(&data, layout!((30, 40):(40, 1))).unwrap();
        let part = view.slice_axes(slices!(i0..i1, ..;-3));
        let a = gpu.upload_view(&part).unwrap();
        assert_eq!(a.span(), part.layout().cosize() as u64);
        let elements = part.iter().copied().fold(0_u32, u32::wrapping_add);
        assert_eq!(gpu.reduce(&a, Reduction::Sum).unwrap(), elements);
        let rows = i1 - i0;
        let mut turned = gpu.zeros::<u32, _>(layout!((rows, 14):(1, rows))).unwrap();
        gpu.copy(&a, &mut turned).unwrap();
        let mut back = vec![9; 40 * rows];
        let mut target = ViewMut::new(&mut back, layout!((rows, 14):(40, 2))).unwrap();
        gpu.download_to(&turned, &mut target).unwrap();
        for (at, &x) in back.iter().enumerate() {
            let [i, j] = [at / 40, at % 40];
            let is_element = j % 2 == 0 && j < 28;
            let expected = if is_element { data[40 * (i0 + i) + 39 - 3 * (j / 2)] } else { 9 };
            assert_eq!(x, expected, "({i},{j}) of {rows} rows");
        }
    }
    // Repeated elements, and a swizzle.
    let column = View::new(&data, layout!((5, 3):(2, 0))).unwrap();
    let a = gpu.upload_view(&column).unwrap();
    assert_eq!((a.span(), gpu.download(&a).unwrap()[8]), (9, data[8]));
    let swizzled = View::new(&data, layout!(Sw<2,0,3> o 0 o (8, 6):(8, 1))).unwrap();
    let a = gpu.upload_view(&swizzled).unwrap();
    let mut plain = [0; 48];
    gpu.download_to(&a, &mut ViewMut::new(&mut plain, layout!((8, 6):(6, 1))).unwrap()).unwrap();
    for (i, j) in (0..8).flat_map(|i| (0..6).map(move |j| (i, j))) {
        assert_eq!(plain[6 * i + j], swizzled[(i, j)]);
    }
    let mut small = [0; 47];
    let refused = gpu.download_to(&a, &mut ViewMut::new(&mut small, layout!(47:1)).unwrap());
    assert!(refused.unwrap_err().to_string().contains("to 47 of 47:1"));
}

/// Parts at any origin, with steps in both directions, of tensors in both orders: vectors are used where they are aligned.
#[test]
fn random_views() {
    let gpu = gpu();
    let mut random = Random::new();
    for turn in 0..60 {
        let [m, n] = [random.extent(90), random.extent(90)];
        let [wide, tall] = [n.next_multiple_of(4), m.next_multiple_of(4)];
        let (data, under) = (numbers(m * wide), numbers(n * tall));
        let a = gpu.upload(&data, layout!((m, n):(wide, 1))).unwrap();
        let columns = gpu.upload(&data, layout!((m, n):(1, m))).unwrap();
        let mut to = gpu.upload(&under, layout!((m, n):(1, tall))).unwrap();
        let [i0, j0] = [random.extent(m) - 1, random.extent(n) - 1];
        let [i1, j1] = [i0 + random.extent(m - i0), j0 + random.extent(n - j0)];
        let cut = slices!(i0..i1, j0..j1);
        let target = to.view_mut().slice_axes(cut);
        let read = |i: usize, j: usize| (data[i * wide + j], data[i + m * j]);
        let mut expected = under.clone();
        let mut sum = 0_u32;
        for (i, j) in (i0..i1).flat_map(|i| (j0..j1).map(move |j| (i, j))) {
            let (x, y) = read(i, j);
            let (x_back, _) = read(i, j0 + j1 - 1 - j);
            sum = sum.wrapping_add(x);
            expected[i + tall * j] = match turn % 3 {
                0 => x,
                1 => x ^ y,
                _ => x_back.wrapping_mul(3),
            };
        }
        let mut target = target;
        let source = a.view().slice_axes(cut);
        match turn % 3 {
            0 => gpu.copy(&source, &mut target).unwrap(),
            1 => {
                let other = columns.view().slice_axes(cut);
                gpu.combine((&source, &other), &mut target, "x ^ y").unwrap();
            }
            _ => {
                let back = source.clone().slice_axes(slices!(.., ..;-1));
                gpu.transform(&back, &mut target, "x * 3u").unwrap();
            }
        }
        assert_eq!(gpu.reduce(&source, Reduction::Sum).unwrap(), sum);
        assert_eq!(gpu.download(&to).unwrap(), expected[..to.span() as usize], "{turn}: {m} {n}");
    }
}

/// A view without elements has no places, also where a stride is negative.
#[test]
fn empty_views_are_operands() {
    let gpu = gpu();
    let mut a = gpu.upload(&numbers(24), layout!((4, 6):(6, 1))).unwrap();
    let none = 2;
    let empty = a.view().slice_axes(slices!(2..none;-1, ..));
    assert_eq!(empty.layout().to_string(), "(0,6):(-6,1)");
    let part = empty.slice_axes(slices!(.., ..;-1));
    assert_eq!((part.span(), gpu.download(&part).unwrap()), (0, Vec::new()));
    assert_eq!(gpu.reduce(&part, Reduction::Sum).unwrap(), 0);
    let nothing = gpu.zeros::<u32, _>(layout!((none, 0, 6):(-6, -6, -1))).unwrap();
    assert!(gpu.download(&nothing.view().slice(coord!(1, _, _))).unwrap().is_empty());
    gpu.write(&[], &mut a.view_mut().slice_axes(slices!(2..none;-1, ..))).unwrap();
    assert_eq!(gpu.download(&a).unwrap(), numbers(24));
}
