//! Shardings of other systems: XLA's, Shardy's, DTensor's, ScaLAPACK's and MPI's, to and from the shardings of
//! `layout_core`.
//!
//! A conversion that would lose something is refused, and the refusal names the loss. The order of elements in local
//! memory is part of ScaLAPACK's and MPI's descriptions, and always row-major in the others.
//!
//! ```
//! use layout_core::sharding::Sharding;
//! use static_layout_dialects::sharding::{Darray, Descriptor, HloSharding, Placements, SdySharding};
//!
//! let a: Sharding = "(64/y,32) on [x=2,y=4]".parse()?;
//! assert_eq!(HloSharding::of(&a)?.to_string(), "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
//! assert_eq!(SdySharding::of(&a, "mesh")?.to_string(), "#sdy.sharding<@mesh, [{\"y\"}, {}]>");
//! assert_eq!(Placements::of(&a)?.to_string(), "(Replicate(), Shard(dim=0))");
//! assert_eq!(
//!     Darray::of(&a).unwrap_err().to_string(),
//!     "cannot write the sharding: MPI's darray has no copies and no partial values"
//! );
//! let blocks: Sharding = "(9/p:2,7/q:3) column-major on [p=2,q=2]".parse()?;
//! assert_eq!(Descriptor::of(&blocks)?.to_string(), "[1, 0, 9, 7, 2, 3, 0, 0, 5]");
//! # Ok::<(), layout_core::LayoutError>(())
//! ```
//!
//! The systems' rules for short shards differ: 10 elements over 2 by 2 devices are 3, 3, 3, 1 in XLA, and 3, 2, 3, 2 in
//! PyTorch, which cuts each shard again.
//!
//! ```
//! use layout_core::sharding::{Mesh, Sharding};
//! use static_layout_dialects::sharding::{HloSharding, Placements};
//!
//! let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
//! let xla = "{devices=[4]<=[4]}".parse::<HloSharding>()?.sharding(&[10], 4)?;
//! let torch = "(Shard(dim=0), Shard(dim=0))".parse::<Placements>()?.sharding(&mesh, &[10])?;
//! let sizes = |a: &Sharding| (0..4).map(|device| a.local_size(device)).collect::<Result<Vec<_>, _>>();
//! assert_eq!((sizes(&xla)?, sizes(&torch)?), (vec![3, 3, 3, 1], vec![3, 2, 3, 2]));
//! assert!(HloSharding::of(&torch).is_err());
//! # Ok::<(), layout_core::LayoutError>(())
//! ```

mod dtensor;
mod hlo;
mod mpi;
mod scalapack;
mod sdy;

pub use dtensor::{Placement, Placements};
pub use hlo::HloSharding;
pub use mpi::{Darray, Distribution, Subarray};
pub use scalapack::Descriptor;
pub use sdy::{AxisRef, MeshRef, SdyDim, SdyMesh, SdySharding};

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use layout_core::scan::Scanner;
use layout_core::sharding::{Mesh, Sharding, Split};
use layout_core::{LayoutError, Operation, Rule, ShardRule};

/// The refusal of a sharding that a system, or `layout_core`, cannot express.
fn lost(operation: Operation, what: &'static str) -> LayoutError {
    LayoutError::alone(operation, Rule::Sharding(ShardRule::Inexpressible { what }))
}

/// The refusal of a sharding that a system cannot express.
fn unwritten(what: &'static str) -> LayoutError {
    lost(Operation::WriteSharding, what)
}

/// The refusal of another system's sharding that is none here.
fn unread(what: &'static str) -> LayoutError {
    lost(Operation::Shard, what)
}

fn ranks(from: usize, to: usize) -> Result<(), LayoutError> {
    let rule = Rule::Sharding(ShardRule::Ranks { from, to });
    if from == to { Ok(()) } else { Err(LayoutError::alone(Operation::Shard, rule)) }
}

/// The cuts of an axis, where a strided cut of equal parts is the cyclic one that it is.
fn cyclic_cuts(array: &Sharding, axis: usize) -> Vec<(Vec<usize>, Split)> {
    let mut cuts = array.cuts(axis);
    if let [(_, split)] = &mut cuts[..]
        && let Split::Strided(chunks) = *split
    {
        let (extent, parts) = (array.shape()[axis], array.parts(axis) as i64);
        if extent > 0 && extent % parts == 0 && extent / parts % chunks == 0 {
            *split = Split::cyclic(extent / parts / chunks);
        }
    }
    cuts
}

/// Reads the parts of a list up to `end`, with commas between.
fn list<'a, T>(
    scanner: &mut Scanner<'a>,
    end: &str,
    expected: &'static str,
    mut part: impl FnMut(&mut Scanner<'a>) -> Result<T, LayoutError>,
) -> Result<Vec<T>, LayoutError> {
    let mut parts = Vec::new();
    scanner.list(end, expected, |scanner| {
        parts.push(part(scanner)?);
        Ok(())
    })?;
    Ok(parts)
}

/// Reads `[1,2]`.
fn integers(scanner: &mut Scanner<'_>) -> Result<Vec<i64>, LayoutError> {
    scanner.expect("[", "`[` and a list of integers")?;
    list(scanner, "]", "`,` or `]`", |scanner| scanner.integer("an integer or `]`"))
}

/// Reads an integer that counts something.
fn count(scanner: &mut Scanner<'_>, expected: &'static str) -> Result<usize, LayoutError> {
    usize::try_from(scanner.natural(expected)?).map_err(|_| scanner.expected(expected))
}

/// A mesh whose axes end wherever a part of one ends.
struct Refined {
    mesh: Mesh,
    /// For each axis that there was: its axes now, as the product of the sizes before each, its size, and its name.
    axes: Vec<Vec<(usize, usize, String)>>,
}

impl Refined {
    /// The mesh with an axis for each part `(axis, before, size)`, where `before` is the product of the sizes of slower parts.
    ///
    /// # Errors
    /// For parts that are not whole: those that overlap in part, or whose sizes do not divide the axis.
    fn new(mesh: &Mesh, parts: &[(usize, usize, usize)]) -> Result<Self, LayoutError> {
        let mut refined = Self { mesh: mesh.clone(), axes: Vec::new() };
        for axis in 0..mesh.rank() {
            let (name, size) = (mesh.name(axis), mesh.size(axis));
            let mut ends = Vec::from([1, size]);
            for &(_, before, part) in parts.iter().filter(|part| part.0 == axis) {
                ends.extend([before, before.saturating_mul(part)]);
            }
            ends.sort_unstable();
            ends.dedup();
            let is_inside = ends[0] > 0 && ends.last() == Some(&size);
            if !is_inside || ends.windows(2).any(|pair| pair[1] % pair[0] != 0) {
                return Err(unread(
                    "the parts of a mesh axis do not divide one another, or the axis",
                ));
            }
            let mut axes = Vec::new();
            for pair in ends.windows(2) {
                let mut part = format!("{name}_{}", axes.len());
                while mesh.axis(&part).is_ok() {
                    part.push('_');
                }
                axes.push((pair[0], pair[1] / pair[0], part));
            }
            if axes.len() > 1 {
                let sizes: Vec<_> = axes.iter().map(|(_, size, name)| (&**name, *size)).collect();
                refined.mesh = refined.mesh.refined(name, &sizes)?;
            } else {
                axes = Vec::from([(1, size, String::from(name))]);
            }
            refined.axes.push(axes);
        }
        Ok(refined)
    }

    /// The names of the axes of a part, the slowest first.
    fn names(&self, (axis, before, size): (usize, usize, usize)) -> impl Iterator<Item = &str> {
        let inside = move |part: &&(usize, usize, String)| {
            part.0 >= before && part.0 * part.1 <= before * size
        };
        self.axes[axis].iter().filter(inside).map(|(_, _, name)| &**name)
    }
}

/// Prints the parts of a list with a text between them.
struct Joined<'a, T>(&'a [T], &'static str);

impl<T: fmt::Display> fmt::Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, part) in self.0.iter().enumerate() {
            f.write_str(if k > 0 { self.1 } else { "" })?;
            part.fmt(f)?;
        }
        Ok(())
    }
}
