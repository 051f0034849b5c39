//! Algorithms over elements, vectors, limits and threads.

mod algorithms;
mod computed;
mod facts;
mod front_end;
mod hostile;
mod operands;
mod simd;
#[cfg(feature = "rayon")]
mod threads;
