//! The tables of octal arithmetic on types, for `src/types/num/octal.rs` of the library, whose head defines each
//! function: the trait `Oct`, its impls for 0 and for each lowest digit, and the states of short divisions.
//!
//! The tables are text, which the compiler reads as tokens: an entry is a name and a type.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A function of the trait: its name, its parameters, the bound of its result.
type Signature = (String, &'static str, &'static str);
/// The right sides of an impl, by the name of the function.
type Table = BTreeMap<String, String>;

/// The divisors of one digit that have a short division.
const SHORT: [usize; 4] = [3, 5, 6, 7];

/// The items of the module.
pub fn items() -> String {
    let signatures = signatures();
    let mut out = String::new();
    let declared = |out: &mut String, (name, parameters, bound): &Signature| {
        write!(out, "type {name}{}: {bound};", generics(parameters))
    };
    let defined = |out: &mut String, (name, parameters, _): &Signature, table: &Table| {
        write!(out, "type {name}{} = {};", generics(parameters), table[name])
    };
    out += "/// An octal numeral and its arithmetic.\n\
        pub trait Oct: Int + super::power::Power + super::xor::Xor + super::Euclid { const VALUE: u64;";
    signatures.iter().for_each(|s| declared(&mut out, s).unwrap());
    out += "} impl Oct for Z { const VALUE: u64 = 0;";
    let zero = zero();
    signatures.iter().for_each(|s| defined(&mut out, s, &zero).unwrap());
    for digit in 0..8 {
        write!(
            out,
            "}} impl<T: Oct> Oct for N<T, O{digit}> {{ const VALUE: u64 = 8 * T::VALUE + {digit};"
        )
        .unwrap();
        let table = of_digit(digit);
        signatures.iter().for_each(|s| defined(&mut out, s, &table).unwrap());
    }
    out + "}" + &short_divisions()
}

/// `<A: Oct, B: Oct>` for `A B`.
fn generics(parameters: &str) -> String {
    let bounded: Vec<_> = parameters.split_whitespace().map(|p| format!("{p}: Oct")).collect();
    if bounded.is_empty() { String::new() } else { format!("<{}>", bounded.join(", ")) }
}

/// The pairs `k c` of the functions `Timeskc`: a factor, and a carry (overflow into the next digit) below it.
fn factors() -> impl Iterator<Item = (usize, usize)> {
    (2..8).flat_map(|factor| (0..factor).map(move |carry| (factor, carry)))
}

fn signatures() -> Vec<Signature> {
    let fixed = [
        ("Bin", "", "Nat"),
        ("NegBin", "", "Leaf"),
        ("Zero", "", "Bool"),
        ("Unit", "", "Bool"),
        ("Inc", "", "Oct"),
        ("Dec", "", "Oct"),
        ("Push0", "", "Oct"),
        ("Add", "R", "Oct"),
        ("AddC", "R", "Oct"),
        ("Sub", "R", "Oct"),
        ("SubB", "R", "Oct"),
        ("Lt", "R", "Bool"),
        ("Le", "R", "Bool"),
        ("Eq", "R", "Bool"),
        ("Mul", "R", "Oct"),
        ("Mul1", "R", "Oct"),
        ("MulBy", "A", "Oct"),
        ("AddHigh", "X", "Oct"),
        ("Div", "R", "Oct"),
        ("Into", "H A", "Oct"),
        ("ExactInto", "A", "Int"),
        ("Half", "", "Oct"),
        ("Quarter", "", "Oct"),
        ("Negated", "", "Int"),
        ("Long", "B", "LongDivision"),
        ("Tail", "", "Oct"),
        ("Onto", "Q", "Oct"),
        ("SubM", "H", "Oct"),
        ("ThanM", "H", "Bool"),
    ];
    let mut all: Vec<Signature> = fixed.map(|(name, p, bound)| (name.to_string(), p, bound)).into();
    let mut family = |name: &str, digits: &[usize], parameters, bound| {
        all.extend(digits.iter().map(|k| (format!("{name}{k}"), parameters, bound)));
    };
    let digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (name, parameters, bound) in [
        ("Bin", "", "Nat"),
        ("NegBin", "", "Leaf"),
        ("Sub", "H", "Oct"),
        ("Than", "H", "Bool"),
        ("Is", "H", "Bool"),
    ] {
        family(name, &digits[..8], parameters, bound);
    }
    family("Add", &digits, "G", "Oct");
    for (name, bound) in [("MulTop", "Oct"), ("DivTop", "Oct"), ("ExactTop", "Int")] {
        family(name, &digits[1..8], "A", bound);
    }
    family("Exact", &[2, 4, 8], "B", "Int");
    family("Over", &[2, 4], "", "Int");
    family("Low", &[1, 3, 5, 7], "B Q", "Int");
    family("Short", &SHORT, "", "ShortDivision");
    all.extend(factors().map(|(k, c)| (format!("Times{k}{c}"), "", "Oct")));
    all
}

/// The numeral `8 high + digit`.
fn number(high: &str, digit: usize) -> String {
    format!("N<{high}, O{digit}>")
}

/// [`number`], where `high` may be 0: 0 stays `Z`.
fn canonical(high: &str, digit: usize) -> String {
    if digit > 0 { number(high, digit) } else { format!("<{high} as Oct>::Push0") }
}

/// typenum's numeral of `8 high + digit`.
fn bits(high: &str, digit: usize) -> String {
    let (four, two, one) = (digit >> 2, digit >> 1 & 1, digit & 1);
    format!("UInt<UInt<UInt<{high}, B{four}>, B{two}>, B{one}>")
}

/// typenum's numeral of `n`.
fn leading(n: usize) -> String {
    if n == 0 { "UTerm".into() } else { format!("UInt<{}, B{}>", leading(n >> 1), n & 1) }
}

/// The impl for 0.
fn zero() -> Table {
    let fixed = "Bin UTerm|NegBin UTerm|Zero B1|Unit B0|Inc N<Z, O1>|Dec Z|Push0 Z|Add R|AddC R::Inc|Sub Z|SubB Z\
        |Lt <R::Zero as Bool>::Not|Le B1|Eq R::Zero|Mul Z|Mul1 R|MulBy Z|AddHigh N<X, O0>|Div Z|Into Z\
        |Long LongDiv<Z, Z>|SubM N<H::Dec, O7>|ThanM B0|ExactInto Indivisible|Half Z|Quarter Z\
        |Negated Z|Tail Z|Onto Q";
    let mut table = entries(fixed);
    let mut put = |name: String, found: String| table.insert(name, found);
    for k in 0..8 {
        put(format!("Bin{k}"), leading(k));
        put(
            format!("NegBin{k}"),
            if k > 0 { format!("NInt<{}>", leading(k)) } else { "UTerm".into() },
        );
        put(format!("Sub{k}"), canonical("H", k));
        put(format!("Than{k}"), "B0".into());
        put(format!("Is{k}"), "B0".into());
        put(format!("Add{k}"), number("G", k));
    }
    put("Add8".into(), number("G::Inc", 0));
    for k in 1..8 {
        let short = |function| format!("<A::Short{k} as ShortDivision>::{function}");
        put(format!("MulTop{k}"), if k == 1 { "A".into() } else { format!("A::Times{k}0") });
        let (quotient, exact) = match k {
            1 => ("A".into(), "A".into()),
            2 => ("A::Half".into(), "A::Over2".into()),
            4 => ("A::Quarter".into(), "A::Over4".into()),
            _ => (short("Quot"), short("Exact")),
        };
        put(format!("DivTop{k}"), quotient);
        put(format!("ExactTop{k}"), exact);
    }
    for name in ["Exact2", "Exact4", "Exact8", "Over2", "Over4"] {
        put(name.into(), "Z".into());
    }
    for k in [1, 3, 5, 7] {
        put(format!("Low{k}"), "Q::Onto<Z>".into());
    }
    factors().for_each(|(k, c)| {
        put(format!("Times{k}{c}"), if c > 0 { number("Z", c) } else { "Z".into() });
    });
    for k in SHORT {
        put(format!("Short{k}"), format!("R{k}0<Z>"));
    }
    table
}

/// `name type|name type` as a table.
fn entries(text: &str) -> Table {
    let entry =
        |row: &str| row.trim().split_once(' ').map(|(name, found)| (name.into(), found.into()));
    text.split('|').filter_map(entry).collect()
}

/// The impl for numbers with the lowest digit `e`.
fn of_digit(e: usize) -> Table {
    let mut table = entries(
        "Zero B0|Push0 N<Self, O0>|Mul1 R::MulBy<N<Self, O1>>|Div R::Into<T, Self>|ThanM H::Le<T>|Tail T\
        |Negated Neg<Self>",
    );
    let mut put = |name: String, found: String| table.insert(name, found);
    for (name, found) in [
        ("Bin", format!("T::Bin{e}")),
        ("NegBin", format!("T::NegBin{e}")),
        ("Unit", if e == 1 { "T::Zero".into() } else { "B0".into() }),
        ("Inc", if e < 7 { number("T", e + 1) } else { number("T::Inc", 0) }),
        ("Dec", if e > 0 { canonical("T", e - 1) } else { number("T::Dec", 7) }),
        ("Add", format!("R::Add{e}<T>")),
        ("AddC", format!("R::Add{}<T>", e + 1)),
        ("Sub", format!("R::Sub{e}<T>")),
        ("SubB", if e > 0 { format!("R::Sub{}<T>", e - 1) } else { "R::SubM<T>".into() }),
        ("Lt", format!("R::Than{e}<T>")),
        ("Le", if e > 0 { format!("R::Than{}<T>", e - 1) } else { "R::ThanM<T>".into() }),
        ("Eq", format!("R::Is{e}<T>")),
        ("Mul", if e == 1 { "T::Mul1<R>".into() } else { "R::MulBy<Self>".into() }),
        ("MulBy", if e > 0 { format!("T::MulTop{e}<A>") } else { number("T::MulBy<A>", 0) }),
        ("AddHigh", number("T::Add<X>", e)),
        ("Into", if e > 0 { format!("T::DivTop{e}<A>") } else { "H::Div<T>".into() }),
        ("Long", format!("<T::Long<B> as LongDivision>::Feed{e}<B>")),
        ("SubM", canonical("H::SubB<T>", 7 - e)),
        ("ExactInto", if e > 0 { format!("T::ExactTop{e}<A>") } else { "A::Exact8<T>".into() }),
        ("Half", format!("T::Times4{}", e / 2)),
        ("Quarter", format!("T::Times2{}", e / 4)),
        ("Onto", format!("T::Onto<{}>", number("Q", e))),
    ] {
        put(name.into(), found);
    }
    for k in 0..8 {
        put(format!("Bin{k}"), bits(&format!("T::Bin{e}"), k));
        put(format!("NegBin{k}"), format!("NInt<{}>", bits(&format!("T::Bin{e}"), k)));
        let borrows = k < e;
        let difference =
            if borrows { number("H::SubB<T>", k + 8 - e) } else { canonical("H::Sub<T>", k - e) };
        put(format!("Sub{k}"), difference);
        put(format!("Than{k}"), if borrows { "H::Le<T>".into() } else { "H::Lt<T>".into() });
        put(format!("Is{k}"), if k == e { "H::Eq<T>".into() } else { "B0".into() });
    }
    for k in 0..9 {
        let sum = k + e;
        let high = if sum < 8 { "G::Add<T>" } else { "G::AddC<T>" };
        put(format!("Add{k}"), number(high, sum % 8));
    }
    for k in 1..8 {
        let multiple = if k == 1 { "A".into() } else { format!("A::Times{k}0") };
        put(format!("MulTop{k}"), format!("<{multiple} as Oct>::AddHigh<Self::MulBy<A>>"));
        // An even divisor is halved or quartered first, and so is the dividend.
        let (quotient, exact) = match k {
            2 => halved("Half", "Exact2", "Times41"),
            6 => halved("Half", "Exact2", "Times43"),
            4 => halved("Quarter", "Exact4", "Times21"),
            _ => (
                format!("<A::Long<N<Self, O{k}>> as LongDivision>::Quot"),
                format!("A::Low{k}<N<Self, O{k}>, Z>"),
            ),
        };
        put(format!("DivTop{k}"), quotient);
        put(format!("ExactTop{k}"), exact);
    }
    for (k, rest) in
        [(2, format!("T::Times4{}", e / 2)), (4, format!("T::Times2{}", e / 4)), (8, "T".into())]
    {
        let divides = e.is_multiple_of(k);
        let exact = if divides { format!("B::ExactInto<{rest}>") } else { "Indivisible".into() };
        put(format!("Exact{k}"), exact);
        if k < 8 {
            put(format!("Over{k}"), if divides { rest } else { "Indivisible".into() });
        }
    }
    for k in [1, 3, 5, 7] {
        // `k k = 1` modulo 8, so `q` is the only digit with `q B = Self` modulo 8 for a `B` that ends in `k`.
        let q = e * k % 8;
        let by = if q == 1 { "B".into() } else { format!("B::Times{q}0") };
        let found = if q > 0 {
            format!("<Self::Lt<{by}> as LongDivisionBranch>::Low{k}<Self, {by}, B, N<Q, O{q}>>")
        } else {
            format!("T::Low{k}<B, N<Q, O0>>")
        };
        put(format!("Low{k}"), found);
    }
    factors().for_each(|(k, c)| {
        let x = k * e + c;
        put(format!("Times{k}{c}"), number(&format!("T::Times{k}{}", x / 8), x % 8));
    });
    for k in SHORT {
        put(format!("Short{k}"), format!("<T::Short{k} as ShortDivision>::Feed{e}"));
    }
    table
}

fn halved(divide: &str, exact: &str, times: &str) -> (String, String) {
    (format!("<A::{divide} as Oct>::Div<Self::{times}>"), format!("A::{exact}<Self::{times}>"))
}

/// The states of short divisions: a type for each divisor and remainder, fed with the next digit.
fn short_divisions() -> String {
    let mut out = String::from(
        "/// The state of a short division: `R31<Q>` has divided by 3 and has the quotient `Q` and the remainder 1.\n\
        pub trait ShortDivision { type Quot: Oct; type Exact: Int;",
    );
    (0..8).for_each(|e| write!(out, "type Feed{e}: ShortDivision;").unwrap());
    out += "}";
    for (divisor, remainder) in factors().filter(|(divisor, _)| SHORT.contains(divisor)) {
        let exact = if remainder > 0 { "Indivisible" } else { "Q" };
        write!(
            out,
            "#[derive(Debug)] pub struct R{divisor}{remainder}<Q>(Q);\
            impl<Q: Oct> ShortDivision for R{divisor}{remainder}<Q> {{ type Quot = Q; type Exact = {exact};"
        )
        .unwrap();
        for e in 0..8 {
            let x = 8 * remainder + e;
            let quotient = canonical("Q", x / divisor);
            write!(out, "type Feed{e} = R{divisor}{}<{quotient}>;", x % divisor).unwrap();
        }
        out += "}";
    }
    out
}
