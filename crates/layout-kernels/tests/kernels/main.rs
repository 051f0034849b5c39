//! Algorithms over elements, vectors, limits and threads.

mod algorithms;
mod hostile;
mod operands;
mod simd;
#[cfg(feature = "rayon")]
mod threads;
