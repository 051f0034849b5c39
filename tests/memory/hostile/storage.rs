//! No layout, origin, length or coordinate gives access outside the storage.

use super::{MAX, MOST, ROOT, panics, refused};
use static_layout::*;

/// Every element of a view is the element of the slice at the offset of the equation.
fn check<L: PlainLayout>(data: &[usize], origin: usize, layout: L) {
    let view = View::with_origin(data, origin, layout).unwrap();
    let offsets: Vec<i64> = layout.to_dynamic().iter().collect();
    assert_eq!(view.iter().len(), offsets.len());
    for (element, offset) in view.iter().zip(offsets) {
        assert_eq!(*element as i64, origin as i64 + offset, "{}", layout.to_dynamic());
    }
}

fn numbers(len: usize) -> Vec<usize> {
    (0..len).collect()
}

#[test]
fn lengths() {
    let n = 4;
    for len in 0..40 {
        let data = numbers(len);
        assert_eq!(View::new(&data, layout!((4, 8):(8, 1))).is_ok(), len >= 32);
        assert_eq!(View::new(&data, layout!((n, 8):(8, 1))).is_ok(), len >= 32);
        assert_eq!(View::new(&data, layout!((4, 8):(9, 1))).is_ok(), len >= 35);
        assert_eq!(View::new(&data, layout!((4, 8):(0, 1))).is_ok(), len >= 8);
        assert_eq!(View::new(&data, layout!(():())).is_ok(), len >= 1);
        assert!(View::new(&data, layout!((n, 0):(8, 1))).is_ok());
        for origin in 0..len + 3 {
            let fits = origin + 32 <= len;
            assert_eq!(View::with_origin(&data, origin, layout!((n, 8):(8, 1))).is_ok(), fits);
        }
    }
    refused(View::new(&numbers(31), layout!((4, 8):(8, 1))), "reaches from 0 to 31");
}

#[test]
fn negative_strides() {
    let n = 2;
    for len in 0..12 {
        let data = numbers(len);
        for origin in (0..len + 3).chain([MOST, MOST + 1, MAX - 1, MAX]) {
            let fits = 6 <= origin && origin < len;
            assert_eq!(View::with_origin(&data, origin, layout!(4:-2)).is_ok(), fits);
            assert_eq!(View::with_origin(&data, origin, layout!(4:-n)).is_ok(), fits);
            let both = 3 <= origin && origin < len.saturating_sub(4);
            let layout = layout!((4, 3):(-1, {n}));
            assert_eq!(View::with_origin(&data, origin, layout).is_ok(), both, "{origin} {len}");
            if both {
                check(&data, origin, layout);
            }
        }
    }
    refused(View::new(&numbers(9), layout!(4:-2)), "-6");
    check(&numbers(9), 6, layout!(4:-2));
    check(&numbers(12), 8, layout!((2, (2, 3)):(3, (-8, -0))));
}

#[test]
fn origins_do_not_wrap() {
    let data = numbers(8);
    for origin in [7, 8, 9, MOST, MOST + 1, MAX - 7, MAX - 1, MAX] {
        assert!(View::with_origin(&data, origin, layout!(2:1)).is_err());
        assert!(View::with_origin(&data, origin, layout!(8:1)).is_err());
        assert!(View::with_origin(&data, origin, layout!((2, 2):(7, -7))).is_err() || origin == 7);
    }
    assert!(View::with_origin(&data, 7, layout!((2):(-7))).is_ok());
}

#[test]
fn layouts_that_overflow() {
    let data = numbers(8);
    for (shape, stride) in [
        ((MAX, 1), (1, 1)),
        ((ROOT, ROOT), (1, 1)),
        ((ROOT, ROOT), (0, 0)),
        ((2, 2), (MAX, 1)),
        ((2, 2), (MOST, MOST)),
        ((3, 2), (MOST / 2 + 1, 1)),
        ((1, 2), (MAX, MAX)),
    ] {
        assert!(Layout::try_new(shape, stride).is_err());
    }
    // Many coordinates with few elements do not overflow.
    let huge = Layout::new((ROOT / 2, ROOT / 2), (0, 1));
    refused(View::new(&data, huge), &(ROOT / 2 - 1).to_string());
    let broadcast = View::new(&data, Layout::new((ROOT / 2, 8), (0, 1))).unwrap();
    assert_eq!(broadcast[(ROOT / 2 - 1, 7)], 7);
    assert_eq!(broadcast.get((ROOT / 2, 7)), None);
    assert_eq!(broadcast.get(ROOT / 2 * 8), None);
    assert_eq!(broadcast.get(MAX), None);
}

#[test]
fn coordinates() {
    let (n, data) = (4, numbers(32));
    let view = View::new(&data, layout!((n, 8):(8, 1))).unwrap();
    for i in [0, 3, 4, 5, MOST / 4 + 1, MOST + 1, MAX - 1, MAX] {
        for j in [0, 7, 8, MOST / 4 + 1, MAX - 7, MAX] {
            let expected = (i < 4 && j < 8).then(|| &data[i * 8 + j]);
            assert_eq!(view.get((i, j)), expected, "{i} {j}");
        }
        assert_eq!(view.get(i), (i < 32).then(|| &data[i % 4 * 8 + i / 4]));
    }
    panics("4 is not below 4", move || {
        _ = View::new(&numbers(32), layout!((n, 8):(8, 1))).unwrap()[(4, 0)]
    });
    panics("32 is not below 32", move || {
        _ = View::new(&numbers(32), layout!((n, 8):(8, 1))).unwrap()[32]
    });
    let nested = View::new(&data, layout!((4, (2, 4)):(8, (1, 2)))).unwrap();
    assert_eq!(nested.get((0, (2, 0))), None);
    assert_eq!(nested.get((0, (0, 4))), None);
    assert_eq!(nested.get((0, 8)), None);
    // A static coordinate outside a shape known at run time.
    assert_eq!(view.get(coord!(4, 0)), None);
    assert_eq!(view.get(coord!(0, 8)), None);
}

#[test]
fn slices() {
    let (n, data) = (4, numbers(32));
    let view = View::new(&data, layout!((n, 8):(8, 1))).unwrap();
    for i in 0..4 {
        let row = view.slice(coord!(i, _));
        assert!(row.iter().eq(&data[8 * i..8 * i + 8]));
        assert_eq!(row.get((8,)), None);
        assert_eq!(row.get(8), None);
    }
    assert_eq!(view.slice(coord!(3, 7)).iter().collect::<Vec<_>>(), [&31]);
    for i in [8, 9, MOST / 4 + 1, MAX] {
        panics("is out of range", move || {
            _ = View::new(&numbers(32), layout!((n, 8):(8, 1))).unwrap().slice(coord!(i, _));
        });
        panics("is out of range", move || {
            _ = ViewMut::new(&mut numbers(32), layout!((n, 8):(8, 1)))
                .unwrap()
                .slice_mut(coord!(_, i));
        });
    }
    let none = 0;
    let empty = View::with_origin(&data, MAX, layout!((n, none):(8, 1))).unwrap();
    assert_eq!(empty.get((0, 0)), None);
    assert_eq!(empty.get(0), None);
    assert_eq!(empty.iter().len(), 0);
    assert_eq!(empty.slice(coord!(3, _)).iter().len(), 0);
    assert_eq!(empty.slice(coord!(3, _)).get((0,)), None);
    panics("is out of range", move || {
        _ = View::new(&[0; 0], layout!((n, none):(8, 1))).unwrap().slice(coord!(_, 0));
    });
}

#[test]
fn owned() {
    let mut tile = Owned::from_offsets(layout!((4, 2):(-1, 8)), |i| i);
    assert_eq!(tile.as_slice().len(), 12);
    assert_eq!(tile[(0, 0)], 3, "offset 0 is behind the three negative ones");
    assert_eq!((tile[(3, 0)], tile[(0, 1)], tile[(3, 1)]), (0, 11, 8));
    assert_eq!(tile.get((4, 0)), None);
    assert_eq!(tile.get(8), None);
    tile[(3, 1)] = 99;
    assert_eq!(tile.view()[(3, 1)], 99);
    tile.view_mut()[(3, 1)] = 98;
    assert_eq!(tile.as_slice()[8], 98);
    panics("is out of range", || _ = Owned::filled(layout!((4, 2):(1, 4)), 0_u8)[(4, 0)]);

    let empty = Owned::filled(layout!((4, 0):(1, 4)), 0_u8);
    assert!(empty.as_slice().is_empty());
    assert_eq!(empty.get((0, 0)), None);
    assert_eq!(empty.view().iter().len(), 0);
    let one = Owned::filled(layout!(():()), 7_u8);
    assert_eq!((one.as_slice().len(), one[()], one[0]), (1, 7, 7));
    let broadcast = Owned::filled(layout!((1000, 2):(0, 1)), 0_u8);
    assert_eq!(broadcast.as_slice().len(), 2);
    assert_eq!(broadcast[(999, 1)], 0);
}

#[test]
fn elements_without_size() {
    let data = [(); MAX];
    let view = View::new(&data, Layout::new((MOST,), (1,))).unwrap();
    assert_eq!(view.get((MOST - 1,)), Some(&()));
    assert_eq!(view.get((MOST,)), None);
    let far = View::with_origin(&data, MAX - 8, layout!(8:1)).unwrap();
    assert_eq!(far[7], ());
    assert!(View::with_origin(&data, MAX - 7, layout!(8:1)).is_err());
}

/// Arrays on the stack of lengths with one, two and three octal digits are written and read completely. Each element is
/// dropped once, also if making an element in the middle panics.
#[test]
fn arrays_of_digits() {
    use std::cell::Cell;
    struct Counted<'a>(&'a Cell<i32>, Box<usize>);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() - 1);
        }
    }
    macro_rules! lengths {
        ($($n:literal)*) => {$({
            let live = Cell::new(0);
            let made = |i: usize| {
                live.set(live.get() + 1);
                Counted(&live, Box::new(i))
            };
            let array = Owned::<Counted, _>::from_offsets(layout!($n:1), made);
            assert_eq!((live.get(), array.as_slice().len()), ($n, $n));
            assert!(array.as_slice().iter().enumerate().all(|(i, element)| *element.1 == i));
            assert_eq!(array.map(|element| *element.1).as_slice(), numbers($n));
            drop(array);
            assert_eq!(live.get(), 0);
            let half = std::panic::AssertUnwindSafe(|| {
                Owned::<Counted, _>::from_offsets(layout!($n:1), |i| {
                    assert!(i < $n / 2, "no element {i}");
                    made(i)
                })
            });
            panics("no element", || drop(half()));
            assert_eq!(live.get(), 0);
        })*};
    }
    lengths! { 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 23 56 63 64 65 71 72 100 511 512 513 }
    assert_eq!(size_of::<Owned<u8, Layout!(0:1)>>(), 0);
    let pairs = Owned::<(u8, u32), _>::from_offsets(layout!(75:1), |i| (i as u8, i as u32));
    assert_eq!(pairs.clone().as_slice()[74], (74, 74));
}

/// A width greater than a formatter pads, and the greatest width.
#[test]
fn elements_of_any_width() {
    struct Restless(std::cell::Cell<usize>);
    impl std::fmt::Display for Restless {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.set(self.0.get() + 1);
            (0..self.0.get()).try_for_each(|_| f.write_str("x"))
        }
    }
    let data = ["y".to_string(), "x".repeat(70_000)];
    let text = View::new(&data, layout!(2:1)).unwrap().to_string();
    assert_eq!(text.len(), 2 * 70_000 + 1);
    let restless = [Restless(0.into()), Restless(3.into())];
    let text = View::new(&restless, layout!((2, 1):(1, 2))).unwrap().to_string();
    assert_eq!(text, "  xxx\nxxxxxx");
}
