//! [`SymbolicLayout`]: a layout whose run-time leaves have names, as `(n,64):(64,1)`.
//!
//! An operation follows the plan of `algebra/plan`, where it has one: each run-time leaf of the result is a product or
//! a quotient of leaves of the operands. Here the terms are computed on products of names instead of integers, and the
//! conditions of the plan are facts, or become conditions of the result.

mod inverse;
mod product;
mod rescale;
mod text;
mod values;

use core::fmt;

use crate::algebra::plan::Plan;
use crate::error::{LayoutError, Operation};
use crate::number::gcd;
use crate::value::limit::{MAX_LEAVES, MAX_RANK};
use crate::value::{Facts, IntTuple, Layout, Text, Tiler};
use product::{MAX_NAMES, Meaning, Product, Symbols};

/// The greatest number of conditions of a layout.
const MAX_CONDITIONS: usize = 16;

/// A layout whose run-time leaves are products of names: `((8,16),(n/8,4)):((64,1),(512,16))`.
///
/// A name is an integer: at least 1 as an extent, not negative as a stride. Equal names are equal integers, and `?` equals
/// no other. Facts follow in braces: `n{div=8}`, `?{i32}`, `?{<=4096}`.
///
/// ```
/// use layout_core::SymbolicLayout;
/// let a: SymbolicLayout = "(n,64):(64,1)".parse()?;
/// let tiles = a.logical_divide(&"<8,16>".parse()?)?;
/// assert_eq!(tiles.to_string(), "((8,n/8),(16,4)):((64,512),(1,16))");
/// assert_eq!(tiles.conditions().as_str(), "8 divides n");
/// assert_eq!(tiles.with(&[("n", 24)])?.to_string(), "((8,3),(16,4)):((64,512),(1,16))");
/// // A fact takes the place of the condition.
/// let a: SymbolicLayout = "(n{div=8},64):(64,1)".parse()?;
/// assert_eq!(a.logical_divide(&"<8,16>".parse()?)?.conditions().as_str(), "");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct SymbolicLayout {
    /// The layout, with an unknown leaf for each product with a name.
    layout: Layout,
    extents: [Product; MAX_LEAVES],
    strides: [Product; MAX_LEAVES],
    symbols: Symbols,
    conditions: [Condition; MAX_CONDITIONS],
    condition_count: usize,
}

/// What the integers of names must satisfy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// The constant divides the product.
    Divides(i64, Product),
    /// The product is at least the constant.
    AtLeast(Product, i64),
}

/// The reason why a symbolic layout has no result.
#[derive(Clone, Copy)]
pub struct SymbolicError(Text);

impl SymbolicError {
    fn new(words: impl fmt::Display) -> Self {
        let mut text = Text::EMPTY;
        // Cannot fail: a text is cut at its capacity.
        let _ = fmt::write(&mut text, format_args!("{words}"));
        Self(text)
    }

    /// The message.
    pub const fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for SymbolicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

crate::value::text::debug_as_display!(SymbolicError);

impl core::error::Error for SymbolicError {}

impl From<LayoutError> for SymbolicError {
    fn from(error: LayoutError) -> Self {
        Self(error.message())
    }
}

/// The message of a layout with more names or greater constants than there is room for.
const FULL: &str =
    "a symbolic layout has at most 12 names and 16 conditions, and constants up to 2^63-1";

/// An operation on one layout by a tiler: the plan, and the engine function.
macro_rules! by_tiler {
    ($($(#[$doc:meta])* $name:ident $plan:ident $operation:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Where the operation is refused for all integers of the names, or where its result depends on them.
        pub fn $name(&self, tiler: &Tiler) -> Result<Self, SymbolicError> {
            let right = Self::from(tiler.layout);
            let run = |a: &Layout, _: &Layout| a.$name(tiler);
            let (mut of, mut plan) = (*self, self.layout.$plan(tiler));
            if plan.is_none() && let Some(joined) = self.joined(Some(tiler)) {
                (of, plan) = (joined, joined.layout.$plan(tiler));
            }
            let of = if plan.is_some() { &of } else { self };
            of.planned(&right, plan, Operation::$operation, tiler, run)
        }
    )*};
}

/// A padded division.
macro_rules! padded {
    ($($(#[$doc:meta])* $name:ident $plan:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// As [`SymbolicLayout::logical_divide`].
        pub fn $name(&self, tiler: &Tiler) -> Result<Self, SymbolicError> {
            let right = Self::from(tiler.layout);
            let run = |a: &Layout, _: &Layout| a.$name(tiler).map(|padded| padded.layout());
            self.planned(&right, self.layout.$plan(tiler), Operation::Divide, tiler, run)
        }
    )*};
}

/// An operation on two layouts.
macro_rules! by_layout {
    ($($(#[$doc:meta])* $name:ident $plan:ident $operation:ident $($whole:ident)?;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// As [`SymbolicLayout::logical_divide`].
        pub fn $name(&self, b: &Self) -> Result<Self, SymbolicError> {
            by_layout!(@ self b $name $plan $operation $($whole)?)
        }
    )*};
    (@ $self:ident $b:ident $name:ident $plan:ident $operation:ident whole) => {{
        let plan = $self.layout.$plan(&Tiler::whole($b.layout));
        let run = |a: &Layout, b: &Layout| a.$name(&Tiler::whole(*b));
        $self.planned($b, plan, Operation::$operation, $b, run)
    }};
    (@ $self:ident $b:ident $name:ident $plan:ident $operation:ident) => {{
        let run = |a: &Layout, b: &Layout| a.$name(b);
        $self.planned($b, $self.layout.$plan(&$b.layout), Operation::$operation, $b, run)
    }};
}

/// An operation that moves modes.
macro_rules! moves {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) $operation:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// As the operation of [`Layout`].
        pub fn $name(&self, $($argument: $type),*) -> Result<Self, SymbolicError> {
            self.moved(&Self::UNIT, Operation::$operation, |a, _| a.$name($($argument),*))
        }
    )*};
}

impl SymbolicLayout {
    const UNIT: Self = Self {
        layout: Layout::from_parts(IntTuple::leaf(1), IntTuple::leaf(0)),
        extents: [Product::ONE; MAX_LEAVES],
        strides: [Product::ONE; MAX_LEAVES],
        symbols: Symbols::NONE,
        conditions: [Condition::Divides(1, Product::ONE); MAX_CONDITIONS],
        condition_count: 0,
    };

    by_tiler! {
        /// [`Layout::logical_divide`].
        logical_divide plan_logical_divide Divide;
        /// [`Layout::zipped_divide`].
        zipped_divide plan_zipped_divide Divide;
        /// [`Layout::tiled_divide`].
        tiled_divide plan_tiled_divide Divide;
        /// [`Layout::flat_divide`].
        flat_divide plan_flat_divide Divide;
        /// [`Layout::compose`].
        compose plan_compose Compose;
    }

    padded! {
        /// The layout of [`Layout::logical_divide_padded`], without its guard: `ceil(n/8)` tiles.
        logical_divide_padded plan_logical_divide_padded;
        /// The layout of [`Layout::zipped_divide_padded`], without its guard.
        zipped_divide_padded plan_zipped_divide_padded;
        /// The layout of [`Layout::tiled_divide_padded`], without its guard.
        tiled_divide_padded plan_tiled_divide_padded;
        /// The layout of [`Layout::flat_divide_padded`], without its guard.
        flat_divide_padded plan_flat_divide_padded;
    }

    by_layout! {
        /// [`Layout::logical_product`], by one layout.
        logical_product plan_logical_product Product whole;
        /// [`Layout::zipped_product`], by one layout.
        zipped_product plan_zipped_product Product whole;
        /// [`Layout::tiled_product`], by one layout.
        tiled_product plan_tiled_product Product whole;
        /// [`Layout::flat_product`], by one layout.
        flat_product plan_flat_product Product whole;
        /// [`Layout::blocked_product`].
        blocked_product plan_blocked_product Product;
        /// [`Layout::raked_product`].
        raked_product plan_raked_product Product;
    }

    moves! {
        /// [`Layout::get`].
        get(path: &[usize]) Mode;
        /// [`Layout::flatten`].
        flatten() Flatten;
        /// [`Layout::unflatten`].
        unflatten(profile: &IntTuple) Unflatten;
        /// [`Layout::take`].
        take(begin: usize, end: usize) Take;
        /// [`Layout::select`].
        select(modes: &[usize]) Select;
        /// [`Layout::group`].
        group(begin: usize, end: usize) Group;
        /// [`Layout::permute`].
        permute(modes: &[usize]) Permute;
        /// [`Layout::zip`].
        zip() Zip;
    }

    /// [`Layout::coalesce`]. A mode whose stride is the size of the mode before it, as a product of names, continues it.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(n,m,8):(1,n,n*m)".parse()?;
    /// assert_eq!(a.coalesce()?.to_string(), "8*n*m:1");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn coalesce(&self) -> Result<Self, SymbolicError> {
        let joined = self.joined(None).unwrap_or(*self);
        let plan = joined.layout.plan_coalesce();
        joined.planned(&Self::UNIT, plan, Operation::Coalesce, "", |a, _| a.coalesce())
    }

    /// [`Layout::coalesce_by`].
    ///
    /// # Errors
    /// As [`SymbolicLayout::logical_divide`].
    pub fn coalesce_by(&self, profile: &IntTuple) -> Result<Self, SymbolicError> {
        let plan = self.layout.plan_coalesce_by(profile);
        self.planned(&Self::UNIT, plan, Operation::Coalesce, profile, |a, _| a.coalesce_by(profile))
    }

    /// [`Layout::concat`].
    ///
    /// # Errors
    /// As the operation of [`Layout`].
    pub fn concat(&self, b: &Self) -> Result<Self, SymbolicError> {
        self.moved(b, Operation::Concat, |a, b| a.concat(b))
    }

    /// [`Layout::append`].
    ///
    /// # Errors
    /// As the operation of [`Layout`].
    pub fn append(&self, b: &Self) -> Result<Self, SymbolicError> {
        self.moved(b, Operation::Append, |a, b| a.append(b))
    }

    /// [`Layout::prepend`].
    ///
    /// # Errors
    /// As the operation of [`Layout`].
    pub fn prepend(&self, b: &Self) -> Result<Self, SymbolicError> {
        self.moved(b, Operation::Prepend, |a, b| a.prepend(b))
    }

    /// [`Layout::replace`].
    ///
    /// # Errors
    /// As the operation of [`Layout`].
    pub fn replace(&self, i: usize, b: &Self) -> Result<Self, SymbolicError> {
        self.moved(b, Operation::Replace, |a, b| a.replace(i, b))
    }

    /// The number of modes.
    pub const fn rank(&self) -> usize {
        self.layout.rank()
    }

    /// The layout with leaves that continue each other as one: in each mode that `tiler` divides, or in the whole. `None`
    /// where no leaf continues another.
    fn joined(&self, tiler: Option<&Tiler>) -> Option<Self> {
        let tiler = tiler.filter(|tiler| tiler.by_mode && self.layout.depth() > 0);
        let mut out = Self { extents: [Product::ONE; MAX_LEAVES], ..*self };
        let Some(tiler) = tiler else {
            let count = self.join_leaves(0..self.layout.leaf_count(), &mut out, 0)?;
            let (shape, stride) = out.tuples(0..count)?;
            out.layout = Layout::from_parts(shape, stride);
            return (count < self.layout.leaf_count()).then_some(out);
        };
        let rank = self.layout.rank();
        let mut shapes = [IntTuple::leaf(1); MAX_RANK];
        let mut strides = [IntTuple::leaf(0); MAX_RANK];
        let (mut from, mut count) = (0, 0);
        for i in 0..rank {
            let mode = self.layout.mode(i).ok()?;
            let (leaves, first) = (from..from + mode.leaf_count(), count);
            from = leaves.end;
            if i < tiler.layout.rank() && tiler.kept >> i & 1 == 0 {
                count = self.join_leaves(leaves, &mut out, first)?;
                (shapes[i], strides[i]) = out.tuples(first..count)?;
            } else {
                // A mode that is kept has its nesting.
                for k in leaves {
                    (out.extents[count], out.strides[count]) = (self.extents[k], self.strides[k]);
                    count += 1;
                }
                (shapes[i], strides[i]) = (mode.shape(), mode.stride());
            }
        }
        let (shape, stride) = (IntTuple::tuple(&shapes[..rank]), IntTuple::tuple(&strides[..rank]));
        out.layout = Layout::from_parts(shape.ok()?, stride.ok()?);
        (count < self.layout.leaf_count()).then_some(out)
    }

    /// Writes these leaves to `out` from `first` on, those that continue each other as one. Returns where they end.
    fn join_leaves(
        &self,
        leaves: core::ops::Range<usize>,
        out: &mut Self,
        first: usize,
    ) -> Option<usize> {
        let mut count = first;
        for k in leaves {
            let (extent, stride) = (self.extents[k], self.strides[k]);
            if extent.as_constant() == Some(1) {
                continue;
            }
            if count > first
                && out.extents[count - 1].times(&out.strides[count - 1]) == Some(stride)
            {
                out.extents[count - 1] = out.extents[count - 1].times(&extent)?;
                continue;
            }
            (out.extents[count], out.strides[count]) = (extent, stride);
            count += 1;
        }
        if count == first {
            (out.extents[count], out.strides[count]) = (Product::ONE, Product::constant(0));
            count += 1;
        }
        Some(count)
    }

    /// The leaves as a flat mode: its shape and its stride, in which products with a name are unknown.
    fn tuples(&self, leaves: core::ops::Range<usize>) -> Option<(IntTuple, IntTuple)> {
        let tuple = |products: &[Product]| {
            let leaf = |product: &Product| {
                product.as_constant().map_or(IntTuple::unknown(0), IntTuple::leaf)
            };
            let mut all = [IntTuple::leaf(1); MAX_RANK];
            let parts = all.get_mut(..products.len())?;
            parts.iter_mut().zip(products).for_each(|(part, product)| *part = leaf(product));
            if let [one] = *parts { Some(one) } else { IntTuple::tuple(parts).ok() }
        };
        Some((tuple(&self.extents[leaves.clone()])?, tuple(&self.strides[leaves])?))
    }

    /// What the integers of the names must satisfy, joined by `, `: `8 divides n, m >= 2`.
    pub fn conditions(&self) -> Text {
        let mut text = Text::EMPTY;
        for condition in &self.conditions[..self.condition_count] {
            // Extents are at least 1 by the meaning of a name.
            if matches!(condition, Condition::AtLeast(_, ..=1)) {
                continue;
            }
            text.str(if text.len() > 0 { ", " } else { "" });
            match condition {
                Condition::Divides(divisor, product) => {
                    text.integer(*divisor);
                    text.str(" divides ");
                    self.symbols.write_stated(product, &mut text);
                }
                Condition::AtLeast(product, least) => {
                    self.symbols.write_stated(product, &mut text);
                    text.str(" >= ");
                    text.integer(*least);
                }
            }
        }
        text
    }

    /// The product of all extents, as text: `64*n`.
    ///
    /// # Errors
    /// Where the constant is past `i64::MAX`.
    pub fn size(&self) -> Result<Text, SymbolicError> {
        let mut size = Product::ONE;
        for extent in &self.extents[..self.layout.leaf_count()] {
            size = size.times(extent).ok_or(SymbolicError::new(FULL))?;
        }
        let mut text = Text::EMPTY;
        self.symbols.write(&size, &mut text);
        Ok(text)
    }

    /// The names without repetition, joined by `, `.
    fn names(&self) -> Text {
        let mut text = Text::EMPTY;
        for k in 0..self.symbols.len {
            if !matches!(self.symbols.get(k).meaning, Meaning::Ceil(..)) {
                text.str(if text.len() > 0 { ", " } else { "" });
                self.symbols.write(&Product::symbol(k), &mut text);
            }
        }
        text
    }

    fn moved(
        &self,
        b: &Self,
        operation: Operation,
        run: impl Fn(&Layout, &Layout) -> Result<Layout, LayoutError>,
    ) -> Result<Self, SymbolicError> {
        self.planned(b, Plan::of_moves(&self.layout, &b.layout, &run), operation, b, run)
    }

    /// The result by a plan. Without one, the refusal of the engine, or the error that the result depends on integers.
    fn planned(
        &self,
        b: &Self,
        plan: Option<Plan>,
        operation: Operation,
        right: impl fmt::Display,
        run: impl Fn(&Layout, &Layout) -> Result<Layout, LayoutError>,
    ) -> Result<Self, SymbolicError> {
        // A quotient of two names is not a term.
        if let Some(plan) = plan.filter(|plan| !plan.has_unknown_divisor()) {
            return self.follow(b, &plan).ok_or(SymbolicError::new(FULL));
        }
        let supposing =
            |k| run(&self.layout.with_unknown_leaves(k), &b.layout.with_unknown_leaves(k));
        let (before, between) = operation.words();
        let by = if between.is_empty() { "" } else { " " };
        let right: &dyn fmt::Display = if between.is_empty() { &"" } else { &right };
        let operands = format_args!("{before} {self}{by}{between}{by}{right}");
        if let (Err(first), Err(second)) = (supposing(0), supposing(1)) {
            let (reason, other) = (first.reason(), second.reason());
            if reason.as_str() == other.as_str() {
                return Err(SymbolicError::new(format_args!("{operands}: {reason}")));
            }
        }
        let names = if b.names().len() > 0 { b.names() } else { self.names() };
        Err(SymbolicError::new(format_args!(
            "{operands}: the result depends on the integers of {names}"
        )))
    }

    /// The result by the terms of a plan. `None` where a capacity ends.
    fn follow(&self, b: &Self, plan: &Plan) -> Option<Self> {
        let mut out = Self { layout: plan.form, ..*self };
        let b = b.with_symbols_in(&mut out.symbols)?;
        for condition in &b.conditions[..b.condition_count] {
            out.require(*condition)?;
        }
        let source = |k: usize, strides: bool| {
            let (of, leaf) = if k < MAX_LEAVES { (self, k) } else { (&b, k - MAX_LEAVES) };
            if strides { of.strides[leaf] } else { of.extents[leaf] }
        };
        for (k, least, divisor) in plan.conditions() {
            out.require_divisor(divisor, &source(k, false))?;
            out.require(Condition::AtLeast(source(k, false), least))?;
        }
        for k in 0..plan.form.leaf_count() {
            out.extents[k] = if plan.form.known(k).0 {
                Product::constant(plan.form.leaf(k).0)
            } else {
                let (from, by) = plan.extent_term(k);
                let extent = source(from, false);
                if by > 1 && plan.has_rounding() && out.symbols.facts(&extent).divisor() % by != 0 {
                    let facts = out.symbols.facts(&extent).quotient_up(by);
                    let symbol = out.symbols.add(Meaning::Ceil(extent, by), Facts::NONE)?;
                    out.symbols.learn(symbol, &facts);
                    Product::symbol(symbol)
                } else {
                    extent.over(by)?
                }
            };
        }
        for k in 0..plan.form.leaf_count() {
            out.strides[k] = if plan.form.known(k).1 {
                Product::constant(plan.form.leaf(k).1)
            } else {
                let (from, factor, extents) = plan.stride_term(k);
                let first = from.map_or(Product::ONE, |from| source(from, true));
                let mut stride = first.times(&Product::constant(factor))?;
                for j in (0..MAX_LEAVES).filter(|j| extents >> j & 1 == 1) {
                    stride = stride.times(&out.extents[j])?;
                }
                stride
            };
        }
        Some(out)
    }

    /// The layout with the symbols of `symbols`, to which those that are missing are added.
    fn with_symbols_in(&self, symbols: &mut Symbols) -> Option<Self> {
        let mut to = [0; MAX_NAMES];
        let renamed = |product: &Product, to: &[usize]| {
            let mut powers = [0; MAX_NAMES];
            for (k, &power) in product.powers.iter().enumerate() {
                powers[to[k]] += power;
            }
            Product { powers, ..*product }
        };
        for k in 0..self.symbols.len {
            let symbol = self.symbols.get(k);
            let meaning = match symbol.meaning {
                Meaning::Ceil(product, by) => Meaning::Ceil(renamed(&product, &to), by),
                meaning => meaning,
            };
            to[k] = symbols.add(meaning, symbol.declared)?;
            symbols.learn(to[k], &symbol.facts);
        }
        let mut out = *self;
        for product in out.extents.iter_mut().chain(&mut out.strides) {
            *product = renamed(product, &to);
        }
        for condition in &mut out.conditions[..self.condition_count] {
            *condition = match condition {
                Condition::Divides(divisor, product) => {
                    Condition::Divides(*divisor, renamed(product, &to))
                }
                Condition::AtLeast(product, least) => {
                    Condition::AtLeast(renamed(product, &to), *least)
                }
            };
        }
        Some(out)
    }

    /// Adds a condition, unless it is there.
    fn require(&mut self, condition: Condition) -> Option<()> {
        if self.conditions[..self.condition_count].contains(&condition) {
            return Some(());
        }
        *self.conditions.get_mut(self.condition_count)? = condition;
        self.condition_count += 1;
        Some(())
    }

    /// Requires that `divisor` divides a product: a fact, or a condition, which is a fact from here on. `None` for a constant that
    /// it does not divide.
    fn require_divisor(&mut self, divisor: i64, product: &Product) -> Option<()> {
        if product.factor == 0 || self.symbols.facts(product).divisor() % divisor == 0 {
            return Some(());
        }
        if product.as_constant().is_some() {
            return None;
        }
        // For `f*s/d` in lowest terms: `c` divides it exactly where `d*c/gcd(c,f)` divides `s`.
        let needed = product.divisor.checked_mul(divisor / gcd(divisor, product.factor))?;
        let names = Product { factor: 1, divisor: 1, ..*product };
        self.require(Condition::Divides(needed, names))?;
        let Some(symbol) = product.only_symbol() else { return Some(()) };
        self.symbols.learn(symbol, &Facts::new(needed, i64::MAX));
        (self.symbols.facts(product).divisor() % divisor == 0).then_some(())
    }
}

impl From<Layout> for SymbolicLayout {
    /// The layout without names. A run-time integer also becomes a constant.
    fn from(layout: Layout) -> Self {
        let layout = layout.set_known();
        let mut out = Self { layout, ..Self::UNIT };
        for k in 0..layout.leaf_count() {
            let (extent, stride) = layout.leaf(k);
            (out.extents[k], out.strides[k]) =
                (Product::constant(extent), Product::constant(stride));
        }
        out
    }
}
