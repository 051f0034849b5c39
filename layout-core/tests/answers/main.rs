//! Records the result of every operation on the operands of a fixed universe, with the text of each refusal.
//!
//! `kept/` has a line for each operation: the number of calls, the number of refusals, and a digest of all results.
//! The properties and the golden rows test whether a result is right. This test notices a changed result, also in
//! corners that they do not reach.
//!
//! A change of results updates the lines: `UPDATE=1 cargo test -p layout-core --test answers`. To see which results
//! changed, `ANSWERS=FOLDER` writes all of them, a file for each operation. Compare the folders from before and after
//! with `diff -r`. The dialects have a binary of this name for their own operations.
#![cfg(target_pointer_width = "64")]

mod corpus;
mod layouts;
mod mapping;
mod said;
mod strided;
mod swizzled;
mod texts;
mod tuples;
mod universe;
