//! Corner cases that no other test reaches. Each test here catches a mutant that all others miss.

use layout_core::{ComposedLayout, IntTuple, Layout, Rule, Swizzle};

use crate::support::{layout, tuple};

#[test]
fn units_tell_layouts_apart() {
    let (rows, columns) = (layout("(2,3):(1@0,1@1)"), layout("(2,3):(1@1,1@0)"));
    assert_ne!(rows, columns);
    assert_ne!(tuple("(1@0,2)"), tuple("(1@1,2)"));
    assert!(!rows.same_form(&columns) && rows.same_form(&rows));
}

#[test]
fn a_slice_is_told_how_far_a_layout_reaches_to_both_sides() {
    let refused = layout("(2,3,2):(-1,4,-10)").too_long_for(5, 1).to_string();
    assert!(refused.contains("it reaches from -11 to 8 around element 1 of 5"), "{refused}");
}

#[test]
fn the_common_vector_of_a_swizzled_layout_ends_at_its_base_and_at_its_offset() {
    let common = |offset: i64| {
        let swizzled: ComposedLayout = format!("Sw<2,3,3> o {offset} o 64:1").parse().unwrap();
        swizzled.max_common_vector(&layout("64:1")).unwrap()
    };
    assert_eq!([0, 1, 2, 4, 8, 16, 24].map(common), [8, 1, 2, 4, 8, 8, 8]);
    // A swizzle that changes nothing has no end.
    let identity: ComposedLayout = "Sw<0,3,0> o 2 o 64:1".parse().unwrap();
    assert_eq!(identity.max_common_vector(&layout("64:1")), Ok(64));
}

#[test]
fn signs_are_part_of_a_form() {
    let form = layout("(2,3,4):(-1,1,0)");
    let fits = |text: &str| layout(text).has_signs_of(&form);
    assert!(fits("(2,3,4):(-7,5,3)") && fits("(2,3,4):(0,0,0)"));
    assert!(!fits("(2,3,4):(7,5,3)") && !fits("(2,3,4):(-7,-5,3)") && !fits("(2,3,4):(-7,5,-3)"));
    assert!(Layout::has_signs_of(&form, &form));
}

#[test]
fn as_many_leaves_as_there_is_room_for() {
    let eight = tuple("(1,2,3,4,5,6,7,8)");
    let all = IntTuple::tuple(&[eight; 4]).unwrap();
    assert_eq!(all.leaf_count(), 32);
    assert!((0..32).all(|k| all.value(k) == k as i64 % 8 + 1));
    assert_eq!(all.to_string(), format!("({0},{0},{0},{0})", eight));
    assert_eq!(all.to_string().parse(), Ok(all));
    assert!(IntTuple::tuple(&[eight, eight, eight, eight, tuple("1")]).is_err());
}

/// The functions that typed code calls.
#[test]
fn leaves_are_counted_and_read() {
    let a = layout("((2,3),4):((5,-7),0)");
    assert_eq!(a.leaf_count(), 3);
    assert_eq!([0, 1, 2].map(|k| a.leaf(k)), [(2, 5), (3, -7), (4, 0)]);
}

#[test]
fn patterns_fix_nesting_known_leaves_and_signs() {
    let pattern = |extents: [IntTuple; 3], strides: [IntTuple; 3]| {
        layout_core::internal::unchecked_layout(
            IntTuple::tuple(&extents).unwrap(),
            IntTuple::tuple(&strides).unwrap(),
        )
    };
    let (leaf, open) = (IntTuple::leaf, IntTuple::unknown);
    let form = pattern([leaf(2), open(0), open(0)], [open(0), open(-1), leaf(7)]);
    let refused = |text: &str| layout(text).matches(&form).unwrap_err().rule();
    for text in ["(2,3,4):(1,-1,7)", "(2,3,4):(0,0,7)", "(2,0,1):(9,-9,7)"] {
        assert_eq!(layout(text).matches(&form), Ok(()), "{text}");
    }
    assert_eq!(refused("(2,(3),4):(1,(-1),7)"), Rule::PatternNesting);
    assert_eq!(refused("(3,3,4):(1,-1,7)"), Rule::PatternLeaf { expected: 2, found: 3 });
    assert_eq!(refused("(2,3,4):(1,-1,8)"), Rule::PatternLeaf { expected: 7, found: 8 });
    assert_eq!(refused("(2,3,4):(-1,-1,7)"), Rule::PatternSign { found: -1 });
    assert_eq!(refused("(2,3,4):(1,1,7)"), Rule::PatternSign { found: 1 });
}

#[test]
fn what_is_known_is_a_part_of_a_form() {
    let known = layout("(2,3):(1,2)");
    let other = layout("(2,4):(1,2)");
    let form = |extent: IntTuple| {
        layout_core::internal::unchecked_layout(
            IntTuple::tuple(&[IntTuple::leaf(2), extent]).unwrap(),
            known.stride(),
        )
    };
    let (three, four) = (form(IntTuple::unknown(3)), form(IntTuple::unknown(4)));
    assert!(known.same_form(&known) && !known.same_form(&other));
    assert!(three.same_form(&four) && !three.same_form(&known) && !known.same_form(&three));
    assert!(known.all_known() && !three.all_known() && three.set_known().all_known());
    assert!(three.set_known() == known && three.set_known().same_form(&known));
    // `==` compares integers only.
    assert!(three == known && three != four);
    assert!(!form(IntTuple::unknown(3)).same_form(&layout("(2,(3)):(1,(2))")));
    assert!(known.are_integers() && !form(IntTuple::unknown(i64::MIN)).are_integers());
    let stride = |least: i64| {
        let strides = IntTuple::tuple(&[IntTuple::leaf(1), IntTuple::unknown(least)]).unwrap();
        layout_core::internal::unchecked_layout(known.shape(), strides)
    };
    assert!(stride(-i64::MAX).are_integers() && !stride(i64::MIN).are_integers());
}

#[test]
fn a_swizzled_layout_checks_and_swizzles() {
    let a: ComposedLayout = "Sw<2,0,2> o 1 o (4,4):(1,4)".parse().unwrap();
    for (i, offset) in a.iter().enumerate() {
        let i = i as i64;
        assert_eq!(a.try_index(&i.into()), Ok(a.swizzle().apply(1 + i)));
        assert_eq!(a.try_index(&a.coord(i).unwrap().into()), Ok(offset));
    }
    assert!(a.try_index(&16.into()).is_err() && a.try_index(&"(4,0)".parse().unwrap()).is_err());
}

#[test]
fn a_natural_coordinate_has_an_image() {
    let a = layout("(2,(3,4)):(1,(10,-100))");
    for i in 0..24 {
        let coord = a.coord(i).unwrap();
        let image = i % 2 + i / 2 % 3 * 10 - i / 6 * 100;
        assert_eq!(a.try_image(&coord.into()), Ok(image.into()));
    }
    for outside in ["(2,(0,0))", "(0,(3,0))", "(1,(2,4))", "(-1,(0,0))"] {
        assert!(a.try_image(&outside.parse().unwrap()).is_err(), "{outside}");
    }
}

#[test]
fn swizzles_are_refused_by_what_is_wrong() {
    let said = |bits, base, shift| Swizzle::new(bits, base, shift).unwrap_err().to_string();
    assert!(said(-1, 0, 3).ends_with(": the number of bits -1 is negative"));
    assert!(said(1, -2, 3).ends_with(": the base -2 is negative"));
    let narrow = said(3, 0, -2);
    assert!(
        narrow.contains("its 3 bits would be read and changed at once; a shift of -2 is too small")
    );
    assert!(said(3, 50, 11).contains("it passes the 63 bits of an offset"), "{}", said(3, 50, 11));
}

#[test]
fn an_exact_fit_goes_up_only() {
    let exact = |b: &str| layout("8:1").compose_exact(&b.parse().unwrap());
    assert_eq!(exact("2:-1").unwrap_err().rule(), Rule::NegativeStride { stride: -1 });
    assert_eq!(exact("(2,1):(3,-1)").unwrap(), layout("(2,1):(3,0)"));
    assert_eq!(exact("1:-5").unwrap(), layout("1:0"));
}

#[test]
fn tiles_of_a_swizzled_layout_are_whole_where_those_of_the_plain_one_are() {
    let swizzled: ComposedLayout = "Sw<1,0,2> o 0 o (5,4):(4,1)".parse().unwrap();
    let tiler = "<2,3>".parse().unwrap();
    let plain = swizzled.plain().zipped_divide_padded(&tiler).unwrap();
    let tiles = swizzled.zipped_divide_padded(&tiler).unwrap();
    let mut whole = 0;
    for i in 0..plain.layout().mode(1).unwrap().size() {
        let tile = format!("(_,{i})").parse().unwrap();
        assert_eq!(tiles.is_whole(&tile), plain.is_whole(&tile));
        whole += i64::from(plain.is_whole(&tile).unwrap());
    }
    assert_eq!(whole, 2);
    for i in 0..plain.layout().size() {
        assert_eq!(tiles.inside(&i.into()), plain.inside(&i.into()));
    }
}

#[test]
fn sorted_and_compared() {
    let sort = |text: &str| tuple(text).sort().unwrap().to_string();
    assert_eq!(sort("(5,2,3,1,4)"), "(1,2,3,4,5)");
    assert_eq!(
        (sort("(2,2,1)"), sort("(7)"), sort("()")),
        ("(1,2,2)".into(), "(7)".into(), "()".into())
    );
    let holds = |a: &str, b: &str| {
        let (a, b) = (tuple(a), tuple(b));
        let all = [a.elem_less(&b), a.elem_leq(&b), a.elem_gtr(&b), a.elem_geq(&b)];
        all.map(Result::unwrap)
    };
    assert_eq!(holds("(5,3)", "(4,2)"), [false, false, true, true]);
    assert_eq!(holds("(5,3)", "(5,2)"), [false, false, false, true]);
    assert_eq!(holds("(5,3)", "(5,3)"), [false, true, false, true]);
    assert_eq!(holds("(4,2)", "(5,3)"), [true, true, false, false]);
    assert_eq!(holds("(4,3)", "(5,2)"), [false; 4]);
}

#[test]
fn a_sum_is_known_where_both_parts_are() {
    let (known, unknown) = (tuple("(1,2)"), tuple("(1,2)").set_unknown());
    let sum = |a: &IntTuple, b: &IntTuple| a.elem_add(b).unwrap().all_known();
    assert!(sum(&known, &known));
    assert!(!sum(&known, &unknown) && !sum(&unknown, &known) && !sum(&unknown, &unknown));
}

#[test]
fn swizzles_are_masks_of_bits_that_are_not_negative() {
    assert!(Swizzle::from_masks(-1, 3).is_none() && Swizzle::from_masks(3, -1).is_none());
    assert!(Swizzle::from_masks(0b110, 0b1000).is_none());
    assert_eq!(Swizzle::from_masks(0, 0).unwrap(), Swizzle::IDENTITY);
}

#[test]
fn no_coordinate_lies_in_an_extent_of_0_before_the_last() {
    assert_eq!(layout("(0,3)").coord(0).unwrap_err().rule(), Rule::Bounds { value: 0, extent: 0 });
    assert_eq!(layout("(3,0)").coord(4).unwrap(), tuple("(1,1)"));
}

#[test]
fn run_time_strides_that_are_equal_keep_the_order_of_their_modes() {
    let a = Layout::new(tuple("(2,3,4)"), tuple("(5,5,1)").set_unknown()).unwrap();
    let like = a.like().map(|like| like.to_string());
    assert!(like.is_err(), "the order of the form is not that of the integers: {like:?}");
    let b = Layout::new(tuple("(2,3)"), tuple("(5,5)").set_unknown()).unwrap();
    assert_eq!(b.like().unwrap().to_string(), "(2,3):(1,2)");
}

#[test]
fn no_basis_remains_of_a_mode_that_is_gone() {
    assert_eq!(layout("(2,0):(1@0,1@1)").coalesce().unwrap().to_string(), "0:0");
    let tiles = layout("(4,4):(1@0,0)").logical_divide(&"<2,2>".parse().unwrap()).unwrap();
    assert_eq!(tiles.to_string(), "((2,2),(2,2)):((1@0,2@0),(0,0))");
}
