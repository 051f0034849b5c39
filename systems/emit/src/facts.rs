//! What is known of run-time leaves: bounds and divisors of one leaf, and orders of products, as `ld>=m`.

use std::fmt;

use layout_core::MAX_LEAVES;

use crate::EmitError;
use crate::monomial::Monomial;
use crate::symbolic::SymbolicLayout;

/// The greatest number of facts between leaves, which bounds the search of a proof.
const MOST_RELATIONS: usize = 32;

/// The greatest number of products that a proof visits.
const MOST_STEPS: usize = 256;

/// The greatest number of rounds in which bounds pass from leaf to leaf: one that grows by a tenth passes 64 bits before.
const MOST_ROUNDS: usize = 512;

/// A run-time leaf: its name, and the known facts of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuntimeLeaf {
    pub(crate) name: String,
    /// An extent may be 0 unless a fact states that it is more than 1: such a layout has no coordinates.
    pub(crate) is_extent: bool,
    /// The least value of a layout with coordinates. A fact between leaves may raise it above `stated`.
    pub(crate) least: u64,
    pub(crate) stated: u64,
    pub(crate) most: Option<u64>,
    pub(crate) multiple_of: u64,
}

impl RuntimeLeaf {
    pub(crate) fn new(name: String, is_extent: bool) -> Self {
        let least = u64::from(is_extent);
        Self { name, is_extent, least, stated: least, most: None, multiple_of: 1 }
    }

    /// States that no value is below `least`.
    pub(crate) fn raise(&mut self, least: u64) {
        self.stated = self.stated.max(least);
        self.least = self.least.max(least);
    }

    fn may_be_zero(&self) -> bool {
        self.stated == 0 || self.is_extent && self.stated == 1
    }

    fn admits(&self, value: u64) -> bool {
        let above = value >= self.stated || value == 0 && self.may_be_zero();
        above
            && self.most.is_none_or(|most| value <= most)
            && value.is_multiple_of(self.multiple_of)
    }
}

impl fmt::Display for RuntimeLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>={}", self.name, self.stated)?;
        if let Some(most) = self.most {
            write!(f, ", {}<={most}", self.name)?;
        }
        if self.multiple_of != 1 {
            write!(f, ", {}%{}==0", self.name, self.multiple_of)?;
        }
        Ok(())
    }
}

/// A fact between products of leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    above: Monomial,
    below: Monomial,
    kind: RelationKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RelationKind {
    /// `above >= below`
    AtLeast,
    /// `above % below == 0`
    Multiple,
}

impl Relation {
    /// The text that [`SymbolicLayout::with_fact`] reads.
    fn write(&self, names: &[&str]) -> String {
        let (above, below) = (self.above.write(names), self.below.write(names));
        match self.kind {
            RelationKind::Multiple => format!("{above}%{below}==0"),
            // The names first: `m<=8`.
            RelationKind::AtLeast if self.above.as_constant().is_some() => {
                format!("{below}<={above}")
            }
            RelationKind::AtLeast => format!("{above}>={below}"),
        }
    }

    /// Whether the integers satisfy the fact; `None` where both products are past 127 bits.
    fn holds(&self, values: &[u64]) -> Option<bool> {
        let (above, below) = (self.above.value(values), self.below.value(values));
        match (self.kind, above, below) {
            (RelationKind::AtLeast, None, None) | (RelationKind::Multiple, None, _) => None,
            (RelationKind::AtLeast, above, below) => {
                Some(above.unwrap_or(i128::MAX) >= below.unwrap_or(i128::MAX))
            }
            (RelationKind::Multiple, Some(above), Some(below)) if below != 0 => {
                Some(above % below == 0)
            }
            (RelationKind::Multiple, Some(above), _) => Some(above == 0),
        }
    }
}

/// The greatest common divisor; one of the two integers is not 0.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn wrong(fact: &str) -> EmitError {
    EmitError::new(format!("expected `n<=8`, `ld>=m`, `ld>=2*m` or `n%8==0`, found `{fact}`"))
}

impl SymbolicLayout {
    /// Adds a fact about run-time leaves: `n<=4096`, `ld>=16` or `n%8==0`, and between products of them, `ld>=m`,
    /// `2*m<=ld` or `ld%m==0`.
    ///
    /// ```
    /// use static_layout_emit::SymbolicLayout;
    /// let a = "(16,n):(1,ld)".parse::<SymbolicLayout>()?.with_fact("ld>=16")?.with_fact("ld%4==0")?;
    /// assert!(a.with_values(&[8, 15]).is_err());
    /// assert_eq!(a.with_values(&[8, 20])?.0.to_string(), "(16,8):(1,20)");
    /// assert_eq!(a.with_fact("k<=3").unwrap_err().to_string(), "(16,n):(1,ld) has no run-time leaf k");
    /// // The leading dimension of BLAS.
    /// let a = "(m,n):(1,ld)".parse::<SymbolicLayout>()?.with_fact("ld>=m")?;
    /// let refused = a.with_values(&[8, 4, 7]).unwrap_err().to_string();
    /// assert_eq!(refused, "m = 8, n = 4, ld = 7 contradicts what is known: ld>=m");
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// For another text, for a name that is not a run-time leaf, for a product of more than 32 names, for facts that no integer
    /// or no layout with coordinates satisfies together, and for more than 32 facts between leaves.
    pub fn with_fact(mut self, fact: &str) -> Result<Self, EmitError> {
        let kinds = ["<=", ">=", "%"];
        let kind = kinds.into_iter().find(|kind| fact.contains(kind)).ok_or_else(|| wrong(fact))?;
        let (left, right) = fact.split_once(kind).ok_or_else(|| wrong(fact))?;
        let is_multiple = kind == "%";
        let right = if is_multiple {
            let zero = right.trim().strip_suffix('0').map(str::trim_end);
            zero.and_then(|text| text.strip_suffix("==")).ok_or_else(|| wrong(fact))?
        } else {
            right
        };
        let (left, right) = (self.product(left, fact)?, self.product(right, fact)?);
        let (above, below) = if kind == "<=" { (right, left) } else { (left, right) };
        if is_multiple && below.factor == 0 {
            return Err(wrong(fact));
        }
        match (leaf_of(&above), leaf_of(&below), above.as_constant(), below.as_constant()) {
            (_, _, Some(_), Some(_)) => return Err(wrong(fact)),
            (Some((leaf, 1)), _, _, Some(by)) if is_multiple => {
                self.add_divisor(leaf, by as u64)?
            }
            (Some((leaf, factor)), _, _, Some(least)) if !is_multiple => {
                // At most a number of the text, which has 64 bits.
                let least = least.unsigned_abs().div_ceil(factor.unsigned_abs()) as u64;
                self.parameters[leaf].raise(least);
            }
            (_, Some((leaf, factor)), Some(most), _) if !is_multiple => {
                let most = (most / factor) as u64;
                let leaf = &mut self.parameters[leaf];
                leaf.most = Some(leaf.most.map_or(most, |known| known.min(most)));
            }
            _ if self.relations.len() == MOST_RELATIONS => {
                return Err(EmitError::new(format!(
                    "at most {MOST_RELATIONS} facts between leaves: `{fact}`"
                )));
            }
            _ => {
                let kind = if is_multiple { RelationKind::Multiple } else { RelationKind::AtLeast };
                self.relations.push(Relation { above, below, kind });
            }
        }
        // The bounds of each round are true, so those that still move after the last one stay where they are.
        for _ in 0..MOST_ROUNDS {
            let before = self.parameters.clone();
            if !self.pass_bounds_on() {
                return Err(EmitError::new(format!(
                    "no layout with coordinates has the facts {}",
                    self.relation_texts().join(", ")
                )));
            }
            if self.parameters == before {
                break;
            }
        }
        for leaf in &self.parameters {
            let least = if leaf.may_be_zero() { 0 } else { leaf.stated };
            let first = least.div_ceil(leaf.multiple_of).checked_mul(leaf.multiple_of);
            if first.is_none_or(|first| leaf.most.is_some_and(|most| first > most)) {
                return Err(EmitError::new(format!(
                    "no integer satisfies what is known of {}: {leaf}",
                    leaf.name
                )));
            }
        }
        Ok(self)
    }

    /// Reads a product of integers and names of leaves.
    fn product(&self, text: &str, fact: &str) -> Result<Monomial, EmitError> {
        let mut product = Monomial::ONE;
        for word in text.split('*').map(str::trim) {
            let factor =
                if word.starts_with(|c: char| c.is_ascii_digit()) {
                    let number: u64 = word.parse().map_err(|_| wrong(fact))?;
                    Monomial::constant(number.into())
                } else if word.is_empty()
                    || !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                {
                    return Err(wrong(fact));
                } else {
                    let leaf = self.parameters.iter().position(|leaf| leaf.name == word);
                    Monomial::parameter(leaf.ok_or_else(|| {
                        EmitError::new(format!("{self} has no run-time leaf {word}"))
                    })?)
                };
            if product.parameters.len() + factor.parameters.len() > MAX_LEAVES {
                return Err(EmitError::new(format!(
                    "a product has at most {MAX_LEAVES} names, and one of `{fact}` has more"
                )));
            }
            product = product.checked_times(&factor).ok_or_else(|| wrong(fact))?;
        }
        // A bound is an integer of 64 bits.
        let is_bound = product.as_constant().is_none_or(|bound| u64::try_from(bound).is_ok());
        if is_bound { Ok(product) } else { Err(wrong(fact)) }
    }

    /// States that `divisor` divides a leaf. Both divisors are true: their least common multiple.
    fn add_divisor(&mut self, leaf: usize, divisor: u64) -> Result<(), EmitError> {
        let of = self.parameters[leaf].multiple_of;
        let multiple = (of / gcd(of, divisor)).checked_mul(divisor);
        self.parameters[leaf].multiple_of = multiple.ok_or_else(|| {
            EmitError::new(format!("no divisor of 64 bits is a multiple of {of} and {divisor}"))
        })?;
        Ok(())
    }

    /// Passes bounds from leaf to leaf: `ld<=64` and `ld>=m` give `m<=64`. A cycle of facts, such as `m>=n` and `9*n>=10*m`, moves
    /// its bounds in each round. Returns whether all bounds have 64 bits: `n>=2*m` and `m>=2*n` have no such bounds.
    fn pass_bounds_on(&mut self) -> bool {
        for k in 0..self.relations.len() {
            let relation = self.relations[k].clone();
            let Relation { above, below, .. } = &relation;
            if !self.is_ordered(&relation) {
                continue;
            }
            if let Some((leaf, factor)) = leaf_of(above) {
                // A product past 127 bits is at least the last integer of them.
                let least = self.range(below).0.unwrap_or(i128::MAX);
                let least = least.unsigned_abs().div_ceil(factor.unsigned_abs());
                let Ok(least) = u64::try_from(least) else { return false };
                let leaf = &mut self.parameters[leaf];
                leaf.least = leaf.least.max(least.min(leaf.most.unwrap_or(u64::MAX)));
            }
            if let (Some((leaf, factor)), Some(most)) = (leaf_of(below), self.range(above).1)
                && self.is_ordered_at_0(&relation)
                && let Ok(most) = u64::try_from(most / factor)
            {
                let leaf = &mut self.parameters[leaf];
                leaf.most = Some(leaf.most.map_or(most, |known| known.min(most)));
            }
        }
        true
    }

    /// Whether the fact proves `above >= below` in layouts with coordinates: a multiple that is not 0 does.
    fn is_ordered(&self, relation: &Relation) -> bool {
        relation.kind == RelationKind::AtLeast
            || self.range(&relation.above).0.is_some_and(|least| least >= 1)
    }

    /// [`Self::is_ordered`] also in layouts with an extent of 0, which is a multiple of every integer.
    fn is_ordered_at_0(&self, relation: &Relation) -> bool {
        let mut leaves = relation.above.parameters.iter().map(|&leaf| &self.parameters[leaf]);
        relation.kind == RelationKind::AtLeast || !leaves.any(RuntimeLeaf::may_be_zero)
    }

    /// Checks values of the run-time leaves against all facts.
    pub(crate) fn check_facts(&self, values: &[u64]) -> Result<(), EmitError> {
        for (leaf, &value) in self.parameters.iter().zip(values) {
            if !leaf.admits(value) {
                return Err(EmitError::new(format!(
                    "{} = {value} contradicts what is known: {leaf}",
                    leaf.name
                )));
            }
        }
        for relation in &self.relations {
            if relation.holds(values) != Some(true) {
                let pairs = self.parameters.iter().zip(values);
                let list: Vec<String> =
                    pairs.map(|(leaf, value)| format!("{} = {value}", leaf.name)).collect();
                return Err(EmitError::new(format!(
                    "{} contradicts what is known: {}",
                    list.join(", "),
                    relation.write(&self.names())
                )));
            }
        }
        Ok(())
    }

    /// The facts between leaves, as texts.
    pub(crate) fn relation_texts(&self) -> Vec<String> {
        let names = self.names();
        self.relations.iter().map(|relation| relation.write(&names)).collect()
    }

    /// The layout with the greatest integer of 64 bits as the bound of each run-time leaf that has none.
    pub(crate) fn with_bounds(&self) -> Self {
        let mut layout = self.clone();
        for leaf in &mut layout.parameters {
            leaf.most.get_or_insert(u64::MAX);
        }
        layout
    }

    /// The least and the greatest value of a leaf, if both are known.
    pub(crate) fn range(&self, leaf: &Monomial) -> (Option<i128>, Option<i128>) {
        let ends = |least: bool| {
            let leaves = leaf.parameters.iter().map(|&parameter| &self.parameters[parameter]);
            let mut ends = leaves.map(|leaf| if least { Some(leaf.least) } else { leaf.most });
            // Whatever the others are: their product may overflow.
            if ends.clone().any(|end| end == Some(0)) {
                return Some(0);
            }
            ends.try_fold(leaf.factor.abs(), |product, end| product.checked_mul(i128::from(end?)))
        };
        let (least, most) = (ends(true), ends(false));
        if leaf.factor < 0 {
            return (most.map(|x| -x), least.map(|x| -x));
        }
        (least, most)
    }

    /// Whether no coordinate of the leaf is above 0: its stride is not part of any offset.
    pub(crate) fn is_single(&self, extent: &Monomial) -> bool {
        self.range(extent).1.is_some_and(|most| most <= 1)
    }

    /// Whether `a >= b` for each value of the parameters of a layout with coordinates, `b` being positive.
    ///
    /// A fact `g >= l` replaces the factor `g` of `a` by `l`, which is at most `g`. A proof is a chain of such steps from `a` to
    /// a product that is at least `b` by its bounds, or by its quotient by `b`.
    pub(crate) fn is_at_least(&self, a: &Monomial, b: &Monomial) -> bool {
        let mut visited = vec![a.clone()];
        let mut next = 0;
        while next < visited.len() && visited.len() <= MOST_STEPS {
            let a = visited[next].clone();
            next += 1;
            if self.is_plainly_at_least(&a, b) {
                return true;
            }
            for relation in self.relations.iter().filter(|relation| self.is_ordered(relation)) {
                let rest = a.exact_quotient(&relation.above);
                let lower = rest.and_then(|rest| rest.checked_times(&relation.below));
                // A stride times an extent has no more names.
                let lower = lower.filter(|lower| lower.parameters.len() <= 2 * MAX_LEAVES);
                visited.extend(lower.filter(|lower| !visited.contains(lower)));
            }
        }
        false
    }

    /// [`Self::is_at_least`] without facts between leaves.
    fn is_plainly_at_least(&self, a: &Monomial, b: &Monomial) -> bool {
        if let Some(quotient) = a.exact_quotient(b) {
            return self.range(&quotient).0.is_some_and(|least| least >= 1);
        }
        match (self.range(a).0, self.range(b).1) {
            (Some(least), Some(most)) => least >= most,
            _ => false,
        }
    }

    /// The layout with the fact `above >= below`, and the text of the fact. `None` where no layout with coordinates has it.
    pub(crate) fn supposing(&self, above: Monomial, below: Monomial) -> Option<(String, Self)> {
        if let (Some(most), Some(least)) = (self.range(&above).1, self.range(&below).0)
            && most < least
        {
            return None;
        }
        // `e>=2*e` holds for 0 alone, which is not a stride of an order.
        let twice = above.checked_times(&Monomial::constant(2))?;
        if self.is_at_least(&below, &twice) {
            return None;
        }
        let fact = Relation { above, below, kind: RelationKind::AtLeast };
        let text = fact.write(&self.names());
        let layout = self.clone().with_fact(&text).ok()?;
        let is_empty = layout.extents.iter().any(|extent| layout.range(extent).1 == Some(0));
        // Perhaps no integers satisfy facts whose bounds still move.
        let mut next = layout.clone();
        let is_at_rest = next.pass_bounds_on() && next.parameters == layout.parameters;
        (!is_empty && is_at_rest).then_some((text, layout))
    }
}

/// The leaf and its factor, of a product of one leaf alone.
fn leaf_of(product: &Monomial) -> Option<(usize, i128)> {
    match product.parameters[..] {
        [leaf] => Some((leaf, product.factor)),
        _ => None,
    }
}
