//! The check that every kernel makes of the layout that it writes through: no two coordinates share an element.
//!
//! A static layout is checked in `const`, any other before the first write. `copy` makes the check with its plan, of
//! which [`distinct`](crate::copy) is the short part; the long part of both is `layout_core::Layout::is_injective`.

use core::marker::PhantomData;
use layout_core::LayoutError;
use static_layout::internal::{self, Form};

/// A layout that a kernel writes through.
pub struct Written<L>(PhantomData<L>);

#[layout_macros::at_caller]
impl<L: Form> Written<L> {
    /// Stops the compiler at a static layout with two coordinates that share an element.
    pub const CHECKED: () = internal::disjoint::<L>();

    /// Checks a layout with run-time integers; a static one has passed [`CHECKED`](Self::CHECKED).
    ///
    /// # Errors
    /// When two coordinates share an element.
    #[inline(always)]
    pub fn check(layout: L) -> Result<(), LayoutError> {
        const { Self::CHECKED };
        internal::try_disjoint(layout)
    }
}
