//! Integers for the names of a symbolic layout, and the facts of its leaves.

use super::product::{MAX_NAMES, Meaning, Product, Symbols};
use super::{Condition, FULL, SymbolicError, SymbolicLayout};
use crate::number::ceil_div;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Facts, IntTuple, Layout, Text};

/// The multiples of a divisor that an example tries for each name.
const TRIED: i64 = 512;

impl Symbols {
    /// The leaves of a tuple: each unknown one is a symbol without a name, with the next facts.
    fn unnamed(
        &mut self,
        tuple: &IntTuple,
        facts: &mut impl Iterator<Item = Facts>,
    ) -> Result<[Product; MAX_LEAVES], SymbolicError> {
        let mut products = [Product::ONE; MAX_LEAVES];
        for (k, product) in products.iter_mut().enumerate().take(tuple.leaf_count()) {
            *product = if tuple.is_known(k) {
                Product::constant(tuple.value(k))
            } else {
                let symbol = self.add(Meaning::Unnamed, facts.next().unwrap_or(Facts::NONE));
                symbol.map(Product::symbol).ok_or(SymbolicError::new(FULL))?
            };
        }
        Ok(products)
    }
}

impl SymbolicLayout {
    /// The layout of two congruent tuples whose unknown leaves are `?`. `facts` has those of the unknown extents, then
    /// those of the unknown strides.
    ///
    /// ```
    /// use layout_core::{Facts, IntTuple, SymbolicLayout};
    /// let rows = IntTuple::tuple(&[IntTuple::unknown(0), IntTuple::leaf(64)])?;
    /// let a = SymbolicLayout::of_facts(rows, "(64,1)".parse()?, [Facts::new(8, i64::MAX)])?;
    /// assert_eq!(a.to_string(), "(?{div=8},64):(64,1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Tuples that are not congruent, and more than 12 unknown leaves.
    pub fn of_facts(
        shape: IntTuple,
        stride: IntTuple,
        facts: impl IntoIterator<Item = Facts>,
    ) -> Result<Self, SymbolicError> {
        if !shape.congruent(&stride) {
            return Err(SymbolicError::new("the shape and the stride are not congruent"));
        }
        let layout = Layout::from_parts(shape, stride);
        let (mut facts, mut out) = (facts.into_iter(), Self::from(layout));
        (out.layout, out.symbols) = (layout, Symbols::NONE);
        out.extents = out.symbols.unnamed(&shape, &mut facts)?;
        out.strides = out.symbols.unnamed(&stride, &mut facts)?;
        Ok(out)
    }

    /// The compact layout of a shape whose unknown leaves are `?`, the rightmost leaf fastest. `facts` has those of the
    /// unknown leaves.
    ///
    /// ```
    /// use layout_core::{Facts, IntTuple, SymbolicLayout};
    /// let shape = IntTuple::tuple(&[4.into(), 2.into(), IntTuple::unknown(0)])?;
    /// let a = SymbolicLayout::row_major(shape, [Facts::new(8, i64::MAX)])?;
    /// assert_eq!(a.to_string(), "(4,2,?{div=8}):(?{div=16},?{div=8},1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than 12 unknown leaves.
    pub fn row_major(
        shape: IntTuple,
        facts: impl IntoIterator<Item = Facts>,
    ) -> Result<Self, SymbolicError> {
        let mut out = Self::of_facts(shape, shape, [])?;
        out.symbols = Symbols::NONE;
        out.extents = out.symbols.unnamed(&shape, &mut facts.into_iter())?;
        out.compact(&shape, (0..shape.leaf_count()).rev())?;
        Ok(out)
    }

    /// The shape and the stride, in which leaves with names are unknown.
    pub const fn parts(&self) -> (IntTuple, IntTuple) {
        (self.layout.shape(), self.layout.stride())
    }

    /// What is known of each leaf with a name: of the extents, then of the strides.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(n{div=8},64):(64,1)".parse()?;
    /// let tiles = a.zipped_divide(&"<4,64>".parse()?)?;
    /// assert_eq!(tiles.to_string(), "((4,64),(n/4,1)):((64,1),(256,0))");
    /// assert_eq!(tiles.facts().next().map(|facts| facts.divisor()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn facts(&self) -> impl Iterator<Item = Facts> + '_ {
        let side = move |tuple: IntTuple, products: &'_ [Product; MAX_LEAVES]| {
            let products = *products;
            (0..tuple.leaf_count())
                .filter(move |&k| !tuple.is_known(k))
                .map(move |k| self.symbols.facts(&products[k]))
        };
        let (shape, stride) = self.parts();
        side(shape, &self.extents).chain(side(stride, &self.strides))
    }

    /// A small layout of this form: integers that satisfy all facts and conditions, as text, and the layout with them.
    /// `None` where no small ones do.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(n,64):(64,1)".parse()?;
    /// let tiles = a.zipped_divide(&"<8,16>".parse()?)?;
    /// let (integers, layout) = tiles.example().ok_or("too large")?;
    /// assert_eq!(integers.to_string(), "n = 16");
    /// assert_eq!(layout.to_string(), "((8,16),(2,4)):((64,1),(512,16))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn example(&self) -> Option<(Text, Layout)> {
        (2..TRIED).chain([1]).find_map(|multiple| self.example_of(multiple))
    }

    /// The example whose names are `multiple` times their divisors, at most their bounds. Distinct names differ where
    /// they can.
    fn example_of(&self, multiple: i64) -> Option<(Text, Layout)> {
        let (mut found, mut text, mut free) = ([0; MAX_NAMES], Text::EMPTY, multiple);
        for k in 0..self.symbols.len {
            let symbol = self.symbols.get(k);
            if let Meaning::Ceil(product, by) = symbol.meaning {
                found[k] = ceil_div(self.value(&product, &found).ok()?, by);
                continue;
            }
            let (divisor, most) = (symbol.facts.divisor(), symbol.facts.most());
            found[k] = divisor.checked_mul(free.min((most / divisor).max(1)))?;
            symbol.declared.check(found[k]).ok()?;
            text.str(if text.len() > 0 { ", " } else { "" });
            self.symbols.write(&Product::symbol(k), &mut text);
            text.str(" = ");
            text.integer(found[k]);
            free += 1;
        }
        let layout = self.fill(&found).ok()?;
        Some((text, layout))
    }

    /// The layout with integers for the names.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(n{div=8},m):(m,1)".parse()?;
    /// assert_eq!(a.with(&[("n", 16), ("m", 5)])?.to_string(), "(16,5):(5,1)");
    /// let refused = a.with(&[("n", 12), ("m", 5)]).unwrap_err();
    /// assert_eq!(refused.to_string(), "n is ?{div=8}: 12 is not a multiple of 8");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// A name without an integer, a fact or a condition that is false, and the errors of [`Layout::new`].
    pub fn with(&self, values: &[(&str, i64)]) -> Result<Layout, SymbolicError> {
        let mut found = [0; MAX_NAMES];
        for k in 0..self.symbols.len {
            let symbol = self.symbols.get(k);
            let mut name = Text::EMPTY;
            self.symbols.write(&Product::symbol(k), &mut name);
            found[k] = match symbol.meaning {
                Meaning::Ceil(product, by) => ceil_div(self.value(&product, &found)?, by),
                Meaning::Unnamed => return Err(SymbolicError::new("`?` has no name")),
                Meaning::Name(_) => match values.iter().find(|(of, _)| *of == name.as_str()) {
                    Some(&(_, value)) if value >= 0 => value,
                    Some(&(_, value)) => {
                        return Err(SymbolicError::new(format_args!(
                            "{name} is negative: {value}"
                        )));
                    }
                    None => {
                        return Err(SymbolicError::new(format_args!("{name} has no value")));
                    }
                },
            };
            if let Err(error) = symbol.declared.check(found[k]) {
                let facts = symbol.declared;
                let reason = error.reason();
                return Err(SymbolicError::new(format_args!("{name} is ?{facts}: {reason}")));
            }
        }
        self.fill(&found)
    }

    /// The layout with integers for the symbols.
    fn fill(&self, found: &[i64; MAX_NAMES]) -> Result<Layout, SymbolicError> {
        for condition in &self.conditions[..self.condition_count] {
            let holds = match condition {
                Condition::Divides(divisor, product) => self.value(product, found)? % divisor == 0,
                Condition::AtLeast(product, least) => self.value(product, found)? >= *least,
            };
            if !holds {
                let conditions = self.conditions();
                let words = if conditions.len() > 0 {
                    conditions
                } else {
                    Text::of("extents are positive")
                };
                return Err(SymbolicError::new(format_args!("{self} needs that {words}")));
            }
        }
        let (mut shape, mut stride) = (self.layout.shape(), self.layout.stride());
        for k in 0..self.layout.leaf_count() {
            if !shape.is_known(k) {
                shape.set_value(k, self.value(&self.extents[k], found)?);
            }
            if !stride.is_known(k) {
                stride.set_value(k, self.value(&self.strides[k], found)?);
            }
        }
        Ok(Layout::new(shape, stride)?)
    }

    /// The integer of a product for integers of the symbols.
    fn value(&self, product: &Product, found: &[i64]) -> Result<i64, SymbolicError> {
        let full = || SymbolicError::new("an integer is past 2^63-1");
        let mut value = i128::from(product.factor);
        for (k, &power) in product.powers.iter().enumerate() {
            for _ in 0..power {
                value = value.checked_mul(i128::from(found[k])).ok_or_else(full)?;
            }
        }
        if value % i128::from(product.divisor) != 0 {
            let mut text = Text::EMPTY;
            self.symbols.write(product, &mut text);
            return Err(SymbolicError::new(format_args!("{text} is not an integer")));
        }
        i64::try_from(value / i128::from(product.divisor)).map_err(|_| full())
    }
}
