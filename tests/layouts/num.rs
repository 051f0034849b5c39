//! Compares numerals with `u64` and `i64`: every pair of a sample of small ones, and random ones up to 63 bits.
//! `NUMERALS=8 cargo test --test layouts num` builds and runs a package with all pairs of 8 bits.

mod exhaustive;
mod functions;

use functions::{Factors, Pair, Single, Wrong, first};
use static_layout::{Nat, Shape, typenum};

/// The wrong functions of `L` and each of the numerals.
macro_rules! row {
    ($($b:ident)*) => {
        struct Row<L>(L);
        impl<L: Nat> Row<L> {
            const WRONG: Wrong = first(&[
                Single::<L>::WRONG,
                $(Pair::<L, typenum::$b>::WRONG, Factors::<L, typenum::$b>::WRONG,)*
            ]);
        }
        #[test]
        fn pairs_of_small_numerals() {
            $(assert_eq!(const { Row::<typenum::$b>::WRONG }, None);)*
        }
    };
}
// Numbers around each power of 8, and numbers with many divisors.
row! {
    U0 U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U12 U15 U16 U17 U21 U24 U31 U32 U33 U36 U40 U48 U56 U60 U63 U64
    U65 U72 U96 U100 U120 U127 U128 U144 U168 U192 U210 U240 U255
}

/// `a b;` as types.
macro_rules! each {
    ($Of:ident: $($a:literal $b:literal;)*) => {
        $(assert_eq!(const { $Of::<Shape!($a), Shape!($b)>::WRONG }, None);)*
    };
}

include!("num/random.rs");

#[test]
fn all_pairs_of_numerals() {
    if let Ok(bits) = std::env::var("NUMERALS") {
        exhaustive::run(bits.parse().unwrap());
    }
}
