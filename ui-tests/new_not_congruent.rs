//! A stride must be nested like its shape: through `Layout::new`.
use static_layout::*;

fn main() {
    let _ = Layout::new((4, (2, 4)), (1, 4));
}
