//! Windows that step over elements, and that reach past the edges of an image.

use super::{agree, mode_size};
use crate::fill;
use crate::gemm::matmul;
use crate::simd::Element;
use static_layout::internal::{self, Mapping, PlainOf, checked_layout};
use static_layout::{
    AnyLayout, IntTuple, Layout, LayoutOps, PlainLayout, SplitAt, Tile, View, ViewMut,
    ops::{self, Mode},
};
use typenum::{U0, U1};

/// How windows lie in an image.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::Convolution;
/// let same = Convolution { padding: [1, 1], ..Convolution::default() };
/// assert_eq!(same.stride, [1, 1]);
/// // As many windows of 3 by 3 as elements.
/// assert_eq!(same.windows([20, 30], [3, 3]), [20, 30]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convolution {
    /// Elements from one window to the next, down and to the right.
    pub stride: [usize; 2],
    /// Rows of zeros above and below the image, and columns of zeros on its left and its right.
    pub padding: [usize; 2],
}

impl Default for Convolution {
    /// A window at every element, none past the edges.
    fn default() -> Self {
        Self { stride: [1, 1], padding: [0, 0] }
    }
}

impl Convolution {
    /// The number of windows, down and to the right: `(extent + 2 * padding - window) / stride + 1`.
    ///
    /// # Panics
    /// When a window does not fit into the padded image, and when a stride is 0.
    #[track_caller]
    pub const fn windows(&self, image: [usize; 2], window: [usize; 2]) -> [usize; 2] {
        let (mut found, mut k) = ([0; 2], 0);
        while k < 2 {
            let padded = match self.padding[k].checked_mul(2) {
                Some(zeros) => zeros.saturating_add(image[k]),
                None => usize::MAX,
            };
            assert!(self.stride[k] > 0, "windows need a stride of at least 1");
            assert!(1 <= window[k] && window[k] <= padded, "no window fits into the padded image");
            found[k] = (padded - window[k]) / self.stride[k] + 1;
            k += 1;
        }
        found
    }
}

/// Windows next to each other that the edges cut alike, along one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clip {
    /// The first of them, and how many they are.
    first: usize,
    count: usize,
    /// What is left of a window: its first place, and how many there are.
    place: usize,
    left: usize,
    /// The element of the image at the first place of the first window.
    start: usize,
}

/// The windows of one mode, cut by the edges.
///
/// ```text
/// padding 1, stride 1, window 3 of 5:   . 0 1 2 3 4 .
///   first 0, count 1, place 1, left 2     ^---^
///   first 1, count 3, place 0, left 3       ^---^ ..
///   first 4, count 1, place 0, left 2             ^---^
/// ```
#[derive(Clone, Copy)]
struct Clips {
    extent: usize,
    window: usize,
    stride: usize,
    padding: usize,
    /// The windows that are left.
    next: usize,
    end: usize,
}

impl Clips {
    /// What is left of window `i`: from which place on, and how many places.
    fn clip(&self, i: usize) -> (usize, usize) {
        let start = i * self.stride;
        let place = self.padding.saturating_sub(start).min(self.window);
        let end = (self.extent + self.padding).saturating_sub(start).min(self.window);
        // A window without an element has no place, either.
        if end > place { (place, end - place) } else { (0, 0) }
    }
}

impl Iterator for Clips {
    type Item = Clip;
    fn next(&mut self) -> Option<Clip> {
        let first = self.next;
        if first == self.end {
            return None;
        }
        let (place, left) = self.clip(first);
        self.next += 1;
        while self.next < self.end && self.clip(self.next) == (place, left) {
            self.next += 1;
        }
        let start = (first * self.stride + place).saturating_sub(self.padding);
        Some(Clip { first, count: self.next - first, place, left, start })
    }
}

/// How a mode of an image is read: by windows, and by places in them.
type Windows = Layout<(usize, usize), (usize, U1)>;
/// How the channels are read: all of them in every window.
type Channels = Layout<(U1, usize), (U0, U1)>;
/// Windows of an image as rows of a matrix.
type Rows<A> = ops::Zip<ops::Compose<A, Tile<(Windows, Windows, Channels)>>>;
/// The first two modes with extents that are found at run time.
type Part<L> = SplitAt<SplitAt<L, 0>, 1>;

/// `out(p, q, k) = sum over r, s, c of image(x * p + r - u, y * q + s - v, c) * filter(r, s, c, k)` with the strides
/// `[x, y]` and the padding `[u, v]`, where elements outside the image are 0.
///
/// The image is `(H,W,C)`, the filter `(R,S,C,K)` and the result `(P,Q,K)`, with as many windows as
/// [`Convolution::windows`] says. Nothing is padded: windows that the edges cut alike are a product each, of the part
/// of the image and the part of the filter that are left, read through their layouts. A window of 3 by 3 with a padding
/// of 1 makes nine of them.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{Convolution, convolve2d_with};
/// let (image, filter, mut sums) = ([1.0; 25], [1.0; 9], [0.0; 9]);
/// convolve2d_with(
///     Convolution { stride: [2, 2], padding: [1, 1] },
///     View::new(&image, layout!((5, 5, 1):(5, 1, 0)))?,
///     View::new(&filter, layout!((3, 3, 1, 1):(3, 1, 0, 0)))?,
///     &mut ViewMut::new(&mut sums, layout!((3, 3, 1):(3, 1, 0)))?,
/// );
/// assert_eq!(sums, [4.0, 6.0, 4.0, 6.0, 9.0, 6.0, 4.0, 6.0, 4.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// When a stride is 0, when the filter does not fit into the padded image, and when the extents of the three do not
/// agree. Static channels and results that do not agree, and nested modes of rows and columns, do not compile.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn convolve2d_with<T: Element, A: PlainLayout, B: PlainLayout, C: PlainLayout>(
    how: Convolution,
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
) {
    let convolved = const {
        agree::check::<A, B, C>(false);
        let rule =
            "rows and columns are modes that are not nested: flatten them, or use convolve2d";
        internal::require_of::<A>(is_flat::<A>(), rule);
        internal::require_of::<B>(is_flat::<B>(), rule);
        internal::require_of::<C>(is_flat::<C>(), rule);
        convolved::<T, A, B, C> as Convolving<T, A, B, C>
    };
    convolved(how, image, filter, to)
}

// A pointer, as in `convolve2d`.
type Convolving<T, A, B, C> =
    fn(Convolution, View<'_, T, A>, View<'_, T, B>, &mut ViewMut<'_, T, C>);

/// [`convolve2d_with`] of layouts with their modes.
#[inline]
#[track_caller]
fn convolved<T: Element, A: PlainLayout, B: PlainLayout, C: PlainLayout>(
    how: Convolution,
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
) {
    let (a, b, c) = (image.layout(), filter.layout(), to.layout());
    let [extents, windows, results] = [sizes(a), sizes(b), sizes(c)];
    let found = how.windows(extents, windows);
    assert!(
        found == results,
        "the image has {} by {} windows, the result {} by {}",
        found[0],
        found[1],
        results[0],
        results[1]
    );
    if agree::over_nothing(a, b, c) {
        return fill(to, T::ZERO);
    }
    let clips = |k: usize| Clips {
        extent: extents[k],
        window: windows[k],
        stride: how.stride[k],
        padding: how.padding[k],
        next: 0,
        end: results[k],
    };
    for row in clips(0) {
        for column in clips(1) {
            let clip = [row, column];
            // SAFETY: the windows are those of the result, so that the parts are parts of what they are of: their
            // offsets from the moved origins on are offsets of the whole.
            unsafe {
                let mut to = ViewMut::from_raw_parts(
                    to.as_mut_ptr().offset(moved(c, clip.map(|clip| clip.first))),
                    LayoutOps::group::<0, 2>(part(c, clip.map(|clip| clip.count))),
                );
                if row.left * column.left == 0 {
                    fill(&mut to, T::ZERO);
                    continue;
                }
                matmul(
                    View::from_raw_parts(
                        image.as_ptr().offset(moved(a, clip.map(|clip| clip.start))),
                        rows(a, how.stride, clip),
                    ),
                    View::from_raw_parts(
                        filter.as_ptr().offset(moved(b, clip.map(|clip| clip.place))),
                        LayoutOps::group::<0, 3>(part(b, clip.map(|clip| clip.left))),
                    ),
                    &mut to,
                )
            }
        }
    }
}

/// The first two modes are one stride each.
const fn is_flat<L: PlainLayout>() -> bool {
    <Mode<L, 0> as AnyLayout>::Shape::DESC.depth() == 0
        && <Mode<L, 1> as AnyLayout>::Shape::DESC.depth() == 0
}

/// The extents of the first two modes.
fn sizes<L: AnyLayout>(layout: L) -> [usize; 2] {
    [mode_size(layout, 0), mode_size(layout, 1)]
}

/// The offset of a coordinate of the first two modes.
fn moved<L: PlainLayout>(layout: L, [i, j]: [usize; 2]) -> isize {
    let (first, second) = (first_stride(layout), second_stride(layout));
    (first.count() as isize) * i as isize + (second.count() as isize) * j as isize
}

/// The stride of mode 0.
fn first_stride<L: AnyLayout>(layout: L) -> <PlainOf<Mode<L, 0>> as PlainLayout>::Stride {
    LayoutOps::mode::<0>(layout).parts().1.stride()
}

/// The stride of mode 1.
fn second_stride<L: AnyLayout>(layout: L) -> <PlainOf<Mode<L, 1>> as PlainLayout>::Stride {
    LayoutOps::mode::<1>(layout).parts().1.stride()
}

/// The layout with so many coordinates of the first two modes.
fn part<L: PlainLayout>(layout: L, [rows, columns]: [usize; 2]) -> Part<L> {
    let first = checked_layout(rows, first_stride(layout));
    let cut: SplitAt<L, 0> = LayoutOps::replace::<0, _>(layout, first);
    let second = checked_layout(columns, second_stride(cut));
    LayoutOps::replace::<1, _>(cut, second)
}

/// The windows of an image as the rows of a matrix `((P,Q,1),(R,S,C))`, counted from the start of the first.
#[track_caller]
fn rows<A: AnyLayout>(image: A, strides: [usize; 2], clip: [Clip; 2]) -> Rows<A> {
    let [first, second] = [0, 1].map(|k| -> Windows {
        // The step of a single window, however long, leads nowhere.
        let step = if clip[k].count == 1 { 1 } else { strides[k] };
        Layout::new((clip[k].count, clip[k].left), (step, U1::new()))
    });
    let each: Channels = Layout::new((U1::new(), mode_size(image, 2)), (U0::new(), U1::new()));
    LayoutOps::zip(LayoutOps::compose(image, Tile::new((first, second, each))))
}
