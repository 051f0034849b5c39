//! Meshes and shardings as text.
//!
//! ```text
//! sharding = shape [reduce axes] ["column-major"] "on" mesh
//! shape    = "(" [axis {"," axis}] ")"
//! axis     = extent {"/" axes [":" block ["+" first] | "*" chunks]}
//! axes     = name | "(" name {"," name} ")"
//! reduce   = "sum" | "product" | "min" | "max" | "average"
//! mesh     = "[" [name "=" size {"," name "=" size}] "]" [layout | "{" device {"," device} "}"]
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::array::{Order, Reduce, Sharding};
use super::cut::Split;
use super::mesh::Mesh;
use crate::error::LayoutError;
use crate::notation::scan::{Scanner, read_whole};
use crate::value::Layout;

const REDUCTIONS: [Reduce; 5] =
    [Reduce::Sum, Reduce::Product, Reduce::Min, Reduce::Max, Reduce::Average];
const COLUMN_MAJOR: &str = "column-major";

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for axis in 0..self.rank() {
            let comma = if axis > 0 { "," } else { "" };
            write!(f, "{comma}{}={}", self.name(axis), self.size(axis))?;
        }
        f.write_str("]")?;
        if self.is_row_major() {
            return Ok(());
        }
        match self.layout() {
            Some(layout) => layout.fmt(f),
            None => {
                for (k, device) in self.devices().enumerate() {
                    write!(f, "{}{device}", if k > 0 { "," } else { "{" })?;
                }
                f.write_str("}")
            }
        }
    }
}

crate::value::text::debug_as_display!(Mesh);

/// Prints names of mesh axes: one alone, several in parentheses.
struct Names<'a>(&'a Mesh, &'a [usize]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(mesh, axes) = *self;
        if let [axis] = *axes {
            return f.write_str(mesh.name(axis));
        }
        for (k, &axis) in axes.iter().enumerate() {
            write!(f, "{}{}", if k > 0 { "," } else { "(" }, mesh.name(axis))?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (axis, extent) in self.shape().iter().enumerate() {
            write!(f, "{}{extent}", if axis > 0 { "," } else { "" })?;
            for (axes, split) in self.cuts(axis) {
                write!(f, "/{}", Names(&self.mesh, &axes))?;
                match split {
                    Split::Block => {}
                    Split::Cyclic { block, first: 0 } => write!(f, ":{block}")?,
                    Split::Cyclic { block, first } => write!(f, ":{block}+{first}")?,
                    Split::Strided(chunks) => write!(f, "*{chunks}")?,
                }
            }
        }
        f.write_str(")")?;
        if let Some(reduce) = self.reduce {
            write!(f, " {} {}", reduce.name(), Names(&self.mesh, &self.partial))?;
        }
        if self.order == Order::ColumnMajor {
            write!(f, " {COLUMN_MAJOR}")?;
        }
        write!(f, " on {}", self.mesh)
    }
}

crate::value::text::debug_as_display!(Sharding);

impl FromStr for Mesh {
    type Err = LayoutError;

    /// Reads `[x=2,y=4]`, with a layout `(2,4):(1,2)` or a list of devices `{0,2,1,3}` after it.
    ///
    /// ```
    /// use layout_core::sharding::Mesh;
    /// let a: Mesh = "[x=2,y=2](2,2):(1,2)".parse()?;
    /// assert!(a.devices().eq([0, 2, 1, 3]));
    /// assert_eq!(a, "[x=2,y=2]{0,2,1,3}".parse()?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, mesh)
    }
}

impl FromStr for Sharding {
    type Err = LayoutError;

    /// Reads what `Display` prints.
    ///
    /// ```
    /// use layout_core::sharding::Sharding;
    /// let text = "(100/x/y,64/z:8+1) sum (v,w) column-major on [v=2,w=2,x=2,y=3,z=4]";
    /// assert_eq!(text.parse::<Sharding>()?.to_string(), text);
    /// let refused = "(100/x) on [y=2]".parse::<Sharding>().unwrap_err();
    /// assert_eq!(refused.to_string(), "no sharding: the mesh has no axis x");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, sharding)
    }
}

fn mesh(scanner: &mut Scanner<'_>) -> Result<Mesh, LayoutError> {
    scanner.expect("[", "`[` and the axes of a mesh")?;
    let mut axes = Vec::new();
    scanner.list("]", "`,` or `]`", |scanner| {
        let name = name(scanner)?;
        scanner.expect("=", "`=` and the size of a mesh axis")?;
        axes.push((name, natural(scanner, "the size of a mesh axis")?));
        Ok(())
    })?;
    if scanner.eat("{") {
        let mut devices = Vec::new();
        scanner.list("}", "`,` or `}`", |scanner| {
            devices.push(natural(scanner, "a device or `}`")?);
            Ok(())
        })?;
        return Mesh::with_devices(&axes, &devices);
    }
    if scanner.peek() == 0 {
        return Mesh::new(&axes);
    }
    let (first, rest) = (scanner.position(), scanner.rest());
    let layout = Layout::parse(scanner.take(rest.len())).map_err(|error| error.moved(first))?;
    let names: Vec<&str> = axes.iter().map(|&(name, _)| name).collect();
    let mesh = Mesh::with_layout(&names, &layout)?;
    // The sizes of the layout are those before it.
    mesh.has_sizes(&Mesh::new(&axes)?)?;
    Ok(mesh)
}

fn sharding(scanner: &mut Scanner<'_>) -> Result<Sharding, LayoutError> {
    scanner.expect("(", "`(` and the extents of an array")?;
    let (mut shape, mut cuts) = (Vec::new(), Vec::new());
    scanner.list(")", "`,`, `/` or `)`", |scanner| {
        let axis = shape.len();
        shape.push(scanner.natural("an extent or `)`")?);
        while scanner.eat("/") {
            let axes = names(scanner)?;
            let mut split = Split::Block;
            if scanner.eat(":") {
                let block = scanner.natural("the elements of a block")?;
                let plus = scanner.eat("+");
                let first = if plus { natural(scanner, "the first shard")? } else { 0 };
                split = Split::Cyclic { block, first };
            } else if scanner.eat("*") {
                split = Split::Strided(scanner.natural("the number of chunks")?);
            }
            cuts.push((axis, axes, split));
        }
        Ok(())
    })?;
    let reduce = REDUCTIONS.into_iter().find(|reduce| scanner.eat(reduce.name()));
    let partial = if reduce.is_some() { names(scanner)? } else { Vec::new() };
    let order = if scanner.eat(COLUMN_MAJOR) { Order::ColumnMajor } else { Order::RowMajor };
    scanner.expect("on", "`on` and a mesh")?;
    let mut array = Sharding::replicated(&mesh(scanner)?, &shape)?.with_order(order);
    for (axis, axes, split) in cuts {
        array = array.split(axis, &axes, split)?;
    }
    reduce.map_or(Ok(array.clone()), |reduce| array.partial(&partial, reduce))
}

/// Reads the name of a mesh axis.
fn name<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, LayoutError> {
    let name = scanner.word();
    if name.is_empty() { Err(scanner.expected("the name of a mesh axis")) } else { Ok(name) }
}

/// Reads one name, or several in parentheses.
fn names<'a>(scanner: &mut Scanner<'a>) -> Result<Vec<&'a str>, LayoutError> {
    if !scanner.eat("(") {
        return Ok(Vec::from([name(scanner)?]));
    }
    let mut names = Vec::new();
    scanner.list(")", "`,` or `)`", |scanner| {
        names.push(name(scanner)?);
        Ok(())
    })?;
    Ok(names)
}

fn natural(scanner: &mut Scanner<'_>, expected: &'static str) -> Result<usize, LayoutError> {
    usize::try_from(scanner.natural(expected)?).map_err(|_| scanner.expected(expected))
}
