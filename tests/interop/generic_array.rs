//! `GenericArray`: in and out of `Owned` with the same elements, each dropped once.

use generic_array::{ArrayLength, GenericArray, arr};
use static_layout::typenum::{U6, U12};
use static_layout::*;
use std::rc::Rc;

type Gaps = Layout!((2, 3):(1, 5));

#[test]
fn arrays_are_tensors_and_back() {
    // 12 elements reach from offset 0 to 11.
    let array: GenericArray<usize, U12> = (0..12).collect();
    let mut tensor = Owned::<usize, Gaps>::from(array);
    assert_eq!((tensor[(1, 2)], tensor.as_slice().len()), (11, 12));
    assert_eq!(tensor.as_generic_array(), &array);
    tensor.as_generic_array_mut()[6] = 60;
    assert_eq!(tensor[(1, 1)], 60);
    let back: GenericArray<usize, U12> = tensor.into();
    assert_eq!((back[6], back[11]), (60, 11));

    let view = View::new(&back, layout!((3, 4):col)).unwrap();
    assert_eq!(view[(0, 2)], 60);
    let mut six: GenericArray<u8, U6> = arr![1, 2, 3, 4, 5, 6];
    ViewMut::new(&mut six, layout!((2, 3):row)).unwrap()[(1, 0)] = 9;
    assert_eq!(six, arr![1, 2, 3, 9, 5, 6]);
}

#[test]
fn each_element_is_dropped_once() {
    let element = Rc::new(());
    let array: GenericArray<Rc<()>, U12> = (0..12).map(|_| element.clone()).collect();
    let tensor = Owned::<Rc<()>, Gaps>::from_generic_array(array);
    assert_eq!(Rc::strong_count(&element), 13);
    let array = tensor.into_generic_array();
    assert_eq!(Rc::strong_count(&element), 13);
    drop(Owned::<Rc<()>, Layout!((4, 3):row)>::from(array));
    assert_eq!(Rc::strong_count(&element), 1);
    // There is nothing to move.
    let units: GenericArray<(), U6> = GenericArray::default();
    assert_eq!(Owned::<(), Layout!((2, 3))>::from(units).size(), 6);
}

#[test]
fn numerals_of_arrays_are_extents() {
    /// The sum of each row of an array of rows.
    fn sums<N: ArrayLength + Nat>(rows: &GenericArray<f32, N>) -> f32 {
        View::new(rows, layout!({type N})).unwrap().iter().sum()
    }
    assert_eq!(sums(&arr![1.0, 2.0, 3.0]), 6.0);
}
