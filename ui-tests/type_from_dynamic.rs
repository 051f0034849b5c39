//! A type that is no layout cannot be read either.
use static_layout::*;

fn main() {
    let read: dynamic::Layout = "(2,2):(1,2)".parse().unwrap();
    let _ = Layout::<(usize, usize), usize>::from_dynamic(&read);
}
