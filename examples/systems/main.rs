//! What users of five other systems know, in their words: `cargo run --example systems`.

mod arrays;
mod ascend;
mod mojo;
mod moye;
mod xla;

use std::error::Error;

use static_layout::dynamic::Coord;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    arrays::show()?;
    xla::show()?;
    mojo::show()?;
    moye::show()?;
    ascend::show()
}

/// The coordinate `(i, j)`.
fn at(i: usize, j: usize) -> Coord {
    Coord::tuple(&[Coord::leaf(i as i64), Coord::leaf(j as i64)]).expect("two modes")
}
