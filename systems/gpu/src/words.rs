//! [`Words`], the elements of a reduction as its kernel reads, reduces and writes them.

use crate::Reduction;

/// The keys of floating-point numbers, before which `NAN` and `INFINITE` are defined. Compilers of WGSL may assume that no
/// number is NaN. The least and the greatest one are therefore found by keys: integers in the order of the numbers, with
/// NaN at the end that wins. An `f16` is the upper half of its word.
const KEYS: &str = "fn key(b: u32) -> u32 {
    if ((b & 0x7fffffffu) > INFINITE) { return NAN; }
    return select(b | 0x80000000u, ~b, b >= 0x80000000u);
}
fn bits(k: u32) -> u32 {
    if (k == NAN) { return 0x7fc00000u; }
    return select(~k, k & 0x7fffffffu, k >= 0x80000000u);
}
fn half(word: u32, i: u32) -> u32 {
    return select(word << 16u, word & 0xffff0000u, (i & 1u) == 1u);
}
";

/// How elements of a type are read, reduced and written.
pub(crate) struct Words {
    pub(crate) reduction: Reduction,
    element: &'static str,
    /// Whether keys are reduced.
    are_keys: bool,
}

impl Words {
    pub(crate) fn of(reduction: Reduction, element: &'static str) -> Self {
        let are_keys = matches!(element, "f32" | "f16") && reduction != Reduction::Sum;
        Self { reduction, element, are_keys }
    }

    /// The type that is reduced. Sums of `f16` are of `f32`.
    pub(crate) fn sum(&self) -> &'static str {
        match self.element {
            _ if self.are_keys => "u32",
            "f16" => "f32",
            other => other,
        }
    }

    /// The type of the source's buffer.
    pub(crate) fn source(&self) -> &'static str {
        if self.are_keys { "u32" } else { self.element }
    }

    /// The type of the target's buffer.
    pub(crate) fn target(&self) -> &'static str {
        if self.element == "f32" { self.source() } else { self.element }
    }

    /// An element that changes no result, or 0 for a sum.
    pub(crate) fn neutral(&self) -> String {
        match (self.reduction, self.sum()) {
            (Reduction::Sum, sum) => format!("{sum}(0)"),
            (Reduction::Min, "u32") => "0xffffffffu".to_owned(),
            (Reduction::Min, _) => "2147483647i".to_owned(),
            (Reduction::Max, "u32") => "0u".to_owned(),
            (Reduction::Max, _) => "(-2147483647i - 1i)".to_owned(),
        }
    }

    /// The element at a place.
    pub(crate) fn read(&self, at: &str) -> String {
        match (self.element, self.are_keys) {
            ("f16", true) => format!("key(half(source[{at} >> 1u], {at}))"),
            _ => self.of_value(&format!("source[{at}]")),
        }
    }

    /// The element of a value of the source's buffer.
    pub(crate) fn of_value(&self, value: &str) -> String {
        match (self.element, self.are_keys) {
            (_, true) => format!("key({value})"),
            ("f16", false) => format!("f32({value})"),
            _ => value.to_owned(),
        }
    }

    /// The element of the target's buffer that a result is.
    pub(crate) fn write(&self, sum: &str) -> String {
        match (self.element, self.are_keys) {
            ("f16", true) => format!("f16(unpack2x16float(bits({sum})).y)"),
            ("f16", false) => format!("f16({sum})"),
            (_, true) => format!("bits({sum})"),
            _ => sum.to_owned(),
        }
    }

    pub(crate) fn functions(&self) -> String {
        if !self.are_keys {
            return String::new();
        }
        let nan = if self.reduction == Reduction::Min { "0u" } else { "0xffffffffu" };
        let infinite = if self.element == "f16" { "0x7c000000u" } else { "0x7f800000u" };
        format!("const NAN = {nan};\nconst INFINITE = {infinite};\n{KEYS}")
    }
}
