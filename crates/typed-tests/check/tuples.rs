//! Rows about tuples of integers.

use static_layout::{IntTuple, LayoutError};

/// The text of a tuple with marks for static leaves, or of a refusal.
pub fn tuple<R: IntTuple>(found: Result<R, LayoutError>, text: &str) {
    match found {
        Err(refusal) => assert_eq!(format!("error: {refusal}"), text),
        Ok(found) => assert_eq!(format!("{:#}", found.display()), text),
    }
}

/// `[a] [b] => "(_2,3)";`: a function of tuples.
macro_rules! tuple_function {
    ($method:ident $try_method:ident; $([$($a:tt)*] $([$($b:tt)*])* => $e:literal;)*) => {$(
        check::tuple(shape!($($a)*).$try_method($(shape!($($b)*)),*), $e);
    )*};
}

/// Checks a function that is never refused at run time.
macro_rules! tuple_structure {
    ($method:ident; $([$($a:tt)*] $([$($b:tt)*])* => $e:literal;)*) => {$(
        check::tuple(Ok(shape!($($a)*).$method($(shape!($($b)*)),*)), $e);
    )*};
}

/// `[a] 1 => "(_2,3)";`
macro_rules! tuple_number {
    ($method:ident; $([$($a:tt)*] $n:literal => $e:literal;)*) => {$(
        check::tuple(Ok(shape!($($a)*).$method::<$n>()), $e);
    )*};
}

/// `[a] 0 2 => "(_2,3)";`
macro_rules! tuple_range {
    ($method:ident; $([$($a:tt)*] $b:literal $c:literal => $e:literal;)*) => {$(
        check::tuple(Ok(shape!($($a)*).$method::<$b, $c>()), $e);
    )*};
}

/// `[a] 1 [x] => "(_2,3)";`
macro_rules! tuple_before {
    ($method:ident; $([$($a:tt)*] $i:literal [$($x:tt)*] => $e:literal;)*) => {$(
        check::tuple(Ok(shape!($($a)*).$method::<$i, _>(shape!($($x)*))), $e);
    )*};
}

/// `[a] (1,0) => "(_2,3)";`
macro_rules! tuple_path {
    ($method:ident; $([$($a:tt)*] $path:tt => $e:literal;)*) => {$(
        check::tuple(Ok(shape!($($a)*).$method(coord!($path))), $e);
    )*};
}

/// `[a] (1,0) => "(_2,3)";`
macro_rules! tuple_list {
    ($method:ident; $([$($a:tt)*] $modes:tt => $e:literal;)*) => {$(
        check::tuple(Ok(shape!($($a)*).$method::<Shape!($modes)>()), $e);
    )*};
}

/// `[a] [b] => true;`
macro_rules! tuple_predicate {
    ($method:ident; $([$($a:tt)*] [$($b:tt)*] => $e:literal;)*) => {$(
        assert_eq!(shape!($($a)*).$method(shape!($($b)*)), $e);
    )*};
}

/// `natural [a] 17 => "(2,(1,2))";`: the coordinate of an offset, in the form of the system.
macro_rules! offsets {
    ($($kind:ident [$($a:tt)*] $offset:literal => $e:literal;)*) => {$({
        let a = layout!($($a)*);
        assert_eq!(offsets!(@ $kind a, a.coord_of($offset).unwrap()), $e);
    })*};
    (@ natural $a:ident, $c:expr) => { $c.display().to_string() };
    (@ linear $a:ident, $c:expr) => { $c.crd2idx($a.shape()).display().to_string() };
    // The coordinate of one mode is the linear index. In CuTe, this also holds for a tuple of one element.
    (@ by_mode $a:ident, $c:expr) => {{
        let linear = $c.crd2idx($a.shape()).display().to_string();
        let by_mode = $a.flat_coord(linear.parse().unwrap()).display().to_string();
        if $a.to_dynamic().rank() == 1 { linear } else { by_mode }
    }};
}
