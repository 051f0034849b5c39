//! [`matmul`]: SUMMA, panels of A and B that travel while the product of the last ones runs.
//!
//! Each rank computes its part of C. For a panel, some neighbours along K, it needs the rows of A that are the rows of its
//! part, and the columns of B. One rank of its row of the mesh has the first, one of its column the second, and both send
//! to all others. Panels are numbered by all ranks alike: the indices of K that one shard of the columns of A and one shard
//! of the rows of B have in common, in parts of a bounded width. So the two may be cut differently.

use std::any::type_name;
use std::borrow::Borrow;

use layout_core::sharding::{Sharding, Split};
use static_layout::Layout;
use static_layout_kernels::gemm::ProductOf;

use crate::comm::Comm;
use crate::local::{LocalLayout, check_part};
use crate::message::Element;
use crate::tensor::DistTensor;
use crate::transport::Transport;
use crate::{DistError, Result};

mod panels;
mod product;

use product::{Operand, Product};

type Local = Layout!((?, ?):(?, ?));

/// `C = A * B`: A is `(M,K)`, B `(K,N)`, C `(M,N)`, in any shardings of whole values. C is not read.
/// [`static_layout_kernels::matmul`] computes the single products. ScaLAPACK: `pdgemm`.
///
/// If A and C cut their rows alike, and B and C their columns, on one mesh, as in ScaLAPACK, only panels move.
/// Otherwise an operand is first brought to such a sharding.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split};
/// use static_layout::Layout;
/// use static_layout_mpi::{DistTensor, Threads, matmul};
///
/// type Local = Layout!((?, ?):(?, ?));
/// let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
/// let blocks = |m, n, b| {
///     Sharding::replicated(&mesh, &[m, n])?.split(0, &["x"], Split::cyclic(b))?.split(1, &["y"], Split::cyclic(b))
/// };
/// let (a, b, c) = (blocks(5, 7, 2)?, blocks(7, 6, 2)?, blocks(5, 6, 2)?);
/// Threads::run(4, |ranks| {
///     let a = DistTensor::<f64, Local, _>::from_fn(ranks, &a, |at| (at[0] + at[1]) as f64)?;
///     let b = DistTensor::<f64, Local, _>::from_fn(ranks, &b, |at| (at[0] * at[1]) as f64)?;
///     let mut c = DistTensor::<f64, Local, _>::zeros(ranks, &c)?;
///     matmul(ranks, &a, &b, &mut c)?;
///     // Row 4 of A is 4 to 10, column 5 of B is 0, 5, .., 30.
///     let whole = c.gather(ranks, 0)?;
///     assert!(whole.is_none_or(|whole| whole[6 * 4 + 5] == 875.0));
///     Ok::<(), static_layout_mpi::DistError>(())
/// }).into_iter().collect::<Result<(), _>>()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the extents disagree, if an element of C is on no rank or on several, if A or B holds partial values; the errors
/// of [`Comm`].
pub fn matmul<X, T, A, B, C, R, S, U>(
    comm: &mut Comm<X>,
    a: &DistTensor<T, A, R>,
    b: &DistTensor<T, B, S>,
    c: &mut DistTensor<T, C, U>,
) -> Result<()>
where
    X: Transport,
    T: Element + ProductOf<T, T>,
    A: LocalLayout,
    B: LocalLayout,
    C: LocalLayout,
    R: Borrow<Sharding>,
    S: Borrow<Sharding>,
    U: Borrow<Sharding>,
{
    let [x, y, z] = [a.sharding(), b.sharding(), c.sharding()].map(Sharding::clone);
    comm.agree(&format!("multiply {} `{x}` by `{y}` into `{z}`", type_name::<T>()))?;
    let parts = [(&x, a.rank()), (&y, b.rank()), (&z, c.rank())];
    let checked = check(&x, &y, &z)
        .and_then(|()| parts.iter().try_for_each(|(held, rank)| check_part(comm, held, *rank)));
    checked.map_err(|error| comm.fail(error))?;
    let rows = aligned(&x, &z, 0);
    let columns = aligned(&y, &z, 1);
    let moved_a: Option<DistTensor<T, Local>> = match rows {
        Ok(None) => None,
        Ok(Some(to)) => Some(a.redistribute(comm, to)?),
        Err(error) => return Err(comm.fail(error)),
    };
    let moved_b: Option<DistTensor<T, Local>> = match columns {
        Ok(None) => None,
        Ok(Some(to)) => Some(b.redistribute(comm, to)?),
        Err(error) => return Err(comm.fail(error)),
    };
    comm.start_again();
    let a = moved_a.as_ref().map_or_else(|| Operand::new(a), Operand::new);
    let b = moved_b.as_ref().map_or_else(|| Operand::new(b), Operand::new);
    let product = Product::new(comm.rank(), &a, &b, &z).map_err(|error| comm.fail(error))?;
    comm.guard(|comm| product.run(comm, &a, &b, c))
}

/// Whether the matrices can be multiplied.
fn check(a: &Sharding, b: &Sharding, c: &Sharding) -> Result<()> {
    if [a, b, c].iter().any(|matrix| matrix.rank() != 2) {
        return Err(DistError::layout(format!(
            "a product needs matrices, not `{a}`, `{b}` and `{c}`"
        )));
    }
    let ([m, k], [l, n], [p, q]) = (extents(a), extents(b), extents(c));
    if k != l || m != p || n != q {
        return Err(DistError::layout(format!(
            "cannot multiply {m} x {k} by {l} x {n} into {p} x {q}"
        )));
    }
    if !c.is_partition() {
        return Err(DistError::layout(format!(
            "each element of the product is on one rank, not as in `{c}`"
        )));
    }
    match [a, b].iter().find(|matrix| matrix.reduce().is_some()) {
        Some(partial) => {
            Err(DistError::layout(format!("a product needs whole values, not `{partial}`")))
        }
        None => Ok(()),
    }
}

fn extents(matrix: &Sharding) -> [i64; 2] {
    let shape = matrix.shape();
    [shape[0], shape[1]]
}

/// `None` if the operand cuts axis `axis` as C does, otherwise a sharding that does.
fn aligned(operand: &Sharding, c: &Sharding, axis: usize) -> Result<Option<Sharding>> {
    if operand.mesh() == c.mesh() && operand.is_partition() && operand.cuts(axis) == c.cuts(axis) {
        return Ok(None);
    }
    let mesh = c.mesh();
    let names = |axes: &[usize]| axes.iter().map(|axis| mesh.name(*axis)).collect::<Vec<_>>();
    let mut sharding = Sharding::replicated(mesh, &operand.shape())?;
    for (axes, split) in c.cuts(axis) {
        sharding = sharding.split(axis, &names(&axes), split)?;
    }
    for (axes, _) in c.cuts(1 - axis) {
        sharding = sharding.split(1 - axis, &names(&axes), Split::Block)?;
    }
    Ok(Some(sharding.with_order(operand.order())))
}
