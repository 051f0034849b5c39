//! The macros of static rows: each checks one kind of row. They name `layout!`, `tile!`, `check` and the like of the file that
//! includes them, so that they serve each front end.

/// `[a] => [result];`
macro_rules! unary {
    ($method:ident $Alias:ident; $([$($a:tt)*] => [$($e:tt)*];)*) => {$({
        let a: Layout!($($a)*) = layout!($($a)*);
        let found = a.$method();
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] [b] => [result];`
macro_rules! binary {
    ($method:ident $Alias:ident; $([$($a:tt)*] [$($b:tt)*] => [$($e:tt)*];)*) => {$({
        let (a, b) = (layout!($($a)*), layout!($($b)*));
        let found = a.$method(b);
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] {tiler, ..} => [result];`
macro_rules! by_mode {
    ($method:ident $Alias:ident; $([$($a:tt)*] {$($b:tt)*} => [$($e:tt)*];)*) => {
        $({
            let (a, b) = (layout!($($a)*), tile!($($b)*));
            let found = a.$method(b);
            check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        })*
    };
}

/// `[a] [b] => [result];` of the padded divides.
macro_rules! padded {
    ($method:ident $Alias:ident; $([$($a:tt)*] [$($b:tt)*] => [$($e:tt)*];)*) => {$({
        let (a, b) = (layout!($($a)*), layout!($($b)*));
        let found = a.$method(b);
        check::is::<Layout!($($e)*)>(found.layout(), stringify!($($e)*));
        check::counts(&|i| found.inside(i), found.layout().size(), a.size());
    })*};
}

/// `[a] {tiler, ..} => [result];` of the padded divides.
macro_rules! padded_by_mode {
    ($method:ident $Alias:ident; $([$($a:tt)*] {$($b:tt)*} => [$($e:tt)*];)*) => {
        $({
            let (a, b) = (layout!($($a)*), tile!($($b)*));
            let found = a.$method(b);
            check::is::<Layout!($($e)*)>(found.layout(), stringify!($($e)*));
            check::counts(&|i| found.inside(i), found.layout().size(), a.size());
        })*
    };
}

/// `[a] 24 => [result];`, and a profile or a path in place of the extent.
macro_rules! with_tuple {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:tt => [$($e:tt)*];)*) => {$({
        let (a, b) = (layout!($($a)*), <Shape!($b)>::default());
        let found = a.$method(b);
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] (1,0) => [result];`
macro_rules! select {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:tt => [$($e:tt)*];)*) => {$({
        let a = layout!($($a)*);
        let found = a.$method::<Shape!($b)>();
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] 1 => [result];`
macro_rules! mode {
    ($method:ident $Alias:ident; $([$($a:tt)*] $i:literal => [$($e:tt)*];)*) => {$({
        let a = layout!($($a)*);
        let found = a.$method::<$i>();
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] 0 2 => [result];`
macro_rules! range {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:literal $c:literal => [$($e:tt)*];)*) => {$({
        let a = layout!($($a)*);
        let found = a.$method::<$b, $c>();
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] 1 [b] => [result];`
macro_rules! replace {
    ($method:ident $Alias:ident; $([$($a:tt)*] $i:literal [$($b:tt)*] => [$($e:tt)*];)*) => {$({
        let (a, b) = (layout!($($a)*), <Layout!($($b)*)>::default());
        let found = a.$method::<$i, _>(b);
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] (4,6) (1,0) => [result];`
macro_rules! with_tuples {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:tt $c:tt => [$($e:tt)*];)*) => {$({
        let (a, b, c) = (layout!($($a)*), <Shape!($b)>::default(), <Shape!($c)>::default());
        let found = a.$method(b, c);
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] (1,_) => [part];`
macro_rules! dice {
    ($method:ident $Alias:ident; $([$($a:tt)*] $c:tt => [$($e:tt)*];)*) => {
        $({
            let (a, c) = (layout!($($a)*), coord!($c));
            let found = a.$method(c);
            check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        })*
    };
}

/// `[a] (1, ..;2) => [part] + (offset);`
macro_rules! slice_axes {
    ($method:ident $Alias:ident; $([$($a:tt)*] ($($c:tt)*) => [$($e:tt)*] + $offset:tt;)*) => {
        $({
            let (a, c) = (layout!($($a)*), slices!($($c)*));
            let (found, offset) = a.$method(c);
            check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
            assert_eq!(offset, $offset);
        })*
    };
}

/// `[a] => 4;`
macro_rules! alignment {
    ($([$($a:tt)*] => $n:literal;)*) => {$(
        assert_eq!(layout!($($a)*).max_alignment(), $n);
    )*};
}

/// `[a] (1,_) => [part] + offset;`
macro_rules! slice {
    ($method:ident $Alias:ident; $([$($a:tt)*] $c:tt => [$($e:tt)*] + $offset:tt;)*) => {
        $({
            let (a, c) = (layout!($($a)*), coord!($c));
            let (found, offset) = a.$method(c);
            check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
            assert_eq!(offset, $offset);
        })*
    };
}

/// `[a] {tile} (_,1) => [part] offset;`: a zipped divide, sliced.
macro_rules! parts {
    ($([$($a:tt)*] {$($t:tt)*} $c:tt => [$($e:tt)*] $offset:literal;)*) => {$({
        let (found, offset) = layout!($($a)*).zipped_divide(tile!($($t)*)).slice(coord!($c));
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        assert_eq!(offset, $offset);
    })*};
}

/// `[a] {tile} (3,_) (3,Keep) (modes) => [part] offset;`: a tile of one operand, at a static and at a run-time coordinate,
/// read and written.
macro_rules! projected {
    ($([$($a:tt)*] {$($t:tt)*} ($($c:tt)*) $open:tt ($($modes:tt)*) => [$($e:tt)*] $offset:literal;)*) => {$({
        let a = layout!($($a)*);
        let mut data: Vec<usize> = (0..a.cosize()).collect();
        let modes = modes!($($modes)*);
        {
            let view = View::new(&data, a).unwrap();
            let part = view.tile_of(tile!($($t)*), coord!($($c)*), modes);
            check::is::<Layout!($($e)*)>(part.layout(), stringify!($($e)*));
            assert_eq!(part.iter().next(), Some(&$offset));
            assert!(view.tile_of(tile!($($t)*), $open, modes).iter().eq(part.iter()));
        }
        let mut view = ViewMut::new(&mut data, a).unwrap();
        let part = view.tile_of_mut(tile!($($t)*), $open, modes);
        assert_eq!(part.iter().next(), Some(&$offset));
    })*};
}

/// `[a] => size cosize rank depth;`
macro_rules! numbers {
    ($([$($a:tt)*] => $size:literal $cosize:literal $rank:literal $depth:literal;)*) => {$({
        let a = layout!($($a)*);
        assert_eq!((a.size(), a.cosize(), a.rank(), a.depth()), ($size, $cosize, $rank, $depth));
        let _: Shape!($size) = <ops::Size<Layout!($($a)*)>>::default();
        let _: Shape!($cosize) = <ops::Cosize<Layout!($($a)*)>>::default();
    })*};
}

/// `[a] (1,(0,1)) => offset;` for a coordinate inside: static, at run time, and checked.
macro_rules! index {
    ($([$($a:tt)*] $c:tt => $offset:tt;)*) => {$({
        let a = layout!($($a)*);
        let found: ops::Index<Layout!($($a)*), Shape!($c)> = a.index_static(coord!($c));
        let _: Shape!($offset) = found;
        assert_eq!(a.index(coord!($c)), $offset);
        assert_eq!(a.index(std::hint::black_box($c)), $offset);
        assert_eq!(a.try_index($c), Ok($offset));
    })*};
}

/// `[a] (1,9) => offset;` for a coordinate outside.
macro_rules! index_outside {
    ($([$($a:tt)*] $c:tt => $offset:tt;)*) => {$({
        let a = layout!($($a)*);
        assert_eq!(a.index(coord!($c)), $offset);
        assert_eq!(a.index(std::hint::black_box($c)), $offset);
        assert!(a.try_index($c).is_err());
    })*};
}

/// `[a] [b] => size;` of the common layout of two.
macro_rules! vectors {
    ($([$($a:tt)*] [$($b:tt)*] => $size:literal;)*) => {$({
        let (a, b) = (layout!($($a)*), layout!($($b)*));
        let _: Shape!($size) = <ops::MaxCommonVector<Layout!($($a)*), Layout!($($b)*)>>::default();
        assert_eq!(a.max_common_vector(b), $size);
    })*};
}

/// `[a] m => injective bijective contiguous covers onto;`: as methods and, if static, as constants.
macro_rules! properties {
    ($([$($a:tt)*] $m:literal => $($e:literal)*;)*) => {$({
        let a = layout!($($a)*);
        type A = Layout!($($a)*);
        let found = [a.is_injective(), a.is_bijective(), a.is_contiguous(), a.covers($m)];
        let found = [&found[..], &[a.is_surjective_onto($m)]].concat();
        assert_eq!(found, [$($e),*], "{a}");
        assert_eq!([A::IS_INJECTIVE, A::IS_BIJECTIVE, A::IS_CONTIGUOUS], found[..3], "{a}");
        assert_eq!(a.collision().unwrap().is_none(), found[0]);
    })*};
}

/// `[a] 5 => (1,(0,1)) (1,2);`, the natural coordinate and the coordinate by mode.
macro_rules! coordinates {
    ($([$($a:tt)*] $i:literal => $natural:tt $by_mode:tt;)*) => {$({
        let a = layout!($($a)*);
        assert_eq!(a.coord($i), $natural);
        assert_eq!(a.flat_coord($i), $by_mode);
        assert_eq!((a.index($natural), a.index($by_mode)), (a.index($i), a.index($i)));
    })*};
}

/// `(4,8) => [result];`: the constructor, the type, and the macro.
macro_rules! compact_in {
    ($method:ident $Alias:ident $word:ident; $($s:tt => [$($e:tt)*];)*) => {$({
        let found: ops::$Alias<Shape!($s)> = Layout::$method(shape!($s));
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        check::is::<Layout!($($e)*)>(layout!($s:$word), stringify!($($e)*));
    })*};
}

/// `(4,8) => [result];`
macro_rules! identity {
    ($($s:tt => [$($e:tt)*];)*) => {$({
        let found: ops::Identity<Shape!($s)> = Layout::identity(shape!($s));
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        for i in 0..found.size().min(64) {
            assert_eq!(found.index(i), found.coord(i));
        }
    })*};
}

/// `[a] => (4,8);`
macro_rules! coshape {
    ($([$($a:tt)*] => $e:tt;)*) => {$({
        let found: ops::Coshape<Layout!($($a)*)> = layout!($($a)*).coshape();
        let expected: Shape!($e) = found;
        assert_eq!(expected.display().to_string(), check::compact(stringify!($e)));
    })*};
}

/// `(4,8) (1,0) => [result];`
macro_rules! ordered {
    ($($s:tt ($($o:tt)*) => [$($e:tt)*];)*) => {$({
        let found: ops::Ordered<Shape!($s), Shape!(($($o)*))> =
            Layout::ordered(shape!($s), shape!(($($o)*)));
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
        check::is::<Layout!($($e)*)>(layout!($s:order($($o)*)), stringify!($($e)*));
    })*};
}

/// `(2,2) 4 => congruent weakly_congruent compatible;`
macro_rules! predicates {
    ($($a:tt $b:tt => $congruent:literal $weakly:literal $compatible:literal;)*) => {$({
        let (a, b) = (shape!($a), shape!($b));
        let found = (a.congruent(b), a.weakly_congruent(b), a.compatible(b));
        assert_eq!(found, ($congruent, $weakly, $compatible), "{} {}", a.display(), b.display());
    })*};
}

/// `[a] [other];`: converts to a dynamic layout and back, and refuses another layout.
macro_rules! dynamic {
    ($([$($a:tt)*] [$($b:tt)*];)*) => {$({
        let a = layout!($($a)*);
        let plain = a.to_dynamic();
        assert_eq!(plain.to_string(), check::compact(stringify!($($a)*)));
        assert!(<Layout!($($a)*)>::from_dynamic(&plain) == Ok(a));
        let other: dynamic::Layout = check::compact(stringify!($($b)*)).parse().unwrap();
        assert!(<Layout!($($a)*)>::from_dynamic(&other).is_err(), "{other}");
    })*};
}
