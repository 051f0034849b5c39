//! Rows of predicates and comparisons.

use layout_core::{IntTuple, Layout};

use crate::MaybeSwizzled;
use crate::language::Value;
use crate::language::operations::{either, family};

family! {
    /// Predicates of layouts and tuples.
    PREDICATES "Predicates" {
        is_injective [] (a: MaybeSwizzled) "whether different coordinates have different offsets" => either!(a => a.is_injective()?);
        collision [] (a: Layout) "two coordinates with the same offset, or none" => match a.collision()? {
            Some((first, other)) => Value::Record(vec![("first", first.into()), ("other", other.into())]),
            None => Value::Nothing,
        };
        is_surjective_onto [] (a: Layout, m: i64) "whether the offsets are those below m, each at least once" => a.is_surjective_onto(m);
        is_bijective [] (a: Layout) "whether the offsets are those below the size, each once" => a.is_bijective();
        is_contiguous [] (a: Layout) "whether the offset of every linear index i is i" => a.is_contiguous();
        covers [] (a: Layout, m: i64) "whether every offset below m is that of an element" => a.covers(m)?;
        same_function [] (a: Layout, b: Layout) "whether both map the same linear index to the same offset" => a.same_function(&b);
        difference [] (a: Layout, b: Layout) "a description of the first difference, or none" => a.difference(&b).map(|text| text.to_string());
        is_coordinate [] (a: Layout) "whether it maps to coordinates, by strides such as 1@0" => a.is_coordinate();
        is_contiguous_c [] (a: Layout) "whether it is row-major without gaps, axes of extent 1 aside" => a.is_contiguous_c();
        is_contiguous_f [] (a: Layout) "whether it is column-major without gaps, axes of extent 1 aside" => a.is_contiguous_f();
        is_contiguous_any [] (a: Layout) "whether it is without gaps in any order of axes" => a.is_contiguous_any();
        congruent [] (a: IntTuple, b: IntTuple) "whether both are nested alike" => a.congruent(&b);
        weakly_congruent [] (a: IntTuple, b: IntTuple) "whether b is nested as a, or deeper" => a.weakly_congruent(&b);
        compatible [] (a: IntTuple, b: IntTuple) "whether coordinates of a are coordinates of b, sizes equal" => a.compatible(&b);
        weakly_compatible [] (a: IntTuple, b: IntTuple) "whether a may take the place of b, sizes dividing" => a.weakly_compatible(&b);
        evenly_divides [] (a: IntTuple, tile: IntTuple) "whether the tile divides each extent" => a.evenly_divides(&tile);
        elem_less [] (a: IntTuple, b: IntTuple) "whether each integer is less" => a.elem_less(&b)?;
        elem_leq [] (a: IntTuple, b: IntTuple) "whether each integer is less or equal" => a.elem_leq(&b)?;
        elem_gtr [] (a: IntTuple, b: IntTuple) "whether each integer is greater" => a.elem_gtr(&b)?;
        elem_geq [] (a: IntTuple, b: IntTuple) "whether each integer is greater or equal" => a.elem_geq(&b)?;
        lex_less [] (a: IntTuple, b: IntTuple) "whether a comes first, compared from the left" => a.lex_less(&b)?;
        colex_less [] (a: IntTuple, b: IntTuple) "whether a comes first, compared from the right" => a.colex_less(&b)?;
    }
}
