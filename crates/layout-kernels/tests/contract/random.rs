//! Random contractions of random layouts.

use crate::definition::{Modes, Number, Pattern, check, layout_of};
use layout_core::{IntTuple, Layout};
use proptest::prelude::*;

/// Numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
    fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        for k in (1..all.len()).rev() {
            all.swap(k, self.below(k + 1));
        }
        all
    }
}

/// A layout of modes with these extents: in any order, nested, with gaps, reversed. An input may also repeat its elements.
fn layout(draw: &mut Draw, extents: &[i64], is_input: bool) -> Layout {
    // The leaves of each mode.
    let mut leaves: Vec<Vec<i64>> = extents.iter().map(|extent| vec![*extent]).collect();
    for mode in &mut leaves {
        let extent = mode[0];
        if let Some(n) = [2, 3].into_iter().find(|n| extent % n == 0 && extent > *n)
            && draw.below(3) == 0
        {
            *mode = vec![n, extent / n];
        }
    }
    let places: Vec<(usize, usize)> =
        (0..leaves.len()).flat_map(|k| (0..leaves[k].len()).map(move |j| (k, j))).collect();
    let mut strides: Vec<Vec<i64>> = leaves.iter().map(|mode| vec![0; mode.len()]).collect();
    let mut stride = 1 + draw.below(2) as i64;
    for (k, j) in draw.shuffled(places) {
        if is_input && draw.below(8) == 0 {
            continue;
        }
        strides[k][j] = if draw.below(6) == 0 { -stride } else { stride };
        stride = stride * leaves[k][j].max(1) + [0, 0, 1, 3][draw.below(4)];
    }
    let tuple = |all: &[i64]| match all {
        [one] => IntTuple::leaf(*one),
        _ => IntTuple::tuple(&all.iter().map(|x| IntTuple::leaf(*x)).collect::<Vec<_>>()).unwrap(),
    };
    let modes: Vec<_> =
        leaves.iter().zip(&strides).map(|(shape, stride)| (tuple(shape), tuple(stride))).collect();
    layout_of(&modes)
}

fn check_case<T: Number>(seed: u64, most: usize, windows: bool) {
    let draw = &mut Draw(seed);
    let letters: Vec<char> = "abcdef".chars().take(1 + draw.below(6)).collect();
    let extents: Vec<(char, i64)> =
        letters.iter().map(|letter| (*letter, 1 + draw.below(most) as i64)).collect();
    let extent = |letter: char| extents.iter().find(|each| each.0 == letter).unwrap().1;
    // Each letter is in one of the operands or both, and perhaps in the result.
    let mut pattern = Pattern { inputs: vec![vec![], vec![]], output: vec![] };
    for letter in draw.shuffled(letters.clone()) {
        let which = draw.below(4);
        if which != 0 {
            pattern.inputs[0].push(vec![(letter, 1)]);
        }
        if which != 1 {
            pattern.inputs[1].push(vec![(letter, 1)]);
        }
        if draw.below(2) == 0 {
            pattern.output.push(letter);
        }
    }
    pattern.output = draw.shuffled(std::mem::take(&mut pattern.output));
    // A window: the letter of a mode of one operand plus a letter that stands alone somewhere.
    if windows {
        let other = letters[draw.below(letters.len())];
        let is_alone = |modes: &Modes| modes.contains(&vec![(other, 1)]);
        let t = draw.below(2);
        if is_alone(&pattern.inputs[1 - t])
            && !pattern.inputs[t].iter().flatten().any(|x| x.0 == other)
            && let Some(mode) = pattern.inputs[t].first_mut()
            && pattern.output.contains(&mode[0].0)
        {
            mode[0].1 = 1 + draw.below(2) as i64;
            mode.push((other, 1 + draw.below(3) as i64));
        }
    }
    // An index twice in one operand.
    if draw.below(5) == 0 {
        let t = draw.below(2);
        if let Some(mode) = pattern.inputs[t].first().cloned()
            && mode.len() == 1
        {
            pattern.inputs[t].push(mode);
        }
    }
    let mut layouts: Vec<Layout> = Vec::new();
    for modes in &pattern.inputs {
        let sizes: Vec<i64> = modes
            .iter()
            .map(|mode| match mode[..] {
                [(letter, 1)] => extent(letter),
                _ => {
                    1 + mode.iter().map(|(x, n)| n * (extent(*x) - 1)).sum::<i64>()
                        + draw.below(2) as i64
                }
            })
            .collect();
        let repeats = |letter: char| modes.iter().flatten().filter(|x| x.0 == letter).count() > 1;
        let is_flat =
            modes.iter().any(|mode| mode.len() > 1) || letters.iter().any(|x| repeats(*x));
        let mut a = layout(draw, &sizes, true);
        while is_flat && a.depth() > 1 {
            a = layout(draw, &sizes, true);
        }
        layouts.push(a);
    }
    let sizes: Vec<i64> = pattern.output.iter().map(|letter| extent(*letter)).collect();
    layouts.push(layout(draw, &sizes, false));
    check::<T>(&pattern, &extents, &layouts);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn small_layouts(seed: u64) {
        check_case::<f32>(seed, 4, false);
        check_case::<i64>(seed, 4, true);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// With more elements than a tile has.
    #[test]
    fn longer_layouts(seed: u64) {
        check_case::<f64>(seed, 9, true);
        check_case::<i32>(seed, 9, true);
    }
}
