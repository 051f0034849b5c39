//! Functions as expressions: C, CUDA C, OpenCL C, Metal, WGSL and Rust.
//!
//! C's unsigned integers wrap around. Rust's do too where no fact bounds the result: there an operation is a method,
//! `a.wrapping_sub(b)`.

use std::collections::HashMap;
use std::fmt::Write;

use super::name;
use crate::Language;
use crate::functions::{IndexFunction, Returned};
use crate::graph::{BinaryOp, Graph, Node, NodeId};

/// The words of a language.
struct Words {
    unsigned: &'static str,
    signed: &'static str,
    truth: &'static str,
    literal: &'static str,
    before: &'static str,
}

fn words(language: Language, width: u32) -> Words {
    let is_wide = width == 64;
    let (unsigned, signed, literal) = match language {
        Language::Wgsl => ("u32", "i32", "u"),
        Language::Rust if is_wide => ("u64", "i64", ""),
        Language::Rust => ("u32", "i32", ""),
        Language::C if is_wide => ("uint64_t", "int64_t", "ull"),
        Language::C => ("uint32_t", "int32_t", "u"),
        Language::Cuda if is_wide => ("unsigned long long", "long long", "ull"),
        Language::Cuda => ("unsigned int", "int", "u"),
        _ if is_wide => ("ulong", "long", "ul"),
        _ => ("uint", "int", "u"),
    };
    let (truth, before) = match language {
        Language::Cuda => ("bool", "__device__ __forceinline__ "),
        Language::Metal => ("bool", "inline "),
        Language::C => ("bool", "static inline "),
        Language::Rust => ("bool", "pub const "),
        // OpenCL C has no `bool` that a function may return to another module.
        Language::OpenCl => ("int", ""),
        _ => ("bool", ""),
    };
    Words { unsigned, signed, truth, literal, before }
}

/// Appends a function.
pub(super) fn write(out: &mut String, function: &IndexFunction, language: Language, prefix: &str) {
    let words = words(language, function.width);
    let input = |k: usize| {
        if k == 0 && function.takes_signed { words.signed } else { words.unsigned }
    };
    let returned = match function.returned {
        Returned::Truth => words.truth,
        _ if function.returns_signed => words.signed,
        _ => words.unsigned,
    };
    let name = name(prefix, function);
    let inputs = function.inputs.iter().enumerate();
    let names_first = matches!(language, Language::Wgsl | Language::Rust);
    if names_first {
        let inputs: Vec<String> = inputs.map(|(k, name)| format!("{name}: {}", input(k))).collect();
        if language == Language::Rust {
            out.push_str(&attribute(function, &name));
        }
        let inputs = inputs.join(", ");
        let _ = writeln!(out, "{}fn {name}({inputs}) -> {returned} {{", words.before);
    } else {
        let inputs: Vec<String> = inputs.map(|(k, name)| format!("{} {name}", input(k))).collect();
        let inputs = if inputs.is_empty() { "void".to_owned() } else { inputs.join(", ") };
        let _ = writeln!(out, "{}{returned} {name}({inputs}) {{", words.before);
    }
    let mut writer = Writer { function, words: &words, language, names: HashMap::new() };
    for id in function.graph.order(function.root) {
        if id != function.root && writer.is_shared(id) {
            let value = writer.expression(id, false);
            let name = format!("t{}", writer.names.len());
            let kind = if names_first { "let" } else { words.unsigned };
            let _ = writeln!(out, "    {kind} {name} = {value};");
            writer.names.insert(id, name);
        }
    }
    // Rust's `as` binds more tightly than the operators.
    let is_operand = function.returns_signed && language == Language::Rust;
    let value = writer.expression(function.root, is_operand);
    let value = match (function.returns_signed, language) {
        (false, _) => value,
        (true, Language::Wgsl) => format!("bitcast<i32>({value})"),
        (true, Language::Rust) => format!("{value} as {}", words.signed),
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
        if let Node::Binary(op, a, b) = graph.node(id) {
            see(a);
            see(b);
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

struct Writer<'a> {
    function: &'a IndexFunction,
    words: &'a Words,
    language: Language,
    names: HashMap<NodeId, String>,
}

impl Writer<'_> {
    fn graph(&self) -> &Graph {
        &self.function.graph
    }

    /// Whether two operations use the value.
    fn is_shared(&self, id: NodeId) -> bool {
        let graph = self.graph();
        let uses = graph.order(self.function.root).into_iter().map(|user| match graph.node(user) {
            Node::Binary(_, a, b) => usize::from(a == id) + usize::from(b == id),
            _ => 0,
        });
        uses.sum::<usize>() > 1
    }

    fn expression(&self, id: NodeId, is_operand: bool) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let literal = self.words.literal;
        match self.graph().node(id) {
            Node::Constant(value)
                if self.function.returned == Returned::Truth && id == self.function.root =>
            {
                let is_true = value != 0;
                if self.language == Language::OpenCl {
                    value.to_string()
                } else {
                    is_true.to_string()
                }
            }
            Node::Constant(value) => format!("{value}{literal}"),
            Node::Input(index) => {
                let name = &self.function.inputs[index];
                match (index == 0 && self.function.takes_signed, self.language) {
                    (false, _) => name.clone(),
                    (true, Language::Wgsl) => format!("bitcast<u32>({name})"),
                    (true, Language::Rust) if is_operand => {
                        format!("({name} as {})", self.words.unsigned)
                    }
                    (true, Language::Rust) => format!("{name} as {}", self.words.unsigned),
                    (true, _) => format!("({}){name}", self.words.unsigned),
                }
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
                    BinaryOp::Div => "/",
                    BinaryOp::Rem => "%",
                    BinaryOp::And => "&",
                    BinaryOp::Xor => "^",
                    BinaryOp::Shl => "<<",
                    BinaryOp::Shr => ">>",
                    BinaryOp::Less => "<",
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
