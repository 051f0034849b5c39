//! lex_less: tuples that are not nested alike.
//! Fix: compare tuples of one nesting.
use static_layout::*;

fn main() {
    let _ = shape!(4, (7, 2)).lex_less(shape!(1, 1));
}
