//! Views of packed elements, compared with a plain vector of their codes.

use static_layout::{dynamic, *};
use static_layout_formats::{element::*, packed::*};

/// The codes of all whole elements of `bytes`, bit by bit.
fn codes<E: PackedElement>(bytes: &[u8]) -> Vec<u8> {
    let bit = |k: usize| bytes[k / 8] >> (k % 8) & 1;
    let code = |i: usize| (0..E::BITS).map(|k| bit(i * E::BITS + k) << k).sum::<u8>();
    (0..bytes.len() * 8 / E::BITS).map(code).collect()
}

/// Bytes without a pattern.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    (0..len).map(|_| next()).collect()
}

macro_rules! each_width {
    ($test:ident) => {
        $test::<U1>();
        $test::<I2>();
        $test::<F4E2M1>();
        $test::<F6E3M2>();
        $test::<F8E4M3>();
    };
}

/// All layouts of two modes, extents 0 to 3 and strides -3 to 4, from all origins: reads, refusals and writes.
#[test]
fn all_small_layouts() {
    fn all<E: PackedElement>() {
        let bytes = noise(4);
        let all = codes::<E>(&bytes);
        let (mut held, mut refused) = (0, 0);
        let layouts =
            (0..16).flat_map(|s| (0..64).map(move |d| ([s / 4, s % 4], [d / 8 - 3, d % 8 - 3])));
        for ([m, n], [d, e]) in layouts {
            let layout: dynamic::Layout = format!("({m},{n}):({d},{e})").parse().unwrap();
            let offsets: Vec<i64> = layout.iter().collect();
            for origin in 0..all.len() + 2 {
                let index = |offset: i64| {
                    usize::try_from(origin as i64 + offset).ok().filter(|&i| i < all.len())
                };
                let fits = offsets.iter().all(|&offset| index(offset).is_some());
                let view = PackedView::<E, _>::dynamic(&bytes, origin, layout);
                assert_eq!(view.is_ok(), fits, "{layout} from {origin} of {}", E::NAME);
                let Ok(view) = view else {
                    refused += 1;
                    continue;
                };
                let expected: Vec<u8> = offsets.iter().map(|&o| all[index(o).unwrap()]).collect();
                assert!(view.elements().map(E::to_bits).eq(expected.iter().copied()));
                held += 1;
                for (i, &offset) in offsets.iter().enumerate() {
                    let coord = layout.coord(i as i64).unwrap().into();
                    assert_eq!(view.try_at(&coord).unwrap().to_bits(), expected[i]);
                    let (mut written, mut model) = (bytes.clone(), all.clone());
                    let value = E::from_bits(!expected[i]);
                    let mut view =
                        PackedViewMut::<E, _>::dynamic(&mut written, origin, layout).unwrap();
                    view.try_set(&coord, value).unwrap();
                    assert!(view.try_set(&format!("({m},0)").parse().unwrap(), value).is_err());
                    model[index(offset).unwrap()] = value.to_bits();
                    assert_eq!(codes::<E>(&written), model, "{layout} from {origin}");
                    // The bits after the last whole element.
                    let rest = bytes.len() * 8 % E::BITS;
                    assert!(rest == 0 || written[3] >> (8 - rest) == bytes[3] >> (8 - rest));
                }
            }
        }
        assert!(held > 500 && refused > 500, "{held} {refused}");
    }
    all::<U1>();
    all::<I2>();
    all::<F4E2M1>();
    all::<F6E3M2>();
}

/// Static, mixed and swizzled layouts, by brackets, `get`, `at` and iterators.
#[test]
fn layouts_of_types() {
    fn check<E: PackedElement>() {
        let bytes = noise(48);
        let all = codes::<E>(&bytes);
        let is = |e: E, code: u8| assert_eq!(e.to_bits(), code, "{}", E::NAME);
        let (n, ld) = (5, 7);
        let rows = PackedView::<E, _>::new(&bytes, layout!((6, 4):(4, 1))).unwrap();
        let mixed = PackedView::<E, _>::new(&bytes, layout!((n, 6):(ld, 1))).unwrap();
        let swizzled =
            PackedView::<E, _>::new(&bytes, layout!(Sw<2,1,2> o 0 o (8,4):(4,1))).unwrap();
        let bits = layout!(Sw<2,1,2> o 0 o (8,4):(4,1));
        for (i, j) in (0..6).flat_map(|i| (0..4).map(move |j| (i, j))) {
            is(rows[(i, j)], all[4 * i + j]);
            is(rows.at((i, j)), all[4 * i + j]);
            is(rows[[i, j]], all[4 * i + j]);
            is(swizzled[(i, j)], all[bits.index((i, j))]);
            if i < n {
                is(mixed[(i, j)], all[ld * i + j]);
            }
        }
        is(rows[coord!(5, 3)], all[23]);
        is(rows[7], all[4 + 1]);
        assert!(mixed.get((5, 0)).is_none() && mixed.get((4, 5)).is_some());
        assert!(
            mixed.iter().rev().map(E::to_bits).eq((0..30).rev().map(|k| all[k % 5 * ld + k / 5]))
        );
        assert_eq!(mixed.iter().nth(11).map(E::to_bits), Some(all[ld + 2]));
        assert_eq!((mixed.iter().len(), mixed.size()), (30, 30));
        let sum = swizzled.iter().fold(0, |sum, e| sum + u32::from(e.to_bits()));
        assert_eq!(sum, bits.iter().map(|o| u32::from(all[o])).sum::<u32>());
    }
    each_width! { check }
}

/// Parts have the elements that the same parts of a plain view have.
#[test]
fn parts_are_those_of_views() {
    fn check<E: PackedElement>() {
        let bytes = noise(64);
        let all = codes::<E>(&bytes);
        let n = 6;
        let layout = layout!((4, n):(n, 1));
        let (packed, plain) = (
            PackedView::<E, _>::with_origin(&bytes, 3, layout).unwrap(),
            View::with_origin(&all, 3, layout).unwrap(),
        );
        macro_rules! same {
            ($packed:expr, $plain:expr) => {
                assert!($packed.iter().map(E::to_bits).eq($plain.iter().copied()), "{}", E::NAME)
            };
        }
        same!(packed, plain);
        for i in 0..4 {
            same!(packed.slice(coord!(i, _)), plain.slice(coord!(i, _)));
        }
        same!(packed.slice(coord!(_, 2)), plain.slice(coord!(_, 2)));
        for (i, j) in (0..2).flat_map(|i| (0..2).map(move |j| (i, j))) {
            same!(packed.tile(tile!(2, 3), (i, j)), plain.tile(tile!(2, 3), (i, j)));
            same!(
                packed.outer_partition(tile!(2, 3), (i, j)),
                plain.outer_partition(tile!(2, 3), (i, j))
            );
        }
        same!(packed.tile(tile!(2, 3), coord!(1, _)), plain.tile(tile!(2, 3), coord!(1, _)));
        assert_eq!(packed.tiles(tile!(2, 2)).len(), 6);
        for (a, b) in packed.tiles(tile!(2, 2)).zip(plain.tiles(tile!(2, 2))) {
            same!(a, b);
        }
        for (a, b) in packed.tiles(tile!(2, 2)).rev().zip(plain.tiles(tile!(2, 2)).rev()) {
            same!(a, b);
        }
        let threads = layout!((2, 3):(3, 1));
        for t in 0..6 {
            same!(packed.partition(threads, t), plain.partition(threads, t));
        }
        for (a, b) in packed.shares(threads).zip(plain.shares(threads)) {
            same!(a, b);
        }
        let three = 3;
        assert!(packed.try_tiles(tile!(three, 2)).is_err());
        assert!(packed.try_tile(tile!(1, 5), (0, 0)).is_err());
        same!(packed.transpose(), plain.transpose());
        same!(packed.reshape(shape!(2, _, 3)), plain.reshape(shape!(2, _, 3)));
        for from in 0..=4 {
            same!(
                packed.slice_axes(slices!(from.., ..; -2)),
                plain.slice_axes(slices!(from.., ..; -2))
            );
        }
        let (step, out) = (5, 24);
        same!(packed.compose(layout!(4:step)), plain.compose(layout!(4:step)));
        same!(packed.compose(tile!(2:2, _)), plain.compose(tile!(2:2, _)));
        assert!(packed.try_compose(layout!(2:out)).is_err());
        assert!(packed.try_slice_axes(slices!(out)).is_err());
        // A mutable view: the elements of every other column, in turned order.
        let mut changed = bytes.clone();
        let view = PackedViewMut::<E, _>::with_origin(&mut changed, 3, layout).unwrap();
        let mut part = view.slice_axes(slices!(.., ..; -2)).transpose();
        for i in 0..part.size() {
            part.update(i, |e| E::from_bits(!e.to_bits()));
        }
        let mut due = all.clone();
        let mut view = ViewMut::with_origin(&mut due, 3, layout).unwrap();
        view.slice_axes_mut(slices!(.., ..; -2))
            .update(|code| *code = E::from_bits(!*code).to_bits());
        assert_eq!(codes::<E>(&changed), due);
    }
    each_width! { check }
}

/// The bytes that an element has bits in, bit by bit.
fn bytes_of<E: PackedElement>(index: usize) -> Vec<usize> {
    let mut bytes: Vec<usize> = (0..E::BITS).map(|k| (index * E::BITS + k) / 8).collect();
    bytes.dedup();
    bytes
}

/// Whether no two parts, as lists of elements, share a byte.
fn apart<E: PackedElement>(parts: &[Vec<usize>]) -> bool {
    let bytes: Vec<Vec<usize>> =
        parts.iter().map(|part| part.iter().flat_map(|&i| bytes_of::<E>(i)).collect()).collect();
    (0..parts.len()).all(|a| (0..a).all(|b| bytes[a].iter().all(|byte| !bytes[b].contains(byte))))
}

/// Mutable tiles and shares of all small layouts: given exactly where no two share a byte; and the two coordinates of a
/// refusal share the byte that it names.
#[test]
fn mutable_parts_share_no_byte() {
    fn check<E: PackedElement>() {
        let (mut given, mut refused) = (0, 0);
        let mut bytes = noise(128);
        for (m, n) in [(1, 4), (2, 2), (2, 4), (4, 2), (4, 4), (6, 2), (3, 3), (8, 2)] {
            for (d, e) in (0..100).map(|k| (k / 10, k % 10)) {
                let layout = layout!((m, n):(d, e));
                if layout.to_dynamic().disjoint().is_err() {
                    let mut view = PackedViewMut::<E, _>::new(&mut bytes, layout).unwrap();
                    assert!(view.try_tiles_mut(tile!(1, 1)).is_err());
                    continue;
                }
                for origin in 0..4 {
                    let place = |i: usize, j: usize| origin + i * d + j * e;
                    let sizes =
                        [(1, 1), (1, 2), (2, 1), (2, 2), (4, 1), (1, 4), (3, 1), (1, n), (m, 1)];
                    for (a, b) in sizes.into_iter().filter(|&(a, b)| m % a == 0 && n % b == 0) {
                        let tile = |k: usize| {
                            let (i, j) = (k % (m / a) * a, k / (m / a) * b);
                            (0..a * b).map(|t| place(i + t % a, j + t / a)).collect::<Vec<_>>()
                        };
                        let share = |t: usize| {
                            let (i, j) = (t % a, t / a);
                            (0..m / a * (n / b))
                                .map(|k| place(i + k % (m / a) * a, j + k / (m / a) * b))
                                .collect::<Vec<_>>()
                        };
                        let tiles: Vec<Vec<usize>> = (0..m / a * (n / b)).map(tile).collect();
                        let shares: Vec<Vec<usize>> = (0..a * b).map(share).collect();
                        let mut view =
                            PackedViewMut::<E, _>::with_origin(&mut bytes, origin, layout).unwrap();
                        let what = format!("{layout} from {origin} by <{a},{b}> of {}", E::NAME);
                        match view.try_tiles_mut(tile!(a, b)) {
                            Ok(parts) => {
                                assert!(apart::<E>(&tiles), "{what}");
                                let found = parts.map(|part| {
                                    part.layout()
                                        .to_dynamic()
                                        .iter()
                                        .map(|o| part.origin() + o as usize)
                                        .collect::<Vec<_>>()
                                });
                                assert!(found.eq(tiles.iter().cloned()), "{what}");
                                given += 1;
                            }
                            Err(error) => {
                                assert!(!apart::<E>(&tiles), "{what}: {error}");
                                refused += 1;
                                let (byte, first, second) = named(&error);
                                let index = |coord: &dynamic::Coord| {
                                    let dynamic::Operand::Layout(divided) = error.left() else {
                                        panic!("{error}")
                                    };
                                    origin + divided.index(coord).unwrap() as usize
                                };
                                for coord in [&first, &second] {
                                    assert!(
                                        bytes_of::<E>(index(coord)).contains(&byte),
                                        "{what}: {error}"
                                    );
                                }
                            }
                        }
                        let threads = layout!((a, b):(1, a));
                        assert_eq!(
                            view.try_partition_mut(threads).is_ok(),
                            apart::<E>(&shares),
                            "{what}, shares"
                        );
                    }
                }
            }
        }
        assert!(given > 1000 && (refused > 1000 || E::BITS == 8), "{given} {refused}");
    }
    each_width! { check }
}

/// The byte and the two coordinates of a refusal.
fn named(error: &LayoutError) -> (usize, dynamic::Coord, dynamic::Coord) {
    let text = error.to_string();
    let rest = text.split("the coordinates ").nth(1).expect(&text);
    let (first, rest) = rest.split_once(" and ").unwrap();
    let (second, byte) = rest.split_once(" share the byte ").unwrap();
    (byte.parse().unwrap(), first.parse().unwrap(), second.parse().unwrap())
}

/// Static layouts, with a constant proof, and swizzled ones.
#[test]
fn static_parts_share_no_byte() {
    let mut bytes = [0; 32];
    let mut view = PackedViewMut::<U4, _>::new(&mut bytes, layout!((8, 8):row)).unwrap();
    assert_eq!(view.tiles_mut(tile!(2, 4)).len(), 8);
    assert!(view.try_tiles_mut(tile!(2, 1)).is_err());
    assert!(view.slice_mut(coord!(_, 0)).try_tiles_mut(tile!(1)).is_ok());
    // An origin within a byte: the tiles of two elements split bytes.
    let mut odd = PackedViewMut::<U4, _>::with_origin(&mut bytes, 1, layout!(8:1)).unwrap();
    assert!(odd.try_tiles_mut(tile!(2)).is_err());
    // A swizzle of groups of two elements keeps bytes; one of single elements exchanges halves of them.
    let mut groups =
        PackedViewMut::<U4, _>::new(&mut bytes, layout!(Sw<2,1,2> o 0 o (8,4):(4,1))).unwrap();
    assert_eq!(groups.tiles_mut(tile!(1, 2)).len(), 16);
    let mut halves = PackedViewMut::<U4, _>::new(&mut bytes, layout!(Sw<1,0,1> o 0 o 4:1)).unwrap();
    // Offsets 0 1 3 2.
    assert!(halves.try_tiles_mut(tile!(2)).is_ok() && halves.try_tiles_mut(tile!(1)).is_err());
    let mut far = PackedViewMut::<U4, _>::new(&mut bytes, layout!(Sw<1,0,2> o 0 o 8:1)).unwrap();
    // Offsets 0 1 2 3 5 4 7 6.
    assert!(
        far.try_tiles_mut(tile!(2)).is_ok()
            && far.try_tiles_mut(tile!(4)).is_ok()
            && far.try_tiles_mut(tile!(1)).is_err()
    );
}

/// Rows of more elements than a search visits, from within a byte on, with room for the rest of a byte between them.
#[test]
fn long_rows_share_no_byte() {
    let n = 1 << 25;
    let mut bytes = vec![0; (3 * n + 64) / 2];
    for gap in [1, 2, 3] {
        let layout = layout!((3, n):({n + gap}, 1));
        let mut view = PackedViewMut::<U4, _>::with_origin(&mut bytes, 1, layout).unwrap();
        assert_eq!(view.try_tiles_mut(tile!(1, n)).unwrap().len(), 3, "{gap}");
    }
}

/// Parts that lie between one another are searched, not measured.
#[test]
fn parts_between_parts_share_no_byte() {
    let mut bytes = [0; 64];
    let (n, one, four) = (8, 1, 4);
    // Two elements in every four, from element 1 on: 1 2 | 5 6 | ..
    let mut pairs =
        PackedViewMut::<U4, _>::with_origin(&mut bytes, 1, layout!((2, n):(one, four))).unwrap();
    assert!(pairs.try_tiles_mut(tile!(2, 1)).is_ok());
    assert!(pairs.try_tiles_mut(tile!(1, n)).is_ok());
    // From element 0 on, the two of a pair share a byte.
    let mut pairs =
        PackedViewMut::<U4, _>::with_origin(&mut bytes, 0, layout!((2, n):(one, four))).unwrap();
    assert!(pairs.try_tiles_mut(tile!(1, n)).is_err());
}

/// Threads write their parts at the same time.
#[test]
fn threads_write_parts() {
    let mut bytes = [0; 48];
    let mut view = PackedViewMut::<F6E2M3, _>::new(&mut bytes, layout!((8, 8):row)).unwrap();
    std::thread::scope(|scope| {
        for (mut tile, k) in view.tiles_mut(tile!(4, 4)).zip(0_u8..) {
            scope.spawn(move || {
                for c in 0..16 {
                    tile.set(c, F6E2M3::from_bits(16 * k + c as u8));
                }
            });
        }
    });
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let (tile, place) = (i / 4 + j / 4 * 2, i % 4 + j % 4 * 4);
        assert_eq!(view.at((i, j)).to_bits() as usize, 16 * tile + place);
    }
}

/// Layouts that reach past the bytes, or past every integer.
#[test]
fn hostile_layouts() {
    fn check<E: PackedElement>() {
        let bytes = noise(12);
        let most = bytes.len() * 8 / E::BITS;
        for (n, d) in [(most, 1), (1, 1 << 40), (0, usize::MAX / 2), (2, most - 1)] {
            assert!(PackedView::<E, _>::new(&bytes, layout!(n:d)).is_ok(), "{n}:{d}");
        }
        let far = usize::MAX / 2;
        for (n, d) in [(most + 1, 1), (2, most), (far, 1), (2, far - 1), (3, far / 2)] {
            let error = PackedView::<E, _>::new(&bytes, layout!(n:d)).err();
            assert!(error.is_some_and(|e| e.to_string().contains(&format!("{n}:{d}"))), "{n}:{d}");
        }
        for origin in [most, most + 1, usize::MAX] {
            assert!(PackedView::<E, _>::with_origin(&bytes, origin, layout!(1:1)).is_err());
            assert!(PackedView::<E, _>::with_origin(&bytes, origin, layout!(0:1)).is_ok());
        }
        // The bits that are needed are never fewer than an origin past the bytes says.
        for origin in [most, isize::MAX as usize, 1 << 63, usize::MAX] {
            let refused = PackedView::<E, _>::with_origin(&bytes, origin, layout!(2:1)).err();
            let text = refused.unwrap().to_string();
            let bits = text.split("needs ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
            let expected = (origin as u128 + 2) * E::BITS as u128;
            assert_eq!(bits.parse(), Ok(expected.min(i64::MAX as u128)), "{text}");
        }
        let n = 5;
        let view = PackedView::<E, _>::new(&bytes, layout!(n:1)).unwrap();
        let outside = std::panic::catch_unwind(|| view.at(5)).unwrap_err();
        assert!(outside.downcast_ref::<String>().unwrap().contains("5 is not below 5"));
    }
    each_width! { check }
}
