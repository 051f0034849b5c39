//! What every operation answers on the operands of a fixed universe, refusals and their words among them.
//!
//! `kept/` has a line for each operation: how many were asked, how many were refused, and a digest of all
//! that was said. Whether an answer is right is for the properties and the golden rows; this notices that one is
//! another than it was, in the corners that they do not turn, too. A change that means to change answers writes the
//! lines anew: `UPDATE=1 cargo test -p layout-core --test answers`. Which answers are new: `ANSWERS=FOLDER` writes
//! all of them, a file for each operation; two folders, of the tree before and after, compare with `diff -r`.
#![cfg(target_pointer_width = "64")]

mod layouts;
mod mapping;
mod said;
mod strided;
mod swizzled;
mod texts;
mod tuples;
mod universe;
mod xla;
