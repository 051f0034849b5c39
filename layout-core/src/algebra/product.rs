//! Products: a layout repeated in the order of another one, `A * B = (A, A+ o B)`.
//!
//! `A+` is the complement of `A` without an end: its offsets are those at which copies of `A` fit. `B` selects some of
//! them, in its order.
//!
//! ```text
//! A = 2:1, B = 3:1      A+ = _:2     A * B = (2,3):(1,2)      0 1 | 2 3 | 4 5
//! A = 2:2, B = 2:1      A+ = (2,_):(1,4)                      0 2 | 1 3
//! ```
//!
//! # Algorithm
//! ```text
//! free = the gaps of A by ascending stride, the last one without an end    # Complement
//! walk each leaf of B through free                                         # ModeWalk, as in compose
//! refuse a carry between two gaps                                          # no_carry
//! ```
//!
//! 1. By mode, this is done for each mode of `A` with the tile of that mode.
//! 2. `blocked_product` and `raked_product` extend both operands to one rank, and pair the modes of the result.

use crate::algebra::complement::ComplementEnd;
use crate::algebra::compose::ModeWalk;
use crate::algebra::divide::DivideForm;
use crate::algebra::notes::{Notes, note, off};
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::check;
use crate::value::{Layout, Modes, Num, Profile, Tiler, TreePosition};

impl Layout {
    /// Appends `A+ o B` to `out`, for the part of this layout at `at` and the part of `b` at `place`.
    const fn repeat<const ROOM: usize>(
        &self,
        at: TreePosition,
        b: &Self,
        place: TreePosition,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let (end, b_end) = (self.profile.after(at), b.profile.after(place));
        check!(b.modes.integral(place.leaf, b_end.leaf));
        let mut walk = ModeWalk::new(Modes::EMPTY, notes);
        let range = ComplementEnd::Never;
        note!(walk.notes.part(" where copies of {L} have room", 0, &self.part(at)));
        check!(self.modes.free_into(at.leaf, end.leaf, range, &mut walk.modes, walk.notes));
        note!(walk.notes.part(" the copies: {L} walks these modes", 0, &b.part(place)));
        // `B` counts the free places, so its leaves walk the complement as they walk any layout.
        check!(walk.subtree(b, place, b_end, out));
        walk.no_carry()
    }

    const fn product(&self, b: &Tiler, form: DivideForm) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        match self.product_checked(b, form, &mut out) {
            Ok(()) => Ok(out.layout),
            Err(rule) => Err(self.unmultiplied(b.operand(), rule)),
        }
    }

    const fn product_checked(
        &self,
        b: &Tiler,
        form: DivideForm,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        check!(self.product_into(b, form, out, off!()));
        out.check()
    }

    /// Appends the product to `out`, whose size and cosize remain unchecked.
    pub(crate) const fn product_into<const ROOM: usize>(
        &self,
        b: &Tiler,
        form: DivideForm,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(self.modes.nonempty(0, self.modes.len));
        if b.by_mode {
            self.product_modes(b, form, out, notes)
        } else {
            self.product_whole(&b.layout, form, out, notes)
        }
    }

    const fn unmultiplied(&self, b: Operand, rule: Rule) -> LayoutError {
        LayoutError::refused(Operation::Product, Operand::Layout(*self), b, rule)
    }

    const fn product_whole<const ROOM: usize>(
        &self,
        b: &Self,
        form: DivideForm,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        if matches!(form, DivideForm::Logical | DivideForm::Zipped) {
            out.open(2);
            out.whole(self);
            return self.repeat(Profile::ROOT, b, Profile::ROOT, out, notes);
        }
        let (mut block, mut repeats) = (Builder::EMPTY, Builder::EMPTY);
        block.whole(self);
        check!(self.repeat(Profile::ROOT, b, Profile::ROOT, &mut repeats, notes));
        form.join(&block, &repeats, out);
        Ok(())
    }

    const fn product_modes<const ROOM: usize>(
        &self,
        b: &Tiler,
        form: DivideForm,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let (modes, rank) = (b.layout.rank(), self.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        let logical = matches!(form, DivideForm::Logical);
        let (mut place, mut tile) = (self.profile.first_mode(Profile::ROOT), b.first());
        let (mut repeats, mut i) = (Builder::EMPTY, 0);
        if logical {
            out.open(rank);
        } else {
            form.open(modes, rank, out);
        }
        while i < modes {
            note!(notes.mode("mode {}: {L} * {L}", i, (self, place), (b, tile)));
            if b.keeps(i) {
                // One copy: the mode itself, repeated once.
                out.subtree(self, place);
                repeats.leaf(Num::ONE, Num::ZERO);
            } else if logical {
                out.open(2);
                out.subtree(self, place);
                check!(self.repeat(place, &b.layout, tile, out, notes));
            } else {
                out.subtree(self, place);
                check!(self.repeat(place, &b.layout, tile, &mut repeats, notes));
            }
            place = self.profile.after(place);
            tile = b.layout.profile.after(tile);
            i += 1;
        }
        note!(notes.others(i, self, place, "blocks before repeats"));
        if logical {
            out.copy(self, place, self.end());
        } else {
            repeats.copy(self, place, self.end());
            form.close(rank, &repeats, out);
        }
        Ok(())
    }

    /// `(A, A+ o B)`, CuTe's `logical_product`. Mode 0 is this layout. Mode 1 indexes disjoint copies of it in the
    /// order of `B`. A by-mode `B` multiplies mode by mode.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(4,1)".parse()?;
    /// let product = a.logical_product(&"6:1".parse()?)?;
    /// assert_eq!(product.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overlap`] where the modes of this layout overlap, the errors of [`compose`](Self::compose) for `A+ o
    /// B`, [`Rule::NegativeStride`], [`Rule::Empty`], and [`Rule::Unit`] where a stride has a basis.
    pub const fn logical_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, DivideForm::Logical)
    }

    /// [`Layout::logical_product`] nested as `((block,..),(repeat,..))`, CuTe's `zipped_product`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(a.zipped_product(&"(2,3):(3,1)".parse()?)?.to_string(), "((2,2),(2,3)):((1,2),(12,4))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub const fn zipped_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, DivideForm::Zipped)
    }

    /// [`Layout::logical_product`] nested as `((block,..),repeat,..)`, CuTe's `tiled_product`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(a.tiled_product(&"(2,3):(3,1)".parse()?)?.to_string(), "((2,2),2,3):((1,2),12,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub const fn tiled_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, DivideForm::Tiled)
    }

    /// [`Layout::logical_product`] nested as `(block,..,repeat,..)`, CuTe's `flat_product`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(a.flat_product(&"(2,3):(3,1)".parse()?)?.to_string(), "(2,2,2,3):(1,2,12,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub const fn flat_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, DivideForm::Flat)
    }

    /// [`Layout::logical_product`] with the modes of both operands paired, CuTe's `blocked_product`:
    /// `((A_0,B_0),(A_1,B_1),..)`. Each block of this layout is contiguous in its coordinates. The shorter operand is
    /// padded with `1:0`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,5):(5,1)".parse()?;
    /// let blocked = a.blocked_product(&"(3,4):(1,3)".parse()?)?;
    /// assert_eq!(blocked.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub const fn blocked_product(&self, b: &Self) -> Result<Self, LayoutError> {
        self.paired_product(b, false)
    }

    /// [`Layout::blocked_product`] with each pair reversed, CuTe's `raked_product`: `((B_0,A_0),(B_1,A_1),..)`. The
    /// blocks are interleaved.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,5):(5,1)".parse()?;
    /// let raked = a.raked_product(&"(3,4):(1,3)".parse()?)?;
    /// assert_eq!(raked.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub const fn raked_product(&self, b: &Self) -> Result<Self, LayoutError> {
        self.paired_product(b, true)
    }

    const fn paired_product(&self, b: &Self, raked: bool) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        match self.paired_checked(b, raked, &mut out) {
            Ok(()) => Ok(out.layout),
            Err(rule) => Err(self.unmultiplied(Operand::Layout(*b), rule)),
        }
    }

    const fn paired_checked(&self, b: &Self, raked: bool, out: &mut Builder) -> Result<(), Rule> {
        check!(self.paired(b, raked, out, off!()));
        out.check()
    }

    /// Appends the blocked or raked product to `out`, whose size and cosize remain unchecked.
    pub(crate) const fn paired<const ROOM: usize>(
        &self,
        b: &Self,
        raked: bool,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(self.modes.nonempty(0, self.modes.len));
        let rank = if self.rank() > b.rank() { self.rank() } else { b.rank() };
        // With an integer shape, this layout is one mode with its nesting.
        let whole = rank == 1 && b.profile.is_leaf(0);
        let (mut blocks, mut extended) = (Builder::EMPTY, Builder::EMPTY);
        // Extends the shorter operand by `1:0`, so that every mode has a partner.
        if whole {
            blocks.boxed(self);
        } else {
            blocks.with_rank(self, rank);
        }
        check!(blocks.fits());
        extended.with_rank(b, rank);
        check!(extended.fits());
        let mut repeats = Builder::EMPTY;
        check!(self.repeat(Profile::ROOT, &extended.layout, Profile::ROOT, &mut repeats, notes));
        note!(notes.paired(raked));
        check!(repeats.fits());
        let (blocks, repeats) = (&blocks.layout, &repeats.layout);
        out.open(rank);
        let (mut block, mut repeat) =
            (TreePosition { node: 1, leaf: 0 }, TreePosition { node: 1, leaf: 0 });
        let mut i = 0;
        while i < rank {
            out.open(2);
            if raked {
                out.subtree(repeats, repeat);
                out.subtree(blocks, block);
            } else {
                out.subtree(blocks, block);
                out.subtree(repeats, repeat);
            }
            block = blocks.profile.after(block);
            repeat = repeats.profile.after(repeat);
            i += 1;
        }
        Ok(())
    }
}

impl Builder {
    /// Appends `part` in a tuple of one mode.
    const fn boxed(&mut self, part: &Layout) {
        self.open(1);
        self.whole(part);
    }

    /// Appends the modes of `part` and as many of `1:0` as give `rank` modes.
    const fn with_rank(&mut self, part: &Layout, rank: usize) {
        self.open(rank);
        self.unpacked(part);
        let mut i = part.rank();
        while i < rank {
            self.leaf(Num::ONE, Num::ZERO);
            i += 1;
        }
    }
}
