//! Copies of few elements between layouts of static extents, whose strides a run-time integer keeps from being constants:
//! a tile of a matrix with a run-time pitch, and a fragment in registers.
//!
//! ```text
//! loops = leaves of more than one step, in the order of the strides of the destination as far as these are static
//! for each step of the loops outside:         # static extents
//!     memcpy of the innermost loop            # a static length; elements one by one if they are not neighbours
//! ```
//!
//! A plan or a dispatch to a machine would take longer than the copy. The loops need no check: a view has an element for
//! each coordinate. That no two coordinates share an element of the destination is proven in `const` if its strides are
//! static. Otherwise the order of its run-time strides is checked at each call, and the copy is planned if it differs
//! from the order of the leaves.

use super::few::{FEW, FewLeaves, has_few};
use crate::side::Side;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use layout_core::Layout;
use static_layout::internal::Form;
use static_layout::internal::NoMap;

/// The size in bytes up to which rows of neighbours are copied in the caller. Longer copies take longer than a plan.
const ROWS_UP_TO: usize = 16 << 10;

/// The number of elements up to which a copy without rows of neighbours is one by one in the caller. From 16 rows and
/// columns on, tiles in registers are faster.
const ELEMENTS_UP_TO: usize = 144;

/// One loop of static extent: the number of a leaf, and its steps.
#[derive(Clone, Copy)]
struct StaticLoop {
    leaf: usize,
    extent: usize,
}

impl StaticLoop {
    const ONCE: Self = Self { leaf: 0, extent: 1 };
}

/// The loops of a copy, the innermost one first.
#[derive(Clone, Copy)]
pub(super) struct StaticLoops {
    loops: [StaticLoop; FEW],
    /// The innermost loop is over neighbours on both sides.
    has_rows: bool,
    /// No two coordinates share an element of the destination, whatever the run-time integers are.
    is_distinct: bool,
}

impl StaticLoops {
    /// The loops between two layouts of at most [`FEW`] leaves, if their extents are static and equal, and the copy is
    /// small enough.
    const fn of([from, to]: [&Layout; 2], bytes: usize) -> Option<Self> {
        let (mut loops, mut len, mut size) = ([StaticLoop::ONCE; FEW], 0, 1_usize);
        if from.leaf_count() != to.leaf_count() {
            return None;
        }
        let mut leaf = 0;
        while leaf < from.leaf_count() {
            let extent = to.leaf(leaf).0;
            let are_known = from.known(leaf).0 && to.known(leaf).0;
            if !are_known || from.leaf(leaf).0 != extent || extent < 1 {
                return None;
            }
            size = size.saturating_mul(extent as usize);
            if extent > 1 {
                loops[len] = StaticLoop { leaf, extent: extent as usize };
                len += 1;
            }
            leaf += 1;
        }
        // The innermost loop has a stride of 1 in the destination, and also in the source if there is such a leaf.
        let (mut inner, mut has_rows, mut k) = (None, len == 0, 0);
        while k < len {
            if is_neighbour(to, loops[k].leaf) {
                let is_row = is_neighbour(from, loops[k].leaf);
                if inner.is_none() || is_row {
                    (inner, has_rows) = (Some(k), is_row);
                }
            }
            k += 1;
        }
        let is_small = if has_rows {
            size.saturating_mul(bytes) <= ROWS_UP_TO
        } else {
            size <= ELEMENTS_UP_TO
        };
        if !is_small {
            return None;
        }
        match inner {
            // Of a row-major destination, the loop before is the next one outside.
            Some(inner) if inner > 0 && inner + 1 == len => {
                let mut k = 0;
                while k < len - 1 - k {
                    (loops[k], loops[len - 1 - k]) = (loops[len - 1 - k], loops[k]);
                    k += 1;
                }
            }
            Some(inner) => {
                let mut k = inner;
                while k > 0 {
                    (loops[k], loops[k - 1]) = (loops[k - 1], loops[k]);
                    k -= 1;
                }
            }
            None if len > 0 => return None,
            None => {}
        }
        let Some(is_distinct) = sorted(&mut loops, len, to) else { return None };
        Some(Self { loops, has_rows, is_distinct })
    }

    /// The number of the leaf of each loop.
    const fn leaves(&self) -> [usize; FEW] {
        let loops = &self.loops;
        [loops[0].leaf, loops[1].leaf, loops[2].leaf, loops[3].leaf]
    }

    /// The number of steps of each loop.
    const fn extents(&self) -> [isize; FEW] {
        let loops = &self.loops;
        let [a, b, c, d] = [loops[0].extent, loops[1].extent, loops[2].extent, loops[3].extent];
        [a as isize, b as isize, c as isize, d as isize]
    }
}

/// Whether a leaf has the static stride 1.
const fn is_neighbour(layout: &Layout, leaf: usize) -> bool {
    layout.known(leaf).1 && layout.leaf(leaf).1 == 1
}

/// Sorts the loops outside the first one, whose stride is 1, by ascending strides of the layout if all are static, and
/// returns whether they are. `None` if two coordinates may share an element then.
const fn sorted(loops: &mut [StaticLoop; FEW], len: usize, layout: &Layout) -> Option<bool> {
    let mut k = 0;
    while k < len {
        if !layout.known(loops[k].leaf).1 {
            return Some(false);
        }
        k += 1;
    }
    let mut k = 2;
    while k < len {
        let mut to = k;
        while to > 1 && layout.leaf(loops[to - 1].leaf).1 > layout.leaf(loops[to].leaf).1 {
            (loops[to], loops[to - 1]) = (loops[to - 1], loops[to]);
            to -= 1;
        }
        k += 1;
    }
    let (mut reach, mut k) = (0, 0);
    while k < len {
        let stride = layout.leaf(loops[k].leaf).1;
        if stride <= reach {
            return None;
        }
        reach += (loops[k].extent as i64 - 1) * stride;
        k += 1;
    }
    Some(true)
}

/// A copy of elements `T` between layouts of the types `A` and `B` by loops in the caller.
pub(super) struct CopyInCaller<T, A, B>(PhantomData<(T, A, B)>);

impl<T: Copy, A: Form, B: Form> CopyInCaller<T, A, B> {
    /// The loops, if the copy is one of these.
    const LOOPS: Option<StaticLoops> = if has_few::<A>() && has_few::<B>() && size_of::<T>() > 0 {
        let layouts = [&A::FORM, &B::FORM];
        StaticLoops::of(layouts, size_of::<T>())
    } else {
        None
    };

    /// Whether there are such loops.
    pub(super) const IS_SMALL: bool = Self::LOOPS.is_some();

    /// Whether [`run`](Self::run) always copies.
    pub(super) const IS_CERTAIN: bool = matches!(Self::LOOPS, Some(loops) if loops.is_distinct);

    /// The loops of a copy that [`IS_SMALL`](Self::IS_SMALL).
    const NEST: StaticLoops = match Self::LOOPS {
        Some(loops) => loops,
        None => StaticLoops { loops: [StaticLoop::ONCE; FEW], has_rows: false, is_distinct: false },
    };

    /// Copies every element, if no two coordinates share an element of the destination as far as the order of the loops
    /// tells, and returns whether. The copy [`IS_SMALL`](Self::IS_SMALL).
    ///
    /// # Safety
    /// `from` and `to` are the elements of views of the layouts `a` and `b`, which do not overlap.
    #[inline(always)]
    pub(super) unsafe fn run(
        (from, a): (Side<*const T, NoMap>, A),
        (to, b): (Side<*mut T, NoMap>, B),
    ) -> bool {
        let (a, b) = (FewLeaves::of(a).strides(), FewLeaves::of(b).strides());
        // No closures and arrays of offsets: the compiler does not inline them in a long loop.
        let [l0, l1, l2, l3] = const { Self::NEST.leaves() };
        let (a0, a1, a2, a3) = (a[l0] as isize, a[l1] as isize, a[l2] as isize, a[l3] as isize);
        let (b0, b1, b2, b3) = (b[l0] as isize, b[l1] as isize, b[l2] as isize, b[l3] as isize);
        let [e0, e1, e2, e3] = const { Self::NEST.extents() };
        if const { !Self::NEST.is_distinct } {
            // Each sum fits `isize`, as the offsets of a layout do: the strides are positive.
            let reach = e0 - 1;
            let is_in_order = (e1 == 1 || b1 > reach)
                && (e2 == 1 || b2 > reach + (e1 - 1) * b1)
                && (e3 == 1 || b3 > reach + (e1 - 1) * b1 + (e2 - 1) * b2);
            if !is_in_order {
                return false;
            }
        }
        for k in 0..e3 {
            for j in 0..e2 {
                for i in 0..e1 {
                    let (x, y) = (i * a1 + j * a2 + k * a3, i * b1 + j * b2 + k * b3);
                    if const { Self::NEST.has_rows } {
                        from.assert_within(x, e0 as usize);
                        to.assert_within(y, e0 as usize);
                        // SAFETY: the loops have each leaf of more than one step of both layouts, with its extent, so
                        // that their steps are coordinates of both views (rule V1), by the caller's guarantee. The
                        // innermost loop has stride 1 on both sides. The views do not overlap. `MaybeUninit` permits
                        // padding.
                        unsafe {
                            let row = from.at(x).cast::<MaybeUninit<T>>();
                            row.copy_to_nonoverlapping(to.at(y).cast(), e0 as usize);
                        }
                    } else {
                        for h in 0..e0 {
                            // SAFETY: as for rows, of which this is one step.
                            unsafe {
                                let element = *from.at(x + h * a0).cast::<MaybeUninit<T>>();
                                *to.at(y + h * b0).cast() = element;
                            }
                        }
                    }
                }
            }
        }
        true
    }
}
