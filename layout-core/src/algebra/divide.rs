//! Divisions: a layout as tiles and what remains, `(A o T, A o T*)`, where `T*` is the complement of the tile in the
//! size of `A`.
//!
//! ```text
//! A = (8,6):(6,1),  T = <4,3>
//!
//! logical  ((4,2),(3,2))   each mode as (tile, rest)
//! zipped   ((4,3),(2,2))   all tiles, then all rests
//! tiled    ((4,3),2,2)
//! flat     (4,3,2,2)
//! ```

use crate::algebra::complement::{ComplementEnd, ProductRange};
use crate::algebra::compose::ModeWalk;
use crate::algebra::guard::GuardBuilder;
use crate::algebra::notes::{Notes, note, off};
use crate::algebra::padded::Padded;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{check, tri};
use crate::value::limit::MAX_LEAVES;
use crate::value::{Layout, Modes, Num, Profile, Tiler, TreePosition};

/// How the tiles and the rests are nested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DivideForm {
    /// `((tile,rest),(tile,rest),..)`. `(tile,rest)` for a tiler that is one layout.
    Logical,
    /// `((tile,..),(rest,..))`.
    Zipped,
    /// `((tile,..),rest,..)`. A rest that is a tuple of one mode remains one.
    Tiled,
    /// `(tile,..,rest,..)`. A tile or a rest that is a tuple of one mode remains one.
    Flat,
}

impl DivideForm {
    /// Opens the tuples before the first of `firsts` tiles, which `seconds` rests will follow. A tuple of one mode
    /// remains, as in [`Builder::absorb_unpacked`].
    pub(crate) const fn open(self, firsts: usize, seconds: usize, out: &mut Builder) {
        let unpacked = matches!(self, Self::Flat) && firsts != 1;
        let left = if unpacked { firsts } else { 1 };
        // A tuple has its number of parts before them, so the rests count here, although they follow all tiles.
        out.open(left + if self.unpacks_rests(seconds) { seconds } else { 1 });
        if !unpacked {
            out.open(firsts);
        }
    }

    /// Appends the `seconds` rests.
    pub(crate) const fn close(self, seconds: usize, rests: &Builder, out: &mut Builder) {
        if !self.unpacks_rests(seconds) {
            out.open(seconds);
        }
        out.absorb(rests);
    }

    /// The order of tiles and rests, for a note.
    const fn order(self) -> &'static str {
        match self {
            Self::Logical | Self::Zipped => "tiles first, then rests: ((tile,..),(rest,..))",
            Self::Tiled => "tiles first, then rests: ((tile,..),rest,..)",
            Self::Flat => "tiles first, then rests: (tile,..,rest,..)",
        }
    }

    const fn unpacks_rests(self, seconds: usize) -> bool {
        matches!(self, Self::Tiled | Self::Flat) && seconds != 1
    }

    /// Joins a tile and a rest, one mode each, of a tiled or flat division.
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

/// A division in progress.
pub(crate) struct Division<'a, const ROOM: usize> {
    layout: &'a Layout,
    /// The guard of a padded division.
    guard: Option<&'a mut GuardBuilder>,
    /// The walk and the rest of one tile after another: a fresh one for each would be zeroed in full.
    rest: RestWalk<'a, ROOM>,
}

/// The rest of a mode, after its tile was written: the walk of `A`, and the complement of the tile.
struct RestWalk<'a, const ROOM: usize> {
    walk: ModeWalk<'a, ROOM>,
    free: Modes,
}

impl<const ROOM: usize> RestWalk<'_, ROOM> {
    const fn write(&mut self, out: &mut Builder) -> Result<(), Rule> {
        note!(self.walk.notes.rest(&self.walk.modes, &self.free));
        check!(self.walk.modes(&self.free, out));
        // Unlike a composition, a division refuses no detour past the end of `A`: only padded tiles pass it, and their guard
        // excludes those coordinates.
        self.walk.no_carry()
    }
}

impl<'a, const ROOM: usize> Division<'a, ROOM> {
    pub(crate) const fn new(
        layout: &'a Layout,
        guard: Option<&'a mut GuardBuilder>,
        notes: &'a mut Notes<ROOM>,
    ) -> Self {
        let digits = [0; MAX_LEAVES];
        let walk = ModeWalk { modes: Modes::EMPTY, digits, meets: false, notes };
        Self { layout, guard, rest: RestWalk { walk, free: Modes::EMPTY } }
    }

    /// Writes the tile of the mode `mode` at `at`; the tile is at `place` of `t`. The rest remains to be written.
    const fn tile(
        &mut self,
        mode: usize,
        at: TreePosition,
        t: &Layout,
        place: TreePosition,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let a = &self.layout.modes;
        let (end, tile_end) = (self.layout.profile.after(at), t.profile.after(place));
        check!(t.modes.integral(place.leaf, tile_end.leaf));
        let mut k = place.leaf;
        while k < tile_end.leaf {
            // The complement ignores a stride of 0, so tile and rest together would not cover `A` once.
            if t.modes.strides[k] == 0 && t.modes.extents[k] > 1 {
                return Err(Rule::Broadcast { extent: t.modes.extents[k] });
            }
            k += 1;
        }
        let size = tri!(a.size(at.leaf, end.leaf));
        let RestWalk { walk, free } = &mut self.rest;
        check!(walk.restart(a, at.leaf, end.leaf));
        // The complement of the tile ends at the size of `A`. Of an unknown size, known factors stay known as long as possible.
        let range = if size.known {
            ProductRange::of(size)
        } else {
            tri!(ProductRange::size_of(&walk.modes))
        };
        note!(walk.notes.tile(&walk.modes, end.leaf - at.leaf, &t.part(place)));
        check!(walk.subtree(t, place, tile_end, out));
        // A padded division rounds the number of tiles up; an exact one refuses a remainder.
        let end = match self.guard {
            Some(_) => ComplementEnd::Past(range),
            None => ComplementEnd::At(range),
        };
        note!(walk.notes.part(" what {L} leaves free in {}", size.value, &t.part(place)));
        // After the tile: the complement overwrites `free`, which `write` walks with the digits that the tile has reached.
        check!(t.modes.free_into(place.leaf, tile_end.leaf, end, free, walk.notes));
        if let Some(guard) = &mut self.guard {
            guard.cut(mode, size.value, &t.modes, place.leaf, tile_end.leaf, free);
        }
        Ok(())
    }

    const fn end_mode(&mut self) {
        if let Some(guard) = &mut self.guard {
            guard.end_mode();
        }
    }

    const fn note_mode(&mut self, i: usize, at: TreePosition, t: &Tiler, tile: TreePosition) {
        self.rest.walk.notes.mode("mode {}: {L} / {L}", i, (self.layout, at), (t, tile));
    }

    /// Registers a mode that is not divided.
    const fn keep(&mut self, at: TreePosition) -> Result<(), Rule> {
        if let Some(guard) = &mut self.guard {
            let end = self.layout.profile.after(at);
            let size = tri!(self.layout.modes.size(at.leaf, end.leaf));
            guard.keep(size.value);
        }
        Ok(())
    }

    const fn whole(&mut self, t: &Layout, form: DivideForm, out: &mut Builder) -> Result<(), Rule> {
        // Two modes side by side need no second builder; the others unpack a tuple whose rank is known only at its end.
        if matches!(form, DivideForm::Logical | DivideForm::Zipped) {
            out.open(2);
            check!(self.tile(0, Profile::ROOT, t, Profile::ROOT, out));
            check!(self.rest.write(out));
        } else {
            let (mut first, mut second) = (Builder::EMPTY, Builder::EMPTY);
            check!(self.tile(0, Profile::ROOT, t, Profile::ROOT, &mut first));
            check!(self.rest.write(&mut second));
            form.join(&first, &second, out);
        }
        self.end_mode();
        Ok(())
    }

    const fn logical_modes(&mut self, t: &Tiler, out: &mut Builder) -> Result<(), Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        let (mut place, mut tile) = (self.layout.profile.first_mode(Profile::ROOT), t.first());
        out.open(rank);
        let mut i = 0;
        while i < modes {
            note!(self.note_mode(i, place, t, tile));
            if t.keeps(i) {
                check!(self.keep(place));
                out.subtree(self.layout, place);
            } else {
                out.open(2);
                check!(self.tile(i, place, &t.layout, tile, out));
                check!(self.rest.write(out));
                self.end_mode();
            }
            place = self.layout.profile.after(place);
            tile = t.layout.profile.after(tile);
            i += 1;
        }
        note!(self.rest.walk.notes.others(i, self.layout, place, "each rest after its tile"));
        // The modes beyond the tiler are the slowest, so the guard ignores them.
        out.copy(self.layout, place, self.layout.end());
        Ok(())
    }

    const fn zipped_modes(
        &mut self,
        t: &Tiler,
        form: DivideForm,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        let (mut place, mut tile) = (self.layout.profile.first_mode(Profile::ROOT), t.first());
        let (mut rests, mut i) = (Builder::EMPTY, 0);
        // Tiles go to `out` at once. The rests follow all tiles, so they wait in their own builder.
        form.open(modes, rank, out);
        while i < modes {
            note!(self.note_mode(i, place, t, tile));
            if t.keeps(i) {
                check!(self.keep(place));
                // The whole mode is one tile, and its rest is a single tile.
                out.subtree(self.layout, place);
                rests.leaf(Num::ONE, Num::ZERO);
            } else {
                check!(self.tile(i, place, &t.layout, tile, out));
                check!(self.rest.write(&mut rests));
            }
            place = self.layout.profile.after(place);
            tile = t.layout.profile.after(tile);
            i += 1;
        }
        note!(self.rest.walk.notes.others(i, self.layout, place, form.order()));
        rests.copy(self.layout, place, self.layout.end());
        form.close(rank, &rests, out);
        self.end_mode();
        Ok(())
    }

    /// [`Division::run`], with a valid layout in `out`.
    const fn checked(
        &mut self,
        t: &Tiler,
        form: DivideForm,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        check!(self.run(t, form, out));
        out.check()
    }

    pub(crate) const fn run(
        &mut self,
        t: &Tiler,
        form: DivideForm,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        check!(self.layout.modes.nonempty(0, self.layout.modes.len));
        if t.by_mode { self.by_mode(t, form, out) } else { self.whole(&t.layout, form, out) }
    }

    const fn by_mode(
        &mut self,
        t: &Tiler,
        form: DivideForm,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let (modes, rank) = (t.layout.rank(), self.layout.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        if matches!(form, DivideForm::Logical) {
            self.logical_modes(t, out)
        } else {
            self.zipped_modes(t, form, out)
        }
    }
}

impl Layout {
    const fn padded(&self, t: &Tiler, form: DivideForm) -> Result<Padded, LayoutError> {
        let (mut out, mut guard) = (Builder::EMPTY, GuardBuilder::EMPTY);
        match Division::new(self, Some(&mut guard), off!()).checked(t, form, &mut out) {
            Ok(()) => Ok(Padded::new(out.layout, guard.guard())),
            Err(rule) => Err(self.undivided(t, rule)),
        }
    }

    /// Appends the division to `out`, whose size and cosize remain unchecked.
    pub(crate) const fn divide_into(
        &self,
        t: &Tiler,
        form: DivideForm,
        padded: bool,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let mut guard = GuardBuilder::EMPTY;
        let guard = if padded { Some(&mut guard) } else { None };
        Division::new(self, guard, off!()).run(t, form, out)
    }

    const fn undivided(&self, t: &Tiler, rule: Rule) -> LayoutError {
        // The operand of a tiler is itself, by mode, or its one layout.
        let (left, right) = (Operand::Layout(*self), t.operand());
        LayoutError::refused(Operation::Divide, left, right, rule)
    }

    const fn exact(&self, t: &Tiler, form: DivideForm) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        match Division::new(self, None, off!()).checked(t, form, &mut out) {
            Ok(()) => Ok(out.layout),
            Err(rule) => Err(self.undivided(t, rule)),
        }
    }

    /// `(A o T, A o T*)` with `T*` the complement of the tile in the size of this layout, CuTe's `logical_divide`.
    /// Mode 0 indexes within a tile, mode 1 indexes the tiles. A by-mode tiler divides mode by mode. It keeps the
    /// modes beyond it, and those of `_`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,2,3):(2,1,8)".parse()?;
    /// let divided = a.logical_divide(&"4:2".parse()?)?;
    /// assert_eq!(divided.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Rest`] where the tile does not divide the size ([`Layout::logical_divide_padded`] rounds up),
    /// [`Rule::Broadcast`] where the tile repeats elements, the errors of [`complement`](Self::complement) for the
    /// tile, and the errors of [`compose`](Self::compose).
    pub const fn logical_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, DivideForm::Logical)
    }

    /// [`Layout::logical_divide`] nested as `((tile,..),(rest,..))`, CuTe's `zipped_divide`. A mode of `_` is all
    /// tile.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.zipped_divide(&"<2:1,3:1>".parse()?)?.to_string(), "((2,3),(2,2)):((1,4),(2,12))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub const fn zipped_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, DivideForm::Zipped)
    }

    /// The number of tiles: `|a| / |tile|`, the size of the second mode of [`Layout::zipped_divide`].
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.tile_count(&"<2:1,3:1>".parse()?)?, 4);
    /// assert_eq!(a.tile_count(&"<5:1>".parse()?).unwrap_err(), a.zipped_divide(&"<5:1>".parse()?).unwrap_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Layout::zipped_divide`].
    pub const fn tile_count(&self, t: &Tiler) -> Result<i64, LayoutError> {
        let mut out = Builder::EMPTY;
        let off = off!();
        let mut division = Division::new(self, None, off);
        if let Err(rule) = division.checked(t, DivideForm::Zipped, &mut out) {
            return Err(self.undivided(t, rule));
        }
        let divided = &out.layout;
        let rest = divided.profile.mode(Profile::ROOT, 1);
        match divided.modes.size(rest.leaf, divided.modes.len) {
            Ok(size) => Ok(size.value),
            // Not reached: a part is at most as large as the whole, whose size `checked` bounds.
            Err(_) => Ok(i64::MAX),
        }
    }

    /// [`Layout::logical_divide`] nested as `((tile,..),rest,..)`, CuTe's `tiled_divide`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.tiled_divide(&"<2:1,3:1>".parse()?)?.to_string(), "((2,3),2,2):((1,4),2,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub const fn tiled_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, DivideForm::Tiled)
    }

    /// [`Layout::logical_divide`] nested as `(tile,..,rest,..)`, CuTe's `flat_divide`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// assert_eq!(a.flat_divide(&"<2:1,3:1>".parse()?)?.to_string(), "(2,3,2,2):(1,4,2,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub const fn flat_divide(&self, t: &Tiler) -> Result<Self, LayoutError> {
        self.exact(t, DivideForm::Flat)
    }

    /// [`Layout::logical_divide`] with the number of tiles rounded up, and a guard that tells which coordinates are
    /// inside this layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "10:1".parse()?;
    /// let tiles = a.logical_divide_padded(&"4:1".parse()?)?;
    /// assert_eq!(tiles.layout().to_string(), "(4,3):(1,4)");
    /// assert!(tiles.inside(&"(1,2)".parse()?)? && !tiles.inside(&"(2,2)".parse()?)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide), without [`Rule::Rest`].
    pub const fn logical_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.padded(t, DivideForm::Logical)
    }

    /// [`Layout::zipped_divide`] with the number of tiles rounded up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,5):(5,1)".parse()?;
    /// assert_eq!(a.zipped_divide_padded(&"<2:1,4:1>".parse()?)?.layout().to_string(), "((2,4),(2,2)):((5,1),(10,4))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide_padded`](Self::logical_divide_padded).
    pub const fn zipped_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.padded(t, DivideForm::Zipped)
    }

    /// [`Layout::tiled_divide`] with the number of tiles rounded up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,5):(5,1)".parse()?;
    /// assert_eq!(a.tiled_divide_padded(&"<2:1,4:1>".parse()?)?.layout().to_string(), "((2,4),2,2):((5,1),10,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide_padded`](Self::logical_divide_padded).
    pub const fn tiled_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.padded(t, DivideForm::Tiled)
    }

    /// [`Layout::flat_divide`] with the number of tiles rounded up.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(3,5):(5,1)".parse()?;
    /// assert_eq!(a.flat_divide_padded(&"<2:1,4:1>".parse()?)?.layout().to_string(), "(2,4,2,2):(5,1,10,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`logical_divide_padded`](Self::logical_divide_padded).
    pub const fn flat_divide_padded(&self, t: &Tiler) -> Result<Padded, LayoutError> {
        self.padded(t, DivideForm::Flat)
    }
}
