//! Contractions of whole panels of packed blocks, whose rows or columns are neighbours by one index in C and by another in an operand.

use crate::definition::{Number, Pattern, check, layout_of};
use layout_core::{IntTuple, Layout};

/// A tensor without gaps, the first letter fastest.
fn tensor(letters: &str, extents: &[(char, i64)]) -> Layout {
    let mut stride = 1;
    let mode = |letter: char| {
        let extent = extents.iter().find(|each| each.0 == letter).unwrap().1;
        let mode = (IntTuple::leaf(extent), IntTuple::leaf(stride));
        stride *= extent;
        mode
    };
    layout_of(&letters.chars().map(mode).collect::<Vec<_>>())
}

/// `C-A-B` with these extents.
fn check_named<T: Number>(name: &str, extents: &[(char, i64)]) {
    let tensors: Vec<&str> = name.split('-').collect();
    let modes = |letters: &str| letters.chars().map(|letter| vec![(letter, 1)]).collect();
    let pattern = Pattern {
        inputs: tensors[1..].iter().map(|letters| modes(letters)).collect(),
        output: tensors[0].chars().collect(),
    };
    let layouts: Vec<_> = [1, 2, 0].into_iter().map(|t| tensor(tensors[t], extents)).collect();
    check::<T>(&pattern, extents, &layouts);
}

/// Rows: an index in parts of 48, 32 and 16, two indices in one panel, and indices that end within a panel.
#[test]
fn rows() {
    for (a, b, d) in [
        (48, 2, 17),
        (144, 3, 20),
        (64, 2, 9),
        (80, 1, 7),
        (24, 4, 18),
        (24, 3, 16),
        (16, 9, 6),
        (40, 2, 19),
        (50, 3, 5),
        (12, 8, 7),
        (7, 7, 11),
        (1, 96, 5),
        (3, 32, 4),
    ] {
        let with = |c, e| [('a', a), ('b', b), ('c', c), ('d', d), ('e', e)];
        check_named::<f32>("abcd-dbea-ec", &with(9, 2));
        check_named::<f64>("abcd-dabe-ce", &with(2, 3));
        // C^T = B^T A^T
        check_named::<i32>("abcd-ec-deba", &with(2, 3));
    }
}

/// Columns, near and far apart in C: an index in parts of a panel, and indices that end within a panel.
#[test]
fn columns() {
    for (c, d) in [(8, 3), (24, 20), (16, 17), (12, 9), (5, 31), (40, 1), (1, 19)] {
        let with = |b, f, e| [('a', 5), ('b', b), ('c', c), ('d', d), ('e', e), ('f', f)];
        check_named::<f32>("abcd-aebf-dfce", &with(4, 3, 2));
        check_named::<f64>("abcd-dfce-aebf", &with(26, 1, 2));
        check_named::<i32>("cdab-aebf-dfce", &with(4, 3, 2));
    }
}
