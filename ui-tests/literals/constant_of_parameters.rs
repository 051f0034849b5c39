//! shape!: an expression of a const parameter that type functions do not compute.
//! Fix: use `+ - * / %`.
use static_layout::*;

fn shifted<const N: usize>()
where
    Extent<N>: Static,
{
    let _ = shape!({const N << 1}, 4);
}

fn main() {
    shifted::<4>();
}
