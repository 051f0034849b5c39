//! Shardy's meshes and shardings: `#sdy.sharding<@mesh, [{"x"}, {"y", ?}]>`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, count, list, ranks, unread, unwritten};
use layout_core::LayoutError;
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};

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

    /// The sharding of an array of this shape. XLA pads its shards, so each holds as much as the first, or less.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for open axes, priorities and parts of mesh axes, and as
    /// [`Sharding::split`].
    pub fn sharding(&self, mesh: &Mesh, shape: &[i64]) -> Result<Sharding, LayoutError> {
        ranks(self.dims.len(), shape.len())?;
        if self.dims.iter().any(|dim| dim.is_open) {
            return Err(unread("an open axis (`?`) may be cut further: see SdySharding::closed"));
        }
        if self.dims.iter().any(|dim| dim.priority.is_some()) {
            return Err(unread("a priority is for the compiler: see SdySharding::closed"));
        }
        let mut array = Sharding::replicated(mesh, shape)?;
        for (axis, dim) in self.dims.iter().enumerate() {
            array = array.split(axis, &names(&dim.axes)?, Split::Block)?;
        }
        array = array.partial(&names(&self.unreduced)?, Reduce::Sum)?;
        // Refuses an axis that is not there, or that cuts as well.
        array.clone().partial(&names(&self.replicated)?, Reduce::Sum)?;
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

/// The names of whole axes.
fn names(axes: &[AxisRef]) -> Result<Vec<&str>, LayoutError> {
    if axes.iter().any(|axis| axis.part.is_some()) {
        return Err(unread(
            "a part of a mesh axis, such as \"x\":(1)2, is no axis: refine the mesh",
        ));
    }
    Ok(axes.iter().map(|axis| axis.name.as_str()).collect())
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
        if !self.0.devices().eq(0..self.0.device_count()) {
            let devices: Vec<usize> = self.0.devices().collect();
            write!(f, ", device_ids=[{}]", Joined(&devices, ", "))?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for MeshRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "@{name}"),
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

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("#sdy.", "`#sdy.mesh<[` and the axes of a mesh")?;
            mesh(scanner).map(Self)
        })
    }
}

/// Reads `mesh<["x"=2], device_ids=[1, 0]>`.
fn mesh(scanner: &mut Scanner<'_>) -> Result<Mesh, LayoutError> {
    scanner.expect("mesh<[", "`mesh<[` and the axes of a mesh")?;
    let axes = list(scanner, "]", "`,` or `]`", |scanner| {
        let name = quoted(scanner)?;
        scanner.expect("=", "`=` and the size of a mesh axis")?;
        Ok((name, count(scanner, "the size of a mesh axis")?))
    })?;
    let axes: Vec<_> = axes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    let mesh = if scanner.eat(",") {
        scanner.expect("device_ids=[", "`device_ids=[` and devices")?;
        let devices = list(scanner, "]", "`,` or `]`", |scanner| count(scanner, "a device"))?;
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
            scanner.expect("#sdy.sharding<", "`#sdy.sharding<` and a mesh")?;
            let mesh = if scanner.eat("@") {
                MeshRef::Name(scanner.word().to_string())
            } else {
                MeshRef::Inline(SdyMesh(mesh(scanner)?))
            };
            scanner.expect(",", "`,` and the axes of an array")?;
            scanner.expect("[", "`[` and the axes of an array")?;
            let dims = list(scanner, "]", "`,` or `]`", dim)?;
            let mut found = Self { mesh, dims, replicated: Vec::new(), unreduced: Vec::new() };
            while !scanner.eat(">") {
                scanner.expect(",", "`,` or `>`")?;
                let axes = if scanner.eat("replicated=") {
                    &mut found.replicated
                } else if scanner.eat("unreduced=") {
                    &mut found.unreduced
                } else {
                    return Err(scanner.expected("`replicated=`, `unreduced=` or `>`"));
                };
                scanner.expect("{", "`{` and mesh axes")?;
                *axes = list(scanner, "}", "`,` or `}`", axis)?;
            }
            Ok(found)
        })
    }
}

/// Reads `"x"`.
fn quoted(scanner: &mut Scanner<'_>) -> Result<String, LayoutError> {
    const EXPECTED: &str = "the name of a mesh axis in quotes";
    scanner.expect("\"", EXPECTED)?;
    let rest = scanner.rest();
    let Some(len) = rest.find('"') else { return Err(scanner.expected(EXPECTED)) };
    let name = scanner.take(len).to_string();
    scanner.expect("\"", EXPECTED)?;
    Ok(name)
}

/// Reads `"x"` or `"x":(1)2`.
fn axis(scanner: &mut Scanner<'_>) -> Result<AxisRef, LayoutError> {
    let name = quoted(scanner)?;
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
fn dim(scanner: &mut Scanner<'_>) -> Result<SdyDim, LayoutError> {
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
        dim.priority = Some(count(scanner, "a priority")?);
    }
    Ok(dim)
}
