//! [`Group`], some ranks of a communicator as a communicator of their own.

use layout_core::sharding::Mesh;

use crate::message::{Message, Pool};
use crate::transport::{Tag, Transport};
use crate::{Comm, DistError, Result};

/// Some ranks of a communicator, which move messages as it does. Made by [`Comm::group`] and [`Comm::along`].
pub struct Group<'a, X> {
    inner: &'a mut X,
    ranks: Vec<usize>,
    rank: usize,
}

impl<X: Transport> Comm<X> {
    /// Runs `f` on some of the ranks, which have the numbers 0, 1, .. there in the order of `ranks`. Each rank of the group calls
    /// it, with equal lists; the others continue, or form other groups. Errors name ranks by their numbers outside of all groups.
    /// The group has the [network](Self::network) of its ranks.
    ///
    /// ```
    /// use layout_core::sharding::Reduce;
    /// use static_layout_mpi::Threads;
    /// let sums = Threads::run(4, |ranks| {
    ///     let mine = ranks.rank();
    ///     let group = if mine % 2 == 0 { [0, 2] } else { [3, 1] };
    ///     ranks.group(&group, |group| Ok((group.rank(), group.all_reduce(mine as i64, Reduce::Sum)?))).unwrap()
    /// });
    /// assert_eq!(sums, [(0, 2), (1, 4), (1, 2), (0, 4)]);
    /// ```
    ///
    /// # Errors
    /// If this rank is not in the list; if a number of the list is not a rank, or is there twice; if an operation that [starts](crate::HaloTensor::start) in `f`
    /// does not end there; and the errors of `f`. An error of an operation of the group is also one of the communicator.
    pub fn group<R>(
        &mut self,
        ranks: &[usize],
        f: impl FnOnce(&mut Comm<Group<'_, X>>) -> Result<R>,
    ) -> Result<R> {
        let (own, size) = (self.rank(), self.size());
        let name = |rank: usize| self.name(rank);
        let mut sorted = ranks.to_vec();
        sorted.sort_unstable();
        let twice = sorted.windows(2).find(|two| two[0] == two[1]);
        let rank = ranks.iter().position(|rank| *rank == own);
        let refused = match (sorted.last(), twice, rank) {
            (Some(&last), ..) if last >= size => {
                format!(
                    "the group {ranks:?} has rank {last}, the communicator has the ranks 0 to {}",
                    size - 1
                )
            }
            (_, Some(two), _) => format!("the group {ranks:?} has rank {} twice", two[0]),
            (.., None) => format!(
                "rank {} is not in the group of the ranks {:?}",
                name(own),
                ranks.iter().map(|rank| name(*rank)).collect::<Vec<_>>()
            ),
            (.., Some(rank)) => {
                let part = |inner| Group { inner, ranks: ranks.to_vec(), rank };
                return self.in_part(ranks, part, f);
            }
        };
        Err(self.fail(DistError::layout(refused)))
    }

    /// Runs `f` on the ranks along some axes of a mesh: those with the coordinates of this rank along the other axes. Their
    /// numbers are row-major along these axes.
    ///
    /// ```
    /// use layout_core::sharding::{Mesh, Reduce};
    /// use static_layout_mpi::Threads;
    /// let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    /// let most = Threads::run(4, |ranks| {
    ///     let mine = ranks.rank() as f64;
    ///     ranks.along(&mesh, &["y"], |row| row.all_reduce(mine, Reduce::Max)).unwrap()
    /// });
    /// assert_eq!(most, [1.0, 1.0, 3.0, 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the mesh does not have the axes or this rank, or has a device that is not a rank; those of [`group`](Self::group).
    pub fn along<R>(
        &mut self,
        mesh: &Mesh,
        axes: &[&str],
        f: impl FnOnce(&mut Comm<Group<'_, X>>) -> Result<R>,
    ) -> Result<R> {
        let found = axes.iter().map(|name| mesh.axis(name)).collect::<Result<Vec<_>, _>>();
        let axes = found.map_err(|error| self.fail(error.into()))?;
        let own = self.rank();
        let Some(position) = mesh.position(own) else {
            let message = format!("rank {} is not a device of the mesh {mesh}", self.name(own));
            return Err(self.fail(DistError::layout(message)));
        };
        let step =
            |axis: usize| (axis + 1..mesh.rank()).map(|axis| mesh.size(axis)).product::<usize>();
        let mut positions = vec![position];
        for &axis in &axes {
            let (step, size) = (step(axis), mesh.size(axis));
            let each = |position: &usize| {
                let first = position - position / step % size * step;
                (0..size).map(move |k| first + k * step)
            };
            positions = positions.iter().flat_map(each).collect();
        }
        let ranks: Vec<usize> =
            positions.into_iter().map(|position| mesh.device(position)).collect();
        self.group(&ranks, f)
    }
}

impl<X> Group<'_, X> {
    /// The numbers that ranks of the group have outside.
    fn named(&self, ranks: &[usize]) -> Vec<usize> {
        ranks.iter().map(|rank| self.ranks[*rank]).collect()
    }
}

impl<X: Transport> Transport for Group<'_, X> {
    type Receipt = X::Receipt;

    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.ranks.len()
    }

    fn name(&self, rank: usize) -> usize {
        self.inner.name(self.ranks[rank])
    }

    fn pool(&mut self) -> &mut Pool {
        self.inner.pool()
    }

    fn message(&mut self, to: &[usize], len: usize) -> Result<Message> {
        self.inner.message(&self.named(to), len)
    }

    fn send_all(&mut self, to: &[usize], tag: Tag, message: Message) -> Result<()> {
        self.inner.send_all(&self.named(to), tag, message)
    }

    fn send(&mut self, to: usize, tag: Tag, message: Message) -> Result<()> {
        self.inner.send(self.ranks[to], tag, message)
    }

    fn receive(&mut self, from: usize, tag: Tag, len: usize) -> Result<Self::Receipt> {
        self.inner.receive(self.ranks[from], tag, len)
    }

    fn poll(&mut self, receipt: &mut Self::Receipt) -> Result<Option<Message>> {
        self.inner.poll(receipt)
    }

    fn unsent(&mut self) -> Result<Option<usize>> {
        let to = self.inner.unsent()?;
        // Messages to ranks outside are not of this group.
        Ok(to.and_then(|to| self.ranks.iter().position(|rank| *rank == to)))
    }

    fn in_flight(&self) -> usize {
        self.inner.in_flight()
    }

    fn pause(&mut self) {
        self.inner.pause();
    }

    fn announce(&mut self, reason: &str) {
        self.inner.announce(reason);
    }
}
