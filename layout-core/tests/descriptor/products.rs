//! Instruction descriptors and tensor memory: fields there and back, and layouts of the same fragments elsewhere.

use std::collections::BTreeSet;

use layout_core::descriptor::{
    Accumulator, InstructionDescriptor, MatrixMajor, MmaElement, MmaKind, TensorMemoryShape,
    tensor_memory_address,
};
use layout_core::mma::{MmaAtom, MmaOperand};
use layout_core::{Coord, IntTuple, Layout};

use crate::Numbers;

/// The fields of PTX's tables: name, first bit, width.
const DENSE: [(&str, u32, u32); 11] = [
    ("sparse", 2, 1),
    ("saturate", 3, 1),
    ("d", 4, 2),
    ("a", 7, 3),
    ("b", 10, 3),
    ("negate a", 13, 1),
    ("negate b", 14, 1),
    ("transpose a", 15, 1),
    ("n", 17, 6),
    ("m", 24, 5),
    ("shift", 30, 2),
];

fn field(bits: u32, name: &str) -> u32 {
    let (_, at, width) = DENSE.into_iter().find(|(field, ..)| *field == name).unwrap();
    bits >> at & ((1 << width) - 1)
}

#[test]
fn fields_are_those_of_the_tables() {
    use MmaElement::{Bf16, E2m1, E3m2, E4m3, E5m2, F16, F32, S8, S32, Tf32, U8};
    for (kind, operands, d, numbers) in [
        (MmaKind::F16, [F16, Bf16], F32, [0, 1, 1]),
        (MmaKind::F16, [Bf16, F16], F16, [1, 0, 0]),
        (MmaKind::Tf32, [Tf32, Tf32], F32, [2, 2, 1]),
        (MmaKind::F8f6f4, [E4m3, E5m2], F32, [0, 1, 1]),
        (MmaKind::F8f6f4, [E3m2, E2m1], F32, [4, 5, 1]),
        (MmaKind::I8, [U8, S8], S32, [0, 1, 2]),
    ] {
        let product = InstructionDescriptor {
            negate: [false, kind != MmaKind::I8],
            shift: 16,
            sparse: Some(3),
            ..InstructionDescriptor::new(kind, operands, d, 128, 96)
        };
        let bits = product.encode().unwrap();
        let names = ["a", "b", "d"].map(|name| field(bits, name));
        assert_eq!(names, numbers, "{kind:?}");
        assert_eq!((field(bits, "m"), field(bits, "n"), field(bits, "shift")), (8, 12, 2));
        assert_eq!((field(bits, "sparse"), bits & 3, field(bits, "negate a")), (1, 3, 0));
        assert_eq!(field(bits, "negate b"), u32::from(kind != MmaKind::I8));
    }
    // Scaled products: M in units of 128 at bit 27, the numbers of the scales, their type.
    let scaled = InstructionDescriptor {
        scale_ids: [2, 1],
        ..InstructionDescriptor::new(MmaKind::Mxf8f6f4, [E4m3, E2m1], F32, 256, 64)
    };
    assert_eq!(scaled.encode(), Ok(1 << 4 | 5 << 10 | 8 << 17 | 1 << 23 | 2 << 27 | 2 << 29));
    let deep = InstructionDescriptor {
        scale: MmaElement::Ue4m3,
        deep: true,
        ..InstructionDescriptor::new(MmaKind::Mxf4nvf4, [E2m1; 2], F32, 128, 128)
    };
    assert_eq!(deep.encode(), Ok(1 << 7 | 1 << 10 | 16 << 17 | 1 << 27 | 1 << 31));
}

/// All types, and random bits: a descriptor is its bits, and other bits are refused.
#[test]
fn bits_and_descriptors_are_each_other() {
    let (mut numbers, mut taken, mut refused) = (Numbers::new(3), 0, 0);
    for kind in MmaKind::ALL {
        for a in MmaElement::ALL {
            for b in MmaElement::ALL {
                for d in MmaElement::ALL {
                    let product = InstructionDescriptor {
                        majors: [numbers.of(&[MatrixMajor::K, MatrixMajor::Mn]), MatrixMajor::K],
                        scale: numbers.of(&[
                            MmaElement::Ue8m0,
                            MmaElement::Ue8m0,
                            MmaElement::Ue4m3,
                        ]),
                        ..InstructionDescriptor::new(
                            kind,
                            [a, b],
                            d,
                            numbers.of(&[64, 128, 256]),
                            16 * (1 + numbers.below(16)) as i64,
                        )
                    };
                    let Ok(bits) = product.encode() else {
                        refused += 1;
                        continue;
                    };
                    taken += 1;
                    let found = InstructionDescriptor::decode(kind, bits).unwrap();
                    // A type of scales says nothing where there are none.
                    let scale = if kind.is_scaled() { product.scale } else { found.scale };
                    assert_eq!(found, InstructionDescriptor { scale, ..product });
                }
            }
        }
        for _ in 0..20_000 {
            let bits = numbers.below(1 << 32) as u32;
            if let Ok(found) = InstructionDescriptor::decode(kind, bits) {
                assert_eq!(found.encode(), Ok(bits));
            }
        }
    }
    assert!(taken > 40 && refused > 10_000, "{taken} {refused}");
}

#[test]
fn other_products_are_refused() {
    use MmaElement::{E2m1, F16, F32, S8, S32};
    let of = |kind, element, d, m, n| InstructionDescriptor::new(kind, [element; 2], d, m, n);
    for (product, words) in [
        (of(MmaKind::F16, F16, F32, 192, 64), "no shape of 192 by 64"),
        (of(MmaKind::F16, F16, F32, 128, 12), "no shape of 128 by 12"),
        (of(MmaKind::F16, F16, F32, 256, 24), "no shape of 256 by 24"),
        (of(MmaKind::I8, S8, S32, 128, 40), "no shape of 128 by 40"),
        (of(MmaKind::Mxf4, E2m1, F32, 64, 64), "no shape of 64 by 64"),
        (of(MmaKind::Mxf4, F16, F32, 128, 64), "products of kind mxf4 have no f16"),
        (of(MmaKind::Tf32, MmaElement::Tf32, F16, 128, 64), "products of kind tf32 have no f16"),
        (
            InstructionDescriptor { saturate: true, ..of(MmaKind::F16, F16, F32, 128, 64) },
            "no saturation",
        ),
        (
            InstructionDescriptor {
                majors: [MatrixMajor::Mn; 2],
                ..of(MmaKind::F8f6f4, E2m1, F32, 128, 64)
            },
            "along M or N of less than 8 bits",
        ),
    ] {
        let refused = product.encode().unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
}

/// The lane and the column of each element, in the order of the linear index.
fn places(layout: &Layout) -> Vec<(i64, i64)> {
    (0..layout.size())
        .map(|at| {
            let image = layout.image(&Coord::from(at)).unwrap();
            let leaf = |k: usize| -> i64 {
                let part: IntTuple = image.get(&[k]).unwrap();
                part.to_string().parse().unwrap()
            };
            // A layout without columns maps to lanes alone.
            (leaf(0), if image.rank() > 1 { leaf(1) } else { 0 })
        })
        .collect()
}

/// CuTe's `DstLayout` of a load, in bits of rows of so many bits: `copy_traits_sm100.hpp`.
const LOADS: [(TensorMemoryShape, i64, i64, &str, i64); 9] = [
    (TensorMemoryShape::Lanes16Bits256, 1, 0, "((4,8),(64,2)):((64,256),(1,2048))", 256),
    (TensorMemoryShape::Lanes16Bits256, 2, 0, "((4,8),(64,2,2)):((64,512),(1,4096,256))", 512),
    (TensorMemoryShape::Lanes16Bits128, 1, 0, "((4,8),(32,2)):((32,128),(1,1024))", 128),
    (TensorMemoryShape::Lanes16Bits128, 2, 0, "((4,8),(32,2,2)):((32,256),(1,2048,128))", 256),
    (TensorMemoryShape::Lanes16Bits64, 1, 0, "((2,2,8),32):((512,32,64),1)", 64),
    (TensorMemoryShape::Lanes16Bits64, 2, 0, "((2,2,8),(32,2)):((1024,32,128),(1,64))", 128),
    (TensorMemoryShape::Lanes16Bits32x2, 1, 1, "((16,2),32):((64,32),1)", 64),
    (TensorMemoryShape::Lanes32Bits32, 1, 0, "(32,32):(32,1)", 32),
    (TensorMemoryShape::Lanes32Bits32, 2, 0, "(32,64):(64,1)", 64),
];

#[test]
fn loads_are_those_of_cute() {
    for (shape, count, split, text, row) in LOADS {
        let bits: Layout = text.parse().unwrap();
        // The first bit of each register.
        let words = bits.iter().enumerate().filter(|(at, _)| *at as i64 / 32 % 32 == 0);
        let expected: Vec<_> = words.map(|(_, bit)| (bit / row, bit % row / 32)).collect();
        assert_eq!(places(&shape.layout(count, split).unwrap()), expected, "{text}");
    }
}

/// Each word of the lanes is in one register of one thread; a load of 16 x 256 bits is the accumulator of a warp's instruction.
#[test]
fn loads_and_accumulators_have_each_place_once() {
    for shape in TensorMemoryShape::ALL {
        for count in (0..8).map(|k| 1 << k).filter(|count| *count <= shape.most()) {
            let split = if shape == TensorMemoryShape::Lanes16Bits32x2 { count } else { 0 };
            let layout = shape.layout(count, split).unwrap();
            let all: BTreeSet<_> = places(&layout).into_iter().collect();
            assert_eq!(all.len() as i64, 32 * count * shape.registers());
            let lanes = if shape == TensorMemoryShape::Lanes32Bits32 { 32 } else { 16 };
            assert!(
                all.iter().all(|(lane, column)| *lane < lanes && column * lanes < all.len() as i64)
            );
            let found = TensorMemoryShape::of(&layout).unwrap();
            assert_eq!(found.0.layout(found.1, found.2), Ok(layout));
        }
        let refused = shape.layout(3, 0).unwrap_err().to_string();
        assert!(refused.contains("not x3"), "{refused}");
    }
    let atom = MmaAtom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    let (rows, fragment) = (16, atom.layout(MmaOperand::C).unwrap());
    let expected: Vec<_> = fragment.iter().map(|at| (at % rows, at / rows)).collect();
    let load = TensorMemoryShape::Lanes16Bits256.layout(1, 0).unwrap();
    assert_eq!(places(&load), expected);
    let mut count = 0;
    for m in [32, 64, 128, 192, 256] {
        for n in [8, 16, 64, 128, 256, 264] {
            for blocks in [1, 2] {
                for stationary in [false, true] {
                    let one = Accumulator { m, n, blocks, stationary };
                    let Ok(layout) = one.layout() else { continue };
                    count += 1;
                    let all: BTreeSet<_> = places(&layout).into_iter().collect();
                    assert_eq!(all.len() as i64, m * n / blocks);
                    for (lane, column) in all {
                        assert_eq!(tensor_memory_address(lane, column).unwrap() >> 16, lane as u32);
                    }
                    let found = Accumulator::of(&layout).unwrap();
                    assert_eq!(found.layout(), Ok(layout));
                }
            }
        }
    }
    assert_eq!(count, 27);
    assert!(tensor_memory_address(128, 0).is_err() && tensor_memory_address(0, 512).is_err());
}
