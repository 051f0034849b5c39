//! Convolution as a product of matrices.
//!
//! A result is the product of a window of the image and the filter. One matrix product computes all results without a copy of
//! the image. Its first matrix has a row for each window, with the offsets of the layout [`image_to_columns`]:
//!
//! ```text
//! image (H,W,C)  ->  matrix ((P,Q,1),(R,S,C))      a row for each window, a column for each place in it
//! filter (R,S,C,K)  ->  matrix ((R,S,C),K)
//! result (P,Q,K)  ->  matrix ((P,Q),K)
//! ```
//!
//! `direct` computes it without the matrix where each mode has one stride, as usual layouts have. [`convolve2d_with`] adds
//! strides and padding (`clip`).

mod agree;
mod clip;
mod direct;
mod matrices;

#[cfg(feature = "rayon")]
pub use clip::par_convolve2d_with;
pub use clip::{Convolution, convolve2d_with};

use crate::fill::filled;
use crate::gemm::multiply_operands;
use crate::simd::Element;
use crate::views::{Readable, Writable};
use crate::written::Written;
use matrices::{Grouped, WindowMatrix};
use static_layout::int::Int;
use static_layout::internal::{self, Form};
use static_layout::{AnyLayout, Layout, LayoutOps, Tile, View, ViewMut, ops};
use typenum::{U0, U1};

/// One mode of an image with the modes `(windows, places in a window)`, which share elements.
type WindowLayout = Layout<(usize, usize), (U1, U1)>;
/// The channels of an image: each window has all of them.
type Channels = Layout<(U1, usize), (U0, U1)>;
/// The layout of an image `(H,W,C)` as a matrix `((P,Q,1),(R,S,C))`: a row for each window, a column for each place in
/// it.
pub type ImageToColumns<A> =
    ops::Zip<ops::Compose<A, Tile<(WindowLayout, WindowLayout, Channels)>>>;

/// `image o <(P,R):(1,1), (Q,S):(1,1), (1,C):(0,1)>`, zipped: the windows of `R = rows` by `S = columns` elements of an
/// image `(H,W,C)`, as the rows of a matrix `((P,Q,1),(R,S,C))` with `P = H - R + 1` and `Q = W - S + 1`.
///
/// The windows overlap, so that the layout maps several coordinates to one element. This is `im2col` without a copy.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::image_to_columns;
/// let image = layout!((5, 4, 2):(8, 2, 1));
/// let windows = image_to_columns(image, 3, 3);
/// assert_eq!(windows.to_string(), "((3,2,1),(3,3,2)):((8,2,0),(8,2,1))");
/// // Element (1,2) of channel 0 in the window at (2,1).
/// assert_eq!(windows.index(((2, 1, 0), (1, 2, 0))), image.index((3, 3, 0)));
/// // Numerals, as of a static filter; the extents of the windows are run-time integers nevertheless.
/// let filter = layout!((3, 3, 2, 8));
/// assert_eq!(image_to_columns(image, filter.shape().0, filter.shape().1), windows);
/// ```
///
/// # Panics
/// If a window does not fit into the image, or if the first two modes of the image are nested so that their composition
/// with the windows is not a layout.
///
/// # Compile errors
/// If the image has not three modes.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn image_to_columns<A: AnyLayout>(
    image: A,
    rows: impl Int,
    columns: impl Int,
) -> ImageToColumns<A> {
    const { agree::image::<A>() };
    let [rows, columns] = [rows.word(), columns.word()];
    let [height, width] = count_windows(image, rows, columns);
    let windows = |all: usize, window: usize| -> WindowLayout {
        Layout::new((all, window), (U1::new(), U1::new()))
    };
    let each: Channels =
        Layout::new((U1::new(), image.mode_sizes::<3>()[2]), (U0::new(), U1::new()));
    let tile = Tile::new((windows(height, rows), windows(width, columns), each));
    LayoutOps::zip(LayoutOps::compose(image, tile))
}

/// The number of windows of an image, down and to the right. Panics if no window fits.
#[track_caller]
fn count_windows<A: Form>(image: A, rows: usize, columns: usize) -> [usize; 2] {
    let [height, width] = image.mode_sizes();
    assert!(
        (1..=height).contains(&rows) && (1..=width).contains(&columns),
        "no window of {rows} by {columns} elements in an image of {height} by {width}"
    );
    [height - rows + 1, width - columns + 1]
}

/// `out(p, q, k) = sum over r, s, c of image(p + r, q + s, c) * filter(r, s, c, k)`, for each window that lies in the
/// image.
///
/// The image is `(H,W,C)`, the filter `(R,S,C,K)` and the result `(P,Q,K)` with `P = H - R + 1` and `Q = W - S + 1`,
/// each of any layout. As in neural networks, the filter is not reversed. Computed as one matrix product, of the windows
/// laid out as [`image_to_columns`] lays them out.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::convolve2d;
/// let image: Vec<f32> = (0..16).map(|x| x as f32).collect();
/// let (box_of_four, mut sums) = ([1.0; 4], [0.0; 9]);
/// convolve2d(
///     View::new(&image, layout!((4, 4, 1):(4, 1, 0)))?,
///     View::new(&box_of_four, layout!((2, 2, 1, 1):(2, 1, 0, 0)))?,
///     &mut ViewMut::new(&mut sums, layout!((3, 3, 1):(3, 1, 0)))?,
/// );
/// assert_eq!(sums, [10.0, 14.0, 18.0, 26.0, 30.0, 34.0, 42.0, 46.0, 50.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If the filter does not fit into the image, if run-time extents disagree, if the first two modes of the image are
/// nested so that their composition with the windows is not a layout, or if a run-time result maps two coordinates to
/// one element.
///
/// # Compile errors
/// If a layout has not the modes above, if a static result maps two coordinates to one element, or if static extents
/// disagree:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::convolve2d;
/// # let (x, mut y) = ([1.0; 36], [0.0; 36]);
/// let image = View::new(&x, layout!((6, 5, 1):row)).unwrap();
/// let filter = View::new(&x, layout!((3, 3, 1, 1):row)).unwrap();
/// // there are 4 rows of windows and the result has 6
/// convolve2d(image, filter, &mut ViewMut::new(&mut y, layout!((6, 5, 1):row)).unwrap());
/// ```
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn convolve2d<T, A, B, C>(image: A, filter: B, to: &mut C)
where
    T: Element,
    A: Readable<Element = T>,
    B: Readable<Element = T>,
    C: Writable<Element = T>,
{
    let (image, filter, to) = (image.readable(), filter.readable(), &mut to.writable());
    let convolved = const {
        agree::check::<A::Layout, B::Layout, C::Layout>(true);
        // A pointer: a call by name would also be instantiated after an error, and report it again.
        convolved::<T, A::Layout, B::Layout, C::Layout> as ConvolveFn<T, _, _, _>
    };
    convolved(image, filter, to)
}

/// [`convolve2d`] of layouts with the right modes.
#[inline]
#[track_caller]
fn convolved<T: Element, A: Form, B: Form, C: Form>(
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
) {
    let [rows, columns] = filter.layout().mode_sizes();
    let [height, width] = count_windows(image.layout(), rows, columns);
    let [found, across] = to.layout().mode_sizes();
    assert!(
        (height, width) == (found, across),
        "there are {height} by {width} windows, and the result has {found} by {across} elements"
    );
    internal::unwrap_or_panic(Written::check(to.layout()));
    if agree::over_nothing(image.layout(), filter.layout(), to.layout()) {
        return filled(to, T::ZERO);
    }
    if const { direct::are_even::<A, B, C>() } {
        let windows = direct::Windows::of(image, filter, to, [1, 1]);
        // SAFETY: `count_windows` has checked that each window lies in the image, and the extents of the filter and of the
        // result agree with it, so that each place and each result is a coordinate of its view (rule V1). `to` is borrowed
        // mutably here (rule V2).
        if unsafe { windows.run() } {
            return;
        }
    }
    (const { by_product::<T, A, B, C>() })(image, filter, to)
}

type ConvolveFn<T, A, B, C> = fn(View<'_, T, A>, View<'_, T, B>, &mut ViewMut<'_, T, C>);

/// The function for convolutions that [`direct`] does not compute. In `const`, so that the compiler does not build a product
/// that never runs.
const fn by_product<T: Element, A: Form, B: Form, C: Form>() -> ConvolveFn<T, A, B, C> {
    if direct::are_even::<A, B, C>() && direct::is_always_direct::<B, C>() {
        |_, _, _| unreachable!("`Windows::run` has computed it")
    } else {
        product
    }
}

/// The convolution as a product of the windows and the filter. The windows lie in the image, and no two coordinates of the result
/// have one offset.
#[track_caller]
fn product<T: Element, A: Form, B: Form, C: Form>(
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
) {
    let (b, c) = (filter.layout(), to.layout());
    let [windows, window] = [c.mode_sizes(), b.mode_sizes()];
    let (start, image) = (image.as_ptr(), image.layout());
    let image = WindowMatrix { start, image, windows, window, steps: [1, 1] };
    image.check();
    let (filter, to) = (filter.as_ptr(), to.as_mut_ptr());
    // SAFETY: `convolved` has checked that the windows lie in the image, and that its channels and the results of the filter are
    // those of the others, so that each place is a coordinate of its view (rule V1). Grouping modes keeps the offsets of filter
    // and result (rule V3). The result is borrowed mutably (rule V2), and `convolved` has checked that no two of its coordinates
    // have one offset. An offset of the image is one of a window plus one of a place: `check` has found a layout with these modes.
    unsafe { multiply_operands(image, (filter, Grouped::<_, 3>(b)), (to, Grouped::<_, 2>(c))) }
}
