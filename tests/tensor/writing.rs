//! Writes elements one at a time and all at once.

use super::*;

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
        let mut linear = 0;
        view.update_entries(|_, x| { *x += linear; linear += 1; });
        indices.iter().enumerate().for_each(|(linear, &i)| expected[i] += linear);
        let other = case.view();
        view.update_with(&other, |x, y| *x += y);
        indices.iter().for_each(|&i| expected[i] += case.data[i]);
        prop_assert_eq!(&data, &expected);
        Ok(())
    }
}

for_mixed_layouts! {
    /// `fill` writes every element with a coordinate and no other, or nothing where two coordinates share an element.
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
    let mut owned = Owned::<usize, Layout!((2, 2):(2, 1))>::from_offsets(|i| i);
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

/// What visits elements one by one accepts shared elements, visits them in the order of the linear index, and the last
/// write wins.
#[test]
fn shared_elements_are_visited_in_order() {
    let (rows, none) = (3, 0);
    let mut data = [0; 8];
    let mut order = Vec::new();
    let mut sums = ViewMut::new(&mut data, layout!((rows, 2):({none}, 4))).unwrap();
    let terms = [1, 10, 100, 2, 20, 200];
    let terms = View::new(&terms, layout!((rows, 2):(1, 3))).unwrap();
    sums.update_with(&terms, |sum, term| *sum += term);
    sums.update_entries(|coord, _| order.push(coord));
    assert_eq!(order, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
    let mut next = 0;
    sums.update(|element| {
        next += 1;
        *element += 1000 * next;
    });
    assert_eq!((sums[(0, 0)], sums[(2, 1)]), (6111, 15222));
    assert!(sums.try_iter_mut().is_err());
    let fill = std::panic::AssertUnwindSafe(|| sums.fill(5));
    panics("the coordinates (1,0) and (0,0) share the offset 0", fill);
    assert_eq!(data, [6111, 0, 0, 0, 15222, 0, 0, 0]);
}
