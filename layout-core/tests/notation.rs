//! The notation: what is read, what is printed, and the texts of errors.

use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout, LayoutError, Mode, Operand, Swizzle, Tiler,
};

fn refusal<T: std::fmt::Debug>(result: Result<T, LayoutError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn layouts_are_read() {
    for (text, layout) in [
        ("(2,(2,2)):(4,(1,2))", "(2,(2,2)):(4,(1,2))"),
        (" ( _2 , ( _2 , 5 ) ) : ( _4 , ( _1 , _2 ) ) ", "(2,(2,5)):(4,(1,2))"),
        ("8", "8:1"),
        ("(8)", "(8):(1)"),
        ("(8,)", "(8):(1)"),
        ("()", "():()"),
        ("(4,6)", "(4,6):(1,4)"),
        ("(4,1,6):col", "(4,1,6):(1,0,4)"),
        ("(4,(2,3)):row", "(4,(2,3)):(6,(3,1))"),
        ("(4,2,8):order(2,0,1)", "(4,2,8):(16,1,2)"),
        ("(2,(2,2),2):order(0,2,1)", "(2,(2,2),2):(1,(4,8),2)"),
        ("8:order(0)", "8:1"),
        ("(4,8):(-8,1)", "(4,8):(-8,1)"),
        ("(4,(2,3)) : (1 @ 0, (_3@1@1, -2@ 0@1))", "(4,(2,3)):(1@0,(3@1@1,-2@0@1))"),
        ("(4,2):(1@0,0@1)", "(4,2):(1@0,0)"),
        ("2:1@7@6@5@4@3@2@1@11", "2:1@7@6@5@4@3@2@1@11"),
        ("9223372036854775807:0", "9223372036854775807:0"),
    ] {
        assert_eq!(text.parse::<Layout>().unwrap().to_string(), layout, "{text}");
    }
}

/// `unwrap` and `main() -> Result<(), LayoutError>` print `Debug`.
#[test]
fn debug_of_an_error_is_its_message() {
    let refused = "(4,8):(1,4,2)".parse::<Layout>().unwrap_err();
    assert_eq!(format!("{refused:?}"), refused.to_string());
    assert_eq!(format!("{refused:#?}"), "stride (1,4,2) is not congruent with shape (4,8)");
    let unnamed = "(n{div=8}".parse::<layout_core::SymbolicLayout>().unwrap_err();
    assert_eq!(format!("{unnamed:?}"), unnamed.to_string());
}

#[test]
fn coordinates_and_tilers_are_read() {
    for text in ["_", "5", "(_,3)", "((1,_),_)", "()"] {
        assert_eq!(text.parse::<Coord>().unwrap().to_string(), text);
    }
    assert_eq!("(_4,_)".parse::<Coord>().unwrap().to_string(), "(4,_)");
    for (text, tiler) in [
        ("4:1", "4:1"),
        ("4", "4:1"),
        ("(4,6)", "(4,6):(1,4)"),
        ("<4:1,8:2,_>", "<4:1,8:2,_>"),
        ("<16,_,(2,4):(4,1)>", "<16:1,_,(2,4):(4,1)>"),
        ("<>", "<>"),
    ] {
        assert_eq!(text.parse::<Tiler>().unwrap().to_string(), tiler, "{text}");
    }
    let modes = [Mode::Layout("16:1".parse().unwrap()), Mode::Keep];
    assert_eq!(Tiler::by_mode(&modes), "<16,_>".parse());
}

#[test]
fn text_that_is_no_notation_is_refused_where_it_goes_wrong() {
    for (text, refused) in [
        ("", "at byte 0: expected an extent (an integer of 0 or more) or `(`"),
        ("(4,8", "at byte 4: expected `,` or `)`"),
        ("(4 8)", "at byte 3: expected `,` or `)`"),
        ("(4,,8)", "at byte 3: expected an extent (an integer of 0 or more) or `(`"),
        ("4:", "at byte 2: expected an integer or `(`"),
        ("4:1)", "at byte 3: expected the end of the layout"),
        ("-4:1", "at byte 0: expected an extent (an integer of 0 or more) or `(`"),
        ("(4,n):(1,4)", "at byte 3: expected an extent (an integer of 0 or more) or `(`"),
        ("9223372036854775808", "at byte 0: expected an integer of at most 9223372036854775807"),
        ("4:order", "at byte 7: expected `(` and the order of the modes"),
        ("Sw<3,4,3> o 0 o 8:1", "at byte 0: expected an integer or `(`, not a swizzle"),
        ("(4,?)", "at byte 3: expected an integer: `?` names a type, not a value"),
        ("(4@0,2)", "at byte 2: expected `,` or `)`: only strides count in units (`1@0`)"),
        ("4@0:1", "at byte 1: expected the end: only strides count in units (`1@0`)"),
        ("4:1@", "at byte 4: expected the index of an element"),
        ("4:1@_", "at byte 4: expected the index of an element"),
        (
            "4:1@12",
            "cannot parse: a unit such as 1@1@0 has more than 8 levels, or an index past 11",
        ),
        (
            "4:1@0@0@0@0@0@0@0@0@0",
            "cannot parse: a unit such as 1@1@0 has more than 8 levels, or an index past 11",
        ),
        (
            "(4,2):(1@0,8)",
            "cannot make (4,2):(1@0,8): the strides 8 and 1@0 do not add up: a number and a \
             coordinate",
        ),
        (
            "(4,2):(1@0,1@1@0)",
            "cannot make (4,2):(1@0,1@1@0): the strides 1@0 and 1@1@0 do not add up: an element and a \
             part of it",
        ),
        ("(2,(2,2)):(4,1)", "stride (4,1) is not congruent with shape (2,(2,2))"),
        ("(8):1", "stride 1 is not congruent with shape (8)"),
        ("(4,2):order(0,1,2)", "order (0,1,2) does not fit shape (4,2)"),
    ] {
        assert_eq!(refusal(text.parse::<Layout>()), refused, "{text}");
    }
    assert_eq!(refusal("<4:1".parse::<Tiler>()), "at byte 4: expected `,` or `>`");
    assert_eq!(refusal("(1,_x)".parse::<Coord>()), "at byte 4: expected `,` or `)`");
    assert_eq!(refusal("(1,_)".parse::<IntTuple>()), "at byte 3: expected an integer or `(`");
    let deep = "(".repeat(100_000);
    assert_eq!(refusal(deep.parse::<Layout>()), "cannot parse: more than 64 leaves and tuples");
}

/// A refused text, and its picture below the first line.
fn pictures<T: std::fmt::Debug + std::str::FromStr<Err = LayoutError>>(rows: &[(&str, &str)]) {
    for (text, underlined) in rows {
        let error = text.parse::<T>().unwrap_err();
        let picture = error.render(text).to_string();
        let last = picture.lines().last().unwrap();
        assert_eq!(last, format!("  | {underlined}"), "{picture}");
        assert!(picture.starts_with(&error.to_string()));
        let span = error.span().unwrap();
        assert!(text.get(span.clone()).is_some(), "{text:?} at {span:?}");
    }
}

#[test]
fn what_is_refused_is_underlined() {
    pictures::<Layout>(&[
        ("", "^"),
        ("(4,8", "    ^"),
        ("(4 8)", "   ^"),
        ("4:1)", "   ^"),
        ("(4,né):(1,4)", "   ^"),
        ("(4,é):(1,4)", "   ^"),
        ("(4,abc):(1,4)", "   ^^^"),
        ("9223372036854775808", "^^^^^^^^^^^^^^^^^^^"),
        ("(4,8):(1, 92233720368547758070)", "          ^^^^^^^^^^^^^^^^^^^^"),
        ("(2,(2,2)):(4,1)", "          ^^^^^"),
        (" (8) : 1 ", "       ^"),
        ("(4,2):order(0,1,2)", "      ^^^^^^^^^^^^"),
        ("(4,2):order 7", "            ^"),
        ("(4,2):(1@0,1@1@0) ", "      ^^^^^^^^^^^"),
        ("4:1@12", "    ^^"),
        (" (4294967296,4294967296) ", " ^^^^^^^^^^^^^^^^^^^^^^^"),
        ("(2,2):(9223372036854775807,1)", "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"),
        ("(1,1,1,1,1,1,1,1,1,1,1,1,77)", "                         ^^"),
        ("Sw<3,4,3> o 0 o 8:1", "^^"),
        ("\t(4,?)", "\t   ^"),
    ]);
    pictures::<Tiler>(&[("<4:1", "    ^"), ("<4, (2,2):3>", "          ^"), ("<4:x>", "   ^")]);
    pictures::<Coord>(&[("(1,_x)", "    ^")]);
    pictures::<Swizzle>(&[(" Sw<3,4,-2>", " ^^^^^^^^^^"), ("Sw<3,4>", "      ^")]);
    let overflow = "Sw<1,0,1> o 0 o (0,5):(1,4611686018427387904)";
    let blank = " ".repeat(16);
    pictures::<ComposedLayout>(&[(overflow, &format!("{blank}{}", "^".repeat(29)))]);
}

#[test]
fn a_picture_shows_the_line_that_is_meant() {
    let text = "(4,\n\t8):\n(1,x)";
    let error = text.parse::<Layout>().unwrap_err();
    let picture = error.render(text).to_string();
    assert_eq!(picture, "at byte 12: expected an integer or `(`\n  |\n3 | (1,x)\n  |    ^");
    // There is no picture for another text, or none.
    let alone = error.to_string();
    assert_eq!(error.render("4:1").to_string(), alone);
    assert_eq!(error.render("ééééééééé").to_string(), alone);
    let refused = "4:1".parse::<Layout>().unwrap().mode(1).unwrap_err();
    assert_eq!(refused.render("4:1").to_string(), refused.to_string());
}

/// An error is returned by value: two operands and the numbers.
#[test]
fn a_refusal_has_room_for_two_operands_and_little_more() {
    let operands = 2 * size_of::<Operand>();
    assert!(size_of::<LayoutError>() <= operands + 128, "{} {operands}", size_of::<LayoutError>());
}

#[test]
fn refusals_name_the_rule_the_operands_and_the_numbers() {
    let a: Layout = "(6,4):(4,1)".parse().unwrap();
    let t = |text: &str| text.parse::<Tiler>().unwrap();
    let c = |text: &str| text.parse::<Coord>().unwrap();
    for (refused, text) in [
        (
            refusal(a.logical_divide(&t("4:1"))),
            "cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6",
        ),
        (
            refusal("24:1".parse::<Layout>().unwrap().zipped_divide(&t("<5>"))),
            "cannot divide 24:1 by <5:1>: 5 does not divide 24; the padded divide rounds up",
        ),
        (
            refusal(a.zipped_divide(&t("<2,2,2>"))),
            "cannot divide (6,4):(4,1) by <2:1,2:1,2:1>: 3 modes are too many for a layout of 2",
        ),
        (
            refusal(a.logical_divide(&t("(2,2):(0,1)"))),
            "cannot divide (6,4):(4,1) by (2,2):(0,1): a tiler must not repeat elements, but has \
             extent 2 at stride 0",
        ),
        (
            refusal("(2,2,2):(1,3,5)".parse::<Layout>().unwrap().compose(&t("3:3"))),
            "cannot compose (2,2,2):(1,3,5) with 3:3: 2 does not divide 3; such a layout exists, but the static rule does not find it: \
             use compose_exact of dynamic layouts",
        ),
        (
            refusal(a.compose(&t("2:-1"))),
            "cannot compose (6,4):(4,1) with 2:-1: the stride -1 is negative",
        ),
        (
            refusal("4:2".parse::<Layout>().unwrap().complement(19)),
            "no complement of 4:2 in 19: 8 does not divide 19; complement_padded rounds up to 24",
        ),
        (
            refusal("(2,2):(1,3)".parse::<Layout>().unwrap().complement(24)),
            "no complement of (2,2):(1,3) in 24: the stride 3 is not a multiple of 2, where the mode \
             below it ends: gaps would remain",
        ),
        (
            refusal("(4,2):(1,3)".parse::<Layout>().unwrap().logical_product(&t("2"))),
            "cannot multiply (4,2):(1,3) by 2:1: the stride 3 is below 4, where the mode below it \
             ends: the modes overlap",
        ),
        (refusal(a.index(&c("(1,(2,3))"))), "coordinate (1,(2,3)) does not fit shape (6,4)"),
        (
            refusal(a.try_index(&c("(1,4)"))),
            "coordinate (1,4) is out of range for shape (6,4): 4 is not below 4",
        ),
        (
            refusal(a.try_index(&c("-1"))),
            "coordinate -1 is out of range for shape (6,4): -1 is negative",
        ),
        (refusal(a.mode(2)), "no such mode in (6,4):(4,1): mode 2 is not below the rank 2"),
        (
            refusal(a.group(1, 3)),
            "cannot group modes of (6,4):(4,1): the range 1..3 passes the rank 2",
        ),
    ] {
        assert_eq!(refused, text);
    }
}

#[test]
fn refusals_are_written_in_const() {
    const REFUSED: &str = {
        const TEXT: layout_core::Text = match Layout::parse("(4,8):4") {
            Ok(_) => panic!(),
            Err(error) => error.message(),
        };
        TEXT.as_str()
    };
    assert_eq!(REFUSED, "stride 4 is not congruent with shape (4,8)");
}

#[test]
fn long_operands_are_cut_short_of_the_capacity() {
    let leaf = "9223372036854775807";
    let stride = format!("({})", [leaf; 12].join(","));
    let tuple: IntTuple = stride.parse().unwrap();
    let nested = IntTuple::tuple(&[tuple, tuple]).unwrap();
    let text = refusal(Layout::new(nested, tuple));
    assert!(text.starts_with("stride (9223372036854775807,") && text.len() < 4096, "{text}");
}
