//! Functions as instructions, one a line: PTX, and MLIR in the dialects `func` and `arith`.

use std::collections::HashMap;
use std::fmt::Write;

use super::name;
use crate::Language;
use crate::functions::{IndexFunction, Returned};
use crate::graph::{BinaryOp, Node, NodeId};

/// Appends a function.
pub(super) fn write(out: &mut String, function: &IndexFunction, language: Language, prefix: &str) {
    if language == Language::Ptx { ptx(out, function, prefix) } else { mlir(out, function, prefix) }
}

fn ptx(out: &mut String, function: &IndexFunction, prefix: &str) {
    let bits = function.width;
    let name = name(prefix, function);
    let truth = function.returned == Returned::Truth;
    let out_bits = if truth { 32 } else { bits };
    // The name of a leaf has no `$`: it may be `out`.
    let inputs: Vec<String> =
        function.inputs.iter().map(|input| format!(".param .b{bits} {name}_{input}")).collect();
    let _ = writeln!(
        out,
        ".visible .func (.param .b{out_bits} {name}$out) {name}({})\n{{",
        inputs.join(", ")
    );
    let order = function.graph.order(function.root);
    let is_truth = |op: BinaryOp| matches!(op, BinaryOp::Less | BinaryOp::Both);
    let mut values: HashMap<NodeId, String> = HashMap::new();
    let mut body = String::new();
    let (mut registers, mut predicates) = (0, 0);
    let operand =
        |values: &mut HashMap<NodeId, String>, body: &mut String, registers: &mut u32, id| {
            if let Some(value) = values.get(&id) {
                return value.clone();
            }
            match function.graph.node(id) {
                Node::Constant(value) => value.to_string(),
                Node::Input(index) => {
                    let register = format!("%r{registers}");
                    *registers += 1;
                    let input = &function.inputs[index];
                    let _ = writeln!(body, "    ld.param.u{bits} {register}, [{name}_{input}];");
                    values.insert(id, register.clone());
                    register
                }
                Node::Binary(..) => String::new(),
            }
        };
    for id in order {
        let Node::Binary(op, a, b) = function.graph.node(id) else { continue };
        let x = operand(&mut values, &mut body, &mut registers, a);
        let y = operand(&mut values, &mut body, &mut registers, b);
        // PTX takes a constant as the right operand alone.
        let x = if x.starts_with('%') {
            x
        } else {
            let register = format!("%r{registers}");
            registers += 1;
            let _ = writeln!(body, "    mov.u{bits} {register}, {x};");
            register
        };
        let target = if is_truth(op) {
            predicates += 1;
            format!("%p{}", predicates - 1)
        } else {
            registers += 1;
            format!("%r{}", registers - 1)
        };
        let code = match op {
            BinaryOp::Add => format!("add.u{bits}"),
            BinaryOp::Sub => format!("sub.u{bits}"),
            BinaryOp::Mul => format!("mul.lo.u{bits}"),
            BinaryOp::Div => format!("div.u{bits}"),
            BinaryOp::Rem => format!("rem.u{bits}"),
            BinaryOp::And => format!("and.b{bits}"),
            BinaryOp::Xor => format!("xor.b{bits}"),
            BinaryOp::Shl => format!("shl.b{bits}"),
            BinaryOp::Shr => format!("shr.u{bits}"),
            BinaryOp::Less => format!("setp.lt.u{bits}"),
            BinaryOp::Both => "and.pred".to_owned(),
        };
        let _ = writeln!(body, "    {code} {target}, {x}, {y};");
        values.insert(id, target);
    }
    let result = operand(&mut values, &mut body, &mut registers, function.root);
    if truth && result.starts_with('%') {
        let _ = writeln!(body, "    selp.u32 %flag, 1, 0, {result};");
        let _ = writeln!(body, "    st.param.b32 [{name}$out], %flag;\n    ret;\n}}");
        let _ = writeln!(out, "    .reg .b32 %flag;");
    } else if result.starts_with('%') {
        let _ = writeln!(body, "    st.param.b{out_bits} [{name}$out], {result};\n    ret;\n}}");
    } else {
        let _ = writeln!(out, "    .reg .b{out_bits} %value;");
        let _ = writeln!(body, "    mov.u{out_bits} %value, {result};");
        let _ = writeln!(body, "    st.param.b{out_bits} [{name}$out], %value;\n    ret;\n}}");
    }
    if registers > 0 {
        let _ = writeln!(out, "    .reg .b{bits} %r<{registers}>;");
    }
    if predicates > 0 {
        let _ = writeln!(out, "    .reg .pred %p<{predicates}>;");
    }
    out.push_str(&body);
}

fn mlir(out: &mut String, function: &IndexFunction, prefix: &str) {
    let integer = if function.width == 32 { "i32" } else { "index" };
    let returned = if function.returned == Returned::Truth { "i1" } else { integer };
    let name = name(prefix, function);
    let inputs: Vec<String> =
        function.inputs.iter().map(|input| format!("%{input}: {integer}")).collect();
    let _ = writeln!(out, "func.func @{name}({}) -> {returned} {{", inputs.join(", "));
    let mut values: HashMap<NodeId, String> = HashMap::new();
    let operand = |values: &mut HashMap<NodeId, String>, out: &mut String, id: NodeId| {
        if let Some(value) = values.get(&id) {
            return value.clone();
        }
        match function.graph.node(id) {
            Node::Constant(value) => {
                let value = if function.width == 32 {
                    i64::from(value as u32 as i32)
                } else {
                    value as i64
                };
                // The name of a leaf has no point: it may be `k0`.
                let target = format!("%k.{}", values.len());
                // A root that is a constant may be a truth value.
                let of = if id == function.root { returned } else { integer };
                let text =
                    if of == "i1" { (value != 0).to_string() } else { format!("{value} : {of}") };
                let _ = writeln!(out, "  {target} = arith.constant {text}");
                values.insert(id, target.clone());
                target
            }
            Node::Input(index) => format!("%{}", function.inputs[index]),
            Node::Binary(..) => String::new(),
        }
    };
    for id in function.graph.order(function.root) {
        let Node::Binary(op, a, b) = function.graph.node(id) else { continue };
        let x = operand(&mut values, out, a);
        let y = operand(&mut values, out, b);
        let target = format!("%t{}", values.len());
        let (code, of) = match op {
            BinaryOp::Add => ("addi", integer),
            BinaryOp::Sub => ("subi", integer),
            BinaryOp::Mul => ("muli", integer),
            BinaryOp::Div => ("divui", integer),
            BinaryOp::Rem => ("remui", integer),
            BinaryOp::And => ("andi", integer),
            BinaryOp::Xor => ("xori", integer),
            BinaryOp::Shl => ("shli", integer),
            BinaryOp::Shr => ("shrui", integer),
            BinaryOp::Less => ("cmpi ult,", integer),
            BinaryOp::Both => ("andi", "i1"),
        };
        let _ = writeln!(out, "  {target} = arith.{code} {x}, {y} : {of}");
        values.insert(id, target);
    }
    let result = operand(&mut values, out, function.root);
    let _ = writeln!(out, "  return {result} : {returned}\n}}");
}
