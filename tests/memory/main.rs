//! Memory safety: each kind of access under an interpreter and sanitizers, and hostile input at every entry.

mod each;
mod hostile;
mod sanitized;
