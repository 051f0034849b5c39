//! `layout[coord]`, which a layout does not have: the bound says what to write.

use crate::types::Layout;
use core::ops::Index;

/// Coordinates at which a layout has an element: none.
#[diagnostic::on_unimplemented(
    message = "a layout has no elements",
    label = "the offset of a coordinate is `.index(..)`; a view has elements: `View::new(&data, layout)?`"
)]
pub trait ElementAt {}

#[doc(hidden)]
impl<S, D, C: ElementAt> Index<C> for Layout<S, D> {
    type Output = usize;
    fn index(&self, _: C) -> &usize {
        &0
    }
}
