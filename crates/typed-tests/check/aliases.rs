//! The names of results in `ops`: the name of an operation and its operands is the type of the result. Separate macros,
//! because the compiler takes longer for a name than for a method, so a build checks the names of a sample of the
//! rows.

use std::marker::PhantomData;

/// Checks that the named result of an operation has the type of the row's result.
pub fn is<E>(_: PhantomData<E>) {}

/// `[a] => [result];`
macro_rules! alias_unary {
    ($method:ident $Alias:ident; $([$($a:tt)*] => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*)>>);
    )*};
}

/// `[a] [b] => [result];`
macro_rules! alias_binary {
    ($method:ident $Alias:ident; $([$($a:tt)*] [$($b:tt)*] => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*), Layout!($($b)*)>>);
    )*};
}

/// `[a] {tiler, ..} => [result];`
macro_rules! alias_by_mode {
    ($method:ident $Alias:ident; $([$($a:tt)*] {$($b:tt)*} => [$($e:tt)*];)*) => {
        fn alias<A: AnyLayout, T: Tiler>(_: A, _: T) -> PhantomData<ops::$Alias<A, T>> {
            PhantomData
        }
        $(check::alias::<Layout!($($e)*)>(alias(layout!($($a)*), tile!($($b)*)));)*
    };
}

/// `[a] [b] => [result];` of the padded divides, whose results also hold the extents before rounding.
macro_rules! alias_padded {
    ($method:ident $Alias:ident; $([$($a:tt)*] [$($b:tt)*] => [$($e:tt)*];)*) => {$(
        let _: ops::$Alias<Layout!($($a)*), Layout!($($b)*)> =
            layout!($($a)*).$method(layout!($($b)*));
    )*};
}

/// `[a] {tiler, ..} => [result];` of the padded divides.
macro_rules! alias_padded_by_mode {
    ($method:ident $Alias:ident; $([$($a:tt)*] {$($b:tt)*} => [$($e:tt)*];)*) => {
        fn alias<A: AnyLayout, T: Tiler>(_: A, _: T) -> PhantomData<ops::$Alias<A, T>> {
            PhantomData
        }
        fn same<T>(_: PhantomData<T>, _: T) {}
        $(same(alias(layout!($($a)*), tile!($($b)*)), layout!($($a)*).$method(tile!($($b)*)));)*
    };
}

/// `[a] 24 => [result];`, and a profile or a path in place of the extent.
macro_rules! alias_with_tuple {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:tt => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*), Shape!($b)>>);
    )*};
}

/// `[a] 1 => [result];`
macro_rules! alias_mode {
    ($method:ident $Alias:ident; $([$($a:tt)*] $i:literal => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*), $i>>);
    )*};
}

/// `[a] 0 2 => [result];`
macro_rules! alias_range {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:literal $c:literal => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*), $b, $c>>);
    )*};
}

/// `[a] 1 [b] => [result];`
macro_rules! alias_replace {
    ($method:ident $Alias:ident; $([$($a:tt)*] $i:literal [$($b:tt)*] => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*), $i, Layout!($($b)*)>>);
    )*};
}

/// `[a] (4,6) (1,0) => [result];`
macro_rules! alias_with_tuples {
    ($method:ident $Alias:ident; $([$($a:tt)*] $b:tt $c:tt => [$($e:tt)*];)*) => {$(
        check::alias::<Layout!($($e)*)>(PhantomData::<ops::$Alias<Layout!($($a)*), Shape!($b), Shape!($c)>>);
    )*};
}

/// `[a] (1,_) => [part];`
macro_rules! alias_dice {
    ($method:ident $Alias:ident; $([$($a:tt)*] $c:tt => [$($e:tt)*];)*) => {
        fn alias<A: AnyLayout, C: IntTuple>(_: A, _: C) -> PhantomData<ops::$Alias<A, C>> {
            PhantomData
        }
        $(check::alias::<Layout!($($e)*)>(alias(layout!($($a)*), coord!($c)));)*
    };
}

/// `[a] (1, ..;2) => [part] + (offset);`
macro_rules! alias_slice_axes {
    ($method:ident $Alias:ident; $([$($a:tt)*] ($($c:tt)*) => [$($e:tt)*] + $offset:tt;)*) => {
        fn alias<A: AnyLayout, C: IntTuple>(_: A, _: C) -> PhantomData<ops::$Alias<A, C>> {
            PhantomData
        }
        $(check::alias::<Layout!($($e)*)>(alias(layout!($($a)*), slices!($($c)*)));)*
    };
}

/// `[a] (1,_) => [part] + offset;`
macro_rules! alias_slice {
    ($method:ident $Alias:ident; $([$($a:tt)*] $c:tt => [$($e:tt)*] + $offset:tt;)*) => {
        fn alias<A: AnyLayout, C: IntTuple>(_: A, _: C) -> PhantomData<ops::$Alias<A, C>> {
            PhantomData
        }
        $(check::alias::<Layout!($($e)*)>(alias(layout!($($a)*), coord!($c)));)*
    };
}
