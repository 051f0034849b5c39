//! Divides: a layout cut into tiles and what is left of each mode, `(A o T, A o T*)`.

use crate::builder::Builder;
use crate::complement::End;
use crate::compose::Walk;
use crate::error::{LayoutError, Operation, Rule};
use crate::guard::Guard;
use crate::layout::Layout;
use crate::number::{Num, tri};
use crate::padded::Padded;
use crate::profile::{Place, Profile};
use crate::tiler::Tiler;

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

/// Two rows of modes, to be grouped as a [`Form`] says: tiles and rests, or blocks and repeats.
#[derive(Clone, Copy)]
pub(crate) struct Halves {
    pub(crate) first: Builder,
    pub(crate) second: Builder,
}

impl Halves {
    pub(crate) const EMPTY: Self = Self { first: Builder::EMPTY, second: Builder::EMPTY };

    /// One mode each, from a layout as the right operand.
    pub(crate) const fn joined(&self, form: Form) -> Builder {
        let mut out = Builder::EMPTY;
        let (first, second) = (self.first.layout.rank(), self.second.layout.rank());
        match form {
            Form::Logical | Form::Zipped => {
                out.open(2);
                out.absorb(&self.first);
                out.absorb(&self.second);
            }
            Form::Tiled => {
                out.open(1 + second);
                out.absorb(&self.first);
                out.absorb_unpacked(&self.second);
            }
            Form::Flat => {
                out.open(first + second);
                out.absorb_unpacked(&self.first);
                out.absorb_unpacked(&self.second);
            }
        }
        out
    }

    /// `firsts` and `seconds` modes, from a by-mode tiler. As with [`Builder::absorb_unpacked`], a
    /// tuple of one mode stays.
    pub(crate) const fn zipped(&self, form: Form, firsts: usize, seconds: usize) -> Builder {
        let mut out = Builder::EMPTY;
        let unpack_first = matches!(form, Form::Flat) && firsts != 1;
        let unpack_second = matches!(form, Form::Tiled | Form::Flat) && seconds != 1;
        let left = if unpack_first { firsts } else { 1 };
        let right = if unpack_second { seconds } else { 1 };
        out.open(left + right);
        if !unpack_first {
            out.open(firsts);
        }
        out.absorb(&self.first);
        if !unpack_second {
            out.open(seconds);
        }
        out.absorb(&self.second);
        out
    }
}

/// A divide in progress.
struct Cut<'a> {
    layout: &'a Layout,
    padded: bool,
    guard: Guard,
}

impl Cut<'_> {
    /// Cuts the mode at `at`, number `mode` of the layout, by the tile at `place` of `t`.
    const fn mode(
        &mut self,
        mode: usize,
        at: Place,
        t: &Layout,
        place: Place,
        halves: &mut Halves,
    ) -> Result<(), Rule> {
        let a = &self.layout.modes;
        let (end, tile_end) = (self.layout.profile.after(at), t.profile.after(place));
        let size = tri!(a.size(at.leaf, end.leaf));
        let modes = tri!(a.coalesced(at.leaf, end.leaf));
        let mut k = place.leaf;
        while k < tile_end.leaf {
            if t.modes.strides[k] == 0 && t.modes.extents[k] > 1 {
                return Err(Rule::Broadcast { extent: t.modes.extents[k] });
            }
            k += 1;
        }
        let mut walk = Walk::new(&modes);
        tri!(walk.subtree(t, place, &mut halves.first));
        let end = if self.padded { End::Past(size) } else { End::At(size) };
        let free = tri!(t.modes.free(place.leaf, tile_end.leaf, end));
        let rest = tri!(free.layout());
        tri!(walk.subtree(&rest, Profile::ROOT, &mut halves.second));
        tri!(walk.no_carry());
        if self.padded {
            self.guard.cut(mode, size.value, &t.modes, place.leaf, tile_end.leaf, &free);
        }
        Ok(())
    }

    /// A mode that is not cut.
    const fn keep(&mut self, at: Place) -> Result<(), Rule> {
        if self.padded {
            let end = self.layout.profile.after(at);
            let size = tri!(self.layout.modes.size(at.leaf, end.leaf));
            self.guard.keep(size.value);
        }
        Ok(())
    }

    const fn whole(&mut self, t: &Layout, form: Form) -> Result<Builder, Rule> {
        let mut halves = Halves::EMPTY;
        tri!(self.mode(0, Profile::ROOT, t, Profile::ROOT, &mut halves));
        self.guard.end_mode();
        Ok(halves.joined(form))
    }

    const fn by_mode(&mut self, t: &Tiler, form: Form) -> Result<Builder, Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        let (mut out, mut halves) = (Builder::EMPTY, Halves::EMPTY);
        let logical = matches!(form, Form::Logical);
        let (mut place, mut tile) = (self.layout.profile.first_mode(Profile::ROOT), t.first());
        out.open(rank);
        let mut i = 0;
        while i < rank {
            if i >= modes {
                // The modes past the tiler vary slowest: nothing to guard.
                let untouched = if logical { &mut out } else { &mut halves.second };
                untouched.subtree(self.layout, place);
            } else if t.keeps(i) {
                tri!(self.keep(place));
                if logical {
                    out.subtree(self.layout, place);
                } else {
                    halves.first.subtree(self.layout, place);
                    halves.second.leaf(Num::ONE, Num::ZERO);
                }
            } else {
                tri!(self.mode(i, place, &t.layout, tile, &mut halves));
            }
            if logical {
                self.guard.end_mode();
                if i < modes && !t.keeps(i) {
                    out.open(2);
                    out.absorb(&halves.first);
                    out.absorb(&halves.second);
                    halves = Halves::EMPTY;
                }
            }
            place = self.layout.profile.after(place);
            if i < modes {
                tile = t.layout.profile.after(tile);
            }
            i += 1;
        }
        self.guard.end_mode();
        Ok(if logical { out } else { halves.zipped(form, modes, rank) })
    }
}

impl Layout {
    const fn cut(&self, t: &Tiler, form: Form, padded: bool) -> Result<Padded, LayoutError> {
        let mut cut = Cut { layout: self, padded, guard: Guard::EMPTY };
        let built = match self.modes.nonempty(0, self.modes.len) {
            Err(rule) => Err(rule),
            Ok(()) if t.by_mode => cut.by_mode(t, form),
            Ok(()) => cut.whole(&t.layout, form),
        };
        let result = match built {
            Ok(out) => out.checked(),
            Err(rule) => Err(rule),
        };
        match self.binary(Operation::Divide, t.operand(), result) {
            Ok(layout) => Ok(Padded::new(layout, cut.guard)),
            Err(error) => Err(error),
        }
    }

    const fn exact(&self, t: &Tiler, form: Form) -> Result<Self, LayoutError> {
        match self.cut(t, form, false) {
            Ok(padded) => Ok(padded.layout()),
            Err(error) => Err(error),
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
    pub const fn zipped_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, Form::Zipped)
    }

    /// The logical divide regrouped: `((tile,..),rest,..)`.
    pub const fn tiled_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, Form::Tiled)
    }

    /// The logical divide regrouped: `(tile,..,rest,..)`.
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
    pub const fn zipped_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Zipped, true)
    }

    /// [`Layout::tiled_divide`] with the number of tiles rounded up.
    pub const fn tiled_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Tiled, true)
    }

    /// [`Layout::flat_divide`] with the number of tiles rounded up.
    pub const fn flat_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.cut(t, Form::Flat, true)
    }
}
