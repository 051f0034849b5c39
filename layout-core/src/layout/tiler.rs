//! [`Tiler`], the right operand of a division, a product or a composition: one layout, or one for each mode.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::tri;
use crate::value::limit::{Limit, MAX_RANK};
use crate::value::{Layout, Num, Profile, Tiler, TreePosition};

/// One mode of a by-mode [`Tiler`].
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// `_`: keeps the mode.
    Keep,
    /// The tile of the mode.
    Layout(Layout),
}

impl Tiler {
    /// A tiler of one layout for the whole domain.
    pub const fn whole(layout: Layout) -> Self {
        Self { layout, by_mode: false, kept: 0 }
    }

    /// A by-mode tiler.
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12 modes, or more than 32 leaves together.
    pub const fn by_mode(modes: &[Mode]) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        let (mut kept, mut i) = (0, 0);
        if modes.len() > MAX_RANK {
            let rule = Rule::Full { limit: Limit::Rank };
            return Err(LayoutError::alone(Operation::Make, rule));
        }
        out.open(modes.len());
        while i < modes.len() {
            match &modes[i] {
                Mode::Keep => {
                    kept |= 1 << i;
                    out.leaf(Num::ONE, Num::ZERO);
                }
                Mode::Layout(layout) => out.whole(layout),
            }
            i += 1;
        }
        match out.finish() {
            Ok(layout) => Ok(Self { layout, by_mode: true, kept }),
            Err(rule) => Err(LayoutError::alone(Operation::Make, rule)),
        }
    }

    /// The layout of a tiler that is not by mode.
    #[doc(hidden)]
    pub const fn as_whole(&self) -> Option<&Layout> {
        if self.by_mode { None } else { Some(&self.layout) }
    }

    /// The modes of a tiler by mode. A tiler of one layout for the whole domain has none.
    ///
    /// ```
    /// use layout_core::{Mode, Tiler};
    /// let tiler: Tiler = "<4,_>".parse()?;
    /// let modes: Vec<_> = tiler.modes().map(|mode| matches!(mode, Mode::Keep)).collect();
    /// assert_eq!(modes, [false, true]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn modes(&self) -> impl ExactSizeIterator<Item = Mode> + use<> {
        let tiler = *self;
        let rank = if tiler.by_mode { tiler.layout.rank() } else { 0 };
        (0..rank).map(move |i| match tiler.layout.mode(i) {
            Ok(layout) if !tiler.keeps(i) => Mode::Layout(layout),
            _ => Mode::Keep,
        })
    }

    /// The layout, or the tuple of the tiles, with `1:0` for a kept mode.
    #[doc(hidden)]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// This tiler with other integers.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_layout(&self, layout: Layout) -> Self {
        Self { layout, ..*self }
    }

    /// Whether every leaf is known.
    #[doc(hidden)]
    pub const fn all_known(&self) -> bool {
        self.layout.all_known()
    }

    /// [`Layout::are_integers`] of the tiles.
    #[doc(hidden)]
    pub const fn are_integers(&self) -> bool {
        self.layout.are_integers()
    }

    /// Whether a by-mode tiler keeps mode `i`.
    pub(crate) const fn keeps(&self, i: usize) -> bool {
        self.kept >> i & 1 == 1
    }

    /// The tiler as an operand of an error.
    pub(crate) const fn operand(&self) -> Operand {
        if self.by_mode { Operand::Tiler(*self) } else { Operand::Layout(self.layout) }
    }

    /// Checks that each offset of this tiler is a linear index of `a`; of a by-mode tiler, that each offset of a tile is one
    /// of its mode. Layouts with run-time integers pass.
    ///
    /// # Errors
    /// The refusal of a view of `a.size()` elements through the layout.
    #[doc(hidden)]
    pub const fn indexes(&self, a: &Layout) -> Result<(), LayoutError> {
        if !self.by_mode {
            return indexes(&self.layout, a);
        }
        let mut i = 0;
        while i < self.layout.rank() {
            if !self.keeps(i)
                && let (Ok(tile), Ok(mode)) = (self.layout.mode(i), a.mode(i))
            {
                tri!(indexes(&tile, &mode));
            }
            i += 1;
        }
        Ok(())
    }

    /// The tile of the first mode.
    pub(crate) const fn first(&self) -> TreePosition {
        if self.by_mode { TreePosition { node: 1, leaf: 0 } } else { Profile::ROOT }
    }
}

/// Checks that `b` exists and that each of its offsets is a linear index of `a`, where all integers are known.
const fn indexes(b: &Layout, a: &Layout) -> Result<(), LayoutError> {
    if let Err(rule) = b.modes.integral(0, b.modes.len) {
        return Err(LayoutError::unary(Operation::View, Operand::Layout(*b), rule));
    }
    if !b.all_known() || !b.are_integers() {
        return Ok(());
    }
    tri!(b.exists());
    if a.knows_extents() && a.are_integers() && b.cosize() > a.size() {
        return Err(b.too_long_for(a.size() as usize, 0));
    }
    Ok(())
}

impl From<Layout> for Tiler {
    fn from(layout: Layout) -> Self {
        Self::whole(layout)
    }
}

impl PartialEq for Tiler {
    fn eq(&self, other: &Self) -> bool {
        self.by_mode == other.by_mode && self.kept == other.kept && self.layout == other.layout
    }
}

impl Eq for Tiler {}
