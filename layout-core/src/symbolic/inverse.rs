//! Inverses, the nullspace and complements of symbolic layouts.
//!
//! They sort modes by stride, so they have a result where products of names show the order: a stride that is another one times
//! an integer of at least 1. An extent may be 1: then its mode is a single offset, and the modes around it continue
//! each other. Where they do not, the result has the condition that the extent is at least 2.

use super::product::{MAX_NAMES, Product};
use super::{Condition, FULL, SymbolicError, SymbolicLayout};
use crate::error::Operation;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Layout, Text};

/// The leaves of a result, before those that continue each other are one.
struct Leaves {
    all: [(Product, Product); 2 * MAX_LEAVES],
    len: usize,
}

impl Leaves {
    const EMPTY: Self = Self { all: [(Product::ONE, Product::ONE); 2 * MAX_LEAVES], len: 0 };

    fn push(&mut self, extent: Product, stride: Product) -> Option<()> {
        *self.all.get_mut(self.len)? = (extent, stride);
        self.len += 1;
        Some(())
    }
}

/// A mode with a stride: its extent, its stride, and the linear index at which it starts.
#[derive(Clone, Copy)]
struct Mode {
    extent: Product,
    stride: Product,
    start: Product,
}

/// Modes by ascending stride.
struct Ascending {
    all: [Mode; MAX_LEAVES],
    len: usize,
}

impl SymbolicLayout {
    /// [`Layout::right_inverse`], where no integers of the names continue the chain of the strides further than the products do.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(m,k):(k,1)".parse()?;
    /// assert_eq!(a.right_inverse()?.to_string(), "(k,m):(m,1)");
    /// // With `d = 4` the second mode continues the first.
    /// assert!("(4,n):(1,d)".parse::<SymbolicLayout>()?.right_inverse().is_err());
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn right_inverse(&self) -> Result<Self, SymbolicError> {
        self.derived(Operation::RightInverse, "", Layout::right_inverse, Self::chain)
    }

    /// [`Layout::left_inverse`].
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(m,k):(1,2*m)".parse()?;
    /// let inverse = a.left_inverse()?;
    /// assert_eq!(inverse.to_string(), "(2*m,k):(1,m)");
    /// assert_eq!(inverse.conditions().as_str(), "m >= 2, k >= 2");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn left_inverse(&self) -> Result<Self, SymbolicError> {
        self.derived(Operation::LeftInverse, "", Layout::left_inverse, |a, out| a.digits(out, true))
    }

    /// [`Layout::inverse`].
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn inverse(&self) -> Result<Self, SymbolicError> {
        self.derived(Operation::Inverse, "", Layout::inverse, |a, out| a.digits(out, false))
    }

    /// [`Layout::nullspace`].
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(m,n,k):(1,0,m)".parse()?;
    /// assert_eq!(a.nullspace()?.to_string(), "n:m");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn nullspace(&self) -> Result<Self, SymbolicError> {
        self.derived(Operation::Nullspace, "", Layout::nullspace, |a, out| {
            let mut leaves = Leaves::EMPTY;
            for mode in a.modes() {
                let mode = mode?;
                match mode.stride.as_constant() {
                    Some(0) => leaves.push(mode.extent, mode.start)?,
                    _ if a.is_not_zero(&mode.stride) => {}
                    _ => return None,
                }
            }
            out.written(&leaves)
        })
    }

    /// [`Layout::complement`] in the size of `range`.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(4,n):(2,8)".parse()?;
    /// let rest = a.complement_in(&"(16,n,k)".parse()?)?;
    /// assert_eq!(rest.to_string(), "(2,2*k):(1,8*n)");
    /// let rest = a.complement_in(&"m".parse()?);
    /// assert!(rest.is_err(), "n may not divide m");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn complement_in(&self, range: &Self) -> Result<Self, SymbolicError> {
        let mut own = *self;
        let range = range.with_symbols_in(&mut own.symbols).ok_or(SymbolicError::new(FULL))?;
        for condition in &range.conditions[..range.condition_count] {
            own.require(*condition).ok_or(SymbolicError::new(FULL))?;
        }
        let mut size = Product::ONE;
        for extent in &range.extents[..range.layout.leaf_count()] {
            size = size.times(extent).ok_or(SymbolicError::new(FULL))?;
        }
        // The refusal of integers, where all are known.
        let run = |a: &Layout| a.complement(size.as_constant().unwrap_or(1));
        let mut words = Text::EMPTY;
        own.symbols.write(&size, &mut words);
        own.derived(Operation::Complement, words, run, |a, out| {
            (size.factor > 0).then_some(())?;
            out.require_extents(&range, 1)?;
            let (modes, mut leaves) = (a.ascending(false)?, Leaves::EMPTY);
            let mut covered = Product::ONE;
            for mode in &modes.all[..modes.len] {
                leaves.push(a.ratio(&mode.stride, &covered)?, covered)?;
                covered = mode.extent.times(&mode.stride)?;
            }
            let quotient = size.quotient(&covered)?;
            // `8 divides n` is a condition of the result.
            out.require_divisor(quotient.divisor, &Product { divisor: 1, ..quotient })?;
            leaves.push(quotient, covered)?;
            out.written(&leaves)
        })
    }

    /// The result of `compute`, which gets the operand with joined leaves and what it writes to; of the engine without names.
    fn derived(
        &self,
        operation: Operation,
        right: impl core::fmt::Display,
        run: impl Fn(&Layout) -> Result<Layout, crate::error::LayoutError>,
        compute: impl Fn(&Self, &mut Self) -> Option<()>,
    ) -> Result<Self, SymbolicError> {
        if self.symbols.len == 0 {
            return Ok(Self::from(run(&self.layout)?));
        }
        let joined = self.joined(None).unwrap_or(*self);
        let mut out = joined;
        let is_plain = !self.layout.is_coordinate();
        if is_plain
            && out.require_extents(self, 1).and_then(|()| compute(&joined, &mut out)).is_some()
        {
            return Ok(out);
        }
        self.planned(&Self::UNIT, None, operation, right, |a, _| run(a))
    }

    /// Requires that each extent with a name is at least `least`.
    fn require_extents(&mut self, of: &Self, least: i64) -> Option<()> {
        let extents = &of.extents[..of.layout.leaf_count()];
        let mut named = extents.iter().filter(|extent| extent.as_constant().is_none());
        named.try_for_each(|extent| self.require(Condition::AtLeast(*extent, least)))
    }

    /// The modes that have more than one element for some integers; `None` in place of one past a capacity, or without
    /// elements.
    fn modes(&self) -> impl Iterator<Item = Option<Mode>> + '_ {
        let mut next = Some(Product::ONE);
        (0..self.layout.leaf_count()).filter_map(move |k| {
            let (extent, stride, start) = (self.extents[k], self.strides[k], next);
            next = start.and_then(|start| start.times(&extent));
            match extent.as_constant() {
                Some(1) => None,
                Some(..=0) => Some(None),
                _ => Some(start.map(|start| Mode { extent, stride, start })),
            }
        })
    }

    /// Whether no integers of the names make the product 0: they are extents.
    fn is_not_zero(&self, product: &Product) -> bool {
        let extents = &self.extents[..self.layout.leaf_count()];
        let is_extent = |k: usize| extents.iter().any(|extent| extent.powers[k] > 0);
        product.factor != 0 && (0..MAX_NAMES).all(|k| product.powers[k] == 0 || is_extent(k))
    }

    /// `a / b`, if it is an integer of at least 1 for all integers of the names.
    fn ratio(&self, a: &Product, b: &Product) -> Option<Product> {
        let ratio = a.quotient(b).filter(|ratio| ratio.factor > 0 && self.is_not_zero(a))?;
        let whole = Product { divisor: 1, ..ratio };
        let is_whole = self.symbols.facts(&whole).divisor() % ratio.divisor == 0;
        is_whole.then_some(ratio)
    }

    /// Whether `a` and `b` are different for all integers of the names: one is a multiple of the other, at least twice it.
    fn differ(&self, a: &Product, b: &Product) -> bool {
        let is_multiple = |a: &Product, b: &Product| {
            a.quotient(b).is_some_and(|ratio| {
                self.is_not_zero(a) && ratio.factor > 0 && ratio.factor / 2 >= ratio.divisor
            })
        };
        let is_zero = |a: &Product, b: &Product| a.factor == 0 && self.is_not_zero(b);
        is_zero(a, b) || is_zero(b, a) || is_multiple(a, b) || is_multiple(b, a)
    }

    /// The modes by ascending stride, each at or past the end of the one before; `None` where integers decide. Modes of
    /// stride 0 are left out, or refused.
    fn ascending(&self, refuses_zero: bool) -> Option<Ascending> {
        let unit = Mode { extent: Product::ONE, stride: Product::ONE, start: Product::ONE };
        let mut out = Ascending { all: [unit; MAX_LEAVES], len: 0 };
        for mode in self.modes() {
            let mode = mode?;
            if mode.stride.as_constant() == Some(0) && !refuses_zero {
                continue;
            }
            let end = mode.extent.times(&mode.stride)?;
            // Its place is before the first mode that begins at its end or later.
            let at = (0..out.len).find(|&k| self.ratio(&out.all[k].stride, &end).is_some());
            let at = at.unwrap_or(out.len);
            out.all.copy_within(at..out.len, at + 1);
            out.all[at] = mode;
            out.len += 1;
        }
        let mut covered = Product::ONE;
        for mode in &out.all[..out.len] {
            self.ratio(&mode.stride, &covered)?;
            covered = mode.extent.times(&mode.stride)?;
        }
        Some(out)
    }

    /// The leaves of [`Layout::right_inverse`].
    fn chain(&self, out: &mut Self) -> Option<()> {
        let mut leaves = Leaves::EMPTY;
        let (mut ends, mut count) = ([Product::ONE; MAX_LEAVES + 1], 1);
        let mut linked = 0_u32;
        loop {
            let covered = ends[count - 1];
            let mut found = None;
            for (k, mode) in self.modes().enumerate() {
                let mode = mode?;
                if linked >> k & 1 == 0 && mode.stride == covered {
                    // Of two modes of one stride, the one with more than one element is next.
                    if found.is_some() {
                        return None;
                    }
                    found = Some((k, mode));
                }
            }
            let Some((k, mode)) = found else { break };
            linked |= 1 << k;
            leaves.push(mode.extent, mode.start)?;
            ends[count] = covered.times(&mode.extent)?;
            count += 1;
        }
        for (k, mode) in self.modes().enumerate().filter(|(k, _)| linked >> k & 1 == 0) {
            let Mode { extent, stride, .. } = mode?;
            // It continues no mode of the chain, and no mode of the chain continues it.
            let end = extent.times(&stride)?;
            let after = self.modes().enumerate().skip(k + 1).filter(|(k, _)| linked >> k & 1 == 1);
            let is_apart = ends[..count].iter().all(|end| self.differ(&stride, end))
                && after.flat_map(|(_, mode)| mode).all(|mode| self.differ(&mode.stride, &end));
            if stride.factor < 0 || !is_apart {
                return None;
            }
        }
        out.written(&leaves)
    }

    /// The leaves of [`Layout::left_inverse`], or of [`Layout::inverse`], which has no gaps.
    fn digits(&self, out: &mut Self, has_gaps: bool) -> Option<()> {
        let (modes, mut leaves) = (self.ascending(true)?, Leaves::EMPTY);
        let (mut below, mut covered) = (Product::ONE, Product::ONE);
        let (mut place, mut is_gapless) = (Product::constant(0), true);
        for mode in &modes.all[..modes.len] {
            is_gapless &= mode.stride == covered;
            leaves.push(self.ratio(&mode.stride, &below)?, place)?;
            covered = mode.extent.times(&mode.stride)?;
            (below, place) = (mode.stride, mode.start);
        }
        if let Some(last) = modes.all[..modes.len].last() {
            leaves.push(last.extent, place)?;
        }
        if !is_gapless {
            // Without a mode of one element, the digits around it would be one.
            out.require_extents(self, 2)?;
        }
        (is_gapless || has_gaps).then_some(())?;
        out.written(&leaves)
    }

    /// Writes the leaves, those that continue each other as one.
    fn written(&mut self, leaves: &Leaves) -> Option<()> {
        let count = leaves.len.min(MAX_LEAVES);
        for (k, (extent, stride)) in leaves.all[..count].iter().enumerate() {
            (self.extents[k], self.strides[k]) = (*extent, *stride);
        }
        if leaves.len > MAX_LEAVES {
            return None;
        }
        let from = Self { extents: self.extents, strides: self.strides, ..*self };
        let count = from.join_leaves(0..count, self, 0)?;
        let (shape, stride) = self.tuples(0..count)?;
        self.layout = Layout::from_parts(shape, stride);
        Some(())
    }
}
