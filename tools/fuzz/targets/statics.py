#!/usr/bin/env python3
"""Writes `targets/kernels/statics.rs`: pairs of static layouts, drawn by a fixed seed."""
import os
import random

random.seed(20261123)
PAIRS = 12
HEAD = '''//! Pairs of static layouts. Written by `targets/statics.py`.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use static_layout::*;
use static_layout_kernels::{TileTranspose, VectorMove, try_copy_with};

use crate::case::{Case, Refusal, listed};

/// Runs a pair on elements of the type.
macro_rules! pair {
    ($u:ident, $t:ty: $a:expr, $b:expr) => {{
        let (slack, mask) = ($u.int_in_range(0..=2)?, $u.arbitrary()?);
        let case = Case::<$t, _, _>::new(listed!($a), listed!($b), slack);
        case.unwrap().every(mask, Refusal::Shared);
    }};
}

/// Runs a pair by an atom.
macro_rules! atom {
    ($u:ident, $t:ty, $atom:ident<$n:ident>: $a:expr, $b:expr) => {{
        let case = Case::<$t, _, _>::new(listed!($a), listed!($b), $u.int_in_range(0..=2)?).unwrap();
        case.check("an atom", Refusal::Shared, |_, from, _| from, |from, to| {
            try_copy_with($atom::<typenum::$n>::new(), from, to)
        });
    }};
}

pub fn run(u: &mut Unstructured) -> Result<()> {
    match u.int_in_range(0..=%d)? {
'''


def strides(extents, may_repeat):
    order = list(range(len(extents)))
    random.shuffle(order)
    out, step = [0] * len(extents), 1
    for k in order:
        out[k] = random.choice([step, step, -step])
        if may_repeat and random.random() < 0.15:
            out[k] = 0
        step = step * extents[k] + random.choice([0, 0, 0, 1, 3])
    return out


def text(extents, out):
    join = lambda numbers: "(" + ", ".join(map(str, numbers)) + ("," if len(numbers) == 1 else "") + ")"
    return f"{join(extents)}:{join(out)}"


types = ["u8", "u16", "[u8; 3]", "u32", "u64", "[u32; 3]", "u128", "()"]
rows = []
for i in range(PAIRS):
    rank = random.choice([1, 2, 2, 3, 3, 4])
    extents = [random.choice([1, 2, 3, 4, 5, 8, 16]) for _ in range(rank)]
    sides = [text(extents, strides(extents, side == 0)) for side in range(2)]
    for side in range(2):
        # A swizzle of offsets from 0 on.
        if random.random() < 0.2:
            swizzle = random.choice(["Sw<2,1,3>", "Sw<1,2,2>", "Sw<2,2,-2>", "Sw<2,0,2>"])
            shape, stride = sides[side].split(":")
            sides[side] = f"{swizzle} o 0 o {shape}:{stride.replace('-', '')}"
    rows.append(f"{i} => pair!(u, {types[i % len(types)]}: layout!({sides[0]}), layout!({sides[1]})),")
ATOMS = [
    ("u32", "VectorMove<U4>", "8:-1", "8:-1"),
    ("u8", "VectorMove<U16>", "(16, 3):(1, -19)", "(16, 3):(1, 16)"),
    ("u16", "VectorMove<U2>", "(8, 4):(-1, 11)", "(8, 4):(-1, -8)"),
    ("u64", "VectorMove<U2>", "Sw<1,1,2> o 0 o 32:1", "32:1"),
    ("u32", "TileTranspose<U4>", "(8, 12):(1, 8)", "(8, 12):(12, 1)"),
]
for i, (t, atom, a, b) in enumerate(ATOMS):
    rows.append(f"{PAIRS + i} => atom!(u, {t}, {atom}: layout!({a}), layout!({b})),")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels/statics.rs"), "w") as out:
    out.write(HEAD % (len(rows) - 1))
    out.writelines(f"        {row}\n" for row in rows[:-1])
    out.write("        _ => " + rows[-1].split("=> ", 1)[1] + "\n    }\n    Ok(())\n}\n")
