//! Products: a layout repeated as another one says, `(A, A+ o B)`, where `A+` is where copies fit.

use crate::builder::Builder;
use crate::complement::End;
use crate::compose::Walk;
use crate::divide::{Form, Halves};
use crate::error::{LayoutError, Operation, Rule};
use crate::layout::Layout;
use crate::number::{Num, tri};
use crate::profile::{Place, Profile};
use crate::tiler::Tiler;

impl Layout {
    /// Adds `A+ o B` to `out`: `A` is the part of this layout at `at`, `B` the part of `b` at `place`.
    const fn repeat(
        &self,
        at: Place,
        b: &Self,
        place: Place,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let end = self.profile.after(at);
        let free = tri!(self.modes.free(at.leaf, end.leaf, End::Never));
        let mut walk = Walk::new(&free);
        tri!(walk.subtree(b, place, out));
        walk.no_carry()
    }

    const fn product(&self, b: &Tiler, form: Form) -> Result<Self, LayoutError> {
        let built = match self.modes.nonempty(0, self.modes.len) {
            Err(rule) => Err(rule),
            Ok(()) if b.by_mode => self.product_modes(b, form),
            Ok(()) => self.product_whole(&b.layout, form),
        };
        self.multiplied(b, built)
    }

    const fn multiplied(
        &self,
        b: &Tiler,
        built: Result<Builder, Rule>,
    ) -> Result<Self, LayoutError> {
        let result = match built {
            Ok(out) => out.checked(),
            Err(rule) => Err(rule),
        };
        self.binary(Operation::Product, b.operand(), result)
    }

    const fn product_whole(&self, b: &Self, form: Form) -> Result<Builder, Rule> {
        let mut halves = Halves::EMPTY;
        halves.first.whole(self);
        tri!(self.repeat(Profile::ROOT, b, Profile::ROOT, &mut halves.second));
        Ok(halves.joined(form))
    }

    const fn product_modes(&self, b: &Tiler, form: Form) -> Result<Builder, Rule> {
        let (modes, rank) = (b.layout.rank(), self.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        let logical = matches!(form, Form::Logical);
        let (mut out, mut halves) = (Builder::EMPTY, Halves::EMPTY);
        let (mut place, mut tile) = (self.profile.first_mode(Profile::ROOT), b.first());
        out.open(rank);
        let mut i = 0;
        while i < rank {
            let multiplied = i < modes && !b.keeps(i);
            if logical {
                if multiplied {
                    out.open(2);
                }
                out.subtree(self, place);
                if multiplied {
                    tri!(self.repeat(place, &b.layout, tile, &mut out));
                }
            } else if i < modes {
                halves.first.subtree(self, place);
                if multiplied {
                    tri!(self.repeat(place, &b.layout, tile, &mut halves.second));
                } else {
                    halves.second.leaf(Num::ONE, Num::ZERO);
                }
            } else {
                halves.second.subtree(self, place);
            }
            place = self.profile.after(place);
            if i < modes {
                tile = b.layout.profile.after(tile);
            }
            i += 1;
        }
        Ok(if logical { out } else { halves.zipped(form, modes, rank) })
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
    pub const fn zipped_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, Form::Zipped)
    }

    /// The logical product regrouped: `((block,..),repeat,..)`.
    pub const fn tiled_product(&self, b: &Tiler) -> Result<Self, LayoutError> {
        self.product(b, Form::Tiled)
    }

    /// The logical product regrouped: `(block,..,repeat,..)`.
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
        self.multiplied(&Tiler::whole(*b), self.paired(b, false))
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
        self.multiplied(&Tiler::whole(*b), self.paired(b, true))
    }

    const fn paired(&self, b: &Self, raked: bool) -> Result<Builder, Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        let rank = if self.rank() > b.rank() { self.rank() } else { b.rank() };
        // Against an integer shape this layout counts as one mode, nested as it is.
        let whole = rank == 1 && b.profile.is_leaf(0);
        let blocks = tri!(if whole { self.boxed() } else { self.with_rank(rank) });
        let b = tri!(b.with_rank(rank));
        let mut repeats = Builder::EMPTY;
        tri!(self.repeat(Profile::ROOT, &b, Profile::ROOT, &mut repeats));
        let repeats = tri!(repeats.finish());
        let mut out = Builder::EMPTY;
        out.open(rank);
        let (mut block, mut repeat) = (Place { node: 1, leaf: 0 }, Place { node: 1, leaf: 0 });
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
        Ok(out)
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
