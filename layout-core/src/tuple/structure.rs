//! Rearranges the modes of a tuple. Only `sort` reads integers.

use crate::error::{LayoutError, Operation, Rule};
use crate::number::tri;
use crate::tuple::checks::top;
use crate::value::{IntTuple, Profile};

impl IntTuple {
    /// The mode at `path`, outermost number first, CuTe's `get<i,j>`. The empty path gives the tuple.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(t.get(&[1, 0])?.to_string(), "3");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where a number is not below the rank.
    pub const fn get(&self, path: &[usize]) -> Result<Self, LayoutError> {
        match self.profile.at(path) {
            Ok(at) => Ok(self.part(at)),
            Err(rule) => self.refuse_unary(Operation::Mode, Err(rule)),
        }
    }

    /// The tuple of all leaves, CuTe's `flatten`. An integer remains one.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4))".parse()?;
    /// let flat = t.flatten()?;
    /// assert_eq!(flat.to_string(), "(2,3,4)");
    /// assert_eq!(flat.unflatten(&t)?, t);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] for more than 12 leaves.
    pub const fn flatten(&self) -> Result<Self, LayoutError> {
        if self.profile.is_leaf(0) {
            return Ok(*self);
        }
        let result = match Profile::flat(self.leaf_count()) {
            Ok(profile) => Ok(Self { profile, ..*self }),
            Err(limit) => Err(Rule::Full { limit }),
        };
        self.refuse_unary(Operation::Flatten, result)
    }

    /// A tuple nested as `profile`, with the modes of this tuple as its leaves, CuTe's `unflatten`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,4)".parse()?;
    /// assert_eq!(t.unflatten(&"(0,(0,0))".parse()?)?.to_string(), "(2,(3,4))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Places`] unless there are as many modes as leaves, and [`Rule::Full`] beyond a capacity.
    pub const fn unflatten(&self, profile: &Self) -> Result<Self, LayoutError> {
        self.refuse_with(Operation::Unflatten, profile, self.placed(profile))
    }

    const fn placed(&self, profile: &Self) -> Result<Self, Rule> {
        if self.rank() != profile.leaf_count() {
            return Err(Rule::Places { modes: self.rank(), places: profile.leaf_count() });
        }
        let mut out = Self::EMPTY;
        let (mut at, mut node) = (self.profile.first_mode(Profile::ROOT), 0);
        while node < profile.profile.nodes() {
            if profile.profile.is_leaf(node) {
                tri!(out.add(&self.part(at)));
                at = self.profile.after(at);
            } else {
                tri!(out.open(profile.profile.rank(node)));
            }
            node += 1;
        }
        Ok(out)
    }

    /// Appends the modes `from..to`.
    const fn add_modes(&mut self, of: &Self, from: usize, to: usize) -> Result<(), Rule> {
        let (mut at, mut i) = (top(of, from), from);
        while i < to {
            tri!(self.add(&of.part(at)));
            at = of.profile.after(at);
            i += 1;
        }
        Ok(())
    }

    const fn range(&self, begin: usize, end: usize) -> Result<(), Rule> {
        let rank = self.rank();
        if begin >= end || end > rank {
            return Err(Rule::NoRange { begin, end, rank });
        }
        Ok(())
    }

    /// The tuple of the modes `begin..end`, CuTe's `take<B,E>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// assert_eq!(t.take(1, 3)?.to_string(), "(3,5)");
    /// assert_eq!(t.select(&[2, 0])?.to_string(), "(5,2)");
    /// assert_eq!(t.group(1, 3)?.to_string(), "(2,(3,5))");
    /// assert_eq!(t.reverse()?.to_string(), "(5,3,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoRange`] for an empty range or one beyond the rank.
    pub const fn take(&self, begin: usize, end: usize) -> Result<Self, LayoutError> {
        self.refuse_unary(Operation::Take, self.taken(begin, end))
    }

    const fn taken(&self, begin: usize, end: usize) -> Result<Self, Rule> {
        tri!(self.range(begin, end));
        let mut out = Self::EMPTY;
        tri!(out.open(end - begin));
        tri!(out.add_modes(self, begin, end));
        Ok(out)
    }

    /// The tuple of the modes numbered in `modes`, in that order, CuTe's `select`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// assert_eq!(t.select(&[2, 0])?.to_string(), "(5,2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where a number is not below the rank, and [`Rule::Full`] beyond a capacity.
    pub const fn select(&self, modes: &[usize]) -> Result<Self, LayoutError> {
        self.refuse_unary(Operation::Select, self.selected(modes))
    }

    const fn selected(&self, modes: &[usize]) -> Result<Self, Rule> {
        let (mut out, mut k) = (Self::EMPTY, 0);
        tri!(out.open(modes.len()));
        while k < modes.len() {
            tri!(self.has(modes[k]));
            tri!(out.add_modes(self, modes[k], modes[k] + 1));
            k += 1;
        }
        Ok(out)
    }

    const fn has(&self, index: usize) -> Result<(), Rule> {
        let rank = self.rank();
        if index < rank { Ok(()) } else { Err(Rule::NoMode { index, rank }) }
    }

    /// The tuple with the modes `begin..end` joined to one mode, CuTe's `group<B,E>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// assert_eq!(t.group(1, 3)?.to_string(), "(2,(3,5))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoRange`] for an empty range or one beyond the rank, and [`Rule::Full`] beyond a capacity.
    pub const fn group(&self, begin: usize, end: usize) -> Result<Self, LayoutError> {
        self.refuse_unary(Operation::Group, self.grouped(begin, end))
    }

    const fn grouped(&self, begin: usize, end: usize) -> Result<Self, Rule> {
        tri!(self.range(begin, end));
        let mut out = Self::EMPTY;
        tri!(out.open(self.rank() + 1 - (end - begin)));
        tri!(out.add_modes(self, 0, begin));
        tri!(out.open(end - begin));
        tri!(out.add_modes(self, begin, self.rank()));
        Ok(out)
    }

    /// The modes in reverse order, CuTe's `reverse`. The nesting within a mode remains. Never fails: the result has
    /// as many leaves as the tuple.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4),5)".parse()?;
    /// assert_eq!(t.reverse()?.to_string(), "(5,(3,4),2)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn reverse(&self) -> Result<Self, LayoutError> {
        if self.profile.is_leaf(0) {
            return Ok(*self);
        }
        let (mut modes, mut i) = ([0; crate::MAX_RANK], 0);
        while i < self.rank() {
            modes[i] = self.rank() - 1 - i;
            i += 1;
        }
        self.select(modes.split_at(self.rank()).0)
    }

    /// The modes before `index`, then `between`, then the modes from `next` on.
    const fn spliced(&self, index: usize, between: &[Self], next: usize) -> Result<Self, Rule> {
        let (mut out, mut k) = (Self::EMPTY, 0);
        tri!(out.open(index + between.len() + self.rank() - next));
        tri!(out.add_modes(self, 0, index));
        while k < between.len() {
            tri!(out.add(&between[k]));
            k += 1;
        }
        tri!(out.add_modes(self, next, self.rank()));
        Ok(out)
    }

    /// `(t_0, t_1, .., x)`, CuTe's `append`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// let x: IntTuple = "(7,8)".parse()?;
    /// assert_eq!(t.append(&x)?.to_string(), "(2,3,5,(7,8))");
    /// assert_eq!(t.prepend(&x)?.to_string(), "((7,8),2,3,5)");
    /// assert_eq!(t.insert(1, &x)?.to_string(), "(2,(7,8),3,5)");
    /// assert_eq!(t.replace(1, &x)?.to_string(), "(2,(7,8),5)");
    /// assert_eq!(t.remove(1)?.to_string(), "(2,5)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity.
    pub const fn append(&self, x: &Self) -> Result<Self, LayoutError> {
        let rank = self.rank();
        self.refuse_with(Operation::Append, x, self.spliced(rank, &[*x], rank))
    }

    /// `(x, t_0, t_1, ..)`, CuTe's `prepend`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3)".parse()?;
    /// assert_eq!(t.prepend(&"(7,8)".parse()?)?.to_string(), "((7,8),2,3)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity.
    pub const fn prepend(&self, x: &Self) -> Result<Self, LayoutError> {
        self.refuse_with(Operation::Prepend, x, self.spliced(0, &[*x], 0))
    }

    /// The tuple with `x` in place of mode `i`, CuTe's `replace<i>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// assert_eq!(t.replace(1, &"(7,8)".parse()?)?.to_string(), "(2,(7,8),5)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where `i` is not below the rank, and [`Rule::Full`] beyond a capacity.
    pub const fn replace(&self, i: usize, x: &Self) -> Result<Self, LayoutError> {
        let result = match self.has(i) {
            Ok(()) => self.spliced(i, &[*x], i + 1),
            Err(rule) => Err(rule),
        };
        self.refuse_with(Operation::Replace, x, result)
    }

    /// The tuple with `x` inserted before mode `i`, CuTe's `insert<i>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// assert_eq!(t.insert(1, &7.into())?.to_string(), "(2,7,3,5)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where `i` is above the rank, and [`Rule::Full`] beyond a capacity.
    pub const fn insert(&self, i: usize, x: &Self) -> Result<Self, LayoutError> {
        let rank = self.rank();
        let result = if i <= rank {
            self.spliced(i, &[*x], i)
        } else {
            Err(Rule::NoMode { index: i, rank })
        };
        self.refuse_with(Operation::Insert, x, result)
    }

    /// The tuple without mode `i`, CuTe's `remove<i>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,3,5)".parse()?;
    /// assert_eq!(t.remove(1)?.to_string(), "(2,5)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoMode`] where `i` is not below the rank.
    pub const fn remove(&self, i: usize) -> Result<Self, LayoutError> {
        let result = match self.has(i) {
            Ok(()) => self.spliced(i, &[], i + 1),
            Err(rule) => Err(rule),
        };
        self.refuse_unary(Operation::Remove, result)
    }

    /// `(t, t, ..)` of `n` modes, CuTe's `repeat<n>`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(IntTuple::from(7).repeat(3)?.to_string(), "(7,7,7)");
    /// assert_eq!(t.repeat_like(&7.into())?.to_string(), "(7,(7,7))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity.
    pub const fn repeat(&self, n: usize) -> Result<Self, LayoutError> {
        self.refuse_unary(Operation::Repeat, self.repeated(n))
    }

    const fn repeated(&self, n: usize) -> Result<Self, Rule> {
        let (mut out, mut k) = (Self::EMPTY, 0);
        tri!(out.open(n));
        while k < n {
            tri!(out.add(self));
            k += 1;
        }
        Ok(out)
    }

    /// The tuple with `x` in place of every leaf, CuTe's `repeat_like`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "(2,(3,4))".parse()?;
    /// assert_eq!(t.repeat_like(&7.into())?.to_string(), "(7,(7,7))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Full`] beyond a capacity.
    pub const fn repeat_like(&self, x: &Self) -> Result<Self, LayoutError> {
        self.refuse_with(Operation::Repeat, x, self.filled(x))
    }

    const fn filled(&self, x: &Self) -> Result<Self, Rule> {
        let (mut out, mut node) = (Self::EMPTY, 0);
        while node < self.profile.nodes() {
            if self.profile.is_leaf(node) {
                tri!(out.add(x));
            } else {
                tri!(out.open(self.profile.rank(node)));
            }
            node += 1;
        }
        Ok(out)
    }

    /// `(n)` for an integer `n`, CuTe's `wrap`. A tuple remains.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert_eq!(IntTuple::from(7).wrap().to_string(), "(7)");
    /// assert_eq!(IntTuple::parse("(((7)))")?.unwrap().to_string(), "7");
    /// assert_eq!(IntTuple::parse("((7,8))")?.unwrap().to_string(), "(7,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn wrap(&self) -> Self {
        if !self.profile.is_leaf(0) {
            return *self;
        }
        match self.repeated(1) {
            Ok(tuple) => tuple,
            Err(_) => *self,
        }
    }

    /// The tuple without enclosing tuples of one mode, CuTe's `unwrap`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// let t: IntTuple = "((7,8))".parse()?;
    /// assert_eq!(t.unwrap().to_string(), "(7,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn unwrap(&self) -> Self {
        let mut at = Profile::ROOT;
        while !self.profile.is_leaf(at.node) && self.profile.rank(at.node) == 1 {
            at = self.profile.first_mode(at);
        }
        self.part(at)
    }

    /// The integers in ascending order, CuTe's `sort`.
    ///
    /// ```
    /// use layout_core::IntTuple;
    /// assert_eq!(IntTuple::parse("(5,2,3)")?.sort()?.to_string(), "(2,3,5)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Nested`] for a depth above 1, and [`Rule::Unit`] where a leaf has a basis.
    pub const fn sort(&self) -> Result<Self, LayoutError> {
        if self.depth() > 1 {
            return self.refuse_unary(Operation::Sort, Err(Rule::Nested));
        }
        if let Some(rule) = self.first_unit() {
            return self.refuse_unary(Operation::Sort, Err(rule));
        }
        let (mut out, mut k) = (*self, 1);
        while k < out.leaf_count() {
            let (mut j, num) = (k, out.num(k));
            while j > 0 && out.value(j - 1) > num.value {
                let before = out.num(j - 1);
                out.set_num(j, before);
                j -= 1;
            }
            out.set_num(j, num);
            k += 1;
        }
        Ok(out)
    }
}
