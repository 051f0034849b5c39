//! The modes that layouts have in common.

use super::{Loop, Nest};
use crate::side::Described;
use layout_core::{Limit, MAX_LEAVES, Rule};

/// The rest of a layout: what is left of the mode at hand, and the leaves after it.
#[derive(Clone, Copy)]
struct Rest {
    /// Extent and stride of the mode at hand.
    extent: usize,
    stride: isize,
    /// The next leaf.
    next: usize,
}

impl Rest {
    const fn of(layout: &Described) -> Self {
        Self { extent: 1, stride: 0, next: 0 }.filled(layout)
    }

    /// Advances to the next mode if this one is used up, and merges the leaves that continue each other.
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

    /// How far the coordinate past the last one is: where that is past `isize`, it wraps to no stride of a
    /// layout that fits, since both of its modes would reach half as far.
    const fn end(self) -> isize {
        (self.extent as isize).wrapping_mul(self.stride)
    }

    /// After the first `extent` coordinates of the mode at hand.
    const fn after(mut self, extent: usize, layout: &Described) -> Self {
        self.extent /= extent;
        self.stride = if self.extent == 1 { 0 } else { self.stride * extent as isize };
        if self.extent == 1 { self.filled(layout) } else { self }
    }
}

impl<const K: usize> Nest<K> {
    /// Finds the coarsest modes that all sides have, in the order of the linear index: at each of its values
    /// the offset of side `s` is that of `sides[s]`. There are none before.
    ///
    /// Refused when sizes differ, and when a mode of one side ends within that of another one without
    /// dividing it.
    pub(crate) const fn find(&mut self, sides: [&Described; K]) -> Result<(), Rule> {
        if K > 0 && self.same(sides) {
            return Ok(());
        }
        let (mut rests, mut s) = ([Rest { extent: 1, stride: 0, next: 0 }; K], 0);
        while s < K {
            let (size, first) = (sides[s].size(), sides[0].size());
            if size != first {
                return Err(Rule::Sizes { left: first as i64, right: size as i64 });
            }
            s += 1;
        }
        // Beside an extent of 0 the others need not fit together.
        if K > 0 && sides[0].size() == 0 {
            self.loops[0] = Loop { extent: 0, strides: [0; K] };
            self.len = 1;
            return Ok(());
        }
        s = 0;
        while s < K {
            rests[s] = Rest::of(sides[s]);
            s += 1;
        }
        loop {
            // The sizes are equal: all sides end at once.
            let mut extent = rests[0].extent;
            s = 1;
            while s < K {
                extent = if rests[s].extent < extent { rests[s].extent } else { extent };
                s += 1;
            }
            if extent == 1 {
                return Ok(());
            }
            if self.len == MAX_LEAVES {
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
            self.loops[self.len] = Loop { extent, strides };
            self.len += 1;
        }
    }

    /// The leaves of layouts that have the same ones, without a division: whether they do. There may be finer
    /// modes among them than there need be, where some continue each other on every side.
    const fn same(&mut self, sides: [&Described; K]) -> bool {
        let (leaves, mut k) = (sides[0].leaves(), 0);
        while k < leaves {
            let (extent, mut strides, mut s) = (sides[0].leaf(k).0, [0; K], 0);
            while s < K {
                if sides[s].leaves() != leaves || sides[s].leaf(k).0 != extent || extent == 0 {
                    self.len = 0;
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
