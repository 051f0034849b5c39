//! Nested tuples of integers in the spelling of a dialect.

use core::fmt;

use crate::dialect::scan::Scanner;
use crate::layout::Layout;
use crate::notation::error::{LayoutError, Operation, Rule};
use crate::number::Num;
use crate::profile::{Limit, MAX_RANK};
use crate::tuple::IntTuple;

/// How a dialect spells tuples.
#[derive(Clone, Copy)]
pub(crate) struct Spelling {
    /// Between two elements.
    pub(crate) comma: &'static str,
    /// After the element of a tuple of one.
    pub(crate) single: &'static str,
    /// Before an integer that is known to the compiler.
    pub(crate) known: &'static str,
    /// For an integer that is not; `None` writes its value.
    pub(crate) unknown: Option<&'static str>,
}

impl Spelling {
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, tuple: &IntTuple) -> fmt::Result {
        write_nested(f, tuple, self, |f, leaf| match (tuple.num(leaf).known, self.unknown) {
            (true, _) => write!(f, "{}{}", self.known, tuple.value(leaf)),
            (false, Some(mark)) => f.write_str(mark),
            (false, None) => write!(f, "{}", tuple.value(leaf)),
        })
    }

    /// `shape:stride`.
    pub(crate) fn write_layout(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        self.write(f, &layout.shape())?;
        f.write_str(":")?;
        self.write(f, &layout.stride())
    }

    /// A tuple, or an integer alone.
    pub(crate) fn read(&self, scanner: &mut Scanner<'_>) -> Result<IntTuple, LayoutError> {
        read_nested(scanner, |scanner, _| {
            if let Some(mark) = self.unknown
                && scanner.eat(mark)
            {
                return Ok(Num::unknown(0));
            }
            let known = scanner.eat(self.known);
            let value = scanner.integer("an integer or `(`")?;
            Ok(Num::plain(value, known))
        })
    }

    /// A shape and a stride, not yet joined: unknown integers may have no value.
    pub(crate) fn read_pair(
        &self,
        scanner: &mut Scanner<'_>,
    ) -> Result<(IntTuple, IntTuple), LayoutError> {
        let shape = self.read(scanner)?;
        scanner.need(":", "`:` and the stride")?;
        Ok((shape, self.read(scanner)?))
    }
}

/// Parentheses and commas around what `leaf` writes of each leaf.
pub(crate) fn write_nested(
    f: &mut fmt::Formatter<'_>,
    tuple: &IntTuple,
    spelling: &Spelling,
    leaf: impl Fn(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
) -> fmt::Result {
    // How many elements are left of each open tuple, and whether it has one only.
    let mut open = [(0_usize, false); crate::MAX_NODES + 1];
    let (profile, mut depth, mut leaves) = (&tuple.profile, 0, 0);
    for node in 0..profile.nodes() {
        let rank = profile.rank(node);
        if profile.is_leaf(node) {
            leaf(f, leaves)?;
            leaves += 1;
        } else {
            f.write_str("(")?;
            if rank > 0 {
                depth += 1;
                open[depth] = (rank, rank == 1);
                continue;
            }
            f.write_str(")")?;
        }
        while depth > 0 {
            open[depth].0 -= 1;
            if open[depth].0 > 0 {
                f.write_str(spelling.comma)?;
                break;
            }
            f.write_str(if open[depth].1 { spelling.single } else { "" })?;
            f.write_str(")")?;
            depth -= 1;
        }
    }
    Ok(())
}

/// Nested parentheses around what `leaf` reads of each leaf, given its number.
pub(crate) fn read_nested(
    scanner: &mut Scanner<'_>,
    mut leaf: impl FnMut(&mut Scanner<'_>, usize) -> Result<Num, LayoutError>,
) -> Result<IntTuple, LayoutError> {
    // The node of each open tuple, and how many elements it has.
    let mut open = [(0_usize, 0_usize); crate::MAX_NODES + 1];
    let (mut out, mut depth) = (IntTuple::EMPTY, 0);
    'elements: loop {
        if scanner.eat("(") {
            let node = out.profile.nodes();
            fits(out.profile.push_tuple(0))?;
            if !scanner.eat(")") {
                depth += 1;
                open[depth] = (node, 0);
                continue;
            }
        } else {
            let k = out.profile.leaves();
            let num = leaf(scanner, k)?;
            fits(out.profile.push_leaf())?;
            out.set_num(k, num);
        }
        // The element is the last of its tuple, or another one follows.
        while depth > 0 {
            open[depth].1 += 1;
            let (node, rank) = open[depth];
            let comma = scanner.eat(",");
            if scanner.eat(")") {
                fits(out.profile.set_rank(node, rank))?;
                depth -= 1;
            } else if !comma {
                return Err(scanner.expected("`,` or `)`"));
            } else if rank == MAX_RANK {
                return Err(full(Limit::Rank));
            } else {
                continue 'elements;
            }
        }
        return Ok(out);
    }
}

fn fits(result: Result<(), Limit>) -> Result<(), LayoutError> {
    result.map_err(full)
}

fn full(limit: Limit) -> LayoutError {
    LayoutError::alone(Operation::Parse, Rule::Full { limit })
}
