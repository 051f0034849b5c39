//! The definition of a contraction: nested loops over all indices.

use layout_core::{Coord, IntTuple, Layout};
use static_layout::{View, ViewMut};
use static_layout_kernels::contract::{EinsumError, SumOf};
use static_layout_kernels::einsum;

/// An operand of a text: for each mode the letters of its sum, with their factors.
pub type Modes = Vec<Vec<(char, i64)>>;

/// A contraction by its text: the modes of the operands, and the letters of the result.
pub struct Pattern {
    pub inputs: Vec<Modes>,
    pub output: Vec<char>,
}

impl Pattern {
    pub fn text(&self) -> String {
        let mode = |mode: &Vec<(char, i64)>| match mode[..] {
            [(letter, 1)] => letter.to_string(),
            _ => {
                let terms: Vec<_> = mode.iter().map(|(letter, n)| format!("{n}{letter}")).collect();
                format!("({})", terms.join("+"))
            }
        };
        let input = |modes: &Modes| modes.iter().map(mode).collect::<String>();
        let inputs: Vec<_> = self.inputs.iter().map(input).collect();
        format!("{}->{}", inputs.join(","), self.output.iter().collect::<String>())
    }

    /// The letters, each once.
    pub fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> =
            self.inputs.iter().flatten().flatten().map(|term| term.0).collect();
        letters.sort_unstable();
        letters.dedup();
        letters
    }
}

/// A number with the operations of a sum, which wraps around.
pub trait Number: SumOf<Self, Self> + PartialEq + std::fmt::Debug {
    fn of(n: i64) -> Self;
    fn add_product(self, x: Self, y: Self) -> Self;
}
macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl Number for $T {
            fn of(n: i64) -> Self {
                n as $T
            }
            fn add_product(self, x: Self, y: Self) -> Self {
                self + x * y
            }
        }
    )*};
}
numbers! { f32 f64 i32 i64 u8 }

/// The offset of a coordinate, one number for each mode.
fn offset(layout: &Layout, coord: &[i64]) -> i64 {
    let at = |(k, &c): (usize, &i64)| layout.mode(k).unwrap().index(&Coord::from(c)).unwrap();
    coord.iter().enumerate().map(at).sum()
}

/// Elements before and after the layout's own, so that an access outside would show.
const MARGIN: usize = 3;

/// An array of small numbers for a layout, and the place of its offset 0.
pub fn data<T: Number>(layout: &Layout, seed: i64) -> (Vec<T>, usize) {
    let (least, greatest) = match layout.size() {
        0 => (0, 0),
        _ => (layout.min_offset().unwrap(), layout.max_offset().unwrap()),
    };
    let origin = (-least) as usize + MARGIN;
    let len = origin + greatest as usize + 1 + MARGIN;
    ((0..len as i64).map(|i| T::of((i * 7 + seed) % 11 % 4)).collect(), origin)
}

/// Compares `einsum` with the loops of the definition, also between the elements of C.
///
/// # Panics
/// If they differ, or `einsum` refuses.
pub fn check<T: Number>(pattern: &Pattern, extents: &[(char, i64)], layouts: &[Layout]) {
    let text = pattern.text();
    let (inputs, c) = layouts.split_at(layouts.len() - 1);
    let arrays: Vec<_> = inputs.iter().zip(1..).map(|(a, seed)| data::<T>(a, seed)).collect();
    let (mut found, origin) = data::<T>(&c[0], 5);
    let mut expected = found.clone();
    let sizes: Vec<i64> = extents.iter().map(|each| each.1).collect();
    let value = |letter: char, at: &[i64]| {
        at[extents.iter().position(|each| each.0 == letter).expect("a letter of the text")]
    };
    let coord = |modes: &Modes, at: &[i64]| -> Vec<i64> {
        modes.iter().map(|mode| mode.iter().map(|(x, n)| n * value(*x, at)).sum()).collect()
    };
    let to = |at: &[i64]| {
        let coord: Vec<i64> = pattern.output.iter().map(|letter| value(*letter, at)).collect();
        origin.wrapping_add_signed(offset(&c[0], &coord) as isize)
    };
    let all = || coordinates(&sizes);
    let is_summed = |k: usize| !pattern.output.contains(&extents[k].0);
    // Each element of C once, then each product.
    let is_first = |at: &[i64]| at.iter().enumerate().all(|(k, x)| *x == 0 || !is_summed(k));
    all().filter(|at| is_first(at)).for_each(|at| expected[to(&at)] = T::of(0));
    if (0..sizes.len()).any(|k| is_summed(k) && sizes[k] == 0) {
        let kept: Vec<i64> =
            (0..sizes.len()).map(|k| if is_summed(k) { 1 } else { sizes[k] }).collect();
        coordinates(&kept).for_each(|at| expected[to(&at)] = T::of(0));
    }
    for at in all() {
        let factor = |k: usize| match arrays.get(k) {
            Some((array, origin)) => {
                let offset = offset(&inputs[k], &coord(&pattern.inputs[k], &at));
                array[origin.wrapping_add_signed(offset as isize)]
            }
            None => T::of(1),
        };
        let place = to(&at);
        expected[place] = expected[place].add_product(factor(0), factor(1));
    }
    run(&text, inputs, &arrays, &mut found, origin, &c[0])
        .unwrap_or_else(|error| panic!("{text} of {layouts:?}: {error}"));
    let texts = || layouts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(found == expected, "{text} of {:?}: {found:?} instead of {expected:?}", texts());
}

/// `einsum` of arrays.
pub fn run<T: Number>(
    text: &str,
    layouts: &[Layout],
    arrays: &[(Vec<T>, usize)],
    to: &mut [T],
    origin: usize,
    c: &Layout,
) -> Result<(), EinsumError> {
    let mut views = Vec::new();
    for (layout, (array, origin)) in layouts.iter().zip(arrays) {
        views.push(View::dynamic(array, *origin, *layout).unwrap());
    }
    einsum(text, &views, &mut ViewMut::dynamic(to, origin, *c).unwrap())
}

/// All coordinates below the extents.
pub fn coordinates(extents: &[i64]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let (extents, count) = (extents.to_vec(), extents.iter().product::<i64>());
    (0..count).map(move |mut rest| {
        let digit = |extent: &i64| {
            let digit = rest % extent;
            rest /= extent;
            digit
        };
        extents.iter().map(digit).collect()
    })
}

/// `(modes[0], modes[1], ..)`.
pub fn layout_of(modes: &[(IntTuple, IntTuple)]) -> Layout {
    let (shape, stride): (Vec<_>, Vec<_>) = modes.iter().copied().unzip();
    Layout::new(IntTuple::tuple(&shape).unwrap(), IntTuple::tuple(&stride).unwrap()).unwrap()
}
