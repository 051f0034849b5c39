//! lex_less: tuples that are not nested alike.
//! Fix: compare tuples of one nesting.
use static_layout::*;
use static_layout::ops::TupleOps;

fn main() {
    let _ = shape!(4, (7, 2)).lex_less(shape!(1, 1));
}
