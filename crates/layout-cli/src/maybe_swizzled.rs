//! A layout with or without a swizzle: the input of pictures and of access counts.

use std::fmt;

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Swizzle};

use crate::Failure;
use crate::language::{Value, evaluate};

/// A layout with or without a swizzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MaybeSwizzled {
    /// `shape:stride`.
    Plain(Layout),
    /// `Sw<B,M,S> o offset o shape:stride`.
    Swizzled(ComposedLayout),
}

impl MaybeSwizzled {
    /// Evaluates an expression to a layout. A tuple is the compact column-major layout of that shape.
    ///
    /// # Errors
    ///
    /// An expression that does not evaluate, or whose value is not a layout.
    ///
    /// ```
    /// use layout_cli::MaybeSwizzled;
    /// assert_eq!(MaybeSwizzled::read("Sw<2,0,2> o (4,4):(4,1)")?.offset(6), Some(11));
    /// assert_eq!(MaybeSwizzled::read("<4,4>").unwrap_err().message(), "a layout was expected, and this is a tiler");
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Failure> {
        let value = evaluate(text)?;
        Self::of(&value).ok_or_else(|| no_layout(&value).at(text, 0..text.len()))
    }

    /// Converts a value to a layout, if it is one. A tuple is the compact column-major layout of that shape.
    pub fn of(value: &Value) -> Option<Self> {
        let swizzled = value.as_swizzled().map(Self::Swizzled);
        swizzled.or_else(|| value.as_layout().map(Self::Plain))
    }

    /// The layout without its swizzle.
    pub fn plain(&self) -> Layout {
        match self {
            Self::Plain(layout) => *layout,
            Self::Swizzled(layout) => layout.plain(),
        }
    }

    /// The layout `c -> swizzle(self(c))`.
    ///
    /// # Errors
    ///
    /// A layout that is swizzled already, or that maps to coordinates.
    pub fn swizzled(&self, swizzle: Swizzle) -> Result<Self, Failure> {
        match self {
            Self::Plain(layout) => Ok(Self::Swizzled(layout.swizzled(swizzle)?)),
            Self::Swizzled(_) => Err(Failure::new(format!("{self} has a swizzle already"))),
        }
    }

    /// The layout as a swizzled one, by a swizzle that changes nothing if it has none.
    ///
    /// # Errors
    ///
    /// A layout that maps to coordinates.
    pub fn composed(&self) -> Result<ComposedLayout, Failure> {
        match self {
            Self::Plain(layout) => Ok(layout.swizzled(Swizzle::IDENTITY)?),
            Self::Swizzled(layout) => Ok(*layout),
        }
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.plain().size()
    }

    /// The image of the linear index `i`: an offset in elements, or a coordinate if the strides have a basis (`1@0`).
    pub fn image(&self, i: i64) -> Option<IntTuple> {
        let at = Coord::leaf(i);
        match self {
            Self::Plain(layout) => layout.image(&at).ok(),
            Self::Swizzled(layout) => layout.index(&at).ok().map(IntTuple::leaf),
        }
    }

    /// The layout and the swizzle of its offsets, with the offset added before it.
    fn parts(&self) -> (Layout, Option<(i64, Swizzle)>) {
        match self {
            Self::Plain(layout) => (*layout, None),
            Self::Swizzled(layout) => (layout.plain(), Some((layout.offset(), layout.swizzle()))),
        }
    }

    /// The least and the greatest offset. `None` without coordinates or if the strides have a basis.
    pub fn bounds(&self) -> Option<(i64, i64)> {
        let plain = self.plain();
        if plain.is_coordinate() || plain.size() == 0 {
            return None;
        }
        Some(match self {
            Self::Plain(layout) => {
                let ends = (0..layout.leaf_count()).map(|k| layout.leaf(k));
                ends.fold((0, 0), |(least, most), (extent, stride)| {
                    let end = (extent - 1) * stride;
                    (least + end.min(0), most + end.max(0))
                })
            }
            Self::Swizzled(layout) => layout.bounds(),
        })
    }

    /// The offsets in the order of the linear index, a sum instead of a division for each. Empty if the strides have a
    /// basis.
    ///
    /// ```
    /// use layout_cli::MaybeSwizzled;
    /// let layout = MaybeSwizzled::read("(2,(2,2)):(4,(1,2))")?;
    /// assert_eq!(layout.offsets().collect::<Vec<_>>(), [0, 4, 1, 5, 2, 6, 3, 7]);
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn offsets(&self) -> impl Iterator<Item = i64> + use<> {
        let (plain, swizzle) = self.parts();
        (!plain.is_coordinate()).then(|| plain.iter()).into_iter().flatten().map(move |offset| {
            swizzle.map_or(offset, |(first, swizzle)| swizzle.apply(first + offset))
        })
    }

    /// The offset of the linear index `i`, in elements. `None` if the strides have a basis.
    pub fn offset(&self, i: i64) -> Option<i64> {
        let numbers = !self.plain().is_coordinate();
        self.image(i).filter(|_| numbers).map(|image| image.value(0))
    }
}

impl From<Layout> for MaybeSwizzled {
    fn from(layout: Layout) -> Self {
        Self::Plain(layout)
    }
}

impl From<ComposedLayout> for MaybeSwizzled {
    fn from(layout: ComposedLayout) -> Self {
        Self::Swizzled(layout)
    }
}

impl fmt::Display for MaybeSwizzled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(layout) => layout.fmt(f),
            Self::Swizzled(layout) => layout.fmt(f),
        }
    }
}

/// The refusal of a value that is not a layout, or not only a layout.
pub(crate) fn no_layout(value: &Value) -> Failure {
    Failure::new(match value {
        Value::Record(parts) if let [("layout", _), ("offset", offset)] = &parts[..] => {
            format!("a layout that begins at offset 0 was expected, and this begins at {offset}")
        }
        other => format!("a layout was expected, and this is {}", other.kind()),
    })
}
