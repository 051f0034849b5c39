//! The language evaluates expressions as the algebra does, and reports errors at their place.

use std::collections::BTreeSet;
use std::path::Path;

use layout_cli::dialect::{Dialect, Element, Foreign};
use layout_cli::format;
use layout_cli::language::operations::{FAMILIES, named, operations};
use layout_cli::language::{Scope, Value, evaluate};
use layout_core::{ComposedLayout, IntTuple, Layout, LayoutError, Padded, Tiler};
use proptest::prelude::*;

fn text(expression: &str) -> String {
    match evaluate(expression) {
        Ok(value) => value.to_string(),
        Err(failure) => panic!("{expression}: {failure}"),
    }
}

fn failure(expression: &str) -> String {
    evaluate(expression).expect_err(expression).to_string()
}

/// Texts in the notation of other systems are refused with the notation of this one.
#[test]
fn other_notations_are_refused_with_help() {
    let notation = "help: a layout is shape:stride, such as (4,8):(8,1)";
    for (expression, help) in [
        ("4,8:8,1", notation),
        ("4x8", notation),
        ("[4,8]:[8,1]", notation),
        ("{4,8}:{8,1}", notation),
        ("(4,8),(8,1)", notation),
        ("shape (4,8) stride (8,1)", notation),
        ("(4,8):column", "help: a stride is a tuple, `row`, `col` or `order(..)`"),
        ("(4,8):row_major", "help: a stride is a tuple, `row`, `col` or `order(..)`"),
        ("(4,8):(8,1)[1,2]", "help: an offset is a(1,2), a slice a(1,_)"),
        ("'(4,8):(8,1)'", "help: cmd.exe takes double quotes: \"(4,8):(8,1)\""),
    ] {
        let refusal = failure(expression);
        assert_eq!(refusal.lines().last(), Some(help), "{refusal}");
        assert_eq!(refusal.matches("help:").count(), 1, "{refusal}");
    }
    // The numbers are those of the text, if they are a shape and a stride.
    for (expression, layout) in [
        ("[6,10]:[10,1]", "(6,10):(10,1)"),
        ("(6,10),(10,1)", "(6,10):(10,1)"),
        ("6x10", "(6,10):(10,1)"),
        ("6x10:1x6", "(6,10):(1,6)"),
        ("6,5:5,1", "(6,5):(5,1)"),
        ("shape=(6,10), strides=(10,1)", "(6,10):(10,1)"),
        ("[6,10]", "(4,8):(8,1)"),
        ("[6,10]:[10]", "(4,8):(8,1)"),
        ("[6 10]:[10 1]", "(4,8):(8,1)"),
        ("[M,10]:[10,1]", "(4,8):(8,1)"),
        ("[[[6,10]", "(4,8):(8,1)"),
        ("6x10x", "(6,10):(10,1)"),
    ] {
        let help = format!("help: a layout is shape:stride, such as {layout}");
        assert_eq!(failure(expression).lines().last(), Some(&*help), "{expression}");
    }
    // A layout in this notation with a mistake needs no lesson.
    assert!(!failure("(4,8):(8,1").contains("help:"));
    assert!(failure("let tile! = 4; 4").contains("is a keyword"));
}

#[test]
fn expressions_have_their_values() {
    let mut others = Vec::new();
    for (expression, value) in [
        ("(12,(4,8)):(59,(13,1)) / <3:4,8:1>", "((3,4),((4,2),4)):((236,59),((13,1),2))"),
        ("(4,8):row", "(4,8):(8,1)"),
        ("layout!((4, 6):(6, 1)).zipped_divide(tile!(2, 3))", "((2,3),(2,2)):((6,1),(12,3))"),
        ("layout!(8:2) o Layout!(4:1)", "4:2"),
        ("shape!(4, 8).size", "32"),
        ("(4,2,8):order(2,0,1)", "(4,2,8):(16,1,2)"),
        ("8:order(0)", "8:1"),
        ("_4:_2", "4:2"),
        ("(8)", "(8)"),
        ("(8,)", "(8)"),
        ("((8):(2))", "(8):(2)"),
        ("(4,(-2,7)).depth", "2"),
        ("let a = (10,2):(16,4); a o (5,4):(1,5)", "(5,(2,2)):(16,(80,4))"),
        ("let a = 4:2 # four\nlet b = a.complement(24)\nb", "(2,3):(1,8)"),
        ("(10,2):(16,4) \u{2218} 5", "5:16"),
        ("(2,2):(4,1) * 6", "((2,2),(2,3)):((4,1),(2,8))"),
        ("6:1 o (8,4) / 2:1", "(2,16):(1,2)"),
        ("~8:1", "1:0"),
        ("Sw<3,4,3>", "Sw<3,4,3>"),
        ("S<2,0,-3>", "Sw<2,0,-3>"),
        ("Sw<2,0,3> o 8 o (8,8):row", "Sw<2,0,3> o 8 o (8,8):(8,1)"),
        ("Sw<2,0,3> o (8,8):row", "Sw<2,0,3> o 0 o (8,8):(8,1)"),
        ("Sw<2,0,3> o 8", "Sw<2,0,3> o 0 o 8:1"),
        ("(8,8):(16,1) o (Sw<2,0,3> o 0 o (4,8):(1,8))", "Sw<2,0,-4> o 0 o (4,8):(16,1)"),
        ("(Sw<2,0,3> o (8,8):row)(1,3)", "10"),
        ("let a = (4,8):row; a(1,2)", "10"),
        ("let a = (4,8):row; a(9)", "10"),
        ("let a = (4,8):row; a(1,_).offset", "8"),
        ("let a = (4,8):row; a(1,_).layout", "(8):(1)"),
        ("(2,10):(1@1,1@0)(1,3)", "(3,1)"),
        ("(10,2):(16,4) o (2,10):(1@1,1@0)", "(2,10):(4,16)"),
        ("10:1 .zipped_divide_padded(4) .inside((1,2))", "true"),
        ("collision((2,3):(2,1))", "first (1,0), other (0,2)"),
        ("collision((2,3):(3,1))", "none"),
        ("mojo(\"((3, 4):(4, 1))\").coalesce", "(3,4):(4,1)"),
        ("moye(\"(_2, 3):(_1, _8)\") o 2", "2:1"),
        ("mlir(\"memref<4x6xf32, strided<[8, 1], offset: 3>>\")", "layout (4,6):(8,1), offset 3"),
        ("xla(\"bf16[32,256]{1,0:T(8,128)(2,1)}\")", "((2,4,4),(128,2)):((1,256,2048),(2,1024))"),
        ("cute_dsl(\"!cute.layout<\\\"(4,2):(1,4)\\\">\").size", "8"),
        (
            "numpy(\"{'shape': (4, 8), 'strides': (64, 4), 'typestr': '<f4', 'version': 3}\")",
            "(4,8):(16,1)",
        ),
        ("numpy(\"{'typestr': '|i1', 'shape': (5,), 'strides': None}\")", "(5):(1)"),
        ("ceil_div((128,30), (16,4))", "(8,8)"),
        (
            "zipped_divide((n,64):(64,1), <8,16>)",
            "((8,16),(n/8,4)):((64,1),(512,16)) # if 8 divides n",
        ),
        ("(n{div=8},64):(64,1) / <8,16>", "((8,n/8),(16,4)):((64,512),(1,16))"),
        ("(?{div=32},64):row / <8,16>", "((8,?{div=4}),(16,4)):((64,512),(1,16))"),
        ("let k = 4; (8,4) * (n*k,m):row", "((8,4),(4*n,m)):((1,8),(32*m,32))"),
        ("(n,m):row.tiled_divide_padded(<8,16>).mode(1)", "ceil(n/8):8*m # if n >= 2, m >= 2"),
        ("(n,m):row.size", "n*m"),
        ("(m,k):row.right_inverse()", "(k,m):(m,1)"),
        ("left_inverse((m,k):(1,2*m))", "(2*m,k):(1,m) # if m >= 2, k >= 2"),
        ("nullspace((m,n,k):(1,0,m))", "n:m"),
        ("complement((4,n):(2,8), (16,n,k))", "(2,2*k):(1,8*n)"),
        ("complement(8:1, (n,4))", "n/2:8 # if 2 divides n"),
        (
            "(8,64):(64,1).tile_to_shape((m,k))",
            "((8,m/8),(64,k/64)):((64,512),(1,64*m)) # if 8 divides m, 64 divides k",
        ),
        ("(m,64):row.recast(16, 32)", "(m,32):(32,1)"),
        ("(m,64):row.downcast(2)", "(m,128):(128,1)"),
        ("1@0@1", "1@0@1"),
        ("slice_axes((5,3,7):(21,7,1), \"-1, 1:\")", "layout (2,7):(7,1), offset 91"),
        (
            "slice_fractals(((16,8),(16,3)):((16,256),(1,2048)), (0,32), (48,48))",
            "layout ((16,3),(16,1)):((16,256),(1,0)), offset 4096",
        ),
    ] {
        let found = text(expression);
        if found != value {
            others.push(format!("{expression} is {found}, not {value}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn failures_say_where_and_what() {
    for (expression, said) in [
        (
            "",
            "expected a layout, a tuple, a tiler, a swizzle or a name, found the end\n  |\n1 | \n  | ^",
        ),
        (
            "(4,8):(1,4,2)",
            "stride (1,4,2) is not congruent with shape (4,8)\n  |\n1 | (4,8):(1,4,2)\n  |       ^^^^^^^",
        ),
        ("(4,8):(1,", "found the end\n  |\n1 | (4,8):(1,\n  |          ^"),
        ("(4 8)", "expected `,` or `)`, found `8`\n  |\n1 | (4 8)\n  |    ^"),
        ("4:1 )", "expected an operator (`o`, `*`, `/`), `.`, `;` or the end, found `)`"),
        ("(4,8) $ 2", "unexpected character `$`\n  |\n1 | (4,8) $ 2\n  |       ^"),
        (
            "let a = 4:1;\na o nope",
            "`nope` has no value\n  |\n2 | a o nope\n  |     ^^^^\nhelp: assign it first: let nope = ..; ..",
        ),
        ("coalese(4)", "help: coalesce(a): the same function in as few modes as possible"),
        (
            "(n,60):row / <8,16>",
            "cannot divide (n,60):(60,1) by <8:1,16:1>: 16 does not divide 60; the padded divide rounds up\n",
        ),
        ("(n,m):(1,k) / 8", "(n,m):(1,k) by 8:1: the result depends on the integers of n, m, k\n"),
        (
            "(n,4):row.max_alignment()",
            "`max_alignment` has no result for these operands with names\n",
        ),
        (
            "tile_to_shape(Sw<3,4,3> o 0 o (8,64):(64,1), (m,k))",
            "`tile_to_shape` has no result for a swizzle next to names\n",
        ),
        ("(4,n):(1,d).right_inverse()", "the result depends on the integers of n, d\n"),
        ("let rows = 4; (rws,2)", "`rws` has no value"),
        ("let n{div=8} = 4; n", "`n{div=8}` is not a name"),
        ("(n{div=x},4)", "expected the divisor"),
        ("coalesce()", "`coalesce` does not take 0 values"),
        ("compose(4:1)", "`compose` does not take 1 value\n"),
        ("(4,8)(8,1)", "help: strides follow a colon: (4,8):(8,1)"),
        (
            "(4,8) / Sw<1,0,1>",
            "`tiler` of logical_divide(a, tiler) is a tiler or a layout, found a swizzle `Sw<1,0,1>`\n  |\n1 | (4,8) / Sw<1,0,1>\n  |         ^^^^^^^^^",
        ),
        ("(10,2):(16,4) o 4:4", "cannot compose (10,2):(16,4) with 4:4: 4 does not divide 10"),
        (
            "(4:1, 2)",
            "a tuple holds integers and `_`, not a layout\n  |\n1 | (4:1, 2)\n  |  ^^^\nhelp: layouts side by side",
        ),
        ("<Sw<1,0,1>>", "the modes of a tiler are layouts, integers and `_`, not a swizzle"),
        ("Sw<99,0,1>", "no swizzle Sw<99,0,1>"),
        ("99999999999999999999", "an integer is past 9223372036854775807"),
        ("mojo(\"((3, 4):(4\")", "expected"),
        ("\"", "this string has no closing"),
        (
            "Sw<1,0,1> * 4 * 8",
            "`a` of logical_product(a, b) is a layout, found a swizzle `Sw<1,0,1>`",
        ),
        ("4:1 o 1@0", "the stride 1@0 counts in units of a coordinate"),
        ("Sw<1,0,1> o 1@0 o 4:1", "the stride 1@0 counts in units of a coordinate"),
        ("let row = 4", "`row` is a keyword"),
        ("numpy(\"{'shape': (4, 8), 'strides': (30, 4), 'typestr': '<f4'}\")", "30"),
        ("numpy(\"{'shape': 4}\")", "an entry `'typestr': ..` was expected"),
        ("numpy(\"{'typestr': é\")", "expected `}`"),
        ("numpy(\"{'typestr': é}\")", "expected a value"),
        ("(4 \"one\ntwo\")", "expected `,` or `)`, found `\"one\\ntwo\"`"),
        ("mlir(\"memref<4xf32, strided<[1], offset: ?>>\") / 2", "found a layout with an offset"),
    ] {
        let found = failure(expression);
        assert!(found.contains(said), "{expression}:\n{found}\nwithout\n{said}");
    }
}

#[test]
fn nesting_has_an_end() {
    for deep in [
        "(".repeat(10_000),
        "~".repeat(10_000) + "4",
        "<".repeat(10_000),
        format!("4{}", ".coalesce".repeat(10_000)),
        format!("4{}", "(0)".repeat(10_000)),
        "coalesce(".repeat(10_000),
        format!("{}4{}", "(".repeat(20), ")".repeat(20)),
    ] {
        let _ = evaluate(&deep);
        let refused = evaluate(&deep).is_err();
        assert!(refused || deep.len() < 100);
    }
    let long = vec!["4:1"; 1000].join(" o ");
    assert_eq!(text(&long), "4:1");
}

/// Writes the result of an operation in notation.
trait LanguageAnswer {
    fn text(self) -> Option<String>;
}

impl<T: std::fmt::Display> LanguageAnswer for Result<T, LayoutError> {
    fn text(self) -> Option<String> {
        self.ok().map(|value| value.to_string())
    }
}

fn padded(answer: Result<Padded, LayoutError>) -> Result<Layout, LayoutError> {
    answer.map(|padded| padded.layout())
}

fn layout() -> impl Strategy<Value = Layout> {
    let leaf = (1..7_i64, prop_oneof![0..9_i64, prop::sample::select(vec![12, 16, 24, 48])]);
    (prop::collection::vec(leaf, 1..4), any::<bool>()).prop_map(|(leaves, nested)| {
        let mut parts: Vec<_> = leaves
            .iter()
            .map(|&(s, d)| Layout::new(IntTuple::from(s), IntTuple::from(d)).unwrap())
            .collect();
        let last = parts.pop().unwrap();
        let first = parts.into_iter().reduce(|a, b| a.concat(&b).unwrap());
        match first {
            Some(first) if nested => last.concat(&first).unwrap(),
            Some(first) => first.append(&last).unwrap(),
            None => last,
        }
    })
}

type Asked = fn(&Layout, &Layout) -> Option<String>;

/// Expressions of `a` and `b`, and their values by the algebra.
const ASKED: &[(&str, Asked)] = &[
    ("a o b", |a, b| a.compose(&Tiler::whole(*b)).text()),
    ("a / b", |a, b| a.logical_divide(&Tiler::whole(*b)).text()),
    ("a * b", |a, b| a.logical_product(&Tiler::whole(*b)).text()),
    ("~a", |a, _| a.complement_padded(a.cosize()).text()),
    ("coalesce(a)", |a, _| a.coalesce().text()),
    ("a.coalesce((1,1))", |a, _| a.coalesce_by(&"(1,1)".parse().unwrap()).text()),
    ("a.filter", |a, _| a.filter().text()),
    ("a.filter_zeros", |a, _| Some(a.filter_zeros().to_string())),
    ("a.complement(48)", |a, _| a.complement(48).text()),
    ("a.complement_padded(50)", |a, _| a.complement_padded(50).text()),
    ("zipped_divide(a, <2,_>)", |a, _| a.zipped_divide(&"<2,_>".parse().unwrap()).text()),
    ("tiled_divide(a, b)", |a, b| a.tiled_divide(&Tiler::whole(*b)).text()),
    ("flat_divide(a, b)", |a, b| a.flat_divide(&Tiler::whole(*b)).text()),
    ("zipped_divide_padded(a, b)", |a, b| padded(a.zipped_divide_padded(&Tiler::whole(*b))).text()),
    ("zipped_product(a, b)", |a, b| a.zipped_product(&Tiler::whole(*b)).text()),
    ("tiled_product(a, b)", |a, b| a.tiled_product(&Tiler::whole(*b)).text()),
    ("flat_product(a, b)", |a, b| a.flat_product(&Tiler::whole(*b)).text()),
    ("blocked_product(a, b)", |a, b| a.blocked_product(b).text()),
    ("raked_product(a, b)", |a, b| a.raked_product(b).text()),
    ("right_inverse(a)", |a, _| a.right_inverse().text()),
    ("left_inverse(a)", |a, _| a.left_inverse().text()),
    ("inverse(a)", |a, _| a.inverse().text()),
    ("nullspace(a)", |a, _| a.nullspace().text()),
    ("max_common_layout(a, b)", |a, b| a.max_common_layout(b).text()),
    ("max_common_vector(a, b)", |a, b| a.max_common_vector(b).text()),
    ("upcast(a, 2)", |a, _| a.upcast(2).text()),
    ("downcast(a, 2)", |a, _| a.downcast(2).text()),
    ("a.recast_bits(16, 32)", |a, _| a.recast_bits(16, 32).text()),
    ("max_alignment(a)", |a, _| Some(a.max_alignment().to_string())),
    ("is_injective(a)", |a, _| a.is_injective().text()),
    ("is_bijective(a)", |a, _| Some(a.is_bijective().to_string())),
    ("is_contiguous(a)", |a, _| Some(a.is_contiguous().to_string())),
    ("same_function(a, b)", |a, b| Some(a.same_function(b).to_string())),
    ("a.size", |a, _| Some(a.size().to_string())),
    ("a.cosize", |a, _| Some(a.cosize().to_string())),
    ("a.min_offset", |a, _| a.min_offset().text()),
    ("max_offset(a)", |a, _| a.max_offset().text()),
    ("from_modes(a, b, a)", |a, b| Layout::from_modes(&[*a, *b, *a]).text()),
    ("a.rank", |a, _| Some(a.rank().to_string())),
    ("a.depth", |a, _| Some(a.depth().to_string())),
    ("a.shape", |a, _| Some(a.shape().to_string())),
    ("a.stride", |a, _| Some(a.stride().to_string())),
    ("a(1)", |a, _| a.try_index(&1.into()).text()),
    ("a.coord(1)", |a, _| a.coord(1).text()),
    ("a.coord_of(3)", |a, _| a.coord_of(3).text()),
    ("a(_)", |a, _| {
        a.slice(&"_".parse().unwrap()).map(|(l, at)| format!("layout {l}, offset {at}")).text()
    }),
    ("a.mode(1)", |a, _| a.mode(1).text()),
    ("a.flatten", |a, _| a.flatten().text()),
    ("a.take(0, 2)", |a, _| a.take(0, 2).text()),
    ("a.select((1,0))", |a, _| a.select(&[1, 0]).text()),
    ("a.group(0, 2)", |a, _| a.group(0, 2).text()),
    ("concat(a, b)", |a, b| a.concat(b).text()),
    ("append(a, b)", |a, b| a.append(b).text()),
    ("prepend(a, b, 4)", |a, b| a.prepend_to(b, 4).text()),
    ("replace(a, 0, b)", |a, b| a.replace(0, b).text()),
    ("permute(a, (1,0))", |a, _| a.permute(&[1, 0]).text()),
    ("sort(a)", |a, _| a.sort().text()),
    ("with_shape(a, (2,2))", |a, _| a.with_shape(&"(2,2)".parse().unwrap()).text()),
    ("tile_to_shape(a, b.shape)", |a, b| a.tile_to_shape(&b.shape()).text()),
    ("like(a)", |a, _| a.like().text()),
    ("fragment_like(a)", |a, _| a.fragment_like().text()),
    ("reshape(a, (2,-1))", |a, _| a.reshape(&"(2,-1)".parse().unwrap()).text()),
    ("squeeze(a)", |a, _| a.squeeze().text()),
    ("unsqueeze(a, (0,-1))", |a, _| a.unsqueeze(&[0, -1]).text()),
    ("stride_order(a)", |a, _| a.stride_order().text()),
    ("elem_add(a.shape, b.shape)", |a, b| a.shape().elem_add(&b.shape()).text()),
    ("ceil_div(a.shape, b.shape)", |a, b| a.shape().ceil_div(&b.shape()).text()),
    ("compatible(a.shape, b.shape)", |a, b| Some(a.shape().compatible(&b.shape()).to_string())),
    ("Sw<2,0,3> o a", |a, _| a.swizzled("Sw<2,0,3>".parse().unwrap()).text()),
    ("(Sw<2,0,3> o a) / b", |a, b| {
        let swizzled: ComposedLayout = a.swizzled("Sw<2,0,3>".parse().unwrap()).unwrap();
        swizzled.logical_divide(&Tiler::whole(*b)).text()
    }),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_answer_as_the_algebra_does(a in layout(), b in layout()) {
        let mut scope = Scope::default();
        scope.evaluate(&format!("let a = {a}; let b = {b}")).unwrap();
        for (expression, algebra) in ASKED {
            let found = scope.evaluate(expression).ok().map(|value| value.to_string());
            prop_assert_eq!(found, algebra(&a, &b), "{} of {} and {}", expression, a, b);
        }
    }

    #[test]
    fn values_read_back(a in layout(), b in layout()) {
        for written in [a.to_string(), a.shape().to_string(), Tiler::whole(b).to_string()] {
            prop_assert_eq!(text(&written), written);
        }
        for dialect in Dialect::ALL {
            let mut said = Foreign::from(Value::from(a));
            said.element = dialect.names_elements().then(|| Element::named("f32").unwrap());
            // Some systems have texts for some layouts only.
            if let Ok((written, _)) = dialect.write_part(&said) {
                let read = dialect.read(&written).unwrap().layout;
                let Value::Layout(read) = read else { panic!("{written}: {read:?}") };
                // A system of arrays writes an axis for each mode.
                let axes = a.to_flat().is_ok_and(|flat| read.same_function(&flat));
                // An encoding has images of bits, so no stride of an extent of 1.
                let is_encoding = matches!(dialect, Dialect::Triton | Dialect::Gluon);
                let is_same =
                    is_encoding && read.shape() == a.shape() && read.same_function(&a);
                prop_assert!(axes || read == a || is_same, "{} of {}", written, a);
            }
        }
    }
}

/// `-0` is not an extent, as for the parser of layouts; as a stride it is 0.
#[test]
fn extents_have_no_sign() {
    for text in ["-0:1", "(4,-0):(1,1)", "(2,(3,-0)):row", "8:1 o -0:1"] {
        let failure = evaluate(text).unwrap_err();
        assert_eq!(failure.message(), "an extent has no sign", "{text}");
        assert!(text == "8:1 o -0:1" || text.parse::<Layout>().is_err(), "{text}");
    }
    for text in ["4:-0", "(4,2):(-0,1)"] {
        let values = [evaluate(text).unwrap(), Value::from(text.parse::<Layout>().unwrap())];
        assert_eq!(values[0].to_string(), values[1].to_string(), "{text}");
    }
}

#[test]
fn rows_are_told_apart() {
    let mut signatures = BTreeSet::new();
    for row in operations() {
        let kinds: Vec<_> = row.parameters.iter().map(|parameter| parameter.kind).collect();
        assert!(signatures.insert((row.name, kinds)), "{} appears twice", row.signature());
        assert!(!row.help.is_empty() && !row.help.ends_with('.'), "{}", row.name);
        for alias in row.aliases {
            let other = named(alias).iter().find(|other| other.name == *alias);
            let takes_the_same = |other: &layout_cli::language::operations::OperationRow| {
                other.parameters.len() == row.parameters.len()
                    && other.parameters.iter().zip(row.parameters).all(|(a, b)| a.kind == b.kind)
            };
            assert!(!other.copied().is_some_and(takes_the_same), "{alias} is also an operation");
        }
    }
}

/// Methods of the algebra that are not operations of the language, each with the reason.
const NOT_OPERATIONS: &[(&str, &str)] = &[
    ("nodes", "a list of nodes, for readers and writers of other notations"),
    ("from_nodes", "as `nodes`"),
    ("new", "written S:D"),
    ("exists", "a value exists"),
    ("leaf", "a function of code"),
    ("leaf_count", "a function of code"),
    ("equals", "two notations are compared"),
    ("same_form", "of types"),
    ("has_signs_of", "of types"),
    ("are_integers", "of types"),
    ("all_known", "of types"),
    ("set_known", "of types"),
    ("set_unknown", "of types"),
    ("is_known", "of types"),
    ("marked", "of types"),
    ("basis", "of types"),
    ("unit", "written 1@0"),
    ("value", "of code"),
    ("path", "of code"),
    ("set_value", "of code"),
    ("unknown", "of types"),
    ("tuple", "written (..)"),
    ("get", "an alias of mode"),
    ("coalesce_by", "coalesce with a profile"),
    ("complement_in", "complement with a shape"),
    ("complement_padded_in", "complement_padded with a shape"),
    ("append_to", "append with a rank"),
    ("prepend_to", "prepend with a rank"),
    ("tile_to_shape_ordered", "tile_to_shape with an order"),
    ("compose_swizzled", "compose with a swizzled layout"),
    ("logical_product_swizzled", "logical_product with a swizzled layout"),
    ("swizzled", "compose with a swizzle"),
    ("image", "index of a coordinate layout"),
    ("try_image", "index of a coordinate layout"),
    ("try_index", "index, which checks bounds here"),
    ("slice_image", "slice of a coordinate layout"),
    ("inside", "of padded layouts"),
    ("iter", "an iterator"),
    ("modes", "an iterator; mode"),
    ("images", "an iterator"),
    ("table", "a picture: layout show"),
    ("adds_up", "a check of code"),
    ("disjoint", "is_injective and collision say the same"),
    ("merge_axes", "takes a mask of bits"),
    ("mergeable_axes", "gives a mask of bits"),
    ("capacity", "of Ascend C"),
    ("product_of", "product"),
    ("sum_of", "sum"),
    ("inner_product_of", "inner_product"),
    ("crd2idx_of", "crd2idx"),
    ("from_tuple", "of code"),
];

/// Every public method of layouts and tuples is an operation of the language, or is listed above.
#[test]
fn every_method_of_the_algebra_is_an_operation() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../layout-core/src");
    let folders = ["algebra", "layout", "mapping", "tuple"];
    let files = ["strided/order.rs", "strided/flatten.rs", "strided/reshape.rs"];
    let mut paths: Vec<_> = files.iter().map(|file| sources.join(file)).collect();
    let mut folders: Vec<_> = folders.iter().map(|folder| sources.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    let mut count = 0;
    for path in paths {
        let code = std::fs::read_to_string(&path).unwrap();
        let (mut of, mut is_hidden) = ("", false);
        for line in code.lines() {
            if let Some(implemented) = line.strip_prefix("impl ") {
                of = implemented.split([' ', '<']).next().unwrap_or_default();
            }
            let method = line
                .strip_prefix("    pub const fn ")
                .or(line.strip_prefix("    pub fn "))
                .and_then(|rest| rest.split(['(', '<']).next());
            // What other crates of the workspace need alone, such as plans, is hidden.
            if let Some(method) =
                method.filter(|_| !is_hidden && (of == "Layout" || of == "IntTuple"))
            {
                count += 1;
                let known = !named(method).is_empty()
                    || NOT_OPERATIONS.iter().any(|(name, _)| *name == method);
                assert!(known, "{method} of {of} is not an operation of the language");
            }
            is_hidden = line.trim() == "#[doc(hidden)]";
        }
    }
    assert!(count > 100, "{count}");
}

/// Expressions whose blanks are varied.
const STYLED: &[&str] = &[
    "(4,8):(8,1)",
    "(4,(2,2)):row o <2,_>",
    "let a = 4:2; a.complement(24) * ~3:1",
    "Sw<2,0,-3> o 8 o (8,8):order(1,0)",
    "(4,6):(1@0,-2@1@0) / (2,):(3,)",
    "index((4,8),(1,2))",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Formatting changes blanks only, and formatting again changes nothing.
    #[test]
    fn style_keeps_what_is_said(which in 0..STYLED.len(), blanks in prop::collection::vec(0..3_usize, 80)) {
        let dense: String = STYLED[which].to_owned();
        let mut written = String::new();
        for (sign, count) in dense.chars().zip(blanks) {
            // A blank is inserted after a word, not inside.
            if !sign.is_alphanumeric() && !written.ends_with('_') {
                written.push_str(&" ".repeat(count));
            }
            written.push(sign);
        }
        prop_assert_eq!(format::expression(&written).unwrap(), STYLED[which]);
        let code = format!("let x = layout!({written}); /* layout!( 4 ) */ f('\\'', \"tile!( 4 )\", r\"\\\");\n");
        let styled = format::code(&code);
        let said = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(said(&styled), said(&code));
        prop_assert!(styled.contains("/* layout!( 4 ) */ f('\\'', \"tile!( 4 )\", r\"\\\");\n"), "{}", styled);
        prop_assert_eq!(format::literals(&styled), []);
    }
}

/// `OPERATIONS.md` has a line for each row of the table. `UPDATE=1` writes it.
#[test]
fn operations_are_listed() {
    let mut page = String::from(
        "# Operations of expressions\n\nWritten from the rows in `src/language/operations/`. A parameter with `?` may \
         be left out; `operation(a, b)` is also `a.operation(b)`.\n",
    );
    for family in FAMILIES {
        page += &format!(
            "\n## {}\n\n| operation | what it gives | also called |\n|---|---|---|\n",
            family.title
        );
        for row in family.operations {
            let aliases: Vec<_> = row.aliases.iter().map(|alias| format!("`{alias}`")).collect();
            page += &format!(
                "| `{}` | {} | {} |\n",
                row.signature(),
                row.help.replace('|', "\\|"),
                aliases.join(", ")
            );
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("OPERATIONS.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let listed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(listed == page, "UPDATE=1 cargo test -p static-layout-cli --test language operations");
}
