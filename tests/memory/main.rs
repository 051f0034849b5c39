//! Memory is safe: every way to it under an interpreter and sanitizers, and hostile input at every entry.

mod each;
mod hostile;
mod sanitized;
