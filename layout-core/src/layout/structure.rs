//! Rearranges the modes of a layout. Nothing here reads an integer.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::tri;
use crate::value::limit::MAX_RANK;
use crate::value::{Layout, Profile, TreePosition};

impl Layout {
    /// The mode `i` at the top level, CuTe's `get<i>`. `8:1` is its own single mode.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(2,3)):(1,(4,8))".parse()?;
    /// assert_eq!(a.mode(1)?.to_string(), "(2,3):(4,8)");
    /// assert_eq!(a.get(&[1, 0])?.to_string(), "2:4");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where `i` is not below the rank.
    pub const fn mode(&self, i: usize) -> Result<Self, LayoutError> {
        self.get(&[i])
    }

    /// The mode at `path`, outermost number first, CuTe's `get<i,j>`. The empty path gives the layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(3,4)):(1,(2,6))".parse()?;
    /// assert_eq!(a.get(&[1, 0])?.to_string(), "3:2");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where a number is not below the rank.
    pub const fn get(&self, path: &[usize]) -> Result<Self, LayoutError> {
        match self.profile.at(path) {
            Ok(at) => Ok(self.part(at)),
            Err(rule) => self.unary(Operation::Mode, Err(rule)),
        }
    }

    /// The layout of all leaves at depth 1, CuTe's `flatten`. `8:1` remains.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(3,4)):(1,(2,6))".parse()?;
    /// assert_eq!(a.flatten()?.to_string(), "(2,3,4):(1,2,6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12 leaves.
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

    /// The layout of the modes `begin..end`, CuTe's `take<B,E>`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,5):(1,2,6)".parse()?;
    /// assert_eq!(a.take(1, 3)?.to_string(), "(3,5):(2,6)");
    /// assert_eq!(a.select(&[2, 0])?.to_string(), "(5,2):(6,1)");
    /// assert_eq!(a.group(1, 3)?.to_string(), "(2,(3,5)):(1,(2,6))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoRange`] for an empty range or one beyond the rank.
    pub const fn take(&self, begin: usize, end: usize) -> Result<Self, LayoutError> {
        if let Err(rule) = self.range(begin, end) {
            return self.unary(Operation::Take, Err(rule));
        }
        let mut out = Builder::EMPTY;
        out.open(end - begin);
        out.copy(self, self.top(begin), self.top(end));
        self.written(Operation::Take, out.fits(), &out.layout)
    }

    /// The layout of the modes numbered in `modes`, in that order, CuTe's `select`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,4):(1,2,6)".parse()?;
    /// assert_eq!(a.select(&[2, 0])?.to_string(), "(4,2):(6,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where a number is not below the rank, [`Rule::Full`] beyond a capacity, and
    /// [`Rule::Overflow`] where the size or the cosize exceeds [`isize::MAX`].
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
        self.written(Operation::Select, out.check(), &out.layout)
    }

    /// The layout with the modes `begin..end` joined to one mode, CuTe's `group<B,E>`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3,4):(1,2,6)".parse()?;
    /// assert_eq!(a.group(0, 2)?.to_string(), "((2,3),4):((1,2),6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoRange`] for an empty range or one beyond the rank, and [`Rule::Full`] beyond a capacity.
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
        self.written(Operation::Group, out.fits(), &out.layout)
    }

    /// `(A, B)`: a layout of two modes, CuTe's `make_layout(a, b)`.
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
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity, [`Rule::Overflow`] where the size or the cosize exceeds [`isize::MAX`], and
    /// [`Rule::Mixture`] where the strides have bases of different levels.
    pub const fn concat(&self, b: &Self) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        out.open(2);
        out.whole(self);
        out.whole(b);
        self.written_with(Operation::Concat, b, out.check(), &out.layout)
    }

    /// The layout whose modes are these, CuTe's `make_layout` of layouts: `():()` of none.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(2,3),5):(1,(4,8),24)".parse()?;
    /// let modes: Vec<Layout> = a.modes().collect();
    /// assert_eq!(modes.iter().map(Layout::to_string).collect::<Vec<_>>(), ["4:1", "(2,3):(4,8)", "5:24"]);
    /// assert_eq!(Layout::from_modes(&modes)?, a);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`append`](Self::append), for the first mode that is refused.
    pub const fn from_modes(modes: &[Self]) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        out.open(0);
        let (mut out, mut k) = (out.layout, 0);
        while k < modes.len() {
            out = tri!(out.append(&modes[k]));
            k += 1;
        }
        Ok(out)
    }

    /// The modes of the layout, [`mode`](Self::mode) by mode. A leaf is its own only mode.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,6):(6,1)".parse()?;
    /// for (mode, text) in a.modes().zip(["4:6", "6:1"]) {
    ///     assert_eq!(mode.to_string(), text);
    /// }
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn modes(&self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        let layout = *self;
        (0..self.rank()).map(move |k| layout.mode(k).expect("the layout has this mode"))
    }

    /// `(A_0, A_1, .., B)`, CuTe's `append`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.append(&"4:6".parse()?)?.to_string(), "(2,3,4):(1,2,6)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`concat`](Self::concat).
    pub const fn append(&self, b: &Self) -> Result<Self, LayoutError> {
        self.append_to(b, self.rank() + 1)
    }

    /// `(A_0, A_1, .., B, B, ..)` of the given rank, CuTe's `append<N>`. A layout of that rank remains.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.append_to(&"1:0".parse()?, 4)?.to_string(), "(2,3,1,1):(1,2,0,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Pad`] where the layout has more modes. Otherwise as [`concat`](Self::concat).
    pub const fn append_to(&self, b: &Self, rank: usize) -> Result<Self, LayoutError> {
        self.pad(b, rank, true)
    }

    /// `(B, A_0, A_1, ..)`, CuTe's `prepend`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.prepend(&"4:6".parse()?)?.to_string(), "(4,2,3):(6,1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`concat`](Self::concat).
    pub const fn prepend(&self, b: &Self) -> Result<Self, LayoutError> {
        self.prepend_to(b, self.rank() + 1)
    }

    /// `(.., B, B, A_0, A_1, ..)` of the given rank, CuTe's `prepend<N>`. A layout of that rank remains.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.prepend_to(&"1:0".parse()?, 3)?.to_string(), "(1,2,3):(0,1,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Pad`] where the layout has more modes. Otherwise as [`concat`](Self::concat).
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
        self.written_with(operation, b, out.check(), &out.layout)
    }

    /// The layout with `B` in place of mode `i`, CuTe's `replace<i>`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(a.replace(1, &"(5,7):(10,2)".parse()?)?.to_string(), "(2,(5,7)):(1,(10,2))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where `i` is not below the rank. Otherwise as [`concat`](Self::concat).
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
        self.written_with(Operation::Replace, b, out.check(), &out.layout)
    }

    const fn range(&self, begin: usize, end: usize) -> Result<(), Rule> {
        let rank = self.rank();
        if begin >= end || end > rank {
            return Err(Rule::NoRange { begin, end, rank });
        }
        Ok(())
    }

    /// The positions of the modes, then the end.
    pub(crate) const fn tops(&self) -> [TreePosition; MAX_RANK + 1] {
        let mut tops = [self.profile.first_mode(Profile::ROOT); MAX_RANK + 1];
        let (mut k, rank) = (0, self.rank());
        while k < rank {
            tops[k + 1] = self.profile.after(tops[k]);
            k += 1;
        }
        tops
    }

    /// The position of mode `i`, or the end where `i` is the rank.
    const fn top(&self, i: usize) -> TreePosition {
        if i == self.rank() { self.end() } else { self.profile.mode(Profile::ROOT, i) }
    }
}
