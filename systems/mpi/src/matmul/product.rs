//! [`Product`]: the panels that a rank sends and receives, and the products of them.

use std::borrow::Borrow;

use layout_core::sharding::{Order, Sharding};
use static_layout::{View, ViewMut, layout};
use static_layout_kernels::gemm::ProductOf;
use static_layout_kernels::{matmul as matmul_on_rank, matmul_add};

use super::panels::{Panel, others, owner, panels};
use crate::Result;
use crate::comm::{Comm, Expected};
use crate::local::{LocalLayout, local_shape};
use crate::message::{Element, Message};
use crate::strided::Pieces;
use crate::tensor::DistTensor;
use crate::transport::Transport;

/// The panels that are under way while a product runs.
const AHEAD: usize = 2;

/// A or B as the ranks hold it.
pub(super) struct Operand<'a, T> {
    elements: &'a [T],
    strides: [usize; 2],
    sharding: Sharding,
    /// The extents of this rank.
    shape: [usize; 2],
}

impl<'a, T: Element> Operand<'a, T> {
    pub(super) fn new<L: LocalLayout, S: Borrow<Sharding>>(
        tensor: &'a DistTensor<T, L, S>,
    ) -> Self {
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

/// The work of a rank.
pub(super) struct Product {
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
    pub(super) fn new<T: Element>(
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

    pub(super) fn run<X, T, C, U>(
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
            let x_panel = self.panel(a, &x, panel, 1, [m, panel.width])?;
            let y_panel = self.panel(b, &y, panel, 0, [panel.width, n])?;
            // The order of C decides which strides are 1. For row-major matrices the transposes are multiplied.
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

    /// Sends this rank's parts of a panel, and begins to receive the parts that it needs.
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
                    expected.push(comm.expect::<T, _>(owner, shape[0] * shape[1], (at, which))?);
                }
                continue;
            }
            let own = self.computes && !self.is_in_place(operand, panel);
            let peers = &self.peers[which];
            for copy in 0..peers.len() + usize::from(own) {
                let count = shape[0] * shape[1];
                let mut message = match peers.get(copy) {
                    Some(peer) => comm.message_to::<T>(&[*peer], count)?,
                    None => comm.message::<T>(count)?,
                };
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

    /// A panel: received elements, or neighbours in the memory of this rank.
    fn panel<'a, T: Element>(
        &self,
        operand: &Operand<'a, T>,
        message: &'a Option<Message>,
        panel: &Panel,
        axis: usize,
        shape: [usize; 2],
    ) -> Result<Memory<'a, T>> {
        let (elements, start, [s, t]) = match message {
            Some(message) => (message.elements()?, 0, panel_strides(shape, self.order)),
            None => {
                let start = panel.segments[0].places[1 - axis] as usize * operand.strides[axis];
                debug_assert_eq!(operand.shape[1 - axis], shape[1 - axis]);
                (operand.elements, start, operand.strides)
            }
        };
        let step = if self.order == Order::RowMajor { s } else { t };
        Ok(Memory { elements, start, step })
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
