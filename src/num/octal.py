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
    SIGS[f"Short{d}"] = ("", "Digits")

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
    ZERO[f"DivTop{k}"] = {1: "A", 2: "A::Half", 4: "A::Quarter"}.get(k, f"<A::Short{k} as Digits>::Quot")
    ZERO[f"ExactTop{k}"] = {1: "A", 2: "A::Over2", 4: "A::Over4"}.get(k, f"<A::Short{k} as Digits>::Exact")
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
    for k in range(1, 8, 2):  # an odd digit is its own inverse modulo 8
        q = e * k % 8
        by = "B" if q == 1 else f"B::Times{q}0"
        v[f"Low{k}"] = (f"<Self::Lt<{by}> as Less>::Low{k}<Self, {by}, B, N<Q, O{q}>>" if q
                        else f"T::Low{k}<B, N<Q, O0>>")
    for d, c in T:
        x = d * e + c
        v[f"Times{d}{c}"] = N(f"T::Times{d}{x // 8}", x % 8)
    for d in SHORT:
        v[f"Short{d}"] = f"<T::Short{d} as Digits>::Feed{e}"
    return v


def params(p, bound=True):
    return "" if not p else "<" + ", ".join(x + (": Oct" if bound else "") for x in p.split(", ")) + ">"


def body(v):
    return "".join(f"type {n}{params(p)} = {v[n]};\n" for n, (p, _) in SIGS.items())


out = """// @generated by octal.py, beside this file.

//! Closed, total arithmetic on octal numerals: plain recursion over digits.
//!
//! One impl for each lowest digit, so a projection that looks at a number has already looked at its
//! digit: a step of a sum is two projections, a step of a product or quotient by one digit is one
//! or two. `Add3<G>` is "`Self` plus the number whose lowest digit is 3 and whose rest is `G`";
//! `AddC` and `SubB` carry or borrow 1, `..M` is the digit -1; `Than3<H>` asks whether that number
//! is less than `Self`, `Is3<H>` whether it equals it. `Times31` is "times 3, plus 1". `Short3`
//! divides by 3, highest digit first; `R31` is "divided by 3 so far, remainder 1". `MulTop3` and
//! `DivTop3` are about the multiplier or divisor whose lowest digit is 3 and whose rest is `Self`.
//! `Sub` means something only if `R <= Self`. A number never begins with a zero digit. `ExactInto<A>`
//! is `A / Self` if nothing is left over, and `Refused` otherwise: `Exact8<B>`, `Self / 8B`, drops a zero digit
//! of both; `Exact2` and `Exact4` halve and quarter; `Low3` finds it from the lowest digit up, for a divisor
//! whose lowest digit is 3, the digits so far in `Q`, last one first; `Onto` turns them round. `Half` of the
//! digits `T`, then 6, is `4T + 3`: a division by a power of two is a shift, one projection a digit.
"""
out += """#![allow(missing_docs, reason = "tables: the module's comment says what each family is")]
#![allow(clippy::identity_op, reason = "the digit 0 reads like the others")]
use super::long::{Less, LongDiv, LongDivision};
use super::{Bool, Conjure, Nat};
use crate::int::{Indivisible, Int, Leaf, Neg};
use typenum::{B0, B1, NInt, UInt, UTerm};
"""
out += "".join(f"/// The digit {k}.\n#[derive(Debug)]\npub struct O{k};\n" for k in R)
out += """/// Zero, and what every other numeral begins with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Z;
/// `T`, then the digit `D`.
#[derive(Debug)]
pub struct N<T, D>(core::marker::PhantomData<(T, D)>);
// SAFETY: unit structs, as everything in this module.
unsafe impl Conjure for Z {}
// SAFETY: as above.
unsafe impl<T: 'static, D: 'static> Conjure for N<T, D> {}
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
out += "/// An octal numeral and its arithmetic.\npub trait Oct: Int + super::power::Power + super::xor::Xor + crate::algebra::Euclid {\nconst VALUE: u64;\n"
out += "".join(f"type {n}{params(p)}: {b};\n" for n, (p, b) in SIGS.items()) + "}\n"
out += "impl Oct for Z {\nconst VALUE: u64 = 0;\n" + body(ZERO) + "}\n"
for e in R:
    out += f"impl<T: Oct> Oct for N<T, O{e}> {{\nconst VALUE: u64 = 8 * T::VALUE + {e};\n" + body(digit(e)) + "}\n"
out += "/// A short division under way: quotient so far, remainder in the name.\npub trait Digits {\ntype Quot: Oct;\ntype Exact: Int;\n"
out += "".join(f"type Feed{e}: Digits;\n" for e in R) + "}\n"
for d, r in ((d, r) for d, r in T if d in SHORT):
    out += f"#[derive(Debug)]\npub struct R{d}{r}<Q>(Q);\nimpl<Q: Oct> Digits for R{d}{r}<Q> {{\ntype Quot = Q;\ntype Exact = {'Indivisible' if r else 'Q'};\n"
    for e in R:
        x = 8 * r + e
        out += f"type Feed{e} = R{d}{x % d}<{put('Q', x // d)}>;\n"
    out += "}\n"
print(out, end="")
