//! The loops of run-time layouts that have at most two leaves each, of equal extents and ascending or descending strides.
//!
//! ```text
//! (m,n):(k,1)  and  (m,n):(1,m)      two loops of m and n steps, in the order of the strides of the side that is written
//! ```
//!
//! The steps are those of `Nest::find`, `order` and `cross`. Two loops fit into registers, so that they take a few
//! instructions where the search, through memory, takes longer than a kernel for a few elements.

use super::{Loop, Nest, RowStrides};
use static_layout::internal::Form;

/// The leaves of a layout that has at most two, followed by leaves of one step.
#[derive(Clone, Copy)]
pub struct LeafPair {
    extents: [usize; 2],
    /// In two's complement.
    strides: [usize; 2],
}

impl LeafPair {
    /// Whether layouts of this type have at most two leaves.
    pub(crate) const fn has<L: Form>() -> bool {
        L::FORM.leaf_count() <= 2
    }

    /// The leaves of a layout that has at most two; of others, none.
    #[inline(always)]
    pub(crate) fn of<L: Form>(layout: L) -> Self {
        let mut pair = Self { extents: [1; 2], strides: [0; 2] };
        if const { Self::has::<L>() } {
            layout.write_words(&mut pair.extents, &mut pair.strides);
        }
        pair
    }
}

impl<const K: usize> Nest<K> {
    /// Adds the loops of these layouts to an empty nest, and returns true, if their extents are equal and not 0, and the
    /// strides of the last layout positive and different. Otherwise leaves the nest empty.
    #[inline(always)]
    pub(crate) fn add_pair(&mut self, sides: [LeafPair; K]) -> bool {
        let by = K - 1;
        let [m, n] = sides[by].extents;
        // Loops over the sides, no closures: the compiler would keep the arrays in memory.
        let (mut are_equal, mut x, mut y) = (m != 0 && n != 0, [0; K], [0; K]);
        for s in 0..K {
            let LeafPair { extents, strides } = sides[s];
            are_equal &= extents[0] == m && extents[1] == n;
            (x[s], y[s]) = (strides[0] as isize, strides[1] as isize);
        }
        if !are_equal {
            return false;
        }
        // A loop of one step is outside, where it is dropped.
        let x_inside = n == 1 || m != 1 && x[by] <= y[by];
        let (mut inner, outer) = if x_inside { (m, n) } else { (n, m) };
        let (mut first, mut second) = ([0; K], [0; K]);
        for s in 0..K {
            (first[s], second[s]) = if x_inside { (x[s], y[s]) } else { (y[s], x[s]) };
        }
        if inner != 1 && first[by] < 1 || outer != 1 && second[by] <= first[by] {
            return false;
        }
        // As in `Nest::continues`, the products may wrap.
        let (mut continues, mut crosses) = (true, false);
        for s in 0..K {
            continues &= first[s].wrapping_mul(inner as isize) == second[s];
            crosses |= second[s] == 1 && first[s] > 1;
        }
        if outer != 1 && continues {
            inner *= outer;
        }
        self.add(Loop { extent: inner, strides: first });
        if outer != 1 && !continues {
            self.add(Loop { extent: outer, strides: second });
            self.crosses = crosses;
        }
        self.row = RowStrides::of(if inner == 1 { &[0; K] } else { &first });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::LeafPair;
    use crate::nest::Nest;
    use crate::side::Described;
    use alloc::vec::Vec;

    /// The loops of `sides` by the search.
    fn searched<const K: usize>(sides: &[Described; K]) -> Nest<K> {
        let mut nest = Nest::new();
        nest.find(super::super::each_ref(sides)).unwrap();
        nest.order(K - 1);
        nest.cross();
        nest.end();
        nest
    }

    fn check<const K: usize>(extents: [usize; 2], strides: [[isize; 2]; K]) -> bool {
        let pairs = strides.map(|s| LeafPair { extents, strides: s.map(|d| d as usize) });
        let mut nest = Nest::new();
        if !nest.add_pair(pairs) {
            assert!(nest.loops().is_empty());
            return false;
        }
        let sides =
            strides.map(|s| Described::of_leaves(&[(extents[0], s[0]), (extents[1], s[1])]));
        let searched = searched(&sides);
        let what = (extents, strides);
        assert_eq!(nest.loops(), searched.loops(), "{what:?}");
        assert_eq!((nest.starts, nest.crosses), (searched.starts, searched.crosses), "{what:?}");
        assert_eq!(nest.row, searched.row, "{what:?}");
        true
    }

    /// Two leaves have the loops of the search: all extents to 4, and strides on one to three sides.
    #[test]
    fn a_pair_has_the_loops_of_the_search() {
        let strides = [-2, -1, 0, 1, 2, 3, 4];
        let pairs: Vec<[isize; 2]> =
            strides.iter().flat_map(|&x| strides.map(|y| [x, y])).collect();
        let (mut found, mut all) = ([0; 3], 0);
        for extents in (0..25).map(|i| [i / 5, i % 5]) {
            for &a in &pairs {
                found[0] += usize::from(check(extents, [a]));
                for &b in &pairs {
                    all += 1;
                    found[1] += usize::from(check(extents, [a, b]));
                    if extents.iter().all(|&n| n < 4) {
                        for c in [[1, 4], [4, 1], [2, 1], [1, 0], [3, 9]] {
                            found[2] += usize::from(check(extents, [a, b, c]));
                        }
                    }
                }
            }
        }
        assert!(found[0] > 200 && found[1] > all / 5 && found[2] > all / 5, "{found:?} of {all}");
    }

    #[test]
    fn other_extents_are_searched() {
        let pair = |extents| LeafPair { extents, strides: [1, 4] };
        assert!(!Nest::new().add_pair([pair([2, 3]), pair([3, 2])]));
        assert!(!Nest::new().add_pair([pair([2, 3]), pair([2, 2])]));
        assert!(Nest::new().add_pair([pair([2, 3]), pair([2, 3])]));
    }
}
