//! Modes taken, joined and rearranged: the types say which modes a result has, and a plan that is made in `const`
//! moves the run-time leaves.

use super::parts::*;
use super::table::operations;
use layout_core::Coord;

operations! {
    modes:

    /// The mode `I`. A leaf is its own only mode. CuTe's `layout<I>` and `get<I>`.
    ///
    /// ```text
    /// (2,(3,4)):(1,(2,6))     mode 0  2:1     mode 1  (3,4):(2,6)
    /// ```
    ///
    /// A mode that the layout does not have does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!(a.mode::<1>().to_string(), "(3,4):(2,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, (3, 4)):(1, (2, 6))).mode::<2>();
    /// ```
    fn mode(place I) -> Mode
    where (HasMode<Self, I>: ModeExists)
    {
        moved: A::Mode<At<I>>;
        |a| a.mode(I);
    }

    /// The nested mode at `path`: mode `path_1` of mode `path_0`, and so on. CuTe's `layout<I, J, ..>`.
    ///
    /// ```text
    /// (2,(3,4)):(1,(2,6))     (1)  (3,4):(2,6)     (1,0)  3:2     (1,1)  4:6
    /// ```
    ///
    /// A path that leads to no mode does not compile. The integers of a path are numerals.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!(a.get(coord!(1, 0)).to_string(), "3:2");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, (3, 4)):(1, (2, 6))).get(coord!(1, 2));
    /// ```
    fn get(profile path: P) -> Get
    where (IsPathIn<P, Self>: ModeExists)
    {
        moved: A::Get<P>;
        |a| a.get(path.path().list());
    }

    /// The modes that `I` lists, a tuple of numerals, in that order; a mode may occur more than once.
    ///
    /// ```text
    /// (2,3,4):(1,2,6) at (2,0)     (4,2):(6,1)
    /// ```
    ///
    /// A mode that the layout does not have does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout::typenum::{U0, U2};
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.select::<(U2, U0)>().to_string(), "(4,2):(6,1)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3, 4):(1, 2, 6)).select::<(typenum::U3, typenum::U0)>();
    /// ```
    fn select(list I) -> Select
    where (NamesModes<I, Self>: ModeExists)
    {
        moved: A::Select<I>;
        |a| a.select(I::DESC.path().list());
        made check::made;
    }

    /// The modes `B..E`.
    ///
    /// ```text
    /// (2,3,4):(1,2,6), modes 1..3     (3,4):(2,6)
    /// ```
    ///
    /// A range that is empty or past the modes does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.take::<1, 3>().to_string(), "(3,4):(2,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3, 4):(1, 2, 6)).take::<1, 4>();
    /// ```
    fn take(place B, place E) -> Take
    where (HasModes<Self, B, E>: ModeExists)
    {
        moved: A::Take<At<B>, At<E>>;
        |a| a.take(B, E);
    }

    /// The modes `B..E` as one mode: the same function of linear indices, with one coordinate for the group. CuTe's
    /// `group_modes` of tensors, `group` of layouts.
    ///
    /// ```text
    /// (2,3,4):(1,2,6), modes 0..2     ((2,3),4):((1,2),6)
    /// ```
    ///
    /// A range past the modes does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.group::<0, 2>().to_string(), "((2,3),4):((1,2),6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3, 4):(1, 2, 6)).group::<2, 4>();
    /// ```
    fn group(place B, place E) -> Group
    where (HasModes<Self, B, E>: ModeExists)
    {
        moved: A::Group<At<B>, At<E>>;
        |a| a.group(B, E);
    }

    /// The mode `I` replaced by `b`. Refused when the new size or cosize does not fit `isize`.
    ///
    /// ```text
    /// (2,3):(1,2), mode 1 by (5,7):(10,2)     (2,(5,7)):(1,(10,2))
    /// ```
    ///
    /// A mode that the layout does not have does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).replace::<1, _>(layout!((5, 7):(10, 2)));
    /// assert_eq!(a.to_string(), "(2,(5,7)):(1,(10,2))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has no such mode
    /// layout!((2, 3):(1, 2)).replace::<2, _>(layout!(5:10));
    /// ```
    fn replace(place I, layout b: B) -> Replace
    where (HasMode<Self, I>: ModeExists)
    {
        moved: A::Replace<At<I>, PlainOf<B>>;
        |a| a.replace(I, &b);
    }

    /// All leaves side by side, the same function of linear indices. A leaf is unchanged. Past 12 leaves this
    /// does not compile.
    ///
    /// ```text
    /// (2,(3,4)):(1,(2,6))     (2,3,4):(1,2,6)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6))).flatten();
    /// assert_eq!(a.to_string(), "(2,3,4):(1,2,6)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let a = layout!(((1, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1)):((0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)));
    /// // more than 12 modes at one level
    /// a.flatten();
    /// ```
    fn flatten() -> Flatten
    {
        moved: A::Flatten;
        |a| a.flatten();
    }

    /// `(self_0, .., b)`: one more mode at the end. Refused past 12 modes or 32 leaves, and when size or
    /// cosize does not fit `isize`.
    ///
    /// ```text
    /// a = (2,3):(1,2), b = 4:6     append (2,3,4):(1,2,6)   prepend (4,2,3):(6,1,2)   concat ((2,3),4):((1,2),6)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2));
    /// assert_eq!(a.append(layout!(4:6)).to_string(), "(2,3,4):(1,2,6)");
    /// assert_eq!(a.prepend(layout!(4:6)).to_string(), "(4,2,3):(6,1,2)");
    /// assert_eq!(a.concat(layout!(4:6)).to_string(), "((2,3),4):((1,2),6)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot append to 2:9223372036854775806 the mode 2:9: 9223372036854775807 + 9 is past 9223372036854775807
    /// layout!(2:9223372036854775806).append(layout!(2:9));
    /// ```
    fn append(layout b: B) -> Append
    {
        moved: A::Append<PlainOf<B>>;
        |a| a.append(&b);
    }

    /// `(b, self_0, ..)`: one more mode at the front. Refused as [`append`](Self::append) is.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).prepend(layout!((4, 5):(6, 24)));
    /// assert_eq!(a.to_string(), "((4,5),2,3):((6,24),1,2)");
    /// ```
    fn prepend(layout b: B) -> Prepend
    {
        moved: A::Prepend<PlainOf<B>>;
        |a| a.prepend(&b);
    }

    /// `(self, b)`: a layout whose two modes are these; `r(i, j) = self(i) + b(j)`. CuTe's `make_layout`
    /// of two layouts. Refused as [`append`](Self::append) is.
    ///
    /// ```text
    /// self = 4:1, b = 3:10     0 10 20
    ///                          1 11 21
    ///                          2 12 22
    ///                          3 13 23     (4,3):(1,10)
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(4:1).concat(layout!(3:10));
    /// assert_eq!((a.to_string(), a.index((2, 1))), ("(4,3):(1,10)".into(), 12));
    /// ```
    fn concat(layout b: B) -> Concat
    {
        moved: A::Concat<PlainOf<B>>;
        |a| a.concat(&b);
    }

    /// All modes in the order in which `I` lists them, a tuple of numerals.
    ///
    /// ```text
    /// (2,3,4):(1,2,6) by (2,0,1)     (4,2,3):(6,1,2)
    /// ```
    ///
    /// A list that lacks a mode, has one twice, or names one that is not there does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout::typenum::{U0, U1, U2};
    /// let a = layout!((2, 3, 4):(1, 2, 6));
    /// assert_eq!(a.permute::<(U2, U0, U1)>().to_string(), "(4,2,3):(6,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // this is not a permutation of the modes
    /// layout!((2, 3, 4):(1, 2, 6)).permute::<(typenum::U2, typenum::U0, typenum::U2)>();
    /// ```
    fn permute(list I) -> Permute
    where (Permutes<I, Self>: PermutesModes)
    {
        moved: A::Select<I>;
        |a| a.permute(I::DESC.path().list());
    }

    /// The modes that [`slice`](Self::slice) removes: the modes at the integers of a coordinate, side by side, without
    /// the modes at `_`. An integer alone keeps the layout. CuTe's `dice`.
    ///
    /// ```text
    /// ((2,3),8):((1,2),6) at (0,_)      ((2,3)):((1,2))
    ///                  at ((0,_),0)     (2,8):(1,6)
    /// ```
    ///
    /// A coordinate that does not fit the shape does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 3), 8):((1, 2), 6));
    /// assert_eq!(a.dice(coord!((0, _), 0)).to_string(), "(2,8):(1,6)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the coordinate does not fit the shape
    /// layout!((2, 8):(1, 6)).dice(coord!((0, _), 0));
    /// ```
    fn dice(profile coord: C) -> Dice
    where (IsCoordOf<C, Self>: CoordinateFits)
    {
        moved: A::Dice<C>;
        |a| a.dice(&Coord::keeping(coord, <C::List as Keeps>::KEPT));
    }

    /// Modes of modes, transposed: `((a,b),(c,d))` becomes `((a,c),(b,d))`. A leaf is its own only mode.
    /// CuTe's `zip`.
    ///
    /// ```text
    /// ((2,3),(5,7)):((1,2),(6,30))     ((2,5),(3,7)):((1,6),(2,30))
    /// ```
    ///
    /// Modes of unequal rank do not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 3), (5, 7)):((1, 2), (6, 30)));
    /// assert_eq!(a.zip().to_string(), "((2,5),(3,7)):((1,6),(2,30))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the modes have different numbers of modes
    /// layout!(((2, 3), 5):((1, 2), 6)).zip();
    /// ```
    fn zip() -> Zip
    where (Zips<Self>: ModesMatch)
    {
        moved: A::Zip;
        |a| a.zip();
    }

    /// The modes nested like `profile`: its first leaf is mode 0, its second one mode 1, and so on. The integers of
    /// the profile do not matter. CuTe's `unflatten`.
    ///
    /// ```text
    /// (2,3,5):(1,2,6) as (1,(1,1))     (2,(3,5)):(1,(2,6))
    /// ```
    ///
    /// A profile of more or fewer leaves than the layout has modes does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3, 5):(1, 2, 6)).unflatten(shape!(1, (1, 1)));
    /// assert_eq!(a.to_string(), "(2,(3,5)):(1,(2,6))");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the profile needs one leaf for each mode
    /// layout!((2, 3, 5):(1, 2, 6)).unflatten(shape!(1, 1));
    /// ```
    fn unflatten(profile profile: P) -> Unflatten
    where (HasLeafForMode<P, Self>: ProfileMatches)
    {
        moved: A::Unflatten<P>;
        |a| a.unflatten(&profile);
    }

    /// `(self_0, .., b, b, ..)`, of rank `N`. A layout of rank `N` is unchanged. CuTe's `append<N>`.
    ///
    /// A layout of a higher rank does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2));
    /// assert_eq!(a.append_to::<4, _>(layout!(1:0)).to_string(), "(2,3,1,1):(1,2,0,0)");
    /// assert_eq!(a.prepend_to::<3, _>(layout!(5:6)).to_string(), "(5,2,3):(6,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has more modes already
    /// layout!((2, 3):(1, 2)).append_to::<1, _>(layout!(1:0));
    /// ```
    fn append_to(place N, layout b: B) -> AppendTo
    where (HasRankUpTo<Self, N>: RankHolds)
    {
        moved: A::AppendTo<At<N>, PlainOf<B>>;
        |a| a.append_to(&b, N);
    }

    /// `(.., b, b, self_0, ..)`, of rank `N`. A layout of rank `N` is unchanged. CuTe's `prepend<N>`.
    ///
    /// A layout of a higher rank does not compile.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((2, 3):(1, 2)).prepend_to::<4, _>(layout!(1:0));
    /// assert_eq!(a.to_string(), "(1,1,2,3):(0,0,1,2)");
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the layout has more modes already
    /// layout!((2, 3):(1, 2)).prepend_to::<1, _>(layout!(1:0));
    /// ```
    fn prepend_to(place N, layout b: B) -> PrependTo
    where (HasRankUpTo<Self, N>: RankHolds)
    {
        moved: A::PrependTo<At<N>, PlainOf<B>>;
        |a| a.prepend_to(&b, N);
    }
}
