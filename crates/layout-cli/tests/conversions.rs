//! Conversions between the texts of systems: what is written reads back as equal, or is refused with the word for what is
//! lost. `UPDATE=1` writes the table of `CONVERSIONS.md`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use layout_cli::dialect::{Aspect, Dialect, Element, Foreign, Other};
use layout_cli::language::{Value, evaluate};
use layout_core::{IntTuple, Layout};
use proptest::prelude::*;
use proptest::sample::select;

/// A layout of one mode without parentheses is an array of one axis.
fn of_axes(layout: Layout) -> String {
    if layout.shape().depth() == 0 {
        format!("({}):({})", layout.shape(), layout.stride())
    } else {
        layout.to_string()
    }
}

/// Whether all integers are equal, and extents of 1 have any stride.
fn is_same_layout(a: &Value, b: &Value, of_arrays: bool) -> bool {
    match (a.as_layout(), b.as_layout()) {
        (Some(a), Some(b)) if of_arrays => {
            a.same_function(&b) && a.shape() == b.shape() || of_axes(a) == of_axes(b) || {
                let (a, b) = (of_axes(a).parse::<Layout>(), of_axes(b).parse::<Layout>());
                matches!((a, b), (Ok(a), Ok(b)) if a.same_function(&b))
            }
        }
        _ => a.kind() == b.kind() && a.to_string() == b.to_string(),
    }
}

fn parts(said: &Foreign) -> Vec<&Other> {
    said.others.iter().filter(|other| other.name != "shape").collect()
}

/// The aspects in which a text that is read again differs.
fn changed(said: &Foreign, again: &Foreign, to: Dialect) -> Vec<Aspect> {
    let of_arrays = to.is_of_arrays();
    let mut changed = Vec::new();
    if !is_same_layout(&said.layout, &again.layout, of_arrays) {
        changed.push(Aspect::Layout);
    }
    if said.offset.to_string() != again.offset.to_string()
        || said.offset.is_known(0) != again.offset.is_known(0)
    {
        changed.push(Aspect::Offset);
    }
    if said.element != again.element {
        changed.push(Aspect::Element);
    }
    let (all, left) = (parts(said), parts(again));
    if all.iter().any(|part| !left.contains(part)) || left.len() > all.len() {
        changed.push(Aspect::Other);
    }
    changed
}

fn value(text: &str) -> Value {
    evaluate(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn layouts() -> impl Strategy<Value = Value> {
    let extent = || select(&[1_i64, 2, 3, 4, 8][..]);
    let stride = || select(&[0_i64, 1, 2, 5, 16, -4, -1][..]);
    let flat = prop::collection::vec((extent(), stride()), 0..4).prop_map(|modes| {
        let join = |f: &dyn Fn(&(i64, i64)) -> i64| {
            modes.iter().map(|mode| f(mode).to_string()).collect::<Vec<_>>().join(",")
        };
        format!("({}):({})", join(&|mode| mode.0), join(&|mode| mode.1))
    });
    let texts = select(
        &[
            "8:1",
            "(4,8):row",
            "(4,8):col",
            "(0,4):(4,1)",
            "():()",
            "((2,2),4):((1,2),4)",
            "(4,(2,2)):(4,(2,1))",
            "((2,4),8):((1,16),2)",
            "Sw<2,0,3> o 0 o (8,8):(8,1)",
            "Sw<3,3,3> o 16 o ((8,2),64):((64,512),1)",
            "Sw<0,4,3> o 13 o (4,8):(8,1)",
            "Sw<1,2,-3> o 0 o (8,8):(8,1)",
            "Sw<3,4,3>",
            "Sw<2,1,-3>",
            "(4,(2,3))",
            "(3,3,3)",
            "12",
            "(4,6):(1@0,1@1)",
            "(4,(2,3)):(2@0,(1@1,5@1))",
            "(4,2):(1@1@0,3@2)",
            "(1@0,1@1)",
            "(?,64):(64,1)",
            "(?{div=8},?{i32}):(?{i32 div=4},1)",
            "(?{<=7},4):(4,1)",
            "(n,64):(64,1)",
            "(n,m):(m,1)",
            "(n,4):(1@0,1@1)",
            "(?{i32},(2,?{div=8})):(2@0,(1@0@1,1@1@1))",
            "((8,n/8),4):((1,8),n)",
            "(n{div=8},64):(64,1)",
            "(n{div=8},64):(64,1) / <16,8>",
            "zipped_divide_padded(10:1, 4)",
            "zipped_divide_padded(12:1, 4)",
            "compatible((4,8),(4,8))",
            "<4,8>",
            "(1,_)",
            "<(2,2):(1,4),_,3:2>",
            "(0,(_,7))",
            "Sw<2,0,3> o 0 o (0,4):(4,1)",
        ][..],
    );
    prop_oneof![1 => flat.prop_map(|text| value(&text)), 1 => texts.prop_map(value)]
}

fn elements() -> impl Strategy<Value = Option<Element>> {
    let known = select(
        &["f32", "f16", "bf16", "s8", "u8", "s4", "pred", "c64", "f8e4m3fn", "f64", "u1", "s1"][..],
    );
    let of_mlir = select(
        &["index", "si8", "vector<4xf32>", "i128", "!llvm.ptr", "complex<f16>", "memref<4xi8, 3>"]
            [..],
    );
    let of_numpy = select(&["<i2", ">f4", "|V12", "<M8[ns]", "<U5", "|O", "|S3", "<f16"][..]);
    prop_oneof![
        Just(None),
        known.prop_map(|name| Element::named(name).ok()),
        of_mlir.prop_map(|name| Some(Element::mlir(name))),
        of_numpy.prop_map(Element::numpy),
        select(&[4_i64, 16, 32, 96][..]).prop_map(|bits| Some(Element::of_bits(bits))),
    ]
}

fn others() -> impl Strategy<Value = Vec<Other>> {
    let other = |system, name, text: &str| Other { system, name, text: text.into() };
    select(vec![
        vec![],
        vec![other(Dialect::Mlir, "memory space", "2 : i32")],
        vec![other(Dialect::Mlir, "memory space", "#gpu.address_space<workgroup>")],
        vec![other(Dialect::Mlir, "memory space", "{a = \"x>\", b = [1, 2]}")],
        vec![other(Dialect::CuteDsl, "memory space", "smem")],
        vec![
            other(Dialect::CuteDsl, "memory space", "gmem"),
            other(Dialect::CuteDsl, "alignment", "16"),
        ],
        vec![other(Dialect::Cute, "pointer", "smem_ptr[16b](unset)")],
        vec![other(Dialect::Xla, "memory space", "S(5)")],
        vec![other(Dialect::Numpy, "fields", "[('a', '<i2'), ('b', '<i2')]")],
    ])
}

fn offsets() -> impl Strategy<Value = IntTuple> {
    prop_oneof![
        4 => Just(IntTuple::leaf(0)),
        4 => (-20_i64..20).prop_map(IntTuple::leaf),
        1 => Just(IntTuple::unknown(0)),
        1 => Just("(0,64)".parse().unwrap()),
        1 => Just(IntTuple::tuple(&[IntTuple::unknown(0), 8.into()]).unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What has no loss is written, and reads back as equal. What has one is refused with the word for it. A part that
    /// does not read back is among the losses.
    #[test]
    fn written_texts_say_the_same_or_are_refused(
        layout in layouts(), offset in offsets(), element in elements(), others in others(),
    ) {
        let said = Foreign { layout, offset, element, others };
        for to in Dialect::ALL {
            // The notation has no truth values, which only operations have.
            if to == Dialect::Cute && matches!(said.layout, Value::Truth(_)) {
                continue;
            }
            let mut said = said.clone();
            if to.names_elements() && said.element.is_none() {
                prop_assert!(to.write(&said).is_err(), "{:?} without an element by {}", said, to.name());
                said.element = Element::named("f32").ok();
            }
            let lost = to.lost(&said);
            let written = to.write(&said);
            if let Some(first) = lost.first() {
                let failure = written.as_ref().err().map(|failure| failure.message().to_owned());
                prop_assert_eq!(failure, Some(first.to_string()));
                prop_assert!(first.to_string().contains("no word for"), "{}", first);
            }
            let Ok((text, named)) = to.write_part(&said) else {
                // No array has these strides, or a name has no place: the message says so.
                prop_assert!(written.is_err());
                continue;
            };
            prop_assert_eq!(&named, &lost);
            prop_assert_eq!(written.is_ok(), lost.is_empty());
            let again = to.read(&text);
            let again = again.unwrap_or_else(|error| panic!("{text} of {said:?}, {}: {error}", to.name()));
            let is_lost = |aspects: &[Aspect]| lost.iter().any(|lost| aspects.contains(&lost.aspect));
            for aspect in changed(&said, &again, to) {
                let right = match aspect {
                    // The compact layout of a shape, and an offset without a swizzle, are written as a layout.
                    Aspect::Layout => {
                        let plain = matches!(said.layout, Value::Tuple(_) | Value::Swizzled(_) | Value::Padded(_));
                        is_lost(&[Aspect::Nesting, Aspect::Names, Aspect::Facts, Aspect::Bounds])
                            || plain && to != Dialect::Cute && said.layout.as_swizzled().is_none_or(|a| a.swizzle().bits() == 0)
                            || matches!(said.layout, Value::Padded(_))
                    }
                    Aspect::Offset => said.layout.as_swizzled().is_some_and(|a| a.swizzle().bits() == 0),
                    Aspect::Element => is_lost(&[Aspect::Element]),
                    _ => is_lost(&[Aspect::Other]),
                };
                prop_assert!(right, "{:?} of {:?} by {}: {}", aspect, said, to.name(), text);
            }
        }
    }
}

/// Texts with every part that a system has, and what they are written as by the same system where that differs.
const WHOLE: &[(Dialect, &str, &str)] = &[
    (
        Dialect::Cute,
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
        "smem_ptr[16b](unset) o Sw<3,3,3> o 0 o (8,64):(64,1)",
    ),
    (
        Dialect::Cute,
        "Sw<3,4,3>_smem_ptr[16b](0x7f8f00000c00) o (_8,_64):(_64,_1)",
        "smem_ptr[16b](0x7f8f00000c00) o Sw<3,3,3> o 0 o (8,64):(64,1)",
    ),
    (
        Dialect::Cute,
        "smem_Sw<2,4,3>_ptr[8b](0x7f8f00000c00) o (_8,_64):(_64,_1)",
        "smem_ptr[8b](0x7f8f00000c00) o Sw<2,4,3> o 0 o (8,64):(64,1)",
    ),
    (
        Dialect::Cute,
        "Sw<3,4,3> o smem_ptr[4b](unset) o (_8,_64):(_64,_1)",
        "smem_ptr[4b](unset) o Sw<3,5,3> o 0 o (8,64):(64,1)",
    ),
    (
        Dialect::Cute,
        "gmem_ptr[32b](0x7f8f00000c00) o (128,8,_5):(_1,5120,40960)",
        "gmem_ptr[32b](0x7f8f00000c00) o (128,8,5):(1,5120,40960)",
    ),
    (
        Dialect::Cute,
        "Sw<3,4,3> o smem_ptr_16b(unset) o (_8,_64):(_64,_1)",
        "smem_ptr[16b](unset) o Sw<3,3,3> o 0 o (8,64):(64,1)",
    ),
    (Dialect::Cute, "gmem_ptr_32b(0x7f8) o _8:_1", "gmem_ptr[32b](0x7f8) o 8:1"),
    (Dialect::Cute, "subptr[4b](0x7f8f00000c00.1) o _8:_1", "subptr[4b](0x7f8f00000c00.1) o 8:1"),
    (
        Dialect::Cute,
        "tmem_[32b](0x0000.0000) o ((_128,_256),_1,_1):((_65536,_1),_0,_0)",
        "tmem_[32b](0x0000.0000) o ((128,256),1,1):((65536,1),0,0)",
    ),
    (
        Dialect::Cute,
        "GMMA::DescriptorIterator o (_1,_2,_4):(_0,_64,_256)",
        "GMMA::DescriptorIterator o (1,2,4):(0,64,256)",
    ),
    (Dialect::Cute, "ArithTuple(_0,_0) o (_4,_6):(_1@0,_1@1)", "(4,6):(1@0,1@1)"),
    (Dialect::Cute, "ArithTuple(0,64) o (_4,_6):(_1@0,_1@1)", "ArithTuple(0,64) o (4,6):(1@0,1@1)"),
    (Dialect::Cute, "counting_iter(5) o (_4,_6):(_6,_1)", "layout (4,6):(6,1), offset 5"),
    (Dialect::CuteDsl, "!cute.composed_layout<\"S<3,4,3> o 16 o ((8,2),64):((64,512),1)\">", ""),
    (Dialect::CuteDsl, "!cute.layout<\"(4,6):(1@0,1@0@1)\">", ""),
    (Dialect::CuteDsl, "!cute.layout<\"(?{i64 div=8},?{div=4}):(1,?)\">", ""),
    (Dialect::CuteDsl, "!cute.memref<f16, smem, align<128>, S<3,4,3>, \"(8,64):(64,1)\">", ""),
    (Dialect::CuteDsl, "!cute.memref<f8E4M3FN, gmem, \"(?,64):(64,1)\">", ""),
    (Dialect::CuteDsl, "!cute.coord_tensor<\"(0,64)\", \"(4,6):(1@0,1@1)\">", ""),
    (Dialect::CuteDsl, "!cute.swizzle<\"S<2,0,-3>\">", ""),
    (Dialect::CuteDsl, "!cute.int_tuple<\"(4,(2,-8))\">", ""),
    (Dialect::CuteDsl, "!cute.stride<\"(1@0,1@1)\">", ""),
    (Dialect::CuteDsl, "!cute.int_tuple<\"(4,(2,?{i64 div=8}),?)\">", ""),
    (Dialect::CuteDsl, "!cute.layout<\"(?,(6,?{i64 div=8})):(1@0,(1@0@1,2@1@1))\">", ""),
    (Dialect::CuteDsl, "!cute.coord_tensor<\"(?,0)\", \"(?,6):(1@0,1@1)\">", ""),
    (Dialect::CuteDsl, "!cute.coord<\"(0,_,(_,1))\">", ""),
    (Dialect::CuteDsl, "!cute.tile<\"[4:1;(2,2):(1,4);_]\">", ""),
    (
        Dialect::CuteDsl,
        "!cute.coord_tensor<\"(?{i64 div=8},(0,?))\", \"(4,(6,2)):(1@0,(1@0@1,1@1@1))\">",
        "",
    ),
    (Dialect::FlyDsl, "!fly.int_tuple<(4,(2,?{i64 div=8}),?)>", ""),
    (Dialect::FlyDsl, "!fly.tile<[4:1|(2,2):(1,4)|*]>", ""),
    (Dialect::FlyDsl, "!fly.coord_tensor<(?{i64 div=8},(0,?)), (4,(6,2)):(1E0,(1E1E0,1E1E1))>", ""),
    (Dialect::Mojo, "((-1, (4, 2)):(8, (1, -1)))", ""),
    (Dialect::Mojo, "(3,3,3)", ""),
    (Dialect::MoYe, "(_2, (3, _2)):(4, (_1, _2))", ""),
    (
        Dialect::Mlir,
        "memref<4x?xvector<4xf32>, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>",
        "",
    ),
    (Dialect::Mlir, "memref<4x8xsi8, strided<[-8, 1], offset: 24>, \"shared\">", ""),
    (Dialect::Mlir, "memref<?x?xindex, 2 : i32>", ""),
    (
        Dialect::Mlir,
        "memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>",
        "memref<4x8xf32, strided<[1, 4]>, 3>",
    ),
    (Dialect::Xla, "bf16[32,256]{1,0:T(8,128)(2,1)S(5)}", ""),
    (Dialect::Xla, "s4[3,<=5]{0,1:T(2,2)L(4)#(u32)*(s64)E(4)S(1)SC(1:4)M(64)}", ""),
    (Dialect::Xla, "f32[2,<=3,4]{0,2,1}", ""),
    (
        Dialect::CudaCore,
        "StridedLayout(shape=(4, 8), strides=(-8, 1), itemsize=12, _slice_offset=24)",
        "",
    ),
    (
        Dialect::Numpy,
        "{'shape': (4, 8), 'strides': (24, 2), 'typestr': '>i2', 'offset': 6, 'version': 3}",
        "",
    ),
    (
        Dialect::Numpy,
        "{'shape': (5,), 'strides': (8,), 'typestr': '|V8', 'descr': [('a', '<f4'), ('b', '<i4')], 'version': 3}",
        "",
    ),
    (
        Dialect::Numpy,
        "{'data': (94, False), 'strides': None, 'descr': [('', '<M8[ns]')], 'typestr': '<M8[ns]', 'shape': (4, 8), 'version': 3}",
        "{'shape': (4, 8), 'strides': (64, 8), 'typestr': '<M8[ns]', 'version': 3}",
    ),
];

#[test]
fn a_text_with_every_part_is_written_by_its_system() {
    for (system, text, expected) in WHOLE {
        let said = system.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = system.write(&said).unwrap_or_else(|error| panic!("{text}: {error}"));
        let expected = if expected.is_empty() { text } else { expected };
        assert_eq!(written, *expected, "{text}");
        let again = system.read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(changed(&said, &again, *system), [], "{text}: {written}");
    }
}

/// Texts that a reader refuses, and the words of the refusal.
const REFUSED: &[(Dialect, &str, &str)] = &[
    (Dialect::Cute, "Sw<3,4,3> o smem_ptr[96b](unset) o 8:1", "96 bits"),
    (Dialect::Cute, "Sw<3,0,3> o smem_ptr[16b](unset) o 8:1", "parts of elements"),
    (Dialect::Cute, "smem_ptr[b](unset) o 8:1", "the bits of an element"),
    (Dialect::Cute, "xmem_ptr[16b](unset) o 8:1", "expected `ptr[`"),
    (Dialect::Cute, "gmem_ptr[16b] o 8:1", "an address"),
    (
        Dialect::CuteDsl,
        "!cute.layout<\"(4,8):(?@0,1@1)\">",
        "a step along a coordinate is a known integer",
    ),
    (Dialect::CuteDsl, "!cute.composed_layout<\"S<3,4,3> o ? o 8:1\">", "an offset that is known"),
    (Dialect::CuteDsl, "!cute.composed_layout<\"S<3,4,3> o 0 o ?:1\">", "swizzled"),
    (Dialect::CuteDsl, "!cute.composed_layout<\"(2,3):(1,2) o 0 o 6:1\">", "other inner layouts"),
    (Dialect::CuteDsl, "!cute.ptr<f16, smem>", "found `ptr`"),
    (Dialect::Mojo, "((-2, 4):(4, 1))", "negative"),
    (Dialect::Mlir, "memref<4x8xf32, #map>", "alias"),
    (Dialect::Mlir, "memref<4x8xf32, #map, 3>", "alias"),
    (Dialect::Mlir, "memref<4x8xf32, #a.layout<1>>", "other layouts"),
    (Dialect::Mlir, "memref<4x8xf32, #a.b<1>, 3>", "the first of two attributes is a layout"),
    (
        Dialect::Mlir,
        "memref<4x8xf32, affine_map<(d0, d1) -> (d0 mod 4, d1)>>",
        "an affine map that is strides",
    ),
    (
        Dialect::Mlir,
        "memref<4x8xf32, affine_map<(d0) -> (d0)>>",
        "an affine map with a dimension for each extent",
    ),
    (
        Dialect::Mlir,
        "memref<4x8xf32, strided<[8, 1]>, affine_map<(d0, d1) -> (d0, d1)>>",
        "the layout is there already",
    ),
    (Dialect::Mlir, "memref<4x8xf32, strided<[8, 1]>, 1, 2>", "expected `>`, found `,`"),
    (
        Dialect::Mlir,
        "memref<4x8xf32, strided<[8, 1], offset: 1, offset: 2>>",
        "expected `>`, found `,`",
    ),
    (Dialect::Cute, "layout 4:1, offset 4?", "expected"),
    (Dialect::Cute, "layout 4:1, offset (?3,0)", "expected"),
    (Dialect::Cute, "layout 4:1, offset ?{div=8", "expected"),
    (Dialect::Cute, "layout 4:1, offset 4{div=8}", "expected"),
    (Dialect::Mlir, "memref<*xf32>", "without a rank"),
    (Dialect::Mlir, "memref<4x8xfoo>", "the element type"),
    (Dialect::Mlir, "memref<4x8xf32, {a = 1>", "closed"),
    (Dialect::Xla, "(f32[4], s32[])", "no tuple"),
    (Dialect::Xla, "f32[?,8]", "axis 0 has no bound"),
    (
        Dialect::CudaCore,
        "StridedLayout(shape=(4,), strides=(1,), itemsize=4, device=0)",
        "found `device`",
    ),
    (
        Dialect::CudaCore,
        "StridedLayout(shape=(4,), strides=(1,), itemsize=4, itemsize=2)",
        "found `itemsize`",
    ),
    (
        Dialect::Numpy,
        "{'shape': (4,), 'typestr': '<f4', 'order': 'C'}",
        "the key `order` is not read",
    ),
    (
        Dialect::Numpy,
        "{'shape': (4,), 'typestr': '<f4', 'shape': (8,)}",
        "the key `shape` is there twice",
    ),
    (Dialect::Numpy, "{'shape': (4,), 'typestr': '<f4', 'mask': (1, False)}", "a mask"),
    (Dialect::Numpy, "{'shape': (4,), 'typestr': '<f4', 'version': 2}", "version 3"),
    (Dialect::Numpy, "{'shape': (4,), 'typestr': '<f4', 'offset': 6}", "not a multiple"),
    (
        Dialect::Numpy,
        "{'shape': (4,), 'typestr': '|V88', 'descr': [('', '|V8')]}",
        "the fields take 8 bytes",
    ),
    (Dialect::Numpy, "{'shape': (4,), 'typestr': '<q4'}", "a type such as '<f4'"),
];

#[test]
fn a_part_that_is_not_read_is_named() {
    for (system, text, words) in REFUSED {
        let failure = system.read(text).map(|said| said.layout).unwrap_err();
        let message = failure.message();
        assert!(message.contains(words), "{text}: {message}");
        assert!(
            failure.span().is_some() || *system == Dialect::Xla || message.contains("bits"),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random shapes of XLA and types of MLIR, with every part.
    #[test]
    fn texts_with_random_parts_survive_their_system(
        extents in prop::collection::vec(select(&["1", "2", "3", "8", "<=5", "?"][..]), 0..4),
        order in any::<bool>(),
        element in select(&["f32", "s4", "bf16", "pred", "u8"][..]),
        tiles in select(&["", "T(2,2)", "T(4)", "T(8,128)(2,1)", "T(2,*,2)"][..]),
        rest in prop::collection::vec(any::<bool>(), 7),
        strides in prop::collection::vec(select(&["1", "4", "-3", "0", "?"][..]), 4),
        offset in select(&["", ", offset: 7", ", offset: -2", ", offset: ?"][..]),
        space in select(&["", ", 3", ", 2 : i32", ", \"a,b\"", ", #s", ", true", ", {b = \"]\"}"][..]),
    ) {
        let rank = extents.len();
        let mut dimensions: Vec<_> = (0..rank).map(|k| k.to_string()).collect();
        if order {
            dimensions.reverse();
        }
        let all = ["L(4)", "#(u32)", "*(s64)", "E(4)", "S(3)", "SC(0:1)", "M(8)"];
        let rest: String = all.iter().zip(&rest).filter(|(_, is_there)| **is_there).map(|(part, _)| *part).collect();
        let properties = format!("{tiles}{rest}");
        let colon = if properties.is_empty() { "" } else { ":" };
        let xla = format!("{element}[{}]{{{}{colon}{properties}}}", extents.join(","), dimensions.join(","));
        let of_mlir: Vec<_> = extents.iter().map(|extent| extent.replace("<=", "")).collect();
        let of_mlir: String = of_mlir.iter().map(|extent| format!("{extent}x")).collect();
        let strides = strides[..rank].join(", ");
        let mlir = format!("memref<{of_mlir}ui8, strided<[{strides}]{offset}>{space}>");
        for (system, text) in [(Dialect::Xla, xla), (Dialect::Mlir, mlir)] {
            let Ok(said) = system.read(&text) else {
                let is_refused = text.contains('?') || text.contains("T(") || text.contains("SC(");
                prop_assert!(system == Dialect::Xla && is_refused, "{}", text);
                continue;
            };
            let written = system.write(&said).unwrap();
            let shown = text.replace("{}", "");
            prop_assert_eq!(&written, if written == shown { &shown } else { &text });
            for other in Dialect::ALL.into_iter().filter(|other| *other != system) {
                let lost = other.lost(&said);
                for part in parts(&said) {
                    let is_said = lost.iter().any(|lost| lost.what.contains(&part.text));
                    prop_assert!(is_said, "{} of {} by {}", part.name, text, other.name());
                }
            }
        }
    }
}

/// The letters of the table, and a value that has the part.
const LETTERS: [(char, &str, &str); 8] = [
    ('L', "the layout, its offsets", "(4,8):(8,1)"),
    ('T', "modes of several strides", "(4,(2,2)):(4,(2,1))"),
    ('S', "a swizzle", "Sw<2,0,3> o 0 o (8,8):(8,1)"),
    ('B', "strides along coordinates, `1@0`", "(4,6):(1@0,1@1)"),
    ('O', "the offset of the first element", "layout (4,8):(8,1), offset 16"),
    ('R', "integers that only run time knows, `?`", "(?,64):(64,1)"),
    ('F', "facts of them, `?{div=8}`", "(?{div=8},64):(64,1)"),
    ('N', "their names, `n`", "(n,64):(64,1)"),
];

/// A text with a memory space.
const SPACES: [(Dialect, &str); 4] = [
    (Dialect::Cute, "smem_ptr[16b](unset) o (4,8):(8,1)"),
    (Dialect::CuteDsl, "!cute.memref<f16, smem, \"(4,8):(8,1)\">"),
    (Dialect::Mlir, "memref<4x8xf16, 3>"),
    (Dialect::Xla, "f16[4,8]{1,0:S(3)}"),
];

/// What survives from a text of `from` in one of `to`.
fn survives(from: Dialect, to: Dialect) -> String {
    let with_element = |mut said: Foreign, system: Dialect| {
        // As `--element f32` does.
        let named = said.element.as_ref().filter(|element| element.has_name());
        if system.names_elements() && named.is_none() {
            said.element = Element::named("f32").ok();
        }
        said
    };
    let keeps = |text: &str, aspect: Aspect| {
        let said =
            with_element(from.read(text).unwrap_or_else(|error| panic!("{text}: {error}")), to);
        let Ok((written, lost)) = to.write_part(&said) else { return false };
        let again = to.read(&written).unwrap();
        let is_lost =
            lost.iter().any(|lost| lost.aspect == aspect || lost.aspect < Aspect::Element);
        let is_changed = changed(&said, &again, to).contains(&aspect);
        assert!(
            is_lost || !is_changed || aspect == Aspect::Facts || aspect == Aspect::Names,
            "{text}: {written}"
        );
        !is_lost && !is_changed
    };
    let mut letters = String::new();
    for (letter, _, text) in LETTERS {
        // XLA writes no tiles, and reads them.
        let tiled = "f32[4,4]{1,0:T(2,2)}";
        if (letter, from) == ('T', Dialect::Xla) && keeps(tiled, Aspect::Layout) {
            letters.push(letter);
        }
        let said = with_element(Dialect::Cute.read(text).unwrap(), from);
        let Ok((written, lost)) = from.write_part(&said) else { continue };
        let of_value = lost.iter().any(|lost| lost.aspect != Aspect::Element);
        let aspect = match letter {
            'F' => Aspect::Facts,
            'N' => Aspect::Names,
            'O' => Aspect::Offset,
            _ => Aspect::Layout,
        };
        if !of_value && keeps(&written, aspect) {
            letters.push(letter);
        }
    }
    if from.names_elements() {
        let mut said = Foreign::from(value("(4,8):(8,1)"));
        said.element = Element::named("f16").ok();
        let (written, _) = from.write_part(&said).unwrap();
        let again = from.read(&written).unwrap();
        let text = to.write_part(&again).ok().map(|(text, _)| to.read(&text).unwrap().element);
        match text.flatten() {
            Some(element) if Some(&element) == again.element.as_ref() => {
                letters.push(if element.has_name() { 'E' } else { 'b' });
            }
            Some(element) if element.bits() == Some(16) => letters.push('b'),
            _ => {}
        }
    }
    if let Some((_, text)) = SPACES.iter().find(|(system, _)| *system == from)
        && keeps(text, Aspect::Other)
    {
        letters.push('M');
    }
    letters
}

#[test]
fn the_table_of_conversions_is_true() {
    let mut table = String::from(
        "# What survives a conversion\n\n`layout eval --from SYSTEM --as SYSTEM` reads a text and writes another. The rows \
         read, the columns write. A test\nmakes this table from conversions that are read back.\n\n",
    );
    for (letter, words, _) in LETTERS {
        let _ = writeln!(table, "* **{letter}**: {words}");
    }
    table.push_str(
        "* **E**: the element type; **b**: its size only\n* **M**: the memory space, and other parts that one system has\n\n\
         What makes another array of it is refused: L, T, S, B, O and R. Of F, N, E and M, a note on standard error says \
         what is\nlost. XLA writes layouts without gaps, and the tiles that it has read. Integers of MoYe that are no types, \
         `3` and not\n`_3`, are known ones elsewhere. CuTe's memory is that of a pointer, `smem_ptr[16b](unset)`.\n\n",
    );
    let names = Dialect::ALL.map(Dialect::name);
    let _ = writeln!(table, "| | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for from in Dialect::ALL {
        let cells = Dialect::ALL.map(|to| survives(from, to));
        let _ = writeln!(table, "| {} | {} |", from.name(), cells.join(" | "));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("CONVERSIONS.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == table, "UPDATE=1 cargo test -p static-layout-cli --test conversions\n{table}");
}
