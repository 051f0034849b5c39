//! Converts values to the parameter types of operations.

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, LayoutError, Padded, Swizzle, Tiler};

use crate::MaybeSwizzled;
use crate::language::Value;
use crate::language::value::is_plain;

fn boxed(error: LayoutError) -> Option<Box<LayoutError>> {
    Some(Box::new(error))
}

/// A parameter type of an operation.
pub trait FromValue: Sized {
    /// The type in words, for messages.
    const KIND: &'static str;

    /// Whether the argument is optional.
    const OPTIONAL: bool = false;

    /// Whether the value has this type without a conversion.
    fn is(value: &Value) -> bool;

    /// Converts a value. `Err(None)` if it has another type; an error if the conversion fails.
    fn read(value: Option<&Value>) -> Result<Self, Option<Box<LayoutError>>>;
}

macro_rules! operands {
    ($($of:ty, $kind:literal, $is:pat, $value:ident => $read:expr;)*) => {$(
        impl FromValue for $of {
            const KIND: &'static str = $kind;

            fn is(value: &Value) -> bool {
                matches!(value, $is)
            }

            fn read(value: Option<&Value>) -> Result<Self, Option<Box<LayoutError>>> {
                let Some($value) = value else { return Err(None) };
                $read
            }
        }
    )*};
}

operands! {
    Layout, "a layout", Value::Layout(_), value => match value {
        Value::Tuple(shape) => Layout::col_major(*shape).map_err(boxed),
        _ => value.as_layout().ok_or(None),
    };
    ComposedLayout, "a swizzled layout", Value::Swizzled(_), value => value.as_swizzled().ok_or(None);
    Tiler, "a tiler or a layout", Value::Tiler(_) | Value::Layout(_), value => match value {
        Value::Tiler(tiler) => Ok(*tiler),
        _ => Layout::read(Some(value)).map(Tiler::whole),
    };
    IntTuple, "a tuple", Value::Tuple(_), value => match value {
        Value::Tuple(tuple) => Ok(*tuple),
        _ => Err(None),
    };
    Coord, "a coordinate", Value::Coord(_) | Value::Tuple(_), value => match value {
        Value::Coord(coord) => Ok(*coord),
        Value::Tuple(tuple) if is_plain(tuple) => Ok(Coord::from_tuple(*tuple)),
        _ => Err(None),
    };
    i64, "an integer", Value::Tuple(_), value => match value {
        Value::Tuple(tuple) if tuple.depth() == 0 && is_plain(tuple) => Ok(tuple.value(0)),
        _ => Err(None),
    };
    usize, "an integer that is not negative", Value::Tuple(_), value => {
        usize::try_from(i64::read(Some(value))?).map_err(|_| None)
    };
    Swizzle, "a swizzle", Value::Swizzle(_), value => match value {
        Value::Swizzle(swizzle) => Ok(*swizzle),
        _ => Err(None),
    };
    Padded, "a padded layout", Value::Padded(_), value => match value {
        Value::Padded(padded) => Ok(**padded),
        _ => Err(None),
    };
    Padded<ComposedLayout>, "a padded layout with a swizzle", Value::PaddedSwizzled(_), value => match value {
        Value::PaddedSwizzled(padded) => Ok(**padded),
        _ => Err(None),
    };
    String, "a text in quotation marks", Value::Text(_), value => match value {
        Value::Text(text) => Ok(text.clone()),
        _ => Err(None),
    };
    ModeIndices, "the number of a mode, or several as (1,0)", Value::Tuple(_), value => match value {
        Value::Tuple(tuple) if tuple.depth() <= 1 && is_plain(tuple) => (0..tuple.leaf_count())
            .map(|k| usize::try_from(tuple.value(k)).map_err(|_| None))
            .collect::<Result<_, _>>()
            .map(Self),
        _ => Err(None),
    };
    AxisIndices, "the number of an axis, or several as (0,-1)", Value::Tuple(_), value => match value {
        Value::Tuple(tuple) if tuple.depth() <= 1 && is_plain(tuple) => {
            Ok(Self((0..tuple.leaf_count()).map(|k| tuple.value(k)).collect()))
        }
        _ => Err(None),
    };
}

/// Indices of modes.
pub struct ModeIndices(pub Vec<usize>);

/// Indices of axes. A negative index counts from the end.
pub struct AxisIndices(pub Vec<i64>);

impl FromValue for MaybeSwizzled {
    const KIND: &'static str = "a layout";

    fn is(value: &Value) -> bool {
        Layout::is(value) || ComposedLayout::is(value)
    }

    fn read(value: Option<&Value>) -> Result<Self, Option<Box<LayoutError>>> {
        match ComposedLayout::read(value) {
            Ok(layout) => Ok(Self::Swizzled(layout)),
            Err(_) => Layout::read(value).map(Self::Plain),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const KIND: &'static str = T::KIND;
    const OPTIONAL: bool = true;

    fn is(value: &Value) -> bool {
        T::is(value)
    }

    fn read(value: Option<&Value>) -> Result<Self, Option<Box<LayoutError>>> {
        value.map(|value| T::read(Some(value))).transpose()
    }
}
