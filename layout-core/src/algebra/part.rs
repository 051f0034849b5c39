//! The tile of a layout at a coordinate of its grid, and modes chosen out of a tiler and a coordinate.
//!
//! A kernel has one tiler and one coordinate for all its operands. Each operand takes the modes that it has:
//!
//! ```text
//! tiler <128,64,16>, coordinate (x,y,_)      A (M,K)  modes 0 and 2     <128,16> at (x,_)
//!                                            B (N,K)  modes 1 and 2     <64,16>  at (y,_)
//!                                            C (M,N)  modes 0 and 1     <128,64> at (x,y)
//! ```

use crate::error::{LayoutError, Operation, Rule};
use crate::layout::tiler::Mode;
use crate::number::tri;

use crate::value::limit::{Limit, MAX_RANK};
use crate::value::{ComposedLayout, Coord, Layout, Tiler};

impl Layout {
    /// The tile at a coordinate of the grid of tiles, `zipped_divide(tiler)` at `((_,_,..), c)`, and the offset of its first
    /// element. `_` in `c` keeps a mode of the grid, after the modes of the tile. CuTe's `local_tile`.
    ///
    /// ```
    /// use layout_core::{Layout, Tiler};
    /// let a: Layout = "(4,6):(1,4)".parse()?;
    /// let (tile, offset) = a.tile(&"<2,3>".parse()?, &"(1,_)".parse()?)?;
    /// assert_eq!((tile.to_string(), offset), ("(2,3,2):(1,4,12)".to_string(), 2));
    ///
    /// // One tiler and one coordinate for A, B and C.
    /// let (tiler, at): (Tiler, _) = ("<4,2,3>".parse()?, "(0,1,_)".parse::<layout_core::Coord>()?);
    /// let (tile, _) = a.tile(&tiler.select(&[1, 2])?, &at.select(&[1, 2])?)?;
    /// assert_eq!(tile.to_string(), "(2,3,2):(1,4,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`zipped_divide`](Self::zipped_divide), and the errors of [`try_index`](Self::try_index) of the grid of
    /// tiles, where `_` counts as 0.
    pub const fn tile(&self, tiler: &Tiler, c: &Coord) -> Result<(Self, i64), LayoutError> {
        let divided = tri!(self.zipped_divide(tiler));
        divided.slice(&tri!(coord_of_tile(&divided, c)))
    }
}

impl ComposedLayout {
    /// [`Layout::tile`]. The offset is 0, because it is added before the swizzle.
    ///
    /// # Errors
    /// As [`Layout::tile`].
    pub const fn tile(&self, tiler: &Tiler, c: &Coord) -> Result<(Self, i64), LayoutError> {
        let divided = tri!(self.zipped_divide(tiler));
        divided.slice(&tri!(coord_of_tile(&divided.layout, c)))
    }
}

/// `((_,_,..), c)`: the tile whose coordinate in the grid of `divided` is `c`.
const fn coord_of_tile(divided: &Layout, c: &Coord) -> Result<Coord, LayoutError> {
    let (tile, grid) = (tri!(divided.mode(0)), tri!(divided.mode(1)));
    tri!(grid.try_index(&Coord::from_tuple(c.integers())));
    let all = if tile.depth() == 0 {
        Coord::KEEP
    } else {
        tri!(Coord::tuple([Coord::KEEP; MAX_RANK].split_at(tile.rank()).0))
    };
    Coord::tuple(&[all, *c])
}

impl Tiler {
    /// The tiler of the given modes, in the given order: CuTe's `dice` of a tiler by a `Step`.
    ///
    /// ```
    /// use layout_core::Tiler;
    /// let mnk: Tiler = "<128,64,16>".parse()?;
    /// assert_eq!(mnk.select(&[0, 2])?.to_string(), "<128:1,16:1>");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] for a mode that the tiler does not have; a tiler that is one layout has none. [`Rule::Full`] beyond
    /// a capacity.
    pub const fn select(&self, modes: &[usize]) -> Result<Self, LayoutError> {
        let rank = if self.as_whole().is_some() { 0 } else { self.layout().rank() };
        let (mut tiles, mut k) = ([Mode::Keep; MAX_RANK], 0);
        if modes.len() > MAX_RANK {
            let rule = Rule::Full { limit: Limit::Rank };
            return Err(LayoutError::unary(Operation::Select, self.operand(), rule));
        }
        while k < modes.len() {
            let index = modes[k];
            if index >= rank {
                let rule = Rule::NoMode { index, rank };
                return Err(LayoutError::unary(Operation::Select, self.operand(), rule));
            }
            if !self.keeps(index) {
                tiles[k] = Mode::Layout(tri!(self.layout().mode(index)));
            }
            k += 1;
        }
        Self::by_mode(tiles.split_at(modes.len()).0)
    }
}

impl Coord {
    /// The coordinate of the given modes, in the given order: CuTe's `dice` of a coordinate by a `Step`.
    ///
    /// ```
    /// use layout_core::Coord;
    /// let at: Coord = "(3,(1,_),_)".parse()?;
    /// assert_eq!(at.select(&[2, 1])?.to_string(), "(_,(1,_))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] for a mode that the coordinate does not have, and [`Rule::Full`] beyond a capacity.
    pub const fn select(&self, modes: &[usize]) -> Result<Self, LayoutError> {
        let tuple = tri!(self.integers().select(modes));
        let (mut kept, mut leaf, mut k) = (0, 0, 0);
        while k < modes.len() {
            let (mut first, mut before) = (0, 0);
            while before < modes[k] {
                first += tri!(self.integers().mode(before)).leaf_count();
                before += 1;
            }
            let leaves = tri!(self.integers().mode(modes[k])).leaf_count();
            let mut of_mode = 0;
            while of_mode < leaves {
                if self.is_kept(first + of_mode) {
                    kept |= 1 << (leaf + of_mode);
                }
                of_mode += 1;
            }
            leaf += leaves;
            k += 1;
        }
        Ok(Self::keeping(tuple, kept))
    }
}
