//! Operations that texts state: the name, the texts of the operands, and the text of the result.
//!
//! [`mlir`] reads programs of MLIR's dialects (`cute`, `fly`, `memref`, `ttg`), [`hlo`] programs of XLA, [`printed`]
//! lines such as `A o B = R`, and [`program`] the bindings and calls of source text. None of them evaluates: a reader
//! finds where a text is, and another one says what it means.
//!
//! ```
//! use static_layout_dialects::statement;
//! let text = "%r = fly.coalesce(%a) : (!fly.layout<(3,9):(1,3)>) -> !fly.layout<27:1>";
//! let program = statement::mlir(text);
//! let found = &program.operations[0];
//! assert_eq!((found.name, found.operands[0]), ("fly.coalesce", "!fly.layout<(3,9):(1,3)>"));
//! assert_eq!(found.result, Some("!fly.layout<27:1>"));
//! ```

mod brackets;
mod hlo;
mod mlir;
mod printed;
mod program;
mod tiled_copy;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

pub use hlo::hlo;
pub use mlir::mlir;
pub use printed::printed;
pub use program::{Call, Line, call, program};
pub use tiled_copy::TiledCopy;

/// An operation as a text states it.
#[derive(Clone, Debug)]
pub struct Statement<'a> {
    /// The name, with its dialect: `cute.composition`.
    pub name: &'a str,
    /// The texts of the operands, which are types in MLIR and shapes in HLO.
    pub operands: Vec<&'a str>,
    /// What stands before the types: names of operands, and attributes such as `<0, 2>`.
    pub attributes: &'a str,
    /// The text of the result, where the text has one.
    pub result: Option<&'a str>,
    /// The bytes of the operation.
    pub span: Range<usize>,
}

/// The operations of a text, and the names that it gives to types and attributes.
#[derive(Clone, Debug, Default)]
pub struct Program<'a> {
    /// The operations, in their order.
    pub operations: Vec<Statement<'a>>,
    /// The texts of names such as `!memref_smem` and `#blocked`.
    pub aliases: BTreeMap<&'a str, &'a str>,
}

impl<'a> Program<'a> {
    /// The most names behind each other that are followed. A cycle ends there.
    const MOST_ALIASES: usize = 8;

    /// The text that a name stands for, or the text itself.
    pub fn resolve(&self, text: &'a str) -> &'a str {
        let mut found = text;
        for _ in 0..Self::MOST_ALIASES {
            match self.aliases.get(found) {
                Some(next) => found = next,
                None => break,
            }
        }
        found
    }
}
