//! A product whose elements a function changes before they are stored: `D = f(A B, inputs)`, by panels of `A B`.
//!
//! ```text
//! for each panel of D, rows of D or a part of them:
//!     panel = rows of A * columns of B            `strided::multiply`
//!     part of D = f(panel, part of each input)    the loops of `combine_all`
//! ```

use super::agree;
use super::chain::{self, height};
use super::in_strides::{in_strides, room};
use super::operand::{Matrix, Operand};
use super::problem::Problem;
use super::strided::Open;
use crate::simd::Element;
use crate::transform::Inputs;
use crate::views::{Readable, Writable};
use alloc::vec::Vec;
use layout_core as value;
use static_layout::internal::{self, Form, NoMap};
use static_layout::{View, ViewMut};

/// `d(i, j) = f(s, (x(i, j), y(i, j), ..))` with the sums `s` of `A * B`, which are stored nowhere: a bias, a residual, an activation, a
/// conversion, a greatest absolute value.
///
/// A is `(M,K)`, B `(K,N)`, D and each of at most four inputs `(M,N)`, of any layouts; a mode of an input whose stride is 0 repeats
/// elements. `f` is called once for each element of D, in any order, and may keep what it has seen. A panel of `A * B` is computed, changed
/// and stored before the next one, while it is in a cache. CUTLASS: the epilogue of a product.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::matmul_epilogue;
/// let (a, b, bias, mut d) = ([1.0, -1.0], [1.0, 2.0, 3.0], [1.0, 0.5], [0_i8; 6]);
/// let mut greatest = 0.0;
/// matmul_epilogue(
///     View::new(&a, layout!((2, 1):col))?,
///     View::new(&b, layout!((1, 3):row))?,
///     (View::new(&bias, layout!((2, 3):(1, 0)))?,), // a number for each row
///     |sum, (bias,)| {
///         let x = f32::max(sum + bias, 0.0);
///         greatest = f32::max(greatest, x);
///         x as i8
///     },
///     &mut ViewMut::new(&mut d, layout!((2, 3):row))?,
/// );
/// assert_eq!((d, greatest), ([2, 3, 4, 0, 0, 0], 4.0));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// If `f` panics, D has the panels before, or none if no two strides describe D.
///
/// # Panics
/// If run-time extents disagree, or if a run-time layout of D maps two coordinates to one element. The rows in work, and each matrix
/// that no two strides describe, are in memory of their own: the function panics if there is none.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have two modes, or if a static layout of D maps two coordinates to one element:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::matmul_epilogue;
/// let (x, mut y) = ([0.0; 9], [0.0; 9]);
/// let a = View::new(&x, layout!((3, 3):col)).unwrap();
/// let bias = View::new(&x, layout!((4, 3):(1, 0))).unwrap();
/// let mut d = ViewMut::new(&mut y, layout!((3, 3):col)).unwrap();
/// // cannot combine (4,3):(1,0) with (3,3):(1,3): the input has 4 rows and D has 3
/// matmul_epilogue(a, a, (bias,), |sum, (bias,)| sum + bias, &mut d);
/// ```
#[layout_macros::at_caller]
#[track_caller]
pub fn matmul_epilogue<T, V, A, B, I, D, L>(
    a: A,
    b: B,
    inputs: I,
    f: impl FnMut(T, I::Elements) -> V,
    d: &mut D,
) where
    T: Element,
    V: Copy,
    A: Readable<Element = T>,
    B: Readable<Element = T>,
    I: EpilogueInputs<L>,
    D: Writable<Element = V, Layout = L>,
    L: Form,
{
    let (a, b, d) = (a.readable(), b.readable(), &mut d.writable());
    const { (agree::check::<A::Layout, B::Layout, L>(2), I::FITS) };
    let product = Problem::of_views(a, b, d, (), Problem::agrees);
    // SAFETY: two views and a `ViewMut`, which is D, have all elements, and `of_views` has compared their extents and found no two
    // coordinates of D with one offset.
    unsafe { inputs.store(product, f) }
}

/// A product whose sums are stored as other elements.
type Product<T, V, A, B, L> = Problem<Matrix<T, A>, Matrix<T, B>, Matrix<V, L>, ()>;

/// The inputs of [`matmul_epilogue`] for a D of layout `L`: a tuple of up to four tensors, whose elements are `Copy`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of up to four tensors whose elements are `Copy`",
    label = "the inputs are a tuple: `(&bias, &residual)`, `()`"
)]
pub trait EpilogueInputs<L: Form>: Sized {
    /// A tuple with an element of each input.
    type Elements;
    /// Stops the compiler at static layouts that do not fit D.
    #[doc(hidden)]
    const FITS: ();
    /// The body of [`matmul_epilogue`].
    ///
    /// # Safety
    /// The elements of A and B must be valid for reads, the elements of D for writes. D shares no element with another operand, and no two
    /// coordinates of D have one offset. The extents of A, B and D must agree.
    #[doc(hidden)]
    unsafe fn store<T: Element, V: Copy, A: Form, B: Form>(
        self,
        product: Product<T, V, A, B, L>,
        f: impl FnMut(T, Self::Elements) -> V,
    );
}

/// The layout of a matrix as extents and strides, which may be negative.
#[derive(Clone, Copy)]
pub struct Strided {
    extents: [usize; 2],
    strides: [isize; 2],
}

// SAFETY: `FORM` has two leaves, all of whose integers are unknown, and `write_words` writes the integers of the value.
#[diagnostic::do_not_recommend]
unsafe impl Form for Strided {
    const FORM: value::Layout = {
        let (extent, stride) = (value::IntTuple::unknown(0), value::IntTuple::unknown(-1));
        match (value::IntTuple::tuple(&[extent; 2]), value::IntTuple::tuple(&[stride; 2])) {
            (Ok(shape), Ok(stride)) => value::internal::unchecked_layout(shape, stride),
            _ => panic!("a pair has two leaves"),
        }
    };
    type Outer = NoMap;
    #[inline(always)]
    fn outer(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        extents[..2].copy_from_slice(&self.extents);
        strides[..2].copy_from_slice(&self.strides.map(|stride| stride as usize));
    }
}

impl<T: Copy> Open<T> {
    #[inline(always)]
    fn layout(self) -> Strided {
        Strided { extents: self.extents, strides: self.strides }
    }

    /// A view of the matrix.
    ///
    /// # Safety
    /// Its elements must be valid for reads for `'a`.
    #[inline(always)]
    unsafe fn view<'a>(self) -> View<'a, T, Strided> {
        // SAFETY: the caller's guarantee.
        unsafe { internal::view_of_form(self.start, self.layout()) }
    }

    /// A view of the matrix, to be written.
    ///
    /// # Safety
    /// Its elements must be valid for reads and writes for `'a`, and reached through this view alone.
    #[inline(always)]
    unsafe fn view_mut<'a>(self) -> ViewMut<'a, T, Strided> {
        // SAFETY: the caller's guarantee.
        unsafe { internal::view_mut_of_form(self.start, self.layout()) }
    }
}

/// The greatest depth for which a panel of few rows reads B in place without loss.
const SHALLOW: usize = 64;

/// The columns of a panel of such a product: 64 rows of them fill half of a second cache of 1 MiB.
const WIDE: usize = if cfg!(fuzzing) { 5 } else { 2048 };

/// Which of the two modes of D the panels cut.
#[derive(Clone, Copy)]
struct Order {
    by_columns: bool,
}

impl Order {
    /// The matrix, transposed where panels are columns of D.
    #[inline(always)]
    fn of<T: Copy>(self, matrix: Open<T>) -> Open<T> {
        if self.by_columns { matrix.transposed() } else { matrix }
    }
}

/// Calls `store` with each panel of `A * B`, the coordinate of its first element, and the same part of D. Where the neighbours of D are
/// rows, all matrices are transposed.
///
/// # Safety
/// The contract of [`EpilogueInputs::store`]. `store` writes each element of its part of D.
unsafe fn each_panel<T: Element, V: Copy, A: Form, B: Form, L: Form>(
    Problem { a, b, c: d, .. }: Product<T, V, A, B, L>,
    mut store: impl FnMut(Open<T>, Order, [usize; 2], Open<V>),
) {
    let ([m, n], depth) = (d.extents(), a.extents()[1]);
    if m == 0 || n == 0 {
        return;
    }
    let (mut copy_a, mut copy_b, mut copy_d) = (Vec::new(), Vec::new(), Vec::new());
    let is_even = const { <Matrix<V, L> as Operand>::FORM.is_even() };
    let to = if is_even {
        Open::of(d)
    } else {
        copy_d = room::<V>(m.saturating_mul(n));
        Open { start: copy_d.as_mut_ptr(), extents: [m, n], strides: [n as isize, 1] }
    };
    // SAFETY: the caller's guarantee; the panel has room for `height` rows, whose elements are written before they are read.
    unsafe {
        let (a, b) = (in_strides(a, &mut copy_a), in_strides(b, &mut copy_b));
        let order = Order { by_columns: to.strides[0].abs() < to.strides[1].abs() };
        let (a, b) = if order.by_columns { (b.transposed(), a.transposed()) } else { (a, b) };
        let to = order.of(to);
        let [m, n] = to.extents;
        let width = if depth <= SHALLOW { n.min(WIDE) } else { n };
        let height = height::<T>([m, width], depth <= SHALLOW);
        let mut panel = room::<T>(height.saturating_mul(width));
        let start = panel.as_mut_ptr();
        for j in (0..n).step_by(width) {
            for i in (0..m).step_by(height) {
                let [rows, columns] = [height.min(m - i), width.min(n - j)];
                let sums = Open { start, extents: [rows, columns], strides: [columns as isize, 1] };
                chain::product(
                    a.part([i, 0], [rows, depth]),
                    b.part([0, j], [depth, columns]),
                    sums,
                );
                store(sums, order, [i, j], to.part([i, j], [rows, columns]));
            }
        }
        if !is_even {
            // Each element has been written by `store`.
            copy_d.set_len(m * n);
        }
    }
    for (i, row) in copy_d.chunks(n).enumerate() {
        for (j, &x) in row.iter().enumerate() {
            // SAFETY: a coordinate of D, whose elements the caller guarantees.
            unsafe { d.start().offset(d.offset(i, j)).write(x) };
        }
    }
}

/// Implements [`EpilogueInputs`] for a tuple of tensors.
macro_rules! inputs {
    ($($($T:ident $k:tt $x:ident),*;)*) => {$(
        #[layout_macros::at_caller]
        #[diagnostic::do_not_recommend]
        impl<L: Form, $($T: Readable<Element: Copy>),*> EpilogueInputs<L> for ($($T,)*) {
            type Elements = ($($T::Element,)*);
            const FITS: () = {
                $(agree::check_input::<$T::Layout, L>();)*
            };

            #[track_caller]
            unsafe fn store<ToSum: Element, V: Copy, OfA: Form, OfB: Form>(
                self,
                product: Product<ToSum, V, OfA, OfB, L>,
                f: impl FnMut(ToSum, Self::Elements) -> V,
            ) {
                let mut f = f;
                $(
                    let view = self.$k.readable();
                    agree::input(view.layout(), product.c.layout());
                    let mut copy = Vec::new();
                    let $x = Matrix::new(view.as_ptr().cast_mut(), view.layout());
                    // SAFETY: a view has all elements.
                    let $x = unsafe { in_strides($x, &mut copy) };
                )*
                // SAFETY: the caller's guarantee; the rows of the inputs are parts of views or of their copies, and the panel and the
                // rows of D are reached by no other way while `combine_into` runs, which writes each element of the latter.
                unsafe {
                    each_panel(product, |panel, order, first, to| {
                        // Of no input, nothing is taken.
                        let _ = (order, first);
                        $(let $x = order.of($x).part(first, panel.extents).view();)*
                        let fits = (panel.view(), $($x,)*).combine_into(
                            &mut to.view_mut(),
                            #[inline(always)]
                            |(sum, $($x,)*)| f(sum, ($($x,)*)),
                        );
                        internal::unwrap_or_panic(fits);
                    });
                }
            }
        }
    )*};
}
inputs! {
    ;
    I0 0 x;
    I0 0 x, I1 1 y;
    I0 0 x, I1 1 y, I2 2 z;
    I0 0 x, I1 1 y, I2 2 z, I3 3 w;
}
