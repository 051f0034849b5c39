//! Arrays of other crates and formats. An array and its view have equal elements at every coordinate, in both
//! directions. An array that does not fit is refused with its numbers.

use static_layout::dynamic::{Coord, IntTuple};
use static_layout::*;

mod axes;
mod elements;
mod files;
mod flipped;
mod generic_array;
mod limits;
mod owners;
#[path = "../spoilt.rs"]
mod spoilt;
mod strided;

/// A view with a run-time layout.
type Dynamic<'a, T> = View<'a, T, dynamic::Layout>;

/// Every coordinate of the axes, the last axis fastest.
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

/// The extents of the top-level modes.
fn extents(layout: &dynamic::Layout) -> Vec<usize> {
    (0..layout.rank()).map(|mode| layout.mode(mode).unwrap().size() as usize).collect()
}

/// The text of a refusal.
fn refusal<T, E: std::fmt::Display>(answer: Result<T, E>) -> String {
    match answer {
        Ok(_) => panic!("it was not refused"),
        Err(error) => error.to_string(),
    }
}
