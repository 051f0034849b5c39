//! IS_INJECTIVE: a layout that is not static.
//! Fix: call the method of the same name.
use static_layout::*;

const _: bool = <Layout!((4,?):(1,4))>::IS_INJECTIVE;

fn main() {}
