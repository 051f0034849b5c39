//! The other file of the span.

macro_rules! from_here {
    ($here:ident) => {
        ::layout_macros::stretch! { $here there }
    };
}
pub(super) use from_here;
