//! Functions as expressions: C, CUDA C, HIP, SYCL, OpenCL C, GLSL, Metal, WGSL and Rust.
//!
//! C's unsigned integers wrap around. Rust's do too where no fact bounds the result: there an operation is a method,
//! `a.wrapping_sub(b)`.

use std::collections::HashMap;
use std::fmt::Write;

use super::{division, name};
use crate::Language;
use crate::functions::{IndexFunction, Returned};
use crate::graph::{BinaryOp, Graph, Node, NodeId};

/// The words of a language.
pub(super) struct Words {
    pub(super) unsigned: &'static str,
    pub(super) signed: &'static str,
    truth: &'static str,
    pub(super) literal: &'static str,
    pub(super) before: &'static str,
}

pub(super) fn words(language: Language, width: u32) -> Words {
    let is_wide = width == 64;
    let (unsigned, signed, literal) = match language {
        Language::Wgsl => ("u32", "i32", "u"),
        Language::Rust if is_wide => ("u64", "i64", ""),
        Language::Rust => ("u32", "i32", ""),
        Language::C if is_wide => ("uint64_t", "int64_t", "ull"),
        Language::C => ("uint32_t", "int32_t", "u"),
        Language::Sycl if is_wide => ("std::uint64_t", "std::int64_t", "ull"),
        Language::Sycl => ("std::uint32_t", "std::int32_t", "u"),
        Language::Cuda | Language::Hip if is_wide => ("unsigned long long", "long long", "ull"),
        Language::Cuda | Language::Hip => ("unsigned int", "int", "u"),
        Language::Triton if is_wide => ("tl.uint64", "tl.int64", ""),
        Language::Triton => ("tl.uint32", "tl.int32", ""),
        _ if is_wide => ("ulong", "long", "ul"),
        _ => ("uint", "int", "u"),
    };
    let (truth, before) = match language {
        Language::Cuda | Language::Hip => ("bool", "__device__ __forceinline__ "),
        Language::Metal | Language::Sycl => ("bool", "inline "),
        Language::C => ("bool", "static inline "),
        Language::Rust => ("bool", "pub const "),
        // OpenCL C has no `bool` that a function may return to another module.
        Language::OpenCl => ("int", ""),
        _ => ("bool", ""),
    };
    Words { unsigned, signed, truth, literal, before }
}

/// The inputs of a function with its divisors: each with the word of its type.
fn inputs(function: &IndexFunction, words: &Words, prefix: &str) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = function
        .inputs
        .iter()
        .enumerate()
        .map(|(k, name)| {
            let is_signed = k == 0 && function.takes_signed;
            let word = if is_signed { words.signed } else { words.unsigned };
            (name.clone(), word.to_owned())
        })
        .collect();
    let divisors = function.divisors().into_iter();
    out.extend(divisors.map(|k| (format!("by{k}"), format!("{prefix}_divisor"))));
    out
}

/// Appends a function.
pub(super) fn write(out: &mut String, function: &IndexFunction, language: Language, prefix: &str) {
    let words = words(language, function.width);
    let returned = match function.returned {
        Returned::Truth => words.truth,
        _ if function.returns_signed => words.signed,
        _ => words.unsigned,
    };
    let name = name(prefix, function);
    let inputs = inputs(function, &words, prefix);
    let names_first = matches!(language, Language::Wgsl | Language::Rust);
    if names_first {
        let inputs: Vec<String> =
            inputs.iter().map(|(name, word)| format!("{name}: {word}")).collect();
        if language == Language::Rust {
            out.push_str(&attribute(function, &name));
        }
        let inputs = inputs.join(", ");
        let _ = writeln!(out, "{}fn {name}({inputs}) -> {returned} {{", words.before);
    } else {
        let inputs: Vec<String> =
            inputs.iter().map(|(name, word)| format!("{word} {name}")).collect();
        let inputs = if inputs.is_empty() { "void".to_owned() } else { inputs.join(", ") };
        let _ = writeln!(out, "{}{returned} {name}({inputs}) {{", words.before);
    }
    let mut writer = Writer::new(function, &words, language, prefix);
    let kind = if names_first { "let" } else { words.unsigned };
    for (name, value) in writer.shared() {
        let _ = writeln!(out, "    {kind} {name} = {value};");
    }
    // Rust's `as` binds more tightly than the operators.
    let is_operand = function.returns_signed && language == Language::Rust;
    let value = writer.expression(function.root, is_operand);
    let value = match (function.returns_signed, language) {
        (false, _) => value,
        (true, Language::Wgsl) => format!("bitcast<i32>({value})"),
        (true, Language::Rust) => format!("{value} as {}", words.signed),
        (true, Language::Glsl) => format!("int({value})"),
        (true, _) => format!("({})({value})", words.signed),
    };
    let _ = match language {
        Language::Rust => writeln!(out, "    {value}\n}}"),
        _ => writeln!(out, "    return {value};\n}}"),
    };
}

/// The lints that a Rust function meets: an input without a use, a name that the user wrote in capitals, an extent of 0.
fn attribute(function: &IndexFunction, name: &str) -> String {
    let graph = &function.graph;
    let mut is_used = vec![false; function.inputs.len()];
    let mut is_compared_with_0 = false;
    let mut see = |id| {
        if let Node::Input(k) = graph.node(id) {
            is_used[k] = true;
        }
    };
    see(function.root);
    for id in graph.order(function.root) {
        if let Node::Binary(op, _, b) = graph.node(id) {
            graph.operands(id).for_each(&mut see);
            is_compared_with_0 |= op == BinaryOp::Less && graph.as_constant(b) == Some(0);
        }
    }
    let has_capital = |name: &str| name.contains(|c: char| c.is_ascii_uppercase());
    let is_capital = has_capital(name) || function.inputs.iter().any(|input| has_capital(input));
    let lints = [
        ("unused_variables", is_used.contains(&false)),
        ("non_snake_case", is_capital),
        ("unused_comparisons", is_compared_with_0),
    ];
    let lints: Vec<_> =
        lints.into_iter().filter_map(|(lint, is_met)| is_met.then_some(lint)).collect();
    if lints.is_empty() { String::new() } else { format!("#[allow({})]\n", lints.join(", ")) }
}

pub(super) struct Writer<'a> {
    function: &'a IndexFunction,
    words: &'a Words,
    language: Language,
    prefix: &'a str,
    names: HashMap<NodeId, String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        function: &'a IndexFunction,
        words: &'a Words,
        language: Language,
        prefix: &'a str,
    ) -> Self {
        Self { function, words, language, prefix, names: HashMap::new() }
    }

    /// The values that several operations use: their names and their expressions.
    pub(super) fn shared(&mut self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for id in self.graph().order(self.function.root) {
            if id != self.function.root && self.is_shared(id) {
                let value = self.expression(id, false);
                let name = format!("t{}", self.names.len());
                self.names.insert(id, name.clone());
                out.push((name, value));
            }
        }
        out
    }

    fn graph(&self) -> &Graph {
        &self.function.graph
    }

    /// Whether two operations use the value.
    fn is_shared(&self, id: NodeId) -> bool {
        let graph = self.graph();
        let users = graph.order(self.function.root).into_iter();
        users.flat_map(|user| graph.operands(user)).filter(|&operand| operand == id).count() > 1
    }

    pub(super) fn expression(&self, id: NodeId, is_operand: bool) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let literal = self.words.literal;
        match self.graph().node(id) {
            Node::Constant(value)
                if self.function.returned == Returned::Truth && id == self.function.root =>
            {
                let is_true = value != 0;
                match self.language {
                    Language::OpenCl => value.to_string(),
                    Language::Triton if is_true => "True".to_owned(),
                    Language::Triton => "False".to_owned(),
                    _ => is_true.to_string(),
                }
            }
            Node::Constant(value) => format!("{value}{literal}"),
            Node::Input(index) => {
                let name = &self.function.inputs[index];
                match (index == 0 && self.function.takes_signed, self.language) {
                    (false, _) => name.clone(),
                    // The function begins with a cast.
                    (true, Language::Triton) => name.clone(),
                    (true, Language::Wgsl) => format!("bitcast<u32>({name})"),
                    (true, Language::Glsl) => format!("uint({name})"),
                    (true, Language::Rust) if is_operand => {
                        format!("({name} as {})", self.words.unsigned)
                    }
                    (true, Language::Rust) => format!("{name} as {}", self.words.unsigned),
                    (true, _) => format!("({}){name}", self.words.unsigned),
                }
            }
            Node::Binary(BinaryOp::FastDiv, a, by) => {
                let by = division::arguments(self.language, self.function.divisor_at(by));
                let (dividend, by) = (self.expression(a, false), by.join(", "));
                format!("{}_quotient({dividend}, {by})", self.prefix)
            }
            Node::Binary(op, a, b) => {
                if self.language == Language::Rust
                    && !self.graph().is_bounded(op, a, b)
                    && let Some(method) = method(op)
                {
                    let mut receiver = self.expression(a, true);
                    // The type of a literal with a method is not inferred.
                    if self.graph().as_constant(a).is_some() {
                        receiver += self.words.unsigned;
                    }
                    return format!("{receiver}.{method}({})", self.expression(b, false));
                }
                let sign = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Sub => "-",
                    BinaryOp::Mul => "*",
                    BinaryOp::Div if self.language == Language::Triton => "//",
                    BinaryOp::Div | BinaryOp::FastDiv => "/",
                    BinaryOp::Rem => "%",
                    BinaryOp::And => "&",
                    BinaryOp::Xor => "^",
                    BinaryOp::Shl => "<<",
                    BinaryOp::Shr => ">>",
                    BinaryOp::Less => "<",
                    BinaryOp::Both if self.language == Language::Triton => "&",
                    BinaryOp::Both => "&&",
                };
                // Sums need no parentheses on their left.
                let is_chain = matches!(op, BinaryOp::Add | BinaryOp::Sub)
                    && matches!(
                        self.graph().node(a),
                        Node::Binary(BinaryOp::Add | BinaryOp::Sub, ..)
                    );
                let left = self.expression(a, !is_chain);
                let right = match (op, self.graph().as_constant(b)) {
                    // The distance of a shift has 32 bits.
                    (BinaryOp::Shl | BinaryOp::Shr, Some(by)) => {
                        format!("{by}{}", if self.language == Language::Wgsl { "u" } else { "" })
                    }
                    _ => self.expression(b, true),
                };
                if is_operand {
                    format!("({left} {sign} {right})")
                } else {
                    format!("{left} {sign} {right}")
                }
            }
        }
    }
}

/// The method of Rust's integers that wraps around, of an operation whose result may be past them.
fn method(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Add => Some("wrapping_add"),
        BinaryOp::Sub => Some("wrapping_sub"),
        BinaryOp::Mul => Some("wrapping_mul"),
        _ => None,
    }
}
