//! A front end of its own, with no lists of types: layouts that are constants in generic arguments.

use layout_core::{IntTuple, Layout as Engine};
use static_layout::internal::{Form, NoMap, view_mut_of_form, view_of_form};
use static_layout::typenum::U4;
use static_layout::{View, ViewMut};
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

#[test]
fn element_by_element() {
    let a = Array::new(Dense::<4, 6>, |i| i as f32);
    let b = Array::new(Columns::<4>(6), |i| (3 * i) as f32);
    let mut to = Array::new(Columns::<4>(6), |_| f32::NAN);
    let mut check = |act: &dyn Fn(&mut Array<Columns<4>>), f: &dyn Fn(f32, f32) -> f32| {
        act(&mut to);
        let expected: Vec<f32> =
            a.linear().into_iter().zip(b.linear()).map(|(x, y)| f(x, y)).collect();
        assert_eq!(to.linear(), expected);
    };
    check(&|to| transform(&a, to, |x| x + 1.0), &|x, _| x + 1.0);
    check(&|to| combine(&a, &b, to, |x, y| x - y), &|x, y| x - y);
    check(&|to| combine_all((&a, &b, &a), to, |(x, y, z)| x * y + z), &|x, y| x * y + x);
    check(&|to| axpby(2.0, &a, 0.0, to), &|x, _| 2.0 * x);
    check(&|to| axpby(1.0, &b, 1.0, to), &|x, y| 2.0 * x + y);
    let refused = try_transform(&a, &mut Array::new(Columns::<4>(7), |_| 0.0), |x| x);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "cannot combine (4,6):(6,1) with (4,7):(1,4): the sizes 24 and 28 differ"
    );
    assert_eq!((minimum(&b), minimum(Array::new(Columns::<4>(0), |_| 0.0))), (Some(0.0), None));
}

#[test]
fn transpositions() {
    let a = Array::new(Dense::<4, 6>, |i| i as f32);
    let mut rows = Array::new(Dense::<6, 4>, |_| f32::NAN);
    let mut columns = Array::new(Columns::<6>(4), |_| f32::NAN);
    transpose(&a, &mut rows);
    transpose(&a, &mut columns);
    let mut square = Array::new(Columns::<5>(5), |i| i as f32);
    let old = Array { data: square.data.clone(), layout: square.layout };
    transpose_in_place(&mut square);
    for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
        assert_eq!(square.at([i, j]), old.at([j, i]));
        if i < 4 {
            assert_eq!([rows.at([j, i]), columns.at([j, i])], [a.at([i, j]); 2]);
        }
    }
}

#[test]
fn plans_of_copies() {
    let (from, to) = (Dense::<4, 6>, Columns::<4>(6));
    assert_eq!(copy_plan::<f32, _, _>(from, to).unwrap().step(), CopyStep::Transpose);
    let a = Array::new(from, |i| i as f32);
    let (mut copied, mut rows) = (Array::new(to, |_| 0.0), Array::new(from, |_| 0.0));
    let plan = PlannedCopy::<f32, _, _>::new(from, to).unwrap();
    plan.run(&a, &mut copied);
    assert_eq!(copied.data, a.linear());
    copy_with(VectorMove::<U4>::new(), &a, &mut rows);
    assert_eq!(rows.data, a.data);
    let other = std::panic::catch_unwind(|| {
        plan.run(&a, &mut Array::new(Columns::<4>(7), |_| 0.0));
    });
    assert_eq!(
        other.unwrap_err().downcast_ref::<String>().unwrap(),
        "planned from (4,6):(6,1) to (4,6):(1,4), and asked to copy (4,6):(6,1) to (4,7):(1,4)"
    );
}

#[test]
fn updates_and_batches() {
    let a = Array::new(Dense::<4, 4>, |i| (i % 5) as f32);
    let (mut once, mut twice) =
        (Array::new(Dense::<4, 4>, |_| 1.0), Array::new(Dense::<4, 4>, |_| 1.0));
    matmul_add(&a, &a, &mut once);
    gemm(2.0, &a, &a, 3.0, &mut twice);
    for (x, y) in once.data.iter().zip(&twice.data) {
        assert_eq!(2.0 * (x - 1.0) + 3.0, *y);
    }
    let [m, n, k, count] = [3, 5, 4, 2];
    let a = Array::new(Block([m, k, count]), |i| (i % 7) as f32);
    let b = Array::new(Block([k, n, count]), |i| (i % 5) as f32);
    let mut c = Array::new(Block([m, n, count]), |_| f32::NAN);
    matmul_batched(&a, &b, &mut c);
    for (x, found) in c.data.iter().enumerate() {
        let (i, j, l) = (x / count / n, x / count % n, x % count);
        let at = |e: usize| (a.data[(i * k + e) * count + l], b.data[(e * n + j) * count + l]);
        assert_eq!(*found, (0..k).map(at).map(|(x, y)| x * y).sum());
    }
}

#[test]
fn convolutions() {
    let [h, w, c, r, s, k] = [6, 5, 3, 2, 3, 4];
    let image = Array::new(Block([h, w, c]), |i| (i % 7) as f32);
    let filter = Array::new(Block([r, s, c, k]), |i| (i % 5) as f32);
    let check = |how: Option<Convolution>, of_results: bool| {
        let of = how.unwrap_or_default();
        let [p, q] = of.windows([h, w], [r, s]);
        // Without adjacent results or windows, a product of matrices computes the sums.
        let apart = if of_results { 1 } else { 2 };
        let mut found = vec![f32::NAN; p * q * k * apart];
        let to = static_layout::layout!((p, q, k):({q * k * apart}, {k * apart}, apart));
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
                    sum += image.data[(y * w + z) * c + m]
                        * filter.data[((di * s + dj) * c + m) * k + l];
                }
            }
            assert_eq!(view[(i, j, l)], sum, "({i},{j},{l}) of {how:?}");
        }
    };
    for of_results in [true, false] {
        check(None, of_results);
        check(Some(Convolution { stride: [2, 1], padding: [1, 2] }), of_results);
    }
    let mut to = Array::new(Block([h - r + 1, w - s + 1, k]), |_| f32::NAN);
    convolve2d(&image, &filter, &mut to);
    assert!(to.data.iter().all(|x| x.is_finite()));
}
