//! Functions of nested tuples of integers: arithmetic, division, structure, coordinates, comparison.

mod arithmetic;
mod congruence;
mod coordinate;
mod order;
mod pairing;
mod structure;

use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::number::{Num, add, tri};
use crate::profile::{Limit, Place, Profile};
use crate::tuple::IntTuple;

/// What passes a capacity, as a rule.
const fn fits(result: Result<(), Limit>) -> Result<(), Rule> {
    match result {
        Ok(()) => Ok(()),
        Err(limit) => Err(Rule::Full { limit }),
    }
}

impl Num {
    /// Refuses a unit, and an integer that is past the largest one.
    const fn number(self) -> Result<(), Rule> {
        if self.value == i64::MIN {
            return Err(Rule::Integer);
        }
        if self.basis.is_none() { Ok(()) } else { Err(self.is_unit()) }
    }
}

impl IntTuple {
    pub(crate) const fn push_num(&mut self, num: Num) -> Result<(), Rule> {
        let leaf = self.profile.leaves();
        tri!(fits(self.profile.push_leaf()));
        self.set_num(leaf, num);
        Ok(())
    }

    const fn open(&mut self, rank: usize) -> Result<(), Rule> {
        fits(self.profile.push_tuple(rank))
    }

    const fn add(&mut self, part: &Self) -> Result<(), Rule> {
        fits(self.push(part))
    }

    /// The product of the leaves `from..to`: known where all are, or where a known one is 0.
    const fn span_size(&self, from: usize, to: usize) -> Result<Num, Rule> {
        let (mut known, mut known_zero, mut k) = (true, false, from);
        while k < to {
            known &= self.is_known(k);
            known_zero |= self.num(k).is(0);
            k += 1;
        }
        Ok(Num::plain(tri!(self.product(from, to)), known || known_zero))
    }

    /// The refusal of a leaf that is no number, where there is one.
    const fn first_unit(&self) -> Option<Rule> {
        let mut k = 0;
        while k < self.leaf_count() {
            if let Err(rule) = self.num(k).number() {
                return Some(rule);
            }
            k += 1;
        }
        None
    }

    /// Refuses what is no shape: a unit, a negative extent, an integer past the largest one.
    pub(crate) const fn extents(&self) -> Result<(), Rule> {
        self.extents_in(0, self.leaf_count())
    }

    const fn extents_in(&self, from: usize, to: usize) -> Result<(), Rule> {
        let mut k = from;
        while k < to {
            tri!(self.num(k).number());
            if self.value(k) < 0 {
                return Err(Rule::NegativeExtent { extent: self.value(k) });
            }
            k += 1;
        }
        Ok(())
    }

    /// The size of the subtree at `at`.
    const fn size_at(&self, at: Place) -> Result<Num, Rule> {
        self.span_size(at.leaf, self.profile.after(at).leaf)
    }

    const fn refuse_unary(
        &self,
        operation: Operation,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(tuple) => Ok(tuple),
            Err(rule) => Err(LayoutError::unary(operation, Operand::Tuple(*self), rule)),
        }
    }

    const fn refuse_with(
        &self,
        operation: Operation,
        other: &Self,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(tuple) => Ok(tuple),
            Err(rule) => Err(LayoutError::refused(
                operation,
                Operand::Tuple(*self),
                Operand::Tuple(*other),
                rule,
            )),
        }
    }
}

/// `a + b`, known where both are.
const fn plus(a: Num, b: Num) -> Result<Num, Rule> {
    tri!(a.number());
    tri!(b.number());
    Ok(Num::plain(tri!(add(a.value, b.value)), a.known && b.known))
}

/// The place of mode `i` at the top, or the end for the rank.
const fn top(tuple: &IntTuple, i: usize) -> Place {
    if i == tuple.rank() {
        tuple.profile.after(Profile::ROOT)
    } else {
        tuple.profile.mode(Profile::ROOT, i)
    }
}
