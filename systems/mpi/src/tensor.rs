//! [`DistTensor`], an array that many ranks hold together.

use std::any::type_name;
use std::borrow::Borrow;
use std::fmt;

use layout_core::AxisList;
use layout_core::sharding::{Mesh, Order, Sharding};
use static_layout::Layout;

use crate::comm::Comm;
use crate::local::{
    Axes, LocalLayout, RunTimeLayout, check_devices, check_part, dynamic_layout, each_element,
    local_accessors, local_shape, strides,
};
use crate::message::Element;
use crate::number::Number;
use crate::redistribution::{Redistribution, Reduction, check_whole};
use crate::steps::Steps;
use crate::transport::Transport;
use crate::{DistError, DistErrorKind, Result};

/// An array of elements `T` that many ranks hold together, as the sharding `S` states. The part of this rank has the
/// layout `L`, so kernels take it as any other view: `(?,?):(?,?)`, of a matrix, unless it is given. [`DistArray`] is for other
/// numbers of axes.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// use static_layout_mpi::{DistTensor, Threads};
///
/// type Matrix = DistTensor<f64>;
/// let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
/// let whole = Sharding::replicated(&mesh, &[6, 8])?;
/// let rows = whole.clone().split(0, &["x", "y"], Split::Block)?;
/// let blocks = whole.split(0, &["x"], Split::cyclic(1))?.split(1, &["y"], Split::cyclic(3))?;
/// Threads::run(4, |ranks| {
///     let a = Matrix::from_fn(ranks, rows.clone(), |at| (10 * at[0] + at[1]) as f64)?;
///     let b: Matrix = a.redistribute(ranks, blocks.clone())?;
///     // Rank 1 has the rows 0, 2, 4 and the columns 3, 4, 5.
///     if ranks.rank() == 1 {
///         assert_eq!(b.view().layout().to_string(), "(3,3):(3,1)");
///         assert_eq!(b.view()[(1, 2)], 25.0);
///     }
///     let whole = b.gather(ranks, 0)?;
///     assert_eq!(whole.is_some_and(|whole| whole[8 * 5 + 7] == 57.0), ranks.rank() == 0);
///     Ok::<(), static_layout_mpi::DistError>(())
/// }).into_iter().collect::<Result<(), _>>()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DistTensor<T, L = Layout!((?, ?):(?, ?)), S = Sharding> {
    elements: Vec<T>,
    layout: L,
    strides: Vec<i64>,
    sharding: S,
    rank: usize,
}

/// An array of `N` axes, up to 6, whose parts have extents and strides that are known at run time. `DistArray<T, 2>` is
/// `DistTensor<T>`.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// use static_layout_mpi::{DistArray, Threads};
///
/// let mesh = Mesh::new(&[("x", 2)])?;
/// let images = Sharding::replicated(&mesh, &[5, 4, 3])?.split(0, &["x"], Split::Block)?;
/// Threads::run(2, |ranks| {
///     let a = DistArray::<f32, 3>::from_fn(ranks, images.clone(), |at| (at[0] + at[2]) as f32)?;
///     assert_eq!(a.view().layout().to_string(), ["(3,4,3):(12,3,1)", "(2,4,3):(12,3,1)"][ranks.rank()]);
///     Ok::<(), static_layout_mpi::DistError>(())
/// }).into_iter().collect::<Result<(), _>>()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type DistArray<T, const N: usize, S = Sharding> =
    DistTensor<T, <Axes<N> as RunTimeLayout>::Layout, S>;

impl<T: Element, L: LocalLayout, S: Borrow<Sharding>> DistTensor<T, L, S> {
    /// The array of zero bytes, compact in the memory of each rank in the order of the sharding. A rank that is not a
    /// device of the mesh holds nothing.
    ///
    /// # Errors
    /// If a device of the mesh is not a rank, if the part of this rank does not have the static integers of `L`, or if
    /// there is no memory for it.
    pub fn zeros<X: Transport>(comm: &Comm<X>, sharding: S) -> Result<Self> {
        let held = sharding.borrow();
        let rank = comm.rank();
        let shape = local_shape(held, rank)?;
        let strides = strides(held, rank)?;
        // Not `local_layout`, in which modes of one element have the stride 0: `L` may know a stride of 1.
        let compact = dynamic_layout(&shape, &strides)?;
        let layout = L::read(&compact).map_err(|error| {
            let name = comm.name(rank);
            DistError::layout(format!("rank {name} holds {compact} of `{held}`: {error}"))
        })?;
        Self::with_layout(comm, layout, sharding)
    }

    /// The array of zero bytes whose part on this rank has a given layout: with other strides than compact memory has,
    /// such as a leading dimension. Strides are in the order of the sharding.
    ///
    /// # Errors
    /// If a device of the mesh is not a rank, if the extents differ from the extents of the part, or if the strides are
    /// in another order or let elements overlap, or if there is no memory for the elements.
    pub fn with_layout<X: Transport>(comm: &Comm<X>, layout: L, sharding: S) -> Result<Self> {
        let (held, rank) = (sharding.borrow(), comm.rank());
        let name = comm.name(rank);
        check_devices(held, comm.size())?;
        let integers = layout.integers();
        let shape = local_shape(held, rank)?;
        let leaves: Vec<(i64, i64)> =
            (0..integers.leaf_count()).map(|k| integers.leaf(k)).collect();
        let extents: Vec<i64> = leaves.iter().map(|leaf| leaf.0).collect();
        if extents != shape[..] {
            let shape = AxisList::new(&shape)?;
            return Err(DistError::layout(format!(
                "rank {name} holds {shape} of `{held}`, not {integers}"
            )));
        }
        let strides: Vec<i64> = leaves.iter().map(|leaf| leaf.1).collect();
        // Without elements there is no order.
        let is_empty = extents.contains(&0);
        let mut end = 1;
        let ordered = |k: usize| {
            let (extent, stride) = leaves[k];
            let fits = is_empty || extent <= 1 || stride >= end;
            end = if extent > 1 { stride.saturating_mul(extent) } else { end };
            fits
        };
        let fits = match held.order() {
            Order::RowMajor => (0..leaves.len()).rev().all(ordered),
            Order::ColumnMajor => (0..leaves.len()).all(ordered),
        };
        if !fits {
            let order = if held.order() == Order::RowMajor { "row-major" } else { "column-major" };
            return Err(DistError::layout(format!(
                "{integers} on rank {name} is not in the {order} order of `{held}`"
            )));
        }
        let cosize = match is_empty {
            true => 0,
            false => 1 + leaves.iter().map(|(extent, stride)| (extent - 1) * stride).sum::<i64>(),
        };
        let elements = zeroed(cosize, name, held)?;
        Ok(Self { elements, layout, strides, sharding, rank })
    }

    /// The array with the element `f(coordinate)` at each global coordinate.
    ///
    /// # Errors
    /// Those of [`zeros`](Self::zeros).
    pub fn from_fn<X: Transport>(
        comm: &Comm<X>,
        sharding: S,
        mut f: impl FnMut(&[i64]) -> T,
    ) -> Result<Self> {
        let mut tensor = Self::zeros(comm, sharding)?;
        tensor.update(|at, element| *element = f(at))?;
        Ok(tensor)
    }

    /// Calls `f` with the global coordinate and the element of each place of this rank.
    ///
    /// # Errors
    /// None for a tensor of the mesh that it was made with.
    pub fn update(&mut self, f: impl FnMut(&[i64], &mut T)) -> Result<()> {
        let Self { elements, strides, sharding, rank, .. } = self;
        let sharding: &Sharding = (*sharding).borrow();
        let shape = local_shape(sharding, *rank)?;
        if elements.is_empty() {
            return Ok(());
        }
        // The coordinates of each axis, found once.
        let mut axes = Vec::new();
        for axis in 0..shape.len() {
            let mut local = vec![0; shape.len()];
            let mut found = Vec::new();
            for k in 0..shape[axis] {
                local[axis] = k;
                found.push(sharding.global(*rank, &local)?[axis]);
            }
            axes.push(found);
        }
        each_element(elements, 0, strides, &axes, f)
    }

    local_accessors!("the part of this rank");

    /// The strides of the part of this rank, one for each axis of the array.
    pub(crate) fn strides(&self) -> &[i64] {
        &self.strides
    }

    /// The rank that made this part.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// The extents of the part of this rank.
    pub(crate) fn local_shape(&self) -> Vec<i64> {
        let layout = self.layout.integers();
        (0..layout.leaf_count()).map(|k| layout.leaf(k).0).collect()
    }

    /// The array in another sharding: every element moves to the ranks that hold it there.
    ///
    /// [`relabel`](layout_core::sharding::relabel) names the devices of a sharding anew, so the most elements stay.
    ///
    /// # Errors
    /// If the shapes differ, if a sharding has partial values ([`reduce`](Self::reduce) makes them whole), and the
    /// errors of [`zeros`](Self::zeros) and of [`Comm`].
    pub fn redistribute<X: Transport, M: LocalLayout, R: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        to: R,
    ) -> Result<DistTensor<T, M, R>> {
        let mut target = made(comm, DistTensor::zeros, to)?;
        self.redistribute_into(comm, &mut target)?;
        Ok(target)
    }

    /// Brings the array to the sharding of another, whose memory is used again.
    ///
    /// # Errors
    /// Those of [`redistribute`](Self::redistribute).
    pub fn redistribute_into<X: Transport, M: LocalLayout, R: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        to: &mut DistTensor<T, M, R>,
    ) -> Result<()> {
        Redistribution::new(comm, self, to)?.run(comm, self, to)
    }

    /// The array in another sharding, with partial values combined. An all-reduce of large arrays is a reduce-scatter
    /// and an all-gather. The terms are combined step by step, and in each step in the order of the terms, row-major along the axes of the sum, so
    /// equal inputs give equal bits, on all ranks and in every run. Integers wrap around while they are summed, also for an [average](Number).
    ///
    /// # Errors
    /// Those of [`redistribute`](Self::redistribute), except for partial values.
    pub fn reduce<X: Transport, M: LocalLayout, R: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        to: R,
    ) -> Result<DistTensor<T, M, R>>
    where
        T: Number,
    {
        let mut target: DistTensor<T, M, R> = made(comm, DistTensor::zeros, to)?;
        Reduction::new(comm, self, &target)?.run(comm, self, &mut target)?;
        Ok(target)
    }

    /// The whole array, row-major, on one rank. `None` on the others.
    ///
    /// # Errors
    /// Those of [`redistribute`](Self::redistribute).
    pub fn gather<X: Transport>(&self, comm: &mut Comm<X>, root: usize) -> Result<Option<Vec<T>>> {
        gather(comm, (self.sharding(), self.rank), &self.elements, &self.strides, root)
    }

    /// Deals the elements of one rank, row-major, to all. The other ranks give `None`.
    ///
    /// # Errors
    /// If the root gives no elements or another number than the array has, or another rank gives some; the errors of
    /// [`redistribute`](Self::redistribute).
    pub fn scatter<X: Transport>(
        comm: &mut Comm<X>,
        root: usize,
        whole: Option<&[T]>,
        sharding: S,
    ) -> Result<Self> {
        let text =
            format!("scatter {} from rank {root} to `{}`", type_name::<T>(), sharding.borrow());
        let mut tensor: Self = made(comm, DistTensor::zeros, sharding)?;
        comm.agree(&text)?;
        let to = tensor.sharding();
        let expected = if comm.rank() == root { to.size() as usize } else { 0 };
        let given = whole.unwrap_or(&[]);
        let moves =
            check_whole(to).and_then(|()| on_root(to, root, comm.size())).and_then(|from| {
                if given.len() != expected {
                    let name = comm.name(comm.rank());
                    let message = format!(
                        "rank {name} gives {} elements to scatter, not {expected}",
                        given.len()
                    );
                    return Err(DistError::layout(message));
                }
                let held = strides(&from, comm.rank())?;
                let ends = [(&from, &held[..]), (to, tensor.strides())];
                Steps::new(comm.rank(), size_of::<T>(), comm.network(), ends[0], ends[1])
            });
        let moves = moves.map_err(|error| comm.fail(error))?;
        comm.guard(|comm| moves.run(comm, given, &mut tensor.elements, None, None))?;
        Ok(tensor)
    }

    /// The array with its axes in reverse order, a matrix transposed. Nothing moves: the elements of a rank are read in the
    /// other order. [`redistribute`](Self::redistribute) then brings them to another sharding.
    ///
    /// # Errors
    /// None for a sharding that exists.
    pub fn transpose<M: LocalLayout>(self) -> Result<DistTensor<T, M>> {
        let sharding = reversed(self.sharding())?;
        let shape: Vec<i64> = local_shape(&sharding, self.rank)?;
        let strides: Vec<i64> = self.strides.iter().rev().copied().collect();
        let layout = M::read(&dynamic_layout(&shape, &strides)?)?;
        Ok(DistTensor { elements: self.elements, layout, strides, sharding, rank: self.rank })
    }
}

/// The whole array, row-major, on one rank.
pub(crate) fn gather<X: Transport, T: Element>(
    comm: &mut Comm<X>,
    (from, rank): (&Sharding, usize),
    elements: &[T],
    steps: &[i64],
    root: usize,
) -> Result<Option<Vec<T>>> {
    comm.agree(&format!("gather {} of `{from}` to rank {root}", type_name::<T>()))?;
    let here = comm.rank() == root;
    let checked = check_whole(from).and_then(|()| check_part(comm, from, rank));
    let moves = checked.and_then(|()| on_root(from, root, comm.size())).and_then(|to| {
        let held = strides(&to, comm.rank())?;
        let ends = [(from, steps), (&to, &held[..])];
        let moves = Steps::new(comm.rank(), size_of::<T>(), comm.network(), ends[0], ends[1])?;
        Ok((moves, zeroed(if here { to.size() } else { 0 }, comm.name(comm.rank()), &to)?))
    });
    let (moves, mut whole) = moves.map_err(|error| comm.fail(error))?;
    comm.guard(|comm| moves.run(comm, elements, &mut whole, None, None))?;
    Ok(here.then_some(whole))
}

/// The elements of a rank, all of them 0.
pub(crate) fn zeroed<T: Element>(count: i64, rank: usize, held: &Sharding) -> Result<Vec<T>> {
    let none = |_| {
        let bytes = count as u128 * size_of::<T>() as u128;
        let message = format!(
            "rank {rank} has no memory for the {count} elements that it holds of `{held}`, {bytes} bytes"
        );
        DistError::new(DistErrorKind::Memory, message)
    };
    usize::try_from(count).map_err(|_| ()).and_then(bytemuck::try_zeroed_vec).map_err(none)
}

/// A tensor, or an error that the other ranks also get.
fn made<X: Transport, Y, R>(
    comm: &mut Comm<X>,
    make: impl FnOnce(&Comm<X>, R) -> Result<Y>,
    to: R,
) -> Result<Y> {
    make(comm, to).map_err(|error| comm.fail(error))
}

/// The array whole on one rank, row-major.
fn on_root(like: &Sharding, root: usize, size: usize) -> Result<Sharding> {
    let sharding =
        Sharding::replicated(&Mesh::with_devices(&[("root", 1)], &[root])?, &like.shape())?;
    check_devices(&sharding, size)?;
    Ok(sharding)
}

/// The sharding of the array with its axes in reverse order, every element on the rank and at the place where it is.
pub(crate) fn reversed(sharding: &Sharding) -> Result<Sharding> {
    let (mesh, rank) = (sharding.mesh(), sharding.rank());
    let names = |axes: &[usize]| axes.iter().map(|axis| mesh.name(*axis)).collect::<Vec<_>>();
    let shape: Vec<i64> = sharding.shape().iter().rev().copied().collect();
    let mut other = Sharding::replicated(mesh, &shape)?;
    for axis in 0..rank {
        for (axes, split) in sharding.cuts(axis) {
            other = other.split(rank - 1 - axis, &names(&axes), split)?;
        }
    }
    if let Some(reduce) = sharding.reduce() {
        other = other.partial(&names(sharding.partial_axes()), reduce)?;
    }
    Ok(other.with_order(match sharding.order() {
        Order::RowMajor => Order::ColumnMajor,
        Order::ColumnMajor => Order::RowMajor,
    }))
}

impl<T, L: fmt::Display, S: Borrow<Sharding>> fmt::Debug for DistTensor<T, L, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (layout, sharding) = (&self.layout, self.sharding.borrow());
        write!(f, "rank {} of `{sharding}`: {layout} of {}", self.rank, type_name::<T>())
    }
}
