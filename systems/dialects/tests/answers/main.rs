//! Records the result of every operation of the dialects on the operands of a fixed universe, with the text of each refusal.
//! `layout-core/tests/answers` has the universe, and how the lines of `kept/` are read and updated.
#![cfg(target_pointer_width = "64")]

#[path = "../../../../layout-core/tests/answers/corpus.rs"]
#[allow(dead_code, reason = "readers of marked integers are those of the engine")]
mod corpus;
#[path = "../../../../layout-core/tests/answers/said.rs"]
#[allow(
    unused_imports,
    unused_macros,
    reason = "operations by their names are those of the engine"
)]
mod said;
#[path = "../../../../layout-core/tests/answers/universe.rs"]
#[allow(dead_code, reason = "more operands are those of the engine")]
mod universe;

mod texts;
mod xla;
