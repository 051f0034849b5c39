//! [`matmul`]: SUMMA, panels of A and B that travel while the product of the last ones runs.
//!
//! Each rank computes its part of C. For a panel, some neighbours along K, it needs the rows of A that are the rows of its
//! part, and the columns of B. One rank of its row of the mesh has the first, one of its column the second, and both send
//! to all others. Panels are numbered by all ranks alike: the indices of K that one shard of the columns of A and one shard
//! of the rows of B have in common, in parts of [`WIDTH`]. So the two may be cut differently.

use std::any::type_name;
use std::borrow::Borrow;

use layout_core::sharding::{Order, Sharding, Split};
use static_layout::{Layout, View, ViewMut, layout};
use static_layout_kernels::gemm::ProductOf;
use static_layout_kernels::{matmul as matmul_on_rank, matmul_add};

use crate::comm::{Comm, Expected};
use crate::message::{Element, Message};
use crate::strided::Pieces;
use crate::tensor::{DistTensor, LocalLayout, local_shape};
use crate::transport::Transport;
use crate::{DistError, Result};

/// The most neighbours along K of a panel. The kernel packs each panel anew, which wide panels make cheap.
const WIDTH: i64 = 512;

/// The panels that are under way while a product runs.
const AHEAD: usize = 2;

type Local = Layout!((?, ?):(?, ?));

/// `C = A * B`: A is `(M,K)`, B `(K,N)`, C `(M,N)`, in any shardings of whole values. C is not read. The single products are
/// those of [`static_layout_kernels::matmul`]. ScaLAPACK: `pdgemm`.
///
/// Nothing but panels moves where the rows of A are cut as those of C and the columns of B as those of C, on one mesh, as
/// in ScaLAPACK. An operand that is cut otherwise is brought to such a sharding first.
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
/// If the extents disagree, if an element of C is on no rank or on several, if A or B holds partial values; those of
/// [`Comm`].
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
    check(&x, &y, &z).map_err(|error| comm.fail(error))?;
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

/// `None` if axis `axis` of the operand is cut as that of C, and else a sharding for which it is.
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

/// A or B as the ranks hold it.
struct Operand<'a, T> {
    elements: &'a [T],
    strides: [usize; 2],
    sharding: Sharding,
    /// The extents of this rank.
    shape: [usize; 2],
}

impl<'a, T: Element> Operand<'a, T> {
    fn new<L: LocalLayout, S: Borrow<Sharding>>(tensor: &'a DistTensor<T, L, S>) -> Self {
        let pair = |list: &[i64]| [list[0] as usize, list[1] as usize];
        let sharding = tensor.sharding().clone();
        let shape = tensor.local_shape();
        Self {
            elements: tensor.elements(),
            strides: pair(tensor.strides()),
            sharding,
            shape: pair(&shape),
        }
    }

    /// Whether the memory of this rank has neighbours where panels have them.
    fn is_in_order(&self, order: Order) -> bool {
        let [s, t] = self.strides;
        match order {
            Order::RowMajor => t == 1,
            Order::ColumnMajor => s == 1,
        }
    }
}

/// The strides of a panel, which is in the order of C.
fn panel_strides([m, n]: [usize; 2], order: Order) -> [usize; 2] {
    match order {
        Order::RowMajor => [n.max(1), 1],
        Order::ColumnMajor => [1, m.max(1)],
    }
}

/// Neighbours along K that one rank of a row, or of a column, has next to each other.
#[derive(Clone, Copy)]
struct Segment {
    /// The first index.
    k: i64,
    len: i64,
    /// The place in the columns of A, and in the rows of B.
    places: [i64; 2],
}

/// What the ranks send each other for a part of the depth.
struct Panel {
    segments: Vec<Segment>,
    width: usize,
}

/// The work of a rank.
struct Product {
    panels: Vec<Panel>,
    /// For A and B: the owner of each panel, if this rank needs it or has it.
    owners: [Vec<Option<usize>>; 2],
    /// For A and B: the other ranks that need the panels of this one.
    peers: [Vec<usize>; 2],
    /// Whether this rank has elements of C.
    computes: bool,
    order: Order,
    shape: [usize; 2],
}

impl Product {
    fn new<T: Element>(
        rank: usize,
        a: &Operand<'_, T>,
        b: &Operand<'_, T>,
        c: &Sharding,
    ) -> Result<Self> {
        let shape = local_shape(c, rank)?;
        let [m, n] = [shape[0], shape[1]];
        let first = |axis: usize| -> Result<Option<i64>> {
            // The first row or column of this rank, if it has one.
            let held = [&b.sharding, &a.sharding][1 - axis];
            let local = local_shape(held, rank)?;
            if shape[axis] == 0 {
                return Ok(None);
            }
            // Another axis of C, A or B on which this rank has an element gives the coordinate.
            if m > 0 && n > 0 {
                return Ok(Some(c.global(rank, &[0, 0])?[axis]));
            }
            Ok(if local.contains(&0) { None } else { Some(held.global(rank, &[0, 0])?[axis]) })
        };
        let (row, column) = (first(0)?, first(1)?);
        let panels = panels(&a.sharding, &b.sharding)?;
        let mut product = Self {
            owners: [Vec::new(), Vec::new()],
            peers: [Vec::new(), Vec::new()],
            computes: m > 0 && n > 0,
            order: c.order(),
            shape: [m as usize, n as usize],
            panels,
        };
        if let Some(row) = row {
            product.peers[0] = others(c, row, 0, rank)?;
        }
        if let Some(column) = column {
            product.peers[1] = others(c, column, 1, rank)?;
        }
        for panel in &product.panels {
            let k = panel.segments[0].k;
            let of_a = row.map(|row| owner(&a.sharding, [row, k], 1)).transpose()?;
            let of_b = column.map(|column| owner(&b.sharding, [k, column], 0)).transpose()?;
            product.owners[0].push(of_a.map(|owner| owner.0));
            product.owners[1].push(of_b.map(|owner| owner.0));
        }
        Ok(product)
    }

    fn run<X, T, C, U>(
        &self,
        comm: &mut Comm<X>,
        a: &Operand<'_, T>,
        b: &Operand<'_, T>,
        c: &mut DistTensor<T, C, U>,
    ) -> Result<()>
    where
        X: Transport,
        T: Element + ProductOf<T, T>,
        C: LocalLayout,
        U: Borrow<Sharding>,
    {
        let mut expected: Vec<Expected<X, (usize, usize)>> = Vec::new();
        let mut arrived: Vec<[Option<Message>; 2]> =
            self.panels.iter().map(|_| [None, None]).collect();
        let mut begun = 0;
        let strides = [c.strides()[0] as usize, c.strides()[1] as usize];
        for (at, panel) in self.panels.iter().enumerate() {
            while begun < self.panels.len().min(at + 1 + AHEAD) {
                self.begin(comm, begun, [a, b], &mut expected, &mut arrived)?;
                begun += 1;
            }
            if !self.computes {
                continue;
            }
            while expected.iter().any(|expected| expected.key.0 == at) {
                let ((panel, which), message) =
                    comm.next(&mut expected)?.expect("a message is expected");
                arrived[panel][which] = Some(message);
            }
            let [x, y] = std::mem::take(&mut arrived[at]);
            let [m, n] = self.shape;
            let x_panel = self.panel(a, &x, panel, 1, [m, panel.width]);
            let y_panel = self.panel(b, &y, panel, 0, [panel.width, n]);
            // The order of C decides which strides are 1. Of row-major matrices the transposed ones are multiplied.
            match self.order {
                Order::ColumnMajor => multiply(
                    x_panel,
                    y_panel,
                    [m, panel.width, n],
                    c.elements_mut(),
                    strides,
                    at == 0,
                )?,
                Order::RowMajor => {
                    let strides = [strides[1], strides[0]];
                    multiply(
                        y_panel,
                        x_panel,
                        [n, panel.width, m],
                        c.elements_mut(),
                        strides,
                        at == 0,
                    )?
                }
            }
            for message in [x, y].into_iter().flatten() {
                comm.recycle(message);
            }
            // Messages that have arrived meanwhile.
            while let Some(((panel, which), message)) = comm.arrived(&mut expected)? {
                arrived[panel][which] = Some(message);
            }
        }
        if self.panels.is_empty() {
            c.elements_mut().fill(bytemuck::Zeroable::zeroed());
        }
        Ok(())
    }

    /// Sends the parts of a panel that this rank has, and begins to receive those that it needs.
    fn begin<X: Transport, T: Element>(
        &self,
        comm: &mut Comm<X>,
        at: usize,
        operands: [&Operand<'_, T>; 2],
        expected: &mut Vec<Expected<X, (usize, usize)>>,
        arrived: &mut [[Option<Message>; 2]],
    ) -> Result<()> {
        let panel = &self.panels[at];
        for (which, operand) in operands.into_iter().enumerate() {
            let Some(owner) = self.owners[which][at] else { continue };
            let axis = 1 - which;
            let mut shape = self.shape;
            shape[axis] = panel.width;
            if owner != comm.rank() {
                if self.computes {
                    expected.push(comm.expect::<T, _>(owner, shape[0] * shape[1], (at, which)));
                }
                continue;
            }
            let own = self.computes && !self.is_in_place(operand, panel);
            let peers = &self.peers[which];
            for copy in 0..peers.len() + usize::from(own) {
                let mut message = comm.message::<T>(shape[0] * shape[1]);
                self.pack(operand, panel, axis, shape, message.elements_mut());
                match peers.get(copy) {
                    Some(peer) => comm.send(*peer, message)?,
                    None => arrived[at][which] = Some(message),
                }
            }
        }
        Ok(())
    }
}

impl Product {
    /// Whether the owner of a panel reads it in its memory.
    fn is_in_place<T: Element>(&self, operand: &Operand<'_, T>, panel: &Panel) -> bool {
        panel.segments.len() == 1 && operand.is_in_order(self.order)
    }

    /// Copies the part of a panel that this rank has.
    fn pack<T: Element>(
        &self,
        operand: &Operand<'_, T>,
        panel: &Panel,
        axis: usize,
        shape: [usize; 2],
        message: &mut [T],
    ) {
        let to = panel_strides(shape, self.order);
        // The mode of neighbours in the message first.
        let turned =
            |[s, t]: [usize; 2]| if self.order == Order::RowMajor { [t, s] } else { [s, t] };
        let mut done = 0;
        for segment in &panel.segments {
            let mut extents = shape;
            extents[axis] = segment.len as usize;
            let (mut from, mut into) = (Pieces::default(), Pieces::default());
            let start = segment.places[1 - axis] as usize * operand.strides[axis];
            from.push_block(start, &turned(extents), &turned(operand.strides));
            into.push_block(done * to[axis], &turned(extents), &turned(to));
            from.copy_to(operand.elements, &into, message);
            done += segment.len as usize;
        }
    }

    /// A panel: what arrived, or neighbours in the memory of this rank.
    fn panel<'a, T: Element>(
        &self,
        operand: &Operand<'a, T>,
        message: &'a Option<Message>,
        panel: &Panel,
        axis: usize,
        shape: [usize; 2],
    ) -> Memory<'a, T> {
        let (elements, start, [s, t]) = match message {
            Some(message) => (message.elements(), 0, panel_strides(shape, self.order)),
            None => {
                let start = panel.segments[0].places[1 - axis] as usize * operand.strides[axis];
                debug_assert_eq!(operand.shape[1 - axis], shape[1 - axis]);
                (operand.elements, start, operand.strides)
            }
        };
        Memory { elements, start, step: if self.order == Order::RowMajor { s } else { t } }
    }
}

/// A matrix whose first mode has the stride 1, and the second one `step`.
struct Memory<'a, T> {
    elements: &'a [T],
    start: usize,
    step: usize,
}

/// `C = A * B`, or `C = C + A * B`. The layouts have a static stride of 1, by which the kernel chooses its vectors.
fn multiply<T: Element + ProductOf<T, T>>(
    a: Memory<'_, T>,
    b: Memory<'_, T>,
    [m, k, n]: [usize; 3],
    c: &mut [T],
    [s, t]: [usize; 2],
    first: bool,
) -> Result<()> {
    let a = View::with_origin(a.elements, a.start, layout!((m, k):(1, { a.step })))?;
    let b = View::with_origin(b.elements, b.start, layout!((k, n):(1, { b.step })))?;
    macro_rules! into {
        ($layout:expr) => {{
            let mut c = ViewMut::new(c, $layout)?;
            if first { matmul_on_rank(a, b, &mut c) } else { matmul_add(a, b, &mut c) }
        }};
    }
    if s == 1 {
        into!(layout!((m, n):(1, t)))
    } else {
        into!(layout!((m, n):(s, t)))
    }
    Ok(())
}

/// The rank that has an element, and its place along an axis there.
fn owner(matrix: &Sharding, coordinate: [i64; 2], axis: usize) -> Result<(usize, i64)> {
    let mut owners = matrix.owners(&coordinate)?;
    let (device, local) = owners.next().expect("each element of a partition is on one rank");
    Ok((device, local[axis]))
}

/// The other ranks that have elements of C in a row, or in a column.
fn others(c: &Sharding, index: i64, axis: usize, rank: usize) -> Result<Vec<usize>> {
    let count = extents(c)[1 - axis];
    let mut found = Vec::new();
    let mut k = 0;
    while k < count {
        let at = |k: i64| {
            let mut coordinate = [index; 2];
            coordinate[1 - axis] = k;
            owner(c, coordinate, 1 - axis)
        };
        let device = at(k)?.0;
        if device != rank && !found.contains(&device) {
            found.push(device);
        }
        k += run(k, count, at)?;
    }
    Ok(found)
}

/// How many indices from `k` on one rank has next to each other.
fn run(k: i64, end: i64, at: impl Fn(i64) -> Result<(usize, i64)>) -> Result<i64> {
    let (device, local) = at(k)?;
    // Indices are in order on each rank: if the first and the last are as far from each other there, so are those between.
    let follows = |len: i64| Ok::<_, DistError>(at(k + len - 1)? == (device, local + len - 1));
    let (mut have, mut step) = (1, 1);
    while k + have + step <= end && follows(have + step)? {
        have += step;
        step *= 2;
    }
    while step > 0 {
        if k + have + step <= end && follows(have + step)? {
            have += step;
        }
        step /= 2;
    }
    Ok(have)
}

/// The panels, equal on all ranks.
fn panels(a: &Sharding, b: &Sharding) -> Result<Vec<Panel>> {
    let ([m, depth], [_, n]) = (extents(a), extents(b));
    let mut panels: Vec<((usize, usize), Panel)> = Vec::new();
    if m == 0 || n == 0 {
        return Ok(Vec::new());
    }
    let mut k = 0;
    while k < depth {
        // All rows of A are cut alike, and all columns of B.
        let (of_a, of_b) = (|k| owner(a, [0, k], 1), |k| owner(b, [k, 0], 0));
        let mut end = k + run(k, depth, of_a)?.min(run(k, depth, of_b)?);
        let ((x, place), (y, other)) = (of_a(k)?, of_b(k)?);
        let open =
            panels.iter().rposition(|(key, panel)| *key == (x, y) && (panel.width as i64) < WIDTH);
        let at = open.unwrap_or_else(|| {
            panels.push(((x, y), Panel { segments: Vec::new(), width: 0 }));
            panels.len() - 1
        });
        let panel = &mut panels[at].1;
        end = end.min(k + WIDTH - panel.width as i64);
        let len = end - k;
        panel.width += len as usize;
        match panel.segments.last_mut() {
            // Next to the last one in both memories.
            Some(last) if [place, other] == last.places.map(|place| place + last.len) => {
                last.len += len
            }
            _ => panel.segments.push(Segment { k, len, places: [place, other] }),
        }
        k = end;
    }
    Ok(panels.into_iter().map(|(_, panel)| panel).collect())
}
