//! Arrays of other crates and formats: theirs and ours read the same element at every coordinate, in both
//! directions, and what does not fit is refused with its numbers.

use static_layout::dynamic::{Coord, IntTuple};
use static_layout::*;

mod axes;
mod files;
mod owners;
mod strided;

/// A view through run-time integers.
type Dynamic<'a, T> = View<'a, T, dynamic::Layout>;

/// Every coordinate of some axes, the last one fastest.
fn indices(extents: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count: usize = extents.iter().product();
    (0..count).map(|mut rest| {
        let mut index = vec![0; extents.len()];
        for (axis, &extent) in extents.iter().enumerate().rev() {
            (index[axis], rest) = (rest % extent, rest / extent);
        }
        index
    })
}

/// A coordinate by mode.
fn coord(index: &[usize]) -> Coord {
    let leaves: Vec<IntTuple> = index.iter().map(|&i| IntTuple::from(i as i64)).collect();
    Coord::from(IntTuple::tuple(&leaves).unwrap())
}

/// The extents of the modes at the top.
fn extents(layout: &dynamic::Layout) -> Vec<usize> {
    (0..layout.rank()).map(|mode| layout.mode(mode).unwrap().size() as usize).collect()
}

/// The refusal, as text.
fn refusal<T, E: std::fmt::Display>(answer: Result<T, E>) -> String {
    match answer {
        Ok(_) => panic!("it was not refused"),
        Err(error) => error.to_string(),
    }
}
