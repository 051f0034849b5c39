//! Pages and rags against plain models: all tables of small pools, random ones, hostile ones.

mod cache;
mod hostile;
mod random;
mod universe;

use static_layout::prelude::*;
use static_layout_formats::paged::{PageError, PagedView, TableInt};

/// The elements of a paged view of tokens of `rest` elements, by its coordinates.
fn by_coordinates<L: AnyLayout, I: TableInt>(
    view: &PagedView<'_, usize, L, I>,
    get: impl Fn(&PagedView<'_, usize, L, I>, usize, usize) -> Option<usize>,
    rest: usize,
) -> Vec<usize> {
    (0..view.len())
        .flat_map(|t| (0..rest).map(move |r| (t, r)))
        .map(|(t, r)| get(view, t, r).unwrap())
        .collect()
}

/// The text of the error.
fn refusal<V>(result: Result<V, PageError>) -> String {
    result.err().expect("a refusal").to_string()
}
