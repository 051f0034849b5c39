//! Functions in Python with Triton's decorator.
//!
//! The inputs are cast to unsigned integers first: these wrap around, and their quotients and shifts have no sign.

use std::fmt::Write;

use super::c::{Writer, words};
use super::{division, name};
use crate::Language;
use crate::functions::IndexFunction;

/// Appends a function.
pub(super) fn write(out: &mut String, function: &IndexFunction, prefix: &str) {
    let words = words(Language::Triton, function.width);
    let divisors = function.divisors().into_iter();
    let divisors = divisors.flat_map(|k| division::arguments(Language::Triton, k));
    let inputs: Vec<String> = function.inputs.iter().cloned().chain(divisors).collect();
    let _ = writeln!(out, "@triton.jit\ndef {}({}):", name(prefix, function), inputs.join(", "));
    for input in inputs {
        let _ = writeln!(out, "    {input} = tl.cast({input}, {})", words.unsigned);
    }
    let mut writer = Writer::new(function, &words, Language::Triton, prefix);
    for (name, value) in writer.shared() {
        let _ = writeln!(out, "    {name} = {value}");
    }
    let value = writer.expression(function.root, false);
    let value =
        if function.returns_signed { format!("tl.cast({value}, {})", words.signed) } else { value };
    let _ = writeln!(out, "    return {value}\n");
}
