//! Checks and refusals that the functions of tuples share.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::{add, tri};
use crate::value::limit::Limit;
use crate::value::{IntTuple, Num, Profile, TreePosition};

/// A capacity error as a rule.
pub(super) const fn fits(result: Result<(), Limit>) -> Result<(), Rule> {
    match result {
        Ok(()) => Ok(()),
        Err(limit) => Err(Rule::Full { limit }),
    }
}

impl Num {
    /// Checks that this is a plain integer: no basis, and not the code `i64::MIN`.
    pub(super) const fn number(self) -> Result<(), Rule> {
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

    pub(super) const fn open(&mut self, rank: usize) -> Result<(), Rule> {
        fits(self.profile.push_tuple(rank))
    }

    pub(super) const fn add(&mut self, part: &Self) -> Result<(), Rule> {
        fits(self.push(part))
    }

    /// The product of the leaves `from..to`. It is known where every leaf is, and where a known leaf is 0.
    pub(super) const fn span_size(&self, from: usize, to: usize) -> Result<Num, Rule> {
        let (mut known, mut known_zero, mut k) = (true, false, from);
        while k < to {
            known &= self.is_known(k);
            known_zero |= self.num(k).is(0);
            k += 1;
        }
        Ok(Num::plain(tri!(self.product(from, to)), known || known_zero))
    }

    /// The refusal of the first leaf that is not a plain integer.
    pub(super) const fn first_unit(&self) -> Option<Rule> {
        let mut k = 0;
        while k < self.leaf_count() {
            if let Err(rule) = self.num(k).number() {
                return Some(rule);
            }
            k += 1;
        }
        None
    }

    /// Checks that this is a shape: no basis, no negative extent, no code `i64::MIN`.
    pub(crate) const fn extents(&self) -> Result<(), Rule> {
        self.extents_in(0, self.leaf_count())
    }

    pub(super) const fn extents_in(&self, from: usize, to: usize) -> Result<(), Rule> {
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
    pub(super) const fn size_at(&self, at: TreePosition) -> Result<Num, Rule> {
        self.span_size(at.leaf, self.profile.after(at).leaf)
    }

    pub(super) const fn refuse_unary(
        &self,
        operation: Operation,
        result: Result<Self, Rule>,
    ) -> Result<Self, LayoutError> {
        match result {
            Ok(tuple) => Ok(tuple),
            Err(rule) => Err(LayoutError::unary(operation, Operand::Tuple(*self), rule)),
        }
    }

    pub(super) const fn refuse_with(
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
pub(super) const fn plus(a: Num, b: Num) -> Result<Num, Rule> {
    tri!(a.number());
    tri!(b.number());
    Ok(Num::plain(tri!(add(a.value, b.value)), a.known && b.known))
}

/// The position of mode `i` at the top level, or the end where `i` is the rank.
pub(super) const fn top(tuple: &IntTuple, i: usize) -> TreePosition {
    if i == tuple.rank() {
        tuple.profile.after(Profile::ROOT)
    } else {
        tuple.profile.mode(Profile::ROOT, i)
    }
}
