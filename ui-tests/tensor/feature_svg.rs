//! to_svg: without the feature `svg`.
//! Fix: add the feature.
use static_layout::*;

fn main() -> std::io::Result<()> {
    std::fs::write("layout.svg", layout!((4, 8):row).to_svg())
}
