//! Enumerates the operands of a universe. Each has a number.

use layout_core::{IntTuple, Layout};

use super::naive::{leaves, offsets, sorted};

/// All layouts of the given ranks, extents and strides. A layout of rank 1 has one mode, `s:d`.
#[derive(Clone)]
pub(super) struct Layouts {
    pub(super) ranks: std::ops::RangeInclusive<u32>,
    pub(super) extents: &'static [i64],
    pub(super) strides: &'static [i64],
}

impl Layouts {
    fn of_rank(&self, rank: u32) -> u64 {
        ((self.extents.len() * self.strides.len()) as u64).pow(rank)
    }

    /// The number of layouts.
    pub(super) fn len(&self) -> u64 {
        self.ranks.clone().map(|rank| self.of_rank(rank)).sum()
    }

    /// The layout with the number `k`, which is below `len`.
    pub(super) fn get(&self, mut k: u64) -> Layout {
        for rank in self.ranks.clone() {
            if k < self.of_rank(rank) {
                return self.of(rank, k);
            }
            k -= self.of_rank(rank);
        }
        unreachable!("a number below the length")
    }

    fn of(&self, rank: u32, mut k: u64) -> Layout {
        let mut digit = |from: &[i64]| {
            let found = from[(k % from.len() as u64) as usize];
            k /= from.len() as u64;
            IntTuple::leaf(found)
        };
        let modes: Vec<(IntTuple, IntTuple)> =
            (0..rank).map(|_| (digit(self.extents), digit(self.strides))).collect();
        let (shape, stride): (Vec<_>, Vec<_>) = modes.into_iter().unzip();
        let side = |side: Vec<IntTuple>| match side[..] {
            [leaf] => leaf,
            _ => IntTuple::tuple(&side).expect("few modes"),
        };
        Layout::new(side(shape), side(stride)).expect("small numbers")
    }

    /// The name: `rank 1-3 of {2,3}:{1,2}`.
    pub(super) fn name(&self) -> String {
        let (least, most) = (self.ranks.start(), self.ranks.end());
        let ranks = if least == most { least.to_string() } else { format!("{least}-{most}") };
        format!("rank {ranks} of {}:{}", set(self.extents), set(self.strides))
    }
}

fn set(numbers: &[i64]) -> String {
    let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let rising = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match numbers {
        [first, .., last] if rising && numbers.len() > 3 => format!("{{{first}..{last}}}"),
        _ => format!("{{{}}}", words.join(",")),
    }
}

/// The right operands of a universe.
pub(super) enum RightOperands {
    None,
    /// All of these layouts.
    Layouts(Layouts),
    /// The layouts `N:r` whose offsets are within the domain of the left operand.
    Within(Layouts),
    Numbers(&'static [i64]),
    /// All pairs of these numbers.
    Pairs(&'static [i64]),
}

pub(super) struct Universe {
    pub(super) left: Layouts,
    pub(super) right: RightOperands,
}

impl Universe {
    pub(super) fn name(&self) -> String {
        let left = self.left.name();
        match &self.right {
            RightOperands::None => left,
            RightOperands::Layouts(right) => format!("{left}; {}", right.name()),
            RightOperands::Within(right) => format!("{left}; {} in bounds", right.name()),
            RightOperands::Numbers(numbers) => format!("{left}; {}", set(numbers)),
            RightOperands::Pairs(numbers) => format!("{left}; {0}, {0}", set(numbers)),
        }
    }
}

/// A right operand, with its offsets if it is a layout.
pub(super) enum RightOperand {
    None,
    Layout(Layout, Vec<i64>),
    Number(i64),
    Pair(i64, i64),
}

impl RightOperand {
    /// All right operands.
    pub(super) fn all(right: &RightOperands) -> Vec<Self> {
        match right {
            RightOperands::None => vec![Self::None],
            RightOperands::Layouts(all) | RightOperands::Within(all) => (0..all.len())
                .map(|k| all.get(k))
                .map(|layout| Self::Layout(layout, offsets(leaves(&layout))))
                .collect(),
            RightOperands::Numbers(numbers) => numbers.iter().map(|&n| Self::Number(n)).collect(),
            RightOperands::Pairs(numbers) => numbers
                .iter()
                .flat_map(|&a| numbers.iter().map(move |&b| Self::Pair(a, b)))
                .collect(),
        }
    }
}

/// A left operand, with its offsets.
pub(super) struct LeftOperand {
    pub(super) layout: Layout,
    /// The offsets in linear order.
    pub(super) offsets: Vec<i64>,
    pub(super) sorted: Vec<i64>,
}

impl LeftOperand {
    pub(super) fn new(layout: Layout) -> Self {
        let offsets = offsets(leaves(&layout));
        Self { layout, sorted: sorted(offsets.clone()), offsets }
    }

    pub(super) fn size(&self) -> i64 {
        self.offsets.len() as i64
    }

    /// `A^(x)`, the offset of `x` if the last mode has no end.
    pub(super) fn at(&self, x: i64) -> Option<i64> {
        match usize::try_from(x).ok().and_then(|x| self.offsets.get(x)) {
            Some(offset) => Some(*offset),
            None => super::naive::unbounded(&self.layout, x),
        }
    }
}
