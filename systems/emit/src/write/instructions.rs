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

/// A PTX function in the making.
struct Ptx<'a> {
    function: &'a IndexFunction,
    name: String,
    body: String,
    values: HashMap<NodeId, String>,
    /// The registers of each divisor.
    divisors: HashMap<usize, [String; 3]>,
    registers: u32,
    predicates: u32,
    shifts: u32,
}

impl Ptx<'_> {
    fn register(&mut self) -> String {
        self.registers += 1;
        format!("%r{}", self.registers - 1)
    }

    fn operand(&mut self, id: NodeId) -> String {
        if let Some(value) = self.values.get(&id) {
            return value.clone();
        }
        match self.function.graph.node(id) {
            Node::Constant(value) => value.to_string(),
            Node::Input(index) => {
                let (register, bits) = (self.register(), self.function.width);
                let input = &self.function.inputs[index];
                let _ = writeln!(
                    self.body,
                    "    ld.param.u{bits} {register}, [{}_{input}];",
                    self.name
                );
                self.values.insert(id, register.clone());
                register
            }
            Node::Binary(..) => String::new(),
        }
    }

    /// [`Self::operand`] in a register: PTX takes a constant as the right operand alone.
    fn register_of(&mut self, id: NodeId) -> String {
        let value = self.operand(id);
        if value.starts_with('%') {
            return value;
        }
        let (register, bits) = (self.register(), self.function.width);
        let _ = writeln!(self.body, "    mov.u{bits} {register}, {value};");
        register
    }

    /// The multiplier, the addend and the shift of a divisor, from its structure.
    fn divisor(&mut self, k: usize) -> [String; 3] {
        if let Some(found) = self.divisors.get(&k) {
            return found.clone();
        }
        let bits = self.function.width;
        let [multiplier, addend] = [self.register(), self.register()];
        let shift = format!("%s{}", self.shifts);
        self.shifts += 1;
        let fields = [(&multiplier, bits), (&addend, bits), (&shift, 32)];
        for (at, (register, bits)) in fields.into_iter().enumerate() {
            let place = at as u32 * self.function.width / 8;
            let _ = writeln!(
                self.body,
                "    ld.param.u{bits} {register}, [{}_by{k}+{place}];",
                self.name
            );
        }
        let found = [multiplier, addend, shift];
        self.divisors.insert(k, found.clone());
        found
    }

    /// Appends a quotient by a divisor.
    fn fast_quotient(&mut self, id: NodeId, a: NodeId, by: NodeId) {
        let (x, bits) = (self.register_of(a), self.function.width);
        let [multiplier, addend, shift] = self.divisor(self.function.divisor_at(by));
        let [low, high, target] = [self.register(), self.register(), self.register()];
        let _ = writeln!(
            self.body,
            "    mad.lo.cc.u{bits} {low}, {x}, {multiplier}, {addend};
    madc.hi.u{bits} {high}, {x}, {multiplier}, 0;
    shr.u{bits} {target}, {high}, {shift};"
        );
        self.values.insert(id, target);
    }

    fn operation(&mut self, id: NodeId, op: BinaryOp, a: NodeId, b: NodeId) {
        let (x, y, bits) = (self.register_of(a), self.operand(b), self.function.width);
        let target = if matches!(op, BinaryOp::Less | BinaryOp::Both) {
            self.predicates += 1;
            format!("%p{}", self.predicates - 1)
        } else {
            self.register()
        };
        let code = match op {
            BinaryOp::Add => format!("add.u{bits}"),
            BinaryOp::Sub => format!("sub.u{bits}"),
            BinaryOp::Mul => format!("mul.lo.u{bits}"),
            BinaryOp::Div | BinaryOp::FastDiv => format!("div.u{bits}"),
            BinaryOp::Rem => format!("rem.u{bits}"),
            BinaryOp::And => format!("and.b{bits}"),
            BinaryOp::Xor => format!("xor.b{bits}"),
            BinaryOp::Shl => format!("shl.b{bits}"),
            BinaryOp::Shr => format!("shr.u{bits}"),
            BinaryOp::Less => format!("setp.lt.u{bits}"),
            BinaryOp::Both => "and.pred".to_owned(),
        };
        let _ = writeln!(self.body, "    {code} {target}, {x}, {y};");
        self.values.insert(id, target);
    }
}

fn ptx(out: &mut String, function: &IndexFunction, prefix: &str) {
    let bits = function.width;
    let name = name(prefix, function);
    let truth = function.returned == Returned::Truth;
    let out_bits = if truth { 32 } else { bits };
    // The name of a leaf has no `$`: it may be `out`.
    let mut inputs: Vec<String> =
        function.inputs.iter().map(|input| format!(".param .b{bits} {name}_{input}")).collect();
    let divisors = function.divisors().into_iter();
    inputs.extend(
        divisors.map(|k| format!(".param .align {} .b8 {name}_by{k}[{}]", bits / 8, 3 * bits / 8)),
    );
    let _ = writeln!(
        out,
        ".visible .func (.param .b{out_bits} {name}$out) {name}({})\n{{",
        inputs.join(", ")
    );
    let mut ptx = Ptx {
        function,
        name: name.clone(),
        body: String::new(),
        values: HashMap::new(),
        divisors: HashMap::new(),
        registers: 0,
        predicates: 0,
        shifts: 0,
    };
    for id in function.graph.order(function.root) {
        match function.graph.node(id) {
            Node::Binary(BinaryOp::FastDiv, a, by) => ptx.fast_quotient(id, a, by),
            Node::Binary(op, a, b) => ptx.operation(id, op, a, b),
            _ => {}
        }
    }
    let result = ptx.operand(function.root);
    let Ptx { mut body, registers, predicates, shifts, .. } = ptx;
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
    let kinds = [
        (registers, format!("b{bits} %r")),
        (predicates, "pred %p".to_owned()),
        (shifts, "b32 %s".to_owned()),
    ];
    for (count, kind) in kinds {
        if count > 0 {
            let _ = writeln!(out, "    .reg .{kind}<{count}>;");
        }
    }
    out.push_str(&body);
}

fn mlir(out: &mut String, function: &IndexFunction, prefix: &str) {
    let integer = if function.width == 32 { "i32" } else { "index" };
    let returned = if function.returned == Returned::Truth { "i1" } else { integer };
    let name = name(prefix, function);
    let mut inputs: Vec<String> =
        function.inputs.iter().map(|input| format!("%{input}: {integer}")).collect();
    // Of the product's type, which is not `index`.
    let fixed = format!("i{}", function.width);
    for k in function.divisors() {
        let fields = ["multiplier", "addend", "shift"];
        inputs.extend(fields.map(|field| format!("%by{k}.{field}: {fixed}")));
    }
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
        if op == BinaryOp::FastDiv {
            let target = format!("%t{}", values.len());
            mlir_quotient(out, &target, &x, function.divisor_at(b), function.width);
            values.insert(id, target);
            continue;
        }
        let y = operand(&mut values, out, b);
        let target = format!("%t{}", values.len());
        let (code, of) = match op {
            BinaryOp::Add => ("addi", integer),
            BinaryOp::Sub => ("subi", integer),
            BinaryOp::Mul => ("muli", integer),
            BinaryOp::Div | BinaryOp::FastDiv => ("divui", integer),
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

/// Appends the quotient of `x` by divisor `k`.
fn mlir_quotient(out: &mut String, target: &str, x: &str, k: usize, width: u32) {
    let (of, t) = (format!("i{width}"), target);
    let mut line = |text: String| {
        let _ = writeln!(out, "  {text}");
    };
    // `index` has no extended product.
    let dividend = if width == 32 { x.to_owned() } else { format!("{t}.x") };
    if width == 64 {
        line(format!("{dividend} = arith.index_castui {x} : index to i64"));
    }
    line(format!("{t}.low, {t}.high = arith.mului_extended {dividend}, %by{k}.multiplier : {of}"));
    line(format!("{t}.sum = arith.addi {t}.low, %by{k}.addend : {of}"));
    line(format!("{t}.is_past = arith.cmpi ult, {t}.sum, {t}.low : {of}"));
    line(format!("{t}.carry = arith.extui {t}.is_past : i1 to {of}"));
    line(format!("{t}.top = arith.addi {t}.high, {t}.carry : {of}"));
    if width == 32 {
        line(format!("{t} = arith.shrui {t}.top, %by{k}.shift : {of}"));
    } else {
        line(format!("{t}.quotient = arith.shrui {t}.top, %by{k}.shift : {of}"));
        line(format!("{t} = arith.index_castui {t}.quotient : i64 to index"));
    }
}
