//! Layouts whose nesting is known only at run time: the crate [`layout_core`].

#[doc(no_inline)]
pub use layout_core::*;

/// Hides the module of `layout_core` that joins a shape and a stride without a check. Safe code makes a run-time layout
/// by a function that checks it:
///
/// ```
/// use static_layout::dynamic::Layout;
/// assert!(Layout::new((-1).into(), 1.into()).is_err());
/// ```
///
/// ```compile_fail,E0624
/// // associated function `from_parts` is private
/// _ = static_layout::dynamic::Layout::from_parts((-1).into(), 1.into());
/// ```
///
/// ```compile_fail,E0603
/// // module `internal` is private
/// _ = static_layout::dynamic::internal::unchecked_layout((-1).into(), 1.into());
/// ```
#[allow(hidden_glob_reexports, reason = "it is there to hide the other one")]
mod internal {}
