//! A constant of a layout that is not static.
use static_layout::*;

const _: bool = <Layout!((4,?):(1,4))>::IS_INJECTIVE;

fn main() {}
