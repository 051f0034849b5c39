//! Packed elements, columns of pixels, parts of boxes, and numbers at the ends of the integers.

use std::collections::BTreeMap;

use layout_core::descriptor::{
    Im2colMap, MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand, TMA_DEVICES, TMA_SM90,
    TMA_SM100, TensorMap, TensorMapSwizzle, TensorMapType, TmaCopy,
};
use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle};

use crate::Numbers;

/// Pairs of bytes that a copy moves.
fn bytes(map: &TensorMap, at: &[i64]) -> Vec<(i64, Option<i64>)> {
    let moves = map.moves(at).unwrap();
    moves
        .flat_map(|one| (0..one.bytes).map(move |k| (one.shared + k, one.global.map(|at| at + k))))
        .collect()
}

/// Elements of 4 bits in both memories are bytes of half as many elements.
#[test]
fn halves_of_bytes_are_bytes() {
    for swizzle in &TensorMapSwizzle::ALL[..5] {
        let map = |data_type, each: i64| TensorMap {
            swizzle: *swizzle,
            ..TensorMap::new(data_type, &[40 * each, 6], &[48], &[32 * each, 4])
        };
        let (halves, whole) = (map(TensorMapType::B4x16, 2), map(TensorMapType::U8, 1));
        assert_eq!(bytes(&halves, &[32, 4]), bytes(&whole, &[16, 4]));
        assert_eq!((halves.bytes(), halves.row_bytes()), (128, 32));
    }
    let refused = TensorMap::new(TensorMapType::B4x16, &[64], &[], &[32]).check(&TMA_SM90);
    assert!(refused.unwrap_err().to_string().contains("sm90 has no b4x16 in tensor maps"));
}

/// 16 elements of 4 and of 6 bits are 8 and 12 bytes, and take 16 bytes of shared memory.
#[test]
fn containers_have_gaps() {
    for (data_type, moved) in [(TensorMapType::B4x16P64, 8), (TensorMapType::B6x16P32, 12)] {
        let map = TensorMap::new(data_type, &[256, 3], &[16 * 2 * moved], &[128, 2]);
        map.check(&TMA_SM100).unwrap();
        let found = bytes(&map, &[128, 1]);
        let expected = (0..2).flat_map(|row| {
            (0..8).flat_map(move |container| {
                (0..moved).map(move |byte| {
                    let from = (row + 1) * 32 * moved + (8 + container) * moved + byte;
                    (row * 128 + container * 16 + byte, Some(from))
                })
            })
        });
        assert!(found.into_iter().eq(expected));
        // A layout of shared memory has a byte for each element.
        let copy = TmaCopy::new(
            &"(3,256):(256,1)".parse().unwrap(),
            &"Sw<3,4,3> o 0 o (2,128):(128,1)".parse().unwrap(),
            data_type,
            &TMA_SM100,
        );
        let copy = copy.unwrap();
        assert_eq!(copy.map().global_strides[0], 16 * moved);
        assert_eq!(copy.map().box_dim[..2], [128, 2]);
        assert!(copy.map().encode().unwrap_err().to_string().contains("were not measured"));
    }
}

/// cutlass#3236: a map of 128 x 128 elements of 4 bits that the driver encodes, and a compiler wrote with other bytes 8, 9 and 73.
#[test]
fn a_map_that_a_compiler_wrote_wrong() {
    let tensor = "(128,128):(128,1)".parse().unwrap();
    let shared = "Sw<3,4,3> o 0 o (128,128):(128,1)".parse().unwrap();
    let copy = TmaCopy::new(&tensor, &shared, TensorMapType::B4x16P64, &TMA_SM100).unwrap();
    let map = copy.map();
    assert_eq!(map.data_type.driver_name(), "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B");
    assert_eq!((map.rank, map.global_strides[0], map.swizzle), (2, 64, TensorMapSwizzle::Bytes128));
    assert_eq!(
        (map.global_dim[..2].to_vec(), map.box_dim[..2].to_vec()),
        (vec![128; 2], vec![128; 2])
    );
    // These bytes are the type and the swizzle.
    let bytes = |data_type, swizzle| {
        let map = TensorMap { swizzle, ..TensorMap::new(data_type, &[16, 128], &[64], &[16, 128]) };
        map.encode().unwrap()
    };
    let one = bytes(TensorMapType::U8, TensorMapSwizzle::Bytes128);
    let other = bytes(TensorMapType::I32, TensorMapSwizzle::Bytes64);
    // The bytes of the box, which the types have not in common, are at 64.
    let differ: Vec<usize> = (0..128).filter(|k| one[*k] != other[*k] && k / 4 != 16).collect();
    assert_eq!(differ, [8, 9, 73]);
}

/// A column of pixels under each weight of a filter is a column of the matrix that im2col is named after.
#[test]
fn columns_of_pixels_are_those_of_convolutions() {
    let mut numbers = Numbers::new(0xc0ffee);
    for _ in 0..300 {
        let spatial = 1 + numbers.below(3);
        let list = |numbers: &mut Numbers, of: &[i64]| -> Vec<i64> {
            (0..spatial).map(|_| numbers.of(of)).collect()
        };
        let extents = list(&mut numbers, &[3, 4, 5, 7]);
        let filter = list(&mut numbers, &[1, 2, 3]);
        let padding = list(&mut numbers, &[0, 1]);
        let steps = list(&mut numbers, &[1, 2]);
        let dilation = list(&mut numbers, &[1, 1, 2]);
        let outputs: Vec<i64> = (0..spatial)
            .map(|k| {
                let reach = extents[k] + 2 * padding[k] - (filter[k] - 1) * dilation[k];
                if reach < 1 { 0 } else { (reach - 1) / steps[k] + 1 }
            })
            .collect();
        let shape: Vec<i64> =
            std::iter::once(16).chain(extents.iter().copied()).chain([3]).collect();
        let text: Vec<String> = shape.iter().map(ToString::to_string).collect();
        let pixels: Layout = format!("({})", text.join(",")).parse().unwrap();
        let map = Im2colMap::new(&pixels, TensorMapType::F16, &filter, &padding, &steps, &dilation);
        let map = Im2colMap { channels_per_pixel: 8, pixels_per_column: 20, ..map.unwrap() };
        if outputs.contains(&0) {
            assert!(map.check(&TMA_SM90).unwrap_err().to_string().contains("has no pixel"));
            continue;
        }
        map.check(&TMA_SM90).unwrap();
        let all: i64 = outputs.iter().product();
        let (first, weight) =
            (numbers.below((2 * all) as usize) as i64, list(&mut numbers, &[0, 1, 2]));
        let weight: Vec<i64> = weight.iter().zip(&filter).map(|(w, end)| w % end).collect();
        // Output pixel `p` reads the input at `step * output - padding + dilation * weight`.
        let place = |p: i64| -> (Vec<i64>, i64) {
            let mut rest = p;
            let at = (0..spatial).map(|k| {
                let x = rest % outputs[k] * steps[k] - padding[k];
                rest /= outputs[k];
                x
            });
            let at: Vec<i64> = at.collect();
            (at, rest)
        };
        let (at, image) = place(first);
        let start: Vec<i64> = std::iter::once(8).chain(at).chain([image]).collect();
        let offsets: Vec<i64> = weight.iter().zip(&dilation).map(|(w, d)| w * d).collect();
        let found: Vec<_> = map.moves(&start, &offsets).unwrap().collect();
        assert_eq!(found.len(), 20 * 8);
        for (index, one) in found.iter().enumerate() {
            let (pixel, channel) = (first + index as i64 / 8, 8 + index as i64 % 8);
            let (at, image) = place(pixel);
            let at: Vec<i64> = at.iter().zip(&offsets).map(|(x, offset)| x + offset).collect();
            let is_inside =
                image < 3 && at.iter().zip(&extents).all(|(x, end)| (0..*end).contains(x));
            let whole: Vec<i64> = std::iter::once(channel).chain(at).chain([image]).collect();
            let from: i64 = (0..pixels.rank()).map(|k| whole[k] * pixels.leaf(k).1 * 2).sum();
            assert_eq!(one.global, is_inside.then_some(from));
            assert_eq!(one.shared, index as i64 * 2);
        }
    }
}

/// The parts that blocks load are the box, and each byte is loaded once.
#[test]
fn parts_of_a_cluster_are_the_box() {
    let shared = "Sw<3,3,3> o 0 o ((8,4),64):((64,512),1)".parse().unwrap();
    let tensor = "(100,128):(128,1)".parse().unwrap();
    let copy = TmaCopy::new(&tensor, &shared, TensorMapType::F16, &TMA_SM90).unwrap();
    let start = copy.coordinates_of(&[96, 64]).unwrap();
    let whole: BTreeMap<_, _> = bytes(copy.map(), &start[..2]).into_iter().collect();
    for blocks in [1, 2, 4] {
        let cluster = copy.multicast(blocks, &TMA_SM90).unwrap();
        let mut parts = BTreeMap::new();
        for block in 0..blocks {
            let slice = cluster.slice(block);
            let at: Vec<i64> = (0..2).map(|k| start[k] + slice.coordinates[k]).collect();
            for (to, from) in bytes(cluster.map(), &at) {
                assert_eq!(parts.insert(slice.shared + to, from), None);
            }
        }
        assert_eq!(parts, whole);
    }
    // Parts of 4 rows begin within the pattern of 8 rows.
    let refused = copy.multicast(8, &TMA_SM90).unwrap_err().to_string();
    assert!(refused.contains("byte 512 of shared memory, not a multiple of 1024"), "{refused}");
    let refused = copy.multicast(3, &TMA_SM90).unwrap_err().to_string();
    assert!(refused.contains("3 blocks do not divide a box, whose last extent is 32"), "{refused}");
}

/// Refusals name the number and the nearest fix; no number panics.
#[test]
fn numbers_at_the_ends_are_refused() {
    let plain = |text: &str| text.parse::<Layout>().unwrap().swizzled(Swizzle::IDENTITY).unwrap();
    for (tensor, shared, words) in [
        ("(8,8):(-8,1)", "(8,8):(8,1)", "the stride -16 bytes, below 0: reverse the mode"),
        ("(64,12):(12,1)", "(8,8):(8,1)", "24 bytes, not a multiple of 16: pad it to 32"),
        ("(8,64):(1099511627776,1)", "(8,64):(64,1)", "strides are below 2^40"),
        (
            "(64,64):(64,1)",
            "(64,64):(1,64)",
            "64 apart in global memory: a box copies contiguous elements",
        ),
        (
            "(64,64):(64,1)",
            "(64,4):(4,1)",
            "a row of the box has 8 bytes, not a multiple of 16: widen the tile to 16",
        ),
        (
            "(64,64):(64,1)",
            "(8,8):(72,1)",
            "a copy begins at byte 144 of shared memory, not a multiple of 128",
        ),
        ("(64,64):(64,1)", "8:1", "the tile has 1 modes, and the tensor 2"),
        ("(64,(4,16)):(64,(1,4))", "(8,6):(6,1)", "12 bytes, not a multiple of 16"),
        (
            "((4,16),64):((4096,64),1)",
            "(6,64):(64,1)",
            "a tile of 6 elements of mode 0 crosses its inner extent 4",
        ),
        ("(8589934592,8):(8,1)", "(8,8):(8,1)", "the extent 8589934592, and 1 to 2^32 are encoded"),
        ("(8,0):(8,1)", "(8,8):(8,1)", "the extent 0"),
    ] {
        let (tensor, shared) = (tensor.parse().unwrap(), plain(shared));
        let refused = TmaCopy::new(&tensor, &shared, TensorMapType::F16, &TMA_SM90).unwrap_err();
        assert!(refused.to_string().contains(words), "{refused}");
    }
    let mut numbers = Numbers::new(7);
    let odd =
        [i64::MIN, -16, -1, 0, 1, 2, 3, 8, 16, 255, 256, 257, 1 << 32, 1 << 40, 1 << 62, i64::MAX];
    for _ in 0..200_000 {
        let mut map = TensorMap::new(numbers.of(TensorMapType::ALL), &[], &[], &[]);
        map.rank = numbers.below(8);
        map.swizzle = numbers.of(TensorMapSwizzle::ALL);
        map.global_address = numbers.of(&[0, 16, i64::MIN, i64::MAX]);
        for k in 0..5 {
            let far = numbers.chance(4);
            map.global_dim[k] = if far { numbers.of(&odd) } else { 256 };
            map.box_dim[k] = if far { numbers.of(&odd) } else { 8 };
            map.element_strides[k] = if numbers.chance(9) { numbers.of(&odd) } else { 1 };
            if k < 4 {
                map.global_strides[k] = if numbers.chance(4) { numbers.of(&odd) } else { 512 };
            }
        }
        for device in &TMA_DEVICES {
            let _ = map.check(device);
        }
        let _ = (map.encode(), map.shared_layout(), map.alignment(), map.row_bytes());
        let at: Vec<i64> = (0..numbers.below(7)).map(|_| numbers.of(&odd[1..15])).collect();
        if let Ok(moves) = map.moves(&at) {
            let _ = moves.take(3).count();
        }
        // Layouts whose sums are past the integers exist only where each offset does not.
        let text = format!(
            "({},{}):({},{})",
            numbers.of(&[1, 2, 8, 1_i64 << 20]),
            numbers.of(&[1, 2, 8, 1_i64 << 31, 1 << 40]),
            numbers.of(&odd),
            numbers.of(&odd)
        );
        let shared = format!(
            "({},{}):({},{})",
            numbers.of(&[1, 2, 8]),
            numbers.of(&[1, 2, 8, 1_i64 << 40]),
            numbers.of(&odd),
            numbers.of(&odd)
        );
        if let (Ok(tensor), Ok(shared)) = (text.parse::<Layout>(), shared.parse::<Layout>()) {
            let swizzle =
                Swizzle::new(numbers.below(4) as i64, numbers.below(6) as i64, 3).unwrap();
            if let Ok(shared) = shared.swizzled(swizzle) {
                let _ = TmaCopy::new(&tensor, &shared, numbers.of(TensorMapType::ALL), &TMA_SM100);
            }
        }
    }
}

/// The layout `(a,b):(s,t)`.
const fn matrix(shape: [i64; 2], stride: [i64; 2]) -> Layout {
    match (
        IntTuple::tuple(&[IntTuple::leaf(shape[0]), IntTuple::leaf(shape[1])]),
        IntTuple::tuple(&[IntTuple::leaf(stride[0]), IntTuple::leaf(stride[1])]),
    ) {
        (Ok(shape), Ok(stride)) => match Layout::new(shape, stride) {
            Ok(layout) => layout,
            Err(_) => panic!("no layout"),
        },
        _ => panic!("no tuple"),
    }
}

/// Plans, bytes and descriptors of static layouts are constants.
#[test]
fn all_of_it_works_in_const() {
    const SHARED: ComposedLayout =
        match matrix([128, 64], [64, 1]).swizzled(match Swizzle::new(3, 3, 3) {
            Ok(swizzle) => swizzle,
            Err(_) => panic!("no swizzle"),
        }) {
            Ok(layout) => layout,
            Err(_) => panic!("no layout"),
        };
    const COPY: TmaCopy = match TmaCopy::new(
        &matrix([4096, 512], [512, 1]),
        &SHARED,
        TensorMapType::F16,
        &TMA_SM90,
    ) {
        Ok(copy) => copy,
        Err(_) => panic!("no copy"),
    };
    const BYTES: [u8; 128] = match COPY.map().encode() {
        Ok(bytes) => bytes,
        Err(_) => panic!("no map"),
    };
    const OPERAND: MatrixOperand = MatrixOperand { bits: 16, major: MatrixMajor::K, extent: 128 };
    const FIRST: u64 = match MatrixDescriptor::of(MatrixFormat::Wgmma, &OPERAND, &SHARED, 0, 0) {
        Ok(found) => match found.encode() {
            Ok(bits) => bits,
            Err(_) => panic!("no bits"),
        },
        Err(_) => panic!("no descriptor"),
    };
    assert_eq!((COPY.len(), BYTES[32], FIRST), (1, 255, 0x4000_0040_0001_0000));
}
