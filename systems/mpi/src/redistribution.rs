//! [`Redistribution`], the moves from one tensor to another.

use std::any::type_name;
use std::borrow::Borrow;

use layout_core::sharding::{Reduce, Sharding};

use crate::comm::Comm;
use crate::local::{LocalLayout, check_devices};
use crate::message::Element;
use crate::moves::Moves;
use crate::tensor::DistTensor;
use crate::transport::Transport;
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
    moves: Moves,
    from: (Sharding, Vec<i64>),
    to: (Sharding, Vec<i64>),
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
        let moves = check_whole(one)
            .and_then(|()| check_whole(other))
            .and_then(|()| check_devices(one, comm.size()))
            .and_then(|()| check_devices(other, comm.size()))
            .and_then(|()| {
                Moves::new(
                    comm.rank(),
                    size_of::<T>(),
                    (one, from.strides()),
                    (other, to.strides()),
                )
            });
        let moves = moves.map_err(|error| comm.fail(error))?;
        let from = (one.clone(), from.strides().to_vec());
        let to = (other.clone(), to.strides().to_vec());
        Ok(Self { moves, from, to })
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
        for ((planned, strides), found, steps) in
            [(&self.from, from.sharding(), from.strides()), (&self.to, to.sharding(), to.strides())]
        {
            if planned != found || strides != steps {
                let message = format!(
                    "planned for `{planned}` with the strides {strides:?}, not `{found}` with {steps:?}"
                );
                return Err(comm.fail(DistError::layout(message)));
            }
        }
        comm.start_again();
        comm.guard(|comm| self.moves.run(comm, from.elements(), to.elements_mut(), None))
    }

    /// The number of elements that this rank sends to others.
    pub fn sent(&self) -> usize {
        self.moves.sent()
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
