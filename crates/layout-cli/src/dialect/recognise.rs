//! Which system a text is of, where its first words say so. `#` begins a comment of an expression, unless `#ttg.` follows.

use static_layout_dialects::xla::ElementType;

use crate::Failure;
use crate::dialect::{Dialect, Foreign, triton};

/// Reads a text that only one system has and that is not an expression. `None` for any other text.
pub(crate) fn recognised(text: &str) -> Option<Result<Foreign, Failure>> {
    let system = system(text.trim_start())?;
    let help = || format!("this was read as a text of {}; --from names another", system.name());
    Some(system.read(text).map_err(|failure| failure.help(help())))
}

/// The system that a text is of, if its first words say so.
pub(super) fn system(text: &str) -> Option<Dialect> {
    let heads = [
        ("memref<", Dialect::Mlir),
        ("!cute.", Dialect::CuteDsl),
        ("tensor<(", Dialect::CuteDsl),
        ("tensor<ptr<", Dialect::CuteDsl),
        ("StridedLayout(", Dialect::CudaCore),
        ("_StridedLayout(", Dialect::CudaCore),
        ("{'", Dialect::Numpy),
        ("{\"", Dialect::Numpy),
        ("ArithTuple(", Dialect::Cute),
        ("counting_iter(", Dialect::Cute),
        ("gl.", Dialect::Gluon),
        ("ttgl.", Dialect::Gluon),
    ];
    let found = heads
        .iter()
        .find(|(head, _)| text.starts_with(head))
        .map(|(_, system)| *system)
        .or_else(|| triton::is_of_triton(text).then_some(Dialect::Triton))
        .or_else(|| triton::is_of_gluon(text).then_some(Dialect::Gluon));
    // `f32[4,8]{1,0}`, and a pointer `smem_ptr[16b](..)` before a layout.
    let of_bracket = || {
        let (before, after) = text.split_once('[')?;
        let is_pointer = before.ends_with("ptr") || before.ends_with("tmem_");
        match ElementType::of(before) {
            Some(_) => Some(Dialect::Xla),
            None => Some(Dialect::Cute).filter(|_| is_pointer && after.contains("b](")),
        }
    };
    found.or_else(of_bracket)
}
