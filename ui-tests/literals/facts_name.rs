//! Layout!: a name of a run-time leaf.
//! Fix: `?`, or names in a symbolic layout.
use static_layout::*;

type Columns = Layout!((?{=n}, 4):(1, ?{=n}));

fn main() {}
