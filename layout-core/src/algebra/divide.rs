//! Divides: a layout cut into tiles and what is left of each mode, `(A o T, A o T*)`.

use crate::algebra::complement::{End, Range};
use crate::algebra::compose::Walk;
use crate::algebra::guard::Watch;
use crate::algebra::padded::Padded;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::builder::Builder;
use crate::layout::modes::Modes;
use crate::layout::tiler::Tiler;
use crate::number::{Num, tri};
use crate::tuple::profile::{Position, Profile};

/// How tiles and rests are grouped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `((tile,rest),(tile,rest),..)`; `(tile,rest)` for a layout tiler.
    Logical,
    /// `((tile,..),(rest,..))`.
    Zipped,
    /// `((tile,..),rest,..)`; a rest that is a tuple of one mode stays one.
    Tiled,
    /// `(tile,..,rest,..)`; a tile or rest that is a tuple of one mode stays one.
    Flat,
}

impl Form {
    /// Opens the tuples before the first of `firsts` tiles that `seconds` rests will follow. As with
    /// [`Builder::absorb_unpacked`], a tuple of one mode stays.
    pub(crate) const fn open(self, firsts: usize, seconds: usize, out: &mut Builder) {
        let unpacked = matches!(self, Self::Flat) && firsts != 1;
        let left = if unpacked { firsts } else { 1 };
        out.open(left + if self.unpacks_rests(seconds) { seconds } else { 1 });
        if !unpacked {
            out.open(firsts);
        }
    }

    /// Adds the `seconds` rests.
    pub(crate) const fn close(self, seconds: usize, rests: &Builder, out: &mut Builder) {
        if !self.unpacks_rests(seconds) {
            out.open(seconds);
        }
        out.absorb(rests);
    }

    const fn unpacks_rests(self, seconds: usize) -> bool {
        matches!(self, Self::Tiled | Self::Flat) && seconds != 1
    }

    /// Tiled or flat: joins a tile and a rest, one mode each.
    pub(crate) const fn join(self, tile: &Builder, rest: &Builder, out: &mut Builder) {
        let (firsts, seconds) = (tile.layout.rank(), rest.layout.rank());
        if matches!(self, Self::Flat) {
            out.open(firsts + seconds);
            out.absorb_unpacked(tile);
        } else {
            out.open(1 + seconds);
            out.absorb(tile);
        }
        out.absorb_unpacked(rest);
    }
}

/// A divide in progress.
struct Cut<'a> {
    layout: &'a Layout,
    padded: bool,
    watch: Watch,
}

/// The rest of a mode whose tile was written.
struct Rest {
    walk: Walk,
    free: Modes,
}

impl Rest {
    const fn write(&mut self, out: &mut Builder) -> Result<(), Rule> {
        tri!(self.walk.modes(&self.free, out));
        self.walk.no_carry()
    }
}

impl Cut<'_> {
    /// Writes the tile of the mode at `at`, number `mode` of the layout, which is at `place` of `t`.
    const fn tile(
        &mut self,
        mode: usize,
        at: Position,
        t: &Layout,
        place: Position,
        out: &mut Builder,
    ) -> Result<Rest, Rule> {
        let a = &self.layout.modes;
        let (end, tile_end) = (self.layout.profile.after(at), t.profile.after(place));
        tri!(t.modes.integral(place.leaf, tile_end.leaf));
        let mut k = place.leaf;
        while k < tile_end.leaf {
            if t.modes.strides[k] == 0 && t.modes.extents[k] > 1 {
                return Err(Rule::Broadcast { extent: t.modes.extents[k] });
            }
            k += 1;
        }
        let size = tri!(a.size(at.leaf, end.leaf));
        let coalesced = tri!(a.coalesced(at.leaf, end.leaf));
        let range = if size.known { Range::of(size) } else { tri!(Range::size_of(&coalesced)) };
        let mut walk = Walk::new(coalesced);
        tri!(walk.subtree(t, place, tile_end, out));
        let end = if self.padded { End::Past(range) } else { End::At(range) };
        let free = tri!(t.modes.free(place.leaf, tile_end.leaf, end));
        if self.padded {
            self.watch.cut(mode, size.value, &t.modes, place.leaf, tile_end.leaf, &free);
        }
        Ok(Rest { walk, free })
    }

    /// A mode that is not cut.
    const fn keep(&mut self, at: Position) -> Result<(), Rule> {
        if self.padded {
            let end = self.layout.profile.after(at);
            let size = tri!(self.layout.modes.size(at.leaf, end.leaf));
            self.watch.keep(size.value);
        }
        Ok(())
    }

    const fn whole(&mut self, t: &Layout, form: Form, out: &mut Builder) -> Result<(), Rule> {
        if matches!(form, Form::Logical | Form::Zipped) {
            out.open(2);
            let mut rest = tri!(self.tile(0, Profile::ROOT, t, Profile::ROOT, out));
            tri!(rest.write(out));
        } else {
            let (mut first, mut second) = (Builder::EMPTY, Builder::EMPTY);
            let mut rest = tri!(self.tile(0, Profile::ROOT, t, Profile::ROOT, &mut first));
            tri!(rest.write(&mut second));
            form.join(&first, &second, out);
        }
        self.watch.end_mode();
        Ok(())
    }

    const fn logical_modes(&mut self, t: &Tiler, out: &mut Builder) -> Result<(), Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        let (mut place, mut tile) = (self.layout.profile.first_mode(Profile::ROOT), t.first());
        out.open(rank);
        let mut i = 0;
        while i < modes {
            if t.keeps(i) {
                tri!(self.keep(place));
                out.subtree(self.layout, place);
            } else {
                out.open(2);
                let mut rest = tri!(self.tile(i, place, &t.layout, tile, out));
                tri!(rest.write(out));
                self.watch.end_mode();
            }
            place = self.layout.profile.after(place);
            tile = t.layout.profile.after(tile);
            i += 1;
        }
        // The modes past the tiler vary slowest: nothing to guard.
        out.copy(self.layout, place, self.layout.end());
        Ok(())
    }

    const fn zipped_modes(&mut self, t: &Tiler, form: Form, out: &mut Builder) -> Result<(), Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        let (mut place, mut tile) = (self.layout.profile.first_mode(Profile::ROOT), t.first());
        let (mut rests, mut i) = (Builder::EMPTY, 0);
        form.open(modes, rank, out);
        while i < modes {
            if t.keeps(i) {
                tri!(self.keep(place));
                out.subtree(self.layout, place);
                rests.leaf(Num::ONE, Num::ZERO);
            } else {
                let mut rest = tri!(self.tile(i, place, &t.layout, tile, out));
                tri!(rest.write(&mut rests));
            }
            place = self.layout.profile.after(place);
            tile = t.layout.profile.after(tile);
            i += 1;
        }
        rests.copy(self.layout, place, self.layout.end());
        form.close(rank, &rests, out);
        self.watch.end_mode();
        Ok(())
    }

    const fn by_mode(&mut self, t: &Tiler, form: Form, out: &mut Builder) -> Result<(), Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        if matches!(form, Form::Logical) {
            self.logical_modes(t, out)
        } else {
            self.zipped_modes(t, form, out)
        }
    }
}

impl Layout {
    const fn cut(&self, t: &Tiler, form: Form, padded: bool) -> Result<Padded, LayoutError> {
        let mut cut = Cut { layout: self, padded, watch: Watch::EMPTY };
        match self.divide(t, form, &mut cut) {
            Ok(layout) => Ok(Padded::new(layout, cut.watch.guard())),
            Err(rule) => Err(self.undivided(t, rule)),
        }
    }

    const fn divide(&self, t: &Tiler, form: Form, cut: &mut Cut<'_>) -> Result<Self, Rule> {
        let mut out = Builder::EMPTY;
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(if t.by_mode {
            cut.by_mode(t, form, &mut out)
        } else {
            cut.whole(&t.layout, form, &mut out)
        });
        out.checked()
    }

    const fn undivided(&self, t: &Tiler, rule: Rule) -> LayoutError {
        let (left, right) = (Operand::Layout(*self), t.operand());
        LayoutError::refused(Operation::Divide, left, right, rule)
    }

    const fn exact(&self, t: &Tiler, form: Form) -> Result<Self, LayoutError> {
        let mut cut = Cut { layout: self, padded: false, watch: Watch::EMPTY };
        match self.divide(t, form, &mut cut) {
            Ok(layout) => Ok(layout),
            Err(rule) => Err(self.undivided(t, rule)),
        }
    }

    /// `(A o T, A o T*)` with `T*` the complement of the tile in the size of this layout: mode 0
    /// walks a tile, mode 1 the tiles. A by-mode tiler cuts mode by mode and leaves later modes and
    /// those under `_` as they are.
    ///
    /// Refused when the tile repeats elements or does not tile the layout exactly, or when a
    /// composition is; [`Layout::logical_divide_padded`] rounds up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2,3):(2,1,8)".parse()?;
    /// let divided = a.logical_divide(&"4:2".parse()?)?;
    /// assert_eq!(divided.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn logical_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, Form::Logical)
    }

    /// The logical divide regrouped: `((tile,..),(rest,..))`. A mode under `_` is all tile.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.zipped_divide(&"<2:1,3:1>".parse()?)?.to_string(), "((2,3),(2,2)):((1,4),(2,12))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn zipped_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, Form::Zipped)
    }

    /// The logical divide regrouped: `((tile,..),rest,..)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.tiled_divide(&"<2:1,3:1>".parse()?)?.to_string(), "((2,3),2,2):((1,4),2,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn tiled_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, Form::Tiled)
    }

    /// The logical divide regrouped: `(tile,..,rest,..)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.flat_divide(&"<2:1,3:1>".parse()?)?.to_string(), "(2,3,2,2):(1,4,2,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn flat_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, Form::Flat)
    }

    /// The logical divide with the number of tiles rounded up, and the test of which coordinates
    /// are inside this layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "10:1".parse()?;
    /// let tiles = a.logical_divide_padded(&"4:1".parse()?)?;
    /// assert_eq!(tiles.layout().to_string(), "(4,3):(1,4)");
    /// assert!(tiles.inside(&"(1,2)".parse()?)? && !tiles.inside(&"(2,2)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn logical_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Logical, true)
    }

    /// [`Layout::zipped_divide`] with the number of tiles rounded up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,5):(5,1)".parse()?;
    /// assert_eq!(a.zipped_divide_padded(&"<2:1,4:1>".parse()?)?.layout().to_string(), "((2,4),(2,2)):((5,1),(10,4))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn zipped_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Zipped, true)
    }

    /// [`Layout::tiled_divide`] with the number of tiles rounded up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,5):(5,1)".parse()?;
    /// assert_eq!(a.tiled_divide_padded(&"<2:1,4:1>".parse()?)?.layout().to_string(), "((2,4),2,2):((5,1),10,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn tiled_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Tiled, true)
    }

    /// [`Layout::flat_divide`] with the number of tiles rounded up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,5):(5,1)".parse()?;
    /// assert_eq!(a.flat_divide_padded(&"<2:1,4:1>".parse()?)?.layout().to_string(), "(2,4,2,2):(5,1,10,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn flat_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Flat, true)
    }
}
