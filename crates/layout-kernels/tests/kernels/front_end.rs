//! A front end of its own, with no lists of types: layouts that are constants in generic arguments.

use layout_core::{IntTuple, Layout as Engine};
use static_layout::internal::{Form, FormWalk, Indexed, NoMap, view_mut_of_form, view_of_form};
use static_layout::typenum::{B1, U4};
use static_layout::*;
use static_layout_kernels::{
    Convolution, CopyStep, PlannedCopy, Readable, VectorMove, Writable, axpby, combine,
    combine_all, convolve2d, convolve2d_with, copy, copy_plan, copy_with, fill, gemm, matmul,
    matmul_add, matmul_batched, maximum, minimum, reduce, sum, transform, transpose,
    transpose_in_place, try_copy, try_transform,
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

/// `N` modes whose extents are counted at run time, without gaps, the last one of stride 1.
#[derive(Clone, Copy)]
struct Block<const N: usize>([usize; N]);

// SAFETY: the layout exists for the extents of this test, and the words are its leaves.
unsafe impl<const N: usize> Form for Block<N> {
    const FORM: Engine = match IntTuple::tuple(&[IntTuple::unknown(0); N]) {
        Ok(modes) => layout_core::internal::unchecked_layout(modes, modes),
        Err(_) => panic!("few modes"),
    };
    type Outer = NoMap;
    fn outer(self) -> NoMap {
        NoMap
    }
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        let mut stride = 1;
        for k in (0..N).rev() {
            (extents[k], strides[k]) = (self.0[k], stride);
            stride *= self.0[k];
        }
    }
}

/// `N:-1`.
#[derive(Clone, Copy)]
struct Backward<const N: usize>;

// SAFETY: `N:-1` exists for the extents of this test, and the words are its leaves.
unsafe impl<const N: usize> Form for Backward<N> {
    const FORM: Engine = layout_core::internal::unchecked_layout(leaf(N), IntTuple::leaf(-1));
    type Outer = NoMap;
    fn outer(self) -> NoMap {
        NoMap
    }
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        (extents[0], strides[0]) = (N, usize::MAX);
    }
}

type NestedColumns = Layout!(((2, 2), (?, 3)):((1, 6), (2, ?)));

/// A layout of the library as one of the front end: its form, words and swizzle, and nothing else of it.
#[derive(Clone, Copy)]
struct Words<L>(L);

// SAFETY: the form and the words are those of a layout.
unsafe impl<L: Form> Form for Words<L> {
    const FORM: Engine = L::FORM;
    type Outer = L::Outer;
    fn outer(self) -> L::Outer {
        self.0.outer()
    }
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.0.write_words(extents, strides);
    }
}

macro_rules! indexed {
    ($([$($parameters:tt)*] $Layout:ty;)*) => {$(
        impl<$($parameters)*> Indexed for $Layout {
            type Fits<C: Coordinate> = B1;
            type Walk = FormWalk<Self>;
        }
    )*};
}
indexed! {
    [const M: usize, const N: usize] Dense<M, N>;
    [const M: usize] Columns<M>;
    [const N: usize] Block<N>;
    [const N: usize] Backward<N>;
    [L: Form] Words<L>;
}

type Array<L> = Boxed<f32, L>;

/// The elements by columns.
fn linear<L: Indexed>(array: &Array<L>) -> Vec<f32> {
    array.view().iter().copied().collect()
}

fn panic_of(f: impl FnOnce()) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_err();
    panic.downcast_ref::<String>().unwrap().clone()
}

#[test]
fn views_compare_the_reach_with_the_slice() {
    let (data, n) = ([0; 12], 3);
    let rows = View::new(&data[..11], Dense::<4, 3>).err().unwrap().to_string();
    assert_eq!(rows, View::new(&data[..11], layout!((4, 3):(3, 1))).unwrap_err().to_string());
    let columns = View::new(&data[..11], Columns::<4>(n)).err().unwrap().to_string();
    assert_eq!(columns, View::new(&data[..11], layout!((4, n):(1, 4))).unwrap_err().to_string());
    assert_eq!(
        columns,
        "cannot view a slice through (4,3):(1,4): it reaches from 0 to 11 around element 0 of 11"
    );
    assert_eq!(View::new(&data, Columns::<4>(n)).unwrap().size(), 12);
    assert_eq!(View::new(&data[..0], Columns::<4>(0)).unwrap().iter().next(), None);

    let backward = View::with_origin(&[1, 2, 3], 2, Backward::<3>).unwrap();
    assert!(backward.iter().eq(&[3, 2, 1]) && backward.iter().rev().eq(&[1, 2, 3]));
    let refused = View::with_origin(&[1, 2, 3], 1, Backward::<3>).err().unwrap().to_string();
    let typed = View::with_origin(&[1, 2, 3], 1, layout!(3:-1)).unwrap_err().to_string();
    assert_eq!(refused, typed);
    // A swizzle moves offsets past the cosize: `Sw<2,0,2>` permutes each 16.
    let swizzled = |len: usize| {
        View::new(&[0; 16][..len], Words(layout!(Sw<2,0,2> o 0 o (4,4):(4,1)))).is_ok()
    };
    assert!(swizzled(16) && !swizzled(15));

    let mut data = [0; 12];
    // SAFETY: the offsets of `(4,3):(1,4)` are 0 to 11, elements of `data`, which nothing else uses while the view lives.
    let mut view = unsafe { ViewMut::from_raw_parts(data.as_mut_ptr(), Columns::<4>(n)) };
    view[(1, 2)] = 7;
    assert_eq!(data[9], 7);
}

#[test]
fn elements_at_coordinates() {
    fn check<L: AnyLayout>(layout: L) {
        let data: Vec<usize> = (0..64).collect();
        let typed = View::new(&data, layout).unwrap();
        let view = View::new(&data, Words(layout)).unwrap();
        assert_eq!(view.size(), typed.size());
        assert!(view.iter().eq(typed.iter()) && view.iter().rev().eq(typed.iter().rev()));
        assert_eq!(view.iter().nth(5), typed.iter().nth(5));
        assert_eq!(view.iter().skip(3).rev().nth(2), typed.iter().skip(3).rev().nth(2));
        assert_eq!(view.iter().len(), typed.size());
        assert!(view.into_iter().eq(&typed) && view.iter().sum::<usize>() == typed.iter().sum());
        for i in 0..typed.size() + 2 {
            assert_eq!(view.get(i), (i < typed.size()).then(|| typed.at(i)));
        }
        let [m, n] = typed.sizes();
        for (i, j) in (0..m + 1).flat_map(|i| (0..n + 1).map(move |j| (i, j))) {
            let found = (i < m && j < n).then(|| typed.at((i, j)));
            assert_eq!(view.get((i, j)), found, "{i} {j} of {layout}");
            if let Some(found) = found {
                assert_eq!((&view[(i, j)], view.at((i, j))), (found, found));
            }
        }
    }
    check(layout!((4, 6):(6, 1)));
    check(layout!(Sw<2,0,2> o 0 o (4,4):(4,1)));
    let (rows, stride) = (2, 12);
    check(layout!(((2, 2), (rows, 3)):((1, 6), (2, stride))));
    check(layout!((rows, 3)));
    let nested: NestedColumns = layout!(((2, 2), (rows, 3)):((1, 6), (2, stride)));
    let data: Vec<usize> = (0..64).collect();
    let (typed, view) =
        (View::new(&data, nested).unwrap(), View::new(&data, Words(nested)).unwrap());
    for (coord, element) in typed.entries() {
        assert_eq!((view[coord], view.get(coord)), (*element, Some(element)));
    }
    assert_eq!(view[((1, 1), 3)], typed[((1, 1), 3)]);
    assert_eq!(view.get(((2, 0), 0)), None);
    assert_eq!((view[coord!(1, 2)], view[coord!((1, 0), 2)]), (typed[(1, 2)], typed[(1, 2)]));
    let refused = panic_of(|| assert_eq!(view[((0, 2), 1)], 0));
    assert!(refused.contains("is out of range for shape ((2,2),(2,3))"), "{refused}");
    assert_eq!(refused, panic_of(|| assert_eq!(typed[((0, 2), 1)], 0)));
}

#[test]
fn elements_are_written() {
    let (mut data, n) = ([0; 12], 3);
    let mut view = ViewMut::new(&mut data, Columns::<4>(n)).unwrap();
    view[(1, 2)] = 7;
    view[coord!(0, 1)] += 1;
    assert_eq!(panic_of(|| view[(1, 3)] = 0), {
        let mut other = Boxed::filled(layout!((4, n)), 0);
        panic_of(|| other[(1, 3)] = 0)
    });
    *view.get_mut((3, 0)).unwrap() = 5;
    assert_eq!(view.get_mut((4, 0)), None);
    assert_eq!(view.as_view().iter().sum::<i32>(), 13);
    for element in &mut view {
        *element *= 2;
    }
    assert_eq!(view.reborrow().into_view()[9], 14);
    assert_eq!(data, [0, 0, 0, 10, 2, 0, 0, 0, 0, 14, 0, 0]);
    let mut shared = Boxed::filled(Words(layout!((n, 2):(1, 1))), 0);
    let refused = panic_of(|| (&mut shared).into_iter().for_each(|x| *x = 1));
    let mut typed = Boxed::filled(layout!((n, 2):(1, 1)), 0);
    assert_eq!(refused, panic_of(|| typed.iter_mut().for_each(|x| *x = 1)));

    let mut array = Boxed::from_slice(Dense::<2, 3>, &[1, 2, 3, 4, 5, 6]).unwrap();
    array[(1, 0)] = 9;
    assert_eq!((array.as_slice(), array.layout().count()), (&[1, 2, 3, 9, 5, 6][..], 6));
    assert_eq!(array.map(|x| x + 1)[(1, 0)], 10);
    assert_eq!(array.view_mut().get_mut((2, 0)), None);
    let refused = Boxed::from_slice(Dense::<2, 3>, &[1, 2, 3, 4, 5]).err().unwrap().to_string();
    let typed = Boxed::from_slice(layout!((2, 3):(3, 1)), &[1, 2, 3, 4, 5]);
    assert_eq!(refused, typed.unwrap_err().to_string());
    assert_eq!(Boxed::from_offsets(Backward::<3>, |i| i)[0], 2);
    assert_eq!(
        format!("{:?}", array.view()),
        "View { layout: (_2,_3):(_3,_1), elements: [1, 9, 2, 5, 3, 6] }"
    );
}

#[test]
fn kernels_take_views_and_arrays() {
    let (data, n) = (std::array::from_fn::<f32, 24, _>(|i| (i % 7) as f32), 6);
    let a = View::new(&data, Dense::<4, 6>).unwrap();
    let mut copied = [0.0; 24];
    let mut view = ViewMut::new(&mut copied, Columns::<4>(n)).unwrap();
    copy(a, &mut view);
    assert!(view.as_view().iter().eq(a.iter()));
    assert_eq!(sum(&view), sum(a));
    let mut doubled = Boxed::filled(Columns::<4>(n), 0.0);
    transform(a, &mut doubled, |x| 2.0 * x);
    assert_eq!(sum(doubled.view()), 2.0 * sum(a));
    let b = Boxed::from_offsets(Columns::<6>(5), |i| (i % 5) as f32);
    let mut c = Boxed::filled(Columns::<4>(5), 1.0);
    let mut product = [f32::NAN; 20];
    matmul(a, &b, &mut ViewMut::new(&mut product, Dense::<4, 5>).unwrap());
    gemm(2.0, a, b.view(), 3.0, &mut c);
    let product = View::new(&product, Dense::<4, 5>).unwrap();
    for (i, j) in (0..4).flat_map(|i| (0..5).map(move |j| (i, j))) {
        assert_eq!(product[(i, j)], (0..6).map(|k| a[(i, k)] * b[(k, j)]).sum());
        assert_eq!(c[(i, j)], 2.0 * product[(i, j)] + 3.0);
    }
    let total = std::thread::scope(|scope| {
        scope.spawn(move || fill(&mut doubled.view_mut(), 1.0));
        scope.spawn(move || a.iter().sum::<f32>()).join().unwrap()
    });
    assert_eq!(total, sum(a));
}

/// A tensor that the library does not know.
struct Own<L>(Vec<f32>, L);

impl<L: Form> Readable for Own<L> {
    type Element = f32;
    type Layout = L;
    fn readable(&self) -> View<'_, f32, L> {
        // SAFETY: the data has an element for each offset, as many as the cosize of a layout without negative strides.
        unsafe { view_of_form(self.0.as_ptr(), self.1) }
    }
}
impl<L: Form> Readable for &Own<L> {
    type Element = f32;
    type Layout = L;
    fn readable(&self) -> View<'_, f32, L> {
        (**self).readable()
    }
}
impl<L: Form> Writable for Own<L> {
    fn writable(&mut self) -> ViewMut<'_, f32, L> {
        // SAFETY: the data has an element for each offset, as many as the cosize of a layout without negative strides, and
        // is borrowed mutably.
        unsafe { view_mut_of_form(self.0.as_mut_ptr(), self.1) }
    }
}

#[test]
fn kernels_take_tensors_of_the_front_end() {
    let a = Own((0..24).map(|i| i as f32).collect(), Dense::<4, 6>);
    let mut columns = Own(vec![0.0; 24], Columns::<4>(6));
    copy(&a, &mut columns);
    assert_eq!((columns.0[1], sum(&columns)), (6.0, sum(a)));
}

#[test]
fn the_provided_functions_follow_form_and_words() {
    let (a, n) = (Dense::<4, 6>, 5);
    assert_eq!((a.with_words().to_string().as_str(), size_of_val(&a)), ("(4,6):(6,1)", 0));
    assert_eq!(Columns::<3>(n).with_words().to_string(), "(3,5):(1,3)");
    assert_eq!((a.mode_sizes(), Columns::<3>(n).mode_sizes()), ([4, 6, 1], [3, 5, 1]));
    assert_eq!((a.plain_offset([2, 3]), Columns::<3>(n).plain_offset([2, 3])), (15, 11));
    // A linear index of a mode that is a tuple; no mode past the last one.
    let typed = layout!(((2, 2), 3):((1, 6), 2));
    assert_eq!((typed.mode_sizes(), typed.plain_offset([3, 1])), ([4, 3, 1, 1], 9));
}

#[test]
fn copies_between_constants_and_words() {
    let a = Array::from_offsets(Dense::<4, 6>, |i| i as f32);
    let mut static_copy = Array::from_offsets(Dense::<4, 6>, |_| 0.0);
    copy(&a, &mut static_copy);
    assert_eq!(static_copy.as_slice(), a.as_slice());
    let mut by_columns = Array::from_offsets(Columns::<4>(6), |_| 0.0);
    copy(&a, &mut by_columns);
    assert_eq!(by_columns.as_slice(), linear(&a));
    let refused = try_copy(&a, &mut Array::from_offsets(Columns::<4>(7), |_| 0.0)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot copy (4,6):(6,1) to (4,7):(1,4): the sizes 24 and 28 differ"
    );
    // With a tensor of the library.
    let (mut data, rows) = ([0.0; 24], layout!((4, 6):(1, 4)));
    copy(&by_columns, &mut ViewMut::new(&mut data, rows).unwrap());
    assert_eq!(data[..], linear(&a));
}

#[test]
fn products() {
    let a = Array::from_offsets(Dense::<4, 6>, |i| (i % 7) as f32);
    for n in [1, 5, 40] {
        let b = Array::from_offsets(Columns::<6>(n), |i| (i % 5) as f32);
        let mut c = Array::from_offsets(Columns::<4>(n), |_| f32::NAN);
        matmul(&a, &b, &mut c);
        for (i, j) in (0..4).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: f32 = (0..6).map(|k| a[(i, k)] * b[(k, j)]).sum();
            assert_eq!(c[(i, j)], sum, "{i} {j} of {n}");
        }
    }
    let mut square = Array::from_offsets(Dense::<4, 4>, |_| f32::NAN);
    matmul(&a, Array::from_offsets(Dense::<6, 4>, |i| i as f32), &mut square);
    assert_eq!(square[(1, 2)], (0..6).map(|k| a[(1, k)] * (4 * k + 2) as f32).sum());
}

#[test]
fn reductions() {
    let mut a = Array::from_offsets(Dense::<4, 6>, |i| i as f32);
    assert_eq!((sum(&a), maximum(&a)), (276.0, Some(23.0)));
    assert_eq!(reduce(&a, 0.0, |x, y| if x > y { x } else { y }), 23.0);
    assert_eq!(maximum(Array::from_offsets(Columns::<4>(0), |_| 0.0)), None);
    fill(&mut a, 1.0);
    assert_eq!(sum(&a), 24.0);
}

#[test]
fn element_by_element() {
    let a = Array::from_offsets(Dense::<4, 6>, |i| i as f32);
    let b = Array::from_offsets(Columns::<4>(6), |i| (3 * i) as f32);
    let mut to = Array::from_offsets(Columns::<4>(6), |_| f32::NAN);
    let mut check = |act: &dyn Fn(&mut Array<Columns<4>>), f: &dyn Fn(f32, f32) -> f32| {
        act(&mut to);
        let expected: Vec<f32> =
            linear(&a).into_iter().zip(linear(&b)).map(|(x, y)| f(x, y)).collect();
        assert_eq!(linear(&to), expected);
    };
    check(&|to| transform(&a, to, |x| x + 1.0), &|x, _| x + 1.0);
    check(&|to| combine(&a, &b, to, |x, y| x - y), &|x, y| x - y);
    check(&|to| combine_all((&a, &b, &a), to, |(x, y, z)| x * y + z), &|x, y| x * y + x);
    check(&|to| axpby(2.0, &a, 0.0, to), &|x, _| 2.0 * x);
    check(&|to| axpby(1.0, &b, 1.0, to), &|x, y| 2.0 * x + y);
    let refused = try_transform(&a, &mut Array::from_offsets(Columns::<4>(7), |_| 0.0), |x| x);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "cannot combine (4,6):(6,1) with (4,7):(1,4): the sizes 24 and 28 differ"
    );
    assert_eq!(
        (minimum(&b), minimum(Array::from_offsets(Columns::<4>(0), |_| 0.0))),
        (Some(0.0), None)
    );
}

#[test]
fn transpositions() {
    let a = Array::from_offsets(Dense::<4, 6>, |i| i as f32);
    let mut rows = Array::from_offsets(Dense::<6, 4>, |_| f32::NAN);
    let mut columns = Array::from_offsets(Columns::<6>(4), |_| f32::NAN);
    transpose(&a, &mut rows);
    transpose(&a, &mut columns);
    let mut square = Array::from_offsets(Columns::<5>(5), |i| i as f32);
    let old = square.clone();
    transpose_in_place(&mut square);
    for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
        assert_eq!(square[(i, j)], old[(j, i)]);
        if i < 4 {
            assert_eq!([rows[(j, i)], columns[(j, i)]], [a[(i, j)]; 2]);
        }
    }
}

#[test]
fn plans_of_copies() {
    let (from, to) = (Dense::<4, 6>, Columns::<4>(6));
    assert_eq!(copy_plan::<f32, _, _>(from, to).unwrap().step(), CopyStep::Transpose);
    let a = Array::from_offsets(from, |i| i as f32);
    let (mut copied, mut rows) =
        (Array::from_offsets(to, |_| 0.0), Array::from_offsets(from, |_| 0.0));
    let plan = PlannedCopy::<f32, _, _>::new(from, to).unwrap();
    plan.run(&a, &mut copied);
    assert_eq!(copied.as_slice(), linear(&a));
    copy_with(VectorMove::<U4>::new(), &a, &mut rows);
    assert_eq!(rows.as_slice(), a.as_slice());
    let other = std::panic::catch_unwind(|| {
        plan.run(&a, &mut Array::from_offsets(Columns::<4>(7), |_| 0.0));
    });
    assert_eq!(
        other.unwrap_err().downcast_ref::<String>().unwrap(),
        "planned from (4,6):(6,1) to (4,6):(1,4), and asked to copy (4,6):(6,1) to (4,7):(1,4)"
    );
}

#[test]
fn updates_and_batches() {
    let a = Array::from_offsets(Dense::<4, 4>, |i| (i % 5) as f32);
    let (mut once, mut twice) =
        (Array::from_offsets(Dense::<4, 4>, |_| 1.0), Array::from_offsets(Dense::<4, 4>, |_| 1.0));
    matmul_add(&a, &a, &mut once);
    gemm(2.0, &a, &a, 3.0, &mut twice);
    for (x, y) in once.as_slice().iter().zip(twice.as_slice()) {
        assert_eq!(2.0 * (x - 1.0) + 3.0, *y);
    }
    let [m, n, k, count] = [3, 5, 4, 2];
    let a = Array::from_offsets(Block([m, k, count]), |i| (i % 7) as f32);
    let b = Array::from_offsets(Block([k, n, count]), |i| (i % 5) as f32);
    let mut c = Array::from_offsets(Block([m, n, count]), |_| f32::NAN);
    matmul_batched(&a, &b, &mut c);
    for (x, found) in c.as_slice().iter().enumerate() {
        let (i, j, l) = (x / count / n, x / count % n, x % count);
        let at = |e: usize| {
            (a.as_slice()[(i * k + e) * count + l], b.as_slice()[(e * n + j) * count + l])
        };
        assert_eq!(*found, (0..k).map(at).map(|(x, y)| x * y).sum());
    }
}

#[test]
fn convolutions() {
    let [h, w, c, r, s, k] = [6, 5, 3, 2, 3, 4];
    let image = Array::from_offsets(Block([h, w, c]), |i| (i % 7) as f32);
    let filter = Array::from_offsets(Block([r, s, c, k]), |i| (i % 5) as f32);
    let check = |how: Option<Convolution>, of_results: bool| {
        let of = how.unwrap_or_default();
        let [p, q] = of.windows([h, w], [r, s]);
        // Without adjacent results or windows, a product of matrices computes the sums.
        let apart = if of_results { 1 } else { 2 };
        let mut found = vec![f32::NAN; p * q * k * apart];
        let to = layout!((p, q, k):({q * k * apart}, {k * apart}, apart));
        let mut view = ViewMut::new(&mut found, to).unwrap();
        match how {
            Some(how) => convolve2d_with(how, &image, &filter, &mut view),
            None => convolve2d(&image, &filter, &mut view),
        }
        for (i, j, l) in (0..p * q * k).map(|x| (x / k / q, x / k % q, x % k)) {
            let mut sum = 0.0;
            for (di, dj, m) in (0..r * s * c).map(|x| (x / c / s, x / c % s, x % c)) {
                let y = (i * of.stride[0] + di).checked_sub(of.padding[0]);
                let z = (j * of.stride[1] + dj).checked_sub(of.padding[1]);
                if let (Some(y), Some(z)) = (y, z)
                    && y < h
                    && z < w
                {
                    sum += image.as_slice()[(y * w + z) * c + m]
                        * filter.as_slice()[((di * s + dj) * c + m) * k + l];
                }
            }
            assert_eq!(view[(i, j, l)], sum, "({i},{j},{l}) of {how:?}");
        }
    };
    for of_results in [true, false] {
        check(None, of_results);
        check(Some(Convolution { stride: [2, 1], padding: [1, 2] }), of_results);
    }
    let mut to = Array::from_offsets(Block([h - r + 1, w - s + 1, k]), |_| f32::NAN);
    convolve2d(&image, &filter, &mut to);
    assert!(to.as_slice().iter().all(|x| x.is_finite()));
}
