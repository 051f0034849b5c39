//! Matrix descriptors: canonical layouts there and back, brute force over fields, public reports.

use layout_core::descriptor::{
    MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand, TensorMapSwizzle,
};
use layout_core::{ComposedLayout, Layout, Swizzle};

use crate::Numbers;

const FORMATS: [MatrixFormat; 2] = [MatrixFormat::Wgmma, MatrixFormat::Tcgen05];

fn operand(numbers: &mut Numbers) -> MatrixOperand {
    MatrixOperand {
        bits: numbers.of(&[4, 8, 16, 16, 32]),
        major: numbers.of(&[MatrixMajor::K, MatrixMajor::Mn]),
        extent: numbers.of(&[8, 16, 24, 32, 64, 128]),
    }
}

/// The bytes of all elements, by the descriptor.
fn read(descriptor: &MatrixDescriptor, operand: &MatrixOperand) -> Vec<i64> {
    let depth = operand.depth();
    (0..operand.extent * depth)
        .map(|at| descriptor.address(operand, at % operand.extent, at / operand.extent))
        .collect()
}

/// The bytes of all elements, by a layout whose element 0 is at `origin`.
fn laid(layout: &ComposedLayout, operand: &MatrixOperand, origin: i64) -> Vec<i64> {
    layout.iter().map(|offset| origin + offset * operand.bits / 8).collect()
}

/// The layout of a descriptor has its elements, and is what the descriptor is made of; 64 bits say it.
#[test]
fn descriptors_and_layouts_are_each_other() {
    let mut numbers = Numbers::new(11);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..6000 {
        let operand = operand(&mut numbers);
        let descriptor = MatrixDescriptor {
            swizzle: numbers.of(TensorMapSwizzle::ALL),
            ..MatrixDescriptor::new(
                numbers.of(&FORMATS),
                16 * numbers.below(200) as i64,
                16 * numbers.below(300) as i64,
                16 * numbers.below(300) as i64,
            )
        };
        let Ok(layout) = descriptor.layout(&operand) else {
            refused += 1;
            continue;
        };
        taken += 1;
        assert_eq!(read(&descriptor, &operand), laid(&layout, &operand, 0), "{layout}");
        let found = MatrixDescriptor::of(descriptor.format, &operand, &layout, 0, 0).unwrap();
        assert_eq!(read(&found, &operand), read(&descriptor, &operand));
        let bits = found.encode().unwrap();
        assert_eq!(MatrixDescriptor::decode(found.format, bits), Ok(found));
    }
    assert!(taken > 2000 && refused > 1000, "{taken} {refused}");
}

/// Layouts of small operands have a descriptor exactly where some fields read each element in its place.
#[test]
fn refused_layouts_have_no_descriptor() {
    let (format, mut numbers) = (MatrixFormat::Wgmma, Numbers::new(5));
    let (mut taken, mut refused) = (0, 0);
    for major in [MatrixMajor::K, MatrixMajor::Mn] {
        let operand = MatrixOperand { bits: 16, major, extent: 16 };
        // All descriptors of small fields, by what they read.
        let mut all = Vec::new();
        for swizzle in &TensorMapSwizzle::ALL[..4] {
            for number in 0..40 * 40 {
                let (leading, stride) = (16 * (number % 40), 16 * (number / 40));
                let fields = MatrixDescriptor::new(format, 0, leading, stride);
                all.push(read(&MatrixDescriptor { swizzle: *swizzle, ..fields }, &operand));
            }
        }
        all.sort_unstable();
        for _ in 0..4000 {
            // Near canonical layouts: leaves of (16, 16) with strides of chunks and of elements.
            let strides = [1, 8, 16, 32, 64, 128, 256];
            let text = match (numbers.below(2), numbers.below(2)) {
                (0, 0) => format!(
                    "((8,2),(8,2)):(({},{}),(1,{}))",
                    numbers.of(&strides),
                    numbers.of(&strides),
                    numbers.of(&strides)
                ),
                (0, _) => {
                    format!("((8,2),16):(({},{}),1)", numbers.of(&strides), numbers.of(&strides))
                }
                (_, 0) => format!(
                    "((8,2),(8,2)):((1,{}),({},{}))",
                    numbers.of(&strides),
                    numbers.of(&strides),
                    numbers.of(&strides)
                ),
                _ => format!("(16,(8,2)):(1,({},{}))", numbers.of(&strides), numbers.of(&strides)),
            };
            let swizzle = match numbers.below(5) {
                4 => Swizzle::new(1, 4, 3).unwrap(),
                bits => Swizzle::new(bits as i64, 3, 3).unwrap(),
            };
            let layout = text.parse::<Layout>().unwrap().swizzled(swizzle).unwrap();
            let own = laid(&layout, &operand, 0);
            let has = all.binary_search(&own).is_ok();
            match MatrixDescriptor::of(format, &operand, &layout, 0, 0) {
                Ok(found) => {
                    assert_eq!(read(&found, &operand), own, "{layout}");
                    // Offsets past the fields that were tried.
                    assert!(has || found.leading >= 640 || found.stride >= 640, "{layout}");
                    taken += 1;
                }
                Err(error) => {
                    assert!(!has, "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(taken > 200 && refused > 2000, "{taken} {refused}");
}

/// A buffer that does not begin at the pattern of its swizzle has a base offset.
#[test]
fn buffers_between_patterns_have_base_offsets() {
    let layout: ComposedLayout = "Sw<3,3,3> o 0 o ((8,2),64):((64,512),1)".parse().unwrap();
    let operand = MatrixOperand { bits: 16, major: MatrixMajor::K, extent: 16 };
    for origin in (0..4096).step_by(128) {
        for block in 0..4 {
            let found = MatrixDescriptor::of(MatrixFormat::Wgmma, &operand, &layout, origin, block)
                .unwrap();
            assert_eq!(found.base, origin / 128 % 8);
            assert_eq!(found.start, origin + 32 * block);
            let columns = layout.iter().skip((block * 16 * 16) as usize).take(256);
            assert!(read(&found, &operand).into_iter().eq(columns.map(|x| origin + 2 * x)));
        }
    }
    let refused = MatrixDescriptor::of(MatrixFormat::Wgmma, &operand, &layout, 8, 0).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("the start address is 8 bytes, and the field holds multiples of 16")
    );
}

/// What people wrote by hand, and what they found.
#[test]
fn public_reports() {
    let rows: ComposedLayout = "Sw<3,3,3> o 0 o ((8,16),64):((64,512),1)".parse().unwrap();
    let operand = MatrixOperand { bits: 16, major: MatrixMajor::K, extent: 128 };
    // cutlass#2408 shows the upper word of a descriptor of rows of 128 bytes in the assembly: `UMOV UR35, 0x40004040`.
    let found = MatrixDescriptor::of(MatrixFormat::Tcgen05, &operand, &rows, 0, 0).unwrap();
    assert_eq!(found.encode().unwrap() >> 32, 0x4000_4040);
    // MatmulTutorial#10 asks why a descriptor of wgmma has the leading offset 1 and the stride offset 64: in units of 16 bytes, a
    // constant, and 8 rows of 128 bytes.
    let found = MatrixDescriptor::of(MatrixFormat::Wgmma, &operand, &rows, 0, 0).unwrap();
    assert_eq!(found.encode().unwrap(), 1 << 62 | 64 << 32 | 1 << 16);
    // tilelang#813 wrote bytes where the fields hold units of 16: other offsets, in another layout.
    let wrong =
        MatrixDescriptor::decode(MatrixFormat::Wgmma, 1 << 62 | 1024 << 32 | 16 << 16).unwrap();
    assert_eq!((wrong.leading, wrong.stride), (256, 16384));
    assert_ne!(wrong.layout(&operand).unwrap(), found.layout(&operand).unwrap());
    // cutlass#3089: rows of chunks of 32 bytes are 8 units of 16 bytes apart, where a comment has 4.
    let operand = MatrixOperand { bits: 32, major: MatrixMajor::Mn, extent: 64 };
    let rows = |units: i64| -> ComposedLayout {
        let (row, far) = (4 * units, 16 * units);
        format!("Sw<2,3,2> o 0 o ((32,2),(4,2)):((1,1024),({row},{far}))").parse().unwrap()
    };
    let found = MatrixDescriptor::of(MatrixFormat::Tcgen05, &operand, &rows(8), 0, 0).unwrap();
    assert_eq!((found.leading, found.stride), (4096, 512));
    assert_eq!(found.encode().unwrap() >> 61, 1);
    let refused =
        MatrixDescriptor::of(MatrixFormat::Tcgen05, &operand, &rows(4), 0, 0).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("element (0,1) is at byte 64, and the canonical layout has it at 160"),
        "{refused}"
    );
}

/// Refusals name the element or the number.
#[test]
fn other_operands_are_refused() {
    let plain = |text: &str| text.parse::<Layout>().unwrap().swizzled(Swizzle::IDENTITY).unwrap();
    let (k, mn) = (MatrixMajor::K, MatrixMajor::Mn);
    for (format, bits, major, extent, layout, words) in [
        (
            0,
            16,
            k,
            64,
            "(64,16):(16,1)",
            "element (1,0) is at byte 32, and the canonical layout has it at 16",
        ),
        (0, 8, mn, 64, "(64,32):(1,64)", "wgmma reads elements of 8 bits along K alone"),
        (1, 4, mn, 64, "(64,64):(1,64)", "tcgen05 reads elements of 4 bits along K alone"),
        (0, 4, k, 64, "(64,64):(64,1)", "wgmma has no operands of 4 bits"),
        (0, 16, k, 12, "(12,16):(16,1)", "not 12"),
        (
            0,
            16,
            k,
            64,
            "(32,16):(16,1)",
            "the layout is 32 by 16, and the instruction reads 64 by 16 of it",
        ),
        (0, 16, k, 64, "64:1", "an operand has two modes, M or N and K, not 1"),
    ] {
        let operand = MatrixOperand { bits, major, extent };
        let refused = MatrixDescriptor::of(FORMATS[format], &operand, &plain(layout), 0, 0);
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
    assert!(MatrixDescriptor::decode(MatrixFormat::Tcgen05, 0).is_err());
    assert!(MatrixDescriptor::decode(MatrixFormat::Wgmma, 1 << 14).is_err());
    let base =
        MatrixDescriptor { base: 1, ..MatrixDescriptor::new(MatrixFormat::Wgmma, 0, 16, 128) };
    assert!(base.encode().unwrap_err().to_string().contains("0 without a swizzle, not 1"));
}
