//! The sentence of each rule.

use crate::notation::error::Rule;
use crate::notation::text::Text;
use crate::number::MOST;
use crate::profile::{Limit, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::swizzle::bits::unmerged;

impl Rule {
    pub(super) const fn write(self, text: &mut Text) {
        match self {
            Self::Divides { divisor: 0, .. } => text.str("the divisor is 0, and must be 1 or more"),
            Self::Divides { divisor, dividend } | Self::Rest { divisor, dividend } => {
                text.integer(divisor);
                text.str(" does not divide ");
                text.integer(dividend);
            }
            Self::Holes { stride, covered } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is no multiple of ");
                text.integer(covered);
                text.str(", where the mode below it ends: holes would stay");
            }
            Self::Overlap { stride, covered } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is below ");
                text.integer(covered);
                text.str(", where the mode below it ends: the modes overlap");
            }
            Self::Uneven { stride, below } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is no multiple of the stride ");
                text.integer(below);
                text.str(" below it");
            }
            Self::Gap { stride, covered } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is above ");
                text.integer(covered);
                text.str(", where the modes below it end: offsets stay free");
            }
            Self::Atom { needed, found } => {
                text.str("an atom of ");
                text.integer(needed);
                text.str(" neighbours does not fit, ");
                text.integer(found);
                text.str(" stay together");
            }
            Self::Array(rule) => rule.write(text),
            Self::Sizes { left, right } => {
                text.str("the sizes ");
                text.integer(left);
                text.str(" and ");
                text.integer(right);
                text.str(" differ");
            }
            Self::Repeats { extent } => {
                text.str("the extent ");
                text.integer(extent);
                text.str(" at stride 0 repeats elements");
            }
            Self::Downward { stride } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is negative, and positive ones do not continue each other from 1 on");
            }
            Self::Shared { offset, .. } => {
                text.str(" share the offset ");
                text.integer(offset);
            }
            Self::Unsettled { most } => {
                text.str("it takes a look at more than ");
                text.integer(most);
                text.str(" of its sums");
            }
            Self::Carry { extent } => {
                text.str("the modes add past the extent ");
                text.integer(extent);
            }
            Self::Detour { stride } => {
                text.str("the coordinates pass the end of the layout, whose last extent is a run-time 1 at stride ");
                text.integer(stride);
            }
            Self::Empty => text.str("an extent is 0: there is nothing to work on"),
            Self::NoFit { expected, found, .. } => {
                text.str(" the offset is ");
                text.integer(found);
                text.str(", not ");
                text.integer(expected);
            }
            Self::TooLarge { size, most } => {
                text.integer(size);
                text.str(" elements are more than the ");
                text.integer(most);
                text.str(" that are looked at");
            }
            Self::NegativeStride { stride } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is negative");
            }
            Self::NoElement { basis, rank } => {
                text.str("there is no mode for the unit 1");
                basis.write(text);
                text.str(" where the rank is ");
                text.natural(rank as u64);
            }
            Self::Mixture { scale, basis, other_scale, other_basis } => {
                text.str("the strides ");
                text.integer(scale);
                basis.write(text);
                text.str(" and ");
                text.integer(other_scale);
                other_basis.write(text);
                let number = basis.is_none();
                text.str(" do not add up: ");
                text.str(if number { "a number" } else { "an element" });
                text.str(if number { " and a coordinate" } else { " and a part of it" });
            }
            Self::Unit { scale, basis } => {
                text.str("the stride ");
                text.integer(scale);
                basis.write(text);
                text.str(" counts in units of a coordinate, not in offsets");
            }
            Self::Integer => {
                text.str("an integer is past ");
                text.integer(MOST);
            }
            Self::NegativeExtent { extent } => {
                text.str("the extent ");
                text.integer(extent);
                text.str(" is negative");
            }
            Self::Range { range } => {
                text.str("the range ");
                text.integer(range);
                text.str(" is not positive");
            }
            Self::Broadcast { extent } => {
                text.str("a tiler must not repeat elements, but has extent ");
                text.integer(extent);
                text.str(" at stride 0");
            }
            Self::Overflow { a, operator, b } => {
                text.integer(a);
                text.char(' ');
                text.char(operator);
                text.char(' ');
                text.integer(b);
                text.str(" is past ");
                text.integer(MOST);
            }
            Self::Full { limit: Limit::Leaves } => over("leaves", MAX_LEAVES, text),
            Self::Full { limit: Limit::Rank } => over("modes at one level", MAX_RANK, text),
            Self::Full { limit: Limit::Nodes } => over("leaves and tuples", MAX_NODES, text),
            Self::Full { limit: Limit::Path } => {
                text.str("a unit such as 1@1@0 has more than 8 levels, or an index past 11");
            }
            Self::NoMode { index, rank } => {
                text.str("mode ");
                text.natural(index as u64);
                text.str(" is not below the rank ");
                text.natural(rank as u64);
            }
            Self::NoRange { begin, end, rank } => {
                text.str("the range ");
                text.natural(begin as u64);
                text.str("..");
                text.natural(end as u64);
                if begin >= end {
                    text.str(" is empty");
                } else {
                    text.str(" passes the rank ");
                    text.natural(rank as u64);
                }
            }
            Self::TooManyModes { modes, rank } => {
                text.natural(modes as u64);
                text.str(" modes are asked for, the layout has ");
                text.natural(rank as u64);
            }
            Self::Slice { least, greatest, origin, len } => {
                text.str("it reaches from ");
                text.integer(least);
                text.str(" to ");
                text.integer(greatest);
                text.str(" around element ");
                text.natural(origin as u64);
                text.str(" of ");
                text.natural(len as u64);
            }
            Self::PatternSwizzle { found, expected } => {
                found.write(text);
                text.str(" is not ");
                expected.write(text);
            }
            Self::PatternNesting | Self::Nesting => text.str("the nesting differs"),
            Self::Nested => text.str("it is nested; flatten it first"),
            Self::Unreached { offset } => {
                text.str("no element is at ");
                text.integer(offset);
            }
            Self::Places { modes, places } => {
                text.natural(modes as u64);
                text.str(" modes for ");
                text.natural(places as u64);
                text.str(" leaves");
            }
            Self::PatternLeaf { expected, found } => {
                text.integer(found);
                text.str(" is not ");
                text.integer(expected);
            }
            Self::PatternUnit { scale, found, expected } => {
                text.integer(scale);
                found.write(text);
                if expected.is_none() {
                    text.str(" is not a number");
                } else {
                    text.str(" does not count in 1");
                    expected.write(text);
                }
            }
            Self::PatternSign { found } => {
                text.str("the type has no place for the sign of ");
                text.integer(found);
            }
            Self::Pad { to, rank } => {
                text.str("the rank ");
                text.natural(rank as u64);
                text.str(" is already above ");
                text.natural(to as u64);
            }
            Self::Bit { bit, swizzle } => {
                text.str("bit ");
                text.natural(bit as u64);
                text.str(", which ");
                swizzle.write(text);
                text.str(" moves, is not one bit of the offsets");
            }
            Self::Bits { swizzle } => {
                text.str("the bits that ");
                swizzle.write(text);
                text.str(" moves do not stay apart from others, or in a row");
            }
            Self::Leaves { swizzle, size } => {
                swizzle.write(text);
                text.str(" leads out of 0..");
                text.integer(size);
            }
            Self::Within { swizzle, count } => {
                swizzle.write(text);
                text.str(" moves a part of the ");
                text.integer(count);
                text.str(" elements that become one");
            }
            Self::NoPower { count } => {
                text.integer(count);
                text.str(" is no power of 2, as the bits of a swizzle need it");
            }
            Self::Offset { offset } => {
                text.str("the offset ");
                text.integer(offset);
                text.str(if offset < 0 { " is negative" } else { " before the swizzle is not 0" });
            }
            Self::Between { offset, swizzle } => {
                text.str("the offset ");
                text.integer(offset);
                text.str(" between the swizzles is no multiple of ");
                text.natural(1 << swizzle.end());
                text.str(", and changes bits of ");
                swizzle.write(text);
            }
            Self::Swizzles { left, right } => {
                text.str("no swizzle is ");
                left.write(text);
                text.str(" after ");
                right.write(text);
                unmerged(&left, &right, text);
            }
            Self::BlockRank { modes, rank } => {
                text.str("the block has ");
                text.natural(modes as u64);
                text.str(" modes, the shape ");
                text.natural(rank as u64);
            }
            Self::Count { count } => {
                text.integer(count);
                text.str(" is not positive");
            }
            Self::Group { stride, count } => {
                text.str("the stride ");
                text.integer(stride);
                text.str(" is neither a multiple of ");
                text.integer(count);
                text.str(" nor divides it");
            }
            Self::Straddle { reach, count } => {
                text.str("the modes below ");
                text.integer(count);
                text.str(" reach ");
                text.integer(reach);
                text.str(" together, past the end of a group");
            }
            Self::NotAdjacent => text.str(
                "no stride is known to be 1, nor an extent: the parts of an element would not be adjacent",
            ),
            Self::RuntimeOrder { stride: 0, .. } => {
                text.str("a run-time stride is 0, but only a static 0 stays one in the form of the result");
            }
            Self::RuntimeOrder { stride, after } => {
                text.str("the run-time stride ");
                text.integer(stride);
                text.str(" is not above ");
                text.integer(after);
                text.str(", but run-time strides come last, from left to right");
            }
            Self::Twice { index } => {
                text.str("mode ");
                text.natural(index as u64);
                text.str(" is there twice");
            }
            Self::LeftOut { index } => {
                text.str("mode ");
                text.natural(index as u64);
                text.str(" is left out");
            }
            Self::Ranks { left, right } => {
                text.natural(left as u64);
                text.str(" modes and ");
                text.natural(right as u64);
                text.str(" are not as many");
            }
            Self::LeafCount { leaves, rank } => {
                text.str("the profile has ");
                text.natural(leaves as u64);
                text.str(" leaves, the layout ");
                text.natural(rank as u64);
                text.str(" modes");
            }
            Self::Congruence
            | Self::OrderFit
            | Self::Fit
            | Self::Kept
            | Self::Bounds { .. }
            | Self::Swizzle { .. }
            | Self::Syntax { .. } => {}
        }
    }
}

const fn over(what: &str, most: usize, text: &mut Text) {
    text.str("more than ");
    text.natural(most as u64);
    text.char(' ');
    text.str(what);
}
