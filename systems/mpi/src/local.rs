//! The part of an array in the memory of one rank: its layout, and the methods of all tensors.

use layout_core::LayoutError;
use layout_core::sharding::{Order, Sharding};
use static_layout::{AnyLayout, IntTuple, Layout, dynamic};

use crate::comm::Comm;
use crate::transport::Transport;
use crate::{DistError, Result};

/// The layout of the part of a rank: a mode for each axis of the array, extents and strides static or not.
pub trait LocalLayout: AnyLayout {
    /// The layout of this type with the integers of another.
    ///
    /// # Errors
    /// If an integer that is static in this type differs.
    fn read(layout: &dynamic::Layout) -> Result<Self, LayoutError>;

    /// The integers.
    fn integers(self) -> dynamic::Layout;
}

impl<P: IntTuple, D: IntTuple> LocalLayout for Layout<P, D> {
    fn read(layout: &dynamic::Layout) -> Result<Self, LayoutError> {
        // An array of one axis: `n:1` as well as `(n):(1)`.
        Self::from_dynamic(layout).or_else(|error| match layout.rank() {
            1 => Self::from_dynamic(&layout.mode(0)?),
            _ => Err(error),
        })
    }

    fn integers(self) -> dynamic::Layout {
        self.to_dynamic()
    }
}

/// `N` axes of an array.
#[derive(Clone, Copy, Debug)]
pub struct Axes<const N: usize>;

/// The layout of some axes whose extents and strides are known at run time.
pub trait RunTimeLayout {
    /// `(?,..,?):(?,..,?)`.
    type Layout: LocalLayout;
}

macro_rules! run_time_layouts {
    ($($rank:literal: ($($integer:tt),*);)*) => {$(
        impl RunTimeLayout for Axes<$rank> {
            type Layout = Layout!(($($integer),*):($($integer),*));
        }
    )*};
}
run_time_layouts! {
    0: ();
    1: (?);
    2: (?, ?);
    3: (?, ?, ?);
    4: (?, ?, ?, ?);
    5: (?, ?, ?, ?, ?);
    6: (?, ?, ?, ?, ?, ?);
}

/// The extents of the part of a rank, 0 for a rank that is not a device.
pub(crate) fn local_shape(sharding: &Sharding, rank: usize) -> Result<Vec<i64>> {
    Ok(match sharding.mesh().position(rank) {
        Some(_) => sharding.local_shape(rank)?.to_vec(),
        None => vec![0; sharding.rank()],
    })
}

pub(crate) fn dynamic_layout(shape: &[i64], strides: &[i64]) -> Result<dynamic::Layout> {
    let tuple = |integers: &[i64]| {
        let leaves: Vec<_> = integers.iter().map(|integer| (*integer).into()).collect();
        dynamic::IntTuple::tuple(&leaves)
    };
    Ok(dynamic::Layout::new(tuple(shape)?, tuple(strides)?)?)
}

/// The strides of the compact memory of a rank.
pub(crate) fn strides(sharding: &Sharding, rank: usize) -> Result<Vec<i64>> {
    Ok(compact(&local_shape(sharding, rank)?, sharding.order()))
}

/// The strides of compact memory.
pub(crate) fn compact(shape: &[i64], order: Order) -> Vec<i64> {
    let (mut strides, mut step) = (vec![0; shape.len()], 1);
    let mut next = |k: usize| {
        strides[k] = step;
        step *= shape[k].max(1);
    };
    match order {
        Order::RowMajor => (0..shape.len()).rev().for_each(&mut next),
        Order::ColumnMajor => (0..shape.len()).for_each(&mut next),
    }
    strides
}

/// Checks that the devices of a sharding are ranks.
pub(crate) fn check_devices(sharding: &Sharding, size: usize) -> Result<()> {
    match sharding.mesh().devices().find(|device| *device >= size) {
        None => Ok(()),
        Some(device) => Err(DistError::layout(format!(
            "the mesh of `{sharding}` has device {device}, the communicator has the ranks 0 to {}",
            size - 1
        ))),
    }
}

/// Checks that this rank uses the part of a tensor that it made, on a communicator of all devices of the sharding.
pub(crate) fn check_part<X: Transport>(
    comm: &Comm<X>,
    sharding: &Sharding,
    rank: usize,
) -> Result<()> {
    if rank != comm.rank() {
        return Err(DistError::layout(format!(
            "rank {} has the part of rank {rank} of `{sharding}`: make the tensor on the communicator that uses it",
            comm.rank()
        )));
    }
    check_devices(sharding, comm.size())
}

/// Calls `act` with each coordinate of a shape, row-major: the last axis is the fastest.
pub(crate) fn each_place(
    shape: &[usize],
    mut act: impl FnMut(&[usize]) -> Result<()>,
) -> Result<()> {
    if shape.contains(&0) {
        return Ok(());
    }
    let mut at = vec![0; shape.len()];
    loop {
        act(&at)?;
        let Some(axis) = (0..shape.len()).rev().find(|axis| at[*axis] + 1 < shape[*axis]) else {
            return Ok(());
        };
        at[axis] += 1;
        at[axis + 1..].fill(0);
    }
}

/// Calls `f` with the global coordinate and the element of each place of a strided memory, whose first element is at `origin`.
/// `axes` has the global coordinates along each axis.
pub(crate) fn each_element<T>(
    elements: &mut [T],
    origin: usize,
    strides: &[i64],
    axes: &[Vec<i64>],
    mut f: impl FnMut(&[i64], &mut T),
) -> Result<()> {
    let shape: Vec<usize> = axes.iter().map(Vec::len).collect();
    let mut global = vec![0; axes.len()];
    each_place(&shape, |at| {
        let mut offset = origin;
        for (((global, axis), &k), &stride) in global.iter_mut().zip(axes).zip(at).zip(strides) {
            *global = axis[k];
            offset += k * stride as usize;
        }
        f(&global, &mut elements[offset]);
        Ok(())
    })
}

/// The methods by which a tensor with the fields `elements`, `layout` and `sharding` shows the part of this rank.
macro_rules! local_accessors {
    ($part:literal) => {
        #[doc = concat!("A view of ", $part, ".")]
        pub fn view(&self) -> static_layout::View<'_, T, L> {
            static_layout::View::new(&self.elements, self.layout)
                .expect("the elements are those of the layout")
        }

        #[doc = concat!("A view of ", $part, ", to write.")]
        pub fn view_mut(&mut self) -> static_layout::ViewMut<'_, T, L> {
            static_layout::ViewMut::new(&mut self.elements, self.layout)
                .expect("the elements are those of the layout")
        }

        #[doc = concat!("The memory of ", $part, ".")]
        pub fn elements(&self) -> &[T] {
            &self.elements
        }

        #[doc = concat!("The memory of ", $part, ", to write.")]
        pub fn elements_mut(&mut self) -> &mut [T] {
            &mut self.elements
        }

        /// What each rank holds, without halos.
        pub fn sharding(&self) -> &Sharding {
            self.sharding.borrow()
        }
    };
}
pub(crate) use local_accessors;
