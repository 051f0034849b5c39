//! The seal of public traits: only this crate calls and implements their hidden functions.

/// An argument that only this crate can name. A function with this parameter is called by this crate alone, which has
/// checked its requirements, and a trait with such a function is implemented by this crate alone.
#[derive(Clone, Copy)]
pub struct CrateOnly;
