//! All small patterns of indices.

use crate::definition::{Modes, Pattern, check, layout_of};
use layout_core::{IntTuple, Layout};

const LETTERS: [char; 3] = ['i', 'j', 'k'];

/// All sequences of at most `most` letters.
fn sequences(most: usize) -> Vec<Vec<char>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |sequence: &Vec<char>| {
            let sequence = sequence.clone();
            LETTERS.map(move |letter| [&sequence[..], &[letter]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

/// All orders of some of the letters.
fn outputs(letters: &[char]) -> Vec<Vec<char>> {
    let is_output = |sequence: &Vec<char>| {
        sequence
            .iter()
            .enumerate()
            .all(|(k, letter)| letters.contains(letter) && !sequence[..k].contains(letter))
    };
    sequences(3).into_iter().filter(is_output).collect()
}

/// A column-major layout, or a row-major one.
fn compact(extents: &[i64], is_row: bool) -> Layout {
    let mut modes = vec![(IntTuple::leaf(1), IntTuple::leaf(0)); extents.len()];
    let mut stride = 1;
    for step in 0..extents.len() {
        let k = if is_row { extents.len() - 1 - step } else { step };
        modes[k] = (IntTuple::leaf(extents[k]), IntTuple::leaf(stride));
        stride *= extents[k];
    }
    layout_of(&modes)
}

fn modes(sequence: &[char]) -> Modes {
    sequence.iter().map(|letter| vec![(*letter, 1)]).collect()
}

fn check_all(inputs: &[Vec<char>], extents: [i64; 3]) -> usize {
    let inputs: Vec<Modes> = inputs.iter().map(|input| modes(input)).collect();
    let mut pattern = Pattern { inputs, output: vec![] };
    let letters = pattern.letters();
    let extents: Vec<_> =
        LETTERS.into_iter().zip(extents).filter(|(x, _)| letters.contains(x)).collect();
    let of = |sequence: &[char], is_row| {
        let extent = |letter: &char| extents.iter().find(|each| each.0 == *letter).unwrap().1;
        compact(&sequence.iter().map(extent).collect::<Vec<_>>(), is_row)
    };
    let outputs = outputs(&letters);
    for output in &outputs {
        pattern.output.clone_from(output);
        let sequences = pattern.inputs.iter().map(|modes| modes.iter().map(|m| m[0].0).collect());
        let mut layouts: Vec<Layout> = sequences
            .enumerate()
            .map(|(k, sequence): (usize, Vec<char>)| of(&sequence, k == 1))
            .collect();
        layouts.push(of(output, true));
        check::<i32>(&pattern, &extents, &layouts);
    }
    outputs.len()
}

/// One operand of up to three modes, with all extents from 0 to 3.
#[test]
fn one_operand() {
    let mut count = 0;
    for a in sequences(3) {
        for extents in crate::definition::coordinates(&[4; 3]) {
            count += check_all(std::slice::from_ref(&a), [extents[0], extents[1], extents[2]]);
        }
    }
    assert_eq!(count, 15_040);
}

/// Two operands of up to three modes each; with all extents from 1 to 3 if the second one has at most one mode.
#[test]
fn two_operands() {
    let mut count = 0;
    for (a, b) in
        sequences(3).into_iter().flat_map(|a| sequences(3).into_iter().map(move |b| (a.clone(), b)))
    {
        if b.len() <= 1 {
            for extents in crate::definition::coordinates(&[3; 3]) {
                let extents = [extents[0] + 1, extents[1] + 1, extents[2] + 1];
                count += check_all(&[a.clone(), b.clone()], extents);
            }
        } else {
            count += check_all(&[a, b], [3, 2, 4]);
        }
    }
    assert_eq!(count, 51_339);
}
