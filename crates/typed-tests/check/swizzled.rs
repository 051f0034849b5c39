//! Rows about swizzled layouts.

/// `[a] (4) => [result];`: a method of a swizzled layout, with const parameters.
macro_rules! alone {
    ($method:ident; $([$($a:tt)*] ($($n:literal),*) => [$($e:tt)*];)*) => {$({
        let a: Layout!($($a)*) = layout!($($a)*);
        let found: Layout!($($e)*) = a.$method::<$($n),*>();
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] [swizzled] => [result];`: the first layout composed with the swizzle of the second.
macro_rules! swizzled_by {
    ($([$($a:tt)*] [$($b:tt)*] => [$($e:tt)*];)*) => {$({
        let found = layout!($($a)*).swizzled(layout!($($b)*).swizzle());
        check::is::<Layout!($($e)*)>(found, stringify!($($e)*));
    })*};
}

/// `[a] => 4;` or `[a] [b] => 4;`
macro_rules! swizzled_number {
    ($method:ident; $([$($a:tt)*] $([$($b:tt)*])? => $e:literal;)*) => {$(
        assert_eq!(layout!($($a)*).$method($(layout!($($b)*))?), $e);
    )*};
}

/// `[a] (1,2) => offset;`
macro_rules! swizzled_index {
    ($([$($a:tt)*] $c:tt => $offset:literal;)*) => {$({
        assert_eq!(layout!($($a)*).index(coord!($c)), $offset);
    })*};
}

/// `[a] => [offset, ..];`
macro_rules! swizzled_offsets {
    ($([$($a:tt)*] => [$($offset:literal),*];)*) => {$({
        assert!(layout!($($a)*).iter().eq([$($offset),*]));
    })*};
}
