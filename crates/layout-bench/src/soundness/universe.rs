//! Which operands there are, each by its number.

use layout_core::{IntTuple, Layout};

use super::naive::{leaves, offsets, sorted};

/// Every layout of these ranks with extents and strides from the given ones; of rank 1 a single mode.
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

    /// How many.
    pub(super) fn len(&self) -> u64 {
        self.ranks.clone().map(|rank| self.of_rank(rank)).sum()
    }

    /// The one with the number `k`, below `len`.
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

    /// `rank 1-3 of {2,3}:{1,2}`.
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

/// What stands beside the layout.
pub(super) enum RightOperands {
    None,
    /// Each of these layouts.
    Layouts(Layouts),
    /// `N:r` that stay within the domain of the layout.
    Within(Layouts),
    Numbers(&'static [i64]),
    /// Two numbers, each of these.
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

/// The second operand, with its table.
pub(super) enum RightOperand {
    None,
    Layout(Layout, Vec<i64>),
    Number(i64),
    Pair(i64, i64),
}

impl RightOperand {
    /// All that can stand on the right.
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

/// A left operand, with its table.
pub(super) struct LeftOperand {
    pub(super) layout: Layout,
    /// In linear order.
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

    /// `A^(x)`.
    pub(super) fn at(&self, x: i64) -> Option<i64> {
        match usize::try_from(x).ok().and_then(|x| self.offsets.get(x)) {
            Some(offset) => Some(*offset),
            None => super::naive::unbounded(&self.layout, x),
        }
    }
}
