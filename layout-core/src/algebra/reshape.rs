//! Offsets with the modes in another order, nesting or shape.

use crate::algebra::notes::off;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::tri;
use crate::value::limit::MAX_RANK;
use crate::value::{Coord, IntTuple, Layout, Num, Profile, Tiler};

impl Layout {
    /// The modes in the order of the numbers in `modes`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,5):(1,2,6)".parse()?;
    /// assert_eq!(a.permute(&[2, 0, 1])?.to_string(), "(5,2,3):(6,1,2)");
    /// let refused = a.permute(&[2, 0, 2]).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot permute (2,3,5):(1,2,6): mode 2 appears twice"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`], [`Rule::Twice`] and [`Rule::LeftOut`] unless each mode is there once.
    pub const fn permute(&self, modes: &[usize]) -> Result<Self, LayoutError> {
        let (mut seen, mut k, rank) = (0_u32, 0, self.rank());
        while k < modes.len() {
            if modes[k] >= rank {
                let rule = Rule::NoMode { index: modes[k], rank };
                return self.unary(Operation::Permute, Err(rule));
            }
            if seen >> modes[k] & 1 == 1 {
                let rule = Rule::Twice { index: modes[k] };
                return self.unary(Operation::Permute, Err(rule));
            }
            seen |= 1 << modes[k];
            k += 1;
        }
        if modes.len() < rank {
            let rule = Rule::LeftOut { index: seen.trailing_ones() as usize };
            return self.unary(Operation::Permute, Err(rule));
        }
        let (mut out, tops) = (Builder::EMPTY, self.tops());
        out.open(rank);
        k = 0;
        while k < rank {
            out.copy(self, tops[modes[k]], tops[modes[k] + 1]);
            k += 1;
        }
        self.written(Operation::Permute, out.fits(), &out.layout)
    }

    /// The leaves by ascending stride, and equal ones from left to right. An extent of 1 has stride 0. A single leaf
    /// has depth 0.
    ///
    /// With a run-time stride among several leaves, every integer of the result is a run-time one, because their
    /// order is.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(2,8)):(16,(1,2))".parse()?;
    /// assert_eq!(a.sort()?.to_string(), "(2,8,4):(1,2,16)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NegativeStride`], [`Rule::Unit`] where a stride has a basis, and [`Rule::Full`] for more than 12
    /// leaves.
    pub const fn sort(&self) -> Result<Self, LayoutError> {
        self.unary(Operation::Sort, self.sorted())
    }

    const fn sorted(mut self) -> Result<Self, Rule> {
        let (len, mut ordered, mut k) = (self.modes.len, true, 0);
        tri!(self.modes.integral(0, len));
        while k < len {
            let (s, mut d) = (self.modes.extent(k), self.modes.stride(k));
            if s.is(1) {
                d = Num::ZERO;
            } else if d.value < 0 {
                return Err(Rule::NegativeStride { stride: d.value });
            }
            ordered &= d.known;
            let mut j = k;
            while j > 0 && self.modes.strides[j - 1] > d.value {
                self.modes.set(j, self.modes.extent(j - 1), self.modes.stride(j - 1));
                j -= 1;
            }
            self.modes.set(j, s, d);
            k += 1;
        }
        if !ordered && len > 1 {
            self.modes.known_extents = 0;
            self.modes.known_strides = 0;
        }
        self.modes.layout()
    }

    /// The offsets under another shape, CuTe's `layout.with_shape(shape)`: this layout composed with the
    /// column-major layout of `shape`. A smaller shape takes the first elements. A larger one continues in the last
    /// mode, as [`Layout::compose`] does.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,8)".parse()?;
    /// assert_eq!(a.with_shape(&"(2,2,2,3)".parse()?)?.to_string(), "(2,2,2,3):(1,2,8,16)");
    /// let refused = a.with_shape(&"(3,8)".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot read (4,6):(1,8) with the shape (3,8): 3 does not divide 4"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`compose`](Self::compose).
    pub const fn with_shape(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        let done = match Self::col_major(*shape) {
            Ok(compact) => self.composed(&Tiler::whole(compact), &mut out, off!()),
            Err(error) => Err(error.rule),
        };
        match done {
            Ok(()) => Ok(out.layout),
            Err(rule) => self.binary(Operation::WithShape, Operand::Tuple(*shape), Err(rule)),
        }
    }

    /// The layout with each leaf that faces a tuple of `shape` divided as that tuple is:
    /// [`with_shape`](Self::with_shape) of the leaf. Modes that face a leaf remain. Of two layouts,
    /// `(a.refine(b.shape()), b.refine(a.shape()))` have the modes of both: Mojo's `expand_modes_alike`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let (a, b): (Layout, Layout) = ("((3,10),4):((1,24),3)".parse()?, "(30,(2,2)):(2,(60,1))".parse()?);
    /// assert_eq!(a.refine(&b.shape())?.to_string(), "((3,10),(2,2)):((1,24),(3,6))");
    /// assert_eq!(b.refine(&a.shape())?.to_string(), "((3,10),(2,2)):((2,6),(60,1))");
    /// let refused = a.refine(&"((3,10),(2,3))".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot refine ((3,10),4):((1,24),3) to ((3,10),(2,3)): the sizes 120 and 180 differ"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Sizes`] and [`Rule::Ranks`] where modes differ in size or rank. Otherwise as
    /// [`with_shape`](Self::with_shape).
    pub const fn refine(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        let result = match self.refined(shape, &mut out) {
            Ok(()) => out.checked(),
            Err(rule) => Err(rule),
        };
        self.binary(Operation::Refine, Operand::Tuple(*shape), result)
    }

    /// Appends this mode to `out`, refined.
    const fn refined(&self, shape: &IntTuple, out: &mut Builder) -> Result<(), Rule> {
        let wanted = match shape.size() {
            Ok(size) => size,
            Err(error) => return Err(error.rule),
        };
        if self.size() != wanted {
            return Err(Rule::Sizes { left: self.size(), right: wanted });
        }
        if shape.profile.is_leaf(0) {
            out.whole(self);
            return Ok(());
        }
        if self.profile.is_leaf(0) {
            match self.with_shape(shape) {
                Ok(parts) => out.whole(&parts),
                Err(error) => return Err(error.rule),
            }
            return Ok(());
        }
        let (rank, mut i) = (self.rank(), 0);
        if rank != shape.rank() {
            return Err(Rule::Ranks { left: rank, right: shape.rank() });
        }
        out.open(rank);
        while i < rank {
            match (self.mode(i), shape.mode(i)) {
                (Ok(mode), Ok(shape)) => tri!(mode.refined(&shape, out)),
                (Err(error), _) | (_, Err(error)) => return Err(error.rule),
            }
            i += 1;
        }
        Ok(())
    }

    /// The modes that face the integers of a coordinate, CuTe's `dice`: the complement of `slice`, which keeps those
    /// that face `_`. An integer alone keeps the layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((2,3),8):((1,2),6)".parse()?;
    /// assert_eq!(a.dice(&"(0,_)".parse()?)?.to_string(), "((2,3)):((1,2))");
    /// assert_eq!(a.dice(&"((0,_),0)".parse()?)?.to_string(), "(2,8):(1,6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Fit`] unless the coordinate is nested like the shape, down to some level.
    pub const fn dice(&self, c: &Coord) -> Result<Self, LayoutError> {
        if c.profile().is_leaf(0) && !c.is_kept(0) {
            return Ok(*self);
        }
        let (mut here, mut there) = (Profile::ROOT, Profile::ROOT);
        let (mut modes, mut out) = (0, Builder::EMPTY);
        out.open(0);
        while there.node < c.profile().nodes() {
            let down = match self.descends(here, c, there) {
                Ok(down) => down,
                Err(rule) => return Err(self.refuse(Operation::Dice, *c, rule)),
            };
            there.node += 1;
            if down {
                here.node += 1;
                continue;
            }
            let end = self.profile.after(here);
            if !c.is_kept(there.leaf) {
                out.copy(self, here, end);
                modes += 1;
            }
            here = end;
            there.leaf += 1;
        }
        out.set_rank(modes);
        match out.finish() {
            Ok(layout) => Ok(layout),
            Err(rule) => Err(self.refuse(Operation::Dice, *c, rule)),
        }
    }

    /// The modes of modes, transposed, CuTe's `zip`: `((a,b),(c,d))` becomes `((a,c),(b,d))`. A leaf is its own
    /// single mode.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((2,3),(5,7)):((1,2),(6,30))".parse()?;
    /// assert_eq!(a.zip()?.to_string(), "((2,5),(3,7)):((1,6),(2,30))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Ranks`] unless each mode has as many modes, and [`Rule::Full`] beyond a capacity.
    pub const fn zip(&self) -> Result<Self, LayoutError> {
        if self.profile.is_leaf(0) || self.rank() == 0 {
            return Ok(*self);
        }
        let (mut places, rank) = ([Profile::ROOT; MAX_RANK], self.rank());
        let mut at = self.profile.first_mode(Profile::ROOT);
        let (mut k, first) = (0, self.profile.rank(at.node));
        while k < rank {
            let modes = self.profile.rank(at.node);
            if modes != first {
                let rule = Rule::Ranks { left: first, right: modes };
                return self.unary(Operation::Zip, Err(rule));
            }
            places[k] = self.profile.first_mode(at);
            at = self.profile.after(at);
            k += 1;
        }
        let (mut out, mut i) = (Builder::EMPTY, 0);
        out.open(first);
        while i < first {
            out.open(rank);
            k = 0;
            while k < rank {
                out.subtree(self, places[k]);
                places[k] = self.profile.after(places[k]);
                k += 1;
            }
            i += 1;
        }
        self.written(Operation::Zip, out.fits(), &out.layout)
    }

    /// The modes of this layout in the nesting of `profile`, CuTe's `unflatten`: mode `i` is leaf `i`. The integers
    /// of the profile do not matter.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,5):(1,2,6)".parse()?;
    /// assert_eq!(a.unflatten(&"(1,(1,1))".parse()?)?.to_string(), "(2,(3,5)):(1,(2,6))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::LeafCount`] unless there are as many modes as leaves, and [`Rule::Full`] beyond a capacity.
    pub const fn unflatten(&self, profile: &IntTuple) -> Result<Self, LayoutError> {
        let (guide, rank) = (&profile.profile, self.rank());
        let result = if guide.leaves() != rank {
            Err(Rule::LeafCount { leaves: guide.leaves(), rank })
        } else {
            let mut at = self.profile.first_mode(Profile::ROOT);
            let (mut out, mut node) = (Builder::EMPTY, 0);
            while node < guide.nodes() {
                if guide.is_leaf(node) {
                    out.subtree(self, at);
                    at = self.profile.after(at);
                } else {
                    out.open(guide.rank(node));
                }
                node += 1;
            }
            out.finish()
        };
        self.binary(Operation::Unflatten, Operand::Tuple(*profile), result)
    }

    /// [`Layout::filter_zeros`] of each part that faces a leaf of `profile`. The integers of the profile do not
    /// matter. Modes beyond the profile remain.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,3,2):(0,1,0)".parse()?;
    /// assert_eq!(a.filter_zeros_by(&"(1,1)".parse()?)?.to_string(), "(1,3,2):(0,1,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::TooManyModes`] where the profile has more modes.
    pub const fn filter_zeros_by(&self, profile: &IntTuple) -> Result<Self, LayoutError> {
        let (mut out, zeroless) = (*self, self.filter_zeros());
        let result = match self.covered_by(&profile.profile) {
            Ok(covered) => {
                let mut k = 0;
                while k < self.modes.len {
                    if covered >> k & 1 == 1 {
                        out.modes.set(k, zeroless.modes.extent(k), zeroless.modes.stride(k));
                    }
                    k += 1;
                }
                Ok(out)
            }
            Err(rule) => Err(rule),
        };
        self.binary(Operation::Filter, Operand::Tuple(*profile), result)
    }

    /// [`Layout::filter`] of each part that faces a leaf of `profile`. The integers of the profile do not matter.
    /// Modes beyond the profile remain.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((4,2),(3,2)):((0,1),(2,0))".parse()?;
    /// assert_eq!(a.filter_by(&"(1,1)".parse()?)?.to_string(), "(2,3):(1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::TooManyModes`] where the profile has more modes, and [`Rule::Full`] beyond a capacity.
    pub const fn filter_by(&self, profile: &IntTuple) -> Result<Self, LayoutError> {
        let result = match self.filter_zeros_by(profile) {
            Ok(zeroless) => match zeroless.coalesce_by(profile) {
                Ok(layout) => Ok(layout),
                Err(error) => Err(error.rule),
            },
            Err(error) => Err(error.rule),
        };
        self.binary(Operation::Filter, Operand::Tuple(*profile), result)
    }

    /// A mask of the leaves below a leaf of the profile.
    const fn covered_by(&self, guide: &Profile) -> Result<u32, Rule> {
        let (mut covered, mut node) = (0_u32, 0);
        // A stack of the open tuples of the profile: where each ends in the layout, and how many modes it still has.
        let mut ends = [Profile::ROOT; crate::MAX_NODES];
        let mut left = [0_usize; crate::MAX_NODES];
        let (mut open, mut here) = (0, Profile::ROOT);
        while node < guide.nodes() {
            let end = self.profile.after(here);
            if guide.is_leaf(node) {
                while here.leaf < end.leaf {
                    covered |= 1 << here.leaf;
                    here.leaf += 1;
                }
                here = end;
            } else {
                let (modes, rank) = (guide.rank(node), self.profile.rank(here.node));
                if modes > rank {
                    return Err(Rule::TooManyModes { modes, rank });
                }
                here = self.profile.first_mode(here);
                ends[open] = end;
                left[open] = modes + 1;
                open += 1;
            }
            while open > 0 {
                left[open - 1] -= 1;
                if left[open - 1] > 0 {
                    break;
                }
                open -= 1;
                here = ends[open];
            }
            node += 1;
        }
        Ok(covered)
    }
}
