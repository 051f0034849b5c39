//! from_dynamic: the type of a refused operation.
//! Fix: read a type that is a layout.
use static_layout::*;

fn main() {
    type Refused = ops::Compose<Layout!((4,4):(1,12)), Layout!(Sw<1,0,2> o 0 o 16:1)>;
    let _ = Refused::from_dynamic(&"16:1".parse().unwrap());
}
