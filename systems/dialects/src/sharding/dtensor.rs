//! PyTorch's placements: `(Shard(dim=0), Replicate(), Partial(sum))`.
//!
//! | text | what becomes of it |
//! |---|---|
//! | `Shard(0)`, `Shard(dim=0)`, `S(0)` | read |
//! | `_StridedShard(dim=0, sf=2)`, `split_factor=2`, `_S(0, 2)` | read |
//! | `S(0)[1]`, the order in which the cuts of a dimension are made | read |
//! | `Replicate()`, `R` | read |
//! | `Partial(sum)`, `Partial("avg")`, `reduce_op="max"`, `P(min)` | read: `sum`, `avg`, `product`, `min`, `max` |
//! | `_MaskPartial(..)`, `MaskP(..)` | refused: which rows are masked is not in the text |
//! | another reduction, such as `premul_sum`; another key; a key twice | refused |

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, Refined, ranks, unread, unwritten};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

/// The greatest number of pieces of uneven strided shards that are compared one by one.
const MAX_PIECES: usize = 1 << 20;

/// What an axis of a mesh does with a `DTensor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// `Shard(dim)`: `torch.chunk` of the part that the mesh axes before have left. A negative dimension counts from
    /// the end.
    Shard(i64),
    /// `_StridedShard(dim, split_factor)`: the part is cut into `split_factor` chunks, and each device of the mesh axis has its
    /// chunk of each of them. So a cut comes after the cuts of later mesh axes whose sizes multiply to the factor, or leaves
    /// each device blocks in turn, as a view of a tensor that was cut along an inner dimension.
    Strided(i64, i64),
    /// `S(dim)[k]`: cut `k` of the dimension, where the cuts are not made in the order of mesh axes.
    Ordered(i64, usize),
    /// `Replicate()`.
    Replicate,
    /// `Partial(sum)`.
    Partial(Reduce),
}

/// The placements of a `DTensor`: one for each axis of its mesh.
///
/// Each cut is `torch.chunk`: parts of `ceil(n / p)` neighbours, the last ones short or empty. A second cut of a dimension cuts
/// each shard by its own size, which differs from one cut over both mesh axes.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding};
/// use static_layout_dialects::sharding::Placements;
/// let mesh = Mesh::new(&[("dp", 2), ("tp", 2)])?;
/// let a: Placements = "(Shard(dim=0), Shard(dim=0))".parse()?;
/// let sharding = a.sharding(&mesh, &[10])?;
/// assert_eq!(sharding.to_string(), "(10/dp/tp) on [dp=2,tp=2]");
/// let sizes: Vec<i64> = (0..4).map(|device| sharding.local_size(device).unwrap()).collect();
/// assert_eq!(sizes, [3, 2, 3, 2]);
/// assert_eq!(Placements::of(&sharding)?, a);
/// // XLA's cut over both is 3, 3, 3, 1, which no placements are.
/// let once: Sharding = "(10/(dp,tp)) on [dp=2,tp=2]".parse()?;
/// assert_eq!(
///     Placements::of(&once).unwrap_err().to_string(),
///     "cannot write the sharding: placements cut a dimension mesh axis by mesh axis, each shard by its own size"
/// );
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placements(pub Vec<Placement>);

impl Placements {
    /// The sharding of a tensor of this shape over a mesh. A mesh axis is there as several, `tp_0`, `tp_1`, .., where a strided
    /// cut of another axis comes between.
    ///
    /// ```
    /// use layout_core::sharding::Mesh;
    /// use static_layout_dialects::sharding::Placements;
    /// // Rows of a tensor (2,4), cut along its columns, seen as (8,).
    /// let view: Placements = "(_StridedShard(dim=0, sf=2),)".parse()?;
    /// assert_eq!(view.sharding(&Mesh::new(&[("x", 2)])?, &[8])?.to_string(), "(8/x:2) on [x=2]");
    /// // Cut by tensor parallelism first, and each part by FSDP.
    /// let fsdp: Placements = "(_StridedShard(dim=0, sf=2), Shard(dim=0))".parse()?;
    /// let mesh = Mesh::new(&[("dp", 2), ("tp", 2)])?;
    /// assert_eq!(fsdp.sharding(&mesh, &[6])?.to_string(), "(6/tp/dp) on [dp=2,tp=2]");
    /// assert!(fsdp.sharding(&Mesh::new(&[("dp", 4), ("tp", 2)])?, &[9]).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::Ranks`] for another number of mesh axes, [`ShardRule::NoArrayAxis`], and
    /// [`ShardRule::Inexpressible`] for strided cuts that leave blocks of several sizes or at several periods.
    pub fn sharding(&self, mesh: &Mesh, shape: &[i64]) -> Result<Sharding, LayoutError> {
        ranks(self.0.len(), mesh.rank())?;
        let rank = shape.len();
        let mut cuts: Vec<Cuts> = shape.iter().map(|&extent| Cuts::new(extent)).collect();
        for (axis, placement) in self.0.iter().enumerate() {
            let (dim, factor, turn) = match *placement {
                Placement::Shard(dim) => (dim, 1, None),
                Placement::Strided(dim, factor) => (dim, factor, None),
                Placement::Ordered(dim, turn) => (dim, 1, Some(turn)),
                Placement::Replicate | Placement::Partial(_) => continue,
            };
            let at = if dim < 0 { dim + rank as i64 } else { dim };
            let Some(dim) = usize::try_from(at).ok().filter(|&at| at < rank) else {
                let rule = ShardRule::NoArrayAxis { axis: dim.unsigned_abs() as usize, rank };
                return Err(LayoutError::alone(Operation::Shard, Rule::Sharding(rule)));
            };
            cuts[dim].list.push(Cut { axis, factor, parts: mesh.size(axis), turn });
        }
        for cuts in &mut cuts {
            cuts.order()?;
        }
        let parts: Vec<_> = cuts.iter().flat_map(|cuts| &cuts.digits).filter_map(part).collect();
        let refined = Refined::new(mesh, &parts)?;
        let mut array = Sharding::replicated(&refined.mesh, shape)?;
        for (dim, cuts) in cuts.iter().enumerate() {
            for (names, split) in cuts.splits(mesh, &refined)? {
                array = array.split(dim, &names, split)?;
            }
        }
        for (axis, placement) in self.0.iter().enumerate() {
            if let Placement::Partial(reduce) = *placement {
                array = array.partial(&[mesh.name(axis)], reduce)?;
            }
        }
        Ok(array)
    }

    /// The placements with the elements of `array` on each device.
    ///
    /// # Errors
    /// [`ShardRule::Inexpressible`] for cuts over several mesh axes at once that are uneven, cyclic cuts whose last blocks are
    /// short, or whose first block is not on the first part, and column-major local memory.
    pub fn of(array: &Sharding) -> Result<Self, LayoutError> {
        if array.order() == Order::ColumnMajor {
            return Err(unwritten("placements have no order of local memory"));
        }
        let mesh = array.mesh();
        let mut placements: Vec<Placement> =
            (0..mesh.rank()).map(|_| Placement::Replicate).collect();
        for dim in 0..array.rank() {
            // The sizes of what comes before a cut: other cuts, by mesh axis, and the blocks of a cyclic one.
            let (mut before, mut blocks) = (Vec::new(), 1);
            for (axes, split) in array.cuts(dim) {
                match split {
                    Split::Block => {}
                    Split::Cyclic { block, first: 0 } => {
                        let period = block.saturating_mul(array.parts(dim) as i64);
                        blocks = (array.shape()[dim].max(1) - 1) / period + 1;
                    }
                    Split::Cyclic { .. } => {
                        return Err(unwritten("placements have the first block on the first part"));
                    }
                }
                for axis in axes {
                    let later = before.iter().filter(|&&before| before > axis);
                    let factor: usize = later.map(|&before| mesh.size(before)).product();
                    placements[axis] = match blocks.saturating_mul(factor as i64) {
                        1 => Placement::Shard(dim as i64),
                        factor => Placement::Strided(dim as i64, factor),
                    };
                    before.push(axis);
                }
            }
        }
        for &axis in array.partial_axes() {
            placements[axis] = Placement::Partial(array.reduce().unwrap_or(Reduce::Sum));
        }
        let written = Self(placements);
        let again = written.sharding(mesh, &array.shape()).map_err(|_| {
            unwritten(
                "placements cut a dimension in the order of mesh axes, unless all parts are equal",
            )
        })?;
        if !array.holds_like(&again)? {
            return Err(unwritten(
                "placements cut a dimension mesh axis by mesh axis, each shard by its own size",
            ));
        }
        Ok(written)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shard(dim) => write!(f, "Shard(dim={dim})"),
            Self::Strided(dim, factor) => write!(f, "_StridedShard(dim={dim}, sf={factor})"),
            Self::Ordered(dim, turn) => write!(f, "S({dim})[{turn}]"),
            Self::Replicate => f.write_str("Replicate()"),
            Self::Partial(Reduce::Average) => f.write_str("Partial(avg)"),
            Self::Partial(reduce) => write!(f, "Partial({})", reduce.name()),
        }
    }
}

impl fmt::Display for Placements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.0.len() == 1 { "," } else { "" };
        write!(f, "({}{comma})", Joined(&self.0, ", "))
    }
}

impl FromStr for Placements {
    type Err = LayoutError;

    /// Reads a tuple or a list, as Python prints it or as a program has it: `[Shard(0), Replicate(), Partial("sum")]`. The short
    /// form needs no commas and no parentheses, as in a message of PyTorch: `S(0)R`.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let end = ["(", "["].into_iter().zip([")", "]"]).find(|(start, _)| scanner.eat(start));
            let mut placements = Vec::new();
            loop {
                let is_end = match end {
                    Some((_, end)) => scanner.eat(end),
                    None => !placements.is_empty() && scanner.peek() == 0,
                };
                if is_end {
                    return Ok(Self(placements));
                }
                let (placement, is_short) = placement(scanner)?;
                placements.push(placement);
                if !scanner.eat(",") && !is_short {
                    match end {
                        Some((_, end)) => {
                            scanner.expect(end, "`,` or the end of the placements")?;
                            return Ok(Self(placements));
                        }
                        None if scanner.peek() != 0 => return Err(scanner.expected("`,`")),
                        None => {}
                    }
                }
            }
        })
    }
}

/// Reads a placement. Returns whether it is in the short form, as `S(0)`.
fn placement(scanner: &mut Scanner<'_>) -> Result<(Placement, bool), LayoutError> {
    const LONG: [&str; 6] =
        ["Shard", "_StridedShard", "Replicate", "Partial", "_MaskPartial", "MaskPartial"];
    let start = scanner.clone();
    let mut name = scanner.word();
    let is_short = !LONG.contains(&name);
    if is_short {
        // No space is between `R` and `S(0)`.
        *scanner = start.clone();
        name =
            ["MaskP", "_S", "S", "R", "P"].into_iter().find(|name| scanner.eat(name)).unwrap_or("");
    }
    let placement = match name {
        "R" => Placement::Replicate,
        "Replicate" => {
            scanner.expect("(", "`(`")?;
            scanner.expect(")", "`)`: `Replicate` has no arguments")?;
            Placement::Replicate
        }
        "Shard" | "S" => {
            let [dim] = arguments(scanner, [&["dim"]])?;
            if is_short && scanner.eat("[") {
                let turn = super::count(scanner, "the number of a cut")?;
                scanner.expect("]", "`]`")?;
                Placement::Ordered(dim, turn)
            } else {
                Placement::Shard(dim)
            }
        }
        "_StridedShard" | "_S" => {
            let [dim, factor] = arguments(scanner, [&["dim"], &["sf", "split_factor"]])?;
            if factor < 1 {
                return Err(start.clone().expected("a split factor of 1 or more"));
            }
            Placement::Strided(dim, factor)
        }
        // Short without its reduction in older versions.
        "P" if scanner.peek() != b'(' => Placement::Partial(Reduce::Sum),
        "Partial" | "P" => Placement::Partial(reduction(scanner)?),
        "_MaskPartial" | "MaskPartial" | "MaskP" => {
            return Err(unread(
                "a masked partial value has terms of rows that its text does not name",
            ));
        }
        _ => {
            return Err(start.clone().expected(
                "`Shard`, `_StridedShard`, `Replicate` or `Partial`, or `S`, `_S`, `R` or `P`",
            ));
        }
    };
    Ok((placement, is_short))
}

/// Reads `(0, sf=2)`: for each argument a value, by place or after one of its names.
fn arguments<const N: usize>(
    scanner: &mut Scanner<'_>,
    names: [&[&str]; N],
) -> Result<[i64; N], LayoutError> {
    scanner.expect("(", "`(`")?;
    let mut values = [None; N];
    let mut place = Some(0);
    while !scanner.eat(")") {
        if values.iter().any(Option::is_some) {
            scanner.expect(",", "`,` or `)`")?;
        }
        let start = scanner.clone();
        let key = scanner.word();
        let at = if scanner.eat("=") {
            place = None;
            names.iter().position(|names| names.contains(&key))
        } else {
            *scanner = start.clone();
            let at = place;
            place = place.map(|place| place + 1);
            at
        };
        match at.and_then(|at| values.get_mut(at)) {
            Some(value @ None) => *value = Some(scanner.integer("an integer")?),
            Some(_) => return Err(start.clone().expected("each argument once")),
            None => return Err(start.clone().expected("an argument of this placement, or `)`")),
        }
    }
    let mut out = [0; N];
    for (out, value) in out.iter_mut().zip(values) {
        *out = value.ok_or_else(|| scanner.expected("every argument of the placement"))?;
    }
    Ok(out)
}

/// Reads `(sum)`, `("sum")`, `(reduce_op="sum")` or `()`.
fn reduction(scanner: &mut Scanner<'_>) -> Result<Reduce, LayoutError> {
    scanner.expect("(", "`(`")?;
    if scanner.eat("reduce_op") {
        scanner.expect("=", "`=` and a reduction")?;
    }
    let quote = ["\"", "'"].into_iter().find(|quote| scanner.eat(quote)).unwrap_or("");
    let start = scanner.clone();
    let reduce = match scanner.word() {
        "sum" => Reduce::Sum,
        "" if quote.is_empty() => Reduce::Sum,
        "product" => Reduce::Product,
        "min" => Reduce::Min,
        "max" => Reduce::Max,
        "avg" => Reduce::Average,
        _ => return Err(start.clone().expected("`sum`, `product`, `min`, `max` or `avg`")),
    };
    scanner.expect(quote, "a quote")?;
    scanner.expect(")", "`)`")?;
    Ok(reduce)
}

/// The cuts of a dimension.
struct Cuts {
    extent: i64,
    /// In the order in which they are made.
    list: Vec<Cut>,
    /// The index as digits, the slowest first. After them comes the digit of the elements that lie together.
    digits: Vec<Digit>,
}

/// A cut of a dimension over a mesh axis.
struct Cut {
    axis: usize,
    factor: i64,
    parts: usize,
    turn: Option<usize>,
}

/// A digit of the index of a dimension.
#[derive(Clone, Copy)]
enum Digit {
    /// Digits of the local index.
    Local(i64),
    /// A part of a mesh axis: the product of the sizes of its slower parts, and its size.
    Axis { axis: usize, before: usize, size: usize },
}

/// The part of a mesh axis that a digit is.
const fn part(digit: &Digit) -> Option<(usize, usize, usize)> {
    match *digit {
        Digit::Local(_) => None,
        Digit::Axis { axis, before, size } => Some((axis, before, size)),
    }
}

impl Cuts {
    const fn new(extent: i64) -> Self {
        Self { extent, list: Vec::new(), digits: Vec::new() }
    }

    /// Brings the cuts into their order, and finds the digits: each cut takes those of the local index after its factor.
    fn order(&mut self) -> Result<(), LayoutError> {
        let turns = self.list.iter().filter(|cut| cut.turn.is_some()).count();
        if turns > 0 {
            self.list.sort_by_key(|cut| cut.turn);
            let mut each = self.list.iter().enumerate();
            if !each.all(|(k, cut)| cut.turn == Some(k)) {
                return Err(unread(
                    "the cuts of a dimension have the numbers from 0 on, each once",
                ));
            }
        }
        for cut in &self.list {
            let misfit = || {
                unread("the split factor ends inside the part of a mesh axis, or of another factor")
            };
            let (mut at, mut left) = (0, cut.factor);
            // The local digits before the factor.
            while left > 1 {
                match self.digits.get(at).copied() {
                    Some(Digit::Axis { .. }) => {}
                    Some(Digit::Local(size)) if left % size == 0 => left /= size,
                    Some(Digit::Local(size)) if size % left == 0 => {
                        self.digits[at] = Digit::Local(left);
                        self.digits.insert(at + 1, Digit::Local(size / left));
                        left = 1;
                    }
                    Some(Digit::Local(_)) => return Err(misfit()),
                    None => {
                        self.digits.push(Digit::Local(left));
                        left = 1;
                    }
                }
                at += 1;
            }
            // Those that the cut takes.
            let (axis, mut before, mut left) = (cut.axis, 1, cut.parts);
            loop {
                let digit = Digit::Axis { axis, before, size: left };
                match self.digits.get(at).copied() {
                    Some(Digit::Axis { .. }) => {}
                    Some(Digit::Local(size)) if size % left as i64 == 0 => {
                        self.digits[at] = Digit::Local(size / left as i64);
                        self.digits.insert(at, digit);
                        break;
                    }
                    Some(Digit::Local(size)) if left as i64 % size == 0 => {
                        let size = size as usize;
                        self.digits[at] = Digit::Axis { axis, before, size };
                        (before, left) = (before * size, left / size);
                    }
                    Some(Digit::Local(_)) => return Err(misfit()),
                    None => {
                        self.digits.push(digit);
                        break;
                    }
                }
                at += 1;
            }
            self.digits.retain(|digit| !matches!(digit, Digit::Local(1)));
        }
        Ok(())
    }

    /// The cuts of a sharding over the refined mesh.
    fn splits<'a>(
        &self,
        mesh: &Mesh,
        refined: &'a Refined,
    ) -> Result<Vec<(Vec<&'a str>, Split)>, LayoutError> {
        let mut splits = Vec::new();
        // The blocks of a device, and the names of the parts between which they are dealt.
        let (mut blocks, mut dealt) = (1, Vec::new());
        let last = self.digits.iter().rposition(|digit| part(digit).is_some());
        for digit in &self.digits[..last.map_or(0, |last| last + 1)] {
            match (*digit, part(digit)) {
                (_, Some(part)) if blocks == 1 => {
                    splits.push((refined.names(part).collect(), Split::Block));
                }
                (_, Some(part)) => dealt.extend(refined.names(part)),
                (Digit::Local(size), _) if dealt.is_empty() => blocks *= size,
                _ => return Err(unread("a device has blocks at several periods")),
            }
        }
        let is_strided = self.list.iter().any(|cut| cut.factor > 1);
        let mut all: i128 = 1;
        for digit in &self.digits {
            let size = part(digit).map_or(1, |part| part.2 as i64);
            let size = if let Digit::Local(blocks) = *digit { blocks } else { size };
            all = all.saturating_mul(size.into());
        }
        let is_even = i128::from(self.extent) % all == 0;
        let uneven = if is_strided && !is_even { Some(self.pieces()?) } else { None };
        if blocks > 1 {
            let block = match &uneven {
                None => (i128::from(self.extent) / all) as i64,
                // The first piece of the first part.
                Some(pieces) => pieces[0].first().map_or(1, |piece| piece[1] - piece[0]),
            };
            // What is whole at the end of the digits, but not a digit of its own, is in the block.
            let after = self.digits[last.map_or(0, |last| last + 1)..].iter();
            let after = after.map(|digit| if let Digit::Local(size) = digit { *size } else { 1 });
            let block = if uneven.is_none() { block * after.product::<i64>() } else { block };
            splits.push((dealt, Split::cyclic(block.max(1))));
        }
        let Some(uneven) = uneven else { return Ok(splits) };
        let mut line = Sharding::replicated(&refined.mesh, &[self.extent])?;
        for (names, split) in &splits {
            line = line.split(0, names, *split)?;
        }
        for (shard, pieces) in uneven.iter().enumerate() {
            if !holds(&line, mesh.device(self.position(mesh, shard)), pieces)? {
                return Err(unread(
                    "the pieces of a strided shard of unequal parts have several sizes",
                ));
            }
        }
        Ok(splits)
    }

    /// The position of a shard: its coordinates along the mesh axes of the cuts, 0 along the others.
    fn position(&self, mesh: &Mesh, mut shard: usize) -> usize {
        let mut position = 0;
        for cut in self.list.iter().rev() {
            let step: usize = (cut.axis + 1..mesh.rank()).map(|axis| mesh.size(axis)).product();
            position += shard % cut.parts * step;
            shard /= cut.parts;
        }
        position
    }

    /// The pieces `[start, end]` of each shard, as PyTorch cuts them. The last cut is the fastest.
    fn pieces(&self) -> Result<Vec<Vec<[i64; 2]>>, LayoutError> {
        let mut shards = vec![vec![[0, self.extent]]];
        for cut in &self.list {
            let count: usize = shards.iter().map(|pieces| pieces.len() + 1).sum();
            let factor = usize::try_from(cut.factor.min(self.extent.max(1))).unwrap_or(MAX_PIECES);
            if count.saturating_mul(factor).saturating_mul(cut.parts) > MAX_PIECES {
                return Err(unread(
                    "uneven strided shards of 2^20 pieces or more are not compared",
                ));
            }
            let mut next = Vec::new();
            for pieces in &shards {
                for part in 0..cut.parts as i64 {
                    let mut held = Vec::new();
                    for chunk in 0..factor as i64 {
                        let chunk = chunked(pieces, cut.factor, chunk);
                        held.extend(chunked(&chunk, cut.parts as i64, part));
                    }
                    next.push(joined(held));
                }
            }
            shards = next;
        }
        Ok(shards)
    }
}

/// Chunk `k` of `count`, as `torch.chunk`, of the elements of these pieces.
fn chunked(pieces: &[[i64; 2]], count: i64, k: i64) -> Vec<[i64; 2]> {
    let total: i64 = pieces.iter().map(|[start, end]| end - start).sum();
    let size = (total / count) + i64::from(total % count != 0);
    let (from, mut at) = (size.saturating_mul(k), 0);
    let to = from.saturating_add(size);
    let mut found = Vec::new();
    for &[start, end] in pieces {
        let len = end - start;
        let (low, high) = ((from - at).clamp(0, len), (to - at).clamp(0, len));
        if low < high {
            found.push([start + low, start + high]);
        }
        at += len;
    }
    found
}

/// Neighbouring pieces as one.
fn joined(pieces: Vec<[i64; 2]>) -> Vec<[i64; 2]> {
    let mut out: Vec<[i64; 2]> = Vec::new();
    for piece in pieces {
        match out.last_mut() {
            Some(last) if last[1] == piece[0] => last[1] = piece[1],
            _ => out.push(piece),
        }
    }
    out
}

/// Whether a device holds these pieces of the only axis, in order.
fn holds(line: &Sharding, device: usize, pieces: &[[i64; 2]]) -> Result<bool, LayoutError> {
    let mut local = 0;
    for &[start, end] in pieces {
        let last = local + end - start - 1;
        if last >= line.local_shape(device)?[0]
            || line.global(device, &[local])?[0] != start
            || line.global(device, &[last])?[0] != end - 1
        {
            return Ok(false);
        }
        local = last + 1;
    }
    Ok(local == line.local_shape(device)?[0])
}
