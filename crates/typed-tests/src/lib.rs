//! `build.rs` writes rows of types, `tests/` compiles them.
