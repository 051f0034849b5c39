//! Convolution as a product of matrices.

mod agree;
mod clip;

pub use clip::{Convolution, convolve2d_with};

use super::fill;
use super::gemm::matmul;
use crate::simd::Element;
use static_layout::{AnyLayout, Layout, LayoutOps, PlainLayout, Tile, View, ViewMut, ops};
use typenum::{U0, U1};

/// How a mode of an image is read: by places of a window, and by places in it. They share elements.
type Windows = Layout<(usize, usize), (U1, U1)>;
/// How the channels are read: all of them in every window.
type Channels = Layout<(U1, usize), (U0, U1)>;
/// An image `(H,W,C)` as a matrix `((P,Q,1),(R,S,C))`: a row for each window, a column for each place in it.
pub type ImageToColumns<A> = ops::Zip<ops::Compose<A, Tile<(Windows, Windows, Channels)>>>;

/// The windows of `rows` by `columns` elements of an image `(H,W,C)`, as the rows of a matrix
/// `((P,Q,1),(R,S,C))`, `P = H - R + 1` and `Q = W - S + 1`: `im2col` without a copy. The windows overlap, and
/// so do the modes of the layout, which is the composition of that of the image, mode by mode, with
/// `(P,R):(1,1)`, `(Q,S):(1,1)` and `(1,C):(0,1)`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::image_to_columns;
/// let image = layout!((5, 4, 2):(8, 2, 1));
/// let windows = image_to_columns(image, 3, 3);
/// assert_eq!(windows.to_string(), "((3,2,1),(3,3,2)):((8,2,0),(8,2,1))");
/// // Element (1,2) of channel 0 in the window at (2,1).
/// assert_eq!(windows.index(((2, 1, 0), (1, 2, 0))), image.index((3, 3, 0)));
/// ```
///
/// # Panics
/// When a window does not fit into the image, and when its first two modes are nested so that no layout
/// reads them by windows. An image that has not three modes does not compile.
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn image_to_columns<A: AnyLayout>(image: A, rows: usize, columns: usize) -> ImageToColumns<A> {
    const { agree::image::<A>() };
    let [height, width] = count_windows(image, rows, columns);
    let windows = |all: usize, window: usize| -> Windows {
        Layout::new((all, window), (U1::new(), U1::new()))
    };
    let each: Channels = Layout::new((U1::new(), mode_size(image, 2)), (U0::new(), U1::new()));
    let tile = Tile::new((windows(height, rows), windows(width, columns), each));
    LayoutOps::zip(LayoutOps::compose(image, tile))
}

/// The number of windows of an image, down and to the right.
#[track_caller]
fn count_windows<A: AnyLayout>(image: A, rows: usize, columns: usize) -> [usize; 2] {
    let [height, width] = [0, 1].map(|k| mode_size(image, k));
    assert!(
        (1..=height).contains(&rows) && (1..=width).contains(&columns),
        "no window of {rows} by {columns} elements in an image of {height} by {width}"
    );
    [height - rows + 1, width - columns + 1]
}

/// `out(p, q, k) = sum over r, s, c of image(p + r, q + s, c) * filter(r, s, c, k)`, where the window lies in the
/// image: a product of two matrices, the image read through [`image_to_columns`].
///
/// The image is `(H,W,C)`, the filter `(R,S,C,K)` and the result `(P,Q,K)` with `P = H - R + 1` and
/// `Q = W - S + 1`, each of any layout. As in neural networks the filter is not turned round.
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
/// When the filter does not fit into the image, and when the extents of the three do not agree; static ones do not
/// compile then:
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
pub fn convolve2d<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
) {
    let convolved = const {
        agree::check::<A, B, C>(true);
        // Not called by name: what it calls would refuse once more.
        convolved::<T, A, B, C> as fn(View<'_, T, A>, View<'_, T, B>, &mut ViewMut<'_, T, C>)
    };
    convolved(image, filter, to)
}

/// [`convolve2d`] of layouts with their modes.
#[inline]
#[track_caller]
fn convolved<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
) {
    let (rows, columns) = (mode_size(filter.layout(), 0), mode_size(filter.layout(), 1));
    let [height, width] = count_windows(image.layout(), rows, columns);
    let [found, across] = [0, 1].map(|k| mode_size(to.layout(), k));
    assert!(
        (height, width) == (found, across),
        "there are {height} by {width} windows, and the result has {found} by {across} elements"
    );
    if agree::over_nothing(image.layout(), filter.layout(), to.layout()) {
        return fill(to, T::ZERO);
    }
    let windows = image_to_columns(image.layout(), rows, columns);
    let of_filter: ops::Group<B, 0, 3> = LayoutOps::group::<0, 3>(filter.layout());
    let of_result: ops::Group<C, 0, 2> = LayoutOps::group::<0, 2>(to.layout());
    // SAFETY: each window lies in the image, so that the offsets of the first are offsets of the image; those of
    // the others are the same as before.
    unsafe {
        matmul(
            View::from_raw_parts(image.as_ptr(), windows),
            View::from_raw_parts(filter.as_ptr(), of_filter),
            &mut ViewMut::from_raw_parts(to.as_mut_ptr(), of_result),
        )
    }
}

/// The number of coordinates of mode `k`.
fn mode_size<L: AnyLayout>(layout: L, k: usize) -> usize {
    match layout.parts().1.plain().mode(k) {
        Ok(mode) => mode.size() as usize,
        Err(_) => unreachable!("the rank is checked before"),
    }
}
