//! Rearranging modes. Nothing here looks at an integer.

use crate::builder::Builder;
use crate::layout::Layout;
use crate::notation::error::{LayoutError, Operand, Operation, Rule};
use crate::profile::{MAX_RANK, Place, Profile};

impl Layout {
    /// The mode `i` at the top; `8:1` has one mode, itself. Refused when there is none.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(2,3)):(1,(4,8))".parse()?;
    /// assert_eq!(a.mode(1)?.to_string(), "(2,3):(4,8)");
    /// assert_eq!(a.get(&[1, 0])?.to_string(), "2:4");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn mode(&self, i: usize) -> Result<Self, LayoutError> {
        self.get(&[i])
    }

    /// The nested mode at a path; the empty path is the layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(3,4)):(1,(2,6))".parse()?;
    /// assert_eq!(a.get(&[1, 0])?.to_string(), "3:2");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn get(&self, path: &[usize]) -> Result<Self, LayoutError> {
        match self.profile.at(path) {
            Ok(at) => Ok(self.part(at)),
            Err(rule) => self.unary(Operation::Mode, Err(rule)),
        }
    }

    /// All leaves side by side, depth 1; `8:1` stays as it is.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(3,4)):(1,(2,6))".parse()?;
    /// assert_eq!(a.flatten()?.to_string(), "(2,3,4):(1,2,6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn flatten(&self) -> Result<Self, LayoutError> {
        let result = if self.profile.is_leaf(0) {
            Ok(*self)
        } else {
            match Profile::flat(self.modes.len) {
                Ok(profile) => Ok(Self { profile, modes: self.modes }),
                Err(limit) => Err(Rule::Full { limit }),
            }
        };
        self.unary(Operation::Flatten, result)
    }

    /// The modes `begin..end`, as a tuple.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,5):(1,2,6)".parse()?;
    /// assert_eq!(a.take(1, 3)?.to_string(), "(3,5):(2,6)");
    /// assert_eq!(a.select(&[2, 0])?.to_string(), "(5,2):(6,1)");
    /// assert_eq!(a.group(1, 3)?.to_string(), "(2,(3,5)):(1,(2,6))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn take(&self, begin: usize, end: usize) -> Result<Self, LayoutError> {
        if let Err(rule) = self.range(begin, end) {
            return self.unary(Operation::Take, Err(rule));
        }
        let mut out = Builder::EMPTY;
        out.open(end - begin);
        out.copy(self, self.top(begin), self.top(end));
        self.unary(Operation::Take, out.finish())
    }

    /// The modes numbered in `modes`, in that order, as a tuple.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,4):(1,2,6)".parse()?;
    /// assert_eq!(a.select(&[2, 0])?.to_string(), "(4,2):(6,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn select(&self, modes: &[usize]) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        out.open(modes.len());
        let (mut k, rank) = (0, self.rank());
        let tops = self.tops();
        while k < modes.len() {
            let mode = modes[k];
            if mode >= rank {
                return self.unary(Operation::Select, Err(Rule::NoMode { index: mode, rank }));
            }
            out.copy(self, tops[mode], tops[mode + 1]);
            k += 1;
        }
        self.unary(Operation::Select, valid(out.finish()))
    }

    /// The modes `begin..end` as one mode, a tuple of them.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,4):(1,2,6)".parse()?;
    /// assert_eq!(a.group(0, 2)?.to_string(), "((2,3),4):((1,2),6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn group(&self, begin: usize, end: usize) -> Result<Self, LayoutError> {
        if let Err(rule) = self.range(begin, end) {
            return self.unary(Operation::Group, Err(rule));
        }
        let mut out = Builder::EMPTY;
        out.open(self.rank() + 1 - (end - begin));
        out.copy(self, self.top(0), self.top(begin));
        out.open(end - begin);
        out.copy(self, self.top(begin), self.top(end));
        out.copy(self, self.top(end), self.end());
        self.unary(Operation::Group, out.finish())
    }

    /// `(A, B)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// let b: Layout = "5:6".parse()?;
    /// assert_eq!(a.concat(&b)?.to_string(), "((2,3),5):((1,2),6)");
    /// assert_eq!(a.append(&b)?.to_string(), "(2,3,5):(1,2,6)");
    /// assert_eq!(a.prepend(&b)?.to_string(), "(5,2,3):(6,1,2)");
    /// assert_eq!(a.replace(1, &b)?.to_string(), "(2,5):(1,6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn concat(&self, b: &Self) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        out.open(2);
        out.whole(self);
        out.whole(b);
        self.binary(Operation::Concat, Operand::Layout(*b), valid(out.finish()))
    }

    /// `(A_0, A_1, .., B)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.append(&"4:6".parse()?)?.to_string(), "(2,3,4):(1,2,6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn append(&self, b: &Self) -> Result<Self, LayoutError> {
        self.append_to(b, self.rank() + 1)
    }

    /// `(A_0, A_1, .., B, B, ..)`, of the given rank; a layout that has it stays as it is. Refused
    /// when the layout has more modes.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.append_to(&"1:0".parse()?, 4)?.to_string(), "(2,3,1,1):(1,2,0,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn append_to(&self, b: &Self, rank: usize) -> Result<Self, LayoutError> {
        self.pad(b, rank, true)
    }

    /// `(B, A_0, A_1, ..)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.prepend(&"4:6".parse()?)?.to_string(), "(4,2,3):(6,1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn prepend(&self, b: &Self) -> Result<Self, LayoutError> {
        self.prepend_to(b, self.rank() + 1)
    }

    /// `(.., B, B, A_0, A_1, ..)`, of the given rank; a layout that has it stays as it is. Refused
    /// when the layout has more modes.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.prepend_to(&"1:0".parse()?, 3)?.to_string(), "(1,2,3):(0,1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn prepend_to(&self, b: &Self, rank: usize) -> Result<Self, LayoutError> {
        self.pad(b, rank, false)
    }

    const fn pad(&self, b: &Self, to: usize, after: bool) -> Result<Self, LayoutError> {
        let operation = if after { Operation::Append } else { Operation::Prepend };
        let rank = self.rank();
        if to < rank {
            let rule = Rule::Pad { to, rank };
            return self.binary(operation, Operand::Layout(*b), Err(rule));
        }
        if to == rank {
            return Ok(*self);
        }
        let mut out = Builder::EMPTY;
        out.open(to);
        if after {
            out.unpacked(self);
        }
        let mut k = rank;
        while k < to && k <= crate::MAX_RANK {
            out.whole(b);
            k += 1;
        }
        if !after {
            out.unpacked(self);
        }
        self.binary(operation, Operand::Layout(*b), valid(out.finish()))
    }

    /// The mode `i` replaced by `B`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.replace(1, &"(5,7):(10,2)".parse()?)?.to_string(), "(2,(5,7)):(1,(10,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn replace(&self, i: usize, b: &Self) -> Result<Self, LayoutError> {
        let rank = self.rank();
        if i >= rank {
            let rule = Rule::NoMode { index: i, rank };
            return self.binary(Operation::Replace, Operand::Layout(*b), Err(rule));
        }
        let mut out = Builder::EMPTY;
        out.open(rank);
        out.copy(self, self.top(0), self.top(i));
        out.whole(b);
        out.copy(self, self.top(i + 1), self.end());
        self.binary(Operation::Replace, Operand::Layout(*b), valid(out.finish()))
    }

    const fn range(&self, begin: usize, end: usize) -> Result<(), Rule> {
        let rank = self.rank();
        if begin >= end || end > rank {
            return Err(Rule::NoRange { begin, end, rank });
        }
        Ok(())
    }

    /// The places of the modes, and the end.
    pub(crate) const fn tops(&self) -> [Place; MAX_RANK + 1] {
        let mut tops = [self.profile.first_mode(Profile::ROOT); MAX_RANK + 1];
        let (mut k, rank) = (0, self.rank());
        while k < rank {
            tops[k + 1] = self.profile.after(tops[k]);
            k += 1;
        }
        tops
    }

    /// The place of mode `i`, or the end for the rank.
    const fn top(&self, i: usize) -> Place {
        if i == self.rank() { self.end() } else { self.profile.mode(Profile::ROOT, i) }
    }
}

/// Modes that fit one by one can have a size or a cosize past the integers together.
const fn valid(result: Result<Layout, Rule>) -> Result<Layout, Rule> {
    match result {
        Ok(layout) => match layout.validate() {
            Ok(()) => Ok(layout),
            Err(rule) => Err(rule),
        },
        Err(rule) => Err(rule),
    }
}
