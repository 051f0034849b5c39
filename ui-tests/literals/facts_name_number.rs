//! Named: a number that is not a letter.
//! Fix: `Named<name::N>`.
use static_layout::int::Named;
use static_layout::typenum::U27;

fn main() {
    let _ = Named::<U27>::new(6);
}
