//! The exclusive or of two numerals, digit by digit.

use super::octal::{N, O0, O1, O2, O3, O4, O5, O6, O7, Oct, Z};

macro_rules! xor {
    ($($k:literal $name:ident $digit:ident;)*) => {
        /// The exclusive or of a numeral with another one.
        pub trait Xor {
            /// `Self ^ R`.
            type Xor<R: Oct>: Oct;
            $(
                #[doc = concat!("`Self ^ (8 H + ", $k, ")`.")]
                type $name<H: Oct>: Oct;
            )*
        }
        impl Xor for Z {
            type Xor<R: Oct> = R;
            $(type $name<H: Oct> = N<H, $digit>;)*
        }
    };
}
xor! {
    0 Xor0 O0; 1 Xor1 O1; 2 Xor2 O2; 3 Xor3 O3; 4 Xor4 O4; 5 Xor5 O5; 6 Xor6 O6; 7 Xor7 O7;
}

macro_rules! digits {
    ($($digit:ident $with:ident: $zero:ident, $($name:ident $out:ident),*;)*) => {$(
        impl<T: Oct> Xor for N<T, $digit> {
            type Xor<R: Oct> = R::$with<T>;
            type $zero<H: Oct> = <T::Xor<H> as Oct>::Push0;
            $(type $name<H: Oct> = N<T::Xor<H>, $out>;)*
        }
    )*};
}
digits! {
    O0 Xor0: Xor0, Xor1 O1, Xor2 O2, Xor3 O3, Xor4 O4, Xor5 O5, Xor6 O6, Xor7 O7;
    O1 Xor1: Xor1, Xor0 O1, Xor2 O3, Xor3 O2, Xor4 O5, Xor5 O4, Xor6 O7, Xor7 O6;
    O2 Xor2: Xor2, Xor0 O2, Xor1 O3, Xor3 O1, Xor4 O6, Xor5 O7, Xor6 O4, Xor7 O5;
    O3 Xor3: Xor3, Xor0 O3, Xor1 O2, Xor2 O1, Xor4 O7, Xor5 O6, Xor6 O5, Xor7 O4;
    O4 Xor4: Xor4, Xor0 O4, Xor1 O5, Xor2 O6, Xor3 O7, Xor5 O1, Xor6 O2, Xor7 O3;
    O5 Xor5: Xor5, Xor0 O5, Xor1 O4, Xor2 O7, Xor3 O6, Xor4 O1, Xor6 O3, Xor7 O2;
    O6 Xor6: Xor6, Xor0 O6, Xor1 O7, Xor2 O4, Xor3 O5, Xor4 O2, Xor5 O3, Xor7 O1;
    O7 Xor7: Xor7, Xor0 O7, Xor1 O6, Xor2 O5, Xor3 O4, Xor4 O3, Xor5 O2, Xor6 O1;
}
