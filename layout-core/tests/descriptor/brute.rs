//! What is refused has no tensor map: all maps of small fields, and each copy by its definition.

use layout_core::descriptor::{TMA_SM90, TensorMap, TensorMapSwizzle, TensorMapType, TmaCopy};
use layout_core::{Layout, Swizzle};

/// The moves of a box that begins at element 0, of elements of 8 bytes: pairs of offsets in elements.
fn moves(map: &TensorMap) -> Vec<(i64, i64)> {
    let at = [0; 5];
    let moves = map.moves(&at[..map.rank]).unwrap();
    moves.map(|one| (one.shared / 8, one.global.unwrap() / 8)).collect()
}

/// All maps of up to three coordinates with boxes of up to 16 elements, each with its moves.
fn maps() -> Vec<Vec<(i64, i64)>> {
    let mut out = Vec::new();
    let rows: [&[(i64, i64)]; 3] = [&[], &[(0, 0)], &[(0, 0), (0, 0)]];
    for swizzle in &TensorMapSwizzle::ALL[..4] {
        for first in [2, 4, 6, 8, 16] {
            for rest in rows {
                // The extents and strides of the rows: of each 1 to 8 elements and 1 to 8 times 16 bytes.
                let count = 8_i64.pow(2 * rest.len() as u32);
                for number in 0..count {
                    let digit = |k: u32| number / 8_i64.pow(k) % 8 + 1;
                    let extents: Vec<i64> = (0..rest.len()).map(|k| digit(2 * k as u32)).collect();
                    let strides: Vec<i64> =
                        (0..rest.len()).map(|k| 16 * digit(2 * k as u32 + 1)).collect();
                    if first * extents.iter().product::<i64>() > 16 || extents.contains(&1) {
                        continue;
                    }
                    let boxed: Vec<i64> = std::iter::once(first).chain(extents).collect();
                    let all = vec![16; boxed.len()];
                    let map = TensorMap {
                        swizzle: *swizzle,
                        ..TensorMap::new(TensorMapType::U64, &all, &strides, &boxed)
                    };
                    if map.check(&TMA_SM90).is_ok() {
                        let mut found = moves(&map);
                        found.sort_unstable();
                        out.push(found);
                    }
                }
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Tiles that are the whole tensor: a copy of one box is planned exactly where some map of the fields is that copy.
#[test]
fn refused_copies_have_no_map() {
    let maps = maps();
    assert!(maps.len() > 1000, "{}", maps.len());
    let swizzles: Vec<Swizzle> = [(0, 0), (1, 1), (2, 1), (3, 1), (1, 0), (2, 0), (1, 2)]
        .iter()
        .map(|(bits, base)| Swizzle::new(*bits, *base, 3).unwrap())
        .collect();
    let shapes: [&[i64]; 8] = [&[2], &[4], &[8], &[2, 2], &[4, 2], &[2, 4], &[8, 2], &[2, 2, 2]];
    let strides = [1, 2, 3, 4, 8, 16];
    let (mut planned, mut parts, mut refused) = (0, 0, 0);
    for shape in shapes {
        let all = |k: usize| -> Vec<i64> {
            let count = strides.len();
            (0..shape.len()).map(|mode| strides[k / count.pow(mode as u32) % count]).collect()
        };
        let layout = |stride: &[i64]| -> Layout {
            let text =
                |list: &[i64]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!("({}):({})", text(shape), text(stride)).parse().unwrap()
        };
        let count = strides.len().pow(shape.len() as u32);
        for k in 0..count {
            let tensor = layout(&all(k));
            for j in 0..count {
                let plain = layout(&all(j));
                for swizzle in &swizzles {
                    let shared = plain.swizzled(*swizzle).unwrap();
                    let mut own: Vec<(i64, i64)> = shared.iter().zip(tensor.iter()).collect();
                    own.sort_unstable();
                    let has_map = maps.binary_search(&own).is_ok();
                    match TmaCopy::new(&tensor, &shared, TensorMapType::U64, &TMA_SM90) {
                        Ok(copy) if copy.len() == 1 => {
                            assert!(has_map, "{tensor} {shared}: {:?}", copy.map());
                            let mut found = moves(copy.map());
                            found.sort_unstable();
                            assert_eq!(found, own);
                            planned += 1;
                        }
                        Ok(_) => {
                            assert!(!has_map, "{tensor} {shared}");
                            parts += 1;
                        }
                        Err(error) => {
                            assert!(!has_map, "{error}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(planned > 300 && refused > 10_000, "{planned} {parts} {refused}");
}
