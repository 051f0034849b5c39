//! Another file.

macro_rules! from_here {
    ($here:ident $definition:tt) => {
        ::layout_macros::stretch! { $here $definition there }
    };
}
pub(super) use from_here;
