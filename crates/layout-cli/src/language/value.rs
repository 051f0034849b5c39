//! The values of expressions.

use std::fmt;

use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout, Padded, Swizzle, SymbolicLayout, Tiler,
};

/// The value of an expression. `Display` writes notation, which parses back where notation has a form for the value.
#[derive(Clone)]
#[non_exhaustive]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// An integer, or a tuple of integers: a shape, a stride, a coordinate.
    Tuple(IntTuple),
    /// A coordinate that keeps modes, `(1,_)`.
    Coord(Coord),
    /// A layout.
    Layout(Layout),
    /// A swizzle after a layout.
    Swizzled(ComposedLayout),
    /// A swizzle alone.
    Swizzle(Swizzle),
    /// A tiler by mode, `<4,8>`.
    Tiler(Tiler),
    /// The result of a padded divide, whose tiles may reach past the end.
    Padded(Box<Padded>),
    /// A padded layout with a swizzle.
    PaddedSwizzled(Box<Padded<ComposedLayout>>),
    /// A layout with names in place of integers, `(n,64):(64,1)`.
    Symbolic(Box<SymbolicLayout>),
    /// A string.
    Text(String),
    /// The value of an operation without a result, such as `difference` of equal layouts.
    Nothing,
    /// Several named values.
    Record(Vec<(&'static str, Value)>),
}

impl Value {
    /// The type in words, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Truth(_) => "a truth value",
            Self::Tuple(tuple) if tuple.depth() == 0 => "an integer",
            Self::Tuple(_) => "a tuple",
            Self::Coord(_) => "a coordinate",
            Self::Layout(_) => "a layout",
            Self::Swizzled(_) => "a swizzled layout",
            Self::Swizzle(_) => "a swizzle",
            Self::Tiler(_) => "a tiler",
            Self::Padded(_) | Self::PaddedSwizzled(_) => "a padded layout",
            Self::Symbolic(_) => "a layout of names",
            Self::Text(_) => "a text",
            Self::Nothing => "nothing",
            Self::Record(parts) if matches!(parts[..], [("layout", _), ("offset", _)]) => {
                "a layout with an offset"
            }
            Self::Record(_) => "several values",
        }
    }

    /// Converts to a layout without a swizzle. A tuple is the compact layout of that shape; a padded layout loses its
    /// bounds.
    pub fn as_layout(&self) -> Option<Layout> {
        match self {
            Self::Layout(layout) => Some(*layout),
            Self::Tuple(shape) => Layout::col_major(*shape).ok(),
            Self::Padded(padded) => Some(padded.layout()),
            _ => None,
        }
    }

    /// Converts to a swizzled layout.
    pub fn as_swizzled(&self) -> Option<ComposedLayout> {
        match self {
            Self::Swizzled(layout) => Some(*layout),
            Self::PaddedSwizzled(padded) => Some(padded.layout()),
            _ => None,
        }
    }
}

/// Whether no integer of the tuple has a basis, as `1@0` has.
pub fn is_plain(tuple: &IntTuple) -> bool {
    (0..tuple.leaf_count()).all(|k| tuple.basis(k).is_none())
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(value) => value.fmt(f),
            Self::Tuple(value) => value.fmt(f),
            Self::Coord(value) => value.fmt(f),
            Self::Layout(value) => value.fmt(f),
            Self::Swizzled(value) => value.fmt(f),
            Self::Swizzle(value) => value.fmt(f),
            Self::Tiler(value) => value.fmt(f),
            Self::Padded(value) => value.layout().fmt(f),
            Self::PaddedSwizzled(value) => value.layout().fmt(f),
            // The conditions are a comment of the language, so that the text remains a layout.
            Self::Symbolic(value) => match value.conditions().as_str() {
                "" => value.fmt(f),
                conditions => write!(f, "{value} # if {conditions}"),
            },
            Self::Text(value) => value.fmt(f),
            Self::Nothing => f.write_str("none"),
            Self::Record(parts) => parts.iter().enumerate().try_for_each(|(k, (name, value))| {
                write!(f, "{}{name} {value}", if k > 0 { ", " } else { "" })
            }),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.kind())
    }
}

/// Implements `From` for the result types of operations.
macro_rules! from {
    ($($of:ty => $variant:ident($make:expr);)*) => {$(
        impl From<$of> for Value {
            fn from(value: $of) -> Self {
                let make: fn($of) -> _ = $make;
                Self::$variant(make(value))
            }
        }
    )*};
}
from! {
    bool => Truth(|value| value);
    i64 => Tuple(IntTuple::leaf);
    usize => Tuple(|value| IntTuple::leaf(value as i64));
    u32 => Tuple(|value| IntTuple::leaf(i64::from(value)));
    i32 => Tuple(|value| IntTuple::leaf(i64::from(value)));
    IntTuple => Tuple(|value| value);
    Layout => Layout(|value| value);
    ComposedLayout => Swizzled(|value| value);
    Swizzle => Swizzle(|value| value);
    Tiler => Tiler(|value| value);
    Padded => Padded(Box::new);
    Padded<ComposedLayout> => PaddedSwizzled(Box::new);
    SymbolicLayout => Symbolic(Box::new);
    String => Text(|value| value);
}

/// Converts a coordinate without `_` to a tuple, any other to a coordinate.
impl From<Coord> for Value {
    fn from(coord: Coord) -> Self {
        IntTuple::parse(&coord.to_string()).map_or(Self::Coord(coord), Self::Tuple)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

/// Converts the result of a slice: the layout, and the offset of its first element.
impl<L: Into<Self>, O: Into<Self>> From<(L, O)> for Value {
    fn from((layout, offset): (L, O)) -> Self {
        Self::Record(vec![("layout", layout.into()), ("offset", offset.into())])
    }
}
