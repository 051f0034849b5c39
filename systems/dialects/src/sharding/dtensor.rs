//! PyTorch's placements: `(Shard(dim=0), Replicate(), Partial(sum))`.
//!
//! | text | what becomes of it |
//! |---|---|
//! | `Shard(0)`, `Shard(dim=0)`, `S(0)` | read |
//! | `_StridedShard(dim=0, sf=2)`, `split_factor=2`, `_S(0, 2)` | read: of every extent and factor, up to 2^20 blocks of all devices |
//! | `S(0)[1]`, the order in which the cuts of a dimension are made | read |
//! | `Replicate()`, `R` | read |
//! | `Partial(sum)`, `Partial("avg")`, `reduce_op="max"`, `P(min)` | read: `sum`, `avg`, `product`, `min`, `max` |
//! | `P`, as older versions print every reduction | refused: it does not say which |
//! | `_MaskPartial(..)`, `MaskP(..)` | refused: which rows are masked is not in the text |
//! | two reductions, `Partial(sum)` next to `Partial(max)` | refused: a sharding has one |
//! | another reduction, such as `premul_sum`; another key; a key twice | refused |

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, Refined, ranks, unread, unwritten};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

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
    /// The sharding of a tensor of this shape over a mesh. Strided cuts of equal parts become cuts one after the other, or
    /// round-robin. A mesh axis is there as several, `tp_0`, `tp_1`, .., where one of another axis comes between. Strided cuts of
    /// other parts are [`Split::Strided`].
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
    /// // Chunks 0..5 and 5..9, of which the first device has a part of two elements each.
    /// let uneven = fsdp.sharding(&Mesh::new(&[("dp", 4), ("tp", 2)])?, &[9])?;
    /// assert_eq!(uneven.to_string(), "(9/dp*2/tp) on [dp=4,tp=2]");
    /// assert!(uneven.ranges(0, 0)?.eq([0..2]) && uneven.ranges(1, 0)?.eq([5..6]));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ShardRule::Ranks`] for another number of mesh axes, [`ShardRule::NoArrayAxis`],
    /// [`ShardRule::Inexpressible`] for split factors below 1, [`ShardRule::Reductions`] for partial values of two
    /// reductions, and [`ShardRule::TooMany`] for more than `2^20` blocks of all devices.
    pub fn sharding(&self, mesh: &Mesh, shape: &[i64]) -> Result<Sharding, LayoutError> {
        ranks(self.0.len(), mesh.rank())?;
        let rank = shape.len();
        let mut cuts: Vec<Cuts> = shape.iter().map(|&extent| Cuts::new(extent)).collect();
        for (axis, placement) in self.0.iter().enumerate() {
            let (dim, factor, turn) = match *placement {
                Placement::Shard(dim) => (dim, 1, None),
                Placement::Strided(_, ..1) => return Err(unread("a split factor is below 1")),
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
            cuts.find_digits(mesh)?;
        }
        let parts: Vec<_> = cuts.iter().flat_map(|cuts| &cuts.digits).filter_map(part).collect();
        let refined = Refined::new(mesh, &parts)?;
        let mut array = Sharding::replicated(&refined.mesh, shape)?;
        for (dim, cuts) in cuts.iter().enumerate() {
            array = cuts.cut(array, dim, mesh, &refined)?;
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
            // The other cuts that come before a cut, by mesh axis.
            let mut before = Vec::new();
            for (axes, split) in array.cuts(dim) {
                let blocks = match split {
                    Split::Block => 1,
                    Split::Strided(chunks) => chunks,
                    Split::Cyclic { block, first: 0 } => {
                        let period = block.saturating_mul(array.parts(dim) as i64);
                        (array.shape()[dim].max(1) - 1) / period + 1
                    }
                    Split::Cyclic { .. } => {
                        return Err(unwritten("placements have the first block on the first part"));
                    }
                };
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
        // Older versions print so whichever it is.
        "P" => {
            if !scanner.eat("(") || scanner.eat(")") {
                return Err(unread("`P` does not name its reduction: write `P(sum)`"));
            }
            Placement::Partial(reduction(scanner)?)
        }
        "Partial" => {
            scanner.expect("(", "`(`")?;
            Placement::Partial(reduction(scanner)?)
        }
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

/// Reads `sum)`, `"sum")`, `reduce_op="sum")` or `)`.
fn reduction(scanner: &mut Scanner<'_>) -> Result<Reduce, LayoutError> {
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
    /// The index as digits, the slowest first, of which the last has the elements that lie together. Without a digit the cuts
    /// stay those of the list.
    digits: Vec<Digit>,
    /// The elements of a block, where the digits deal blocks round-robin.
    block: i64,
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

impl Digit {
    const fn size(&self) -> i64 {
        match *self {
            Self::Local(size) => size,
            Self::Axis { size, .. } => size as i64,
        }
    }
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
        Self { extent, list: Vec::new(), digits: Vec::new(), block: 1 }
    }

    /// Brings the cuts into their order.
    fn order(&mut self) -> Result<(), LayoutError> {
        if self.list.iter().all(|cut| cut.turn.is_none()) {
            return Ok(());
        }
        self.list.sort_by_key(|cut| cut.turn);
        let mut each = self.list.iter().enumerate();
        if each.all(|(k, cut)| cut.turn == Some(k)) {
            return Ok(());
        }
        Err(unread("the cuts of a dimension have the numbers from 0 on, each once"))
    }

    /// Cuts a dimension of an array over a mesh, which `refined` is a refinement of.
    fn cut(
        &self,
        mut array: Sharding,
        dim: usize,
        mesh: &Mesh,
        refined: &Refined,
    ) -> Result<Sharding, LayoutError> {
        if self.digits.is_empty() {
            for cut in &self.list {
                array = array.split(dim, &[mesh.name(cut.axis)], Split::Strided(cut.factor))?;
            }
            return Ok(array);
        }
        // The names of the parts between which blocks are dealt, after the first local digit.
        let (mut blocks, mut dealt) = (false, Vec::new());
        for digit in &self.digits {
            match part(digit) {
                None => blocks = true,
                Some(part) if blocks => dealt.extend(refined.names(part)),
                Some(part) => {
                    let names: Vec<&str> = refined.names(part).collect();
                    array = array.split(dim, &names, Split::Block)?;
                }
            }
        }
        array.split(dim, &dealt, Split::cyclic(self.block))
    }

    /// Finds the digits of strided cuts where they give each device the same elements.
    fn find_digits(&mut self, mesh: &Mesh) -> Result<(), LayoutError> {
        if self.list.iter().all(|cut| cut.factor == 1) {
            return Ok(());
        }
        let Some(mut digits) = self.equal_digits() else { return Ok(()) };
        // Blocks at several periods are no cyclic cut: local digits before one part of the mesh and after another.
        let last = digits.iter().rposition(|digit| part(digit).is_some()).map_or(0, |k| k + 1);
        let after = digits.split_off(last);
        let first = digits.iter().position(|digit| part(digit).is_none()).unwrap_or(last);
        let end = digits[first..].iter().position(|digit| part(digit).is_some()).unwrap_or(0);
        if digits[first + end..].iter().any(|digit| part(digit).is_none()) {
            return Ok(());
        }
        let size = |digits: &[Digit]| {
            digits.iter().fold(1_i128, |size, digit| size.saturating_mul(digit.size().into()))
        };
        let inside = size(&digits);
        if i128::from(self.extent) % inside.saturating_mul(size(&after)) == 0 {
            self.block = ((i128::from(self.extent) / inside) as i64).max(1);
            self.digits = digits;
            return Ok(());
        }
        // Parts of other sizes may still be equal on each device, such as the last part of a cut after another.
        let line = |cuts: &Self| {
            let parts: Vec<_> = cuts.digits.iter().filter_map(part).collect();
            let refined = Refined::new(mesh, &parts)?;
            let line = Sharding::replicated(&refined.mesh, &[self.extent])?;
            cuts.cut(line, 0, mesh, &refined)
        };
        let strided = line(self)?;
        let block =
            strided.ranges(mesh.device(0), 0)?.next().map_or(1, |first| first.end - first.start);
        let equal = Self { extent: self.extent, list: Vec::new(), digits, block };
        if line(&equal).and_then(|line| line.holds_like(&strided)).unwrap_or(false) {
            (self.digits, self.block) = (equal.digits, block);
        }
        Ok(())
    }

    /// The digits where all parts are equal: each cut takes those of the local index after its factor. `None` where a factor ends
    /// inside the part of a mesh axis, or of another factor.
    fn equal_digits(&self) -> Option<Vec<Digit>> {
        let mut digits: Vec<Digit> = Vec::new();
        for cut in &self.list {
            let (mut at, mut left) = (0, cut.factor);
            // The local digits before the factor.
            while left > 1 {
                match digits.get(at).copied() {
                    Some(Digit::Axis { .. }) => {}
                    Some(Digit::Local(size)) if left % size == 0 => left /= size,
                    Some(Digit::Local(size)) if size % left == 0 => {
                        digits[at] = Digit::Local(left);
                        digits.insert(at + 1, Digit::Local(size / left));
                        left = 1;
                    }
                    Some(Digit::Local(_)) => return None,
                    None => {
                        digits.push(Digit::Local(left));
                        left = 1;
                    }
                }
                at += 1;
            }
            // Those that the cut takes.
            let (axis, mut before, mut left) = (cut.axis, 1, cut.parts);
            loop {
                let digit = Digit::Axis { axis, before, size: left };
                match digits.get(at).copied() {
                    Some(Digit::Axis { .. }) => {}
                    Some(Digit::Local(size)) if size % left as i64 == 0 => {
                        digits[at] = Digit::Local(size / left as i64);
                        digits.insert(at, digit);
                        break;
                    }
                    Some(Digit::Local(size)) if left as i64 % size == 0 => {
                        let size = size as usize;
                        digits[at] = Digit::Axis { axis, before, size };
                        (before, left) = (before * size, left / size);
                    }
                    Some(Digit::Local(_)) => return None,
                    None => {
                        digits.push(digit);
                        break;
                    }
                }
                at += 1;
            }
            digits.retain(|digit| !matches!(digit, Digit::Local(1)));
        }
        Some(digits)
    }
}
