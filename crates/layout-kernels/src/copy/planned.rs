//! Copies that keep their plan.

use super::bytes::initialised;
use super::erased::run_any;
use super::run::Copying;
use super::{AnyAtom, CopyPlan, plan_of};
use crate::side::{Printed, Side};
use crate::views::{Readable, Writable};
use core::marker::PhantomData;
use layout_core::{LayoutError, MAX_LEAVES};
use static_layout::internal::{self, Form, OffsetMap, is_static};

/// A copy of elements of type `T` between two layouts: planned once, run many times.
///
/// Between layouts with run-time extents, [`copy`](super::copy()) finds its plan at each call, which takes longer than
/// the copy of a small tile. Between static layouts the plan is a constant, and a small tile of static extents needs none,
/// so that `copy` is the better choice.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::PlannedCopy;
/// let n = 8;
/// let (rows, columns) = (layout!((n, n):(n, 1)), layout!((n, n):(1, n)));
/// let transpose = PlannedCopy::<f32, _, _>::new(rows, columns)?;
/// let (data, mut room) = ([1.0; 640], [0.0; 640]);
/// for (from, to) in data.chunks(64).zip(room.chunks_mut(64)) {
///     transpose.run(View::new(from, rows)?, &mut ViewMut::new(to, columns)?);
/// }
/// assert_eq!(room, data);
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlannedCopy<T, A, B> {
    plan: CopyPlan,
    from: A,
    to: B,
    element: PhantomData<T>,
}

#[layout_macros::at_caller]
impl<T: Copy, A: Form, B: Form> PlannedCopy<T, A, B> {
    /// Plans the copy from layout `from` to layout `to`.
    ///
    /// # Errors
    /// The errors of [`try_copy`](super::try_copy), also of static layouts.
    ///
    /// # Compile errors
    /// If the strides of a layout have a basis (`E<i>`), so that it has no offsets.
    #[inline]
    pub fn new(from: A, to: B) -> Result<Self, LayoutError> {
        const {
            internal::offsets::<A>();
            internal::offsets::<B>()
        };
        let mut plan = CopyPlan::new();
        plan_of::<AnyAtom, T, A, B>(from, to, &mut plan)?;
        Ok(PlannedCopy { plan, from, to, element: PhantomData })
    }

    /// The loops of the copy.
    #[inline]
    pub fn plan(&self) -> &CopyPlan {
        &self.plan
    }

    /// Copies every element between tensors of the two layouts.
    ///
    /// # Panics
    /// If the layout of a tensor has other integers than the layout of the plan.
    #[inline]
    #[track_caller]
    pub fn run(
        &self,
        from: impl Readable<Element = T, Layout = A>,
        to: &mut impl Writable<Element = T, Layout = B>,
    ) {
        let (from, to) = (from.readable(), &mut to.writable());
        let (a, b) = (from.layout(), to.layout());
        if !(is_same(a, self.from) && is_same(b, self.to)) {
            self.refuse(a, b)
        }
        if const { size_of::<T>() == 0 } {
            return;
        }
        // Meets the requirements of `RegisterCopy::on`: the loops are those of the two layouts, the views have an
        // element for each coordinate, and nothing else borrows the elements of a `ViewMut`.
        run_any(Copying {
            plan: &self.plan,
            initialised: initialised::<T>(),
            from: Side::new(from.as_ptr(), a),
            to: Side::new(to.as_mut_ptr(), b),
        })
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn refuse(&self, a: A, b: B) -> ! {
        let (from, to) = (Printed(self.from), Printed(self.to));
        panic!("planned from {from} to {to}, and asked to copy {} to {}", Printed(a), Printed(b))
    }
}

/// Whether two layouts of one type have the same integers.
#[inline(always)]
fn is_same<L: Form>(a: L, b: L) -> bool {
    if const { is_static::<L>() } {
        true
    } else if const { L::FORM.leaf_count() <= 4 } {
        have_same_leaves::<L, 4>(a, b)
    } else {
        have_same_leaves::<L, MAX_LEAVES>(a, b)
    }
}

/// Whether two layouts of one type, with at most `N` leaves, have the same integers.
#[inline(always)]
fn have_same_leaves<L: Form, const N: usize>(a: L, b: L) -> bool {
    let leaves = |layout: L| {
        let (mut extents, mut strides) = ([0; N], [0; N]);
        layout.write_words(&mut extents, &mut strides);
        (layout.outer().offset(), extents, strides)
    };
    leaves(a) == leaves(b)
}
