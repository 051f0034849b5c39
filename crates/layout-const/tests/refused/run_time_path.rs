//! at check: a path that is known at run time.
//! Fix: give the path as digits.
use static_layout_const::*;

fn main() {
    let _ = Layout::<"(4,8):(8,1)">.get(Tuple::<"?">::with([1]));
}
