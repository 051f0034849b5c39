//! [`gather`] and [`scatter`]: copies between pages and an ordinary tensor.

use super::{PageError, PagedView, PagedViewMut, TableInt};
use static_layout::internal::{Form, range_first, range_first_mut};
use static_layout::{AnyLayout, Tensor, TensorMut};
use static_layout_kernels::try_copy;

/// The error unless mode 0 of a tensor has `paged` coordinates.
///
/// # Errors
/// Always, if the numbers differ.
fn same_length<L: AnyLayout>(paged: usize, other: L) -> Result<(), PageError> {
    let [other] = other.mode_sizes();
    if paged == other { Ok(()) } else { Err(PageError::Length { paged, other }) }
}

/// Copies the coordinates of a paged tensor to an ordinary one, page by page: `to(t, rest) = from(t, rest)`.
///
/// Each page is a [`copy`](fn@static_layout_kernels::copy) from its view to the same range of mode 0 of `to`, so the modes
/// after it may be in any order, and are matched by their linear index.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::{Paged, PagedView, gather};
/// let data: Vec<i32> = (0..24).collect();
/// let view = PagedView::new(&data, Paged::new(layout!((4, 2, 3):row), &[2, 0, 3], 5)?)?;
/// let mut rows = [0; 15];
/// gather(&view, &mut ViewMut::new(&mut rows, layout!((5, 3):row))?)?;
/// assert_eq!(rows, [12, 13, 14, 15, 16, 17, 0, 1, 2, 3, 4, 5, 18, 19, 20]);
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
///
/// # Errors
/// * If mode 0 of `to` has another number of coordinates than the paged mode; nothing is copied.
/// * If the copy of a page is refused: the other modes have another number of coordinates, or two coordinates of `to` share
///   an element.
///
/// # Compile errors
/// If mode 0 of `to` is nested.
#[track_caller]
pub fn gather<T: Copy, L: AnyLayout, I: TableInt, B: TensorMut<Element = T>>(
    from: &PagedView<'_, T, L, I>,
    to: &mut B,
) -> Result<(), PageError> {
    same_length(from.len(), to.layout())?;
    for (first, page) in from.pages() {
        let [count] = page.layout().mode_sizes();
        // `same_length` has found that the range lies in mode 0.
        if let Some(mut part) = range_first_mut(to.view_mut(), first, first + count) {
            try_copy(page, &mut part)?;
        }
    }
    Ok(())
}

/// Copies an ordinary tensor to the coordinates of a paged one, page by page: `to(t, rest) = from(t, rest)`.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::{Paged, PagedViewMut, scatter};
/// let (rows, mut data) = ([1, 2, 3, 4, 5], [0; 8]);
/// let mut view = PagedViewMut::new(&mut data, Paged::new(layout!((4, 2):row), &[2, 0, 3], 5)?)?;
/// scatter(View::new(&rows, layout!((5,):row))?, &mut view)?;
/// assert_eq!(data, [3, 4, 0, 0, 1, 2, 5, 0]);
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
///
/// # Errors
/// * If mode 0 of `from` has another number of coordinates than the paged mode; nothing is copied.
/// * If the copy of a page is refused: the other modes have another number of coordinates.
///
/// # Compile errors
/// If mode 0 of `from` is nested.
#[track_caller]
pub fn scatter<T: Copy, L: AnyLayout, I: TableInt, A: Tensor<Element = T>>(
    from: A,
    to: &mut PagedViewMut<'_, T, L, I>,
) -> Result<(), PageError> {
    same_length(to.len(), from.layout())?;
    let mut at = 0;
    while let Some((first, mut page)) = to.page_mut(at) {
        let [count] = page.layout().mode_sizes();
        // `same_length` has found that the range lies in mode 0.
        if let Some(part) = range_first(from.view(), first, first + count) {
            try_copy(part, &mut page)?;
        }
        at += 1;
    }
    Ok(())
}
