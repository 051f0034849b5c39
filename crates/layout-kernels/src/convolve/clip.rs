//! Convolution with strides and padding.
//!
//! A window that reaches past an edge of the image has zeros there, which add nothing to the sum. So no zeros are
//! stored: the windows are divided into groups that the edges cut in the same way, and each group is a product of a
//! part of the image and a part of the filter.
//!
//! ```text
//! for row in clips(rows), column in clips(columns):       # `Clips`, a few groups along each mode
//!     if no element of the window is left: fill the part of the result with 0
//!     else: part of the result = part of the image, as a matrix of windows * part of the filter
//! ```

use super::matrices::{Grouped, Part, WindowMatrix};
use super::{agree, direct};
use crate::fill::filled;
use crate::gemm::multiply_operands;
#[cfg(feature = "rayon")]
use crate::parts::Parts;
#[cfg(feature = "rayon")]
use crate::pool::each_apart;
use crate::simd::Element;
use crate::views::{Readable, Writable};
use crate::written::Written;
use core::ops::Range;
use layout_core::{ArrayRule, IntTuple, LayoutError, Operand, Operation, Rule};
use static_layout::internal::{self, Form, OffsetMap, view_mut_of_form};
use static_layout::{View, ViewMut};

/// The strides and the padding of the windows of a convolution.
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
    /// The distance from one window to the next in elements, down and to the right.
    pub stride: [usize; 2],
    /// The number of rows of zeros above and below the image, and of columns of zeros on its left and its right.
    pub padding: [usize; 2],
}

impl Default for Convolution {
    /// A window at each element, without padding.
    fn default() -> Self {
        Self { stride: [1, 1], padding: [0, 0] }
    }
}

impl Convolution {
    /// The number of windows, down and to the right: `(extent + 2 * padding - window) / stride + 1`.
    ///
    /// # Panics
    /// Where [`try_windows`](Self::try_windows) returns an error. In `const`, this stops the compiler.
    #[track_caller]
    pub const fn windows(&self, image: [usize; 2], window: [usize; 2]) -> [usize; 2] {
        match self.try_windows(image, window) {
            Ok(found) => found,
            Err(error) => internal::stop(error.message().as_str()),
        }
    }

    /// [`windows`](Self::windows), which returns a refusal as an error.
    ///
    /// ```
    /// use static_layout_kernels::Convolution;
    /// let refused = Convolution::default().try_windows([4, 5], [7, 1]).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot move a window of (7,1) over an image of (4,5): axis 0 has the padding 0 and the stride 1, and no window fits; \
    ///      the least padding is 2",
    /// );
    /// ```
    ///
    /// # Errors
    /// [`Rule::Integer`] for an extent past the greatest offset, `isize::MAX`. [`ArrayRule::WindowStride`] for a stride of 0.
    /// [`ArrayRule::LongPadding`] for a padded image past the greatest offset. [`ArrayRule::EmptyWindow`] for an empty
    /// window, and [`ArrayRule::LongWindow`] for a window that does not fit into the padded image.
    pub const fn try_windows(
        &self,
        image: [usize; 2],
        window: [usize; 2],
    ) -> Result<[usize; 2], LayoutError> {
        const MOST: usize = isize::MAX as usize;
        let (mut found, mut axis) = ([0; 2], 0);
        while axis < 2 {
            let (padding, stride) = (self.padding[axis], self.stride[axis]);
            let padded = padding.saturating_mul(2).saturating_add(image[axis]);
            let rule = if image[axis] > MOST || window[axis] > MOST {
                Rule::Integer
            } else if stride == 0 {
                Rule::Array(ArrayRule::WindowStride { axis, padding })
            } else if padded > MOST {
                let most = (MOST - image[axis]) / 2;
                Rule::Array(ArrayRule::LongPadding { axis, padding, stride, most })
            } else if window[axis] == 0 {
                Rule::Array(ArrayRule::EmptyWindow { axis, padding, stride })
            } else if window[axis] > padded {
                let least = (window[axis] - image[axis]).div_ceil(2);
                let least = if least > (MOST - image[axis]) / 2 { 0 } else { least };
                Rule::Array(ArrayRule::LongWindow { axis, padding, stride, least })
            } else {
                found[axis] = (padded - window[axis]) / stride + 1;
                axis += 1;
                continue;
            };
            return Err(no_windows(image, window, rule));
        }
        Ok(found)
    }
}

/// The refusal of windows of these extents.
#[cold]
const fn no_windows(image: [usize; 2], window: [usize; 2], rule: Rule) -> LayoutError {
    const fn extents([rows, columns]: [usize; 2]) -> Operand {
        match IntTuple::tuple(&[IntTuple::natural(rows as u64), IntTuple::natural(columns as u64)])
        {
            Ok(tuple) => Operand::Tuple(tuple),
            Err(_) => Operand::None,
        }
    }
    LayoutError::refused(Operation::Windows, extents(window), extents(image), rule)
}

/// A group of adjacent windows along one mode that the edges cut in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clip {
    /// The first window of the group, and the number of windows.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The part of a window inside the image: its first place, and the number of places.
    pub(super) place: usize,
    pub(super) left: usize,
    /// The index of the image at the first place of the first window.
    pub(super) start: usize,
}

/// The groups of windows along one mode.
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
    /// The range of windows that are in no group yet.
    next: usize,
    end: usize,
}

impl Clips {
    /// The part of window `i` inside the image: its first place, and the number of places.
    fn clip(&self, i: usize) -> (usize, usize) {
        let start = i * self.stride;
        let place = self.padding.saturating_sub(start).min(self.window);
        let end = (self.extent + self.padding).saturating_sub(start).min(self.window);
        // All windows without an element form one group.
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

/// `out(p, q, k) = sum over r, s, c of image(x * p + r - u, y * q + s - v, c) * filter(r, s, c, k)` with the strides
/// `[x, y]` and the padding `[u, v]`, where elements outside the image are 0.
///
/// The image is `(H,W,C)`, the filter `(R,S,C,K)` and the result `(P,Q,K)`, with the number of windows that
/// [`Convolution::windows`] returns. No padding is stored: each group of windows that the edges cut in the same way is
/// one matrix product of a part of the image and a part of the filter. Windows of 3 by 3 with a padding of 1 form nine
/// groups.
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
/// If [`Convolution::try_windows`] refuses the image and the filter, if extents disagree, or if two coordinates of a
/// run-time result share an element. Nothing is written then.
///
/// # Compile errors
/// If a layout has not the modes above, if static numbers of channels or results disagree, if rows or columns are a
/// nested mode, if a layout is swizzled, or if two coordinates of a static result share an element:
/// ```compile_fail,E0080
/// use static_layout::*;
/// use static_layout_kernels::{Convolution, convolve2d_with};
/// let (x, mut y) = ([1.0; 9], [0.0; 3]);
/// let image = View::new(&x, layout!((3, 3, 1):(3, 1, 0))).unwrap();
/// let filter = View::new(&x, layout!((1, 1, 1, 1):(1, 1, 1, 1))).unwrap();
/// let mut sums = ViewMut::new(&mut y, layout!((3, 3, 1):(0, 1, 0))).unwrap();
/// // cannot borrow for writing all elements of (3,3,1):(0,1,0): the coordinates (1,0,0) and (0,0,0) share the offset 0
/// convolve2d_with(Convolution::default(), image, filter, &mut sums);
/// ```
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn convolve2d_with<T, A, B, C>(how: Convolution, image: A, filter: B, to: &mut C)
where
    T: Element,
    A: Readable<Element = T>,
    B: Readable<Element = T>,
    C: Writable<Element = T>,
{
    let (image, filter, to) = (image.readable(), filter.readable(), &mut to.writable());
    let convolved = const { checked::<T, A::Layout, B::Layout, C::Layout>() };
    convolved(how, image, filter, to, |rows, _, run| run(0..rows))
}

/// [`convolve2d_with`] on all threads of the current rayon pool, which compute different rows of the result.
///
/// The result equals the result of `convolve2d_with`. The calling thread takes part. A convolution that takes less time than waking
/// another thread runs on the calling thread alone.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{Convolution, par_convolve2d_with};
/// let n = 64;
/// let (image, filter, mut sums) = (vec![1.0_f32; n * n * 8], [1.0; 9 * 8 * 8], vec![0.0; n * n * 8]);
/// par_convolve2d_with(
///     Convolution { padding: [1, 1], ..Convolution::default() },
///     View::new(&image, layout!((n, n, 8):row))?,
///     View::new(&filter, layout!((3, 3, 8, 8):row))?,
///     &mut ViewMut::new(&mut sums, layout!((n, n, 8):row))?,
/// );
/// assert_eq!((sums[0], sums[n * n * 4 + 65 * 8]), (32.0, 72.0));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// As [`convolve2d_with`].
///
/// # Compile errors
/// As [`convolve2d_with`].
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[track_caller]
pub fn par_convolve2d_with<T, A, B, C>(how: Convolution, image: A, filter: B, to: &mut C)
where
    T: Element,
    A: Readable<Element = T>,
    B: Readable<Element = T>,
    C: Writable<Element = T>,
{
    let (image, filter, to) = (image.readable(), filter.readable(), &mut to.writable());
    let convolved = const { checked::<T, A::Layout, B::Layout, C::Layout>() };
    convolved(how, image, filter, to, |rows, products, run| {
        let threads = rayon::current_num_threads();
        let parts = (EACH * threads).min(products / LEAST).min(rows);
        let parts = Parts::even(rows, rows.div_ceil(parts.max(1)).max(1), 1);
        each_apart(threads, parts.count(), |i| run(parts.get(i).span()));
    })
}

/// The least multiply-adds of a part: less takes less time than waking a thread. A fuzzer also cuts small results.
#[cfg(feature = "rayon")]
const LEAST: usize = if cfg!(fuzzing) { 8 } else { 1 << 19 };

/// The most parts for each thread. A part packs the filter where its results are not adjacent.
#[cfg(feature = "rayon")]
const EACH: usize = 2;

// A pointer: a call by name would also be instantiated after an error, and report it again.
type ClippedConvolveFn<T, A, B, C> =
    fn(Convolution, View<'_, T, A>, View<'_, T, B>, &mut ViewMut<'_, T, C>, Spread);

/// [`convolved`] for layouts with the right modes. Stops the compiler at others.
#[track_caller]
const fn checked<T: Element, A: Form, B: Form, C: Form>() -> ClippedConvolveFn<T, A, B, C> {
    agree::check::<A, B, C>(false);
    is_flat::<A>();
    is_flat::<B>();
    is_flat::<C>();
    convolved::<T, A, B, C>
}

/// Calls a function with ranges of the rows of a result that cover them once, on any threads. It gets the number of rows and the
/// number of multiply-adds.
type Spread = fn(usize, usize, &(dyn Fn(Range<usize>) + Sync));

/// [`convolve2d_with`] of layouts with the right modes.
#[inline]
#[track_caller]
fn convolved<T: Element, A: Form, B: Form, C: Form>(
    how: Convolution,
    image: View<'_, T, A>,
    filter: View<'_, T, B>,
    to: &mut ViewMut<'_, T, C>,
    spread: Spread,
) {
    let (a, b, c) = (image.layout(), filter.layout(), to.layout());
    let [extents, windows, results] = [a.mode_sizes(), b.mode_sizes(), c.mode_sizes()];
    let found = how.windows(extents, windows);
    assert!(
        found == results,
        "the image has {} by {} windows, the result {} by {}",
        found[0],
        found[1],
        results[0],
        results[1]
    );
    internal::unwrap_or_panic(Written::check(c));
    if agree::over_nothing(a, b, c) {
        return filled(to, T::ZERO);
    }
    let clipped = Clipped {
        how,
        image: (image.as_ptr(), a),
        filter: (filter.as_ptr(), b),
        to: (to.as_mut_ptr(), c),
        windows: direct::Windows::of(image, filter, to, how.stride),
    };
    let [channels, of_each] = [a.mode_sizes::<3>()[2], c.mode_sizes::<3>()[2]];
    let sums = [results[0], results[1], of_each];
    let products = [windows[0], windows[1], channels].into_iter().chain(sums);
    let products = products.fold(1, usize::saturating_mul);
    spread(results[0], products, &|rows| {
        // The whole, which threads may share.
        let clipped = &clipped;
        // SAFETY: the extents agree, by the assertion above; none is 0, because `over_nothing` returned false (rule V4). `to` is
        // borrowed mutably here (rule V2), no two of its coordinates have one offset, as checked above, and `spread` calls with
        // different rows.
        unsafe { clipped.run(rows) }
    });
}

/// A convolution whose extents agree.
struct Clipped<T, A, B, C> {
    how: Convolution,
    image: (*const T, A),
    filter: (*const T, B),
    to: (*mut T, C),
    windows: direct::Windows<T>,
}

// SAFETY: `run`, which alone takes `&self`, writes rows of the result that its caller promises to no other thread, and reads image and
// filter, which nothing writes. Elements are numbers, which any thread may read and write.
unsafe impl<T: Element, A: Form, B: Form, C: Form> Sync for Clipped<T, A, B, C> {}

impl<T: Element, A: Form, B: Form, C: Form> Clipped<T, A, B, C> {
    /// The groups of windows `next..end` of mode `k`.
    fn clips(&self, k: usize, windows: Range<usize>) -> Clips {
        let ([extents, places], how) =
            ([self.image.1.mode_sizes::<2>(), self.filter.1.mode_sizes::<2>()], &self.how);
        Clips {
            extent: extents[k],
            window: places[k],
            stride: how.stride[k],
            padding: how.padding[k],
            next: windows.start,
            end: windows.end,
        }
    }

    /// Computes some rows of the result.
    ///
    /// # Safety
    /// The extents must agree with the numbers of windows, and none may be 0. `rows` must lie in the result, whose rows are valid for
    /// writes, and reached by nothing else. No two coordinates of the result have one offset.
    unsafe fn run(&self, rows: Range<usize>) {
        let ((a, b), (to, c)) = ((self.image, self.filter), self.to);
        let across = 0..c.mode_sizes::<2>()[1];
        let columns = |row| self.clips(1, across.clone()).map(move |column| (row, column));
        for (row, column) in self.clips(0, rows).flat_map(columns) {
            let clip = [row, column];
            let [counts, lefts] = [clip.map(|clip| clip.count), clip.map(|clip| clip.left)];
            // SAFETY: the groups partition the windows of these rows, and the result has one element for each window, by the caller's guarantee. So
            // `first + count` lies in the result, `place + left` in the filter, and `start` and the windows from it on in the
            // image, by `Clips::clip`. Each part therefore consists of elements of its view (rule V3), which has elements. The caller
            // guarantees that the rows of the result are written here alone, and that no two coordinates have one offset. An offset
            // of the image is one of a window plus one of a place, because `is_flat` found one stride for its rows and one for its
            // columns.
            unsafe {
                let to = to.offset(moved(c, clip.map(|clip| clip.first)));
                let part = Part { layout: c, extents: counts };
                if row.left * column.left == 0 {
                    filled(&mut view_mut_of_form(to, part), T::ZERO);
                    continue;
                }
                if const { direct::are_even::<A, B, C>() } && self.windows.group(clip).run() {
                    continue;
                }
                if const { direct::are_even::<A, B, C>() && direct::is_always_direct::<B, C>() } {
                    unreachable!("`Windows::run` has computed it");
                }
                let image = WindowMatrix {
                    start: a.0.offset(moved(a.1, clip.map(|clip| clip.start))),
                    image: a.1,
                    windows: counts,
                    window: lefts,
                    steps: self.how.stride,
                };
                let filter = b.0.offset(moved(b.1, clip.map(|clip| clip.place)));
                let of_filter = Grouped::<_, 3>(Part { layout: b.1, extents: lefts });
                multiply_operands(image, (filter, of_filter), (to, Grouped::<_, 2>(part)));
            }
        }
    }
}

/// Stops the compiler unless each of the first two modes is one leaf of a layout without a swizzle.
#[track_caller]
const fn is_flat<L: Form>() {
    let is_flat = match (L::FORM.mode(0), L::FORM.mode(1)) {
        (Ok(first), Ok(second)) => first.depth() == 0 && second.depth() == 0,
        _ => false,
    };
    internal::require_of::<L>(
        is_flat,
        "rows and columns are modes that are not nested: flatten them, or use convolve2d",
    );
    internal::require_of::<L>(
        L::Outer::IS_IDENTITY,
        "cannot convolve a swizzled layout here: use `convolve2d`",
    )
}

/// The offset of a coordinate of the first two modes.
fn moved<L: Form>(layout: L, coord: [usize; 2]) -> isize {
    layout.plain_offset(coord) as isize
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Every window of a small universe is in one clip, with exactly the places that lie in the image.
    #[test]
    fn clips_have_each_window_once() {
        for extent in 0..=7 {
            for (window, stride, padding) in
                (1..=6).flat_map(|w| (1..=4).flat_map(move |s| (0..=8).map(move |p| (w, s, p))))
            {
                if window > extent + 2 * padding {
                    continue;
                }
                let how = Convolution { stride: [stride, 1], padding: [padding, 0] };
                let [end, _] = how.windows([extent, 1], [window, 1]);
                let clips = Clips { extent, window, stride, padding, next: 0, end };
                // Window, place in it, element of the image.
                let mut found = Vec::new();
                let mut next = 0;
                for Clip { first, count, place, left, start } in clips {
                    assert_eq!(first, next);
                    assert!(count > 0);
                    next = first + count;
                    for i in 0..count {
                        found.extend(
                            (0..left).map(|p| (first + i, place + p, start + i * stride + p)),
                        );
                    }
                }
                assert_eq!(next, end);
                let windows = (0..end).flat_map(|i| (0..window).map(move |p| (i, p)));
                let expected: Vec<_> = windows
                    .filter_map(|(i, p)| {
                        let element = (i * stride + p).checked_sub(padding)?;
                        (element < extent).then_some((i, p, element))
                    })
                    .collect();
                assert_eq!(found, expected, "{extent} by {window}, {stride} and {padding}");
            }
        }
    }
}
