//! Layout!: a name of more than a letter.
//! Fix: `?{=n}`.
use static_layout::*;

type Columns = Layout!((?{=rows}, 4):(1, ?{=rows}));

fn main() {}
