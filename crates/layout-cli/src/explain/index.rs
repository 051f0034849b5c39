//! Derives an offset: digits of the coordinate times strides, then the swizzle.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Swizzle};

use super::lines::Lines;

/// Derives the offset of `a` at `c` as a sum of products.
pub(super) fn index(a: &Layout, c: &IntTuple, notes: &mut Lines) -> Result<i64, LayoutError> {
    let linear = c.crd2idx(&a.shape())?;
    let natural = linear_to_natural(linear, a)?;
    if natural != *c {
        notes.find(format!("{c} in the shape {}: linear index {linear}", a.shape()), natural);
    }
    let products = (0..a.leaf_count()).map(|k| format!("{}*{}", natural.value(k), a.leaf(k).1));
    let offset = a.index(&Coord::from_tuple(natural))?;
    let products = products.collect::<Vec<_>>().join(" + ");
    notes.find(format!("each digit times its stride: {products}"), offset);
    Ok(offset)
}

fn linear_to_natural(linear: i64, a: &Layout) -> Result<IntTuple, LayoutError> {
    IntTuple::from(linear).idx2crd(&a.shape())
}

/// Derives the swizzle of a number from its bits.
pub(super) fn swizzle(swizzle: Swizzle, x: i64, notes: &mut Lines) -> i64 {
    let answer = swizzle.apply(x);
    let width = (64 - (x | answer).max(1).leading_zeros()).max(swizzle.end().min(63)) as usize;
    let (from, shift) = (swizzle.from_mask(), swizzle.shift());
    notes.say(format!("{swizzle} reads the bits {from:0width$b}"));
    notes.say(format!(
        "and changes those {} places {}, where they are 1",
        shift.abs(),
        if shift < 0 { "above" } else { "below" }
    ));
    notes.find(format!("{x} is {x:0width$b}, which becomes {answer:0width$b}"), answer);
    answer
}

/// Derives what a swizzle becomes before `a`: the image of each bit that it reads or changes.
pub(super) fn images(a: &Layout, swizzle: Swizzle, notes: &mut Lines) {
    for (mask, what) in [(swizzle.from_mask(), "reads"), (swizzle.onto_mask(), "changes")] {
        for bit in (0..63).filter(|bit| mask >> bit & 1 == 1) {
            let from = 1_i64 << bit;
            let Ok(to) = a.index(&Coord::leaf(from)) else { continue };
            let image = match to {
                1.. if to & (to - 1) == 0 => format!("bit {}", to.trailing_zeros()),
                _ => "no single bit".to_owned(),
            };
            let said = format!("{swizzle} {what} bit {bit}: {from}, which {a} maps to {to}");
            notes.find(said, image);
        }
    }
}
