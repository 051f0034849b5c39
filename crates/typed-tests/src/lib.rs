//! `build.rs` writes rows of types, and the tests in `tests/` compile them.
