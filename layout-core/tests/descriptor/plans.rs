//! Planned copies of random layouts are the layouts' own copies.

use layout_core::descriptor::{TMA_SM90, TMA_SM100, TensorMapType, TmaCopy, TmaDevice};
use layout_core::{ComposedLayout, Layout, Swizzle};

use crate::Numbers;

/// A byte of global memory.
fn global(at: i64) -> u8 {
    assert!(at >= 0, "byte {at} is before the tensor");
    (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes()[0]
}

/// The digits of a number in the sizes of the modes.
fn digits(layout: &Layout, index: i64) -> Vec<i64> {
    let mut rest = index;
    (0..layout.rank())
        .map(|mode| {
            let size = layout.mode(mode).unwrap().size();
            let digit = rest % size;
            rest /= size;
            digit
        })
        .collect()
}

/// What a tile that begins at `start` is in shared memory, by the layouts alone.
fn expected(copy: &TmaCopy, start: &[i64], len: usize) -> Vec<u8> {
    let (tensor, bytes) = (copy.global(), copy.map().data_type.bits() / 8);
    let modes: Vec<Layout> = (0..tensor.rank()).map(|mode| tensor.mode(mode).unwrap()).collect();
    let mut memory = vec![0xee; len];
    for (index, to) in copy.shared().iter().enumerate() {
        let tile = digits(&copy.shared().plain(), index as i64);
        let at: Vec<i64> = tile.iter().zip(start).map(|(x, start)| x + start).collect();
        let is_inside = at.iter().zip(&modes).all(|(x, mode)| *x < mode.size());
        let from: i64 =
            at.iter().zip(&modes).map(|(x, mode)| mode.index(&(*x).into()).unwrap()).sum();
        for byte in 0..bytes {
            let found = if is_inside { global(from * bytes + byte) } else { 0 };
            memory[(to * bytes + byte) as usize] = found;
        }
    }
    memory
}

/// Compares the copies of some tiles: the first one, the last one, and others.
fn compare(copy: &TmaCopy, numbers: &mut Numbers) {
    let bytes = copy.map().data_type.bits() / 8;
    let (_, last) = copy.shared().bounds();
    let len = ((last + 1) * bytes) as usize + 2048;
    let (tensor, tile) = (copy.global(), copy.shared().plain());
    let counts: Vec<(i64, i64)> = (0..tensor.rank())
        .map(|mode| {
            let part = tile.mode(mode).unwrap().size();
            (part, (tensor.mode(mode).unwrap().size() + part - 1) / part)
        })
        .collect();
    for turn in 0..4 {
        let start: Vec<i64> = counts
            .iter()
            .map(|(part, count)| {
                let digit = match turn {
                    0 => 0,
                    1 => count - 1,
                    _ => numbers.below(*count as usize) as i64,
                };
                part * digit
            })
            .collect();
        let mut found = vec![0xee; len];
        copy.load(&start, global, &mut found)
            .unwrap_or_else(|error| panic!("{} {start:?}: {error}", copy.global()));
        assert!(
            found == expected(copy, &start, len),
            "{} to {} at {start:?}: {:?}",
            copy.global(),
            copy.shared(),
            copy.map()
        );
        // CuTe's TMA tensor has these coordinates.
        let coordinates = copy.coordinates_of(&start).unwrap();
        let image = copy.coordinates().unwrap().image(&coord(&start)).unwrap().to_string();
        let image: Vec<i64> = image
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|digit| digit.parse().ok())
            .collect();
        let used = image.len().min(copy.map().rank);
        assert_eq!(image[..used], coordinates[..used], "{}", copy.global());
    }
}

fn coord(start: &[i64]) -> layout_core::Coord {
    let list: Vec<String> = start.iter().map(ToString::to_string).collect();
    format!("({})", list.join(",")).parse().unwrap()
}

/// The text of a mode whose leaves have these extents and strides.
fn text(mode: &[(i64, i64)]) -> (String, String) {
    let list = |pick: fn(&(i64, i64)) -> i64| -> String {
        let all: Vec<String> = mode.iter().map(|leaf| pick(leaf).to_string()).collect();
        if all.len() == 1 { all[0].clone() } else { format!("({})", all.join(",")) }
    };
    (list(|leaf| leaf.0), list(|leaf| leaf.1))
}

fn layout(modes: &[Vec<(i64, i64)>]) -> Layout {
    let (shape, stride): (Vec<_>, Vec<_>) = modes.iter().map(|mode| text(mode)).unzip();
    format!("({}):({})", shape.join(","), stride.join(",")).parse().unwrap()
}

/// A layout of global memory, and one of shared memory for tiles of it.
fn pair(numbers: &mut Numbers, bytes: i64) -> (Layout, ComposedLayout) {
    let rank = 1 + numbers.below(4);
    let extents = [1, 2, 3, 4, 5, 6, 8, 12, 16, 17, 24, 32, 40, 64, 96];
    // The leaves of each mode; their strides follow a random order, the first leaf mostly first.
    let mut leaves: Vec<(usize, i64)> = Vec::new();
    for mode in 0..rank {
        for _ in 0..=usize::from(numbers.chance(3)) {
            leaves.push((mode, numbers.of(&extents)));
        }
    }
    let mut order: Vec<usize> = (0..leaves.len()).collect();
    for k in (1..order.len()).rev() {
        order.swap(k, numbers.below(k + 1));
    }
    let mut strides = vec![0; leaves.len()];
    let mut next = 1;
    for (k, leaf) in order.iter().enumerate() {
        strides[*leaf] = if numbers.chance(12) && k > 0 { 0 } else { next };
        next *= leaves[*leaf].1;
        // Rows are padded to 16 bytes, or not.
        let unit = 16 / bytes;
        if !numbers.chance(6) {
            next = (next + unit - 1) / unit * unit;
        }
    }
    let mut tensor = vec![Vec::new(); rank];
    for (leaf, (mode, extent)) in leaves.iter().enumerate() {
        tensor[*mode].push((*extent, strides[leaf]));
    }
    // A tile has a part of each leaf; its leaves lie in the order of global memory, mostly.
    let mut parts: Vec<(usize, usize, i64)> = Vec::new();
    for (mode, list) in tensor.iter().enumerate() {
        let mut is_cut = false;
        for (k, (extent, _)) in list.iter().enumerate() {
            let is_last = k + 1 == list.len();
            let divisors: Vec<i64> = (1..=*extent).filter(|x| extent % x == 0).collect();
            let mut part = match (is_cut, is_last && numbers.chance(3)) {
                (true, _) => 1,
                (_, true) => numbers.of(&[2, 4, 8, 16, 3, 32]),
                _ if !is_last && numbers.chance(2) => *extent,
                _ => numbers.of(&divisors),
            };
            if leaves.len() > 3 && part > 16 {
                part = 1;
            }
            is_cut |= part != *extent;
            parts.push((mode, k, part));
        }
    }
    let mut by_stride: Vec<usize> = (0..parts.len()).collect();
    by_stride.sort_by_key(|k| {
        let (mode, leaf, _) = parts[*k];
        let stride = tensor[mode][leaf].1;
        if stride == 0 { i64::MAX } else { stride }
    });
    if numbers.chance(4) {
        let at = numbers.below(by_stride.len());
        by_stride.swap(0, at);
    }
    let mut shared = vec![Vec::new(); rank];
    let mut place = vec![(0, 0); parts.len()];
    let mut next = 1;
    for (k, part) in by_stride.iter().enumerate() {
        place[*part] = (parts[*part].2, next);
        next *= parts[*part].2;
        if k == 0 && numbers.chance(4) {
            next = numbers.of(&[32, 64, 128]) / bytes;
        }
    }
    for (k, (mode, ..)) in parts.iter().enumerate() {
        let (extent, stride) = place[k];
        // A leaf in two: the rows of atoms, of which the outer one lies last.
        if extent % 4 == 0 && extent > 4 && numbers.chance(5) {
            let inner = numbers.of(&[2, extent / 2]);
            shared[*mode].push((inner, stride));
            shared[*mode]
                .push((extent / inner, if numbers.chance(2) { next } else { stride * inner }));
        } else {
            shared[*mode].push((extent, stride));
        }
    }
    let bits = i64::from(bytes.trailing_zeros());
    let swizzle = match numbers.below(8) {
        0..4 => Swizzle::IDENTITY,
        4 => Swizzle::new(1, 3, 3).unwrap(),
        k => Swizzle::new(k as i64 - 4, 4 - bits, 3).unwrap(),
    };
    (layout(&tensor), layout(&shared).swizzled(swizzle).unwrap())
}

#[test]
fn random_copies_are_the_layouts_own() {
    let mut numbers = Numbers::new(0x5eed_0123_4567_89ab);
    let types = [TensorMapType::U8, TensorMapType::F16, TensorMapType::F32, TensorMapType::F64];
    let (mut taken, mut refused, mut several, mut swizzled, mut joined) = (0, 0, 0, 0, 0);
    while taken + refused < 30_000 {
        let data_type = numbers.of(&types);
        let (tensor, shared) = pair(&mut numbers, data_type.bits() / 8);
        if shared.bounds().1 > 1 << 13 {
            continue;
        }
        let device: &TmaDevice = if numbers.chance(2) { &TMA_SM90 } else { &TMA_SM100 };
        let Ok(copy) = TmaCopy::new(&tensor, &shared, data_type, device) else {
            refused += 1;
            continue;
        };
        copy.map().check(device).unwrap();
        taken += 1;
        several += usize::from(copy.len() > 1);
        swizzled += usize::from(copy.map().swizzle.span() != 0);
        joined += usize::from(tensor.leaf_count() > 5);
        compare(&copy, &mut numbers);
    }
    let counts = [taken, refused, several, swizzled, joined];
    assert!(
        counts.into_iter().zip([5000, 5000, 300, 1000, 200]).all(|(n, least)| n > least),
        "{counts:?}"
    );
}
