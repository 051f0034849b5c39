//! The matrices of a convolution: the windows of an image as rows, and modes grouped as one.

use super::direct::has_even_mode;
use crate::gemm::{MatrixForm, Operand, Step};
use core::array;
use layout_core as value;
use static_layout::internal::{self, Form};

/// A matrix `((P,Q),(R,S,C))` of an image: a row for each window, a column for each place in it.
///
/// A product requires that each offset is the sum of one for the window and one for the place. Such sums exist where the first two
/// modes of the image have one stride each: `stride * (step * window + place)`. In other images [`check`](Self::check) finds out.
#[derive(Clone, Copy)]
pub struct WindowMatrix<T, A> {
    /// The first place of the first window.
    pub start: *const T,
    pub image: A,
    /// The numbers of windows, down and to the right.
    pub windows: [usize; 2],
    /// The rows and the columns of a window.
    pub window: [usize; 2],
    /// The distance from one window to the next.
    pub steps: [usize; 2],
}

impl<T, A: Form> WindowMatrix<T, A> {
    /// Panics unless each offset is the sum of one for the window and one for the place in it. The sum may not exist in an image
    /// with nested rows: it does if the composition with the windows is a layout, whose modes are windows and places.
    #[track_caller]
    pub fn check(&self) {
        if const { has_even_mode::<A>(0) && has_even_mode::<A>(1) } {
            return;
        }
        let tuple = |x: usize, y: usize| value::IntTuple::tuple(&[leaf(x), leaf(y)]);
        let tile = |k: usize| {
            let extents = tuple(self.windows[k], self.window[k])?;
            value::Layout::new(extents, tuple(self.steps[k], 1)?).map(value::Mode::Layout)
        };
        let composed = tile(0).and_then(|rows| {
            let tiler = value::Tiler::by_mode(&[rows, tile(1)?, value::Mode::Keep])?;
            self.image.with_words().set_known().compose(&tiler)
        });
        internal::unwrap_or_panic(composed.map(drop))
    }
}

impl<T: Copy, A: Form> Operand for WindowMatrix<T, A> {
    type Element = T;
    type Through = A::Outer;
    const FORM: MatrixForm =
        MatrixForm { steps: [Step::Uneven; 2], extents: [None; 2], runs: [1; 2], divides: true };

    #[inline(always)]
    fn start(self) -> *mut T {
        self.start.cast_mut()
    }
    #[inline(always)]
    fn extents(self) -> [usize; 2] {
        let ([p, q], [r, s]) = (self.windows, self.window);
        [p * q, r * s * self.image.mode_sizes::<3>()[2]]
    }
    #[inline(always)]
    fn through(self) -> A::Outer {
        self.image.outer()
    }
    #[inline(always)]
    fn sum(self, row: usize, column: usize) -> usize {
        let ([p, _], [r, s], [x, y]) = (self.windows, self.window, self.steps);
        let [i, j] = [row % p * x + column % r, row / p * y + column / r % s];
        self.image.plain_offset([i, j, column / r / s])
    }
}

fn leaf(number: usize) -> value::IntTuple {
    value::IntTuple::leaf(number as i64)
}

/// A layout whose first `N` modes are one mode: a matrix.
#[derive(Clone, Copy)]
pub struct Grouped<L, const N: usize>(pub L);

// SAFETY: `FORM` has the leaves of `L::FORM` in another nesting, so the words of `L` are its words. The size of mode 0 is the product
// of the sizes of the first `N` modes, and `plain_offset` splits its coordinate by these sizes, as the provided functions do.
#[diagnostic::do_not_recommend]
unsafe impl<L: Form, const N: usize> Form for Grouped<L, N> {
    const FORM: value::Layout = match L::FORM.group(0, N) {
        Ok(form) => form,
        // `agree::check` stops the compiler at layouts of fewer modes.
        Err(_) => L::FORM,
    };
    type Outer = L::Outer;
    #[inline(always)]
    fn outer(self) -> L::Outer {
        self.0.outer()
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.0.write_words(extents, strides);
    }
    #[inline(always)]
    fn mode_sizes<const M: usize>(self) -> [usize; M] {
        let sizes = self.0.mode_sizes::<4>();
        array::from_fn(|k| match k {
            0 => sizes[..N].iter().product(),
            1 => sizes[N],
            _ => 1,
        })
    }
    #[inline(always)]
    fn plain_offset<const M: usize>(self, coord: [usize; M]) -> usize {
        let (sizes, mut rest) = (self.0.mode_sizes::<3>(), coord[0]);
        let mut at = [0; 4];
        for k in 0..N - 1 {
            (at[k], rest) = (rest % sizes[k], rest / sizes[k]);
        }
        (at[N - 1], at[N]) = (rest, coord.get(1).copied().unwrap_or(0));
        match N {
            2 => self.0.plain_offset([at[0], at[1], at[2]]),
            _ => self.0.plain_offset(at),
        }
    }
}

/// The first coordinates of the first two modes of a layout, which are leaves, as many as `extents` says.
#[derive(Clone, Copy)]
pub struct Part<L> {
    pub layout: L,
    pub extents: [usize; 2],
}

// SAFETY: a part of a layout is a layout, and its first two extents, which are unknown in the form, are words of the value.
#[diagnostic::do_not_recommend]
unsafe impl<L: Form> Form for Part<L> {
    const FORM: value::Layout = part_of(&L::FORM);
    type Outer = L::Outer;
    #[inline(always)]
    fn outer(self) -> L::Outer {
        self.layout.outer()
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.layout.write_words(extents, strides);
        extents[..2].copy_from_slice(&self.extents);
    }
    #[inline(always)]
    fn mode_sizes<const M: usize>(self) -> [usize; M] {
        let sizes = self.layout.mode_sizes::<M>();
        array::from_fn(|k| if k < 2 { self.extents[k] } else { sizes[k] })
    }
    #[inline(always)]
    fn plain_offset<const M: usize>(self, coord: [usize; M]) -> usize {
        self.layout.plain_offset(coord)
    }
}

/// The form of a [`Part`].
const fn part_of(layout: &value::Layout) -> value::Layout {
    let open = value::IntTuple::unknown(0);
    let (shape, mut modes, mut k) = (layout.shape(), [open; 4], 2);
    while k < layout.rank() {
        if let Ok(mode) = shape.mode(k) {
            modes[k] = mode;
        }
        k += 1;
    }
    match value::IntTuple::tuple(modes.split_at(layout.rank()).0) {
        Ok(shape) => value::internal::unchecked_layout(shape, layout.stride()),
        Err(_) => *layout,
    }
}
