//! Layouts whose strides have a basis: they map a coordinate to a coordinate, not to an offset. CuTe's identity
//! tensors and TMA coordinates are such layouts.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::{add, multiply, tri};
use crate::value::basis::{Bases, Basis, MAX_PATH};
use crate::value::limit::Limit;
use crate::value::{Coord, IntTuple, Layout, Modes, Num};

impl Modes {
    /// This layout with the strides of `basis` as plain numbers, and all others 0.
    const fn component(&self, basis: Basis) -> Self {
        let mut out = *self;
        out.bases = Bases::NONE;
        let mut k = 0;
        while k < self.len {
            if !self.bases.get(k).equals(basis) {
                out.strides[k] = 0;
            }
            k += 1;
        }
        out
    }

    /// `1 + sum (extent - 1) * |stride|` over the strides of `basis`.
    const fn reach(&self, basis: Basis) -> Result<i64, Rule> {
        let (mut k, mut reach) = (0, 1);
        while k < self.len {
            if self.bases.get(k).equals(basis) {
                let part = tri!(multiply(self.extents[k] - 1, self.strides[k])).unsigned_abs();
                reach = tri!(add(reach, part as i64));
            }
            k += 1;
        }
        Ok(reach)
    }

    /// The product of the reaches of all bases. Without a basis, the cosize.
    pub(crate) const fn span(&self) -> Result<i64, Rule> {
        if self.bases.are_none() {
            return self.reach(Basis::NONE);
        }
        let (mut k, mut span) = (0, 1);
        while k < self.len {
            let (mut first, mut j) = (true, 0);
            while j < k {
                first &= !self.bases.get(j).equals(self.bases.get(k));
                j += 1;
            }
            if first {
                span = tri!(multiply(span, tri!(self.reach(self.bases.get(k)))));
            }
            k += 1;
        }
        Ok(span)
    }

    /// Checks that all strides map to one space: all are plain numbers, or all have bases of which none is a part of
    /// another. A known 0 fits every space.
    pub(crate) const fn one_codomain(&self) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.len {
            let mut j = 0;
            while j < self.len {
                let (a, b) = (self.stride(j), self.stride(k));
                if a.basis.is_above(b.basis) && !a.is(0) {
                    return Err(Rule::Mixture {
                        scale: a.value,
                        basis: a.basis,
                        other_scale: b.value,
                        other_basis: b.basis,
                    });
                }
                j += 1;
            }
            k += 1;
        }
        Ok(())
    }

    /// Appends the part of the codomain at `at`, `level` levels deep. Each leaf is 0 and has its own basis.
    const fn codomain(&self, at: Basis, level: usize, out: &mut IntTuple) -> Result<(), Limit> {
        let (mut rank, mut k) = (0, 0);
        while k < self.len {
            let below = self.bases.get(k).below(at, level);
            rank = if below > rank { below } else { rank };
            k += 1;
        }
        if rank == 0 {
            let leaf = out.profile.leaves();
            tri!(out.profile.push_leaf());
            out.set_num(leaf, Num { value: 0, known: true, basis: at });
            return Ok(());
        }
        tri!(out.profile.push_tuple(rank));
        let mut i = 0;
        while i < rank {
            tri!(self.codomain(at.with(level, i), level + 1, out));
            i += 1;
        }
        Ok(())
    }
}

impl Layout {
    /// The layout that maps each coordinate of `shape` to itself, CuTe's `make_identity_layout`. The stride of mode
    /// `i` is `1@i`, the stride of mode `j` within it `1@j@i`. For an integer shape, a coordinate is its linear index:
    /// `7:1`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::identity("(4,(2,3))".parse()?)?;
    /// assert_eq!(a.to_string(), "(4,(2,3)):(1@0,(1@0@1,1@1@1))");
    /// assert_eq!(a.image(&13.into())?.to_string(), "(1,(1,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 8 levels. Otherwise as [`new`](Self::new).
    pub const fn identity(shape: IntTuple) -> Result<Self, LayoutError> {
        let mut stride = shape;
        let placed = match shape.integral(0, shape.leaf_count()) {
            Ok(()) => stride.units(),
            Err(rule) => Err(rule),
        };
        match placed {
            Ok(()) => Self::new(shape, stride),
            Err(rule) => Err(LayoutError::unary(Operation::Make, Operand::Tuple(shape), rule)),
        }
    }

    /// Whether a stride has a basis, so that the layout maps to coordinates instead of offsets.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(4,6):(1@0,1@1)".parse::<Layout>()?.is_coordinate());
    /// assert!(!"(4,6):(1,4)".parse::<Layout>()?.is_coordinate());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_coordinate(&self) -> bool {
        self.modes.integral(0, self.modes.len).is_err()
    }

    /// Checks that the strides, with those known at run time only, map to one space.
    ///
    /// # Errors
    /// [`Rule::Mixture`] for two bases, one of them a part of the other, or for a basis and a plain number.
    #[doc(hidden)]
    pub const fn adds_up(&self) -> Result<(), LayoutError> {
        match self.modes.one_codomain() {
            Ok(()) => Ok(()),
            Err(rule) => Err(LayoutError::unary(Operation::Make, Operand::Layout(*self), rule)),
        }
    }

    /// The image of a coordinate: the offset, as [`Layout::index`], or the coordinate `sum c_i * d_i` where strides
    /// have bases, nested as the bases say. Elements without a stride are 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(2,3)):(2@1,(1@0@2,1@1@2))".parse()?;
    /// assert_eq!(a.image(&"(3,5)".parse()?)?.to_string(), "(0,6,(1,2))");
    /// assert_eq!("(4,2):(1,4)".parse::<Layout>()?.image(&5.into())?.to_string(), "5");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`index`](Self::index), except that strides may have bases.
    pub const fn image(&self, c: &Coord) -> Result<IntTuple, LayoutError> {
        if self.modes.bases.are_none() {
            return match self.offset(c) {
                Ok(offset) => Ok(IntTuple::leaf(offset)),
                Err(rule) => Err(self.refuse(Operation::Index, *c, rule)),
            };
        }
        let mut out = tri!(self.codomain(Operation::Index, c));
        let mut k = 0;
        while k < out.leaf_count() {
            let value = match self.component(out.bases.get(k)).offset(c) {
                Ok(value) => value,
                Err(rule) => return Err(self.refuse(Operation::Index, *c, rule)),
            };
            out.set_num(k, Num::known(value));
            k += 1;
        }
        Ok(out)
    }

    /// [`Layout::image`] of a coordinate within the shape.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let identity: Layout = "(4,6):(1@0,1@1)".parse()?;
    /// assert_eq!(identity.try_image(&"(3,2)".parse()?)?.to_string(), "(3,2)");
    /// assert!(identity.try_image(&"(4,2)".parse()?).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`image`](Self::image), and [`Rule::Bounds`] for a coordinate out of range.
    pub const fn try_image(&self, c: &Coord) -> Result<IntTuple, LayoutError> {
        if let Some(offset) = self.natural_offset(c) {
            return Ok(IntTuple::leaf(offset));
        }
        match self.linear(c, true) {
            Ok(_) => self.image(c),
            Err(rule) => Err(self.refuse(Operation::Index, *c, rule)),
        }
    }

    /// [`Layout::slice`] with an image as its second part: the offset, or the coordinate, of the integers of `c`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a = Layout::identity("(4,6)".parse()?)?;
    /// let (row, start) = a.slice_image(&"(3,_)".parse()?)?;
    /// assert_eq!((row.to_string(), start.to_string()), ("(6):(1@1)".into(), "(3,0)".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`slice`](Self::slice), except that strides may have bases.
    pub const fn slice_image(&self, c: &Coord) -> Result<(Self, IntTuple), LayoutError> {
        let mut out = tri!(self.codomain(Operation::Slice, c));
        let (mut part, mut k) = (*self, 0);
        while k < out.leaf_count() {
            let value = match self.component(out.bases.get(k)).sliced(c, self) {
                Ok((kept, value)) => {
                    part = kept;
                    value
                }
                Err(rule) => return Err(self.refuse(Operation::Slice, *c, rule)),
            };
            out.set_num(k, Num::known(value));
            k += 1;
        }
        Ok((part, out))
    }

    /// The least shape that contains every image, CuTe's `coshape`: `1 + sum (extent - 1) * |stride|` for each basis.
    /// For a layout that maps to offsets, its cosize.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "((8,3),9):((1@1,3@0),2@1)".parse()?;
    /// assert_eq!(a.coshape()?.to_string(), "(7,24)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity.
    pub const fn coshape(&self) -> Result<IntTuple, LayoutError> {
        let mut out = tri!(self.codomain(Operation::Coshape, &Coord::leaf(0)));
        let mut k = 0;
        while k < out.leaf_count() {
            let reach = match self.modes.reach(out.bases.get(k)) {
                _ if self.size() == 0 => 0,
                Ok(reach) => reach,
                // Unreachable: `validate` refuses such a layout.
                Err(_) => i64::MAX,
            };
            out.set_num(k, Num::known(reach));
            k += 1;
        }
        Ok(out)
    }

    /// The images in the order of the linear index.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1@1,1@0)".parse()?;
    /// let images: Vec<String> = a.images().map(|image| image.to_string()).collect();
    /// assert_eq!(images, ["(0,0)", "(0,1)", "(1,0)", "(1,1)"]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn images(&self) -> impl Iterator<Item = IntTuple> + use<> {
        let a = *self;
        // `image` fails for no index below the size.
        (0..a.size()).map_while(move |i| a.image(&Coord::leaf(i)).ok())
    }

    const fn component(&self, basis: Basis) -> Self {
        Self { profile: self.profile, modes: self.modes.component(basis) }
    }

    const fn codomain(&self, operation: Operation, c: &Coord) -> Result<IntTuple, LayoutError> {
        let mut out = IntTuple::EMPTY;
        match self.modes.codomain(Basis::NONE, 0, &mut out) {
            Ok(()) => Ok(out),
            Err(limit) => Err(self.refuse(operation, *c, Rule::Full { limit })),
        }
    }
}

impl IntTuple {
    /// `scale` times the basis vector at `path`, outermost index first, CuTe's `scale * E<i,j>`: `3@1@0` is `unit(3,
    /// &[0, 1])`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert_eq!(IntTuple::unit(3, &[0, 1])?.to_string(), "3@1@0");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 8 levels or an index above 11.
    pub const fn unit(scale: i64, path: &[usize]) -> Result<Self, LayoutError> {
        match Basis::at(path) {
            Some(_) if scale == 0 => Ok(Self::leaf(0)),
            Some(basis) => Ok(Self::single(Num { value: scale, known: true, basis })),
            None => Err(LayoutError::alone(Operation::Make, Rule::Full { limit: Limit::Path })),
        }
    }

    /// The basis of leaf `k`. Only strides have any.
    pub const fn basis(&self, k: usize) -> Basis {
        self.bases.get(k)
    }

    /// This leaf with its basis one level further inside, in element `i`.
    ///
    /// # Errors
    /// As [`unit`](Self::unit).
    #[doc(hidden)]
    pub const fn inside(&self, i: usize) -> Result<Self, LayoutError> {
        let mut out = *self;
        match self.bases.get(0).inside(i) {
            Some(_) if self.num(0).is(0) => {}
            Some(basis) => out.bases.set(0, basis),
            None => {
                let rule = Rule::Full { limit: Limit::Path };
                return Err(LayoutError::alone(Operation::Make, rule));
            }
        }
        Ok(out)
    }

    /// Checks that the leaves `from..to` have no basis.
    pub(crate) const fn integral(&self, from: usize, to: usize) -> Result<(), Rule> {
        match self.bases.first(from, to) {
            None => Ok(()),
            Some(k) => Err(self.num(k).is_unit()),
        }
    }

    /// Replaces each leaf by its own basis vector.
    const fn units(&mut self) -> Result<(), Rule> {
        if self.profile.is_leaf(0) {
            let one = if self.num(0).is(1) { Num::ZERO } else { Num::ONE };
            self.set_num(0, one);
            return Ok(());
        }
        // A stack of the open tuples: how many elements each still has, and the index of its next one.
        let (mut left, mut next) = ([0_usize; MAX_PATH + 1], [0_usize; MAX_PATH + 1]);
        let (mut level, mut node, mut leaf) = (0, 0, 0);
        while node < self.profile.nodes() {
            let rank = self.profile.rank(node);
            if !self.profile.is_leaf(node) && rank > 0 {
                if level == MAX_PATH {
                    return Err(Rule::Full { limit: Limit::Path });
                }
                level += 1;
                (left[level], next[level]) = (rank, 0);
                node += 1;
                continue;
            }
            if self.profile.is_leaf(node) {
                let (mut basis, mut k) = (Basis::NONE, 0);
                while k < level {
                    basis = basis.with(k, next[k + 1]);
                    k += 1;
                }
                self.set_num(leaf, Num { value: 1, known: true, basis });
                leaf += 1;
            }
            while level > 0 {
                left[level] -= 1;
                next[level] += 1;
                if left[level] > 0 {
                    break;
                }
                level -= 1;
            }
            node += 1;
        }
        Ok(())
    }
}
