// A constant may state facts, and a fact that follows from a stronger one is made from its integer.
use static_layout::int::{Bounded, Multiple};
use static_layout::typenum::{U4, U8, U64};
use static_layout::*;

const ROWS: Multiple<U8, U64> = Multiple::new(16);
const COLUMNS: Result<Bounded<U64>, LayoutError> = Bounded::try_new(65);

fn main() {
    let a: Layout!((?{div=8 <=64}, 4):(4, 1)) = layout!(({fact ROWS}, 4):(4, 1));
    let b: Layout!((?{div=4}, 4):(4, 1)) =
        layout!(({fact Multiple::<U4>::new(ROWS.get())}, 4):(4, 1));
    assert_eq!(a.to_dynamic(), b.to_dynamic());
    assert!(COLUMNS.is_err());
}
