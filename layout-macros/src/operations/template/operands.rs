// What an operand `$t: $T` of each form adds to the code of its row. A hole has the code of all operands of the row, or that of
// the layers if the kind has its own.

// The pieces of every form, unless the form, or the form that it is `like`, has its own.
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
    // All integers are static: `<` before the type of the truth value, this after it. The offsets are not swizzled.
    both { < }
    and { as Bool>::And<<$T as IntTuple>::IsStatic> }
    is_plain {}
    // The static integers; with test number `k` in each unknown leaf; with a number for each leaf; all integers at run time.
    integers { <$T as IntTuple>::DESC }
    constants { let $t = $integers; }
    numbered { let $t = if let Some(k) = k { $integers.with_unknown_leaves(k) } else { $integers }; }
    labels { let $t = check::labels(&$integers, layout_core::MAX_LEAVES); }
    value { let $t = $t.plain(); }
    // The run-time integers of a plan.
    words { $t.words(extents, MAX_LEAVES); }
    // The operand is not the result of a refused operation; stops the compiler if it is no operand.
    is_made { && check::is_made::<$T, ()>() }
    refusals { check::require_numerals::<$T>(); }
    // Of `moved`: a second layout whose leaves move.
    Second {}
    second {}
    made {}
    panics_of_second {}
}

// A tuple, and a tuple of one integer.
tuple {}
leaf { declared { $T: Leaf, } }

// A tuple whose nesting or numerals count, never a run-time integer.
profile { both {} and {} numbered { $constants } labels { $constants } value { $constants } words {} }

// A profile whose integers must all be static.
order { like { profile } both { < } and { as Bool>::And<<$T as IntTuple>::IsStatic> } }

// A layout, or a tile by mode.
tiler {
    declared { $T: Tiler, }
    and { as Bool>::And<<$T as Tiler>::IsStaticTiler> }
    is_plain { && <<$T as Tiler>::OffsetMap as OffsetMap>::IS_IDENTITY }
    integers { <$T as Tiler>::TILER }
    value { let $t = $t.plain_tiler(); }
    words { $t.words(extents, strides, MAX_LEAVES); }
    is_made { && check::is_tiler(&$integers) }
    refusals { check::require_unswizzled::<$T>(); }
}

// A layout that must not be swizzled.
layout {
    like { tiler }
    declared { $T: AnyLayout, }
    integers { $T::FORM }
    value { let $t = PlainLayout::plain($t.parts().1); }
    is_made { && check::is_layout(&$integers) }
    Second { PlainOf<$T> }
    second { $t.parts().1 }
    // Modes that fit one by one can be too large together.
    made { check::made }
    panics_of_second {
        ///
        /// # Panics
        ///
        /// If size or cosize of the result pass `isize::MAX` and a leaf is a run-time integer. Static leaves stop the compiler.
    }
}

// A tuple of numerals, given as a type.
list {
    parameter {} argument {} types {} both {} and {} constants {} numbered {} labels {} value {} words {} is_made {} refusals {}
}

// A mode, and a number, given as const parameters.
place { like { list } declared { const $T: usize, } aliased { const $T: usize, } needs { Extent<$T>: Position, } }
count { like { list } declared { const $T: usize, } aliased { const $T: usize, } needs { Extent<$T>: Static, } }

// An argument of a value.
argument { declared {} }
