//! Products: a layout repeated as another one says, `(A, A+ o B)`, where `A+` is where copies fit.

use crate::algebra::complement::End;
use crate::algebra::compose::Walk;
use crate::algebra::divide::Form;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::builder::Builder;
use crate::layout::tiler::Tiler;
use crate::number::{Num, tri};
use crate::tuple::profile::{Position, Profile};

impl Layout {
    /// Adds `A+ o B` to `out`: `A` is the part of this layout at `at`, `B` the part of `b` at `place`.
    const fn repeat(
        &self,
        at: Position,
        b: &Self,
        place: Position,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let (end, b_end) = (self.profile.after(at), b.profile.after(place));
        tri!(b.modes.integral(place.leaf, b_end.leaf));
        let mut walk = Walk::new(tri!(self.modes.free(at.leaf, end.leaf, End::Never)));
        tri!(walk.subtree(b, place, b_end, out));
        walk.no_carry()
    }

    const fn product(&self, b: &Tiler, form: Form) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        let built = match self.modes.nonempty(0, self.modes.len) {
            Err(rule) => Err(rule),
            Ok(()) if b.by_mode => self.product_modes(b, form, &mut out),
            Ok(()) => self.product_whole(&b.layout, form, &mut out),
        };
        self.multiplied(b, built, &out)
    }

    const fn multiplied(
        &self,
        b: &Tiler,
        built: Result<(), Rule>,
        out: &Builder,
    ) -> Result<Self, LayoutError> {
        let result = match built {
            Ok(()) => out.checked(),
            Err(rule) => Err(rule),
        };
        match result {
            Ok(layout) => Ok(layout),
            Err(rule) => {
                let (left, right) = (Operand::Layout(*self), b.operand());
                Err(LayoutError::refused(Operation::Product, left, right, rule))
            }
        }
    }

    const fn product_whole(&self, b: &Self, form: Form, out: &mut Builder) -> Result<(), Rule> {
        if matches!(form, Form::Logical | Form::Zipped) {
            out.open(2);
            out.whole(self);
            return self.repeat(Profile::ROOT, b, Profile::ROOT, out);
        }
        let (mut block, mut repeats) = (Builder::EMPTY, Builder::EMPTY);
        block.whole(self);
        tri!(self.repeat(Profile::ROOT, b, Profile::ROOT, &mut repeats));
        form.join(&block, &repeats, out);
        Ok(())
    }

    const fn product_modes(&self, b: &Tiler, form: Form, out: &mut Builder) -> Result<(), Rule> {
        let (modes, rank) = (b.layout.rank(), self.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        let logical = matches!(form, Form::Logical);
        let (mut place, mut tile) = (self.profile.first_mode(Profile::ROOT), b.first());
        let (mut repeats, mut i) = (Builder::EMPTY, 0);
        if logical {
            out.open(rank);
        } else {
            form.open(modes, rank, out);
        }
        while i < modes {
            if b.keeps(i) {
                out.subtree(self, place);
                repeats.leaf(Num::ONE, Num::ZERO);
            } else if logical {
                out.open(2);
                out.subtree(self, place);
                tri!(self.repeat(place, &b.layout, tile, out));
            } else {
                out.subtree(self, place);
                tri!(self.repeat(place, &b.layout, tile, &mut repeats));
            }
            place = self.profile.after(place);
            tile = b.layout.profile.after(tile);
            i += 1;
        }
        if logical {
            out.copy(self, place, self.end());
        } else {
            repeats.copy(self, place, self.end());
            form.close(rank, &repeats, out);
        }
        Ok(())
    }

    /// `(A, A+ o B)`: mode 0 is this layout, mode 1 walks copies of it that do not overlap, in the
    /// order of `B`. A by-mode `B` multiplies mode by mode, each as if alone.
    ///
    /// Refused when the modes of this layout overlap, when `A+ o B` is no valid composition, and for
    /// extents of 0 and negative strides.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(4,1)".parse()?;
    /// let product = a.logical_product(&"6:1".parse()?)?;
    /// assert_eq!(product.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn logical_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, Form::Logical)
    }

    /// The logical product regrouped: `((block,..),(repeat,..))`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(a.zipped_product(&"(2,3):(3,1)".parse()?)?.to_string(), "((2,2),(2,3)):((1,2),(12,4))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn zipped_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, Form::Zipped)
    }

    /// The logical product regrouped: `((block,..),repeat,..)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(a.tiled_product(&"(2,3):(3,1)".parse()?)?.to_string(), "((2,2),2,3):((1,2),12,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn tiled_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, Form::Tiled)
    }

    /// The logical product regrouped: `(block,..,repeat,..)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(a.flat_product(&"(2,3):(3,1)".parse()?)?.to_string(), "(2,2,2,3):(1,2,12,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn flat_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, Form::Flat)
    }

    /// The logical product with the modes of both paired: `((A_0,B_0),(A_1,B_1),..)`, each block of
    /// this layout contiguous in its coordinates. The shorter operand is padded with `1:0`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,5):(5,1)".parse()?;
    /// let blocked = a.blocked_product(&"(3,4):(1,3)".parse()?)?;
    /// assert_eq!(blocked.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn blocked_product(&self, b: &Self) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        self.multiplied(&Tiler::whole(*b), self.paired(b, false, &mut out), &out)
    }

    /// The logical product with the modes of both paired the other way: `((B_0,A_0),(B_1,A_1),..)`,
    /// so that the blocks are interleaved.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,5):(5,1)".parse()?;
    /// let raked = a.raked_product(&"(3,4):(1,3)".parse()?)?;
    /// assert_eq!(raked.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn raked_product(&self, b: &Self) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        self.multiplied(&Tiler::whole(*b), self.paired(b, true, &mut out), &out)
    }

    const fn paired(&self, b: &Self, raked: bool, out: &mut Builder) -> Result<(), Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        let rank = if self.rank() > b.rank() { self.rank() } else { b.rank() };
        // Against an integer shape this layout counts as one mode, nested as it is.
        let whole = rank == 1 && b.profile.is_leaf(0);
        let blocks = tri!(if whole { self.boxed() } else { self.with_rank(rank) });
        let b = tri!(b.with_rank(rank));
        let mut repeats = Builder::EMPTY;
        tri!(self.repeat(Profile::ROOT, &b, Profile::ROOT, &mut repeats));
        let repeats = tri!(repeats.finish());
        out.open(rank);
        let (mut block, mut repeat) =
            (Position { node: 1, leaf: 0 }, Position { node: 1, leaf: 0 });
        let mut i = 0;
        while i < rank {
            out.open(2);
            if raked {
                out.subtree(&repeats, repeat);
                out.subtree(&blocks, block);
            } else {
                out.subtree(&blocks, block);
                out.subtree(&repeats, repeat);
            }
            block = blocks.profile.after(block);
            repeat = repeats.profile.after(repeat);
            i += 1;
        }
        Ok(())
    }

    /// A tuple of one mode, this layout.
    const fn boxed(&self) -> Result<Self, Rule> {
        if self.profile.is_leaf(0) {
            return self.with_rank(1);
        }
        let mut out = Builder::EMPTY;
        out.open(1);
        out.whole(self);
        out.finish()
    }

    /// A tuple of `rank` modes: padded with `1:0`, an integer shape as one mode.
    const fn with_rank(&self, rank: usize) -> Result<Self, Rule> {
        let mut out = Builder::EMPTY;
        out.open(rank);
        out.unpacked(self);
        let mut i = self.rank();
        while i < rank {
            out.leaf(Num::ONE, Num::ZERO);
            i += 1;
        }
        out.finish()
    }
}
