//! The loops themselves.

use super::Nest;
use layout_core::MAX_LEAVES;

impl<const K: usize> Nest<K> {
    /// Calls `f` with the offsets of every coordinate of the loops from `inner` on, the inner ones being at
    /// their start.
    #[inline(always)]
    pub(crate) fn walk(&self, inner: usize, mut f: impl FnMut([isize; K])) {
        let outer = if inner < self.loops().len() { &self.loops()[inner..] } else { &[] };
        let mut at = self.starts;
        let Some((first, outer)) = outer.split_first() else { return f(at) };
        if outer.iter().any(|each| each.extent == 0) {
            return;
        }
        let mut counts = [0_usize; MAX_LEAVES];
        loop {
            let mut inside = at;
            for _ in 0..first.extent {
                f(inside);
                step(&mut inside, first.strides);
            }
            let mut k = 0;
            loop {
                let Some(each) = outer.get(k) else { return };
                step(&mut at, each.strides);
                counts[k] += 1;
                if counts[k] < each.extent {
                    break;
                }
                for (at, stride) in at.iter_mut().zip(each.strides) {
                    *at = at.wrapping_sub(stride.wrapping_mul(each.extent as isize));
                }
                counts[k] = 0;
                k += 1;
            }
        }
    }
}

/// One step of a loop.
#[inline(always)]
pub(crate) fn step<const K: usize>(at: &mut [isize; K], strides: [isize; K]) {
    for (at, stride) in at.iter_mut().zip(strides) {
        // Wraps at most after the last step, whose offset nobody uses.
        *at = at.wrapping_add(stride);
    }
}
