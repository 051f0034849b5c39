//! [`Product`]: a product of names, as `3*n*k/8`, and the table of the names.

use crate::number::gcd;
use crate::value::{DimName, Facts, Num, Text};

/// The greatest number of names of a layout.
pub(super) const MAX_NAMES: usize = 12;

/// An integer: a constant times powers of symbols, by a constant that divides it. In lowest terms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Product {
    pub(super) factor: i64,
    pub(super) divisor: i64,
    pub(super) powers: [u8; MAX_NAMES],
}

impl Product {
    pub(super) const ONE: Self = Self { factor: 1, divisor: 1, powers: [0; MAX_NAMES] };

    pub(super) const fn constant(value: i64) -> Self {
        Self { factor: value, ..Self::ONE }
    }

    pub(super) const fn symbol(k: usize) -> Self {
        let mut powers = [0; MAX_NAMES];
        powers[k] = 1;
        Self { powers, ..Self::ONE }
    }

    /// The value of a product without symbols.
    pub(super) fn as_constant(&self) -> Option<i64> {
        (self.powers == [0; MAX_NAMES]).then_some(self.factor)
    }

    /// The leaf of the product: known where it is a constant.
    pub(super) fn num(&self) -> Num {
        let known = self.as_constant();
        Num::plain(known.unwrap_or(0), known.is_some())
    }

    /// The symbol, if the product is a multiple of one to the power of 1.
    pub(super) fn only_symbol(&self) -> Option<usize> {
        let mut used = (0..MAX_NAMES).filter(|&k| self.powers[k] > 0);
        let first = used.next().filter(|&k| self.powers[k] == 1);
        if used.next().is_some() { None } else { first }
    }

    /// Whether the product is one symbol alone.
    pub(super) fn as_symbol(&self) -> Option<usize> {
        self.only_symbol().filter(|_| self.factor == 1 && self.divisor == 1)
    }

    /// The product of both; `None` where a constant or a power overflows.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let mut powers = self.powers;
        for (power, more) in powers.iter_mut().zip(other.powers) {
            *power = power.checked_add(more)?;
        }
        let divisor = self.divisor.checked_mul(other.divisor)?;
        Some(Self { factor: self.factor.checked_mul(other.factor)?, divisor, powers }.reduced())
    }

    /// The quotient by `by > 0`, which divides the product.
    pub(super) fn over(&self, by: i64) -> Option<Self> {
        Some(Self { divisor: self.divisor.checked_mul(by)?, ..*self }.reduced())
    }

    /// `self / other`, perhaps not an integer; `None` for names in the denominator, or a constant that overflows.
    pub(super) fn quotient(&self, other: &Self) -> Option<Self> {
        if other.factor <= 0 {
            return None;
        }
        let mut powers = self.powers;
        for (power, less) in powers.iter_mut().zip(other.powers) {
            *power = power.checked_sub(less)?;
        }
        let factor = self.factor.checked_mul(other.divisor)?;
        let divisor = self.divisor.checked_mul(other.factor)?;
        Some(Self { factor, divisor, powers }.reduced())
    }

    fn reduced(self) -> Self {
        // 0 times names is 0.
        if self.factor == 0 {
            return Self::constant(0);
        }
        let common = gcd(self.factor, self.divisor).max(1);
        Self { factor: self.factor / common, divisor: self.divisor / common, ..self }
    }
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A name. Symbols of one name are equal.
    Name(DimName),
    /// `?`, equal to no other.
    Unnamed,
    /// A product divided by a constant, rounded up.
    Ceil(Product, i64),
}

#[derive(Clone, Copy)]
pub(super) struct Symbol {
    pub(super) meaning: Meaning,
    /// What the text states.
    pub(super) declared: Facts,
    /// That, and what follows from conditions.
    pub(super) facts: Facts,
}

impl Symbol {
    const NONE: Self =
        Self { meaning: Meaning::Unnamed, declared: Facts::NONE, facts: Facts::NONE };
}

/// The symbols of a layout. A symbol that rounds up follows those that it names.
#[derive(Clone, Copy)]
pub(super) struct Symbols {
    all: [Symbol; MAX_NAMES],
    pub(super) len: usize,
}

impl Symbols {
    pub(super) const NONE: Self = Self { all: [Symbol::NONE; MAX_NAMES], len: 0 };

    pub(super) fn get(&self, k: usize) -> &Symbol {
        &self.all[k]
    }

    /// The number of the symbol, which is added unless it is there, and also gets the declared facts. `None` if there are
    /// too many.
    pub(super) fn add(&mut self, meaning: Meaning, declared: Facts) -> Option<usize> {
        let same = |symbol: &Symbol| symbol.meaning == meaning && meaning != Meaning::Unnamed;
        let k = self.all[..self.len].iter().position(same).unwrap_or(self.len);
        if k == MAX_NAMES {
            return None;
        }
        if k == self.len {
            self.all[k] = Symbol { meaning, ..Symbol::NONE };
            self.len += 1;
        }
        self.all[k].declared = self.all[k].declared.and(&declared);
        self.learn(k, &declared);
        Some(k)
    }

    /// Adds facts that follow for a symbol.
    pub(super) fn learn(&mut self, k: usize, facts: &Facts) {
        self.all[k].facts = self.all[k].facts.and(facts);
    }

    /// What is known of a product.
    pub(super) fn facts(&self, product: &Product) -> Facts {
        let mut facts = Facts::new(1, 1).product(product.factor.abs().max(1));
        for (symbol, &power) in self.all.iter().zip(&product.powers) {
            for _ in 0..power {
                facts = facts.times(&symbol.facts);
            }
        }
        facts.quotient(product.divisor)
    }

    /// Prints a product of a condition: of `?` alone, what the text states, without what follows from conditions.
    pub(super) fn write_stated(&self, product: &Product, text: &mut Text) {
        match product.as_symbol() {
            Some(k) if self.all[k].meaning == Meaning::Unnamed => {
                text.char('?');
                self.all[k].declared.write(text);
            }
            _ => self.write(product, text),
        }
    }

    /// Prints a product: `n`, `512*n/8`, `ceil(n/8)`, `?{div=8}`.
    pub(super) fn write(&self, product: &Product, text: &mut Text) {
        self.write_with(product, text, &mut |_, _| {});
    }

    /// Prints a product, and calls `after` behind each of its names with the number of the symbol.
    pub(super) fn write_with(
        &self,
        product: &Product,
        text: &mut Text,
        after: &mut dyn FnMut(usize, &mut Text),
    ) {
        let unnamed =
            (0..self.len).any(|k| product.powers[k] > 0 && self.all[k].meaning == Meaning::Unnamed);
        if unnamed {
            text.char('?');
            return self.facts(product).write(text);
        }
        let mut is_first = product.factor == 1;
        if product.factor != 1 {
            text.integer(product.factor);
        }
        for (k, (symbol, &power)) in self.all.iter().zip(&product.powers).enumerate() {
            for _ in 0..power {
                text.str(if is_first { "" } else { "*" });
                is_first = false;
                match &symbol.meaning {
                    Meaning::Name(name) => {
                        text.str(name.as_str());
                        after(k, text);
                    }
                    Meaning::Unnamed => text.char('?'),
                    Meaning::Ceil(dividend, by) => {
                        text.str("ceil(");
                        self.write(&Product { divisor: 1, ..*dividend }, text);
                        text.char('/');
                        text.integer(dividend.divisor * by);
                        text.char(')');
                    }
                }
            }
        }
        if product.powers == [0; MAX_NAMES] && is_first {
            text.char('1');
        }
        if product.divisor != 1 {
            text.char('/');
            text.integer(product.divisor);
        }
    }
}
