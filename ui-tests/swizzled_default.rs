//! The type of a swizzled layout that another one does not carry over has no value: by any route.
use static_layout::*;

type Refused = ops::Compose<Layout!((4,4):(1,12)), Layout!(Sw<1,0,2> o 0 o 16:1)>;

fn made<L: Default>() -> L {
    L::default()
}

fn main() {
    let _: Refused = made();
    let _ = <ops::Cosize<Refused>>::default();
    let _ = Refused::from_dynamic(&"16:1".parse().unwrap());
}
