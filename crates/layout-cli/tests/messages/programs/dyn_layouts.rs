//! Traits behind a pointer.
use static_layout::*;

trait AnyLayout2: Sized {}

fn any(_: &dyn AnyLayout) {}
fn operations(_: Vec<Box<dyn LayoutOps>>) {}
fn other(_: Box<dyn AnyLayout2>) {}

fn main() {}
