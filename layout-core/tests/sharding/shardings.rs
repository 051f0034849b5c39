//! What a sharding says of its devices, compared with enumeration.

use std::collections::HashMap;

use layout_core::Coord;
use layout_core::sharding::{Mesh, Order, Sharding, Split};

use crate::draw::{Draw, cases};
use crate::elements::enumerated;

/// Compares every answer about a sharding with the elements of its devices. Returns whether a shard is uneven.
fn check(array: &Sharding) -> bool {
    let held = enumerated(array);
    let shape = array.shape();
    let mut owners: HashMap<Vec<i64>, Vec<(usize, Vec<i64>)>> = HashMap::new();
    let mut most = vec![0; array.rank()];
    let mut uneven = false;
    for (position, one) in held.iter().enumerate() {
        let device = one.device;
        assert_eq!(array.mesh().position(device), Some(position), "{array}");
        let local: Vec<i64> = one.axes.iter().map(|axis| axis.len() as i64).collect();
        assert_eq!(array.local_shape(device).unwrap()[..], local, "{array} on {device}");
        for (most, &local) in most.iter_mut().zip(&local) {
            *most = local.max(*most);
        }
        let elements = one.elements();
        assert_eq!(array.local_size(device).unwrap(), elements.len() as i64);
        assert_eq!(array.bytes(device, 8).unwrap(), 8 * elements.len() as i64);
        let memory = array.local_layout(device).unwrap();
        assert_eq!(memory.size(), elements.len() as i64);
        for (row_major, (local, global)) in elements.into_iter().enumerate() {
            assert_eq!(array.global(device, &local).unwrap()[..], global, "{array} on {device}");
            let offset = global.iter().zip(&shape[..]).fold(0, |offset, (i, n)| offset * n + i);
            assert_eq!(array.offset(device, &local).unwrap(), offset);
            if array.order() == Order::RowMajor && array.rank() > 0 {
                let text = format!("{local:?}").replace('[', "(").replace(']', ")");
                let coord: Coord = text.parse().unwrap();
                assert_eq!(memory.index(&coord).unwrap(), row_major as i64, "{memory} at {coord}");
            }
            owners.entry(global).or_default().push((device, local));
        }
        let refused = |coord: &[i64]| array.global(device, coord).is_err();
        assert!(
            next_to(&local).iter().all(|coord| refused(coord)),
            "outside of {array} on {device}"
        );
    }
    assert_eq!(array.shard_shape()[..], most, "{array}");
    assert_eq!(owners.len() as i64, array.size(), "every element is held: {array}");
    for (global, expected) in &owners {
        let found = array.owners(global).unwrap();
        let found: Vec<_> = found.map(|(device, local)| (device, local.to_vec())).collect();
        assert_eq!(&found, expected, "owners of {global:?} in {array}");
    }
    let outside = next_to(&shape);
    assert!(outside.iter().all(|coord| array.owners(coord).is_err()), "outside of {array}");
    assert_eq!(array.is_partition(), owners.values().all(|owners| owners.len() == 1), "{array}");
    for axis in 0..array.rank() {
        let parts = array.parts(axis) as i64;
        uneven |= most[axis] * parts != shape[axis];
        let Ok(cut) = array.axis_layout(axis) else { continue };
        // The padded division has the indices of each shard.
        let mut inside = vec![Vec::new(); parts as usize];
        let (layout, local) = (cut.layout(), cut.layout().mode(0).unwrap().size());
        for linear in 0..layout.size() {
            let coord = layout.coord(linear).unwrap();
            if cut.inside(&coord.into()).unwrap() {
                inside[(linear / local) as usize].push(layout.index(&linear.into()).unwrap());
            }
        }
        let cuts = array.cuts(axis);
        for one in &held {
            let coords = coords(array.mesh(), one.device);
            let axes = cuts.iter().flat_map(|(axes, _)| axes);
            let shard = axes.fold(0, |k, &axis| k * array.mesh().size(axis) + coords[axis]);
            assert_eq!(inside[shard], one.axes[axis], "axis {axis} of {array}");
        }
    }
    let again: Sharding = array.to_string().parse().unwrap();
    assert_eq!(again, *array);
    uneven
}

/// The coordinates outside of a shape with -1 or the extent along one axis, and with 0 along the others.
fn next_to(shape: &[i64]) -> Vec<Vec<i64>> {
    let along = |axis: usize| {
        [-1, shape[axis]].map(|index| {
            let mut coord = vec![0; shape.len()];
            coord[axis] = index;
            coord
        })
    };
    (0..shape.len()).flat_map(along).collect()
}

fn coords(mesh: &Mesh, device: usize) -> Vec<usize> {
    let mut rest = mesh.position(device).unwrap();
    let mut coords = vec![0; mesh.rank()];
    for axis in (0..mesh.rank()).rev() {
        coords[axis] = rest % mesh.size(axis);
        rest /= mesh.size(axis);
    }
    coords
}

#[test]
fn random_shardings_hold_what_enumeration_gives() {
    let (mut draw, cases) = (Draw(24), cases());
    let (mut uneven, mut partitions) = (0, 0);
    for _ in 0..cases {
        let shape = draw.shape();
        let array = draw.sharding(&shape);
        uneven += usize::from(check(&array));
        partitions += usize::from(array.is_partition());
    }
    assert!(
        4 * uneven > cases && 5 * partitions > cases,
        "{uneven} uneven, {partitions} partitions"
    );
}

/// Every cut of one axis of at most 9 elements over at most 4 devices, and every pair of block cuts.
#[test]
fn every_small_sharding_holds_what_enumeration_gives() {
    for extent in 0..=9 {
        for parts in 1..=4 {
            let mesh = Mesh::new(&[("x", parts), ("y", 2)]).unwrap();
            let whole = Sharding::replicated(&mesh, &[extent]).unwrap();
            check(&whole.clone().split(0, &["x"], Split::Block).unwrap());
            for block in 1..=5 {
                for first in 0..parts {
                    let split = Split::Cyclic { block, first };
                    check(&whole.clone().split(0, &["x"], split).unwrap());
                    let twice = whole.clone().split(0, &["y"], Split::Block).unwrap();
                    check(&twice.split(0, &["x"], split).unwrap());
                }
            }
            let twice = whole.clone().split(0, &["x"], Split::Block).unwrap();
            check(&twice.split(0, &["y"], Split::Block).unwrap());
            for chunks in 1..=5 {
                let strided = whole.clone().split(0, &["x"], Split::Strided(chunks)).unwrap();
                check(&strided);
                for split in [Split::Block, Split::Strided(2), Split::cyclic(2)] {
                    check(&strided.clone().split(0, &["y"], split).unwrap());
                }
            }
        }
    }
}

/// Several strided cuts of one axis, of every kind of remainder, and the ranges of each shard.
#[test]
fn strided_cuts_hold_what_enumeration_gives() {
    let mut draw = Draw(77);
    for _ in 0..cases() {
        let extent = draw.below(200) as i64;
        let sizes = [1 + draw.below(4), 1 + draw.below(4), 1 + draw.below(4)];
        let mesh = Mesh::new(&[("x", sizes[0]), ("y", sizes[1]), ("z", sizes[2])]).unwrap();
        let mut array = Sharding::replicated(&mesh, &[extent]).unwrap();
        for name in ["x", "y", "z"] {
            let split = match draw.below(5) {
                0 => Split::Block,
                1 => Split::Strided(1 + draw.below(100) as i64),
                _ => Split::Strided(1 + draw.below(9) as i64),
            };
            array = array.split(0, &[name], split).unwrap();
        }
        check(&array);
        for one in enumerated(&array) {
            let ranges: Vec<_> = array.ranges(one.device, 0).unwrap().collect();
            assert!(ranges.is_sorted_by(|a, b| a.end < b.start), "{array}: {ranges:?}");
            assert!(ranges.into_iter().flatten().eq(one.axes[0].iter().copied()), "{array}");
        }
    }
}

/// Two cuts hold alike where each device has equal lists.
#[test]
fn strided_cuts_that_hold_alike() {
    let mut draw = Draw(78);
    let mut alike = 0;
    for _ in 0..10 * cases() {
        let extent = draw.below(14) as i64;
        let mesh = Mesh::new(&[("x", 1 + draw.below(3)), ("y", 2)]).unwrap();
        let mut cut = || {
            let split = |draw: &mut Draw| match draw.below(4) {
                0 => Split::Block,
                1 => Split::cyclic(1 + draw.below(4) as i64),
                _ => Split::Strided(1 + draw.below(6) as i64),
            };
            let array = Sharding::replicated(&mesh, &[extent]).unwrap();
            let [one, other] = [["x", "y"], ["y", "x"]][draw.below(2)];
            let array = array.split(0, &[one], split(&mut draw)).unwrap();
            array.clone().split(0, &[other], split(&mut draw)).unwrap_or(array)
        };
        let (one, other) = (cut(), cut());
        let lists = |array| enumerated(array).into_iter().map(|one| one.axes).collect::<Vec<_>>();
        let expected = lists(&one) == lists(&other);
        assert_eq!(one.holds_like(&other).unwrap(), expected, "{one} and {other}");
        alike += usize::from(expected && one != other);
    }
    assert!(alike > cases() / 2, "{alike}");
}

/// A strided cut of equal parts is a cyclic one, and the number of blocks does not depend on the extent.
#[test]
fn strided_cuts_of_long_axes() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let strided = of("(2305843009213693952/x*1099511627776) on [x=2]");
    assert!(strided.holds_like(&of("(2305843009213693952/x:1048576) on [x=2]")).unwrap());
    assert_eq!(strided.axis_layout(0).unwrap().layout().size(), 1 << 61);
    // Blocks of 4 and of 3 columns.
    let columns = of("(7340032/x*1048576) on [x=2]");
    assert_eq!(columns.local_shape(0).unwrap()[..], [4 << 20]);
    assert_eq!(columns.owners(&[7_340_031]).unwrap().next().unwrap().0, 1);
    assert!(columns.ranges(1, 0).unwrap().take(2).eq([4..7, 11..14]));
    let refused = columns.axis_layout(0).err().unwrap().to_string();
    assert!(
        refused.ends_with(
            "axis 0 is cut unevenly, twice or in chunks, so its shards have different layouts"
        ),
        "{refused}"
    );
}

#[test]
fn bytes_are_a_size_of_memory() {
    let array: Sharding = "(12/x) on [x=2]".parse().unwrap();
    assert_eq!(array.bytes(0, 1).unwrap(), 6);
}

/// Terms of a sum are not factors of a product, nor a whole array.
#[test]
fn terms_of_other_reductions_are_not_alike() {
    let of = |text: &str| text.parse::<Sharding>().unwrap();
    let sum = of("(4) sum x on [x=2]");
    assert!(sum.holds_like(&of("(4) sum y on [y=2]")).unwrap());
    assert!(!sum.holds_like(&of("(4) product x on [x=2]")).unwrap());
}
