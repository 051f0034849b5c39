//! Values in the places of types.
use static_layout::*;

fn layout(_: layout!((n, 8):(8, 1))) {}
fn shape(_: shape!(n, 2)) {}
fn tile() -> tile!(n, 2) {}
fn other(_: vec![1]) {}

fn main() {}
