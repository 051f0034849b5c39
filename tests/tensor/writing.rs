//! Elements written one at a time and all at once.

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
        let mut view = ViewMut::with_origin(&mut data, case.origin, case.layout).unwrap();
        view.fill(5);
        for (i, x) in data.iter().enumerate() {
            prop_assert_eq!(*x == 5, indices.contains(&i));
        }
        Ok(())
    }
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
