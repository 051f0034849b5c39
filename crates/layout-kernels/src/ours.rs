//! Functions of public traits that nobody else calls or writes.

/// An argument that only this crate can name: a function that takes one is called where everything was asked that it
/// rests on, and its trait has no implementation but ours.
#[derive(Clone, Copy)]
pub struct Ours;
