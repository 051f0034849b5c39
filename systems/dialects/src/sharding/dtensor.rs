//! PyTorch's placements: `(Shard(dim=0), Replicate(), Partial(sum))`.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, list, ranks, unread, unwritten};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

/// What an axis of a mesh does with a `DTensor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// `Shard(dim)`: `torch.chunk` of the part that the mesh axes before have left. A negative dimension counts from
    /// the end.
    Shard(i64),
    /// `_StridedShard(dim, split_factor)`: a cut that comes after the cuts of later mesh axes, whose sizes multiply to
    /// the factor.
    Strided(i64, i64),
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
    /// The sharding of a tensor of this shape over a mesh.
    ///
    /// # Errors
    /// [`ShardRule::Ranks`] for another number of mesh axes, [`ShardRule::NoArrayAxis`], and
    /// [`ShardRule::Inexpressible`] for strided cuts that are uneven, or of a factor that no order of cuts has.
    pub fn sharding(&self, mesh: &Mesh, shape: &[i64]) -> Result<Sharding, LayoutError> {
        ranks(self.0.len(), mesh.rank())?;
        let rank = shape.len();
        let mut array = Sharding::replicated(mesh, shape)?;
        let mut orders: Vec<Vec<usize>> = shape.iter().map(|_| Vec::new()).collect();
        let mut strided: Vec<bool> = shape.iter().map(|_| false).collect();
        // A cut comes after the cuts of later mesh axes whose sizes multiply to its factor, so the last one is placed
        // first.
        for (axis, placement) in self.0.iter().enumerate().rev() {
            let (dim, factor) = match *placement {
                Placement::Shard(dim) => (dim, 1),
                Placement::Strided(dim, factor) => (dim, factor),
                Placement::Replicate => continue,
                Placement::Partial(reduce) => {
                    array = array.partial(&[mesh.name(axis)], reduce)?;
                    continue;
                }
            };
            let dim = if dim < 0 { dim + rank as i64 } else { dim };
            let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < rank) else {
                let rule = ShardRule::NoArrayAxis { axis: dim.unsigned_abs() as usize, rank };
                return Err(LayoutError::alone(Operation::Shard, Rule::Sharding(rule)));
            };
            let order = &mut orders[dim];
            let (mut at, mut before) = (0, 1_i64);
            while before < factor && at < order.len() {
                before = before.saturating_mul(mesh.size(order[at]) as i64);
                at += 1;
            }
            if before != factor {
                return Err(unread(
                    "the split factor is no product of the sizes of later mesh axes",
                ));
            }
            order.insert(at, axis);
            strided[dim] |= factor > 1;
        }
        for (dim, order) in orders.iter().enumerate() {
            for &axis in order {
                array = array.split(dim, &[mesh.name(axis)], Split::Block)?;
            }
            if strided[dim] && shape[dim] % array.parts(dim) as i64 != 0 {
                return Err(unread("a strided shard of unequal parts has pieces in two places"));
            }
        }
        Ok(array)
    }

    /// The placements with the elements of `array` on each device.
    ///
    /// # Errors
    /// [`ShardRule::Inexpressible`] for cyclic cuts, cuts over several mesh axes at once that are uneven, and column-major
    /// local memory.
    pub fn of(array: &Sharding) -> Result<Self, LayoutError> {
        if array.order() == Order::ColumnMajor {
            return Err(unwritten("placements have no order of local memory"));
        }
        let mesh = array.mesh();
        let mut placements: Vec<Placement> =
            (0..mesh.rank()).map(|_| Placement::Replicate).collect();
        for dim in 0..array.rank() {
            let mut order = Vec::new();
            for (axes, split) in array.cuts(dim) {
                if split != Split::Block {
                    return Err(unwritten("placements cut a dimension in blocks"));
                }
                order.extend(axes);
            }
            for (at, &axis) in order.iter().enumerate() {
                let later = order[..at].iter().filter(|&&before| before > axis);
                let factor: usize = later.map(|&before| mesh.size(before)).product();
                placements[axis] = match factor {
                    1 => Placement::Shard(dim as i64),
                    _ => Placement::Strided(dim as i64, factor as i64),
                };
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
            Self::Replicate => f.write_str("Replicate()"),
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

    /// Reads a tuple or a list, as Python prints it or as a program has it: `[Shard(0), Replicate(), Partial("sum")]`.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let end = if scanner.eat("[") { "]" } else { ")" };
            if end == ")" {
                scanner.expect("(", "`(` or `[` and placements")?;
            }
            let mut placements = Vec::new();
            while !scanner.eat(end) {
                placements.push(placement(scanner)?);
                if !scanner.eat(",") {
                    scanner.expect(end, "`,` or the end of the placements")?;
                    break;
                }
            }
            Ok(Self(placements))
        })
    }
}

fn placement(scanner: &mut Scanner<'_>) -> Result<Placement, LayoutError> {
    let start = scanner.clone();
    let name = scanner.word();
    if !["Shard", "_StridedShard", "Replicate", "Partial"].contains(&name) {
        return Err(start.clone().expected("`Shard`, `_StridedShard`, `Replicate` or `Partial`"));
    }
    scanner.expect("(", "`(`")?;
    if name == "Partial" {
        let quote = ["\"", "'"].into_iter().find(|quote| scanner.eat(quote)).unwrap_or("");
        let start = scanner.clone();
        let reduce = match scanner.word() {
            "sum" | "" => Reduce::Sum,
            "product" => Reduce::Product,
            "min" => Reduce::Min,
            "max" => Reduce::Max,
            _ => return Err(start.clone().expected("`sum`, `product`, `min` or `max`")),
        };
        scanner.expect(quote, "a quote")?;
        scanner.expect(")", "`)`")?;
        return Ok(Placement::Partial(reduce));
    }
    let numbers = list(scanner, ")", "`,` or `)`", |scanner| {
        for key in ["dim=", "sf=", "split_factor="] {
            if scanner.eat(key) {
                break;
            }
        }
        scanner.integer("an integer")
    })?;
    match (name, &numbers[..]) {
        ("Replicate", []) => Ok(Placement::Replicate),
        ("Shard", &[dim]) => Ok(Placement::Shard(dim)),
        ("_StridedShard", &[dim, factor]) if factor > 0 => Ok(Placement::Strided(dim, factor)),
        _ => Err(start.clone().expected("a placement with its numbers")),
    }
}
