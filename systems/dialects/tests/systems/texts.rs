//! Every notation: a reader accepts the text of its writer, and refuses anything else with a position.

use std::fmt::Display;
use std::str::FromStr;

use layout_core::{Coord, IntTuple, Layout, LayoutError, Rule, StridedLayout, Swizzle};
use layout_core::{Frame, Slices, Table};
use proptest::prelude::*;
use static_layout_dialects::xla::{XlaLayout, XlaShape};
use static_layout_dialects::{CuteLayout, MemRef, MoYe, Mojo, OneBased, StridedAttr};

use crate::tokens::TOKENS;
use crate::tuples::{layouts, texts};

fn layout() -> impl Strategy<Value = Layout> {
    layout_of(0..99)
}

fn layout_of(extents: std::ops::Range<i64>) -> impl Strategy<Value = Layout> {
    layouts(extents, -99..999_i64, 0)
}

/// Prints a value and reads the text.
fn again<T: Display + FromStr<Err = LayoutError>>(value: &T) -> T {
    let text = value.to_string();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Pieces of all notations.
fn pieces() -> impl Strategy<Value = String> {
    let more = &[
        "StridedLayout(shape=",
        "strides=",
        "itemsize=",
        "_slice_offset=",
        "memref<",
        "strided<",
        "offset: ",
        "[2,3]",
    ];
    texts([TOKENS, more].concat().leak(), 12)
}

/// An error of a text has a span in it, and renders it.
fn refused<T>(text: &str, result: Result<T, LayoutError>) {
    let Err(error) = result else { return };
    let span = error.span().unwrap_or_else(|| panic!("{text}: {error}"));
    assert!(text.get(span.clone()).is_some(), "{text}: {error}: {span:?}");
    if let Rule::Syntax { position, expected } = error.rule() {
        assert!(position == span.start && !expected.is_empty(), "{text}: {error}: {span:?}");
    }
    assert!(error.render(text).to_string().starts_with(&error.to_string()));
}

fn every_reader(text: &str) {
    refused(text, text.parse::<StridedLayout>());
    refused(text, text.parse::<Slices>());
    refused(text, text.parse::<XlaShape>());
    refused(text, text.parse::<XlaLayout>());
    refused(text, text.parse::<Mojo<Layout>>());
    refused(text, text.parse::<Mojo<IntTuple>>());
    refused(text, text.parse::<Mojo<Swizzle>>());
    refused(text, text.parse::<MoYe<Layout>>());
    refused(text, text.parse::<MoYe<IntTuple>>());
    refused(text, text.parse::<OneBased<Coord>>());
    refused(text, text.parse::<CuteLayout>());
    refused(text, text.parse::<StridedAttr>());
    refused(text, MemRef::parse(text));
    refused(text, text.parse::<Frame>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn layouts_come_back(a in layout(), known in any::<u32>()) {
        // In Mojo's layouts -1 is not a stride: it is an integer that only run time knows.
        let has_unknown = (0..a.leaf_count()).any(|k| a.stride().value(k) == -1);
        let read = Mojo(a).to_string().parse::<Mojo<Layout>>();
        prop_assert_eq!(read.ok(), (!has_unknown).then_some(Mojo(a)));
        prop_assert_eq!(again(&Mojo(a.stride())), Mojo(a.stride()));
        prop_assert_eq!(again(&MoYe(a.stride())), MoYe(a.stride()));
        // The marks of MoYe, and the `?` of the CuTe DSL, at any leaves.
        let mut marked = MoYe(a).to_string();
        let mut bit = 0;
        while let Some(at) = marked.rfind('_').filter(|_| bit < 32) {
            let keep = known >> bit & 1 == 1;
            marked.replace_range(at..=at, if keep { "#" } else { "" });
            bit += 1;
        }
        let marked: MoYe<Layout> = marked.replace('#', "_").parse().unwrap();
        prop_assert_eq!(again(&marked), marked);
        let type_of = CuteLayout::from(marked.0);
        let shape = marked.0.shape();
        // The CuTe DSL has no extent of 0.
        match (0..shape.leaf_count()).any(|k| shape.is_known(k) && shape.value(k) == 0) {
            true => prop_assert!(type_of.to_string().parse::<CuteLayout>().is_err()),
            false => prop_assert_eq!(again(&type_of), type_of),
        }
        prop_assert_eq!(type_of.to_string().matches('?').count(), type_of.unknown_count());
    }

    #[test]
    fn swizzles_and_formats_come_back(bits in 0..9_i64, base in 0..9_i64, more in 0..9_i64, down in any::<bool>()) {
        let shift = bits + more;
        let swizzle = Swizzle::new(bits, base, if down { -shift } else { shift }).unwrap();
        prop_assert_eq!(again(&Mojo(swizzle)), Mojo(swizzle));
        for frame in Frame::ALL {
            prop_assert_eq!(again(&frame), frame);
        }
    }

    #[test]
    fn coordinates_come_back(a in layout(), kept in any::<u32>()) {
        let text = a.stride().to_string();
        let one_based: OneBased<Coord> = text.parse().unwrap();
        prop_assert_eq!(one_based.to_string(), text);
        let some: OneBased<Coord> = OneBased::new(Coord::keeping(a.shape(), kept));
        prop_assert_eq!(again(&some).to_string(), some.to_string());
    }

    #[test]
    fn memrefs_come_back(
        sizes in prop::collection::vec((prop::option::of(0..99_i64), prop::option::of(-9..999_i64)), 0..5),
        offset in prop::option::of(0..99_i64),
        element in prop::sample::select(&["bf16", "vector<4xf32>", "memref<2xi8, 3>", "!llvm.ptr"][..]),
        space in prop::option::of(prop::sample::select(&["0", "3", "#gpu.address_space<workgroup>"][..])),
    ) {
        let size = |size: Option<i64>| size.map_or("?".to_string(), |size| size.to_string());
        let extents: String = sizes.iter().map(|pair| size(pair.0) + "x").collect();
        let strides: Vec<String> = sizes.iter().map(|pair| size(pair.1)).collect();
        let (strides, offset) = (strides.join(", "), size(offset));
        let space = space.map_or(String::new(), |space| format!(", {space}"));
        let text = format!("memref<{extents}{element}, strided<[{strides}], offset: {offset}>{space}>");
        let read = MemRef::parse(&text).unwrap();
        let printed = read.to_string();
        prop_assert_eq!(printed.replace("]>", "], offset: 0>"), text.clone());
        prop_assert_eq!(MemRef::parse(&printed), Ok(read));
        let layout = read.layout().unwrap();
        prop_assert_eq!(again(layout), *layout);
        let values = vec![3; text.matches('?').count()];
        prop_assert!(read.fill(&values).is_ok() && read.fill(&[values, vec![1]].concat()).is_err());
    }

    #[test]
    fn nonsense_is_refused_at_a_byte(text in pieces(), anything in ".{0,40}") {
        every_reader(&text);
        every_reader(&anything);
    }

    #[test]
    fn broken_texts_are_refused_at_a_byte(a in layout(), at in any::<prop::sample::Index>(), piece in pieces()) {
        for text in [
            Mojo(a).to_string(),
            MoYe(a).to_string(),
            CuteLayout::from(a).to_string(),
            "bf16[2,<=3,1004]{1,2,0:T(2,*,128)(2,1)L(4)E(16)S(3)}".to_string(),
            "StridedLayout(shape=(5, 4), strides=(6, 1), itemsize=4, _slice_offset=1)".to_string(),
            "memref<4x?xvector<4xf32>, strided<[8, 1], offset: ?>, #gpu.address_space<workgroup>>".to_string(),
        ] {
            let cut = at.index(text.len() + 1);
            every_reader(&text[..cut]);
            every_reader(&format!("{}{piece}{}", &text[..cut], &text[cut..]));
        }
    }

    #[test]
    fn tables_show_every_offset(rows in 1..6_i64, columns in 1..6_i64, down in -9..40_i64, right in -9..40_i64) {
        let a: Layout = format!("({rows},{columns}):({down},{right})").parse().unwrap();
        let table = Table::new(&a).unwrap().to_string();
        let cells = |line: &str| -> Vec<i64> {
            line.split('|').skip(1).filter_map(|cell| cell.trim().parse().ok()).collect()
        };
        let lines: Vec<Vec<i64>> = table.lines().skip(2).step_by(2).map(cells).collect();
        let expected: Vec<Vec<i64>> = (0..rows)
            .map(|i| (0..columns).map(|j| i * down + j * right).collect())
            .collect();
        prop_assert_eq!(lines, expected);
        let widths: Vec<usize> = table.lines().skip(1).map(str::len).collect();
        prop_assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{}", table);
    }
}

proptest! {
    #[test]
    fn tables_of_any_rank_show_every_offset(a in layout_of(0..4), swizzled in any::<bool>()) {
        prop_assume!(a.size() <= 400);
        let through = a.swizzled(Swizzle::new(1, 0, 2).unwrap()).unwrap();
        let table = if swizzled { through.table() } else { a.table() }.to_string();
        let cells: Vec<i64> = table
            .lines()
            .filter(|line| line.contains('|'))
            .flat_map(|line| line.split('|').skip(1).filter_map(|cell| cell.trim().parse().ok()))
            .collect();
        let extent = |i: usize| a.mode(i).map_or(1, |mode| mode.size());
        let (rows, columns) = if a.rank() < 2 { (1, a.size()) } else { (extent(0), extent(1)) };
        let mut expected = Vec::new();
        for panel in 0..(2..a.rank()).map(extent).product() {
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let index = Coord::leaf(row + rows * (column + columns * panel));
                let offset = if swizzled { through.index(&index) } else { a.index(&index) };
                expected.push(offset.unwrap());
            }
        }
        prop_assert_eq!(cells, expected);
        let headings = table.lines().filter(|line| line.starts_with("(_,_,")).count();
        let panels: i64 = (2..a.rank()).map(extent).product();
        prop_assert_eq!(headings as i64, if a.rank() > 2 { panels } else { 0 });
        let mut widths = table.lines().filter(|line| line.contains('+') || line.contains('|')).map(str::len);
        let first = widths.next();
        prop_assert!(widths.all(|width| Some(width) == first), "{}", table);
    }
}

#[test]
fn refusals_show_the_word() {
    let text = "bf16[2,3]{1,0:T(8,128)S(1)E(4)}";
    let error = text.parse::<XlaShape>().unwrap_err();
    let picture = "at byte 26: expected `}`, or T, L, #, *, E, S, SC, M in this order\n  |\n\
        1 | bf16[2,3]{1,0:T(8,128)S(1)E(4)}\n  |                           ^";
    assert_eq!(error.render(text).to_string(), picture);
    let word = |text: &str| {
        let error = text.parse::<XlaShape>().unwrap_err();
        text[error.span().unwrap()].to_string()
    };
    assert_eq!(
        (word("f33[2]"), word("f32[2,x1]"), word("f32[2")),
        ("f33".into(), "x1".into(), "".into())
    );
    assert_eq!(word("f32[9223372036854775807,2]"), "f32[9223372036854775807,2]");
}

#[test]
fn deep_nesting_is_refused() {
    for depth in [63, 64, 65, 100_000] {
        let text = format!("({}1{}:1)", "(".repeat(depth), ")".repeat(depth));
        every_reader(&text);
    }
}
