//! Every nest of a small universe visits each coordinate once, and nothing else: the pairs of offsets that its loops come
//! to are those of the two layouts at equal linear indices.
//!
//! The steps that change loops, `find`, `turn`, `order`, `merge`, `cross`, `walk`, `walk_towards` and `rows`, have no
//! other input than extents and strides, and each branch of them is taken by small ones.

use super::{Loop, Nest};
use crate::side::Described;
use alloc::vec::Vec;
use layout_core::Rule;

type Leaves = Vec<(usize, isize)>;

/// The offsets of a layout of these leaves, by linear index.
fn offsets(leaves: &[(usize, isize)]) -> Vec<isize> {
    let mut all = alloc::vec![0];
    for &(extent, stride) in leaves {
        let steps = (0..extent as isize).flat_map(|i| all.iter().map(move |at| at + i * stride));
        all = steps.collect();
    }
    all
}

/// Checks every way through the loops of two layouts. Returns whether there are any.
fn check(a: &Leaves, b: &Leaves) -> bool {
    let sides = [&Described::of_leaves(a), &Described::of_leaves(b)];
    let mut expected: Vec<[isize; 2]> =
        offsets(a).into_iter().zip(offsets(b)).map(|(a, b)| [a, b]).collect();
    let mut nest = Nest::<2>::new();
    if let Err(rule) = nest.find(sides) {
        assert!(!matches!(rule, Rule::Sizes { .. }));
        return false;
    }
    // Before the loops change places, they are in the order of the linear index.
    let mut found = Vec::new();
    nest.walk(0, |at| found.push(at));
    assert_eq!(found, expected, "{a:?} {b:?}");
    expected.sort_unstable();
    let same = |mut found: Vec<[isize; 2]>, what: &str| {
        found.sort_unstable();
        assert_eq!(found, expected, "{what}: {a:?} {b:?}");
    };
    for by in 0..2 {
        let mut nest = nest;
        nest.order(by);
        let mut found = Vec::new();
        nest.walk(0, |at| found.push(at));
        same(found, "walk");
        let mut found = Vec::new();
        nest.walk_towards(0, true, |at| found.push(at));
        same(found, "walk backwards");
        nest.cross();
        nest.end();
        let mut found = Vec::new();
        nest.rows(|at, n, strides| {
            for i in 0..n as isize {
                found.push([at[0] + i * strides[0], at[1] + i * strides[1]]);
            }
        });
        same(found, "rows");
    }
    true
}

/// Calls `f` with all lists of this many of these.
fn lists<T: Copy>(of: &[T], len: usize, f: &mut impl FnMut(&[T])) {
    fn next<T: Copy>(of: &[T], len: usize, list: &mut Vec<T>, f: &mut impl FnMut(&[T])) {
        if list.len() == len {
            return f(list);
        }
        for &each in of {
            list.push(each);
            next(of, len, list, f);
            list.pop();
        }
    }
    next(of, len, &mut Vec::new(), f)
}

fn leaves(extents: &[usize], strides: &[isize]) -> Leaves {
    extents.iter().copied().zip(strides.iter().copied()).collect()
}

/// Two layouts of one shape: extents 0 to 4 and strides -3 to 3, of three modes fewer of both.
#[test]
fn layouts_of_one_shape() {
    let mut count = 0;
    for (rank, extents, strides) in [
        (1, &[0, 1, 2, 3, 4][..], &[-3, -2, -1, 0, 1, 2, 3][..]),
        (2, &[0, 1, 2, 3], &[-3, -2, -1, 0, 1, 2, 3]),
        (3, &[1, 2], &[-1, 0, 1, 2, 4]),
    ] {
        lists(extents, rank, &mut |extents| {
            lists(strides, rank, &mut |a| {
                lists(strides, rank, &mut |b| {
                    assert!(check(&leaves(extents, a), &leaves(extents, b)));
                    count += 1;
                });
            });
        });
    }
    assert_eq!(count, 5 * 49 + 16 * 49 * 49 + 8 * 125 * 125);
}

/// Two layouts of different shapes and of one size, 12: those whose modes do not divide each other have no loops.
#[test]
fn layouts_of_one_size() {
    let shapes: [&[usize]; 12] = [
        &[12],
        &[2, 6],
        &[6, 2],
        &[3, 4],
        &[4, 3],
        &[1, 12],
        &[12, 1],
        &[2, 2, 3],
        &[2, 3, 2],
        &[3, 2, 2],
        &[2, 1, 6],
        &[3, 1, 4],
    ];
    let (mut accepted, mut all) = (0, 0);
    let strides = [-1, 1, 2, 4];
    for a in shapes {
        for b in shapes {
            lists(&strides, a.len(), &mut |x| {
                // Of the second layout those that begin or continue something.
                lists(&[0, 1, 2], b.len(), &mut |y| {
                    let loops = check(&leaves(a, x), &leaves(b, y));
                    accepted += usize::from(loops);
                    all += 1;
                });
            });
        }
    }
    assert!(accepted > all / 3 && accepted < all, "{accepted} of {all}");
}

/// Rows longer than the block in which rows that cross the neighbours of a side are taken.
#[test]
fn long_rows_that_cross() {
    for n in [1, 63, 64, 65, 128, 130] {
        for m in [1, 2, 65] {
            assert!(check(&leaves(&[n, m], &[m as isize, 1]), &leaves(&[n, m], &[1, n as isize])));
            assert!(check(&leaves(&[n, m], &[m as isize, 1]), &leaves(&[n, m], &[-1, n as isize])));
        }
    }
}

/// A loop that runs once is none, and a nest is a list of loops.
#[test]
fn loops_that_run_once() {
    let mut nest = Nest::<1>::new();
    nest.add(Loop { extent: 1, strides: [7] });
    assert!(nest.loops().is_empty());
    nest.add(Loop { extent: 3, strides: [-2] });
    nest.order(0);
    assert_eq!((nest.loops(), nest.starts), (&[Loop { extent: 3, strides: [2] }][..], [-4]));
}
