//! [`Redistribution`] and [`Reduction`], the moves from one tensor to another.

use std::any::type_name;
use std::borrow::Borrow;
use std::sync::Arc;

use layout_core::sharding::{Reduce, Sharding};

use crate::comm::Comm;
use crate::local::{LocalLayout, check_part};
use crate::message::Element;
use crate::moves::{Begun, Combine};
use crate::number::Number;
use crate::steps::Steps;
use crate::tensor::DistTensor;
use crate::transport::{Tag, Transport};
use crate::{DistError, Result};

/// The moves from one tensor to another, planned once and run many times.
///
/// ```
/// # use layout_core::sharding::{Mesh, Sharding, Split};
/// # use static_layout::Layout;
/// # use static_layout_mpi::{DistTensor, Redistribution, Threads};
/// # type Local = Layout!((?, ?):(?, ?));
/// # let mesh = Mesh::new(&[("x", 2)])?;
/// # let whole = Sharding::replicated(&mesh, &[4, 4])?;
/// # let (rows, columns) = (whole.clone().split(0, &["x"], Split::Block)?, whole.split(1, &["x"], Split::Block)?);
/// Threads::run(2, |ranks| {
///     let mut a = DistTensor::<i32, Local, _>::from_fn(ranks, &rows, |at| (4 * at[0] + at[1]) as i32)?;
///     let mut b = DistTensor::<i32, Local, _>::zeros(ranks, &columns)?;
///     let moves = Redistribution::new(ranks, &a, &b)?;
///     assert_eq!(moves.sent(), 4);
///     for _ in 0..3 {
///         moves.run(ranks, &a, &mut b)?;
///         a.elements_mut().iter_mut().for_each(|x| *x += 1);
///     }
///     Ok::<(), static_layout_mpi::DistError>(())
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Redistribution {
    planned: Arc<Planned>,
}

/// Steps between the memories of two tensors, for elements of `item` bytes.
pub(crate) struct Planned {
    steps: Steps,
    item: usize,
    from: (Sharding, Vec<i64>),
    to: (Sharding, Vec<i64>),
    /// The rank, and the number of ranks.
    place: (usize, usize),
}

/// The plans that a communicator keeps, so that operations which are called again do not plan again.
const KEPT: usize = 8;

impl Planned {
    /// The plan, made anew unless the communicator has kept it.
    fn new<X: Transport, T: Element, L: LocalLayout, S: Borrow<Sharding>, M: LocalLayout, R>(
        comm: &mut Comm<X>,
        from: &DistTensor<T, L, S>,
        to: &DistTensor<T, M, R>,
        check: impl Fn(&Sharding) -> Result<()>,
    ) -> Result<Arc<Self>>
    where
        R: Borrow<Sharding>,
    {
        let (one, other, item) = (from.sharding(), to.sharding(), size_of::<T>());
        let is_this = |kept: &Arc<Self>| {
            kept.item == item
                && (&kept.from.0, &kept.from.1[..]) == (one, from.strides())
                && (&kept.to.0, &kept.to.1[..]) == (other, to.strides())
        };
        let checked = check(one).and_then(|()| check(other));
        if let (Ok(()), Some(k)) = (&checked, comm.plans().iter().position(is_this)) {
            // The last one used is the last one forgotten.
            let kept = comm.plans().remove(k);
            comm.plans().push(kept.clone());
            return Ok(kept);
        }
        let steps = checked
            .and_then(|()| check_part(comm, one, from.rank()))
            .and_then(|()| check_part(comm, other, to.rank()))
            .and_then(|()| {
                let ends = [(one, from.strides()), (other, to.strides())];
                Steps::new(comm.rank(), item, comm.network(), ends[0], ends[1])
            });
        let steps = steps.map_err(|error| comm.fail(error))?;
        let from = (one.clone(), from.strides().to_vec());
        let to = (other.clone(), to.strides().to_vec());
        let place = (comm.rank(), comm.size());
        let planned = Arc::new(Self { steps, item, from, to, place });
        if comm.plans().len() == KEPT {
            comm.plans().remove(0);
        }
        comm.plans().push(planned.clone());
        Ok(planned)
    }

    /// Checks that a tensor is one that the steps are planned for.
    fn check<X: Transport, T: Element, L: LocalLayout, S: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        (planned, strides): &(Sharding, Vec<i64>),
        tensor: &DistTensor<T, L, S>,
    ) -> Result<()> {
        let (found, steps, part) = (tensor.sharding(), tensor.strides(), tensor.rank());
        let ((rank, size), here) = (self.place, (comm.rank(), comm.size()));
        let message = if planned != found || strides != steps {
            format!(
                "planned for `{planned}` with the strides {strides:?}, not `{found}` with {steps:?}"
            )
        } else if here != self.place || part != rank {
            format!(
                "planned for tensors of rank {rank} of {size}, not for the part of rank {part} on rank {} of {}",
                here.0, here.1
            )
        } else {
            return Ok(());
        };
        Err(comm.fail(DistError::layout(message)))
    }

    /// Runs the steps.
    fn run<X: Transport, T: Element, L: LocalLayout, S: Borrow<Sharding>, M: LocalLayout, R>(
        &self,
        comm: &mut Comm<X>,
        from: &DistTensor<T, L, S>,
        to: &mut DistTensor<T, M, R>,
        combine: Option<Combine<T>>,
    ) -> Result<()>
    where
        R: Borrow<Sharding>,
    {
        self.check(comm, &self.from, from)?;
        self.check(comm, &self.to, to)?;
        comm.start_again();
        comm.guard(|comm| self.steps.run(comm, from.elements(), to.elements_mut(), combine, None))
    }

    /// Begins the first step.
    fn start<'a, X: Transport, T: Element, L: LocalLayout, S: Borrow<Sharding>>(
        self: &Arc<Self>,
        comm: &mut Comm<X>,
        from: &'a DistTensor<T, L, S>,
    ) -> Result<Moving<'a, X, T>> {
        self.check(comm, &self.from, from)?;
        let (tag, from) = (comm.open(), from.elements());
        let begun = comm.run(|comm| self.steps.start(comm, from))?;
        Ok(Moving { planned: self.clone(), from, begun, tag })
    }

    /// Ends the first step, and runs the others.
    fn finish<X: Transport, T: Element, M: LocalLayout, R: Borrow<Sharding>>(
        self: &Arc<Self>,
        comm: &mut Comm<X>,
        moving: Moving<'_, X, T>,
        to: &mut DistTensor<T, M, R>,
        combine: Option<Combine<T>>,
    ) -> Result<()> {
        self.check(comm, &self.to, to)?;
        let Moving { planned, from, begun, tag } = moving;
        if !Arc::ptr_eq(self, &planned) {
            let (begun, other) = (&planned.from.0, &planned.to.0);
            let message =
                format!("the moves from `{begun}` to `{other}` end with the plan that began them");
            return Err(comm.fail(DistError::layout(message)));
        }
        comm.close(tag, |comm| self.steps.run(comm, from, to.elements_mut(), combine, Some(begun)))
    }
}

/// Moves that have begun: see [`Redistribution::start`] and [`Reduction::start`].
#[must_use = "moves end with `finish`"]
pub struct Moving<'a, X: Transport, T> {
    planned: Arc<Planned>,
    from: &'a [T],
    begun: Begun<X>,
    tag: Tag,
}

impl Redistribution {
    /// Plans the moves. The ranks compare their plans.
    ///
    /// # Errors
    /// Those of [`DistTensor::redistribute`].
    pub fn new<
        X: Transport,
        T: Element,
        L: LocalLayout,
        S: Borrow<Sharding>,
        M: LocalLayout,
        R: Borrow<Sharding>,
    >(
        comm: &mut Comm<X>,
        from: &DistTensor<T, L, S>,
        to: &DistTensor<T, M, R>,
    ) -> Result<Self> {
        let (one, other) = (from.sharding(), to.sharding());
        comm.agree(&format!("redistribute {} from `{one}` to `{other}`", type_name::<T>()))?;
        Ok(Self { planned: Planned::new(comm, from, to, check_whole)? })
    }

    /// Moves the elements.
    ///
    /// # Errors
    /// If a tensor has another sharding or local layout than planned; the errors of [`Comm`].
    pub fn run<
        X: Transport,
        T: Element,
        L: LocalLayout,
        S: Borrow<Sharding>,
        M: LocalLayout,
        R: Borrow<Sharding>,
    >(
        &self,
        comm: &mut Comm<X>,
        from: &DistTensor<T, L, S>,
        to: &mut DistTensor<T, M, R>,
    ) -> Result<()> {
        self.planned.run(comm, from, to, None)
    }

    /// Begins to move the elements: all messages of the first step leave now, and [`finish`](Self::finish) takes those of this
    /// rank and runs the other steps. Meanwhile a program computes what needs neither tensor, or reads `from`. The messages take
    /// memory for the elements that this rank sends and receives in the first step. Without work between the halves, and on one
    /// machine, whose cores copy the messages, [`run`](Self::run) is faster. Moves that start in a [group](Comm::group)
    /// end there.
    ///
    /// ```
    /// # use layout_core::sharding::{Mesh, Reduce, Sharding, Split};
    /// # use static_layout_mpi::{DistTensor, Redistribution, Threads};
    /// # let mesh = Mesh::new(&[("x", 2)])?;
    /// # let whole = Sharding::replicated(&mesh, &[4, 4])?;
    /// # let (rows, columns) = (whole.clone().split(0, &["x"], Split::Block)?, whole.split(1, &["x"], Split::Block)?);
    /// Threads::run(2, |ranks| {
    ///     let a = DistTensor::<f64>::from_fn(ranks, rows.clone(), |at| (4 * at[0] + at[1]) as f64)?;
    ///     let mut b = DistTensor::<f64>::zeros(ranks, columns.clone())?;
    ///     let moves = Redistribution::new(ranks, &a, &b)?;
    ///     let moving = moves.start(ranks, &a)?;
    ///     let sum = ranks.all_reduce(a.elements().iter().sum::<f64>(), Reduce::Sum)?;
    ///     moves.finish(ranks, moving, &mut b)?;
    ///     assert_eq!((sum, b.view()[(3, 1)]), (120.0, [13.0, 15.0][ranks.rank()]));
    ///     Ok::<(), static_layout_mpi::DistError>(())
    /// }).into_iter().collect::<Result<(), _>>()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the tensor has another sharding or local layout than planned; the errors of [`Comm`].
    pub fn start<'a, X: Transport, T: Element, L: LocalLayout, S: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        from: &'a DistTensor<T, L, S>,
    ) -> Result<Moving<'a, X, T>> {
        self.planned.start(comm, from)
    }

    /// Ends moves that have begun: `to` has the elements that the tensors of all ranks had when they began.
    ///
    /// # Errors
    /// If the tensor has another sharding or local layout than planned, or another plan began the moves; the errors of [`Comm`].
    pub fn finish<X: Transport, T: Element, M: LocalLayout, R: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        moving: Moving<'_, X, T>,
        to: &mut DistTensor<T, M, R>,
    ) -> Result<()> {
        self.planned.finish(comm, moving, to, None)
    }

    /// The number of elements that this rank sends to others.
    pub fn sent(&self) -> usize {
        self.planned.steps.sent()
    }
}

/// The moves from one tensor to another that combine partial values, planned once and run many times.
///
/// ```
/// # use layout_core::sharding::{Mesh, Reduce, Sharding};
/// # use static_layout::Layout;
/// # use static_layout_mpi::{DistTensor, Reduction, Threads};
/// # type Local = Layout!(?:?);
/// # let mesh = Mesh::new(&[("x", 4)])?;
/// let whole = Sharding::replicated(&mesh, &[100_000])?;
/// let terms = whole.clone().partial(&["x"], Reduce::Sum)?;
/// Threads::run(4, |ranks| {
///     let a = DistTensor::<f64, Local, _>::from_fn(ranks, &terms, |at| at[0] as f64)?;
///     let mut b = DistTensor::<f64, Local, _>::zeros(ranks, &whole)?;
///     let all_reduce = Reduction::new(ranks, &a, &b)?;
///     all_reduce.run(ranks, &a, &mut b)?;
///     assert_eq!(b.view()[7], 28.0);
///     // A reduce-scatter and an all-gather, and not three times all elements.
///     assert_eq!(all_reduce.sent(), 2 * 75_000);
///     Ok::<(), static_layout_mpi::DistError>(())
/// }).into_iter().collect::<Result<(), _>>()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reduction {
    planned: Arc<Planned>,
    how: Reduce,
    /// The number of terms that become one.
    count: usize,
}

impl Reduction {
    /// Plans the moves. The ranks compare their plans.
    ///
    /// # Errors
    /// Those of [`DistTensor::reduce`].
    pub fn new<
        X: Transport,
        T: Number,
        L: LocalLayout,
        S: Borrow<Sharding>,
        M: LocalLayout,
        R: Borrow<Sharding>,
    >(
        comm: &mut Comm<X>,
        from: &DistTensor<T, L, S>,
        to: &DistTensor<T, M, R>,
    ) -> Result<Self> {
        let (one, other) = (from.sharding(), to.sharding());
        comm.agree(&format!("reduce {} from `{one}` to `{other}`", type_name::<T>()))?;
        let how = one.reduce().or(other.reduce()).unwrap_or(Reduce::Sum);
        let terms = |sharding: &Sharding| -> usize {
            sharding.partial_axes().iter().map(|&axis| sharding.mesh().size(axis)).product()
        };
        let count = terms(one) / terms(other);
        Ok(Self { planned: Planned::new(comm, from, to, |_| Ok(()))?, how, count })
    }

    /// Combines the terms: step by step, and in each step in the order of the terms, row-major along the axes of the sum. So equal
    /// inputs give equal bits, on all ranks and in every run.
    ///
    /// # Errors
    /// If a tensor has another sharding or local layout than planned; the errors of [`Comm`].
    pub fn run<
        X: Transport,
        T: Number,
        L: LocalLayout,
        S: Borrow<Sharding>,
        M: LocalLayout,
        R: Borrow<Sharding>,
    >(
        &self,
        comm: &mut Comm<X>,
        from: &DistTensor<T, L, S>,
        to: &mut DistTensor<T, M, R>,
    ) -> Result<()> {
        self.planned.run(comm, from, to, Some(self.combine()))?;
        self.divide(to);
        Ok(())
    }

    /// Begins to move and to combine the terms, as [`Redistribution::start`] begins to move elements.
    ///
    /// # Errors
    /// If the tensor has another sharding or local layout than planned; the errors of [`Comm`].
    pub fn start<'a, X: Transport, T: Number, L: LocalLayout, S: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        from: &'a DistTensor<T, L, S>,
    ) -> Result<Moving<'a, X, T>> {
        self.planned.start(comm, from)
    }

    /// Ends moves that have begun: `to` has the elements that [`run`](Self::run) gives, with equal bits.
    ///
    /// # Errors
    /// If the tensor has another sharding or local layout than planned, or another plan began the moves; the errors of [`Comm`].
    pub fn finish<X: Transport, T: Number, M: LocalLayout, R: Borrow<Sharding>>(
        &self,
        comm: &mut Comm<X>,
        moving: Moving<'_, X, T>,
        to: &mut DistTensor<T, M, R>,
    ) -> Result<()> {
        self.planned.finish(comm, moving, to, Some(self.combine()))?;
        self.divide(to);
        Ok(())
    }

    fn combine<T: Number>(&self) -> Combine<T> {
        Combine { f: T::combine_all, how: self.how, neutral: T::neutral(self.how) }
    }

    /// Makes averages of sums.
    fn divide<T: Number, M: LocalLayout, R: Borrow<Sharding>>(&self, to: &mut DistTensor<T, M, R>) {
        if self.how == Reduce::Average {
            to.elements_mut().iter_mut().for_each(|element| *element = element.divide(self.count));
        }
    }

    /// The number of elements that this rank sends to others.
    pub fn sent(&self) -> usize {
        self.planned.steps.sent()
    }
}

/// Checks that a sharding has whole values.
pub(crate) fn check_whole(sharding: &Sharding) -> Result<()> {
    match sharding.reduce() {
        None => Ok(()),
        Some(reduce) => {
            let name = reduce.name();
            let article = if reduce == Reduce::Average { "an" } else { "a" };
            Err(DistError::layout(format!(
                "`{sharding}` holds terms of {article} {name}: use `reduce`, which makes them whole"
            )))
        }
    }
}
