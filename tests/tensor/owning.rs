//! Tensors that own their elements: constructors, drops and copies.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::*;
use static_layout::internal::Mapping;

for_all_layouts! {
    fn made(case: Case<L>) {
        let tensor = Boxed::from_offsets(case.layout, |i| case.data[i]);
        prop_assert_eq!(tensor.as_slice(), &case.data[..]);
        prop_assert_eq!(tensor.as_slice().as_ptr().align_offset(64), 0);
        prop_assert!(tensor == case.view());
        prop_assert!(tensor.clone() == tensor);
        prop_assert!(Boxed::from_slice(case.layout, &case.data).unwrap() == tensor);
        if let Some((_, rest)) = case.data.split_last() {
            prop_assert!(Boxed::from_slice(case.layout, rest).is_err());
        }
        let shown = tensor.map(|x| x.to_string());
        prop_assert!(shown.iter().zip(tensor.iter()).all(|(text, x)| *text == x.to_string()));

        let copy = case.view().to_boxed();
        prop_assert!(copy == case.view() && copy.layout().to_dynamic().is_contiguous());
        let sums = case.view().zip_with(&tensor, |x, y| x + y);
        prop_assert!(sums.iter().zip(case.view().iter()).all(|(sum, x)| *sum == 2 * x));

        // An element that several coordinates share has the value of the last one.
        let shape = case.layout.shape();
        let numbered = Boxed::from_coords(case.layout, |coord| coord.linear(shape) + 1);
        let mut expected = vec![0; case.data.len()];
        case.indices().iter().enumerate().for_each(|(linear, &i)| expected[i] = linear + 1);
        prop_assert_eq!(numbered.as_slice(), &expected[..]);
        Ok(())
    }
}

#[test]
fn every_element_is_dropped_once() {
    let (one, n) = (Rc::new(()), 5);
    let tensor = Boxed::filled(layout!((n, 3):(3, 1)), one.clone());
    assert_eq!(Rc::strong_count(&one), 16);
    let copy = tensor.clone();
    assert_eq!(Rc::strong_count(&one), 31);
    drop(tensor);
    drop(copy);
    assert_eq!(Rc::strong_count(&one), 1);
    let owned = Owned::filled(layout!((2, 2):(1, 4)), one.clone());
    assert_eq!(Rc::strong_count(&one), 7);
    let both = owned.map(|x| (x.clone(), x.clone()));
    assert_eq!(Rc::strong_count(&one), 19);
    drop((owned, both));
    assert_eq!(Rc::strong_count(&one), 1);
}

#[test]
fn a_panic_leaves_nothing_behind() {
    let (one, n) = (Rc::new(()), 5);
    let make = |limit: usize| {
        let one = one.clone();
        catch_unwind(AssertUnwindSafe(move || {
            Boxed::from_offsets(layout!(n:1), |i| {
                assert!(i < limit, "enough");
                one.clone()
            })
        }))
    };
    for limit in 0..5 {
        assert!(make(limit).is_err());
        assert_eq!(Rc::strong_count(&one), 1, "{limit}");
    }
    assert!(make(5).is_ok());
    assert_eq!(Rc::strong_count(&one), 1);
}

#[test]
fn alignment() {
    #[derive(Clone, Debug, PartialEq)]
    #[repr(align(256))]
    struct Wide(u8);
    #[repr(align(128))]
    #[derive(Clone)]
    struct Nothing;
    let n = 3;
    for _ in 0..10 {
        let small = Boxed::filled(layout!(n:1), 1_u8);
        assert_eq!(small.as_ptr().align_offset(64), 0);
        let wide = Boxed::from_offsets(layout!(n:1), |i| Wide(i as u8));
        assert_eq!(wide.as_ptr().align_offset(256), 0);
        assert_eq!(wide[2], Wide(2));
        assert_eq!(Boxed::filled(layout!(n:1), Nothing).as_ptr().align_offset(128), 0);
        let owned = Owned::filled(layout!(3:1), 0_u8);
        assert_eq!(owned.as_ptr().align_offset(64), 0);
    }
}

#[test]
fn elements_without_size() {
    use std::cell::Cell;
    thread_local!(static DROPPED: Cell<usize> = const { Cell::new(0) });
    #[derive(Clone, Default)]
    struct Unit;
    impl Drop for Unit {
        fn drop(&mut self) {
            DROPPED.set(DROPPED.get() + 1);
        }
    }
    let n = 1000;
    let units = Boxed::from_offsets(layout!((n, 2):(2, 1)), |_| Unit);
    assert_eq!(units.iter().count(), 2000);
    assert_eq!(units.get((999, 1)).map(|_| ()), Some(()));
    assert!(units.get((1000, 0)).is_none());
    drop(units);
    assert_eq!(DROPPED.get(), 2000);
}

#[test]
fn too_much() {
    panics("no array has", || {
        let n = 1 << 60;
        Boxed::filled(layout!(n:1), 0_u64);
    });
    panics("is past", || {
        let n = 1 << 62;
        Boxed::filled(Layout::new((n, n), (1, 1)), 0_u8);
    });
}

#[test]
fn compared_with_any_tensor() {
    let mut data = [0, 1, 2, 3, 4, 5];
    let owned = Owned::from_coords(layout!((2, 3):(3, 1)), |(i, j)| (3 * i + j) as i32);
    let boxed = Boxed::from_slice(layout!((2, 3):(1, 2)), &[0, 3, 1, 4, 2, 5]).unwrap();
    let n = 3;
    let view = ViewMut::new(&mut data, layout!((2, n):(3, 1))).unwrap();
    assert!(owned == boxed && boxed == view && view == owned && owned == view.view());
    assert_eq!(owned.to_string(), "0 1 2\n3 4 5");
    assert_eq!(format!("{owned} {boxed}"), format!("{view} {}", view.view()));
    assert!(
        format!("{boxed:?}").starts_with("Boxed { layout: (_2,_3):(_1,_2), elements: [0, 3, 1")
    );
    assert_eq!(
        owned.clone(),
        Owned::from_slice(layout!((2, 3):(3, 1)), &[0, 1, 2, 3, 4, 5]).unwrap()
    );
}

#[test]
fn they_cross_threads() {
    fn crosses<T: Send + Sync>(_: &T) {}
    let n = 2;
    let mut boxed = Boxed::filled(layout!((n, 2):(2, 1)), 0_u8);
    crosses(&boxed);
    crosses(&boxed.view());
    crosses(&boxed.iter());
    crosses(&boxed.tiles(tile!(2, 1)));
    crosses(&boxed.view_mut());
    crosses(&boxed.iter_mut());
    crosses(&boxed.tiles_mut(tile!(2, 1)));
    crosses(&View::dynamic(&[1], 0, "1:0".parse().unwrap()).unwrap());
}

#[test]
fn parts_are_views() {
    let (n, threads) = (6, layout!((2, 3):(3, 1)));
    let owned = Owned::from_offsets(layout!((4, 6)), |i| i);
    let boxed = Boxed::from_offsets(layout!((4, n)), |i| i);
    for i in 0..4 {
        let row = owned.view().slice(coord!(i, _));
        assert!(row.iter().eq(&[i, i + 4, i + 8, i + 12, i + 16, i + 20]));
        assert_eq!(
            (owned.slice(coord!(i, _)), boxed.slice(coord!(i, _)).to_string()),
            (row, row.to_string())
        );
    }
    let tile = owned.view().tile(tile!(2, 3), (1, 0));
    assert_eq!(tile.to_string(), " 2  6 10\n 3  7 11");
    assert_eq!(owned.tile(tile!(2, 3), (1, 0)), tile);
    assert_eq!(boxed.tile(tile!(2, 3), (1, 0)).to_string(), tile.to_string());
    let share = owned.view().partition(threads, 4);
    assert_eq!(share.to_string(), " 5 17\n 7 19");
    assert_eq!(owned.partition(threads, 4), share);
    assert_eq!(boxed.partition(threads, 4).to_string(), share.to_string());
}

/// Each method of an owning tensor returns the same as the method of its view, and writes the same elements.
#[test]
fn methods_are_those_of_views() {
    let n = 6;
    let mut owned = Owned::from_offsets(layout!((4, 6)), |i| i);
    let mut boxed = Boxed::from_offsets(layout!((4, n)), |i| i);
    macro_rules! same {
        ($($method:ident, $method_mut:ident $(::<$place:literal>)? ($($argument:expr),*);)*) => {$(
            let view = owned.view().$method$(::<$place>)?($($argument),*);
            assert_eq!(owned.$method$(::<$place>)?($($argument),*), view);
            assert!(boxed.$method$(::<$place>)?($($argument),*).iter().eq(view.iter()));
            let mut expected = owned;
            expected.view_mut().$method_mut$(::<$place>)?($($argument),*).update(|x| *x += 100);
            owned.$method_mut$(::<$place>)?($($argument),*).update(|x| *x += 100);
            boxed.$method_mut$(::<$place>)?($($argument),*).update(|x| *x += 100);
            assert!(owned == expected && boxed == expected, "{}", stringify!($method_mut));
        )*};
    }
    let i = 2;
    same! {
        slice, slice_mut(coord!(i, _));
        slice_axes, slice_axes_mut(slices!(1.., ..i));
        tile, tile_mut(tile!(2, 3), (1, 0));
        compose, compose_mut(tile!(_, 2:2));
        compose, compose_mut(layout!(4:2));
        reshape, reshape_mut(shape!(2, _));
        transpose, transpose_mut();
        unsqueeze, unsqueeze_mut::<1>();
    }
    let mut expected = owned;
    expected.view_mut().tile_padded_mut(tile!(3, 4), (1, 1)).update_entries(|_, x| *x = 7);
    owned.tile_padded_mut(tile!(3, 4), (1, 1)).update_entries(|_, x| *x = 7);
    boxed.tile_padded_mut(tile!(3, 4), (1, 1)).update_entries(|_, x| *x = 7);
    assert!(owned == expected && boxed == expected);
    assert_eq!(owned.tile_padded(tile!(3, 4), (1, 1)).get((0, 1)), Some(&7));
    assert_eq!(boxed.tile_padded(tile!(3, 4), (1, 1)).get((1, 0)), None);
}
