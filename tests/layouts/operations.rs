//! Every row of the table of operations, by the kinds of its operands. For equal integers, the engine, static layouts,
//! layouts with run-time leaves and generic code have equal results.
//!
//! A new row is tested without a line here. A new kind of operand needs an arm of `row!`.

use std::hint::black_box;

use static_layout::int::Int;
use static_layout::typenum::{U0, U1, U48};
use static_layout::*;

/// The result of the engine: a layout, possibly with a guard, or a refusal.
trait OperationAnswer {
    fn text(self) -> String;
}
impl OperationAnswer for dynamic::Layout {
    fn text(self) -> String {
        self.to_string()
    }
}
impl<T: OperationAnswer> OperationAnswer for Result<T, LayoutError> {
    fn text(self) -> String {
        self.map_or_else(|error| format!("refused: {error}"), OperationAnswer::text)
    }
}
impl OperationAnswer for dynamic::Padded {
    fn text(self) -> String {
        self.layout().to_string()
    }
}

impl OperationAnswer for i64 {
    fn text(self) -> String {
        self.to_string()
    }
}

/// Asserts that two results are equal functions. Their forms may differ, because run-time leaves are not merged.
fn same_function(found: &str, expected: &str) {
    if found == expected {
        return;
    }
    let [a, b] = [found, expected].map(|text| text.parse::<dynamic::Layout>().expect("a layout"));
    assert!(a.same_function(&b), "{found} is not {expected}");
}

/// A result as text, by the mode of the operation.
macro_rules! text {
    (padded $result:expr) => {
        $result.layout().to_string()
    };
    (number $result:expr) => {
        $result.display().to_string()
    };
    ($mode:ident $result:expr) => {
        $result.to_string()
    };
}

/// The function of the engine, if its name or its arguments differ from the row's.
macro_rules! engine {
    (get $a:ident $arguments:tt) => {
        $a.get(&[0, 0])
    };
    (dice $a:ident $arguments:tt) => {
        $a.dice(&dynamic::Coord::from("(0,0)".parse::<dynamic::IntTuple>().unwrap()))
    };
    (unsqueeze $a:ident $arguments:tt) => {
        $a.unsqueeze(&[0])
    };
    (merge_axes $a:ident ($b:expr, $e:expr)) => {
        $a.merge_axes_within($b, $e)
    };
    (unsqueeze_axes $a:ident $arguments:tt) => {
        $a.unsqueeze(&[1, 0])
    };
    (merge_axes_by $a:ident ($mask:expr)) => {
        $a.merge_axes($mask)
    };
    (replace $a:ident ($b:expr, $i:expr)) => {
        $a.replace($i, $b)
    };
    ($name:ident $a:ident ($($argument:expr),*)) => {
        $a.$name($($argument),*)
    };
}

/// The layout, static and with a run-time extent.
macro_rules! operand {
    (zip) => {
        (layout!(((2, 2), (2, 3)):((1, 2), (4, 8))), layout!(((2, 2), (2, {black_box(3)})):((1, 2), (4, 8))))
    };
    ($name:ident) => {
        (layout!(((2, 2), 6):((1, 2), 4)), layout!(((2, 2), {black_box(6)}):((1, 2), 4)))
    };
}

/// A row with its operands in five forms: type parameter and argument of generic code, static, run-time, and engine.
macro_rules! agrees {
    ($name:ident $Result:ident $mode:ident $try_name:tt $numbers:tt {$($t:ident: $T:ident: $Bound:ident),*}
        $known:tt $value:tt $engine:tt) => {
        mod $name {
            use super::*;

            /// The result has the type that the row names.
            fn generic<A: AnyLayout $(, $T: $Bound)*>(a: A $(, $t: $T)*) -> agrees!(@result $Result $numbers {$($T)*}) {
                agrees!(@call a.$name $numbers {$($T)*} ($($t),*))
            }

            #[test]
            fn one_result_of_the_same_integers() {
                let (a, mixed) = operand!($name);
                let integers = a.to_dynamic();
                let expected = engine!($name integers $engine).text();

                let known = agrees!(@call a.$name $numbers {$($T)*} $known);
                assert_eq!(text!($mode known), expected);
                assert_eq!(text!($mode agrees!(@generic a $known)), expected);
                same_function(&text!($mode agrees!(@generic mixed $value)), &expected);
                agrees!(@try $mode $try_name mixed $numbers {$($T)*} $value, expected);
            }
        }
    };
    (@result $Result:ident [] {$($T:ident)*}) => { ops::$Result<A $(, $T)*> };
    (@result $Result:ident [$($number:tt),+] {$($T:ident)*}) => { ops::$Result<A $(, $number)+ $(, $T)*> };
    (@call $a:ident.$name:ident [] $types:tt ($($x:expr),*)) => { $a.$name($($x),*) };
    (@call $a:ident.$name:ident [$($number:tt),+] {} ()) => { $a.$name::<$($number),+>() };
    (@call $a:ident.$name:ident [$($number:tt),+] {$T:ident} ($x:expr)) => { $a.$name::<$($number),+, _>($x) };
    (@generic $a:ident ($($x:expr),*)) => { generic($a $(, $x)*) };
    (@try $mode:ident [] $a:ident $numbers:tt $types:tt $value:tt, $expected:ident) => {};
    (@try $mode:ident [$try_name:ident] $a:ident $numbers:tt $types:tt $value:tt, $expected:ident) => {
        let tried = agrees!(@call $a.$try_name $numbers $types $value);
        same_function(&text!($mode tried.expect("a result")), &$expected);
    };
}

macro_rules! row {
    ($name:ident $Result:ident $mode:ident [] $t:tt) => {
        agrees! { $name $Result $mode $t [] {} () () () }
    };
    ($name:ident $Result:ident $mode:ident [tiler $x:ident: $X:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [] {t: T: Tiler} (tile!(2, 2)) (tile!(2, 2)) (&tile!(2, 2).plain_tiler()) }
    };
    ($name:ident $Result:ident $mode:ident [layout $x:ident: $X:ident] $t:tt) => {
        agrees! {
            $name $Result $mode $t [] {b: B: AnyLayout}
            (layout!((2, 2):(1, 2))) (layout!((2, 2):(1, 2))) (&layout!((2, 2):(1, 2)).to_dynamic())
        }
    };
    ($name:ident $Result:ident $mode:ident [tuple $x:ident: $X:ident] $t:tt) => {
        agrees! {
            $name $Result $mode $t [] {p: P: IntTuple}
            (shape!(4, 6)) (shape!(4, {black_box(6)})) (&"(4,6)".parse().unwrap())
        }
    };
    (tile_to_shape_ordered $Result:ident $mode:ident [$($operands:tt)*] $t:tt) => {
        agrees! {
            tile_to_shape_ordered $Result $mode $t [] {p: P: IntTuple, o: O: IntTuple}
            (shape!(4, 12), shape!(1, 0)) (shape!(4, 12), shape!(1, 0))
            (&"(4,12)".parse().unwrap(), &"(1,0)".parse().unwrap())
        }
    };
    ($name:ident $Result:ident $mode:ident [leaf $x:ident: $X:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [] {m: M: Int} (U48::new()) (black_box(48_usize)) (48) }
    };
    ($name:ident $Result:ident $mode:ident [profile $x:ident: $X:ident] $t:tt) => {
        agrees! {
            $name $Result $mode $t [] {p: P: IntTuple}
            (shape!(0, 0)) (shape!(0, 0)) (&"(0,0)".parse().unwrap())
        }
    };
    ($name:ident $Result:ident $mode:ident [list $I:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [(U1, U0)] {} () () (&[1, 0]) }
    };
    ($name:ident $Result:ident $mode:ident [place $I:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [0] {} () () (0) }
    };
    ($name:ident $Result:ident $mode:ident [place $B:ident, place $E:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [0, 2] {} () () (0, 2) }
    };
    (replace $Result:ident $mode:ident [$($operands:tt)*] $t:tt) => {
        agrees! {
            replace $Result $mode $t [1] {b: B: AnyLayout}
            (layout!(5:24)) (layout!(5:24)) (&layout!(5:24).to_dynamic(), 1)
        }
    };
    ($name:ident $Result:ident $mode:ident [place $I:ident, layout $x:ident: $X:ident] $t:tt) => {
        agrees! {
            $name $Result $mode $t [3] {b: B: AnyLayout}
            (layout!(5:24)) (layout!(5:24)) (&layout!(5:24).to_dynamic(), 3)
        }
    };
    ($name:ident $Result:ident $mode:ident [count $N:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [2] {} () () (2) }
    };
    ($name:ident $Result:ident $mode:ident [count $N:ident, count $M:ident] $t:tt) => {
        agrees! { $name $Result $mode $t [8, 16] {} () () (8, 16) }
    };
}

macro_rules! rows {
    ($(($($row:tt)*))*) => { $(row! { $($row)* })* };
}
static_layout::__operations!(rows);

/// Each row of the table is an operation of the command line.
#[test]
fn the_command_line_has_every_row() {
    macro_rules! names {
        ($(($name:ident $($row:tt)*))*) => { [$(stringify!($name)),*] };
    }
    let page = include_str!("../../crates/layout-cli/OPERATIONS.md");
    let called =
        |name: &&&str| page.contains(&format!("`{name}(")) || page.contains(&format!("`{name}`"));
    let names = static_layout::__operations!(names);
    assert!(names.len() > 50, "{names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !called(name)).collect();
    assert!(missing.is_empty(), "no operation of the command line: {missing:?}");
}
