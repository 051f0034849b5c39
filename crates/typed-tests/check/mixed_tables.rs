//! The macros of rows with run-time integers, for each front end.

/// `[a] => "result";` of a method that is never refused.
macro_rules! mixed_unary {
    ($method:ident; $([$($a:tt)*] => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method()), $e);
    )*};
}

/// `[a] => "result";` of a method that can be refused.
macro_rules! mixed_inverse {
    ($method:ident; $([$($a:tt)*] => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method(), $e);
    )*};
}

/// `[a] [b] => "result";` of a method that can be refused.
macro_rules! mixed_try {
    ($method:ident; $([$($a:tt)*] [$($b:tt)*] => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method(layout!($($b)*)), $e);
    )*};
}

/// `[a] {tiler, ..} => "result";`
macro_rules! mixed_by_mode {
    ($method:ident; $([$($a:tt)*] {$($b:tt)*} => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method(tile!($($b)*)), $e);
    )*};
}

/// `[a] [b] => "result";` of the padded divides.
macro_rules! mixed_padded {
    ($method:ident; $([$($a:tt)*] [$($b:tt)*] => $e:literal;)*) => {$({
        let a = layout!($($a)*);
        let found = a.$method(layout!($($b)*));
        check::mixes(found.map(|found| found.layout()), $e);
        if let Ok(found) = found {
            check::counts(&|i| found.inside(i), found.layout().size(), a.size());
        }
    })*};
}

/// `[a] {tiler, ..} => "result";` of the padded divides.
macro_rules! mixed_padded_by_mode {
    ($method:ident; $([$($a:tt)*] {$($b:tt)*} => $e:literal;)*) => {$({
        let a = layout!($($a)*);
        let found = a.$method(tile!($($b)*));
        check::mixes(found.map(|found| found.layout()), $e);
        if let Ok(found) = found {
            check::counts(&|i| found.inside(i), found.layout().size(), a.size());
        }
    })*};
}

/// `[a] {24} => "result";`
macro_rules! mixed_extent {
    ($method:ident; $([$($a:tt)*] $m:tt => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method(shape!($m)), $e);
    )*};
}

/// `[a] (0,1) => "result";` of a profile or a path.
macro_rules! mixed_tuple {
    ($method:ident; $([$($a:tt)*] $b:tt => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method(shape!($b))), $e);
    )*};
}

/// `[a] [b] => "result";` of a method that is never refused.
macro_rules! mixed_binary {
    ($method:ident; $([$($a:tt)*] [$($b:tt)*] => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method(layout!($($b)*))), $e);
    )*};
}

/// `[a] (1,0) => "result";`
macro_rules! mixed_select {
    ($method:ident; $([$($a:tt)*] $b:tt => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method::<Shape!($b)>()), $e);
    )*};
}

/// `[a] 1 => "result";`
macro_rules! mixed_mode {
    ($method:ident; $([$($a:tt)*] $i:literal => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method::<$i>()), $e);
    )*};
}

/// `[a] 0 2 => "result";`
macro_rules! mixed_range {
    ($method:ident; $([$($a:tt)*] $b:literal $c:literal => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method::<$b, $c>()), $e);
    )*};
}

/// `[a] 1 [b] => "result";`
macro_rules! mixed_replace {
    ($method:ident; $([$($a:tt)*] $i:literal [$($b:tt)*] => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method::<$i, _>(layout!($($b)*))), $e);
    )*};
}

/// `[a] (1,_) => "part" + offset;`
macro_rules! mixed_slice {
    ($method:ident; $([$($a:tt)*] $c:tt => $e:literal + $offset:tt;)*) => {$({
        let (part, offset) = layout!($($a)*).$method(coord!($c));
        check::mixes(Ok(part), $e);
        assert_eq!(offset, $offset);
    })*};
}

/// `(4,{8}) => "result";`
macro_rules! mixed_compact {
    ($method:ident; $($s:tt => $e:literal;)*) => {$(
        check::mixes(Ok(Layout::$method(shape!($s))), $e);
    )*};
}

/// `[a] => 24;`
macro_rules! mixed_number {
    ($method:ident; $([$($a:tt)*] => $e:literal;)*) => {$(
        assert_eq!(layout!($($a)*).$method(), $e);
    )*};
}

/// `[a] [b] => 8;`: also as a numeral.
macro_rules! mixed_vector {
    ($method:ident; $([$($a:tt)*] [$($b:tt)*] => $e:literal;)*) => {$({
        fn width<A: AnyLayout, B: AnyLayout>(_: A, _: B) -> PhantomData<ops::MaxCommonVector<A, B>> {
            PhantomData
        }
        let (a, b) = (layout!($($a)*), layout!($($b)*));
        let _: PhantomData<Shape!($e)> = width(a, b);
        assert_eq!(a.$method(b), $e);
    })*};
}

/// `[a] (1,(0,1)) => 24;`
macro_rules! mixed_index {
    ($([$($a:tt)*] $c:tt => $e:literal;)*) => {$(
        assert_eq!(layout!($($a)*).index(coord!($c)), $e);
    )*};
}

/// `[a] 17 => "(2,(1,2))";`
macro_rules! mixed_coord {
    ($([$($a:tt)*] $i:literal => $e:literal;)*) => {$(
        assert_eq!(layout!($($a)*).coord($i).display().to_string(), $e);
    )*};
}

/// `(4,{8}) (1,0) => "result";`
macro_rules! mixed_ordered {
    ($method:ident; $($s:tt $o:tt => $e:literal;)*) => {$(
        check::mixes(Ok(Layout::$method(shape!($s), shape!($o))), $e);
    )*};
}

/// `[a] 4 => "result";` of a method that can be refused.
macro_rules! mixed_count {
    ($method:ident; $([$($a:tt)*] $n:literal => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method::<$n>(), $e);
    )*};
}

/// `[a] 8 16 => "result";` of a method that can be refused.
macro_rules! mixed_bits {
    ($method:ident; $([$($a:tt)*] $old:literal $new:literal => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method::<$old, $new>(), $e);
    )*};
}

/// `[a] (4,{6}) (1,0) => "result";`
macro_rules! mixed_tuples {
    ($method:ident; $([$($a:tt)*] $b:tt $c:tt => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method(shape!($b), shape!($c)), $e);
    )*};
}

/// `[a] (1, ..;2) => "part";` of a method that can be refused.
macro_rules! mixed_slice_axes {
    ($method:ident; $([$($a:tt)*] ($($c:tt)*) => $e:literal;)*) => {$(
        check::mixes(layout!($($a)*).$method(slices!($($c)*)).map(|(part, _)| part), $e);
    )*};
}

/// `[a] (1,_) => "part";`
macro_rules! mixed_dice {
    ($method:ident; $([$($a:tt)*] $c:tt => $e:literal;)*) => {$(
        check::mixes(Ok(layout!($($a)*).$method(coord!($c))), $e);
    )*};
}
