//! Conversions between `shape:stride` with a swizzle and matrices of bits.
//!
//! # When a layout is a matrix
//! A layout with extents `2^n` adds one step for each bit of the index that is 1: the step of bit `k` of a leaf `2^n:d`
//! is `2^k d`. Sums are xors where nothing carries: exactly where no two steps have a bit in common. (Two steps with a
//! common bit already add to something other than their xor.)
//!
//! # When a matrix is a layout
//! Conversely, `S:D` of `2^n` elements adds its steps, which are its values at the powers of 2. So a matrix is an `S:D`
//! exactly where no two columns have a bit in common, and `Sw o S:D` where the columns of `Sw^-1 M = Sw M` have none.
//! The search over all swizzles is therefore exact.

use crate::bits::dims::{BitDims, MAX_BITS};
use crate::bits::layout::BitLayout;
use crate::bits::matrix::BitMatrix;
use crate::error::{BitRule, LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::swizzle::bits::WIDTH;
use crate::value::{ComposedLayout, DimName, Layout, Num, Swizzle};

/// The names of the modes of a layout.
const MODES: [&str; 8] = ["mode0", "mode1", "mode2", "mode3", "mode4", "mode5", "mode6", "mode7"];

impl BitLayout {
    /// The matrix of a layout: an input `mode0`, `mode1`, .. for each mode, and the output `offset`.
    ///
    /// ```
    /// use layout_core::{BitLayout, ComposedLayout};
    /// let a: ComposedLayout = "Sw<1,0,2> o 0 o (2,4):(4,1)".parse()?;
    /// let bits = BitLayout::of(&a)?;
    /// assert_eq!(bits.to_string(), "{mode0: (5), mode1: (1) (2)} -> {offset: 3}");
    /// assert_eq!(bits.to_layout()?.to_string(), a.to_string());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitRule::NotPower`] for an extent that is not a power of 2, [`BitRule::Carries`] where steps add with a carry,
    /// [`Rule::NegativeStride`], [`Rule::Unit`] for strides of coordinates, [`Rule::Offset`] for an offset before the
    /// swizzle, and [`BitRule::Dims`] for more than 8 modes.
    pub const fn of(a: &ComposedLayout) -> Result<Self, LayoutError> {
        match bits_of(a) {
            Ok(out) => Ok(out),
            Err(rule) => Err(LayoutError::unary(Operation::BitLayout, Operand::Composed(*a), rule)),
        }
    }

    /// The matrix of a layout without a swizzle: [`of`](Self::of).
    ///
    /// # Errors
    /// The errors of [`of`](Self::of).
    pub const fn of_layout(a: &Layout) -> Result<Self, LayoutError> {
        match ComposedLayout::new(Swizzle::IDENTITY, 0, *a) {
            Ok(composed) => match bits_of(&composed) {
                Ok(out) => Ok(out),
                Err(rule) => {
                    Err(LayoutError::unary(Operation::BitLayout, Operand::Layout(*a), rule))
                }
            },
            Err(error) => Err(error),
        }
    }

    /// The layout with these images: a mode for each input, as few leaves as possible, and the swizzle of fewest bits
    /// if there must be one. Several outputs count as one, the first one in the lowest bits.
    ///
    /// # Errors
    /// [`BitRule::Repeated`] if no `S:D` has these images, with or without one swizzle in front; [`BitRule::TooFar`] for
    /// an image past `2^63 - 1`; [`Rule::Full`] past the capacities of a layout.
    pub const fn to_layout(&self) -> Result<ComposedLayout, LayoutError> {
        let columns = self.matrix.columns();
        let mut k = 0;
        while k < columns.len() {
            if columns[k] > i64::MAX as u64 {
                return Err(from_bits(Rule::Linear(BitRule::TooFar { bit: k as u32 })));
            }
            k += 1;
        }
        let Some((first, second)) = shared(columns, Swizzle::IDENTITY) else {
            return self.strided(Swizzle::IDENTITY);
        };
        let end = self.matrix.outputs() as i64;
        let end = if end > WIDTH { WIDTH } else { end };
        let mut bits = 1;
        while 2 * bits <= end {
            let mut base = 0;
            while base + 2 * bits <= end {
                let mut shift = bits;
                while base + bits + shift <= end {
                    let signs = [shift, -shift];
                    let mut sign = 0;
                    while sign < 2 {
                        if let Ok(swizzle) = Swizzle::checked(bits, base, signs[sign])
                            && shared(columns, swizzle).is_none()
                        {
                            return self.strided(swizzle);
                        }
                        sign += 1;
                    }
                    shift += 1;
                }
                base += 1;
            }
            bits += 1;
        }
        Err(from_bits(Rule::Linear(BitRule::Repeated { first, second })))
    }

    /// The layout whose steps are the columns of `swizzle` after this layout.
    const fn strided(&self, swizzle: Swizzle) -> Result<ComposedLayout, LayoutError> {
        let mut builder = Builder::EMPTY;
        let rank = self.inputs.rank();
        builder.open(rank);
        let mut i = 0;
        while i < rank {
            let (start, width) = (self.inputs.start(i), self.inputs.width(i));
            let columns = self.matrix.columns();
            let mut leaves = 0;
            let mut bit = 0;
            while bit < width {
                leaves += 1;
                bit += run(columns, swizzle, start + bit, start + width);
            }
            if leaves != 1 && width > 0 {
                builder.open(leaves);
            }
            bit = 0;
            if width == 0 {
                builder.leaf(Num::known(1), Num::known(0));
            }
            while bit < width {
                let bits = run(columns, swizzle, start + bit, start + width);
                if bits >= i64::BITS - 1 {
                    return Err(from_bits(Rule::Linear(BitRule::TooFar { bit: start + bit })));
                }
                let step = swizzle.apply(columns[(start + bit) as usize] as i64);
                builder.leaf(Num::known(1 << bits), Num::known(step));
                bit += bits;
            }
            i += 1;
        }
        match builder.finish() {
            Ok(layout) => match ComposedLayout::new(swizzle, 0, layout) {
                Ok(out) => Ok(out),
                Err(error) => Err(error),
            },
            Err(rule) => Err(from_bits(rule)),
        }
    }
}

const fn from_bits(rule: Rule) -> LayoutError {
    LayoutError::alone(Operation::FromBits, rule)
}

/// How many columns from `from` on, and before `end`, each double the one before: one leaf.
const fn run(columns: &[u64], swizzle: Swizzle, from: u32, end: u32) -> u32 {
    let mut k = from + 1;
    while k < end {
        let before = swizzle.apply(columns[k as usize - 1] as i64);
        let step = swizzle.apply(columns[k as usize] as i64);
        if before > i64::MAX / 2 || step != 2 * before {
            break;
        }
        k += 1;
    }
    k - from
}

/// The first two columns with a bit in common after the swizzle.
const fn shared(columns: &[u64], swizzle: Swizzle) -> Option<(u32, u32)> {
    let mut first = 0;
    while first < columns.len() {
        let mut second = first + 1;
        while second < columns.len() {
            let (a, b) = (columns[first] as i64, columns[second] as i64);
            if swizzle.apply(a) & swizzle.apply(b) != 0 {
                return Some((first as u32, second as u32));
            }
            second += 1;
        }
        first += 1;
    }
    None
}

const fn bits_of(a: &ComposedLayout) -> Result<BitLayout, Rule> {
    let (layout, swizzle) = (a.plain(), a.swizzle());
    if a.offset() != 0 {
        return Err(Rule::Offset { offset: a.offset() });
    }
    let rank = layout.rank();
    if rank > MODES.len() {
        return Err(Rule::Linear(BitRule::Dims { most: MODES.len() }));
    }
    let (mut columns, mut len) = ([0_u64; MAX_BITS], 0);
    let mut inputs = BitDims::EMPTY;
    let mut i = 0;
    while i < rank {
        let Ok(mode) = layout.mode(i) else { return Err(Rule::NoMode { index: i, rank }) };
        let (first, mut leaf) = (len, 0);
        while leaf < mode.leaf_count() {
            len = match steps(&mode, leaf, &mut columns, len) {
                Ok(len) => len,
                Err(rule) => return Err(rule),
            };
            leaf += 1;
        }
        inputs = match inputs.with(DimName::new(MODES[i]), (len - first) as u32) {
            Ok(inputs) => inputs,
            Err(error) => return Err(error.rule()),
        };
        i += 1;
    }
    let columns = columns.split_at(len).0;
    if let Some((first, second)) = shared(columns, Swizzle::IDENTITY) {
        let (first, second) = (columns[first as usize] as i64, columns[second as usize] as i64);
        return Err(Rule::Linear(BitRule::Carries { first, second }));
    }
    let (mut images, mut most, mut k) = ([0; MAX_BITS], 0, 0);
    while k < len {
        images[k] = swizzle.apply(columns[k] as i64) as u64;
        most |= images[k];
        k += 1;
    }
    let bits = u64::BITS - most.leading_zeros();
    match (BitDims::new(&[("offset", bits)]), BitMatrix::new(bits, images.split_at(len).0)) {
        (Ok(outputs), Ok(matrix)) => Ok(BitLayout { inputs, outputs, matrix }),
        (Err(error), _) | (_, Err(error)) => Err(error.rule()),
    }
}

/// Adds the steps of the bits of a leaf.
const fn steps(
    mode: &Layout,
    leaf: usize,
    columns: &mut [u64; MAX_BITS],
    mut len: usize,
) -> Result<usize, Rule> {
    let (extent, stride) = mode.leaf(leaf);
    let basis = mode.modes.bases.get(leaf);
    if !basis.is_none() {
        return Err(Rule::Unit { scale: stride, basis });
    }
    if extent <= 0 || extent.count_ones() != 1 {
        return Err(Rule::Linear(BitRule::NotPower { extent }));
    }
    if stride < 0 && extent > 1 {
        return Err(Rule::NegativeStride { stride });
    }
    let mut k = 0;
    while k < extent.trailing_zeros() {
        if len == MAX_BITS {
            return Err(Rule::Linear(BitRule::Width { needed: len + 1, most: MAX_BITS }));
        }
        // The cosize of the layout bounds the step.
        columns[len] = (stride as u64) << k;
        len += 1;
        k += 1;
    }
    Ok(len)
}
