//! Recasts of symbolic layouts, and blocks that fill a symbolic shape.

use super::product::Product;
use super::{Condition, FULL, SymbolicError, SymbolicLayout};
use crate::error::{LayoutError, Operation};
use crate::value::{IntTuple, Layout};

impl SymbolicLayout {
    /// [`Layout::upcast`]. A stride with a name is a multiple of `n`, by a fact or as a condition.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(m,k):(k,1)".parse()?;
    /// let wide = a.upcast(4)?;
    /// assert_eq!(wide.to_string(), "(m,k/4):(k/4,1)");
    /// assert_eq!(wide.conditions().as_str(), "4 divides k");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn upcast(&self, n: i64) -> Result<Self, SymbolicError> {
        self.recast(Operation::Upcast, n, n, |a| a.upcast(n), Self::grouped)
    }

    /// [`Layout::downcast`]. Strides with a name and the extent that grows are at least 2, as a condition.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(m,64):(64,1)".parse()?;
    /// assert_eq!(a.downcast(2)?.to_string(), "(m,128):(128,1)");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn downcast(&self, n: i64) -> Result<Self, SymbolicError> {
        self.recast(Operation::Downcast, n, n, |a| a.downcast(n), Self::split)
    }

    /// [`Layout::recast_bits`], where one width divides the other.
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn recast_bits(&self, old: i64, new: i64) -> Result<Self, SymbolicError> {
        match (old > 0 && new > 0).then(|| (new % old, old % new)) {
            Some((0, _)) => self.upcast(new / old),
            Some((_, 0)) => self.downcast(old / new),
            _ => {
                let run = |a: &Layout| a.recast_bits(old, new);
                let bits = format_args!("{old} to {new} bits");
                self.recast(Operation::Recast, 1, bits, run, |_, _, _| None)
            }
        }
    }

    /// [`Layout::tile_to_shape`] of a block without names, to the extents of `shape`.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let block: SymbolicLayout = "(8,64):(64,1)".parse()?;
    /// let tiled = block.tile_to_shape(&"(m,k)".parse()?)?;
    /// assert_eq!(tiled.to_string(), "((8,m/8),(64,k/64)):((64,512),(1,64*m))");
    /// assert_eq!(tiled.conditions().as_str(), "8 divides m, 64 divides k");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`], and for a block with names or a nested shape.
    pub fn tile_to_shape(&self, shape: &Self) -> Result<Self, SymbolicError> {
        let depends = || {
            let operands = format_args!("cannot tile {self} to the shape of {shape}");
            SymbolicError::new(format_args!(
                "{operands}: the block has no names, and the shape a leaf for each of its modes"
            ))
        };
        if self.symbols.len > 0 {
            return Err(depends());
        }
        if shape.symbols.len == 0 {
            return Ok(Self::from(self.layout.tile_to_shape(&shape.layout.shape())?));
        }
        let rank = shape.layout.rank();
        if rank != shape.layout.leaf_count() || self.rank() > rank {
            return Err(depends());
        }
        let mut block = self.layout;
        while block.rank() < rank {
            block = block.append(&Self::UNIT.layout)?;
        }
        // The number of copies along each mode.
        let mut copies = *shape;
        let mut copied = shape.layout.shape();
        for k in 0..rank {
            let size = block.mode(k)?.size();
            let of = shape.extents[k];
            let count = (size > 0).then(|| {
                copies.require_divisor(size, &of)?;
                of.over(size)
            });
            copies.extents[k] = match (count.flatten(), of.as_constant()) {
                // The words of a block that does not divide an integer.
                (_, Some(extent)) if size <= 0 || extent % size != 0 => {
                    let one = IntTuple::leaf(extent);
                    block.mode(k)?.tile_to_shape(&one)?;
                    return Err(depends());
                }
                (Some(count), _) => count,
                _ => return Err(SymbolicError::new(FULL)),
            };
            copied.set_num(k, copies.extents[k].num());
        }
        copies.compact(&copied, 0..rank)?;
        Self::from(block).blocked_product(&copies)
    }

    /// The result of `write`, which changes the leaves of its second argument; of the engine without names.
    fn recast(
        &self,
        operation: Operation,
        n: i64,
        right: impl core::fmt::Display,
        run: impl Fn(&Layout) -> Result<Layout, LayoutError>,
        write: impl Fn(&Self, &mut Self, i64) -> Option<()>,
    ) -> Result<Self, SymbolicError> {
        if self.symbols.len == 0 {
            return Ok(Self::from(run(&self.layout)?));
        }
        let mut out = *self;
        let is_plain = n > 0 && !self.layout.is_coordinate();
        if is_plain && write(self, &mut out, n).is_some() {
            out.mark_known();
            return Ok(out);
        }
        self.planned(&Self::UNIT, None, operation, right, |a, _| run(a))
    }

    /// The leaves in units of `n` elements.
    fn grouped(&self, out: &mut Self, n: i64) -> Option<()> {
        let mut below = 0;
        for k in 0..self.layout.leaf_count() {
            let (extent, stride) = (self.extents[k], self.strides[k]);
            match stride.as_constant() {
                Some(..=-1) => return None,
                Some(d) if d > 0 && d < n && n % d == 0 => {
                    // Several such modes may pass the end of a group together.
                    below += usize::from(extent.as_constant() != Some(1));
                    let by = n / d;
                    out.strides[k] = Product::ONE;
                    out.extents[k] = match extent.as_constant() {
                        Some(extent) => Product::constant(crate::number::ceil_div(extent, by)),
                        None => {
                            out.require_divisor(by, &extent)?;
                            extent.over(by)?
                        }
                    };
                }
                Some(d) if d % n != 0 => return None,
                _ if stride.factor < 0 => return None,
                _ => {
                    out.require_divisor(n, &stride)?;
                    out.strides[k] = stride.over(n)?;
                }
            }
        }
        (below <= 1).then_some(())
    }

    /// The leaves in units of an `n`th.
    fn split(&self, out: &mut Self, n: i64) -> Option<()> {
        let mut units =
            (0..self.layout.leaf_count()).filter(|&k| self.strides[k].as_constant() == Some(1));
        let unit = units.next()?;
        if units.next().is_some() || self.extents[unit].as_constant() == Some(1) {
            return None;
        }
        for k in 0..self.layout.leaf_count() {
            if k == unit {
                out.extents[k] = self.extents[k].times(&Product::constant(n))?;
                if self.extents[k].as_constant().is_none() {
                    out.require(Condition::AtLeast(self.extents[k], 2))?;
                }
                continue;
            }
            out.strides[k] = self.strides[k].times(&Product::constant(n))?;
            // A stride of 1 would be a leaf that grows.
            if self.strides[k].as_constant().is_none() && self.strides[k].factor > 0 {
                out.require(Condition::AtLeast(self.strides[k], 2))?;
            }
        }
        Some(())
    }

    /// Makes leaves known where their products are constants.
    fn mark_known(&mut self) {
        let (mut shape, mut stride) = self.parts();
        for k in 0..self.layout.leaf_count() {
            shape.set_num(k, self.extents[k].num());
            stride.set_num(k, self.strides[k].num());
        }
        self.layout = Layout::from_parts(shape, stride);
    }
}
