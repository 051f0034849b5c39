//! Shardy's meshes and shardings: `#sdy.sharding<@mesh, [{"x"}, {"y", ?}]>`.
//!
//! | text | what becomes of it |
//! |---|---|
//! | `#sdy.mesh<["x"=2]>`, `mesh<..>`, `<..>`, `sdy.mesh @mesh = <..>` | read; the name of a mesh is read by [`SdyMesh::named`] |
//! | `device_ids=[1, 0]` | read |
//! | `#sdy.sharding<@mesh, [..]>`, `<@mesh, [..]>`, `sdy.sharding = #sdy.sharding<..>`, `mesh<..>` in place of `@mesh` | read |
//! | `"x":(1)2`, a part of a mesh axis | read; the sharding is over a mesh that has the parts as axes |
//! | `?`, `p1` | read; a sharding has them no more after [`SdySharding::closed`] |
//! | `replicated={..}`, `unreduced={..}` | read, each once |
//! | `#sdy.sharding_per_value<[..]>` | refused: each of its parts is a sharding |
//! | names of mesh axes of other bytes than letters, digits and `_`, or past 31 bytes | refused |

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, Refined, count, list, ranks, unread, unwritten};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use layout_core::{LayoutError, Operation};

/// A mesh of Shardy: `#sdy.mesh<["x"=2, "y"=4]>`, with a list of devices where they are not numbered row-major.
///
/// ```
/// use static_layout_dialects::sharding::SdyMesh;
/// let a: SdyMesh = "#sdy.mesh<[\"x\"=2, \"y\"=2], device_ids=[0, 2, 1, 3]>".parse()?;
/// assert_eq!(a.0.to_string(), "[x=2,y=2]{0,2,1,3}");
/// assert_eq!(SdyMesh("[x=2,y=4]".parse()?).to_string(), "#sdy.mesh<[\"x\"=2, \"y\"=4]>");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SdyMesh(pub Mesh);

/// The mesh of a sharding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeshRef {
    /// The name of a mesh that the module has: `@mesh`.
    Name(String),
    /// The mesh itself: `mesh<["x"=2]>`.
    Inline(SdyMesh),
}

/// An axis of a mesh, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisRef {
    /// The name.
    pub name: String,
    /// The two numbers of a part `"x":(2)4`: the product of the sizes of the parts before it, and its size.
    pub part: Option<(usize, usize)>,
}

/// How an axis of an array is cut: `{"x", "y", ?}p1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SdyDim {
    /// The mesh axes, the slowest first.
    pub axes: Vec<AxisRef>,
    /// Whether the compiler may cut it further: `?`.
    pub is_open: bool,
    /// The priority: `p1`.
    pub priority: Option<usize>,
}

/// A sharding of Shardy.
///
/// ```
/// use static_layout_dialects::sharding::{SdyMesh, SdySharding};
/// let mesh: SdyMesh = "#sdy.mesh<[\"x\"=2, \"y\"=4]>".parse()?;
/// let a: SdySharding = "#sdy.sharding<@mesh, [{\"x\"}, {\"y\", ?}]>".parse()?;
/// assert_eq!(
///     a.sharding(&mesh.0, &[5, 8]).unwrap_err().to_string(),
///     "no sharding: an open axis (`?`) may be cut further: see SdySharding::closed"
/// );
/// let closed = a.closed();
/// assert_eq!(closed.sharding(&mesh.0, &[5, 8])?.to_string(), "(5/x,8/y) on [x=2,y=4]");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SdySharding {
    /// The mesh.
    pub mesh: MeshRef,
    /// How each axis of the array is cut.
    pub dims: Vec<SdyDim>,
    /// The mesh axes along which the array stays whole.
    pub replicated: Vec<AxisRef>,
    /// The mesh axes of the terms of a sum.
    pub unreduced: Vec<AxisRef>,
}

impl SdySharding {
    /// The sharding without `?` and priorities: nothing is left to the compiler.
    pub fn closed(mut self) -> Self {
        for dim in &mut self.dims {
            (dim.is_open, dim.priority) = (false, None);
        }
        self
    }

    /// The sharding of an array of this shape. XLA pads its shards, so each holds as much as the first, or less. A mesh axis
    /// of which a part is used, `"y":(1)2`, is there as several axes, `y_0`, `y_1`, .. A mesh in the text, `mesh<["x"=2]>`, must
    /// have the axes of this one, and its devices if it lists them.
    ///
    /// ```
    /// use static_layout_dialects::sharding::{SdyMesh, SdySharding};
    /// let mesh: SdyMesh = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>".parse()?;
    /// let a: SdySharding = "<@mesh, [{\"x\"}, {\"y\":(1)2}]>".parse()?;
    /// assert_eq!(a.sharding(&mesh.0, &[5, 8])?.to_string(), "(5/x,8/y_0) on [x=2,y_0=2,y_1=2]");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for open axes, priorities, parts of mesh axes that overlap
    /// or do not divide one another, when the mesh differs from the mesh in the text; and as [`Sharding::split`].
    pub fn sharding(&self, mesh: &Mesh, shape: &[i64]) -> Result<Sharding, LayoutError> {
        ranks(self.dims.len(), shape.len())?;
        if let MeshRef::Inline(SdyMesh(own)) = &self.mesh {
            let is_axis = |k| (own.name(k), own.size(k)) == (mesh.name(k), mesh.size(k));
            let is_like = own.rank() == mesh.rank() && (0..own.rank()).all(is_axis);
            // Without a list it says nothing of the devices: so JAX prints a mesh of any.
            if !is_like || !own.is_row_major() && own != mesh {
                return Err(unread("the sharding has a mesh of its own, which is another"));
            }
        }
        if self.dims.iter().any(|dim| dim.is_open) {
            return Err(unread("an open axis (`?`) may be cut further: see SdySharding::closed"));
        }
        if self.dims.iter().any(|dim| dim.priority.is_some()) {
            return Err(unread("a priority is for the compiler: see SdySharding::closed"));
        }
        let axes = self.dims.iter().flat_map(|dim| &dim.axes);
        let axes = axes.chain(&self.replicated).chain(&self.unreduced);
        let parts = axes.map(|axis| axis.part_of(mesh)).collect::<Result<Vec<_>, _>>()?;
        let refined = Refined::new(mesh, &parts)?;
        let mut left = &parts[..];
        // The names of the next axes: those above, in the same order.
        let mut names = |axes: &[AxisRef]| -> Vec<&str> {
            let (these, rest) = left.split_at(axes.len());
            left = rest;
            these.iter().flat_map(|&part| refined.names(part)).collect()
        };
        let mut array = Sharding::replicated(&refined.mesh, shape)?;
        for (axis, dim) in self.dims.iter().enumerate() {
            array = array.split(axis, &names(&dim.axes), Split::Block)?;
        }
        let whole = names(&self.replicated);
        array = array.partial(&names(&self.unreduced), Reduce::Sum)?;
        // Refuses an axis that cuts as well. Any reduction would do: the result is dropped.
        array.clone().partial(&whole, Reduce::Sum)?;
        Ok(array)
    }

    /// Shardy's sharding with the elements of `array` on each device, over a mesh of this name.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for cyclic cuts, cuts of unlike shards, other reductions
    /// than sums, and column-major local memory.
    pub fn of(array: &Sharding, mesh: &str) -> Result<Self, LayoutError> {
        if array.order() == Order::ColumnMajor {
            return Err(unwritten("Shardy's shardings have no order of local memory"));
        }
        if array.reduce().is_some_and(|reduce| reduce != Reduce::Sum) {
            return Err(unwritten("Shardy's unreduced values are sums"));
        }
        let named = |&axis: &usize| AxisRef { name: array.mesh().name(axis).into(), part: None };
        let mut dims = Vec::new();
        for axis in 0..array.rank() {
            let mut dim = SdyDim::default();
            for (axes, split) in array.cuts(axis) {
                if split != Split::Block {
                    return Err(unwritten("Shardy cuts axes in equal padded blocks"));
                }
                dim.axes.extend(axes.iter().map(named));
            }
            dims.push(dim);
        }
        let unreduced = array.partial_axes().iter().map(named).collect();
        let mesh = MeshRef::Name(mesh.into());
        let written = Self { mesh, dims, replicated: Vec::new(), unreduced };
        if !array.holds_like(&written.sharding(array.mesh(), &array.shape())?)? {
            return Err(unwritten("Shardy cuts an axis once, in equal padded blocks"));
        }
        Ok(written)
    }
}

impl AxisRef {
    /// The number of the axis, and the product of the sizes before the part, and its size.
    fn part_of(&self, mesh: &Mesh) -> Result<(usize, usize, usize), LayoutError> {
        let axis = mesh.axis(&self.name);
        let axis = axis.map_err(|error| LayoutError::alone(Operation::Shard, error.rule()))?;
        let (before, size) = self.part.unwrap_or((1, mesh.size(axis)));
        Ok((axis, before, size))
    }
}

impl SdyMesh {
    /// Reads `sdy.mesh @mesh = <["x"=2]>`, as a module has it: the name of the mesh, and the mesh.
    ///
    /// ```
    /// use static_layout_dialects::sharding::SdyMesh;
    /// let (name, mesh) = SdyMesh::named("sdy.mesh @empty = <[], device_ids=[3]>")?;
    /// assert_eq!((name.as_str(), mesh.0.device(0)), ("empty", 3));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// For another text.
    pub fn named(text: &str) -> Result<(String, Self), LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("sdy.mesh", "`sdy.mesh @` and a name")?;
            scanner.expect("@", "`@` and the name of a mesh")?;
            let name = symbol(scanner)?;
            scanner.expect("=", "`=` and a mesh")?;
            if scanner.eat("#sdy.") {
                scanner.expect("mesh", "`mesh`")?;
            }
            Ok((name, Self(mesh(scanner)?)))
        })
    }
}

impl fmt::Display for SdyMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#sdy.{}", MeshText(&self.0))
    }
}

/// Prints `mesh<["x"=2]>`.
struct MeshText<'a>(&'a Mesh);

impl fmt::Display for MeshText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("mesh<[")?;
        for axis in 0..self.0.rank() {
            let comma = if axis > 0 { ", " } else { "" };
            write!(f, "{comma}\"{}\"={}", self.0.name(axis), self.0.size(axis))?;
        }
        f.write_str("]")?;
        if !self.0.is_row_major() {
            f.write_str(", device_ids=[")?;
            for (position, device) in self.0.devices().enumerate() {
                write!(f, "{}{device}", if position > 0 { ", " } else { "" })?;
            }
            f.write_str("]")?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for MeshRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                let plain = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
                let quote = if name.chars().all(plain) { "" } else { "\"" };
                write!(f, "@{quote}{name}{quote}")
            }
            Self::Inline(mesh) => MeshText(&mesh.0).fmt(f),
        }
    }
}

impl fmt::Display for AxisRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.name)?;
        self.part.map_or(Ok(()), |(before, size)| write!(f, ":({before}){size}"))
    }
}

impl fmt::Display for SdyDim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}", Joined(&self.axes, ", "))?;
        if self.is_open {
            f.write_str(if self.axes.is_empty() { "?" } else { ", ?" })?;
        }
        f.write_str("}")?;
        self.priority.map_or(Ok(()), |priority| write!(f, "p{priority}"))
    }
}

impl fmt::Display for SdySharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#sdy.sharding<{}, [{}]", self.mesh, Joined(&self.dims, ", "))?;
        for (name, axes) in [("replicated", &self.replicated), ("unreduced", &self.unreduced)] {
            if !axes.is_empty() {
                write!(f, ", {name}={{{}}}", Joined(axes, ", "))?;
            }
        }
        f.write_str(">")
    }
}

impl FromStr for SdyMesh {
    type Err = LayoutError;

    /// Reads `#sdy.mesh<["x"=2]>`, also without `#sdy.mesh`, and `sdy.mesh @mesh = <["x"=2]>`, whose name
    /// [`named`](Self::named) returns.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        if text.trim_start().starts_with("sdy.mesh") {
            return Self::named(text).map(|(_, mesh)| mesh);
        }
        read_whole(text, |scanner| {
            if scanner.eat("#sdy.") {
                scanner.expect("mesh", "`mesh<[` and the axes of a mesh")?;
            } else {
                scanner.eat("mesh");
            }
            mesh(scanner).map(Self)
        })
    }
}

/// Reads `@mesh`, after `@`.
fn symbol(scanner: &mut Scanner<'_>) -> Result<String, LayoutError> {
    const EXPECTED: &str = "the name of a mesh";
    if scanner.rest().starts_with('"') {
        let start = scanner.clone();
        let name = quoted(scanner, EXPECTED)?;
        // MLIR prints a name of no bytes as an invalid symbol.
        return if name.is_empty() { Err(start.clone().expected(EXPECTED)) } else { Ok(name) };
    }
    let inside = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
    let rest = scanner.rest();
    let len = rest.find(|c| !inside(c)).unwrap_or(rest.len());
    if len == 0 || rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(scanner.expected(EXPECTED));
    }
    Ok(scanner.take(len).to_string())
}

/// Reads `<["x"=2], device_ids=[1, 0]>`.
fn mesh(scanner: &mut Scanner<'_>) -> Result<Mesh, LayoutError> {
    scanner.expect("<", "`<[` and the axes of a mesh")?;
    scanner.expect("[", "`[` and the axes of a mesh")?;
    let axes = list(scanner, "]", "`,` or `]`", |scanner| {
        let name = quoted(scanner, AXIS)?;
        scanner.expect("=", "`=` and the size of a mesh axis")?;
        Ok((name, count(scanner, "the size of a mesh axis")?))
    })?;
    let axes: Vec<_> = axes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    let mesh = if scanner.eat(",") {
        scanner.expect("device_ids=[", "`device_ids=[` and devices")?;
        // Only a mesh without axes, for one device, has another device than those from 0 on.
        let most = axes.iter().fold(1_usize, |most, axis| most.saturating_mul(axis.1));
        let devices = list(scanner, "]", "`,` or `]`", |scanner| {
            let start = scanner.clone();
            let device = count(scanner, "a device")?;
            if device < most || axes.is_empty() {
                return Ok(device);
            }
            Err(start.clone().expected("the devices from 0 on, each once"))
        })?;
        Mesh::with_devices(&axes, &devices)?
    } else {
        Mesh::new(&axes)?
    };
    scanner.expect(">", "`>`")?;
    Ok(mesh)
}

impl FromStr for SdySharding {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            if scanner.eat("sdy.sharding") {
                scanner.expect("=", "`=` and a sharding")?;
            }
            if scanner.eat("#sdy.") {
                scanner.expect("sharding", "`#sdy.sharding<` and a mesh")?;
            }
            scanner.expect("<", "`#sdy.sharding<` and a mesh")?;
            let mesh = if scanner.eat("@") {
                MeshRef::Name(symbol(scanner)?)
            } else {
                scanner.expect("mesh", "`@` and the name of a mesh, or `mesh<`")?;
                MeshRef::Inline(SdyMesh(mesh(scanner)?))
            };
            scanner.expect(",", "`,` and the axes of an array")?;
            scanner.expect("[", "`[` and the axes of an array")?;
            let dims = list(scanner, "]", "`,` or `]`", dim)?;
            let mut found = Self { mesh, dims, replicated: Vec::new(), unreduced: Vec::new() };
            while !scanner.eat(">") {
                scanner.expect(",", "`,` or `>`")?;
                let start = scanner.clone();
                let axes = match scanner.word() {
                    "replicated" => &mut found.replicated,
                    "unreduced" => &mut found.unreduced,
                    _ => return Err(start.clone().expected("`replicated=` or `unreduced=`")),
                };
                if !axes.is_empty() {
                    return Err(start.clone().expected("`replicated=` and `unreduced=` once each"));
                }
                scanner.expect("=", "`=` and mesh axes")?;
                scanner.expect("{", "`{` and mesh axes")?;
                *axes = list(scanner, "}", "`,` or `}`", axis)?;
                if axes.is_empty() {
                    return Err(start.clone().expected("one mesh axis or more"));
                }
            }
            Ok(found)
        })
    }
}

/// What is expected where the name of a mesh axis is not.
const AXIS: &str = "the name of a mesh axis in quotes";

/// Reads `"x"`, or `'x'` as XLA prints it.
pub(super) fn quoted(
    scanner: &mut Scanner<'_>,
    expected: &'static str,
) -> Result<String, LayoutError> {
    let quote = if scanner.peek() == b'\'' { '\'' } else { '"' };
    // Spaces inside the quotes are part of the name.
    let name = scanner.rest().strip_prefix(quote).and_then(|rest| rest.split_once(quote));
    let (name, _) = name.ok_or_else(|| scanner.expected(expected))?;
    scanner.take(name.len() + 2);
    Ok(name.to_string())
}

/// Reads `"x"` or `"x":(1)2`.
pub(super) fn axis(scanner: &mut Scanner<'_>) -> Result<AxisRef, LayoutError> {
    let name = quoted(scanner, AXIS)?;
    let mut part = None;
    if scanner.eat(":") {
        scanner.expect("(", "`(` and the size before a part")?;
        let before = count(scanner, "the size before a part")?;
        scanner.expect(")", "`)`")?;
        part = Some((before, count(scanner, "the size of a part")?));
    }
    Ok(AxisRef { name, part })
}

/// Reads `{"x", ?}p1`.
pub(super) fn dim(scanner: &mut Scanner<'_>) -> Result<SdyDim, LayoutError> {
    scanner.expect("{", "`{` and mesh axes")?;
    let mut dim = SdyDim::default();
    while !scanner.eat("}") {
        if !dim.axes.is_empty() {
            scanner.expect(",", "`,` or `}`")?;
        }
        if scanner.eat("?") {
            dim.is_open = true;
            scanner.expect("}", "`}`")?;
            break;
        }
        dim.axes.push(axis(scanner)?);
    }
    if scanner.eat("p") {
        let digits = scanner.rest();
        if digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit()) {
            return Err(scanner.expected("a priority without zeros before it"));
        }
        dim.priority = Some(count(scanner, "a priority")?);
    }
    Ok(dim)
}
