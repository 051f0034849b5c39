//! Nested tuples of integers in the spelling of a system.

use core::fmt;

use crate::list::ArrayVec;
use layout_core::scan::Scanner;
use layout_core::{
    IntTuple, Layout, LayoutError, Limit, MAX_LEAVES, MAX_NODES, MAX_RANK, Operation, Rule, Table,
};

/// How a system spells tuples.
#[derive(Clone, Copy)]
pub(crate) struct Spelling {
    /// The text between two elements.
    pub(crate) comma: &'static str,
    /// The text after the element of a tuple of one.
    pub(crate) single: &'static str,
    /// The text before a static integer.
    pub(crate) known: &'static str,
    /// The text for a run-time integer. `None` prints its value.
    pub(crate) unknown: Option<&'static str>,
}

impl Spelling {
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, tuple: &IntTuple) -> fmt::Result {
        write_nested(f, tuple, self, |f, leaf| match (tuple.is_known(leaf), self.unknown) {
            (true, _) => {
                f.write_str(self.known)?;
                write_leaf(f, tuple, leaf)
            }
            (false, Some(mark)) => f.write_str(mark),
            (false, None) => write_leaf(f, tuple, leaf),
        })
    }

    /// Prints `shape:stride`.
    pub(crate) fn write_layout(&self, f: &mut fmt::Formatter<'_>, layout: &Layout) -> fmt::Result {
        self.write(f, &layout.shape())?;
        f.write_str(":")?;
        self.write(f, &layout.stride())
    }

    /// Reads a tuple, or an integer.
    pub(crate) fn read(&self, scanner: &mut Scanner<'_>) -> Result<IntTuple, LayoutError> {
        read_nested(scanner, |scanner, _| {
            if let Some(mark) = self.unknown
                && scanner.eat(mark)
            {
                return Ok(IntTuple::unknown(0));
            }
            let known = scanner.eat(self.known);
            let value = scanner.integer("an integer or `(`")?;
            Ok(if known { IntTuple::leaf(value) } else { IntTuple::unknown(value) })
        })
    }

    /// Reads `shape:stride` as two tuples. They may contain run-time integers without a value.
    pub(crate) fn read_pair(
        &self,
        scanner: &mut Scanner<'_>,
    ) -> Result<(IntTuple, IntTuple), LayoutError> {
        let shape = self.read(scanner)?;
        scanner.expect(":", "`:` and the stride")?;
        Ok((shape, self.read(scanner)?))
    }
}

/// Prints an integer, and its basis as CuTe does. A system without such strides then does not read the text, which is
/// better than another layout.
pub(crate) fn write_leaf(f: &mut fmt::Formatter<'_>, tuple: &IntTuple, leaf: usize) -> fmt::Result {
    write!(f, "{}", tuple.value(leaf))?;
    let (mut path, mut rest, mut len) = ([0; MAX_RANK], tuple.basis(leaf), 0);
    while let Some((i, inner)) = rest.split() {
        (path[len], rest, len) = (i, inner, len + 1);
    }
    path[..len].iter().rev().try_for_each(|i| write!(f, "@{i}"))
}

/// Prints parentheses and commas. `leaf` prints the leaf of a number.
pub(crate) fn write_nested(
    f: &mut fmt::Formatter<'_>,
    tuple: &IntTuple,
    spelling: &Spelling,
    leaf: impl Fn(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
) -> fmt::Result {
    write_from(f, tuple, spelling, &leaf, &mut 0)
}

/// [`write_nested`] of a part. `next` is the number of its first leaf.
fn write_from(
    f: &mut fmt::Formatter<'_>,
    part: &IntTuple,
    spelling: &Spelling,
    leaf: &impl Fn(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
    next: &mut usize,
) -> fmt::Result {
    if part.depth() == 0 {
        *next += 1;
        return leaf(f, *next - 1);
    }
    f.write_str("(")?;
    for (i, mode) in (0..part.rank()).map_while(|i| Some((i, part.mode(i).ok()?))) {
        f.write_str(if i > 0 { spelling.comma } else { "" })?;
        write_from(f, &mode, spelling, leaf, next)?;
    }
    f.write_str(if part.rank() == 1 { spelling.single } else { "" })?;
    f.write_str(")")
}

/// Reads nested parentheses. `leaf` reads the leaf of a number.
///
/// It keeps finished parts on a stack, and does not recurse: a hostile text can open any number of parentheses.
pub(crate) fn read_nested(
    scanner: &mut Scanner<'_>,
    mut leaf: impl FnMut(&mut Scanner<'_>, usize) -> Result<IntTuple, LayoutError>,
) -> Result<IntTuple, LayoutError> {
    let mut parts = ArrayVec::<IntTuple, MAX_NODES>::empty(IntTuple::leaf(0));
    // For each open tuple, the number of parts before it.
    let mut open = ArrayVec::<usize, MAX_NODES>::empty(0);
    let (mut nodes, mut leaves) = (0, 0);
    'elements: loop {
        if scanner.eat("(") {
            count_node(&mut nodes)?;
            if !scanner.eat(")") {
                open.push(parts.as_slice().len())?;
                continue;
            }
            parts.push(IntTuple::tuple(&[])?)?;
        } else {
            let part = leaf(scanner, leaves)?;
            if leaves == MAX_LEAVES {
                return Err(full(Limit::Leaves));
            }
            count_node(&mut nodes)?;
            leaves += 1;
            parts.push(part)?;
        }
        // The element ends its tuple, which is then an element itself, or another element follows.
        while let Some(&first) = open.as_slice().last() {
            let comma = scanner.eat(",");
            let elements = &parts.as_slice()[first..];
            if scanner.eat(")") {
                let tuple = IntTuple::tuple(elements)?;
                open.truncate(open.as_slice().len() - 1);
                parts.truncate(first);
                parts.push(tuple)?;
            } else if !comma {
                return Err(scanner.expected("`,` or `)`"));
            } else if elements.len() == MAX_RANK {
                return Err(full(Limit::Rank));
            } else {
                continue 'elements;
            }
        }
        return Ok(parts.as_slice()[0]);
    }
}

/// The layout whose modes are these layouts.
pub(crate) fn layout_of_modes(modes: &[Layout]) -> Result<Layout, LayoutError> {
    let (mut shape, mut stride) =
        (ArrayVec::<_>::empty(IntTuple::leaf(1)), ArrayVec::<_>::empty(IntTuple::leaf(0)));
    for mode in modes {
        shape.push(mode.shape())?;
        stride.push(mode.stride())?;
    }
    Layout::new(IntTuple::tuple(shape.as_slice())?, IntTuple::tuple(stride.as_slice())?)
}

fn count_node(nodes: &mut usize) -> Result<(), LayoutError> {
    if *nodes == MAX_NODES {
        return Err(full(Limit::Nodes));
    }
    *nodes += 1;
    Ok(())
}

fn full(limit: Limit) -> LayoutError {
    LayoutError::alone(Operation::Parse, Rule::Full { limit })
}

/// A table with the notation of its layout as the first line.
pub(crate) struct TitledTable<T> {
    pub(crate) title: T,
    pub(crate) table: Table,
}

impl<T: fmt::Display> fmt::Display for TitledTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.title, self.table)
    }
}
