//! A front end of its own, with no lists of types: layouts that are constants in generic arguments.

use layout_core::{IntTuple, Layout as Engine};
use static_layout::internal::{Form, NoMap, view_mut_of_form, view_of_form};
use static_layout::{View, ViewMut};
use static_layout_kernels::{
    Readable, Writable, copy, fill, matmul, maximum, reduce, sum, try_copy,
};

/// `(M,N):(N,1)`.
#[derive(Clone, Copy)]
struct Dense<const M: usize, const N: usize>;

/// `(M,n):(1,M)`, whose columns are counted at run time.
#[derive(Clone, Copy)]
struct Columns<const M: usize>(usize);

const fn layout(extents: [IntTuple; 2], strides: [IntTuple; 2]) -> Engine {
    match (IntTuple::tuple(&extents), IntTuple::tuple(&strides)) {
        (Ok(shape), Ok(stride)) => layout_core::internal::unchecked_layout(shape, stride),
        _ => panic!("two modes"),
    }
}

const fn leaf(n: usize) -> IntTuple {
    IntTuple::leaf(n as i64)
}

// SAFETY: `(M,N):(N,1)` exists for the extents of this test, and the words are its leaves.
unsafe impl<const M: usize, const N: usize> Form for Dense<M, N> {
    const FORM: Engine = layout([leaf(M), leaf(N)], [leaf(N), leaf(1)]);
    type Outer = NoMap;
    fn outer(self) -> NoMap {
        NoMap
    }
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        extents[..2].copy_from_slice(&[M, N]);
        strides[..2].copy_from_slice(&[N, 1]);
    }
}

// SAFETY: `(M,n):(1,M)` exists for the extents of this test, and the words are its leaves.
unsafe impl<const M: usize> Form for Columns<M> {
    const FORM: Engine = layout([leaf(M), IntTuple::unknown(0)], [leaf(1), leaf(M)]);
    type Outer = NoMap;
    fn outer(self) -> NoMap {
        NoMap
    }
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        extents[..2].copy_from_slice(&[M, self.0]);
        strides[..2].copy_from_slice(&[1, M]);
    }
}

/// The tensor of the front end.
struct Array<L> {
    data: Vec<f32>,
    layout: L,
}

impl<L: Form> Array<L> {
    fn new(layout: L, f: impl Fn(usize) -> f32) -> Self {
        let len = layout.with_words().cosize() as usize;
        Self { data: (0..len).map(f).collect(), layout }
    }
    fn at(&self, coord: [usize; 2]) -> f32 {
        self.data[self.layout.plain_offset(coord)]
    }
    /// The elements by columns.
    fn linear(&self) -> Vec<f32> {
        let [m, n] = self.layout.mode_sizes();
        (0..m * n).map(|i| self.at([i % m, i / m])).collect()
    }
}

impl<L: Form> Readable for Array<L> {
    type Element = f32;
    type Layout = L;
    fn readable(&self) -> View<'_, f32, L> {
        // SAFETY: the data has an element for each offset, as many as the cosize of a layout without negative strides.
        unsafe { view_of_form(self.data.as_ptr(), self.layout) }
    }
}
impl<L: Form> Readable for &Array<L> {
    type Element = f32;
    type Layout = L;
    fn readable(&self) -> View<'_, f32, L> {
        (**self).readable()
    }
}
impl<L: Form> Writable for Array<L> {
    fn writable(&mut self) -> ViewMut<'_, f32, L> {
        // SAFETY: as above, and the data is borrowed mutably.
        unsafe { view_mut_of_form(self.data.as_mut_ptr(), self.layout) }
    }
}

#[test]
fn the_provided_functions_follow_form_and_words() {
    let (a, n) = (Dense::<4, 6>, 5);
    assert_eq!((a.with_words().to_string().as_str(), size_of_val(&a)), ("(4,6):(6,1)", 0));
    assert_eq!(Columns::<3>(n).with_words().to_string(), "(3,5):(1,3)");
    assert_eq!((a.mode_sizes(), Columns::<3>(n).mode_sizes()), ([4, 6, 1], [3, 5, 1]));
    assert_eq!((a.plain_offset([2, 3]), Columns::<3>(n).plain_offset([2, 3])), (15, 11));
    // A linear index of a mode that is a tuple; no mode past the last one.
    let typed = static_layout::layout!(((2, 2), 3):((1, 6), 2));
    assert_eq!((typed.mode_sizes(), typed.plain_offset([3, 1])), ([4, 3, 1, 1], 9));
}

#[test]
fn copies_between_constants_and_words() {
    let a = Array::new(Dense::<4, 6>, |i| i as f32);
    let mut static_copy = Array::new(Dense::<4, 6>, |_| 0.0);
    copy(&a, &mut static_copy);
    assert_eq!(static_copy.data, a.data);
    let mut by_columns = Array::new(Columns::<4>(6), |_| 0.0);
    copy(&a, &mut by_columns);
    assert_eq!(by_columns.data, a.linear());
    let refused = try_copy(&a, &mut Array::new(Columns::<4>(7), |_| 0.0)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot copy (4,6):(6,1) to (4,7):(1,4): the sizes 24 and 28 differ"
    );
    // With a tensor of the library.
    let (mut data, rows) = ([0.0; 24], static_layout::layout!((4, 6):(1, 4)));
    copy(&by_columns, &mut ViewMut::new(&mut data, rows).unwrap());
    assert_eq!(data[..], a.linear());
}

#[test]
fn products() {
    let a = Array::new(Dense::<4, 6>, |i| (i % 7) as f32);
    for n in [1, 5, 40] {
        let b = Array::new(Columns::<6>(n), |i| (i % 5) as f32);
        let mut c = Array::new(Columns::<4>(n), |_| f32::NAN);
        matmul(&a, &b, &mut c);
        for (i, j) in (0..4).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: f32 = (0..6).map(|k| a.at([i, k]) * b.at([k, j])).sum();
            assert_eq!(c.at([i, j]), sum, "{i} {j} of {n}");
        }
    }
    let mut square = Array::new(Dense::<4, 4>, |_| f32::NAN);
    matmul(&a, Array::new(Dense::<6, 4>, |i| i as f32), &mut square);
    assert_eq!(square.at([1, 2]), (0..6).map(|k| a.at([1, k]) * (4 * k + 2) as f32).sum());
}

#[test]
fn reductions() {
    let mut a = Array::new(Dense::<4, 6>, |i| i as f32);
    assert_eq!((sum(&a), maximum(&a)), (276.0, Some(23.0)));
    assert_eq!(reduce(&a, 0.0, |x, y| if x > y { x } else { y }), 23.0);
    assert_eq!(maximum(Array::new(Columns::<4>(0), |_| 0.0)), None);
    fill(&mut a, 1.0);
    assert_eq!(sum(&a), 24.0);
}
