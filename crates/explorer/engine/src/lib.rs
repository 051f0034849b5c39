//! The engine of the explorer: evaluates an expression, and returns its value, properties, derivation and picture.

mod access;
mod answer;
mod bits;
mod drawing;
#[cfg(target_arch = "wasm32")]
mod exports;
mod facts;
mod threads;

pub use answer::answer;
pub use drawing::{Window, window};
