//! The rules of matrices of bits: a row each, with its numbers and its words.

use crate::error::words::rules;
use crate::value::DimName;

rules! {
    /// A rule of matrices over F2, with the numbers that disagree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[allow(missing_docs, reason = "each field is a number of the rule that its variant states")]
    pub enum BitRule {
        /// More bits than a word has.
        Width { needed: usize, most: usize }: "{needed} bits are more than {most}";
        /// A column with a bit past the last row.
        Outside { column: u32, outputs: u32 }: "column {column} has a bit past the {outputs} rows";
        /// Two numbers of bits that must be equal.
        Sizes { left: u32, right: u32 }: "{left} bits and {right} bits: the numbers must agree";
        /// A matrix without an inverse.
        Singular { rank: u32, inputs: u32, outputs: u32 }:
            "{inputs} bits in and {outputs} bits out: the numbers must agree" if inputs != outputs,
            "only {rank} of its {inputs} columns are independent";
        /// A column that is not an image.
        NoSource { column: u32 }: "nothing maps to the image of bit {column}";
        /// A name that is empty or too long.
        Name { length: usize, most: usize }: "a name has 1 to {most} bytes, not {length}";
        /// More dimensions than there is room for.
        Dims { most: usize }: "there are more than {most} dimensions";
        /// A dimension that is not there.
        NoDim { name: DimName }: "there is no dimension {name}";
        /// A dimension that appears twice.
        DimTwice { name: DimName }: "the dimension {name} appears twice";
        /// A dimension of another number of bits.
        DimWidth { name: DimName, found: u32, expected: u32 }: "{name} has {found} bits, not {expected}";
        /// A value that the bits of its dimension cannot hold.
        Value { name: DimName, value: i64, width: u32 }: "{name} has {width} bits, too few for {value}";
        /// Another number of values than of dimensions.
        Rank { found: usize, expected: usize }: "{found} values for {expected} dimensions";
        /// A bit that the divisor maps elsewhere.
        NoQuotient { name: DimName, bit: u32 }: "bit {bit} of {name} differs from the divisor's, or mixes with it";
        /// An extent that is not a power of 2.
        NotPower { extent: i64 }: "the extent {extent} is not a power of 2, which bits require";
        /// A tensor that is narrower than the tile of its swizzle.
        Narrow { found: i64, needed: i64 }:
            "the extent {found} is below {needed}, the extent of the tile that is swizzled";
        /// Offsets with gaps, in which no element is.
        Gaps { run: i64, gap: i64 }:
            "a gap of {gap} follows each run of {run} offsets: gaps are added, and bits of a matrix are xored";
        /// Two steps that add with a carry.
        Carries { first: i64, second: i64 }:
            "the steps {first} and {second} of two bits add with a carry, and bits of a matrix add without";
        /// Two bits of the index that change one bit of the offset.
        Repeated { first: u32, second: u32 }:
            "bits {first} and {second} of the index change one bit of the offset, and no swizzle separates them";
        /// A bit of the index whose offset exceeds the integers of a layout.
        TooFar { bit: u32 }: "the step of bit {bit} of the index is past {MOST}";
        /// A conversion that exchanges more than a shuffle can.
        NotAlone { name: DimName }: "a shuffle exchanges elements of lanes alone, and {name} does not stay apart";
        /// An access whose conflicts no swizzle of these bits removes.
        Conflict { access: usize, reached: u32, needed: u32 }:
            "access {access} reaches at most {reached} of {needed} bits of the bank";
        /// Some swizzle frees each of the accesses from conflicts, but no swizzle frees all of them.
        Together { accesses: usize }: "no swizzle frees all {accesses} accesses of bank conflicts at once";
    }
}
