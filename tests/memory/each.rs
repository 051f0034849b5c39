//! Each kind of memory access once, small enough for an interpreter. It finds reads of uninitialized memory, pointers
//! past their allocation, and two borrows of one element.
//!
//! `MIRIFLAGS=-Zmiri-strict-provenance cargo +nightly miri test --test memory each`; as a common test it compares
//! results.

use static_layout::*;
use static_layout_kernels::simd::Portable;
use static_layout_kernels::{
    axpby, combine, copy, copy_if, fill, gemm_on, maximum, sum, transform, transpose_in_place,
};
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Elements before the one at offset 0, so strides may be negative.
const ORIGIN: usize = 300;

fn numbers<T: From<u8>>() -> Vec<T> {
    (0..2 * ORIGIN).map(|i| T::from((i % 97) as u8)).collect()
}

/// A function of the user that may panic.
fn fails<R>(act: impl FnOnce() -> R) {
    assert!(catch_unwind(AssertUnwindSafe(act)).is_err());
}

/// Runs, tiles, narrow rows and single elements, of each size.
#[test]
fn copies() {
    fn check<T, A: AnyLayout, B: AnyLayout>(a: A, b: B)
    where
        T: Copy + From<u8> + PartialEq + Debug,
    {
        let (data, mut written) = (numbers::<T>(), vec![T::from(0); 2 * ORIGIN]);
        let from = View::with_origin(&data, ORIGIN, a).unwrap();
        let mut to = ViewMut::with_origin(&mut written, ORIGIN, b).unwrap();
        copy(from, &mut to);
        assert!(from.iter().eq(to.as_view().iter()), "{a} to {b}");
    }
    macro_rules! every_size {
        ($a:expr, $b:expr) => {
            check::<u8, _, _>($a, $b);
            check::<u16, _, _>($a, $b);
            check::<f32, _, _>($a, $b);
            check::<f64, _, _>($a, $b);
            check::<u128, _, _>($a, $b);
        };
    }
    let (m, n, two) = (17, 9, 2);
    every_size!(layout!((m, n):(1, m)), layout!((m, n):(n, 1)));
    every_size!(layout!((m, n):(n, 1)), layout!((m, n):(1, {m + 3})));
    every_size!(layout!((m, n):(-1, m)), layout!((m, n):(n, -1)));
    every_size!(layout!((two, m):(m, 1)), layout!((two, m):(1, two)));
    every_size!(layout!((m, two):(1, m)), layout!((m, two):(two, 1)));
    every_size!(layout!((3, 4, 5):(20, 5, 1)), layout!((3, 4, 5):(1, 3, 12)));
    every_size!(layout!(Sw<2,2,2> o 0 o (8, 8):(8, 1)), layout!((8, 8):(1, 8)));
    every_size!(layout!((8, 8):(1, 8)), layout!(Sw<2,2,2> o 0 o (8, 8):(8, 1)));
    every_size!(layout!((16, 4):(0, 1)), layout!((16, 4):(1, 16)));
}

/// The padding of an element is never read as a value.
#[test]
fn padding() {
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[repr(C)]
    struct Element(u8, u32);
    let data: Vec<Element> = (0..64).map(|i| Element(i as u8, i)).collect();
    let mut written = vec![Element(0, 0); 64];
    let (columns, rows) = (layout!((8, 8):(1, 8)), layout!((8, 8):(8, 1)));
    let mut to = ViewMut::new(&mut written, rows).unwrap();
    copy(View::new(&data, columns).unwrap(), &mut to);
    transpose_in_place(&mut to);
    assert_eq!(written, data);
    let woven = layout!((2, 32):(32, 1));
    copy(
        View::new(&data, layout!((2, 32):(1, 2))).unwrap(),
        &mut ViewMut::new(&mut written, woven).unwrap(),
    );
    assert_eq!((written[1], written[32]), (data[2], data[1]));
    fill(&mut ViewMut::new(&mut written, layout!((2, 5):(1, 2))).unwrap(), Element(9, 9));
    assert_eq!((written[9], written[10]), (Element(9, 9), data[20]));
}

/// Copies of arrays to other strides: as one slice, by rows, by the blocks of a transpose, backwards, of shared elements,
/// and of modes that do not divide each other; elements without bytes, elements that own memory, clones that panic.
#[test]
fn copies_of_arrays() {
    fn check<T: Clone + PartialEq + Debug>(data: &[T], layouts: &[&str]) {
        for layout in layouts {
            let view = View::dynamic(data, ORIGIN, layout.parse().unwrap()).unwrap();
            let expected: Vec<&T> = view.elements().collect();
            macro_rules! copies_to {
                ($($layout:ty)*) => {$(
                    let copied = view.read_axes_copied::<$layout>().unwrap();
                    assert!(copied.iter().eq(expected.iter().copied()), "{layout}");
                )*};
            }
            copies_to! {
                Layout!((?, ?):row) Layout!((?, ?):col) Layout!((?, ?):(-1, 25)) Layout!((?, ?):(37, -2))
            }
            assert!(
                view.copied().unwrap().view().elements().eq(expected.iter().copied()),
                "{layout}"
            );
            assert!(view.to_rows_copied().unwrap().concat().len() == expected.len());
        }
    }
    let layouts = [
        "(20,3):(3,1)",
        "(20,3):(1,20)",
        "(3,18):(1,5)",
        "(20,3):(-3,-1)",
        "(2,17):(0,1)",
        "(17,2):(0,0)",
        "(1,1):(0,0)",
    ];
    check(&numbers::<i32>(), &layouts);
    check(
        &numbers::<u8>().chunks(2).map(|pair| [pair[0]; 3]).collect::<Vec<_>>().repeat(2),
        &layouts,
    );
    check(&numbers::<u8>().iter().map(u8::to_string).collect::<Vec<_>>(), &layouts);
    check(&[(); 2 * ORIGIN], &layouts);
    let nested =
        View::with_origin(&[7; 2 * ORIGIN], ORIGIN, layout!(((4, 3), 2):((1, 4), 12))).unwrap();
    let other = nested.read_axes_copied::<Layout!(((3, 4), 2):((8, 2), 1))>().unwrap();
    assert!(other.iter().eq(&[7; 24]));

    struct Fragile<'a>(&'a Cell<usize>, Box<usize>);
    impl Clone for Fragile<'_> {
        fn clone(&self) -> Self {
            self.0.set(self.0.get().checked_sub(1).expect("a clone is left"));
            Fragile(self.0, self.1.clone())
        }
    }
    let left = Cell::new(0);
    let array: Vec<_> = (0..60).map(|i| Fragile(&left, Box::new(i))).collect();
    let view = View::new(&array, layout!((20, 3):(3, 1))).unwrap();
    for clones in [0, 7, 59, 60, 100] {
        left.set(clones);
        fails(|| view.read_axes_copied::<Layout!((?, ?):col)>());
        left.set(clones.min(59));
        fails(|| view.to_rows_copied());
    }
}

#[test]
fn functions_of_elements() {
    let (x, mut y) = (numbers::<f32>(), numbers::<f32>());
    let (rows, columns) = (layout!((8, 8):(8, 1)), layout!((8, 8):(1, 8)));
    let (a, b) = (View::new(&x, rows).unwrap(), View::new(&x, columns).unwrap());
    let mut to = ViewMut::new(&mut y, columns).unwrap();
    axpby(2.0, a, 1.0, &mut to);
    assert_eq!(to[(1, 2)], 2.0 * 10.0 + 17.0);
    axpby(2.0, View::new(&x, layout!((8, 8):(0, 1))).unwrap(), 0.0, &mut to);
    assert_eq!(to[(5, 3)], 6.0);
    transform(a, &mut to, |x| x + 1.0);
    combine(a, b, &mut to, |x, y| x * y);
    copy_if(a, &mut to, |(i, j)| i > j);
    assert_eq!((to[(2, 1)], to[(1, 2)]), (17.0, 10.0 * 17.0));
    assert_eq!((sum(a), maximum(b)), (2016.0, Some(63.0)));
}

#[test]
fn products() {
    fn check<A: AnyLayout, B: AnyLayout, C: AnyLayout>([m, n, k]: [usize; 3], a: A, b: B, c: C) {
        let (x, mut z) = (numbers::<i32>(), numbers::<i32>());
        let a = View::with_origin(&x, ORIGIN, a).unwrap();
        let b = View::with_origin(&x, ORIGIN, b).unwrap();
        let mut c = ViewMut::with_origin(&mut z, ORIGIN, c).unwrap();
        gemm_on(Portable, 2, a, b, 0, &mut c);
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: i32 = (0..k).map(|l| a.at((i, l)) * b.at((l, j))).sum();
            assert_eq!(*c.at((i, j)), 2 * sum);
        }
    }
    let (m, n, k, deep) = (7, 6, 5, 140);
    let sizes = [m, n, k];
    check(sizes, layout!((m, k):(1, m)), layout!((k, n):(1, k)), layout!((m, n):(1, m)));
    check(sizes, layout!((m, k):(k, 1)), layout!((k, n):(n, 1)), layout!((m, n):(n, 1)));
    check(sizes, layout!((m, k):(-k, 1)), layout!((k, n):(-1, k)), layout!((m, n):(-1, -m)));
    check(sizes, layout!((7, 5):row), layout!((5, 6):col), layout!((7, 6):row));
    check([7, 1, 9], layout!((7, 9):row), layout!((9, 1):col), layout!((7, 1):col));
    check(
        [6, 4, 4],
        layout!(((2, 3), 4):((3, 12), 1)),
        layout!((4, (2, 2)):(4, (2, 1))),
        layout!(((2, 3), 4):((1, 8), 2)),
    );
    let swizzled = layout!(Sw<2,0,3> o 0 o (8, 8):(8, 1));
    check([8, 8, 8], swizzled, layout!((8, 8):col), swizzled);
    check([2, 1, deep], layout!((2, deep):col), layout!((deep, 1):(1, 1)), layout!((2, 1):col));
}

/// Tiles that the edges cut, whole, as views and under a mask; some have no element.
#[test]
fn cut_tiles() {
    let (mut data, mut room) = (numbers::<i32>(), [0; 16]);
    let (n, start) = (7, View::new(&data, layout!((7, 5):(5, 1))).unwrap().iter().sum::<i32>());
    let mut view = ViewMut::new(&mut data, layout!((n, 5):(5, 1))).unwrap();
    let mut tiles: Vec<_> = view.tiles_padded_mut(tile!(4, 4)).collect();
    for tile in &mut tiles {
        whole_or_clip!(tile, |mut tile| tile.update(|x| *x += 1));
    }
    tiles.iter_mut().for_each(|tile| tile.update_entries(|_, x| *x += 1));
    let mut stage = ViewMut::new(&mut room, layout!((4, 4):row)).unwrap();
    let mut sum = 0;
    for tile in view.as_view().tiles_padded(tile!(4, 4)) {
        stage.fill(0);
        copy_if(tile, &mut stage, |_| true);
        sum += stage.iter().sum::<i32>();
    }
    assert_eq!(sum, start + 2 * 35);
    let row = View::new(&room, layout!(9:1)).unwrap();
    let sizes = row.tiles_padded(layout!(4:2)).map(|tile| tile.entries().count());
    assert!(sizes.eq([4, 4, 1, 0]));
}

/// Quadrants that are held together, windows past each edge, and arrays.
#[test]
fn quadrants_and_windows() {
    let mut matrix = Boxed::from_coords(layout!((4, 6):(6, 1)), |(i, j)| (10 * i + j).to_string());
    let mut view = matrix.view_mut();
    let [[mut a, b], [c, mut d]] = view.quadrants_mut(1, 4);
    std::mem::swap(a.at_mut((0, 3)), d.at_mut((2, 1)));
    assert_eq!((&*a[(0, 3)], &*b[(0, 1)], &*c[(2, 0)], &*d[(2, 1)]), ("35", "5", "30", "3"));
    for (i, j) in (-3..6).flat_map(|i| (-3..8).map(move |j| (i, j))) {
        let window = Owned::window(layout!((3, 3)), matrix.view(), [i, j], String::new());
        let found = window.iter().filter(|text| !text.is_empty()).count();
        assert_eq!(found, matrix.view().window([i, j], [3, 3]).size());
    }
    let rows: [[String; 6]; 4] = matrix.read_array();
    let mut columns = Owned::filled(layout!((4, 6)), String::new());
    columns.write_array(rows);
    assert!(columns == matrix);
    let (mut data, mut tiles) = (numbers::<i32>(), 0);
    let mut view = ViewMut::new(&mut data, layout!((5, 7):(7, 1))).unwrap();
    for ([_, _], mut tile) in view.tiles_padded_mut(tile!(4, 4)).with_coords().rev() {
        let mut stage = Owned::filled(layout!((4, 4)), 0);
        copy_if(tile.to_view(), &mut stage, |_| true);
        copy_if(stage, &mut tile, |_| true);
        tiles += 1;
    }
    assert_eq!((tiles, data), (4, numbers::<i32>()));
}

#[test]
fn parts_and_iterators() {
    let mut matrix = Boxed::from_coords(layout!((4, 6):(6, 1)), |(i, j)| (10 * i + j).to_string());
    std::thread::scope(|scope| {
        for (k, mut tile) in matrix.tiles_mut(tile!(2, 3)).enumerate() {
            scope.spawn(move || tile.update(|text| *text += &format!(" in {k}")));
        }
    });
    assert_eq!((&*matrix[(0, 3)], &*matrix[(3, 2)]), ("3 in 2", "32 in 1"));
    let held: Vec<&mut String> = matrix.iter_mut().rev().step_by(2).collect();
    held.into_iter().for_each(String::clear);
    let mut shares = matrix.partition_mut(layout!((2, 3):(3, 1)));
    let (mut first, mut last) = (shares.next().unwrap(), shares.next_back().unwrap());
    std::mem::swap(first.at_mut(0), last.at_mut(0));
    let mut view = matrix.view_mut();
    let (mut left, right) = view.split_mut::<1>(2);
    left.at_mut((0, 0)).clone_from(right.at((0, 0)));
    assert!(matrix.clone() == matrix);
    assert_eq!(matrix.map(String::len).as_slice().len(), 24);
    let mut rows = matrix.view_mut();
    rows.as_mut_slice().unwrap()[23].push('!');
    assert!(rows.as_slice().unwrap()[23].ends_with('!'));
    assert!(rows.tile_mut(tile!(2, 3), (1, 1)).as_mut_slice().is_none());

    let mut tile = Owned::filled(layout!((4, 2):(-1, 8)), String::from("a"));
    tile[(3, 1)].push('b');
    assert_eq!((&*tile.clone()[(3, 1)], &*tile[(0, 0)]), ("ab", "a"));
    let n = 3;
    let backwards = View::with_origin(&[1, 2, 3], 2, layout!(n:-1)).unwrap();
    assert!(backwards.iter().rev().eq(&[1, 2, 3]));
    assert_eq!(backwards.as_slice(), Some(&[1, 2, 3][..]));
    assert_eq!(backwards.broadcast(typenum::U2::new()).iter().sum::<i32>(), 12);
    let none = 0;
    let empty = View::new(&[0; 0], layout!((none, 3):(1, 1))).unwrap();
    assert_eq!(empty.slice(coord!(_, 2)).iter().count(), 0);
    assert_eq!(empty.as_slice(), Some(&[][..]));
    let layout: dynamic::Layout = "(2,(2,2)):(-4,(1,2))".parse().unwrap();
    let dynamic = View::dynamic(&[0, 1, 2, 3, 4, 5, 6, 7], 4, layout).unwrap();
    assert!(dynamic.elements().eq(&[4, 0, 5, 1, 6, 2, 7, 3]));
}

/// A closure that panics half way: the elements made so far are dropped once, and nothing else.
#[test]
fn failures_half_way() {
    let ninth = |i: usize| if i == 9 { panic!("the ninth") } else { i.to_string() };
    fails(|| Boxed::from_offsets(layout!((4, 4):row), ninth));
    fails(|| Owned::<String, _>::from_offsets(layout!((4, 4):row), ninth));
    let mut matrix = Boxed::filled(layout!((4, 4):row), "abc".to_string());
    fails(|| matrix.map(|text| ninth(text.len() * 3)));
    fails(|| {
        matrix.update(|text| {
            text.clear();
            panic!("the first")
        })
    });
    assert_eq!((matrix[(0, 0)].len(), matrix[(1, 0)].len()), (0, 3));
}

/// The owner of a tensor frees it and its elements once.
#[cfg(feature = "dlpack")]
#[test]
fn tensors_handed_on() {
    let ours = Boxed::from_offsets(layout!((3, 2):(-2, 1)), |i| i as i32);
    let raw = ours.into_dlpack().unwrap().into_raw();
    // SAFETY: `into_raw` returned the pointer, and nothing has freed it.
    let mut tensor = unsafe { static_layout::interop::DlpackTensor::from_raw(raw) }.unwrap();
    ViewMut::<i32, Layout!((?, 2):(-2, 1))>::from_dlpack(&mut tensor).unwrap()[(0, 1)] = 9;
    let view = View::<i32, dynamic::Layout>::from_dlpack(&tensor).unwrap();
    assert!(view.elements().eq(&[4, 2, 0, 9, 3, 1]));
    let copied = view.to_dlpack_copied().unwrap();
    drop(tensor);
    let view = View::<i32, Layout!((3, 2):(2, 1))>::from_dlpack(&copied).unwrap();
    let borrowed = view.to_dlpack().unwrap();
    assert_eq!(borrowed.as_raw().ndim, 2);
    assert_eq!(view.to_rows().unwrap(), [[4, 9], [2, 3], [0, 1]]);
}
