//! Inputs that other systems compute wrongly. Here they are right, or refused.

use layout_core::{ComposedLayout, IntTuple, Layout, LayoutError, Rule, Tiler};

use crate::support::layout;

fn compose(a: &str, b: &str) -> Result<Layout, LayoutError> {
    layout(a).compose(&b.parse().unwrap())
}

fn refused(result: Result<Layout, LayoutError>) -> String {
    result.expect_err("must be refused").to_string()
}

#[test]
fn compositions() {
    for (a, b) in [
        ("(3,8):(8,1)", "8:2"),
        ("(6,2):(1,7)", "(3,2):(2,3)"),
        ("(4,6,8):(2,3,5)", "6:3"),
        ("(4,6,8):(2,3,5)", "6:1"),
        ("(4,6,8):(2,3,5)", "6:5"),
        ("(4,2,8):(3,12,97)", "4:3"),
        ("(4,2,8):(3,15,97)", "3:3"),
        ("(4,4):(24,12)", "11:1"),
    ] {
        let text = refused(compose(a, b));
        assert!(text.starts_with(&format!("cannot compose {a} with {b}: ")), "{text}");
    }
    for (a, b, r) in [
        ("(4,2,8):(3,12,97)", "3:3", "3:9"),
        ("(10,2):(16,4)", "(3,4):(1,5)", "(3,(2,2)):(16,(80,4))"),
        ("(2,3):(1,2)", "(2,3):(3,1)", "(2,3):(3,1)"),
    ] {
        assert_eq!(compose(a, b).unwrap(), layout(r), "{a} o {b}");
    }
}

#[test]
fn a_carry_is_refused_or_right() {
    if let Ok(r) = compose("(4,3):(0,1)", "(2,3):(2,1)") {
        assert_eq!(r.index(&5.into()), Ok(1));
    }
    let text = refused(compose("(6,2):(1,7)", "(3,2):(2,3)"));
    assert_eq!(
        text,
        "cannot compose (6,2):(1,7) with (3,2):(2,3): the modes add up past the extent 6"
    );
}

#[test]
fn associativity_fails_outside_the_domain() {
    let inner = compose("4:1", "2:5").unwrap();
    let nested = layout("(5,3):(1,7)").compose(&Tiler::whole(inner)).unwrap();
    assert_eq!(nested, layout("2:7"));
    let outer = compose("(5,3):(1,7)", "4:1").unwrap();
    assert_eq!(outer.compose(&"2:5".parse().unwrap()).unwrap(), layout("2:5"));
}

#[test]
fn a_divide_by_a_run_time_integer() {
    let a = layout("(12,(4,8)):(7,(1,30))");
    assert!(a.zipped_divide(&"128".parse().unwrap()).is_err());
}

#[test]
fn complements() {
    for (a, m) in [("(2,2):(1,3)", 24), ("4:2", 19), ("(2,2):(2,3)", 19)] {
        let text = refused(layout(a).complement(m));
        assert!(text.starts_with(&format!("no complement of {a} in {m}: ")), "{text}");
    }
    let padded = layout("4:2").complement_padded(19).unwrap();
    assert_eq!(padded.size() * 4, 24);
    assert!(layout("(2,2):(1,3)").complement_padded(24).is_err());
    assert!(layout("4:-2").complement(24).is_err());
}

#[test]
fn products() {
    let a = layout("((2),1):((3),1)");
    assert!(a.raked_product(&layout("(2,8):(1,2)")).is_err());
    let pitched = layout("(5,4):(1,9)").logical_product(&"3:1".parse().unwrap()).unwrap();
    assert_eq!(pitched.to_string(), "((5,4),3):((1,9),36)");
}

#[test]
fn extents_of_zero() {
    let empty = layout("(4,0):(1,4)");
    assert_eq!((empty.size(), empty.cosize()), (0, 0));
    assert_eq!(empty.coalesce().unwrap(), layout("0:0"));
    assert_eq!(empty.iter().count(), 0);
    assert!(empty.try_index(&"(0,0)".parse().unwrap()).is_err());
    let any: Tiler = "2:1".parse().unwrap();
    let results = [
        empty.compose(&any),
        empty.complement(8),
        empty.logical_divide(&any),
        empty.logical_product(&any),
        layout("4:1").compose(&"0:1".parse().unwrap()),
        layout("4:1").logical_divide(&"0:1".parse().unwrap()),
    ];
    for result in results {
        assert_eq!(result.unwrap_err().rule(), Rule::Empty);
    }
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn overflow_is_refused() {
    let wide = "(4294967296,4294967296):(1,4294967296)".parse::<Layout>();
    assert!(wide.unwrap_err().to_string().contains("is past 9223372036854775807"));
    let steps = layout("(2,2):(1,4611686018427387904)").compose(&"2:4".parse().unwrap());
    assert!(matches!(steps.unwrap_err().rule(), Rule::Overflow { .. }));
}

/// The largest offset is the largest pointer offset.
#[test]
fn offsets_past_a_pointer_are_refused() {
    let most = isize::MAX;
    let half = most / 2 + 1;
    assert_eq!(layout(&format!("({half},1):(1,{most})")).cosize(), half as i64);
    for text in
        [format!("({half},2):(1,{half})"), format!("(2,2):(1,{most})"), format!("({half},2):(0,0)")]
    {
        let refused = text.parse::<Layout>().unwrap_err().to_string();
        assert!(refused.ends_with(&format!(" is past {most}")), "{refused}");
    }
    let twice = layout(&format!("2:{half}")).compose(&"2:2".parse().unwrap()).unwrap_err();
    assert!(matches!(twice.rule(), Rule::Overflow { .. }), "{twice}");
}

/// A mode beside an extent of 0 is valid by itself: taking it out, or swizzling it, is never refused.
#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn overflow_beside_an_extent_of_0_is_refused() {
    for text in ["(0,5):(1,4611686018427387904)", "((0,3),5):((1,1),4611686018427387904)"] {
        let refused = text.parse::<Layout>().unwrap_err().to_string();
        assert!(
            refused.contains("4 * 4611686018427387904 is past 9223372036854775807"),
            "{refused}"
        );
        let refused = format!("Sw<1,0,1> o 0 o {text}").parse::<ComposedLayout>().unwrap_err();
        assert!(refused.to_string().contains("is past 9223372036854775807"), "{refused}");
    }
    let size = "(0,4294967296,4294967296):(1,0,0)".parse::<Layout>();
    assert!(size.unwrap_err().to_string().contains("is past 9223372036854775807"));
    let fits: Layout = "(0,5):(1,2305843009213693951)".parse().unwrap();
    assert_eq!((fits.size(), fits.cosize()), (0, 0));
    assert_eq!(fits.mode(1).unwrap().cosize(), 9223372036854775805);
}

#[test]
fn a_negative_shape_is_refused_whatever_its_product() {
    let most = i64::MAX;
    let shape: IntTuple = format!("(-{most},({most},{most}))").parse().unwrap();
    assert!(layout("1:1").tile_to_shape(&shape).is_err());
    let shape: IntTuple = format!("(1,(-{most},{most},{most}))").parse().unwrap();
    assert!(layout("1:1").tile_to_shape(&shape).is_err());
    let two: IntTuple = "((-2,-3),4)".parse().unwrap();
    let text = "cannot tile 2:1 to the shape ((-2,-3),4): the extent -2 is negative";
    assert_eq!(refused(layout("2:1").tile_to_shape(&two)), text);
    let pair: IntTuple = "(-2,-3)".parse().unwrap();
    let by = IntTuple::from(2);
    for f in [IntTuple::ceil_div, IntTuple::ceil_div_by_mode, IntTuple::round_up] {
        assert_eq!(f(&pair, &by).unwrap_err().rule(), Rule::NegativeExtent { extent: -2 });
    }
    for f in [IntTuple::shape_div, IntTuple::shape_mod, IntTuple::ceil_div] {
        assert_eq!(f(&by, &pair).unwrap_err().rule(), Rule::NegativeExtent { extent: -2 });
    }
    let c = IntTuple::from(1);
    for result in [c.crd2idx(&pair).map(IntTuple::from), c.idx2crd(&pair)] {
        assert_eq!(result.unwrap_err().rule(), Rule::NegativeExtent { extent: -2 });
    }
}

/// The code for an integer beyond the largest is not read as a negative one.
#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn counts_past_the_largest_integer_are_named() {
    let a = layout("8:1");
    for text in [
        refused(a.upcast(i64::MIN)),
        refused(a.downcast(i64::MIN)),
        refused(a.recast_bits(8, i64::MIN)),
    ] {
        assert!(text.contains("an integer is past 9223372036854775807"), "{text}");
    }
    assert!(refused(a.upcast(-1)).ends_with("-1 is not positive"));
}

/// Numbers of modes are printed as given.
#[test]
fn numbers_past_all_modes_are_named() {
    let (a, most) = (layout("(2,3):(1,2)"), usize::MAX);
    let t: IntTuple = "(2,3)".parse().unwrap();
    for text in [
        refused(a.mode(most)),
        refused(a.take(0, most)),
        refused(a.select(&[0, most])),
        refused(a.permute(&[0, most])),
        t.get(&[most]).unwrap_err().to_string(),
        t.insert(most, &t).unwrap_err().to_string(),
        t.remove(most).unwrap_err().to_string(),
    ] {
        assert!(text.contains(&most.to_string()), "{text}");
    }
    let text = "cannot permute (2,3):(1,2): mode 1 is left out";
    assert_eq!(refused(a.permute(&[0])), text);
    let full = "(1,1,1,1,1,1,1,1,1,1,1,1)";
    let text = format!("cannot append to {full} the mode 7: more than 12 modes at one level");
    let tuple: IntTuple = full.parse().unwrap();
    assert_eq!(tuple.append(&7.into()).unwrap_err().to_string(), text);
}

#[test]
fn units_are_no_extents() {
    let (unit, one) = (IntTuple::unit(1, &[0]).unwrap(), IntTuple::from(1));
    assert!(!unit.compatible(&one) && !one.compatible(&unit));
    assert!(!unit.weakly_compatible(&one) && !one.evenly_divides(&unit));
}

#[test]
fn a_digit_past_all_extents_wraps() {
    let c: IntTuple = "(9223372036854775807,2)".parse().unwrap();
    let next = c.increment(&"(4,8)".parse().unwrap()).unwrap();
    assert_eq!(next.to_string(), "(0,3)");
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn capacities_are_refused() {
    let wide = "(1,1,1,1,1,1,1,1,1,1,1,1,1)".parse::<Layout>().unwrap_err();
    assert!(wide.to_string().contains("more than 12 modes at one level"), "{wide}");
    let row = "(2,2,2,2,2,2,2,2):(0,0,0,0,0,0,0,0)";
    let two = layout(row).concat(&layout(row)).unwrap();
    assert!(two.flatten().unwrap_err().to_string().contains("more than 12 modes"));
    let four = two.concat(&two).unwrap();
    let five = four.append(&layout("2:0")).unwrap_err();
    assert_eq!(five.rule().to_owned(), Rule::Full { limit: layout_core::Limit::Leaves });
}
