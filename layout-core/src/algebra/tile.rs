//! Repeats a block to fill a shape, and distributes a number over one.

use crate::algebra::complement::ComplementEnd;
use crate::algebra::compose::ModeWalk;
use crate::algebra::notes::off;
use crate::algebra::recast::positive;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::gcd;
use crate::number::{multiply, tri};
use crate::value::{IntTuple, Layout, Modes, Num, Profile};

impl Layout {
    /// Copies of this block that fill `shape`, CuTe's `tile_to_shape`: `((A_0,n_0),(A_1,n_1),..)`. The copies are
    /// adjacent, in column-major order. A mode that the block lacks is `1:0`.
    ///
    /// ```text
    /// (2,2):(2,1) to (2,6)      0 1 | 4 5 | 8  9
    ///                           2 3 | 6 7 | 10 11
    /// ```
    ///
    /// ```
    /// use layout_core::Layout;
    /// let block: Layout = "(2,2):(2,1)".parse()?;
    /// let tiled = block.tile_to_shape(&"(2,6)".parse()?)?;
    /// assert_eq!(tiled.to_string(), "((2,1),(2,3)):((2,0),(1,4))");
    /// let refused = block.tile_to_shape(&"(2,5)".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot tile (2,2):(2,1) to the shape (2,5): 2 does not divide 5; the next multiple is 6"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Rest`] where a mode of the block does not divide that of the shape, [`Rule::BlockRank`] where the
    /// block has more modes, and the errors of [`logical_product`](Self::logical_product).
    pub const fn tile_to_shape(&self, shape: &IntTuple) -> Result<Self, LayoutError> {
        self.tile_to_shape_ordered(shape, &IntTuple::leaf(0))
    }

    /// [`Layout::tile_to_shape`] with the copies in the order of the integers of `order`, one for each mode of the
    /// shape, as in [`Layout::ordered`].
    ///
    /// ```
    /// use layout_core::Layout;
    /// let block: Layout = "(4,8):(8,1)".parse()?;
    /// let tiled = block.tile_to_shape_ordered(&"(8,16)".parse()?, &"(1,0)".parse()?)?;
    /// assert_eq!(tiled.to_string(), "((4,2),(8,2)):((8,64),(1,32))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`tile_to_shape`](Self::tile_to_shape), and [`Rule::OrderFit`] unless the order has an integer for each
    /// mode.
    pub const fn tile_to_shape_ordered(
        &self,
        shape: &IntTuple,
        order: &IntTuple,
    ) -> Result<Self, LayoutError> {
        match self.tiled_to(shape, order) {
            Err(rule @ Rule::OrderFit) => Err(LayoutError::refused(
                Operation::Order,
                Operand::Tuple(*shape),
                Operand::Tuple(*order),
                rule,
            )),
            result => self.binary(Operation::TileToShape, Operand::Tuple(*shape), result),
        }
    }

    const fn tiled_to(&self, shape: &IntTuple, order: &IntTuple) -> Result<Self, Rule> {
        let mut out = Builder::EMPTY;
        tri!(self.tile_into(shape, order, &mut out));
        out.checked()
    }

    /// Appends the copies of the block to `out`, whose size and cosize remain unchecked.
    pub(crate) const fn tile_into(
        &self,
        shape: &IntTuple,
        order: &IntTuple,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(shape.extents());
        let (rank, modes) = (shape.rank(), self.rank());
        if modes > rank {
            return Err(Rule::BlockRank { modes, rank });
        }
        let copies = match Self::ordered(tri!(self.copies(shape)), *order) {
            Ok(copies) => copies,
            Err(error) => return Err(error.rule),
        };
        tri!(copies.modes.nonempty(0, copies.modes.len));
        let (off, end) = (off!(), ComplementEnd::Never);
        let (mut walk, mut places) = (ModeWalk::new(Modes::EMPTY, off), Builder::EMPTY);
        tri!(self.modes.free_into(0, self.modes.len, end, &mut walk.modes, walk.notes));
        // The copies count the free places of the block, in their own order.
        tri!(walk.subtree(&copies, Profile::ROOT, copies.end(), &mut places));
        tri!(walk.no_carry());
        tri!(places.fits());
        let places = &places.layout;
        out.open(rank);
        // A block that is a leaf is paired with copies nested as the shape.
        let paired = rank == 1 && self.profile.is_leaf(0);
        // For an integer shape, the block is one mode with its nesting.
        let whole = shape.profile.is_leaf(0);
        let mut block = if whole { Profile::ROOT } else { self.profile.first_mode(Profile::ROOT) };
        let mut copy =
            if whole || paired { Profile::ROOT } else { places.profile.first_mode(Profile::ROOT) };
        let mut i = 0;
        while i < rank {
            out.open(2);
            if i < modes {
                out.subtree(self, block);
                block = self.profile.after(block);
            } else {
                out.leaf(Num::ONE, Num::ZERO);
            }
            out.subtree(places, copy);
            copy = places.profile.after(copy);
            i += 1;
        }
        Ok(())
    }

    /// The number of copies in each mode of the shape.
    ///
    /// # Errors
    /// `Rest`, and `BlockRank`.
    const fn copies(&self, shape: &IntTuple) -> Result<IntTuple, Rule> {
        let (rank, modes) = (shape.rank(), self.rank());
        let mut target = shape.profile.first_mode(Profile::ROOT);
        let mut block = self.profile.first_mode(Profile::ROOT);
        let target_modes = Self::from_parts(*shape, *shape).modes;
        let mut copies = IntTuple::EMPTY;
        if !shape.profile.is_leaf(0)
            && let Err(limit) = copies.profile.push_tuple(rank)
        {
            return Err(Rule::Full { limit });
        }
        let mut i = 0;
        while i < rank {
            let end = shape.profile.after(target);
            let whole = tri!(target_modes.size(target.leaf, end.leaf));
            let mut part = Num::ONE;
            if i < modes {
                let end = self.profile.after(block);
                part = tri!(self.modes.size(block.leaf, end.leaf));
                block = end;
            }
            if whole.value % part.value != 0 {
                return Err(Rule::Rest { divisor: part.value, dividend: whole.value });
            }
            let count = Num::plain(whole.value / part.value, whole.known && part.known);
            tri!(copies.push_num(count));
            target = end;
            i += 1;
        }
        Ok(copies)
    }

    /// A layout from `n` to the linear indices of a shape, CuTe's `domain_distribute`. From the left, each mode takes
    /// the common factor with what remains of `n`. Its size is less than `n` where the shape lacks a factor of `n`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let spread = Layout::distribute(&"(20,64)".parse()?, 16)?;
    /// assert_eq!(spread.to_string(), "(4,4):(1,20)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Count`] for an `n` below 1, [`Rule::Empty`] for an extent of 0, and [`Rule::NegativeExtent`].
    pub const fn distribute(shape: &IntTuple, n: i64) -> Result<Self, LayoutError> {
        let result = match Self::spread(shape, n) {
            Ok(modes) => modes.layout(),
            Err(rule) => Err(rule),
        };
        match result {
            Ok(layout) => Ok(layout),
            Err(rule) => {
                let (left, right) = (Operand::Integer(n), Operand::Tuple(*shape));
                Err(LayoutError::refused(Operation::Distribute, left, right, rule))
            }
        }
    }

    const fn spread(shape: &IntTuple, n: i64) -> Result<Modes, Rule> {
        tri!(positive(n));
        tri!(shape.integral(0, shape.leaf_count()));
        let (mut out, mut left, mut below, mut k) = (Modes::EMPTY, n, 1, 0);
        while k < shape.leaf_count() {
            let extent = shape.value(k);
            if extent <= 0 {
                return Err(if extent == 0 {
                    Rule::Empty
                } else {
                    Rule::NegativeExtent { extent }
                });
            }
            let taken = gcd(extent, left);
            tri!(out.append(Num::known(taken), Num::known(below)));
            left /= taken;
            below = tri!(multiply(below, extent));
            k += 1;
        }
        Ok(out)
    }
}
