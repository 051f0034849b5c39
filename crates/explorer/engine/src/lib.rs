//! The engine of the explorer: evaluates an expression, and returns its value, properties, derivation and picture.

mod answer;
#[cfg(target_arch = "wasm32")]
mod exports;
mod facts;
mod panels;

pub use answer::answer;
