//! The common modes of several layouts.
//!
//! ```text
//! find(sides):
//!     refuse unless the sizes are equal
//!     while elements remain:
//!         extent = the smallest extent of the current modes of all sides
//!         refuse unless it divides each of them
//!         add a loop of this extent, with the current stride of each side
//!         each side drops these coordinates, or continues with its next mode
//! ```
//!
//! Leaves of a side that continue each other count as one mode, so that the loops are as coarse as possible. If all
//! sides have equal extents leaf by leaf, the leaves are the loops, without a division (`same`); `Nest::order` merges
//! them.

use super::{Loop, Nest};
use crate::side::Described;
use layout_core::{Limit, MAX_LEAVES, Rule};

/// The coordinates of a layout that no loop has yet: the rest of the current mode, and the leaves after it.
#[derive(Clone, Copy)]
struct RemainingModes {
    /// The extent and the stride of the rest of the current mode.
    extent: usize,
    stride: isize,
    /// The next leaf.
    next: usize,
}

impl RemainingModes {
    /// All coordinates of a layout.
    const fn of(layout: &Described) -> Self {
        Self { extent: 1, stride: 0, next: 0 }.filled(layout)
    }

    /// Takes the next leaf if the current mode has no coordinates left, and merges the leaves that continue it.
    const fn filled(mut self, layout: &Described) -> Self {
        while self.next < layout.leaves() {
            let (extent, stride) = layout.leaf(self.next);
            if extent != 1 {
                if self.extent == 1 {
                    (self.extent, self.stride) = (extent, stride);
                } else if self.end() == stride {
                    self.extent *= extent;
                } else {
                    return self;
                }
            }
            self.next += 1;
        }
        self
    }

    /// The offset one step after the last one. It may wrap. A wrapped offset equals no stride of the next leaf, because
    /// the offsets of the two modes would not fit `isize`.
    const fn end(self) -> isize {
        (self.extent as isize).wrapping_mul(self.stride)
    }

    /// Without the first `extent` coordinates of the current mode, which `extent` divides.
    const fn after(mut self, extent: usize, layout: &Described) -> Self {
        self.extent /= extent;
        self.stride = if self.extent == 1 { 0 } else { self.stride * extent as isize };
        if self.extent == 1 { self.filled(layout) } else { self }
    }
}

impl<const K: usize> Nest<K> {
    /// Finds the coarsest common modes of all sides, in the order of the linear index. `self` is empty before.
    ///
    /// # Errors
    /// If the sizes differ, if a mode of one side ends within a mode of another one without dividing it, or if there
    /// are more than 32 common modes.
    pub(crate) const fn find(&mut self, sides: [&Described; K]) -> Result<(), Rule> {
        if K > 0 && self.same(sides) {
            return Ok(());
        }
        let (mut rests, mut s) = ([RemainingModes { extent: 1, stride: 0, next: 0 }; K], 0);
        while s < K {
            let (size, first) = (sides[s].size(), sides[0].size());
            if size != first {
                return Err(Rule::Sizes { left: first as i64, right: size as i64 });
            }
            s += 1;
        }
        // Without coordinates, the other extents need not divide each other.
        if K > 0 && sides[0].size() == 0 {
            self.loops.push(Loop { extent: 0, strides: [0; K] });
            return Ok(());
        }
        s = 0;
        while s < K {
            rests[s] = RemainingModes::of(sides[s]);
            s += 1;
        }
        loop {
            // The sizes are equal, so that all sides end at the same time.
            let mut extent = rests[0].extent;
            s = 1;
            while s < K {
                extent = if rests[s].extent < extent { rests[s].extent } else { extent };
                s += 1;
            }
            if extent == 1 {
                return Ok(());
            }
            if self.loops.len() == MAX_LEAVES {
                return Err(Rule::Full { limit: Limit::Leaves });
            }
            let mut strides = [0; K];
            s = 0;
            while s < K {
                if rests[s].extent % extent != 0 {
                    let (divisor, dividend) = (extent as i64, rests[s].extent as i64);
                    return Err(Rule::Divides { divisor, dividend });
                }
                strides[s] = rests[s].stride;
                rests[s] = rests[s].after(extent, sides[s]);
                s += 1;
            }
            self.loops.push(Loop { extent, strides });
        }
    }

    /// Adds a loop for each leaf and returns true, if the extents of all sides are equal leaf by leaf and none is 0.
    /// The loops may be finer than necessary. Otherwise leaves `self` empty and returns false.
    const fn same(&mut self, sides: [&Described; K]) -> bool {
        let (leaves, mut k) = (sides[0].leaves(), 0);
        while k < leaves {
            let (extent, mut strides, mut s) = (sides[0].leaf(k).0, [0; K], 0);
            while s < K {
                if sides[s].leaves() != leaves || sides[s].leaf(k).0 != extent || extent == 0 {
                    self.loops.truncate(0);
                    return false;
                }
                strides[s] = sides[s].leaf(k).1;
                s += 1;
            }
            self.add(Loop { extent, strides });
            k += 1;
        }
        leaves > 0
    }
}
