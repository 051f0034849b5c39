//! Convolution in place: register tiles over the windows, whose depth is a nest of loops.
//!
//! A convolution is a product with two modes of windows and three modes of depth (rows, columns, channels). Where each mode
//! has one stride, tiles read image and filter in place, and nothing is copied.
//!
//! ```text
//! for each panel of rows            one or two vectors: of results of the filter, or of adjacent windows
//!   for each step of `outer`        the mode of windows that tiles do not run along
//!     for each tile of columns      4 to 12 windows, or results of the filter
//!       for each step of the depth  sums += a vector * one number
//! ```
//!
//! The strides are run-time values, so that a program has one such function for each type of elements and machine.

#![allow(clippy::needless_range_loop, reason = "`i` and `j` are places in several arrays")]

use super::clip::Clip;
use crate::nest::{Loop, Nest};
use crate::simd::{Element, Machine, Task, Vectors, dispatch};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use static_layout::internal::{Form, OffsetMap};
use static_layout::{View, ViewMut};

/// A group of windows, the filter and the result, by pointers and strides.
#[derive(Clone, Copy)]
pub struct Windows<T> {
    pub image: *const T,
    pub filter: *const T,
    pub to: *mut T,
    /// Two modes of windows: extent, stride in the image and in the result.
    pub windows: [Loop<2>; 2],
    /// Three modes of places in a window: extent, stride in the image and in the filter.
    pub places: [Loop<2>; 3],
    /// The results of a window: extent, stride in the filter and in the result.
    pub results: Loop<2>,
}

/// Whether each mode of image, filter and result has one stride, so that [`Windows`] describe them.
pub const fn are_even<A: Form, B: Form, C: Form>() -> bool {
    has_even_modes::<A>() && has_even_modes::<B>() && has_even_modes::<C>()
}

const fn has_even_modes<L: Form>() -> bool {
    let mut k = 0;
    while k < L::FORM.rank() {
        if !has_even_mode::<L>(k) {
            return false;
        }
        k += 1;
    }
    L::Outer::IS_IDENTITY
}

/// Whether mode `k` has one stride.
pub const fn has_even_mode<L: Form>(k: usize) -> bool {
    let Ok(mode) = L::FORM.mode(k) else { return false };
    matches!(mode.coalesce(), Ok(mode) if mode.shape().leaf_count() == 1)
}

/// Whether the stride of mode `k` is a static 1.
const fn is_unit<L: Form>(k: usize) -> bool {
    let Ok(mode) = L::FORM.mode(k) else { return false };
    let Ok(mode) = mode.coalesce() else { return false };
    let stride = mode.stride();
    mode.shape().leaf_count() == 1 && stride.is_known(0) && stride.value(0) == 1
}

/// Whether [`Windows::run`] computes each convolution of these layouts, whatever their run-time integers.
pub const fn is_always_direct<B: Form, C: Form>() -> bool {
    is_unit::<C>(2) && (cfg!(feature = "alloc") || is_unit::<B>(3))
}

/// The strides of the modes of a layout of three or four even modes.
fn strides<L: Form>(layout: L) -> [isize; 4] {
    let is_filter = const { L::FORM.rank() == 4 };
    [0, 1, 2, 3].map(|k| {
        let [i, j, l, m] = [0, 1, 2, 3].map(|mode| (mode == k) as usize);
        let offset = if is_filter {
            layout.plain_offset([i, j, l, m])
        } else {
            layout.plain_offset([i, j, l])
        };
        offset as isize
    })
}

impl<T: Element> Windows<T> {
    /// The windows with a distance of `steps` elements of the image: as many as the result has elements, each with the
    /// extents of the filter. The layouts have even modes.
    pub fn of<A: Form, B: Form, C: Form>(
        image: View<'_, T, A>,
        filter: View<'_, T, B>,
        to: &mut ViewMut<'_, T, C>,
        steps: [usize; 2],
    ) -> Self {
        let (of_image, of_filter) = (strides(image.layout()), strides(filter.layout()));
        let of_result = strides(to.layout());
        let (sizes, results) = (filter.layout().mode_sizes::<3>(), to.layout().mode_sizes::<3>());
        let windows = |k: usize| Loop {
            extent: results[k],
            strides: [of_image[k].wrapping_mul(steps[k] as isize), of_result[k]],
        };
        let places = |k: usize| Loop { extent: sizes[k], strides: [of_image[k], of_filter[k]] };
        Self {
            image: image.as_ptr(),
            filter: filter.as_ptr(),
            to: to.as_mut_ptr(),
            windows: [0, 1].map(windows),
            // The channels first, which are the innermost loop of equal extents.
            places: [2, 1, 0].map(places),
            results: Loop { extent: results[2], strides: [of_filter[3], of_result[2]] },
        }
    }

    /// A group of these windows, with the part of each that lies in the image.
    pub fn group(mut self, clip: [Clip; 2]) -> Self {
        for (k, Clip { first, count, place, left, start }) in clip.into_iter().enumerate() {
            let (windows, places) = (&mut self.windows[k], &mut self.places[2 - k]);
            // Wrapping, because a mode of extent 1 may have any stride.
            let moved = |i: usize, stride: isize| (i as isize).wrapping_mul(stride);
            self.image = self.image.wrapping_offset(moved(start, places.strides[0]));
            self.filter = self.filter.wrapping_offset(moved(place, places.strides[1]));
            self.to = self.to.wrapping_offset(moved(first, windows.strides[1]));
            (windows.extent, places.extent) = (count, left);
        }
        self
    }

    /// Computes the convolution. Returns false, and computes nothing, if neither the results nor a mode of windows have
    /// adjacent elements.
    ///
    /// # Safety
    /// Each place in each window must have an element in the image and in the filter that is valid for reads, and each
    /// window and result one in `to` that nothing else accesses.
    pub unsafe fn run(self) -> bool {
        #[cfg(feature = "alloc")]
        if self.results.strides[1] == 1 && self.results.strides[0] != 1 {
            // SAFETY: the caller's filter has these places and results.
            let copy = unsafe { self.filter_by_results() };
            let mut windows = Self { filter: copy.as_ptr(), ..self };
            windows.results.strides[0] = 1;
            let mut step = windows.results.extent as isize;
            for places in &mut windows.places {
                places.strides[1] = step;
                step *= places.extent as isize;
            }
            windows.direct().into_iter().for_each(dispatch);
            return true;
        }
        let task = self.direct();
        let is_direct = task.is_some();
        task.into_iter().for_each(dispatch);
        is_direct
    }

    /// A copy of the filter: the results of each place are adjacent, and the places follow each other in the order of
    /// `places`.
    ///
    /// # Safety
    /// The filter must have these places and results, which must be valid for reads.
    #[cfg(feature = "alloc")]
    unsafe fn filter_by_results(&self) -> Vec<T> {
        let [inner, middle, outer] = self.places;
        let Loop { extent: results, strides: [stride, _] } = self.results;
        let mut copy = Vec::with_capacity(results * inner.extent * middle.extent * outer.extent);
        for k in 0..outer.extent as isize {
            for l in 0..middle.extent as isize {
                for m in 0..inner.extent as isize {
                    let place = k * outer.strides[1] + l * middle.strides[1] + m * inner.strides[1];
                    copy.extend((0..results as isize).map(|n| {
                        // SAFETY: the caller's filter has the place and the result.
                        unsafe { *self.filter.offset(place + n * stride) }
                    }));
                }
            }
        }
        copy
    }

    /// The convolution as a task. `None` if neither the results nor a mode of windows have adjacent elements.
    fn direct(self) -> Option<Direct<T>> {
        let Self { image, filter, to, windows, places, results } = self;
        if results.strides == [1, 1] {
            // Tiles run along the longer mode of windows.
            let along = (windows[0].extent > windows[1].extent) as usize;
            let [other, tile] = if along == 1 { [windows[1], windows[0]] } else { windows };
            let swapped =
                places.map(|Loop { extent, strides: [x, y] }| Loop { extent, strides: [y, x] });
            return Some(Direct {
                vectors: filter,
                numbers: image,
                to,
                rows: results.extent,
                columns: tile,
                outer: Loop {
                    extent: other.extent,
                    strides: [0, other.strides[0], other.strides[1]],
                },
                depth: depth(swapped),
            });
        }
        let along = windows.iter().position(|windows| windows.strides == [1, 1])?;
        let other = windows[1 - along];
        Some(Direct {
            vectors: image,
            numbers: filter,
            to,
            rows: windows[along].extent,
            columns: results,
            outer: Loop { extent: other.extent, strides: [other.strides[0], 0, other.strides[1]] },
            depth: depth(places),
        })
    }
}

/// The loops of the depth: merged where they continue each other, the longest one innermost.
fn depth(places: [Loop<2>; 3]) -> Nest<2> {
    let mut nest = Nest::new();
    for each in places {
        nest.add(each);
    }
    nest.order(0);
    let longest = (0..nest.loops().len()).max_by_key(|&k| nest.get(k).extent);
    nest.bring(longest.unwrap_or(0), 0);
    nest
}

/// The task of a convolution in place.
pub struct Direct<T> {
    /// The operand that vectors of adjacent rows are loaded from.
    vectors: *const T,
    /// The operand whose elements are multiplied with all rows.
    numbers: *const T,
    to: *mut T,
    /// The number of rows, adjacent in `vectors` and `to`.
    rows: usize,
    /// The columns: stride in `numbers` and in `to`.
    columns: Loop<2>,
    /// The loop around rows and columns: stride in `vectors`, `numbers` and `to`.
    outer: Loop<3>,
    /// At most three loops: strides in `vectors` and `numbers`.
    depth: Nest<2>,
}

impl<T: Element> Task for Direct<T> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) {
        let v = T::vectors(machine);
        let lanes = T::lanes::<M>();
        for row in (0..self.rows).step_by(2 * lanes) {
            let left = (self.rows - row).min(2 * lanes);
            // SAFETY: `left` rows follow `row`: at most two vectors, the last of which has `last` rows.
            unsafe {
                match (left > lanes, left % lanes) {
                    (true, 0) => panel::<T, _, 2, false>(v, &self, row, lanes),
                    (true, last) => panel::<T, _, 2, true>(v, &self, row, last),
                    (false, 0) => panel::<T, _, 1, false>(v, &self, row, lanes),
                    (false, last) => panel::<T, _, 1, true>(v, &self, row, last),
                }
            }
        }
    }
}

/// Computes the rows of `R` vectors from `row` on. The last vector has `last` rows, fewer than its lanes if `PART`.
///
/// # Safety
/// The operands of `of` must have these rows.
#[inline(always)]
unsafe fn panel<T: Element, V: Vectors<T>, const R: usize, const PART: bool>(
    v: V,
    of: &Direct<T>,
    row: usize,
    last: usize,
) {
    let Loop { extent: columns, strides: [across, put] } = of.columns;
    // Wrapping, because only the pointers of coordinates lie in the operands.
    let mut at = OutputTile {
        vectors: of.vectors.wrapping_add(row).wrapping_offset(of.depth.starts[0]),
        numbers: of.numbers.wrapping_offset(of.depth.starts[1]),
        to: of.to.wrapping_add(row),
        last,
    };
    for _ in 0..of.outer.extent {
        let mut done = 0;
        macro_rules! tiles {
            ($($width:literal)*) => {$(
                while columns - done >= $width {
                    let at = OutputTile {
                        numbers: at.numbers.wrapping_offset(done as isize * across),
                        to: at.to.wrapping_offset(done as isize * put),
                        ..at
                    };
                    // SAFETY: the caller's rows, and `$width` columns from `done` on.
                    unsafe { tile::<T, V, R, $width, PART>(v, of, at) };
                    done += $width;
                }
            )*};
        }
        // The sums of a tile, two vectors and a number stay in registers.
        if const { V::REGISTERS >= 32 } {
            tiles!(12 8);
        } else {
            tiles!(6);
        }
        tiles!(4 2 1);
        let [vectors, numbers, to] = of.outer.strides;
        at.vectors = at.vectors.wrapping_offset(vectors);
        at.numbers = at.numbers.wrapping_offset(numbers);
        at.to = at.to.wrapping_offset(to);
    }
}

/// The first elements of a tile, and the number of rows in its last vector.
#[derive(Clone, Copy)]
struct OutputTile<T> {
    vectors: *const T,
    numbers: *const T,
    to: *mut T,
    last: usize,
}

/// Computes `R` vectors of rows by `N` columns.
///
/// # Safety
/// The operands of `of` must have these rows and columns from `at` on, at each step of the depth.
#[inline(always)]
unsafe fn tile<T: Element, V: Vectors<T>, const R: usize, const N: usize, const PART: bool>(
    v: V,
    of: &Direct<T>,
    at: OutputTile<T>,
) {
    let lanes = V::LANES;
    let Loop { strides: [across, put], .. } = of.columns;
    let [inner, middle, outer] = [0, 1, 2].map(|k| of.depth.get(k));
    let mut sums = [[v.zero(); R]; N];
    for k in 0..outer.extent as isize {
        for l in 0..middle.extent as isize {
            let start = |s: usize| k * outer.strides[s] + l * middle.strides[s];
            let mut vectors = at.vectors.wrapping_offset(start(0));
            let mut numbers = at.numbers.wrapping_offset(start(1));
            for _ in 0..inner.extent {
                let mut rows = [v.zero(); R];
                for i in 0..R {
                    // SAFETY: the rows of the tile at this step, adjacent in `vectors`; the last vector has `at.last`.
                    rows[i] = unsafe {
                        let from = vectors.add(i * lanes);
                        if PART && i + 1 == R { v.load_part(from, at.last) } else { v.load(from) }
                    };
                }
                for j in 0..N {
                    // SAFETY: column `j` of the tile at this step.
                    let number = v.splat(unsafe { *numbers.offset(j as isize * across) });
                    for i in 0..R {
                        sums[j][i] = v.mul_add(rows[i], number, sums[j][i]);
                    }
                }
                vectors = vectors.wrapping_offset(inner.strides[0]);
                numbers = numbers.wrapping_offset(inner.strides[1]);
            }
        }
    }
    for j in 0..N {
        for i in 0..R {
            // SAFETY: the rows of column `j` of the result, adjacent in `to`; the last vector has `at.last`.
            unsafe {
                let to = at.to.offset(j as isize * put).add(i * lanes);
                if PART && i + 1 == R {
                    v.store_part(to, sums[j][i], at.last);
                } else {
                    v.store(to, sums[j][i]);
                }
            }
        }
    }
}
