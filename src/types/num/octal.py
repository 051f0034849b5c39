#!/usr/bin/env python3
"""Writes the tables of octal.rs:  ./octal.py | rustfmt --edition 2024 --config-path ../.. > octal.rs"""
R = range(8)
T = [(d, c) for d in range(2, 8) for c in range(d)]
SHORT = (3, 5, 6, 7)
BITS = lambda t, d: f"UInt<UInt<UInt<{t}, B{d >> 2}>, B{d >> 1 & 1}>, B{d & 1}>"
LEAD = lambda n: "UTerm" if n == 0 else f"UInt<{LEAD(n >> 1)}, B{n & 1}>"
N = lambda h, d: f"N<{h}, O{d}>"
put = lambda h, d: N(h, d) if d else f"<{h} as Oct>::Push0"  # keeps a zero canonical

SIGS = {  # name: (parameters, bound)
    "Bin": ("", "Nat"), "NegBin": ("", "Leaf"), "Zero": ("", "Bool"), "Unit": ("", "Bool"),
    "Inc": ("", "Oct"), "Dec": ("", "Oct"), "Push0": ("", "Oct"),
    "Add": ("R", "Oct"), "AddC": ("R", "Oct"), "Sub": ("R", "Oct"), "SubB": ("R", "Oct"),
    "Lt": ("R", "Bool"), "Le": ("R", "Bool"), "Eq": ("R", "Bool"),
    "Mul": ("R", "Oct"), "Mul1": ("R", "Oct"), "MulBy": ("A", "Oct"), "AddHigh": ("X", "Oct"),
    "Div": ("R", "Oct"), "Into": ("H, A", "Oct"),
    "ExactInto": ("A", "Int"), "Half": ("", "Oct"), "Quarter": ("", "Oct"),
    "Negated": ("", "Int"), "Long": ("B", "LongDivision"), "Tail": ("", "Oct"), "Onto": ("Q", "Oct"),
    "SubM": ("H", "Oct"), "ThanM": ("H", "Bool"),
}
for k in R:
    SIGS[f"Bin{k}"] = ("", "Nat")
    SIGS[f"NegBin{k}"] = ("", "Leaf")
    SIGS[f"Sub{k}"] = ("H", "Oct")
    SIGS[f"Than{k}"] = ("H", "Bool")
    SIGS[f"Is{k}"] = ("H", "Bool")
for k in range(9):
    SIGS[f"Add{k}"] = ("G", "Oct")
for k in range(1, 8):
    SIGS[f"MulTop{k}"] = ("A", "Oct")
    SIGS[f"DivTop{k}"] = ("A", "Oct")
    SIGS[f"ExactTop{k}"] = ("A", "Int")
for k in (2, 4, 8):
    SIGS[f"Exact{k}"] = ("B", "Int")
for k in (2, 4):
    SIGS[f"Over{k}"] = ("", "Int")
for k in range(1, 8, 2):
    SIGS[f"Low{k}"] = ("B, Q", "Int")
for d, c in T:
    SIGS[f"Times{d}{c}"] = ("", "Oct")
for d in SHORT:
    SIGS[f"Short{d}"] = ("", "ShortDivision")

ZERO = {
    "Bin": "UTerm", "NegBin": "UTerm", "Zero": "B1", "Unit": "B0", "Inc": N("Z", 1), "Dec": "Z", "Push0": "Z",
    "Add": "R", "AddC": "R::Inc", "Sub": "Z", "SubB": "Z", "Lt": "<R::Zero as Bool>::Not",
    "Le": "B1", "Eq": "R::Zero", "Mul": "Z", "Mul1": "R", "MulBy": "Z", "AddHigh": N("X", 0), "Div": "Z",
    "Into": "Z", "Long": "LongDiv<Z, Z>", "SubM": N("H::Dec", 7), "ThanM": "B0",
    "ExactInto": "Indivisible", "Half": "Z", "Quarter": "Z", "Negated": "Z",
    "Tail": "Z", "Onto": "Q",
}
for k in R:
    ZERO[f"Bin{k}"] = LEAD(k)
    ZERO[f"NegBin{k}"] = f"NInt<{LEAD(k)}>" if k else "UTerm"
    ZERO[f"Sub{k}"] = put("H", k)
    ZERO[f"Than{k}"] = ZERO[f"Is{k}"] = "B0"
for k in range(9):
    ZERO[f"Add{k}"] = N("G", k) if k < 8 else N("G::Inc", 0)
for k in range(1, 8):
    ZERO[f"MulTop{k}"] = "A" if k == 1 else f"A::Times{k}0"
    ZERO[f"DivTop{k}"] = {1: "A", 2: "A::Half", 4: "A::Quarter"}.get(k, f"<A::Short{k} as ShortDivision>::Quot")
    ZERO[f"ExactTop{k}"] = {1: "A", 2: "A::Over2", 4: "A::Over4"}.get(k, f"<A::Short{k} as ShortDivision>::Exact")
for k in (2, 4, 8):
    ZERO[f"Exact{k}"] = "Z"
for k in (2, 4):
    ZERO[f"Over{k}"] = "Z"
for k in range(1, 8, 2):
    ZERO[f"Low{k}"] = "Q::Onto<Z>"
for d, c in T:
    ZERO[f"Times{d}{c}"] = N("Z", c) if c else "Z"
for d in SHORT:
    ZERO[f"Short{d}"] = f"R{d}{0}<Z>"


def digit(e):
    v = {
        "Bin": f"T::Bin{e}", "NegBin": f"T::NegBin{e}", "Zero": "B0", "Unit": "T::Zero" if e == 1 else "B0",
        "Inc": N("T", e + 1) if e < 7 else N("T::Inc", 0),
        "Dec": put("T", e - 1) if e else N("T::Dec", 7), "Push0": "N<Self, O0>",
        "Add": f"R::Add{e}<T>", "AddC": f"R::Add{e + 1}<T>",
        "Sub": f"R::Sub{e}<T>", "SubB": f"R::Sub{e - 1}<T>" if e else "R::SubM<T>",
        "Lt": f"R::Than{e}<T>", "Le": f"R::Than{e - 1}<T>" if e else "R::ThanM<T>",
        "Eq": f"R::Is{e}<T>", "Mul": "T::Mul1<R>" if e == 1 else "R::MulBy<Self>", "Mul1": "R::MulBy<N<Self, O1>>",
        "MulBy": f"T::MulTop{e}<A>" if e else "N<T::MulBy<A>, O0>",
        "AddHigh": N("T::Add<X>", e), "Div": "R::Into<T, Self>",
        "Into": f"T::DivTop{e}<A>" if e else "H::Div<T>",
        "Long": f"<T::Long<B> as LongDivision>::Feed{e}<B>",
        "SubM": put("H::SubB<T>", 7 - e), "ThanM": "H::Le<T>",
        "ExactInto": f"T::ExactTop{e}<A>" if e else "A::Exact8<T>",
        "Half": f"T::Times4{e // 2}", "Quarter": f"T::Times2{e // 4}", "Negated": "Neg<Self>",
        "Tail": "T", "Onto": f"T::Onto<N<Q, O{e}>>",
    }
    for k in R:
        v[f"Bin{k}"] = BITS(f"T::Bin{e}", k)
        v[f"NegBin{k}"] = f"NInt<{BITS(f'T::Bin{e}', k)}>"
        v[f"Sub{k}"] = put("H::Sub<T>", k - e) if k >= e else N("H::SubB<T>", k - e + 8)
        v[f"Than{k}"] = "H::Le<T>" if k < e else "H::Lt<T>"
        v[f"Is{k}"] = "H::Eq<T>" if k == e else "B0"
    for k in range(9):
        s = k + e
        v[f"Add{k}"] = N("G::Add<T>", s) if s < 8 else N("G::AddC<T>", s - 8)
    for k in range(1, 8):
        v[f"MulTop{k}"] = f"<{'A' if k == 1 else f'A::Times{k}0'} as Oct>::AddHigh<Self::MulBy<A>>"
        v[f"DivTop{k}"] = f"<A::Long<N<Self, O{k}>> as LongDivision>::Quot"
        v[f"ExactTop{k}"] = f"A::Low{k}<N<Self, O{k}>, Z>"
    for k, half in ((2, "Times41"), (6, "Times43")):
        v[f"DivTop{k}"] = f"<A::Half as Oct>::Div<Self::{half}>"
        v[f"ExactTop{k}"] = f"A::Exact2<Self::{half}>"
    v["DivTop4"] = "<A::Quarter as Oct>::Div<Self::Times21>"
    v["ExactTop4"] = "A::Exact4<Self::Times21>"
    for k, rest in ((2, f"T::Times4{e // 2}"), (4, f"T::Times2{e // 4}"), (8, "T")):
        v[f"Exact{k}"] = "Indivisible" if e % k else f"B::ExactInto<{rest}>"
        if k < 8:
            v[f"Over{k}"] = "Indivisible" if e % k else rest
    for k in range(1, 8, 2):  # k k = 1 modulo 8
        q = e * k % 8
        by = "B" if q == 1 else f"B::Times{q}0"
        v[f"Low{k}"] = (f"<Self::Lt<{by}> as LongDivisionBranch>::Low{k}<Self, {by}, B, N<Q, O{q}>>" if q
                        else f"T::Low{k}<B, N<Q, O0>>")
    for d, c in T:
        x = d * e + c
        v[f"Times{d}{c}"] = N(f"T::Times{d}{x // 8}", x % 8)
    for d in SHORT:
        v[f"Short{d}"] = f"<T::Short{d} as ShortDivision>::Feed{e}"
    return v


def params(p, bound=True):
    return "" if not p else "<" + ", ".join(x + (": Oct" if bound else "") for x in p.split(", ")) + ">"


def body(v):
    return "".join(f"type {n}{params(p)} = {v[n]};\n" for n, (p, _) in SIGS.items())


out = """// @generated by octal.py, beside this file.

//! Arithmetic on type-level natural numbers in octal digits.
//!
//! A numeral is [`Z`] (0) or [`N<T, O3>`](N) (`8 T + 3`). Its highest digit is not 0, so equal numbers are equal types.
//! Every function is total: each numeral has a result, although that of `Sub` is meaningless if `R > Self`.
//!
//! # Why octal digits
//! The compiler pays for each projection `<A as Oct>::F<B>`, and nests as many of them as a number has digits. The
//! nesting counts towards `recursion_limit` (128 by default) on top of the nesting of the function of layouts that
//! needs the number. A 64-bit number has 22 octal digits, where typenum's binary numerals have 64 bits. More values a
//! digit would need longer tables: the step of a sum has one entry for each pair of digits. Three bits of a typenum
//! numeral are one octal digit, so conversion is one impl a digit (`Nat::Oct`, and back `Oct::Bin`).
//!
//! # How a function is evaluated
//! There is one impl for `Z` and one for each lowest digit. A function of two numbers selects the impl of one of them,
//! then calls a function of the other number whose name holds the digit found. So a step compares no digits:
//!
//! ```text
//! (8T+5) + R           = R::Add5<T>                     N<T, O5>::Add<R>
//! (8G+5) + (8T+6)      = 8 (G+T+1) + 3                  N<T, O6>::Add5<G> = N<G::AddC<T>, O3>
//! ```
//!
//! | function | value (`k` is a digit) |
//! |---|---|
//! | `Add<R>`, `AddC<R>`, `Addk<G>` | `Self + R`, `Self + R + 1`, `Self + (8G + k)` |
//! | `Sub<R>`, `SubB<R>`, `Subk<H>`, `SubM<H>` | `Self - R`, `Self - R - 1`, `(8H + k) - Self`, `(8H - 1) - Self` |
//! | `Lt<R>`, `Le<R>`, `Thank<H>`, `ThanM<H>` | `Self < R`, `Self <= R`, `8H + k < Self`, `8H - 1 < Self` |
//! | `Eq<R>`, `Isk<H>` | `Self = R`, `Self = 8H + k` |
//! | `Timeskc` | `k Self + c`, the carry `c` being less than `k` |
//! | `Half`, `Quarter` | `floor(Self / 2)` and `floor(Self / 4)`: of `8T + e` these are `4T + e/2` and `2T + e/4` |
//! | `Bin`, `NegBin`, `Bink`, `NegBink` | typenum's numerals of `Self`, `-Self`, `8 Self + k`, `-(8 Self + k)` |
//!
//! # Product
//! Schoolbook, from the highest digit of the multiplier: `A::Mul<R>` is `R::MulBy<A>`.
//!
//! ```text
//! (8T+k)::MulBy<A> = T::MulTopk<A>:   k A + 8 (T A), where k A is `Timesk0` and `AddHigh<X>` adds 8 X
//! ```
//!
//! # Quotient with a rest
//! `A::Div<R>` is `floor(A / R)`. The divisor `8T + k` selects the way (`Into`, then `DivTopk` of `T`):
//!
//! ```text
//! k = 0                 drop the lowest digit of both numbers
//! T = 0, k = 1, 2, 4    A, Half, Quarter
//! T = 0, other k        short division: the state `Rkr<Q>` is the quotient so far and the remainder r
//! k = 2, 6 or 4         halve or quarter both numbers, then divide
//! k odd                 long division (`long.rs`), highest digit of A first
//! ```
//!
//! # Quotient without a rest
//! `R::ExactInto<A>` is `A / R`, or [`Indivisible`]. Its cases are those of `Div` (`ExactTopk`, `Over2`, `Over4`,
//! `Exact2`, `Exact4`, `Exact8`), but a digit that the power of two does not divide stops at once. For an odd lowest
//! digit `k`, `Lowk<B, Q>` finds the quotient from its lowest digit up, with one comparison a digit instead of three:
//!
//! ```text
//! Low(A, B, Q):                     B ends in k; k is its own inverse modulo 8
//!     if A = 0: return Q reversed   (`Onto`: the digits were found lowest first)
//!     q = k (A mod 8) mod 8         the only digit with q B = A modulo 8
//!     if A < q B: Indivisible       (`LongDivisionBranch`)
//!     Low((A - q B) / 8, B, Q then q)
//! ```
"""
out += """#![allow(missing_docs, reason = "tables: the module's comment says what each function is")]
#![allow(clippy::identity_op, reason = "the digit 0 reads like the others")]
use super::long::{LongDiv, LongDivision, LongDivisionBranch};
use super::{Bool, Nat, StaticValue};
use crate::num::int::{Indivisible, Int, Leaf, Neg};
use typenum::{B0, B1, NInt, UInt, UTerm};
"""
out += "".join(f"/// The digit {k}.\n#[derive(Debug)]\npub struct O{k};\n" for k in R)
out += """/// The numeral 0, and the start of every other numeral.
#[derive(Clone, Copy, Debug, Default)]
pub struct Z;
/// The numeral `8 T + D`: the digits of `T`, then the digit `D`.
#[derive(Debug)]
pub struct N<T, D>(core::marker::PhantomData<(T, D)>);
// SAFETY: `Z` is a unit struct without an invariant, so it is not empty and any code may make its value.
unsafe impl StaticValue for Z {}
// SAFETY: `N` holds a `PhantomData` without an invariant, so it is not empty and any code may make its value.
unsafe impl<T: 'static, D: 'static> StaticValue for N<T, D> {}
impl<T, D> Copy for N<T, D> {}
impl<T, D> Clone for N<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, D> Default for N<T, D> {
    fn default() -> Self {
        N(core::marker::PhantomData)
    }
}
"""
out += "/// An octal numeral and its arithmetic.\npub trait Oct: Int + super::power::Power + super::xor::Xor + super::Euclid {\nconst VALUE: u64;\n"
out += "".join(f"type {n}{params(p)}: {b};\n" for n, (p, b) in SIGS.items()) + "}\n"
out += "impl Oct for Z {\nconst VALUE: u64 = 0;\n" + body(ZERO) + "}\n"
for e in R:
    out += f"impl<T: Oct> Oct for N<T, O{e}> {{\nconst VALUE: u64 = 8 * T::VALUE + {e};\n" + body(digit(e)) + "}\n"
out += "/// The state of a short division: `R31<Q>` has divided by 3 and has the quotient `Q` and the remainder 1.\npub trait ShortDivision {\ntype Quot: Oct;\ntype Exact: Int;\n"
out += "".join(f"type Feed{e}: ShortDivision;\n" for e in R) + "}\n"
for d, r in ((d, r) for d, r in T if d in SHORT):
    out += f"#[derive(Debug)]\npub struct R{d}{r}<Q>(Q);\nimpl<Q: Oct> ShortDivision for R{d}{r}<Q> {{\ntype Quot = Q;\ntype Exact = {'Indivisible' if r else 'Q'};\n"
    for e in R:
        x = 8 * r + e
        out += f"type Feed{e} = R{d}{x % d}<{put('Q', x // d)}>;\n"
    out += "}\n"
print(out, end="")
