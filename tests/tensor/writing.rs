//! Writes elements one at a time and all at once.

use super::*;
use static_layout::internal::Mapping;
use static_layout::typenum::{U0, U2, U3};

for_mixed_layouts! {
    fn all_at_once(case: Case<L>) {
        let indices = case.indices();
        let mut data = case.data.clone();
        let mut view = ViewMut::with_origin(&mut data, case.origin, case.layout).unwrap();
        let elements = view.try_iter_mut();
        prop_assert_eq!(elements.is_ok(), case.is_injective());
        let Ok(elements) = elements else { return Ok(()) };
        let all: Vec<&mut usize> = elements.collect();
        prop_assert_eq!(all.len(), indices.len());
        all.into_iter().for_each(|x| *x = 0);
        for (i, x) in data.iter().enumerate() {
            prop_assert_eq!(*x == 0, indices.contains(&i));
        }
        Ok(())
    } {}
}

for_all_layouts! {
    fn one_at_a_time(case: Case<L>) {
        let indices = case.indices();
        let (mut data, mut expected) = (case.data.clone(), case.data.clone());
        let mut view = ViewMut::with_origin(&mut data, case.origin, case.layout).unwrap();
        view.update(|x| *x += 1);
        indices.iter().for_each(|&i| expected[i] += 1);
        let shape = case.layout.shape();
        let (mut count, mut once) = (0, HashSet::new());
        view.update_entries(|coord, x| {
            let linear = coord.linear(shape);
            *x += linear;
            (count, _) = (count + 1, once.insert(linear));
        });
        prop_assert_eq!((count, once.len()), (indices.len(), indices.len()));
        indices.iter().enumerate().for_each(|(linear, &i)| expected[i] += linear);
        let other = case.view();
        view.update_with(&other, |x, y| *x += y);
        indices.iter().for_each(|&i| expected[i] += case.data[i]);
        prop_assert_eq!(&data, &expected);
        Ok(())
    }
}

for_mixed_layouts! {
    /// `fill` writes every element with a coordinate and no other, or nothing if two coordinates share an element.
    fn filled(case: Case<L>) {
        let indices = case.indices();
        let is_shared = (1..indices.len()).any(|k| indices[..k].contains(&indices[k]));
        let mut data = case.data.clone();
        let mut view = ViewMut::with_origin(&mut data, case.origin, case.layout).unwrap();
        let fill = std::panic::AssertUnwindSafe(|| view.fill(5000));
        prop_assert_eq!(std::panic::catch_unwind(fill).is_err(), is_shared);
        for (i, x) in data.iter().enumerate() {
            prop_assert_eq!(*x == 5000, !is_shared && indices.contains(&i));
        }
        Ok(())
    } {
        #[test]
        fn fixed() {
            check(Case::of(layout!((3, 5):(-1, 4)))).unwrap();
            check(Case::of(layout!((4, 0):(1, 4)))).unwrap();
        }
    }
}

/// A `for` loop over a borrowed tensor visits the elements of its iterator.
#[test]
fn loops() {
    fn offsets<'a>(lent: impl IntoIterator<Item = &'a usize>) -> Vec<usize> {
        lent.into_iter().copied().collect()
    }
    let (mut data, n) = ([0, 1, 2, 3, 4, 5, 6], 2);
    let mut view = ViewMut::new(&mut data, layout!((n, 3):(4, 1))).unwrap();
    for x in &mut view {
        *x += 10;
    }
    assert_eq!(offsets(&view), [10, 14, 11, 15, 12, 16]);
    // The elements of a view live longer than it does.
    let lent = {
        let view = view.into_view();
        (&view).into_iter()
    };
    assert!(lent.eq(&[10, 14, 11, 15, 12, 16]));
    assert_eq!(data, [10, 11, 12, 3, 14, 15, 16]);
    let mut owned = Owned::from_offsets(layout!((2, 2):(2, 1)), |i| i);
    let mut boxed = Boxed::from_offsets(layout!((n, 2):(2, 1)), |i| i);
    for (x, y) in std::iter::zip(&mut owned, &mut boxed) {
        (*x, *y) = (*x + 1, *y + 2);
    }
    assert_eq!((offsets(&owned), offsets(&boxed)), (vec![1, 3, 2, 4], vec![2, 4, 3, 5]));
    panics("the coordinates (1,0) and (0,1) share the offset 1", || {
        let d = 1;
        for x in &mut Boxed::filled(layout!((2, 2):(1, d)), 0) {
            *x = 1;
        }
    });
}

#[test]
fn shapes_that_differ() {
    panics("different shapes: (2,3) and (3,2)", || {
        let (n, m) = (2, 3);
        let a = View::new(&[0; 6], layout!((n, m):(m, 1))).unwrap();
        let b = View::new(&[0; 6], layout!((m, n):(n, 1))).unwrap();
        a.for_each_with(&b, |_: &i32, _: &i32| {});
    });
}

#[test]
fn coordinates_that_share() {
    let (mut data, n) = ([0; 12], 4);
    let mut view = ViewMut::new(&mut data, layout!((n, 3):(1, 2))).unwrap();
    assert_eq!(
        view.try_iter_mut().unwrap_err().to_string(),
        "cannot borrow for writing all elements of (4,3):(1,2): the coordinates (0,1) and (2,0) share \
         the offset 2"
    );
    panics("share the offset 2", || {
        let (mut data, n) = ([0; 12], 4);
        _ = ViewMut::new(&mut data, layout!((n, 3):(1, 2))).unwrap().iter_mut().count();
    });
    panics("share the offset 2", || {
        let (mut data, n) = ([0; 12], 4);
        _ = ViewMut::new(&mut data, layout!((n, 3):(1, 2))).unwrap().entries_mut().count();
    });
}

/// Each walk visits each coordinate once, with its element, along the smallest stride: all orders of the modes, nested,
/// swizzled, negative and equal strides, strides of 0, extents of 0 and 1. Run-time strides have the order of static ones.
#[test]
fn walks_along_the_smallest_stride() {
    /// The offsets in the order of the calls of `update`, `update_entries` and `update_with`.
    fn walked<L: AnyLayout>(layout: L, origin: usize) -> [Vec<isize>; 3] {
        let mut data: Vec<isize> = (0..300).map(|i| i - origin as isize).collect();
        let copy = data.clone();
        let other = View::with_origin(&copy, origin, layout).unwrap();
        let mut view = ViewMut::with_origin(&mut data, origin, layout).unwrap();
        let mut found = [const { Vec::new() }; 3];
        view.update(|x| found[0].push(*x));
        let mut coords = HashSet::new();
        view.update_entries(|coord, x| {
            assert_eq!(*x, LayoutOps::offset(layout, coord));
            coords.insert(coord.display().to_string());
            found[1].push(*x);
        });
        assert_eq!(coords.len(), found[1].len());
        view.update_with(&other, |x, y| {
            assert_eq!(x, y);
            found[2].push(*x);
        });
        let mut read = Vec::new();
        other.for_each_with(&other, |x, y| {
            assert_eq!(x, y);
            read.push(*x);
        });
        assert_eq!(read, found[2]);
        let mut all: Vec<isize> = other.iter().copied().collect();
        all.sort_unstable();
        for found in &found {
            let mut found = found.clone();
            found.sort_unstable();
            assert_eq!(found, all, "{layout}");
        }
        found
    }
    /// Whether the calls ascend, which only loops along ascending strides do.
    fn ascends(walk: &[isize]) -> bool {
        walk.is_sorted()
    }
    macro_rules! orders {
        ($(($($extent:literal)*): ($($stride:literal)*);)*) => {$(
            let fixed = walked(layout!(($($extent,)*):($($stride,)*)), 0);
            assert!(fixed.iter().all(|walk| ascends(walk)), "{}", stringify!($($stride)*));
            let moved = walked(layout!(($({ $extent },)*):($({ $stride },)*)), 0);
            assert!([0, 2].iter().all(|&k| ascends(&moved[k])), "{}", stringify!($($stride)*));
            let mixed = walked(layout!(($({ $extent },)*):($($stride,)*)), 0);
            assert_eq!(mixed, fixed);
        )*};
    }
    orders! {
        (5): (1);
        (3 5): (5 1);
        (3 5): (1 3);
        (3 5): (7 1);
        (1 5): (1 1);
        (5 1): (1 1);
        (0 5): (5 1);
        (5 0): (1 5);
        (2 3 5): (1 2 6);
        (2 3 5): (15 5 1);
        (2 3 5): (5 10 1);
        (2 3 5): (3 1 6);
        (2 3 5): (15 1 3);
        (2 3 5): (1 10 2);
        (2 3 4 5): (60 20 5 1);
        (2 3 4 5): (12 1 3 24);
        (2 3 2 2 5): (60 20 10 5 1);
        (2 2 2 2 2 2 2): (64 32 16 8 4 2 1);
        (2 1 2 2 0 2 2): (64 32 16 8 4 2 1);
    }
    let run_time = |x: usize| std::hint::black_box(x);
    // By rows, with run-time extents and strides: the coordinates also come by rows.
    let (m, n, one) = (run_time(3), run_time(5), run_time(1));
    assert!(ascends(&walked(layout!((m, n):(n, 1)), 0)[1]));
    assert!(ascends(&walked(layout!((m, n):(n, one)), 0)[1]));
    assert!(ascends(&walked(layout!((m, n, one):(n, one, m)), 0)[1]));
    assert!(ascends(&walked(layout!((one, m, n):(m, n, one)), 0)[1]));
    assert!(ascends(&walked(layout!((m, (2, n)):({ 2 * n }, (n, 1))), 0)[1]));
    // The other strides of a run-time layout with stride 1 in the middle keep their order.
    assert_eq!(walked(layout!((2, m, n):({ m * n }, 1, m)), 0)[0][..3], [0, 1, 2]);
    // Nested, swizzled, more leaves than are sorted, no leaves.
    assert!(ascends(&walked(layout!(((2, 3), (2, 2)):((12, 2), (1, 6))), 0)[1]));
    let swizzled = layout!((8, 8):(8, 1)).swizzled(Swizzle::<U2, U0, U3>::new());
    assert_eq!(walked(swizzled, 0)[0][..9], [0, 1, 2, 3, 4, 5, 6, 7, 9]);
    walked(layout!((2, 2, (2, 2), 2, (2, 1, 2, 2)):(64, 32, (16, 8), 4, (2, 0, 1, 128))), 0);
    walked(layout!(():()), 0);
    // Negative strides of a row-major layout, from the end.
    let down = walked(layout!((3, 5):(-5, -1)), 14);
    assert!(down.iter().all(|walk| walk.iter().rev().is_sorted()));
    assert_eq!(walked(layout!((m, n):(-n, -1)), 14), down);
    assert_eq!(walked(layout!((m, n):(-n, -one)), 14), down);
    walked(layout!((3, 5):(5, -1)), 4);
    walked(layout!((m, n):(-n, 1)), 10);
    // Shared elements: each is visited once for each of its coordinates.
    walked(layout!((3, 5):(0, 1)), 0);
    walked(layout!((3, 5):(1, 0)), 0);
    walked(layout!((m, n):({ m - 3 }, one)), 0);
    walked(layout!((3, 3, 3):(1, 1, 1)), 0);
    // The second operand decides between modes that the first one repeats.
    let (row, repeated) = ([0, 1, 2, 3, 4, 5], View::new(&[7], layout!((2, 3):(0, 0))).unwrap());
    let mut order = Vec::new();
    repeated
        .for_each_with(&View::new(&row, layout!((2, 3):(3, 1))).unwrap(), |_, y| order.push(*y));
    assert_eq!(order, [0, 1, 2, 3, 4, 5]);
}

/// Functions that visit elements one by one accept shared elements. If several coordinates share an element, the last
/// one in linear order determines it in `from_coords`.
#[test]
fn shared_elements() {
    let run_time = std::hint::black_box(1);
    let sums = Boxed::from_coords(layout!((3, 2):(2, 1)), |(i, j)| 10 * i + j);
    assert_eq!(sums.as_slice(), [0, 1, 10, 11, 20, 21]);
    let last = Boxed::from_coords(layout!((3, 2):(2, 2)), |(i, j)| 10 * i + j);
    assert_eq!((last[(0, 0)], last[(1, 0)], last[(2, 0)], last[(2, 1)]), (0, 1, 11, 21));
    let last = Boxed::from_coords(layout!((3, 2):(2, { 2 * run_time })), |(i, j)| 10 * i + j);
    assert_eq!((last[(0, 0)], last[(1, 0)], last[(2, 0)], last[(2, 1)]), (0, 1, 11, 21));
    let last = Owned::from_coords(layout!((3, 2):(2, 2)), |(i, j)| 10 * i + j);
    assert_eq!((last[(0, 0)], last[(1, 0)], last[(2, 0)], last[(2, 1)]), (0, 1, 11, 21));
}

/// Functions that visit elements one by one accept shared elements, and visit them once for each coordinate.
#[test]
fn shared_elements_are_visited_for_each_coordinate() {
    let (rows, none) = (3, 0);
    let mut data = [0; 8];
    let mut coords = HashSet::new();
    let mut sums = ViewMut::new(&mut data, layout!((rows, 2):({none}, 4))).unwrap();
    let terms = [1, 10, 100, 2, 20, 200];
    let terms = View::new(&terms, layout!((rows, 2):(1, 3))).unwrap();
    sums.update_with(&terms, |sum, term| *sum += term);
    sums.update_entries(|coord, _| assert!(coords.insert(coord)));
    assert_eq!(coords, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)].into());
    sums.update(|element| *element += 1000);
    assert_eq!((sums[(0, 0)], sums[(2, 1)]), (3111, 3222));
    assert!(sums.try_iter_mut().is_err());
    let fill = std::panic::AssertUnwindSafe(|| sums.fill(5));
    panics("the coordinates (1,0) and (0,0) share the offset 0", fill);
    assert_eq!(data, [3111, 0, 0, 0, 3222, 0, 0, 0]);
}
