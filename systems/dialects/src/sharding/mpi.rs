//! MPI's derived datatypes of distributed arrays: `MPI_Type_create_darray` and `MPI_Type_create_subarray`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Joined, cyclic_cuts, integers, list, ranks, unread, unwritten};
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::{Mesh, Order, Sharding, Split};
use layout_core::{IntTuple, Layout, LayoutError};

/// How MPI cuts a dimension. `None` as a number is `MPI_DISTRIBUTE_DFLT_DARG`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// `MPI_DISTRIBUTE_BLOCK`: by default `ceil(n / p)` elements for each process.
    Block(Option<i64>),
    /// `MPI_DISTRIBUTE_CYCLIC`: by default blocks of 1.
    Cyclic(Option<i64>),
    /// `MPI_DISTRIBUTE_NONE`: one process along the dimension.
    None,
}

/// The arguments of `MPI_Type_create_darray` that all processes share.
///
/// ```
/// use static_layout_dialects::sharding::Darray;
/// let a: Darray = "darray(sizes=[9,7], distribs=[block,cyclic(2)], procs=[2,3], order=F)".parse()?;
/// let sharding = a.sharding()?;
/// assert_eq!(sharding.to_string(), "(9/p0,7/p1:2) column-major on [p0=2,p1=3]");
/// assert_eq!(Darray::of(&sharding)?, a);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Darray {
    /// The sizes of the array, `array_of_gsizes`.
    pub sizes: Vec<i64>,
    /// The cut of each dimension, `array_of_distribs` and `array_of_dargs`.
    pub distributions: Vec<Distribution>,
    /// The processes along each dimension, `array_of_psizes`. Ranks are row-major in them, whatever the order.
    pub processes: Vec<i64>,
    /// `MPI_ORDER_C` or `MPI_ORDER_FORTRAN`, of the array and of local memory.
    pub order: Order,
}

impl Darray {
    /// The sharding, over a mesh with the axes `p0`, `p1`, .. and ranks as devices.
    ///
    /// # Errors
    /// [`Ranks`](layout_core::ShardRule::Ranks) for lists of unlike lengths,
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for blocks too small for the dimension, several processes
    /// along one that is not cut, and as [`Sharding::split`].
    pub fn sharding(&self) -> Result<Sharding, LayoutError> {
        ranks(self.sizes.len(), self.distributions.len())?;
        ranks(self.sizes.len(), self.processes.len())?;
        let names: Vec<String> = (0..self.sizes.len()).map(|axis| format!("p{axis}")).collect();
        let mut axes = Vec::new();
        for (name, &size) in names.iter().zip(&self.processes) {
            let size =
                usize::try_from(size).map_err(|_| unread("a number of processes is negative"))?;
            axes.push((name.as_str(), size));
        }
        let mesh = Mesh::new(&axes)?;
        let mut array = Sharding::replicated(&mesh, &self.sizes)?.with_order(self.order);
        for (axis, distribution) in self.distributions.iter().enumerate() {
            let (name, size) = axes[axis];
            let split = match *distribution {
                Distribution::None if size != 1 => {
                    return Err(unread("a dimension that is not cut has one process"));
                }
                Distribution::None => continue,
                Distribution::Block(None) => Split::Block,
                Distribution::Block(Some(block)) => {
                    if block.saturating_mul(size as i64) < self.sizes[axis] {
                        return Err(unread("the blocks do not cover the dimension"));
                    }
                    Split::cyclic(block)
                }
                Distribution::Cyclic(block) => Split::cyclic(block.unwrap_or(1)),
            };
            array = array.split(axis, &[name], split)?;
        }
        Ok(array)
    }

    /// The arguments for a sharding whose devices are ranks from 0 on.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for copies and partial values, several cuts of a
    /// dimension, a strided cut of unlike blocks, a first block that is not on the first process, and ranks that are not row-major in the dimensions.
    pub fn of(array: &Sharding) -> Result<Self, LayoutError> {
        let mut distributions = Vec::new();
        let processes = (0..array.rank()).map(|axis| array.parts(axis) as i64).collect();
        for axis in 0..array.rank() {
            distributions.push(match cyclic_cuts(array, axis)[..] {
                [] => Distribution::None,
                [(_, Split::Block)] => Distribution::Block(None),
                [(_, Split::Cyclic { block, first: 0 })] => Distribution::Cyclic(Some(block)),
                [(_, Split::Cyclic { .. })] => {
                    return Err(unwritten("MPI's first block is on the first process"));
                }
                [(_, Split::Strided(_))] => {
                    return Err(unwritten("MPI's blocks have one size"));
                }
                _ => return Err(unwritten("MPI cuts a dimension once")),
            });
        }
        let sizes = array.shape().to_vec();
        let written = Self { sizes, distributions, processes, order: array.order() };
        let again = written.sharding()?;
        if again.mesh().device_count() != array.mesh().device_count() {
            return Err(unwritten("MPI's darray has no copies and no partial values"));
        }
        if !array.holds_like(&again)? {
            return Err(unwritten("MPI's ranks are row-major in the dimensions of the array"));
        }
        Ok(written)
    }
}

/// The arguments of `MPI_Type_create_subarray`: a box of an array.
///
/// ```
/// use layout_core::sharding::Sharding;
/// use static_layout_dialects::sharding::Subarray;
/// let a: Sharding = "(9/x,7) on [x=2]".parse()?;
/// let rows = Subarray::of(&a, 1)?;
/// assert_eq!(rows.to_string(), "subarray(sizes=[9,7], subsizes=[4,7], starts=[5,0], order=C)");
/// let (offset, layout) = rows.layout()?;
/// assert_eq!((offset, layout.to_string()), (35, "(4,7):(7,1)".into()));
/// assert_eq!(Subarray::of_layout(&rows.sizes, rows.order, offset, &layout)?, rows);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subarray {
    /// The sizes of the array.
    pub sizes: Vec<i64>,
    /// The sizes of the box.
    pub parts: Vec<i64>,
    /// The first coordinate of the box.
    pub starts: Vec<i64>,
    /// `MPI_ORDER_C` or `MPI_ORDER_FORTRAN`.
    pub order: Order,
}

impl Subarray {
    /// What a device holds of an array, as a box of it.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) if the device holds several blocks along an axis, or
    /// nothing, and the errors of [`Sharding::local_shape`].
    pub fn of(array: &Sharding, device: usize) -> Result<Self, LayoutError> {
        let parts = array.local_shape(device)?.to_vec();
        if parts.contains(&0) {
            return Err(unwritten("MPI's subarray has one element or more"));
        }
        let first: Vec<i64> = parts.iter().map(|_| 0).collect();
        let last: Vec<i64> = parts.iter().map(|part| part - 1).collect();
        let starts = array.global(device, &first)?.to_vec();
        let ends = array.global(device, &last)?;
        if (0..parts.len()).any(|axis| ends[axis] - starts[axis] != last[axis]) {
            return Err(unwritten("MPI's subarray is one box: the device holds several blocks"));
        }
        Ok(Self { sizes: array.shape().to_vec(), parts, starts, order: array.order() })
    }

    /// The offset of the box, and its layout in the memory of the array.
    ///
    /// # Errors
    /// [`Ranks`](layout_core::ShardRule::Ranks) for lists of unlike lengths,
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for a box that leaves the array, and as [`Layout::new`].
    pub fn layout(&self) -> Result<(i64, Layout), LayoutError> {
        ranks(self.sizes.len(), self.parts.len())?;
        ranks(self.sizes.len(), self.starts.len())?;
        for (axis, &size) in self.sizes.iter().enumerate() {
            let (part, start) = (self.parts[axis], self.starts[axis]);
            let is_inside = size.checked_sub(part).is_some_and(|last| start <= last);
            if part < 1 || start < 0 || !is_inside {
                return Err(unread("the box leaves the array, or is empty"));
            }
        }
        let whole = compact(&self.sizes, self.order)?;
        let shape = tuple(&self.parts)?;
        let offset = (0..self.sizes.len()).map(|axis| self.starts[axis] * whole.leaf(axis).1).sum();
        Ok((offset, Layout::new(shape, whole.stride())?))
    }

    /// The box of an array that a layout at an offset is.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) unless the layout has a mode for each axis with the stride of the
    /// axis, and stays inside the array.
    pub fn of_layout(
        sizes: &[i64],
        order: Order,
        offset: i64,
        layout: &Layout,
    ) -> Result<Self, LayoutError> {
        let whole = compact(sizes, order)?;
        ranks(sizes.len(), layout.leaf_count())?;
        let (mut starts, mut parts, mut rest) = (Vec::new(), Vec::new(), offset);
        for (axis, &size) in sizes.iter().enumerate() {
            let ((extent, stride), (_, expected)) = (layout.leaf(axis), whole.leaf(axis));
            if extent != 1 && stride != expected {
                return Err(unwritten("MPI's subarray has the strides of the array"));
            }
            parts.push(extent);
            // The slowest axes have the greatest strides.
            starts.push(if expected == 0 { 0 } else { rest.div_euclid(expected) % size.max(1) });
        }
        rest -=
            starts.iter().enumerate().map(|(axis, start)| start * whole.leaf(axis).1).sum::<i64>();
        let written = Self { sizes: sizes.to_vec(), parts, starts, order };
        if rest != 0 || written.layout().is_err() {
            return Err(unwritten("MPI's subarray stays inside the array"));
        }
        Ok(written)
    }
}

fn tuple(values: &[i64]) -> Result<IntTuple, LayoutError> {
    let leaves: Vec<IntTuple> = values.iter().map(|&value| value.into()).collect();
    IntTuple::tuple(&leaves)
}

/// The compact layout of an array.
fn compact(sizes: &[i64], order: Order) -> Result<Layout, LayoutError> {
    match order {
        Order::RowMajor => Layout::row_major(tuple(sizes)?),
        Order::ColumnMajor => Layout::col_major(tuple(sizes)?),
    }
}

const fn letter(order: Order) -> char {
    match order {
        Order::RowMajor => 'C',
        Order::ColumnMajor => 'F',
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, block) = match self {
            Self::Block(block) => ("block", block),
            Self::Cyclic(block) => ("cyclic", block),
            Self::None => ("none", &None),
        };
        f.write_str(name)?;
        block.map_or(Ok(()), |block| write!(f, "({block})"))
    }
}

impl fmt::Display for Darray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "darray(sizes=[{}], distribs=[{}], procs=[{}], order={})",
            Joined(&self.sizes, ","),
            Joined(&self.distributions, ","),
            Joined(&self.processes, ","),
            letter(self.order)
        )
    }
}

impl fmt::Display for Subarray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "subarray(sizes=[{}], subsizes=[{}], starts=[{}], order={})",
            Joined(&self.sizes, ","),
            Joined(&self.parts, ","),
            Joined(&self.starts, ","),
            letter(self.order)
        )
    }
}

/// Reads `, order=C)`.
fn order(scanner: &mut Scanner<'_>) -> Result<Order, LayoutError> {
    scanner.expect(",", "`,` and `order=`")?;
    scanner.expect("order=", "`order=`")?;
    let order = if scanner.eat("C") {
        Order::RowMajor
    } else {
        scanner.expect("F", "`C` or `F`")?;
        Order::ColumnMajor
    };
    scanner.expect(")", "`)`")?;
    Ok(order)
}

/// Reads `, key=[1,2]`.
fn keyed(
    scanner: &mut Scanner<'_>,
    key: &str,
    expected: &'static str,
) -> Result<Vec<i64>, LayoutError> {
    scanner.expect(",", expected)?;
    scanner.expect(key, expected)?;
    integers(scanner)
}

impl FromStr for Darray {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("darray(sizes=", "`darray(sizes=`")?;
            let sizes = integers(scanner)?;
            scanner.expect(",", "`,` and `distribs=[`")?;
            scanner.expect("distribs=[", "`distribs=[`")?;
            let distributions = list(scanner, "]", "`,` or `]`", distribution)?;
            let processes = keyed(scanner, "procs=", "`, procs=[`")?;
            Ok(Self { sizes, distributions, processes, order: order(scanner)? })
        })
    }
}

fn distribution(scanner: &mut Scanner<'_>) -> Result<Distribution, LayoutError> {
    let start = scanner.clone();
    let name = scanner.word();
    if name == "none" {
        return Ok(Distribution::None);
    }
    let mut block = None;
    if scanner.eat("(") {
        block = Some(scanner.natural("the elements of a block")?);
        scanner.expect(")", "`)`")?;
    }
    match name {
        "block" => Ok(Distribution::Block(block)),
        "cyclic" => Ok(Distribution::Cyclic(block)),
        _ => Err(start.clone().expected("`block`, `cyclic` or `none`")),
    }
}

impl FromStr for Subarray {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            scanner.expect("subarray(sizes=", "`subarray(sizes=`")?;
            let sizes = integers(scanner)?;
            let parts = keyed(scanner, "subsizes=", "`, subsizes=[`")?;
            let starts = keyed(scanner, "starts=", "`, starts=[`")?;
            Ok(Self { sizes, parts, starts, order: order(scanner)? })
        })
    }
}
