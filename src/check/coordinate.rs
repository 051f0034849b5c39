//! Checks of coordinates.

use super::{DEFECT, require, stop};
use crate::layout::{AnyLayout, PlainLayout};
use crate::num::Bool;
use crate::swizzle::OffsetMap;
use crate::tuple::{Congruence, IntTuple, Keeps};
use layout_core::{self as value, Text};

/// Stops the compiler unless the coordinate `C` is nested like the shape `S`, down to some level.
#[track_caller]
pub(crate) const fn fits_shape<C: IntTuple, S: IntTuple>() {
    fits_shape_of::<C, S>("")
}

/// [`fits_shape`], whose message begins with what has the shape.
#[track_caller]
pub(crate) const fn fits_shape_of<C: IntTuple, S: IntTuple>(what: &str) {
    if !<<C::List as Congruence>::Weakly<S::List> as Bool>::VALUE {
        let text =
            Text::of(what).then("coordinate ").then_coord(&C::DESC, <C::List as Keeps>::KEPT);
        stop(text.then(" does not fit shape ").then_coord(&S::DESC, 0).as_str())
    }
}

/// Stops the compiler for a static coordinate outside a static shape.
#[track_caller]
pub(crate) const fn in_range<L: AnyLayout, C: IntTuple>() {
    if <<L::Shape as IntTuple>::IsStatic as Bool>::VALUE
        && <C::IsStatic as Bool>::VALUE
        && let Err(error) =
            <L::Plain as PlainLayout>::DESC.try_image(&value::Coord::from_tuple(C::DESC))
    {
        panic!("{}", error.message().as_str())
    }
}

/// Stops the compiler unless the static coordinate `C` lies in the layout and `R` is its offset.
// `R` is a parameter: the compiler would evaluate a projection here once more.
#[track_caller]
pub(crate) const fn static_index<L: AnyLayout, C: IntTuple, R: IntTuple>() {
    let (found, layout) = (R::DESC, <L::Plain as PlainLayout>::DESC);
    match layout.try_image(&value::Coord::from_tuple(C::DESC)) {
        Ok(image) => {
            let agrees = if <L::OffsetMap as OffsetMap>::IS_IDENTITY {
                found.equals(&image)
            } else {
                let before = <L::OffsetMap as OffsetMap>::OFFSET.value(0) + image.value(0);
                require(
                    before >= 0,
                    "an offset below 0 before a swizzle is no numeral: use offset",
                );
                found.value(0) == <L::OffsetMap as OffsetMap>::SWIZZLE.apply(before)
            };
            require(agrees, DEFECT)
        }
        Err(error) => panic!("{}", error.message().as_str()),
    }
}
