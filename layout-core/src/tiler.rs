//! Tilers: a layout for the whole domain, or one for each mode.

use core::fmt;

use crate::builder::Builder;
use crate::layout::Layout;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::text::Text;
use crate::number::Num;
use crate::profile::{Limit, MAX_RANK, Place, Profile};

/// What divides, composes or multiplies a layout: a layout (`4:1`, over the linear index), or by
/// mode (`<4:1,8:2,_>`, one layout a mode; `_` leaves a mode as it is).
///
/// ```
/// use layout_core::{Layout, Tiler};
/// let a: Layout = "(128,64):(1,128)".parse()?;
/// let tile: Tiler = "<16,8>".parse()?;
/// let tiled = a.zipped_divide(&tile)?;
/// assert_eq!(tiled.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tiler {
    /// By mode: a tuple with a placeholder `1:0` where a mode is kept.
    pub(crate) layout: Layout,
    pub(crate) by_mode: bool,
    /// One bit a mode.
    pub(crate) kept: u16,
}

/// One mode of a by-mode [`Tiler`].
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// `_`: the mode stays as it is.
    Keep,
    /// The tile of the mode.
    Layout(Layout),
}

impl Tiler {
    /// A layout over the whole domain.
    pub const fn whole(layout: Layout) -> Self {
        Self { layout, by_mode: false, kept: 0 }
    }

    /// One tile for each mode: at most 12, of at most 32 leaves together.
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

    /// The layout, if it is not by mode.
    #[doc(hidden)]
    pub const fn as_whole(&self) -> Option<&Layout> {
        if self.by_mode { None } else { Some(&self.layout) }
    }

    /// Whether the by-mode tiler leaves mode `i` as it is.
    pub(crate) const fn keeps(&self, i: usize) -> bool {
        self.kept >> i & 1 == 1
    }

    pub(crate) const fn write(&self, text: &mut Text) {
        self.write_as(text, false);
    }

    /// Unknown leaves of a pattern print as `?`.
    pub(crate) const fn write_as(&self, text: &mut Text, pattern: bool) {
        if !self.by_mode {
            return self.layout.write_as(text, pattern);
        }
        text.char('<');
        let mut at = Place { node: 1, leaf: 0 };
        let mut i = 0;
        while i < self.layout.rank() {
            if i > 0 {
                text.char(',');
            }
            if self.keeps(i) {
                text.char('_');
            } else {
                self.layout.part(at).write_as(text, pattern);
            }
            at = self.layout.profile.after(at);
            i += 1;
        }
        text.char('>');
    }

    /// As an operand of a refusal.
    pub(crate) const fn operand(&self) -> Operand {
        if self.by_mode { Operand::Tiler(*self) } else { Operand::Layout(self.layout) }
    }

    /// The tile of the first mode.
    pub(crate) const fn first(&self) -> Place {
        if self.by_mode { Place { node: 1, leaf: 0 } } else { Profile::ROOT }
    }
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

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write(&mut text);
        text.fmt(f)
    }
}

impl fmt::Debug for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
