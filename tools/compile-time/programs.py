"""Writes cases as Rust and C++ programs, in the variants that are compared."""
from families import BITS, FAMILIES
from notation import constant, cxx, rust, text

METHODS = {"logical_divide": "logical_divide", "zipped_divide": "zipped_divide",
           "composition": "compose", "logical_product": "logical_product"}
ALIASES = {"logical_divide": "LogicalDivide", "zipped_divide": "ZippedDivide",
           "composition": "Compose", "logical_product": "LogicalProduct"}

RUST_HEAD = """#![no_std]
#![recursion_limit = "{limit}"]
#![allow(unused)]
use static_layout::typenum::{{consts::*, B0, B1, UInt}};
use static_layout::*;
use static_layout::int::Basis;
trait Same<B> {{}}
impl<A> Same<A> for A {{}}
fn same<A: Same<B>, B>() {{}}
"""


def rust_program(cases, variant, limit=128):
    return RUST_HEAD.format(limit=limit) + "".join(variant(k, case) for k, case in enumerate(cases))


def alias(k, case):
    """Returns a Rust case with the result type alone, through `ops`."""
    path = rust(case.start)
    for op, operand in case.steps:
        path = f"ops::{ALIASES[op]}<{path}, {rust(operand)}>"
    out = rust(case.normal_out) if case.out else path
    return f"pub fn f{k}() {{ same::<{path}, {out}>() }}\n"


def value(k, case):
    """Returns a Rust case with the operation on values. The type of the binding asserts the result."""
    return f"#[inline(never)]\npub fn f{k}() {{ {binding(case)} }}\n"


def index(k, case):
    """Returns the case of `value`, with the result indexed by a run-time coordinate."""
    return f"#[inline(never)]\npub fn f{k}(i: usize) -> usize {{ {binding(case)} r.index(i) }}\n"


def binding(case):
    expr = f"<{rust(case.start)}>::default()"
    for op, operand in case.steps:
        expr += f".{METHODS[op]}(<{rust(operand)}>::default())"
    return f"let r{': ' + rust(case.normal_out) if case.out else ''} = {expr};"


CONST_HEAD = """#![no_std]
#![allow(unused)]
use static_layout_const::*;
"""


def const_program(cases, variant):
    return CONST_HEAD + "".join(variant(k, case) for k, case in enumerate(cases))


def const_index(k, case):
    """Returns the case of `index` with layouts as constants."""
    expr = constant(case.start)
    for op, operand in case.steps:
        expr += f".{METHODS[op]}({constant(operand)})"
    out = f": {const_type(case.out)}" if case.out else ""
    return f"#[inline(never)]\npub fn f{k}(i: usize) -> usize {{ let r{out} = {expr}; r.index(i) }}\n"


def const_type(value):
    return constant(value).replace("::<", "<", 1)


def literal(k, case):
    """Returns the case of `index`, with the operands and the expected result written by the macros."""
    expr = f"layout!({text(case.start)})"
    for op, operand in case.steps:
        macro = "tile" if isinstance(operand, list) else "layout"
        expr += f".{METHODS[op]}({macro}!({text(operand)}))"
    out = f": Layout!({text(case.normal_out)})" if case.out else ""
    return f"#[inline(never)]\npub fn f{k}(i: usize) -> usize {{ let r{out} = {expr}; r.index(i) }}\n"


CXX_HEAD = "#include <type_traits>\n#include <cute/layout.hpp>\n#include <cute/swizzle_layout.hpp>\nusing namespace cute;\n"


def cxx_program(cases, variant):
    return CXX_HEAD + "".join(variant(k, case) for k, case in enumerate(cases))


def cxx_type(k, case):
    """Returns a C++ case with the result type alone, by `decltype`."""
    expr = cxx(case.start) + "{}"
    for op, operand in case.steps:
        expr = f"{op}({expr}, {cxx(operand)}{{}})"
    check = f"static_assert(std::is_same<R{k}, {cxx(case.out)}>::value);\n" if case.out else ""
    return f"using R{k} = decltype({expr});\n{check}"


def cxx_index(k, case):
    """Returns the case of `cxx_type`, with the result indexed by a run-time coordinate."""
    return cxx_type(k, case) + f"int f{k}(int i) {{ return R{k}{{}}(i); }}\n"


def spelled(template, row, form, type_of=rust):
    """Fills the template of a family with the operands of a row."""
    holes = {}
    for k, (written, operand) in enumerate(zip(row.texts, row.operands)):
        holes |= {f"v{k}": form(operand), f"text{k}": written, f"list{k}": written.strip("()"),
                  f"type{k}": type_of(operand), f"bits{k}": BITS.get(written)}
    return template.replace("{0}", "{v0}").replace("{1}", "{v1}").format(**holes)


def rust_row(k, row):
    """Returns a Rust row: the operation on values. The type of the binding asserts a static result."""
    family = FAMILIES[row.op]
    call = spelled(family.rust, row, lambda operand: f"<{rust(operand)}>::default()")
    return row_function(k, row, call, rust)


def const_row(k, row):
    """Returns the row of `rust_row` with layouts as constants."""
    return row_function(k, row, spelled(FAMILIES[row.op].rust, row, constant, const_type), const_type)


def row_function(k, row, call, type_of):
    if FAMILIES[row.op].indexed:
        return (f"#[inline(never)]\npub fn f{k}(i: usize, j: usize, k: usize, l: usize) -> usize "
                f"{{ {call} }}\n")
    out = ": " + type_of(row.own) if row.own else ""
    return f"#[inline(never)]\npub fn f{k}() {{ let r{out} = {call}; }}\n"


def cxx_call(row):
    return spelled(FAMILIES[row.op].cxx, row, lambda operand: cxx(operand) + "{}")


def cxx_row(k, row):
    """Returns a C++ row: the operation on values in a function, with an assertion of the result type."""
    if FAMILIES[row.op].indexed:
        return f"int f{k}(int i, int j, int k, int l) {{ return {cxx_call(row)}; }}\n"
    check = f" static_assert(std::is_same<decltype(r), {cxx(row.out)}>::value);" if row.out else ""
    return f"void f{k}() {{ auto r = {cxx_call(row)};{check} }}\n"
