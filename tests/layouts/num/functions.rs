//! Compares each function of numerals with the function of `u64` and `i64`, in `const`.

use static_layout::__private::numerals::*;
use static_layout::{IntTuple, Nat};

/// A function, and the numbers for which it is wrong.
pub type Wrong = Option<(&'static str, u64, u64)>;

/// The first wrong function.
pub const fn first(all: &[Wrong]) -> Wrong {
    let mut k = 0;
    while k < all.len() {
        if all[k].is_some() {
            return all[k];
        }
        k += 1;
    }
    None
}

/// Whether the numeral is `value`, without leading zero digits.
const fn is<R: Oct>(value: u64) -> bool {
    let digits = if value == 0 { 0 } else { value.ilog2() as u64 };
    R::VALUE == value
        && <R::Zero as Bool>::VALUE == (value == 0)
        && <R::Log2 as Oct>::VALUE == digits
}

const fn holds<R: Ternary>() -> bool {
    !R::FAILS
}

/// The value of an integer that is not a refusal.
const fn signed<R: Int>() -> i64 {
    <R::Leaf as IntTuple>::DESC.value(0)
}

const fn sound<R: Int>() -> bool {
    <R::IsSound as Bool>::VALUE
}

/// Whether the integer `R` is the numeral `Q` if the quotient exists, and a refusal otherwise.
const fn is_quotient<R: Int, Q: Oct>(divides: bool) -> bool {
    sound::<R>() == divides && (!divides || holds::<R::Test<Equal, Q>>())
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

macro_rules! compare {
    ($a:ident $b:ident; $($name:literal $($if:expr)? => $holds:expr;)*) => {
        first(&[$(if $(!$if ||)? $holds { None } else { Some(($name, $a, $b)) }),*])
    };
}

type A<T> = <T as Nat>::Oct;
type M<F, L, R> = <L as Int>::Map<F, R>;
type Negative<T> = <A<T> as Oct>::Negated;

/// Functions of two numerals whose sum is below 2^63.
pub struct Pair<L, R>(L, R);

impl<L: Nat, R: Nat> Pair<L, R> {
    pub const WRONG: Wrong = {
        let (a, b) = (A::<L>::VALUE, A::<R>::VALUE);
        let (i, j) = (a as i64, b as i64);
        let least = if a < b { a } else { b };
        let (more, divisor) = (a > b, if b == 0 { 1 } else { b });
        let ceil = if a < b { 1 } else { a / divisor };
        let either = a != 0 && b != 0 && (a % divisor == 0 || b.is_multiple_of(a));
        compare! { a b;
            "a + b" => is::<<A<L> as Oct>::Add<A<R>>>(a + b);
            "a + b + 1" => is::<<A<L> as Oct>::AddC<A<R>>>(a + b + 1);
            "a - b" (a >= b) => is::<<A<L> as Oct>::Sub<A<R>>>(a.wrapping_sub(b));
            "a - b - 1" more => is::<<A<L> as Oct>::SubB<A<R>>>(a.wrapping_sub(b).wrapping_sub(1));
            "a - b or 0" => is::<Monus<A<L>, A<R>>>(a.saturating_sub(b));
            "a < b" => <<A<L> as Oct>::Lt<A<R>> as Bool>::VALUE == (a < b);
            "a <= b" => <<A<L> as Oct>::Le<A<R>> as Bool>::VALUE == (a <= b);
            "a = b" => <<A<L> as Oct>::Eq<A<R>> as Bool>::VALUE == (a == b);
            "less" => holds::<<A<L> as Int>::Test<Less, A<R>>>() == (a < b);
            "not more" => holds::<<A<L> as Int>::Test<NotMore, A<R>>>() == (a <= b);
            "a / b" (b > 0) => is::<<A<L> as Oct>::Div<A<R>>>(a / divisor);
            "a mod b" (b > 0) => is::<Rem<A<L>, A<R>>>(a % divisor);
            "a / b, exactly" => is_quotient::<<A<R> as Oct>::ExactInto<A<L>>, <A<L> as Oct>::Div<A<R>>>(
                b > 0 && a.is_multiple_of(divisor));
            "ceil(a / b)" (b > 0) => signed::<M<CeilOf, A<L>, A<R>>>() == (a.div_ceil(divisor)) as i64;
            "ceil(a / 0)" (b == 0) => !sound::<M<CeilOf, A<L>, A<R>>>();
            "shape_div" (a > 0 && b > 0) => sound::<M<ShapeDiv, A<L>, A<R>>>() == either;
            "shape_div, its value" either => signed::<M<ShapeDiv, A<L>, A<R>>>() == ceil as i64;
            "shape_mod" (a > 0 && b > 0) => sound::<M<ShapeMod, A<L>, A<R>>>() == either;
            "shape_mod, its value" either => signed::<M<ShapeMod, A<L>, A<R>>>() == least as i64;
            "how often b fits below a" (b > 0) => sound::<M<Gap, A<L>, A<R>>>() == (a >= b);
            "gcd" => is::<<A<L> as Euclid>::Gcd<A<R>>>(gcd(a, b));
            "xor" => is::<<A<L> as Xor>::Xor<A<R>>>(a ^ b);
            "min" => signed::<M<Min, A<L>, A<R>>>() == least as i64;
            "max" => signed::<M<Max, A<L>, A<R>>>() == (a + b - least) as i64;
            "minus" => signed::<M<Minus, A<L>, A<R>>>() == i - j;
            "-a + b" => signed::<M<Sum, Negative<L>, A<R>>>() == j - i;
            "a + -b" => signed::<M<Sum, A<L>, Negative<R>>>() == i - j;
            "-a + -b" => signed::<M<Sum, Negative<L>, Negative<R>>>() == -i - j;
            "-a - b" => signed::<M<Minus, Negative<L>, A<R>>>() == -i - j;
            "-a - -b" => signed::<M<Minus, Negative<L>, Negative<R>>>() == j - i;
            "min(-a, b)" => signed::<M<Min, Negative<L>, A<R>>>() == -i;
            "max(-a, b)" => signed::<M<Max, Negative<L>, A<R>>>() == j;
            "max(-a, -b)" => signed::<M<Max, Negative<L>, Negative<R>>>() == -(least as i64);
        }
    };
}

/// Functions of two numerals whose product is below 2^63.
pub struct Factors<L, R>(L, R);

impl<L: Nat, R: Nat> Factors<L, R> {
    pub const WRONG: Wrong = {
        let (a, b) = (A::<L>::VALUE, A::<R>::VALUE);
        let product = (a * b) as i64;
        compare! { a b;
            "a * b" => is::<<A<L> as Oct>::Mul<A<R>>>(a * b);
            "(a * b) / b, exactly" => is_quotient::<
                <A<R> as Oct>::ExactInto<<A<L> as Oct>::Mul<A<R>>>, A<L>>(b > 0);
            "-a * b" => signed::<M<Product, Negative<L>, A<R>>>() == -product;
            "a * -b" => signed::<M<Product, A<L>, Negative<R>>>() == -product;
            "-a * -b" => signed::<M<Product, Negative<L>, Negative<R>>>() == product;
        }
    };
}

/// Functions of one numeral below 2^59.
pub struct Single<L>(L);

impl<L: Nat> Single<L> {
    pub const WRONG: Wrong = {
        let (a, b) = (A::<L>::VALUE, 0);
        compare! { a b;
            "the numeral" => is::<A<L>>(a) && <<A<L> as Oct>::Bin as static_layout::typenum::Unsigned>::U64 == a;
            "a + 1" => is::<<A<L> as Oct>::Inc>(a + 1);
            "a - 1" (a > 0) => is::<<A<L> as Oct>::Dec>(a.wrapping_sub(1));
            "8 a" => is::<<A<L> as Oct>::Push0>(8 * a);
            "a / 2" => is::<<A<L> as Oct>::Half>(a / 2);
            "a / 4" => is::<<A<L> as Oct>::Quarter>(a / 4);
            "-a" => signed::<Negative<L>>() == -(a as i64);
            "rank" => is_quotient::<M<Rank, A<L>, A<L>>, <<<<A<L> as Oct>::Inc as Oct>::Push0
                as Oct>::Push0 as Oct>::Add<A<L>>>(true);
        }
    };
}
