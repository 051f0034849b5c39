//! Values of source text, and the errors of what makes them.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use layout_core::{
    ComposedLayout, IntTuple, Layout, LayoutError, Mode, Swizzle, SymbolicError, Tiler,
};

use super::SourceError;
use super::leaf::{Leaf, Nest, Pair};

pub(super) type Evaluated<T = Value> = Result<T, SourceError>;

/// A value on the way.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Leaf(Leaf),
    Tuple(Vec<Value>),
    /// A tile for each mode.
    Tiles(Vec<Value>),
    Keep,
    /// A layout, and the offset of its first element.
    Layout(Pair, i64),
    /// The first coordinate, and the layout of steps along coordinates.
    CoordTensor(Box<(Nest, Pair)>),
    Swizzle(Swizzle),
    Swizzled(Box<ComposedLayout>),
    /// The order of a compact layout: whether the leftmost leaf is the fastest.
    Order(bool),
    /// The bits of an element, in the place of an offset: the swizzle acts on addresses.
    Bits(i64),
}

impl Value {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Leaf(_) => "an integer",
            Self::Tuple(_) => "a tuple",
            Self::Tiles(_) => "a tiler",
            Self::Keep => "`_`",
            Self::Layout(..) => "a layout",
            Self::CoordTensor(_) => "a tensor of coordinates",
            Self::Swizzle(_) => "a swizzle",
            Self::Swizzled(_) => "a swizzled layout",
            Self::Order(_) => "an order",
            Self::Bits(_) => "a pointer flag",
        }
    }

    pub(super) fn tuple_of(nests: Vec<Nest>) -> Self {
        Self::Tuple(nests.into_iter().map(Self::of).collect())
    }

    pub(super) fn of(nest: Nest) -> Self {
        match nest {
            Nest::Leaf(leaf) => Self::Leaf(leaf),
            Nest::Tuple(parts) => Self::tuple_of(parts),
        }
    }

    /// The value as a tuple of integers.
    pub(super) fn nest(&self) -> Option<Nest> {
        match self {
            Self::Leaf(leaf) => Some(Nest::Leaf(leaf.clone())),
            Self::Tuple(parts) => {
                parts.iter().map(Self::nest).collect::<Option<_>>().map(Nest::Tuple)
            }
            _ => None,
        }
    }
}

pub(super) fn refused(error: &LayoutError, span: &Range<usize>) -> SourceError {
    let words = error.message_with_help().to_string();
    let mut lines = words.lines();
    let first = SourceError::new(lines.next().unwrap_or_default(), span.clone());
    lines.fold(first, |error, line| error.help(line.strip_prefix("help: ").unwrap_or(line)))
}

pub(super) fn named(error: &SymbolicError, span: &Range<usize>) -> SourceError {
    SourceError::new(error.to_string(), span.clone())
}

/// The tiler of a value: a layout or an integer of the whole domain, a tuple by mode.
pub(super) fn tiler(value: &Value, span: &Range<usize>) -> Evaluated<Tiler> {
    let failed = |error| refused(&error, span);
    let layout = |value: &Value| match value {
        Value::Layout(pair, 0) if pair.is_plain() => pair.layout().map_err(failed),
        Value::Leaf(leaf) => {
            let extent = leaf.value().ok_or_else(|| not_numbers(span))?;
            Layout::new(IntTuple::leaf(extent), IntTuple::leaf(i64::from(extent != 1)))
                .map_err(failed)
        }
        Value::Layout(..) => Err(not_numbers(span)),
        other => {
            let message =
                format!("a tile is an integer, a layout or `_`, and this is {}", other.kind());
            Err(SourceError::new(message, span.clone()))
        }
    };
    let (Value::Tuple(parts) | Value::Tiles(parts)) = value else {
        return Ok(Tiler::whole(layout(value)?));
    };
    let mode = |part: &Value| match part {
        Value::Keep => Ok(Mode::Keep),
        part => layout(part).map(Mode::Layout),
    };
    let modes = parts.iter().map(mode).collect::<Result<Vec<_>, _>>()?;
    Tiler::by_mode(&modes).map_err(failed)
}

/// The error that a step along a coordinate is an integer of run time.
pub(super) fn no_names(span: &Range<usize>) -> SourceError {
    let message = "a step along a coordinate is an integer that is known";
    SourceError::new(message, span.clone()).help("write an integer before the coordinate")
}

pub(super) fn not_numbers(span: &Range<usize>) -> SourceError {
    SourceError::new("an operation on layouts of names is not read here", span.clone())
        .help("read the layout first, and write the operation in this command's expressions")
}

/// The end of the name of an element's bytes, which no name of an integer has.
pub(super) const ITEMSIZE: &str = ".itemsize";
