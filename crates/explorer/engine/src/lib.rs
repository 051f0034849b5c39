//! What the page of the explorer asks: an expression in, its value, what is known of it and its picture out.

mod answer;
#[cfg(target_arch = "wasm32")]
mod exports;
mod facts;
mod panels;

pub use answer::answer;
