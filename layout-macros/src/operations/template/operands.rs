// What an operand of each form adds to the code of its row. The operand is `$t: $T`. Where a hole is used, it has the code of all
// operands of the row.

// The pieces of every form, unless the form, or the one that it is `like`, has its own.
operand {
    // The parameter with its bound, its name, and as a parameter of an alias.
    declared { $T: IntTuple, }
    named { $T, }
    aliased { $T, }
    // Bounds of a `where` clause.
    needs {}
    // Of a function: the parameter, the argument, the type of the argument.
    parameter { $t: $T, }
    argument { $t, }
    types { $T, }
    fields { pub(crate) $T, }
    // A signature writes the operand out: `upcast::<4>()`.
    explicit {}
    // All integers are static: `<` before the type of the truth value, this after it. The offsets are not swizzled.
    both { < }
    and { as Bool>::And<<$T as IntTuple>::IsStatic> }
    is_plain {}
    // The static integers, the variable with unknown ones and with test numbers in their place, all integers at run time, and
    // a number for each leaf.
    known { let $t = <$T as IntTuple>::DESC; }
    unknown { $t, }
    with_numbers { $t.with_unknown_leaves(k), }
    value { let $t = $t.plain(); }
    labels { let $t = check::labels(&$t, layout_core::MAX_LEAVES); }
    // The operand is not the result of a refused operation; why it is none.
    is_made { && check::is_made::<$T, ()>() }
    refusals {
        if let Some(text) = check::refused_numeral::<$T>() {
            check::stop(text)
        }
    }
}

// A layout, or a tile by mode.
tiler {
    declared { $T: Tiler, }
    and { as Bool>::And<<$T as Tiler>::IsStaticTiler> }
    is_plain { && <<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY }
    known { let $t = <$T as Tiler>::TILER; }
    value { let $t = $t.plain_tiler(); }
    is_made { && check::is_tiler(&<$T as Tiler>::TILER) }
    refusals {
        if let Some(text) = check::swizzled_operand::<$T>() {
            check::stop(text)
        }
    }
}

// A layout that must not be swizzled.
layout {
    like { tiler }
    declared { $T: AnyLayout, }
    known { let $t = $T::FORM; }
    value { let $t = PlainLayout::plain($t.parts().1); }
    is_made { && check::is_layout(&$T::FORM) }
}

// A tuple, and a tuple of one integer.
tuple {}
leaf { declared { $T: Leaf, } }

// A tuple of which every integer must be static.
order {
    unknown {} with_numbers {} labels {} is_made {} refusals {}
    value { let $t = { let _ = $t; <$T as IntTuple>::DESC }; }
}

// A tuple of which the nesting or the numerals count, never a run-time integer: all of it is known in `const`.
profile {
    both {} and {} unknown {} with_numbers {} labels {}
    value { let $t = { let _ = $t; <$T as IntTuple>::DESC }; }
}

// A tuple of numerals, given as a type.
list {
    explicit { yes }
    parameter {} argument {} types {} both {} and {} known {} unknown {} with_numbers {} value {} labels {} is_made {} refusals {}
}

// A mode, and a number, given as const parameters.
place {
    like { list }
    declared { const $T: usize, }
    aliased { const $T: usize, }
    needs { Extent<$T>: Position, }
}
count {
    like { list }
    declared { const $T: usize, }
    aliased { const $T: usize, }
    needs { Extent<$T>: Static, }
}

// An argument of a value.
argument {
    parameter { , $t: $T }
    argument { , $t }
}

// The methods of a family for its trait, and its rows for tests.
every_family {
    collected {
        macro_rules! $family {
            ({$($$then:tt)*} {$($$methods:tt)*} {$($$rows:tt)*}) => {
                $$crate::ops::table::collect! {
                    {$($$then)*} {$($$methods)* $generic} {$($$rows)* $listed}
                }
            };
        }
        pub(super) use $family;
    }
}
