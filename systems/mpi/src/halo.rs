//! [`HaloTensor`], an array whose parts have copies of their neighbours' edges.

use std::any::type_name;
use std::borrow::Borrow;

use layout_core::sharding::Sharding;

use crate::comm::{Comm, Expected};
use crate::local::{
    LocalLayout, check_devices, compact, dynamic_layout, each_element, local_accessors, local_shape,
};
use crate::message::Element;
use crate::strided::Pieces;
use crate::tensor::{gather, zeroed};
use crate::transport::{Tag, Transport};
use crate::{DistError, Result};

/// What lies beyond the edges of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Cells that [`HaloTensor::exchange`] does not write: 0 at first, or the values that the program writes there.
    Fixed,
    /// The other end of the array.
    Periodic,
}

/// An array in blocks, one on each rank, with a halo around each block: copies of the neighbouring elements that other
/// ranks hold. [`exchange`](Self::exchange) updates the copies, including the corners.
///
/// The halo of axis `k` has `widths[k][0]` cells before the block and `widths[k][1]` after it, on every rank. So the element
/// `[i, j]` of the block is `[i + widths[0][0], j + widths[1][0]]` of [`view`](Self::view).
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// use static_layout::Layout;
/// use static_layout_mpi::{Edge, HaloTensor, Threads};
///
/// let mesh = Mesh::new(&[("x", 3)])?;
/// let cut = Sharding::replicated(&mesh, &[9, 2])?.split(0, &["x"], Split::Block)?;
/// Threads::run(3, |ranks| {
///     let widths = [[1, 1], [0, 0]];
///     let mut a = HaloTensor::<i64, Layout!((?, ?):(?, 1)), _>::zeros(ranks, &cut, &widths, Edge::Periodic)?;
///     a.update(|at, element| *element = at[0])?;
///     a.exchange(ranks)?;
///     // Rank 0 has the rows 0, 1, 2, between copies of the rows 8 and 3.
///     if ranks.rank() == 0 {
///         assert_eq!(a.elements(), [8, 8, 0, 0, 1, 1, 2, 2, 3, 3]);
///     }
///     Ok::<(), static_layout_mpi::DistError>(())
/// }).into_iter().collect::<Result<(), _>>()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HaloTensor<T, L, S = Sharding> {
    elements: Vec<T>,
    layout: L,
    strides: Vec<i64>,
    /// The offset of the first element of the block.
    origin: usize,
    block: Block,
    sharding: S,
    /// The rank, and the number of ranks.
    place: (usize, usize),
    moves: Vec<Moved>,
    /// Halo cells that are copies of elements of this rank.
    own: Vec<(Pieces, Pieces)>,
}

/// A block: its first coordinates and its extents.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    start: Vec<i64>,
    shape: Vec<i64>,
}

/// What two ranks send each other.
#[derive(Default)]
struct Moved {
    peer: usize,
    sent: Pieces,
    send_count: usize,
    received: Pieces,
    receive_count: usize,
}

/// A halo exchange that has begun: see [`HaloTensor::start`].
#[must_use = "an exchange ends with `finish`"]
pub struct Exchange<X: Transport> {
    expected: Vec<Expected<X, usize>>,
    tag: Tag,
}

impl<T: Element, L: LocalLayout, S: Borrow<Sharding>> HaloTensor<T, L, S> {
    /// The array of zero bytes. `widths` has the cells before and after the block, for each axis.
    ///
    /// # Errors
    /// If a device of the mesh is not a rank, if a rank does not hold one block, if several ranks hold one element, if
    /// the number of widths is not the number of axes, or if a halo of periodic edges is wider than the array; if the
    /// extents or strides differ from the static ones of `L`; the errors of [`Comm`], which compares the arguments of
    /// the ranks.
    pub fn zeros<X: Transport>(
        comm: &mut Comm<X>,
        sharding: S,
        widths: &[[usize; 2]],
        edge: Edge,
    ) -> Result<Self> {
        let name = type_name::<T>();
        comm.agree(&format!(
            "halo of {widths:?}, {edge:?}, around {name} of `{}`",
            sharding.borrow()
        ))?;
        Self::made(comm, sharding, widths, edge).map_err(|error| comm.fail(error))
    }

    fn made<X: Transport>(
        comm: &Comm<X>,
        sharding: S,
        widths: &[[usize; 2]],
        edge: Edge,
    ) -> Result<Self> {
        let held = sharding.borrow();
        check_devices(held, comm.size())?;
        let extents = held.shape();
        if widths.len() != extents.len() {
            let (widths, rank) = (widths.len(), extents.len());
            return Err(DistError::layout(format!(
                "{widths} widths of a halo for {rank} axes of `{held}`"
            )));
        }
        if !held.is_partition() {
            return Err(DistError::layout(format!(
                "a halo needs each element on one rank, not as in `{held}`"
            )));
        }
        if let Some(axis) = (0..widths.len()).find(|axis| {
            edge == Edge::Periodic
                && widths[*axis].iter().any(|width| *width as i64 > extents[*axis])
        }) {
            let (width, extent) = (widths[axis], extents[axis]);
            return Err(DistError::layout(format!(
                "a periodic halo of {width:?} is wider than axis {axis}, {extent}"
            )));
        }
        let (rank, name) = (comm.rank(), comm.name(comm.rank()));
        let block = Block::of(held, rank)?;
        let padded = block.padded(widths);
        let strides = compact(&padded.shape, held.order());
        let layout = dynamic_layout(&padded.shape, &strides)?;
        let layout = L::read(&layout).map_err(|error| {
            DistError::layout(format!(
                "rank {name} holds {layout} of `{held}` with its halo: {error}"
            ))
        })?;
        let size: i64 = padded.shape.iter().product();
        let mut tensor = Self {
            elements: zeroed(size, name, held)?,
            layout,
            origin: 0,
            strides,
            block,
            sharding,
            place: (rank, comm.size()),
            moves: Vec::new(),
            own: Vec::new(),
        };
        tensor.origin = tensor.offset(&padded, &tensor.block.start);
        tensor.find_moves(rank, &padded, widths, edge)?;
        Ok(tensor)
    }

    fn find_moves(
        &mut self,
        rank: usize,
        padded: &Block,
        widths: &[[usize; 2]],
        edge: Edge,
    ) -> Result<()> {
        let sharding: &Sharding = self.sharding.borrow();
        if self.block.is_empty() {
            return Ok(());
        }
        let extents = sharding.shape();
        let mut moves = Vec::new();
        let mut own = Vec::new();
        let mut devices: Vec<usize> = sharding.mesh().devices().collect();
        devices.sort_unstable();
        for peer in devices {
            let other = Block::of(sharding, peer)?;
            if other.is_empty() {
                continue;
            }
            let others = other.padded(widths);
            let mut moved = Moved { peer, ..Moved::default() };
            // The other ends of periodic axes: both ranks look at the shifts of the sender in one order.
            for shift in shifts(widths.len(), edge) {
                let far: Vec<i64> = shift
                    .iter()
                    .zip(extents.iter())
                    .map(|(shift, extent)| shift * extent)
                    .collect();
                let still = shift.iter().all(|shift| *shift == 0);
                if peer == rank {
                    if let (false, Some(shared)) = (still, self.block.moved(&far).meet(padded)) {
                        let back: Vec<i64> = far.iter().map(|far| -far).collect();
                        let (mut from, mut to) = (Pieces::default(), Pieces::default());
                        self.push(&mut from, padded, &shared.moved(&back));
                        self.push(&mut to, padded, &shared);
                        own.push((from, to));
                    }
                    continue;
                }
                if let Some(shared) = self.block.moved(&far).meet(&others) {
                    let back: Vec<i64> = far.iter().map(|far| -far).collect();
                    moved.send_count += self.push(&mut moved.sent, padded, &shared.moved(&back));
                }
                if let Some(shared) = other.moved(&far).meet(padded) {
                    moved.receive_count += self.push(&mut moved.received, padded, &shared);
                }
            }
            if moved.send_count + moved.receive_count > 0 {
                moves.push(moved);
            }
        }
        (self.moves, self.own) = (moves, own);
        Ok(())
    }

    /// Adds a block of the memory, its fastest axis first. Returns its size.
    fn push(&self, pieces: &mut Pieces, padded: &Block, block: &Block) -> usize {
        let mut axes: Vec<usize> = (0..block.shape.len()).collect();
        axes.sort_by_key(|axis| self.strides[*axis]);
        let pick = |list: &[i64]| axes.iter().map(|axis| list[*axis] as usize).collect::<Vec<_>>();
        let extents = pick(&block.shape);
        pieces.push_block(self.offset(padded, &block.start), &extents, &pick(&self.strides));
        extents.iter().product()
    }

    fn offset(&self, padded: &Block, at: &[i64]) -> usize {
        let distances = at.iter().zip(&padded.start).zip(&self.strides);
        distances.map(|((at, start), stride)| (at - start) * stride).sum::<i64>() as usize
    }

    /// Brings the halo up to date.
    ///
    /// # Errors
    /// Those of [`Comm`].
    pub fn exchange<X: Transport>(&mut self, comm: &mut Comm<X>) -> Result<()> {
        let exchange = self.start(comm)?;
        self.finish(comm, exchange)
    }

    /// Begins an exchange: the edges of the block leave now, the halo changes in [`finish`](Self::finish). Meanwhile a
    /// program computes the cells that need no halo. An exchange that begins in a [group](Comm::group) ends there.
    ///
    /// # Errors
    /// Those of [`Comm`].
    pub fn start<X: Transport>(&mut self, comm: &mut Comm<X>) -> Result<Exchange<X>> {
        let ((rank, size), here) = (self.place, (comm.rank(), comm.size()));
        if here != self.place {
            return Err(comm.fail(DistError::layout(format!(
                "a halo of rank {rank} of {size} is exchanged on rank {} of {}",
                here.0, here.1
            ))));
        }
        let tag = comm.open();
        comm.run(|comm| {
            let expected =
                self.moves.iter().enumerate().filter(|(_, moved)| moved.receive_count > 0);
            let expected = expected
                .map(|(k, moved)| comm.expect::<T, _>(moved.peer, moved.receive_count, k))
                .collect::<Result<_>>()?;
            for moved in self.moves.iter().filter(|moved| moved.send_count > 0) {
                // Not in memory that ranks share: that would be in use until the other rank calls `finish`, and
                // operations between `start` and `finish` would wait for it.
                let mut message = comm.message::<T>(moved.send_count)?;
                moved.sent.pack(&self.elements, message.elements_mut());
                comm.send(moved.peer, message)?;
            }
            Ok(Exchange { expected, tag })
        })
    }

    /// Ends an exchange: the halo has the elements that the other ranks had when they began it.
    ///
    /// # Errors
    /// Those of [`Comm`].
    pub fn finish<X: Transport>(
        &mut self,
        comm: &mut Comm<X>,
        mut exchange: Exchange<X>,
    ) -> Result<()> {
        comm.close(exchange.tag, |comm| {
            let elements = &mut self.elements;
            for (from, to) in &self.own {
                let mut message = comm.message::<T>(from.count())?;
                from.pack(elements, message.elements_mut());
                to.unpack(message.elements()?, elements);
                comm.recycle(message);
            }
            while let Some((k, message)) = comm.next(&mut exchange.expected)? {
                self.moves[k].received.unpack(message.elements()?, elements);
                comm.recycle(message);
            }
            Ok(())
        })
    }

    local_accessors!("the block of this rank with its halo");

    /// The global coordinate of the first element of the block.
    pub fn start_of_block(&self) -> &[i64] {
        &self.block.start
    }

    /// The extents of the block.
    pub fn shape_of_block(&self) -> &[i64] {
        &self.block.shape
    }

    /// Calls `f` with the global coordinate of each element of the block, and the element.
    ///
    /// # Errors
    /// None for a tensor of the mesh that it was made with.
    pub fn update(&mut self, f: impl FnMut(&[i64], &mut T)) -> Result<()> {
        let Block { start, shape } = &self.block;
        let axes: Vec<Vec<i64>> = start
            .iter()
            .zip(shape)
            .map(|(start, extent)| (*start..start + extent).collect())
            .collect();
        each_element(&mut self.elements, self.origin, &self.strides, &axes, f)
    }

    /// The whole array without halos, row-major, on one rank. `None` on the others.
    ///
    /// # Errors
    /// Those of [`DistTensor::gather`](crate::DistTensor::gather).
    pub fn gather<X: Transport>(&self, comm: &mut Comm<X>, root: usize) -> Result<Option<Vec<T>>> {
        let block = if self.block.is_empty() { &[] } else { &self.elements[self.origin..] };
        gather(comm, (self.sharding(), self.place.0), block, &self.strides, root)
    }
}

/// The directions of the other ends: none for fixed edges.
fn shifts(rank: usize, edge: Edge) -> Vec<Vec<i64>> {
    let steps: &[i64] = if edge == Edge::Periodic { &[-1, 0, 1] } else { &[0] };
    let mut all = vec![Vec::new()];
    for _ in 0..rank {
        let longer = |shift: &Vec<i64>| {
            steps.iter().map(|step| [&shift[..], &[*step]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Block {
    /// The block of a device.
    fn of(sharding: &Sharding, device: usize) -> Result<Self> {
        let shape = local_shape(sharding, device)?;
        let rank = shape.len();
        if shape.contains(&0) {
            return Ok(Self { start: vec![0; rank], shape: vec![0; rank] });
        }
        let last: Vec<i64> = shape.iter().map(|extent| extent - 1).collect();
        let start = sharding.global(device, &vec![0; rank])?.to_vec();
        let end = sharding.global(device, &last)?;
        if (0..rank).any(|k| end[k] - start[k] != last[k]) {
            return Err(DistError::layout(format!(
                "a halo needs one block on device {device}, not as in `{sharding}`"
            )));
        }
        Ok(Self { start, shape })
    }

    fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The block with its halo. An empty one has none.
    fn padded(&self, widths: &[[usize; 2]]) -> Self {
        if self.is_empty() {
            return self.clone();
        }
        let start =
            self.start.iter().zip(widths).map(|(start, width)| start - width[0] as i64).collect();
        let shape =
            self.shape.iter().zip(widths).map(|(extent, [a, b])| extent + (a + b) as i64).collect();
        Self { start, shape }
    }

    fn moved(&self, by: &[i64]) -> Self {
        let start = self.start.iter().zip(by).map(|(start, by)| start + by).collect();
        Self { start, shape: self.shape.clone() }
    }

    /// What two blocks share.
    fn meet(&self, other: &Self) -> Option<Self> {
        let (mut start, mut shape) = (Vec::new(), Vec::new());
        for k in 0..self.start.len() {
            let from = self.start[k].max(other.start[k]);
            let to = (self.start[k] + self.shape[k]).min(other.start[k] + other.shape[k]);
            if to <= from {
                return None;
            }
            start.push(from);
            shape.push(to - from);
        }
        Some(Self { start, shape })
    }
}
